"""The sheet of one player: marks, action slots, counted badges, pending bonuses; and its score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.errors import warn_old_name
from sheetgen.layout.parts.bonus import Bonus, Fox, ScoringBonus
from sheetgen.layout.parts.points_rule import PointsRule, Result
from sheetgen.layout.sheet import ScoreSource, SheetEdition

Content = Sequence[int]  # per cell: 0 open, the number written, or 1 for a mark (circles: 1 circled, 2 crossed)


@dataclass(frozen=True, slots=True)
class ScorePart:
    """The points of a zone, or of all badges of one kind: `count` badges of `each` points."""

    source: ScoreSource
    points: int
    count: int = 0
    each: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one sheet: its parts, in the order in which they are added up."""

    parts: tuple[ScorePart, ...] = ()

    def __iter__(self) -> Iterator[object]:
        """As a tuple of zones, foxes, points of each fox and total, which a score was in 1.0."""
        warn_old_name("zones, foxes, each, total = score", "score.zones, score.foxes, score.each, score.total")
        return iter((self.zones, self.foxes, self.each, self.total))

    @property
    def total(self) -> int:
        """The points of all parts."""
        return sum(part.points for part in self.parts)

    @property
    def zones(self) -> dict[str, int]:
        """The points of every zone, by name."""
        return {part.source.id: part.points for part in self.parts if part.source.badge is None}

    @property
    def badges(self) -> dict[ScoringBonus, ScorePart]:
        """The parts that badges bring, by the kind of badge."""
        return {part.source.badge: part for part in self.parts if part.source.badge is not None}

    @property
    def foxes(self) -> int:
        """How many foxes there are."""
        return self.badges[Fox()].count

    @property
    def each(self) -> int:
        """The points of each fox."""
        return self.badges[Fox()].each

    @property
    def fox_points(self) -> int:
        """The points of all foxes together."""
        return self.badges[Fox()].points


def zone_points(rules: ZoneRules, content: Content) -> int:
    """Return the points of a zone: the sum of its parts."""
    counted = counted_cells(rules, content)
    return sum(part.score(rules.table, content, counted) for part in rules.zone.points.parts)


def part_points(part: PointsRule, rules: ZoneRules, content: Content) -> int:
    """Return the points of one part of a zone."""
    return part.score(rules.table, content, counted_cells(rules, content))


def counted_cells(rules: ZoneRules, content: Content) -> list[int]:
    """Return the cells that a player finished, in the order of filling; circles and printed marks do not count."""
    last = rules.table.stages
    marked = (i for i in rules.filling if content[i] and not rules.printed[i])
    return [i for i in marked if rules.writes or content[i] >= last]


def sheet_score(edition: SheetEdition, zones: Sequence[int], counts: Sequence[int]) -> Score:
    """Return the score from the points of the zones and how many badges of each scoring kind there are.

    Both are in the order of the edition: of its zones, and of its `scoring_badges`.
    """
    of_zones, of_badges = edition.score_sources[: len(zones)], edition.score_sources[len(zones) :]
    parts = [ScorePart(source, points) for source, points in zip(of_zones, zones, strict=True)]
    for source, badge, count in zip(of_badges, edition.scoring_badges, counts, strict=True):
        each = badge.points_each(edition, zones)
        parts.append(ScorePart(source, count * each, count, each))
    return Score(tuple(parts))


class Written(NamedTuple):
    """A number in a cell, and whether its badge was taken."""

    cell: str
    value: int
    badge: bool


class Player:
    """The state of one sheet."""

    __slots__ = ("badge_counts", "extras", "name", "nodes", "pending", "rules", "unlocked", "used", "written")

    def __init__(self, rules: Rules, name: str) -> None:
        self.rules = rules
        self.name = name
        self.nodes = [zone.start for zone in rules.zones]
        self.written: list[tuple[Written, ...]] = [()] * len(rules.zones)
        self.unlocked = [0] * len(rules.tracks)
        self.used = [0] * len(rules.tracks)  # a bit per slot
        self.badge_counts = [0] * len(rules.scoring_badges)  # of each kind that brings points at the end
        self.pending: list[Bonus] = []
        self.extras = 0  # dice used as extra die this turn, a bit each

    def copy(self) -> "Player":
        """Return an independent copy; both share only values that never change."""
        twin = Player.__new__(Player)
        twin.rules, twin.name = self.rules, self.name
        twin.nodes, twin.written = self.nodes.copy(), self.written.copy()
        twin.unlocked, twin.used = self.unlocked.copy(), self.used.copy()
        twin.badge_counts = self.badge_counts.copy()
        twin.pending, twin.extras = self.pending.copy(), self.extras
        return twin

    def restore(self, saved: "Player") -> None:
        """Take over the state of a copy; the copy must not be used afterwards, since both share its lists."""
        for name in Player.__slots__:
            setattr(self, name, getattr(saved, name))

    def has_free(self, kind: str) -> bool:
        """Whether a slot of a kind of action is unlocked and unused."""
        for track in self.rules.by_kind[kind]:  # noqa: SIM110  # asked so often that the plain loop counts
            if self.used[track].bit_count() < self.unlocked[track]:
                return True
        return False

    def free_slot(self, kind: str) -> tuple[int, int] | None:
        """Return the leftmost unlocked, unused slot of a kind of action as (track, slot), from 0, or None."""
        for track in self.rules.by_kind[kind]:
            used = self.used[track]
            for slot in range(self.unlocked[track]):
                if not used >> slot & 1:
                    return track, slot
        return None

    def free_slots(self, kind: str) -> list[tuple[int, int]]:
        """Return all unlocked, unused slots of a kind of action as (track, slot), from 0."""
        return [
            (track, slot)
            for track in self.rules.by_kind[kind]
            for slot in range(self.unlocked[track])
            if not self.used[track] >> slot & 1
        ]

    def content(self, zone: int) -> list[int]:
        """Return the content of a zone: per cell 0 for open, a number, or 1 for a mark (2 for a crossed circle)."""
        rules = self.rules.zones[zone]
        if not rules.writes:
            return [max(mark, 0) for mark in self.nodes[zone].cell_states]
        cells = [0] * len(rules.names)
        for entry in self.written[zone]:
            cells[rules.index[entry.cell]] = entry.value
        return cells

    def zone_points(self) -> dict[str, int]:
        """Return the present points of every zone, by name."""
        return {zone.name: zone_points(zone, self.content(i)) for i, zone in enumerate(self.rules.zones)}

    def score(self) -> Score:
        """Return the present score."""
        return sheet_score(self.rules.edition, tuple(self.zone_points().values()), self.badge_counts)

    def count_badge(self, badge: ScoringBonus) -> int:
        """Count a badge that brings points at the end; return how many of its kind there are now."""
        index = self.rules.scoring_badges.index(badge)
        self.badge_counts[index] += 1
        return self.badge_counts[index]

    def marks(self) -> dict[str, object]:
        """Return the marks by address, as a marks file writes them."""
        marks: dict[str, object] = {}
        for i, zone in enumerate(self.rules.zones):
            if zone.writes:
                badge_matters = zone.zone.value.has_choice
                for entry in sorted(self.written[i], key=lambda e: zone.index[e.cell]):
                    plain = {"value": entry.value, "bonus": entry.badge} if badge_matters else entry.value
                    marks[f"{zone.name}.{entry.cell}"] = plain
            else:
                for cell, mark, printed in zip(zone.names, self.nodes[i].cell_states, zone.printed, strict=True):
                    if mark > 0 and not printed:
                        marks[f"{zone.name}.{cell}"] = "o" if zone.circles and mark == 1 else "x"
        return marks

    def results(self, *, tally: bool = True) -> dict[str, Result]:
        """Return what a player writes to add up the points: a number or a circle ("o"), by the address of its place.

        These are the results of pairs and rows (`green.pair1`), the stars that count (`yellow.star.column.2`) and, with
        `tally`, what goes into the strip at the foot (`tally.foxes.count`) and the score field of a solo sheet. A sheet
        without marks has none.
        """
        results: dict[str, Result] = {}
        for i, zone in enumerate(self.rules.zones):
            content = self.content(i)
            counted = counted_cells(zone, content)
            for part in zone.zone.points.parts:
                for place, result in part.results(zone.table, content, counted).items():
                    results[f"{zone.name}.{place}"] = result
        return results | (self._tally() if tally and self.marks() else {})

    def _tally(self) -> dict[str, Result]:
        score = self.score()
        boxes: dict[str, Result] = {}
        for part in score.parts:
            if part.source.badge is not None:
                boxes[f"tally.{part.source.id}.count"] = part.count
                boxes[f"tally.{part.source.id}.each"] = part.each
            boxes[f"tally.{part.source.id}"] = part.points
        return boxes | {"tally.total": score.total, "title.score": score.total}

    def actions(self) -> dict[str, dict[str, object]]:
        """Return the action slots by track, as a marks file writes them."""
        return {
            track.label: {
                "unlocked": self.unlocked[i],
                "used": [slot + 1 for slot in range(len(track.slots)) if self.used[i] >> slot & 1],
            }
            for i, track in enumerate(self.rules.tracks)
        }
