"""Themes: text and marks stand out from what lies below them, and zones from each other, whoever looks at them."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.scene import Box, Group, Paint, Path, Scene, Shape, Text
from sheetgen.drawing.sheet import open_page
from sheetgen.drawing.themes import Dice, ZoneColours, contrast, luminance, themes
from sheetgen.layout import CardEdition, Layout, SheetEdition, load
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.drawing.measures import EDITIONS, PAGES, THEMES, drawn, edition_of, fill_of, grounds, layout_of
from tests.drawing.perception import DEFICIENCIES, ciede2000, distance, lab, lab_seen_with, seen_with
from tests.matrix import every_pair

LAYOUTS = {**shipped_layouts(), **shipped_variants()}
SHEETS = [name for name in LAYOUTS if isinstance(load(str(LAYOUTS[name])).edition, SheetEdition)]
SIGHTS = ("normal", *DEFICIENCIES)
APART = 12  # CIEDE2000 between any two zones, and L* in greys

# From the supplement of Sharma, Wu and Dalal: two colours in CIELAB and their distance.
KNOWN = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), KNOWN)
def test_colour_distance_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=0.0001)
    assert ciede2000(other, one) == pytest.approx(expected, abs=0.0001)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("colour", ["#0B52AC", "#3CC279", "#E77A07", "#808080"])
def test_both_ways_to_simulate_a_deficiency_agree(deficiency: str, colour: str) -> None:
    assert lab_seen_with(deficiency, lab(colour)) == pytest.approx(lab(seen_with(deficiency, colour)), abs=0.7)


@every_pair(edition=EDITIONS, theme=THEMES, page=PAGES)
def test_lines_and_signs_stand_out(edition: str, theme: str, page: PageKind) -> None:
    """Every shape shows by its line or its fill, against what lies below or against each other.

    The tile of a badge is the exception: what it says is the sign on it, and the white edge is an ornament.
    """
    cell = themes()[theme].cell
    weak = set()
    scene = drawn(edition, theme=theme, page=page)
    labelled = {id(below) for _, _, below in grounds(scene, Text)}
    for group, shape, below in grounds(scene):
        if isinstance(shape, Text) or shape.paint == Paint() or _is_tile(shape, cell) or _is_ornament(shape, group):
            continue
        if id(shape) in labelled:  # the ground of a text only has to let the text stand out
            continue
        fill, stroke, ground = shape.paint.fill, shape.paint.stroke, fill_of(below)
        sides = [(a, b) for a, b in ((fill, ground), (stroke, ground), (fill, stroke)) if a and b]
        if max(contrast(a, b) for a, b in sides) < 3:
            weak.add((group, type(shape).__name__, fill, stroke, ground))
    assert not weak


def _is_tile(shape: Shape, cell: str) -> bool:
    """The ground of a badge with its light edge, or the light edge around a fox."""
    return isinstance(shape, (Box, Path)) and shape.paint.fill is not None and shape.paint.stroke == cell


def _is_ornament(shape: Shape, group: str) -> bool:
    """The bars behind the rows of a zone, whose colour the sign at their start repeats, and quiet patterns.

    Also the plates of the die slots: a slot has a line of its own.
    """
    if group.endswith(".pattern"):
        return True
    return group.startswith(("zone-", "slot.")) and isinstance(shape, Box) and shape.paint.stroke is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_zone_colours_go_together(name: str, theme: str) -> None:
    for look in zone_looks(name, theme).values():
        assert contrast(look.line, look.panel) >= 3
        assert contrast(look.on_panel, look.panel) >= 4.5
        assert contrast(look.on_panel, look.pattern) >= 4.5
        assert contrast(look.on_badge, look.badge) >= 4.5


def zone_looks(name: str, theme: str) -> dict[str, ZoneColours]:
    """The colours of the zones or decks of a layout, by die or deck."""
    layout = shipped(name)
    if isinstance(layout.edition, CardEdition):
        decks = tuple((deck, look.colour) for deck, look in layout.edition.decks.items())
        return dict(themes()[theme].zone_colours(decks))
    pen = open_page(layout, theme=theme, language="en", size=None).pen
    return {die: pen.colours(die) for die in map(pen.edition.die_of, pen.edition.zones)}


@cache
def shipped(name: str) -> Layout:
    return load(str(LAYOUTS[name]))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_pencil_marks_stand_out(edition: str, theme: str) -> None:
    sheet_edition = edition_of(edition)
    cells = {
        f"{zone_name}.{cell}": 12 if zone.mark_kind == "number" else "x"
        for zone_name, zone in sheet_edition.zones.items()
        for cell, printed in zone.cells.by_name.items()
        if not printed.crossed and printed.entry is None
    }
    labels = [
        (name if action.lists is None else f"{name}.{kind}", len(track.slots or ()))
        for name, action in sheet_edition.actions.items()
        for kind, track in action.tracks(name).items()
    ]
    actions = {label: {"unlocked": count, "used": [1]} for label, count in labels}
    marks = {"marks": cells, "rounds": sheet_edition.rounds.count, "actions": actions}
    scene = with_marks(drawn(edition, theme=theme), layout_of(edition), marks, theme=theme)
    found = 0
    for group, shape, below in grounds(scene):
        if group.startswith("mark.") and ".badge." not in group and isinstance(shape, Path):
            found += 1
            assert contrast(shape.paint.stroke or "", fill_of(below)) >= 4.5, (group, shape.paint, below)
    assert found >= len(cells)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_zone_has_a_symbol_of_its_own(edition: str) -> None:
    """Themes without colour rely on it."""
    sheet_edition = edition_of(edition)
    signs = [sheet_edition.dice[sheet_edition.die_of(zone)].symbol for zone in sheet_edition.zones]
    assert "none" not in signs
    assert len(set(signs)) == len(signs)


# Told apart by everyone


def near_pairs(colours: dict[str, str], sight: str) -> dict[tuple[str, str], float]:
    """Every two names whose colours are less than 12 apart for a kind of vision."""
    seen = {name: seen_with(sight, colour) if sight != "normal" else colour for name, colour in colours.items()}
    distances = {(one, other): far_apart(seen[one], seen[other]) for one, other in combinations(seen, 2)}
    return {pair: round(far, 1) for pair, far in distances.items() if far < APART}


far_apart = cache(distance)


def near_greys(colours: dict[str, str]) -> dict[tuple[str, str], float]:
    """Every two names whose greys are less than 12 apart in L*."""
    steps = {(a, b): abs(lab(colours[a])[0] - lab(colours[b])[0]) for a, b in combinations(colours, 2)}
    return {pair: round(step, 1) for pair, step in steps.items() if step < APART}


def zone_pages(name: str) -> list[PageKind]:
    """The pages of a sheet that have zones."""
    edition = shipped(name).edition
    assert isinstance(edition, SheetEdition)
    return ["front", "solo front", *(("back",) if edition.has_two_pages else ())]


def frames(scene: Scene) -> dict[str, str]:
    """The colour of the frame of every zone, as it is drawn."""
    found = {}
    for group in scene.groups():
        if group.id.startswith("zone-"):
            box = next(item for item in group.items if isinstance(item, Box))
            found[group.id.removeprefix("zone-")] = box.paint.stroke or ""
    return found


def fills(group: Group) -> set[str | None]:
    shapes = Scene(0, 0, (group,), "", "", "en").shapes()
    return {shape.paint.fill for _, shape in shapes if not isinstance(shape, Text)}


@pytest.mark.parametrize("name", SHEETS)
def test_drawn_zones_are_told_apart(name: str) -> None:
    """The frames of a page in `safe` and `grey`, and what fills badges, stars and signs."""
    for theme in ("safe", "grey"):
        looks = zone_looks(name, theme)
        pen = open_page(shipped(name), theme=theme, language="en", size=None).pen
        for page in zone_pages(name):
            scene = draw_page(shipped(name), page, theme=theme)
            drawn_frames = frames(scene)
            assert len(drawn_frames) >= 3
            badges = {zone: looks[pen.edition.die_of(zone)].badge for zone in drawn_frames}
            for group in scene.groups():
                if (zone := group.id.removeprefix("zone-")) in badges:
                    assert badges[zone] in fills(group), (page, zone)
            for colours in (drawn_frames, badges):
                if theme == "grey":
                    assert not near_greys(colours), page
                else:
                    assert not [near for sight in SIGHTS if (near := near_pairs(colours, sight))], page


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_safe_colours_are_told_apart(sight: str) -> None:
    """So any choice of them is safe, whatever the dice of a layout are called."""
    palette = themes()["safe"].palette
    assert len(palette) == 9  # as many as a layout may have dice
    assert not near_pairs({swatch.colour: swatch.colour for swatch in palette}, sight)
    assert not near_pairs({swatch.line: swatch.line for swatch in palette}, sight)


NAMES = ["yellow", "gold", "turquoise", "green", "brown", "orange", "red", "silver", "coral", "mud", "sky", "lime", "x"]


def some_dice(chance: Random, count: int) -> Dice:
    """Dice with known and unknown names, in colours that may be alike."""
    colours = [f"#{chance.randrange(1 << 24):06X}" for _ in range(count)]
    return tuple(zip(chance.sample(NAMES, count), [chance.choice(colours) for _ in range(count)], strict=True))


@pytest.mark.parametrize("count", range(1, 10))
def test_any_variant_is_told_apart(count: int) -> None:
    chance = Random(count)
    for _ in range(20):
        dice = some_dice(chance, count)
        safe, grey = (themes()[theme].zone_colours(dice) for theme in ("safe", "grey"))
        assert list(safe) == list(grey) == [die for die, _ in dice]
        for sight in SIGHTS:
            assert not near_pairs({die: look.badge for die, look in safe.items()}, sight), dice
            assert not near_pairs({die: look.line for die, look in safe.items()}, sight), dice
        if count <= 8:
            assert not near_greys({die: look.badge for die, look in grey.items()}), dice
        if count <= 5:
            assert not near_greys({die: look.line for die, look in grey.items()}), dice
        for look in (*safe.values(), *grey.values()):
            assert contrast(look.line, look.panel) >= 3
            assert contrast(look.on_panel, look.pattern) >= 4.5
            assert contrast(look.on_badge, look.badge) >= 4.5


def test_known_names_keep_their_colours_and_others_take_what_is_most_alike() -> None:
    safe = themes()["safe"]
    green, turquoise, orange, yellow = (
        next(swatch.colour for swatch in safe.palette if name in swatch.names)
        for name in ("green", "turquoise", "orange", "yellow")
    )
    alone = safe.zone_colours((("green", "#FFD500"),))
    assert alone["green"].base == green
    both = safe.zone_colours((("turquoise", "#2FB3AD"), ("green", "#00A139")))
    assert (both["turquoise"].base, both["green"].base) == (turquoise, green)
    unknown = safe.zone_colours((("sun", "#F5C518"), ("fire", "#EF7C00"), ("moss", "#3A9D4A"), ("green", "#00A139")))
    assert (unknown["sun"].base, unknown["fire"].base, unknown["green"].base) == (yellow, orange, green)
    assert unknown["moss"].base != green
    twins = safe.zone_colours((("first", "#F5C518"), ("second", "#F5C518")))
    assert twins["first"].base == yellow
    assert twins["second"].base != yellow


@pytest.mark.parametrize("name", LAYOUTS)
def test_lighter_colours_have_lighter_greys(name: str) -> None:
    light, grey = zone_looks(name, "light"), zone_looks(name, "grey")
    by_colour = sorted(light, key=lambda die: luminance(light[die].base))
    assert by_colour == sorted(grey, key=lambda die: luminance(grey[die].base))


@pytest.mark.parametrize("theme", THEMES)
def test_a_die_without_a_zone_takes_no_colour_of_others(theme: str) -> None:
    dice: Dice = (("sea", "#1769AA"), ("sand", "#D8B25C"))
    with_wild = themes()[theme].zone_colours(dice, (("white", "#FFFFFF"),))
    assert {die: with_wild[die] for die, _ in dice} == dict(themes()[theme].zone_colours(dice))
    assert themes()[theme].outlines or with_wild["white"].base == "#FFFFFF"
