"""The pen: everything that a panel needs to draw — theme, unit, language — and the small shared pieces."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from sheetgen.drawing import icons
from sheetgen.drawing.names import bonus_words
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Shape, Text, star
from sheetgen.drawing.text import text_at, text_in
from sheetgen.drawing.themes import Theme, ZoneColours, contrast, until_contrast
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.sheet import SheetEdition

# Measures in millimetres on a sheet of 120 × 171 mm; other sizes scale them all alike.
CELL = 8.0
BADGE = 4.6
STAR = 4.4
FRAME_RADIUS = 2.2


@dataclass(frozen=True)
class Pen:
    """What all panels of one sheet share."""

    edition: SheetEdition
    theme: Theme
    unit: float
    translate: Callable[[str], str]

    def mm(self, length: float) -> float:
        """A length of the standard sheet on this one."""
        return length * self.unit

    def zone(self, die: str) -> ZoneColours:
        """The colours of a die."""
        return self.theme.zone(die, self.edition.dice[die].colour)

    def symbol(self, die: str, rect: Rect, ink: str, ground: str) -> list[Shape]:
        """The sign of a die, if it has one."""
        draw = icons.SYMBOLS.get(self.edition.dice[die].symbol)
        return draw(rect, ink, ground) if draw is not None else []

    def tile(self, die: str, rect: Rect) -> list[Shape]:
        """A die, seen from its coloured side."""
        look = self.zone(die)
        _, _, edge = self._tile(die)
        if contrast(look.badge, self.theme.cell) < 3:  # the white die needs an edge of its own
            edge = until_contrast(look.badge, self.theme.cell, 3.0)
        box = Box(rect, Paint(fill=look.badge, stroke=edge, width=self.mm(0.3)), rect.width * 0.2)
        return [box, *self.symbol(die, rect.inset(rect.width * 0.2), look.on_badge, look.badge)]

    def dice_sum(self, die: str, added: str, x: float, y: float, side: float) -> list[Shape]:
        """Two dice that are added up, with their middle at a point; 2.4 times as wide as one of them."""
        plus = Rect(x - side * 0.2, y - side / 2, side * 0.4, side)
        return [
            *self.tile(die, Rect(plus.x - side, plus.y, side, side)),
            text_in("+", plus, side * 0.75, "strong", self.zone(die).on_panel),
            *self.tile(added, Rect(plus.right, plus.y, side, side)),
        ]

    def frame(self, rect: Rect, die: str) -> Box:
        """The panel of a zone."""
        look = self.zone(die)
        paint = Paint(fill=look.panel, stroke=look.line, width=self.mm(self.theme.frame))
        return Box(rect.inset(self.mm(self.theme.frame) / 2), paint, self.mm(FRAME_RADIUS))

    def plate(self, rect: Rect) -> Box:
        """The grey plate of rounds and actions."""
        stroke = until_contrast(self.theme.quiet, self.theme.paper, 3.0)
        return Box(
            rect.inset(self.mm(0.15)),
            Paint(fill=self.theme.plate, stroke=stroke, width=self.mm(0.3)),
            self.mm(FRAME_RADIUS),
        )

    # Badges

    def badge(self, bonus: Bonus, x: float, y: float, size: float | None = None) -> list[Shape]:
        """A badge with its centre at a point."""
        side = self.mm(BADGE) if size is None else size
        options = bonus.singles
        if len(options) == 1:
            return self._single(options[0], Rect(x - side / 2, y - side / 2, side, side))
        shapes: list[Shape] = []
        slash = side * 0.32
        left = x - (len(options) * side + (len(options) - 1) * slash) / 2
        for i, option in enumerate(options):
            place = Rect(left + i * (side + slash), y - side / 2, side, side)
            if i:
                gap = Rect(place.x - slash, place.y, slash, side)
                shapes.append(text_in("/", gap, side * 0.75, "text", self.theme.on_plate, least=0.3))
            shapes += self._single(option, place)
        return shapes

    def badge_group(self, group_id: str, bonus: Bonus, x: float, y: float, size: float | None = None) -> Group:
        """A badge with its id and what it gives in words."""
        words = bonus_words(self.edition, bonus, self.translate)
        return Group(group_id, tuple(self.badge(bonus, x, y, size)), alt=words)

    def _single(self, bonus: SingleBonus, rect: Rect) -> list[Shape]:
        if bonus.glyph == "fox":
            return icons.fox(rect, self.theme.fox, self.theme.cell, solid=self.theme.solid)
        die = self._die_of(bonus)
        ground, ink, edge = self._tile(die)
        shapes: list[Shape] = [Box(rect, Paint(fill=ground, stroke=edge, width=rect.width * 0.05), rect.width * 0.22)]
        has_symbol = die is not None and self.edition.dice[die].symbol != "none"
        inner = rect.inset(rect.width * 0.12)
        if has_symbol and die is not None:
            small = rect.width * 0.34
            corner = Rect(rect.right - small - rect.width * 0.07, rect.bottom - small - rect.width * 0.07, small, small)
            shapes += self.symbol(die, corner, ink, ground)
            inner = Rect(rect.x + rect.width * 0.06, rect.y + rect.height * 0.04, rect.width * 0.66, rect.height * 0.72)
        return shapes + self._glyph(bonus, inner, ink, ground)

    def _glyph(self, bonus: SingleBonus, rect: Rect, ink: str, ground: str) -> list[Shape]:
        size = min(rect.width, rect.height)
        x, y = rect.centre
        square = Rect(x - size / 2, y - size / 2, size, size)
        match bonus.glyph:
            case "cross":
                return icons.free_cross(square, ink, ground)
            case "choice":
                return [text_in(bonus.glyph_text, square, size * 1.08, "display", ink)]
            case "number":
                return [text_in(bonus.glyph_text, square, size * 1.02, "display", ink)]
            case "action":
                return self.action_icon(bonus.glyph_text, square, ink, ground)
            case "fox":
                return icons.fox(square, self.theme.fox, self.theme.cell, solid=self.theme.solid)
            case _ as unknown:
                assert_never(unknown)

    def action_icon(self, action: str, rect: Rect, ink: str, ground: str) -> list[Shape]:
        """The sign of an action; a group of lists has the sign of a choice."""
        if action in icons.ACTIONS:
            return icons.ACTIONS[action](rect, ink, ground)
        if action == "extra die":
            return [text_in("+1", rect, rect.height * 0.72, "display", ink)]
        return icons.mix(rect, ink, ground)

    def _die_of(self, bonus: SingleBonus) -> str | None:
        return self.edition.die_of(bonus.target) if bonus.target is not None else None

    def _tile(self, die: str | None) -> tuple[str, str, str]:
        """Ground, ink and edge of a badge: the zone's colours, or black for a free zone and for actions."""
        if not self.theme.solid:
            return self.theme.paper, self.theme.ink, self.theme.ink
        if die is None:
            return self.theme.ink, "#FFFFFF", self.theme.cell
        look = self.zone(die)
        return look.badge, look.on_badge, self.theme.cell

    # Cells and stars

    def cell(
        self, group_id: str, rect: Rect, die: str, *, tinted: bool = False, extra: list[Item] | None = None
    ) -> Group:
        """A cell to mark."""
        look = self.zone(die)
        paint = Paint(fill=look.tinted if tinted else self.theme.cell, stroke=look.line, width=self.mm(0.32))
        box = Box(rect, paint, self.mm(1.3))
        return Group(group_id, (box, *(extra or [])))

    def in_cell(self, text: str, rect: Rect, size: float = 4.3) -> Text:
        """A printed number in a cell."""
        return text_in(text, rect.inset(self.mm(0.5)), self.mm(size), "display", self.theme.ink)

    def star(self, group_id: str, text: str, x: float, y: float, die: str, size: float = STAR) -> Group:
        """A score star with its points."""
        look = self.zone(die)
        radius = self.mm(size) / 2
        paint = Paint(fill=look.badge, stroke=look.line, width=self.mm(0.2))
        place = Rect(x - radius * 0.8, y - radius, radius * 1.6, radius * 2)
        words = text_in(text, place, radius * 1.1, "display", look.on_badge)
        return Group(group_id, (star(x, y, radius, paint), words))

    def tag_colour(self, die: str) -> str:
        """A zone's colour, dark enough for small text on a cell."""
        return until_contrast(self.zone(die).base, self.theme.cell, 4.5)

    def small(self, text: str, x: float, baseline: float, size: float, fill: str, anchor: float = 0.0) -> Text:
        """Small text in the text face."""
        return text_at(text, x, baseline, self.mm(size), "strong", fill, anchor)
