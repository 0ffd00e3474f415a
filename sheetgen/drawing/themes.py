"""Themes: what becomes of a layout's colours, from `themes.yaml`."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml

from sheetgen.drawing.colours import luminance, mix, readable_on, until_contrast


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
    palette: dict[str, str] = field(default_factory=dict)

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
        base = self.palette.get(die, self.palette.get("any", colour))
        panel = mix(base, self.paper, self.panel)
        if not self.solid:
            return Zone(base, base, panel, self.paper, base, "#D9D9D9", self.ink)
        # Light colours carry dark text; the others are darkened a little, so that white text reads on them.
        on_badge = self.ink if luminance(base) > 0.3 else "#FFFFFF"
        badge = until_contrast(base, on_badge, 4.5)
        on_panel = readable_on(panel, self.ink, "#FFFFFF")
        panel = until_contrast(panel, on_panel, 4.5)
        line = until_contrast(base, panel, 3.0)
        return Zone(base, line, panel, badge, on_badge, mix(base, self.cell, 0.34), on_panel)


@cache
def themes() -> dict[str, Theme]:
    """Every theme by name.

    >>> list(themes())
    ['light', 'vivid', 'ink', 'safe']
    """
    data = yaml.safe_load((Path(__file__).parent / "themes.yaml").read_text("utf-8"))
    return {name: Theme(name=name, **values) for name, values in data.items()}
