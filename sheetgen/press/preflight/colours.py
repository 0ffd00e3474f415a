"""Colour spaces and colours: which inks they print, how light they look, and what a press cannot take."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sheetgen.press.preflight import objects

Kind = Literal["gray", "rgb", "cmyk", "lab", "calgray", "calrgb", "icc", "indexed", "spots", "pattern", "unknown"]
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
DEVICES: dict[str, tuple[Kind, int]] = {
    "DeviceGray": ("gray", 1),
    "G": ("gray", 1),
    "DeviceRGB": ("rgb", 3),
    "RGB": ("rgb", 3),
    "DeviceCMYK": ("cmyk", 4),
    "CMYK": ("cmyk", 4),
    "Pattern": ("pattern", 0),
}
MAX_DEPTH = 6
MAX_FUNCTIONS, MAX_PIECES = 2, 32


@dataclass(frozen=True, slots=True)
class Space:
    """A colour space; `base` is the alternate of spots, the base of a palette, the colour of a pattern."""

    kind: Kind
    count: int
    names: tuple[str, ...] = ()
    base: "Space | None" = None
    palette: bytes = b""
    full: tuple[float, ...] = ()  # what a spot at full strength is in its alternate, where that is easy to tell

    @property
    def initial(self) -> tuple[float, ...]:
        """The colour that one begins with."""
        match self.kind:
            case "cmyk":
                return (0.0, 0.0, 0.0, 1.0)
            case "spots":
                return (1.0,) * self.count
            case "icc" if self.count == 4:
                return (0.0, 0.0, 0.0, 1.0)
        return (0.0,) * self.count

    def nested(self) -> Iterator["Space"]:
        """The space and all that it is built on."""
        yield self
        if self.base is not None:
            yield from self.base.nested()


GRAY, RGB, CMYK = Space("gray", 1), Space("rgb", 3), Space("cmyk", 4)
UNKNOWN = Space("unknown", 0)


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour in a space; a pattern carries its name."""

    space: Space
    values: tuple[float, ...]
    pattern: str = ""

    @property
    def inks(self) -> dict[str, float] | None:
        """How much of every ink from 0 to 1, without those that do not print; None where that is not known."""
        return _inks(self.space, self.values)

    @property
    def lightness(self) -> float | None:
        """From 0, black, to 1, paper; None where that is not known."""
        red_green_blue = _screen(self.space, self.values)
        if red_green_blue is None:
            return None
        red, green, blue = red_green_blue
        return 0.299 * red + 0.587 * green + 0.114 * blue

    @property
    def is_registration(self) -> bool:
        """Whether it prints on every plate."""
        inks = self.inks
        return self.space.names == ("All",) or (inks is not None and all(inks.get(name, 0) > 0.99 for name in PROCESS))


BLACK = Colour(GRAY, (0.0,))


def process_sum(inks: dict[str, float]) -> float:
    """The four process inks added up, in percent.

    >>> process_sum({"Cyan": 0.4, "Black": 1, "Gold": 1})
    140.0
    """
    return round(100 * sum(inks.get(name, 0.0) for name in PROCESS), 1)


def read_space(value: Any, resources: Any = None, depth: int = 0) -> Space | None:
    """The space that an object means; None where it is named but not there."""
    name = objects.word(value) if not isinstance(value, str) else value
    if name:
        if name in DEVICES:
            return Space(*DEVICES[name])
        found = objects.get(objects.get(resources, "/ColorSpace"), f"/{name}")
        return read_space(found, None, depth + 1) if found is not None and depth < MAX_DEPTH else None
    if not objects.is_array(value) or len(value) == 0 or depth > MAX_DEPTH:
        return UNKNOWN
    return _built_space(objects.word(value[0]), value, resources, depth)


def _built_space(family: str, value: Any, resources: Any, depth: int) -> Space | None:
    if len(value) == 1:
        return Space(*DEVICES[family]) if family in DEVICES else UNKNOWN
    match family:
        case "ICCBased":
            count = objects.number(objects.get(value[1], "/N"))
            return Space("icc", int(count)) if count in (1, 3, 4) else UNKNOWN
        case "CalGray":
            return Space("calgray", 1)
        case "CalRGB":
            return Space("calrgb", 3)
        case "Lab":
            return Space("lab", 3)
        case "Pattern":
            return Space("pattern", 0, base=read_space(value[1], resources, depth + 1))
        case "Indexed" | "I" if len(value) > 3:
            return Space("indexed", 1, base=read_space(value[1], resources, depth + 1), palette=_palette(value[3]))
        case "Separation" | "DeviceN" if len(value) > 3:
            names = [value[1]] if family == "Separation" else list(value[1]) if objects.is_array(value[1]) else []
            spots = tuple(objects.word(name) for name in names)
            ends = function_ends(value[3])
            return Space(
                "spots",
                len(spots),
                spots,
                read_space(value[2], resources, depth + 1),
                full=ends[-1] if len(spots) == 1 and ends else (),
            )
    return UNKNOWN


def _palette(value: Any) -> bytes:
    if objects.is_stream(value):
        return (objects.stream_data(value, 100_000) or b"")[:1024]
    try:
        return bytes(value)[:1024]
    except (TypeError, ValueError):
        return b""


def function_ends(function: Any, depth: int = 0) -> list[tuple[float, ...]]:
    """The values at the ends of an exponential function, or of each piece of a stitched one; else nothing."""
    if depth > MAX_FUNCTIONS:
        return []
    kind = objects.number(objects.get(function, "/FunctionType"))
    if kind == 2:
        ends = (objects.numbers(objects.get(function, key)) for key in ("/C0", "/C1"))
        return [end for end in ends if end is not None]
    pieces: Any = objects.get(function, "/Functions") if kind == 3 else function
    if not objects.is_array(pieces) or len(pieces) > MAX_PIECES:
        return []
    if kind == 3:
        return [end for piece in pieces for end in function_ends(piece, depth + 1)]
    # One function per component.
    columns = [function_ends(piece, depth + 1) for piece in pieces]
    return [tuple(value for end in row for value in end) for row in zip(*columns, strict=False)]


def palette_colours(space: Space) -> list[Colour]:
    """Every colour of a palette."""
    if space.base is None or not space.base.count:
        return []
    width = space.base.count
    return [
        Colour(space.base, tuple(byte / 255 for byte in space.palette[start : start + width]))
        for start in range(0, len(space.palette) - width + 1, width)
    ]


def _inks(space: Space, values: tuple[float, ...]) -> dict[str, float] | None:
    if len(values) != space.count:
        return None
    shares = [min(1.0, max(0.0, value)) for value in values]
    match space.kind:
        case "gray" | "calgray":
            inks = {"Black": 1 - shares[0]}
        case "icc" if space.count == 1:
            inks = {"Black": 1 - shares[0]}
        case "cmyk":
            inks = dict(zip(PROCESS, shares, strict=True))
        case "icc" if space.count == 4:
            inks = dict(zip(PROCESS, shares, strict=True))
        case "spots" if space.names == ("All",):
            inks = dict.fromkeys(PROCESS, shares[0])
        case "spots":
            inks = {name: share for name, share in zip(space.names, shares, strict=True) if name != "None"}
        case "rgb":
            # Only whether it prints at all: the inks of a screen colour are the printer's choice.
            return {} if min(shares) >= 0.999 else None
        case _:
            return None
    return {name: share for name, share in inks.items() if share > 0.0005}


def _screen(space: Space, values: tuple[float, ...]) -> tuple[float, float, float] | None:
    if space.kind in ("rgb", "calrgb") or (space.kind == "icc" and space.count == 3):
        return (values[0], values[1], values[2]) if len(values) == 3 else None
    inks = _inks(space, values)
    if inks is None:
        return None
    if any(name not in PROCESS for name in inks):
        if space.base is None or len(space.full) != space.base.count or not space.full:
            return None
        solid = _screen(space.base, space.full)
        tint = values[0]
        if solid is None:
            return None
        red, green, blue = (1 - tint * (1 - part) for part in solid)
        return red, green, blue
    cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
    return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
