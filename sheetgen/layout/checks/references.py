"""Names that must exist: dice, zones, actions."""

from collections import Counter
from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.parts.bonus import Bonus, FreeCross, FreeNumber, Unlock, singles
from sheetgen.layout.parts.value import SumWith
from sheetgen.layout.problems import Problem, Severity, brief, did_you_mean, listed
from sheetgen.layout.sheet import ACTION_KINDS, SheetEdition
from sheetgen.layout.walk import Steps


def dice(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """The wild die, the dice of zones and rows, and the dice that are added must all exist."""
    named: list[tuple[Steps, str]] = []
    if edition.wild is not None:
        named.append((("wild",), edition.wild))
    for name, zone in edition.zones.items():
        steps: Steps = ("zones", name)
        named.append(((*steps, "die"), zone.die or name))
        named += [((*steps, "row dice", i), die) for i, die in enumerate(zone.row_dice or ())]
        if isinstance(zone.value, SumWith):
            named.append(((*steps, "value", "sum with", "die"), zone.value.die))
    for steps, die in named:
        if die not in edition.dice:
            hint = did_you_mean(die, edition.dice) or f"the dice are {', '.join(edition.dice)}"
            yield layout.problem(steps, f"there is no die {brief(die)}", hint)


def actions(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """An action is one of the five that the engine knows, or a group of lists of them."""
    for name, action in edition.actions.items():
        steps = ("actions", name)
        if (action.slots is None) == (action.lists is None):
            found = "neither" if action.slots is None else "both"
            yield layout.problem(steps, f"needs either 'slots' or 'lists', found {found}")
        if action.lists is None and name not in ACTION_KINDS:
            message = f"unknown action {brief(name)}, expected {listed(ACTION_KINDS)}"
            yield layout.problem(
                steps, message, did_you_mean(name, ACTION_KINDS) or "only a group of lists has a free name"
            )
        if action.lists is not None and name in (*ACTION_KINDS, "fox"):
            yield layout.problem(steps, f"a group of lists cannot be called {brief(name)}")
        if action.lists is not None and not action.lists:
            yield layout.problem((*steps, "lists"), "expected at least one list, found none")


def every_badge(edition: SheetEdition) -> Iterator[tuple[Steps, Bonus]]:
    """All badges of the sheet with their place: rounds, ends of tracks, zones."""
    for i, bonus in enumerate(edition.rounds.bonuses):
        if bonus is not None:
            yield ("rounds", "bonuses", i), bonus
    for name, action in edition.actions.items():
        for kind, track in action.tracks(name).items():
            if track.end is not None:
                yield ("actions", name, "lists", kind, "end"), track.end
    for name, zone in edition.zones.items():
        for badge in zone.badges:
            yield ("zones", name, "bonus", *badge.path), badge.bonus


def badges(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """A badge must name a zone or an action that exists and that can take it."""
    for steps, bonus in every_badge(edition):
        for single in singles(bonus):
            if isinstance(single, Unlock):
                if single.action not in edition.actions:
                    yield layout.problem(
                        steps,
                        f"there is no action {brief(single.action)}",
                        _near_action(edition, single.action),
                    )
                continue
            zone = getattr(single, "zone", None)
            if zone is None:
                yield from _free_zone(layout, edition, steps, single)
            elif zone not in edition.zones:
                hint = did_you_mean(zone, [*edition.zones, "any"]) or f"the zones are {', '.join(edition.zones)}"
                yield layout.problem(steps, f"there is no zone {brief(zone)}", hint)
            elif not any(not cell.printed_mark for _, _, cell in edition.zones[zone].cells):
                continue  # without cells to mark it is unknown what the zone takes
            elif isinstance(single, FreeCross) and edition.zones[zone].mark_kind == "number":
                yield layout.problem(
                    steps,
                    f"a cross cannot go to {zone}, which takes numbers",
                    f"write '? {zone}' or '6 {zone}'",
                )
            elif isinstance(single, FreeNumber):
                if edition.zones[zone].mark_kind != "number":
                    yield layout.problem(
                        steps,
                        f"a number cannot go to {zone}, which takes crosses",
                        f"write 'X {zone}' or '? {zone}'",
                    )
                elif not 1 <= single.number <= 6:
                    yield layout.problem(steps, f"a badge writes a number from 1 to 6, found {single.number}")


def _near_action(edition: SheetEdition, word: str) -> str:
    if word.startswith("x ") and word[2:] in (*edition.zones, "any"):
        return f"did you mean 'X {word[2:]}'?"
    known = [name for name in (*edition.actions, "fox") if name.isprintable()]
    return did_you_mean(word, known) or f"the actions are {', '.join(known)}"


def _free_zone(layout: Layout, edition: SheetEdition, steps: Steps, single: object) -> Iterator[Problem]:
    kinds = {zone.mark_kind for zone in edition.zones.values()}
    if isinstance(single, FreeCross) and kinds == {"number"}:
        yield layout.problem(steps, "no zone takes crosses")
    if isinstance(single, FreeNumber) and "number" not in kinds:
        yield layout.problem(steps, "no zone takes numbers")


def unlocks(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """The printed editions have exactly as many badges of an action as it has slots."""
    found = Counter(
        single.action for _, bonus in every_badge(edition) for single in singles(bonus) if isinstance(single, Unlock)
    )
    for name, action in edition.actions.items():
        slots = sum(len(track.slots or ()) for track in action.tracks(name).values())
        if found[name] != slots:
            message = f"has {slots} slots, but {found[name]} badges of the sheet unlock it"
            yield layout.problem(("actions", name), message, severity=Severity.WARNING)
