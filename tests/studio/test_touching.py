"""What can be changed about the things on a drawn sheet, and the changes themselves, through the studio's jobs."""

from pathlib import Path
from typing import Any

import pytest

from sheetgen.layout import read
from sheetgen.layout.loading import starter
from sheetgen.resources import shipped_layouts
from sheetgen.studio.jobs import run_job
from sheetgen.studio.touching import possible_badges


def job(name: str, text: str, **more: object) -> dict[str, Any]:
    return run_job(name, {"text": text, "name": "mine.yaml", "folder": str(Path.cwd()), **more})


def layout(edition: str) -> str:
    return shipped_layouts()[edition].read_text("utf-8")


def fields(edition: str, element: str) -> dict[str, Any]:
    touched = job("touch", layout(edition), element=element)["touched"]
    return {field["label"]: field["value"] for field in touched["fields"]} if touched else {}


@pytest.mark.parametrize(
    ("edition", "element", "values"),
    [
        ("classic", "yellow.r1c1", {"cell": 3, "badge": None, "row badge": "X blue", "column badge": None}),
        ("classic", "orange.4", {"factor": 2, "badge": None}),
        ("classic", "green.star.cell.3", {"points": 6}),
        ("classic", "yellow.badge.diagonal", {"badge": "extra die"}),
        ("classic", "round.5", {"badge": None, "players 1": 6, "players 2": 6, "players 3": 5, "players 4": 4}),
        ("classic", "reroll.3", {"slots": 7, "end badge": None}),
        ("classic", "title", {"title": "That's Pretty Clever"}),
        ("classic", "purple.sign.1-2", {"name": None}),
        ("classic", "tally.total", {}),
        ("classic", "dice", {}),
        ("classic", "nonsense", {}),
        ("cubed", "joker.2", {"slot": 4, "end badge": "? pink"}),
        ("cubed", "pink.star.factor.2", {"factor": 1}),
        ("cubed", "yellow.badge.between-rows.0.1", {"badge": "joker"}),
        ("cubed", "blue.4", {"cell": "_", "points": 9, "badge": "? yellow"}),
        ("double", "pink.4", {"least": 3, "badge": "return"}),
    ],
)
def test_what_can_be_changed(edition: str, element: str, values: dict[str, object]) -> None:
    assert fields(edition, element) == values


def test_every_drawn_element_can_be_touched_without_an_error() -> None:
    for edition in ("classic", "mix", "cubed"):
        text = layout(edition)
        places = job("draw", text)["places"]
        for element in list(places)[::7]:
            assert "problems" not in job("touch", text, element=element)


def test_an_inherited_value_says_where_it_comes_from_and_is_copied_when_changed() -> None:
    text = starter(read("classic"), "classic")
    touched = job("touch", text, element="green.star.cell.3")["touched"]
    assert touched["origin"] == "classic.yaml"
    (field,) = touched["fields"]
    answer = job("edit", text, change={"do": "set", "steps": field["steps"], "value": 7})
    assert answer["copied"] == ["zones.green.points"]
    assert answer["text"].startswith(text)
    added = "zones:\n  green:\n    points: {above the last: [1, 3, 7, 10, 15, 21, 28, 36, 45, 55, 66]}"
    assert answer["text"][len(text) :].strip() == added


@pytest.mark.parametrize(
    ("steps", "length", "value", "line"),
    [
        (["zones", "green", "bonus", "cells", 5], 0, "fox", "bonus: {4: extra die, 5: fox, 6: X blue"),
        (["zones", "green", "bonus", "cells", 4], 0, None, "bonus: {6: X blue, 7: fox, 9: 6 purple"),
        (["zones", "yellow", "bonus", "rows", 1], 4, None, "rows: [X blue, ~, X green, fox]"),
        (["rounds", "bonuses", 5], 0, "fox", "bonuses: [reroll, extra die, reroll, X any or 6 any, ~, fox]"),
        (["actions", "reroll", "end"], 0, "fox", "reroll:    {slots: 7, end: fox}"),
    ],
)
def test_badges_come_and_go(steps: list[str | int], length: int, value: str | None, line: str) -> None:
    change = {"do": "badge", "steps": steps, "value": value, "length": length}
    assert line in job("edit", layout("classic"), change=change)["text"]


def test_badges_have_words_and_pictures() -> None:
    edition = read("classic").edition
    badges = job("touch", layout("classic"), element="yellow.r1c1", language="de")["badges"]
    assert [badge["value"] for badge in badges] == list(map(str, possible_badges(edition)))  # type: ignore[arg-type]  # classic is a sheet
    assert all(badge["svg"].startswith("<svg") and badge["css"] for badge in badges)
    assert next(badge["say"] for badge in badges if badge["value"] == "X blue") == "ein Kreuz nach Wahl in Blau"
    # Crosses only go where crosses are made, numbers only where numbers are written.
    values = {badge["value"] for badge in badges}
    assert {"X yellow", "6 orange", "4 orange", "? purple", "X any", "6 any", "? any", "fox", "reroll"} <= values
    assert not {"X orange", "6 yellow"} & values


def test_a_change_after_which_nothing_can_be_drawn_is_refused() -> None:
    change = {"do": "move panel", "panel": "green", "row": 2, "column": 2}
    refused = job("edit", layout("classic"), change=change)["refused"]
    assert "smallest type" in refused
    assert "\n" not in refused
