"""The worker process: limits of time and memory, and what comes after."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen.resources import shipped_layouts
from sheetgen.studio.desk import Desk, JobError

TEXT = shipped_layouts()["classic"].read_text("utf-8")
JOB = {"folder": str(Path.cwd()), "name": "mine.yaml", "text": TEXT}


@pytest.fixture
def desk() -> Iterator[Desk]:
    own = Desk("desk", 1_500)
    yield own
    own.stop()


def test_a_job_that_takes_too_long_is_stopped_and_the_next_one_is_done(desk: Desk) -> None:
    with pytest.raises(JobError, match=r"longer than 0\.001 seconds"):
        desk.ask("draw", JOB, 0.001)
    assert desk.ask("draw", JOB, 30)["pages"]


def test_a_worker_that_dies_is_replaced(desk: Desk) -> None:
    assert desk.ask("draw", JOB, 30)["pages"]
    assert desk._process is not None
    desk._process.kill()
    desk._process.wait()
    assert desk.ask("draw", JOB, 30)["pages"]


def test_a_worker_has_only_so_much_memory() -> None:
    small = Desk("small", 30)
    try:
        with pytest.raises(JobError, match="30 MB"):
            small.ask("draw", JOB, 30)
    finally:
        small.stop()


def test_a_job_that_fails_says_so_in_one_line(desk: Desk) -> None:
    with pytest.raises(JobError, match=r"^this failed: KeyError: 'nothing'$"):
        desk.ask("nothing", JOB, 30)
    assert desk.ask("draw", JOB, 30)["pages"]
