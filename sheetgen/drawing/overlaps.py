"""What must not happen on a page: elements over each other, or out of the panel that they belong to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Path, Rect, Scene, Shape, Text, bounds

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
    xs = [x for _, values in shape.commands for x in values[::2]]
    ys = [y for _, values in shape.commands for y in values[1::2]]
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
            rect = self._read(item, "", is_inside=False)
            if rect is not None:
                self._keep(item, rect, "", page, "the page")
        return [*self.outside, *_over_each_other([*self.elements, *self.loose_texts]), *_over_each_other(self.texts)]

    def _read(self, item: Item, panel: str, *, is_inside: bool) -> Rect | None:
        """Read an item of a panel, perhaps inside an element; return its place, None if nothing is drawn."""
        if not isinstance(item, Group):
            return self.measure(item)
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
        for inner in item.items:
            rect = self._read(inner, item.id or panel, is_inside=is_held)
            if rect is None:  # such as the tracks of a game without actions
                continue
            rects.append(rect)
            if isinstance(inner, Text):
                self.texts.append((item.id or panel, rect))
                if not is_held:
                    self.loose_texts.append((item.id or panel, rect))
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


def _around(rects: list[Rect]) -> Rect:
    left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)


def _over_each_other(places: Iterable[tuple[str, Rect]]) -> Iterator[Overlap]:
    """Each pair of places that overlap by more than the slack."""
    near: list[tuple[str, Rect]] = []
    for name, rect in sorted(places, key=lambda place: place[1].x):
        near = [(other, place) for other, place in near if place.right > rect.x]
        for other, place in near:
            if rect.overlaps(place, SLACK):
                width = min(rect.right, place.right) - rect.x
                height = min(rect.bottom, place.bottom) - max(rect.y, place.y)
                yield Overlap(name, other, min(width, height))
        near.append((name, rect))


__all__ = ["Overlap", "overlaps", "require_clear"]
