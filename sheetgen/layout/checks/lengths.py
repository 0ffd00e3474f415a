"""Lists that must be as long as what they describe."""

from collections.abc import Iterator, Sized

from sheetgen.layout.loading import Layout
from sheetgen.layout.problems import Problem
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.walk import Steps
from sheetgen.layout.zone import Zone


def lists(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Badges, factors, stars, rows: as many as there are cells, rows or columns."""
    if len(edition.rounds.bonuses) > edition.rounds.count > 0:
        message = f"has {len(edition.rounds.bonuses)} badges for {edition.rounds.count} rounds"
        yield layout.problem(("rounds", "bonuses"), message)
    for name, zone in edition.zones.items():
        for steps, found, wanted, what in _lists_of(zone):
            if found is not None and len(found) != wanted:
                message = f"expected {wanted} entries, one per {what}, found {len(found)}"
                yield layout.problem(("zones", name, *steps), message)
        cells = len(zone.cells.by_name)
        for number in zone.bonus.cells:
            if not 1 <= number <= cells:
                yield layout.problem(
                    ("zones", name, "bonus", "cells", number),
                    f"there is no cell {number}: {name} has {cells}",
                )


def _lists_of(zone: Zone) -> Iterator[tuple[Steps, Sized | None, int, str]]:
    cells, rows, columns = len(zone.cells.by_name), len(zone.cells.rows), zone.cells.columns
    yield ("row dice",), zone.row_dice, rows, "row"
    yield ("bonus", "rows"), zone.bonus.rows, rows, "row"
    yield ("bonus", "columns"), zone.bonus.columns, columns, "column"
    yield ("bonus", "only from"), zone.bonus.only_from, cells, "cell"
    yield ("bonus", "between cells"), zone.bonus.between_cells, cells - 1, "pair of neighbours"
    yield ("bonus", "between rows"), zone.bonus.between_rows, rows - 1, "pair of rows"
    for r, gaps in enumerate(zone.bonus.between_rows or ()):
        yield ("bonus", "between rows", r), gaps, columns, "column"
    if zone.accepts.by_rows:
        yield ("accepts", zone.accepts.kind), zone.accepts.every_rule, rows, "row"
    if zone.value.list_per_cell is not None:
        yield ("value", zone.value.kind), zone.value.list_per_cell, cells, "cell"


def ladders(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A ladder has a step for everything that it can be asked."""
    for name, zone in edition.zones.items():
        for part in zone.points.parts:
            length = part.length(zone)
            if length is not None and length.given != length.needed:
                message = f"expected {length.needed} numbers, one per {length.per}, found {length.given}"
                yield layout.problem(("zones", name, "points", part.kind), message)
