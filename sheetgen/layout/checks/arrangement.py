"""The sheet's arrangement, its back, players and ratings."""

from collections import Counter
from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.problems import Problem, Severity, brief, did_you_mean
from sheetgen.layout.sheet import MorePanels, OtherEdition, SheetEdition
from sheetgen.layout.walk import Steps
from sheetgen.resources import shipped_layouts

FIXED_PANELS = ("rounds", "dice", "actions")


def panels(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Every zone stands on the sheet once, and nothing else but the fixed panels."""
    known = (*FIXED_PANELS, *edition.zones)
    strips: list[tuple[Steps, int]] = [(("sheet", "rows", i), i) for i in range(len(edition.sheet.rows))]
    rows = list(edition.sheet.rows)
    if isinstance(edition.back, MorePanels):
        strips += [(("back", "rows", "rows", i), i) for i in range(len(edition.back.rows))]
        rows += edition.back.rows
    used: Counter[str] = Counter()
    for (steps, _), row in zip(strips, rows, strict=True):
        used.update(row.flat)
        for i, panel in enumerate(row.panels):
            for j, name in enumerate((panel,) if isinstance(panel, str) else panel):
                if name not in known:
                    place = (*steps, "panels", i) if isinstance(panel, str) else (*steps, "panels", i, j)
                    yield layout.problem(
                        place,
                        f"there is no panel {brief(name)}",
                        did_you_mean(name, known) or f"known are {', '.join(known)}",
                    )
        if row.widths is not None and len(row.widths) != len(row.panels):
            message = f"expected {len(row.panels)} widths, one per panel, found {len(row.widths)}"
            yield layout.problem((*steps, "widths"), message)
    for name in known:
        if used[name] > 1:
            yield layout.problem(("sheet", "rows"), f"{name} stands on the sheet {used[name]} times")
        if used[name] == 0 and not (name == "actions" and not edition.actions):
            yield layout.problem(("sheet", "rows"), f"{name} is not on the sheet", f"add a row with {name}")
    if isinstance(edition.back, OtherEdition) and edition.back.id not in shipped_layouts():
        hint = did_you_mean(edition.back.id, shipped_layouts())
        yield layout.problem(("back", "edition", "id"), f"there is no edition {brief(edition.back.id)}", hint)


def players(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Player counts go on without a gap, and the dice suffice."""
    counts = sorted(edition.rounds.by_players)
    where = ("rounds", "by players")
    if not counts:
        yield layout.problem(where, "says for no number of players how many rounds to play")
    elif counts[0] < 1 or counts[-1] > 8:
        yield layout.problem(
            where, f"expected 1 to 8 players, found {counts[0] if counts[0] < 1 else counts[-1]}"
        )
    elif counts != list(range(counts[0], counts[-1] + 1)):
        gap = next(n for n in range(counts[0], counts[-1]) if n not in counts)
        yield layout.problem(where, f"says nothing about {gap} players")
    if edition.solo is not None and edition.solo.platter > len(edition.dice):
        yield layout.problem(
            ("solo", "platter"),
            f"sends {edition.solo.platter} dice to the platter, but there are {len(edition.dice)}",
        )


def ratings(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Rating bands fall from the best to the worst."""
    bands = edition.solo.ratings if edition.solo is not None else ()
    for i, (upper, lower) in enumerate(zip(bands, bands[1:], strict=False)):
        if lower.from_ >= upper.from_:
            message = f"{lower.from_} is not below {upper.from_}, the band before"
            yield layout.problem(("solo", "ratings", i + 1, "from"), message, "write the best band first")
    if edition.solo is not None and not bands:
        yield layout.problem(("solo",), "has no ratings", severity=Severity.WARNING)
