"""Marks files: reads what is on a sheet, refuses sheets that no game can produce, and counts what the marks earned."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from sheetgen.engine.player import Player, Written
from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.errors import SheetgenError
from sheetgen.layout.parts.bonus import Bonus, ScoringBonus, Unlock
from sheetgen.layout.parts.cells import CellStates
from sheetgen.layout.parts.value import WrittenValue
from sheetgen.layout.problems import brief, did_you_mean

ZERO = -1_000_000  # a zero written into a cell; a plain 0 would look like an open one


class MarksError(SheetgenError, ValueError):
    """A sheet that no game can produce; carries every reason."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = tuple(reasons)


@dataclass(frozen=True)
class Marks:
    """The marks on a sheet: cells by address, rounds begun, and (optional) the action slots."""

    cells: Mapping[str, object]
    rounds: int = 6
    actions: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def read_marks(text: str, rules: Rules) -> Marks:
    """Return the marks of a JSON text; raise MarksError with everything that is wrong with its form."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        place = "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        if isinstance(error, json.JSONDecodeError):
            place = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise MarksError([f"is not JSON: {place}"]) from None
    if not isinstance(data, dict):
        raise MarksError([f"expected an object with 'marks', found {brief(data)}"])
    reasons = []
    allowed_keys = ("edition", "rounds", "marks", "actions")
    for key in data:
        if key not in allowed_keys:
            hint = did_you_mean(str(key), allowed_keys)
            reasons.append(f"unknown key {brief(key)}{'; ' + hint if hint else ''}")
    cells, rounds, actions = (
        data.get("marks"),
        data.get("rounds", rules.rounds(1) if 1 in rules.edition.rounds.by_players else rules.edition.rounds.count),
        data.get("actions", {}),
    )
    if data.get("edition", rules.id) != rules.id:
        reasons.append(f"is a sheet of {brief(data['edition'])}, not of '{rules.id}'")
    if not isinstance(cells, dict):
        reasons.append(f"'marks' must be an object of cells, found {brief(cells)}")
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 0 <= rounds <= rules.edition.most_rounds:
        reasons.append(f"'rounds' must be 0 to {rules.edition.most_rounds}, found {brief(rounds)}")
    if not isinstance(actions, dict):
        reasons.append(f"'actions' must be an object of tracks, found {brief(actions)}")
    if reasons or not isinstance(cells, dict):
        raise MarksError(reasons)
    return Marks(cells, rounds, actions)


def sheet_from(marks: Marks, rules: Rules, name: str = "") -> Player:
    """Return a sheet with these marks and what they earn at once; raise MarksError if they are impossible."""
    player = Player(rules, name)
    reasons: list[str] = []
    by_zone: dict[str, dict[str, object]] = {zone.name: {} for zone in rules.zones}
    for address, mark in marks.cells.items():
        zone_name, _, cell = str(address).partition(".")
        zone = next((zone for zone in rules.zones if zone.name == zone_name), None)
        if zone is None or cell not in zone.index:
            existing = by_zone if zone is None else [f"{zone_name}.{c}" for c in zone.index]
            hint = did_you_mean(zone_name if zone is None else str(address), existing)
            reasons.append(f"{brief(address)}: there is no such cell{'; ' + hint if hint else ''}")
        else:
            by_zone[zone_name][cell] = mark
    for i, zone in enumerate(rules.zones):
        content, stated = _content(zone, by_zone[zone.name], reasons)
        written = _entries(zone, content, stated, reasons)
        reasons += _impossible(zone, content, rules)
        if not reasons:
            player.nodes[i] = zone.node(zone.cell_states_of(content))
            player.written[i] = written
    if reasons:
        raise MarksError(reasons)
    _earn_all(player, marks)
    return player


def _content(zone: ZoneRules, cells: dict[str, object], reasons: list[str]) -> tuple[list[int], dict[int, bool | None]]:
    """Return the content of a zone, and for each number whether the sheet says that its badge was taken.

    The content is per cell 0 for open, a number, or 1 for a mark (2 for a crossed circle). What is wrong is appended to
    `reasons`.
    """
    content = [0] * len(zone.names)
    stated: dict[int, bool | None] = {}
    for cell, mark in cells.items():
        address, i = f"{zone.name}.{cell}", zone.index[cell]
        value, bonus_taken = mark, None
        if isinstance(mark, dict):
            value, bonus_taken = mark.get("value"), mark.get("bonus")
            if not zone.zone.value.has_choice:
                reasons.append(f"{address}: 'bonus' makes sense only where a choice exists")
                continue
            if set(mark) - {"value", "bonus"} or not isinstance(mark.get("bonus", True), bool):
                reasons.append(f'{address}: expected {{"value": 3, "bonus": true}}, found other keys or values')
                continue
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
        if zone.printed[i]:
            reasons.append(f"{address}: is printed already marked")
        elif zone.writes and number is None:
            reasons.append(f"{address}: takes a number, found {brief(value)}")
        elif zone.writes and number is not None:
            content[i] = number or ZERO
            stated[i] = bonus_taken
        elif number is not None:
            reasons.append(f'{address}: takes a cross ("x"), found {brief(value)}')
        elif value == "x":
            content[i] = 2 if zone.circles else 1
        elif value == "o" and zone.circles:
            content[i] = 1
        else:
            expected = '"x" or "o"' if zone.circles else '"x"'
            reasons.append(f"{address}: expected {expected}, found {brief(value)}")
    return content, stated


def _entries(
    zone: ZoneRules, content: list[int], stated: Mapping[int, bool | None], reasons: list[str]
) -> tuple[Written, ...]:
    """Return the numbers of a zone, each with whether its badge was taken; append what is wrong to `reasons`."""
    states = tuple(
        first if printed else mark
        for mark, first, printed in zip(content, zone.start.cell_states, zone.printed, strict=True)
    )
    written = []
    for cell in sorted(stated):
        number = 0 if content[cell] == ZERO else content[cell]
        badge, possible = _badge_taken(zone, states, cell, number, stated[cell])
        written.append(Written(zone.names[cell], number, badge))
        if possible is not None:
            shown = _as_list(sorted(possible)) if possible else "none, there is no star"
            way = f"{'with' if badge else 'without'} the bonus"
            reasons.append(f"{zone.name}.{zone.names[cell]}: {number} is not written {way}; possible: {shown}")
    return tuple(written)


def _badge_taken(
    zone: ZoneRules, states: CellStates, cell: int, number: int, stated: bool | None
) -> tuple[bool, frozenset[int] | None]:
    """Return whether an entry took its badge, and None, or the numbers that are possible then if this one is not.

    A number that comes with the badge and without it is taken for one with the badge, unless the sheet says otherwise.
    """
    choice = zone.zone.value.by_badge(cell)
    if choice is None:
        return True, None
    going_on = _following_values(zone, states, cell)
    with_badge, without = (
        numbers | {written.number for written in going_on if written.badge is badge}
        for numbers, badge in zip(choice, (True, False), strict=True)
    )
    if number not in with_badge | without:
        return True, None  # no roll writes that, which is a reason of its own
    badge = number in with_badge if stated is None else stated
    possible = with_badge if badge else without
    return badge, (None if number in possible else possible)


def _impossible(zone: ZoneRules, content: list[int], rules: Rules) -> list[str]:
    """Return why no game fills a zone like this: a cell before its turn, or a number that cannot be there."""
    if zone.circles:
        return []
    reasons, states = [], zone.start.cell_states
    left = [i for i in zone.filling if content[i]]
    if zone.zone.order.starts_from_entry:
        left.sort(key=lambda i: abs(i - zone.table.middle))
    for i in left:
        address = f"{zone.name}.{zone.names[i]}"
        if i not in zone.open_cells(states, -1):
            reasons.append(f"{address}: cannot be marked before the cells that come first ('{zone.zone.order.kind}')")
        elif zone.writes and content[i] not in (numbers := _writable_after(zone, states, i, rules)):
            shown = 0 if content[i] == ZERO else content[i]
            reasons.append(f"{address}: no roll writes {shown} there; possible: {_as_list(sorted(numbers))}")
        elif zone.writes and not zone.fits(states, i, content[i]):
            before, _ = zone.before(states, i)
            reasons.append(f"{address}: {content[i]} does not fit after {before} ('{zone.accepts[i].kind}')")
        node, _ = zone.mark(states, i, content[i], True)
        states = node.cell_states
    return reasons


def _writable_after(zone: ZoneRules, states: CellStates, cell: int, rules: Rules) -> frozenset[int]:
    """Return the numbers that a cell can contain behind those that are in the zone."""
    going_on = _following_values(zone, states, cell)
    return writable_numbers(zone, cell, rules) | {written.number for written in going_on}


def writable_numbers(zone: ZoneRules, cell: int, rules: Rules) -> frozenset[int]:
    """Return the numbers that a cell can contain, whatever is before it: those of rolls, and those of bonuses."""
    badges, value = _numbers(zone.name, rules), zone.zone.value
    values = {written.number for number in badges for written in zone.written(cell, number)}
    if value.multiplies and rules.rulings.number_badge == "as printed":
        values |= badges
    return value.possible_values(cell, len(rules.dice)) | values


def _following_values(zone: ZoneRules, states: CellStates, cell: int) -> tuple[WrittenValue, ...]:
    """Return what a ? writes that goes on from the number before a cell; empty in zones where a ? means other numbers.

    It may so go beyond every roll, or below.
    """
    if zone.zone.free_choice != "one more than the one before":
        return ()
    return zone.written(cell, zone.one_more(states, cell))


def _numbers(zone: str, rules: Rules) -> set[int]:
    """Return the numbers that bonuses write into a zone as they are printed."""
    return {
        single.fixed_number
        for _, bonus in rules.edition.every_badge()
        for single in bonus.singles
        if single.fixed_number is not None and single.target in (None, zone)
    }


def _as_list(values: list[int]) -> str:
    """Return sorted numbers as text: a range if there is no gap, else separated by commas."""
    run = values == list(range(values[0], values[-1] + 1))
    return f"{values[0]} to {values[-1]}" if run and len(values) > 2 else ", ".join(map(str, values))


def _earn_all(player: Player, marks: Marks) -> None:
    """Give a player the badges and actions that the marks and rounds have earned, then read the actions of the file."""
    rules = player.rules
    earned = [bonus for number in range(1, marks.rounds + 1) if (bonus := rules.round_bonus(number)) is not None]
    for i in range(len(rules.zones)):
        earned += _earned_in(player, i)
    receiver = _MarksEarner(player)
    for bonus in earned:
        bonus.earned_by(receiver)
    _read_actions(player, marks)


@dataclass(frozen=True)
class _MarksEarner:
    """The `Earner` of a sheet that was read from a file: a bonus that marks a cell has done so already."""

    player: Player

    def earn_points(self, bonus: ScoringBonus) -> None:
        """Count the badge."""
        self.player.count_badge(bonus)

    def earn_action(self, bonus: Unlock) -> None:
        """Unlock a slot; for a group of lists nothing, since the file says which list was chosen."""
        tracks = self.player.rules.tracks_of[bonus.action]
        if len(tracks) > 1:
            return
        (track,) = tracks
        slots, end = len(self.player.rules.tracks[track].slots), self.player.rules.tracks[track].end
        if self.player.unlocked[track] < slots:
            self.player.unlocked[track] += 1
            if self.player.unlocked[track] == slots and end is not None:
                end.earned_by(self)

    def earn_mark(self, bonus: Bonus) -> None:
        """Do nothing: the mark of the bonus is on the sheet."""


def _earned_in(player: Player, zone_index: int) -> list[Bonus]:
    """Return the bonuses of a zone that its marks have earned."""
    zone, states = player.rules.zones[zone_index], player.nodes[zone_index].cell_states
    entries = {zone.index[entry.cell]: entry for entry in player.written[zone_index]}
    earned = []
    for trigger in zone.triggers:
        entry = entries.get(trigger.needs[0])
        # A cross has no number that could be too low.
        value, badge = (trigger.only_from, True) if entry is None else (entry.value, entry.badge)
        if not trigger.single_cell:
            value = trigger.only_from
        if zone.is_earned(trigger, states, value, badge):
            earned.append(trigger.bonus)
    return earned


def _read_actions(player: Player, marks: Marks) -> None:
    """Set the unlocked and used action slots that a file states; raise MarksError if they cannot be."""
    reasons = []
    labels = {track.label: i for i, track in enumerate(player.rules.tracks)}
    for label, state in marks.actions.items():
        if label not in labels:
            hint = did_you_mean(str(label), labels)
            reasons.append(f"actions: there is no track {brief(label)}{'; ' + hint if hint else ''}")
            continue
        i = labels[label]
        track = player.rules.tracks[i]
        if not isinstance(state, Mapping) or set(state) - {"unlocked", "used"}:
            reasons.append(f'actions.{label}: expected {{"unlocked": 2, "used": [1]}}, found {brief(state)}')
            continue
        unlocked, used = state.get("unlocked", player.unlocked[i]), state.get("used", [])
        if type(unlocked) is not int or not 0 <= unlocked <= len(track.slots):
            reasons.append(f"actions.{label}: 'unlocked' must be 0 to {len(track.slots)}, found {brief(unlocked)}")
        elif not isinstance(used, list) or any(type(slot) is not int or not 1 <= slot <= unlocked for slot in used):
            reasons.append(f"actions.{label}: 'used' must list slots from 1 to {unlocked}")
        else:
            player.unlocked[i] = unlocked
            player.used[i] = sum(1 << (slot - 1) for slot in set(used))
    if reasons:
        raise MarksError(reasons)
