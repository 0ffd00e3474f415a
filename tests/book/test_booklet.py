"""Booklets: pages in the order of folded sheets, moved towards the fold by creep."""

import pytest

from sheetgen.book.booklet import booklet_order, booklet_sides, padded, single_sides
from sheetgen.book.pieces import PageDrawing
from sheetgen.press.profiles import load_profile
from tests.book.printed import composed

A5 = (148.5, 210.0)


@pytest.mark.parametrize("pages", [4, 8, 12, 44])
def test_folded_sheets_read_in_order(pages: int) -> None:
    """Put sheets into each other, fold them and leaf through: the pages come in order."""
    order = booklet_order(pages)
    sheets = [(order[i], order[i + 1]) for i in range(0, len(order), 2)]  # outside, inside
    first_half = [page for (_, right), (left, _) in sheets for page in (right, left)]
    second_half = [page for (left, _), (_, right) in reversed(sheets) for page in (right, left)]
    assert first_half + second_half == list(range(pages))


def test_a_booklet_has_a_multiple_of_four_pages() -> None:
    assert [padded(pages) for pages in (1, 4, 5, 8)] == [4, 4, 8, 8]
    assert len(composed("classic", "en", booklet=True).pages) % 4 == 0


def test_creep_moves_inner_pages_to_the_fold() -> None:
    profile = load_profile("press-x4")
    sides = booklet_sides([PageDrawing() for _ in range(12)], A5, profile, "book")
    lefts = [side.pages[0].x for side in sides]
    rights = [side.pages[1].x for side in sides]
    assert profile.creep > 0
    assert [round(x - lefts[0], 3) for x in lefts] == [0, 0, 0.12, 0.12, 0.24, 0.24]
    assert [round(x - rights[0], 3) for x in rights] == [0, 0, -0.12, -0.12, -0.24, -0.24]
    for side in sides:
        left, right = side.pages
        assert left.x + left.reach.right == pytest.approx(right.x + right.reach.x)  # they meet at the fold


def test_at_home_nothing_moves_and_nothing_is_around_the_pages() -> None:
    sides = booklet_sides([PageDrawing() for _ in range(8)], A5, load_profile("home"), "book")
    assert {(side.width, side.height, side.around) for side in sides} == {(297.0, 210.0, ())}
    assert {side.pages[1].x for side in sides} == {148.5}


def test_single_pages_for_a_press_have_bleed_and_marks() -> None:
    (side,) = single_sides([PageDrawing()], A5, load_profile("press-x4"), "book")
    assert side.trim is not None
    assert side.width == 148.5 + 2 * 12
    assert side.bleed == 3
    assert side.around
