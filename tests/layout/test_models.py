"""The models' own small answers: badges and their cells, defaults, truth tables of the rules."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from sheetgen.layout import SheetEdition, Zone, read
from sheetgen.layout.base import Part
from sheetgen.layout.cards import (
    Always,
    AnyObjective,
    Equal,
    Only,
    Straight,
    SumAtLeast,
    SumAtMost,
)
from sheetgen.layout.parts.accepts import (
    Anything,
    AtLeast,
    AtLeastTheOneBefore,
    AtMostTheOneBefore,
    Even,
    Higher,
    Lower,
    OneStep,
    RowAccepts,
    SameNumber,
)
from sheetgen.layout.parts.bonus import Either, Fox, FreeChoice, FreeCross, FreeNumber, Unlock, parse_bonus
from sheetgen.layout.parts.cells import Cell
from sheetgen.layout.parts.points import Extra
from sheetgen.layout.parts.value import (
    AnyValue,
    Face,
    HalfOrStar,
    PlusThePlatter,
    SumWith,
    Times,
)
from sheetgen.layout.sheet import Solo


def zone(**keys: Any) -> Zone:
    return Zone.model_validate({"cells": 3, "points": "sum", **keys})


@cache
def sheet(name: str) -> SheetEdition:
    edition = read(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


def restarting(rule: type[Part], *, after: int | None = None, with_: int | None = None) -> Any:
    """A rule as a file writes it: `{restart after: 6}`."""
    options = {"restart after": after, "restart with": with_}
    return rule.model_validate({key: value for key, value in options.items() if value is not None})


# --- Cells ---


def test_cells_by_name_in_printed_order() -> None:
    cells = zone(cells=[[3, "x"], [None, "=7"], ["_*", "4*"]]).cells
    assert cells.by_name == {
        "r1c1": Cell(number=3),
        "r1c2": Cell(crossed=True),
        "r2c2": Cell(entry=7),
        "r3c1": Cell(tinted=True),
        "r3c2": Cell(number=4, tinted=True),
    }
    assert list(cells.by_name) == ["r1c1", "r1c2", "r2c2", "r3c1", "r3c2"]
    assert (cells.is_grid, cells.columns, len(cells.rows)) == (True, 2, 3)


def test_a_row_counts_through() -> None:
    cells = zone(cells=["_", None, "_"]).cells
    assert list(cells.by_name) == ["1", "3"]
    assert not cells.is_grid


def test_a_number_of_cells_is_a_row_to_write_in() -> None:
    assert zone(cells=3).cells == zone(cells=["_", "_", "_"]).cells


@pytest.mark.parametrize(
    ("cell", "marked"),
    [(Cell(), False), (Cell(number=3), False), (Cell(crossed=True), True), (Cell(entry=7), True)],
)
def test_printed_marks(cell: Cell, marked: bool) -> None:
    assert cell.printed_mark is marked


# --- Badges ---


def test_badges_of_lines() -> None:
    badges = sheet("classic").zones["yellow"].badges
    assert [(badge.where, badge.cells, str(badge.bonus)) for badge in badges] == [
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
    ("words", "bonus"),
    [
        ("reroll", Unlock("reroll")),
        ("extra die", Unlock("extra die")),
        ("fox", Fox()),
        ("X blue", FreeCross("blue")),
        ("X any", FreeCross(None)),
        ("? pink", FreeChoice("pink")),
        ("? any", FreeChoice(None)),
        ("6 purple", FreeNumber(6, "purple")),
        ("X any or 6 any", Either((FreeCross(None), FreeNumber(6, None)))),
    ],
)
def test_badges_read_and_write(words: str, bonus: object) -> None:
    assert parse_bonus(words) == bonus
    assert str(bonus) == words


@pytest.mark.parametrize("words", ["", "?", "? Blue", "X", "X blue green", "123 blue", "reroll!"])
def test_what_is_no_badge(words: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_bonus(words)


# --- Defaults of a zone ---


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


def test_parts_in_all_three_forms() -> None:
    forms: list[object] = [
        "higher than the one before",
        {"higher than the one before": True},
        {"higher than the one before": {}},
        {"higher than the one before": {"restart after": 6}},
    ]
    assert [zone(accepts=form).accepts for form in forms] == [
        Higher(),
        Higher(),
        Higher(),
        restarting(Higher, after=6),
    ]
    assert zone(value={"times": [1, 2, 3]}) == zone(value={"times": {"factors": [1, 2, 3]}})


# --- Truth tables ---


def fitting(rule: RowAccepts, *, number: int | None = None, before: int | None = None, side: int = 1) -> list[int]:
    """All values from 1 to 12 that fit."""
    return [value for value in range(1, 13) if rule.allows(value, number=number, before=before, side=side)]


ALL = list(range(1, 13))


@pytest.mark.parametrize(
    ("rule", "place", "values"),
    [
        (SameNumber(), {"number": 4}, [4]),
        (SameNumber(), {"number": 4, "before": 5}, [4]),
        (SameNumber(), {}, []),
        (AtLeast(), {"number": 10}, [10, 11, 12]),
        (AtLeast(), {"number": 10, "before": 12}, [10, 11, 12]),
        (AtLeast(), {}, []),
        (Even(), {}, [2, 4, 6, 8, 10, 12]),
        (Even(), {"number": 3, "before": 5}, [2, 4, 6, 8, 10, 12]),
        (Anything(), {}, ALL),
        (Anything(), {"number": 3, "before": 3}, ALL),
        (Higher(), {}, ALL),
        (Higher(), {"before": 9}, [10, 11, 12]),
        (Higher(), {"before": 12}, []),
        (restarting(Higher, after=6), {"before": 5}, [6, 7, 8, 9, 10, 11, 12]),
        (restarting(Higher, after=6), {"before": 6}, ALL),
        (restarting(Higher, after=6), {"before": 7}, [8, 9, 10, 11, 12]),
        (Lower(), {}, ALL),
        (Lower(), {"before": 4}, [1, 2, 3]),
        (Lower(), {"before": 1}, []),
        (restarting(Lower, after=1), {"before": 1}, ALL),
        (restarting(Lower, after=1), {"before": 2}, [1]),
        (AtMostTheOneBefore(), {}, ALL),
        (AtMostTheOneBefore(), {"before": 3}, [1, 2, 3]),
        (AtLeastTheOneBefore(), {}, ALL),
        (AtLeastTheOneBefore(), {"before": 10}, [10, 11, 12]),
        (OneStep(), {"before": 7}, [8]),
        (OneStep(), {"before": 7, "side": -1}, [6]),
        (OneStep(), {"before": 12}, []),
        (restarting(OneStep, with_=7), {"before": 9}, [7, 10]),
        (restarting(OneStep, with_=7), {"before": 9, "side": -1}, [7, 8]),
        # From a 7 the next step goes on; a second 7 beside it would not start anything new.
        (restarting(OneStep, with_=7), {"before": 7}, [8]),
        (restarting(OneStep, with_=7), {"before": 6}, [7]),
        (restarting(OneStep, with_=7), {"before": 8, "side": -1}, [7]),
    ],
)
def test_what_fits(rule: RowAccepts, place: dict[str, int], values: list[int]) -> None:
    assert fitting(rule, **place) == values


@pytest.mark.parametrize(
    ("value", "cell", "dice", "values"),
    [
        (Face(), 0, 6, {1, 2, 3, 4, 5, 6}),
        (SumWith(die="white"), 3, 6, set(range(2, 13))),
        (Times(factors=(1, 3)), 0, 6, {1, 2, 3, 4, 5, 6}),
        (Times(factors=(1, 3)), 1, 6, {3, 6, 9, 12, 15, 18}),
        (HalfOrStar(stars=(None, 1, 3)), 0, 6, {1, 2, 3}),
        (HalfOrStar(stars=(None, 1, 3)), 1, 6, {1, 2, 3, 4, 5, 6}),
        (HalfOrStar(stars=(None, 1, 3)), 2, 6, {1, 2, 3, 6, 9, 12, 15, 18}),
        (PlusThePlatter(), 0, 6, set(range(1, 37))),
        (PlusThePlatter(), 0, 3, set(range(1, 19))),
    ],
)
def test_possible_values(value: AnyValue, cell: int, dice: int, values: set[int]) -> None:
    assert value.possible_values(cell, dice) == values


@pytest.mark.parametrize(
    ("objective", "yes", "no"),
    [
        (Always(), [(1, 2), ()], []),
        (Equal(groups=(2,)), [(4, 4, 1), (4, 4, 4)], [(1, 2, 3)]),
        (Equal(groups=(2, 2)), [(1, 1, 5, 5, 3), (1, 1, 1, 5, 5)], [(1, 1, 1, 1, 5), (1, 1, 2, 3, 4)]),
        (Equal(groups=(2, 3)), [(6, 6, 2, 2, 2)], [(6, 6, 2, 2, 1), (2, 2, 2, 2, 2)]),
        (Equal(groups=(2, 2, 2)), [(1, 2, 3, 3, 2, 1)], [(1, 1, 1, 1, 2, 2)]),
        (Straight(length=4), [(3, 4, 5, 6, 6), (1, 2, 3, 4, 6)], [(1, 2, 3, 5, 6)]),
        (Straight(length=6), [(6, 5, 4, 3, 2, 1)], [(1, 2, 3, 4, 5, 5)]),
        (Straight(length=1), [(6,)], []),
        (Only(faces=(1, 6)), [(1, 6, 1), (6, 6)], [(1, 2, 6)]),
        (SumAtLeast(sum=10), [(4, 6), (6, 6)], [(4, 5)]),
        (SumAtMost(sum=5), [(1, 4), (1, 1)], [(2, 4)]),
    ],
)
def test_objectives(objective: AnyObjective, yes: list[tuple[int, ...]], no: list[tuple[int, ...]]) -> None:
    assert [dice for dice in yes if not objective.holds(dice)] == []
    assert [dice for dice in no if objective.holds(dice)] == []


def test_order_of_dice_does_not_matter() -> None:
    objectives = (Equal(groups=(2, 2)), Straight(length=4), Only(faces=(1, 2)), SumAtLeast(sum=14))
    for dice in product(range(1, 7), repeat=4):
        for objective in objectives:
            assert objective.holds(dice) == objective.holds(tuple(sorted(dice)))


# --- Points and ratings ---


def test_extras() -> None:
    assert [n for n in range(1, 13) if Extra(True, 10, 4).holds(n)] == [10, 11, 12]
    assert [n for n in range(1, 13) if Extra(False, 4, 4).holds(n)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("score", "least"), [(400, 281), (281, 281), (280, 260), (140, 140), (139, 0), (0, 0), (-5, 0)]
)
def test_rating(score: int, least: int) -> None:
    solo = sheet("classic").solo
    assert solo is not None
    rating = solo.rating(score)
    assert rating is not None
    assert rating.from_ == least


def test_no_ratings_no_rating() -> None:
    assert Solo().rating(100) is None


def test_rounds_printed() -> None:
    assert sheet("classic").rounds.count == 6


def test_the_die_of_a_zone() -> None:
    edition = sheet("classic")
    other = edition.model_copy(update={"zones": {"left": zone(die="blue"), "blue": zone()}})
    assert (other.die_of("left"), other.die_of("blue")) == ("blue", "blue")
