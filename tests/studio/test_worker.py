"""The worker process: limits of time and memory, and what comes after."""

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
