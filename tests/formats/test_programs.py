"""Other programs read every PDF: qpdf finds no fault, Ghostscript and MuPDF draw it without a word."""

from pathlib import Path

import pytest

from tests.formats.pages import pages, pdf_of
from tests.programs import complaints, needs


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name in pages():
        (folder / f"{name}.pdf").write_bytes(pdf_of(name))
    return sorted(folder.iterdir())


@needs("qpdf")
def test_qpdf_finds_no_fault(files: list[Path]) -> None:
    for file in files:
        said = complaints("qpdf", "--check", file)
        assert "No syntax or stream encoding errors found" in said, file.name
        assert "WARNING" not in said, file.name
        assert "ended with" not in said, file.name


@needs("gs")
def test_ghostscript_draws_without_a_word(files: list[Path]) -> None:
    switches = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dPDFSTOPONWARNING", "-sDEVICE=png16m", "-r72")
    assert complaints("gs", *switches, "-sOutputFile=/dev/null", *files) == ""


@needs("mutool")
def test_mupdf_draws_without_a_word(files: list[Path], tmp_path: Path) -> None:
    for file in files:
        # -N: some builds cannot manage colours and say so about every file; the sheets have none to manage.
        assert complaints("mutool", "draw", "-N", "-q", "-r", "72", "-o", tmp_path / "page.png", file) == "", file.name


@needs("qpdf")
@needs("gs")
@needs("mutool")
def test_a_damaged_file_would_be_noticed(tmp_path: Path) -> None:
    data = pdf_of("classic-en")
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(data[: len(data) // 2])
    assert "ended with" in complaints("qpdf", "--check", broken)
    assert complaints("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", broken) != ""
    assert complaints("mutool", "draw", "-N", "-q", "-o", tmp_path / "page.png", broken) != ""
