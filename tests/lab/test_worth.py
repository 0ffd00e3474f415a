"""A mark for nothing is the mark that the Python engine makes, and its worth is what games with it have more."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from sheetgen.engine import Game, Move, Rules
from sheetgen.engine.fast.core import CoreError, FastEdition, FastExpert, core
from sheetgen.engine.fast.stepping import FastGame
from sheetgen.engine.turns import mark
from sheetgen.engine.zones import ZoneNode, ZoneRules
from sheetgen.lab import expert as expert_module
from sheetgen.lab.expert import Expert, pack, unpack
from sheetgen.lab.fast import FastSimulation
from sheetgen.lab.players import EXPERT_NUMBER, RANDOM_NUMBER
from sheetgen.lab.simulation import SimulationPlan, prepared
from sheetgen.lab.training import load_weights
from sheetgen.lab.worth import LEAST_GAMES, as_data, cell_worths, numbers_for
from sheetgen.layout import Layout, load, read_from_text
from sheetgen.layout.parts.order import ANYWHERE
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.engine.fast_games import ComparableMoves, ComparableState, CoreGame, by_chance, eagerly
from tests.lab.expert_games import untrained
from tests.matrix import often

pytestmark = pytest.mark.skipif(core().library is None, reason=core().reason)
SHEETS = {name: path for name, path in {**shipped_layouts(), **shipped_variants()}.items() if name != "objectives"}


def expert_plan(layout: Layout, games: int) -> SimulationPlan:
    return SimulationPlan(layout, 1, "expert", 3, games, load_weights(Rules(layout)) or b"")


def ways_in_python(zone: ZoneRules, node: ZoneNode, cell: int, numbers: Sequence[int]) -> list[Move]:
    """Return the marks that are possible in a cell with one of some numbers, or with one more than the one before."""
    given = numbers or (zone.one_more(node.cell_states, cell),)
    found = (move for number in given for move in node.moves("place", "", number, ANYWHERE))
    return list(dict.fromkeys(move for move in found if zone.index[move.cell] == cell))


def marked_for_nothing(game: Game, move: Move) -> Game:
    """Return the game with a mark that cost no die, at its next decision."""
    after = game.copy()
    mark(after, after.players[after.actor], move)
    after.resume()
    return after


def expectation(expert: Expert, game: Game, move: Move) -> int:
    """Return what the expert expects after a mark for nothing, before anything that it earns is used."""
    after = game.copy()
    mark(after, after.players[after.actor], move)
    return expert_module._Decision(expert, game).value(after)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_mark_for_nothing_is_that_of_the_python_engine(sheet: str) -> None:
    """State and legal moves are one of those after the possible marks; where there is none, nothing changes.

    Both games then go on in step, so the state is one that a game can go on from.
    """
    rules = Rules(load(str(SHEETS[sheet])))
    edition = FastEdition(rules)
    weights = untrained(edition)
    expert, known = FastExpert(edition, weights.hidden, weights.numbers), ComparableMoves(edition)
    marked = 0
    for seed in range(often(8, quick=2)):
        chance, players = Random(seed), 1 + seed % 2
        game, core_game = Game(rules, players, seed), CoreGame(edition, players, seed, expert=expert)
        while not game.is_over:
            if chance.random() < 0.3:
                i = chance.randrange(len(rules.zones))
                zone = rules.zones[i]
                cell, numbers = chance.randrange(len(zone.names)), numbers_for(zone, len(rules.dice))
                ways = ways_in_python(zone, game.players[game.actor].nodes[i], cell, numbers)
                assert core_game.mark_for_nothing(i, cell, numbers) == bool(ways)
                if ways:
                    after = [marked_for_nothing(game, move) for move in ways]
                    game = next(one for one in after if ComparableState(one, edition).numbers() == core_game.numbers())
                    marked += 1
            moves = game.legal_moves()
            assert core_game.numbers() == ComparableState(game, edition).numbers()
            assert core_game.comparable_moves() == b"".join(known[move] for move in moves)
            chosen = (by_chance, eagerly)[seed // 2 % 2](moves, chance)
            game.play(moves[chosen])
            core_game.play(chosen)
        assert not core_game.mark_for_nothing(0, 0, (1,)), "the game is over"
    assert marked > 5


def test_a_copy_plays_the_same_game_as_the_original() -> None:
    simulation = prepared(expert_plan(load("classic"), 1))
    assert isinstance(simulation, FastSimulation)
    game = FastGame(simulation.edition, 1, 7, expert=simulation.expert)
    while game.round < 3:
        game.play(game.choose(RANDOM_NUMBER))
    state, moves = game.state(), game.moves()
    total = game.copy().play_on(EXPERT_NUMBER)
    other = game.copy().play_on(EXPERT_NUMBER, 9)
    assert (game.state(), game.moves()) == (state, moves), "a copy plays by itself"
    assert game.copy().play_on(EXPERT_NUMBER, 9) == other
    twin = game.copy()
    del game  # which must not take anything from its copy
    assert twin.play_on(EXPERT_NUMBER) == total
    assert twin.is_over


def test_numbers_are_those_from_which_the_expert_expects_most() -> None:
    """The expectations of the Python engine's expert, after each of the marks."""
    layout = load("cubed")
    rules = Rules(layout)
    edition = FastEdition(rules)
    weights = unpack(load_weights(rules) or b"")
    fast, slow = FastExpert(edition, weights.hidden, weights.numbers), Expert(rules, weights)
    chosen, chance = set(), Random(2)
    game, core_game = Game(rules, 1, 5), CoreGame(edition, 1, 5, expert=fast)
    while not game.is_over:
        for i, zone in enumerate(rules.zones):
            numbers, node = numbers_for(zone, len(rules.dice)), game.players[0].nodes[i]
            for cell in zone.open_cells(node.cell_states, ANYWHERE):
                ways = ways_in_python(zone, node, cell, numbers)
                if len(ways) < 2:
                    continue
                marked = core_game.copy()
                assert marked.mark_for_nothing(i, cell, numbers)
                values = [expectation(slow, game, move) for move in ways]
                best = ways[values.index(max(values))]
                after = ComparableState(marked_for_nothing(game, best), edition)
                assert marked.numbers() == after.numbers(), (len(game.moves), best)
                chosen.add((best.zone, best.value))
        move = by_chance(game.legal_moves(), chance)
        game.play(game.legal_moves()[move])
        core_game.play(move)
    assert len(chosen) > 4


ALL_SEVEN = """
schema: 1
extends: meadow.yaml
title: Own
die slots: [""]
rounds: {replace: true, by players: {1: 1, 2: 1}}
zones:
  sun: {accepts: anything, cells: [[_, _, _], [_, _, _]], bonus: {}, points: {by count: [7, 14, 21, 28, 35, 42]}}
  leaf: {accepts: anything, cells: 3, bonus: {}, points: {by count: [7, 14, 21]}}
  flower: {accepts: anything, cells: 3, bonus: {}, points: {by count: [7, 14, 21]}}
solo: {rounds: 1}
"""


def test_a_mark_that_brings_seven_points_is_worth_seven() -> None:
    """One round in which every die can be used, and every mark is worth as much as any other."""
    layout = read_from_text(ALL_SEVEN, Path(shipped_variants()["meadow"]).with_name("own.yaml"), "own")
    content = pack(untrained(FastEdition(Rules(layout))))
    plan = SimulationPlan(layout, 1, "expert", 1, LEAST_GAMES, content)
    worths = cell_worths(plan)
    assert list(worths) == [1]
    expected = {*(f"sun.r{row}c{column}" for row in (1, 2) for column in (1, 2, 3)), "leaf.1", "flower.1"}
    assert {cell: (own.value, own.margin) for cell, own in worths[1].items()} == dict.fromkeys(expected, (7.0, 0.0))
    data = as_data(plan, worths, ["leaf.2", "leaf.1"])
    assert data == {"games": LEAST_GAMES, "rounds": [{"round": 1, "points": [None, 7.0], "margins": [None, 0.0]}]}
    few = SimulationPlan(layout, 1, "expert", 1, LEAST_GAMES - 1, content)
    assert cell_worths(few) == {1: {}}


def test_worths_are_the_same_again() -> None:
    plan = expert_plan(load("classic"), LEAST_GAMES)
    worths = cell_worths(plan)
    assert list(worths) == [1, 3, 5]
    assert cell_worths(plan) == worths
    assert "blue.r3c4" in worths[1]
    assert "green.2" not in worths[1], "the second cell is not open in round 1"
    assert all(0 < own.margin < 100 for of_round in worths.values() for own in of_round.values())


def test_only_the_expert_is_measured() -> None:
    layout = load("classic")
    two = SimulationPlan(layout, 2, "expert", 1, 1, load_weights(Rules(layout)) or b"")
    for plan in (SimulationPlan(layout, 1, "greedy", 1, 1), two):
        with pytest.raises(ValueError, match="only solo games of the expert"):
            cell_worths(plan)


def test_what_cannot_be_is_refused() -> None:
    game = FastGame(FastEdition(Rules(load("classic"))), 1, 1)
    state = game.state()
    for zone, cell in ((-1, 0), (5, 0), (0, -1), (0, 64), (0, 10_000)):
        assert not game.mark_for_nothing(zone, cell, (1, 2))
    assert not game.mark_for_nothing(3, 0, (0, -5, 7, 1 << 30)), "no such numbers"
    with pytest.raises(CoreError, match="wrong argument"):
        game.mark_for_nothing(3, 0, (1, 2))  # nobody chooses
    assert game.state() == state
    assert game.mark_for_nothing(3, 0, (4,))
