"""Simulations bit by bit: a page can show how far they are, and stop them between two bits.

`GameSeries` plays the games of a plan a few at a time, and remembers the points of each game, so that two layouts can
be compared game by game with the same dice. The generators do what `simulate`, `balance` and `bands` do: they yield a
`RunStep` after each bit, and return the result.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sheetgen.engine.game import Game
from sheetgen.engine.rules import Rules
from sheetgen.lab.balance import (
    SEATS,
    LayoutRuns,
    Observations,
    compared_bots,
    compares_seats,
    is_observed,
    observation_steps,
    observed_games,
)
from sheetgen.lab.players import BOTS, LearningStep, Result, Step
from sheetgen.lab.results import SimulationResult
from sheetgen.lab.simulation import SimulationPlan, game_seed_of, prepared
from sheetgen.lab.tally import Estimate, Points, Sample, Tally, names_of_points
from sheetgen.layout import Layout

BIT_SECONDS = 0.1  # about how long one bit takes, after the first ones have shown how fast games are
GROWTH = 4  # a bit has at most so many times the games of the one before


@dataclass(frozen=True)
class Comparison:
    """The mean points of one thing, in both versions, and the mean difference of twins: what the change does."""

    before: float
    after: float
    difference: Estimate


class GameSeries:
    """The games of a plan as far as they were played: their counts, and the points of each."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.points: Points = {name: [] for name in names_of_points(Rules(plan.layout))}
        self.seconds = 0.0
        self._simulation = prepared(plan)
        self._bit = 1

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def left(self) -> int:
        """How many games are still to be played."""
        return self.plan.games - self.played

    @property
    def result(self) -> SimulationResult:
        """The result so far."""
        return SimulationResult(self.plan, self.tally, self.seconds)

    def play(self, games: int) -> int:
        """Play on; return how many games were played, fewer than `games` at the end of the plan."""
        games = min(games, self.left)
        start = time.perf_counter()
        tally, points = self._simulation.play_with_points(game_seed_of(self.plan.seed, self.played), games)
        self.tally.add(tally)
        for name, own in points.items():
            self.points[name] += own
        self.seconds += time.perf_counter() - start
        return games

    def play_bit(self) -> int:
        """Play about as many games as fit into BIT_SECONDS, the first time one; return how many."""
        start = time.perf_counter()
        games = self.play(self._bit)
        each = max(time.perf_counter() - start, 1e-6) / games
        self._bit = max(1, min(int(BIT_SECONDS / each), GROWTH * self._bit))
        return games


def differences(before: GameSeries, after: GameSeries) -> dict[str, Comparison]:
    """Compare the games that both series have played, twin by twin: the total, zones and foxes that both layouts have.

    Both must have the same seed and number of players; the points are those of one sheet.
    """
    sheets, games = before.plan.players, min(before.played, after.played)
    found = {}
    for name in before.points:
        if name not in after.points:
            continue
        old, new = before.points[name][:games], after.points[name][:games]
        gap = Sample(Counter(b - a for a, b in zip(old, new, strict=True))).mean_estimate()
        found[name] = Comparison(
            sum(old) / games / sheets,
            sum(new) / games / sheets,
            Estimate(gap.value / sheets, gap.low / sheets, gap.high / sheets),
        )
    return found


# What the commands do, bit by bit


class RunStep(NamedTuple):
    """How far a run is: what is played just now, and the part of the run that this is."""

    layout: str
    bot: str
    learning: bool  # whether the bot still learns the layout
    played: int
    of: int
    part: int = 1
    parts: int = 1
    result: SimulationResult | None = None  # of the games so far


class RunOptions(NamedTuple):
    """What is asked of a run, as the options of the commands."""

    bot: str
    games: int
    seed: int = 1
    players: int = 1


def simulation_steps(layout: Layout, options: RunOptions) -> Generator[RunStep, None, SimulationResult]:
    """Play as `simulate` does. Raises an error if the layout is not for so many players."""
    rules = Rules(layout)
    Game(rules, options.players)
    knowledge = yield from _learning(rules, options)
    series = GameSeries(SimulationPlan(layout, options.players, options.bot, options.seed, options.games, knowledge))
    while series.left:
        series.play_bit()
        yield RunStep(layout.id, options.bot, False, series.played, options.games, result=series.result)
    return series.result


def _learning(rules: Rules, options: RunOptions) -> Generator[RunStep, None, bytes]:
    learning, learned = BOTS[options.bot].learning, 0

    def step_of(step: LearningStep) -> RunStep:
        nonlocal learned
        learned += step.games
        return RunStep(rules.id, options.bot, True, learned, step.of)

    return (yield from _told(learning(rules, options.players), step_of)) if learning is not None else b""


def balance_steps(
    layout: Layout, parent: Layout, options: RunOptions
) -> Generator[RunStep, None, tuple[LayoutRuns, LayoutRuns]]:
    """Play both layouts with the bots that `balance` compares; return the runs of both."""
    bots = compared_bots(options.bot)
    asked = [(each, options._replace(bot=bot)) for each in (layout, parent) for bot in bots]
    if compares_seats(layout, options.players, options.bot):
        asked.append((layout, options._replace(players=SEATS)))
    watched = [is_observed(each, options.bot) for each in (layout, parent)]
    parts, results = len(asked) + sum(watched), []
    for number, (compared, wanted) in enumerate(asked):
        results.append((yield from _part(simulation_steps(compared, wanted), number + 1, parts)))
    own, other, seats = results[: len(bots)], results[len(bots) : 2 * len(bots)], results[2 * len(bots) :]
    seen: list[Observations | None] = []
    for result, badges in ((own[0], True), (other[0], False)):
        part = len(asked) + sum(watched[: len(seen) + 1])
        seen.append((yield from _part(_observing(result.plan, badges), part, parts)))
    runs = LayoutRuns(own[0], tuple(own[1:]), seats[0] if seats else None, seen[0])
    return runs, LayoutRuns(other[0], tuple(other[1:]), observed=seen[1])


def _observing(plan: SimulationPlan, badges: bool) -> Generator[RunStep, None, Observations | None]:
    played, games = 0, observed_games(plan, badges=badges)

    def step_of(more: int) -> RunStep:
        nonlocal played
        played += more
        return RunStep(plan.layout.id, plan.bot, False, played, games)

    return (yield from _told(observation_steps(plan, badges=badges), step_of))


def bands_steps(
    layout: Layout, like: Layout, options: RunOptions, bots: Sequence[str] = ()
) -> Generator[RunStep, None, list[tuple[SimulationResult, SimulationResult]]]:
    """Play both layouts as `bands` does, with the bot of the options or with several; return two results for each.

    That of `layout` is the first of the two.
    """
    asked = [options._replace(bot=bot) for bot in bots or (options.bot,)]
    pairs, parts = [], 2 * len(asked)
    for number, own in enumerate(asked):
        reference = yield from _part(simulation_steps(like, own), 2 * number + 1, parts)
        result = yield from _part(simulation_steps(layout, own), 2 * number + 2, parts)
        pairs.append((result, reference))
    return pairs


def _part(steps: Generator[RunStep, None, Result], part: int, parts: int) -> Generator[RunStep, None, Result]:
    """Take the steps of one part of a larger run."""
    return (yield from _told(steps, lambda step: step._replace(part=part, parts=parts)))


def _told(steps: Generator[Step, None, Result], step_of: Callable[[Step], RunStep]) -> Generator[RunStep, None, Result]:
    """Take all steps, each told as a step of a run; return the result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield step_of(step)
