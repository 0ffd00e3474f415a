"""How dice and moves are written in a record: `P3`, `take P3 purple.4`."""

import re
from functools import cache

from sheetgen.engine.moves import Move
from sheetgen.engine.rules import Rules
from sheetgen.layout.parts.value import HalfOrStar
from sheetgen.layout.problems import brief, did_you_mean, listed

MOVE_WORDS = ("take", "extra", "place", "also", "unlock", "reroll", "return", "throw", "pass", "done", "nearest")
_DIE = re.compile(r"([A-Za-z][A-Za-z_-]*)([1-6])?\Z")


class NotationError(ValueError):
    """Words that are no die or move."""


@cache
def die_codes(dice: tuple[str, ...]) -> dict[str, str]:
    """The shortest names of dice that tell them apart.

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


def write_die(rules: Rules, die: str, face: int) -> str:
    """Write a die with its face."""
    return f"{die_codes(rules.dice)[die]}{face}"


def read_die(rules: Rules, word: str) -> tuple[int, int | None]:
    """Read a die, with its face if told: `P3`, `purple3` or `P`."""
    match = _DIE.match(word)
    if match is None:
        raise NotationError(
            f"{brief(word)} is not a die: expected a colour and a face such as {write_die(rules, rules.dice[0], 3)}"
        )
    start = match[1].lower()
    found = [die for die in rules.dice if die.startswith(start)]
    if len(found) != 1:
        codes = ", ".join(f"{code} {die}" for die, code in die_codes(rules.dice).items())
        what = "could be " + listed(found) if found else "is no die of this edition"
        raise NotationError(f"{brief(word)} {what}; the dice are {codes}")
    return rules.die_index[found[0]], int(match[2]) if match[2] else None


def read_dice(rules: Rules, words: str) -> dict[int, int]:
    """Read several dice with their faces."""
    dice: dict[int, int] = {}
    for word in words.split():
        die, face = read_die(rules, word)
        if face is None:
            raise NotationError(f"{brief(word)}: the face is missing")
        if die in dice:
            raise NotationError(f"the {rules.dice[die]} die is told twice")
        dice[die] = face
    return dice


class Wanted:
    """A move as a record tells it, perhaps with parts left out that are clear from the position."""

    def __init__(self, rules: Rules, text: str) -> None:
        words = text.split()
        self.kind = words[0] if words else ""
        if self.kind not in MOVE_WORDS:
            hint = did_you_mean(self.kind, MOVE_WORDS)
            raise NotationError(
                f"{brief(self.kind)} is no move{'; ' + hint if hint else ', expected ' + listed(MOVE_WORDS)}"
            )
        self.fields: dict[str, object] = {"kind": self.kind}
        self.face: int | None = None
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

    def _read_rest(self, rules: Rules, words: list[str]) -> None:
        words = list(words)
        while words:
            word = words.pop(0)
            if word in ("joker", "polish", "partner", "="):
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

    def matches(self, move: Move) -> bool:
        """Is it this move? What is left out may be anything, but an action is never used unasked."""
        wanted = {"joker": 0, "polish": 0, "partner": 0, **self.fields}
        return all(getattr(move, name) == value for name, value in wanted.items())

    def as_move(self) -> Move:
        """The move with everything that was told; for the reason why it is illegal."""
        fields = {"value": self.face or 0, **self.fields}
        return Move(**fields)  # type: ignore[arg-type]  # a record's words, which matches() compares with typed moves


def write_move(rules: Rules, move: Move, faces: list[int]) -> str:
    """Write a move so that reading it gives the same one."""
    die = write_die(rules, move.die, faces[rules.die_index[move.die]]) if move.die else ""
    text = str(move._replace(die=die))
    value = rules.zones[rules.zone_index[move.zone]].zone.value if move.zone else None
    # Both halves of a choice are told, since they may write the same number.
    return f"{text} half" if isinstance(value, HalfOrStar) and move.badge else text
