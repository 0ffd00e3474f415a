"""The proof page: what is on it in every language and theme, in true sizes, inside what a printer reaches."""

from typing import Any

import pytest

from sheetgen.drawing.scene import Box, Group, Rect, Scene, bounds
from sheetgen.drawing.themes import themes
from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS, SheetEdition
from sheetgen.press.imposition import PaperTooSmallError
from sheetgen.press.pads import PadOptions, PadOptionsError, plan_pad
from sheetgen.press.profiles import load_profile
from sheetgen.press.proof import make_proof, proof_scene
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.matrix import each_once
from tests.press.printed import box, opened, texts

EDITIONS = [name for name in (*shipped_layouts(), *map(str, shipped_variants().values())) if name != "objectives"]


def proof(edition: str = "classic", **options: Any) -> Scene:
    return proof_scene(PadOptions(load(edition), **options))


def groups(scene: Scene) -> dict[str, Group]:
    return {group.id: group for group in scene.groups()}


@each_once(edition=EDITIONS, paper=["A4", "Letter", "A5", "Legal"], language=languages())
def test_it_fits_its_paper(edition: str, paper: str, language: str) -> None:
    scene = proof(edition, paper=PAPERS[paper], language=language, scale="fit")
    printable = Rect(0, 0, scene.width, scene.height).inset(5)
    assert (scene.width, scene.height) == PAPERS[paper]
    assert all(printable.contains(bounds(shape), 0.01) for _, shape in scene.shapes())
    parts = [bounds(item) for item in scene.items]
    assert not [(one, other) for i, one in enumerate(parts) for other in parts[:i] if one.overlaps(other)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_theme_shows_every_zone_of_the_front_with_cells_of_their_size(edition: str) -> None:
    options = PadOptions(load(edition))
    plan, by_id = plan_pad(options), groups(proof_scene(options))
    sheet = options.layout.edition
    assert isinstance(sheet, SheetEdition)
    on_front = {group.id.partition(".")[0] for group in plan.front.groups()} & set(sheet.zones)
    for theme in themes():
        patches = {name for name in sheet.zones if f"{name}.{theme}" in by_id}
        assert patches == on_front
        for name in patches:
            cell = next(item for item in by_id[f"{name}.{theme}"].items if isinstance(item, Group) and item.id == "")
            first = {f"{name}.{key}" for key in list(sheet.zones[name].cells.by_name)[:1]}
            printed = next(group for group in plan.front.groups() if group.id in first)
            assert bounds(cell).width == pytest.approx(bounds(printed.items[0]).width * plan.imposition.scale, abs=0.01)


def test_patterns_are_those_of_the_sheet() -> None:
    by_id = groups(proof())
    for theme in themes().values():
        ids = {group.id for group in Scene(0, 0, (by_id[f"theme.{theme.name}"],), "", "", "en").groups()}
        assert ("yellow.pattern" in ids) == bool(theme.patterns)


def test_dice_and_slot_have_their_sizes() -> None:
    dice = groups(proof())["dice"]
    outlines = [item.rect.width for item in dice.items if isinstance(item, Box)]
    assert outlines == [12, 14, 16]
    for options in ({}, {"exact": True}, {"up": 4, "scale": "fit"}):
        slot = groups(proof(**options))["slot"].items[0]
        assert isinstance(slot, Box)
        assert slot.rect.width == pytest.approx(plan_pad(PadOptions(load("classic"), **options)).slot_side)


def test_rulers_measure_a_hundred_millimetres_and_four_inches() -> None:
    lines = [bounds(item) for item in groups(proof())["rulers"].items]
    assert [rect.width for rect in lines if rect.height == 0] == pytest.approx([100, 101.6])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Print this page at 100 %", "Sheets on a page: 2, each 137 x 195 mm, 114 % of", "die slot: ")),
        ("fr", ("page d’essai", "Posez un dé")),
        ("de", ("Probeseite", "Würfelfeld")),
        ("es", ("página de prueba", "Escribe en las casillas", "hueco para dado: 18,4 mm")),
        ("it", ("pagina di prova", "Scrivi nelle caselle", "spazio dado: 18,4 mm")),
    ],
)
def test_it_speaks_every_language(language: str, words: tuple[str, ...]) -> None:
    document = make_proof(PadOptions(load("classic"), language=language))
    assert len(opened(document).pages) == 1
    said = " ".join(texts(document, 0).split())
    assert [word for word in words if word not in said] == []


def test_the_page_is_upright_and_the_same_every_time() -> None:
    document = make_proof(PadOptions(load("classic"), paper=PAPERS["Letter"]))
    with opened(document) as file:
        assert box(file.pages[0], "/MediaBox") == pytest.approx((0, 0, 215.9, 279.4), abs=0.01)
    assert document == make_proof(PadOptions(load("classic"), paper=PAPERS["Letter"]))


@pytest.mark.parametrize(
    ("edition", "options", "error", "reason"),
    [
        ("objectives", {}, PadOptionsError, "--proof is for sheets, and objectives has cards"),
        ("classic", {"profile": load_profile("press-x4")}, PadOptionsError, "leave out --profile"),
        ("classic", {"paper": PAPERS["A6"]}, PaperTooSmallError, "needs paper of 148 x 210 mm or more"),
    ],
)
def test_what_has_no_proof_page(edition: str, options: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        make_proof(PadOptions(load(edition), **options))
