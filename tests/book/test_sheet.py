"""The picture of a sheet and the list of its parts: one piece, beside each other where that fills pages better."""

from math import dist

import pytest

from sheetgen.book.design import tile
from sheetgen.book.markup import Node
from sheetgen.book.pictures import BookPictures
from sheetgen.book.pieces import PageDrawing, Piece, as_one_row, in_columns
from sheetgen.book.rulebook import ComposedBook
from sheetgen.book.sheet import MOVED, numbered_sheet, orders, sheet_ways
from sheetgen.drawing.scene import Circle, Path, bounds, outline
from sheetgen.layout import SheetEdition, load
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


@pytest.mark.parametrize("booklet", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_front_and_back_of_a_sheet_have_one_scale_and_begin_at_one_height(language: str, booklet: bool) -> None:
    book = composed(str(shipped_variants()["day-and-night"]), language, "A4", booklet=booklet)
    (number,) = sheet_pages(book)
    shown = [placed for placed in book.pages[number - 1].pictures if "sheet" in placed.picture.css.split()]
    front, back = sorted((placed.rect for placed in shown), key=lambda rect: rect.x)
    wide, narrow = (placed.picture.area.width for placed in sorted(shown, key=lambda placed: placed.rect.x))
    assert wide > narrow  # the front has numbers around it
    assert front.width / wide == pytest.approx(back.width / narrow)
    assert (front.y, front.height) == pytest.approx((back.y, back.height))


def test_the_head_of_a_chapter_tells_zones_of_one_die_apart() -> None:
    def dots(name: str, zone: str) -> int:
        layout = load(name)
        (scene,) = tile(BookPictures("en", "light").of(layout), zone).layers
        return sum(isinstance(shape, Circle) for _, shape in scene.shapes())

    variant = str(shipped_variants()["day-and-night"])
    for die in ("rose", "teal", "indigo"):
        assert dots(variant, f"{die}-night") == dots(variant, f"{die}-day") + 1
    assert dots("double", "blue") == 0  # no other zone has its die


def test_dots_of_a_tile_lie_on_it_and_not_on_its_symbol() -> None:
    layout = load(str(shipped_variants()["day-and-night"]))
    assert isinstance(layout.edition, SheetEdition)
    for zone in layout.edition.zones:
        (scene,) = tile(BookPictures("en", "light").of(layout), zone).layers
        _, die, *symbol = (shape for _, shape in scene.shapes())
        if layout.edition.earlier_with_die(zone):
            dot = symbol.pop()
            assert isinstance(dot, Circle)
            assert bounds(die).inset(0.5).contains(bounds(dot))
            outlines = [point for shape in symbol if isinstance(shape, Path) for point in outline(shape.commands)]
            strokes = max((shape.paint.width for shape in symbol if isinstance(shape, Path)), default=0.0)
            assert all(dist((dot.x, dot.y), point) > dot.radius + strokes / 2 + 0.1 for point in outlines)
