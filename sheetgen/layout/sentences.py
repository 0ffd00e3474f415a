"""Sentences for the pages of rules: English texts with named fields, and the plain values that fill them.

A part describes itself with them. The text is a message of the catalogues; `site.rules_text` translates it and prints
the values in the language of a page. A field may name the form of its value: `{count:word}`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from sheetgen.layout.base import Part

if TYPE_CHECKING:
    from sheetgen.layout.sheet import SheetEdition
    from sheetgen.layout.zone import Zone, ZoneKey


@dataclass(frozen=True)
class DieName:
    """A die, to be printed by its name."""

    id: str


@dataclass(frozen=True)
class ZoneName:
    """A zone, to be printed by its name with a link to its page."""

    id: str


@dataclass(frozen=True)
class CellName:
    """A cell, to be printed by its place in its zone."""

    zone: str
    cell: str


@dataclass(frozen=True)
class BonusName:
    """A bonus as layouts write it, to be printed by what it gives."""

    bonus: str


@dataclass(frozen=True)
class ActionName:
    """An action by its kind, to be printed by its name."""

    kind: str


@dataclass(frozen=True)
class RowName:
    """A row of a grid, counted from 1, to be printed by its label, or as `top row` or the like if it has none."""

    number: int
    rows: int
    label: str = ""  # what is printed beside the row


@dataclass(frozen=True)
class SlotName:
    """A die slot, counted from 1, or the roll or row that belongs to it, to be printed as the sheet labels it."""

    number: int


# What the pages of an edition say beside the page of a zone, where a part may have a remark.
Topic = Literal[
    "wild die",
    "active turn",
    "passive turn",
    "number badge",
    "joker",
    "polish",
    "extra die",
    "mistakes with one die",
    "mistakes",
]
# How a sentence follows the one before it: on a line of its own, on the same line, as a new paragraph or as an item of
# a list.
Follows = Literal["line", "same line", "paragraph", "item"]
Value: TypeAlias = "int | str | DieName | ZoneName | RowName | SlotName | Sentence | tuple[Value, ...]"


@dataclass(frozen=True)
class Sentence:
    """A text with its values.

    `key` is the key of the zone that it is about, so that it can be found by the clauses of that key; `clauses` are
    further clauses that it states. `ruling` names the question under which another reading is discussed. A `detail` is
    left out of the summary for the table.
    """

    text: str
    values: Mapping[str, Value] = field(default_factory=dict)
    plural: str = ""  # the text for other numbers than one; the number is the value `n`
    key: "ZoneKey | None" = None
    nth: int | None = None  # which of the clauses of the key it states, from 0; None for all of them
    clauses: tuple[str, ...] = ()
    ruling: str = ""
    follows: Follows = "line"
    detail: bool = False

    def as_paragraph(self) -> "Sentence":
        """Return the same sentence at the start of a paragraph."""
        return replace(self, follows="paragraph")

    def on_same_line(self) -> "Sentence":
        """Return the same sentence on the line of the sentence before it."""
        return replace(self, follows="same line")


def sentence(
    text: str,
    *,
    key: "ZoneKey | None" = None,
    nth: int | None = None,
    clauses: tuple[str, ...] = (),
    ruling: str = "",
    follows: Follows = "line",
    detail: bool = False,
    **values: Value,
) -> Sentence:
    """Return a sentence whose fields are filled by the further arguments.

    >>> sentence("After a {number} anything may follow.", number=6).values
    {'number': 6}
    """
    return Sentence(text, values, key=key, nth=nth, clauses=clauses, ruling=ruling, follows=follows, detail=detail)


def counted(one: str, many: str, n: int, *, key: "ZoneKey | None" = None, **values: Value) -> Sentence:
    """Return a sentence with singular and plural; the number is its field {n}."""
    return Sentence(one, {"n": n, **values}, many, key=key)


@dataclass(frozen=True)
class EditionZone:
    """A zone together with its edition, as the context of sentences."""

    edition: "SheetEdition"
    id: str

    @property
    def zone(self) -> "Zone":
        """The zone itself."""
        return self.edition.zones[self.id]

    @property
    def name(self) -> ZoneName:
        """The name of the zone."""
        return ZoneName(self.id)

    @property
    def die(self) -> DieName:
        """The die that marks the zone."""
        return DieName(self.edition.die_of(self.id))

    @property
    def wild(self) -> DieName | None:
        """The die that can be used as any colour, or None."""
        return DieName(self.edition.wild) if self.edition.wild is not None else None

    @property
    def substitute(self) -> DieName | None:
        """The wild die, if it can be used here in place of the die of the zone."""
        return self.wild if self.wild not in (self.die, self._added) else None

    @property
    def _added(self) -> DieName | None:
        added = self.zone.value.added_die
        return DieName(added) if added is not None else None

    def clauses_of(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the ids of the clauses that a sentence about this zone states."""
        if sentence.key is None:
            return sentence.clauses
        clauses = self.zone.clauses_of(sentence.key)
        return (*sentence.clauses, *(clauses if sentence.nth is None else clauses[sentence.nth :][:1]))

    def has_action(self, kind: str) -> bool:
        """Return whether the edition has a track for that kind of action."""
        return any(kind in action.tracks(name) for name, action in self.edition.actions.items())

    def row(self, number: int) -> RowName:
        """Return the name of a row, counted from 1: rows that belong to die slots are labelled like these."""
        labelled = self.zone.order.depends_on_place and number <= len(self.edition.die_slots)
        label = self.edition.slot_label(number) if labelled else ""
        return RowName(number, len(self.zone.cells.rows), label)

    @property
    def printed_numbers(self) -> tuple[int, ...]:
        """The numbers printed in the cells, in printed order."""
        return tuple(cell.number for _, _, cell in self.zone.cells if cell.number is not None)

    @property
    def printed_crosses(self) -> int:
        """How many cells are crossed from the start."""
        return sum(cell.crossed for _, _, cell in self.zone.cells)


class ZonePart(Part):
    """The base class of the parts of a zone, with sentences for the other pages of the edition."""

    # What it is in a few words, for the comparison of editions; empty for what is usual.
    term: ClassVar[str] = ""

    def remarks(self, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
        """Return what it means for a topic of another page; a field {zones} lists all zones with the same sentence."""
        return ()

    def questions(self, context: EditionZone) -> tuple[str, ...]:
        """Return the questions that it raises, by their ids on the page of questions."""
        return ()
