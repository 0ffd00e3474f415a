"""Which colours are greys, and what may be wrong with the inks of one."""

import pytest

from sheetgen.press.profiles import load_profile
from sheetgen.press.tones import PrintedColour, lab, tone
from tests.drawing import perception


@pytest.mark.parametrize("colour", ["#DEEDF6", "#23262D", "#FFD500", "#000000", "#FFFFFF"])
def test_lab_is_that_of_the_standard(colour: str) -> None:
    assert lab(colour) == pytest.approx(perception.lab(colour), abs=1e-6)


@pytest.mark.parametrize(
    ("colour", "fine", "coarse"),
    [
        ("#EEE8E3", "grey", "colour"),  # the palest panel, chroma 3.3
        ("#F1F2F4", "grey", "grey"),
        ("#6B7280", "grey", "colour"),
        ("#E9413B", "colour", "colour"),
        ("#22262E", "black", "black"),
        ("#000000", "black", "black"),
        ("#2A0A4A", "colour", "colour"),  # dark, but purple
    ],
)
def test_tones(colour: str, fine: str, coarse: str) -> None:
    assert (tone(colour, fine=True), tone(colour, fine=False)) == (fine, coarse)


@pytest.mark.parametrize(
    ("colour", "width", "mix", "code"),
    [
        ("#DEEDF6", 40, (16, 2, 3, 0), None),
        ("#DEEDF6", 40, (0, 0, 0, 8), "lost-colour"),
        ("#DEEDF6", 40, (0, 0, 0, 0), "lost-colour"),
        ("#F1F2F4", 40, (0, 0, 0, 7), None),
        ("#F1F2F4", 40, (5, 4, 4, 0), "mixed-grey"),
        ("#6B7280", 1, (0, 0, 0, 71), None),
        ("#6B7280", 1, (60, 48, 40, 10), "mixed-grey"),
        ("#6B7280", 40, (60, 48, 40, 10), None),
        ("#22262E", 5, (0, 0, 0, 100), None),
        ("#22262E", 5, (50, 40, 40, 100), "mixed-grey"),
        ("#22262E", 120, (50, 40, 40, 100), None),
    ],
)
def test_faults_of_printed_colours(colour: str, width: float, mix: tuple[int, int, int, int], code: str | None) -> None:
    assert PrintedColour(colour, width, mix).fault(load_profile("press-x4")) == code
