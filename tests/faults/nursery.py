"""A process from which others are forked that have everything imported, and that end themselves where they are told to.

Every child runs the real command. A hook that Python calls before whatever touches the disk counts, and at the wanted
moment the child kills itself as `kill -9` would: nothing is flushed, no `finally` runs.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.cli import main

WARM_UP = (
    ("sheet", "classic", "-o"),
    ("sheet", "classic", "--format", "svg", "-o"),
    ("sheet", "classic", "--format", "png", "-o"),
    ("pad", "classic", "--sheets", "1", "-o"),
    ("pad", "classic", "--sheets", "1", "--profile", "press-x4", "-o"),
    ("simulate", "classic", "--games", "20", "--jobs", "1", "--bot", "random", "--report"),
)
EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.truncate", "os.utime"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(frozen=True)
class Ended:
    """How a child came to its end."""

    status: int  # the exit code, or minus the signal
    moments: int  # how often it touched the disk in the folder that is watched
    out: str
    err: str


class Nursery:
    """Starts children from a process that stays."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.faults.nursery"]
        root = Path(__file__).parents[2]
        self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(
        self,
        *arguments: str | Path,
        folder: Path,
        kill_at: int = 0,
        code: str = "",
        limit: int = 0,
        powerless: bool = False,
        variables: dict[str, str] | None = None,
    ) -> Ended:
        """Run `sheetgen …` (or code) in a folder; kill it before it touches the folder for the n-th time.

        `powerless`: root may write only what the rights of files allow to their owner, as all others.
        """
        asked = {
            "arguments": list(map(str, arguments)), "folder": str(folder), "kill": kill_at, "code": code,
            "limit": limit, "powerless": powerless, "variables": variables or {},
        }  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Ended(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=120)
        self._process.stdout.close()


def _main() -> None:
    """Run all commands once, so that everything is imported, then fork for every line."""
    with tempfile.TemporaryDirectory() as folder:
        for number, command in enumerate(WARM_UP):
            with redirect_stdout(sys.stderr):
                sys.argv = ["sheetgen", *command, f"{folder}/{number}.pdf"]
                main()
    for line in sys.stdin:
        asked = json.loads(line)
        told, tell = os.pipe()
        out, err = os.memfd_create("out"), os.memfd_create("err")
        child = os.fork()
        if child == 0:
            os.close(told)
            os.dup2(out, 1)
            os.dup2(err, 2)
            _child(asked, tell)
        os.close(tell)
        with os.fdopen(told, "rb") as stream:
            moments = len(stream.read())
        _, status = os.waitpid(child, 0)
        answer = {"status": os.waitstatus_to_exitcode(status), "moments": moments, "out": _all(out), "err": _all(err)}
        print(json.dumps(answer), flush=True)


def _all(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    with os.fdopen(handle, "rb") as stream:
        return stream.read().decode()


def _child(asked: dict[str, Any], tell: int) -> None:
    os.chdir(asked["folder"])
    os.environ.update(asked["variables"])
    if asked["limit"]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["limit"],) * 2)
    if asked["powerless"]:
        _give_up_powers()
    _watch(asked["folder"], asked["kill"], tell)
    sys.argv = ["sheetgen", *asked["arguments"]]
    code: Any = 0
    try:
        if asked["code"]:
            exec(asked["code"], {})
        else:
            main()
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def _give_up_powers() -> None:
    """Let root obey the rights of files as their owner has to; nobody else has such powers (capabilities)."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # the third version of the call; this process
    none = (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, none):
        raise OSError(ctypes.get_errno(), "capabilities cannot be given up")


def _watch(folder: str, kill_at: int, tell: int) -> None:
    """Count what is done to the folder; end the process at the wanted moment."""
    moments = 0

    def hook(event: str, details: Sequence[Any]) -> None:
        nonlocal moments
        if event not in EVENTS or not details:
            return
        if event == "open" and not (isinstance(details[2], int) and details[2] & WRITING):
            return
        try:
            place = os.path.abspath(os.fspath(details[0]))
        except TypeError:  # a file that is open already
            return
        if not str(place).startswith(folder):
            return
        moments += 1
        os.write(tell, b".")
        if moments == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


if __name__ == "__main__":
    _main()
