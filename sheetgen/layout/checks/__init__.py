"""What makes sense and what does not: the semantic checks behind `sheetgen check`."""

from collections.abc import Callable, Iterator

from sheetgen.layout.checks import arrangement, cards, composition, lengths, notes, reach, references
from sheetgen.layout.loading import Layout, find, read
from sheetgen.layout.problems import LayoutError, Problem, Severity
from sheetgen.layout.sheet import SheetEdition

SheetCheck = Callable[[Layout, SheetEdition], Iterator[Problem]]

# In the order of reading; a later check may rely on what an earlier one has refused.
SHEET_CHECKS: tuple[SheetCheck, ...] = (
    references.dice,
    references.actions,
    references.badges,
    composition.orders,
    composition.rules,
    composition.scoring,
    lengths.lists,
    lengths.ladders,
    reach.printed_numbers,
    arrangement.panels,
    arrangement.players,
    arrangement.ratings,
)
# These read the whole zone and make no sense on a broken one.
SOUND_SHEET_CHECKS: tuple[SheetCheck, ...] = (reach.cells, reach.badges, references.unlocks)


def check(edition: str) -> list[Problem]:
    """Everything there is to say about a layout: errors, warnings and notes, in file order."""
    try:
        layout = read(edition)
    except LayoutError as error:
        return list(error.problems)
    return problems_of(layout)


def problems_of(layout: Layout) -> list[Problem]:
    """The semantic problems of a layout that could be read."""
    problems: list[Problem] = []
    if isinstance(layout.edition, SheetEdition):
        for sheet_check in SHEET_CHECKS:
            problems += sheet_check(layout, layout.edition)
        if all(problem.severity is not Severity.ERROR for problem in problems):
            for sheet_check in SOUND_SHEET_CHECKS:
                problems += sheet_check(layout, layout.edition)
    else:
        problems += cards.objectives(layout, layout.edition)
    problems += notes.translations(layout)
    problems += notes.provenance(layout)
    return sorted(problems, key=lambda p: (p.severity is not Severity.ERROR, p.mark.file, p.mark.line, p.mark.column))


def load(edition: str) -> Layout:
    """Read a layout and make sure that it makes sense; raise LayoutError with all errors otherwise.

    >>> load("classic").id
    'classic'
    """
    layout = read(edition)
    errors = [problem for problem in problems_of(layout) if problem.severity is Severity.ERROR]
    if errors:
        raise LayoutError(errors)
    return layout


__all__ = ["check", "find", "load", "problems_of"]
