"""The rules of one zone, compiled from its parts.

A zone's rule-relevant state is a `Node`. Nodes are found by their key and remember what they were asked: which moves
a value allows, and which node and badges follow a mark. So the readable code below runs once per situation, and a
game that comes to a known situation only looks things up.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sheetgen.engine.moves import Move, MoveKind
from sheetgen.layout.parts.accepts import (
    AtLeastTheOneBefore,
    AtMostTheOneBefore,
    Higher,
    Lower,
    OneStep,
    RowAccepts,
    SameNumber,
    allows,
)
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.order import (
    Anywhere,
    LeftToRight,
    LeftToRightWithSkips,
    NextOfARow,
    Outward,
    PairByPair,
    RowByThrow,
)
from sheetgen.layout.parts.value import HalfOrStar, Times
from sheetgen.layout.zone import Zone

Key = tuple[int, ...]
OPEN, FILLED = 0, -1
# Where a die is used from: throw or slot n is 1, 2, 3; the platter; or nowhere, for a bonus.
PLATTER, ANYWHERE = 0, -1
MAX_NODES = 6_000


class Option(NamedTuple):
    """One way to enter a value: the cell, what is written, and whether the cell's badge is taken."""

    cell: int
    value: int
    badge: bool


class Trigger(NamedTuple):
    """A badge as the engine sees it: all `needs` marked gives the bonus."""

    needs: tuple[int, ...]
    bonus: Bonus
    own_cell: bool
    only_from: int


class Node:
    """A situation in a zone, with everything that was ever asked about it."""

    __slots__ = ("_after", "_options", "key", "known", "rules")

    def __init__(self, rules: "ZoneRules", key: Key) -> None:
        self.rules = rules
        self.key = key
        self._options: dict[tuple[int, int], tuple[Option, ...]] = {}
        self.known: dict[tuple[MoveKind, str, int, int], tuple[Move, ...]] = {}
        self._after: dict[tuple[str, int, bool], tuple[Node, tuple[Bonus, ...]]] = {}

    def forget(self) -> None:
        """Let go of everything that can be found out again."""
        self._options.clear()
        self.known.clear()
        self._after.clear()

    def options(self, value: int, where: int) -> tuple[Option, ...]:
        """All ways to enter a die's value."""
        found = self._options.get((value, where))
        if found is None:
            found = self._options[value, where] = tuple(self.rules.options(self.key, value, where))
        return found

    def moves(self, kind: MoveKind, die: str, value: int, where: int) -> tuple[Move, ...]:
        """The same as moves with a die (or, for `place`, with the bonus of that name)."""
        found = self.known.get((kind, die, value, where))
        if found is None:
            found = tuple(self.rules.as_moves(kind, die, self.options(value, where)))
            self.known[kind, die, value, where] = found
        return found

    def after(self, cell: str, value: int, badge: bool) -> "tuple[Node, tuple[Bonus, ...]]":
        """The situation after a mark, and the badges that it earns."""
        found = self._after.get((cell, value, badge))
        if found is None:
            found = self._after[cell, value, badge] = self.rules.mark(self.key, self.rules.index[cell], value, badge)
        return found


class ZoneRules:
    """What may be marked in a zone, and what follows."""

    def __init__(self, name: str, zone: Zone) -> None:
        self.name = name
        self.zone = zone
        positions = list(zone.cells)
        self.names = tuple(zone.cells.by_name)
        self.index = {cell: i for i, cell in enumerate(self.names)}
        self.numbers = tuple(cell.number for _, _, cell in positions)
        self.rows = tuple(r for r, _, _ in positions)
        self.columns = tuple(c for _, c, _ in positions)
        self.tinted = tuple(cell.tinted for _, _, cell in positions)
        self.printed = tuple(cell.printed_mark for _, _, cell in positions)
        self.accepts: tuple[RowAccepts, ...] = tuple(zone.accepts_in_row(r) for r in self.rows)
        self.circles = zone.mark_kind == "circle then cross"
        self.writes = zone.mark_kind == "number"
        self._open_cells = _ORDERS[type(zone.order)]
        # Values stay in the key only where a later entry is compared with them.
        compared = (Higher, Lower, AtMostTheOneBefore, AtLeastTheOneBefore, OneStep)
        self._keeps_values = zone.free_choice == "one more than the one before" or any(
            isinstance(rule, compared) for rule in self.accepts
        )
        self._by_number = self._cells_by_number()
        self._triggers = self._compile_triggers()
        self._nodes: dict[Key, Node] = {}
        entries = (cell.entry for _, _, cell in positions)
        self.start = self.node(
            tuple(entry or (FILLED if mark else OPEN) for entry, mark in zip(entries, self.printed, strict=True))
        )

    def node(self, key: Key) -> Node:
        """Find the node of a key; a full table starts afresh, so that memory stays bounded."""
        found = self._nodes.get(key)
        if found is None:
            if len(self._nodes) >= MAX_NODES:
                # Nodes know those that follow them, so forgetting the table alone would free nothing.
                for node in self._nodes.values():
                    node.forget()
                self._nodes.clear()
            found = self._nodes[key] = Node(self, key)
        return found

    def _cells_by_number(self) -> dict[int, tuple[int, ...]] | None:
        """The cells by their number, if that alone decides what fits."""
        if isinstance(self.zone.value, (Times, HalfOrStar)) or not all(isinstance(r, SameNumber) for r in self.accepts):
            return None
        cells: dict[int, tuple[int, ...]] = {}
        for cell, number in enumerate(self.numbers):
            if number is not None:
                cells[number] = (*cells.get(number, ()), cell)
        return cells

    def _compile_triggers(self) -> tuple[tuple[Trigger, ...], ...]:
        by_cell: list[list[Trigger]] = [[] for _ in self.names]
        for badge in self.zone.badges:
            needs = tuple(self.index[cell] for cell in badge.cells)
            trigger = Trigger(needs, badge.bonus, badge.where == "cell", badge.only_from or 0)
            for cell in needs:
                by_cell[cell].append(trigger)
        return tuple(map(tuple, by_cell))

    # What may be marked

    def options(self, key: Key, value: int, where: int) -> Iterator[Option]:
        """All ways to enter a value: every cell that the order opens and that accepts it."""
        if self._by_number is not None:
            # Only cells with that number can take it; most zones of most sheets are like this.
            wanted = self._by_number.get(value, ())
            opened = set(self._open_cells(self, key, where)) if wanted else ()
            for cell in wanted:
                if cell in opened:
                    yield Option(cell, value, True)
            return
        for cell in self._open_cells(self, key, where):
            for written, badge in self.written(cell, value):
                if self.fits(key, cell, written):
                    yield Option(cell, written, badge)

    def written(self, cell: int, value: int) -> tuple[tuple[int, bool], ...]:
        """What a value becomes in a cell, and whether the badge comes with it."""
        rule = self.zone.value
        if isinstance(rule, Times):
            return ((value * rule.factors[cell], True),)
        if isinstance(rule, HalfOrStar):
            half, star = (value + 1) // 2, rule.stars[cell]
            return ((half, True),) if star is None else ((half, True), (value * star, False))
        return ((value, True),)

    def fits(self, key: Key, cell: int, value: int) -> bool:
        """Does the cell accept a value?"""
        before, side = self.before(key, cell)
        return allows(self.accepts[cell], value, number=self.numbers[cell], before=before, side=side)

    def before(self, key: Key, cell: int) -> tuple[int | None, int]:
        """The entry that a cell follows, and on which side of the middle the cell lies."""
        neighbour, side = self.neighbour(key, cell)
        if neighbour is None:
            return None, side
        entry = key[neighbour]
        return (entry if entry > 0 else None), side

    def neighbour(self, key: Key, cell: int) -> tuple[int | None, int]:
        """The cell that comes before a cell, if any."""
        match self.zone.order:
            case Outward():
                middle = self.printed.index(True)
                return (cell + 1, -1) if cell < middle else (cell - 1, 1)
            case NextOfARow():
                return (cell - 1 if cell and self.rows[cell - 1] == self.rows[cell] else None), 1
            case LeftToRightWithSkips():
                return max((i for i in range(cell) if key[i] != OPEN), default=None), 1
            case LeftToRight() | PairByPair():
                return (cell - 1 if cell else None), 1
            case _:
                return None, 1

    def open_cells(self, key: Key, where: int) -> list[int]:
        """The cells that the order opens."""
        return list(self._open_cells(self, key, where))

    def as_moves(self, kind: MoveKind, die: str, options: tuple[Option, ...]) -> Iterator[Move]:
        """Options as moves; several values that make the same mark are one move."""
        seen = set()
        for cell, value, badge in options:
            shown = value if self.writes else self.numbers[cell] or value
            if (cell, shown, badge) not in seen:
                seen.add((cell, shown, badge))
                if kind == "place":
                    yield Move(kind, "", self.name, self.names[cell], shown, badge, what=die)
                else:
                    yield Move(kind, die, self.name, self.names[cell], shown, badge)

    # What follows a mark

    def mark(self, key: Key, cell: int, value: int, badge: bool) -> tuple[Node, tuple[Bonus, ...]]:
        """The situation after a mark, and the badges that it earns."""
        cells = list(key)
        if self.circles:
            cells[cell] += 1
        else:
            cells[cell] = value if self._keeps_values else 1
            neighbour, _ = self.neighbour(key, cell)
            if self._keeps_values and neighbour is not None and not self.printed[neighbour]:
                cells[neighbour] = FILLED
        stage = self.stage
        if self.circles and cells[cell] != stage:
            return self.node(tuple(cells)), ()
        earned = tuple(
            trigger.bonus
            for trigger in self._triggers[cell]
            if (badge or not trigger.own_cell)
            and value >= trigger.only_from
            and all(
                cells[i] != OPEN and (not self.circles or cells[i] >= stage or self.printed[i]) for i in trigger.needs
            )
        )
        return self.node(tuple(cells)), earned

    @property
    def stage(self) -> int:
        """How often a cell must be marked for the badges: circles count at once, else the cross."""
        return 1 if not self.circles or self.zone.bonus.needs == "circles" else 2

    def is_open(self, key: Key, cell: int) -> bool:
        """May a cell still be marked, order aside?"""
        return key[cell] == OPEN or (self.circles and key[cell] == 1)

    def key_of(self, content: list[int]) -> Key:
        """The key of a zone with that content: 0 open, else the value (or 1, and 2 for a crossed circle)."""
        exact = self.circles or self._keeps_values
        cells = [mark if exact else min(mark, 1) for mark in content]
        cells = [
            first if printed else own for own, first, printed in zip(cells, self.start.key, self.printed, strict=True)
        ]
        if self._keeps_values:
            # Only the last entry of a series is compared with; those before it are merely filled.
            for cell in (i for i, mark in enumerate(content) if mark and not self.printed[i]):
                neighbour, _ = self.neighbour(tuple(cells), cell)
                if neighbour is not None and not self.printed[neighbour]:
                    cells[neighbour] = FILLED
        return tuple(cells)


OpenCells = Callable[[ZoneRules, Key, int], Iterator[int]]


def _anywhere(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    last_open = 1 if rules.circles else OPEN
    return (cell for cell, mark in enumerate(key) if OPEN <= mark <= last_open)


def _left_to_right(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    return (cell for cell in (next((c for c in range(len(key)) if key[c] == OPEN), None),) if cell is not None)


def _with_skips(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    last = max((cell for cell in range(len(key)) if key[cell] != OPEN), default=-1)
    return iter(range(last + 1, len(key)))


def _outward(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    middle = rules.printed.index(True)
    for side in (range(middle - 1, -1, -1), range(middle + 1, len(key))):
        yield from (cell for cell in (next((c for c in side if key[c] == OPEN), None),) if cell is not None)


def _row_by_throw(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    for cell in _anywhere(rules, key, where):
        if where == ANYWHERE or (rules.tinted[cell] if where == PLATTER else rules.rows[cell] == where - 1):
            yield cell


def _pair_by_pair(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    for first in range(0, len(key), 2):
        if OPEN in key[first : first + 2]:
            return (cell for cell in (first, first + 1) if key[cell] == OPEN)
    return iter(())


def _next_of_a_row(rules: ZoneRules, key: Key, where: int) -> Iterator[int]:
    seen = set()
    for cell, row in enumerate(rules.rows):
        if key[cell] == OPEN and row not in seen:
            seen.add(row)
            yield cell


_ORDERS: dict[type, OpenCells] = {
    Anywhere: _anywhere,
    LeftToRight: _left_to_right,
    LeftToRightWithSkips: _with_skips,
    Outward: _outward,
    RowByThrow: _row_by_throw,
    PairByPair: _pair_by_pair,
    NextOfARow: _next_of_a_row,
}
