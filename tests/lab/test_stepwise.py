"""Simulations bit by bit have the results of the commands; two layouts are compared game by game."""

from collections import Counter
from pathlib import Path

import pytest

import sheetgen as library
from sheetgen.engine.fast.core import ENGINE_VARIABLE
from sheetgen.engine.rules import Rules
from sheetgen.lab.balance import findings
from sheetgen.lab.bands import bots_for_bands, fitting_bands
from sheetgen.lab.learning import knowledge_steps, load_knowledge
from sheetgen.lab.players import LearningStep, finish
from sheetgen.lab.results import as_dict
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.stepwise import (
    GameSeries,
    RunOptions,
    RunStep,
    balance_steps,
    bands_steps,
    differences,
    simulation_steps,
)
from sheetgen.lab.tally import Sample
from sheetgen.layout import Layout, load
from sheetgen.resources import shipped_variants
from tests.programs import needs_core


def without_time(figures: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in figures.items() if key not in ("seconds", "games_per_second")}


@pytest.mark.parametrize(("engine", "bot", "players"), [("", "greedy", 1), ("", "random", 3), ("python", "greedy", 2)])
def test_bits_add_up_to_the_figures_of_simulate(
    monkeypatch: pytest.MonkeyPatch, classic: Layout, engine: str, bot: str, players: int
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, engine)
    told: list[RunStep] = []
    result = finish(simulation_steps(classic, RunOptions(bot, 45, players=players)), told.append)
    assert without_time(as_dict(result)) == without_time(
        library.simulate("classic", games=45, bot=bot, players=players)
    )
    assert [step.played for step in told] == sorted({step.played for step in told})
    assert told[0].played < told[-1].played == 45  # the first bit shows how fast games are
    assert all(not step.learning and step.result is not None for step in told)


def test_twins_are_compared_as_far_as_both_were_played(classic: Layout, healthy: Layout) -> None:
    before, after = (GameSeries(SimulationPlan(layout, 2, "greedy", 1, 60)) for layout in (classic, healthy))
    before.play(60)
    after.play(25)
    part = differences(before, after)
    assert part["total"].after == sum(after.points["total"]) / 25 / 2
    after.play(35)
    found = differences(before, after)
    assert found["total"].difference.value == pytest.approx(found["total"].after - found["total"].before)
    assert found["total"].before == pytest.approx(before.result.mean.value)
    assert found["total"].difference.low < found["total"].difference.value < found["total"].difference.high
    pairs = zip(before.points["total"], after.points["total"], strict=True)
    of_both_sheets = Sample(Counter(new - old for old, new in pairs)).mean_estimate()
    assert found["total"].difference.margin == pytest.approx(of_both_sheets.margin / 2)
    same = differences(before, before)["total"].difference
    assert (same.value, same.low, same.high) == (0, 0, 0)


def test_a_bot_learns_the_same_bit_by_bit(tmp_path: Path, classic: Layout) -> None:
    rules = Rules(classic)
    told: list[LearningStep] = []
    learned = finish(knowledge_steps(rules, 1, games=40, folder=tmp_path / "a"), told.append)
    assert told == [LearningStep(0, 40), LearningStep(20, 40), LearningStep(20, 40)]
    assert learned == load_knowledge(rules, 1, games=40, folder=tmp_path / "b")
    told.clear()
    assert finish(knowledge_steps(rules, 1, games=40, folder=tmp_path / "a"), told.append) == learned
    assert told == []


@needs_core
def test_balance_and_bands_are_those_of_the_commands(healthy: Layout, classic: Layout) -> None:
    told: list[RunStep] = []
    runs = finish(balance_steps(healthy, classic, RunOptions("greedy", 80)), told.append)
    assert tuple(findings(*runs)) == library.balance(healthy, against="classic", games=80, bot="greedy").findings
    assert {(step.part, step.parts) for step in told} == {(part, 7) for part in range(1, 8)}
    [pair] = finish(bands_steps(healthy, load("classic"), RunOptions("greedy", 80)), told.append)
    assert fitting_bands(*pair, "classic") == library.bands(healthy, games=80, bot="greedy")


@needs_core
def test_bands_without_a_bot_are_those_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.lab.bands.WEAKER_BOTS", ("greedy", "random"))  # the planner would take long
    told: list[RunStep] = []
    meadow, bots = load(str(shipped_variants()["meadow"])), bots_for_bands("expert")
    first, *more = finish(bands_steps(meadow, load("classic"), RunOptions("expert", 60), bots), told.append)
    own = fitting_bands(*first, "classic", *more)
    assert own == library.bands(meadow, games=60)
    assert own.bots == ("expert", "greedy", "random")
    assert [step.bot for step in told if step.part == 5][-1] == "random"
    assert {step.parts for step in told} == {6}
