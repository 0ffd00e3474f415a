"""A whole variant made on the sheet, without a line of YAML: by touch alone on a phone, by keys alone on a desk."""

from typing import TYPE_CHECKING

import pytest

from tests.studio.screen import cell, drawn, settled, wait
from tests.studio.studio_process import Running
from tests.studio.test_designing import after_drawing, cover, text_of, walk_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

BEGUN = "# My own sheet\nschema: 1\nextends: classic\ntitle: Forest Clever   # a working title\n"
# What a careful person would have written: only what differs from the parent, and the remarks are kept.
MADE = """# My own sheet
schema: 1
extends: classic
title: Forest Clever   # a working title
zones:
  blue:
    points: {by count: [2, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]}
  green: {bonus: {7: "? any"}}
  lake:
    die: blue
    cells: 6
    order: left to right
    accepts: anything
    points: {by count: [1, 3, 6, 10, 15, 21]}
sheet:
  rows:
    - {height: 0.3, panels: [rounds]}
    - {height: 0.9, panels: [dice, actions]}
    - {height: 4.3, panels: [yellow, blue]}
    - {height: 1.4, panels: [orange]}
    - {height: 1.7, panels: [green]}
    - {height: 1.4, panels: [purple]}
    - {height: 1.7, panels: [lake]}
"""


def begin(running: Running) -> None:
    (running.folder / "forest.yaml").write_text(BEGUN, "utf-8")


def open_forest(page: "Page") -> None:
    page.wait_for_selector("body[data-recalled]")
    wait(page, "[...document.getElementById('file').options].some(o => o.value === 'forest.yaml')")
    page.locator("#file").select_option("forest.yaml")
    wait(page, "document.body.dataset.recalled === 'forest.yaml'")
    settled(page)


def drag(session: "CDPSession", start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag one finger."""
    (x1, y1), (x2, y2) = start, end
    points = [(x1 + (x2 - x1) * part / 6, y1 + (y2 - y1) * part / 6) for part in range(7)]
    kinds = ["touchStart", *["touchMove"] * 6]
    for kind, (x, y) in zip(kinds, points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.full
def test_by_touch_alone_on_a_phone(browser: "Browser", running: Running) -> None:
    begin(running)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    page.goto(running.address)
    open_forest(page)
    page.locator("[data-view=see]").tap()
    # A badge: the fox of green becomes a free choice.
    before = drawn(page)
    page.touchscreen.tap(*cell(page, "green.badge.7"))
    page.locator("#touch [data-badge='? any']").tap()
    after_drawing(page, before)
    # A ladder: the first star of blue.
    page.evaluate("document.getElementById('pages').scrollTop = 0")
    before = drawn(page)
    page.touchscreen.tap(*cell(page, "blue.star.count.1"))
    page.locator("#touch input").fill("2")
    page.locator("#touch form button").first.tap()
    after_drawing(page, before)
    # Panels: orange is dragged above green; a drag out of the sheet moves nothing.
    page.locator("#arrange").tap()
    orange, green = cover(page, "orange"), cover(page, "green")
    same = text_of(page)
    drag(session, (orange["x"] + 40, orange["y"] + 12), (orange["x"] + 40, 60))
    page.locator("#said", has_text="outside the sheet").wait_for()
    assert text_of(page) == same
    before = drawn(page)
    drag(session, (orange["x"] + 40, orange["y"] + 12), (green["x"] + 60, green["y"] + 3))
    after_drawing(page, before)
    page.locator("#arrange").tap()
    # A new zone from the palette.
    page.locator("#add-zone").tap()
    page.locator("#zone-name").fill("lake")
    page.locator("#zone-die").select_option("blue")
    page.locator("#zone-columns").fill("6")
    page.locator("#zone-columns").press("Tab")
    page.locator(".zone-picture").wait_for()
    page.locator("#part-points-by-count").tap()
    wait(page, "document.getElementById('part-points-by-count').checked")
    before = drawn(page)
    page.locator("#zone-ok").tap()
    text = after_drawing(page, before)
    page.locator("#save").tap()
    wait(page, "document.body.dataset.unsaved === 'no'")
    assert (running.folder / "forest.yaml").read_text("utf-8") == text == MADE
    context.close()


@pytest.mark.full
def test_by_keys_alone_on_a_desk(page: "Page", running: Running) -> None:
    begin(running)
    open_forest(page)

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def to(selector: str) -> None:
        """Press Tab until an element has the keyboard."""
        for _ in range(120):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    press("F6")
    if page.evaluate("document.activeElement.id") != "pages":
        press("F6")
    walk_to(page, "green.badge.7")
    press("Enter")
    page.locator("#touch [data-badge='? any']").wait_for()
    to("[data-badge='? any']")
    before = drawn(page)
    press("Enter")
    after_drawing(page, before)
    walk_to(page, "blue.star.count.1")
    press("Enter")
    page.locator("#touch input").wait_for()
    before = drawn(page)
    page.keyboard.type("2")
    press("Enter")
    after_drawing(page, before)
    page.keyboard.press("Escape")
    while page.evaluate("document.activeElement.id") != "arrange":
        press("Shift+Tab")
    press("Enter")
    to("[data-panel=orange]")
    before = drawn(page)
    press("ArrowUp")
    after_drawing(page, before)
    while page.evaluate("document.activeElement.id") != "add-zone":
        press("Shift+Tab")
    press("Enter")
    page.locator("#zone-dialog[open]").wait_for()
    to("#zone-name")
    press("Control+a")
    page.keyboard.type("lake")
    to("#zone-die")
    page.keyboard.type("blue")
    to("#zone-columns")
    press("Control+a")
    page.keyboard.type("6")
    press("Tab")
    page.locator(".zone-picture").wait_for()
    settled(page)
    wait(page, "document.getElementById('part-points-by-count') !== null")
    to("[name=part-points]:checked, [id^=part-points-]")
    for _ in range(20):
        if page.evaluate("document.activeElement.id") == "part-points-by-count":
            break
        press("ArrowDown")
    wait(page, "document.getElementById('part-points-by-count').checked")
    to("#zone-ok")
    before = drawn(page)
    press("Enter")
    text = after_drawing(page, before)
    press("Control+s")
    wait(page, "document.body.dataset.unsaved === 'no'")
    assert (running.folder / "forest.yaml").read_text("utf-8") == text == MADE
