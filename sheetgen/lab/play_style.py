"""How a bot plays a sheet: what it marks first, when it reaches each cell, which badges decide, how much it decides.

Solo games are played move by move in the fast engine, the same games as a simulation with the same plan.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from sheetgen.engine.fast.stepping import NOT_FOLLOWED, FastGame, FastMove
from sheetgen.engine.rules import Rules
from sheetgen.lab.expert import VALUE_UNIT
from sheetgen.lab.fast import FastSimulation
from sheetgen.lab.players import EXPERT_NUMBER, RANDOM_NUMBER, finish
from sheetgen.lab.results import badge_name
from sheetgen.lab.simulation import SimulationPlan, game_seed_of, prepared
from sheetgen.lab.tally import Estimate, Sample

BADGE_GAMES = 500  # enough to tell badges that decide by ten points from those that decide by none
LEAST_SHEETS = 20  # with a badge, and without it: fewer say nothing
MOST_BADGES = 8  # that are kept
STYLE_GAMES = 200  # enough for means of what happens many times in a game


@dataclass
class PlayStyle:
    """What was seen in the games of one bot; counts are of games, if nothing else is said."""

    games: int = 0
    decisions: int = 0  # with more than one legal move, in all games
    options: int = 0  # the legal moves of all these decisions
    rerolls: int = 0
    first: Counter[str] = field(default_factory=Counter)  # the zone of the first mark
    first_lead: Counter[str] = field(default_factory=Counter)  # how much better than another cell, in 1/1024 points
    first_round: Counter[str] = field(default_factory=Counter)  # marks of the first round, by zone
    marks: Counter[tuple[str, int]] = field(default_factory=Counter)  # (cell, round of its first mark)

    @property
    def mean_decisions(self) -> float:
        """How many decisions a game has."""
        return self.decisions / self.games

    @property
    def mean_options(self) -> float:
        """How many legal moves a decision has."""
        return self.options / max(self.decisions, 1)

    @property
    def mean_rerolls(self) -> float:
        """How many rerolls a game has."""
        return self.rerolls / self.games


def watch(plan: SimulationPlan) -> PlayStyle:
    """Play the solo games of a plan and return what was seen; raise ValueError if the fast engine cannot play them."""
    return finish(watch_steps(plan), lambda games: None)


def watch_steps(plan: SimulationPlan) -> Generator[int, None, PlayStyle]:
    """Play as `watch` does, bit by bit: yield how many games were played after each bit."""
    simulation = prepared(plan)
    if plan.players != 1 or not isinstance(simulation, FastSimulation):
        raise ValueError(f"{plan.layout.id}, {plan.bot}: only solo games of the fast engine are watched")
    style = PlayStyle()
    for number in range(plan.games):
        _watch_game(style, simulation, game_seed_of(plan.seed, number))
        yield 1
    return style


def _watch_game(style: PlayStyle, simulation: FastSimulation, seed: int) -> None:
    edition, bot = simulation.edition, simulation.bot
    zones = edition.rules.zones
    game = FastGame(edition, 1, seed, worths=bot.worths, expert=simulation.expert)
    reached: set[tuple[int, int]] = set()
    style.games += 1
    while moves := game.moves():
        decides = len(moves) > 1 and moves[0].word != "nearest"
        # As in a simulation, which of equal dice is nearest is left to chance.
        chosen = game.choose(RANDOM_NUMBER if moves[0].word == "nearest" else bot.number)
        move = moves[chosen]
        style.decisions += decides
        style.options += len(moves) * decides
        style.rerolls += move.word == "reroll"
        if move.zone >= 0:
            round_, zone = game.round, zones[move.zone]
            if not reached:
                style.first[zone.name] += 1
                if bot.number == EXPERT_NUMBER:
                    style.first_lead[zone.name] += _lead(game, moves, chosen)
            style.first_round[zone.name] += round_ == 1
            place = (move.zone, move.cell)
            if place not in reached:
                reached.add(place)
                style.marks[f"{zone.name}.{zone.names[move.cell]}", round_] += 1
        game.play(chosen)


def _lead(game: FastGame, moves: list[FastMove], chosen: int) -> int:
    """Return how much more a move is worth than the best one that marks another cell, or none; in 1/1024 points."""
    if len(moves) == 1:
        return 0
    values = game.values()
    place = moves[chosen][2:4]
    others = [value for move, value in zip(moves, values, strict=True) if move[2:4] != place and value != NOT_FOLLOWED]
    return values[chosen] - max(others) if others else 0


def as_data(plan: SimulationPlan, style: PlayStyle) -> dict[str, Any]:
    """Return what was seen as plain data, small enough to keep for a page: means, and shares in percent.

    `reached` has for each cell the shares of sheets on which it is marked at the end of each round.
    """
    rules = Rules(plan.layout)
    rounds, games = rules.rounds(1), style.games
    deciding = [gap for gap in badge_gaps(plan, plan.games) if gap.gap.low > 0][:MOST_BADGES]
    reached = {}
    for zone in rules.zones:
        for cell, printed in zip(zone.names, zone.printed, strict=True):
            if not printed:
                name, so_far, shares = f"{zone.name}.{cell}", 0, []
                for number in range(1, rounds + 1):
                    so_far += style.marks[name, number]
                    shares.append(round(100 * so_far / games))
                reached[name] = shares
    return {
        "edition": plan.layout.id,
        "layout": plan.layout.play_digest(),
        "bot": plan.bot,
        "games": games,
        "seed": plan.seed,
        "decisions": round(style.mean_decisions, 1),
        "options": round(style.mean_options, 1),
        "rerolls": round(style.mean_rerolls, 2),
        "first": {zone: round(style.first[zone] / games, 4) for zone in rules.zone_index},
        "first_lead": {
            zone: round(style.first_lead[zone] / VALUE_UNIT / style.first[zone], 1)
            for zone in rules.zone_index
            if style.first[zone]
        },
        "first_round": {zone: round(style.first_round[zone] / games, 2) for zone in rules.zone_index},
        "badges": [
            {
                "zone": gap.zone,
                "number": gap.number,
                "earned": round(gap.earned, 4),
                "gap": round(gap.gap.value, 1),
                "margin": round(gap.gap.margin, 1),
            }
            for gap in deciding
        ],
        "reached": reached,
    }


# Badges that decide


@dataclass(frozen=True)
class BadgeGap:
    """A badge: on which share of sheets it is earned, and how many points more these sheets have than the others."""

    zone: str
    number: int  # of the badge in its zone
    name: str
    earned: float
    gap: Estimate


def badge_gaps(plan: SimulationPlan, games: int = BADGE_GAMES) -> list[BadgeGap]:
    """Compare sheets with each badge and without it in the first games of a solo plan; the largest difference is first.

    A difference is no proof that a badge is worth so much: good games have more of everything.
    """
    return finish(badge_gap_steps(plan, games), lambda games: None)


def badge_gap_steps(plan: SimulationPlan, games: int = BADGE_GAMES) -> Generator[int, None, list[BadgeGap]]:
    """Play and compare as `badge_gaps` does, bit by bit: yield how many games were played after each bit."""
    simulation = prepared(plan)
    totals: Counter[int] = Counter()
    counts: Counter[tuple[str, int]] = Counter()
    sums: Counter[tuple[str, int]] = Counter()
    games = min(games, plan.games)
    for number in range(games):
        tally = simulation.play(game_seed_of(plan.seed, number), 1)
        total = next(iter(tally.totals))
        totals[total] += 1
        for earned in tally.badges:
            counts[earned] += 1
            sums[earned] += total
        yield 1
    all_totals = Sample(totals)
    points = round(all_totals.mean * games)
    gaps = []
    for zone in Rules(plan.layout).zones:
        for number, badge in enumerate(zone.zone.badges):
            own = counts[zone.name, number]
            if not LEAST_SHEETS <= own <= games - LEAST_SHEETS:
                continue
            value = sums[zone.name, number] / own - (points - sums[zone.name, number]) / (games - own)
            margin = 1.96 * all_totals.sd * sqrt(1 / own + 1 / (games - own))
            name = badge_name(zone.name, badge.attached_to, badge.path, str(badge.bonus))
            gaps.append(BadgeGap(zone.name, number, name, own / games, Estimate(value, value - margin, value + margin)))
    return sorted(gaps, key=lambda each: -each.gap.value)


if __name__ == "__main__":  # `make figures`: print what is seen of the expert's games, as data
    import json
    import sys
    from dataclasses import replace

    from sheetgen.lab import worth
    from sheetgen.lab.training import load_weights
    from sheetgen.layout import load

    layout = load(sys.argv[1])
    weights = load_weights(Rules(layout))
    if weights is None:
        sys.exit(f"{sys.argv[1]}: no expert has learned it")
    plan = SimulationPlan(layout, 1, "expert", 1, int(sys.argv[2]), weights)
    seen, some = as_data(plan, watch(plan)), replace(plan, games=min(plan.games, worth.WORTH_GAMES))
    seen["worth"] = worth.as_data(some, worth.cell_worths(some), list(seen["reached"]))
    sys.stdout.write(json.dumps(seen) + "\n")
