"""A layout out of balance is told from a sound one, in words; bands mean the same on every sheet."""

from collections import Counter

import pytest

from sheetgen.lab.balance import BalanceFinding, LayoutRuns, equally_hard_score, findings, rating_bands, round_limits
from sheetgen.lab.results import SimulationResult
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import Sample
from sheetgen.layout import Layout, SheetEdition, load

GAMES = 240


def played(layout: Layout, bot: str, players: int = 1, games: int = GAMES) -> SimulationResult:
    plan = SimulationPlan(layout, players, bot, seed=21, games=games)
    return SimulationResult(plan, run(plan), 1.0)


@pytest.fixture(scope="module")
def parent(classic: Layout) -> LayoutRuns:
    return LayoutRuns(played(classic, "greedy"), (played(classic, "random"),))


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
