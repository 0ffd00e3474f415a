"""What differs between two texts of a layout, in words of the layout."""

import pytest

from sheetgen.layout import LayoutError
from sheetgen.layout.changes import changes_between
from sheetgen.resources import shipped_layouts

CLASSIC = shipped_layouts()["classic"].read_text("utf-8")


def said(before: str, after: str) -> list[tuple[str, str, str, str]]:
    return [(change.kind, change.where, change.before, change.after) for change in changes_between(before, after)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[3, 6, 5, x]", "[4, 6, 5, x]", [("set", "yellow: cells", "3", "4")]),
        ("[3, 6, 5, x]", "[3, 6, 6, x]", [("set", "yellow: cells", "5", "6")]),
        ("7: fox,", "", [("removed", "green: bonus 7", "fox", "")]),
        ("7: fox,", '7: fox, 8: "? any",', [("added", "green: bonus 8", "", '"? any"')]),
        ("title: That's Pretty Clever", "title: Mine", [("set", "title", "That's Pretty Clever", "Mine")]),
        ("panels: [yellow, blue]", "panels: [blue, yellow]", [("moved", "sheet: rows panels", "blue", "blue")]),
        ("schema: 1", "schema: 1   # a remark", []),
    ],
)
def test_what_a_person_changed(old: str, new: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert old in CLASSIC
    assert said(CLASSIC, CLASSIC.replace(old, new, 1)) == expected


def test_zones_and_panels_that_came_went_and_moved() -> None:
    before = "zones: {a: {cells: 2}, b: {cells: 3}}\nsheet: {rows: [[a], [b], [rounds]]}"
    after = "zones: {a: {cells: 2}, lake: {cells: 12}}\nsheet: {rows: [[rounds], [a], [lake]]}"
    assert said(before, after) == [
        ("removed", "b", "{cells: 3}", ""),
        ("added", "lake", "", "{cells: 12}"),
        ("set", "sheet: rows", "a", "rounds"),
        ("set", "sheet: rows", "b", "a"),
        ("set", "sheet: rows", "rounds", "lake"),
    ]
    moved = "sheet: {rows: [[b], [a], [rounds]]}"
    assert said("sheet: {rows: [[a], [b], [rounds]]}", moved) == [("moved", "sheet: rows", "[b]", "[b]")]


def test_an_item_that_is_there_twice_moves_once() -> None:
    assert said("a: [x, x, y, z]", "a: [y, z, x]") == [("moved", "a", "x", "x"), ("removed", "a", "x", "")]
    assert said("a: [y, z, x]", "a: [x, x, y, z]") == [("moved", "a", "x", "x"), ("added", "a", "", "x")]


def test_the_order_of_keys_is_no_change_in_a_list_either() -> None:
    before, after = "a: [{b: 1, c: [{d: 2, e: 3}]}, 4]", "a: [{c: [{e: 3, d: 2}], b: 1}, 4]"
    assert said(before, after) == []
    assert said(before, after.replace("[{c: [", "[5, {c: [")) == [("added", "a", "", "5")]
    assert said(before, "a: [4, {c: [{e: 3, d: 2}], b: 1}]") == [("moved", "a", "4", "4")]
    assert said(before, after.replace("b: 1", "b: true")) == [("set", "a: b", "1", "true")]


def test_strips_and_long_blocks_are_named_by_what_is_in_them() -> None:
    before = "a: 1\nsheet: {rows: [{height: 1, panels: [green]}, {height: 1.4, panels: [orange, blue]}]}"
    after = "a: 1\nsheet: {rows: [{height: 1.4, panels: [orange, blue]}, {height: 1, panels: [green]}]}"
    assert said(before, after) == [("moved", "sheet: rows", "orange, blue", "orange, blue")]
    made = "a: 1\nzones:\n  green: {bonus: {4: fox}}\n  lake: {die: blue, cells: 7, order: left to right}"
    assert said("a: 1", made) == [
        ("added", "green", "", "{bonus: {4: fox}}"),
        ("added", "lake", "", "die, cells, order"),
    ]


def test_long_values_are_cut_and_broken_texts_refused() -> None:
    [(_, _, before, after)] = said("a: b", f"a: [{', '.join('12345' * 9)}]")
    assert (before, len(after), after[-1]) == ("b", 28, "…")
    with pytest.raises(LayoutError):
        changes_between("a: [", "a: b")


def test_a_text_that_is_no_layout_has_a_place_too() -> None:
    assert said("hello", "- 1\n") == [("set", "…", "hello", "[1]")]
    assert said("- 1\n- 2\n", "- 1\n- 3\n") == [("set", "…", "2", "3")]
