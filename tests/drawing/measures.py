"""Reading a scene: its groups, its texts, and what lies below them."""

import pathlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from unittest.mock import patch

from sheetgen.drawing.pages import PageKind, PageSpec, draw_page
from sheetgen.drawing.scene import Box, Circle, Group, Item, Path, Rect, Scene, Shape, Text, bounds, outline
from sheetgen.drawing.sheet import unit_of as drawn_unit
from sheetgen.drawing.themes import themes
from sheetgen.engine import Game
from sheetgen.i18n import languages
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.sheet import read_size
from sheetgen.resources import shipped_variants

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
SHEETS = (*EDITIONS, *shipped_variants())  # everything that is played on a sheet
THEMES = tuple(themes())
LANGUAGES = (*languages(), "longer")
SIZES = ("120x171", "A4", "A5", "A6")
PAGES: tuple[PageKind, ...] = ("front", "solo front", "back", "solo back")  # of a sheet
POINT = 25.4 / 72


def longer(text: str) -> str:
    """The pseudo-locale: English, 35 % longer; words grow by that much, sentences by more words."""
    more = "".join("ömlis"[i % 5] for i in range(round(len(text) * 0.35 + 0.49)))
    if len(more) > 10:
        more = "".join(" " if i % 10 == 0 else letter for i, letter in enumerate(more))
    return text + more


def wider(text: str) -> str:
    """The other pseudo-locale: every word is 35 % longer, which leaves no more room to wrap."""
    return " ".join(word + "mueno"[: round(len(word) * 0.35 + 0.49)] for word in text.split(" "))


PSEUDO_LOCALES = {"longer": longer, "wider": wider}


@cache
def layout_of(edition: str) -> Layout:
    return load(str(shipped_variants().get(edition, edition)))


def edition_of(name: str) -> SheetEdition:
    edition = layout_of(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


@cache
def drawn(
    edition: str,
    language: str = "en",
    theme: str = "light",
    size: str | None = "120x171",
    page: PageSpec | PageKind = "front",
) -> Scene:
    """A page in a language or in the pseudo-locale; without a size in that of the layout."""
    layout, measures = layout_of(edition), None if size is None else read_size(size)
    if (stretch := PSEUDO_LOCALES.get(language)) is not None:
        with (
            patch("sheetgen.drawing.sheet.translate", lambda text, **_: stretch(text)),
            patch("sheetgen.drawing.cards.translate", lambda text, **_: stretch(text)),
        ):
            return draw_page(layout, page, theme=theme, size=measures)
    return draw_page(layout, page, theme=theme, language=language, size=measures)


def unit_of(scene: Scene) -> float:
    """How much larger a scene is than the standard sheet."""
    return drawn_unit(scene.width, scene.height)


def geometry(scene: Scene) -> int:
    """A number that is the same for two scenes only if they differ in nothing but colours."""
    places: list[object] = []
    for group, shape in scene.shapes():
        if isinstance(shape, Text):
            places.append((group, shape.text, shape.rect))
        else:
            where = shape.commands if isinstance(shape, Path) else shape.rect
            places.append((group, type(shape), where, shape.paint.fill is None, shape.paint.stroke is None))
    return hash(tuple(places))


@cache
def shapes_of(edition: str, language: str, size: str, page: PageKind) -> Mapping[str, Scene]:
    """A page in all themes; of those that differ in nothing but colours, only the first."""
    found: dict[int, tuple[str, Scene]] = {}
    for theme in THEMES:
        scene = drawn(edition, language, theme, size, page)
        found.setdefault(geometry(scene), (theme, scene))
    return dict(found.values())


def clashes(places: Iterable[tuple[str, Rect]], slack: float = 0.0, apart: float = 0.0) -> list[str]:
    """Every pair of places that overlap, or come nearer to each other than they may."""
    found = []
    ahead: list[tuple[str, Rect]] = []
    for name, rect in sorted(places, key=lambda own: own[1].x):
        near = rect.inset(-apart)
        ahead = [(other, b) for other, b in ahead if b.right > near.x]
        found += [f"{name} on {other}" for other, b in ahead if near.overlaps(b, slack)]
        ahead.append((name, rect))
    return found


def groups(items: Sequence[Item]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def cells(scene: Scene, edition: str) -> dict[str, Rect]:
    """The box of every cell by its address; an address that occurs twice is an error."""
    wanted = addresses(edition)
    found: dict[str, Rect] = {}
    for group in groups(scene.items):
        if group.id in wanted:
            assert group.id not in found, f"{group.id} is drawn twice"
            (box,) = (item for item in group.items if isinstance(item, Box))
            found[group.id] = box.rect
    return found


def addresses(edition: str) -> set[str]:
    return {f"{name}.{cell}" for name, zone in edition_of(edition).zones.items() for cell in zone.cells.by_name}


def badges(scene: Scene) -> dict[str, Rect]:
    return {group.id: bounds(group) for group in groups(scene.items) if ".badge." in group.id}


def stars(scene: Scene) -> dict[str, Rect]:
    return {group.id: bounds(group) for group in groups(scene.items) if ".star." in group.id}


def texts(scene: Scene) -> list[tuple[str, Text]]:
    return [(group, shape) for group, shape in scene.shapes() if isinstance(shape, Text)]


def inked(text: Text) -> Rect:
    """The place of a text together with what hangs below its line, which digits and signs do not."""
    hangs = any(character.isalpha() or character in ",;/()" for character in text.text)
    return Rect(text.rect.x, text.rect.y, text.rect.width, text.rect.height + (0.2 * text.size if hangs else 0))


def grounds(scene: Scene, kind: type[Shape] | None = None) -> Iterator[tuple[str, Shape, Shape]]:
    """Every shape with the last filled one drawn before it that holds its centre; the page itself lies below none."""
    filled: list[tuple[Shape, Rect]] = []
    for group, shape in scene.shapes():
        own = bounds(shape)
        if kind is None or isinstance(shape, kind):
            below = next((other for other, rect in reversed(filled) if _holds(other, rect, own.centre)), None)
            if below is not None:
                yield group, shape, below
        if not isinstance(shape, Text) and shape.paint.fill is not None:
            filled.append((shape, own))


def _holds(shape: Shape, rect: Rect, point: tuple[float, float]) -> bool:
    """Does a filled shape cover a point?"""
    x, y = point
    if not (rect.x <= x <= rect.right and rect.y <= y <= rect.bottom):
        return False
    if isinstance(shape, Circle):
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
    if not isinstance(shape, Path):
        return True
    corners = list(outline(shape.commands))
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def fill_of(shape: Shape) -> str:
    """The colour of a ground."""
    assert not isinstance(shape, Text)
    assert shape.paint.fill is not None
    return shape.paint.fill


def played(edition: str) -> dict[str, object]:
    """What a player who tries this and that leaves on a sheet."""
    game, chance = Game(edition, players=1, seed=5), Random(3)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    player = game.players[0]
    return {"edition": edition, "rounds": 6, "marks": player.marks(), "actions": player.actions()}


def by_id(scene: Scene) -> dict[str, Group]:
    """The groups of a scene by their ids, which occur once."""
    twice = [name for name, count in Counter(group.id for group in scene.groups() if group.id).items() if count > 1]
    assert not twice
    return {group.id: group for group in scene.groups() if group.id}


def texts_of(group: Group) -> list[Text]:
    """The texts of a group: its own, then those of the groups inside."""
    every = [group, *groups(group.items)]
    return [item for each in every for item in each.items if isinstance(item, Text)]


def words(group: Group) -> str:
    """All texts of a group with plain spaces."""
    return " ".join(text.text for text in texts_of(group)).replace("\u202f", " ").replace("\xa0", " ")


VARIANT = """\
schema: 1
extends: classic
title: My own
provenance: {{inferred: everything}}
{more}
"""


def variant(folder: pathlib.Path, more: str) -> Layout:
    """A layout on top of the classic sheet."""
    file = folder / "variant.yaml"
    file.write_text(VARIANT.format(more=more), "utf-8")
    return load(str(file))
