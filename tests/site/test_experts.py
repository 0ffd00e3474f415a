"""The page about how the expert plays: every figure on it is a stored one, made with the rules of the layout."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import Rect, bounds
from sheetgen.i18n import languages
from sheetgen.layout import SheetEdition, load, read_from_text
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.experts import EXPERTS, play_of, stages
from sheetgen.site.pages import edition_pages
from sheetgen.site.publisher import Publisher
from sheetgen.site.templates import render

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHEETS = {name: path for name, path in {**shipped_layouts(), **shipped_variants()}.items() if name != "objectives"}


@pytest.mark.parametrize("sheet", SHEETS)
def test_stored_games_are_current(sheet: str) -> None:
    """`make figures` makes them again."""
    layout = load(str(SHEETS[sheet]))
    play = play_of(layout)
    assert play is not None
    assert play["games"] >= 1000
    assert (Path(__file__).parents[2] / "docs" / "figures" / f"{sheet}-play.json").stat().st_size < 8000
    assert isinstance(layout.edition, SheetEdition)
    zones = layout.edition.zones.items()
    cells = {f"{name}.{zone.table.names[cell]}" for name, zone in zones for cell in zone.table.writable}
    assert set(play["reached"]) == cells


def test_a_changed_layout_has_no_page_about_experts() -> None:
    text = "schema: 1\nextends: classic\ntitle: Own\nrounds: {bonuses: [fox]}\n"
    layout = read_from_text(text, Path("classic.yaml"), "classic")
    assert play_of(layout) is None
    assert not any(page.is_about_experts for page in edition_pages(layout))


@pytest.mark.parametrize("language", languages())
def test_the_map_has_every_cell_with_its_number(language: str) -> None:
    site = open_site(plan_site([language], only=["classic"]), language)
    page = next(page for page in site.pages if page.is_about_experts)
    render(site, page)
    html = "".join(site.parts.values())
    play = play_of(load("classic"))
    assert play is not None
    figure = html[html.index('<fieldset class="heat">') :]
    layers = re.findall(r"<g>(.*?)</g>", figure, re.DOTALL)[: len(stages(6))]
    front = draw_page(load("classic"), "front", language=language)
    cells = {group.id: bounds(group) for group in front.groups() if group.id in play["reached"]}
    for last, layer in zip(stages(6), layers, strict=True):
        shown: dict[str, int] = {}
        for x, y, share in re.findall(r'<text x="([\d.]+)" y="([\d.]+)">(\d+)</text>', layer):
            point = Rect(float(x), float(y), 0, 0)
            (cell,) = (name for name, place in cells.items() if place.contains(point))
            shown[cell] = int(share)
        assert shown == {cell: shares[last - 1] for cell, shares in play["reached"].items()}


def test_a_publisher_may_leave_it_out() -> None:
    publisher = Publisher(title="Mine", pages=("figures",))
    site = open_site(plan_site(["en"], only=["classic"], publisher=publisher), "en")
    assert not any(page.path.endswith(EXPERTS) for page in site.pages)
    assert "experts" not in render(site, next(page for page in site.pages if page.path == "classic/index")).text


def test_a_button_stays_beside_its_words_and_shows_its_moment(browser: "Browser", site: Path) -> None:
    """On a phone the line of buttons breaks, between them."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(120_000)  # the machine may be busy
    page = context.new_page()
    for language in languages():
        page.goto((site / language / "classic" / "experts.html").as_uri())
        labels = page.locator(".heat label")
        assert labels.count() == len(stages(6))
        for i in range(labels.count()):
            box = labels.nth(i).bounding_box()
            assert box is not None
            assert box["height"] < 50, (language, i)
            labels.nth(i).tap()
            shown = page.locator(".heat g").evaluate_all(
                "all => all.map(own => getComputedStyle(own).display !== 'none')"
            )
            assert shown == [j == i for j in range(labels.count())]
    context.close()
