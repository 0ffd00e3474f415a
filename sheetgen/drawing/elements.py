"""What a drawn element shows: from the id of a group of a scene to the path of its value in the layout."""

import re
from collections.abc import Callable, Sized

from sheetgen.layout import SheetEdition, Zone
from sheetgen.layout.nodes import Steps
from sheetgen.layout.parts.points_rule import PointsRule
from sheetgen.layout.zone import Badge

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


def steps_of(element_id: str, edition: SheetEdition) -> Steps | None:
    """Return the path of what an element shows, in the keys of the layout; None if it shows nothing of the file.

    >>> from sheetgen.layout import read
    >>> steps_of("blue.r2c3", read("classic").edition), steps_of("round.badge.2", read("classic").edition)
    (('zones', 'blue', 'cells', 1, 2), ('rounds', 'bonuses', 1))
    """
    first, _, rest = element_id.partition(".")
    if first in edition.zones and rest:
        return ("zones", first, *_in_zone(rest, edition.zones[first]))
    if element_id.startswith("zone-") and element_id[5:] in edition.zones:
        return ("zones", element_id[5:])
    if first == "round":
        kind, _, number = rest.rpartition(".")
        return ("rounds", "bonuses", int(number) - 1) if kind == "badge" else ("rounds", "by players")
    if first == "rating" and edition.solo is not None:
        bands = [str(band.from_) for band in edition.solo.ratings]
        return ("solo", "ratings", bands.index(rest)) if rest in bands else ("solo", "ratings")
    return _track(element_id, edition) or _PANELS.get(first)


def badge_ids(zone: str, badge: Badge) -> tuple[str, ...]:
    """Return the ids that a badge of a zone may be drawn with; a sheet has one of them."""
    return tuple(f"{zone}.badge.{place}" for place in _badge_places(badge))


def _badge_places(badge: Badge) -> tuple[str, str]:
    return ".".join(badge.cells), ".".join(map(str, badge.path)).replace(" ", "-")


def _track(element_id: str, edition: SheetEdition) -> Steps | None:
    """Return the path of a slot of an action, or of the badge at its end; None for any other element."""
    for name, action in edition.actions.items():
        for kind in action.tracks(name):
            label = name if action.lists is None else f"{name}.{kind}"
            slot = element_id.removeprefix(label.replace(" ", "-") + ".")
            inner: Steps = ("actions", name) if action.lists is None else ("actions", name, "lists", kind)
            if slot == "badge.end":
                return (*inner, "end")
            if slot != element_id and slot.isdecimal():
                return (*inner, "slots", int(slot) - 1)
    return None


def _in_zone(rest: str, zone: Zone) -> Steps:
    kind, _, inner = rest.partition(".")
    if kind == "badge":
        for badge in zone.badges:
            if inner in _badge_places(badge):
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
    if kind == "sign":
        return ("accepts",)
    if match := _GRID.match(rest):
        return ("cells", int(match[1]) - 1, int(match[2]) - 1)
    return ("cells", int(rest) - 1) if rest.isdecimal() else ("points",)
