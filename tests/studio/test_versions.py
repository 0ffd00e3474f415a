"""Earlier versions in a real browser: named by what changed, with pictures, kept through reload and restart."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.studio.screen import CELLS, LIMIT, cell, drawn, replace_line, settled, still, until, wait
from tests.studio.studio_process import Running, studio
from tests.studio.test_designing import after_drawing, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

LIST = "[...document.querySelectorAll('#version-list strong')].map(own => own.textContent)"


def kept(page: "Page", number: int) -> None:
    """Wait until so many versions are kept."""
    wait(page, f"document.body.dataset.versions === '{number}'")


def change_number(page: "Page", own_id: str, number: str) -> str:
    before = drawn(page)
    page.mouse.click(*cell(page, own_id))
    page.locator("#touch input").first.fill(number)
    page.keyboard.press("Enter")
    return after_drawing(page, before)


def listed(page: "Page") -> list[str]:
    page.locator("#versions").click()
    page.locator("#version-list li").first.wait_for()
    found: list[str] = page.evaluate(LIST)
    return found


def test_versions_are_named_by_what_changed_and_opened_as_one_step(page: "Page") -> None:
    first = text_of(page)
    kept(page, 1)
    number = change_number(page, "yellow.r1c1", "4")
    kept(page, 2)
    page.mouse.click(*cell(page, "green.badge.7"))
    page.locator("#touch [data-badge='? any']").click()
    kept(page, 3)
    replace_line(page, "cells: 11", "    cells: 11   # typed")
    kept(page, 4)
    names = ["Comments or spacing", 'green: bonus 7 fox → "? any"', "yellow: cells 3 → 4", "As it was opened"]
    assert listed(page) == names
    # A picture of each, with a frame where it differs.
    wait(page, "document.querySelectorAll('#version-list .thumbnail').length >= 3")
    framed = (
        "[...document.querySelectorAll('#version-list .thumbnail')].at(1).shadowRoot.querySelectorAll('.light rect')"
    )
    wait(page, f"{framed}.length > 0")
    assert page.locator("#version-list li").first.locator(".here").count() == 1
    before = drawn(page)
    page.locator("#version-list li", has_text="yellow: cells 3").locator("button", has_text="Open this version").click()
    assert after_drawing(page, before) == number
    kept(page, 5)
    page.keyboard.press("Control+z")  # one step
    wait(page, f"{CELLS}.getElementById('green.badge.7') !== null")
    assert "# typed" in text_of(page)
    assert '7: "? any"' in text_of(page)
    assert text_of(page) != first


def test_typing_at_one_place_is_one_version_and_errors_are_none(page: "Page") -> None:
    kept(page, 1)
    page.evaluate("{ const now = Date.now(); Date.now = () => now }")  # however long it takes, it is the same minute
    replace_line(page, "title: That", "title: My")
    kept(page, 2)
    replace_line(page, "title: My", "title: My Own")
    wait(page, "document.querySelector('.page').getAttribute('aria-label') === 'My Own'")
    listed(page)
    until(lambda: page.evaluate(LIST)[0] == "title: That's Pretty Clever → My Own")
    assert len(page.evaluate(LIST)) == 2
    page.keyboard.press("Escape")
    replace_line(page, "wild: white", "wild: wite")
    page.locator("#problem-list .error").wait_for()
    page.locator("#problem-list .fix").click()
    wait(page, "document.querySelectorAll('#problem-list .error').length === 0")
    settled(page)
    listed(page)
    names = ["Comments or spacing", "title: That's Pretty Clever → My Own", "As it was opened"]
    until(lambda: page.evaluate(LIST) == names)


def test_undo_versions_and_the_game_survive_a_reload_and_a_restart(browser: "Browser", folder: Path) -> None:
    """The second browser remembers nothing: all of it is on the disk, and not in the folder with the layouts."""
    shown = "Number(document.querySelector('#total-row td')?.textContent)"
    with studio(folder, "mine.yaml") as first:
        page = opened(browser, first)
        original = text_of(page)
        kept(page, 1)
        number = change_number(page, "yellow.r1c1", "4")
        replace_line(page, "title: That", "title: Typed")
        kept(page, 3)
        page.locator("#tab-try").click()
        page.locator("#moves button").first.wait_for()
        page.locator("#moves button", has=page.locator(".gain")).first.click()
        wait(page, f"{shown} > 0")
        points = page.evaluate(shown)
        settled(page)
        page.locator("#take-back").click()
        wait(page, f"{shown} === 0")
        settled(page)
        page.reload()
        page.wait_for_selector("body[data-recalled]")
        page.locator("#tab-try").click()
        wait(page, f"{shown} === 0")
        page.keyboard.press("Control+y")  # in the game: the move comes again
        wait(page, f"{shown} === {points}")
        settled(page)
        typed = text_of(page)
        page.locator("#tab-design").click()
        page.locator("#pages").focus()
        page.keyboard.press("Control+z")
        assert text_of(page) == number
        page.keyboard.press("Control+z")
        assert text_of(page) == original
        page.keyboard.press("Control+y")
        page.keyboard.press("Control+y")
        assert text_of(page) == typed
        until(lambda: remembered(folder, "history").get("text") == typed)
        until(lambda: remembered(folder, "game")["game"]["moves"])
        until(lambda: (folder / ".sheetgen-studio" / "mine.yaml.json").exists())
        page.evaluate("sessionStorage.clear()")  # so that nothing more is kept while the studio is being killed
        page.close()
    with studio(folder, "mine.yaml") as second:
        page = opened(browser, second)
        page.wait_for_selector("body[data-recalled]")
        assert text_of(page) == typed
        page.locator("#pages").focus()
        page.keyboard.press("Control+z")
        assert text_of(page) == number
        page.keyboard.press("Control+y")
        assert text_of(page) == typed
        assert listed(page)[-2:] == ["yellow: cells 3 → 4", "As it was opened"]
        page.keyboard.press("Escape")
        page.locator("#tab-try").click()
        wait(page, f"{shown} === {points}")
        page.locator("#save").click()
        wait(page, "document.getElementById('state').textContent === 'saved'")
        page.close()
    assert [path.name for path in folder.iterdir()] == ["mine.yaml"]


EDITOR = "import('/app.js').then(({ editor, versions, play }) => {"


def test_what_can_be_undone_is_kept_with_a_saved_text_and_with_one_from_disk(page: "Page", running: Running) -> None:
    original = text_of(page)
    # Saved at once: before the moment in which unsaved text is kept.
    page.evaluate(
        f"{EDITOR} editor.change(editor.text.replace('title: That', 'title: Saved'));"
        " document.getElementById('save').click() })"
    )
    saved = original.replace("title: That", "title: Saved")
    until(lambda: remembered(running.folder, "history").get("text") == saved)
    settled(page)
    (running.folder / "mine.yaml").write_text(original.replace("title: That", "title: Disk"), "utf-8")
    disk = original.replace("title: That", "title: Disk")
    until(lambda: remembered(running.folder, "history").get("text") == disk)
    page.reload()
    page.wait_for_selector("body[data-recalled]")
    settled(page)
    page.locator("#pages").focus()
    page.keyboard.press("Control+z")
    assert text_of(page) == saved
    page.keyboard.press("Control+z")
    assert text_of(page) == original


def test_a_long_history_is_kept_too(page: "Page", running: Running) -> None:
    """Browsers send at most 64 KiB for a page that is left; a page that stays has no such limit."""
    original = text_of(page)
    page.evaluate(
        f"{EDITOR} const text = editor.text;"
        " for (let i = 0; i < 40; i++) editor.change(text + '# ' + String(i % 10).repeat(4000) + '\\n') })"
    )
    long = original + "# " + "9" * 4000 + "\n"
    until(lambda: remembered(running.folder, "history").get("text") == long)
    assert len(json.dumps(remembered(running.folder, "history"))) > 100_000


def test_a_page_that_is_left_keeps_what_was_just_typed(page: "Page", running: Running) -> None:
    typed = text_of(page).replace("title: That", "title: Left")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    page.evaluate(
        f"{EDITOR} editor.change(editor.text.replace('title: That', 'title: Left'));"
        " dispatchEvent(new Event('pagehide')) })"
    )
    until(lambda: remembered(running.folder, "history").get("text") == typed)
    draft = running.folder / ".sheetgen-studio" / "mine.yaml.json"
    until(lambda: draft.exists() and json.loads(draft.read_text("utf-8"))["text"] == typed)
    until(lambda: page.evaluate("1") and sent.count("remember") >= 2)  # the usual way comes a moment later
    settled(page)
    sent.clear()
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    until(lambda: page.evaluate("1") and sent.count("keep") == 1)
    assert "remember" not in sent  # it is kept already


def test_a_text_counts_as_typed_if_it_was_when_it_was_drawn(page: "Page") -> None:
    """Typed text that is being drawn is no version of its own when the sheet is changed meanwhile."""
    kept(page, 1)
    page.evaluate(
        f"{EDITOR} globalThis.noted = []; versions.note = (text, typed) => noted.push([text.match(/title: (.*)/)[1],"
        " typed]) })"
    )
    held: list[Route] = []
    page.route("**/api/draw", lambda route: route.continue_() if held else held.append(route))
    replace_line(page, "title: That", "title: Typed")
    until(lambda: page.evaluate("1") and held)
    versions = "versions.open(editor.text.replace('title: Typed', 'title: Taken'))"
    page.evaluate(f"{EDITOR} {versions} }})")
    held[0].continue_()
    wait(page, "noted.length === 2")
    assert page.evaluate("noted") == [["Typed", True], ["Taken", False]]


def test_the_focus_stays_in_the_list_when_a_version_is_kept(page: "Page") -> None:
    kept(page, 1)
    change_number(page, "yellow.r1c1", "4")
    kept(page, 2)
    held: list[Route] = []
    page.route("**/api/changes", lambda route: held.append(route))
    replace_line(page, "title: That", "title: Typed")
    wait(page, "document.querySelector('.page').getAttribute('aria-label') === 'Typed'")
    settled(page)
    page.locator("#versions").click()
    until(lambda: page.evaluate("1") and held)
    held.pop().continue_()
    page.unroute("**/api/changes")
    wait(page, "document.querySelectorAll('#version-list li').length === 3")
    focused = "document.activeElement.closest('#version-list li')?.dataset.index"
    wait(page, f"{focused} === '2'")
    # A list that is filled anew later on does not lose it either.
    page.locator("#version-list li").nth(1).locator("div button").focus()
    page.evaluate(f"{EDITOR} versions.store() }})")
    assert page.evaluate(focused) == "1"


def test_the_newer_one_of_two_games_goes_on(page: "Page", running: Running) -> None:
    """The browser keeps the game, and so does the studio; another browser may have played on meanwhile."""
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    page.locator("#moves button").first.click()
    wait(page, "!document.getElementById('take-back').disabled")
    settled(page)
    until(lambda: remembered(running.folder, "game").get("game", {}).get("moves"))
    older = "own.time -= 1000; own.game.moves = []; localStorage.setItem(key, JSON.stringify(own))"
    page.evaluate(
        "{ const key = Object.keys(localStorage).find(own => own.startsWith('game:'));"
        f" const own = JSON.parse(localStorage.getItem(key)); {older} }}"
    )
    page.reload()
    page.wait_for_selector("body[data-recalled]")
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    assert page.evaluate(f"{EDITOR} return play.game.moves }})") != []


def test_a_new_file_does_not_go_on_with_the_game_of_an_old_one(page: "Page", running: Running) -> None:
    (running.folder / "other.yaml").write_text("schema: 1\nextends: classic\ntitle: Other\n", "utf-8")
    listing = "[...document.getElementById('file').options].some(own => own.value === 'other.yaml')"
    wait(page, listing)
    page.locator("#file").select_option("other.yaml")
    wait(page, "document.body.dataset.recalled === 'other.yaml'")
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    page.locator("#moves button").first.click()
    wait(page, "!document.getElementById('take-back').disabled")
    settled(page)
    (running.folder / "other.yaml").unlink()
    wait(page, f"!({listing})")
    page.evaluate("delete document.body.dataset.recalled")
    page.locator("#new").click()
    page.locator("[name=start]").first.wait_for()
    page.locator("#new-name").fill("other.yaml")
    page.locator("#new-form button.main").click()
    wait(page, "document.body.dataset.recalled === 'other.yaml'")
    settled(page)
    assert page.evaluate(f"{EDITOR} return play.game.moves }})") == []


def opened(browser: "Browser", running: Running) -> "Page":
    page = browser.new_context(viewport={"width": 1400, "height": 860}).new_page()
    page.set_default_timeout(LIMIT * 1000)
    page.goto(running.address)
    page.wait_for_selector("body[data-drawn]")
    return page


def remembered(folder: Path, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in (folder.parent / "state").rglob(f"mine.yaml.{kind}.json"):
        found = json.loads(path.read_text("utf-8"))
    return found


def test_the_list_stays_short(page: "Page") -> None:
    """No more than sixty versions, and no more than 600,000 characters, whatever was changed."""
    kept(page, 1)
    page.evaluate(
        "(async () => { const { versions } = await import('/app.js'); const [own] = versions.list;"
        " const text = (i) => own.text.padEnd(i < 190 ? 9e3 : 20e3);"
        " versions.list = Array.from({ length: 200 }, (_, i) => ({ ...own, time: i, text: text(i) }));"
        " versions.store() })()"
    )
    wait(page, "Number(document.body.dataset.versions) <= 60")
    kept_now = page.evaluate("(async () => (await import('/app.js')).versions.list.map(own => own.text.length))()")
    assert len(kept_now) > 40
    assert sum(kept_now) <= 600_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_list(page: "Page", scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    kept(page, 1)
    change_number(page, "yellow.r1c1", "4")
    kept(page, 2)
    listed(page)
    wait(page, "document.querySelectorAll('#version-list .thumbnail').length === 2")
    still(page)
    assert Axe().run(page).response["violations"] == []
