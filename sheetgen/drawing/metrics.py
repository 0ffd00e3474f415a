"""The widths of the characters of our own fonts, read from their tables: the first picture needs nothing else of them.

fontTools reads any font, with its outlines, but its import alone takes longer than this. Widths and heights are in ems.
"""

from collections.abc import Iterator
from struct import unpack_from

_CAP_HEIGHT = 88  # where the table OS/2 has it, from version 2 on
_UNICODE = {(0, 3), (0, 4), (3, 1), (3, 10)}  # platform and encoding of lists of characters
_FORMATS = (b"\0\4", b"\0\14")  # of such lists, 4 and 12: runs of characters of 16 and of 32 bits


def read_metrics(data: bytes) -> tuple[dict[int, float], float]:
    """Return the width of every character of a TrueType font, by code point, and the height of its capitals.

    Raises ValueError for a font with a list of characters in another format than 4 or 12, which ours do not have.
    """
    tables = {
        tag.decode("ascii"): start
        for tag, start in (unpack_from(">4s4xL", data, 12 + 16 * i) for i in range(*unpack_from(">4xH", data)))
    }
    (em,) = unpack_from(">H", data, tables["head"] + 18)
    (long_metrics,) = unpack_from(">H", data, tables["hhea"] + 34)
    # Pairs of a width and a margin; the glyphs after the last pair are as wide as that one.
    widths = unpack_from(f">{2 * long_metrics}H", data, tables["hmtx"])[::2]
    (capitals,) = unpack_from(">h", data, tables["OS/2"] + _CAP_HEIGHT)
    characters = dict(_characters(data, tables["cmap"]))
    return {code: widths[min(glyph, long_metrics - 1)] / em for code, glyph in characters.items()}, capitals / em


def _characters(data: bytes, table: int) -> Iterator[tuple[int, int]]:
    """Yield the code point and the number of the glyph of each character, from the largest list of the table."""
    entries = (unpack_from(">HHL", data, table + 4 + 8 * i) for i in range(*unpack_from(">2xH", data, table)))
    starts = [table + offset for platform, encoding, offset in entries if (platform, encoding) in _UNICODE]
    lists = [(*unpack_from(">H", data, start), start) for start in starts if data[start : start + 2] in _FORMATS]
    if not lists:
        raise ValueError("the font has no list of characters that is understood")
    kind, start = max(lists)
    yield from (_groups if kind == 12 else _segments)(data, start)


def _groups(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the characters of a list of format 12: runs of code points with glyphs one after the other."""
    for i in range(*unpack_from(">L", data, start + 12)):
        first, last, glyph = unpack_from(">LLL", data, start + 16 + 12 * i)
        yield from ((code, glyph + code - first) for code in range(first, last + 1) if glyph + code - first)


def _segments(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the characters of a list of format 4: runs with a number to add, or with a place in a table of glyphs."""
    (double,) = unpack_from(">H", data, start + 6)
    count = double // 2
    last = unpack_from(f">{count}H", data, start + 14)
    first = unpack_from(f">{count}H", data, start + 16 + double)
    add = unpack_from(f">{count}h", data, start + 16 + 2 * double)
    place = start + 16 + 3 * double
    offsets = unpack_from(f">{count}H", data, place)
    for i in range(count):
        for code in range(first[i], min(last[i], 0xFFFE) + 1):
            if offsets[i]:
                (glyph,) = unpack_from(">H", data, place + 2 * i + offsets[i] + 2 * (code - first[i]))
                glyph = (glyph + add[i]) % 0x10000 if glyph else 0
            else:
                glyph = (code + add[i]) % 0x10000
            if glyph:
                yield code, glyph
