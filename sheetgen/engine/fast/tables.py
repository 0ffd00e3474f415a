"""Compiles the rules of an edition into the tables that the fast engine plays from.

The parts of a zone are asked what they allow, for all values that can occur, so nothing here depends on the kind of a
part. What cannot be put into tables is refused with the reason, and the edition is then played in Python.
"""

import hashlib
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheetgen.engine.dice import BESIDE
from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.errors import SheetgenError
from sheetgen.layout.parts.bonus import Bonus, ScoringBonus, SingleBonus, Unlock
from sheetgen.layout.parts.cells import OPEN
from sheetgen.layout.parts.extra_marks import ExtraMarksRule, FurtherMark
from sheetgen.layout.parts.order import Opening
from sheetgen.layout.parts.points_rule import CountingPoints, PointsFunction
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.sheet import ACTION_KINDS, Rulings

# The same numbers as in edition.h
TABLES_VERSION = 1
MAX_CELLS, MAX_TRACKS, MAX_SCORING, MAX_PENDING, MAX_LOST, MAX_VALUE = 64, 24, 4, 512, 128, 255
MAX_PLAYERS, MAX_ROUNDS, MAX_PARTS, MAX_LINES, WAYS = 9, 12, 10, 480, 2
PLACES = range(BESIDE, 10)
NO_MARK, DIE_STEP = -1, 512
GIVES_POINTS, GIVES_ACTION, GIVES_MARK = range(3)
ANY_OPEN_CELL, WITH_VALUES, WITH_NUMBER_AS_PRINTED, ONE_MORE = range(4)

# The flags of the fast engine, in their order: the ruling of each, and the value for which it is set.
RULING_FLAGS = {
    "lost_throw": "dice leave",
    "last_resort": "with actions",
    "simultaneous_bonuses": "in printed order",
    "returns": "several",
    "equal_dice": "at random",
    "last_sweep": "yes",
    "free_row": "tinted cells",
    "extra_die_matches": "where it lies",
}
COMPILED_RULINGS = ("negative_fox", "number_badge")  # these are compiled into other tables
SOLO_OTHERS = ("nowhere", "on the slots", "on the slots, nearest on top")


class CannotCompileError(SheetgenError, ValueError):
    """The fast engine cannot play an edition; the message says why."""


@dataclass
class Tables:
    """An edition for the fast engine: its tables, and the names of what the engine counts by number."""

    numbers: "array[int]"
    bonuses: dict[Bonus, int]
    singles: dict[str, int]
    lost: list[str]  # what can be lost, as events name it
    takes: list[tuple[int, ...]]  # of each zone: the values that some cell of it can take at all

    def digest(self) -> str:
        """Return 16 hexadecimal digits that change with what the fast engine plays."""
        numbers = array("i", self.numbers)
        if sys.byteorder == "big":
            numbers.byteswap()
        return hashlib.sha256(numbers.tobytes()).hexdigest()[:16]


def compile_tables(rules: Rules) -> Tables:
    """Return the tables of an edition; raise CannotCompileError if the fast engine cannot play it."""
    return _Compiler(rules).tables()


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise CannotCompileError(reason)


def _mask(cells: Iterable[int]) -> tuple[int, int]:
    """Return a set of cells as two signed numbers of 32 bits."""
    bits = sum(1 << cell for cell in set(cells))
    low, high = bits & 0xFFFFFFFF, bits >> 32
    return low - (low >> 31 << 32), high - (high >> 31 << 32)


class _Compiler:
    """The tables of one edition while they are made."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lost: dict[str, int] = {}
        self.bonuses: dict[Bonus, int] = {}
        self.singles: dict[str, int] = {}
        self.single_list: list[SingleBonus] = []
        for bonus in self._every_bonus():
            if bonus not in self.bonuses:
                self.bonuses[bonus] = len(self.bonuses)
                for single in bonus.singles:
                    if str(single) not in self.singles:
                        self.singles[str(single)] = len(self.singles)
                        self.single_list.append(single)

    def _every_bonus(self) -> Iterator[Bonus]:
        for zone in self.rules.zones:
            yield from (trigger.bonus for trigger in zone.triggers)
        yield from (bonus for bonus in self.rules.edition.rounds.bonuses if bonus is not None)
        yield from (track.end for track in self.rules.tracks if track.end is not None)

    def _lost(self, what: str) -> int:
        return self.lost.setdefault(what, len(self.lost))

    def tables(self) -> Tables:
        rules = self.rules
        unknown = set(Rulings.model_fields) - {*RULING_FLAGS, *COMPILED_RULINGS}
        _require(not unknown, f"it does not know the ruling {', '.join(sorted(unknown))}")
        _require(len(rules.tracks) <= MAX_TRACKS, f"more than {MAX_TRACKS} rows of action slots")
        _require(len(rules.scoring_badges) <= MAX_SCORING, f"more than {MAX_SCORING} kinds of badges that are counted")
        most_pending = sum(len(zone.triggers) for zone in rules.zones) + len(rules.tracks) + MAX_ROUNDS
        _require(most_pending <= MAX_PENDING, f"more than {MAX_PENDING} badges")
        throw, platter = self._lost("throw"), self._lost("platter")
        placements = [self._placements(single) for single in self.single_list]
        tracks = [number for track in range(len(rules.tracks)) for number in self._track(track)]
        bonuses = [number for bonus in self.bonuses for number in self._bonus(bonus)]
        compilers = [_ZoneCompiler(self, zone, placements) for zone in range(len(rules.zones))]
        zones = [compiler.numbers() for compiler in compilers]
        _require(len(self.lost) <= MAX_LOST, f"more than {MAX_LOST} kinds of bonuses")
        sizes = (len(rules.dice), rules.throws, len(rules.zones), len(rules.tracks))
        numbers = array("i", [TABLES_VERSION, *sizes, len(self.bonuses), len(self.singles), len(rules.scoring_badges)])
        numbers.extend([len(self.lost), throw, platter, rules.may_pass_active, rules.may_pass_passive])
        numbers.extend(int(getattr(rules.rulings, name) == value) for name, value in RULING_FLAGS.items())
        numbers.extend([*self._solo(), most_pending, *self._rounds(), *self._scoring(), *self._uses()])
        numbers.extend([*tracks, *bonuses])
        numbers.extend(number for of_single in placements for number in _placement_numbers(of_single))
        for zone in zones:
            numbers.extend(zone)
        return Tables(
            numbers, self.bonuses, self.singles, list(self.lost), [compiler.takes() for compiler in compilers]
        )

    def _solo(self) -> tuple[int, int]:
        solo = self.rules.edition.solo
        platter = solo.platter if solo is not None else 3
        return min(platter, len(self.rules.dice)), SOLO_OTHERS.index(solo.others if solo is not None else "nowhere")

    def _rounds(self) -> Iterator[int]:
        rules = self.rules
        for players in range(1, MAX_PLAYERS + 1):
            rounds = rules.rounds(players) if players in rules.edition.rounds.by_players else 0
            _require(rounds <= MAX_ROUNDS, f"more than {MAX_ROUNDS} rounds")
            yield rounds
        for number in range(1, MAX_ROUNDS + 1):
            bonus = rules.round_bonus(number)
            yield -1 if bonus is None else self.bonuses[bonus]

    def _scoring(self) -> Iterator[int]:
        for badge in self.rules.scoring_badges:
            counting = badge.counting(self.rules.edition)
            yield from (counting.points is None, counting.points or 0, counting.least is not None, counting.least or 0)

    def _uses(self) -> Iterator[int]:
        for uses in self.rules.uses:
            yield len(uses)
            for use in uses:
                yield from use

    # Actions and bonuses

    def _track(self, index: int) -> Iterator[int]:
        track = self.rules.tracks[index]
        codes = {None: 0, "?": 7}
        printed = [slot if isinstance(slot, int) else codes[slot] for slot in track.slots]
        end = -1 if track.end is None else self.bonuses[track.end]
        yield from (ACTION_KINDS.index(track.kind), len(printed), *printed, end, self._lost(track.label))

    def _bonus(self, bonus: Bonus) -> Iterator[int]:
        receiver = _Receiver(self.rules)
        bonus.earned_by(receiver)
        gives, index, tracks = receiver.given
        singles = [self.singles[str(single)] for single in bonus.singles]
        yield from (gives, index, len(tracks), *tracks, len(singles), *singles, self._lost(str(bonus)))

    def _placements(self, single: SingleBonus) -> list["_Placement"]:
        return (
            []
            if single.effect != "mark"
            else [self._placement(single, zone) for zone in self.rules.bonus_zones(single)]
        )

    def _placement(self, single: SingleBonus, zone: int) -> "_Placement":
        calls = _BonusCalls(self.rules, zone)
        marks = single.marks_in(calls)
        _require(len(marks) == 1 and marks == calls.made, f"a badge '{single}' that marks in several ways")
        return marks[0]


# Bonuses


@dataclass
class _Receiver:
    """The `Earner` that notes what a bonus gives."""

    rules: Rules
    given: tuple[int, int, tuple[int, ...]] = (GIVES_MARK, 0, ())

    def earn_points(self, bonus: ScoringBonus) -> None:
        """Note the kind of badge."""
        self.given = GIVES_POINTS, self.rules.scoring_badges.index(bonus), ()

    def earn_action(self, bonus: Unlock) -> None:
        """Note the rows of slots."""
        self.given = GIVES_ACTION, 0, self.rules.tracks_of[bonus.action]

    def earn_mark(self, bonus: Bonus) -> None:
        """Note that a cell is marked."""
        self.given = GIVES_MARK, 0, ()


@dataclass(frozen=True)
class _Placement:
    """How a bonus marks a zone."""

    zone: int
    how: int
    values: tuple[int, ...] = ()
    added_die: int = -1
    cells: tuple[int, ...] = ()  # those that take a number as printed


@dataclass
class _BonusCalls:
    """The `BonusTarget` that notes how a bonus would mark a zone, instead of listing the marks."""

    rules: Rules
    zone: int
    made: list[_Placement] = field(default_factory=list)

    def any_open_cell(self) -> list[_Placement]:
        """A cross in any open cell."""
        return self._note(ANY_OPEN_CELL)

    def with_number(self, number: int) -> list[_Placement]:
        """A number, written as a die would write it or as it is printed."""
        zone = self.rules.zones[self.zone]
        if self.rules.rulings.number_badge != "as printed" or not zone.zone.value.multiplies:
            return self._note(WITH_VALUES, (number,))
        cells = range(len(zone.names))
        taking = tuple(cell for cell in cells if _compares(zone, cell) or _allows(zone, cell, number, None))
        return self._note(WITH_NUMBER_AS_PRINTED, (number,), cells=taking)

    def with_free_choice(self) -> list[_Placement]:
        """Every number that the zone allows as a free choice."""
        zone = self.rules.zones[self.zone].zone
        match zone.free_choice:
            case "face":
                added = zone.value.added_die
                return self._note(WITH_VALUES, tuple(FACES), -1 if added is None else self.rules.die_index[added])
            case "any value":
                values = zone.value.possible_values(0, len(self.rules.dice))
                return self._note(WITH_VALUES, tuple(FACES if zone.value.depends_on_cell else sorted(values)))
            case "one more than the one before":
                return self._note(ONE_MORE)

    def _note(
        self, how: int, values: tuple[int, ...] = (), added_die: int = -1, *, cells: tuple[int, ...] = ()
    ) -> list[_Placement]:
        self.made.append(_Placement(self.zone, how, values, added_die, cells))
        return self.made[-1:]


def _placement_numbers(placements: Sequence[_Placement]) -> Iterator[int]:
    yield len(placements)
    for placement in placements:
        values = placement.values
        _require(
            all(1 <= value <= MAX_VALUE for value in values) and len(values) <= MAX_VALUE,
            f"a badge with a number above {MAX_VALUE}",
        )
        yield from (placement.zone, placement.how, placement.added_die, len(values), *values, *_mask(placement.cells))


# Zones


def _side(zone: ZoneRules, cell: int) -> int:
    return zone.neighbour(zone.start.cell_states, cell)[1]


def _compares(zone: ZoneRules, cell: int) -> bool:
    return zone.accepts[cell].compares_with_entry_before


def _allows(zone: ZoneRules, cell: int, number: int, before: int | None) -> bool:
    side = _side(zone, cell)
    return zone.accepts[cell].allows(number, number=zone.numbers[cell], before=before, side=side)


class _ZoneCompiler:
    """The tables of one zone while they are made."""

    def __init__(self, compiler: _Compiler, index: int, placements: Sequence[Sequence[_Placement]]) -> None:
        self.rules, self.bonuses = compiler.rules, compiler.bonuses
        self.index = index
        self.zone = zone = compiler.rules.zones[index]
        self.cells = range(len(zone.names))
        _require(0 < len(self.cells) <= MAX_CELLS, f"{zone.name} has more than {MAX_CELLS} cells")
        opening = zone.zone.order.opening(zone.table)
        if opening is None:
            raise CannotCompileError(f"it does not know the order '{zone.zone.order.kind}' of {zone.name}")
        self.opening: Opening = opening
        self.extra_marks: ExtraMarksRule | None = zone.zone.extra_marks
        if self.extra_marks is not None:
            known = self.extra_marks.each_die_alone
            _require(known, f"it does not know the extra marks '{self.extra_marks.kind}' of {zone.name}")
        self.placements = [one for of_single in placements for one in of_single if one.zone == index]
        self._written: dict[tuple[int, int], list[tuple[int, int, bool]]] = {}
        self.values, self.entries = self._occurring()

    def numbers(self) -> "array[int]":
        """Return the tables of the zone."""
        zone, order = self.zone, self.zone.zone.order
        most_value, most_number = max(self.values), max(self.entries)
        numbers = array("i", [len(self.cells), most_value, most_number, zone.writes, zone.table.stages, zone.stage])
        numbers.extend([zone.keeps_values, self.opening.again, *_mask(i for i in self.cells if zone.printed[i])])
        nothing = (OPEN,) * len(self.cells)
        for place in PLACES:
            by_place = order.depends_on_place
            numbers.extend(_mask(order.open_cells(zone.table, nothing, place) if by_place else self.cells))
        comparisons = self._comparisons()
        ranks = {cell: rank for rank, cell in enumerate(zone.filling)}
        for cell in self.cells:
            for cells in (self.opening.after[cell], self.opening.until[cell], self.opening.before[cell]):
                numbers.extend(_mask(cells))
            numbers.extend([zone.start.cell_states[cell], zone.numbers[cell] or 0, zone.rows[cell]])
            key = self._comparison(cell)
            numbers.extend([-1 if key is None else list(comparisons).index(key), ranks.get(cell, 0)])
        dice = zone.zone.row_dice or ()
        numbers.extend(dice.index(die) if die in dice else -1 for die in self.rules.dice)
        numbers.append(len(comparisons))
        for cell in comparisons.values():
            numbers.extend(self._fits(cell, most_number))
        for cell in self.cells:
            for value in range(most_value + 1):
                options = self._options(cell, value) if value in self.values else []
                _require(len(options) <= WAYS, f"a value has more than {WAYS} ways to be entered in {zone.name}")
                numbers.append(len(options))
                for option in options:
                    numbers.extend(map(int, option))
        numbers.extend(self._triggers())
        parts = zone.zone.points.parts
        _require(len(parts) <= MAX_PARTS, f"{zone.name} has more than {MAX_PARTS} kinds of points")
        numbers.append(len(parts))
        for part in parts:
            numbers.extend(self._points(part.counting(zone.table)))
        numbers.extend(self._further_marks(most_number))
        return numbers

    def takes(self) -> tuple[int, ...]:
        """Return the values that some cell can take at all."""
        return tuple(value for value in sorted(self.values) if any(self._options(cell, value) for cell in self.cells))

    # Values and numbers

    def _occurring(self) -> tuple[set[int], set[int]]:
        """Return the values that can be entered, and the numbers that cells can then contain."""
        zone, added = self.zone, range(1, 7)
        values, numbers = set[int](FACES), {1, 2}
        for uses in self.rules.uses:
            for use in (use for use in uses if use.zone == self.index):
                most = 12 if use.partner >= 0 else 6 * len(self.rules.dice) if use.platter else 6
                values |= set(range(1, most + 1))
        for placement in self.placements:
            plus = added if placement.added_die >= 0 else (0,)
            target = numbers if placement.how == WITH_NUMBER_AS_PRINTED else values
            target |= {value + more for value in placement.values for more in plus}
        numbers |= {number for number in (*zone.numbers, *zone.start.cell_states) if number is not None and number > 0}
        one_more = any(placement.how == ONE_MORE for placement in self.placements)
        too_high = f"{zone.name} has numbers above {MAX_VALUE}"
        for _ in self.cells:  # an entry can lead to another value, at most once per cell
            numbers |= self._written_numbers(values)
            following = {number + 1 for number in numbers} if one_more else set()
            following |= {mark.number for number in numbers for mark in self._every_mark(number)}
            if following <= values:
                break
            values |= following
            _require(max(values) <= MAX_VALUE, too_high)  # factors may make them many times larger with each cell
        numbers |= self._written_numbers(values)
        _require(max(numbers | values) <= MAX_VALUE, too_high)
        _require(min(numbers | values) > 0, f"{zone.name} has numbers below 1")
        return values, numbers

    def _written_numbers(self, values: set[int]) -> set[int]:
        options = (option for cell in self.cells for value in values for option in self._options(cell, value))
        return {number for option in options for number in option[:2]}

    def _every_mark(self, number: int) -> Iterator[FurtherMark]:
        """Yield the further marks that an entry can bring."""
        if self.extra_marks is not None:
            for die in self.rules.dice:
                for face in FACES:
                    yield from self.extra_marks.at_once(number, [(die, face)])
                    yield from self.extra_marks.when_dice_leave([(die, face)])

    def _options(self, cell: int, value: int) -> list[tuple[int, int, bool]]:
        """Return the ways to enter a value: the number, what a move shows, and whether the badge is taken.

        Numbers that are compared with the entry before are among them whatever that is.
        """
        options = self._written.get((cell, value))
        if options is None:
            zone = self.zone
            options = self._written[cell, value] = [
                (written, written if zone.writes else zone.numbers[cell] or written, badge)
                for written, badge in zone.written(cell, value)
                if _compares(zone, cell) or _allows(zone, cell, written, None)
            ]
        return options

    def _comparison(self, cell: int) -> tuple[int, int | None, int] | None:
        """Return what decides which number may follow which in a cell; None if the number alone decides."""
        if not _compares(self.zone, cell):
            return None
        rules = list(dict.fromkeys(self.zone.accepts))
        return rules.index(self.zone.accepts[cell]), self.zone.numbers[cell], _side(self.zone, cell)

    def _comparisons(self) -> dict[tuple[int, int | None, int], int]:
        """Return the different ones, each with one of its cells."""
        keys = {cell: self._comparison(cell) for cell in self.cells}
        return {key: cell for cell, key in reversed(keys.items()) if key is not None}

    def _fits(self, cell: int, most: int) -> Iterator[int]:
        """Yield for each entry before (0: none), and for each number, whether it may follow."""
        for before in range(most + 1):
            for number in range(most + 1):
                occurs = number in self.entries and (not before or before in self.entries)
                yield int(occurs and _allows(self.zone, cell, number, before or None))

    # Badges, points, extra marks

    def _triggers(self) -> Iterator[int]:
        zone = self.zone
        yield len(zone.triggers)
        for trigger in zone.triggers:
            yield from (*_mask(trigger.needs), self.bonuses[trigger.bonus], trigger.only_from, trigger.single_cell)

    def _points(self, counting: CountingPoints) -> Iterator[int]:
        function = POINTS.get(counting.name)
        if function is None:
            raise CannotCompileError(f"it does not know the points '{counting.name}' of {self.zone.name}")
        count, other, data, lines = function(self.zone, counting.data)
        _require(count <= MAX_LINES, f"{self.zone.name} has more than {MAX_LINES} lines")
        yield from (list(POINTS).index(counting.name), count, other, len(data), *data)
        for line in lines:
            yield from _mask(line)

    def _further_marks(self, most: int) -> Iterator[int]:
        rule = self.extra_marks
        yield from (rule is not None, rule is not None and rule.only_own_row)
        if rule is None:
            return
        for number in range(most + 1):
            for die in self.rules.dice:
                yield from (self._code(rule.at_once(number, [(die, face)]) if face else []) for face in range(7))
        for die in self.rules.dice:
            yield from (self._code(rule.when_dice_leave([(die, face)]) if face else []) for face in range(7))

    def _code(self, marks: list[FurtherMark]) -> int:
        _require(len(marks) <= 1, f"one die brings several extra marks in {self.zone.name}")
        if not marks:
            return NO_MARK
        mark = marks[0]
        return (self.rules.die_index[mark.die] + 1 if mark.die else 0) * DIE_STEP + mark.number


# Points: what a part says for the script that counts sheets, as numbers and lines of cells; in the order of edition.h.

PointsNumbers = tuple[int, int, Sequence[int], Sequence[Sequence[int]]]  # count, other, data, lines


def _sum(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return 0, 0, data["weights"], ()


def _count(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    groups, ladder = data["groups"], data["ladder"]
    return max(groups) + 1, len(ladder), [*groups, *ladder], ()


def _lines(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return len(data["lines"]), 0, data["ladder"], data["lines"]


def _last(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return 0, 0, data["ladder"], ()


def _ends(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return 0, data["middle"], [points or 0 for points in data["ladder"]], ()


def _pairs(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return 0, 0, (), ()


def _each(zone: ZoneRules, data: Mapping[str, Any]) -> PointsNumbers:
    return len(data["limits"]), 0, [int(number) for limit in data["limits"] for number in limit], ()


POINTS: dict[PointsFunction, Callable[[ZoneRules, Mapping[str, Any]], PointsNumbers]] = {
    "sum": _sum,
    "count": _count,
    "lines": _lines,
    "last": _last,
    "ends": _ends,
    "pairs": _pairs,
    "each": _each,
}
