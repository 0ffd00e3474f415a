"""The studio of a site for everybody: by keys alone, by fingers, for screen readers; from disk on a phone."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

import sheetgen
from sheetgen.studio.starts import start_names
from tests.site.serving import Server
from tests.studio.on_site import MINE, PHONE, Visitor, address, exported, link_to, pixels, ready
from tests.studio.screen import CELLS, cell, settled, still, wait

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_TABS = 80  # from one thing of the page to any other
# What fingers cannot hit: controls in view that are smaller than 44 pixels, with how they begin.
SMALL = """() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const controls = "button, select, summary, textarea, input:not([type=checkbox], [type=radio], [hidden]), "
    + "label:has(> input[type=checkbox]), label:has(> input[type=radio])";
  return [...top.querySelectorAll(controls)]
    .filter((own) => own.checkVisibility({ visibilityProperty: true }) && !own.closest(".cm-editor"))
    .map((own) => [own.outerHTML.slice(0, 80), own.getBoundingClientRect()])
    .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.9).map(([text]) => text);
}"""


def check_state(page: "Page", name: str, *, by_fingers: bool = False) -> None:
    """No finding of axe, nothing wider than the window; on a phone nothing too small for a finger."""
    still(page)
    results = Axe().run(page)
    assert results.violations_count == 0, f"{name}: {results.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    if by_fingers:
        assert page.evaluate(SMALL) == [], name


def walk_states(page: "Page", *, by_fingers: bool) -> None:
    """Open every part, dialogue and message of the studio, one after the other, and look at each."""

    def look(name: str) -> None:
        check_state(page, name, by_fingers=by_fingers)

    def press(selector: str) -> None:
        own = page.locator(selector).first
        if by_fingers and not own.is_visible():
            page.locator("#menu").tap()
        own.tap() if by_fingers else own.click()

    def show(part: str, tab: str) -> None:
        press(f"[data-view={part}]" if by_fingers else f"#tab-{tab}")

    def dialogue(opener: str, name: str) -> None:
        press(opener)
        page.locator("dialog[open]").wait_for()
        look(name)
        page.keyboard.press("Escape")

    look("a sheet that came with a link")
    press("#guest-rules")
    page.locator("#rules-text h3").first.wait_for()
    look("rules")
    page.keyboard.press("Escape")
    dialogue("#guest-take", "its name")
    press("#new")
    page.locator("#new-starts .thumbnail").nth(8).wait_for()
    look("new")
    page.locator("[name=start][value=meadow]").check()
    page.locator("#new-ok").click()
    wait(page, "document.getElementById('file').value === 'my-sheet.yaml'")
    settled(page)
    look("a new sheet")
    for part, tab in (("write", "design"), ("see", "design"), ("print", "export")):
        show(part, tab)
        settled(page)
        look(part)
    show("balance", "balance")
    wait(page, "document.body.dataset.figures && document.getElementById('figures-state').textContent === ''")
    look("how it plays")
    show("print", "export")
    press("[data-export=press]")
    page.locator("#export-state", has_text="--profile").wait_for()
    look("what needs a computer")
    dialogue("#share", "share")
    dialogue("#save-as", "save as")
    press("#delete")
    page.locator("#notice button").first.wait_for()
    look("a notice")
    page.locator("#notice-actions button").last.click()
    show("play", "try")
    page.locator("#moves button").first.wait_for()
    page.evaluate("studioModules.app.sheet.reveal('leaf.8')")
    page.mouse.click(*cell(page, "leaf.8"))
    wait(page, "document.getElementById('refused').textContent.length > 10")
    look("a game, and a refused move")
    page.evaluate("studioModules.app.play.choose('leaf.1', studioModules.app.play.position.moves)")
    look("a choice of moves")
    page.keyboard.press("Escape")
    page.locator("[name=mode][value=pencil]").check()
    settled(page)
    look("marks by pencil")
    page.locator("#pencil-cell").fill("flower.1")
    page.locator("#pencil-form button").click()
    page.locator("#number-dialog[open]").wait_for()
    look("a number to write")
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('conflict-dialog').showModal()")
    look("a conflict")
    page.keyboard.press("Escape")
    show("write", "design")
    page.evaluate(
        "studioModules.app.editor.view.dispatch("
        "{ changes: { from: 0, insert: 'nonsense: 1\\n' }, selection: { anchor: 0 } })"
    )
    page.locator("#problem-list .error").wait_for()
    look("an error in the text")
    show("see", "design")
    look("an error beside the sheet")


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_clean_on_a_desk(server: Server, visitor: Visitor, scheme: str) -> None:
    page = visitor.open("about:blank")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(address(server, link_to(MINE)))
    ready(page)
    walk_states(page, by_fingers=False)


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_clean_on_a_phone(server: Server, phone: Visitor, scheme: str) -> None:
    page = phone.open("about:blank")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(address(server, link_to(MINE)))
    ready(page)
    walk_states(page, by_fingers=True)
    assert page.locator("#pale").is_visible()  # says why the sheet is pale
    page.locator("#pale").tap()
    page.locator(".cm-activeLine", has_text="nonsense").wait_for()


def tab_to(page: "Page", selector: str, key: str = "Tab") -> None:
    """Go on by one key until the focus is on something; what has it can be seen."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
    else:
        raise AssertionError(f"{selector} is not reached by {key}")
    seen = (
        "() => { const own = document.activeElement.closest('label') ?? document.activeElement;"
        " const looks = getComputedStyle(own), inner = getComputedStyle(document.activeElement);"
        " return [looks, inner].some((own) => own.outlineStyle !== 'none' && own.outlineWidth !== '0px') }"
    )
    assert page.evaluate(seen), selector


@pytest.mark.full
def test_keys_alone_make_play_print_and_share_a_sheet(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server))
    press = page.keyboard.press
    # New: the dialogue is open, the first sheet has the focus.
    page.locator("#new-starts .thumbnail").first.wait_for()
    wait(page, "document.activeElement.name === 'start'")
    press("ArrowRight")
    press("ArrowLeft")
    tab_to(page, "[name=whole]")
    press("ArrowDown")
    tab_to(page, "#new-name")
    press("Control+a")
    page.keyboard.type("by-keys")
    press("Enter")
    wait(page, "document.getElementById('file').value === 'by-keys.yaml'")
    ready(page)
    # Edit: the editor has the focus.
    wait(page, "document.activeElement.classList.contains('cm-content')")
    press("Control+f")
    page.keyboard.type("full columns: [10")
    press("Enter")
    press("Escape")
    press("ArrowRight")
    press("Backspace")
    page.keyboard.type("9")
    wait(page, f"{CELLS}.getElementById('yellow.star.column.1').textContent === '19'")
    press("Control+s")
    wait(page, "document.getElementById('state').textContent === 'saved'")
    # Play: to the sheet, to the panel, to its tab, to a move.
    press("F6")
    assert page.evaluate("document.activeElement.id") == "pages"
    press("F6")
    assert page.evaluate("document.activeElement.id") == "tab-design"
    press("ArrowRight")
    page.locator("#moves button").first.wait_for()
    settled(page)
    tab_to(page, "#moves button")
    press("ArrowDown")
    press("Enter")
    wait(page, "studioModules.app.play.game.moves.length === 1")
    settled(page)
    wait(page, "document.activeElement.closest('#moves') !== null")
    press("u")
    wait(page, "studioModules.app.play.game.moves.length === 0")
    settled(page)
    # Export.
    tab_to(page, "[role=tab]", "Shift+Tab")
    press("ArrowRight")  # balance
    press("ArrowRight")
    wait(page, "document.body.dataset.tab === 'export'")
    settled(page)
    tab_to(page, "[data-export=pad]")
    with page.expect_download() as download:
        press("Enter")
    assert download.value.suggested_filename == "by-keys-pad.pdf"
    # Share: back to the top of the page.
    tab_to(page, "#share", "Shift+Tab")
    press("Enter")
    page.locator("#share-dialog[open]").wait_for()
    assert "#name=by-keys.yaml&layout=" in page.locator("#share-link").input_value()
    press("Escape")
    wait(page, "document.activeElement.id === 'share'")


@pytest.mark.full
def test_a_phone_plays_and_prints_from_disk(studio_site: Path, phone: Visitor) -> None:
    page = phone.open((studio_site / "studio" / "en.html").as_uri() + "#start=meadow&do=play")
    ready(page)
    page.locator("#moves button").first.wait_for()
    page.locator("#moves button").first.tap()
    wait(page, "studioModules.app.play.game.moves.length === 1")
    settled(page)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("[data-view=print]").tap()
    page.locator("#sheets").fill("2")
    own = sheetgen.pad(str(start_names()["meadow"]), sheets=2)
    assert pixels(exported(page, "pad")) == pixels(own)
