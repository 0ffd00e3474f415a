"""The rules of one zone, compiled from its parts.

A zone's rule-relevant state is a `Node`. Nodes are found by their key and remember what they were asked: which moves
a value allows, and which node and badges follow a mark. So the readable code below runs once per situation, and a
game that comes to a known situation only looks things up.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sheetgen.engine.moves import Move, MoveKind
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.cells import FILLED, OPEN, Key
from sheetgen.layout.parts.value import WrittenValue
from sheetgen.layout.zone import Zone

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
    single_cell: bool  # a badge of one cell, which the star of a choice forgoes
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
        self.table = table = zone.table
        self.names = table.names
        self.index = {cell: i for i, cell in enumerate(self.names)}
        self.numbers, self.rows, self.columns = table.numbers, table.rows, table.columns
        self.printed = table.printed
        self.accepts = tuple(zone.accepts_in_row(r) for r in self.rows)
        self.circles = zone.stages > 1
        self.writes = zone.writes
        # Values stay in the key only where a later entry is compared with them.
        self._keeps_values = zone.free_choice == "one more than the one before" or any(
            rule.compares_with_entry_before for rule in self.accepts
        )
        self._by_number = self._cells_by_number()
        self.triggers = tuple(
            Trigger(
                tuple(self.index[cell] for cell in badge.cells),
                badge.bonus,
                badge.where == "cell",
                badge.only_from or 0,
            )
            for badge in zone.badges
        )
        self._triggers = self._triggers_by_cell()
        self._nodes: dict[Key, Node] = {}
        self.start = self.node(
            tuple(entry or (FILLED if mark else OPEN) for entry, mark in zip(table.entries, table.printed, strict=True))
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
        if self.zone.value.depends_on_cell or not all(rule.decided_by_number for rule in self.accepts):
            return None
        cells: dict[int, tuple[int, ...]] = {}
        for cell, number in enumerate(self.numbers):
            if number is not None:
                cells[number] = (*cells.get(number, ()), cell)
        return cells

    def _triggers_by_cell(self) -> tuple[tuple[Trigger, ...], ...]:
        by_cell: list[list[Trigger]] = [[] for _ in self.names]
        for trigger in self.triggers:
            for cell in trigger.needs:
                by_cell[cell].append(trigger)
        return tuple(map(tuple, by_cell))

    # What may be marked

    def options(self, key: Key, value: int, where: int) -> Iterator[Option]:
        """All ways to enter a value: every cell that the order opens and that accepts it."""
        if self._by_number is not None:
            # Only cells with that number can take it; most zones of most sheets are like this.
            candidates = self._by_number.get(value, ())
            opened = set(self.zone.order.open_cells(self.table, key, where)) if candidates else ()
            for cell in candidates:
                if cell in opened:
                    yield Option(cell, value, True)
            return
        for cell in self.zone.order.open_cells(self.table, key, where):
            for written, badge in self.written(cell, value):
                if self.fits(key, cell, written):
                    yield Option(cell, written, badge)

    def written(self, cell: int, value: int) -> tuple[WrittenValue, ...]:
        """What a value becomes in a cell, and whether the badge comes with it."""
        return self.zone.value.written(cell, value)

    def fits(self, key: Key, cell: int, value: int) -> bool:
        """Does the cell accept a value?"""
        before, side = self.before(key, cell)
        return self.accepts[cell].allows(value, number=self.numbers[cell], before=before, side=side)

    def demand(self, key: Key, cell: int) -> str:
        """What the cell asks for, to go on after its address."""
        before, side = self.before(key, cell)
        return self.accepts[cell].demand(number=self.numbers[cell], before=before, side=side)

    def before(self, key: Key, cell: int) -> tuple[int | None, int]:
        """The entry that a cell follows, and on which side of the middle the cell lies."""
        neighbour, side = self.neighbour(key, cell)
        if neighbour is None:
            return None, side
        entry = key[neighbour]
        return (entry if entry > 0 else None), side

    def neighbour(self, key: Key, cell: int) -> tuple[int | None, int]:
        """The cell that comes before a cell, if any, and on which side of the middle the cell lies."""
        return self.zone.order.cell_before(self.table, key, cell)

    def open_cells(self, key: Key, where: int) -> list[int]:
        """The cells that the order opens."""
        return list(self.zone.order.open_cells(self.table, key, where))

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
        if self.circles and cells[cell] != self.stage:
            return self.node(tuple(cells)), ()
        earned = tuple(
            trigger.bonus for trigger in self._triggers[cell] if self.is_earned(trigger, cells, value, badge)
        )
        return self.node(tuple(cells)), earned

    def is_earned(self, trigger: Trigger, key: Sequence[int], value: int, badge: bool) -> bool:
        """Whether a badge is earned: all its cells are marked, and the last entry was high enough and kept its badge.

        `value` and `badge` are those of the entry that completes it.
        """
        if (trigger.single_cell and not badge) or value < trigger.only_from:
            return False
        stage = self.stage
        return all(key[i] != OPEN and (not self.circles or key[i] >= stage or self.printed[i]) for i in trigger.needs)

    @property
    def stage(self) -> int:
        """How often a cell must be marked for the badges: circles count at once, else the cross."""
        return 1 if not self.circles or self.zone.bonus.needs == "circles" else 2

    def is_open(self, key: Key, cell: int) -> bool:
        """May a cell still be marked, order aside?"""
        return OPEN <= key[cell] < self.table.stages

    def key_of(self, content: list[int]) -> Key:
        """The key of a zone with that content: 0 open, else the value (or 1, and 2 for a crossed circle)."""
        exact = self.circles or self._keeps_values
        cells = [mark if exact else min(mark, 1) for mark in content]
        cells = [
            first if printed else mark for mark, first, printed in zip(cells, self.start.key, self.printed, strict=True)
        ]
        if self._keeps_values:
            # Only the last entry of a series is compared with; those before it are merely filled.
            for cell in (i for i, mark in enumerate(content) if mark and not self.printed[i]):
                neighbour, _ = self.neighbour(tuple(cells), cell)
                if neighbour is not None and not self.printed[neighbour]:
                    cells[neighbour] = FILLED
        return tuple(cells)
