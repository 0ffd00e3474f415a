"""E: who wins."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game

Play = Callable[..., Game]
EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")


@pytest.mark.parametrize("edition", EDITIONS)
def test_e1_total_is_five_zones_and_foxes(edition: str) -> None:
    """E1: the total is the sum of the five zones plus what the foxes are worth."""
    game = Game(edition, 2, seed=11)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    for score in game.scores():
        assert len(score.zones) == 5
        assert score.total == sum(score.zones.values()) + score.foxes * min(score.zones.values())
        assert any(score.zones.values())


def test_e1_total_with_foxes(play: Play) -> None:
    """E1: 10 + 1 + 28 + 1 + 1, and the green fox is worth the lowest zone, 1."""
    play("""
        edition: classic
        sheet: yellow.r1c1 yellow.r2c1 yellow.r3c1 blue.r1c2 green.1 green.2 green.3 green.4 green.5 green.6 green.7
        sheet: orange.1=1 purple.1=1
        turn: over
        expect: yellow 10
        expect: blue 1
        expect: green 28
        expect: orange 1
        expect: purple 1
        expect: foxes 1
        expect: fox points 1
        expect: total 42
        """)


def winner(play: Play, first: str, second: str, expected: str) -> None:
    play(f"""
        edition: classic
        players: Lucas, Marie
        sheet Lucas: {first}
        sheet Marie: {second}
        turn: Lucas over
        expect: winner {expected}
        """)


def test_e1_the_highest_total_wins(play: Play) -> None:
    """E1: eleven points beat ten, in either seat, whatever the highest zone is."""
    winner(play, "orange.1=6 orange.2=5", "yellow.r1c1 yellow.r2c1 yellow.r3c1", "Lucas")
    winner(play, "yellow.r1c1 yellow.r2c1 yellow.r3c1", "orange.1=6 purple.1=5", "Marie")


def test_e1_a_tie_goes_to_the_highest_zone(play: Play) -> None:
    """E1: 10 to 10: ten in one zone beat six and four in two."""
    winner(play, "orange.1=6 purple.1=4", "yellow.r1c1 yellow.r2c1 yellow.r3c1", "Marie")
    winner(play, "yellow.r1c1 yellow.r2c1 yellow.r3c1", "orange.1=6 purple.1=4", "Lucas")


def test_e1_still_tied_is_shared(play: Play) -> None:
    """E1: same total, same highest zone: both win, though the zones differ."""
    winner(play, "orange.1=6 purple.1=4", "purple.1=6 orange.1=4", "Lucas, Marie")


def test_e1_only_the_tied_are_compared(play: Play) -> None:
    """E1: a high zone of somebody with fewer points does not matter."""
    play("""
        edition: classic
        players: Lucas, Marie, Zoe
        sheet Lucas: yellow.r1c1 yellow.r2c1 yellow.r3c1
        sheet Marie: orange.1=6 purple.1=5
        sheet Zoe: orange.1=5 purple.1=6
        turn: Lucas over
        expect: winner Marie, Zoe
        """)
