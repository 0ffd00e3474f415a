"""Filling pages: pieces go into columns, which are of about equal height where a stretch of text ends.

No column ends with a heading or the first line of a paragraph, and none begins with its last line, because pieces say
which of them must stay together. A chapter can be set in several ways, with larger or smaller pictures, and begin on
a new page or below the chapter before it: `best_filled` finds the choices that leave the least empty space in a book.
Lengths are millimetres.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sheetgen.book.blocks import Band
from sheetgen.book.pieces import Piece, space_before, stacked_height
from sheetgen.drawing.scene import Rect
from sheetgen.formats.tags import Element

STEP = 0.5  # how exactly columns are balanced
ROUNDING = 1e-6
BELOW_HEAD = 2.5  # the least space below the head of a chapter
LEAST_ROOM = 0.24  # the share of a page that a chapter needs to begin there
UNEVEN = 1.5  # how much worse empty space beside a higher column is than at the end of a page
LEAST_PIECES = 5  # as many of its lines must be there, besides headings and pictures
MOST_STRETCH = 0.9  # spaces above pieces grow by at most this share of themselves, where columns end at one height
MOST_EMPTY = 0.4  # the share of a page that may be empty; beyond it, each page costs so many times as much
TOO_EMPTY = 10.0
MOST_EMPTY_LAST = 0.75  # the same of the last page
TOO_EMPTY_LAST = 25.0
LAST_PAGE = 2.0  # what an almost empty last page costs, in pages
KEPT_TRIALS = 24  # how many half-filled books are kept while the best one is searched


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
    empty: float = 0.0  # the height that is left empty, of all columns together


class Setting(NamedTuple):
    """One way to set a chapter.

    It has the number of the chapter, its head, its text, its part of the structure of the document, and what it costs
    to be set like this: as much as that share of a page left empty.
    """

    chapter: int
    head: Piece
    bands: Sequence[Band]
    section: Element
    strain: float = 0.0


Settings = Callable[["Filler"], Sequence[Setting]]  # the ways to set a chapter, given the pages before it


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

    def copy(self) -> "Filler":
        """Return a filler that continues from here on its own."""
        other = Filler(self.frame)
        last = self.pages[-1]
        other.pages = [*self.pages[:-1], replace(last, pieces=[*last.pieces])]
        other.y, other.chapter = self.y, self.chapter
        return other

    @property
    def emptiness(self) -> float:
        """How much of the pages before the last one is empty, in pages; one very empty page counts more than two."""
        shares = [page.empty / (self.frame.rect.height * self.frame.columns) for page in self.pages[:-1]]
        return sum(share + 2 * share**2 + TOO_EMPTY * max(0.0, share - MOST_EMPTY) for share in shares)

    def new_page(self) -> None:
        """Start a page."""
        self.pages[-1].empty += self.room * self.frame.columns
        self.pages.append(FilledPage(chapter=self.chapter))
        self.y = self.frame.rect.y

    def with_chapter(self, setting: Setting) -> Iterator["Filler"]:
        """Yield copies to which a chapter is added: on a new page, and on this one if enough of it fits here."""
        apart = self.copy()
        if not self.at_top:
            apart.new_page()
        apart._start_chapter(setting)
        yield apart
        if not self.at_top and self.room >= LEAST_ROOM * self.frame.rect.height:
            below = self.copy()
            below._start_chapter(setting)
            here = below.pages[len(self.pages) - 1].pieces
            own = [placed.piece for placed in here if placed.chapter == setting.chapter]
            lines = sum(bool(piece.text) and not piece.is_heading for piece in own)
            if lines >= LEAST_PIECES or len(below.pages) == len(self.pages):
                yield below

    def _start_chapter(self, setting: Setting) -> None:
        """Start a chapter with its head below what is on the page, and place its bands."""
        self.chapter, head = setting.chapter, setting.head
        if self.at_top:
            self.pages[-1].chapter = self.chapter
        self._put(head, self.frame.rect.x, -1, 0.0 if self.at_top else head.before)
        self.fill([Band(wide, space_before(pieces, BELOW_HEAD)) for wide, pieces in setting.bands[:1]])
        self.fill(setting.bands[1:])

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
            elif columns == 1:
                pieces = _with_text_first(pieces, ends[0], room - _height(pieces[start : ends[0]]))
                ends = self._columns(pieces, start, room, columns)
            self._place(pieces, start, ends, above, columns)
            start = ends[-1]
            if start < len(pieces):  # it comes after the columns, so not below them
                self.new_page()

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
        starts = [start, *ends[:-1]]
        heights = [_height(pieces[first:end]) for first, end in zip(starts, ends, strict=True)]
        lowest = self.room - above if ends[-1] < len(pieces) else max(heights)
        bottoms: list[float] = []
        for column, (first, end) in enumerate(zip(starts, ends, strict=True)):
            x = self.frame.rect.x + column * (self.frame.column + self.frame.gutter)
            place = column if columns > 1 else -1
            stretch = _stretch(pieces[first:end], lowest - heights[column])
            self.y = top
            for i in range(first, end):
                piece = pieces[i]
                if i > first:
                    more = piece.stretches * stretch
                    if more and piece.ground is not None:
                        self._put(Piece(more, piece.ground(more)), x, place)
                        more = 0.0
                    self._put(piece, x, place, piece.before + more)
                    continue
                if piece.carried is not None:
                    self._put(piece.carried, x, place)
                self._put(piece, x, place)
            bottoms.append(self.y)
        self.y = max(bottoms)
        bottoms += [top] * (columns - len(bottoms))
        self.pages[-1].empty += sum(self.y - bottom for bottom in bottoms) * UNEVEN * self.frame.columns / columns

    def _put(self, piece: Piece, x: float, column: int, above: float = 0.0) -> None:
        self.y += above
        self.pages[-1].pieces.append(PlacedPiece(piece, x, self.y, column, self.chapter))
        self.y += piece.height


def best_filled(start: Filler, chapters: Sequence[Settings]) -> tuple[Filler, tuple[Setting, ...]]:
    """Return pages filled with chapters, each of which can be set in several ways, and the chosen ways."""
    trials = [_Trial(start)]
    for settings in chapters:
        grown = [
            _Trial(filler, trial.strain + setting.strain, (*trial.chosen, setting))
            for trial in trials
            for setting in settings(trial.filler)
            for filler in trial.filler.with_chapter(setting)
        ]
        by_end: dict[tuple[int, float], _Trial] = {}
        for trial in sorted(grown, key=lambda trial: trial.cost):
            by_end.setdefault((len(trial.filler.pages), round(trial.filler.y)), trial)
        trials = list(by_end.values())[:KEPT_TRIALS]
    best = min(trials, key=lambda trial: trial.final_cost)
    return best.filler, best.chosen


class _Trial(NamedTuple):
    """A book of which some chapters are placed."""

    filler: Filler
    strain: float = 0.0
    chosen: tuple[Setting, ...] = ()

    @property
    def cost(self) -> float:
        return self.filler.emptiness + self.strain

    @property
    def final_cost(self) -> float:
        """The cost if nothing follows: a last page with a few lines is worse than none."""
        share = self.filler.room / self.filler.frame.rect.height
        return self.cost + LAST_PAGE * share**2 + TOO_EMPTY_LAST * max(0.0, share - MOST_EMPTY_LAST)


def _height(pieces: Sequence[Piece]) -> float:
    """Return the height of a column of pieces, with the head of a table that is repeated at its top."""
    carried = pieces[0].carried if pieces else None
    return stacked_height(pieces) + (carried.height if carried is not None else 0.0)


def _with_text_first(pieces: Sequence[Piece], end: int, room: float) -> Sequence[Piece]:
    """Return pieces in which a picture that may float, and for which a page has no room left, follows its text.

    The page ends before the piece of index `end`, and so much room is left on it. The text goes to the next heading.
    """
    first = end
    while first < len(pieces) and pieces[first].is_heading:
        first += 1
    if first == len(pieces) or not pieces[first].floats:
        return pieces
    last = first + 1
    while last < len(pieces) and not pieces[last].is_heading:
        last += 1
    heads, picture, text = pieces[end:first], pieces[first], pieces[first + 1 : last]
    if not text or any(piece.floats for piece in text):
        return pieces
    above = [*heads, replace(text[0], keeps=bool(heads)), *text[1:]]
    if pieces[end].before + stacked_height(above) > room:
        return pieces
    return [*pieces[:end], *above, replace(picture, keeps=False), *pieces[last:]]


def _stretch(pieces: Sequence[Piece], missing: float) -> float:
    """Return by which share the spaces in a column grow so that it is higher by `missing`; 0 if that is too much."""
    spaces = sum(piece.stretches for piece in pieces[1:])
    share = missing / spaces if spaces else 0.0
    return share if 0 < share <= MOST_STRETCH else 0.0


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
