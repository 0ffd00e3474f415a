"""Which element of a drawn sheet stands in which line of the layout file, and back."""

import re
from collections.abc import Callable, Iterable, Iterator, Sized

from sheetgen.layout import Layout, SheetEdition, Zone
from sheetgen.layout.nodes import Block, Listing, Node, Scalar, child
from sheetgen.layout.parts.points import PointsRule
from sheetgen.layout.problems import Mark
from sheetgen.layout.sheet import MorePanels

Steps = tuple[str | int, ...]
_GRID = re.compile(r"r([0-9]+)c([0-9]+)\Z")
# Stars of `points` by the word in their id, and which of them a part prints.
_STARS: dict[str, Callable[[PointsRule], Sized]] = {
    "column": lambda part: part.column_stars,
    "row": lambda part: part.row_stars,
    "count": lambda part: part.count_ladder,
    "cell": lambda part: part.cell_stars,
}
# Paths of other panels and parts of the sheet, by the first word of their id.
_PANELS: dict[str, Steps] = {
    "title": ("title",),
    "rounds": ("rounds",),
    "dice": ("dice",),
    "slot": ("die slots",),
    "actions": ("actions",),
    "imprint": ("credits", "author"),
    "ratings": ("solo", "ratings"),
    "passive": ("solo", "platter"),
    "game": ("back", "score table"),
}


def steps_of(element: str, edition: SheetEdition) -> Steps | None:
    """Return the path of what an element shows, in the keys of the layout; None if it shows nothing of the file.

    >>> from sheetgen.layout import read
    >>> steps_of("blue.r2c3", read("classic").edition), steps_of("round.badge.2", read("classic").edition)
    (('zones', 'blue', 'cells', 1, 2), ('rounds', 'bonuses', 1))
    """
    first, _, rest = element.partition(".")
    if first in edition.zones and rest:
        return ("zones", first, *_in_zone(rest, edition.zones[first]))
    if element.startswith("zone-") and element[5:] in edition.zones:
        return ("zones", element[5:])
    if first == "round":
        kind, _, number = rest.rpartition(".")
        return ("rounds", "bonuses", int(number) - 1) if kind == "badge" else ("rounds", "by players")
    if first == "rating" and edition.solo is not None:
        bands = [str(band.from_) for band in edition.solo.ratings]
        return ("solo", "ratings", bands.index(rest)) if rest in bands else ("solo", "ratings")
    return _track(element, edition) or _PANELS.get(first)


def _track(element: str, edition: SheetEdition) -> Steps | None:
    """The slot of an action, or the badge at its end."""
    for name, action in edition.actions.items():
        for kind in action.tracks(name):
            label = name if action.lists is None else f"{name}.{kind}"
            slot = element.removeprefix(label.replace(" ", "-") + ".")
            inner: Steps = ("actions", name) if action.lists is None else ("actions", name, "lists", kind)
            if slot == "badge.end":
                return (*inner, "end")
            if slot != element and slot.isdecimal():
                return (*inner, "slots", int(slot) - 1)
    return None


def _in_zone(rest: str, zone: Zone) -> Steps:
    kind, _, inner = rest.partition(".")
    if kind == "badge":
        for badge in zone.badges:
            if inner in (".".join(badge.cells), ".".join(map(str, badge.path)).replace(" ", "-")):
                return ("bonus", *badge.path)
        return ("bonus",)
    if kind == "star":
        word, _, number = inner.partition(".")
        if not number.isdecimal():
            return ("points",)
        if word == "factor":
            return ("value", zone.value.kind, int(number) - 1)
        printing = (part for part in zone.points.parts if word in _STARS and _STARS[word](part))
        part = next(printing, None)
        return ("points",) if part is None else ("points", part.kind, int(number) - 1)
    if match := _GRID.match(rest):
        return ("cells", int(match[1]) - 1, int(match[2]) - 1)
    return ("cells", int(rest) - 1) if rest.isdecimal() else ("points",)


class SourceMap:
    """The position in the file of each drawn element, and the elements that each line of the file draws."""

    def __init__(self, layout: Layout, ids: Iterable[str]) -> None:
        self._positions: dict[str, Mark] = {}
        self._file = layout.root.mark.file
        self._exact: dict[Steps, list[str]] = {}
        self._below: dict[Steps, list[str]] = {}
        if not isinstance(layout.edition, SheetEdition):
            self._lines: dict[int, list[Steps]] = {}
            return
        for element in dict.fromkeys(ids):
            steps = steps_of(element, layout.edition) if element else None
            if steps is not None:
                self._add(element, *_follow(layout.root, steps))
        self._add_arrangement(layout.root, layout.edition)
        self._lines = {}
        for steps, mark in _positions(layout.root, ()):
            if mark.file == self._file:
                self._lines.setdefault(mark.line, []).append(steps)

    def _add(self, element: str, steps: Steps, mark: Mark) -> None:
        if not steps:
            return
        self._positions[element] = mark
        self._exact.setdefault(steps, []).append(element)
        for size in range(1, len(steps)):
            self._below.setdefault(steps[:size], []).append(element)

    def _add_arrangement(self, root: Node, edition: SheetEdition) -> None:
        """Let each row of the arrangement draw its panels."""
        strips = [(("sheet", "rows", i), row) for i, row in enumerate(edition.sheet.rows)]
        if isinstance(edition.back, MorePanels):
            strips += [(("back", "rows", i), row) for i, row in enumerate(edition.back.rows)]
        for steps, row in strips:
            taken, _ = _follow(root, steps)
            for name in row.flat:
                self._exact.setdefault(taken, []).append(f"zone-{name}" if name in edition.zones else name)

    def by_element(self) -> dict[str, list[object]]:
        """Return the line and column of each element; for another file than that of the layout also its name."""
        return {
            element: [mark.line, mark.column] if mark.file == self._file else [mark.line, mark.column, mark.file]
            for element, mark in self._positions.items()
        }

    def by_line(self) -> dict[int, list[str]]:
        """Return the elements that each line of the layout's own file draws."""
        elements: dict[int, list[str]] = {}
        for line, paths in self._lines.items():
            ids = [element for steps in paths for element in self._drawn_by(steps)]
            if ids:
                elements[line] = list(dict.fromkeys(ids))
        return elements

    def _drawn_by(self, steps: Steps) -> list[str]:
        """Return the elements of a path: its own, else those below it, else those of the nearest path above it."""
        elements = self._exact.get(steps) or self._below.get(steps)
        while not elements and len(steps) > 1:
            steps = steps[:-1]
            elements = self._exact.get(steps)
        return elements or []


def _follow(node: Node, steps: Steps) -> tuple[Steps, Mark]:
    """Follow a path as far as the file has it; return the steps that are there, and the position of the last one.

    A step that the file leaves out, since it uses a short form, is skipped.
    """
    taken: list[str | int] = []
    mark = node.mark
    for step in steps:
        entry = child(node, step)
        if entry is not None:
            taken.append(step)
            mark = entry.node.mark if isinstance(entry.node, Scalar) or isinstance(node, Listing) else entry.mark
            node = entry.node
    return tuple(taken), mark


def _positions(node: Node, steps: Steps) -> Iterator[tuple[Steps, Mark]]:
    """The path and the position of every key and value."""
    if isinstance(node, Block):
        for key, entry in node.entries.items():
            yield (*steps, key), entry.mark
            if entry.node.mark.line != entry.mark.line and isinstance(entry.node, Scalar):
                yield (*steps, key), entry.node.mark
            yield from _positions(entry.node, (*steps, key))
    elif isinstance(node, Listing):
        for index, item in enumerate(node.items):
            yield (*steps, index), item.mark
            yield from _positions(item, (*steps, index))
