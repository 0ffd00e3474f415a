"""What lies beneath a thing: the areas painted before it, from the top down."""

from collections.abc import Iterator, Sequence

from sheetgen.press.preflight.budget import Budget
from sheetgen.press.preflight.colours import CMYK, PROCESS, Colour
from sheetgen.press.preflight.geometry import Point, covers
from sheetgen.press.preflight.painted import Layer, Painted

LOOKS_PER_STEP = 100  # a look at a box is cheap


class Ground:
    """Everything that is painted before one thing."""

    def __init__(self, below: Sequence[Layer], budget: Budget) -> None:
        self.below, self.budget = below, budget
        self.own: list[Painted] = []  # grounds of the same layer, so far

    def add(self, thing: Painted) -> None:
        """Let a thing be beneath those that follow."""
        if thing.is_ground:
            self.own.append(thing)

    def beneath(self, point: Point) -> Iterator[Painted]:
        """The things that cover a point, the topmost first."""
        x, y = point
        for things in (self.own, *(layer.grounds for layer in reversed(self.below))):
            self.budget.spend(1 + len(things) // LOOKS_PER_STEP)
            for thing in reversed(things):
                left, bottom, right, top = thing.box
                if left <= x <= right and bottom <= y <= top and _covers(thing, x, y):
                    yield thing

    def inks(self, point: Point) -> dict[str, float] | None:
        """The inks at a point; None where they are not known."""
        inks: dict[str, float] = {}
        for thing in self.beneath(point):
            own = thing.colour.inks if thing.colour is not None else None
            if own is None:
                return None
            inks = own | inks
            if not overprints(thing):
                break
        return inks

    def lightness(self, point: Point) -> float | None:
        """How light it is at a point; bare paper is 1."""
        top = next(self.beneath(point), None)
        if top is None:
            return 1.0
        if top.colour is None:
            return None
        if overprints(top):
            inks = self.inks(point)
            if inks is not None and all(name in PROCESS for name in inks):
                return Colour(CMYK, tuple(inks.get(name, 0.0) for name in PROCESS)).lightness
        return top.colour.lightness


def overprints(thing: Painted) -> bool:
    """Whether inks that a thing does not use stay beneath it.

    In process colours that takes overprint mode 1; a spot leaves other plates alone in any mode.
    """
    if not thing.overprints or thing.colour is None:
        return False
    space = thing.colour.space
    return space.kind == "spots" or (space.kind == "cmyk" and thing.overprint_mode == 1)


def _covers(thing: Painted, x: float, y: float) -> bool:
    return covers(thing.outline, x, y, even_odd=thing.even_odd) if thing.outline else True
