"""The rules of an edition in short, as typed sentences: what a one-page summary for the table says beside the zones.

The rules of the zones come from their parts (`site.rules_text`), without the sentences that are details.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sheetgen.i18n import later
from sheetgen.layout import CardEdition, SheetEdition, zone_text
from sheetgen.layout.sentences import DieName, EditionZone, Sentence, counted, sentence
from sheetgen.layout.sheet import ActionKind, Solo
from sheetgen.site.facts import EditionFacts

Step: TypeAlias = tuple[Sentence, ...]
ANY = " any"  # the end of badges that leave the choice of the zone to the player


@dataclass(frozen=True)
class BadgeLine:
    """Badges that do the same, as layouts write them, and what they do."""

    badges: tuple[str, ...]
    text: tuple[Sentence, ...]


@dataclass(frozen=True)
class SheetSummary:
    """The rules of a sheet edition in short; `solo` is empty for an edition that is not played alone."""

    active: tuple[Step, ...]
    passive: tuple[Step, ...]
    zones: tuple[str, ...]
    at_once: tuple[Sentence, ...]  # about all coloured badges
    bonuses: tuple[BadgeLine, ...]
    tracks: tuple[Sentence, ...]  # about all actions
    actions: Mapping[str, Sentence]  # by kind, and by group of lists
    end: tuple[Sentence, ...]
    solo: tuple[Sentence, ...]


@dataclass(frozen=True)
class CardSummary:
    """The rules of a card edition in short; `for_two` is empty without the variant."""

    round: tuple[Step, ...]
    result: tuple[Step, ...]
    end: tuple[Sentence, ...]
    for_two: tuple[Sentence, ...]


def sheet_summary(edition: SheetEdition) -> SheetSummary:
    """Return the rules of a sheet edition in short."""
    facts = EditionFacts(edition)
    return SheetSummary(
        active=tuple(_active(edition, facts)),
        passive=tuple(_passive(edition)),
        zones=tuple(edition.zones),
        at_once=tuple(_at_once(facts)),
        bonuses=tuple(_bonuses(edition, facts)),
        tracks=tuple(_tracks(facts)),
        actions=dict(_actions(facts)),
        end=tuple(_end(edition, facts)),
        solo=tuple(_solo(edition.solo, facts)) if edition.solo is not None else (),
    )


# A turn


def _active(edition: SheetEdition, facts: EditionFacts) -> Iterable[Step]:
    if facts.slots_named:
        text = later(
            "**Roll** all {dice:word} dice. **Take one** that you can use and put it on the die slot of this roll."
        )
    else:
        text = later("**Roll** all {dice:word} dice. **Take one** that you can use and put it on a free die slot.")
    yield (sentence(text, dice=facts.dice),)
    if facts.several_zones:
        text = later(
            "**Mark it** in one of the zones of its colour (you choose which), and at once use the bonuses that it "
            "earns."
        )
    else:
        text = later("**Mark it** in the zone of its colour, and at once use the bonuses that it earns.")
    mark = sentence(text)
    if edition.wild is None:
        yield (mark,)
    else:
        text = later("The {wild} die can be used as any colour.")
        yield mark, sentence(text, wild=DieName(edition.wild), follows="same line")
    yield (sentence("**Lower dice** of this roll go to the platter; equal ones stay."),)
    yield (
        sentence(
            "**Roll the rest**, up to {throws:times} in all. After the last roll, all dice that are not on your slots "
            "go to the platter.",
            throws=facts.throws,
        ),
    )
    if "active" in edition.may_waive:
        text = later("If no die fits, or if you pass, the roll is lost.")
    else:
        text = later("If a die fits, you must take one. If none fits, the roll is lost.")
    stay, leave = later("Roll the same dice again."), later("Its dice go to the platter.")
    dice = stay if facts.usual["lost_throw"] else leave
    yield sentence(text), sentence(dice, follows="same line")


def _passive(edition: SheetEdition) -> Iterable[Step]:
    yield (
        sentence(
            "The others each use **one die from the platter**, all at the same time. It stays there for everyone."
        ),
    )
    yield (sentence("Only if **no** platter die fits may you use one of the active player's dice instead."),)
    if "passive" in edition.may_waive:
        yield (sentence("You may pass."),)
    else:
        yield (sentence("If a die fits, you must use one."),)


# Bonuses and actions


def _at_once(facts: EditionFacts) -> Iterable[Sentence]:
    yield sentence(
        "A badge under a cell is yours when you mark the cell; one at the end of a row or column is yours when the "
        "line is full, unless its zone says otherwise."
    )
    if facts.cross_badges or facts.number_badges or facts.choice_badges:
        yield sentence("Use coloured badges at once. One that cannot be placed is lost.", follows="same line")


def _bonuses(edition: SheetEdition, facts: EditionFacts) -> Iterable[BadgeLine]:
    crosses = [(badge, (zone_text.free_cross(zone),)) for badge, zone in _with_zone(edition, facts.cross_badges)]
    yield from _merged(crosses)
    written = sentence("Write this number.")
    numbers = [
        (badge, (written, *(part.on_same_line() for part in zone_text.number_badge(zone))))
        for badge, zone in _with_zone(edition, facts.number_badges)
    ]
    yield from _merged(numbers)
    choices = [(badge, zone_text.free_choice(zone)) for badge, zone in _with_zone(edition, facts.choice_badges)]
    yield from _merged(choices)
    black = tuple(badge for badge in facts.badges if badge.endswith(ANY))
    if black:
        yield BadgeLine(black, (sentence("Choose the zone, too."),))
    below_zero = facts.zones_asking("negative-fox")
    for scoring in facts.scoring_badges:
        yield BadgeLine((scoring.name,), scoring.at_end(edition, below_zero))


def _with_zone(edition: SheetEdition, badges: Iterable[str]) -> Iterable[tuple[str, EditionZone]]:
    """Yield the badges of one zone with this zone."""
    for badge in badges:
        if not badge.endswith(ANY):
            yield badge, EditionZone(edition, badge.partition(" ")[2])


def _merged(lines: Iterable[tuple[str, tuple[Sentence, ...]]]) -> list[BadgeLine]:
    """Return one line for all badges with the same text."""
    result: list[BadgeLine] = []
    for badge, text in lines:
        shown = [(part.text, part.values) for part in text]
        for i, line in enumerate(result):
            if [(part.text, part.values) for part in line.text] == shown:
                result[i] = BadgeLine((*line.badges, badge), line.text)
                break
        else:
            result.append(BadgeLine((badge,), text))
    return result


ACTIONS: Mapping[ActionKind, str] = {
    "reroll": later("As the active player, reroll all the dice that you just rolled."),
    "return": later(
        "As the active player, before a roll: take a die back from the platter and roll it with the others."
    ),
    "joker": later("A die counts as the number of the slot, for your own entry only."),
    "polish": later("A die that you use from the platter counts as one more or one less, for you only."),
    "extra die": later(
        "At the end of any turn: use one more die, any of the {dice:word}, wherever it lies; each only once per turn."
    ),
}


def _tracks(facts: EditionFacts) -> Iterable[Sentence]:
    if facts.kinds:
        yield sentence("Circle the next slot when you earn an action; cross it when you use it, now or later.")
    if facts.has_ends:
        yield sentence("The badge at the end of a track is yours when you circle its last slot.", follows="same line")


def _actions(facts: EditionFacts) -> Iterable[tuple[str, Sentence]]:
    for group in facts.groups:
        yield group, sentence("Circle a slot in a list of your choice.")
    for kind in facts.kinds:
        text = next(text for known, text in ACTIONS.items() if known == kind)
        yield kind, sentence(text, dice=facts.dice) if "{dice" in text else sentence(text)


# The end


def _end(edition: SheetEdition, facts: EditionFacts) -> Iterable[Sentence]:
    if "extra die" in facts.kinds:
        yield sentence("After the last turn, everyone may still use extra-die actions.")
    if facts.has_fox:
        text = later("Add up your {zones:word} zones and your foxes. The highest total wins.")
    else:
        text = later("Add up your {zones:word} zones. The highest total wins.")
    yield sentence(text, zones=len(edition.zones))
    yield sentence("In a tie, the highest single zone decides.", follows="same line")


def _solo(solo: Solo, facts: EditionFacts) -> Iterable[Sentence]:
    yield counted(
        "{N:word} round: you are active once and passive once.",
        "{N:word} rounds: in each you are active once and passive once.",
        solo.rounds,
    )
    rolled = counted(
        "For the passive turn, roll all {dice:word} dice: the lowest goes to the platter.",
        "For the passive turn, roll all {dice:word} dice: the {n:word} lowest go to the platter.",
        solo.platter,
        dice=facts.dice,
    )
    yield rolled.on_same_line()
    if solo.others != "nowhere":
        text = later("The others go on your die slots.")
    elif "extra die" in facts.kinds:
        text = later("You can use the others only as extra dice.")
    else:
        text = later("You cannot use the others.")
    yield sentence(text, follows="same line")


# On paper

LARGEST, SMALLEST = 10.0, 6.0  # of the type, in points
_MARKUP = re.compile(r"<[^>]*>|\]\([^)]*\)|\{:[^}]*\}")


def print_size(text: str, pictures: int) -> float:
    """Return the type size in points at which a summary, given as Markdown, fills one page of A4.

    All lengths on the page follow the type size, so its square goes with the amount of text. A test prints all pages.
    """
    lines = [line for line in _MARKUP.sub("", text).splitlines() if line.strip()]
    amount = sum(map(len, lines)) + pictures * PICTURE
    return max(SMALLEST, min(LARGEST, int(10 * math.sqrt(PAGE / amount)) / 10))


PICTURE = 875  # what a picture takes, in characters
PAGE = 466_000  # characters on a page, times the square of the type size


# The card game


def card_summary(edition: CardEdition) -> CardSummary:
    """Return the rules of a card edition in short."""
    return CardSummary(
        round=tuple(_round(edition)),
        result=tuple(_result(edition)),
        end=tuple(_end_of_cards(edition)),
        for_two=tuple(_for_two(edition)),
    )


def _round(edition: CardEdition) -> Iterable[Step]:
    yield (sentence("The active player **rolls** all {dice:word} dice.", dice=edition.dice),)
    yield (sentence("Everyone **plays a card** face down. Only the active player turns theirs over."),)
    text = later("The active player may **reroll** any of the dice, up to {rethrows:times}.")
    yield (sentence(text, rethrows=edition.rethrows),)
    yield (sentence("Then all others **turn their cards over**. The player on the left is active next."),)


def _result(edition: CardEdition) -> Iterable[Step]:
    yield (sentence("**The dice show what your card asks for:** keep it face up, for its points."),)
    lost = counted(
        "**They do not:** the active player takes it face down, for {n} point.",
        "**They do not:** the active player takes it face down, for {n} points.",
        edition.back_points,
    )
    yield lost, sentence("The active player's own card leaves the game.", follows="same line")
    yield (sentence("A better roll also fulfils a lesser objective: three of a kind is also a pair."),)


def _end_of_cards(edition: CardEdition) -> Iterable[Sentence]:
    yield sentence(
        "Add up the points of the cards that you won and captured. Cards that you never played score nothing."
    )
    yield sentence("The highest total wins; in a tie, the tied player who was active last.", follows="same line")


def _for_two(edition: CardEdition) -> Iterable[Sentence]:
    if edition.variant_for_two is None:
        return
    yield sentence(
        "Each player takes {decks:word} decks and plays {cards:word} cards in every round.",
        decks=edition.variant_for_two.decks,
        cards=edition.variant_for_two.cards_a_round,
    )
