"""Worker processes, which check, draw and play layouts under limits of time and memory: both sides of the worker.

The studio writes one JSON object a line, `{"job", "seconds", "data"}`; the worker first writes `READY`, then one line
of JSON for each job. A worker that does not answer in time, or runs out of memory, is replaced by a new one.
"""

import gc
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sheetgen.studio.service import JobError

Data = dict[str, Any]
READY = b"ready\n"
IN_BACKGROUND = "in-background"
BACKGROUND_NICENESS = 10  # of a process that others come before
HAS_TIMER = hasattr(signal, "setitimer")  # of CPU time; Windows has none
PATIENCE = 10 if HAS_TIMER else 1  # seconds by the clock for each second of CPU time that a job may take
BACKGROUND_PATIENCE = 100 if HAS_TIMER else 1  # on a busy machine it gets a tenth of what another process gets
OUT_OF_TIME = -signal.SIGPROF if HAS_TIMER else None  # how a process ends whose timer has run out
START_SECONDS = 30.0  # of CPU time, within which a worker must be ready for its first job
_PACKAGE = Path(__file__).resolve().parents[1]


# The side of the studio


@dataclass
class _RunningWorker:
    """A worker process with its pipes; in the queue `lines`, an empty line says that the worker has ended."""

    process: "subprocess.Popen[bytes]"
    requests: IO[bytes]
    answers: IO[bytes]
    lines: "queue.Queue[bytes]"
    is_ready: bool = False

    def read_lines(self) -> None:
        """Put every line of the worker into the queue, until it ends; runs in a thread of its own."""
        try:
            for line in self.answers:
                self.lines.put(line)
        except (OSError, ValueError):  # the pipe was closed meanwhile
            pass
        self.lines.put(b"")


class WorkerProcess:
    """Runs jobs in one worker process, one after the other; the process is replaced when it fails."""

    def __init__(self, megabytes: int, *, in_background: bool = False) -> None:
        """`in_background`: other processes come first, if the system can do that."""
        self._megabytes, self._options = megabytes, [IN_BACKGROUND] if in_background else []
        self._patience = BACKGROUND_PATIENCE if in_background else PATIENCE
        self._lock = threading.Lock()
        self._worker: _RunningWorker | None = None

    def start(self) -> None:
        """Start the process, so that the first job does not wait for it."""
        with self._lock:
            self._ensure_running()

    def run(self, job: str, data: Data, seconds: float) -> Data:
        """Return the answer to a job; raise JobError if the job fails, or takes more than `seconds` of CPU time.

        By the clock it may take many times as long: on a busy machine a job does not get the whole time.
        """
        line = json.dumps({"job": job, "seconds": seconds, "data": data}).encode() + b"\n"
        with self._lock:
            worker = self._ensure_running()
            try:
                worker.requests.write(line)
                worker.requests.flush()
                if not worker.is_ready:  # the time that the process needs to start does not count for the job
                    worker.is_ready = worker.lines.get(timeout=START_SECONDS * self._patience) == READY
                answer = worker.lines.get(timeout=seconds * self._patience) if worker.is_ready else b""
                is_late = False
            except queue.Empty:
                answer, is_late = b"", True
            except OSError:
                answer, is_late = b"", False
            if not answer:
                self._stop()
                self._ensure_running()
                if is_late or worker.process.returncode == OUT_OF_TIME:
                    raise JobError(f"stopped: this takes longer than {seconds:g} seconds")
                raise JobError(f"stopped: this needs more than {self._megabytes} MB of memory, or too much time")
        result: Data = json.loads(answer)
        if "error" in result:
            raise JobError(str(result["error"]))
        return result

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _ensure_running(self) -> _RunningWorker:
        """Return the running worker; start one if there is none, or if it has ended."""
        if self._worker is not None and self._worker.process.poll() is None:
            return self._worker
        self._stop()
        process = subprocess.Popen(
            # -P: a file in the user's folder that is called like a module must not be imported instead of it.
            [sys.executable, "-P", "-m", "sheetgen.studio.worker", str(self._megabytes), *self._options],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(_import_paths())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("a process was started with pipes but has none")
        self._worker = worker = _RunningWorker(process, process.stdin, process.stdout, queue.Queue())
        threading.Thread(target=worker.read_lines, daemon=True).start()
        return worker

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.process.kill()
        worker.process.wait()
        for stream in (worker.requests, worker.answers):
            try:
                stream.close()
            except OSError:
                continue


def _import_paths() -> list[str]:
    """Return the folders from which a worker imports modules: as this process, but never the current folder."""
    return [str(_PACKAGE.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]


# The side of the worker


def main() -> None:
    """Read jobs from stdin and write answers to stdout, until stdin ends.

    The first argument is the limit of memory in MB; with a second one, `in-background`, other processes come first.
    """
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # so that nothing that is printed gets between the answers
    _limit_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    _set_timer(START_SECONDS)
    if IN_BACKGROUND in sys.argv and hasattr(os, "nice"):  # Windows has none
        os.nice(BACKGROUND_NICENESS)
    gc.disable()  # imports leave no garbage: looking for it takes a tenth of the time to start
    from sheetgen.drawing.text import font_face
    from sheetgen.resources import FONT_FILES
    from sheetgen.studio.jobs import run_job

    for name in FONT_FILES:  # the first drawing needs them all
        font_face(name)
    gc.freeze()
    gc.enable()
    _set_timer(0)
    answers.write(READY)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        _set_timer(request["seconds"])
        try:
            answer = run_job(request["job"], request["data"])
        except MemoryError:
            os._exit(1)  # this process may be in a broken state: the studio starts a new one
        except RecursionError:
            answer = {"error": "this is nested too deeply"}
        except Exception as error:
            answer = {"error": f"this failed: {type(error).__name__}: {' '.join(str(error).split())[:300]}"}
        _set_timer(0)
        answers.write(json.dumps(answer).encode() + b"\n")


def _set_timer(seconds: float) -> None:
    """End this process after so many more seconds of CPU time, even if the studio has ended; 0 is never."""
    if HAS_TIMER:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory(megabytes: int) -> None:
    """Limit the memory of this process in MB, if the system can; 0 is no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000,) * 2)


if __name__ == "__main__":
    main()
