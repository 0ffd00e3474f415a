"""Resources of pages: colour spaces and colours (which inks they print, how light they are), and fonts.

Read from PDF objects by `reader`; checked by `checks`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Literal

import pikepdf

from sheetgen.press.preflight.objects import get, is_dictionary, items, matrix, name_of, number, numbers, stream_data

SpaceKind = Literal["gray", "rgb", "cmyk", "lab", "calgray", "calrgb", "icc", "indexed", "spots", "pattern", "unknown"]
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
MAX_DEPTH, MAX_FUNCTION_DEPTH, MAX_PIECES, MAX_PALETTE = 6, 2, 32, 1024


@dataclass(frozen=True, slots=True)
class ColourSpace:
    """A colour space; `base` is the alternate space of spots, or the base of a palette or of an uncoloured pattern."""

    kind: SpaceKind
    count: int
    names: tuple[str, ...] = ()
    base: "ColourSpace | None" = None
    palette: bytes = b""
    solid: tuple[float, ...] = ()  # a spot at full strength in its alternate space, if known

    @property
    def has_process_inks(self) -> bool:
        """Whether its four numbers are the four process inks."""
        return self.count == 4 and self.kind in ("cmyk", "icc")

    @property
    def is_rgb(self) -> bool:
        """Whether its three numbers are red, green and blue."""
        return self.count == 3 and self.kind in ("rgb", "calrgb", "icc")

    @property
    def initial(self) -> tuple[float, ...]:
        """The initial colour of the space."""
        return (0.0, 0.0, 0.0, 1.0) if self.has_process_inks else (float(self.kind == "spots"),) * self.count

    def nested(self) -> Iterator["ColourSpace"]:
        """The space and its base spaces."""
        yield self
        if self.base is not None:
            yield from self.base.nested()


GRAY, RGB = ColourSpace("gray", 1), ColourSpace("rgb", 3)
CMYK, UNKNOWN = ColourSpace("cmyk", 4), ColourSpace("unknown", 0)
NAMED = {"DeviceGray": GRAY, "G": GRAY, "DeviceRGB": RGB, "RGB": RGB, "DeviceCMYK": CMYK, "CMYK": CMYK}
NAMED["Pattern"] = ColourSpace("pattern", 0)
CALIBRATED = {"CalGray": ColourSpace("calgray", 1), "CalRGB": ColourSpace("calrgb", 3), "Lab": ColourSpace("lab", 3)}


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour in a space; `pattern` is the name of a pattern."""

    space: ColourSpace
    values: tuple[float, ...]
    pattern: str = ""

    @property
    def inks(self) -> dict[str, float] | None:
        """The share of every ink that is printed, 0 to 1; None if not known."""
        space = self.space
        if len(self.values) != space.count:
            return None
        shares = [min(1.0, max(0.0, value)) for value in self.values]
        if space.kind == "rgb" and min(shares) >= 0.999:
            return {}  # which inks RGB gives is not known, but white gives none
        if space.kind in ("gray", "calgray") or (space.kind == "icc" and space.count == 1):
            inks = {"Black": 1 - shares[0]}
        elif space.has_process_inks:
            inks = dict(zip(PROCESS, shares, strict=True))
        elif space.names == ("All",):
            inks = dict.fromkeys(PROCESS, shares[0])
        elif space.kind == "spots":
            inks = {name: share for name, share in zip(space.names, shares, strict=True) if name != "None"}
        else:
            return None
        return {name: share for name, share in inks.items() if share > 0.0005}

    @property
    def lightness(self) -> float | None:
        """From 0 (black) to 1 (paper); None if not known."""
        screen = self._approximate_rgb()
        return None if screen is None else 0.299 * screen[0] + 0.587 * screen[1] + 0.114 * screen[2]

    def _approximate_rgb(self) -> tuple[float, float, float] | None:
        """Approximate red, green and blue, 0 to 1; None if not known."""
        space, inks = self.space, self.inks
        if space.is_rgb:
            return (self.values[0], self.values[1], self.values[2]) if len(self.values) == 3 else None
        if inks is None:
            return None
        if all(name in PROCESS for name in inks):
            cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
            return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
        solid = Colour(space.base, space.solid)._approximate_rgb() if space.base is not None and space.solid else None
        if solid is None:
            return None
        red, green, blue = (1 - self.values[0] * (1 - part) for part in solid)
        return red, green, blue

    @property
    def is_registration(self) -> bool:
        """Whether it prints on all plates."""
        inks = self.inks
        return self.space.names == ("All",) or (inks is not None and all(inks.get(name, 0) > 0.99 for name in PROCESS))

    @property
    def is_black(self) -> bool:
        """Whether it is 100 % black without other inks."""
        inks = self.inks
        return inks is not None and list(inks) == ["Black"] and inks["Black"] > 0.99

    @property
    def is_rich_black(self) -> bool:
        """Whether it is black with other inks, such as conversion from RGB gives."""
        inks = self.inks
        if inks is None or self.space.names == ("All",):
            return False
        cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
        return (black > 0.85 and cyan + magenta + yellow > 0.05) or (min(cyan, magenta, yellow) > 0.5 and black > 0.5)


def process_sum(inks: dict[str, float]) -> float:
    """The sum of the four process inks in percent.

    >>> process_sum({"Cyan": 0.4, "Black": 1, "Gold": 1})
    140.0
    """
    return round(100 * sum(inks.get(name, 0.0) for name in PROCESS), 1)


def read_space(value: Any, resources: Any = None, depth: int = 0) -> ColourSpace | None:
    """The colour space of an object, by name or in full; None if its name is not in the resources."""
    name = name_of(value)
    if name:
        named = None if depth >= MAX_DEPTH else get(resources, "/ColorSpace", value)
        return NAMED.get(name) or (None if named is None else read_space(named, None, depth + 1))
    parts = items(value)
    if not parts or depth > MAX_DEPTH:
        return UNKNOWN
    family = name_of(parts[0])
    if len(parts) == 1:
        return NAMED.get(family, UNKNOWN)
    match family:
        case "ICCBased":
            count = number(parts[1], "/N")
            return ColourSpace("icc", int(count)) if count in (1, 3, 4) else UNKNOWN
        case "CalGray" | "CalRGB" | "Lab":
            return CALIBRATED[family]
        case "Pattern":
            return ColourSpace("pattern", 0, base=read_space(parts[1], resources, depth + 1))
        case "Indexed" | "I" if len(parts) > 3:
            return ColourSpace(
                "indexed", 1, base=read_space(parts[1], resources, depth + 1), palette=_palette(parts[3])
            )
        case "Separation" | "DeviceN" if len(parts) > 3:
            names = tuple(name_of(name) for name in items(parts[1]) or [parts[1]])
            base, ends = read_space(parts[2], resources, depth + 1), function_ends(parts[3])
            is_plain = len(names) == 1 and ends and base is not None and len(ends[-1]) == base.count
            return ColourSpace("spots", len(names), names, base, solid=ends[-1] if is_plain else ())
    return UNKNOWN


def _palette(value: Any) -> bytes:
    data = bytes(value) if isinstance(value, pikepdf.String) else stream_data(value, 100_000)
    return (data or b"")[:MAX_PALETTE]


def palette_colours(space: ColourSpace) -> tuple[Colour, ...]:
    """Every colour of a palette."""
    if space.base is None or not space.base.count:
        return ()
    shares, width = [byte / 255 for byte in space.palette], space.base.count
    starts = range(0, len(shares) - width + 1, width)
    return tuple(Colour(space.base, tuple(shares[start : start + width])) for start in starts)


def function_ends(function: Any, depth: int = 0) -> list[tuple[float, ...]]:
    """The values at both ends of an exponential function, or of the parts of a stitching function; else empty."""
    kind = number(function, "/FunctionType")
    if kind == 2:
        ends = (numbers(get(function, key)) for key in ("/C0", "/C1"))
        return [end for end in ends if end is not None]
    pieces = items(get(function, "/Functions") if kind == 3 else function)
    if depth >= MAX_FUNCTION_DEPTH or len(pieces) > MAX_PIECES:
        return []
    columns = [function_ends(piece, depth + 1) for piece in pieces]
    if kind == 3:
        return [end for column in columns for end in column]
    return [tuple(value for end in row for value in end) for row in zip(*columns, strict=False)]  # one per component


# Fonts


MAX_CODES, MAX_PROGRAM, MAX_NAMES = 65536, 32_000_000, 1000
OUTLINE = 10  # bytes of the head of an outline: a table with fewer has none
NO_GLYPHS = "is embedded without its glyphs"


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A font; widths in thousandths of the type size."""

    name: str
    problem: str = ""  # completes the message "the font NAME …"; empty if there is none
    wide_codes: bool = False  # two bytes a character
    widths: dict[int, float] = field(default_factory=dict)
    default_width: float = 500.0
    drawings: Any = None  # the dictionary of a Type 3 font, whose glyphs are content streams
    has_glyph: Callable[[int], bool] | None = None  # None if not known

    def codes(self, shown: bytes) -> Iterator[int]:
        """The character codes of a string."""
        if self.wide_codes:
            return (int.from_bytes(shown[i : i + 2], "big") for i in range(0, len(shown) - 1, 2))
        return iter(shown)


def read_font(value: Any) -> Font:
    """Read a font dictionary."""
    if not is_dictionary(value):
        return Font("without a name", "is not a font")
    name = name_of(value, "/BaseFont") or name_of(value, "/Name") or "without a name"
    kind, descriptor = name_of(value, "/Subtype"), get(value, "/FontDescriptor")
    if kind == "Type3":
        scale = 1000 * matrix(value, "/FontMatrix").a
        return Font(name, widths=_simple_widths(value, scale), default_width=0.0, drawings=value)
    if kind == "Type0":
        descendant = next(iter(items(value, "/DescendantFonts")), None)
        if not is_dictionary(descendant):
            return Font(name, "has no descendant font", wide_codes=True)
        problem, program = _program(get(descendant, "/FontDescriptor"))
        is_straight = name_of(value, "/Encoding") in ("Identity-H", "Identity-V")
        is_straight = is_straight and name_of(descendant, "/CIDToGIDMap") in ("Identity", "")
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
        name = name_of(item)
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
    """The widths in both forms of /W: `first [w w w]` and `first last w`."""
    result: dict[int, float] = {}
    index = 0
    while index + 1 < len(entries):
        first, second = number(entries[index]), entries[index + 1]
        if isinstance(second, pikepdf.Array):
            widths = ((code, number(item)) for code, item in enumerate(items(second)[:MAX_CODES], int(first or 0)))
            result |= {code: width for code, width in widths if width is not None}
            index += 2
            continue
        last, width = number(second), number(entries[index + 2]) if index + 2 < len(entries) else None
        if first is None or last is None or width is None or not 0 <= last - first <= MAX_CODES:
            break
        result |= dict.fromkeys(range(int(first), int(last) + 1), width)
        index += 3
    return result


def _program(descriptor: Any) -> tuple[str, Any]:
    """The problem of an embedded font (empty if none), and the font itself if it is TrueType."""
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
    """A function that says whether a symbolic TrueType font has a glyph for a code; None for other encodings."""
    flags = int(number(value, "/FontDescriptor", "/Flags") or 0)
    if program is None or not flags & 4 or get(value, "/Encoding") is not None:
        return None
    try:
        tables = [
            table.cmap for table in program["cmap"].tables if (table.platformID, table.platEncID) in ((3, 0), (1, 0))
        ]
        order = program.getGlyphOrder()
    except Exception:  # as above
        return None
    missing = order[0] if order else ".notdef"
    codes = {code & 0xFF for table in tables for code, glyph in table.items() if glyph != missing}
    return codes.__contains__ if tables else None
