"""What is printed around the sheets, measured on rendered pages, and the page that measures a printer."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops

from sheetgen.drawing.pages import draw_page, main_page
from sheetgen.drawing.scene import Box, Group, Paint, Rect, Text, bounds
from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.imposition import Imposition, PaperTooSmallError, impose
from sheetgen.press.page_marks import Ruler, guides, make_calibration, offset_signs, ruler
from sheetgen.press.profiles import load_profile
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.matrix import each_once, every_pair
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
    texts,
    turned_over,
)

FLIPS = ("long", "short")


@pytest.mark.parametrize(
    ("paper", "scale", "upright", "length"),
    [
        ("A4", 1.0, False, 50),
        ("A4", None, True, 50),
        ("Letter", 1.0, False, 50.8),
        ("Letter", None, False, 50.8),
        ("A5", None, False, 50),
        ("Legal", 1.0, True, 50.8),
        ("Legal", None, True, 50.8),
    ],
)
def test_the_ruler_measures_fifty_millimetres_or_two_inches(
    paper: str, scale: float | None, upright: bool, length: float
) -> None:
    """Whatever the sheets are scaled to: the ruler is about the printer."""
    image = rendered(pad(sheets=2, paper=PAPERS[paper], scale=scale, guides="none", theme="ink"), 0)
    strip = 11 * 300 // 25  # what lies outside the sheets holds nothing but the ruler
    if upright:
        lines = [run for x in range(image.width - strip, image.width) for run in runs(column(image, x))]
    else:
        lines = [run for y in range(image.height - strip, image.height) for run in runs(row(image, y))]
    longest = max(end - start for start, end in lines)
    assert millimetres(longest) == pytest.approx(length + 0.2, abs=0.25)  # the ends are round and as wide as the line


@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal"])
def test_cutting_marks_hit_the_cuts(paper: str) -> None:
    marked = rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid"), 0)
    page = impose((120, 171), PAPERS[paper])
    width, height = 120 * page.scale, 171 * page.scale
    left, top, right, bottom = solid(
        rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid", guides="none", back="classic"), 1)
    )
    # Marks begin after a third of the room up to the margin, or after two millimetres.
    above = row(marked, round((top - min(2.5, (top - 5) / 2)) * 300 / 25.4))
    beside = column(marked, round((left - min(2.5, (left - 5) / 2)) * 300 / 25.4))
    across = [millimetres((start + end) / 2) for start, end in runs(above)]
    down = [millimetres((start + end) / 2) for start, end in runs(beside)]
    assert (right - left, bottom - top) == pytest.approx((width * page.columns, height * page.rows), abs=0.25)
    assert across == pytest.approx([left + width * i for i in range(page.columns + 1)], abs=0.15)
    assert down == pytest.approx([top + height * i for i in range(page.rows + 1)], abs=0.15)


@pytest.mark.parametrize("count", range(1, 10))
def test_cutting_marks_stay_outside_a_page_that_is_not_full(count: int) -> None:
    """The last page of a deck: marks are at both ends of every cut, and none is between cards."""
    full = impose((63, 88), PAPERS["A4"])
    page = replace(full, placements=full.placements[:count])
    cards = [placement.rect for placement in page.placements]
    marks = [bounds(item) for item in guides(page, "marks", 5).items]
    ends = {edge for card in cards for edge in (round(card.x, 3), round(card.right, 3))}
    levels = {edge for card in cards for edge in (round(card.y, 3), round(card.bottom, 3))}
    assert len(marks) == 2 * (len(ends) + len(levels))
    area = bounds(Group("", tuple(Box(card, Paint()) for card in cards)))
    assert not [mark for mark in marks if area.contains(mark)]


SHEETS = sorted(
    {
        (scene.width, scene.height)
        for name in (*shipped_layouts(), *map(str, shipped_variants().values()))
        for scene in [draw_page(load(name), main_page(load(name)))]
    }
)
CARDS = [(63.0, 88.0), (57.0, 87.0), (70.0, 120.0)]


@every_pair(paper=list(PAPERS), up=[None, 1, 2, 3, 4, 6, 9], scale=["fit", 1.0, 0.8])
def test_ruler_marks_and_sheets_keep_apart(paper: str, up: int | None, scale: Any) -> None:
    """Every page has a ruler, half a millimetre or more away from marks and sheets, and inside the margin."""
    for size in [*SHEETS, *CARDS]:
        for strip, language in (((0.0, 0.0), "de"), ((0.0, 8.0), "en"), ((8.0, 0.0), "es")):
            try:
                page = impose(size, PAPERS[paper], up=up, scale=scale, strip=strip)
            except PaperTooSmallError:
                continue
            marks = [bounds(item) for item in guides(page, "marks", 5).items]
            lines = _areas(ruler(page, 5, language), page)
            assert lines
            printable = Rect(5, 5, page.width - 10, page.height - 10)
            sheets = [placement.rect for placement in page.placements]
            assert all(printable.contains(rect, 0.01) for rect in [*marks, *sheets])
            assert all(printable.contains(rect, -0.1) for rect in lines)
            assert not [(one, other) for one in marks for other in sheets if one.inset(-0.3).overlaps(other)]
            assert not [(one, other) for one in lines for other in [*marks, *sheets] if one.inset(-0.5).overlaps(other)]


def _areas(drawn: Ruler, page: Imposition) -> list[Rect]:
    """The areas that the items of a ruler cover on the page."""
    areas = [bounds(item) for item in drawn.items]
    if not drawn.reads_upwards:
        return areas
    return [Rect(area.y, page.height - area.right, area.height, area.width) for area in areas]


def test_a_ruler_that_reads_upwards_is_text() -> None:
    """Not outlines: those of one line are larger than the sheet."""
    data = pad(sheets=2)
    assert "printed at 100 % if this line measures 50 mm · sheets at 114 %" in texts(data, 0)
    below = pad(sheets=2, scale=1.0)
    assert len(data) - len(below) < 500


def test_a_ruler_that_has_little_room_is_shorter() -> None:
    """And says so: a card of 45 mm has a ruler of 30 mm, between the cuts."""
    page = impose((45, 60), PAPERS["A4"], scale=1.0)
    (label, *_) = [item.text for item in ruler(page, 5, "en").items if isinstance(item, Text)]
    assert label == "30 mm"


def test_the_text_of_the_ruler_names_its_length_and_the_size_of_the_sheets() -> None:
    said = texts(pad(sheets=2, paper=PAPERS["Letter"], language="de"), 0)
    assert "zu 100 % gedruckt, wenn diese Linie 2 in misst · Blätter auf 110 %" in said


def test_nothing_is_printed_where_printers_cannot() -> None:
    for options in ({}, {"guides": "lines"}, {"up": 4, "scale": "fit"}, {"paper": PAPERS["Legal"]}):
        image = rendered(pad(sheets=4, theme="vivid", duplex="short", **options), 0, dpi=100)
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
