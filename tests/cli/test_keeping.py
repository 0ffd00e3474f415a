"""Commands keep what is yours: no output over its own input, no foreign files lost, no pad over another one."""

import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import sheetgen
from sheetgen.cli.app import COMMANDS, cli
from sheetgen.press.build import FileKinds, Job, jobs_of
from sheetgen.press.build import run as run_job
from tests.cli.test_app import Run
from tests.drawing.fonts import small_font

PARENT = "schema: 1\nextends: classic\ntitle: Mine\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.yaml").write_text(PARENT, "utf-8")
    (tmp_path / "kid.yaml").write_text("schema: 1\nextends: in.yaml\n", "utf-8")
    (tmp_path / "bots.py").write_text("def first(game, chance):\n    return game.legal_moves()[0]\n", "utf-8")
    (tmp_path / "font.yaml").write_text("schema: 1\nextends: classic\nfont: own.ttf\n", "utf-8")
    small_font(tmp_path / "own.ttf", "x")
    (tmp_path / "shop.yaml").write_text("extends: press-x4\nicc: shop.icc\n", "utf-8")
    shutil.copy(Path(str(files("sheetgen"))) / "press/FOGRA39L_coated.icc", tmp_path / "shop.icc")
    (tmp_path / "in.json").write_text('{"edition": "in", "rounds": 6, "marks": {}}', "utf-8")
    return tmp_path


@pytest.fixture
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a build make pictures only: books take long."""

    def pictures(edition: str, layout: sheetgen.Layout, language: str) -> list[Job]:
        return [job for job in jobs_of(edition, layout, language) if job.kind == "picture"]

    monkeypatch.setattr("sheetgen.book.files.FILES", FileKinds(pictures, run_job))


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (("pad", "in.yaml", "-o", "in.yaml"), "in.yaml"),
        (("pad", "in.yaml", "-o", "sub/../in.yaml"), "in.yaml"),
        (("pad", "kid.yaml", "-o", "in.yaml"), "in.yaml"),
        (("pad", "in.yaml", "--proof", "-o", "in.yaml"), "in.yaml"),
        (("sheet", "in.yaml", "--format", "svg", "-o", "in.yaml"), "in.yaml"),
        (("sheet", "in.yaml", "--marks", "in.json", "--format", "png", "-o", "in.json"), "in.json"),
        (("rulebook", "in.yaml", "-o", "in.yaml"), "in.yaml"),
        (("rulebook", "classic", "in.yaml", "-o", "in.yaml"), "in.yaml"),
        (("simulate", "in.yaml", "--games", "1", "--report", "in.yaml"), "in.yaml"),
        (("simulate", "kid.yaml", "--games", "1", "--report", "in.yaml"), "in.yaml"),
        (("simulate", "in.yaml", "--games", "1", "--bot", "bots.py:first", "--report", "bots.py"), "bots.py"),
        (("simulate", "in.yaml", "--games", "1", "--bot", "bots:first", "--report", "bots.py"), "bots.py"),
        (("train", "in.yaml", "--games", "300", "-o", "in.yaml"), "in.yaml"),
        (("train", "kid.yaml", "--games", "300", "-o", "in.yaml"), "in.yaml"),
        (("train", "kid.yaml", "--games", "300", "-o", "x.expert", "--curve", "in.yaml"), "in.yaml"),
        (("pad", "font.yaml", "-o", "own.ttf"), "own.ttf"),
        (("sheet", "font.yaml", "--format", "svg", "-o", "own.ttf"), "own.ttf"),
        (("rulebook", "font.yaml", "-o", "own.ttf"), "own.ttf"),
        (("pad", "classic", "--profile", "shop.yaml", "-o", "shop.icc"), "shop.icc"),
    ],
)
def test_nothing_is_written_over_what_was_read(run: Run, own: Path, arguments: tuple[str, ...], file: str) -> None:
    (own / "sub").mkdir()
    before = (own / file).read_bytes()
    result = run(*arguments)
    assert (result.code, result.out) == (1, "")
    assert result.err.endswith(": is read by this command, and would be lost; name another file to write\n")
    assert (own / file).read_bytes() == before


def test_the_library_keeps_its_input_too(own: Path) -> None:
    for edition in ("in.yaml", "kid.yaml"):
        with pytest.raises(sheetgen.SheetgenError, match="is read by this command"):
            sheetgen.simulate(edition, games=1, report="in.yaml")
        with pytest.raises(sheetgen.SheetgenError, match="is read by this command"):
            sheetgen.train(edition, games=300, output="in.yaml")
    assert (own / "in.yaml").read_text("utf-8") == PARENT


def test_a_picture_of_a_training_does_not_replace_its_weights(run: Run, own: Path) -> None:
    result = run("train", "in.yaml", "--games", "300", "-o", "x.expert", "--curve", "./x.expert")
    assert (result.code, "output and curve are both x.expert; name two files" in result.err) == (2, True)
    assert not (own / "x.expert").exists()


def test_a_report_that_cannot_be_written_is_told_before_the_games(run: Run, own: Path) -> None:
    result = run("simulate", "classic", "--games", "10000000", "--report", "missing/report.html")
    assert result.err == "missing/report.html: cannot be written: there is no folder 'missing'\n"
    assert result.code == 1


def test_pads_have_names_of_their_own(run: Run, own: Path) -> None:
    for options in ((), ("--lang", "fr"), ("--solo",), ("--paper", "Letter"), ("--paper", "200x200")):
        assert run("pad", "classic", "--sheets", "1", *options).code == 0
    assert {path.name for path in own.glob("*.pdf")} == {
        "classic-en-pad-A4.pdf",
        "classic-fr-pad-A4.pdf",
        "classic-en-solo-pad-A4.pdf",
        "classic-en-pad-Letter.pdf",
        "classic-en-pad-200x200.pdf",
    }


@pytest.mark.usefixtures("few_files")
def test_no_option_is_dropped_without_a_word(run: Run, own: Path) -> None:
    assert run("sheet", "classic", "--lang", "fr", "--lang", "de").err.startswith(
        "sheetgen sheet: --lang is given 2 times, expected once"
    )
    assert run("sheet", "classic", "--code", "--no-code").code == 2
    assert run("build", "classic", "--no-site", "--lang", "fr", "--lang", "de", "-o", "out").code == 0
    assert {path.name for path in (own / "out").iterdir()} >= {"fr", "de"}


def test_every_command_refuses_options_given_twice() -> None:
    context = cli.make_context("sheetgen", ["list"])
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for each in [*getattr(command, "commands", {}).values()] or [command]:
            assert type(each).__name__ == "ErrorHandlingCommand", name


@pytest.mark.usefixtures("few_files")
def test_a_build_keeps_other_languages_unless_told(run: Run, own: Path) -> None:
    def build(language: str, *more: str) -> str:
        result = run("build", "classic", "--no-site", "--lang", language, "-o", "out", *more)
        assert result.code == 0, result.err
        return str(result.out)

    build("en")
    build("de")
    page = (own / "out/index.html").read_text("utf-8")
    assert (own / "out/en/classic/classic-en-sheet.pdf").is_file()
    assert "en/classic/classic-en-sheet.pdf" in page
    assert "de/classic/classic-de-sheet.pdf" in page
    assert build("de", "--prune").endswith("0 files made, 5 unchanged, 5 removed\n")
    assert not (own / "out/en").exists()
    assert "classic-en" not in (own / "out/index.html").read_text("utf-8")


def test_a_build_refuses_a_folder_with_other_things(run: Run, own: Path) -> None:
    before = {path: path.read_bytes() for path in own.iterdir()}
    result = run("build", "classic", "--no-site", "-o", ".")
    assert (result.code, result.err) == (
        1,
        ".: holds what no build made (bots.py); name a new folder, or empty this one\n",
    )
    assert {path: path.read_bytes() for path in own.iterdir()} == before


@pytest.mark.full
def test_two_builds_at_once_leave_one_whole_folder(own: Path) -> None:
    """Whichever comes second waits; both make their language, and the list has all files."""
    command = [sys.executable, "-m", "sheetgen", "build", "classic", "--no-site", "-o", "out", "--lang"]
    both = [subprocess.Popen([*command, language], stdout=subprocess.PIPE, text=True) for language in ("en", "de")]
    assert [process.communicate()[0].split(": ")[1] for process in both] == ["14 files made, 0 unchanged\n"] * 2
    page = (own / "out/index.html").read_text("utf-8")
    files = [path.relative_to(own / "out").as_posix() for path in (own / "out").rglob("classic-*")]
    assert len(files) == 28
    assert [file for file in files if file not in page] == []
