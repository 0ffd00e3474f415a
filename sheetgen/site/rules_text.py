"""Prints the sentences of the rules as Markdown in the language of a page; the rules of a zone, section by section."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from sheetgen.i18n import later, translate_plural
from sheetgen.layout import zone_text
from sheetgen.layout.sentences import DieName, EditionZone, Follows, RowName, Sentence, SlotName, Value, ZoneName
from sheetgen.site.facts import EditionFacts
from sheetgen.site.words import Words, protect

_FIELD = re.compile(r"\{(?P<name>[A-Za-z_]+)(?::(?P<form>[a-z_]+))?\}")
_JOINTS: Mapping[Follows, str] = {"line": "\n", "same line": " ", "paragraph": "\n\n", "item": "\n"}


class PageTools(Protocol):
    """What the printer needs from a page; `site.context.Context` provides it."""

    words: Words
    forms: object  # the macros of the language's words.md.j2, which print a value in a form

    def name_of_die(self, die: str) -> str:
        """Return the name of a die within a sentence."""

    def clause(self, *clauses: str) -> str:
        """Return HTML anchors for clauses."""

    def link(self, target: str) -> str:
        """Return the address of another page."""


@dataclass(frozen=True)
class SentencePrinter:
    """Prints sentences as Markdown; `context` is the zone that they are about, None for those about no zone.

    In short, it leaves out details, the anchors of clauses and the links to our readings.
    """

    page: PageTools
    context: EditionZone | None
    in_short: bool = False

    def block(self, sentences: Iterable[Sentence]) -> str:
        """Return sentences as lines, paragraphs and lists, each after the anchors of its clauses."""
        result, before = "", None
        for sentence in sentences:
            if self.in_short and sentence.detail:
                continue
            follows = sentence.follows
            if before is not None:
                ends_list = before == "item" and follows not in ("item", "same line")
                starts_list = before != "item" and follows == "item"
                result += "\n\n" if ends_list or starts_list else _JOINTS[follows]
            elif self.in_short and follows == "item":
                result = "\n\n"  # a summary puts a label before the text, and a list begins on a line of its own
            result += ("- " if follows == "item" else "") + self.sentence(sentence)
            before = "item" if before == "item" and follows == "same line" else follows  # the item goes on
        return result + "\n\n" if before == "item" else result

    def sentence(self, sentence: Sentence) -> str:
        """Return one sentence in the language of the page; raise ValueError if a field has no value or form."""
        words = self.page.words
        if sentence.plural:
            n = sentence.values["n"]
            if not isinstance(n, int):
                raise ValueError(f"a number decides the form of a sentence, not {n!r}: {sentence.text}")
            text = translate_plural(sentence.text, sentence.plural, n, words.language, words.translations)
        else:
            text = words.tr(sentence.text)
        shown = _FIELD.sub(lambda match: self._field(sentence, match["name"], match["form"] or ""), text)
        if self.in_short:
            return shown
        clauses = sentence.clauses if self.context is None else self.context.clauses_of(sentence)
        return self.page.clause(*clauses) + shown + self._reading(sentence)

    def _reading(self, sentence: Sentence) -> str:
        if not sentence.ruling:
            return ""
        label = self.page.words.tr(later("Our reading"))
        return f" ([{label}]({self.page.link(f'questions#{sentence.ruling}')}))"

    def _field(self, sentence: Sentence, name: str, form: str) -> str:
        """Return the value of a field, with a capital first letter if its name is written with one."""
        if name in sentence.values:
            return self.value(sentence.values[name], form)
        key = name[:1].lower() + name[1:]
        if key not in sentence.values:
            raise ValueError(f"nothing is known for {{{name}}} in: {sentence.text}")
        return self.page.words.cap(self.value(sentence.values[key], form))

    def value(self, value: Value, form: str = "") -> str:
        """Return a value in a form, a macro of words.md.j2; without a form, a list is joined with `and`."""
        if isinstance(value, tuple) and form == "text":
            return self.block(item for item in value if isinstance(item, Sentence))
        if isinstance(value, tuple) and all(isinstance(item, ZoneName) for item in value):
            return self._form(form or "to_zones", [item.id for item in value if isinstance(item, ZoneName)])
        if isinstance(value, tuple):
            return self._form(form or "both", [self.value(item) for item in value])
        if isinstance(value, Sentence):
            return self.sentence(value)
        if isinstance(value, RowName):
            return self._row_number(value) if form == "number" else self._row(value)
        if isinstance(value, SlotName) and self.context is not None:
            return self.page.words.slot(self.context.edition, value.number)
        if isinstance(value, ZoneName):
            return self._form(form or "to_zone", value.id)
        if isinstance(value, DieName):
            return self._form(form, value.id) if form else self.page.name_of_die(value.id)
        return self._form(form, value) if form else str(value)

    def _row_number(self, row: RowName) -> str:
        return protect(row.label) or str(row.number)

    def _row(self, row: RowName) -> str:
        if row.label:
            return self.page.words.tr(later("row {row}"), row=self._row_number(row))
        names = {
            2: (later("top row"), later("bottom row")),
            3: (later("top row"), later("middle row"), later("bottom row")),
        }
        if row.rows in names:
            return self.page.words.tr(names[row.rows][row.number - 1])
        text = self.page.words.tr(later("{number:nth} row"))
        return text.replace("{number:nth}", self._form("nth", row.number))

    def _form(self, form: str, value: object) -> str:
        macro: Callable[[object], str] | None = getattr(self.page.forms, form, None)
        if macro is None:
            raise ValueError(f"docs/{self.page.words.language}/words.md.j2 has no form '{form}'")
        return macro(value).strip()


@dataclass(frozen=True)
class BadgeRow:
    """A row of the table of badges: which cells earn a badge, and its bonus as layouts write it."""

    earned_by: str
    bonus: str


@dataclass(frozen=True)
class ZoneText:
    """The rules of a zone, section by section, as Markdown in the language of the page."""

    printer: SentencePrinter
    _context: EditionZone
    facts: EditionFacts

    @property
    def next_zone(self) -> str:
        """The id of the zone after this one; empty for the last."""
        ids = list(self._context.edition.zones)
        return next(iter(ids[ids.index(self._context.id) + 1 :]), "")

    @cached_property
    def seen(self) -> str:
        """What is printed."""
        return self.printer.block(zone_text.seen(self._context))

    @cached_property
    def value(self) -> str:
        """What a die is worth."""
        return self.printer.block(self._context.zone.value.sentences(self._context))

    @cached_property
    def order(self) -> str:
        """Where to mark."""
        return self.printer.block(self._context.zone.order.sentences(self._context))

    @cached_property
    def accepts(self) -> str:
        """What fits."""
        return self.printer.block(self._context.zone.accepts.sentences(self._context))

    @cached_property
    def marks(self) -> str:
        """How a cell is marked."""
        return self.printer.block(zone_text.marking(self._context))

    @property
    def marks_twice(self) -> bool:
        """Whether a cell is circled first and crossed later."""
        return self._context.zone.stages > 1

    @cached_property
    def extra_marks(self) -> str:
        """Further marks with one die; empty where there are none."""
        rule = self._context.zone.extra_marks
        return self.printer.block(rule.sentences(self._context)) if rule is not None else ""

    @cached_property
    def when_nothing_fits(self) -> str:
        """When the die cannot be used."""
        return self.printer.sentence(zone_text.when_nothing_fits(self._context))

    @cached_property
    def bonus(self) -> str:
        """What earns the badges."""
        return self.printer.block(zone_text.badges(self._context))

    @cached_property
    def badges(self) -> list[BadgeRow]:
        """Every badge."""
        return [
            BadgeRow(self.printer.value(zone_text.earned_by(self._context, badge)), str(badge.bonus))
            for badge in self._context.zone.badges
        ]

    @cached_property
    def points(self) -> str:
        """How it scores."""
        return self.printer.block(zone_text.points(self._context))

    # Bonuses from elsewhere

    @cached_property
    def takes_cross(self) -> bool:
        """Whether some badge gives a free cross here."""
        badges = self.facts.badges
        return f"X {self._context.id}" in badges or ("X any" in badges and not self._context.zone.writes)

    @cached_property
    def number_badges(self) -> list[str]:
        """The badges whose number may be written here."""
        writes = self._context.zone.writes
        return [
            badge
            for badge in self.facts.number_badges
            if badge.endswith(f" {self._context.id}") or (writes and badge.endswith(" any"))
        ]

    @cached_property
    def takes_choice(self) -> bool:
        """Whether some badge gives a free choice here."""
        return f"? {self._context.id}" in self.facts.badges or "? any" in self.facts.badges

    @cached_property
    def takes_bonuses(self) -> bool:
        """Whether some badge marks this zone without a die."""
        return self.takes_cross or bool(self.number_badges) or self.takes_choice

    @cached_property
    def free_cross(self) -> str:
        """What a free cross means."""
        return self.printer.sentence(zone_text.free_cross(self._context))

    @cached_property
    def number_badge(self) -> str:
        """What a number to write means."""
        return self.printer.block(zone_text.number_badge(self._context))

    @cached_property
    def free_choice(self) -> str:
        """What a free choice means."""
        return self.printer.block(zone_text.free_choice(self._context))
