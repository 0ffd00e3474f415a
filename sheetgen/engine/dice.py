"""Where thrown dice come from: chance with a seed, or a script."""

from collections.abc import Iterable
from random import Random
from typing import Protocol


class DiceSource(Protocol):
    """Gives the faces of thrown dice."""

    def throw(self, count: int) -> list[int]:
        """Throw that many dice."""
        ...

    def order(self, count: int) -> list[int]:
        """In which order that many dice came to lie, nearest to the platter first."""
        ...


class RandomDice:
    """Dice thrown by chance; one seed gives the same dice on every platform.

    >>> RandomDice(7).throw(6) == RandomDice(7).throw(6)
    True
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        # Only random() is used: its sequence is promised to stay the same.
        self._random = Random(seed).random

    def throw(self, count: int) -> list[int]:
        """Throw that many dice."""
        random = self._random
        return [int(random() * 6) + 1 for _ in range(count)]

    def order(self, count: int) -> list[int]:
        """Shuffle by drawing one after the other."""
        left, drawn = list(range(count)), []
        while left:
            drawn.append(left.pop(int(self._random() * len(left))))
        return drawn


class OutOfDiceError(LookupError):
    """A script has no further throw."""


class ScriptedDice:
    """Dice as a record tells them."""

    def __init__(self, throws: Iterable[list[int]] = (), orders: Iterable[list[int]] = ()) -> None:
        self.throws = list(throws)
        self.orders = list(orders)

    def throw(self, count: int) -> list[int]:
        """The next throw of the script."""
        if not self.throws:
            raise OutOfDiceError("the dice of the next throw are not told")
        return self.throws.pop(0)

    def order(self, count: int) -> list[int]:
        """The next order of the script; where none is told, dice lie as they are named."""
        return self.orders.pop(0) if self.orders else list(range(count))
