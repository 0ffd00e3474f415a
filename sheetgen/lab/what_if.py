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
from sheetgen.layout.edits import edit
from sheetgen.layout.nodes import Step, plain, read_text
from sheetgen.layout.problems import LayoutError


@dataclass(frozen=True)
class WhatIf:
    """What changes do to the total and to the points of each zone, by name."""

    edition: str
    changes: tuple[str, ...]
    bot: str
    games: int
    points: dict[str, Comparison]  # of `total`, then of the zones that both versions have
    why_no_expert: str = ""  # if no bot was asked for, and no expert played


def changed_layout(layout: Layout, text: str, path: Path, changes: Sequence[str]) -> Layout:
    """Return a layout after changes such as `zones.green.points.by count=[1, 3, 6]`; raise WrongValueError.

    `text` is that of its file, at `path`. Steps of a change are separated by dots; in lists they are numbers from 1.
    """
    try:
        for change in changes:
            words, value = _read(change)
            steps = _steps(words, LayoutDraft(text, path, layout.id))
            text = edit(text, path, layout.id, {"do": "set", "steps": steps, "value": value}).text
        return read_from_text(text, path, f"{layout.id} with {' and '.join(changes)}")
    except SheetgenError as error:  # the file itself is right: what was typed is wrong
        raise WrongValueError(str(error)) from None


def _read(change: str) -> tuple[list[str], object]:
    """Return the words of the path and the value of a change; raise WrongValueError."""
    path, equals, written = change.partition("=")
    words = [word.strip() for word in path.split(".")]
    if not equals or not all(words):
        raise WrongValueError(f"'{change}' is no change; write 'zones.green.points.by count=[1, 3, 6]'")
    try:
        data = plain(read_text(f"value: {written}", "value"))
    except LayoutError:
        data = None
    if not isinstance(data, dict) or list(data) != ["value"]:
        raise WrongValueError(f"'{written.strip()}' is no value as layouts write it")
    return words, data["value"]


def _steps(words: Sequence[str], draft: LayoutDraft) -> list[Step]:
    """Return the steps of a path: a number is that of an item, counted from 1, or a key such as that of a cell."""
    steps: list[Step] = []
    for word in words:
        in_list = draft.has(tuple(steps)) and isinstance(draft.get(tuple(steps)), list)
        steps.append(int(word) - in_list if word.isdecimal() else word)
    return steps


def compare(
    before: SimulationPlan, after: SimulationPlan, changes: Sequence[str], step: Callable[[int], object]
) -> WhatIf:
    """Play the games of both plans, which differ in their layouts; `step` is called with numbers of games."""
    series = [GameSeries(plan) for plan in (before, after)]
    for each in series:
        while each.left:
            step(each.play(each.plan.games_per_batch))
    return WhatIf(before.layout.id, tuple(changes), before.bot, before.games, differences(*series))
