"""Filling pages: pieces go into columns, which are of about equal height where a stretch of text ends.

No column ends with a heading or the first line of a paragraph, and none begins with its last line, because pieces say
which of them must stay together. Lengths are millimetres.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sheetgen.book.blocks import Band
from sheetgen.book.pieces import Piece
from sheetgen.drawing.scene import Rect

STEP = 0.5  # how exactly columns are balanced
ROUNDING = 1e-6


@dataclass(frozen=True)
class Frame:
    """Where the text of a page is."""

    rect: Rect
    columns: int
    gutter: float

    @property
    def column(self) -> float:
        """The width of one column."""
        return (self.rect.width - self.gutter * (self.columns - 1)) / self.columns


@dataclass(frozen=True)
class PlacedPiece:
    """A piece on a page, and the number of its column there (-1: it is as wide as all columns)."""

    piece: Piece
    x: float
    y: float
    column: int = -1
    chapter: int = 0


@dataclass
class FilledPage:
    """A page with its pieces."""

    pieces: list[PlacedPiece] = field(default_factory=list)
    chapter: int = 0  # the first chapter of which something is on the page


class Filler:
    """Fills pages from top to bottom."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pages: list[FilledPage] = [FilledPage()]
        self.y = frame.rect.y
        self.chapter = 0

    @property
    def room(self) -> float:
        """The height that is left on the page."""
        return self.frame.rect.bottom - self.y

    @property
    def at_top(self) -> bool:
        """Whether nothing is on the page yet."""
        return not self.pages[-1].pieces

    def new_page(self) -> None:
        """Start a page."""
        self.pages.append(FilledPage(chapter=self.chapter))
        self.y = self.frame.rect.y

    def start_chapter(self, chapter: int, head: Piece, bands: Sequence[Band], *, least: float) -> None:
        """Start a chapter with its head, on a new page if there is less room than `least`, a share of a page."""
        self.chapter = chapter
        if not self.at_top and (self.room < least * self.frame.rect.height or not self._begins_here(head, bands)):
            self.new_page()
        if self.at_top:
            self.pages[-1].chapter = chapter
        self._put(head, self.frame.rect.x, -1, 0.0 if self.at_top else head.before)
        self.fill(bands)

    def _begins_here(self, head: Piece, bands: Sequence[Band]) -> bool:
        """Whether the first pieces of a chapter fit below its head on this page."""
        if not bands:
            return True
        room = self.room - head.before - head.height - bands[0].pieces[0].before
        return _end_of_column(bands[0].pieces, 0, room) > 0

    def fill(self, bands: Sequence[Band]) -> None:
        """Place bands below each other."""
        for band in bands:
            self._fill_band(band.pieces, 1 if band.wide else self.frame.columns)

    def _fill_band(self, pieces: Sequence[Piece], columns: int) -> None:
        start = 0
        while start < len(pieces):
            above = 0.0 if self.at_top else pieces[start].before
            room = self.room - above
            ends = self._columns(pieces, start, room, columns)
            if ends[0] == start:  # nothing fits
                if not self.at_top:
                    self.new_page()
                    continue
                ends = [self._forced(pieces, start, room)]
            elif ends[-1] == len(pieces):
                ends = self._balanced(pieces, start, room, columns)
            self._place(pieces, start, ends, above, columns)
            start = ends[-1]

    def _columns(self, pieces: Sequence[Piece], start: int, height: float, columns: int) -> list[int]:
        """Return where each column ends, as the index of the next piece."""
        ends = []
        for _ in range(columns):
            start = _end_of_column(pieces, start, height)
            ends.append(start)
        return ends

    def _forced(self, pieces: Sequence[Piece], start: int, height: float) -> int:
        """Return the end of a column whose first pieces should stay together but are higher than a page."""
        end, used = start + 1, pieces[start].height
        while end < len(pieces) and used + pieces[end].before + pieces[end].height <= height:
            used += pieces[end].before + pieces[end].height
            end += 1
        return end

    def _balanced(self, pieces: Sequence[Piece], start: int, height: float, columns: int) -> list[int]:
        """Return the ends of columns that hold all pieces and are as low as possible."""
        if columns == 1:
            return [len(pieces)]
        low, high = 0.0, height
        while high - low > STEP:
            middle = (low + high) / 2
            if self._columns(pieces, start, middle, columns)[-1] == len(pieces):
                high = middle
            else:
                low = middle
        return self._columns(pieces, start, high, columns)

    def _place(self, pieces: Sequence[Piece], start: int, ends: Sequence[int], above: float, columns: int) -> None:
        top = self.y + above
        lowest = top
        for column, end in enumerate(ends):
            x = self.frame.rect.x + column * (self.frame.column + self.frame.gutter)
            self.y = top
            first = start
            for i in range(start, end):
                piece = pieces[i]
                place = column if columns > 1 else -1
                if i == first and piece.carried is not None:
                    self._put(piece.carried, x, place)
                self._put(piece, x, place, 0.0 if i == first else piece.before)
            lowest = max(lowest, self.y)
            start = end
        self.y = lowest

    def _put(self, piece: Piece, x: float, column: int, above: float = 0.0) -> None:
        self.y += above
        self.pages[-1].pieces.append(PlacedPiece(piece, x, self.y, column, self.chapter))
        self.y += piece.height


def _end_of_column(pieces: Sequence[Piece], start: int, height: float) -> int:
    """Return the index of the first piece that is not in a column that begins with piece `start`.

    It is `start` if nothing fits.
    """
    if start >= len(pieces):
        return start
    used = 0.0
    best, least = start, float("inf")
    for i in range(start, len(pieces)):
        piece = pieces[i]
        carried = piece.carried.height if i == start and piece.carried is not None else 0.0
        used += piece.height + (piece.before if i > start else carried)
        if used > height + ROUNDING:
            break
        following = pieces[i + 1] if i + 1 < len(pieces) else None
        if following is None:
            return len(pieces)
        if not following.keeps:
            cost = (height - used) + following.cost
            if cost <= least:
                best, least = i + 1, cost
    return best
