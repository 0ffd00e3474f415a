"""What if: a layout and the same one with a few values changed, played by one bot with the same dice.

Every game of one version has a twin of the other version with the same seed. Only the differences of twins are
compared, which needs far fewer games than two separate simulations: most of the luck is the same in both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import SheetgenError, WrongValueError
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.stepwise import Comparison, GameSeries, differences
from sheetgen.layout import Layout, read_from_text
from sheetgen.layout.drafts import LayoutDraft
from sheetgen.layout.nodes import Step, Steps, plain, read_text
from sheetgen.layout.problems import LayoutError


@dataclass(frozen=True)
class WhatIf:
    """What changes do to the total and to the points of each zone and of foxes, by name."""

    edition: str
    changes: tuple[str, ...]
    bot: str
    games: int
    points: dict[str, Comparison]  # of `total`, then of the zones that both versions have, and `foxes`
    why_no_expert: str = ""  # if no bot was asked for, and no expert played
    learned_apart: bool = False  # the bot has learned each version for itself: a part of the differences may be that


def changed_layout(layout: Layout, text: str, path: Path, changes: Sequence[str]) -> Layout:
    """Return a layout after changes such as `zones.green.points.by count=[1, 3, 6]`; raise WrongValueError.

    `text` is that of its file, at `path`. Steps of a change are separated by dots: keys, such as the number of a cell
    that has a badge, or in lists the number of an item from 1. As in a layout, null takes away what is there.
    """
    try:
        draft = LayoutDraft(text, path, layout.id)
        for change in changes:  # more cells and a longer ladder are right only together
            _make(draft, *_read(change))
        return read_from_text(draft.text(), path, f"{layout.id} with {' and '.join(changes)}")
    except SheetgenError as error:  # the file itself is right: what was typed is wrong
        raise WrongValueError(str(error)) from None


def _read(change: str) -> tuple[list[str], object]:
    """Return the steps of a change as they are written, and its value; raise WrongValueError."""
    path, _, written = change.partition("=")
    steps = [step.strip() for step in path.split(".")]
    if not written.strip() or not all(steps):
        raise WrongValueError(f"'{change}' is no change; write 'zones.green.points.by count=[1, 3, 6]'")
    try:
        data = plain(read_text(f"value: {written}", "value"))
    except LayoutError:
        data = None
    if not isinstance(data, dict) or list(data) != ["value"]:
        raise WrongValueError(f"'{written.strip()}' is no value as layouts write it")
    return steps, data["value"]


def _make(draft: LayoutDraft, written: Sequence[str], value: object) -> None:
    """Make a change in a draft; raise SheetgenError."""
    steps: Steps = ()
    for step in written:
        above = draft.get(steps) if draft.has(steps) else {}
        steps = (*steps, _step(above, step))
    if value is not None or isinstance(draft.get(steps[:-1]) if draft.has(steps[:-1]) else None, list):
        draft.put(steps, value)
    elif draft.has(steps):
        draft.remove(steps)
    else:
        raise WrongValueError(f"there is no {'.'.join(written)} to take away")


def _step(above: object, written: str) -> Step:
    """Return a step as data have it below `above`: numbers are indexes of a list, but keys of a block as they are."""
    if not written.isdecimal() or (isinstance(above, dict) and written in above):
        return written
    return int(written) - isinstance(above, list)


def compare(
    before: SimulationPlan, after: SimulationPlan, changes: Sequence[str], step: Callable[[int], object]
) -> WhatIf:
    """Play the games of both plans, which differ in their layouts; `step` is called with numbers of games."""
    series = [GameSeries(plan) for plan in (before, after)]
    for each in series:
        while each.left:
            step(each.play(each.plan.games_per_batch))
    return WhatIf(
        before.layout.id,
        tuple(changes),
        before.bot,
        before.games,
        differences(*series),
        learned_apart=before.knowledge != after.knowledge,
    )
