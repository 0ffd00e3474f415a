"""Trying a sheet on the page: a turn with a chain of bonuses, take back, a game to its end, marks and records."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.engine import read_marks, replay, rules_of, sheet_from
from sheetgen.layout import load
from sheetgen.resources import data_folder
from tests.studio.screen import CELLS, LIMIT, cell, drawn, settled, until, wait
from tests.studio.studio_process import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# One cross before yellow's first row is full; its badge crosses blue.r1c2, whose column and row are waiting for it.
SITUATION = """edition: mine.yaml
players: You
sheet: yellow.r1c1 yellow.r1c2 blue.r2c2 blue.r3c2 blue.r1c3 blue.r1c4
round: 2
turn: active 1
throw: Y5 B6 G6 O6 P6 W6
"""


def trying(page: "Page") -> None:
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()


def said(page: "Page", own_id: str) -> str:
    return (page.locator(f"#{own_id}").text_content() or "").strip()


def set_dice(page: "Page", words: str) -> None:
    if not page.locator("#dice-words").is_visible():
        page.locator("#set-dice summary").click()
    page.locator("#dice-words").fill(words)
    page.locator("#dice-form button").click()
    settled(page)


def die(page: "Page", name: str) -> str:
    return page.locator(f'.die[data-die="{name}"]').text_content() or ""


def total(page: "Page") -> int:
    return int(page.locator("#total-row td").first.text_content() or "")


def load_text(page: "Page", name: str, text: str) -> None:
    page.locator("#load").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_a_turn_with_a_chain_of_bonuses_and_taking_it_back(page: "Page") -> None:
    trying(page)
    load_text(page, "chain.record", SITUATION)
    wait(page, "document.getElementById('situation').textContent.startsWith('Round 2')")
    assert die(page, "yellow") == "5"
    before = total(page)
    page.mouse.click(*cell(page, "yellow.r1c3"))  # the third cross of the row: X blue
    wait(page, "document.getElementById('situation').textContent.includes('use the bonus “a free cross in blue”')")
    assert "earns a free cross in blue." in said(page, "fresh")
    page.mouse.click(*cell(page, "blue.r1c2"))  # a full row (5 orange) and a full column (X green) at once
    wait(page, "document.getElementById('fresh').textContent.includes('earns a cross on the next cell of green.')")
    assert "earns a 5 for orange." in said(page, "fresh")
    page.mouse.click(*cell(page, "green.1"))
    wait(page, "document.getElementById('fresh').textContent.includes('crosses off cell 1 of green')")
    assert "use the bonus “a 5 for orange”" in said(page, "situation")
    page.mouse.click(*cell(page, "orange.1"))
    wait(page, "document.getElementById('situation').textContent.includes('roll 2 of 3')")
    # Blue: five crosses for four; green 1, orange 5.
    assert total(page) == before + (11 - 7) + 1 + 5
    marks = page.evaluate(
        "[...document.querySelector('.page').shadowRoot.querySelectorAll('[id^=\"mark.\"]')].map(g => g.id)"
    )
    assert {"mark.yellow.r1c3", "mark.blue.r1c2", "mark.green.1", "mark.orange.1"} <= set(marks)
    for _ in range(4):
        page.locator("#take-back").click()
        settled(page)
    wait(page, "document.getElementById('take-back').disabled")
    assert total(page) == before
    assert die(page, "yellow") == "5"


def test_a_cell_that_is_not_legal_says_why(page: "Page") -> None:
    trying(page)
    set_dice(page, "Y2 B1 G3 O4 P5 W6")
    wait(page, "document.querySelector('.die[data-die=green]')?.textContent === '3'")
    page.mouse.click(*cell(page, "green.4"))
    wait(page, "document.getElementById('refused').textContent !== ''")
    told = said(page, "refused")
    assert "The green 3: cells are filled from left to right, without gaps (C4)" in told
    page.locator('.die[data-die="yellow"]').click()
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, "document.getElementById('refused').textContent.includes('yellow 2')")
    assert said(page, "refused") == "The yellow 2: this cell takes 3 (C1)"


MOVED = "!document.getElementById('take-back').disabled"
# Where the things are that one points at while playing.
PLACES = """() => Object.fromEntries(['.page', '#pages', '#dice', '#moves', '#advise'].map((id) => {
  const { x, y, width, height } = document.querySelector(id).getBoundingClientRect();
  return [id, [x, y, width, height]];
}))"""


@pytest.mark.parametrize(
    "size", [(1400, 860), (1200, 720), (1024, 700), (390, 844)], ids=["desk", "laptop", "small window", "phone"]
)
def test_a_refusal_moves_nothing_and_is_always_in_view(
    browser: "Browser", running: Running, size: tuple[int, int]
) -> None:
    phone = size[0] < 500
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone)
    page = context.new_page()
    page.set_default_timeout(LIMIT * 1000)
    page.goto(running.address)
    page.wait_for_selector("body[data-drawn]")
    page.locator("[data-view=play]" if phone else "#tab-try").click()
    page.locator("#moves button").first.wait_for()
    set_dice(page, "Y2 B1 G3 O4 P5 W6")
    wait(page, "document.querySelector('.die[data-die=green]')?.textContent === '3'")
    panel = "document.getElementById('panel-try')"
    for scrolled in (0, 200):  # a refusal is read wherever the panel is scrolled to
        page.evaluate(f"{panel}.scrollTop = {scrolled}")
        before = page.evaluate(PLACES)
        for refused, reason in (("yellow.r1c1", "yellow 2"), ("green.4", "green 3")):
            page.mouse.click(*cell(page, refused))
            wait(page, f"document.getElementById('refused').textContent.includes('{reason}')")
            settled(page)
            assert page.evaluate(PLACES) == before
        for own in ("#refused", "#refused-rules button >> nth=0"):
            box = page.locator(own).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]
            assert page.locator(own).evaluate(  # nothing lies over it
                "own => { const box = own.getBoundingClientRect();"
                " return own.contains(document.elementFromPoint(box.x + 5, box.y + box.height / 2)) }"
            )
    # So is advice, beside the button that asks for it.
    page.locator("#advise").scroll_into_view_if_needed()
    page.locator("#advise").click()
    page.locator("#advice", has_text="would do").wait_for()
    asked, told = (page.locator(own).bounding_box() for own in ("#advise", "#advice"))
    assert asked is not None
    assert told is not None
    assert 0 <= told["y"] - asked["y"] < 160
    # It goes with the next move, and the sheet stays where it is.
    place = page.evaluate(PLACES)[".page"]
    page.mouse.click(*cell(page, "yellow.r2c1"))
    wait(page, f"document.getElementById('refused').textContent === '' && {MOVED}")
    settled(page)
    assert page.evaluate(PLACES)[".page"] == place
    context.close()


def test_a_click_is_not_lost_when_the_sheet_is_drawn_meanwhile(page: "Page") -> None:
    trying(page)
    set_dice(page, "Y2 B1 G3 O4 P5 W6")
    wait(page, "document.querySelector('.die[data-die=green]')?.textContent === '3'")
    page.mouse.move(*cell(page, "yellow.r2c1"))
    page.mouse.down()
    before = drawn(page)
    page.locator("#theme").evaluate("own => { own.value = 'grey'; own.dispatchEvent(new Event('change')) }")
    until(lambda: drawn(page) > before)
    settled(page)
    page.mouse.up()
    wait(page, MOVED)
    settled(page)
    wait(page, f"{CELLS}.getElementById('mark.yellow.r2c1') !== null")  # and what was drawn is shown


def test_a_move_that_cannot_be_drawn_is_told_and_can_be_made_again(page: "Page") -> None:
    trying(page)
    page.route("**/api/draw", lambda route: route.fulfill(status=503, json={"error": "too many questions at once"}))
    page.locator("#moves button").first.click()
    wait(page, "document.getElementById('refused').textContent === 'too many questions at once'")
    page.unroute("**/api/draw")
    assert page.locator("#take-back").is_disabled()
    page.locator("#moves button").first.click()
    wait(page, MOVED)
    assert said(page, "refused") == ""


def test_the_sheet_stays_where_it_is_when_another_tab_is_chosen(page: "Page") -> None:
    place = page.evaluate(PLACES)[".page"]
    for tab in ("try", "balance", "export", "design"):
        page.locator(f"#tab-{tab}").click()
        settled(page)
        page.evaluate("new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")
        assert page.evaluate(PLACES)[".page"] == place, tab


def test_wrong_dice_are_refused_and_the_game_goes_on(page: "Page") -> None:
    trying(page)
    set_dice(page, "Q9")
    wait(page, "document.getElementById('refused').textContent.includes('is not a die')")
    page.locator("#moves button").first.click()
    wait(page, "!document.getElementById('take-back').disabled")


def test_several_ways_to_mark_a_cell_are_offered(page: "Page") -> None:
    trying(page)
    set_dice(page, "Y1 B1 G4 O1 P1 W4")
    wait(page, "document.querySelector('.die[data-die=green]')?.textContent === '4'")
    page.mouse.click(*cell(page, "green.1"))  # the green die and the white one
    page.locator("#choice-dialog[open]").wait_for()
    offered = page.locator("#choices button").all_text_contents()
    assert offered == ["green 4 → green.1 +1 point", "white 4 → green.1 +1 point"]
    page.locator("#choices button").nth(1).click()
    wait(page, "!document.getElementById('take-back').disabled")


@pytest.mark.full
def test_a_solo_game_is_played_to_its_end_by_keyboard(page: "Page", running: Running, tmp_path: Path) -> None:
    page.locator("#tab-design").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#moves button").first.wait_for()
    page.locator("#moves button").first.focus()
    for _ in range(120):
        if page.evaluate("document.getElementById('situation').textContent.includes('The game is over')"):
            break
        before = page.evaluate("document.getElementById('log').childElementCount")
        page.keyboard.press("Enter")
        wait(page, f"document.getElementById('log').childElementCount > {before}")
        until(
            lambda: page.evaluate(
                "document.activeElement.closest('#moves') !== null || document.querySelector('#moves button') === null"
            )
        )
    assert "The game is over" in said(page, "situation")
    reached = total(page)
    assert reached > 0
    record = saved(page, "#save-record", tmp_path)
    assert record.startswith("edition: mine.yaml\n")
    # Played again by the engine from the file alone, it ends with the same points.
    here = record.replace("edition: mine.yaml", f"edition: {running.folder / 'mine.yaml'}")
    game = replay(here)
    assert game.is_over
    assert game.scores()[0].total == reached
    marks = json.loads(saved(page, "#save-marks", tmp_path))
    rules = rules_of(load(str(running.folder / "mine.yaml")))
    assert sheet_from(read_marks(json.dumps(marks), rules), rules).score().total == reached
    page.locator("#take-back").focus()
    page.keyboard.press("u")
    wait(page, "!document.getElementById('situation').textContent.includes('The game is over')")


def saved(page: "Page", button: str, tmp_path: Path) -> str:
    with page.expect_download() as download:
        page.locator(button).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_text("utf-8")


def test_a_record_goes_on_where_it_was_saved(page: "Page", tmp_path: Path) -> None:
    trying(page)
    for _ in range(3):
        count = page.evaluate("document.getElementById('log').childElementCount")
        page.locator("#moves button").first.click()
        wait(page, f"document.getElementById('log').childElementCount > {count}")
    reached, log = total(page), page.locator("#log li").all_text_contents()
    record = saved(page, "#save-record", tmp_path)
    page.locator("#new-game").click()
    wait(page, "document.getElementById('take-back').disabled")
    load_text(page, "game.record", record)
    wait(page, "!document.getElementById('take-back').disabled")
    until(lambda: page.locator("#log li").all_text_contents() == log)
    assert total(page) == reached


@pytest.mark.full
def test_several_players(page: "Page") -> None:
    trying(page)
    page.locator("#players").select_option("3")
    page.locator("#new-game").click()
    wait(page, "document.getElementById('situation').textContent.includes('Player 1')")
    assert page.locator("#scores tr").first.locator("th").all_text_contents() == ["Player 1", "Player 2", "Player 3"]


def test_pencil_marks_and_what_no_game_can_leave(page: "Page", tmp_path: Path) -> None:
    page.locator("#tab-try").click()
    page.locator("[name=mode][value=pencil]").check()
    wait(page, "document.getElementById('pencilling').checkVisibility()")
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, "document.querySelector('.page').shadowRoot.getElementById('mark.yellow.r1c1') !== null")
    page.mouse.click(*cell(page, "purple.2"))
    page.locator("#number").fill("4")
    page.locator("#number-form button.main").click()
    wait(page, "document.getElementById('impossible').textContent.includes('purple.2: cannot be marked before')")
    page.locator("#pencil-cell").fill("purple.1")
    page.locator("#pencil-form button").click()
    page.locator("#number").fill("3")
    page.keyboard.press("Enter")
    wait(page, "document.getElementById('impossible').childElementCount === 0")
    wait(page, "document.querySelector('#total-row td').textContent === '7'")
    marks = json.loads(saved(page, "#save-marks", tmp_path))
    assert marks["marks"] == {"yellow.r1c1": "x", "purple.1": 3, "purple.2": 4}
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, "document.querySelector('.page').shadowRoot.getElementById('mark.yellow.r1c1') === null")
    load_text(page, "marks.json", json.dumps(marks))
    wait(page, "document.querySelector('.page').shadowRoot.getElementById('mark.yellow.r1c1') !== null")


def test_a_double_click_is_one_move(page: "Page") -> None:
    trying(page)
    page.evaluate("{ const first = document.querySelector('#moves button'); first.click(); first.click() }")
    wait(page, "!document.getElementById('take-back').disabled")
    settled(page)
    assert "were taken back" not in said(page, "fresh")
    page.locator("#take-back").click()
    wait(page, "document.getElementById('take-back').disabled")


@pytest.mark.full
def test_a_game_on_two_pages(page: "Page", running: Running) -> None:
    shutil.copyfile(data_folder("layouts") / "variants" / "day-and-night.yaml", running.folder / "big.yaml")
    wait(page, "[...document.getElementById('file').options].some(own => own.value === 'big.yaml')")
    page.locator("#file").select_option("big.yaml")
    wait(page, "document.querySelector('.page').shadowRoot.getElementById('amber-day.r1c1') !== null")
    trying(page)
    wait(page, "document.querySelectorAll('.page').length === 2")
    settled(page)
    set_dice(page, "A1 R3 T1 I1 W1")
    wait(page, "document.querySelector('.die[data-die=rose]')?.textContent === '3'")
    page.locator("#moves button", has_text="rose 3 → rose-night.1 = 3").click()
    wait(page, "document.querySelectorAll('.page')[1].shadowRoot.getElementById('mark.rose-night.1') !== null")


def test_a_changed_layout_takes_back_what_does_not_fit_any_more(page: "Page", running: Running) -> None:
    trying(page)
    set_dice(page, "Y3 B1 G1 O1 P1 W1")
    wait(page, "document.querySelector('.die[data-die=yellow]')?.textContent === '3'")
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, "!document.getElementById('take-back').disabled")
    path = running.folder / "mine.yaml"
    path.write_text(path.read_text("utf-8").replace("- [3, 6, 5, x]", "- [4, 6, 5, x]"), "utf-8")
    wait(page, "document.getElementById('fresh').textContent.includes('1 move was taken back')")
    assert page.locator("#take-back").is_disabled()


def test_gains_before_a_move_advice_and_a_move_that_comes_again(page: "Page") -> None:
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    page.locator("#advise").click()
    page.locator("#advice", has_text="What a greedy player would do: ").wait_for()
    moves = page.evaluate("(async () => (await import('/app.js')).play.position.moves)()")
    best = max(moves, key=lambda move: move["points"])
    assert best["points"] > 0
    button = page.locator(f"#moves [data-move='{best['text']}']")
    assert f"+{best['points']} point" in (button.locator(".gain").text_content() or "")
    total = "Number(document.querySelector('#total-row td').textContent)"
    before = page.evaluate(total)
    button.click()
    wait(page, f"{total} === {before + best['points']}")
    page.locator("#take-back").click()
    wait(page, f"{total} === {before}")
    page.locator("#play-again").click()
    wait(page, f"{total} === {before + best['points']}")
    page.reload()
    page.wait_for_selector("body[data-drawn]")
    page.locator("#tab-try").click()
    wait(page, f"{total} === {before + best['points']}")


GAME = "(async () => { const { play } = await import('/app.js'); return [play.game?.seed, play.game?.moves] })()"


def opened(page: "Page", name: str) -> None:
    """Open another file of the folder."""
    wait(page, f"[...document.getElementById('file').options].some(own => own.value === '{name}')")
    page.locator("#file").select_option(name)
    wait(page, f"document.body.dataset.recalled === '{name}'")
    settled(page)


@pytest.mark.parametrize("tab", ["try", "export"])
def test_another_file_and_back_without_leaving_the_tab_keeps_the_game_of_each(
    page: "Page", running: Running, tab: str
) -> None:
    (running.folder / "other.yaml").write_text("schema: 1\nextends: classic\ntitle: Other\n", "utf-8")
    trying(page)
    page.locator("#moves button").first.click()
    wait(page, MOVED)
    settled(page)
    game = page.evaluate(GAME)
    if tab == "export":
        page.locator("#tab-export").click()
        page.locator("#with-marks").check()
        settled(page)
    opened(page, "other.yaml")
    assert page.evaluate(GAME)[0] != game[0]
    opened(page, "mine.yaml")
    assert page.evaluate(GAME) == game
    page.locator("#tab-try").click()
    wait(page, MOVED)
    assert page.evaluate(GAME) == game


def test_taking_back_that_fails_can_be_done_again(page: "Page") -> None:
    trying(page)
    page.locator("#moves button").first.click()
    wait(page, MOVED)
    settled(page)
    game = page.evaluate(GAME)
    page.route("**/api/draw", lambda route: route.fulfill(status=503, json={"error": "too many questions at once"}))
    page.locator("#take-back").click()
    wait(page, "document.getElementById('refused').textContent === 'too many questions at once'")
    page.unroute("**/api/draw")
    page.locator("#take-back").focus()
    page.keyboard.press("r")  # nothing was taken back, so nothing comes again
    settled(page)
    assert page.evaluate(GAME) == game
    assert "taken back" not in said(page, "fresh")
    page.locator("#take-back").click()
    wait(page, "!document.getElementById('play-again').disabled")
    page.locator("#play-again").click()
    wait(page, MOVED)
    settled(page)
    assert page.evaluate(GAME) == game


def test_a_loaded_game_has_nothing_taken_back(page: "Page") -> None:
    trying(page)
    page.locator("#moves button").first.click()
    wait(page, MOVED)
    page.locator("#take-back").click()
    wait(page, "!document.getElementById('play-again').disabled")
    load_text(page, "chain.record", SITUATION)
    wait(page, "document.getElementById('situation').textContent.startsWith('Round 2')")
    settled(page)
    assert page.locator("#play-again").is_disabled()
