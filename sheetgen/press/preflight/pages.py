"""What is on a page: its boxes, and layers of areas, lines, text and pictures."""

from dataclasses import dataclass
from typing import Literal

from sheetgen.press.preflight.colour import Colour, Space
from sheetgen.press.preflight.fonts import Font
from sheetgen.press.preflight.objects import MM, Extent, Outline, Point, bounds
from sheetgen.press.preflight.report import Fault

ObjectKind = Literal["area", "line", "text", "image", "shading"]
NAMES = {"area": "an area", "line": "a line", "text": "text", "image": "an image", "shading": "a shading"}
LETTER = Extent(0, 0, 612, 792)
LEAST_BOX = 1 * MM


@dataclass(frozen=True, slots=True, eq=False)
class PageObject:
    """One thing that is painted; `extent` is what shows of it inside its clip, in points of the page."""

    kind: ObjectKind
    extent: Extent
    colour: Colour | None = None  # None: many, see `space` and `samples`
    outline: Outline = ()
    even_odd: bool = False
    overprint: bool = False
    overprint_mode: int = 0
    width: float = 0.0  # of lines
    size: float = 0.0  # of type
    font: Font | None = None
    transparent: str = ""  # why things below shine through
    exact: bool = True  # False inside patterns and drawn glyphs: the place is that of the whole
    stroked: bool = False  # an area whose outline is drawn as well
    space: Space | None = None  # of images and shadings
    samples: tuple[Colour, ...] = ()  # some colours of images and shadings

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
            return bounds(self.outline[0][:2]).centre
        return self.extent.centre

    @property
    def covers_below(self) -> bool:
        """Whether it hides what is below, at a place that is known."""
        return self.exact and self.kind in ("area", "image", "shading")

    @property
    def is_blank(self) -> bool:
        """Whether it leaves the paper as it is."""
        return self.colour is not None and self.colour.inks == {} and not self.colour.pattern

    @property
    def keeps_below(self) -> bool:
        """Whether inks that it does not use stay; in process colours that takes overprint mode 1."""
        kind = self.colour.space.kind if self.overprint and self.colour is not None else None
        return kind == "spots" or (kind == "cmyk" and self.overprint_mode == 1)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Objects painted one after another; the same Layer wherever the same stream is drawn in the same manner."""

    objects: tuple[PageObject, ...] = ()
    faults: tuple[Fault, ...] = ()
    covering: tuple[PageObject, ...] = ()  # those that hide what is below


@dataclass(frozen=True, slots=True)
class DistinctPage:
    """One page, or several that are the same."""

    numbers: tuple[int, ...]  # from 1
    boxes: dict[str, Extent | None]  # as the file says; None if a box is not four numbers
    rotation: float
    unit: float
    layers: tuple[Layer, ...]
    annotations: tuple[tuple[str, Extent | None], ...]  # the kind and place of each
    faults: tuple[Fault, ...]

    def box(self, name: str) -> Extent | None:
        """A box of the page that something fits into."""
        box = self.boxes.get(name)
        return box if box is not None and min(box.width, box.height) >= LEAST_BOX else None

    @property
    def has_cut(self) -> bool:
        """Whether it is known where the page is cut; without that, nobody can tell what is too near to it."""
        trim, bleed = self.box("TrimBox"), self.box("BleedBox")
        if trim is None or bleed is None:
            return trim is not None
        return self.media.contains(bleed, LEAST_BOX) and bleed.contains(trim, LEAST_BOX)

    @property
    def media(self) -> Extent:
        """The paper."""
        return self.box("MediaBox") or LETTER

    @property
    def trim(self) -> Extent:
        """Where it is cut; without a TrimBox at the edge of the paper."""
        return self.box("TrimBox") or self.box("CropBox") or self.media

    @property
    def bleed(self) -> Extent:
        """How far artwork may reach; without a BleedBox to the cut."""
        return self.box("BleedBox") or self.trim
