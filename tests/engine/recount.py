"""Counts a sheet a second time: the printed numbers typed by hand, the rules as plain Python.

Nothing here comes from the layouts or the engine, so that an error there cannot repeat itself here. The input is what
`Player.marks()` gives, and the number of rounds whose badge was taken.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

Marks = Mapping[str, object]


class Recount(NamedTuple):
    """What a sheet is worth, and every badge that its marks, rounds and track ends have earned."""

    zones: dict[str, int]
    foxes: int
    total: int
    earned: Counter[str]


class Badge(NamedTuple):
    """A printed badge: these cells of the zone marked, or (single cells) written with at least `least`."""

    bonus: str
    zone: str
    cells: tuple[str, ...]
    least: int = 0


def _lines(zone: str, **badges: str) -> list[Badge]:
    """Badges of several cells: `r1="X blue: r1c1 r1c2 r1c3"`; the names only say which line of the sheet it is."""
    parts = [text.partition(": ") for text in badges.values()]
    return [Badge(bonus, zone, tuple(cells.split())) for bonus, _, cells in parts]


def _under(zone: str, badges: dict[int, str], row: str = "") -> list[Badge]:
    """Badges under single cells."""
    return [Badge(bonus, zone, (f"{row}{cell}",)) for cell, bonus in badges.items()]


def _between(zone: str, badges: dict[int, str]) -> list[Badge]:
    """Badges between a cell and the next one."""
    return [Badge(bonus, zone, (str(cell), str(cell + 1))) for cell, bonus in badges.items()]


# The badges, sheet by sheet

CLASSIC = [
    *_lines(
        "yellow",
        row_1="X blue: r1c1 r1c2 r1c3",
        row_2="4 orange: r2c1 r2c2 r2c4",
        row_3="X green: r3c1 r3c3 r3c4",
        row_4="fox: r4c2 r4c3 r4c4",
        diagonal="extra die: r1c1 r2c2 r3c3 r4c4",
    ),
    *_lines(
        "blue",
        row_1="5 orange: r1c2 r1c3 r1c4",
        row_2="X yellow: r2c1 r2c2 r2c3 r2c4",
        row_3="fox: r3c1 r3c2 r3c3 r3c4",
        column_1="reroll: r2c1 r3c1",
        column_2="X green: r1c2 r2c2 r3c2",
        column_3="6 purple: r1c3 r2c3 r3c3",
        column_4="extra die: r1c4 r2c4 r3c4",
    ),
    *_under("green", {4: "extra die", 6: "X blue", 7: "fox", 9: "6 purple", 10: "reroll"}),
    *_under("orange", {3: "reroll", 5: "X yellow", 6: "extra die", 8: "fox", 10: "6 purple"}),
    *_under("purple", {3: "reroll", 4: "X blue", 5: "extra die", 6: "X yellow", 7: "fox", 8: "reroll"}),
    *_under("purple", {9: "X green", 10: "6 orange", 11: "extra die"}),
]

# L1: the classic sheet, with ? where it has X, and a purple ? for its purple 6.
_ON_DELUXE = {"X blue": "? blue", "X yellow": "? yellow", "X green": "? green", "6 purple": "? purple"}
DELUXE = [badge._replace(bonus=_ON_DELUXE.get(badge.bonus, badge.bonus)) for badge in CLASSIC]

DOUBLE = [
    *_lines(
        "silver",
        column_1="extra die: r1c1 r2c1 r3c1 r4c1",
        column_2="? yellow: r1c2 r2c2 r3c2 r4c2",
        column_3="fox: r1c3 r2c3 r3c3 r4c3",
        column_4="? blue: r1c4 r2c4 r3c4 r4c4",
        column_5="? green: r1c5 r2c5 r3c5 r4c5",
        column_6="? pink: r1c6 r2c6 r3c6 r4c6",
    ),
    *_lines(
        "yellow",
        row_1="? blue: r1c2 r1c4",
        row_2="return: r2c1 r2c3",
        row_3="? yellow: r3c2 r3c4",
        row_4="? green: r4c1 r4c3",
        row_5="? pink: r5c2 r5c4",
        column_1="reroll: r2c1 r4c1",
        column_2="extra die: r1c2 r3c2 r5c2",
        column_3="? silver: r2c3 r4c3",
        column_4="fox: r1c4 r3c4 r5c4",
    ),
    *_under("blue", {2: "return", 3: "? yellow", 5: "extra die", 6: "reroll", 7: "? pink"}),
    *_under("blue", {9: "fox", 10: "return", 12: "? green"}),
    *_under("green", {2: "reroll", 4: "? blue", 5: "return", 7: "fox", 8: "? silver"}),
    *_under("green", {9: "extra die", 11: "? pink", 12: "? yellow"}),
    # D8: each with the number from which on it comes.
    Badge("reroll", "pink", ("3",), 2),
    Badge("return", "pink", ("4",), 3),
    Badge("extra die", "pink", ("5",), 4),
    Badge("? green", "pink", ("6",), 5),
    Badge("? yellow", "pink", ("7",), 6),
    Badge("fox", "pink", ("8",), 2),
    Badge("? silver", "pink", ("9",), 3),
    Badge("reroll", "pink", ("10",), 4),
    Badge("? blue", "pink", ("11",), 5),
    Badge("? yellow", "pink", ("12",), 6),
]

CUBED = [
    *_lines(
        "yellow",
        gap_1_1="reroll: r1c1 r2c1",
        gap_1_2="joker: r1c2 r2c2",
        gap_1_3="? pink: r1c3 r2c3",
        gap_1_4="extra die: r1c4 r2c4",
        gap_1_5="? turquoise: r1c5 r2c5",
        gap_1_6="fox: r1c6 r2c6",
        gap_2_1="joker: r2c1 r3c1",
        gap_2_2="? turquoise: r2c2 r3c2",
        gap_2_3="? blue: r2c3 r3c3",
        gap_2_4="? brown: r2c4 r3c4",
        gap_2_5="? yellow: r2c5 r3c5",
        gap_2_6="extra die: r2c6 r3c6",
    ),
    # T4: tinted are the first 6, 5, 3, 2 and 1 cells of the rows.
    *_lines(
        "turquoise",
        row_1="fox: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6",
        row_2="extra die: r2c1 r2c2 r2c3 r2c4 r2c5",
        row_3="? brown: r3c1 r3c2 r3c3",
        row_4="? turquoise: r4c1 r4c2",
        column_1="? brown: r1c1 r2c1 r3c1 r4c1 r5c1",
        column_2="? pink: r1c2 r2c2 r3c2 r4c2",
        column_3="? yellow: r1c3 r2c3 r3c3",
        column_4="joker: r1c4 r2c4",
        column_5="? blue: r1c5 r2c5",
        column_6="reroll: r1c6",
    ),
    *_under("blue", {1: "extra die", 2: "? pink", 4: "? yellow", 5: "joker"}),
    *_under("blue", {9: "reroll", 10: "? brown", 12: "? turquoise", 13: "fox"}),
    *_between("brown", {1: "joker", 2: "? pink", 4: "reroll", 5: "? turquoise"}),
    *_between("brown", {7: "extra die", 8: "? blue", 10: "? yellow", 11: "fox"}),
    *_under("pink", {2: "reroll", 3: "? blue", 4: "extra die", 5: "joker", 6: "? yellow", 7: "? brown"}),
    *_under("pink", {8: "reroll", 9: "fox", 10: "? blue", 11: "? turquoise", 12: "? any"}),
]

MIX = [
    *_under("yellow", {1: "reroll", 2: "mix", 3: "? blue", 4: "extra die", 5: "? purple", 6: "fox"}, row="r1c"),
    *_under("yellow", {1: "mix", 2: "? orange", 3: "reroll", 4: "? green", 5: "? blue", 6: "extra die"}, row="r2c"),
    *_lines(
        "blue",
        row_1="? orange: r1c2 r1c3",
        row_2="mix: r2c1 r2c2 r2c4",
        row_3="? yellow: r3c1 r3c3 r3c4",
        row_4="fox: r4c2 r4c3 r4c4",
        column_1="reroll: r2c1 r3c1",
        column_2="? green: r1c2 r2c2 r4c2",
        column_3="extra die: r1c3 r3c3 r4c3",
        column_4="? purple: r2c4 r3c4 r4c4",
    ),
    *_under("green", {2: "reroll", 4: "? yellow", 5: "mix", 7: "fox", 8: "? blue"}),
    *_under("green", {9: "extra die", 11: "? orange", 12: "? purple"}),
    *_between("orange", {1: "mix", 2: "? green", 4: "reroll", 5: "? blue", 7: "extra die"}),
    *_between("orange", {8: "? purple", 10: "mix", 11: "fox"}),
    *_under("purple", {2: "mix", 3: "? yellow", 4: "reroll", 5: "extra die", 6: "? orange"}),
    *_under("purple", {7: "fox", 8: "mix", 9: "? green", 10: "? blue", 11: "? any"}),
]

BADGES = {"classic": CLASSIC, "double": DOUBLE, "cubed": CUBED, "deluxe": DELUXE, "mix": MIX}

# Rounds 1 to 4; rounds 5 and 6 have no badge.
ROUNDS = {
    "classic": ["reroll", "extra die", "reroll", "X any or 6 any"],
    "double": ["reroll", "extra die", "return", "? any"],
    "cubed": ["reroll", "extra die", "joker", "? any"],
    "deluxe": ["reroll", "extra die", "reroll", "? any"],
    "mix": ["reroll", "mix", "extra die", "? any"],
}

# X9: how many slots a track has, and what its end brings. The lists of mix end with nothing.
TRACKS: dict[str, dict[str, tuple[int, str]]] = {
    "classic": {"reroll": (7, ""), "extra die": (7, "")},
    "double": {"reroll": (6, "fox"), "return": (6, "? pink"), "extra die": (6, "? silver")},
    "cubed": {"reroll": (7, "fox"), "joker": (7, "? pink"), "extra die": (7, "? brown")},
    "deluxe": {"reroll": (7, ""), "extra die": (7, "")},
    "mix": {"reroll": (7, ""), "extra die": (7, ""), "mix": (9, "")},
}

SLOW_LADDER = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]
SUM_LADDER = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


def recount(edition: str, marks: Marks, rounds: int) -> Recount:
    """Count everything: the points of the zones, the foxes, the total, the badges."""
    zones = ZONES[edition](_by_zone(marks))
    earned = Counter(ROUNDS[edition][:rounds])
    earned.update(badge.bonus for badge in BADGES[edition] if _is_earned(badge, marks))
    for action, (slots, end) in TRACKS[edition].items():
        if end and earned[action] >= slots:
            earned[end] += 1
    foxes = earned["fox"]
    return Recount(zones, foxes, sum(zones.values()) + foxes * min(zones.values()), earned)


def _is_earned(badge: Badge, marks: Marks) -> bool:
    found = [marks.get(f"{badge.zone}.{cell}") for cell in badge.cells]
    if any(mark is None for mark in found):
        return False
    if isinstance(found[0], dict):
        return bool(found[0]["bonus"])
    return not badge.least or int(str(found[0])) >= badge.least


def _by_zone(marks: Marks) -> dict[str, dict[str, object]]:
    zones: dict[str, dict[str, object]] = {}
    for address, mark in marks.items():
        zone, _, cell = address.partition(".")
        zones.setdefault(zone, {})[cell] = mark
    return zones


# The points, zone by zone

Cells = dict[str, object]
Zones = dict[str, Cells]


def _numbers(cells: Cells) -> dict[int, int]:
    """A row of written numbers; a cell of cubed's pink also says whether its badge was taken."""
    return {int(c): int(str(m["value"] if isinstance(m, dict) else m)) for c, m in cells.items()}


def _full_columns(cells: Cells, columns: dict[str, int]) -> int:
    return sum(points for column, points in columns.items() if all(cell in cells for cell in column.split()))


def _per_row(cells: Cells, rows: int, ladder: list[int]) -> int:
    return sum(ladder[sum(cell.startswith(f"r{row}c") for cell in cells)] for row in range(1, rows + 1))


def _pairs(cells: Cells) -> int:
    numbers = _numbers(cells)
    return sum(numbers[i] - numbers[i + 1] for i in range(1, 12, 2) if i in numbers and i + 1 in numbers)


def _classic(zones: Zones) -> dict[str, int]:
    columns = {"r1c1 r2c1 r3c1": 10, "r1c2 r2c2 r4c2": 14, "r1c3 r3c3 r4c3": 16, "r2c4 r3c4 r4c4": 20}
    return {
        "yellow": _full_columns(zones.get("yellow", {}), columns),
        "blue": SLOW_LADDER[len(zones.get("blue", {}))],
        "green": SUM_LADDER[max(map(int, zones.get("green", {})), default=0)],
        "orange": sum(_numbers(zones.get("orange", {})).values()),
        "purple": sum(_numbers(zones.get("purple", {})).values()),
    }


def _double(zones: Zones) -> dict[str, int]:
    crosses = sum(mark == "x" for mark in zones.get("yellow", {}).values())
    return {
        "silver": _per_row(zones.get("silver", {}), 4, [0, 2, 4, 7, 11, 16, 22]),
        "yellow": [0, 3, 10, 21, 36, 55, 75, 96, 118, 141, 165][crosses],
        "blue": SUM_LADDER[max(map(int, zones.get("blue", {})), default=0)],
        "green": _pairs(zones.get("green", {})),
        "pink": sum(_numbers(zones.get("pink", {})).values()),
    }


def _cubed(zones: Zones) -> dict[str, int]:
    blue = _numbers(zones.get("blue", {}))
    outside = {1: 22, 2: 17, 3: 13, 4: 9, 5: 6, 6: 3, 7: 0, 8: 3, 9: 6, 10: 9, 11: 13, 12: 17, 13: 22}
    far = 4 * sum(number <= 4 or number >= 10 for number in blue.values())
    return {
        "yellow": _per_row(zones.get("yellow", {}), 3, [0, 2, 6, 12, 20, 30, 42]),
        "turquoise": _per_row(zones.get("turquoise", {}), 5, [0, 1, 3, 6, 10, 15, 21]),
        "blue": outside[min([7, *blue])] + outside[max([7, *blue])] + far,
        "brown": [0, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90][len(zones.get("brown", {}))],
        "pink": sum(_numbers(zones.get("pink", {})).values()),
    }


def _mix(zones: Zones) -> dict[str, int]:
    yellow = {cell: int(str(mark)) for cell, mark in zones.get("yellow", {}).items()}
    columns = {f"r1c{c} r2c{c} r3c{c}": p for c, p in enumerate([10, 15, 15, 20, 20, 25], start=1)}
    rows = {row: sum(n for cell, n in yellow.items() if cell.startswith(row)) for row in ("r2", "r3")}
    purple = _numbers(zones.get("purple", {}))
    extras = sum(4 if n >= 20 else 3 if n >= 15 else 2 if n >= 10 else 1 if n >= 5 else 0 for n in purple.values())
    return {
        "yellow": rows["r3"] - rows["r2"] + _full_columns(zones.get("yellow", {}), columns),
        "blue": SLOW_LADDER[len(zones.get("blue", {}))],
        "green": _pairs(zones.get("green", {})),
        "orange": SUM_LADDER[len(zones.get("orange", {}))],
        "purple": SLOW_LADDER[max(purple, default=0)] + extras,
    }


ZONES = {"classic": _classic, "double": _double, "cubed": _cubed, "deluxe": _classic, "mix": _mix}
