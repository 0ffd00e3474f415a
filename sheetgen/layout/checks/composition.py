"""Parts of a zone that must fit each other."""

from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.problems import Problem, Severity
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.walk import Steps
from sheetgen.layout.zone import Zone


def orders(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Some orders need a row, others a grid, and some a certain print."""
    for name, zone in edition.zones.items():
        where = layout.own(("zones", name, "order"), ("zones", name, "cells"))
        cells = [cell for _, _, cell in zone.cells]
        if not cells:
            yield layout.problem(("zones", name, "cells"), "has no cells")
            continue
        if all(cell.printed_mark for cell in cells):
            yield layout.problem(("zones", name, "cells"), "has no cell left to mark")
        if zone.order.cells_needed == "one row":
            if zone.cells.is_grid:
                yield layout.problem(
                    where,
                    f"'{zone.order.kind}' needs one row of cells, found a grid",
                    "did you mean 'next of a chosen row'?",
                )
            elif any(cell is None for cell in zone.cells.rows[0]):
                yield layout.problem(("zones", name, "cells"), f"'{zone.order.kind}' allows no gap (~) in the row")
        if zone.order.cells_needed == "a grid" and not zone.cells.is_grid:
            yield layout.problem(where, f"'{zone.order.kind}' needs a grid of cells, found one row")
        if zone.order.depends_on_place and zone.cells.is_grid:
            yield from _row_by_throw(layout, edition, name, zone)
        yield from _special_cells(layout, name, zone)


def _special_cells(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    """Outward needs one printed entry, nothing else may have one, and pairs need both of their cells."""
    entries = sum(cell.entry is not None for _, _, cell in zone.cells)
    count = len(zone.cells.by_name)
    either = layout.own(("zones", name, "cells"), ("zones", name, "order"))
    if zone.order.starts_from_entry and entries != 1:
        yield layout.problem(either, f"'{zone.order.kind}' starts from one printed entry such as =7, found {entries}")
    if not zone.order.starts_from_entry and entries:
        yield layout.problem(either, "a printed entry (=7) makes sense only with 'order: outward'")
    if zone.order.needs_pairs and count % 2:
        yield layout.problem(either, f"'{zone.order.kind}' needs an even number of cells, found {count}")


def _row_by_throw(layout: Layout, edition: SheetEdition, name: str, zone: Zone) -> Iterator[Problem]:
    rows, throws = len(zone.cells.rows), len(edition.die_slots)
    order, cells = ("zones", name, "order"), ("zones", name, "cells")
    if rows > throws:
        place = layout.own(order, cells, ("die slots",))
        yield layout.problem(place, f"'row by throw' has {rows} rows, but a turn has {throws} throws")
    if not any(cell.tinted for _, _, cell in zone.cells):
        message = "'row by throw' without tinted cells (5*) leaves passive players nothing to mark"
        yield layout.problem(layout.own(order, cells), message, severity=Severity.WARNING)


def rules(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """What a zone accepts, how it marks and what it counts must fit its cells."""
    for name, zone in edition.zones.items():
        yield from _accepting(layout, name, zone)
        yield from _marking(layout, name, zone)
        where: Steps = ("zones", name, "bonus")
        if zone.bonus.needs == "circles" and zone.mark_kind != "circle then cross":
            yield layout.problem((*where, "needs"), "'circles' needs 'marks: circle then cross'")
        if zone.bonus.needs == "tinted cells" and not any(cell.tinted for _, _, cell in zone.cells):
            place = layout.own((*where, "needs"), ("zones", name, "cells"))
            yield layout.problem(place, "no cell is tinted", "put a * behind the cells that count")
        if zone.bonus.diagonal is not None and not zone.cells.is_grid:
            yield layout.problem((*where, "diagonal"), "a diagonal needs a grid of cells, found one row")


def _accepting(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    accepts, cells, order = (("zones", name, key) for key in ("accepts", "cells", "order"))
    blank = [
        rule.kind
        for r, _, cell in zone.cells
        if not cell.printed_mark and cell.number is None
        if (rule := zone.accepts_in_row(r)).needs_printed_numbers
    ]
    if blank:
        yield layout.problem(
            layout.own(accepts, cells),
            f"'{blank[0]}' needs a number printed in every cell",
            "write the numbers in 'cells', or 'accepts: anything'",
        )
    for rule in zone.accepts.every_rule:
        if zone.order.is_free and rule.compares_with_entry_before:
            message = f"'{rule.kind}' compares with the entry before, but the order is '{zone.order.kind}'"
            series = "next of a chosen row" if zone.cells.is_grid else "left to right"
            yield layout.problem(layout.own(accepts, order), message, f"did you mean 'order: {series}'?")
        elif rule.needs_outward_order != zone.order.starts_from_entry:
            place = layout.own(accepts, order)
            yield layout.problem(place, "'one step' and 'order: outward' belong together")


def _marking(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    marks, accepts, order, value, extra = (
        ("zones", name, key) for key in ("marks", "accepts", "order", "value", "extra marks")
    )
    if zone.mark_kind == "circle then cross" and not zone.accepts.decided_by_number:
        yield layout.problem(layout.own(marks, accepts), "'circle then cross' needs 'accepts: same number'")
    if zone.mark_kind == "circle then cross" and not zone.order.is_free:
        yield layout.problem(layout.own(marks, order), "'circle then cross' needs 'order: anywhere'")
    if zone.value.has_choice and zone.mark_kind != "number":
        yield layout.problem(layout.own(value, marks), f"'{zone.value.kind}' needs a zone that takes numbers")
    if zone.extra_marks is not None and not (
        zone.accepts.decided_by_number and zone.order.is_free and zone.value.is_face
    ):
        message = f"'{zone.extra_marks.kind}' needs 'accepts: same number', 'order: anywhere' and 'value: face'"
        yield layout.problem(layout.own(extra, accepts, order, value), message)
    if zone.extra_marks is not None and (lack := zone.extra_marks.needs(has_row_dice=zone.row_dice is not None)):
        yield layout.problem(extra, *lack)


def scoring(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A way to score must find what it counts."""
    for name, zone in edition.zones.items():
        for part in zone.points.parts:
            where = ("zones", name, "points", part.kind)
            if part.needs_numbers and zone.mark_kind != "number":
                yield layout.problem(
                    where,
                    f"'{part.kind}' adds up numbers, but {name} takes crosses",
                    "did you mean 'by count'?",
                )
            if part.cells_needed == "a grid" and not zone.cells.is_grid:
                yield layout.problem(where, f"'{part.kind}' needs a grid of cells, found one row")
            if part.cells_needed == "one row" and zone.cells.is_grid:
                yield layout.problem(where, f"'{part.kind}' needs one row of cells, found a grid")
            if part.needs_outward_order and not zone.order.starts_from_entry:
                yield layout.problem(where, f"'{part.kind}' needs 'order: outward'")
