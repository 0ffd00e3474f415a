"""The page that is asked by tapping the sheet: its parts, their areas, and the page in a real browser."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.drawing.scene import Rect
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, SheetEdition, load
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site.ask import LEAST_SIDE, SCRIPT, STYLE, AskedSheet, lines, rules_of_page, sheet_to_ask
from sheetgen.site.pictures import Pictures
from sheetgen.site.words import Words
from tests.site.test_axe import found_by_axe
from tests.site.test_browser import DESK, PHONE, SEEN, Watched, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Position

SHEETS = [name for name in (*shipped_layouts(), *map(str, shipped_variants().values())) if name != "objectives"]


def asked(name: str, language: str = "en") -> AskedSheet:
    layout = load(name)
    return sheet_to_ask(Pictures(language).of(layout), Words.of(language, layout.edition), [])


# Parts and areas


@pytest.mark.parametrize("name", SHEETS)
def test_every_zone_badge_track_and_box_can_be_tapped(name: str) -> None:
    """Counted in the layout, not in the drawing."""
    edition, sheet = load(name).edition, asked(name)
    assert isinstance(edition, SheetEdition)
    tapped = [area.part for picture in sheet.pictures for area in picture.areas]
    assert set(tapped) == set(sheet.parts)
    badges = [part for part in tapped if ".badge." in part]
    assert len(badges) == len(set(badges)) == len(list(edition.every_badge()))
    for zone in edition.zones:
        assert f"zone-{zone}" in tapped
        assert f"tally.{zone}" in tapped
    tracks = [kind for name, action in edition.actions.items() for kind in action.tracks(name)]
    assert sum(part.places[-2:] == ("bonuses#actions", "bonuses#track-end") for part in sheet.parts.values()) == (
        len(tracks) + bool(tracks)
    )
    assert {"rounds", "dice", "tally.foxes", "tally.total"} <= set(tapped)


@pytest.mark.parametrize("name", SHEETS)
def test_areas_are_large_enough_and_none_hides_another(name: str) -> None:
    """The middle of each is tapped: nothing that comes later, and so lies above it, is there."""
    for picture in asked(name).pictures:
        for i, area in enumerate(picture.areas):
            assert min(area.rect.width, area.rect.height) >= LEAST_SIDE - 0.01 or area.part == "actions", area
            own = f"{area.part.removeprefix('zone-')}."
            x, y = area.rect.centre
            above = [
                other.part
                for other in picture.areas[i + 1 :]
                if other.part != area.part and other.rect.contains(Rect(x, y, 0, 0))
            ]
            # What belongs to a panel lies on it.
            panels = ("zone-", "rounds", "dice", "actions", "tally.")
            assert not above or area.part.startswith(panels) or above[0].startswith(own), (area, above)


def test_equal_things_in_a_row_are_one_area() -> None:
    row = [Rect(x, 0, 4, 4) for x in (0, 10, 20)]
    column = [Rect(0, y, 4, 4) for y in (0, 10, 20)]
    assert lines(row) == [Rect(0, 0, 24, 4)]
    assert lines(column) == [Rect(0, 0, 4, 24)]
    assert lines([Rect(0, 0, 4, 4), Rect(10, 0, 4, 4), Rect(0, 10, 4, 4)]) == [Rect(0, 0, 14, 4), Rect(0, 10, 4, 4)]


def test_a_section_can_stand_on_another_page() -> None:
    """Without ids and without a picture of what was tapped; its links lead to its own page."""
    html = (
        '<h1 id="top">Yellow</h1><!--part:0123456789ab--><h2 id="mark">What <em>you</em> do<a class="headerlink" '
        'href="#mark">#</a></h2><p><a id="clause-C1" class="clause" href="#clause-C1" data-rule="C1"></a>Anywhere. '
        '<a href="turn.html#a">A turn</a></p><svg><use href="#b01234567"/></svg><h3 id="more">More</h3><p>Rest.</p>'
    )
    parts = {"0123456789ab": '<figure class="paper">zone</figure>'}
    rules = rules_of_page("yellow", html, parts)
    assert list(rules) == ["top", "mark", "more"]
    assert rules["top"].html == ""
    mark = rules["mark"]
    assert (mark.place, mark.title, mark.clauses) == ("yellow.html#mark", "What <em>you</em> do", {"C1"})
    assert ' id="' not in mark.html
    assert 'href="yellow.html#clause-C1"' in mark.html
    assert 'href="turn.html#a"' in mark.html
    assert 'href="#b01234567"' in mark.html
    assert "Rest." not in mark.html


@pytest.mark.parametrize("language", languages())
def test_every_part_has_a_name_and_the_rules_of_the_pages(site: Path, language: str) -> None:
    """The sentences are those of the rules pages, letter by letter; every link leads to an anchor that exists."""
    for path in sorted((site / language).glob("*/ask.html")):
        html = path.read_text("utf-8")
        stored = re.findall(r'<template><h3><a href="([^"#]+)#([^"]+)">(.*?)</a></h3>(.*?)</template>', html, re.DOTALL)
        assert len(stored) > 10, path
        for page, anchor, _, rule in stored:
            text = (path.parent / page).read_text("utf-8")
            assert f'id="{anchor}"' in text, (path, anchor)
            for sentence in re.findall(r"<p>([^<]{20,})</p>", rule):
                assert sentence in text, (path, page, sentence)
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids)), path
        for name in re.findall(r'data-part="[^"]+" aria-label="([^"]*)"', html):
            assert name
            assert "{" not in name, name


# The page in a browser


@pytest.fixture
def phone(browser: "Browser") -> Iterator[Watched]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    context.set_default_timeout(120_000)  # the machine may be busy
    yield Watched(context)
    context.close()


def drawn(page: "Page", part: str) -> "Locator":
    return page.locator(f'.ask-links a[data-part="{part}"]')


def tap(page: "Page", part: str, position: "Position | None" = None) -> None:
    """Tap a drawn part as a reader does, who scrolls it to where neither header nor answer is."""
    own = drawn(page, part).first
    own.evaluate("own => scrollTo(0, own.getBoundingClientRect().top + scrollY - 100)")
    own.tap(position=position)


# The address names a part, and the answer about it is there: one follows the other in an event of its own.
ANSWERED = """([part, title]) =>
    location.hash === `#${part}` && document.querySelector(".ask-answer h2").innerText.startsWith(title)"""


def headings(page: "Page") -> list[str]:
    return page.locator(".ask-answer h3").all_inner_texts()


def test_a_tap_shows_the_rules_and_nothing_covers_what_was_tapped(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/classic/ask"))
    answer = page.locator(".ask-answer")
    assert not answer.is_visible()
    for part, title, first in (
        ("zone-purple", "The purple zone", "What you do"),
        ("purple.badge.7", "The purple zone: a fox", "Foxes"),
        ("reroll", "Reroll", "Reroll"),
        ("tally.total", "Total", "Add up the zones"),
        ("dice", "Die slots", "You are active"),
        ("round.badge.4", "Rounds: either a free cross", "One or the other"),
    ):
        tap(page, part)
        page.wait_for_function(ANSWERED, arg=[part, title])
        assert (headings(page) or [""])[0] == first or answer.locator("h2 a").inner_text() == first
        shown, tapped = answer.bounding_box(), drawn(page, part).first.bounding_box()
        assert shown is not None
        assert tapped is not None
        assert tapped["y"] >= 48  # below the header
        assert tapped["y"] + tapped["height"] <= shown["y"] or tapped["height"] > shown["y"] - 60
        assert shown["y"] + shown["height"] <= PHONE["height"] + 1
        assert page.evaluate(SEEN)[0]
    assert phone.complaints == []


def test_a_badge_shows_its_own_row_and_a_zone_all_of_them(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "en/classic/ask") + "#yellow.badge.rows.3")
    rows = page.locator(".ask-answer tbody tr")
    assert [" ".join(row.split()) for row in rows.all_inner_texts()] == ["fourth row: 3, 4 and 6 a fox"]
    tap(page, "zone-yellow", position={"x": 12, "y": 60})
    page.wait_for_function(ANSWERED, arg=["zone-yellow", "The yellow zone"])
    assert rows.count() > 4
    links = page.locator(".ask-answer a.clause").evaluate_all("all => all.map(own => own.getAttribute('href'))")
    assert "yellow.html#clause-C1" in links
    assert page.locator(".ask-answer details").inner_text().startswith("Examples that show it (")
    page.locator(".ask-answer summary").tap()
    page.locator(".ask-answer details li a").first.tap()
    page.wait_for_url("**/yellow.html#example-*")
    page.locator("details.example[open]").wait_for()


def test_an_answer_is_closed_by_key_and_button_and_by_going_back(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "de/double/ask"))
    answer = page.locator(".ask-answer")
    tap(page, "rounds", position={"x": 4, "y": 4})
    tap(page, "dice")
    page.wait_for_function("location.hash === '#dice'")
    # The links to other languages follow in an event of their own.
    page.locator('.md-select__link[lang=fr][href$="/fr/double/ask.html#dice"]').wait_for(state="attached")
    page.keyboard.press("Escape")
    answer.wait_for(state="hidden")
    assert page.evaluate("location.hash") == ""
    assert page.evaluate("document.activeElement.dataset.part") == "dice"
    assert "#" not in str(page.locator(".md-select__link[lang=fr]").get_attribute("href"))
    tap(page, "dice")
    answer.get_by_label("Schließen").tap()
    answer.wait_for(state="hidden")
    tap(page, "dice")
    tap(page, "rounds", position={"x": 4, "y": 4})
    page.wait_for_function("location.hash === '#rounds'")
    page.go_back()
    answer.wait_for(state="hidden")
    assert phone.complaints == []


def test_the_keyboard_reaches_every_part(browser: "Browser", site: Path) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(address(site, "en/meadow/ask"))
    links = page.locator(".ask-links a")
    names = links.evaluate_all("all => all.map(own => own.getAttribute('aria-label'))")
    links.first.focus()
    reached = []
    for _ in names:
        reached.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        page.keyboard.press("ArrowRight")
    assert reached == names
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('.ask-answer')")
    assert page.locator("#ask-title").inner_text() == names[0]
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")  # one stop for the whole sheet
    assert page.evaluate("document.activeElement.closest('.ask-links')") is None
    context.close()


def test_without_a_script_each_part_is_a_link_to_its_rules(browser: "Browser", site: Path) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(address(site, "fr/cubed/ask"))
    assert page.locator("noscript").inner_text().startswith("Sans JavaScript")
    assert not page.locator(".ask-answer").is_visible()
    assert page.locator(".ask-parts").is_visible()
    drawn(page, "zone-blue").click(position={"x": 4, "y": 4})
    page.wait_for_url("**/fr/cubed/blue.html#mark")
    page.go_back()
    page.locator(".ask-parts a[data-part='tally.foxes']").click()
    page.wait_for_url("**/fr/cubed/end.html#foxes")
    context.close()


def test_cards_are_asked_too_and_a_damaged_address_does_no_harm(phone: Watched, site: Path) -> None:
    page = phone.page
    page.goto(address(site, "es/objectives/ask"))
    cards = page.locator(".ask-links a")
    edition = load("objectives").edition
    assert isinstance(edition, CardEdition)
    assert cards.count() == len(edition.cards) + 1  # and the back
    cards.nth(1).tap()
    page.locator('#ask-title a[href="cards.html#pair"]').wait_for()
    for address_end in ("%E0%A4%A", "nothing", "constructor"):
        page.goto("about:blank")
        page.goto(address(site, "es/objectives/ask") + f"#{address_end}")
        assert not page.locator(".ask-answer").is_visible()
    assert phone.complaints == []


@pytest.mark.parametrize("edition", ["mix", "objectives"])
def test_axe_finds_nothing(browser: "Browser", site: Path, edition: str) -> None:
    """Open and closed, in both schemes."""
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport=PHONE, color_scheme="dark" if scheme == "dark" else "light")
        page = context.new_page()
        page.goto(address(site, f"de/{edition}/ask"))
        for asked_part in (None, page.locator(".ask-links a").first):
            if asked_part is not None:
                asked_part.click()
            assert found_by_axe(page) == []
        context.close()


def test_the_page_with_its_script_is_light(site: Path) -> None:
    """At most 40 kB over the wire; the fonts and the theme's own files are those of every page."""
    for page in sorted(site.glob("*/*/ask.html")):
        files = [page, *(page.parents[1] / "assets" / name for name in (SCRIPT, STYLE))]
        assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 40_000, page
