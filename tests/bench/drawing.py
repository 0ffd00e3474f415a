"""What drawing a sheet costs, against a bare reportlab page with as many shapes."""

from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Text
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.formats.pdf import as_pdf
from sheetgen.layout import load
from tests.bench.measure import Row, task_medians

MOST = 6.0


def sheets() -> list[Row]:
    """Draw the fullest sheet to PDF: layout to scene to file."""
    layout = load("cubed")
    shapes = [shape for _, shape in draw_sheet(layout).shapes()]
    as_pdf(draw_sheet(layout))  # registers the fonts
    texts = [shape.text for shape in shapes if isinstance(shape, Text)]

    def bare() -> None:
        canvas = Canvas(BytesIO(), invariant=1, pageCompression=1)
        canvas.setFont("sheetgen-text", 9)
        for i, text in enumerate(texts):
            canvas.drawString(20 + i % 500, 20 + i % 700, text)
        for i in range(len(shapes) - len(texts)):
            canvas.roundRect(20 + i % 400, 20 + i % 600, 20, 20, 3, stroke=1, fill=1)
        canvas.showPage()
        canvas.save()

    def scene() -> None:
        draw_sheet(layout)

    def sheet() -> None:
        as_pdf(draw_sheet(layout))

    found = task_medians({"bare reportlab page": bare, "scene of a sheet": scene, "sheet to PDF": sheet})
    floor = found["bare reportlab page"]
    limits: dict[str, dict[str, float]] = {"sheet to PDF": {"most_ratio": MOST}}
    return [Row(what, seconds, seconds / floor, **limits.get(what, {})) for what, seconds in found.items()]
