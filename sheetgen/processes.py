"""Pools of worker processes that end with the process that started them."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process


def process_pool(workers: int, *, ignore_sigint: bool = False) -> ProcessPoolExecutor:
    """Return an executor of `workers` processes, which end with the process that started them, even if it is killed.

    With `ignore_sigint` they ignore Ctrl-C, so that only the process that started them reacts to it.
    """
    return ProcessPoolExecutor(workers, initializer=_initialize, initargs=(ignore_sigint,))


def _initialize(ignore_sigint: bool) -> None:
    if ignore_sigint:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Wait until the parent process ends, then end this one, which would otherwise wait for work without end."""
    parent = parent_process()
    if parent is None:
        raise RuntimeError("this is not a process of a pool: it has no parent to wait for")
    parent.join()
    os._exit(1)
