"""accepts: which value fits a cell."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import Part, part_reader


class SameNumber(Part):
    """The value must be the number printed in the cell."""

    kind: Literal["same number"] = "same number"


class AtLeast(Part):
    """The value must reach the number printed in the cell."""

    kind: Literal["at least"] = "at least"


class Higher(Part):
    """The value must be higher than the entry before."""

    kind: Literal["higher than the one before"] = "higher than the one before"
    restart_after: int | None = Field(
        default=None,
        ge=1,
        le=99,
        description="After this entry any value may follow, as after a 6 in classic purple.",
    )


class Lower(Part):
    """The value must be lower than the entry before."""

    kind: Literal["lower than the one before"] = "lower than the one before"
    restart_after: int | None = Field(default=None, ge=1, le=99, description="After this entry any value may follow.")


class AtMostTheOneBefore(Part):
    """The value must be at most the entry before."""

    kind: Literal["at most the one before"] = "at most the one before"


class AtLeastTheOneBefore(Part):
    """The value must be at least the entry before."""

    kind: Literal["at least the one before"] = "at least the one before"


class OneStep(Part):
    """One less than the neighbour towards the middle on the left side, one more on the right."""

    kind: Literal["one step"] = "one step"
    restart_with: int | None = Field(
        default=None,
        ge=1,
        le=99,
        description="This value may follow any other and starts a new series, as the 7 in cubed blue.",
    )


class Anything(Part):
    """Any value fits."""

    kind: Literal["anything"] = "anything"


RowAccepts = SameNumber | AtLeast | Higher | Lower | AtMostTheOneBefore | AtLeastTheOneBefore | OneStep | Anything
RowAcceptsField = Annotated[RowAccepts, Field(discriminator="kind"), BeforeValidator(part_reader(RowAccepts))]


class ByRow(Part):
    """Each row has a rule of its own."""

    kind: Literal["by row"] = "by row"
    main = "rows"
    rows: Annotated[tuple[RowAcceptsField, ...], Field(strict=False)] = Field(
        description="One rule per row, from the top."
    )


AnyAccepts = (
    SameNumber | AtLeast | Higher | Lower | AtMostTheOneBefore | AtLeastTheOneBefore | OneStep | Anything | ByRow
)
Accepts = Annotated[AnyAccepts, Field(discriminator="kind"), BeforeValidator(part_reader(AnyAccepts))]


def allows(rule: RowAccepts, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
    """Does a value fit a cell?

    `number` is what is printed in the cell, `before` the entry before it (None in a first cell), `side` is -1 left of
    the middle of an outward row and 1 everywhere else.

    >>> allows(Higher.model_validate({"restart after": 6}), 3, number=None, before=6)
    True
    >>> allows(OneStep.model_validate({"restart with": 7}), 5, number=None, before=6, side=-1)
    True
    """
    match rule:
        case SameNumber():
            return value == number
        case AtLeast():
            return number is not None and value >= number
        case Anything():
            return True
    if before is None:
        return True
    match rule:
        case Higher():
            return value > before or before == rule.restart_after
        case Lower():
            return value < before or before == rule.restart_after
        case AtMostTheOneBefore():
            return value <= before
        case AtLeastTheOneBefore():
            return value >= before
        case OneStep():
            return value == before + side or (value == rule.restart_with and before != rule.restart_with)
