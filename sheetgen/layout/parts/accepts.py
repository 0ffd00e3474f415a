"""accepts: which value fits a cell."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from sheetgen.i18n import later
from sheetgen.layout.base import part_reader
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.sentences import EditionZone, Sentence, ZonePart, sentence

# The functions of the script that counts sheets in a browser: each compares a number in one way.
FitFunction = Literal["same", "at least", "higher", "lower", "not higher", "not lower", "step", "even", "any"]


@dataclass(frozen=True, slots=True)
class CountingFit:
    """How a script decides whether a number fits: the name of its function, and what the refusal says.

    The messages are those of `demand`; a second one is used while a restart is possible.
    """

    name: FitFunction
    messages: tuple[str, ...] = ()
    restart: int | None = None


class AcceptsRule(ZonePart):
    """The base class of every kind of `accepts`: what the other packages ask it."""

    # The sign printed before the number of every cell, between the cells that it compares, or else in every cell.
    sign: ClassVar[str] = ""
    sign_in_cells: ClassVar[bool] = False
    needs_printed_numbers: ClassVar[bool] = False
    compares_with_entry_before: ClassVar[bool] = False
    needs_outward_order: ClassVar[bool] = False
    takes_any_number: ClassVar[bool] = False
    # Whether each row has a rule of its own.
    by_rows: ClassVar[bool] = False

    @abstractmethod
    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """Return whether a value fits a cell.

        `number` is what is printed in the cell, `before` the entry before it (None in a first cell), `side` is -1 left
        of the middle of an outward row and 1 everywhere else.
        """

    @abstractmethod
    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """Return what a cell requires, as the end of a sentence that starts with the cell: `takes a 5`."""

    @abstractmethod
    def counting(self) -> CountingFit:
        """Return the same as `allows` and `demand`, for the script that counts sheets in a browser."""

    def is_possible(self, number: int, values: frozenset[int]) -> bool:
        """Return whether one of the values that dice can make fits a cell with that printed number."""
        return True

    def in_row(self, row: int) -> "AcceptsRule":
        """Return the rule for the cells of a row, counted from 0."""
        return self

    @property
    def every_rule(self) -> tuple["AcceptsRule", ...]:
        """The rules of all rows, or the one rule of the zone."""
        return (self,)

    @property
    def decided_by_number(self) -> bool:
        """Whether the number printed in a cell alone decides which value fits."""
        return False

    @abstractmethod
    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what fits, for the page of the zone; the first sentence continues after a colon."""


def _any_number() -> Sentence:
    return sentence("takes any number")


class SameNumber(AcceptsRule):
    """The value must be the number printed in the cell."""

    kind: Literal["same number"] = "same number"
    term = later("the printed number")
    needs_printed_numbers = True

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """The printed number."""
        return value == number

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """The printed number."""
        return sentence("takes {number}", number=number or 0)

    def counting(self) -> CountingFit:
        """Equal to the printed number."""
        return CountingFit("same", (later("takes {number}"),))

    def is_possible(self, number: int, values: frozenset[int]) -> bool:
        """Whether dice can make the printed number."""
        return number in values

    @property
    def decided_by_number(self) -> bool:
        """True: only the printed number matters."""
        return True

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Exactly the printed number."""
        return (sentence("only a cell that shows exactly your number.", key="accepts"),)


class AtLeast(AcceptsRule):
    """The value must reach the number printed in the cell."""

    kind: Literal["at least"] = "at least"
    term = later("at least the printed number")
    sign = "≥"
    sign_in_cells = True
    needs_printed_numbers = True

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """The printed number or more."""
        return number is not None and value >= number

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """At least the printed number."""
        return sentence("needs at least {number}", number=number or 0)

    def counting(self) -> CountingFit:
        """The printed number or more."""
        return CountingFit("at least", (later("needs at least {number}"),))

    def is_possible(self, number: int, values: frozenset[int]) -> bool:
        """Whether the highest value of the dice reaches the printed number."""
        return number <= max(values)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """At least the printed number."""
        return (
            sentence(
                "your number must be at least as high as the one printed in the cell.",
                key="accepts",
            ),
            sentence("If it is lower, you cannot take the die for this zone.", follows="same line", detail=True),
        )


class Higher(AcceptsRule):
    """The value must be higher than the entry before."""

    kind: Literal["higher than the one before"] = "higher than the one before"
    term = later("each number higher")
    sign = "<"
    compares_with_entry_before = True
    restart_after: int | None = Field(
        default=None,
        ge=1,
        le=99,
        description="After this entry any value may follow, as after a 6 in classic purple.",
    )

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """More than the entry before; anything in a first cell or after a restart.

        >>> Higher.model_validate({"restart after": 6}).allows(3, number=None, before=6)
        True
        """
        return before is None or value > before or before == self.restart_after

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """More than the entry before."""
        if before is None or before == self.restart_after:
            return _any_number()
        return sentence("needs a number higher than {number}", number=before)

    def counting(self) -> CountingFit:
        """More than the entry before, and after which entry anything fits."""
        return CountingFit("higher", (later("needs a number higher than {number}"),), self.restart_after)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Higher than the entry before, and after which entry any number may follow."""
        rule = sentence(
            "your number must be higher than the one before it; equal is not enough. The first cell takes anything.",
            key="accepts",
        )
        if not self.restart_after:
            return (rule,)
        restart = sentence(
            "After a {number} anything may follow, and you climb again from there.",
            number=self.restart_after,
            follows="same line",
        )
        return rule, restart


class Lower(AcceptsRule):
    """The value must be lower than the entry before."""

    kind: Literal["lower than the one before"] = "lower than the one before"
    term = later("each number lower")
    sign = ">"
    compares_with_entry_before = True
    restart_after: int | None = Field(default=None, ge=1, le=99, description="After this entry any value may follow.")

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """Less than the entry before; anything in a first cell or after a restart."""
        return before is None or value < before or before == self.restart_after

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """Less than the entry before."""
        if before is None or before == self.restart_after:
            return _any_number()
        return sentence("needs a number lower than {number}", number=before)

    def counting(self) -> CountingFit:
        """Less than the entry before, and after which entry anything fits."""
        return CountingFit("lower", (later("needs a number lower than {number}"),), self.restart_after)

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Lower than the entry before; what follows a 1, or after which entry any number may follow."""
        rule = sentence(
            "your number must be lower than the one before it; equal does not fit. The first cell takes anything.",
            key="accepts",
        )
        if self.restart_after:
            text = later("After a {number} anything may follow.")
            return rule, sentence(text, number=self.restart_after, follows="same line")
        if not context.zone.value.is_face:
            return (rule,)
        if context.zone.cells.columns == len(FACES):
            text = later("After a 1 nothing more fits; a full row runs from 6 down to 1.")
        else:
            text = later("After a 1 nothing more fits.")
        return rule, sentence(text, follows="same line")


class AtMostTheOneBefore(AcceptsRule):
    """The value must be at most the entry before."""

    kind: Literal["at most the one before"] = "at most the one before"
    term = later("equal or lower numbers")
    sign = "≥"
    compares_with_entry_before = True

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """The entry before or less; anything in a first cell."""
        return before is None or value <= before

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """At most the entry before."""
        return _any_number() if before is None else sentence("takes at most {number}", number=before)

    def counting(self) -> CountingFit:
        """The entry before or less."""
        return CountingFit("not higher", (later("takes at most {number}"),))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The same as the entry before, or lower."""
        return (
            sentence(
                "your number must be the same as the one before it, or lower. The first cell takes anything.",
                key="accepts",
            ),
        )


class AtLeastTheOneBefore(AcceptsRule):
    """The value must be at least the entry before."""

    kind: Literal["at least the one before"] = "at least the one before"
    term = later("equal or higher numbers")
    sign = "≤"
    compares_with_entry_before = True

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """The entry before or more; anything in a first cell."""
        return before is None or value >= before

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """At least the entry before."""
        return _any_number() if before is None else sentence("needs at least {number}", number=before)

    def counting(self) -> CountingFit:
        """The entry before or more."""
        return CountingFit("not lower", (later("needs at least {number}"),))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The same as the entry before, or higher."""
        return (
            sentence(
                "your number must be the same as the one before it, or higher. The first cell takes anything.",
                key="accepts",
            ),
        )


class OneStep(AcceptsRule):
    """One less than the neighbour towards the middle on the left side, one more on the right."""

    kind: Literal["one step"] = "one step"
    term = later("steps of one")
    compares_with_entry_before = True
    needs_outward_order = True
    restart_with: int | None = Field(
        default=None,
        ge=1,
        le=99,
        description="This value may follow any other and starts a new series, as the 7 in cubed blue.",
    )

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """One step outwards from the neighbour, or the value that restarts a series.

        >>> OneStep.model_validate({"restart with": 7}).allows(5, number=None, before=6, side=-1)
        True
        """
        return before is None or value == before + side or (value == self.restart_with and before != self.restart_with)

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """The one number that follows, or the one that restarts a series."""
        following = (before or 0) + side
        if not self.restart_with or before == self.restart_with:
            return sentence("takes only {number}", number=following)
        return sentence("takes only {number} or {restart}", number=following, restart=self.restart_with)

    def counting(self) -> CountingFit:
        """One step from the entry before, and what restarts a series."""
        return CountingFit(
            "step", (later("takes only {number}"), later("takes only {number} or {restart}")), self.restart_with
        )

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """One less on the left, one more on the right; and which number starts a new series."""
        rule = sentence(
            "compare with the neighbour towards the printed number. On the left your number must be exactly one less, "
            "on the right exactly one more.",
            key="accepts",
        )
        if not self.restart_with:
            return (rule,)
        restart = sentence(
            "A {number} may follow any other number, on either side, and starts a new series from there. Only a "
            "{number} directly after a {number} is not allowed.",
            number=self.restart_with,
            follows="same line",
        )
        return rule, restart


class Even(AcceptsRule):
    """The value must be even."""

    kind: Literal["even"] = "even"
    term = later("even numbers")
    sign = "÷2"

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """Even values.

        >>> [value for value in range(1, 13) if Even().allows(value, number=None, before=None)]
        [2, 4, 6, 8, 10, 12]
        """
        return value % 2 == 0

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """An even value."""
        return sentence("takes only even numbers")

    def counting(self) -> CountingFit:
        """Even numbers."""
        return CountingFit("even", (later("takes only even numbers"),))

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Even numbers only."""
        return (sentence("your number must be even.", key="accepts"),)


class Anything(AcceptsRule):
    """Any value fits."""

    kind: Literal["anything"] = "anything"
    term = later("any number")
    takes_any_number = True

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """Every value."""
        return True

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """Nothing about the value."""
        return _any_number()

    def counting(self) -> CountingFit:
        """Every number."""
        return CountingFit("any")

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Any number."""
        return (sentence("any number.", key="accepts"),)


RowAccepts = (
    SameNumber | AtLeast | Higher | Lower | AtMostTheOneBefore | AtLeastTheOneBefore | OneStep | Even | Anything
)
RowAcceptsField = Annotated[RowAccepts, Field(discriminator="kind"), BeforeValidator(part_reader(RowAccepts))]


class ByRow(AcceptsRule):
    """Each row has a rule of its own."""

    kind: Literal["by row"] = "by row"
    term = later("a rule per row")
    main = "rows"
    by_rows = True
    rows: Annotated[tuple[RowAcceptsField, ...], Field(strict=False)] = Field(
        description="One rule per row, from the top."
    )

    def in_row(self, row: int) -> AcceptsRule:
        """The rule of that row; rows without a rule have the last one."""
        return self.rows[min(row, len(self.rows) - 1)]

    @property
    def every_rule(self) -> tuple[AcceptsRule, ...]:
        """The rules of the rows, from the top."""
        return self.rows

    def allows(self, value: int, *, number: int | None, before: int | None, side: int = 1) -> bool:
        """Raise TypeError: each row has its own rule, see `in_row`."""
        raise TypeError("ask the rule of a row: in_row(row).allows(…)")

    def demand(self, *, number: int | None, before: int | None, side: int = 1) -> Sentence:
        """Raise TypeError: each row has its own rule, see `in_row`."""
        raise TypeError("ask the rule of a row: in_row(row).demand(…)")

    def counting(self) -> CountingFit:
        """Raise TypeError: each row has its own rule, see `in_row`."""
        raise TypeError("ask the rule of a row: in_row(row).counting()")

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """The rule of every row."""
        rows = [
            sentence("{Row}: {rule:text}", row=context.row(number), rule=rule.sentences(context), follows="item")
            for number, rule in enumerate(self.rows, start=1)
        ]
        return sentence("each row has its own rule."), *rows


AnyAccepts = RowAccepts | ByRow
Accepts = Annotated[AnyAccepts, Field(discriminator="kind"), BeforeValidator(part_reader(AnyAccepts))]
