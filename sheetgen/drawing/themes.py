"""Colour arithmetic and themes: which colours a page is drawn in, from `themes.yaml` and the colours of a layout.

Colours are strings #RRGGBB. The drawing functions call this; formats only see finished colours.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml

Rgb = tuple[int, int, int]


def rgb(colour: str) -> Rgb:
    """The three channels of a colour, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hex_colour(channels: tuple[float, float, float]) -> str:
    """The colour of three channels, each rounded and limited to 0 to 255."""
    return "#" + "".join(f"{min(255, max(0, round(channel))):02X}" for channel in channels)


@cache
def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours: `share` (0 to 1) of the first, the rest of the other.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    a, b = rgb(colour), rgb(other)
    return hex_colour(
        (a[0] * share + b[0] * (1 - share), a[1] * share + b[1] * (1 - share), a[2] * share + b[2] * (1 - share))
    )


@cache
def luminance(colour: str) -> float:
    """The relative luminance of WCAG, 0 (black) to 1 (white)."""

    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = rgb(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def grey_of(colour: str) -> str:
    """The grey with the luminance of a colour.

    >>> grey_of("#FFD500"), grey_of("#512383")
    ('#D8D8D8', '#3C3C3C')
    """
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return hex_colour((255 * part, 255 * part, 255 * part))


@cache
def contrast(colour: str, other: str) -> float:
    """The contrast ratio of WCAG, from 1 to 21.

    >>> round(contrast("#FFFFFF", "#000000"))
    21
    """
    high, low = sorted((luminance(colour), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def until_contrast(colour: str, background: str, ratio: float) -> str:
    """Darken or lighten a colour until its contrast with a background reaches `ratio`; black or white if none does."""
    target = "#000000" if luminance(background) > 0.18 else "#FFFFFF"
    for step in range(41):
        shade = mix(colour, target, 1 - step / 40)
        if contrast(shade, background) >= ratio:
            return shade
    return target


def readable_on(background: str, dark: str, light: str) -> str:
    """The one of two text colours with the higher contrast on a background."""
    return dark if contrast(dark, background) >= contrast(light, background) else light


# Themes


@dataclass(frozen=True, slots=True)
class ZoneColours:
    """The colours of one die and its zone."""

    base: str  # the colour itself
    line: str  # frames and lines: contrast 3:1 with the panel
    panel: str  # background of the panel
    badge: str  # background of badges and stars
    on_badge: str  # text on badges (4.5:1)
    tinted: str  # background of tinted cells
    on_panel: str  # text on the panel


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
    pencil: str
    palette: dict[str, str] = field(default_factory=dict, hash=False)
    grey: bool = False

    @property
    def on_paper(self) -> str:
        """The colour of text on the paper."""
        return readable_on(self.paper, self.ink, "#FFFFFF")

    @property
    def on_plate(self) -> str:
        """The colour of text and lines on the grey plates."""
        return readable_on(self.plate, self.ink, "#FFFFFF")

    def zone_colours(self, die: str, colour: str) -> ZoneColours:
        """The colours for a die or deck and its zone; `colour` is what the layout says."""
        return _zone_colours(self, die, colour)


@cache
def _zone_colours(theme: Theme, die: str, colour: str) -> ZoneColours:
    base = theme.palette.get(die, theme.palette.get("any", grey_of(colour) if theme.grey else colour))
    panel = mix(base, theme.paper, theme.panel)
    if not theme.solid:
        return ZoneColours(base, base, panel, theme.paper, base, "#D9D9D9", theme.ink)
    # Light colours carry dark text; the others are darkened a little, so that white text is readable on them.
    on_badge = theme.ink if luminance(base) > 0.3 else "#FFFFFF"
    badge = until_contrast(base, on_badge, 4.5)
    on_panel = readable_on(panel, theme.ink, "#FFFFFF")
    panel = until_contrast(panel, on_panel, 4.5)
    line = until_contrast(base, panel, 3.0)
    return ZoneColours(base, line, panel, badge, on_badge, mix(base, theme.cell, 0.34), on_panel)


@cache
def themes() -> dict[str, Theme]:
    """Every theme by name.

    >>> list(themes())
    ['light', 'vivid', 'ink', 'safe', 'grey']
    """
    data = yaml.safe_load((Path(__file__).parent / "themes.yaml").read_text("utf-8"))
    return {name: Theme(name=name, **values) for name, values in data.items()}
