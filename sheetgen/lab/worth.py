"""What a mark in each cell is worth to the expert: it gets the mark for nothing, and games are played on from there.

What the expert's net expects with the mark and without it is no measure: it is wrong by more than that on sheets that
the expert seldom has. So both are played to the end, in solo games of the fast engine.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from sheetgen.engine.fast.stepping import FastGame
from sheetgen.engine.zones import ZoneRules
from sheetgen.lab.fast import FastSimulation
from sheetgen.lab.players import EXPERT_NUMBER, RANDOM_NUMBER
from sheetgen.lab.results import stage_beginnings
from sheetgen.lab.simulation import SimulationPlan, game_seed_of, prepared
from sheetgen.lab.tally import Estimate, Sample
from sheetgen.layout.parts.value import FACES

WORTH_GAMES = 300  # enough for intervals of a few points
LEAST_GAMES = 20  # in which a cell is open: fewer say nothing
WITHOUT = 8  # games that are played on without a mark: what one with a mark is compared with is their mean

Worths = dict[int, dict[str, Estimate]]  # by round and cell


def cell_worths(plan: SimulationPlan) -> Worths:
    """Measure what a mark in each cell is worth at the first decision of the rounds that begin a stage.

    Of cells that were open in too few of the plan's games nothing is said. Raises ValueError if these are not solo
    games of the expert, or if the fast engine cannot play them.
    """
    simulation = prepared(plan)
    if plan.players != 1 or not isinstance(simulation, FastSimulation) or simulation.expert is None:
        raise ValueError(f"{plan.layout.id}, {plan.bot}: only solo games of the expert in the fast engine are measured")
    rounds = stage_beginnings(simulation.edition.rules.rounds(1))
    gains: dict[int, dict[str, Counter[int]]] = {round_: defaultdict(Counter) for round_ in rounds}
    for number in range(plan.games):
        game = FastGame(simulation.edition, 1, game_seed_of(plan.seed, number), expert=simulation.expert)
        seeds = [game_seed_of(plan.seed + 1, 2 * (number * WITHOUT + other)) for other in range(WITHOUT)]
        for round_ in rounds:
            _play_up_to(game, round_)
            for cell, gain in _gains(game, simulation, seeds):
                gains[round_][cell][gain] += 1
    return {round_: {cell: _estimate(own) for cell, own in of_round.items()} for round_, of_round in _often(gains)}


def _play_up_to(game: FastGame, round_: int) -> None:
    """Play to the first decision of a round."""
    while game.round < round_:
        # As in a simulation, which of equal dice is nearest is left to chance.
        game.play(game.choose(RANDOM_NUMBER if game.moves()[0].word == "nearest" else EXPERT_NUMBER))


def _gains(game: FastGame, simulation: FastSimulation, seeds: list[int]) -> Iterator[tuple[str, int]]:
    """Yield each cell that is open, and how many points more there are at the end with it, in 1/WITHOUT points."""
    rules = simulation.edition.rules
    without = sum(game.copy().play_on(EXPERT_NUMBER, seed) for seed in seeds)
    number = 0
    for i, zone in enumerate(rules.zones):
        numbers = numbers_for(zone, len(rules.dice))
        for cell, name in enumerate(zone.names):
            marked = game.copy()
            if marked.mark_for_nothing(i, cell, numbers):
                total = marked.play_on(EXPERT_NUMBER, seeds[number % WITHOUT])
                yield f"{zone.name}.{name}", WITHOUT * total - without
                number += 1


def numbers_for(zone: ZoneRules, dice: int) -> tuple[int, ...]:
    """Return the numbers of which the expert may choose; none where a free choice is one more than the one before.

    They are those of dice, 1 to 6 or a sum, as for a free choice of any value.
    """
    value = zone.zone.value
    if zone.zone.free_choice == "one more than the one before":
        return ()
    return tuple(FACES) if value.depends_on_cell else tuple(sorted(value.possible_values(0, dice)))


def _often(gains: dict[int, dict[str, Counter[int]]]) -> Iterator[tuple[int, dict[str, Counter[int]]]]:
    for round_, of_round in gains.items():
        yield round_, {cell: own for cell, own in of_round.items() if own.total() >= LEAST_GAMES}


def _estimate(gains: Counter[int]) -> Estimate:
    each = Sample(gains).mean_estimate()
    return Estimate(each.value / WITHOUT, each.low / WITHOUT, each.high / WITHOUT)


def as_data(plan: SimulationPlan, worths: Worths, cells: list[str]) -> dict[str, Any]:
    """Return worths as plain data, small enough to keep for a page: lists in the order of `cells`, None if unknown.

    `margins` are half the 95 % intervals.
    """
    rounds = []
    for round_, known in worths.items():
        own = [known.get(cell) for cell in cells]
        points = [each and round(each.value, 1) for each in own]
        margins = [each and round(each.margin, 1) for each in own]
        rounds.append({"round": round_, "points": points, "margins": margins})
    return {"games": plan.games, "rounds": rounds}
