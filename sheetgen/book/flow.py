"""Filling pages: pieces go into columns, which are of about equal height where a stretch of text ends.

No column ends with a heading or the first line of a paragraph, and none begins with its last line, because pieces say
which of them must stay together. A chapter can be set in several ways, with larger or smaller pictures, and begin on
a new page or below the chapter before it: `best_filled` finds the choices that leave the least empty space in a book.
Lengths are millimetres.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
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
MOST_STRETCH = 0.4  # spaces above pieces grow by at most this share of themselves, where columns end at one height
MOST_EMPTY = 0.22  # the share of a page that may be empty; beyond it, each page costs so many times as much
TOO_EMPTY = 16.0
HALF_EMPTY_LAST, MOST_EMPTY_LAST = 0.4, 0.75  # the same of the last page, which costs little up to the second share
EMPTY_LAST = 4.0
TOO_EMPTY_LAST = 25.0
LAST_PAGE = 2.0  # what an almost empty last page costs, in pages
BAD_OPENING = 3.0  # what it costs that a chapter begins at the foot of a page and leaves it rather empty, in pages
LEAST_OPENING = 0.63  # the share of the place below the head of a chapter that is not rather empty
TORN = 1.0  # what it costs that a table or a short text continues in another column, in pages
ALMOST_NEVER = 100.0  # a piece before which a break costs as much, in millimetres, belongs to what was before it
OTHER_SIZE = 1.0  # what it costs to fill a column with pictures of another size, in millimetres of an emptier column
ALIKE = 3.0  # books that end at about the same height, in millimetres: only the best of them is kept
KEPT_TRIALS = 24  # how many half-filled books are kept while the best one is searched
HOPELESS = 5.0  # books that are worse than the best one by so many pages are not continued
ALL_TRIALS = 500  # the same over all chapters of a short book


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


class PlacedPiece(NamedTuple):
    """A piece on a page, and the number of its column there (-1: it is as wide as all columns)."""

    piece: Piece
    x: float
    y: float
    column: int = -1
    chapter: int = 0


class FilledColumn(NamedTuple):
    """Pieces below each other: where they begin, and the share by which the spaces between them grow."""

    pieces: Sequence[Piece]
    x: float
    y: float
    column: int = -1
    chapter: int = 0
    stretch: float = 0.0

    @property
    def height(self) -> float:
        """Its height, with the spaces as they have grown."""
        return _height(self.pieces) + self.stretch * sum(piece.stretches for piece in self.pieces[1:])

    def placed(self) -> Iterator[PlacedPiece]:
        """Yield the pieces at their places; the head of a table, or a sign, is repeated above them."""
        x, y, column, chapter = self.x, self.y, self.column, self.chapter
        for i, piece in enumerate(self.pieces):
            if i:
                more = piece.stretches * self.stretch
                if more and piece.ground is not None:
                    yield PlacedPiece(Piece(more, piece.ground(more)), x, y, column, chapter)
                y += piece.before + more
            elif piece.repeated is not None:
                yield PlacedPiece(piece.repeated, x, y, column, chapter)
                y += piece.repeated.height
            yield PlacedPiece(piece, x, y, column, chapter)
            y += piece.height


@dataclass(eq=False)
class FilledPage:
    """A page with its columns."""

    columns: list[FilledColumn] = field(default_factory=list)
    chapter: int = 0  # the first chapter of which something is on the page
    empty: float = 0.0  # the height that is left empty, of all columns together
    torn: float = 0.0  # what it costs that its columns begin inside of tables, short texts or examples

    @cached_property
    def pieces(self) -> list[PlacedPiece]:
        """The pieces at their places, once the page is full; most pages are only tried."""
        return [placed for column in self.columns for placed in column.placed()]

    def filled_below(self, y: float, frame: Frame) -> float:
        """Return the share of the page below a height that is filled."""
        below = [column for column in self.columns if column.y > y]
        heights = (column.height * (frame.columns if column.column < 0 else 1) for column in below)
        return sum(heights) / ((frame.rect.bottom - y) * frame.columns)


@dataclass(frozen=True, eq=False)
class Setting:
    """One way to set a chapter or a part of it.

    It has the number of the chapter, its head, its text, its part of the structure of the document, and what it costs
    to be set like this: as much as that share of a page left empty. A part that continues a chapter has no head.
    `divided` is what it costs that the chapter is on more pages than it needs.
    """

    chapter: int
    head: Piece | None
    bands: Sequence[Band]
    section: Element
    strain: float = 0.0
    divided: float = 0.0


Settings = Callable[["Filler"], Sequence[Setting]]  # the ways to set a chapter, given the pages before it


class Filler:
    """Fills pages from top to bottom."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pages: list[FilledPage] = [FilledPage()]
        self.y = frame.rect.y
        self.chapter = 0
        self.badness = 0.0  # of the pages before the last one

    @property
    def room(self) -> float:
        """The height that is left on the page."""
        return self.frame.rect.bottom - self.y

    @property
    def at_top(self) -> bool:
        """Whether nothing is on the page yet."""
        return self.y == self.frame.rect.y

    def new_page(self) -> None:
        """Start a page."""
        self.pages[-1].empty += self.room * self.frame.columns
        self.badness += self._badness(self.pages[-1])
        self.pages.append(FilledPage(chapter=self.chapter))
        self.y = self.frame.rect.y

    def _badness(self, page: FilledPage) -> float:
        """Return how bad a page is: how much of it is empty, where much counts twice, and how many tables are torn."""
        share = page.empty / (self.frame.rect.height * self.frame.columns)
        return share + 2 * share**2 + TOO_EMPTY * max(0.0, share - MOST_EMPTY) + TORN * page.torn

    # Chapters

    def with_chapter(self, chapter: "Filler", *, apart: bool) -> "Filler":
        """Return a filler that continues below a chapter, which begins on a new page (`apart`) or where this ends."""
        last, pages = self.pages[-1], chapter.pages
        if apart and not self.at_top:
            left = self.room * self.frame.columns
            ended = [FilledPage(last.columns, last.chapter, last.empty + left, last.torn), *pages]
        else:
            number = pages[0].chapter if self.at_top else last.chapter
            first = pages[0]
            columns, empty = [*last.columns, *first.columns], last.empty + first.empty
            both = FilledPage(columns, number, empty, last.torn + first.torn)
            ended = [both, *pages[1:]]
        other = Filler(self.frame)
        other.pages = [*self.pages[:-1], *ended]
        other.badness = self.badness
        for page in ended[:-1]:
            other.badness += self._badness(page)
        other.y, other.chapter = chapter.y, chapter.chapter
        return other

    def chapter_from(self, y: float, setting: Setting) -> "Filler":
        """Return the pages of a chapter alone, from a height of its first page on."""
        head, own = setting.head, Filler(self.frame)
        own.y, own.chapter = y, setting.chapter
        own.pages[0].chapter = setting.chapter
        if head is None:
            own.fill(setting.bands)
            return own
        own._fill_band([head], 1)
        own.fill([Band(wide, space_before(pieces, BELOW_HEAD)) for wide, pieces in setting.bands[:1]])
        own.fill(setting.bands[1:])
        return own

    @property
    def begins_well(self) -> bool:
        """Whether enough lines of a chapter are on its first page, if not all of it."""
        here = [piece for column in self.pages[0].columns for piece in column.pieces]
        lines = sum(bool(piece.text) and not piece.is_heading for piece in here)
        return lines >= LEAST_PIECES or len(self.pages) == 1

    def fill(self, bands: Sequence[Band]) -> None:
        """Place bands below each other."""
        for band in bands:
            self._fill_band(band.pieces, 1 if band.wide else self.frame.columns)

    def _fill_band(self, pieces: Sequence[Piece], columns: int) -> None:
        start = 0
        count = max((len(piece.sizes) for piece in pieces), default=0)
        sized = [[piece.sizes[i] if piece.sizes else piece for piece in pieces] for i in range(count)]
        while start < len(pieces):
            above = 0.0 if self.at_top else pieces[start].before
            room = self.room - above
            contents = self._sized(pieces, sized, start, room, columns)
            if not contents[0]:  # nothing fits
                if not self.at_top:
                    self.new_page()
                    continue
                contents = [pieces[start : self._forced(pieces, start, room)]]
            elif start + sum(map(len, contents)) == len(pieces):
                contents = self._ending(pieces, start, room, columns) or contents
            end = start + sum(map(len, contents))
            self._place(contents, above, columns, ends=end == len(pieces))
            start = end
            if start < len(pieces):  # it comes after the columns, so not below them
                self.new_page()

    def _sized(
        self, pieces: Sequence[Piece], sized: Sequence[Sequence[Piece]], start: int, height: float, columns: int
    ) -> list[Sequence[Piece]]:
        """Return the pieces of each column, with pictures of the size that fills it best."""
        contents: list[Sequence[Piece]] = []
        for column in range(columns):
            is_last = column == columns - 1
            best, least = _end_of_column(pieces, start, height, is_last=is_last)
            chosen = pieces
            if any(piece.sizes for piece in pieces[start : best + 1]):
                for others in sized:
                    end, cost = _end_of_column(others, start, height, is_last=is_last)
                    if cost + OTHER_SIZE < least:
                        best, least, chosen = end, cost + OTHER_SIZE, others
            contents.append(chosen[start:best])
            start = best
        return contents

    def _columns(self, pieces: Sequence[Piece], start: int, height: float, columns: int) -> list[int]:
        """Return where each column ends, as the index of the next piece."""
        ends = []
        for column in range(columns):
            start, _ = _end_of_column(pieces, start, height, is_last=column == columns - 1)
            ends.append(start)
        return ends

    def _ending(self, pieces: Sequence[Piece], start: int, height: float, columns: int) -> list[Sequence[Piece]] | None:
        """Return the pieces of the last columns, which are as low as possible; None if they have too little room."""
        ends = self._balanced(pieces, start, height, columns)
        if ends[-1] < len(pieces):
            return None
        return [pieces[first:end] for first, end in pairwise([start, *ends])]

    def _forced(self, pieces: Sequence[Piece], start: int, height: float) -> int:
        """Return the end of a column whose first pieces should stay together but are higher than a page."""
        end, used = start + 1, _height(pieces[start : start + 1])
        while end < len(pieces) and used + pieces[end].before + pieces[end].height <= height:
            used += pieces[end].before + pieces[end].height
            end += 1
        return end

    def _balanced(self, pieces: Sequence[Piece], start: int, height: float, columns: int) -> list[int]:
        """Return the ends of columns that hold all pieces and are as low as possible, if that tears nothing."""
        if columns == 1:
            return self._columns(pieces, start, height, columns)

        def holds_all(ends: Sequence[int]) -> bool:
            spans = pairwise([start, *ends])
            return ends[-1] == len(pieces) and not any(_is_lonely(pieces, *span) for span in spans)

        def holds_all_whole(ends: Sequence[int]) -> bool:
            return holds_all(ends) and not any(_is_torn(pieces[end]) for end in ends if end < len(pieces))

        for is_good in (holds_all_whole, holds_all):
            ends = self._columns(pieces, start, height, columns)
            if not is_good(ends):
                continue
            low, high = 0.0, height
            while high - low > STEP:
                middle = (low + high) / 2
                tried = self._columns(pieces, start, middle, columns)
                if is_good(tried):
                    high, ends = middle, tried
                else:
                    low = middle
            return ends
        return self._columns(pieces, start, height, columns)

    def _place(self, contents: Sequence[Sequence[Piece]], above: float, columns: int, *, ends: bool) -> None:
        """Place columns of pieces; `ends` says that no more follow."""
        top = self.y + above
        heights = [_height(content) for content in contents]
        lowest = max(heights) if ends else self.room - above
        self.pages[-1].torn += sum(_is_torn(content[0]) for content in contents if content)
        if self.at_top and len(self.pages) > 1:
            self.pages[-1].torn += contents[0][0].page_cost
        for i, content in enumerate(contents):
            x = self.frame.rect.x + i * (self.frame.column + self.frame.gutter)
            stretch = _stretch(content, lowest - heights[i])
            if stretch:
                heights[i] = lowest
            number = i if columns > 1 else -1
            self.pages[-1].columns.append(FilledColumn(content, x, top, number, self.chapter, stretch))
        heights += [0.0] * (columns - len(heights))
        tallest = max(heights)
        self.y = top + tallest
        uneven = sum(tallest - height for height in heights)
        self.pages[-1].empty += uneven * UNEVEN * self.frame.columns / columns


def best_filled(
    start: Filler, chapters: Sequence[Settings], endings: Sequence[Sequence[Settings]] = ((),)
) -> tuple[Filler, tuple[Setting, ...]]:
    """Return pages filled with chapters, each of which can be set in several ways, and the chosen ways.

    The chapters at the end can have several orders: `endings`.
    """
    trials = _best_trials([_Trial(start)], chapters)
    ended = [trial for ending in endings for trial in _best_trials(trials, ending)]
    best = min(ended, key=lambda trial: trial.final_cost)
    return best.filler, best.chosen


def _best_trials(trials: Sequence["_Trial"], chapters: Sequence[Settings]) -> Sequence["_Trial"]:
    """Return the best ways to continue some books with chapters; of short books, more are kept."""
    kept = max(KEPT_TRIALS, ALL_TRIALS // max(1, len(chapters)))
    for settings in chapters:
        by_end: dict[tuple[int, int], _Trial] = {}
        for trial in sorted(_grown(trials, settings), key=lambda trial: trial.cost):
            by_end.setdefault((len(trial.filler.pages), round(trial.filler.y / ALIKE)), trial)
        best = min(trial.cost for trial in by_end.values())
        trials = [trial for trial in by_end.values() if trial.cost <= best + HOPELESS][:kept]
    return trials


def _grown(trials: Sequence["_Trial"], settings: Settings) -> Iterator["_Trial"]:
    """Yield books to which a chapter is added: on a new page, and below what is there if enough of it fits."""
    known: dict[tuple[Setting, float], Filler] = {}  # a chapter by the height where it begins: many trials end alike

    def chapter_from(y: float, setting: Setting) -> Filler:
        if (setting, y) not in known:
            known[setting, y] = filler.chapter_from(y, setting)
        return known[setting, y]

    for trial in trials:
        filler = trial.filler
        rect = filler.frame.rect
        for setting in settings(filler):
            begins = setting.head is not None
            alone = chapter_from(rect.y, setting)
            apart = filler.with_chapter(alone, apart=True)
            yield trial.grown(apart, setting, None if begins else trial.opened)
            if not filler.at_top and (not begins or filler.room >= LEAST_ROOM * rect.height):
                below = chapter_from(filler.y, setting)
                if setting.head is None:
                    yield trial.grown(filler.with_chapter(below, apart=False), setting, trial.opened)
                elif below.begins_well:
                    head = filler.y + setting.head.before + setting.head.height
                    opened = _Opened(len(filler.pages) - 1, head)
                    grown = trial.grown(filler.with_chapter(below, apart=False), setting, opened)
                    more = setting.divided if len(below.pages) > len(alone.pages) else 0.0
                    yield grown._replace(strain=grown.strain + more)


class _Opened(NamedTuple):
    """Where a chapter begins below others: the number of the page from 0, and the height below its head."""

    page: int
    y: float


class _Trial(NamedTuple):
    """A book of which some chapters are placed."""

    filler: Filler
    strain: float = 0.0
    chosen: tuple[Setting, ...] = ()
    opened: _Opened | None = None  # of the last chapter, if it has not left that page yet

    def grown(self, filler: Filler, setting: Setting, opened: _Opened | None) -> "_Trial":
        """Return the book with one more part; a chapter that leaves its first page rather empty costs more."""
        strain = self.strain + setting.strain
        if opened is not None and len(filler.pages) - 1 > opened.page:
            if filler.pages[opened.page].filled_below(opened.y, filler.frame) < LEAST_OPENING:
                strain += BAD_OPENING
            opened = None
        return _Trial(filler, strain, (*self.chosen, setting), opened)

    @property
    def cost(self) -> float:
        return self.filler.badness + self.strain

    @property
    def final_cost(self) -> float:
        """The cost if nothing follows: a last page with a few lines is worse than none."""
        frame, last = self.filler.frame, self.filler.pages[-1]
        share = (self.filler.room + last.empty / UNEVEN / frame.columns) / frame.rect.height
        empty = EMPTY_LAST * max(0.0, share - HALF_EMPTY_LAST) + TOO_EMPTY_LAST * max(0.0, share - MOST_EMPTY_LAST)
        return self.cost + LAST_PAGE * share**2 + empty


def _is_lonely(pieces: Sequence[Piece], start: int, end: int) -> bool:
    """Whether a column has nothing but one line from within a paragraph, which continues before and after it."""
    if not 0 < start == end - 1 < len(pieces) - 1:
        return False
    return all(piece.before == 0 and piece.sign is None for piece in (pieces[start], pieces[end]))


def _is_torn(first: Piece) -> bool:
    """Whether a column that begins with a piece tears a table, or a text that should almost never be divided."""
    return first.carried is not None or first.cost >= ALMOST_NEVER


def _height(pieces: Sequence[Piece]) -> float:
    """Return the height of a column of pieces, with the head of a table that is repeated at its top."""
    repeated = pieces[0].repeated if pieces else None
    return stacked_height(pieces) + (repeated.height if repeated is not None else 0.0)


def _stretch(pieces: Sequence[Piece], missing: float) -> float:
    """Return by which share the spaces in a column grow so that it is higher by `missing`; 0 if that is too much."""
    if missing <= 0:
        return 0.0
    spaces = sum(piece.before + piece.inner_gap for piece in pieces[1:])
    share = missing / spaces if spaces else 0.0
    return share if share <= MOST_STRETCH else 0.0


def _end_of_column(pieces: Sequence[Piece], start: int, height: float, *, is_last: bool) -> tuple[int, float]:
    """Return the index of the first piece that is not in a column that begins with piece `start`, and what that costs.

    It is `start` if nothing fits. After the last column, a page ends.
    """
    if start >= len(pieces):
        return start, 0.0
    first = pieces[start]
    used = first.height + (first.repeated.height if first.repeated is not None else 0.0)
    best, least = start, float("inf")
    for i in range(start + 1, len(pieces)):
        if used > height + ROUNDING:
            return best, least
        piece = pieces[i]
        if not piece.keeps and not (is_last and piece.keeps_page):
            cost = height - used + piece.cost
            if cost <= least:
                best, least = i, cost
        used += piece.height + piece.before
    return (best, least) if used > height + ROUNDING else (len(pieces), 0.0)
