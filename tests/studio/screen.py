"""Looking at the page of the studio and typing into it."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIMIT = 900  # seconds: a busy machine may take long for anything
# What the page tells its user, for the message of a test that fails.
SAID = """() => {
  const ids = ['situation', 'refused', 'advice', 'notice', 'said', 'problems-title', 'dice', 'log',
    'figures-state', 'run-state'];
  const said = ids.map((id) => [id, document.getElementById(id)?.textContent.slice(0, 200) ?? '']);
  return { ...Object.fromEntries(said), body: { ...document.body.dataset } };
}"""
CELLS = "document.querySelector('.page').shadowRoot"


def until(holds: Callable[[], object], seconds: float = LIMIT) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.03)


def wait(page: "Page", expression: str) -> None:
    """Wait until an expression is true on the page; its policy forbids what the browser driver would do for that."""
    try:
        # While the page is loaded anew there is nothing to look at.
        until(lambda: page.evaluate(f"(() => {{ try {{ return !!({expression}) }} catch {{ return false }} }})()"))
    except AssertionError:
        raise AssertionError(f"waited in vain for {expression}; the page says {page.evaluate(SAID)}") from None


def settled(page: "Page") -> None:
    """Wait until everything that was asked for is drawn."""
    wait(page, "document.body.dataset.busy === 'no'")


def still(page: "Page") -> None:
    """The same, and nothing moves or fades any more; a cursor blinks for ever."""
    settled(page)
    ended = "each.playState !== 'running' || each.effect.getComputedTiming().iterations === Infinity"
    wait(page, f"document.getAnimations().every(each => {ended})")


def lines(page: "Page") -> str:
    """The part of the text that is in view."""
    return "\n".join(page.locator(".cm-line").all_text_contents())


def drawn(page: "Page") -> int:
    """How often the sheet was drawn."""
    return int(page.evaluate("Number(document.body.dataset.drawn)"))


def replace_line(page: "Page", line: str, words: str) -> None:
    """Select a line by its text and type another one over it.

    No mouse: a click goes elsewhere when a message about the line opens, or the page moves, just before it.
    """
    settled(page)
    page.locator(".cm-line", has_text=line).first.evaluate(
        "line => { line.closest('.cm-content').focus(); getSelection().selectAllChildren(line) }"
    )
    page.keyboard.insert_text(words)
    page.keyboard.press("Escape")
    page.locator(".cm-line", has_text=words.strip()).first.wait_for()


def cell(page: "Page", own_id: str, sheet: int = 0) -> tuple[float, float]:
    """The middle of a cell on the screen, once everything is drawn and the cell no longer moves.

    What was said about the last move may change the height of its line, and the sheet below it moves a moment later.
    """
    settled(page)
    found: list[list[float]] = []

    def rests() -> bool:
        found.append(
            page.evaluate(
                "async ([id, sheet]) => { const root = document.querySelectorAll('.page')[sheet].shadowRoot;"
                " const middle = () => { const box = root.getElementById(id).getBoundingClientRect();"
                " return [box.x + box.width / 2, box.y + box.height / 2] };"
                " const frame = () => new Promise(requestAnimationFrame);"
                " const before = middle(); await frame(); await frame();"
                " return [...middle(), ...before] }",
                [own_id, sheet],
            )
        )
        return found[-1][:2] == found[-1][2:]

    until(rests)
    return found[-1][0], found[-1][1]
