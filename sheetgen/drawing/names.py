"""What zones are called on a page: the name of the layout, or that of the die's colour."""

from collections.abc import Callable

from sheetgen.i18n import later
from sheetgen.layout.sheet import SheetEdition

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


def zone_name(edition: SheetEdition, zone: str, translate: Callable[[str], str]) -> str:
    """The name of a zone as a heading, in a language."""
    die = edition.die_of(zone)
    words = translate(edition.zones[zone].name or edition.dice[die].name or die)
    return words[:1].upper() + words[1:]
