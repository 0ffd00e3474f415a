"""Bots of users: in a module of the working folder, and as a function given to the library."""

import sys
from pathlib import Path
from random import Random

import pytest

import sheetgen
from sheetgen.lab.balance import relabelled
from sheetgen.layout.sheet import Rating

CODE = "def first(game, chance):\n    return game.legal_moves()[0]\n"


def first(game: sheetgen.Game, chance: Random) -> sheetgen.Move:
    return game.legal_moves()[0]


def test_a_bot_may_be_in_a_module_of_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "botsofmine.py").write_text(CODE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place not in ("", str(tmp_path))])
    assert sheetgen.simulate("classic", games=2, bot="botsofmine:first")["games"] == 2


def test_a_bot_may_be_a_function() -> None:
    by_name = sheetgen.simulate("classic", games=3, bot=f"{__name__}:first")
    assert sheetgen.simulate("classic", games=3, bot=first)["mean"] == by_name["mean"]
    with pytest.raises(sheetgen.WrongValueError, match="expected a function at the top of a module"):
        sheetgen.simulate("classic", games=1, bot=lambda game, chance: game.legal_moves()[0])


def rating(limit: int, label: str) -> Rating:
    return Rating.model_validate({"from": limit, "label": label})


def test_bands_have_the_labels_of_the_variant(tmp_path: Path) -> None:
    there = tuple(rating(limit, f"old {limit}") for limit in (300, 200, 100, 0))
    same = relabelled(there, tuple(rating(limit, f"new {limit}") for limit in (40, 30, 20, 0)))
    assert [(band.from_, band.label) for band in same] == [
        (300, "new 40"),
        (200, "new 30"),
        (100, "new 20"),
        (0, "new 0"),
    ]
    fewer = relabelled(there, (rating(9, "good"), rating(5, "fair"), rating(0, "poor")))
    assert [(band.from_, band.label) for band in fewer] == [(300, "good"), (150, "fair"), (0, "poor")]
    file = tmp_path / "mine.yaml"
    file.write_text(
        "schema: 1\nextends: classic\nsolo: {ratings: [{from: 200, label: Tall}, {from: 0, label: Small}]}\n", "utf-8"
    )
    assert [band.label for band in sheetgen.bands(file, games=20, bot="random").ratings] == ["Tall", "Small"]
