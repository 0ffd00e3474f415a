"""What if: changes of a layout are compared on the same dice, and the interval is narrow."""

from collections.abc import Callable
from pathlib import Path

import pytest

import sheetgen as library
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample, difference
from sheetgen.lab.what_if import changed_layout
from sheetgen.layout import SheetEdition, load, read_from_text
from sheetgen.resources import shipped_layouts
from tests.lab.conftest import Done

COLUMNS = "zones.yellow.points.full columns"


def test_the_random_player_gains_what_the_change_adds() -> None:
    result = library.what_if("classic", [f"{COLUMNS}=[20, 24, 26, 30]"], games=300, bot="random")
    points = result.points
    assert list(points) == ["total", "yellow", "blue", "green", "orange", "purple", "foxes"]
    assert points["yellow"].difference.low > 0
    assert points["blue"].before == points["blue"].after
    assert points["blue"].difference.margin == 0  # its moves do not depend on points: the same dice, the same marks
    assert points["yellow"].after - points["yellow"].before == pytest.approx(points["yellow"].difference.value)


def test_foxes_that_are_worth_more_bring_all_the_difference() -> None:
    points = library.what_if("classic", ["foxes={worth: 10}"], games=300, bot="random", players=2).points
    assert points["foxes"].difference.low > 0
    assert points["foxes"].difference == points["total"].difference
    zones = ("yellow", "blue", "green", "orange", "purple")
    for version in ("before", "after"):
        parts = [getattr(points[name], version) for name in (*zones, "foxes")]
        assert sum(parts) == pytest.approx(getattr(points["total"], version))


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


def badges_of_green(*changes: str) -> dict[int, str]:
    """Return the badges of green after changes, by the number of their cell."""
    path = shipped_layouts()["classic"]
    changed = changed_layout(load("classic"), path.read_text("utf-8"), path, changes).edition
    assert isinstance(changed, SheetEdition)
    return {cell: str(badge) for cell, badge in changed.zones["green"].bonus.cells.items()}


def test_a_badge_is_changed_at_the_cell_with_its_number() -> None:
    before = {4: "extra die", 6: "X blue", 7: "fox", 9: "6 purple", 10: "reroll"}
    assert badges_of_green("title=Same") == before
    assert badges_of_green("zones.green.bonus.4=fox") == before | {4: "fox"}
    assert badges_of_green("zones.green.bonus.5=fox", "zones.green.bonus.7=reroll") == before | {5: "fox", 7: "reroll"}
    assert badges_of_green("zones.green.bonus.7=null") == {key: each for key, each in before.items() if key != 7}


def test_numbers_of_players_are_keys() -> None:
    path = shipped_layouts()["classic"]
    changed = changed_layout(load("classic"), path.read_text("utf-8"), path, ["rounds.by players.1=5"]).edition
    assert isinstance(changed, SheetEdition)
    assert changed.rounds.by_players == {1: 5, 2: 6, 3: 5, 4: 4}


def test_null_takes_a_badge_out_of_a_list() -> None:
    path = shipped_layouts()["classic"]
    changed = changed_layout(load("classic"), path.read_text("utf-8"), path, ["zones.blue.bonus.columns.2=null"])
    assert isinstance(changed.edition, SheetEdition)
    columns = changed.edition.zones["blue"].bonus.columns
    assert columns is not None
    assert [str(badge) if badge else None for badge in columns] == ["reroll", None, "6 purple", "extra die"]


def test_changes_may_need_each_other() -> None:
    """A longer zone is right only with a longer ladder."""
    cells, points = "zones.green.cells=[1, 2, 3]", "zones.green.points.above the last=[1, 3, 6]"
    badges = [f"zones.green.bonus.{cell}=null" for cell in (4, 6, 7, 9, 10)]
    assert badges_of_green(cells, points, *badges) == {}
    with pytest.raises(library.WrongValueError, match="expected 3 numbers"):
        badges_of_green(cells, *badges)


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
        (f"{COLUMNS}=", "is no change"),
        (f"{COLUMNS}.0=3", "there is no"),
        (f"{COLUMNS}.5=3", "there is no"),
        ("zones.green.bonus.5=null", "there is no zones.green.bonus.5 to take away"),
        ("zones.green.bonus.12=fox", "green has 11"),
        ("zones.green=null", "zones.yellow.bonus"),
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
