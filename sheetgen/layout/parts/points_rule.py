"""What every kind of points says: what it scores, its ladders on sheet and pages, and how a browser counts it."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from sheetgen.layout.parts.cells import CellTable
from sheetgen.layout.sentences import EditionZone, Sentence, ZonePart

if TYPE_CHECKING:
    from sheetgen.layout.zone import Zone

# What a player writes to add up points: a number in a blank, or a circle ("o") around a star.
Result = int | Literal["o"]


@dataclass(frozen=True, slots=True)
class LadderTable:
    """Points by steps, for a table on the rules page: message id of the heading, steps, points per step."""

    heading: str
    points: tuple[int, ...]
    steps: tuple[str, ...]
    # Whether each step replaces the one before, so that its points are those of all marks together and steps have a
    # gain; otherwise every step has points of its own, which are added up.
    climbs: bool = True

    @staticmethod
    def counted(heading: str, points: Iterable[int], *, climbs: bool = True) -> "LadderTable":
        """Return a ladder whose steps are 1, 2, 3 …"""
        points = tuple(points)
        return LadderTable(heading, points, tuple(str(i) for i in range(1, len(points) + 1)), climbs)

    @property
    def gains(self) -> tuple[int, ...]:
        """What each step adds to the one before."""
        return tuple(now - before for now, before in zip(self.points, (0, *self.points), strict=False))


@dataclass(frozen=True, slots=True)
class NumberTable:
    """What combinations are worth, for the rules page: message ids of heads and caption, rows of words and numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    caption: str = ""
    is_matrix: bool = False


# The functions of the script that counts sheets in a browser: each adds up the points of a zone in one way.
PointsFunction = Literal["sum", "count", "lines", "last", "ends", "pairs", "each"]


@dataclass(frozen=True, slots=True)
class CountingPoints:
    """How a script adds up points: the name of its function, and plain data with cells by index."""

    name: PointsFunction
    data: Mapping[str, object] = field(default_factory=dict)


class LadderLength(NamedTuple):
    """How long the list of a part is, how long it must be, and what it has one number for."""

    given: int
    needed: int
    per: str


class PointsRule(ZonePart):
    """The base class of every kind of `points`: what the other packages ask it."""

    # What decides the points: which cells are marked, the number of each entry alone, or all numbers together.
    decided_by: ClassVar[Literal["cells", "entries", "all entries"]] = "cells"
    needs_numbers: ClassVar[bool] = False
    cells_needed: ClassVar[Literal["one row", "a grid", "any"]] = "any"
    needs_outward_order: ClassVar[bool] = False
    # Whether a box to write the difference of two cells is printed above every pair.
    pair_boxes: ClassVar[bool] = False
    # Whether every row has points of its own, for which a blank is printed.
    row_blanks: ClassVar[bool] = False
    # Whether it only adds to what single entries bring.
    adds_to_entries: ClassVar[bool] = False

    @abstractmethod
    def score(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> int:
        """Return the points of a zone with that content.

        `content` has per cell 0 if it is open, else the number written or 1; `counted` are the indices of the cells
        that players have finished, in the order in which a row is filled.
        """

    @abstractmethod
    def counting(self, table: CellTable) -> CountingPoints:
        """Return the same as `score`, as a table for the script that counts sheets in a browser."""

    def results(self, table: CellTable, content: Sequence[int], counted: Sequence[int]) -> dict[str, Result]:
        """Return what a player writes beside the cells on the way to the points, by its place within the zone.

        A place is a printed blank, such as `pair1`, or a star, such as `star.column.2`: the end of the id of the drawn
        element. A blank whose cells are empty stays empty. The arguments are those of `score`.
        """
        return {}

    def waiting_entry(self, entries: Mapping[int, int]) -> tuple[int, int] | None:
        """Return the cell and the number of an entry whose points depend on one that is still missing; else None.

        `entries` are the numbers by the index of their cell, in the order of writing.
        """
        return None

    def length(self, zone: "Zone") -> LadderLength | None:
        """Return how long the list of the part is and must be; None if it has no list."""
        return None

    def wrong_number(self, zone: "Zone") -> tuple[int, str] | None:
        """Return the index of a number of its list, of the right length, that cannot be there, and what is expected."""
        return None

    @property
    def count_ladder(self) -> tuple[int, ...]:
        """Points for 1, 2, 3 … marks, printed as a ladder; empty if there is none."""
        return ()

    @property
    def cell_stars(self) -> tuple[int | None, ...]:
        """Points printed in stars above the cells, None for a cell without; empty if there are none."""
        return ()

    @property
    def column_stars(self) -> tuple[int, ...]:
        """Points printed in stars below the columns; empty if there are none."""
        return ()

    @property
    def row_stars(self) -> tuple[int, ...]:
        """Points printed in stars beside the rows; empty if there are none."""
        return ()

    @property
    def row_totals(self) -> tuple[int, ...]:
        """Weights of the rows, which get a box for their sum unless the weight is 0; empty if there are none."""
        return ()

    @property
    def note(self) -> str:
        """Text printed in small letters below the cells; empty for none."""
        return ""

    def ladders(self, zone: "Zone") -> tuple[LadderTable, ...]:
        """Return the ladders to show on the rules page."""
        return ()

    def combinations(self, zone: "Zone") -> NumberTable | None:
        """Return a table of what combinations are worth; None if the points depend on one count only."""
        return None

    @abstractmethod
    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return how it scores, for the page of the zone."""

    def seen(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what is printed because of it, except stars, for the page of the zone."""
        return ()
