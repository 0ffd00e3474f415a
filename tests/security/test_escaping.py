"""A layout that means harm goes through everything: its texts are shown, and never become anything else."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pikepdf
import pytest

from sheetgen.layout import Layout, load
from tests.matrix import first_of
from tests.programs import needs_core
from tests.security.conftest import CLOSING, LITERAL, SCRIPT, TEMPLATE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LANGUAGES = ("en", "fr")


class Looking(HTMLParser):
    """Reads a page as a browser would, and notes what could do something."""

    def __init__(self) -> None:
        super().__init__()
        self.harm: list[str] = []
        self.text: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # Data for a script is not run; it must not be able to end its element.
        self._inside = "data" if tag == "script" and ("type", "application/json") in attrs else tag
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.harm.append(f"<{tag} {name}={value}>")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and "hit(" in data:
            self.harm.append(f"<{self._inside}>{data[:80]}")
        if self._inside == "data" and "<" in data:
            self.harm.append(f"<{self._inside}>{data[:80]}")
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        if "hit(" in data:
            self.harm.append(f"<!--{data[:80]}")


def harmless(html: str) -> str:
    """Look at a page; return its text."""
    looking = Looking()
    looking.feed(html)
    looking.close()
    assert looking.harm == []
    assert "A49B" not in html
    assert "<class " not in html
    return "".join(looking.text)


def harmless_svg(svg: str) -> str:
    """Look at a picture: well-formed, no script, no handler, no address outside; return its text."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag not in ("script", "foreignObject", "a", "iframe", "img", "image", "animate", "set", "b"), tag
        for name, value in element.attrib.items():
            assert not name.rpartition("}")[2].startswith("on"), name
            if name.endswith("href"):
                assert value.startswith("#"), value
    return " ".join(root.itertext())


@pytest.fixture(scope="module")
def layout(hostile: Path) -> Layout:
    return load(str(hostile))


def scenes(layout: Layout, language: str) -> Iterator[Any]:
    from sheetgen.drawing.sheet import draw_sheet
    from sheetgen.drawing.solo import draw_solo, draw_solo_back

    for draw in (draw_sheet, draw_solo, draw_solo_back):
        yield draw(layout, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures(layout: Layout, language: str) -> None:
    from sheetgen.formats.svg_document import as_svg

    shown = [harmless_svg(as_svg(scene)) for scene in scenes(layout, language)]
    assert all(CLOSING in text for text in shown)
    assert any(LITERAL in text for text in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_studio(hostile: Path, language: str) -> None:
    """What the page puts into itself as it is: pictures and styles; everything else it writes as text."""
    from sheetgen.studio.jobs import run_job

    data = {"name": hostile.name, "folder": str(hostile.parent), "text": hostile.read_text("utf-8")}
    view = {"language": language, "solo": True, "side": "both"}
    answer = run_job("draw", {**data, "view": view, "game": {"players": ["<b>"], "seed": 1, "moves": []}})
    for page in answer["pages"]:
        harmless_svg(page["svg"])
        assert "<" not in page["css"]
    assert len(answer["pages"]) == 2


def test_a_pdf(layout: Layout) -> None:
    from sheetgen.formats.pdf import as_pdf
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    pad = make_pad(PadOptions(layout, sheets=1, profile=load_profile("home"), imprint=SCRIPT)).pdf
    for data in (as_pdf(next(scenes(layout, "en"))), pad):
        with pikepdf.open(BytesIO(data)) as pdf:
            assert CLOSING in str(pdf.docinfo["/Title"])
            if "/Metadata" in pdf.Root:
                meaning = ElementTree.fromstring(pdf.Root.Metadata.read_bytes())
                assert CLOSING in " ".join(meaning.itertext())
            for each in pdf.objects:
                if isinstance(each, pikepdf.Dictionary):
                    assert not {"/JS", "/OpenAction", "/AA", "/URI", "/Launch", "/EmbeddedFile"} & set(each.keys())


def test_the_page_of_a_build(hostile: Path, layout: Layout) -> None:
    from sheetgen.press.build import index_page, jobs_of, linked

    files = [linked(job) for language in LANGUAGES for job in jobs_of(str(hostile), layout, language)]
    text = harmless(index_page(files, has_site=True))
    assert CLOSING in text


@needs_core
@first_of(language=LANGUAGES)
def test_a_report(hostile: Path, nursery: Any, tmp_path: Path, language: str) -> None:
    command = ("simulate", hostile, "--games", "20", "--jobs", "1", "--bot", "random", "--lang", language)
    ended = nursery.run(*command, "--report", "x.html", folder=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    text = harmless((tmp_path / "x.html").read_text("utf-8"))
    assert CLOSING in text


@pytest.fixture(scope="module")
def site(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of this layout alone, in French, whose texts it may change."""
    from sheetgen.site.build import SitePlan, build_site

    output = tmp_path_factory.mktemp("site") / "site"
    build_site(SitePlan(("fr",), (str(hostile),), with_downloads=False), output)
    return output


def test_the_pages_of_the_rules(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 8
    texts = {page.relative_to(site).as_posix(): harmless(page.read_text("utf-8")) for page in pages}
    first = texts["fr/hostile/index.html"]
    for way in (CLOSING, SCRIPT, TEMPLATE, LITERAL):
        assert way in first
    assert all("\ue03c" not in text for text in texts.values())


def test_what_the_search_finds(site: Path) -> None:
    """Plain text, which the script puts into the page as text and never as HTML."""
    script = (site / "fr/assets/search-data.js").read_text("utf-8")
    index = json.loads(script.removeprefix("window.sheetgenSearch = ").removesuffix(";\n"))
    assert any(CLOSING in title for title in [edition["title"] for edition in index["editions"]])
    assert "</" not in script
    assert not re.search("[\ue000-\ue0ff]", json.dumps(index, ensure_ascii=False))
    assert not re.search(r"innerHTML|insertAdjacent|document\.write", (site / "fr/assets/search.js").read_text("utf-8"))


def test_a_browser_runs_nothing_of_it(site: Path, layout: Layout, tmp_path: Path, browser: "Browser") -> None:
    from sheetgen.formats.svg_document import as_svg

    (tmp_path / "sheet.svg").write_text(as_svg(next(scenes(layout, "fr"))), "utf-8")
    context = browser.new_context()
    context.add_init_script("window.hits = []; window.hit = n => { window.hits.push(n) }")
    page = context.new_page()
    edition = site / "fr" / "hostile"
    for path in (edition / "index.html", edition / "yellow.html", edition / "end.html", tmp_path / "sheet.svg"):
        page.goto(path.as_uri())
        assert page.evaluate("window.hits") == [], path
        assert page.evaluate("document.querySelectorAll('[onerror], [onclick], [onload], [src=x]').length") == 0
    page.goto((edition / "index.html").as_uri())
    assert page.locator("h1").inner_text().startswith(CLOSING)
    context.close()


# Characters that cannot be seen


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\u2066", "\ue03c", "\r"])
@pytest.mark.parametrize("where", ["title: {}", "zones: {{blue: {{name: {}}}}}", "translations: {{fr: {{a: {}}}}}"])
def test_signs_that_nobody_sees_are_refused(sign: str, where: str, tmp_path: Path) -> None:
    from sheetgen.layout import check

    path = tmp_path / "mine.yaml"
    text = where.format(f'"ab\\U{ord(sign):08X}cd"')
    path.write_text(f"schema: 1\nextends: classic\n{'' if 'title' in text else 'title: Mine'}\n{text}\n", "utf-8")
    problems = [str(problem) for problem in check(str(path))]
    assert any(f"has a control character (U+{ord(sign):04X}); remove it" in problem for problem in problems), problems


@pytest.mark.parametrize("name", ["<b>A</b>", "A\nB", "[A](x)", "{{A}}", "A" * 101, "*A*"])
def test_names_of_people_are_plain(name: str, tmp_path: Path) -> None:
    from sheetgen.layout import check

    path = tmp_path / "mine.yaml"
    path.write_text(f"schema: 1\nextends: classic\ntitle: Mine\ncredits: {{author: {json.dumps(name)}}}\n", "utf-8")
    assert any("expected a name in up to 100 plain letters" in str(problem) for problem in check(str(path)))


def test_a_long_word_is_told_in_one_line(nursery: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(f"schema: 1\nextends: classic\ntitle: {'W' * 400}\n", "utf-8")
    ended = nursery.run("sheet", "mine.yaml", folder=tmp_path)
    assert ended.status in (0, 1)
    assert ended.err.count("\n") == ended.status
    (tmp_path / "mine.yaml").write_text(f"schema: 1\nextends: classic\ntitle: {'W' * 401}\n", "utf-8")
    assert nursery.run("sheet", "mine.yaml", folder=tmp_path).status == 1
