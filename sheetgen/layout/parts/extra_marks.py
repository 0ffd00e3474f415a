"""extra marks: further marks that one die allows in its zone."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import Part, part_reader


class FurtherMark(NamedTuple):
    """One more mark: the number to mark, and the die that makes it (empty: the die that was taken)."""

    die: str
    number: int


class DieFace(NamedTuple):
    """A die on the table and the face that it shows."""

    die: str
    face: int


class ExtraMarksRule(Part):
    """What every kind of `extra marks` knows about itself."""

    # Whether each die marks only the row that belongs to it.
    only_own_row: ClassVar[bool] = False

    def at_once(self, number: int, beside: Sequence[DieFace]) -> list[FurtherMark]:
        """Marks to make together with the die: `beside` are the other dice that lie where the die lies."""
        return []

    def when_dice_leave(self, leaving: Sequence[DieFace]) -> list[FurtherMark]:
        """Marks to make when dice leave for the platter because of the die that was taken."""
        return []

    def needs(self, has_row_dice: bool) -> tuple[str, str] | None:
        """What the zone lacks for this rule, and what would help; None if nothing."""
        return None


class SweptDice(ExtraMarksRule):
    """The dice that leave because they are lower also mark, each in the row of its own die."""

    kind: Literal["swept dice"] = "swept dice"
    only_own_row = True

    def when_dice_leave(self, leaving: Sequence[DieFace]) -> list[FurtherMark]:
        """One mark for every die that leaves."""
        return [FurtherMark(die, face) for die, face in leaving]

    def needs(self, has_row_dice: bool) -> tuple[str, str] | None:
        """Rows that belong to dice."""
        return None if has_row_dice else ("'swept dice' needs 'row dice'", "say which die each row belongs to")


class MatchingDice(ExtraMarksRule):
    """One more cell of the same number for every other die that shows it."""

    kind: Literal["matching dice"] = "matching dice"

    def at_once(self, number: int, beside: Sequence[DieFace]) -> list[FurtherMark]:
        """One mark for every equal die."""
        return [FurtherMark("", number) for _, face in beside if face == number]


AnyExtraMarks = SweptDice | MatchingDice
ExtraMarks = Annotated[AnyExtraMarks, Field(discriminator="kind"), BeforeValidator(part_reader(AnyExtraMarks))]
