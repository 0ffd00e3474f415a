"""The one way to a drawing: every page of every layout, sheets and cards alike, in every language and theme."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheetgen.drawing import icons
from sheetgen.drawing.cards import CARD_SIZE, SHEET_SIZE
from sheetgen.drawing.pages import PageKind, PageSpec, choose_page, draw_page, has_page, main_page, pages_of, remarks
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Rect, Scene, Text, bounds, sharing
from sheetgen.drawing.sheet import unit_of as drawn_unit
from sheetgen.drawing.text import font_face
from sheetgen.drawing.themes import contrast, rgb, strictest_theme
from sheetgen.errors import WrongValueError
from sheetgen.formats import write_scene
from sheetgen.i18n import languages
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.layout.problems import UnknownWordError
from tests.drawing.measures import (
    EDITIONS,
    POINT,
    PSEUDO_LOCALES,
    SHEETS,
    THEMES,
    by_id,
    clashes,
    drawn,
    fill_of,
    grounds,
    inked,
    layout_of,
    texts,
    variant,
)
from tests.drawing.test_head import OLD_HEAD
from tests.matrix import each_once

LAYOUTS = (*EDITIONS, "objectives")
LANGUAGES = (*languages(), *PSEUDO_LOCALES)
CARD_KINDS = ("card face", "card back")
SAFE = 3.0  # from the trimmed edge, on a page of the standard size
# What a print shop can print, in points.
LEAST_TYPE, LEAST_TYPE_ON_STARS, LEAST_LINE = 6.0, 6.4, 0.25


def faults(scene: Scene, unit: float) -> Iterator[str]:
    """Everything that is wrong on a page, in words."""
    paper = Rect(0, 0, scene.width, scene.height)
    safe = paper.inset(SAFE * unit)
    yield from (f"{group}: leaves the paper" for group, shape in scene.shapes() if not paper.contains(bounds(shape)))
    places = [(f"{text.text!r} of {group}", inked(text)) for group, text in texts(scene)]
    yield from (f"{name} leaves the margin" for name, place in places if not safe.contains(place, 0.011))
    yield from clashes(places, 0.011)
    for group, text in texts(scene):
        if text.rect.width != pytest.approx(font_face(text.font).width(text.text, text.size)):
            yield f"{group}: {text.text!r} is not as wide as it says"
    standing = list(grounds(scene, Text))
    if len(standing) != len(texts(scene)):
        yield "a text has no ground"
    for group, shape, below in standing:
        if isinstance(shape, Text) and contrast(shape.fill, fill_of(below)) < 4.5:
            yield f"{group}: {shape.text!r} in {shape.fill} on {fill_of(below)}"
    yield from leaving_boxes(scene)
    names = Counter(group.id for group in scene.groups() if group.id)
    yield from (f"the id {name} occurs twice" for name, count in names.items() if count > 1)


def leaving_boxes(scene: Scene) -> Iterator[str]:
    """Every text that begins inside a box and does not end inside it; a disc on two boxes may hold one."""
    boxes: list[Rect] = []
    discs: list[Rect] = []
    for group, shape in list(scene.shapes())[1:]:  # the first is the paper
        if isinstance(shape, Box):
            boxes.append(shape.rect)
        elif isinstance(shape, Circle) and shape.paint.fill is not None:
            discs.append(shape.rect)
        elif isinstance(shape, Text) and not any(disc.contains(shape.rect) for disc in discs):
            start = Rect(shape.rect.x, shape.rect.centre[1], 0.01, 0.01)
            if not all(box.contains(shape.rect, 0.01) for box in boxes if box.contains(start)):
                yield f"{group}: {shape.text!r} leaves its box"


def too_fine(scene: Scene) -> Iterator[str]:
    """Every text and line that is too small for a print shop, with its size in points."""
    for group, shape in scene.shapes():
        if isinstance(shape, Text):
            size, least = shape.size / POINT, LEAST_TYPE_ON_STARS if ".star." in group else LEAST_TYPE
        elif shape.paint.stroke is not None:
            size, least = shape.paint.width / POINT, LEAST_LINE
        else:
            continue
        if size < least:
            yield f"{group}: {getattr(shape, 'text', 'a line')!r} has {size:.2f} pt"


def colours(scene: Scene) -> set[str]:
    used = {shape.fill for _, shape in scene.shapes() if isinstance(shape, Text)}
    paints = [shape.paint for _, shape in scene.shapes() if not isinstance(shape, Text)]
    return used | {colour for paint in paints for colour in (paint.fill, paint.stroke) if colour is not None}


def unit_of(scene: Scene, page: PageSpec) -> float:
    """How much larger a page is than the standard one of its kind."""
    if page.kind not in (*CARD_KINDS, "score sheet"):
        return drawn_unit(scene.width, scene.height)
    width, height = CARD_SIZE if page.kind in CARD_KINDS else SHEET_SIZE
    return min(scene.width / width, scene.height / height)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_page_in_every_language_and_theme(layout: str) -> None:
    """Each page in each language and each theme, though not in all of their pairs."""
    wrong = []
    for i, page in enumerate(pages_of(layout_of(layout))):
        for j, language in enumerate(LANGUAGES):
            theme = THEMES[(i + j) % len(THEMES)]
            scene = drawn(layout, language, theme, None, page)
            assert unit_of(scene, page) == 1.0
            name = f"{page} {language} {theme}"
            wrong += [f"{name}: {fault}" for fault in faults(scene, 1.0)]
            if language not in PSEUDO_LOCALES:
                assert scene.language == language
                wrong += [f"{name}: {fault}" for fault in too_fine(scene)]
            if theme == "grey":
                coloured = {colour for colour in colours(scene) if len(set(rgb(colour))) > 1}
                wrong += [f"{name}: {colour} is no grey" for colour in sorted(coloured)]
    assert wrong == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_page_in_other_sizes(layout: str) -> None:
    sizes = {True: ("57x87", "70x120", "44x68", "88x126"), False: ("A4", "A5", "A6", "150x171")}
    wrong = []
    for i, page in enumerate(pages_of(layout_of(layout))):
        for j, size in enumerate(sizes[page.kind in CARD_KINDS]):
            scene = drawn(layout, LANGUAGES[(i + j) % len(languages())], THEMES[i % len(THEMES)], size, page)
            wrong += [f"{page} {size}: {fault}" for fault in faults(scene, unit_of(scene, page))]
    assert wrong == []


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_every_format_writes_every_kind_of_page(kind: str) -> None:
    for layout in ("classic", "objectives"):
        pages = {page.kind: page for page in pages_of(layout_of(layout))}
        for page in pages.values():
            assert len(write_scene(drawn(layout, "fr", "vivid", None, page), kind, dpi=50)) > 1000
    with pytest.raises(ValueError, match="no format 'gif'; known are svg, pdf, png"):
        write_scene(drawn("classic"), "gif")


# Which page


def test_pages_of_a_layout() -> None:
    classic, objectives = layout_of("classic"), layout_of("objectives")
    assert [page.kind for page in pages_of(classic)] == ["front", "back", "solo front", "solo back"]
    kinds = Counter(page.kind for page in pages_of(objectives))
    assert kinds == {"card face": 50, "card back": 5, "score sheet": 1}
    assert (main_page(classic).kind, main_page(objectives).kind) == ("front", "score sheet")
    assert has_page(classic, "solo back")
    assert not has_page(objectives, "front")


@pytest.mark.parametrize(
    ("layout", "options", "kind", "suffix"),
    [
        ("classic", {}, "front", ""),
        ("classic", {"back": True}, "back", "-back"),
        ("classic", {"solo": True, "marks": True}, "solo front", "-solo"),
        ("classic", {"solo": True, "back": True}, "solo back", "-solo-back"),
        ("objectives", {}, "score sheet", ""),
        ("objectives", {"card": "pair"}, "card face", "-pair-blue"),
        ("objectives", {"card": "pair", "deck": "pink"}, "card face", "-pair-pink"),
        ("objectives", {"back": True}, "card back", "-back-blue"),
    ],
)
def test_options_choose_a_page(layout: str, options: dict[str, Any], kind: PageKind, suffix: str) -> None:
    page = choose_page(layout_of(layout), **options)
    assert (page.kind, page.file_suffix) == (kind, suffix)


@pytest.mark.parametrize(
    ("layout", "options", "reason"),
    [
        ("classic", {"card": "pair"}, "classic has no cards"),
        ("classic", {"deck": "blue"}, "classic has no cards"),
        ("classic", {"back": True, "marks": True}, "marks are on the front of a sheet"),
        ("classic", {"back": True, "tally": True}, "the tally is on the front of a sheet"),
        ("objectives", {"solo": True}, "are for sheets, not for cards"),
        ("objectives", {"marks": True}, "are for sheets, not for cards"),
        ("objectives", {"card": "pair", "back": True}, "all cards of a deck share one back"),
        ("objectives", {"deck": "green"}, "the score sheet is for all decks"),
    ],
)
def test_options_without_a_page_are_refused(layout: str, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(WrongValueError, match=reason):
        choose_page(layout_of(layout), **options)


@pytest.mark.parametrize(
    ("layout", "page", "reason"),
    [
        ("objectives", PageSpec("front"), "objectives has no front"),
        ("objectives", PageSpec("score table"), "objectives has no score table"),
        ("classic", PageSpec("card face", "pair", "blue"), "classic has no card face"),
        ("classic", PageSpec("score sheet"), "classic has no score sheet"),
        ("objectives", PageSpec("card face", "pear", "blue"), "no card 'pear'; did you mean 'pair'"),
        ("objectives", PageSpec("card back", deck="gold"), "no deck 'gold'; known are blue, green"),
    ],
)
def test_a_page_that_does_not_exist(layout: str, page: PageSpec, reason: str) -> None:
    with pytest.raises((DrawingError, UnknownWordError), match=reason):
        draw_page(layout_of(layout), page)


def test_cards_take_no_marks() -> None:
    with pytest.raises(DrawingError, match="no places for marks"):
        draw_page(layout_of("objectives"), "score sheet", marks={})


def test_every_badge_that_brings_points_has_an_icon() -> None:
    assert set(icons.BADGES) == {badge.name for badge in SCORING_BADGES}


# What a page cannot do for players


def test_a_sheet_in_its_native_size_needs_no_remark() -> None:
    for sheet in SHEETS:
        layout = layout_of(sheet)
        for page in ("front", "solo front"):
            assert list(remarks(layout, draw_page(layout, page))) == []


def test_small_die_slots_are_remarked(tmp_path: Path) -> None:
    layout = layout_of("cubed")
    (line,) = remarks(layout, draw_page(layout, "front", size=(105, 148)))
    assert re.fullmatch(
        r"the die slots of cubed are 12\.\d mm on a sheet of 105 x 148 mm: "
        r"dice of 12 to 16 mm need 14 mm, a sheet of at least 1[12]\d x 1[67]\d mm",
        line,
    )
    (shrunk,) = remarks(layout, draw_page(layout, "front"), scale=0.7)
    assert "on a sheet of 84 x 124 mm" in shrunk
    old = variant(tmp_path, OLD_HEAD)
    (line,) = remarks(old, draw_page(old, "front"))
    assert "the die slots of variant are " in line
    assert list(remarks(layout, draw_page(layout, "back"))) == []


LEAST_SIZE = re.compile(r"the smallest type has ([0-9.]+) pt, less than 4 pt: use (\d+) x (\d+) mm or more")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_page_too_small_to_read_is_refused_with_the_least_size(layout: str) -> None:
    # The back of a card has large type only.
    pages = {page.kind: page for page in pages_of(layout_of(layout)) if page.kind != "card back"}
    for page in pages.values():
        with pytest.raises(DrawingError) as error:
            draw_page(layout_of(layout), page, size=(20, 28.5))
        refused = LEAST_SIZE.search(str(error.value))
        assert refused is not None
        assert float(refused[1]) < 4
        size = float(refused[2]), float(refused[3])
        smallest = min(text.size for _, text in texts(draw_page(layout_of(layout), page, size=size)))
        assert 4.0 <= smallest / POINT < 4.2
        with pytest.raises(DrawingError):
            draw_page(layout_of(layout), page, size=(size[0] - 2, size[1] - 3))


MORE_ZONES = """\
zones:
  sky: {die: blue, cells: 11, order: left to right, accepts: anything, points: sum}
  sea: {die: green, cells: 11, order: left to right, accepts: anything, points: sum}
sheet: {rows: [rounds, [dice, actions], [yellow, blue], green, orange, purple, sky, sea]}"""


def test_a_tally_without_room_is_remarked(tmp_path: Path) -> None:
    layout = variant(tmp_path, MORE_ZONES)
    scene = draw_page(layout, "front", tally=True)
    assert "tally" not in by_id(scene)
    (line,) = remarks(layout, scene, tally=True)
    assert line == "a sheet of 120 x 171 mm has no room for the tally of variant: --no-tally, or a larger sheet"
    assert list(remarks(layout, scene, tally=False)) == []


@each_once(edition=EDITIONS, theme=(strictest_theme(), "light"))
def test_pages_that_share_their_zones_show_the_same(edition: str, theme: str) -> None:
    """What is drawn once for all languages has no words in it, and what does not fit is found all the same."""

    def silent(item: Item) -> Item:
        return replace(item, alt="", items=tuple(map(silent, item.items))) if isinstance(item, Group) else item

    layout = layout_of(edition)
    kinds = [page for page in pages_of(layout) if page.kind in ("front", "solo front", "back", "solo back")]
    alone = [draw_page(layout, page, theme=theme, language=each) for page in kinds for each in languages()]
    with sharing():
        together = [draw_page(layout, page, theme=theme, language=each) for page in kinds for each in languages()]
    assert [list(map(silent, scene.items)) for scene in together] == [list(map(silent, scene.items)) for scene in alone]
    zones = {
        id(group) for scene in together for group in scene.items if isinstance(group, Group) and group.id[:4] == "zone"
    }
    assert len(zones) < sum(group.id[:4] == "zone" for scene in alone for group in scene.groups()) / 2


def test_pages_of_two_layouts_share_nothing() -> None:
    with sharing():
        first, second = (draw_page(layout_of(edition), "front") for edition in ("classic", "deluxe"))
    assert second == draw_page(layout_of("deluxe"), "front")
    assert first == draw_page(layout_of("classic"), "front")
