"""The places of dice, and the sources of their faces: random, from a script, or fed by a program.

Dice are named by their colours in the order of the edition; those of the card game by their positions, "1" to "5".
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, cast

from sheetgen.errors import SheetgenError, WrongValueError

# The place of a die: one of these, or n for slot n of the active player.
ON_PLATTER, POOL, BESIDE = 0, -1, -2
_PLACES = {ON_PLATTER: "platter", POOL: "pool", BESIDE: "beside"}


def place_name(place: int) -> str:
    """Return the name of a place.

    `pool` are the dice that are rolled next or have just been rolled, `slot 1` to `slot 3` those that the active player
    took, `platter` is the silver platter; only an extra-die action reaches the dice `beside`.

    >>> place_name(POOL), place_name(2)
    ('pool', 'slot 2')
    """
    return _PLACES[place] if place <= 0 else f"slot {place}"


class DiceError(SheetgenError, ValueError):
    """A source of dice cannot give the faces that a game asks for; `dice` are the names of those to be rolled."""

    def __init__(self, message: str, dice: Sequence[str]) -> None:
        super().__init__(message)
        self.dice = tuple(dice)


class MissingDiceError(DiceError):
    """A source has no further roll."""


class WrongDiceError(DiceError):
    """A source has faces for other dice than those rolled, or no faces at all; `throw` counts its rolls from 0."""

    def __init__(self, message: str, dice: Sequence[str], throw: int = 0) -> None:
        super().__init__(message, dice)
        self.throw = throw


class DiceSource(ABC):
    """A source of faces for rolled dice; a subclass needs `throw` only.

    >>> class Sixes(DiceSource):
    ...     def throw(self, dice):
    ...         return [6 for die in dice]
    >>> from sheetgen.engine import Game
    >>> Game("classic", dice=Sixes()).faces
    (6, 6, 6, 6, 6, 6)
    """

    can_run_out: ClassVar[bool] = (
        True  # False promises that `throw` never raises: a game then need not guard against it
    )

    @abstractmethod
    def throw(self, dice: Sequence[str]) -> Sequence[int]:
        """Return a face from 1 to 6 for each of the named dice, in the same order.

        Raises MissingDiceError or WrongDiceError; no roll is used up then.
        """

    def order(self, dice: Sequence[str]) -> list[str]:
        """Return the named dice by their distance from the platter, nearest first; by default in the given order."""
        return list(dice)

    def snapshot(self) -> object:
        """Return the present state of the source, for `rewind`."""
        return copy.deepcopy(self.__dict__)

    def rewind(self, snapshot: object) -> None:
        """Go back to a state, so that the same rolls come again; raise TypeError for anything else."""
        if not isinstance(snapshot, dict):
            raise TypeError("expected what snapshot() returned")
        self.__dict__.clear()
        self.__dict__.update(copy.deepcopy(snapshot))

    def copy(self) -> "DiceSource":
        """Return an independent source that goes on with the same rolls."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.rewind(self.snapshot())
        return twin


class RandomDice(DiceSource):
    """Random dice; one seed gives the same dice on every platform.

    >>> RandomDice(7).throw(["white", "blue"]) == RandomDice(7).throw(["white", "blue"])
    True
    """

    can_run_out = False

    def __init__(self, seed: int) -> None:
        # Only random() is used: its sequence is promised to stay the same.
        self._generator = Random(seed)
        self._random = self._generator.random

    def throw(self, dice: Sequence[str]) -> list[int]:
        """Return a random face for each die."""
        random = self._random
        return [int(random() * 6) + 1 for _ in dice]

    def order(self, dice: Sequence[str]) -> list[str]:
        """Return the dice in random order."""
        left, drawn = list(dice), []
        while left:
            drawn.append(left.pop(int(self._random() * len(left))))
        return drawn

    def snapshot(self) -> object:
        """Return the state of the generator."""
        return self._generator.getstate()

    def rewind(self, snapshot: object) -> None:
        """Go back to a state of the generator."""
        self._generator = Random(0)  # no seed from the system, which would cost time
        self._generator.setstate(cast("tuple[Any, ...]", snapshot))
        self._random = self._generator.random


class ScriptedDice(DiceSource):
    """Dice from a list: per roll the face of every die rolled, by name, or all faces in the order of the dice.

    `orders` says for each passive roll of a solo game how the dice lay, nearest to the platter first; without it,
    in the order of the edition. Wrong faces raise WrongValueError at once.

    >>> from sheetgen.engine import Game
    >>> dice = ScriptedDice([{"white": 3, "blue": 4, "yellow": 1, "green": 2, "orange": 5, "purple": 6}])
    >>> game = Game("classic", dice=dice)
    >>> game.decision.faces["blue"]
    4
    >>> game.play(game.legal_moves()[0])
    >>> game.waits_for_dice, dice.used
    (True, 1)
    """

    def __init__(
        self, throws: Iterable[Mapping[str, int] | Sequence[int]] = (), orders: Iterable[Sequence[str]] = ()
    ) -> None:
        self._throws = [_checked(throw) for throw in throws]
        self._orders = [tuple(order) for order in orders]
        self.used = 0  # rolls
        self._orders_used = 0

    def throw(self, dice: Sequence[str]) -> list[int]:
        """Return the faces of the next roll of the script."""
        if self.used == len(self._throws):
            raise MissingDiceError(f"the dice of roll {self.used + 1} are missing: {', '.join(dice)}", dice)
        faces = self._throws[self.used]
        if isinstance(faces, tuple):
            if len(faces) != len(dice):
                message = f"roll {self.used + 1} has {len(faces)} faces, but {len(dice)} dice are rolled"
                raise WrongDiceError(f"{message}: {', '.join(dice)}", dice, self.used)
            self.used += 1
            return list(faces)
        if faces.keys() != set(dice):
            message = f"roll {self.used + 1} has faces for {', '.join(faces) or 'no dice'}"
            raise WrongDiceError(f"{message}, but {', '.join(dice)} are rolled", dice, self.used)
        self.used += 1
        return [faces[die] for die in dice]

    def order(self, dice: Sequence[str]) -> list[str]:
        """Return the dice in the next order of the script; those that it leaves out come last, in the given order."""
        order: tuple[str, ...] = ()
        if self._orders_used < len(self._orders):
            order = self._orders[self._orders_used]
            self._orders_used += 1
        return sorted(dice, key=lambda die: order.index(die) if die in order else len(order))

    def snapshot(self) -> object:
        """Return how many rolls and orders were used."""
        return self.used, self._orders_used

    def rewind(self, snapshot: object) -> None:
        """Go back: rolls that were used since then come again."""
        self.used, self._orders_used = cast("tuple[int, int]", snapshot)

    def copy(self) -> "ScriptedDice":
        """Return dice that go on with the same rolls; what is fed to one later does not reach the other."""
        twin = copy.copy(self)
        twin._throws, twin._orders = self._throws.copy(), self._orders.copy()
        return twin


class FedDice(ScriptedDice):
    """Dice that a program feeds roll by roll while the game waits, as from dice on a real table.

    A game waits (`waits_for_dice`) where the next roll comes by itself: feed it and call `resume`. Moves that roll
    dice, `reroll` and `throw`, raise MissingDiceError as long as their dice are not fed, and change nothing.

    >>> from sheetgen.engine import Game
    >>> dice = FedDice()
    >>> game = Game("classic", dice=dice)
    >>> game.waits_for_dice, game.dice_to_throw
    (True, ('yellow', 'blue', 'green', 'orange', 'purple', 'white'))
    >>> dice.feed({"white": 3, "blue": 4, "yellow": 1, "green": 2, "orange": 5, "purple": 6})
    >>> game.resume()
    >>> game.waits_for_dice, game.decision.kind
    (False, 'take')
    """

    def feed(self, throw: Mapping[str, int] | Sequence[int], order: Sequence[str] = ()) -> None:
        """Add a roll: faces by name, or all in the order of the dice; for a passive solo roll, how the dice lay.

        Raises WrongValueError for a face that no die has; whether the dice are right shows when they are rolled.
        """
        self._throws.append(_checked(throw))
        if order:
            self._orders.append(tuple(order))

    def discard(self) -> int:
        """Forget all rolls that were fed and not yet used, such as wrong ones; return how many."""
        count = len(self._throws) - self.used
        del self._throws[self.used :], self._orders[self._orders_used :]
        return count


def _checked(throw: Mapping[str, int] | Sequence[int]) -> dict[str, int] | tuple[int, ...]:
    """Return a roll as a dict or tuple; raise WrongValueError if something is no face."""
    faces = dict(throw) if isinstance(throw, Mapping) else tuple(throw)
    for face in faces.values() if isinstance(faces, dict) else faces:
        if type(face) is not int or not 1 <= face <= 6:
            raise WrongValueError(f"a die shows 1 to 6, not {face!r}")
    return faces
