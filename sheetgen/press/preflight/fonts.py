"""Fonts as a page uses them: how wide their glyphs are, and whether these are in the file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf

from sheetgen.press.preflight.objects import get, is_dictionary, items, matrix, number, stream_data, word

MAX_CODES, MAX_PROGRAM, MAX_NAMES = 65536, 32_000_000, 1000
OUTLINE = 10  # bytes of the head of an outline: a table with fewer has none
NO_GLYPHS = "is embedded without its glyphs"


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """One font; widths are thousandths of the type size."""

    name: str
    problem: str = ""  # the end of the sentence "The font NAME …"; empty if nothing is wrong
    wide_codes: bool = False  # two bytes a character
    widths: dict[int, float] = field(default_factory=dict)
    default_width: float = 500.0
    drawings: Any = None  # the dictionary of a Type 3 font, whose glyphs are content streams
    has_glyph: Callable[[int], bool] | None = None  # None if that cannot be said

    def codes(self, shown: bytes) -> Iterator[int]:
        """The characters of a string."""
        if self.wide_codes:
            return (int.from_bytes(shown[i : i + 2], "big") for i in range(0, len(shown) - 1, 2))
        return iter(shown)


def read_font(value: Any) -> Font:
    """Read a font's dictionary."""
    if not is_dictionary(value):
        return Font("without a name", "is not a font")
    name = word(value, "/BaseFont") or word(value, "/Name") or "without a name"
    kind, descriptor = word(value, "/Subtype"), get(value, "/FontDescriptor")
    if kind == "Type3":
        scale = 1000 * matrix(value, "/FontMatrix").a
        return Font(name, widths=_simple_widths(value, scale), default_width=0.0, drawings=value)
    if kind == "Type0":
        descendant = next(iter(items(value, "/DescendantFonts")), None)
        if not is_dictionary(descendant):
            return Font(name, "has no descendant font", wide_codes=True)
        problem, program = _program(get(descendant, "/FontDescriptor"))
        is_straight = word(value, "/Encoding") in ("Identity-H", "Identity-V")
        is_straight = is_straight and word(descendant, "/CIDToGIDMap") in ("Identity", "")
        has_glyph = range(1, program["maxp"].numGlyphs).__contains__ if is_straight and program is not None else None
        default = number(descendant, "/DW") or 1000.0
        return Font(name, problem, True, _wide_widths(items(descendant, "/W")), default, has_glyph=has_glyph)
    problem, program = _program(descriptor)
    missing = number(descriptor, "/MissingWidth")
    default = 500.0 if missing is None else missing
    return Font(name, problem, False, _simple_widths(value), default, has_glyph=_symbols(value, program))


def glyph_names(font: Any) -> dict[int, str]:
    """The names of a Type 3 font's glyphs by code."""
    names: dict[int, str] = {}
    code = 0
    for item in items(font, "/Encoding", "/Differences")[:MAX_NAMES]:
        name = word(item)
        if name:
            names[code] = name
        code = code + 1 if name else int(number(item) or 0)
    return names


def _simple_widths(value: Any, scale: float = 1.0) -> dict[int, float]:
    first, widths = int(number(value, "/FirstChar") or 0), items(value, "/Widths")
    if len(widths) > 256:
        return {}
    return {code: width * scale for code, item in enumerate(widths, first) if (width := number(item)) is not None}


def _wide_widths(entries: list[Any]) -> dict[int, float]:
    """Both ways to write /W: `first [w w w]` and `first last w`."""
    result: dict[int, float] = {}
    place = 0
    while place + 1 < len(entries):
        first, second = number(entries[place]), entries[place + 1]
        if isinstance(second, pikepdf.Array):
            widths = ((code, number(item)) for code, item in enumerate(items(second)[:MAX_CODES], int(first or 0)))
            result |= {code: width for code, width in widths if width is not None}
            place += 2
            continue
        last, width = number(second), number(entries[place + 2]) if place + 2 < len(entries) else None
        if first is None or last is None or width is None or not 0 <= last - first <= MAX_CODES:
            break
        result |= dict.fromkeys(range(int(first), int(last) + 1), width)
        place += 3
    return result


def _program(descriptor: Any) -> tuple[str, Any]:
    """What is wrong with an embedded font, and the TrueType font itself if it is one."""
    streams = {key: get(descriptor, key) for key in ("/FontFile", "/FontFile2", "/FontFile3")}
    key = next((key for key, stream in streams.items() if stream is not None), None)
    if key is None:
        return "is not embedded", None
    data = stream_data(streams[key], MAX_PROGRAM)
    if not data or key != "/FontFile2":
        return "" if data else NO_GLYPHS, None
    from fontTools.ttLib import TTFont

    try:
        program = TTFont(BytesIO(data), lazy=True)
        is_empty = program["maxp"].numGlyphs < 1 or len(program.reader["glyf"]) < OUTLINE
    except Exception:  # fontTools lets many kinds of errors through if a font is damaged
        return "is embedded, but its glyphs cannot be read", None
    return (NO_GLYPHS, None) if is_empty else ("", program)


def _symbols(value: Any, program: Any) -> Callable[[int], bool] | None:
    """Which codes of a symbolic TrueType font have a glyph; None for other encodings."""
    flags = int(number(value, "/FontDescriptor", "/Flags") or 0)
    if program is None or not flags & 4 or get(value, "/Encoding") is not None:
        return None
    try:
        tables = [each.cmap for each in program["cmap"].tables if (each.platformID, each.platEncID) in ((3, 0), (1, 0))]
        order = program.getGlyphOrder()
    except Exception:  # as above
        return None
    missing = order[0] if order else ".notdef"
    codes = {code & 0xFF for table in tables for code, glyph in table.items() if glyph != missing}
    return codes.__contains__ if tables else None
