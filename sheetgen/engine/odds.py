"""Exact odds of objectives: what a throw may still become when the right dice are kept.

Everything is counted over multisets of faces, from the last throw backwards, in whole numbers: a chance with `r`
rethrows of `n` dice is a count out of `6 ** (n * (r + 1))`.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from sheetgen.layout.cards import AnyObjective, Card, ObjectiveRule

Predicate = Callable[[tuple[int, ...]], bool]
Goal = AnyObjective | Card | Predicate  # a predicate must not depend on the order of the dice
Faces = tuple[int, ...]
SIDES = range(1, 7)


def odds(objective: Goal, dice: int = 5, rethrows: int = 2) -> Fraction:
    """The chance to hold an objective from a fresh throw, aiming at nothing else.

    >>> from sheetgen.layout.cards import Equal
    >>> odds(Equal(groups=(2,)), rethrows=0), odds(Equal(groups=(2,)))
    (Fraction(49, 54), Fraction(157339, 157464))
    """
    table = _table(_checked(dice, rethrows))
    return Fraction(_expected(table, _best(_plain(objective), dice, rethrows))[0], 6 ** (dice * (rethrows + 1)))


def odds_from(throw: Sequence[int], objective: Goal, rethrows: int = 2) -> Fraction:
    """The chance to hold an objective when these dice lie there and may be thrown again so often.

    >>> from sheetgen.layout.cards import Equal
    >>> odds_from((4, 4, 4, 1, 2), Equal(groups=(4,)), rethrows=1)
    Fraction(11, 36)
    """
    dice = _checked(len(throw), rethrows)
    place = _table(dice).places[_sorted(throw)]
    return Fraction(_best(_plain(objective), dice, rethrows)[place], 6 ** (dice * rethrows))


def best_keep(objective: Goal, dice: Sequence[int], rethrows: int = 2) -> Faces:
    """The dice to keep, lowest first, when so many rethrows are left; all of them means to stand.

    Among equally good keeps it is the one with the most dice, and among these the one with the highest faces,
    compared from the highest die down.

    >>> from sheetgen.layout.cards import Equal
    >>> best_keep(Equal(groups=(3, 2)), (2, 5, 2, 6, 6)), best_keep(Equal(groups=(2,)), (1, 2, 3, 4, 6))
    ((2, 2, 6, 6), (6,))
    """
    count = _checked(len(dice), rethrows)
    throw = _sorted(dice)
    if not rethrows:
        return throw
    table = _table(count)
    return table.keeps[_keeping(_plain(objective), count, rethrows)[table.places[throw]]]


def bystander_odds(card: Goal, aim: Goal, rethrows: int = 2, *, dice: int = 5) -> Fraction:
    """The chance that another player's card holds in the end, while the active player aims at `aim` alone.

    The active player throws afresh and keeps what `best_keep` says, its choice among equals included; as soon as
    the aim is reached (or out of reach for ever), the dice stand.

    >>> from sheetgen.layout.cards import Equal, Only
    >>> float(bystander_odds(Equal(groups=(2,)), aim=Equal(groups=(3,)))) > 0.98
    True
    >>> bystander_odds(Only(faces=(2, 4, 6)), aim=Only(faces=(1, 3, 5)))
    Fraction(1, 32768)
    """
    table = _table(_checked(dice, rethrows))
    counts = _bystander(_plain(card), _plain(aim), dice, rethrows)
    return Fraction(_expected(table, counts)[0], 6 ** (dice * (rethrows + 1)))


def bystander_odds_from(throw: Sequence[int], card: Goal, aim: Goal, rethrows: int = 2) -> Fraction:
    """The same from dice that lie there, as when cards are chosen.

    >>> from sheetgen.layout.cards import Equal
    >>> bystander_odds_from((3, 3, 3, 1, 2), Equal(groups=(3, 2)), aim=Equal(groups=(4,)), rethrows=1)
    Fraction(5, 36)
    """
    dice = _checked(len(throw), rethrows)
    place = _table(dice).places[_sorted(throw)]
    return Fraction(_bystander(_plain(card), _plain(aim), dice, rethrows)[place], 6 ** (dice * rethrows))


# Multisets


class _Table(NamedTuple):
    """All multisets of at most so many dice, the smallest first, and how they grow out of each other."""

    dice: int
    keeps: tuple[Faces, ...]
    places: dict[Faces, int]
    larger: tuple[tuple[int, ...], ...]  # with one more die, for each face; empty for whole throws
    smaller: tuple[tuple[int, ...], ...]  # with one die less, for each different face
    first_throw: int  # whole throws start here


@cache
def _table(dice: int) -> _Table:
    keeps = [keep for count in range(dice + 1) for keep in combinations_with_replacement(SIDES, count)]
    places = {keep: i for i, keep in enumerate(keeps)}
    larger = [
        tuple([places[tuple(sorted((*keep, face)))] for face in SIDES]) if len(keep) < dice else () for keep in keeps
    ]
    smaller = [tuple([places[rest] for rest in _one_less(keep)]) for keep in keeps]
    first_throw = next(i for i, keep in enumerate(keeps) if len(keep) == dice)
    return _Table(dice, tuple(keeps), places, tuple(larger), tuple(smaller), first_throw)


def _one_less(keep: Faces) -> Iterator[Faces]:
    for face in dict.fromkeys(keep):
        i = keep.index(face)
        yield keep[:i] + keep[i + 1 :]


def _expected(table: _Table, counts: Sequence[int]) -> list[int]:
    """For every keep the sum over all ways that the other dice may fall; `counts` is by keep, used for throws."""
    sums = list(counts)
    for i in reversed(range(table.first_throw)):
        sums[i] = sum([sums[more] for more in table.larger[i]])
    return sums


# Counting backwards: lists by keep, of which only whole throws matter


@lru_cache(maxsize=1024)
def _best(objective: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """By throw: how many of the `6 ** (dice * rethrows)` ways hold the objective with the best keeps."""
    table = _table(dice)
    if not rethrows:
        test = _predicate(objective)
        return tuple([int(i >= table.first_throw and test(keep)) for i, keep in enumerate(table.keeps)])
    values = _values(objective, dice, rethrows)
    return tuple([values[i] for i in _keeping(objective, dice, rethrows)])


def _values(objective: Goal, dice: int, rethrows: int) -> list[int]:
    """By keep: the ways out of `6 ** (dice * rethrows)`, so that keeps of all sizes can be compared."""
    table = _table(dice)
    sums = _expected(table, _best(objective, dice, rethrows - 1))
    return [value * 6 ** len(keep) for value, keep in zip(sums, table.keeps, strict=True)]


@lru_cache(maxsize=1024)
def _keeping(objective: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """By throw: the best of the keeps within it; the rule for equals is told at `best_keep`."""
    table, values = _table(dice), _values(objective, dice, rethrows)
    rank = [(value, len(keep), keep[::-1]) for value, keep in zip(values, table.keeps, strict=True)]
    best: list[int] = []
    for i, smaller in enumerate(table.smaller):
        # The best within a multiset is itself, or the best within one that lacks a die.
        best.append(max([i, *[best[less] for less in smaller]], key=rank.__getitem__))
    return tuple(best)


@lru_cache(maxsize=4096)
def _bystander(card: Goal, aim: Goal, dice: int, rethrows: int) -> tuple[int, ...]:
    """By throw: how many of the `6 ** (dice * rethrows)` ways hold the card when the dice follow the aim."""
    if not rethrows:
        return _best(card, dice, 0)
    table = _table(dice)
    sums = _expected(table, _bystander(card, aim, dice, rethrows - 1))
    return tuple([sums[i] * 6 ** len(table.keeps[i]) for i in _keeping(aim, dice, rethrows)])


# Input


def _plain(goal: Goal) -> Goal:
    return goal.holds if isinstance(goal, Card) else goal


def _predicate(goal: Goal) -> Predicate:
    if isinstance(goal, Card):
        goal = goal.holds
    return goal.holds if isinstance(goal, ObjectiveRule) else goal


def _sorted(throw: Sequence[int]) -> Faces:
    if any(face not in SIDES for face in throw):
        raise ValueError(f"dice show 1 to 6, not {', '.join(map(str, throw))}")
    return tuple(sorted(throw))


def _checked(dice: int, rethrows: int) -> int:
    if dice < 1 or rethrows < 0:
        raise ValueError(f"no odds for {dice} dice and {rethrows} rethrows")
    return dice
