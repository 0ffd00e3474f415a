"""The same seed gives the same result wherever games are played; whatever fails says which game it was."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from sheetgen.cli.app import cli
from sheetgen.engine import Game, replay, rules_of
from sheetgen.engine.fast.core import ENGINE_VARIABLE, core
from sheetgen.lab.players import NoSuchPlayerError, PlayerFileError, load_player, play_randomly
from sheetgen.lab.simulation import (
    GAMES_PER_BATCH,
    InterruptedRunError,
    PlayerFailedError,
    SimulationPlan,
    SlowSimulation,
    game_seed_of,
    play_game,
    run,
)
from sheetgen.layout import Layout, load
from tests.lab.conftest import SHEETS
from tests.matrix import often

BOTS = Path(__file__).with_name("bots.py")


@pytest.fixture
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The fast engine, or Python."""
    name: str = request.param
    monkeypatch.setenv(ENGINE_VARIABLE, name)
    return name


def test_points_are_collected_only_if_asked_for(classic: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python a game is scored once more for them."""
    scored: list[Game] = []
    scores = Game.scores

    def noted(game: Game) -> object:
        scored.append(game)
        return scores(game)

    monkeypatch.setattr(Game, "scores", noted)
    simulation, counts = SlowSimulation(SimulationPlan(classic, 2, "random", 1, 3)), []
    for play in (simulation.play, simulation.play_with_points):
        scored.clear()
        play(game_seed_of(1, 0), 3)
        counts.append(len(scored))
    assert counts[1] == counts[0] + 3


ENGINES = pytest.mark.parametrize("engine", ["", "python"], indirect=True)


@ENGINES
def test_one_two_and_five_jobs_agree(classic: Layout, engine: str) -> None:
    batch = SimulationPlan(classic, 2, "random", seed=5, games=1).games_per_batch
    plan = SimulationPlan(classic, 2, "random", seed=5, games=5 * batch + 3)
    here = run(plan)
    assert here.games == plan.games
    for jobs in (2, 5):
        with ProcessPoolExecutor(jobs) as executor:
            assert run(plan, executor) == here
    with ThreadPoolExecutor(2) as executor:
        assert run(plan, executor) == here


def test_processes_that_inherit_nothing_agree(classic: Layout) -> None:
    """Not every system starts processes as a copy of the first one."""
    batch = SimulationPlan(classic, 1, "greedy", seed=5, games=1).games_per_batch
    plan = SimulationPlan(classic, 1, "greedy", seed=5, games=batch + 3)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert run(plan, executor) == run(plan)


def test_another_seed_gives_other_games(classic: Layout) -> None:
    one, other = (run(SimulationPlan(classic, 1, "random", seed, games=40)) for seed in (1, 2))
    assert one.totals != other.totals
    assert len({game_seed_of(seed, number) for seed in range(20) for number in range(1000)}) == 20_000


@ENGINES
def test_progress_tells_every_game_once(classic: Layout, engine: str) -> None:
    told: list[int] = []
    batch = SimulationPlan(classic, 1, "random", 1, games=1).games_per_batch
    assert batch == GAMES_PER_BATCH or engine == ""
    run(SimulationPlan(classic, 1, "random", 1, games=batch + 5), progress=told.append)
    assert told == [batch, 5]


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("bot", "players"), [("random", 1), ("random", 4), ("greedy", 1), ("greedy", 2)])
def test_both_engines_count_the_same(sheet: str, bot: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if core().library is None:
        pytest.skip("there is no C compiler")
    plan = SimulationPlan(load(sheet), players, bot, seed=11, games=often(60, quick=12 if bot == "random" else 4))
    fast = run(plan)
    monkeypatch.setenv(ENGINE_VARIABLE, "python")
    assert fast == run(plan)


def test_both_engines_tell_shared_wins_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After one round, totals are often equal."""
    if core().library is None:
        pytest.skip("there is no C compiler")
    short = tmp_path / "short.yaml"
    short.write_text("schema: 1\nextends: classic\ntitle: Short\nrounds: {by players: {2: 1, 3: 1}}\n", "utf-8")
    for players in (2, 3):
        plan = SimulationPlan(load(str(short)), players, "random", seed=3, games=100)
        fast = run(plan)
        alone, shared = (sum(n for (_, own), n in fast.wins.items() if own is kind) for kind in (False, True))
        assert shared >= 2 * (100 - alone) > 0
        monkeypatch.setenv(ENGINE_VARIABLE, "python")
        assert fast == run(plan)
        monkeypatch.delenv(ENGINE_VARIABLE)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_random_player_waives_nothing_that_could_be_marked(sheet: str) -> None:
    game, chance = Game(rules_of(sheet), 1, 8), Random(8)
    while not game.is_over:
        move = play_randomly(game, chance)
        marks = [m for m in game.legal_moves() if m.kind in ("take", "extra", "also")]
        assert move.kind not in ("pass", "done") or not marks
        game.play(move)


def test_equal_dice_fall_at_random_and_not_as_a_player_likes(classic: Layout) -> None:
    rules = rules_of("classic")
    asked: list[str] = []

    def choose(game: Game, chance: Random) -> object:
        asked.append(game.legal_moves()[0].kind)
        return game.legal_moves()[0]

    nearest = sum(
        move.kind == "nearest"
        for number in range(30)
        for move in play_game(rules, 1, choose, 3, number).moves  # type: ignore[arg-type]
    )
    assert nearest > 10
    assert "nearest" not in asked


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_who_crashes_leaves_a_record_up_to_there(classic: Layout, jobs: int) -> None:
    plan = SimulationPlan(classic, 1, f"{BOTS}:crashing", seed=0, games=60)
    with ProcessPoolExecutor(2) as executor, pytest.raises(PlayerFailedError) as failed:
        run(plan, executor if jobs > 1 else None)
    assert failed.value.reason == "ZeroDivisionError: lost count"
    assert failed.value.seed % 30 == 17
    assert game_seed_of(0, failed.value.number) == failed.value.seed
    game = replay(failed.value.record)
    assert game.round == 3
    assert not game.is_over


def test_a_move_that_the_rules_forbid_is_refused_with_the_rule(classic: Layout) -> None:
    with pytest.raises(PlayerFailedError) as failed:
        run(SimulationPlan(classic, 1, f"{BOTS}:cheating", seed=2, games=1))
    assert failed.value.reason.startswith("IllegalMoveError: ")
    assert replay(failed.value.record).moves == []


@pytest.mark.parametrize(
    ("bot", "reason"),
    [("silent", "TypeError: expected one of game.legal_moves(), found nothing"), ("leaving", "SystemExit: 3")],
)
def test_a_bot_that_chooses_no_move_fails_with_its_game(classic: Layout, bot: str, reason: str) -> None:
    with pytest.raises(PlayerFailedError) as failed:
        run(SimulationPlan(classic, 1, f"{BOTS}:{bot}", seed=2, games=1))
    assert (failed.value.reason, replay(failed.value.record).moves) == (reason, [])


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nobody", "there is no bot 'nobody'"),
        ("plannr", "there is no bot 'plannr': known are .*; did you mean 'planner'"),
        ("no.such.module:choose", "cannot be loaded: ModuleNotFoundError"),
        (f"{BOTS}:nothing", "has no function 'nothing'"),
        (f"{BOTS}:no_function", "has no function 'no_function'"),
        ("json:", "there is no bot"),
    ],
)
def test_a_player_that_is_not_there_is_told_in_one_line(path: str, reason: str) -> None:
    with pytest.raises(NoSuchPlayerError, match=reason) as error:
        load_player(path)
    assert "\n" not in str(error.value)


def test_a_file_that_is_missing_or_no_python_is_not_the_name_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong.py").write_text("what?")
    for path, reason in (
        ("nowhere.py", "FileNotFoundError: there is no such file"),
        (tmp_path / "wrong.py", "SyntaxError"),
    ):
        with pytest.raises(PlayerFileError, match=f"{path} cannot be loaded: {reason}"):
            load_player(f"{path}:choose")
    monkeypatch.chdir(tmp_path)
    for bot, code in (("nowhere.py:choose", 1), ("wrong.py:choose", 1), ("wrong:choose", 1), ("nowhere:choose", 2)):
        result = CliRunner().invoke(cli, ["simulate", "classic", "--games", "1", "--bot", bot])
        assert (result.exit_code, len(result.output.splitlines())) == (code, 1 if code == 1 else 4), bot


def test_an_interrupted_run_keeps_whole_batches(classic: Layout) -> None:
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    batch = SimulationPlan(classic, 1, "random", 1, games=1).games_per_batch
    with pytest.raises(InterruptedRunError) as interrupted:
        run(SimulationPlan(classic, 1, "random", 1, games=5 * batch), progress=stop)
    assert interrupted.value.tally.games == batch
    assert interrupted.value.tally == run(SimulationPlan(classic, 1, "random", 1, games=batch))
