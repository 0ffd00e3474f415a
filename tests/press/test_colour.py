"""Inks on paper: separations as a print shop makes them, and paper that runs into the bleed."""

import subprocess
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from sheetgen.press.profiles import load_profile
from tests.press.printed import millimetres, opened, press_pad, rendered, row, runs
from tests.programs import needs

BLACK = (0.0, 0.0, 0.0, 1.0)


def test_dark_paper_runs_into_the_bleed_and_not_beyond() -> None:
    image = rendered(press_pad(theme="vivid"), 0, dpi=300)
    line = runs(row(image, image.height // 3))
    widest = max(end - start for start, end in line)
    middle = [(start, end) for start, end in line if start < image.width / 2]
    assert millimetres(line[0][0] if line[0][1] - line[0][0] > 30 else middle[1][0]) == pytest.approx(9, abs=0.1)
    assert widest > 0


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
