"""extra marks: further marks that one die allows in its zone."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from sheetgen.i18n import later
from sheetgen.layout.base import part_reader
from sheetgen.layout.sentences import EditionZone, Sentence, Topic, ZonePart, sentence


class FurtherMark(NamedTuple):
    """One more mark: the number to mark, and the die that makes it (empty: the die that was taken)."""

    die: str
    number: int


DieFace = tuple[str, int]  # a die on the table and the face that it shows


class ExtraMarksRule(ZonePart):
    """The base class of every kind of `extra marks`: what the other packages ask it."""

    # Whether each die marks only the row that belongs to it.
    only_own_row: ClassVar[bool] = False
    # Whether several dice bring the marks that each of them brings alone: only then can the fast engine play it.
    each_die_alone: ClassVar[bool] = False

    def at_once(self, number: int, other_dice: Sequence[DieFace]) -> list[FurtherMark]:
        """Return the marks to make together with a die; `other_dice` are those at the same place as the die."""
        return []

    def when_dice_leave(self, leaving: Sequence[DieFace]) -> list[FurtherMark]:
        """Return the marks to make when dice leave for the platter because of the die that was taken."""
        return []

    def needs(self, has_row_dice: bool) -> tuple[str, str] | None:
        """Return what the zone lacks for this rule, and what would help; None if nothing."""
        return None

    @abstractmethod
    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return which further marks a die allows, for the page of the zone; it continues after a colon."""


class SweptDice(ExtraMarksRule):
    """The dice that leave because they are lower also mark, each in the row of its own die."""

    kind: Literal["swept dice"] = "swept dice"
    term = later("sweeps lower dice")
    only_own_row = True
    each_die_alone = True

    def when_dice_leave(self, leaving: Sequence[DieFace]) -> list[FurtherMark]:
        """One mark for every die that leaves."""
        return [FurtherMark(die, face) for die, face in leaving]

    def needs(self, has_row_dice: bool) -> tuple[str, str] | None:
        """Rows that belong to dice (`row dice`)."""
        return None if has_row_dice else ("'swept dice' needs 'row dice'", "say which die each row belongs to")

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Which dice are swept and which are not."""
        if context.edition.rulings.last_sweep == "no":
            last = later("Nor are the dice that leave only because your last roll is over: equal and higher ones.")
        else:
            last = later(
                "After your last roll all remaining dice may be swept, also the dice that leave only because your "
                "last roll is over."
            )
        return (
            *self._sweep(context),
            sentence(
                "You may make a cross for all of them, some or none. These crosses earn bonuses as usual.",
                follows="same line",
                detail=True,
            ),
            sentence("Dice that were already on the platter are not swept.", follows="item", detail=True),
            sentence(last, ruling="last-sweep", follows="item", detail=True),
            sentence(
                "When you are passive, or use an extra die, no dice leave: you make only one cross.",
                key="extra marks",
                nth=1,
                follows="item",
                detail=True,
            ),
        )

    def _sweep(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what the die of the zone does, and what the wild die does."""
        if context.wild is None:
            text = later(
                "the {die} die sweeps when you take it in your active turn. Every die that now goes to the platter "
                "because it is lower may also make a cross: its own number, in the row of its own colour."
            )
            return (sentence(text, die=context.die, key="extra marks", nth=0),)
        text = later(
            "the {die} die (or the {wild} one used as {die}) sweeps when you take it in your active turn. Every die "
            "that now goes to the platter because it is lower may also make a cross: its own number, in the row of "
            "its own colour."
        )
        if context.wild == context.die:
            rows = later("A {wild} die may use any row.")
            any_row = sentence(rows, wild=context.wild, follows="same line")
        else:
            rows = later("A {wild} die, and a {die} die when {wild} was taken, may use any row.")
            any_row = sentence(rows, wild=context.wild, die=context.die, follows="same line")
        return sentence(text, die=context.die, wild=context.wild, key="extra marks", nth=0), any_row

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Only dice that leave because of the die are swept."""
        match topic:
            case "active turn":
                text = later("Dice that {zones} sends to the platter may also make a cross in that zone.")
                return (sentence(text, zones=(context.name,)),)
            case "mistakes":
                text = later(
                    "**“{Die} crosses everything on the platter.”** No. Only the dice that it has just sent there "
                    "itself."
                )
                return (sentence(text, die=context.die),)
        return ()

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """Whether the dice that are left after the last roll are swept."""
        return ("last-sweep",)


class MatchingDice(ExtraMarksRule):
    """One more cell of the same number for every other die that shows it."""

    kind: Literal["matching dice"] = "matching dice"
    term = later("equal dice help")
    each_die_alone = True

    def at_once(self, number: int, other_dice: Sequence[DieFace]) -> list[FurtherMark]:
        """One mark for every die that shows the same number."""
        return [FurtherMark("", number) for _, face in other_dice if face == number]

    def sentences(self, context: EditionZone) -> tuple[Sentence, ...]:
        """Which dice count for the active player, passive players and extra dice."""
        is_circled = context.zone.stages > 1
        if is_circled:
            text = later(
                "equal dice help. For every other die that shows the same number you may make one more mark: circle "
                "this number in another cell, or cross it where it is circled, even if you circled it just now."
            )
        else:
            text = later(
                "equal dice help. For every other die that shows the same number you may cross off one more cell with "
                "this number."
            )
        rule = sentence(text, key="extra marks")
        active = sentence("As the **active player**, the dice already on your slots count.", follows="item")
        passive = sentence("As a **passive player**, the other dice on the platter count.", follows="item")
        if context.edition.rulings.extra_die_matches == "where it lies":
            text = later("As an **extra die**, the dice in the same place count: on the slots or on the platter.")
        elif is_circled:
            text = later("As an **extra die** it makes only one mark.")
        else:
            text = later("As an **extra die** it makes only one cross.")
        extra = sentence(text, ruling="extra-die-matches", follows="item", detail=True)
        rules = (rule, active, passive, extra) if context.has_action("extra die") else (rule, active, passive)
        return *rules, *self._at_most(context)

    def _at_most(self, context: EditionZone) -> Iterator[Sentence]:
        """Yield how many marks a die can make: one per die on the slots or the platter, if the cells are enough."""
        zone = context.zone
        numbers = context.printed_numbers if zone.accepts.decided_by_number else ()
        room = max(Counter(numbers).values(), default=len(zone.cells.by_name)) * zone.stages
        active, passive = (min(room, len(dice)) for dice in (context.edition.die_slots, context.edition.dice))
        is_circled = zone.stages > 1
        if passive < 2:
            return
        if active == passive and is_circled:
            text = later("You can make up to {active:word} marks at once this way.")
        elif active == passive:
            text = later("You can make up to {active:word} crosses at once this way.")
        elif is_circled:
            text = later(
                "As the active player you can make up to {active:word} marks at once this way, as a passive player up "
                "to {passive:word}."
            )
        else:
            text = later(
                "As the active player you can make up to {active:word} crosses at once this way, as a passive player "
                "up to {passive:word}."
            )
        yield sentence(text, active=active, passive=passive, follows="paragraph", detail=True)
        yield sentence("You may make fewer, but you must make the first.", follows="same line", detail=True)

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Equal dice bring more crosses, or marks where cells are also circled; a joker counts as its number."""
        is_circled = context.zone.stages > 1
        match topic:
            case "active turn" if is_circled:
                text = later("In {zones} dice of the same number bring more marks.")
                return (sentence(text, zones=(context.name,)),)
            case "active turn":
                text = later("In {zones} dice of the same number bring more crosses.")
                return (sentence(text, zones=(context.name,)),)
            case "joker" if is_circled:
                text = later(
                    "In {zone} your joker number counts: the other dice that really show this number bring the further "
                    "marks."
                )
                return (sentence(text, zone=context.name, ruling="joker-matches"),)
            case "joker":
                text = later(
                    "In {zone} your joker number counts: the other dice that really show this number bring the further "
                    "crosses."
                )
                return (sentence(text, zone=context.name, ruling="joker-matches"),)
        return ()

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """Whether equal dice count for an extra die, and which number counts with a joker."""
        asked = ("extra-die-matches",) if context.has_action("extra die") else ()
        return (*asked, "joker-matches") if context.has_action("joker") else asked


AnyExtraMarks = SweptDice | MatchingDice
ExtraMarks = Annotated[AnyExtraMarks, Field(discriminator="kind"), BeforeValidator(part_reader(AnyExtraMarks))]
