"""Marks on a sheet: drawn in their cells, the same on every run."""

from collections.abc import Iterator

import pytest

from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.scene import Circle, DrawingError, Group, Rect, Scene, bounds
from tests.drawing.measures import EDITIONS, SIZES, THEMES, badges, cells, drawn, groups, layout_of, played, texts


def marked(edition: str, marks: dict[str, object], theme: str = "light", size: str = "120x171") -> Scene:
    return with_marks(drawn(edition, theme=theme, size=size), layout_of(edition), marks, theme=theme)


def marks_of(scene: Scene) -> Iterator[tuple[str, Group]]:
    (layer,) = (item for item in scene.items if isinstance(item, Group) and item.id == "marks")
    for group in groups(layer.items):
        yield group.id.removeprefix("mark."), group


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_marks_stay_in_their_cells(edition: str, size: str) -> None:
    data = played(edition)
    scene = marked(edition, data, size=size)
    places = cells(scene, edition)
    found = {name: group for name, group in marks_of(scene) if name in places}
    assert isinstance(data["marks"], dict)
    assert list(found) == list(data["marks"])
    for name, group in found.items():
        assert places[name].contains(bounds(group)), name


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_leave_the_small_print_free(edition: str) -> None:
    data = played(edition)
    scene = marked(edition, data)
    small: dict[str, list[Rect]] = {}
    for name, text in texts(scene):
        small.setdefault(name, []).append(text.rect)
    assert isinstance(data["marks"], dict)
    for name, group in marks_of(scene):
        if isinstance(data["marks"].get(name), (int, dict)):
            assert not [rect for rect in small.get(name, []) if rect.overlaps(bounds(group))], name


@pytest.mark.parametrize("theme", THEMES)
def test_marks_are_the_same_on_every_run(theme: str) -> None:
    data = played("mix")
    assert marked("mix", data, theme) == marked("mix", data, theme)


def test_a_sheet_without_marks_is_left_as_it_is() -> None:
    plain = drawn("classic")
    scene = marked("classic", {"marks": {}, "rounds": 0})
    assert scene.items[:-1] == plain.items
    assert not list(marks_of(scene))


def test_circles_come_before_crosses() -> None:
    marks = {"rounds": 0, "marks": {"yellow.r1c2": "o", "yellow.r1c4": "x", "silver.r1c1": "x"}}
    found = dict(marks_of(marked("double", marks)))
    assert [len(found[name].items) for name in ("yellow.r1c2", "yellow.r1c4", "silver.r1c1")] == [1, 2, 1]


def test_a_badge_given_up_is_struck() -> None:
    pink = {"pink.1": 2, "pink.2": {"value": 3, "bonus": True}, "pink.3": {"value": 8, "bonus": False}}
    scene = marked("cubed", {"rounds": 0, "marks": pink})
    struck = [name for name, _ in marks_of(scene) if ".badge." in name]
    assert struck == ["pink.badge.3"]
    stroke = dict(marks_of(scene))["pink.badge.3"]
    assert badges(scene)["pink.badge.3"].overlaps(bounds(stroke))


def test_a_badge_that_was_missed_is_struck() -> None:
    marks = {"rounds": 0, "marks": {"pink.1": 6, "pink.2": 6, "pink.3": 1, "pink.4": 6}}
    struck = [name for name, _ in marks_of(marked("double", marks)) if ".badge." in name]
    assert struck == ["pink.badge.3"]


def test_slots_and_rounds() -> None:
    actions = {"extra die": {"unlocked": 2, "used": [2]}, "mix.joker": {"unlocked": 1, "used": []}}
    found = dict(marks_of(marked("mix", {"marks": {}, "rounds": 2, "actions": actions})))
    assert list(found) == ["round.1", "round.2", "extra-die.1", "extra-die.2", "mix.joker.1"]
    assert [len(group.items) for group in found.values()] == [1, 1, 1, 2, 1]
    slots = {group.id: group for group in groups(drawn("mix").items)}
    for name in ("extra-die.1", "extra-die.2", "mix.joker.1"):
        (ring,) = (item for item in slots[name].items if isinstance(item, Circle))
        assert bounds(ring).contains(bounds(found[name]))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_of_a_solo_game_are_ticked(edition: str, theme: str) -> None:
    plain = drawn(edition, theme=theme, page="solo front")
    scene = with_marks(plain, layout_of(edition), {"marks": {}, "rounds": 4}, theme=theme)
    found = dict(marks_of(scene))
    assert list(found) == [f"solo.{number}.{kind}" for number in range(1, 5) for kind in ("active", "passive")]
    circles = {group.id: group for group in groups(plain.items)}
    for name, tick in found.items():
        assert bounds(circles[name]).inset(-0.3).contains(bounds(tick)), name


@pytest.mark.parametrize("address", ["yellow.r9c9", "nowhere.1", ""])
def test_a_mark_without_a_place_is_refused(address: str) -> None:
    with pytest.raises(DrawingError, match="no place"):
        marked("classic", {"marks": {address: "x"}, "rounds": 0})
