"""How the planner learns a layout: it plays against itself, and corrects what it expected by what came."""

from collections.abc import Callable
from operator import add, mul, sub
from random import Random
from typing import NamedTuple

from sheetgen.engine.game import Game
from sheetgen.engine.player import Player
from sheetgen.engine.rules import Rules
from sheetgen.lab.greedy import Greedy
from sheetgen.lab.planner import Planner
from sheetgen.lab.players import Choose
from sheetgen.lab.valuation import Valuation, Vector

GAMES = 2_000
BATCH = 20  # games between two corrections
TRACE = 0.8  # how far an expectation follows what came in the end, and not only what was expected next
FIRST_STEP, LAST_STEP = 1.2, 0.1  # how much of an error is corrected at once
SETTLING = 0.3  # the share of games at the end over which weights are averaged, so that the last few decide nothing
WATCHING = 0.1  # the share of games that are watched before it plays itself: greedy ones
TRYING = 0.05  # the share of moves that are tried at random, falling to none at half time


class Moment(NamedTuple):
    """A sheet just before a throw: the features that it shows, and what it has so far."""

    round: int  # from 0
    features: tuple[int, ...]
    so_far: tuple[int, ...]  # points per zone, and foxes


class Course(NamedTuple):
    """A game as one player saw it: its moments, and what there was in the end."""

    moments: list[Moment]
    final: tuple[int, ...]


def learn(
    rules: Rules, players: int = 1, games: int = GAMES, *, progress: Callable[[int], object] = lambda games: None
) -> Valuation:
    """Learn what features of a layout are worth; the same layout always gives the same result."""
    valuation = Valuation(rules, players)
    planner, first, average = Planner(valuation), Greedy(rules), _Average()
    valuation.learning = True
    for start in range(0, games, BATCH):
        done = start / games
        step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** done
        trying = TRYING * max(0.0, 1 - 2 * done)
        choose = first if done < WATCHING else planner
        seeds = range(start, min(start + BATCH, games))
        courses = [course for seed in seeds for course in _watched(valuation, choose, seed, trying)]
        valuation.grow()
        errors = [_correct(valuation, course, step) for course in courses]
        for round_ in range(len(valuation.spread) - 1):
            squares = [square for game in errors for own, square in game if own == round_]
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
            self.sums = [[vector.copy() for vector in own] for own in valuation.weights]
            return
        for sums, own in zip(self.sums, valuation.weights, strict=True):
            for i, vector in enumerate(own[: len(sums)]):
                sums[i] = list(map(add, sums[i], vector))
            # Features met later have been worth nothing so far.
            sums += [vector.copy() for vector in own[len(sums) :]]

    def settle(self, valuation: Valuation) -> None:
        if self.states:
            valuation.weights = [[[value / self.states for value in vector] for vector in own] for own in self.sums]
            valuation.grow()
            valuation.forget()


def _watched(valuation: Valuation, choose: Choose, seed: int, trying: float) -> list[Course]:
    """Play a game and keep the moments before throws."""
    game, chance = Game(valuation.rules, valuation.players, seed), Random(-seed - 1)
    watched: list[list[Moment]] = [[] for _ in game.players]
    seen = 0
    while not game.is_over:
        if len(game.throws) > seen:
            seen = len(game.throws)
            for seat, player in enumerate(game.players):
                moment = _moment(valuation, game, seat, player)
                if moment is not None:
                    watched[seat].append(moment)
        moves = game.legal_moves()
        if moves[0].kind == "nearest" or chance.random() < trying:
            game.play(moves[int(chance.random() * len(moves))])
        else:
            game.play(choose(game, chance))
    finals = [_so_far(valuation, player) for player in game.players]
    return [Course(moments, final) for moments, final in zip(watched, finals, strict=True)]


def _so_far(valuation: Valuation, player: Player) -> tuple[int, ...]:
    spots = valuation.outcomes.spots(player)
    return (*(valuation.outcomes.points(zone, spot) for zone, spot in enumerate(spots)), player.foxes)


def _moment(valuation: Valuation, game: Game, seat: int, player: Player) -> Moment | None:
    features = valuation.features
    if seat == game.active and not game.solo_passive:
        shown = list(features.of_throw(game.throw, game.throws[-1].dice))
    elif game.throw == 1 or game.solo_passive:
        shown = list(features.of_throw(0, ()))
    else:
        return None  # another player goes on throwing
    for zone, spot in enumerate(valuation.outcomes.spots(player)):
        shown += features.of_zone(zone, spot)
    for track, (unlocked, used) in enumerate(zip(player.unlocked, player.used, strict=True)):
        shown += features.of_track(track, unlocked, used.bit_count())
    return Moment(game.round - 1, tuple(shown), _so_far(valuation, player))


def _correct(valuation: Valuation, course: Course, step: float) -> list[tuple[int, float]]:
    """Correct the weights after a game; return by round how far zones were off, squared."""
    target: Vector = [float(value) for value in course.final]
    off = []
    for moment in reversed(course.moments):
        weights = valuation.weights[moment.round]
        expected = list(map(add, valuation.total(moment.features, moment.round), moment.so_far))
        size = step / len(moment.features)
        change = [size * (t - e) for t, e in zip(target, expected, strict=True)]
        for feature in moment.features:
            weights[feature] = list(map(add, weights[feature], change))
        missed = list(map(sub, course.final, expected))[:-1]
        off.append((moment.round, sum(map(mul, missed, missed)) / len(missed)))
        target = [TRACE * t + (1 - TRACE) * e for t, e in zip(target, expected, strict=True)]
    return off
