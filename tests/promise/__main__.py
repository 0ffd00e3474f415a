"""`python -m tests.promise COUNT [FIRST] [--processes N]`: try layouts made by chance; exit with 1 if one fails.

A layout that breaks the promise of `check` is written to .fuzz/findings, with what failed in its first line. Each line
of progress says with which arguments a run that was ended goes on.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from tests.promise.generate import KINDS
from tests.promise.promise import BrokenPromiseError, keeps_promise

FINDINGS = Path(".fuzz/findings")
SEEDS = 100  # between two lines of progress; each seed makes a layout of each kind
MOST_SECONDS = 60  # of CPU for one layout


class TooSlowError(BrokenPromiseError):
    """A layout that takes longer than anyone would wait."""


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlowError(f"takes more than {MOST_SECONDS} CPU seconds")


def tried(kind: str, seed: int) -> str:
    """Return `refused`, `works`, or what failed."""
    text = KINDS[kind](seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chance.yaml"
        file.write_text(text, "utf-8")
        try:
            signal.signal(signal.SIGVTALRM, _too_slow)
            signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
            return "works" if keeps_promise(file, seed) else "refused"
        except BrokenPromiseError as error:
            reason = " ".join(str(error).split())[:300]
        except Exception as error:  # of `check` itself, which must not fail
            reason = " ".join(f"check: {type(error).__name__}: {error}".split())[:300]
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    FINDINGS.mkdir(parents=True, exist_ok=True)
    (FINDINGS / f"promise-{kind}-{seed}.yaml").write_text(f"# {reason}\n{text}", "utf-8")
    return f"FOUND {kind} {seed}: {reason}"


def main(count: int, first: int, processes: int) -> int:
    """Try the layouts, print after each block of seeds how it went, then the sums by kind; return how many failed."""
    sums: Counter[tuple[str, str]] = Counter()
    last = first + count // len(KINDS)
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(processes)) if processes > 1 else None
        for start in range(first, last, SEEDS):
            seeds = range(start, min(start + SEEDS, last))
            began = time.monotonic()
            pairs = [(kind, seed) for kind in KINDS for seed in seeds]
            run: Callable[..., Iterable[str]] = map if pool is None else pool.map
            found = []
            for (kind, _), result in zip(pairs, run(tried, *zip(*pairs, strict=True)), strict=True):
                sums[kind, "found" if result.startswith("FOUND") else result] += 1
                found += [result] if result.startswith("FOUND") else []
            print(*found, sep="\n", end="\n" if found else "")
            rest = (last - seeds.stop) * len(KINDS)
            print(
                f"promise: seeds {start} to {seeds.stop - 1}, {time.monotonic() - began:.0f} s, {len(found)} found; "
                f"to go on: {rest} {seeds.stop}",
                flush=True,
            )
    for kind in KINDS:
        works, refused, failed = (sums[kind, what] for what in ("works", "refused", "found"))
        print(f"promise, {kind}: {works + refused + failed} layouts, {works} work, {refused} refused, {failed} found")
    return sum(number for (_, what), number in sums.items() if what == "found")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.promise")
    parser.add_argument("count", type=int, nargs="?", default=3000)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    sys.exit(1 if main(options.count, options.first, options.processes) else 0)
