"""Changes made on the sheet: the text changes by the least, everything else stays, and the way back leads home."""

import copy
import random
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from sheetgen.layout import Layout, LayoutError, Severity, SheetEdition, problems_of, read, read_from_text
from sheetgen.layout.edits import EDITS, Edited, edit
from sheetgen.layout.loading import starter
from sheetgen.layout.nodes import Steps
from sheetgen.layout.rewriting import EditError
from sheetgen.resources import data_folder, shipped_layouts

VARIANTS = {path.stem: path for path in (data_folder("layouts") / "variants").glob("*.yaml")}
FILES = {**shipped_layouts(), **VARIANTS}
SHEETS = sorted(name for name, path in FILES.items() if isinstance(read(str(path)).edition, SheetEdition))
CHILD = Path("layouts") / "child.yaml"


def child_of(name: str) -> str:
    """A new layout that says nothing of its own."""
    return starter(read(name), name)


def data(text: str, path: Path) -> dict[str, Any]:
    return read_from_text(text, path, path.name).data()


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that one text has and the other has not."""
    old, new = before.split("\n"), after.split("\n")
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [line for tag, i1, i2, j1, j2 in opcodes if tag != "equal" for line in (*old[i1:i2], *new[j1:j2])]


def numbers_and_badges(layout: Layout) -> Iterator[tuple[Steps, object]]:
    """Every value that can be changed by hand, with another value of its kind."""
    content = layout.data()
    badges = ["fox", *content.get("actions", {})]
    for steps, value in leaves(content, ()):
        if steps[0] not in ("title", "rounds", "actions", "zones", "solo"):
            continue
        if "bonus" in steps or "bonuses" in steps or steps[-1] == "end":
            if isinstance(value, str):
                yield steps, next(badge for badge in badges if badge != value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield steps, value + 1 if value < 6 else value - 1
        elif steps[-1] in ("title", "about", "label"):
            yield steps, "Something else's name"


def leaves(value: object, steps: Steps) -> Iterator[tuple[Steps, object]]:
    """All single values that people see, with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("provenance", "clauses", "clause", "like", "needs"):
                yield from leaves(inner, (*steps, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, (*steps, i))
    else:
        yield steps, value


def edit_or_refuse(text: str, path: Path, change: dict[str, Any]) -> Edited | None:
    """The changed text, or None for a change that is refused, in one line."""
    try:
        return edit(text, path, path.name, change)
    except EditError as error:
        if "\n" in str(error):
            raise
        return None


def at(value: Any, steps: Steps) -> Any:
    for step in steps:
        value = value[step]
    return value


@pytest.mark.parametrize("name", SHEETS)
def test_random_values_change_alone_and_come_back(name: str) -> None:
    """A few values of every sheet, in its own file: text, loaded layout, way back."""
    path = FILES[name]
    text, chance = path.read_text("utf-8"), random.Random(name)
    layout = read(str(path))
    found = list(numbers_and_badges(layout))
    tried = 0
    for steps, value in chance.sample(found, 16):
        old = at(layout.data(), steps)
        edited = edit_or_refuse(text, path, {"do": "set", "steps": list(steps), "value": value})
        if edited is None or edited.copied:  # what is inherited is tested below
            continue
        tried += 1
        wanted = copy.deepcopy(layout.data())
        at(wanted, steps[:-1])[steps[-1]] = value
        assert data(edited.text, path) == wanted
        assert len(changed_lines(text, edited.text)) == 2
        back = edit(edited.text, path, path.name, {"do": "set", "steps": list(steps), "value": old})
        # A comment that had no room any more stays where it was moved to.
        assert back.text.split() == text.split()
        if len(str(value)) <= len(str(old)):
            assert back.text == text
    assert tried >= (1 if layout.lineage else 5)


@pytest.mark.parametrize("name", sorted(shipped_layouts().keys() & set(SHEETS)))
def test_inherited_values_are_copied_no_further_than_needed(name: str) -> None:
    text, chance = child_of(name), random.Random(name)
    parent = read(name)
    tried = 0
    for steps, value in chance.sample(list(numbers_and_badges(parent)), 12):
        if steps == ("title",):
            continue
        edited = edit_or_refuse(text, CHILD, {"do": "set", "steps": list(steps), "value": value})
        if edited is None:
            continue
        tried += 1
        wanted = copy.deepcopy(data(text, CHILD))
        at(wanted, steps[:-1])[steps[-1]] = value
        assert data(edited.text, CHILD) == wanted
        # Only new lines, and they name no other zone.
        assert edited.text.startswith(text)
        added = edited.text[len(text) :]
        other = [zone for zone in parent.data()["zones"] if zone not in steps and f"{zone}:" in added]
        assert not other
        back = edit(
            edited.text, CHILD, CHILD.name, {"do": "set", "steps": list(steps), "value": at(parent.data(), steps)}
        )
        assert back.text.rstrip("\n") == text.rstrip("\n")
        assert not back.copied
    assert tried >= 4


def random_structure(edition: SheetEdition, chance: random.Random) -> dict[str, Any]:
    """A cell, row or column more or less, a panel elsewhere, or a zone less."""
    name = chance.choice(list(edition.zones))
    zone = edition.zones[name]
    axis = chance.choice(["row", "column"]) if zone.cells.is_grid else "cell"
    size = len(zone.cells.rows) if axis == "row" else zone.cells.columns
    kind = chance.choice(["add cells", "remove cells", "move panel", "move panel", "remove zone"])
    if kind == "remove zone":
        return {"do": kind, "zone": name}
    if kind == "move panel":
        row = chance.randrange(len(edition.sheet.rows))
        column = chance.choice([None, chance.randint(0, len(edition.sheet.rows[row].panels))])
        return {"do": kind, "panel": chance.choice([name, "dice", "rounds"]), "row": row, "column": column}
    return {"do": kind, "zone": name, "axis": axis, "at": chance.randrange(size)}


@pytest.mark.parametrize("name", SHEETS)
def test_structure_changes_leave_a_sound_layout_with_its_comments(name: str) -> None:
    path, chance = FILES[name], random.Random(name)
    text = path.read_text("utf-8")
    comments = [line.split("#", 1)[1].strip() for line in text.split("\n") if line.lstrip().startswith("#")]
    done = 0
    for _ in range(16):
        edition = read_from_text(text, path, path.name).edition
        assert isinstance(edition, SheetEdition)
        change = random_structure(edition, chance)
        edited = edit_or_refuse(text, path, change)
        if edited is None:
            continue
        layout = read_from_text(edited.text, path, path.name)
        assert not [problem for problem in problems_of(layout) if problem.severity is Severity.ERROR], change
        kept = [line.split("#", 1)[1].strip() for line in edited.text.split("\n") if line.lstrip().startswith("#")]
        if change["do"] != "remove zone":
            assert kept == comments, change
        done += 1
        if len(edition.zones) > 2 and chance.random() < 0.5:
            text, comments = edited.text, kept
    assert done >= 5


def test_a_cell_takes_its_badge_factor_and_step_along() -> None:
    path = FILES["classic"]
    text = path.read_text("utf-8")
    edited = edit(text, path, path.name, {"do": "remove cells", "zone": "orange", "axis": "cell", "at": 2})
    assert changed_lines(text, edited.text) == [
        "    cells: 11",
        "    cells: 10",
        "    value: {times: [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]}",
        "    bonus: {3: reroll, 5: X yellow, 6: extra die, 8: fox, 10: 6 purple}",
        "    value: {times: [1, 1, 2, 1, 1, 2, 1, 2, 1, 3]}",
        "    bonus: {4: X yellow, 5: extra die, 7: fox, 9: 6 purple}",
    ]
    longer = edit(text, path, path.name, {"do": "add cells", "zone": "green", "axis": "cell", "at": 10})
    assert "cells: [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 6]" in longer.text
    assert "points: {above the last: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]}" in longer.text


def changed_by(change: dict[str, Any], own: str = "", old: str = "", new: str = "") -> list[str]:
    """The lines that a change alters: of classic, with `new` in place of `old`, or of a layout of one's own on top."""
    path = FILES["classic"].with_name("own.yaml")
    text = f"schema: 1\nextends: classic\ntitle: Own\n{own}\n" if own else FILES["classic"].read_text("utf-8")
    assert old in text
    text = text.replace(old, new)
    return changed_lines(text, edit(text, path, path.name, change).text)


def test_a_new_cell_is_like_the_nearest_one_that_is_not_printed_as_marked() -> None:
    assert changed_by({"do": "add cells", "zone": "yellow", "axis": "column", "at": 3}) == [
        "      - [3, 6, 5, x]",
        "      - [2, 1, x, 5]",
        "      - [1, x, 2, 4]",
        "      - [x, 3, 4, 6]",
        "      - [3, 6, 5, x, 5]",
        "      - [2, 1, x, 5, 5]",
        "      - [1, x, 2, 4, 4]",
        "      - [x, 3, 4, 6, 6]",
        "    points: {full columns: [10, 14, 16, 20]}",
        "    points: {full columns: [10, 14, 16, 20, 26]}",
    ]


def test_a_ladder_of_two_steps_goes_on_evenly() -> None:
    """Of three steps, one can tell how much faster they rise; of two, one cannot."""
    zone = "cells: [[1, 2], [3, 4]], bonus: {replace: true, diagonal: fox}, points: {full columns: [3, 4]}"
    changed = changed_by(
        {"do": "add cells", "zone": "yellow", "axis": "column", "at": 1}, f"zones: {{yellow: {{{zone}}}}}"
    )
    assert any("points: {full columns: [3, 4, 5]}" in line for line in changed), changed


def test_badges_below_the_key_cells_move_with_their_cells() -> None:
    old = "bonus: {4: extra die, 6: X blue, 7: fox, 9: 6 purple, 10: reroll}"
    new = "bonus: {cells: {4: extra die, 6: X blue, 7: fox, 9: 6 purple, 10: reroll}}"
    changed = changed_by({"do": "remove cells", "zone": "green", "axis": "cell", "at": 5}, old=old, new=new)
    assert "    bonus: {cells: {4: extra die, 6: fox, 8: 6 purple, 9: reroll}}" in changed


def test_a_badge_of_several_loses_only_the_zone_that_goes() -> None:
    badge = "X blue or X green or 6 orange"
    old, new = "rows: [X blue, 4 orange,", f"rows: [{badge}, 4 orange,"
    changed = changed_by({"do": "remove zone", "zone": "blue"}, old=old, new=new)
    assert "      rows: [X green or 6 orange, 4 orange, X green, fox]" in changed


def test_a_strip_is_as_high_as_its_highest_panel_wants() -> None:
    moved = changed_by({"do": "move panel", "panel": "green", "row": 0, "column": 0})
    assert "    - {height: 1.7, panels: [green, rounds]}" in moved
    moved = changed_by({"do": "move panel", "panel": "green", "row": 2, "column": 0})
    assert "    - {height: 4.3, panels: [green, yellow, blue]}" in moved
    zone = {"die": "blue", "cells": [[1, 2], [3, 4]], "order": "anywhere", "accepts": "same number",
            "points": {"full columns": [3, 4]}}  # fmt: skip
    assert "    - {height: 4.3, panels: [lake]}" in changed_by({"do": "add zone", "name": "lake", "zone": zone})


def test_a_panel_gets_the_mean_width_of_its_strip() -> None:
    old, new = "panels: [yellow, blue]", "widths: [3, 1], panels: [yellow, blue]"
    moved = changed_by({"do": "move panel", "panel": "green", "row": 2, "column": 1}, old=old, new=new)
    assert any("widths: [3, 2" in line and "panels: [yellow, green, blue]" in line for line in moved), moved


@pytest.mark.parametrize("name", ["classic", "child"])
def test_the_last_badge_of_a_zone_can_be_taken_away(name: str) -> None:
    path = FILES.get(name, CHILD)
    text = path.read_text("utf-8") if name in FILES else child_of("classic")
    for cell in (4, 6, 7, 9, 10):
        change = {"do": "badge", "steps": ["zones", "green", "bonus", cell], "value": None}
        text = edit(text, path, path.name, change).text
    edition = read_from_text(text, path, path.name).edition
    assert isinstance(edition, SheetEdition)
    assert edition.zones["green"].badges == ()


def test_a_zone_comes_and_goes() -> None:
    path = FILES["classic"]
    text = path.read_text("utf-8")
    zone = {"die": "blue", "cells": 6, "order": "left to right", "accepts": "anything", "points": "sum"}
    more = edit(text, path, path.name, {"do": "add zone", "name": "lake", "zone": zone})
    assert changed_lines(text, more.text) == [
        "  lake:",
        "    die: blue",
        "    cells: 6",
        "    order: left to right",
        "    accepts: anything",
        "    points: sum",
        "",
        "    - {height: 1.7, panels: [lake]}",
    ]
    back = edit(more.text, path, path.name, {"do": "remove zone", "zone": "lake"})
    assert back.text == text
    less = edit(text, path, path.name, {"do": "remove zone", "zone": "blue"})
    assert less.lost_badges == 3
    assert "blue" not in read_from_text(less.text, path, path.name).data()["zones"]
    assert "rows: [~, 4 orange, X green, fox]" in less.text


def test_panels_move_within_and_between_strips() -> None:
    path = FILES["classic"]
    text = path.read_text("utf-8")

    def rows(change: dict[str, Any]) -> list[list[str]]:
        moved = edit(text, path, path.name, {"do": "move panel", **change})
        return [row["panels"] for row in data(moved.text, path)["sheet"]["rows"]]

    head = [["rounds"], ["dice", "actions"]]
    assert rows({"panel": "yellow", "row": 2, "column": 2})[2] == ["blue", "yellow"]
    assert rows({"panel": "purple", "row": 3, "column": 0}) == [
        *head, ["yellow", "blue"], ["purple", "green"], ["orange"]
    ]  # fmt: skip
    assert rows({"panel": "blue", "row": 6})[2:] == [["yellow"], ["green"], ["orange"], ["purple"], ["blue"]]
    assert rows({"panel": "green", "row": 2})[2:4] == [["green"], ["yellow", "blue"]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "there is no change nothing"),
        ({"do": "explode"}, "there is no change 'explode'"),
        ({"do": "set"}, "the change does not say what it is about"),
        ({"do": "set", "steps": ["zones", "teal", 3, 4], "value": 1}, "the key 'cells' is missing"),
        ({"do": "set", "steps": ["title", "x"], "value": 1}, "title is a single value"),
        ({"do": "set", "steps": ["zones", "blue", "cells", 0, 9], "value": 1}, "there is no zones.blue.cells"),
        ({"do": "set", "steps": ["zones", "yellow", "cells", 0, 0], "value": 60}, "no roll gives 60 here"),
        ({"do": "set", "steps": ["zones", "yellow", "bonus", "rows", 0], "value": "X bleu"}, "did you mean 'blue'?"),
        ({"do": "set", "steps": ["title"], "value": "x" * 5000}, "the value is too long"),
        ({"do": "set", "steps": ["title"], "value": "a\u202eb"}, "control character"),
        ({"do": "remove cells", "zone": "blue", "axis": "cell", "at": 1}, "blue has no 'cell'"),
        ({"do": "remove cells", "zone": "green", "axis": "cell", "at": 40}, "green has no cell 40"),
        ({"do": "move panel", "panel": "green", "row": 99}, "the sheet has no strip 99"),
        ({"do": "move panel", "panel": "green", "row": 2, "column": 9}, "the strip has no place 9"),
        ({"do": "move panel", "panel": "green", "page": "back", "row": 0}, "the sheet has no page 'back'"),
        ({"do": "move panel", "panel": "grene", "row": 0}, "there is no panel 'grene'"),
        ({"do": "add zone", "name": "blue", "zone": {}}, "there is a panel 'blue' already"),
        ({"do": "remove zone", "zone": "teal"}, "there is no zone 'teal'"),
    ],
)
def test_wrong_changes_are_refused_in_one_line(change: dict[str, Any], said: str) -> None:
    path = FILES["classic"]
    with pytest.raises(EditError) as raised:
        edit(path.read_text("utf-8"), path, path.name, change)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_broken_layout_is_not_changed() -> None:
    with pytest.raises(EditError, match=r"^fix the errors in the layout first: "):
        edit("schema: 1\ntitle: [\n", CHILD, CHILD.name, {"do": "set", "steps": ["title"], "value": "x"})
    with pytest.raises(LayoutError):
        read_from_text("schema: 1\n", CHILD, CHILD.name)


def test_every_change_has_words_about_itself() -> None:
    assert all(change.__doc__ for change in EDITS.values())
