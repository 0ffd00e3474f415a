"""Names that must exist: dice, zones, actions."""

from collections import Counter
from collections.abc import Iterator

from sheetgen.layout.loading import Layout
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.parts.value import FACES
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
        if zone.value.added_die is not None:
            named.append(((*steps, "value", zone.value.kind, "die"), zone.value.added_die))
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
        for single in bonus.singles:
            if single.unlocks is not None and single.unlocks not in edition.actions:
                hint = _near_action(edition, single.unlocks)
                yield layout.problem(steps, f"there is no action {brief(single.unlocks)}", hint)
            if single.effect == "mark":
                yield from _target(layout, edition, steps, single)


def _target(layout: Layout, edition: SheetEdition, steps: Steps, bonus: SingleBonus) -> Iterator[Problem]:
    """A bonus that marks a cell needs a zone that takes what it writes."""
    if bonus.target is None:
        kinds = {zone.writes for zone in edition.zones.values()}
        if not any(bonus.may_mark(writes=writes) for writes in kinds):
            yield layout.problem(steps, f"no zone takes {'crosses' if bonus.may_mark(writes=False) else 'numbers'}")
        return
    if bonus.target not in edition.zones:
        hint = did_you_mean(bonus.target, [*edition.zones, "any"]) or f"the zones are {', '.join(edition.zones)}"
        yield layout.problem(steps, f"there is no zone {brief(bonus.target)}", hint)
        return
    zone = edition.zones[bonus.target]
    if not zone.table.writable:
        return  # without cells to mark it is unknown what the zone takes
    if not bonus.may_mark(writes=zone.writes):
        what, takes, other = ("cross", "numbers", f"6 {bonus.target}") if zone.writes else ("number", "crosses", "")
        hint = f"write '? {bonus.target}' or '{other}'" if other else f"write 'X {bonus.target}' or '? {bonus.target}'"
        yield layout.problem(steps, f"a {what} cannot go to {bonus.target}, which takes {takes}", hint)
    elif bonus.fixed_number is not None and bonus.fixed_number not in FACES:
        yield layout.problem(steps, f"a badge writes a number from 1 to 6, found {bonus.fixed_number}")


def _near_action(edition: SheetEdition, word: str) -> str:
    if word.startswith("x ") and word[2:] in (*edition.zones, "any"):
        return f"did you mean 'X {word[2:]}'?"
    known = [name for name in (*edition.actions, "fox") if name.isprintable()]
    return did_you_mean(word, known) or f"the actions are {', '.join(known)}"


def unlocks(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """The printed editions have exactly as many badges of an action as it has slots."""
    unlocked = Counter(
        single.unlocks for _, bonus in every_badge(edition) for single in bonus.singles if single.unlocks is not None
    )
    for name, action in edition.actions.items():
        slots = sum(len(track.slots or ()) for track in action.tracks(name).values())
        if unlocked[name] != slots:
            message = f"has {slots} slots, but {unlocked[name]} badges of the sheet unlock it"
            yield layout.problem(("actions", name), message, severity=Severity.WARNING)
