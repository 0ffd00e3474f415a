"""Text with the metrics of its fonts: measured, shrunk and wrapped to fit a rectangle, or turned into outlines.

Sizes (of the em), widths and positions are millimetres on paper.
"""

import pathlib
import re
from dataclasses import dataclass, field, replace
from functools import cache
from io import BytesIO
from math import inf
from unicodedata import bidirectional

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from sheetgen.drawing.scene import Command, DrawingError, Group, Item, Paint, Path, Rect, Scene, Text
from sheetgen.resources import font_path

POINT = 25.4 / 72  # in millimetres
# Print shops and laser printers of 600 dpi keep the strokes of our fonts down to this size; small letters are then
# 0.7 mm high, which is as little as good eyes read without a lens.
LEAST_POINTS = 4.0


@dataclass(frozen=True)
class FontFace:
    """A font: its file, the widths of its characters (by code point) and the height of its capitals, in ems."""

    name: str
    path: pathlib.Path
    widths: dict[int, float] = field(repr=False)
    cap_height: float = 0.7

    def width(self, text: str, size: float) -> float:
        """The width of a text in millimetres; raise DrawingError for a character that the font does not have."""
        total = 0.0
        for character in text:
            advance = self.widths.get(ord(character))
            if advance is None:
                if bidirectional(character) in ("R", "AL"):
                    message = f"the text {text[:20]!r} is written from right to left, which sheets cannot show"
                    raise DrawingError(message, text=text)
                code = f"U+{ord(character):04X}"
                message = f"the {self.name} face has no {character!r} ({code}) for the text {text!r}"
                raise DrawingError(message, text=text)
            total += advance
        return total * size

    def with_plain_spaces(self, text: str) -> str:
        """The text with plain spaces instead of special ones that the font lacks."""
        for space in "\u00a0\u2009\u202f":
            if ord(space) not in self.widths:
                text = text.replace(space, " ")
        return text


@cache
def font_face(name: str) -> FontFace:
    """Load a font of FONT_FILES; raise FileNotFoundError if its package is not installed.

    >>> round(font_face("display").width("12", 10), 1)
    10.2
    """
    path = font_path(name)
    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        widths = {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        return FontFace(name, path, widths, font["OS/2"].sCapHeight / em)


def smallest_points(scene: Scene) -> float:
    """The size of the smallest text of a scene in points; infinite if it has none."""
    return min((shape.size for _, shape in scene.shapes() if isinstance(shape, Text)), default=inf) / POINT


# One line


def text_at(text: str, x: float, baseline: float, size: float, font: str, fill: str, anchor: float = 0.0) -> Text:
    """A line of text that starts at x (anchor 0), is centred there (0.5) or ends there (1)."""
    metrics = font_face(font)
    text = metrics.with_plain_spaces(text)
    width = metrics.width(text, size)
    left = x - anchor * width
    return Text(
        text,
        left,
        baseline,
        size,
        font,
        fill,
        Rect(left, baseline - metrics.cap_height * size, width, metrics.cap_height * size),
    )


def text_in(
    text: str, rect: Rect, size: float, font: str, fill: str, *, anchor: float = 0.5, least: float = 0.5
) -> Text:
    """A line of text, centred vertically in a rectangle and shrunk to its width.

    `anchor` aligns it: 0 left, 0.5 centred, 1 right. Raise DrawingError if it had to shrink below `least` (a share of
    its size).
    """
    metrics: FontFace = font_face(font)
    text = metrics.with_plain_spaces(text)
    width = metrics.width(text, size)
    if width > rect.width:
        size *= rect.width / width
        if size < 0.0001 or rect.width / width < least:
            raise DrawingError(f"{text!r} does not fit {rect.width:.1f} mm; shorten it", text=text)
    x = rect.x + anchor * rect.width
    baseline = rect.y + (rect.height + metrics.cap_height * size) / 2
    return text_at(text, x, baseline, size, font, fill, anchor)


# Several lines


LEADING = 1.18  # from baseline to baseline, in ems
DESCENT = 0.24  # depth of descenders below the baseline, in ems
STEPS = 24  # how many sizes between the limits are tried

# Lines break at plain spaces, but not inside « » nor before the punctuation that has a space before it in French.
_BREAK = re.compile(r"(?<!«) (?![»!?:;])")


def wrap(text: str, width: float, size: float, font: str) -> list[str] | None:
    """Break a text into as few lines as fit a width, of about equal length; None if a word is too wide.

    >>> wrap("No die shows an even number.", 30, 3.4, "text")
    ['No die shows an', 'even number.']
    """
    metrics = font_face(font)
    words = _words(text, metrics)
    widest = max(metrics.width(word, size) for word in words)
    if widest > width:
        return None
    lines = _fill_lines(words, width, size, metrics)
    if len(lines) == 1:
        return lines
    # The narrowest column with as many lines makes them even.
    narrow, wide = widest, width
    for _ in range(12):
        middle = (narrow + wide) / 2
        narrow, wide = (
            (narrow, middle) if len(_fill_lines(words, middle, size, metrics)) == len(lines) else (middle, wide)
        )
    return _fill_lines(words, wide, size, metrics)


def text_block(
    text: str,
    rect: Rect,
    size: float,
    font: str,
    fill: str,
    *,
    least: float,
    one_line: float = 0.85,
    anchor: float = 0.5,
    rise: float = 0.5,
) -> list[Text]:
    """Lines of text in a rectangle, as large as fits between the sizes `least` and `size`.

    A text that fits one line at a share `one_line` of its size stays on one line; otherwise it is wrapped at the
    largest size that fits. `anchor` aligns the lines (0 left, 0.5 centred), `rise` the block (0 top, 1 bottom).
    Raise DrawingError if even the least size is too large.
    """
    metrics = font_face(font)
    one_line_text = metrics.with_plain_spaces(text)
    width = metrics.width(one_line_text, 1)
    one_line_size = min(size, rect.width / width if width else size, rect.height / metrics.cap_height)
    if one_line_size >= max(least, size * one_line):
        return _set_lines([one_line_text], rect, one_line_size, font, fill, anchor, rise)
    words = _words(text, metrics)
    for step in range(STEPS + 1):
        smaller = size - (size - least) * step / STEPS
        count = len(_fill_lines(words, rect.width, smaller, metrics))
        if block_height(count, smaller, font) > rect.height + 1e-6:
            continue
        lines = wrap(text, rect.width, smaller, font)
        if lines is not None:
            return _set_lines(lines, rect, smaller, font, fill, anchor, rise)
    raise DrawingError(
        f"{text!r} does not fit a place of {rect.width:.1f} x {rect.height:.1f} mm, "
        f"even at the least size of {least:.2f} mm; shorten it",
        text=text,
    )


def block_height(lines: int, size: float, font: str) -> float:
    """The height of a block of lines, from the top of the first capitals to the descenders of the last line."""
    below = DESCENT if lines > 1 else 0.0
    return (font_face(font).cap_height + (lines - 1) * LEADING + below) * size


def _set_lines(
    lines: list[str], rect: Rect, size: float, font: str, fill: str, anchor: float, rise: float
) -> list[Text]:
    cap = font_face(font).cap_height * size
    spare = rect.height - cap - (len(lines) - 1) * LEADING * size
    # Several lines keep room for the descenders of the last one, also when aligned to the bottom.
    top = min(spare * rise, spare - (DESCENT * size if len(lines) > 1 else 0.0))
    baseline = rect.y + max(top, 0.0) + cap
    x = rect.x + anchor * rect.width
    return [text_at(line, x, baseline + i * LEADING * size, size, font, fill, anchor) for i, line in enumerate(lines)]


def _fill_lines(words: list[str], width: float, size: float, metrics: FontFace) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if metrics.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _words(text: str, metrics: FontFace) -> list[str]:
    """The pieces of a text between which a line may break."""
    return [metrics.with_plain_spaces(word) for word in _BREAK.split(text)]


# Text as outlines


def outlined(scene: Scene) -> Scene:
    """The scene with every text as paths, for programs and print shops that must not depend on fonts."""
    return replace(scene, items=tuple(outline_item(item) for item in scene.items))


def outline_item(item: Item) -> Item:
    """An item with every text in it as a path."""
    if isinstance(item, Group):
        return replace(item, items=tuple(outline_item(inner) for inner in item.items))
    return _outline_text(item) if isinstance(item, Text) else item


def _outline_text(text: Text) -> Path | Group:
    """One path for the whole line; an empty group for a line of spaces."""
    metrics = font_face(text.font)
    commands: list[Command] = []
    x = text.x
    for character in text.text:
        for code, values in _glyph_outline(text.font, character):
            placed = tuple(
                text.y - value * text.size if i % 2 else x + value * text.size for i, value in enumerate(values)
            )
            commands.append((code, placed))
        x += metrics.widths[ord(character)] * text.size
    return Path(tuple(commands), Paint(fill=text.fill)) if commands else Group("", ())


@cache
def _font(name: str) -> TTFont:
    # From memory: the fonts stay open as long as the program runs, and no file should.
    return TTFont(BytesIO(font_face(name).path.read_bytes()), lazy=True)


@cache
def _glyph_outline(font: str, character: str) -> tuple[Command, ...]:
    """The outline of a character in ems, y upwards."""
    opened = _font(font)
    glyphs = opened.getGlyphSet()
    pen = _CommandPen(glyphs, opened["head"].unitsPerEm)
    glyphs[opened.getBestCmap()[ord(character)]].draw(pen)
    return tuple(pen.commands)


class _CommandPen(BasePen):  # type: ignore[misc]  # fontTools has no types
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
