"""A game with several sheets on the page: bots as opponents, sheets side by side, whose it is, and the end."""

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from sheetgen.engine import replay
from tests.studio.screen import cell, drawn, settled, still, until, wait
from tests.studio.studio_process import Running
from tests.studio.test_play import GAME, said, saved, set_dice, total, trying

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

FRESH = "[...document.querySelectorAll('.page')].map(own => own.shadowRoot.querySelectorAll('.fresh rect').length)"
LEGAL = FRESH.replace("fresh", "legal")
MARKS = "[...document.querySelectorAll('.page')].map(own => own.shadowRoot.querySelectorAll('[id^=\"mark.\"]').length)"


def with_bot(page: "Page", bot: str = "greedy") -> None:
    """A game of two, the second played by a bot."""
    trying(page)
    page.locator("#players").select_option("2")
    page.locator("#new-game").click()
    wait(page, "document.querySelectorAll('#seats select').length === 2")
    page.locator("#who-plays summary").click()
    page.locator("#seats select").nth(1).select_option(bot)
    decided(page)


def decided(page: "Page") -> None:
    """Wait until a person decides, or the game is over."""
    over = "!document.getElementById('ending').hidden"
    wait(page, f"document.body.dataset.busy === 'no' && ({over} || document.querySelector('#moves button'))")


def move(page: "Page") -> None:
    """Make the first move that marks something."""
    before = page.evaluate("document.getElementById('log').childElementCount")
    page.locator("#moves button").first.click()
    wait(page, f"document.getElementById('log').childElementCount !== {before}")
    decided(page)


def test_a_bot_plays_its_sheet_side_by_side_with_mine(page: "Page") -> None:
    with_bot(page)
    page.locator("#side-by-side").click()
    wait(page, "document.querySelectorAll('.page').length === 2")
    captions = (
        "[...document.querySelectorAll('.page')].map(own => own.shadowRoot.querySelector('.caption').textContent)"
    )
    assert page.evaluate(captions) == ["Player 1 · decides now", "Player 2 · takes the best now · 0 points"]
    for _ in range(20):
        move(page)
        if page.evaluate(FRESH)[1]:
            break
    # My turn is over, the bot has used a die: its marks are framed on its own sheet.
    assert page.evaluate(MARKS)[1] > 0
    # What I may mark now is framed on my sheet alone.
    legal = page.evaluate(LEGAL)
    assert legal[0] > 0
    assert legal[1] == 0
    # A click on the other sheet marks nothing.
    before = page.evaluate(MARKS)
    decides = page.evaluate("(async () => (await import('/app.js')).play.position.actor)()")
    assert decides == 0
    page.mouse.click(*cell(page, "green.11", 1))
    assert said(page, "refused") == "This is the sheet of Player 2; Player 1 decides now."
    assert page.evaluate(MARKS) == before
    # Taking back leads to my last decision, before what the bot did; and it all comes again.
    page.locator("#take-back").click()
    wait(page, f"{MARKS}[1] < {before[1]}")
    decided(page)
    page.locator("#play-again").click()
    wait(page, f"{MARKS}[1] === {before[1]}")
    decided(page)
    still(page)
    assert Axe().run(page).response["violations"] == []
    page.reload()
    page.wait_for_selector("body[data-recalled]")
    page.locator("#tab-try").click()
    wait(page, f"{MARKS}[1] === {before[1]}")
    page.locator("#seat-tabs button").nth(1).click()
    wait(page, "document.querySelectorAll('.page').length === 1")
    assert page.evaluate(captions)[0].startswith("Player 2 · takes the best now")


@pytest.mark.full
def test_a_whole_game_against_a_bot_shows_each_gain_and_ends_with_the_totals_of_the_engine(
    page: "Page", running: Running, tmp_path: "Path"
) -> None:
    with_bot(page)
    mine = "Number(document.querySelector('#total-row td').textContent)"
    for _ in range(200):
        if page.evaluate("!document.getElementById('ending').hidden"):
            break
        moves = page.evaluate("(async () => (await import('/app.js')).play.position.moves)()")
        best = max(moves, key=lambda own: own["points"])
        shown = page.locator(f"#moves [data-move='{best['text']}'] .gain")
        if best["points"]:
            assert f"{best['points']:+d} point".replace("-", "−") in (shown.text_content() or "")
        before = page.evaluate(mine)
        told = page.evaluate("(async () => (await import('/app.js')).play.game.moves.length)()")
        page.locator(f"#moves [data-move='{best['text']}']").click()
        wait(page, f"document.body.dataset.busy === 'no' && {mine} === {before + best['points']}")
        decided(page)
        assert page.evaluate("(async () => (await import('/app.js')).play.game.moves.length)()") > told
    lines = page.locator("#ending li").all_text_contents()
    record = saved(page, "#save-record", tmp_path)
    game = replay(record.replace("edition: mine.yaml", f"edition: {running.folder / 'mine.yaml'}"))
    assert game.is_over
    totals = {player.name: score.total for player, score in zip(game.players, game.scores(), strict=True)}
    winner = max(totals, key=lambda name: totals[name])
    assert lines[0] == f"{winner}: {totals[winner]} points · winner"
    page.locator("#side-by-side").click()
    wait(page, "document.querySelectorAll('.page').length === 2")
    settled(page)
    # The tally of both sheets is filled in, as strokes of a pen; its numbers are those of the table.
    filled = "own => own.shadowRoot.getElementById('mark.tally.total') !== null"
    assert page.evaluate(f"[...document.querySelectorAll('.page')].map({filled})") == [True, True]
    table = page.locator("#total-row td").all_text_contents()
    assert table == [str(points) for points in totals.values()]


def test_a_refusal_leads_to_its_rule(page: "Page") -> None:
    trying(page)
    set_dice(page, "Y2 B1 G3 O4 P5 W6")
    wait(page, "document.querySelector('.die[data-die=green]')?.textContent === '3'")
    page.mouse.click(*cell(page, "green.4"))
    page.locator("#refused-rules button", has_text="Rule C4").click()
    page.locator("#clause-text p").first.wait_for()
    assert page.locator("#clause-title").text_content() == "Rule C4 · Green"
    assert "without gaps" in (page.locator("#clause-text").text_content() or "")
    assert page.locator("#clause-link").is_hidden()  # a studio on a desk has no rules pages
    assert total(page) == 0


def test_on_a_phone_one_sheet_is_shown_and_tabs_lead_to_the_others(browser: "Browser", running: Running) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(running.address)
    page.wait_for_selector("body[data-recalled]")
    page.locator("[data-view=play]").tap()
    page.locator("#moves button").first.wait_for()
    page.locator("#players").select_option("2")
    page.locator("#new-game").tap()
    page.locator("#seat-tabs button").nth(1).wait_for()
    # The first die that is taken is the lowest one, so that player 1 goes on.
    set_dice(page, "Y1 B2 G2 O3 P3 W1")
    assert page.locator("#side-by-side").is_hidden()
    page.locator("#seat-tabs button").nth(1).tap()
    wait(page, "document.querySelector('#seat-tabs [data-sheet=\"1\"]').getAttribute('aria-pressed') === 'true'")
    settled(page)
    page.touchscreen.tap(*cell(page, "yellow.r2c2"))
    wait(page, "document.getElementById('refused').textContent.startsWith('This is the sheet of Player 2')")
    page.locator("#moves button").first.tap()  # the sheet of who decides comes back
    wait(page, "document.querySelector('#seat-tabs [data-sheet=\"0\"]').getAttribute('aria-pressed') === 'true'")
    context.close()


def open_child(page: "Page", running: Running, parent: str) -> None:
    """Open a new layout that extends an edition, `child.yaml`."""
    (running.folder / "child.yaml").write_text(f"schema: 1\nextends: {parent}\ntitle: Child\n", "utf-8")
    wait(page, "[...document.getElementById('file').options].some(o => o.value === 'child.yaml')")
    page.locator("#file").select_option("child.yaml")
    wait(page, "document.body.dataset.recalled === 'child.yaml'")
    settled(page)


def test_the_text_of_a_parent_can_be_looked_at(page: "Page", running: Running) -> None:
    open_child(page, running, "classic")
    page.mouse.click(*cell(page, "blue.badge.rows.1"))
    page.locator("#touch-origin button", has_text="Look at it").click()
    page.locator("#parent-text .cm-shine", has_text="rows: [5 orange, X yellow, fox]").wait_for()
    page.keyboard.type("nothing is typed here")
    assert "nothing" not in (page.locator("#parent-text").text_content() or "")
    still(page)
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    assert page.locator("#parent-dialog").is_hidden()
    assert (running.folder / "child.yaml").read_text("utf-8").endswith("title: Child\n")


def test_a_message_about_a_parent_leads_to_its_line(page: "Page", running: Running) -> None:
    open_child(page, running, "deluxe")
    message = page.locator("#problem-list button", has_text="deluxe.yaml").first
    line = (message.text_content() or "").split()[1].split(":")[0]
    message.click()
    page.locator("#parent-title", has_text=f"deluxe.yaml, line {line}").wait_for()
    page.locator("#parent-text .cm-shine").wait_for()
    page.keyboard.press("Escape")


def test_a_number_of_players_begins_a_game_that_has_no_moves(page: "Page") -> None:
    trying(page)
    page.locator("#players").select_option("2")
    wait(page, "document.querySelectorAll('#seats select').length === 2")
    move(page)
    page.locator("#players").select_option("3")  # a game that has begun goes on until a new one is asked for
    assert "main" in (page.locator("#new-game").get_attribute("class") or "")
    assert page.locator("#seats select").count() == 2
    page.locator("#new-game").click()
    wait(page, "document.querySelectorAll('#seats select').length === 3")
    wait(page, "!document.getElementById('new-game').classList.contains('main')")


def seats(page: "Page", *bots: str) -> None:
    """A game of two with these players, empty for a person; the last one is chosen last."""
    trying(page)
    page.locator("#players").select_option("2")
    wait(page, "document.querySelectorAll('#seats select').length === 2")
    settled(page)
    page.locator("#who-plays summary").click()
    for seat, bot in enumerate(bots):
        if bot:
            page.locator("#seats select").nth(seat).select_option(bot)


def draw_again(page: "Page", theme: str) -> None:
    before = drawn(page)
    page.locator("#theme").select_option(theme)
    until(lambda: drawn(page) > before)


def test_a_bot_is_asked_once_however_often_the_sheet_is_drawn(page: "Page") -> None:
    held: list[Route] = []
    page.route("**/api/bots", lambda route: held.append(route))
    seats(page, "greedy", "")
    until(lambda: page.evaluate("1") and held)
    game = page.evaluate(GAME)
    draw_again(page, "grey")
    draw_again(page, "vivid")
    settled(page)
    assert len(held) == 1
    # Asked about a text with errors, it knows no game: the game on the page stays, and goes on later.
    held.pop().fulfill(json={"problems": [], "pages": None})
    wait(page, "document.body.dataset.bots === 'no'")
    assert page.evaluate(GAME) == game
    page.unroute("**/api/bots")
    draw_again(page, "light")
    decided(page)
    assert page.evaluate(GAME)[0] == game[0]
    assert page.evaluate(GAME)[1]


def test_what_only_bots_have_played_is_not_taken_back(page: "Page") -> None:
    seats(page, "greedy", "")
    decided(page)
    game = page.evaluate(GAME)
    assert game[1]
    assert page.locator("#take-back").is_disabled()
    page.locator("#new-game").focus()
    page.keyboard.press("u")
    settled(page)
    assert page.evaluate(GAME) == game
    move(page)
    page.locator("#take-back").click()
    wait(page, "document.getElementById('take-back').disabled")
    assert page.evaluate(GAME) == game


def test_keys_on_the_sheet_of_another_player_mark_nothing(page: "Page") -> None:
    seats(page)
    page.locator("#seat-tabs button").nth(1).click()
    wait(page, "document.querySelector('#seat-tabs [data-sheet=\"1\"]').getAttribute('aria-pressed') === 'true'")
    settled(page)
    page.locator("#pages").focus()
    page.keyboard.press("ArrowRight")
    # What the keys have chosen is seen on the sheet that is shown.
    assert page.evaluate("document.querySelector('.page').shadowRoot.querySelectorAll('.chosen rect').length") == 1
    page.keyboard.press("Enter")
    wait(page, "document.getElementById('refused').textContent !== ''")
    assert said(page, "refused") == "This is the sheet of Player 2; Player 1 decides now."
    assert page.evaluate(GAME)[1] == []


def test_sheets_side_by_side_are_seen_in_a_small_window_and_the_text_on_a_phone(page: "Page") -> None:
    seats(page)
    page.locator("#side-by-side").click()
    wait(page, "document.querySelectorAll('.page').length === 2")
    settled(page)
    for width in (1400, 1000, 800):
        page.set_viewport_size({"width": width, "height": 860})
        still(page)
        for own in ("#pages", "#panel-try"):
            box = page.locator(own).bounding_box()
            assert box is not None
            assert box["width"] > 200, (own, width)
        assert not page.locator("#editor").is_visible()
    page.set_viewport_size({"width": 390, "height": 780})
    page.locator("[data-view=write]").click()
    assert page.locator("#editor").is_visible()
