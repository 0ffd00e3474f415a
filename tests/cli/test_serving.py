"""`sheetgen studio`: what it says when it cannot start."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result

Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("nothing.yaml", "nothing.yaml: there is no such file; try `sheetgen new nothing.yaml --from classic`"),
        ("nowhere/mine.yaml", "nowhere: there is no such folder"),
        ("mine.txt", "'mine.txt' is no name for a layout: letters, digits, - and _, with .yaml at its end"),
    ],
)
def test_a_file_that_cannot_be_opened(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("schema: 1\n", "utf-8")
    result = run("studio", file, "--no-open")
    assert (result.code, result.out, result.err) == (1, "", words + "\n")


def test_a_port_that_is_taken(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("studio", "--no-open", "--port", str(port))
    assert result.code == 1
    assert result.err == f"port {port}: Address already in use\n"
