"""Rulebooks: they say what the site says, are set without widows, can be read by other programs and printed."""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from sheetgen.book import BookError
from sheetgen.book.blocks import KEPT_LINES
from sheetgen.book.pieces import PageDrawing
from sheetgen.book.rulebook import BookOptions, ComposedBook, make_rulebook, make_summary
from sheetgen.drawing.scene import Group, Item, Text
from sheetgen.formats.tags import Element
from sheetgen.i18n import languages, translate
from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.preflight import preflight
from sheetgen.press.profiles import load_profile
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.book.printed import composed, site_sentences, squeezed, text_of, written
from tests.programs import complaints, needs

EVERY = [*shipped_layouts(), *(str(path) for path in shipped_variants().values())]


def missing(edition: str, language: str) -> list[str]:
    said = text_of(written(edition, language, examples="all"))
    return [each for each in dict.fromkeys(site_sentences(edition, language)) if squeezed(each) not in said]


@pytest.mark.parametrize(("edition", "language"), [("classic", "de"), ("objectives", "en")])
def test_every_sentence_of_the_site_is_in_the_book(edition: str, language: str) -> None:
    assert len(list(site_sentences(edition, language))) > 500
    assert missing(edition, language) == []


@pytest.mark.full
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", EVERY)
def test_every_sentence_of_every_edition_is_in_its_book(edition: str, language: str) -> None:
    assert missing(edition, language) == []


def test_cells_that_are_also_circled_get_marks_not_crosses() -> None:
    said = " ".join(site_sentences(str(shipped_variants()["tide-pool"]), "en"))
    assert "dice of the same number bring more marks" in said
    assert "bring more crosses" not in said
    assert "bring more crosses" in " ".join(site_sentences("cubed", "en"))


def test_a_missing_sentence_is_noticed() -> None:
    said = text_of(written("classic", examples="none"))
    lost = [each for each in site_sentences("classic", "en") if squeezed(each) not in said]
    assert any("Ada takes" in each for each in lost)
    assert squeezed("No dice move, ever, on a Sunday.") not in said


def test_few_examples_are_two_for_each_zone() -> None:
    books = {how: text_of(written("classic", examples=how)) for how in ("few", "none", "all")}
    few, none, every = (said.count("Rules:") + said.count("Rule:") for said in books.values())
    assert none == 0
    assert few == 5 * 2 + 6  # zones, and turn, passive, bonuses, actions, end, solo
    assert every == len(list((Path("docs") / "examples" / "classic").glob("*.record")))


# Typography, measured on what is drawn


def lines_by_column(book: ComposedBook) -> dict[tuple[int, int], list[tuple[float, str, Text]]]:
    """The lines of text of every column of every page between cover and summary: height, element and text."""
    frame = book.design.frame
    columns: dict[tuple[int, int], list[tuple[float, str, Text]]] = defaultdict(list)
    for number, page in enumerate(book.pages[1 : 1 + len(book.filled.pages)], start=2):
        for group in page.items:
            if not isinstance(group, Group) or group.id not in page.elements:
                continue
            for text in texts(group):
                column = int((text.x - frame.rect.x) // (frame.column + frame.gutter))
                columns[number, column].append((round(text.y, 2), group.id, text))
    return columns


def texts(item: Item) -> Iterator[Text]:
    if isinstance(item, Text):
        yield item
    elif isinstance(item, Group):
        for inner in item.items:
            yield from texts(inner)


BOOKS = [
    ("classic", "en", "A4", False),
    ("mix", "de", "A4", True),
    (str(shipped_variants()["tide-pool"]), "en", "A4", False),
]
ALL_BOOKS = [
    (edition, language, paper, booklet)
    for edition in EVERY
    for language in languages()
    for paper, booklet in (("A4", False), ("A4", True), ("Letter", False))
]


def check_typography(edition: str, language: str, paper: str, booklet: bool) -> None:
    book = composed(edition, language, paper, booklet=booklet)
    columns = lines_by_column(book)
    kinds = {name: element.kind for page in book.pages for name, element in page.elements.items()}
    by_element: dict[str, dict[tuple[int, int], set[float]]] = defaultdict(lambda: defaultdict(set))
    for place, lines in columns.items():
        for height, name, _ in lines:
            by_element[name][place].add(height)
        _, last, text = max(lines, key=lambda line: line[0])
        pictures = [placed.rect for placed in book.pages[place[0] - 1].pictures if placed.rect.height > 10]
        if not any(rect.y > text.y and (rect.x < text.rect.right and rect.right > text.x) for rect in pictures):
            assert not kinds[last].startswith("H"), f"page {place[0]} ends with the heading {text.text!r}"
    for name, places in by_element.items():
        if kinds[name] in ("P", "LBody") and len(places) > 1:
            assert min(len(heights) for heights in places.values()) > 1, f"a lonely line: {list(places)}"
    for element in within(book.reading.root):
        if element.kind == "LBody":
            found = [by_element[f"e{id(part)}"] for part in within(element) if f"e{id(part)}" in by_element]
            whole = sum(len(heights) for part in found for heights in part.values())
            where = {place for part in found for place in part}
            assert len(where) < 2 or whole > KEPT_LINES, f"an item of {whole} lines is divided: {sorted(where)}"
    frame = book.design.frame.rect
    for (page, _), lines in columns.items():
        for _, _, text in lines:
            assert text.rect.right <= frame.right + 0.6, f"page {page}: {text.text!r} is too wide"
            assert text.y <= frame.bottom + 0.6, f"page {page}: {text.text!r} is below the frame"


@pytest.mark.parametrize(("edition", "language", "paper", "booklet"), BOOKS)
def test_no_lonely_lines_and_no_headings_without_text(edition: str, language: str, paper: str, booklet: bool) -> None:
    check_typography(edition, language, paper, booklet)


@pytest.mark.full
@pytest.mark.parametrize(("edition", "language", "paper", "booklet"), ALL_BOOKS)
def test_typography_of_all_books(edition: str, language: str, paper: str, booklet: bool) -> None:
    check_typography(edition, language, paper, booklet)


# The file


def test_the_same_book_has_the_same_bytes() -> None:
    first = written("classic", examples="none")
    again = make_rulebook(BookOptions((load("classic"),), examples="none")).pdf
    assert blake2b(first).digest() == blake2b(again).digest()


def test_a_book_is_tagged_has_bookmarks_links_and_its_fonts() -> None:
    book = composed("classic")
    with pikepdf.open(BytesIO(written("classic"))) as pdf:
        assert len(pdf.pages) == len(book.pages)
        assert pdf.Root.Lang == "en"
        assert pdf.Root.MarkInfo.Marked
        kinds = [str(kid.S) for sect in pdf.Root.StructTreeRoot.K.K for kid in sect.K if "/S" in kid]
        assert {"/H1", "/H2", "/P", "/L", "/Table", "/Figure"} <= set(kinds)
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
        assert titles[:3] == ["That’s Pretty Clever", "A turn", "The yellow zone"]
        links = [link for page in pdf.pages for link in page.get("/Annots", [])]
        assert len(links) > 60
        objects = {page.objgen for page in (each.obj for each in pdf.pages)}
        assert all(link.Dest[0].objgen in objects for link in links)
        fonts = {str(font.BaseFont): font for page in pdf.pages for font in page.resources.get("/Font", {}).values()}
        assert all("/FontFile2" in font.FontDescriptor for font in fonts.values()), sorted(fonts)


@pytest.mark.parametrize("booklet", [False, True])
def test_numbers_of_pages_in_contents_and_bookmarks_are_right(booklet: bool) -> None:
    book = composed("classic", booklet=booklet)
    places = {name: page for name, (page, _) in book.reading.places.items()}
    for name, page in places.items():
        if name.endswith("#top") and not name.startswith("summary"):
            assert any(name in placed.piece.anchors for placed in book.filled.pages[page - 1].pieces)
    contents = words_of(book.pages[1])
    titles = {"A turn": "classic/turn#top", "Summary for the table": "summary-classic#top"}
    for title, name in titles.items():
        assert title in words_of(book.pages[places[name]])
        assert contents[contents.index(title) + 1] == str(places[name] + 1)
    assert {mark.title: mark.page for mark in book.reading.bookmarks}.items() >= {
        (title, places[name]) for title, name in titles.items()
    }


@pytest.mark.parametrize("profile", ["press-x4", "press-x1a"])
def test_a_print_shop_has_nothing_to_object_to(profile: str, tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    options = BookOptions(
        (load("classic"),), profile=load_profile(profile), booklet=profile == "press-x4", examples="none"
    )
    path.write_bytes(make_rulebook(options).pdf)
    report = preflight(path, load_profile(profile))
    assert report.objections == ()
    with pikepdf.open(path) as pdf:
        trim, bleed = pdf.pages[0].trimbox, pdf.pages[0].bleedbox
        assert float(trim[0] - bleed[0]) == pytest.approx(3 * 72 / 25.4, abs=0.01)


@pytest.mark.full
@pytest.mark.parametrize("booklet", [False, True])
@pytest.mark.parametrize("profile", ["press-x4", "press-x1a", "press-wide"])
@pytest.mark.parametrize("edition", EVERY)
def test_a_print_shop_has_nothing_to_object_to_in_any_book(
    edition: str, profile: str, booklet: bool, tmp_path: Path
) -> None:
    path = tmp_path / "book.pdf"
    options = BookOptions((load(edition),), profile=load_profile(profile), booklet=booklet, language="de")
    path.write_bytes(make_rulebook(options).pdf)
    assert preflight(path, load_profile(profile)).objections == ()


@needs("qpdf")
@needs("gs")
@needs("mutool")
@pytest.mark.parametrize("options", [{}, {"booklet": True}, {"profile": "press-x4"}, {"profile": "press-x1a"}])
@pytest.mark.parametrize("edition", ["double", "objectives"])
def test_other_programs_read_it(edition: str, options: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    chosen = {**options, "profile": load_profile(str(options.get("profile", "home")))}
    path.write_bytes(make_rulebook(BookOptions((load(edition),), **chosen)).pdf)  # type: ignore[arg-type]
    assert "No syntax or stream encoding errors" in complaints("qpdf", "--check", path)
    assert complaints("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", path) == ""
    assert complaints("mutool", "draw", "-N", "-q", "-F", "txt", "-o", tmp_path / "book.txt", path) == ""


# What cannot be printed


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"paper": PAPERS["A6"]}, "too small for a rulebook: a page needs 118 x 168 mm"),
        ({"paper": PAPERS["A5"], "booklet": True}, "folded to 105 x 148 mm is too small"),
    ],
)
def test_paper_that_is_too_small(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BookError, match=reason):
        BookOptions((load("classic"),), **options)  # type: ignore[arg-type]


def test_an_edition_named_twice() -> None:
    with pytest.raises(BookError, match="classic is named twice"):
        BookOptions((load("classic"), load("classic")))


# Several editions


def test_shared_rules_are_said_once() -> None:
    both = text_of(make_rulebook(BookOptions((load("classic"), load("double")), examples="none")).pdf)
    shared = squeezed("Every die of this roll that is lower than the die you took goes to the platter.")
    assert both.count(shared) == 1
    for own in ("The yellow zone", "The silver zone", "Return"):
        assert squeezed(own).casefold() in both.casefold()
    assert squeezed("You may also pass, with the same effect.") in both  # double alone


# Summaries


@pytest.mark.parametrize("edition", ["classic", "objectives"])
def test_a_summary_is_one_page(edition: str) -> None:
    summary = make_summary(BookOptions((load(edition),), language="fr"))
    assert summary.pages == 1
    assert "page of 210 x 297 mm" in summary.summary


@pytest.mark.full
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("edition", EVERY)
def test_every_summary_is_one_page(edition: str, paper: str, language: str) -> None:
    assert make_summary(BookOptions((load(edition),), language=language, paper=PAPERS[paper])).pages == 1


SIGNS = " .:\u00a0\u202f"


@pytest.mark.parametrize(
    ("edition", "language"), [("mix", "en"), ("mix", "fr"), (str(shipped_variants()["tide-pool"]), "de")]
)
def test_in_a_summary_a_list_stays_with_the_text_that_announces_it(edition: str, language: str) -> None:
    book = composed(edition, language, "A5", booklet=False)
    announcements = {translate(text, language).strip(SIGNS) for text in ("Points", "In addition:")}
    pages = book.pages[1 + len(book.filled.pages) :]
    lines = [(page, text) for page in pages for group in page.items for text in texts(group) if text.text.strip()]
    assert lines
    for page, text in lines:
        if text.text.strip(SIGNS) not in announcements:
            continue
        if any(each is page and abs(other.y - text.y) < 0.1 and 0 < other.x - text.x < 20 for each, other in lines):
            continue  # what it announces is on its line
        below = [
            other for each, other in lines if each is page and other.y > text.y + 0.1 and abs(other.x - text.x) < 20
        ]
        assert below, f"{text.text!r} ends a column"


def divided_zones(book: ComposedBook) -> list[str]:
    """The zones of a summary that are on two pages or in two columns: blocks with a heading, text and a picture."""
    zones = {
        id(element): zone
        for summary in book.reading.root.parts
        if isinstance(summary, Element)
        for zone in summary.parts
        if isinstance(zone, Element) and zone.kind == "Sect"
        for element in within(zone)
    }
    places: dict[int, set[tuple[int, bool]]] = defaultdict(set)
    middle = book.design.page[0] / 2
    start = len(book.pages) - book.summaries
    for number, page in enumerate(book.pages[start:], start=start + 1):
        drawn = [(element, text.x) for name, element in page.elements.items() for text in drawn_as(page, name)]
        drawn += [(each.element, each.rect.x) for each in page.pictures if each.element is not None]
        for element, x in drawn:
            if id(element) in zones:
                places[id(zones[id(element)])].add((number, x > middle))
    assert places
    pictured = {
        id(zone)
        for zone in zones.values()
        if any(isinstance(part, Element) and part.kind == "Figure" for part in zone.parts)
    }
    assert pictured
    return [str(sorted(found)) for zone, found in places.items() if zone in pictured and len(found) > 1]


def within(element: Element) -> Iterator[Element]:
    yield element
    for part in element.parts:
        if isinstance(part, Element):
            yield from within(part)


def words_of(page: PageDrawing) -> list[str]:
    return [text.text.strip() for item in page.items for text in texts(item)]


def drawn_as(page: PageDrawing, name: str) -> list[Text]:
    return [text for group in page.items if isinstance(group, Group) and group.id == name for text in texts(group)]


@pytest.mark.parametrize("book", [("mix", "en", "A4", True), ("cubed", "de", "A4", False)])
def test_the_zones_of_a_summary_are_whole(book: tuple[str, str, str, bool]) -> None:
    edition, language, paper, booklet = book
    assert divided_zones(composed(edition, language, paper, booklet=booklet)) == []


@pytest.mark.full
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_the_zones_of_every_summary_are_whole(book: tuple[str, str, str, bool]) -> None:
    edition, language, paper, booklet = book
    assert divided_zones(composed(edition, language, paper, booklet=booklet)) == []
