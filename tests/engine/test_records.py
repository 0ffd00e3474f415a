"""Records as a whole: what they refuse, with and without Python's assertions."""

import subprocess
import sys
from pathlib import Path

import pytest

from sheetgen.engine import ExpectationError, RecordError, replay, replay_any, replay_any_steps, replay_steps
from sheetgen.engine.situations import check_expectation
from sheetgen.errors import SheetgenError

TURN = """\
edition: classic
players: Lucas, Marie
throw: Y1 B2 G4 O5 P3 W6
Lucas: take P3 purple.1
"""
CARDS = "edition: objectives\nplayers: Ada, Ben\nthrow: 3 3 5 6 1\n"
WRONG = [
    (TURN + "expect: platter Y1 B3\n", "line 5: expected on the platter Y1 B3, found Y1 B2"),
    (TURN + "expect Lucas: purple 4\n", "line 5: expected purple 4, found 3"),
    (TURN + "expect Lucas: purple.1 4\n", "line 5: expected purple.1 4, found 3"),
    (TURN + "expect: pending ? yellow\n", "line 5: expected waiting bonuses ? yellow, found none"),
    (TURN + "throw: G4 O5 W1\nexpect: cannot take G4 green.1\n", "line 6: expected that one cannot take G4 green.1"),
    (TURN + "throw: G4 O5 W1\nexpect: can take O5 green.1\n", "line 6: expected that one can take O5 green.1, but"),
    (
        TURN + "throw: G4 O5 W1\nexpect: cannot take O5 green.1 C9\n",
        "line 6: expected clause C9 to forbid it, found A3",
    ),
    (CARDS + "expect: total 1\n", "line 4: expected total 1, found 0"),
    (CARDS + "expect: holds no-odd\n", "line 4: expected that no-odd holds, found 3 3 5 6 1"),
]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (TURN + "players: Ada, Ben\n", "line 5: 'players:' is given twice; first on line 2"),
        (CARDS + "edition: objectives\n", "line 4: 'edition:' is given twice; first on line 1"),
        (TURN + f"expect: purple {'9' * 5000}\n", "line 5: has a number of more than 12 digits"),
        (f"edition: classic\nsheet: purple.1={'9' * 5000}\n", "line 2: has a number of more than 12 digits"),
        (f"edition: classic\nround: {'9' * 5000}\n", "line 2: has a number of more than 12 digits"),
    ],
)
def test_what_no_record_has(record: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay_any(record)
    assert str(caught.value) == message


@pytest.mark.parametrize(("record", "message"), WRONG)
def test_a_wrong_expectation_is_an_error_of_the_record(record: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay_any(record)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, SheetgenError)


def test_an_expectation_raises_an_error_of_its_own() -> None:
    with pytest.raises(ExpectationError, match="expected total 5, found 3"):
        check_expectation(replay(TURN), "total 5")


def test_optimised_python_refuses_the_same_records(tmp_path: Path) -> None:
    """`python -O` removes assert statements; no check may be one."""
    for number, (record, message) in enumerate(WRONG):
        (tmp_path / f"{number}.record").write_text(record, "utf-8")
        (tmp_path / f"{number}.txt").write_text(message, "utf-8")
    script = """if True:
        import sys
        from pathlib import Path
        from sheetgen.engine import RecordError, replay_any
        for path in sorted(Path(sys.argv[1]).glob("*.record")):
            try:
                replay_any(path.read_text("utf-8"))
            except RecordError as error:
                print(str(error).startswith(path.with_suffix(".txt").read_text("utf-8")))
    """
    run = [sys.executable, "-O", "-c", script, str(tmp_path)]
    answers = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert answers == ["True"] * len(WRONG)


def test_optimised_sheetgen_replay_fails_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.record"
    path.write_text(WRONG[0][0], "utf-8")
    command = [sys.executable, "-O", "-m", "sheetgen", "replay", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [f"{path}:5:1: expected on the platter Y1 B3, found Y1 B2"]


def test_a_record_is_played_line_by_line() -> None:
    record = TURN + "throw: G4 O5 W1\nexpect: platter Y1 B2\nLucas: take G4 green.1\n"
    steps = replay_steps(record)
    start = next(steps)
    assert (start.number, start.line, start.move, start.game.moves) == (0, None, None, [])
    second = next(steps)
    assert (second.number, second.line.word if second.line else "", second.move) == (3, "throw", None)
    third = next(steps)
    assert (third.number, str(third.move)) == (4, "take purple purple.1 = 3")
    assert third.game.decision is not None
    third.game.copy().play(third.game.decision.moves[0])  # stop here and try something else
    assert [(step.number, step.move is None) for step in steps] == [(5, True), (6, True), (7, False)]
    assert third.game.state() == replay(record).state()


def test_replaying_may_stop_before_a_wrong_line() -> None:
    steps = replay_steps(TURN + "Lucas: take P3 purple.1\n")
    numbers = [next(steps).number for _ in range(3)]
    assert numbers == [0, 3, 4]
    with pytest.raises(RecordError, match="line 5"):
        next(steps)


def test_card_records_are_played_line_by_line() -> None:
    lines = [(step.number, str(step.move)) for step in replay_any_steps(CARDS + "Ada: lay pair\nexpect: total 0\n")]
    assert lines == [(0, "None"), (3, "None"), (4, "lay pair"), (5, "None")]
    assert [step.number for step in replay_any_steps(TURN)] == [0, 3, 4]


@pytest.mark.parametrize(
    "record",
    [
        "edition: classic\nactions: reroll 1\nturn: active 1\nthrow: Y1 B2 G4 O5 P3 W6\nreroll\n",
        "edition: double\nactions: return 1\nturn: active 2\nslots: P3\nplatter: Y1\nthrow\n",
        CARDS + "Ada: lay pair\nBen: lay pair\nAda: rethrow 3\n",
    ],
)
def test_dice_must_follow_a_move_that_throws(record: str) -> None:
    with pytest.raises(RecordError, match=r"line \d: the dice of the roll after this move are missing"):
        replay_any(record)


def test_a_record_of_a_situation_shows_the_faces_of_its_dice() -> None:
    """The dice that a situation puts on the table are written as they lie, not as ones."""
    game = replay("edition: classic\nplayers: Ada, Ben\nturn: Ben passive\nslots: Y5\nplatter: P4\ntake P4 purple.1\n")
    assert "Ben: take P4 purple.1 = 4" in game.record()
    assert replay(game.record()).state() == game.state()


YELLOW = "edition: double\nplayers: Ada\nsheet: yellow.r1c2=o\nturn: active 1\nbonus: ? yellow\n"


def test_a_record_may_ask_for_a_cross() -> None:
    """Where cells are circled first, `= x` is a move only if the cell has its circle."""
    game = replay(
        YELLOW + "expect: can place ? yellow: yellow.r1c2 = x\nexpect: cannot place ? yellow: yellow.r1c4 = x D5\n"
        "place ? yellow: yellow.r1c2 = x\n"
    )
    assert game.players[0].marks() == {"yellow.r1c2": "x"}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("place ? yellow: yellow.r1c4 = x", "yellow.r1c4 has no circle yet"),
        ("place ? yellow: green.1 = x", "expected a number after '='"),
        ("place ? yellow: = x", "expected a number after '='"),
        ("place ? yellow: yellow.r1c2 = y", "expected a number after '='"),
    ],
)
def test_a_cross_that_is_not_possible(move: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        replay(YELLOW + move + "\n")
