"""Counting a sheet in the browser: the same points as the engine, and the page as a player uses it."""

import gzip
import json
import mimetypes
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import pytest

from sheetgen.engine import CardGame, Game
from sheetgen.engine.counting import card_counting_table, counting_table
from sheetgen.engine.marks import Marks, MarksError, sheet_from
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.i18n import languages
from sheetgen.lab.players import prepare_player
from sheetgen.layout import CardEdition, SheetEdition, load
from sheetgen.layout.parts.accepts import FitFunction
from sheetgen.layout.parts.points_rule import PointsFunction
from sheetgen.site.count import SCRIPTS, STYLE
from sheetgen.site.mkdocs_build import THEME_ASSETS
from tests.matrix import each_once, often
from tests.site.random_sheets import errors, layouts, random_sheets, shipped
from tests.site.test_axe import found_by_axe
from tests.site.test_browser import DESK, PHONE, SEEN, Watched, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

SHEETS = {name: layout for name, layout in layouts().items() if isinstance(layout.edition, SheetEdition)}


@pytest.fixture(scope="module")
def counter(browser: "Browser") -> "Page":
    """An empty page with the script that counts."""
    page = browser.new_page()
    page.add_script_tag(path=THEME_ASSETS / "score.js")
    return page


def by_engine(rules: Rules, marks: Marks) -> dict[str, Any]:
    """The score of a sheet in the words of the script; of an impossible sheet, its wrong cells only."""
    try:
        score = sheet_from(marks, rules).score()
    except MarksError as error:
        return {"wrong": sorted({reason.partition(":")[0] for reason in error.reasons})}
    solo = rules.edition.solo
    rating = solo.rating(score.total) if solo is not None else None
    return {
        "zones": score.zones,
        "badges": {
            badge.plural: {"count": part.count, "each": part.each, "points": part.points}
            for badge, part in score.badges.items()
        },
        "total": score.total,
        "rating": None if rating is None else [rating.from_, rating.label],
        "wrong": [],
    }


def test_every_kind_has_a_function_in_the_script(counter: "Page") -> None:
    assert counter.evaluate("SheetCounter.functions") == {
        "points": list(get_args(PointsFunction)),
        "fits": list(get_args(FitFunction)),
    }


COUNT = """([table, sheets]) => sheets.map(([marks, rounds]) => {
  const { problems, ...score } = SheetCounter.count(table, marks, rounds);
  const wrong = [...new Set(problems.map(({ cell }) => cell))].sort();
  return wrong.length ? { wrong } : { ...score, wrong };
})"""


@pytest.mark.parametrize("name", SHEETS)
def test_the_script_counts_as_the_engine_does(counter: "Page", name: str) -> None:
    """At least 5,000 sheets over all layouts in `make test-all`; about half of them are impossible."""
    rules = Rules(SHEETS[name])
    assert errors(SHEETS[name]) == []
    sheets = list(islice(random_sheets(rules, seed=18), often(600, quick=60)))
    expected = [by_engine(rules, marks) for marks in sheets]
    # Through JSON, as the table reaches a page.
    table = json.loads(json.dumps(counting_table(rules)))
    counted = counter.evaluate(COUNT, [table, [[marks.cells, marks.rounds] for marks in sheets]])
    different = [
        (marks, engine, script)
        for marks, engine, script in zip(sheets, expected, counted, strict=True)
        if engine != script
    ]
    assert different[:1] == []
    possible = sum(not score["wrong"] for score in expected)
    assert len(sheets) / 5 < possible < len(sheets)


def test_the_script_counts_cards_as_the_engine_does(counter: "Page") -> None:
    layout = load("objectives")
    assert isinstance(layout.edition, CardEdition)
    chance, games = Random(18), []
    for seed in range(often(200, quick=20)):
        players = chance.choice(list(layout.edition.rounds.by_players))
        game = CardGame(layout, players, seed, variant=players == 2 and seed % 3 == 0)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves()))
        games.append(game)
    sheets = [
        [
            {**{card: player.won.count(card) for card in player.won}, "captured": len(player.captured)}
            for player in game.players
        ]
        for game in games
    ]
    table = json.loads(json.dumps(card_counting_table(layout.edition)))
    counted = counter.evaluate(
        """([table, games]) => games.map((sheets) => {
          const scores = sheets.map((marks) => SheetCounter.countCards(table, marks));
          return [scores.map(({ zones, total }) => [zones.own, zones.captured, total]),
                  SheetCounter.winners(scores, true)];
        })""",
        [table, sheets],
    )
    assert counted == [[[list(score) for score in game.scores()], game.winners()] for game in games]


# The page


@pytest.fixture
def reader(browser: "Browser") -> Iterator["BrowserContext"]:
    """A reader with a phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    context.set_default_timeout(120_000)  # the machine may be busy
    yield context
    context.close()


@pytest.fixture
def phone(reader: "BrowserContext") -> Watched:
    return Watched(reader)


def cell(page: "Page", name: str) -> "Locator":
    return page.locator(f'[data-cell="{name}"]')


def total(page: "Page") -> str:
    return str(page.locator(".count-chips > b").evaluate("own => own.firstChild.textContent"))


def row(page: "Page", title: str) -> list[str]:
    """The points of all players in one line of the table."""
    return page.locator(".count-table tr", has_text=title).first.locator("td").all_inner_texts()


def tap_in(page: "Page", marks: dict[str, Any]) -> int:
    """Tap marks as a player would; return the number of taps."""
    taps = 0
    for name, mark in marks.items():
        cell(page, name).tap()
        taps += 1
        if isinstance(mark, int):
            page.locator(".count-pad .key", has_text=str(mark)).filter(visible=True).locator(
                f"xpath=self::*[.='{mark}']"
            ).tap()
            taps += 1
    return taps


def finished_classic() -> Game:
    """A game that was played well, so that most cells are marked."""
    chance, game = Random(4), Game("classic", 1, seed=4)
    choose = prepare_player("greedy", game.rules, 1)
    while not game.is_over:
        game.play(choose(game, chance))
    return game


def test_a_whole_sheet_is_counted_by_taps_on_a_phone(phone: Watched, site: Path) -> None:
    """A finished game, marked from left to right; the keys stay open, so most numbers cost one tap."""
    page, (player,) = phone.page, finished_classic().players
    page.goto(address(site, "en/classic/count"))
    assert tap_in(page, player.marks()) < 2 * len(player.marks())
    score = player.score()
    for zone, points in score.zones.items():
        assert row(page, zone.capitalize()) == [str(points)]
    assert row(page, "Foxes") == [f"{score.foxes} × {score.each} = {score.fox_points}"]
    assert row(page, "Total") == [str(score.total)]
    assert total(page) == str(score.total)
    assert page.locator(".count-live").inner_text() == f"Player 1: total {score.total}"
    solo = rules_of("classic").edition.solo
    assert solo is not None
    rating = solo.rating(score.total)
    assert rating is not None
    assert row(page, "Rating") == [rating.label]
    assert page.locator(".count-problems li").count() == 0
    assert page.evaluate(SEEN) == [True, 1]
    assert phone.complaints == []


def test_a_tap_beside_a_cell_goes_to_the_nearest_one(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/classic/count"))
    page.locator(".count.ready").wait_for()
    target = cell(page, "green.1")
    target.scroll_into_view_if_needed()
    box = target.locator("rect").first.bounding_box()
    assert box is not None
    assert box["width"] >= 24
    for tapped, pressed in (((-8, box["height"] + 5), "true"), ((3, 3), "false")):
        page.touchscreen.tap(box["x"] + tapped[0], box["y"] + tapped[1])
        page.locator(f'[data-cell="green.1"][aria-pressed={pressed}]').wait_for()
    keys = page.locator(".count button:visible, .count input:visible")
    assert min(keys.evaluate_all("all => all.map(own => own.getBoundingClientRect().height)")) >= 44


def test_six_players_are_side_by_side(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "de/cubed/count"))
    for _ in range(5):
        page.get_by_label("Spieler hinzufügen").tap()
    page.get_by_label("Spieler hinzufügen").wait_for(state="detached")
    assert len(row(page, "Gesamt")) == 6
    fits = "[...document.querySelectorAll('.count-points')].every(own => own.scrollWidth <= own.clientWidth)"
    assert page.evaluate(fits)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(fits)
    assert phone.complaints == []


def test_sheets_stay_through_a_reload_and_go_with_a_link(phone: Watched, browser: "Browser", site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/double/count"))
    tap_in(page, {"silver.r1c1": "x", "pink.1": 5, "pink.2": 6})
    page.get_by_label("Add a player").tap()
    page.get_by_label("Name", exact=True).fill("Zoë & Ben = <b>")
    tap_in(page, {"pink.1": 6})
    before = [row(page, title) for title in ("Silver", "Pink", "Total")]
    assert before[1] == ["11", "6"]
    page.reload()
    assert [row(page, title) for title in ("Silver", "Pink", "Total")] == before
    assert page.get_by_label("Name", exact=True).input_value() == "Zoë & Ben = <b>"

    page.get_by_role("button", name="Share as a link").tap()
    link = page.get_by_label("Link to these sheets").input_value()
    assert len(link.partition("#")[2]) < 110
    # Somebody else opens it, in another language, and changes it; it stays in the link.
    other = browser.new_context(viewport=DESK)
    friend = other.new_page()
    friend.goto(link)
    friend.locator(".md-select button").hover()
    friend.locator('.md-select__link[hreflang="de"]').click()
    friend.wait_for_url("**/de/double/count.html#sheet=*")
    assert friend.locator(".count-notice").inner_text().startswith("Diese Blätter kamen mit einem Link.")
    assert friend.locator(".count-table thead th").all_inner_texts() == ["Player 1", "Zoë & Ben = <b>"]
    assert row(friend, "Gesamt") == before[2]
    cell(friend, "silver.r1c2").click()
    changed = row(friend, "Gesamt")
    assert changed != before[2]
    friend.reload()
    assert row(friend, "Gesamt") == changed
    friend.get_by_role("button", name="Zurück zu meinen Blättern").click()
    assert row(friend, "Gesamt") == ["0"]
    other.close()
    assert phone.complaints == []


PAGES = sorted(shipped())
QUICK_PAGES = ("cubed", "objectives", "tide-pool")  # with all ways to mark a cell


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK_PAGES else pytest.mark.full) for name in PAGES]
)
def test_every_sheet_survives_its_link(phone: Watched, site: Path, name: str) -> None:
    """Random sheets, also impossible ones, through the storage of the page and its link."""
    page, layout = phone.page, shipped()[name]
    if not isinstance(layout.edition, SheetEdition):
        players: list[dict[str, Any]] = [{"joker": 1, "no-even": 2, "captured": 7}, {"pair": 1}]
    else:
        players = [dict(marks.cells) for marks in islice(random_sheets(Rules(layout), seed=5), 6)]
    page.goto(address(site, f"en/{name}/count"))
    state = {
        "players": [{"name": f"Nr. {i}", "marks": marks} for i, marks in enumerate(players)],
        "rounds": 3,
        "now": 0,
    }
    page.evaluate(
        "([key, state]) => localStorage.setItem(key, JSON.stringify(state))", [f"sheetgen.count.{name}", state]
    )
    page.reload()
    points = page.locator(".count-table").inner_text()
    page.get_by_role("button", name="Share as a link").tap()
    link = page.get_by_label("Link to these sheets").input_value()
    page.evaluate("localStorage.clear()")
    page.goto(link)
    page.reload()
    assert page.locator(".count-notice button").count() == 1
    assert page.locator(".count-table").inner_text() == points
    assert phone.complaints == []


def test_a_damaged_link_says_so_in_one_line(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/classic/count"))
    tap_in(page, {"yellow.r1c1": "x", "orange.1": 4})
    page.get_by_role("button", name="Share as a link").tap()
    link = page.get_by_label("Link to these sheets").input_value()
    plain, _, fragment = link.partition("#")
    chance = Random(1)
    damaged = [
        fragment[:-1],
        fragment[: len(fragment) // 2],
        "sheet=",
        "sheet=1&&=%E0%A4%A&AA",
        fragment.replace("=1", "=2", 1),
    ]
    for _ in range(often(20, quick=4)):
        at = chance.randrange(len("sheet="), len(fragment))
        damaged.append(fragment[:at] + chance.choice("Aa0_.%&=") + fragment[at + 1 :])
    for broken in damaged:
        if broken == fragment:
            continue
        page.goto("about:blank")
        page.goto(f"{plain}#{broken}")
        assert page.locator(".count-notice").inner_text() == "This link is damaged: the sheets in it cannot be read."
        assert total(page) == "4", broken
    page.goto("about:blank")
    page.goto(f"{plain}#how")
    assert page.locator(".count-notice").inner_text() == ""
    assert phone.complaints == []


def test_the_keyboard_is_enough(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/classic/count"))
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.press("Tab")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "The 3 in row 1 of yellow: open"
    page.keyboard.press("Space")
    assert page.evaluate(focused) == "The 3 in row 1 of yellow: crossed"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "The 2 in row 2 of yellow: open"
    cell(page, "orange.1").focus()
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # opens the keys
    assert page.evaluate("document.activeElement.textContent") == "1"
    page.keyboard.press("Enter")
    assert row(page, "Orange") == ["6"]
    cell(page, "orange.1").focus()
    page.keyboard.press("Backspace")
    assert row(page, "Orange") == ["1"]
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert row(page, "Orange") == ["3"], "12 does not exist here, so the 2 replaces the 1"
    page.keyboard.press("Escape")
    assert page.locator(".count-pad").is_hidden()
    assert phone.complaints == []


REASONS = {
    "en": [
        "Cell 2 of green: cells are filled from left to right, without gaps",
        "Cell 2 of purple needs a number higher than 5",
    ],
    "fr": ["La case 2", "La case 2"],
    "de": ["Feld 2", "Feld 2"],
    "es": ["La casilla 2", "La casilla 2"],
    "it": ["Casella 2 della zona verde: ", "La casella 2 della zona viola richiede un numero"],
}


@each_once(language=languages())
def test_it_says_what_cannot_be(phone: Watched, site: Path, language: str) -> None:
    page = phone.page
    page.goto(address(site, f"{language}/classic/count"))
    tap_in(page, {"green.2": "x", "green.3": "x", "purple.1": 5, "purple.2": 3})
    reasons = page.locator(".count-problems li").all_inner_texts()
    assert len(reasons) == len(REASONS[language]), reasons
    for reason, start in zip(reasons, REASONS[language], strict=True):
        assert reason.startswith(start)
        assert "{" not in reason
    assert cell(page, "green.3").get_attribute("class") == "wrong"
    assert phone.complaints == []


def test_a_number_with_or_without_its_badge(phone: Watched, site: Path) -> None:
    """Cubed pink: a 2 is half of a 3, with the badge; or a 2 under a star ×1, without it. Then the next cell is on."""
    page = phone.page
    page.goto(address(site, "en/cubed/count"))
    tap_in(page, {"pink.1": 1, "pink.2": 2})
    page.get_by_role("button", name="without the badge").tap()
    page.locator('[data-cell="pink.2"][aria-label="Cell 2 of pink: 2, without the badge"]').wait_for()
    assert page.locator(".count-pad p").inner_text() == "Cell 3 of pink"
    assert phone.complaints == []


def test_cards_are_counted_and_ties_decided(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/objectives/count"))
    page.locator('[data-card="no-even"]').tap()
    page.get_by_label("Add a player").tap()
    page.locator('[data-card="small-straight"]').tap()
    page.get_by_label("One captured card more").tap()
    page.locator(".count-table td", has_text="4 ★").first.wait_for()
    assert row(page, "Total") == ["4", "4 ★"], "the one who was active last wins"
    for _ in range(38):
        page.get_by_label("One captured card more").evaluate("own => own.click()")
    assert page.locator(".count-problems li").all_inner_texts() == [
        "All players together have 41 cards, but only 40 were played."
    ]
    assert phone.complaints == []


def test_without_a_script_it_says_what_it_needs(browser: "Browser", site: Path) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(address(site, "en/classic/count"))
    note = page.locator("noscript")
    assert note.inner_text().startswith("Counting needs JavaScript")
    assert page.locator("svg.sheet").is_visible()
    page.locator("noscript a").click()
    page.wait_for_url("**/end.html")
    context.close()


@pytest.mark.parametrize("edition", ["classic", "objectives"])
def test_axe_finds_nothing(browser: "Browser", site: Path, edition: str) -> None:
    """With marks, problems and open keys, in both schemes."""
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport=PHONE, color_scheme="dark" if scheme == "dark" else "light")
        page = context.new_page()
        page.goto(address(site, f"de/{edition}/count"))
        page.get_by_label("Spieler hinzufügen").click()
        if edition == "classic":
            cell(page, "green.2").click()
            cell(page, "purple.1").click()
            assert page.locator(".count-pad").is_visible()
        else:
            page.locator('[data-card="pair"]').click()
        page.get_by_role("button", name="Als Link teilen").click()
        assert found_by_axe(page) == []
        context.close()


POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:"


def test_it_works_under_a_strict_content_policy(reader: "BrowserContext", site: Path) -> None:
    """The theme's own inline scripts are refused then; counting needs none."""

    def serve(route: "Route") -> None:
        path = site / route.request.url.removeprefix("http://rules.test/").partition("#")[0]
        kind = mimetypes.guess_type(path.name)[0] or "text/plain"
        route.fulfill(body=path.read_bytes(), headers={"Content-Security-Policy": POLICY, "Content-Type": kind})

    reader.route("http://rules.test/**", serve)
    page = reader.new_page()
    page.goto("http://rules.test/en/classic/count.html")
    tap_in(page, {"yellow.r1c1": "x", "orange.1": 4})
    assert total(page) == "4"
    page.reload()
    assert total(page) == "4"
    colours = page.locator(".count-table .dot").evaluate_all(
        "all => all.map(own => getComputedStyle(own).backgroundColor)"
    )
    assert len(set(colours)) == 5


def test_the_page_with_its_script_is_light(site: Path) -> None:
    """At most 50 kB over the wire; the fonts and the theme's own files are those of every page."""
    for page in sorted(site.glob("*/*/count.html")):
        files = [page, *(page.parents[1] / "assets" / name for name in (*SCRIPTS, STYLE))]
        assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 50_000, page
