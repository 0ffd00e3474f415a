"""Colour for print shops: colours as process inks, and the minimum line widths and type sizes of a profile."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from reportlab.lib.colors import CMYKColor, CMYKColorSep

from sheetgen.drawing.scene import Group, Item, Scene, Text
from sheetgen.drawing.text import POINT
from sheetgen.drawing.themes import luminance
from sheetgen.formats.pdf import Ink, Inks, screen_ink
from sheetgen.press import PressError
from sheetgen.press.icc import Mix, PrintingColours, read_icc
from sheetgen.press.profiles import Profile
from sheetgen.press.tones import PrintedColour, lab, tone

DARK_TYPE = 54  # small type of no more lightness (CIELAB) is pure black: halftone dots would fray its letters
DARK = 0.1  # a line with a lower luminance is not light on a dark background
BLACK: Mix = (0, 0, 0, 100)
REGISTRATION = "registration"  # the colour of a scene that prints on every plate


@dataclass(frozen=True, eq=False)
class PressInks:
    """Converts colours to process inks: by an ICC profile, within an ink limit; greys and small type in black alone.

    `widths` are the widest shapes by colour, in millimetres: shapes of one colour print alike, so that a line in the
    colour of its background stays invisible.
    """

    printing: PrintingColours
    profile: Profile
    widths: Mapping[str, float]

    def __call__(self, colour: str, type_size: float | None) -> Ink:
        """The ink of a colour; black text overprints, so that no white gap appears beside it."""
        if colour == REGISTRATION:
            return Ink(CMYKColorSep(1, 1, 1, 1, spotName="All"))
        inks = self.shape_mix(colour) if type_size is None else self.type_mix(colour, type_size)
        cyan, magenta, yellow, black = (share / 100 for share in inks)
        is_black_type = type_size is not None and inks == BLACK
        return Ink(CMYKColor(cyan, magenta, yellow, black), overprints=self.profile.overprint and is_black_type)

    @lru_cache(maxsize=512)  # noqa: B019  # lives as long as one pad
    def shape_mix(self, colour: str) -> Mix:
        """The inks of areas and lines of a colour."""
        width = self.widths.get(colour, 0.0)
        match tone(colour, fine=width < self.profile.thin):
            case "black":
                below = self.profile.rich_black
                rich = (below.cyan, below.magenta, below.yellow, 100)
                return self._limited(rich) if width >= self.profile.rich_area else BLACK
            case "grey":
                return self._black_tint(colour)
            case "colour":
                return self._limited(self.printing.mix(colour))

    @lru_cache(maxsize=512)  # noqa: B019
    def type_mix(self, colour: str, size: float) -> Mix:
        """The inks of type of a colour, with the size of its em in millimetres."""
        is_small = size < self.profile.coloured_type * POINT
        shade = tone(colour, fine=is_small)
        if shade == "black" or (is_small and lab(colour).lightness <= DARK_TYPE):
            return BLACK
        return self._black_tint(colour) if shade == "grey" else self._limited(self.printing.mix(colour))

    def _limited(self, inks: Mix) -> Mix:
        """Less of the three colours where all four would be too much; black keeps the depth."""
        *colours, black = inks
        # Black type that prints over a colour replaces its black.
        room = self.profile.ink_limit - (100 if self.profile.overprint else black)
        if sum(colours) > room:
            colours = [int(share * room / sum(colours)) for share in colours]
        return colours[0], colours[1], colours[2], black

    def _black_tint(self, colour: str) -> Mix:
        """Black ink that is as light as a grey."""
        return 0, 0, 0, self.printing.black_tint(lab(colour).lightness)


def printed_colours(scenes: Iterable[Scene], inks: PressInks) -> list[PrintedColour]:
    """The colours of all shapes of scenes except white, with their inks; `inks` must be made for these scenes."""
    return [
        PrintedColour(colour, inks.widths[colour], inks.shape_mix(colour))
        for colour in widest_shapes(scenes)
        if colour not in ("#FFFFFF", REGISTRATION)
    ]


def widest_shapes(scenes: Iterable[Scene]) -> dict[str, float]:
    """The width in millimetres of the widest shape of each colour: of a line its width, of an area its shorter side."""
    widths: dict[str, float] = {}
    for scene in scenes:
        for _, shape in scene.shapes():
            if isinstance(shape, Text):
                continue
            if shape.paint.stroke:
                widths[shape.paint.stroke] = max(widths.get(shape.paint.stroke, 0.0), shape.paint.width)
            if shape.paint.fill:
                width = min(shape.rect.width, shape.rect.height)
                widths[shape.paint.fill] = max(widths.get(shape.paint.fill, 0.0), width)
    return widths


def load_inks(profile: Profile, icc: Path | None, scenes: Iterable[Scene]) -> tuple[Inks, bytes | None]:
    """The colour conversion of a print profile and the bytes of its ICC profile (None for a home printer).

    `icc` is a file to use instead of the one of the profile, `scenes` are all that will be printed. Raise PressError
    if the file cannot be used.
    """
    if not profile.is_press:
        if icc is not None:
            raise PressError("a colour profile is for a press: add --profile press-x4, or leave out --icc")
        return screen_ink, None
    data, printing = read_icc(profile, icc)
    return PressInks(printing, profile, widest_shapes(scenes)), data


class TypeTooSmallError(PressError):
    """Type that is smaller than a profile allows: what was found, and what can be done besides printing larger."""

    remedy = "a profile of your own with a smaller 'type'"

    def __init__(self, found: str) -> None:
        super().__init__(f"{found}; choose a larger --size, or {self.remedy}")
        self.found = found


def enforce_limits(scene: Scene, profile: Profile) -> Scene:
    """The scene with lines at least as wide as the profile asks; raise TypeTooSmallError for type that is too small."""
    for _, shape in scene.shapes():
        if isinstance(shape, Text) and shape.size < (profile.type - 0.01) * POINT:
            raise TypeTooSmallError(
                f"type of {shape.size / POINT:.1f} pt ({shape.text!r}) is smaller than the {profile.type:g} pt that "
                "the print profile allows"
            )
    return replace(scene, items=tuple(_thicken_lines(item, profile) for item in scene.items))


def _thicken_lines(item: Item, profile: Profile) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_thicken_lines(inner, profile) for inner in item.items))
    if isinstance(item, Text) or not item.paint.stroke:
        return item
    # A light line on a dark background is narrowed by the ink that spreads from both sides.
    least = (profile.line if luminance(item.paint.stroke) < DARK else profile.negative_line) * POINT
    return item if item.paint.width >= least else replace(item, paint=replace(item.paint, width=least))
