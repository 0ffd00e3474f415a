"""Counts of games against a recount, and figures against what is known about them."""

from collections import Counter
from fractions import Fraction
from random import Random
from statistics import mean, stdev, variance

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.lab.outcomes import MARKING_KINDS, Outcomes
from sheetgen.lab.players import play_randomly
from sheetgen.lab.tally import GameCounter, Sample, Tally, difference, share, student_quantile
from tests.lab.conftest import SHEETS
from tests.matrix import first_of

GAMES = 12


def played(sheet: str, seed: int, players: int = 1) -> Game:
    game, chance = Game(rules_of(sheet), players, seed), Random(seed)
    while not game.is_over:
        game.play(play_randomly(game, chance))
    return game


@pytest.mark.parametrize("sheet", SHEETS)
def test_marks_badges_and_scores_are_those_of_the_engine(sheet: str) -> None:
    census, tally = GameCounter(rules_of(sheet)), Tally()
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
    census = GameCounter(rules_of("classic"))
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
            if move.kind not in MARKING_KINDS:
                game.play(move)
                continue
            before = player.zone_points()[move.zone]
            marked = outcomes.mark(outcomes.states(player), move)
            swept = outcomes.further_marks(game, move)[0]
            game.play(move)
            assert player.zone_points()[move.zone] - before == marked.points
            assert player.nodes[marked.zone] is marked.state.node
            if game.extra_marks_left and move.kind in ("take", "extra"):
                assert sorted(game.extra_marks_left) == sorted(swept)


# Statistics


# Quantiles of Student's distribution at 0.975, from printed tables.
TABLE = {5: 2.571, 10: 2.228, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}


@pytest.mark.parametrize(("freedom", "quantile"), TABLE.items())
def test_student_agrees_with_printed_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.004)


def test_mean_and_spread_agree_with_the_standard_library() -> None:
    numbers = [int(Random(3).gauss(170, 30)) for _ in range(500)]
    sample = Sample(Counter(numbers))
    assert sample.mean == pytest.approx(mean(numbers))
    assert sample.variance == pytest.approx(variance(numbers))
    assert sample.sd == pytest.approx(stdev(numbers))


def test_percentiles_are_numbers_that_were_seen() -> None:
    sample = Sample(Counter(range(1, 101)))
    assert [sample.percentile(p) for p in (1, 25, 50, 99, 100)] == [1, 25, 50, 99, 100]
    assert sample.share_from(91) == pytest.approx(0.1)


def coverage(hits: int, runs: int) -> None:
    """95 of 100, give or take what chance does in four of a hundred thousand such tests."""
    error = (0.95 * 0.05 / runs) ** 0.5
    assert abs(hits / runs - 0.95) < 4.1 * error, f"{hits} of {runs} intervals hold the truth"


def throw_totals(chance: Random, games: int) -> Counter[int]:
    """A synthetic player: its total is the best of two dice, squared; skewed, with a mean that is known exactly."""
    return Counter(max(chance.randint(1, 6), chance.randint(1, 6)) ** 2 for _ in range(games))


TRUTH = float(sum(Fraction(max(a, b) ** 2, 36) for a in range(1, 7) for b in range(1, 7)))


@first_of(games=[50, 400])
def test_intervals_of_means_hold_the_truth_in_95_of_100_runs(games: int) -> None:
    chance, runs = Random(11), 3000
    hits = 0
    for _ in range(runs):
        estimate = Sample(throw_totals(chance, games)).mean_estimate()
        hits += estimate.low <= TRUTH <= estimate.high
    coverage(hits, runs)


@pytest.mark.parametrize("true_share", [0.01, 0.2, 0.5])
def test_intervals_of_shares_hold_the_truth(true_share: float) -> None:
    chance, runs, games = Random(12), 2000, 500
    hits = 0
    for _ in range(runs):
        estimate = share(sum(chance.random() < true_share for _ in range(games)), games)
        hits += estimate.low <= true_share <= estimate.high
    # Counts are whole numbers, so that coverage can only come near; it must not fall below.
    assert 0.94 <= hits / runs <= 0.985


def test_intervals_of_differences_hold_the_truth() -> None:
    chance, runs = Random(13), 2000
    hits = 0
    for _ in range(runs):
        other = Counter(chance.randint(1, 6) for _ in range(300))
        estimate = difference(Sample(throw_totals(chance, 150)), Sample(other))
        hits += estimate.low <= TRUTH - 3.5 <= estimate.high
    coverage(hits, runs)


def test_a_share_of_nothing_has_no_lower_end() -> None:
    assert (share(0, 50).low, share(50, 50).high) == (0.0, 1.0)
    assert share(0, 50).high > 0.05
