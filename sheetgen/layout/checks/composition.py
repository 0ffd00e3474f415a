"""Parts of a zone that must fit each other."""

from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.parts.accepts import Anything, AtLeast, ByRow, OneStep, SameNumber
from sheetgen.layout.parts.order import (
    Anywhere,
    LeftToRight,
    LeftToRightWithSkips,
    NextOfARow,
    Outward,
    PairByPair,
    RowByThrow,
)
from sheetgen.layout.parts.points import (
    AboveTheLast,
    EachEntry,
    FullColumns,
    FullRows,
    OutermostBothWays,
    PairDifferences,
    PerRowByCount,
    RowSums,
    Sum,
)
from sheetgen.layout.parts.value import Face, HalfOrStar
from sheetgen.layout.problems import Problem, Severity
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone

ROW_ORDERS = (LeftToRight, LeftToRightWithSkips, Outward, PairByPair)
GRID_ORDERS = (RowByThrow, NextOfARow)


def orders(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Some orders need a row, others a grid, and some a certain print."""
    for name, zone in edition.zones.items():
        where = ("zones", name, "order")
        cells = [cell for _, _, cell in zone.cells]
        if not cells:
            yield layout.problem(("zones", name, "cells"), "has no cells")
            continue
        if all(cell.printed_mark for cell in cells):
            yield layout.problem(("zones", name, "cells"), "has no cell left to mark")
        if isinstance(zone.order, ROW_ORDERS):
            if zone.cells.is_grid:
                yield layout.problem(
                    where,
                    f"'{zone.order.kind}' needs one row of cells, found a grid",
                    "did you mean 'next of a chosen row'?",
                )
            elif any(cell is None for cell in zone.cells.rows[0]):
                yield layout.problem(
                    ("zones", name, "cells"), f"'{zone.order.kind}' allows no gap (~) in the row"
                )
        if isinstance(zone.order, GRID_ORDERS) and not zone.cells.is_grid:
            yield layout.problem(where, f"'{zone.order.kind}' needs a grid of cells, found one row")
        entries = sum(cell.entry is not None for cell in cells)
        if isinstance(zone.order, Outward) and entries != 1:
            yield layout.problem(
                where, f"'outward' starts from one printed entry such as =7, found {entries}"
            )
        if not isinstance(zone.order, Outward) and entries:
            yield layout.problem(
                ("zones", name, "cells"), "a printed entry (=7) makes sense only with 'order: outward'"
            )
        if isinstance(zone.order, PairByPair) and len(cells) % 2:
            yield layout.problem(where, f"'pair by pair' needs an even number of cells, found {len(cells)}")
        if isinstance(zone.order, RowByThrow) and zone.cells.is_grid:
            yield from _row_by_throw(layout, edition, name, zone)


def _row_by_throw(layout: Layout, edition: SheetEdition, name: str, zone: Zone) -> Iterator[Problem]:
    rows, throws = len(zone.cells.rows), len(edition.die_slots)
    if rows > throws:
        yield layout.problem(
            ("zones", name, "order"), f"'row by throw' has {rows} rows, but a turn has {throws} throws"
        )
    if not any(cell.tinted for _, _, cell in zone.cells):
        message = "'row by throw' without tinted cells (5*) leaves passive players nothing to mark"
        yield layout.problem(("zones", name, "order"), message, severity=Severity.WARNING)


def rules(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """What a zone accepts, how it marks and what it counts must fit its cells."""
    for name, zone in edition.zones.items():
        steps = ("zones", name)
        open_cells = [(r, cell) for r, _, cell in zone.cells if not cell.printed_mark]
        blank = any(
            cell.number is None and isinstance(zone.accepts_in_row(r), (SameNumber, AtLeast))
            for r, cell in open_cells
        )
        if blank:
            message = f"'{zone.accepts.kind}' needs a number printed in every cell"
            yield layout.problem(
                (*steps, "accepts"), message, "write the numbers in 'cells', or 'accepts: anything'"
            )
        if isinstance(zone.order, Anywhere) and not isinstance(
            zone.accepts, (SameNumber, AtLeast, Anything, ByRow)
        ):
            message = f"'{zone.accepts.kind}' compares with the entry before, but the order is 'anywhere'"
            yield layout.problem((*steps, "accepts"), message, "did you mean 'order: left to right'?")
        if isinstance(zone.accepts, OneStep) != isinstance(zone.order, Outward):
            yield layout.problem((*steps, "accepts"), "'one step' and 'order: outward' belong together")
        if zone.mark_kind == "circle then cross" and not isinstance(zone.accepts, SameNumber):
            yield layout.problem((*steps, "marks"), "'circle then cross' needs 'accepts: same number'")
        if zone.mark_kind == "circle then cross" and not isinstance(zone.order, Anywhere):
            yield layout.problem((*steps, "marks"), "'circle then cross' needs 'order: anywhere'")
        if isinstance(zone.value, HalfOrStar) and zone.mark_kind != "number":
            yield layout.problem((*steps, "value"), "'half or star' needs a zone that takes numbers")
        if zone.extra_marks is not None and not (
            isinstance(zone.accepts, SameNumber)
            and isinstance(zone.order, Anywhere)
            and isinstance(zone.value, Face)
        ):
            message = (
                f"'{zone.extra_marks}' needs 'accepts: same number', 'order: anywhere' and 'value: face'"
            )
            yield layout.problem((*steps, "extra marks"), message)
        if zone.extra_marks == "swept dice" and zone.row_dice is None:
            yield layout.problem(
                (*steps, "extra marks"), "'swept dice' needs 'row dice'", "say which die each row belongs to"
            )
        if zone.bonus.needs == "circles" and zone.mark_kind != "circle then cross":
            yield layout.problem((*steps, "bonus", "needs"), "'circles' needs 'marks: circle then cross'")
        if zone.bonus.needs == "tinted cells" and not any(cell.tinted for _, _, cell in zone.cells):
            yield layout.problem(
                (*steps, "bonus", "needs"), "no cell is tinted", "put a * behind the cells that count"
            )
        if zone.bonus.diagonal is not None and not zone.cells.is_grid:
            yield layout.problem(
                (*steps, "bonus", "diagonal"), "a diagonal needs a grid of cells, found one row"
            )


_NEED_NUMBERS = (Sum, PairDifferences, RowSums, EachEntry)
_NEED_GRID = (FullColumns, FullRows, PerRowByCount, RowSums)
_NEED_ROW = (AboveTheLast, OutermostBothWays, PairDifferences)


def scoring(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A way to score must find what it counts."""
    for name, zone in edition.zones.items():
        for part in zone.points.parts:
            where = ("zones", name, "points", part.kind)
            if isinstance(part, _NEED_NUMBERS) and zone.mark_kind != "number":
                yield layout.problem(
                    where,
                    f"'{part.kind}' adds up numbers, but {name} takes crosses",
                    "did you mean 'by count'?",
                )
            if isinstance(part, _NEED_GRID) and not zone.cells.is_grid:
                yield layout.problem(where, f"'{part.kind}' needs a grid of cells, found one row")
            if isinstance(part, _NEED_ROW) and zone.cells.is_grid:
                yield layout.problem(where, f"'{part.kind}' needs one row of cells, found a grid")
            if isinstance(part, OutermostBothWays) and not isinstance(zone.order, Outward):
                yield layout.problem(where, "'outermost both ways' needs 'order: outward'")
