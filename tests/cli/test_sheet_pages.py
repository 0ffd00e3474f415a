"""`sheetgen sheet --solo` and `--back`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("page", ["--solo", "--back"])
def test_the_tally_is_not_for_other_pages(run: Run, tmp_path: Path, page: str) -> None:
    done = run("sheet", "classic", "--tally", page, "-o", tmp_path / "own.svg")
    assert done.code == 2
    assert f"leave out --tally or {page}" in done.err
    assert not (tmp_path / "own.svg").exists()
    assert run("sheet", "classic", "--no-tally", page, "-o", tmp_path / "own.svg").code == 0
