"""What the tests of the lab share: layouts to play, and a folder of its own for what is learned."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sheetgen.cli import main
from sheetgen.layout import Layout, load, read_from_text

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")

# A zone that scores nothing, badges at the end of a series that ends long before, and a ladder that beats all others.
BROKEN = """\
schema: 1
extends: classic
title: Out of Balance
zones:
  green: {points: {above the last: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}
  blue: {points: {by count: [20, 50, 90, 140, 200, 270, 350, 440, 540, 650, 770]}}
  purple: {accepts: {higher than the one before: {restart after: 1}}}
"""

# Other badges and a slightly different ladder: a variant as people make them.
HEALTHY = """\
schema: 1
extends: classic
title: Neighbourly
zones:
  green: {points: {above the last: [1, 3, 6, 10, 15, 22, 29, 37, 46, 56, 67]}}
  orange: {bonus: {3: extra die, 6: reroll}}
"""


def layout_from(text: str, name: str) -> Layout:
    return read_from_text(text, Path(f"{name}.yaml"), f"{name}.yaml")


@pytest.fixture(scope="session")
def broken() -> Layout:
    return layout_from(BROKEN, "broken")


@pytest.fixture(scope="session")
def healthy() -> Layout:
    return layout_from(HEALTHY, "healthy")


@pytest.fixture(scope="session")
def classic() -> Layout:
    return load("classic")


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def sheetgen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Done]:
    """Run `sheetgen …` in this process, through the same function as the installed command, in a folder of its own."""

    def call(*arguments: str | Path) -> Done:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(sys, "argv", ["sheetgen", *map(str, arguments)])
        code: str | int | None = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        captured = capsys.readouterr()
        return Done(int(code or 0), captured.out, captured.err)

    return call
