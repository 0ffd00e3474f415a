"""Dice, cells, moves and reasons as parts of sentences in one language: `the green 3`, `cell 4 of purple`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sheetgen.engine.moves import PartialMove
from sheetgen.engine.rules import Rules
from sheetgen.engine.why import Reason, ReasonValue
from sheetgen.i18n import fill_fields, in_context, later
from sheetgen.layout.sentences import (
    ActionName,
    BonusName,
    CellName,
    DieName,
    EditionZone,
    Sentence,
    SlotName,
    Value,
    ZoneName,
)
from sheetgen.site.words import Words, protect

# The colours beside the number on a die, for languages in which the adjective has to agree with it.
DICE = (
    in_context("die", "yellow"),
    in_context("die", "blue"),
    in_context("die", "green"),
    in_context("die", "orange"),
    in_context("die", "purple"),
    in_context("die", "white"),
    in_context("die", "silver"),
    in_context("die", "pink"),
    in_context("die", "turquoise"),
    in_context("die", "brown"),
    in_context("die", "red"),
    in_context("die", "black"),
)

# Where a cell of a grid is, by the number of rows; other grids count their rows.
_NUMBER_IN_ROW = {
    2: (later("the {number} in the top row of {zone}"), later("the {number} in the bottom row of {zone}")),
    3: (
        later("the {number} in the top row of {zone}"),
        later("the {number} in the middle row of {zone}"),
        later("the {number} in the bottom row of {zone}"),
    ),
}
_CELL_IN_ROW = {
    2: (later("cell {cell} in the top row of {zone}"), later("cell {cell} in the bottom row of {zone}")),
    3: (
        later("cell {cell} in the top row of {zone}"),
        later("cell {cell} in the middle row of {zone}"),
        later("cell {cell} in the bottom row of {zone}"),
    ),
}


# Where the marks of a row are, by the number of rows.
_MARKS_IN_ROW = {
    2: (later("in the top row"), later("in the bottom row")),
    3: (later("in the top row"), later("in the middle row"), later("in the bottom row")),
}

# Moves as infinitives, possible and not: the place of the negation differs between languages.
_MOVES = {
    "reroll": (later("reroll these dice"), later("not reroll these dice")),
    "pass": (later("pass"), later("not pass")),
    "done": (later("stop"), later("not stop")),
    "throw": (later("roll the dice"), later("not roll the dice")),
    "unlock": (later("unlock “{action}”"), later("not unlock “{action}”")),
    "return": (later("take {die} back"), later("not take {die} back")),
    "take": (later("use {die} for {cell}"), later("not use {die} for {cell}")),
    "take to write": (
        later("use {die} to write {value} in {cell}"),
        later("not use {die} to write {value} in {cell}"),
    ),
    "take to cross": (later("use {die} to cross off {cell}"), later("not use {die} to cross off {cell}")),
    "extra": (later("use {die} as an extra die for {cell}"), later("not use {die} as an extra die for {cell}")),
    "extra to write": (
        later("use {die} as an extra die to write {value} in {cell}"),
        later("not use {die} as an extra die to write {value} in {cell}"),
    ),
    "extra to cross": (
        later("use {die} as an extra die to cross off {cell}"),
        later("not use {die} as an extra die to cross off {cell}"),
    ),
    "also": (later("mark {cell} as well"), later("not mark {cell} as well")),
    "also, with a die": (
        later("mark {cell} with {die} as well"),
        later("not mark {cell} with {die} as well"),
    ),
    "place": (later("use the bonus, {bonus}, for {cell}"), later("not use the bonus, {bonus}, for {cell}")),
    "place to write": (
        later("use the bonus, {bonus}, to write {value} in {cell}"),
        later("not use the bonus, {bonus}, to write {value} in {cell}"),
    ),
    "place to cross": (
        later("use the bonus, {bonus}, to cross off {cell}"),
        later("not use the bonus, {bonus}, to cross off {cell}"),
    ),
}

# What is said about dice, not about what a player does: possible and not.
_STATEMENTS = {
    "nearest": (
        later("{die} goes to the platter if it lies nearest"),
        later("{die} cannot go to the platter as the nearest"),
    ),
}


@dataclass(frozen=True)
class Phrases:
    """The phrases of one edition in one language."""

    rules: Rules
    words: Words

    def die(self, die: str, face: int | None) -> str:
        """Return a die as one refers to it: `the green 3`."""
        edition, tr = self.rules.edition, self.words.tr
        if face is None:
            return tr("the {colour} die", colour=self.words.die(edition, die))
        colour = tr(in_context("die", edition.dice[die].name or die))
        # In some languages the article depends on the number: Italian "l’1 verde", "il 3 verde".
        return self.words.ntr("the {colour} {n}", "the {colour} {n}", face, colour=colour)

    def cell(self, zone_id: str, cell: str) -> str:
        """Return a cell by its place: `the 3 in the top row of yellow`, or `cell 4 of purple`."""
        edition, tr = self.rules.edition, self.words.tr
        cells, zone = edition.zones[zone_id].cells, self.words.zone_after_word(edition, zone_id)
        if not cells.is_grid:
            return tr("cell {cell} of {zone}", cell=cell, zone=zone)
        row, _, column = cell.removeprefix("r").partition("c")
        rows, index, label = len(cells.rows), int(row) - 1, self._row_label(zone_id, int(row))
        number = cells.by_name[cell].number
        in_row = [other.number for r, _, other in cells if r == index]
        colour = self._row_colour(zone_id, index)
        if number is None or in_row.count(number) > 1:
            if colour:
                return tr("cell {cell} in the {colour} row of {zone}", cell=column, colour=colour, zone=zone)
            if rows in _CELL_IN_ROW and not label:
                return tr(_CELL_IN_ROW[rows][index], cell=column, zone=zone)
            return tr("cell {cell} in row {row} of {zone}", cell=column, row=label or row, zone=zone)
        if colour:
            return tr("the {number} in the {colour} row of {zone}", number=number, colour=colour, zone=zone)
        if rows in _NUMBER_IN_ROW and not label:
            return tr(_NUMBER_IN_ROW[rows][index], number=number, zone=zone)
        return tr("the {number} in row {row} of {zone}", number=number, row=label or row, zone=zone)

    def _row_colour(self, zone_id: str, index: int) -> str:
        """Return the colour of a row that belongs to a die, as beside "row"; empty for other rows."""
        dice = self.rules.edition.zones[zone_id].row_dice
        if not dice:
            return ""
        return self.words.tr(in_context("zone", self.rules.edition.dice[dice[index]].name or dice[index]))

    def _row_label(self, zone_id: str, row: int) -> str:
        """Return what is printed beside a row that belongs to a die slot; empty for other rows."""
        return protect(EditionZone(self.rules.edition, zone_id).row(row).label)

    def marks(self, zone_id: str, cell: str, value: str, *, circles: bool) -> str:
        """Return what a player does to a cell, as the end of a sentence; `value` may include its calculation."""
        tr, zone, where = self.words.tr, self.rules.zones[self.rules.zone_index[zone_id]], self.cell(zone_id, cell)
        if zone.writes:
            return tr("writes {value} in {cell}", value=value, cell=where)
        if zone.circles and circles:
            return tr("circles {cell}", cell=where)
        _, calculation, working = value.partition(" (")
        crossed = tr("crosses off {cell}", cell=where)
        return f"{crossed} ({working}" if calculation else crossed

    def reason(self, reason: Reason, about: CellName | None = None) -> str:
        """Return a reason as the end of a sentence; the cell that the sentence is about is not named again."""
        if not reason.message:
            return reason.text
        this_cell = self.words.tr("this cell")
        values = {
            key: this_cell if about is not None and value == about else self._value(value)
            for key, value in reason.values.items()
        }
        return self.words.tr(reason.message, **values)

    def _value(self, value: "ReasonValue | Value") -> object:
        edition, words = self.rules.edition, self.words
        match value:
            case DieName():
                return words.die(edition, value.id)
            case ZoneName():
                return words.zone_after_word(edition, value.id)
            case CellName():
                return self.cell(value.zone, value.cell)
            case BonusName():
                return words.bonus(edition, value.bonus)
            case ActionName():
                return words.action(edition, value.kind)
            case SlotName():
                return words.slot(edition, value.number)
            case tuple():
                return words.listed(map(str, value), style="or")
            case Sentence():
                return words.tr(value.text, **{key: self._value(inner) for key, inner in value.values.items()})
        return value

    def content(self, zone_id: str, marks: Mapping[str, object]) -> str:
        """Return what is marked in a zone, for those who cannot see its picture; `marks` are by address."""
        tr, zone = self.words.tr, self.rules.edition.zones[zone_id]
        marked = {
            cell: mark["value"] if isinstance(mark, Mapping) else mark
            for cell in zone.cells.by_name
            if (mark := marks.get(f"{zone_id}.{cell}")) is not None
        }
        if not marked:
            return tr("nothing is marked")
        if not zone.cells.is_grid and zone.writes:
            return ", ".join(tr("{value} in cell {cell}", value=mark, cell=cell) for cell, mark in marked.items())
        if not zone.cells.is_grid:
            cells = self.words.listed(marked)
            return self.words.ntr("a cross in cell {cells}", "crosses in cells {cells}", len(marked), cells=cells)
        return self.words.series(self._row_content(zone_id, row, marked) for row in _rows(marked))

    def _row_content(self, zone_id: str, row: str, marks: Mapping[str, object]) -> str:
        """Return the marks of one row of a grid; `marks` are by cell."""
        here = {cell: mark for cell, mark in marks.items() if _row_of(cell) == row}
        zone, label = self.rules.edition.zones[zone_id], self._row_label(zone_id, int(row))
        tr, listed, rows = self.words.tr, self.words.listed, len(zone.cells.rows)
        if colour := self._row_colour(zone_id, int(row) - 1):
            place = tr("in the {colour} row", colour=colour)
        elif rows in _MARKS_IN_ROW and not label:
            place = tr(_MARKS_IN_ROW[rows][int(row) - 1])
        else:
            place = tr("in row {row}", row=label or row)
        if zone.writes:
            return tr("{numbers} {place}", place=place, numbers=listed(str(mark) for mark in here.values()))
        texts = {"x": tr("{numbers} crossed {place}"), "o": tr("{numbers} circled {place}")}
        parts = []
        for sign, text in texts.items():
            numbers = [str(zone.cells.by_name[cell].number) for cell, mark in here.items() if mark == sign]
            if numbers:
                parts.append(fill_fields(text, place=place, numbers=listed(numbers)))
        return self.words.series(parts)

    # Moves as one talks about them: `Ada may …`

    def offered_move(self, partial: PartialMove, *, negated: bool = False) -> str:
        """Return a move of a record as an infinitive: `use the green 3 for cell 4 of green`, or `not use …`."""
        tr, fields = self.words.tr, partial.fields
        names = self._names(partial)
        kind = partial.kind
        if kind == "also":
            kind = "also, with a die" if "die" in fields else "also"
        elif "value" in fields:
            kind += " to write"
        elif partial.crosses and kind in ("take", "extra", "place"):
            kind += " to cross"
        text = tr((_STATEMENTS if kind in _STATEMENTS else _MOVES)[kind][negated], **names)
        if "badge" not in fields:
            return text
        with_badge, with_star = tr("{move}, with the badge", move=text), tr("{move}, with the star", move=text)
        return with_badge if fields["badge"] else with_star

    def possible(self, name: str, partial: PartialMove, reason: str, *, negated: bool) -> str:
        """Return a whole sentence that says whether a player may make a move, and why."""
        tr, move = self.words.tr, self.offered_move(partial, negated=negated)
        if partial.kind in _STATEMENTS:
            return tr("{Statement}: {reason}.", statement=move, reason=reason)
        if negated:
            return tr("{name} may {not_to}: {reason}.", name=name, not_to=move, reason=reason)
        return tr("{name} may {move}: {reason}.", name=name, move=move, reason=reason)

    def _names(self, partial: PartialMove) -> dict[str, object]:
        """Return what the message of a move may name: its die, cell, number, bonus or action."""
        edition, fields = self.rules.edition, partial.fields
        zone, cell, what = (str(fields.get(key, "")) for key in ("zone", "cell", "what"))
        known = zone in edition.zones and cell in edition.zones[zone].cells.by_name
        names: dict[str, object] = {
            "die": self._changed_die(partial),
            "cell": self.cell(zone, cell) if known else f"{zone}.{cell}",
            "value": fields.get("value", ""),
        }
        if partial.kind == "unlock":
            names["action"] = self.words.action(edition, what)
        elif what:
            names["bonus"] = self.words.bonus(edition, what)
        return names

    def _changed_die(self, partial: PartialMove) -> str:
        """Return the die of a move with the joker and the polish that it uses; empty without a die."""
        tr, fields = self.words.tr, partial.fields
        if "die" not in fields:
            return ""
        text = self.die(str(fields["die"]), partial.face)
        if joker := fields.get("joker"):
            text = tr("{die} with joker slot {slot}", die=text, slot=joker)
        if polish := fields.get("polish"):
            text = tr("{die} polished by {change}", die=text, change=_signed(polish))
        if partner := fields.get("partner"):
            text = tr("{die} with the added die polished by {change}", die=text, change=_signed(partner))
        return text


def _row_of(cell: str) -> str:
    return cell.removeprefix("r").partition("c")[0]


def _rows(cells: Iterable[str]) -> list[str]:
    """Return the rows of some cells of a grid, each once, in order."""
    return list(dict.fromkeys(_row_of(cell) for cell in cells))


def _signed(change: object) -> str:
    return f"{change:+d}".replace("-", "−") if isinstance(change, int) else str(change)
