"""From what is drawn to the words that say so, and back: element ids, paths in the file, lines."""

import re
from collections.abc import Iterable, Iterator

from sheetgen.layout import Layout, SheetEdition, Zone
from sheetgen.layout.nodes import Block, Listing, Node, Scalar, child
from sheetgen.layout.problems import Mark
from sheetgen.layout.sheet import MorePanels

Steps = tuple[str | int, ...]
_GRID = re.compile(r"r([0-9]+)c([0-9]+)\Z")
# Stars by the word in their id, and the parts of `points` or `value` that print them.
_STARS: dict[str, tuple[Steps, ...]] = {
    "column": (("points", "full columns"),),
    "row": (("points", "full rows"),),
    "count": (("points", "by count"), ("points", "per row by count")),
    "cell": (("points", "above the last"), ("points", "outermost both ways")),
    "factor": (("value", "half or star"), ("value", "times")),
}
# Other panels and parts of the sheet, by the first word of their id.
_HEAD: dict[str, Steps] = {
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


def steps_of(own_id: str, edition: SheetEdition) -> Steps | None:
    """The path of what an element shows, in the words of a model; None if it shows nothing of the file.

    >>> from sheetgen.layout import read
    >>> steps_of("blue.r2c3", read("classic").edition), steps_of("round.badge.2", read("classic").edition)
    (('zones', 'blue', 'cells', 1, 2), ('rounds', 'bonuses', 1))
    """
    first, _, rest = own_id.partition(".")
    if first in edition.zones and rest:
        return ("zones", first, *_in_zone(rest, edition.zones[first]))
    if own_id.startswith("zone-") and own_id[5:] in edition.zones:
        return ("zones", own_id[5:])
    if first == "round":
        kind, _, number = rest.rpartition(".")
        return ("rounds", "bonuses", int(number) - 1) if kind == "badge" else ("rounds", "by players")
    if first == "rating" and edition.solo is not None:
        bands = [str(band.from_) for band in edition.solo.ratings]
        return ("solo", "ratings", bands.index(rest)) if rest in bands else ("solo", "ratings")
    return _track(own_id, edition) or _HEAD.get(first)


def _track(own_id: str, edition: SheetEdition) -> Steps | None:
    """The slot of an action, or the badge at its end."""
    for name, action in edition.actions.items():
        for kind in action.tracks(name):
            label = name if action.lists is None else f"{name}.{kind}"
            slot = own_id.removeprefix(label.replace(" ", "-") + ".")
            inner: Steps = ("actions", name) if action.lists is None else ("actions", name, "lists", kind)
            if slot == "badge.end":
                return (*inner, "end")
            if slot != own_id and slot.isdecimal():
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
        kinds = {part.kind for part in zone.points.parts} | {zone.value.kind}
        for key, part in _STARS.get(word, ()):
            if part in kinds and number.isdecimal():
                return (key, part, int(number) - 1)
        return ("points",)
    if match := _GRID.match(rest):
        return ("cells", int(match[1]) - 1, int(match[2]) - 1)
    return ("cells", int(rest) - 1) if rest.isdecimal() else ("points",)


class Places:
    """Where every drawn thing stands in the file, and what every line of the file draws."""

    def __init__(self, layout: Layout, ids: Iterable[str]) -> None:
        self.marks: dict[str, Mark] = {}
        self._own = layout.root.mark.file
        self._exact: dict[Steps, list[str]] = {}
        self._below: dict[Steps, list[str]] = {}
        if not isinstance(layout.edition, SheetEdition):
            self._lines: dict[int, list[Steps]] = {}
            return
        for own_id in dict.fromkeys(ids):
            steps = steps_of(own_id, layout.edition) if own_id else None
            if steps is not None:
                self._add(own_id, *_follow(layout.root, steps))
        self._add_arrangement(layout.root, layout.edition)
        self._lines = {}
        for steps, mark in _marks(layout.root, ()):
            if mark.file == self._own:
                self._lines.setdefault(mark.line, []).append(steps)

    def _add(self, own_id: str, steps: Steps, mark: Mark) -> None:
        if not steps:
            return
        self.marks[own_id] = mark
        self._exact.setdefault(steps, []).append(own_id)
        for size in range(1, len(steps)):
            self._below.setdefault(steps[:size], []).append(own_id)

    def _add_arrangement(self, root: Node, edition: SheetEdition) -> None:
        """A strip of the arrangement shows its panels."""
        strips = [(("sheet", "rows", i), row) for i, row in enumerate(edition.sheet.rows)]
        if isinstance(edition.back, MorePanels):
            strips += [(("back", "rows", i), row) for i, row in enumerate(edition.back.rows)]
        for steps, row in strips:
            taken, _ = _follow(root, steps)
            for name in row.flat:
                self._exact.setdefault(taken, []).append(f"zone-{name}" if name in edition.zones else name)

    def by_id(self) -> dict[str, list[object]]:
        """Per element its line and column; those of another file also with its name."""
        return {
            own_id: [mark.line, mark.column] if mark.file == self._own else [mark.line, mark.column, mark.file]
            for own_id, mark in self.marks.items()
        }

    def by_line(self) -> dict[int, list[str]]:
        """Per line of the own file the elements that it draws."""
        found: dict[int, list[str]] = {}
        for line, paths in self._lines.items():
            ids = [own_id for steps in paths for own_id in self._drawn_by(steps)]
            if ids:
                found[line] = list(dict.fromkeys(ids))
        return found

    def _drawn_by(self, steps: Steps) -> list[str]:
        """What a path draws: itself, else what lies below it, else what it belongs to."""
        own = self._exact.get(steps) or self._below.get(steps)
        while not own and len(steps) > 1:
            steps = steps[:-1]
            own = self._exact.get(steps)
        return own or []


def _follow(node: Node, steps: Steps) -> tuple[Steps, Mark]:
    """Walk along a path as far as the file has it; steps that it writes shorter are passed over."""
    taken: list[str | int] = []
    mark = node.mark
    for step in steps:
        found = child(node, step)
        if found is not None:
            taken.append(step)
            mark = found.node.mark if isinstance(found.node, Scalar) or isinstance(node, Listing) else found.mark
            node = found.node
    return tuple(taken), mark


def _marks(node: Node, steps: Steps) -> Iterator[tuple[Steps, Mark]]:
    """Every key and value with its path."""
    if isinstance(node, Block):
        for key, entry in node.entries.items():
            yield (*steps, key), entry.mark
            if entry.node.mark.line != entry.mark.line and isinstance(entry.node, Scalar):
                yield (*steps, key), entry.node.mark
            yield from _marks(entry.node, (*steps, key))
    elif isinstance(node, Listing):
        for index, item in enumerate(node.items):
            yield (*steps, index), item.mark
            yield from _marks(item, (*steps, index))
