"""Reading a scene: its groups, its texts, and what lies below them."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from unittest.mock import patch

from sheetgen.drawing.scene import Box, Circle, Group, Item, Path, Rect, Scene, Shape, Text, bounds, outline
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.engine import Game
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.sheet import read_size

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
THEMES = ("light", "vivid", "ink", "safe")
LANGUAGES = ("en", "fr", "de", "longer")
SIZES = ("120x171", "A5", "A6")


def longer(text: str) -> str:
    """The pseudo-locale: English, 35 % longer."""
    return text + "".join("ömlis"[i % 5] for i in range(round(len(text) * 0.35 + 0.49)))


@cache
def layout_of(edition: str) -> Layout:
    return load(edition)


def edition_of(name: str) -> SheetEdition:
    edition = layout_of(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


@cache
def drawn(edition: str, language: str = "en", theme: str = "light", size: str = "120x171") -> Scene:
    if language == "longer":
        with patch("sheetgen.drawing.sheet.translate", lambda text, **_: longer(text)):
            return draw_sheet(layout_of(edition), theme=theme, size=read_size(size))
    return draw_sheet(layout_of(edition), theme=theme, language=language, size=read_size(size))


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


def texts(scene: Scene) -> list[tuple[str, Text]]:
    return [(group, shape) for group, shape in scene.shapes() if isinstance(shape, Text)]


def grounds(scene: Scene) -> Iterator[tuple[str, Shape, Shape]]:
    """Every shape with the last filled one drawn before it that holds its centre; the page itself lies below none."""
    filled: list[tuple[Shape, Rect]] = []
    for group, shape in scene.shapes():
        own = bounds(shape)
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
