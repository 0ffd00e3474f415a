"""What the tests of the lab share: layouts to play, and a folder of its own for what is learned."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

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
def sheetgen(tmp_path: Path) -> Callable[..., Done]:
    """Run `sheetgen …` as a process of its own, in a folder of its own."""

    def call(*arguments: str | Path, **variables: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "sheetgen", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "SHEETGEN_CACHE": str(tmp_path / "cache"), **variables},
            capture_output=True,
            timeout=240,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return call
