"""What a file says of itself: boxes, output intent, metadata and wishes, and what other programs say of it."""

from pathlib import Path

import pytest

from sheetgen.press.profiles import load_profile
from tests.press.printed import box, opened, pad, press_pad
from tests.programs import complaints, needs

SMALLER = ("classic", "double")  # than other sheets

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix", "objectives")
PROFILES = ("press-x4", "press-x1a", "press-carbonless", "press-wide")


@pytest.fixture(scope="module")
def pads() -> dict[tuple[str, str, str], bytes]:
    """Every edition in the light and the dark theme for X-4, and one for each other profile."""
    made = {
        (edition, "press-x4", theme): press_pad(edition, theme=theme)
        for edition in EDITIONS
        for theme in ("light", "vivid")
    }
    made |= {("classic", profile, "light"): press_pad("classic", profile) for profile in PROFILES}
    return made


def test_the_viewer_is_told_not_to_scale_and_how_to_turn() -> None:
    for duplex, word in (("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")):
        document = opened(pad(sheets=2, duplex=duplex))
        wishes = document.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", word)


def test_boxes_lie_inside_each_other(pads: dict[tuple[str, str, str], bytes]) -> None:
    for (edition, name, _), data in pads.items():
        profile = load_profile(name)
        document = opened(data)
        for page in document.pages:
            media, bleed, trim = (box(page, key) for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
            width, height = (63, 88) if edition == "objectives" else (120, 171 if edition in SMALLER else 177)
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((width, height), abs=0.01)
            assert [outer - inner for outer, inner in zip(trim[:2], bleed[:2], strict=True)] == pytest.approx(
                [profile.bleed] * 2, abs=0.01
            )
            assert trim[:2] == pytest.approx((profile.outside, profile.outside), abs=0.01)
            assert (media[2] - trim[2], media[3] - trim[3]) == pytest.approx((profile.outside,) * 2, abs=0.01)


def test_x4_embeds_the_colour_profile_and_x1a_names_its_condition() -> None:
    embedded, named = opened(press_pad()), opened(press_pad(profile="press-x1a"))
    (intent,) = embedded.Root.OutputIntents
    assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "FOGRA39")
    assert intent.DestOutputProfile.N == 4
    assert intent.DestOutputProfile.read_bytes()[36:40] == b"acsp"
    (other,) = named.Root.OutputIntents
    assert "/DestOutputProfile" not in other
    assert (other.OutputConditionIdentifier, other.RegistryName) == ("FOGRA39", "http://www.color.org")
    assert str(named.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    assert named.pdf_version == "1.4"


def test_metadata_agree() -> None:
    document = opened(press_pad())
    with document.open_metadata() as xmp:
        assert xmp["dc:title"] == str(document.docinfo["/Title"]) == "That's Pretty Clever"
        assert xmp["pdf:Producer"] == str(document.docinfo["/Producer"])
        assert xmp["pdf:Trapped"] == "False"
        assert xmp["pdfxid:GTS_PDFXVersion"] == str(document.docinfo["/GTS_PDFXVersion"]) == "PDF/X-4"
    assert document.docinfo["/Trapped"] == "/False"


@needs("qpdf")
@needs("gs")
@needs("mutool")
def test_other_programs_have_nothing_to_say(pads: dict[tuple[str, str, str], bytes], tmp_path: Path) -> None:
    files = []
    for (edition, profile, theme), data in pads.items():
        files.append(tmp_path / f"{edition}-{profile}-{theme}.pdf")
        files[-1].write_bytes(data)
    for file in files:
        said = complaints("qpdf", "--check", file)
        assert "WARNING" not in said
        assert "No syntax or stream encoding errors" in said
        assert complaints("mutool", "draw", "-q", "-N", "-r", "36", "-o", "/dev/null", "-F", "ppm", file, "1-2") == ""
    assert (
        complaints(
            "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage", "-dLastPage=4", *files
        )
        == ""
    )
