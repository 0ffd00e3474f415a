"""Training: it makes an expert better, the same seed gives the same weights, and it can be interrupted."""

import itertools
import json
import struct
import zlib
from dataclasses import asdict
from pathlib import Path

import pytest

import sheetgen
from sheetgen.engine import Rules, rules_of
from sheetgen.engine.fast.core import core
from sheetgen.engine.fast.tables import MAX_ROUNDS
from sheetgen.lab.expert import pack, unpack
from sheetgen.lab.learning import load_knowledge
from sheetgen.lab.players import LearningStep, finish
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample
from sheetgen.lab.training import (
    FIRST_USE_GAMES,
    CannotTrainError,
    EarlyFigure,
    Schedule,
    Training,
    draw_curve,
    games_in,
    hidden_units,
    learned_weights,
    load_weights,
)
from sheetgen.layout import Layout, load, read_from_text
from sheetgen.resources import shipped_layouts, shipped_variants

pytestmark = pytest.mark.skipif(core().library is None, reason=core().reason)
FEW = 1280
ZONES = 12  # of the C code, at most
NEW_SHEET = {  # what is other in a sheet that nobody has learned than in classic
    "full columns: [10, 14, 16, 20]": "full columns: [12, 12, 18, 18]",
    "by count: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]": "by count: [1, 3, 5, 8, 11, 16, 20, 26, 34, 44, 60]",
    "[1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]": "[2, 4, 7, 11, 16, 22, 28, 34, 42, 50, 60]",
    "times: [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]": "times: [1, 2, 1, 1, 2, 1, 1, 3, 1, 1, 2]",
    "{3: reroll, 5: X yellow, 6: extra die, 8: fox, 10: 6 purple}": "{2: X green, 4: reroll, 6: fox, 9: extra die}",
    "rows: [X blue, 4 orange, X green, fox]": "rows: [5 purple, fox, X blue, X green]",
}
MEADOW = str(shipped_variants()["meadow"])


def trained(games: int = FEW, seed: int = 1) -> Training:
    training = Training(Rules(load(MEADOW)), games, seed)
    assert list(training.steps()) == training.figures
    return training


def test_the_same_seed_gives_the_same_weights_and_another_one_others() -> None:
    first, second, other = trained(256), trained(256), trained(256, seed=2)
    assert pack(first.weights(0)) == pack(second.weights(0))
    assert pack(first.weights(0)) != pack(other.weights(0))


def test_each_number_of_the_schedule_changes_what_is_learned() -> None:
    learned = set()
    for changes in ({}, *({name: 0.65} for name in asdict(Schedule()))):
        training = Training(Rules(load(MEADOW)), 640, schedule=Schedule().changed(changes))
        list(training.steps())
        learned.add(pack(training.weights(0)))
    assert len(learned) == 1 + len(asdict(Schedule()))


def test_a_few_games_make_it_better_than_the_greedy_player() -> None:
    training = trained(6400)
    greedy = Sample(run(SimulationPlan(load(MEADOW), 1, "greedy", 4, 500)).totals).mean_estimate()
    assert training.mean(500, 1).low > greedy.high
    assert training.figures[-1].mean.low > training.figures[0].mean.high
    assert unpack(pack(training.weights(0))).games == 6400


def test_an_interrupted_training_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole, file = trained(), tmp_path / "part"
    halted = Training(whole.rules, FEW)
    for _ in zip(range(4), halted.steps(), strict=False):
        halted.save(file)
    resumed = Training(whole.rules, FEW)
    assert resumed.resume(file)
    assert 0 < resumed.done == 4 * halted.figures[0].games
    list(resumed.steps())
    assert pack(resumed.weights(0)) == pack(whole.weights(0))
    assert [figure.mean for figure in resumed.figures] == [figure.mean for figure in whole.figures]


def test_another_training_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "part"
    training = trained(256)
    training.save(file)
    assert not Training(training.rules, 512).resume(file)
    assert not Training(training.rules, 256, seed=2).resume(file)
    assert not Training(rules_of("classic"), 256).resume(file)
    assert not Training(training.rules, 256).resume(tmp_path / "none")
    for content in (b"", b"{}", b"{\n", file.read_bytes()[:500]):
        file.write_bytes(content)
        assert not Training(training.rules, 256).resume(file)


def test_a_saved_training_that_was_made_to_harm_is_not_resumed(tmp_path: Path) -> None:
    """Whatever is in such a file, the C code reads and writes nothing but its own memory, and starts from nothing."""
    file, training = tmp_path / "part", trained(256)
    training.save(file)
    head, _, packed = file.read_bytes().partition(b"\n")
    saved, state = json.loads(head), zlib.decompress(packed)

    def resumes(state: bytes, **changes: object) -> bool:
        file.write_bytes(json.dumps(saved | changes).encode() + b"\n" + zlib.compress(state, 1))
        return again.resume(file)

    again = Training(training.rules, 256)
    assert Training(training.rules, 256).resume(file)
    assert not resumes(state + bytes(200 << 20))
    assert not resumes(state[:-1])
    for changes in ({"done": -128}, {"done": "x"}, {"done": 10**9}, {"seconds": None}, {"figures": [[1, {}, 1]]}):
        assert not resumes(state, **changes), changes
    zones = 8 * ZONES  # at the end; before them are three counts of eight bytes, and three decays
    for count in range(3):
        at = len(state) - zones - 8 * (count + 1)
        for wrong in (-1, -(2**63), 2**63 - 1):
            assert not resumes(state[:at] + wrong.to_bytes(8, "little", signed=True) + state[at + 8 :]), (count, wrong)
    generator = len(state) - zones - 48 - 4  # the place in the list of random numbers
    assert int.from_bytes(state[generator : generator + 4], "little") < 624
    for place in (624, 10**6, 2**32 - 1):
        assert not resumes(state[:generator] + place.to_bytes(4, "little") + state[generator + 4 :]), place
    weights = generator - 60_000
    assert not resumes(state[:weights] + b"\xff" * 4096 + state[weights + 4096 :])
    games = len(state) - zones - 16  # that the trainer has learned from, which must be those of the head
    assert int.from_bytes(state[games : games + 8], "little") == 256
    assert not resumes(state[:games] + (128).to_bytes(8, "little") + state[games + 8 :])
    worths, count = _worths(training)  # what bonuses were worth, then how often: one is added, then divided by it
    for at, wrong_number in ((worths, 9e11), (worths, -9e11), (worths + 8 * count, -1.0), (worths + 8 * count, 1e9)):
        for last in (0, count - 1):
            place = at + 8 * last
            assert not resumes(state[:place] + struct.pack("d", wrong_number) + state[place + 8 :]), (at, wrong_number)
    assert (again.done, again.figures) == (0, [])
    list(again.steps())
    assert pack(again.weights(0)) == pack(training.weights(0))


def _worths(training: Training) -> tuple[int, int]:
    """Return where a saved state has what bonuses were worth, after all snapshots, and how many numbers these are."""
    snapshots, features = 1 << 16, -(-training.trainer.inputs // 8) * 8
    return snapshots * (features + 4), len(training.edition.tables.bonuses) * (MAX_ROUNDS + 1) + 1


def test_what_no_expert_can_play_with_is_not_written_over_good_weights(tmp_path: Path) -> None:
    target = tmp_path / "mine.expert"
    target.write_bytes(b"good")
    with pytest.raises(CannotTrainError, match="of no use: the weights are too large; a smaller first_rate") as caught:
        sheetgen.train(MEADOW, games=2560, output=target, schedule={"first_rate": 1, "last_rate": 1})
    assert "\n" not in str(caught.value)
    assert target.read_bytes() == b"good"
    assert list(tmp_path.iterdir()) == [target]


def test_a_training_of_some_minutes_goes_on_with_the_games_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games fit into these minutes when it goes on."""
    target = tmp_path / "mine.expert"
    monkeypatch.setattr("sheetgen.lab.training.games_in", lambda rules, minutes: 640)

    def stop_after_two(figure: EarlyFigure) -> None:
        if figure.games > 256:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sheetgen.train(MEADOW, minutes=0.5, output=target, figures=stop_after_two)
    saved = (tmp_path / "mine.expert.unfinished").read_bytes()
    monkeypatch.setattr("sheetgen.lab.training.games_in", lambda rules, minutes: 1280)
    result = sheetgen.train(MEADOW, minutes=0.5, output=target)
    assert (result.games, len(result.figures)) == (640, 5)
    assert unpack(target.read_bytes()).numbers == trained(640).weights(0).numbers
    # Other minutes, or a number of games, are another training.
    (tmp_path / "other").write_bytes(saved)
    rules = Rules(load(MEADOW))
    assert not Training(rules, 640, minutes=0.25).resume(tmp_path / "other")
    assert not Training(rules, 640).resume(tmp_path / "other")
    head, _, state = saved.partition(b"\n")
    for wrong in (0, 100, 128, -640, "many", None):  # fewer than it has played, or not whole steps
        known = json.loads(head)
        known["for"]["games"] = wrong
        (tmp_path / "other").write_bytes(json.dumps(known).encode() + b"\n" + state)
        assert not Training(rules, 640, minutes=0.5).resume(tmp_path / "other"), wrong


def test_the_library_trains_writes_and_goes_on(tmp_path: Path) -> None:
    target, curve = tmp_path / "mine.expert", tmp_path / "curve.svg"
    mine = tmp_path / "mine.yaml"
    mine.write_text(Path(MEADOW).read_text(encoding="utf-8"), encoding="utf-8")

    class StopError(Exception):
        pass

    def stop_after_two(figure: object, seen: list[object]) -> None:
        seen.append(figure)
        if len(seen) == 3:
            raise StopError

    seen: list[object] = []
    with pytest.raises(StopError):
        sheetgen.train(mine, games=FEW, output=target, figures=lambda figure: stop_after_two(figure, seen))
    assert not target.exists()
    told: list[object] = []
    result = sheetgen.train(mine, games=FEW, output=target, curve=curve, figures=told.append)
    assert told == list(result.figures)
    assert told[:2] == seen[:2]  # with their seconds: they were not played again
    assert unpack(target.read_bytes()).numbers == trained().weights(0).numbers
    assert unpack(target.read_bytes()).mean == round(result.mean.value, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curve.svg", "mine.expert", "mine.yaml"]
    assert curve.read_text(encoding="utf-8").startswith("<svg")
    assert load_weights(Rules(load(str(mine)))) == target.read_bytes()
    assert sheetgen.training_data(result)["file"] == str(target)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(sheetgen.WrongValueError, match="not both"):
        sheetgen.train("classic", games=10, minutes=1)
    with pytest.raises(sheetgen.SheetgenError, match="card game"):
        sheetgen.train("objectives")
    with pytest.raises(sheetgen.WrongValueError, match="minutes"):
        sheetgen.train("classic", minutes=0)


def test_a_new_layout_is_learned_when_it_is_first_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    monkeypatch.setattr("sheetgen.lab.training.FIRST_USE_GAMES", 256)
    rules = _new_rules()
    assert load_weights(rules) is None
    told: list[LearningStep] = []
    content = finish(learned_weights(rules), told.append)
    assert sum(step.games for step in told) == 256
    assert {step.of for step in told} == {256}
    assert load_weights(rules) == content
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"spoilt")
    assert load_weights(rules) is None


def test_larger_sheets_are_learned_from_fewer_games_at_first_use() -> None:
    games = {sheet: Training.at_first_use(rules_of(sheet)).games for sheet in ("classic", "deluxe", "double", "cubed")}
    assert games == {"classic": 80_000, "deluxe": 80_000, "double": 35_584, "cubed": 35_584}


@pytest.mark.full
def test_what_is_learned_of_a_new_layout_at_first_use_beats_the_planner_by_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet that nobody has learned, from as many games as a first use takes: a quarter more than the planner.

    That is about a minute and a half of computing, of three; docs/experts.md has other sheets.
    """
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    layout = _new_sheet()
    rules = Rules(layout)
    assert load_weights(rules) is None
    training = Training.at_first_use(rules)
    assert training.games == FIRST_USE_GAMES
    content = finish(learned_weights(rules), lambda step: None)
    assert load_weights(rules) == content
    assert unpack(content).games == training.games
    knowledge = load_knowledge(rules, 1)
    expert, planner = (
        Sample(run(SimulationPlan(layout, 1, bot, 3, games, known)).totals).mean_estimate()
        for bot, games, known in (("expert", 2000, content), ("planner", 400, knowledge))
    )
    assert expert.low > 1.25 * planner.high, (expert, planner)


def _new_sheet() -> Layout:
    """Return classic with other points, factors and badges."""
    text = shipped_layouts()["classic"].read_text(encoding="utf-8")
    for old, new in NEW_SHEET.items():
        assert old in text, old
        text = text.replace(old, new)
    return read_from_text(text, Path("new.yaml"), "new.yaml")


def _new_rules() -> Rules:
    text = Path(MEADOW).read_text(encoding="utf-8")
    changed = text.replace("{by count: [1, 2, 4,", "{by count: [1, 3, 4,")
    assert changed != text
    return Rules(read_from_text(changed, Path("new.yaml"), "new.yaml"))


def test_without_the_fast_engine_nothing_is_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_ENGINE", "python")
    with pytest.raises(CannotTrainError, match="no expert can learn classic: SHEETGEN_ENGINE=python"):
        Training(rules_of("classic"), 128)


def test_minutes_become_a_number_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a quarter of a second each time it is read: 512 games in that time, later ones slower."""
    clock = itertools.count(0, 0.25)
    monkeypatch.setattr("sheetgen.lab.training.time.process_time", lambda: next(clock))
    rules = Rules(load(MEADOW))
    assert [games_in(rules, minutes) for minutes in (0.01, 0.1, 1.0)] == [640, 6144, 61440]
    told: list[EarlyFigure] = []
    result = sheetgen.train(MEADOW, minutes=0.01, figures=told.append, output=tmp_path / "mine.expert")
    assert [figure.games for figure in told] == [128, 256, 384, 512, 640]
    assert result.figures == tuple(told)
    assert [figure.seconds for figure in told] == [0.25, 0.5, 0.75, 1.0, 1.25]


def test_larger_sheets_get_wider_nets() -> None:
    assert [hidden_units(inputs) for inputs in (50, 240, 241, 400, 2000)] == [64, 64, 96, 128, 128]


def test_a_curve_shows_all_figures() -> None:
    figures = trained(512).figures
    drawn = draw_curve("a <b>", figures)
    assert "a &lt;b&gt;" in drawn
    assert drawn.count('stroke-width="3"') == len(figures)
