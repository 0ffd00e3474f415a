"""Contents at the front of a book, and the index of terms at its end."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

import yaml

from sheetgen.book.blocks import Band, Look, Measures, Setter
from sheetgen.book.flow import FilledPage, Filler
from sheetgen.book.inline import ARROW
from sheetgen.book.markup import BookSite, Node, page_html, printed, read_html
from sheetgen.book.pieces import (
    PageDrawing,
    Piece,
    PlacedLink,
    as_one,
    as_one_row,
    indented,
    kept_together,
    space_before,
    text_pieces,
)
from sheetgen.book.text import HYPHEN, Inline, Run, break_lines, no_hyphens
from sheetgen.drawing.names import ACTIONS
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Rect
from sheetgen.drawing.text import font_face, text_at, text_in
from sheetgen.formats.tags import Element
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.resources import data_folder
from sheetgen.site.tables import GENERAL_TERMS, TERMS, sortable
from sheetgen.site.words import Words

TOGETHER = 6  # the last entries, which stay together
CONTENTS_GAP = 6.0  # millimetres between two columns of contents
CONTENTS_SPARE = 14.0  # millimetres of a line of contents that are for the sign before it, dots and a number
LONG = 6  # letters of a word that can lose its ending
MOST_PAGES = 6  # of a term in the index; one that is on more pages has the first and those that name it most


Entry = tuple[str, str, Look]  # a chapter in the contents: title, place and colours


def contents_pieces(title: str, entries: Sequence[Entry], measures: Measures, section: Element) -> list[Band]:
    """Return the contents: a line for each chapter, in the order of their places."""
    style = measures.heading.scaled(1.25)
    lines = break_lines([Run(title, style.font, style.size, style.colour)], measures.full, no_hyphens)
    head = text_pieces(lines, style, section.add_child("H2"), is_heading=True)
    half = (measures.full - CONTENTS_GAP) / 2
    widest = max(font_face("body").width(title, measures.body.size) for title, _, _ in entries)
    if measures.columns > 1 or widest > half - CONTENTS_SPARE:
        rows = [_contents_row(i, entries, measures.column, measures, section) for i in range(len(entries))]
    else:  # short titles are in two columns on narrow pages, too
        rows = [_contents_row(i, entries, half, measures, section) for i in range(len(entries))]
        middle = (len(rows) + 1) // 2
        rows = [as_one_row([as_one(rows[:middle]), *indented([as_one(rows[middle:])], half + CONTENTS_GAP)])]
    return [Band(True, head), Band(False, space_before(rows, measures.gap))]


def _contents_row(
    number_of_row: int, entries: Sequence[Entry], width: float, measures: Measures, section: Element
) -> Piece:
    """Return a line of the contents; which chapter is in it is known when all of them have their places."""
    style = measures.body
    height = style.leading * 1.32
    owner = section.add_child("TOCI")

    def draw(page: PageDrawing, x: float, y: float) -> None:
        side = style.size * 0.85
        middle = y + height / 2
        base = middle + font_face("body").cap_height * style.size / 2
        places = list(page.pages)
        title, target, look = sorted(entries, key=lambda entry: places.index(entry[1]))[number_of_row]
        number = str(page.pages[target])
        wide = font_face("strong").width(number, style.size)
        label = text_in(
            title,
            Rect(x + side * 1.8, y, width - side * 1.8 - wide - 6, height),
            style.size,
            "body",
            style.colour,
            anchor=0.0,
        )
        items: list[Item] = [
            Box(
                Rect(x, middle - side / 2, side, side),
                Paint(fill=look.badge, stroke=look.line, width=0.15),
                side * 0.25,
            )
        ]
        dot = label.rect.right + 2.4
        while dot < x + width - wide - 1.6:
            items.append(Circle(dot, base - 0.15, 0.16, Paint(fill=look.muted)))
            dot += 1.5
        page.add(items)
        page.add(
            [
                replace(label, y=base, text=f"{label.text} "),
                text_at(number, x + width, base, style.size, "strong", style.colour, 1.0),
            ],
            owner,
        )
        page.links.append(PlacedLink(Rect(x, y, width, height), target, title))

    return Piece(height, draw, text="")


Meanings = Mapping[str, list[Node | str]]  # what terms mean, by the term in small letters


class Index:
    """The index of a book: every term of the glossary that the book uses, what it means, and its pages."""

    def __init__(self, language: str, layouts: Sequence[Layout], meanings: Meanings) -> None:
        words, finder = Words(language), TermFinder.of(language)
        terms = {sortable(name): name for name in _terms(layouts, words)}
        self._entries = [
            (words.cap(name), finder.term(name), _meaning(name, meanings, finder)) for _, name in sorted(terms.items())
        ]
        self._bare = finder.bare
        self._found: dict[FilledPage, Sequence[int]] = {}

    def entries(self, filler: Filler, setter: Setter) -> list[list[Piece]]:
        """Return the lines of each entry, after some pages."""
        entries: list[list[Piece]] = []
        found = [(number, self._on_page(page)) for number, page in enumerate(filler.pages, start=2)]
        for i in range(len(self._entries)):
            counts_of_pages = {number: counts[i] for number, counts in found if counts[i]}
            if counts_of_pages:
                pages = _main_pages(counts_of_pages)
                entry = partial(self._entry, i, pages, setter)
                entries.append(setter.once.get((self, i, pages), setter.section, entry))
        return entries

    def _entry(self, number: int, pages: Sequence[int], setter: Setter, section: Element) -> list[Piece]:
        """Return a term, what it means and its pages."""
        name, _, meaning = self._entries[number]
        style = setter.measures.small
        bold = replace(style, font="strong")
        owner = section.add_child("P")
        inlines: list[Inline] = [Run(f"{name}  ", bold.font, bold.size, bold.colour)]
        if meaning:
            inlines += [*setter.reader.read(meaning, style), Run("  ", style.font, style.size, style.colour)]
        for i, (page, last) in enumerate(_ranges(pages)):
            inlines.append(Run(", " if i else f"{ARROW}\u00a0", style.font, style.size, setter.look.muted))
            said = str(page) if page == last else f"{page}–{last}"
            inlines.append(Run(said, "strong", style.size, setter.look.muted, f"page#{page}"))
        lines = setter.lines(inlines, setter.measures.column, style)
        return space_before(kept_together(text_pieces(lines, style, owner)), setter.measures.gap * 0.55)

    def _on_page(self, page: FilledPage) -> Sequence[int]:
        """Return for each term how often a page has it.

        Pages are searched once: books that are tried while the best one is sought have most of them in common.
        """
        if page not in self._found:
            # Lines are joined, because a term can be on two of them.
            text = " ".join(each.piece.text.strip() for each in page.pieces).replace(f"{HYPHEN} ", "")
            text = self._bare(text)
            self._found[page] = [finder.count(text) for _, finder, _ in self._entries]
        return self._found[page]


def index_bands(entries: Sequence[Sequence[Piece]], spaces: float) -> list[Band]:
    """Return the entries of an index below each other, with wider or narrower spaces between them."""
    spaced = [[first.but(before=first.before * spaces), *others] for first, *others in entries]
    before, last = spaced[:-TOGETHER], spaced[-TOGETHER:]
    return [Band(False, [*chain(*before), *kept_together([*chain(*last)])])]


def _terms(layouts: Sequence[Layout], words: Words) -> list[str]:
    """Return the terms in the language of the book: those of the glossary, actions and cards."""
    has_sheet = any(isinstance(layout.edition, SheetEdition) for layout in layouts)
    general = (*TERMS, *map(str, SCORING_BADGES)) if has_sheet else GENERAL_TERMS
    names = [printed(words.tr(term)) for term in general]
    for layout in layouts:
        own = Words.of(words.language, layout.edition)
        if isinstance(layout.edition, SheetEdition):
            kinds = {kind for name, action in layout.edition.actions.items() for kind in action.tracks(name)}
            names += [printed(own.tr(ACTIONS[kind])) for kind in kinds if kind in ACTIONS]
        elif isinstance(layout.edition, CardEdition):
            names += [printed(own.tr(card.name)) for card in layout.edition.cards.values()]
    return list(dict.fromkeys(names))


def term_meanings(site: BookSite) -> Meanings:
    """Return what the glossary of the site says about terms."""
    page = next(page for page in site.pages if page.path == "glossary")
    tree = read_html(page_html(site, page))
    result: dict[str, list[Node | str]] = {}
    for listed in tree.find("dl"):
        for term, meaning in zip(listed.find("dt"), listed.find("dd"), strict=False):
            result[term.text.strip().casefold()] = list(meaning.children)
    return result


@dataclass(frozen=True)
class SearchedTerm:
    """What finds a term in a text that is bare, see `TermFinder.bare`."""

    pattern: re.Pattern[str]
    starts: Sequence[str]  # one of these is in every text with the term, which is quick to see

    def count(self, text: str) -> int:
        """Return how often a text has the term."""
        return len(self.pattern.findall(text)) if any(start in text for start in self.starts) else 0


@dataclass(frozen=True)
class TermFinder:
    """Finds terms in the text of a language, by what `locales/LANG/index.yaml` says."""

    endings: Sequence[str] = ()  # of plurals and cases
    letters: Mapping[str, str] = field(default_factory=dict)  # that forms of one word do not share
    forms: Mapping[str, Sequence[str]] = field(default_factory=dict)  # other words for a term

    @staticmethod
    def of(language: str) -> "TermFinder":
        """Return the finder of a language; without a file it finds terms as they are written."""
        path = data_folder("locales") / language / "index.yaml"
        return TermFinder(**yaml.safe_load(path.read_text("utf-8"))) if path.is_file() else TermFinder()

    def bare(self, text: str) -> str:
        """Return a text as it is searched.

        >>> TermFinder.of("de").bare("Füchse")
        'fuchse'
        """
        return text.casefold().translate({ord(letter): other for letter, other in self.letters.items()})

    def term(self, term: str) -> "SearchedTerm":
        """Return what finds a term and its forms, but not in other words.

        >>> [TermFinder.of("de").term("Fuchs").count(text) for text in ("zwei fuchse", "ein fuchsbau")]
        [1, 0]
        """
        endings = "|".join(sorted(self.endings, key=len, reverse=True))
        lost = re.compile(f"(?:{endings})$")
        said = [
            [lost.sub("", word) if len(word) > LONG else word for word in self.bare(each).split()]
            for each in (term, *self.forms.get(term.casefold(), ()))
        ]
        patterns = [r"\s".join(f"{re.escape(word)}(?:{endings})?" for word in words) for words in said]
        starts = tuple(words[0] for words in said)
        return SearchedTerm(re.compile(r"\b(?:" + "|".join(patterns) + r")(?!\w)"), starts)


def _meaning(term: str, meanings: Meanings, finder: TermFinder) -> list[Node | str]:
    """Return what a term means; the glossary can have its plural, or only its main word: `ladder`."""
    for said in (term, term.split()[-1], term.split()[0]):
        pattern = finder.term(said).pattern
        for known, meaning in meanings.items():
            if pattern.fullmatch(finder.bare(known)):
                return meaning
    return []


def _main_pages(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the pages of a term, given how often each has it: of many pages, the first and those that have it most.

    >>> _main_pages({2: 1, 3: 9, 4: 1})
    (2, 3, 4)
    >>> _main_pages({2: 1, 3: 9, 4: 1, 5: 2, 6: 2, 7: 5, 8: 3, 9: 2})
    (2, 3, 5, 6, 7, 8)
    """
    first, *others = sorted(counts)
    most = sorted(others, key=lambda page: (-counts[page], page))[: MOST_PAGES - 1]
    return (first, *sorted(most))


def _ranges(pages: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last of pages that follow each other.

    >>> _ranges([2, 4, 5, 6, 9])
    [(2, 2), (4, 6), (9, 9)]
    """
    result: list[tuple[int, int]] = []
    for page in pages:
        first = result.pop()[0] if result and result[-1][1] == page - 1 else page
        result.append((first, page))
    return result
