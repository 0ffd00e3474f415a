"""Tables for the script that counts sheets in a browser: an edition as plain data, compiled from its parts.

The script gets the marks of a sheet in the form of a marks file. From these tables it computes what `engine.marks` and
`engine.player` compute: the points of the zones, the badges, the total, the rating, and which marks cannot be.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sheetgen.engine.marks import writable_numbers
from sheetgen.engine.rules import Rules
from sheetgen.engine.zones import ZoneRules
from sheetgen.i18n import later
from sheetgen.layout import CardEdition
from sheetgen.layout.parts.accepts import AcceptsRule
from sheetgen.layout.parts.bonus import Bonus, ScoringBonus, Unlock
from sheetgen.layout.parts.cells import OPEN

T = TypeVar("T")
Table = dict[str, Any]  # plain data that JSON can carry
Say = Callable[[str], str]  # translates a message

# What the script says about a mark that cannot be, beside the messages of the parts.
REFUSALS = {
    "value": later("no roll writes {number} here; possible: {numbers}"),
    "with badge": later("{number} cannot be written together with the badge; possible: {numbers}"),
    "without badge": later("{number} cannot be written without the badge; possible: {numbers}"),
    "no star": later("there is no star, so the badge always comes with it"),
}


def counting_table(rules: Rules, say: Say = str) -> Table:
    """Return the table of an edition that is played on a sheet; `say` translates its messages.

    Keys without content are left out.
    """
    edition, tracks = rules.edition, _scoring_tracks(rules)
    counted = {badge.plural for badge in rules.scoring_badges} | set(tracks)
    gives = [_gives(bonus, counted) for bonus in edition.rounds.bonuses]
    rounds = {
        "gives": gives,
        "by players": edition.rounds.by_players | ({1: edition.solo.rounds} if edition.solo is not None else {}),
        "most": edition.most_rounds,
    }
    return _filled(
        {
            "zones": [_zone(zone, rules, counted, say) for zone in rules.zones],
            "badges": {badge.plural: _badge(badge, rules) for badge in rules.scoring_badges},
            "tracks": tracks,
            "rounds": rounds if any(gives) else None,
            "ratings": [[band.from_, say(band.label)] for band in edition.solo.ratings] if edition.solo else None,
        }
    )


def card_counting_table(edition: CardEdition, say: Say = str) -> Table:
    """Return the table of an edition that is played with cards: what each card is worth, and how many there can be."""
    return _filled(
        {
            "cards": [[name, say(card.name), card.points] for name, card in edition.cards.items()],
            "back": edition.back_points,
            "rounds": edition.rounds.by_players,
            "for two": edition.variant_for_two.cards_a_round if edition.variant_for_two is not None else None,
            "decks": edition.variant_for_two.decks if edition.variant_for_two is not None else 1,
        }
    )


def _filled(table: Mapping[str, Any]) -> Table:
    """Return a table without the keys that have no content."""
    return {key: value for key, value in table.items() if value is not None and value != [] and value != {}}


# Zones


def _zone(zone: ZoneRules, rules: Rules, counted: set[str], say: Say) -> Table:
    cells, order, value = range(len(zone.names)), zone.zone.order, zone.zone.value
    first = order.cells_first(zone.table)
    table = {
        "id": zone.name,
        "cells": zone.names,
        "marks": zone.zone.mark_kind,
        "stage": zone.stage if zone.circles else None,
        "printed": [cell for cell in cells if zone.printed[cell]],
        "filling": zone.filling if list(zone.filling) != list(cells) else None,
        "first": first if any(first) and not zone.circles else None,
        "closed": say(order.closed) if any(first) and not zone.circles else None,
        "points": [
            {"how": points.name, **points.data}
            for points in (part.counting(zone.table) for part in zone.zone.points.parts)
        ],
        "badges": [
            _filled(
                {
                    "cells": trigger.needs,
                    "gives": given,
                    "from": trigger.only_from or None,
                    "chosen": (trigger.single_cell and value.has_choice) or None,  # an entry may go without it
                }
            )
            for trigger in zone.triggers
            if (given := _gives(trigger.bonus, counted)) is not None
        ],
    }
    return _filled(table | (_numbers(zone, rules, say) if zone.writes else {}))


def _numbers(zone: ZoneRules, rules: Rules, say: Say) -> Table:
    """Return which numbers a cell of a zone can contain, alone and after the entry before it."""
    goes_on = zone.zone.free_choice == "one more than the one before"
    cells, states = range(len(zone.names)), (OPEN,) * len(zone.names)
    values, value_of = _shared(tuple(sorted(writable_numbers(zone, cell, rules))) for cell in cells)
    fits, fit_of = _shared(zone.accepts)
    choices = (zone.zone.value.by_badge(cell) for cell in cells)
    table: Table = {
        "values": values,
        "value of": value_of if len(values) > 1 else None,
        "fits": [_fit(rule, say) for rule in fits],
        "fit of": fit_of if len(fits) > 1 else None,
        "choice": [[sorted(numbers) for numbers in choice] for choice in choices if choice is not None],
    }
    if any(rule.needs_printed_numbers for rule in fits):
        table["numbers"] = zone.numbers
    if goes_on:
        table["one more"] = [zone.zone.value.ratios(cell) for cell in cells]
    if goes_on or any(rule.compares_with_entry_before for rule in fits):
        before = [zone.zone.order.cell_before(zone.table, states, cell) for cell in cells]
        table |= {
            "before": [-1 if neighbour is None else neighbour for neighbour, _ in before],
            "left": [cell for cell, (_, side) in enumerate(before) if side < 0],
            "skips": zone.zone.order.may_skip or None,
            "entries": {cell: entry for cell, entry in enumerate(zone.table.entries) if entry is not None},
        }
    return table


def _fit(rule: AcceptsRule, say: Say) -> Table:
    fit = rule.counting()
    return _filled({"how": fit.name, "says": [say(message) for message in fit.messages], "restart": fit.restart})


def _shared(items: Iterable[T]) -> tuple[list[T], list[int]]:
    """Return the different items, and for each item its place among them."""
    distinct: list[T] = []
    places = []
    for item in items:
        if item not in distinct:
            distinct.append(item)
        places.append(distinct.index(item))
    return distinct, places


# Badges


@dataclass
class _Receiver:
    """The `Earner` that notes what a bonus gives: the id of a scoring badge, or of an action."""

    given: str | None = None

    def earn_points(self, bonus: ScoringBonus) -> None:
        """Note the id of its points."""
        self.given = bonus.plural

    def earn_action(self, bonus: Unlock) -> None:
        """Note the action."""
        self.given = bonus.action

    def earn_mark(self, bonus: Bonus) -> None:
        """Note nothing: the mark of the bonus is on the sheet."""


def _gives(bonus: Bonus | None, counted: set[str]) -> str | None:
    """Return the id of what a bonus gives, if it is among those that are counted."""
    receiver = _Receiver()
    if bonus is not None:
        bonus.earned_by(receiver)
    return receiver.given if receiver.given in counted else None


def _scoring_tracks(rules: Rules) -> dict[str, Table]:
    """Return the action tracks at whose end is a badge that is counted, each with the number of its slots.

    A group of lists has no such end: which of its lists the player chose is not among the marks.
    """
    counted = {badge.plural for badge in rules.scoring_badges}
    tracks: dict[str, Table] = {}
    single = {name: rules.tracks[places[0]] for name, places in rules.tracks_of.items() if len(places) == 1}
    for _ in single:  # an end may unlock a slot of a track whose end is counted
        for name, track in single.items():
            given = _gives(track.end, counted | set(tracks))
            if given is not None:
                tracks[name] = {"slots": len(track.slots), "end": given}
    return tracks


def _badge(badge: ScoringBonus, rules: Rules) -> Table:
    counting = badge.counting(rules.edition)
    return _filled({"points": counting.points, "least": counting.least})


__all__ = ["REFUSALS", "Table", "card_counting_table", "counting_table"]
