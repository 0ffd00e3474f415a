"""Changes of a layout that a person makes on the drawn sheet, each as plain data: `{"do": "set", "steps": …}`.

A change that touches several values makes them fit each other: whoever takes away a cell, loses its badge and its
factor, and the ladder becomes shorter. `EDITS` lists all changes; `edit` makes one in the text of a layout.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.layout.checks import FIXED_PANELS, lists_of
from sheetgen.layout.drafts import LayoutDraft
from sheetgen.layout.nodes import Steps
from sheetgen.layout.parts.cells import MAX_CELLS, MAX_ROWS
from sheetgen.layout.problems import LayoutError, brief
from sheetgen.layout.rewriting import EditError
from sheetgen.layout.zone import Zone

Change = Mapping[str, Any]
MAX_LENGTH = 4_000  # of a new value, written out
PAGES: Mapping[str, Steps] = {"front": ("sheet", "rows"), "back": ("back", "rows")}


@dataclass(frozen=True, slots=True)
class Edited:
    """The changed text, which parts were copied into it from a parent, and how many badges lost their zone."""

    text: str
    copied: tuple[Steps, ...] = ()
    lost_badges: int = 0


def edit(text: str, path: Path, shown: str, change: Change) -> Edited:
    """Return the text of a layout after a change, which alters nothing else; raise EditError in one line.

    `path` is where the layout is or would be, for `extends`; `shown` is its name in messages.
    """
    name = change.get("do")
    if not isinstance(name, str) or name not in EDITS:
        raise EditError(f"there is no change {brief(name)}")
    try:
        draft = LayoutDraft(text, path, shown)
    except LayoutError as error:
        raise EditError(f"fix the errors in the layout first: {error.problems[0].message}") from None
    lost = EDITS[name](draft, change)
    return Edited(draft.text(), tuple(draft.copied), lost or 0)


# Single values


def set_value(draft: LayoutDraft, change: Change) -> None:
    """Set the value at `steps`; null where there is no value, in a list, takes away a badge or a number."""
    steps, value = _steps(change), change.get("value")
    if len(repr(value)) > MAX_LENGTH:
        raise EditError("the value is too long")
    draft.put(steps, value)


def set_badge(draft: LayoutDraft, change: Change) -> None:
    """Put the badge `value` at `steps`, or take it away (null); a list of `length` is started if there is none yet."""
    steps, value, length = _steps(change), change.get("value"), change.get("length", 0)
    if not isinstance(value, str | None) or type(length) is not int or not 0 <= length <= MAX_CELLS:
        raise EditError("a badge is a text, or nothing")
    *above, last = draft.written(steps[:-1]) + steps[-1:]
    path = tuple(above)
    if isinstance(last, int) and len(path) == len(steps) - 1 and path[-1] != "cells":
        in_list = draft.get(path)
        while isinstance(in_list, list) and len(in_list) <= last and value is not None:
            draft.insert((*path, len(in_list)), None)
            in_list = draft.get(path)
    elif length and isinstance(last, int) and value is not None:
        draft.put(steps[:-1], [None] * length)
        path = steps[:-1]
    if value is not None or (draft.has(path) and isinstance(draft.get(path), list)):
        draft.put((*path, last), value)
    elif draft.has((*path, last)):
        draft.remove((*path, last))


def remove_value(draft: LayoutDraft, change: Change) -> None:
    """Take away what is at `steps`: an item of a list, or a key."""
    draft.remove(_steps(change))


def _steps(change: Change) -> Steps:
    steps = change.get("steps")
    if not isinstance(steps, list) or not steps or not all(type(step) in (str, int) for step in steps):
        raise EditError("the change does not say what it is about")
    return tuple(steps)


# Cells


def add_cells(draft: LayoutDraft, change: Change) -> None:
    """Add a cell, a row or a column (`axis`) behind the one with the index `at`, counted from 0."""
    zone, axis, at = _cells_of(draft, change)
    _resize(draft, zone, axis, at + 1, added=True)


def remove_cells(draft: LayoutDraft, change: Change) -> None:
    """Take away a cell, a row or a column (`axis`): the one with the index `at`, counted from 0."""
    zone, axis, at = _cells_of(draft, change)
    _resize(draft, zone, axis, at, added=False)


def _cells_of(draft: LayoutDraft, change: Change) -> tuple[str, str, int]:
    name, axis, at = change.get("zone"), change.get("axis"), change.get("at")
    zone = draft.edition.zones.get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or zone is None:
        raise EditError(f"there is no zone {brief(name)}")
    known = ("row", "column") if zone.cells.is_grid else ("cell",)
    if not isinstance(axis, str) or axis not in known:
        raise EditError(f"{name} has no {brief(axis)} to add or take away")
    size = len(zone.cells.rows) if axis == "row" else zone.cells.columns
    if type(at) is not int or not 0 <= at < size:
        raise EditError(f"{name} has no {axis} {brief(at)}")
    return name, axis, at


def _resize(draft: LayoutDraft, name: str, axis: str, at: int, *, added: bool) -> None:
    """Add or take away cells at an index, and let every list of the zone follow."""
    zone, steps = draft.edition.zones[name], ("zones", name)
    rows = len(zone.cells.rows) + (added if axis == "row" else 0)
    columns = zone.cells.columns + (added if axis != "row" else 0)
    if rows > MAX_ROWS or columns > MAX_CELLS:
        raise EditError(f"a zone has at most {MAX_ROWS} rows and {MAX_CELLS} columns")
    if not added and (len(zone.cells.rows) if axis == "row" else zone.cells.columns) == 1:
        raise EditError(f"{name} needs at least one {axis}; take away the whole zone instead")
    numbers = _cell_numbers(zone, axis, at, added=added)
    _change_cells(draft, (*steps, "cells"), axis, at, added=added)
    _shift_badges(draft, zone, steps, numbers)
    _fit_lists(draft, zone, name, axis, at, numbers, added=added)


def _cell_numbers(zone: Zone, axis: str, at: int, *, added: bool) -> dict[int, int]:
    """Return the new index of every cell that stays, by its old index; cells count in printed order from 0."""
    places = [(r, c) for r, c, _ in zone.cells]
    kept: dict[tuple[int, int], tuple[int, int]] = {}
    for r, c in places:
        line = r if axis == "row" else c
        if added or line != at:
            step = int(line >= at) if added else -int(line > at)
            kept[r, c] = (r + step, c) if axis == "row" else (r, c + step)
    before = at - 1  # a new line is like the one before it
    new = {(at, c) if axis == "row" else (r, at) for r, c in places if added and (r if axis == "row" else c) == before}
    order = sorted({*kept.values(), *new})
    return {i: order.index(kept[place]) for i, place in enumerate(places) if place in kept}


def _change_cells(draft: LayoutDraft, steps: Steps, axis: str, at: int, *, added: bool) -> None:
    cells = draft.get(steps)
    if isinstance(cells, int):
        draft.put(steps, cells + (1 if added else -1))
    elif axis == "row":
        if added:
            draft.insert((*steps, at), [_like(cells[at - 1], c) for c in range(len(cells[at - 1]))])
        else:
            draft.remove((*steps, at))
    else:
        for inner, row in [((*steps, r), row) for r, row in enumerate(cells)] if axis == "column" else [(steps, cells)]:
            if added and at <= len(row):
                draft.insert((*inner, at), _like(row, at - 1))
            elif not added and at < len(row):
                draft.remove((*inner, at))


def _like(row: list[Any], index: int) -> object:
    """Return what a new cell shows beside another one: the same, or what the nearest cell without a mark shows."""
    near = sorted(range(len(row)), key=lambda i: abs(i - index))
    cells = [row[i] for i in near if row[i] is not None or i == index]
    return next((cell for cell in cells if not str(cell).startswith(("=", "x"))), "_")


def _shift_badges(draft: LayoutDraft, zone: Zone, steps: Steps, numbers: Mapping[int, int]) -> None:
    """Give the badges under cells the new numbers of their cells; those of lost cells go with them."""
    for block in ((*steps, "bonus"), (*steps, "bonus", "cells")):
        badges = draft.get(block) if draft.has(block) else None
        if not isinstance(badges, dict):
            continue
        old = {key: badge for key, badge in badges.items() if isinstance(key, int)}
        new = {numbers[key - 1] + 1: badge for key, badge in sorted(old.items()) if key - 1 in numbers}
        for key in old.keys() - new.keys():
            draft.remove((*block, key))
        for key, badge in new.items():
            if old.get(key) != badge:
                draft.put((*block, key), badge)


def _fit_lists(
    draft: LayoutDraft, zone: Zone, name: str, axis: str, at: int, numbers: Mapping[int, int], *, added: bool
) -> None:
    """Let every list of the zone that has an item per cell, row or column follow a change of its cells."""
    steps: Steps = ("zones", name)
    after = Zone.model_validate(draft.get(steps))
    for inner, entries, needed, per in lists_of(after):
        if entries is not None and len(entries) != needed:
            _fit(draft, _list_at(draft, (*steps, *inner)), needed, per, at, numbers)
    for part in after.points.parts:
        length = part.length(after)
        if length is not None and length.given != length.needed:
            path = _list_at(draft, (*steps, "points", part.kind))
            values = draft.get(path)
            rises = all(isinstance(value, int) for value in values) and sorted(set(values)) == values
            if rises or length.per not in ("row", "column", "cell"):
                _extend(draft, path, length.needed)
            else:
                _fit(draft, path, length.needed, length.per, at, numbers)


def _list_at(draft: LayoutDraft, steps: Steps) -> Steps:
    """Return the path of a list of a part, which may stand below the name of its field."""
    value = draft.get(steps)
    if isinstance(value, dict):
        return (*steps, next(key for key, inner in value.items() if isinstance(inner, list)))
    if not isinstance(value, list):
        raise EditError(f"change {'.'.join(map(str, steps))} in the text")
    return steps


def _fit(draft: LayoutDraft, steps: Steps, needed: int, per: str, at: int, numbers: Mapping[int, int]) -> None:
    """Make a list as long as needed: at the place of the lines that came or went, or cell by cell."""
    values = draft.get(steps)
    neutral = None if steps[2] == "bonus" else values[-1] if values else None
    if per == "cell":
        lost = [i for i in range(len(values)) if i not in numbers]
        for i in reversed(lost):
            draft.remove((*steps, i))
        for i in sorted(set(range(needed)) - set(numbers.values())):
            before = draft.get(steps)
            draft.insert((*steps, i), None if neutral is None else before[max(0, i - 1)])
        return
    while len(draft.get(steps)) > needed:
        draft.remove((*steps, min(at, len(draft.get(steps)) - 1)))
    while len(draft.get(steps)) < needed:
        before = draft.get(steps)
        index = min(at, len(before))
        item = before[max(0, index - 1)] if before else None
        blank = [None] * len(item) if isinstance(item, list) else item if steps[2] != "bonus" else None
        draft.insert((*steps, index), blank)


def _extend(draft: LayoutDraft, steps: Steps, needed: int) -> None:
    """Make a ladder longer or shorter at its end; new steps go on as the last ones did."""
    while len(draft.get(steps)) > needed:
        draft.remove((*steps, len(draft.get(steps)) - 1))
    while len(draft.get(steps)) < needed:
        values = draft.get(steps)
        first, second, third = ([0, 0, 0] + [value or 0 for value in values])[-3:]
        rise = third - second
        draft.insert((*steps, len(values)), third + rise + (rise - (second - first) if len(values) > 2 else 0))


def row_and_column(cell: str) -> tuple[int, int]:
    """Return where a cell is, counted from 0, by its name.

    >>> row_and_column("r2c3"), row_and_column("7")
    ((1, 2), (0, 6))
    """
    row, _, column = cell.removeprefix("r").partition("c")
    return (int(row) - 1, int(column) - 1) if column else (0, int(row) - 1)


# Zones and panels


def move_panel(draft: LayoutDraft, change: Change) -> None:
    """Move a panel into the strip `row`, before its panel `column`; without a column, into a new strip before it.

    Both count from 0, as the sheet is before the move. `page` is front or back.
    """
    panel, page = _panel(draft, change.get("panel")), change.get("page", "front")
    row, column = change.get("row"), change.get("column")
    if not isinstance(page, str) or page not in PAGES or not draft.has(PAGES[page]):
        raise EditError(f"the sheet has no page {brief(page)}")
    rows, strips = PAGES[page], len(draft.get(PAGES[page]))
    if type(row) is not int or not 0 <= row <= strips - (column is not None):
        raise EditError(f"the sheet has no strip {brief(row)}")
    if column is not None and (type(column) is not int or not 0 <= column <= len(_panels(draft, (*rows, row)))):
        raise EditError(f"the strip has no place {brief(column)}")
    place = _place_of(draft, panel)
    height = draft.get(place[:-1] if "panels" not in place else place[: place.index("panels")])
    weight = height.get("height", 1) if isinstance(height, dict) else 1
    if column is not None:
        _put_into_strip(draft, (*rows, row), column, "\0")
    else:
        draft.insert((*rows, row), {"height": weight, "panels": ["\0"]})
    _take_panel(draft, panel)
    _rename_panel(draft, "\0", panel)
    if column is not None:
        strip = _strip_of(draft, panel)
        if isinstance(strip_data := draft.get(strip), dict) and strip_data.get("height", 1) < weight:
            draft.put((*strip, "height"), weight)


def _panel(draft: LayoutDraft, name: object) -> str:
    if not isinstance(name, str) or name not in (*FIXED_PANELS, *draft.edition.zones):
        raise EditError(f"there is no panel {brief(name)}")
    return name


def _panels(draft: LayoutDraft, strip: Steps) -> list[Any]:
    value = draft.get(strip)
    return value["panels"] if isinstance(value, dict) else value if isinstance(value, list) else [value]


def _panels_path(draft: LayoutDraft, strip: Steps) -> Steps:
    """Return the path of the list of panels of a strip; a strip of one name becomes a list."""
    value = draft.get(strip)
    if isinstance(value, str):
        draft.put(strip, [value])
    return (*strip, "panels") if isinstance(value, dict) else strip


def _place_of(draft: LayoutDraft, panel: str) -> Steps:
    """Return the path of the name of a panel in the strips; raise EditError if it is on no page."""
    for rows in PAGES.values():
        strips = draft.get(rows) if draft.has(rows) else []
        for r in range(len(strips)):
            strip = (*rows, r)
            if strips[r] == panel:
                return strip
            path = (*strip, "panels") if isinstance(strips[r], dict) else strip
            for i, inner in enumerate(_panels(draft, strip)):
                if inner == panel:
                    return (*path, i)
                if isinstance(inner, list) and panel in inner:
                    return (*path, i, inner.index(panel))
    raise EditError(f"{brief(panel)} is not on the sheet")


def _strip_of(draft: LayoutDraft, panel: str) -> Steps:
    return _place_of(draft, panel)[:3]


def _rename_panel(draft: LayoutDraft, old: str, new: str) -> None:
    draft.put(_place_of(draft, old), new)


def _put_into_strip(draft: LayoutDraft, strip: Steps, column: int, panel: str) -> None:
    data = draft.get(strip)
    draft.insert((*_panels_path(draft, strip), column), panel)
    if isinstance(data, dict) and isinstance(widths := data.get("widths"), list):
        draft.insert((*strip, "widths", column), round(sum(widths) / len(widths), 2))


def _take_panel(draft: LayoutDraft, panel: str) -> None:
    """Take the name of a panel out of the strips; an empty strip goes."""
    place = _place_of(draft, panel)
    strip = place[:3]
    panels = _panels(draft, strip)
    if len(panels) == 1 and not isinstance(panels[0], list):
        if len(draft.get(strip[:2])) == 1:
            raise EditError("the page would be empty")
        draft.remove(strip)
        return
    draft.remove(place)
    index = place[place.index("panels") + 1] if "panels" in place else place[3]
    stacked = place[:-1]
    if isinstance(column := draft.get(stacked), list) and len(stacked) > len(strip) + ("panels" in place):
        if len(column) == 1:
            draft.put(stacked, column[0])
        return
    data = draft.get(strip)
    if isinstance(data, dict) and isinstance(data.get("widths"), list) and isinstance(index, int):
        draft.remove((*strip, "widths", index))
        if len(draft.get((*strip, "widths"))) == 1:
            draft.remove((*strip, "widths"))


def add_zone(draft: LayoutDraft, change: Change) -> None:
    """Add a zone called `name` with the keys of `zone`, in a strip of its own at the foot of the page `page`."""
    name, zone, page = change.get("name"), change.get("zone"), change.get("page", "front")
    if not isinstance(name, str) or not isinstance(zone, dict) or len(repr(zone)) > MAX_LENGTH:
        raise EditError("a zone has a name and parts")
    if name in (*FIXED_PANELS, *draft.edition.zones):
        raise EditError(f"there is a panel {brief(name)} already; choose another name")
    if not isinstance(page, str) or page not in PAGES or not draft.has(PAGES[page]):
        raise EditError(f"the sheet has no page {brief(page)}")
    draft.put(("zones", name), zone)
    rows = PAGES[page]
    grid = isinstance(cells := zone.get("cells"), list) and bool(cells) and isinstance(cells[0], list)
    height = 4.3 if grid else 1.7
    draft.insert((*rows, len(draft.get(rows))), {"height": height, "panels": [name]})


def change_parts(draft: LayoutDraft, change: Change) -> None:
    """Give the zone `zone` other `parts`: a value for each key that changes."""
    name, parts = change.get("zone"), change.get("parts")
    if not isinstance(name, str) or name not in draft.edition.zones:
        raise EditError(f"there is no zone {brief(name)}")
    if not isinstance(parts, dict) or len(repr(parts)) > MAX_LENGTH:
        raise EditError("the change does not say what it is about")
    for key, value in parts.items():
        draft.put(("zones", name, key), value)


def remove_zone(draft: LayoutDraft, change: Change) -> int:
    """Take away a zone, its panel and all badges for it; return how many badges that were."""
    name = change.get("zone")
    if not isinstance(name, str) or name not in draft.edition.zones:
        raise EditError(f"there is no zone {brief(name)}")
    if len(draft.edition.zones) == 1:
        raise EditError("a sheet needs at least one zone")
    _take_panel(draft, name)
    lost = 0
    for steps, bonus in reversed(list(draft.edition.every_badge())):
        left = [str(single) for single in bonus.singles if single.target != name]
        if len(left) == len(bonus.singles) or steps[:2] == ("zones", name):
            continue
        lost += 1
        path = draft.written(steps)
        if left:
            draft.put(path, " or ".join(left))
        elif isinstance(draft.get(path[:-1]), list):
            draft.put(path, None)
        else:
            draft.remove(path)
    draft.remove(("zones", name))
    return lost


EDITS: Mapping[str, Callable[[LayoutDraft, Change], int | None]] = {
    "set": set_value,
    "badge": set_badge,
    "remove": remove_value,
    "add cells": add_cells,
    "remove cells": remove_cells,
    "move panel": move_panel,
    "add zone": add_zone,
    "parts": change_parts,
    "remove zone": remove_zone,
}
