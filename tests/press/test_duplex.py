"""Fronts and backs meet: pages rendered, the paper turned as a printer turns it, one laid over the other."""

import pytest
from PIL import Image, ImageChops

from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.page_marks import make_calibration, signs
from sheetgen.press.profiles import load_profile
from tests.matrix import each_once
from tests.press.looking import DPI, column, dark_pixels, millimetres, rendered, row, runs, solid

FLIPS = ("long", "short")


def turned_over(back: Image.Image, flip: str) -> Image.Image:
    """A back as it shines through: a vertical edge swaps left and right, a horizontal one top and bottom."""
    on_vertical_edge = (flip == "long") == (back.height >= back.width)
    way = Image.Transpose.FLIP_LEFT_RIGHT if on_vertical_edge else Image.Transpose.FLIP_TOP_BOTTOM
    return back.transpose(way)


def pair(flip: str, **options: object) -> tuple[Image.Image, Image.Image]:
    """Front and back of the first page, with sheets whose paper is dark from edge to edge."""
    wanted = PadOptions(load("classic"), sheets=4, theme="vivid", guides="none", duplex=flip, back="classic", **options)  # type: ignore[arg-type]
    pdf = make_pad(wanted).pdf
    return rendered(pdf, 0), rendered(pdf, 1)


@each_once(paper=list(PAPERS), flip=FLIPS)
def test_backs_meet_fronts(paper: str, flip: str) -> None:
    scale = None if paper == "A6" else 1.0
    front, back = pair(flip, paper=PAPERS[paper], scale=scale)
    through = turned_over(back, flip)
    for one, other in zip(solid(front), solid(through), strict=True):
        assert abs(one - other) <= 0.2


@each_once(paper=["A4", "Legal"], flip=FLIPS)
def test_a_cut_sheet_turns_like_the_page_of_a_book(paper: str, flip: str) -> None:
    """However the paper was turned: seen through the paper, the back is the mirror image of the front, upright."""
    front, back = pair(flip, paper=PAPERS[paper])
    through = turned_over(back, flip)
    left, top, right, bottom = (round(edge * DPI / 25.4) for edge in solid(front))
    if paper == "A4":
        right = (left + right) // 2  # the left one of two
    else:
        bottom = (top + bottom) // 2
    sheet = front.crop((left, top, right, bottom))
    behind = through.crop((left, top, right, bottom)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    small = [each.resize((300, 430), Image.Resampling.BOX) for each in (sheet, behind)]
    upside_down = small[0].transpose(Image.Transpose.ROTATE_180)
    assert unlike(small[0], small[1]) < 0.15 * unlike(upside_down, small[1])


def unlike(one: Image.Image, other: Image.Image) -> float:
    histogram = ImageChops.difference(one, other).histogram()
    return sum(level * count for level, count in enumerate(histogram)) / sum(histogram)


@pytest.mark.parametrize("flip", FLIPS)
def test_an_offset_moves_backs_and_nothing_else(flip: str) -> None:
    plain_front, plain_back = pair(flip)
    front, back = pair(flip, back_offset=(1.5, -2.25))
    assert ImageChops.difference(plain_front, front).getextrema() == (0, 0)
    before, after = solid(plain_back), solid(back)
    moves = [new - old for old, new in zip(before, after, strict=True)]
    assert moves == pytest.approx([1.5, -2.25, 1.5, -2.25], abs=0.1)


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
    sign_x, sign_y = signs(flip, PAPERS[paper])  # type: ignore[arg-type]
    read = (millimetres(across - front.width / 2) * sign_x, millimetres(down - front.height / 2) * sign_y)
    mends = (-millimetres(off[0]), -millimetres(off[1]))
    assert read == pytest.approx(mends, abs=0.15)
    # And the zero of both scales is in the middle of the page.
    scale = row(front, round(front.height / 2 - (20 + 3.2) * DPI / 25.4))
    middles = [(start + end) / 2 for start, end in runs(scale)]
    assert any(abs(middle - front.width / 2) < 2 for middle in middles)
