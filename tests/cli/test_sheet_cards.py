"""`sheetgen sheet` for an edition with cards."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


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
