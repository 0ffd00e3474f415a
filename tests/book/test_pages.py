"""Pages of whole books, measured: how much is filled; chapters, questions, tables and the sheet with their texts."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from sheetgen.book.examples import LAST_STEP, WITHIN
from sheetgen.book.flow import FilledPage, Frame, PlacedPiece
from sheetgen.book.pieces import Piece, stacked_height
from sheetgen.book.rulebook import ComposedBook
from sheetgen.resources import shipped_variants
from tests.book.printed import composed
from tests.book.test_rulebook import ALL_BOOKS

LEAST_FILLED = 0.55  # the share of a page
LEAST_LAST = 0.4  # the same of the last one before the summary
SPACE = 10.0  # millimetres between pieces that are no empty place
LEAST_LINES = 4  # of a chapter that begins on a page and continues on the next
LEAST_OPENING = 0.6  # the filled share of the place below a head at the foot of a page, if its chapter goes on
LEAST_ENTRIES = 6  # of the index on a page
LOW_STEP = 0.49  # the share of a page up to which a step of an example is never divided
ROUNDING = 0.01  # millimetres
SHORT = 14  # lines of a question with its answers that is never divided


def filled(page: FilledPage, frame: Frame, start: float | None = None) -> float:
    """The share of a page that is filled, over all its columns, from a height on."""
    rect, empty = frame.rect, 0.0
    first = rect.y if start is None else start
    pieces = [each for each in page.pieces if each.y >= first]
    for column in range(frame.columns):
        y = first
        spans = sorted((each.y, each.y + each.piece.height) for each in pieces if each.column in (-1, column))
        for top, bottom in spans:
            empty += top - y if top - y > SPACE else 0.0
            y = max(y, bottom)
        empty += max(0.0, rect.bottom - y)
    return 1 - empty / ((rect.bottom - first) * frame.columns)


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
            goes_on = any(page > number for page, _ in own)
            if here < LEAST_LINES and goes_on:
                yield f"page {number}: {each.piece.text!r} has {here} lines below it"
            share = filled(pages[number - 2], frame, each.y + each.piece.height)
            if goes_on and each.y > frame.rect.y and share < LEAST_OPENING:
                yield f"page {number}: the place below {each.piece.text!r} is filled by {share:.0%}"
        elif each.piece.level == 3 and any("/questions#" in anchor for anchor in each.piece.anchors):
            section = [(number, each), *section_of(each, following)]
            if len(section) <= SHORT and len({(page, other.column) for page, other in section}) > 1:
                yield f"page {number}: {each.piece.text!r} is divided"
        elif any(anchor.endswith("/index#sheet") for anchor in each.piece.anchors):
            seen = {page for page, _ in section_of(each, following)} | {number}
            if len(seen) > 1:
                yield f"pages {sorted(seen)}: the sheet is not beside the list of its parts"
    yield from torn(placed, frame.rect.height)
    yield from divided(book)
    yield from torn_steps(placed, frame.rect.height * LOW_STEP)
    yield from too_low(book)


def torn(placed: list[tuple[int, PlacedPiece]], tallest: float) -> Iterator[str]:
    """Tables away from the text before them or divided without need, and short ends of the index alone on a page."""
    tables: dict[object, list[tuple[int, PlacedPiece]]] = {}
    for page, each in placed:
        if each.piece.table is not None:
            tables.setdefault(each.piece.table, []).append((page, each))
    for rows in tables.values():
        places = list(dict.fromkeys((page, each.column) for page, each in rows))
        if len(places) > 1 and stacked_height([each.piece for _, each in rows]) <= tallest:
            yield f"pages and columns {places}: the table {rows[0][1].piece.text!r} is divided"
    for (before, text), (page, first) in pairwise(placed):
        begins = first.piece.table is not None and first.piece.table is not text.piece.table
        is_said = bool(text.piece.text) and not text.piece.is_heading and not text.piece.is_listed
        if begins and text.piece.table is None and text.chapter == first.chapter and before != page and is_said:
            yield f"page {page}: a table is away from {text.piece.text!r}"
    start = next((i for i, (_, each) in enumerate(placed) if "index#top" in each.piece.anchors), None)
    if start is not None:
        index = [(page, each.piece) for page, each in placed[start:] if each.chapter == placed[start][1].chapter]
        last = index[-1][0]
        entries = sum(page == last and (piece.before > 0 or i == 0) for i, (page, piece) in enumerate(index))
        if last > index[0][0] and entries < LEAST_ENTRIES:
            yield f"page {last}: {entries} entries of the index"


def divided(book: ComposedBook) -> Iterator[str]:
    """Boxes that continue in another column, and last steps of examples that begin a page without need."""
    boxes: dict[object, set[tuple[int, int]]] = {}
    before: Piece | None = None
    for number, page in enumerate(book.filled.pages, start=2):
        for each in page.pieces:
            if each.piece.box is not None:
                boxes.setdefault(each.piece.box, set()).add((number, each.column))
        first = page.pieces[0].piece
        room = book.filled.frame.rect.height - (before.height if before is not None else 0.0)
        if before is not None and first.cost == LAST_STEP and first.height <= room:
            yield f"page {number} begins with the last step of an example: {first.text[:40]!r}"
        before = page.pieces[-1].piece
    for places in boxes.values():
        if len(places) > 1:
            yield f"a box is divided: {sorted(places)}"


def too_low(book: ComposedBook) -> Iterator[str]:
    """Pages whose text ends below its frame."""
    bottom = book.filled.frame.rect.bottom
    for number, page in enumerate(book.filled.pages, start=2):
        lowest = max((each.y + each.piece.height for each in page.pieces), default=0.0)
        if lowest > bottom + ROUNDING:
            yield f"page {number}: its text ends {lowest - bottom:.1f} mm below its frame"


def torn_steps(placed: list[tuple[int, PlacedPiece]], low: float) -> Iterator[str]:
    """Steps of examples that continue in another column though they are not higher than `low`."""
    steps: list[list[tuple[int, PlacedPiece]]] = []
    for page, each in placed:
        if each.piece.cost == WITHIN:
            steps[-1].append((page, each))
        elif each.piece.text:  # not the sign that an example continues
            steps.append([(page, each)])
    for step in steps:
        places = list(dict.fromkeys((page, each.column) for page, each in step))
        if len(places) > 1 and stacked_height([each.piece for _, each in step]) <= low:
            yield f"pages and columns {places}: the step {step[0][1].piece.text[:40]!r} is divided"


def section_of(head: PlacedPiece, following: list[tuple[int, PlacedPiece]]) -> Iterator[tuple[int, PlacedPiece]]:
    """The pieces below a heading, up to the next one."""
    for page, each in following:
        if each.piece.is_heading or each.chapter != head.chapter:
            return
        yield page, each


@pytest.mark.parametrize(
    "book",
    [
        ("objectives", "en", "A4", False),
        ("mix", "en", "A4", False),
        (str(shipped_variants()["meadow"]), "fr", "A4", True),
        (str(shipped_variants()["day-and-night"]), "en", "Letter", False),
    ],
)
def test_pages_are_filled(book: tuple[str, str, str, bool]) -> None:
    check(*book)


@pytest.mark.full
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_pages_of_all_books_are_filled(book: tuple[str, str, str, bool]) -> None:
    check(*book)


def check(edition: str, language: str, paper: str, booklet: bool) -> None:
    assert list(faults(composed(edition, language, paper, booklet=booklet))) == []


# The measures themselves


def rows(count: int, table: object) -> list[Piece]:
    return [Piece(10.0, lambda page, x, y: None, text=str(i), table=table) for i in range(count)]


@pytest.mark.parametrize("second", [(2, 1), (3, 0)])
def test_a_divided_table_is_noticed(second: tuple[int, int]) -> None:
    first, last = rows(2, object())
    placed = [(2, PlacedPiece(first, 0.0, 0.0, 0)), (second[0], PlacedPiece(last.keeping(), 0.0, 0.0, second[1]))]
    assert [each for each in torn(placed, 100.0) if "is divided" in each]
    assert not list(torn(placed, 15.0))  # it is higher than a page


def test_a_table_away_from_its_text_is_noticed() -> None:
    text = Piece(10.0, lambda page, x, y: None, text="Read it from the table")
    placed = [(2, PlacedPiece(text, 0.0, 0.0)), (3, PlacedPiece(rows(1, object())[0], 0.0, 0.0))]
    assert [each for each in torn(placed, 100.0) if "is away from" in each]


@pytest.mark.parametrize("second", [(2, 1), (3, 0)])
def test_a_divided_step_is_noticed(second: tuple[int, int]) -> None:
    first = Piece(10.0, lambda page, x, y: None, text="Ada takes the blue 4")
    sign = Piece(3.0, lambda page, x, y: None)
    last = Piece(10.0, lambda page, x, y: None, text="Blue: 4 points", cost=WITHIN)
    begins = [(2, PlacedPiece(first, 0.0, 0.0, 0))]
    page, column = second
    apart = [*begins, (page, PlacedPiece(sign, 0.0, 0.0, column)), (page, PlacedPiece(last, 0.0, 3.0, column))]
    assert list(torn_steps(apart, 20.0))
    assert not list(torn_steps(apart, 19.0))  # it is too high
    assert not list(torn_steps([*begins, (2, PlacedPiece(last, 0.0, 10.0, 0))], 20.0))
