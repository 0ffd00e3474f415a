"""Colours through the ICC profile of a printing condition: as inks, and as people see them on paper.

Called by `press.colour`, which converts, and by preflight, which looks at the result.
"""

from functools import cached_property, lru_cache
from io import BytesIO
from itertools import product
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.drawing.themes import rgb
from sheetgen.layout.problems import printable
from sheetgen.press import PressError
from sheetgen.press.profiles import Profile

if TYPE_CHECKING:
    from PIL import ImageCms

MAX_BYTES = 20_000_000  # of an ICC profile; those of presses have 0.5 to 3 MB
PALE = 85  # lightness of CIELAB
PALE_LIGHTNESS = 0.5  # how much a difference of lightness counts against one of chroma in pale colours
PALE_STEPS = (4, 1)  # in percent of ink, while the inks of pale colours are sought
Mix = tuple[int, int, int, int]  # cyan, magenta, yellow and black in percent


class ProfileUnreadableError(PressError):
    """A file that is not a usable ICC profile."""


class Lab(NamedTuple):
    """A colour of CIELAB: lightness from 0 (black) to 100 (white), from green to red, from blue to yellow."""

    lightness: float
    a: float
    b: float

    @property
    def chroma(self) -> float:
        """The distance from grey."""
        return hypot(self.a, self.b)


class PrintingColours:
    """The colours of a printing condition; white is the paper, black as dark as ink gets."""

    def __init__(self, icc: bytes, shown: str) -> None:
        """Take an ICC profile; `shown` is its name in messages.

        Raise ProfileUnreadableError if it is not a CMYK profile of a printer.
        """
        from PIL import ImageCms

        try:
            printer = ImageCms.ImageCmsProfile(BytesIO(icc))
            space, use = printer.profile.xcolor_space.strip(), printer.profile.device_class.strip()
        except (OSError, ImageCms.PyCMSError):
            raise ProfileUnreadableError(f"{shown}: is not a colour profile (ICC)") from None
        if space != "CMYK" or use != "prtr":
            raise ProfileUnreadableError(f"{shown}: expected a CMYK printer profile, found {space} ({use})")
        # Without a table for all colours, which takes longer than the few that are converted.
        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.NOOPTIMIZE
        screen, eye = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        try:
            self._to_inks = ImageCms.buildTransform(screen, printer, "RGB", "CMYK", intent, flags)
            self._to_eye = ImageCms.buildTransform(screen, eye, "RGB", "LAB", intent, flags)
            self._from_inks = ImageCms.buildTransform(printer, eye, "CMYK", "LAB", intent, flags)
        except ImageCms.PyCMSError as error:
            raise ProfileUnreadableError(f"{shown}: cannot be used to convert colours: {error}") from None

    @lru_cache(maxsize=1024)  # noqa: B019  # lives as long as one pad or one preflight
    def mix(self, colour: str) -> Mix:
        """The inks of a colour #RRGGBB, in whole percent.

        The table of a profile from colours to inks is coarse: pale tints lose half of their chroma. The table back is
        exact, so the three coloured inks are moved as long as the result comes closer. A pale tint that no ink is light
        enough for becomes darker rather than grey; strong colours stay near the table, which keeps their hue.
        """
        pixel = bytes(rgb(colour))
        (wanted,) = _labs(_converted("RGB", pixel, self._to_eye))
        cyan, magenta, yellow, black = (round(share / 2.55) for share in _converted("RGB", pixel, self._to_inks))
        best: Mix = (cyan, magenta, yellow, black)
        distance = _distance(wanted, self.seen(best))
        for step in PALE_STEPS if wanted.lightness > PALE else (1,):
            while True:
                near = [(c, m, y, black) for c, m, y in product(*(_around(share, step) for share in best[:3]))]
                pixels = b"".join(bytes(round(share * 2.55) for share in mix) for mix in near)
                seen = _labs(_converted("CMYK", pixels, self._from_inks))
                distances = [_distance(wanted, each) for each in seen]
                closest = min(range(len(near)), key=distances.__getitem__)
                if distances[closest] >= distance:
                    break
                best, distance = near[closest], distances[closest]
        return best

    @lru_cache(maxsize=1024)  # noqa: B019
    def seen(self, mix: Mix) -> Lab:
        """The colour of inks on paper."""
        (seen,) = _labs(_converted("CMYK", bytes(round(share * 2.55) for share in mix), self._from_inks))
        return seen

    def black_tint(self, lightness: float) -> int:
        """The percent of black ink that is on paper as light as a colour of CIELAB."""
        return min(range(101), key=lambda share: abs(self._black_steps[share] - lightness))

    @cached_property
    def _black_steps(self) -> list[float]:
        """The lightness of black ink from 0 to 100 percent."""
        pixels = b"".join(bytes((0, 0, 0, round(share * 2.55))) for share in range(101))
        return [seen.lightness for seen in _labs(_converted("CMYK", pixels, self._from_inks))]


def _around(share: int, step: int) -> list[int]:
    """A percentage and two on either side of it."""
    return [near for near in range(share - 2 * step, share + 2 * step + 1, step) if 0 <= near <= 100]


def _distance(wanted: Lab, other: Lab) -> float:
    weight = PALE_LIGHTNESS if wanted.lightness > PALE else 1.0
    return hypot(weight * (wanted.lightness - other.lightness), wanted.a - other.a, wanted.b - other.b)


def _labs(pixels: bytes) -> list[Lab]:
    """Pixels of CIELAB, three bytes each: a share of 255, and two with a sign."""
    signed = memoryview(pixels).cast("b")
    return [Lab(pixels[i] / 2.55, signed[i + 1], signed[i + 2]) for i in range(0, len(pixels), 3)]


def read_icc(profile: Profile, path: Path | None = None) -> tuple[bytes, PrintingColours]:
    """The ICC profile of a print profile, or of `path` instead, and its colours; raise PressError if it is unusable."""
    path = path or Path(profile.icc or "")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        raise ProfileUnreadableError(f"{printable(str(path))}: cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise ProfileUnreadableError(f"{path}: is not a colour profile (ICC): larger than {MAX_BYTES // 1_000_000} MB")
    return data, PrintingColours(data, str(path))


def _converted(mode: str, pixels: bytes, transform: "ImageCms.ImageCmsTransform") -> bytes:
    from PIL import Image, ImageCms

    row = Image.frombytes(mode, (len(pixels) // len(mode), 1), pixels)
    picture = ImageCms.applyTransform(row, transform)
    if picture is None:  # only a transform in place gives nothing back
        raise RuntimeError("no picture came back from the colour conversion")
    return picture.tobytes()
