"""The one-page summary: what it says, and that it prints on one page."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, SheetEdition, load
from sheetgen.layout.sheet import ActionKind
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.pages import Site
from sheetgen.site.summary import ACTIONS, LARGEST, SMALLEST, card_summary, print_size, sheet_summary
from sheetgen.site.templates import render
from tests.site.pages import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EDITIONS = (*shipped_layouts(), *shipped_variants())
FULLEST = ("day-and-night", "fr")  # most zones, longest sentences
PHONE = 390


def edition_of(name: str) -> SheetEdition:
    edition = load(str(shipped_variants().get(name, name))).edition
    assert isinstance(edition, SheetEdition)
    return edition


@cache
def site_in(language: str) -> Site:
    return open_site(plan_site([language]), language)


def text_of(path: str, language: str) -> str:
    site = site_in(language)
    return render(site, next(page for page in site.pages if page.path == path)).text


def line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


# What it says


def test_every_kind_of_action_has_a_line() -> None:
    assert set(ACTIONS) == set(get_args(ActionKind))
    assert list(sheet_summary(edition_of("mix")).actions) == ["mix", "reroll", "extra die", "polish", "return", "joker"]


def test_who_may_pass_must_not_take() -> None:
    assert "you must take one" in sheet_summary(edition_of("classic")).active[-1][0].text
    assert "if you pass" in sheet_summary(edition_of("double")).active[-1][0].text


def test_badges_with_the_same_effect_share_a_line() -> None:
    lines = [bonus.badges for bonus in sheet_summary(edition_of("classic")).bonuses]
    assert lines == [
        ("X blue", "X yellow"),
        ("X green",),
        ("4 orange", "5 orange", "6 orange"),
        ("6 purple",),
        ("X any", "6 any"),
        ("fox",),
    ]


def test_a_fox_is_worth_what_the_layout_says() -> None:
    fox = sheet_summary(edition_of("meadow")).bonuses[-1]
    assert (fox.badges, fox.text[0].values["n"]) == (("fox",), 5)
    shown = {name: sheet_summary(edition_of(name)).bonuses[-1].text for name in ("classic", "double")}
    assert [sum(not part.detail for part in text) for text in shown.values()] == [1, 2]  # a zone may be negative


def test_the_card_game_in_short() -> None:
    edition = load("objectives").edition
    assert isinstance(edition, CardEdition)
    short = card_summary(edition)
    assert (len(short.round), len(short.result), len(short.for_two)) == (4, 3, 1)


def test_zones_are_those_of_their_pages_without_details() -> None:
    text = text_of("cubed/summary", "en")
    assert line(text, "**What fits:** compare") in text_of("cubed/blue", "en").replace('<a id="clause-T6"', "")
    assert "It does not matter which of the two" in text_of("cubed/blue", "en")
    assert "It does not matter which of the two" not in text


@pytest.mark.parametrize("language", languages())
def test_no_clause_and_no_reading_is_repeated(language: str) -> None:
    """Clauses and readings are on the pages of rules; a summary only links to them."""
    for name in EDITIONS:
        text = text_of(f"{name}/summary", language)
        assert "clause-" not in text, name
        assert "questions.md" not in text, name


# On paper


def test_the_type_gets_smaller_with_more_text() -> None:
    sizes = [print_size("many words " * count, pictures=5) for count in (1, 100, 400, 800, 9000)]
    assert sizes == sorted(sizes, reverse=True)
    assert (print_size("few words", pictures=0), sizes[-1]) == (LARGEST, SMALLEST)
    assert print_size("[words](a-very-long-address.md) {: #id }", 4) == print_size("[words", 4)
    assert print_size("words", 8) < print_size("words", 4)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(name, language, marks=() if (name, language) == FULLEST else pytest.mark.full)
        for name in EDITIONS
        for language in languages()
    ],
)
def test_it_prints_on_one_page(browser: "Browser", site: Path, tmp_path: Path, name: str, language: str) -> None:
    """With both columns filled, nothing over the edge, and without navigation; on A4 and on Letter."""
    import pypdfium2

    page = browser.new_page()
    page.goto((site / language / name / "summary.html").as_uri())
    headings = page.locator(".summary h2").all_inner_texts()
    for paper in ("A4", "Letter"):
        path = tmp_path / f"{paper}.pdf"
        page.pdf(path=path, format=paper, print_background=True)
        document = pypdfium2.PdfDocument(path)
        assert len(document) == 1, paper
        # Without spaces: a PDF may have a narrow one as a gap between two pieces of text.
        printed = "".join(document[0].get_textpage().get_text_range().split())
        assert [heading for heading in headings if "".join(heading.split()) not in printed] == []
        picture = document[0].render(scale=1).to_pil().convert("L")
        document.close()
        half = picture.width // 2
        for left, right in ((0, half), (half, picture.width)):
            column = picture.crop((left, 0, right, picture.height)).point(lambda level: 255 * (level < 200))
            bottom = (column.getbbox() or (0, 0, 0, 0))[3]
            assert 0.4 * picture.height < bottom < 0.98 * picture.height
        assert picture.crop((picture.width - 12, 0, picture.width, picture.height)).getextrema()[0] > 240
    page.close()


def test_a_phone_shows_one_column(browser: "Browser", site: Path) -> None:
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.goto((site / FULLEST[1] / FULLEST[0] / "summary.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    lefts = page.locator(".summary .block").evaluate_all("all => all.map(block => block.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1
    page.close()


def test_the_first_page_of_an_edition_leads_to_it(site: Path) -> None:
    for language in languages():
        for name in EDITIONS:
            links = read(site / language / name / "index.html").links
            assert "summary.html" in links
