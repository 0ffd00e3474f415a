"""Exact odds of the objectives of the card game, if the best dice are kept at every reroll.

The odds are counted over multisets of faces, from the last roll backwards, in whole numbers: the chance with `r`
rerolls of `n` dice is a count out of `6 ** (n * (r + 1))`. A *keep* is the multiset of the dice that are kept.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from sheetgen.layout.cards import AnyObjective, Card, ObjectiveRule

Predicate = Callable[[tuple[int, ...]], bool]
Goal = AnyObjective | Card | Predicate  # a predicate must not depend on the order of the dice
Faces = tuple[int, ...]
SIDES = range(1, 7)


def odds(objective: Goal, dice: int = 5, rethrows: int = 2) -> Fraction:
    """Return the chance to hold an objective, from the first roll on, for a player who aims at nothing else.

    >>> from sheetgen.layout.cards import Equal
    >>> odds(Equal(groups=(2,)), rethrows=0), odds(Equal(groups=(2,)))
    (Fraction(49, 54), Fraction(157339, 157464))
    """
    table = _multisets(_checked_dice(dice, rethrows))
    return Fraction(
        _sum_over_throws(table, _best_counts(_objective_of(objective), dice, rethrows))[0], 6 ** (dice * (rethrows + 1))
    )


def odds_from(throw: Sequence[int], objective: Goal, rethrows: int = 2) -> Fraction:
    """Return the chance to hold an objective with these faces and so many rerolls left.

    >>> from sheetgen.layout.cards import Equal
    >>> odds_from((4, 4, 4, 1, 2), Equal(groups=(4,)), rethrows=1)
    Fraction(11, 36)
    """
    dice = _checked_dice(len(throw), rethrows)
    index = _multisets(dice).index_of[_sorted(throw)]
    return Fraction(_best_counts(_objective_of(objective), dice, rethrows)[index], 6 ** (dice * rethrows))


def best_keep(objective: Goal, dice: Sequence[int], rethrows: int = 2) -> Faces:
    """Return the faces to keep, lowest first, with so many rerolls left; all of them means to stand.

    Among equally good keeps it is the one with the most dice, and among these the one with the highest faces,
    compared from the highest die down.

    >>> from sheetgen.layout.cards import Equal
    >>> best_keep(Equal(groups=(3, 2)), (2, 5, 2, 6, 6)), best_keep(Equal(groups=(2,)), (1, 2, 3, 4, 6))
    ((2, 2, 6, 6), (6,))
    """
    count = _checked_dice(len(dice), rethrows)
    throw = _sorted(dice)
    if not rethrows:
        return throw
    table = _multisets(count)
    return table.keeps[_best_keeps(_objective_of(objective), count, rethrows)[table.index_of[throw]]]


def bystander_odds(card: Goal, aim: Goal, rethrows: int = 2, *, dice: int = 5) -> Fraction:
    """Return the chance that another player's card holds in the end, while the active player aims at `aim` alone.

    The active player starts with a new roll and keeps what `best_keep` returns; when the aim is reached, or cannot be
    reached any more, all dice are kept.

    >>> from sheetgen.layout.cards import Equal, Only
    >>> float(bystander_odds(Equal(groups=(2,)), aim=Equal(groups=(3,)))) > 0.98
    True
    >>> bystander_odds(Only(faces=(2, 4, 6)), aim=Only(faces=(1, 3, 5)))
    Fraction(1, 32768)
    """
    table = _multisets(_checked_dice(dice, rethrows))
    counts = _bystander_counts(_objective_of(card), _objective_of(aim), dice, rethrows)
    return Fraction(_sum_over_throws(table, counts)[0], 6 ** (dice * (rethrows + 1)))


def bystander_odds_from(throw: Sequence[int], card: Goal, aim: Goal, rethrows: int = 2) -> Fraction:
    """Return the same chance with these faces and so many rerolls left, as when cards are laid.

    >>> from sheetgen.layout.cards import Equal
    >>> bystander_odds_from((3, 3, 3, 1, 2), Equal(groups=(3, 2)), aim=Equal(groups=(4,)), rethrows=1)
    Fraction(5, 36)
    """
    dice = _checked_dice(len(throw), rethrows)
    index = _multisets(dice).index_of[_sorted(throw)]
    return Fraction(
        _bystander_counts(_objective_of(card), _objective_of(aim), dice, rethrows)[index], 6 ** (dice * rethrows)
    )


# Multisets


class _Multisets(NamedTuple):
    """All multisets of at most `dice` faces, the smallest first; the other fields are by their index."""

    dice: int
    keeps: tuple[Faces, ...]
    index_of: dict[Faces, int]
    larger: tuple[tuple[int, ...], ...]  # the multisets with one more die, for each face; empty for whole rolls
    smaller: tuple[tuple[int, ...], ...]  # the multisets with one die less, for each different face
    first_throw: int  # the index of the first whole roll


@lru_cache(maxsize=8)
def _multisets(dice: int) -> _Multisets:
    keeps = [keep for count in range(dice + 1) for keep in combinations_with_replacement(SIDES, count)]
    index_of = {keep: i for i, keep in enumerate(keeps)}
    larger = [
        tuple([index_of[tuple(sorted((*keep, face)))] for face in SIDES]) if len(keep) < dice else () for keep in keeps
    ]
    smaller = [tuple([index_of[rest] for rest in _one_less(keep)]) for keep in keeps]
    first_throw = next(i for i, keep in enumerate(keeps) if len(keep) == dice)
    return _Multisets(dice, tuple(keeps), index_of, tuple(larger), tuple(smaller), first_throw)


def _one_less(keep: Faces) -> Iterator[Faces]:
    for face in dict.fromkeys(keep):
        i = keep.index(face)
        yield keep[:i] + keep[i + 1 :]


def _sum_over_throws(table: _Multisets, counts: Sequence[int]) -> list[int]:
    """Return for every keep the sum of `counts` over all rolls of the other dice; only whole rolls count."""
    sums = list(counts)
    for i in reversed(range(table.first_throw)):
        sums[i] = sum([sums[more] for more in table.larger[i]])
    return sums


# Counts by the index of a multiset; of those by roll, only the items of whole rolls have a meaning


@lru_cache(maxsize=256)
def _best_counts(objective: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """Return by roll how many of the `6 ** (dice * rethrows)` ways hold the objective with the best keeps."""
    table = _multisets(dice)
    if not rethrows:
        test = _predicate(objective)
        return tuple([int(i >= table.first_throw and test(keep)) for i, keep in enumerate(table.keeps)])
    values = _keep_counts(objective, dice, rethrows)
    return tuple([values[i] for i in _best_keeps(objective, dice, rethrows)])


def _keep_counts(objective: Goal, dice: int, rethrows: int) -> list[int]:
    """Return by keep the ways out of `6 ** (dice * rethrows)`, so that keeps of all sizes can be compared."""
    table = _multisets(dice)
    sums = _sum_over_throws(table, _best_counts(objective, dice, rethrows - 1))
    return [value * 6 ** len(keep) for value, keep in zip(sums, table.keeps, strict=True)]


@lru_cache(maxsize=256)
def _best_keeps(objective: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """Return by roll the index of its best keep; `best_keep` says which of equally good keeps it is."""
    table, values = _multisets(dice), _keep_counts(objective, dice, rethrows)
    rank = [(value, len(keep), keep[::-1]) for value, keep in zip(values, table.keeps, strict=True)]
    best: list[int] = []
    for i, smaller in enumerate(table.smaller):
        # The best within a multiset is itself, or the best within one that lacks a die.
        best.append(max([i, *[best[less] for less in smaller]], key=rank.__getitem__))
    return tuple(best)


@lru_cache(maxsize=256)
def _bystander_counts(card: Goal, aim: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """Return by roll how many of the `6 ** (dice * rethrows)` ways hold the card, if the dice are kept for the aim."""
    if not rethrows:
        return _best_counts(card, dice, 0)
    table = _multisets(dice)
    sums = _sum_over_throws(table, _bystander_counts(card, aim, dice, rethrows - 1))
    return tuple([sums[i] * 6 ** len(table.keeps[i]) for i in _best_keeps(aim, dice, rethrows)])


# Checked arguments


def _objective_of(goal: Goal) -> Goal:
    return goal.holds if isinstance(goal, Card) else goal


def _predicate(goal: Goal) -> Predicate:
    if isinstance(goal, Card):
        goal = goal.holds
    return goal.holds if isinstance(goal, ObjectiveRule) else goal


def _sorted(throw: Sequence[int]) -> Faces:
    if any(face not in SIDES for face in throw):
        raise ValueError(f"dice show 1 to 6, not {', '.join(map(str, throw))}")
    return tuple(sorted(throw))


def _checked_dice(dice: int, rethrows: int) -> int:
    if dice < 1 or rethrows < 0:
        raise ValueError(f"no odds for {dice} dice and {rethrows} rerolls")
    return dice
