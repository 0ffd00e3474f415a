"""The page in a real browser: writing, seeing, clicking, saving."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import Text
from sheetgen.layout import check, load
from sheetgen.resources import shipped_layouts
from tests.drawing.fonts import small_font
from tests.studio.screen import CELLS, LIMIT, cell, drawn, lines, replace_line, still, until, wait
from tests.studio.studio_process import Running, start, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OWN_FONTS = "[...document.fonts].filter(own => own.family.startsWith('sheetgen-own-'))"


def test_typing_draws_the_sheet_anew(page: "Page") -> None:
    before = drawn(page)
    replace_line(page, "title: That", "title: Seven Seas")
    wait(page, f"Number(document.body.dataset.drawn) > {before}")
    wait(page, f"{CELLS}.textContent.includes('Seven Seas')")
    assert page.locator("#state").text_content() == "unsaved"


def test_an_error_stands_at_its_word_and_goes_when_it_is_mended(page: "Page", running: Running) -> None:
    replace_line(page, "  reroll:    {slots: 7}", "  reroll:    {slots: seven}")
    problem = page.locator("#problem-list .error").first
    problem.wait_for()
    told = problem.text_content() or ""
    # Word for word what `sheetgen check` says about such a file.
    path = running.folder / "broken.yaml"
    path.write_text(
        (running.folder / "mine.yaml").read_text("utf-8").replace("reroll:    {slots: 7}", "reroll:    {slots: seven}"),
        "utf-8",
    )
    (own,) = [own for own in check(str(path)) if own.severity == "error"]
    assert told == f"{own.position.line}:{own.position.column} {own.path}: {own.message}"
    assert page.locator(".cm-lintRange-error").text_content() == "seven"
    assert page.locator("#pages").get_attribute("class") == "stale"
    replace_line(page, "  reroll:    {slots: seven}", "  reroll:    {slots: 7}")
    wait(page, "document.querySelectorAll('#problem-list .error').length === 0")
    assert page.locator(".cm-lintRange-error").count() == 0
    assert page.locator("#pages").get_attribute("class") == ""


def test_the_wrong_word_itself_is_underlined(page: "Page") -> None:
    replace_line(page, "wild: white", "wild: wite")
    mark = page.locator(".cm-lintRange-error")
    mark.wait_for()
    assert mark.text_content() == "wite"
    assert "did you mean 'white'?" in (page.locator("#problem-list .error").text_content() or "")


def test_a_click_on_a_problem_leads_to_it(page: "Page") -> None:
    replace_line(page, "wild: white", "wild: wite")
    page.locator(".cm-lintRange-error").wait_for()
    page.locator(".cm-line").first.click()
    page.locator("#problem-list .error").click()
    wait(page, "document.querySelector('.cm-activeLine').textContent.startsWith('wild: wite')")


def test_completion_knows_keys_and_words(page: "Page") -> None:
    page.locator(".cm-line", has_text="minutes: 30").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("may")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="may waive").wait_for()
    page.wait_for_timeout(150)
    page.keyboard.press("Enter")
    wait(page, "document.querySelector('.cm-activeLine').textContent === 'may waive: '")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Home")
    page.keyboard.type("foxes: wor")
    page.locator(".cm-tooltip-autocomplete li", has_text="worth the lowest zone").first.wait_for()


def test_completion_knows_the_names_of_this_layout(page: "Page") -> None:
    page.locator(".cm-line", has_text="bonuses: [reroll").first.click()
    page.keyboard.press("Home")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type('  bonuses: [extra die, "? pur')
    offered = page.locator(".cm-tooltip-autocomplete li", has_text="? purple")
    offered.wait_for()
    page.wait_for_timeout(150)
    page.keyboard.press("Enter")
    wait(page, """document.querySelector('.cm-activeLine').textContent.includes('"? purple"')""")


def test_hovering_explains_a_key(page: "Page") -> None:
    page.locator(".cm-line", has_text="wild: white").locator("span", has_text="wild").first.hover()
    page.locator(".meaning", has_text="stands for any colour").wait_for()


def test_a_click_on_the_sheet_leads_to_its_line(page: "Page") -> None:
    for own_id, words in {
        "yellow.r2c4": "- [2, 1, x, 5]",
        "green.badge.7": "bonus: {4: extra die, 6: X blue, 7: fox",
        "orange.4": "cells: 11",
        "round.badge.2": "bonuses: [reroll, extra die",
        "extra-die.3": "extra die: {slots: 7}",
        "yellow.star.column.2": "points: {full columns: [10, 14, 16, 20]}",
    }.items():
        page.mouse.click(*cell(page, own_id))
        wait(page, f"document.querySelector('.cm-activeLine').textContent.includes({words!r})")
        assert own_id in (page.locator("#where").text_content() or "")
        page.locator("#touch").wait_for()
        page.keyboard.press("Escape")


def test_the_cursor_on_a_line_lights_its_cells(page: "Page") -> None:
    page.locator(".cm-line", has_text="bonuses: [reroll").first.click()
    wait(page, f"{CELLS}.querySelectorAll('.light rect').length === 4")
    page.locator(".cm-line", has_text="wild: white").first.click()
    wait(page, f"{CELLS}.querySelectorAll('.light rect').length === 0")


def test_switches_and_zoom(page: "Page") -> None:
    wide = page.locator(".page").bounding_box()
    assert wide is not None
    page.locator("#larger").click()
    larger = page.locator(".page").bounding_box()
    assert larger is not None
    assert larger["width"] == pytest.approx(wide["width"] * 1.2, abs=2)
    page.locator("#fit").click()
    page.locator("#language").select_option("de")
    wait(page, f"{CELLS}.textContent.includes('Ganz schön clever')")
    page.locator("#solo").check()
    wait(page, f"{CELLS}.getElementById('solo.1.active') !== null")
    page.locator("#side").select_option("back")
    wait(page, f"{CELLS}.getElementById('yellow.r1c1') === null")
    page.locator("#side").select_option("both")
    wait(page, "document.querySelectorAll('.page').length === 2")
    light = page.evaluate(f"getComputedStyle({CELLS}.querySelector('svg rect')).fill")
    page.locator("#theme").select_option("ink")
    page.locator("#solo").uncheck()
    wait(page, f"{CELLS}.getElementById('solo.1.active') === null")
    assert light == "rgb(255, 255, 255)"


def test_saving_writes_the_file(page: "Page", running: Running) -> None:
    replace_line(page, "title: That", "title: Saved at Sea")
    page.keyboard.press("Control+s")
    wait(page, "document.getElementById('state').textContent === 'saved'")
    saved = (running.folder / "mine.yaml").read_text("utf-8")
    assert "title: Saved at Sea\n" in saved
    assert not list((running.folder / ".sheetgen-studio").glob("*"))


def test_save_as_new_and_open(page: "Page", running: Running) -> None:
    page.locator("#save-as").click()
    page.locator("#as-name").fill("../escape")
    page.locator("#as-ok").click()
    wait(page, "document.getElementById('as-error').textContent.includes('is no name for a layout')")
    page.locator("#as-name").fill("mine")
    page.locator("#as-ok").click()
    wait(page, "document.getElementById('as-error').textContent.includes('already exists')")
    page.locator("#as-name").fill("copy")
    page.locator("#as-ok").click()
    wait(page, "document.getElementById('file').value === 'copy.yaml'")
    assert (running.folder / "copy.yaml").read_bytes() == (running.folder / "mine.yaml").read_bytes()
    page.locator("#new").click()
    page.locator("[name=start][value=cubed]").check()
    page.locator("#new-name").fill("three")
    page.locator("#new-ok").click()
    wait(page, "document.getElementById('file').value === 'three.yaml'")
    wait(page, f"{CELLS}.getElementById('turquoise.r1c1') !== null")
    assert "extends: cubed" in (running.folder / "three.yaml").read_text("utf-8")
    page.locator("#file").select_option("mine.yaml")
    wait(page, f"{CELLS}.getElementById('green.11') !== null")


def test_a_part_that_comes_from_the_parent_says_so(page: "Page", running: Running) -> None:
    before = drawn(page)
    page.locator("#new").click()
    page.locator("#new-name").fill("child")
    page.locator("#new-ok").click()
    wait(page, "document.getElementById('file').value === 'child.yaml'")
    wait(page, f"Number(document.body.dataset.drawn) > {before}")
    lines = shipped_layouts()["classic"].read_text("utf-8").split("\n")
    line = 1 + next(number for number, text in enumerate(lines) if text.strip() == "- [2, 1, x, 5]")
    page.mouse.click(*cell(page, "yellow.r2c4"))
    wait(page, f"document.getElementById('where').textContent.includes('comes from classic.yaml, line {line}')")


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix", "objectives"])
def test_every_edition_can_be_written_out_whole(running: Running, edition: str) -> None:
    status, answer = running.ask("new", name=f"{edition}-whole.yaml", edition=edition, whole=True)
    assert status == 200
    status, seen = running.ask("draw", name=f"{edition}-whole.yaml", text=answer["text"])
    assert status == 200
    assert seen["pages"], seen["problems"]
    assert "extends:" not in answer["text"]


# Two writers, crashes, changes outside


def test_unsaved_text_survives_a_reload(page: "Page") -> None:
    replace_line(page, "title: That", "title: Not Saved Yet")
    page.reload()
    wait(page, f"{CELLS}?.textContent.includes('Not Saved Yet')")
    assert "is back" in (page.locator("#notice").text_content() or "")
    page.locator("#notice button", has_text="Take the file from disk").click()
    wait(page, f"{CELLS}.textContent.includes('Pretty Clever')")
    assert page.locator("#state").text_content() == "taken from disk"


def test_unsaved_text_survives_a_crash_of_the_studio(browser: "Browser", folder: Path) -> None:
    first = start(folder, "mine.yaml")
    own = browser.new_page()
    own.set_default_timeout(LIMIT * 1000)
    own.goto(first.address)
    own.wait_for_selector("body[data-drawn]")
    replace_line(own, "title: That", "title: Before the Crash")
    draft = folder / ".sheetgen-studio" / "mine.yaml.json"
    until(lambda: draft.exists() and "Before the Crash" in draft.read_text("utf-8"))
    first.process.kill()  # not even a chance to say goodbye
    own.locator("#notice", has_text="does not respond").wait_for()
    first.stop()
    own.close()
    assert "Before the Crash" not in (folder / "mine.yaml").read_text("utf-8")
    with studio(folder, "mine.yaml") as second:
        fresh = browser.new_context().new_page()  # another browser, which remembers nothing
        fresh.set_default_timeout(LIMIT * 1000)
        fresh.goto(second.address)
        fresh.wait_for_selector("body[data-drawn]")
        wait(fresh, f"{CELLS}.textContent.includes('Before the Crash')")
        assert "is back" in (fresh.locator("#notice").text_content() or "")
        fresh.keyboard.press("Control+s")
        wait(fresh, "document.getElementById('state').textContent === 'saved'")
        fresh.close()
    assert "title: Before the Crash\n" in (folder / "mine.yaml").read_text("utf-8")


def test_changes_on_disk_appear(page: "Page", running: Running) -> None:
    path = running.folder / "mine.yaml"
    path.write_text(re.sub(r"title: .*", "title: From Outside", path.read_text("utf-8"), count=1), "utf-8")
    wait(page, f"{CELLS}.textContent.includes('From Outside')")
    assert page.locator("#state").text_content() == "taken over from disk"
    (running.folder / "other.yaml").write_text("schema: 1\nextends: classic\ntitle: Other\n", "utf-8")
    wait(page, "[...document.getElementById('file').options].some(o => o.value === 'other.yaml')")


def test_changes_on_disk_do_not_overwrite_unsaved_text(page: "Page", running: Running) -> None:
    replace_line(page, "title: That", "title: Mine")
    path = running.folder / "mine.yaml"
    path.write_text(re.sub(r"title: .*", "title: Theirs", path.read_text("utf-8"), count=1), "utf-8")
    page.locator("#notice", has_text="was changed by another program").wait_for()
    assert "Mine" in lines(page)
    page.locator("#notice button", has_text="Keep mine").click()
    page.keyboard.press("Control+s")
    wait(page, "document.getElementById('state').textContent === 'saved'")
    assert "title: Mine\n" in path.read_text("utf-8")


def test_two_tabs_do_not_overwrite_each_other(page: "Page", running: Running) -> None:
    other = page.context.new_page()
    # A tab that hears no news, as one that slept.
    other.route("**/api/news", lambda route: route.abort())
    other.goto(running.address)
    other.wait_for_selector("body[data-drawn]")
    replace_line(page, "title: That", "title: First Tab")
    page.keyboard.press("Control+s")
    wait(page, "document.getElementById('state').textContent === 'saved'")
    replace_line(other, "title: That", "title: Second Tab")
    other.keyboard.press("Control+s")
    other.locator("#conflict-dialog[open]").wait_for()
    assert "title: First Tab\n" in (running.folder / "mine.yaml").read_text("utf-8")
    other.locator("#conflict-mine").click()
    until(lambda: "title: Second Tab\n" in (running.folder / "mine.yaml").read_text("utf-8"))
    wait(page, f"{CELLS}.textContent.includes('Second Tab')")
    other.close()


# For everybody


def test_axe_finds_nothing(page: "Page") -> None:
    for tab in ("design", "try", "export"):
        page.locator(f"#tab-{tab}").click()
        still(page)
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
    page.locator("#new").click()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.full
def test_axe_finds_nothing_in_the_dark(page: "Page") -> None:
    page.emulate_media(color_scheme="dark")
    replace_line(page, "wild: white", "wild: wite")
    page.locator(".cm-lintRange-error").wait_for()
    page.locator("#tab-try").click()
    still(page)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_phone_width_is_readable(page: "Page") -> None:
    page.set_viewport_size({"width": 375, "height": 720})
    for part, holder in (("write", "#editor"), ("see", "#pages"), ("print", "#side-panel")):
        page.locator(f"[data-view={part}]").click()
        box = page.locator(holder).bounding_box()
        assert box is not None
        assert box["width"] >= 370
        assert box["height"] > 340
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.locator("[data-view=see]").click()
    sheet = page.locator(".page").bounding_box()
    assert sheet is not None
    assert sheet["width"] > 300
    small = page.evaluate(
        "[...document.querySelectorAll('button, select, label, p, h1, h2, li, dd')].filter(e => e.checkVisibility())"
        ".filter(e => parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML)"
    )
    assert small == []
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_everything_is_reached_by_keyboard(page: "Page") -> None:
    page.locator(".cm-content").focus()
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.id") == "pages"
    wide = page.locator(".page").bounding_box()
    page.keyboard.press("+")
    larger = page.locator(".page").bounding_box()
    assert wide is not None
    assert larger is not None
    assert larger["width"] > wide["width"]
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.id") == "tab-design"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-try"
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    # The editor is no trap: Tab leaves it.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.cm-editor')") is None
    reached = set()
    page.locator("#file").focus()
    for _ in range(60):
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
        page.keyboard.press("Tab")
    assert {
        "file",
        "new",
        "save",
        "save-as",
        "theme",
        "language",
        "side",
        "solo",
        "smaller",
        "fit",
        "larger",
    } <= reached


# Fonts


def test_text_in_the_font_of_the_layout_is_shown(browser: "Browser", tmp_path: Path) -> None:
    folder = tmp_path / "designs"
    folder.mkdir()
    small_font(folder / "own.ttf", "ずる賢い")
    mine = folder / "mine.yaml"
    mine.write_text("schema: 1\nextends: classic\ntitle: ずる賢い Clever\nfont: own.ttf\n", "utf-8")
    scene = draw_page(load(str(mine)), "front")
    title = next(shape for _, shape in scene.shapes() if isinstance(shape, Text) and shape.text == "ずる賢い Clever")
    context = browser.new_context()
    with studio(folder, "mine.yaml") as running:
        page = context.new_page()
        heard: list[str] = []
        page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(LIMIT * 1000)
        page.goto(running.address)
        page.wait_for_selector("body[data-drawn]")
        page.evaluate("async () => { await document.fonts.ready; }")
        assert page.evaluate(f"{OWN_FONTS}.map(own => own.status)") == ["loaded"]
        texts = f"[...{CELLS}.querySelectorAll('text')]"
        wide = page.evaluate(f"{texts}.find(own => own.textContent.includes('Clever')).getComputedTextLength()")
        assert wide == pytest.approx(title.rect.width, rel=0.02)
        # Fonts of earlier drawings do not pile up.
        page.evaluate("""async () => {
          const { thumbnail } = await import("/sheet.js");
          const data = btoa("no font");
          for (let i = 0; i < 60; i += 1) {
            const fonts = [{ name: `sheetgen-own-${i}`, range: "U+3042", data }];
            thumbnail({ css: "", svg: "<svg></svg>", fonts });
          }
        }""")
        assert page.evaluate(f"{OWN_FONTS}.length") == 24
    context.close()
    assert [words for words in heard if "Failed to load resource" not in words] == []
