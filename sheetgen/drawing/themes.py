"""Themes: what becomes of a layout's colours, from `themes.yaml`."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml

from sheetgen.drawing.colours import grey_of, luminance, mix, readable_on, until_contrast


@dataclass(frozen=True, slots=True)
class Zone:
    """The colours of one die and its zone."""

    base: str  # the colour itself
    line: str  # frames and lines: stands out from the panel (3:1)
    panel: str  # the ground of the panel
    badge: str  # the ground of badges and stars
    on_badge: str  # text on that (4.5:1)
    tinted: str  # tinted cells
    on_panel: str  # text on the panel


@dataclass(frozen=True, slots=True)
class Theme:
    """One way to draw all sheets."""

    name: str
    paper: str
    ink: str
    quiet: str
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
        """Text on the sheet itself."""
        return readable_on(self.paper, self.ink, "#FFFFFF")

    @property
    def on_plate(self) -> str:
        """Text and lines on the grey plates."""
        return readable_on(self.plate, self.ink, "#FFFFFF")

    def zone(self, die: str, colour: str) -> Zone:
        """What a die's colour becomes."""
        return _zone(self, die, colour)


@cache
def _zone(theme: Theme, die: str, colour: str) -> Zone:
    base = theme.palette.get(die, theme.palette.get("any", grey_of(colour) if theme.grey else colour))
    panel = mix(base, theme.paper, theme.panel)
    if not theme.solid:
        return Zone(base, base, panel, theme.paper, base, "#D9D9D9", theme.ink)
    # Light colours carry dark text; the others are darkened a little, so that white text reads on them.
    on_badge = theme.ink if luminance(base) > 0.3 else "#FFFFFF"
    badge = until_contrast(base, on_badge, 4.5)
    on_panel = readable_on(panel, theme.ink, "#FFFFFF")
    panel = until_contrast(panel, on_panel, 4.5)
    line = until_contrast(base, panel, 3.0)
    return Zone(base, line, panel, badge, on_badge, mix(base, theme.cell, 0.34), on_panel)


@cache
def themes() -> dict[str, Theme]:
    """Every theme by name.

    >>> list(themes())
    ['light', 'vivid', 'ink', 'safe', 'grey']
    """
    data = yaml.safe_load((Path(__file__).parent / "themes.yaml").read_text("utf-8"))
    return {name: Theme(name=name, **values) for name, values in data.items()}
