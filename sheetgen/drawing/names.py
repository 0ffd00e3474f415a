"""Names of zones, actions and badges in a language: from the layout, or from the colours and words of the family.

Called by the drawing of a sheet, the site and the report of the lab. `translate` is the translation of one message.
"""

from collections.abc import Callable

from sheetgen.i18n import fill_fields, in_context, later
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.sheet import SheetEdition

Translate = Callable[[str], str]

# The colours of the family; a die that a layout adds is called by its key or `name`.
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

# The colours beside "zone", for languages in which the adjective has to agree with it.
ZONES = (
    in_context("zone", "yellow"),
    in_context("zone", "blue"),
    in_context("zone", "green"),
    in_context("zone", "orange"),
    in_context("zone", "purple"),
    in_context("zone", "white"),
    in_context("zone", "silver"),
    in_context("zone", "pink"),
    in_context("zone", "turquoise"),
    in_context("zone", "brown"),
    in_context("zone", "red"),
    in_context("zone", "black"),
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
    """The name of a zone as a heading: with a capital letter."""
    die = edition.die_of(zone)
    name = translate(edition.zones[zone].name or edition.dice[die].name or die)
    return name[:1].upper() + name[1:]


def zone_name_in_sentence(edition: SheetEdition, zone: str, translate: Translate) -> str:
    """The name of a zone as it is used in a sentence."""
    name = edition.zones[zone].name or edition.dice[edition.die_of(zone)].name or edition.die_of(zone)
    return translate(in_context("zone", name))


# A name that a layout gives to a zone, after a word such as "of" or "for"; languages may quote it.
NAMED_ZONE = in_context("name of a zone", "{name}")


def zone_name_after_word(edition: SheetEdition, zone: str, translate: Translate) -> str:
    """The name of a zone after a word such as "of" or "for": German `von Blau`, but `von „Weg“`."""
    name = zone_name_in_sentence(edition, zone, translate)
    return fill_fields(translate(NAMED_ZONE), name=name) if edition.zones[zone].name else name


def told_apart(edition: SheetEdition, zone: str, name: str) -> str:
    """Return the name of a zone; with its key, if it is a further zone of a die and has no name of its own.

    >>> from sheetgen.layout import read
    >>> told_apart(read("classic").edition, "blue", "Blue")
    'Blue'
    """
    own = edition.zones[zone]
    is_named = own.name is not None or own.die in (None, zone) or own.die not in edition.zones
    return name if is_named else f"{name} ({zone})"


def action_name(edition: SheetEdition, label: str, translate: Translate) -> str:
    """The name of an action or of a track such as `mix.polish`."""
    group, _, kind = label.partition(".")
    name = edition.actions[group].name if group in edition.actions else None
    return translate(kind or name or group)


def bonus_text(edition: SheetEdition, bonus: Bonus, translate: Translate) -> str:
    """What a badge gives, with the options of a choice separated by slashes."""
    return " / ".join(_single_bonus_text(edition, single, translate) for single in bonus.singles)


def _single_bonus_text(edition: SheetEdition, bonus: SingleBonus, translate: Translate) -> str:
    text = bonus.words()
    values: dict[str, object] = {}
    if text.number is not None:
        values["number"] = text.number
    if text.zone is not None:
        values["zone"] = zone_name_after_word(edition, text.zone, translate)
    if text.action is not None:
        values["action"] = action_name(edition, text.action, translate)
    return fill_fields(translate(text.message), **values)
