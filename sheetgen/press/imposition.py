"""Imposition: the positions of sheets on a page, and the positions of their backs on the other side of the paper.

Called by `press.pads`; all lengths are millimetres on paper.
"""

from dataclasses import dataclass
from typing import Literal

from sheetgen.drawing.scene import Rect
from sheetgen.press import PressError

Flip = Literal["long", "short"]
POINT = 25.4 / 72  # in millimetres
RULER = 6.5  # width of the strip for the ruler outside the sheets
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
        first, last = self.placements[0].rect, self.placements[-1].rect
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)

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


def single_sheet(size: tuple[float, float], outside: float) -> Imposition:
    """One sheet per page, with `outside` millimetres for bleed and marks around it."""
    width, height = size
    placement = Placement(Rect(outside, outside, width, height))
    return Imposition(width + 2 * outside, height + 2 * outside, 1.0, 1, 1, (placement,))


def impose(
    size: tuple[float, float],
    paper: tuple[float, float],
    *,
    up: int | None = None,
    scale: float | None = 1.0,
    margin: float = 5.0,
) -> Imposition:
    """Place as many sheets as fit, or `up` of them; scale None shrinks them as little as possible.

    Raise PaperTooSmallError if they do not fit.

    >>> impose((120, 171), (210, 297)).columns
    2
    """
    best: Imposition | None = None
    for columns, rows, turned in _arrangements(up):
        width, height = paper[::-1] if turned else paper
        largest = _largest_scale(size, (width, height), columns, rows, margin)
        used = min(1.0, largest) if scale is None else scale
        if used <= 0 or used > largest + 1e-9:
            continue
        if best is None or (used, columns * rows) > (best.scale, len(best.placements)):
            best = _grid(size, (width, height), columns, rows, used)
    if best is None:
        raise PaperTooSmallError(_does_not_fit(size, paper, up, margin))
    return best


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


def _largest_scale(
    size: tuple[float, float], paper: tuple[float, float], columns: int, rows: int, margin: float
) -> float:
    """The scale at which a grid fits between the margins and leaves a strip for the ruler on one side."""
    free = paper[0] - 2 * margin, paper[1] - 2 * margin
    # The grid is centred on the paper, so that fronts and backs match: the strip takes its width twice.
    beside = min((free[0] - 2 * RULER) / (columns * size[0]), free[1] / (rows * size[1]))
    below = min(free[0] / (columns * size[0]), (free[1] - 2 * RULER) / (rows * size[1]))
    return max(beside, below)


def _grid(size: tuple[float, float], paper: tuple[float, float], columns: int, rows: int, scale: float) -> Imposition:
    width, height = size[0] * scale, size[1] * scale
    left, top = (paper[0] - columns * width) / 2, (paper[1] - rows * height) / 2
    placements = tuple(
        Placement(Rect(left + column * width, top + row * height, width, height))
        for row in range(rows)
        for column in range(columns)
    )
    return Imposition(*paper, scale, columns, rows, placements)


def _does_not_fit(size: tuple[float, float], paper: tuple[float, float], up: int | None, margin: float) -> str:
    """The message of a PaperTooSmallError: what does not fit, and which scale would."""
    count = up or 1
    largest = max(
        _largest_scale(size, paper[::-1] if turned else paper, columns, rows, margin)
        for columns, rows, turned in _arrangements(count)
    )
    what = "one sheet" if count == 1 else f"{count} sheets"
    message = f"{what} of {size[0]:g} x {size[1]:g} mm will not fit paper of {paper[0]:g} x {paper[1]:g} mm"
    percent = int(largest * 100)
    return message + (f" at this size; --scale {percent} or --scale fit would" if percent >= 30 else "")


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
