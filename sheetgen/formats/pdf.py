"""Scenes as PDF: vector shapes, subset fonts, the same bytes on every run."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.fonts import FACES, face
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Scene, Text

MM = 72 / 25.4
_PATH = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}


class Ink(NamedTuple):
    """What a colour becomes on paper, and whether it prints over what lies below instead of cutting it out."""

    colour: Color
    overprints: bool = False


Inks = Callable[[str, bool], Ink]  # a colour of the scene, and whether it paints text


def on_screen(colour: str, text: bool) -> Ink:
    """Colours as they are."""
    return Ink(HexColor(colour))


def as_pdf(scene: Scene) -> bytes:
    """Write a scene as a one-page PDF."""
    return as_pages([scene])


def as_pages(scenes: Sequence[Scene], inks: Inks = on_screen) -> bytes:
    """Write scenes as the pages of one PDF; they share their fonts."""
    for font in FACES:
        if f"sheetgen-{font}" not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(f"sheetgen-{font}", str(face(font).path)))
    stream = BytesIO()
    first = scenes[0]
    canvas = Canvas(
        stream,
        pagesize=(first.width * MM, first.height * MM),
        invariant=1,
        pageCompression=1,
        initialFontName="sheetgen-text",  # type: ignore[arg-type]  # the stubs are wrong: it is a name
        lang=first.language,
    )
    canvas.setTitle(first.title)
    canvas.setSubject(first.description)
    canvas.setCreator("sheetgen")
    for scene in scenes:
        canvas.setPageSize((scene.width * MM, scene.height * MM))
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        writer = _Writer(canvas, scene.height, inks)
        for item in scene.items:
            writer.draw(item)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


class _Writer:
    """Writes the shapes of one page."""

    def __init__(self, canvas: Canvas, height: float, inks: Inks) -> None:
        self.canvas, self.height, self.inks = canvas, height, inks
        self.overprints = False

    def draw(self, item: Item) -> None:
        """Write one item with all that it holds."""
        canvas, height = self.canvas, self.height
        match item:
            case Group():
                for inner in item.items:
                    self.draw(inner)
            case Box(rect, paint, radius):
                self._set(paint)
                place = (rect.x * MM, (height - rect.bottom) * MM, rect.width * MM, rect.height * MM)
                canvas.roundRect(*place, radius * MM, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Circle(x, y, radius, paint):
                self._set(paint)
                canvas.circle(x * MM, (height - y) * MM, radius * MM, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Path(commands, paint):
                self._set(paint)
                path = canvas.beginPath()
                for code, values in commands:
                    placed = [(height - v if i % 2 else v) * MM for i, v in enumerate(values)]
                    getattr(path, _PATH[code])(*placed)
                canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Text():
                self._fill(item.fill, text=True)
                canvas.setFont(f"sheetgen-{item.font}", item.size * MM)
                canvas.drawString(item.x * MM, (height - item.y) * MM, item.text)

    def _set(self, paint: Paint) -> None:
        canvas = self.canvas
        if paint.fill:
            self._fill(paint.fill, text=False)
        if paint.stroke:
            canvas.setStrokeColor(self.inks(paint.stroke, False).colour)
            canvas.setLineWidth(paint.width * MM)
            canvas.setDash([part * MM for part in paint.dash] if paint.dash else [])

    def _fill(self, colour: str, *, text: bool) -> None:
        ink = self.inks(colour, text)
        if ink.overprints != self.overprints:
            self.canvas.setFillOverprint(ink.overprints)
            self.canvas.setOverprintMask(ink.overprints)
            self.overprints = ink.overprints
        self.canvas.setFillColor(ink.colour)
