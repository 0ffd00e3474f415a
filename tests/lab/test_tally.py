"""What is counted is what happened: compared with the events and marks of the engine."""

from collections import Counter
from random import Random

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.lab.outcomes import MARKING, Outcomes
from sheetgen.lab.players import play_randomly
from sheetgen.lab.tally import Census, Tally
from tests.lab.conftest import SHEETS

GAMES = 12


def played(sheet: str, seed: int, players: int = 1) -> Game:
    game, chance = Game(rules_of(sheet), players, seed), Random(seed)
    while not game.is_over:
        game.play(play_randomly(game, chance))
    return game


@pytest.mark.parametrize("sheet", SHEETS)
def test_marks_badges_and_scores_are_those_of_the_engine(sheet: str) -> None:
    census, tally = Census(rules_of(sheet)), Tally()
    marks: Counter[str] = Counter()
    earned: Counter[str] = Counter()
    lost = 0
    games = [played(sheet, seed) for seed in range(GAMES)]
    for game in games:
        census.count(tally, game)
        marks.update(list(game.players[0].marks()))
        # A round and the end of a track give badges, too; those of the zones are all others.
        zones = [event for event in game.events if event.kind == "earned"]
        earned.update(str(event.bonus) for event in zones)
        for number in range(1, game.rounds + 1):
            bonus = game.rules.round_bonus(number)
            if bonus is not None:
                earned[str(bonus)] -= 1
        for i, track in enumerate(game.rules.tracks):
            if track.end is not None and game.players[0].unlocked[i] == len(track.slots):
                earned[str(track.end)] -= 1
        lost += sum(event.kind == "lost" and event.what == "throw" for event in game.events)
    assert tally.marks == marks
    counted: Counter[str] = Counter()
    for (zone, number), times in tally.badges.items():
        badge = rules_of(sheet).zones[rules_of(sheet).zone_index[zone]].zone.badges[number]
        counted[str(badge.bonus)] += times
    assert counted == +earned
    assert tally.lost_per_game("throw").mean * GAMES == pytest.approx(lost)
    assert tally.totals == Counter(game.scores()[0].total for game in games)
    assert tally.games == tally.sheets == GAMES


def test_parts_add_up_in_any_order() -> None:
    census = Census(rules_of("classic"))
    parts = []
    for seed in range(6):
        part = Tally()
        census.count(part, played("classic", seed, players=2))
        parts.append(part)
    forwards, backwards = Tally(), Tally()
    for part in parts:
        forwards.add(part)
    for part in reversed(parts):
        backwards.add(part)
    assert forwards == backwards
    assert (forwards.games, forwards.sheets, forwards.totals.total()) == (6, 12, 12)
    assert sum(forwards.wins.values()) >= 6


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_outcome_of_a_mark_is_what_the_engine_makes_of_it(sheet: str) -> None:
    rules, chance = rules_of(sheet), Random(4)
    outcomes = Outcomes(rules)
    for seed in range(GAMES):
        game = Game(rules, 1, seed)
        while not game.is_over:
            move, player = play_randomly(game, chance), game.players[0]
            if move.kind not in MARKING:
                game.play(move)
                continue
            before = player.zone_points()[move.zone]
            marked = outcomes.mark(outcomes.spots(player), move)
            swept = outcomes.further_marks(game, move)[0]
            game.play(move)
            assert player.zone_points()[move.zone] - before == marked.points
            assert player.nodes[marked.zone] is marked.spot.node
            if game.extra_marks_left and move.kind in ("take", "extra"):
                assert sorted(game.extra_marks_left) == sorted(swept)
