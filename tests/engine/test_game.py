"""A game for programs: decisions, atomic moves, dice that come later, extra marks declined one by one."""

from random import Random
from typing import Any

import pytest

from sheetgen.engine import FedDice, Game, IllegalMoveError, MissingDiceError, Move, RandomDice, ScriptedDice, replay
from sheetgen.engine import WrongDiceError as Wrong
from sheetgen.engine.records import Record, read_record
from sheetgen.engine.situations import SituationLine, set_up
from sheetgen.errors import SheetgenError

FIRST = {"yellow": 1, "blue": 2, "green": 4, "orange": 5, "purple": 3, "white": 6}


def everything(game: Game) -> dict[str, Any]:
    """All that a game knows, so that nothing can have changed unseen."""
    skipped = ("source", "players", "_origin")
    known = {name: _plain(value) for name, value in game.__dict__.items() if name not in skipped}
    known["players"] = [{name: _plain(getattr(player, name)) for name in player.__slots__} for player in game.players]
    return known | {"dice": game.source.snapshot(), "state": game.state(), "record": game.record()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, list) else value


def situation(text: str, dice: FedDice) -> Game:
    """A game that starts in the middle, with dice that are fed."""
    record: Record = read_record(text)
    game = Game(record.rules, record.players, dice=dice, start=False)
    set_up(game, [SituationLine(line.word, line.rest, line.who, line.number) for line in record.situation])
    game.setting = tuple(f"{line.word} {line.who}".strip() + f": {line.rest}" for line in record.situation)
    game.remember_start()
    return game


# Dice that are missing or wrong


def test_a_reroll_without_dice_changes_nothing() -> None:
    dice = FedDice([FIRST])
    game = situation("edition: classic\nactions: reroll 1\nturn: active 1\n", dice)
    before = everything(game)
    with pytest.raises(MissingDiceError, match="the dice of roll 2 are missing: yellow, blue, green"):
        game.play(Move("reroll"))
    assert everything(game) == before
    assert Move("reroll") in game.legal_moves()
    dice.feed([6, 6, 6, 6, 6, 6])
    game.play(Move("reroll"))
    assert (game.faces, game.waits_for_dice) == ((6,) * 6, False)
    assert game.players[0].used[game.rules.by_kind["reroll"][0]] == 1


def test_a_throw_without_dice_is_not_asked_again() -> None:
    dice = FedDice()
    text = "edition: double\nactions: return 2\nturn: active 2\nslots: P3\nplatter: Y1 B2\n"
    game = situation(text, dice)
    assert game.decision is not None
    assert game.decision.kind == "before throw"
    before = everything(game)
    with pytest.raises(MissingDiceError):
        game.play(Move("throw"))
    assert everything(game) == before
    game.play(Move("return", die="blue"))
    before = everything(game)
    with pytest.raises(MissingDiceError, match="missing: silver, blue, green, white"):
        game.play(Move("throw"))
    assert everything(game) == before
    dice.feed({"blue": 3, "green": 3, "silver": 3, "white": 3})
    game.play(Move("throw"))
    assert (game.decision.kind, game.throw) == ("take", 2)


def test_wrong_dice_after_a_move_take_the_move_back() -> None:
    dice = FedDice([FIRST, {"yellow": 3}])
    game = Game("classic", ["Ada", "Ben"], dice=dice)
    events, players = game.events, game.players
    sheets = list(players)
    before = everything(game)
    move = next(move for move in game.legal_moves() if move.zone == "purple" and move.die == "purple")
    with pytest.raises(Wrong, match="roll 2 has faces for yellow, but green, orange, white are rolled"):
        game.play(move)
    assert everything(game) == before
    assert game.events is events
    assert game.players is players
    assert all(player is sheet for player, sheet in zip(game.players, sheets, strict=True))
    dice.discard()
    game.play(move)
    assert (game.waits_for_dice, game.dice_to_throw) == (True, ("green", "orange", "white"))


def test_a_game_waits_for_the_next_throw_and_goes_on() -> None:
    dice = FedDice()
    game = Game("classic", ["Ada", "Ben"], dice=dice)
    assert (game.waits_for_dice, game.decision, game.legal_moves()) == (True, None, [])
    game.resume()
    assert game.waits_for_dice
    dice.feed({"yellow": 1})
    before = everything(game)
    with pytest.raises(Wrong):
        game.resume()
    assert everything(game) == before
    dice.discard()
    dice.feed(FIRST)
    game.resume()
    assert not game.waits_for_dice
    assert game.legal_moves()
    waiting = everything(game)
    game.resume()  # nothing is left to do
    assert everything(game) == waiting


@pytest.mark.parametrize(("edition", "players"), [("classic", 1), ("double", 2), ("cubed", 3), ("mix", 1)])
def test_fed_dice_play_the_same_game_as_chance(edition: str, players: int) -> None:
    """Every throw is fed at the last moment: the events, moves and records are those of the game with a seed."""
    for seed in range(3):
        chance, choose, dice = RandomDice(seed), Random(seed), FedDice()
        game, model = Game(edition, players, dice=dice), Game(edition, players, seed)
        _feed(game, dice, chance)
        while not model.is_over:
            move = choose.choice(model.legal_moves())
            if move.kind in ("reroll", "throw"):
                with pytest.raises(MissingDiceError):
                    game.play(move)
                dice.feed(chance.throw(game.dice_to_throw))
            model.play(move)
            game.play(move)
            _feed(game, dice, chance)
            assert game.legal_moves() == model.legal_moves()
        assert (game.events, game.moves, game.throws) == (model.events, model.moves, model.throws)
        assert game.record() == model.record()


def _feed(game: Game, dice: FedDice, chance: RandomDice) -> None:
    while game.waits_for_dice:
        thrown = game.dice_to_throw
        dice.feed(dict(zip(thrown, chance.throw(thrown), strict=True)))
        game.resume()


def test_how_fed_dice_lie_can_be_said() -> None:
    dice = FedDice()
    game = situation("edition: cubed\nturn: solo\n", dice)
    assert (game.waits_for_dice, len(game.dice_to_throw)) == (True, 6)
    events = list(game.events)
    game.resume()
    assert game.events == events  # the passive turn does not begin twice
    names = game.rules.dice
    dice.feed([1, 2, 3, 4, 5, 6], order=list(reversed(names)))
    game.resume()
    decision = game.decision
    assert decision is not None
    assert [decision.places[die] for die in names] == ["platter"] * 3 + ["slot 3", "slot 2", "slot 1"]


def test_taking_back_keeps_the_source() -> None:
    dice = FedDice()
    game = Game("classic", dice=dice)
    dice.feed(FIRST)
    game.resume()
    first = everything(game)
    move = next(move for move in game.legal_moves() if move.die == "purple")
    game.play(move)
    dice.feed({"green": 1, "orange": 1, "white": 1})
    game.resume()
    second = everything(game)
    game.play(game.legal_moves()[0])
    game.undo()
    assert game.source is dice
    assert (game.state(), game.record()) == (second["state"], second["record"])
    game.undo()
    assert (game.state(), game.record(), dice.used) == (first["state"], first["record"], 1)
    game.play(move)
    assert (game.state(), dice.used) == (second["state"], 2)


def test_taking_back_in_a_situation_keeps_dice_fed_later() -> None:
    dice = FedDice()
    game = situation("edition: classic\nturn: active 1\n", dice)
    dice.feed(FIRST)
    game.resume()
    state = game.state()
    game.play(game.legal_moves()[0])
    game.undo()
    assert (game.state(), game.source) == (state, dice)


def test_every_refused_move_changes_nothing() -> None:
    """Whatever the script lacks, a move is played whole or not at all."""
    choose, refused = Random(1), 0
    for seed in range(8):
        model = Game("mix", 2, seed)
        while not model.is_over:
            model.play(choose.choice(model.legal_moves()))
        throws = [dict(zip(model.rules.names(t.dice), t.faces, strict=True)) for t in model.throws]
        cut = choose.randrange(1, len(throws))
        game = Game("mix", 2, dice=ScriptedDice([*throws[:cut], {"white": 1}]))
        for move in model.moves:
            before = everything(game)
            try:
                game.play(move)
            except SheetgenError:
                refused += 1
                assert everything(game) == before
                break
    assert refused == 8


# Decisions


def test_decisions_are_named() -> None:
    seen: dict[str, set[str]] = {}
    for edition, players in (("classic", 2), ("double", 1), ("cubed", 2), ("mix", 1), ("classic", 1)):
        for seed in range(4):
            game, choose = Game(edition, players, seed), Random(seed)
            while not game.is_over:
                decision = game.decision
                assert decision is not None
                assert list(decision.moves) == game.legal_moves()
                assert (decision.player, decision.name) == (game.actor, game.players[game.actor].name)
                assert tuple(decision.faces.values()) == game.faces
                seen.setdefault(decision.kind, set()).update(move.kind for move in decision.moves)
                game.play(choose.choice(decision.moves))
            assert game.decision is None
    assert seen == {
        "bonus": {"place", "unlock"},
        "extra mark": {"also", "done"},
        "before throw": {"return", "throw", "done"},
        "take": {"take", "pass", "reroll"},
        "passive": {"take", "pass"},
        "extra die": {"extra", "done"},
        "equal dice": {"nearest"},
    }


def test_a_decision_says_who_and_where() -> None:
    game = replay(
        "edition: classic\nplayers: Ada, Ben, Cleo\nturn: Cleo passive, Ada active\nslots: Y5 - P6\n"
        "platter: B1 G2\nbeside: O4 W3\n"
    )
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.player, decision.name, decision.role) == ("passive", 2, "Cleo", "passive")
    assert decision.places == {
        "yellow": "slot 1",
        "blue": "platter",
        "green": "platter",
        "orange": "beside",
        "purple": "slot 3",
        "white": "beside",
    }
    assert decision.faces == {"yellow": 5, "blue": 1, "green": 2, "orange": 4, "purple": 6, "white": 3}
    with pytest.raises(AttributeError):
        decision.player = 0  # type: ignore[misc]  # what the test is about
    with pytest.raises(TypeError):
        decision.faces["blue"] = 6  # type: ignore[index]  # what the test is about


def test_a_decision_shows_waiting_bonuses() -> None:
    game = replay("edition: classic\nbonus: ? yellow\n")
    assert game.decision is not None
    assert (game.decision.kind, [str(bonus) for bonus in game.decision.bonuses]) == ("bonus", ["? yellow"])


# Extra marks


SWEPT = "edition: double\nthrow: Y1 B2 G1 P5 W3 S4\ntake S4 silver.r1c4\n"


def test_swept_dice_are_declined_one_by_one() -> None:
    game = replay(SWEPT)
    assert game.decision is not None
    assert game.decision.extra_marks == (("yellow", 1), ("blue", 2), ("green", 1), ("white", 3))
    assert [str(move) for move in game.declines()] == [f"decline {die}" for die in ("yellow", "blue", "green", "white")]
    legal = game.legal_moves()
    assert not {move.kind for move in legal} - {"also", "done"}  # bots see no other moves than before
    game.decline("blue")
    assert game.legal_moves() == [move for move in legal if move.die != "blue"]
    game.play(next(move for move in game.legal_moves() if move.die == "yellow"))
    game.decline("white")
    with pytest.raises(IllegalMoveError):
        game.decline("white")
    game.decline("green")
    assert (game.waits_for_dice, game.extra_marks_left, game.declines()) == (True, [], [])
    lines = game.record().splitlines()
    assert lines[4:] == ["decline B2", "also Y1 silver.r1c1 = 1", "decline W3", "decline G1"]
    again = replay(game.record())
    assert again.state() == game.state()
    assert (again.undo(), again.undo()) == (Move("decline", die="green"), Move("decline", die="white"))
    assert [die for die, _ in again.extra_marks_left] == ["green", "white"]


def test_declining_all_is_the_same_as_done() -> None:
    one_by_one, at_once = replay(SWEPT), replay(SWEPT)
    while one_by_one.declines():
        one_by_one.play(one_by_one.declines()[0])
    at_once.play(Move("done"))
    assert one_by_one.state() == at_once.state()


def test_matching_dice_have_no_name() -> None:
    game = replay("edition: cubed\nturn: passive\nslots: P1 Y2 W6\nplatter: T4 Bl4 Br4\ntake T4 turquoise.r1c4\n")
    assert game.decision is not None
    assert game.decision.extra_marks == (("", 4), ("", 4))
    assert game.declines() == [Move("decline")]
    game.decline()
    assert game.extra_marks_left == [("", 4)]
    assert game.record().splitlines()[-1] == "decline"
    assert replay(game.record()).state() == game.state()


def test_nothing_to_decline() -> None:
    game = Game("classic")
    assert game.declines() == []
    with pytest.raises(IllegalMoveError, match="'decline' is not possible now"):
        game.decline("blue")
