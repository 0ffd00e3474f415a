"""The solo game: the sheet for one player and its back."""

from pathlib import Path

import pytest

from sheetgen.drawing.pages import PageKind, draw_page, pages_of
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Rect, Text, bounds
from sheetgen.drawing.sheet import open_page
from sheetgen.drawing.solo import draw_solo_rounds
from sheetgen.drawing.themes import themes
from sheetgen.i18n import languages, translate
from sheetgen.layout import load
from sheetgen.layout.sheet import Solo
from tests.drawing.measures import (
    EDITIONS,
    SHEETS,
    by_id,
    drawn,
    edition_of,
    groups,
    layout_of,
    texts_of,
    variant,
    words,
)

SOLO: tuple[PageKind, ...] = ("solo front", "solo back")
FRONT_LADDER = ("classic", "deluxe", "day-and-night", "meadow", "tide-pool")  # the others have no room at the foot


@pytest.mark.parametrize("edition", EDITIONS)
def test_six_active_and_six_passive_turns(edition: str) -> None:
    found = by_id(draw_page(load(edition), "solo front"))
    ticks = [name for name in found if name.startswith("solo.")]
    assert ticks == [f"solo.{number}.{kind}" for number in range(1, 7) for kind in ("active", "passive")]
    circles = [circle for name in ticks if isinstance(circle := found[name].items[0], Circle)]
    assert len(circles) == 12
    assert all(2 * circle.radius >= 4.99 for circle in circles)
    assert len({round(circle.radius, 6) for circle in circles}) == 1
    for number in range(1, 7):
        assert words(found[f"solo.{number}.active"]) == str(number)
        assert not texts_of(found[f"solo.{number}.passive"])
        active, passive = (bounds(found[f"solo.{number}.{kind}"]) for kind in ("active", "passive"))
        assert active.right < passive.x
        plate, *inside = found[f"round.{number}"].items
        assert all(bounds(plate).contains(bounds(item), 0.01) for item in inside)
        # The circles keep clear of the badge.
        badges = [bounds(item) for item in inside if not (isinstance(item, Group) and item.id.startswith("solo."))]
        assert len(badges) == (0 if number > 4 else 1)
        assert not any(tick.overlaps(badge, -0.3) for tick in (active, passive) for badge in badges)


@pytest.mark.parametrize("edition", EDITIONS)
def test_zones_are_those_of_the_sheet(edition: str) -> None:
    """The same panels with the same cells, badges and numbers; only the spare height differs."""
    layout = load(edition)
    front, solo = by_id(draw_page(layout, "front")), by_id(draw_page(layout, "solo front"))
    for zone in edition_of(edition).zones:
        mine, theirs = list(groups((solo[f"zone-{zone}"],))), list(groups((front[f"zone-{zone}"],)))
        assert [group.id for group in mine] == [group.id for group in theirs]
        assert [text.text for text in texts_of(solo[f"zone-{zone}"])] == [
            text.text for text in texts_of(front[f"zone-{zone}"])
        ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", SHEETS)
def test_ladder_has_every_band_once(edition: str, language: str) -> None:
    layout = layout_of(edition)
    solo = edition_of(edition).solo
    assert solo is not None
    pages = [draw_page(layout, "solo back", language=language)]
    front = draw_page(layout, "solo front", language=language)
    if edition in FRONT_LADDER:
        pages.append(front)
    else:  # a pad prints the back
        assert not any(name.startswith("rating") for name in by_id(front))
    for scene in pages:
        found = by_id(scene)
        bands = [name for name in found if name.startswith("rating.")]
        assert bands == [f"rating.{band.from_}" for band in solo.ratings]
        for i, band in enumerate(solo.ratings):
            shown = words(found[f"rating.{band.from_}"])
            label = (
                translate(band.label, language, edition_of(edition).translations)
                .replace("\u202f", " ")
                .replace("\xa0", " ")
            )
            assert shown.endswith(label)
            least = f"< {solo.ratings[i - 1].from_}" if i == len(solo.ratings) - 1 else str(band.from_)
            assert shown.startswith(least)


@pytest.mark.parametrize("edition", FRONT_LADDER)
def test_ratings_have_no_colour_of_a_zone(edition: str) -> None:
    light = themes()["light"]
    for page in SOLO:
        found = by_id(drawn(edition, size=None, page=page))
        ratings = [group.items for name, group in found.items() if name.startswith("rating.")]
        assert len(ratings) > 3
        if page == "solo front":  # a plain table
            assert {item.fill if isinstance(item, Text) else "" for items in ratings for item in items} == {light.ink}
        else:
            assert {items[1].paint.fill for items in ratings if isinstance(items[1], Box)} == {light.cell}


@pytest.mark.parametrize("edition", FRONT_LADDER)
def test_ratings_of_the_front_are_in_columns(edition: str) -> None:
    for language in languages():
        ratings = by_id(drawn(edition, language, size=None, page="solo front"))["ratings"]
        lefts = {round(bounds(group).x, 2) for group in ratings.items if isinstance(group, Group)}
        assert len(lefts) <= 3


def test_a_long_rating_is_broken_below_its_label() -> None:
    """In French, two labels of classic are together longer than a line."""
    scores, *lines = texts_of(by_id(drawn("classic", "fr", size=None, page="solo front"))["rating.260"])
    assert [text.text for text in lines] == ["Tu ne t’appellerais pas", "Albert Einstein, par hasard\u202f?"]
    assert lines[0].rect.x == lines[1].rect.x > scores.rect.right
    assert lines[0].rect.bottom < lines[1].rect.y


@pytest.mark.parametrize(("edition", "size"), [("meadow", None), ("classic", "A4"), ("mix", "A4"), ("mix", "120x212")])
def test_a_platter_is_printed_where_the_size_allows_it(edition: str, size: str | None) -> None:
    """With room for all of its dice, of 16 mm each."""
    solo = edition_of(edition).solo
    assert solo is not None
    passive = by_id(drawn(edition, size=size, page="solo front"))["passive"]
    tray = passive.items[1]
    assert isinstance(tray, Box)
    assert tray.rect.height >= 16 - 0.001
    assert tray.rect.width >= 16 * solo.platter


def test_bands_of_the_back_say_from_and_to() -> None:
    found = by_id(draw_page(load("classic"), "solo back"))
    assert words(found["rating.281"]) == "281+ You're so clever!"
    assert words(found["rating.260"]) == "260–280 Are you Einstein?"
    assert words(found["rating.0"]) == "< 140 Try harder!"


def test_stars_are_full_half_or_empty() -> None:
    found = by_id(draw_page(load("classic"), "solo back"))
    # Paths after plate, tile and texts: one per star, and one more for the half of a half star.
    counts = {name: sum(not isinstance(item, Box | Text) for item in group.items) for name, group in found.items()}
    assert (counts["rating.281"], counts["rating.220"], counts["rating.0"]) == (5, 6, 5)
    fills = [item.paint.fill for item in found["rating.220"].items if not isinstance(item, Text | Group)][2:]
    assert fills[0] == fills[1] == fills[3] != fills[2]
    cubed = by_id(draw_page(load("cubed"), "solo back"))
    assert all(isinstance(item, Box | Text) for item in cubed["rating.450"].items)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fields_for_name_date_and_best_score(edition: str) -> None:
    for language, fields, best in (
        ("en", "Name Date", "Best"),
        ("fr", "Nom Date", "Record"),
        ("de", "Name Datum", "Rekord"),
    ):
        found = by_id(draw_page(load(edition), "solo front", language=language))
        assert words(found["title"]).endswith(fields)
        assert words(found["tally.best"]) == best
        plain = by_id(draw_page(load(edition), "solo front", language=language, tally=False))
        assert "tally" not in plain
        assert words(plain["title"]).endswith(best)


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("classic", "stay aside"),
        ("double", "stay aside"),
        ("cubed", "on the first."),
        ("deluxe", "on the die slots."),
        ("mix", "on the die slots."),
    ],
)
def test_passive_dice_go_where_the_edition_says(edition: str, said: str) -> None:
    """S2, S4."""
    passive = by_id(draw_page(load(edition), "solo back"))["passive"]
    shown = words(passive)
    assert "The 3 lowest go on the silver platter" in shown
    assert said in shown
    assert ("Choose one of them" in shown) == (said != "stay aside")
    dice = [item for item in passive.items if isinstance(item, Box) and item.paint.dash]
    assert len(dice) == (3 if said == "stay aside" else 0)


def test_solo_back_lists_twelve_games() -> None:
    found = by_id(draw_page(load("mix"), "solo back"))
    for number in range(1, 13):
        cells = [item.rect for item in found[f"game.{number}"].items if isinstance(item, Box)]
        assert len(cells) == 3
        assert all(cell.height >= 5.5 and cell.width >= 12 for cell in cells)


def test_an_edition_without_solo_game_says_so(tmp_path: Path) -> None:
    layout = variant(tmp_path, "solo: ~")
    assert [page.kind for page in pages_of(layout)] == ["front", "back"]
    for kind in SOLO:
        with pytest.raises(DrawingError, match="no solo game"):
            draw_page(layout, kind)


def test_a_solo_game_without_rating(tmp_path: Path) -> None:
    layout = variant(tmp_path, "solo: {rounds: 8, ratings: []}")
    front, back = by_id(draw_page(layout, "solo front")), by_id(draw_page(layout, "solo back"))
    assert "solo.8.passive" in front
    assert not any(name.startswith("rating") for name in (*front, *back))


def test_rounds_of_a_longer_game_fit() -> None:
    page = open_page(load("mix"), theme="light", language="en", size=None)
    place = Rect(20, 10, 96, 10)
    drawn = draw_solo_rounds(page.pen, place, Solo(rounds=9))
    assert place.contains(bounds(drawn), 0.01)


def test_platter_is_left_out_where_its_text_is_too_long() -> None:
    """White type is larger: in German the text of the platter is too long, and the strip takes its place."""
    size = (120.0, 190.0)
    light, vivid = (
        by_id(draw_page(load("deluxe"), "solo front", theme=theme, language="de", size=size))
        for theme in ("light", "vivid")
    )
    assert bounds(light["passive"]).height > bounds(vivid["passive"]).height
