"""Preflight and our own pads: they pass, and spoilt ones do not."""

import time
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from sheetgen.layout import load
from sheetgen.layout.problems import Severity
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.preflight import Report, preflight
from sheetgen.press.profiles import load_profile
from tests.matrix import each_once, first_of
from tests.press.broken import CHANGED, DRAWN, draw

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix", "objectives")
PRESS = ("press-x4", "press-x1a", "press-carbonless", "press-wide")


@cache
def pad(edition: str, profile: str, theme: str = "light", sheets: int = 3, *, number: bool = False) -> bytes:
    layout = load(edition)
    wanted = PadOptions(layout, profile=load_profile(profile), theme=theme)
    if not wanted.is_deck:
        wanted = PadOptions(
            layout, profile=load_profile(profile), theme=theme, sheets=sheets, duplex="long", numbered=number
        )
    return make_pad(wanted).pdf


def looked_at(data: bytes, profile: str, folder: Path) -> Report:
    file = folder / "pad.pdf"
    file.write_bytes(data)
    return preflight(file, load_profile(profile))


def lines(report: Report) -> str:
    return "\n".join(objection.line("pad.pdf") for objection in report.objections)


def errors(report: Report) -> str:
    return "\n".join(each.line("pad.pdf") for each in report.objections if each.severity is Severity.ERROR)


@each_once(edition=EDITIONS, theme=["light", "vivid", "ink", "safe"])
def test_press_pads_pass(edition: str, theme: str, tmp_path: Path) -> None:
    report = looked_at(pad(edition, "press-x4", theme), "press-x4", tmp_path)
    assert errors(report) == ""


@pytest.mark.parametrize("profile", PRESS)
def test_every_press_profile_passes(profile: str, tmp_path: Path) -> None:
    assert errors(looked_at(pad("deluxe", profile), profile, tmp_path)) == ""


@first_of(edition=EDITIONS)
def test_home_pads_pass(edition: str, tmp_path: Path) -> None:
    assert lines(looked_at(pad(edition, "home"), "home", tmp_path)) == ""


def test_a_home_pad_is_nothing_for_a_print_shop(tmp_path: Path) -> None:
    report = looked_at(pad("classic", "home"), "press-x4", tmp_path)
    assert {"rgb", "box-missing", "intent", "standard", "black-text"} - {each.code for each in report.objections} == {
        "black-text"  # it is RGB, not black
    }


# These need a profile that tells light type on dark from other type; ours have one size for both.
ELSEWHERE = {"small type on dark", "small type on a dark disc"}


SPOILT = [name for name in DRAWN | CHANGED if name not in ELSEWHERE]


@pytest.mark.parametrize(
    "spoilt", [pytest.param(name, marks=pytest.mark.full if i % 6 else ()) for i, name in enumerate(SPOILT)]
)
def test_spoilt_pads_do_not_pass(spoilt: str, tmp_path: Path) -> None:
    mutation = (DRAWN | CHANGED)[spoilt]
    pdf = pikepdf.open(BytesIO(pad("classic", "press-x4")))
    mutation.change(pdf)
    spoilt_pad = BytesIO()
    pdf.save(spoilt_pad, fix_metadata_version=False)
    report = looked_at(spoilt_pad.getvalue(), "press-x4", tmp_path)
    assert {each.code for each in report.objections} == set(mutation.code.split()), lines(report)
    assert mutation.words in lines(report)


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        ("0 0 0 rg BT /FONT 9 Tf (11) Tj ET", None, ""),
        ("1 0 0 rg 0 0 9 9 re f", None, ""),
        ("0.1 w 0 0 m 50 0 l S", "hairline", "a line of 0.10 pt"),
        ("1 0 0 rg -800 0 800 9 re f", "margin", "an area 0.0 mm from the edge of the paper; expected 5 mm or more"),
        ("1 1 1 rg -800 0 800 9 re f", None, ""),
        ("/Nope Do", "resource", "/Nope"),
    ],
)
def test_spoilt_home_pads(content: str, code: str | None, words: str, tmp_path: Path) -> None:
    pdf = pikepdf.open(BytesIO(pad("classic", "home")))
    for page in pdf.pages:
        page.TrimBox = page.MediaBox
    draw(content)(pdf)
    data = BytesIO()
    pdf.save(data)
    report = looked_at(data.getvalue(), "home", tmp_path)
    assert {each.code for each in report.objections} == ({code} if code else set()), lines(report)
    assert words in lines(report)


def test_home_printers_must_not_scale(tmp_path: Path) -> None:
    pdf = pikepdf.open(BytesIO(pad("classic", "home")))
    del pdf.Root.ViewerPreferences
    data = BytesIO()
    pdf.save(data)
    assert [each.code for each in looked_at(data.getvalue(), "home", tmp_path).objections] == ["scaling"]


@first_of(number=[True, False])
def test_two_thousand_pages_are_walked_once(number: bool, tmp_path: Path) -> None:
    """Measured against a single page, so that a busy machine does not matter."""
    few, many = (pad("classic", "press-x4", sheets=sheets, number=number) for sheets in (1, 1000))
    started = time.process_time()
    looked_at(few, "press-x4", tmp_path)
    between = time.process_time()
    report = looked_at(many, "press-x4", tmp_path)
    took, alone = time.process_time() - between, between - started
    assert report.pages == 2000
    assert took < max(2.0, 20 * alone)
