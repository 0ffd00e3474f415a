"""Players of one's own, as users write them."""

import time
from pathlib import Path
from random import Random

from sheetgen.engine import Game, Move
from sheetgen.lab.players import play_randomly

# Loaded by its file name from other processes: nothing here may lean on the tests.
UNDER_WAY = 1_400  # games: so many are begun only after the first results have been counted


def first(game: Game, chance: Random) -> Move:
    return game.legal_moves()[0]


def crashing(game: Game, chance: Random) -> Move:
    if game.round == 3 and game.seed % 30 == 17:
        raise ZeroDivisionError("lost count")
    return game.legal_moves()[0]


def cheating(game: Game, chance: Random) -> Move:
    return Move("take", die="white", zone="green", cell="11", value=6)


def slow(game: Game, chance: Random) -> Move:
    time.sleep(0.002)
    return game.legal_moves()[0]


def announcing(game: Game, chance: Random) -> Move:
    """Plays at random, and writes a file when many games have been played."""
    if not game.moves and game.seed % 2**32 >= UNDER_WAY:
        Path("under way").touch()
    return play_randomly(game, chance)


def endless(game: Game, chance: Random) -> Move:
    while game.round == 2:
        Path("under way").touch()
        time.sleep(0.01)
    return game.legal_moves()[0]


def silent(game: Game, chance: Random) -> Move | None:
    return None


def leaving(game: Game, chance: Random) -> Move:
    raise SystemExit(3)


no_function = 7
