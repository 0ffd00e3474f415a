"""The comparison of the editions: a table of values, computed from their layouts and from stored figures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from sheetgen.i18n import later
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.base import provenance_level
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.layout.zone import Zone
from sheetgen.site.tables import figures_of, spans
from sheetgen.site.words import Words

NOTHING = "–"


@dataclass(frozen=True)
class ZoneKind:
    """A zone in the comparison: its colour, its name, and of which parts it is made, in a few words."""

    id: str
    name: str
    colour: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """An edition in the comparison: its values by the label of their row, and its zones."""

    id: str
    title: str
    values: Mapping[str, str]
    zones: tuple[ZoneKind, ...]


def columns(layouts: Sequence[Layout], language: str) -> list[Column]:
    """Return the columns of the comparison; every column has a value for every row."""
    return [_column(layout, Words.of(language, layout.edition)) for layout in layouts]


def _column(layout: Layout, words: Words) -> Column:
    edition = layout.edition
    values = {label: read(layout, words) or NOTHING for label, read in ROWS}
    zones = tuple(zone_kinds(edition, words)) if isinstance(edition, SheetEdition) else ()
    return Column(layout.id, words.tr(edition.title), values, zones)


def zone_kinds(edition: SheetEdition, words: Words) -> Iterable[ZoneKind]:
    """Yield the zones of an edition with the terms of their parts."""
    for zone_id, zone in edition.zones.items():
        terms = tuple(words.tr(term) for term in _terms(zone) if term)
        colour = edition.dice[edition.die_of(zone_id)].colour
        yield ZoneKind(zone_id, words.cap(words.zone(edition, zone_id)), colour, terms)


def _terms(zone: Zone) -> Iterable[str]:
    yield zone.value.term
    yield zone.order.term
    yield zone.accepts.term
    if zone.stages > 1:
        yield later("circle, then cross")
    if zone.extra_marks is not None:
        yield zone.extra_marks.term
    yield from (part.term for part in zone.points.parts)


# Rows: a label and what reads the value of an edition; an empty value is shown as a dash.

Read = Callable[[Layout, Words], str]
ReadSheet = Callable[[SheetEdition, Words], str]


def _sheet(read: ReadSheet) -> Read:
    """Return the reader of a value that only sheets have."""
    return lambda layout, words: read(layout.edition, words) if isinstance(layout.edition, SheetEdition) else ""


def _dice(layout: Layout, words: Words) -> str:
    edition = layout.edition
    if isinstance(edition, CardEdition):
        return str(edition.dice)
    names = ", ".join(words.colour(edition, die) for die in edition.dice)
    return f"{len(edition.dice)} ({names})"


def _rolls(layout: Layout, words: Words) -> str:
    edition = layout.edition
    return str(len(edition.die_slots) if isinstance(edition, SheetEdition) else 1 + edition.rethrows)


def _cards(layout: Layout, words: Words) -> str:
    return str(len(layout.edition.cards)) if isinstance(layout.edition, CardEdition) else ""


def _rounds(layout: Layout, words: Words) -> str:
    """Return the numbers of rounds, each with the numbers of players that play so many."""
    by_rounds: dict[int, list[int]] = {}
    for players, rounds in sorted(layout.edition.rounds.by_players.items()):
        by_rounds.setdefault(rounds, []).append(players)
    return ", ".join(f"{rounds} ({spans(players)})" for rounds, players in by_rounds.items())


def _actions(edition: SheetEdition, words: Words) -> str:
    return ", ".join(
        f"{words.action(edition, kind)} ({len(track.slots or ())})"
        for name, action in edition.actions.items()
        for kind, track in action.tracks(name).items()
    )


def _yes_or_no(answer: Callable[[SheetEdition], bool]) -> ReadSheet:
    return lambda edition, words: words.tr("yes") if answer(edition) else words.tr("no")


def _has_track_ends(edition: SheetEdition) -> bool:
    return any(track.end for name, action in edition.actions.items() for track in action.tracks(name).values())


def _has_choice(edition: SheetEdition) -> bool:
    return any(single.free for _, bonus in edition.every_badge() for single in bonus.singles)


def _foxes(edition: SheetEdition, words: Words) -> str:
    """Return how many badges of each kind that scores are printed, and what each is worth."""
    printed = Counter(str(single) for _, bonus in edition.every_badge() for single in bonus.singles)
    parts = []
    for badge in (badge for badge in SCORING_BADGES if printed[badge.name]):
        fixed = badge.fixed_points(edition)
        lowest = words.tr("worth the lowest zone")
        if fixed is None:
            worth = lowest
        elif printed[badge.name] == 1:
            worth = words.ntr("one point", "{n} points", fixed)
        else:
            worth = words.ntr("one point each", "{n} points each", fixed)
        parts.append(f"{printed[badge.name]} ({worth})")
    return ", ".join(parts)


def _other_dice(edition: SheetEdition, words: Words) -> str:
    if edition.solo is None:
        return ""
    return words.tr("aside") if edition.solo.others == "nowhere" else words.tr("on the die slots")


def _best_rating(edition: SheetEdition, words: Words) -> str:
    return words.num(edition.solo.ratings[0].from_) if edition.solo is not None and edition.solo.ratings else ""


def _unseen_values(layout: Layout, words: Words) -> str:
    level = provenance_level(layout.edition)
    levels = {"inferred": words.tr("inferred"), "reconstructed": words.tr("reconstructed")}
    return words.tr("no") if level == "certain" else levels[level]


def _score(key: str) -> Read:
    """Return the reader of a score of the player who plans ahead."""

    def read(layout: Layout, words: Words) -> str:
        stored = figures_of(layout).get("planner")
        return words.num(round(stored[key])) if stored is not None else ""

    return read


ROWS: tuple[tuple[str, Read], ...] = (
    (later("Players"), lambda layout, words: spans(layout.edition.rounds.by_players)),
    (later("Age"), lambda layout, words: f"{layout.edition.age}+" if layout.edition.age else ""),
    (later("Minutes"), lambda layout, words: str(layout.edition.minutes or "")),
    (later("Rounds (players)"), _rounds),
    (later("Dice"), _dice),
    (later("Rolls in a turn"), _rolls),
    (later("Cards"), _cards),
    (later("Actions (slots)"), _sheet(_actions)),
    (later("Badge at the end of a track"), _sheet(_yes_or_no(_has_track_ends))),
    (later("Badges with a ?"), _sheet(_yes_or_no(_has_choice))),
    (later("Foxes"), _sheet(_foxes)),
    (later("The active player may pass"), _sheet(_yes_or_no(lambda edition: "active" in edition.may_waive))),
    (later("Passive players may pass"), _sheet(_yes_or_no(lambda edition: "passive" in edition.may_waive))),
    (later("Solo: rounds"), _sheet(lambda edition, words: str(edition.solo.rounds) if edition.solo else "")),
    (
        later("Solo: dice on the platter"),
        _sheet(lambda edition, words: str(edition.solo.platter) if edition.solo else ""),
    ),
    (later("Solo: the other dice"), _sheet(_other_dice)),
    (later("Solo: best rating from"), _sheet(_best_rating)),
    (later("Solo: typical score"), _score("mean")),
    (later("Solo: best score seen"), _score("max")),
    (later("Values not seen in print"), _unseen_values),
)
ZONES = later("Zones")
# Rows that are about no rule: who knows one game need not know them to play another.
NO_RULES = ("Age", "Minutes", "Cards", "Solo: typical score", "Solo: best score seen", "Values not seen in print")


class Difference(NamedTuple):
    """A value that is different in two games: its label, and the value there and here."""

    label: str
    there: str
    here: str


def differences(there: Layout, here: Layout, language: str) -> list[Difference]:
    """Return the values of the rules that are different in two games, and their zones if these are."""
    first, second = columns([there, here], language)
    words = Words.of(language, here.edition)
    rows = [(label, first.values[label], second.values[label]) for label, _ in ROWS if label not in NO_RULES]
    there_zones, here_zones = (", ".join(zone.name for zone in column.zones) for column in (first, second))
    rows.append((ZONES, there_zones, here_zones))
    return [Difference(words.tr(label), a, b) for label, a, b in rows if a != b]


# As a table


def table_html(compared: Sequence[Column], words: Words, link: Callable[[str], str]) -> str:
    """Return the comparison as an HTML table; values as in the first column have the class `same`.

    `link` returns the address of a page, given as `classic/index`.
    """
    heads = "".join(
        f'<th scope="col" id="{column.id}"><a href="{link(f"{column.id}/index")}">{_shown(column.title)}</a></th>'
        for column in compared
    )
    rows = [_row(label, compared, words) for label, _ in ROWS]
    rows.append(_zone_row(compared, words, link))
    caption = escape(words.tr("All games side by side"))
    return (
        f'<div class="wide-table" tabindex="0" role="region" aria-label="{caption}"><table class="compare">'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _shown(text: str) -> str:
    return escape(text, quote=False)


def _row(label: str, compared: Sequence[Column], words: Words) -> str:
    first = compared[0].values[label]
    cells = "".join(
        f"<td{' class=same' if i and column.values[label] == first else ''}>{_shown(column.values[label])}</td>"
        for i, column in enumerate(compared)
    )
    return f'<tr><th scope="row">{_shown(words.tr(label))}</th>{cells}</tr>'


def _zone_row(compared: Sequence[Column], words: Words, link: Callable[[str], str]) -> str:
    cells = "".join(f"<td>{_zones(column, compared[0], link) or NOTHING}</td>" for column in compared)
    return f'<tr><th scope="row">{_shown(words.tr(ZONES))}</th>{cells}</tr>'


def _zones(column: Column, first: Column, link: Callable[[str], str]) -> str:
    known = {(zone.id, zone.terms) for zone in first.zones} if column is not first else set()
    items = []
    for zone in column.zones:
        css = ' class="same"' if (zone.id, zone.terms) in known else ""
        dot = f'<span class="dot" style="--die:{zone.colour}"></span>'
        name = f'<a href="{link(f"{column.id}/{zone.id}")}">{_shown(zone.name)}</a>'
        items.append(f"<li{css}>{dot}{name}<br>{_shown(' · '.join(zone.terms))}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""
