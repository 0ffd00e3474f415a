"""The graphics state: how things are painted from here on."""

from dataclasses import dataclass, replace
from typing import Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.colours import BLACK, Colour
from sheetgen.press.preflight.fonts import Font
from sheetgen.press.preflight.geometry import EVERYWHERE, SAME, Box, Matrix


@dataclass(frozen=True, slots=True)
class State:
    """Everything that `q` keeps and `Q` brings back."""

    matrix: Matrix = SAME
    clip: Box | None = EVERYWHERE  # None: nothing shows
    fill: Colour = BLACK
    stroke: Colour = BLACK
    line_width: float = 1.0
    fill_overprints: bool = False
    stroke_overprints: bool = False
    overprint_mode: int = 0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    blend: str = "Normal"
    soft_mask: bool = False
    font: Font | None = None
    size: float = 0.0
    mode: int = 0
    leading: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    rise: float = 0.0

    def transparent(self, *, stroke: bool) -> str:
        """Why what lies below shines through; empty where it does not."""
        opacity = self.stroke_opacity if stroke else self.fill_opacity
        if opacity < 1:
            return f"an opacity of {opacity * 100:g} %"
        if self.blend not in ("Normal", "Compatible"):
            return f"the blend mode {self.blend}"
        return "a soft mask" if self.soft_mask else ""

    def with_settings(self, settings: Any) -> "State":
        """After a graphics state dictionary, but for its font."""
        changes: dict[str, Any] = {}
        for key, name in (("/ca", "fill_opacity"), ("/CA", "stroke_opacity"), ("/LW", "line_width")):
            value = objects.number(objects.get(settings, key))
            if value is not None:
                changes[name] = value
        both, fill = objects.get(settings, "/OP"), objects.get(settings, "/op")
        if both is not None:
            changes["stroke_overprints"] = changes["fill_overprints"] = bool(both)
        if fill is not None:
            changes["fill_overprints"] = bool(fill)
        mode = objects.number(objects.get(settings, "/OPM"))
        if mode is not None:
            changes["overprint_mode"] = int(mode)
        blend = objects.get(settings, "/BM")
        if blend is not None:
            first = blend[0] if objects.is_array(blend) and len(blend) else blend
            changes["blend"] = objects.word(first)
        mask = objects.get(settings, "/SMask")
        if mask is not None:
            changes["soft_mask"] = objects.word(mask) != "None"
        return replace(self, **changes)
