"""Pads as they come out: what is on which page, options that exclude each other, decks."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen.drawing.scene import Text, bounds
from sheetgen.i18n import languages
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press import PressError
from sheetgen.press.pads import PadOptions, PadOptionsError, PadPlan, make_pad, plan_pad
from sheetgen.press.profiles import load_profile
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.drawing.measures import SHEETS, THEMES, by_id, layout_of
from tests.matrix import every_pair
from tests.press.printed import box, in_colour, opened, pad, rendered, texts


def test_there_are_exactly_as_many_sheets_as_ordered() -> None:
    document = pad(sheets=5)
    assert len(opened(document).pages) == 3
    assert texts(document, 0).count("That’s Pretty Clever") == 2
    assert texts(document, 2).count("That’s Pretty Clever") == 1


def test_a_pad_has_75_sheets_if_nothing_is_said() -> None:
    assert len(opened(pad()).pages) == 38


def test_a_file_may_have_a_name_in_any_script(tmp_path: Path) -> None:
    """The slug line of a page for a print shop names the file, with a ? for each sign that our font lacks."""
    file = tmp_path / "\u65e5 mine.yaml"
    file.write_text("schema: 1\nextends: classic\n", "utf-8")
    assert "? mine" in texts(pad(str(file), sheets=1, profile="press-x4"), 0)


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


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"solo": True},
        {"numbered": True, "imprint": "ABC"},
        {"big": True},
        {"profile": "press-x4"},
        {"rules_url": "https://example.org/{lang}/{edition}"},
    ],
    ids=lambda options: " ".join(options) or "plain",
)
@pytest.mark.parametrize(
    ("language", "inferred", "reconstructed"),
    [
        ("en", "some values inferred", "some values reconstructed"),
        ("fr", "certaines valeurs déduites", "certaines valeurs reconstituées"),
        ("de", "einige Werte erschlossen", "einige Werte rekonstruiert"),
        ("es", "algunos valores deducidos", "algunos valores reconstruidos"),
        ("it", "alcuni valori dedotti", "alcuni valori ricostruiti"),
    ],
)
def test_every_sheet_says_that_values_are_not_certain(
    language: str, inferred: str, reconstructed: str, options: dict[str, Any]
) -> None:
    """Also on the back: that of deluxe is another edition, whose values are reconstructed."""
    for edition, front, back in (("mix", reconstructed, reconstructed), ("deluxe", inferred, reconstructed)):
        expected = front if options.get("solo") else back
        document = pad(edition, sheets=3, duplex="long", language=language, **options)
        found = [texts(document, page) for page in range(len(opened(document).pages))]
        assert sum(text.count(front) for text in found[::2]) == 3
        assert sum(text.count(expected) for text in found[1::2]) == 3


def test_a_blank_back_is_blank() -> None:
    image = rendered(pad(sheets=2, back="blank"), 1, dpi=50)
    assert image.getextrema() == (255, 255)


def test_fronts_and_backs_may_be_two_files() -> None:
    wanted = PadOptions(load("deluxe"), profile=load_profile("press-x4"), sheets=3, duplex="long")
    together, apart = make_pad(wanted), make_pad(replace(wanted, backs="apart"))
    assert together.backs_pdf is None
    assert apart.backs_pdf is not None
    both, fronts, backs = opened(together.pdf), opened(apart.pdf), opened(apart.backs_pdf)
    assert (len(both.pages), len(fronts.pages), len(backs.pages)) == (6, 3, 3)
    front, back = (rendered(together.pdf, page, dpi=72).tobytes() for page in (0, 1))
    assert front != back
    assert [rendered(apart.pdf, page, dpi=72).tobytes() for page in range(3)] == [front] * 3
    assert [rendered(apart.backs_pdf, page, dpi=72).tobytes() for page in range(3)] == [back] * 3


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


@pytest.mark.parametrize("edge", ["top", "bottom", "left", "right"])
def test_the_strip_to_glue_is_at_the_same_edge_of_both_sides(edge: str) -> None:
    document = opened(pad(sheets=1, profile="press-x4", duplex="long", back="classic", pad_edge=edge))
    left, bottom, right, top = box(document.pages[0], "/TrimBox")
    assert (right - left, top - bottom) == pytest.approx(
        (120, 179) if edge in ("top", "bottom") else (128, 171), abs=0.01
    )
    data = pad(sheets=1, profile="press-x4", duplex="long", back="classic", pad_edge=edge)
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


@pytest.mark.parametrize(
    ("edition", "options", "reason"),
    [
        ("classic", {"scores": True}, "classic has no cards: leave out --scores"),
        ("objectives", {"solo": True}, "objectives has no sheet for one player: leave out --solo"),
        ("objectives", {"back": "classic"}, "cards have backs of their own: leave out --back"),
        ("objectives", {"numbered": True}, "--number, --imprint and --pad-edge are for sheets"),
        ("objectives", {"imprint": "us"}, "--number, --imprint and --pad-edge are for sheets"),
        ("objectives", {"pad_edge": "top"}, "--number, --imprint and --pad-edge are for sheets"),
        ("classic", {"back": "score", "duplex": "none"}, "--back needs backs: leave out --duplex none"),
        ("classic", {"back_offset": (1.0, 0.0)}, "--back-offset needs backs: add --back or --duplex"),
        (
            "classic",
            {"back_offset": (1.0, 0.0), "duplex": "long", "profile": load_profile("press-x4")},
            "--back-offset is for printers at home: a print shop aligns backs itself",
        ),
        ("classic", {"backs": "apart"}, "--backs apart needs backs: add --back or --duplex"),
    ],
)
def test_options_that_exclude_each_other_are_refused(edition: str, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(PadOptionsError) as refused:
        PadOptions(load(edition), **options)
    assert str(refused.value) == reason


def test_a_colour_profile_must_be_readable_and_meant_for_a_press(tmp_path: Path) -> None:
    with pytest.raises(PressError, match="a colour profile is for a press: add --profile press-x4"):
        pad(sheets=1, icc=tmp_path / "x.icc")
    with pytest.raises(PressError, match=r"x\.icc: cannot be read: No such file"):
        pad(sheets=1, icc=tmp_path / "x.icc", profile="press-x4")


# One sheet for a whole page

EDITIONS = [name for name in (*shipped_layouts(), *map(str, shipped_variants().values())) if name != "objectives"]


def cell_area(plan: PadPlan, layout: Layout) -> float:
    """The mean area of the cells of a sheet on paper."""
    edition = layout.edition
    assert isinstance(edition, SheetEdition)
    names = {f"{name}.{cell}" for name, zone in edition.zones.items() for cell in zone.cells.by_name}
    boxes = [bounds(group.items[0]) for group in plan.front.groups() if group.id in names]
    return sum(box.width * box.height for box in boxes) / len(boxes) * plan.imposition.scale**2


def type_sizes(plan: PadPlan) -> list[float]:
    return [shape.size * plan.imposition.scale for _, shape in plan.front.shapes() if isinstance(shape, Text)]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_big_sheet_is_laid_out_for_its_page(edition: str, paper: str) -> None:
    """Compared with the native size: larger cells, print that grows less, slots for dice of 12 to 16 mm."""
    layout = load(edition)
    big = plan_pad(PadOptions(layout, paper=PAPERS[paper], big=True))
    native = plan_pad(PadOptions(layout, paper=PAPERS[paper], exact=True))
    grid, (width, height) = big.imposition.grid, PAPERS[paper]
    assert (big.imposition.scale, big.count) == (1, 1)
    assert (grid.x, grid.y) == pytest.approx((7.5, 11.5))
    assert (grid.right, grid.bottom) == pytest.approx((width - 7.5, height - 11.5))
    assert big.slot_side is not None
    assert 16 <= big.slot_side <= 20
    assert cell_area(big, layout) > 1.5 * cell_area(native, layout)
    assert 1.05 < min(type_sizes(big)) / min(type_sizes(native)) < 1.5


@every_pair(edition=SHEETS, paper=("A4", "Letter"), theme=THEMES, language=languages())
def test_a_big_solo_sheet_has_its_rating_and_a_platter_for_dice(
    edition: str, paper: str, theme: str, language: str
) -> None:
    layout = layout_of(edition)
    options = PadOptions(layout, paper=PAPERS[paper], big=True, solo=True, theme=theme, language=language)
    found = by_id(plan_pad(options).front)
    assert {"ratings", "tally", "passive"} <= set(found)
    assert bounds(found["passive"]).height >= 16


def test_a_big_sheet_leaves_room_for_the_strip_to_glue() -> None:
    plan = plan_pad(PadOptions(load("classic"), big=True, pad_edge="left", pad_margin=10))
    assert (plan.front.width, plan.imposition.placements[0].rect.width) == pytest.approx((185, 195))


# Decks


def test_the_deck_has_every_card_with_its_own_back_behind_it() -> None:
    document = pad("objectives")
    assert len(opened(document).pages) == 12  # fifty cards, nine on a page
    for page in range(0, 12, 2):
        front, back = in_colour(document, page), in_colour(document, page + 1)
        # The paper is turned on its long edge: what is left here is right there.
        behind = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        for x in (-63, 0, 63):
            for y in (-88, 0, 88):
                # In the band at the top of a face, and in the ground of a back.
                place = round((105 + x) * MM_PIXEL), round((148.5 + y - 36) * MM_PIXEL)
                assert hue(front, place) == hue(behind, place)


MM_PIXEL = 72 / 25.4


def hue(image: Image.Image, place: tuple[int, int]) -> int | None:
    """The colour around a place as one of twelve; None for white."""
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
