"""A real Dask scheduler with workers in processes of their own; one of them is killed in the middle."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sheetgen.errors import WrongValueError
from sheetgen.lab.simulation import GAMES_PER_BATCH, SimulationPlan, executor_for, run
from sheetgen.layout import Layout
from tests.lab.conftest import Done

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'sheetgen[cluster]'")
# What Dask warns about while it loses a worker on purpose is not ours.
pytestmark = pytest.mark.filterwarnings("default")

BOTS = Path(__file__).with_name("bots.py")
START = 300  # seconds


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self._start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        options = (self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.workers = [self._start("worker", *options) for _ in "ab"]

    def _start(self, kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments]
        with (self.folder / f"{kind}-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        self.processes.append(process)
        return process

    def wait_for_workers(self) -> None:
        from distributed import Client

        connect: Any = Client  # it has no types
        with connect(self.address, timeout=START, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=START)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    try:
        started.wait_for_workers()
        yield started
    finally:
        started.stop()


@pytest.mark.full
def test_a_worker_killed_in_the_middle_changes_nothing(cluster: Cluster, classic: Layout) -> None:
    plan = SimulationPlan(classic, 1, f"{BOTS}:slow", seed=9, games=12 * GAMES_PER_BATCH)
    here = run(SimulationPlan(classic, 1, f"{BOTS}:first", seed=9, games=12 * GAMES_PER_BATCH))
    done = []

    def kill_one(games: int) -> None:
        done.append(games)
        if len(done) == 3:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    with executor_for(1, cluster.address) as executor:
        there = run(plan, executor, kill_one)
    assert cluster.workers[0].wait(120) == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert len(done) == 12
    assert there == here


@pytest.mark.full
def test_batches_of_the_fast_engine(cluster: Cluster, classic: Layout) -> None:
    batch = SimulationPlan(classic, 2, "random", seed=9, games=1).games_per_batch
    plan = SimulationPlan(classic, 2, "random", seed=9, games=5 * batch + 7)
    done: list[int] = []
    with executor_for(1, cluster.address) as executor:
        there = run(plan, executor, done.append)
    assert sorted(done) == [7, *[batch] * 5]
    assert there == run(plan)


@pytest.mark.parametrize("address", ["xx", "nonsense://x:1", "tcp://", "tcp://host"])
def test_an_address_that_is_none_is_told(address: str, sheetgen: Callable[..., Done]) -> None:
    with pytest.raises(WrongValueError, match=f"'{address}' is no address of a Dask"), executor_for(1, address):
        pass
    done = sheetgen("simulate", "classic", "--bot", "random", "--cluster", address)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
