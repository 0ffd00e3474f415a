"""Records of the card game: written, replayed, refused."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.engine import CardGame, Game, RecordError, replay_any
from sheetgen.engine.card_records import replay_cards

ROUND = """\
edition: objectives
players: Ada, Ben
throw: 3 3 5 6 1
Ada: lay three-of-a-kind
Ben: lay pair
Ada: rethrow 3 4 5
throw: 3 2 6
Ada: stand
expect Ada: total 2
expect Ada: won three-of-a-kind
expect Ben: own 1
"""


def test_a_round_is_played_and_its_expectations_hold() -> None:
    game = replay_cards(ROUND)
    assert [score.total for score in game.scores()] == [2, 1]
    assert game.waits_for_dice


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "clause"),
    [
        ("expect Ada: total 2", "expect Ada: total 3", 9, "expected total 3, found 2", ""),
        ("Ben: lay pair", "Ben: lay triple", 5, "there is no card 'triple'", ""),
        ("Ben: lay pair", "Ada: lay pair", 5, "it is Ben who decides now, not Ada", ""),
        ("throw: 3 2 6", "throw: 3 2", 7, "3 dice are thrown here", "O3"),
        ("throw: 3 3 5 6 1", "throw: 3 3 5 6 7", 3, "expected faces such as '3 3 5 6 1', found '3 3 5 6 7'", ""),
        ("Ada: stand", "Ada: lay joker", 8, "", "O2"),
        ("Ada: stand", "Ada: juggle", 8, "'juggle' is no move, expected lay, rethrow or stand", ""),
        ("expect Ben: own 1", "expect Ben: owns 1", 11, "nothing is called 'owns'", ""),
        ("expect Ben: own 1", "throw: 1 1 1 1 1\nthrow: 2 2 2 2 2", 12, "nobody throws dice here any more", ""),
        ("edition: objectives", "edition: objectivs", 1, "there is no such edition", ""),
    ],
)
def test_the_first_wrong_line_is_told(old: str, new: str, line: int, reason: str, clause: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay_any(ROUND.replace(old, new))
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert caught.value.clause == clause


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 5), variant=st.booleans(), cut=st.integers(0, 80))
def test_replay_gives_the_same_game(seed: int, players: int, variant: bool, cut: int) -> None:
    game = CardGame(players=2 if variant else players, seed=seed, variant=variant)
    chance = Random(seed)
    while not game.is_over and len(game.moves) < cut:
        game.play(chance.choice(game.legal_moves()))
    text = game.record()
    again = replay_any(text)
    assert isinstance(again, CardGame)
    assert again.record() == text
    assert again.scores() == game.scores()
    assert again.moves == game.moves


def test_sheets_are_still_replayed() -> None:
    game = replay_any("edition: classic\nplayers: Ada\nthrow: Y1 B2 G4 O5 P3 W6\ntake P3 purple.1\n")
    assert isinstance(game, Game)
    assert game.players[0].marks() == {"purple.1": 3}
