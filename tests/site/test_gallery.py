"""The gallery and the form that prints a pad: what leads from the site to its studio."""

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.resources import shipped_variants
from sheetgen.site.build import SitePlan, build_site
from sheetgen.site.gallery import gallery_card, print_form
from sheetgen.site.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_card_has_figures_and_opens_the_studio() -> None:
    layout = load("classic")
    card = gallery_card(layout, Words.of("en", layout.edition), has_pages=True)
    assert re.fullmatch(r"1–4 players · 5 zones · 30 minutes · usually \d+ points", card.figures)
    assert re.findall(r'href="([^"]*)">(\w+)<', unescape(card.links)) == [
        ("../studio/en.html#start=classic&do=play", "Play"),
        ("../studio/en.html#start=classic&do=print", "Print"),
        ("../studio/en.html#start=classic&do=change", "Change"),
    ]


def test_cards_are_not_played_in_the_studio() -> None:
    layout = load("objectives")
    assert "do=play" not in gallery_card(layout, Words.of("fr", layout.edition), has_pages=True).links


@pytest.mark.parametrize("language", languages())
def test_the_form_offers_papers_languages_and_themes(language: str) -> None:
    layout = load("classic")
    form = print_form(layout, Words.of(language, layout.edition))
    choices = [len(re.findall("<option", part)) for part in re.findall("<select.*?</select>", form)]
    assert choices == [5, len(languages()), 5]
    assert f'value="{language}" selected' in form


# Of the links on the cards, those that a click does not reach, since something else is above them, or that are small.
OUT_OF_REACH = """() => [...document.querySelectorAll(".edition .wishes a")].filter((own) => {
  own.scrollIntoView({ block: "center" });
  const { x, y, width, height } = own.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== own || Math.min(width, height) < 43.9;
}).map((own) => own.href)"""


def test_a_site_with_the_studio_has_a_gallery_with_layouts_of_the_publisher(tmp_path: Path, browser: "Browser") -> None:
    own = tmp_path / "foxy.yaml"
    own.write_text("schema: 1\nextends: classic\ntitle: Foxy Clever\n", "utf-8")
    layouts = ("classic", str(shipped_variants()["meadow"]))
    plan = SitePlan(("en",), layouts, with_downloads=False, with_studio=True, gallery=(str(own),))
    build_site(plan, tmp_path / "site", parts=[lambda folder: (folder / "studio").mkdir()])
    html = (tmp_path / "site" / "en" / "gallery.html").read_text("utf-8")
    assert re.findall(r'<h2 id="([\w-]+)"', html) == ["foxy", "meadow", "classic", "own"]
    assert "../studio/en.html#start=foxy&amp;do=play" in html
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    opened.goto((tmp_path / "site" / "en" / "gallery.html").as_uri())
    assert opened.locator(".edition .wishes a").count() == 9
    assert opened.evaluate(OUT_OF_REACH) == []
    opened.close()
    page = (tmp_path / "site" / "en" / "classic" / "index.html").read_text("utf-8")
    assert 'data-start="classic"' in page
    assert "print-here.js" in page


def test_a_site_without_the_studio_has_neither(tmp_path: Path) -> None:
    build_site(SitePlan(("en",), ("classic",), with_downloads=False), tmp_path / "site")
    assert not (tmp_path / "site" / "en" / "gallery.html").exists()
    assert "print-here" not in (tmp_path / "site" / "en" / "classic" / "index.html").read_text("utf-8")
