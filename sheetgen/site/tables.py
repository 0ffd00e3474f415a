"""Tables about one edition: rounds, actions, dice, rating bands, rulings, what is not certain."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from sheetgen.layout import SheetEdition
from sheetgen.layout.loading import Edition
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.value import SumWith
from sheetgen.layout.sheet import Rulings
from sheetgen.layout.walk import provenance_notes
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words

Badge = Callable[[str], str]  # draws a badge
DieSign = Callable[[str], str]  # draws a die


@dataclass(frozen=True)
class Ruling:
    """A reading of the rules where a rulebook leaves room."""

    key: str
    clause: str
    ours: str
    other: str
    is_default: bool


def rulings(edition: SheetEdition) -> list[Ruling]:
    """Every ruling with the reading that this edition follows and the other one."""
    found = []
    for key, field in Rulings.model_fields.items():
        ours = getattr(edition.rulings, key)
        other = next(word for word in get_args(field.annotation) if word != ours)
        clause = (field.description or "").partition(":")[0]
        found.append(Ruling(key, clause, ours, other, ours == field.default))
    return found


def rounds_table(edition: SheetEdition, words: Words, badge: Badge) -> str:
    """Every round with its badge and who still plays it."""
    rounds = edition.rounds
    rows = []
    for number in range(1, rounds.count + 1):
        bonus = rounds.bonuses[number - 1] if number <= len(rounds.bonuses) else None
        players = [str(count) for count, own in sorted(rounds.by_players.items()) if own >= number]
        rows.append([str(number), _badge_cell(edition, bonus, words, badge), ", ".join(players)])
    return markdown_table([words.tr("Round"), words.tr("Badge"), words.tr("Players")], rows)


def _badge_cell(edition: SheetEdition, bonus: Bonus | None, words: Words, badge: Badge) -> str:
    if bonus is None:
        return "–"
    return f"{badge(str(bonus))} {words.cap(words.bonus(edition, bonus))}"


def players_table(edition: SheetEdition, words: Words) -> str:
    """The number of rounds by number of players."""
    counts = sorted(edition.rounds.by_players.items())
    rows = [[str(players), str(rounds)] for players, rounds in counts]
    return markdown_table([words.tr("Players"), words.tr("Rounds")], rows)


def actions_table(edition: SheetEdition, words: Words, badge: Badge) -> str:
    """Every action track: its slots, what is printed in them, and the badge at its end."""
    rows = []
    for name, action in edition.actions.items():
        for kind, track in action.tracks(name).items():
            slots = track.slots or ()
            printed = [str(slot) for slot in slots if slot is not None]
            label = words.cap(words.action(edition, name if action.lists is None else f"{name}.{kind}"))
            end = _badge_cell(edition, track.end, words, badge)
            rows.append([f"{badge(kind)} {label}", str(len(slots)), " · ".join(printed) or "–", end])
    heads = [words.tr("Action"), words.tr("Slots"), words.tr("Printed"), words.tr("At the end")]
    return markdown_table(heads, rows)


def dice_table(edition: SheetEdition, words: Words, sign: DieSign) -> str:
    """Every die and the zones that it may mark."""
    rows = []
    for die in edition.dice:
        own = [zone for zone in edition.zones if edition.die_of(zone) == die]
        added = [
            words.zone(edition, name)
            for name, zone in edition.zones.items()
            if isinstance(zone.value, SumWith) and zone.value.die == die
        ]
        told = [
            words.zone(edition, zone)
            if edition.zones[zone].name
            else words.tr("the {zone} zone", zone=words.zone(edition, zone))
            for zone in own
        ]
        if die == edition.wild:
            told.append(words.tr("any zone"))
        told += [words.tr("is added in {zone}", zone=name) for name in added]
        rows.append([f"{sign(die)} {words.cap(words.die(edition, die))}", ", ".join(told) or "–"])
    return markdown_table([words.tr("Die"), words.tr("Marks")], rows)


def bands(edition: SheetEdition, words: Words) -> str:
    """The rating bands, best first; empty without a solo game."""
    if edition.solo is None or not edition.solo.ratings:
        return ""
    ratings = edition.solo.ratings
    stars = any(band.stars is not None for band in ratings)
    rows = []
    above: int | None = None
    for band in ratings:
        span = f"{words.num(band.from_)}–{words.num(above - 1)}" if above is not None else f"≥ {words.num(band.from_)}"
        if above is not None and band.from_ <= 0:
            span = f"< {words.num(above)}"
        row = [span, words.tr(band.label)]
        if stars:
            row.append(words.num(band.stars or 0) + " ★" if band.stars else "–")
        rows.append(row)
        above = band.from_
    heads = [words.tr("Points"), words.tr("Rating"), *([words.tr("Stars")] if stars else [])]
    return markdown_table(heads, rows)


def warning(edition: Edition, words: Words, names: Mapping[str, str]) -> str:
    """A note on values that nobody has seen in print; empty where all are certain."""
    lines = []
    for steps, note in provenance_notes(edition):
        if steps[:1] == ("sheet",):
            continue  # measures of the paper change nothing about the game
        where = names.get(str(steps[1]), "") if len(steps) > 1 else ""
        what = words.tr(note.note) if note.note else ""
        level = words.tr("inferred") if note.level == "inferred" else words.tr("reconstructed")
        told = words.tr("{where}: {what}", where=words.cap(where), what=what) if where else what
        lines.append(f"    - {told} ({level})")
    if not lines:
        return ""
    title = words.tr("Not everything here was seen in print")
    about = words.tr(
        "These values follow from the rulebook or were chosen to agree with it. If you own the box, correct them."
    )
    return "\n".join([f'!!! warning "{title}"', f"    {about}", "", *lines])
