"""The desk: a worker process that checks, draws and plays, with limits, and is replaced when it does not come back."""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from sheetgen.studio.worker import READY

Answer = dict[str, Any]
PACKAGE = Path(__file__).resolve().parents[1]
STARTING = 30.0  # seconds that a worker may need on a busy machine until it is ready for its first job


class JobError(ValueError):
    """A job that could not be done, in one line."""


class Desk:
    """One worker process and the jobs that are given to it, one after the other."""

    def __init__(self, name: str, megabytes: int) -> None:
        self.name, self._megabytes = name, megabytes
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._ready = False

    def start(self) -> None:
        """Start the worker, so that the first job need not wait for it."""
        with self._lock:
            self._running()

    def ask(self, job: str, data: Answer, seconds: float) -> Answer:
        """Have a job done; raise JobError if it cannot be done within so many seconds."""
        with self._lock:
            process = self._running()
            assert process.stdin is not None
            line = json.dumps({"job": job, "seconds": seconds, "data": data}).encode() + b"\n"
            try:
                process.stdin.write(line)
                process.stdin.flush()
                if not self._ready:  # the time that it takes to start is none of the job's
                    self._ready = self._answers.get(timeout=STARTING) == READY
                answer = self._answers.get(timeout=seconds) if self._ready else b""
            except queue.Empty:
                self._stop()
                self._running()
                raise JobError(f"stopped: this takes longer than {seconds:g} seconds") from None
            except OSError:
                answer = b""
            if not answer:
                self._stop()
                self._running()
                raise JobError(f"stopped: this needs more than {self._megabytes} MB of memory, or too much time")
        told: Answer = json.loads(answer)
        if "error" in told:
            raise JobError(str(told["error"]))
        return told

    def stop(self) -> None:
        """End the worker."""
        with self._lock:
            self._stop()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._stop()
        if self._process is None:
            self._process = subprocess.Popen(
                # -P: a file of somebody's folder that is called like a module must not be taken for it.
                [sys.executable, "-P", "-m", "sheetgen.studio.worker", str(self._megabytes)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(_places())},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self._answers, self._ready = queue.Queue(), False
            threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:
                        continue


def _places() -> list[str]:
    """Where a worker finds what this process has found, but for the folder that one happens to be in."""
    return [str(PACKAGE.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]


def _listen(process: "subprocess.Popen[bytes]", answers: "queue.Queue[bytes]") -> None:
    """Pass on every line of a worker; an empty one says that it has ended."""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            answers.put(line)
    except (OSError, ValueError):  # closed while we listened
        pass
    answers.put(b"")
