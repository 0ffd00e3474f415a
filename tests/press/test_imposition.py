"""Where sheets lie on paper, and fronts and backs meet: pages rendered, the paper turned as a printer turns it."""

import pytest
from PIL import Image, ImageChops

from sheetgen.layout.sheet import PAPERS
from sheetgen.press.imposition import PaperTooSmallError, stacked_numbers
from tests.matrix import each_once
from tests.press.printed import DPI, box, millimetres, opened, pad, press_pad, rendered, solid, texts, turned_over

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
FLIPS = ("long", "short")


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_sheets_lie_on_a_page_of_a4_and_letter(edition: str) -> None:
    for paper, wide in (("A4", 297), ("Letter", 279.4)):
        document = opened(pad(edition, sheets=4, paper=PAPERS[paper]))
        assert len(document.pages) == 2
        assert box(document.pages[0], "/MediaBox")[2] == pytest.approx(wide, abs=0.01)


def test_one_sheet_per_page_in_order() -> None:
    assert len(opened(press_pad(sheets=5, duplex="none")).pages) == 5
    assert len(opened(press_pad(sheets=5)).pages) == 10


def test_numbers_are_in_order_once_the_stacks_are_laid_together() -> None:
    document = pad(sheets=7, numbered=True)
    numbers = [
        [int(word.split("/")[0]) for word in texts(document, page).split() if word.endswith("/7")] for page in range(4)
    ]
    assert [sorted(page) for page in numbers] == [[1, 5], [2, 6], [3, 7], [4]]
    left = [page[0] for page in stacked_numbers(7, 2)]
    right = [page[1] for page in stacked_numbers(7, 2) if len(page) > 1]
    assert left + right == list(range(1, 8))


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5", "Legal"])
def test_sheets_have_their_size_and_lie_in_the_middle(paper: str) -> None:
    image = rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid", guides="none", duplex="long", back="classic"), 1)
    left, top, right, bottom = solid(image)
    columns, rows = {"A4": (2, 1), "Letter": (2, 1), "A5": (1, 1), "Legal": (1, 2)}[paper]
    assert (right - left, bottom - top) == pytest.approx((120 * columns, 171 * rows), abs=0.2)
    assert left == pytest.approx(millimetres(image.width) - right, abs=0.2)
    assert top == pytest.approx(millimetres(image.height) - bottom, abs=0.2)


def test_four_up_must_be_shrunk_knowingly() -> None:
    with pytest.raises(PaperTooSmallError, match=r"4 sheets of 120 x 171 mm will not fit .* --scale 80 or --scale fit"):
        pad(sheets=4, up=4)
    image = rendered(pad(sheets=4, up=4, scale=0.8, theme="vivid", guides="none", back="classic"), 1)
    left, top, right, bottom = solid(image)
    assert (right - left, bottom - top) == pytest.approx((2 * 96, 2 * 136.8), abs=0.25)


# Fronts and backs


def pair(flip: str, **options: object) -> tuple[Image.Image, Image.Image]:
    """Front and back of the first page, with sheets whose paper is dark from edge to edge."""
    pdf = pad(sheets=4, theme="vivid", guides="none", duplex=flip, back="classic", **options)
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
