"""The solo variant of every sheet, its back, and the backs with score tables."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Rect, Scene, Text, bounds
from sheetgen.drawing.sheet import draw_sheet, open_page
from sheetgen.drawing.solo import draw_solo, draw_solo_back, draw_solo_rounds
from sheetgen.i18n import languages, translate
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.sheet import Solo

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
PAGES: dict[str, Callable[..., Scene]] = {"solo": draw_solo, "solo back": draw_solo_back, "back": draw_back}
FRONT_LADDER = ("classic", "deluxe")  # the others have no room at the foot


def edition_of(layout: Layout) -> SheetEdition:
    assert isinstance(layout.edition, SheetEdition)
    return layout.edition


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def by_id(scene: Scene) -> dict[str, Group]:
    found = [group for group in groups(scene.items) if group.id]
    twice = [name for name, count in Counter(group.id for group in found).items() if count > 1]
    assert not twice
    return {group.id: group for group in found}


def texts(items: tuple[Item, ...]) -> list[Text]:
    own = [item for item in items if isinstance(item, Text)]
    return own + [item for group in groups(items) for item in group.items if isinstance(item, Text)]


def words(group: Group) -> str:
    return " ".join(text.text for text in texts((group,))).replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", PAGES)
def test_texts_stay_within_the_box_they_stand_on(kind: str, edition: str, language: str) -> None:
    """A text that begins inside a box ends inside it."""
    shapes = [shape for _, shape in PAGES[kind](load(edition), language=language).shapes()][1:]
    boxes = [(i, shape.rect) for i, shape in enumerate(shapes) if isinstance(shape, Box)]
    for i, text in enumerate(shapes):
        if isinstance(text, Text):
            start = Rect(text.rect.x, text.rect.centre[1], 0.01, 0.01)
            under = [rect for j, rect in boxes if j < i and rect.contains(start)]
            assert all(rect.contains(text.rect, 0.01) for rect in under), text.text


@pytest.mark.parametrize("edition", EDITIONS)
def test_six_active_and_six_passive_turns(edition: str) -> None:
    found = by_id(draw_solo(load(edition)))
    ticks = [name for name in found if name.startswith("solo.")]
    assert ticks == [f"solo.{number}.{kind}" for number in range(1, 7) for kind in ("active", "passive")]
    circles = [circle for name in ticks if isinstance(circle := found[name].items[0], Circle)]
    assert len(circles) == 12
    assert all(2 * circle.radius >= 4.99 for circle in circles)
    assert len({round(circle.radius, 6) for circle in circles}) == 1
    for number in range(1, 7):
        active, passive = (bounds(found[f"solo.{number}.{kind}"]) for kind in ("active", "passive"))
        assert active.right < passive.x
        plate, *inside = found[f"round.{number}"].items
        assert all(bounds(plate).contains(bounds(item), 0.01) for item in inside)
        # The circles keep clear of the number and the badge.
        others = [bounds(item) for item in inside if not (isinstance(item, Group) and item.id.startswith("solo."))]
        assert len(others) == (1 if number > 4 else 2)
        assert not any(tick.overlaps(other, 0.01) for tick in (active, passive) for other in others)


@pytest.mark.parametrize("edition", EDITIONS)
def test_zones_are_those_of_the_sheet(edition: str) -> None:
    """The same panels with the same cells, badges and numbers; only the spare height differs."""
    layout = load(edition)
    front, solo = by_id(draw_sheet(layout)), by_id(draw_solo(layout))
    for zone in edition_of(layout).zones:
        mine, theirs = list(groups((solo[f"zone-{zone}"],))), list(groups((front[f"zone-{zone}"],)))
        assert [group.id for group in mine] == [group.id for group in theirs]
        assert [text.text for text in texts((solo[f"zone-{zone}"],))] == [
            text.text for text in texts((front[f"zone-{zone}"],))
        ]
    assert "tally" not in solo


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", EDITIONS)
def test_ladder_has_every_band_once(edition: str, language: str) -> None:
    layout = load(edition)
    solo = edition_of(layout).solo
    assert solo is not None
    pages = [draw_solo_back(layout, language=language)]
    front = draw_solo(layout, language=language)
    if edition in FRONT_LADDER:
        pages.append(front)
    else:
        assert not any(name.startswith("rating") for name in by_id(front))
    for scene in pages:
        found = by_id(scene)
        bands = [name for name in found if name.startswith("rating.")]
        assert bands == [f"rating.{band.from_}" for band in solo.ratings]
        for i, band in enumerate(solo.ratings):
            shown = words(found[f"rating.{band.from_}"])
            label = translate(band.label, language).replace("\u202f", " ").replace("\xa0", " ")
            assert shown.endswith(label)
            least = f"< {solo.ratings[i - 1].from_}" if i == len(solo.ratings) - 1 else str(band.from_)
            assert shown.startswith(least)


def test_bands_of_the_back_say_from_and_to() -> None:
    found = by_id(draw_solo_back(load("classic")))
    assert words(found["rating.281"]) == "281+ You're so clever!"
    assert words(found["rating.260"]) == "260–280 Are you Einstein?"
    assert words(found["rating.0"]) == "< 140 Try harder!"


def test_stars_are_full_half_or_empty() -> None:
    found = by_id(draw_solo_back(load("classic")))
    # Paths after plate, tile and texts: one per star, and one more for the half of a half star.
    counts = {name: sum(not isinstance(item, Box | Text) for item in group.items) for name, group in found.items()}
    assert (counts["rating.281"], counts["rating.220"], counts["rating.0"]) == (5, 6, 5)
    fills = [item.paint.fill for item in found["rating.220"].items if not isinstance(item, Text | Group)][2:]
    assert fills[0] == fills[1] == fills[3] != fills[2]
    cubed = by_id(draw_solo_back(load("cubed")))
    assert all(isinstance(item, Box | Text) for item in cubed["rating.450"].items)


@pytest.mark.parametrize("edition", EDITIONS)
def test_result_has_a_line(edition: str) -> None:
    for language, wanted in (("en", "Date Score Best"), ("fr", "Date Score Record"), ("de", "Datum Punkte Rekord")):
        found = by_id(draw_solo(load(edition), language=language))
        assert words(found["result"]) == wanted
        lines = [item for item in found["result"].items if isinstance(item, Box)]
        assert len(lines) == 3
        assert all(line.rect.width >= 24 for line in lines)


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("classic", "stay aside"),
        ("double", "stay aside"),
        ("cubed", "on top"),
        ("deluxe", "on the die slots."),
        ("mix", "on the die slots."),
    ],
)
def test_passive_dice_go_where_the_edition_says(edition: str, said: str) -> None:
    """S2, S4."""
    passive = by_id(draw_solo_back(load(edition)))["passive"]
    shown = words(passive)
    assert "The 3 lowest go on the silver platter" in shown
    assert said in shown
    assert ("Choose one of them" in shown) == (said != "stay aside")
    dice = [item for item in passive.items if isinstance(item, Box) and item.paint.dash]
    assert len(dice) == (3 if said == "stay aside" else 0)


def test_solo_back_lists_twelve_games() -> None:
    found = by_id(draw_solo_back(load("mix")))
    for number in range(1, 13):
        cells = [item.rect for item in found[f"game.{number}"].items if isinstance(item, Box)]
        assert len(cells) == 3
        assert all(cell.height >= 5.5 and cell.width >= 12 for cell in cells)


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "mix"])
def test_score_table_has_a_row_per_zone(edition: str) -> None:
    layout = load(edition)
    found = by_id(draw_back(layout))
    for game in range(1, 4):
        rows = ["name", *edition_of(layout).zones, "foxes", "total"]
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
        "de": ["Spiel 2", "Gelb", "Türkis", "Blau", "Braun", "Rosa", "Füchse", "Σ Gesamt"],
    }
    for language, expected in names.items():
        found = by_id(draw_back(load("cubed"), language=language))
        rows = ["name", "yellow", "turquoise", "blue", "brown", "pink", "foxes", "total"]
        shown = [" ".join(item.text for item in found[f"game.2.{row}"].items if isinstance(item, Text)) for row in rows]
        assert shown == expected
    own = variant(tmp_path, "zones: {green: {name: Meadow}}\ndice: {blue: {name: the lake}}")
    found = by_id(draw_back(own))
    assert [words(found[f"game.1.{row}"]) for row in ("green", "blue")] == ["Meadow", "The lake"]


def test_back_of_deluxe_is_the_front_of_mix() -> None:
    assert draw_back(load("deluxe")) == draw_sheet(load("mix"))


VARIANT = """\
schema: 1
extends: classic
title: My own
provenance: {{inferred: everything}}
{more}
"""


def variant(folder: Path, more: str) -> Layout:
    file = folder / "variant.yaml"
    file.write_text(VARIANT.format(more=more), "utf-8")
    return load(str(file))


def test_back_with_a_second_page(tmp_path: Path) -> None:
    rows = """\
sheet:
  rows:
    - {height: 3.1, widths: [1, 7.4], panels: [dice, [rounds, actions]]}
    - {height: 4.3, panels: [yellow, blue]}
back: {rows: [green, orange, purple]}"""
    layout = variant(tmp_path, rows)
    front, back = by_id(draw_sheet(layout)), by_id(draw_back(layout))
    assert {"zone-yellow", "zone-blue"} <= set(front)
    assert {"zone-green", "zone-orange", "zone-purple"} <= set(back)
    assert "zone-green" not in front
    assert "zone-yellow" not in back


def test_score_table_for_more_games_stands_side_by_side(tmp_path: Path) -> None:
    found = by_id(draw_back(variant(tmp_path, "back: {score table: {players: 2, games: 6}}")))
    assert bounds(found["game.1"]).y == bounds(found["game.2"]).y
    assert bounds(found["game.6"]).bottom <= 171


def test_score_table_that_cannot_be_written_in_is_refused(tmp_path: Path) -> None:
    layout = variant(tmp_path, "back: {score table: {players: 8, games: 8}}")
    with pytest.raises(DrawingError, match="8 games of 8 players"):
        draw_back(layout)


def test_an_edition_without_solo_game_says_so(tmp_path: Path) -> None:
    layout = variant(tmp_path, "solo: ~")
    for draw in (draw_solo, draw_solo_back):
        with pytest.raises(DrawingError, match="no solo game"):
            draw(layout)
    with pytest.raises(DrawingError, match="objectives has no back"):
        draw_page(load("objectives"), "back")


def test_a_solo_game_without_rating(tmp_path: Path) -> None:
    layout = variant(tmp_path, "solo: {rounds: 8, ratings: []}")
    front, back = by_id(draw_solo(layout)), by_id(draw_solo_back(layout))
    assert "solo.8.passive" in front
    assert not any(name.startswith("rating") for name in (*front, *back))


def test_rounds_of_a_longer_game_fit() -> None:
    page = open_page(load("mix"), theme="light", language="en", size=None)
    pen: Pen = page.pen
    place = Rect(20, 10, 96, 10)
    drawn = draw_solo_rounds(pen, place, Solo(rounds=9))
    assert place.contains(bounds(drawn), 0.01)
