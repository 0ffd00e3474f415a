"""The head of a sheet: fields, rounds, die slots and action tracks, on one grid and large enough for the hand."""

import pathlib
from itertools import pairwise
from typing import TypeGuard

import pytest

from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.scene import Box, Circle, Group, Item, Path, Rect, Scene, Text, bounds
from sheetgen.drawing.sheet import unit_of as drawn_unit
from sheetgen.drawing.themes import contrast, luminance, themes
from sheetgen.i18n import languages
from sheetgen.layout import load
from tests.drawing.measures import (
    EDITIONS,
    PAGES,
    POINT,
    SHEETS,
    THEMES,
    by_id,
    cells,
    drawn,
    edition_of,
    fill_of,
    grounds,
    texts_of,
    variant,
    words,
)
from tests.matrix import every_pair

FRONTS: tuple[PageKind, ...] = ("front", "solo front")
DIE_SLOT, DIE_PITCH, LARGE_DIE = 14.0, 16.0, 16.0
OLD_HEAD = """\
sheet:
  rows:
    - {height: 3.1, widths: [1, 7.4], panels: [dice, [rounds, actions]]}
    - {height: 4.3, panels: [yellow, blue]}
    - {height: 1.7, panels: [green]}
    - {height: 1.4, panels: [orange]}
    - {height: 1.4, panels: [purple]}"""


def die_slots(scene: Scene) -> list[Rect]:
    """The squares for the dice, in their order."""
    groups = [group for name, group in by_id(scene).items() if name.startswith("slot.")]
    return [[item for item in group.items if isinstance(item, Box)][-1].rect for group in groups]


def round_boxes(scene: Scene) -> list[Rect]:
    return [bounds(group.items[0]) for name, group in by_id(scene).items() if name.removeprefix("round.").isdigit()]


@pytest.mark.parametrize("page", FRONTS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_dice_fit_their_slots(sheet: str, page: PageKind) -> None:
    slots = die_slots(drawn(sheet, size=None, page=page))
    assert len(slots) == len(edition_of(sheet).die_slots)
    for slot in slots:
        assert slot.width == pytest.approx(slot.height)
        assert slot.width >= DIE_SLOT - 0.001
    for one, other in pairwise(slots):
        assert other.x - one.x >= DIE_PITCH - 0.001
        assert other.y == one.y


@pytest.mark.parametrize("page", FRONTS)
@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("size", [None, "201x256"])
def test_head_is_on_one_grid(sheet: str, page: PageKind, size: str | None) -> None:
    """Slots and tracks begin and end where rounds do; a slot stands below each round where rounds are wide enough."""
    scene = drawn(sheet, size=size, page=page)
    slots, rounds = die_slots(scene), round_boxes(scene)
    dice, actions = (bounds(by_id(scene)[name]) for name in ("dice", "actions"))
    assert dice.x == pytest.approx(rounds[0].x)
    assert actions.right == pytest.approx(rounds[-1].right)
    assert any(dice.right == pytest.approx(box.right) for box in rounds)
    assert any(actions.x == pytest.approx(box.x) for box in rounds)
    if rounds[0].width > DIE_PITCH * drawn_unit(scene.width, scene.height):
        for slot, box in zip(slots, rounds, strict=False):
            if size is None:
                assert slot.centre[0] == pytest.approx(box.centre[0])
            assert box.x < slot.x < slot.right < box.right  # beside its label on a large sheet


@pytest.mark.parametrize("page", FRONTS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_slots_keep_away_from_their_plates(sheet: str, page: PageKind) -> None:
    """A plate has no line beside that of its slot; a slot without room for its plate has none."""
    scene = drawn(sheet, size=None, page=page)
    for i in range(1, len(edition_of(sheet).die_slots) + 1):
        *plates, slot = (item for item in by_id(scene)[f"slot.{i}"].items if isinstance(item, Box))
        for plate in plates:
            inside = plate.rect
            assert plate.paint.stroke is None
            assert bounds(slot).x - inside.x >= 0.3
            for label in texts_of(by_id(scene)[f"slot.{i}"]):
                assert label.rect.y - inside.y >= 0.25


@pytest.mark.parametrize("page", FRONTS)
def test_label_of_a_slot_stays_visible_under_a_die(page: PageKind) -> None:
    scene = drawn("cubed", size=None, page=page)
    for i, slot in enumerate(die_slots(scene), 1):
        (label,) = texts_of(by_id(scene)[f"slot.{i}"])
        assert label.text == "I" * i
        assert label.size >= 3.0
        x, y = slot.centre
        die = Rect(x - LARGE_DIE / 2, y - LARGE_DIE / 2, LARGE_DIE, LARGE_DIE)
        assert not die.overlaps(label.rect)


@pytest.mark.parametrize("page", FRONTS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_circles_of_tracks_take_a_pencil(sheet: str, page: PageKind) -> None:
    actions = by_id(drawn(sheet, size=None, page=page))["actions"]
    circles = [item for group in actions.items if isinstance(group, Group) for item in group.items[:1]]
    rings = [circle for circle in circles if isinstance(circle, Circle)]
    assert len(rings) == sum(
        len(track.slots or ())
        for name, action in edition_of(sheet).actions.items()
        for track in action.tracks(name).values()
    )
    assert all(2 * ring.radius >= 4.99 for ring in rings)
    columns = {round(ring.x, 3) for ring in rings}
    assert len(columns) == max(
        len(track.slots or ())
        for name, action in edition_of(sheet).actions.items()
        for track in action.tracks(name).values()
    )


@every_pair(sheet=SHEETS, theme=THEMES, page=PAGES)
def test_fields_to_write_in_are_light(sheet: str, theme: str, page: PageKind) -> None:
    """Graphite is readable on them: name, date, best score, rounds, tally."""
    scene = drawn(sheet, theme=theme, size=None, page=page)
    pencil = "#4A4A4E"
    assert contrast(pencil, themes()[theme].cell) >= 4.5
    named = [group.items[0] for name, group in by_id(scene).items() if name.startswith("title.")]
    fields = [item for item in named if isinstance(item, Box)]
    assert len(fields) == len(named) > 0
    assert all(field.rect.height + field.paint.width >= 5.19 and field.rect.width >= 17 for field in fields)
    for name, group in by_id(scene).items():
        if name.startswith(("tally.", "solo.")) or (name.removeprefix("round.").isdigit() and page == "front"):
            first = group.items[0]
            assert isinstance(first, Box | Circle)
            fields.append(Box(first.rect, first.paint))
    assert all(contrast(pencil, str(field.paint.fill)) >= 4.5 for field in fields)


def sign_beside_title(scene: Scene) -> tuple[Item, ...]:
    """What is drawn at the left of the title."""
    items = by_id(scene)["title"].items
    return items[: next(i for i, item in enumerate(items) if isinstance(item, Text))]


def corners(scene: Scene) -> int:
    """How many corners the outline of the sign beside the title has: ten of a star, nine of the fox."""
    outlines = [item for item in sign_beside_title(scene) if isinstance(item, Path)]
    return max(sum(code in "ML" for code, _ in path.commands) for path in outlines)


STAR, FOX = 10, 9


@every_pair(sheet=SHEETS, page=PAGES, theme=THEMES)
def test_the_sign_of_the_side_is_beside_the_title(sheet: str, page: PageKind, theme: str) -> None:
    """The back of the blue-star side is the other side of the board."""
    is_star = sheet == "deluxe" and page != "back"
    assert corners(drawn(sheet, theme=theme, size=None, page=page)) == (STAR if is_star else FOX)


@pytest.mark.parametrize("theme", THEMES)
def test_both_sides_of_a_board_have_their_signs(theme: str) -> None:
    pages: tuple[PageKind, ...] = ("front", "solo front", "solo back", "score table")
    for sheet, sign in (("deluxe", STAR), ("mix", FOX)):
        assert {corners(drawn(sheet, theme=theme, size=None, page=page)) for page in pages} == {sign}
    assert words(by_id(drawn("deluxe", theme=theme, page="back"))["title"]).startswith("Clever Mix")
    assert corners(drawn("deluxe", theme=theme, page="back")) == FOX


@pytest.mark.parametrize(
    ("side", "sign", "colour"),
    [
        ("blue star", STAR, "blue"),
        ("Red  Star", STAR, "red"),
        ("red fox", FOX, "red"),
        ("blue fox", FOX, "blue"),
        ("green star", FOX, "red"),
        ("star", FOX, "red"),
        ("blue star or red fox", FOX, "red"),
        ("étoile bleue", FOX, "red"),
    ],
)
def test_an_unknown_sign_keeps_the_fox(tmp_path: pathlib.Path, side: str, sign: int, colour: str) -> None:
    scene = draw_page(variant(tmp_path, f"set up: {{side: {side}}}"), "front")
    assert corners(scene) == sign
    fills = {item.paint.fill for item in sign_beside_title(scene) if isinstance(item, Path)}
    light = themes()["light"]
    assert fills == {light.cell, {"red": light.fox, "blue": light.blue}[colour]}


@pytest.mark.parametrize("theme", THEMES)
def test_a_blue_sign_is_as_clear_as_the_fox(theme: str) -> None:
    """On the paper, and on its own light edge; in grey and black it is that of the fox."""
    look = themes()[theme]
    fox, blue = (
        min(contrast(colour, ground) for ground in (look.paper, look.cell)) for colour in (look.fox, look.blue)
    )
    assert blue >= fox >= 3
    if theme in ("ink", "grey"):
        assert look.blue == look.fox


@pytest.mark.parametrize("page", PAGES)
def test_titles_have_typographic_apostrophes(page: PageKind) -> None:
    titles = words(by_id(drawn("classic", size=None, page=page))["title"])
    assert "That’s Pretty Clever" in titles
    assert "'" not in titles


def test_old_arrangement_is_still_drawn(tmp_path: pathlib.Path) -> None:
    """Slots below each other at the left, as large as the panel is wide."""
    layout = variant(tmp_path, OLD_HEAD)
    slots = die_slots(draw_page(layout, "front"))
    assert len({slot.x for slot in slots}) == 1
    assert 8 < slots[0].width < DIE_SLOT


def test_slots_are_stacked_where_that_makes_them_larger(tmp_path: pathlib.Path) -> None:
    head = "{height: 9, widths: [1, 6], panels: [dice, [rounds, actions]]}"
    rows = f"sheet: {{size: 140 x 260, rows: [{head}, [yellow, blue], green, orange, purple]}}"
    slots = die_slots(draw_page(variant(tmp_path, rows), "front"))
    assert all(other.y - one.y >= DIE_PITCH for one, other in pairwise(slots))
    assert slots[0].width >= DIE_SLOT


def test_round_with_a_choice_shows_both_badges() -> None:
    scene = draw_page(load("classic"), "front")
    group = by_id(scene)["round.4"]
    assert words(group) == "4 / 6"
    field, digit, badge = group.items
    inner = bounds(field)
    assert bounds(badge).x - bounds(digit).right >= 0.8
    assert inner.right - bounds(badge).right >= 0.8


@pytest.mark.parametrize(("language", "day", "night"), [("en", "Day", "Night"), ("de", "Tag", "Nacht")])
def test_two_pages_are_told_apart(language: str, day: str, night: str) -> None:
    for page, tag in (("front", f"1/2 · {day}"), ("back", f"2/2 · {night}"), ("solo front", f"Solo · 1/2 · {day}")):
        title = by_id(drawn("day-and-night", language, size=None, page=page))["title"]
        assert tag in [text.text for text in texts_of(title)]


def test_pages_without_names_are_numbered(tmp_path: pathlib.Path) -> None:
    rows = "sheet: {rows: [rounds, [dice, actions], [yellow, blue]]}\nback: {rows: [green, orange, purple]}"
    layout = variant(tmp_path, rows)
    assert "1/2" in words(by_id(draw_page(layout, "front"))["title"])
    assert "2/2" in words(by_id(draw_page(layout, "back"))["title"])
    assert "/2" not in words(by_id(drawn("classic"))["title"])


# What is drawn by the modules of head, tally, solo sheet and backs, not the zones
PANELS = ("title", "rounds", "dice", "actions", "tally", "ratings", "passive", "games", "game", "players", "imprint")
POSITIVE, NEGATIVE = 7 * POINT, 8 * POINT


@every_pair(sheet=SHEETS, page=PAGES, language=languages(), theme=("light", "vivid"))
def test_type_is_large_enough_in_native_size(sheet: str, page: PageKind, language: str, theme: str) -> None:
    scene = drawn(sheet, language, theme, None, page)
    own = {id(text) for item in scene.items if is_panel(item) for text in texts_of(item)}
    small = []
    for group, text, below in grounds(scene, Text):
        if id(text) in own and isinstance(text, Text) and ".badge." not in group:
            least = NEGATIVE if luminance(text.fill) > luminance(fill_of(below)) else POSITIVE
            if text.size < least - 0.001:
                small.append(f"{group}: {text.text!r} has {text.size / POINT:.2f} pt")
    assert not small


def is_panel(item: Item) -> TypeGuard[Group]:
    return isinstance(item, Group) and item.id.partition(".")[0] in PANELS


@pytest.mark.parametrize("sheet", EDITIONS)
def test_a_large_sheet_is_laid_out_anew(sheet: str) -> None:
    """Cells grow more than type does, and the solo sheet has its rating on the front."""
    small, large = (cells(drawn(sheet, size=size), sheet) for size in (None, "A4"))
    area = {
        name: sum(rect.width * rect.height for rect in found.values()) for name, found in (("", small), ("A4", large))
    }
    assert area["A4"] / area[""] > drawn_unit(210, 297) ** 2 * 1.15
    assert "ratings" in by_id(drawn(sheet, size="A4", page="solo front"))
