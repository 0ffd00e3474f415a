"""O5: the exact odds of every objective, against numbers typed by hand and against plain enumeration."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from time import process_time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.cli.app import cli
from sheetgen.engine import odds as module
from sheetgen.engine.odds import best_keep, bystander_odds, bystander_odds_from, odds, odds_from
from sheetgen.layout import CardEdition, read
from sheetgen.layout.cards import AnyObjective, Equal, Only, Straight, SumAtLeast, SumAtMost

_edition = read("objectives").edition
assert isinstance(_edition, CardEdition)
CARDS = _edition.cards

# One throw, one rethrow (six decimals), two rethrows.
TYPED = {
    "joker": ("1", 1.0, "1"),
    "pair": ("7056/7776", 0.991427, "157339/157464"),
    "three-of-a-kind": ("1656/7776", 0.541324, "234053/314928"),
    "two-pairs": ("2100/7776", 0.560592, "22445605/30233088"),
    "small-straight": ("1200/7776", 0.411788, "753572225/1224440064"),
    "no-even": ("243/7776", 0.237305, "16807/32768"),
    "no-odd": ("243/7776", 0.237305, "16807/32768"),
    "full-house": ("300/7776", 0.191222, "5485535/15116544"),
    "large-straight": ("240/7776", 0.129747, "319695199/1224440064"),
    "four-of-a-kind": ("156/7776", 0.132302, "2197897/7558272"),
}


def test_every_card_is_typed() -> None:
    assert list(TYPED) == list(CARDS)


@pytest.mark.parametrize("card", TYPED)
def test_o5_odds_as_typed(card: str) -> None:
    """O5: the odds of each objective with no, one and two rethrows."""
    none, one, two = TYPED[card]
    assert odds(CARDS[card], rethrows=0) == Fraction(none)
    assert f"{float(odds(CARDS[card], rethrows=1)):.6f}" == f"{one:.6f}"
    assert odds(CARDS[card]) == Fraction(two)
    assert odds(CARDS[card].holds) == odds(CARDS[card])


@pytest.mark.parametrize("card", TYPED)
def test_one_throw_by_brute_force(card: str) -> None:
    """O5: of all 7776 throws of five dice, that many hold the objective."""
    held = sum(CARDS[card].holds.holds(throw) for throw in product(range(1, 7), repeat=5))
    assert odds(CARDS[card], 5, 0) == Fraction(held, 7776)


# A second way to the same numbers: ordered dice, kept by position, no multisets, no whole-number scaling.


def brute(goal: Callable[[tuple[int, ...]], bool], dice: int, rethrows: int) -> Fraction:
    @cache
    def best(throw: tuple[int, ...], left: int) -> Fraction:
        if not left:
            return Fraction(goal(throw))
        positions = [some for count in range(dice + 1) for some in combinations(range(dice), count)]
        return max([average(throw, again, left - 1) for again in positions])

    def average(throw: tuple[int, ...], again: tuple[int, ...], left: int) -> Fraction:
        total = Fraction(0)
        for faces in product(range(1, 7), repeat=len(again)):
            after = list(throw)
            for position, face in zip(again, faces, strict=True):
                after[position] = face
            total += best(tuple(after), left)
        return total * Fraction(1, 6 ** len(again))

    return average((0,) * dice, tuple(range(dice)), rethrows)


TWO_DICE: list[AnyObjective] = [
    Equal(groups=(2,)),
    Equal(groups=(1, 1)),
    Straight(length=2),
    Only(faces=(1, 3, 5)),
    SumAtLeast(sum=9),
    SumAtMost(sum=4),
    SumAtLeast(sum=13),
]


@pytest.mark.parametrize("rethrows", [0, 1, 2])
@pytest.mark.parametrize("objective", TWO_DICE, ids=repr)
def test_two_dice_by_enumeration(objective: AnyObjective, rethrows: int) -> None:
    """O3: optimal rethrows of two dice, every position and every fall of the dice written out."""
    assert odds(objective, 2, rethrows) == brute(objective.holds, 2, rethrows)


@settings(max_examples=40, deadline=None)
@given(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6))), st.integers(0, 2))
def test_any_predicate_of_two_dice(throws: set[tuple[int, int]], rethrows: int) -> None:
    """O3: whatever a variant may ask of two dice, not only the objectives that there are."""
    wanted = {tuple(sorted(throw)) for throw in throws}

    def goal(throw: tuple[int, ...]) -> bool:
        return tuple(sorted(throw)) in wanted

    assert odds(goal, 2, rethrows) == brute(goal, 2, rethrows)


def test_three_dice_by_enumeration() -> None:
    """O3: three dice with one rethrow."""
    for objective in (Equal(groups=(2,)), Straight(length=3)):
        assert odds(objective, 3, 1) == brute(objective.holds, 3, 1)


@pytest.mark.parametrize("dice", range(1, 7))
def test_one_face_by_formula(dice: int) -> None:
    """O3: dice that must each show one of some faces fail independently."""
    for rethrows in range(4):
        assert odds(Only(faces=(2, 5)), dice, rethrows) == (1 - Fraction(2, 3) ** (rethrows + 1)) ** dice


def test_more_rethrows_never_hurt() -> None:
    """O3: a rethrow is never forced."""
    for card in CARDS.values():
        chances = [odds(card, 5, rethrows) for rethrows in range(5)]
        assert chances == sorted(chances)


GOALS: dict[int, list[AnyObjective]] = {
    5: [card.holds for card in CARDS.values()],
    3: [Equal(groups=(2,)), Equal(groups=(3,)), Straight(length=3), Only(faces=(2, 4, 6)), SumAtLeast(sum=14)],
}


@settings(deadline=None)
@given(st.data(), st.sampled_from([3, 5]), st.integers(0, 2))
def test_best_keep_is_part_of_the_throw_and_best(data: st.DataObject, dice: int, rethrows: int) -> None:
    """O3: what is kept lies there, keeping it gives the chance promised, and no other keep gives more."""
    throw = data.draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))
    goal = data.draw(st.sampled_from(GOALS[dice]))
    kept = best_keep(goal, throw, rethrows)
    rest = sorted(throw)
    for face in kept:
        rest.remove(face)
    chance = odds_from(throw, goal, rethrows)
    if goal.holds(tuple(throw)):
        assert chance == 1
        assert not rest
    if not rethrows:
        assert chance == goal.holds(tuple(throw))
        assert not rest
        return
    # With three dice every keep is tried, with five those of at least two.
    after = {}
    for count in range(dice - 3, dice + 1):
        falls = _falls(dice - count)
        for keep in set(combinations(sorted(throw), count)):
            chances = [odds_from((*keep, *fall), goal, rethrows - 1) for fall in falls]
            after[keep] = sum(chances, Fraction(0)) / len(falls)
    assert max(after.values()) <= chance
    if kept in after:
        assert after[kept] == chance
        # Among equals: the most dice, then the highest faces.
        assert kept == max(after, key=lambda keep: (after[keep], len(keep), keep[::-1]))


def _falls(count: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=count))


def test_best_keep_examples() -> None:
    """O3: keeps that every player would choose, and the rule for equals."""
    assert best_keep(CARDS["full-house"], (6, 2, 6, 2, 1)) == (2, 2, 6, 6)
    assert best_keep(CARDS["large-straight"], (2, 3, 4, 5, 5)) == (2, 3, 4, 5)
    assert best_keep(CARDS["no-even"], (1, 2, 3, 4, 5)) == (1, 3, 5)
    assert best_keep(CARDS["joker"], (1, 2, 3, 4, 5)) == (1, 2, 3, 4, 5)
    assert best_keep(CARDS["four-of-a-kind"], (1, 1, 2, 2, 5)) == (2, 2)
    assert best_keep(CARDS["pair"], (1, 2, 3, 4, 6), 0) == (1, 2, 3, 4, 6)

    # Either keep needs two threes: as many dice, but a higher highest one.
    def goal(throw: tuple[int, ...]) -> bool:
        return sorted(throw) in ([1, 3, 3, 6], [2, 3, 3, 5])

    assert best_keep(goal, (1, 2, 5, 6), 1) == (1, 6)


@pytest.mark.parametrize("card", CARDS)
def test_bystander_with_the_same_aim(card: str) -> None:
    """O4: who bets on what the active player aims at has the active player's odds."""
    for rethrows in range(3):
        assert bystander_odds(CARDS[card], CARDS[card], rethrows) == odds(CARDS[card], 5, rethrows)


def test_bystander_known_cases() -> None:
    """O4, O5: aims that say everything about the other card, or nothing."""
    for card in CARDS.values():
        # With a Joker the active player stands at once.
        assert bystander_odds(card, CARDS["joker"]) == odds(card, 5, 0)
        assert bystander_odds(CARDS["joker"], card) == 1
    assert bystander_odds(CARDS["no-odd"], CARDS["no-even"]) == Fraction(1, 8) ** 5
    assert bystander_odds(CARDS["pair"], CARDS["four-of-a-kind"]) > odds(CARDS["pair"], 5, 1)
    # Whoever reaches a large straight holds a small one as well.
    small, large = CARDS["small-straight"], CARDS["large-straight"]
    assert bystander_odds(small, large) > odds(large)


@pytest.mark.parametrize("rethrows", [0, 1, 2])
def test_bystander_by_following_best_keep(rethrows: int) -> None:
    """O4: two dice, every fall followed by hand with the keeps that `best_keep` tells."""
    aim, card = Equal(groups=(2,)), SumAtLeast(sum=9)

    def follow(throw: tuple[int, ...], left: int) -> Fraction:
        kept = best_keep(aim, throw, left)
        if len(kept) == 2:
            return Fraction(card.holds(throw))
        falls = _falls(2 - len(kept))
        return sum((follow((*kept, *fall), left - 1) for fall in falls), Fraction(0)) / len(falls)

    for throw in _falls(2):
        assert bystander_odds_from(throw, card, aim, rethrows) == follow(throw, rethrows)
    fresh = sum((follow(throw, rethrows) for throw in _falls(2)), Fraction(0)) / 36
    assert bystander_odds(card, aim, rethrows, dice=2) == fresh


@settings(deadline=None)
@given(st.permutations([1, 3, 3, 4, 6]), st.sampled_from(list(CARDS)), st.sampled_from(list(CARDS)))
def test_order_of_dice_does_not_matter(throw: list[int], card: str, aim: str) -> None:
    expected = bystander_odds_from((1, 3, 3, 4, 6), CARDS[card], CARDS[aim])
    assert bystander_odds_from(throw, CARDS[card], CARDS[aim]) == expected


def test_fresh_odds_are_the_mean_of_all_throws() -> None:
    """O2: the first throw is of all dice."""
    for card, aim in (("pair", "full-house"), ("two-pairs", "no-even")):
        mean = sum(bystander_odds_from(throw, CARDS[card], CARDS[aim]) for throw in _falls(5)) / 7776
        assert bystander_odds(CARDS[card], CARDS[aim]) == mean


def test_fast() -> None:
    """All cards with no, one and two rethrows, from nothing, take far less than two seconds."""
    for function in (module._best_counts, module._best_keeps, module._multisets):
        function.cache_clear()
    start = process_time()
    for card in CARDS.values():
        for rethrows in range(3):
            odds(card, 5, rethrows)
    assert process_time() - start < 2


@pytest.mark.parametrize(("dice", "rethrows"), [(0, 1), (5, -1)])
def test_no_odds_without_dice(dice: int, rethrows: int) -> None:
    with pytest.raises(ValueError, match=f"no odds for {dice} dice and {rethrows} rerolls"):
        odds(CARDS["pair"], dice, rethrows)


def test_no_such_faces() -> None:
    with pytest.raises(ValueError, match="dice show 1 to 6, not 1, 7"):
        best_keep(CARDS["pair"], (1, 7))


# The command


def test_command_table() -> None:
    result = CliRunner().invoke(cli, ["odds", "objectives"])
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["card", "points", "0", "rerolls", "1", "reroll", "2", "rerolls", "expected"]
    assert [line.split()[0] for line in lines] == list(CARDS)
    assert lines[1].split() == ["pair", "1", "90.741%", "99.143%", "99.921%", "0.999"]
    assert {len(line) for line in lines} == {len(head)}


def test_command_json() -> None:
    result = CliRunner().invoke(cli, ["odds", "objectives", "--json"])
    data = json.loads(result.stdout)
    assert (data["edition"], data["dice"], data["rethrows"]) == ("objectives", 5, 2)
    assert list(data["cards"]) == list(CARDS)
    for name, (none, _, two) in TYPED.items():
        card = data["cards"][name]
        assert card["points"] == CARDS[name].points
        assert [Fraction(chance) for chance in card["odds"]][::2] == [Fraction(none), Fraction(two)]
        assert Fraction(card["expected"]) == card["points"] * Fraction(two)


@pytest.mark.parametrize(
    ("edition", "code", "message"), [("classic", 1, "classic is a sheet"), ("objektives", 2, "did you mean")]
)
def test_command_refuses(edition: str, code: int, message: str) -> None:
    result = CliRunner().invoke(cli, ["odds", edition])
    assert result.exit_code == code
    assert result.stdout == ""
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
