"""Measures programs side by side, so that a busy machine slows all of them alike."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

RUNS = 15


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, and what it may cost at most."""

    what: str
    seconds: float
    ratio: float  # to the yardstick of its benchmark
    most_seconds: float | None = None
    most_ratio: float | None = None

    @property
    def kept(self) -> bool:
        """Is it within its limits?"""
        return (self.most_seconds is None or self.seconds <= self.most_seconds) and (
            self.most_ratio is None or self.ratio <= self.most_ratio
        )

    @property
    def limit(self) -> str:
        """The limits in words."""
        words = []
        if self.most_ratio is not None:
            words.append(f"{self.most_ratio:g}x")
        if self.most_seconds is not None:
            words.append(f"{self.most_seconds * 1000:g} ms")
        return ", ".join(words) or "-"


def python(*arguments: str) -> list[str]:
    """The command that runs this Python."""
    return [sys.executable, *arguments]


def sheetgen(*arguments: str) -> list[str]:
    """The command that a user types, as installed beside this Python."""
    return [str(Path(sys.executable).with_name("sheetgen")), *arguments]


def medians(commands: Mapping[str, Sequence[str]], runs: int = RUNS) -> dict[str, float]:
    """The median time of each command, taking turns; one unmeasured turn warms the caches.

    Modules are compiled in that turn, as pip compiles them when it installs a wheel, also where an editable
    installation is told not to keep compiled modules.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    with compiled_modules():
        for turn in range(runs + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
                if turn:
                    times[name].append(time.perf_counter() - start)
    return {name: median(own) for name, own in times.items()}


@contextmanager
def compiled_modules() -> Iterator[None]:
    """Let Python programs keep compiled modules, as pip does when it installs a wheel, until the end of a block."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def task_medians(tasks: Mapping[str, Callable[[], object]], runs: int = RUNS) -> dict[str, float]:
    """The same for functions within this process."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(runs + 1):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            if turn:
                times[name].append(time.perf_counter() - start)
    return {name: median(own) for name, own in times.items()}


@contextmanager
def metered(times: list[float]) -> Iterator[None]:
    """Add the CPU seconds that all processes below this one take meanwhile to a list."""
    before = cpu_seconds()
    yield
    times.append(cpu_seconds() - before)


def cpu_seconds() -> float:
    """The CPU seconds of all processes below this one, with those of children that have ended."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))

    def is_ours(pid: int) -> bool:
        while pid > 1:
            pid = parents.get(pid, 0)
            if pid == os.getpid():
                return True
        return False

    return sum(number for pid, number in ticks.items() if is_ours(pid)) / os.sysconf("SC_CLK_TCK")
