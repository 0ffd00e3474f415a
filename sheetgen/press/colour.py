"""Colour for print shops: colours as process inks, and the minimum line widths and type sizes of a profile."""

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.colors import CMYKColor, CMYKColorSep

from sheetgen.drawing.scene import Group, Item, Scene, Text
from sheetgen.drawing.themes import luminance
from sheetgen.formats.pdf import Ink, Inks, screen_ink
from sheetgen.press import PressError
from sheetgen.press.imposition import POINT
from sheetgen.press.profiles import Profile

# A colour whose channels differ by no more is printed with black alone: four inks never register exactly.
NEUTRAL = 24
# Darker shapes are printed as pure black, and so is all type but light type: halftone dots would fray small letters.
BLACK_SHAPE, BLACK_TYPE = 48, 128
DARK = 0.1  # a line with a lower luminance is not light on a dark background
REGISTRATION = "registration"  # the colour of a scene that prints on every plate


class ProfileUnreadableError(PressError):
    """A file that is not a usable ICC profile."""


@dataclass(frozen=True)
class PressInks:
    """Converts colours to process inks: by an ICC transform, within an ink limit; text and greys in black alone."""

    transform: Any
    limit: int
    overprint: bool

    def __call__(self, colour: str, text: bool) -> Ink:
        """The ink of a colour; black text overprints, so that no white gap appears beside it."""
        if colour == REGISTRATION:
            return Ink(CMYKColorSep(1, 1, 1, 1, spotName="All"))
        inks = self.process(colour, text=text)
        cyan, magenta, yellow, black = (share / 100 for share in inks)
        return Ink(CMYKColor(cyan, magenta, yellow, black), overprints=self.overprint and text and black == 1)

    @lru_cache(maxsize=512)  # noqa: B019  # lives as long as one pad
    def process(self, colour: str, *, text: bool = False) -> tuple[int, int, int, int]:
        """Cyan, magenta, yellow and black in whole percent."""
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        light = round(0.299 * red + 0.587 * green + 0.114 * blue)
        neutral = max(red, green, blue) - min(red, green, blue) <= NEUTRAL
        if (light < BLACK_TYPE and text) or (light < BLACK_SHAPE and neutral):
            return (0, 0, 0, 100)
        if neutral:
            return (0, 0, 0, round((255 - light) / 2.55))
        return self._limited(self._converted(red, green, blue))

    def _converted(self, red: int, green: int, blue: int) -> tuple[int, int, int, int]:
        from PIL import Image, ImageCms

        picture = ImageCms.applyTransform(Image.new("RGB", (1, 1), (red, green, blue)), self.transform)
        if picture is None:  # only a transform in place gives nothing back
            raise RuntimeError("no picture came back from the colour conversion")
        cyan, magenta, yellow, black = (round(share / 2.55) for share in picture.tobytes())
        return cyan, magenta, yellow, black

    def _limited(self, inks: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Less of the three colours where all four would be too much; black keeps the depth."""
        *colours, black = inks
        # Where black type prints over a colour, its ink comes on top.
        room = self.limit - black - (100 if self.overprint else 0)
        if sum(colours) > room:
            colours = [int(share * room / sum(colours)) for share in colours]
        return colours[0], colours[1], colours[2], black


def press_inks(icc: bytes, limit: int, shown: str, *, overprint: bool = True) -> PressInks:
    """The conversion by an ICC profile; `limit` in percent of all inks, `shown` is its name in messages.

    Raise ProfileUnreadableError if it is not a CMYK profile of a printer.
    """
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(BytesIO(icc))
        space, use = profile.profile.xcolor_space.strip(), profile.profile.device_class.strip()
    except (OSError, ImageCms.PyCMSError):
        raise ProfileUnreadableError(f"{shown}: is not a colour profile (ICC)") from None
    if space != "CMYK" or use != "prtr":
        raise ProfileUnreadableError(f"{shown}: expected a CMYK printer profile, found {space} ({use})")
    try:
        transform = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"), profile, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC
        )
    except ImageCms.PyCMSError as error:
        raise ProfileUnreadableError(f"{shown}: cannot be used to convert colours: {error}") from None
    return PressInks(transform, limit, overprint)


def load_inks(profile: Profile, icc: Path | None) -> tuple[Inks, bytes | None]:
    """The colour conversion of a print profile and the bytes of its ICC profile (None for a home printer).

    `icc` is a file to use instead of the one of the profile. Raise PressError if it cannot be used.
    """
    if not profile.is_press:
        if icc is not None:
            raise PressError("a colour profile is for a press: add --profile press-x4, or leave out --icc")
        return screen_ink, None
    path = icc or Path(profile.icc or "")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PressError(f"{path}: cannot be read: {error.strerror or error}") from None
    return press_inks(data, profile.ink_limit, str(path), overprint=profile.overprint), data


class TypeTooSmallError(PressError):
    """Type that is smaller than a profile allows."""


def enforce_limits(scene: Scene, profile: Profile) -> Scene:
    """The scene with lines at least as wide as the profile asks; raise TypeTooSmallError for type that is too small."""
    for _, shape in scene.shapes():
        if isinstance(shape, Text) and shape.size < (profile.type - 0.01) * POINT:
            raise TypeTooSmallError(
                f"type of {shape.size / POINT:.1f} pt ({shape.text!r}) is smaller than the {profile.type:g} pt that "
                "the print profile allows; choose a larger --size, or a profile of your own with a smaller 'type'"
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
