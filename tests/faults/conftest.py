"""Shared by the tests of faults."""

import os
import sys
from collections.abc import Iterator

import pytest

from tests.faults.nursery import Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Children of one process, for all tests."""
    if sys.platform != "linux" or not hasattr(os, "memfd_create"):
        pytest.skip("processes are killed from within, which is done on Linux only")
    own = Nursery()
    yield own
    own.close()
