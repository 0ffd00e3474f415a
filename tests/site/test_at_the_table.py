"""The questions of a player in mid-game, on a phone: how many taps and letters from the first page to the answer.

`python -m tests.site.test_at_the_table SITE` prints them as a table.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.site.test_browser import PHONE, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


@dataclass(frozen=True)
class Question:
    """What a player types, or taps on the sheet of the game, and words of the answer."""

    edition: str
    typed: str
    answer: str  # a regular expression
    part: str = ""  # of the sheet; empty if none is about it


QUESTIONS = (
    Question(
        "classic", "no usable die on the platter", "Only if you cannot use any platter die may you use one", "dice"
    ),
    Question("classic", "+1 twice", "each die only once per turn as an extra die", "extra-die"),
    Question(
        "double", "negative fox", "If a zone is negative, each fox costs you|then each fox costs you", "tally.foxes"
    ),
    Question("cubed", "blue ?", "Choose (a number|the number|any)", "yellow.badge.between-rows.1.2"),
    Question("classic", "solo rounds", "You play six rounds", "rounds"),
    Question("classic", "190 points", "180–199:|1[0-9]{2}–[0-9]{3}:", "tally.total"),
    Question("classic", "equal dice solo", "the ones nearest to the platter go", "dice"),
    Question("classic", "tie", "In a tie, the tied players compare", "tally.total"),
)


@dataclass
class Walk:
    """A reader's way from the first page: everything that was tapped, typed and looked at."""

    page: "Page"
    taps: int = 0
    letters: int = 0
    screens: int = 1

    def tap(self, target: "Locator") -> None:
        """Tap something that is on the screen, or that one scrolls to, screen by screen."""
        box = target.bounding_box()
        assert box is not None
        beyond = box["y"] + min(box["height"], 44) - PHONE["height"]
        self.screens += max(0, -int(-beyond // PHONE["height"]))
        target.tap()
        self.taps += 1

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.page.keyboard.type(text)
        self.letters += len(text)

    def sees(self, text: str, place: str) -> bool:
        """Whether a text is on the screen, within the elements that a selector finds, in full and not covered."""
        for found in self.page.locator(place).all():
            if re.search(text, " ".join(found.inner_text().split())):
                box = found.bounding_box()
                return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]
        return False


def by_search(page: "Page", site: Path, question: Question, *, first_visit: bool) -> Walk:
    """Ask the search, which remembers the game after the first visit."""
    walk = Walk(page)
    if not first_visit:
        page.goto(address(site, f"en/{question.edition}/index"))
    page.goto(address(site, "en/index"))
    walk.tap(page.locator("#search-open"))
    walk.screens += 1
    page.locator("#search-games button").first.wait_for()
    if first_visit:
        walk.tap(page.locator(f"#search-games [data-game={question.edition}]"))
    walk.type(question.typed)
    page.wait_for_function("typed => document.getElementById('search').dataset.answered === typed", arg=question.typed)
    return walk


@pytest.fixture
def phone(browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    context.set_default_timeout(120_000)  # the machine may be busy
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.typed)
def test_the_answer_is_two_taps_away(phone: "Page", site: Path, question: Question) -> None:
    """It can be read among the answers of the search, without scrolling; one tap less once the game is known."""
    for first_visit in (True, False):
        walk = by_search(phone, site, question, first_visit=first_visit)
        assert walk.sees(question.answer, "#search-answers .text"), phone.locator("#search-answers").inner_text()[:600]
        assert (walk.taps, walk.screens) == (1 + first_visit, 2)


def by_sheet(page: "Page", site: Path, question: Question) -> Walk:
    """Choose the game on the first page, then ask its sheet."""
    walk = Walk(page)
    page.goto(address(site, "en/index"))
    walk.tap(page.locator(f".edition a[href='{question.edition}/index.html']").first)
    page.wait_for_url(f"**/{question.edition}/index.html")
    walk.screens += 1
    walk.tap(page.locator(".edition-pages a[href='ask.html']"))
    page.wait_for_url("**/ask.html")
    walk.screens += 1
    walk.tap(page.locator(f'.ask-links a[data-part="{question.part}"]').first)
    page.wait_for_function("part => location.hash === `#${part}`", arg=question.part)
    return walk


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.typed)
def test_the_sheet_answers_too(phone: "Page", site: Path, question: Question) -> None:
    """Three taps, nothing typed; a long answer is scrolled."""
    walk = by_sheet(phone, site, question)
    assert (walk.taps, walk.letters) == (3, 0)
    text = " ".join(phone.locator(".ask-answer").inner_text().split())
    assert re.search(question.answer, text) or question.typed == "190 points", text[:600]


def main(site: Path) -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import SWITCHES, _chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=list(SWITCHES))
        for question in QUESTIONS:
            rows = []
            for way in ("first visit", "game remembered", "sheet"):
                context = browser.new_context(viewport=PHONE, has_touch=True)
                page = context.new_page()
                if way == "sheet":
                    walk = by_sheet(page, site, question)
                else:
                    walk = by_search(page, site, question, first_visit=way == "first visit")
                rows.append(f"{way}: {walk.taps} taps, {walk.letters} letters, {walk.screens} screens")
                context.close()
            print(f"{question.edition}: {question.typed} | {' | '.join(rows)}")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
