"""`sheetgen sheet --marks`."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Result


def marks_file(folder: Path, marks: dict[str, object], **more: object) -> Path:
    file = folder / "marks.json"
    file.write_text(json.dumps({"edition": "classic", "marks": marks, **more}), "utf-8")
    return file


def test_draws_the_marks_of_a_file(run: Callable[..., Result], tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c1": "x", "purple.1": 3, "purple.2": 4, "purple.3": 5}, rounds=2)
    output = tmp_path / "sheet.svg"
    result = run("sheet", "classic", "--marks", file, "-o", output)
    assert (result.code, result.err) == (0, "")
    svg = output.read_text("utf-8")
    for name in ("yellow.r1c1", "purple.3", "round.2"):
        assert f'id="mark.{name}"' in svg
    # The badge under the third purple cell and the first round unlock two rerolls.
    assert 'id="mark.reroll.2"' in svg
    assert 'id="mark.reroll.3"' not in svg


def test_ticks_the_turns_of_a_solo_game(run: Callable[..., Result], tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c1": "x"}, rounds=2)
    output = tmp_path / "solo.svg"
    assert run("sheet", "classic", "--solo", "--marks", file, "-o", output).code == 0
    svg = output.read_text("utf-8")
    ticks = [f"solo.{number}.{kind}" for number in range(1, 7) for kind in ("active", "passive")]
    assert [name for name in ticks if f'id="mark.{name}"' in svg] == ticks[:4]


def test_a_solo_game_with_fewer_rounds_than_marked(run: Callable[..., Result], tmp_path: Path) -> None:
    layout = tmp_path / "own.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Own\nsolo: {rounds: 4, ratings: []}\n", "utf-8")
    marks = tmp_path / "marks.json"
    marks.write_text(json.dumps({"edition": "own", "marks": {}, "rounds": 6}), "utf-8")
    result = run("sheet", layout, "--solo", "--marks", marks, "-o", tmp_path / "own.svg")
    assert result.code == 1
    assert result.err == f"{marks}: the sheet has no place 'round.5' for a mark\n"


def test_refuses_an_impossible_sheet_in_one_line_each(run: Callable[..., Result], tmp_path: Path) -> None:
    file = marks_file(tmp_path, {"yellow.r1c9": "x", "purple.2": 3})
    output = tmp_path / "sheet.svg"
    result = run("sheet", "classic", "--marks", file, "-o", output)
    assert result.code == 1
    lines = result.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"{file}: ") for line in lines)
    assert not output.exists()


def test_says_that_a_file_cannot_be_read(run: Callable[..., Result], tmp_path: Path) -> None:
    result = run("sheet", "classic", "--marks", tmp_path / "none.json", "-o", tmp_path / "sheet.svg")
    assert result.code == 1
    assert "cannot be read" in result.err


def test_a_sheet_of_two_pages_has_its_marks_where_their_cells_are(run: Callable[..., Result], tmp_path: Path) -> None:
    variant = Path(__file__).parents[2] / "layouts/variants/day-and-night.yaml"
    marks = {"marks": {"teal-day.r1c2": "x", "rose-night.1": 3}, "rounds": 2}
    (tmp_path / "marks.json").write_text(json.dumps(marks), "utf-8")
    for page, here, there in (((), "teal-day.r1c2", "rose-night.1"), (("--back",), "rose-night.1", "teal-day.r1c2")):
        result = run("sheet", variant, "--marks", tmp_path / "marks.json", "-o", tmp_path / "page.svg", *page)
        assert result.code == 0, result.err
        drawn = (tmp_path / "page.svg").read_text("utf-8")
        assert f'id="mark.{here}"' in drawn
        assert f'id="mark.{there}"' not in drawn
