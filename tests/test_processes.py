"""Ctrl-C that meets a worker process before it is ready: no traceback."""

import signal
import subprocess
import sys

import pytest

# Each worker gets the signal when it has been started, before it is initialized.
CODE = """
import os, signal
from concurrent.futures.process import BrokenProcessPool
from sheetgen import processes
initialize = processes._initialize
def interrupted(*how):
    os.kill(os.getpid(), signal.SIGINT)
    initialize(*how)
processes._initialize = interrupted
with processes.process_pool(2, ignore_sigint={ignores}) as pool:
    try:
        print(*pool.map(abs, [-1, -2, -3]))
    except BrokenProcessPool:
        print("ended")
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has other signals")
@pytest.mark.parametrize(("ignores", "expected"), [(True, "1 2 3"), (False, "ended")])
def test_ctrl_c_before_a_worker_is_ready(ignores: bool, expected: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", CODE.format(ignores=ignores)], capture_output=True, text=True, check=False
    )
    assert result.stdout.splitlines() == [expected, "False"]
    assert result.stderr == ""
