"""What zones, actions and badges are called: by the layout, or by the colours and words of the family."""

from collections.abc import Callable

from sheetgen.i18n import fill_fields, later
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.sheet import SheetEdition

Translate = Callable[[str], str]

# The colours of the family; a layout's own dice are called by their key or `name`.
COLOURS = (
    later("yellow"),
    later("blue"),
    later("green"),
    later("orange"),
    later("purple"),
    later("white"),
    later("silver"),
    later("pink"),
    later("turquoise"),
    later("brown"),
    later("red"),
    later("black"),
)

# What zones of these colours are called, for languages whose adjectives ask for it; English and others leave them be.
ZONES = (
    later("yellow (zone)"),
    later("blue (zone)"),
    later("green (zone)"),
    later("orange (zone)"),
    later("purple (zone)"),
    later("white (zone)"),
    later("silver (zone)"),
    later("pink (zone)"),
    later("turquoise (zone)"),
    later("brown (zone)"),
    later("red (zone)"),
    later("black (zone)"),
)
ACTIONS = {
    "reroll": later("reroll"),
    "return": later("return"),
    "joker": later("joker"),
    "polish": later("polish"),
    "extra die": later("extra die"),
    "mix": later("mix"),
}


def zone_name(edition: SheetEdition, zone: str, translate: Translate) -> str:
    """The name of a zone as a heading, in a language."""
    die = edition.die_of(zone)
    words = translate(edition.zones[zone].name or edition.dice[die].name or die)
    return words[:1].upper() + words[1:]


def zone_words(edition: SheetEdition, zone: str, translate: Translate) -> str:
    """The name of a zone within a sentence."""
    name = edition.zones[zone].name or edition.dice[edition.die_of(zone)].name or edition.die_of(zone)
    form = f"{name} (zone)"
    words = translate(form)
    return translate(name) if words == form else words


def action_words(edition: SheetEdition, label: str, translate: Translate) -> str:
    """The name of an action or of a track such as `mix.polish`."""
    group, _, kind = label.partition(".")
    name = edition.actions[group].name if group in edition.actions else None
    return translate(kind or name or group)


def bonus_words(edition: SheetEdition, bonus: Bonus, translate: Translate) -> str:
    """What a badge gives, in a language."""
    return " / ".join(_single_words(edition, single, translate) for single in bonus.singles)


def _single_words(edition: SheetEdition, bonus: SingleBonus, translate: Translate) -> str:
    words = bonus.words()
    values: dict[str, object] = {}
    if words.number is not None:
        values["number"] = words.number
    if words.zone is not None:
        values["zone"] = zone_words(edition, words.zone, translate)
    if words.action is not None:
        values["action"] = action_words(edition, words.action, translate)
    return fill_fields(translate(words.message), **values)
