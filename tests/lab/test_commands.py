"""`simulate`, `balance` and `bands` as users call them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.lab.conftest import BROKEN, Done
from tests.matrix import first_of
from tests.programs import can_be_interrupted

BOTS = Path(__file__).with_name("bots.py")


def figures(done: Done) -> dict[str, object]:
    assert (done.code, done.err) == (0, "")
    found: dict[str, object] = json.loads(done.out)
    return found


def test_the_contract_of_simulate(sheetgen: Callable[..., Done]) -> None:
    arguments = ("simulate", "classic", "--games", "50", "--bot", "random", "--seed", "3", "--json")
    one, two = (figures(sheetgen(*arguments, "--jobs", jobs)) for jobs in "12")
    assert {"mean", "sd", "min", "max", "percentiles", "zones", "foxes", "games_per_second"} <= set(one)
    assert list(one["zones"]) == ["yellow", "blue", "green", "orange", "purple"]  # type: ignore[call-overload]
    for each in (one, two):
        assert each.pop("games_per_second") > 0  # type: ignore[operator]
        del each["seconds"]
    assert one == two


def test_people_get_a_table_and_a_report(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    done = sheetgen("simulate", "double", "--games", "20", "--players", "2", "--report", "r.html", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("double: 20 games of 2 by greedy, seed 1\n")
    assert "seat 2: mean" in done.out
    assert '<html lang="de">' in (tmp_path / "r.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("nonsense",), 2, "there is no such edition or file"),
        (("objectives",), 1, "objectives: is a card game; its odds are exact: sheetgen odds"),
        (("classic", "--players", "5"), 2, "classic is for 1, 2, 3, 4 players, not 5"),
        (("classic", "--bot", "nobody"), 2, "there is no player 'nobody'"),
        (("classic", "--lang", "xx"), 2, "there is no language 'xx'"),
        (("classic", "--games", "0"), 2, "--games"),
        pytest.param(
            ("classic", "--bot", "random", "--cluster", "tcp://127.0.0.1:1"),
            1,
            "no Dask scheduler answers at tcp://127.0.0.1:1",
            marks=pytest.mark.full,
        ),
        (("classic", "--games", "5", "--bot", "random", "--report", "no/such/r.html"), 1, "cannot be written"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    sheetgen: Callable[..., Done], arguments: tuple[str, ...], code: int, told: str
) -> None:
    done = sheetgen("simulate", *arguments)
    assert done.code == code
    assert told in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


def test_a_crash_leaves_a_record_that_replay_opens(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("schema: 1\nextends: classic\ntitle: Own\n", "utf-8")
    done = sheetgen("simulate", "own.yaml", "--games", "60", "--bot", f"{BOTS}:crashing", "--seed", "0", "--jobs", "2")
    assert done.code == 1
    assert "ZeroDivisionError: lost count (game " in done.err
    (record,) = tmp_path.glob("*.record")
    assert f"seed {record.stem.rpartition('-')[2]}; the game until then: {record.name}" in done.err
    assert record.read_text("utf-8").startswith("edition: own.yaml\n")
    replayed = sheetgen("replay", record.name, "--json")
    assert replayed.code == 0, replayed.err
    assert json.loads(replayed.out)["winners"] == []


def interrupted(tmp_path: Path, bot: str, *more: str, command: str = "simulate") -> tuple[int, str, str]:
    """Start a long run as a terminal does, and press Ctrl-C when games are being played."""
    arguments = ["classic", "--games", "1000000", "--bot", f"{BOTS}:{bot}", *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "sheetgen", command, *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=can_be_interrupted,
    )
    until = time.monotonic() + 300
    while not (tmp_path / "under way").exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return process.returncode, out.decode(), err.decode()


@first_of(jobs=["2", "1"])
def test_ctrl_c_ends_a_run_with_a_partial_result(tmp_path: Path, jobs: str) -> None:
    code, out, err = interrupted(tmp_path, "announcing", "--jobs", jobs, "--json")
    assert code == 130
    result = json.loads(out)
    assert result["complete"] is False
    assert 0 < result["games"] < 1_000_000
    assert err == f"interrupted: {result['games']} of 1000000 games were played\n"


@first_of(command=["balance", "bands"])
def test_ctrl_c_draws_no_conclusions_from_half_the_games(tmp_path: Path, command: str) -> None:
    code, out, err = interrupted(tmp_path, "announcing", command=command)
    assert (code, out) == (130, "")
    assert re.fullmatch(r"interrupted: [0-9]+ of 1000000 games were played\n", err)


def test_ctrl_c_does_not_wait_for_a_game_that_never_ends(tmp_path: Path) -> None:
    code, out, err = interrupted(tmp_path, "endless", "--jobs", "2")
    assert (code, out) == (130, "")
    assert "Traceback" not in err


@pytest.mark.full
def test_balance_names_what_is_broken(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN, "utf-8")
    done = sheetgen("balance", "broken.yaml", "--games", "150", "--bot", "greedy")
    assert (done.code, done.err) == (0, "")
    assert "! green is worth nothing" in done.out
    assert "! blue is too strong" in done.out
    assert "! purple cell 7: fox is " in done.out
    assert "in classic" in done.out
    again = sheetgen("balance", "broken.yaml", "--games", "60", "--bot", "greedy", "--against", "deluxe", "--json")
    assert json.loads(again.out)["against"] == "deluxe"


def test_bands_are_yaml_to_paste(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    done = sheetgen("bands", "deluxe", "--games", "30", "--bot", "greedy")
    assert (done.code, done.err) == (0, "")
    pasted = yaml.safe_load(done.out)["solo"]["ratings"]
    limits = [band["from"] for band in pasted]
    assert limits == sorted(set(limits), reverse=True)
    assert limits[-1] == 0
    layout = tmp_path / "mine.yaml"
    layout.write_text("schema: 1\nextends: deluxe\ntitle: Mine\n" + done.out, "utf-8")
    assert sheetgen("check", layout.name).code == 0


@pytest.mark.full
def test_the_planner_learns_once(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    """A game of one round is learned in a moment; the second run finds what the first one left."""
    small = """\
schema: 1
extends: classic
title: Small
rounds: {by players: {1: 1}, bonuses: [reroll]}
solo: {rounds: 1}
"""
    (tmp_path / "small.yaml").write_text(small, "utf-8")
    arguments = ("simulate", "small.yaml", "--games", "20", "--bot", "planner", "--json")
    first = figures(sheetgen(*arguments))
    (kept,) = (tmp_path / "cache").iterdir()
    seen = kept.stat().st_mtime_ns
    second = figures(sheetgen(*arguments))
    assert kept.stat().st_mtime_ns == seen
    for each in (first, second):
        del each["seconds"], each["games_per_second"]
    assert first == second
