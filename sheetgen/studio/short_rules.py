"""The rules of a layout in short, as plain texts: for a player who was sent a sheet and has no rules page of it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sheetgen.i18n import later
from sheetgen.layout import CardEdition, Layout, SheetEdition, read
from sheetgen.layout.sentences import EditionZone, Sentence
from sheetgen.resources import data_folder, shipped_layouts
from sheetgen.site.examples import page_of_clause
from sheetgen.site.facts import EditionFacts
from sheetgen.site.rules_text import SentencePrinter, ZoneText
from sheetgen.site.summary import card_summary, sheet_summary
from sheetgen.site.words import Words, plain

Section = tuple[str, Sequence[str]]  # a heading and its paragraphs
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_READING = re.compile(r" \(\[[^\]]*\]\([^)]*\)\)")  # a link to another reading of a rule
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
        """Return signs that say where the text of clauses begins; there are no anchors."""
        return f"\x01{' '.join(clauses)}\x02" if clauses else ""

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
        texts = [words.tr(label, rule=text.strip()) for label, text in _labelled(rules).items() if text.strip()]
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


def _labelled(rules: ZoneText) -> dict[str, str]:
    """Return the sections of the rules of a zone, by the label before each."""
    return {
        later("Where: {rule}"): rules.order,
        later("What fits: {rule}"): rules.accepts,
        later("How: {rule}"): rules.marks,
        later("Further crosses: {rule}"): rules.extra_marks,
        later("Badges: {rule}"): rules.bonus,
        later("Points: {rule}"): rules.points,
    }


def _of_cards(edition: CardEdition, tools: _Tools) -> Iterator[Section]:
    short, words = card_summary(edition), tools.words
    yield words.tr(later("A round")), [_said(tools, *step) for step in (*short.round, *short.result)]
    yield words.tr(later("The end")), [_said(tools, *short.end)]
    if short.for_two:
        yield words.tr(later("For two players")), [_said(tools, *short.for_two)]


# A clause by itself

# The sections of the short rules about the clauses that all editions share: headings of `_of_sheet`, by the letter of
# a clause or by the clause itself.
_OF_LETTERS = {
    "A": "You are active", "B": "You are active", "P": "You are passive", "S": "Solo", "F": "The end", "E": "The end",
}  # fmt: skip
_OF_CLAUSES = {
    **dict.fromkeys(("X1", "X9", "X10"), "Bonuses"),
    **dict.fromkeys(("X2", "X3", "X4", "X5", "X6", "X7", "X8"), "Actions"),
}
_OPENING = re.compile("\x01([^\x02]*)\x02")


class UnknownClauseError(ValueError):
    """A clause that neither the layout nor the rules of all editions have."""


def _section_of(clause: str, edition: SheetEdition) -> str:
    """Return the heading of the section about a clause of no zone; raise UnknownClauseError."""
    if any(clause in clauses for clauses in edition.clauses.values()):  # of the bonuses of this edition
        return "Bonuses"
    section = _OF_CLAUSES.get(clause) or (_OF_LETTERS.get(clause[:1]) if clause[1:].isdecimal() else None)
    if section is None:
        raise UnknownClauseError(clause)
    return section


def clause_text(layout: Layout, clause: str, language: str) -> dict[str, Any]:
    """Return what a clause says, for the page: `title`, `texts`, `pages` and `url`.

    The clause of a zone is its own sentences; for one that all editions share, it is the part of the short rules about
    it. `pages` are the rules pages that state it, as pairs of an edition and a page, nearest first; `url` is where
    the layout says that its rules are. Raises UnknownClauseError.
    """
    edition, words = layout.edition, Words.of(language, layout.edition)
    if not isinstance(edition, SheetEdition):
        raise TypeError(f"{layout.id} has no zones")
    tools = _Tools(layout, words)
    title, texts = "", list[str]()
    for name in edition.zones:
        if found := _sentences_of(clause, EditionZone(edition, name), tools):
            title, texts = words.cap(tools.name_of_zone(name)), found
            break
    else:
        heading = words.tr(_section_of(clause, edition))
        sections = short_rules(layout, language)
        title, texts = next(((own, [*said]) for own, said in sections if own == plain(heading)), ("", []))
    known = {layout.id: edition}
    for parent in layout.lineage:
        own = read(parent).edition if parent in shipped_layouts() else None
        if isinstance(own, SheetEdition):
            known.setdefault(parent, own)
    pages = [[name, page_of_clause(clause, own)] for name, own in known.items()]
    return {"title": plain(title), "texts": texts, "pages": pages, "url": edition.sheet.rules_url or ""}


def _sentences_of(clause: str, zone: EditionZone, tools: _Tools) -> list[str]:
    """Return the sentences about a zone that state a clause; none if it is no clause of the zone."""
    rules = ZoneText(SentencePrinter(tools, zone), zone, EditionFacts(zone.edition))
    found = []
    for label, text in {"{rule}": rules.value, **_labelled(rules)}.items():
        _, *parts = _OPENING.split(text)
        stated = [
            _as_text(_READING.sub("", said)).removesuffix("-").strip()
            for clauses, said in zip(parts[::2], parts[1::2], strict=True)
            if clause in clauses.split()
        ]
        if stated:
            found.append(tools.words.tr(label, rule=" ".join(stated)))
    return found


def _badges(badges: Sequence[str], tools: _Tools) -> str:
    return tools.words.cap(tools.words.listed(tools.name_of_bonus(badge) for badge in badges))


def _said(tools: _Tools, *sentences: Sentence) -> str:
    return SentencePrinter(tools, None, in_short=True).block(sentences).strip()


def _as_text(markdown: str) -> str:
    """Return Markdown without its signs: links as their text, no bold type."""
    return plain(_MARKS.sub("", _LINK.sub(r"\1", markdown))).replace("\n\n", "\n").strip()
