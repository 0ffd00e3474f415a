"""Balance in the studio of a site: Python plays in a worker of its own, and what it cannot do names the command."""

from typing import TYPE_CHECKING

import pytest

import sheetgen as library
from sheetgen.engine.fast.core import ENGINE_VARIABLE
from sheetgen.studio.figures import QUICK_GAMES_IN_PYTHON
from tests.site.serving import Server
from tests.studio.on_site import Visitor, address, ready
from tests.studio.screen import CELLS, drawn, replace_line, wait

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.full
QUIET = "document.body.dataset.figures && document.getElementById('figures-state').textContent === ''"


def opened(server: Server, visitor: Visitor) -> "Page":
    page = visitor.open(address(server, "#start=classic&do=change"))
    ready(page)
    page.locator("#tab-balance").click()
    wait(page, QUIET)
    return page


def test_figures_are_those_of_the_command_and_a_change_is_told(
    server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(server, visitor)
    monkeypatch.setenv(ENGINE_VARIABLE, "python")
    own = library.simulate("classic", games=QUICK_GAMES_IN_PYTHON)
    margin = (own["interval"][1] - own["interval"][0]) / 2
    assert page.locator("#figures-total").text_content() == f"{own['mean']:.1f}\u00a0±\u00a0{margin:.1f}"
    assert "sheetgen simulate my-classic.yaml --bot expert" in (page.locator("#run-missing").text_content() or "")
    assert page.locator("#run-bot option").count() == 3
    page.evaluate("(({ editor }) => editor.change(`${editor.text}\\nfoxes: {worth: 30}\\n`))(studioModules.app)")
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▲')")


def test_drawing_does_not_wait_for_a_run_and_one_without_end_is_ended(server: Server, visitor: Visitor) -> None:
    page = opened(server, visitor)
    page.locator("#run-bot").select_option("planner")  # it learns for a minute before it plays
    page.locator("#run-start").click()
    wait(page, "document.getElementById('run-doing').textContent.includes('learns it first')")
    before = drawn(page)
    replace_line(page, "title: ", "title: Seven Seas")
    wait(page, f"Number(document.body.dataset.drawn) > {before}")
    wait(page, f"{CELLS}.textContent.includes('Seven Seas')")
    assert page.locator("#run-stop").is_enabled()  # the run is not over
    page.locator("#run-stop").click()
    wait(page, "document.getElementById('run-state').textContent === 'Stopped.'")
    wait(page, QUIET)
    page.evaluate("studioModules.python.LIMITS.figures = 0.001")
    page.locator("#run-start").click()
    wait(page, "document.getElementById('run-state').textContent.startsWith('stopped: this takes longer than')")
    page.evaluate("studioModules.python.LIMITS.figures = 120")
    page.locator("#run-bot").select_option("random")
    page.locator("#run-games").fill("20")
    page.locator("#run-start").click()
    wait(page, "!document.getElementById('run-result').hidden")
