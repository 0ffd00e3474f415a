"""The rules of one zone, compiled from its parts.

The states of a zone are the nodes of a graph, and marks are its edges. A `ZoneNode` caches what was computed for its
state: the legal moves for a value, and the node and the earned badges after a mark. `ZoneRules` computes these answers
and keeps the nodes, so a game that reaches a state again only reads the cache. `engine.turns` and the bots of the lab
are the callers.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sheetgen.engine.moves import Move, MoveKind
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.cells import FILLED, OPEN, CellStates
from sheetgen.layout.parts.value import WrittenValue
from sheetgen.layout.sentences import Sentence
from sheetgen.layout.zone import Zone

MAX_NODES = 6_000  # per zone; the cache is emptied when it is full


class Option(NamedTuple):
    """One way to enter a value: the index of the cell, the number written, and whether the cell's badge is taken."""

    cell: int
    value: int
    badge: bool


class Trigger(NamedTuple):
    """A badge with the indices of its cells: when all `needs` are marked, the player gets the bonus."""

    needs: tuple[int, ...]
    bonus: Bonus
    single_cell: bool  # a badge of one cell, which is not given when the player chooses the star
    only_from: int  # the least number that earns it; 0 for any


class ZoneNode:
    """One state of a zone, with cached answers."""

    __slots__ = ("_next_nodes", "_option_cache", "cell_states", "move_cache", "rules")

    def __init__(self, rules: "ZoneRules", states: CellStates) -> None:
        self.rules = rules
        self.cell_states = states
        self._option_cache: dict[tuple[int, int], tuple[Option, ...]] = {}
        self.move_cache: dict[tuple[MoveKind, str, int, int], tuple[Move, ...]] = {}
        self._next_nodes: dict[tuple[str, int, bool], tuple[ZoneNode, tuple[Bonus, ...]]] = {}

    def clear_caches(self) -> None:
        """Empty the caches; the answers are computed again when needed."""
        self._option_cache.clear()
        self.move_cache.clear()
        self._next_nodes.clear()

    def options(self, value: int, place: int) -> tuple[Option, ...]:
        """All ways to enter a value with a die that is used from a place (see `layout.parts.order`)."""
        options = self._option_cache.get((value, place))
        if options is None:
            options = self._option_cache[value, place] = tuple(self.rules.options(self.cell_states, value, place))
        return options

    def moves(self, kind: MoveKind, die: str, value: int, place: int) -> tuple[Move, ...]:
        """The options as moves of a kind with a die; for the kind `place`, `die` is the name of the bonus."""
        moves = self.move_cache.get((kind, die, value, place))
        if moves is None:
            moves = tuple(self.rules.as_moves(kind, die, self.options(value, place)))
            self.move_cache[kind, die, value, place] = moves
        return moves

    def after(self, cell: str, value: int, badge: bool) -> "tuple[ZoneNode, tuple[Bonus, ...]]":
        """The node after a mark in the cell of that name, and the bonuses that the mark earns."""
        result = self._next_nodes.get((cell, value, badge))
        if result is None:
            result = self.rules.mark(self.cell_states, self.rules.index[cell], value, badge)
            self._next_nodes[cell, value, badge] = result
        return result


class ZoneRules:
    """Computes what may be marked in a zone and what a mark leads to; cells are given by their index."""

    def __init__(self, name: str, zone: Zone) -> None:
        self.name = name
        self.zone = zone
        self.table = table = zone.table
        self.names = table.names
        self.index = {cell: i for i, cell in enumerate(self.names)}
        self.numbers, self.rows, self.columns = table.numbers, table.rows, table.columns
        self.printed = table.printed
        self.filling = zone.order.filling(table)
        self.accepts = tuple(zone.accepts_in_row(r) for r in self.rows)
        self.circles = zone.stages > 1
        self.writes = zone.writes
        # Numbers are part of the state only if a later entry is compared with them: fewer states, more cache hits.
        self.keeps_values = zone.free_choice == "one more than the one before" or any(
            rule.compares_with_entry_before for rule in self.accepts
        )
        self._by_number = self._cells_by_number()
        self.triggers = tuple(
            Trigger(
                tuple(self.index[cell] for cell in badge.cells),
                badge.bonus,
                badge.attached_to == "cell",
                badge.only_from or 0,
            )
            for badge in zone.badges
        )
        self._triggers = self._triggers_by_cell()
        self._nodes: dict[CellStates, ZoneNode] = {}
        self.start = self.node(
            tuple(entry or (FILLED if mark else OPEN) for entry, mark in zip(table.entries, table.printed, strict=True))
        )

    def node(self, states: CellStates) -> ZoneNode:
        """The node of a state, the same object each time; a full cache is emptied first, so that memory is bounded."""
        result = self._nodes.get(states)
        if result is None:
            if len(self._nodes) >= MAX_NODES:
                # Nodes refer to the nodes after them, so emptying the dict alone would free no memory.
                for node in self._nodes.values():
                    node.clear_caches()
                self._nodes.clear()
            result = self._nodes[states] = ZoneNode(self, states)
        return result

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

    def options(self, states: CellStates, value: int, place: int) -> Iterator[Option]:
        """All ways to enter a value: every cell that is open for dice used from that place and accepts the value."""
        if self._by_number is not None:
            # Only cells with that number can take it; most zones of most sheets are like this.
            candidates = self._by_number.get(value, ())
            open_candidates = [cell for cell in candidates if self.is_open(states, cell)]
            if open_candidates and not self.zone.order.is_free:
                opened = set(self.zone.order.open_cells(self.table, states, place))
                open_candidates = [cell for cell in open_candidates if cell in opened]
            for cell in open_candidates:
                yield Option(cell, value, True)
            return
        for cell in self.zone.order.open_cells(self.table, states, place):
            for written, badge in self.written(cell, value):
                if self.fits(states, cell, written):
                    yield Option(cell, written, badge)

    def written(self, cell: int, value: int) -> tuple[WrittenValue, ...]:
        """What a value becomes in a cell, and whether the badge is taken with it; several if the player chooses."""
        return self.zone.value.written(cell, value)

    def fits(self, states: CellStates, cell: int, value: int) -> bool:
        """Whether a cell accepts a number, whatever the order of cells says."""
        before, side = self.before(states, cell)
        return self.accepts[cell].allows(value, number=self.numbers[cell], before=before, side=side)

    def demand(self, states: CellStates, cell: int) -> Sentence:
        """What a cell requires, as the end of a sentence that starts with the cell: `needs a number higher than 4`."""
        before, side = self.before(states, cell)
        return self.accepts[cell].demand(number=self.numbers[cell], before=before, side=side)

    def before(self, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The number in the cell before a cell, or None, and the side of the middle (-1 left, 1 right)."""
        neighbour, side = self.neighbour(states, cell)
        if neighbour is None:
            return None, side
        entry = states[neighbour]
        return (entry if entry > 0 else None), side

    def one_more(self, states: CellStates, cell: int) -> int:
        """The value of a ? that goes on from the number before a cell; 1 if there is none."""
        return 1 + (self.before(states, cell)[0] or 0)

    def neighbour(self, states: CellStates, cell: int) -> tuple[int | None, int]:
        """The index of the cell before a cell, None if there is none, and the side of the middle (-1 left, 1 right)."""
        return self.zone.order.cell_before(self.table, states, cell)

    def open_cells(self, states: CellStates, place: int) -> list[int]:
        """The cells that `order` opens for dice used from a place."""
        return list(self.zone.order.open_cells(self.table, states, place))

    def as_moves(self, kind: MoveKind, die: str, options: tuple[Option, ...]) -> Iterator[Move]:
        """Options as moves; options that make the same mark give one move."""
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

    def mark(self, states: CellStates, cell: int, value: int, badge: bool) -> tuple[ZoneNode, tuple[Bonus, ...]]:
        """The node after a mark, and the bonuses that the mark earns."""
        cells = list(states)
        if self.circles:
            cells[cell] += 1
        else:
            cells[cell] = value if self.keeps_values else 1
            neighbour, _ = self.neighbour(states, cell)
            # The first cell of a pair may still be open when the second is marked; it stays open.
            if self.keeps_values and neighbour is not None and cells[neighbour] > OPEN and not self.printed[neighbour]:
                cells[neighbour] = FILLED
        if self.circles and cells[cell] != self.stage:
            return self.node(tuple(cells)), ()
        earned = tuple(
            trigger.bonus for trigger in self._triggers[cell] if self.is_earned(trigger, cells, value, badge)
        )
        return self.node(tuple(cells)), earned

    def is_earned(self, trigger: Trigger, states: Sequence[int], value: int, badge: bool) -> bool:
        """Whether a badge is earned: all its cells are marked, and the last entry was high enough and kept its badge.

        `value` and `badge` are those of the entry that completes it.
        """
        if (trigger.single_cell and not badge) or value < trigger.only_from:
            return False
        if not self.circles:
            return all(states[i] != OPEN for i in trigger.needs)
        stage = self.stage
        return all(states[i] >= stage or self.printed[i] for i in trigger.needs)

    @property
    def stage(self) -> int:
        """How often a cell must be marked to count for badges: 2 only if badges need the cross in a circle."""
        return 1 if not self.circles or self.zone.bonus.needs == "circles" else 2

    def is_open(self, states: CellStates, cell: int) -> bool:
        """Whether a cell can still be marked, whatever the order of cells says."""
        return OPEN <= states[cell] < self.table.stages

    def cell_states_of(self, content: list[int]) -> CellStates:
        """The state of a zone with that content; per cell 0 for open, a number, or 1 for a mark (2: both stages)."""
        exact = self.circles or self.keeps_values
        cells = [mark if exact else min(mark, 1) for mark in content]
        cells = [
            first if printed else mark
            for mark, first, printed in zip(cells, self.start.cell_states, self.printed, strict=True)
        ]
        if self.keeps_values:
            # Only the last entry of a series is compared with; those before it are merely filled.
            for cell in (i for i, mark in enumerate(content) if mark and not self.printed[i]):
                neighbour, _ = self.neighbour(tuple(cells), cell)
                if neighbour is not None and cells[neighbour] > OPEN and not self.printed[neighbour]:
                    cells[neighbour] = FILLED
        return tuple(cells)
