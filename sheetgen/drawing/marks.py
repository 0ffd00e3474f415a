"""Marks on a drawn sheet: crosses, circles, numbers, action slots and rounds, as a pencil would leave them.

The marks are plain data in the form of a marks file. Whether a game could have produced them is for the engine to say;
here they are only drawn where their cells lie.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheetgen.drawing.colours import until_contrast
from sheetgen.drawing.handwriting import circled, crossed, struck, ticked, written
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Paint, Rect, Scene, Shape, Text, bounds
from sheetgen.drawing.sheet import STANDARD
from sheetgen.drawing.themes import Theme, themes
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition

STROKE = 0.6
TURNS = ("active", "passive")  # of a round for one player
NUMBER = 5.1  # height of a written number on the standard sheet


@dataclass(frozen=True)
class _Pencil:
    """What the marks of one sheet share."""

    places: Mapping[str, Group]
    theme: Theme
    unit: float

    def paint(self, width: float = STROKE) -> Paint:
        return Paint(stroke=self.theme.pencil, width=width * self.unit)

    def place(self, name: str) -> Group:
        if name not in self.places:
            raise DrawingError(f"the sheet has no place {name!r} for a mark", in_marks=True)
        return self.places[name]


def with_marks(scene: Scene, layout: Layout, marks: Mapping[str, object], *, theme: str) -> Scene:
    """Add the marks of a marks file (`marks`, `rounds`, `actions`) to a drawn sheet."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    unit = min(scene.width / STANDARD[0], scene.height / STANDARD[1])
    pencil = _Pencil(dict(_groups(scene.items)), themes()[theme], unit)
    cells, actions, rounds = marks.get("marks", {}), marks.get("actions", {}), marks.get("rounds", edition.rounds.count)
    if not isinstance(cells, Mapping) or not isinstance(actions, Mapping) or not isinstance(rounds, int):
        raise TypeError("marks are an object with 'marks', 'rounds' and 'actions'")
    drawn: list[Item] = [tick for number in range(1, rounds + 1) for tick in _round(pencil, number)]
    for label, state in actions.items():
        drawn += _track(pencil, str(label).replace(" ", "-"), state)
    floors = _floors(edition)
    for address, mark in cells.items():
        drawn += _cell(pencil, str(address), mark, floors.get(str(address)))
    said = ", ".join(
        f"{address} {mark['value'] if isinstance(mark, dict) else mark}" for address, mark in cells.items()
    )
    title = translate("Marks", scene.language)
    words = f"{title}: {said}" if said else title
    return replace(scene, items=(*scene.items, Group("marks", tuple(drawn), "marks", words)))


def with_own_marks(scene: Scene, layout: Layout, marks: Mapping[str, Any], *, theme: str) -> Scene:
    """Add those marks that have their place on this page, of a sheet that goes on on another one."""
    ids = {own_id for own_id, _ in _groups(scene.items)}
    tracks = {name: own for name, own in marks.get("actions", {}).items() if f"{name.replace(' ', '-')}.1" in ids}
    rounds = [n for n in range(1, marks.get("rounds", 0) + 1) if {f"round.{n}", f"solo.{n}.active"} & ids]
    cells = {cell: mark for cell, mark in marks.get("marks", {}).items() if cell in ids}
    return with_marks(scene, layout, {"marks": cells, "actions": tracks, "rounds": len(rounds)}, theme=theme)


def _groups(items: Sequence[Item]) -> Iterator[tuple[str, Group]]:
    for item in items:
        if isinstance(item, Group):
            yield item.id, item
            yield from _groups(item.items)


def _floors(edition: SheetEdition) -> dict[str, int]:
    """What an entry must reach to earn the badge of its cell, by address."""
    return {
        f"{name}.{badge.cells[0]}": badge.only_from
        for name, zone in edition.zones.items()
        for badge in zone.badges
        if badge.only_from is not None
    }


def _cell(pencil: _Pencil, address: str, mark: object, floor: int | None) -> list[Group]:
    """A mark in a cell; where its badge was given up or missed, that is struck."""
    group = pencil.place(address)
    rect = next((shape.rect for shape in group.items if isinstance(shape, Box)), None)
    if rect is None:
        raise DrawingError(f"the sheet has no place {address!r} for a mark", in_marks=True)
    value, bonus = (mark.get("value"), mark.get("bonus", True)) if isinstance(mark, Mapping) else (mark, True)
    own_id, shapes = f"mark.{address}", list[Shape]()
    square = _square(rect)
    if isinstance(value, int):
        shapes.append(written(address, str(value), _free_part(group, rect), NUMBER * pencil.unit, pencil.paint()))
        bonus = bonus and (floor is None or value >= floor)
    elif value in ("x", "o"):
        printed = next((shape for shape in group.items if isinstance(shape, Circle)), None)
        if value == "o" or printed is not None:
            shapes.append(circled(address, square.centre, square.width * 0.41, pencil.paint()))
        if value == "x":
            arm = square.width * (0.2 if printed is None else 0.28)
            shapes.append(crossed(address, square.inset(arm), pencil.paint(STROKE * 1.2)))
    else:
        raise TypeError(f'{address}: expected "x", "o" or a number, found {value!r}')
    groups = [Group(own_id, tuple(shapes))]
    zone, _, cell = address.partition(".")
    badge = pencil.places.get(f"{zone}.badge.{cell}")
    if not bonus and badge is not None:
        groups.append(Group(f"mark.{badge.id}", _struck_badge(pencil, badge)))
    return groups


def _square(rect: Rect) -> Rect:
    side = min(rect.width, rect.height)
    x, y = rect.centre
    return Rect(x - side / 2, y - side / 2, side, side)


def _free_part(group: Group, rect: Rect) -> Rect:
    """The part of a cell above or below its small print."""
    top, bottom = rect.y, rect.bottom
    for shape in group.items:
        if isinstance(shape, Text):
            if shape.rect.centre[1] < rect.centre[1]:
                top = max(top, shape.rect.bottom)
            else:
                bottom = min(bottom, shape.rect.y)
    margin = rect.width * 0.1
    return Rect(rect.x + margin, top + margin * 0.6, rect.width - 2 * margin, bottom - top - margin * 1.2)


def _struck_badge(pencil: _Pencil, badge: Group) -> tuple[Shape, ...]:
    """A stroke through a badge, with a light edge so that it shows on every colour."""
    rect = bounds(badge)
    light = Paint(stroke=pencil.theme.cell, width=pencil.paint(STROKE * 2.4).width)
    return struck(badge.id, rect, light), struck(badge.id, rect, pencil.paint())


def _track(pencil: _Pencil, label: str, state: object) -> list[Group]:
    """Unlocked slots are circled, used ones crossed."""
    unlocked, used = (state.get("unlocked", 0), state.get("used", ())) if isinstance(state, Mapping) else (None, ())
    if not isinstance(unlocked, int) or not isinstance(used, Sequence):
        raise TypeError(f"{label}: expected 'unlocked' and 'used', found {state!r}")
    groups = []
    for slot in range(1, unlocked + 1):
        name = f"{label}.{slot}"
        ring = next(shape for shape in pencil.place(name).items if isinstance(shape, Circle))
        shapes: list[Shape] = [circled(name, (ring.x, ring.y), ring.radius * 0.8, pencil.paint())]
        if slot in used:
            arm = ring.radius * 0.5
            shapes.append(crossed(name, Rect(ring.x - arm, ring.y - arm, 2 * arm, 2 * arm), pencil.paint()))
        groups.append(Group(f"mark.{name}", tuple(shapes)))
    return groups


def _round(pencil: _Pencil, number: int) -> list[Group]:
    """A tick across the number of a round; on a sheet for one player in the circles of its two turns."""
    turns = [pencil.places[name] for kind in TURNS if (name := f"solo.{number}.{kind}") in pencil.places]
    if turns:
        return [_tick(pencil, turn.id, bounds(turn), pencil.theme.cell) for turn in turns]
    group = pencil.place(f"round.{number}")
    digit = next(shape.rect for shape in group.items if isinstance(shape, Text))
    return [_tick(pencil, group.id, digit, pencil.theme.plate)]


def _tick(pencil: _Pencil, name: str, rect: Rect, ground: str) -> Group:
    """A tick over the middle of a place."""
    size = 3.9 * pencil.unit
    x, y = rect.centre
    place = Rect(x - size * 0.4, y - size * 0.62, size, size)
    colour = until_contrast(pencil.theme.pencil, ground, 4.5)
    return Group(f"mark.{name}", (ticked(name, place, Paint(stroke=colour, width=STROKE * 1.3 * pencil.unit)),))
