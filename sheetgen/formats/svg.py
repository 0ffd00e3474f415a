"""A scene as SVG: self-contained, with text as text and the needed letters of each font inside."""

from base64 import b64encode
from functools import cache
from io import BytesIO

import svgwrite
from svgwrite.base import BaseElement

from sheetgen.drawing.fonts import face
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Scene, Text, number


def as_svg(scene: Scene) -> str:
    """Write a scene as an SVG document."""
    # debug=False: svgwrite's own checks know neither role nor aria, and cost half of the time.
    drawing = svgwrite.Drawing(
        size=(f"{number(scene.width)}mm", f"{number(scene.height)}mm"),
        viewBox=f"0 0 {number(scene.width)} {number(scene.height)}",
        debug=False,
        profile="full",
    )
    drawing.attribs.update({"role": "img", "lang": scene.language, "aria-labelledby": "sheet-title sheet-description"})
    drawing.elements.append(_named("title", "sheet-title", scene.title))
    drawing.elements.append(_named("desc", "sheet-description", scene.description))
    drawing.defs.add(drawing.style(_font_css(_letters(scene))))
    for item in scene.items:
        drawing.add(_element(drawing, item))
    text: str = drawing.tostring()
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


def _named(name: str, own_id: str, text: str) -> _Plain:
    return _Plain(name, own_id, text)


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
    rules.append("text{white-space:pre}")
    return "".join(rules)


@cache
def subset(font: str, letters: str) -> bytes:
    """The font with only the letters that are needed."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TTFont(face(font).path, recalcTimestamp=False) as own:
        if "FFTM" in own:
            del own["FFTM"]  # a time stamp of the font editor
        options = Options(flavor="woff2", hinting=False, layout_features=["kern"], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(own)
        own.flavor = "woff2"
        stream = BytesIO()
        own.save(stream)
    return stream.getvalue()


def _element(drawing: svgwrite.Drawing, item: Item) -> BaseElement:
    match item:
        case Group():
            group = drawing.g(id=item.id) if item.id else drawing.g()
            if item.label:
                group.elements.insert(0, _Plain("title", f"{item.id}-label", item.label))
            for inner in item.items:
                group.add(_element(drawing, inner))
            return group
        case Box(rect, paint, radius):
            box = drawing.rect((_n(rect.x), _n(rect.y)), (_n(rect.width), _n(rect.height)), **_look(paint))
            if radius:
                box.attribs["rx"] = number(radius)
            return box
        case Circle(x, y, radius, paint):
            return drawing.circle((_n(x), _n(y)), _n(radius), **_look(paint))
        case Path(commands, paint):
            drawn = "".join(code + " ".join(map(number, values)) for code, values in commands)
            return drawing.path(drawn, **_look(paint))
        case Text():
            text = drawing.text(item.text, (_n(item.x), _n(item.y)), fill=item.fill)
            text.attribs.update({"font-family": f"sheetgen-{item.font}", "font-size": number(item.size)})
            return text


def _n(value: float) -> float:
    return float(number(value))


def _look(paint: Paint) -> dict[str, str]:
    look = {"fill": paint.fill or "none"}
    if paint.stroke:
        look |= {
            "stroke": paint.stroke,
            "stroke_width": number(paint.width),
            "stroke_linecap": "round",
            "stroke_linejoin": "round",
        }
    if paint.dash:
        look["stroke_dasharray"] = " ".join(map(number, paint.dash))
    return look
