"""How fast random solo games are played, against a fixed piece of plain Python in the same run.

`games` belongs into the table of `python -m tests.bench`; `python -m tests.bench.engine` prints games per second.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from sheetgen.engine import Game, Rules
from sheetgen.layout import load
from tests.bench.measure import Row

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")
GAMES = 200
TURNS = 5
# What 200 warm games may cost, in calibration loops. About twice what was measured, so that only real losses fail.
MOST_RATIO = {"classic": 6, "double": 8, "cubed": 10, "deluxe": 6, "mix": 13}


def calibration() -> int:
    """A million lookups and additions: the yardstick, about the kind of work that the engine does."""
    table = {i: i & 7 for i in range(1024)}
    total = 0
    for i in range(1_000_000):
        total += table[i & 1023]
    return total


def play(rules: Rules | str, seed: int) -> Game:
    """One game alone: any legal move, but nothing waived that could be marked."""
    game, random = Game(rules, 1, seed), Random(seed).random
    while not game.is_over:
        moves = game.legal_moves()
        kinds = {move.kind for move in moves}
        if "take" in kinds or "extra" in kinds or "also" in kinds:
            moves = [move for move in moves if move.kind not in ("pass", "done")]
        game.play(moves[int(random() * len(moves))])
    return game


def play_many(rules: Rules | str, games: int = GAMES) -> None:
    """Games with the seeds from 0 on."""
    for seed in range(games):
        play(rules, seed)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(games: int = GAMES, turns: int = TURNS) -> dict[str, float]:
    """Median seconds of the calibration loop, and of so many games per sheet, cold and warm, taking turns.

    Cold means rules just compiled, with nothing remembered; compiling itself is not counted. Warm games meet
    situations that were met before.
    """
    layouts = {sheet: load(sheet) for sheet in SHEETS}
    times: dict[str, list[float]] = {}
    for _ in range(turns):
        times.setdefault("calibration loop", []).append(seconds(calibration))
        for sheet, layout in layouts.items():
            rules = Rules(layout)
            for state in ("cold", "warm"):
                times.setdefault(f"{sheet}, {state}", []).append(seconds(partial(play_many, rules, games)))
    return {what: median(own) for what, own in times.items()}


def games() -> list[Row]:
    """The rows for the table of all benchmarks: 200 games of each sheet, cold and warm."""
    found = measure()
    yardstick = found.pop("calibration loop")
    rows = [Row("calibration loop", yardstick, 1.0)]
    for what, taken in found.items():
        sheet, _, state = what.partition(", ")
        limit = MOST_RATIO[sheet] if state == "warm" else None
        rows.append(Row(f"{GAMES} games of {what}", taken, taken / yardstick, most_ratio=limit))
    return rows


def main() -> int:
    """Print games per second, and games per calibration loop."""
    found = measure()
    yardstick = found.pop("calibration loop")
    print(f"calibration loop {yardstick * 1000:.1f} ms")
    print(f"{'solo games':<16} {'per second':>10} {'per loop':>10}")
    for what, taken in found.items():
        print(f"{what:<16} {GAMES / taken:>10.0f} {GAMES * yardstick / taken:>10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
