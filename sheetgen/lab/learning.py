"""How the planner learns a layout: it plays games and corrects its expectations; the result is cached in a file."""

import hashlib
import json
import sys
import zlib
from array import array
from ast import literal_eval
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator
from contextlib import suppress
from operator import add, mul, sub
from pathlib import Path
from random import Random
from typing import NamedTuple

from sheetgen.engine.game import Game
from sheetgen.engine.player import Player
from sheetgen.engine.rules import Rules
from sheetgen.files import write_file
from sheetgen.lab.planner import Planner
from sheetgen.lab.players import ChooseMove, Greedy, LearningStep, LearningSteps, finish
from sheetgen.lab.valuation import Valuation, Vector
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.resources import cache_folder

LEARNING_GAMES = 2_000
LEARNING_BATCH = 20  # games between two corrections
TRACE_DECAY = 0.8  # the weight of the final result in the target of a correction; the rest is the next expectation
FIRST_STEP_SIZE, LAST_STEP_SIZE = 1.2, 0.1  # the share of an error corrected at once; it falls
AVERAGED_GAMES = 0.3  # the share of games, at the end, over which weights are averaged, to even out the last few
GREEDY_GAMES = 0.1  # the share of games, at the beginning, that the greedy bot plays
RANDOM_MOVES = 0.05  # the share of moves that are chosen at random; it falls to 0 at half of the games


class Snapshot(NamedTuple):
    """A sheet just before a roll: its features, and the points and scoring badges that it has."""

    round: int  # from 0
    features: tuple[int, ...]
    points: tuple[int, ...]  # per zone, then how many scoring badges of each kind


class GameTrace(NamedTuple):
    """The snapshots of one player's sheet during a game, and its points per zone and scoring badges at the end."""

    snapshots: list[Snapshot]
    final: tuple[int, ...]


def learn(rules: Rules, players: int = 1, games: int = LEARNING_GAMES) -> Valuation:
    """Learn what features of a layout are worth by playing `games` games; the same layout gives the same result."""
    return finish(learning_steps(rules, players, games), lambda step: None)


def learning_steps(rules: Rules, players: int, games: int) -> Generator[LearningStep, None, Valuation]:
    """Learn as `learn` does, batch by batch; return the same."""
    yield LearningStep(0, games)
    valuation = Valuation(rules, players)
    planner, greedy, average = Planner(valuation), Greedy(rules), _Average()
    valuation.learning = True
    for start in range(0, games, LEARNING_BATCH):
        done = start / games
        step = FIRST_STEP_SIZE * (LAST_STEP_SIZE / FIRST_STEP_SIZE) ** done
        random_moves = RANDOM_MOVES * max(0.0, 1 - 2 * done)
        choose = greedy if done < GREEDY_GAMES else planner
        seeds = range(start, min(start + LEARNING_BATCH, games))
        traces = [trace for seed in seeds for trace in _play_and_trace(valuation, choose, seed, random_moves)]
        valuation.add_new_features()
        errors = [_correct(valuation, trace, step) for trace in traces]
        for round_ in range(len(valuation.spread) - 1):
            squares = [square for game in errors for number, square in game if number == round_]
            valuation.spread[round_] = (sum(squares) / len(squares)) ** 0.5
        if done >= 1 - AVERAGED_GAMES:
            average.add(valuation)
        valuation.clear_caches()
        yield LearningStep(len(seeds), games)
    average.apply_to(valuation)
    valuation.learning = False
    return valuation


class _Average:
    """The mean of the weights of a valuation at several times."""

    def __init__(self) -> None:
        self.count = 0
        self.sums: list[list[Vector]] = []

    def add(self, valuation: Valuation) -> None:
        self.count += 1
        if not self.sums:
            self.sums = [[vector.copy() for vector in vectors] for vectors in valuation.weights]
            return
        for sums, vectors in zip(self.sums, valuation.weights, strict=True):
            for i, vector in enumerate(vectors[: len(sums)]):
                sums[i] = list(map(add, sums[i], vector))
            # The weights of features that are new since the last call were 0 until now.
            sums += [vector.copy() for vector in vectors[len(sums) :]]

    def apply_to(self, valuation: Valuation) -> None:
        if self.count:
            valuation.weights = [
                [[value / self.count for value in vector] for vector in vectors] for vectors in self.sums
            ]
            valuation.add_new_features()
            valuation.clear_caches()


def _play_and_trace(valuation: Valuation, choose: ChooseMove, seed: int, random_moves: float) -> list[GameTrace]:
    """Play a game, with a share of its moves chosen at random; return the trace of each player."""
    game, chance = Game(valuation.rules, valuation.players, seed), Random(-seed - 1)
    snapshots: list[list[Snapshot]] = [[] for _ in game.players]
    throws = 0
    while not game.is_over:
        if len(game.throws) > throws:
            throws = len(game.throws)
            for seat, player in enumerate(game.players):
                snapshot = _snapshot(valuation, game, seat, player)
                if snapshot is not None:
                    snapshots[seat].append(snapshot)
        moves = game.legal_moves()
        if moves[0].kind == "nearest" or chance.random() < random_moves:
            game.play(moves[int(chance.random() * len(moves))])
        else:
            game.play(choose(game, chance))
    finals = [_points(valuation, player) for player in game.players]
    return [GameTrace(of_player, final) for of_player, final in zip(snapshots, finals, strict=True)]


def _points(valuation: Valuation, player: Player) -> tuple[int, ...]:
    """Return the points of each zone of a sheet, then the number of scoring badges of each kind."""
    states = valuation.outcomes.states(player)
    points = (valuation.outcomes.points(zone, state) for zone, state in enumerate(states))
    return (*points, *player.badge_counts)


def _snapshot(valuation: Valuation, game: Game, seat: int, player: Player) -> Snapshot | None:
    """Return the snapshot of a sheet before a roll; None in the later rolls of another player's turn."""
    features = valuation.features
    if seat == game.active and not game.solo_passive:
        numbers = list(features.of_throw(game.throw, game.throws[-1].dice))
    elif game.throw == 1 or game.solo_passive:
        numbers = list(features.of_throw(0, ()))
    else:
        return None
    for zone, state in enumerate(valuation.outcomes.states(player)):
        numbers += features.of_zone(zone, state)
    for track, (unlocked, used) in enumerate(zip(player.unlocked, player.used, strict=True)):
        numbers += features.of_track(track, unlocked, used.bit_count())
    return Snapshot(game.round - 1, tuple(numbers), _points(valuation, player))


def _correct(valuation: Valuation, trace: GameTrace, step: float) -> list[tuple[int, float]]:
    """Correct the weights after a game; return the round and the mean squared error of the zones for each snapshot."""
    target: Vector = [float(value) for value in trace.final]
    errors = []
    for snapshot in reversed(trace.snapshots):
        weights = valuation.weights[snapshot.round]
        expected = list(map(add, valuation.total(snapshot.features, snapshot.round), snapshot.points))
        step_size = step / len(snapshot.features)
        change = [step_size * (t - e) for t, e in zip(target, expected, strict=True)]
        for feature in snapshot.features:
            weights[feature] = list(map(add, weights[feature], change))
        deviations = list(map(sub, trace.final, expected))[: valuation.zone_count]
        errors.append((snapshot.round, sum(map(mul, deviations, deviations)) / len(deviations)))
        target = [TRACE_DECAY * t + (1 - TRACE_DECAY) * e for t, e in zip(target, expected, strict=True)]
    return errors


# What was learned, as bytes, and its cache


KNOWLEDGE_VERSION = 1  # raise it when features or the way of learning change: older files are then not used


def load_knowledge(
    rules: Rules,
    players: int,
    *,
    games: int = LEARNING_GAMES,
    folder: Path | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> bytes:
    """Return what the planner knows about a layout, packed: from the cache folder, or learned now and kept there.

    `folder` replaces the cache folder; `progress` is called with the number of games of each batch that is played.
    """
    steps = knowledge_steps(rules, players, games=games, folder=folder)
    return finish(steps, lambda step: progress(step.games) if step.games else None)


def knowledge_steps(
    rules: Rules, players: int, *, games: int = LEARNING_GAMES, folder: Path | None = None
) -> LearningSteps:
    """Return the same as `load_knowledge`; if it must be learned, batch by batch."""
    path = (folder or cache_folder()) / f"planner-{fingerprint(rules, players, games)}.bin"
    with suppress(OSError):
        data = path.read_bytes()
        if is_intact(data):
            return data
    data = pack((yield from learning_steps(rules, players, games)))
    with suppress(OSError):  # without a cache it learns again next time
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)
    return data


def fingerprint(rules: Rules, players: int, games: int) -> str:
    """Return the key of what is learned in the cache: layouts with other rules have other keys."""
    return f"{rules.layout.play_digest()}-{players}-{games}-v{KNOWLEDGE_VERSION}"


def pack(valuation: Valuation) -> bytes:
    """Return a valuation as bytes that any process can read; they end with a checksum."""
    weights = array("f", [w for vectors in valuation.weights for vector in vectors for w in vector])
    if sys.byteorder == "big":
        weights.byteswap()
    content = {
        "features": [repr(feature) for feature in valuation.features.numbers],
        "badges": [[str(badge), round_, round(worth, 3)] for (badge, round_), (worth, _) in valuation.badges.items()],
        "spread": [round(spread, 3) for spread in valuation.spread],
        "weights": b64encode(weights.tobytes()).decode(),
    }
    data = zlib.compress(json.dumps(content).encode(), 6)
    return data + hashlib.sha256(data).digest()


def is_intact(data: bytes) -> bool:
    """Is the checksum of packed bytes right?"""
    return len(data) > 32 and hashlib.sha256(data[:-32]).digest() == data[-32:]


def unpack(data: bytes, rules: Rules, players: int) -> Valuation:
    """Return the valuation from bytes that `pack` made."""
    content = json.loads(zlib.decompress(data[:-32]))
    valuation = Valuation(rules, players)
    for feature in content["features"]:
        valuation.features.number(literal_eval(feature))
    weights = array("f")
    weights.frombytes(b64decode(content["weights"]))
    if sys.byteorder == "big":
        weights.byteswap()
    flat, size, features = weights.tolist(), valuation.vector_size, len(content["features"])
    for round_ in range(len(valuation.weights)):
        start = round_ * features * size
        valuation.weights[round_] = [flat[start + i * size : start + (i + 1) * size] for i in range(features)]
    valuation.badges = {(parse_bonus(badge), round_): [worth, 1.0] for badge, round_, worth in content["badges"]}
    valuation.spread = content["spread"]
    return valuation
