"""The planner learns a layout by itself: repeatably, and to good effect after a few games already."""

from pathlib import Path
from random import Random

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.engine.rules import Rules
from sheetgen.lab.learning import fingerprint, is_intact, learn, load_knowledge, pack, unpack
from sheetgen.lab.planner import Planner
from sheetgen.lab.simulation import SimulationPlan, play_game, run
from sheetgen.lab.tally import Sample, difference
from sheetgen.layout import Layout
from tests.lab.conftest import SHEETS
from tests.matrix import each_once

FEW = 60


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return load_knowledge(rules_of("classic"), 1, games=240, folder=tmp_path_factory.mktemp("cache"))


def test_a_few_games_of_learning_beat_the_greedy_player(classic: Layout, learned: bytes) -> None:
    planner = Sample(run(SimulationPlan(classic, 1, "planner", 4, 100, learned)).totals)
    greedy = Sample(run(SimulationPlan(classic, 1, "greedy", 4, 200)).totals)
    chance = Sample(run(SimulationPlan(classic, 1, "random", 4, 400)).totals)
    assert difference(planner, greedy).low > 0
    assert difference(greedy, chance).low > 40


def test_learning_twice_gives_the_same(classic: Layout) -> None:
    first, second = (pack(learn(Rules(classic), 1, FEW)) for _ in "ab")
    assert first == second


def test_what_is_learned_survives_packing(learned: bytes) -> None:
    rules = rules_of("classic")
    again = unpack(learned, rules, 1)
    assert pack(again) == learned
    games = [play_game(rules, 1, Planner(unpack(learned, rules, 1)), 6, 1) for _ in "ab"]
    assert games[0].moves == games[1].moves


def test_knowledge_is_kept_and_a_spoilt_file_is_learned_anew(classic: Layout, tmp_path: Path) -> None:
    rules = Rules(classic)
    told: list[int] = []
    first = load_knowledge(rules, 1, games=20, folder=tmp_path, progress=told.append)
    assert sum(told) == 20
    (file,) = tmp_path.iterdir()
    assert load_knowledge(rules, 1, games=20, folder=tmp_path, progress=told.append) == first
    assert sum(told) == 20
    file.write_bytes(first[:-100] + bytes(100))
    assert not is_intact(file.read_bytes())
    assert load_knowledge(rules, 1, games=20, folder=tmp_path, progress=told.append) == first
    assert sum(told) == 40
    assert file.read_bytes() == first


def test_a_folder_that_cannot_be_written_does_no_harm(classic: Layout, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    assert is_intact(load_knowledge(Rules(classic), 1, games=20, folder=tmp_path / "file"))


def test_layouts_that_differ_are_learned_apart(classic: Layout, healthy: Layout) -> None:
    layouts = (healthy, *(rules_of(sheet).layout for sheet in SHEETS))
    prints = {fingerprint(Rules(layout), players, 20) for layout in layouts for players in (1, 2)}
    assert len(prints) == 2 * len(layouts)
    assert fingerprint(Rules(classic), 1, 20) in prints


@each_once(sheet=SHEETS, players=[1, 3])
def test_it_plays_every_sheet_alone_and_in_company(sheet: str, players: int) -> None:
    """Every move that it chooses is legal: play() refuses others."""
    planner = Planner(learn(rules_of(sheet), players, 20))
    game = play_game(rules_of(sheet), players, planner, 1, 1)
    assert game.is_over
    assert len(game.scores()) == players


def test_it_looks_and_does_not_touch(learned: bytes) -> None:
    rules = rules_of("classic")
    planner, chance = Planner(unpack(learned, rules, 1)), Random(1)
    game = Game(rules, 1, 12)
    while not game.is_over:
        before = game.state()
        move = planner(game, chance)
        assert game.state() == before
        game.play(move)


def test_it_does_not_know_the_dice_to_come(learned: bytes) -> None:
    """Two games that look alike but will throw other dice get the same answer."""
    rules = rules_of("classic")
    planner, chance = Planner(unpack(learned, rules, 1)), Random(1)
    game = Game(rules, 1, 13)
    while not game.is_over:
        twin = game.copy()
        for _ in range(7):
            twin.source.throw("YBGOPW")
        move = planner(game, chance)
        assert planner(twin, chance) == move
        game.play(move)
