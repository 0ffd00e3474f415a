"""The writer of SVG documents: a scene with its fonts inside, for sheets and reports, written by svgwrite."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby, pairwise

import svgwrite
from svgwrite.base import BaseElement

from sheetgen.drawing.scene import Box, Group, Item, Path, Rect, Scene, Shape, bounds, number
from sheetgen.formats.svg import class_of, element_parts, font_css, letters_of, short_hash, style_of

# Characters in a file: of a path without its data, of a box without its size, of a definition, of a use of it.
ELEMENT, BOX, DEFINITION, USE = 24, 42, 37, 48
MANY = 10  # commands of a row of lines that is worth a definition if there are several like it


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
    drawing.defs.add(drawing.style(font_css(letters_of(scene)) + _paint_css(scene)))
    repeated = _repeated_shapes(scene)
    for shape in repeated.values():
        name, attributes, _ = element_parts(shape)
        attributes = {key: value for key, value in attributes.items() if value != "0"}
        drawing.defs.add(_Element(name, {**attributes, "id": _repeated_id(shape)}))
    for item in scene.items:
        drawing.add(_element(item, repeated))
    text: str = drawing.tostring().replace(" />", "/>")  # not in texts: > is escaped there
    return '<?xml version="1.0" encoding="utf-8"?>\n' + text + "\n"


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
    name, attributes, text = element_parts(item)
    if text is not None and "  " in text:  # for programs without the CSS property white-space
        attributes["xml:space"] = "preserve"
    return _Element(name, attributes, text)


def _paint_css(scene: Scene) -> str:
    """A CSS class for every style, which keeps the file small."""
    styles = {style_of(shape) for _, shape in scene.shapes()}
    return "".join(sorted(f".{class_of(style)}{{{style}}}" for style in styles))


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
    return "s" + short_hash(f"{element_parts(shape)}", 3)


def _written(shape: Path | Box) -> int:
    """The characters of a shape if it is written out."""
    return (BOX if isinstance(shape, Box) else ELEMENT) + _length(shape)


def _length(shape: Path | Box) -> int:
    """The characters of an element besides its name, its class and its position."""
    _, attributes, _ = element_parts(shape)
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
