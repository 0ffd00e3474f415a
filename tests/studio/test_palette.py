"""The palette: every part of the language is offered, what fits is written so that it is sound, the rest says why."""

from typing import Any

import pytest

from sheetgen.layout.drafts import LayoutDraft
from sheetgen.layout.rewriting import EditError
from sheetgen.resources import shipped_layouts
from sheetgen.studio.jobs import run_job
from sheetgen.studio.palette import PARTS, SHAPES, new_zone, palette

CLASSIC = shipped_layouts()["classic"]
TEXT = CLASSIC.read_text("utf-8")


def draft() -> LayoutDraft:
    return LayoutDraft(TEXT, CLASSIC, CLASSIC.name)


def edited(change: dict[str, Any]) -> dict[str, Any]:
    return run_job("edit", {"text": TEXT, "name": "mine.yaml", "folder": ".", "change": change})


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_starts_a_sound_zone_with_a_picture(shape: str) -> None:
    found = palette(draft(), "lake", new_zone(shape, 3, 6, "blue"), "en")
    assert found["problem"] == ""
    assert found["picture"]["svg"].startswith("<svg")
    answer = edited({"do": "add zone", "name": "lake", "zone": found["zone"], "taller": True})
    assert "refused" not in answer
    assert bool(answer["taller"]) == ("grid" in shape)


def test_every_part_is_offered_and_what_fits_can_be_taken() -> None:
    found = palette(draft(), "lake", new_zone("row", 1, 8, "blue"), "en")
    assert {key: [own["kind"] for own in choices] for key, choices in found["keys"].items()} == {
        key: list(parts) for key, parts in PARTS.items()
    }
    for key, choices in found["keys"].items():
        for own in choices:
            problem = draft().problem_with("lake", {**found["zone"], key: own["value"]})
            assert bool(problem) == bool(own["why"]), own
            assert own["say"]
    values = {own["kind"]: own["value"] for choices in found["keys"].values() for own in choices}
    assert values["sum with"] == {"sum with": "white"}
    assert values["times"] == {"times": [1] * 8}
    assert values["by count"] == {"by count": [1, 3, 6, 10, 15, 21, 28, 36]}
    assert values["higher than the one before"] == {"higher than the one before": {"restart after": 6}}
    reasons = {own["kind"]: own["why"] for own in found["keys"]["order"] if own["why"]}
    assert reasons["row by throw"] == "'row by throw' needs a grid of cells, found one row"


def test_other_parts_for_a_zone_change_only_their_keys() -> None:
    answer = edited({"do": "parts", "zone": "orange", "parts": {"value": {"half or star": [1] * 11}}})
    assert answer["text"] == TEXT.replace(
        "value: {times: [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]}", "value: {half or star: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}"
    )


@pytest.mark.parametrize("wrong", [("blob", 3, 3), ("grid", 0, 3), ("grid", 3, 99), ("row", "x", 3)])
def test_wrong_shapes_are_refused(wrong: tuple[Any, Any, Any]) -> None:
    with pytest.raises(EditError):
        new_zone(*wrong, "blue")
    assert run_job("palette", {"text": TEXT, "name": "mine.yaml", "folder": ".", "change": {"name": "x"}})["refused"]
