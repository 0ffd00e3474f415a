"""Where sheets lie on paper, and fronts and backs meet: pages rendered, the paper turned as a printer turns it."""

from typing import Any

import pytest
from PIL import Image, ImageChops

from sheetgen.layout.sheet import PAPERS
from sheetgen.press.imposition import PaperTooSmallError, impose, stacked_numbers
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


@pytest.mark.parametrize(
    ("paper", "exact", "columns", "rows", "scale"),
    [
        ("A4", False, 2, 1, 1.14),
        ("A4", True, 2, 1, 1),
        ("Letter", False, 2, 1, 1.1),
        ("A5", False, 1, 1, 1.09),
        ("Legal", True, 1, 2, 1),
    ],
)
def test_sheets_fill_the_paper_or_have_their_size(
    paper: str, exact: bool, columns: int, rows: int, scale: float
) -> None:
    options: dict[str, Any] = {"theme": "vivid", "guides": "none", "duplex": "long", "back": "classic", "exact": exact}
    image = rendered(pad(sheets=4, paper=PAPERS[paper], **options), 1)
    left, top, right, bottom = solid(image)
    assert (right - left, bottom - top) == pytest.approx((120 * scale * columns, 171 * scale * rows), abs=0.25)
    assert left == pytest.approx(millimetres(image.width) - right, abs=0.2)
    assert top == pytest.approx(millimetres(image.height) - bottom, abs=0.2)


def test_four_up_must_be_shrunk_knowingly() -> None:
    with pytest.raises(PaperTooSmallError, match=r"4 sheets of 120 x 171 mm will not fit .* --scale 80 or --scale fit"):
        pad(sheets=4, up=4)
    image = rendered(pad(sheets=4, up=4, scale=0.8, theme="vivid", guides="none", back="classic"), 1)
    left, top, right, bottom = solid(image)
    assert (right - left, bottom - top) == pytest.approx((2 * 96, 2 * 136.8), abs=0.25)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("up", [None, 1, 2, 4])
def test_sheets_grow_until_ruler_or_marks_need_the_room(paper: str, up: int | None) -> None:
    """One percent more would leave less than 5 mm at an edge, 2.5 mm for marks or 6.5 mm for the ruler."""
    grown = impose((120, 171), PAPERS[paper], up=up, scale="fit")
    beside, below = grown.grid.x - 5, grown.grid.y - 5
    assert min(beside, below) >= 2.5 - 1e-9
    assert max(beside, below) >= 6.5 - 1e-9
    more_beside, more_below = beside - 0.6 * grown.columns, below - 0.855 * grown.rows
    assert min(more_beside, more_below) < 2.5 or max(more_beside, more_below) < 6.5


def test_two_a5_sheets_lie_on_a4() -> None:
    a5 = PAPERS["A5"]
    assert (impose(a5, PAPERS["A4"]).columns, impose(a5, PAPERS["A4"]).scale) == (2, 0.92)
    assert len(impose(a5, PAPERS["A4"], scale=1.0).placements) == 1
    assert len(impose(a5, PAPERS["Letter"]).placements) == 1  # two are larger than the paper
    with pytest.raises(PaperTooSmallError, match="one sheet of 148 x 210 mm will not fit"):
        impose(a5, a5)


def test_a_strip_to_glue_does_not_grow() -> None:
    grown = impose((120, 171), PAPERS["A4"], strip=(8, 0))
    assert grown.placements[0].rect.width == pytest.approx(120 * grown.scale + 8)
    assert grown.placements[0].rect.height == pytest.approx(171 * grown.scale)
    assert grown.scale == 1.09


def test_cards_do_not_grow() -> None:
    document = opened(pad("objectives"))
    assert len(document.pages) == 12
    left, top, right, bottom = solid(rendered(pad("objectives", theme="vivid", guides="none"), 1))
    assert (right - left, bottom - top) == pytest.approx((3 * 63, 3 * 88), abs=0.25)


# Fronts and backs


def pair(flip: str, **options: Any) -> tuple[Image.Image, Image.Image]:
    """Front and back of the first page, with sheets whose paper is dark from edge to edge."""
    pdf = pad(sheets=4, theme="vivid", guides="none", duplex=flip, back="classic", **options)
    return rendered(pdf, 0), rendered(pdf, 1)


@each_once(paper=list(PAPERS), flip=FLIPS)
def test_backs_meet_fronts(paper: str, flip: str) -> None:
    scale = "fit" if paper == "A6" else None
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
