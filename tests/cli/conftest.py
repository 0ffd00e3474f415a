"""Two ways to run the command line: inside this process, which is fast, and as a user does."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sheetgen.cli import main


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run `sheetgen …` in this process, through the same function as the installed command."""

    def call(*arguments: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["sheetgen", *map(str, arguments)])
        code: str | int | None = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        captured = capsys.readouterr()
        return Result(int(code or 0), captured.out, captured.err)

    return call


@pytest.fixture
def spawn(tmp_path: Path) -> Callable[..., Result]:
    """Run `python -m sheetgen …` as a process of its own, from a folder that is not the project's."""

    def call(*arguments: str | Path, cwd: Path = tmp_path, **variables: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "sheetgen", *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, **variables},
            capture_output=True,
            timeout=300,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return call


BROKEN = """\
schema: 1
extends: classic
zones:
  blue:
    oder: anywhere
  green:
    order: left to rigth
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A layout with two mistakes, on lines 5 and 7."""
    file = tmp_path / "broken.yaml"
    file.write_text(BROKEN, "utf-8")
    return file
