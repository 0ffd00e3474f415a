"""Players: small functions of a game position; the ones that come along, and those of users by import path."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.rules import Rules
from sheetgen.errors import WrongValueError

# A player looks at a game and returns one of its legal moves. Whatever it leaves to luck it draws from the chance that
# it is given, so that a game can be repeated.
Choose = Callable[[Game, Random], Move]

BOTS = {
    "random": "any die, any cell; nothing that could be marked is waived",
    "greedy": "the most points at once, badges included",
    "planner": "the best outlook for the rest of the game, learned from the layout",
}
LEFT_OUT = frozenset({"pass", "done"})


class NoSuchPlayerError(WrongValueError):
    """There is no player of that name, or it cannot be loaded."""


def play_randomly(game: Game, chance: Random) -> Move:
    """Any legal move, but nothing is waived that could be marked."""
    moves = game.legal_moves()
    waive = -2 if moves[-1].kind == "reroll" else -1
    if len(moves) > -waive and moves[waive].kind in LEFT_OUT:
        del moves[waive]
    return moves[int(chance.random() * len(moves))]


def prepare(bot: str, rules: Rules, players: int, knowledge: bytes = b"") -> Choose:
    """A player ready to play an edition, by its name or import path."""
    if bot == "random":
        return play_randomly
    if bot == "greedy":
        from sheetgen.lab.greedy import Greedy

        return Greedy(rules)
    if bot == "planner":
        from sheetgen.lab.knowledge import unpack
        from sheetgen.lab.planner import Planner

        return Planner(unpack(knowledge, rules, players))
    return load_player(bot)


def load_player(path: str) -> Choose:
    """A player of one's own: `package.module:function`, or `file.py:function`."""
    place, colon, name = path.rpartition(":")
    if not colon or not place or not name:
        known = ", ".join(BOTS)
        raise NoSuchPlayerError(f"there is no player '{path}': known are {known}, or one's own as module:function")
    try:
        module = _module_from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise NoSuchPlayerError(f"{place} cannot be loaded: {reason}") from None
    choose = getattr(module, name, None)
    if not callable(choose):
        raise NoSuchPlayerError(f"{place} has no function '{name}'")
    return choose  # type: ignore[no-any-return]  # whatever it is, the first game tells


def _module_from_file(path: Path) -> object:
    if not path.is_file():
        raise FileNotFoundError("there is no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None, "a .py file has a loader"
    assert spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module
