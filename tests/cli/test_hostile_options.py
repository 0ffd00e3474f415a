"""Hostile values for every option and argument of every command: one line, an exit code by the rule, nothing left."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sheetgen.cli.app import COMMANDS, cli
from sheetgen.press.build import Built

Run = Callable[..., Any]

HOSTILE = {
    "empty": "",
    "dot": ".",
    "nan": "nan",
    "inf": "inf",
    "minus": "-1",
    "huge": "9" * 40,
    "device": "/dev/zero",
    "missing": "missing/folder/file.yaml",
    "nul": "a\0b",
    "long": "x" * 5000,
}
# Arguments that a command needs, and options that make it quick.
NEEDED: dict[str, tuple[str, ...]] = {
    "show": ("EDITION=classic",),
    "check": ("FILES=classic",),
    "new": ("FILE=mine.yaml", "--from=classic"),
    "sheet": ("EDITION=classic",),
    "pad": ("EDITION=classic", "--sheets=1"),
    "rulebook": ("EDITIONS=classic", "--summary="),
    "preflight": ("FILE=pad.pdf",),
    "replay": ("FILE=game.record",),
    "score": ("EDITION=classic", "FILE=marks.json"),
    "simulate": ("EDITION=classic", "--games=1", "--bot=random", "--jobs=1"),
    "balance": ("EDITION=classic", "--games=1", "--bot=random", "--jobs=1"),
    "bands": ("EDITION=classic", "--games=1", "--bot=random", "--jobs=1"),
    "odds": ("EDITION=objectives",),
    "build": ("--no-site=",),
    "site build": ("--no-studio=", "--lang=en"),
    "i18n stamp": ("FILES=missing.md.j2",),
    "completion": ("SHELL=bash",),
}
ENDLESS = {"--watch", "--help"}
FLAGS = {"--summary", "--no-site", "--no-studio"}


def commands() -> Iterator[tuple[str, click.Command]]:
    context = cli.make_context("sheetgen", ["list"])
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", each) for inner, each in command.commands.items())
        else:
            yield name, command


def names_of(parameter: click.Parameter) -> str:
    return str(parameter.name).upper() if isinstance(parameter, click.Argument) else max(parameter.opts, key=len)


CASES = [
    (name, names_of(parameter))
    for name, command in commands()
    for parameter in command.params
    if names_of(parameter) not in ENDLESS and not getattr(parameter, "is_flag", False)
]


def typed(name: str, hostile: str, value: str) -> list[str]:
    """The words of a command in which one option or argument has a hostile value."""
    given = dict(word.split("=", 1) for word in NEEDED.get(name, ()))
    given[hostile] = value
    options: list[str] = []
    for option, text in given.items():
        if option.startswith("--"):
            options += [option] if option in FLAGS else [option, text]
    if hostile == "--back-offset":
        options.append("0")
    arguments = [text for option, text in given.items() if not option.startswith("--")]
    return [*name.split(), *options, "--", *arguments]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that commands read; what takes long or never ends is left out."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.record").write_text("edition: classic\n", "utf-8")
    (tmp_path / "marks.json").write_text('{"edition": "classic", "rounds": 6, "marks": {}}', "utf-8")
    (tmp_path / "pad.pdf").write_bytes(b"%PDF-1.4\n")
    monkeypatch.setattr("sheetgen.press.build.build", lambda *_, **__: Built(0, 0, 0))
    monkeypatch.setattr("sheetgen.press.build.index_page", lambda *_, **__: "")
    monkeypatch.setattr("sheetgen.site.build.build_site", lambda *_, **__: 0)
    monkeypatch.setattr("sheetgen.site.serve.serve", lambda *_, **__: None)
    monkeypatch.setattr("sheetgen.studio.server.StudioServer.serve_forever", lambda *_, **__: None)
    monkeypatch.setattr("click.launch", lambda *_: 0)
    monkeypatch.setattr("sheetgen.i18n.maintenance.update_catalogues", lambda *_: ())
    return tmp_path


@pytest.mark.parametrize(("name", "hostile"), CASES, ids=lambda part: part)
def test_a_hostile_value_ends_in_one_line(run: Run, place: Path, name: str, hostile: str) -> None:
    for value in HOSTILE.values():
        before = {path: path.stat().st_mtime_ns for path in place.rglob("*")}
        result = run(*typed(name, hostile, value))
        shown = value[:30]
        assert result.code in (0, 1, 2), shown
        if result.code:
            assert len(result.err.splitlines()) == 1, (shown, result.err)
            assert {path: path.stat().st_mtime_ns for path in place.rglob("*")} == before, shown


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("new", ".", "--from", "classic"), 1, ".: a layout's name ends in .yaml\n"),
        (("pad", "classic", "--back-offset", "nan", "0"), 2, "'nan' is not a number."),
        (("pad", "classic", "--scale", "nan"), 2, "'nan' is not a number."),
        (("pad", "classic", "--profile", "press-x4", "--icc", "/dev/zero"), 1, "larger than 20 MB\n"),
        (
            ("sheet", "classic", "--format", "png", "--dpi", "1200", "--size", "1000x1000"),
            2,
            "a picture of 47244 x 47244 dots is too large: use 359 dpi or less",
        ),
        (("sheet", "clasic"), 2, "did you mean 'classic'?"),
        (("pad", "classic", "--profile", "hom"), 2, "did you mean 'home'?"),
        (("check", "clasic"), 2, "did you mean 'classic'?"),
        (("check", "missing.yaml"), 1, "there is no such file"),
        (("sheet", "classic", "-o", ""), 2, "a name for a file or folder is missing"),
        (("sheet", "classic", "--format", "svg", "-o", "."), 1, "it is a folder; name a file in it\n"),
        (("train", "classic", "--schedule", "capped"), 2, "--schedule: 'capped' is no NAME=NUMBER"),
        (("train", "classic", "--schedule", "caped=1"), 2, "did you mean 'capped'?"),
        (("train", "classic", "--schedule", "capped=2"), 2, "capped is from 0 to 1, not 2.0"),
        (("balance", "classic", "--try", "title=X", "--jobs", "2"), 2, "--jobs does not go with --try"),
        (("balance", "classic", "--try", "zones.gren.die=blue"), 2, "gren"),
        (("i18n", "stamp", "missing.md"), 1, "is not a page below docs/\n"),
    ],
)
def test_the_message_says_what_is_wrong(
    run: Run, place: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = run(*arguments)
    assert (result.code, message in result.err, len(result.err.splitlines())) == (code, True, 1), result.err


def test_closed_standard_input_is_told(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    for arguments in (("score", "classic", "-"), ("replay", "-"), ("sheet", "classic", "--marks", "-")):
        result = run(*arguments)
        assert (result.code, result.err) == (1, "-: standard input is closed\n")


def test_endings_in_capitals_are_the_same_formats(run: Run, place: Path) -> None:
    assert run("sheet", "classic", "-o", "CLASSIC.PDF").code == 0
    assert (place / "CLASSIC.PDF").read_bytes().startswith(b"%PDF-")


def test_preflight_takes_several_files(run: Run, place: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        assert run("pad", "classic", "--profile", "press-x4", "--sheets", "1", "-o", name).code == 0
    result = run("preflight", "one.pdf", "two.pdf")
    assert (result.code, len(result.out.splitlines())) == (0, 2)
    assert [each["file"] for each in json.loads(run("preflight", "one.pdf", "two.pdf", "--json").out)] == [
        "one.pdf",
        "two.pdf",
    ]
    assert run("preflight", "one.pdf", "pad.pdf").code == 1
