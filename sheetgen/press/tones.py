"""Which colours are greys, blacks or colours, by their CIELAB chroma and by how wide they are drawn.

The conversion to inks (`press.colour`) decides by it, and preflight checks the result by it.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from sheetgen.drawing.themes import linear_light, rgb
from sheetgen.press.icc import Lab, Mix
from sheetgen.press.profiles import Profile

Tone = Literal["colour", "grey", "black"]

# Limits of CIELAB. A tint of a panel has a chroma of 3.3 and more, a grey plate one of 1.
GREY = 3.0
GREYISH = 10.0  # of thin lines and small type: at their width nobody sees a tinge, but everybody a blur of four inks
BLACK = 20.0  # a grey or greyish colour of no more lightness is black


@lru_cache(maxsize=2_000)
def lab(colour: str) -> Lab:
    """A colour #RRGGBB of the screen (sRGB) in CIELAB under its white, D65.

    >>> [round(lab("#DEEDF6").chroma, 1), round(lab("#F1F2F4").chroma, 1)]
    [6.9, 1.1]
    """
    red, green, blue = (linear_light(channel) for channel in rgb(colour))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    x, y, z = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def tone(colour: str, *, fine: bool) -> Tone:
    """Whether a colour #RRGGBB is a grey, a black or a colour; `fine` for small type and thin lines.

    >>> tone("#DEEDF6", fine=False), tone("#F1F2F4", fine=False), tone("#23262D", fine=False)
    ('colour', 'grey', 'black')
    >>> tone("#6B7280", fine=False), tone("#6B7280", fine=True)
    ('colour', 'grey')
    """
    seen = lab(colour)
    if seen.chroma <= GREYISH and seen.lightness <= BLACK:
        return "black"
    return "grey" if seen.chroma <= (GREYISH if fine else GREY) else "colour"


RECORD = "sheetgen"  # the name in /PieceInfo under which a file records its printed colours


class PrintedColour(NamedTuple):
    """A colour of the design, the width in millimetres of the widest shape that has it, and its inks."""

    colour: str
    width: float
    mix: Mix

    def fault(self, profile: Profile) -> Literal["lost-colour", "mixed-grey"] | None:
        """The code of preflight for a colour without coloured ink or for a grey with it; None if it is right."""
        is_mixed = any(self.mix[:3])
        match tone(self.colour, fine=self.width < profile.thin):
            case "colour":
                return None if is_mixed else "lost-colour"
            case "black" if self.width >= profile.rich_area:
                return None
            case _:
                return "mixed-grey" if is_mixed else None
