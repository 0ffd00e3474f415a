"""order: which open cell may be marked next."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from sheetgen.i18n import later
from sheetgen.layout.base import part_reader
from sheetgen.layout.parts.cells import OPEN, CellStates, CellTable
from sheetgen.layout.sentences import EditionZone, Sentence, SlotName, Topic, ZonePart, sentence

# The place that a die is used from: 1, 2, 3 for a roll or a slot, the platter, or anywhere for a bonus.
PLATTER, ANYWHERE = 0, -1
NEVER = -1  # in place of a cell that must be marked first: the cell never opens


class Series(NamedTuple):
    """Cells that are filled one by one, by index; `side` is -1 left of the middle of an outward row, else 1."""

    cells: tuple[int, ...]
    side: int = 1


class Opening(NamedTuple):
    """When cells are open, as tables for the fast engine: one item per cell, each with other cells by index.

    A cell is open while all cells `after` which it comes are marked, and none of those `until` which it can be marked.
    Open cells are listed by their index.
    """

    after: tuple[tuple[int, ...], ...]
    until: tuple[tuple[int, ...], ...]
    before: tuple[tuple[int, ...], ...]  # of these, the last one that is marked is the cell before: see `cell_before`
    again: bool = False  # whether a circled cell may be marked again


class OrderRule(ZonePart):
    """The base class of every kind of `order`: what the other packages ask it."""

    cells_needed: ClassVar[Literal["one row", "a grid", "any"]] = "any"
    # What must be printed: one entry to start from, or an even number of cells.
    starts_from_entry: ClassVar[bool] = False
    needs_pairs: ClassVar[bool] = False
    # Whether cells may be skipped; skipped cells are lost.
    may_skip: ClassVar[bool] = False
    # Whether the place of the die decides which cells are open; rows are then labelled like the die slots.
    depends_on_place: ClassVar[bool] = False
    # Whether each entry directly follows the one before it, so that a value that cannot follow ends the series.
    without_gaps: ClassVar[bool] = False
    # Whether any cell may be marked at any time.
    is_free: ClassVar[bool] = False
    # Whether it is clear on the sheet which entry came before another, so that a number can be compared with it.
    has_entry_before: ClassVar[bool] = True
    # The end of a row at which an arrow says where to start; None where there is no arrow.
    start: ClassVar[Literal["left", "right"] | None] = "left"
    # Why a cell that is still empty may not be marked, as the end of a sentence.
    closed: ClassVar[str] = later("another cell comes first")

    def why_closed(self, place: int, *, is_extra: bool = False) -> tuple[str, Mapping[str, SlotName]]:
        """Return why an empty cell may not be marked with a die used from `place`: a message and its fields.

        The place of an extra die is its slot, not a roll.
        """
        return self.closed, {}

    @abstractmethod
    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """Yield the cells that may be marked next, by index.

        `states` is the state of the zone, `place` the place that the die is used from.
        """

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """Return the index of the cell before a cell, or None, and the side of the middle: -1 left, 1 right."""
        return None, 1

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """Return the series in which one entry follows another; empty if there is no order."""
        return ()

    def filling(self, table: CellTable) -> tuple[int, ...]:
        """All cells in the order in which they are filled; in printed order where there is not one series."""
        every_series = self.series(table)
        return every_series[0].cells if len(every_series) == 1 else tuple(range(len(table.names)))

    def cells_first(self, table: CellTable) -> tuple[tuple[int, ...], ...]:
        """Return for each cell those that must be marked directly before it; NEVER for a cell that never opens.

        It says the same as `open_cells` does for a bonus, in a form that does not depend on the state of the zone.
        """
        first: list[tuple[int, ...]] = [()] * len(table.names)
        if self.without_gaps:
            for series in self.series(table):
                for before, cell in pairwise(series.cells):
                    first[cell] = (before,)
        return tuple(first)

    def opening(self, table: CellTable) -> Opening | None:
        """Return the same as `open_cells` and `cell_before`, as tables; None if the fast engine cannot play it."""
        return None

    def _opening_of_series(self, table: CellTable) -> Opening:
        """Return the tables of cells that open one by one in each series."""
        none: tuple[tuple[int, ...], ...] = ((),) * len(table.names)
        after, before = list(none), list(none)
        for series in self.series(table):
            for at, cell in enumerate(series.cells):
                after[cell] = series.cells[:at]
        for cell in range(len(table.names)):
            neighbour, _ = self.cell_before(table, (OPEN,) * len(table.names), cell)
            before[cell] = () if neighbour is None else (neighbour,)
        return Opening(tuple(after), none, tuple(before))

    @abstractmethod
    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return where to mark, for the page of the zone; the first sentence continues after a colon."""

    @abstractmethod
    def free_cross(self, context: EditionZone) -> Sentence:
        """Return the sentence that says where a bonus for a cross goes."""

    @abstractmethod
    def free_cell(self, context: EditionZone) -> Sentence:
        """Return the sentence that says where a free choice goes in a zone whose cells show numbers."""


class Anywhere(OrderRule):
    """Any open cell, in any order."""

    kind: Literal["anywhere"] = "anywhere"
    term = later("any order")
    is_free = True
    has_entry_before = False

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """Every cell that can still be marked."""
        return table.unfinished(states)

    def opening(self, table: CellTable) -> Opening:
        """Every cell until it is finished."""
        none: tuple[tuple[int, ...], ...] = ((),) * len(table.names)
        return Opening(none, none, none, again=True)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Any open cell that fits; with row dice, any row."""
        text = later("in any open cell that fits. There is no order.")
        if context.zone.stages > 1:
            text = later("in any cell that fits and is not crossed off yet. There is no order.")
        if not context.zone.row_dice:
            return (sentence(text, key="order"),)
        rows = sentence(
            "You may choose the row: the die need not have the row's colour. When the number is crossed in all rows, "
            "the die cannot be taken for this zone.",
            key="order",
            detail=True,
        )
        return sentence(text), rows

    def free_cross(self, context: EditionZone) -> Sentence:
        """Any open cell."""
        return sentence("Cross off any open cell you like, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """Any open cell."""
        return sentence("Cross off any open cell you like.")


class LeftToRight(OrderRule):
    """The leftmost open cell, without gaps."""

    kind: Literal["left to right"] = "left to right"
    term = later("left to right")
    closed = later("cells are filled from left to right, without gaps")
    cells_needed = "one row"
    without_gaps = True

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The leftmost open cell."""
        return _first_open(states, range(len(states)))

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The left neighbour."""
        return (cell - 1 if cell else None), 1

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """One series: the whole row."""
        return (Series(tuple(range(len(table.names)))),)

    def opening(self, table: CellTable) -> Opening:
        """After all cells on the left."""
        return self._opening_of_series(table)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The leftmost open cell, without gaps."""
        return (
            sentence(
                "in the leftmost open cell. Start beside the arrow and go on to the right, without gaps.", key="order"
            ),
        )

    def free_cross(self, context: EditionZone) -> Sentence:
        """The leftmost open cell."""
        return sentence("Cross off the next open cell, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """The leftmost open cell."""
        return sentence("Cross off the next open cell.")


class RightToLeft(OrderRule):
    """The rightmost open cell, without gaps; cells are still counted from the left."""

    kind: Literal["right to left"] = "right to left"
    term = later("right to left")
    closed = later("cells are filled from right to left, without gaps")
    cells_needed = "one row"
    without_gaps = True
    start = "right"

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The last open cell."""
        return _first_open(states, range(len(states) - 1, -1, -1))

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The right neighbour."""
        return (cell + 1 if cell + 1 < len(states) else None), 1

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """The whole row, from its end."""
        return (Series(tuple(range(len(table.names) - 1, -1, -1))),)

    def opening(self, table: CellTable) -> Opening:
        """After all cells on the right."""
        return self._opening_of_series(table)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The next cell, and from where cells are counted."""
        rule = sentence(
            "in the rightmost open cell. Start beside the arrow and go on to the left, without gaps.", key="order"
        )
        if not context.zone.badges:
            return (rule,)
        return rule, sentence("This page numbers the cells from the left.", follows="same line", detail=True)

    def free_cross(self, context: EditionZone) -> Sentence:
        """The next cell."""
        return sentence("Cross off the next open cell, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """The next cell."""
        return sentence("Cross off the next open cell.")


class LeftToRightWithSkips(OrderRule):
    """Any cell right of the last mark; skipped cells are lost."""

    kind: Literal["left to right with skips"] = "left to right with skips"
    term = later("left to right with skips")
    closed = later("only cells to the right of the last mark are open")
    may_skip = True
    cells_needed = "one row"

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """All cells right of the last mark."""
        last = max((cell for cell in range(len(states)) if states[cell] != OPEN), default=-1)
        return iter(range(last + 1, len(states)))

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The last marked cell on the left."""
        return max((i for i in range(cell) if states[i] != OPEN), default=None), 1

    def cells_first(self, table: CellTable) -> tuple[tuple[int, ...], ...]:
        """None; but a cell left of a printed mark never opens."""
        last = max((cell for cell, printed in enumerate(table.printed) if printed), default=-1)
        return tuple((NEVER,) if cell < last else () for cell in range(len(table.names)))

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """One series: the whole row."""
        return (Series(tuple(range(len(table.names)))),)

    def opening(self, table: CellTable) -> Opening:
        """Until a cell further right is marked."""
        cells = tuple(range(len(table.names)))
        earlier = tuple(cells[:cell] for cell in cells)
        return Opening(((),) * len(cells), tuple(cells[cell + 1 :] for cell in cells), earlier)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Any cell right of the last mark."""
        return (
            sentence(
                "in any cell to the right of your last mark. You may skip cells, but what you skip is lost: you can "
                "never go back.",
                key="order",
            ),
        )

    def free_cross(self, context: EditionZone) -> Sentence:
        """Any cell right of the last mark."""
        return sentence("Cross off any cell to the right of your last mark, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """Any cell right of the last mark."""
        return sentence("Cross off any cell to the right of your last mark.")


class Outward(OrderRule):
    """From the printed entry outwards: the next cell on its left or on its right."""

    kind: Literal["outward"] = "outward"
    term = later("outward from the middle")
    closed = later("both sides are filled outward from the middle, without gaps")
    cells_needed = "one row"
    starts_from_entry = True
    without_gaps = True
    start = None

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The next open cell on the left and on the right."""
        for series in self.series(table):
            yield from _first_open(states, series.cells)

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The neighbour towards the middle."""
        if cell < table.middle:
            return cell + 1, -1
        return (cell - 1 if cell else None), 1

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """Two series: both sides, from the middle outwards."""
        middle = table.middle
        return Series(tuple(range(middle - 1, -1, -1)), -1), Series(tuple(range(middle + 1, len(table.names))))

    def opening(self, table: CellTable) -> Opening:
        """After all cells towards the middle."""
        return self._opening_of_series(table)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The next cell of either side."""
        return (
            sentence(
                "in the next open cell to the left or to the right. Both sides grow outward from the printed number, "
                "without gaps, and you choose the side each time.",
                key="order",
            ),
        )

    def free_cross(self, context: EditionZone) -> Sentence:
        """The next cell."""
        return sentence("Cross off the next open cell, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """The next cell."""
        return sentence("Cross off the next open cell.")


class RowByThrow(OrderRule):
    """The active player's roll n marks row n; a passive player marks tinted cells only."""

    kind: Literal["row by throw"] = "row by throw"
    term = later("the roll decides the row")
    has_entry_before = False
    cells_needed = "a grid"
    depends_on_place = True

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The open cells of the row of the roll or slot; tinted cells for the platter; all cells for a bonus."""
        for cell in table.unfinished(states):
            if place == ANYWHERE or (table.tinted[cell] if place == PLATTER else table.rows[cell] == place - 1):
                yield cell

    def why_closed(self, place: int, *, is_extra: bool = False) -> tuple[str, Mapping[str, SlotName]]:
        """The row of another roll or slot, or a cell without a tint."""
        if place > 0 and is_extra:
            return later("a die on slot {slot} marks row {slot}"), {"slot": SlotName(place)}
        if place > 0:
            return later("a die of roll {roll} marks row {roll}"), {"roll": SlotName(place)}
        return later("only tinted cells are open to this die"), {}

    def opening(self, table: CellTable) -> Opening:
        """Every cell until it is finished; which ones for a place, `open_cells` says."""
        none: tuple[tuple[int, ...], ...] = ((),) * len(table.names)
        return Opening(none, none, none, again=True)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Which row the active player, passive players and extra dice mark."""
        active = sentence(
            "As the **active player**: a die of roll {first} marks row {first}, one of roll {second} marks row "
            "{second}, and so on.",
            first=SlotName(1),
            second=SlotName(2),
            follows="item",
        )
        any_cell = sentence(
            "Any cell of that row will do, tinted or not. A lost roll still counts, so your next die is one row "
            "further down.",
            follows="same line",
            detail=True,
        )
        passive = sentence(
            "As a **passive player**: only a tinted cell, in any row, wherever the die lies.", follows="item"
        )
        extra = sentence(
            "As an **extra die**: the die's place decides. On a slot it marks the row of that slot, on the platter a "
            "tinted cell.",
            follows="item",
        )
        rule = sentence("the row depends on when you take the die.", key="order")
        rules = rule, active, any_cell, passive
        return (*rules, extra) if context.has_action("extra die") else rules

    def free_cross(self, context: EditionZone) -> Sentence:
        """Any open cell or any tinted one, as the ruling says."""
        if context.edition.rulings.free_row == "any row":
            return sentence("Cross off any open cell of any row, whatever its number.")
        return sentence("Cross off any open cell that is tinted, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """Any open cell or any tinted one, as the ruling says."""
        if context.edition.rulings.free_row == "any row":
            text = later("Cross off any open cell, in any row, tinted or not.")
        else:
            text = later("Cross off any open cell that is tinted.")
        return sentence(text, key="free choice", ruling="free-row")

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """The roll, or the place of an extra die, decides the row."""
        match topic:
            case "active turn":
                text = later("In {zones} the roll decides the row. So it matters *when* you take the die.")
                return (sentence(text, zones=(context.name,)),)
            case "passive turn":
                return (sentence("Even then {zone} takes only tinted cells.", zone=context.name),)
            case "extra die":
                text = later(
                    "In {zone} the die's place counts: on a slot it marks the row of that slot, on the platter a "
                    "tinted cell."
                )
                return (sentence(text, zone=context.name),)
            case "mistakes":
                text = later(
                    "**“My first roll was lost, so my next {die} die marks row {first}.”** No. A lost roll counts: "
                    "your next die is from roll {second} and marks row {second}."
                )
                return (sentence(text, die=context.die, first=SlotName(1), second=SlotName(2)),)
        return ()

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """In which rows a free choice may go."""
        return ("free-row",)


class PairByPair(OrderRule):
    """Blocks of two cells in order, either cell of the open block first."""

    kind: Literal["pair by pair"] = "pair by pair"
    term = later("pair by pair")
    closed = later("the pair to its left must be full first")
    has_entry_before = False
    cells_needed = "one row"
    needs_pairs = True

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The open cells of the first pair that is not full."""
        for first in range(0, len(states), 2):
            if OPEN in states[first : first + 2]:
                return (cell for cell in (first, first + 1) if states[cell] == OPEN)
        return iter(())

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The left neighbour."""
        return (cell - 1 if cell else None), 1

    def cells_first(self, table: CellTable) -> tuple[tuple[int, ...], ...]:
        """Both cells of the pair before."""
        pairs = (cell - cell % 2 for cell in range(len(table.names)))
        return tuple((first - 2, first - 1) if first else () for first in pairs)

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """One series: the whole row."""
        return (Series(tuple(range(len(table.names)))),)

    def opening(self, table: CellTable) -> Opening:
        """After all earlier pairs; the cell before is the left neighbour."""
        cells = tuple(range(len(table.names)))
        earlier = tuple(cells[: cell - cell % 2] for cell in cells)
        return Opening(earlier, ((),) * len(cells), tuple(cells[:cell][-1:] for cell in cells))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Pair by pair from the left, either cell first."""
        return (
            sentence(
                "cells belong together in pairs. Fill the pairs from left to right. In the open pair you may write in "
                "either cell first. The next pair opens when both cells are full.",
                key="order",
            ),
        )

    def free_cross(self, context: EditionZone) -> Sentence:
        """The next open cell."""
        return sentence("Cross off the next open cell, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """The next open cell."""
        return sentence("Cross off the next open cell.")


class NextOfARow(OrderRule):
    """The leftmost open cell of any row that the player chooses."""

    kind: Literal["next of a chosen row"] = "next of a chosen row"
    term = later("left to right in each row")
    closed = later("each row is filled from left to right, without gaps")
    cells_needed = "a grid"
    without_gaps = True

    def open_cells(self, table: CellTable, states: CellStates, place: int) -> Iterator[int]:
        """The leftmost open cell of every row."""
        for series in self.series(table):
            yield from _first_open(states, series.cells)

    def cell_before(self, table: CellTable, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The left neighbour in the same row."""
        return (cell - 1 if cell and table.rows[cell - 1] == table.rows[cell] else None), 1

    def series(self, table: CellTable) -> tuple[Series, ...]:
        """One series per row."""
        rows = sorted(set(table.rows))
        return tuple(Series(tuple(i for i, other in enumerate(table.rows) if other == row)) for row in rows)

    def opening(self, table: CellTable) -> Opening:
        """After all cells on the left in the same row."""
        return self._opening_of_series(table)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The leftmost open cell of any row."""
        return (
            sentence(
                "choose a row, and use its leftmost open cell. Each row fills from the left, without gaps; for every "
                "die you may choose another row.",
                key="order",
            ),
        )

    def free_cross(self, context: EditionZone) -> Sentence:
        """The leftmost open cell of any row."""
        return sentence("Cross off the next open cell of any row, whatever its number.")

    def free_cell(self, context: EditionZone) -> Sentence:
        """The leftmost open cell of any row."""
        return sentence("Cross off the next open cell of any row.")


def _first_open(states: CellStates, cells: range | tuple[int, ...]) -> Iterator[int]:
    """Yield the first open one of some cells, if there is one."""
    for cell in cells:
        if states[cell] == OPEN:
            yield cell
            return


AnyOrder = Anywhere | LeftToRight | RightToLeft | LeftToRightWithSkips | Outward | RowByThrow | PairByPair | NextOfARow
Order = Annotated[AnyOrder, Field(discriminator="kind"), BeforeValidator(part_reader(AnyOrder))]
