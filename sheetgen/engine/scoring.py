"""What a sheet is worth: zones, foxes, total."""

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.engine.zones import ZoneRules
from sheetgen.layout.parts.points import PointsRule
from sheetgen.layout.sheet import SheetEdition

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
    counted = _counted(rules, content)
    return sum(part.score(rules.table, content, counted) for part in rules.zone.points.parts)


def part_points(part: PointsRule, rules: ZoneRules, content: Content) -> int:
    """The points of one part."""
    return part.score(rules.table, content, _counted(rules, content))


def _counted(rules: ZoneRules, content: Content) -> list[int]:
    """The cells that the player has finished."""
    last = rules.table.stages
    return [i for i, mark in enumerate(content) if mark and not rules.printed[i] and (rules.writes or mark >= last)]


def sheet_score(edition: SheetEdition, zones: dict[str, int], foxes: int) -> Score:
    """Add the foxes to the zones."""
    each = edition.foxes.points_each(zones.values())
    if edition.foxes.fixed_points is None and each < 0 and edition.rulings.negative_fox == "is zero":
        each = 0
    return Score(zones, foxes, each, sum(zones.values()) + foxes * each)
