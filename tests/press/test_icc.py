"""Colours through the profile of a press: as close as inks come, and profiles that are none."""

from math import dist
from pathlib import Path

import pytest
from PIL import ImageCms

from sheetgen.press.icc import PrintingColours, ProfileUnreadableError, read_icc
from sheetgen.press.profiles import load_profile
from sheetgen.press.tones import lab


@pytest.fixture(scope="module")
def printing() -> PrintingColours:
    return read_icc(load_profile("press-x4"))[1]


@pytest.mark.parametrize("colour", ["#DEEDF6", "#E8E2EF", "#FDEEDE", "#E2E6ED", "#EEE8E3", "#FAEAF2", "#343A45"])
def test_inks_of_pale_and_dark_tints_look_as_on_the_screen(printing: PrintingColours, colour: str) -> None:
    assert dist(printing.seen(printing.mix(colour)), lab(colour)) < 2


def test_white_is_the_paper_and_black_ink_is_neutral(printing: PrintingColours) -> None:
    assert printing.mix("#FFFFFF") == (0, 0, 0, 0)
    assert printing.seen((0, 0, 0, 0)) == (100, 0, 0)
    assert printing.seen((0, 0, 0, 60)).chroma < 2
    assert printing.seen((100, 0, 0, 0)).b < -40  # cyan: blue and green have a sign


def test_black_tints(printing: PrintingColours) -> None:
    tints = [printing.black_tint(lightness) for lightness in (100, 75, 50, 25, 0)]
    assert tints == sorted(tints)
    assert (tints[0], tints[-1]) == (0, 100)


def test_other_profiles_are_refused() -> None:
    with pytest.raises(ProfileUnreadableError, match=r"x\.icc: is not a colour profile \(ICC\)"):
        PrintingColours(b"hello", "x.icc")
    screen = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    with pytest.raises(ProfileUnreadableError, match="expected a CMYK printer profile, found RGB"):
        PrintingColours(screen, "x.icc")
    with pytest.raises(ValueError, match=r"none\.icc: cannot be read: No such file"):
        read_icc(load_profile("press-x4"), Path("none.icc"))
