"""Ten typical changes of a designer, each with the lines that a careful person would have changed by hand.

`python -m tests.layout.test_typical_edits` prints them as a table.
"""

from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from sheetgen.layout.edits import edit
from sheetgen.resources import shipped_layouts

CHILD = "schema: 1\nextends: classic       # the parent\ntitle: Mine\n\n# my own rounds will come here\n"
FOLDER = Path("layouts")


@dataclass(frozen=True)
class Typical:
    """A change, the layout in which it is made, and the lines that go and come."""

    about: str
    change: dict[str, Any]
    lines: str
    inherits: bool = False


def value(*steps: str | int, to: object, do: str = "set", **more: object) -> dict[str, Any]:
    return {"do": do, "steps": list(steps), "value": to, **more}


TEN = (
    Typical(
        "another number in a cell",
        value("zones", "yellow", "cells", 1, 1, to=6),
        "-       - [2, 1, x, 5]\n+       - [2, 6, x, 5]",
    ),
    Typical(
        "the title, beside a comment",
        value("title", to="Mine"),
        "- title: That's Pretty Clever          # texts are English; other languages come from locales/\n"
        "+ title: Mine                          # texts are English; other languages come from locales/",
    ),
    Typical(
        "a step of a ladder",
        value("zones", "blue", "points", "by count", 10, to=60),
        "-     points: {by count: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]}\n"
        "+     points: {by count: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 60]}",
    ),
    Typical(
        "another badge, which needs quotes",
        value("zones", "green", "bonus", 7, to="? any", do="badge"),
        "-     bonus: {4: extra die, 6: X blue, 7: fox, 9: 6 purple, 10: reroll}\n"
        '+     bonus: {4: extra die, 6: X blue, 7: "? any", 9: 6 purple, 10: reroll}',
    ),
    Typical(
        "a badge where there was none",
        value("zones", "yellow", "bonus", "columns", 2, to="reroll", do="badge", length=4),
        "+       columns: [~, ~, reroll, ~]",
    ),
    Typical(
        "a cell less",
        {"do": "remove cells", "zone": "green", "axis": "cell", "at": 3},
        "-     cells: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6]\n+     cells: [1, 2, 3, 5, 1, 2, 3, 4, 5, 6]\n"
        "-     bonus: {4: extra die, 6: X blue, 7: fox, 9: 6 purple, 10: reroll}\n"
        "+     bonus: {5: X blue, 6: fox, 8: 6 purple, 9: reroll}\n"
        "-     points: {above the last: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]}\n"
        "+     points: {above the last: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]}",
    ),
    Typical(
        "a panel elsewhere",
        {"do": "move panel", "panel": "green", "row": 6},
        "-     - {height: 1.7, panels: [green]}\n+     - {height: 1.7, panels: [green]}",
    ),
    Typical(
        "a new zone",
        {
            "do": "add zone",
            "name": "lake",
            "zone": {"die": "blue", "cells": 6, "order": "left to right", "accepts": "anything", "points": "sum"},
        },
        "+   lake:\n+     die: blue\n+     cells: 6\n+     order: left to right\n+     accepts: anything\n"
        "+     points: sum\n"
        "+ \n+     - {height: 1.7, panels: [lake]}",
    ),
    Typical(
        "an inherited badge: only its list is copied",
        value("rounds", "bonuses", 1, to="fox", do="badge"),
        "+ rounds: {bonuses: [reroll, fox, reroll, X any or 6 any]}\n+ ",
        inherits=True,
    ),
    Typical(
        "an inherited zone away, with the badges for it",
        {"do": "remove zone", "zone": "purple"},
        "+ sheet:\n+   rows:\n+     - {height: 0.3, panels: [rounds]}\n+     - {height: 0.9, panels: [dice, actions]}\n"
        "+     - {height: 4.3, panels: [yellow, blue]}\n+     - {height: 1.7, panels: [green]}\n"
        "+     - {height: 1.4, panels: [orange]}\n+ \n+ zones:\n"
        "+   blue:\n+     bonus: {columns: [reroll, X green, ~, extra die]}\n"
        "+   green: {bonus: {9: ~}}\n+   orange: {bonus: {10: ~}}\n+   purple: ~\n+ ",
        inherits=True,
    ),
)


def changed(typical: Typical) -> str:
    """The lines that the change takes away (-) and adds (+)."""
    path = FOLDER / "mine.yaml" if typical.inherits else shipped_layouts()["classic"]
    text = CHILD if typical.inherits else path.read_text("utf-8")
    after = edit(text, path, path.name, typical.change).text
    lines = [line for line in ndiff(text.split("\n"), after.split("\n")) if line[0] in "+-"]
    return "\n".join(lines)


@pytest.mark.parametrize("typical", TEN, ids=lambda typical: typical.about)
def test_the_file_is_what_a_careful_person_would_have_written(typical: Typical) -> None:
    assert changed(typical).split("\n") == typical.lines.split("\n")


if __name__ == "__main__":
    for number, each in enumerate(TEN, 1):
        print(f"{number}. {each.about}\n\n```diff\n{changed(each)}\n```\n")
