"""What positions are worth: for every feature what it adds to the final points of each zone, and to the foxes.

The worth of a feature changes while a game goes on: it is known for every round by itself.
"""

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

from sheetgen.engine.rules import Rules
from sheetgen.lab.features import Features
from sheetgen.lab.outcomes import MOST_REMEMBERED, Outcomes, Spot
from sheetgen.layout.parts.bonus import Bonus

NOTES = 500  # how many of the last notes make an average
Vector = list[float]  # one number per zone, and one for the foxes


class Throw(NamedTuple):
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
        self._throws: dict[Throw, Vector] = {}

    def grow(self) -> None:
        """Make room for features that were met lately."""
        for own in self.weights:
            own += [[0.0] * self.heads for _ in range(len(self.features.numbers) - len(own))]

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

    def zone(self, zone: int, spot: Spot, round_: int) -> Vector:
        """What the state of a zone will still bring."""
        known = self._zones[round_]
        key = (spot.node, self.outcomes.half_pair(zone, spot)) if self.outcomes.pairs[zone] else spot.node
        found = known.get(key)
        if found is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            found = known[key] = self.total(self.features.of_zone(zone, spot), round_)
        return found

    def track(self, track: int, unlocked: int, used: int, round_: int) -> Vector:
        """What an action with that many slots unlocked and used will still bring."""
        key = (track, unlocked, used, round_)
        found = self._tracks.get(key)
        if found is None:
            found = self._tracks[key] = self.total(self.features.of_track(track, unlocked, used), round_)
        return found

    def throw(self, throw: Throw) -> Vector:
        """What a throw and all later ones will bring."""
        found = self._throws.get(throw)
        if found is None:
            features = self.features.of_throw(throw.number, throw.dice)
            found = self._throws[throw] = self.total(features, throw.round)
        return found

    def average_badge(self, badge: Bonus, round_: int) -> float:
        """What a badge that marks a cell is worth on average, where a chain is not followed further."""
        found = self.badges.get((badge, round_))
        return found[0] if found is not None else 0.0

    def note_badge(self, badge: Bonus, round_: int, worth: float) -> None:
        """Learn from what a badge was worth somewhere; later notes count more than early ones."""
        own = self.badges.setdefault((badge, round_), [0.0, 0.0])
        own[1] += 1
        own[0] += (worth - own[0]) / min(own[1], NOTES)

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
