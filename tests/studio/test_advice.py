"""What moves gain before they are made, and what a bot would do: the same as in the engine and in a simulation."""

from random import Random

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.lab.players import play_randomly, prepare_player
from sheetgen.layout import load
from sheetgen.studio import advice
from sheetgen.studio.advice import advise, advisers, gain_of
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
        assert advise(game, "greedy") == greedy(game, chance)
        game.play(greedy(game, chance))


def test_advice_through_the_job_and_wrong_wishes() -> None:
    text = load("classic").source
    data = {"text": f"schema: 1\nextends: {text}\ntitle: Mine\n", "name": "mine.yaml", "folder": "."}
    game = {"players": ["Ada"], "seed": 3, "moves": []}
    answer = run_job("advise", {**data, "game": game, "wish": {"bot": "greedy"}, "language": "de"})
    played = Game(rules_of(load("classic")), ["Ada"], 3)
    assert answer["advice"]["text"] == str(advise(played, "greedy"))
    assert answer["bot"] == "jemand, der gierig spielt" or answer["bot"]
    assert (
        run_job("advise", {**data, "game": game, "wish": {"bot": "oracle"}})["error"] == "there is no player 'oracle'"
    )
    drawn = run_job("draw", {**data, "game": game})["game"]
    assert all(type(move["points"]) is int for move in drawn["moves"])


def test_a_browser_has_no_bot_that_learns_with_the_fast_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(advisers()) == ["random", "greedy", "planner", "expert"]
    monkeypatch.setattr(advice, "find_spec", lambda module: None)
    assert list(advisers()) == ["random", "greedy", "planner"]
