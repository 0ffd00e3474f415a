"""The limits of a single input: processor time and memory."""

import resource
import time
from collections.abc import Callable

SECONDS = 2.0
MEGABYTES = 500


class TooMuchError(AssertionError):
    """An input that takes too long or too much memory."""


def guarded(
    target: Callable[[bytes], None], data: bytes, *, seconds: float = SECONDS, megabytes: float = MEGABYTES
) -> None:
    """Run a target on an input; raise what it raises, or TooMuchError."""
    before, began = _most_megabytes(), time.process_time()
    target(data)
    took, grown = time.process_time() - began, _most_megabytes() - before
    if took > seconds:
        raise TooMuchError(f"{took:.1f} s")
    if grown > megabytes:
        raise TooMuchError(f"{grown:.0f} MB")


def _most_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
