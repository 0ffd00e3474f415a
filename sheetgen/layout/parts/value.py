"""value: what a die is worth in a zone."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import Part, part_reader

FACES = range(1, 7)
Factor = Annotated[int, Field(ge=1, le=20)]


class Face(Part):
    """The face of the die."""

    kind: Literal["face"] = "face"


class SumWith(Part):
    """The sum of the zone's die and another die, whichever of the two is taken and wherever the other lies."""

    kind: Literal["sum with"] = "sum with"
    main = "die"
    die: str = Field(description="The die that is always added, such as `white`.")


class Times(Part):
    """The face times the factor printed in the cell."""

    kind: Literal["times"] = "times"
    main = "factors"
    factors: Annotated[tuple[Factor, ...], Field(strict=False)] = Field(
        description="One factor per cell; 1 is not printed."
    )


class HalfOrStar(Part):
    """Half the face, rounded up, with the cell's badge; or the face times the star, without it."""

    kind: Literal["half or star"] = "half or star"
    main = "stars"
    stars: Annotated[tuple[Factor | None, ...], Field(strict=False)] = Field(
        description="One star per cell; `~` is a cell without a star, where the face is always halved."
    )


class PlusThePlatter(Part):
    """The face plus every die that lies on the platter at that moment."""

    kind: Literal["plus the platter"] = "plus the platter"


AnyValue = Face | SumWith | Times | HalfOrStar | PlusThePlatter
Value = Annotated[AnyValue, Field(discriminator="kind"), BeforeValidator(part_reader(AnyValue))]


def possible_values(value: AnyValue, cell: int, dice: int) -> frozenset[int]:
    """What a throw can write into the cell with that index.

    >>> sorted(possible_values(SumWith(die="white"), 0, 6))
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """
    match value:
        case SumWith():
            return frozenset(range(2, 13))
        case Times():
            factor = value.factors[cell] if cell < len(value.factors) else 1
            return frozenset(face * factor for face in FACES)
        case HalfOrStar():
            star = value.stars[cell] if cell < len(value.stars) else None
            halves = {(face + 1) // 2 for face in FACES}
            return frozenset(halves | ({face * star for face in FACES} if star else set()))
        case PlusThePlatter():
            return frozenset(range(1, 6 * dice + 1))
        case Face():
            return frozenset(FACES)
