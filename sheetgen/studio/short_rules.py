"""The rules of a layout in short, as plain texts: for a player who was sent a sheet and has no rules page of it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sheetgen.i18n import later
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.sentences import EditionZone, Sentence
from sheetgen.resources import data_folder
from sheetgen.site.facts import EditionFacts
from sheetgen.site.rules_text import SentencePrinter, ZoneText
from sheetgen.site.summary import card_summary, sheet_summary
from sheetgen.site.words import Words, plain

Section = tuple[str, Sequence[str]]  # a heading and its paragraphs
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|\{:[^}]*\}")


class _Tools:
    """What the printer of sentences needs, without pages to link to."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self.layout, self.words = layout, words
        names: dict[str, Any] = {name: getattr(words, name) for name in ("tr", "ntr", "num", "listed", "cap")}
        own = {name: getattr(self, name) for name in ("name_of_die", "name_of_zone", "name_of_bonus", "clause", "link")}
        self.forms: object = _template(words.language).make_module({**names, **own})

    def name_of_die(self, die: str) -> str:
        """Return the name of a die within a sentence."""
        return self.words.die(self.layout.edition, die)

    def name_of_zone(self, zone: str) -> str:
        """Return the name of a zone within a sentence."""
        return self.words.zone(self._sheet, zone)

    def name_of_bonus(self, bonus: object) -> str:
        """Return what a badge gives."""
        return self.words.bonus(self._sheet, str(bonus))

    def clause(self, *clauses: str) -> str:
        """Return nothing: there are no anchors."""
        return ""

    def link(self, target: str) -> str:
        """Return no address; links are printed as their text."""
        return ""

    @property
    def _sheet(self) -> SheetEdition:
        if not isinstance(self.layout.edition, SheetEdition):
            raise TypeError(f"{self.layout.id} has no zones")
        return self.layout.edition


@cache
def _template(language: str) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(data_folder("docs") / language)
    environment = Environment(
        loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )  # plain text
    return environment.get_template("words.md.j2")


def short_rules(layout: Layout, language: str) -> list[Section]:
    """Return the rules of a layout in short: headings with paragraphs, as plain text in a language."""
    tools = _Tools(layout, Words.of(language, layout.edition))
    edition = layout.edition
    parts = _of_sheet(edition, tools) if isinstance(edition, SheetEdition) else _of_cards(edition, tools)
    return [(plain(heading), [_as_text(text) for text in texts if text]) for heading, texts in parts]


def _of_sheet(edition: SheetEdition, tools: _Tools) -> Iterator[Section]:
    short, words = sheet_summary(edition), tools.words
    yield words.tr(later("You are active")), [_said(tools, *step) for step in short.active]
    yield words.tr(later("You are passive")), [_said(tools, *step) for step in short.passive]
    for zone in short.zones:
        context = EditionZone(edition, zone)
        rules = ZoneText(SentencePrinter(tools, context, in_short=True), context, EditionFacts(edition))
        labelled = {
            later("Where: {rule}"): rules.order,
            later("What fits: {rule}"): rules.accepts,
            later("How: {rule}"): rules.marks,
            later("Further crosses: {rule}"): rules.extra_marks,
            later("Badges: {rule}"): rules.bonus,
            later("Points: {rule}"): rules.points,
        }
        texts = [words.tr(label, rule=text.strip()) for label, text in labelled.items() if text.strip()]
        yield words.cap(tools.name_of_zone(zone)), [rules.value, *texts]
    bonuses = [
        words.tr(later("{badges}: {rule}"), badges=_badges(line.badges, tools), rule=_said(tools, *line.text))
        for line in short.bonuses
    ]
    yield words.tr(later("Bonuses")), [_said(tools, *short.at_once), *bonuses]
    if short.actions:
        actions = [
            words.tr("{badges}: {rule}", badges=words.cap(words.action(edition, kind)), rule=_said(tools, text))
            for kind, text in short.actions.items()
        ]
        yield words.tr(later("Actions")), [_said(tools, *short.tracks), *actions]
    yield words.tr(later("The end")), [_said(tools, *short.end)]
    if short.solo:
        yield words.tr(later("Solo")), [_said(tools, *short.solo)]


def _of_cards(edition: CardEdition, tools: _Tools) -> Iterator[Section]:
    short, words = card_summary(edition), tools.words
    yield words.tr(later("A round")), [_said(tools, *step) for step in (*short.round, *short.result)]
    yield words.tr(later("The end")), [_said(tools, *short.end)]
    if short.for_two:
        yield words.tr(later("For two players")), [_said(tools, *short.for_two)]


def _badges(badges: Sequence[str], tools: _Tools) -> str:
    return tools.words.cap(tools.words.listed(tools.name_of_bonus(badge) for badge in badges))


def _said(tools: _Tools, *sentences: Sentence) -> str:
    return SentencePrinter(tools, None, in_short=True).block(sentences).strip()


def _as_text(markdown: str) -> str:
    """Return Markdown without its signs: links as their text, no bold type."""
    return plain(_MARKS.sub("", _LINK.sub(r"\1", markdown))).replace("\n\n", "\n").strip()
