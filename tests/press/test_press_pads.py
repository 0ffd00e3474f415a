"""Pads for a print shop: boxes, inks, marks and what other programs say of them."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from sheetgen.layout import load
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.profiles import load_profile
from tests.press.looking import box, column, millimetres, opened, rendered, row, runs
from tests.programs import complaints, needs

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix", "objectives")
PROFILES = ("press-x4", "press-x1a", "press-carbonless", "press-wide")
BLACK = (0.0, 0.0, 0.0, 1.0)


def press_pad(edition: str = "classic", profile: str = "press-x4", **options: object) -> bytes:
    wanted = PadOptions(load(edition), profile=load_profile(profile), **{"sheets": 2, "duplex": "long", **options})  # type: ignore[arg-type]
    if wanted.is_deck:
        wanted = PadOptions(load(edition), profile=load_profile(profile))
    return make_pad(wanted).pdf


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


def test_boxes_lie_inside_each_other(pads: dict[tuple[str, str, str], bytes]) -> None:
    for (edition, name, _), data in pads.items():
        profile = load_profile(name)
        document = opened(data)
        for page in document.pages:
            media, bleed, trim = (box(page, key) for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
            width, height = (63, 88) if edition == "objectives" else (120, 171)
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((width, height), abs=0.01)
            assert [outer - inner for outer, inner in zip(trim[:2], bleed[:2], strict=True)] == pytest.approx(
                [profile.bleed] * 2, abs=0.01
            )
            assert trim[:2] == pytest.approx((profile.outside, profile.outside), abs=0.01)
            assert (media[2] - trim[2], media[3] - trim[3]) == pytest.approx((profile.outside,) * 2, abs=0.01)


def test_one_sheet_per_page_in_order() -> None:
    assert len(opened(press_pad(sheets=5, duplex="none")).pages) == 5
    assert len(opened(press_pad(sheets=5)).pages) == 10


def test_fronts_and_backs_may_be_two_files() -> None:
    wanted = PadOptions(load("deluxe"), profile=load_profile("press-x4"), sheets=3, duplex="long")
    together, apart = make_pad(wanted), make_pad(replace(wanted, backs="apart"))
    assert together.backs_pdf is None
    assert apart.backs_pdf is not None
    both, fronts, backs = opened(together.pdf), opened(apart.pdf), opened(apart.backs_pdf)
    assert (len(both.pages), len(fronts.pages), len(backs.pages)) == (6, 3, 3)
    front, back = (rendered(together.pdf, page, dpi=72).tobytes() for page in (0, 1))
    assert front != back
    assert [rendered(apart.pdf, page, dpi=72).tobytes() for page in range(3)] == [front] * 3
    assert [rendered(apart.backs_pdf, page, dpi=72).tobytes() for page in range(3)] == [back] * 3


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


@pytest.mark.parametrize("theme", ["light", "vivid"])
def test_crop_marks_hit_the_trim(theme: str) -> None:
    data = press_pad(theme=theme)
    document = opened(data)
    left, _, right, top = box(document.pages[0], "/TrimBox")
    image = rendered(data, 0)
    outside = millimetres(image.height) - top
    above = [millimetres((start + end) / 2) for start, end in runs(row(image, round((outside - 6) * 300 / 25.4)))]
    assert above[0] == pytest.approx(left, abs=0.1)
    assert above[-1] == pytest.approx(right, abs=0.1)
    beside = [millimetres((start + end) / 2) for start, end in runs(column(image, round((left - 6) * 300 / 25.4)))]
    assert beside[0] == pytest.approx(outside, abs=0.1)
    assert beside[-1] == pytest.approx(outside + 171, abs=0.1)


def test_dark_paper_runs_into_the_bleed_and_not_beyond() -> None:
    image = rendered(press_pad(theme="vivid"), 0, dpi=300)
    line = runs(row(image, image.height // 3))
    widest = max(end - start for start, end in line)
    middle = [(start, end) for start, end in line if start < image.width / 2]
    assert millimetres(line[0][0] if line[0][1] - line[0][0] > 30 else middle[1][0]) == pytest.approx(9, abs=0.1)
    assert widest > 0


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


# Separations


def without_black_text(data: bytes) -> bytes:
    """The same pad with all black type taken out."""
    document = opened(data)
    removed = 0
    for form in document.objects:
        if not isinstance(form, pikepdf.Stream) or form.get("/Subtype") != "/Form":
            continue
        kept, fill, hidden = [], None, False
        for step in pikepdf.parse_content_stream(form):
            word = str(step.operator)
            if word == "k":
                fill = tuple(float(value) for value in step.operands)
            if word == "BT":
                hidden = fill == BLACK
                removed += hidden
            if not hidden:
                kept.append(step)
            if word == "ET":
                hidden = False
        form.write(pikepdf.unparse_content_stream(kept))
    assert removed > 20
    from io import BytesIO

    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def separations(data: bytes, folder: Path) -> list[Image.Image]:
    """The four plates of the first page, as ghostscript makes them; 255 is no ink."""
    folder.mkdir()
    source = folder / "pad.pdf"
    source.write_bytes(data)
    command = [
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        "-r144",
        "-dLastPage=1",
        f"-sOutputFile={folder}/p.tif",
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return [Image.open(folder / f"p({name}).tif").convert("L") for name in ("Cyan", "Magenta", "Yellow", "Black")]


@needs("gs")
@pytest.mark.parametrize("theme", ["light", "vivid", "safe"])
def test_black_type_is_on_the_black_plate_alone(theme: str, tmp_path: Path) -> None:
    """Taking it out changes the black plate, and nothing on the three others: it is overprinted."""
    data = press_pad("deluxe", theme=theme)
    with_text, without = separations(data, tmp_path / "a"), separations(without_black_text(data), tmp_path / "b")
    for plate in range(3):
        assert with_text[plate].tobytes() == without[plate].tobytes()
    assert with_text[3].tobytes() != without[3].tobytes()


@needs("gs")
@pytest.mark.parametrize("profile", ["press-x4", "press-carbonless"])
@pytest.mark.parametrize("theme", ["light", "vivid"])
def test_the_ink_limit_is_kept_on_the_plates(profile: str, theme: str, tmp_path: Path) -> None:
    plates = separations(press_pad("double", profile, theme=theme), tmp_path / "a")
    outside = round(load_profile(profile).outside * 144 / 25.4) + 1
    inner = [p.crop((outside, outside, p.width - outside, p.height - outside)).tobytes() for p in plates]
    most = max(4 * 255 - sum(dots) for dots in zip(*inner, strict=True)) / 2.55
    assert 100 <= most <= load_profile(profile).ink_limit + 1
