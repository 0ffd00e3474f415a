"""What a sheet looks like to the planner: each zone as a handful of small patterns, found from the layout alone.

A pattern is the state of a few cells: a row, a column, the cells of a badge, or how far a series has come. Each state
of each pattern is a feature with a number of its own; what it is worth is learned by playing.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from operator import itemgetter

from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.lab.outcomes import Outcomes, Spot
from sheetgen.layout.parts.cells import OPEN, Key

Pattern = Callable[[Key], Hashable]
MOST_CELLS = 6  # a pattern of more cells has too many states to learn


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

    def of_zone(self, zone: int, spot: Spot) -> tuple[int, ...]:
        """The features that a zone shows."""
        half = self.outcomes.half_pair(zone, spot)
        known = (zone, spot.node.key, half)
        found = self._known.get(known)
        if found is None:
            names: list[Hashable] = [(zone, i, pattern(spot.node.key)) for i, pattern in enumerate(self.patterns[zone])]
            if half[0]:
                names.append((zone, "half", half))
            found = self._known[known] = tuple(self.number(name) for name in names)
        return found

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
        if 1 < len(line) <= MOST_CELLS:
            yield itemgetter(*line)


def _end_of_series(cells: Sequence[int], key: Key) -> tuple[int, int]:
    """How far a series has come, and with which number if later ones are compared with it."""
    last = next((i for i in reversed(cells) if key[i] != OPEN), None)
    return (-1, 0) if last is None else (last, key[last])
