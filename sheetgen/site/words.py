"""One language: texts, plurals, numbers, and what dice, zones, actions and badges are called in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from sheetgen.drawing.names import action_words, bonus_words, zone_words
from sheetgen.i18n import FIELD, SOURCE, filled, translate, translate_plural
from sheetgen.i18n.pseudo import PSEUDO
from sheetgen.layout import Edition, SheetEdition
from sheetgen.layout.base import Text
from sheetgen.layout.parts.bonus import Bonus, parse_bonus
from sheetgen.site.veil import veiled

if TYPE_CHECKING:
    from babel import Locale


@cache
def own_name(language: str) -> str:
    """What a language calls itself.

    >>> own_name("en"), own_name("fr"), own_name("de")
    ('English', 'Français', 'Deutsch')
    """
    words = Words(language)
    return words.cap(words.locale.get_language_name() or language)


@dataclass(frozen=True)
class Words:
    """A language on the pages of an edition, whose own translations come first."""

    language: str
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    @staticmethod
    def of(language: str, edition: Edition | None = None) -> "Words":
        """The words of a language for an edition, or for pages across."""
        return Words(language, edition.translations if edition is not None else {})

    def tr(self, text: str, **values: object) -> str:
        """A text in this language, with its values filled in; what a layout says stays plain text on every page."""
        told = translate(text, self.language, self.own)
        if isinstance(text, Text) or text in self.own.get(self.language, {}):
            # The fields of a text that a layout translates are still to be filled in.
            told = "".join(part if i % 2 else veiled(part) for i, part in enumerate(FIELD.split(told)))
        return filled(told, **values) if values else told

    def ntr(self, one: str, many: str, n: int, **values: object) -> str:
        """A text that depends on a number.

        >>> Words("en").ntr("{n} point", "{n} points", 1)
        '1 point'
        """
        return filled(translate_plural(one, many, abs(n), self.language, self.own), n=self.num(n), **values)

    @cached_property
    def locale(self) -> "Locale":
        """What Babel knows about the language."""
        from babel import Locale

        return Locale.parse(SOURCE if self.language == PSEUDO else self.language)

    def num(self, value: float) -> str:
        """A number as the language writes it; a real minus sign."""
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.locale).replace("-", "−")

    def percent(self, share: float, digits: int = 1) -> str:
        r"""A share as a percentage.

        >>> Words("en").percent(0.907), Words("de").percent(0.907)
        ('90.7%', '90,7\xa0%')
        """
        from babel.numbers import format_percent

        pattern: str = self.locale.percent_formats[None].pattern
        return format_percent(share, format=pattern.replace("##0", f"##0.{'0' * digits}"), locale=self.locale)

    def listed(self, texts: Iterable[str]) -> str:
        """Several things in a row: `a, b and c`.

        >>> Words("en").listed(["a", "b", "c"]), Words("de").listed(["a", "b"])
        ('a, b and c', 'a und b')
        """
        from babel.lists import format_list

        told = format_list(list(texts), locale=self.locale)
        return told.replace(", and ", " and ")

    def cap(self, text: str) -> str:
        """A text with a large first letter."""
        return text[:1].upper() + text[1:]

    # What things are called

    def die(self, edition: Edition, die: str) -> str:
        """The name of a die, as within a sentence."""
        dice = edition.dice if isinstance(edition, SheetEdition) else edition.decks
        own = dice[die].name if die in dice else None
        return self.tr(own or die)

    def zone(self, edition: SheetEdition, zone: str) -> str:
        """The name of a zone, as within a sentence."""
        return zone_words(edition, zone, self.tr)

    def zone_heading(self, edition: SheetEdition, zone: str) -> str:
        """A zone as a heading; one with a name of its own needs no other word."""
        own = self.zone(edition, zone)
        return self.cap(own) if edition.zones[zone].name else self.tr("The {zone} zone", zone=own)

    def action(self, edition: SheetEdition, label: str) -> str:
        """The name of an action or of a track such as `mix.polish`."""
        return action_words(edition, label, self.tr)

    def bonus(self, edition: SheetEdition, bonus: Bonus | str) -> str:
        """What a badge gives, in words."""
        return bonus_words(edition, parse_bonus(bonus) if isinstance(bonus, str) else bonus, self.tr)
