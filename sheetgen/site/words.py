"""The texts of one language: translations, plurals, numbers and names; and the protection of texts from layouts."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from sheetgen.drawing.names import action_name, bonus_text, zone_name_after_word, zone_name_in_sentence
from sheetgen.i18n import FIELD, SOURCE, fill_fields, is_grouped, translate, translate_plural
from sheetgen.i18n.catalogues import PSEUDO, own_translation
from sheetgen.layout import Edition, SheetEdition
from sheetgen.layout.base import TranslatableText
from sheetgen.layout.parts.bonus import Bonus, SingleBonus, parse_bonus

if TYPE_CHECKING:
    from babel import Locale


@cache
def language_name(language: str) -> str:
    """Return the name of a language in that language.

    >>> language_name("en"), language_name("fr"), language_name("de")
    ('English', 'Français', 'Deutsch')
    """
    words = Words(language)
    return words.cap(words.locale.get_language_name() or language)


@dataclass(frozen=True)
class Words:
    """A language on the pages of an edition; translations in the layout come before those of the catalogue."""

    language: str
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    @staticmethod
    def of(language: str, edition: Edition | None = None) -> "Words":
        """Return the words of a language for an edition, or for pages of no edition."""
        return Words(language, edition.translations if edition is not None else {})

    def tr(self, text: str, **values: object) -> str:
        """Return a text in this language with its fields filled; a text from a layout is protected (see `protect`)."""
        result = translate(text, self.language, self.translations)
        if isinstance(text, TranslatableText) or own_translation(text, self.language, self.translations) is not None:
            # Fields are left out of the protection, since they are still to be filled.
            result = "".join(part if i % 2 else protect(part) for i, part in enumerate(FIELD.split(result)))
        return fill_fields(result, **values) if values else result

    def ntr(self, one: str, many: str, n: int, **values: object) -> str:
        """Return a text that depends on a number, with its fields filled.

        >>> Words("en").ntr("{n} point", "{n} points", 1)
        '1 point'
        """
        return fill_fields(
            translate_plural(one, many, abs(n), self.language, self.translations), n=self.num(n), **values
        )

    @cached_property
    def locale(self) -> "Locale":
        """The locale of the language in Babel."""
        from babel import Locale

        return Locale.parse(SOURCE if self.language == PSEUDO else self.language)

    def num(self, value: float, digits: int | None = None) -> str:
        """Return a number as the language writes it, with a typographic minus sign, and with so many decimals if given.

        >>> Words("de").num(2000), Words("es").num(2000), Words("es").num(-12000)
        ('2.000', '2000', '−12.000')
        >>> Words("en").num(4), Words("en").num(4, 1), Words("de").num(-71.84, 1)
        ('4', '4.0', '−71,8')
        """
        from babel.numbers import format_decimal

        grouped = is_grouped(value, self.language)
        pattern = None if digits is None else f"#,##0.{'0' * digits}"
        return format_decimal(value, pattern, locale=self.locale, group_separator=grouped).replace("-", "−")

    def percent(self, share: float, digits: int = 1) -> str:
        r"""Return a share, 0 to 1, as a percentage.

        >>> Words("en").percent(0.907), Words("de").percent(0.907)
        ('90.7%', '90,7\xa0%')
        """
        from babel.numbers import format_percent

        pattern: str = self.locale.percent_formats[None].pattern
        return format_percent(share, format=pattern.replace("##0", f"##0.{'0' * digits}"), locale=self.locale)

    def listed(self, texts: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """Return texts as a list within a sentence: `a, b and c`, or `a, b or c`.

        >>> Words("en").listed(["a", "b", "c"]), Words("de").listed(["a", "b"]), Words("en").listed("ab", "or")
        ('a, b and c', 'a und b', 'a or b')
        >>> Words("es").listed(["Rosa", "Índigo"]), Words("es").listed(["6", "8"], "or")
        ('Rosa e Índigo', '6 u 8')
        """
        from babel.lists import format_list

        items = list(texts)
        result = format_list(items, style=style, locale=self.locale)
        if self.language == "es" and len(items) > 1:
            return _before_like_sound(result, items[-1])
        return result.replace(", and ", " and ").replace(", or ", " or ")

    def series(self, parts: Iterable[str]) -> str:
        """Return parts that may have commas of their own as one text, with semicolons between them.

        >>> Words("en").series(["a, b", "c"]), Words("fr").series(["a, b", "c"])
        ('a, b; c', 'a, b\u202f; c')
        """
        text, *others = parts
        for part in others:
            text = self.tr("{before}; {after}", before=text, after=part)
        return text

    def cap(self, text: str) -> str:
        """Return a text with a capital first letter."""
        return text[:1].upper() + text[1:]

    # Names

    def die(self, edition: Edition, die: str) -> str:
        """Return the name of a die or deck, as within a sentence."""
        dice = edition.dice if isinstance(edition, SheetEdition) else edition.decks
        name = dice[die].name if die in dice else None
        return self.tr(name or die)

    def die_and_colour(self, edition: SheetEdition, die: str) -> str:
        """Return the name of a die, with its colour if the name does not say it: `sun (yellow)`."""
        name, colour = self.die(edition, die), self.colour(edition, die)
        return name if colour == name else f"{name} ({colour})"

    def colour(self, edition: SheetEdition, die: str) -> str:
        """Return what people call the colour of a die: by default the name of the die."""
        return self.tr(edition.dice[die].colour_name or edition.dice[die].name or die)

    def slot(self, edition: SheetEdition, number: int) -> str:
        """Return what is printed on a die slot, counted from 1; its number if nothing is."""
        return protect(edition.slot_label(number))

    def zone(self, edition: SheetEdition, zone: str) -> str:
        """Return the name of a zone, as within a sentence."""
        return zone_name_in_sentence(edition, zone, self.tr)

    def zone_after_word(self, edition: SheetEdition, zone: str) -> str:
        """Return the name of a zone after a word such as "of" or "for"; in some languages it is quoted there."""
        return zone_name_after_word(edition, zone, self.tr)

    def zone_label(self, edition: SheetEdition, zone: str) -> str:
        """Return the name of a zone as it begins a caption or a line: `Green`, in French `Zone verte`."""
        name = self.zone(edition, zone)
        return self.cap(name) if edition.zones[zone].name else self.tr("{Zone}", zone=name)

    def zone_heading(self, edition: SheetEdition, zone: str) -> str:
        """Return the heading of a zone: its name, or "The … zone" if it is called after its die."""
        name = self.zone(edition, zone)
        return self.cap(name) if edition.zones[zone].name else self.tr("The {zone} zone", zone=name)

    def action(self, edition: SheetEdition, label: str) -> str:
        """Return the name of an action, or of a track such as `mix.polish`."""
        return action_name(edition, label, self.tr)

    def bonus(self, edition: SheetEdition, bonus: Bonus | str) -> str:
        """Return what a badge gives, in words; the bonus may be given as layouts write it.

        A cross or a number for any zone names the zones that take it; a cross in a zone that is filled in order says
        that it goes on the next cell.
        """
        singles = (parse_bonus(bonus) if isinstance(bonus, str) else bonus).singles
        texts = [self._bonus(edition, single) for single in singles]
        if len(texts) == 2:
            return self.tr("either {first}, or {second}", first=texts[0], second=texts[1])
        return self.listed(texts, style="or")

    def _bonus(self, edition: SheetEdition, bonus: SingleBonus) -> str:
        targets = [zone for zone in edition.zones if bonus.may_mark(writes=edition.zones[zone].writes)]
        if bonus.target is not None and bonus.glyph == "cross" and edition.zones[bonus.target].order.without_gaps:
            return self.tr("a cross on the next cell of {zone}", zone=self.zone_after_word(edition, bonus.target))
        if bonus.target is not None or not targets or len(targets) == len(edition.zones):
            return bonus_text(edition, bonus, self.tr)
        zones = self.listed([self.zone_after_word(edition, zone) for zone in targets], style="or")
        if bonus.fixed_number is not None:
            return self.tr("a {number} for {zones}", number=bonus.fixed_number, zones=zones)
        return self.tr("a free cross in {zones}", zones=zones)


# In Spanish, "y" and "o" change before the same sound, also in numbers: "ocho", "once". Babel does not know this.
_LIKE_SOUNDS = (
    (" y ", " e ", re.compile(r"«?h?[ií](?![aeou])", re.IGNORECASE)),
    (" o ", " u ", re.compile(r"«?(h?[oó]|8|11\b)", re.IGNORECASE)),
)


def _before_like_sound(listed: str, last: str) -> str:
    """Return a Spanish list with the conjunction before its last item as the sound of that item asks for."""
    for usual, other, sound in _LIKE_SOUNDS:
        if sound.match(last) and listed.endswith(usual + last):
            return listed.removesuffix(usual + last) + other + last
    return listed


# The characters that mean something in HTML, Markdown or Jinja. In texts from layouts they are replaced by private-use
# characters, which all three leave alone, and put back when the page is finished.
SIGNS = '<>&"`*_{}[]|\\#~$'
_FIRST = 0xE000
_PROTECTED = {ord(sign): chr(_FIRST + ord(sign)) for sign in SIGNS} | {ord("\n"): " "}
_PROTECTED_SIGN = re.compile(f"[{''.join(chr(_FIRST + ord(sign)) for sign in SIGNS)}]")


def protect(text: str) -> str:
    """Return a text in which characters with a meaning in HTML, Markdown or Jinja are replaced by private ones."""
    return text.translate(_PROTECTED)


def plain(text: str) -> str:
    """Return a protected text as it was, for output that is not HTML.

    >>> plain(protect("<b> & {{ 7 }}"))
    '<b> & {{ 7 }}'
    """
    return _PROTECTED_SIGN.sub(lambda match: chr(ord(match[0]) - _FIRST), text)


def unprotect(html: str) -> str:
    """Return a finished HTML page with the protected characters as character references.

    >>> unprotect(protect("<b> & {{ 7 }}"))
    '&#60;b&#62; &#38; &#123;&#123; 7 &#125;&#125;'
    """
    return _PROTECTED_SIGN.sub(lambda match: f"&#{ord(match[0]) - _FIRST};", html)
