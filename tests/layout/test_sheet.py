"""Editions that are played on a sheet: ratings, rounds, the dice of zones."""

import pytest

from sheetgen.layout.parts.bonus import Fox, TallyLabels
from sheetgen.layout.sheet import Solo, WorthPoints
from tests.layout.models import sheet, zone


@pytest.mark.parametrize(
    ("score", "least"), [(400, 281), (281, 281), (280, 260), (140, 140), (139, 0), (0, 0), (-5, 0)]
)
def test_rating(score: int, least: int) -> None:
    solo = sheet("classic").solo
    assert solo is not None
    rating = solo.rating(score)
    assert rating is not None
    assert rating.from_ == least


def test_no_ratings_no_rating() -> None:
    assert Solo().rating(100) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("classic", [(260, False, 260, 240)]),  # 240–260 and 260–280
        ("double", [(320, True, 320, 300)]),  # > 320 and 300–319
        ("cubed", [(450, True, 450, 420), (179, True, 0, 180)]),  # > 450 and 420–449; 180–209 and < 179
        ("deluxe", []),
        ("mix", []),
    ],
)
def test_scores_on_printed_limits(name: str, expected: list[tuple[int, bool, int, int]]) -> None:
    """Scores that the rulebook prints in two lines or in none, with the bands of our reading and of the other one."""
    solo = sheet(name).solo
    assert solo is not None
    disputed = [(own.score, own.is_gap, own.ours.from_, own.other.from_) for own in solo.disputed_scores]
    assert disputed == expected
    assert [solo.rating(own.score) for own in solo.disputed_scores] == [own.ours for own in solo.disputed_scores]


def test_who_starts_and_what_is_laid_out() -> None:
    """Each rulebook names the first player; the deluxe box has boards with two sides, a tower and a score sheet."""
    starts = {name: sheet(name).set_up.starts for name in ("classic", "double", "cubed", "deluxe", "mix")}
    assert starts == {
        "classic": "the cleverest",
        "double": "the cleverest",
        "cubed": "the lowest roll",
        "deluxe": "by agreement",
        "mix": "by agreement",
    }
    for name, side in {"deluxe": "blue star", "mix": "red fox"}.items():
        edition = sheet(name)
        set_up = edition.set_up
        assert (set_up.sheets, set_up.side, set_up.scores) == ("wipe-clean", side, "back of the platter")
        assert set_up.dice_tower
        assert edition.solo is not None
        assert edition.solo.nearest_to == "the dice tower"
    assert all(sheet(name).set_up.side is None for name in ("classic", "double", "cubed"))


def test_rounds_printed() -> None:
    assert sheet("classic").rounds.count == 6


def test_the_die_of_a_zone() -> None:
    edition = sheet("classic")
    other = edition.model_copy(update={"zones": {"left": zone(die="blue"), "blue": zone()}})
    assert (other.die_of("left"), other.die_of("blue")) == ("blue", "blue")


def test_points_come_from_zones_and_counted_badges() -> None:
    edition = sheet("classic")
    sources = edition.score_sources
    assert [source.id for source in sources] == [*edition.zones, "foxes"]
    assert [source.badge for source in sources] == [None] * len(edition.zones) + [Fox()]


def test_what_is_printed_where_foxes_are_added_up() -> None:
    edition = sheet("classic")
    assert Fox().tally_labels(edition) == TallyLabels("Foxes", "lowest", None)
    fixed = edition.model_copy(update={"foxes": WorthPoints(points=10)})
    assert Fox().tally_labels(fixed) == TallyLabels("Foxes", None, 10)
    assert Fox().points_each(fixed, [3, 4]) == 10


@pytest.mark.parametrize(("ruling", "each"), [("counts", -4), ("is zero", 0)])
def test_a_fox_beside_a_negative_zone(ruling: str, each: int) -> None:
    edition = sheet("classic")
    rulings = edition.rulings.model_copy(update={"negative_fox": ruling})
    assert Fox().points_each(edition.model_copy(update={"rulings": rulings}), [12, -4]) == each
