"""The two faces of every sheet, measured with their real metrics."""

from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sheetgen.drawing.scene import DrawingError

# Name in the scene → package and file. The display face is for numbers and titles, the text face for everything else.
FACES = {
    "display": ("font_fredoka_one", "FredokaOne-Regular.ttf"),
    "text": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "strong": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}


@dataclass(frozen=True)
class Face:
    """A font: where it lies, and how wide its letters are in ems."""

    name: str
    path: Path
    widths: dict[int, float] = field(repr=False)
    cap_height: float = 0.7

    def width(self, text: str, size: float) -> float:
        """How wide a text is in millimetres; raise DrawingError for what the font cannot draw."""
        total = 0.0
        for character in text:
            advance = self.widths.get(ord(character))
            if advance is None:
                code = f"U+{ord(character):04X}"
                raise DrawingError(f"the {self.name} face has no {character!r} ({code}) for the text {text!r}")
            total += advance
        return total * size

    def settled(self, text: str) -> str:
        """A text whose special spaces are plain ones where the font lacks them: on one line they make no difference."""
        for space in "\u00a0\u2009\u202f":
            if ord(space) not in self.widths:
                text = text.replace(space, " ")
        return text


@cache
def face(name: str) -> Face:
    """Load a face.

    >>> round(face("display").width("12", 10), 1)
    10.2
    """
    from fontTools.ttLib import TTFont

    package, file = FACES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the font package {package} is not installed")
    path = Path(spec.origin).parent / "files" / file
    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        widths = {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        return Face(name, path, widths, font["OS/2"].sCapHeight / em)
