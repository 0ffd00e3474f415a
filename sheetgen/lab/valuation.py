"""What a position is worth to the planner: the features that a sheet shows, and what each adds to the final points.

A feature is the state of a few cells: a row, a column, the cells of a badge, or how far a series has come. Features are
derived from the layout alone; what each one adds to the points of each zone, and to the foxes, is learned by playing,
for each round separately.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from math import exp, log
from operator import itemgetter
from typing import NamedTuple

from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.lab.outcomes import MAX_REMEMBERED, Outcomes, ZoneState
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.cells import OPEN, Key

# Features


Pattern = Callable[[Key], Hashable]
MAX_CELLS = 6  # a pattern of more cells has too many states to learn


class Features:
    """Numbers the features of one edition as they are met."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.rules: Rules = outcomes.rules
        self.outcomes = outcomes
        self.patterns = [tuple(_patterns(zone)) for zone in self.rules.zones]
        self.numbers: dict[Hashable, int] = {}
        self._known: dict[Hashable, tuple[int, ...]] = {}

    def number(self, feature: Hashable) -> int:
        """The number of a feature."""
        return self.numbers.setdefault(feature, len(self.numbers))

    def of_zone(self, zone: int, state: ZoneState) -> tuple[int, ...]:
        """The features that a zone shows."""
        half = self.outcomes.half_pair(zone, state)
        known = (zone, state.node.key, half)
        numbers = self._known.get(known)
        if numbers is None:
            names: list[Hashable] = [
                (zone, i, pattern(state.node.key)) for i, pattern in enumerate(self.patterns[zone])
            ]
            if half[0]:
                names.append((zone, "half", half))
            numbers = self._known[known] = tuple(self.number(name) for name in names)
        return numbers

    def of_track(self, track: int, unlocked: int, used: int) -> tuple[int, ...]:
        """The features of an action: how many slots are free, and how many are unlocked."""
        return self.number(("free", track, unlocked - used)), self.number(("unlocked", track, unlocked))

    def of_throw(self, throw: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """The features of a throw to come: which of the active player's, with which dice; 0 is a passive turn's."""
        return (
            self.number(("throw", throw, dice)),
            self.number(("dice", throw, len(dice))),
            *(self.number(("die", throw, die)) for die in dice),
        )


def _patterns(zone: ZoneRules) -> Iterator[Pattern]:
    """The patterns of a zone: how full it is, its series or its lines, and its badges."""
    cells = zone.table.writable
    yield lambda key: (sum(key[i] != OPEN for i in cells), zone.circles and sum(key[i] > 1 for i in cells))
    rows = [tuple(i for i in cells if zone.rows[i] == row) for row in sorted(set(zone.rows))]
    columns = [tuple(i for i in cells if zone.columns[i] == column) for column in sorted(set(zone.columns))]
    every_series = zone.zone.order.series(zone.table)
    for series in every_series:
        yield partial(_end_of_series, [i for i in series.cells if not zone.printed[i]])
    lines: dict[tuple[int, ...], None] = {}
    if not every_series:
        lines |= dict.fromkeys([*rows, *columns])
        lines |= dict.fromkeys(tuple(i for i in badge.needs if not zone.printed[i]) for badge in zone.triggers)
    elif zone.zone.cells.is_grid:
        lines |= dict.fromkeys(columns)
    elif len(every_series) == 1:
        yield lambda key: (_end_of_series(cells, key), sum(key[i] != OPEN for i in cells))
    for line in lines:
        if 1 < len(line) <= MAX_CELLS:
            yield itemgetter(*line)


def _end_of_series(cells: Sequence[int], key: Key) -> tuple[int, int]:
    """How far a series has come, and with which number if later ones are compared with it."""
    last = next((i for i in reversed(cells) if key[i] != OPEN), None)
    return (-1, 0) if last is None else (last, key[last])


# Values


AVERAGED_NOTES = 500  # how many of the last notes make an average
Vector = list[float]  # one number per zone, and one for the foxes


class UpcomingThrow(NamedTuple):
    """A throw to come: in which round, which one of the active player (0: somebody else's), with which dice."""

    round: int  # from 0
    number: int
    dice: tuple[int, ...]


class Valuation:
    """Weights of features, and what they make of positions."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.outcomes = Outcomes(rules)
        self.features = Features(self.outcomes)
        self.heads = len(rules.zones) + 1
        rounds = rules.rounds(players)
        self.weights: list[list[Vector]] = [[] for _ in range(rounds + 1)]  # by round and feature
        self.spread = [8.0] * (rounds + 1)  # how far the expectations for zones are off, per round
        self.fox_points = rules.edition.foxes.fixed_points
        self.learning = False
        self.badges: dict[tuple[Bonus, int], list[float]] = {}  # by round: worth on average, and how often noted
        self._zones: list[dict[object, Vector]] = [{} for _ in self.weights]
        self._tracks: dict[object, Vector] = {}
        self._throws: dict[UpcomingThrow, Vector] = {}

    def grow(self) -> None:
        """Make room for features that were met lately."""
        for vectors in self.weights:
            vectors += [[0.0] * self.heads for _ in range(len(self.features.numbers) - len(vectors))]

    def forget(self) -> None:
        """Let go of everything computed from weights, after they have changed."""
        for known in self._zones:
            known.clear()
        self._tracks.clear()
        self._throws.clear()

    def total(self, features: Iterable[int], round_: int) -> Vector:
        """What features add up to in a round."""
        weights = self.weights[round_]
        known = len(weights)
        vectors = [weights[feature] for feature in features if feature < known]
        return list(map(sum, zip(*vectors, strict=True))) or [0.0] * self.heads

    def zone(self, zone: int, state: ZoneState, round_: int) -> Vector:
        """What the state of a zone will still bring."""
        known = self._zones[round_]
        key = (state.node, self.outcomes.half_pair(zone, state)) if self.outcomes.pairs[zone] else state.node
        vector = known.get(key)
        if vector is None:
            if len(known) > MAX_REMEMBERED:
                known.clear()
            vector = known[key] = self.total(self.features.of_zone(zone, state), round_)
        return vector

    def track(self, track: int, unlocked: int, used: int, round_: int) -> Vector:
        """What an action with that many slots unlocked and used will still bring."""
        key = (track, unlocked, used, round_)
        vector = self._tracks.get(key)
        if vector is None:
            vector = self._tracks[key] = self.total(self.features.of_track(track, unlocked, used), round_)
        return vector

    def throw(self, throw: UpcomingThrow) -> Vector:
        """What a throw and all later ones will bring."""
        vector = self._throws.get(throw)
        if vector is None:
            features = self.features.of_throw(throw.number, throw.dice)
            vector = self._throws[throw] = self.total(features, throw.round)
        return vector

    def average_badge(self, badge: Bonus, round_: int) -> float:
        """What a badge that marks a cell is worth on average, where a chain is not followed further."""
        noted = self.badges.get((badge, round_))
        return noted[0] if noted is not None else 0.0

    def note_badge(self, badge: Bonus, round_: int, worth: float) -> None:
        """Learn from what a badge was worth somewhere; later notes count more than early ones."""
        noted = self.badges.setdefault((badge, round_), [0.0, 0.0])
        noted[1] += 1
        noted[0] += (worth - noted[0]) / min(noted[1], AVERAGED_NOTES)

    def prices(self, zones: Sequence[float], foxes: float, round_: int) -> Vector:
        """What a point in each zone, and a fox, adds to the total if zones and foxes are expected to end like this."""
        if self.fox_points is not None:
            return [1.0] * len(zones) + [float(self.fox_points)]
        # The lowest of several uncertain zones lies below the lowest expectation; the softened minimum says how far.
        soft = max(0.72 * self.spread[round_], 0.5)
        lowest = min(zones)
        shares = [exp((lowest - points) / soft) for points in zones]
        whole = sum(shares)
        foxes = max(foxes, 0.0)
        return [1.0 + foxes * share / whole for share in shares] + [lowest - soft * log(whole)]
