"""The built site: links, ids, well-formed pages, every clause told, languages."""

import re
from itertools import permutations
from pathlib import Path

import pytest
from PIL import Image

from sheetgen.i18n import languages
from sheetgen.layout import SheetEdition, load
from sheetgen.resources import data_folder, shipped_variants
from sheetgen.site.pictures import SHARPNESS
from sheetgen.studio.short_rules import clause_text
from tests.site.pages import broken_links, read

CLAUSE = re.compile(r'id="clause-([A-Z]\d+)"')
COMMON = [
    *["F0", "F1", "F2", "F3", "F4"],
    *["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"],
    *["B1", "P1", "P2", "P3"],
    *["X1", "X2", "X3", "X4", "X10"],
    *["E1", "S1", "S2", "S3", "S4", "S5"],
]
# Which clauses of the rules are about which edition.
CLAUSES = {
    "classic": [*COMMON, "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8"],
    "deluxe": [*COMMON, "C1", "C2", "C3", "C4", "C5", "C6", "C8", "L1"],
    "double": [*COMMON, "X5", "X9", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9"],
    "cubed": [*COMMON, "X6", "X9", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"],
    "mix": [*COMMON, "X5", "X6", "X7", "X8", "M1", "M2", "M3", "M4", "M5", "M6", "M7"],
    "objectives": ["O1", "O2", "O3", "O4", "O5", "O6", "O7"],
}


def test_no_link_or_anchor_is_broken(site: Path) -> None:
    assert broken_links(site, with_downloads=False) == []


def test_pages_are_well_formed_and_ids_are_unique(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        page = read(path)
        assert page.wrong == [], path
        assert page.open_tags == [], path
        assert len(page.ids) == len(set(page.ids)), (path, sorted({i for i in page.ids if page.ids.count(i) > 1}))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", CLAUSES)
def test_every_clause_is_told_on_the_pages_of_its_edition(site: Path, edition: str, language: str) -> None:
    told = {
        match
        for path in (site / language / edition).glob("*.html")
        for match in CLAUSE.findall(path.read_text("utf-8"))
    }
    assert sorted(set(CLAUSES[edition]) - told) == []


def test_all_clauses_are_in_the_table() -> None:
    from tests.engine.clauses.test_complete import CLAUSES as ALL

    assert sorted({clause for own in CLAUSES.values() for clause in own}) == sorted(ALL)


def coverage() -> dict[str, list[list[str]]]:
    """The table of docs/coverage.md: by rulebook, the places of each paragraph."""
    text = (data_folder("docs") / "coverage.md").read_text("utf-8")
    books: dict[str, list[list[str]]] = {}
    for book, number, places in re.findall(r"^\| ([A-Z]) (\d+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE):
        books.setdefault(book, []).append(re.findall(r"`([^`]+)`", places))
        assert int(number) == len(books[book]), f"{book} {number} is out of order"
    return books


@pytest.mark.parametrize("edition", [edition for edition in CLAUSES if edition != "objectives"])
def test_refusals_of_the_studio_link_to_the_page_with_their_clause(site: Path, edition: str) -> None:
    layout = load(edition)
    for clause in CLAUSES[edition]:
        (own, page), *_ = clause_text(layout, clause, "en")["pages"]
        assert f'id="clause-{clause}"' in (site / "en" / own / f"{page}.html").read_text("utf-8"), clause


def test_every_paragraph_of_the_rulebooks_has_a_place(site: Path) -> None:
    """In every language, on a page of the edition that the rulebook is about."""
    books = coverage()
    assert {book: len(rows) for book, rows in books.items()} == {"C": 67, "D": 72, "T": 71, "L": 65, "M": 46, "O": 19}
    editions = {"C": "classic", "D": "double", "T": "cubed", "L": "deluxe", "M": "mix", "O": "objectives"}
    for book, rows in books.items():
        for number, places in enumerate(rows, start=1):
            assert places, f"{book} {number}"
            for place in places:
                path, _, anchor = place.partition("#")
                assert path.startswith(f"{editions[book]}/") or place == f"compare#{editions[book]}", place
                missing = [own for own in languages() if anchor not in read(site / own / f"{path}.html").ids]
                assert missing == [], f"{book} {number}: {place}"


def test_every_language_has_the_same_pages_and_says_so(site: Path) -> None:
    pages = {
        own: sorted(p.relative_to(site / own).as_posix() for p in (site / own).rglob("*.html")) for own in languages()
    }
    for first, second in permutations(languages(), 2):
        assert pages[first] == pages[second]
    assert len(pages["en"]) >= 60
    for language in languages():
        assert read(site / language / "classic" / "turn.html").language == language


def test_the_language_switch_stays_on_the_page(site: Path) -> None:
    for own, other in permutations(languages(), 2):
        links = read(site / own / "classic" / "yellow.html").links
        assert f"../../{other}/classic/yellow.html" in links
        assert f"../{other}/ladders.html" in read(site / own / "ladders.html").links


def test_nothing_is_asked_from_elsewhere(site: Path) -> None:
    """Links to read on may lead out; what a page loads by itself may not."""
    loads = re.compile(r'<(?:script|img|link|iframe|source)[^>]*(?:src|href)="?(https?:)?//', re.IGNORECASE)
    for path in sorted(site.rglob("*.html")):
        assert loads.search(path.read_text("utf-8")) is None, path
    for path in sorted([*site.rglob("*.css"), *site.rglob("*.js")]):
        for url in re.findall(r"url\(['\"]?(https?:[^)]*)\)", path.read_text("utf-8")):
            pytest.fail(f"{path}: {url}")


def test_the_ladders_are_those_of_the_layout(site: Path) -> None:
    page = (site / "en" / "classic" / "blue.html").read_text("utf-8")
    found = re.search(r'<div class="ladder".*?</table>', page, re.DOTALL)
    assert found is not None
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>\+(\d+)</td></tr>', found[0])
    ladder = load("classic").edition.zones["blue"].points.parts[0].ladder  # type: ignore[union-attr]
    assert [int(points) for _, points, _ in rows] == list(ladder)
    assert [int(gain) for _, _, gain in rows] == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_numbers_are_written_as_the_language_writes_them(site: Path) -> None:
    odds = {own: (site / own / "objectives" / "odds.html").read_text("utf-8") for own in languages()}
    assert "90.7%" in odds["en"]
    assert "90,7\xa0%" in odds["de"].replace("&nbsp;", "\xa0")
    assert re.search("90,7[\xa0\u202f]%", odds["fr"].replace("&nbsp;", "\xa0"))


def test_texts_of_the_theme_address_the_reader_as_the_pages_do(site: Path) -> None:
    """The theme says "usted" in Spanish, the pages say "tú"; other languages keep the texts of the theme."""
    spanish, english = ((site / own / "index.html").read_text("utf-8") for own in ("es", "en"))
    assert '"search.result.placeholder": "Escribe para buscar"' in spanish
    assert "Saltar al contenido" in spanish
    assert '"search.result.placeholder": "Type to start searching"' in english


def test_the_root_lists_all_languages(site: Path) -> None:
    page = read(site / "index.html")
    assert [f"{own}/index.html" for own in languages()] == page.links


# Variants


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("variant", shipped_variants())
def test_a_variant_has_the_pages_of_an_edition(site: Path, variant: str, language: str) -> None:
    edition = load(str(shipped_variants()[variant])).edition
    assert isinstance(edition, SheetEdition)
    folder = site / language / variant
    common = ("index", "summary", "ask", "turn", "bonuses", "end", "solo", "count", "questions", "experts")
    assert {path.stem for path in folder.glob("*.html")} == {*common, *edition.zones}
    title = edition.title if language == "en" else edition.translations[language][edition.title]
    assert f'<h1 id="top">{title}<' in (folder / "index.html").read_text("utf-8")
    for page in ("index", "design", "ladders"):
        text = (site / language / f"{page}.html").read_text("utf-8")
        assert f'href="{variant}/index.html"' in text, page
        assert title in text, page
    told = {clause for path in folder.glob("*.html") for clause in CLAUSE.findall(path.read_text("utf-8"))}
    assert sorted(set(COMMON) - told) in ([], ["B1"], ["B1", "X4"])  # not all have a sum with white, or extra dice


def test_variants_stand_in_a_part_of_their_own(site: Path) -> None:
    for variant in shipped_variants():
        assert f"{variant}/index.html" in read(site / "en" / "index.html").links


def test_a_sheet_of_two_pages_is_shown_whole(site: Path) -> None:
    page = (site / "de" / "day-and-night" / "index.html").read_text("utf-8")
    assert page.count('<figure class="paper">') == 2
    assert "Auf der Rückseite geht das Blatt weiter:" in page
    assert "zwei für jede Farbe" in page


def test_a_pair_with_a_choice_is_worth_what_the_better_choice_makes(site: Path) -> None:
    """½ or ×2 on the left, ½ on the right: from 1 × 2 − 3 to 6 × 2 − 1."""
    page = (site / "en" / "tide-pool" / "kelp.html").read_text("utf-8")
    assert "<td>½/×2 − ½</td><td>−1</td><td>5</td><td>11</td>" in page
    # And sides that differ have ladders of their own.
    page = (site / "en" / "tide-pool" / "sea.html").read_text("utf-8")
    assert page.index("Entries on the left") < page.index("Entries on the right")


# The guide


@pytest.mark.parametrize("language", languages())
def test_the_guide_shows_the_studio(site: Path, language: str) -> None:
    page = (site / language / "design.html").read_text("utf-8")
    pictures = re.findall(r'<img alt="([^"]+)" loading="lazy" width="(\d+)" height="(\d+)" src="([^"]+)">', page)
    assert len(pictures) == 8
    for label, width, height, source in pictures:
        assert len(label) > 40
        with Image.open(site / language / source) as picture:
            assert picture.size == pytest.approx((int(width) * SHARPNESS, int(height) * SHARPNESS), abs=1)


def test_files_to_print_are_named_in_the_language(site: Path) -> None:
    assert ">Block, beidseitig, A4</a>" in (site / "de" / "classic" / "index.html").read_text("utf-8")
    assert ">Mazo de cartas, A4</a>" in (site / "es" / "objectives" / "index.html").read_text("utf-8")
