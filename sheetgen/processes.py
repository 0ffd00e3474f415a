"""Processes side by side, which end with the one that started them."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process


def side_by_side(workers: int, *, deaf: bool = False) -> ProcessPoolExecutor:
    """So many processes to hand work to; deaf ones leave Ctrl-C to the one that started them."""
    return ProcessPoolExecutor(workers, initializer=_begin, initargs=(deaf,))


def _begin(deaf: bool) -> None:
    if deaf:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Whoever is killed cannot say goodbye; those it leaves behind would wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "only a process that another one started comes here"
    parent.join()
    os._exit(1)
