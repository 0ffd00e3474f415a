"""Simulated games by the fast engine: which bots it plays, and the counts of its games as a tally."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.engine.rules import Rules
from sheetgen.lab.players import BOTS, CoreBot
from sheetgen.lab.tally import TOTAL, Points, Tally, names_of_points
from sheetgen.layout import Layout
from sheetgen.resources import shipped_layouts

if TYPE_CHECKING:
    from sheetgen.engine.fast.core import BatchRows

CORE = "sheetgen.engine.fast.core"  # imported late: the studio in a browser has no such module


class FastSimulation:
    """Plays batches of games of one edition with a bot of the fast engine, where `why_slow` has nothing against it."""

    def __init__(self, rules: Rules, players: int, bot: CoreBot) -> None:
        from sheetgen.engine.fast.core import FastEdition, FastExpert

        self.edition = FastEdition(rules)
        self.players, self.bot = players, bot
        weights = bot.weights
        self.expert = FastExpert(self.edition, weights.hidden, weights.numbers) if weights is not None else None

    def play(self, seed: int, count: int) -> Tally:
        """Play `count` games with the seeds from `seed` on, and return their counts."""
        return self._tally(self._rows(seed, count), count)

    def play_with_points(self, seed: int, count: int) -> tuple[Tally, Points]:
        """Play in the same way; return the points of each game, too."""
        batch = self._rows(seed, count)
        return self._tally(batch, count), self._points(batch)

    def _rows(self, seed: int, count: int) -> "BatchRows":
        number, worths = self.bot.number, self.bot.worths
        return self.edition.play(self.players, number, worths, seed, count, expert=self.expert)

    def _points(self, batch: "BatchRows") -> Points:
        rules, columns = self.edition.rules, _Columns(batch)
        points: dict[str, list[Sequence[int]]] = {name: [] for name in names_of_points(rules)}
        for _ in range(2 + len(self.edition.tables.lost)):
            next(columns)
        for _ in range(self.players):
            next(columns)  # who won
            points[TOTAL].append(next(columns))
            next(columns)  # the lowest zone
            for name in rules.zone_index:
                points[name].append(next(columns))
            for badge in rules.scoring_badges:
                next(columns)  # how many
                points[badge.plural].append(next(columns))
            for _ in range(2 * len(rules.tracks)):
                next(columns)
        return {name: list(map(sum, zip(*seats, strict=True))) for name, seats in points.items()}

    def _tally(self, batch: "BatchRows", count: int) -> Tally:
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

    def __init__(self, batch: "BatchRows") -> None:
        self.batch, self.at = batch, 0

    def __next__(self) -> Sequence[int]:
        column = self.batch.rows[self.at :: self.batch.width]
        self.at += 1
        return column


def _count(counts: Counter[tuple[str, int]], name: str, columns: _Columns) -> None:
    counts.update({(name, number): n for number, n in Counter(next(columns)).items()})


def why_no_core() -> str | None:
    """Return why there is no fast engine here, in a few words; None if there is one."""
    if find_spec(CORE) is None:
        return "a browser has no fast engine"
    from sheetgen.engine.fast.core import core

    engine = core()
    return None if engine.library is not None else engine.reason


def strongest_bot(layouts: Iterable[Layout]) -> str:
    """Return the name of the expert if it has learned all these layouts and plays them quickly, else of the planner."""
    return "expert" if why_no_expert(layouts) is None else "planner"


class NoExpert(NamedTuple):
    """Why no expert plays a layout."""

    reason: str
    is_unlearned: bool = False  # it could have learned the layout
    to_train: str = ""  # the layout that nobody has learned yet, as commands name it


def why_no_expert(layouts: Iterable[Layout]) -> NoExpert | None:
    """Return why the expert does not play all these layouts; None if it has learned them and plays them quickly."""
    if (reason := why_no_core()) is not None:  # as in a browser, which has no weights either
        return NoExpert(reason)
    from sheetgen.lab.expert import WrongWeightsError
    from sheetgen.lab.training import CannotTrainError, load_weights

    for layout in layouts:
        if (reason := why_slow(layout, "expert")) is not None:
            return NoExpert(f"{layout.id}: {reason}")
        try:
            if load_weights(Rules(layout)) is None:
                name = layout.id if layout.id in shipped_layouts() else layout.source
                return NoExpert(f"no expert has learned {layout.id} yet", is_unlearned=True, to_train=name)
        except WrongWeightsError as error:  # which says how to learn them again
            return NoExpert(str(error), is_unlearned=True)
        except CannotTrainError as error:
            return NoExpert(str(error))
    return None


_refusals: dict[str, str | None] = {}  # by the digest of a layout: why the fast engine cannot play it
MOST_REFUSALS = 200  # that are kept


def why_slow(layout: Layout, bot: str) -> str | None:
    """Return why games are played in Python, in a few words; None if the fast engine plays them.

    The reason is empty for bots that are functions in Python: they are always played there.
    """
    if bot not in BOTS or BOTS[bot].in_core is None:
        return ""
    if (reason := why_no_core()) is not None:
        return reason
    digest = layout.play_digest()
    if digest not in _refusals:
        if len(_refusals) >= MOST_REFUSALS:
            _refusals.clear()
        try:
            compile_tables(Rules(layout))
            _refusals[digest] = None
        except CannotCompileError as error:
            _refusals[digest] = str(error)
    return _refusals[digest]
