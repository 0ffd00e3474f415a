"""Preflight: a good file passes, every spoilt one fails for its own reason and for no other."""

from pathlib import Path

import pikepdf
import pytest

from sheetgen.press.preflight import Report, preflight
from sheetgen.press.preflight.checks import RULES
from sheetgen.press.preflight.resources import read_space
from sheetgen.press.profiles import Profile, load_profile
from tests.press.broken import CHANGED, DRAWN, HOME, WRITTEN, X1A, X1A_ONLY, X4, Mutation, good, saved
from tests.press.foreign import FOREIGN

WARNINGS = ("safe",)


def profile_of(name: str) -> Profile:
    """Both press profiles have one size for all type; a larger one for light type on dark tells them apart."""
    return load_profile(name).model_copy(update={"negative_type": 8.0})


def codes(report: Report) -> set[str]:
    return {objection.code for objection in report.objections}


def lines(report: Report) -> str:
    return "\n".join(objection.line("x.pdf") for objection in report.objections)


@pytest.mark.parametrize("name", [X4, X1A])
def test_a_good_file_passes(tmp_path: Path, name: str) -> None:
    report = preflight(saved(good(name), tmp_path / "x.pdf", name), profile_of(name))
    assert lines(report) == ""
    assert (report.pages, report.is_clean) == (3, True)


def caught(mutation: Mutation, name: str, path: Path) -> None:
    pdf = good(name)
    mutation.change(pdf)
    report = preflight(saved(pdf, path, name), profile_of(name))
    assert codes(report) == set(mutation.code.split()), lines(report)
    assert mutation.words in lines(report)
    assert report.is_clean == (mutation.code in WARNINGS)


@pytest.mark.parametrize("spoilt", DRAWN)
@pytest.mark.parametrize("name", [X4, X1A])
def test_what_is_drawn_is_caught(tmp_path: Path, name: str, spoilt: str) -> None:
    caught(DRAWN[spoilt], name, tmp_path / "x.pdf")


@pytest.mark.parametrize("spoilt", FOREIGN)
def test_what_other_programs_draw_is_caught(tmp_path: Path, spoilt: str) -> None:
    caught(FOREIGN[spoilt], X4, tmp_path / "x.pdf")


@pytest.mark.parametrize("spoilt", CHANGED)
def test_what_is_changed_is_caught(tmp_path: Path, spoilt: str) -> None:
    caught(CHANGED[spoilt], X4, tmp_path / "x.pdf")


@pytest.mark.parametrize("spoilt", X1A_ONLY)
def test_what_only_the_old_standard_minds_is_caught(tmp_path: Path, spoilt: str) -> None:
    caught(X1A_ONLY[spoilt], X1A, tmp_path / "x.pdf")


@pytest.mark.parametrize("spoilt", WRITTEN)
def test_how_it_is_written_is_caught(tmp_path: Path, spoilt: str) -> None:
    writing = WRITTEN[spoilt]
    pdf = good(writing.profile)
    writing.change(pdf)
    path = saved(pdf, tmp_path / "x.pdf", writing.profile, **writing.options)
    path.write_bytes(writing.rewrite(path.read_bytes()))
    report = preflight(path, profile_of(writing.profile))
    assert codes(report) == set(writing.code.split()), lines(report)
    assert writing.words in lines(report)


def test_every_rule_is_broken_by_some_file() -> None:
    spoilt = [mutation.code for table in (DRAWN, CHANGED, X1A_ONLY, FOREIGN, HOME) for mutation in table.values()]
    written = [writing.code for writing in WRITTEN.values()]
    caught = {code for codes in (*spoilt, *written) for code in codes.split()}
    assert caught == set(RULES)


@pytest.mark.parametrize(
    ("short", "long", "inks"), [("G", "DeviceGray", 1), ("RGB", "DeviceRGB", 3), ("CMYK", "DeviceCMYK", 4)]
)
def test_short_names_of_colour_spaces_mean_the_same(short: str, long: str, inks: int) -> None:
    space = read_space(pikepdf.Name(f"/{short}"))
    assert space is not None
    assert space == read_space(pikepdf.Name(f"/{long}"))
    assert space.count == inks
