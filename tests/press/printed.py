"""Pads for the tests, and what can be seen of a PDF: pages rendered, boxes and texts read back."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image

from sheetgen.layout import load
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.profiles import load_profile

MM = 72 / 25.4
DPI = 300
IS_DARK = bytes(value < 128 for value in range(256))  # a table for `translate`: 1 is dark


def rendered(pdf: bytes, page: int, dpi: int = DPI) -> Image.Image:
    """One page in grey levels."""
    return in_colour(pdf, page, dpi).convert("L")


def in_colour(pdf: bytes, page: int, dpi: int = 72) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image.Image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()
    return image


def millimetres(pixels: float, dpi: int = DPI) -> float:
    return pixels * 25.4 / dpi


def runs(line: bytes) -> list[tuple[int, int]]:
    """Where a line of pixels is dark: from, to (exclusive)."""
    return [match.span() for match in re.finditer(b"\x01+", line.translate(IS_DARK))]


def dark_pixels(line: bytes) -> int:
    return line.translate(IS_DARK).count(1)


def row(image: Image.Image, y: int) -> bytes:
    return image.crop((0, y, image.width, y + 1)).tobytes()


def column(image: Image.Image, x: int) -> bytes:
    return image.crop((x, 0, x + 1, image.height)).tobytes()


def solid(image: Image.Image) -> tuple[float, float, float, float]:
    """The dark area of a page (left, top, right, bottom in mm): where lines are dark for longer than a ruler is."""
    long = 55 * DPI / 25.4

    def first(lines: Callable[[int], bytes], places: Iterable[int]) -> int:
        return next(place for place in places if any(end - start > long for start, end in runs(lines(place))))

    across, down = partial(column, image), partial(row, image)
    left, right = first(across, range(image.width)), first(across, reversed(range(image.width)))
    top, bottom = first(down, range(image.height)), first(down, reversed(range(image.height)))
    return millimetres(left), millimetres(top), millimetres(right + 1), millimetres(bottom + 1)


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf))


def box(page: pikepdf.Page, name: str) -> tuple[float, float, float, float]:
    """A box of a page in millimetres."""
    left, bottom, right, top = (float(value) / MM for value in page.obj[name])
    return left, bottom, right, top


def pad(edition: str = "classic", **options: Any) -> bytes:
    """A pad with these options; the profile is a name."""
    profile = load_profile(str(options.pop("profile", "home")))
    return make_pad(PadOptions(load(edition), profile=profile, **options)).pdf


def press_pad(edition: str = "classic", profile: str = "press-x4", **options: Any) -> bytes:
    """A pad for a print shop: two sheets with their backs, or a deck."""
    wanted = PadOptions(load(edition), profile=load_profile(profile), **{"sheets": 2, "duplex": "long", **options})
    if wanted.is_deck:
        wanted = PadOptions(load(edition), profile=load_profile(profile))
    return make_pad(wanted).pdf


def texts(pdf: bytes, page: int) -> str:
    """The text of one page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page].get_textpage().get_text_range())
    finally:
        document.close()


def turned_over(back: Image.Image, flip: str) -> Image.Image:
    """A back as it shines through: a vertical edge swaps left and right, a horizontal one top and bottom."""
    on_vertical_edge = (flip == "long") == (back.height >= back.width)
    way = Image.Transpose.FLIP_LEFT_RIGHT if on_vertical_edge else Image.Transpose.FLIP_TOP_BOTTOM
    return back.transpose(way)
