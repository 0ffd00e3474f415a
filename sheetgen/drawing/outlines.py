"""Text as outlines: the same scene without a single letter that needs a font."""

from dataclasses import replace
from functools import cache

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from sheetgen.drawing.fonts import face
from sheetgen.drawing.scene import Command, Group, Item, Paint, Path, Scene, Text


def outlined(scene: Scene) -> Scene:
    """Draw every text as paths, for programs and print shops that must not depend on fonts."""
    return replace(scene, items=tuple(_item(item) for item in scene.items))


def _item(item: Item) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_item(inner) for inner in item.items))
    return _paths(item) if isinstance(item, Text) else item


def _paths(text: Text) -> Path | Group:
    """One path for the whole line; a line of nothing but spaces leaves an empty group."""
    look = face(text.font)
    commands: list[Command] = []
    x = text.x
    for character in text.text:
        for code, values in _glyph(text.font, character):
            placed = tuple(
                text.y - value * text.size if i % 2 else x + value * text.size for i, value in enumerate(values)
            )
            commands.append((code, placed))
        x += look.widths[ord(character)] * text.size
    return Path(tuple(commands), Paint(fill=text.fill)) if commands else Group("", ())


@cache
def _font(name: str) -> TTFont:
    return TTFont(face(name).path, lazy=True)


@cache
def _glyph(font: str, character: str) -> tuple[Command, ...]:
    """The outline of a letter in units of the em, y upwards."""
    own = _font(font)
    glyphs = own.getGlyphSet()
    pen = _CommandPen(glyphs, own["head"].unitsPerEm)
    glyphs[own.getBestCmap()[ord(character)]].draw(pen)
    return tuple(pen.commands)


class _CommandPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Notes down an outline; the base class turns quadratic curves into cubic ones."""

    def __init__(self, glyphs: object, em: int) -> None:
        super().__init__(glyphs)
        self._em = em
        self.commands: list[Command] = []

    def _note(self, code: str, *points: tuple[float, float]) -> None:
        self.commands.append((code, tuple(value / self._em for point in points for value in point)))

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the names are fontTools'
        self._note("M", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._note("L", point)

    def _curveToOne(  # noqa: N802
        self, first: tuple[float, float], second: tuple[float, float], point: tuple[float, float]
    ) -> None:
        self._note("C", first, second, point)

    def _closePath(self) -> None:  # noqa: N802
        self._note("Z")
