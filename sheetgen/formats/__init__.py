"""File formats: a scene as SVG, PDF or PNG. They write what the scene says and decide nothing about its content."""

from sheetgen.drawing.scene import Scene


def write_scene(scene: Scene, kind: str, *, dpi: int = 150) -> bytes:
    """Write a scene as svg, pdf or png (with `dpi` dots per inch); raise ValueError for another kind.

    Each writer is imported only when it is used.
    """
    match kind:
        case "svg":
            from sheetgen.formats.svg_document import as_svg

            return as_svg(scene).encode()
        case "pdf":
            from sheetgen.formats.pdf import as_pdf

            return as_pdf(scene)
        case "png":
            from sheetgen.formats.pdf import as_png

            return as_png(scene, dpi)
    raise ValueError(f"no format {kind!r}; known are svg, pdf, png")
