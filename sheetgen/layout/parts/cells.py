"""cells: what is printed in a zone, written as it looks.

A row of cells is a list or just their number; a grid is a list of rows. In a cell stand: a printed number; `_` to
write in; `x` printed crossed; `=7` a printed entry; `~` no cell; a `*` behind it tints the cell.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.layout.base import Model
from sheetgen.layout.problems import brief

MAX_CELLS = 40
MAX_ROWS = 12
# The state of a zone, one number per cell: OPEN, FILLED (its number does not matter any more), the number that later
# entries are compared with, or how often the cell was marked.
CellStates = tuple[int, ...]
OPEN, FILLED = 0, -1
_TOKEN = re.compile(r"(?P<entry>=)?(?P<content>[0-9]{1,3}|_|x)(?P<tint>\*)?\Z")


@dataclass(frozen=True, slots=True)
class Cell:
    """What is printed in one cell."""

    number: int | None = None  # the number to match or reach
    entry: int | None = None  # a number already written
    crossed: bool = False  # a cross already made
    tinted: bool = False

    @property
    def printed_mark(self) -> bool:
        """Is the cell already marked when the game starts?"""
        return self.crossed or self.entry is not None


@dataclass(frozen=True, slots=True)
class CellTable:
    """The cells of a zone as tuples of properties; a cell is the index in all of them, in printed order."""

    names: tuple[str, ...]
    numbers: tuple[int | None, ...]
    rows: tuple[int, ...]  # counted from 0
    columns: tuple[int, ...]  # counted from 0
    tinted: tuple[bool, ...]
    printed: tuple[bool, ...]  # marked when the game starts
    entries: tuple[int | None, ...]  # the numbers that are printed as written
    stages: int  # how often a cell can be marked
    middle: int  # the first cell that is marked from the start, where an outward row begins; -1 if there is none

    @property
    def writable(self) -> tuple[int, ...]:
        """The cells that players mark."""
        return tuple(cell for cell, printed in enumerate(self.printed) if not printed)

    def unfinished(self, states: CellStates) -> Iterator[int]:
        """The cells that can still be marked, whatever the order says."""
        stages = self.stages  # looked up once: this is asked for every new state of a zone
        return iter([cell for cell, mark in enumerate(states) if OPEN <= mark < stages])


def _read_cell(value: object) -> Cell | None:
    if value is None:
        return None
    match = _TOKEN.match(str(value)) if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    if match is None or (match["entry"] and not match["content"].isdecimal()):
        raise PydanticCustomError(
            "layout",
            "{found} is not a cell: expected a number, _ (write in), x (printed cross), =7 (printed entry), "
            "~ (no cell), with * behind it for a tinted cell",
            {"found": brief(value)},
        )
    content, tinted = match["content"], match["tint"] is not None
    if match["entry"]:
        return Cell(entry=int(content), tinted=tinted)
    if content == "x":
        return Cell(crossed=True, tinted=tinted)
    return Cell(number=None if content == "_" else int(content), tinted=tinted)


CellField = Annotated[
    Cell | None,
    PlainValidator(_read_cell),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": ["integer", "null"]},
                {"type": "string", "pattern": r"^(=?[0-9]{1,3}|_|x)\*?$"},
            ],
            "description": "A printed number, `_` write in, `x` printed cross, `=7` printed entry, `~` no cell; "
            "`*` behind it tints the cell.",
        }
    ),
]


class Cells(Model):
    """The cells of a zone: one row, or a grid of rows."""

    row: Annotated[tuple[CellField, ...], Field(max_length=MAX_CELLS, strict=False)] | None = None
    grid: (
        Annotated[
            tuple[Annotated[tuple[CellField, ...], Field(max_length=MAX_CELLS, strict=False)], ...],
            Field(max_length=MAX_ROWS, strict=False),
        ]
        | None
    ) = None

    @property
    def is_grid(self) -> bool:
        """Does the zone have rows and columns, so that cells are called r2c3 rather than 4?"""
        return self.grid is not None

    @cached_property
    def rows(self) -> tuple[tuple[Cell | None, ...], ...]:
        """All rows, a row of cells being a grid of one."""
        return self.grid if self.grid is not None else (self.row or (),)

    @cached_property
    def by_name(self) -> dict[str, Cell]:
        """Every cell by its name within the zone, in printed order."""
        return {self.name(r, c): cell for r, c, cell in self}

    def __iter__(self) -> Iterator[tuple[int, int, Cell]]:  # type: ignore[override]  # a model of cells iterates over its cells
        """Walk through the cells that exist as (row, column, cell), from 0."""
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell is not None:
                    yield r, c, cell

    def name(self, row: int, column: int) -> str:
        """The name of a cell within its zone: `r2c3` in a grid, `4` in a row, counted from 1.

        >>> Cells.model_validate({"grid": [[None, 2]]}).name(0, 1)
        'r1c2'
        """
        return f"r{row + 1}c{column + 1}" if self.is_grid else str(column + 1)

    @property
    def columns(self) -> int:
        """The width of the widest row."""
        return max((len(row) for row in self.rows), default=0)

    def table(self, stages: int) -> CellTable:
        """The cells as tuples of properties; `stages` is how often each cell can be marked."""
        cells = list(self)
        printed = tuple(cell.printed_mark for _, _, cell in cells)
        return CellTable(
            names=tuple(self.by_name),
            numbers=tuple(cell.number for _, _, cell in cells),
            rows=tuple(row for row, _, _ in cells),
            columns=tuple(column for _, column, _ in cells),
            tinted=tuple(cell.tinted for _, _, cell in cells),
            printed=printed,
            entries=tuple(cell.entry for _, _, cell in cells),
            stages=stages,
            middle=printed.index(True) if True in printed else -1,
        )


def _read_cells(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        if not 1 <= value <= MAX_CELLS:
            message = "expected 1 to {most} cells, found {found}"
            raise PydanticCustomError("layout", message, {"most": MAX_CELLS, "found": brief(value)})
        return {"row": ["_"] * value}
    if isinstance(value, list) and value:
        rows = [isinstance(item, list) for item in value]
        if all(rows):
            return {"grid": value}
        if not any(rows):
            return {"row": value}
        raise PydanticCustomError("layout", "mixes rows and single cells: write a list of rows, or one row", {})
    if isinstance(value, Cells):
        return value
    raise PydanticCustomError(
        "layout",
        "expected a number of cells, a row or a list of rows, found {found}",
        {"found": brief(value)},
    )


CellsField = Annotated[Cells, BeforeValidator(_read_cells)]
