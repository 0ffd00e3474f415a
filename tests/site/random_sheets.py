"""Sheets to count: left by random games, and marked at random, so that many of them are impossible."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from sheetgen.engine import Game
from sheetgen.engine.marks import Marks
from sheetgen.engine.rules import Rules
from sheetgen.lab.players import play_randomly
from sheetgen.layout import Layout, load, problems_of, read_from_text
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.test_variant import VARIANT

# The kinds of parts that no shipped layout has; round 4 brings a fox, and the end of one track leads to the next.
OTHER_KINDS = """\
schema: 1
extends: classic
title: Other Kinds
zones:
  purple:
    order: right to left
    accepts: {lower than the one before: {restart after: 1}}
    bonus: {6: "? yellow", 9: "? green"}
    points: {by count: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}
  orange: {accepts: even, order: left to right with skips, bonus: {5: "? yellow"}}
  blue: {bonus: {rows: [5 orange, "? yellow", fox], columns: [reroll, "? green", extra die, "? purple"]}}
  green:
    replace: true
    cells: [1, 2, x, 5, 4, 2, 8, 3, 6]
    marks: number
    accepts: at least
    order: left to right with skips
    value: {sum with: white}
    bonus: {4: reroll, 5: extra die, 6: reroll, 9: fox}
    points: sum
  yellow:
    replace: true
    cells: [[3, 6, x], [1, 2, 5], [4, x, 1]]
    marks: number
    accepts: same number
    bonus: {rows: [reroll, fox, ~], columns: [extra die, reroll, fox]}
    points: {full rows: [5, 9, 14], full columns: [7, 8, 9], sum: true}
rounds: {bonuses: [reroll, extra die, reroll, fox]}
actions: {reroll: {slots: 5, end: extra die}, extra die: {slots: 4, end: fox}}
foxes: {worth: 7}
rulings: {number badge: as printed}
"""

# A ? goes on from the number before, whatever the cells make of it.
GOING_ON = """\
schema: 1
extends: mix
title: Going On
rounds: {bonuses: ["? green", "? orange", "? yellow", "? any", "? any", "? any"]}
zones:
  orange:
    replace: true
    cells: 9
    order: right to left
    accepts: anything
    value: {half or star: [1, 2, ~, 1, 3, 1, 2, ~, 1]}
    free choice: one more than the one before
    bonus: {1: fox, 2: "? any", 3: fox, 4: "? orange", 5: fox, 6: "? orange", 7: fox, 8: "? orange", 9: fox}
    points: sum
  green:
    replace: true
    cells: 9
    order: left to right with skips
    accepts: anything
    value: {times: [2, 1, 3, 1, 1, 2, 3, 1, 1]}
    free choice: one more than the one before
    bonus: {1: "? green", 2: "? green", 4: "? any", 6: "? green", 7: fox, 9: "? any"}
    points: sum
  yellow:
    replace: true
    cells: [[1, 2, 3, 4], [6, 5, 4, 3]]
    order: next of a chosen row
    accepts: at least
    marks: number
    free choice: one more than the one before
    points: sum
    bonus: {rows: ["? orange", "? green"]}
"""


def shipped() -> dict[str, Layout]:
    """Every shipped layout and variant: those that the site has pages for."""
    return {layout.id: layout for layout in map(load, (*shipped_layouts(), *map(str, shipped_variants().values())))}


def layouts() -> dict[str, Layout]:
    """The shipped ones, and three that use all other kinds of parts."""
    given = {"odd.yaml": VARIANT, "other.yaml": OTHER_KINDS, "going-on.yaml": GOING_ON}
    others = [read_from_text(text, Path(name), name) for name, text in given.items()]
    return {**shipped(), **{layout.id: layout for layout in others}}


def random_sheets(rules: Rules, seed: int) -> Iterator[Marks]:
    """Sheets of one edition without end: as games leave them, the same with one thing changed, and scribbled ones."""
    chance = Random(seed)
    while True:
        players = chance.choice(list(rules.edition.rounds.by_players))
        game = Game(rules, players, chance.getrandbits(40))
        for _ in range(chance.choice((20, 60, 1_000))):
            if game.is_over:
                break
            game.play(play_randomly(game, chance))
        for player in game.players:
            marks = player.marks()
            yield Marks(marks, game.round)
            changed = dict(marks)
            for _ in range(chance.choice((1, 1, 2, 5))):
                _change(rules, changed, chance)
            yield Marks(changed, chance.randint(0, rules.edition.rounds.count))
        scribbled: dict[str, object] = {}
        for _ in range(chance.randint(1, 60)):
            _change(rules, scribbled, chance)
        yield Marks(scribbled, chance.randint(0, rules.edition.rounds.count))


def _change(rules: Rules, marks: dict[str, object], chance: Random) -> None:
    """Take away a mark, or make one."""
    zone = chance.choice(rules.zones)
    cell = chance.choice([i for i in range(len(zone.names)) if not zone.printed[i]])
    address = f"{zone.name}.{zone.names[cell]}"
    if address in marks and chance.random() < 0.5:
        del marks[address]
    elif not zone.writes:
        marks[address] = chance.choice("xo") if zone.circles else "x"
    else:
        numbers = sorted(zone.zone.value.possible_values(cell, len(rules.dice)))
        number = chance.choice(numbers) if chance.random() < 0.9 else chance.randint(0, 40)
        with_badge = {"value": number, "bonus": chance.random() < 0.5}
        marks[address] = with_badge if zone.zone.value.has_choice and chance.random() < 0.5 else number


def errors(layout: Layout) -> list[str]:
    """What is wrong with a layout."""
    return [str(problem) for problem in problems_of(layout) if problem.severity == "error"]
