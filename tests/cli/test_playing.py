"""`sheetgen replay`, `score` and `odds` as a user calls them."""

import json
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheetgen.cli.app import cli


def run(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> Result:
    with chdir(cwd or Path.cwd()):
        return CliRunner().invoke(cli, arguments, input=stdin)


RECORD = """\
edition: classic
players: Ada, Ben
throw: Y1 B2 G4 O5 P3 W6
Ada: take P3 purple.1
expect: platter Y1 B2
"""


def test_replay_prints_the_contract_as_json() -> None:
    done = run("replay", "-", "--json", stdin=RECORD)
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert [player["name"] for player in result["players"]] == ["Ada", "Ben"]
    first = result["players"][0]
    assert first["zones"] == {"yellow": 0, "blue": 0, "green": 0, "orange": 0, "purple": 3}
    assert first["foxes"] == {"count": 0, "each": 0, "points": 0}
    assert first["total"] == 3
    assert result["winners"] == []  # the game is not over


@pytest.mark.parametrize("saved", ["utf-8-sig", "utf-8"])
def test_files_as_windows_editors_save_them_are_read(tmp_path: Path, saved: str) -> None:
    """With a mark at the start, and with two characters at the end of each line."""
    (tmp_path / "turn.record").write_bytes(RECORD.replace("\n", "\r\n").encode(saved))
    done = run("replay", "turn.record", cwd=tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")


def test_replay_tells_the_first_illegal_step_with_line_and_clause(tmp_path: Path) -> None:
    (tmp_path / "turn.record").write_text(RECORD.replace("take P3 purple.1", "take P3 purple.2"))
    done = run("replay", "turn.record", cwd=tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == ("turn.record:4:1: purple.2 is not open now ('left to right'); open: purple.1 (C6)\n")


def test_replay_tells_an_expectation_that_fails(tmp_path: Path) -> None:
    done = run("replay", "-", stdin=RECORD.replace("platter Y1 B2", "platter Y1"))
    assert done.exit_code == 1
    assert done.stderr == "-:5:1: expected on the platter Y1, found Y1 B2\n"


@pytest.mark.parametrize("command", [["replay"], ["score", "classic"]])
def test_what_cannot_be_read_is_one_line(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"edition: \xe9t\xe9")
    for name, reason in (("missing", "cannot be read"), (".", "is not a file"), ("latin", "is not UTF-8 text")):
        done = run(*command, name, cwd=tmp_path)
        assert done.exit_code == 1
        assert done.stderr.startswith(f"{name}: {reason}")
        assert done.stderr.count("\n") == 1


def test_score_prints_the_contract_as_json() -> None:
    marks = {"edition": "cubed", "rounds": 6, "marks": {"yellow.r1c2": "x", "blue.8": 8, "pink.1": 3}}
    marks["marks"]["pink.2"] = {"value": 3, "bonus": True}  # type: ignore[index]
    done = run("score", "cubed", "-", "--json", stdin=json.dumps(marks))
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == {
        "edition": "cubed",
        "zones": {"yellow": 2, "turquoise": 0, "blue": 3, "brown": 0, "pink": 6},
        "foxes": {"count": 0, "each": 0, "points": 0},
        "total": 11,
        "band": {"from": 0, "label": "Let's talk about something else"},
    }


def test_score_refuses_an_impossible_sheet_with_every_reason() -> None:
    done = run("score", "classic", "-", stdin='{"marks": {"purple.2": 7, "yelow.r1c1": "x", "yellow.r1c4": "x"}}')
    assert done.exit_code == 1
    assert done.stdout == ""
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()] == [
        "'yelow.r1c1': there is no such cell; did you mean 'yellow'?",
        "yellow.r1c4: is printed already marked",
        "purple.2: cannot be marked before the cells that come first ('left to right')",
    ]


def test_score_of_a_card_game_is_refused_in_one_line() -> None:
    done = run("score", "objectives", "-", stdin="{}")
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "card game" in done.stderr
