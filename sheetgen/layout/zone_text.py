"""The rules of a zone as sentences, section by section as on its page; the sentences of a part come from the part.

`site.rules_text` prints them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sheetgen.i18n import later
from sheetgen.layout.sentences import DieName, EditionZone, Sentence, Topic, Value, ZonePart, counted, sentence
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Badge

# What you see


def seen(context: EditionZone) -> tuple[Sentence, ...]:
    """Return what is printed: the cells, and what the parts of the zone add to them."""
    zone = context.zone
    details = [
        *_printed_crosses(context),
        *_row_labels(context),
        *_tinted_cells(context),
        *zone.value.seen(context),
        *(detail for part in zone.points.parts for detail in part.seen(context)),
        *_thresholds(context),
    ]
    if zone.cells.is_grid and context.printed_numbers and details:
        details[0] = details[0].as_paragraph()  # the numbers of a grid are enough for one
    return (*_cells(context), *details)


def _cells(context: EditionZone) -> Iterator[Sentence]:
    cells, numbers = context.zone.cells, context.printed_numbers
    count = len(cells.by_name)
    if cells.is_grid:
        yield sentence(
            "A grid of {rows} and {columns}.",
            rows=counted("{n:word} row", "{n:word} rows", len(cells.rows)),
            columns=counted("{n:word} column", "{n:word} columns", cells.columns),
        )
        if numbers:
            yield _how_often(numbers)
        else:
            yield sentence("The {count:word} cells are empty: you write numbers in them.", count=count)
    elif context.zone.order.starts_from_entry:
        yield sentence(
            "One row of {count:word} cells. The {entry} is printed; you write numbers to its left and to its right.",
            count=count,
            entry=next(cell.entry for _, _, cell in cells if cell.entry is not None),
        )
    elif numbers:
        listed = ", ".join(map(str, numbers))
        if context.zone.accepts.sign_in_cells:
            text = later(
                "One row of {count:word} cells, with a number printed in each, shown as “≥”. From left to right: "
                "{numbers}."
            )
        else:
            text = later("One row of {count:word} cells, with a number printed in each. From left to right: {numbers}.")
        yield sentence(text, count=count, numbers=listed)
    else:
        yield sentence("One row of {count:word} empty cells: you write numbers in them.", count=count)


def _printed_crosses(context: EditionZone) -> Iterator[Sentence]:
    if not context.printed_crosses:
        return
    if any(part.column_stars or part.row_stars for part in context.zone.points.parts):
        yield counted(
            "One cell is crossed from the start. It counts as crossed when you complete a line that earns a bonus or "
            "points.",
            "{N:word} cells are crossed from the start. They count as crossed when you complete a line that earns a "
            "bonus or points.",
            context.printed_crosses,
            key="cells",
        )
    else:
        yield counted(
            "One cell is crossed from the start. It counts as crossed when you complete a line that earns a bonus.",
            "{N:word} cells are crossed from the start. They count as crossed when you complete a line that earns a "
            "bonus.",
            context.printed_crosses,
            key="cells",
        )


def _how_often(numbers: tuple[int, ...]) -> Sentence:
    """Return the sentence that says how often each number is printed in a grid."""
    counts = Counter(numbers)
    by_count: dict[int, list[int]] = {}
    for number in sorted(counts):
        by_count.setdefault(counts[number], []).append(number)
    if len(by_count) == 1:
        return sentence(
            "Each number from {least} to {most} appears {times:times}.",
            least=min(numbers),
            most=max(numbers),
            times=next(iter(by_count)),
        )
    groups = tuple(
        counted(
            "the {numbers} appears {times:times}",
            "the {numbers} appear {times:times}",
            len(group),
            numbers=tuple(group),
            times=times,
        )
        for times, group in by_count.items()
    )
    return sentence("{Groups:semicolons}.", groups=groups)


def _row_labels(context: EditionZone) -> Iterator[Sentence]:
    zone, edition = context.zone, context.edition
    if zone.row_dice:
        dice = tuple(DieName(die) for die in zone.row_dice)
        yield sentence("Each row belongs to a die: {dice}, from top to bottom.", dice=dice)
    if zone.order.depends_on_place:
        if any(edition.die_slots):
            labels = tuple(edition.die_slots[: len(zone.cells.rows)])
            yield sentence("The rows are marked {labels}, like your die slots.", labels=labels)
        else:
            yield sentence("The rows are marked for the first, second and later rolls, like your die slots.")


def _tinted_cells(context: EditionZone) -> Iterator[Sentence]:
    zone = context.zone
    tinted = sum(cell.tinted for _, _, cell in zone.cells)
    for_badges, for_passive = zone.bonus.needs == "tinted cells", zone.order.depends_on_place
    if not tinted or not (for_badges or for_passive):
        return
    if for_badges and for_passive:
        text = later(
            "The {count:word} tinted cells, those with a dark corner, matter twice: they count for the badges, and "
            "they are the only ones open to passive players."
        )
    elif for_passive:
        text = later(
            "The {count:word} tinted cells, those with a dark corner, are the only ones open to passive players."
        )
    else:
        text = later(
            "Only the {count:word} tinted cells, those with a dark corner, count for the badges. For your points every "
            "cell counts."
        )
    yield sentence(text, count=tinted)


def _thresholds(context: EditionZone) -> Iterator[Sentence]:
    if context.zone.bonus.only_from:
        yield sentence("A small ≥ in the corner of a cell says what its badge asks for.")


# What you do


def marking(context: EditionZone) -> tuple[Sentence, ...]:
    """Return how a cell is marked; the first sentence continues after a colon."""
    zone = context.zone
    if zone.writes:
        text = later("write your number in the cell. One die makes one entry.")
    elif zone.stages > 1:
        text = later(
            "each cell can be used twice. The first time, **circle** the number; with a later die you may **cross** "
            "the circled number. One die does one or the other. You can never cross a number that has no circle."
        )
    elif zone.extra_marks:
        text = later("cross off the cell. One die makes one cross, with these exceptions:")
    elif zone.accepts.decided_by_number and len(set(context.printed_numbers)) < len(context.printed_numbers):
        text = later("cross off the cell. One die makes one cross, even where its number appears more than once.")
    else:
        text = later("cross off the cell. One die makes one cross.")
    return (sentence(text, key="marks", detail=zone.stages == 1),)


def when_nothing_fits(context: EditionZone) -> Sentence:
    """Return when the die of the zone cannot be used here."""
    if context.zone.accepts.takes_any_number:
        return sentence("When all cells are full, you can no longer use the die here.")
    return sentence("If your number fits nowhere, you cannot use the die for this zone.")


# What you get


def badges(context: EditionZone) -> tuple[Sentence, ...]:
    """Return what earns the badges of the zone."""
    zone, attached_to = context.zone, {badge.attached_to for badge in context.zone.badges}
    if not attached_to:
        return (sentence("This zone has no badges."),)
    blocks: list[Iterable[Sentence]] = [
        _cell_badges(context) if "cell" in attached_to else (),
        _rows_without_badges(context) if "cell" in attached_to and zone.cells.is_grid else (),
        _line_badges(context) if attached_to & {"row", "column"} else (),
        _diagonal_badge(context) if "diagonal" in attached_to else (),
        _badges_between_cells(context) if "between cells" in attached_to else (),
        _badges_between_rows(context) if "between rows" in attached_to else (),
    ]
    if zone.stages > 1 and zone.bonus.needs != "circles":
        blocks.append([sentence("Here only crosses count for the badges, not circles.")])
    return tuple(item for block in blocks for item in block)


def _cell_badges(context: EditionZone) -> Iterator[Sentence]:
    zone = context.zone
    if zone.bonus.only_from:
        yield sentence(
            "The badge under a cell is yours if your entry is at least the small number in the cell. With a lower "
            "entry the badge is lost: you may write, but you get nothing.",
            key="bonus",
        )
    elif zone.value.has_choice:
        yield sentence(
            "The badge under a cell is yours as soon as you write half in the cell. With the star you lose it."
        )
    elif zone.mark_kind == "cross":
        yield sentence("The badge under a cell is yours as soon as you cross off the cell.", key="bonus", detail=True)
    else:
        yield sentence("The badge under a cell is yours as soon as you fill the cell.", key="bonus", detail=True)
        if any(part.pair_boxes for part in zone.points.parts):
            yield sentence("You need not wait for the other half of the pair.", follows="same line", detail=True)


def _rows_without_badges(context: EditionZone) -> Iterator[Sentence]:
    zone = context.zone
    rows = len(zone.cells.rows)
    names = {badge.cells[0] for badge in zone.badges if badge.attached_to == "cell"}
    with_badge = {row for row, column, _ in zone.cells if zone.cells.name(row, column) in names}
    bare = tuple(context.row(row + 1) for row in range(rows) if row not in with_badge)
    if len(bare) == 1:
        yield sentence("The {row} has no badges.", row=bare[0], key="bonus", detail=True)
    elif bare:
        with_article = tuple(sentence("the {row}", row=row) for row in bare)
        yield sentence("{Rows:and_each} have no badges.", rows=with_article, key="bonus", detail=True)


def _line_badges(context: EditionZone) -> Iterator[Sentence]:
    zone, attached_to = context.zone, {badge.attached_to for badge in context.zone.badges}
    if {"row", "column"} <= attached_to:
        end = sentence("end of a row or column")
    else:
        end = sentence("end of a row") if "row" in attached_to else sentence("end of a column")
    texts = {
        ("circles", False): later(
            "The badge at the {end} is yours as soon as all its numbers are circled; crosses are not needed."
        ),
        ("tinted cells", True): later(
            "The badge at the {end} is yours as soon as all its **tinted** cells are filled; the others do not matter."
        ),
        ("tinted cells", False): later(
            "The badge at the {end} is yours as soon as all its **tinted** cells are crossed; the others do not matter."
        ),
        ("all cells", True): later("The badge at the {end} is yours as soon as all its cells are filled."),
        ("all cells", False): later("The badge at the {end} is yours as soon as all its cells are crossed."),
    }
    yield sentence(texts[zone.bonus.needs, zone.writes], end=end, key="bonus", detail=zone.bonus.needs == "all cells")
    if zone.bonus.needs == "circles":
        yield sentence("Crossing them later earns nothing more.", follows="same line", detail=True)
    if {"row", "column"} <= attached_to:
        yield sentence("One mark can complete a row and a column at the same time.", follows="same line", detail=True)


def _diagonal_badge(context: EditionZone) -> Iterator[Sentence]:
    zone = context.zone
    line = next(badge for badge in zone.badges if badge.attached_to == "diagonal")
    numbers = "–".join(str(zone.cells.by_name[name].number or "×") for name in line.cells)
    yield sentence(
        "The badge in the corner belongs to the diagonal from the top left to the bottom right: {numbers}.",
        numbers=numbers,
        key="bonus",
    )


def _badges_between_cells(context: EditionZone) -> Iterator[Sentence]:
    if context.zone.writes:
        text = later("A badge between two neighbours is yours as soon as both of them are filled.")
    else:
        text = later("A badge between two neighbours is yours as soon as both of them are crossed.")
    yield sentence(text, key="bonus")
    if context.zone.order.may_skip:
        yield sentence("Skip one of the two, and the badge is gone.", follows="same line", detail=True)


def _badges_between_rows(context: EditionZone) -> Iterator[Sentence]:
    if context.zone.writes:
        text = later(
            "A badge between two rows is yours as soon as the cell above it and the cell below it are both filled."
        )
    else:
        text = later(
            "A badge between two rows is yours as soon as the cell above it and the cell below it are both crossed."
        )
    yield sentence(text, key="bonus")


def earned_by(context: EditionZone, badge: Badge) -> Value:
    """Return which cells earn a badge, for a table."""
    zone = context.zone
    if badge.attached_to == "cell":
        return _earned_by_cell(context, badge)
    numbers = tuple(number for name in badge.cells if (number := zone.cells.by_name[name].number) is not None)
    line = _line_of(context, badge)
    if not numbers or badge.attached_to in ("diagonal", "between rows"):
        return line
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return sentence("{place}: the {number}, {count:times}", place=line, count=len(numbers), number=numbers[0])
    return sentence("{place}: {numbers}", place=line, numbers=numbers)


def _earned_by_cell(context: EditionZone, badge: Badge) -> Sentence:
    zone = context.zone
    if zone.cells.is_grid:
        row, _, column = badge.cells[0].removeprefix("r").partition("c")
        name = context.row(int(row))
        if badge.only_from:
            return sentence("{row}, cell {cell}, from {least} up", row=name, cell=column, least=badge.only_from)
        return sentence("{row}, cell {cell}", row=name, cell=column)
    cell = badge.cells[0]
    if zone.value.has_choice and zone.value.factor_stars[int(cell) - 1]:
        if badge.only_from:
            return sentence("cell {cell}, from {least} up, with half", cell=cell, least=badge.only_from)
        return sentence("cell {cell}, with half", cell=cell)
    if badge.only_from:
        return sentence("cell {cell}, from {least} up", cell=cell, least=badge.only_from)
    return sentence("cell {cell}", cell=cell)


def _line_of(context: EditionZone, badge: Badge) -> Value:
    _, *steps = badge.path
    numbers = [int(step) for step in steps]
    match badge.attached_to:
        case "diagonal":
            return sentence("the diagonal")
        case "row":
            return context.row(numbers[0] + 1)
        case "column":
            return sentence("column {column}", column=numbers[0] + 1)
        case "between cells":
            return sentence("cells {first} and {second}", first=badge.cells[0], second=badge.cells[1])
        case "between rows":
            above, below = context.row(numbers[0] + 1), context.row(numbers[0] + 2)
            return sentence("{above} and {below}, column {column}", above=above, below=below, column=numbers[1] + 1)
    raise ValueError(f"a badge where nobody expects one: {badge.attached_to}")


# Points


def points(context: EditionZone) -> tuple[Sentence, ...]:
    """Return how the zone scores."""
    parts = context.zone.points.parts
    result: list[Sentence] = []
    for number, part in enumerate(parts):
        if number and not part.adds_to_entries:
            result.append(sentence("In addition:", follows="paragraph"))
        first, *others = part.sentences(context)
        result += [first.as_paragraph() if first.follows == "line" else first, *others]
    if len(parts) > 1:
        result.append(sentence("The zone scores the total.", follows="paragraph", detail=True))
    return tuple(result)


# Bonuses from elsewhere


def free_cross(context: EditionZone) -> Sentence:
    """Return what a bonus for a free cross means here."""
    return _circle_or_cross() if context.zone.stages > 1 else context.zone.order.free_cross(context)


def _circle_or_cross() -> Sentence:
    return sentence("Circle any number, or cross any that is circled.")


def number_badge(context: EditionZone) -> tuple[Sentence, ...]:
    """Return what a bonus with a number to write means here."""
    if context.zone.accepts.takes_any_number:
        rule = sentence("It goes where a die would go.")
    else:
        rule = sentence("It goes where a die would go, and it must fit.")
    more = context.zone.value.number_badge(context)
    return (rule,) if more is None else (rule, more.on_same_line())


def free_choice(context: EditionZone) -> tuple[Sentence, ...]:
    """Return what a bonus for a free choice means here."""
    zone, other = context.zone, context.zone.value.added_die
    choice = _free_choice(context)
    if zone.free_choice != "any value" or other is None:
        return choice
    return *choice, sentence("The {other} die is not needed.", other=DieName(other), follows="same line")


def _free_choice(context: EditionZone) -> tuple[Sentence, ...]:
    zone = context.zone
    if zone.free_choice == "one more than the one before":
        text = later(
            "Write one more than the entry before; in the first cell, write 1. The same applies to a black ? used here."
        )
        return (sentence(text, key="free choice"),)
    if zone.stages > 1:
        return (_circle_or_cross(),)
    if zone.free_choice == "face" and zone.value.added_die:
        return zone.value.free_choice(context)
    if zone.order.depends_on_place:
        return (zone.order.free_cell(context),)
    if zone.accepts.needs_printed_numbers:
        cell = zone.order.free_cell(context)
        return (cell, sentence("One cross, no more.", follows="same line")) if zone.extra_marks else (cell,)
    return zone.value.free_value(context) if zone.free_choice == "any value" else zone.value.free_choice(context)


# What other pages say

_PARTS = ("order", "value", "extra marks", "marks", "points")
_PARTS_OF_MISTAKES = ("order", "extra marks", "marks", "points", "value")  # the plainest mistake first


def remarks(edition: SheetEdition, topic: Topic) -> Iterator[tuple[EditionZone, Sentence]]:
    """Yield what the zones of an edition mean for a topic; sentences with a field {zones} are merged into one."""
    merged: dict[str, tuple[EditionZone, Sentence]] = {}
    for key in _PARTS_OF_MISTAKES if topic == "mistakes" else _PARTS:
        for zone_id in edition.zones:
            context = EditionZone(edition, zone_id)
            for number, remark in enumerate(_remarks(key, topic, context)):
                zones = remark.values.get("zones")
                merge_key = remark.text if zones is not None else f"{zone_id} {key} {number}"
                if merge_key not in merged:
                    merged[merge_key] = context, remark
                elif isinstance(zones, tuple):
                    first, before = merged[merge_key]
                    earlier_zones = before.values["zones"]
                    if isinstance(earlier_zones, tuple):
                        merged[merge_key] = (
                            first,
                            replace(before, values={**before.values, "zones": (*earlier_zones, *zones)}),
                        )
    yield from merged.values()


def _remarks(key: str, topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
    if key == "marks":
        return _remarks_on_marks(topic, context)
    return tuple(remark for part in _parts(context)[key] for remark in part.remarks(topic, context))


def _parts(context: EditionZone) -> dict[str, tuple[ZonePart, ...]]:
    zone = context.zone
    extra = (zone.extra_marks,) if zone.extra_marks is not None else ()
    return {
        "order": (zone.order,),
        "accepts": zone.accepts.every_rule,
        "value": (zone.value,),
        "extra marks": extra,
        "points": tuple(zone.points.parts),
    }


def _remarks_on_marks(topic: Topic, context: EditionZone) -> tuple[Sentence, ...]:
    if topic != "mistakes" or context.zone.stages == 1:
        return ()
    if context.zone.bonus.needs == "circles":
        text = later("**“My circles are worth points.”** No. In {zone} only crosses score; circles earn the badges.")
    else:
        text = later("**“My circles are worth points.”** No. In {zone} only crosses score.")
    return (sentence(text, zone=context.name),)


def zones_asking(edition: SheetEdition, question: str) -> list[str]:
    """Return the zones that raise a question, given by its id on the page of questions."""
    return [
        zone_id
        for zone_id in edition.zones
        if any(
            question in part.questions(EditionZone(edition, zone_id))
            for parts in _parts(EditionZone(edition, zone_id)).values()
            for part in parts
        )
    ]
