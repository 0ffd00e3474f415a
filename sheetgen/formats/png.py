"""A scene as PNG, rendered from its PDF."""

from io import BytesIO

from sheetgen.drawing.scene import Scene
from sheetgen.formats.pdf import as_pages


def as_png(scene: Scene, dpi: int = 150) -> bytes:
    """Render a scene with that many dots per inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(as_pages([scene]))
    try:
        image = document[0].render(scale=dpi / 72).to_pil()
    finally:
        document.close()
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
