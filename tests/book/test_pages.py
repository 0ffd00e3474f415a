"""Pages of whole books, measured: how much of each is filled, heads of chapters with text, questions with answers."""

from collections.abc import Iterator

import pytest

from sheetgen.book.flow import FilledPage, Frame, PlacedPiece
from sheetgen.book.rulebook import ComposedBook
from sheetgen.resources import shipped_variants
from tests.book.printed import composed
from tests.book.test_rulebook import ALL_BOOKS

LEAST_FILLED = 0.55  # the share of a page
LEAST_LAST = 0.2  # the same of the last one before the summary
SPACE = 10.0  # millimetres between pieces that are no empty place
LEAST_LINES = 4  # of a chapter that begins on a page and continues on the next
SHORT = 14  # lines of a question with its answers that is never divided


def filled(page: FilledPage, frame: Frame) -> float:
    """The share of a page that is filled, over all its columns."""
    rect, empty = frame.rect, 0.0
    for column in range(frame.columns):
        y = rect.y
        spans = sorted((each.y, each.y + each.piece.height) for each in page.pieces if each.column in (-1, column))
        for top, bottom in spans:
            empty += top - y if top - y > SPACE else 0.0
            y = max(y, bottom)
        empty += max(0.0, rect.bottom - y)
    return 1 - empty / (rect.height * frame.columns)


def faults(book: ComposedBook) -> Iterator[str]:
    pages, frame = book.filled.pages, book.filled.frame
    for number, page in enumerate(pages, start=2):
        least = LEAST_FILLED if page is not pages[-1] else LEAST_LAST
        if filled(page, frame) < least:
            yield f"page {number} is filled by {filled(page, frame):.0%}"
    placed = [(number, each) for number, page in enumerate(pages, start=2) for each in page.pieces]
    for i, (number, each) in enumerate(placed):
        if not each.piece.is_heading:
            continue
        following = placed[i + 1 :]
        if any(anchor.endswith("#top") for anchor in each.piece.anchors):
            own = [(page, other.piece) for page, other in following if other.chapter == each.chapter]
            here = sum(page == number and bool(piece.text) and not piece.is_heading for page, piece in own)
            if here < LEAST_LINES and any(page > number for page, _ in own):
                yield f"page {number}: {each.piece.text!r} has {here} lines below it"
        elif each.piece.level == 3 and any("/questions#" in anchor for anchor in each.piece.anchors):
            section = [(number, each), *section_of(each, following)]
            if len(section) <= SHORT and len({(page, other.column) for page, other in section}) > 1:
                yield f"page {number}: {each.piece.text!r} is divided"


def section_of(head: PlacedPiece, following: list[tuple[int, PlacedPiece]]) -> Iterator[tuple[int, PlacedPiece]]:
    """The pieces below a heading, up to the next one."""
    for page, each in following:
        if each.piece.is_heading or each.chapter != head.chapter:
            return
        yield page, each


@pytest.mark.parametrize(
    "book", [("objectives", "en", "A4", False), (str(shipped_variants()["meadow"]), "fr", "A4", True)]
)
def test_pages_are_filled(book: tuple[str, str, str, bool]) -> None:
    check(*book)


@pytest.mark.full
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_pages_of_all_books_are_filled(book: tuple[str, str, str, bool]) -> None:
    check(*book)


def check(edition: str, language: str, paper: str, booklet: bool) -> None:
    assert list(faults(composed(edition, language, paper, booklet=booklet))) == []
