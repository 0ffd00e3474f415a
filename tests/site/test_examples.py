"""Steps: the table and the sheet as the engine has them, and records that the engine objects to."""

import shutil
from pathlib import Path

import pytest

from sheetgen.engine import replay
from sheetgen.engine.dice import ON_PLATTER
from sheetgen.site.examples import ExampleError, example_folder, examples_of, read_example

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")


@pytest.mark.parametrize("edition", SHEETS)
def test_the_last_step_is_where_a_replay_ends(edition: str) -> None:
    for own in examples_of(edition):
        game = replay((example_folder() / f"{own.name}.record").read_text("utf-8"))
        last = own.steps[-1]
        assert last.after.marks == game.players[last.seat].marks(), own.name
        assert last.after.score == game.scores()[last.seat], own.name
        if not any(event.kind in ("turn started", "round started") for event in game.events[-6:]):
            lying = {
                (die, face)
                for die, face, place in zip(game.rules.dice, game.faces, game.places, strict=True)
                if place == ON_PLATTER
            }
            assert set(last.table.platter) == lying, own.name


@pytest.mark.parametrize("edition", SHEETS)
def test_no_die_lies_twice(edition: str) -> None:
    for own in examples_of(edition):
        for step in own.steps:
            dice = [die for die, _ in (*step.table.pool, *filter(None, step.table.slots), *step.table.platter)]
            assert len(dice) == len(set(dice)), own.name
            assert all(1 <= face <= 6 for _, face in (*step.table.pool, *step.table.platter)), own.name


def test_steps_follow_on_each_other() -> None:
    """What a player's sheet shows after one step is what it shows before the next."""
    for edition in SHEETS:
        for own in examples_of(edition):
            seen: dict[int, object] = {}
            for step in own.steps:
                assert seen.get(step.seat, step.before.marks) == step.before.marks, own.name
                seen[step.seat] = step.after.marks


def test_a_wrong_expectation_names_file_and_line(tmp_path: Path) -> None:
    folder = tmp_path / "classic"
    folder.mkdir()
    path = folder / "01-seven-steps.record"
    shutil.copyfile(example_folder() / "classic" / "01-seven-steps.record", path)
    path.write_text(path.read_text("utf-8").replace("expect Ada: purple 7", "expect Ada: purple 8"), "utf-8")
    with pytest.raises(ExampleError) as error:
        read_example(path)
    line = next(i for i, text in enumerate(path.read_text("utf-8").splitlines(), start=1) if "purple 8" in text)
    assert str(error.value) == f"docs/examples/classic/01-seven-steps.record:{line}:1: expected purple 8, found 7"


def test_every_example_has_one_place() -> None:
    """By its name or its first clause; no zone is without examples, and every topic has some."""
    for edition in SHEETS:
        topics = [own.topic for own in examples_of(edition)]
        zones = {f"zone {zone}" for zone in examples_of(edition)[0].edition.zones}
        assert zones <= set(topics), edition
        assert set(topics) - zones <= {"turn", "passive", "bonuses", "actions", "end", "solo"}
