"""The widths of our own fonts, against fontTools."""

import pytest
from fontTools.ttLib import TTFont

from sheetgen.drawing.metrics import read_metrics
from sheetgen.resources import BOOK_FONT_FILES, FONT_FILES, font_path


@pytest.mark.parametrize("name", [*FONT_FILES, *BOOK_FONT_FILES])
def test_every_width_is_the_one_that_fonttools_reads(name: str) -> None:
    widths, capitals = read_metrics(font_path(name).read_bytes())
    with TTFont(font_path(name)) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
        assert widths == {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        assert capitals == font["OS/2"].sCapHeight / em
    assert len(widths) > 200


def test_a_font_without_a_list_that_is_understood_is_refused() -> None:
    data = bytearray(font_path("text").read_bytes())
    with TTFont(font_path("text")) as font:
        tables = font.reader.tables
        start = tables["cmap"].offset
    lists = int.from_bytes(data[start + 2 : start + 4], "big")
    for i in range(lists):
        place = start + int.from_bytes(data[start + 8 + 8 * i : start + 12 + 8 * i], "big")
        data[place : place + 2] = b"\0\2"
    with pytest.raises(ValueError, match="no list of characters"):
        read_metrics(bytes(data))
