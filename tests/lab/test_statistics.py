"""Intervals hold what they promise; figures agree with independent ways to compute them."""

from collections import Counter
from fractions import Fraction
from random import Random
from statistics import mean, stdev, variance

import pytest

from sheetgen.lab.statistics import Sample, difference, share, student

# Quantiles of Student's distribution at 0.975, from printed tables.
TABLE = {5: 2.571, 10: 2.228, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}


@pytest.mark.parametrize(("freedom", "quantile"), TABLE.items())
def test_student_agrees_with_printed_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


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


@pytest.mark.parametrize("games", [50, 400])
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
