"""Colour arithmetic and themes: which colours a page is drawn in, from `themes.yaml` and the colours of a layout.

Colours are strings #RRGGBB. The drawing functions call this; formats only see finished colours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import dist
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sheetgen.resources import read_table

Rgb = tuple[int, int, int]


COLOURS = 3_000  # results that are kept, so that layouts with ever new colours do not fill the memory of a studio


def rgb(colour: str) -> Rgb:
    """The three channels of a colour, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hex_colour(channels: tuple[float, float, float]) -> str:
    """The colour of three channels, each rounded and limited to 0 to 255."""
    return "#" + "".join(f"{min(255, max(0, round(channel))):02X}" for channel in channels)


@lru_cache(maxsize=COLOURS)
def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours: `share` (0 to 1) of the first, the rest of the other.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    a, b = rgb(colour), rgb(other)
    return hex_colour(
        (a[0] * share + b[0] * (1 - share), a[1] * share + b[1] * (1 - share), a[2] * share + b[2] * (1 - share))
    )


@lru_cache(maxsize=COLOURS)
def luminance(colour: str) -> float:
    """The relative luminance of WCAG, 0 (black) to 1 (white)."""
    red, green, blue = (linear_light(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear_light(channel: int) -> float:
    """A channel (0 to 255) as the share of light that it stands for, 0 to 1."""
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def grey_of(colour: str) -> str:
    """The grey with the luminance of a colour.

    >>> grey_of("#FFD500"), grey_of("#512383")
    ('#D8D8D8', '#3C3C3C')
    """
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return hex_colour((255 * part, 255 * part, 255 * part))


def unlikeness(colour: str, other: str) -> float:
    """How different two colours look: their distance in CIELAB.

    >>> unlikeness("#F5C518", "#FFE71A") < unlikeness("#F5C518", "#D94701")
    True
    """
    return dist(_lab(colour), _lab(other))


def _lab(colour: str) -> tuple[float, float, float]:
    """Lightness and the two colour axes of CIELAB, for daylight (D65)."""
    red, green, blue = (linear_light(channel) for channel in rgb(colour))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else t * 841 / 108 + 4 / 29 for t in (x, luminance(colour), z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@lru_cache(maxsize=COLOURS)
def contrast(colour: str, other: str) -> float:
    """The contrast ratio of WCAG, from 1 to 21.

    >>> round(contrast("#FFFFFF", "#000000"))
    21
    """
    high, low = sorted((luminance(colour), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=COLOURS)
def until_contrast(colour: str, background: str, ratio: float, toward: str | None = None) -> str:
    """Darken or lighten a colour until its contrast with a background reaches `ratio`; black or white if none does.

    With `toward`, mix it with that colour instead, which is the result if none does.
    """
    target = toward or ("#000000" if luminance(background) > 0.18 else "#FFFFFF")
    for step in range(41):
        shade = mix(colour, target, 1 - step / 40)
        if contrast(shade, background) >= ratio:
            return shade
    return target


def readable_on(background: str, dark: str, light: str) -> str:
    """The one of two text colours with the higher contrast on a background."""
    return dark if contrast(dark, background) >= contrast(light, background) else light


# Themes

BAR = 0.34  # share of a zone's colour in tinted cells and bars

Dice = tuple[tuple[str, str], ...]  # dice or decks and their colours, in the order of the layout


@dataclass(frozen=True, slots=True)
class Swatch:
    """What a theme makes of a zone's colour: the colour of its badges, that of its lines, and whose it is by name."""

    colour: str
    line: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneColours:
    """The colours of one die and its zone."""

    base: str  # the colour itself
    line: str  # frames and lines: contrast 3:1 with the panel
    panel: str  # background of the panel
    badge: str  # background of badges and stars
    on_badge: str  # text on badges (4.5:1)
    tinted: str  # background of tinted cells
    bar: str  # background of a row of cells in another zone
    on_panel: str  # text on the panel
    pattern: str  # pattern of the panel: quiet, so that text on it is readable (4.5:1)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a page, one entry of `themes.yaml`, where the fields are described."""

    name: str
    paper: str
    ink: str
    muted: str
    plate: str
    cell: str
    panel: float
    frame: float
    solid: bool
    fox: str
    blue: str
    pencil: str
    tinted: str | None = None
    outlines: str | None = None
    palette: tuple[Swatch, ...] = ()
    greys: tuple[tuple[Swatch, ...], ...] = ()
    patterns: tuple[str, ...] = ()
    pattern: float = 1.0

    @property
    def on_paper(self) -> str:
        """The colour of text on the paper."""
        return readable_on(self.paper, self.ink, "#FFFFFF")

    @property
    def on_plate(self) -> str:
        """The colour of text and lines on the grey plates."""
        return readable_on(self.plate, self.ink, "#FFFFFF")

    def zone_colours(self, zoned: Dice, others: Dice = ()) -> Mapping[str, ZoneColours]:
        """The colours of all dice or decks of a layout, chosen together so that no two zones look alike.

        `zoned` are those with a zone of their own, `others` those without, such as the wild die.
        """
        return _zone_colours(self, zoned, others)

    def pattern_of(self, position: int) -> str | None:
        """The name of the pattern of a zone by its position in the layout, from 0; None if zones have no pattern."""
        return self.patterns[position % len(self.patterns)] if self.patterns else None


@lru_cache(maxsize=COLOURS)
def _zone_colours(theme: Theme, zoned: Dice, others: Dice) -> Mapping[str, ZoneColours]:
    if theme.palette:
        swatches = _from_palette(theme.palette, zoned)
    elif theme.greys:
        swatches = _from_greys(theme.greys, zoned)
    else:
        swatches = {}
    looks = {die: _look(theme, colour, swatches.get(die)) for die, colour in (*zoned, *others)}
    return MappingProxyType(looks)


def _from_palette(palette: tuple[Swatch, ...], dice: Dice) -> dict[str, Swatch]:
    """A swatch for every die, each used once: the one with its name, for others the free one that is most alike.

    Those with a known name choose first, then the others, both in the order of the layout. If there are more dice
    than swatches, the last ones share.
    """
    chosen: dict[str, Swatch] = {}
    free = list(palette)
    for die, _ in dice:
        if named := [swatch for swatch in free if die in swatch.names]:
            chosen[die] = named[0]
            free.remove(named[0])
    for die, colour in dice:
        if die not in chosen:
            chosen[die] = min(free or palette, key=lambda swatch: unlikeness(swatch.colour, colour))
            if chosen[die] in free:
                free.remove(chosen[die])
    return chosen


def _from_greys(greys: tuple[tuple[Swatch, ...], ...], dice: Dice) -> dict[str, Swatch]:
    """A grey for every die: the lighter its colour in the layout, the lighter the grey."""
    if not dice:
        return {}
    steps = greys[min(len(dice), len(greys)) - 1]
    by_lightness = sorted(dice, key=lambda die: -luminance(die[1]))  # equally light ones stay in their order
    return {die: steps[min(i, len(steps) - 1)] for i, (die, _) in enumerate(by_lightness)}


def _look(theme: Theme, colour: str, swatch: Swatch | None) -> ZoneColours:
    if theme.outlines is not None:
        base = theme.outlines
    elif swatch is not None:
        base = swatch.colour
    else:
        base = grey_of(colour) if theme.greys else colour
    panel = mix(base, theme.paper, theme.panel)
    bar = mix(base, theme.cell, BAR) if theme.solid else theme.paper
    tinted = theme.tinted or bar
    if not theme.solid:
        pattern = until_contrast(panel, panel, theme.pattern)
        return ZoneColours(base, base, panel, theme.paper, base, tinted, bar, theme.ink, pattern)
    # Light colours carry dark text; the others are darkened a little, so that white text is readable on them.
    dark_text = luminance(base) > 0.3 if swatch is None else contrast(theme.ink, base) >= contrast("#FFFFFF", base)
    on_badge = theme.ink if dark_text else "#FFFFFF"
    badge = until_contrast(base, on_badge, 4.5)
    on_panel = readable_on(panel, theme.ink, "#FFFFFF")
    panel = until_contrast(panel, on_panel, 4.5)
    line = until_contrast(swatch.line if swatch is not None else base, panel, 3.0)
    pattern = until_contrast(panel, panel, theme.pattern, line)
    return ZoneColours(base, line, panel, badge, on_badge, tinted, bar, on_panel, pattern)


@cache
def themes() -> dict[str, Theme]:
    """Every theme by name.

    >>> list(themes())
    ['light', 'vivid', 'ink', 'safe', 'grey']
    """
    data = read_table(Path(__file__).parent / "themes.yaml")
    return {name: _read_theme(name, values) for name, values in data.items()}


def strictest_theme() -> str:
    """The theme that needs most room: light type on the darkest paper is larger. What it can show, every theme can.

    >>> strictest_theme()
    'vivid'
    """
    return min(themes(), key=lambda name: luminance(themes()[name].paper))


def _read_theme(name: str, values: dict[str, Any]) -> Theme:
    palette = tuple(Swatch(s["colour"], s["line"], tuple(s["names"])) for s in values.pop("palette", ()))
    greys = tuple(tuple(Swatch(*pair) for pair in row) for row in values.pop("greys", ()))
    patterns = tuple(values.pop("patterns", ()))
    return Theme(name=name, palette=palette, greys=greys, patterns=patterns, **values)
