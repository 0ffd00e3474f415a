"""What simulating costs beside the bare games, and what a second process brings."""

import time
from collections.abc import Callable
from random import Random
from statistics import median

from sheetgen.engine import Game, Rules
from sheetgen.lab.players import play_randomly
from sheetgen.lab.simulation import SimulationPlan, available_jobs, executor_for, game_seed_of, run
from sheetgen.layout import load
from tests.bench.measure import Row

GAMES, TURNS = 1_000, 5
# At least 70 % of the speed of the bare loop, and with two processes 1.7 times that of one.
MOST_FOR_ONE = 1 / 0.7
MOST_FOR_TWO = 1 / 1.7


def bare(rules: Rules) -> None:
    """The games of a simulation and nothing else: the same dice, the same moves."""
    for number in range(GAMES):
        own = game_seed_of(1, number)
        game, chance = Game(rules, 1, own), Random(-own - 1)
        while not game.is_over:
            game.play(play_randomly(game, chance))


def simulations() -> list[Row]:
    """Random solo games of classic: the bare loop, a simulation in this process, and in two."""
    layout = load("classic")
    rules, plan = Rules(layout), SimulationPlan(layout, 1, "random", 1, GAMES)
    with executor_for(2) as executor:
        tasks: dict[str, Callable[[], object]] = {
            "bare": lambda: bare(rules),
            "one": lambda: run(plan),
            "two": lambda: run(plan, executor),
        }
        times: dict[str, list[float]] = {name: [] for name in tasks}
        for turn in range(TURNS + 1):  # the first turn warms the caches of all processes
            for name, task in tasks.items():
                start = time.perf_counter()
                task()
                if turn:
                    times[name].append(time.perf_counter() - start)
    found = {name: median(own) for name, own in times.items()}
    one = found["one"] / found["bare"]
    two = found["two"] / found["one"]
    limit = MOST_FOR_TWO if available_jobs() > 1 else None
    return [
        Row(f"{GAMES} bare games of classic", found["bare"], 1.0),
        Row("the same simulated", found["one"], one, most_ratio=round(MOST_FOR_ONE, 2)),
        Row("in two processes, to one", found["two"], two, most_ratio=round(limit, 2) if limit else None),
    ]
