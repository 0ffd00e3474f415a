"""Headings, paragraphs, lists, tables and figures of a page of the site, set as pieces of a column."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise, product
from typing import Any, NamedTuple, TypeVar

from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import Node, on_paper
from sheetgen.book.pictures import TAG, Drawing
from sheetgen.book.pieces import (
    CENTRE,
    LEFT,
    RIGHT,
    Draw,
    PageDrawing,
    Piece,
    as_one,
    as_one_row,
    in_columns,
    indented,
    kept_together,
    space_before,
    stacked_height,
    text_pieces,
)
from sheetgen.book.text import (
    LEAST_SIZE,
    Inline,
    Run,
    Style,
    TextLine,
    break_lines,
    least_width,
    natural_width,
    no_hyphens,
)
from sheetgen.drawing.scene import Box, Circle, Paint, Rect, line
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.tags import Content, Element

T = TypeVar("T")
ONLY = "only"  # the class of a line that says for which editions the following holds
TEXTS = frozenset({"h2", "h3", "h4", "p", "ul", "ol", "dl", "table", "div"})
BOXES = frozenset({"admonition", "cards"})  # classes of elements whose size follows that of pictures and spaces
# The sizes of pictures in which examples are tried, against the usual one. Below the smallest, the numbers in cells
# could not be read: they would be smaller than 6 points.
SIZES = (0.8, 0.87, 0.93, 1.0, 1.07, 1.14, 1.22)
CARD_SIZES = (0.72, *SIZES)  # cards are only to be recognised: all of them are drawn large elsewhere
EXAMPLE = "example"  # the class of an element with the title, the rules and the steps of an example


@dataclass(frozen=True)
class Look:
    """The colours of a chapter: those of a zone, or of the pages about no zone."""

    badge: str
    on_badge: str
    panel: str
    line: str
    ink: str
    muted: str
    paper: str = "#FFFFFF"


@dataclass(frozen=True)
class Measures:
    """The styles and distances of a book; they grow and shrink with its page. Lengths are millimetres."""

    column: float  # the width of a column
    full: float  # the width of all columns with what is between them
    columns: int
    body: Style
    small: Style
    heading: Style
    subheading: Style
    table: Style
    largest_picture: float = 1.0  # the largest scale of a picture
    paragraph_gap: float = 0.45  # the space between paragraphs, in lines
    heading_gap: float = 1.15  # the space above a heading, in lines
    step_scale: float = 0.92  # the largest scale of a picture in an example
    tallest_in_step: float = 36.0  # the largest height of such a picture
    picture_width: float = 1.0  # the largest share of a column or a step that a picture fills
    pictures: float = 1.0  # by how much pictures are larger than usual
    sheet_beside: bool = False  # whether the list of a sheet's parts is beside its picture, else below it
    height: float = 240.0  # of the text of a page
    thinnest: float = 0.0  # of the lines that can be printed; pictures are so large that no area is thinner

    def resized(self, factor: float, spaces: float | None = None) -> "Measures":
        """Return measures with larger or smaller pictures, and with more or less space between paragraphs."""
        wider = factor if spaces is None else spaces
        return replace(
            self,
            largest_picture=self.largest_picture * factor,
            step_scale=self.step_scale * factor,
            tallest_in_step=self.tallest_in_step * factor,
            picture_width=min(1.0, self.picture_width * factor),
            pictures=self.pictures * factor,
            paragraph_gap=self.paragraph_gap * wider,
            heading_gap=self.heading_gap * wider,
        )

    def printable(self, picture: Drawing, scale: float, room: float) -> float:
        """Return the scale of a picture, or the least one at which all of it can be printed, if that has room."""
        return max(scale, min(picture.least_scale(self.thinnest), room / picture.area.width))

    @property
    def gap(self) -> float:
        """The space between paragraphs."""
        return self.body.leading * self.paragraph_gap

    @property
    def section_gap(self) -> float:
        """The space above a heading."""
        return self.body.leading * self.heading_gap


class Band(NamedTuple):
    """Pieces that fill columns, or that are as wide as all columns."""

    wide: bool
    pieces: list[Piece]


class SetOnce:
    """What is the same whatever the size of the pictures: it is set once, and is a part of every section that asks."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, Sequence[Element | Content]]] = {}

    def get(self, key: Hashable, section: Element, make: Callable[[Element], T]) -> T:
        """Return what `make` returns for a section of its own; the parts of that section go to this one."""
        if key not in self._known:
            own = Element("Sect")
            self._known[key] = make(own), own.parts
        made: T = self._known[key][0]
        section.parts += self._known[key][1]
        return made


class _Text(NamedTuple):
    """An element without pictures: whether it is as wide as the page, its pieces, and the space between paragraphs."""

    wide: bool
    pieces: list[Piece]
    gap: float


@dataclass
class Setter:
    """Sets the elements of a page, which become parts of `section` in the structure of the document.

    Setters that differ only in the size of pictures share what they have set `once`.
    """

    measures: Measures
    reader: InlineReader
    look: Look
    hyphenate: Callable[[str], Sequence[int]]
    section: Element
    continued: str = ""  # what is said above the rest of an example, in another column
    once: SetOnce = field(default_factory=SetOnce)

    # Bands

    def bands(self, nodes: Sequence[Node]) -> list[Band]:
        """Return the elements of a page; pieces that follow each other in the same width are one band."""
        bands: list[Band] = []
        for wide, pieces, joins in self._sized(nodes):
            if pieces:
                if not bands or bands[-1].wide != wide:
                    bands.append(Band(wide, []))
                bands[-1].pieces.extend(_after(bands[-1].pieces, pieces, joins=joins))
        whole = [Band(band.wide, _with_short_sections(band.pieces)) for band in _with_headings_moved(bands)]
        return [*whole[:-1], *(Band(last.wide, _with_short_end(last.pieces)) for last in whole[-1:])]

    def _sized(self, nodes: Sequence[Node]) -> Iterator[tuple[bool, list[Piece], bool]]:
        """Yield the pieces of each element, whether they are as wide as the page, and whether they follow a text.

        A table stays with the text before it, and with a short one after it.
        """
        from sheetgen.book.around import with_picture
        from sheetgen.book.examples import ExampleSetter
        from sheetgen.book.sheet import numbered_sheet, set_sheet

        rest, column = on_paper(nodes), self.measures.column
        before: Node | None = None
        while rest:
            node = rest.pop(0)
            following = rest[0] if rest else None
            is_table, after_table = _is_table(node), _is_table(before)
            before = node
            if EXAMPLE in node.classes:
                yield False, ExampleSetter(self).pieces(node), False
                continue
            sheet = numbered_sheet([node, *rest])
            if sheet is not None:
                shown, rest = sheet
                wide, piece = set_sheet(shown, self)
                yield wide, [piece], False
                continue
            lone = self._lone_picture(node)
            if lone is not None and "card" in lone.css and rest and rest[0].tag == "p":
                card = CARD * self.measures.pictures
                text = self.paragraph(rest.pop(0), column - card - BESIDE_CARD)
                yield False, [self._beside(lone, card, text)], False
                continue
            panel = self._panel(node)
            if panel is not None:
                beside, rest = with_picture(panel, self._size(panel, column), rest, self, column)
                if beside:
                    yield False, space_before(beside, self.measures.gap * 1.6), False
                    continue
            known = self.once.get(node, self.section, partial(self._text, node, following))
            if known is None:
                yield *self._block(node, following), is_table
                continue
            wide, pieces = known.wide, known.pieces
            if known.gap != self.measures.gap:
                more = self.measures.gap / known.gap
                pieces = [piece.but(before=piece.before * more) if piece.before else piece for piece in pieces]
            is_note = node.tag == "p" and after_table and not _is_table(following) and len(pieces) <= NOTE_LINES
            yield wide, pieces, is_table or is_note

    def _text(self, node: Node, following: Node | None, section: Element) -> "_Text | None":
        """Return an element if only the spaces between its pieces depend on the size of pictures, and all alike."""
        every = [node, *node.every]
        if node.tag not in TEXTS or any(each.tag == "figure" or BOXES & each.classes for each in every):
            return None
        if any(self._lone_picture(each) is not None for each in every):
            return None
        return _Text(*replace(self, section=section)._block(node, following), self.measures.gap)

    def _block(self, node: Node, following: Node | None) -> Band:
        """Return an element as wide as it needs; a paragraph before a wide table is as wide as that."""
        wide = self._is_wide(following if node.tag == "p" and _is_table(following) and following else node)
        return Band(wide, self.block(node, self.measures.full if wide else self.measures.column))

    def _is_wide(self, node: Node) -> bool:
        if self.measures.columns == 1:
            return False
        if node.tag == "table":
            table = TableSetter(self, node)
            return table.least_width > self.measures.column * 1.02 or table.is_tall
        if "cards" in node.classes:
            return True
        if "admonition" in node.classes and any(node.find("ul")):
            aside = replace(self, section=Element("Sect"))
            return len(aside.admonition(node, self.measures.column)) > LONG_BOX
        if node.tag == "figure":
            pictures = list(node.find(TAG))
            return any(self._picture(each).area.width > self.measures.column * 1.1 for each in pictures) and not any(
                "sheet" in self._picture(each).css for each in pictures
            )
        return False

    def _picture(self, node: Node) -> Drawing:
        return self.reader.pictures[int(node.attributes["n"])]

    def _lone_picture(self, node: Node) -> Drawing | None:
        """Return the picture that is all there is in a paragraph."""
        if node.tag != "p" or len(node.elements) != 1 or node.text.strip() or node.elements[0].tag != TAG:
            return None
        return self._picture(node.elements[0])

    def _panel(self, node: Node) -> Drawing | None:
        """Return the picture of a figure beside which text can run: one column of text is wide enough for both."""
        pictures = list(node.find(TAG)) if node.tag == "figure" and self.measures.columns == 1 else []
        shown = self._picture(pictures[0]) if len(pictures) == 1 else None
        return shown if shown is not None and "panel" in shown.css else None

    # Blocks

    def block(self, node: Node, width: float) -> list[Piece]:
        """Return the pieces of one element, whatever it is."""
        match node.tag:
            case "h2" | "h3" | "h4":
                return self.heading(node, width)
            case "p":
                return self.paragraph(node, width)
            case "ul" | "ol":
                return self.items(node, width)
            case "table":
                return self.table(node, width)
            case "figure":
                return self.figure(node, width)
            case "dl":
                return self.definitions(node, width)
            case "div" if "admonition" in node.classes:
                return self.admonition(node, width)
            case "div" if "cards" in node.classes:
                return self.picture_rows(node, width)
            case "div":
                return [piece for child in on_paper(node.children) for piece in self.block(child, width)]
            case _:
                return []

    def lines(self, inlines: Sequence[Inline], width: float, style: Style) -> list[TextLine]:
        """Return the lines of a text."""
        return break_lines(inlines, width, self.hyphenate if style.hyphenates else no_hyphens)

    def paragraph(
        self, node: Node, width: float, style: Style | None = None, element: Element | None = None
    ) -> list[Piece]:
        """Return the lines of a paragraph; a picture in a paragraph of its own is a figure."""
        lone = self._lone_picture(node)
        if lone is not None:
            return self._figure(lone, width, "")
        chosen = style or self.measures.body
        if ONLY in node.classes:
            chosen = replace(self.measures.small, bold="text", colour=self.look.muted)
        inlines = self.reader.read(node, chosen)
        if not inlines:
            return []
        owner = element if element is not None else self.section.add_child("P")
        anchors = self.reader.anchors(node.id)
        lines = self.lines(inlines, width, chosen)
        return text_pieces(
            lines, chosen, owner, before=self.measures.gap, anchors=anchors, is_heading=ONLY in node.classes
        )

    def heading(self, node: Node, width: float) -> list[Piece]:
        """Return a heading: a section has a bar in the colour of the chapter before its title."""
        measures, is_section = self.measures, node.tag == "h2"
        style = measures.heading if is_section else measures.subheading
        indent = style.size * 0.62 if is_section else 0.0
        inlines = self.reader.read(node, style)
        owner = self.section.add_child("H2" if is_section else "H3")
        lines = self.lines(inlines, width - indent, style)
        before = measures.section_gap if is_section else measures.section_gap * 0.8
        pieces = text_pieces(lines, style, owner, before=before, anchors=self.reader.anchors(node.id), is_heading=True)
        pieces = [piece.but(level=int(node.tag[1])) for piece in pieces]
        if not is_section:
            return pieces
        look, cap = self.look, font_face(style.font).cap_height * style.size

        def with_bar(piece: Piece, inner: Draw) -> Draw:
            def draw(page: PageDrawing, x: float, y: float) -> None:
                bar = Rect(x, y + (piece.height - cap) / 2 - cap * 0.12, indent * 0.42, cap * 1.24)
                page.add([Box(bar, Paint(fill=look.badge, stroke=look.line, width=0.15), indent * 0.2)])
                inner(page, x + indent, y)

            return draw

        return [piece.but(draw=with_bar(piece, piece.draw)) for piece in pieces]

    # Lists

    def items(self, node: Node, width: float) -> list[Piece]:
        """Return a list: numbers in discs, or dots."""
        measures, style = self.measures, self.measures.body
        is_numbered = node.tag == "ol"
        indent = style.size * (2.1 if is_numbered else 1.35)
        listed = self.section.add_child("L")
        pieces: list[Piece] = []
        start = int(node.attributes.get("start", "1"))
        listed_items = [each for each in node.elements if each.tag == "li"]
        for number, item in enumerate(listed_items, start=start):
            inner = replace(self, section=listed.add_child("LI").add_child("LBody"))
            content = space_before(inner.item_content(item, width - indent), measures.gap * 0.75)
            if not content:
                continue
            content = indented(content, indent)
            if len(content) <= KEPT_LINES:
                content = [content[0], *(piece.keeping() for piece in content[1:])]
            first = content[0]
            sign = self._number(number, first.height) if is_numbered else self._dot(first.height)
            is_second, is_last = len(pieces) == 1, item is listed_items[-1] and len(content) == 1
            keeps = first.keeps or is_second or (is_last and bool(pieces))  # an item of one line is never alone
            content[0] = first.but(draw=_both(sign, first.draw), keeps=keeps)
            if is_numbered and pieces:
                content = [piece.but(page_cost=WITHIN_STEPS) for piece in content]
            pieces += content
        if len(pieces) <= KEPT_LINES:
            pieces = kept_together(pieces)
        return [piece.but(is_listed=True) for piece in space_before(pieces, measures.gap)]

    def item_content(self, item: Node, width: float) -> list[Piece]:
        """Return what an item of a list or a box says: paragraphs, or text and lists."""
        blocks = ("p", "ul", "ol", "table", "figure", "div", "dl")
        pieces: list[Piece] = []
        texts: list[Node | str] = []

        def close() -> None:
            nonlocal pieces
            if any(isinstance(text, Node) or text.strip() for text in texts):
                pieces += self.paragraph(Node("p", {}, list(texts)), width)
            texts.clear()

        for child in item.children:
            if isinstance(child, Node) and child.tag in blocks:
                close()
                pieces += [piece for kept in on_paper([child]) for piece in self.block(kept, width)]
            else:
                texts.append(child)
        close()
        return pieces

    def _dot(self, height: float) -> Draw:
        radius, look = self.measures.body.size * 0.2, self.look

        def draw(page: PageDrawing, x: float, y: float) -> None:
            page.add([Circle(x + radius * 2.4, y + height / 2, radius, Paint(fill=look.line))])

        return draw

    def _number(self, number: int, height: float) -> Draw:
        size, look = self.measures.body.size, self.look
        radius = size * 0.72
        number_size = max(size * 0.85, LEAST_SIZE)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            middle = y + height / 2
            face = font_face("display")
            text = text_at(
                str(number),
                x + radius,
                middle + face.cap_height * number_size / 2,
                number_size,
                "display",
                look.on_badge,
                0.5,
            )
            page.add([Circle(x + radius, middle, radius, Paint(fill=look.badge, stroke=look.line, width=0.15)), text])

        return draw

    def definitions(self, node: Node, width: float) -> list[Piece]:
        """Return terms with what they mean, each in one paragraph."""
        pieces: list[Piece] = []
        for term, meaning in zip(node.find("dt"), node.find("dd"), strict=False):
            said = Node("p", {}, [Node("strong", {}, list(term.children)), " ", *_inner(meaning)])
            pieces += self.paragraph(said, width)
        return pieces

    def admonition(self, node: Node, width: float) -> list[Piece]:
        """Return a box with a title."""
        inner = replace(self, section=self.section.add_child("Sect"))
        title, *others = on_paper(node.children)
        content = inner.paragraph(Node("p", {}, [Node("strong", {}, list(title.children))]), width - 7)
        for child in others:
            if width > self.measures.column and child.tag == "ul":
                each = (width - 7 - BOX_GAP) / 2
                items = in_columns(inner.block(child, each), 2, each + BOX_GAP)
                content.append(as_one_row(items).but(before=self.measures.gap))
            else:
                content += inner.block(child, width - 7)
        content[0] = content[0].but(anchors=(*self.reader.anchors(node.id), *content[0].anchors))
        kept = len(content) if stacked_height(content) <= KEPT_BOX * self.measures.height else 2
        return boxed(kept_together(content[:kept]) + content[kept:], width, self.look.panel, self.look.badge)

    # Figures

    def figure(self, node: Node, width: float) -> list[Piece]:
        """Return the pictures of a figure below each other."""
        return [piece for each in node.find(TAG) for piece in self._figure(self._picture(each), width, node.id)]

    def _figure(self, picture: Drawing, width: float, name: str) -> list[Piece]:
        size = self._size(picture, width)
        owner = self.section.add_child("Figure", alt=picture.label)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            box = Rect(x + (width - size[0]) / 2, y, *size)
            if picture.css == "sheet":
                page.add([Box(box.inset(-0.15), Paint(stroke="#C9CDD4", width=0.25), 0.6)])
            page.picture(picture, box, owner)

        return [Piece(size[1], draw, before=self.measures.gap * 1.6, anchors=self.reader.anchors(name))]

    def _size(self, picture: Drawing, width: float) -> tuple[float, float]:
        """Return how large a picture is in a column."""
        area, is_sheet = picture.area, "sheet" in picture.css
        largest = self.measures.largest_picture * (1.25 if "wide" in picture.css else 1.0)
        room = width * self.measures.picture_width
        tallest = TALLEST_SHEET * self.measures.full * self.measures.picture_width if is_sheet else float("inf")
        scale = self.measures.printable(picture, min(largest, room / area.width, tallest / area.height), width)
        return area.width * scale, area.height * scale

    def picture_rows(self, node: Node, width: float) -> list[Piece]:
        """Return many small pictures in rows."""
        pictures = [self._picture(each) for each in node.find(TAG)]
        in_row = -(-len(pictures) // -(-len(pictures) // MOST_IN_ROW))  # rows of about equal length
        gap = 3.0
        room = width * self.measures.picture_width
        each, left = (room - gap * (in_row - 1)) / in_row, (width - room) / 2
        pieces = []
        for start in range(0, len(pictures), in_row):
            row = pictures[start : start + in_row]
            owners = [self.section.add_child("Figure", alt=picture.label) for picture in row]
            height = max(picture.area.height * each / picture.area.width for picture in row)

            def draw(
                page: PageDrawing, x: float, y: float, row: list[Drawing] = row, owners: list[Element] = owners
            ) -> None:
                for i, (picture, owner) in enumerate(zip(row, owners, strict=True)):
                    tall = picture.area.height * each / picture.area.width
                    page.picture(picture, Rect(x + left + i * (each + gap), y, each, tall), owner)

            pieces.append(Piece(height, draw, before=gap))
        return space_before(kept_together(pieces), self.measures.gap * 1.6)

    def _beside(self, picture: Drawing, wide: float, text: Sequence[Piece]) -> Piece:
        """Return a picture with text to the right of it."""
        tall = wide * picture.area.height / picture.area.width
        owner = self.section.add_child("Figure", alt=picture.label)
        said = as_one(indented(text, wide + BESIDE_CARD)) if text else None
        height = max(tall, said.height if said else 0.0)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            page.picture(picture, Rect(x, y, wide, tall), owner)
            if said is not None:
                said.draw(page, x, y + max(0.0, (min(tall, 12.0) - said.height) / 2))

        words = said.text if said else ""
        return Piece(height, draw, before=self.measures.gap, anchors=said.anchors if said else (), text=words)

    # Tables

    def table(self, node: Node, width: float) -> list[Piece]:
        """Return a table: a column of pieces, one for each row; its head is repeated on a further page."""
        return TableSetter(self, node).pieces(width)


PAD = 1.1  # millimetres on either side of the text of a cell
SMALL_PICTURE = 70.0  # millimetres
TALLEST_SHEET = 0.95  # of the width of the text: the list of its parts has room on the same page
CARD, BESIDE_CARD = 17.0, 4.0  # millimetres: the width of a card, and from there to the text beside it
MOST_IN_ROW = 6  # small pictures beside each other
NOTE_LINES = 2  # a paragraph after a table that is not longer stays with it
BELOW_HEADING = 2  # as many lines below a heading are not left alone
KEPT_LINES = 8  # a list of so many lines is not divided, nor is an item of a list
KEPT_BOX = 0.8  # nor is a box that is not higher than this share of a page
WITHIN_STEPS = 1.0  # what it costs to begin a page within a numbered list, in pages: readers follow it step by step
SHORT_END, ALONE = 4, 0.5  # lines at the end of a chapter, with their heading, and what it costs to begin a page there
LONG_BOX = 14  # a box with a list and more lines is as wide as the page, where that has columns
BOX_GAP = 6.0  # millimetres between the columns of the list in such a box
FIRST_SHARES = (0.5, 1.0)  # of what a column of a table lacks, if it is served before the others
TALL_TABLE = 0.3  # the share of a page's height from which on a table in a column is high
LOWER = 0.75  # such a table is as wide as the page if that makes it as low as this share of its height
AT_EITHER_END = 3  # as many rows of a table that is higher than a page stay together where it begins and ends
DIVIDED_TABLE = 45.0  # what it costs to divide such a table, in millimetres of an emptier column
# Sections that are divided only where much space would be empty otherwise, by the level of their heading: the most
# lines they have, and what it costs to divide them, in millimetres of an emptier column. Questions have level 3.
SHORT = {2: (9, 14.0), 3: (15, 100.0)}


class TableSetter:
    """Sets one table."""

    def __init__(self, setter: Setter, node: Node) -> None:
        self.setter, self.node = setter, node
        self.style = setter.measures.table
        self.head, self.rows = self._read()
        cells = [cell.text.strip() for row in self.rows for cell in row]
        self.is_numbers = "numbers" in node.classes or (bool(self.head) and all(map(str.isdecimal, cells)))
        if self._should_turn:
            columns = list(zip(*(self.head, *self.rows), strict=True))
            self.head, self.rows = list(columns[0]), [list(row) for row in columns[1:]]
        self.figures = {i for row in self.rows[:1] for i, cell in enumerate(row) if _is_figure(cell)}
        self.caption = next(node.find("caption"), None)
        self.count = max((len(row) for row in (self.head, *self.rows)), default=0)
        self._read_cells()

    def _read_cells(self) -> None:
        """Read the text of all cells in the size of the table, and measure the longest words and lines of columns."""
        every = [self.head, *self.rows] if self.head else self.rows
        self.every = [
            [self._inlines(cell, is_head=row is self.head or i == 0) for i, cell in enumerate(row)] for row in every
        ]
        self.body = self.every[1:] if self.head else self.every
        self.least, self.natural = (self._columns(measure, self.every) for measure in (least_width, natural_width))

    @property
    def _should_turn(self) -> bool:
        """Whether the table is turned: few columns of many numbers become few rows."""
        is_ladder = "matrix" not in self.node.classes and len(self.head) in (2, 3)
        return is_ladder and self.is_numbers and 3 < len(self.rows) <= 13

    def _read(self) -> tuple[list[Node], list[list[Node]]]:
        head: list[Node] = []
        rows: list[list[Node]] = []
        for row in self.node.find("tr"):
            cells = [cell for cell in row.elements if cell.tag in ("th", "td")]
            if not rows and not head and all(cell.tag == "th" for cell in cells) and len(cells) > 1:
                head = cells
            else:
                rows.append(cells)
        if not any(cell.text.strip() or any(cell.find(TAG)) for cell in head):
            head = []
        return head, rows

    def _inlines(self, cell: Node, *, is_head: bool) -> list[Inline]:
        style = (
            replace(self.style, font=self.style.bold)
            if is_head and (self.is_numbers or cell.tag == "th")
            else self.style
        )
        return self.setter.reader.read(cell, style)

    def _columns(
        self, measure: Callable[[Sequence[Inline]], float], rows: Sequence[Sequence[Sequence[Inline]]]
    ) -> list[float]:
        widths = [0.0] * self.count
        for row in rows:
            for i, cell in enumerate(row):
                widths[i] = max(widths[i], measure(cell) + 2 * PAD)
        return widths

    @property
    def least_width(self) -> float:
        """The width of the table if every word has a line of its own."""
        return sum(self.least)

    @property
    def is_tall(self) -> bool:
        """Whether the table is high in a column, and much lower if it is as wide as the page."""
        measures = self.setter.measures
        column, full = (
            self._lines(self._share(width)) * self.style.leading for width in (measures.column, measures.full)
        )
        return column > TALL_TABLE * measures.height and full < LOWER * column

    def pieces(self, width: float) -> list[Piece]:
        """Return the rows; the type shrinks where the longest words are too wide."""
        least = self.least_width
        if least > width:
            self.style = self.style.scaled(max(0.62, width / least * 0.98))
            self._read_cells()
        widths = self._share(width)
        owner = self.setter.section.add_child("Table")
        pieces = [self._row(row, i, widths, owner) for i, row in enumerate(self.every)]
        title: list[Piece] = []
        if self.caption is not None and self.caption.text.strip():
            bold = replace(self.style, font=self.style.bold)
            said = owner.add_child("Caption")
            title = text_pieces(self.setter.lines(self.setter.reader.read(self.caption, bold), width, bold), bold, said)
        start = self.setter.measures.gap * 1.4
        if self.head:
            first, *others = pieces
            others = [
                piece.but(carried=first, keeps=piece.keeps or i == 0, cost=DIVIDED_TABLE)
                for i, piece in enumerate(others)
            ]
            pieces = [first, *others]
        else:
            pieces = [piece.but(cost=DIVIDED_TABLE) for piece in pieces]
        pieces = [*title, *pieces]
        if stacked_height(pieces) <= self.setter.measures.height:
            pieces = kept_together(pieces)
        else:
            at_start = len(title) + bool(self.head) + AT_EITHER_END
            kept = {*range(1, at_start), *range(len(pieces) - AT_EITHER_END + 1, len(pieces))}
            pieces = [piece.keeping() if i in kept else piece for i, piece in enumerate(pieces)]
        table = object()
        return space_before([piece.but(table=table) for piece in pieces], start)

    def _share(self, width: float) -> list[float]:
        """Return the widths of the columns: natural ones if they fit, else the widest ones share what is left."""
        natural, least = self.natural, self.least
        if sum(natural) <= width:
            spare = min((width - sum(natural)) / max(1, self.count), 6.0)
            return [each + spare for each in natural]
        # Heads of columns are divided before the cells below them. Of several ways to share, the lowest table is taken.
        cells = [max(pair) for pair in zip(least, self._columns(natural_width, self.body), strict=True)]
        starts = [least]
        for i, share in product(range(self.count), FIRST_SHARES):
            start = [*least]
            start[i] += share * (cells[i] - least[i])
            if sum(start) <= width:
                starts.append(start)
        shares = [self._widened(self._widened(start, cells, width), natural, width) for start in starts]
        return min(shares, key=self._lines)

    def _lines(self, widths: Sequence[float]) -> int:
        """Return how many lines the rows have in columns of some widths."""
        return sum(
            max((len(self._broken(cell, widths[i])) for i, cell in enumerate(row)), default=0) for row in self.every
        )

    def _broken(self, cell: Sequence[Inline], width: float) -> list[TextLine]:
        """Return the lines of a cell; every word has room in its column."""
        return break_lines(cell, width - 2 * PAD + 1e-4, no_hyphens)

    def _widened(self, widths: Sequence[float], wanted: Sequence[float], width: float) -> list[float]:
        """Return the widths of columns that share what is left of a width, up to those wanted; narrow ones first."""
        result, room = list(widths), max(0.0, width - sum(widths))
        for done, i in enumerate(sorted(range(self.count), key=lambda i: wanted[i])):
            more = min(max(0.0, wanted[i] - widths[i]), room / (self.count - done))
            result[i] += more
            room -= more
        return result

    def _row(self, row: list[list[Inline]], index: int, widths: Sequence[float], owner: Element) -> Piece:
        setter, style = self.setter, self.style
        is_head = bool(self.head) and index == 0
        element = owner.add_child("TR")
        cells: list[tuple[float, list[Piece]]] = []
        x = 0.0
        for i, cell in enumerate(row):
            owner_of_cell = element.add_child("TH" if is_head or (self.is_numbers and i == 0) else "TD")
            lines = self._broken(cell, widths[i])
            align = CENTRE if self.is_numbers and i > 0 else RIGHT if i in self.figures else LEFT
            pieces = text_pieces(lines, style, owner_of_cell, width=widths[i] - 2 * PAD, align=align)
            cells.append((x + PAD, pieces))
            x += widths[i]
        total = x
        pad = style.size * 0.28
        height = max((stacked_height(pieces) for _, pieces in cells), default=0.0) + 2 * pad
        look = setter.look

        def draw(page: PageDrawing, left: float, top: float) -> None:
            if is_head:
                page.add([Box(Rect(left, top, total, height), Paint(fill=look.panel), 0.8)])
            edge = Paint(stroke=look.line if is_head else "#C9CDD4", width=0.3 if is_head else 0.18)
            page.add([line([(left, top + height), (left + total, top + height)], edge)])
            for cell_x, pieces in cells:
                y = top + pad
                for piece in pieces:
                    piece.draw(page, left + cell_x, y)
                    y += piece.height

        text = " ".join(piece.text for _, pieces in cells for piece in pieces)
        anchors = tuple(anchor for _, pieces in cells for piece in pieces for anchor in piece.anchors)
        return Piece(height, draw, text=text, anchors=anchors)


def boxed(pieces: Sequence[Piece], width: float, fill: str, bar: str, *, pad: float = 2.4) -> list[Piece]:
    """Return pieces on a tinted ground with a bar at its left; the ground continues in the next column."""
    result = []
    last = len(pieces) - 1
    box = object()
    for i, piece in enumerate(pieces):
        top = pad if i == 0 else piece.before
        bottom = pad if i == last else 0.0
        height = top + piece.height + bottom

        def draw(
            page: PageDrawing, x: float, y: float, piece: Piece = piece, top: float = top, height: float = height
        ) -> None:
            # A little overlap hides the seam between the grounds of two pieces.
            page.add([Box(Rect(x, y - 0.05, width, height + 0.1), Paint(fill=fill))])
            page.add([Box(Rect(x, y - 0.05, 1.2, height + 0.1), Paint(fill=bar))])
            piece.draw(page, x + 4, y + top)

        before = piece.before if i == 0 else 0.0
        result.append(piece.but(height=height, draw=draw, before=before, keeps=piece.keeps and i > 0, box=box))
    return result


def _both(first: Draw, second: Draw) -> Draw:
    def draw(page: PageDrawing, x: float, y: float) -> None:
        first(page, x, y)
        second(page, x, y)

    return draw


def _inner(node: Node) -> list[Node | str]:
    """Return the content of an element without a paragraph around it."""
    only = node.elements
    return list(only[0].children) if len(only) == 1 and only[0].tag == "p" else list(node.children)


def _is_figure(cell: Node) -> bool:
    """Whether a cell is in a column of figures, which are aligned to the right."""
    return "text-align: right" in cell.attributes.get("style", "")


def _is_table(node: Node | None) -> bool:
    return node is not None and (node.tag == "table" or (node.tag == "div" and any(node.find("table"))))


def _after(before: Sequence[Piece], pieces: list[Piece], *, joins: bool) -> list[Piece]:
    """Return pieces that follow others: they stay with a heading, and with a text that announces them.

    `joins` says that they stay with a paragraph, whatever it says; lists announce nothing.
    """
    if not before:
        return pieces
    last = before[-1]
    stays = last.is_heading or last.text.rstrip().endswith(":") or (joins and bool(last.text) and not last.is_listed)
    if len(before) > 1 and before[-2].is_heading and not last.text:  # a picture below a heading, if it is small
        stays |= last.height < SMALL_PICTURE
    if last.text and not pieces[0].is_heading:  # a heading and a line or two are not left alone
        stays |= any(piece.is_heading for piece in before[-1 - BELOW_HEADING :])
    return [pieces[0].keeping(), *pieces[1:]] if stays else pieces


def _with_headings_moved(bands: list[Band]) -> list[Band]:
    """Return bands in which a heading is not left at the end of one band while its text is in the next."""
    for i in range(len(bands) - 1):
        pieces, following = bands[i].pieces, bands[i + 1]
        end = len(pieces)
        while end and pieces[end - 1].is_heading:
            end -= 1
        moved = pieces[end:]
        if moved:
            del pieces[end:]
            following.pieces[:0] = [*moved, following.pieces.pop(0).keeping()]
    return [band for band in bands if band.pieces]


def _with_short_sections(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces of which a short text below a heading is not divided for little: a question and its answers."""
    result = list(pieces)
    starts = [i for i, piece in enumerate(pieces) if piece.is_heading]
    for start, end in pairwise([*starts, len(pieces)]):
        most, cost = SHORT.get(pieces[start].level, (0, 0.0))
        if end - start <= most:
            for i in range(start + 1, end):
                result[i] = result[i].but(cost=max(result[i].cost, cost))
    return result


def _with_short_end(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the last pieces of a chapter, of which a heading with a few lines should not be alone on a page."""
    start = max((i for i, piece in enumerate(pieces) if piece.is_heading), default=len(pieces))
    if len(pieces) - start > SHORT_END:
        return list(pieces)
    return [piece.but(page_cost=ALONE) if i == start else piece for i, piece in enumerate(pieces)]


def run_of(text: str, style: Style) -> list[Inline]:
    """Return a plain text in a style."""
    return [Run(text, style.font, style.size, style.colour)]
