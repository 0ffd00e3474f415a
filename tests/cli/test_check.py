"""`sheetgen check`: where errors, warnings and notes go, and in which form."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.resources import shipped_layouts

Run = Callable[..., Any]
LINE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+):(?P<column>[0-9]+)(?: (?P<path>[^:]+))?: (?P<message>.+)")
KEYS = ["file", "line", "column", "path", "severity", "message", "suggestion"]


def test_all_shipped_layouts(run: Run) -> None:
    result = run("check", *shipped_layouts())
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == "6 layouts checked: no errors, 0 warnings"


def test_shipped_layouts_by_path(run: Run) -> None:
    result = run("check", *shipped_layouts().values())
    assert (result.code, result.err) == (0, "")


def test_notes_go_to_stdout(run: Run) -> None:
    result = run("check", "deluxe")
    assert (result.code, result.err) == (0, "")
    notes = [line for line in result.out.splitlines() if " info: inferred: " in line]
    assert any("where each badge sits" in line for line in notes)


def test_errors_go_to_stderr(run: Run, broken: Path) -> None:
    result = run("check", broken)
    assert result.code == 1
    assert result.out == ""
    assert result.err.splitlines() == [
        f"{broken}:5:5 zones.blue: unknown key 'oder'; did you mean 'order'?",
        f"{broken}:7:12 zones.green.order: unknown word 'left to rigth', expected anywhere, left to right, "
        "left to right with skips, outward, row by throw, pair by pair or next of a chosen row; "
        "did you mean 'left to right'?",
    ]


def test_every_problem_is_one_line(run: Run, broken: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text('schema: 1\nextends: classic\ntitle: [1]\nwild: "a\\nb\\u001b[31m"\nrounds: [\n', "utf-8")
    missing = tmp_path / "missing.yaml"
    result = run("check", broken, other, missing, tmp_path)
    assert result.code == 1
    assert [line for line in result.err.splitlines() if not LINE.fullmatch(line)] == []
    assert {LINE.fullmatch(line)["file"] for line in result.err.splitlines()} == {  # type: ignore[index]
        str(path) for path in (broken, other, missing, tmp_path)
    }


def test_one_bad_file_among_good_ones(run: Run, broken: Path) -> None:
    result = run("check", "classic", broken, "double")
    assert result.code == 1
    assert len(result.err.splitlines()) == 2
    assert "no errors" not in result.out


def test_warnings_do_not_fail(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\ntitle: Nobody translated this\n", "utf-8")
    result = run("check", file)
    assert (result.code, result.err) == (0, "")
    assert f"{file}:3:8 title: warning: no translation of 'Nobody translated this' into de, es, fr" in result.out
    assert result.out.splitlines()[-1] == "1 layout checked: no errors, 1 warning"


def test_json(run: Run, broken: Path) -> None:
    result = run("check", broken, "--json")
    assert (result.code, result.err) == (1, "")
    problems = json.loads(result.out)
    assert [list(problem) for problem in problems] == [KEYS, KEYS]
    assert problems[0] == {
        "file": str(broken),
        "line": 5,
        "column": 5,
        "path": "zones.blue",
        "severity": "error",
        "message": "unknown key 'oder'",
        "suggestion": "did you mean 'order'?",
    }


def test_json_without_errors(run: Run) -> None:
    result = run("check", "mix", "--json")
    assert (result.code, result.err) == (0, "")
    problems = json.loads(result.out)
    assert {problem["severity"] for problem in problems} == {"info"}
    assert {problem["file"] for problem in problems} <= {"mix.yaml", "classic.yaml", "deluxe.yaml"}


def test_shared_parent_is_told_once(run: Run) -> None:
    lines = run("check", "classic", "deluxe").out.splitlines()
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"- 1\n", "expected a block of keys"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"schema: 1\nextends: nowhere\n", "unknown edition 'nowhere'"),
        (b"schema: 1\nextends: my.yaml\n", "goes in a circle: my → my"),
    ],
)
def test_files_that_are_no_layouts(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "my.yaml"
    file.write_bytes(content)
    result = run("check", file)
    assert (result.code, result.out) == (1, "")
    (line,) = result.err.splitlines()
    assert line.startswith(f"{file}:")
    assert message in line


def test_as_a_process(spawn: Run, broken: Path) -> None:
    result = spawn("check", "broken.yaml", cwd=broken.parent)
    assert (result.code, result.out) == (1, "")
    assert [line[:15] for line in result.err.splitlines()] == ["broken.yaml:5:5", "broken.yaml:7:1"]
