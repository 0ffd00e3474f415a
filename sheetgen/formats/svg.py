"""The writer of SVG: a scene as a document with its fonts inside, shapes as markup for HTML pages, single elements.

Documents are written by svgwrite, for sheets and reports. Markup is a string with CSS classes that the page defines,
for the site and the studio.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import blake2b
from html import escape
from io import BytesIO
from itertools import chain, groupby, pairwise

import svgwrite
from svgwrite.base import BaseElement

from sheetgen.drawing.scene import (
    Box,
    Circle,
    Command,
    Group,
    Item,
    Paint,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    number,
)
from sheetgen.drawing.text import font_face
from sheetgen.resources import packed_font

# Characters in a file: of a path without its data, of a box without its size, of a definition, of a use of it.
ELEMENT, BOX, DEFINITION, USE = 24, 42, 37, 48
MANY = 10  # commands of a row of lines that is worth a definition if there are several like it

# Documents


def as_svg(scene: Scene) -> str:
    """Write a scene as an SVG document."""
    scene = replace(scene, items=tuple(_split_lines(item) for item in _join_paths(scene.items)))
    # debug=False: svgwrite's checks reject role and aria attributes, and take half of the time.
    drawing = svgwrite.Drawing(
        size=(f"{number(scene.width)}mm", f"{number(scene.height)}mm"),
        viewBox=f"0 0 {number(scene.width)} {number(scene.height)}",
        debug=False,
        profile="full",
    )
    drawing.attribs["xmlns:inkscape"] = "http://www.inkscape.org/namespaces/inkscape"
    drawing.attribs.update({"role": "img", "lang": scene.language, "aria-labelledby": "sheet-title sheet-description"})
    # Readers use a title only if it is the first child.
    drawing.elements.insert(0, _Element("title", {"id": "sheet-title"}, scene.title))
    drawing.elements.insert(1, _Element("desc", {"id": "sheet-description"}, scene.description))
    drawing.attribs.update({"stroke-linecap": "round", "stroke-linejoin": "round"})
    drawing.defs.add(drawing.style(_font_css(_letters(scene)) + _paint_css(scene)))
    repeated = _repeated_shapes(scene)
    for shape in repeated.values():
        name, attributes, _ = _element_parts(shape)
        attributes = {key: value for key, value in attributes.items() if value != "0"}
        drawing.defs.add(_Element(name, {**attributes, "id": _repeated_id(shape)}))
    for item in scene.items:
        drawing.add(_element(item, repeated))
    text: str = drawing.tostring().replace(" />", "/>")  # not in texts: > is escaped there
    return '<?xml version="1.0" encoding="utf-8"?>\n' + text + "\n"


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
    return element("svg", attributes, element("style", {}, _font_css(_letters(scene)) + looks) + inner)


class _Element(BaseElement):  # type: ignore[misc]  # svgwrite has no types
    """An element by its name: svgwrite has no class for some, and is slow to check the values of others."""

    def __init__(self, name: str, attributes: Mapping[str, str], text: str | None = None) -> None:
        self.elementname = name
        super().__init__(debug=False)
        self.attribs = dict(attributes)
        self._text = text

    def get_xml(self) -> object:
        xml = super().get_xml()
        xml.text = self._text
        return xml


def _element(item: Item, repeated: Mapping[str, Shape]) -> BaseElement:
    if isinstance(item, Group):
        group = _Element("g", {"id": item.id} if item.id else {})
        if item.label:
            # Panels are layers, so that a drawing program shows and hides them by name.
            group.attribs.update({"inkscape:groupmode": "layer", "inkscape:label": item.label})
            group.add(_Element("title", {"id": f"{item.id}-label"}, item.label))
        for inner in item.items:
            group.add(_element(inner, repeated))
        if item.link:
            anchor = _Element("a", {"xlink:href": item.link, "aria-label": item.alt})
            anchor.add(group)
            return anchor
        return group
    if isinstance(item, Path | Box):
        moved, (x, y) = _from_origin(item)
        if (link := _repeated_id(moved)) in repeated:
            return _Element("use", {"xlink:href": f"#{link}", "x": number(x), "y": number(y)})
    name, attributes, text = _element_parts(item)
    if text is not None and "  " in text:  # for programs without the CSS property white-space
        attributes["xml:space"] = "preserve"
    return _Element(name, attributes, text)


def _letters(scene: Scene) -> dict[str, str]:
    """The characters that the texts of a scene use, by font."""
    letters: dict[str, set[str]] = {}
    for _, shape in scene.shapes():
        if isinstance(shape, Text):
            letters.setdefault(shape.font, set()).update(shape.text)
    return {font: "".join(sorted(used)) for font, used in sorted(letters.items())}


def _font_css(letters: dict[str, str]) -> str:
    rules = []
    for font, used in letters.items():
        data = b64encode(subset(font, used)).decode()
        rules.append(
            f"@font-face{{font-family:sheetgen-{font};src:url(data:font/woff2;base64,{data}) format('woff2')}}"
        )
    rules.append("text{white-space:pre;font-kerning:none;text-rendering:geometricPrecision}")
    return "".join(rules)


def _paint_css(scene: Scene) -> str:
    """A CSS class for every style, which keeps the file small."""
    styles = {style_of(shape) for _, shape in scene.shapes()}
    return "".join(sorted(f".{class_of(style)}{{{style}}}" for style in styles))


@cache
def subset(font: str, letters: str) -> bytes:
    """The font as WOFF2 with only the characters of `letters`; where it comes packed, with all that it has."""
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


def _repeated_shapes(scene: Scene) -> dict[str, Path | Box]:
    """Paths and boxes that are shorter to define once and use again, such as stars and cells: at the origin, by id."""
    moved = [_from_origin(shape)[0] for _, shape in scene.shapes() if isinstance(shape, Path | Box)]
    shapes = {_repeated_id(shape): shape for shape in moved}
    counts = Counter(_repeated_id(shape) for shape in moved)
    return {
        name: shapes[name]
        for name, count in sorted(counts.items())
        if count * _written(shapes[name]) > DEFINITION + _length(shapes[name]) + count * USE
    }


def _join_paths(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items in which neighbouring paths of the same paint are one path, if they do not cover each other."""
    joined: list[Item] = []
    for item in items:
        last = joined[-1] if joined else None
        if isinstance(item, Group):
            joined.append(replace(item, items=_join_paths(item.items)))
        elif isinstance(item, Path) and isinstance(last, Path) and item.paint == last.paint and _apart(last, item):
            joined[-1] = Path(last.commands + item.commands, item.paint)
        else:
            joined.append(item)
    return tuple(joined)


def _apart(path: Path, other: Path) -> bool:
    """Whether two paths look the same as one: lines do, and areas that do not overlap; patterns stay as they are."""
    if path.paint.dash or max(len(path.commands), len(other.commands)) >= 2 * MANY:
        return False
    one, two = bounds(path), bounds(other)
    side_by_side = one.right < two.x or two.right < one.x or one.bottom < two.y or two.bottom < one.y
    return path.paint.fill is None or side_by_side


def _split_lines(item: Item) -> Item:
    """An item in which each long row of a path of lines is a path, so that equal rows are written once."""
    if isinstance(item, Group):
        return replace(item, items=tuple(_split_lines(inner) for inner in item.items))
    if not isinstance(item, Path) or item.paint.fill or len(item.commands) < 2 * MANY:
        return item  # a filled path may have holes
    starts = [i for i, (code, _) in enumerate(item.commands) if code == "M"]
    lines = [item.commands[i:j] for i, j in pairwise([*starts, len(item.commands)])]
    rows = [tuple(chain(*row)) for _, row in groupby(lines, key=lambda line: round(line[0][1][1], 2))]
    long, short = [row for row in rows if len(row) >= MANY], [row for row in rows if len(row) < MANY]
    parts = [*long, tuple(chain(*short))] if short else long
    return Group("", tuple(Path(part, item.paint) for part in parts)) if len(long) > 1 else item


@lru_cache(maxsize=5_000)
def _repeated_id(shape: Shape) -> str:
    """The id of a shape at the origin, cached: it is asked for to count shapes, to define and to use them."""
    return "s" + _short_hash(f"{_element_parts(shape)}", 3)


def _written(shape: Path | Box) -> int:
    """The characters of a shape if it is written out."""
    return (BOX if isinstance(shape, Box) else ELEMENT) + _length(shape)


def _length(shape: Path | Box) -> int:
    """The characters of an element besides its name, its class and its position."""
    _, attributes, _ = _element_parts(shape)
    return sum(
        len(key) + len(value) + 4 for key, value in attributes.items() if key not in ("class", "x", "y", "d")
    ) + len(attributes.get("d", ""))


def _from_origin(shape: Path | Box) -> tuple[Path | Box, tuple[float, float]]:
    """A shape moved to the origin, and the point where it was: its first point or its corner."""
    if isinstance(shape, Box):
        rect = Rect(0, 0, shape.rect.width, shape.rect.height)
        return replace(shape, rect=rect), (shape.rect.x, shape.rect.y)
    left, top = shape.commands[0][1]
    moved = ((code, tuple(v - (top if i % 2 else left) for i, v in enumerate(vs))) for code, vs in shape.commands)
    return Path(tuple(moved), shape.paint), (left, top)


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


@lru_cache(maxsize=20_000)
def _markup(shape: Shape) -> str:
    """The markup of a shape, cached: between two keystrokes in the studio most shapes do not change."""
    name, attributes, text = _element_parts(shape)
    return element(name, attributes, None if text is None else escape(text))


# Shared by documents and markup


def _element_parts(shape: Shape) -> tuple[str, dict[str, str], str | None]:
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


@cache
def class_of(style: str) -> str:
    """The name of the CSS class of a style, which depends on the style only."""
    return "k" + _short_hash(style, 3)


def _short_hash(text: str, size: int) -> str:
    """A name of a text with 4/3 as many characters as its hash has bytes."""
    return b64encode(blake2b(text.encode(), digest_size=size).digest(), b"__").decode().rstrip("=")


def style_of(shape: Shape) -> str:
    """The CSS declarations of a shape: fill, stroke, font."""
    if isinstance(shape, Text):
        return f"font:{shape.size:.4g}px sheetgen-{shape.font};fill:{shape.fill}"
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
