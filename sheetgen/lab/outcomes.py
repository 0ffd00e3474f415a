"""What a mark gains, computed without playing it: points, badges, and the further marks that its die allows."""

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player, Written, part_points, zone_points
from sheetgen.engine.rules import Rules
from sheetgen.engine.turns import TAKE
from sheetgen.engine.zones import ZoneNode
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.cells import OPEN
from sheetgen.layout.parts.extra_marks import FurtherMark
from sheetgen.layout.parts.order import PLATTER

Entries = tuple[Written, ...]
MARKING_KINDS = frozenset({"take", "extra", "place", "also"})
MAX_REMEMBERED = 50_000  # entries of a cache, which is cleared when it has more


class ZoneState(NamedTuple):
    """One zone of a sheet: which cells are marked, and the numbers in them if it takes numbers."""

    node: ZoneNode
    written: Entries


class MarkResult(NamedTuple):
    """The index of a zone, its state after a mark, the points that the mark adds and the badges that it earns."""

    zone: int
    state: ZoneState
    points: int
    badges: tuple[Bonus, ...]


class Outcomes:
    """Computes the results of marks on sheets of one edition; caches the points of zones."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._points: dict[ZoneNode, int] = {}
        self._entries: dict[tuple[int, int, int], int] = {}
        parts = [zone.zone.points.parts for zone in rules.zones]
        self._cell_parts = [[part for part in of_zone if part.decided_by == "cells"] for of_zone in parts]
        self._entry_parts = [[part for part in of_zone if part.decided_by == "entries"] for of_zone in parts]
        self.joint_parts = [[part for part in of_zone if part.decided_by == "all entries"] for of_zone in parts]
        self._joint: dict[tuple[int, tuple[int, ...]], int] = {}

    def states(self, player: Player) -> list[ZoneState]:
        """Return the states of all zones of a player's sheet."""
        return [ZoneState(node, written) for node, written in zip(player.nodes, player.written, strict=True)]

    def points(self, zone: int, state: ZoneState) -> int:
        """Return the points of a zone."""
        rules = self.rules.zones[zone]
        if not rules.writes:
            return self._shape_points(zone, state.node)
        cells = [0] * len(rules.names)
        for entry in state.written:
            cells[rules.index[entry.cell]] = entry.value
        return zone_points(rules, cells)

    def _shape_points(self, zone: int, node: ZoneNode) -> int:
        """Return the points that depend only on which cells are marked."""
        points = self._points.get(node)
        if points is None:
            if len(self._points) > MAX_REMEMBERED:
                self._points.clear()
            rules = self.rules.zones[zone]
            content = [int(mark != OPEN) if rules.writes else max(mark, 0) for mark in node.cell_states]
            points = sum(part_points(part, rules, content) for part in self._cell_parts[zone])
            self._points[node] = points
        return points

    def _entry_points(self, zone: int, cell: int, value: int) -> int:
        """Return the points that a number in a cell adds by itself, whatever is in the other cells."""
        key = (zone, cell, value)
        points = self._entries.get(key)
        if points is None:
            rules = self.rules.zones[zone]
            alone = [0] * len(rules.names)
            alone[cell] = value
            points = sum(part_points(part, rules, alone) for part in self._entry_parts[zone])
            self._entries[key] = points
        return points

    def _joint_points(self, zone: int, written: Entries) -> int:
        """Return the points that depend on all numbers of a zone together."""
        rules = self.rules.zones[zone]
        content = [0] * len(rules.names)
        for entry in written:
            content[rules.index[entry.cell]] = entry.value
        key = (zone, tuple(content))
        points = self._joint.get(key)
        if points is None:
            if len(self._joint) > MAX_REMEMBERED:
                self._joint.clear()
            points = sum(part_points(part, rules, content) for part in self.joint_parts[zone])
            self._joint[key] = points
        return points

    def mark(self, states: Sequence[ZoneState], move: Move) -> MarkResult:
        """Return the result of a move that marks a cell."""
        zone = self.rules.zone_index[move.zone]
        before = states[zone]
        node, badges = before.node.after(move.cell, move.value, move.badge)
        points = self._shape_points(zone, node) - self._shape_points(zone, before.node)
        written = before.written
        if node.rules.writes:
            cell = node.rules.index[move.cell]
            points += self._entry_points(zone, cell, move.value)
            written = (*written, Written(move.cell, move.value, move.badge))
            if self.joint_parts[zone]:
                points += self._joint_points(zone, written) - self._joint_points(zone, before.written)
        return MarkResult(zone, ZoneState(node, written), points, badges)

    def further_marks(self, game: Game, move: Move) -> tuple[list[FurtherMark], bool]:
        """Return the dice that may mark the same zone after a move, and whether each of them only in its own row."""
        extra_marks = self.rules.extra_marks[move.zone] if move.kind in ("take", "extra") else None
        if extra_marks is None:
            return [], False
        die = self.rules.die_index[move.die]
        is_taken = game.phase == TAKE
        on_slots = is_taken or (move.kind == "extra" and game.places[die] > 0)
        names, faces, places = self.rules.dice, game.faces, game.places
        beside = [
            (names[d], faces[d])
            for d, place in enumerate(places)
            if (place > 0 if on_slots else place == ON_PLATTER) and d != die
        ]
        leaving = [
            (names[d], faces[d])
            for d, place in enumerate(places)
            if is_taken and place == POOL and faces[d] < faces[die]
        ]
        marks = [*extra_marks.at_once(move.value, beside), *extra_marks.when_dice_leave(leaving)]
        return marks, extra_marks.only_own_row

    def options_of_die(self, zone: int, state: ZoneState, die: str, number: int, own_row: bool) -> list[Move]:
        """Return the moves with which a further die may mark a zone, only in the row of the die if `own_row`."""
        rules = self.rules.zones[zone]
        dice = rules.zone.row_dice
        row = dice.index(die) if own_row and dice and die in dice else None
        return [
            move
            for move in state.node.moves("also", die, number, PLATTER)
            if row is None or rules.rows[rules.index[move.cell]] == row
        ]

    def waiting_entry(self, zone: int, state: ZoneState) -> tuple[int, int]:
        """Return the cell (from 1) and the number of an entry that waits for another one to score; else zeros."""
        if not self.joint_parts[zone]:
            return 0, 0
        index = self.rules.zones[zone].index
        entries = {index[entry.cell]: entry.value for entry in state.written}
        waiting = (part.waiting_entry(entries) for part in self.joint_parts[zone])
        return next(((cell + 1, number) for cell, number in filter(None, waiting)), (0, 0))
