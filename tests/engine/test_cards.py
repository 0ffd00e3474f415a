"""O1–O7: the card game, clause by clause, thousands of random games, and its records."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.engine import Game, RecordError, replay_any
from sheetgen.engine import cards as ev
from sheetgen.engine.cards import STAND, CardGame, CardMove, card_rules_of, lay, replay_cards, rethrow
from sheetgen.engine.dice import FedDice, MissingDiceError, RandomDice, ScriptedDice, WrongDiceError
from sheetgen.engine.moves import IllegalMoveError
from sheetgen.layout import read

# Typed by hand, not read from the layout.
POINTS = {
    "joker": 1,
    "pair": 1,
    "three-of-a-kind": 2,
    "two-pairs": 2,
    "small-straight": 3,
    "no-even": 4,
    "no-odd": 4,
    "full-house": 6,
    "large-straight": 7,
    "four-of-a-kind": 7,
}
ROUNDS = {2: 10, 3: 9, 4: 8, 5: 10}
LOW = (1, 2, 3, 4, 6)  # holds nothing but a small straight and the Joker


def scripted(*throws: tuple[int, ...] | dict[int, int], players: int = 2, variant: bool = False) -> CardGame:
    """A game with told dice: whole throws, or a rethrow as {position: face}."""
    script = [
        {str(position): face for position, face in throw.items()} if isinstance(throw, dict) else throw
        for throw in throws
    ]
    return CardGame(players=players, variant=variant, dice=ScriptedDice(script))


def play(game: CardGame, *moves: CardMove) -> CardGame:
    for move in moves:
        game.play(move)
    return game


def refused(game: CardGame, move: CardMove) -> tuple[str, str]:
    before = game.state(), list(game.events), list(game.moves)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert (game.state(), game.events, game.moves) == before
    return caught.value.clause, caught.value.reason


# O1


def test_o1_ten_cards_each() -> None:
    """O1: ten cards of one colour each."""
    for players in ROUNDS:
        game = CardGame(players=players)
        assert [list(player.hand) for player in game.players] == [list(POINTS)] * players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_o1_two_to_five_players(players: int) -> None:
    """O1: 2–5 players."""
    with pytest.raises(ValueError, match=f"2, 3, 4, 5 players, not {players}"):
        CardGame(players=players)


@pytest.mark.parametrize("players", ROUNDS)
def test_o1_active_in_turn(players: int) -> None:
    """O1: the youngest is active first, then the left neighbour each round; everyone equally often."""
    game = random_game(players, seed=4)
    started = [event for event in game.events if isinstance(event, ev.CardRoundStarted)]
    assert [event.round for event in started] == list(range(1, ROUNDS[players] + 1))
    assert [event.active for event in started] == [i % players for i in range(ROUNDS[players])]
    assert len(set(Counter(event.active for event in started).values())) == 1


# O2


def test_o2_active_throws_five_dice_then_all_lay() -> None:
    """O2: the active player throws five dice; everyone then lays one unplayed card."""
    game = CardGame(players=3, seed=2)
    assert len(game.faces) == 5
    assert game.events == [ev.CardRoundStarted(1, 0), ev.CardDiceThrown(0, (1, 2, 3, 4, 5), game.faces, 1)]
    for seat in range(3):
        assert game.actor == seat
        assert game.legal_moves() == [lay(card) for card in POINTS]
        game.play(lay("pair"))
    assert game.actor == 0
    assert {move.kind for move in game.legal_moves()} == {"rethrow", "stand"}


def test_o2_seat_order_starts_with_the_active_player() -> None:
    """O2: in the second round the second player lays first."""
    game = play(CardGame(players=3), lay("pair"), lay("pair"), lay("pair"), STAND)
    order = []
    for _ in range(3):
        order.append(game.actor)
        game.play(lay("joker"))
    assert order == [1, 2, 0]


def test_o2_only_the_active_card_is_turned_over() -> None:
    """O2: only the active player's card is seen before dice are rolled again."""
    game = play(scripted(LOW, players=3), lay("no-even"), lay("pair"), lay("joker"))
    assert [game.visible(seat) for seat in range(3)] == [
        (("no-even",), None, None),
        (("no-even",), ("pair",), None),
        (("no-even",), None, ("joker",)),
    ]
    assert [event for event in game.events if isinstance(event, ev.Revealed)] == [ev.Revealed(0, ("no-even",))]


def test_o2_nothing_is_seen_while_laying() -> None:
    """O2: face down for all others, and no event names the card."""
    game = play(CardGame(players=2), lay("no-even"))
    assert game.visible(1) == (None, ())
    assert game.events[-1] == ev.Laid(0, 1)
    assert not any("no-even" in str(event) for event in game.events)


@pytest.mark.parametrize("card", POINTS)
def test_o2_what_others_laid_changes_nothing(card: str) -> None:
    """O2: secret and at the same time, so the choice of the first leaves the second's moves as they are."""
    game = play(CardGame(players=2, seed=9), lay(card))
    assert game.legal_moves() == [lay(own) for own in POINTS]


def test_o2_refusals() -> None:
    """O2: a card is played once, one a round, and before any rethrow."""
    game = play(CardGame(players=2), lay("pair"), lay("joker"))
    assert refused(game, lay("joker"))[0] == "O2"
    play(game, STAND)
    assert refused(game, lay("joker")) == ("O2", "joker was already played")  # the second player is active now
    assert refused(game, lay()) == ("O2", "cards laid each round: 1, not 0")
    assert refused(game, lay("pair", "two-pairs")) == ("O2", "cards laid each round: 1, not 2")
    assert refused(game, STAND) == ("O2", "'stand' has to wait until everyone has laid")
    assert refused(game, rethrow(1))[0] == "O2"
    assert refused(game, lay("flush")) == ("O1", "there is no card 'flush'")
    assert refused(game, CardMove("lay", ("pair",), (1,))) == ("O2", "'lay' names cards, not dice")
    assert refused(game, CardMove("throw"))[0] == "O2"  # type: ignore[arg-type]


# O3


def test_o3_any_dice_twice_at_most() -> None:
    """O3: any dice may be thrown again, twice at most; then the dice are final."""
    game = play(scripted(LOW, {2: 5, 5: 5}, {1: 4}), lay("pair"), lay("joker"))
    assert len(game.legal_moves()) == 32  # every choice of five dice, standing included
    assert (game.rethrows_left, game.faces) == (2, LOW)
    game.play(rethrow(5, 2))
    assert (game.rethrows_left, game.faces) == (1, (1, 5, 3, 4, 5))
    assert game.moves[-1] == rethrow(2, 5)
    game.play(rethrow(1))
    assert ev.Settled(0, (4, 5, 3, 4, 5)) in game.events
    assert (game.round, game.active, game.waits_for_dice) == (2, 1, True)


@pytest.mark.parametrize("moves", [(), (rethrow(1),), (rethrow(1), rethrow(1, 2, 3, 4, 5))])
def test_o3_standing_is_allowed_at_any_time(moves: tuple[CardMove, ...]) -> None:
    """O3: the active player may, but need not throw again."""
    game = play(CardGame(players=2, seed=5), lay("pair"), lay("joker"), *moves)
    if len(moves) < 2:
        game.play(STAND)
    assert game.round == 2
    assert sum(isinstance(event, ev.CardDiceThrown) for event in game.events) == 2 + len(moves)


def test_o3_all_reveal_after_the_last_throw() -> None:
    """O3: then everyone reveals and checks."""
    game = play(scripted(LOW, players=3), lay("no-even"), lay("pair"), lay("joker"), STAND)
    tail = [event for event in game.events if isinstance(event, (ev.Revealed, ev.Settled))]
    assert tail == [
        ev.Revealed(0, ("no-even",)),
        ev.Settled(0, LOW),
        ev.Revealed(1, ("pair",)),
        ev.Revealed(2, ("joker",)),
    ]


def test_o3_refusals() -> None:
    """O3: a rethrow names dice that are there, each once."""
    game = play(CardGame(players=2), lay("pair"), lay("joker"))
    assert refused(game, rethrow()) == ("O3", "reroll at least one die, or stand")
    assert refused(game, rethrow(0, 2)) == ("O3", "there is no die 0; the dice are 1 to 5")
    assert refused(game, rethrow(6))[0] == "O3"
    assert refused(game, rethrow(2, 2)) == ("O3", "each die is rolled once")
    assert refused(game, CardMove("stand", dice=(1,)))[0] == "O3"
    assert refused(game, CardMove("stand", cards=("pair",)))[0] == "O2"


# O4


def test_o4_held_missed_captured() -> None:
    """O4: held cards stay with their owners; the active player's miss leaves; another's miss is captured."""
    game = play(scripted(LOW, players=3), lay("pair"), lay("small-straight"), lay("no-odd"), STAND)
    first, second, third = game.players
    assert (first.won, first.discarded, first.captured) == ((), ("pair",), ((2, "no-odd"),))
    assert (second.won, second.discarded, second.captured) == (("small-straight",), (), ())
    assert (third.won, third.discarded, third.captured) == ((), (), ())
    assert [score.total for score in game.scores()] == [1, 3, 0]
    outcome = [event for event in game.events if isinstance(event, (ev.Won, ev.Discarded, ev.Captured))]
    assert outcome == [
        ev.Discarded(0, "pair"),
        ev.Won(1, "small-straight", 3),
        ev.Captured(0, 2, "no-odd", 1),
    ]


def test_o4_the_active_player_wins_and_captures() -> None:
    """O4: the active player may win the own card and take all others."""
    throw = (2, 2, 2, 2, 5)
    game = play(scripted(throw, players=3), lay("four-of-a-kind"), lay("full-house"), lay("no-odd"), STAND)
    assert game.scores()[0] == (7, 2, 9)
    assert [score.total for score in game.scores()[1:]] == [0, 0]


def test_o4_what_counts_is_the_last_throw() -> None:
    """O4: a card that held at first is lost when the dice turn away from it."""
    game = play(scripted((1, 1, 2, 3, 4), {2: 5}), lay("large-straight"), lay("pair"), rethrow(2), STAND)
    assert [score.total for score in game.scores()] == [8, 0]


# O5


@pytest.mark.parametrize(
    ("throw", "held"),
    [
        ((1, 2, 3, 4, 6), "joker small-straight"),
        ((6, 4, 3, 5, 2), "joker small-straight large-straight"),
        ((3, 3, 3, 3, 3), "joker pair three-of-a-kind no-even four-of-a-kind"),
        ((4, 4, 4, 4, 1), "joker pair three-of-a-kind four-of-a-kind"),
        ((2, 5, 2, 5, 2), "joker pair three-of-a-kind two-pairs full-house"),
        ((1, 1, 5, 5, 3), "joker pair two-pairs no-even"),
        ((2, 2, 4, 6, 6), "joker pair two-pairs no-odd"),
        ((1, 2, 3, 3, 4), "joker pair small-straight"),
        ((1, 2, 4, 5, 6), "joker"),
        ((1, 2, 3, 5, 6), "joker"),
        ((6, 6, 6, 1, 2), "joker pair three-of-a-kind"),
    ],
)
def test_o5_what_a_throw_holds(throw: tuple[int, ...], held: str) -> None:
    """O5: Joker always; a better throw holds a lesser objective; two pairs and full house need different faces."""
    assert card_rules_of("objectives").held(throw) == set(held.split())
    for card, points in POINTS.items():
        game = play(scripted(throw), lay(card), lay("joker"), STAND)
        assert game.scores()[0].total == (points if card in held.split() else 0)


@pytest.mark.parametrize("seed", range(20))
def test_o5_joker_always_holds(seed: int) -> None:
    """O5: Joker always holds."""
    game = play(CardGame(players=2, seed=seed), lay("joker"), lay("joker"), STAND)
    assert [score.total for score in game.scores()] == [1, 1]


# O6


def test_o6_points_at_the_end() -> None:
    """O6: points of one's own cards plus 1 per captured card."""
    game = random_game(4, seed=12)
    for player, score in zip(game.players, game.scores(), strict=True):
        assert score.own == sum(POINTS[card] for card in player.won)
        assert score.captured == len(player.captured)
        assert score.total == score.own + score.captured
    assert game.winners() == [max(range(4), key=lambda seat: game.scores()[seat].total)]


def all_the_same(players: int, rounds: int) -> CardGame:
    """Everyone lays the same card and nobody captures: all are level after every round."""
    throw = (2, 2, 2, 2, 2)
    game = scripted(*[throw] * rounds, players=players)
    held = ["joker", "pair", "three-of-a-kind", "no-odd", "four-of-a-kind"]
    for card in held[:rounds]:
        play(game, *[lay(card)] * players, STAND)
    return game


@pytest.mark.parametrize(("rounds", "winners"), [(1, [1]), (2, [2]), (3, [0]), (4, [1])])
def test_o6_tie_goes_to_the_last_active(rounds: int, winners: list[int]) -> None:
    """O6: among the tied, whoever was active last (here the next round has just begun)."""
    game = all_the_same(3, rounds)
    assert len({score.total for score in game.scores()}) == 1
    assert game.winners() == winners


@pytest.mark.parametrize("players", ROUNDS)
def test_o6_tie_at_the_end(players: int) -> None:
    """O6: at the end that is always exactly one; of all players, the last."""
    game = CardGame(players=players, dice=ScriptedDice([[2] * 5] * ROUNDS[players]))
    for card in list(POINTS)[: ROUNDS[players]]:
        play(game, *[lay(card)] * players, STAND)
    assert game.is_over
    captured = [len(player.captured) for player in game.players]
    missed = {"two-pairs", "small-straight", "no-even", "full-house", "large-straight"}
    assert sum(captured) == (players - 1) * len(missed & set(list(POINTS)[: ROUNDS[players]]))
    best = max(score.total for score in game.scores())
    assert game.winners() == [max(seat for seat in range(players) if game.scores()[seat].total == best)]


def test_o6_only_the_tied_count() -> None:
    """O6: the last active player wins a tie only when among the tied."""
    game = scripted(*[LOW] * 3, players=3)
    play(game, lay("joker"), lay("small-straight"), lay("small-straight"), STAND)  # 1, 3, 3
    play(game, lay("joker"), lay("joker"), lay("small-straight"), STAND)  # 4, 4, 4; laid from the second player on
    play(game, lay("pair"), lay("no-even"), lay("no-odd"))  # the third player is active, misses and captures two
    assert game.winners() == [2]  # of three level players the one who is active
    play(game, STAND)
    assert [score.total for score in game.scores()] == [4, 4, 6]
    assert game.winners() == [2]
    game = scripted(*[LOW] * 3, players=3)
    play(game, lay("joker"), lay("small-straight"), lay("joker"), STAND)  # 1, 3, 1
    play(game, lay("joker"), lay("pair"), lay("small-straight"), STAND)  # 4, 5, 1: the third's pair is captured
    play(game, lay("no-even"), lay("pair"), lay("no-odd"))
    assert game.winners() == [1]
    game = scripted(*[LOW] * 3, players=3)
    play(game, lay("small-straight"), lay("small-straight"), lay("joker"), STAND)  # 3, 3, 1
    play(game, lay("joker"), lay("two-pairs"), lay("joker"))
    assert game.winners() == [1]
    play(game, STAND)  # 4, 5, 1
    play(game, lay("no-even"), lay("pair"), lay("no-odd"))  # the third player is active, but far behind
    assert (game.active, game.winners()) == (2, [1])


@pytest.mark.parametrize(("players", "left"), [(2, 0), (3, 1), (4, 2), (5, 0)])
def test_o6_unplayed_cards_are_set_aside(players: int, left: int) -> None:
    """O6: unplayed cards are set aside and count nothing."""
    game = random_game(players, seed=3)
    aside = [event for event in game.events if isinstance(event, ev.SetAside)]
    assert [len(event.cards) for event in aside] == ([left] * players if left else [])
    assert refused(game, lay("pair")) == ("O6", "the game is over")


# O7


def test_o7_two_decks_two_cards() -> None:
    """O7: two decks each, two cards a round, all twenty are played."""
    game = CardGame(variant=True)
    assert Counter(game.players[0].hand) == dict.fromkeys(POINTS, 2)
    assert len(game.legal_moves()) == 45 + 10
    assert lay("pair", "pair") in game.legal_moves()
    game = random_game(2, seed=8, variant=True)
    assert [player.hand for player in game.players] == [(), ()]


def test_o7_each_card_is_checked_by_itself() -> None:
    """O7: our ruling: both cards of the active player are turned over, and each is checked by itself."""
    game = scripted(LOW, variant=True)
    play(game, lay("no-even", "joker"), lay("pair", "pair"))
    assert game.moves[0] == lay("joker", "no-even")  # in printed order, however it was said
    assert game.visible(1) == (("joker", "no-even"), ("pair", "pair"))
    assert game.visible(0) == (("joker", "no-even"), None)
    game.play(STAND)
    first = game.players[0]
    assert (first.won, first.discarded, first.captured) == (("joker",), ("no-even",), ((1, "pair"), (1, "pair")))
    assert [score.total for score in game.scores()] == [3, 0]


def test_o7_refusals() -> None:
    """O7: two cards that are still in the hand."""
    game = CardGame(variant=True)
    assert refused(game, lay("pair")) == ("O7", "cards laid each round: 2, not 1")
    play(game, lay("pair", "joker"), lay("pair", "joker"), STAND)
    assert refused(game, lay("pair", "pair")) == ("O7", "pair is in the hand 1 times, not 2")
    play(game, lay("pair", "joker"))
    assert refused(game, lay("pair", "pair")) == ("O7", "pair is in the hand 1 times, not 2")
    with pytest.raises(ValueError, match="the variant is for 2 players, not 3"):
        CardGame(players=3, variant=True)


# Other layouts, other dice


def test_everything_comes_from_the_layout(tmp_path: object) -> None:
    """O1–O7: rounds, dice, rethrows, points and backs are what a layout says."""
    path = f"{tmp_path}/mine.yaml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            "extends: objectives\ndice: 3\nrethrows: 0\nback points: 4\n"
            "rounds: {by players: {2: 2}}\nvariant for two: {decks: 1, cards a round: 3}\n"
            "cards: {pair: {points: 9}, full-house: null, large-straight: null}\n"
        )
    layout = read(path)
    game = CardGame(layout, dice=ScriptedDice([(5, 5, 1), (1, 2, 4)]))
    play(game, lay("pair"), lay("no-odd"), lay("pair"), lay("joker"))
    assert game.is_over
    # The pair and the captured back, then the Joker; the second player's pair is missed and leaves.
    assert [score.total for score in game.scores()] == [9 + 4 + 1, 0]
    variant = CardGame(layout, variant=True)
    play(variant, lay("pair", "joker", "no-odd"))
    assert variant.players[0].laid == ("joker", "pair", "no-odd")


def test_sheets_are_refused() -> None:
    with pytest.raises(TypeError, match="classic is a sheet"):
        CardGame("classic")


def test_a_script_may_end_early() -> None:
    """O3: a rethrow needs its dice; a game whose next first throw is missing waits, and can be taken back."""
    game = play(scripted(LOW), lay("pair"), lay("joker"))
    before = game.state(), list(game.events), list(game.moves)
    with pytest.raises(MissingDiceError, match="the dice of roll 2 are missing: 1"):
        game.play(rethrow(1))
    assert (game.state(), game.events, game.moves) == before
    play(game, STAND)
    assert (game.round, game.waits_for_dice, game.legal_moves(), game.decision) == (2, True, [], None)
    assert refused(game, STAND) == ("O3", "the dice of the next roll are missing")
    assert game.undo() == STAND
    assert not game.waits_for_dice


def test_dice_can_be_fed_while_the_game_waits() -> None:
    dice = FedDice()
    game = CardGame(players=2, dice=dice)
    assert (game.waits_for_dice, game.decision) == (True, None)
    game.resume()
    assert game.waits_for_dice
    dice.feed([1, 2, 3])
    with pytest.raises(WrongDiceError, match="roll 1 has 3 faces, but 5 dice are rolled: 1, 2, 3, 4, 5"):
        game.resume()
    assert (game.waits_for_dice, dice.discard()) == (True, 1)
    dice.feed(LOW)
    game.resume()
    assert game.decision is not None
    assert (game.waits_for_dice, game.faces, game.decision.kind) == (False, LOW, "lay")
    play(game, lay("pair"), lay("joker"))
    assert (game.decision.kind, game.decision.name) == ("rethrow", "Player 1")
    dice.feed({"2": 6})
    game.play(rethrow(2))
    assert game.faces == (1, 6, 3, 4, 6)


def test_a_script_with_other_dice_changes_nothing() -> None:
    """O3: told dice must be those thrown."""
    game = play(scripted(LOW, {2: 6}), lay("pair"), lay("joker"))
    before = game.state(), list(game.events)
    with pytest.raises(WrongDiceError):
        game.play(rethrow(3))
    assert (game.state(), game.events, len(game.moves)) == (*before, 2)
    game.play(rethrow(2))
    assert game.faces == (1, 6, 3, 4, 6)


def test_repr() -> None:
    game = scripted(LOW)
    assert repr(game) == "<CardGame objectives: round 1 of 10, Player 1 to lay (1, 2, 3, 4, 6)>"
    assert repr(random_game(2, seed=1)).startswith("<CardGame objectives: over, [")
    assert str(rethrow(1, 4)) == "rethrow 1 4"


def test_nothing_to_take_back() -> None:
    with pytest.raises(IndexError, match="no move to take back"):
        CardGame().undo()


# Random games


def random_game(players: int, seed: int, variant: bool = False) -> CardGame:
    game, choose = CardGame(players=players, seed=seed, variant=variant), Random(seed)
    while not game.is_over:
        game.play(choose.choice(game.legal_moves()))
    return game


# One example is a handful of games: thousands of games without thousands of times the cost of an example.
TABLES = st.sampled_from([(2, False), (3, False), (4, False), (5, False), (2, True)])
SEEDS = st.integers(0, 2**32)
GAMES = range(10)
many = settings(max_examples=100, deadline=None)


def holds_by_hand(card: str, faces: tuple[int, ...]) -> bool:
    """The objectives once more, in other words than the layout's."""
    counts = sorted(Counter(faces).values(), reverse=True)
    run = "".join(str(face) for face in sorted(set(faces)))
    return {
        "joker": True,
        "pair": counts[0] >= 2,
        "three-of-a-kind": counts[0] >= 3,
        "two-pairs": counts[0] >= 2 and len(counts) > 1 and counts[1] >= 2,
        "small-straight": any(four in run for four in ("1234", "2345", "3456")),
        "no-even": not {2, 4, 6} & set(faces),
        "no-odd": not {1, 3, 5} & set(faces),
        "full-house": counts == [3, 2],
        "large-straight": run in ("12345", "23456"),
        "four-of-a-kind": counts[0] >= 4,
    }[card]


def recount(game: CardGame) -> list[int]:
    """Every player's points from nothing but throws and cards turned over."""
    points = [0] * len(game.players)
    faces: dict[int, int] = {}
    active, shown = 0, dict[int, tuple[str, ...]]()
    for event in game.events:
        match event:
            case ev.CardRoundStarted():
                active, shown = event.active, {}
            case ev.CardDiceThrown():
                assert event.player == active
                faces |= dict(zip(event.dice, event.faces, strict=True))
            case ev.Revealed():
                shown[event.player] = event.cards
                if len(shown) < len(points):
                    continue
                for owner, cards in shown.items():
                    for card in cards:
                        if holds_by_hand(card, tuple(faces.values())):
                            points[owner] += POINTS[card]
                        elif owner != active:
                            points[active] += 1
    return points


@many
@given(TABLES, SEEDS)
def test_o6_score_equals_a_recount(table: tuple[int, bool], seed: int) -> None:
    """O4, O6: the score equals an independent recount from the events."""
    for game in (random_game(table[0], seed + i, table[1]) for i in GAMES):
        totals = [score.total for score in game.scores()]
        assert totals == recount(game)
        assert totals == [event.total for event in game.events if isinstance(event, ev.CardScored)]
        (winner,) = game.winners()
        tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
        actives = [event.active for event in game.events if isinstance(event, ev.CardRoundStarted)]
        assert winner == next(seat for seat in reversed(actives) if seat in tied)


@many
@given(TABLES, SEEDS)
def test_o2_cards_are_conserved_and_played_once(table: tuple[int, bool], seed: int) -> None:
    """O2, O4: no card is played twice, none gets lost, at any moment of the game."""
    players, variant = table
    decks = 2 if variant else 1
    for i in GAMES:
        game, choose = CardGame(players=players, seed=seed + i, variant=variant), Random(seed + i)
        while True:
            assert_cards_conserved(game, sorted([*POINTS] * decks))
            if game.is_over:
                break
            game.play(choose.choice(game.legal_moves()))
        for seat in range(players):
            shown = [event for event in game.events if isinstance(event, ev.Revealed) and event.player == seat]
            played = Counter(card for event in shown for card in event.cards)
            assert max(played.values()) <= decks
            assert played.total() == ROUNDS[players] * decks


def assert_cards_conserved(game: CardGame, deck: list[str]) -> None:
    where: list[list[str]] = [[*p.hand, *p.laid, *p.won, *p.discarded] for p in game.players]
    for player in game.players:
        for owner, card in player.captured:
            where[owner].append(card)
    assert all(sorted(cards) == deck for cards in where)


@many
@given(TABLES, SEEDS)
def test_o3_replay_gives_the_same_game(table: tuple[int, bool], seed: int) -> None:
    """O3: the same moves with the same seed, or with the dice told, give the same game."""
    for i in GAMES[:5]:
        game = random_game(table[0], seed + i, table[1])
        thrown = [event for event in game.events if isinstance(event, ev.CardDiceThrown)]
        told = [{str(die): face for die, face in zip(t.dice, t.faces, strict=True)} for t in thrown]
        for dice in (RandomDice(seed + i), ScriptedDice(told)):
            again = play(CardGame(players=table[0], variant=table[1], dice=dice), *game.moves)
            assert (again.state(), again.events, again.throws) == (game.state(), game.events, game.throws)
        # No more than three throws a round, and the first is of all dice.
        assert max(event.throw for event in thrown) <= 3
        assert all(len(event.dice) == 5 for event in thrown if event.throw == 1)


@many
@given(TABLES, SEEDS)
def test_undo_is_exact(table: tuple[int, bool], seed: int) -> None:
    """O2, O3: taking back leads through every earlier moment, and the same dice fall again."""
    game, choose = CardGame(players=table[0], seed=seed, variant=table[1]), Random(seed)
    moments = []
    while not game.is_over:
        moments.append((game.state(), list(game.events), game.legal_moves()))
        game.play(choose.choice(game.legal_moves()))
    final, moves = (game.state(), list(game.events)), list(game.moves)
    for moment, move in zip(reversed(moments), reversed(moves), strict=True):
        assert game.undo() == move
        assert (game.state(), game.events, game.legal_moves()) == moment
    assert game.moves == []
    play(game, *moves)
    assert (game.state(), game.events) == final


@many
@given(TABLES, SEEDS, st.integers(0, 70))
def test_all_legal_moves_are_playable(table: tuple[int, bool], seed: int, steps: int) -> None:
    """O2, O3: every legal move can be played, on copies that leave the game as it is."""
    game, choose = CardGame(players=table[0], seed=seed, variant=table[1]), Random(seed)
    for _ in range(steps):
        if not game.is_over:
            game.play(choose.choice(game.legal_moves()))
    before = game.state(), list(game.events), list(game.moves)
    moves = game.legal_moves()
    assert len(set(moves)) == len(moves)
    assert bool(moves) != game.is_over
    for move in moves:
        twin, other = game.copy(), game.copy()
        twin.play(move)
        other.play(choose.choice(moves))
        assert twin.moves[-1] == move
        third = game.copy()
        third.play(move)
        assert (third.state(), third.events) == (twin.state(), twin.events)
        assert (game.state(), game.events, game.moves) == before


# Records: written, replayed, refused

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
        ("throw: 3 2 6", "throw: 3 2", 7, "3 dice are rolled here", "O3"),
        ("throw: 3 3 5 6 1", "throw: 3 3 5 6 7", 3, "expected faces such as '3 3 5 6 1', found '3 3 5 6 7'", ""),
        ("Ada: stand", "Ada: lay joker", 8, "", "O2"),
        ("Ada: stand", "Ada: juggle", 8, "'juggle' is no move, expected lay, rethrow or stand", ""),
        ("expect Ben: own 1", "expect Ben: owns 1", 11, "nothing is called 'owns'", ""),
        ("expect Ben: own 1", "throw: 1 1 1 1 1\nthrow: 2 2 2 2 2", 12, "nobody rolls dice here any more", ""),
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
