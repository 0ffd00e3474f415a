"""Programs that look at results with other eyes; a test that needs a missing one is left out."""

import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from sheetgen.engine.fast.core import core

needs_core = pytest.mark.skipif(core().library is None, reason=core().reason)  # where C code plays

Test = TypeVar("Test", bound=Callable[..., Any])


def needs(program: str) -> Callable[[Test], Test]:
    """Leave a test out where a program is not installed; it runs in `make test-all` alone."""
    missing = pytest.mark.skipif(
        shutil.which(program) is None, reason=f"{program} is not installed: `make programs` tells how"
    )

    def decorate(test: Test) -> Test:
        decorated: Test = pytest.mark.full(missing(test))
        return decorated

    return decorate


def complaints(*command: str | Path, codes: Sequence[int] = (0,)) -> str:
    """All that a program says about a file; a failure is a complaint as well."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    said = done.stdout + done.stderr
    return said if done.returncode in codes else f"{said}\n{command[0]} ended with {done.returncode}"


def can_be_interrupted() -> None:
    """For a process that a test sends Ctrl-C to: one that was started in the background would ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
