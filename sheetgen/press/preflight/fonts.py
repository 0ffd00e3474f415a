"""Fonts as the page uses them: widths, and whether their glyphs travel with the file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from sheetgen.press.preflight import objects

PROGRAMS = {"/FontFile": "Type 1", "/FontFile2": "TrueType", "/FontFile3": "OpenType or CFF"}
MAX_CODES = 65536
OUTLINE = 10  # bytes of the head of an outline: a table with fewer has none
MAX_PROGRAM = 32_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """One font: its name, what is wrong with it, and how wide its glyphs are in thousandths of the type size."""

    name: str
    problem: str = ""
    wide_codes: bool = False
    widths: dict[int, float] = field(default_factory=dict)
    default_width: float = 500.0
    drawn: Any = None  # a Type 3 font, whose glyphs are drawings
    known: "Callable[[int], bool] | None" = None  # whether a code has a glyph, where that can be told

    def codes(self, shown: bytes) -> Iterator[int]:
        """The characters of a string."""
        if self.wide_codes:
            return (int.from_bytes(shown[i : i + 2], "big") for i in range(0, len(shown) - 1, 2))
        return iter(shown)

    def width(self, code: int) -> float:
        """How wide a glyph is, in thousandths of the type size."""
        return self.widths.get(code, self.default_width)


def read_font(value: Any) -> Font:
    """Read a font's dictionary."""
    kind = objects.word(objects.get(value, "/Subtype"))
    name = (
        objects.word(objects.get(value, "/BaseFont")) or objects.word(objects.get(value, "/Name")) or "without a name"
    )
    if not objects.is_dictionary(value):
        return Font("without a name", "is not a font")
    if kind == "Type3":
        scale = 1000 * objects.matrix(objects.get(value, "/FontMatrix")).a
        return Font(name, "", widths=_simple_widths(value, scale), default_width=0.0, drawn=value)
    if kind == "Type0":
        below = objects.get(value, "/DescendantFonts")
        descendant = below[0] if objects.is_array(below) and len(below) else None
        if not objects.is_dictionary(descendant):
            return Font(name, "has no descendant font", wide_codes=True)
        problem, program = _program(objects.get(descendant, "/FontDescriptor"))
        identity = objects.word(objects.get(value, "/Encoding")) in ("Identity-H", "Identity-V")
        straight = objects.word(objects.get(descendant, "/CIDToGIDMap")) in ("Identity", "")
        return Font(
            name,
            problem,
            wide_codes=True,
            widths=_wide_widths(objects.get(descendant, "/W")),
            default_width=objects.number(objects.get(descendant, "/DW")) or 1000.0,
            known=_glyph_numbers(program) if identity and straight and program is not None else None,
        )
    problem, program = _program(objects.get(value, "/FontDescriptor"))
    missing = objects.number(objects.get(objects.get(value, "/FontDescriptor"), "/MissingWidth"))
    return Font(
        name,
        problem,
        widths=_simple_widths(value, 1.0),
        default_width=missing if missing is not None else 500.0,
        known=_symbols(value, program) if program is not None else None,
    )


def _simple_widths(value: Any, scale: float) -> dict[int, float]:
    first = objects.number(objects.get(value, "/FirstChar")) or 0.0
    widths = objects.get(value, "/Widths")
    if not objects.is_array(widths) or len(widths) > 256:
        return {}
    found = ((int(first) + place, objects.number(width)) for place, width in enumerate(widths))
    return {code: width * scale for code, width in found if width is not None}


def _wide_widths(value: Any) -> dict[int, float]:
    """Both ways of /W: `first [w w w]` and `first last w`."""
    result: dict[int, float] = {}
    items = list(value) if objects.is_array(value) else []
    place = 0
    while place + 1 < len(items):
        first, second = objects.number(items[place]), items[place + 1]
        if objects.is_array(second):
            listed = [objects.number(width) for width in second][:MAX_CODES]
            result |= {int(first or 0) + i: width for i, width in enumerate(listed) if width is not None}
            place += 2
            continue
        last, width = objects.number(second), objects.number(items[place + 2]) if place + 2 < len(items) else None
        if first is None or last is None or width is None or not 0 <= last - first <= MAX_CODES:
            break
        result |= dict.fromkeys(range(int(first), int(last) + 1), width)
        place += 3
    return result


def _program(descriptor: Any) -> tuple[str, Any]:
    """What is wrong with an embedded font, and the TrueType font itself where it is one."""
    found = [(kind, stream) for key, kind in PROGRAMS.items() if (stream := objects.get(descriptor, key)) is not None]
    if not found:
        return "is not embedded", None
    kind, stream = found[0]
    data = objects.stream_data(stream, MAX_PROGRAM) if objects.is_stream(stream) else None
    if not data:
        return "is embedded without its glyphs", None
    if kind != "TrueType":
        return "", None
    from fontTools.ttLib import TTFont

    try:
        program = TTFont(BytesIO(data), lazy=True)
        if program["maxp"].numGlyphs < 1 or len(program.reader["glyf"]) < OUTLINE:
            return "is embedded without its glyphs", None
    except Exception:  # fontTools lets many kinds of errors through when a font is damaged
        return "is embedded, but its glyphs cannot be read", None
    return "", program


def _glyph_numbers(program: Any) -> Callable[[int], bool]:
    count = program["maxp"].numGlyphs
    return lambda code: 0 < code < count


def _symbols(value: Any, program: Any) -> Callable[[int], bool] | None:
    """Which codes of a symbolic font have a glyph; other encodings are left to their makers."""
    flags = objects.number(objects.get(objects.get(value, "/FontDescriptor"), "/Flags")) or 0
    if not int(flags) & 4 or objects.get(value, "/Encoding") is not None:
        return None
    try:
        tables = [
            table.cmap for table in program["cmap"].tables if (table.platformID, table.platEncID) in ((3, 0), (1, 0))
        ]
        order = program.getGlyphOrder()
    except Exception:  # as above
        return None
    if not tables:
        return None
    empty = order[0] if order else ".notdef"
    known = {code & 0xFF for table in tables for code, glyph in table.items() if glyph != empty}
    return known.__contains__
