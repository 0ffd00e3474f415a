"""What holds for all commands: help, usage errors, exit codes, encodings, pipes."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sheetgen
from sheetgen.cli.app import COMMANDS
from sheetgen.engine.fast.core import core
from tests.programs import needs_core

Run = Callable[..., Any]

DESIGNING = ("list", "show", "check", "schema", "new", "i18n")


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    listed = re.findall(r"^  ([a-z0-9]+) {2,}\S", result.out.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(COMMANDS)
    assert set(DESIGNING) <= set(listed)
    assert "Unofficial" in result.out


def test_help_imports_no_layouts() -> None:
    """Help must come at once: the layout language and pydantic are not needed for it."""
    code = (
        "import sys\n"
        "sys.argv = ['sheetgen', '--help']\n"
        "from sheetgen.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'pydantic', 'yaml', 'babel', 'sheetgen.layout', 'sheetgen.engine'} & set(sys.modules)\n"
        "sys.exit(' '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
    assert done.returncode == 0


@pytest.mark.parametrize("command", DESIGNING)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_of_each_command(run: Run, command: str, option: str) -> None:
    result = run(command, option)
    assert result.code == 0
    assert result.out.startswith(f"Usage: sheetgen {command} ")
    assert result.err == ""


@pytest.mark.parametrize("command", DESIGNING)
def test_help_says_the_same_in_short_and_in_long(run: Run, command: str) -> None:
    """The table of commands begins like each command's own help."""
    beginning = " ".join(COMMANDS[command].split()[:2])
    assert f"\n  {beginning} " in run(command, "--help").out


def test_version(run: Run) -> None:
    assert run("--version").out == f"sheetgen, version {sheetgen.__version__}\nengine: {core()}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("show",),
        ("show", "classic", "double"),
        ("check",),
        ("new", "my.yaml"),
        ("new", "--from", "classic"),
        ("list", "--jason"),
        ("schema", "classic"),
        ("i18n", "nonsense"),
    ],
)
def test_wrong_usage(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert re.fullmatch(r"sheetgen[a-z0-9 ]*: .+ \(see sheetgen[a-z0-9 ]* --help\)\n", result.err)


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    result = run()
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Usage: sheetgen")


@pytest.mark.parametrize(("typed", "meant"), [("shwo", "show"), ("lst", "list"), ("scheme", "schema")])
def test_unknown_command_suggests(run: Run, typed: str, meant: str) -> None:
    result = run(typed)
    assert result.code == 2
    assert f"No such command '{typed}'. Did you mean '{meant}'?" in result.err


def test_unknown_command_without_a_neighbour(run: Run) -> None:
    result = run("zzz")
    assert "No such command 'zzz'. (see" in result.err
    assert "Did you mean" not in result.err


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("--them", " Did you mean '--theme'?"), ("--langauge", " Did you mean '--lang'?"), ("--wrong", "")],
)
def test_unknown_option_suggests_only_what_is_similar(run: Run, typed: str, hint: str) -> None:
    assert f"No such option '{typed}'.{hint} (see" in run("sheet", "classic", typed).err


def test_module_and_installed_command_are_the_same(spawn: Run) -> None:
    script = Path(sys.executable).with_name("sheetgen")
    done = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    # Each names itself as it was called.
    assert done.stdout == spawn("--help").out.replace("Usage: python -m sheetgen", "Usage: sheetgen")


def test_works_from_another_folder(spawn: Run, tmp_path: Path) -> None:
    deep = tmp_path / "a folder" / "größer"
    deep.mkdir(parents=True)
    (deep / "mine.yaml").write_text("schema: 1\nextends: parent.yaml\n", "utf-8")
    (deep / "parent.yaml").write_text("schema: 1\nextends: double\n", "utf-8")
    assert spawn("show", "mine.yaml", cwd=deep).out == spawn("show", "double", cwd=tmp_path).out
    assert spawn("check", "a folder/größer/mine.yaml", cwd=tmp_path).code == 0


def test_narrow_encoding(spawn: Run) -> None:
    """A terminal that claims to know ASCII only still gets the whole result."""
    narrow = spawn("list", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    assert narrow.code == 0
    assert narrow.err == ""
    assert "Très futé" in narrow.out


def test_narrow_encoding_of_files(spawn: Run, tmp_path: Path) -> None:
    variables = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\ntitle: Größe für Élan\n", "utf-8")
    assert "title: Größe für Élan\n" in spawn("show", file, **variables).out
    made = spawn("new", "other.yaml", "--from", "mine.yaml", **variables)
    assert made.code == 0
    assert "title: My Größe für Élan\n" in (tmp_path / "other.yaml").read_text("utf-8")


@pytest.mark.parametrize("arguments", [("show", "classic"), ("schema",), ("list",), ("--help",), ("check", "mix")])
def test_closed_pipe_is_no_traceback(arguments: tuple[str, ...]) -> None:
    """Like `sheetgen show classic | head -1` when head is gone before the first line."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "sheetgen", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=300,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode != 0


def test_head_reads_one_line() -> None:
    command = f"set -o pipefail; '{sys.executable}' -m sheetgen schema | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=300, check=False)
    assert (done.stdout, done.stderr) == (b"{\n", b"")


@needs_core
def test_a_name_that_is_no_text_comes_out_as_it_went_in(tmp_path: Path) -> None:
    """Names of files are bytes, and old ones are not always UTF-8."""
    (tmp_path / os.fsdecode(b"gr\xfcn.yaml")).write_text("schema: 1\nextends: classic\n", "utf-8")
    for arguments, told in (
        ((b"sheet", b"gr\xfcn.yaml", b"-o", b"gr\xfcn.pdf"), b"gr\xfcn.pdf\n"),
        ((b"pad", b"gr\xfcn.yaml", b"--sheets", b"1"), b"gr-n-en-pad-A4.pdf: 2 on a page at 114 %, 1 page\n"),
        ((b"simulate", b"gr\xfcn.yaml", b"--games", b"1", b"--report", b"r.html", b"--json"), b"{\n"),
    ):
        command = [os.fsencode(sys.executable), b"-m", b"sheetgen", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(told)
    assert sorted(os.listdir(os.fsencode(tmp_path))) == [
        b"gr-n-en-pad-A4.pdf",
        b"gr\xfcn.pdf",
        b"gr\xfcn.yaml",
        b"r.html",
    ]
