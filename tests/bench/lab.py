"""What simulating costs beside the bare games, what the fast engine saves, and what a second process brings."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import Process
from random import Random
from statistics import median

from sheetgen.engine import Game, Rules
from sheetgen.engine.fast.core import ENGINE_VARIABLE, core
from sheetgen.lab.players import play_randomly
from sheetgen.lab.simulation import SimulationPlan, available_jobs, executor_for, game_seed_of, run
from sheetgen.layout import load
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.bench.measure import Row, task_medians

GAMES, TURNS = 1_000, 5
FAST_GAMES = 200_000  # two to four seconds for one process: starting two is counted, and is a hundredth of that
# At least 70 % of the speed of the bare loop, and with two processes 1.7 times that of one.
MOST_FOR_ONE = 1 / 0.7
MOST_FOR_TWO = 1 / 1.7
# The fast engine: at least 40 times as fast as Python on every sheet, and with two processes 1.8 times that of one.
MOST_FOR_FAST = 1 / 40
MOST_FOR_TWO_FAST = 1 / 1.8
MOST_BESIDE_APART = 1.05  # to two processes that play half of the games each and tell nobody: what the machine can do


def bare(rules: Rules) -> None:
    """The games of a simulation and nothing else: the same dice, the same moves."""
    for number in range(GAMES):
        own = game_seed_of(1, number)
        game, chance = Game(rules, 1, own), Random(-own - 1)
        while not game.is_over:
            game.play(play_randomly(game, chance))


@contextmanager
def engine(name: str) -> Iterator[None]:
    """Play with `python`, or with the fast engine ("")."""
    os.environ[ENGINE_VARIABLE] = name
    try:
        yield
    finally:
        del os.environ[ENGINE_VARIABLE]


def simulations() -> list[Row]:
    """Random solo games of classic in Python: the bare loop, a simulation in this process, and in two."""
    layout = load("classic")
    rules, plan = Rules(layout), SimulationPlan(layout, 1, "random", 1, GAMES)
    with engine("python"), executor_for(2) as executor:
        found = task_medians(
            {"bare": lambda: bare(rules), "one": lambda: run(plan), "two": lambda: run(plan, executor)}, TURNS
        )
    one = found["one"] / found["bare"]
    two = found["two"] / found["one"]
    limit = round(MOST_FOR_TWO, 2) if available_jobs() > 1 else None
    return [
        Row(f"{GAMES} bare games of classic", found["bare"], 1.0),
        Row("the same simulated", found["one"], one, most_ratio=round(MOST_FOR_ONE, 2)),
        Row("in two processes, to one", found["two"], two, most_ratio=limit),
    ]


def fast_simulations() -> list[Row]:
    """Random solo games of every sheet in the fast engine, to Python, both counted."""
    if core().library is None:
        return []
    rows = []
    for sheet, path in {**shipped_layouts(), **shipped_variants()}.items():
        if sheet != "objectives":
            rows.append(_fast_row(sheet, str(path)))
    return rows


def two_processes() -> list[Row]:
    """Many random solo games of classic in the fast engine: in this process, in two, and in two that share nothing.

    Two cores that are one for the hardware, or that others use, show in the last row, too.
    """
    if core().library is None:
        return []
    plan = SimulationPlan(load("classic"), 1, "random", 1, FAST_GAMES)
    found = task_medians({"one": lambda: run(plan), "two": lambda: _in_two(plan), "apart": lambda: _apart(plan)}, TURNS)
    limits = (round(MOST_FOR_TWO_FAST, 4), MOST_BESIDE_APART) if available_jobs() > 1 else (None, None)
    return [
        Row(f"{FAST_GAMES} fast games of classic", found["one"], 1.0),
        Row("fast in two processes, to one", found["two"], found["two"] / found["one"], most_ratio=limits[0]),
        Row("the same, to two apart", found["two"], found["two"] / found["apart"], most_ratio=limits[1]),
        Row("two apart, to one", found["apart"], found["apart"] / found["one"]),
    ]


def _in_two(plan: SimulationPlan) -> None:
    with executor_for(2) as executor:
        run(plan, executor)


def _apart(plan: SimulationPlan) -> None:
    halves = [Process(target=run, args=(replace(plan, seed=seed, games=plan.games // 2),)) for seed in (1, 2)]
    for half in halves:
        half.start()
    for half in halves:
        half.join()


def _fast_row(sheet: str, path: str) -> Row:
    """Return the time of a thousand games in the fast engine, in seconds of this process, and its ratio to Python."""
    layout = load(path)
    times: dict[str, list[float]] = {"python": [], "": []}
    for turn in range(TURNS + 1):
        for name, own in times.items():
            plan = SimulationPlan(layout, 1, "random", 1, GAMES // 5 if name else 5 * GAMES)
            with engine(name):
                start = time.process_time()
                run(plan)
            if turn:
                own.append((time.process_time() - start) / plan.games)
    fast = median(times[""])
    return Row(f"1000 fast games of {sheet}", 1000 * fast, fast / median(times["python"]), most_ratio=MOST_FOR_FAST)
