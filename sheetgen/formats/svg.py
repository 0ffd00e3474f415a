"""SVG as markup: shapes with CSS classes for HTML pages, single elements, small pictures, fonts as WOFF2.

For the site and the studio, whose first picture must not wait for more; `svg_document` writes whole documents.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from html import escape
from io import BytesIO
from itertools import pairwise

from sheetgen.drawing.faces import face
from sheetgen.drawing.scene import (
    Box,
    Circle,
    Command,
    Group,
    Item,
    Paint,
    Path,
    Scene,
    Shape,
    Text,
    number,
)
from sheetgen.drawing.text import font_face, runs_of
from sheetgen.resources import BOOK_FONT_FILES, FONT_FILES, packed_font

# Pictures and fonts


def as_picture(scene: Scene) -> str:
    """Write a scene as a small SVG document for an `<img>`: with its fonts, without titles, groups and ids."""
    styles: dict[str, str] = {}
    inner = as_markup(scene.items, styles)
    looks = "".join(f".{name}{{{style}}}" for name, style in sorted(styles.items()))
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(scene.width)} {number(scene.height)}",
        "width": f"{number(scene.width)}mm",
        "height": f"{number(scene.height)}mm",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
    return element("svg", attributes, element("style", {}, font_css(letters_of(scene)) + looks) + inner)


def letters_of(scene: Scene) -> dict[str, str]:
    """The characters that the texts of a scene use, by font."""
    letters: dict[str, set[str]] = {}
    for _, shape in scene.shapes():
        if isinstance(shape, Text):
            for font, part in runs_of(shape):
                letters.setdefault(font, set()).update(part)
    return {font: "".join(sorted(used)) for font, used in sorted(letters.items())}


def font_css(letters: dict[str, str]) -> str:
    """The fonts of some texts as CSS, each with the letters that are used of it, and how texts are set."""
    rules = [font_face_css(font, used) for font, used in letters.items()]
    rules.append("text{white-space:pre;font-kerning:none;text-rendering:geometricPrecision}")
    return "".join(rules)


def font_face_css(font: str, used: str, family: str = "", more: str = "") -> str:
    """A font with some characters as a rule of CSS, by default called as in pictures; `more` are further properties."""
    data = b64encode(subset(font, used)).decode()
    name = family or f"sheetgen-{font}"
    return f"@font-face{{font-family:{name};src:url(data:font/woff2;base64,{data}) format('woff2'){more}}}"


def other_fonts(scene: Scene) -> dict[str, str]:
    """The characters of a scene in fonts that are not ours, by font: a page of the studio has ours already."""
    ours = {shape.font for _, shape in scene.shapes() if isinstance(shape, Text)}
    return {font: used for font, used in letters_of(scene).items() if font not in ours}


@lru_cache(maxsize=32)
def subset(font: str, letters: str) -> bytes:
    """The font as WOFF2 with only the characters of `letters`; where it comes packed, with all that it has."""
    if font not in {**FONT_FILES, **BOOK_FONT_FILES}:
        return _as_woff2(face(font).subset(letters))
    packed = packed_font(font)
    if packed is not None:
        return packed.read_bytes()
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TTFont(font_face(font).path, recalcTimestamp=False) as opened:
        # A time stamp of the font editor, and kerning and ligatures, which are not used and slow to read.
        for table in {"FFTM", "GDEF", "GPOS", "GSUB", "kern"} & set(opened.keys()):
            del opened[table]
        options = Options(flavor="woff2", hinting=False, layout_features=[], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(opened)
        opened.flavor = "woff2"
        stream = BytesIO()
        opened.save(stream)
    return stream.getvalue()


def _as_woff2(content: bytes) -> bytes:
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), recalcTimestamp=False) as font:
        font.flavor = "woff2"
        stream = BytesIO()
        font.save(stream)
    return stream.getvalue()


# Markup


def element(name: str, attributes: Mapping[str, str | float], inner: str | None = None) -> str:
    """An element as markup: numbers are rounded to hundredths, values escaped; `inner` is markup already.

    >>> element("text", {"x": 1.504, "class": "a"}, "b"), element("rect", {"width": 3})
    ('<text x="1.5" class="a">b</text>', '<rect width="3"/>')
    """
    parts = "".join(
        f' {key}="{escape(value) if isinstance(value, str) else number(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{parts}/>" if inner is None else f"<{name}{parts}>{inner}</{name}>"


def as_markup(items: Iterable[Item], styles: dict[str, str], *, groups: bool = False) -> str:
    """Shapes as markup, one after the other; the style of each class is added to `styles`.

    With `groups` they stay in groups with their ids; otherwise groups are dissolved.

    >>> from sheetgen.drawing.scene import Paint
    >>> styles: dict[str, str] = {}
    >>> as_markup([Group("dot", (Circle(1, 2, 0.5, Paint(fill="#FF0000")),))], styles)
    '<circle cx="1" cy="2" r="0.5" class="kfk5e"/>'
    >>> styles
    {'kfk5e': 'fill:#FF0000'}
    """
    parts = []
    for item in items:
        if isinstance(item, Group):
            inner = as_markup(item.items, styles, groups=groups)
            parts.append(element("g", {"id": item.id} if item.id else {}, inner) if groups else inner)
        else:
            style = style_of(item)
            styles[class_of(style)] = style
            parts.append(_markup(item))
    return "".join(parts)


# The largest sheets have 1,000 shapes on both sides, and the pictures of all that one can start from 5,000.
@lru_cache(maxsize=5_000)
def _markup(shape: Shape) -> str:
    """The markup of a shape, cached: between two keystrokes in the studio most shapes do not change."""
    name, attributes, text = element_parts(shape)
    return element(name, attributes, None if text is None else escape(text))


# Shared with documents


def element_parts(shape: Shape) -> tuple[str, dict[str, str], str | None]:
    """The element of a shape: its name, its attributes and its text."""
    attributes: dict[str, str]
    text = None
    match shape:
        case Box(rect, _, radius):
            name, attributes = "rect", {"x": number(rect.x), "y": number(rect.y)}
            attributes |= {"width": number(rect.width), "height": number(rect.height)}
            if radius:
                attributes["rx"] = number(radius)
        case Circle(x, y, radius):
            name, attributes = "circle", {"cx": number(x), "cy": number(y), "r": number(radius)}
        case Path(commands):
            name, attributes = "path", {"d": path_data(commands)}
        case Text():
            name, attributes, text = "text", {"x": number(shape.x), "y": number(shape.y)}, shape.text
    attributes["class"] = class_of(style_of(shape))
    return name, attributes, text


@lru_cache(maxsize=5_000)
def class_of(style: str) -> str:
    """The name of the CSS class of a style, which depends on the style only."""
    return "k" + short_hash(style, 3)


def short_hash(text: str, size: int) -> str:
    """A name of a text with 4/3 as many characters as its hash has bytes."""
    return b64encode(blake2b(text.encode(), digest_size=size).digest(), b"__").decode().rstrip("=")


def style_of(shape: Shape) -> str:
    """The CSS declarations of a shape: fill, stroke, font."""
    if isinstance(shape, Text):
        other = f",sheetgen-{shape.other_font}" if shape.other_font else ""
        return f"font:{shape.size:.4g}px sheetgen-{shape.font}{other};fill:{shape.fill}"
    paint: Paint = shape.paint
    parts = [f"fill:{paint.fill or 'none'}"]
    if paint.stroke:
        parts += [f"stroke:{paint.stroke}", f"stroke-width:{number(paint.width)}"]
    if paint.dash:
        parts.append("stroke-dasharray:" + " ".join(map(number, paint.dash)))
    return ";".join(parts)


def path_data(commands: Sequence[Command]) -> str:
    """The shortest data of a path: relative coordinates, rounded to hundredths of a millimetre.

    >>> path_data([("M", (1, 2)), ("L", (1.5, 1.25)), ("L", (1, 2)), ("Z", ())])
    'm1 2l.5-.75-.5.75z'

    A curve that continues the one before leaves out its first control point, which may move by a hundredth.

    >>> path_data([("M", (0, 0)), ("C", (1, -1, 2, -1, 3, 0)), ("C", (4, 1, 5, 1, 6, 0))])
    'm0 0c1-1 2-1 3 0s2 1 3 0'
    """
    parts: list[str] = []
    before = ""
    x = y = first_x = first_y = 0
    control: tuple[int, int] | None = None  # where a curve that continues the last one has its first control point
    for code, values in commands:
        points = [round(value * 100) for value in values]
        if code == "C":
            first, last = points[:2], points[2:]
            continues = control is not None and max(abs(first[0] - control[0]), abs(first[1] - control[1])) <= 1
            control = (2 * points[4] - points[2], 2 * points[5] - points[3])
            if continues:
                code, points = "S", last
        else:
            control = None
        if code == "L" and (points[0] == x or points[1] == y):
            is_vertical = points[0] == x
            parts += ["v", _shortest(points[1] - y)] if is_vertical else ["h", _shortest(points[0] - x)]
            x, y = points
            before = ""
            continue
        # A repeated command can be left out, except a move: further pairs after a move mean lines.
        if code != before or code == "M":
            parts.append(code.lower())
        before = code
        if code == "Z":
            x, y = first_x, first_y
            continue
        parts += [_shortest(value - (y if i % 2 else x)) for i, value in enumerate(points)]
        x, y = points[-2:]
        if code == "M":
            first_x, first_y = x, y
    return "".join(_separated(last, word) for last, word in pairwise(["", *parts]))


def _separated(last: str, word: str) -> str:
    """A command or number, with a space before it if it would be read as part of the number before."""
    touching = last[-1:].isdigit() and (word[0].isdigit() or (word[0] == "." and "." not in last))
    return f" {word}" if touching else word


def _shortest(hundredths: int) -> str:
    text = number(hundredths / 100)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
