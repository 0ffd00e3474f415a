"""order: which open cell may be marked next."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import Part, part_reader


class Anywhere(Part):
    """Any open cell, in any order."""

    kind: Literal["anywhere"] = "anywhere"


class LeftToRight(Part):
    """The leftmost open cell, without gaps."""

    kind: Literal["left to right"] = "left to right"


class LeftToRightWithSkips(Part):
    """Any cell right of the last mark; skipped cells are lost."""

    kind: Literal["left to right with skips"] = "left to right with skips"


class Outward(Part):
    """From the printed entry outwards: the next cell on its left or on its right."""

    kind: Literal["outward"] = "outward"


class RowByThrow(Part):
    """The active player's throw n marks row n; a passive player marks tinted cells only."""

    kind: Literal["row by throw"] = "row by throw"


class PairByPair(Part):
    """Blocks of two cells in order, either cell of the open block first."""

    kind: Literal["pair by pair"] = "pair by pair"


class NextOfARow(Part):
    """The leftmost open cell of any row that the player chooses."""

    kind: Literal["next of a chosen row"] = "next of a chosen row"


AnyOrder = Anywhere | LeftToRight | LeftToRightWithSkips | Outward | RowByThrow | PairByPair | NextOfARow
Order = Annotated[AnyOrder, Field(discriminator="kind"), BeforeValidator(part_reader(AnyOrder))]
