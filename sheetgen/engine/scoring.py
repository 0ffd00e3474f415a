"""What a sheet is worth: zones, foxes, total."""

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.engine.zones import ZoneRules
from sheetgen.layout.parts.points import (
    AboveTheLast,
    AnyPoints,
    ByCount,
    EachEntry,
    FullColumns,
    FullRows,
    OutermostBothWays,
    PairDifferences,
    PerRowByCount,
    RowSums,
    Sum,
)
from sheetgen.layout.sheet import SheetEdition, WorthPoints

Content = Sequence[int]  # per cell: 0 open, the number written, or 1 for a mark (circles: 1 circled, 2 crossed)


class Score(NamedTuple):
    """The result of one sheet."""

    zones: dict[str, int]
    foxes: int
    each: int
    total: int

    @property
    def fox_points(self) -> int:
        """What all foxes bring together."""
        return self.foxes * self.each


def zone_points(rules: ZoneRules, content: Content) -> int:
    """The points of a zone: its parts add up."""
    return sum(part_points(part, rules, content) for part in rules.zone.points.parts)


def sheet_score(edition: SheetEdition, zones: dict[str, int], foxes: int) -> Score:
    """Add the foxes to the zones."""
    if isinstance(edition.foxes, WorthPoints):
        each = edition.foxes.points
    else:
        each = min(zones.values())
        if each < 0 and edition.rulings.negative_fox == "is zero":
            each = 0
    return Score(zones, foxes, each, sum(zones.values()) + foxes * each)


def part_points(part: AnyPoints, rules: ZoneRules, content: Content) -> int:
    """The points of one part."""
    final = 2 if rules.circles else 1
    mine = [i for i, mark in enumerate(content) if mark and not rules.printed[i] and (rules.writes or mark >= final)]
    match part:
        case Sum():
            return sum(content[i] for i in mine)
        case ByCount():
            return _step(part.ladder, len(mine))
        case PerRowByCount():
            return sum(_step(part.ladder, sum(rules.rows[i] == row for i in mine)) for row in set(rules.rows))
        case AboveTheLast():
            return part.ladder[mine[-1]] if mine else 0
        case OutermostBothWays():
            middle = rules.printed.index(True)
            ends = min([middle, *mine]), max([middle, *mine])
            return sum(part.ladder[end] or 0 for end in ends)
        case FullColumns():
            return sum(p for c, p in enumerate(part.ladder) if _full(rules, mine, rules.columns, c))
        case FullRows():
            return sum(p for r, p in enumerate(part.ladder) if _full(rules, mine, rules.rows, r))
        case PairDifferences():
            return sum(
                content[i] - content[i + 1] for i in range(0, len(content) - 1, 2) if content[i] and content[i + 1]
            )
        case RowSums():
            return sum(part.weights[rules.rows[i]] * content[i] for i in mine)
        case EachEntry():
            return sum(max((e.points for e in part.extras if e.holds(content[i])), default=0) for i in mine)


def _step(ladder: tuple[int, ...], count: int) -> int:
    return ladder[count - 1] if count else 0


def _full(rules: ZoneRules, mine: list[int], line_of: tuple[int, ...], line: int) -> bool:
    return all(i in mine or rules.printed[i] for i, own in enumerate(line_of) if own == line)
