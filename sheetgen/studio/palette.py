"""The palette: every part that a zone can have, from the tables of the language, and whether it fits this zone.

A part that needs numbers, such as a ladder, is offered with numbers of the right length. What does not fit says why.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from sheetgen.drawing.scene import DrawingError, Group
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition, Zone
from sheetgen.layout.base import Part, parts_of
from sheetgen.layout.checks import lists_of
from sheetgen.layout.drafts import LayoutDraft
from sheetgen.layout.parts.accepts import AnyAccepts
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.value import FACES, AnyValue
from sheetgen.layout.rewriting import EditError
from sheetgen.studio.touching import svg_picture

Data = dict[str, Any]
# The keys of a zone that name a part, and the parts that they can name.
PARTS: Mapping[str, Mapping[str, type[Part]]] = {
    "order": parts_of(AnyOrder),
    "accepts": parts_of(AnyAccepts),
    "value": parts_of(AnyValue),
    "points": parts_of(AnyPoints),
}
# What a new zone can start as, by the shape of its cells; its parts can be changed afterwards.
SHAPES: Mapping[str, Data] = {
    "row": {"order": "left to right", "accepts": "anything", "points": "sum"},
    "numbers": {"order": "left to right", "accepts": "at least", "points": "above the last"},
    "grid": {"order": "anywhere", "accepts": "same number", "points": "by count"},
    "open grid": {"order": "next of a chosen row", "accepts": "anything", "points": "full rows"},
}
MAX_SIZE = 12  # rows or columns of a new zone
ROOM = 40.0  # millimetres by which the sheet is taller for the picture of a zone, so that there is one
EDGE = 0.6  # millimetres around the picture of a zone


def palette(draft: LayoutDraft, name: str, zone: Data, language: str) -> Data:
    """Return what a zone called `name` can be made of: its parts in words, with `why` for what does not fit.

    `zone` is the zone as a layout writes it; with it come what is wrong with it, if anything, and its picture.
    """
    problem = draft.problem_with(name, zone)
    return {
        "zone": zone,
        "keys": {
            key: [_choice(draft, name, zone, key, part, language) for part in PARTS[key].values()] for key in PARTS
        },
        "problem": problem or "",
        "picture": None if problem else _picture(draft, name, zone, language),
    }


def new_zone(shape: object, rows: object, columns: object, die: object) -> Data:
    """Return a zone to start with: its shape, one of SHAPES, its rows and columns, and its die; raise EditError."""
    if not isinstance(shape, str) or shape not in SHAPES or not isinstance(die, str):
        raise EditError("a zone has a shape and a die")
    if type(rows) is not int or type(columns) is not int or not (0 < rows <= MAX_SIZE and 0 < columns <= MAX_SIZE):
        raise EditError(f"a new zone has 1 to {MAX_SIZE} rows and columns")
    printed = [[1 + (row + column) % max(FACES) for column in range(columns)] for row in range(rows)]
    cells: Mapping[str, object] = {
        "row": columns,
        "numbers": printed[0],
        "grid": printed,
        "open grid": [["_"] * columns for _ in range(rows)],
    }
    zone: Data = {"die": die, "cells": cells[shape], **SHAPES[shape]}
    ladder = _length({**zone, "points": "sum"}, "points", zone["points"], 1)
    return {**zone, "points": {zone["points"]: _ladder(ladder)}} if ladder else zone


def _choice(draft: LayoutDraft, name: str, zone: Data, key: str, part: type[Part], language: str) -> Data:
    """Return a part for the page: how a layout writes it for this zone, its words, and why it does not fit."""
    kind = str(part.model_fields["kind"].default)
    present = zone.get(key)
    chosen = kind in present if isinstance(present, dict) else kind == present
    why, written = "", present if chosen else kind
    if not chosen:
        reasons = []
        for written in _ways(draft.edition, zone, key, part):
            reason = draft.problem_with(name, {**zone, key: written})
            reasons.append(reason)
            if reason is None:
                break
        why = "" if None in reasons else (reasons[0] or "")
    term = getattr(part, "term", "")
    about = " ".join((part.__doc__ or "").split("\n")[0].split())
    return {
        "kind": kind,
        "value": written,
        "chosen": chosen,
        "say": translate(term, language) if term else kind,
        "about": about if language == "en" else "",
        "why": why,
    }


def _ways(edition: SheetEdition, zone: Data, key: str, part: type[Part]) -> Iterator[object]:
    """Yield the ways to write a part that may fit a zone: its name alone, with a die, or with a list of numbers."""
    kind = str(part.model_fields["kind"].default)
    if not part.main:
        yield kind
        for name, field in part.model_fields.items():
            if name != "kind" and not field.is_required():  # such as a number after which a series starts again
                yield {kind: {field.alias or name: max(FACES)}}
        return
    dice = sorted(edition.dice, key=lambda die: die != edition.wild)
    if part.main_is_block:  # limits with numbers
        yield {kind: {"at least 6": 1}}
        return
    yield {kind: dice[0]}
    for filling in (1, "anything"):
        if length := _length(zone, key, kind, filling):
            yield {kind: _ladder(length) if key == "points" else [filling] * length}


def _length(zone: Data, key: str, kind: str, filling: object) -> int:
    """Return how long the list of a part must be for a zone; 0 if it takes no list of such values."""
    try:
        model = Zone.model_validate({**zone, key: {kind: [filling]}})
    except ValidationError:
        return 0
    for steps, entries, needed, _ in lists_of(model):
        if steps[0] == key and entries is not None:
            return needed
    lengths = (part.length(model) for part in model.points.parts if key == "points")
    return next((length.needed for length in lengths if length is not None), 0)


def _ladder(length: int) -> list[int]:
    """Return points that grow: 1, 3, 6, 10 …"""
    return [step * (step + 1) // 2 for step in range(1, length + 1)]


def _picture(draft: LayoutDraft, name: str, zone: Data, language: str) -> Data | None:
    """Return the zone as it would be drawn, as SVG with the CSS of its classes; None if it has no room on the sheet."""
    from sheetgen.drawing.pages import draw_page

    try:
        edition = draft.edition_with(name, zone)
        layout: Layout = replace(draft.layout, edition=edition)
        width, height = edition.sheet.size
        size = (width, height + ROOM)
        scenes = [draw_page(layout, "front", language=language, size=size)]
        if edition.has_two_pages:
            scenes.append(draw_page(layout, "back", language=language, size=size))
        groups = [group for scene in scenes for group in scene.groups()]
    except (DrawingError, EditError):
        return None
    group = next((group for group in groups if group.id == f"zone-{name}"), None)
    return _as_picture(group) if group is not None else None


def _as_picture(group: Group) -> Data:
    from sheetgen.site.pictures import panel_area

    return svg_picture(group.items, panel_area(group).inset(-EDGE))
