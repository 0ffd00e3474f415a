"""Pictures in books are large enough for their smallest areas to be printed."""

import pytest

from sheetgen.book.design import design_for
from sheetgen.book.pictures import Drawing
from sheetgen.book.rulebook import ComposedBook
from sheetgen.drawing.scene import Box, Circle, Paint, Rect, Scene, Shape, line, polygon
from sheetgen.drawing.text import POINT
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.profiles import load_profile
from tests.book.printed import composed
from tests.book.test_rulebook import ALL_BOOKS

BLACK = Paint(fill="#000000")
THIN = Box(Rect(0, 0, 10, 0.2), BLACK)


def drawing(*shapes: Shape) -> Drawing:
    return Drawing(Rect(0, 0, 100, 50), (Scene(100, 50, shapes, "", "", ""),), "", "panel")


def test_the_least_scale_follows_the_thinnest_area() -> None:
    assert drawing(THIN, Box(Rect(0, 0, 10, 10), BLACK)).least_scale(0.1) == pytest.approx(0.5)
    slanted = polygon([(0, 0), (10, 10), (9.9, 10.1), (-0.1, 0.1)], BLACK)
    assert drawing(slanted).least_scale(0.0707) == pytest.approx(0.5, rel=0.001)


def test_lines_circles_and_what_is_white_do_not_count() -> None:
    shapes: list[Shape] = [
        line([(0, 0), (9, 9)], Paint(stroke="#000000", width=0.01)),
        Circle(5, 5, 0.1, BLACK),
        Box(Rect(0, 0, 10, 0.1), Paint(fill="#FFFFFF")),
    ]
    assert drawing(*shapes).least_scale(0.1) == 0.0


def test_a_picture_is_not_smaller_than_can_be_printed_but_never_wider_than_its_room() -> None:
    measures = design_for(PAPERS["A5"], "light", thinnest=0.1 / POINT).measures
    assert measures.printable(drawing(THIN), 0.3, 80.0) == pytest.approx(0.5)
    assert measures.printable(drawing(THIN), 0.7, 80.0) == pytest.approx(0.7)
    assert measures.printable(drawing(THIN), 0.3, 40.0) == pytest.approx(0.4)


def too_small(book: ComposedBook) -> list[str]:
    """Pictures in which a press could not print something."""
    least = load_profile("press-x4").line * POINT
    return [
        f"page {number}: {placed.picture.label!r}"
        for number, page in enumerate(book.pages, start=1)
        for placed in page.pictures
        if placed.rect.width / placed.picture.area.width < placed.picture.least_scale(least) - 1e-6
    ]


@pytest.mark.parametrize("book", [("classic", "en", "A4", True), ("cubed", "de", "A4", True)])
def test_all_of_a_picture_can_be_printed(book: tuple[str, str, str, bool]) -> None:
    edition, language, paper, booklet = book
    assert too_small(composed(edition, language, paper, booklet=booklet)) == []


@pytest.mark.full
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_all_of_every_picture_can_be_printed(book: tuple[str, str, str, bool]) -> None:
    edition, language, paper, booklet = book
    assert too_small(composed(edition, language, paper, booklet=booklet)) == []
