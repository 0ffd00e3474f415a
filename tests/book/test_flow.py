"""Filling pages: columns of equal height, pieces that stay together, heads of tables that are repeated."""

from dataclasses import replace

import pytest

from sheetgen.book.blocks import Band
from sheetgen.book.flow import ALMOST_NEVER, BELOW_HEAD, TORN, Filler, Frame, Setting, best_filled
from sheetgen.book.pieces import Draw, PageDrawing, Piece
from sheetgen.drawing.scene import Rect
from sheetgen.formats.tags import Element

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


def test_no_line_of_a_paragraph_is_alone_in_a_column() -> None:
    """Two lines end the second column of a page; of the other three, one would be in the first column of the next."""
    before = [replace(piece, before=0.01) for piece in lines(18, 9.99)]
    paragraph = [piece.but(text=f"line {i}", keeps=i in (1, 4)) for i, piece in enumerate(lines(5))]
    first, second = filled([*before, *paragraph])
    assert first[1][-2:] == ["line 0", "line 1"]
    assert second == [["line 2", "line 3", "line 4"]]


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


def test_nothing_is_put_below_columns_that_end_early() -> None:
    pieces = [replace(piece, cost=35.0) if i in (8, 9, 10) else piece for i, piece in enumerate(lines(30))]
    assert [text for column in filled(pieces, wide=True)[0] for text in column] == [str(i) for i in range(7)]


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


# Chapters, which can be set in several ways


def setting(chapter: int, count: int, height: float = 10.0, strain: float = 0.0, *, wide: bool = True) -> Setting:
    head = Piece(10 - BELOW_HEAD, nothing, text="title")  # as high as a line, with the space below it
    return Setting(chapter, head, [Band(wide, lines(count, height))], Element("Sect"), strain)


def after(count: int, *chapters: list[Setting]) -> tuple[Filler, tuple[Setting, ...]]:
    """A book with lines on its first page, then chapters."""
    filler = Filler(FRAME)
    filler.fill([Band(True, lines(count))])
    return best_filled(filler, [lambda before, ways=ways: ways for ways in chapters])  # type: ignore[misc]


def test_a_chapter_starts_a_page_if_there_is_little_room() -> None:
    filler, _ = after(8, [setting(1, 12)])
    assert [len(page[0]) for page in columns(filler)] == [8, 10, 3]
    assert [page.chapter for page in filler.pages] == [0, 1, 1]


def test_a_chapter_starts_a_page_if_its_first_pieces_do_not_fit_below_its_head() -> None:
    filler, _ = after(4, [setting(1, 1, 55.0)])
    assert columns(filler)[1] == [["title", "0"]]


def test_a_chapter_starts_below_another_where_that_leaves_less_space() -> None:
    filler, _ = after(2, [setting(1, 7)])
    assert [len(page[0]) for page in columns(filler)] == [10]


def test_smaller_pictures_are_chosen_if_they_save_an_empty_page() -> None:
    large, small = setting(1, 7, 13.0), setting(1, 7, 12.0, 0.1)
    assert after(0, [large, small], [setting(2, 9)])[1][0] is small
    assert after(0, [setting(1, 7, 12.5), small], [setting(2, 9)])[1][0] is not small  # it would save nothing


def test_a_book_does_not_end_with_a_page_of_one_line() -> None:
    filler, chosen = after(0, [setting(1, 9), setting(1, 8, strain=0.1)], [setting(2, 10), setting(2, 9, strain=0.1)])
    assert chosen[1].strain == 0.1
    assert len(filler.pages) == 2


def test_the_last_chapters_have_the_order_that_fills_pages_best() -> None:
    long, short = [setting(2, 1, 90.0)], [setting(3, 1, 40.0)]
    start = Filler(FRAME)
    start.fill([Band(True, lines(5))])
    ways = [lambda before: long, lambda before: short]
    filler, chosen = best_filled(start, [], [ways, ways[::-1]])
    assert [each.chapter for each in chosen] == [3, 2]
    assert [len(page[0]) for page in columns(filler)] == [7, 2]


def test_a_book_does_not_end_with_a_rather_empty_page_if_larger_pictures_fill_it() -> None:
    small, large = setting(1, 13, 10.0), setting(1, 13, 12.5, 0.15)
    assert after(0, [small, large])[1][0] is large


def test_what_comes_after_chapters_knows_their_pages() -> None:
    seen: list[int] = []

    def index(before: Filler) -> list[Setting]:
        seen.append(len(before.pages))
        return [setting(2, 1)]

    best_filled(Filler(FRAME), [lambda before: [setting(1, 14)], index])
    assert seen == [2]


# Columns that end at the same height


def bottoms(pieces: list[Piece]) -> list[float]:
    filler = Filler(FRAME)
    filler.fill([Band(False, pieces)])
    page = filler.pages[0].pieces
    return [max(each.y + each.piece.height for each in page if each.column == column) for column in (0, 1)]


def test_spaces_grow_so_that_columns_end_at_the_same_height() -> None:
    spaced = [replace(piece, before=2.2) for piece in lines(30)]
    assert bottoms(spaced) == [pytest.approx(FRAME.rect.bottom)] * 2
    assert bottoms(lines(30, 9.5)) == [pytest.approx(FRAME.rect.y + 95)] * 2  # there are no spaces that could grow


def test_the_ground_of_an_example_grows_with_its_spaces() -> None:
    grown: list[float] = []

    def ground(height: float) -> Draw:
        grown.append(height)
        return nothing

    bottoms([replace(piece, inner_gap=4.0, ground=ground) for piece in lines(30, 12.0)])
    assert grown[:7] == [pytest.approx(4 / 7)] * 7


def test_pages_with_torn_tables_are_worse() -> None:
    head, badness = Piece(0.0, nothing, text="head"), []
    for carried in (None, head):
        filler = Filler(FRAME)
        filler.fill([Band(True, [head, *(replace(each, carried=carried) for each in lines(20))])])
        filler.new_page()
        badness.append(filler.badness)
    assert badness[1] - badness[0] == pytest.approx(TORN)


def test_a_short_text_at_the_end_is_not_divided_to_balance_columns() -> None:
    question = [piece.but(cost=ALMOST_NEVER if i else 0.0) for i, piece in enumerate(lines(6))]
    assert [len(column) for column in filled(question)[0]] == [6]
    assert [len(column) for column in filled(lines(6))[0]] == [3, 3]


# Chapters at the foot of a page


def test_a_chapter_does_not_open_at_the_foot_of_a_page_that_it_leaves_rather_empty() -> None:
    # Below five lines and the head there is room for a few low lines, but not for the table that follows them.
    low, high = lines(5, 4.0), [Piece(45.0, nothing, text="table")]
    head = Piece(10 - BELOW_HEAD, nothing, text="title")
    chapter = Setting(1, head, [Band(False, [*low, *high, *lines(5)])], Element("Sect"))
    filler, _ = after(5, [chapter])
    assert columns(filler)[1][0][0] == "title"


def test_a_chapter_opens_at_the_foot_of_a_page_that_it_fills() -> None:
    filler, _ = after(4, [setting(1, 14)])
    assert columns(filler)[0][0][4] == "title"


def test_a_part_without_a_head_continues_its_chapter() -> None:
    part = Setting(1, None, [Band(True, lines(3))], Element("Sect"))
    filler, chosen = after(0, [setting(1, 5)], [part])
    assert [len(page[0]) for page in columns(filler)] == [9]
    assert chosen[1] is part


def test_a_page_that_begins_with_the_end_of_an_example_is_worse() -> None:
    last = lines(11)
    badness = []
    for cost in (0.0, 0.7):
        filler = Filler(FRAME)
        filler.fill([Band(True, [*last[:10], last[10].but(page_cost=cost)])])
        filler.new_page()
        badness.append(filler.badness)
    assert badness[1] - badness[0] == pytest.approx(0.7)


def test_smaller_pictures_that_end_a_text_are_not_exchanged_for_larger_ones() -> None:
    small, large = Piece(30.0, nothing, text="small"), Piece(60.0, nothing, text="large", cost=50.0)
    first = Piece(50.0, nothing, text="words")
    ending = [first.but(sizes=[first, first]), large.but(sizes=[small, large])]
    filler = Filler(FRAME)
    filler.fill([Band(True, ending)])
    assert len(filler.pages) == 1
    assert [placed.piece.text for placed in filler.pages[0].pieces] == ["words", "small"]
    assert filler.y <= FRAME.rect.bottom
