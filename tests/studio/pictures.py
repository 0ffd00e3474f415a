"""Pictures of the studio for the guide: `python -m tests.studio.pictures FOLDER` makes them anew."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.conftest import CHROMIUM, SWITCHES
from tests.studio.screen import cell, replace_line, settled, wait
from tests.studio.studio_process import studio

SIZE = {"width": 1280, "height": 800}


def main(folder: Path) -> None:
    """Walk through the guide and take a picture at every step."""
    folder.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, CHROMIUM)))
    with tempfile.TemporaryDirectory() as name, studio(Path(name)) as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        page = browser.new_page(viewport=SIZE, device_scale_factor=1)
        page.goto(running.address)
        for number, step in enumerate(STEPS, start=1):
            step(page)
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"studio-{number}-{step.__name__}.png")
        browser.close()


def new(page: Page) -> None:
    """A new layout: the whole classic sheet, every number."""
    page.locator("#new-dialog[open]").wait_for()
    page.locator("[name=whole][value=yes]").check()


def first(page: Page) -> None:
    """The first picture."""
    page.locator("#new-ok").click()
    page.wait_for_selector("body[data-drawn]")


def click(page: Page) -> None:
    """A cell was clicked: the editor stands at its number."""
    page.mouse.click(*cell(page, "yellow.r2c4"))
    wait(page, "document.getElementById('where').textContent.includes('yellow.r2c4')")


def error(page: Page) -> None:
    """A wrong word and what the studio says."""
    page.locator(".cm-content").press("Control+Home")
    replace_line(page, "wild: white", "wild: wite")
    page.locator(".cm-lintRange-error").wait_for()


def completion(page: Page) -> None:
    """What may stand here."""
    replace_line(page, "wild: wite", "wild: white")
    page.locator(".cm-line", has_text="minutes: 30").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("may")
    page.locator(".cm-tooltip-autocomplete").wait_for()


def try_it(page: Page) -> None:
    """A game: some moves were made."""
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Shift+k")
    wait(page, "document.querySelectorAll('#problem-list .error').length === 0")
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    page.locator("#set-dice summary").click()
    page.locator("#dice-words").fill("Y3 B2 G4 O5 P3 W6")
    page.locator("#dice-form button").click()
    settled(page)
    page.locator("#set-dice summary").click()
    page.mouse.click(*cell(page, "yellow.r1c1"))
    settled(page)


def export(page: Page) -> None:
    """A pad for a print shop, with its report."""
    page.locator("#tab-export").click()
    page.locator("[data-export=press]").click()
    page.locator("#report li").first.wait_for(timeout=60_000)


STEPS = (new, first, click, error, completion, try_it, export)

if __name__ == "__main__":
    main(Path(sys.argv[1]))
