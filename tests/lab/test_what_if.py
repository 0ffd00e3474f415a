"""What if: changes of a layout are compared on the same dice, and the interval is narrow."""

from collections.abc import Callable
from pathlib import Path

import pytest

import sheetgen as library
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample, difference
from sheetgen.lab.what_if import changed_layout
from sheetgen.layout import load, read_from_text
from sheetgen.resources import shipped_layouts
from tests.lab.conftest import Done

COLUMNS = "zones.yellow.points.full columns"


def test_the_random_player_gains_what_the_change_adds() -> None:
    result = library.what_if("classic", [f"{COLUMNS}=[20, 24, 26, 30]"], games=300, bot="random")
    points = result.points
    assert list(points) == ["total", "yellow", "blue", "green", "orange", "purple"]
    assert points["yellow"].difference.low > 0
    assert points["blue"].before == points["blue"].after
    assert points["blue"].difference.margin == 0  # its moves do not depend on points: the same dice, the same marks
    assert points["yellow"].after - points["yellow"].before == pytest.approx(points["yellow"].difference.value)


def test_the_same_dice_need_fewer_games() -> None:
    change = [f"{COLUMNS}.1=13"]
    paired = library.what_if("classic", change, games=400, bot="random").points["total"].difference
    path = shipped_layouts()["classic"]
    changed = changed_layout(load("classic"), path.read_text("utf-8"), path, change)
    plans = [SimulationPlan(layout, 1, "random", seed, 400) for seed, layout in enumerate((load("classic"), changed))]
    separate = difference(*(Sample(run(plan).totals) for plan in reversed(plans)))
    assert paired.margin * 5 < separate.margin


def test_a_change_to_the_same_value_changes_nothing() -> None:
    result = library.what_if("classic", [f"{COLUMNS}.2=14"], games=30, bot="greedy", players=2)
    assert all(points.difference.value == 0 == points.difference.margin for points in result.points.values())


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ("zones.green.bonus.4=fox", "bonus: {4: extra die,", "bonus: {4: fox,"),  # the badge of cell 4
        ("zones.green.cells.4=3", "cells: [1, 2, 3, 4,", "cells: [1, 2, 3, 3,"),  # the fourth cell
        ("rounds.by players.2=5", "{1: 6, 2: 6,", "{1: 6, 2: 5,"),
        ("zones.yellow.bonus.rows.2=fox", "[X blue, 4 orange,", "[X blue, fox,"),
        ("zones.yellow.cells.1.2=4", "- [3, 6,", "- [3, 4,"),
    ],
)
def test_a_number_is_that_of_an_item_or_a_key(change: str, old: str, new: str) -> None:
    path = shipped_layouts()["classic"]
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    wanted = read_from_text(text.replace(old, new), path, "classic").data()
    assert changed_layout(load("classic"), text, path, [change]).data() == wanted


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("zones.yellow", "is no change"),
        ("=3", "is no change"),
        ("zones..x=3", "is no change"),
        ("zones.yellow.points={", "is no value"),
        ("foxes.worth=3\nfoot: x", "is no value"),
        ("zones.1.accepts=even", "found 1"),
        ("age=2026-01-01", "age: expected a whole number, found '2026-01-01'"),
        ("zones.yellow.bonus.rows.0=fox", "there is no"),
        ("zones.yelow.points=3", "yelow"),
        (f"{COLUMNS}=[1, 2]", "4"),
    ],
)
def test_a_wrong_change_is_refused_in_one_line(change: str, reason: str) -> None:
    with pytest.raises(library.WrongValueError, match=reason):
        library.what_if("classic", [change], games=10, bot="random")


def test_the_command(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: classic\ntitle: Mine\n", encoding="utf-8")
    options = ("--try", f"{COLUMNS}=[20, 24, 26, 30]", "--games", "100", "--bot", "greedy")
    done = sheetgen("balance", "mine.yaml", *options)
    assert (done.code, done.err) == (0, "")
    first, total, yellow, *_ = done.out.splitlines()
    assert first == f"mine by greedy, 100 games on the same dice: {COLUMNS}=[20, 24, 26, 30]"
    assert total.startswith("total ")
    assert " → " in yellow
    assert " ± " in yellow
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == "extends: classic\ntitle: Mine\n"
    refused = sheetgen("balance", "mine.yaml", *options, "--against", "double")
    assert (refused.code, refused.out) == (2, "")
    assert "--against does not go with --try" in refused.err
