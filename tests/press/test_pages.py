"""Pages as PDF: every sheet is drawn once, a further page costs next to nothing, the same bytes every time."""

import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

from tests.press.printed import opened, pad, rendered


def test_every_sheet_is_one_form_that_all_pages_show() -> None:
    """Two sheets, two backs and the four sides that hold them: one is full, and the last has one sheet."""
    document = opened(pad("deluxe", sheets=7, duplex="long"))
    forms = [each for each in document.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    assert len(document.pages) == 8
    assert len(forms) == 2 + 4
    assert len({page.Contents.objgen for page in document.pages}) == 4


def test_numbers_do_not_change_what_is_below_them() -> None:
    plain, numbered = (pad(sheets=2, numbered=number) for number in (False, True))
    without, drawn = rendered(plain, 0, dpi=72), rendered(numbered, 0, dpi=72)
    assert without.tobytes() != drawn.tobytes()
    foot = round(without.height * 0.7)
    size = (0, 0, without.width, foot)
    assert without.crop(size).tobytes() == drawn.crop(size).tobytes()


def test_no_pdf_is_reopened_to_make_one() -> None:
    """Pads and sheets are written with nothing but pure Python, which runs in a browser as well."""
    program = (
        "import sys; sys.modules['pikepdf'] = None\n"
        "from sheetgen import draw, pad\n"
        "assert pad('classic', sheets=3, duplex='long', numbered=True)[:5] == b'%PDF-'\n"
        "assert pad('classic', sheets=2, profile='press-x4')[:5] == b'%PDF-'\n"
        "assert draw('classic', 'pdf')[:5] == b'%PDF-'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_numbers_keep_the_pages_small() -> None:
    few, many = pad(sheets=100, numbered=True), pad(sheets=1100, numbered=True)
    assert (len(many) - len(few)) / 500 < 400  # two numbers per page, written out


def test_a_further_page_costs_next_to_nothing() -> None:
    """Read from files, so that nothing but the page itself is counted."""
    first, few, many = len(pad(sheets=10)), len(pad(sheets=200)), len(pad(sheets=2000))
    assert few <= 1.5 * first
    assert (many - few) / 900 <= 12
    assert len(pad(sheets=2000, profile="press-x4", duplex="long")) <= 250_000


@pytest.mark.parametrize(
    "options",
    [
        ("classic", "--number"),
        pytest.param(("objectives", "--profile", "press-x4"), marks=pytest.mark.full),
        pytest.param(("mix", "--profile", "press-x1a", "--back", "score"), marks=pytest.mark.full),
    ],
)
def test_the_same_bytes_on_every_run(options: tuple[str, ...], tmp_path: Path) -> None:
    files = set()
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/New_York")):
        path = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "sheetgen", "pad", *options, "-o", str(path)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}, capture_output=True)
        files.add(path.read_bytes())
    assert len(files) == 1
