"""A scene as PDF: vector shapes, subset fonts, the same bytes on every run."""

from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.fonts import FACES, face
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Scene, Text

MM = 72 / 25.4
_PATH = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}


def as_pdf(scene: Scene) -> bytes:
    """Write a scene as a one-page PDF."""
    for font in FACES:
        if f"sheetgen-{font}" not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(f"sheetgen-{font}", str(face(font).path)))
    stream = BytesIO()
    canvas = Canvas(
        stream,
        pagesize=(scene.width * MM, scene.height * MM),
        invariant=1,
        pageCompression=1,
        initialFontName="sheetgen-text",  # type: ignore[arg-type]  # the stubs are wrong: it is a name
        lang=scene.language,
    )
    canvas.setTitle(scene.title)
    canvas.setSubject(scene.description)
    canvas.setCreator("sheetgen")
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for item in scene.items:
        _draw(canvas, item, scene.height)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _draw(canvas: Canvas, item: Item, height: float) -> None:
    match item:
        case Group():
            for inner in item.items:
                _draw(canvas, inner, height)
        case Box(rect, paint, radius):
            _set(canvas, paint)
            place = (rect.x * MM, (height - rect.bottom) * MM, rect.width * MM, rect.height * MM)
            canvas.roundRect(*place, radius * MM, stroke=bool(paint.stroke), fill=bool(paint.fill))
        case Circle(x, y, radius, paint):
            _set(canvas, paint)
            canvas.circle(x * MM, (height - y) * MM, radius * MM, stroke=bool(paint.stroke), fill=bool(paint.fill))
        case Path(commands, paint):
            _set(canvas, paint)
            path = canvas.beginPath()
            for code, values in commands:
                placed = [(height - v if i % 2 else v) * MM for i, v in enumerate(values)]
                getattr(path, _PATH[code])(*placed)
            canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill))
        case Text():
            canvas.setFillColor(HexColor(item.fill))
            canvas.setFont(f"sheetgen-{item.font}", item.size * MM)
            canvas.drawString(item.x * MM, (height - item.y) * MM, item.text)


def _set(canvas: Canvas, paint: Paint) -> None:
    if paint.fill:
        canvas.setFillColor(HexColor(paint.fill))
    if paint.stroke:
        canvas.setStrokeColor(HexColor(paint.stroke))
        canvas.setLineWidth(paint.width * MM)
        canvas.setDash([part * MM for part in paint.dash] if paint.dash else [])
