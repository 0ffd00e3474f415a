"""What can be changed about something on the drawn sheet: fields with their present values, badges with pictures.

The page shows the fields where the thing was clicked, and sends a change of `layout.edits` for each.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sheetgen.drawing.elements import steps_of
from sheetgen.drawing.names import bonus_text
from sheetgen.drawing.pen import Pen, badge_length
from sheetgen.drawing.scene import Item, Rect, number
from sheetgen.drawing.sheet import open_page
from sheetgen.formats.svg import as_markup, element
from sheetgen.layout import Layout, SheetEdition, Zone
from sheetgen.layout.checks import lists_of
from sheetgen.layout.drafts import LayoutDraft
from sheetgen.layout.edits import row_and_column
from sheetgen.layout.nodes import Steps
from sheetgen.layout.parts.bonus import SCORING_BADGES, Bonus, FreeChoice, FreeCross, FreeNumber, Unlock

# How the page shows a field: a short text of a cell, a whole number, a text, or a badge that is chosen by its picture.
FieldKind = Literal["cell", "number", "text", "badge"]
BADGE_SIZE, BADGE_EDGE = 10.0, 0.3  # of a picture, in its own units
USUAL_NUMBER = 6  # on a badge that writes a number, if the sheet has none for that zone


@dataclass(frozen=True, slots=True)
class Field:
    """One value of the layout that a person may change."""

    label: str  # a word of the page, which has texts for them
    kind: FieldKind
    steps: Steps  # where the value is, or would be
    value: object
    optional: bool = False  # whether there may be none
    length: int = 0  # of the list that the value would be in, if there is no list yet


def touched(draft: LayoutDraft, element_id: str) -> dict[str, Any] | None:
    """Return what can be changed about a drawn element, as plain data; None if nothing can."""
    edition = draft.edition
    zone, cell = _zone_of(element_id, edition), _cell_of(element_id, edition)
    fields = list(_fields(draft, element_id, edition))
    if not fields and zone is not None:  # a blank or a sign: what it shows belongs to the whole zone
        element_id = f"zone-{zone}"
        fields = list(_fields(draft, element_id, edition))
    if not fields:
        return None
    origin = next((found for field in fields if (found := draft.origin(draft.written(field.steps)))), "")
    return {
        "id": element_id,
        "zone": zone or "",
        "fields": [{**asdict(field), "steps": list(field.steps)} for field in fields],
        "cells": _cell_changes(edition, zone, cell) if zone and cell else [],
        "origin": origin,
    }


def _zone_of(element_id: str, edition: SheetEdition) -> str | None:
    name = element_id.removeprefix("zone-").partition(".")[0]
    return name if name in edition.zones else None


def _cell_of(element_id: str, edition: SheetEdition) -> str | None:
    zone, _, cell = element_id.partition(".")
    return cell if zone in edition.zones and cell in edition.zones[zone].cells.by_name else None


def _cell_changes(edition: SheetEdition, zone: str, cell: str) -> list[dict[str, object]]:
    """Return what can be added beside a cell, or taken away with it."""
    row, column = row_and_column(cell)
    lines = [("row", row), ("column", column)] if edition.zones[zone].cells.is_grid else [("cell", column)]
    return [{"axis": axis, "at": at, "do": do} for axis, at in lines for do in ("add cells", "remove cells")]


def _fields(draft: LayoutDraft, element_id: str, edition: SheetEdition) -> Iterator[Field]:
    steps = steps_of(element_id, edition)
    if steps is None:
        return
    zone, cell = _zone_of(element_id, edition), _cell_of(element_id, edition)
    if zone is not None and cell is not None:
        yield from _cell_fields(draft, zone, edition.zones[zone], cell)
    elif zone is not None and steps == ("zones", zone):
        yield Field("name", "text", (*steps, "name"), edition.zones[zone].name, optional=True)
    elif zone is not None and steps[2] == "bonus" and len(steps) > 3:
        yield _badge(draft, steps)
    elif zone is not None:
        yield from _single(draft, "points" if steps[2] == "points" else "factor", steps)
    else:
        yield from _outside_zones(draft, steps, element_id, edition)


def _cell_fields(draft: LayoutDraft, name: str, zone: Zone, cell: str) -> Iterator[Field]:
    """Yield what is printed in a cell and what belongs to it: numbers of lists per cell, badges of cell and lines."""
    steps: Steps = ("zones", name)
    row, column = row_and_column(cell)
    index = list(zone.cells.by_name).index(cell)
    place = (*steps, "cells", row, column) if zone.cells.is_grid else (*steps, "cells", column)
    if draft.has(place):
        yield Field("cell", "cell", place, draft.get(place))
    for inner, entries, _, per in lists_of(zone):
        if entries is not None and per == "cell":
            label = "least" if inner[0] == "bonus" else "factor"
            yield from _single(draft, label, (*steps, *inner, index), optional=True)
    for part in zone.points.parts:
        if part.cell_stars:
            yield from _single(draft, "points", (*steps, "points", part.kind, index), optional=True)
    bonus = (*steps, "bonus")
    yield _badge(draft, (*bonus, "cells", index + 1))
    if zone.cells.is_grid:
        yield _badge(draft, (*bonus, "rows", row), "row badge", len(zone.cells.rows))
        yield _badge(draft, (*bonus, "columns", column), "column badge", zone.cells.columns)


def _single(draft: LayoutDraft, label: str, steps: Steps, *, optional: bool = False) -> Iterator[Field]:
    """Yield the field of a number, unless the file has something else there."""
    path = draft.written(steps)
    value = draft.get(path)
    if path[-1:] == steps[-1:] and isinstance(value, (int, type(None))) and not isinstance(value, bool):
        yield Field(label, "number", path, value, optional=optional or value is None)


def _badge(draft: LayoutDraft, steps: Steps, label: str = "badge", length: int = 0) -> Field:
    path = draft.written(steps)
    value = draft.get(path) if path[-1:] == steps[-1:] else None
    return Field(label, "badge", steps, value, optional=True, length=length)


def _outside_zones(draft: LayoutDraft, steps: Steps, element_id: str, edition: SheetEdition) -> Iterator[Field]:
    """Yield what can be changed about rounds, actions, the title, ratings and the names of die slots."""
    match steps:
        case ("rounds", "bonuses", int()):
            yield _badge(draft, steps)
        case ("rounds", *_):
            index = element_id.removeprefix("round.")
            if index.isdecimal():
                yield _badge(draft, ("rounds", "bonuses", int(index) - 1))
            for players in edition.rounds.by_players:
                path = ("rounds", "by players", players)
                yield Field(f"players {players}", "number", path, draft.get(path))
        case ("actions", *_, "slots", int()):
            track = steps[:-2]
            slots = draft.get(steps[:-1])
            if isinstance(slots, int):
                yield Field("slots", "number", steps[:-1], slots)
            else:
                yield Field("slot", "cell", steps, slots[int(steps[-1])])
            yield _badge(draft, (*track, "end"), "end badge")
        case ("actions", *_, "end"):
            yield _badge(draft, steps, "end badge")
        case ("title",) | ("credits", "author"):
            if draft.has(steps):
                yield Field(str(steps[-1]), "text", steps, draft.get(steps))
        case ("solo", "ratings", int()):
            yield Field("from", "number", (*steps, "from"), draft.get((*steps, "from")))
            yield Field("label", "text", (*steps, "label"), draft.get((*steps, "label")))


# Badges with pictures


def badge_choices(layout: Layout, language: str) -> list[dict[str, object]]:
    """Return every badge that the sheet can have, with its words in a language and its picture."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return []
    pen = open_page(layout, theme="light", language=language, size=None).pen
    return [{"value": str(bonus), **badge_picture(pen, bonus)} for bonus in possible_badges(edition)]


def possible_badges(edition: SheetEdition) -> Iterator[Bonus]:
    """Yield every badge that a sheet can have: actions, badges that score, marks in each zone and in any zone."""
    yield from map(Unlock, edition.actions)
    yield from SCORING_BADGES
    used: dict[str | None, set[int]] = {}
    for _, bonus in edition.every_badge():
        for single in bonus.singles:
            if single.fixed_number is not None:
                used.setdefault(single.target, set()).add(single.fixed_number)
    kinds = {zone.writes for zone in edition.zones.values()}
    zones: Mapping[str | None, set[bool]] = {
        **{name: {zone.writes} for name, zone in edition.zones.items()},
        None: kinds,
    }
    for target, writes in zones.items():
        numbers = sorted(used.get(target, set()) | {USUAL_NUMBER})
        for bonus in (FreeChoice(target), FreeCross(target), *(FreeNumber(each, target) for each in numbers)):
            if any(bonus.may_mark(writes=each) for each in writes):
                yield bonus


def badge_picture(pen: Pen, bonus: Bonus) -> dict[str, object]:
    """Return a badge for the page: what it gives in words, and its picture as SVG with the CSS of its classes."""
    area = Rect(0, 0, badge_length(bonus, BADGE_SIZE), BADGE_SIZE)
    badge = pen.badge(bonus, *area.centre, BADGE_SIZE)
    return {"say": bonus_text(pen.edition, bonus, pen.translate), **svg_picture(badge, area.inset(-BADGE_EDGE))}


def svg_picture(items: Sequence[Item], area: Rect) -> dict[str, str]:
    """Return an area of a drawing for the page: its picture as SVG, and the CSS of its classes."""
    styles: dict[str, str] = {}
    inner = as_markup(items, styles)
    view = " ".join(map(number, (area.x, area.y, area.width, area.height)))
    svg = element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": view}, inner)
    return {"svg": svg, "css": "".join(f".{name}{{{style}}}" for name, style in styles.items())}
