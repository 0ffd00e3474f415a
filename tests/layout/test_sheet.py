"""Editions that are played on a sheet: ratings, rounds, the dice of zones."""

import pytest

from sheetgen.layout.sheet import Solo
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


def test_rounds_printed() -> None:
    assert sheet("classic").rounds.count == 6


def test_the_die_of_a_zone() -> None:
    edition = sheet("classic")
    other = edition.model_copy(update={"zones": {"left": zone(die="blue"), "blue": zone()}})
    assert (other.die_of("left"), other.die_of("blue")) == ("blue", "blue")
