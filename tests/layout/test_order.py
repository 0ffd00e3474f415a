"""A row that is filled from its right end: moves, comparisons, points, marks from outside, its arrow and its ladder."""

import itertools
from pathlib import Path

import pytest

from sheetgen.drawing.scene import bounds
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.engine import Game, Marks, MarksError, Rules, rules_of, sheet_from
from sheetgen.layout import Layout, SheetEdition, problems_of, read_from_text

VARIANT = """\
schema: 1
extends: classic
zones:
  green: {order: right to left, points: {replace: true, above the last: [66, 55, 45, 36, 28, 21, 15, 10, 6, 3, 1]}}
  purple: {order: right to left, points: {replace: true, by count: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]}}
"""


@pytest.fixture(scope="module")
def layout() -> Layout:
    return read_from_text(VARIANT, Path("rtl.yaml"), "rtl.yaml")


@pytest.fixture(scope="module")
def rules(layout: Layout) -> Rules:
    return rules_of(layout)


def points(rules: Rules, zone: str, marks: dict[str, object]) -> int:
    return sheet_from(Marks(marks, 6), rules).score().zones[zone]


def test_it_makes_sense(layout: Layout) -> None:
    assert [str(problem) for problem in problems_of(layout) if problem.severity == "error"] == []


def test_games_fill_it_from_the_right_and_are_read_back(rules: Rules) -> None:
    longest = 0
    for seed in range(12):
        game = Game(rules, 1, seed)
        while not game.is_over:
            moves = game.legal_moves()
            zones = [move for move in moves if move.zone in ("green", "purple")]
            game.play((zones or moves)[0])
        marks = game.players[0].marks()
        for zone in ("green", "purple"):
            filled = [int(cell.split(".")[1]) for cell in marks if cell.startswith(f"{zone}.")]
            assert sorted(filled) == list(range(12 - len(filled), 12))
            longest = max(longest, len(filled))
        entries = [int(str(marks[f"purple.{i}"])) for i in range(11, 0, -1) if f"purple.{i}" in marks]
        assert all(before == 6 or after > before for before, after in itertools.pairwise(entries))
        read_back = sheet_from(Marks(marks, 6), rules)
        assert read_back.zone_points() == game.players[0].zone_points()
    assert longest > 5


def test_the_last_mark_is_the_leftmost(rules: Rules) -> None:
    assert points(rules, "green", {"green.11": "x", "green.10": "x", "green.9": "x"}) == 6


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ({"green.1": "x"}, "green.1: cannot be marked before the cells that come first ('right to left')"),
        (
            {"purple.11": 5, "purple.10": 3},
            "purple.10: 3 does not fit after 5 ('higher than the one before')",
        ),
    ],
)
def test_what_cannot_be(rules: Rules, marks: dict[str, object], reason: str) -> None:
    with pytest.raises(MarksError) as caught:
        points(rules, "green", marks)
    assert caught.value.reasons == (reason,)


def test_the_page_shows_the_ladder_as_it_is_climbed(layout: Layout) -> None:
    assert isinstance(layout.edition, SheetEdition)
    green = layout.edition.zones["green"]
    assert green.points.parts[0].ladders(green)[0].points == (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66)


def test_the_arrow_stands_at_the_right_and_the_ladder_begins_there(layout: Layout) -> None:
    groups = {group.id: bounds(group) for group in draw_sheet(layout).groups()}
    zone, last = groups["zone-green"], groups["green.11"]
    first = groups["green.1"]
    assert zone.right - last.right > 5 > first.x - zone.x
    assert groups["purple.star.count.1"].x > groups["purple.star.count.11"].x
