"""Where games are played: in this process, in several, or on a cluster; all of them as executors."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from sheetgen.errors import SheetgenError
from sheetgen.processes import process_pool

CONNECT = 5  # seconds until a scheduler counts as not there


class ClusterError(SheetgenError, RuntimeError):
    """The cluster cannot be used: its client is not installed, or nobody answers."""


def available_jobs() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def machine(jobs: int, cluster: str | None = None) -> Iterator[Executor | None]:
    """An executor for so many processes, or for the cluster at an address; None is this process."""
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        with _processes(jobs) as executor:
            yield executor


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    # Ctrl-C reaches all processes of a terminal; only the first one shall answer.
    executor = process_pool(jobs, ignore_sigint=True)
    before = set(multiprocessing.active_children())
    try:
        yield executor
    except BaseException:
        # A game may take long, or never end: whoever stops does not wait for it. Nothing is cancelled: the pool itself
        # gives up what its lost processes owe, and would trip over futures that were cancelled meanwhile.
        for child in set(multiprocessing.active_children()) - before:
            child.kill()
        executor.shutdown(wait=False)
        raise
    executor.shutdown()


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ClusterError("--cluster needs Dask: pip install 'sheetgen[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(f"no Dask scheduler answers at {address}: {reason}") from None
    try:
        # A batch whose worker is lost is played again elsewhere; its games are the same wherever they are played.
        yield client.get_executor(pure=False, retries=3)
    except Exception as error:
        if type(error).__module__.partition(".")[0] in ("distributed", "dask", "tornado"):
            raise ClusterError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from None
        raise
    finally:
        client.close()
