"""A variant that combines zone parts as no edition does: it is checked, played, scored and drawn with no Python."""

from pathlib import Path
from random import Random

import pytest

from sheetgen.drawing.scene import Rect, Text
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.engine import Game, replay
from sheetgen.engine.rules import Rules
from sheetgen.formats.svg_document import as_svg
from sheetgen.i18n import languages
from sheetgen.layout import Layout, problems_of, read_from_text

VARIANT = """\
schema: 1
extends: classic
title: Odd Neighbours
translations: {de: {Odd Neighbours: Seltsame Nachbarn}, fr: {Odd Neighbours: Drôles de voisins}}
zones:
  yellow:                            # a grid of numbers: rows fill from the left, each by its own rule
    replace: true
    cells:
      - [_, _, _, _, _]
      - [_, _, _, _, _]
      - [_, _, _, _, _]
    order: next of a chosen row
    accepts: {by row: [{higher than the one before: {restart after: 5}}, at most the one before, anything]}
    bonus:
      between rows:
        - [X blue, ~, extra die, ~, fox]
        - [~, X green, ~, 6 purple, ~]
      columns: [~, ~, ~, 4 orange, ~]
    points: {row sums: [1, 1, -1], full rows: [20, 20, 15]}
  purple:                            # rising with skips, the sum of two dice, and high entries pay more
    replace: true
    cells: 10
    order: left to right with skips
    accepts: higher than the one before
    value: {sum with: white}
    free choice: any value
    bonus:
      between cells: [reroll, X blue, ~, "? yellow", extra die, ~, reroll, fox, X green]
    points: {by count: [2, 5, 9, 14, 20, 27, 35, 44, 54, 65], each entry: {at least 11: 3, at least 9: 1}}
  green: {bonus: {4: fox}}           # yellow takes numbers now, so its X badges become ? badges
  blue: {bonus: {rows: [5 orange, "? yellow", fox]}}
  orange: {bonus: {5: "? yellow"}}
rounds: {bonuses: [reroll, extra die, reroll, "? any"]}
actions: {reroll: {slots: 7}, extra die: {slots: 5}}
"""


@pytest.fixture(scope="module")
def variant() -> Layout:
    return read_from_text(VARIANT, Path("odd.yaml"), "odd.yaml")


def test_it_makes_sense(variant: Layout) -> None:
    assert [str(problem) for problem in problems_of(variant) if problem.severity == "error"] == []


@pytest.mark.parametrize("players", [1, 3])
def test_it_plays_and_replays(variant: Layout, players: int) -> None:
    rules, chance, marked = Rules(variant), Random(5), set()
    for seed in range(40):
        game = Game(rules, players, seed)
        while not game.is_over:
            moves = game.legal_moves()
            game.play(chance.choice([move for move in moves if move.kind not in ("pass", "done")] or moves))
        for player in game.players:
            marked |= set(player.marks())
            numbers = {cell: value for cell, value in player.marks().items() if cell.startswith("yellow.")}
            rows = [[numbers.get(f"yellow.r{r}c{c}") for c in range(1, 6)] for r in (1, 2, 3)]
            sums = [sum(value for value in row if isinstance(value, int)) for row in rows]
            full = [20, 20, 15]
            points = sums[0] + sums[1] - sums[2] + sum(p for p, row in zip(full, rows, strict=True) if None not in row)
            assert player.zone_points()["yellow"] == points
            falling = [value for value in rows[1] if isinstance(value, int)]
            assert falling == sorted(falling, reverse=True)
    assert {f"yellow.r{r}c1" for r in (1, 2, 3)} <= marked


def test_a_record_of_it_is_replayed_from_its_file(variant: Layout, tmp_path: Path) -> None:
    from sheetgen.layout.loading import as_yaml

    file = tmp_path / "odd.yaml"
    file.write_text(as_yaml(variant), "utf-8")
    game = Game(str(file), 2, seed=3)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    text = game.record().replace("edition: odd", f"edition: {file}")
    assert replay(text).state() == game.state()


@pytest.mark.parametrize("theme", ["light", "vivid", "ink", "safe", "grey"])
@pytest.mark.parametrize("language", languages())
def test_it_is_drawn(variant: Layout, theme: str, language: str) -> None:
    scene = draw_sheet(variant, theme=theme, language=language)
    page = Rect(0, 0, scene.width, scene.height).inset(3)
    texts = [shape for _, shape in scene.shapes() if isinstance(shape, Text)]
    assert all(page.contains(text.rect, 0.05) for text in texts)
    pairs = [(a, b) for i, a in enumerate(texts) for b in texts[i + 1 :] if a.rect.overlaps(b.rect, 0.05)]
    assert pairs == []
    # Points of full rows stand beside them, the ladder of purple above its cells.
    shown = [text.text for text in texts]
    assert all(str(points) in shown for points in (2, 5, 9, 14, 20, 27, 35, 44, 54, 65))
    stars = {group: shape.text for group, shape in scene.shapes() if isinstance(shape, Text)}
    assert [stars[f"yellow.star.row.{row}"] for row in (1, 2, 3)] == ["20", "20", "15"]
    svg = as_svg(scene)
    for cell in [f"yellow.r{r}c{c}" for r in (1, 2, 3) for c in range(1, 6)] + [f"purple.{i}" for i in range(1, 11)]:
        assert svg.count(f'id="{cell}"') == 1
