"""Numbers that no throw can make, and cells that nobody can reach."""

from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.parts.accepts import AtLeast, RowAccepts, SameNumber, allows
from sheetgen.layout.parts.order import LeftToRight, NextOfARow, Outward
from sheetgen.layout.parts.value import possible_values
from sheetgen.layout.problems import Problem
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone


def printed_numbers(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A printed number must be one that a throw can match or reach."""
    for name, zone in edition.zones.items():
        for index, (r, c, cell) in enumerate(zone.cells):
            if cell.number is None:
                continue
            rule = zone.accepts_in_row(r)
            values = possible_values(zone.value, index, len(edition.dice))
            wrong = isinstance(rule, SameNumber) and cell.number not in values
            wrong = wrong or (isinstance(rule, AtLeast) and cell.number > max(values))
            if wrong:
                steps = (
                    ("zones", name, "cells", "grid", r, c) if zone.cells.is_grid else ("zones", name, "cells", "row", c)
                )
                message = f"no throw gives {cell.number} here: {name} takes {min(values)} to {max(values)}"
                yield layout.problem(steps, message)
        for index, least in enumerate(zone.bonus.only_from or ()):
            highest = max(possible_values(zone.value, index, len(edition.dice)))
            if least is not None and least > highest:
                message = f"no throw gives {least} here: {name} takes at most {highest}"
                yield layout.problem(("zones", name, "bonus", "only from", index), message)


def cells(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Every cell must be markable in some game."""
    for name, zone in edition.zones.items():
        for line, names in _lines(zone):
            stuck = _first_unreachable(zone, line, len(edition.dice))
            if stuck is not None:
                rule = zone.accepts_in_row(line[0][0]).kind
                message = f"nobody can reach {name}.{names[stuck]}: '{rule}' leaves no value for it"
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


Line = list[tuple[int, int, int]]  # row, index of the cell in the zone, side


def _lines(zone: Zone) -> Iterator[tuple[Line, list[str]]]:
    """The series in which one entry follows another, each with the names of its cells."""
    names = list(zone.cells.by_name)
    positions = [(r, i) for i, (r, _, _) in enumerate(zone.cells)]
    if isinstance(zone.order, LeftToRight):
        yield [(r, i, 1) for r, i in positions], names
    elif isinstance(zone.order, NextOfARow):
        for row in range(len(zone.cells.rows)):
            line = [(r, i, 1) for r, i in positions if r == row]
            yield line, [names[i] for _, i, _ in line]
    elif isinstance(zone.order, Outward):
        middle = next(i for i, (_, _, cell) in enumerate(zone.cells) if cell.entry is not None)
        for side, series in ((-1, range(middle - 1, -1, -1)), (1, range(middle + 1, len(names)))):
            yield [(0, i, side) for i in series], [names[i] for i in series]


def _first_unreachable(zone: Zone, line: Line, dice: int) -> int | None:
    """Follow all entries that may stand in each cell; the first cell with none is out of reach."""
    printed = list(zone.cells.by_name.values())
    start = next((cell.entry for cell in printed if cell.entry is not None), None)
    before: set[int | None] = {start}
    for position, (row, index, side) in enumerate(line):
        if printed[index].crossed:
            continue
        rule: RowAccepts = zone.accepts_in_row(row)
        number = printed[index].number
        values = possible_values(zone.value, index, dice)
        after = {
            value for value in values if any(allows(rule, value, number=number, before=b, side=side) for b in before)
        }
        if not after:
            return position
        before = set(after)
    return None
