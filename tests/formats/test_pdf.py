"""PDF: the same bytes on every run, embedded fonts, texts where they belong, and the same picture as the SVG."""

import ctypes
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from sheetgen.formats.pdf import MM, as_pdf
from tests.drawing.measures import EDITIONS, THEMES, addresses, cells, drawn, edition_of, texts
from tests.matrix import each_once


def test_is_byte_identical_in_every_process(tmp_path: Path) -> None:
    results = []
    for i, (seed, zone, locale) in enumerate((("0", "UTC", "C"), ("12345", "Asia/Tokyo", "de_DE.UTF-8"))):
        file = tmp_path / f"{i}.pdf"
        subprocess.run(
            [sys.executable, "-m", "sheetgen", "sheet", "cubed", "--lang", "fr", "-o", str(file)],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale},
            check=True,
            capture_output=True,
            timeout=300,
        )
        results.append(file.read_bytes())
    assert results[0] == results[1]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_says_what_it_is(language: str) -> None:
    scene = drawn("classic", language)
    data = as_pdf(scene)
    with pikepdf.open(BytesIO(data)) as pdf:
        assert str(pdf.Root.Lang) == language
    document = pypdfium2.PdfDocument(data)
    try:
        metadata = document.get_metadata_dict()
        assert (metadata["Title"], metadata["Subject"]) == (scene.title, scene.description)
        assert len(document) == 1
        assert document[0].get_size() == pytest.approx((scene.width * MM, scene.height * MM), abs=0.01)
    finally:
        document.close()


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_fonts_are_embedded(edition: str) -> None:
    data = as_pdf(drawn(edition))
    document = pypdfium2.PdfDocument(data)
    try:
        names = set()
        for item in document[0].get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
            font = raw.FPDFTextObj_GetFont(item.raw)
            assert raw.FPDFFont_GetIsEmbedded(font) == 1
            buffer = ctypes.create_string_buffer(200)
            raw.FPDFFont_GetBaseFontName(font, buffer, 200)
            names.add(buffer.value.decode())
    finally:
        document.close()
    assert len(names) == 3
    with pikepdf.open(BytesIO(data)) as pdf:
        # Every name has the letters of a subset in front, and no standard font is on the page.
        fonts = [str(font.BaseFont).partition("+") for font in pdf.pages[0].Resources.Font.values()]
        assert {name for _, _, name in fonts} == names


@each_once(edition=EDITIONS, solo=[False, True])
def test_text_can_be_found_where_it_is_printed(edition: str, solo: bool) -> None:
    scene = drawn(edition, page="solo front" if solo else "front")
    expected: dict[str, str] = {}
    for group, text in texts(scene):
        expected[group] = expected.get(group, "") + text.text
    document = pypdfium2.PdfDocument(as_pdf(scene))
    try:
        page = document[0].get_textpage()
        places = cells(scene, edition)
        signs = [text for group, text in texts(scene) if ".sign." in group]
        assert set(places) == addresses(edition)
        for name, rect in places.items():
            left, right = rect.x * MM, rect.right * MM
            top, bottom = (scene.height - rect.y) * MM, (scene.height - rect.bottom) * MM
            found = page.get_text_bounded(left, bottom, right, top)
            for sign in (
                text.text for text in signs if text.rect.overlaps(rect) and text.text not in expected.get(name, "")
            ):
                found = found.replace(sign, "")  # it is on the edge of two cells
            assert sorted("".join(found.split())) == sorted(expected.get(name, "").replace(" ", "")), name
            zone, _, cell_name = name.partition(".")
            cell = edition_of(edition).zones[zone].cells.by_name[cell_name]
            printed = cell.number if cell.number is not None else cell.entry
            if printed is not None:
                assert re.findall(r"\d+", found).count(str(printed)) == (0 if cell.crossed else 1), name
        everything = "".join(page.get_text_range().split())
    finally:
        document.close()
    assert sorted(everything) == sorted("".join(expected.values()).replace(" ", ""))


@pytest.mark.parametrize("theme", THEMES)
def test_has_no_standard_font_and_no_time(theme: str) -> None:
    data = as_pdf(drawn("double", theme=theme))
    assert data.startswith(b"%PDF-1.")
    assert data == as_pdf(drawn("double", theme=theme))
