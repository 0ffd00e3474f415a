"""Ctrl-C ends every command within a second, even where Python cannot react to it, such as in a long call of C code."""

import os
import signal
import sys
import threading
import time
from typing import NoReturn

from sheetgen.files import remove_unfinished

EXIT_INTERRUPTED = 130  # as shells report Ctrl-C
PATIENCE = 0.7  # seconds that a command has to clean up by itself
_keeps_results = threading.Event()
_is_the_end = threading.Event()


def end_soon_after_interrupt() -> None:
    """Let Ctrl-C end this process soon.

    A command that ends by itself, because of the KeyboardInterrupt, is left alone. Otherwise files and folders that are
    not finished are removed, and the process ends with EXIT_INTERRUPTED, after `expect_interrupt` with 0. Where Ctrl-C
    is ignored, it stays ignored.
    """
    if os.name != "posix" or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)  # gets the number of each signal, at once
    threading.Thread(target=_end_after_interrupt, args=(reading,), daemon=True).start()


def end_at_once() -> NoReturn:
    """End this process after Ctrl-C: tidying up its memory, or waiting for its workers, could take seconds."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_exit_code())


def keep_results() -> None:
    """Let this command write what it has after Ctrl-C, however long that takes; a second Ctrl-C ends it."""
    _keeps_results.set()


def expect_interrupt() -> None:
    """Say that this command goes on until Ctrl-C: that is success, however long it takes to end."""
    _is_the_end.set()


def _end_after_interrupt(reading: int) -> None:
    _wait_for_interrupt(reading)
    time.sleep(PATIENCE)
    if _keeps_results.is_set():
        _wait_for_interrupt(reading)
    remove_unfinished()
    os._exit(_exit_code())


def _exit_code() -> int:
    return 0 if _is_the_end.is_set() else EXIT_INTERRUPTED


def _wait_for_interrupt(reading: int) -> None:
    while os.read(reading, 1) != bytes([signal.SIGINT]):
        pass
