"""How the planner learns a layout: it plays against itself and corrects its expectations; what is learned is kept."""

import hashlib
import json
import sys
import zlib
from array import array
from ast import literal_eval
from base64 import b64decode, b64encode
from collections.abc import Callable
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
from sheetgen.lab.players import ChooseMove, Greedy
from sheetgen.lab.valuation import Valuation, Vector
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.resources import cache_folder

LEARNING_GAMES = 2_000
LEARNING_BATCH = 20  # games between two corrections
TRACE = 0.8  # how far an expectation follows what came in the end, and not only what was expected next
FIRST_STEP, LAST_STEP = 1.2, 0.1  # how much of an error is corrected at once
SETTLING = 0.3  # the share of games at the end over which weights are averaged, so that the last few decide nothing
WATCHING = 0.1  # the share of games that are watched before it plays itself: greedy ones
TRYING = 0.05  # the share of moves that are tried at random, falling to none at half time


class Snapshot(NamedTuple):
    """A sheet just before a throw: the features that it shows, and what it has so far."""

    round: int  # from 0
    features: tuple[int, ...]
    so_far: tuple[int, ...]  # points per zone, and foxes


class GameTrace(NamedTuple):
    """A game as one player saw it: its snapshots, and what there was in the end."""

    snapshots: list[Snapshot]
    final: tuple[int, ...]


def learn(
    rules: Rules,
    players: int = 1,
    games: int = LEARNING_GAMES,
    *,
    progress: Callable[[int], object] = lambda games: None,
) -> Valuation:
    """Learn what features of a layout are worth; the same layout always gives the same result."""
    valuation = Valuation(rules, players)
    planner, first, average = Planner(valuation), Greedy(rules), _Average()
    valuation.learning = True
    for start in range(0, games, LEARNING_BATCH):
        done = start / games
        step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** done
        trying = TRYING * max(0.0, 1 - 2 * done)
        choose = first if done < WATCHING else planner
        seeds = range(start, min(start + LEARNING_BATCH, games))
        traces = [trace for seed in seeds for trace in _watched(valuation, choose, seed, trying)]
        valuation.grow()
        errors = [_correct(valuation, trace, step) for trace in traces]
        for round_ in range(len(valuation.spread) - 1):
            squares = [square for game in errors for number, square in game if number == round_]
            valuation.spread[round_] = (sum(squares) / len(squares)) ** 0.5
        if done >= 1 - SETTLING:
            average.add(valuation)
        valuation.forget()
        progress(len(seeds))
    average.settle(valuation)
    valuation.learning = False
    return valuation


class _Average:
    """The mean of weights over several states of a valuation."""

    def __init__(self) -> None:
        self.states = 0
        self.sums: list[list[Vector]] = []

    def add(self, valuation: Valuation) -> None:
        self.states += 1
        if not self.sums:
            self.sums = [[vector.copy() for vector in vectors] for vectors in valuation.weights]
            return
        for sums, vectors in zip(self.sums, valuation.weights, strict=True):
            for i, vector in enumerate(vectors[: len(sums)]):
                sums[i] = list(map(add, sums[i], vector))
            # Features met later have been worth nothing so far.
            sums += [vector.copy() for vector in vectors[len(sums) :]]

    def settle(self, valuation: Valuation) -> None:
        if self.states:
            valuation.weights = [
                [[value / self.states for value in vector] for vector in vectors] for vectors in self.sums
            ]
            valuation.grow()
            valuation.forget()


def _watched(valuation: Valuation, choose: ChooseMove, seed: int, trying: float) -> list[GameTrace]:
    """Play a game and keep the snapshots before throws."""
    game, chance = Game(valuation.rules, valuation.players, seed), Random(-seed - 1)
    watched: list[list[Snapshot]] = [[] for _ in game.players]
    seen = 0
    while not game.is_over:
        if len(game.throws) > seen:
            seen = len(game.throws)
            for seat, player in enumerate(game.players):
                snapshot = _moment(valuation, game, seat, player)
                if snapshot is not None:
                    watched[seat].append(snapshot)
        moves = game.legal_moves()
        if moves[0].kind == "nearest" or chance.random() < trying:
            game.play(moves[int(chance.random() * len(moves))])
        else:
            game.play(choose(game, chance))
    finals = [_so_far(valuation, player) for player in game.players]
    return [GameTrace(snapshots, final) for snapshots, final in zip(watched, finals, strict=True)]


def _so_far(valuation: Valuation, player: Player) -> tuple[int, ...]:
    states = valuation.outcomes.states(player)
    return (*(valuation.outcomes.points(zone, state) for zone, state in enumerate(states)), player.foxes)


def _moment(valuation: Valuation, game: Game, seat: int, player: Player) -> Snapshot | None:
    features = valuation.features
    if seat == game.active and not game.solo_passive:
        shown = list(features.of_throw(game.throw, game.throws[-1].dice))
    elif game.throw == 1 or game.solo_passive:
        shown = list(features.of_throw(0, ()))
    else:
        return None  # another player goes on throwing
    for zone, state in enumerate(valuation.outcomes.states(player)):
        shown += features.of_zone(zone, state)
    for track, (unlocked, used) in enumerate(zip(player.unlocked, player.used, strict=True)):
        shown += features.of_track(track, unlocked, used.bit_count())
    return Snapshot(game.round - 1, tuple(shown), _so_far(valuation, player))


def _correct(valuation: Valuation, trace: GameTrace, step: float) -> list[tuple[int, float]]:
    """Correct the weights after a game; return by round how far zones were off, squared."""
    target: Vector = [float(value) for value in trace.final]
    off = []
    for snapshot in reversed(trace.snapshots):
        weights = valuation.weights[snapshot.round]
        expected = list(map(add, valuation.total(snapshot.features, snapshot.round), snapshot.so_far))
        size = step / len(snapshot.features)
        change = [size * (t - e) for t, e in zip(target, expected, strict=True)]
        for feature in snapshot.features:
            weights[feature] = list(map(add, weights[feature], change))
        missed = list(map(sub, trace.final, expected))[:-1]
        off.append((snapshot.round, sum(map(mul, missed, missed)) / len(missed)))
        target = [TRACE * t + (1 - TRACE) * e for t, e in zip(target, expected, strict=True)]
    return off


# What was learned, as bytes, and kept from one run to the next


KNOWLEDGE_VERSION = 1  # of what is learned and how: raise it when features or learning change


def load_knowledge(
    rules: Rules,
    players: int,
    *,
    games: int = LEARNING_GAMES,
    folder: Path | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> bytes:
    """What there is to know about a layout: from the folder of earlier runs, or learned now and kept there."""
    path = (folder or cache_folder()) / f"planner-{fingerprint(rules, players, games)}.bin"
    with suppress(OSError):
        data = path.read_bytes()
        if is_sound(data):
            return data
    data = pack(learn(rules, players, games, progress=progress))
    with suppress(OSError):  # a folder that cannot be written only means to learn again
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)
    return data


def is_known(rules: Rules, players: int, *, games: int = LEARNING_GAMES) -> bool:
    """Was the layout learned before?"""
    return (cache_folder() / f"planner-{fingerprint(rules, players, games)}.bin").is_file()


def fingerprint(rules: Rules, players: int, games: int) -> str:
    """Return a key of what is learned: another one for a layout that differs in anything."""
    return f"{rules.layout.digest()}-{players}-{games}-v{KNOWLEDGE_VERSION}"


def pack(valuation: Valuation) -> bytes:
    """Knowledge as bytes that any process can read; they end with a checksum."""
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


def is_sound(data: bytes) -> bool:
    """Are packed bytes whole?"""
    return len(data) > 32 and hashlib.sha256(data[:-32]).digest() == data[-32:]


def unpack(data: bytes, rules: Rules, players: int) -> Valuation:
    """Knowledge back from bytes."""
    content = json.loads(zlib.decompress(data[:-32]))
    valuation = Valuation(rules, players)
    for feature in content["features"]:
        valuation.features.number(literal_eval(feature))
    weights = array("f")
    weights.frombytes(b64decode(content["weights"]))
    if sys.byteorder == "big":
        weights.byteswap()
    flat, heads, features = weights.tolist(), valuation.heads, len(content["features"])
    for round_ in range(len(valuation.weights)):
        start = round_ * features * heads
        valuation.weights[round_] = [flat[start + i * heads : start + (i + 1) * heads] for i in range(features)]
    valuation.badges = {(parse_bonus(badge), round_): [worth, 1.0] for badge, round_, worth in content["badges"]}
    valuation.spread = content["spread"]
    return valuation
