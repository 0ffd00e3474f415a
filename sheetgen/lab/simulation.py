"""Simulated games: cut into batches that may be played anywhere, and added up to the same result."""

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from sheetgen.engine.game import Game
from sheetgen.engine.rules import Rules
from sheetgen.errors import SheetgenError
from sheetgen.lab.players import Choose, prepare
from sheetgen.lab.tally import Census, Tally
from sheetgen.layout import Layout

# A batch is the same whatever the number of jobs. It is small, so that stopping is quick and no job idles at the end.
BATCH = 20
IN_FLIGHT = 64  # batches handed out at once; a long run must not fill the memory of a scheduler


class PlayerFailedError(SheetgenError, RuntimeError):
    """A player raised an error or chose a move that the rules forbid; the game so far is kept as a record."""

    def __init__(self, seed: int, number: int, reason: str, record: str, layout_id: str = "", bot: str = "") -> None:
        super().__init__(seed, number, reason, record, layout_id, bot)
        self.seed, self.number, self.reason, self.record = seed, number, reason, record
        self.layout_id, self.bot = layout_id, bot  # known once the error is back from the process that played

    def __str__(self) -> str:
        return f"{self.reason} (game {self.number}, seed {self.seed})"


class WorkerLostError(SheetgenError, RuntimeError):
    """A process that played games ended in the middle of one."""


@dataclass(frozen=True)
class Plan:
    """What is to be played: everything that a process elsewhere must know."""

    layout: Layout
    players: int
    bot: str
    seed: int
    games: int
    knowledge: bytes = field(default=b"", repr=False)  # what the planner has learned about the layout

    def batches(self) -> Iterator[tuple[int, int]]:
        """The games of each batch: the first, and the one after the last."""
        for start in range(0, self.games, BATCH):
            yield start, min(start + BATCH, self.games)


def seed_of(seed: int, number: int) -> int:
    """The seed of a game's dice; runs with different seeds share no game."""
    return (seed << 32) + number


def play_game(rules: Rules, players: int, choose: Choose, seed: int, number: int) -> Game:
    """Play one game; equal dice of a solo throw fall at random, as on a table (S2)."""
    own = seed_of(seed, number)
    game, chance = Game(rules, players, own), Random(-own - 1)
    try:
        while not game.is_over:
            moves = game.legal_moves()
            if moves[0].kind == "nearest":
                game.play(moves[int(chance.random() * len(moves))])
            else:
                game.play(choose(game, chance))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise PlayerFailedError(own, number, reason, game.record()) from None
    return game


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Plan, Rules, Choose, Census]:
    """What a process needs to play a plan, made once per process."""
    plan: Plan = pickle.loads(packed)
    rules = Rules(plan.layout)
    return plan, rules, prepare(plan.bot, rules, plan.players, plan.knowledge), Census(rules)


def play_batch(packed: bytes, start: int, stop: int) -> Tally:
    """Play some games of a plan, here or in another process."""
    plan, rules, choose, census = _unpacked(packed)
    tally = Tally()
    for number in range(start, stop):
        census.count(tally, play_game(rules, plan.players, choose, plan.seed, number))
    return tally


def run(plan: Plan, executor: Executor | None = None, progress: Callable[[int], object] = lambda games: None) -> Tally:
    """Play a plan with an executor of one's choice, or in this process; raise Interrupted with what is there so far."""
    packed = pickle.dumps(plan)
    tally = Tally()
    try:
        for part in _inline(packed, plan) if executor is None else _parallel(packed, plan, executor):
            tally.add(part)
            progress(part.games)
    except KeyboardInterrupt:
        raise InterruptedRunError(tally) from None
    return tally


class InterruptedRunError(Exception):
    """Ctrl-C: the run ended early; whole batches were counted."""

    def __init__(self, tally: Tally) -> None:
        super().__init__(tally)
        self.tally = tally


def _inline(packed: bytes, plan: Plan) -> Iterator[Tally]:
    for start, stop in plan.batches():
        yield play_batch(packed, start, stop)


def _parallel(packed: bytes, plan: Plan, executor: Executor) -> Iterator[Tally]:
    batches = plan.batches()
    waiting: set[Future[Tally]] = set()
    while True:
        for start, stop in batches:
            waiting.add(executor.submit(play_batch, packed, start, stop))
            if len(waiting) >= IN_FLIGHT:
                break
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
