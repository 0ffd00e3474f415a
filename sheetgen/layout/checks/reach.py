"""Numbers that no throw can make, and cells that nobody can reach."""

from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.parts.order import Series
from sheetgen.layout.problems import Problem
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone


def printed_numbers(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A printed number must be one that a throw can match or reach."""
    for name, zone in edition.zones.items():
        for index, (r, c, cell) in enumerate(zone.cells):
            if cell.number is None:
                continue
            values = zone.value.possible_values(index, len(edition.dice))
            if not zone.accepts_in_row(r).is_possible(cell.number, values):
                steps = (
                    ("zones", name, "cells", "grid", r, c) if zone.cells.is_grid else ("zones", name, "cells", "row", c)
                )
                message = f"no throw gives {cell.number} here: {name} takes {min(values)} to {max(values)}"
                yield layout.problem(steps, message)
        for index, least in enumerate(zone.bonus.only_from or ()):
            highest = max(zone.value.possible_values(index, len(edition.dice)))
            if least is not None and least > highest:
                message = f"no throw gives {least} here: {name} takes at most {highest}"
                yield layout.problem(("zones", name, "bonus", "only from", index), message)


def cells(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Every cell must be markable in some game."""
    for name, zone in edition.zones.items():
        for series in zone.order.series(zone.table) if zone.order.without_gaps else ():
            stuck = _first_unreachable(zone, series, len(edition.dice))
            if stuck is not None:
                rule = zone.accepts_in_row(zone.table.rows[stuck]).kind
                message = f"nobody can reach {name}.{zone.table.names[stuck]}: '{rule}' leaves no value for it"
                place = layout.own(*(("zones", name, key) for key in ("cells", "accepts", "value", "order")))
                yield layout.problem(place, message, "use fewer cells, or let the series restart")


def badges(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Every badge must have a cell that earns it."""
    for name, zone in edition.zones.items():
        for badge in zone.badges:
            if not badge.cells:
                what = "tinted cell" if zone.bonus.needs == "tinted cells" else "cell"
                message = f"there is no {what} here that could earn this badge"
                yield layout.problem(("zones", name, "bonus", *badge.path), message, "leave it out (~), or add one")


def _first_unreachable(zone: Zone, series: Series, dice: int) -> int | None:
    """Follow all entries that may stand in each cell; the first cell with none is out of reach."""
    table = zone.table
    before: set[int | None] = {next((entry for entry in table.entries if entry is not None), None)}
    for cell in series.cells:
        if table.printed[cell]:
            continue
        rule = zone.accepts_in_row(table.rows[cell])
        after = {
            value
            for value in zone.value.possible_values(cell, dice)
            if any(rule.allows(value, number=table.numbers[cell], before=b, side=series.side) for b in before)
        }
        if not after:
            return cell
        before = set(after)
    return None
