"""The worker process: limits of time and memory, and what comes after."""

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen.resources import shipped_layouts
from sheetgen.studio.service import JobError
from sheetgen.studio.worker import WorkerProcess
from tests.studio.screen import LIMIT

TEXT = shipped_layouts()["classic"].read_text("utf-8")
JOB = {"folder": str(Path.cwd()), "name": "mine.yaml", "text": TEXT}


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    process = WorkerProcess(1_500)
    yield process
    process.close()


def test_a_job_that_takes_too_long_is_stopped_and_the_next_one_is_done(worker: WorkerProcess) -> None:
    with pytest.raises(JobError, match=r"longer than 0\.001 seconds"):
        worker.run("draw", JOB, 0.001)
    assert worker.run("draw", JOB, LIMIT)["pages"]


def test_time_in_which_the_machine_does_something_else_does_not_count(worker: WorkerProcess) -> None:
    limit = 3.0  # seconds of CPU time, ten times as much as a drawing takes
    assert worker.run("draw", JOB, LIMIT)["pages"]
    assert worker._worker is not None
    process = worker._worker.process
    process.send_signal(signal.SIGSTOP)
    go_on = threading.Timer(1.2 * limit, process.send_signal, [signal.SIGCONT])
    go_on.start()
    try:
        assert worker.run("draw", JOB, limit)["pages"]
    finally:
        go_on.cancel()
        process.send_signal(signal.SIGCONT)


def test_nor_does_it_count_before_the_first_job(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 3.0  # seconds of CPU time, several times as much as the start takes
    monkeypatch.setattr("sheetgen.studio.worker.START_SECONDS", limit)
    worker = WorkerProcess(1_500, in_background=True)
    worker.start()
    assert worker._worker is not None
    process = worker._worker.process
    process.send_signal(signal.SIGSTOP)
    go_on = threading.Timer(1.2 * limit, process.send_signal, [signal.SIGCONT])
    go_on.start()
    try:
        assert worker.run("draw", JOB, LIMIT)["pages"]
    finally:
        go_on.cancel()
        worker.close()


def test_games_without_end_are_ended_and_the_next_ones_are_played(worker: WorkerProcess) -> None:
    job = {**JOB, "wish": {"what": "quick"}}
    with pytest.raises(JobError, match=r"longer than 0\.001 seconds"):
        worker.run("figures", job, 0.001)
    answer = worker.run("figures", job, LIMIT)
    assert answer["played"] > 0
    assert worker.run("more figures", {"run": answer["run"], "name": "mine.yaml"}, LIMIT)["run"] == answer["run"]


def test_a_worker_that_dies_is_replaced(worker: WorkerProcess) -> None:
    assert worker.run("draw", JOB, LIMIT)["pages"]
    assert worker._worker is not None
    worker._worker.process.kill()
    worker._worker.process.wait()
    assert worker.run("draw", JOB, LIMIT)["pages"]


def test_a_worker_has_only_so_much_memory() -> None:
    small = WorkerProcess(30)
    try:
        with pytest.raises(JobError, match="30 MB"):
            small.run("draw", JOB, LIMIT)
    finally:
        small.close()


def test_a_job_that_fails_says_so_in_one_line(worker: WorkerProcess) -> None:
    with pytest.raises(JobError, match=r"^this failed: KeyError: 'nothing'$"):
        worker.run("nothing", JOB, LIMIT)
    assert worker.run("draw", JOB, LIMIT)["pages"]
