"""The backs of sheets: score tables, another edition, a second page of panels."""

from itertools import combinations
from pathlib import Path

import pytest

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import DrawingError, Text, bounds
from sheetgen.layout import load
from sheetgen.resources import shipped_variants
from tests.drawing.measures import by_id, edition_of, variant, words


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "mix"])
def test_score_table_has_a_row_per_zone(edition: str) -> None:
    layout = load(edition)
    found = by_id(draw_page(layout, "back"))
    for game in range(1, 4):
        rows = ["name", *edition_of(edition).zones, "foxes", "total"]
        tops = []
        for row in rows:
            cells = [found[f"game.{game}.{row}.{player}"] for player in range(1, 5)]
            boxes = [bounds(cell) for cell in cells]
            assert all(box.width >= 20 and box.height >= 5 for box in boxes)
            assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
            tops.append(boxes[0].y)
        assert tops == sorted(tops)


def test_rows_of_a_score_table_are_named(tmp_path: Path) -> None:
    names = {
        "en": ["Game 2", "Yellow", "Turquoise", "Blue", "Brown", "Pink", "Foxes", "Σ Total"],
        "fr": ["Partie 2", "Jaune", "Turquoise", "Bleu", "Brun", "Rose", "Renards", "Σ Total"],
        "de": ["Partie 2", "Gelb", "Türkis", "Blau", "Braun", "Rosa", "Füchse", "Σ Gesamt"],
    }
    for language, expected in names.items():
        found = by_id(draw_page(load("cubed"), "back", language=language))
        rows = ["name", "yellow", "turquoise", "blue", "brown", "pink", "foxes", "total"]
        shown = [" ".join(item.text for item in found[f"game.2.{row}"].items if isinstance(item, Text)) for row in rows]
        assert shown == expected
    own = variant(tmp_path, "zones: {green: {name: Meadow}}\ndice: {blue: {name: the lake}}")
    found = by_id(draw_page(own, "back"))
    assert [words(found[f"game.1.{row}"]) for row in ("green", "blue")] == ["Meadow", "The lake"]


def test_back_of_deluxe_is_the_front_of_mix() -> None:
    assert draw_page(load("deluxe"), "back") == draw_page(load("mix"), "front")


def test_back_with_a_second_page(tmp_path: Path) -> None:
    rows = """\
sheet:
  rows:
    - {height: 3.1, widths: [1, 7.4], panels: [dice, [rounds, actions]]}
    - {height: 4.3, panels: [yellow, blue]}
back: {rows: [green, orange, purple]}"""
    layout = variant(tmp_path, rows)
    front, back = by_id(draw_page(layout, "front")), by_id(draw_page(layout, "back"))
    assert {"zone-yellow", "zone-blue"} <= set(front)
    assert {"zone-green", "zone-orange", "zone-purple"} <= set(back)
    assert "zone-green" not in front
    assert "zone-yellow" not in back


def test_what_a_second_page_leaves_free_is_a_field_for_notes() -> None:
    found = by_id(draw_page(load(str(shipped_variants()["day-and-night"])), "back", language="de"))
    assert words(found["notes"]) == "Notizen"
    assert bounds(found["notes"]).height > 12
    assert (
        bounds(found["notes"]).y - max(bounds(found[name]).bottom for name in found if name.startswith("zone-")) < 1.5
    )


def test_score_table_for_more_games_stands_side_by_side(tmp_path: Path) -> None:
    found = by_id(draw_page(variant(tmp_path, "back: {score table: {players: 2, games: 6}}"), "back"))
    assert bounds(found["game.1"]).y == bounds(found["game.2"]).y
    assert bounds(found["game.6"]).bottom <= 171


def test_score_table_that_cannot_be_written_in_is_refused(tmp_path: Path) -> None:
    layout = variant(tmp_path, "back: {score table: {players: 8, games: 8}}")
    with pytest.raises(DrawingError, match="8 games of 8 players"):
        draw_page(layout, "back")
