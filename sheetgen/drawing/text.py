"""Text with the metrics of its fonts: measured, shrunk and wrapped to fit a rectangle, or turned into outlines.

Sizes (of the em), widths and positions are millimetres on paper.
"""

import pathlib
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from io import BytesIO
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from sheetgen.drawing.faces import face, face_for
from sheetgen.drawing.metrics import read_metrics
from sheetgen.drawing.scene import Command, DrawingError, Group, Item, Paint, Path, Rect, Scene, Text
from sheetgen.resources import BOOK_FONT_FILES, FONT_FILES, font_path

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

POINT = 25.4 / 72  # in millimetres
# Print shops and laser printers of 600 dpi keep the strokes of our fonts down to this size; small letters are then
# 0.7 mm high, which is as little as good eyes read without a lens.
LEAST_POINTS = 4.0
_OUR_FONTS = {**FONT_FILES, **BOOK_FONT_FILES}
APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=\s)")  # within a word, or of a plural; no quotation mark
MEASURED = 5_000  # texts whose width a font remembers: layouts are drawn in many tries with the same words


@dataclass(frozen=True)
class FontFace:
    """A font: its file, the widths of its characters (by code point) and the height of its capitals, in ems."""

    name: str
    path: pathlib.Path
    widths: dict[int, float] = field(repr=False)
    cap_height: float = 0.7
    _measured: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)  # in ems

    def width(self, text: str, size: float) -> float:
        """The width of a text in millimetres; raise DrawingError for a character that no font has."""
        width = self._measured.get(text)
        if width is None:
            width = self._in_ems(text)
            if not self.lacking(text):  # other fonts depend on the layout
                if len(self._measured) >= MEASURED:
                    self._measured.clear()
                self._measured[text] = width
        return width * size

    def lacking(self, text: str) -> str:
        """The characters of a text that the font does not have."""
        return "".join(character for character in text if ord(character) not in self.widths)

    def other_font(self, text: str) -> str:
        """The key of the font for the characters that this one lacks; empty if it has all of them."""
        lacking = "" if text in self._measured else self.lacking(text)
        return face_for(lacking, self.name, text).key if lacking else ""

    def _in_ems(self, text: str) -> float:
        lacking = self.lacking(text)
        other = face_for(lacking, self.name, text) if lacking else None
        return sum(
            other.width(character) if other is not None and character in lacking else self.widths[ord(character)]
            for character in text
        )

    def with_plain_spaces(self, text: str) -> str:
        """The text with plain spaces instead of special ones that the font lacks."""
        for space in self._lacking_spaces:
            text = text.replace(space, " ")
        return text

    def with_curved_apostrophes(self, text: str) -> str:
        """The text with typographic apostrophes, if the font has them.

        >>> font_face("display").with_curved_apostrophes("That's the others' 'Clever'")
        "That’s the others’ 'Clever'"
        """
        return text if self.lacking("\u2019") else APOSTROPHE.sub("\u2019", text)

    @cached_property
    def _lacking_spaces(self) -> str:
        return self.lacking("\u00a0\u2009\u202f")


@cache
def font_face(name: str) -> FontFace:
    """Load a font of FONT_FILES; raise FileNotFoundError if its package is not installed.

    >>> round(font_face("display").width("12", 10), 1)
    10.2
    """
    path = font_path(name)
    return FontFace(name, path, *read_metrics(path.read_bytes()))


def smallest_points(scene: Scene) -> float:
    """The size of the smallest text of a scene in points; infinite if it has none."""
    return _smallest(scene.items) / POINT


def _smallest(items: tuple[Item, ...]) -> float:
    sizes = [item.size for item in items if isinstance(item, Text)]
    return min([*sizes, *[_smallest(item.items) for item in items if isinstance(item, Group)]], default=inf)


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
        metrics.other_font(text),
    )


def runs_of(text: Text) -> list[tuple[str, str]]:
    """The parts of a line that are set in one font each: the name of the font, or the key of another, and the part."""
    widths = font_face(text.font).widths
    parts = groupby(text.text, lambda character: ord(character) in widths or not text.other_font)
    return [(text.font if own else text.other_font, "".join(part)) for own, part in parts]


def width_in(font: str, part: str) -> float:
    """The width in ems of a part of `runs_of`."""
    return font_face(font).width(part, 1) if font in _OUR_FONTS else sum(map(face(font).width, part))


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
# Chinese and Japanese have no spaces: lines break between any two signs, but not before or after some of them.
_SIGNS = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uff65\U00020000-\U0003ffff"
_NOT_FIRST = (
    "\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a"
    "\uff1b\uff1f\uff3d\uff5d"
    "\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7"
)
_NOT_LAST = "\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b"
_BREAK_BETWEEN_SIGNS = re.compile(f"(?<=[{_SIGNS}])(?<![{_NOT_LAST}])(?=[{_SIGNS}])(?![{_NOT_FIRST}])")
_JOINED = "\u200b"  # before a piece that follows without a space


def wrap(text: str, width: float, size: float, font: str) -> list[str] | None:
    """Break a text into as few lines as fit a width, of about equal length; None if a word is too wide.

    >>> wrap("No die shows an even number.", 30, 3.4, "text")
    ['No die shows an', 'even number.']
    """
    metrics = font_face(font)
    words = _words(text, metrics)
    widest = max(metrics.width(word.removeprefix(_JOINED), size) for word in words)
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
        word, space = word.removeprefix(_JOINED), "" if word.startswith(_JOINED) else " "
        longer = f"{lines[-1]}{space}{word}"
        if metrics.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _words(text: str, metrics: FontFace) -> list[str]:
    """The pieces of a text between which a line may break; one that follows without a space begins with _JOINED."""
    words = (_BREAK_BETWEEN_SIGNS.sub(_JOINED, metrics.with_plain_spaces(word)) for word in _BREAK.split(text))
    return [f"{_JOINED if i else ''}{piece}" for word in words for i, piece in enumerate(word.split(_JOINED))]


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
    commands: list[Command] = []
    x = text.x
    for font, character in ((font, character) for font, part in runs_of(text) for character in part):
        for code, values in _glyph_outline(font, character):
            placed = tuple(
                text.y - value * text.size if i % 2 else x + value * text.size for i, value in enumerate(values)
            )
            commands.append((code, placed))
        x += width_in(font, character) * text.size
    return Path(tuple(commands), Paint(fill=text.fill)) if commands else Group("", ())


@cache
def _font(name: str) -> "TTFont":
    from fontTools.ttLib import TTFont

    # From memory: the fonts stay open as long as the program runs, and no file should.
    return TTFont(BytesIO(font_face(name).path.read_bytes()), lazy=True)


@lru_cache(maxsize=2_000)
def _glyph_outline(font: str, character: str) -> tuple[Command, ...]:
    """The outline of a character in ems, y upwards."""
    from sheetgen.drawing.outlines import CommandPen

    if font not in _OUR_FONTS:
        own = face(font)
        own_pen = CommandPen(own.glyphs, own.em)
        own.draw(character, own_pen)
        return tuple(own_pen.commands)
    opened = _font(font)
    glyphs = opened.getGlyphSet()
    pen = CommandPen(glyphs, opened["head"].unitsPerEm)
    glyphs[opened.getBestCmap()[ord(character)]].draw(pen)
    return tuple(pen.commands)
