"""A layout out of balance is told from a sound one, in words; bands mean the same on every sheet."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

import pytest

import sheetgen as library
from sheetgen.lab.balance import (
    BalanceFinding,
    LayoutRuns,
    Observations,
    equally_hard_score,
    findings,
    observation_steps,
    rating_bands,
    round_limits,
)
from sheetgen.lab.fast import strongest_bot
from sheetgen.lab.play_style import PlayStyle
from sheetgen.lab.players import finish
from sheetgen.lab.results import SimulationResult
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample, Tally
from sheetgen.lab.texts import LayoutTexts
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.parts.bonus import Fox
from sheetgen.layout.problems import UnknownNameError
from tests.programs import needs_core

GAMES = 240


def played(layout: Layout, bot: str, players: int = 1, games: int = GAMES) -> SimulationResult:
    plan = SimulationPlan(layout, players, bot, seed=21, games=games)
    return SimulationResult(plan, run(plan), 1.0)


@pytest.fixture(scope="module")
def parent(classic: Layout) -> LayoutRuns:
    return LayoutRuns(played(classic, "greedy"), (played(classic, "random"),))


def observed(result: SimulationResult) -> Observations | None:
    return finish(observation_steps(result.plan, badges=True), lambda games: None)


def problems(found: list[BalanceFinding]) -> dict[str, str]:
    return {finding.about: finding.sentence for finding in found if finding.kind == "problem"}


def test_what_is_broken_is_named(broken: Layout, parent: LayoutRuns) -> None:
    runs = LayoutRuns(played(broken, "greedy"), (played(broken, "random"),))
    found = problems(findings(runs, parent))
    assert found["green"].startswith("green is worth nothing: at most 0.0 ± 0.0 points")
    assert found["blue"].startswith("blue is too strong: it brings ")
    # Purple starts again only after a 1: hardly anybody gets far, and the badges on the right are out of reach.
    unreached = {name for name in found if name.startswith("purple cell")}
    assert {"purple cell 7: fox", "purple cell 8: reroll"} <= unreached
    assert "purple cell 7: fox is " in found["purple cell 7: fox"]
    assert f" earned on {2 * GAMES} sheets, in classic on " in found["purple cell 7: fox"]
    assert "purple.7" in found
    assert not {"yellow", "orange"} & set(found)
    assert all(finding.advice for finding in findings(runs, parent) if finding.kind == "problem")


def test_a_sound_variant_raises_no_alarm(healthy: Layout, parent: LayoutRuns) -> None:
    runs = LayoutRuns(played(healthy, "greedy"), (played(healthy, "random"),))
    assert problems(findings(runs, parent)) == {}


@needs_core
def test_what_a_designer_asks_is_answered(classic: Layout, parent: LayoutRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    seats, seen = played(classic, "greedy", players=2), observed(parent.best)
    runs, watched = LayoutRuns(parent.best, parent.others, seats, seen), replace(parent, observed=seen)
    monkeypatch.setattr("sheetgen.lab.play_style.prepared", lambda plan: pytest.fail("games are played for sentences"))
    monkeypatch.setattr("sheetgen.lab.simulation.prepared", lambda plan: pytest.fail("games are played for sentences"))
    found = {each.about: each for each in findings(runs, watched)}
    assert re.match(r"A greedy player has 1\.[0-9]{2} times the points of a player who marks", found["skill"].sentence)
    assert re.search(r"score most: \w+ (cell|row|column) \d+: .* points more, earned on \d+%", found["badges"].sentence)
    assert found["badges"].advice.startswith("That is no proof")
    foxes = r"Foxes: (\d+\.\d) ± \d+\.\d points beside those of the zones; in classic (\d+\.\d) ± "
    told = re.match(foxes, found["foxes"].sentence)
    assert told
    assert told[1] == told[2] == f"{parent.best.tally.points_of(Fox()).mean:.1f}"
    assert re.match(r"A game has \d\d decisions, each among \d\.\d moves", found["length"].sentence)
    assert found["seats"].sentence.startswith("By seat the players score ")


@needs_core
def test_progress_is_shown_for_all_games_and_sentences_need_none() -> None:
    shown: dict[str, list[int]] = {}

    @contextmanager
    def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
        steps = shown.setdefault(label, [total])
        yield steps.append

    library.balance("classic", against="double", games=60, bot="greedy", progress=progress)
    assert sum(shown["classic, greedy, move by move"][1:]) == shown["classic, greedy, move by move"][0] == 2 * 60
    assert sum(shown["double, greedy, move by move"][1:]) == shown["double, greedy, move by move"][0] == 60


class Bracketed(LayoutTexts):
    """Shows where each message begins and ends."""

    def tr(self, message: str, **values: object) -> str:
        return f"[{super().tr(message, **values)}]"


def test_each_sentence_is_one_message(broken: Layout, classic: Layout, parent: LayoutRuns) -> None:
    """No sentence is put together from parts, which would not fit in every language."""
    runs = [
        LayoutRuns(played(broken, "greedy"), parent.others, played(classic, "greedy", players=2)),
        LayoutRuns(parent.best, (parent.best,), observed=observed(parent.best)),
    ]
    found = [
        each
        for own in runs
        for each in findings(own, replace(parent, observed=runs[1].observed), Bracketed(own.best.rules.edition))
    ]
    assert {"problem", "note", "fine"} == {each.kind for each in found}
    for each in found:
        parts = r"[^\[\]]*" if each.about not in ("skill", "badges", "foxes") else ".*"  # names of bots and badges
        assert re.fullmatch(rf"\[{parts}\]", each.sentence), each
        assert re.fullmatch(r"(\[[^\[\]]*\])?", each.advice), each


def test_a_sheet_without_choices_rewards_no_skill(parent: LayoutRuns) -> None:
    """The weaker player as good as the better one, beside a sheet on which it is not."""
    alike = LayoutRuns(parent.best, (parent.best,))
    told = next(each for each in findings(alike, parent) if each.about == "skill")
    assert (told.kind, told.sentence[-24:]) == ("note", ": good play hardly pays.")
    assert told.advice


@needs_core
def test_without_a_bot_the_strongest_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert library.balance("classic", against="classic", games=20).bot == "expert"
    monkeypatch.setattr("sheetgen.lab.training.load_weights", lambda rules: None)
    assert strongest_bot([load("classic")]) == "planner"


@needs_core
def test_bands_without_a_bot_fit_players_of_all_strengths() -> None:
    result = library.bands("classic", games=60)
    assert result.bots == ("expert", "planner", "greedy")
    # The lowest bands are out of reach for no expert; the weaker players tell them apart.
    assert result.shares[-3] < 0.95
    assert list(result.shares) == sorted(result.shares)


def test_an_edition_beside_itself_raises_no_alarm(classic: Layout, parent: LayoutRuns) -> None:
    plan = SimulationPlan(classic, 1, "greedy", seed=77, games=GAMES)
    again = LayoutRuns(SimulationResult(plan, run(plan), 1.0), parent.others)
    found = findings(again, parent)
    assert problems(found) == {}
    assert any("no difference that" in finding.sentence for finding in found)


def test_seats_and_ties_are_told_in_company(classic: Layout) -> None:
    runs = LayoutRuns(played(classic, "random", players=3, games=60))
    told = {finding.about: finding.sentence for finding in findings(runs, runs)}
    assert "no seat has an advantage" in told["seats"]
    assert told["ties"].endswith("of the games end in a shared win.")


# Where each judgement begins: results as they could be, without any game


def counted(result: SimulationResult, players: int = 1, **counts: Counter[Any]) -> SimulationResult:
    """A result with these counts in place of its own."""
    return replace(result, plan=replace(result.plan, players=players), tally=replace(result.tally, **counts))  # type: ignore[arg-type]  # each by its name


def averaging(result: SimulationResult, mean: int) -> SimulationResult:
    return counted(result, sums=Counter({mean - 5: 50, mean + 5: 50}))


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ({195: 50, 205: 50}, {207: 50, 217: 50}, "problem"),  # 12 points, 6 % of the mean
        ({195: 50, 205: 50}, {203: 50, 213: 50}, "fine"),  # 8 points, 4 %
        ({100: 5, 300: 5}, {150: 5, 350: 5}, "fine"),  # 50 points, but of ten games that differ by more
    ],
)
def test_a_seat_has_an_advantage_if_it_is_more_than_chance(
    parent: LayoutRuns, first: dict[int, int], second: dict[int, int], kind: str
) -> None:
    seats = Counter({(seat, total): n for seat, own in enumerate((first, second)) for total, n in own.items()})
    wins = Counter({(seat, False): GAMES // 2 for seat in range(2)})
    runs = replace(parent, seats=counted(parent.best, 2, seats=seats, wins=wins))
    told = next(each for each in findings(runs, parent) if each.about == "seats")
    assert told.kind == kind
    assert told.sentence.startswith("Seat 2 has an advantage of 12.0") == (kind == "problem")
    assert bool(told.advice) == (kind == "problem")


@pytest.mark.parametrize(
    ("own", "other", "kind"), [(113, 117, "note"), (117, 113, "fine"), (113, 113, "fine"), (117, 117, "fine")]
)
def test_good_play_hardly_pays_where_it_pays_on_the_parent(parent: LayoutRuns, own: int, other: int, kind: str) -> None:
    """The weaker player has 100 points on both."""
    runs, beside = (
        LayoutRuns(averaging(parent.best, mean), (averaging(parent.others[0], 100),)) for mean in (own, other)
    )
    assert [each.kind for each in findings(runs, beside) if each.about == "skill"] == [kind]


@pytest.mark.parametrize(("decisions", "kind"), [(160, "note"), (149, "fine")])
def test_a_game_takes_much_longer_from_half_as_many_decisions_more(
    parent: LayoutRuns, decisions: int, kind: str
) -> None:
    """A game on the parent has 100."""
    runs, beside = (
        replace(parent, observed=Observations(PlayStyle(games=10, decisions=10 * each, options=1)))
        for each in (decisions, 100)
    )
    told = next(each for each in findings(runs, beside) if each.about == "length")
    assert (told.kind, "takes much longer" in told.sentence) == (kind, kind == "note")


@pytest.mark.parametrize(("points", "worthless"), [({0: 95, 5: 5}, True), ({0: 9, 8: 1}, False)])
def test_a_zone_is_worth_nothing_only_if_that_is_no_chance(
    parent: LayoutRuns, points: dict[int, int], worthless: bool
) -> None:
    """Less than a point on average, in a hundred games and in ten: those show little."""
    zones = Counter({key: n for key, n in parent.best.tally.zones.items() if key[0] != "green"})
    zones.update({("green", each): n for each, n in points.items()})
    runs = LayoutRuns(counted(parent.best, zones=zones))
    told = next(each for each in findings(runs, parent) if each.about == "green")
    assert told.sentence.startswith("green is worth nothing") == worthless


@pytest.mark.parametrize(
    ("wins", "seat"),
    [
        ([577, 416], 1),
        ([416, 577], 2),
        ([529, 471], None),  # not much, though it may be more than chance
        ([57, 43], None),  # chance
        ([250, 330, 240, 180], 2),
        ([270, 260, 245, 225], None),
        ([0, 0], None),  # all games were shared
    ],
)
def test_a_seat_that_wins_more_is_told_even_if_points_are_close(
    classic: Layout, parent: LayoutRuns, wins: list[int], seat: int | None
) -> None:
    """With two experts on classic, the first player wins 58 of 100 games, by 10 points of 260 on average."""
    plan = SimulationPlan(classic, len(wins), "greedy", seed=21, games=max(sum(wins), 100))
    tally = Tally(games=plan.games, sheets=plan.games * len(wins))
    for i, won in enumerate(wins):
        tally.seats.update({(i, 250): plan.games // 2, (i, 270): plan.games - plan.games // 2})
        tally.wins[i, False] = won
    runs = replace(parent, seats=SimulationResult(plan, tally, 1.0))
    told = next(finding for finding in findings(runs, parent) if finding.about == "seats")
    if seat is None:
        assert (told.kind, told.sentence[-44:]) == ("fine", ": no seat has an advantage worth mentioning.")
    else:
        assert (told.kind, told.sentence[-25:]) == ("note", f": seat {seat} wins more often.")
        assert told.advice


# Bands


def ratings() -> tuple[object, ...]:
    edition = load("classic").edition
    assert isinstance(edition, SheetEdition)
    assert edition.solo is not None
    return edition.solo.ratings


def spread(mean: float, sd: float) -> Sample:
    """A smooth sample, the same every time."""
    from statistics import NormalDist

    normal = NormalDist(mean, sd)
    return Sample(Counter(round(normal.inv_cdf((i + 0.5) / 4000)) for i in range(4000)))


def test_a_sheet_beside_itself_gets_its_own_bands_rounded() -> None:
    known = spread(190, 28)
    found = rating_bands(known, known, ratings())  # type: ignore[arg-type]
    assert [band.from_ for band in found] == [280, 260, 240, 220, 200, 180, 160, 140, 0]
    assert [band.label for band in found] == [band.label for band in ratings()]  # type: ignore[attr-defined]


def test_a_sheet_that_scores_twice_as_much_gets_limits_twice_as_high() -> None:
    found = rating_bands(spread(380, 56), spread(190, 28), ratings())  # type: ignore[arg-type]
    assert [band.from_ for band in found] == [560, 520, 480, 440, 400, 360, 320, 280, 0]


def test_as_hard_means_the_same_share_of_games() -> None:
    known, own = spread(190, 28), spread(120, 15)
    for score in (150, 180, 200, 220):
        assert own.share_from(round(equally_hard_score(score, known, own))) == pytest.approx(
            known.share_from(score), abs=0.03
        )


def test_limits_rise_also_where_games_end_alike() -> None:
    assert round_limits([10.2, 10.1, 10.0]) == [10, 9, 8]
    same = Sample(Counter({50: 100}))
    limits = [band.from_ for band in rating_bands(same, spread(190, 28), ratings())]  # type: ignore[arg-type]
    assert limits == sorted(set(limits), reverse=True)


def test_beside_a_sheet_that_always_scores_the_same_a_point_counts_as_a_spread() -> None:
    known, own = Sample(Counter({100: 500})), spread(120, 15)
    assert equally_hard_score(101, known, own) == pytest.approx(own.mean + own.sd)
    assert equally_hard_score(104, known, own) - equally_hard_score(103, known, own) == pytest.approx(own.sd)
    assert equally_hard_score(96, known, own) - equally_hard_score(95, known, own) == pytest.approx(own.sd)


def test_a_wrong_name_to_compare_with_is_told_before_games_are_played() -> None:
    def no_games(total: int, title: str) -> AbstractContextManager[Callable[[int], None]]:
        raise AssertionError(f"{total} games: {title}")

    with pytest.raises(UnknownNameError, match="did you mean 'classic'"):
        library.balance("double", against="clasic", games=10, bot="random", progress=no_games)
