"""Dice: where they lie, and where their faces come from: chance with a seed, or a script."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Protocol

# Where a die lies; slot n of the active player is n.
ON_PLATTER, POOL, BESIDE = 0, -1, -2


class DiceSource(Protocol):
    """Gives the faces of thrown dice; dice are known by their index in the edition."""

    def throw(self, dice: Sequence[int]) -> list[int]:
        """Throw these dice."""
        ...

    def order(self, dice: Sequence[int]) -> list[int]:
        """Say in which order these dice came to lie, nearest to the platter first."""
        ...


class RandomDice:
    """Dice thrown by chance; one seed gives the same dice on every platform.

    >>> RandomDice(7).throw(range(6)) == RandomDice(7).throw(range(6))
    True
    """

    __slots__ = ("_generator", "_random")

    def __init__(self, seed: int) -> None:
        # Only random() is used: its sequence is promised to stay the same.
        self._generator = Random(seed)
        self._random = self._generator.random

    def throw(self, dice: Sequence[int]) -> list[int]:
        """Throw these dice."""
        random = self._random
        return [int(random() * 6) + 1 for _ in dice]

    def order(self, dice: Sequence[int]) -> list[int]:
        """Shuffle by drawing one after the other."""
        left, drawn = list(dice), []
        while left:
            drawn.append(left.pop(int(self._random() * len(left))))
        return drawn

    def copy(self) -> "RandomDice":
        """Dice that go on with the same throws."""
        twin = RandomDice(0)
        twin._generator.setstate(self._generator.getstate())
        return twin


class OutOfDiceError(LookupError):
    """A script has no further throw."""


class WrongDiceError(ValueError):
    """A script tells other dice than those thrown."""


class ScriptedDice:
    """Dice as a record tells them: per throw the face of every die thrown, and (solo) how they lay."""

    def __init__(self, throws: Iterable[dict[int, int]] = (), orders: Iterable[list[int]] = ()) -> None:
        self._throws = list(throws)
        self._orders = list(orders)
        self.used = 0

    def throw(self, dice: Sequence[int]) -> list[int]:
        """The next throw of the script."""
        if self.used == len(self._throws):
            raise OutOfDiceError
        told = self._throws[self.used]
        if set(told) != set(dice):
            raise WrongDiceError(self.used, tuple(dice))
        self.used += 1
        return [told[die] for die in dice]

    def order(self, dice: Sequence[int]) -> list[int]:
        """The next order of the script; where none is told, dice lie in the order of the edition."""
        told = self._orders.pop(0) if self._orders else []
        return sorted(dice, key=lambda die: told.index(die) if die in told else len(told))

    def copy(self) -> "ScriptedDice":
        """Dice that go on with the same throws."""
        twin = ScriptedDice(self._throws, self._orders)
        twin.used = self.used
        return twin
