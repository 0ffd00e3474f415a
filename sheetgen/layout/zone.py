"""The model of a zone: its parts, and the list of its badges with the cells that earn them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import TranslatableText, WithProvenance
from sheetgen.layout.parts.accepts import Accepts, AcceptsRule, SameNumber
from sheetgen.layout.parts.bonus import Bonus, BonusRules, BonusRulesField
from sheetgen.layout.parts.cells import CellsField, CellTable
from sheetgen.layout.parts.extra_marks import ExtraMarks
from sheetgen.layout.parts.order import Anywhere, Order
from sheetgen.layout.parts.points import PointsField
from sheetgen.layout.parts.value import Face, Value

ClauseId = Annotated[str, Field(pattern=r"^[A-Z][0-9]{1,2}$")]
ZoneKey = Literal["cells", "value", "order", "accepts", "marks", "extra marks", "free choice", "bonus", "points"]
BadgeAttachment = Literal["cell", "row", "column", "diagonal", "between cells", "between rows"]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge on the sheet: its bonus, the cells that earn it, and its path in the layout file."""

    bonus: Bonus
    attached_to: BadgeAttachment
    cells: tuple[str, ...]  # names within the zone; all of them must be marked
    path: tuple[str | int, ...]  # steps below `bonus`
    only_from: int | None = None


def read_clauses(value: object) -> object:
    """Turn a single clause id into a list of one, for each key of a mapping; return other values unchanged."""
    if not isinstance(value, dict):
        return value
    return {key: [ids] if isinstance(ids, str) else ids for key, ids in value.items()}


class Zone(WithProvenance):
    """One coloured zone of the sheet, composed of parts."""

    name: TranslatableText | None = Field(default=None, description="The zone's name; by default that of its die.")
    die: str | None = Field(
        default=None, description="The die that marks this zone; by default the one of the same name."
    )
    cells: CellsField = Field(
        description="What is printed: a number of cells to write in, a row, or a list of rows. In a cell stand a "
        "number, `_` (write in), `x` (printed cross), `=7` (printed entry), `~` (no cell); `*` behind it tints it."
    )
    row_dice: Annotated[tuple[str, ...], Field(strict=False)] | None = Field(
        default=None, description="The die that each row belongs to, from the top, as in double silver."
    )
    order: Order = Field(default_factory=Anywhere, description="Which open cell may be marked next.")
    accepts: Accepts = Field(default_factory=SameNumber, description="Which value fits a cell.")
    value: Value = Field(default_factory=Face, description="What a die is worth here.")
    marks: Literal["cross", "number", "circle then cross"] | None = Field(
        default=None,
        description="How a cell is marked; by default a `cross` where numbers are printed, else a `number`. "
        "`circle then cross` marks a cell twice.",
    )
    extra_marks: ExtraMarks | None = Field(default=None, description="More marks with one die.")
    free_choice: Literal["face", "any value", "one more than the one before"] = Field(
        default="face",
        description="What a ? badge lets the player write here: a `face` from 1 to 6 as if rolled, `any value` that "
        "the zone can take (the second die of a sum plays no part), or `one more than the one before`.",
    )
    bonus: BonusRulesField = Field(
        default_factory=BonusRules,
        description="The badges: by cell number, or for rows, columns, a diagonal, between.",
    )
    like: Annotated[str, Field(pattern=r"^[a-z0-9-]+\.[a-z0-9_-]+$")] | None = Field(
        default=None,
        description="The zone of another edition that this one follows, such as `cubed.brown`; its page says so.",
    )
    clause: str | None = Field(
        default=None,
        max_length=8,
        description="The clause of the rules that says how this zone is marked, such as `C6`; errors name it.",
    )
    clauses: Annotated[
        dict[ZoneKey, Annotated[tuple[ClauseId, ...], Field(strict=False)]],
        BeforeValidator(read_clauses, json_schema_input_type=dict[ZoneKey, ClauseId | list[ClauseId]]),
    ] = Field(
        default_factory=dict,
        description="Further clauses by the key of the zone that they are about: `{bonus: C2, points: C2}`; the other "
        "keys use `clause`. That of `free choice` is about ? badges used here.",
    )
    points: PointsField = Field(description="How the zone scores: one way, or several that add up.")

    @property
    def mark_kind(self) -> Literal["cross", "number", "circle then cross"]:
        """How a cell is marked, with the default filled in."""
        if self.marks is not None:
            return self.marks
        printed = any(cell.number is not None for _, _, cell in self.cells)
        return "cross" if printed else "number"

    @property
    def writes(self) -> bool:
        """Whether players write numbers here; else they make crosses."""
        return self.mark_kind == "number"

    @property
    def stages(self) -> int:
        """How often a cell can be marked."""
        return 2 if self.mark_kind == "circle then cross" else 1

    @cached_property
    def table(self) -> CellTable:
        """The cells as columns of properties, for the engine and the parts."""
        return self.cells.table(self.stages)

    def clauses_of(self, key: ZoneKey) -> tuple[str, ...]:
        """The ids of the clauses about a key of this zone: those in `clauses`, else `clause`; may be empty."""
        return self.clauses.get(key) or ((self.clause,) if self.clause else ())

    def accepts_in_row(self, row: int) -> AcceptsRule:
        """The rule for the cells of a row, counted from 0."""
        return self.accepts.in_row(row)

    @cached_property
    def badges(self) -> tuple[Badge, ...]:
        """Every badge with the cells that earn it, in printed order."""
        return (*self._cell_badges(), *self._line_badges(), *self._gap_badges())

    def _cell_badges(self) -> Iterator[Badge]:
        names = list(self.cells.by_name)
        floor = self.bonus.only_from or ()
        for number, bonus in sorted(self.bonus.cells.items()):
            if 1 <= number <= len(names):
                least = floor[number - 1] if number <= len(floor) else None
                yield Badge(bonus, "cell", (names[number - 1],), ("cells", number), least)

    def _needed(self, line: list[tuple[int, int]]) -> tuple[str, ...]:
        tinted_only = self.bonus.needs == "tinted cells"
        return tuple(
            self.cells.name(r, c)
            for r, c in line
            if (cell := self.cells.rows[r][c]) is not None and (cell.tinted or not tinted_only)
        )

    def _line_badges(self) -> Iterator[Badge]:
        rows = self.cells.rows
        for r, bonus in enumerate(self.bonus.rows or ()):
            if bonus is not None and r < len(rows):
                yield Badge(bonus, "row", self._needed([(r, c) for c in range(len(rows[r]))]), ("rows", r))
        for c, bonus in enumerate(self.bonus.columns or ()):
            if bonus is not None:
                column = [(r, c) for r in range(len(rows)) if c < len(rows[r])]
                yield Badge(bonus, "column", self._needed(column), ("columns", c))
        if self.bonus.diagonal is not None:
            diagonal = [(i, i) for i in range(min(len(rows), self.cells.columns)) if i < len(rows[i])]
            yield Badge(self.bonus.diagonal, "diagonal", self._needed(diagonal), ("diagonal",))

    def _gap_badges(self) -> Iterator[Badge]:
        names = list(self.cells.by_name)
        for i, bonus in enumerate(self.bonus.between_cells or ()):
            if bonus is not None and i + 1 < len(names):
                yield Badge(bonus, "between cells", (names[i], names[i + 1]), ("between cells", i))
        for r, gaps in enumerate(self.bonus.between_rows or ()):
            for c, bonus in enumerate(gaps):
                if bonus is not None and r + 1 < len(self.cells.rows):
                    pair = (self.cells.name(r, c), self.cells.name(r + 1, c))
                    if all(name in self.cells.by_name for name in pair):
                        yield Badge(bonus, "between rows", pair, ("between rows", r, c))
