"""`simulate`, `balance` and `bands` as users call them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from sheetgen.lab.learning import knowledge_steps
from sheetgen.lab.simulation import InterruptedRunError, SimulationPlan, run
from sheetgen.lab.tally import Tally
from sheetgen.lab.training import FOLDER
from tests.lab.conftest import BROKEN, Done
from tests.matrix import first_of
from tests.programs import can_be_interrupted, needs_core

BOTS = Path(__file__).with_name("bots.py")


def figures(done: Done) -> dict[str, object]:
    assert (done.code, done.err) == (0, "")
    found: dict[str, object] = json.loads(done.out)
    return found


@needs_core
def test_the_contract_of_simulate(sheetgen: Callable[..., Done]) -> None:
    arguments = ("simulate", "classic", "--games", "50", "--bot", "random", "--seed", "3", "--json")
    one, two = (figures(sheetgen(*arguments, "--jobs", jobs)) for jobs in "12")
    assert {"mean", "sd", "min", "max", "percentiles", "zones", "foxes", "games_per_second"} <= set(one)
    assert list(one["zones"]) == ["yellow", "blue", "green", "orange", "purple"]  # type: ignore[call-overload]
    for each in (one, two):
        assert each.pop("games_per_second") > 0  # type: ignore[operator]
        del each["seconds"]
    assert one == two


@needs_core
def test_people_get_a_table_and_a_report(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    done = sheetgen("simulate", "double", "--games", "20", "--players", "2", "--report", "r.html", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("double: 20 games of 2 by greedy, seed 1\n")
    assert "seat 2: mean" in done.out
    assert '<html lang="de">' in (tmp_path / "r.html").read_text("utf-8")


def test_a_failed_bot_is_told_even_if_its_game_cannot_be_written(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / f"classic-{2**32}.record").mkdir()
    done = sheetgen("simulate", "classic", "--games", "1", "--bot", f"{BOTS}:silent", "--jobs", "1")
    first, second = done.err.splitlines()
    assert (done.code, "found nothing (game 0, seed 4294967296)" in first) == (1, True)
    assert second == "classic-4294967296.record: cannot be written: Is a directory"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("nonsense",), 2, "there is no such edition or file"),
        (("objectives",), 1, "objectives: is a card game; its odds are exact: sheetgen odds"),
        (("classic", "--players", "5"), 2, "classic is for 1, 2, 3, 4 players, not 5"),
        (("classic", "--bot", "nobody"), 2, "there is no bot 'nobody'"),
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


def test_ctrl_c_while_others_play_for_the_report_loses_nothing(
    sheetgen: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures are printed, and the page is written without the other bots."""
    plans: list[SimulationPlan] = []

    def run_once(plan: SimulationPlan, *more: Any) -> Tally:
        plans.append(plan)
        if len(plans) > 1:
            raise InterruptedRunError(Tally())
        return run(plan, *more)

    monkeypatch.setattr("sheetgen.lab.simulation.run", run_once)
    monkeypatch.setattr("sheetgen.cli.app.end_at_once", lambda: sys.exit(130))  # not the process of the tests
    done = sheetgen("simulate", "classic", "--games", "20", "--bot", "random", "--jobs", "1", "--report", "r.html")
    assert done.code == 130
    assert done.out.startswith("classic: 20 games of 1 by random, seed 1\n")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "</html>" in page
    assert "Other bots" not in page
    assert [plan.bot for plan in plans] == ["random", "greedy"]


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


# A game of one round, which the planner learns in a moment
SMALL = """\
schema: 1
extends: classic
title: Small
rounds: {by players: {1: 1}, bonuses: [reroll]}
solo: {rounds: 1}
"""
AGAINST = ("--against", "small.yaml", "--jobs", "1")
TRY = ("--try", "zones.green.points.above the last=[5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]")


@needs_core
@pytest.mark.parametrize(
    ("arguments", "engine", "told"),
    [
        (AGAINST, "", "no expert has learned small yet; sheetgen train small.yaml teaches one"),
        (TRY, "", "no expert knows both sheets; with --bot expert it learns them first"),
        (AGAINST, "python", "SHEETGEN_ENGINE=python"),
        (TRY, "python", "SHEETGEN_ENGINE=python"),
    ],
)
def test_why_no_expert_plays_is_said_and_training_is_named_only_where_it_helps(
    sheetgen: Callable[..., Done],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    engine: str,
    told: str,
) -> None:
    monkeypatch.setattr("sheetgen.lab.learning.knowledge_steps", partial(knowledge_steps, games=40))
    monkeypatch.setenv("SHEETGEN_ENGINE", engine)
    (tmp_path / "small.yaml").write_text(SMALL, "utf-8")
    done = sheetgen("balance", "small.yaml", "--games", "20", *arguments)
    assert (done.code, done.err) == (0, f"played by the planner: {told}\n")
    learned = "The planner has learned each version for itself; ± does not say what that may change.\n"
    assert done.out.endswith(learned) == (arguments is TRY)
    named = sheetgen("balance", "small.yaml", "--games", "20", "--bot", "greedy", *TRY)
    assert (named.code, named.err) == (0, "")
    assert "learned" not in named.out


@needs_core
@pytest.mark.parametrize("command", [("balance", "--against", "small.yaml"), ("bands", "--like", "small.yaml")])
def test_with_weights_of_another_sheet_beside_a_layout_the_planner_plays(
    sheetgen: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr("sheetgen.lab.learning.knowledge_steps", partial(knowledge_steps, games=40))
    (tmp_path / "small.yaml").write_text(SMALL, "utf-8")
    (tmp_path / "small.expert").write_bytes((FOLDER / "classic.expert").read_bytes())
    done = sheetgen(command[0], "small.yaml", *command[1:], "--games", "20", "--jobs", "1")
    assert done.code == 0
    assert re.fullmatch(
        r"played by the planner: small\.expert: these weights are not for small: its rules or values have changed; "
        r"learn them again: sheetgen train small\.yaml -o small\.expert\n",
        done.err,
    )
    if command[0] == "bands":  # low bands fit beginners without an expert, too
        assert "# small by planner: " in done.out
        assert "; as many games by greedy count, too" in done.out


def test_the_help_says_who_plays_for_bands(sheetgen: Callable[..., Done]) -> None:
    assert "[default: (expert, planner and greedy together)]" in " ".join(sheetgen("bands", "--help").out.split())


@pytest.mark.full
def test_the_planner_learns_once(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    """The second run finds what the first one left."""
    (tmp_path / "small.yaml").write_text(SMALL, "utf-8")
    arguments = ("simulate", "small.yaml", "--games", "20", "--bot", "planner", "--json")
    first = figures(sheetgen(*arguments))
    (kept,) = (tmp_path / "cache").iterdir()
    seen = kept.stat().st_mtime_ns
    second = figures(sheetgen(*arguments))
    assert kept.stat().st_mtime_ns == seen
    for each in (first, second):
        del each["seconds"], each["games_per_second"]
    assert first == second
