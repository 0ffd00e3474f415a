"""The QR code that leads to the rules: the address that it holds, and its modules as one path.

Called by `drawing.pages` and the pages of a sheet; lengths are millimetres on paper.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sheetgen.drawing.scene import Box, Command, DrawingError, Group, Paint, Path, Rect

MODULE = 0.33  # the smallest module that a phone reads from a printed page
QUIET = 4  # modules without print around the code
INK, FIELD = "#000000", "#FFFFFF"  # dark on light in every theme: a reader of codes needs the contrast
LONGEST = 62  # characters: what a code of 33 modules holds at error level M

Matrix = tuple[tuple[bool, ...], ...]


def code_for(address: str, edition: str, language: str) -> "QrCode":
    """The code of an address for one edition and language: `{edition}` is its id, `{lang}` the code of the language.

    Raise DrawingError if it has more characters than a code on a sheet can hold.

    >>> code_for("https://example.org/{lang}/{edition}", "classic", "fr").address
    'https://example.org/fr/classic'
    """
    full = address.replace("{edition}", edition).replace("{lang}", language)
    if len(full) > LONGEST:
        reason = f"has {len(full)} characters, and a code that fits a sheet holds {LONGEST}"
        raise DrawingError(f"the address of the rules {full[:LONGEST]}… {reason}: use a shorter one")
    return QrCode(full)


@dataclass(frozen=True)
class QrCode:
    """The code of an address, at error level M: 15 % of it may be dirty."""

    address: str

    @cached_property
    def matrix(self) -> Matrix:
        """Rows of modules from the top, without the quiet zone; true is dark."""
        return _matrix(self.address)

    @property
    def modules(self) -> int:
        """How many modules a side has, without the quiet zone."""
        return len(self.matrix)

    @property
    def least_side(self) -> float:
        """The side of the smallest code that can be read, without its quiet zone."""
        return self.modules * MODULE

    @property
    def quiet_zone(self) -> float:
        """The quiet zone around the smallest code."""
        return QUIET * MODULE

    def module_in(self, field: Rect) -> float:
        """The side of a module if the code is drawn in a square field, quiet zone included."""
        return min(field.width, field.height) / (self.modules + 2 * QUIET)

    def draw(self, field: Rect, alt: str) -> Group:
        """The code in a light square field, quiet zone included.

        Raise DrawingError if a module would be too small to read.
        """
        module = self.module_in(field)
        if module < MODULE - 1e-9:
            raise DrawingError(f"the modules of the code would be {module:.2f} mm wide; readers need {MODULE:g} mm")
        start = field.x + QUIET * module, field.y + QUIET * module
        path = Path(
            tuple(
                (code, tuple(begin + value * module for begin, value in zip(start, values, strict=False)))
                for code, values in outlines(self.matrix)
            ),
            Paint(fill=INK),
        )
        return Group("code", (Box(field, Paint(fill=FIELD)), path), alt=f"{alt}: {self.address}", link=self.address)


@lru_cache(maxsize=64)
def _matrix(address: str) -> Matrix:
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code: Any = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(address)
    code.make()
    count = code.getModuleCount()
    return tuple(tuple(bool(code.isDark(row, column)) for column in range(count)) for row in range(count))


def outlines(matrix: Matrix) -> tuple[Command, ...]:
    """The outlines of all dark areas in modules, clockwise around them and anticlockwise around their holes.

    As areas and not module by module, so that no renderer leaves a thin light line between two modules.

    >>> outlines(((True, True),))
    (('M', (0, 0)), ('L', (2, 0)), ('L', (2, 1)), ('L', (0, 1)), ('Z', ()))
    """
    edges = _edges(matrix)
    commands: list[Command] = []
    while edges:
        corners = _corners(edges)
        commands += [("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ())]
    return tuple(commands)


Point = tuple[int, int]


def _edges(matrix: Matrix) -> dict[Point, list[Point]]:
    """The sides of dark modules that border on light ones: from each point the next ones, clockwise."""
    dark = {(x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark}
    edges: dict[Point, list[Point]] = {}
    for x, y in sorted(dark):
        points = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        neighbours = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for i, neighbour in enumerate(neighbours):
            if neighbour not in dark:
                edges.setdefault(points[i], []).append(points[(i + 1) % 4])
    return edges


def _corners(edges: dict[Point, list[Point]]) -> list[Point]:
    """The corners of one outline, which is taken out of the edges."""
    start = point = min(edges)
    corners: list[Point] = []
    direction = (0, 0)
    while not corners or point != start:
        after = edges[point]
        # Where two modules meet at a corner only, the outline turns to the right and stays with its module.
        right = point[0] - direction[1], point[1] + direction[0]
        target = after.pop(after.index(right) if len(after) > 1 and right in after else 0)
        if not after:
            del edges[point]
        turned = target[0] - point[0], target[1] - point[1]
        if turned != direction:
            corners.append(point)
        point, direction = target, turned
    return corners
