"""What is printed around the sheets, measured on rendered pages, and the page that measures a printer."""

import pytest
from PIL import ImageChops

from sheetgen.layout.sheet import PAPERS
from sheetgen.press.page_marks import make_calibration, offset_signs
from sheetgen.press.profiles import load_profile
from tests.matrix import each_once
from tests.press.printed import (
    DPI,
    box,
    column,
    dark_pixels,
    millimetres,
    opened,
    pad,
    press_pad,
    rendered,
    row,
    runs,
    solid,
    turned_over,
)

FLIPS = ("long", "short")


@pytest.mark.parametrize(("paper", "upright"), [("A4", False), ("Letter", False), ("A5", False), ("Legal", True)])
@pytest.mark.parametrize("scale", [1.0, None])
def test_the_ruler_measures_fifty_millimetres(paper: str, upright: bool, scale: float | None) -> None:
    """Whatever the sheets are scaled to: the ruler is about the printer."""
    image = rendered(pad(sheets=2, paper=PAPERS[paper], scale=scale, guides="none", theme="ink"), 0)
    strip = 13 * 300 // 25  # what lies outside the sheets holds nothing but the ruler
    if upright:
        lines = [run for x in range(image.width - strip, image.width) for run in runs(column(image, x))]
    else:
        lines = [run for y in range(image.height - strip, image.height) for run in runs(row(image, y))]
    longest = max(end - start for start, end in lines)
    assert millimetres(longest) == pytest.approx(50.2, abs=0.25)  # the ends are round and as wide as the line


@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal"])
def test_cutting_marks_hit_the_cuts(paper: str) -> None:
    marked = rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid"), 0)
    left, top, right, bottom = solid(
        rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid", guides="none", back="classic"), 1)
    )
    above = row(marked, round((top - 2.5) * 300 / 25.4))
    beside = column(marked, round((left - 2.5) * 300 / 25.4))
    across = [millimetres((start + end) / 2) for start, end in runs(above)]
    down = [millimetres((start + end) / 2) for start, end in runs(beside)]
    columns, rows = round((right - left) / 120), round((bottom - top) / 171)
    if top > 8:
        assert across == pytest.approx([left + 120 * i for i in range(columns + 1)], abs=0.15)
    assert down == pytest.approx([top + 171 * i for i in range(rows + 1)], abs=0.15)


def test_nothing_is_printed_where_printers_cannot() -> None:
    for options in ({}, {"guides": "lines"}, {"up": 4, "scale": None}, {"paper": PAPERS["Legal"]}):
        image = rendered(pad(sheets=4, theme="vivid", duplex="short", **options), 0, dpi=100)  # type: ignore[arg-type]
        margin = int(5 * 100 / 25.4) - 1
        inside = image.copy()
        inside.paste(255, (margin, margin, image.width - margin, image.height - margin))
        assert inside.getextrema() == (255, 255)


@pytest.mark.parametrize("theme", ["light", "vivid"])
def test_crop_marks_hit_the_trim(theme: str) -> None:
    data = press_pad(theme=theme)
    document = opened(data)
    left, _, right, top = box(document.pages[0], "/TrimBox")
    image = rendered(data, 0)
    outside = millimetres(image.height) - top
    above = [millimetres((start + end) / 2) for start, end in runs(row(image, round((outside - 6) * 300 / 25.4)))]
    assert above[0] == pytest.approx(left, abs=0.1)
    assert above[-1] == pytest.approx(right, abs=0.1)
    beside = [millimetres((start + end) / 2) for start, end in runs(column(image, round((left - 6) * 300 / 25.4)))]
    assert beside[0] == pytest.approx(outside, abs=0.1)
    assert beside[-1] == pytest.approx(outside + 171, abs=0.1)


@each_once(paper=["A4", "Letter", "A6"], flip=FLIPS)
def test_what_the_calibration_page_says_mends_the_backs(paper: str, flip: str) -> None:
    """A printer that is off by some millimetres: the number that its cross points at moves the backs into place."""
    pages = make_calibration(PAPERS[paper], flip, load_profile("home"))  # type: ignore[arg-type]
    front, back = rendered(pages, 0), rendered(pages, 1)
    off = (30, -18)  # pixels to the right and down on the back
    shifted = ImageChops.offset(back, *off)
    through = turned_over(shifted, flip)
    # The long arms of the cross are the longest dark lines of the back.
    across = max(range(through.width), key=lambda x: dark_pixels(column(through, x)))
    down = max(range(through.height), key=lambda y: dark_pixels(row(through, y)))
    sign_x, sign_y = offset_signs(flip, PAPERS[paper])  # type: ignore[arg-type]
    read = (millimetres(across - front.width / 2) * sign_x, millimetres(down - front.height / 2) * sign_y)
    mends = (-millimetres(off[0]), -millimetres(off[1]))
    assert read == pytest.approx(mends, abs=0.15)
    # And the zero of both scales is in the middle of the page.
    scale = row(front, round(front.height / 2 - (20 + 3.2) * DPI / 25.4))
    middles = [(start + end) / 2 for start, end in runs(scale)]
    assert any(abs(middle - front.width / 2) < 2 for middle in middles)
