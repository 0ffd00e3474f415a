"""Text that runs around the picture of a zone: beside it on narrow pages, never on it."""

from collections.abc import Iterator

import pytest

from sheetgen.book.around import BETWEEN, run_around
from sheetgen.book.blocks import Setter
from sheetgen.book.design import design_for
from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import Node
from sheetgen.book.pieces import PageDrawing, PlacedPicture, stacked_height
from sheetgen.book.rulebook import ComposedBook
from sheetgen.book.text import no_hyphens
from sheetgen.drawing.scene import Rect, Text
from sheetgen.formats.tags import Element
from sheetgen.layout.sheet import PAPERS
from tests.book.printed import composed
from tests.book.test_rulebook import ALL_BOOKS, texts

LARGE = ("panel", "sheet", "card")
OVERLAP = 0.4  # millimetres that the rectangles of a text and a picture may share


def inner_pages(book: ComposedBook) -> Iterator[tuple[int, PageDrawing]]:
    yield from enumerate(book.pages[1 : 1 + len(book.filled.pages)], start=2)


def large_pictures(page: PageDrawing) -> list[PlacedPicture]:
    return [each for each in page.pictures if each.picture.css.startswith(LARGE)]


def share(text: Text, picture: Rect) -> bool:
    """Whether a text is drawn on a picture."""
    rect = text.rect
    across = min(rect.right, picture.right) - max(rect.x, picture.x)
    down = min(rect.bottom, picture.bottom) - max(rect.y, picture.y)
    return across > OVERLAP and down > OVERLAP


def covered(book: ComposedBook) -> list[str]:
    """Texts that are drawn on a picture, and pictures that are drawn on each other."""
    found = []
    for number, page in inner_pages(book):
        pictures = large_pictures(page)
        for text in (text for item in page.items for text in texts(item)):
            found += [f"page {number}: {text.text!r}" for each in pictures if share(text, each.rect)]
    return found


@pytest.mark.parametrize("book", [("classic", "en", "A5"), ("cubed", "de", "A5"), ("double", "fr", "A4")])
def test_no_text_is_on_a_picture(book: tuple[str, str, str]) -> None:
    assert covered(composed(*book)) == []


@pytest.mark.full
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_no_text_is_on_a_picture_in_any_book(book: tuple[str, str, str, bool]) -> None:
    edition, language, paper, booklet = book
    assert covered(composed(edition, language, paper, booklet=booklet)) == []


def test_narrow_zones_are_beside_their_text_on_narrow_pages() -> None:
    book = composed("classic", "en", "A5")
    frame = book.design.frame.rect
    beside = 0
    for _, page in inner_pages(book):
        for placed in large_pictures(page):
            if placed.picture.css == "panel tall" and placed.rect.right == pytest.approx(frame.right):
                lines = [text for item in page.items for text in texts(item) if text.rect.right < placed.rect.x]
                beside += sum(placed.rect.y < text.y < placed.rect.bottom for text in lines) >= 6
    assert beside == 2  # yellow and blue; the others are too wide


# Lists and paragraphs


def setter() -> Setter:
    design = design_for(PAPERS["A5"], "light")
    reader = InlineReader(("page",), [], "#000000", frozenset())
    return Setter(design.measures, reader, design.plain, no_hyphens, Element("Sect"))


def said(words: int) -> Node:
    return Node("p", {}, [" ".join(["word"] * words)])


def test_a_paragraph_is_narrow_beside_a_picture_and_wide_below_it() -> None:
    used = setter()
    width = used.measures.column
    beside, below, rest = run_around([said(90), said(3)], used, width, width / 3, 20.0)
    assert stacked_height(beside) == pytest.approx(20.0, abs=used.measures.body.leading)
    lengths = [len(piece.text) for piece in (*beside, *below)]
    assert max(lengths[: len(beside)]) * 2 < max(lengths[len(beside) :])
    assert rest == [said(3)] or [node.text for node in rest] == ["word word word"]


def test_items_of_a_list_that_have_no_room_beside_a_picture_are_wide() -> None:
    used = setter()
    width = used.measures.column
    items: list[Node | str] = [Node("li", {}, [" ".join(["word"] * 20)]) for _ in range(4)]
    _, below, rest = run_around([Node("ul", {}, items)], used, width, width / 3, 20.0)
    assert below == []
    assert [len(node.elements) for node in rest] == [2]  # two had room, the second of them not for all its lines


def test_a_heading_is_not_beside_a_picture_without_lines_of_its_text() -> None:
    used = setter()
    width = used.measures.column
    nodes = [said(10), Node("h2", {}, ["What you do"]), said(10)]
    assert [node.tag for node in run_around(nodes, used, width, width / 3, 20.0).rest] == ["h2", "p"]
    assert run_around(nodes, used, width, width / 3, 60.0).rest == []
    assert BETWEEN > 0
