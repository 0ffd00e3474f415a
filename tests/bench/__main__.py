"""Runs every benchmark and prints one table; the exit code is 1 if a limit is not kept.

`python -m tests.bench two_processes pads` runs some of them, by the names of their functions.
"""

import sys
from collections.abc import Callable

from tests.bench.book import books
from tests.bench.browser import in_browser
from tests.bench.drawing import sheets
from tests.bench.engine import games
from tests.bench.lab import fast_simulations, simulations, two_processes
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
    two_processes,
    sheets,
    pads,
    books,
    site,
    editing,
    in_browser,
]


def main() -> int:
    """Measure, print, judge."""
    names = {benchmark.__name__: benchmark for benchmark in BENCHMARKS}
    unknown = [name for name in sys.argv[1:] if name not in names]
    if unknown:
        print(f"there is no benchmark {', '.join(unknown)}: {', '.join(names)}")
        return 2
    print(f"{'what':<32} {'median':>10} {'ratio':>8}   limit")
    kept = True
    for benchmark in map(names.__getitem__, sys.argv[1:] or names):
        for row in benchmark():
            verdict = "" if row.kept else "   TOO SLOW"
            print(f"{row.what:<32} {row.seconds * 1000:>7.1f} ms {row.ratio:>7.3f}x   {row.limit}{verdict}")
            kept = kept and row.kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
