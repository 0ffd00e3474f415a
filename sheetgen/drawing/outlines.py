"""Pens for the outlines of characters: one records path commands, one hands everything on up to a limit.

Apart from `faces` and `text`, which do without fontTools until an outline is needed.
"""

from functools import cache, partial
from typing import Any

from fontTools.pens.basePen import BasePen, DecomposingPen

from sheetgen.drawing.faces import FontFileError
from sheetgen.drawing.scene import Command

MAX_STEPS = 20_000  # lines, curves and parts of one character
MAX_BYTES_OF_CHARACTER = 200_000  # instructions of one character that are read, in PostScript fonts also repeatedly


class CommandPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Records an outline as path commands; the base class turns quadratic curves into cubic ones."""

    def __init__(self, glyphs: object, em: int) -> None:
        super().__init__(glyphs)
        self._em = em
        self.commands: list[Command] = []

    def _record(self, code: str, *points: tuple[float, float]) -> None:
        self.commands.append((code, tuple(value / self._em for point in points for value in point)))

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the names are fontTools'
        self._record("M", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._record("L", point)

    def _curveToOne(  # noqa: N802
        self, first: tuple[float, float], second: tuple[float, float], point: tuple[float, float]
    ) -> None:
        self._record("C", first, second, point)

    def _closePath(self) -> None:  # noqa: N802
        self._record("Z")


class BoundedPen(DecomposingPen):  # type: ignore[misc]  # fontTools has no types
    """Hands everything to another pen, parts of characters as lines and curves, up to a limit of steps."""

    def __init__(self, pen: Any, glyphs: Any) -> None:
        super().__init__(glyphs)
        self._pen, self._steps, self._bytes = pen, 0, 0

    def bounded_glyph(self, name: str) -> Any:
        """Return a glyph whose instructions, if they are those of PostScript, are counted while they are read."""
        instructions = getattr(self.glyphSet, "charStrings", None)
        if instructions is not None:
            instructions[name].outlineExtractor = partial(_bounded_reader(), self)
        return self.glyphSet[name]

    def count_bytes(self, number: int) -> None:
        """Note that so many bytes of instructions are read."""
        self._bytes += number
        if self._bytes > MAX_BYTES_OF_CHARACTER:
            raise FontFileError(f"a character of the font has more than {MAX_BYTES_OF_CHARACTER} instructions")

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise FontFileError(f"a character of the font has more than {MAX_STEPS} lines and curves")

    def moveTo(self, pt: Any) -> None:  # noqa: N802  # the names are fontTools'
        """Begin a line."""
        self._count()
        self._pen.moveTo(pt)

    def lineTo(self, pt: Any) -> None:  # noqa: N802
        """Draw a straight line."""
        self._count()
        self._pen.lineTo(pt)

    def curveTo(self, *points: Any) -> None:  # noqa: N802
        """Draw cubic curves."""
        self._count()
        self._pen.curveTo(*points)

    def qCurveTo(self, *points: Any) -> None:  # noqa: N802
        """Draw quadratic curves."""
        self._count()
        self._pen.qCurveTo(*points)

    def closePath(self) -> None:  # noqa: N802
        """Close the line."""
        self._pen.closePath()

    def endPath(self) -> None:  # noqa: N802
        """End the line."""
        self._pen.endPath()

    def addComponent(self, name: str, *part: Any, **options: Any) -> None:  # noqa: N802
        """Draw a part that is a character itself."""
        self._count()
        self.bounded_glyph(name)
        super().addComponent(name, *part, **options)


@cache
def _bounded_reader() -> Any:
    """Return a class that reads the instructions of a PostScript glyph; they can call each other billions of times."""
    # Not at the top: the studio in a browser has no other fonts, and not this module.
    from fontTools.misc.psCharStrings import T2OutlineExtractor

    class BoundedReader(T2OutlineExtractor):  # type: ignore[misc]  # fontTools has no types
        def __init__(self, counter: BoundedPen, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._counter = counter

        def execute(self, instructions: Any, **options: Any) -> None:
            """Read the instructions of a glyph, or of what it calls."""
            self._counter.count_bytes(1 + len(instructions.bytecode or instructions.program))
            super().execute(instructions, **options)

    return BoundedReader
