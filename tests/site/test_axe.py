"""What axe, a checker of accessibility, finds on the pages: nothing, by any of its rules, of any impact.

On a desk and on a phone, in light and in dark. `test_ask` and `test_count` use it on their pages while they are used.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from sheetgen.i18n import languages
from sheetgen.site.build import build_site, open_site, plan_site
from tests.site.test_browser import DESK, PHONE, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

Scheme = Literal["light", "dark"]
Look = tuple["ViewportSize", Scheme]
EVERY_LOOK: list[Look] = list(product((DESK, PHONE), ("light", "dark")))
TWO_LOOKS: list[Look] = [(DESK, "light"), (PHONE, "dark")]
BUSY = 120_000  # milliseconds: the machine may have much to do


def found_by_axe(page: "Page") -> list[str]:
    """Run all rules on a page as it is; return what is wrong."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{own['id']} ({own['impact']}): {node['target']}" for own in found for node in own["nodes"][:3]]


def look_with_axe(browser: "Browser", site: Path, names: Sequence[str], looks: Sequence[Look]) -> None:
    """Look at pages, given by language and path, with everything unfolded that can be."""
    wrong = []
    for size, scheme in looks:
        context = browser.new_context(viewport=size, color_scheme=scheme)
        context.set_default_timeout(BUSY)
        page = context.new_page()
        for name in names:
            page.goto(address(site, name))
            assert is_dark(page) == (scheme == "dark"), name
            page.evaluate("for (const own of document.querySelectorAll('details')) own.open = true")
            wrong += [f"{name} {size['width']} {scheme} {line}" for line in found_by_axe(page)]
        context.close()
    assert wrong == []


def is_dark(page: "Page") -> bool:
    """Whether a page has a dark ground; one that sets none shows what the browser paints behind it."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    parts = [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")]
    if len(parts) == 4 and parts[3] == 0:
        return bool(page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
    return sum(parts[:3]) < 200


def one_page_of_every_kind() -> list[str]:
    """Languages and paths, both in turn; the zones, which differ most, in every language."""
    kinds: dict[str, list[str]] = {}
    for page in open_site(plan_site(), languages()[0]).pages:
        kinds.setdefault(page.template, []).append(page.path)
    spoken = languages()
    return [
        f"{spoken[(i + j) % len(spoken)]}/{paths[(i + 6 * j) % len(paths)]}"
        for i, (template, paths) in enumerate(kinds.items())
        for j in range(len(spoken) if template == "edition/zone" else 1)
    ]


def test_the_main_pages(browser: "Browser", site: Path) -> None:
    """The start, rules with examples, and a summary."""
    look_with_axe(browser, site, ["de/index", "fr/double/silver", "es/objectives/summary"], TWO_LOOKS)


@pytest.mark.full
@pytest.mark.parametrize("look", EVERY_LOOK, ids=lambda look: f"{look[0]['width']}-{look[1]}")
def test_every_kind_of_page(browser: "Browser", site: Path, look: Look) -> None:
    """Also an embedded example, the choice of a language, and the page for what does not exist."""
    names = one_page_of_every_kind()
    assert len(set(names)) >= 25
    look_with_axe(browser, site, [*names, "fr/classic/embed/10-purple-after-a-two", "404", "index"], [look])


@pytest.mark.parametrize(
    "look",
    [pytest.param(own, marks=[] if own in TWO_LOOKS else pytest.mark.full) for own in EVERY_LOOK],
    ids=lambda look: f"{look[0]['width']}-{look[1]}",
)
def test_the_open_search(browser: "Browser", site: Path, look: Look) -> None:
    size, scheme = look
    context = browser.new_context(viewport=size, color_scheme=scheme)
    context.set_default_timeout(BUSY)
    page = context.new_page()
    page.goto(address(site, "fr/double/silver"))
    page.locator("#search-open").click()
    for query in ("renard", "xyzxyz"):
        page.locator("#search-query").fill(query)
        page.locator("#search-answers a").first.wait_for(state="attached" if query == "renard" else "detached")
        assert found_by_axe(page) == [], query
    context.close()


def test_a_publishers_site(browser: "Browser", published: Path) -> None:
    names = ["fr/index", "fr/imprint", "en/foxy/turn", "fr/classic/embed/10-purple-after-a-two", "404"]
    look_with_axe(browser, published, names, TWO_LOOKS)


@pytest.mark.full
def test_a_publishers_site_in_every_look(browser: "Browser", published: Path) -> None:
    paths = ["index", "imprint", "about", "compare", "foxy/index", "foxy/ask", "foxy/count", "classic/bonuses"]
    look_with_axe(browser, published, [f"en/{path}" for path in paths], EVERY_LOOK)


@pytest.mark.full
def test_the_gallery_and_the_form_that_prints(browser: "Browser", tmp_path: Path) -> None:
    """Both are there on a site with the studio."""
    plan = replace(plan_site(["es"], only=["classic", "objectives"], with_downloads=False), with_studio=True)
    build_site(plan, tmp_path / "site")
    look_with_axe(browser, tmp_path / "site", ["es/gallery", "es/classic/index", "es/objectives/index"], EVERY_LOOK)


@pytest.mark.full
def test_how_experts_play_with_each_map_of_the_sheet(browser: "Browser", tmp_path: Path) -> None:
    build_site(plan_site(["de"], only=["classic"], with_downloads=False), tmp_path / "site")
    look_with_axe(browser, tmp_path / "site", ["de/classic/experts"], EVERY_LOOK)
    for size, scheme in EVERY_LOOK:
        context = browser.new_context(viewport=size, color_scheme=scheme)
        context.set_default_timeout(BUSY)
        page = context.new_page()
        page.goto(address(tmp_path / "site", "de/classic/experts"))
        rounds = page.locator("fieldset.heat input")
        assert rounds.count() > 1
        for i in range(rounds.count()):
            rounds.nth(i).check()
            assert found_by_axe(page) == [], (size, scheme, i)
        context.close()
