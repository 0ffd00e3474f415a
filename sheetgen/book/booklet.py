"""Sides of paper: one page on each, or two for a booklet that is folded and stapled. Lengths are millimetres."""

from collections.abc import Sequence

from sheetgen.book.pieces import PageDrawing
from sheetgen.book.writing import PlacedPage, Side
from sheetgen.drawing.scene import Item, Rect
from sheetgen.press.page_marks import printers_marks, slug_line
from sheetgen.press.profiles import Profile

Size = tuple[float, float]


def padded(pages: int) -> int:
    """Return the number of pages of a booklet: a multiple of four.

    >>> padded(13), padded(16)
    (16, 16)
    """
    return -(-pages // 4) * 4


def booklet_order(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 0) on the left and right of every side: outer sheet first, its outside before its inside.

    >>> booklet_order(8)
    [(7, 0), (1, 6), (5, 2), (3, 4)]
    """
    order = []
    for sheet in range(pages // 4):
        first, last = 2 * sheet, pages - 1 - 2 * sheet
        order += [(last, first), (first + 1, last - 1)]
    return order


def single_sides(pages: Sequence[PageDrawing], page: Size, profile: Profile, name: str) -> list[Side]:
    """Return a side for each page; for a press with bleed and printer's marks."""
    outside = profile.outside
    width, height = page
    reach = Rect(0, 0, width, height).inset(-profile.bleed)
    trim = Rect(outside, outside, width, height)
    around = _marks(trim, profile, name)
    return [
        Side(
            width + 2 * outside,
            height + 2 * outside,
            (PlacedPage(drawing, outside, outside, reach),),
            around,
            trim if profile.is_press else None,
            profile.bleed,
        )
        for drawing in pages
    ]


def booklet_sides(pages: Sequence[PageDrawing], page: Size, profile: Profile, name: str) -> list[Side]:
    """Return the sides of a booklet: printed on both sides of the paper, turned on its short edge, and folded.

    The paper of inner sheets sticks out at the front when it is folded and is cut off there; so the profile's `creep`
    moves their pages towards the fold, by the thickness of all sheets outside of them.
    """
    width, height = page
    outside, bleed = profile.outside, profile.bleed
    trim = Rect(outside, outside, 2 * width, height)
    around = _marks(trim, profile, name)
    sides = []
    for i, (left, right) in enumerate(booklet_order(len(pages))):
        moved = profile.creep * (i // 2)
        tall = Rect(0, -bleed, width, height + 2 * bleed)
        placed = (
            # Beyond the fold begins the other page: nothing may reach over it.
            PlacedPage(pages[left], outside + moved, outside, Rect(-bleed - moved, tall.y, width + bleed, tall.height)),
            PlacedPage(pages[right], outside + width - moved, outside, Rect(moved, tall.y, width + bleed, tall.height)),
        )
        size = (2 * (width + outside), height + 2 * outside)
        sides.append(Side(*size, placed, around, trim if profile.is_press else None, bleed))
    return sides


def _marks(trim: Rect, profile: Profile, name: str) -> tuple[Item, ...]:
    if not profile.is_press:
        return ()
    text = " · ".join([name, f"{trim.width:g} x {trim.height:g} mm", profile.standard])
    return (*printers_marks(trim, profile), *slug_line(trim, profile, text))
