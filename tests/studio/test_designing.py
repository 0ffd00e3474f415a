"""Designing on the sheet in a real browser: by mouse, touch and keyboard, without a line of YAML."""

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.studio.screen import cell, drawn, replace_line, settled, still, wait
from tests.studio.studio_process import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

TEXT = "(await import('/app.js')).editor.text"


def text_of(page: "Page") -> str:
    return str(page.evaluate(f"(async () => {TEXT})()"))


def after_drawing(page: "Page", before: int) -> str:
    """The text, once the sheet was drawn again."""
    wait(page, f"Number(document.body.dataset.drawn) > {before}")
    settled(page)
    return text_of(page)


def walk_to(page: "Page", target: str) -> None:
    """Press arrow keys as a person does who looks where the frame is."""
    page.keyboard.press("ArrowDown")
    for _ in range(80):
        here = (page.locator("#said").text_content() or "").partition(":")[0]
        if here == target:
            return
        (x, y), (to_x, to_y) = cell(page, here), cell(page, target)
        across = "ArrowRight" if to_x > x else "ArrowLeft"
        down = "ArrowDown" if to_y > y else "ArrowUp"
        page.keyboard.press(down if abs(to_y - y) > 20 else across)
    raise AssertionError(f"no way leads to {target}, only to {here}")


def test_a_number_a_badge_and_a_cell_by_mouse_and_one_undo(page: "Page") -> None:
    first = text_of(page)
    page.mouse.click(*cell(page, "yellow.r1c1"))
    page.locator("#touch input").first.fill("60")
    page.keyboard.press("Enter")
    page.locator("#touch-error", has_text="no roll gives 60 here").wait_for()
    assert text_of(page) == first
    before = drawn(page)
    page.locator("#touch input").first.fill("4")
    page.keyboard.press("Enter")
    number = after_drawing(page, before)
    assert number == first.replace("- [3, 6, 5, x]", "- [4, 6, 5, x]")
    assert page.locator("#touch").is_hidden()
    before = drawn(page)
    page.mouse.click(*cell(page, "green.badge.7"))
    page.locator("#touch [data-badge='? any']").click()
    badge = after_drawing(page, before)
    assert badge == number.replace("7: fox, 9: 6 purple", '7: "? any", 9: 6 purple')
    before = drawn(page)
    page.mouse.click(*cell(page, "orange.11"))
    page.locator("#touch-changes button", has_text="Remove this cell").click()
    shorter = after_drawing(page, before)
    assert "times: [1, 1, 1, 2, 1, 1, 2, 1, 2, 1]" in shorter
    # Typing is part of the same history.
    replace_line(page, "cells: 10", "    cells: 10   # typed")
    assert text_of(page) == shorter.replace("cells: 10", "cells: 10   # typed")
    page.locator("#pages").focus()
    for expected in (shorter, badge, number, first):
        page.keyboard.press("Control+z")
        assert text_of(page) == expected
    page.locator("#redo").click()
    assert text_of(page) == number


def test_typing_right_after_a_change_on_the_sheet_is_a_step_of_its_own(page: "Page") -> None:
    """The editor would join changes that are side by side and less than half a second apart."""
    steps = page.evaluate(
        """async () => {
            const { editor } = await import('/app.js'), first = editor.text;
            editor.change(first.replace('cells: 11', 'cells: 12'));
            const at = editor.text.indexOf('cells: 12') + 'cells: 12'.length;
            editor.view.dispatch({ changes: { from: at, insert: ' ' }, userEvent: 'input.type' });
            const texts = [editor.text];
            for (const _ of 'ab') { editor.undo(); texts.push(editor.text); }
            return [first, ...texts];
        }"""
    )
    first, typed, changed, again = steps
    assert typed == first.replace("cells: 11", "cells: 12 ", 1)
    assert changed == first.replace("cells: 11", "cells: 12", 1)
    assert again == first


def test_escape_leaves_everything_as_it_is_and_leads_back_to_the_sheet(page: "Page") -> None:
    first = text_of(page)
    page.mouse.click(*cell(page, "blue.star.count.3"))
    page.locator("#touch input").fill("99")
    page.keyboard.press("Escape")
    assert page.locator("#touch").is_hidden()
    assert page.evaluate("document.activeElement.id") == "pages"
    assert text_of(page) == first


def test_a_late_answer_does_not_take_the_keyboard_away(page: "Page") -> None:
    """Who clicks the sheet and goes on in the text before the small editor is there, stays in the text."""
    waiting: list[Route] = []
    page.route("**/api/touch", lambda route: waiting.append(route))
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, "document.getElementById('where').textContent.includes('yellow.r1c1')")
    page.locator(".cm-content").focus()
    with page.expect_response("**/api/touch") as answer:
        waiting[0].continue_()
    answer.value.finished()
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert page.locator("#touch").is_hidden()
    assert page.evaluate("document.activeElement.classList.contains('cm-content')")


def test_by_keyboard_alone(page: "Page") -> None:
    page.locator("#pages").focus()
    walk_to(page, "yellow.r1c1")
    assert page.locator("#said").text_content() == "yellow.r1c1: 3"
    page.keyboard.press("Enter")
    page.locator("#touch input").first.wait_for()
    before = drawn(page)
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    assert "- [6, 6, 5, x]" in after_drawing(page, before)
    page.locator("#arrange").focus()
    page.keyboard.press("Enter")
    page.locator(".covers [data-panel=yellow]").focus()
    before = drawn(page)
    page.keyboard.press("ArrowRight")
    assert "panels: [blue, yellow]" in after_drawing(page, before)
    assert page.evaluate("document.activeElement.dataset.panel") == "yellow"
    page.locator(".covers [data-panel=purple]").focus()
    before = drawn(page)
    page.keyboard.press("ArrowUp")
    text = after_drawing(page, before)
    assert "    - {height: 1.4, panels: [purple]}\n    - {height: 1.4, panels: [orange]}\n" in text
    # What leaves nothing that can be drawn is refused in words.
    page.locator(".covers [data-panel=green]").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("#said", has_text="smallest type").wait_for()
    assert text_of(page) == text


def cover(page: "Page", panel: str) -> dict[str, float]:
    """Where the cover of a panel is; all covers are made anew when the size of the page changes."""
    own = f".covers [data-panel={panel}]"
    wait(page, f"document.querySelector({own!r})")
    box: dict[str, float] = page.evaluate(f"document.querySelector({own!r}).getBoundingClientRect().toJSON()")
    return box


def test_panels_are_dragged_and_a_drag_out_of_the_sheet_does_nothing(page: "Page") -> None:
    first = text_of(page)
    page.locator("#arrange").click()
    green, purple = cover(page, "green"), cover(page, "purple")
    page.mouse.move(green["x"] + 30, green["y"] + 20)
    page.mouse.down()
    page.mouse.move(1300, 500, steps=4)
    page.mouse.up()
    assert page.locator("#said").text_content() == "That is outside the sheet: nothing was moved."
    assert text_of(page) == first
    before = drawn(page)
    page.mouse.move(green["x"] + 30, green["y"] + 20)
    page.mouse.down()
    page.mouse.move(purple["x"] + 60, purple["y"] + purple["height"] - 3, steps=4)
    page.mouse.up()
    moved = after_drawing(page, before)
    line = "    - {height: 1.7, panels: [green]}\n"
    assert moved == first.replace(line, "").replace("panels: [purple]}\n", f"panels: [purple]}}\n{line}")


def test_one_click_writes_what_was_meant(page: "Page") -> None:
    replace_line(page, "wild: white", "wild: wite")
    before = drawn(page)
    page.locator("#problem-list .fix", has_text="Write white").click()
    after_drawing(page, before)
    assert "wild: white" in text_of(page)
    assert page.locator("#problem-list .error").count() == 0


def test_an_inherited_part_is_copied_in_on_the_first_touch(page: "Page", running: Running) -> None:
    text = "schema: 1\nextends: classic\ntitle: Child     # mine\n"
    (running.folder / "child.yaml").write_text(text, "utf-8")
    wait(page, "[...document.getElementById('file').options].some(o => o.value === 'child.yaml')")
    before = drawn(page)
    page.locator("#file").select_option("child.yaml")
    after_drawing(page, before)
    page.mouse.click(*cell(page, "blue.badge.rows.1"))
    page.locator("#touch").wait_for()
    assert "comes from classic.yaml" in (page.locator("#touch-origin").text_content() or "")
    before = drawn(page)
    page.locator("#touch [data-badge=fox]").click()
    changed = after_drawing(page, before)
    assert changed == text + "zones:\n  blue:\n    bonus: {rows: [5 orange, fox, fox]}\n"
    assert "zones.blue.bonus.rows" in (page.locator("#said").text_content() or "")


def test_by_touch_on_a_phone(browser: "Browser", running: Running) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(running.address)
    page.wait_for_selector("body[data-drawn]")
    page.locator("[data-view=see]").click()
    page.touchscreen.tap(*cell(page, "yellow.r2c2"))
    page.locator("#touch").wait_for()
    box = page.locator("#touch").bounding_box()
    assert box is not None
    assert box["x"] == 0
    assert round(box["y"] + box["height"]) == 780
    before = drawn(page)
    page.locator("#touch input").first.fill("5")
    page.locator("#touch form button").first.tap()
    assert "- [2, 5, x, 5]" in after_drawing(page, before)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_small_editor_and_while_panels_are_moved(page: "Page", scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.mouse.click(*cell(page, "yellow.r1c1"))
    page.locator("#touch .touch-badge > button").first.click()
    still(page)
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    page.locator("#arrange").click()
    still(page)
    assert Axe().run(page).response["violations"] == []


def test_a_new_zone_from_the_palette_without_a_line_of_yaml(page: "Page") -> None:
    first = text_of(page)
    page.locator("#add-zone").click()
    page.locator("#zone-name").fill("lake")
    page.locator("#zone-die").select_option("blue")
    page.locator("#zone-columns").fill("6")
    page.locator("#zone-columns").press("Tab")
    page.locator(".zone-picture").wait_for()
    page.locator("#part-points-by-count").check()
    wait(page, "document.getElementById('part-points-by-count').checked")
    assert Axe().run(page).response["violations"] == []
    before = drawn(page)
    page.locator("#zone-ok").click()
    text = after_drawing(page, before)
    zone = (
        "  lake:\n    die: blue\n    cells: 6\n    order: left to right\n    accepts: anything\n"
        "    points: {by count: [1, 3, 6, 10, 15, 21]}\n\n"
    )
    row = "    - {height: 1.7, panels: [lake]}\n"
    assert text == first.replace("foxes: worth", f"{zone}foxes: worth") + row
    assert page.evaluate("document.querySelector('.page').shadowRoot.getElementById('lake.6') !== null")
