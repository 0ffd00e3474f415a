"""Pieces: what a column is filled with, and the page on which they are drawn.

A piece is a line of text, a row of a table or a picture: it is never divided. Lengths are millimetres.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheetgen.book.pictures import Drawing
from sheetgen.book.text import HYPHEN, PageNumber, Run, Sign, Style, TextLine
from sheetgen.drawing.scene import Group, Item, Rect, Text
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.tags import Element


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
                        rise = size * 0.8
                        self.links.append(
                            PlacedLink(Rect(left, baseline - rise, segment.width, size * 1.05), link, text.strip())
                        )
                case PageNumber(target, font, size, colour):
                    number = text_at(str(self.pages.get(target, "")), left, baseline, size, font, colour)
                    texts.append(number)
                    x -= segment.width - number.rect.width  # there was room for two digits
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


Draw = Callable[[PageDrawing, float, float], None]


@dataclass(frozen=True, eq=False)
class Piece:
    """What is drawn at a place of a column, from its left and top."""

    height: float
    draw: Draw
    before: float = 0.0  # the space above it, except at the top of a column
    keeps: bool = False  # whether it must follow the piece before it in the same column
    cost: float = 0.0  # what it costs to break the column before it, in millimetres of an emptier column
    anchors: tuple[str, ...] = ()
    text: str = ""
    is_heading: bool = False
    level: int = 0  # of a heading: 2 for a section, 3 and 4 below it
    carried: "Piece | None" = None  # is repeated at the top of a column that starts with this piece: a table's head
    inner_gap: float = 0.0  # space above it that the piece before it has drawn; it may grow, too
    floats: bool = False  # a picture that may follow the text below it where a page has no room for it
    ground: "Callable[[float], Draw] | None" = None  # draws the background where that space grows by a height

    @property
    def stretches(self) -> float:
        """The space above it that may grow."""
        return self.before + self.inner_gap

    def keeping(self) -> "Piece":
        """Return the piece so that it follows the one before it in the same column."""
        return replace(self, keeps=True)


def indented(pieces: Sequence[Piece], by: float) -> list[Piece]:
    """Return pieces that are drawn further to the right."""

    def moved(piece: Piece) -> Draw:
        return lambda page, x, y: piece.draw(page, x + by, y)

    return [replace(piece, draw=moved(piece)) for piece in pieces]


def space_before(pieces: Sequence[Piece], space: float) -> list[Piece]:
    """Return pieces with more space above the first."""
    return [replace(piece, before=max(space, piece.before)) if i == 0 else piece for i, piece in enumerate(pieces)]


def kept_together(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces between which no column ends."""
    return [piece.keeping() if i else piece for i, piece in enumerate(pieces)]


def stacked_height(pieces: Sequence[Piece]) -> float:
    """Return the height of pieces below each other, without the space above the first."""
    return sum(piece.height + (piece.before if i else 0.0) for i, piece in enumerate(pieces))


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


def text_pieces(
    lines: Sequence[TextLine],
    style: Style,
    element: Element | None,
    *,
    before: float = 0.0,
    anchors: tuple[str, ...] = (),
    width: float = 0.0,
    centred: bool = False,
    is_heading: bool = False,
) -> list[Piece]:
    """Return the lines of a paragraph as pieces: at least two of its lines stay together at either end."""
    count = len(lines)
    cap = font_face(style.font).cap_height * style.size
    rise = (style.leading + cap) / 2  # the capitals are in the middle of the line

    def drawing(line: TextLine) -> Draw:
        shift = (width - line.width) / 2 if centred else 0.0
        return lambda page, x, y: page.line(line, x + shift, y + rise, element)

    return [
        Piece(
            style.leading,
            drawing(line),
            before=before if i == 0 else 0.0,
            keeps=i == 1 or (i == count - 1 and i > 0) or (is_heading and i > 0),
            anchors=(*(anchors if i == 0 else ()), *line.anchors),
            text="".join(segment.content.text for segment in line.segments if isinstance(segment.content, Run)),
            is_heading=is_heading,
        )
        for i, line in enumerate(lines)
    ]
