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
from sheetgen.site.experts import EXPERTS, badge_table, favourites, openings, play_of, reach_table, stages
from sheetgen.site.pages import edition_pages
from sheetgen.site.publisher import Publisher
from sheetgen.site.templates import render
from sheetgen.site.words import Words

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
        assert layer.count('class="plate"') == len(shown)


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


def test_figures_are_in_columns_with_the_same_decimals() -> None:
    """One decimal in every row, `4.0` too, and aligned to the right."""
    layout = load("classic")
    play, edition = play_of(layout), layout.edition
    assert play is not None
    assert isinstance(edition, SheetEdition)
    words = Words.of("en", edition)
    first, reach, badges = (
        openings(edition, play, words),
        reach_table(edition, play, words),
        badge_table(layout, edition, play, words),
    )
    for table in (first, reach, badges):
        assert re.fullmatch(r"\|---\|(---:\|)+", table.splitlines()[1])
    blue = [line for line in reach.splitlines() if line.startswith("| Blue")]
    assert blue == ["| Blue | 4.0 | 7.8 | 10.8 | 11 |"]
    assert "| Blue | 76% | 2.5 | 2.2 |" in first
    assert "| Yellow | 0% | – | 0.1 |" in first  # three games of 1,000 say nothing about a lead
    assert "71.8\u00a0±\u00a010.8" in badges


def test_the_page_says_in_words_what_the_expert_does_first() -> None:
    layout = load("classic")
    play, edition = play_of(layout), layout.edition
    assert play is not None
    assert isinstance(edition, SheetEdition)
    assert favourites(edition, play, Words.of("en", edition)) == "**Blue** (76%), **Green** (22%)"
    assert favourites(edition, play, Words.of("it", edition)) == "**Zona blu** (76%), **Zona verde** (22%)"


def test_the_whole_map_is_seen_on_a_desk_and_on_paper(browser: "Browser", site: Path) -> None:
    """Beside the contents of the site and of the page, too; on a phone one moves it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(120_000)  # the machine may be busy
    page = context.new_page()
    page.goto((site / "en" / "classic" / "experts.html").as_uri())
    hidden = "own => own.scrollWidth - own.clientWidth"
    assert page.locator(".heat figure").evaluate(hidden) <= 0
    # The scale has the darkness of the cells.
    shown = page.locator(".heat .scale b").evaluate_all(
        "all => all.map(own => [own.textContent, own.style.getPropertyValue('--share')])"
    )
    assert [share for share, _ in shown] == ["0", "25", "50", "75", "100"]
    cells = page.locator(".heat g").last.evaluate(
        "own => [...own.querySelectorAll('rect')].map(cell => "
        "[cell.nextElementSibling.nextElementSibling.textContent, cell.getAttribute('opacity')])"
    )
    assert {opacity for share, opacity in cells if share == "100"} == {shown[-1][1]}
    page.set_viewport_size({"width": 700, "height": 900})  # about a page of A4 without its margins
    page.emulate_media(media="print")
    assert page.locator(".heat figure").evaluate(hidden) <= 0
    context.close()
