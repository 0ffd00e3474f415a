"""F: players, rounds, turns, and the last chance."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game
from sheetgen.engine.events import Earned, RoundStarted, Scored, Thrown, TurnStarted

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
Play = Callable[..., Game]

ROUND_BADGES = {
    "classic": ["reroll", "extra die", "reroll", "X any or 6 any"],
    "double": ["reroll", "extra die", "return", "? any"],
    "cubed": ["reroll", "extra die", "joker", "? any"],
    "deluxe": ["reroll", "extra die", "reroll", "? any"],
    "mix": ["reroll", "mix", "extra die", "? any"],
}


def played(edition: str, players: int) -> Game:
    game = Game(edition, players, seed=players)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


@pytest.mark.parametrize(("players", "rounds"), [(1, 6), (2, 6), (3, 5), (4, 4)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_f1_rounds_by_players(edition: str, players: int, rounds: int) -> None:
    """F1: 4 players play 4 rounds, 3 play 5, 1 or 2 play 6."""
    game = played(edition, players)
    assert [event.round for event in game.events if isinstance(event, RoundStarted)] == list(range(1, rounds + 1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_f0_the_first_player_starts_with_all_dice(edition: str) -> None:
    """F0: whoever starts is named first; that player is active first and throws all six dice."""
    game = played(edition, 3)
    first = next(event for event in game.events if isinstance(event, Thrown))
    assert (first.player, len(first.dice)) == (0, 6)


@pytest.mark.parametrize("players", [0, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_f1_no_other_number_of_players(edition: str, players: int) -> None:
    """F1: nobody, or five players, cannot play."""
    with pytest.raises(ValueError, match=f"is for 1, 2, 3, 4 players, not {players}"):
        Game(edition, players)


@pytest.mark.parametrize("edition", EDITIONS)
def test_f2_every_player_takes_the_badge_before_the_first_throw(edition: str) -> None:
    """F2: rounds 1 to 4 bring their printed badge to everybody, before the first throw; rounds 5 and 6 none."""
    game = played(edition, 2)
    starts = [i for i, event in enumerate(game.events) if isinstance(event, RoundStarted)]
    for number, start in enumerate(starts, start=1):
        until = next(i for i in range(start, len(game.events)) if isinstance(game.events[i], Thrown))
        earned: dict[int, str] = {}
        for event in game.events[start:until]:
            if isinstance(event, Earned):
                earned.setdefault(event.player, str(event.bonus))
        badge = dict(enumerate(ROUND_BADGES[edition], start=1)).get(number)
        assert earned == ({0: badge, 1: badge} if badge else {})


def test_f2_a_round_badge_unlocks_an_action(play: Play) -> None:
    """F2: at the start of round 1 everyone has one reroll, not only the active player."""
    game = play("""
        edition: classic
        players: Lucas, Marie
        throw: Y1 B2 G4 O5 P3 W6
        expect Lucas: reroll unlocked 1
        expect Marie: reroll unlocked 1
        expect Marie: extra die unlocked 0
        """)
    assert game.round == 1


def test_f2_a_round_badge_may_chain(play: Play) -> None:
    """F2: the black 6 of round 4 lands over a purple 6, and nothing is thrown before that is written."""
    game = play("""
        edition: classic
        players: Lucas, Marie
        round: 3
        sheet Lucas: orange.1=1 orange.2=1 orange.3=1 orange.4=2 orange.5=1 orange.6=1 orange.7=2 orange.8=1 orange.9=2
        turn: Lucas passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        Lucas: take Y1 yellow.r2c2
        expect: pending X any or 6 any
        expect: cannot take G1 green.1 X1
        Lucas: place 6 any: orange.10
        expect: pending 6 purple
        expect: cannot take G1 green.1 X1
        Lucas: place 6 purple: purple.1
        expect: to decide: Marie
        expect: pending X any or 6 any
        Marie: place X any: green.1
        expect Lucas: purple.1 6
        """)
    assert game.round == 4
    assert not game.throws
    assert game.waits_for_dice


@pytest.mark.parametrize(("players", "rounds"), [(1, 6), (2, 6), (3, 5), (4, 4)])
def test_f3_everybody_is_active_once_a_round(players: int, rounds: int) -> None:
    """F3: in every round the turn passes to the left until everyone was active once."""
    game = played("classic", players)
    turns = [event.player for event in game.events if isinstance(event, TurnStarted) and event.role == "active"]
    assert turns == list(range(players)) * rounds


def test_f3_the_left_neighbour_follows(play: Play) -> None:
    """F3: after Lucas and the passive ones it is Marie's throw, in the same round."""
    game = play("""
        edition: classic
        players: Lucas, Marie, Zoe
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        Marie: take Y1 yellow.r2c2
        Zoe: take Y1 yellow.r2c2
        throw: Y1 B2 G4 O5 P3 W6
        expect: to decide: Marie
        Marie: take P3 purple.1
        """)
    assert (game.round, game.active) == (1, 1)


LAST_TURN = """
    edition: {edition}
    players: Lucas, Marie
    round: 6
    sheet Lucas: {sheet}
    actions Lucas: {actions}
    actions Marie: {actions}
    turn: Lucas passive
    {dice}
    """


def test_f4_extra_dice_after_the_last_turn(play: Play) -> None:
    """F4: after the last turn both players still spend extra dice, the active one too; rerolls lapse."""
    head = LAST_TURN.format(
        edition="classic",
        sheet="green.1",
        actions="extra die 1, reroll 2",
        dice="slots: O1 P2 W3\nplatter: Y1 B2 G1",
    )
    game = play(
        head
        + """
        Lucas: take Y1 yellow.r2c2
        Lucas: extra P2 purple.1
        expect: to decide: Marie
        expect: cannot reroll X3
        Marie: extra O1 orange.1
        """
    )
    assert game.is_over
    assert isinstance(game.events[-1], Scored)
    assert game.players[1].actions()["reroll"] == {"unlocked": 2, "used": []}


def test_f4_the_last_chance_may_be_left(play: Play) -> None:
    """F4: nobody must spend an extra die; and without one the game is over at once."""
    head = LAST_TURN.format(
        edition="classic", sheet="green.1", actions="extra die 1", dice="slots: O1 P2 W3\nplatter: Y1 B2 G1"
    )
    game = play(head + "Lucas: take Y1 yellow.r2c2\nLucas: done\nexpect: to decide: Marie\nMarie: done")
    assert game.is_over
    plain = head.replace("extra die 1", "extra die 0")
    game = play(plain + "Lucas: take Y1 yellow.r2c2\nexpect: cannot take Y1 yellow.r2c2 F4")
    assert game.is_over


def test_f4_double_returns_lapse(play: Play) -> None:
    """F4: in double a return is of no use any more."""
    head = LAST_TURN.format(
        edition="double", sheet="pink.1=1", actions="extra die 1, return 1", dice="slots: G1 P2 W3\nplatter: Y1 B2 S1"
    )
    game = play(
        head
        + """
        Lucas: take Y1 yellow.r2c1
        Lucas: done
        expect: cannot return S X5
        Marie: extra P2 pink.1
        """
    )
    assert game.is_over


def test_f4_cubed_with_a_joker(play: Play) -> None:
    """F4: in cubed the last extra die may count as a joker's number."""
    head = LAST_TURN.format(
        edition="cubed",
        sheet="pink.1=1",
        actions="extra die 1, joker 1",
        dice="slots: Br1 P2 W3\nplatter: Y1 Bl2 T1",
    )
    game = play(
        head
        + """
        Lucas: take T1 turquoise.r1c1
        Lucas: done
        Lucas: done
        Marie: extra Br1 brown.3 joker 1
        expect: joker used 1
        """
    )
    assert game.is_over
    assert game.players[1].marks() == {"brown.3": "x"}


def test_f4_mix_with_polish(play: Play) -> None:
    """F4: in mix the last extra die may be polished, if it lies on the platter."""
    head = LAST_TURN.format(
        edition="mix",
        sheet="orange.1",
        actions="extra die 1, mix.polish 1",
        dice="slots: O1 P2 W3\nplatter: Y1 B2 G1",
    )
    game = play(
        head
        + """
        Lucas: take Y1 yellow.r3c1
        Lucas: done
        expect: cannot extra O1 orange.1 polish +1 X7
        Marie: extra G1 green.1 = 4 polish +1
        """
    )
    assert game.is_over
    assert game.players[1].marks() == {"green.1": 4}


@pytest.mark.parametrize("edition", EDITIONS)
def test_f4_alone_at_the_end_of_the_last_passive_turn(play: Play, edition: str) -> None:
    """F4: alone, the last extra dice follow the last passive turn, and then the game is over."""
    cells = {"classic": "yellow.r2c2", "double": "yellow.r2c1", "cubed": "yellow.r3c1", "mix": "yellow.r3c1"}
    cell = cells.get(edition, "yellow.r2c2")
    game = play(f"""
        edition: {edition}
        round: 6
        actions: extra die 1, reroll 1
        turn: passive
        platter: Y1 W1
        take Y1 {cell}
        expect: cannot reroll S3
        extra W1 {"orange.1" if edition in ("classic", "deluxe") else "green.1" if edition != "cubed" else "pink.1"}
        """)
    assert game.is_over
