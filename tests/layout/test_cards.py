"""When an objective card holds."""

from itertools import product

import pytest

from sheetgen.layout.cards import (
    Always,
    AnyObjective,
    Equal,
    Only,
    Straight,
    SumAtLeast,
    SumAtMost,
)


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
