"""A hostile publisher's file: its texts are shown as they are and run nothing."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.site.build import build_site, plan_site
from sheetgen.site.publisher import load_publisher
from tests.security.test_escaping import harmless

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TITLE = "</title><script>hit(1)</script>"
IMPRINT = "<img src=x onerror=hit(2)> {{ 7 * 7 }} [x](javascript:hit) https://x.org/'onclick='hit(3)"
VERSION = '"><svg onload=hit(4)>'
FILE = f"""\
title: {TITLE!r}
address: https://x.org
languages: [en]
editions: [objectives]
pages: []
imprint: "{IMPRINT}"
rules as of: '{VERSION}'
feedback: "https://x.org/?a={{title}}&b={{clause}}#onclick=hit(5)"
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("publisher")
    (folder / "site.yaml").write_text(FILE, "utf-8")
    publisher = load_publisher(folder / "site.yaml")
    build_site(plan_site(with_downloads=False, publisher=publisher), folder / "site")
    return folder / "site"


def test_no_page_is_changed_by_its_texts(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        harmless(path.read_text("utf-8"))
    assert "<script>hit" not in (site / "sw.js").read_text("utf-8")


def test_a_browser_runs_nothing_of_it(site: Path, browser: "Browser") -> None:
    context = browser.new_context()
    context.set_default_timeout(120_000)  # the machine may be busy
    context.add_init_script("window.hits = []; window.hit = n => { window.hits.push(n) }")
    page = context.new_page()
    embedded = next((site / "en").glob("*/embed/*.html"))
    for path in (site / "404.html", site / "en/index.html", site / "en/imprint.html", embedded):
        page.goto(path.as_uri())
        assert page.evaluate("window.hits") == [], path
        assert page.evaluate("document.querySelectorAll('[onerror], [onclick], [onload], [src=x]').length") == 0, path
        assert TITLE in page.title() or path == embedded
    page.goto((site / "en/imprint.html").as_uri())
    assert page.locator("article p").first.inner_text() == IMPRINT
    assert page.locator("footer").inner_text().count(VERSION) == 1
    context.close()
