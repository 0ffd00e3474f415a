"""What the expert sees: a sheet and the roll to come as a row of small whole numbers, derived from any layout.

This is the same as `sheetgen/engine/fast/features.h`, number for number: cells, values that can be entered, the last
number of a series, half pairs, points, how far badges and lines are, actions, badges that are counted, round and dice.
"""

from typing import NamedTuple

from sheetgen.engine.dice import POOL
from sheetgen.engine.fast.tables import Tables
from sheetgen.engine.game import Game
from sheetgen.engine.player import Player, counted_cells, zone_points
from sheetgen.engine.rules import Rules
from sheetgen.engine.turns import BEFORE_THROW, FINAL, OVER, ROUND, SEND, SOLO, SOLO_THROW, TAKE
from sheetgen.engine.zones import ZoneNode, ZoneRules
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.cells import OPEN
from sheetgen.layout.parts.order import ANYWHERE

# The same numbers as in features.h
FEATURE_UNIT = 16  # stands for 1
MAX_ACCEPTED, MAX_SERIES, MAX_LINES, MAX_GROUPS, MAX_GOALS = 12, 8, 32, 16, 512
MAX_REMEMBERED = 20_000  # states of zones; all are forgotten when there are more


class RollToCome(NamedTuple):
    """The next roll: its round, its number in the turn (0: in the turn of another player, or a passive one), its dice.

    `active` is whose turn it is; `comes` is False at the end of the game. `left` is how many rounds are left after it,
    in rounds of a solo game, and `part` how many marks more.
    """

    round: int
    active: int
    throw: int
    dice: frozenset[int]
    comes: bool = True
    left: int = 0
    part: int = 0


class ZoneFeatures(NamedTuple):
    """What a zone contributes: features, points, and how many cells each of its badges still needs (0: earned)."""

    numbers: tuple[int, ...]
    points: int
    distances: tuple[int, ...]


class _Goal(NamedTuple):
    """The cells of a badge or of a line that brings points; `path` also has those that come before them."""

    needs: frozenset[int]
    path: frozenset[int]
    bonus: int  # its number in the tables; -1 for a line


def _clamped(number: int) -> int:
    return max(-127, min(127, number))


def _halved(number: int) -> int:
    return _clamped(-(-number // 2) if number < 0 else number // 2)


def _flag(flag: object) -> int:
    return FEATURE_UNIT if flag else 0


class _ZonePlan:
    """Which features a zone has."""

    def __init__(self, zone: ZoneRules, takes: tuple[int, ...], bonuses: dict[Bonus, int]) -> None:
        self.zone = zone
        self.cells = [i for i, printed in enumerate(zone.printed) if not printed]
        self.printed = frozenset(i for i, printed in enumerate(zone.printed) if printed)
        self.values = [value for value in takes if value <= MAX_ACCEPTED]
        self.rows = min(max(zone.rows) + 1, MAX_SERIES) if zone.keeps_values else 0
        opening = zone.zone.order.opening(zone.table)
        after = opening.after if opening is not None else ((),) * len(zone.names)
        self.goals = [_Goal(*_path(trigger.needs, after), bonuses[trigger.bonus]) for trigger in zone.triggers]
        del self.goals[MAX_GOALS:]
        counting = [part.counting(zone.table) for part in zone.zone.points.parts]
        self.pairs = any(part.name == "pairs" for part in counting)
        self.groups: tuple[int, ...] | None = None
        lines = 0
        for part in counting:
            if part.name == "count" and self.groups is None and max(part.data["groups"]) > 0:  # type: ignore[call-overload]  # plain data
                self.groups = tuple(part.data["groups"])  # type: ignore[arg-type]  # plain data
            for line in part.data["lines"] if part.name == "lines" else ():  # type: ignore[attr-defined]  # plain data
                seen = any(goal.needs == frozenset(line) for goal in self.goals)
                if not seen and lines < MAX_LINES and len(self.goals) < MAX_GOALS:
                    lines += 1
                    self.goals.append(_Goal(*_path(line, after), -1))
        self.goals = [goal._replace(path=goal.path - self.printed) for goal in self.goals]

    def features(self, node: ZoneNode, content: list[int]) -> ZoneFeatures:
        """Return the features of the zone in a state."""
        zone, states = self.zone, node.cell_states
        points = zone_points(zone, content)
        marked = {i for i, state in enumerate(states) if state != OPEN}
        closed = {i for i, state in enumerate(states) if state < OPEN or state >= zone.table.stages}
        numbers: list[int] = []
        for cell in self.cells:
            numbers.append(_flag(cell in marked))
            if zone.circles:
                numbers.append(_flag(cell in closed))
        numbers.append(2 * FEATURE_UNIT * len(marked - self.printed) // (len(self.cells) or 1))
        numbers.append(_halved(points))
        numbers += [_flag(node.options(value, ANYWHERE)) for value in self.values]
        if self.rows:
            last = [0] * MAX_SERIES
            for cell in sorted(zone.open_cells(states, ANYWHERE)):
                before, _ = zone.before(states, cell)
                if zone.rows[cell] < MAX_SERIES and before is not None:
                    last[zone.rows[cell]] = before
            numbers += [_clamped(4 * number) for number in last[: self.rows]]
        if self.pairs:
            for first, second in zip(content[::2], content[1::2], strict=False):
                numbers.append(_flag((not first) != (not second)))
                numbers.append(_clamped(4 * first if not second else -4 * second if not first else 0))
        if self.groups is not None:
            marks = [0] * (max(self.groups) + 1)
            for cell in counted_cells(zone, content):
                marks[self.groups[cell]] += 1
            numbers += [_clamped(4 * count) for count in marks[:MAX_GROUPS]]
        counts = (closed if zone.stage > 1 else marked) | self.printed
        distances = []
        for goal in self.goals:
            missing, size = len(goal.needs - counts), len(goal.needs)
            distances.append(len(goal.path - counts) if missing else 0)
            if size > 1:
                numbers += (_flag(missing == 1), _flag(missing == 2), 2 * FEATURE_UNIT * (size - missing) // size)
        return ZoneFeatures(tuple(numbers), points, tuple(distances))


def _path(cells: tuple[int, ...], after: tuple[tuple[int, ...], ...]) -> tuple[frozenset[int], frozenset[int]]:
    """Return cells as a set, and this set with all cells that must be marked before."""
    path, new = set(cells), set(cells)
    while new:
        new = {earlier for cell in new for earlier in after[cell] if earlier >= 0} - path
        path |= new
    return frozenset(cells), frozenset(path)


class SheetFeatures:
    """The features of the sheets of one edition."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.rules, self.tables = rules, tables
        zones = zip(rules.zones, tables.takes, strict=True)
        self.plans = [_ZonePlan(zone, takes, tables.bonuses) for zone, takes in zones]
        self.rounds = max(rules.rounds(players) for players in rules.edition.rounds.by_players)
        self._zones: dict[object, ZoneFeatures] = {}

    def _zone(self, player: Player, index: int) -> ZoneFeatures:
        key = (index, player.nodes[index].cell_states, player.written[index])
        known = self._zones.get(key)
        if known is None:
            if len(self._zones) > MAX_REMEMBERED:
                self._zones.clear()
            known = self._zones[key] = self.plans[index].features(player.nodes[index], player.content(index))
        return known

    def of(self, player: Player, roll: RollToCome) -> tuple[list[int], int]:
        """Return the features of a sheet before a roll, and its present points."""
        numbers: list[int] = []
        points: list[int] = []
        nearest: dict[int, list[int]] = {}
        for index, plan in enumerate(self.plans):
            zone = self._zone(player, index)
            numbers += zone.numbers
            points.append(zone.points)
            for goal, distance in zip(plan.goals, zone.distances, strict=True):
                if goal.bonus >= 0 and distance:
                    nearest.setdefault(goal.bonus, []).append(distance)
        for bonus in range(len(self.tables.bonuses)):
            distances = nearest.get(bonus, [])
            numbers += [_flag(distances and min(distances) <= limit) for limit in (1, 2, 3)]
            numbers.append(_clamped(4 * len(distances)))
        for track, unlocked, used in zip(self.rules.tracks, player.unlocked, player.used, strict=True):
            left, slots = unlocked - used.bit_count(), len(track.slots)
            numbers += [_flag(left >= least) for least in (1, 2, 3)]
            numbers.append(_clamped(FEATURE_UNIT // 2 * left))
            numbers.append(2 * FEATURE_UNIT * unlocked // slots if slots else 0)
            numbers.append(_flag(track.end is not None and unlocked + 1 == slots))
        lowest = min(points)
        numbers.append(_halved(lowest))
        numbers += [_halved(of_zone - lowest) for of_zone in points]
        total = sum(points)
        for badge, count in zip(self.rules.scoring_badges, player.badge_counts, strict=True):
            of_badges = count * badge.points_each(self.rules.edition, points)
            total += of_badges
            numbers += [_flag(count >= least) for least in (1, 2, 3, 4)]
            numbers += (_clamped(4 * count), _halved(of_badges))
        left = roll.left
        numbers += [_flag(left == number) for number in range(self.rounds + 1)]
        numbers.append(_clamped(4 * left))
        numbers += [_flag(roll.throw == number) for number in range(self.rules.throws + 1)]
        numbers += [_flag(die in roll.dice) for die in range(len(self.rules.dice))]
        numbers.append(_clamped(4 * len(roll.dice)))
        return numbers, total

    def with_one_round_more(self, numbers: list[int], left: int) -> list[int]:
        """Return features as they would be with one round more than those that are left."""
        at = len(numbers) - (len(self.rules.dice) + 1) - (self.rules.throws + 1) - 1 - (self.rounds + 1)
        more = numbers.copy()
        more[at + left], more[at + left + 1] = 0, FEATURE_UNIT
        more[at + self.rounds + 1] = _clamped(4 * (left + 1))
        return more


def roll_to_come(game: Game, seat: int, *, together: bool = True) -> RollToCome:
    """Return the next roll as a player sees it; no face counts but that of the die just taken.

    A player who considers the other players, `together` with them, counts their turns, too.
    """
    roll = _next_roll(game, seat)
    if not roll.comes:
        return roll
    if together and len(game.players) > 1:
        return _with_rounds_left(game, seat, roll)
    return roll._replace(left=game.rounds - roll.round)


def _with_rounds_left(game: Game, seat: int, roll: RollToCome) -> RollToCome:
    """Tell what is left in rounds of a solo game, which the net knows: one active turn and one passive mark.

    A player among others has one mark in each of their turns, and fewer rounds.
    """
    throws, players = game.rules.throws, len(game.players)
    most = game.rules.rounds(1) - 1
    later = game.rounds - roll.round
    own = later + (seat > roll.active)
    others = later * players + players - 1 - roll.active - own
    marks = own * throws + others + (throws - roll.throw + 1 if seat == roll.active else 1)
    marks -= throws - roll.throw + 2 if roll.throw else 1  # those of the solo round with this roll
    left, part = divmod(max(marks, 0), throws + 1)
    return roll._replace(left=left, part=part) if left < most else roll._replace(left=max(most, 0))


def _next_roll(game: Game, seat: int) -> RollToCome:
    rules, alone, active = game.rules, len(game.players) == 1, game.active
    every_die = frozenset(range(len(rules.dice)))
    if game.phase == ROUND:
        return RollToCome(game.round, active, *((1, every_die) if seat == 0 else (0, frozenset[int]())))
    if game.phase in (SOLO, SOLO_THROW):
        return RollToCome(game.round, active, 0, frozenset())
    if game.phase in (FINAL, OVER):
        return RollToCome(game.rounds, active, 0, frozenset(), comes=False)
    if game.phase in (TAKE, SEND, BEFORE_THROW):
        if game.solo_passive if alone else seat != active:
            return RollToCome(game.round, active, 0, frozenset())
        throw = game.throw + (game.phase == SEND)
        pool = frozenset(
            die
            for die, (place, face) in enumerate(zip(game.places, game.faces, strict=True))
            if place == POOL and (game.phase != SEND or face >= game.taken_face)
        )
        if pool and throw <= rules.throws:
            return RollToCome(game.round, active, throw, pool)
    if alone and not game.solo_passive:
        return RollToCome(game.round, active, 0, frozenset())
    return _next_turn(game, seat, every_die)


def _next_turn(game: Game, seat: int, every_die: frozenset[int]) -> RollToCome:
    last = game.active + 1 == len(game.players)
    round_, active = game.round + last, 0 if last else game.active + 1
    if round_ > game.rounds:
        return RollToCome(game.rounds, active, 0, frozenset(), comes=False)
    mine = len(game.players) == 1 or seat == active
    return RollToCome(round_, active, *((1, every_die) if mine else (0, frozenset[int]())))
