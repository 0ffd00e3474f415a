"""A publisher's file: what it may say, what is refused with its line, and the site that it makes."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import sheetgen
from sheetgen.cli.app import cli
from sheetgen.drawing.themes import contrast
from sheetgen.i18n import languages
from sheetgen.layout import LayoutError
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.experts import EXPERTS
from sheetgen.site.hosting import notice_in
from sheetgen.site.pages import DEVELOPERS_PAGES, PLAYERS_PAGES, template_file
from sheetgen.site.publisher import (
    DARK_PAGE,
    OPTIONAL_PAGES,
    OURS,
    READABLE,
    Publisher,
    SiteColours,
    load_publisher,
)
from sheetgen.site.templates import render
from sheetgen.site.words import Words
from tests.site.conftest import write_publisher
from tests.site.pages import broken_links, read

TITLES = {"en": "Rules & more at <Example>", "fr": "Les règles chez « Exemple »"}


class Visible(HTMLParser):
    """The text of a page that a reader sees or hears, without drawn sheets."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "svg"):
            self.silent.append(tag)
        self.words += [value or "" for key, value in attrs if key in ("alt", "title", "aria-label", "placeholder")]

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


def visible(path: Path) -> str:
    reader = Visible()
    reader.feed(path.read_text("utf-8"))
    return " ".join(" ".join(reader.words).split())


# The file


def test_a_whole_file(tmp_path: Path) -> None:
    publisher = load_publisher(write_publisher(tmp_path))
    assert publisher.title_in("fr") == TITLES["fr"]
    assert publisher.address == "https://rules.example.org/clever/"
    assert publisher.editions == ("classic", str(tmp_path / "foxy.yaml"))
    assert publisher.has_imprint_page
    assert publisher.pages == ("gallery", "compare", "ladders", "figures", "experts", "glossary")
    told = publisher.feedback_about(clause="C4", edition="classic", title="A & B", lang="en", page="https://x/y?z")
    assert told == "mailto:rules@example.org?subject=A%20%26%20B%20C4&body=https%3A%2F%2Fx%2Fy%3Fz"


def test_an_empty_block_is_a_publisher_too(tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text("title: Mine\n", "utf-8")
    publisher = load_publisher(tmp_path / "site.yaml")
    assert [publisher.title_in(language) for language in ("de", "en")] == ["Mine", "Mine"]
    assert plan_site(publisher=publisher).layouts == plan_site().layouts
    assert plan_site(publisher=publisher).languages == languages()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("adress: https://x.org", "1:1: unknown key 'adress'; did you mean 'address'?"),
        ("analytics: none", "1:1: unknown key 'analytics'; known here: address, colours"),
        ("title: {en: A, frr: B}", "1:21 title.frr: there is no language 'frr'; known are en, de, es, fr, it"),
        ("title: {en: A}", "1:1 title: has no text in 'de'; add it, or list the languages under 'languages'"),
        ("title: ~\nlogo: 7", "2:7 logo: expected a text, found 7"),
        ('title: "a\\nb"', "1:8 title: expected one line, found 'a�b'"),
        ("address: rules.example.org", "1:10 address: 'rules.example.org' is not an address for a site: expected one"),
        ("address: https://x.org/a/../b", "1:10 address: 'https://x.org/a/../b' is not an address for a site"),
        ("address: https://x.org/?a", "1:10 address: 'https://x.org/?a' is not an address for a site"),
        ("address: https://me@x.org", "1:10 address: 'https://me@x.org' is not an address for a site"),
        ('address: "https://x.org/\\">"', "1:10 address: 'https://x.org/\">' is not an address for a site"),
        ("address: javascript:alert(1)", "1:10 address: 'javascript:alert(1)' is not an address for a site"),
        ("languages: [en, xx]", "1:17 languages[2]: there is no language 'xx'; known are en, de, es, fr, it"),
        ("pages: [compar]", "1:9 pages[1]: there is no page 'compar' to choose; did you mean 'compare'?"),
        ("pages: [library]", "1:9 pages[1]: 'library' links to pages that are left out: print, command-line"),
        (
            "editions: [clasic]",
            "1:12 editions[1]: there is no edition or layout 'clasic' in the folder of this file; did",
        ),
        (
            "editions: [../up.yaml]",
            "1:12 editions[1]: there is no edition or layout '../up.yaml' in the folder of this",
        ),
        ("editions: [link.yaml]", "1:12 editions[1]: there is no edition or layout 'link.yaml' in the folder of this"),
        ("logo: ../secret.svg", "1:7 logo: there is no file '../secret.svg' in the folder of this file; copy the logo"),
        ("logo: /etc/passwd", "1:7 logo: there is no file '/etc/passwd' in the folder of this file"),
        ("logo: site.yaml", "1:7 logo: the logo is neither SVG nor PNG; save it as one of them"),
        ("colours: {header: red}", "1:19 colours.header: 'red' does not fit here: expected a colour such as '#FFD500'"),
        (
            'colours: {header: "#808080", text: "#FFFFFF"}',
            "1:36 colours.text: cannot be read: #FFFFFF on #808080 is 3.9:1, expected 4.5:1; leave it out, or try",
        ),
        (
            'colours: {links: "#FFCC00"}',
            "1:18 colours.links: cannot be read: #FFCC00 on the pages is 1.4:1, expected 4.5:1; try '#866B00'",
        ),
        ("feedback: javascript:alert(1)", "1:11 feedback: 'javascript:alert(1)' is not an address that a reader may"),
        ("feedback: https://x.org/{rule}", "1:11 feedback: nothing is known to put in place of '{rule}': expected"),
        ("imprint: javascript:alert(1)", "1:10 imprint: 'javascript:alert(1)' is not an address that a reader may"),
        ("imprint: data:text/html,x", "1:10 imprint: 'data:text/html,x' is not an address that a reader may"),
        (
            "languages: [en, fr]\nimprint: {en: 'https://x.org/', fr: Moi}",
            "2:1 imprint: is a text in one language and an address in another; use the same for all",
        ),
        ("- title", "1:1: expected a block of keys; start with 'title: My rules'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "up.yaml").write_text("schema: 1\nextends: classic\n", "utf-8")
    (tmp_path / "secret.svg").write_text("<svg/>", "utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "up.yaml")
    (folder / "site.yaml").write_text(text, "utf-8")
    with pytest.raises(LayoutError) as error:
        load_publisher(folder / "site.yaml")
    assert f"{folder / 'site.yaml'}:{problem}" in str(error.value)


def test_all_problems_come_at_once_and_in_order(tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text("title: {en: A}\neditions: [a, b]\nlogo: c.png\n", "utf-8")
    with pytest.raises(LayoutError) as error:
        load_publisher(tmp_path / "site.yaml")
    assert [problem.position.line for problem in error.value.problems] == [*[1] * len(languages()[1:]), 2, 2, 3]


def test_the_schema_accepts_what_is_right_and_refuses_what_is_wrong(tmp_path: Path) -> None:
    """A whole file, the texts of the guide, and slips that an editor should mark while one types."""
    schema = sheetgen.schema(site=True)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert all(value.get("description") for value in schema["properties"].values())
    whole = yaml.safe_load(write_publisher(tmp_path).read_text("utf-8"))
    assert set(whole) | {"pages"} == set(schema["properties"])
    for right in ({}, whole, {"title": "Rules", "pages": ["print"], "rules as of": {"en": "May", "fr": "mai"}}):
        assert [error.message for error in validator.iter_errors(right)] == [], right
    for wrong in (
        {"adress": "https://example.org"},
        {"rules_as_of": "May"},
        {"languages": ["xx"]},
        {"title": {"xx": "Regole"}},
        {"pages": ["prnt"]},
        {"colours": {"header": "green"}},
        {"editions": "classic"},
    ):
        assert not validator.is_valid(wrong), wrong


def test_a_command_with_a_wrong_file_writes_nothing(tmp_path: Path) -> None:
    for arguments, status, words in (
        (["--config", str(tmp_path / "none.yaml")], 1, "none.yaml:1:1: there is no such file"),
        (["--config", str(write_publisher(tmp_path)), "--lang", "de"], 2, "title has no text in 'de'"),
        (["--only", "clasic"], 2, "there is no such edition or file; did you mean 'classic'?"),
    ):
        result = CliRunner().invoke(cli, ["site", "build", *arguments, "-o", str(tmp_path / "site")])
        assert result.exit_code == status
        assert words in result.output.strip().split("\n")[-1]
        assert not (tmp_path / "site").exists()


def test_only_some_editions(tmp_path: Path) -> None:
    publisher = load_publisher(write_publisher(tmp_path))
    foxy = str(tmp_path / "foxy.yaml")
    assert plan_site(publisher=publisher).layouts == ("classic", foxy)
    assert plan_site(publisher=publisher, only=["foxy"]).layouts == (foxy,)
    assert plan_site(only=["double", foxy], layouts=["cubed"]).layouts == ("double", foxy, "cubed")
    assert [Path(name).name for name in plan_site(only=["meadow"]).layouts] == ["meadow.yaml"]


@pytest.mark.parametrize("header", ["#000000", "#FFFFFF", "#808080", "#FFD500", "#0B5D4B", "#C33764"])
def test_text_on_the_header_can_always_be_read(header: str) -> None:
    assert contrast(SiteColours(header=header).on_header, header) >= READABLE
    assert contrast(SiteColours(links=header).dark_links, DARK_PAGE) >= READABLE


# Pages


def test_every_page_can_be_chosen_or_is_always_there() -> None:
    assert set(OPTIONAL_PAGES) == {*PLAYERS_PAGES, *DEVELOPERS_PAGES, EXPERTS} - {"index", "about", "imprint"}
    assert set(OURS.pages) == set(OPTIONAL_PAGES)
    for language in languages():
        for page in (*OPTIONAL_PAGES, "imprint"):
            page = f"edition/{EXPERTS}" if page == EXPERTS else page
            assert template_file(page, language) or page in ("layout-reference", "records"), (page, language)


@pytest.mark.parametrize("page", OPTIONAL_PAGES)
def test_a_page_links_only_to_pages_that_it_names(page: str) -> None:
    """Alone with those, and each other page without it: a link to a page that is missing would raise."""
    needed = {page}
    while needed != (more := needed | {other for name in needed for other in OPTIONAL_PAGES[name]}):
        needed = more
    publisher = Publisher(title="Mine", pages=tuple(needed))
    site = open_site(replace(plan_site(["en"], only=["classic"], publisher=publisher), with_studio=True), "en")
    chosen = [one for one in site.pages if one.layout is None or one.is_about_experts]
    assert {one.path.removeprefix("classic/") for one in chosen} == needed | {"index", "about"}
    for one in chosen:
        render(site, one)


# The site


def test_nothing_of_ours_is_seen_on_a_publishers_site(published: Path) -> None:
    """The program is named once, on the page about the site; and in the imprint of drawn sheets, which is not text."""
    naming = {}
    for path in sorted(published.rglob("*.html")):
        text = visible(path)
        assert "Clever rules" not in text, path
        assert "Règles de Très futé" not in text, path
        if "sheetgen" in text.lower():
            naming[path.relative_to(published).as_posix()] = text.lower().count("sheetgen")
    assert naming == {"en/about.html": 1, "fr/about.html": 1}


def test_no_link_of_it_is_dead(published: Path) -> None:
    own = ("mailto:rules@example.org", "/clever/")
    broken = broken_links(published, with_downloads=False)
    assert [link for link in broken if not link.partition(": ")[2].startswith(own)] == []
    paths = {link for path in published.glob("404.html") for link in read(path).links}
    assert paths == {"/clever/en/index.html", "/clever/fr/index.html"}


def test_pages_are_well_formed(published: Path) -> None:
    for path in sorted(published.rglob("*.html")):
        page = read(path)
        assert (page.wrong, page.open_tags) == ([], []), path
        assert len(page.ids) == len(set(page.ids)), path


def plain_notice(language: str) -> str:
    """The notice as `visible` reads it: with plain spaces, also before the punctuation of French."""
    return " ".join(notice_in(language).split())


def test_every_page_has_the_title_and_the_notice(published: Path, site: Path) -> None:
    for folder, languages_of_site, publisher in ((published, ("en", "fr"), "own"), (site, languages(), "")):
        for language in languages_of_site:
            pages = sorted((folder / language).rglob("*.html"))
            assert len(pages) > 30
            for path in pages:
                text = visible(path)
                assert plain_notice(language) in text, path
                assert not publisher or TITLES[language] in text, path
        assert all(plain_notice(language) in visible(folder / "404.html") for language in languages_of_site)


def test_the_title_is_everywhere(published: Path) -> None:
    for language, title in TITLES.items():
        head = re.search(r"<title>(.*?)</title>", (published / language / "classic/turn.html").read_text("utf-8"))
        assert head is not None
        assert unescape(head[1]).endswith(f" – {title}")
        manifest = json.loads((published / language / "manifest.webmanifest").read_text("utf-8"))
        assert (manifest["name"], manifest["theme_color"]) == (title, "#0B5D4B")
        (icon,) = manifest["icons"]
        assert (published / language / icon["src"]).resolve().read_text("utf-8").startswith("<svg")
        assert title in visible(published / language / "index.html")
    assert TITLES["fr"] in visible(published / "index.html")


def test_the_foot_has_version_and_imprint(published: Path) -> None:
    page = published / "fr" / "classic" / "blue.html"
    assert "Version des règles : novembre 2026" in visible(page).replace("\xa0", " ")
    assert "../imprint.html" in read(page).links
    imprint = (published / "fr" / "imprint.html").read_text("utf-8")
    assert "Example Games<br>1 Game Street</p>" in imprint
    assert '<a href="mailto:rules@example.org">rules@example.org</a>' in imprint
    assert '<a href="https://example.org/">https://example.org/</a>' in imprint


def test_every_clause_has_a_link_for_feedback(published: Path) -> None:
    for path in sorted((published / "en" / "classic").glob("*.html")):
        if path.stem == "ask":  # it repeats the rules of the other pages
            continue
        html = path.read_text("utf-8")
        clauses = re.findall(r'id="clause-([A-Z]\d+)"', html)
        address = r"mailto:rules@example\.org\?subject="
        subjects = re.findall(
            rf'class="feedback" href="{address}That%27s%20Pretty%20Clever%20(\w+)&amp;body=([^"]+)"', html
        )
        assert [clause for clause, _ in subjects] == clauses, path
        for clause, page in subjects:
            here = f"https%3A%2F%2Frules.example.org%2Fclever%2Fen%2Fclassic%2F{path.stem}.html%23clause-{clause}"
            assert page == here
    assert 'class="feedback"' not in (published / "en" / "ladders.html").read_text("utf-8")


def test_credits_are_those_of_the_rulebooks(site: Path, published: Path) -> None:
    schmidt = "Wolfgang Warsch · Illustration: Leon Schiffer · Verlag: Schmidt Spiele · 2018"
    assert f"Autor: {schmidt}" in visible(site / "de" / "about.html")
    assert f"Autor: {schmidt}" in visible(site / "de" / "classic" / "index.html")
    people = "Création : Wolfgang Warsch · Design : Leon Schiffer · Rédaction : Jasmin Weigand"
    deluxe = f"{people} · Éditeur : Schmidt Spiele"
    for page in ("deluxe/index", "mix/index", "about"):
        assert deluxe in visible(site / "fr" / f"{page}.html").replace("\xa0", " ").replace("\u202f", " "), page
    assert "Autores: Alain Brobecker, François Petit · Editorial: Djeco · 2017" in visible(site / "es" / "about.html")
    assert "Nobody sells Day and Night, Meadow Friends and Tide Pool" in visible(site / "en" / "about.html")
    assert "2018 (this variant builds on it)" in visible(published / "en" / "foxy" / "index.html")


def test_our_own_title_is_kept_where_nobody_gives_one() -> None:
    assert [OURS.title_in(language) for language in languages()] == [
        Words(language).tr("Clever rules") for language in languages()
    ]
