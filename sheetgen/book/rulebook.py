"""The rulebook: options, and the book that is made from them."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from itertools import chain, pairwise, product
from pathlib import Path

from sheetgen.book import BookError
from sheetgen.book.blocks import EXAMPLE, Band, Look, Setter
from sheetgen.book.booklet import booklet_sides, padded, single_sides
from sheetgen.book.chapters import Chapter, chapters_of, site_of
from sheetgen.book.design import LEAST, Design, chapter_head, cover, design_for, page_furniture, ruled_page, tile
from sheetgen.book.flow import Filler, Setting, Settings, best_filled
from sheetgen.book.index import Index, contents_pieces, index_bands, term_meanings
from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import Node, printed
from sheetgen.book.pictures import TAG
from sheetgen.book.pieces import PageDrawing
from sheetgen.book.sheet import orders, sheet_ways
from sheetgen.book.summary import SummaryText, read_summary, summary_pages
from sheetgen.book.text import hyphenator
from sheetgen.book.writing import Bookmark, Reading, Side, all_scenes, write_book
from sheetgen.drawing.faces import using_fonts
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.text import LEAST_POINTS
from sheetgen.formats.tags import Element
from sheetgen.i18n import later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.colour import TypeTooSmallError, enforce_limits, load_inks
from sheetgen.press.profiles import Profile, load_profile
from sheetgen.press.standards import About
from sheetgen.site.examples import HowMany
from sheetgen.site.words import Words

Size = tuple[float, float]
Fit = tuple[float, float]  # the size of pictures and that of spaces, against the usual ones
RULES = later("The rules")
CONTENTS = later("Contents")
INDEX = later("Index")
CONTINUED = later("Example, continued")
NOTES = later("Notes")
CODES = later("Small codes such as {code} are numbers of rules.")
CODES_IN_EXAMPLES = later("Examples say which rules they show.")
# The sizes of pictures and of the spaces between paragraphs in which a chapter is tried, and what each costs: as much
# as that share of a page left empty. Pictures of zones have to be read, cards and the whole sheet to be recognised.
FITS = {
    (0.87, 0.65): 0.15,
    (0.87, 0.8): 0.08,
    (0.93, 0.9): 0.03,
    (1.0, 1.0): 0.0,
    (1.07, 1.06): 0.02,
    (1.14, 1.12): 0.04,
    (1.22, 1.2): 0.08,
}
FITS_WITHOUT_ZONE = {(0.7, 0.65): 0.35, (0.79, 0.65): 0.22, **FITS, (1.35, 1.25): 0.15}
ABOUT = "about"  # the path of the page about the project: it can be before the index or after it, and in small type
SMALL_PRINT = 0.05  # what small type costs there, in pages
EXAMPLES = "examples"  # the id of the heading above the examples of a chapter
INDEX_SPACES = {1.0: 0.0, 0.5: 0.03, 1.6: 0.03}  # the spaces between the entries of the index, and what each costs
TORN_INDEX = 1.0  # what it costs that the index is on two pages though one has room for it, in pages
NOTICE = later("Unofficial. The games belong to their authors and publishers.")
OWN_NOTICE = later("Unofficial. Not made or endorsed by the authors or publishers of the Clever games.")


def _home() -> Profile:
    return load_profile("home")


@dataclass(frozen=True)
class BookOptions:
    """What to print and how: one field for each option of `sheetgen rulebook`."""

    layouts: tuple[Layout, ...]
    _: KW_ONLY
    language: str = "en"
    paper: Size = PAPERS["A4"]  # in millimetres; of a booklet, the paper that is folded
    booklet: bool = False
    theme: str = "light"
    profile: Profile = field(default_factory=_home)
    examples: HowMany = "few"
    icc: Path | None = None

    def __post_init__(self) -> None:
        """Refuse options that exclude each other."""
        ids = [layout.id for layout in self.layouts]
        twice = next((each for each in ids if ids.count(each) > 1), None)
        if not ids:
            raise BookError("a rulebook needs an edition; see `sheetgen list`")
        if twice is not None:
            raise BookError(f"{twice} is named twice")
        if self.page[0] < LEAST[0] or self.page[1] < LEAST[1]:
            paper = f"{self.paper[0]:g} x {self.paper[1]:g} mm"
            half = f" folded to {self.page[0]:g} x {self.page[1]:g} mm" if self.booklet else ""
            raise BookError(
                f"paper of {paper}{half} is too small for a rulebook: a page needs {LEAST[0]:g} x {LEAST[1]:g} mm"
            )

    @property
    def page(self) -> Size:
        """The size of a page: of a booklet, half of the paper."""
        short, long = sorted(self.paper)
        return (long / 2, short) if self.booklet else (short, long)


@dataclass(frozen=True)
class Book:
    """A finished rulebook as PDF, and what to know before it is printed."""

    pdf: bytes
    pages: int
    summary: str


def make_rulebook(options: BookOptions) -> Book:
    """Set and write a rulebook; raise BookError, PageError, DrawingError or PressError if that is not possible."""
    with using_fonts(*(layout.font for layout in options.layouts)), _collecting_later():
        composed = compose(options)
        return Book(write_composed(composed), len(composed.pages), _summary(options, len(composed.pages)))


def make_summary(options: BookOptions) -> Book:
    """Write the summary of each edition as a PDF of one page each; raise what `make_rulebook` raises."""
    with using_fonts(*(layout.font for layout in options.layouts)):
        return _make_summary(options)


def _make_summary(options: BookOptions) -> Book:
    profile, page = options.profile, options.page
    root = Element("Document")
    pages = []
    for layout in options.layouts:
        site = site_of([layout], options.language, options.theme, "none")
        least = profile.type if profile.is_press else LEAST_POINTS
        section = root.add_child("Sect", title=layout.id)
        pages += summary_pages(site, layout, page, section, least=least, thinnest=profile.line)
    edition = options.layouts[0].edition
    title = printed(Words.of(options.language, edition).tr(edition.title))
    ready = _for_press(pages, profile) if profile.is_press else pages
    name = "-".join(layout.id for layout in options.layouts) + "-summary"
    sides = single_sides(ready, page, profile, name)
    inks, icc = load_inks(profile, options.icc, all_scenes(sides))
    reading = None if profile.is_press else Reading(root, (), {})
    pdf = write_book(sides, profile, About(title, name, options.language), reading, icc, inks)
    return Book(pdf, len(pages), _summary(options, len(pages)))


@dataclass(frozen=True)
class ComposedBook:
    """A book whose pages are filled but not written: the pages in order, and what readers on a screen use."""

    options: BookOptions
    design: Design
    title: str
    pages: tuple[PageDrawing, ...]
    reading: Reading
    filled: Filler  # where every piece is, for those who measure
    summaries: int = 0  # how many pages at the end are summaries


def compose(options: BookOptions) -> ComposedBook:
    """Set a book: return its pages as drawings."""
    with _collecting_later():
        return _Composer(options).compose()


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Let Python look for unused memory afterwards: a book that is tried in many ways has very many small objects.

    They are used until the book is finished, and a quarter of the time went into finding that out again and again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def write_composed(book: ComposedBook) -> bytes:
    """Write a book that is already set."""
    options = book.options
    profile = options.profile
    pages = _for_press(book.pages, profile) if profile.is_press else book.pages
    name = "-".join(layout.id for layout in options.layouts) + "-rulebook"
    sides: Sequence[Side]
    if options.booklet:
        sides = booklet_sides(pages, options.page, profile, name)
    else:
        sides = single_sides(pages, options.page, profile, name)
    inks, icc = load_inks(profile, options.icc, all_scenes(sides))
    duplex = "short" if options.booklet else "long"
    about = About(book.title, name, options.language, duplex)
    is_read = not profile.is_press and not options.booklet
    return write_book(sides, profile, about, book.reading if is_read else None, icc, inks)


def _for_press(pages: Sequence[PageDrawing], profile: Profile) -> list[PageDrawing]:
    """Return pages for a press: lines are wide enough, also in small pictures; raise BookError for small type."""
    scales: dict[int, tuple[Scene, float]] = {}
    for placed in (placed for page in pages for placed in page.pictures):
        scale = placed.rect.width / placed.picture.area.width
        for layer in placed.picture.layers:
            _, known = scales.get(id(layer), (layer, scale))
            scales[id(layer)] = (layer, min(known, scale))
    ready = {
        key: enforce_limits(
            layer,
            profile.model_copy(update={"line": profile.line / scale, "negative_line": profile.negative_line / scale}),
        )
        for key, (layer, scale) in scales.items()
    }
    result = []
    for page in pages:
        pictures = [
            replace(
                placed,
                picture=replace(placed.picture, layers=tuple(ready[id(layer)] for layer in placed.picture.layers)),
            )
            for placed in page.pictures
        ]
        try:
            items = list(enforce_limits(Scene(0, 0, tuple(page.items), "", "", ""), profile).items)
        except TypeTooSmallError as error:
            raise BookError(f"{error.found}; use a larger --paper, or {error.remedy}") from None
        result.append(replace(page, items=items, pictures=pictures))
    return result


def _summary(options: BookOptions, pages: int) -> str:
    width, height = options.page
    count = "1 page" if pages == 1 else f"{pages} pages"
    parts = [f"{count} of {width:g} x {height:g} mm"]
    if options.booklet:
        sheets = pages // 4
        parts.append(
            f"{sheets} sheet{'s' if sheets > 1 else ''} of paper: print on both sides, turn on the short edge, fold"
        )
    if options.profile.bleed:
        parts.append(f"bleed {options.profile.bleed:g} mm")
    if options.profile.is_press:
        parts.append(options.profile.standard)
    return ", ".join(parts)


def _fits(fits: Mapping[Fit, float], nodes: Sequence[Node]) -> list[tuple[Fit, float]]:
    """Return the sizes of pictures and spaces, and what each costs; without pictures, only spaces that differ."""
    if any(next(node.find(TAG), None) is not None for node in nodes):
        return list(fits.items())
    by_spaces: dict[float, tuple[Fit, float]] = {}
    for fit, strain in sorted(fits.items(), key=lambda each: each[1]):
        by_spaces.setdefault(fit[1], (fit, strain))
    return list(by_spaces.values())


class _Composer:
    """Sets one book."""

    def __init__(self, options: BookOptions) -> None:
        self.options = options
        self.design = design_for(options.page, options.theme, options.profile.line)
        self.words = Words.of(options.language, options.layouts[0].edition if len(options.layouts) == 1 else None)
        self.root = Element("Document", self.title)

    @property
    def least_points(self) -> float:
        """The smallest type, in points."""
        return self.options.profile.type if self.options.profile.is_press else LEAST_POINTS

    def tr(self, text: str) -> str:
        return printed(self.words.tr(text))

    @cached_property
    def titles(self) -> list[str]:
        editions = [layout.edition for layout in self.options.layouts]
        return [printed(Words.of(self.options.language, edition).tr(edition.title)) for edition in editions]

    @property
    def title(self) -> str:
        return f"{' · '.join(self.titles)}: {self.tr(RULES)}"

    def compose(self) -> ComposedBook:
        options, design = self.options, self.design
        self.site = site_of(options.layouts, options.language, options.theme, options.examples)
        chapters = chapters_of(self.site, options.layouts)
        self.summaries = [read_summary(self.site, layout) for layout in options.layouts]
        self.paths = frozenset(path for chapter in chapters for path in chapter.paths)
        looks = [self._look(chapter) for chapter in chapters]
        drawn = [self.site.pictures.of(layout) for layout in options.layouts]
        bleed = options.profile.bleed
        is_published = any(layout.edition.credits for layout in options.layouts)
        notice = self.tr(NOTICE if is_published else OWN_NOTICE)
        front = cover(design, self.titles, self.tr(RULES), notice, drawn, bleed, self.root.add_child("Sect"))
        filler = Filler(design.frame)
        self._contents(filler, chapters, looks)
        settings: list[Settings] = []
        about: list[Settings] = []
        for i, (chapter, look) in enumerate(zip(chapters, looks, strict=True)):
            own = about if chapter.paths[0] == ABOUT else settings
            own += self._settings(i, chapter, look)
        index = self._index(len(chapters))
        filler, chosen = best_filled(filler, settings, [[*about, index]])
        sections: list[Element] = []
        for setting in chosen:
            if setting.head is None:
                sections[-1].parts += setting.section.parts
            else:
                sections.append(setting.section)
        self.root.parts += sections
        summaries = [self._summary_pages(*each) for each in zip(options.layouts, self.summaries, strict=True)]
        backs = [*chain(*summaries)]
        places = self._places(filler)
        first = 1 + len(filler.pages) + self._blank_pages(1 + len(filler.pages), len(backs))
        for layout, drawings in zip(options.layouts, summaries, strict=True):
            places[_summary_place(layout)] = (first, 0.0)
            first += len(drawings)
        numbers = {name: page + 1 for name, (page, _) in places.items()}
        inner = self._draw(filler, chapters, looks, numbers)
        pages = self._all_pages(front, inner, backs)
        bookmarks = tuple(sorted(self._bookmarks(chapters, filler, places), key=lambda each: (each.page, each.y)))
        return ComposedBook(
            options, design, self.title, pages, Reading(self.root, bookmarks, places), filler, len(backs)
        )

    def _all_pages(
        self, front: PageDrawing, inner: list[PageDrawing], backs: list[PageDrawing]
    ) -> tuple[PageDrawing, ...]:
        pages = [front, *inner]
        for _ in range(self._blank_pages(len(pages), len(backs))):
            blank = PageDrawing()
            ruled_page(self.design, self.tr(NOTES), blank)
            page_furniture(self.design, len(pages) + 1, self.titles[0], self.tr(NOTES), self.design.plain, blank)
            pages.append(blank)
        return (*pages, *backs)

    def _blank_pages(self, before: int, after: int) -> int:
        """Return how many pages for notes a booklet needs between other pages, so that all fill sheets of paper."""
        return padded(before + after) - before - after if self.options.booklet else 0

    def _summary_pages(self, layout: Layout, text: SummaryText) -> list[PageDrawing]:
        return summary_pages(
            self.site,
            layout,
            self.design.page,
            self.root.add_child("Sect"),
            text=text,
            least=self.least_points,
            thinnest=self.options.profile.line,
            most=2 if self.design.measures.columns > 1 else 3,
        )

    def _summary_titles(self) -> list[str]:
        """Return the titles of the summaries in contents and bookmarks; with that of the edition if there are more."""
        texts = zip(self.summaries, self.titles, strict=True)
        return [f"{text.title}: {edition}" if len(self.titles) > 1 else text.title for text, edition in texts]

    # Chapters

    def _look(self, chapter: Chapter) -> Look:
        if chapter.zone and chapter.layout is not None and isinstance(chapter.layout.edition, SheetEdition):
            drawn = self.site.pictures.of(chapter.layout)
            return self.design.look(drawn.pen.colours(chapter.layout.edition.die_of(chapter.zone)))
        return self.design.plain

    def _setter(self, paths: tuple[str, ...], look: Look, section: Element) -> Setter:
        reader = InlineReader(paths, self.site.pictures.all, look.muted, self.paths)
        hyphenate, continued = hyphenator(self.options.language), self.tr(CONTINUED)
        return Setter(self.design.measures, reader, look, hyphenate, section, continued)

    def _settings(self, number: int, chapter: Chapter, look: Look) -> list[Settings]:
        """Return the ways to set the parts of a chapter: with larger and smaller pictures, and in which order."""
        sign = None
        if chapter.zone and chapter.layout is not None and isinstance(chapter.layout.edition, SheetEdition):
            sign = tile(self.site.pictures.of(chapter.layout), chapter.zone)
        anchors = [f"{path}#top" for path in chapter.paths]
        width = self.design.measures.full
        fits = FITS if chapter.zone else FITS_WITHOUT_ZONE
        result: list[Settings] = []
        for part in self._parts(chapter):
            setter = self._setter(chapter.paths, look, Element("Sect"))
            setters = [(setter, 0.0)]
            if chapter.paths[0] == ABOUT:
                small = replace(setter.measures, body=setter.measures.small)
                other = self._setter(chapter.paths, look, Element("Sect"))
                setters.append((replace(other, measures=small), SMALL_PRINT))
            ways = []
            for (setter, cost), ((size, spaces), strain), (order, more), beside in product(
                setters, _fits(fits, part), orders(part), sheet_ways(part)
            ):
                section = Element("Sect", chapter.title)
                head = chapter_head(chapter.title, look, width, sign, section.add_child("H1"), anchors)
                measures = replace(setter.measures.resized(size, spaces), sheet_beside=beside)
                bands = replace(setter, section=section, measures=measures).bands(order)
                ways.append(Setting(number, None if result else head, bands, section, cost + strain + more))
            result.append(lambda before, ways=ways: ways)  # type: ignore[misc]  # it is bound here
        return result

    def _parts(self, chapter: Chapter) -> list[Sequence[Node]]:
        """Return the parts of a chapter whose pictures can be larger or smaller each: in one column, every example.

        Several columns are not divided where a part ends, since they would have to end there at the same height.
        """
        nodes = chapter.nodes
        start = next((i for i, node in enumerate(nodes) if node.tag == "h2" and node.id == EXAMPLES), 0)
        if not start or self.design.measures.columns > 1:
            return [nodes]
        examples = [i for i, node in enumerate(nodes) if i > start and EXAMPLE in node.classes]
        return [nodes[first:end] for first, end in pairwise([0, start, *examples[1:], len(nodes)])]

    def _contents(self, filler: Filler, chapters: Sequence[Chapter], looks: Sequence[Look]) -> None:
        section = self.root.add_child("TOC", title=self.tr(CONTENTS))
        entries = [
            (chapter.title, f"{chapter.paths[0]}#top", look) for chapter, look in zip(chapters, looks, strict=True)
        ]
        entries.append((self.tr(INDEX), "index#top", self.design.plain))
        for title, layout in zip(self._summary_titles(), self.options.layouts, strict=True):
            entries.append((title, _summary_place(layout), self.design.plain))
        filler.fill(contents_pieces(self.tr(CONTENTS), entries, self.design.measures, section))
        filler.fill(self._about_codes(chapters))

    def _about_codes(self, chapters: Sequence[Chapter]) -> list[Band]:
        """Return a line that explains the numbers of rules, if the book has any."""
        nodes = [node for chapter in chapters for node in chapter.nodes]
        code = next((clause.attributes["data-rule"] for node in nodes for clause in node.find("a", "clause")), "")
        if not code:
            return []
        said = [printed(self.words.tr(CODES, code=code))]
        if any(EXAMPLE in each.classes for node in nodes for each in (node, *node.every)):
            said.append(self.tr(CODES_IN_EXAMPLES))
        setter = self._setter(("index",), self.design.plain, self.root.add_child("Sect"))
        style = replace(self.design.measures.small, colour=self.design.plain.muted)
        return [Band(True, setter.paragraph(Node("p", {}, [" ".join(said)]), self.design.measures.full, style))]

    def _index(self, number: int) -> Settings:
        """Return the ways to set the index, which depends on the pages before it."""
        plain_look, title = self.design.plain, self.tr(INDEX)
        # The site also has the editions that zones come from; the meanings are those of the games in the book.
        own = replace(self.site, layouts=self.options.layouts)
        index = Index(self.site.language, self.options.layouts, term_meanings(own))

        setter = self._setter(("glossary",), plain_look, Element("Sect"))

        def settings(before: Filler) -> list[Setting]:
            section = Element("Sect", title)
            head = chapter_head(
                title, plain_look, self.design.measures.full, None, section.add_child("H1"), ["index#top"]
            )
            entries = index.entries(before, replace(setter, section=section))
            return [
                Setting(number, head, index_bands(entries, spaces), section, strain, TORN_INDEX)
                for spaces, strain in INDEX_SPACES.items()
            ]

        return settings

    # Pages

    def _places(self, filler: Filler) -> dict[str, tuple[int, float]]:
        """Return the page (from 0, the cover) and the height of every place that links lead to."""
        places: dict[str, tuple[int, float]] = {}
        for index, page in enumerate(filler.pages, start=1):
            places[f"page#{index + 1}"] = (index, 0.0)
            for placed in page.pieces:
                for anchor in placed.piece.anchors:
                    places.setdefault(anchor, (index, placed.y))
        return places

    def _draw(
        self, filler: Filler, chapters: Sequence[Chapter], looks: Sequence[Look], numbers: Mapping[str, int]
    ) -> list[PageDrawing]:
        titles = [*(chapter.title for chapter in chapters), self.tr(INDEX)]
        colours = [*looks, self.design.plain]
        book = " · ".join(self.titles)
        result = []
        for number, page in enumerate(filler.pages, start=2):
            drawing = PageDrawing(pages=numbers)
            page_furniture(self.design, number, book, titles[page.chapter], colours[page.chapter], drawing)
            for placed in page.pieces:
                placed.piece.draw(drawing, placed.x, placed.y)
            result.append(drawing)
        return result

    def _bookmarks(
        self, chapters: Sequence[Chapter], filler: Filler, places: Mapping[str, tuple[int, float]]
    ) -> Iterator[Bookmark]:
        # Sections can be in another order than on the site.
        order = {anchor: i for i, anchor in enumerate(places)}
        for chapter in chapters:
            names = {f"{chapter.paths[0]}#{node.id}": node for node in chapter.nodes if node.tag == "h2" and node.id}
            found = sorted(names.keys() & places.keys(), key=order.__getitem__)
            inner = [Bookmark(" ".join(names[name].text.split()), *places[name]) for name in found]
            page, y = places[f"{chapter.paths[0]}#top"]
            yield Bookmark(chapter.title, page, y, tuple(inner))
        yield Bookmark(self.tr(INDEX), *places["index#top"])
        for title, layout in zip(self._summary_titles(), self.options.layouts, strict=True):
            yield Bookmark(title, *places[_summary_place(layout)])


def _summary_place(layout: Layout) -> str:
    """Return the name of the place of a summary, to which links lead."""
    return f"summary-{layout.id}#top"
