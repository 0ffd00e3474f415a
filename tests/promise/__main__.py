"""`python -m tests.promise COUNT [FIRST]`: try so many layouts made by chance; exit with 1 if one fails.

A layout that breaks the promise of `check` is written to .fuzz/findings, with what failed in its first line.
"""

import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.promise.generate import KINDS
from tests.promise.promise import BrokenPromiseError, keeps_promise

FINDINGS = Path(".fuzz/findings")


def tried(kind: str, seed: int) -> str:
    """Return `refused`, `works`, or what failed."""
    text = KINDS[kind](seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chance.yaml"
        file.write_text(text, "utf-8")
        try:
            return "works" if keeps_promise(file, seed) else "refused"
        except BrokenPromiseError as error:
            FINDINGS.mkdir(parents=True, exist_ok=True)
            reason = " ".join(str(error).split())[:300]
            (FINDINGS / f"promise-{kind}-{seed}.yaml").write_text(f"# {reason}\n{text}", "utf-8")
            return f"FOUND {kind} {seed}: {reason}"


def main(count: int, first: int) -> int:
    """Try the layouts and print how many were refused, worked and failed, by kind; return the number of failures."""
    failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for kind in KINDS:
            seeds = range(first, first + count // len(KINDS))
            results = list(executor.map(tried, [kind] * len(seeds), seeds, chunksize=20))
            found = [result for result in results if result.startswith("FOUND")]
            failures += len(found)
            counts = Counter(result for result in results if not result.startswith("FOUND"))
            print(f"promise, {kind}: {len(results)} layouts, {counts['works']} work, {counts['refused']} refused")
            print(*found, sep="\n", end="\n" if found else "")
    return failures


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]] + [3000, 0][len(sys.argv) - 1 :]
    sys.exit(1 if main(*arguments[:2]) else 0)
