"""What is counted in simulated games: whole numbers only, so that parts add up in any order to the same result."""

from collections import Counter
from dataclasses import dataclass, field, fields

from sheetgen.engine.events import Lost
from sheetgen.engine.game import Game
from sheetgen.engine.player import Player
from sheetgen.engine.rules import Rules
from sheetgen.lab.statistics import Sample
from sheetgen.layout.parts.cells import OPEN


@dataclass(slots=True)
class Tally:
    """Counts over games; every player of a game counts where nothing else is said."""

    games: int = 0
    sheets: int = 0
    totals: Counter[int] = field(default_factory=Counter)
    sums: Counter[int] = field(default_factory=Counter)  # the totals of all players of a game together
    zones: Counter[tuple[str, int]] = field(default_factory=Counter)  # (zone, points)
    lowest: Counter[str] = field(default_factory=Counter)  # the zone that foxes are worth
    foxes: Counter[int] = field(default_factory=Counter)
    fox_points: Counter[int] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)  # by cell
    badges: Counter[tuple[str, int]] = field(default_factory=Counter)  # earned, by zone and number of the badge
    unlocked: Counter[tuple[str, int]] = field(default_factory=Counter)  # (track, slots)
    used: Counter[tuple[str, int]] = field(default_factory=Counter)  # (track, slots)
    chains: Counter[int] = field(default_factory=Counter)  # the longest chain of bonus marks in a game
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)  # (what, how often)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)  # (seat, total)
    wins: Counter[tuple[int, bool]] = field(default_factory=Counter)  # (seat, shared)

    def add(self, other: "Tally") -> None:
        """Add the counts of other games."""
        for each in fields(self):
            own = getattr(self, each.name)
            if isinstance(own, Counter):
                own.update(getattr(other, each.name))
            else:
                setattr(self, each.name, own + getattr(other, each.name))

    # Reading

    def zone(self, zone: str) -> Sample:
        """The points of a zone."""
        return _sample_of(self.zones, zone)

    def slots_unlocked(self, track: str) -> Sample:
        """How many slots of an action were unlocked."""
        return _sample_of(self.unlocked, track)

    def slots_used(self, track: str) -> Sample:
        """How many slots of an action were used."""
        return _sample_of(self.used, track)

    def lost_per_game(self, what: str) -> Sample:
        """How often something was lost in a game."""
        sample = _sample_of(self.lost, what)
        sample.counts[0] += self.games - sample.size
        return sample

    def seat(self, seat: int) -> Sample:
        """The totals of one seat."""
        return Sample(Counter({total: times for (own, total), times in self.seats.items() if own == seat}))


def _sample_of(counts: Counter[tuple[str, int]], name: str) -> Sample:
    return Sample(Counter({number: times for (own, number), times in counts.items() if own == name}))


class Census:
    """Counts finished games of one edition; knows beforehand where to look."""

    def __init__(self, rules: Rules) -> None:
        self._cells = [[f"{zone.name}.{cell}" for cell in zone.names] for zone in rules.zones]
        self._own = [[i for i, printed in enumerate(zone.printed) if not printed] for zone in rules.zones]
        self._badges = [
            [
                (number, tuple(zone.index[cell] for cell in badge.cells), badge.where == "cell", badge.only_from or 0)
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
            for item in score.zones.items():
                tally.zones[item] += 1
            tally.lowest[min(score.zones, key=score.zones.__getitem__)] += 1
            tally.foxes[score.foxes] += 1
            tally.fox_points[score.fox_points] += 1
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
            key, names, rules = node.key, self._cells[zone], node.rules
            for cell in self._own[zone]:
                if key[cell] != OPEN:
                    marks[names[cell]] += 1
            stage = rules.stage
            entries = {rules.index[entry.cell]: entry for entry in player.written[zone]}
            for number, needs, own_cell, least in self._badges[zone]:
                if any(key[cell] == OPEN or (stage > 1 and 0 <= key[cell] < stage) for cell in needs):
                    continue
                if own_cell and rules.writes:
                    entry = entries[needs[0]]
                    if not entry.badge or entry.value < least:
                        continue
                badges[rules.name, number] += 1


def _longest_chain(game: Game) -> int:
    """The most bonus marks that followed one another."""
    longest = length = 0
    for move in game.moves:
        length = length + 1 if move.kind == "place" else 0
        if length > longest:
            longest = length
    return longest
