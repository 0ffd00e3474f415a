"""points: what the marks of a zone are worth; several parts add up."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.i18n import in_context, later
from sheetgen.layout.base import WithProvenance, part_fields, parts_of
from sheetgen.layout.parts.cells import CellTable
from sheetgen.layout.parts.points_rule import CountingPoints, LadderLength, LadderTable, NumberTable, PointsRule, Result
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.problems import brief
from sheetgen.layout.sentences import EditionZone, Sentence, Topic, counted, sentence

if TYPE_CHECKING:
    from sheetgen.layout.zone import Zone

Number = Annotated[int, Field(ge=-9999, le=9999)]
Ladder = Annotated[tuple[Number, ...], Field(strict=False, min_length=1)]
GappedLadder = Annotated[tuple[Number | None, ...], Field(strict=False, min_length=1)]


class Sum(PointsRule):
    """The sum of the numbers written."""

    kind: Literal["sum"] = "sum"
    term = later("sum of the numbers")
    decided_by = "entries"
    needs_numbers = True

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The sum of all entries."""
        return sum(content[cell] for cell in counted)

    def counting(self, table: CellTable) -> CountingPoints:
        """All entries with the weight 1."""
        return CountingPoints("sum", {"weights": [1] * len(table.names)})

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The sum of all entries."""
        return (sentence("The sum of all numbers that you wrote.", key="points"),)


class ByCount(PointsRule):
    """A ladder by the number of marks; printed crosses do not count."""

    kind: Literal["by count"] = "by count"
    term = later("ladder for all marks")
    main = "ladder"
    ladder: Ladder = Field(description="Points for 1, 2, 3 … marks.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The points for the number of marks."""
        return _step(self.ladder, len(counted))

    def counting(self, table: CellTable) -> CountingPoints:
        """One ladder for all cells."""
        return CountingPoints("count", {"groups": [0] * len(table.names), "ladder": self.ladder})

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The star for the number of marks."""
        return {f"star.count.{len(counted)}": "o"} if counted else {}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per cell that players mark."""
        return LadderLength(len(self.ladder), len(zone.table.writable), "cell to mark")

    @property
    def count_ladder(self) -> tuple[int, ...]:
        """The points for 1, 2, 3 … marks."""
        return self.ladder

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points by the number of marks."""
        heading = later("Entries") if zone.mark_kind == "number" else later("Crosses")
        return (LadderTable.counted(heading, self.ladder),)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The points for the number of marks; what does not count."""
        if context.zone.writes:
            text = later("Count your entries and read your points off the ladder.")
        elif context.zone.stages > 1:
            text = later("Count your crosses and read your points off the ladder. Circles alone score nothing.")
        elif context.printed_crosses:
            text = later("Count your crosses and read your points off the ladder; printed crosses do not count.")
        else:
            text = later("Count your crosses and read your points off the ladder.")
        return (sentence(text, key="points"),)


class PerRowByCount(PointsRule):
    """The same ladder for every row, by its number of marks."""

    kind: Literal["per row by count"] = "per row by count"
    term = later("ladder for each row")
    main = "ladder"
    cells_needed = "a grid"
    row_blanks = True
    ladder: Ladder = Field(description="Points for 1, 2, 3 … marks in a row.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The points of all rows, each by its number of marks, added up."""
        return sum(self._points_by_row(table, counted).values())

    def counting(self, table: CellTable) -> CountingPoints:
        """The ladder for the cells of each row."""
        return CountingPoints("count", {"groups": table.rows, "ladder": self.ladder})

    def _points_by_row(self, table: CellTable, counted: Sequence[int]) -> dict[int, int]:
        """Return the points of every row that has marks, counted from 0."""
        marks = Counter(table.rows[cell] for cell in counted)
        return {row: _step(self.ladder, marks[row]) for row in sorted(marks)}

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The points of each row that has marks."""
        return {f"blank{row + 1}": points for row, points in self._points_by_row(table, counted).items()}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per cell of the longest row that players mark."""
        rows = [zone.table.rows[cell] for cell in zone.table.writable]
        longest = max((rows.count(row) for row in range(len(zone.cells.rows))), default=0)
        return LadderLength(len(self.ladder), longest, "cell of a row")

    @property
    def count_ladder(self) -> tuple[int, ...]:
        """The points for 1, 2, 3 … marks in a row."""
        return self.ladder

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points by the number of marks in a row."""
        title = later("Entries in one row") if zone.writes else later("Crosses in one row")
        return (LadderTable.counted(title, self.ladder),)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The points for the number of marks of each row, added up."""
        if context.zone.writes:
            text = later("Count the entries of each row and read its points off the ladder. Add up the rows.")
        else:
            text = later("Count the crosses of each row and read its points off the ladder. Add up the rows.")
        counted = sentence(text, key="points")
        if context.printed_crosses and not context.zone.writes:
            return counted, sentence("Crosses that are printed on the sheet do not count.", follows="same line")
        return (counted,)


class AboveTheLast(PointsRule):
    """The points printed above the last mark."""

    kind: Literal["above the last"] = "above the last"
    term = later("star above the last mark")
    main = "ladder"
    cells_needed = "one row"
    ladder: Ladder = Field(description="One number per cell, as printed above it.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The number above the last mark."""
        return self.ladder[counted[-1]] if counted else 0

    def counting(self, table: CellTable) -> CountingPoints:
        """The points of each cell, of which the last counts."""
        return CountingPoints("last", {"ladder": self.ladder})

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The star above the last mark."""
        return {f"star.cell.{counted[-1] + 1}": "o"} if counted else {}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per cell."""
        return LadderLength(len(self.ladder), len(zone.table.names), "cell")

    @property
    def cell_stars(self) -> tuple[int | None, ...]:
        """The points, one per cell."""
        return self.ladder

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points by the last cell that is marked."""
        filling = zone.order.filling(zone.table)
        return (LadderTable.counted(later("Cells marked"), (self.ladder[cell] for cell in filling)),)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The star above the last mark."""
        if context.zone.writes:
            text = later("The number in the star above your last entry. The stars before it are not added.")
        else:
            text = later("The number in the star above your last cross. The stars before it are not added.")
        return (sentence(text, key="points"),)


class OutermostBothWays(PointsRule):
    """The points above the outermost entry on the left, plus those above the outermost on the right."""

    kind: Literal["outermost both ways"] = "outermost both ways"
    term = later("stars at both ends")
    main = "ladder"
    cells_needed = "one row"
    needs_outward_order = True
    ladder: GappedLadder = Field(description="One number per cell; `~` over the printed entry in the middle.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The numbers above both outermost entries, added up."""
        return sum(self.ladder[end] or 0 for end in self._ends(table, counted))

    def counting(self, table: CellTable) -> CountingPoints:
        """The points of each cell, and the middle."""
        return CountingPoints("ends", {"ladder": self.ladder, "middle": table.middle})

    def _ends(self, table: CellTable, counted: Sequence[int]) -> tuple[int, int]:
        """Return the outermost cells on the left and on the right; the middle where a side has no entry."""
        return min([table.middle, *counted]), max([table.middle, *counted])

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The stars above both outermost entries."""
        return {f"star.cell.{end + 1}": "o" for end in self._ends(table, counted) if self.ladder[end] is not None}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per cell."""
        return LadderLength(len(self.ladder), len(zone.table.names), "cell")

    def wrong_number(self, zone: "Zone") -> tuple[int, str] | None:
        """Nobody marks the printed entry in the middle, so it has no points."""
        middle = zone.table.middle
        if sum(zone.table.printed) != 1 or self.ladder[middle] is None:  # else something else is wrong
            return None
        return middle, "expected ~ over the printed entry in the middle"

    @property
    def cell_stars(self) -> tuple[int | None, ...]:
        """The points, one per cell; None in the middle."""
        return self.ladder

    def _sides(self, zone: "Zone") -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the points of the left and of the right side, from the middle outwards."""
        middle = zone.table.middle
        left, right = self.ladder[:middle][::-1], self.ladder[middle + 1 :]
        return tuple(points or 0 for points in left), tuple(points or 0 for points in right)

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points by the entries on a side; one ladder if both sides are equal."""
        left, right = self._sides(zone)
        if left == right:
            return (LadderTable.counted(later("Entries on one side"), right),)
        return (
            LadderTable.counted(later("Entries on the left"), left),
            LadderTable.counted(later("Entries on the right"), right),
        )

    def combinations(self, zone: "Zone") -> NumberTable:
        """Points by the entries on the left and on the right."""
        left, right = ((0, *side) for side in self._sides(zone))
        heads = (later("left \\ right"), *map(str, range(len(right))))
        rows: list[tuple[str | float, ...]] = []
        for i, points in enumerate(left):
            rows.append((str(i), *(points + other for other in right)))
        caption = later("Points by the entries on the left and on the right")
        return NumberTable(heads, tuple(rows), caption, is_matrix=True)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The stars above both outermost entries, added up."""
        return (
            sentence(
                "The number above your outermost entry on the left, plus the number above your outermost entry on the "
                "right. A side without an entry is worth nothing.",
                key="points",
            ),
        )


class FullColumns(PointsRule):
    """Points for every full column; printed crosses count as crossed."""

    kind: Literal["full columns"] = "full columns"
    term = later("full columns")
    main = "ladder"
    cells_needed = "a grid"
    ladder: Ladder = Field(description="One number per column.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The points of all full columns, added up."""
        return sum(points for c, points in enumerate(self.ladder) if _is_full(table, counted, table.columns, c))

    def counting(self, table: CellTable) -> CountingPoints:
        """The cells to mark of each column, and its points."""
        return _counting_lines(table, table.columns, self.ladder)

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The stars of all full columns."""
        lines = range(len(self.ladder))
        return {f"star.column.{i + 1}": "o" for i in lines if _is_full(table, counted, table.columns, i)}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per column."""
        return LadderLength(len(self.ladder), zone.cells.columns, "column")

    @property
    def column_stars(self) -> tuple[int, ...]:
        """The points, one per column."""
        return self.ladder

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points of each column."""
        return (LadderTable.counted(later("Full column"), self.ladder, climbs=False),)

    def combinations(self, zone: "Zone") -> NumberTable | None:
        """The least and the most points of n columns; None if row sums count too, whose table includes columns."""
        if any(part.row_totals for part in zone.points.parts):
            return None
        return _best_lines(self.ladder, later("Full columns"))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The stars of all full columns, circled as soon as a column is full."""
        if context.printed_crosses:
            text = later(
                "Every full column is worth the number in the star below it; printed crosses count as crossed. A "
                "column with an open cell is worth nothing."
            )
        else:
            text = later(
                "Every full column is worth the number in the star below it. A column with an open cell is worth "
                "nothing."
            )
        circle = sentence(
            "Circle the number of a column as soon as the column is full; at the end, add up the circled numbers.",
            follows="same line",
            detail=True,
        )
        return sentence(text, key="points"), circle


class FullRows(PointsRule):
    """Points for every full row; printed crosses count as crossed."""

    kind: Literal["full rows"] = "full rows"
    term = later("full rows")
    main = "ladder"
    cells_needed = "a grid"
    ladder: Ladder = Field(description="One number per row.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The points of all full rows, added up."""
        return sum(points for r, points in enumerate(self.ladder) if _is_full(table, counted, table.rows, r))

    def counting(self, table: CellTable) -> CountingPoints:
        """The cells to mark of each row, and its points."""
        return _counting_lines(table, table.rows, self.ladder)

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The stars of all full rows."""
        lines = range(len(self.ladder))
        return {f"star.row.{i + 1}": "o" for i in lines if _is_full(table, counted, table.rows, i)}

    def length(self, zone: "Zone") -> LadderLength:
        """One number per row."""
        return LadderLength(len(self.ladder), len(zone.cells.rows), "row")

    @property
    def row_stars(self) -> tuple[int, ...]:
        """The points, one per row."""
        return self.ladder

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points of each row."""
        return (LadderTable.counted(later("Full row"), self.ladder, climbs=False),)

    def combinations(self, zone: "Zone") -> NumberTable:
        """The least and the most points of n rows."""
        return _best_lines(self.ladder, later("Full rows"))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The stars of all full rows, circled as soon as a row is full."""
        if context.printed_crosses:
            text = later(
                "Every full row is worth the number in the star beside it; printed crosses count as crossed. A row "
                "with an open cell is worth nothing."
            )
        else:
            text = later(
                "Every full row is worth the number in the star beside it. A row with an open cell is worth nothing."
            )
        circle = sentence(
            "Circle the number of a row as soon as the row is full; at the end, add up the circled numbers.",
            follows="same line",
            detail=True,
        )
        return sentence(text, key="points"), circle


class PairDifferences(PointsRule):
    """First minus second for every full pair of cells, which may be negative; half a pair is worth nothing."""

    kind: Literal["pair differences"] = "pair differences"
    term = later("differences of pairs")
    decided_by = "all entries"
    needs_numbers = True
    cells_needed = "one row"
    pair_boxes = True

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The differences of all full pairs, added up."""
        return sum(self._differences(content).values())

    def counting(self, table: CellTable) -> CountingPoints:
        """Nothing but the entries is needed."""
        return CountingPoints("pairs")

    def _differences(self, content: Sequence[int]) -> dict[int, int]:
        """Return first minus second of every full pair, which are counted from 1."""
        pairs = enumerate(zip(content[::2], content[1::2], strict=False), start=1)
        return {number: first - second for number, (first, second) in pairs if first and second}

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The differences of all full pairs."""
        return {f"pair{number}": difference for number, difference in self._differences(content).items()}

    def waiting_entry(self, entries: Mapping[int, int]) -> tuple[int, int] | None:
        """The first entry of which the other half of the pair is empty."""
        return next(((cell, number) for cell, number in entries.items() if cell ^ 1 not in entries), None)

    def combinations(self, zone: "Zone") -> NumberTable:
        """Each pair at its worst, on average and at its best, if the player chooses the better number."""
        rows = []
        for i in range(0, len(zone.table.names) - 1, 2):
            first, second = zone.value.by_sign(i), zone.value.by_sign(i + 1)
            left = [max(numbers) for numbers in zip(*first.values(), strict=True)]
            right = [min(numbers) for numbers in zip(*second.values(), strict=True)]
            signs = f"{'/'.join(first)} − {'/'.join(second)}"
            mean = round((sum(left) - sum(right)) / len(FACES), 1)
            rows.append((f"{i // 2 + 1}", signs, left[0] - right[-1], mean, left[-1] - right[0]))
        heads = (
            in_context("cells", "Pair"),
            later("Factors"),
            later("At worst"),
            later("Two average dice"),
            later("At best"),
        )
        is_chosen = any(len(zone.value.by_sign(i)) > 1 for i in range(len(zone.table.names)))
        chosen = later("What a full pair is worth, if you choose the better number")
        return NumberTable(heads, tuple(rows), chosen if is_chosen else later("What a full pair is worth"))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Left minus right for each full pair; it can be negative."""
        return (
            sentence(
                "Cells count in pairs: the left number minus the right number, written in the box above.",
                key="points",
            ),
            sentence(
                "So you want a high number on the left and a low one on the right.", follows="same line", detail=True
            ),
            sentence(
                "**A pair can cost you points**: if the right number is higher, the difference is negative. A pair "
                "with only one number is worth nothing.",
                follows="same line",
            ),
        )

    def seen(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The boxes for the differences above the pairs."""
        return (sentence("Above each pair is a box for its difference."),)

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """A pair can be negative."""
        if topic != "mistakes":
            return ()
        return (sentence("**“A pair is worth 0 at worst.”** No. It can be negative."),)

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """What a fox is worth if the lowest zone is negative."""
        return ("negative-fox",)


class RowSums(PointsRule):
    """The sum of every row times a sign or weight."""

    kind: Literal["row sums"] = "row sums"
    term = later("sums of rows")
    main = "weights"
    decided_by = "entries"
    needs_numbers = True
    cells_needed = "a grid"
    weights: Ladder = Field(description="One weight per row: 1 adds the row, -1 subtracts it, 0 leaves it out.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """All entries, each times the weight of its row, added up."""
        return sum(self.weights[table.rows[cell]] * content[cell] for cell in counted)

    def counting(self, table: CellTable) -> CountingPoints:
        """All entries with the weights of their rows."""
        return CountingPoints("sum", {"weights": [self.weights[row] for row in table.rows]})

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """The sum of each row that has entries and counts, times its weight; its sign is printed."""
        sums: Counter[int] = Counter()
        for cell in counted:
            sums[table.rows[cell]] += abs(self.weights[table.rows[cell]]) * content[cell]
        return {f"sum{row + 1}": sums[row] for row in sorted(sums) if self.weights[row]}

    def length(self, zone: "Zone") -> LadderLength:
        """One weight per row."""
        return LadderLength(len(self.weights), len(zone.cells.rows), "row")

    @property
    def row_totals(self) -> tuple[int, ...]:
        """The weights, one per row."""
        return self.weights

    def combinations(self, zone: "Zone") -> NumberTable | None:
        """The points of each full column with its weighted entries; None if columns do not count."""
        columns = next((part.column_stars for part in zone.points.parts if part.column_stars), ())
        if not columns:
            return None
        low = sum(weight * (1 if weight > 0 else 6) for weight in self.weights)
        high = sum(weight * (6 if weight > 0 else 1) for weight in self.weights)
        mean = sum(3.5 * weight for weight in self.weights)
        heads = (later("Full column"), later("Points"), later("At worst"), later("Average dice"), later("At best"))
        rows = tuple(
            (str(i), points, points + low, points + mean, points + high) for i, points in enumerate(columns, start=1)
        )
        return NumberTable(heads, rows, later("What a full column is worth, with its entries"))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """What the weight of each row means; beside points for full rows, first the rows whose numbers count."""
        rows = len(self.weights)
        beside_rows = any(self.weights) and any(part.row_stars for part in context.zone.points.parts)
        items = [
            sentence("{Row}: {rule:text}", row=context.row(row), rule=(self._row(weight, context),), follows="item")
            for row, weight in enumerate(self.weights, start=1)
            if weight or not beside_rows
        ]
        if len(items) < rows:
            others = counted(
                "The numbers of the other row bring no points.",
                "The numbers of the other rows bring no points.",
                rows - len(items),
                key="points",
            )
            items.append(replace(others, follows="item"))
        return tuple(items)

    def _row(self, weight: int, context: EditionZone) -> Sentence:
        if weight == 0:
            return sentence(self._worthless(context), key="points")
        if weight == 1:
            return sentence("add up its numbers; these points are yours.", key="points")
        if weight == -1:
            return sentence("add up its numbers; these points are **taken away**.", key="points")
        if weight < 0:
            text = later("the sum of its numbers, times {factor}, is **taken away**.")
            return sentence(text, factor=-weight, key="points")
        return sentence("the sum of its numbers, times {factor}.", factor=weight, key="points")

    def _worthless(self, context: EditionZone) -> str:
        others = context.zone.points.parts
        if any(part.row_stars for part in others):
            return later("its numbers bring no points.")
        if any(part.column_stars for part in others):
            return later("scores nothing; it counts only for badges and columns.")
        return later("scores nothing; it only earns badges.")

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """What a fox is worth if the lowest zone is negative."""
        return ("negative-fox",) if min(self.weights) < 0 else ()


def _step(ladder: tuple[int, ...], count: int) -> int:
    return ladder[count - 1] if count else 0


def _is_full(table: CellTable, counted: Sequence[int], line_of: tuple[int, ...], line: int) -> bool:
    return all(i in counted or table.printed[i] for i, other in enumerate(line_of) if other == line)


def _counting_lines(table: CellTable, line_of: tuple[int, ...], ladder: tuple[int, ...]) -> CountingPoints:
    lines = [[cell for cell in table.writable if line_of[cell] == line] for line in range(len(ladder))]
    return CountingPoints("lines", {"lines": lines, "ladder": ladder})


def _best_lines(ladder: tuple[int, ...], heading: str) -> NumberTable:
    """Return a table of the least and the most points of n full rows or columns."""
    ordered = sorted(ladder)
    rows = tuple((str(n), sum(ordered[:n]), sum(ordered[-n:])) for n in range(1, len(ordered) + 1))
    return NumberTable((heading, later("At least"), later("At most")), rows)


@dataclass(frozen=True, slots=True)
class Extra:
    """Points for an entry of at least, or at most, a limit."""

    at_least: bool
    limit: int
    points: int

    def holds(self, entry: int) -> bool:
        """Return whether an entry is within the limit."""
        return entry >= self.limit if self.at_least else entry <= self.limit

    @property
    def sign(self) -> str:
        """The limit as it is printed, such as `≥ 10`."""
        return f"{'≥' if self.at_least else '≤'} {self.limit}"


_LIMIT = re.compile(r"at (least|most) ([0-9]{1,3})\Z")


def _read_extras(value: object) -> tuple[Extra, ...]:
    def fail(found: object) -> PydanticCustomError:
        message = "expected `at least 10: 4` or `at most 4: 4`, found {found}"
        return PydanticCustomError("layout", message, {"found": brief(found)})

    if not isinstance(value, dict) or not value:
        raise fail(value)
    extras = []
    for words, points in value.items():
        match = _LIMIT.match(str(words))
        if match is None:
            raise fail(words)
        if not isinstance(points, int) or isinstance(points, bool) or abs(points) > 9999:
            raise fail(points)
        extras.append(Extra(match[1] == "least", int(match[2]), points))
    return tuple(extras)


class EachEntry(PointsRule):
    """Points for each entry by its size; of several limits that hold, only the best counts."""

    kind: Literal["each entry"] = "each entry"
    term = later("extra points for certain numbers")
    adds_to_entries = True
    main = "extras"
    main_is_block = True
    decided_by = "entries"
    needs_numbers = True
    extras: Annotated[
        tuple[Extra, ...],
        PlainValidator(_read_extras),
        WithJsonSchema(
            {
                "type": "object",
                "patternProperties": {"^at (least|most) [0-9]{1,3}$": {"type": "integer"}},
                "additionalProperties": False,
            }
        ),
    ] = Field(description="Limits and their points: `{at least 10: 4, at most 4: 4}`.")

    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """The best limit that holds for each entry, added up."""
        return sum(max((extra.points for extra in self.extras if extra.holds(content[i])), default=0) for i in counted)

    def counting(self, table: CellTable) -> CountingPoints:
        """Each limit with its points."""
        return CountingPoints(
            "each", {"limits": [[extra.at_least, extra.limit, extra.points] for extra in self.extras]}
        )

    @property
    def note(self) -> str:
        """All limits with their points."""
        return "   ".join(f"{extra.sign}: {extra.points:+d}" for extra in self.extras)

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Points of each limit."""
        points = tuple(extra.points for extra in self.extras)
        return (LadderTable(later("Each entry"), points, tuple(extra.sign for extra in self.extras), climbs=False),)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The points of single entries; only the best limit counts."""
        extras = tuple(
            counted(
                "{n} for each entry of {limit} or more",
                "{n} for each entry of {limit} or more",
                extra.points,
                limit=extra.limit,
            )
            if extra.at_least
            else counted(
                "{n} for each entry of {limit} or less",
                "{n} for each entry of {limit} or less",
                extra.points,
                limit=extra.limit,
            )
            for extra in self.extras
        )
        rule = sentence("Some entries score extra points: {extras}.", extras=extras, key="points")
        if len({extra.at_least for extra in self.extras}) == len(self.extras):
            return (rule,)
        return rule, sentence("Each entry earns only the highest extra that it reaches.", follows="same line")


AnyPoints = (
    Sum
    | ByCount
    | PerRowByCount
    | AboveTheLast
    | OutermostBothWays
    | FullColumns
    | FullRows
    | PairDifferences
    | RowSums
    | EachEntry
)
_TABLE = parts_of(AnyPoints)


class Points(WithProvenance):
    """How a zone scores: `sum`, or several ways as keys that add up, `{sum: true, each entry: {at least 10: 4}}`."""

    parts: Annotated[
        tuple[Annotated[AnyPoints, Field(discriminator="kind")], ...], Field(strict=False, min_length=1)
    ] = Field(description="The parts that add up.")


def _read_points(value: object) -> object:
    """Read `points: sum` and `points: {by count: [...], each entry: {...}, provenance: ...}`."""
    if isinstance(value, str):
        return {"parts": [{"kind": value}]}
    if isinstance(value, dict):
        parts = [part_fields(_TABLE, name, given) for name, given in value.items() if name != "provenance"]
        noted = {"provenance": value["provenance"]} if "provenance" in value else {}
        return {"parts": parts, **noted}
    if isinstance(value, Points):
        return value
    message = (
        "expected one way to score such as 'sum', or several as keys such as {sum: true, by count: [1, 2]}, "
        "found {found}"
    )
    raise PydanticCustomError("layout", message, {"found": brief(value)})


PointsField = Annotated[Points, BeforeValidator(_read_points)]
