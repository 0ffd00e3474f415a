"""Situations and expectations: how a record starts a game in the middle, and what it says must be true.

`turn: Lucas active 2` is a line of a situation, `expect: cannot take G3 green.4 C4` an expectation.
"""

import re
from dataclasses import dataclass

from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL
from sheetgen.engine.game import Game
from sheetgen.engine.marking import earn
from sheetgen.engine.marks import Marks, MarksError, sheet_from
from sheetgen.engine.moves import IllegalMoveError, NotationError, PartialMove, find_moves, read_dice, write_die
from sheetgen.engine.player import Player
from sheetgen.engine.turns import BEFORE_THROW, EXTRA, PASSIVE, SOLO, finish, start_round
from sheetgen.layout.parts.bonus import parse_bonus, singles
from sheetgen.layout.problems import brief, listed

SITUATION_WORDS = ("sheet", "actions", "round", "turn", "slots", "platter", "beside", "bonus")
_CLAUSE = re.compile(r"[A-Z][0-9]{1,2}\Z")
_TURNS = ("active", "passive", "extra", "solo", "over")


@dataclass(frozen=True, slots=True)
class Situation:
    """One line that says how things stand."""

    word: str
    rest: str
    who: str
    line: int


class SituationError(ValueError):
    """How things stand cannot be; knows the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def set_up(game: Game, lines: list[Situation]) -> None:
    """Put a game that has not started into a situation, or start it from the beginning."""
    if not lines:
        start_round(game)
        game.resume()
        return
    game.faces = [1] * len(game.faces)
    game.places = [POOL] * len(game.places)
    rounds = next((_number(line, 1, game.rounds) for line in lines if line.word == "round"), 0)
    game.round = max(rounds, 1)
    for seat, player in enumerate(game.players):
        _fill_sheet(game, seat, player, [line for line in lines if line.word in ("sheet", "actions")], rounds)
    role = _set_turn(game, next((line for line in lines if line.word == "turn"), None))
    for line in lines:
        _set_dice(game, line)
    if role in ("passive", "extra"):
        for die, place in enumerate(game.places):
            if place == POOL:
                game.places[die] = BESIDE
    for line in lines:
        if line.word == "bonus":
            try:
                bonus = parse_bonus(line.rest)
                for single in singles(bonus):
                    game.rules.bonus_zones(single)  # a zone of another edition is no place for it
                earn(game, game.players[game.actor], bonus)
            except (ValueError, KeyError):
                raise SituationError(line.line, f"{brief(line.rest)} is no bonus of this edition") from None
    game.resume()


def _number(line: Situation, least: int, most: int) -> int:
    if not line.rest.isdecimal() or not least <= int(line.rest) <= most:
        raise SituationError(line.line, f"expected a number from {least} to {most}, found {brief(line.rest)}")
    return int(line.rest)


def _seat(game: Game, line: Situation, who: str) -> int:
    names = [player.name for player in game.players]
    if not who and len(names) == 1:
        return 0
    if who not in names:
        raise SituationError(line.line, f"expected a player ({listed(names)}), found {brief(who)}")
    return names.index(who)


_ACTION = re.compile(r"(?P<label>[a-z. ]+?) (?P<unlocked>[0-9]{1,2})(?: used (?P<used>[0-9]{1,2}(?: [0-9]{1,2})*))?\Z")


def _fill_sheet(game: Game, seat: int, player: Player, lines: list[Situation], rounds: int) -> None:
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
    # Actions of a situation are only those that it tells: how the marks came about is not its subject.
    known = {track.label: {"unlocked": 0, "used": []} for track in game.rules.tracks}
    try:
        sheet = sheet_from(Marks(cells, rounds, {**known, **actions}), game.rules, player.name)
    except MarksError as error:
        raise SituationError(last, error.reasons[0]) from None
    game.players[seat] = sheet


def _set_turn(game: Game, line: Situation | None) -> str:
    """`turn: Lucas active 2`: whose turn it is, in which role, and (active) before which throw."""
    words = line.rest.split() if line is not None else ["active"]
    role = next((word for word in words if word in _TURNS), "")
    if line is not None and not role:
        raise SituationError(line.line, f"expected a role ({listed(_TURNS)}), found {brief(line.rest)}")
    before, after = words[: words.index(role)], words[words.index(role) + 1 :]
    number = 1
    if after:
        assert line is not None
        number = _number(Situation("turn", after[0], "", line.line), 1, game.rules.throws)
    seat = _seat(game, line, " ".join(before)) if line is not None else 0
    game.actor, game.throw = seat, number
    alone = len(game.players) == 1
    game.active = seat if role in ("active", "extra") or alone else (seat - 1) % len(game.players)
    game.solo_passive = alone and role in ("passive", "solo")
    game.phase = {"active": BEFORE_THROW, "passive": PASSIVE, "extra": EXTRA, "solo": SOLO, "over": EXTRA}[role]
    if role == "over":
        finish(game)
    return role


def _set_dice(game: Game, line: Situation) -> None:
    """`slots: P3 - W4`, `platter: B1 Y2`: where dice lie."""
    if line.word not in ("slots", "platter", "beside"):
        return
    try:
        if line.word == "slots":
            for slot, word in enumerate(line.rest.split(), start=1):
                if word == "-":
                    continue
                if slot > game.rules.throws:
                    raise NotationError(f"there are only {game.rules.throws} slots")
                for die, face in read_dice(game.rules, word).items():
                    game.faces[die], game.places[die] = face, slot
        else:
            place = ON_PLATTER if line.word == "platter" else BESIDE
            for die, face in read_dice(game.rules, line.rest).items():
                game.faces[die], game.places[die] = face, place
    except NotationError as error:
        raise SituationError(line.line, str(error)) from None


# Expectations


def check_expectation(game: Game, text: str, seat: int | None = None) -> None:
    """Raise AssertionError with what is instead, if an expectation does not hold."""
    word, _, rest = text.partition(" ")
    player = game.players[game.actor if seat is None else seat]
    if word in ("can", "cannot"):
        _check_move(game, rest, possible=word == "can")
    elif word == "platter":
        _check_platter(game, rest)
    elif word == "winner":
        found = ", ".join(game.players[i].name for i in game.winners())
        _compare("the winner", found, rest)
    elif word == "to":
        _compare("to decide", f"decide: {game.players[game.actor].name}", rest)
    elif word == "pending":
        _compare("waiting bonuses", ", ".join(map(str, player.pending)) or "none", rest)
    else:
        _check_value(game, player, text)


def _compare(what: str, found: object, expected: object) -> None:
    assert str(found) == str(expected).strip(), f"expected {what} {expected}, found {found}"


def _check_value(game: Game, player: Player, text: str) -> None:
    what, _, expected = text.rpartition(" ")
    if "." in what and what in _cells(player):
        _compare(what, _cells(player)[what], expected)
        return
    values: dict[str, object] = {**player.zone_points()}
    score = player.score()
    values.update(total=score.total, foxes=score.foxes, fox=score.each)
    values["fox points"] = score.fox_points
    for label, track in player.actions().items():
        used = track["used"]
        assert isinstance(used, list)
        values[f"{label} unlocked"], values[f"{label} used"] = track["unlocked"], len(used)
    solo = game.rules.edition.solo
    if solo is not None and (band := solo.rating(score.total)) is not None:
        values["band"] = band.from_
    if what not in values:
        raise NotationError(f"nothing is called '{what}'; known are {', '.join(values)}, a cell, platter, can, cannot")
    _compare(what, values[what], expected)


def _cells(player: Player) -> dict[str, str]:
    """Every cell by address: open, printed, x, o or its number."""
    found = {}
    marks = player.marks()
    for zone in player.rules.zones:
        for cell, printed in zip(zone.names, zone.printed, strict=True):
            mark = marks.get(f"{zone.name}.{cell}", "printed" if printed else "open")
            found[f"{zone.name}.{cell}"] = str(mark["value"] if isinstance(mark, dict) else mark)
    return found


def _check_platter(game: Game, rest: str) -> None:
    expected = {} if rest.strip() == "none" else read_dice(game.rules, rest)
    found = {die: game.faces[die] for die, place in enumerate(game.places) if place == ON_PLATTER}
    shown = " ".join(write_die(game.rules, game.rules.dice[die], face) for die, face in found.items()) or "none"
    assert found == expected, f"expected on the platter {rest}, found {shown}"


def _check_move(game: Game, rest: str, *, possible: bool) -> None:
    words = rest.split()
    clause = words.pop() if words and _CLAUSE.match(words[-1]) and not possible else ""
    wanted, found = find_moves(game, " ".join(words))
    if possible:
        assert found, f"expected that one can {rest}, but {_reason(game, wanted)}"
        return
    assert not found, f"expected that one cannot {' '.join(words)}, but it is legal"
    if clause:
        from sheetgen.engine.why import why_not

        reason, why = why_not(game, wanted.as_move())
        assert why == clause, f"expected clause {clause} to forbid it, found {why}: {reason}"


def _reason(game: Game, wanted: PartialMove) -> str:
    from sheetgen.engine.why import why_not

    return str(IllegalMoveError(*why_not(game, wanted.as_move())))
