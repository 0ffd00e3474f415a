"""The page about how the expert plays: every figure on it is a stored one, made with the rules of the layout."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import Rect, bounds
from sheetgen.i18n import languages
from sheetgen.lab.results import stage_beginnings, stages
from sheetgen.layout import SheetEdition, load, read_from_text
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site import experts
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.experts import EXPERTS, SCALE, badge_table, favourites, openings, play_of, reach_table
from sheetgen.site.pages import edition_pages
from sheetgen.site.publisher import Publisher
from sheetgen.site.templates import render
from sheetgen.site.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

SHEETS = {name: path for name, path in {**shipped_layouts(), **shipped_variants()}.items() if name != "objectives"}


@pytest.mark.parametrize("sheet", SHEETS)
def test_stored_games_are_current(sheet: str) -> None:
    """`make figures` makes them again."""
    layout = load(str(SHEETS[sheet]))
    play = play_of(layout)
    assert play is not None
    assert play["games"] >= 1000
    assert (Path(__file__).parents[2] / "docs" / "figures" / f"{sheet}-play.json").stat().st_size < 8500
    assert isinstance(layout.edition, SheetEdition)
    zones = layout.edition.zones.items()
    cells = {f"{name}.{zone.table.names[cell]}" for name, zone in zones for cell in zone.table.writable}
    assert set(play["reached"]) == cells
    assert play["worth"]["games"] >= 300
    rounds = layout.edition.solo.rounds if layout.edition.solo is not None else 0
    assert [own["round"] for own in play["worth"]["rounds"]] == stage_beginnings(rounds)
    for own in play["worth"]["rounds"]:
        assert len(own["points"]) == len(own["margins"]) == len(cells)
        assert any(points is not None for points in own["points"])


def test_a_changed_layout_has_no_page_about_experts() -> None:
    text = "schema: 1\nextends: classic\ntitle: Own\nrounds: {bonuses: [fox]}\n"
    layout = read_from_text(text, Path("classic.yaml"), "classic")
    assert play_of(layout) is None
    assert not any(page.is_about_experts for page in edition_pages(layout))


def expert_page(language: str) -> tuple[str, str]:
    """Return the text of the page about classic, and its maps."""
    site = open_site(plan_site([language], only=["classic"]), language)
    page = next(page for page in site.pages if page.is_about_experts)
    text = render(site, page).text
    return text, "".join(site.parts.values())


@pytest.mark.parametrize("language", languages())
def test_the_maps_have_every_cell_with_its_number(language: str) -> None:
    text, html = expert_page(language)
    play = play_of(load("classic"))
    assert play is not None
    figures = re.findall(r'<fieldset class="heat">.*?</fieldset>', html, re.DOTALL)
    front = draw_page(load("classic"), "front", language=language)
    cells = {group.id: bounds(group) for group in front.groups() if group.id in play["reached"]}
    reached = [{cell: shares[last - 1] for cell, shares in play["reached"].items()} for last in stages(6)]
    worth = [
        {cell: round(points) for cell, points in zip(play["reached"], own["points"], strict=True) if points is not None}
        for own in play["worth"]["rounds"]
    ]
    for figure, expected in zip(figures, (reached, worth), strict=True):
        layers = re.findall(r"<g>(.*?)</g>", figure, re.DOTALL)
        for layer, own in zip(layers, expected, strict=True):
            shown: dict[str, int] = {}
            for x, y, value in re.findall(r'<text x="([\d.]+)" y="([\d.]+)">(−?\d+)</text>', layer):
                point = Rect(float(x), float(y), 0, 0)
                (cell,) = (name for name, place in cells.items() if place.contains(point))
                shown[cell] = int(value.replace("−", "-"))
            assert shown == own
            assert layer.count('class="plate"') == layer.count("<rect") == len(shown)
    names = [re.findall(r'type="radio" name="(\w+)"', figure) for figure in figures]
    assert [set(own) for own in names] == [{"reached"}, {"worth"}], "each map has its own group of buttons"
    assert "{: #worth }" in text
    assert str(play["worth"]["games"]) in text


def test_without_figures_there_is_no_section_about_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    without = {key: value for key, value in (play_of(load("classic")) or {}).items() if key != "worth"}
    monkeypatch.setattr(experts, "play_of", lambda layout: without)
    text, html = expert_page("en")
    assert "#worth" not in text
    assert "#map" in text
    assert html.count('<fieldset class="heat">') == 1


def test_darkness_follows_the_points_up_to_a_round_number() -> None:
    cells = {f"blue.r1c{i}": points for i, points in enumerate((-3.4, 0.2, 9.6, 23.2, None))}
    points = list(cells.values())
    play = {"reached": dict.fromkeys(cells, [0] * 6), "worth": {"games": 50, "rounds": []}}
    assert experts.worth_text(edition_of("classic"), play, Words.of("en", edition_of("classic"))) is None
    margins = [2.0, 2.0, 3.0, 9.4, None]
    play["worth"]["rounds"] = [{"round": 1, "points": points, "margins": margins}]  # type: ignore[index]
    words = Words.of("de", edition_of("classic"))
    shown = experts.worth_map(play, words)
    assert shown.layers == ({"blue.r1c0": -3, "blue.r1c1": 0, "blue.r1c2": 10, "blue.r1c3": 23},)
    assert shown.scale == (0, 10, 20, 30, 40)
    opacities = [shown.opacity(value) for value in (*shown.layers[0].values(), 40)]
    assert opacities[:2] == [experts.FAINTEST] * 2, "less than nothing is the faintest"
    assert opacities == sorted(opacities)
    assert opacities[-1] == pytest.approx(experts.STRONGEST)
    said = experts.worth_text(edition_of("classic"), play, words)
    assert said == {"games": "50", "margin": "2", "round": "1", "negative": True, "zones": "**Blau** (7)"}


def edition_of(name: str) -> SheetEdition:
    edition = load(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


def test_a_publisher_may_leave_it_out() -> None:
    publisher = Publisher(title="Mine", pages=("figures",))
    site = open_site(plan_site(["en"], only=["classic"], publisher=publisher), "en")
    assert not any(page.path.endswith(EXPERTS) for page in site.pages)
    assert "experts" not in render(site, next(page for page in site.pages if page.path == "classic/index")).text


def layers_shown(heat: "Locator") -> list[bool]:
    """Return which layers of a map are to be seen."""
    shown: list[bool] = heat.locator("g").evaluate_all(
        "all => all.map(own => getComputedStyle(own).display !== 'none')"
    )
    return shown


def test_a_button_stays_beside_its_words_and_shows_its_moment(browser: "Browser", site: Path) -> None:
    """On a phone the line of buttons breaks, between them."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(120_000)  # the machine may be busy
    page = context.new_page()
    for language in languages():
        page.goto((site / language / "classic" / "experts.html").as_uri())
        maps = page.locator(".heat")
        assert maps.count() == 2
        shown_first = [[False, False, True], [True, False, False]]
        for own, first in zip((maps.first, maps.last), shown_first, strict=True):
            labels = own.locator("label")
            assert labels.count() == len(stages(6))
            assert layers_shown(own) == first, "whatever was chosen in the other map"
            for i in range(labels.count()):
                box = labels.nth(i).bounding_box()
                assert box is not None
                assert box["height"] < 50, (language, i)
                labels.nth(i).tap()
                assert layers_shown(own) == [j == i for j in range(labels.count())]
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
    hidden = "all => all.map(own => own.scrollWidth - own.clientWidth)"
    assert max(page.locator(".heat figure").evaluate_all(hidden)) <= 0
    # The scale has the darkness of the cells.
    for heat, steps in ((page.locator(".heat").first, SCALE), (page.locator(".heat").last, None)):
        shown = heat.locator(".scale b").evaluate_all(
            "all => all.map(own => [own.textContent, own.style.getPropertyValue('--share')])"
        )
        values = [int(value) for value, _ in shown]
        assert values == list(steps or range(0, values[-1] + 1, values[1]))
        cells = heat.locator("g").last.evaluate(
            "own => [...own.querySelectorAll('rect')].map(cell => "
            "[cell.nextElementSibling.nextElementSibling.textContent, cell.getAttribute('opacity')])"
        )
        darkness = {int(value): float(opacity) for value, opacity in cells}
        assert all(darkness.get(int(value), float(opacity)) == float(opacity) for value, opacity in shown)
        assert values[0] <= min(darkness)
        assert max(darkness) <= values[-1]
        known = [(value, darkness[value]) for value in values if value in darkness]
        assert known, "some cell has a number of the scale"
    page.set_viewport_size({"width": 700, "height": 900})  # about a page of A4 without its margins
    page.emulate_media(media="print")
    assert max(page.locator(".heat figure").evaluate_all(hidden)) <= 0
    context.close()
