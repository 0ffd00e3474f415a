"""Inks: what the colours of a theme become on a press."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reportlab.lib.colors import CMYKColor, CMYKColorSep

from sheetgen.formats.pdf import Ink
from sheetgen.press.problems import PressError

# A colour this near to grey is printed with black alone: thin shapes of four inks never meet exactly.
NEUTRAL = 24
# Darker shapes are meant as black, and so is all type but the light one: a screen of dots would fray small letters.
BLACK_SHAPE, BLACK_TYPE = 48, 128
REGISTRATION = "registration"  # a word for the one colour that prints on every plate


class ProfileUnreadableError(PressError):
    """A colour profile that cannot be used."""


@dataclass(frozen=True)
class PressInks:
    """Process inks through a colour profile, within an ink limit; text and greys in black alone."""

    transform: Any
    limit: int
    overprint: bool

    def __call__(self, colour: str, text: bool) -> Ink:
        """The ink of a colour; black text prints over what lies below, so that no white shines through beside it."""
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
        assert picture is not None
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
    """The inks of a printing condition, given its colour profile."""
    from io import BytesIO

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
