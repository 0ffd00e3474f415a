"""The sheet's arrangement, its back, players and ratings."""

from collections.abc import Iterator
from itertools import pairwise

from sheetgen.layout.loading import Layout
from sheetgen.layout.problems import Problem, Severity, brief, did_you_mean
from sheetgen.layout.sheet import MorePanels, OtherEdition, Row, SheetEdition
from sheetgen.layout.walk import Steps
from sheetgen.resources import shipped_layouts

FIXED_PANELS = ("rounds", "dice", "actions")


def panels(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Every zone stands on the sheet once, and nothing else but the fixed panels."""
    known = (*FIXED_PANELS, *edition.zones)
    places: dict[str, list[Steps]] = {}
    meant = ""
    for steps, row in _strips(edition):
        for place, name in _places(steps, row):
            places.setdefault(name, []).append(place)
            if name not in known:
                hint = did_you_mean(name, known)
                meant += hint
                message = f"there is no panel {brief(name)}"
                yield layout.problem(place, message, hint or f"known are {', '.join(known)}")
        if row.widths is not None and len(row.widths) != len(row.panels):
            message = f"expected {len(row.panels)} widths, one per panel, found {len(row.widths)}"
            yield layout.problem((*steps, "widths"), message)
    for name in known:
        first, *more = places.get(name, [()])
        for place in more:
            before = layout.problem(first, "").mark
            yield layout.problem(
                place,
                f"{name} stands on the sheet twice",
                f"first on line {before.line}, column {before.column}",
            )
        # A panel that was only misspelt is on the sheet as soon as its name is right.
        if not first and f"'{name}'" not in meant and not (name == "actions" and not edition.actions):
            place = layout.own(("sheet", "rows"), ("zones", name))
            yield layout.problem(place, f"{name} is not on the sheet", f"add {name} to a row of the sheet")
    if isinstance(edition.back, OtherEdition) and edition.back.id not in shipped_layouts():
        hint = did_you_mean(edition.back.id, shipped_layouts())
        yield layout.problem(
            ("back", "edition", "id"),
            f"there is no edition {brief(edition.back.id)}",
            hint or f"shipped are {', '.join(shipped_layouts())}",
        )


def _strips(edition: SheetEdition) -> Iterator[tuple[Steps, Row]]:
    """All strips of the front and of a second page, with their paths."""
    for i, row in enumerate(edition.sheet.rows):
        yield ("sheet", "rows", i), row
    if isinstance(edition.back, MorePanels):
        for i, row in enumerate(edition.back.rows):
            yield ("back", "rows", "rows", i), row


def _places(steps: Steps, row: Row) -> Iterator[tuple[Steps, str]]:
    """All panels of a strip, with their paths."""
    for i, panel in enumerate(row.panels):
        if isinstance(panel, str):
            yield (*steps, "panels", i), panel
        else:
            yield from (((*steps, "panels", i, j), name) for j, name in enumerate(panel))


def players(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Player counts go on without a gap, and the dice suffice."""
    yield from player_counts(layout, edition.rounds.by_players)
    if edition.solo is not None and edition.solo.platter > len(edition.dice):
        yield layout.problem(
            ("solo", "platter"),
            f"sends {edition.solo.platter} dice to the platter, but there are {len(edition.dice)}",
        )


def player_counts(layout: Layout, by_players: dict[int, int]) -> Iterator[Problem]:
    """Player counts go from 1 to 8 at most, without a gap."""
    counts = sorted(by_players)
    where = ("rounds", "by players")
    if not counts:
        yield layout.problem(where, "says for no number of players how many rounds to play")
    elif counts[0] < 1 or counts[-1] > 8:
        yield layout.problem(where, f"expected 1 to 8 players, found {counts[0] if counts[0] < 1 else counts[-1]}")
    elif counts != list(range(counts[0], counts[-1] + 1)):
        gap = next(n for n in range(counts[0], counts[-1]) if n not in counts)
        message = f"says nothing about {gap} players, but about {counts[-1]}"
        yield layout.problem(where, message)


def ratings(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Rating bands fall from the best to the worst."""
    bands = edition.solo.ratings if edition.solo is not None else ()
    for i, (upper, lower) in enumerate(pairwise(bands)):
        if lower.from_ >= upper.from_:
            message = f"{lower.from_} is not below {upper.from_}, the band before"
            yield layout.problem(("solo", "ratings", i + 1, "from"), message, "write the best band first")
    if edition.solo is not None and not bands:
        yield layout.problem(("solo",), "has no ratings", severity=Severity.WARNING)
