"""What is counted in simulated games, and statistics of counts: means, shares and differences with their intervals.

Counts are whole numbers, so that the parts of a run add up in any order to the same result.
"""

from collections import Counter
from dataclasses import dataclass, field, fields
from math import sqrt
from statistics import NormalDist

from sheetgen.engine.events import Lost
from sheetgen.engine.game import Game
from sheetgen.engine.player import Player
from sheetgen.engine.rules import Rules
from sheetgen.layout.parts.bonus import ScoringBonus
from sheetgen.layout.parts.cells import OPEN

# Statistics


CONFIDENCE = 0.95
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure estimated from a sample, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Sample:
    """Whole numbers, and how often each occurred; samples of parts of a run can be added up."""

    counts: Counter[int]

    @property
    def size(self) -> int:
        """How many numbers there are in the sample."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean."""
        return sum(value * times for value, times in self.counts.items()) / self.size

    @property
    def variance(self) -> float:
        """The variance, as estimated from a sample."""
        if self.size < 2:
            return 0.0
        # In whole numbers the order of adding cannot matter, so that parallel runs agree to the last digit.
        total = sum(value * times for value, times in self.counts.items())
        squares = sum(value * value * times for value, times in self.counts.items())
        return (squares * self.size - total * total) / (self.size * (self.size - 1))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def mean_estimate(self) -> Estimate:
        """The mean with its interval."""
        margin = student_quantile(self.size - 1) * self.sd / sqrt(self.size) if self.size > 1 else float("inf")
        return Estimate(self.mean, self.mean - margin, self.mean + margin)

    def percentile(self, percent: float) -> int:
        """Return the smallest number that `percent` (0 to 100) of the sample do not exceed.

        >>> Sample(Counter([1, 2, 3, 4])).percentile(50)
        2
        """
        target, counted = percent / 100 * self.size, 0
        for value in sorted(self.counts):
            counted += self.counts[value]
            if counted >= target:
                return value
        return max(self.counts)

    def share_from(self, value: int) -> float:
        """Return the share (0 to 1) of numbers that are at least `value`."""
        return sum(times for number, times in self.counts.items() if number >= value) / self.size


def student_quantile(freedom: int) -> float:
    """Return the quantile of Student's t distribution for a two-sided interval of `CONFIDENCE`.

    It is computed by the Cornish-Fisher expansion around the normal quantile; `freedom` are the degrees of freedom.

    >>> round(student_quantile(10), 2), round(student_quantile(1_000_000), 2)
    (2.23, 1.96)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    n = max(freedom, 1)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / n + terms[1] / n**2 + terms[2] / n**3


def share(hits: int, size: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return the share hits/size with Wilson's interval, which is also right near 0 and 1.

    >>> share(0, 100).low, round(share(0, 100).high, 3)
    (0.0, 0.037)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = hits / size
    middle = (p + z * z / (2 * size)) / (1 + z * z / size)
    margin = z / (1 + z * z / size) * sqrt(p * (1 - p) / size + z * z / (4 * size * size))
    return Estimate(p, max(middle - margin, 0.0) if hits else 0.0, min(middle + margin, 1.0) if hits < size else 1.0)


def difference(one: Sample, other: Sample) -> Estimate:
    """Return how much higher the mean of `one` is than that of `other`, an independent sample (Welch's interval)."""
    value = one.mean - other.mean
    a, b = one.variance / one.size, other.variance / other.size
    if a + b == 0:
        return Estimate(value, value, value)
    freedom = (a + b) ** 2 / (a**2 / max(one.size - 1, 1) + b**2 / max(other.size - 1, 1))
    margin = student_quantile(int(freedom)) * sqrt(a + b)
    return Estimate(value, value - margin, value + margin)


# Counts


TOTAL = "total"
Points = dict[str, list[int]]  # of each game, all its sheets together: by the names that `names_of_points` returns


def names_of_points(rules: Rules) -> tuple[str, ...]:
    """Return what brings points, by name: `TOTAL`, the zones, and the badges that score at the end."""
    return (TOTAL, *rules.zone_index, *(badge.plural for badge in rules.scoring_badges))


@dataclass(slots=True)
class Tally:
    """Counts over many games: per sheet, where no comment says otherwise."""

    games: int = 0
    sheets: int = 0
    totals: Counter[int] = field(default_factory=Counter)
    sums: Counter[int] = field(default_factory=Counter)  # the totals of all players of a game together
    zones: Counter[tuple[str, int]] = field(default_factory=Counter)  # (zone, points)
    lowest: Counter[str] = field(default_factory=Counter)  # the zone with the fewest points
    badge_counts: Counter[tuple[str, int]] = field(default_factory=Counter)  # (scoring badge, how many)
    badge_points: Counter[tuple[str, int]] = field(default_factory=Counter)  # (scoring badge, points of all)
    marks: Counter[str] = field(default_factory=Counter)  # by cell
    badges: Counter[tuple[str, int]] = field(default_factory=Counter)  # earned, by zone and number of the badge
    unlocked: Counter[tuple[str, int]] = field(default_factory=Counter)  # (track, slots)
    used: Counter[tuple[str, int]] = field(default_factory=Counter)  # (track, slots)
    chains: Counter[int] = field(default_factory=Counter)  # the longest chain of bonus marks in a game
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)  # (what, how often)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)  # (seat, total)
    wins: Counter[tuple[int, bool]] = field(default_factory=Counter)  # (seat, shared)

    def add(self, other: "Tally") -> None:
        """Add the counts of other games to these."""
        for entry in fields(self):
            counts = getattr(self, entry.name)
            if isinstance(counts, Counter):
                counts.update(getattr(other, entry.name))
            else:
                setattr(self, entry.name, counts + getattr(other, entry.name))

    # Reading

    def zone(self, zone: str) -> Sample:
        """The points of a zone."""
        return _sample_of(self.zones, zone)

    def count_of(self, badge: ScoringBonus) -> Sample:
        """How many badges of a scoring kind there were."""
        return _sample_of(self.badge_counts, badge.name)

    def points_of(self, badge: ScoringBonus) -> Sample:
        """The points that the badges of a scoring kind brought together."""
        return _sample_of(self.badge_points, badge.name)

    def slots_unlocked(self, track: str) -> Sample:
        """How many slots of an action were unlocked."""
        return _sample_of(self.unlocked, track)

    def slots_used(self, track: str) -> Sample:
        """How many slots of an action were used."""
        return _sample_of(self.used, track)

    def lost_per_game(self, what: str) -> Sample:
        """How often something (`throw`, `platter`) was lost in a game."""
        sample = _sample_of(self.lost, what)
        sample.counts[0] += self.games - sample.size
        return sample

    def seat(self, seat: int) -> Sample:
        """The totals of one seat."""
        return Sample(Counter({total: times for (other, total), times in self.seats.items() if other == seat}))


def _sample_of(counts: Counter[tuple[str, int]], name: str) -> Sample:
    return Sample(Counter({number: times for (key, number), times in counts.items() if key == name}))


class GameCounter:
    """Adds finished games of one edition to a tally."""

    def __init__(self, rules: Rules) -> None:
        self._cells = [[f"{zone.name}.{cell}" for cell in zone.names] for zone in rules.zones]
        self._writable = [[i for i, printed in enumerate(zone.printed) if not printed] for zone in rules.zones]
        self._badges = [
            [
                (
                    number,
                    tuple(zone.index[cell] for cell in badge.cells),
                    badge.attached_to == "cell",
                    badge.only_from or 0,
                )
                for number, badge in enumerate(zone.zone.badges)
            ]
            for zone in rules.zones
        ]
        self._tracks = [track.label for track in rules.tracks]

    def count(self, tally: Tally, game: Game) -> None:
        """Add a finished game to a tally."""
        tally.games += 1
        scores = game.scores()
        tally.sums[sum(score.total for score in scores)] += 1
        for seat, (player, score) in enumerate(zip(game.players, scores, strict=True)):
            tally.sheets += 1
            tally.totals[score.total] += 1
            tally.seats[seat, score.total] += 1
            zones = score.zones
            for item in zones.items():
                tally.zones[item] += 1
            tally.lowest[min(zones, key=zones.__getitem__)] += 1
            for badge, part in score.badges.items():
                tally.badge_counts[badge.name, part.count] += 1
                tally.badge_points[badge.name, part.points] += 1
            for label, unlocked, used in zip(self._tracks, player.unlocked, player.used, strict=True):
                tally.unlocked[label, unlocked] += 1
                tally.used[label, used.bit_count()] += 1
            self._count_marks(tally, player)
        tally.chains[_longest_chain(game)] += 1
        lost: dict[str, int] = {}
        for event in game.events:
            if type(event) is Lost:
                lost[event.what] = lost.get(event.what, 0) + 1
        for item in lost.items():
            tally.lost[item] += 1
        winners = game.winners()
        for seat in winners:
            tally.wins[seat, len(winners) > 1] += 1

    def _count_marks(self, tally: Tally, player: Player) -> None:
        marks, badges = tally.marks, tally.badges
        for zone, node in enumerate(player.nodes):
            key, names, rules = node.cell_states, self._cells[zone], node.rules
            for cell in self._writable[zone]:
                if key[cell] != OPEN:
                    marks[names[cell]] += 1
            stage = rules.stage
            entries = {rules.index[entry.cell]: entry for entry in player.written[zone]}
            for number, needs, in_cell, least in self._badges[zone]:
                if any(key[cell] == OPEN or (stage > 1 and 0 <= key[cell] < stage) for cell in needs):
                    continue
                if in_cell and rules.writes:
                    entry = entries.get(needs[0])  # None at a printed mark, whose badge nobody earns
                    if entry is None or not entry.badge or entry.value < least:
                        continue
                badges[rules.name, number] += 1


def _longest_chain(game: Game) -> int:
    """Return the largest number of bonus marks in a row."""
    longest = length = 0
    for move in game.moves:
        length = length + 1 if move.kind == "place" else 0
        if length > longest:
            longest = length
    return longest
