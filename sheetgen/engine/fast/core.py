"""Finds, builds and loads the fast engine, and plays games with it.

The binary is beside the source in an installed package, or in the cache folder, where it is built when it is first
needed. Without it, or with SHEETGEN_ENGINE=python, everything is played in Python, with the same results.
"""

import ctypes
import os
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.engine.fast import building
from sheetgen.engine.fast.tables import CannotCompileError, Tables, compile_tables
from sheetgen.engine.rules import Rules
from sheetgen.errors import WrongValueError
from sheetgen.resources import cache_folder

ENGINE_VARIABLE = "SHEETGEN_ENGINE"
STATUS = (
    "",
    "memory is missing",
    "too many bonuses wait at once",
    "the tables do not fit",
    "wrong argument",
    "no move",
)


class CoreError(RuntimeError):
    """The fast engine reports that it cannot go on: a bug, or no memory."""


class Core(NamedTuple):
    """The fast engine if it can be used, else why not."""

    library: ctypes.CDLL | None
    reason: str = ""  # in a few words, for people

    def __str__(self) -> str:
        return "C" if self.library is not None else f"Python ({self.reason})"


def core() -> Core:
    """Return the fast engine; it is built now if there is a compiler and no binary yet.

    Raises WrongValueError if the environment variable for it has another value than `python`.
    """
    wanted = os.environ.get(ENGINE_VARIABLE, "")
    if wanted == "python":
        return Core(None, f"{ENGINE_VARIABLE}=python")
    if wanted:
        raise WrongValueError(f"{ENGINE_VARIABLE} is '{wanted}', expected 'python' or nothing")
    return _found()


@cache
def _found() -> Core:
    """Find or build the binary, once per process."""
    packaged = building.SOURCE.with_name(building.BINARY)
    library = load_library(packaged)
    if library is not None:
        return Core(library)
    folder = cache_folder()
    for path in filter(_is_private, building.whole_in_cache(folder)):
        library = load_library(path)
        if library is not None:
            return Core(library)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = building.build_in_cache(folder)
    except OSError as error:
        return Core(None, f"{folder} cannot be written: {error.strerror}")
    except building.CannotBuildError as error:
        return Core(None, str(error))
    library = load_library(made) if _is_private(made) else None
    return Core(library, "" if library is not None else f"{made} cannot be loaded")


def _is_private(path: Path) -> bool:
    """Whether nobody else could have put a file there: code is loaded from it."""
    if os.name == "nt":
        return path.is_file()
    try:
        states = [path.stat(), path.parent.stat()]
    except OSError:
        return False
    return all(state.st_uid in (os.getuid(), 0) and not state.st_mode & 0o022 for state in states)


def load_library(path: Path) -> ctypes.CDLL | None:
    """Return a library that was made from the present source; None for any other."""
    if not path.is_file():
        return None
    try:
        library = ctypes.CDLL(str(path))
        digest = library.sg_digest
    except (OSError, AttributeError):
        return None
    digest.restype = ctypes.c_char_p
    if digest() != building.source_digest().encode():
        return None
    _declare(library)
    return library


_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "sg_new_edition": (_POINTER, [_POINTER, _LONG]),
    "sg_free_edition": (None, [_POINTER]),
    "sg_new_game": (_POINTER, [_POINTER, _INT, ctypes.c_uint64]),
    "sg_free_game": (None, [_POINTER]),
    "sg_set_worths": (None, [_POINTER, _POINTER]),
    "sg_count_moves": (_INT, [_POINTER]),
    "sg_get_moves": (None, [_POINTER, _POINTER]),
    "sg_play": (_INT, [_POINTER, _INT]),
    "sg_choose": (_INT, [_POINTER, _INT]),
    "sg_get_state": (_INT, [_POINTER, _POINTER, _INT]),
    "sg_row_width": (_INT, [_POINTER, _INT]),
    "sg_play_games": (
        _INT,
        [_POINTER, _INT, _INT, _POINTER, ctypes.c_uint64, _INT, _POINTER, _POINTER, _POINTER, _POINTER],
    ),
    "sg_copy_game": (_POINTER, [_POINTER]),
    "sg_mark_for_nothing": (_INT, [_POINTER, _INT, _INT, _POINTER, _INT]),
    "sg_play_on": (_INT, [_POINTER, _INT, _INT, ctypes.c_uint64, _POINTER]),
    "sg_set_expert": (None, [_POINTER, _POINTER]),
    "sg_get_values": (_INT, [_POINTER, _POINTER]),
    "sg_get_features": (_INT, [_POINTER, _INT, _POINTER]),
    "sg_count_features": (_INT, [_POINTER]),
    "sg_count_weights": (_LONG, [_POINTER, _INT, _INT]),
    "sg_new_expert": (_POINTER, [_POINTER, _INT, _INT, _POINTER]),
    "sg_free_expert": (None, [_POINTER]),
    "sg_set_together": (None, [_POINTER, _INT]),
    "sg_new_trainer": (_POINTER, [_POINTER, _INT, _INT, ctypes.c_uint64]),
    "sg_free_trainer": (None, [_POINTER]),
    "sg_train": (_INT, [_POINTER, _LONG, _LONG, ctypes.c_uint64, _POINTER, _POINTER]),
    "sg_get_weights": (None, [_POINTER, _POINTER]),
    "sg_count_trained": (_LONG, [_POINTER]),
    "sg_save_trainer": (_LONG, [_POINTER, _POINTER, _LONG, _INT]),
}


def _declare(library: ctypes.CDLL) -> None:
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments


def address(numbers: "array[Any]") -> int:
    """Return where the numbers of an array are in memory; keep the array, and its length, while they are used."""
    return numbers.buffer_info()[0]


@dataclass(frozen=True, slots=True)
class BatchRows:
    """What the fast engine counted in some games."""

    rows: "array[int]"  # of all games, one after the other: see `sg_play_games`
    width: int
    marks: "array[int]"  # how often each cell was marked, zone by zone
    badges: "array[int]"  # how often each badge was earned, zone by zone


class FastEdition:
    """An edition in the fast engine; raises CannotCompileError if the engine cannot play it, or cannot be used."""

    def __init__(self, rules: Rules, library: ctypes.CDLL | None = None) -> None:
        """Compile the rules; `library` replaces the binary that `core` finds."""
        found, reason = core() if library is None else Core(library)
        if found is None:
            raise CannotCompileError(reason)
        self.rules = rules
        self.library = found
        self.tables: Tables = compile_tables(rules)
        numbers = self.tables.numbers
        self.handle: int = self.library.sg_new_edition(address(numbers), len(numbers))
        if not self.handle:
            raise CoreError(f"the fast engine refuses the tables of {rules.id}")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.library.sg_free_edition(self.handle)

    def play(
        self,
        players: int,
        bot: int,
        worths: Sequence[float],
        seed: int,
        count: int,
        *,
        expert: "FastExpert | None" = None,
    ) -> BatchRows:
        """Play `count` games with the seeds from `seed` on; raise CoreError if the engine cannot go on.

        `expert` plays if `bot` is its number.
        """
        width = self.library.sg_row_width(self.handle, players)
        rows = array("i", bytes(4 * width * count))
        marks = array("q", bytes(8 * sum(len(zone.names) for zone in self.rules.zones)))
        badges = array("q", bytes(8 * max(sum(len(zone.triggers) for zone in self.rules.zones), 1)))
        given = array("d", worths)
        counts = (address(rows), address(marks), address(badges), expert.handle if expert is not None else None)
        status = self.library.sg_play_games(self.handle, players, bot, address(given), seed, count, *counts)
        if status:
            raise CoreError(f"{self.rules.id}: {STATUS[status]}")
        return BatchRows(rows, width, marks, badges)


HIDDEN_2 = 32  # the width of the second layer of an expert's net


class FastExpert:
    """An expert in the fast engine, with the weights of its net; see `sg_new_expert`."""

    def __init__(self, edition: FastEdition, hidden: int, weights: "array[int]", *, together: bool = True) -> None:
        """Make one; without `together` it plays as if it were alone, whoever else is at the table."""
        self.edition = edition  # which must not be freed before it
        library = edition.library
        needed = library.sg_count_weights(edition.handle, hidden, HIDDEN_2)
        if len(weights) != needed:
            raise CoreError(f"{edition.rules.id}: an expert needs {needed} weights, not {len(weights)}")
        self.handle: int = library.sg_new_expert(edition.handle, hidden, HIDDEN_2, address(weights))
        if not self.handle:
            raise CoreError(f"the fast engine refuses the weights for {edition.rules.id}")
        library.sg_set_together(self.handle, together)

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.edition.library.sg_free_expert(self.handle)


class FastTrainer:
    """A net that learns in the fast engine; raises CannotCompileError if the sheet has too many features."""

    def __init__(self, edition: FastEdition, hidden: int, seed: int) -> None:
        self.edition, self.hidden, self.seed = edition, hidden, seed
        library = edition.library
        self.inputs: int = library.sg_count_features(edition.handle)
        if not self.inputs:
            raise CannotCompileError("the sheet is too large for an expert")
        self.handle: int = library.sg_new_trainer(edition.handle, hidden, HIDDEN_2, seed)
        if not self.handle:
            raise CannotCompileError("an expert learns from solo games, which this sheet has not")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.edition.library.sg_free_trainer(self.handle)

    def train(self, games: int, all_games: int, seed: int, schedule: Sequence[float]) -> float:
        """Play and learn `games` more of `all_games`; return their mean. The dice are those of seeds from `seed` on."""
        points, how = array("q", [0]), array("d", schedule)
        library = self.edition.library
        status = library.sg_train(self.handle, games, all_games, seed, address(how), address(points))
        if status:
            raise CoreError(f"{self.edition.rules.id}: {STATUS[status]}")
        return points[0] / games

    def weights(self) -> "array[int]":
        """Return the present weights as whole numbers."""
        library = self.edition.library
        numbers = array("i", bytes(4 * library.sg_count_weights(self.edition.handle, self.hidden, HIDDEN_2)))
        library.sg_get_weights(self.handle, address(numbers))
        return numbers

    @property
    def games(self) -> int:
        """How many games it has learned from."""
        return int(self.edition.library.sg_count_trained(self.handle))

    def save(self) -> bytes:
        """Return everything that `restore` needs to go on, on this machine."""
        library = self.edition.library
        state = bytearray(library.sg_save_trainer(self.handle, None, 0, 0))
        library.sg_save_trainer(self.handle, _start_of(state), len(state), 0)
        return bytes(state)

    def restore(self, state: bytes) -> None:
        """Go on from a state that `save` returned; raise CoreError for another one, after which it is of no use."""
        copy = bytearray(state)
        if self.edition.library.sg_save_trainer(self.handle, _start_of(copy), len(copy), 1) != len(copy):
            raise CoreError("the state of the training does not fit")


def _start_of(data: bytearray) -> int:
    return ctypes.addressof((ctypes.c_char * len(data)).from_buffer(data))
