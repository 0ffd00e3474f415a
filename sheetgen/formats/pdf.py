"""Scenes as PDF: vector shapes, subset fonts, the same bytes on every run."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Scene, Text
from sheetgen.formats.pdf_file import PdfCanvas, font_name

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
    """Write a scene as a one-page PDF, tagged for those who have it read to them."""
    from sheetgen.formats.tags import TaggingWriter, add_tags

    canvas = new_canvas(scene)
    writer = TaggingWriter(canvas, scene, on_screen)
    writer.draw_page()
    add_tags(canvas.document, scene.height, writer.root)
    return canvas.file()


def as_pages(scenes: Sequence[Scene], inks: Inks = on_screen) -> bytes:
    """Write scenes as the pages of one PDF for printing: without tags; they share their fonts."""
    canvas = new_canvas(scenes[0])
    for scene in scenes:
        PageWriter(canvas, scene, inks).draw_page()
    return canvas.file()


def new_canvas(first: Scene) -> PdfCanvas:
    """An empty document with the language and title of its first page."""
    canvas = PdfCanvas(language=first.language)
    canvas.setTitle(first.title)
    canvas.setSubject(first.description)
    canvas.setCreator("sheetgen")
    return canvas


class PageWriter:
    """Writes the shapes of one page."""

    def __init__(self, canvas: Canvas, scene: Scene, inks: Inks) -> None:
        self.canvas, self.scene, self.inks = canvas, scene, inks
        self.overprints = False

    def draw_page(self) -> None:
        """Write the scene as a page of its own."""
        self.canvas.setPageSize((self.scene.width * MM, self.scene.height * MM))
        self.draw_items()
        self.canvas.showPage()

    def draw_form(self, name: str) -> None:
        """Write the scene as a form that pages can show by this name."""
        self.canvas.beginForm(name, 0, 0, self.scene.width * MM, self.scene.height * MM)
        self.draw_items()
        self.canvas.endForm()

    def draw_items(self) -> None:
        """Write everything on the page."""
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        for item in self.scene.items:
            self.draw(item)

    def draw(self, item: Item) -> None:
        """Write one item with all that it holds."""
        canvas, height = self.canvas, self.scene.height
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
                # Clockwise from the right, as in SVG, so that the dashes of both lie in the same places.
                path = canvas.beginPath()
                path.arc(*_square(x, height - y, radius), startAng=0, extent=-360)
                path.close()
                canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Path(commands, paint):
                self._set(paint)
                path = canvas.beginPath()
                for code, values in commands:
                    placed = [(height - v if i % 2 else v) * MM for i, v in enumerate(values)]
                    getattr(path, _PATH[code])(*placed)
                canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Text():
                self._fill(item.fill, text=True)
                canvas.setFont(font_name(item.font), item.size * MM)
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


def _square(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return (x - radius) * MM, (y - radius) * MM, (x + radius) * MM, (y + radius) * MM
