"""The parts of a zone: their forms in a file, truth tables of what they accept and are worth."""

from math import ceil
from typing import Any

import pytest

from sheetgen.layout.base import Part
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
from tests.layout.models import zone


def restarting(rule: type[Part], *, after: int | None = None, with_: int | None = None) -> Any:
    """A rule as a file writes it: `{restart after: 6}`."""
    options = {"restart after": after, "restart with": with_}
    return rule.model_validate({key: value for key, value in options.items() if value is not None})


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
    "value", [Face(), Times(factors=(1, 3)), HalfOrStar(stars=(None, 4)), PlusThePlatter()], ids=str
)
def test_ratios_say_what_is_written(value: AnyValue) -> None:
    for cell in range(2):
        for number in range(1, 40):
            written = [ceil(number * times / by) for times, by in value.ratios(cell)]
            assert [choice.number for choice in value.written(cell, number)] == written


def test_extras() -> None:
    assert [n for n in range(1, 13) if Extra(True, 10, 4).holds(n)] == [10, 11, 12]
    assert [n for n in range(1, 13) if Extra(False, 4, 4).holds(n)] == [1, 2, 3, 4]
