"""Records: games and situations as text that a person can write, and their replay.

    edition: classic
    players: Lucas                      one name plays alone
    throw: Y1 B2 G5 O3 P3 W6            the dice of every roll
    take P3 purple.1                    a move; `Lucas:` before it if several play
    expect: platter Y1 B2               what must be true now

A situation starts in the middle: `sheet`, `actions`, `round`, `turn`, `slots`, `platter` and `bonus` before the first
roll or move describe it. `docs/en/records.md` explains all keywords.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Generic, TypeVar

from sheetgen.engine.dice import MissingDiceError, ScriptedDice, WrongDiceError
from sheetgen.engine.game import Game
from sheetgen.engine.moves import (
    MOVE_WORDS,
    IllegalMoveError,
    Move,
    NotationError,
    die_codes,
    find_moves,
    read_dice,
    read_die,
    write_die,
    write_move,
)
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.situations import SITUATION_WORDS, SituationError, SituationLine, check_expectation, set_up
from sheetgen.engine.why import why_not_so
from sheetgen.errors import SheetgenError
from sheetgen.layout import LayoutError
from sheetgen.layout.loading import id_of
from sheetgen.layout.problems import brief, did_you_mean, printable
from sheetgen.resources import shipped_layouts

HEAD_WORDS = ("edition", "players", "title", "source", "variant")
KEYWORDS = (*HEAD_WORDS, *SITUATION_WORDS, "throw", "order", "expect")
MAX_LINES = 20_000
LONGEST = 500  # characters of a reason
GameT = TypeVar("GameT")
MoveT = TypeVar("MoveT")


class RecordError(SheetgenError, ValueError):
    """The first mistake in a record: its line, the reason, and the clause that it breaks, if any."""

    def __init__(self, line: int, reason: str, clause: str = "") -> None:
        # The reason may quote the record, so it is cut, and control characters are replaced.
        reason = printable(reason if len(reason) <= LONGEST else f"{reason[:LONGEST]}…")
        super().__init__(f"line {line}: {reason}" + (f" ({clause})" if clause else ""))
        self.line, self.reason, self.clause = line, reason, clause


@dataclass(frozen=True, slots=True)
class Line:
    """One line with content: its number, keyword, player and the rest; moves have the keyword `move`."""

    number: int
    word: str
    rest: str
    who: str = ""


@dataclass
class Record:
    """A record, read but not yet played."""

    rules: Rules
    players: list[str]
    head: dict[str, str] = field(default_factory=dict)
    situation: list[Line] = field(default_factory=list)
    steps: list[Line] = field(default_factory=list)

    def throws(self) -> tuple[ScriptedDice, list[int]]:
        """Return the dice of all rolls, and the line of each roll; raise RecordError if one cannot be read."""
        throws: list[dict[str, int]] = []
        orders: list[list[str]] = []
        lines: list[int] = []
        for line in self.steps:
            try:
                if line.word == "throw":
                    dice = read_dice(self.rules, line.rest)
                    throws.append({self.rules.dice[die]: face for die, face in dice.items()})
                    lines.append(line.number)
                elif line.word == "order":
                    orders.append([self.rules.dice[read_die(self.rules, word)[0]] for word in line.rest.split()])
            except NotationError as error:
                raise RecordError(line.number, str(error)) from None
        return ScriptedDice(throws, orders), lines


def read_record(text: str, rules: Rules | None = None, folder: Path | None = None) -> Record:
    """Return a record from its text; raise RecordError at the first line that cannot be read.

    With `rules` it must be a record of that edition, and no other layout is read. A layout that the record names by
    its file is looked for in `folder`, that of the record, then in the working folder.
    """
    head: dict[str, str] = {}
    lines = list(read_lines(text))
    for line in lines:
        if line.word in HEAD_WORDS:
            head[line.word] = line.rest
    if "edition" not in head:
        raise RecordError(lines[0].number if lines else 1, "the edition is missing: start with 'edition: classic'")
    number = next(line.number for line in lines if line.word == "edition")
    if rules is None:
        try:
            rules = rules_of(edition_of(head["edition"], folder))
        except (LayoutError, TypeError) as error:
            raise RecordError(number, str(error).splitlines()[0]) from None
    elif id_of(PurePath(edition_of(head["edition"]))) != rules.id:
        raise RecordError(number, f"is a record of {brief(head['edition'])}, not of '{rules.id}'")
    record = Record(rules, read_names(head.get("players", "You")), head)
    for line in lines:
        if line.word in HEAD_WORDS:
            continue
        if line.word in SITUATION_WORDS:
            if record.steps:
                raise RecordError(line.number, f"'{line.word}:' must come before the first roll, move or expectation")
            record.situation.append(line)
        else:
            record.steps.append(line)
    return record


def edition_of(written: str, folder: Path | None = None) -> str:
    """Return the edition that a record names: a shipped id, or the path of a layout, beside the record or as it is."""
    edition = _unquoted(written)
    beside = folder / edition if folder is not None and edition not in shipped_layouts() else None
    return str(beside) if beside is not None and beside.is_file() else edition


# Names of players and files may contain what ends them in a record, such as a comma; they are then in quotation marks.

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAME = re.compile(rf"\s*({_QUOTED.pattern}|[^,]*?)\s*(?:,|\Z)")


def write_name(name: str) -> str:
    """Return a name as a record writes it, in quotation marks if it could be read as something else.

    >>> print(write_name("Ada"), write_name("Ada, Ben"), write_name("throw"))
    Ada "Ada, Ben" "throw"
    """
    is_plain = name == name.strip() != "" and name.isprintable() and not set(name) & set(',:#"\\')
    words = name.split(" ")
    return name if is_plain and words[0] not in (*KEYWORDS, *MOVE_WORDS) else json.dumps(name, ensure_ascii=False)


def write_names(names: Sequence[str]) -> str:
    """Return the names of players as the line `players:` lists them."""
    return ", ".join(map(write_name, names))


def read_names(text: str) -> list[str]:
    """Return the names that the line `players:` lists.

    >>> read_names('Ada, "Ben, the elder"')
    ['Ada', 'Ben, the elder']
    """
    names, end = [], -1
    for match in _NAME.finditer(text):
        if match.start() == len(text) and end == len(text) and not text.endswith(","):
            break  # the empty match behind the last name
        names.append(_unquoted(match[1]))
        end = match.end()
    return names


def _unquoted(text: str) -> str:
    if not _QUOTED.fullmatch(text):
        return text
    try:
        return str(json.loads(text))
    except ValueError:  # no text of JSON: what was written is the name
        return text


def read_lines(text: str) -> Iterator[Line]:
    """Yield the lines of a record that have content; raise RecordError for what no record has."""
    names: list[str] = []
    head: dict[str, int] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        if number > MAX_LINES:
            raise RecordError(number, f"a record has at most {MAX_LINES} lines")
        left, colon, rest = _split_line(raw)
        if not left and not colon:
            continue
        word, _, who = left.partition(" ")
        if word not in HEAD_WORDS and _LONG_NUMBER.search(rest if colon else left):
            raise RecordError(number, f"has a number of more than {MOST_DIGITS} digits")
        name = _unquoted(left)
        if colon and word in KEYWORDS and word != "place":
            if word in HEAD_WORDS and head.setdefault(word, number) != number:
                raise RecordError(number, f"'{word}:' is given twice; first on line {head[word]}")
            if word == "players":
                names = read_names(rest)
            yield Line(number, word, rest, _unquoted(who.strip()))
        elif colon and name in names:
            yield Line(number, "move", rest, name)
        elif colon and word not in ("place",):
            hint = did_you_mean(left, [*KEYWORDS, *names])
            raise RecordError(number, f"unknown word {brief(left)}" + (f"; {hint}" if hint else ""))
        else:
            yield Line(number, "move", f"{left}{colon} {rest}".strip())


MOST_DIGITS = 12  # of a number in a record; Python itself reads no number of thousands of digits
_LONG_NUMBER = re.compile(rf"(?<!\w)\d{{{MOST_DIGITS + 1}}}")


def _split_line(raw: str) -> tuple[str, str, str]:
    """Return what is before the first colon of a line, the colon, and the rest, without comment; quoted names whole."""
    # The comments of most lines are plain; only names in quotation marks may contain the signs of a record.
    quoted = _LINE_WITH_NAME.match(raw)
    if quoted is not None:
        return quoted[1].strip(), ":", quoted[2].partition("#")[0].strip()
    head = _HEAD_WITH_NAMES.match(raw)
    if head is not None:
        return head[1], ":", head[2].strip()
    left, colon, rest = raw.partition("#")[0].partition(":")
    return left.strip(), colon, rest.strip()


_LINE_WITH_NAME = re.compile(rf"\s*((?:[a-z]+\s+)?{_QUOTED.pattern})\s*:(.*)")
_HEAD_WITH_NAMES = re.compile(rf'\s*(players|edition)\s*:((?:{_QUOTED.pattern}|[^"#])*)')


@dataclass(frozen=True, slots=True)
class ReplayStep(Generic[GameT, MoveT]):
    """A line of a record that has just been played; all steps share one game, which changes from step to step."""

    game: GameT
    line: Line | None  # None for the start, before the first line
    move: MoveT | None  # the complete move of a line with a move

    @property
    def number(self) -> int:
        """The number of the line, counted from 1; 0 for the start."""
        return self.line.number if self.line is not None else 0


def replay(record: Record | str, folder: Path | None = None) -> Game:
    """Play a record to its end, check its expectations and return the game; raise RecordError at the first failure.

    `folder` is that of the record, for the layout that it names.
    """
    for step in replay_steps(record, folder):
        game = step.game
    return game


def replay_steps(record: Record | str, folder: Path | None = None) -> Iterator[ReplayStep[Game, Move]]:
    r"""Play a record line by line: yield the game at the start, then once after every line.

    Raises RecordError at the first failure. All rolls of the record are read at the start: a roll that follows from a
    move is made with that move, before its `throw:` line is reached.

    >>> record = "edition: classic\nthrow: Y1 B2 G4 O5 P3 W6\ntake P3 purple.1\nexpect: platter Y1 B2"
    >>> for step in replay_steps(record):
    ...     print(step.number, step.move, step.game.dice_to_throw)
    0 None ('yellow', 'blue', 'green', 'orange', 'purple', 'white')
    2 None ('yellow', 'blue', 'green', 'orange', 'purple', 'white')
    3 take purple purple.1 = 3 ('green', 'orange', 'white')
    4 None ('green', 'orange', 'white')
    """
    if isinstance(record, str):
        record = read_record(record, folder=folder)
    dice, throw_lines = record.throws()
    line = 1
    try:
        game = _set_up(record, dice)
        yield ReplayStep(game, None, None)
        for step in record.steps:
            line = step.number
            _play_line(game, record, step)
            yield ReplayStep(game, step, game.moves[-1] if step.word == "move" else None)
    except SituationError as error:
        raise RecordError(error.line, str(error)) from None
    except WrongDiceError as error:
        codes = die_codes(record.rules.dice)
        names = " ".join(codes[die] for die in error.dice)
        raise RecordError(throw_lines[error.throw], f"other dice are rolled here: {names}", "A6") from None
    except MissingDiceError:
        raise RecordError(line, "the dice of the roll after this move are missing") from None
    except IllegalMoveError as error:
        raise RecordError(line, error.reason, error.clause) from None
    except ValueError as error:
        raise RecordError(line, str(error)) from None
    if dice.used < len(throw_lines):
        raise RecordError(throw_lines[dice.used], "nobody rolls dice here any more")


def _set_up(record: Record, dice: ScriptedDice) -> Game:
    game = Game(record.rules, record.players, dice=dice, start=False)
    set_up(game, [SituationLine(line.word, line.rest, line.who, line.number) for line in record.situation])
    game.setting = tuple(
        f"{line.word} {write_name(line.who) if line.who else ''}".strip() + f": {line.rest}"
        for line in record.situation
    )
    game.remember_start()
    return game


def _play_line(game: Game, record: Record, line: Line) -> None:
    if line.word in ("throw", "order"):
        return  # all rolls were read at the start
    if line.who and line.who not in record.players:
        raise NotationError(
            f"there is no player {brief(line.who)}; {did_you_mean(line.who, record.players)}".rstrip("; ")
        )
    if line.word == "expect":
        who = record.players.index(line.who) if line.who else None
        check_expectation(game, line.rest, who)
        return
    if line.who and record.players[game.actor] != line.who and not game.is_over:
        raise NotationError(f"it is {record.players[game.actor]} who decides now, not {line.who}")
    partial, moves = find_moves(game, line.rest)
    if len(moves) > 1:
        raise NotationError("could be several moves; say which: " + ", ".join(str(move) for move in moves[:4]))
    if not moves and game.waits_for_dice:
        raise NotationError("the dice of the roll before this move are missing")
    if not moves and partial.crosses:
        reason = why_not_so(game, partial)
        raise IllegalMoveError(reason.text, reason.clause)
    game.play(moves[0] if moves else partial.as_move())


def write_record(game: Game) -> str:
    """Return a game as the text of a record; replaying it gives the same state."""
    rules = game.rules
    names = [player.name for player in game.players]
    lines = [f"edition: {write_name(rules.layout.source)}", f"players: {write_names(names)}", *game.setting]
    again = game.begin_again()
    throws = list(game.throws)
    for number in range(len(game.moves) + 1):
        while throws and throws[0].after == number:
            throw = throws.pop(0)
            dice = zip(throw.dice, throw.faces, strict=True)
            lines.append("throw: " + " ".join(write_die(rules, rules.dice[die], face) for die, face in dice))
            if throw.order:
                codes = die_codes(rules.dice)
                lines.append("order: " + " ".join(codes[rules.dice[die]] for die in throw.order))
        if number < len(game.moves):
            move = game.moves[number]
            who = f"{write_name(names[again.actor])}: " if len(names) > 1 else ""
            lines.append(who + write_move(rules, move, again.faces))
            again.play(move)
    return "\n".join(lines) + "\n"
