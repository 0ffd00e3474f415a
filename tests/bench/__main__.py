"""Runs every benchmark and prints one table; the exit code is 1 if a limit is not kept."""

import sys
from collections.abc import Callable

from tests.bench.book import books
from tests.bench.browser import in_browser
from tests.bench.drawing import sheets
from tests.bench.engine import games
from tests.bench.lab import fast_simulations, simulations
from tests.bench.measure import Row
from tests.bench.press import pads
from tests.bench.site import site
from tests.bench.startup import startup
from tests.bench.studio import editing

# Add a benchmark by adding its function here.
BENCHMARKS: list[Callable[[], list[Row]]] = [
    startup,
    games,
    simulations,
    fast_simulations,
    sheets,
    pads,
    books,
    site,
    editing,
    in_browser,
]


def main() -> int:
    """Measure, print, judge."""
    print(f"{'what':<32} {'median':>10} {'ratio':>8}   limit")
    kept = True
    for benchmark in BENCHMARKS:
        for row in benchmark():
            verdict = "" if row.kept else "   TOO SLOW"
            print(f"{row.what:<32} {row.seconds * 1000:>7.1f} ms {row.ratio:>7.3f}x   {row.limit}{verdict}")
            kept = kept and row.kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
