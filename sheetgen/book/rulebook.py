"""The rulebook: options, and the book that is made from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from pathlib import Path

from sheetgen.book import BookError
from sheetgen.book.blocks import Band, Look, Setter
from sheetgen.book.booklet import booklet_sides, padded, single_sides
from sheetgen.book.chapters import Chapter, chapters_of, site_of
from sheetgen.book.design import LEAST, Design, chapter_head, cover, design_for, page_furniture, ruled_page, tile
from sheetgen.book.flow import Filler, Setting, Settings, best_filled
from sheetgen.book.index import contents_pieces, index_bands, term_meanings
from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import Node
from sheetgen.book.pieces import PageDrawing
from sheetgen.book.summary import summary_pages
from sheetgen.book.text import hyphenator
from sheetgen.book.writing import Bookmark, Reading, Side, all_scenes, write_book
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
from sheetgen.site.words import Words, plain

Size = tuple[float, float]
RULES = later("The rules")
CONTENTS = later("Contents")
INDEX = later("Index")
NOTES = later("Notes")
CODES = later("Small codes such as {code} are numbers of rules.")
CODES_IN_EXAMPLES = later("Examples say which rules they show.")
# The sizes of pictures in which a chapter is tried, and what each costs: as much as that share of a page left empty.
FITS = {1.0: 0.0, 0.94: 0.03, 0.87: 0.08, 0.79: 0.17, 0.71: 0.3, 1.08: 0.02, 1.16: 0.05}
NOTICE = later("Unofficial. The games belong to their authors and publishers.")


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
    composed = compose(options)
    return Book(write_composed(composed), len(composed.pages), _summary(options, len(composed.pages)))


def make_summary(options: BookOptions) -> Book:
    """Write the summary of each edition as a PDF of one page each; raise what `make_rulebook` raises."""
    profile, page = options.profile, options.page
    root = Element("Document")
    pages = []
    for layout in options.layouts:
        site = site_of([layout], options.language, options.theme, "none")
        least = profile.type if profile.is_press else LEAST_POINTS
        pages += summary_pages(site, layout, page, root.add_child("Sect", title=layout.id), least=least)
    edition = options.layouts[0].edition
    title = plain(Words.of(options.language, edition).tr(edition.title))
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


def compose(options: BookOptions) -> ComposedBook:
    """Set a book: return its pages as drawings."""
    return _Composer(options).compose()


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


class _Composer:
    """Sets one book."""

    def __init__(self, options: BookOptions) -> None:
        self.options = options
        self.design = design_for(options.page, options.theme)
        self.words = Words.of(options.language, options.layouts[0].edition if len(options.layouts) == 1 else None)
        self.root = Element("Document", self.title)

    @property
    def least_points(self) -> float:
        """The smallest type, in points."""
        return self.options.profile.type if self.options.profile.is_press else LEAST_POINTS

    def tr(self, text: str) -> str:
        return plain(self.words.tr(text))

    @cached_property
    def titles(self) -> list[str]:
        editions = [layout.edition for layout in self.options.layouts]
        return [plain(Words.of(self.options.language, edition).tr(edition.title)) for edition in editions]

    @property
    def title(self) -> str:
        return f"{' · '.join(self.titles)}: {self.tr(RULES)}"

    def compose(self) -> ComposedBook:
        options, design = self.options, self.design
        self.site = site_of(options.layouts, options.language, options.theme, options.examples)
        chapters = chapters_of(self.site, options.layouts)
        self.paths = frozenset(path for chapter in chapters for path in chapter.paths)
        looks = [self._look(chapter) for chapter in chapters]
        drawn = [self.site.pictures.of(layout) for layout in options.layouts]
        bleed = options.profile.bleed
        front = cover(design, self.titles, self.tr(RULES), self.tr(NOTICE), drawn, bleed, self.root.add_child("Sect"))
        filler = Filler(design.frame)
        self._contents(filler, chapters, looks)
        settings = [self._settings(i, *each) for i, each in enumerate(zip(chapters, looks, strict=True))]
        if chapters and chapters[-1].paths[0] == "about":
            settings.insert(-1, self._index(len(chapters)))
        filler, chosen = best_filled(filler, settings)
        self.root.parts += [setting.section for setting in chosen]
        places = self._places(filler)
        numbers = {name: page + 1 for name, (page, _) in places.items()}
        inner = self._draw(filler, chapters, looks, numbers)
        most = 1 if design.measures.columns > 1 else 2
        backs = [
            page
            for layout in options.layouts
            for page in summary_pages(
                self.site, layout, design.page, self.root.add_child("Sect"), least=self.least_points, most=most
            )
        ]
        pages = self._all_pages(front, inner, backs)
        bookmarks = tuple(self._bookmarks(chapters, filler, places))
        return ComposedBook(options, design, self.title, pages, Reading(self.root, bookmarks, places), filler)

    def _all_pages(
        self, front: PageDrawing, inner: list[PageDrawing], backs: list[PageDrawing]
    ) -> tuple[PageDrawing, ...]:
        pages = [front, *inner]
        if self.options.booklet:
            for number in range(len(pages) + 1, padded(len(pages) + len(backs)) - len(backs) + 1):
                blank = PageDrawing()
                ruled_page(self.design, self.tr(NOTES), blank)
                page_furniture(self.design, number, self.titles[0], self.tr(NOTES), self.design.plain, blank)
                pages.append(blank)
        return (*pages, *backs)

    # Chapters

    def _look(self, chapter: Chapter) -> Look:
        if chapter.zone and chapter.layout is not None and isinstance(chapter.layout.edition, SheetEdition):
            drawn = self.site.pictures.of(chapter.layout)
            return self.design.look(drawn.pen.colours(chapter.layout.edition.die_of(chapter.zone)))
        return self.design.plain

    def _setter(self, paths: tuple[str, ...], look: Look, section: Element, fit: float = 1.0) -> Setter:
        reader = InlineReader(paths, self.site.pictures.all, look.muted, self.paths)
        measures = self.design.measures.resized(fit)
        return Setter(measures, reader, look, hyphenator(self.options.language), section)

    def _settings(self, number: int, chapter: Chapter, look: Look) -> Settings:
        """Return the ways to set a chapter: with larger and smaller pictures."""
        sign = None
        if chapter.zone and chapter.layout is not None and isinstance(chapter.layout.edition, SheetEdition):
            sign = tile(self.site.pictures.of(chapter.layout), chapter.layout.edition.die_of(chapter.zone))
        anchors = [f"{path}#top" for path in chapter.paths]
        width = self.design.measures.full
        result = []
        for fit, strain in FITS.items():
            section = Element("Sect", chapter.title)
            head = chapter_head(chapter.title, look, width, sign, section.add_child("H1"), anchors)
            bands = self._setter(chapter.paths, look, section, fit).bands(chapter.nodes)
            result.append(Setting(number, head, bands, section, strain))
        return lambda before: result

    def _contents(self, filler: Filler, chapters: Sequence[Chapter], looks: Sequence[Look]) -> None:
        section = self.root.add_child("TOC", title=self.tr(CONTENTS))
        entries = [
            (chapter.title, f"{chapter.paths[0]}#top", look) for chapter, look in zip(chapters, looks, strict=True)
        ]
        about = entries.pop() if chapters and chapters[-1].paths[0] == "about" else None
        entries.append((self.tr(INDEX), "index#top", self.design.plain))
        if about is not None:
            entries.append(about)
        filler.fill(contents_pieces(self.tr(CONTENTS), entries, self.design.measures, section))
        filler.fill(self._about_codes(chapters))

    def _about_codes(self, chapters: Sequence[Chapter]) -> list[Band]:
        """Return a line that explains the numbers of rules, if the book has any."""
        nodes = (node for chapter in chapters for node in chapter.nodes)
        code = next((clause.attributes["data-rule"] for node in nodes for clause in node.find("a", "clause")), "")
        if not code:
            return []
        said = [plain(self.words.tr(CODES, code=code))]
        if self.options.examples != "none":
            said.append(self.tr(CODES_IN_EXAMPLES))
        setter = self._setter(("index",), self.design.plain, self.root.add_child("Sect"))
        style = replace(self.design.measures.small, colour=self.design.plain.muted)
        return [Band(True, setter.paragraph(Node("p", {}, [" ".join(said)]), self.design.measures.full, style))]

    def _index(self, number: int) -> Settings:
        """Return the way to set the index, which depends on the pages before it."""
        plain_look, title = self.design.plain, self.tr(INDEX)
        meanings = term_meanings(self.site)

        def settings(before: Filler) -> list[Setting]:
            section = Element("Sect", title)
            setter = self._setter(("glossary",), plain_look, section)
            head = chapter_head(
                title, plain_look, self.design.measures.full, None, section.add_child("H1"), ["index#top"]
            )
            bands = index_bands(self.site.language, self.options.layouts, before, setter, meanings)
            return [Setting(number, head, bands, section)]

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
        for chapter in chapters:
            inner = []
            for node in chapter.nodes:
                place = places.get(f"{chapter.paths[0]}#{node.id}") if node.tag == "h2" and node.id else None
                if place is not None:
                    inner.append(Bookmark(" ".join(node.text.split()), *place))
            page, y = places[f"{chapter.paths[0]}#top"]
            if chapter.paths[0] == "about":
                yield Bookmark(self.tr(INDEX), *places["index#top"])
            yield Bookmark(chapter.title, page, y, tuple(inner))
