"""What is seen of a bot's games is what a simulation of the same games counts."""

import pytest

from sheetgen.engine.fast.core import CoreError, FastEdition, core
from sheetgen.engine.fast.stepping import FastGame
from sheetgen.engine.rules import Rules
from sheetgen.lab.play_style import as_data, badge_gaps, watch
from sheetgen.lab.players import prepare_player
from sheetgen.lab.results import SimulationResult, marks
from sheetgen.lab.simulation import SimulationPlan, play_game, run
from sheetgen.lab.training import load_weights
from sheetgen.layout import Layout, load

pytestmark = pytest.mark.skipif(core().library is None, reason=core().reason)
GAMES = 60


def expert_plan(layout: Layout, games: int = GAMES) -> SimulationPlan:
    return SimulationPlan(layout, 1, "expert", 3, games, load_weights(Rules(layout)) or b"")


@pytest.mark.parametrize("edition", ["classic", "cubed"])
def test_cells_are_reached_as_in_a_simulation(edition: str) -> None:
    plan = expert_plan(load(edition))
    seen, counted = as_data(plan, watch(plan)), marks(SimulationResult(plan, run(plan), 1.0))
    assert {cell: round(100 * share.value) for cell, share in counted.items()} == {
        cell: shares[-1] for cell, shares in seen["reached"].items()
    }
    assert all(shares == sorted(shares) for shares in seen["reached"].values())
    assert sum(seen["first"].values()) == pytest.approx(1, abs=0.001)
    assert all(0 <= lead < 30 for lead in seen["first_lead"].values())


def test_decisions_are_those_of_the_games() -> None:
    """Counted once more in games of the Python engine."""
    layout = load("classic")
    plan = SimulationPlan(layout, 1, "greedy", 5, 3)
    rules, style, decisions, options, rerolls = Rules(layout), watch(plan), 0, 0, 0
    choose = prepare_player("greedy", rules, 1)
    for number in range(plan.games):
        played = play_game(rules, 1, choose, plan.seed, number)
        again = type(played)(rules, 1, (plan.seed << 32) + number)
        for move in played.moves:
            legal = again.legal_moves()
            if len(legal) > 1 and legal[0].kind != "nearest":
                decisions, options = decisions + 1, options + len(legal)
            rerolls += move.kind == "reroll"
            again.play(move)
    assert (style.decisions, style.options, style.rerolls) == (decisions, options, rerolls)


def test_a_badge_decides_by_the_points_of_sheets_with_and_without_it() -> None:
    plan = SimulationPlan(load("classic"), 1, "greedy", 8, 80)
    gaps = badge_gaps(plan)
    assert len(gaps) > 2
    assert [gap.gap.value for gap in gaps] == sorted((gap.gap.value for gap in gaps), reverse=True)
    with_it: list[int] = []
    without: list[int] = []
    for number in range(plan.games):
        one = run(SimulationPlan(plan.layout, 1, "greedy", plan.seed, number + 1))
        before = run(SimulationPlan(plan.layout, 1, "greedy", plan.seed, number)) if number else None
        if before is not None:
            one.totals.subtract(before.totals)
            one.badges.subtract(before.badges)
        total = next(total for total, times in one.totals.items() if times)
        (with_it if one.badges[gaps[0].zone, gaps[0].number] else without).append(total)
    expected = sum(with_it) / len(with_it) - sum(without) / len(without)
    assert gaps[0].gap.value == pytest.approx(expected)
    assert gaps[0].earned == len(with_it) / plan.games


def test_only_solo_games_of_the_fast_engine_are_watched() -> None:
    layout = load("classic")
    for plan in (SimulationPlan(layout, 2, "greedy", 1, 1), SimulationPlan(layout, 1, "tests.lab.bots:first", 1, 1)):
        with pytest.raises(ValueError, match="only solo games of the fast engine"):
            watch(plan)


def test_without_an_expert_no_move_has_a_value() -> None:
    with pytest.raises(CoreError, match="no move has a value"):
        FastGame(FastEdition(Rules(load("classic"))), 1, 1).values()
