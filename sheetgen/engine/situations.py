"""Situations and expectations of records: setting up a game in the middle, and checking what must be true.

`turn: Lucas active 2` is a line of a situation, `expect: cannot take G3 green.4 C4` an expectation.
"""

import re
from dataclasses import dataclass

from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL
from sheetgen.engine.game import Game
from sheetgen.engine.marks import Marks, MarksError, sheet_from
from sheetgen.engine.moves import (
    IllegalMoveError,
    NotationError,
    PartialMove,
    find_moves,
    read_dice,
    read_die,
    write_die,
)
from sheetgen.engine.player import Player
from sheetgen.engine.turns import BEFORE_THROW, EXTRA, FINAL, PASSIVE, SOLO, earn, finish, start_round
from sheetgen.errors import SheetgenError
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.layout.problems import brief, join_with_or, printable

SITUATION_WORDS = ("sheet", "actions", "round", "turn", "slots", "platter", "beside", "extras", "bonus")
_CLAUSE = re.compile(r"[A-Z][0-9]{1,2}\Z")
_PHASES = {"active": BEFORE_THROW, "passive": PASSIVE, "extra": EXTRA, "solo": SOLO, "final": FINAL, "over": EXTRA}


@dataclass(frozen=True, slots=True)
class SituationLine:
    """One line of a situation: keyword, the rest, the player, and its number in the record."""

    word: str
    rest: str
    who: str
    line: int


class SituationError(SheetgenError, ValueError):
    """A situation that cannot be set up; `line` is its line in the record."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def set_up(game: Game, lines: list[SituationLine]) -> None:
    """Set up a situation in a game that has not started; without lines, start it. Raises SituationError."""
    if not lines:
        start_round(game)
        game.resume()
        return
    rounds = next((_number(line, 1, game.rounds) for line in lines if line.word == "round"), 0)
    game.round = max(rounds, 1)
    for seat, player in enumerate(game.players):
        _fill_sheet(game, seat, player, [line for line in lines if line.word in ("sheet", "actions")], rounds)
    role = _set_turn(game, next((line for line in lines if line.word == "turn"), None))
    table = [[1, POOL] for _ in game.rules.dice]
    for line in lines:
        if line.word == "extras":
            _set_extras(game, line)
        elif line.word in ("slots", "platter", "beside"):
            _set_dice(game, line, table)
    rest = BESIDE if role in ("passive", "extra", "final") else POOL
    game.faces = tuple(face for face, _ in table)
    game.places = tuple(rest if place == POOL else place for _, place in table)
    for line in lines:
        if line.word == "bonus":
            try:
                bonus = parse_bonus(line.rest)
                for single in bonus.singles:
                    game.rules.bonus_zones(single)  # raises KeyError for a zone that this edition does not have
                earn(game, game.players[game.actor], bonus)
            except (ValueError, KeyError):
                raise SituationError(line.line, f"{brief(line.rest)} is no bonus of this edition") from None
    game.resume()


def _number(line: SituationLine, least: int, most: int) -> int:
    if not line.rest.isdecimal() or not least <= int(line.rest) <= most:
        raise SituationError(line.line, f"expected a number from {least} to {most}, found {brief(line.rest)}")
    return int(line.rest)


def _seat(game: Game, line: SituationLine, who: str) -> int:
    names = [player.name for player in game.players]
    if not who and len(names) == 1:
        return 0
    if who not in names:
        raise SituationError(
            line.line, f"expected a player ({join_with_or(map(printable, names))}), found {brief(who)}"
        )
    return names.index(who)


_ACTION = re.compile(r"(?P<label>[a-z. ]+?) (?P<unlocked>[0-9]{1,2})(?: used (?P<used>[0-9]{1,2}(?: [0-9]{1,2})*))?\Z")


def _fill_sheet(game: Game, seat: int, player: Player, lines: list[SituationLine], rounds: int) -> None:
    cells: dict[str, object] = {}
    actions: dict[str, dict[str, object]] = {}
    last = 1
    for line in lines:
        if _seat(game, line, line.who) != seat:
            continue
        last = line.line
        if line.word == "sheet":
            for word in line.rest.replace(",", " ").split():
                address, equals, mark = word.partition("=")
                badge = {"!": False}.get(mark[-1:], True)
                number = mark.rstrip("!")
                if not equals:
                    mark_value: object = "x"
                elif number.lstrip("-").isdecimal():
                    mark_value = int(number) if badge else {"value": int(number), "bonus": False}
                else:
                    mark_value = mark
                cells[address] = mark_value
        else:
            for part in line.rest.split(","):
                match = _ACTION.match(part.strip())
                if match is None:
                    raise SituationError(line.line, f"{brief(part.strip())}: expected such as 'reroll 2 used 1'")
                used = [int(slot) for slot in (match["used"] or "").split()]
                actions[match["label"]] = {"unlocked": int(match["unlocked"]), "used": used}
    # A situation has only the actions that it states, not those that its marks would have earned.
    all_locked = {track.label: {"unlocked": 0, "used": []} for track in game.rules.tracks}
    try:
        sheet = sheet_from(Marks(cells, rounds, {**all_locked, **actions}), game.rules, player.name)
    except MarksError as error:
        raise SituationError(last, error.reasons[0]) from None
    game.players[seat] = sheet


def _set_turn(game: Game, line: SituationLine | None) -> str:
    """Set player, role and phase from a `turn:` line and return the role; without a line, the first player rolls next.

    `Lucas active 2` is before his second roll, `Marie passive` chooses from the platter, `Marie passive end` is at
    the end of her passive turn; `Marie passive, Lucas active` names an active player who is not the one before her.
    """
    game.actor = game.active = 0
    game.throw, game.phase = 1, BEFORE_THROW
    if line is None:
        return "active"
    decides, comma, other = line.rest.partition(",")
    words = decides.split()
    role = next((word for word in words if word in _PHASES), "")
    if not role:
        raise SituationError(line.line, f"expected a role ({join_with_or(_PHASES)}), found {brief(line.rest)}")
    before, after = words[: words.index(role)], words[words.index(role) + 1 :]
    game.actor = _seat(game, line, " ".join(before))
    game.phase = _PHASES[role]
    alone = len(game.players) == 1
    if role == "passive" and after == ["end"]:
        game.phase = EXTRA
    elif after:
        game.throw = _number(SituationLine("turn", " ".join(after), "", line.line), 1, game.rules.throws)
    if role == "final" and alone:
        raise SituationError(line.line, "'final' is for several players: alone, the last turn ends with 'passive end'")
    if comma:
        game.active = _other_active(game, line, role, other)
    else:
        game.active = game.actor if role in ("active", "extra", "final") or alone else game.actor - 1
        game.active %= len(game.players)
    game.solo_passive = alone and role in ("passive", "solo")
    if role == "over":
        finish(game)
    return role


def _other_active(game: Game, line: SituationLine, role: str, text: str) -> int:
    """Return the active player whom the `turn:` line of a passive player names; raise SituationError."""
    name, _, word = text.strip().rpartition(" ")
    if role != "passive" or word != "active":
        raise SituationError(line.line, f"expected such as 'Marie passive, Lucas active', found {brief(line.rest)}")
    active = _seat(game, line, name)
    if active == game.actor:
        raise SituationError(line.line, f"{name} cannot be passive and active at the same time")
    return active


def _set_extras(game: Game, line: SituationLine) -> None:
    """Read `extras Marie: W P`: the dice that a player has used as extra dice in this turn."""
    player = game.players[_seat(game, line, line.who)]
    try:
        for word in line.rest.split():
            player.extras |= 1 << read_die(game.rules, word)[0]
    except NotationError as error:
        raise SituationError(line.line, str(error)) from None


def _set_dice(game: Game, line: SituationLine, table: list[list[int]]) -> None:
    """Read `slots: P3 - W4` or `platter: B1 Y2` into `table`, a list of [face, place] by die; raise SituationError."""
    try:
        if line.word == "slots":
            for slot, word in enumerate(line.rest.split(), start=1):
                if word == "-":
                    continue
                if slot > game.rules.throws:
                    raise NotationError(f"there are only {game.rules.throws} slots")
                for die, face in read_dice(game.rules, word).items():
                    table[die] = [face, slot]
        else:
            place = ON_PLATTER if line.word == "platter" else BESIDE
            for die, face in read_dice(game.rules, line.rest).items():
                table[die] = [face, place]
    except NotationError as error:
        raise SituationError(line.line, str(error)) from None


# Expectations


class ExpectationError(SheetgenError, ValueError):
    """An expectation of a record that does not hold; says what was expected and what was found."""


def check_expectation(game: Game, text: str, seat: int | None = None) -> None:
    """Check what follows `expect:` for a player: the one at `seat`, else the one who decides.

    Raises ExpectationError if it does not hold, and NotationError if it cannot be read.
    """
    word, _, rest = text.partition(" ")
    player = game.players[game.actor if seat is None else seat]
    if word in ("can", "cannot"):
        _check_move(game, rest, possible=word == "can")
    elif word == "platter":
        _check_platter(game, rest)
    elif word == "winner":
        _compare("the winner", ", ".join(game.players[i].name for i in game.winners()), rest)
    elif word == "to":
        _compare("to decide", f"decide: {game.players[game.actor].name}", rest)
    elif word == "pending":
        _compare("waiting bonuses", ", ".join(map(str, player.pending)) or "none", rest)
    else:
        _check_value(game, player, text)


def _compare(what: str, actual: object, expected: str) -> None:
    if str(actual) != expected.strip():
        raise ExpectationError(f"expected {what} {expected}, found {actual}")


def _check_value(game: Game, player: Player, text: str) -> None:
    what, _, expected = text.rpartition(" ")
    if "." in what and what in _cells(player):
        _compare(what, _cells(player)[what], expected)
        return
    values: dict[str, object] = {**player.zone_points()}
    score = player.score()
    values["total"] = score.total
    for badge, part in score.badges.items():
        values[badge.plural], values[badge.name], values[f"{badge.name} points"] = part.count, part.each, part.points
    for track, unlocked, used in zip(game.rules.tracks, player.unlocked, player.used, strict=True):
        values[f"{track.label} unlocked"], values[f"{track.label} used"] = unlocked, used.bit_count()
    solo = game.rules.edition.solo
    if solo is not None and (band := solo.rating(score.total)) is not None:
        values["band"] = band.from_
    if what not in values:
        raise NotationError(f"nothing is called '{what}'; known are {', '.join(values)}, a cell, platter, can, cannot")
    _compare(what, values[what], expected)


def _cells(player: Player) -> dict[str, str]:
    """Return the content of every cell by address: open, printed, x, o or its number."""
    cells = {}
    marks = player.marks()
    for zone in player.rules.zones:
        for cell, printed in zip(zone.names, zone.printed, strict=True):
            mark = marks.get(f"{zone.name}.{cell}", "printed" if printed else "open")
            cells[f"{zone.name}.{cell}"] = str(mark["value"] if isinstance(mark, dict) else mark)
    return cells


def _check_platter(game: Game, rest: str) -> None:
    expected = {} if rest.strip() == "none" else read_dice(game.rules, rest)
    platter = {die: game.faces[die] for die, place in enumerate(game.places) if place == ON_PLATTER}
    if platter != expected:
        shown = " ".join(write_die(game.rules, game.rules.dice[die], face) for die, face in platter.items())
        raise ExpectationError(f"expected on the platter {rest}, found {shown or 'none'}")


def _check_move(game: Game, rest: str, *, possible: bool) -> None:
    words = rest.split()
    clause = words.pop() if words and _CLAUSE.match(words[-1]) and not possible else ""
    partial, moves = find_moves(game, " ".join(words))
    if possible:
        if not moves:
            reason = IllegalMoveError(*_why_not(game, partial))
            raise ExpectationError(f"expected that one can {rest}, but {reason}")
        return
    if moves:
        raise ExpectationError(f"expected that one cannot {' '.join(words)}, but it is legal")
    if clause:
        why, actual = _why_not(game, partial)
        if actual != clause:
            raise ExpectationError(f"expected clause {clause} to forbid it, found {actual}: {why}")


def _why_not(game: Game, partial: PartialMove) -> tuple[str, str]:
    from sheetgen.engine.why import why_not_so

    reason = why_not_so(game, partial)
    return reason.text, reason.clause
