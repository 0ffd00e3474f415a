"""What may be marked, written a second time by hand: slow, plain, and without the layouts or the engine.

`may_follow` says whether a mark may be the next one in a zone. `plain_uses`, `changed_uses` and `placements` list every
entry that dice and bonuses allow; they try all cells, where the engine looks things up.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Cells = Mapping[str, object]  # what stands in a zone, as `Player.marks()` tells it, without the zone's name
PLATTER = 0

DICE = {
    "classic": ("yellow", "blue", "green", "orange", "purple", "white"),
    "double": ("silver", "yellow", "blue", "green", "pink", "white"),
    "cubed": ("yellow", "turquoise", "blue", "brown", "pink", "white"),
    "deluxe": ("yellow", "blue", "green", "orange", "purple", "white"),
    "mix": ("yellow", "blue", "green", "orange", "purple", "white"),
}


def _grid(*rows: str) -> dict[str, int]:
    """The numbers of a grid, `.` for a gap or a printed cross."""
    return {
        f"r{r}c{c}": int(number)
        for r, row in enumerate(rows, start=1)
        for c, number in enumerate(row.split(), start=1)
        if number != "."
    }


def _row(numbers: str) -> dict[str, int]:
    return {str(i): int(number) for i, number in enumerate(numbers.split(), start=1)}


_ONE_TO_SIX = "1 2 3 4 5 6"
_SUMS = _grid(". 2 3 4", "5 6 7 8", "9 10 11 12")
_NUMBERED = {
    "classic": {
        "yellow": _grid("3 6 5 .", "2 1 . 5", "1 . 2 4", ". 3 4 6"),
        "blue": _SUMS,
        "green": _row("1 2 3 4 5 1 2 3 4 5 6"),
    },
    "double": {
        "silver": _grid(*[_ONE_TO_SIX] * 4),
        "yellow": _grid(". 3 . 6", "1 . 2 .", ". 4 . 3", "2 . 5 .", ". 5 . 4"),
    },
    "cubed": {
        "yellow": _grid(*[_ONE_TO_SIX] * 3),
        "turquoise": _grid(*[_ONE_TO_SIX] * 5),
        "brown": _row("1 5 3 4 2 6 4 5 2 1 6 3"),
    },
    "mix": {
        "blue": _grid(". 2 3 .", "4 5 . 6", "7 . 8 9", ". 10 11 12"),
        "orange": _row("2 6 4 1 5 3 6 2 5 1 4 3"),
    },
}
# The cells that are crossed (or circled), with their numbers.
PRINTED: dict[str, dict[str, dict[str, int]]] = {**_NUMBERED, "deluxe": _NUMBERED["classic"]}

# The cells that are written in, with the factor of each; in cubed's pink that of the star.
FACTORS: dict[str, dict[str, dict[str, int]]] = {
    "classic": {"orange": _row("1 1 1 2 1 1 2 1 2 1 3"), "purple": _row("1 " * 11)},
    "double": {"blue": _row("1 " * 12), "green": _row("2 2 2 1 3 3 3 2 3 1 4 1"), "pink": _row("1 " * 12)},
    "cubed": {
        "blue": {cell: 1 for cell in _row("1 " * 13) if cell != "7"},
        "pink": _row("0 1 2 2 1 2 2 1 3 2 2 3"),
    },
    "deluxe": {"orange": _row("1 1 1 2 1 1 2 1 2 1 3"), "purple": _row("1 " * 11)},
    "mix": {
        "yellow": dict.fromkeys(_grid(*[_ONE_TO_SIX] * 3), 1),
        "green": _row("2 3 3 3 2 1 3 2 3 1 4 1"),
        "purple": _row("1 " * 11),
    },
}
ZONES = {edition: tuple(die for die in dice if die != "white") for edition, dice in DICE.items()}
GREY = {"r1c5", "r1c6", "r2c3", "r2c4", "r3c1", "r3c2"}  # cubed's yellow cells for passive players (T1)
JOKERS: dict[str, tuple[int | str, ...]] = {"cubed": (3, 4, 5, 6, "?", "?", "?"), "mix": (4, 6, "?")}
SLOTS = {
    "classic": {"reroll": 7, "extra die": 7},
    "double": {"reroll": 6, "return": 6, "extra die": 6},
    "cubed": {"reroll": 7, "joker": 7, "extra die": 7},
    "deluxe": {"reroll": 7, "extra die": 7},
    "mix": {"reroll": 7, "extra die": 7, "mix.polish": 3, "mix.return": 3, "mix.joker": 3},
}


def cells_of(edition: str, zone: str) -> tuple[str, ...]:
    """All cells of a zone that can be marked."""
    return tuple(PRINTED[edition].get(zone) or FACTORS[edition][zone])


# Which mark may come next


def may_follow(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    """May this be the next mark of the zone? The die that makes it is not asked for."""
    if cell not in cells_of(edition, zone):
        return False
    if edition == "double" and zone == "yellow":  # D5
        return (cells.get(cell), mark) in ((None, "o"), ("o", "x"))
    if cell in cells:
        return False
    if zone in PRINTED[edition] and mark != "x":
        return False
    return _RULES[edition][zone](edition, zone, cells, cell, mark)


def _free(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return True


def _next(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return int(cell) == len(cells) + 1 and set(cells) == {str(i) for i in range(1, len(cells) + 1)}


def _right_of_all(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return all(int(cell) > int(other) for other in cells)


def _is_face_times(edition: str, zone: str, cell: str, mark: object) -> bool:
    return mark in [face * FACTORS[edition][zone][cell] for face in range(1, 7)]


def _next_times(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return _next(edition, zone, cells, cell, mark) and _is_face_times(edition, zone, cell, mark)


def _last(cells: Cells) -> int:
    return int(str(cells[str(len(cells))])) if cells else 0


def _classic_purple(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return _next_times(edition, zone, cells, cell, mark) and (_last(cells) in (0, 6) or int(str(mark)) > _last(cells))


def _double_blue(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    return _next(edition, zone, cells, cell, mark) and mark in range(2, (_last(cells) or 12) + 1)


def _cubed_blue(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    side = -1 if int(cell) < 7 else 1
    inner = int(cell) - side
    before = 7 if inner == 7 else cells.get(str(inner))
    if before is None or mark not in range(2, 13):
        return False
    return mark == int(str(before)) + side or (mark == 7 and before != 7)


def _cubed_pink(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    if not isinstance(mark, dict) or set(mark) != {"value", "bonus"} or not _next(edition, zone, cells, cell, mark):
        return False
    if mark["bonus"]:
        return mark["value"] in (1, 2, 3)
    return cell != "1" and _is_face_times(edition, zone, cell, mark["value"])


def _mix_yellow(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    row, column = cell[:3], int(cell[3:])
    if mark not in range(1, 7) or any((f"{row}{c}" in cells) != (c < column) for c in range(1, 7)):
        return False
    return row != "r1c" or column == 1 or int(str(mark)) < int(str(cells[f"r1c{column - 1}"]))


def _mix_green(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    block = (int(cell) - 1) // 2
    earlier = all(str(i) in cells for i in range(1, 2 * block + 1))
    later = any(str(i) in cells for i in range(2 * block + 3, 13))
    return earlier and not later and _is_face_times(edition, zone, cell, mark)


def _mix_purple(edition: str, zone: str, cells: Cells, cell: str, mark: object) -> bool:
    # Not more than six sixes.
    return _next(edition, zone, cells, cell, mark) and mark in range(_last(cells) + 1, 37)


_CLASSIC = {"yellow": _free, "blue": _free, "green": _next, "orange": _next_times, "purple": _classic_purple}
_RULES = {
    "classic": _CLASSIC,
    "double": {"silver": _free, "blue": _double_blue, "green": _next_times, "pink": _next_times},
    "cubed": {"yellow": _free, "turquoise": _free, "blue": _cubed_blue, "brown": _right_of_all, "pink": _cubed_pink},
    "deluxe": _CLASSIC,
    "mix": {
        "yellow": _mix_yellow,
        "blue": _free,
        "green": _mix_green,
        "orange": _right_of_all,
        "purple": _mix_purple,
    },
}


# Which entries dice allow


class Entry(NamedTuple):
    """A way to use a die or a bonus; `value` is the number written, or 0 for a cross or circle."""

    zone: str
    cell: str
    value: int = 0
    badge: bool = True
    die: str = ""
    joker: int = 0
    polish: int = 0
    partner: int = 0


class Table(NamedTuple):
    """Where the dice lie: faces and places by name; 0 is the platter, 1 to 3 a slot, below 0 elsewhere."""

    edition: str
    faces: Mapping[str, int]
    places: Mapping[str, int]
    throw: int  # 1 to 3 for the throw just made by the active player, else 0

    def row_of(self, die: str, extra: bool) -> int:
        """The place that counts for cubed's yellow: a slot, or the platter (T1, X4)."""
        return self.places[die] if extra else self.throw


def entries(edition: str, zone: str, cells: Cells, value: int, row: int | None) -> Iterator[Entry]:
    """All cells of a zone that a value may mark; `row` counts in cubed's yellow, None is a free choice of it."""
    for cell in cells_of(edition, zone):
        if edition == "cubed" and zone == "yellow" and not _in_reach(cell, row):
            continue
        for mark, entry in _made_by(edition, zone, cell, value):
            if may_follow(edition, zone, cells, cell, mark):
                yield entry


def _in_reach(cell: str, row: int | None) -> bool:
    """May a die from that place mark a yellow cell of cubed? (T1)"""
    if row is None:
        return True
    return cell in GREY if row == PLATTER else cell.startswith(f"r{row}c")


def _made_by(edition: str, zone: str, cell: str, value: int) -> Iterator[tuple[object, Entry]]:
    """What a value can become in a cell."""
    if zone in PRINTED[edition]:
        number = PRINTED[edition][zone][cell]
        at_least = edition in ("classic", "deluxe") and zone == "green"  # C4
        if value >= number if at_least else value == number:
            yield "x", Entry(zone, cell)
            if edition == "double" and zone == "yellow":
                yield "o", Entry(zone, cell)
    elif edition == "cubed" and zone == "pink":  # T8
        half, star = -(-value // 2), value * FACTORS[edition][zone][cell]
        yield {"value": half, "bonus": True}, Entry(zone, cell, half)
        yield {"value": star, "bonus": False}, Entry(zone, cell, star, False)
    else:
        written = value * FACTORS[edition][zone][cell]
        yield written, Entry(zone, cell, written)


def zones_of(edition: str, die: str) -> tuple[str, ...]:
    """White stands for any colour (A3)."""
    return ZONES[edition] if die == "white" else (die,)


def _partner(die: str, zone: str) -> str:
    """The die that is added in blue (B1)."""
    return {"blue": "white", "white": "blue"}[die] if zone == "blue" else ""


def _added(table: Table, die: str, zone: str, beside: int = 0) -> int:
    if zone == "blue":
        return table.faces[_partner(die, zone)] + beside
    if table.edition == "mix" and zone == "purple":  # M6
        return sum(table.faces[d] for d, place in table.places.items() if place == PLATTER and d != die)
    return 0


def plain_uses(table: Table, sheet: Mapping[str, Cells], dice: list[str], *, extra: bool = False) -> set[Entry]:
    """All uses of these dice as they lie."""
    return {
        entry._replace(die=die)
        for die in dice
        for zone in zones_of(table.edition, die)
        for entry in entries(
            table.edition,
            zone,
            sheet.get(zone, {}),
            table.faces[die] + _added(table, die, zone),
            table.row_of(die, extra),
        )
    }


def changed_uses(
    table: Table,
    sheet: Mapping[str, Cells],
    dice: list[str],
    jokers: list[int],
    polish: int,
    *,
    extra: bool = False,
) -> set[Entry]:
    """All uses with the joker slots that are left, up to so many polish actions, or both (X6, X7).

    Of joker slots that give the same, the first stands for all; a ? joker gives any number without polish on the die.
    """
    found: set[Entry] = set()
    for die in dice:
        for zone in zones_of(table.edition, die):
            cells, row, partner = sheet.get(zone, {}), table.row_of(die, extra), _partner(die, zone)
            for face, joker, own, beside in _changes(table, die, partner, jokers, polish):
                value = face + own + _added(table, die, zone, beside)
                for entry in entries(table.edition, zone, cells, value, row):
                    found.add(entry._replace(die=die, joker=joker, polish=own, partner=beside))
    return found


def _changes(
    table: Table, die: str, partner: str, jokers: list[int], polish: int
) -> Iterator[tuple[int, int, int, int]]:
    """Every change of a die and of the die added to it: face, joker slot, polish of the one, polish of the other."""
    real = table.faces[die]
    shown = [(real, 0)]
    gives: dict[int | str, int] = {}
    for slot in jokers:
        gives.setdefault(JOKERS[table.edition][slot - 1], slot)
    for number, slot in gives.items():
        shown += [(face, slot) for face in range(1, 7) if face != real and number in (face, "?")]
    for face, slot in shown:
        for own in range(-polish, polish + 1):
            for beside in range(-polish, polish + 1):
                if abs(own) + abs(beside) > polish or not (slot or own or beside):
                    continue
                if own and (table.places[die] != PLATTER or (slot and gives.get("?") == slot)):
                    continue
                if beside and (not partner or table.places[partner] != PLATTER):
                    continue
                if face + own in range(1, 7) and (not beside or table.faces[partner] + beside in range(1, 7)):
                    yield face, slot, own, beside


# Which entries bonuses allow


def placements(edition: str, bonus: str, sheet: Mapping[str, Cells], white: int) -> set[Entry]:
    """All ways to use a bonus such as `X blue`, `6 any` or `? purple`; `white` is the face of the white die."""
    what, colour = bonus.split()
    zones: tuple[str, ...] = (colour,)
    if colour == "any":
        zones = {"X": ("yellow", "blue", "green"), "6": ("orange", "purple")}.get(what, ZONES[edition])
    found: set[Entry] = set()
    for zone in zones:
        cells = sheet.get(zone, {})
        if what == "X":
            found |= {
                Entry(zone, cell) for cell in cells_of(edition, zone) if may_follow(edition, zone, cells, cell, "x")
            }
        else:
            values = _free_values(edition, zone, cells, white) if what == "?" else [int(what)]
            found |= {entry for value in values for entry in entries(edition, zone, cells, value, None)}
    return found


def _free_values(edition: str, zone: str, cells: Cells, white: int) -> list[int]:
    """The values that a ? may stand for (L1, D9, T6, T9, M7)."""
    if zone == "blue":
        return [face + white for face in range(1, 7)] if edition == "cubed" else list(range(2, 13))
    if edition == "mix" and zone == "purple":
        return [_last(cells) + 1]
    return list(range(1, 7))
