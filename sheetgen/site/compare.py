"""Editions side by side: a table of what they are like, and what one has that a sibling has not."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sheetgen.layout import SheetEdition
from sheetgen.layout.loading import Edition
from sheetgen.layout.parts.bonus import singles
from sheetgen.layout.walk import provenance
from sheetgen.layout.zone import Zone
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words


def comparison_table(editions: Sequence[tuple[str, str, Edition]], words: Words, link: Callable[[str], str]) -> str:
    """What every edition is like; the entries are (id, title, edition)."""
    tr = words.tr
    heads = [
        tr("Edition"),
        tr("Players"),
        tr("Minutes"),
        tr("Age"),
        tr("Zones"),
        tr("Actions"),
        tr("Solo"),
        tr("Best rating from"),
    ]
    rows = []
    for own_id, title, edition in editions:
        players = sorted(edition.rounds.by_players)
        span = f"{players[0]}–{players[-1]}"
        row = [f"[{title}]({link(own_id)})", span, _or_dash(edition.minutes), f"{edition.age}+" if edition.age else "–"]
        if isinstance(edition, SheetEdition):
            zones = ", ".join(words.zone(edition, zone) for zone in edition.zones)
            actions = ", ".join(
                words.action(edition, kind) for name, own in edition.actions.items() for kind in own.tracks(name)
            )
            ratings = edition.solo.ratings if edition.solo is not None else ()
            best = words.num(ratings[0].from_) if ratings else "–"
            row += [zones, actions or "–", tr("yes") if edition.solo is not None else tr("no"), best]
        else:
            row += [words.ntr("{n} card each", "{n} cards each", len(edition.cards)), "–", tr("no"), "–"]
        rows.append(row)
    return markdown_table(heads, rows)


def _or_dash(value: object) -> str:
    return "–" if value is None else str(value)


@dataclass(frozen=True)
class Difference:
    """What an edition has unlike a sibling."""

    sibling: str
    title: str
    lines: tuple[str, ...]


def differences(own: SheetEdition, siblings: Sequence[tuple[str, str, SheetEdition]], words: Words) -> list[Difference]:
    """The differences to every sibling, in ready sentences."""
    return [Difference(other_id, title, tuple(_lines(own, other, words))) for other_id, title, other in siblings]


def _lines(own: SheetEdition, other: SheetEdition, words: Words) -> list[str]:
    return [
        *_zone_lines(own, other, words),
        *_action_lines(own, other, words),
        *_round_lines(own, other, words),
        *_solo_lines(own, other, words),
    ]


def _zone_lines(own: SheetEdition, other: SheetEdition, words: Words) -> Iterator[str]:
    tr = words.tr
    gone = [words.zone(other, zone) for zone in other.zones if zone not in own.zones]
    fresh = [words.zone(own, zone) for zone in own.zones if zone not in other.zones]
    if fresh:
        yield tr("New zones: {zones}.", zones=words.listed(fresh))
    if gone:
        yield tr("Zones that are not here: {zones}.", zones=words.listed(gone))
    for zone in (zone for zone in own.zones if zone in other.zones):
        what = _zone_changes(own.zones[zone], other.zones[zone], words)
        name = words.cap(words.zone(own, zone))
        if what:
            yield tr("{zone} differs in {what}.", zone=name, what=words.listed(what))
        elif own.zones[zone].badges != other.zones[zone].badges:
            yield tr("{zone} has other badges.", zone=name)


def _round_lines(own: SheetEdition, other: SheetEdition, words: Words) -> Iterator[str]:
    tr = words.tr
    if own.rounds.bonuses != other.rounds.bonuses:
        yield tr("The rounds bring other badges.")
    if own.rounds.by_players != other.rounds.by_players:
        yield tr("It is played over another number of rounds.")
    if set(own.may_waive) != set(other.may_waive):
        more = len(own.may_waive) > len(other.may_waive)
        yield tr("You may leave a usable die.") if more else tr("You must use a die that fits.")
    if _has_choice(own) != _has_choice(other):
        yield tr("It has ? badges.") if _has_choice(own) else tr("It has no ? badges.")
    if provenance(own) != provenance(other) and provenance(own) != "certain":
        yield tr("Not all of its values were seen in print.")


def _solo_lines(own: SheetEdition, other: SheetEdition, words: Words) -> Iterator[str]:
    tr = words.tr
    if (own.solo is None) != (other.solo is None):
        yield tr("It can be played alone.") if own.solo is not None else tr("It cannot be played alone.")
    elif own.solo is not None and other.solo is not None and own.solo.others != other.solo.others:
        yield tr("Alone, the dice that are not on the platter lie elsewhere.")


def _zone_changes(own: Zone, other: Zone, words: Words) -> list[str]:
    tr = words.tr
    checks = (
        (own.cells != other.cells, tr("its cells")),
        (own.order != other.order, tr("the order of its marks")),
        (own.accepts != other.accepts, tr("the numbers that fit")),
        (own.value != other.value, tr("what a die is worth")),
        (own.mark_kind != other.mark_kind or own.extra_marks != other.extra_marks, tr("how it is marked")),
        (own.points.parts != other.points.parts, tr("what it scores")),
    )
    return [what for differs, what in checks if differs]


def _kinds(edition: SheetEdition) -> dict[str, int]:
    """Every kind of action with its number of slots."""
    return {
        kind: len(track.slots or ())
        for name, action in edition.actions.items()
        for kind, track in action.tracks(name).items()
    }


def _action_lines(own: SheetEdition, other: SheetEdition, words: Words) -> list[str]:
    tr, lines = words.tr, list[str]()
    mine, theirs = _kinds(own), _kinds(other)
    fresh = [words.action(own, kind) for kind in mine if kind not in theirs]
    gone = [words.action(other, kind) for kind in theirs if kind not in mine]
    if fresh:
        lines.append(tr("New actions: {actions}.", actions=words.listed(fresh)))
    if gone:
        lines.append(tr("Actions that are not here: {actions}.", actions=words.listed(gone)))
    for kind in mine:
        if kind in theirs and mine[kind] != theirs[kind]:
            lines.append(
                tr(
                    "“{action}” has {n} slots instead of {other}.",
                    action=words.action(own, kind),
                    n=mine[kind],
                    other=theirs[kind],
                )
            )
    ends = [any(t.end for n, a in edition.actions.items() for t in a.tracks(n).values()) for edition in (own, other)]
    if ends[0] != ends[1]:
        lines.append(
            tr("A badge stands at the end of action tracks.") if ends[0] else tr("Action tracks end without a badge.")
        )
    return lines


def _has_choice(edition: SheetEdition) -> bool:
    badges = [badge.bonus for zone in edition.zones.values() for badge in zone.badges]
    return any(str(single).startswith("?") for bonus in badges for single in singles(bonus))
