"""Games of the expert in both engines at once: what each legal move is worth to it must be the same everywhere.

`python -m tests.lab.expert_games 0 100` compares games of the layouts by chance 0 to 99, each after a short training; a
third argument is the binary to compare with, such as one with the checks of a sanitizer.
"""

import ctypes
import sys
from array import array
from pathlib import Path
from random import Random

from sheetgen.engine import Game, Rules
from sheetgen.engine.fast.core import FastEdition, FastExpert, FastTrainer, address, load_library
from sheetgen.engine.fast.stepping import NOT_FOLLOWED
from sheetgen.engine.fast.tables import CannotCompileError
from sheetgen.lab.expert import Expert, Weights
from sheetgen.lab.expert_features import roll_to_come
from sheetgen.lab.training import GAMES_AT_ONCE, TRAINING_SEEDS, Schedule
from sheetgen.lab.worth import numbers_for
from tests.engine.fast_games import CoreGame, random_layout

EXPERT = 2  # its number in the fast engine


def untrained(edition: FastEdition, seed: int = 1) -> Weights:
    """Return weights as they are before anything was learned; with them all features and bonuses matter."""
    trainer = FastTrainer(edition, 32, seed)
    numbers = trainer.weights()
    rounds = 13 * len(edition.tables.bonuses)
    chance = Random(seed)
    for i in range(len(numbers) - rounds, len(numbers)):
        numbers[i] = int(chance.random() * 8000)
    return Weights(edition.tables.digest(), trainer.inputs, 32, 0, seed, 0.0, numbers)


def compare(edition: FastEdition, weights: Weights, players: int, seed: int, *, most: int = 1000) -> int:
    """Play a game, with moves by chance among the expert's; return how many decisions were the same in both engines."""
    rules, chance, decisions = edition.rules, Random(seed), 0
    fast, slow = FastExpert(edition, weights.hidden, weights.numbers), Expert(rules, weights)
    game, core = Game(rules, players, seed), CoreGame(edition, players, seed)
    core.library.sg_set_expert(core.handle, fast.handle)
    while not game.is_over and decisions < most:
        moves = game.legal_moves()
        chosen = int(chance.random() * len(moves))
        if moves[0].kind != "nearest" and len(moves) > 1:
            place = f"{rules.id}, {players} players, seed {seed}, after {len(game.moves)} moves"
            features = array("b", bytes(2048))
            core.library.sg_get_features(core.handle, game.actor, address(features))
            numbers, _ = slow.features.of(game.players[game.actor], roll_to_come(game, game.actor))
            assert numbers == features[: len(numbers)].tolist(), place
            values = array("i", bytes(4 * len(moves)))
            assert core.library.sg_get_values(core.handle, address(values)) == 0, place
            assert values.tolist() == [NOT_FOLLOWED if v is None else v for v in slow.values(game)], place
            best = core.library.sg_choose(core.handle, EXPERT)
            assert moves[best] == slow(game, chance), place
            decisions += 1
            if chance.random() < 0.7:
                chosen = best
        game.play(moves[chosen])
        core.play(chosen)
    return decisions


def mark_for_nothing(edition: FastEdition, weights: Weights, players: int, seed: int) -> int:
    """Play a game by chance in which cells are marked for nothing, and copies are played on; return how many marks."""
    rules, chance, marks = edition.rules, Random(seed), 0
    expert = FastExpert(edition, weights.hidden, weights.numbers)
    game = CoreGame(edition, players, seed, expert=expert)
    while moves := game.moves():
        i = chance.randrange(len(rules.zones))
        numbers = numbers_for(rules.zones[i], len(rules.dice))
        for cell in range(len(rules.zones[i].names)):
            marked = game.copy()
            if marked.mark_for_nothing(i, cell, numbers):
                marks += 1
                if chance.random() < 0.05:
                    marked.copy().play_on(EXPERT, chance.choice((None, seed)))
                if chance.random() < 0.05 and not marked.is_over:
                    game, moves = marked, marked.moves()
        game.play(chance.randrange(len(moves)))
    return marks


def compare_layouts(first: int, last: int, library: ctypes.CDLL | None = None, *, learn: bool = False) -> str:
    """Compare a game of each of these layouts by chance, perhaps after a short training; return how many, in words.

    With `learn` a game by chance has marks for nothing, too.
    """
    games = decisions = refused = marks = 0
    for seed in range(first, last):
        rules = Rules(random_layout(seed))
        try:
            edition = FastEdition(rules, library)
            weights = untrained(edition)
            if learn:
                trainer = FastTrainer(edition, 32, 1)
                trainer.train(GAMES_AT_ONCE, GAMES_AT_ONCE, TRAINING_SEEDS, Schedule(weak=0.5).numbers(1.0))
                trainer.restore(trainer.save())
        except CannotCompileError:
            refused += 1
            continue
        players = Random(seed).choice(list(rules.edition.rounds.by_players))
        decisions += compare(edition, weights, players, seed, most=40)
        marks += mark_for_nothing(edition, weights, players, seed) if learn else 0
        games += 1
    told = f"{games} games with {decisions} decisions are the same, {refused} layouts refused"
    return f"{told}, {marks} marks for nothing" if learn else told


if __name__ == "__main__":
    binary = load_library(Path(sys.argv[3])) if len(sys.argv) > 3 else None
    if binary is None and len(sys.argv) > 3:
        sys.exit(f"{sys.argv[3]} was not made from the present source")
    sys.stdout.write(compare_layouts(int(sys.argv[1]), int(sys.argv[2]), binary, learn=True) + "\n")
