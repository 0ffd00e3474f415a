"""Simulated games by the fast engine: which bots it plays, and the counts of its games as a tally."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sheetgen.engine.fast.core import BatchRows, FastEdition, FastExpert, core
from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.engine.rules import Rules
from sheetgen.lab.players import BOTS, CoreBot
from sheetgen.lab.tally import Tally
from sheetgen.layout import Layout


class FastSimulation:
    """Plays batches of games of one edition with a bot of the fast engine, where `why_slow` has nothing against it."""

    def __init__(self, rules: Rules, players: int, bot: CoreBot) -> None:
        self.edition = FastEdition(rules)
        self.players, self.bot = players, bot
        weights = bot.weights
        self.expert = FastExpert(self.edition, weights.hidden, weights.numbers) if weights is not None else None

    def play(self, seed: int, count: int) -> Tally:
        """Play `count` games with the seeds from `seed` on, and return their counts."""
        number, worths = self.bot.number, self.bot.worths
        return self._tally(self.edition.play(self.players, number, worths, seed, count, expert=self.expert), count)

    def points(self, seed: int, count: int) -> dict[str, list[Sequence[int]]]:
        """Play in the same way; return the points of each game: `total` and zones, with a column for each seat."""
        number, worths = self.bot.number, self.bot.worths
        batch = self.edition.play(self.players, number, worths, seed, count, expert=self.expert)
        rules, columns = self.edition.rules, _Columns(batch)
        points: dict[str, list[Sequence[int]]] = {name: [] for name in ("total", *rules.zone_index)}
        for _ in range(2 + len(self.edition.tables.lost)):
            next(columns)
        for _ in range(self.players):
            next(columns)  # who won
            points["total"].append(next(columns))
            next(columns)  # the lowest zone
            for name in rules.zone_index:
                points[name].append(next(columns))
            for _ in range(2 * len(rules.scoring_badges) + 2 * len(rules.tracks)):
                next(columns)
        return points

    def _tally(self, batch: BatchRows, count: int) -> Tally:
        rules, tables, columns = self.edition.rules, self.edition.tables, _Columns(batch)
        tally = Tally(games=count, sheets=count * self.players)
        next(columns)  # how many moves there were: not counted here
        tally.chains = Counter(next(columns))
        for what in tables.lost:
            tally.lost.update({(what, often): n for often, n in Counter(next(columns)).items() if often})
        totals = []
        for seat in range(self.players):
            for won, n in Counter(next(columns)).items():
                if won:
                    tally.wins[seat, won > 1] += n
            totals.append(next(columns))
            tally.totals.update(totals[-1])
            tally.seats.update({(seat, total): n for total, n in Counter(totals[-1]).items()})
            names = list(rules.zone_index)
            tally.lowest.update({names[zone]: n for zone, n in Counter(next(columns)).items()})
            for name in names:
                _count(tally.zones, name, columns)
            for badge in rules.scoring_badges:
                _count(tally.badge_counts, badge.name, columns)
                _count(tally.badge_points, badge.name, columns)
            for track in rules.tracks:
                _count(tally.unlocked, track.label, columns)
                _count(tally.used, track.label, columns)
        tally.sums = Counter(map(sum, zip(*totals, strict=True)))
        cells = [f"{zone.name}.{cell}" for zone in rules.zones for cell in zone.names]
        badges = [(zone.name, number) for zone in rules.zones for number in range(len(zone.triggers))]
        tally.marks = Counter({cell: n for cell, n in zip(cells, batch.marks, strict=True) if n})
        tally.badges = Counter({badge: n for badge, n in zip(badges, batch.badges, strict=False) if n})
        return tally


class _Columns(Iterator[Sequence[int]]):
    """The columns of the rows of a batch, from left to right."""

    def __init__(self, batch: BatchRows) -> None:
        self.batch, self.at = batch, 0

    def __next__(self) -> Sequence[int]:
        column = self.batch.rows[self.at :: self.batch.width]
        self.at += 1
        return column


def _count(counts: Counter[tuple[str, int]], name: str, columns: _Columns) -> None:
    counts.update({(name, number): n for number, n in Counter(next(columns)).items()})


_refusals: dict[str, str | None] = {}  # by the digest of a layout: why the fast engine cannot play it


def why_slow(layout: Layout, bot: str) -> str | None:
    """Return why games are played in Python, in a few words; None if the fast engine plays them.

    The reason is empty for bots that are functions in Python: they are always played there.
    """
    if bot not in BOTS or BOTS[bot].in_core is None:
        return ""
    engine = core()
    if engine.library is None:
        return engine.reason
    digest = layout.play_digest()
    if digest not in _refusals:
        try:
            compile_tables(Rules(layout))
            _refusals[digest] = None
        except CannotCompileError as error:
            _refusals[digest] = str(error)
    return _refusals[digest]
