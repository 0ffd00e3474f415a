"""Pools of worker processes that end with the process that started them."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def process_pool(
    workers: int, *, ignore_sigint: bool = False, prepare: Callable[[], object] | None = None
) -> ProcessPoolExecutor:
    """Return an executor of `workers` processes, which end with the process that started them, even if it is killed.

    Ctrl-C ends them without a word. With `ignore_sigint` only the process that started them reacts to it. `prepare` is
    called in each process before its first task; it must be possible to pickle it.
    """
    # On Linux, Python 3.14 would start them from a server process: they would not be ours, nor know what we know.
    context = get_context("fork" if sys.platform == "linux" else None)
    return _Pool(workers, context, initializer=_initialize, initargs=(ignore_sigint, prepare))


class _Pool(ProcessPoolExecutor):
    """Starts its processes in `submit`: Ctrl-C waits in each of them until it knows what to do with it."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        with _sigint_waits():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _sigint_waits() -> Iterator[None]:
    """Hold Ctrl-C back meanwhile, also in processes that are started; they let it in by `_initialize`."""
    change_mask: Any = getattr(signal, "pthread_sigmask", None)  # Windows has none
    if change_mask is None:
        yield
        return
    before = change_mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        change_mask(signal.SIG_SETMASK, before)


def _initialize(ignore_sigint: bool, prepare: Callable[[], object] | None) -> None:
    signal.set_wakeup_fd(-1)  # a signal for this process is none for the one that started it
    signal.signal(signal.SIGINT, signal.SIG_IGN if ignore_sigint else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _exit_with_parent() -> None:
    """Wait until the parent process ends, then end this one, which would otherwise wait for work without end."""
    parent = parent_process()
    if parent is None:
        raise RuntimeError("this is not a process of a pool: it has no parent to wait for")
    parent.join()
    os._exit(1)
