"""Pads as they come out: places, boxes and sizes read back from the PDF, and the same bytes every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press import PressError
from sheetgen.press.imposition import PaperTooSmallError
from sheetgen.press.pads import PadOptions, make_pad, stacked_numbers
from sheetgen.press.profiles import load_profile
from tests.press.looking import box, column, in_colour, millimetres, opened, rendered, row, runs, solid

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")


def pad(edition: str = "classic", **options: object) -> bytes:
    profile = load_profile(str(options.pop("profile", "home")))
    return make_pad(PadOptions(load(edition), profile=profile, **options)).pdf  # type: ignore[arg-type]


def texts(pdf: bytes, page: int) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page].get_textpage().get_text_range())
    finally:
        document.close()


# What is on the pages


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_sheets_lie_on_a_page_of_a4_and_letter(edition: str) -> None:
    for paper, wide in (("A4", 297), ("Letter", 279.4)):
        document = opened(pad(edition, sheets=4, paper=PAPERS[paper]))
        assert len(document.pages) == 2
        assert box(document.pages[0], "/MediaBox")[2] == pytest.approx(wide, abs=0.01)


def test_there_are_exactly_as_many_sheets_as_ordered() -> None:
    document = pad(sheets=5)
    assert len(opened(document).pages) == 3
    assert texts(document, 0).count("That's Pretty Clever") == 2
    assert texts(document, 2).count("That's Pretty Clever") == 1


def test_a_pad_has_75_sheets_if_nothing_is_said() -> None:
    assert len(opened(pad()).pages) == 38


def test_the_viewer_is_told_not_to_scale_and_how_to_turn() -> None:
    for duplex, word in (("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")):
        document = opened(pad(sheets=2, duplex=duplex))
        wishes = document.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", word)


def test_fronts_and_backs_alternate() -> None:
    document = pad("deluxe", sheets=4, duplex="long")
    titles = ["Clever Mix" in texts(document, page) for page in range(4)]
    assert titles == [False, True, False, True]


@pytest.mark.parametrize(
    ("back", "word"), [("score", "Game 1"), ("solo", "lowest"), ("cubed", "Clever Cubed"), (None, "Game 1")]
)
def test_backs(back: str | None, word: str) -> None:
    document = pad("classic", sheets=2, back=back, duplex="long")
    assert word in texts(document, 1)


def test_a_blank_back_is_blank() -> None:
    image = rendered(pad(sheets=2, back="blank"), 1, dpi=50)
    assert image.getextrema() == (255, 255)


def test_numbers_are_in_order_once_the_stacks_are_laid_together() -> None:
    document = pad(sheets=7, numbered=True)
    numbers = [
        [int(word.split("/")[0]) for word in texts(document, page).split() if word.endswith("/7")] for page in range(4)
    ]
    assert [sorted(page) for page in numbers] == [[1, 5], [2, 6], [3, 7], [4]]
    left = [page[0] for page in stacked_numbers(7, 2)]
    right = [page[1] for page in stacked_numbers(7, 2) if len(page) > 1]
    assert left + right == list(range(1, 8))


def test_a_line_of_ones_own_stands_on_every_sheet() -> None:
    document = pad("deluxe", sheets=4, imprint="Spieleabend bei Müllers", numbered=True, language="de")
    for page in range(2):
        said = texts(document, page)
        assert said.count("Spieleabend bei Müllers") == 2
        assert said.count("Inoffizielles Blatt") == 2
    assert len(document) - len(pad("deluxe", sheets=4, numbered=True, language="de")) < 2000


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(PressError, match=r"the imprint 'x+' is \d+ mm long; there is room for \d+ mm"):
        pad(sheets=2, imprint="x" * 60)


def test_numbers_keep_the_pages_small() -> None:
    few, many = pad(sheets=100, numbered=True), pad(sheets=1100, numbered=True)
    assert (len(many) - len(few)) / 500 < 400  # two numbers per page, written out


# Sizes on paper


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5", "Legal"])
def test_sheets_have_their_size_and_lie_in_the_middle(paper: str) -> None:
    image = rendered(pad(sheets=4, paper=PAPERS[paper], theme="vivid", guides="none", duplex="long", back="classic"), 1)
    left, top, right, bottom = solid(image)
    columns, rows = {"A4": (2, 1), "Letter": (2, 1), "A5": (1, 1), "Legal": (1, 2)}[paper]
    assert (right - left, bottom - top) == pytest.approx((120 * columns, 171 * rows), abs=0.2)
    assert left == pytest.approx(millimetres(image.width) - right, abs=0.2)
    assert top == pytest.approx(millimetres(image.height) - bottom, abs=0.2)


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


def test_four_up_must_be_shrunk_knowingly() -> None:
    with pytest.raises(PaperTooSmallError, match=r"4 sheets of 120 x 171 mm will not fit .* --scale 80 or --scale fit"):
        pad(sheets=4, up=4)
    image = rendered(pad(sheets=4, up=4, scale=0.8, theme="vivid", guides="none", back="classic"), 1)
    left, top, right, bottom = solid(image)
    assert (right - left, bottom - top) == pytest.approx((2 * 96, 2 * 136.8), abs=0.25)


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


@pytest.mark.parametrize("edge", ["top", "bottom", "left", "right"])
def test_the_strip_to_glue_is_at_the_same_edge_of_both_sides(edge: str) -> None:
    document = opened(
        pad(sheets=1, profile="press-x4", duplex="long", back="classic", pad_edge=edge)  # type: ignore[arg-type]
    )
    left, bottom, right, top = box(document.pages[0], "/TrimBox")
    assert (right - left, top - bottom) == pytest.approx(
        (120, 179) if edge in ("top", "bottom") else (128, 171), abs=0.01
    )
    data = pad(sheets=1, profile="press-x4", duplex="long", back="classic", pad_edge=edge)  # type: ignore[arg-type]
    for page, at in ((0, edge), (1, {"left": "right", "right": "left"}.get(edge, edge))):
        image = rendered(data, page, dpi=100)
        outside = round(12 * 100 / 25.4)
        trimmed = image.crop((outside, outside, image.width - outside, image.height - outside))
        strip = round(9 * 100 / 25.4)
        places = {
            "top": (0, 0, trimmed.width, strip),
            "bottom": (0, trimmed.height - strip, trimmed.width, trimmed.height),
            "left": (0, 0, strip, trimmed.height),
            "right": (trimmed.width - strip, 0, trimmed.width, trimmed.height),
        }
        empty = {name for name, place in places.items() if trimmed.crop(place).getextrema() == (255, 255)}
        assert at in empty


# Decks


def test_the_deck_has_every_card_with_its_own_back_behind_it() -> None:
    document = pad("objectives")
    assert len(opened(document).pages) == 12  # fifty cards, nine on a page
    for page in range(0, 12, 2):
        front, back = in_colour(document, page), in_colour(document, page + 1)
        # The paper is turned on its long edge: what is left here is right there.
        behind = back.transpose(0)
        for x in (-63, 0, 63):
            for y in (-88, 0, 88):
                # In the band at the top of a face, and in the ground of a back.
                place = round((105 + x) * MM_PIXEL), round((148.5 + y - 36) * MM_PIXEL)
                face, own = hue(front, place), hue(behind, place)
                assert face == own


MM_PIXEL = 72 / 25.4


def hue(image: object, place: tuple[int, int]) -> int | None:
    """The colour around a place as one of twelve; None for white."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    x, y = place
    mean = (
        image.crop((x - 14, y - 6, x + 14, y + 6)).resize((1, 1), Image.Resampling.BOX).convert("HSV").getpixel((0, 0))
    )
    assert isinstance(mean, tuple)
    return None if mean[1] < 8 else round(mean[0] * 12 / 256) % 12


def test_a_deck_for_a_card_printer_has_one_card_per_page() -> None:
    document = opened(pad("objectives", profile="single"))
    assert len(document.pages) == 100
    assert box(document.pages[0], "/MediaBox") == pytest.approx((0, 0, 63, 88), abs=0.01)


@pytest.mark.parametrize("size", [(57.0, 87.0), (59.0, 92.0), (70.0, 120.0)])
def test_cards_may_have_another_size(size: tuple[float, float]) -> None:
    document = opened(pad("objectives", profile="press-x4", size=size, duplex="none", language="fr"))
    left, bottom, right, top = box(document.pages[0], "/TrimBox")
    assert (right - left, top - bottom) == pytest.approx(size, abs=0.01)


# Draw once, always the same


def test_a_further_page_costs_next_to_nothing() -> None:
    """Read from files, so that nothing but the page itself is counted."""
    first, few, many = len(pad(sheets=10)), len(pad(sheets=200)), len(pad(sheets=2000))
    assert few <= 1.5 * first
    assert (many - few) / 900 <= 20
    assert len(pad(sheets=2000, profile="press-x4", duplex="long")) <= 250_000


@pytest.mark.parametrize(
    "options",
    [
        ("classic", "--number"),
        pytest.param(("objectives", "--profile", "press-x4"), marks=pytest.mark.full),
        pytest.param(("mix", "--profile", "press-x1a", "--back", "score"), marks=pytest.mark.full),
    ],
)
def test_the_same_bytes_on_every_run(options: tuple[str, ...], tmp_path: Path) -> None:
    found = set()
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/New_York")):
        path = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "sheetgen", "pad", *options, "-o", str(path)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}, capture_output=True)
        found.add(path.read_bytes())
    assert len(found) == 1
