"""Colour spaces and colours: which inks they print and how light they look."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pikepdf

from sheetgen.press.preflight.objects import get, items, number, numbers, stream_data, word

SpaceKind = Literal["gray", "rgb", "cmyk", "lab", "calgray", "calrgb", "icc", "indexed", "spots", "pattern", "unknown"]
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
MAX_DEPTH, MAX_FUNCTION_DEPTH, MAX_PIECES, MAX_PALETTE = 6, 2, 32, 1024


@dataclass(frozen=True, slots=True)
class Space:
    """A colour space; `base` is the alternate of spots, the base of a palette, the colour of a pattern."""

    kind: SpaceKind
    count: int
    names: tuple[str, ...] = ()
    base: "Space | None" = None
    palette: bytes = b""
    solid: tuple[float, ...] = ()  # a spot at full strength in its alternate, if that is known

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
        """The colour that is set together with the space."""
        return (0.0, 0.0, 0.0, 1.0) if self.has_process_inks else (float(self.kind == "spots"),) * self.count

    def nested(self) -> Iterator["Space"]:
        """The space and all that it is built on."""
        yield self
        if self.base is not None:
            yield from self.base.nested()


GRAY, RGB, CMYK, UNKNOWN = Space("gray", 1), Space("rgb", 3), Space("cmyk", 4), Space("unknown", 0)
NAMED = {"DeviceGray": GRAY, "G": GRAY, "DeviceRGB": RGB, "RGB": RGB, "DeviceCMYK": CMYK, "CMYK": CMYK}
NAMED["Pattern"] = Space("pattern", 0)
CALIBRATED = {"CalGray": Space("calgray", 1), "CalRGB": Space("calrgb", 3), "Lab": Space("lab", 3)}


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour in a space; a pattern is known by its name."""

    space: Space
    values: tuple[float, ...]
    pattern: str = ""

    @property
    def inks(self) -> dict[str, float] | None:
        """How much of every ink that prints, from 0 to 1; None if that is not known."""
        space = self.space
        if len(self.values) != space.count:
            return None
        shares = [min(1.0, max(0.0, value)) for value in self.values]
        if space.kind == "rgb" and min(shares) >= 0.999:
            return {}  # the inks of a screen colour are the printer's choice, but white prints nothing
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
        """From 0, black, to 1, paper; None if that is not known."""
        screen = self._screen()
        return None if screen is None else 0.299 * screen[0] + 0.587 * screen[1] + 0.114 * screen[2]

    def _screen(self) -> tuple[float, float, float] | None:
        """Roughly the red, green and blue that it looks like."""
        space, inks = self.space, self.inks
        if space.is_rgb:
            return (self.values[0], self.values[1], self.values[2]) if len(self.values) == 3 else None
        if inks is None:
            return None
        if all(name in PROCESS for name in inks):
            cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
            return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
        solid = Colour(space.base, space.solid)._screen() if space.base is not None and space.solid else None
        if solid is None:
            return None
        red, green, blue = (1 - self.values[0] * (1 - part) for part in solid)
        return red, green, blue

    @property
    def is_registration(self) -> bool:
        """Whether it prints on every plate."""
        inks = self.inks
        return self.space.names == ("All",) or (inks is not None and all(inks.get(name, 0) > 0.99 for name in PROCESS))

    @property
    def is_black(self) -> bool:
        """Whether it is full black and nothing else."""
        inks = self.inks
        return inks is not None and list(inks) == ["Black"] and inks["Black"] > 0.99

    @property
    def is_rich_black(self) -> bool:
        """Whether it is a black of several inks: three colours and much black, as converted RGB gives."""
        inks = self.inks
        if inks is None or self.space.names == ("All",):
            return False
        cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
        return (black > 0.85 and cyan + magenta + yellow > 0.05) or (min(cyan, magenta, yellow) > 0.5 and black > 0.5)


def process_sum(inks: dict[str, float]) -> float:
    """The four process inks added up, in percent.

    >>> process_sum({"Cyan": 0.4, "Black": 1, "Gold": 1})
    140.0
    """
    return round(100 * sum(inks.get(name, 0.0) for name in PROCESS), 1)


def read_space(value: Any, resources: Any = None, depth: int = 0) -> Space | None:
    """The space that an object means, by name or in full; None if it is named but not among the resources."""
    name = word(value)
    if name:
        named = None if depth >= MAX_DEPTH else get(resources, "/ColorSpace", value)
        return NAMED.get(name) or (None if named is None else read_space(named, None, depth + 1))
    parts = items(value)
    if not parts or depth > MAX_DEPTH:
        return UNKNOWN
    family = word(parts[0])
    if len(parts) == 1:
        return NAMED.get(family, UNKNOWN)
    match family:
        case "ICCBased":
            count = number(parts[1], "/N")
            return Space("icc", int(count)) if count in (1, 3, 4) else UNKNOWN
        case "CalGray" | "CalRGB" | "Lab":
            return CALIBRATED[family]
        case "Pattern":
            return Space("pattern", 0, base=read_space(parts[1], resources, depth + 1))
        case "Indexed" | "I" if len(parts) > 3:
            return Space("indexed", 1, base=read_space(parts[1], resources, depth + 1), palette=_palette(parts[3]))
        case "Separation" | "DeviceN" if len(parts) > 3:
            names = tuple(word(name) for name in items(parts[1]) or [parts[1]])
            base, ends = read_space(parts[2], resources, depth + 1), function_ends(parts[3])
            is_plain = len(names) == 1 and ends and base is not None and len(ends[-1]) == base.count
            return Space("spots", len(names), names, base, solid=ends[-1] if is_plain else ())
    return UNKNOWN


def _palette(value: Any) -> bytes:
    data = bytes(value) if isinstance(value, pikepdf.String) else stream_data(value, 100_000)
    return (data or b"")[:MAX_PALETTE]


def palette_colours(space: Space) -> tuple[Colour, ...]:
    """Every colour of a palette."""
    if space.base is None or not space.base.count:
        return ()
    shares, width = [byte / 255 for byte in space.palette], space.base.count
    starts = range(0, len(shares) - width + 1, width)
    return tuple(Colour(space.base, tuple(shares[start : start + width])) for start in starts)


def function_ends(function: Any, depth: int = 0) -> list[tuple[float, ...]]:
    """The values at the ends of an exponential function, or of each piece of a stitched one; else nothing."""
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
