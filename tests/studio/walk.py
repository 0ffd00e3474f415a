"""The steps of the guide in the studio, done as a new user does them; each is named after its section on the page."""

from typing import TYPE_CHECKING

from tests.studio.screen import CELLS, LIMIT, cell, replace_line, settled, wait

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLUMNS = "points: {full columns: [10, 14, 16, 20]}"
MISTAKE = "wild: wite"
LADDER = "points: {above the last: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]}"
STRONG = "points: {above the last: [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]}"
DICE = "Y3 B2 G4 O5 P3 W6"


def new(page: "Page") -> None:
    """Ask for the whole classic sheet, every number."""
    page.locator("#new-dialog[open]").wait_for()
    page.locator("#new-starts label:last-child .thumbnail").wait_for()
    page.locator("[name=start][value=classic]").check()
    page.get_by_label("the whole sheet, every number").check()


def look(page: "Page") -> None:
    """Create it, and click a cell: the editor stands at its number."""
    page.get_by_role("button", name="Create").click()
    page.wait_for_selector("body[data-drawn]")
    page.mouse.click(*cell(page, "yellow.r2c4"))
    wait(page, "document.getElementById('where').textContent.includes('yellow.r2c4')")


def change(page: "Page") -> None:
    """Click the star below the first yellow column, and write another number into its line."""
    page.mouse.click(*cell(page, "yellow.star.column.1"))
    wait(page, f"document.querySelector('.cm-activeLine').textContent.includes({COLUMNS!r})")
    replace_line(page, COLUMNS, "    " + COLUMNS.replace("10", "12"))
    wait(page, f"{CELLS}.getElementById('yellow.star.column.1').textContent === '12'")


def mistake(page: "Page") -> None:
    """A wrong word."""
    page.locator(".cm-content").press("Control+Home")
    replace_line(page, "wild: white", MISTAKE)
    page.locator(".cm-lintRange-error").wait_for()


def complete(page: "Page") -> None:
    """Mend it by a click on what is said about it; then see what may stand below the minutes."""
    page.locator("#problem-list .error").click()
    replace_line(page, MISTAKE, "wild: white")
    wait(page, "document.querySelectorAll('#problem-list .error').length === 0")
    page.locator(".cm-line", has_text="minutes: 30").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("may")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="may waive").wait_for()


def choose(page: "Page") -> None:
    """Take what is offered, twice: the key, then one of its words."""
    page.wait_for_timeout(150)  # the editor takes no answer that comes too fast to be meant
    page.keyboard.press("Enter")
    wait(page, "document.querySelector('.cm-activeLine').textContent === 'may waive: '")
    page.keyboard.type("[passive]")
    page.keyboard.press("Escape")
    wait(page, "document.querySelectorAll('#problem-list .error').length === 0")


def try_it(page: "Page") -> None:
    """A game: set the dice, and mark a cell in a green frame."""
    page.get_by_role("tab", name="Try it").click()
    page.locator("#moves button").first.wait_for()
    page.locator("#set-dice summary").click()
    page.locator("#dice-words").fill(DICE)
    page.locator("#dice-form button").click()
    wait(page, "document.querySelector('.die[data-die=yellow]')?.textContent === '3'")
    settled(page)
    page.locator("#set-dice summary").click()
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, f"{CELLS}.getElementById('mark.yellow.r1c1') !== null")
    settled(page)


def balance(page: "Page") -> None:
    """See how it plays, make green too strong, and see that, on the sheet, too."""
    page.get_by_role("tab", name="Balance").click()
    wait(page, "document.body.dataset.figures && document.getElementById('figures-state').textContent === ''")
    page.mouse.click(*cell(page, "green.star.cell.1"))
    wait(page, f"document.querySelector('.cm-activeLine').textContent.includes({LADDER!r})")
    page.locator("#touch").wait_for()
    page.keyboard.press("Escape")
    replace_line(page, LADDER, f"    {STRONG}")
    page.locator("#heat").check()
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")
    wait(page, "document.getElementById('figures-state').textContent === ''")
    settled(page)


def stay(page: "Page") -> None:
    """Do nothing: another picture of the same."""


def versions(page: "Page") -> None:
    """See what was changed before, with pictures."""
    page.locator("#heat-hide").click()
    page.locator("#versions").click()
    page.locator("#version-list li .thumbnail").nth(2).wait_for()


def back(page: "Page") -> None:
    """Open the version before the last change."""
    page.locator("#version-list li").nth(1).get_by_role("button", name="Open this version").click()
    page.locator("#versions-dialog").wait_for(state="hidden")
    settled(page)


def printing(page: "Page") -> None:
    """A pad for a print shop, with its report."""
    page.get_by_role("tab", name="Export").click()
    page.get_by_role("button", name="Pad for a print shop").click()
    page.locator("#report li").first.wait_for(timeout=LIMIT * 1000)
