"""`sheetgen sheet`, `pad` and `build`: what they write, and what they say when they cannot."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NoReturn

import pikepdf
import pypdfium2
import pytest

from sheetgen.errors import SheetgenError
from sheetgen.i18n import languages
from sheetgen.press.build import Job
from sheetgen.resources import shipped_variants

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("options", "file", "said"),
    [
        (["--solo"], "classic-solo.svg", "solo.6.passive"),
        (["--back"], "classic-back.svg", "game.3.total"),
        (["--solo", "--back"], "classic-solo-back.svg", "rating.281"),
    ],
)
def test_pages(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], file: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("sheet", "classic", *options)
    assert (done.code, done.out.strip(), done.err) == (0, file, "")
    assert said in (tmp_path / file).read_text("utf-8")


def test_no_solo_game(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "own.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Own\nsolo: ~\n", "utf-8")
    done = run("sheet", layout, "--solo", "-o", tmp_path / "own.svg")
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert "no solo game" in done.err
    assert not (tmp_path / "own.svg").exists()


def test_marks_are_not_for_the_back(run: Run) -> None:
    done = run("sheet", "classic", "--back", "--marks", "-")
    assert done.code == 2
    assert "leave out --marks or --back" in done.err


def test_the_tally_is_not_for_backs(run: Run, tmp_path: Path) -> None:
    done = run("sheet", "classic", "--tally", "--back", "-o", tmp_path / "own.svg")
    assert done.code == 2
    assert "leave out --tally or --back" in done.err
    assert not (tmp_path / "own.svg").exists()
    assert run("sheet", "classic", "--no-tally", "--back", "-o", tmp_path / "own.svg").code == 0


def test_the_solo_sheet_has_a_tally_unless_it_is_left_out(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.svg"
    for option, has_tally in (("--tally", True), ("--no-tally", False)):
        assert run("sheet", "cubed", "--solo", option, "-o", file).code == 0
        assert ('id="tally"' in file.read_text("utf-8")) == has_tally


def test_dice_that_will_not_fit_are_named_in_one_line(run: Run, tmp_path: Path) -> None:
    done = run("sheet", "cubed", "--size", "A6", "-o", tmp_path / "own.svg")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert "cubed: warning: the die slots of cubed are 12." in done.err
    done = run("pad", "cubed", "--sheets", "4", "--up", "4", "--scale", "fit", "-o", tmp_path / "pad.pdf")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert "the die slots of cubed are 1" in done.err
    assert run("pad", "cubed", "--sheets", "1", "-o", tmp_path / "pad.pdf").err == ""


def test_a_solo_pad_has_its_rating(run: Run, tmp_path: Path) -> None:
    """On the front, or on a back that is printed without being asked for."""
    pages = {}
    for edition in ("classic", "cubed"):
        done = run("pad", edition, "--solo", "--sheets", "1", "-o", tmp_path / "pad.pdf")
        pages[edition] = len(pypdfium2.PdfDocument(tmp_path / "pad.pdf"))
        assert done.code == 0
        assert ("the rating of cubed has no room on the front of the solo sheet" in done.err) == (edition == "cubed")
    assert pages == {"classic": 1, "cubed": 2}
    done = run("pad", "cubed", "--solo", "--sheets", "1", "--duplex", "none", "-o", tmp_path / "pad.pdf")
    assert "its back is missing" in done.err
    assert run("pad", "cubed", "--solo", "--sheets", "1", "--duplex", "long", "-o", tmp_path / "pad.pdf").err == ""


def test_a_sheet_that_continues_on_its_back_is_printed_with_it(run: Run, tmp_path: Path) -> None:
    layout = shipped_variants()["day-and-night"]
    for option in ((), ("--solo",)):
        assert run("pad", layout, *option, "--sheets", "1", "-o", tmp_path / "pad.pdf").code == 0
        document = pypdfium2.PdfDocument(tmp_path / "pad.pdf")
        assert len(document) == 2
        assert "Night" in document[1].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("options", "file", "text"),
    [
        ((), "objectives.svg", ">Captured<"),
        (("--card", "pair"), "objectives-pair-blue.svg", ">Two dice alike.<"),
        (("--card", "no-odd", "--deck", "pink", "--lang", "de"), "objectives-no-odd-pink.svg", ">Nichts Ungerades<"),
        (("--back", "--deck", "green"), "objectives-back-green.svg", ">1<"),
        (("--back",), "objectives-back-blue.svg", ">1<"),
    ],
)
def test_drawn(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], file: str, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("sheet", "objectives", *options)
    assert (result.code, result.out, result.err) == (0, f"{file}\n", "")
    assert text in (tmp_path / file).read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("objectives", "--card", "pear"), "there is no card 'pear'; did you mean 'pair'?"),
        (("objectives", "--card", "pair", "--deck", "gren"), "there is no deck 'gren'; did you mean 'green'?"),
        (("objectives", "--card", "pair", "--back"), "--card and --back exclude each other"),
        (("objectives", "--deck", "green"), "--deck needs --card or --back"),
        (("objectives", "--solo"), "--marks, --solo and --tally are for sheets, not for cards"),
        (("objectives", "--marks", "none.json"), "--marks, --solo and --tally are for sheets, not for cards"),
        (("classic", "--card", "pair"), "classic has no cards"),
    ],
)
def test_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("sheet", *arguments)
    assert result.code == 2
    assert message in result.err
    assert not list(tmp_path.iterdir())


def marks_file(folder: Path, marks: dict[str, object], **more: object) -> Path:
    file = folder / "marks.json"
    file.write_text(json.dumps({"edition": "classic", "marks": marks, **more}), "utf-8")
    return file


def test_draws_the_marks_of_a_file(run: Run, tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c1": "x", "purple.1": 3, "purple.2": 4, "purple.3": 5}, rounds=2)
    output = tmp_path / "sheet.svg"
    result = run("sheet", "classic", "--marks", file, "-o", output)
    assert (result.code, result.err) == (0, "")
    svg = output.read_text("utf-8")
    for name in ("yellow.r1c1", "purple.3", "round.2", "tally.purple", "tally.foxes.count", "tally.total"):
        assert f'id="mark.{name}"' in svg
    # The badge under the third purple cell and the first round unlock two rerolls.
    assert 'id="mark.reroll.2"' in svg
    assert 'id="mark.reroll.3"' not in svg


def test_ticks_the_turns_of_a_solo_game(run: Run, tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c1": "x"}, rounds=2)
    output = tmp_path / "solo.svg"
    assert run("sheet", "classic", "--solo", "--marks", file, "-o", output).code == 0
    svg = output.read_text("utf-8")
    ticks = [f"solo.{number}.{kind}" for number in range(1, 7) for kind in ("active", "passive")]
    assert [name for name in ticks if f'id="mark.{name}"' in svg] == ticks[:4]


def test_a_solo_game_with_fewer_rounds_than_marked(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "own.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Own\nsolo: {rounds: 4, ratings: []}\n", "utf-8")
    marks = tmp_path / "marks.json"
    marks.write_text(json.dumps({"edition": "own", "marks": {}, "rounds": 6}), "utf-8")
    result = run("sheet", layout, "--solo", "--marks", marks, "-o", tmp_path / "own.svg")
    assert result.code == 1
    assert result.err == f"{marks}: the sheet has no place 'round.5' for a mark\n"


def test_refuses_an_impossible_sheet_in_one_line_each(run: Run, tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c9": "x", "purple.2": 3})
    output = tmp_path / "sheet.svg"
    result = run("sheet", "classic", "--marks", file, "-o", output)
    assert result.code == 1
    lines = result.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"{file}: ") for line in lines)
    assert not output.exists()


def test_says_that_a_file_cannot_be_read(run: Run, tmp_path: Path) -> None:
    result = run("sheet", "classic", "--marks", tmp_path / "none.json", "-o", tmp_path / "sheet.svg")
    assert result.code == 1
    assert "cannot be read" in result.err


def test_a_sheet_of_two_pages_has_its_marks_where_their_cells_are(run: Run, tmp_path: Path) -> None:
    variant = Path(__file__).parents[2] / "layouts/variants/day-and-night.yaml"
    marks = {"marks": {"teal-day.r1c2": "x", "rose-night.1": 3}, "rounds": 2}
    (tmp_path / "marks.json").write_text(json.dumps(marks), "utf-8")
    for page, here, there in (((), "teal-day.r1c2", "rose-night.1"), (("--back",), "rose-night.1", "teal-day.r1c2")):
        result = run("sheet", variant, "--marks", tmp_path / "marks.json", "-o", tmp_path / "page.svg", *page)
        assert result.code == 0, result.err
        drawn = (tmp_path / "page.svg").read_text("utf-8")
        assert f'id="mark.{here}"' in drawn
        assert f'id="mark.{there}"' not in drawn
        assert ('id="mark.tally.rose-night"' in drawn) == (not page)  # the tally of both pages is on the front


def pages(path: Path) -> int:
    with pikepdf.open(path) as document:
        return len(document.pages)


def test_a_pad_lands_where_it_is_wanted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pad", "classic", "--lang", "fr").out == "classic-fr-pad-A4.pdf: 2 on a page at 114 %, 38 pages\n"
    assert pages(tmp_path / "classic-fr-pad-A4.pdf") == 38
    result = run("pad", "cubed", "--sheets", "3", "--up", "1", "-o", "mine.pdf")
    assert (result.code, result.out, pages(tmp_path / "mine.pdf")) == (
        0,
        "mine.pdf: 1 on a page at 155 %, 3 pages\n",
        3,
    )


@pytest.mark.parametrize("command", [("pad", "classic"), ("pad", "--calibrate"), ("rulebook", "classic")])
def test_a_pdf_is_not_named_as_a_picture(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(*command, "-o", tmp_path / "mine.SVG")
    assert (done.code, done.out) == (2, "")
    assert "this is a PDF, and the ending says svg; write" in done.err
    assert "mine.pdf" in done.err
    assert list(tmp_path.iterdir()) == []


def test_each_language_has_a_file_of_its_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pad", "classic", "--sheets", "2", "--lang", "fr", "--lang", "de", "--lang", "fr").code == 0
    assert run("rulebook", "classic", "--summary", "--lang", "es", "--lang", "de").code == 0
    pads, summaries = (
        ["classic-de-pad-A4.pdf", "classic-fr-pad-A4.pdf"],
        ["classic-de-summary-A4.pdf", "classic-es-summary-A4.pdf"],
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(pads + summaries)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("pad", "classic", "--lang", "fr", "--lang", "de", "-o", "x.pdf"),
            "-o makes one file",
        ),
        (("pad", "classic", "--proof", "--lang", "fr", "--lang", "de"), "--proof makes one file"),
        (("pad", "classic", "--lang", "fr", "--lang", "xx"), "there is no language 'xx'"),
        (("rulebook", "classic", "--summary", "--lang", "fr", "--lang", "xx"), "there is no language 'xx'"),
    ],
)
def test_several_languages_that_cannot_be_made_leave_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*options)
    assert result.code == 2
    assert said in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_pad_says_on_which_edge_the_paper_turns(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    result = run("pad", "classic", "--duplex", "short", "--sheets", "2", "-o", path)
    assert result.out == f"{path}: 2 on a page at 114 %, 2 pages, both sides: turn on the short edge\n"


def test_papers_by_name_or_size(run: Run, tmp_path: Path) -> None:
    for paper in ("letter", "A5", "330 x 480"):
        path = tmp_path / "pad.pdf"
        assert run("pad", "classic", "--sheets", "4", "--paper", paper, "-o", path).code == 0


def test_backs_in_a_file_of_their_own(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    result = run(
        "pad", "deluxe", "--profile", "press-x4", "--back", "mix", "--backs", "apart", "--sheets", "4", "-o", path
    )
    about = "4 pages of 120 x 177 mm, bleed 3 mm, PDF/X-4"
    assert result.out.splitlines() == [f"{path}: {about}", f"{tmp_path / 'p-backs.pdf'}: {about}"]
    assert (pages(path), pages(tmp_path / "p-backs.pdf")) == (4, 4)


def test_a_small_pad_says_that_dice_and_code_are_too_small(run: Run, tmp_path: Path) -> None:
    url = "https://example.org/{edition}"
    result = run("pad", "classic", "--up", "4", "--scale", "70", "--rules-url", url, "-o", tmp_path / "p.pdf")
    assert (result.code, result.out) == (0, f"{tmp_path / 'p.pdf'}: 4 on a page at 70 %, 19 pages\n")
    slots, code = result.err.splitlines()
    assert "the die slots of classic are" in slots
    assert code == "classic: warning: the modules of the code are 0.23 mm wide: phones need 0.33 mm, a larger sheet"
    assert run("pad", "classic", "--sheets", "2", "--rules-url", url, "-o", tmp_path / "p.pdf").err == ""


def test_the_proof_page(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pad", "cubed", "--proof", "--paper", "Letter", "--lang", "de").out == "cubed-proof.pdf\n"
    assert pages(tmp_path / "cubed-proof.pdf") == 1


def test_score_sheets_of_the_cards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scores.pdf"
    assert run("pad", "objectives", "--scores", "--sheets", "4", "-o", path).code == 0
    assert pages(path) == 2


def test_the_calibration_page_needs_no_edition(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "calibration.pdf"
    for language in languages():
        assert run("pad", "--calibrate", "--duplex", "short", "--paper", "A6", "--lang", language, "-o", path).code == 0
        assert pages(path) == 2


def test_a_profile_of_ones_own(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nbleed: 5\nmarks: {registration: false}\n")
    path = tmp_path / "pad.pdf"
    assert run("pad", "classic", "--profile", profile, "--sheets", "1", "-o", path).code == 0
    with pikepdf.open(path) as document:
        trim, bleed = document.pages[0].TrimBox, document.pages[0].BleedBox
    assert float(trim[0] - bleed[0]) == pytest.approx(5 * 72 / 25.4, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("classic", "--sheets", "0"), 2, "0 is not in the range 1<=x<=10000"),
        (("classic", "--sheets", "1000000"), 2, "1000000 is not in the range 1<=x<=10000"),
        (
            ("classic", "--paper", "A6"),
            1,
            "classic: one sheet of 120 x 171 mm will not fit paper of 105 x 148 mm at this size; --scale 73 or",
        ),
        (("classic", "--up", "4"), 1, "--scale 80 or --scale fit would"),
        (("classic", "--up", "16"), 1, "16 sheets of 120 x 171 mm will not fit paper of 210 x 297 mm\n"),
        (
            ("classic", "--up", "16", "--scale", "fit"),
            1,
            "at 40 % some type is smaller than 4 pt: a sheet of 120 x 171",
        ),
        (
            ("classic", "--size", "60x90"),
            1,
            "classic: on 60 x 90 mm the smallest type has 3.5 pt, less than 4 pt: use 68",
        ),
        (("classic", "--exact", "--scale", "90"), 2, "--exact and --scale exclude each other"),
        (("classic", "--profile", "press-x4", "--up", "2"), 2, "has one sheet on each page: leave out --up"),
        (("classic", "--profile", "press-x4", "--scale", "90"), 2, "--size sets another, not --scale"),
        (
            ("classic", "--rules-url", "ftp://example.org"),
            2,
            "'ftp://example.org' is not an address of rules",
        ),
        (("classic", "--rules-url", "https://x.org/{language}"), 2, "in place of {language} in the address"),
        (("classic", "--profile", "press-x4", "--paper", "Letter"), 2, "leave out --paper, or use --profile home"),
        (("classic", "--profile", "press-x4", "--guides", "lines"), 2, "leave out --guides, or use --profile home"),
        (("classic", "--rules-url", "https://x.org/" + "x" * 60), 1, "has 74 characters, and a code that fits a sheet"),
        (("classic", "--rules-url", "https://x.org", "--no-code"), 2, "--no-code and --rules-url exclude each other"),
        (("classic", "--code"), 2, "there is no address that the code could lead to: add --rules-url"),
        (("objectives", "--rules-url", "https://x.org"), 2, "--rules-url and --code are for sheets without cards"),
        (
            ("classic", "--proof", "--theme", "ink"),
            2,
            "--proof and --theme exclude each other: the proof shows all themes",
        ),
        (("classic", "--proof", "--calibrate"), 2, "--calibrate and --proof exclude each other"),
        (("classic", "--proof", "--paper", "A6"), 1, "the proof page needs paper of 148 x 210 mm or more"),
        (("objectives", "--proof"), 2, "--proof is for sheets, and objectives has cards"),
        (("--proof",), 2, "EDITION is missing"),
        (("--calibrate", "--sheets", "3"), 2, "--calibrate and --sheets exclude each other"),
        (("classic", "--big", "--up", "2"), 2, "--big has one sheet on a page: leave out --up"),
        (("classic", "--big", "--exact"), 2, "--big fills the paper: leave out --scale, --exact and --size"),
        (("classic", "--big", "--profile", "press-x4"), 2, "this print profile has no paper that --big could fill"),
        (("objectives", "--big"), 2, "--big is for sheets, and cards keep their size"),
        (("classic", "--big", "--paper", "A6"), 1, "classic: this paper has room for 90 x 125 mm, less than the 120"),
        (("classic", "--paper", "A9"), 2, "'A9' is not a size: expected width x height in millimetres"),
        (("classic", "--profile", "press-x5"), 2, "there is no such print profile; did you mean 'press-x4'?"),
        (("classic", "--profile", "nonsense"), 2, "shipped are home, single, press-x4"),
        (("classic", "--profile", "nowhere.yaml"), 1, "nowhere.yaml:1:1: there is no such file"),
        (("classic", "--profile", "press-x4", "--icc", "nowhere.icc"), 1, "nowhere.icc: cannot be read: No such file"),
        (("classic", "--profile", "press-x4", "--icc", "/dev/null"), 1, "/dev/null: is not a colour profile (ICC)"),
        (("classic", "--icc", "x.icc"), 1, "a colour profile is for a press"),
        (("clasic",), 2, "did you mean 'classic'?"),
        (("classic", "--theme", "vivd"), 2, "did you mean 'vivid'?"),
        (("classic", "--lang", "xx"), 2, "there is no language 'xx'"),
        (("classic", "--back", "nonsense"), 2, "there is no such edition or file"),
        (("classic", "--back", "score", "--duplex", "none"), 2, "--back needs backs"),
        (("classic", "--back-offset", "1", "1"), 2, "--back-offset needs backs"),
        (("classic", "--backs", "apart"), 2, "--backs apart needs backs"),
        (("objectives", "--number"), 2, "are for sheets"),
        (("objectives", "--solo"), 2, "has no sheet for one player"),
        (("classic", "--scores"), 2, "has no cards"),
        (("classic", "--profile", "press-x4", "--size", "80x114"), 1, "is smaller than the 6 pt"),
        (("classic", "-o", "missing/pad.pdf"), 1, "missing/pad.pdf: cannot be written: there is no folder 'missing'"),
        ((), 2, "EDITION is missing"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("pad", *arguments)
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_profile_is_told_with_line_and_suggestion(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nbleed: 5mm\ninklimit: 280\n")
    result = run("pad", "classic", "--profile", profile)
    assert result.code == 1
    assert result.err.splitlines() == [
        f"{profile}:2:8 bleed: expected a number, found '5mm'",
        f"{profile}:3:1: unknown key 'inklimit'; did you mean 'ink limit'?",
    ]


def test_marks_need_room(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nslug: 4\n")
    result = run("pad", "classic", "--profile", profile)
    assert result.code == 1
    assert "slug: marks reach 7 mm from the bleed, but the slug is 4 mm; widen 'slug:'" in result.err


def test_a_full_disk_leaves_the_earlier_pad_intact(tmp_path: Path) -> None:
    """The system refuses to write more than a few bytes, as a full disk does."""
    path = tmp_path / "pad.pdf"
    path.write_bytes(b"earlier")

    def cramped() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [sys.executable, "-m", "sheetgen", "pad", "classic", "-o", str(path)],
        preexec_fn=cramped,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{path}: cannot be written: File too large\n"
    assert path.read_bytes() == b"earlier"
    assert [each.name for each in tmp_path.iterdir()] == ["pad.pdf"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = run("pad", "classic", "-o", tmp_path / "pad.pdf")
    assert (result.code, result.err) == (1, f"{tmp_path / 'pad.pdf'}: cannot be written: Permission denied\n")


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {
            value for name, value in attrs if name in ("href", "src") and value and not value.startswith("#")
        }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One sheet edition and the cards in two languages, built once."""
    import subprocess
    import sys

    path = tmp_path_factory.mktemp("output")
    command = [
        sys.executable,
        "-m",
        "sheetgen",
        "build",
        "--no-site",
        "classic",
        "objectives",
        "--lang",
        "en",
        "--lang",
        "de",
        "-o",
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{path / 'index.html'}: 52 files made, 0 unchanged\n"
    assert done.stderr == ""
    return path


def test_every_file_is_there_and_linked(folder: Path) -> None:
    links = Links()
    links.feed((folder / "index.html").read_text("utf-8"))
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert links.found == files - {"index.html", ".sheetgen.json"}
    assert "de/classic/classic-de-pad-A4.pdf" in files
    assert "en/objectives/objectives-en-deck-Letter.pdf" in files
    assert "en/classic/classic-en-press-x4.pdf" in files


def again(run: Run, folder: Path, *more: str) -> str:
    result = run("build", "--no-site", "classic", "objectives", "--lang", "en", "--lang", "de", "-o", folder, *more)
    assert result.code == 0, result.err
    return str(result.out).split(": ")[1].strip()


def test_only_what_changed_is_made_again(run: Run, folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.pdf")}
    assert again(run, folder) == "0 files made, 52 unchanged"
    damaged, missing = folder / "en/classic/classic-en-pad-A4.pdf", folder / "de/classic/classic-de-solo.svg"
    content = damaged.read_bytes(), missing.read_bytes()
    damaged.write_bytes(b"half")
    missing.unlink()
    assert again(run, folder) == "2 files made, 50 unchanged"
    assert (damaged.read_bytes(), missing.read_bytes()) == content
    untouched = {path: path.stat().st_mtime_ns for path in before if path != damaged}
    assert untouched.items() <= before.items()


@pytest.mark.full
def test_a_damaged_list_makes_everything_again(run: Run, folder: Path) -> None:
    manifest = folder / ".sheetgen.json"
    good = manifest.read_bytes()
    manifest.write_bytes(b"{broken")
    assert again(run, folder) == "52 files made, 0 unchanged"
    assert manifest.read_bytes() == good


def test_what_nobody_wants_any_more_is_removed_and_nothing_else(run: Run, folder: Path) -> None:
    own = folder / "en" / "notes.txt"
    own.write_text("mine")
    manifest = folder / ".sheetgen.json"
    listed = json.loads(manifest.read_text())
    (folder / "en/old.pdf").write_bytes(b"old")
    listed["en/old.pdf"] = ["0", "0"]
    listed["../outside.pdf"] = ["0", "0"]
    outside = folder.parent / "outside.pdf"
    outside.write_bytes(b"not ours")
    manifest.write_text(json.dumps(listed))
    assert again(run, folder, "--prune") == "0 files made, 52 unchanged, 1 removed"
    assert not (folder / "en/old.pdf").exists()
    assert own.read_text() == "mine"
    assert outside.exists()


def test_a_change_in_a_layout_touches_its_files_alone(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "mine.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Mine\n")
    output = tmp_path / "out"
    first = run("build", "--no-site", "classic", layout, "--lang", "en", "--jobs", "1", "-o", output)
    assert first.out.endswith("28 files made, 0 unchanged\n")
    layout.write_text("schema: 1\nextends: classic\ntitle: Ours\n")
    second = run("build", "--no-site", "classic", layout, "--lang", "en", "--jobs", "1", "-o", output)
    assert second.out.endswith("14 files made, 14 unchanged\n")


def test_what_cannot_be_drawn_is_told(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "tiny.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: \u6f22\u5b57\n", "utf-8")
    result = run("build", "--no-site", layout, "--lang", "en", "-o", tmp_path / "out")
    assert result.code == 1
    assert result.err.startswith(f"{layout}:3:8 title: the front cannot be drawn")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_drawn_in_another_language_does_not_matter(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = tmp_path / "mine.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Mine\ntranslations: {fr: {Mine: \u6f22\u5b57}}\n", "utf-8")
    made: list[str] = []

    def build(files: Sequence[Job], *_: object, **__: object) -> NoReturn:
        made.extend(job.language for job in files)
        raise SheetgenError("far enough")

    monkeypatch.setattr("sheetgen.press.build.build", build)
    english = run("build", "--no-site", layout, "--lang", "en", "-o", tmp_path / "out")
    assert (english.err, set(made)) == ("far enough\n", {"en"})
    for asked in (("--lang", "en", "--lang", "fr"), ()):
        refused = run("build", "--no-site", layout, *asked, "-o", tmp_path / "out")
        assert refused.err.startswith(f"{layout}:")
        assert "the front in the language fr cannot be drawn" in refused.err
    assert "the front in the language fr cannot be drawn" in run("check", layout).err


def test_a_folder_that_cannot_be(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("build", "--no-site", "classic", "--lang", "en", "-o", tmp_path / "file")
    assert result.code == 1
    assert result.err == f"{tmp_path / 'file'}: cannot be written: File exists\n"


def test_two_layouts_of_one_name_are_refused(run: Run, tmp_path: Path) -> None:
    """They would overwrite each other's files."""
    own = tmp_path / "classic.yaml"
    own.write_text("schema: 1\nextends: classic\n", "utf-8")
    result = run("build", "classic", own, "-o", tmp_path / "output")
    assert result.code == 1
    assert result.err == f"{own}:1:1: is called 'classic', as classic is; give it another name\n"
    assert not (tmp_path / "output").exists()
