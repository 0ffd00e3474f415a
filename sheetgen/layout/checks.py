"""The semantic checks behind `sheetgen check`: names that exist, parts that fit each other, lists of the right length.

Each `check_…` yields the problems with one thing, in no particular order; `problems_of` runs them all. A new check is a
function and its entry in SHEET_CHECKS.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sized
from itertools import combinations_with_replacement, pairwise

from sheetgen.i18n import catalogue, languages
from sheetgen.layout.base import provenance_notes, texts
from sheetgen.layout.cards import CardEdition
from sheetgen.layout.loading import Layout, read
from sheetgen.layout.nodes import Steps, entry_at_path
from sheetgen.layout.parts.bonus import SCORING_BADGES, Bonus, SingleBonus, parse_bonus
from sheetgen.layout.parts.order import Series
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.problems import LayoutError, Problem, Severity, brief, did_you_mean, join_with_or, printable
from sheetgen.layout.sheet import ACTION_KINDS, Action, Die, MorePanels, OtherEdition, Row, SheetEdition
from sheetgen.layout.zone import Zone
from sheetgen.resources import shipped_layouts

FIXED_PANELS = ("rounds", "dice", "actions")
LEAST_CARDS = 3  # in a deck: the page of the odds names the three best
# What a zone cannot be called, with what the word means already; parts of the sheet have numbers, as cells have.
TAKEN_NAMES: dict[str, str] = {
    **dict.fromkeys(FIXED_PANELS, "a panel of the sheet"),
    "any": "any zone, in badges",
    **{badge.plural: "the points of badges" for badge in SCORING_BADGES},
    "total": "the total",
    "best": "the highest total so far",
    **dict.fromkeys(
        ("index", "summary", "ask", "turn", "bonuses", "end", "solo", "count", "questions", "experts"),
        "a page of the rules",
    ),
    **dict.fromkeys(("title", "round", "slot", "game", "rating", "tally", "mark"), "a part of the sheet"),
    **{name.replace(" ", "-"): "a track of actions" for name in ACTION_KINDS},
}


def check_dice(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield the names of dice that do not exist: the wild die, those of zones and rows, those that are added."""
    named: list[tuple[Steps, str]] = []
    if edition.wild is not None:
        named.append((("wild",), edition.wild))
    for name, zone in edition.zones.items():
        steps: Steps = ("zones", name)
        named.append(((*steps, "die"), zone.die or name))
        named += [((*steps, "row dice", i), die) for i, die in enumerate(zone.row_dice or ())]
        if zone.value.added_die is not None:
            added: Steps = (*steps, "value", zone.value.kind, "die")
            named.append((added, zone.value.added_die))
            if zone.value.added_die == (zone.die or name):
                message = f"adds the {zone.value.added_die} die to itself"
                yield layout.problem(added, message, "name another die, or write {times: [2, 2, …]}")
    for steps, die in named:
        if die not in edition.dice:
            hint = did_you_mean(die, edition.dice) or f"the dice are {', '.join(edition.dice)}"
            yield layout.problem(steps, f"there is no die {brief(die)}", hint)


def check_zone_names(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield zones with a name that something else on the sheet, in scores or on the rules pages has."""
    for name in edition.zones:
        if name in TAKEN_NAMES:
            message = f"a zone cannot be called {brief(name)}, which means {TAKEN_NAMES[name]}"
            hint = f"'{name}-zone' would do; 'name' says what readers see"
            yield layout.problem(("zones", name), message, hint)


def check_actions(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield actions that are neither one of the five that the engine knows nor a group of lists of them."""
    for name, action in edition.actions.items():
        steps = ("actions", name)
        if (action.slots is None) == (action.lists is None):
            given = "neither" if action.slots is None else "both"
            yield layout.problem(steps, f"needs either 'slots' or 'lists', found {given}")
        if action.lists is None and name not in ACTION_KINDS:
            message = f"unknown action {brief(name)}, expected {join_with_or(ACTION_KINDS)}"
            yield layout.problem(
                steps, message, did_you_mean(name, ACTION_KINDS) or "only a group of lists has a free name"
            )
        if action.lists is not None and name in (*ACTION_KINDS, *map(str, SCORING_BADGES)):
            yield layout.problem(steps, f"a group of lists cannot be called {brief(name)}")
        elif action.lists is not None and not _is_unlocked_by(name):
            message = f"no badge can name a group called {brief(name)}"
            yield layout.problem(steps, message, "use lower-case letters and spaces; 'name' says what readers see")
        if action.lists is not None and not action.lists:
            yield layout.problem((*steps, "lists"), "expected at least one list, found none")
    jokers = [name for name, action in edition.actions.items() if name == "joker" or "joker" in (action.lists or ())]
    if len(jokers) > 1:
        # A move names the slot of its joker by a number, which is clear in one track only.
        message = f"there can be one track of jokers, found one in {' and one in '.join(map(brief, jokers))}"
        yield layout.problem(("actions", jokers[1]), message)


def check_list_ends(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield badges at the end of lists that would score: which list a player chose is not among the marks of a sheet.

    A list that is alone in its group leaves no choice, and counts like a track.
    """
    alone = {name: action for name, action in edition.actions.items() if len(action.lists or ()) < 2}
    scoring: set[str] = set()
    for _ in alone:  # an end may unlock a slot of a track whose end scores
        for name, action in alone.items():
            ends = [track.end for track in action.tracks(name).values() if track.end is not None]
            if any(_scores(end, scoring) for end in ends):
                scoring.add(name)
    for name, action in edition.actions.items():
        for kind, track in action.tracks(name).items() if name not in alone else ():
            if track.end is not None and _scores(track.end, scoring):
                message = (
                    f"'{track.end}' at the end of one of several lists cannot be counted from the marks of a sheet"
                )
                hint = "put it at the end of a track of its own, or into a zone"
                yield layout.problem(("actions", name, "lists", kind, "end"), message, hint)


def _scores(bonus: Bonus, tracks: Container[str]) -> bool:
    """Whether a badge brings points at the end of the game, itself or as one that unlocks slots of some tracks."""
    return any(single.effect == "points" or single.unlocks in tracks for single in bonus.singles)


def _is_unlocked_by(name: str) -> bool:
    """Whether a badge with the name of an action unlocks it."""
    try:
        return parse_bonus(name).unlocks == name
    except ValueError:
        return False


def check_badge_targets(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield badges that name a zone or an action that does not exist or cannot take them."""
    for steps, bonus in edition.every_badge():
        if len(set(map(str, bonus.singles))) < len(bonus.singles):
            yield layout.problem(steps, "'or' joins different badges, found the same one twice")
        for single in bonus.singles:
            if len(bonus.singles) > 1 and single.effect != "mark":
                message = f"'or' joins badges that mark a cell, found {brief(str(single))}"
                yield layout.problem(steps, message, "write a badge of its own for it")
            if single.unlocks is not None and single.unlocks not in edition.actions:
                hint = _near_action(edition, single.unlocks)
                yield layout.problem(steps, f"there is no action {brief(single.unlocks)}", hint)
            if single.effect == "mark":
                yield from _target(layout, edition, steps, single)


def _target(layout: Layout, edition: SheetEdition, steps: Steps, bonus: SingleBonus) -> Iterator[Problem]:
    """Yield a problem if the zone of a bonus that marks a cell does not exist or does not take what it writes."""
    if bonus.fixed_number is not None and bonus.fixed_number not in FACES:
        yield layout.problem(steps, f"a badge writes a number from 1 to 6, found {bonus.fixed_number}")
    if bonus.target is None:
        kinds = {zone.writes for zone in edition.zones.values()}
        if not any(bonus.may_mark(writes=writes) for writes in kinds):
            yield layout.problem(steps, f"no zone takes {'crosses' if bonus.may_mark(writes=False) else 'numbers'}")
        return
    if bonus.target not in edition.zones:
        hint = did_you_mean(bonus.target, [*edition.zones, "any"]) or f"the zones are {', '.join(edition.zones)}"
        yield layout.problem(steps, f"there is no zone {brief(bonus.target)}", hint)
        return
    zone = edition.zones[bonus.target]
    if not zone.table.writable:
        return  # without cells to mark it is unknown what the zone takes
    if not bonus.may_mark(writes=zone.writes):
        what, takes, other = ("cross", "numbers", f"6 {bonus.target}") if zone.writes else ("number", "crosses", "")
        hint = f"write '? {bonus.target}' or '{other}'" if other else f"write 'X {bonus.target}' or '? {bonus.target}'"
        yield layout.problem(steps, f"a {what} cannot go to {bonus.target}, which takes {takes}", hint)


def _near_action(edition: SheetEdition, word: str) -> str:
    if word.startswith("x ") and word[2:] in (*edition.zones, "any"):
        return f"did you mean 'X {word[2:]}'?"
    words = [name for name in (*edition.actions, *map(str, SCORING_BADGES)) if name.isprintable()]
    return did_you_mean(word, words) or f"the actions are {', '.join(words)}"


def check_unlocks(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield a warning for an action whose slots are not as many as its badges, as they are in all printed editions."""
    unlocked = Counter(
        single.unlocks for _, bonus in edition.every_badge() for single in bonus.singles if single.unlocks is not None
    )
    for name, action in edition.actions.items():
        slots = sum(len(track.slots or ()) for track in action.tracks(name).values())
        if unlocked[name] != slots:
            message = f"has {slots} slots, but {unlocked[name]} badges of the sheet unlock it"
            yield layout.problem(("actions", name), message, severity=Severity.WARNING)


def check_orders(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield zones whose order does not fit their cells: some need a row, others a grid, some a printed entry."""
    for name, zone in edition.zones.items():
        problem_path = layout.first_stated_here(("zones", name, "order"), ("zones", name, "cells"))
        cells = [cell for _, _, cell in zone.cells]
        if not cells:
            yield layout.problem(("zones", name, "cells"), "has no cells")
            continue
        if all(cell.printed_mark for cell in cells):
            yield layout.problem(("zones", name, "cells"), "has no cell left to mark")
        yield from _empty_lines(layout, name, zone)
        if zone.order.cells_needed == "one row":
            if zone.cells.is_grid:
                yield layout.problem(
                    problem_path,
                    f"'{zone.order.kind}' needs one row of cells, found a grid",
                    "did you mean 'next of a chosen row'?",
                )
            elif any(cell is None for cell in zone.cells.rows[0]):
                yield layout.problem(("zones", name, "cells"), f"'{zone.order.kind}' allows no gap (~) in the row")
        if zone.order.cells_needed == "a grid" and not zone.cells.is_grid:
            yield layout.problem(problem_path, f"'{zone.order.kind}' needs a grid of cells, found one row")
        if zone.order.depends_on_place and zone.cells.is_grid:
            yield from _row_by_throw(layout, edition, name, zone)
        yield from _special_cells(layout, name, zone)


def _empty_lines(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    """Yield rows without cells; if there are none, columns of a grid without cells."""
    steps = ("zones", name, "cells")
    empty_rows = [r for r, row in enumerate(zone.cells.rows) if not any(row)]
    for r in empty_rows:
        yield layout.problem((*steps, "grid", r), "a row without cells; leave it out")
    columns = {c for _, c, _ in zone.cells}
    for c in range(zone.cells.columns) if zone.cells.is_grid and not empty_rows else ():
        if c not in columns:
            yield layout.problem(steps, f"column {c + 1} is without cells; leave it out")


def _special_cells(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    """Yield printed entries that the order lacks or does not use, and pairs with one cell."""
    entries = sum(cell.entry is not None for _, _, cell in zone.cells)
    count = len(zone.cells.by_name)
    either = layout.first_stated_here(("zones", name, "cells"), ("zones", name, "order"))
    if zone.order.starts_from_entry and entries != 1:
        yield layout.problem(either, f"'{zone.order.kind}' starts from one printed entry such as =7, found {entries}")
    if zone.order.starts_from_entry and any(cell.crossed for _, _, cell in zone.cells):
        yield layout.problem(
            either, f"'{zone.order.kind}' starts from the printed entry, so no cell can be a printed x"
        )
    if any(cell.entry == 0 for _, _, cell in zone.cells):
        yield layout.problem(("zones", name, "cells"), "a printed entry is a number from 1 on, found =0")
    if not zone.order.starts_from_entry and entries:
        yield layout.problem(either, "a printed entry (=7) makes sense only with 'order: outward'")
    if zone.order.needs_pairs and count % 2:
        yield layout.problem(either, f"'{zone.order.kind}' needs an even number of cells, found {count}")


def _row_by_throw(layout: Layout, edition: SheetEdition, name: str, zone: Zone) -> Iterator[Problem]:
    rows, throws = len(zone.cells.rows), len(edition.die_slots)
    order, cells = ("zones", name, "order"), ("zones", name, "cells")
    if rows > throws:
        place = layout.first_stated_here(order, cells, ("die slots",))
        yield layout.problem(place, f"'row by throw' has {rows} rows, but a turn has {throws} rolls")
    if not any(cell.tinted for _, _, cell in zone.cells):
        message = "'row by throw' without tinted cells (5*) leaves passive players nothing to mark"
        yield layout.problem(layout.first_stated_here(order, cells), message, severity=Severity.WARNING)


def check_rules(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield zones whose `accepts`, `marks`, `extra marks` or `bonus` do not fit their cells or each other."""
    for name, zone in edition.zones.items():
        yield from _accepting(layout, name, zone)
        yield from _marking(layout, name, zone)
        problem_path: Steps = ("zones", name, "bonus")
        if zone.bonus.needs == "circles" and zone.mark_kind != "circle then cross":
            yield layout.problem((*problem_path, "needs"), "'circles' needs 'marks: circle then cross'")
        if zone.bonus.needs == "tinted cells" and not any(cell.tinted for _, _, cell in zone.cells):
            place = layout.first_stated_here((*problem_path, "needs"), ("zones", name, "cells"))
            yield layout.problem(place, "no cell is tinted", "put a * behind the cells that count")
        if zone.bonus.only_from is not None and not zone.writes:
            message = f"'only from' asks for a number, but {name} takes crosses, which show none"
            yield layout.problem(
                layout.first_stated_here((*problem_path, "only from"), ("zones", name, "marks")), message
            )
        if zone.bonus.diagonal is not None and not zone.cells.is_grid:
            yield layout.problem((*problem_path, "diagonal"), "a diagonal needs a grid of cells, found one row")


def _accepting(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    accepts, cells, order, marks = (("zones", name, key) for key in ("accepts", "cells", "order", "marks"))
    blank = [
        rule.kind
        for r, _, cell in zone.cells
        if not cell.printed_mark and cell.number is None
        if (rule := zone.accepts_in_row(r)).needs_printed_numbers
    ]
    if blank:
        yield layout.problem(
            layout.first_stated_here(accepts, cells),
            f"'{blank[0]}' needs a number printed in every cell",
            "write the numbers in 'cells', or 'accepts: anything'",
        )
    for rule in zone.accepts.every_rule:
        if rule.compares_with_entry_before and not zone.writes:
            message = f"'{rule.kind}' compares with the number before, but {name} takes crosses, which show no number"
            place = layout.first_stated_here(accepts, cells, marks)
            yield layout.problem(place, message, "print no numbers in 'cells', or write 'marks: number'")
        elif rule.compares_with_entry_before and not zone.order.has_entry_before:
            message = f"'{rule.kind}' compares with the entry before, but the order is '{zone.order.kind}'"
            series = "next of a chosen row" if zone.cells.is_grid else "left to right"
            yield layout.problem(layout.first_stated_here(accepts, order), message, f"did you mean 'order: {series}'?")
        elif rule.needs_outward_order != zone.order.starts_from_entry:
            place = layout.first_stated_here(accepts, order)
            yield layout.problem(place, "'one step' and 'order: outward' belong together")


def _marking(layout: Layout, name: str, zone: Zone) -> Iterator[Problem]:
    marks, accepts, order, value, extra = (
        ("zones", name, key) for key in ("marks", "accepts", "order", "value", "extra marks")
    )
    if zone.mark_kind == "circle then cross" and not zone.accepts.decided_by_number:
        yield layout.problem(
            layout.first_stated_here(marks, accepts), "'circle then cross' needs 'accepts: same number'"
        )
    if zone.mark_kind == "circle then cross" and not zone.order.is_free:
        yield layout.problem(layout.first_stated_here(marks, order), "'circle then cross' needs 'order: anywhere'")
    if zone.free_choice == "one more than the one before" and not (zone.writes and zone.order.has_entry_before):
        reason = f"the order is '{zone.order.kind}'" if zone.writes else f"{name} takes crosses, which show no number"
        choice = layout.first_stated_here(("zones", name, "free choice"), marks, order)
        yield layout.problem(choice, f"'{zone.free_choice}' counts on from the entry before, but {reason}")
    if zone.value.has_choice and zone.mark_kind != "number":
        yield layout.problem(
            layout.first_stated_here(value, marks), f"'{zone.value.kind}' needs a zone that takes numbers"
        )
    if zone.extra_marks is not None and not (
        zone.accepts.decided_by_number and zone.order.is_free and zone.value.is_face
    ):
        message = f"'{zone.extra_marks.kind}' needs 'accepts: same number', 'order: anywhere' and 'value: face'"
        yield layout.problem(layout.first_stated_here(extra, accepts, order, value), message)
    if zone.extra_marks is not None and (lack := zone.extra_marks.needs(has_row_dice=zone.row_dice is not None)):
        yield layout.problem(extra, *lack)


def check_scoring(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield ways to score that count what their zone does not have."""
    for name, zone in edition.zones.items():
        for part in zone.points.parts:
            problem_path = ("zones", name, "points", part.kind)
            if part.needs_numbers and zone.mark_kind != "number":
                yield layout.problem(
                    problem_path,
                    f"'{part.kind}' adds up numbers, but {name} takes crosses",
                    "did you mean 'by count'?",
                )
            if part.cells_needed == "a grid" and not zone.cells.is_grid:
                yield layout.problem(problem_path, f"'{part.kind}' needs a grid of cells, found one row")
            if part.cells_needed == "one row" and zone.cells.is_grid:
                yield layout.problem(problem_path, f"'{part.kind}' needs one row of cells, found a grid")
            if part.needs_outward_order and not zone.order.starts_from_entry:
                yield layout.problem(problem_path, f"'{part.kind}' needs 'order: outward'")


def check_lost_points(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield a warning for an inherited zone that scores only extra points of entries, which replace what it scored."""
    here = layout.root.position.file
    for name, zone in edition.zones.items():
        points, cells = (entry_at_path(layout.root, ("zones", name, key)) for key in ("points", "cells"))
        if points is None or cells is None or points.position.file != here or cells.position.file == here:
            continue
        if all(part.adds_to_entries for part in zone.points.parts):
            (kind,) = {part.kind for part in zone.points.parts}
            message = f"'{kind}' alone replaces the points that {name} inherits"
            hint = f"write {{sum: true, {kind}: …}} to add to a sum"
            yield layout.problem(("zones", name, "points"), message, hint, Severity.WARNING)


def check_list_lengths(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield lists that are not as long as what they describe: one entry per round, cell, row or column."""
    if len(edition.rounds.bonuses) > edition.rounds.count > 0:
        message = f"has {len(edition.rounds.bonuses)} badges for {edition.rounds.count} rounds"
        yield layout.problem(("rounds", "bonuses"), message)
    for name, zone in edition.zones.items():
        for steps, entries, needed, what in lists_of(zone):
            if entries is not None and len(entries) != needed:
                message = f"expected {needed} entries, one per {what}, found {len(entries)}"
                yield layout.problem(("zones", name, *steps), message)
        cells = len(zone.cells.by_name)
        for number in zone.bonus.cells:
            if not 1 <= number <= cells:
                yield layout.problem(
                    ("zones", name, "bonus", "cells", number),
                    f"there is no cell {number}: {name} has {cells}",
                )


def lists_of(zone: Zone) -> Iterator[tuple[Steps, Sized | None, int, str]]:
    """Yield the lists of a zone but those of its points: path below the zone, list, length needed, and one per what."""
    cells, rows, columns = len(zone.cells.by_name), len(zone.cells.rows), zone.cells.columns
    yield ("row dice",), zone.row_dice, rows, "row"
    yield ("bonus", "rows"), zone.bonus.rows, rows, "row"
    yield ("bonus", "columns"), zone.bonus.columns, columns, "column"
    yield ("bonus", "only from"), zone.bonus.only_from, cells, "cell"
    yield ("bonus", "between cells"), zone.bonus.between_cells, cells - 1, "pair of neighbours"
    yield ("bonus", "between rows"), zone.bonus.between_rows, rows - 1, "pair of rows"
    for r, gaps in enumerate(zone.bonus.between_rows or ()):
        yield ("bonus", "between rows", r), gaps, columns, "column"
    if zone.accepts.by_rows:
        yield ("accepts", zone.accepts.kind), zone.accepts.every_rule, rows, "row"
    if zone.value.list_per_cell is not None:
        yield ("value", zone.value.kind), zone.value.list_per_cell, cells, "cell"


def check_ladder_lengths(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield ladders that do not have a number for each count that is possible in their zone, and only there."""
    for name, zone in edition.zones.items():
        for part in zone.points.parts:
            length = part.length(zone)
            if length is not None and length.given != length.needed:
                message = f"expected {length.needed} numbers, one per {length.per}, found {length.given}"
                yield layout.problem(("zones", name, "points", part.kind), message)
            elif wrong := part.wrong_number(zone):
                index, message = wrong
                yield layout.problem(("zones", name, "points", part.kind, index), message)


def check_printed_numbers(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield printed numbers that no roll can match or reach."""
    for name, zone in edition.zones.items():
        for index, (r, c, cell) in enumerate(zone.cells):
            if cell.number is None:
                continue
            values = zone.value.possible_values(index, len(edition.dice))
            if not zone.accepts_in_row(r).is_possible(cell.number, values):
                steps = (
                    ("zones", name, "cells", "grid", r, c) if zone.cells.is_grid else ("zones", name, "cells", "row", c)
                )
                message = f"no roll gives {cell.number} here: {name} takes {min(values)} to {max(values)}"
                yield layout.problem(steps, message)
        for index, least in enumerate(zone.bonus.only_from or ()):
            highest = max(zone.value.possible_values(index, len(edition.dice)))
            if least is not None and least > highest:
                message = f"no roll gives {least} here: {name} takes at most {highest}"
                yield layout.problem(("zones", name, "bonus", "only from", index), message)


def check_reachable_cells(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield zones with a cell that cannot be marked in any game."""
    for name, zone in edition.zones.items():
        for series in zone.order.series(zone.table) if zone.order.without_gaps else ():
            stuck = _first_unreachable(zone, series, len(edition.dice))
            if stuck is not None:
                rule = zone.accepts_in_row(zone.table.rows[stuck]).kind
                message = f"nobody can reach {name}.{zone.table.names[stuck]}: '{rule}' leaves no value for it"
                place = layout.first_stated_here(
                    *(("zones", name, key) for key in ("cells", "accepts", "value", "order"))
                )
                yield layout.problem(place, message, "use fewer cells, or let the series restart")


def check_reachable_badges(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield badges that no cell earns."""
    for name, zone in edition.zones.items():
        for badge in zone.badges:
            if not badge.cells:
                what = "tinted cell" if zone.bonus.needs == "tinted cells" else "cell"
                message = f"there is no {what} here that could earn this badge"
                yield layout.problem(("zones", name, "bonus", *badge.path), message, "leave it out (~), or add one")
            elif all(zone.cells.by_name[cell].printed_mark for cell in badge.cells):
                message = "nobody earns this badge: its cells are printed already marked"
                yield layout.problem(("zones", name, "bonus", *badge.path), message, "leave it out (~)")


def _first_unreachable(zone: Zone, series: Series, dice: int) -> int | None:
    """Return the index of the first cell of a series that no entry fits, whatever the entries before it; else None."""
    table = zone.table
    before: set[int | None] = {next((entry for entry in table.entries if entry is not None), None)}
    for cell in series.cells:
        if table.printed[cell]:
            continue
        rule = zone.accepts_in_row(table.rows[cell])
        after = {
            value
            for value in zone.value.possible_values(cell, dice)
            if any(rule.allows(value, number=table.numbers[cell], before=b, side=series.side) for b in before)
        }
        if not after:
            return cell
        before = set(after)
    return None


def check_panels(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield panels that do not exist, are missing on the sheet or are there twice, and a back that does not exist."""
    known = (*FIXED_PANELS, *edition.zones)
    places: dict[str, list[Steps]] = {}
    meant = ""
    for steps, row in _strips(edition):
        for place, name in _places(steps, row):
            places.setdefault(name, []).append(place)
            if name not in known:
                hint = did_you_mean(name, known)
                meant += hint
                message = f"there is no panel {brief(name)}"
                yield layout.problem(place, message, hint or f"known are {', '.join(known)}")
        if row.widths is not None and len(row.widths) != len(row.panels):
            message = f"expected {len(row.panels)} widths, one per panel, found {len(row.widths)}"
            yield layout.problem((*steps, "widths"), message)
    for name in known:
        first, *more = places.get(name, [()])
        for place in more:
            before = layout.problem(first, "").position
            yield layout.problem(
                place,
                f"{name} stands on the sheet twice",
                f"first on line {before.line}, column {before.column}",
            )
        # A panel that was only misspelt is on the sheet as soon as its name is right.
        if not first and f"'{name}'" not in meant and not (name == "actions" and not edition.actions):
            place = layout.first_stated_here(("sheet", "rows"), ("zones", name))
            yield layout.problem(place, f"{name} is not on the sheet", f"add {name} to a row of the sheet")
    if isinstance(edition.back, OtherEdition) and edition.back.id not in shipped_layouts():
        hint = did_you_mean(edition.back.id, shipped_layouts())
        yield layout.problem(
            ("back", "edition", "id"),
            f"there is no edition {brief(edition.back.id)}",
            hint or f"shipped are {', '.join(shipped_layouts())}",
        )


def _strips(edition: SheetEdition) -> Iterator[tuple[Steps, Row]]:
    """Yield all strips of the front and of a second page, with their paths."""
    for i, row in enumerate(edition.sheet.rows):
        yield ("sheet", "rows", i), row
    if isinstance(edition.back, MorePanels):
        for i, row in enumerate(edition.back.rows):
            yield ("back", "rows", "rows", i), row


def _places(steps: Steps, row: Row) -> Iterator[tuple[Steps, str]]:
    """Yield all panels of a strip, with their paths."""
    for i, panel in enumerate(row.panels):
        if isinstance(panel, str):
            yield (*steps, "panels", i), panel
        else:
            yield from (((*steps, "panels", i, j), name) for j, name in enumerate(panel))


def check_players(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield gaps in the numbers of players, and solo play that needs other dice or die slots than there are."""
    yield from _check_player_counts(layout, edition.rounds.by_players)
    if edition.solo is None:
        return
    others, slots = len(edition.dice) - edition.solo.platter, len(edition.die_slots)
    place = layout.first_stated_here(("solo", "platter"), ("solo", "others"), ("die slots",), ("dice",))
    if others < 0:
        message = f"sends {edition.solo.platter} dice to the platter, but there are {len(edition.dice)}"
        yield layout.problem(place, message)
    if edition.solo.others != "nowhere" and others > slots:
        message = f"leaves {others} dice of the passive roll, but there are {slots} die slots to put them on"
        yield layout.problem(place, message, "send more to the platter, or write 'others: nowhere'")


def _check_player_counts(layout: Layout, by_players: dict[int, int]) -> Iterator[Problem]:
    """Yield numbers of players outside 1 to 8 or with a gap."""
    counts = sorted(by_players)
    problem_path = ("rounds", "by players")
    if not counts:
        yield layout.problem(problem_path, "says for no number of players how many rounds to play")
    elif counts[0] < 1 or counts[-1] > 8:
        yield layout.problem(
            problem_path, f"expected 1 to 8 players, found {counts[0] if counts[0] < 1 else counts[-1]}"
        )
    elif counts != list(range(counts[0], counts[-1] + 1)):
        gap = next(n for n in range(counts[0], counts[-1]) if n not in counts)
        message = f"says nothing about {gap} players, but about {counts[-1]}"
        yield layout.problem(problem_path, message)


def check_ratings(layout: Layout, edition: SheetEdition) -> Iterator[Problem]:
    """Yield rating bands that are not below the one before, as they count or as printed; a warning without any."""
    bands = edition.solo.ratings if edition.solo is not None else ()
    disordered = [i for i, (upper, lower) in enumerate(pairwise(bands), start=1) if lower.from_ >= upper.from_]
    for i in disordered:
        message = f"{bands[i].from_} is not below {bands[i - 1].from_}, the band before"
        yield layout.problem(("solo", "ratings", i, "from"), message, "write the best band first")
    if edition.solo is not None and not disordered:
        for i, (upper, lower) in enumerate(pairwise(edition.solo.printed_spans), start=1):
            if lower[0] >= upper[0] or lower[1] >= upper[1]:
                printed = i if bands[i].printed is not None else i - 1
                message = "the printed limits of a band are not below those of the one before"
                hint = "only the best band has no upper limit, only the last no lower one"
                yield layout.problem(("solo", "ratings", printed, "printed"), message, hint)
    if edition.solo is not None and not bands:
        yield layout.problem(("solo",), "has no ratings", severity=Severity.WARNING)


def check_cards(layout: Layout, edition: CardEdition) -> Iterator[Problem]:
    """Yield objectives that no roll holds or whose drawing does not, and decks too few for the players and rounds."""
    throws = list(combinations_with_replacement(range(1, 7), edition.dice))  # ten dice have 3003 different rolls
    for name, card in edition.cards.items():
        steps = ("cards", name)
        if not any(card.holds.holds(throw) for throw in throws):
            yield layout.problem((*steps, "holds"), f"no roll of {edition.dice} dice fulfils it")
        if card.drawn is not None:
            if len(card.drawn) > edition.dice:
                yield layout.problem((*steps, "drawn"), f"shows {len(card.drawn)} dice, but {edition.dice} are rolled")
            elif not card.holds.holds(card.drawn):
                yield layout.problem((*steps, "drawn"), "shows dice that do not hold the objective")
    if len(edition.cards) < LEAST_CARDS or all(card.holds.always_holds for card in edition.cards.values()):
        message = f"expected at least {LEAST_CARDS} cards, of which one is not always won, found {len(edition.cards)}"
        yield layout.problem(("cards",), message)
    yield from _check_player_counts(layout, edition.rounds.by_players)
    most = max(edition.rounds.by_players, default=0)
    if most > len(edition.decks):
        yield layout.problem(("decks",), f"has {len(edition.decks)} decks for up to {most} players")
    for players, rounds in edition.rounds.by_players.items():
        problem_path = ("rounds", "by players", players)
        if rounds > len(edition.cards):
            yield layout.problem(problem_path, f"{rounds} rounds need {rounds} cards, a deck has {len(edition.cards)}")
        elif rounds % max(players, 1):
            message = f"in {rounds} rounds not all of {players} players are active equally often"
            yield layout.problem(problem_path, message, severity=Severity.WARNING)
    yield from _check_variant_for_two(layout, edition)


def _check_variant_for_two(layout: Layout, edition: CardEdition) -> Iterator[Problem]:
    """Yield a variant for two players that two players cannot play."""
    variant, rounds = edition.variant_for_two, edition.rounds.by_players.get(2)
    if variant is None:
        return
    place = ("variant for two",)
    if rounds is None:
        yield layout.problem(place, "'rounds' says nothing about 2 players", "leave the variant out, or add them")
        return
    if 2 * variant.decks > len(edition.decks):
        message = f"2 players take {variant.decks} decks each, but there are {len(edition.decks)}"
        yield layout.problem((*place, "decks"), message)
    needed, cards = rounds * variant.cards_a_round, variant.decks * len(edition.cards)
    if needed > cards:
        message = f"{rounds} rounds need {needed} cards, a player has {cards}"
        yield layout.problem((*place, "cards a round"), message)


def check_translations(layout: Layout) -> Iterator[Problem]:
    """Yield a warning for each label without a translation, and for translations into unknown languages."""
    translations = layout.edition.translations
    for language in translations:
        if language not in languages():
            hint = did_you_mean(language, languages()) or f"languages are {', '.join(languages())}"
            yield layout.problem(
                ("translations", language), f"unknown language {brief(language)}", hint, Severity.WARNING
            )
    seen = set()
    for steps, text in (*texts(layout.edition), *_names_from_keys(layout.edition)):
        if text in seen:
            continue
        seen.add(text)
        missing = [
            language
            for language in languages()
            if language != "en" and text not in translations.get(language, {}) and text not in catalogue(language)
        ]
        if missing:
            into = ", ".join(missing) if len(missing) > 1 else f"the language {missing[0]}"  # "it" alone is a word
            message = f"no translation of {brief(text)} into {into}"
            yield layout.problem(steps, message, severity=Severity.WARNING)


def _names_from_keys(edition: SheetEdition | CardEdition) -> Iterator[tuple[Steps, str]]:
    """Yield the keys that readers see since nothing else is a name: of dice or decks, and of actions."""
    blocks: dict[str, Mapping[str, Die | Action]] = (
        {"dice": edition.dice, "actions": edition.actions}
        if isinstance(edition, SheetEdition)
        else {"decks": edition.decks}
    )
    for block, named in blocks.items():
        yield from (((block, key), key) for key, item in named.items() if item.name is None)


def check_provenance(layout: Layout) -> Iterator[Problem]:
    """Yield a note for each block whose values are not certain."""
    for steps, note in provenance_notes(layout.edition):
        message = f"{note.level}: {printable(note.note)}" if note.note else note.level
        yield layout.problem(steps, message, severity=Severity.INFO)


SheetCheck = Callable[[Layout, SheetEdition], Iterator[Problem]]

# In the order of reading; a later check may rely on what an earlier one has refused.
SHEET_CHECKS: tuple[SheetCheck, ...] = (
    check_dice,
    check_zone_names,
    check_actions,
    check_list_ends,
    check_badge_targets,
    check_orders,
    check_rules,
    check_scoring,
    check_lost_points,
    check_list_lengths,
    check_ladder_lengths,
    check_printed_numbers,
    check_panels,
    check_players,
    check_ratings,
)
# These read the whole zone and make no sense on a broken one.
SOUND_SHEET_CHECKS: tuple[SheetCheck, ...] = (check_reachable_cells, check_reachable_badges, check_unlocks)


def check(edition: str) -> list[Problem]:
    """Return all errors, warnings and notes about a layout or a file, errors first, each in the order of the file."""
    try:
        layout = read(edition)
    except LayoutError as error:
        return list(error.problems)
    return problems_of(layout)


def problems_of(layout: Layout) -> list[Problem]:
    """Return the semantic problems of a layout that could be read, errors first, each in the order of the file."""
    problems = [*rule_problems(layout), *check_translations(layout), *check_provenance(layout)]
    return sorted(problems, key=lambda problem: (problem.severity is not Severity.ERROR, problem.position))


def rule_problems(layout: Layout) -> list[Problem]:
    """Return what is wrong with the rules of a layout, in the order of the checks.

    All errors are among them: missing translations and uncertain values give warnings and notes only. Reading the
    catalogues of all languages takes longer than all these checks, so that `load` does without.
    """
    problems: list[Problem] = []
    if isinstance(layout.edition, SheetEdition):
        for sheet_check in SHEET_CHECKS:
            problems += sheet_check(layout, layout.edition)
        if all(problem.severity is not Severity.ERROR for problem in problems):
            for sheet_check in SOUND_SHEET_CHECKS:
                problems += sheet_check(layout, layout.edition)
    else:
        problems += check_cards(layout, layout.edition)
    return problems


def load(edition: str) -> Layout:
    """Return a layout without errors; raise LayoutError with all of them otherwise. Warnings do not count.

    >>> load("classic").id
    'classic'
    """
    layout = read(edition)
    errors = [problem for problem in rule_problems(layout) if problem.severity is Severity.ERROR]
    if errors:
        raise LayoutError(sorted(errors, key=lambda problem: problem.position))
    return layout
