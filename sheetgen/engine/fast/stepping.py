"""A game of the fast engine that is played move by move, to look at it on the way."""

from array import array
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, Self

from sheetgen.engine.fast.core import STATUS, CoreError, FastEdition, FastExpert, address
from sheetgen.engine.moves import MOVE_WORDS

MOVE_FIELDS = 10
NO_MOVE = STATUS.index("no move")
NOT_FOLLOWED = -(1 << 31)  # the value of a move at which the expert did not look, as in expert.h


class FastMove(NamedTuple):
    """A legal move as `sg_get_moves` writes it: indices of the edition, -1 for what the move has not."""

    kind: int
    die: int
    zone: int
    cell: int
    value: int
    badge: int
    joker: int
    polish: int
    partner: int
    what: int

    @property
    def word(self) -> str:
        """The kind of the move, as records write it."""
        return MOVE_WORDS[self.kind]


class FastGame:
    """A game in the fast engine; raises CoreError if the edition is not for so many players."""

    def __init__(
        self,
        edition: FastEdition,
        players: int,
        seed: int,
        *,
        worths: Sequence[float] = (),
        expert: FastExpert | None = None,
    ) -> None:
        """Begin a game; `worths` is for the greedy bot, `expert` for the expert."""
        self.edition, self.library = edition, edition.library
        self._expert = expert  # which must not be freed before the game
        self.handle = self.library.sg_new_game(edition.handle, players, seed)
        if not self.handle:
            raise CoreError(f"{edition.rules.id} is not for {players} players")
        if worths:
            given = array("d", worths)
            self.library.sg_set_worths(self.handle, address(given))
        if expert is not None:
            self.library.sg_set_expert(self.handle, expert.handle)
        self._numbers = array("i", bytes(4 * 4096))

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.library.sg_free_game(self.handle)

    def copy(self) -> Self:
        """Return a game that goes on by itself from here, with the same dice to come."""
        twin = copy(self)
        twin.handle = self.library.sg_copy_game(self.handle)
        twin._numbers = array("i", self._numbers)
        if not twin.handle:
            raise CoreError("memory is missing")
        return twin

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return not self.library.sg_count_moves(self.handle)

    @property
    def round(self) -> int:
        """The present round, from 1."""
        self.library.sg_get_state(self.handle, address(self._numbers), 1)
        return self._numbers[0]

    def state(self) -> list[int]:
        """Return the whole state as numbers."""
        count = self.library.sg_get_state(self.handle, address(self._numbers), len(self._numbers))
        if count > len(self._numbers):
            self._numbers = array("i", bytes(8 * count))
            return self.state()
        return self._numbers[:count].tolist()

    def moves(self) -> list[FastMove]:
        """Return the legal moves."""
        count = self.library.sg_count_moves(self.handle)
        numbers = array("i", bytes(4 * MOVE_FIELDS * max(count, 1)))
        self.library.sg_get_moves(self.handle, address(numbers))
        return [FastMove(*numbers[i * MOVE_FIELDS : (i + 1) * MOVE_FIELDS]) for i in range(count)]

    def choose(self, bot: int) -> int:
        """Return the index of the move that a bot chooses, which is given by its number; -1 at the end."""
        return int(self.library.sg_choose(self.handle, bot))

    def values(self) -> "array[int]":
        """Return what each legal move is worth to the expert, in 1/1024 points; NOT_FOLLOWED if it did not look."""
        values = array("i", bytes(4 * self.library.sg_count_moves(self.handle)))
        if self.library.sg_get_values(self.handle, address(values)):
            raise CoreError("without an expert no move has a value")
        return values

    def play(self, index: int) -> None:
        """Play a legal move; raise CoreError if the engine cannot go on."""
        status = self.library.sg_play(self.handle, index)
        if status:
            raise CoreError(f"status {status}")

    def mark_for_nothing(self, zone: int, cell: int, numbers: Sequence[int]) -> bool:
        """Mark a cell without a die, for the player who decides now; return False, changing nothing, if it is not open.

        Of `numbers`, the expert takes the one from which it expects most; without any, it is one more than the number
        before the cell. What the mark earns comes first, then the decision goes on.
        """
        given = array("i", numbers)
        status: int = self.library.sg_mark_for_nothing(self.handle, zone, cell, address(given), len(given))
        if status not in (0, NO_MOVE):
            raise CoreError(STATUS[status])
        return not status

    def play_on(self, bot: int, seed: int | None = None) -> int:
        """Let a bot play to the end; return the total of the first player. A `seed` brings other dice to come."""
        total = array("i", [0])
        new_dice, number = seed is not None, seed or 0
        status = self.library.sg_play_on(self.handle, bot, new_dice, number, address(total))
        if status:
            raise CoreError(STATUS[status])
        return total[0]
