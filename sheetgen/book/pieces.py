"""Pieces: what a column is filled with, and the page on which they are drawn.

A piece is a line of text, a row of a table or a picture: it is never divided. Lengths are millimetres.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sheetgen.book.pictures import Drawing
from sheetgen.book.text import HYPHEN, PageNumber, Run, Sign, Style, TextLine
from sheetgen.drawing.scene import Group, Item, Rect, Text
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.tags import Element

HYPHEN_AT_END = 5.0  # what it costs to end a column with a hyphen, in millimetres of an emptier column


@dataclass(frozen=True)
class PlacedPicture:
    """A picture on a page: the rectangle that it fills, and its element in the structure of the document."""

    picture: Drawing
    rect: Rect
    element: Element | None


@dataclass(frozen=True)
class PlacedLink:
    """A rectangle on a page that leads to a place of the book."""

    rect: Rect
    target: str
    text: str


@dataclass
class PageDrawing:
    """What is drawn on one page; `pages` are the numbers of the pages by the names of places."""

    pages: Mapping[str, int] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    pictures: list[PlacedPicture] = field(default_factory=list)
    links: list[PlacedLink] = field(default_factory=list)
    elements: dict[str, Element] = field(default_factory=dict)

    def add(self, items: Iterable[Item], element: Element | None = None) -> None:
        """Add shapes that belong to an element of the structure; without one they are decoration."""
        if element is None:
            self.items += items
        else:
            name = f"e{id(element)}"
            self.elements[name] = element
            self.items.append(Group(name, tuple(items)))

    def picture(self, picture: Drawing, rect: Rect, element: Element | None) -> None:
        """Add a picture as large as a rectangle."""
        self.pictures.append(PlacedPicture(picture, rect, element))

    def line(self, line: TextLine, x: float, baseline: float, element: Element | None) -> None:
        """Add a line of text."""
        texts: list[Text] = []
        for segment in line.segments:
            left = x + segment.x
            match segment.content:
                case Run(text, font, size, colour, link):
                    texts.append(text_at(text, left, baseline, size, font, colour))
                    if link and link in self.pages and text.strip():
                        self._link(left, baseline, segment.width, size, link, text)
                case PageNumber(target, font, size, colour):
                    number = text_at(str(self.pages.get(target, "")), left, baseline, size, font, colour)
                    texts.append(number)
                    x -= segment.width - number.rect.width  # there was room for two digits
                    if target in self.pages:
                        self._link(left, baseline, number.rect.width, size, target, number.text)
                case Sign(picture, height):
                    box = Rect(left, baseline - height * 0.79, segment.width, height)
                    figure = None if element is None else element.add_child("Figure", alt=picture.label)
                    self.picture(picture, box, figure)
        # A space ends every line, so that programs that read the file do not join its last word with the next line.
        last = texts[-1] if texts else None
        if element is not None and last is not None and not last.text.endswith(HYPHEN):
            texts[-1] = replace(last, text=f"{last.text} ")
        if texts:
            self.add(texts, element)

    def _link(self, left: float, baseline: float, width: float, size: float, target: str, text: str) -> None:
        self.links.append(PlacedLink(Rect(left, baseline - size * 0.8, width, size * 1.05), target, text.strip()))


Draw = Callable[[PageDrawing, float, float], None]


@dataclass(frozen=True, eq=False)
class Piece:
    """What is drawn at a place of a column, from its left and top."""

    height: float
    draw: Draw
    before: float = 0.0  # the space above it, except at the top of a column
    keeps: bool = False  # whether it must follow the piece before it in the same column
    keeps_page: bool = False  # whether it must follow that piece on the same page
    cost: float = 0.0  # what it costs to break the column before it, in millimetres of an emptier column
    page_cost: float = 0.0  # what it costs that a page begins with it, in pages
    anchors: tuple[str, ...] = ()
    text: str = ""
    is_heading: bool = False
    level: int = 0  # of a heading: 2 for a section, 3 and 4 below it
    carried: "Piece | None" = None  # is repeated at the top of a column that starts with this piece: a table's head
    sign: "Piece | None" = None  # the same, but a sign that an example continues there
    sizes: "Sequence[Piece]" = ()  # the same with smaller and larger pictures; a column has those of one size
    inner_gap: float = 0.0  # space above it that the piece before it has drawn; it may grow, too
    is_listed: bool = False  # whether it is a part of a list
    box: object = None  # the box of which it is a part, which no other box is
    table: object = None  # the table of which it is a row, which no other table is
    ground: "Callable[[float], Draw] | None" = None  # draws the background where that space grows by a height

    @property
    def repeated(self) -> "Piece | None":
        """What is drawn above it where a column starts with it."""
        return self.carried if self.carried is not None else self.sign

    @property
    def stretches(self) -> float:
        """The space above it that may grow."""
        return self.before + self.inner_gap

    def but(self, **changes: Any) -> "Piece":
        """Return the piece with other values of some fields: a faster `replace`, since a book has very many pieces."""
        other = object.__new__(Piece)
        other.__dict__.update(self.__dict__, **changes)
        return other

    def keeping(self) -> "Piece":
        """Return the piece so that it follows the one before it in the same column."""
        return self.but(keeps=True)


def indented(pieces: Sequence[Piece], by: float) -> list[Piece]:
    """Return pieces that are drawn further to the right."""

    def moved(piece: Piece) -> Draw:
        return lambda page, x, y: piece.draw(page, x + by, y)

    return [piece.but(draw=moved(piece)) for piece in pieces]


def space_before(pieces: Sequence[Piece], space: float) -> list[Piece]:
    """Return pieces with more space above the first."""
    return [piece.but(before=space) if i == 0 and space > piece.before else piece for i, piece in enumerate(pieces)]


def kept_together(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces between which no column ends."""
    return [piece.keeping() if i else piece for i, piece in enumerate(pieces)]


def stacked_height(pieces: Sequence[Piece]) -> float:
    """Return the height of pieces below each other, without the space above the first."""
    heights = [piece.height + piece.before for piece in pieces]
    heights[:1] = [piece.height for piece in pieces[:1]]
    return sum(heights)


def drawn_together(pieces: Sequence[Piece]) -> Draw:
    """Return what draws several pieces from the same corner."""

    def draw(page: PageDrawing, x: float, y: float) -> None:
        for piece in pieces:
            piece.draw(page, x, y)

    return draw


def as_one(pieces: Sequence[Piece]) -> Piece:
    """Return one piece that is never divided instead of several."""

    def draw(page: PageDrawing, x: float, y: float) -> None:
        for i, piece in enumerate(pieces):
            y += piece.before if i else 0.0
            piece.draw(page, x, y)
            y += piece.height

    first = pieces[0]
    return Piece(
        stacked_height(pieces),
        draw,
        before=first.before,
        keeps=first.keeps,
        cost=first.cost,
        anchors=tuple(anchor for piece in pieces for anchor in piece.anchors),
        text=" ".join(piece.text for piece in pieces),
    )


def in_columns(pieces: Sequence[Piece], count: int, step: float) -> list[Piece]:
    """Return the entries of a list in columns of about equal height, each column as one piece in its place."""
    starts = [i for i, piece in enumerate(pieces) if i == 0 or piece.before > 0] + [len(pieces)]
    columns: list[Piece] = []
    first = 0
    for left in range(count, 0, -1):
        rest = pieces[first:]
        if rest:
            goal = stacked_height(rest) / left
            ends = [end for end in starts if end > first]
            end = ends[-1] if left == 1 else min(ends, key=lambda end: abs(stacked_height(pieces[first:end]) - goal))
            columns += indented([as_one(pieces[first:end])], (count - left) * step)
            first = end
    return columns


def as_one_row(pieces: Sequence[Piece]) -> Piece:
    """Return one piece instead of several that are drawn from the same corner."""
    return as_one([pieces[0]]).but(
        height=max(piece.height for piece in pieces),
        draw=drawn_together(pieces),
        anchors=tuple(anchor for piece in pieces for anchor in piece.anchors),
        text=" ".join(piece.text for piece in pieces),
    )


LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0  # the share of the free width that is before a line


def text_pieces(
    lines: Sequence[TextLine],
    style: Style,
    element: Element | None,
    *,
    before: float = 0.0,
    anchors: tuple[str, ...] = (),
    width: float = 0.0,
    align: float = LEFT,
    is_heading: bool = False,
) -> list[Piece]:
    """Return the lines of a paragraph as pieces: at least two of its lines stay together at either end."""
    count = len(lines)
    cap = font_face(style.font).cap_height * style.size
    rise = (style.leading + cap) / 2  # the capitals are in the middle of the line

    def drawing(line: TextLine) -> Draw:
        shift = (width - line.width) * align if align else 0.0
        return lambda page, x, y: page.line(line, x + shift, y + rise, element)

    return [
        Piece(
            style.leading,
            drawing(line),
            before=before if i == 0 else 0.0,
            keeps=i == 1 or (i == count - 1 and i > 0) or (is_heading and i > 0),
            cost=HYPHEN_AT_END if i and lines[i - 1].ends_with_hyphen else 0.0,
            anchors=(*(anchors if i == 0 else ()), *line.anchors),
            text="".join(segment.content.text for segment in line.segments if isinstance(segment.content, Run)),
            is_heading=is_heading,
        )
        for i, line in enumerate(lines)
    ]
