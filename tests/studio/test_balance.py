"""Balance on the page: figures follow each change and are grey until then, and typing waits for nothing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import sheetgen as library
from sheetgen.i18n import languages
from tests.programs import needs_core
from tests.studio.screen import CELLS, LIMIT, cell, drawn, still, until, wait
from tests.studio.studio_process import Running
from tests.studio.test_designing import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

LADDER, STRONG = "[1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]", "[10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]"
STALE = "document.getElementById('figures').dataset.stale"
QUIET = (
    f"document.body.dataset.figures && {STALE} === 'no' && document.getElementById('figures-state').textContent === ''"
)
HEAT = f"{CELLS}.querySelectorAll('.heat [data-cell]').length"


class Held:
    """Requests for figures that are held back until they are let go."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.routes: list[Route] = []
        self.seen: list[dict[str, Any]] = []
        self.holds = True
        page.route("**/api/figures", self.take)

    def take(self, route: "Route") -> None:
        self.seen.append(route.request.post_data_json or {})
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def wait_for(self, condition: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Wait until the requests so far are as they should be."""
        until(lambda: self.page.evaluate("1") and condition(self.seen))

    def let_one_go(self) -> None:
        self.routes.pop(0).continue_()

    def let_go(self) -> None:
        self.holds = False
        for route in self.routes:
            route.continue_()
        self.routes.clear()


def write(page: "Page", old: str, new: str) -> None:
    """Change a part of the text, as typing does."""
    page.evaluate(
        "([old, own]) => import('./app.js').then(({ editor }) => editor.change(editor.text.replace(old, own)))",
        [old, new],
    )


def balance(page: "Page") -> None:
    page.locator("#tab-balance").click()
    wait(page, QUIET)


def points(page: "Page", zone: str) -> list[str]:
    row = page.locator("#figures-zones tr", has_text=zone)
    return row.locator("td").all_text_contents()


@needs_core
def test_figures_follow_a_change_and_the_old_ones_are_grey_until_then(page: "Page", running: Running) -> None:
    balance(page)
    own = library.simulate(str(running.folder / "mine.yaml"), games=4000)
    margin = (own["interval"][1] - own["interval"][0]) / 2
    assert page.locator("#figures-total").text_content() == f"{own['mean']:.1f}\u00a0±\u00a0{margin:.1f}"
    assert points(page, "Green")[1].startswith(f"{own['zones']['green']:.1f}")
    assert page.locator("#figures-change").text_content() == ""
    before, total = drawn(page), page.locator("#figures-total").text_content()
    held = Held(page)
    write(page, LADDER, STRONG)
    wait(page, f"{STALE} === 'yes'")
    # The picture comes while the run for it is held back; typing goes on, and its picture comes, too.
    wait(page, f"Number(document.body.dataset.drawn) > {before}")
    held.wait_for(lambda seen: len(seen) == 1)
    assert STRONG in held.seen[0]["text"]
    wait(page, f"{CELLS}.textContent.includes('99')")
    write(page, "title: That's", "title: Green")
    wait(page, f"{CELLS}.textContent.includes('Green Pretty Clever')")
    held.wait_for(lambda seen: len(seen) == 2)  # the run before is over: it is not asked about any more
    assert page.locator("#figures-total").text_content() == total
    assert page.evaluate(STALE) == "yes"
    held.let_go()
    wait(page, QUIET)
    assert page.locator("#figures-total").text_content() != total
    assert [request.get("run") for request in held.seen[:2]] == [None, None]
    assert held.seen[1]["wish"]["before"] == held.seen[0]["wish"]["before"] != ""
    # What the change did: green brings more, and that is sure.
    assert points(page, "Green")[2].startswith("▲ +")
    assert (page.locator("#figures-change").text_content() or "").startswith("▲ +")
    write(page, "title: Green", "title: Blue")
    wait(page, "document.getElementById('figures-change').textContent.includes('does not touch the game')")


def test_errors_keep_the_figures_grey_and_say_so(page: "Page") -> None:
    balance(page)
    write(page, "wild: white", "wild: wite")
    wait(page, "document.getElementById('figures-state').textContent.startsWith('Fix the errors')")
    assert page.evaluate(STALE) == "yes"
    write(page, "wild: wite", "wild: white")
    wait(page, QUIET)


def test_the_saved_file_is_compared_with(page: "Page") -> None:
    balance(page)
    write(page, LADDER, STRONG)
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")
    wait(page, QUIET)  # the first figures are those of fewer games
    change = page.locator("#figures-change").text_content()
    write(page, "title: That's", "title: Green")
    wait(page, "document.getElementById('figures-change').textContent.includes('does not touch')")
    page.locator("#compare").select_option("saved")
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")
    wait(page, QUIET)
    assert page.locator("#figures-change").text_content() == change


@needs_core
def test_the_sheet_shows_how_often_cells_are_marked(page: "Page", running: Running) -> None:
    balance(page)
    page.locator("#heat").check()
    wait(page, f"{HEAT} > 40")
    own = {
        bot: library.simulate(str(running.folder / "mine.yaml"), games=4000, bot=bot) for bot in ("greedy", "random")
    }
    shares = {name: max(figures["marks"][name] for figures in own.values()) for name in own["greedy"]["marks"]}
    looks = page.evaluate(
        f"Object.fromEntries([...{CELLS}.querySelectorAll('.heat [data-cell]:not(.earned)')]"
        ".map(own => [own.dataset.cell,"
        " [own.getAttribute('class'), own.querySelector('text').textContent, own.querySelector('title').textContent]]))"
    )
    assert looks.keys() == shares.keys()
    for name, share in shares.items():
        step = next(
            step
            for step, least in (("often", 0.6), ("half", 0.25), ("some", 0.05), ("rare", 1e-9), ("never", 0))
            if share >= least
        )
        assert looks[name][0] == step, (name, share)
        assert abs(float(looks[name][1].replace("<1", "0.5")) - 100 * share) <= 0.51
        assert "a greedy player " in looks[name][2]
    # Badges have the share of sheets on which they are earned; the last one of yellow's is a fox.
    badge = f"{CELLS}.querySelector('.heat .earned[data-cell=\"yellow.badge.rows.3\"]')"
    earned = max(figures["badges"]["yellow row 4: fox"] for figures in own.values())
    assert abs(float(page.evaluate(f"{badge}.querySelector('text').textContent")) - 100 * earned) <= 0.51
    assert page.locator("#heat-legend li").all_text_contents() == [
        "60% or more", "25% to 60%", "5% to 25%", "less than 5%", "never",
    ]  # fmt: skip
    # Cells can still be clicked, and the colours come back with the next picture.
    page.mouse.click(*cell(page, "green.2"))
    page.locator("#touch").wait_for()
    assert "green.2" in (page.locator("#where").text_content() or "")
    page.keyboard.press("Escape")
    page.mouse.click(*cell(page, "yellow.badge.rows.3"))
    page.locator("#touch [data-badge=fox]").wait_for()
    page.keyboard.press("Escape")
    # By keys, too.
    page.locator("#pages").focus()
    page.keyboard.press("ArrowRight")
    said = page.locator("#said")
    wait(page, "document.getElementById('said').textContent.includes('Sheets on which it is ')")
    assert "a player who marks at random" in (said.text_content() or "")
    before = drawn(page)
    write(page, "title: That's", "title: Green")
    wait(page, f"Number(document.body.dataset.drawn) > {before} && {HEAT} > 40")
    page.locator("#heat-hide").click()
    wait(page, f"{HEAT} === 0")
    assert not page.locator("#heat").is_checked()


@needs_core
def test_a_longer_run_shows_how_far_it_is_and_is_stopped(page: "Page") -> None:
    balance(page)
    held = Held(page)
    page.locator("#run-games").fill("100000")
    page.locator("#run-start").click()
    held.wait_for(lambda seen: len(seen) == 1)
    held.let_one_go()
    wait(page, "document.getElementById('run-doing').textContent.includes(' of 100,000 games')")
    held.wait_for(lambda seen: len(seen) == 2)  # it does not end before it is stopped
    page.locator("#run-stop").click()
    held.let_go()
    wait(page, "!document.getElementById('run-result').hidden")
    assert held.seen[-1]["stop"] is True
    assert "Stopped before the end" in (page.locator("#run-tables").text_content() or "")
    with page.expect_download() as download:
        page.locator("#run-save").click()
    told = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert (download.value.suggested_filename, told["complete"]) == ("mine-simulate.json", False)
    assert 0 < told["games"] < 100_000


@needs_core
def test_a_run_for_the_layout_before_shows_nothing_below_another_one(page: "Page", running: Running) -> None:
    (running.folder / "other.yaml").write_text("schema: 1\nextends: classic\ntitle: Other\n", "utf-8")
    wait(page, "[...document.getElementById('file').options].some(own => own.value === 'other.yaml')")
    balance(page)
    held = Held(page)
    page.locator("#run-games").fill("100000")
    page.locator("#run-start").click()
    held.wait_for(lambda seen: len(seen) == 1)
    page.locator("#file").select_option("other.yaml")
    wait(page, "document.body.dataset.recalled === 'other.yaml'")
    held.let_go()
    wait(page, "!document.getElementById('run-start').disabled")
    assert page.locator("#run-result").is_hidden()
    assert page.locator("#run-state").text_content() == ""


def test_the_numbers_of_players_follow_the_text(page: "Page") -> None:
    balance(page)
    offered = "[...document.getElementById('run-players').options].map(own => own.value).join(' ')"
    assert page.evaluate(offered) == "1 2 3 4"
    page.locator("#run-players").select_option("2")
    page.locator("#run-games").fill("77")
    write(page, "{1: 6, 2: 6, 3: 5, 4: 4}", "{2: 6, 3: 5}")
    wait(page, f"{offered} === '2 3'")
    assert page.locator("#run-players").input_value() == "2"  # what was chosen stays
    assert page.locator("#run-games").input_value() == "77"


def test_a_file_that_changes_on_disk_greys_the_figures(page: "Page", running: Running) -> None:
    balance(page)
    held = Held(page)
    page.route("**/api/draw", lambda route: held.routes.append(route))
    path = running.folder / "mine.yaml"
    path.write_text(path.read_text("utf-8").replace(LADDER, STRONG), "utf-8")
    wait(page, "document.getElementById('state').textContent === 'taken over from disk'")
    assert page.evaluate(STALE) == "yes"
    held.let_go()
    page.unroute("**/api/draw")
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")


def test_longer_runs_by_keys_alone_and_what_is_too_much(page: "Page") -> None:
    balance(page)
    page.locator("#run-what").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # which ratings fit?
    page.locator("#run-bot").select_option("greedy")
    page.locator("#run-games").fill("60")
    page.locator("#run-games").press("Enter")
    wait(page, "document.getElementById('run-save').textContent === 'Save mine-bands.yaml'")
    assert (page.locator("#run-tables pre").text_content() or "").startswith("solo:\n  ratings:\n")
    page.locator("#run-what").select_option("simulate")
    page.locator("#run-bot").select_option("planner")
    page.locator("#run-games").fill("9000")
    page.locator("#run-games").press("Enter")
    wait(page, "document.getElementById('run-state').textContent.startsWith('at most 5,000 games here')")
    assert page.locator("#run-state").text_content() == (
        "at most 5,000 games here; for more: sheetgen simulate mine.yaml --bot planner --games 9000 --seed 1"
    )


@pytest.mark.parametrize("language", languages()[1:])
def test_the_figures_fit_their_panel_in_every_language(browser: "Browser", running: Running, language: str) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 860})
    page = context.new_page()
    page.set_default_timeout(LIMIT * 1000)
    page.goto(running.address.replace("/#", f"/?lang={language}#"))
    page.wait_for_selector("body[data-drawn]")
    balance(page)
    write(page, LADDER, STRONG)
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")
    for part in ("#panel-balance", ".tabs"):
        assert page.evaluate(f"(own => own.scrollWidth <= own.clientWidth)(document.querySelector('{part}'))"), part
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: "Page", scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    balance(page)
    page.locator("#heat").check()
    wait(page, f"{HEAT} > 40")
    page.locator("#run-what").select_option("balance")
    page.locator("#run-bot").select_option("greedy")
    page.locator("#run-games").fill("40")
    page.locator("#run-start").click()
    wait(page, "!document.getElementById('run-result').hidden")
    still(page)
    assert Axe().run(page).response["violations"] == []


def test_a_phone_has_a_part_for_it_with_room_for_fingers(browser: "Browser", running: Running) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(LIMIT * 1000)
    page.goto(running.address.replace("/#", "/?lang=fr#"))
    page.wait_for_selector("body[data-drawn]")
    page.locator("[data-view=balance]").tap()
    wait(page, QUIET)
    small = (
        "[...document.querySelectorAll('#panel-balance :is(button, select, input, label.check), .views button,"
        " #heat-legend button')].filter(own => own.offsetParent && !own.matches('[type=checkbox]')).map(own =>"
        " [own.id || own.textContent, own.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 43.9 || box.width < 43.9)"
    )
    assert page.evaluate(small) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    over = "[...document.querySelectorAll('.views button')].filter(own => own.scrollWidth > own.clientWidth + 1).length"
    assert page.evaluate(over) == 0
    page.locator("#heat").tap()
    wait(page, f"document.body.dataset.show === 'see' && {HEAT} > 40")
    assert page.evaluate(small) == []
    # A finger has no hovering: a tap says the figures of a cell, and of a badge.
    for thing, words in (("green.2", "cochée"), ("yellow.badge.rows.3", "obtenu")):
        page.touchscreen.tap(*cell(page, thing))
        wait(page, f"document.getElementById('touch-figures').textContent.includes({words!r})")
        assert re.search(r"\d\s%", page.locator("#touch-figures").text_content() or "")
        page.locator("#touch-close").tap()
    assert text_of(page)
    context.close()
