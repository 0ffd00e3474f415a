"""Text with the real metrics of its fonts: measured, shrunk and wrapped to fit a place, or turned into outlines."""

import pathlib
import re
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from sheetgen.drawing.scene import Command, DrawingError, Group, Item, Paint, Path, Rect, Scene, Text

# Name in the scene → package and file. The display face is for numbers and titles, the text face for everything else.
FONT_FILES = {
    "display": ("font_fredoka_one", "FredokaOne-Regular.ttf"),
    "text": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "strong": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}


@dataclass(frozen=True)
class FontFace:
    """A font: where it lies, and how wide its letters are in ems."""

    name: str
    path: pathlib.Path
    widths: dict[int, float] = field(repr=False)
    cap_height: float = 0.7

    def width(self, text: str, size: float) -> float:
        """How wide a text is in millimetres; raise DrawingError for what the font cannot draw."""
        total = 0.0
        for character in text:
            advance = self.widths.get(ord(character))
            if advance is None:
                code = f"U+{ord(character):04X}"
                raise DrawingError(f"the {self.name} face has no {character!r} ({code}) for the text {text!r}")
            total += advance
        return total * size

    def with_plain_spaces(self, text: str) -> str:
        """A text whose special spaces are plain ones where the font lacks them: on one line they make no difference."""
        for space in "\u00a0\u2009\u202f":
            if ord(space) not in self.widths:
                text = text.replace(space, " ")
        return text


def font_path(name: str) -> pathlib.Path:
    """Return the file of a face of `FONT_FILES`; raise FileNotFoundError if its package is not installed.

    >>> font_path("display").name
    'FredokaOne-Regular.ttf'
    """
    package, file = FONT_FILES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the font package {package} is not installed")
    return pathlib.Path(spec.origin).parent / "files" / file


@cache
def font_face(name: str) -> FontFace:
    """Load a face.

    >>> round(font_face("display").width("12", 10), 1)
    10.2
    """
    path = font_path(name)
    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        widths = {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        return FontFace(name, path, widths, font["OS/2"].sCapHeight / em)


# One line


def text_at(text: str, x: float, baseline: float, size: float, font: str, fill: str, anchor: float = 0.0) -> Text:
    """A line of text; anchor 0 starts at x, 0.5 is centred there, 1 ends there."""
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
    """A line of text in the middle of a place, shrunk to fit, but not below a share of its size."""
    metrics: FontFace = font_face(font)
    text = metrics.with_plain_spaces(text)
    width = metrics.width(text, size)
    if width > rect.width:
        size *= rect.width / width
        if size < 0.0001 or rect.width / width < least:
            raise DrawingError(f"{text!r} does not fit {rect.width:.1f} mm")
    x = rect.x + anchor * rect.width
    baseline = rect.y + (rect.height + metrics.cap_height * size) / 2
    return text_at(text, x, baseline, size, font, fill, anchor)


# Several lines


LEADING = 1.18  # from baseline to baseline, in ems
DESCENT = 0.24  # what hangs below the baseline, in ems
STEPS = 24  # how finely a size is searched between its limits

# Lines break at plain spaces, but not inside « » nor before the marks that French sets off.
_BREAK = re.compile(r"(?<!«) (?![»!?:;])")


def wrap(text: str, width: float, size: float, font: str) -> list[str] | None:
    """Break a text into as few lines as fit a width, about equally long; None if a word is too wide.

    >>> wrap("No die shows an even number.", 30, 3.4, "text")
    ['No die shows an', 'even number.']
    """
    metrics = font_face(font)
    words = _words(text, metrics)
    widest = max(metrics.width(word, size) for word in words)
    if widest > width:
        return None
    lines = _greedy(words, width, size, metrics)
    if len(lines) == 1:
        return lines
    # The narrowest column with as many lines makes them even.
    narrow, wide = widest, width
    for _ in range(12):
        middle = (narrow + wide) / 2
        narrow, wide = (narrow, middle) if len(_greedy(words, middle, size, metrics)) == len(lines) else (middle, wide)
    return _greedy(words, wide, size, metrics)


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
    """Lines of text in a place, as large as fits between two sizes.

    A text that fits one line at a share `one_line` of its size stays on one line; otherwise it is wrapped at the
    largest size that fits. `anchor` places the lines across (0 left, 0.5 centred), `rise` down the place (0 top).
    Raise DrawingError if even the least size is too large.
    """
    metrics = font_face(font)
    alone = metrics.with_plain_spaces(text)
    width = metrics.width(alone, 1)
    single = min(size, rect.width / width if width else size, rect.height / metrics.cap_height)
    if single >= max(least, size * one_line):
        return _set([alone], rect, single, font, fill, anchor, rise)
    words = _words(text, metrics)
    for step in range(STEPS + 1):
        smaller = size - (size - least) * step / STEPS
        count = len(_greedy(words, rect.width, smaller, metrics))
        if block_height(count, smaller, font) > rect.height + 1e-6:
            continue
        lines = wrap(text, rect.width, smaller, font)
        if lines is not None:
            return _set(lines, rect, smaller, font, fill, anchor, rise)
    raise DrawingError(
        f"{text!r} does not fit a place of {rect.width:.1f} x {rect.height:.1f} mm, "
        f"even at the least size of {least:.2f} mm; shorten it"
    )


def block_height(lines: int, size: float, font: str) -> float:
    """How high lines are, from the top of the first capitals to what hangs below the last line."""
    below = DESCENT if lines > 1 else 0.0
    return (font_face(font).cap_height + (lines - 1) * LEADING + below) * size


def _set(lines: list[str], rect: Rect, size: float, font: str, fill: str, anchor: float, rise: float) -> list[Text]:
    cap = font_face(font).cap_height * size
    spare = rect.height - cap - (len(lines) - 1) * LEADING * size
    # Several lines keep room for what hangs below the last one, also when they stand at the very foot.
    top = min(spare * rise, spare - (DESCENT * size if len(lines) > 1 else 0.0))
    baseline = rect.y + max(top, 0.0) + cap
    x = rect.x + anchor * rect.width
    return [text_at(line, x, baseline + i * LEADING * size, size, font, fill, anchor) for i, line in enumerate(lines)]


def _greedy(words: list[str], width: float, size: float, metrics: FontFace) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if metrics.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _words(text: str, metrics: FontFace) -> list[str]:
    """What a line may not break."""
    return [metrics.with_plain_spaces(word) for word in _BREAK.split(text)]


# Text as outlines


def outlined(scene: Scene) -> Scene:
    """Draw every text as paths, for programs and print shops that must not depend on fonts."""
    return replace(scene, items=tuple(_item(item) for item in scene.items))


def _item(item: Item) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_item(inner) for inner in item.items))
    return _paths(item) if isinstance(item, Text) else item


def _paths(text: Text) -> Path | Group:
    """One path for the whole line; a line of nothing but spaces leaves an empty group."""
    metrics = font_face(text.font)
    commands: list[Command] = []
    x = text.x
    for character in text.text:
        for code, values in _glyph(text.font, character):
            placed = tuple(
                text.y - value * text.size if i % 2 else x + value * text.size for i, value in enumerate(values)
            )
            commands.append((code, placed))
        x += metrics.widths[ord(character)] * text.size
    return Path(tuple(commands), Paint(fill=text.fill)) if commands else Group("", ())


@cache
def _font(name: str) -> TTFont:
    return TTFont(font_face(name).path, lazy=True)


@cache
def _glyph(font: str, character: str) -> tuple[Command, ...]:
    """The outline of a letter in units of the em, y upwards."""
    opened = _font(font)
    glyphs = opened.getGlyphSet()
    pen = _CommandPen(glyphs, opened["head"].unitsPerEm)
    glyphs[opened.getBestCmap()[ord(character)]].draw(pen)
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
