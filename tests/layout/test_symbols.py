"""Symbols that a layout draws itself: all commands of an SVG path, what is refused and why, where they are drawn."""

from math import hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

import sheetgen
from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.scene import Path as DrawnPath
from sheetgen.drawing.scene import bounds, outline
from sheetgen.layout import load
from sheetgen.layout.symbols import MAX_LENGTH, symbol_commands

TRIANGLE = "M0 10 L5 0 L10 10 Z"
STEPS = "M0 0h1v1h1v1h1v1h1v1h1v1h1v1h-6z"
LAYOUT = "schema: 1\nextends: classic\ndice:\n  blue:\n    symbol path: "


def test_all_ways_to_write_a_square_are_the_same() -> None:
    square = symbol_commands("M 2 2 L 6 2 L 6 6 L 2 6 Z")
    for text in (
        "M2,2H6V6H2Z",
        "m2 2h4v4h-4z",
        "M2 2 6 2 6 6 2 6z",
        "m2 2 4 0 0 4-4 0z",
        "M20 20h40v40h-40z",
        "M.2.2h.4v.4h-.4z",
    ):
        assert symbol_commands(text) == square, text


def test_arcs_and_curves_go_where_svg_says() -> None:
    circle = symbol_commands("M0 5a5 5 0 1 0 10 0a5 5 0 10-10 0z")
    points = list(outline(circle))
    assert max(abs(hypot(x - 0.5, y - 0.5) - 0.5) for x, y in points) < 0.001
    assert min(y for _, y in points) == pytest.approx(0, abs=0.01)
    smooth, mirrored = (
        symbol_commands("M0 0C0 5 5 5 5 0S10-5 10 0V9H0Z"),
        symbol_commands("M0 0C0 5 5 5 5 0C5-5 10-5 10 0V9H0Z"),
    )
    assert smooth == mirrored
    assert symbol_commands("M0 0Q5 9 9 0T18 0V9H0Z") == symbol_commands("M0 0Q5 9 9 0Q13-9 18 0V9H0Z")
    # Radii that are too small grow until the arc reaches its end.
    assert symbol_commands("M0 0A1 1 0 0 1 10 0Z")[1][0] == "C"


@pytest.mark.parametrize("radius", ["0", "1e-7", "1e-160", "1e-300", "1e-320"])
def test_an_arc_with_a_tiny_radius_is_a_line(radius: str) -> None:
    assert symbol_commands(f"M0 0 A{radius} {radius} 0 0 1 10 10 L0 10 Z") == symbol_commands("M0 0 L10 10 L0 10 Z")
    square = symbol_commands("M0 0 L10 0 L10 10 L0 10 L0 0 Z")
    assert symbol_commands(f"M0 0 L10 0 L10 10 L0 10 A{radius} {radius} 0 0 1 0 0 Z") == square


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the path of a symbol, such as 'M0 10 L5 0 L10 10 Z', found nothing to draw"),
        ("M 1 1 Z", "expected the path of a symbol, such as 'M0 10 L5 0 L10 10 Z', found nothing to draw"),
        ("sun", "expected a path that begins with M, such as 'M0 10 L5 0 L10 10 Z', found 'sun'"),
        ("L 1 1", "expected a path that begins with M, such as 'M0 10 L5 0 L10 10 Z', found 'L 1 1'"),
        ("5 5 L 1 1", "expected a command such as M or L before the number 5, as in 'M0 10 L5 0 L10 10 Z'"),
        ("M 1 1 L 5", "expected 2 numbers after L, found 1"),
        ("M 1 1 A 5 5 0 2 0 1 1", "expected 7 numbers after A, found 3"),
        ("M 1 1 L", "expected numbers after L, found the end"),
        ("M 1 1 L H 5", "expected numbers after L, found H"),
        ("M 1 1 L 1e9 5", "expected numbers up to 10000, found '1e9'"),
        (
            "M 0 0 L 50 0 L 50 1 Z",
            "is 50 wide and 1 high: expected a symbol that is at most five times as long as it is narrow",
        ),
        (
            "M 0 0 H 5 V 5 <script>",
            "expected a command of an SVG path (M L H V C S Q T A Z) or a number, found '<script>'",
        ),
        ("M 0 0 url(#a)", "expected a command of an SVG path (M L H V C S Q T A Z) or a number, found 'url(#a)'"),
        ("M0 0" + "h1v1" * 200, "has more than 300 lines and curves; simplify the symbol"),
        ("M0 0" + " " * MAX_LENGTH, "has 2004 characters, expected at most 2000"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(PydanticCustomError) as caught:
        symbol_commands(text)
    assert str(caught.value) == message


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.-+e, ", max_size=60))
def test_a_path_is_drawn_in_its_square_or_refused(text: str) -> None:
    try:
        commands = symbol_commands(f"M0 0 {text}")
    except PydanticCustomError:
        return
    xs, ys = zip(*outline(commands), strict=True)
    assert min(*xs, *ys) > -0.2  # curves are measured in pieces
    assert max(*xs, *ys) < 1.2


def test_check_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{LAYOUT}M 1 1 L 5\n", "utf-8")
    (error,) = sheetgen.check(file)
    assert str(error) == f"{file}:5:18 dice.blue.symbol path: expected 2 numbers after L, found 1"


@pytest.mark.parametrize(("page", "places"), [("front", 3), ("back", 1), ("solo front", 3)])
def test_it_is_drawn_wherever_ours_are(tmp_path: Path, page: PageKind, places: int) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{LAYOUT}{STEPS}\n", "utf-8")
    codes = [code for code, _ in symbol_commands(STEPS)]  # no other shape of the sheet has as many corners
    drawn = [
        (group, shape)
        for group, shape in draw_page(load(str(file)), page).shapes()
        if isinstance(shape, DrawnPath) and [code for code, _ in shape.commands] == codes
    ]
    # The tag of its zone, badges in other zones, the tally; on the back the line of its points.
    assert len({group.split(".")[0] for group, _ in drawn}) >= places
    for _, shape in drawn:
        assert bounds(shape).width == pytest.approx(bounds(shape).height, rel=0.01)


def test_a_deck_of_cards_has_it_too(tmp_path: Path) -> None:
    file = tmp_path / "deck.yaml"
    plain = sheetgen.draw("objectives", back=True)
    file.write_text(f"schema: 1\nextends: objectives\ndecks:\n  blue: {{symbol path: '{TRIANGLE}'}}\n", "utf-8")
    assert sheetgen.draw(file, back=True) != plain
