"""What the planner expects of a sheet: its features, and what each of them adds to the points at the end.

A feature is the state of a few cells: a row, a column, the cells of a badge, or how far a series has come. Features are
derived from the layout alone; what each one adds to the points of each zone, and to the scoring badges, is learned by
playing, for each round separately.
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
from sheetgen.layout.parts.cells import OPEN, CellStates

# Features


Pattern = Callable[[CellStates], Hashable]
MAX_CELLS = 6  # a pattern of more cells has too many states to learn


class Features:
    """The features of one edition, numbered in the order in which they occur."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.rules: Rules = outcomes.rules
        self.outcomes = outcomes
        self.patterns = [tuple(_patterns(zone)) for zone in self.rules.zones]
        self.numbers: dict[Hashable, int] = {}
        self._of_zone_cache: dict[Hashable, tuple[int, ...]] = {}

    def number(self, feature: Hashable) -> int:
        """Return the number of a feature; a new one gets the next number."""
        return self.numbers.setdefault(feature, len(self.numbers))

    def of_zone(self, zone: int, state: ZoneState) -> tuple[int, ...]:
        """Return the numbers of the features of a zone."""
        half = self.outcomes.waiting_entry(zone, state)
        key = (zone, state.node.cell_states, half)
        numbers = self._of_zone_cache.get(key)
        if numbers is None:
            names: list[Hashable] = [
                (zone, i, pattern(state.node.cell_states)) for i, pattern in enumerate(self.patterns[zone])
            ]
            if half[0]:
                names.append((zone, "half", half))
            numbers = self._of_zone_cache[key] = tuple(self.number(name) for name in names)
        return numbers

    def of_track(self, track: int, unlocked: int, used: int) -> tuple[int, ...]:
        """Return the features of an action: how many slots are free, and how many are unlocked."""
        return self.number(("free", track, unlocked - used)), self.number(("unlocked", track, unlocked))

    def of_throw(self, throw: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Return the features of the next roll: its number in the turn (0: a passive turn), and its dice."""
        return (
            self.number(("throw", throw, dice)),
            self.number(("dice", throw, len(dice))),
            *(self.number(("die", throw, die)) for die in dice),
        )


def _patterns(zone: ZoneRules) -> Iterator[Pattern]:
    """Yield the patterns of a zone: how full it is, its series or its lines, and the cells of its badges."""
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
        filling = [i for i in zone.filling if not zone.printed[i]]
        yield lambda key: (_end_of_series(filling, key), sum(key[i] != OPEN for i in cells))
    for line in lines:
        if 1 < len(line) <= MAX_CELLS:
            yield itemgetter(*line)


def _end_of_series(cells: Sequence[int], states: CellStates) -> tuple[int, int]:
    """Return the last marked cell of a series and its number, to which later ones may be compared; else (-1, 0)."""
    last = next((i for i in reversed(cells) if states[i] != OPEN), None)
    return (-1, 0) if last is None else (last, states[last])


# Values


AVERAGED_BADGES = 500  # an average follows about so many of the last values
Vector = list[float]  # one number per zone, then one for each kind of badge that brings points at the end


class UpcomingThrow(NamedTuple):
    """The next roll of a player: its round, its number in the turn (0: in another player's turn), and its dice."""

    round: int  # from 0
    number: int
    dice: tuple[int, ...]


class Valuation:
    """Weights of features, and the points that sheets can expect according to them."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.outcomes = Outcomes(rules)
        self.features = Features(self.outcomes)
        self.zone_count = len(rules.zones)
        # Where a vector has the number for a kind of scoring badge
        self.badge_index: dict[Bonus, int] = {
            badge: self.zone_count + i for i, badge in enumerate(rules.scoring_badges)
        }
        self.vector_size = self.zone_count + len(self.badge_index)
        rounds = rules.rounds(players)
        self.weights: list[list[Vector]] = [[] for _ in range(rounds + 1)]  # by round and feature
        self.spread = [8.0] * (rounds + 1)  # by round: the standard error of the expected points of zones
        self.fixed_points = [badge.fixed_points(rules.edition) for badge in rules.scoring_badges]
        self.learning = False
        self.badges: dict[
            tuple[Bonus, int], list[float]
        ] = {}  # by badge and round: average worth, and how often recorded
        self._zones: list[dict[object, Vector]] = [{} for _ in self.weights]
        self._tracks: dict[object, Vector] = {}
        self._throws: dict[UpcomingThrow, Vector] = {}

    def add_new_features(self) -> None:
        """Give features that occurred since the last call the weight 0."""
        for vectors in self.weights:
            vectors += [[0.0] * self.vector_size for _ in range(len(self.features.numbers) - len(vectors))]

    def clear_caches(self) -> None:
        """Drop everything that was computed from weights; call it after they have changed."""
        for vectors in self._zones:
            vectors.clear()
        self._tracks.clear()
        self._throws.clear()

    def total(self, features: Iterable[int], round_: int) -> Vector:
        """Return the sum of the weights of features in a round."""
        weights = self.weights[round_]
        size = len(weights)  # features that were never learned have no weight
        vectors = [weights[feature] for feature in features if feature < size]
        return list(map(sum, zip(*vectors, strict=True))) or [0.0] * self.vector_size

    def zone(self, zone: int, state: ZoneState, round_: int) -> Vector:
        """Return what a zone in this state will still gain."""
        cache = self._zones[round_]
        key = (state.node, self.outcomes.waiting_entry(zone, state)) if self.outcomes.joint_parts[zone] else state.node
        vector = cache.get(key)
        if vector is None:
            if len(cache) > MAX_REMEMBERED:
                cache.clear()
            vector = cache[key] = self.total(self.features.of_zone(zone, state), round_)
        return vector

    def track(self, track: int, unlocked: int, used: int, round_: int) -> Vector:
        """Return what an action with so many slots unlocked and used will still gain."""
        key = (track, unlocked, used, round_)
        vector = self._tracks.get(key)
        if vector is None:
            vector = self._tracks[key] = self.total(self.features.of_track(track, unlocked, used), round_)
        return vector

    def throw(self, throw: UpcomingThrow) -> Vector:
        """Return what a roll and all later ones will gain."""
        vector = self._throws.get(throw)
        if vector is None:
            features = self.features.of_throw(throw.number, throw.dice)
            vector = self._throws[throw] = self.total(features, throw.round)
        return vector

    def average_badge(self, badge: Bonus, round_: int) -> float:
        """Return what a badge that marks a cell is worth on average, in points."""
        average = self.badges.get((badge, round_))
        return average[0] if average is not None else 0.0

    def record_badge(self, badge: Bonus, round_: int, worth: float) -> None:
        """Update the average worth of a badge with one value, in points; later values count more than early ones."""
        average = self.badges.setdefault((badge, round_), [0.0, 0.0])
        average[1] += 1
        average[0] += (worth - average[0]) / min(average[1], AVERAGED_BADGES)

    def prices(self, zones: Sequence[float], counts: Sequence[float], round_: int) -> Vector:
        """Return what a point in each zone, and a scoring badge of each kind, add to the total.

        `zones` are the points that are expected, `counts` the scoring badges of each kind.
        """
        if None not in self.fixed_points:
            return [1.0] * len(zones) + [float(points or 0) for points in self.fixed_points]
        # The lowest of several uncertain zones is expected below the lowest expectation: a soft minimum.
        soft = max(0.72 * self.spread[round_], 0.5)
        lowest = min(zones)
        shares = [exp((lowest - points) / soft) for points in zones]
        whole = sum(shares)
        following = sum(max(n, 0.0) for n, fixed in zip(counts, self.fixed_points, strict=True) if fixed is None)
        soft_lowest = lowest - soft * log(whole)
        badges = [soft_lowest if fixed is None else float(fixed) for fixed in self.fixed_points]
        return [1.0 + following * share / whole for share in shares] + badges
