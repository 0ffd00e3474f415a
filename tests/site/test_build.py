"""Building: what stops it, layouts of one's own, the same bytes again, the old site until the new one is whole."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheetgen.cli.app import cli
from sheetgen.drawing.faces import using_fonts
from sheetgen.layout import LayoutError
from sheetgen.site import templates
from sheetgen.site.build import SiteError, SitePlan, build_site, open_site, plan_site
from sheetgen.site.examples import clear_examples
from sheetgen.site.mkdocs_build import write_drawn
from tests.drawing.fonts import small_font
from tests.matrix import first_of
from tests.site.pages import broken_links
from tests.test_variant import VARIANT

SMALL = SitePlan(("en",), ("classic",), with_downloads=False)


@pytest.fixture
def copied_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of all templates and records, to be changed."""
    from sheetgen import resources

    docs = tmp_path / "docs"
    shutil.copytree(resources.data_folder("docs"), docs, ignore=shutil.ignore_patterns("pictures"))
    real = resources.data_folder

    def folder(name: str) -> Path:
        return docs if name == "docs" else real(name)

    for module in (
        "sheetgen.site.examples",
        "sheetgen.site.pages",
        "sheetgen.site.templates",
        "sheetgen.site.templates",
        "sheetgen.site.serve",
        "sheetgen.i18n.maintenance",
    ):
        monkeypatch.setattr(f"{module}.data_folder", folder)
    _forget()
    yield docs
    _forget()


def _forget() -> None:
    clear_examples()
    templates.environment.cache_clear()


def test_a_wrong_example_ends_the_build_and_leaves_the_old_site(copied_docs: Path, tmp_path: Path) -> None:
    record = copied_docs / "examples" / "mix" / "28-joker-then-polish.record"
    text = record.read_text("utf-8")
    record.write_text(text.replace("expect Ben: yellow.r1c1 5", "expect Ben: yellow.r1c1 6"), "utf-8")
    line = text[: text.index("expect Ben: yellow.r1c1 5")].count("\n") + 1
    output = tmp_path / "site"
    output.mkdir()
    (output / "index.html").write_text("old")
    result = CliRunner().invoke(cli, ["site", "build", "--no-studio", "--lang", "en", "-o", str(output)])
    assert result.exit_code == 1
    problem = f"docs/examples/mix/28-joker-then-polish.record:{line}:1: expected yellow.r1c1 6, found 5"
    assert result.output.strip() == problem
    assert [path.name for path in output.parent.glob("*site*")] == ["site"]
    assert (output / "index.html").read_text() == "old"


def test_templates_that_are_wrong_are_named_with_their_lines(copied_docs: Path, tmp_path: Path) -> None:
    """All of them in one run."""
    mistakes = {
        "about": (
            '{{ link("nowhere") }}',
            r"docs/en/about\.md\.j2:2:1: about: link to a page that does not exist: nowhere",
        ),
        "library": ("{{ nonsense }}", r"docs/en/library\.md\.j2:2:1: library: 'nonsense' is undefined"),
        "print": ("{% if %}", r"docs/en/print\.md\.j2:2:1: Expected an expression.*"),
    }
    for page, (text, _) in mistakes.items():
        (copied_docs / "en" / f"{page}.md.j2").write_text(f"# {page} {{: #top }}\n{text}\n", "utf-8")
    with pytest.raises(SiteError) as error:
        build_site(SMALL, tmp_path / "site")
    problems = sorted(str(error.value).splitlines())
    assert len(problems) == len(mistakes)
    for problem, (_, expected) in zip(problems, mistakes.values(), strict=True):
        assert re.fullmatch(expected, problem)


def test_a_broken_anchor_is_a_problem(copied_docs: Path, tmp_path: Path) -> None:
    text = '# About {: #top }\n\n[gone]({{ link("/classic/turn#gone") }})\n'
    (copied_docs / "en" / "about.md.j2").write_text(text, "utf-8")
    with pytest.raises(SiteError, match=r"about\.md.*turn\.md#gone"):
        build_site(SMALL, tmp_path / "site")


@first_of(language=["fr", "de"])
def test_a_layout_of_ones_own_gets_all_pages(tmp_path: Path, language: str) -> None:
    own = tmp_path / "odd.yaml"
    own.write_text(VARIANT, "utf-8")
    output = tmp_path / "site"
    pages = build_site(SitePlan((language,), ("classic", str(own))), output)
    assert pages == len([path for path in output.glob("*/**/*.html") if path.parent.name != "embed"])
    assert {path.stem for path in (output / language / "odd").glob("*.html")} == {
        *("index", "summary", "ask", "turn", "bonuses", "end", "solo", "count", "questions"),
        *("yellow", "blue", "green", "orange", "purple"),
    }
    title = {"de": "Seltsame Nachbarn", "fr": "Drôles de voisins"}[language]
    assert title in (output / language / "odd" / "index.html").read_text("utf-8")
    assert (output / "downloads" / language / "odd" / f"odd-{language}-pad-A4.pdf").is_file()
    assert broken_links(output) == []


@pytest.mark.full
def test_the_same_again_gives_the_same_bytes(tmp_path: Path) -> None:
    pages = [build_site(SMALL, tmp_path / name) for name in ("once", "again")]
    files, again = (
        sorted(path.relative_to(tmp_path / name) for path in (tmp_path / name).rglob("*") if path.is_file())
        for name in ("once", "again")
    )
    assert files == again
    html = [path for path in files if path.suffix == ".html" and path.parent.name != "embed"]
    assert [len(html) - 2] * 2 == pages  # and the pages at the root: languages, and what does not exist
    assert {"sw.js", "icons/icon-512.png", "en/manifest.webmanifest"} <= {path.as_posix() for path in files}
    for path in files:
        assert (tmp_path / "once" / path).read_bytes() == (tmp_path / "again" / path).read_bytes(), path


def test_wrong_usage(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["site", "build", "--lang", "ed", "-o", str(tmp_path / "site")])
    assert result.exit_code == 2
    assert "there is no language 'ed'; known are en, de, es, fr, it" in result.output
    result = CliRunner().invoke(cli, ["site", "build", "--layout", str(tmp_path / "none.yaml")])
    assert result.exit_code == 1
    assert "none.yaml" in result.output
    assert not (tmp_path / "site").exists()


@pytest.mark.full
def test_cards_alone_make_a_site(tmp_path: Path) -> None:
    """There is no ladder to compare then."""
    own = SitePlan(("en",), ("objectives",), with_downloads=False)
    assert build_site(own, tmp_path / "site") == len(open_site(own, "en").pages)
    assert "<tbody></tbody>" in (tmp_path / "site/en/ladders.html").read_text("utf-8")


def test_ones_own_version_takes_the_place_of_ours(tmp_path: Path) -> None:
    own = tmp_path / "classic.yaml"
    own.write_text("schema: 1\nextends: deluxe\ntitle: Mine\n", "utf-8")
    told = plan_site(["en"], [str(own), str(own)])
    assert "classic" not in told.layouts
    assert told.layouts[-1] == str(own)
    assert told.layouts.count(str(own)) == 1
    site = open_site(told, "en")
    assert len({page.path for page in site.pages}) == len(site.pages)
    assert "classic" not in site.shipped  # our examples are about our edition
    assert plan_site(["en"], ["classic"]) == plan_site(["en"])


def test_two_layouts_of_one_name_are_refused(tmp_path: Path) -> None:
    files = [tmp_path / folder / "mine.yaml" for folder in ("a", "b")]
    with pytest.raises(LayoutError) as error:
        plan_site(["en"], list(map(str, files)))
    assert str(error.value) == f"{files[1]}:1:1: is called 'mine', as {files[0]} is; give it another name"


def _kanji(folder: Path) -> Path:
    own = folder / "kanji.yaml"
    own.write_text("schema: 1\nextends: classic\ntitle: 日本語\n", "utf-8")
    return own


def test_pages_contain_the_font_for_other_scripts(tmp_path: Path) -> None:
    own, font = _kanji(tmp_path), small_font(tmp_path / "kanji.ttf", "日本語")
    with using_fonts(font):
        site = open_site(SitePlan(("en",), (str(own),), with_downloads=False), "en")
        write_drawn(site, tmp_path)
    rules = (tmp_path / "pictures.css").read_text("utf-8")
    assert re.findall('@font-face{font-family:("?[A-Z]?[a-z]+)', rules) == ["sheetgen", '"Sheetgen']
    assert rules.count("unicode-range:U+65E5,U+672C,U+8A9E}") == 1
    plain = tmp_path / "plain"
    plain.mkdir()
    write_drawn(open_site(SMALL, "en"), plain)
    assert "@font-face" not in (plain / "pictures.css").read_text("utf-8")


@pytest.mark.full
def test_a_build_takes_a_font_also_in_its_processes(tmp_path: Path) -> None:
    own, font = _kanji(tmp_path), small_font(tmp_path / "kanji.ttf", "日本語")
    arguments = ["build", str(own), "--lang", "en", "--lang", "de", "--no-site", "--jobs", "2", "-o", f"{tmp_path}/out"]
    refused = CliRunner().invoke(cli, arguments)
    assert refused.exit_code == 1
    assert [line for line in refused.output.splitlines() if "日" in line] == refused.output.splitlines()
    assert len(refused.output.splitlines()) == 1
    assert not any((tmp_path / "out").glob("*"))
    made = CliRunner().invoke(cli, [*arguments, "--font", str(font)])
    assert made.exit_code == 0, made.output
    assert "sheetgen-own" in (tmp_path / "out" / "de" / "kanji" / "kanji-de-sheet.svg").read_text("utf-8")
    assert "0 files made" in CliRunner().invoke(cli, [*arguments, "--font", str(font)]).output
    small_font(font, "日本語骰")  # another font: everything is made again
    assert " 0 unchanged" in CliRunner().invoke(cli, [*arguments, "--font", str(font)]).output


def test_a_site_of_a_layout_that_cannot_be_drawn_says_so_in_one_line(tmp_path: Path) -> None:
    arguments = ["site", "build", "--only", str(_kanji(tmp_path)), "--no-studio", "-o", f"{tmp_path}/site"]
    refused = CliRunner().invoke(cli, arguments)
    assert (refused.exit_code, len(refused.output.splitlines())) == (1, 1)
    assert not (tmp_path / "site").exists()
