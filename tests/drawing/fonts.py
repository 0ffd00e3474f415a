"""Small fonts, made here: every character is a box, so that tests need no font files."""

import itertools
import struct
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import cmap_format_12
from fontTools.ttLib.tables.TupleVariation import TupleVariation

EM, WIDTH = 1000, 900
SUBROUTINE = 107  # added to the number of a subroutine when it is called


def _box(pen: Any, number: int) -> Any:
    """A box whose height tells characters apart."""
    corners = [(50, 0), (50, 500 + 20 * number), (850, 500 + 20 * number), (850, 0)]
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()
    return pen


def small_font(path: Path, characters: str, *, kind: str = "ttf", rights: int = 0, endless: bool = False) -> Path:
    """Write a font with some characters to a path, and return the path.

    `kind` is ttf, cff or variable (from weight 100 to 900, in which boxes become wider), `rights` what its maker allows
    (fsType); an `endless` one draws each character as two copies of the next one.
    """
    names = [".notdef", *dict.fromkeys(f"u{ord(character):X}" for character in characters)]
    builder = FontBuilder(EM, isTTF=kind != "cff")
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(character): f"u{ord(character):X}" for character in characters})
    if kind == "cff":
        strings = {name: _box(T2CharStringPen(WIDTH, None), i).getCharString() for i, name in enumerate(names)}
        if endless:
            strings = dict.fromkeys(names, T2CharString(program=[-SUBROUTINE, "callgsubr", "endchar"]))
        builder.setupCFF("Small", {}, strings, {})
        if endless:
            for i in range(1, 60):  # each calls the next one twice, and the last one does nothing
                calls = [i - SUBROUTINE, "callgsubr"] * 2 if i < 59 else []
                builder.font["CFF "].cff.GlobalSubrs.append(T2CharString(program=[*calls, "return"]))
        left = dict.fromkeys(names, 50)
    else:
        glyphs = {name: _box(TTGlyphPen(None), i).glyph() for i, name in enumerate(names)}
        if endless:
            for name, following in itertools.pairwise(names):
                pen = TTGlyphPen(glyphs)
                pen.addComponent(following, (1, 0, 0, 1, 0, 0))
                pen.addComponent(following, (1, 0, 0, 1, 0, 0))
                glyphs[name] = pen.glyph()
        builder.setupGlyf(glyphs, calcGlyphBounds=not endless)
        left = {name: getattr(builder.font["glyf"][name], "xMin", 50) for name in names}
    builder.setupHorizontalMetrics({name: (WIDTH, left[name]) for name in names})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Small", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=880, usWinAscent=880, usWinDescent=120, fsType=rights)
    builder.setupPost()
    if kind == "variable":
        builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
        wider = [(0, 0), (0, 0), (100, 0), (100, 0), (0, 0), (100, 0), (0, 0), (0, 0)]  # corners, then the width
        builder.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, wider)] for name in names})
    if endless:
        builder.font.recalcBBoxes = False  # nobody can compute the size of these characters
    if endless and kind != "cff":
        builder.font["maxp"].numGlyphs = len(names)
        for glyph in builder.font["glyf"].glyphs.values():
            glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax = 0, 0, EM, EM
    builder.save(path)
    return path


def claiming_millions(path: Path) -> Path:
    """Write a font of a few hundred bytes that says it has four thousand million characters."""
    small_font(path, "あ")
    font = TTFont(path)
    table = newTable("cmap")
    table.tableVersion, subtable = 0, cmap_format_12(12)
    subtable.platformID, subtable.platEncID, subtable.language, subtable.cmap = 3, 10, 0, {0x3042: "u3042"}
    table.tables = [subtable]
    font["cmap"] = table
    stream = BytesIO()
    font.save(stream)
    before = struct.pack(">LLL", 0x3042, 0x3042, 1)
    path.write_bytes(stream.getvalue().replace(before, struct.pack(">LLL", 0, 0xFFFFFFFE, 1)))
    return path
