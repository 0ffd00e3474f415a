"""Moves: every decision that a player can take, as one small value."""

from typing import Literal, NamedTuple

from sheetgen.errors import SheetgenError

MoveKind = Literal["take", "extra", "place", "also", "unlock", "reroll", "return", "throw", "pass", "done", "nearest"]


class Move(NamedTuple):
    """One decision.

    take      use a die for a cell: as active player from the throw, as passive player from the platter
    extra     the same with an extra-die action
    place     use a bonus (`what`) for a cell
    also      one more mark with the same die: a swept or a matching die
    unlock    choose the list (`what`) in which a group badge unlocks a slot
    reroll    throw the dice just thrown again
    return    take a die back from the platter before a throw
    throw     throw without (further) returns
    pass      leave the throw, or as passive player take no die
    done      stop: no further extra marks, no (further) extra die, no further throw
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
        """The cell as it is called everywhere, such as `purple.4`."""
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
