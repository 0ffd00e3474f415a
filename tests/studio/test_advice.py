"""What moves gain before they are made, and what a bot would do: the same as in the engine and in a simulation."""

from pathlib import Path
from random import Random

import pytest

from sheetgen.engine import Game, Rules, rules_of
from sheetgen.i18n import translate
from sheetgen.lab.players import (
    BOTS,
    Bot,
    ChooseMove,
    Greedy,
    LearningStep,
    LearningSteps,
    play_randomly,
    prepare_player,
)
from sheetgen.lab.simulation import play_game
from sheetgen.layout import load
from sheetgen.studio import advice
from sheetgen.studio.advice import advise, adviser, advisers, gain_of
from sheetgen.studio.game_session import MAX_BOT_MOVES
from sheetgen.studio.jobs import run_job


@pytest.mark.parametrize("edition", ["classic", "cubed", "mix"])
def test_gains_of_a_whole_game_are_what_the_engine_counts_afterwards(edition: str) -> None:
    game, chance = Game(rules_of(load(edition)), ["Ada"], 5), Random(5)
    while not game.is_over:
        moves = game.legal_moves()
        before, events = game.scores()[0].total, len(game.events)
        gains = {move: gain_of(game, move) for move in moves}
        assert len(game.events) == events  # trying changes nothing
        assert game.scores()[0].total == before
        move = play_randomly(game, chance)
        game.play(move)
        assert game.scores()[0].total == before + gains[move].points
        earned = [str(event.bonus) for event in game.events[events:] if event.kind == "earned"]
        assert [str(badge) for badge in gains[move].badges] == earned[: len(gains[move].badges)]


def test_advice_is_the_move_of_the_simulated_player() -> None:
    rules = rules_of(load("classic"))
    game, greedy, chance = Game(rules, ["Ada", "Bob"], 11), prepare_player("greedy", rules, 2), Random(0)
    for _ in range(40):
        found = advise(game, "greedy")
        assert found is not None
        assert found.move == greedy(game, chance)
        game.play(found.move)


@pytest.mark.parametrize(
    "bot", ["greedy", *(pytest.param(bot, marks=pytest.mark.full) for bot in ("planner", "expert"))]
)
def test_who_follows_the_advice_plays_the_game_of_simulate(bot: str) -> None:
    """A whole game: every decision, and so the total, is that of the game that `simulate` plays with the same seed."""
    rules = rules_of(load("classic"))
    simulated = play_game(rules, 1, adviser(bot, Game(rules, 1)), 7, 0)
    game = Game(rules, 1, simulated.seed)
    while (found := advise(game, bot)) is not None:
        if game.legal_moves()[0].kind == "nearest":  # chance decides there, not the bot
            game.play(simulated.moves[len(game.moves)])
            continue
        if found.second is not None:
            assert found.second.less >= 0  # nothing is worth more to it than what it chooses
            assert found.second.move in game.legal_moves()
            assert found.second.move != found.move
        game.play(found.move)
    assert game.moves == simulated.moves
    assert game.scores()[0].total == simulated.scores()[0].total


def test_bots_play_on_until_a_person_decides() -> None:
    text = "schema: 1\nextends: classic\ntitle: Mine\n"
    data = {"text": text, "name": "mine.yaml", "folder": "."}
    rules = rules_of(load("classic"))
    game = {"players": ["Ada", "Bot"], "seed": 3, "moves": [], "bots": ["", "greedy"]}
    played, greedy = Game(rules, ["Ada", "Bot"], 3), Greedy(rules)
    while played.actor == 0:
        played.play(greedy(played, Random(0)))
    mine = [str(move) for move in played.moves]
    told = run_job("bots", {**data, "game": {**game, "moves": mine}})["told"]
    assert told["moves"][: len(mine)] == mine
    for text in told["moves"][len(mine) :]:
        assert played.actor == 1
        assert str(greedy(played, Random(0))) == text
        played.play(greedy(played, Random(0)))
    assert played.actor == 0
    assert told["movers"] == [0] * len(mine) + [1] * (len(told["moves"]) - len(mine))
    drawn = run_job("draw", {**data, "game": told, "seats": [0, 1]})
    assert [page["seat"] for page in drawn["pages"]] == [0, 1]
    # What is new: the last move of the person, and what the bot did after it, each on its own sheet.
    assert {seat for seat, _ in drawn["game"]["changed"]} == {0, 1}
    for seat, cell in drawn["game"]["changed"]:
        assert f'id="mark.{cell}"' in drawn["pages"][seat]["svg"]
    watched = run_job("bots", {**data, "game": {**game, "bots": ["greedy", "greedy"]}})["told"]
    assert len(watched["moves"]) == MAX_BOT_MOVES  # the page shows how it goes on, and asks again
    wrong = run_job("bots", {**data, "game": {**game, "bots": ["oracle", 3]}})
    assert wrong == {"error": "a game has players, and at most 2000 moves"}
    unknown = run_job("bots", {**data, "game": {**game, "bots": ["oracle"]}})["told"]
    assert (unknown["bots"], unknown["moves"]) == (["", ""], [])


def test_advice_through_the_job_and_wrong_wishes() -> None:
    text = load("classic").source
    data = {"text": f"schema: 1\nextends: {text}\ntitle: Mine\n", "name": "mine.yaml", "folder": "."}
    game = {"players": ["Ada"], "seed": 3, "moves": []}
    answer = run_job("advise", {**data, "game": game, "wish": {"bot": "greedy"}, "language": "de"})
    played, greedy = Game(rules_of(load("classic")), ["Ada"], 3), Greedy(rules_of(load("classic")))
    assert answer["advice"]["text"] == str(greedy(played, Random(0)))
    assert answer["second"]["less"] >= 0
    assert answer["bot"] == translate(BOTS["greedy"].who, "de") != BOTS["greedy"].who
    assert (
        run_job("advise", {**data, "game": game, "wish": {"bot": "oracle"}})["error"] == "there is no player 'oracle'"
    )
    drawn = run_job("draw", {**data, "game": game})["game"]
    assert all(type(move["points"]) is int for move in drawn["moves"])


def test_a_bot_that_learns_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each answer takes a moment; the page asks again until the bot has learned."""
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(advice, "LEARN_SECONDS", 0.0)
    rounds = []

    def learning(rules: Rules, players: int) -> LearningSteps:
        rounds.append(players)
        if len(rounds) > 1:
            return b"known"
        for games in (0, 30, 30, 40):
            yield LearningStep(games, 100)
        return b"known"

    bot = Bot("plans", "a planner", lambda *_: play_randomly, learning=learning)
    monkeypatch.setitem(BOTS, "planner", bot)
    data = {"text": "schema: 1\nextends: classic\ntitle: Mine\n", "name": "mine.yaml", "folder": "."}
    game = {"players": ["Ada", "Bot"], "seed": 3, "moves": [], "bots": ["planner", ""]}
    answers = [run_job("bots", {**data, "game": game}) for _ in range(5)]
    assert [answer["learning"]["games"] for answer in answers[:4]] == [0, 30, 60, 100]
    assert answers[4]["told"]["moves"]
    assert "advice" in run_job("advise", {**data, "game": game, "wish": {"bot": "planner"}})


def test_what_a_bot_has_learned_is_not_learned_again_where_it_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "LEARN_SECONDS", 0.0)
    monkeypatch.setattr(advice, "_learned", {})
    begun, prepared = [], []

    def learning(rules: Rules, players: int) -> LearningSteps:  # it never finds what it has learned before
        begun.append(players)
        for games in (0, 50, 50):
            yield LearningStep(games, 100)
        return b"known"

    def prepare(rules: Rules, players: int, knowledge: bytes) -> ChooseMove:
        prepared.append(knowledge)
        return play_randomly

    monkeypatch.setitem(BOTS, "planner", Bot("plans", "a planner", prepare, learning=learning))
    data = {"text": "schema: 1\nextends: classic\ntitle: Mine\n", "name": "mine.yaml", "folder": "."}
    game = {"players": ["Ada", "Bot"], "seed": 3, "moves": [], "bots": ["planner", ""]}
    answers = [run_job("bots", {**data, "game": game}) for _ in range(5)]
    assert ["learning" in answer for answer in answers] == [True, True, True, False, False]
    assert prepared == [b"known", b"known"]
    assert len(begun) == 2  # once to learn, once to look whether it was kept


def test_all_first_moves_of_a_bot_are_news() -> None:
    data = {"text": "schema: 1\nextends: classic\ntitle: Mine\n", "name": "mine.yaml", "folder": "."}
    game = {"players": ["Bot", "Ada"], "seed": 3, "moves": [], "bots": ["greedy", ""]}
    told = run_job("bots", {**data, "game": game})["told"]
    assert len(told["moves"]) > 2
    changed = run_job("draw", {**data, "game": told})["game"]["changed"]
    first = run_job("draw", {**data, "game": {**told, "moves": told["moves"][:2]}})["game"]["changed"]
    assert first
    assert changed[: len(first)] == first
    assert len(changed) > len(first)
    # Bots among themselves: the last move.
    alone = run_job("bots", {**data, "game": {**game, "bots": ["greedy", "greedy"]}})["told"]
    shown = run_job("draw", {**data, "game": alone})["game"]
    assert len(shown["changed"]) <= 3


def test_a_browser_has_no_bot_that_learns_with_the_fast_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(advisers()) == ["random", "greedy", "planner", "expert"]
    monkeypatch.setattr(advice, "find_spec", lambda module: None)
    assert list(advisers()) == ["random", "greedy", "planner"]
