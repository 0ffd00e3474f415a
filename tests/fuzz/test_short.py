"""A short run over all targets: the shipped files, what was found before, and a few hundred changed ones each.

`make fuzz` goes on from here for as long as one likes, guided by what the code does with its inputs.
"""

import resource
import socket
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import seeds
from tests.fuzz.guard import TooMuchError, guarded
from tests.fuzz.targets import TARGETS, check_answers, starts
from tests.matrix import often
from tests.studio.studio_process import studio

# How many inputs each; what draws or prints takes longer. They are the same every time: new ones are for `make fuzz`.
INPUTS = {"layout": 25, "layout-tree": 60, "job": 50, "job-json": 80, "pdf": 60, "pdf-pieces": 20}
USUAL = 150
FINDINGS = sorted(path.name for path in seeds.FINDINGS.iterdir())


def target_of(finding: str) -> str:
    return max((name for name in TARGETS if finding.startswith(f"{name}-")), key=len)


@pytest.mark.parametrize("finding", FINDINGS)
def test_what_was_found_before(finding: str) -> None:
    guarded(TARGETS[target_of(finding)], (seeds.FINDINGS / finding).read_bytes())


def test_every_finding_has_a_target() -> None:
    assert {target_of(finding) for finding in FINDINGS} <= set(TARGETS)
    assert len(FINDINGS) >= 8


@pytest.mark.parametrize("name", TARGETS)
def test_changed_files_end_well_or_in_one_line(name: str) -> None:
    target, known = TARGETS[name], starts(name)
    pieces = st.binary(max_size=60)
    chosen = st.sampled_from(known)
    cut = st.builds(
        lambda data, at, more, skip: data[: at % (len(data) + 1)] + more + data[at % (len(data) + 1) + skip :],
        chosen, st.integers(0, 100_000), pieces, st.integers(0, 40),
    )  # fmt: skip

    @settings(
        max_examples=often(INPUTS.get(name, USUAL), quick=10),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(cut, cut, pieces) if len(known[0]) > 20 else pieces)
    def run(data: bytes) -> None:
        guarded(target, data)

    for data in known[:2]:
        guarded(target, data)
    run()


def test_the_guard_sees_what_takes_too_long() -> None:
    def slow(_: bytes) -> None:
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass

    guarded(slow, b"")
    with pytest.raises(TooMuchError):
        guarded(slow, b"", seconds=0.05)


def test_the_guard_sees_what_takes_too_much() -> None:
    def large(_: bytes) -> None:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        bytearray(b"x") * (most + 50_000_000)

    with pytest.raises(TooMuchError):
        guarded(large, b"", megabytes=30)


@pytest.mark.full
def test_changed_requests_over_a_real_connection(tmp_path: Path) -> None:
    """The same as in this process, but through a socket: nothing takes the studio down."""
    with studio(tmp_path) as running:
        for number, request in enumerate(seeds.requests() * 4):
            own = request.replace(b"{port}", str(running.port).encode()).replace(b"{key}", running.key.encode())
            spot = number * 37 % len(own)
            own = own[:spot] + [b"\0", b"\r\n", b"\xff", b" "][number % 4] + own[spot + number % 3 :]
            if b"/api/news" in own:
                continue  # never ends by itself
            with socket.create_connection(("127.0.0.1", running.port), timeout=120) as wire:
                wire.sendall(own)
                wire.shutdown(socket.SHUT_WR)
                heard = b""
                while piece := wire.recv(65536):
                    heard += piece
            check_answers(heard)
        assert running.ask("hello")[0] == 200
        assert running.process.poll() is None
