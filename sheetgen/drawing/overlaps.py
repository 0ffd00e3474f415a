"""What must not happen on a page: elements over each other, or out of the panel that they belong to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from sheetgen.drawing.scene import (
    Box,
    Circle,
    DrawingError,
    Group,
    Item,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    shared,
)

SLACK = 0.02  # millimetres that nobody sees; files are written with hundredths
_FRAMED = ("zone-", "round.", "slot.", "actions")  # groups whose first shape is a box that holds the others


@dataclass(frozen=True)
class Overlap:
    """An element that lies over another one, or reaches out of it, by so many millimetres."""

    element: str
    other: str
    by: float
    outside: bool = False

    def __str__(self) -> str:
        verb = "reaches {by:.1f} mm out of" if self.outside else "lies {by:.1f} mm over"
        return f"{self.element} {verb.format(by=self.by)} {self.other}"


def require_clear(scene: Scene) -> None:
    """Raise DrawingError with the first element of a page that lies over another one or leaves its panel."""
    found = overlaps(scene)
    if found:
        others = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise DrawingError(f"{found[0]}{others}: use a larger sheet or fewer badges", element=found[0].element)


def overlaps(scene: Scene) -> list[Overlap]:
    """Return what lies over something else on a page or leaves its panel."""
    # Control points of curves are measured first, which is quick; they may reach farther than the curves.
    return _Reading(bounds).found(scene) if _Reading(_with_control_points).found(scene) else []


def _with_control_points(shape: Shape) -> Rect:
    if not isinstance(shape, Path):
        return shape.rect
    numbers = list(chain.from_iterable([values for _, values in shape.commands]))
    xs, ys = numbers[::2], numbers[1::2]
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


@dataclass
class _Reading:
    """The places of the elements and texts of a page, read in one pass with a function that measures a shape."""

    measure: Callable[[Shape], Rect]
    outside: list[Overlap] = field(default_factory=list)
    elements: list[tuple[str, Rect]] = field(default_factory=list)
    texts: list[tuple[str, Rect]] = field(default_factory=list)
    loose_texts: list[tuple[str, Rect]] = field(default_factory=list)  # that belong to no element

    def found(self, scene: Scene) -> list[Overlap]:
        """What is wrong on a page."""
        page = Rect(0, 0, scene.width, scene.height)
        for item in scene.items:
            rect: Rect | None
            if isinstance(item, Group):
                panel, rect = shared(item, self.measure, partial(_read_panel, item, self.measure))
                self.outside += panel.outside
                self.elements += panel.elements
                self.texts += panel.texts
                self.loose_texts += panel.loose_texts
            else:
                rect = self.place(item)
            if rect is not None:
                self._keep(item, rect, "", page, "the page")
        return [*self.outside, *_over_each_other([*self.elements, *self.loose_texts]), *_over_each_other(self.texts)]

    def place(self, shape: Shape) -> Rect:
        """The place of a shape."""
        return self.measure(shape) if isinstance(shape, Path | Circle) else shape.rect

    def read(self, item: Group, panel: str, *, is_inside: bool) -> Rect | None:
        """Read a group of a panel, perhaps inside an element; return its place, None if nothing is drawn."""
        is_badge = ".badge." in item.id or ".star." in item.id
        first = item.items[0] if item.items else None
        is_circle = isinstance(first, Circle) and ".sign." not in item.id
        is_cell = isinstance(first, Box) and panel.startswith("zone-")
        is_element = bool(item.id) and not is_inside and (is_badge or is_circle or is_cell)
        # Signs lie on the edges of cells.
        is_held = is_inside or is_element or ".sign." in item.id
        frame = first if isinstance(first, Box) and item.id.startswith(_FRAMED) and not is_badge else None
        edge = None if frame is None else frame.rect.inset(-frame.paint.width / 2)
        rects = []
        panel = item.id or panel
        rect: Rect | None
        for inner in item.items:
            if isinstance(inner, Group):
                rect = self.read(inner, panel, is_inside=is_held)
                if rect is None:  # such as the tracks of a game without actions
                    continue
            else:
                rect = self.place(inner)
            rects.append(rect)
            if isinstance(inner, Text):
                self.texts.append((panel, rect))
                if not is_held:
                    self.loose_texts.append((panel, rect))
            if edge is not None:
                self._keep(inner, rect, item.id, edge, item.id)
        if not rects:
            return None
        around = _around(rects)
        if is_element:
            self.elements.append((item.id, around if is_badge else rects[0]))
        return around

    def _keep(self, item: Item, rect: Rect, panel: str, frame: Rect, name: str) -> None:
        """Note an item that reaches out of a frame."""
        by = max(frame.x - rect.x, frame.y - rect.y, rect.right - frame.right, rect.bottom - frame.bottom)
        if by > SLACK:
            element = item.id if isinstance(item, Group) and item.id else panel
            self.outside.append(Overlap(element, name, by, outside=True))


def _read_panel(panel: Group, measure: Callable[[Shape], Rect]) -> tuple[_Reading, Rect | None]:
    """Read one panel of a page; return what was read, and its place."""
    reading = _Reading(measure)
    return reading, reading.read(panel, "", is_inside=False)


def _around(rects: list[Rect]) -> Rect:
    if len(rects) == 1:
        return rects[0]
    left, top = min([rect.x for rect in rects]), min([rect.y for rect in rects])
    right, bottom = max([rect.x + rect.width for rect in rects]), max([rect.y + rect.height for rect in rects])
    return Rect(left, top, right - left, bottom - top)


def _over_each_other(places: Iterable[tuple[str, Rect]]) -> Iterator[Overlap]:
    """Each pair of places that overlap by more than the slack."""
    near: list[tuple[float, float, float, str]] = []  # right, top and bottom of those that reach so far, and the name
    for name, rect in sorted(places, key=lambda place: place[1].x):
        left, right, top, bottom = rect.x, rect.right, rect.y, rect.bottom
        near = [place for place in near if place[0] > left]
        for end, upper, lower, other in near:  # hardly any of the many pairs share a height, so that is asked first
            if upper < bottom - SLACK and top < lower - SLACK and left < end - SLACK and left < right - SLACK:
                yield Overlap(name, other, min(right - left, end - left, min(bottom, lower) - max(top, upper)))
        near.append((right, top, bottom, name))


__all__ = ["Overlap", "overlaps", "require_clear"]
