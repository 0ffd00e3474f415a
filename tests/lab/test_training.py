"""Training: it makes an expert better, the same seed gives the same weights, and it can be interrupted."""

from pathlib import Path

import pytest

import sheetgen
from sheetgen.engine import Rules, rules_of
from sheetgen.engine.fast.core import core
from sheetgen.lab.expert import pack, unpack
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample
from sheetgen.lab.training import (
    CannotTrainError,
    Training,
    draw_curve,
    games_in,
    hidden_units,
    learned_weights,
    load_weights,
)
from sheetgen.layout import load, read_from_text
from sheetgen.resources import shipped_variants

pytestmark = pytest.mark.skipif(core().library is None, reason=core().reason)
FEW = 1280
MEADOW = str(shipped_variants()["meadow"])


def trained(games: int = FEW, seed: int = 1) -> Training:
    training = Training(Rules(load(MEADOW)), games, seed)
    assert list(training.steps()) == training.figures
    return training


def test_the_same_seed_gives_the_same_weights_and_another_one_others() -> None:
    first, second, other = trained(256), trained(256), trained(256, seed=2)
    assert pack(first.weights(0)) == pack(second.weights(0))
    assert pack(first.weights(0)) != pack(other.weights(0))


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
    told: list[int] = []
    content = learned_weights(rules, told.append)
    assert sum(told) == 256
    assert load_weights(rules) == content
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"spoilt")
    assert load_weights(rules) is None


def _new_rules() -> Rules:
    text = Path(MEADOW).read_text(encoding="utf-8")
    changed = text.replace("{by count: [1, 2, 4,", "{by count: [1, 3, 4,")
    assert changed != text
    return Rules(read_from_text(changed, Path("new.yaml"), "new.yaml"))


def test_without_the_fast_engine_nothing_is_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_ENGINE", "python")
    with pytest.raises(CannotTrainError, match="no expert can learn classic: SHEETGEN_ENGINE=python"):
        Training(rules_of("classic"), 128)


def test_minutes_become_a_number_of_games() -> None:
    rules = Rules(load(MEADOW))
    assert games_in(rules, 1.0) > 3 * games_in(rules, 0.05) > 0


def test_larger_sheets_get_wider_nets() -> None:
    assert [hidden_units(inputs) for inputs in (50, 240, 241, 400, 2000)] == [64, 64, 96, 128, 128]


def test_a_curve_shows_all_figures() -> None:
    figures = trained(512).figures
    drawn = draw_curve("a <b>", figures)
    assert "a &lt;b&gt;" in drawn
    assert drawn.count('stroke-width="3"') == len(figures)
