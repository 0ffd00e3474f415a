"""SVG and PDF show the same picture: resvg draws the one, PDFium the other."""

import re
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageFilter

from sheetgen.drawing.patterns import PATTERNS, draw_pattern
from sheetgen.drawing.scene import Box, Group, Paint, Rect, Scene
from sheetgen.formats.pdf import as_pdf
from sheetgen.formats.svg_document import as_svg
from tests.drawing.measures import EDITIONS, THEMES, drawn
from tests.matrix import each_once

LIMIT = 40  # of 255, after the blur
DOTS = 10  # per millimetre, which makes whole pixels of every page


def embedded_fonts(svg: str, folder: Path) -> list[str]:
    """The fonts inside an SVG as files under their own names: resvg reads no fonts from a style sheet."""
    files = []
    for name, data in re.findall(r"font-family:([\w-]+);src:url\(data:font/woff2;base64,([^)]+)\)", svg):
        font = TTFont(BytesIO(b64decode(data)))
        for record in list(font["name"].names):
            font["name"].removeNames(nameID=record.nameID)
        for number, text in ((1, name), (2, "Regular"), (4, name), (6, name)):
            font["name"].setName(text, number, 3, 1, 0x409)
        font["OS/2"].usWeightClass = 400
        font["OS/2"].fsSelection = 0x40
        font["head"].macStyle = 0
        font.flavor = None
        file = folder / f"{name}.ttf"
        font.save(file)
        files.append(str(file))
    return files


def difference(printed_scene: Scene, drawn_scene: Scene, folder: Path) -> tuple[int, float]:
    """How far a PDF and an SVG differ: the largest difference of a pixel, and the mean of all."""
    document = pypdfium2.PdfDocument(as_pdf(printed_scene))
    try:
        # PDFium takes whole pixels and rounds up: a hair less keeps it from stretching the page by one.
        printed = document[0].render(scale=DOTS * 25.4 / 72 * (1 - 1e-6)).to_pil().convert("RGB")
    finally:
        document.close()
    svg = as_svg(drawn_scene)
    drawing = resvg_py.svg_to_bytes(
        svg_string=svg, dpi=DOTS * 25.4, skip_system_fonts=True, font_files=embedded_fonts(svg, folder)
    )
    shown = Image.open(BytesIO(bytes(drawing))).convert("RGB")
    assert shown.size == printed.size == (round(drawn_scene.width * DOTS), round(drawn_scene.height * DOTS))
    # Antialiasing differs along edges: a small blur takes that away, a missing or moved shape stays.
    soft = [picture.reduce(2).filter(ImageFilter.GaussianBlur(1)) for picture in (printed, shown)]
    histogram = ImageChops.difference(*soft).convert("L").histogram()
    mean = sum(value * count for value, count in enumerate(histogram)) / sum(histogram)
    return max(value for value, count in enumerate(histogram) if count), mean


@each_once(edition=EDITIONS, theme=THEMES)
def test_svg_and_pdf_look_alike(edition: str, theme: str, tmp_path: Path) -> None:
    scene = drawn(edition, "fr", theme)
    largest, mean = difference(scene, scene, tmp_path)
    assert largest < LIMIT
    assert mean < 1.2


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_look_alike(name: str, tmp_path: Path) -> None:
    """In black, as wide as a whole number of dots, and as large as on a sheet of A4."""
    for unit in (1.0, 1.37):
        pattern = draw_pattern(name, Rect(2, 2, 104, 31.3), unit, "#000000")
        paper = Box(Rect(0, 0, 110, 36), Paint(fill="#FFFFFF"))
        scene = Scene(110, 36, (paper, pattern), "A pattern", "", "en")
        largest, _ = difference(scene, scene, tmp_path)
        assert largest < 25, unit


def test_a_missing_number_would_be_seen(tmp_path: Path) -> None:
    scene = drawn("classic")
    (zone,) = (item for item in scene.items if isinstance(item, Group) and item.id == "zone-purple")
    without = tuple(item for item in zone.items if not (isinstance(item, Group) and item.id == "purple.badge.3"))
    items = tuple(replace(zone, items=without) if item is zone else item for item in scene.items)
    largest, _ = difference(scene, replace(scene, items=items), tmp_path)
    assert largest > 3 * LIMIT
