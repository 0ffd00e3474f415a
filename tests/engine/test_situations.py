"""Situations: a record can start a game at any decision."""

import pytest

from sheetgen.engine import Game, RecordError, replay
from sheetgen.engine.turns import EXTRA, FINAL, PASSIVE

DICE = "slots: Y5 - P6\nplatter: B1 G2 O4 W3\n"


def of_three(turn: str, more: str = "") -> Game:
    return replay(f"edition: classic\nplayers: Ada, Ben, Cleo\nround: 2\n{more}turn: {turn}\n{DICE}")


@pytest.mark.parametrize(
    ("turn", "actor", "active", "phase"),
    [
        ("Ben passive", 1, 0, PASSIVE),
        ("Cleo passive", 2, 1, PASSIVE),
        ("Cleo passive, Ada active", 2, 0, PASSIVE),
        ("Ada passive, Ben active", 0, 1, PASSIVE),
    ],
)
def test_any_passive_player_may_decide(turn: str, actor: int, active: int, phase: int) -> None:
    game = of_three(turn)
    assert (game.actor, game.active, game.phase, game.is_active) == (actor, active, phase, False)
    assert {move.kind for move in game.legal_moves()} == {"take"}


def test_after_the_second_passive_player_comes_the_next_turn() -> None:
    game = of_three("Cleo passive, Ada active")
    game.play(game.legal_moves()[-1])
    assert (game.active, game.actor, game.waits_for_dice) == (1, 1, True)


def test_a_passive_turn_ends_with_extra_dice() -> None:
    game = of_three("Cleo passive end, Ada active", "actions Cleo: extra die 2\n")
    assert (game.actor, game.active, game.phase) == (2, 0, EXTRA)
    assert {move.kind for move in game.legal_moves()} == {"extra", "done"}
    assert {move.die for move in game.legal_moves()} - {""} == {"yellow", "blue", "green", "orange", "purple", "white"}
    game.play(game.legal_moves()[-1])
    assert (game.active, game.actor) == (1, 1)


def test_a_solo_passive_turn_ends_with_extra_dice() -> None:
    game = replay(f"edition: classic\nactions: extra die 1\nturn: passive end\n{DICE}")
    assert (game.solo_passive, game.phase) == (True, EXTRA)
    game.play(game.legal_moves()[-1])
    assert game.round == 2


def test_dice_already_used_as_extra_dice_are_not_offered_again() -> None:
    game = of_three("Ada extra", "actions Ada: extra die 2\nextras Ada: W P6\n")
    assert {move.die for move in game.legal_moves()} - {""} == {"yellow", "blue", "green", "orange"}
    assert of_three("Ada extra", "actions Ada: extra die 2\nextras Ben: W\n").state() != game.state()


def test_the_last_extra_dice_of_a_game() -> None:
    game = of_three("Cleo final", "actions Cleo: extra die 1\n")
    assert (game.actor, game.active, game.phase) == (2, 2, FINAL)
    game.play(game.legal_moves()[-1])
    assert game.is_over


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("turn: Cleo", "expected a role (active, passive, extra, solo, final or over), found 'Cleo'"),
        ("turn: Cleo passive, Ada", "expected such as 'Marie passive, Lucas active', found 'Cleo passive, Ada'"),
        (
            "turn: Cleo extra, Ada active",
            "expected such as 'Marie passive, Lucas active', found 'Cleo extra, Ada active'",
        ),
        ("turn: Cleo passive, Cleo active", "Cleo cannot be passive and active at the same time"),
        ("turn: Cleo passive, Dan active", "expected a player (Ada, Ben or Cleo), found 'Dan'"),
        ("turn: Cleo active end", "expected a number from 1 to 3, found 'end'"),
        ("extras Cleo: X", "'X' is no die of this edition"),
        ("extras: W", "expected a player (Ada, Ben or Cleo), found ''"),
    ],
)
def test_a_situation_that_cannot_be_says_why(lines: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(f"edition: classic\nplayers: Ada, Ben, Cleo\n{lines}\n")
    assert caught.value.line == 3
    assert message in caught.value.reason


def test_alone_there_are_no_last_extra_dice() -> None:
    with pytest.raises(RecordError, match="'final' is for several players"):
        replay("edition: classic\nturn: final\n")


def test_a_game_from_a_situation_is_written_with_it() -> None:
    game = of_three("Cleo passive end, Ada active", "actions Cleo: extra die 1\nextras Cleo: W\n")
    assert "turn: Cleo passive end, Ada active" in game.record()
    assert replay(game.record()).state() == game.state()


def test_names_that_nobody_can_see_are_told_in_one_printable_line() -> None:
    record = 'edition: classic\nplayers: "\u202e\u2066", Ben\nsheet Ada: yellow.r1c1\n'
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert str(caught.value).isprintable()
    assert "expected a player" in str(caught.value)
