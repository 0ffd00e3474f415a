"""What a page paints: areas, lines, text and pictures, each with its place, colour and manner."""

from dataclasses import dataclass, field
from typing import Literal

from sheetgen.press.preflight.colours import Colour, Space
from sheetgen.press.preflight.fonts import Font
from sheetgen.press.preflight.geometry import Box, Outline, Point

Kind = Literal["area", "line", "text", "image", "shading"]
NAMES = {"area": "an area", "line": "a line", "text": "text", "image": "an image", "shading": "a shading"}


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """One thing on the page; `box` is what shows of it inside its clip."""

    kind: Kind
    box: Box
    colour: Colour | None = None  # None: many, see `spaces` and `samples`
    outline: Outline = ()  # of areas, images and shadings, in points of the page
    even_odd: bool = False
    overprints: bool = False
    overprint_mode: int = 0
    width: float = 0.0  # of lines
    size: float = 0.0  # of type
    font: Font | None = None
    transparent: str = ""  # why what lies below shines through
    exact: bool = True  # False inside patterns, where the place is only that of the whole
    stroked: bool = False  # an area whose outline is drawn as well
    spaces: tuple[Space, ...] = ()  # of images and shadings
    samples: tuple[Colour, ...] = ()  # colours found in images and shadings

    @property
    def name(self) -> str:
        """The word for it in a sentence."""
        return NAMES[self.kind]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Every colour known."""
        return (self.colour,) if self.colour is not None else self.samples

    @property
    def middle(self) -> Point:
        """A point that it surely paints: on the way of a line, else in the middle."""
        if self.kind == "line" and self.outline:
            (x1, y1), (x2, y2) = self.outline[0][:2]
            return (x1 + x2) / 2, (y1 + y2) / 2
        return self.box.centre

    @property
    def is_ground(self) -> bool:
        """Whether it covers what lies beneath, at a place that is known."""
        return self.exact and self.kind in ("area", "image", "shading")

    @property
    def is_blank(self) -> bool:
        """Whether it leaves the paper as it is: white, or nothing at all."""
        return self.colour is not None and self.colour.inks == {} and not self.colour.pattern


@dataclass(frozen=True, slots=True)
class Note:
    """Something wrong with a stream itself."""

    code: str
    what: str
    expected: str


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Things painted one after another; the same object wherever the same stream is drawn in the same manner."""

    painted: tuple[Painted, ...] = ()
    notes: tuple[Note, ...] = ()
    grounds: tuple[Painted, ...] = ()  # those that cover what lies beneath


@dataclass(slots=True)
class Sketch:
    """A layer under way."""

    painted: list[Painted] = field(default_factory=list)
    notes: dict[Note, None] = field(default_factory=dict)

    def layer(self) -> Layer:
        """What it has become."""
        grounds = tuple(thing for thing in self.painted if thing.is_ground)
        return Layer(tuple(self.painted), tuple(self.notes), grounds)
