"""Scenes as PDF, with vector shapes and subset fonts, the same bytes on every run; and as PNG, rendered from the PDF.

Scenes are in millimetres with y downwards, PDF in points (MM is one millimetre) with y upwards.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFString
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Scene, Text, bounds
from sheetgen.drawing.text import runs_of, width_in
from sheetgen.errors import WrongValueError
from sheetgen.formats.pdf_file import PdfCanvas, PdfDocument, register_font
from sheetgen.limits import DOTS

MM = 72 / 25.4
FILL_NON_ZERO = 1  # how reportlab's canvas calls it; the stubs leave it out
_PATH = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}


class Ink(NamedTuple):
    """The colour that is written into the PDF, and whether it overprints what is below instead of knocking it out."""

    colour: Color
    overprints: bool = False


Inks = Callable[[str, float | None], Ink]  # takes a colour of the scene, and the size of type; None is for shapes


def screen_ink(colour: str, type_size: float | None) -> Ink:
    """The colour unchanged, in RGB."""
    return Ink(HexColor(colour))


def as_pdf(scene: Scene) -> bytes:
    """Write a scene as a PDF of one page, tagged for screen readers."""
    from sheetgen.formats.tags import TaggingWriter, add_tags

    canvas = new_canvas(scene)
    writer = TaggingWriter(canvas, scene, screen_ink)
    writer.draw_page()
    add_tags(canvas.document, scene.height, writer.root)
    _add_links(canvas.document, scene)
    return canvas.file()


def _add_links(document: PdfDocument, scene: Scene) -> None:
    """Make the groups with a link on the only page open their addresses."""
    links = []
    for group in scene.groups():
        if group.link:
            box = bounds(group)
            corners = (box.x, scene.height - box.bottom, box.right, scene.height - box.y)
            entries = {"Type": "/Annot", "Subtype": "/Link", "Border": PDFArray([0, 0, 0])}
            entries["Rect"] = PDFArray([round(value * MM, 2) for value in corners])
            entries["A"] = PDFDictionary({"S": "/URI", "URI": PDFString(group.link)})
            links.append(document.reference(PDFDictionary({**entries, "Contents": PDFString(group.alt)})))
    if links:
        document.pages[0]["Annots"] = PDFArray(links)


def as_pages(scenes: Sequence[Scene], inks: Inks = screen_ink) -> bytes:
    """Write scenes as the pages of one PDF for printing, without tags; pages share their fonts."""
    canvas = new_canvas(scenes[0])
    for scene in scenes:
        PageWriter(canvas, scene, inks).draw_page()
    return canvas.file()


def as_png(scene: Scene, dpi: int = 150) -> bytes:
    """Render a scene as PNG with `dpi` dots per inch; raise WrongValueError for a picture of too many dots."""
    import pypdfium2

    width, height = (round(side / 25.4 * dpi) for side in (scene.width, scene.height))
    if width * height > DOTS:
        most = int(25.4 * (DOTS / (scene.width * scene.height)) ** 0.5)
        raise WrongValueError(f"a picture of {width} x {height} dots is too large: use {most} dpi or less")

    document = pypdfium2.PdfDocument(as_pages([scene]))
    try:
        image = document[0].render(scale=dpi / 72).to_pil()
    finally:
        document.close()
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def new_canvas(first: Scene) -> PdfCanvas:
    """An empty document with the language, title and description of its first page."""
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
        """Write the scene as one page."""
        self.canvas.setPageSize((self.scene.width * MM, self.scene.height * MM))
        self.draw_items()
        self.canvas.showPage()

    def draw_form(self, name: str) -> None:
        """Write the scene as a form that pages can show by this name."""
        self.canvas.beginForm(name, 0, 0, self.scene.width * MM, self.scene.height * MM)
        self.draw_items()
        self.canvas.endForm()

    def draw_items(self) -> None:
        """Write all items of the scene."""
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        for item in self.scene.items:
            self.draw(item)

    def draw(self, item: Item) -> None:
        """Write one item with everything inside it."""
        canvas, height = self.canvas, self.scene.height
        match item:
            case Group():
                for inner in item.items:
                    self.draw(inner)
            case Box(rect, paint, radius):
                self._set_paint(paint)
                position_and_size = (rect.x * MM, (height - rect.bottom) * MM, rect.width * MM, rect.height * MM)
                canvas.roundRect(*position_and_size, radius * MM, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Circle(x, y, radius, paint):
                self._set_paint(paint)
                # Clockwise from the right, as in SVG, so that dashes are at the same positions in both.
                path = canvas.beginPath()
                path.arc(*_square(x, height - y, radius), startAng=0, extent=-360)
                path.close()
                canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill))
            case Path(commands, paint):
                self._set_paint(paint)
                path = canvas.beginPath()
                for code, values in commands:
                    points = [(height - v if i % 2 else v) * MM for i, v in enumerate(values)]
                    getattr(path, _PATH[code])(*points)
                # As in SVG: parts that lie over each other make no holes unless they run the other way round.
                canvas.drawPath(path, stroke=bool(paint.stroke), fill=bool(paint.fill), fillMode=FILL_NON_ZERO)
            case Text():
                self._set_fill(item.fill, item.size)
                x = item.x
                for font, part in runs_of(item):
                    canvas.setFont(register_font(font), item.size * MM)
                    canvas.drawString(x * MM, (height - item.y) * MM, part)
                    x += width_in(font, part) * item.size if part != item.text else 0

    def _set_paint(self, paint: Paint) -> None:
        canvas = self.canvas
        if paint.fill:
            self._set_fill(paint.fill, None)
        if paint.stroke:
            canvas.setStrokeColor(self.inks(paint.stroke, None).colour)
            canvas.setLineWidth(paint.width * MM)
            canvas.setDash([part * MM for part in paint.dash] if paint.dash else [])

    def _set_fill(self, colour: str, type_size: float | None) -> None:
        ink = self.inks(colour, type_size)
        self.set_overprint(ink.overprints)
        self.canvas.setFillColor(ink.colour)

    def set_overprint(self, overprints: bool) -> None:
        """Let what follows print over what is below it, or not."""
        if overprints != self.overprints:
            self.canvas.setFillOverprint(overprints)
            self.canvas.setOverprintMask(overprints)
            self.overprints = overprints


def _square(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return (x - radius) * MM, (y - radius) * MM, (x + radius) * MM, (y + radius) * MM
