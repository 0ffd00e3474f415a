"""Preflight and our own pads: they pass, and spoilt ones do not."""

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from sheetgen.layout import load
from sheetgen.layout.problems import Severity
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.preflight import Report, preflight
from sheetgen.press.preflight.objects import MAX_WORK, Budget
from sheetgen.press.profiles import load_profile
from tests.matrix import each_once, first_of
from tests.press.broken import CHANGED, DRAWN, HOME, draw

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


def spoilt_home_pad(change: Callable[[pikepdf.Pdf], None], folder: Path) -> Report:
    pdf = pikepdf.open(BytesIO(pad("classic", "home")))
    for page in pdf.pages:
        page.TrimBox = page.MediaBox
    change(pdf)
    data = BytesIO()
    pdf.save(data)
    return looked_at(data.getvalue(), "home", folder)


@pytest.mark.parametrize("spoilt", HOME)
def test_spoilt_home_pads_do_not_pass(spoilt: str, tmp_path: Path) -> None:
    report = spoilt_home_pad(HOME[spoilt].change, tmp_path)
    assert {each.code for each in report.objections} == {HOME[spoilt].code}, lines(report)
    assert HOME[spoilt].words in lines(report)


@pytest.mark.parametrize(
    "content", ["0 0 0 rg BT /FONT 9 Tf (11) Tj ET", "1 0 0 rg 0 0 9 9 re f", "1 1 1 rg -800 0 800 9 re f"]
)
def test_at_home_rgb_and_white_edges_are_fine(content: str, tmp_path: Path) -> None:
    assert lines(spoilt_home_pad(draw(content), tmp_path)) == ""


@pytest.mark.parametrize("sheets", [100, pytest.param(1000, marks=pytest.mark.full)])
@pytest.mark.parametrize("number", [True, False])
def test_what_pages_share_is_checked_once(
    number: bool, sheets: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in steps, which every machine takes alike."""
    budgets: list[Budget] = []

    def budget() -> Budget:
        budgets.append(Budget())
        return budgets[-1]

    monkeypatch.setattr("sheetgen.press.preflight.Budget", budget)
    looked_at(pad("classic", "press-x4", sheets=1, number=number), "press-x4", tmp_path)
    report = looked_at(pad("classic", "press-x4", sheets=sheets, number=number), "press-x4", tmp_path)
    assert report.pages == 2 * sheets
    alone, all_steps = (MAX_WORK - each.left for each in budgets)
    if number:
        assert (all_steps - alone) / (sheets - 1) < alone / 10
    else:
        assert all_steps == alone
