"""Moves, one value for each decision of a player, and the notation of dice and moves in records.

A record writes a die as `P3` and a move as `take P3 purple.4`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from sheetgen.errors import SheetgenError
from sheetgen.layout.problems import brief, did_you_mean, join_with_or

if TYPE_CHECKING:
    from sheetgen.engine.game import Game
    from sheetgen.engine.rules import Rules

MoveKind = Literal[
    "take", "extra", "place", "also", "decline", "unlock", "reroll", "return", "throw", "pass", "done", "nearest"
]
MOVE_WORDS: tuple[MoveKind, ...] = get_args(MoveKind)
_DIE = re.compile(r"([A-Za-z][A-Za-z0-9_-]*?)(=?)([1-6])?\Z")


class Move(NamedTuple):
    """One decision.

    take      use a die for a cell: as active player from the roll, as passive player from the platter
    extra     the same with an extra-die action
    place     use a bonus (`what`) for a cell
    also      one more mark with the same die: a swept or a matching die
    decline   give up one of these further marks; legal beside what legal_moves() offers, which has `done` for all
    unlock    choose the list (`what`) in which a group badge unlocks a slot
    reroll    roll again the dice just rolled
    return    take a die back from the platter before a roll
    throw     roll without (further) returns
    pass      leave the roll, or as passive player take no die
    done      stop: no further extra marks, no (further) extra die, no further roll
    nearest   in solo play, which of several equal dice lies nearest to the platter
    """

    kind: MoveKind
    die: str = ""
    zone: str = ""
    cell: str = ""  # the cell's name within its zone
    value: int = 0  # the number written, or the number crossed
    badge: bool = True  # half or star: whether the badge is taken
    joker: int = 0  # the joker slot used, counted from 1
    polish: int = 0  # by how much the die is polished
    partner: int = 0  # by how much the added die of a sum is polished
    what: str = ""  # the bonus that is placed, or the list that is chosen

    @property
    def target(self) -> str:
        """The address of the cell, such as `purple.4`; empty without a zone."""
        return f"{self.zone}.{self.cell}" if self.zone else ""

    def __repr__(self) -> str:
        """Give the move in the words of a record.

        >>> Move("take", die="purple", zone="purple", cell="4", value=3)
        <Move take purple purple.4 = 3>
        """
        return f"<Move {self}>"

    def __str__(self) -> str:
        words: list[str] = [self.kind]
        if self.what:
            words.append(f"{self.what}:" if self.zone else self.what)
        if self.die:
            words.append(self.die)
        if self.zone:
            words += [self.target, "=", str(self.value)]
        if not self.badge:
            words.append("star")
        if self.joker:
            words.append(f"joker {self.joker}")
        if self.polish:
            words.append(f"polish {self.polish:+d}")
        if self.partner:
            words.append(f"partner {self.partner:+d}")
        return " ".join(words)


REROLL = Move("reroll")
THROW = Move("throw")
PASS = Move("pass")
DONE = Move("done")


class IllegalMoveError(SheetgenError, ValueError):
    """A move that the rules forbid; says which rule, by the id of its clause."""

    def __init__(self, reason: str, clause: str) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.reason = reason
        self.clause = clause


# Dice and moves as a record writes them


class NotationError(SheetgenError, ValueError):
    """A text that is no die or move."""


@lru_cache(maxsize=256)
def die_codes(dice: tuple[str, ...]) -> dict[str, str]:
    """Return the shortest beginnings of names that tell the dice apart, by name.

    >>> die_codes(("blue", "brown", "white"))
    {'blue': 'Bl', 'brown': 'Br', 'white': 'W'}
    """
    codes = {}
    for die in dice:
        size = next(
            n for n in range(1, len(die) + 1) if sum(other[:n] == die[:n] for other in dice) == 1 or n == len(die)
        )
        codes[die] = die[:size].capitalize()
    return codes


@lru_cache(maxsize=256)
def _has_digits(dice: tuple[str, ...]) -> bool:
    """Whether a digit may belong to the name of a die, so that `=` must stand before a face."""
    return any(sign.isdecimal() for die in dice for sign in die)


def write_die(rules: "Rules", die: str, face: int) -> str:
    """Return a die with its face as records write it: `P3`, or `Red1=3` where names of dice have digits."""
    return f"{die_codes(rules.dice)[die]}{'=' if _has_digits(rules.dice) else ''}{face}"


def read_die(rules: "Rules", word: str) -> tuple[int, int | None]:
    """Return the index of a die and its face, or None, from `P3`, `purple3`, `purple=3` or `P`; raise NotationError."""
    name, sign, face = _split_die(word, _has_digits(rules.dice))
    start = name.lower()
    if not name or (sign and not face):
        raise NotationError(
            f"{brief(word)} is not a die: expected a colour and a face such as {write_die(rules, rules.dice[0], 3)}"
        )
    matches = [die for die in rules.dice if die == start] or [die for die in rules.dice if die.startswith(start)]
    if len(matches) != 1:
        codes = ", ".join(f"{code} {die}" for die, code in die_codes(rules.dice).items())
        what = "could be " + join_with_or(matches) if matches else "is no die of this edition"
        raise NotationError(f"{brief(word)} {what}; the dice are {codes}")
    return rules.die_index[matches[0]], int(face) if face else None


def _split_die(word: str, has_digits: bool) -> tuple[str, str, str]:
    """Return the name, the `=` and the face of a die in a record; the name is empty if the word is no die."""
    match = _DIE.match(word)
    if match is None:
        return "", "", ""
    name, sign, face = match[1], match[2], match[3] or ""
    if not has_digits:
        return ("", "", "") if any(map(str.isdecimal, name)) else (name, sign, face)
    # Without `=`, a digit belongs to the name.
    return (name, sign, face) if sign else (name + face, "", "")


def read_dice(rules: "Rules", words: str) -> dict[int, int]:
    """Return the faces of several dice by index, from `P3 W4`; raise NotationError, also if a face is missing."""
    dice: dict[int, int] = {}
    for word in words.split():
        die, face = read_die(rules, word)
        if face is None:
            raise NotationError(f"{brief(word)}: the face is missing")
        if die in dice:
            raise NotationError(f"the {rules.dice[die]} die is listed twice")
        dice[die] = face
    return dice


class PartialMove:
    """A move as a record writes it, with fields left out where only one legal move fits; raises NotationError."""

    def __init__(self, rules: "Rules", text: str) -> None:
        words = text.split()
        self.kind = words[0] if words else ""
        if self.kind not in MOVE_WORDS:
            hint = did_you_mean(self.kind, MOVE_WORDS)
            raise NotationError(
                f"{brief(self.kind)} is no move{'; ' + hint if hint else ', expected ' + join_with_or(MOVE_WORDS)}"
            )
        self.fields: dict[str, object] = {"kind": self.kind}
        self.face: int | None = None
        self.crosses = False  # whether the mark must be a cross, in a zone whose cells are circled first
        rest = words[1:]
        if self.kind == "place":
            rest = self._read_bonus(text)
        elif self.kind == "unlock":
            self.fields["what"] = " ".join(rest)
            rest = []
        self._read_rest(rules, rest)

    def _read_bonus(self, text: str) -> list[str]:
        what, colon, rest = text.partition(" ")[2].partition(":")
        if not colon:
            raise NotationError("expected the bonus and a cell, such as 'place ? yellow: yellow.r1c1'")
        self.fields["what"] = what.strip()
        return rest.split()

    def _read_rest(self, rules: "Rules", words: list[str]) -> None:
        words = list(words)
        while words:
            word = words.pop(0)
            if word == "=" and words[:1] == ["x"]:
                self._read_cross(rules)
                words.pop(0)
            elif word in ("joker", "polish", "partner", "="):
                if not words or not re.match(r"[-+]?[0-9]{1,3}\Z", words[0]):
                    raise NotationError(f"expected a number after {brief(word)}")
                self.fields["value" if word == "=" else word] = int(words.pop(0))
            elif word in ("half", "star"):
                self.fields["badge"] = word == "half"
            elif "." in word:
                self.fields["zone"], _, self.fields["cell"] = word.partition(".")
            elif "die" in self.fields:
                raise NotationError(f"{brief(word)} does not belong here")
            else:
                die, self.face = read_die(rules, word)
                self.fields["die"] = rules.dice[die]

    def _read_cross(self, rules: "Rules") -> None:
        zone = rules.zone_index.get(str(self.fields.get("zone", "")))
        if zone is None or not rules.zones[zone].circles:
            raise NotationError("'= x' is for cells that are circled first; expected a number after '='")
        self.crosses = True

    def matches(self, move: Move) -> bool:
        """Whether a move has all fields that were written; joker and polish must be written to be used."""
        fields = {"joker": 0, "polish": 0, "partner": 0, **self.fields}
        return all(getattr(move, name) == value for name, value in fields.items())

    def as_move(self) -> Move:
        """Return a move with the fields that were written, to find out why it is illegal."""
        fields = {"value": self.face or 0, **self.fields}
        return Move(**fields)  # type: ignore[arg-type]  # a record's words, which matches() compares with typed moves


def write_move(rules: "Rules", move: Move, faces: Sequence[int]) -> str:
    """Return a move as records write it; `faces` are those of all dice before the move."""
    die = write_die(rules, move.die, faces[rules.die_index[move.die]]) if move.die else ""
    text = str(move._replace(die=die))
    value = rules.zones[rules.zone_index[move.zone]].zone.value if move.zone else None
    # Half and star are always named, since both may write the same number.
    return f"{text} half" if value is not None and value.has_choice and move.badge else text


def find_moves(game: "Game", text: str) -> tuple[PartialMove, list[Move]]:
    """Return what a record says and the legal moves that it may mean; raise NotationError if it is no move."""
    partial = PartialMove(game.rules, text)
    die, player = partial.fields.get("die"), game.players[game.actor]
    if partial.face is not None and isinstance(die, str) and partial.kind not in ("also", "decline"):
        face = game.faces[game.rules.die_index[die]]
        if face != partial.face:
            raise NotationError(f"the {die} die shows {face}, not {partial.face}")
    # Equal joker slots are offered once: a record may name any of them.
    printed = {slot + 1: game.rules.tracks[track].slots[slot] for track, slot in player.free_slots("joker")}
    joker = partial.fields.get("joker")
    if isinstance(joker, int) and joker in printed:
        partial.fields["joker"] = next(slot for slot, shown in printed.items() if shown == printed[joker])
    moves = game.declines() if partial.kind == "decline" else game.legal_moves()
    fitting = [move for move in moves if partial.matches(move)]
    return partial, [move for move in fitting if not partial.crosses or _is_cross(game, move)]


def _is_cross(game: "Game", move: Move) -> bool:
    """Whether a move crosses a cell that is circled."""
    zone = game.rules.zone_index[move.zone]
    cell = game.rules.zones[zone].index[move.cell]
    return game.players[game.actor].nodes[zone].cell_states[cell] > 0
