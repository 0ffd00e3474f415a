"""Nothing lies over something else: rounds in lines, either/or badges in a column, and what is refused."""

from pathlib import Path

import pytest

import sheetgen
from sheetgen.drawing.overlaps import overlaps
from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Paint, Rect, Scene, bounds
from tests.drawing.measures import badges, by_id, variant

BOX = Paint(fill="#FFFFFF")
EITHER_OR = "X any or 6 any"


def page(*items: Group) -> Scene:
    return Scene(100, 100, items, "", "", "en")


def badge(name: str, x: float) -> Group:
    return Group(f"{name}.badge.1", (Box(Rect(x, 40, 5, 5), BOX),))


def panel(*items: Group) -> Group:
    return Group("zone-red", (Box(Rect(10, 10, 80, 80), BOX), *items))


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        (page(panel(badge("a", 20), badge("b", 26))), None),
        (page(panel(badge("a", 20), badge("b", 25))), None),
        (page(panel(badge("a", 20), badge("b", 23))), "b.badge.1 lies 2.0 mm over a.badge.1"),
        (page(panel(badge("a", 88))), "a.badge.1 reaches 3.0 mm out of zone-red"),
        (page(Group("actions", ()), panel(Group("", ()))), None),
        (page(badge("a", 98)), "a.badge.1 reaches 3.0 mm out of the page"),
        (
            page(panel(Group("red.1", (Box(Rect(20, 38, 8, 8), BOX),)), badge("a", 27))),
            "a.badge.1 lies 1.0 mm over red.1",
        ),
        (page(panel(Group("red.sign.1-2", (Circle(26, 41, 2, BOX),)), badge("a", 27))), None),
    ],
)
def test_overlaps_are_measured(scene: Scene, message: str | None) -> None:
    assert [str(overlap) for overlap in overlaps(scene)] == ([] if message is None else [message])


@pytest.mark.parametrize(("rounds", "lines"), [(6, 1), (8, 2), (12, 2)])
def test_rounds_that_do_not_fit_one_line_have_several(tmp_path: Path, rounds: int, lines: int) -> None:
    bonuses = ", ".join([EITHER_OR] * rounds)
    layout = variant(
        tmp_path, f"sheet: {{size: 120 x 195}}\nrounds: {{by players: {{1: {rounds}}}, bonuses: [{bonuses}]}}"
    )
    scene = draw_page(layout, "front")
    boxes = [bounds(by_id(scene)[f"round.{number}"].items[0]) for number in range(1, rounds + 1)]
    assert len({round(box.y, 3) for box in boxes}) == lines
    for number, box in enumerate(boxes, 1):
        assert box.contains(badges(scene)[f"round.badge.{number}"])


def test_options_of_a_badge_stand_one_below_the_other_in_a_zone(tmp_path: Path) -> None:
    more = f"sheet: {{size: 120 x 180}}\nzones:\n  green: {{bonus: {{6: {EITHER_OR}, 7: {EITHER_OR}, 8: fox}}}}"
    places = badges(draw_page(variant(tmp_path, more), "front"))
    either, single = places["green.badge.6"], places["green.badge.8"]
    assert either.height > 2 * either.width
    assert either.y == pytest.approx(single.y, abs=0.4)


def test_two_badges_at_one_place_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "schema: 1\nextends: classic\nsheet: {size: 120 x 200}\nzones:\n  yellow:\n    bonus:\n"
        "      1: reroll\n      between rows:\n      - [fox, ~, ~, ~]\n      - [~, ~, ~, ~]\n      - [~, ~, ~, ~]\n",
        "utf-8",
    )
    (problem,) = [problem for problem in sheetgen.check(file) if problem.severity.name == "ERROR"]
    assert "mm over" in str(problem)
    assert f"{file}:9:" in str(problem) or f"{file}:7:" in str(problem)
    with pytest.raises(DrawingError, match="mm over"):
        draw_page(sheetgen.load(file), "front")
