"""The summary of an edition on one page: at the end of a book, as a file of its own, or on the back of a pad."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sheetgen.book import BookError
from sheetgen.book.around import WIDEST, run_around
from sheetgen.book.blocks import Band, Measures, Setter
from sheetgen.book.chapters import site_of
from sheetgen.book.design import design_for
from sheetgen.book.flow import Filler, Frame
from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import BookSite, Node, on_paper, page_html, printed, read_html
from sheetgen.book.pictures import TAG
from sheetgen.book.pieces import PageDrawing, Piece, as_one, indented, kept_together
from sheetgen.book.text import Style, hyphenator
from sheetgen.drawing.scene import Box, Paint, Rect, Scene, moved
from sheetgen.drawing.text import LEAST_POINTS, POINT, text_block
from sheetgen.drawing.themes import themes, until_contrast
from sheetgen.formats.tags import Element
from sheetgen.layout import Layout
from sheetgen.site.pages import SUMMARY, edition_pages
from sheetgen.site.words import Words

Size = tuple[float, float]
LARGEST, EASY = 9.4, 6.8  # the largest type, and the least beside pictures, in points
COMFORTABLE = 7.0  # type that is read without effort: pictures are smaller, and books have a further page, for its sake
PICTURE_SIZES = (1.0, 0.84, 0.7, 0.55)
KEPT, AT_EITHER_END = 8, 3  # so few lines, like a zone, are not divided; of other blocks, so many stay together
BESIDE = 0.36  # the share of a column that the picture of a high zone fills, with text beside it
STEPS = 7  # how often the type size is halved in on
_ZONE = re.compile(r"--zone:\s*(#[0-9A-Fa-f]{6})")


@dataclass(frozen=True)
class SummaryText:
    """What the page of the site with the summary of an edition says: its title, and its blocks."""

    path: str
    title: str
    blocks: Sequence[Node]


def read_summary(site: BookSite, layout: Layout) -> SummaryText:
    """Return the summary of an edition; raise PageError."""
    page = next(page for page in edition_pages(layout) if page.template.endswith(f"/{SUMMARY}"))
    tree = read_html(page_html(site, page))
    return SummaryText(page.path, next(tree.find("h1")).text.strip(), [*_blocks(next(tree.find("div", "summary")))])


def summary_pages(
    site: BookSite,
    layout: Layout,
    size: Size,
    section: Element,
    *,
    text: SummaryText | None = None,
    least: float = LEAST_POINTS,
    thinnest: float = 0.0,
    pictures: bool = True,
    most: int = 1,
) -> list[PageDrawing]:
    """Return the summary on at most so many pages, in the largest type that fits; `text` is what it says, if known.

    Pictures are smaller, and a page is added, if type that is read without effort has no room otherwise. They are left
    out if there is no room for them beside the least type. Raise BookError if the type would have to be smaller than
    `least` points. No area of a picture is thinner than `thinnest`, in points.
    """
    text = read_summary(site, layout) if text is None else text
    maker = _SummaryMaker(site, layout, text, size, section, thinnest)
    smallest = PICTURE_SIZES[-1]
    for count in range(1, most + 1) if pictures else ():
        easy = max(least, COMFORTABLE)
        if maker.fits(easy, smallest, count):
            share = next(share for share in PICTURE_SIZES if share == smallest or maker.fits(easy, share, count))
            return maker.draw(maker.largest(easy, share, count), share)
    easy = max(least, EASY)
    if pictures and maker.fits(easy, smallest, most):
        return maker.draw(maker.largest(easy, smallest, most), smallest)
    if not maker.fits(least, 0.0, most):
        raise BookError(
            f"the summary of {layout.id} does not fit a page of {size[0]:g} x {size[1]:g} mm in type of {least:g} pt"
        )
    return maker.draw(maker.largest(least, 0.0, most), 0.0)


def summary_scene(layout: Layout, size: Size, *, language: str, theme: str, least: float) -> Scene:
    """Return the summary as a scene of a size, without pictures of the zones: for the back of a sheet, which has them.

    Raise BookError if it does not fit in type of `least` points.
    """
    site = site_of([layout], language, "light" if themes()[theme].paper != "#FFFFFF" else theme, "none")
    (page,) = summary_pages(site, layout, size, Element("Sect"), least=least, pictures=False)
    items = list(page.items)
    for placed in page.pictures:
        area = placed.picture.area
        scale = placed.rect.width / area.width
        shift = (placed.rect.x - area.x * scale, placed.rect.y - area.y * scale)
        items += [moved(item, scale, *shift) for layer in placed.picture.layers for item in layer.items]
    title = printed(Words.of(language, layout.edition).tr(layout.edition.title))
    return Scene(*size, (Box(Rect(0, 0, *size), Paint(fill="#FFFFFF")), *items), title, title, language)


class _SummaryMaker:
    """Sets one summary in type and pictures of different sizes: `share` is that of pictures, 0 without them."""

    def __init__(
        self, site: BookSite, layout: Layout, text: SummaryText, size: Size, section: Element, thinnest: float
    ) -> None:
        self.site, self.layout, self.size, self.section = site, layout, size, section
        self.thinnest = thinnest * POINT
        self.path, self.title, self.blocks = text.path, text.title, text.blocks
        self.edition = printed(Words.of(site.language, layout.edition).tr(layout.edition.title))
        self.look = design_for(size, site.theme).plain
        unit = min(size) / 210
        self.margin = max(5.5, 13 * unit)
        self.head = max(8.0, 13 * unit)

    def fits(self, points: float, share: float, most: int) -> bool:
        """Whether the summary fits at most so many pages in type of a size."""
        return len(self._filled(points, share, Element("Sect")).pages) <= most

    def largest(self, fitting: float, share: float, most: int) -> float:
        """Return about the largest type size that fits, in points; `fitting` is one that does."""
        if self.fits(LARGEST, share, most):
            return LARGEST
        large = LARGEST
        for _ in range(STEPS):
            middle = (fitting + large) / 2
            fitting, large = (middle, large) if self.fits(middle, share, most) else (fitting, middle)
        return fitting

    def draw(self, points: float, share: float) -> list[PageDrawing]:
        """Return the pages in type of a size."""
        heading = self.section.add_child("H1")
        filler = self._filled(points, share, self.section)
        pages = []
        for i, filled in enumerate(filler.pages):
            page = PageDrawing()
            self._draw_head(page, heading if i == 0 else None)
            for placed in filled.pieces:
                placed.piece.draw(page, placed.x, placed.y)
            pages.append(page)
        return pages

    def _draw_head(self, page: PageDrawing, heading: Element | None) -> None:
        """Draw the bar with the titles of the edition and of the summary; on a second page it is decoration."""
        look, width = self.look, self.size[0] - 2 * self.margin
        bar = Rect(self.margin, self.margin, width, self.head * 0.72)
        page.add([Box(bar, Paint(fill=look.badge), bar.height * 0.2)])
        inner = bar.inset(bar.height * 0.4, 0)
        left = Rect(inner.x, inner.y, inner.width * 0.58, inner.height)
        right = Rect(inner.x + inner.width * 0.6, inner.y, inner.width * 0.4, inner.height)
        edition = text_block(self.edition, left, bar.height * 0.52, "display", look.on_badge, least=2.12, anchor=0.0)
        title = text_block(self.title, right, bar.height * 0.4, "strong", look.on_badge, least=2.12, anchor=1.0)
        page.add(edition, heading)
        page.add(title, None if heading is None else self.section.add_child("P"))

    def _filled(self, points: float, share: float, section: Element) -> Filler:
        top = self.margin + self.head
        rect = Rect(self.margin, top, self.size[0] - 2 * self.margin, self.size[1] - top - self.margin)
        frame = Frame(rect, 2, max(4.0, self.margin * 0.5))
        measures = replace(_measures(points, frame, self.look.ink), thinnest=self.thinnest)
        filler = Filler(frame)
        pieces: list[Piece] = []
        for block in self.blocks:
            pieces += self._block(block, share, measures, section)
        filler.fill([Band(False, pieces)])
        return filler

    def _block(self, block: Node, share: float, measures: Measures, section: Element) -> list[Piece]:
        """Return a block with a line in its colour above it."""
        found = _ZONE.search(block.attributes.get("style", ""))
        colour = found[1] if found else "#9AA1AD"
        edge = until_contrast(colour, "#FFFFFF", 1.6)
        look = replace(self.look, line=until_contrast(colour, "#FFFFFF", 3.0)) if found else self.look
        reader = InlineReader((self.path,), self.site.pictures.all, look.muted, clauses=False)
        setter = Setter(measures, reader, look, hyphenator(self.site.language), section.add_child("Sect"))
        width, em = measures.column, measures.body.size
        is_card = "card" in block.classes
        content = self._card(block, setter, width) if is_card else self._content(block, share, setter, width)
        first = content[0]

        def draw(page: PageDrawing, x: float, y: float) -> None:
            tall = em * (0.08 if is_card else 0.26)
            page.add([Box(Rect(x, y, width, tall), Paint(fill=edge), tall / 2)])
            first.draw(page, x, y + em * 0.4)

        content[0] = first.but(height=first.height + em * 0.4, draw=draw, before=em * 0.7, is_heading=False)
        if found or len(content) <= KEPT:
            return kept_together(content)
        middle = content[AT_EITHER_END:-AT_EITHER_END]
        return [*kept_together(content[:AT_EITHER_END]), *middle, *kept_together(content[-AT_EITHER_END:])]

    def _content(self, block: Node, share: float, setter: Setter, width: float) -> list[Piece]:
        nodes = on_paper(block.children)
        pictures = [each for node in nodes if node.tag == "figure" for each in node.find(TAG)]
        words = [node for node in nodes if node.tag != "figure"]
        shown = setter.reader.pictures[int(pictures[0].attributes["n"])] if pictures and share else None
        heading, others = words[:1], words[1:]
        pieces = [piece for node in heading for piece in _plain_heading(setter, node, width)]
        if shown is None:
            return pieces + _set(others, setter, width)
        owner = setter.section.add_child("Figure", alt=shown.label)
        area, measures = shown.area, setter.measures
        if "wide" in shown.css:
            wide = area.width * measures.printable(shown, width * share / area.width, width)
            tall = shown.area.height * wide / shown.area.width
            figure = Piece(tall, lambda page, x, y: page.picture(shown, Rect(x, y, wide, tall), owner), before=0.6)
            text = _set(others, setter, width)
            return [*pieces, figure.keeping(), *(piece.keeping() for piece in text[:1]), *text[1:]]
        wide = area.width * measures.printable(shown, width * BESIDE * share / area.width, width * WIDEST)
        tall = shown.area.height * wide / shown.area.width + 0.6
        beside, below, rest = run_around(others, setter, width, width - wide - 2.5, tall)
        before = next((one for one, after in pairwise(others) if rest and after is rest[0]), None)
        below += _set(rest, setter, width, before)
        said = as_one(beside)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            said.draw(page, x, y)
            page.picture(shown, Rect(x + width - wide, y + 0.6, wide, tall - 0.6), owner)

        both = said.but(height=max(said.height, tall), draw=draw, before=0.0, keeps=True)
        return [*pieces, both, *below]

    def _card(self, block: Node, setter: Setter, width: float) -> list[Piece]:
        """Return a card with its rule beside it."""
        picture = setter.reader.pictures[int(next(block.find(TAG)).attributes["n"])]
        em = setter.measures.body.size
        wide = em * 3.2
        tall = wide * picture.area.height / picture.area.width
        words = Node(
            "p", {}, [child for node in on_paper(block.children) if not any(node.find(TAG)) for child in node.children]
        )
        text = as_one(indented(setter.paragraph(words, width - wide - em), wide + em))
        owner = setter.section.add_child("Figure", alt=picture.label)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            page.picture(picture, Rect(x, y, wide, tall), owner)
            text.draw(page, x, y + max(0.0, (tall - text.height) / 2))

        return [Piece(max(tall, text.height), draw, text=text.text)]


def _set(nodes: Sequence[Node], setter: Setter, width: float, before: Node | None = None) -> list[Piece]:
    """Return the pieces of elements that follow another one: a list stays with the text that announces it."""
    pieces: list[Piece] = []
    for node in nodes:
        own = setter.block(node, width)
        stays = before is not None and before.tag == "p" and node.tag in ("ul", "ol")
        pieces += [own[0].keeping(), *own[1:]] if stays and own else own
        before = node
    return pieces


def _plain_heading(setter: Setter, node: Node, width: float) -> list[Piece]:
    """Return a heading without a bar before it: its block has a line above it."""
    return [piece.but(before=0.0) for piece in setter.heading(Node("h3", node.attributes, node.children), width)]


def _blocks(summary: Node) -> Sequence[Node]:
    """Return the blocks of a summary; headings between them are blocks, too."""
    result: list[Node] = []
    for node in summary.elements:
        if node.tag == "div" and "block" in node.classes:
            result.append(node)
        elif node.tag == "h2":
            result.append(Node("div", {"class": "block"}, [node]))
    return result


def _measures(points: float, frame: Frame, ink: str) -> Measures:
    body = Style.points(points, points * 1.22, colour=ink)
    heading = Style.points(
        points * 1.35, points * 1.6, "display", bold="display", italic="display", colour=ink, hyphenates=False
    )
    return Measures(
        column=frame.column,
        full=frame.rect.width,
        columns=2,
        body=body,
        small=body,
        heading=heading,
        subheading=heading,
        table=body.scaled(0.96),
        paragraph_gap=0.28,
    )
