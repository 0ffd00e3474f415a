"""Events: plain values that tell what happened."""

from random import Random
from typing import Any

import pytest

from sheetgen.engine import Game, replay
from sheetgen.engine import events as ev
from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.layout.parts.bonus import Unlock

FACES = (1, 2, 4, 5, 3, 6)


def test_events_of_different_kinds_are_never_equal() -> None:
    assert ev.Unlocked(0, "reroll", 1) != ev.Used(0, "reroll", 1)
    assert ev.Lost(0, "reroll") == ev.Lost(0, "reroll")


def test_a_turn_is_told_in_order() -> None:
    game = replay(
        "edition: classic\nplayers: Ada, Ben\nsheet Ada: purple.1=1 purple.2=2\nturn: Ada active 1\n"
        "throw: Y1 B2 G4 O5 P3 W6\nAda: take P3 purple.3\n"
    )
    assert game.events == [
        ev.Thrown(0, ("yellow", "blue", "green", "orange", "purple", "white"), FACES, 1, FACES, (POOL,) * 6),
        ev.Taken(0, "purple", 3, 1, False, FACES, (POOL, POOL, POOL, POOL, 1, POOL)),
        ev.Marked(0, "purple", "3", 3),
        ev.Earned(0, Unlock("reroll")),
        ev.Unlocked(0, "reroll", 1),
        ev.Sent(("yellow", "blue"), FACES, (ON_PLATTER, ON_PLATTER, POOL, POOL, 1, POOL)),
    ]


def follow(names: tuple[str, ...], faces: list[int], places: list[int], event: ev.Event) -> None:
    """Move dice as an event says in words, without its snapshot."""
    match event:
        case ev.TurnStarted():
            places[:] = [POOL] * len(places)
        case ev.Thrown():
            for die, face in zip(event.dice, event.faces, strict=True):
                faces[names.index(die)] = face
        case ev.Taken() if places[names.index(event.die)] == POOL:
            places[names.index(event.die)] = event.slot
        case ev.Sent():
            for die in event.dice:
                places[names.index(die)] = ON_PLATTER
        case ev.Returned():
            places[names.index(event.die)] = POOL


@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("double", 1), ("cubed", 1), ("mix", 2)])
def test_events_that_move_dice_show_the_whole_table(edition: str, players: int) -> None:
    """Followed from event to event, faces and places are those of the snapshots; only solo play puts dice beside."""
    game, chance, snapshots = Game(edition, players, seed=3), Random(3), 0
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    faces, places, names = [1] * 6, [ON_PLATTER] * 6, game.rules.dice
    for event in game.events:
        follow(names, faces, places, event)
        if isinstance(event, ev.TurnStarted | ev.Thrown | ev.Taken | ev.Sent | ev.Returned):
            snapshots += 1
            assert event.table_faces == tuple(faces)
            reached = [place if place != POOL else seen for place, seen in zip(places, event.table_places, strict=True)]
            assert event.table_places == tuple(reached)
    assert snapshots > 60


def test_lost_bonuses_are_given_as_bonuses() -> None:
    game = replay("edition: double\nactions: reroll 6\nbonus: reroll\n")
    assert [event for event in game.events if isinstance(event, ev.Lost)] == [ev.Lost(0, "reroll", Unlock("reroll"))]


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "mix"])
def test_slots_are_told_as_they_are_circled_and_crossed(edition: str) -> None:
    told = {"unlocked": 0, "used": 0}
    for seed in range(12):
        game, chance = Game(edition, players=1, seed=seed), Random(seed)
        while not game.is_over:
            before, seen = slots(game), len(game.events)
            game.play(chance.choice(game.legal_moves()))
            news = game.events[seen:]
            for track, (unlocked, used) in slots(game).items():
                crossed = {event.slot for event in news if isinstance(event, ev.Used) and event.action == track}
                assert crossed == used - before[track][1]
                circled = [event.slot for event in news if isinstance(event, ev.Unlocked) and event.action == track]
                assert circled == list(range(before[track][0] + 1, unlocked + 1))
                told["used"] += len(crossed)
                told["unlocked"] += len(circled)
    assert min(told.values()) > 20


def slots(game: Game) -> dict[str, tuple[int, set[int]]]:
    """How many slots of each action track are unlocked, and which are used."""
    tracks: dict[str, dict[str, Any]] = game.players[0].actions()
    return {track: (own["unlocked"], set(own["used"])) for track, own in tracks.items()}


def test_the_end_is_told_with_the_points() -> None:
    game = Game("classic", seed=4)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    score = game.scores()[0]
    assert game.events[-1] == ev.Scored(0, score)


def test_legal_moves_are_the_callers_own_list() -> None:
    game = Game("classic", seed=4)
    game.legal_moves().clear()
    assert game.legal_moves()


def test_any_of_several_equal_joker_slots_may_be_named() -> None:
    """X6: slots 5 and 6 of cubed both show a ?: it does not matter which one a record names."""
    game = replay(
        "edition: cubed\nplayers: Ada\nactions: joker 6\nturn: active 1\nthrow: Y2 T4 Bl3 Br5 P1 W6\n"
        "take Y2 yellow.r1c1 joker 6\nexpect: joker used 1\nexpect: yellow.r1c1 x\n"
    )
    assert game.players[0].marks() == {"yellow.r1c1": "x"}
