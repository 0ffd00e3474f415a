"""value: what a die is worth in a zone."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from sheetgen.i18n import later
from sheetgen.layout.base import part_reader
from sheetgen.layout.sentences import DieName, EditionZone, Sentence, Topic, ZonePart, counted, sentence

FACES = range(1, 7)
HALF = "½"
Factor = Annotated[int, Field(ge=1, le=20)]


def half(face: int) -> int:
    """Return half of a face, rounded up.

    >>> [half(face) for face in FACES]
    [1, 1, 2, 2, 3, 3]
    """
    return (face + 1) // 2


class WrittenValue(NamedTuple):
    """A number that a die may become in a cell, and whether the player gets the badge of the cell with it."""

    number: int
    badge: bool = True


class Ratio(NamedTuple):
    """How a value becomes the number that is written: multiplied, divided, and rounded up."""

    times: int
    by: int


class Entry(NamedTuple):
    """A number that a die wrote, with the dice that it depends on."""

    cell: int
    number: int
    face: int  # of the die that was used
    badge: bool  # whether the badge of the cell was taken
    added: int | None  # the face of the die that is always added, if the zone has one
    platter: tuple[int, ...]  # the faces of the other dice on the platter


class ValueRule(ZonePart):
    """The base class of every kind of `value`: what the other packages ask it."""

    # Whether the number depends on the cell, not only on the dice.
    depends_on_cell: ClassVar[bool] = False
    # Whether the player chooses between the badge of the cell and a higher number.
    has_choice: ClassVar[bool] = False
    # Whether a number badge may also be written as it is printed, as a house rule.
    multiplies: ClassVar[bool] = False
    adds_platter: ClassVar[bool] = False
    is_face: ClassVar[bool] = False

    @property
    def added_die(self) -> str | None:
        """The die that is always added to the zone's die, or None."""
        return None

    @property
    def list_per_cell(self) -> tuple[int | None, ...] | None:
        """The list of the part that has one item per cell, or None."""
        return None

    @property
    def factor_stars(self) -> tuple[int | None, ...]:
        """The factors printed in stars above the cells; empty if there are none."""
        return ()

    def factor(self, cell: int) -> int:
        """Return the factor that is printed in a cell; 1 if there is none."""
        return 1

    def tags(self, cell: int) -> tuple[str, str]:
        """Return what is printed small in the upper and in the lower left corner of a cell; empty for nothing."""
        return "", ""

    def written(self, cell: int, value: int) -> tuple[WrittenValue, ...]:
        """Return the numbers that a value may become in a cell; several if the player chooses."""
        return (WrittenValue(value),)

    @abstractmethod
    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """Return every number that a roll of `dice` dice can write into a cell."""

    def by_badge(self, cell: int) -> tuple[frozenset[int], frozenset[int]] | None:
        """Return the numbers of rolls with the badge of a cell and those without; None if there is no choice."""
        return None

    def ratios(self, cell: int) -> tuple[Ratio, ...]:
        """Return the same as `written`, as plain numbers: what each value is multiplied with and divided by."""
        return (Ratio(1, 1),)

    def working(self, entry: "Entry") -> str:
        """Return how an entry was calculated, as a message with the field {face}; empty if it is the face."""
        return ""

    def by_sign(self, cell: int) -> dict[str, list[int]]:
        """Return what the six faces become in a cell, by the sign that is printed there."""
        return {"×1": list(FACES)}

    @abstractmethod
    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what a die is worth, for the page of the zone."""

    def seen(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what is printed in the cells because of it, for the page of the zone."""
        return ()

    def number_badge(self, context: EditionZone) -> Sentence | None:
        """Return what happens to the number of a bonus; None if it is written like that of a die."""
        return None

    @abstractmethod
    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what a free choice of a face from 1 to 6 means."""

    def free_value(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what a free choice of any value means."""
        return (sentence("Write any number that a die could make here. The rules of the zone still apply."),)


class Face(ValueRule):
    """The face of the die."""

    kind: Literal["face"] = "face"
    is_face = True

    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """1 to 6."""
        return frozenset(FACES)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The face of the zone's die or of the wild die."""
        if context.substitute is None:
            return (sentence("**Your number** is the face of the {die} die.", die=context.die, detail=True),)
        return (
            sentence(
                "**Your number** is the face of the {die} die, or of the {wild} one if you use it here.",
                die=context.die,
                wild=context.substitute,
                detail=True,
            ),
        )

    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """A face as if it was rolled."""
        return (
            sentence(
                "Choose a number from 1 to 6 and use it as if you had rolled it. The rules of the zone still apply."
            ),
        )


class SumWith(ValueRule):
    """The sum of the zone's die and another die, whichever of the two is taken and wherever the other lies."""

    kind: Literal["sum with"] = "sum with"
    term = later("sum of two dice")
    main = "die"
    die: str = Field(description="The die that is always added, such as `white`.")

    @property
    def added_die(self) -> str:
        """The other die."""
        return self.die

    def working(self, entry: Entry) -> str:
        """The two faces, if their sum was written."""
        if entry.added is None or entry.face + entry.added != entry.number:
            return ""
        return f"{entry.face} + {entry.added}"

    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """2 to 12.

        >>> sorted(SumWith(die="white").possible_values(0, 6))
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        """
        return frozenset(range(2, 13))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The sum of both dice, whichever is taken."""
        other = DieName(self.die)
        return (
            sentence("**Your number** is a sum."),
            sentence(
                "Add the {die} die and the {other} die. One of them alone never counts.",
                die=context.die,
                other=other,
                key="value",
                clauses=("B1",),
            ),
            sentence(
                "It does not matter which of the two you take, nor where the other one lies: on a slot, on the platter "
                "or among the dice to be rolled.",
                follows="same line",
                detail=True,
            ),
            sentence(
                "If you take {die} in one roll and {other} in another, both for this zone, you make two entries in "
                "one turn. Each time, add what the other die shows at that moment.",
                die=context.die,
                other=other,
                detail=True,
            ),
        )

    def number_badge(self, context: EditionZone) -> Sentence:
        """The number alone, without the other die."""
        return sentence("No other die is added.")

    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """A face plus the other die."""
        choice = sentence(
            "Choose a number from 1 to 6 and add the {other} die as it lies; at the start of a round it lies as the "
            "previous turn left it.",
            other=DieName(self.die),
            key="free choice",
            ruling="choice-in-a-sum",
        )
        return choice, sentence("The rules of the zone still apply.", follows="same line")

    def free_value(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Any number from 2 to 12."""
        return (
            sentence("Write any number that the two dice could make, from 2 to 12. The rules of the zone still apply."),
        )

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Both dice always count; what joker and polish change."""
        other = DieName(self.die)
        match topic:
            case "wild die" if other == context.wild:
                text = later("In {zones} it never counts alone: there the {die} and the {wild} die are always added.")
                return (sentence(text, zones=(context.name,), die=context.die, wild=other),)
            case "joker":
                text = later("In {zone} the joker changes the die that you use; the other one is added as it lies.")
                return (sentence(text, zone=context.name, ruling="joker-in-a-sum"),)
            case "polish":
                text = later(
                    "As the **active** player, only in this case: if you use {die} or {other} for {zone} and the "
                    "other of the two is on the platter, you may polish that one."
                )
                passive = later(
                    "If you use {die} or {other} for {zone} as a **passive** player, you may polish either of the "
                    "two if it is on the platter, or both."
                )
                return (
                    sentence(text, die=context.die, other=other, zone=context.name),
                    sentence(passive, die=context.die, other=other, zone=context.name, ruling="polish-partner"),
                )
            case "mistakes with one die":
                text = later(
                    "**“I'll use {die} alone.”** No. In {zones} both dice are always added, even for passive "
                    "players, wherever the other one lies."
                )
                return (sentence(text, die=context.die, zones=(context.name,)),)
        return ()

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """What a free choice of a face means in a sum, and which of the two dice joker and polish change."""
        asked = {
            "choice-in-a-sum": context.zone.free_choice == "face",
            "joker-in-a-sum": context.has_action("joker"),
            "polish-partner": context.has_action("polish"),
        }
        return tuple(question for question, is_asked in asked.items() if is_asked)


class Times(ValueRule):
    """The face times the factor printed in the cell."""

    kind: Literal["times"] = "times"
    term = later("cells with factors")
    main = "factors"
    depends_on_cell = True
    multiplies = True
    factors: Annotated[tuple[Factor, ...], Field(strict=False)] = Field(
        description="One factor per cell; 1 is not printed."
    )

    @property
    def list_per_cell(self) -> tuple[int | None, ...]:
        """The factors."""
        return self.factors

    def factor(self, cell: int) -> int:
        """The factor of the cell; 1 beyond the end of a list that is too short."""
        return self.factors[cell] if cell < len(self.factors) else 1

    def tags(self, cell: int) -> tuple[str, str]:
        """The factor in the upper corner, unless it is 1."""
        return (f"×{self.factors[cell]}" if self.factors[cell] != 1 else ""), ""

    def written(self, cell: int, value: int) -> tuple[WrittenValue, ...]:
        """The value times the factor."""
        return (WrittenValue(value * self.factors[cell]),)

    def ratios(self, cell: int) -> tuple[Ratio, ...]:
        """The factor."""
        return (Ratio(self.factors[cell], 1),)

    def working(self, entry: Entry) -> str:
        """`face × factor`, if that was written and the factor is not 1."""
        factor = self.factors[entry.cell]
        return f"{entry.face} × {factor}" if factor > 1 and entry.face * factor == entry.number else ""

    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """The six faces times the factor."""
        return frozenset(face * self.factor(cell) for face in FACES)

    def by_sign(self, cell: int) -> dict[str, list[int]]:
        """The six products, by the factor."""
        return {f"×{self.factors[cell]}": [self.factors[cell] * face for face in FACES]}

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The face times the factor of the cell."""
        most = max(self.factors)
        example = sentence(
            "Multiply first, then write the result: a 6 in a ×{factor} cell is {result}.",
            factor=most,
            result=FACES[-1] * most,
            key="value",
            detail=True,
        )
        if context.substitute is None:
            text = later("**Your number** is the face of the {die} die, times the factor of the cell.")
            return sentence(text, die=context.die), example
        text = later(
            "**Your number** is the face of the {die} die, or of the {wild} one if you use it here, times the factor "
            "of the cell."
        )
        return sentence(text, die=context.die, wild=context.substitute), example

    def seen(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The factors; in one row also their cells."""
        factors = sorted(set(self.factors) - {1})
        if context.zone.cells.is_grid:
            shown = tuple(sentence("×{factor}", factor=factor) for factor in factors)
        else:
            shown = tuple(self._in_cells(factor) for factor in factors)
        text = later("Some cells show a factor: {factors:semicolons}. Where none is printed, it is ×1.")
        return (sentence(text, factors=shown),)

    def _in_cells(self, factor: int) -> Sentence:
        cells = tuple(cell for cell, printed in enumerate(self.factors, start=1) if printed == factor)
        return counted(
            "×{factor} in cell {cells}", "×{factor} in cells {cells}", len(cells), factor=factor, cells=cells
        )

    def number_badge(self, context: EditionZone) -> Sentence:
        """With the factor or without it, as the ruling says."""
        if context.edition.rulings.number_badge == "multiplied":
            text = later("It is multiplied by the factor of its cell.")
        else:
            text = later("It is written as printed, without the factor.")
        return sentence(text, ruling="number-badge")

    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """A face as if it was rolled, times the factor."""
        return (
            sentence(
                "Choose a number from 1 to 6 and use it as if you had rolled it. The rules of the zone still apply: "
                "it is multiplied by the factor of its cell."
            ),
        )

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Whether the number of a bonus is multiplied."""
        if topic != "number badge":
            return ()
        if context.edition.rulings.number_badge == "multiplied":
            text = later("In {zone} it is multiplied by the factor of its cell, as a die would be.")
        else:
            text = later("In {zone} it is written as printed, without the factor.")
        return (sentence(text, zone=context.name, ruling="number-badge"),)

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """Whether the number of a bonus is multiplied."""
        return ("number-badge",)


def _with_a_star(stars: tuple[int | None, ...]) -> tuple[int | None, ...]:
    if not any(stars):
        raise PydanticCustomError("layout", "has no star, so there is nothing to choose: give one cell a factor", {})
    return stars


class HalfOrStar(ValueRule):
    """Half the face, rounded up, with the cell's badge; or the face times the star, without it."""

    kind: Literal["half or star"] = "half or star"
    term = later("half or star")
    main = "stars"
    depends_on_cell = True
    has_choice = True
    stars: Annotated[tuple[Factor | None, ...], Field(strict=False), AfterValidator(_with_a_star)] = Field(
        description="One star per cell; `~` is a cell without a star, where the face is always halved."
    )

    @property
    def list_per_cell(self) -> tuple[int | None, ...]:
        """The factors of the stars, None for a cell without a star."""
        return self.stars

    @property
    def factor_stars(self) -> tuple[int | None, ...]:
        """The factors of the stars, None for a cell without a star."""
        return self.stars

    def tags(self, cell: int) -> tuple[str, str]:
        """A ½ in the lower corner of every cell."""
        return "", HALF

    def written(self, cell: int, value: int) -> tuple[WrittenValue, ...]:
        """Half of the value with the badge, or the value times the star without it."""
        star = self.stars[cell]
        halved = WrittenValue(half(value))
        return (halved,) if star is None else (halved, WrittenValue(value * star, badge=False))

    def working(self, entry: Entry) -> str:
        """Half, or `face × star`, whichever was chosen."""
        if not entry.badge:
            return f"{entry.face} × {self.stars[entry.cell]}"
        return later("half of {face}, rounded up") if entry.face % 2 else later("half of {face}")

    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """Halves and products of the six faces."""
        return frozenset(number for numbers in self.by_badge(cell) for number in numbers)

    def by_badge(self, cell: int) -> tuple[frozenset[int], frozenset[int]]:
        """Halves with the badge, products without it."""
        star = self.stars[cell] if cell < len(self.stars) else None
        products = frozenset(face * star for face in FACES) if star else frozenset[int]()
        return frozenset(half(face) for face in FACES), products

    def ratios(self, cell: int) -> tuple[Ratio, ...]:
        """Half, and the factor of the star if there is one."""
        star = self.stars[cell]
        return (Ratio(1, 2),) if star is None else (Ratio(1, 2), Ratio(star, 1))

    def by_sign(self, cell: int) -> dict[str, list[int]]:
        """The six halves and, under a star, the six products."""
        star = self.stars[cell]
        halves = {HALF: [half(face) for face in FACES]}
        return halves | {f"×{star}": [star * face for face in FACES]} if star else halves

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The choice between half and star."""
        most = max(star for star in self.stars if star)
        halved = sentence(
            "**Half of it**, rounded up, and you take the badge under the cell. A 5 becomes {result}.",
            result=half(5),
            key="value",
            follows="item",
        )
        star = sentence(
            "**The face times the star**, and you go without the badge: cross it out. A 5 under a ×{factor} becomes "
            "{result}.",
            factor=most,
            result=5 * most,
            follows="item",
        )
        if context.substitute is None:
            text = later("**Your number** is the face of the {die} die, and you choose what to make of it:")
            rule = sentence(text, die=context.die)
        else:
            text = later(
                "**Your number** is the face of the {die} die, or of the {wild} one if you use it here, and you choose "
                "what to make of it:"
            )
            rule = sentence(text, die=context.die, wild=context.substitute)
        bare = tuple(cell for cell, star in enumerate(self.stars, start=1) if star is None)
        if not bare:
            return rule, halved, star
        always = counted(
            "Cell {cells} has no star: there you always write half.",
            "Cells {cells} have no star: there you always write half.",
            len(bare),
            cells=bare,
        )
        return rule, halved, star, always

    def seen(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The ½ in the cells, and the stars above them."""
        bare = self.stars.count(None)
        if bare:
            text = later(
                "Every cell has a ½ in its corner, and all but {bare:word} also have a star with a factor above."
            )
            corners = sentence(text, bare=bare)
        else:
            text = later("Every cell has a ½ in its corner and a star with a factor above.")
            corners = sentence(text)
        if context.zone.cells.is_grid:
            return (corners,)
        stars = ", ".join(f"×{star}" if star else "–" for star in self.stars)
        return corners, sentence("The stars from left to right: {stars}.", stars=stars, follows="same line")

    def number_badge(self, context: EditionZone) -> Sentence:
        """The choice between half and star, as with a die."""
        return sentence("You choose between half and star, as with a die.")

    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """A face as if it was rolled, with the choice between half and star."""
        return (
            sentence(
                "Choose a number from 1 to 6 and use it as if you had rolled it. The rules of the zone still apply: "
                "you choose between half and star."
            ),
        )

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Star and badge exclude each other."""
        if topic != "mistakes":
            return ()
        text = later("**“I'll take the star and the badge.”** No. In {zone} it is one or the other.")
        return (sentence(text, zone=context.name),)


class PlusThePlatter(ValueRule):
    """The face plus every die that lies on the platter at that moment."""

    kind: Literal["plus the platter"] = "plus the platter"
    term = later("plus the platter")
    adds_platter = True

    def working(self, entry: Entry) -> str:
        """All faces that were added, if their sum was written."""
        if not entry.platter or sum(entry.platter) + entry.face != entry.number:
            return ""
        return " + ".join(map(str, (entry.face, *entry.platter)))

    def possible_values(self, cell: int, dice: int) -> frozenset[int]:
        """1 up to six times the number of dice."""
        return frozenset(range(1, 6 * dice + 1))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The face plus all dice on the platter."""
        platter = sentence(
            "Count the dice that are on the platter at this moment. Dice that leave because of the die you take are "
            "not there yet: write first, then move them. If the die that you use is on the platter itself, count it "
            "only once.",
            key="value",
            detail=True,
        )
        if context.substitute is None:
            text = later("**Your number** is the face of the {die} die, plus **all dice on the platter**.")
            return sentence(text, die=context.die), platter
        text = later(
            "**Your number** is the face of the {die} die, or of the {wild} one if you use it here, plus **all dice on "
            "the platter**."
        )
        return sentence(text, die=context.die, wild=context.substitute), platter

    def number_badge(self, context: EditionZone) -> Sentence:
        """The number alone, without the platter."""
        return sentence("The platter is not added.")

    def free_choice(self, context: EditionZone) -> tuple[Sentence, ...]:
        """A face as if it was rolled, without the platter."""
        return (
            sentence(
                "Choose a number from 1 to 6 and use it as if you had rolled it. The rules of the zone still apply, "
                "but the platter is not added."
            ),
        )

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """The platter counts as it is before dice leave."""
        match topic:
            case "active turn":
                text = later(
                    "In {zones} the dice on the platter are added to your number, so look at the platter before you "
                    "choose."
                )
                return (sentence(text, zones=(context.name,)),)
            case "extra die":
                return (sentence("In {zone} the platter is added to an extra die too.", zone=context.name),)
            case "mistakes":
                text = later(
                    "**“My {die} die sends three dice to the platter, so I add them.”** No. Write first, then move "
                    "the dice."
                )
                return (sentence(text, die=context.die),)
        return ()


AnyValue = Face | SumWith | Times | HalfOrStar | PlusThePlatter
Value = Annotated[AnyValue, Field(discriminator="kind"), BeforeValidator(part_reader(AnyValue))]
