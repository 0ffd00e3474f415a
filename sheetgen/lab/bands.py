"""Rating bands for a layout: as hard to reach, for the same player, as those of a sheet whose bands are known."""

from itertools import pairwise
from statistics import NormalDist

from sheetgen.lab.statistics import Sample
from sheetgen.layout.sheet import Rating

# Between these shares of games the games themselves say where a band begins; beyond, too few of them are left.
FEW = 0.02
STEPS = (50, 20, 10, 5, 2, 1)


def bands(own: Sample, known: Sample, ratings: tuple[Rating, ...]) -> list[Rating]:
    """The bands of `ratings`, moved from a sheet that scores like `known` to one that scores like `own`.

    The last band takes everything below, as it does there.
    """
    limits = [as_hard(rating.from_, known, own) for rating in ratings[:-1]]
    rounded = rounded_apart(limits)
    moved = [rating.model_copy(update={"from_": limit}) for rating, limit in zip(ratings[:-1], rounded, strict=True)]
    return [*moved, ratings[-1]]


def as_hard(score: int, known: Sample, own: Sample) -> float:
    """The score on one sheet that is as hard to reach as a score on another."""
    share = known.share_from(score)
    if FEW <= share <= 1 - FEW:
        return _quantile(own, 1 - share)
    # In the tails a sheet is described by its mean and spread.
    distance = (score - known.mean) / (known.sd or 1.0)
    edge = NormalDist().inv_cdf(1 - FEW)
    inner = _quantile(own, 1 - FEW if distance > 0 else FEW)
    known_inner = _quantile(known, 1 - FEW if distance > 0 else FEW)
    beyond = (score - known_inner) / (known.sd or 1.0)
    return inner + beyond * own.sd if abs(distance) > edge / 2 else own.mean + distance * own.sd


def _quantile(sample: Sample, share: float) -> float:
    """Where a share of a sample lies below, evenly between whole scores."""
    wanted, seen = share * sample.size, 0
    for value in sorted(sample.counts):
        times = sample.counts[value]
        if seen + times >= wanted:
            return value - 0.5 + (wanted - seen) / times
        seen += times
    return float(max(sample.counts))


def rounded_apart(limits: list[float]) -> list[int]:
    """Limits as a person would print them: round numbers, as round as keeps them apart.

    >>> rounded_apart([281.3, 258.8, 241.0, 219.2]), rounded_apart([24.2, 21.1, 18.3])
    ([280, 260, 240, 220], [24, 21, 18])
    """
    gaps = [above - below for above, below in pairwise(limits)]
    least = min(gaps, default=10.0)
    for step in STEPS:
        rounded = [round(limit / step) * step for limit in limits]
        apart = all(above > below for above, below in pairwise(rounded))
        if apart and step <= max(least / 1.5, 1):
            return rounded
    # Games that all end alike leave no room: one point each is the least.
    result = [round(limits[0])] if limits else []
    for limit in limits[1:]:
        result.append(min(round(limit), result[-1] - 1))
    return result
