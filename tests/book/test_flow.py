"""Filling pages: columns of equal height, pieces that stay together, heads of tables that are repeated."""

from dataclasses import replace

from sheetgen.book.blocks import Band
from sheetgen.book.flow import Filler, Frame
from sheetgen.book.pieces import PageDrawing, Piece
from sheetgen.drawing.scene import Rect

FRAME = Frame(Rect(10, 10, 100, 100), 2, 4.0)


def nothing(page: PageDrawing, x: float, y: float) -> None:
    """Draw nothing."""


def lines(count: int, height: float = 10.0) -> list[Piece]:
    return [Piece(height, nothing, text=str(i)) for i in range(count)]


def columns(filler: Filler) -> list[list[list[str]]]:
    """The texts of the columns of every page."""
    pages = []
    for page in filler.pages:
        xs = sorted({placed.x for placed in page.pieces})
        pages.append([[placed.piece.text for placed in page.pieces if placed.x == x] for x in xs])
    return pages


def filled(pieces: list[Piece], *, wide: bool = False) -> list[list[list[str]]]:
    filler = Filler(FRAME)
    filler.fill([Band(wide, pieces)])
    return columns(filler)


def test_columns_are_balanced_where_the_text_ends() -> None:
    assert [len(column) for column in filled(lines(7))[0]] == [4, 3]
    first, second = filled(lines(26))
    assert [len(column) for column in first] == [10, 10]
    assert [len(column) for column in second] == [3, 3]


def test_all_columns_are_one_for_wide_pieces() -> None:
    assert [[len(column) for column in page] for page in filled(lines(12), wide=True)] == [[10], [2]]


def test_pieces_that_keep_are_never_first() -> None:
    pieces = [piece.keeping() if i in (10, 11) else piece for i, piece in enumerate(lines(14))]
    for page in filled(pieces * 3):
        for column in page:
            assert column[0] not in ("10", "11")


def test_costly_breaks_are_avoided() -> None:
    pieces = [replace(piece, cost=25.0) if i == 10 else piece for i, piece in enumerate(lines(30))]
    assert filled(pieces)[0][0][-1] == "8"  # one place is left empty: that costs ten


def test_the_head_of_a_table_is_repeated() -> None:
    head = Piece(10, nothing, text="head")
    rows = [Piece(10, nothing, text=str(i), carried=head) for i in range(14)]
    first, second = filled([head, rows[0].keeping(), *rows[1:]], wide=True)
    assert first[0][0] == second[0][0] == "head"
    assert first[0][1:] + second[0][1:] == [str(i) for i in range(14)]


def test_what_is_higher_than_a_page_is_divided_all_the_same() -> None:
    pieces = [piece.keeping() if i else piece for i, piece in enumerate(lines(25))]
    placed = [text for page in filled(pieces, wide=True) for column in page for text in column]
    assert placed == [str(i) for i in range(25)]


def test_a_chapter_starts_a_page_if_there_is_little_room() -> None:
    filler = Filler(FRAME)
    filler.fill([Band(True, lines(7))])
    filler.start_chapter(1, Piece(10, nothing, text="title"), [Band(False, lines(2))], least=0.42)
    assert len(filler.pages) == 2
    assert filler.pages[1].chapter == 1


def test_a_chapter_starts_a_page_if_its_first_pieces_do_not_fit_below_its_head() -> None:
    filler = Filler(FRAME)
    filler.fill([Band(True, lines(4))])
    filler.start_chapter(1, Piece(10, nothing, text="title"), [Band(False, lines(1, 55.0))], least=0.3)
    assert columns(filler)[1] == [["title", "0"]]
