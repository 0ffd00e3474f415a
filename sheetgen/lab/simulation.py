"""Simulate games in batches: in this process, in several ones or on a Dask cluster, always with the same result."""

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.rules import Rules
from sheetgen.errors import SheetgenError, WrongValueError
from sheetgen.lab.fast import FastSimulation, why_no_core, why_slow
from sheetgen.lab.players import BOTS, ChooseMove, prepare_player
from sheetgen.lab.tally import TOTAL, GameCounter, Points, Tally, names_of_points
from sheetgen.layout import Layout
from sheetgen.layout.problems import brief

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

# Batches do not depend on the number of jobs. They are small, so that stopping is quick and no job idles at the end.
# But each costs this process up to a millisecond. For the fast engine see `Bot.sheets_at_once`.
GAMES_PER_BATCH = 20
MAX_PENDING_BATCHES = 64  # submitted at once; a long run must not fill the memory of a scheduler


class PlayerFailedError(SheetgenError, RuntimeError):
    """A bot raised an error or chose an illegal move; `record` is the text of the game until then."""

    def __init__(self, seed: int, number: int, reason: str, record: str, layout_id: str = "", bot: str = "") -> None:
        super().__init__(seed, number, reason, record, layout_id, bot)
        self.seed, self.number, self.reason, self.record = seed, number, reason, record
        self.layout_id, self.bot = layout_id, bot  # filled in by the process that started the simulation

    def __str__(self) -> str:
        return f"{self.reason} (game {self.number}, seed {self.seed})"


class WorkerLostError(SheetgenError, RuntimeError):
    """A process that played games ended in the middle of one."""


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate: everything that a worker process needs to know."""

    layout: Layout
    players: int
    bot: str
    seed: int
    games: int
    knowledge: bytes = field(default=b"", repr=False)  # what a bot that learns knows of the layout

    @property
    def games_per_batch(self) -> int:
        """How many games are played at once before they are counted."""
        if why_slow(self.layout, self.bot) is not None:
            return GAMES_PER_BATCH
        return max(1, BOTS[self.bot].sheets_at_once // self.players)

    def batches(self) -> Iterator[tuple[int, int]]:
        """Yield the numbers of the games of each batch, from 0: its first game, and the one after its last."""
        size = self.games_per_batch
        for start in range(0, self.games, size):
            yield start, min(start + size, self.games)


def game_seed_of(seed: int, number: int) -> int:
    """Return the seed for the dice of one game; simulations with different seeds share no game."""
    return (seed << 32) + number


def play_game(rules: Rules, players: int, choose: ChooseMove, seed: int, number: int) -> Game:
    """Play one game of a simulation to its end; raise PlayerFailedError if the bot fails.

    Which of equal dice is nearest in a solo turn is decided at random, as on a table, not by the bot (rule S2).
    """
    game_seed = game_seed_of(seed, number)
    game, chance = Game(rules, players, game_seed), Random(-game_seed - 1)
    try:
        while not game.is_over:
            moves = game.legal_moves()
            if moves[0].kind == "nearest":
                game.play(moves[int(chance.random() * len(moves))])
            else:
                move = choose(game, chance)
                if not isinstance(move, Move):
                    raise TypeError(f"expected one of game.legal_moves(), found {brief(move)}")
                game.play(move)
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise PlayerFailedError(game_seed, number, reason, game.record()) from None
    return game


class SlowSimulation:
    """Plays batches of games in Python, with any bot; the fast engine plays the same games."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan, self.rules = plan, Rules(plan.layout)
        self.choose = prepare_player(plan.bot, self.rules, plan.players, plan.knowledge)
        self.counter = GameCounter(self.rules)

    def play(self, start: int, count: int) -> Tally:
        """Play `count` games with the seeds from `start` on, and return their counts."""
        tally = Tally()
        for _ in self._played(start, count, tally):
            pass
        return tally

    def play_with_points(self, start: int, count: int) -> tuple[Tally, Points]:
        """Play in the same way; return the points of each game, too."""
        tally = Tally()
        points: Points = {name: [] for name in names_of_points(self.rules)}
        for game in self._played(start, count, tally):
            scores = game.scores()
            points[TOTAL].append(sum(score.total for score in scores))
            for zone in self.rules.zone_index:
                points[zone].append(sum(score.zones[zone] for score in scores))
            for badge in self.rules.scoring_badges:
                points[badge.plural].append(sum(score.badges[badge].points for score in scores))
        return tally, points

    def _played(self, start: int, count: int, tally: Tally) -> Iterator[Game]:
        first = start - game_seed_of(self.plan.seed, 0)
        for number in range(first, first + count):
            game = play_game(self.rules, self.plan.players, self.choose, self.plan.seed, number)
            self.counter.count(tally, game)
            yield game


def prepared(plan: SimulationPlan) -> FastSimulation | SlowSimulation:
    """Return what plays the games of a plan: the fast engine if it can."""
    in_core = BOTS[plan.bot].in_core if why_slow(plan.layout, plan.bot) is None else None
    if in_core is None:
        return SlowSimulation(plan)
    rules = Rules(plan.layout)
    return FastSimulation(rules, plan.players, in_core(rules, plan.knowledge))


@lru_cache(maxsize=4)
def _unpacked(packed: bytes, has_core: bool) -> tuple[SimulationPlan, FastSimulation | SlowSimulation]:
    """Return what a process needs to play a pickled plan; computed once per process.

    `has_core` is there for the cache alone: a plan that was prepared for the fast engine must not be used after
    SHEETGEN_ENGINE=python was set, nor the other way round.
    """
    plan: SimulationPlan = pickle.loads(packed)
    return plan, prepared(plan)


def play_batch(packed: bytes, start: int, stop: int) -> Tally:
    """Play the games `start` to `stop` - 1 of a pickled plan, in any process; return their counts."""
    plan, simulation = _unpacked(packed, why_no_core() is None)
    return simulation.play(game_seed_of(plan.seed, start), stop - start)


def run(
    plan: SimulationPlan, executor: "Executor | None" = None, progress: Callable[[int], object] = lambda games: None
) -> Tally:
    """Play all games of a plan with an executor, without one in this process; return the counts.

    `progress` is called with the number of games of each batch. Raises InterruptedRunError on Ctrl-C, with the counts
    so far, and PlayerFailedError.
    """
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
    """Ctrl-C ended a simulation early; `tally` counts the batches that were finished."""

    def __init__(self, tally: Tally) -> None:
        super().__init__(tally)
        self.tally = tally


def _inline(packed: bytes, plan: SimulationPlan) -> Iterator[Tally]:
    for start, stop in plan.batches():
        yield play_batch(packed, start, stop)


def _parallel(packed: bytes, plan: SimulationPlan, executor: "Executor") -> Iterator[Tally]:
    from concurrent.futures import FIRST_COMPLETED, wait

    batches = plan.batches()
    waiting: set[Future[Tally]] = set()
    while True:
        for start, stop in batches:
            waiting.add(executor.submit(play_batch, packed, start, stop))
            if len(waiting) >= MAX_PENDING_BATCHES:
                break
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


# Where batches are played


CONNECT_SECONDS = 10  # after which a scheduler counts as unreachable


class ClusterError(SheetgenError, RuntimeError):
    """The cluster cannot be used: Dask is not installed, or no scheduler answers."""


def available_jobs() -> int:
    """Return how many processes can run at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor_for(jobs: int, cluster: str | None = None) -> Iterator["Executor | None"]:
    """Give an executor of `jobs` processes, or of the Dask cluster at an address; for one job None: this process."""
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        with _processes(jobs) as executor:
            yield executor


@contextmanager
def _processes(jobs: int) -> Iterator["Executor"]:
    import multiprocessing  # not at the top: the studio in a browser has no processes

    from sheetgen.processes import process_pool

    # Ctrl-C is sent to all processes of a terminal; only the main one may react to it.
    executor = process_pool(jobs, ignore_sigint=True)
    before = set(multiprocessing.active_children())
    try:
        yield executor
    except BaseException:
        # A game may take long, or never end, so running ones are not waited for. Futures are not cancelled: the pool
        # marks those of killed processes as failed itself, and raises an error if one was cancelled meanwhile.
        for child in set(multiprocessing.active_children()) - before:
            child.kill()
        executor.shutdown(wait=False)
        raise
    executor.shutdown()


@contextmanager
def _cluster(address: str) -> Iterator["Executor"]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ClusterError("--cluster needs Dask: pip install 'sheetgen[cluster]'") from None
    try:
        distributed.comm.get_address_host_port(address)  # a client of a wrong address would complain when it is freed
    except ValueError as error:
        raise WrongValueError(
            f"'{address}' is no address of a Dask scheduler, such as tcp://host:8786: {error}"
        ) from None
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(f"no Dask scheduler answers at {address}: {reason}") from None
    try:
        # A batch whose worker is lost is played again elsewhere; its games are the same wherever they are played.
        yield client.get_executor(pure=False, retries=3)
    except Exception as error:
        if type(error).__module__.partition(".")[0] in ("distributed", "dask", "tornado"):
            raise ClusterError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from None
        raise
    finally:
        client.close()
