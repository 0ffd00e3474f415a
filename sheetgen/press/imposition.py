"""Imposition: the positions of sheets on a page, and the positions of their backs on the other side of the paper.

Called by `press.pads`; all lengths are millimetres on paper.
"""

from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from sheetgen.drawing.scene import Rect
from sheetgen.drawing.text import LEAST_POINTS
from sheetgen.press import PressError

Size = tuple[float, float]  # width and height
Flip = Literal["long", "short"]
Scale = float | Literal["grow", "fit"]
RULER = 6.5  # width of the strip for the ruler outside the sheets
MARKS = 2.5  # what sheets that grow leave free for cutting marks on every side
LEAST_GROWN = 0.9  # sheets that miss the paper by more than its unprintable edge are refused, not shrunk
MOST_UP = 64


class PaperTooSmallError(PressError):
    """Sheets that do not fit the paper at this size."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The position of one sheet; `turned` means upside down."""

    rect: Rect
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Imposition:
    """A page and the placements of sheets on it, row by row."""

    width: float
    height: float
    scale: float
    columns: int
    rows: int
    placements: tuple[Placement, ...]

    @property
    def grid(self) -> Rect:
        """The area that all placements cover together."""
        rects = [placement.rect for placement in self.placements]  # the last row may be shorter than the others
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)

    def back_of(self, placement: Placement, flip: Flip) -> Placement:
        """The placement of a sheet's back on the other side of the paper, as seen from there.

        Turned on a vertical edge, left becomes right. Turned on a horizontal edge, top becomes bottom; then the back
        is printed upside down, so that every cut sheet turns like the page of a book, whichever edge was used.
        """
        rect = placement.rect
        upright = self.height >= self.width
        if (flip == "long") == upright:
            return Placement(Rect(self.width - rect.right, rect.y, rect.width, rect.height), placement.turned)
        return Placement(Rect(rect.x, self.height - rect.bottom, rect.width, rect.height), not placement.turned)


def single_sheet(size: Size, outside: float) -> Imposition:
    """One sheet per page, with `outside` millimetres for bleed and marks around it."""
    width, height = size
    placement = Placement(Rect(outside, outside, width, height))
    return Imposition(width + 2 * outside, height + 2 * outside, 1.0, 1, 1, (placement,))


def room_for_one(paper: Size, margin: float) -> Size:
    """The size of one sheet that fills an upright paper, up to the cutting marks and the ruler.

    >>> room_for_one((210, 297), 5)
    (195.0, 274.0)
    """
    width, height = sorted(paper)
    return width - 2 * (margin + MARKS), height - 2 * (margin + RULER)


def impose(
    size: Size,
    paper: Size,
    *,
    up: int | None = None,
    scale: Scale = "grow",
    margin: float = 5.0,
    strip: Size = (0.0, 0.0),
    least: float = 0.0,
) -> Imposition:
    """Place as many sheets as fit, or `up` of them; `strip` is added to the width and height of each, unscaled.

    Scale 1 is the native size. "grow" enlarges the sheets to what the paper holds, in whole percent. It never makes
    them smaller, except where they fit the paper and only miss the edge that cannot be printed: two A5 sheets on A4.
    "fit" also makes them as small as needed. `least` is the scale from which all type can be read. Raise
    PaperTooSmallError if sheets do not fit, or only at a smaller scale.

    >>> impose((120, 171), (210, 297)).scale, impose((148, 210), (210, 297)).scale
    (1.14, 0.92)
    """
    grids = [
        _Grid(size, paper[::-1] if turned else paper, columns, rows, margin, strip)
        for columns, rows, turned in _arrangements(up)
    ]
    wishes: tuple[Scale, ...] = ("grow", "fit") if scale == "fit" else (scale,)
    for wish in wishes:
        fitting = [(used, grid) for grid in grids if (used := grid.scale(wish)) is not None]
        if fitting:
            # As many as possible, as large as possible; of those that must shrink, as large as possible.
            used, grid = max(fitting, key=lambda pair: (wish != "fit" and pair[1].count, pair[0]))
            if used < least:
                needed = f"a sheet of {size[0]:g} x {size[1]:g} mm needs {_percent(least)} % or more"
                raise PaperTooSmallError(f"at {used * 100:g} % some type is smaller than {LEAST_POINTS:g} pt: {needed}")
            return grid.imposition(used)
    raise PaperTooSmallError(_does_not_fit(size, paper, up, margin, strip, least))


def _percent(scale: float) -> int:
    """A scale in percent, rounded up."""
    return ceil(scale * 100 - 1e-6)


def _arrangements(up: int | None) -> list[tuple[int, int, bool]]:
    """Columns, rows and whether the paper is turned; upright paper first."""
    counts = range(1, MOST_UP + 1) if up is None else (up,)
    return [
        (columns, count // columns, turned)
        for turned in (False, True)
        for count in counts
        for columns in range(1, count + 1)
        if count % columns == 0
    ]


@dataclass(frozen=True)
class _Grid:
    """Columns and rows of sheets in the middle of a paper; lengths as of `impose`."""

    size: Size
    paper: Size
    columns: int
    rows: int
    margin: float
    strip: Size

    def scale(self, wanted: Scale) -> float | None:
        """The scale of the sheets; None if they do not fit."""
        largest = self.largest_scale()
        if not isinstance(wanted, str):
            return wanted if 0 < wanted <= largest + 1e-9 else None
        with_marks = floor(self.largest_scale(MARKS) * 100 + 1e-6) / 100
        if wanted == "fit":
            return with_marks if with_marks > 0 else None
        if largest >= 1 - 1e-9:
            return max(1.0, with_marks)
        return with_marks if with_marks >= LEAST_GROWN and self._fits_whole_paper() else None

    def largest_scale(self, marks: float = 0.0) -> float:
        """The scale at which the grid fits between the margins and leaves a strip for the ruler on one side.

        `marks` is the room that is left for cutting marks on every side.
        """
        free = [self.paper[i] - 2 * self.margin - count * self.strip[i] for i, count in enumerate(self._counts)]
        total = [count * self.size[i] for i, count in enumerate(self._counts)]
        # The grid is centred on the paper, so that fronts and backs match: the ruler takes its width twice.
        beside = min((free[0] - 2 * RULER) / total[0], (free[1] - 2 * marks) / total[1])
        below = min((free[0] - 2 * marks) / total[0], (free[1] - 2 * RULER) / total[1])
        return max(beside, below)

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return self.columns * self.rows

    @property
    def _counts(self) -> tuple[int, int]:
        return self.columns, self.rows

    def _fits_whole_paper(self) -> bool:
        return all(count * (self.size[i] + self.strip[i]) <= self.paper[i] for i, count in enumerate(self._counts))

    def imposition(self, scale: float) -> Imposition:
        """The page with its placements."""
        width, height = (self.size[i] * scale + self.strip[i] for i in (0, 1))
        left, top = (self.paper[0] - self.columns * width) / 2, (self.paper[1] - self.rows * height) / 2
        placements = tuple(
            Placement(Rect(left + column * width, top + row * height, width, height))
            for row in range(self.rows)
            for column in range(self.columns)
        )
        return Imposition(*self.paper, scale, self.columns, self.rows, placements)


def _does_not_fit(size: Size, paper: Size, up: int | None, margin: float, strip: Size, least: float) -> str:
    """The message of a PaperTooSmallError: what does not fit, and which scale would."""
    count = up or 1
    largest = max(
        _Grid(size, paper[::-1] if turned else paper, columns, rows, margin, strip).largest_scale()
        for columns, rows, turned in _arrangements(count)
    )
    what = "one sheet" if count == 1 else f"{count} sheets"
    message = f"{what} of {size[0]:g} x {size[1]:g} mm will not fit paper of {paper[0]:g} x {paper[1]:g} mm"
    percent = int(largest * 100)
    return message + (
        f" at this size; --scale {percent} or --scale fit would" if percent >= max(_percent(least), 1) else ""
    )


def stacked_numbers(count: int, many: int) -> list[list[int]]:
    """The numbers of `count` sheets on pages of `many`: cut into stacks, one on top of the other, they are in order.

    >>> stacked_numbers(5, 2)
    [[1, 4], [2, 5], [3]]
    """
    pages = -(-count // many)
    last = count - (pages - 1) * many
    heights = [pages if stack < last else pages - 1 for stack in range(many)]
    starts = [sum(heights[:stack]) for stack in range(many)]
    return [[starts[stack] + page + 1 for stack in range(many) if page < heights[stack]] for page in range(pages)]
