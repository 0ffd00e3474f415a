"""Ctrl-C ends commands that work for hours, in Python and in C: exit code 130, no traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import sheetgen
from sheetgen.files import remove_unfinished, temporary_name, unfinished, write_file
from tests.programs import needs_core

LONG = {
    "C code": ["train", "classic", "--minutes", "9000", "-o", "mine.expert"],
    "C code in this process": ["simulate", "classic", "--games", "10000000", "--bot", "expert", "--jobs", "1"],
    "Python": ["rulebook", "classic", "double", "cubed", "deluxe", "mix", "--examples", "all", "-o", "book.pdf"],
}
# Prints a line when the command calls a function in which it works for long, for the first or another time.
STARTED = """
import sys
from sheetgen.cli.app import main
calls = 0
def work(frame, event, argument):
    global calls
    calls += event == "call" and frame.f_code.co_qualname == {function!r}
    if calls == {call}:
        sys.setprofile(None)
        print("at work", flush=True)
sys.setprofile(work)
sys.argv = ["sheetgen", *{arguments!r}]
main()
"""
AT_WORK = {
    "C code": "FastTrainer.train",
    "C code in this process": "FastEdition.play",
    "Python": "compose",
}


# Commands that work for a moment only wait there for the signal.
SHORT = {
    "_best_counts": ["odds", "objectives"],
    "_advice": ["advise", "game.record"],
    "apply_rules": ["preflight", "pad.pdf"],
    "draw_page": ["check", "classic"],
    "Game.play": ["replay", "game.record"],
}
WAITING = STARTED.replace("flush=True)", "flush=True)\n        __import__('signal').pause()")
# Prints a line when the command starts to import its modules, and waits there for the signal.
IMPORTING = """
import signal, sys
def wait(event, arguments):
    if event == "import" and arguments[0] == "click":
        print("at work", flush=True)
        signal.pause()
sys.addaudithook(wait)
from sheetgen.cli import main
sys.argv = ["sheetgen", "list"]
main()
"""
# They end by Ctrl-C alone, so that is success: what they print when they wait for changes or visitors.
ENDLESS = {
    "(stop with Ctrl-C)": ["studio", "mine.yaml", "--no-open", "--port", "0"],
    "mine.svg": ["sheet", "mine.yaml", "--watch", "-o", "mine.svg"],
}


def started(code: str, folder: Path) -> "subprocess.Popen[str]":
    """A command that runs in a folder, with what it needs there."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a group of its own, all of which gets the signal, as from a terminal
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        env={**os.environ, "SHEETGEN_CACHE": str(folder / "cache")},
    )


def interrupted(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Send Ctrl-C to a command; return its exit code and what it said on stderr."""
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()  # for hours, if it does not end
    return process.returncode, errors


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs_core if name.startswith("C code") else ()) for name in LONG]
)
def test_ctrl_c_ends_a_command(name: str, tmp_path: Path) -> None:
    process = started(STARTED.format(function=AT_WORK[name], call=1, arguments=LONG[name]), tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    code, errors = interrupted(process)
    assert code == 130
    assert "Traceback" not in errors
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.relative_to(tmp_path).parts[0] != "cache"]
    assert left == []


def test_ctrl_c_ends_a_command_that_still_starts(tmp_path: Path) -> None:
    process = started(IMPORTING, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    assert interrupted(process) == (130, "")


@needs_core
def test_the_games_until_ctrl_c_are_counted_even_if_a_batch_takes_long(tmp_path: Path) -> None:
    """The largest sheet and the slowest bot, in this process: the signal comes while C code plays the second batch."""
    arguments = ["simulate", "cubed", "--games", "100000", "--bot", "expert", "--players", "4", "--jobs", "1", "--json"]
    process = started(STARTED.format(function="FastEdition.play", call=2, arguments=arguments), tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate()
    figures = json.loads(output)
    assert (process.returncode, figures["complete"]) == (130, False)
    assert 0 < figures["games"] <= 100
    assert errors == f"interrupted: {figures['games']} of 100000 games were played\n"


@pytest.mark.parametrize("function", SHORT)
def test_ctrl_c_ends_a_short_command(function: str, tmp_path: Path) -> None:
    game = sheetgen.Game("classic", seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    (tmp_path / "game.record").write_text(game.record(), "utf-8")
    printed = sheetgen.pad("classic", sheets=2)
    assert isinstance(printed, bytes)
    (tmp_path / "pad.pdf").write_bytes(printed)
    process = started(WAITING.format(function=function, call=1, arguments=SHORT[function]), tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    code, errors = interrupted(process)
    assert (code, errors.strip()) == (130, "")


@pytest.mark.parametrize("said", ENDLESS)
def test_ctrl_c_is_the_end_of_what_goes_on_until_then(said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nextends: classic\n", "utf-8")
    process = started(
        f"import sys; sys.argv[1:] = {ENDLESS[said]!r}; from sheetgen.cli.app import main; main()", tmp_path
    )
    assert process.stdout is not None
    assert said in process.stdout.readline()
    assert interrupted(process) == (0, "")


def test_what_goes_on_until_ctrl_c_ends_well_even_if_that_takes_long(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nextends: classic\n", "utf-8")
    code = (
        "import sys, time; from sheetgen.studio import server;"
        " server.StudioServer.server_close = lambda self: time.sleep(9000);"
        f" sys.argv[1:] = {ENDLESS['(stop with Ctrl-C)']!r}; from sheetgen.cli.app import main; main()"
    )
    process = started(code, tmp_path)
    assert process.stdout is not None
    assert "(stop with Ctrl-C)" in process.stdout.readline()
    assert interrupted(process) == (0, "")


SLOW_TO_PRINT = """
import threading
from sheetgen.cli import interrupts
waits, again = interrupts._wait_for_interrupt, threading.Event()
def noted(reading, times=[]):
    times.append(1)
    if len(times) == 2:
        again.set()  # the time to clean up is over, and a second Ctrl-C would end the process
    waits(reading)
interrupts._wait_for_interrupt = noted
interrupts.end_soon_after_interrupt()
interrupts.keep_results()
try:
    print("begun", flush=True)
    threading.Event().wait()
except KeyboardInterrupt:
    again.wait()
    print("figures", flush=True)
    threading.Event().wait()
"""


def test_results_are_printed_however_long_that_takes_and_a_second_ctrl_c_ends_it(tmp_path: Path) -> None:
    process = started(SLOW_TO_PRINT, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.stdout.readline() == "figures\n"
    os.killpg(process.pid, signal.SIGINT)
    process.communicate()
    assert process.returncode != 0


def test_what_is_not_finished_is_removed(tmp_path: Path) -> None:
    kept, file, folder = tmp_path / "kept", temporary_name(tmp_path / "a"), temporary_name(tmp_path / "b")
    write_file(kept, "old")
    with unfinished(file), unfinished(folder), unfinished(tmp_path / "missing"):
        file.write_text("half")
        (folder / "deep").mkdir(parents=True)
        remove_unfinished()
    assert list(tmp_path.iterdir()) == [kept]
