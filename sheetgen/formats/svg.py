"""A scene as SVG: self-contained, with text as text and the needed letters of each font inside."""

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from io import BytesIO
from itertools import pairwise

import svgwrite
from svgwrite.base import BaseElement

from sheetgen.drawing.scene import Box, Circle, Command, Group, Item, Paint, Path, Scene, Shape, Text, number
from sheetgen.drawing.text import font_face


def as_svg(scene: Scene) -> str:
    """Write a scene as an SVG document."""
    # debug=False: svgwrite's own checks know neither role nor aria, and cost half of the time.
    drawing = svgwrite.Drawing(
        size=(f"{number(scene.width)}mm", f"{number(scene.height)}mm"),
        viewBox=f"0 0 {number(scene.width)} {number(scene.height)}",
        debug=False,
        profile="full",
    )
    drawing.attribs["xmlns:inkscape"] = "http://www.inkscape.org/namespaces/inkscape"
    drawing.attribs.update({"role": "img", "lang": scene.language, "aria-labelledby": "sheet-title sheet-description"})
    # Readers take a title only where it comes first.
    drawing.elements.insert(0, _Plain("title", "sheet-title", scene.title))
    drawing.elements.insert(1, _Plain("desc", "sheet-description", scene.description))
    drawing.attribs.update({"stroke-linecap": "round", "stroke-linejoin": "round"})
    drawing.defs.add(drawing.style(_font_css(_letters(scene)) + _paint_css(scene)))
    shared = _shared(scene)
    for data, look in sorted(shared):
        drawing.defs.add(drawing.path(data, id=_shared_id(data, look), class_=class_of(look)))
    for item in scene.items:
        drawing.add(_element(drawing, item, shared))
    text: str = drawing.tostring().replace(" />", "/>")  # nothing else reads so: texts have their > escaped
    return '<?xml version="1.0" encoding="utf-8"?>\n' + text + "\n"


class _Plain(BaseElement):  # type: ignore[misc]  # svgwrite has no types
    """A bare element with text, which svgwrite has no class for."""

    def __init__(self, name: str, own_id: str, text: str) -> None:
        self.elementname = name
        super().__init__(debug=False, id=own_id)
        self._text = text

    def get_xml(self) -> object:
        xml = super().get_xml()
        xml.text = self._text
        return xml


def _letters(scene: Scene) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for _, shape in scene.shapes():
        if isinstance(shape, Text):
            found.setdefault(shape.font, set()).update(shape.text)
    return {font: "".join(sorted(letters)) for font, letters in sorted(found.items())}


def _font_css(letters: dict[str, str]) -> str:
    rules = []
    for font, used in letters.items():
        data = b64encode(subset(font, used)).decode()
        rules.append(
            f"@font-face{{font-family:sheetgen-{font};src:url(data:font/woff2;base64,{data}) format('woff2')}}"
        )
    rules.append("text{white-space:pre;font-kerning:none}")
    return "".join(rules)


def _paint_css(scene: Scene) -> str:
    """A class for every look, which keeps the file small; its name depends on nothing but the look."""
    looks = {look_of(shape) for _, shape in scene.shapes()}
    return "".join(sorted(f".{class_of(look)}{{{look}}}" for look in looks))


@cache
def class_of(look: str) -> str:
    """The class of a look, named after nothing but the look."""
    return "k" + blake2b(look.encode(), digest_size=3).hexdigest()


def look_of(shape: Shape) -> str:
    """The colours, lines and letters of a shape as a style."""
    if isinstance(shape, Text):
        return f"font:{shape.size:.4g}px sheetgen-{shape.font};fill:{shape.fill}"
    paint: Paint = shape.paint
    words = [f"fill:{paint.fill or 'none'}"]
    if paint.stroke:
        words += [f"stroke:{paint.stroke}", f"stroke-width:{number(paint.width)}"]
    if paint.dash:
        words.append("stroke-dasharray:" + " ".join(map(number, paint.dash)))
    return ";".join(words)


@cache
def subset(font: str, letters: str) -> bytes:
    """The font with only the letters that are needed."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TTFont(font_face(font).path, recalcTimestamp=False) as own:
        # A time stamp of the font editor; kerning and ligatures, which are not used and take long to read.
        for table in {"FFTM", "GDEF", "GPOS", "GSUB", "kern"} & set(own.keys()):
            del own[table]
        options = Options(flavor="woff2", hinting=False, layout_features=[], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(own)
        own.flavor = "woff2"
        stream = BytesIO()
        own.save(stream)
    return stream.getvalue()


def _shared(scene: Scene) -> set[tuple[str, str]]:
    """Long paths that occur more than once, such as stars: they are written once and used wherever they lie."""
    seen = Counter((_from_origin(shape)[0], look_of(shape)) for _, shape in scene.shapes() if isinstance(shape, Path))
    return {(data, look) for (data, look), count in seen.items() if count > 1 and len(data) > 60}


def _shared_id(data: str, look: str) -> str:
    return "s" + blake2b(f"{data} {look}".encode(), digest_size=4).hexdigest()


def _from_origin(path: Path) -> tuple[str, tuple[float, float]]:
    """A path as if it began at the origin, and where it begins."""
    left, top = path.commands[0][1]
    moved = [(code, tuple(v - (top if i % 2 else left) for i, v in enumerate(vs))) for code, vs in path.commands]
    return path_data(moved), (left, top)


def _element(drawing: svgwrite.Drawing, item: Item, shared: set[tuple[str, str]]) -> BaseElement:
    match item:
        case Group():
            group = drawing.g(id=item.id) if item.id else drawing.g()
            if item.label:
                # Panels are layers, so that a drawing program shows and hides them by name.
                group.attribs.update({"inkscape:groupmode": "layer", "inkscape:label": item.label})
                group.elements.insert(0, _Plain("title", f"{item.id}-label", item.label))
            for inner in item.items:
                group.add(_element(drawing, inner, shared))
            return group
        case Box(rect, _, radius):
            box = drawing.rect(
                (_n(rect.x), _n(rect.y)), (_n(rect.width), _n(rect.height)), class_=class_of(look_of(item))
            )
            if radius:
                box.attribs["rx"] = number(radius)
            return box
        case Circle(x, y, radius):
            return drawing.circle((_n(x), _n(y)), _n(radius), class_=class_of(look_of(item)))
        case Path(commands):
            data, (x, y) = _from_origin(item)
            if (data, look_of(item)) in shared:
                return drawing.use(f"#{_shared_id(data, look_of(item))}", (_n(x), _n(y)))
            return drawing.path(path_data(commands), class_=class_of(look_of(item)))
        case Text():
            text = drawing.text(item.text, (_n(item.x), _n(item.y)), class_=class_of(look_of(item)))
            if "  " in item.text:  # for readers that do not know white-space
                text.attribs["xml:space"] = "preserve"
            return text


def _n(value: float) -> float:
    short = float(number(value))
    return int(short) if short.is_integer() else short


def path_data(commands: Sequence[Command]) -> str:
    """A path as short as it can be: every point from the one before, in hundredths of a millimetre.

    >>> path_data([("M", (1, 2)), ("L", (1.5, 1.25)), ("L", (1, 2)), ("Z", ())])
    'm1 2l.5-.75-.5.75z'
    """
    words: list[str] = []
    before = ""
    x = y = first_x = first_y = 0
    for code, values in commands:
        points = [round(value * 100) for value in values]
        if code == "L" and (points[0] == x or points[1] == y):
            upright = points[0] == x
            words += ["v", _short(points[1] - y)] if upright else ["h", _short(points[0] - x)]
            x, y = points
            before = ""
            continue
        # A command that is repeated need not be named again, but for moves: more of those would be lines.
        if code != before or code == "M":
            words.append(code.lower())
        before = code
        if code == "Z":
            x, y = first_x, first_y
            continue
        words += [_short(value - (y if i % 2 else x)) for i, value in enumerate(points)]
        x, y = points[-2:]
        if code == "M":
            first_x, first_y = x, y
    return "".join(_apart(last, word) for last, word in pairwise(["", *words]))


def _apart(last: str, word: str) -> str:
    """A word with the space that keeps it apart from the number before, where one is needed."""
    touching = last[-1:].isdigit() and (word[0].isdigit() or (word[0] == "." and "." not in last))
    return f" {word}" if touching else word


def _short(hundredths: int) -> str:
    text = number(hundredths / 100)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
