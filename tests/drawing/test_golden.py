"""Every page as it was when somebody last looked at it and liked it: a line per shape with its group, place and look.

A change of the drawing changes these texts. Look at the pages (`make pictures`, or `sheetgen sheet classic -o c.png`);
if they are right, write the texts anew and commit them with the change:

    .venv/bin/python -m tests.drawing.test_golden

All lengths are in millimetres. A path has its place and size, and letters that stand for its outline wherever it is.
Of themes other than the first the lines say which looks each panel has, and its letters stand for all of its shapes.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path as File
from random import Random

import pytest

from sheetgen.drawing.pages import PageSpec, draw_page, pages_of
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Rect, Scene, Shape, Text, bounds, number
from sheetgen.engine import Game
from sheetgen.layout import Layout, load
from sheetgen.resources import shipped_layouts, shipped_variants

GOLDEN = File(__file__).parent / "golden"
THEMES = ("vivid", "ink", "safe", "grey")  # the light one is shown shape by shape
LAYOUTS = {**dict.fromkeys(shipped_layouts(), ""), **{name: str(path) for name, path in shipped_variants().items()}}


@cache
def layout_of(name: str) -> Layout:
    return load(LAYOUTS[name] or name)


def shown_pages(layout: Layout) -> list[PageSpec]:
    """Every page; of cards the faces of the first deck and the backs of all: the other faces differ in colour only."""
    first = pages_of(layout)[0].deck
    return [page for page in pages_of(layout) if page.kind != "card face" or page.deck == first]


def title(page: PageSpec) -> str:
    return " ".join(filter(None, (page.kind, page.card, page.deck)))


def golden(name: str) -> Iterator[str]:
    """The golden lines of a layout: its pages, the marks of a game on it, its front in other themes."""
    layout = layout_of(name)
    for page in shown_pages(layout):
        yield from (f"# {title(page)}", *page_lines(draw_page(layout, page)), "")
    main = next(page for page in reversed(pages_of(layout)) if page.kind in ("front", "score sheet"))
    if main.kind == "front":
        yield from ("# front, the marks of a game", *page_lines(marks_alone(layout)), "")
    for theme in THEMES:
        for page in (main, *[page for page in shown_pages(layout) if page.kind == "card back"]):
            yield from (f"# {title(page)}, {theme}", *panel_lines(draw_page(layout, page, theme=theme)), "")


def marks_alone(layout: Layout) -> Scene:
    """Nothing but what is written on a sheet in a game by chance."""
    game, chance = Game(layout, players=1, seed=5), Random(5)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    player = game.players[0]
    marks = {
        "marks": player.marks(),
        "rounds": game.round,
        "actions": player.actions(),
        "results": player.results(),
    }
    scene = draw_page(layout, "front", marks=marks)
    return replace(scene, items=scene.items[-1:])


def page_lines(scene: Scene) -> Iterator[str]:
    """A line for the page and one for every shape."""
    yield f"{number(scene.width)} x {number(scene.height)}, {scene.language}: {scene.title}"
    for group, shape in scene.shapes():
        yield f"{group or 'page'}: {shape_words(shape)}"


def panel_lines(scene: Scene) -> Iterator[str]:
    """A line for every panel and one for every look on it, with how often it occurs."""
    panels: dict[str, list[Shape]] = {}
    for item in scene.items:
        name = item.id.partition(".")[0] if isinstance(item, Group) else "page"
        panels.setdefault(name, []).extend(shape for _, shape in flat(item))
    for name, shapes in panels.items():
        yield f"{name}: {len(shapes)} shapes ({letters(' '.join(map(shape_words, shapes)))})"
        for look, count in sorted(Counter(map(look_words, shapes)).items()):
            yield f"  {count} {look}"


def flat(item: Item) -> Iterator[tuple[str, Shape]]:
    return Scene(0, 0, (item,), "", "", "").shapes()


def shape_words(shape: Shape) -> str:
    match shape:
        case Box(rect, _, radius):
            corners = f" r{number(radius)}" if radius else ""
            return f"box {place(rect)}{corners} {look_words(shape)}"
        case Circle(x, y, radius):
            return f"circle {number(x)} {number(y)} r{number(radius)} {look_words(shape)}"
        case Path(commands):
            x, y = commands[0][1]
            moved = [(code, [number(v - (y if i % 2 else x)) for i, v in enumerate(vs)]) for code, vs in commands]
            drawn = letters(" ".join(code + " ".join(values) for code, values in moved))
            return f"path {place(bounds(shape))} {drawn} {look_words(shape)}"
        case Text():
            return f"text {shape.text!r} {number(shape.x)} {number(shape.y)} {look_words(shape)}"


def place(rect: Rect) -> str:
    return f"{number(rect.x)} {number(rect.y)} {number(rect.width)}x{number(rect.height)}"


def look_words(shape: Shape) -> str:
    if isinstance(shape, Text):
        return f"{shape.font} {number(shape.size)} {shape.fill}"
    paint: Paint = shape.paint
    words = [paint.fill] if paint.fill else []
    if paint.stroke:
        words.append(f"line {paint.stroke} {number(paint.width)}")
    if paint.dash:
        words.append("dash " + ",".join(map(number, paint.dash)))
    return " ".join(words) or "nothing"


def letters(text: str) -> str:
    return blake2b(text.encode(), digest_size=3).hexdigest()


@pytest.mark.parametrize("name", LAYOUTS)
def test_pages_are_drawn_as_before(name: str) -> None:
    expected = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    changes = unified_diff(expected, list(golden(name)), "before", "now", lineterm="", n=1)
    assert list(islice(changes, 20)) == [], "see the head of this file"


def test_there_is_no_file_without_a_layout() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(LAYOUTS)


if __name__ == "__main__":
    for layout_name in LAYOUTS:
        lines = "".join(f"{line}\n" for line in golden(layout_name))
        (GOLDEN / f"{layout_name}.txt").write_text(lines, "utf-8")
