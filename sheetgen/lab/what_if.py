"""What if: a layout and the same one with a few values changed, played by one bot with the same dice.

Every game of one version has a twin of the other version with the same seed. Only the differences of twins are
compared, which needs far fewer games than two separate simulations: most of the luck is the same in both.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from sheetgen.engine.rules import Rules
from sheetgen.errors import WrongValueError
from sheetgen.lab.fast import FastSimulation, why_slow
from sheetgen.lab.players import BOTS, prepare_player
from sheetgen.lab.simulation import GAMES_PER_BATCH, GAMES_PER_FAST_BATCH, SimulationPlan, game_seed_of, play_game
from sheetgen.lab.tally import Estimate, Sample
from sheetgen.layout import Layout, read_from_text
from sheetgen.layout.edits import edit
from sheetgen.layout.nodes import Steps

TOTAL = "total"


@dataclass(frozen=True)
class Comparison:
    """The mean points of one thing, in both versions, and the mean difference of twins: what the change does."""

    before: float
    after: float
    difference: Estimate


@dataclass(frozen=True)
class WhatIf:
    """What changes do to the total and to the points of each zone, by name."""

    edition: str
    changes: tuple[str, ...]
    bot: str
    games: int
    points: dict[str, Comparison]  # of `total`, then of the zones that both versions have


def changed_layout(layout: Layout, text: str, path: Path, changes: Sequence[str]) -> Layout:
    """Return a layout after changes such as `zones.green.points.by count=[1, 3, 6]`; raise SheetgenError.

    `text` is that of its file, at `path`. Steps of a change are separated by dots; in lists they are numbers from 1.
    """
    for change in changes:
        steps, value = _read(change)
        text = edit(text, path, layout.id, {"do": "set", "steps": list(steps), "value": value}).text
    return read_from_text(text, path, f"{layout.id} with {' and '.join(changes)}")


def _read(change: str) -> tuple[Steps, object]:
    """Return the steps and the value of a change; raise WrongValueError."""
    path, equals, written = change.partition("=")
    steps = [step.strip() for step in path.split(".")]
    if not equals or not all(steps):
        raise WrongValueError(f"'{change}' is no change; write 'zones.green.points.by count=[1, 3, 6]'")
    try:
        value = yaml.safe_load(written)
    except yaml.YAMLError:
        raise WrongValueError(f"'{written.strip()}' is no value as layouts write it") from None
    return tuple(int(step) - 1 if step.isdecimal() else step for step in steps), value


def compare(
    before: SimulationPlan, after: SimulationPlan, changes: Sequence[str], step: Callable[[int], object]
) -> WhatIf:
    """Play the games of both plans, which differ in their layouts; `step` is called with numbers of games."""
    zones = [Rules(plan.layout).zone_index for plan in (before, after)]
    names = [TOTAL, *(zone for zone in zones[0] if zone in zones[1])]
    first, second = (list(_points(plan, names, step)) for plan in (before, after))
    points = {}
    for i, name in enumerate(names):
        sheets = before.players
        found = Sample(Counter(new[i] - old[i] for old, new in zip(first, second, strict=True))).mean_estimate()
        means = [sum(row[i] for row in rows) / len(rows) / sheets for rows in (first, second)]
        points[name] = Comparison(
            means[0], means[1], Estimate(found.value / sheets, found.low / sheets, found.high / sheets)
        )
    return WhatIf(before.layout.id, tuple(changes), before.bot, before.games, points)


def _points(plan: SimulationPlan, names: Sequence[str], step: Callable[[int], object]) -> Iterator[list[int]]:
    """Yield the points of all sheets of each game: those of each name, added up."""
    rules = Rules(plan.layout)
    in_core = BOTS[plan.bot].in_core if plan.bot in BOTS and why_slow(plan.layout, plan.bot) is None else None
    if in_core is not None:
        simulation = FastSimulation(rules, plan.players, in_core(rules, plan.knowledge))
        for start in range(0, plan.games, GAMES_PER_FAST_BATCH):
            count = min(GAMES_PER_FAST_BATCH, plan.games - start)
            columns = simulation.points(game_seed_of(plan.seed, start), count)
            step(count)
            for game in range(count):
                yield [sum(column[game] for column in columns[name]) for name in names]
        return
    choose = prepare_player(plan.bot, rules, plan.players, plan.knowledge)
    for number in range(plan.games):
        scores = play_game(rules, plan.players, choose, plan.seed, number).scores()
        if (number + 1) % GAMES_PER_BATCH == 0:
            step(GAMES_PER_BATCH)
        yield [sum(score.total if name == TOTAL else score.zones[name] for score in scores) for name in names]
