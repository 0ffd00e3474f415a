"""The picture of a sheet and the list of its parts: one piece, beside each other where that fills pages better."""

import pytest

from sheetgen.book.markup import Node
from sheetgen.book.pieces import PageDrawing, Piece, as_one_row, in_columns
from sheetgen.book.rulebook import ComposedBook
from sheetgen.book.sheet import MOVED, numbered_sheet, orders, sheet_ways
from sheetgen.resources import shipped_variants
from tests.book.printed import composed


def nothing(page: PageDrawing, x: float, y: float) -> None:
    """Draw nothing."""


def heading(name: str) -> Node:
    return Node("h2", {"id": name}, [name])


SHEET = Node("figure", {}, [Node("picture-of", {"n": "0", "class": "sheet numbered"})])
PARTS = Node("ol", {}, [Node("li", {}, ["Rounds"])])
TEXT = Node("p", {}, ["text"])
CHAPTER = [heading("glance"), TEXT, heading("set-up"), TEXT, heading("sheet"), SHEET, PARTS, heading("known"), TEXT]


def names(nodes: list[Node]) -> list[str]:
    return [node.id for node in nodes if node.tag == "h2"]


def test_the_section_of_the_sheet_can_be_moved_but_is_never_first() -> None:
    found = {tuple(names(nodes)): cost for nodes, cost in orders(CHAPTER)}
    assert found == {
        ("glance", "set-up", "sheet", "known"): 0.0,
        ("glance", "sheet", "set-up", "known"): MOVED,
        ("glance", "set-up", "known", "sheet"): MOVED,
    }
    assert all(len(nodes) == len(CHAPTER) for nodes, _ in orders(tuple(CHAPTER)))
    assert [names(nodes) for nodes, _ in orders(CHAPTER[2:])] == [
        ["set-up", "sheet", "known"],
        ["set-up", "known", "sheet"],
    ]


def test_a_chapter_without_a_numbered_sheet_has_one_order() -> None:
    panel = Node("figure", {}, [Node("picture-of", {"n": "0", "class": "panel"})])
    plain = [heading("see"), panel, PARTS, heading("bonus"), TEXT, heading("free"), TEXT, heading("points"), TEXT]
    assert orders(plain) == [(plain, 0.0)]
    assert sheet_ways(plain) == (False,)
    assert sheet_ways(CHAPTER) == (False, True)
    assert numbered_sheet([TEXT, SHEET, PARTS]) is None
    assert numbered_sheet([SHEET]) is None


def test_columns_of_a_list_are_about_equal_and_entries_are_whole() -> None:
    entries = [Piece(10, nothing, before=2.0 if i % 2 == 0 else 0.0, text=str(i)) for i in range(6)]
    first, second = in_columns(entries, 2, 50.0)
    assert (first.text, second.text) == ("0 1 2 3", "4 5")
    assert as_one_row([first, second]).height == first.height == 42.0


def sheet_pages(book: ComposedBook) -> set[int]:
    """The pages with a piece of the sheet's section: its pictures, or lines of the list."""
    return {
        number
        for number, page in enumerate(book.pages[1 : 1 + len(book.filled.pages)], start=2)
        if any("sheet" in placed.picture.css.split() for placed in page.pictures)
    }


@pytest.mark.parametrize(
    ("edition", "paper", "booklet"),
    [("meadow", "A4", False), ("meadow", "Letter", False), ("day-and-night", "A4", True)],
)
def test_all_pictures_of_a_sheet_are_on_one_page(edition: str, paper: str, booklet: bool) -> None:
    assert len(sheet_pages(composed(str(shipped_variants()[edition]), "en", paper, booklet=booklet))) == 1
