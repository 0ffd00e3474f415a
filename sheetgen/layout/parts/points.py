"""points: what the marks of a zone are worth; several parts add up."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.layout.base import Noted, Part, part_fields, parts_of
from sheetgen.layout.problems import brief

Number = Annotated[int, Field(ge=-9999, le=9999)]
Ladder = Annotated[tuple[Number, ...], Field(strict=False, min_length=1)]
GappedLadder = Annotated[tuple[Number | None, ...], Field(strict=False, min_length=1)]


class Sum(Part):
    """The sum of the numbers written."""

    kind: Literal["sum"] = "sum"


class ByCount(Part):
    """A ladder by the number of marks; printed crosses do not count."""

    kind: Literal["by count"] = "by count"
    main = "ladder"
    ladder: Ladder = Field(description="Points for 1, 2, 3 … marks.")


class PerRowByCount(Part):
    """The same ladder for every row, by its number of marks."""

    kind: Literal["per row by count"] = "per row by count"
    main = "ladder"
    ladder: Ladder = Field(description="Points for 1, 2, 3 … marks in a row.")


class AboveTheLast(Part):
    """The points printed above the last mark."""

    kind: Literal["above the last"] = "above the last"
    main = "ladder"
    ladder: Ladder = Field(description="One number per cell, as printed above it.")


class OutermostBothWays(Part):
    """The points above the outermost entry on the left, plus those above the outermost on the right."""

    kind: Literal["outermost both ways"] = "outermost both ways"
    main = "ladder"
    ladder: GappedLadder = Field(description="One number per cell; `~` over the printed entry in the middle.")


class FullColumns(Part):
    """Points for every full column; printed crosses count as crossed."""

    kind: Literal["full columns"] = "full columns"
    main = "ladder"
    ladder: Ladder = Field(description="One number per column.")


class FullRows(Part):
    """Points for every full row; printed crosses count as crossed."""

    kind: Literal["full rows"] = "full rows"
    main = "ladder"
    ladder: Ladder = Field(description="One number per row.")


class PairDifferences(Part):
    """First minus second for every full pair of cells, which may be negative; half a pair is worth nothing."""

    kind: Literal["pair differences"] = "pair differences"


class RowSums(Part):
    """The sum of every row times a sign or weight."""

    kind: Literal["row sums"] = "row sums"
    main = "weights"
    weights: Ladder = Field(description="One weight per row: 1 adds the row, -1 subtracts it, 0 leaves it out.")


@dataclass(frozen=True, slots=True)
class Extra:
    """Points for an entry that lies above or below a limit."""

    at_least: bool
    limit: int
    points: int

    def holds(self, entry: int) -> bool:
        """Does an entry earn it?"""
        return entry >= self.limit if self.at_least else entry <= self.limit


_LIMIT = re.compile(r"at (least|most) ([0-9]{1,3})\Z")


def _read_extras(value: object) -> tuple[Extra, ...]:
    def fail(found: object) -> PydanticCustomError:
        message = "expected `at least 10: 4` or `at most 4: 4`, found {found}"
        return PydanticCustomError("layout", message, {"found": brief(found)})

    if not isinstance(value, dict) or not value:
        raise fail(value)
    extras = []
    for words, points in value.items():
        match = _LIMIT.match(str(words))
        if match is None:
            raise fail(words)
        if not isinstance(points, int) or isinstance(points, bool) or abs(points) > 9999:
            raise fail(points)
        extras.append(Extra(match[1] == "least", int(match[2]), points))
    return tuple(extras)


class EachEntry(Part):
    """Points for each entry by its size; of several limits that hold, only the best counts."""

    kind: Literal["each entry"] = "each entry"
    main = "extras"
    main_is_block = True
    extras: Annotated[
        tuple[Extra, ...],
        PlainValidator(_read_extras),
        WithJsonSchema(
            {
                "type": "object",
                "patternProperties": {"^at (least|most) [0-9]{1,3}$": {"type": "integer"}},
                "additionalProperties": False,
            }
        ),
    ] = Field(description="Limits and their points: `{at least 10: 4, at most 4: 4}`.")


AnyPoints = (
    Sum
    | ByCount
    | PerRowByCount
    | AboveTheLast
    | OutermostBothWays
    | FullColumns
    | FullRows
    | PairDifferences
    | RowSums
    | EachEntry
)
_TABLE = parts_of(AnyPoints)


class Points(Noted):
    """How a zone scores."""

    parts: Annotated[
        tuple[Annotated[AnyPoints, Field(discriminator="kind")], ...], Field(strict=False, min_length=1)
    ] = Field(description="The parts that add up.")


def _read_points(value: object) -> object:
    """Read `points: sum` and `points: {by count: [...], each entry: {...}, provenance: ...}`."""
    if isinstance(value, str):
        return {"parts": [{"kind": value}]}
    if isinstance(value, dict):
        parts = [part_fields(_TABLE, name, own) for name, own in value.items() if name != "provenance"]
        noted = {"provenance": value["provenance"]} if "provenance" in value else {}
        return {"parts": parts, **noted}
    if isinstance(value, Points):
        return value
    raise PydanticCustomError("layout", "expected the name of a way to score, found {found}", {"found": brief(value)})


PointsField = Annotated[Points, BeforeValidator(_read_points)]
