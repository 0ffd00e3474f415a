"""Zones: badges and the cells that earn them, defaults."""

from typing import Any

import pytest

from sheetgen.layout.parts.accepts import (
    Anything,
    AtLeast,
    Lower,
)
from sheetgen.layout.parts.bonus import FreeChoice
from tests.layout.models import sheet, zone


def test_badges_of_lines() -> None:
    badges = sheet("classic").zones["yellow"].badges
    assert [(badge.attached_to, badge.cells, str(badge.bonus)) for badge in badges] == [
        ("row", ("r1c1", "r1c2", "r1c3", "r1c4"), "X blue"),
        ("row", ("r2c1", "r2c2", "r2c3", "r2c4"), "4 orange"),
        ("row", ("r3c1", "r3c2", "r3c3", "r3c4"), "X green"),
        ("row", ("r4c1", "r4c2", "r4c3", "r4c4"), "fox"),
        ("diagonal", ("r1c1", "r2c2", "r3c3", "r4c4"), "extra die"),
    ]


def test_badges_leave_out_gaps() -> None:
    badges = {badge.path: badge.cells for badge in sheet("classic").zones["blue"].badges}
    assert badges["rows", 0] == ("r1c2", "r1c3", "r1c4")
    assert badges["columns", 0] == ("r2c1", "r3c1")
    assert badges["columns", 3] == ("r1c4", "r2c4", "r3c4")


def test_badges_that_need_tinted_cells() -> None:
    badges = {badge.path: badge.cells for badge in sheet("cubed").zones["turquoise"].badges}
    assert badges["rows", 2] == ("r3c1", "r3c2", "r3c3")
    assert badges["columns", 0] == ("r1c1", "r2c1", "r3c1", "r4c1", "r5c1")
    assert badges["columns", 5] == ("r1c6",)
    assert ("rows", 4) not in badges  # no badge is printed there


def test_badges_between() -> None:
    cubed = sheet("cubed")
    rows = {badge.path: badge.cells for badge in cubed.zones["yellow"].badges}
    assert len(rows) == 12
    assert rows["between rows", 1, 5] == ("r2c6", "r3c6")
    cells = {badge.path: badge.cells for badge in cubed.zones["brown"].badges}
    assert len(cells) == 8
    assert cells["between cells", 10] == ("11", "12")


def test_badges_under_cells() -> None:
    badges = {badge.cells: badge for badge in sheet("double").zones["pink"].badges}
    assert badges[("6",)].bonus == FreeChoice("green")
    assert badges[("6",)].only_from == 5
    mix = {badge.path: badge.cells for badge in sheet("mix").zones["yellow"].badges}
    assert mix["cells", 6] == ("r1c6",)
    assert mix["cells", 7] == ("r2c1",)


def test_cell_badges_come_in_cell_order() -> None:
    badges = zone(cells=12, bonus={10: "fox", 2: "reroll", 1: "fox"}).badges
    assert [badge.cells for badge in badges] == [("1",), ("2",), ("10",)]


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        ({"cells": 3}, "number"),
        ({"cells": ["_", "x", "=7"]}, "number"),
        ({"cells": [1, 2, 3]}, "cross"),
        ({"cells": ["_", 2, "_"]}, "cross"),
        ({"cells": [1, 2], "marks": "number"}, "number"),
        ({"cells": 3, "marks": "cross"}, "cross"),
        ({"cells": [1, 2], "marks": "circle then cross"}, "circle then cross"),
    ],
)
def test_mark_kind(keys: dict[str, Any], kind: str) -> None:
    assert zone(**keys).mark_kind == kind


def test_defaults_of_a_zone() -> None:
    plain = zone()
    assert (plain.order.kind, plain.accepts.kind, plain.value.kind) == ("anywhere", "same number", "face")
    assert (plain.free_choice, plain.bonus.needs, plain.extra_marks) == ("face", "all cells", None)
    assert plain.badges == ()


def test_accepts_in_row() -> None:
    one = zone(accepts="at least")
    assert [one.accepts_in_row(row) for row in (0, 5)] == [AtLeast(), AtLeast()]
    rows = zone(cells=[["_"], ["_"], ["_"]], accepts={"by row": ["lower than the one before", "anything"]})
    # A row too many takes the last rule: `check` objects, nothing breaks.
    assert [rows.accepts_in_row(row) for row in (0, 1, 2)] == [Lower(), Anything(), Anything()]
