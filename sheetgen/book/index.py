"""Contents at the front of a book, and the index of terms at its end."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sheetgen.book.blocks import Band, Look, Measures, Setter
from sheetgen.book.flow import Filler
from sheetgen.book.inline import ARROW
from sheetgen.book.markup import BookSite, Node, page_html, read_html
from sheetgen.book.pieces import PageDrawing, Piece, PlacedLink, kept_together, space_before, text_pieces
from sheetgen.book.text import Inline, Run, break_lines, no_hyphens
from sheetgen.drawing.names import ACTIONS
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Rect
from sheetgen.drawing.text import font_face, text_at, text_in
from sheetgen.formats.tags import Element
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.site.tables import TERMS, sortable
from sheetgen.site.words import Words, plain

MOST_PAGES = 6  # behind one term
LONG = 6  # letters of a word that can lose its ending
_ENDING = re.compile(r"(?:er|en|es|e|s)$")
_ENDINGS = r"(?:e[nrsm]?|s|n|x|ern|as?|os?)?"  # of plurals and cases in the languages of the books
_OF_SHEETS = frozenset(  # terms that a card game has not, or uses in another sense
    {"silver platter", "die slot", "sheet", "zone", "cell", "row", "column", "cross", "circle", "badge", "bonus"}
    | {"action", "score ladder", "star", "solo game", "rating"}
)
_UMLAUTS = str.maketrans("äöü", "aou")


def contents_pieces(
    title: str, entries: Sequence[tuple[str, str, Look]], measures: Measures, section: Element
) -> list[Band]:
    """Return the contents: a line for each chapter, given as title, place and colours."""
    style = measures.heading.scaled(1.25)
    lines = break_lines([Run(title, style.font, style.size, style.colour)], measures.full, no_hyphens)
    head = text_pieces(lines, style, section.add_child("H2"), is_heading=True)
    rows = [_contents_row(*entry, measures, section) for entry in entries]
    return [Band(True, head), Band(False, space_before(rows, measures.gap))]


def _contents_row(title: str, target: str, look: Look, measures: Measures, section: Element) -> Piece:
    style, width = measures.body, measures.column
    height = style.leading * 1.32
    owner = section.add_child("TOCI")

    def draw(page: PageDrawing, x: float, y: float) -> None:
        side = style.size * 0.85
        middle = y + height / 2
        base = middle + font_face("body").cap_height * style.size / 2
        number = str(page.pages.get(target, ""))
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


def index_bands(
    language: str, layouts: Sequence[Layout], filler: Filler, setter: Setter, meanings: Meanings
) -> list[Band]:
    """Return the index: every term of the glossary that the book uses, what it means, and its pages."""
    words = Words(language)
    texts: list[tuple[int, str, bool]] = []
    for number, filled in enumerate(filler.pages, start=2):
        for is_heading in (True, False):  # lines are joined, because terms of two words can be on two of them
            said = (placed.piece.text.strip() for placed in filled.pieces if placed.piece.is_heading == is_heading)
            texts.append((number, _bare(" ".join(said)), is_heading))
    entries: dict[str, tuple[str, list[Node | str], list[int]]] = {}
    for name in _terms(layouts, words):
        pages = _pages_of(name, texts)
        if pages:
            entries[sortable(name)] = (words.cap(name), _meaning(name, meanings), pages)
    pieces: list[Piece] = []
    style = setter.measures.small
    bold = replace(style, font="strong")
    for _, (name, meaning, pages) in sorted(entries.items()):
        owner = setter.section.add_child("P")
        inlines: list[Inline] = [Run(f"{name}  ", bold.font, bold.size, bold.colour)]
        if meaning:
            inlines += [*setter.reader.read(meaning, style), Run("  ", style.font, style.size, style.colour)]
        for i, page in enumerate(pages):
            inlines.append(Run(", " if i else f"{ARROW}\u00a0", style.font, style.size, setter.look.muted))
            inlines.append(Run(str(page), "strong", style.size, setter.look.muted, f"page#{page}"))
        lines = setter.lines(inlines, setter.measures.column, style)
        pieces += space_before(kept_together(text_pieces(lines, style, owner)), setter.measures.gap * 0.55)
    return [Band(False, pieces)]


def _terms(layouts: Sequence[Layout], words: Words) -> list[str]:
    """Return the terms in the language of the book: those of the glossary, actions and cards."""
    has_sheet = any(isinstance(layout.edition, SheetEdition) for layout in layouts)
    general = (*TERMS, *map(str, SCORING_BADGES)) if has_sheet else [term for term in TERMS if term not in _OF_SHEETS]
    names = [plain(words.tr(term)) for term in general]
    for layout in layouts:
        own = Words.of(words.language, layout.edition)
        if isinstance(layout.edition, SheetEdition):
            kinds = {kind for name, action in layout.edition.actions.items() for kind in action.tracks(name)}
            names += [plain(own.tr(ACTIONS[kind])) for kind in kinds if kind in ACTIONS]
        elif isinstance(layout.edition, CardEdition):
            names += [plain(own.tr(card.name)) for card in layout.edition.cards.values()]
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


def _bare(text: str) -> str:
    """Return a text in small letters and without umlauts, which singular and plural of a word do not share.

    >>> _bare("Füchse")
    'fuchse'
    """
    return text.casefold().translate(_UMLAUTS)


def _pattern(term: str) -> re.Pattern[str]:
    """Return what finds a term with the endings of plurals and cases, but not in other words.

    >>> [bool(_pattern("Fuchs").search(_bare(text))) for text in ("zwei Füchse", "ein Fuchsbau")]
    [True, False]
    """
    words = [re.escape(_ENDING.sub("", word) if len(word) > LONG else word) for word in _bare(term).split()]
    return re.compile(r"\b" + r"\s".join(f"{word}{_ENDINGS}" for word in words) + r"(?!\w)")


def _meaning(term: str, meanings: Meanings) -> list[Node | str]:
    """Return what a term means; the glossary can have its plural, or only its main word: `ladder`."""
    for said in (term, term.split()[-1], term.split()[0]):
        pattern = _pattern(said)
        for known, meaning in meanings.items():
            if pattern.fullmatch(_bare(known)):
                return meaning
    return []


def _pages_of(term: str, texts: Sequence[tuple[int, str, bool]]) -> list[int]:
    """Return the pages of a term: those where a heading has it, then the first others."""
    pattern = _pattern(term)
    found = [(number, is_heading) for number, text, is_heading in texts if pattern.search(text)]
    headed = list(dict.fromkeys(number for number, is_heading in found if is_heading))
    others = list(dict.fromkeys(number for number, _ in found if number not in headed))
    return sorted([*headed, *others][:MOST_PAGES])
