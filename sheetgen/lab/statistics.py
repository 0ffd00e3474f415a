"""Figures with their uncertainty: means, shares and differences with confidence intervals, percentiles."""

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval that holds the true one in 95 of 100 runs."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Sample:
    """Whole numbers and how often each was seen: enough for every figure, and easily added up."""

    counts: Counter[int]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean."""
        return sum(value * times for value, times in self.counts.items()) / self.size

    @property
    def variance(self) -> float:
        """The variance, as estimated from a sample."""
        if self.size < 2:
            return 0.0
        # In whole numbers the order of adding cannot matter, so that parallel runs agree to the last digit.
        total = sum(value * times for value, times in self.counts.items())
        squares = sum(value * value * times for value, times in self.counts.items())
        return (squares * self.size - total * total) / (self.size * (self.size - 1))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def mean_estimate(self) -> Estimate:
        """The mean with its interval."""
        margin = student(self.size - 1) * self.sd / sqrt(self.size) if self.size > 1 else float("inf")
        return Estimate(self.mean, self.mean - margin, self.mean + margin)

    def percentile(self, percent: float) -> int:
        """The least number that so many per cent do not exceed.

        >>> Sample(Counter([1, 2, 3, 4])).percentile(50)
        2
        """
        wanted, seen = percent / 100 * self.size, 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return max(self.counts)

    def share_from(self, value: int) -> float:
        """The share of numbers that reach a value."""
        return sum(times for own, times in self.counts.items() if own >= value) / self.size


def student(freedom: int) -> float:
    """The quantile of Student's distribution for a two-sided interval, by its expansion around the normal one.

    >>> round(student(10), 2), round(student(1_000_000), 2)
    (2.23, 1.96)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    n = max(freedom, 1)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / n + terms[1] / n**2 + terms[2] / n**3


def share(hits: int, size: int) -> Estimate:
    """A share with Wilson's interval, which also holds near 0 and 1.

    >>> share(0, 100).low, round(share(0, 100).high, 3)
    (0.0, 0.037)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    p = hits / size
    middle = (p + z * z / (2 * size)) / (1 + z * z / size)
    margin = z / (1 + z * z / size) * sqrt(p * (1 - p) / size + z * z / (4 * size * size))
    return Estimate(p, max(middle - margin, 0.0) if hits else 0.0, min(middle + margin, 1.0) if hits < size else 1.0)


def difference(one: Sample, other: Sample) -> Estimate:
    """How much higher the mean of one sample is than that of another, independent one (Welch)."""
    value = one.mean - other.mean
    a, b = one.variance / one.size, other.variance / other.size
    if a + b == 0:
        return Estimate(value, value, value)
    freedom = (a + b) ** 2 / (a**2 / max(one.size - 1, 1) + b**2 / max(other.size - 1, 1))
    margin = student(int(freedom)) * sqrt(a + b)
    return Estimate(value, value - margin, value + margin)
