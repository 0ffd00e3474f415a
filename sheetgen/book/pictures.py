"""Pictures of a book as scenes, behind the same methods as the pictures of the site.

The site's pictures are SVG inside of HTML. Those of a book are kept in a list, and the HTML names them by number:
`<picture-of n="7">`. Shapes that several pictures share are one scene, which the file contains once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from math import inf

from sheetgen.drawing import icons
from sheetgen.drawing.pages import PageSpec, draw_page, main_page
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, Scene, Shape, Text, bounds
from sheetgen.drawing.text import outline_item, outlined
from sheetgen.drawing.themes import Theme, themes
from sheetgen.layout import Layout
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.press.preflight.pages import MANY_CORNERS, thickness
from sheetgen.site.examples import SheetState
from sheetgen.site.pictures import LayoutPictures, Pictures, panel_area, panel_marks

TAG = "picture-of"
FRESH = "#F59E0B"  # the ring around marks that are new in a step
RING = 0.6  # the width of that ring in millimetres of the sheet


@dataclass(frozen=True, eq=False)
class Drawing:
    """An area of some scenes that lie on one another, in millimetres; `css` says what it shows, as on the site."""

    area: Rect
    layers: tuple[Scene, ...]
    label: str
    css: str

    @property
    def is_sign(self) -> bool:
        """Whether it stands within a line of text."""
        return "sign" in self.css.split()

    def least_scale(self, line: float) -> float:
        """Return the smallest scale at which no area of it is thinner than a line of so many millimetres."""
        return line / self._thinnest

    @cached_property
    def _thinnest(self) -> float:
        """The thickness of its thinnest area. Lines are no areas: a press gets them as wide as it needs."""
        return min((_thickness(shape) for scene in self.layers for _, shape in scene.shapes()), default=inf)


class BookPictures(Pictures):
    """All pictures of one language and theme."""

    def __init__(self, language: str, theme: str) -> None:
        super().__init__(language, theme)
        self.all: list[Drawing] = []
        self._books: dict[int, BookLayoutPictures] = {}

    def of(self, layout: Layout) -> "BookLayoutPictures":
        """Return the pictures of one edition."""
        if id(layout) not in self._books:
            self._books[id(layout)] = BookLayoutPictures(self, layout)
        return self._books[id(layout)]

    def add(self, area: Rect, layers: Iterable[Scene], label: str, css: str) -> str:
        """Keep a picture and return the HTML that names it."""
        self.all.append(Drawing(area, tuple(layers), label, css))
        return f'<{TAG} n="{len(self.all) - 1}" class="{css}" title="{escape(label)}"></{TAG}>'


class BookLayoutPictures(LayoutPictures):
    """The pictures of one edition; every method returns the HTML that names a picture."""

    pictures: BookPictures

    @property
    def look(self) -> Theme:
        """The theme of the pictures."""
        return themes()[self.pictures.theme]

    @cached_property
    def main_page(self) -> Scene:
        """The page on which players write."""
        page = main_page(self.layout)
        if page == PageSpec("front"):
            return self.scene
        return draw_page(self.layout, page, theme=self.pictures.theme, language=self.pictures.language)

    def whole(self, scene: Scene, label: str, css: str = "sheet") -> str:
        """Return a whole scene."""
        area = Rect(0, 0, scene.width, scene.height)
        return self.pictures.add(area, (self._paper(area), outlined(scene)), label, css)

    def in_file(self, scene: Scene, label: str, assets: str, css: str = "sheet") -> str:
        """Return a whole scene; a book has no files beside it."""
        return self.whole(scene, label, css)

    @lru_cache(maxsize=64)  # noqa: B019  # one per book
    def _paper(self, area: Rect) -> Scene:
        """The paper below a picture, as a scene of its own."""
        return _scene((Box(area, Paint(fill=self.look.paper)),), area.right, area.bottom)

    def panel(
        self, panel: str, prefix: str, label: str, sheet: SheetState | None = None, before: SheetState | None = None
    ) -> str:
        """Return a panel of the sheet with the marks of a sheet; a ring is around those that are not in `before`."""
        area, scene = self._panel_scene(panel)
        layers = [scene]
        if sheet is not None:
            marks = self._drawn_marks(sheet, prefix)
            old = {} if before is None else self._drawn_marks(before, prefix)
            fresh = [group for name, group in marks.items() if before is not None and old.get(name) != group]
            rings = tuple(_ring(group) for group in fresh)
            if marks:
                layers.append(_scene((*marks.values(), *rings), scene.width, scene.height))
        wide = "wide" if area.width > 1.6 * area.height else "tall"
        return self.pictures.add(area, layers, label, f"panel {wide}")

    @lru_cache(maxsize=64)  # noqa: B019  # as above
    def _panel_scene(self, panel: str) -> tuple[Rect, Scene]:
        group = self.panels[panel]
        area = panel_area(group)
        paper = (Box(area, Paint(fill=self.look.paper)),) if self.look.paper != "#FFFFFF" else ()
        return area, _scene((*paper, *group.items), area.right, area.bottom)

    def _drawn_marks(self, sheet: SheetState, prefix: str) -> dict[str, Group]:
        data = panel_marks(sheet, prefix)
        key = repr(data)
        if key not in self._group_cache:
            self._group_cache[key] = {group.id: group for group in self.mark_groups(data, prefix)}
        return self._group_cache[key]

    @cached_property
    def _group_cache(self) -> dict[str, dict[str, Group]]:
        return {}

    # Signs

    @lru_cache(maxsize=128)  # noqa: B019  # as above
    def _badge_scene(self, bonus: str) -> Scene:
        read = parse_bonus(bonus)
        count = len(read.singles)
        width = 10 * count + 3.2 * (count - 1) + 0.6
        return _scene(tuple(self.pen.badge(read, width / 2, 5.3, 10)), width, 10.6)

    def badge(self, bonus: str, label: str) -> str:
        """Return a badge within a sentence."""
        return self._sign(self._badge_scene(bonus), label, "sign")

    @lru_cache(maxsize=128)  # noqa: B019  # as above
    def _die_scene(self, die: str, face: int) -> Scene:
        return _scene(tuple(self._die(die, face)), 10, 10)

    def die(self, die: str, face: int, label: str) -> str:
        """Return a die within a sentence; face 0 is blank."""
        return self._sign(self._die_scene(die, face), label, "sign die")

    @lru_cache(maxsize=8)  # noqa: B019  # as above
    def _plain_die_scene(self, face: int) -> Scene:
        return _scene(tuple(icons.die(Rect(0.5, 0.5, 9, 9), self.look.ink, self.look.cell, face)), 10, 10)

    def plain_die(self, face: int, label: str) -> str:
        """Return a die of the card game, which has no colour."""
        return self._sign(self._plain_die_scene(face), label, "sign die")

    def _sign(self, scene: Scene, label: str, css: str) -> str:
        return self.pictures.add(Rect(0, 0, scene.width, scene.height), (scene,), label, css)

    def laid_card(self, card: str, deck: str, label: str) -> str:
        """Return a card on the table; without a name it is face down."""
        return self.card(card, deck, label)

    def card(self, card: str, deck: str, label: str) -> str:
        """Return the face of a card; without a name the back of the deck."""
        return self._sign(self._card_scene(card, deck), label, "card")

    @lru_cache(maxsize=128)  # noqa: B019  # as above
    def _card_scene(self, card: str, deck: str) -> Scene:
        scene = self._card(card, deck)
        area = Rect(0, 0, scene.width, scene.height)
        edge = Paint(fill=self.look.paper, stroke="#B8BDC6", width=0.5)
        return _scene((Box(area.inset(0.25), edge, 3.0), *scene.items), scene.width, scene.height)


def _thickness(shape: Shape) -> float:
    """Return how thin an area is, infinity for what is none, is round or has many corners."""
    if isinstance(shape, Text | Circle) or shape.paint.stroke or shape.paint.fill in (None, "#FFFFFF"):
        return inf
    if isinstance(shape, Box):
        return min(shape.rect.width, shape.rect.height)
    corners = [(values[-2], values[-1]) for _, values in shape.commands if values]
    codes = [code for code, _ in shape.commands]
    if len(corners) > MANY_CORNERS or "C" in codes or codes.count("M") > 1:
        return inf
    return thickness(corners) or inf


def _ring(group: Group) -> Item:
    around = bounds(group).inset(-1.1)
    return Box(around, Paint(stroke=FRESH, width=RING), min(around.width, around.height) * 0.3)


def _scene(items: Iterable[Item], width: float, height: float) -> Scene:
    """Return a scene without type: numbers are outlines, so that nobody takes them for the text of the book."""
    return Scene(width, height, tuple(outline_item(item) for item in items), "", "", "")
