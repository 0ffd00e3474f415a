"""The pen: what all panels of a sheet share (edition, theme, scale, language) and the pieces that they are drawn from.

Lengths named by constants and passed to `Pen.mm` are millimetres of the standard sheet; rectangles, positions and
results are millimetres on paper.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot
from typing import assert_never

from sheetgen.drawing import icons
from sheetgen.drawing.names import bonus_text
from sheetgen.drawing.patterns import draw_pattern
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, Shape, Text, line, polygon, star
from sheetgen.drawing.text import font_face, text_at, text_in
from sheetgen.drawing.themes import Theme, ZoneColours, contrast, until_contrast
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.sheet import SheetEdition

# Millimetres of the standard sheet of 120 × 171 mm; for other sizes all are scaled by the same factor.
CELL = 8.0
BADGE = 4.6
STAR = 4.4
FRAME_RADIUS = 2.2
PATTERN_GAP = 0.6  # between a frame and the pattern in it: enough to stay within the round corners
LINE = 0.3  # width of the edges of cells
POSITIVE = 2.5  # the smallest type, dark on light: 7 pt
NEGATIVE = 2.83  # the smallest type, light on dark: 8 pt
PALE = 1.3  # contrast with a white cell below which a tile cannot be seen
SLASH = 0.32  # width of the slash between the options of a badge, as a share of the side of one
DOT = 0.95  # diameter of the dots that tell zones of the same die apart
TEETH = 0.055  # depth of the teeth of a star, as a share of its radius


def star_for(text: str) -> float:
    """The diameter of the smallest star in which a text can be read, in millimetres of the standard sheet.

    >>> [round(star_for(text), 1) for text in ("5", "22", "165")]
    [2.7, 4.3, 5.0]
    """
    face = font_face("display")
    return NEGATIVE * hypot(face.width(text, 1), face.cap_height) / (1 - TEETH)


def badge_length(bonus: Bonus, side: float = BADGE) -> float:
    """The length of a badge whose options, each with that side, stand side by side (or one below the other)."""
    options = len(bonus.singles)
    return options * side + (options - 1) * side * SLASH


@dataclass(frozen=True)
class Pen:
    """Draws cells, badges, stars and frames of one sheet; `unit` is its scale relative to the standard sheet."""

    edition: SheetEdition
    theme: Theme
    unit: float
    translate: Callable[[str], str]
    _measured: dict[Hashable, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, what: Hashable, measure: Callable[[], float]) -> float:
        """A length that is asked for many times while rows share the sheet, but measured once."""
        if what not in self._measured:
            self._measured[what] = measure()
        return self._measured[what]

    def mm(self, length: float) -> float:
        """A length of the standard sheet in millimetres on paper."""
        return length * self.unit

    def colours(self, die: str) -> ZoneColours:
        """The colours of a die and its zone."""
        return self._colours[die]

    @cached_property
    def _colours(self) -> Mapping[str, ZoneColours]:
        """The colours of every die. Those of zones are chosen together, so that no two look alike."""
        edition = self.edition
        in_rows = (die for zone in edition.zones.values() for die in zone.row_dice or ())
        zoned = {*map(edition.die_of, edition.zones), *in_rows}
        colours = [(name, die.colour) for name, die in edition.dice.items()]
        return self.theme.zone_colours(
            tuple(pair for pair in colours if pair[0] in zoned),
            tuple(pair for pair in colours if pair[0] not in zoned),
        )

    def symbol(self, die: str, rect: Rect, ink: str, background: str) -> list[Shape]:
        """The symbol of a die; empty if it has none."""
        return icons.symbol(self.edition.dice[die], rect, ink, background)

    def tile(self, die: str, rect: Rect, *, zone: str = "") -> list[Shape]:
        """A blank die in its colour, with its symbol; with a `zone` its dots are where badges have them."""
        colours = self.colours(die)
        _, _, edge = self._tile(die)
        if contrast(colours.badge, self.theme.cell) < 3:  # the white die needs an edge of its own
            edge = until_contrast(colours.badge, self.theme.cell, 3.0)
        box = Box(rect, Paint(fill=colours.badge, stroke=edge, width=self.mm(0.3)), rect.width * 0.2)
        side = rect.width
        x, y = rect.x + side * 0.78, rect.y + side * 0.22
        dots = self.dots(zone, x, y, colours.on_badge, side * 0.18) if zone else []
        symbol = rect.inset(side * 0.2)
        if dots:  # a little lower, so that they have room
            symbol = Rect(rect.x + side * 0.16, rect.y + side * 0.29, side * 0.57, side * 0.57)
        return [box, *self.symbol(die, symbol, colours.on_badge, colours.badge), *dots]

    def dice_sum(self, die: str, added: str, x: float, y: float, side: float, *, zone: str = "") -> list[Shape]:
        """Two dice with a plus between them, centred on a point; 2.52 times as wide as the side of one.

        With a `zone`, its dots are under the first die.
        """
        plus = Rect(x - side * 0.26, y - side / 2, side * 0.52, side)
        ink = self.colours(die).on_panel
        dots = self.dots(zone, plus.x - side / 2, plus.bottom + self.mm(0.9), ink) if zone else []
        return [
            *dots,
            *self.tile(die, Rect(plus.x - side, plus.y, side, side)),
            text_in("+", plus, side * 0.9, "strong", ink),
            *self.tile(added, Rect(plus.right, plus.y, side, side)),
        ]

    def frame(self, rect: Rect, die: str) -> Box:
        """The background and frame of a zone's panel."""
        colours = self.colours(die)
        paint = Paint(fill=colours.panel, stroke=colours.line, width=self.mm(self.theme.frame))
        return Box(rect.inset(self.mm(self.theme.frame) / 2), paint, self.mm(FRAME_RADIUS))

    def pattern(self, rect: Rect, zone: str) -> list[Item]:
        """The pattern of the panel of a zone, within its frame; empty in themes whose zones differ by colour alone."""
        name = self.theme.pattern_of(list(self.edition.zones).index(zone))
        if name is None:
            return []
        colour = self.colours(self.edition.die_of(zone)).pattern
        inner = rect.inset(self.mm(self.theme.frame + PATTERN_GAP))
        return [Group(f"{zone}.pattern", (draw_pattern(name, inner, self.unit, colour),))]

    def quiet(self, rect: Rect, die: str) -> list[Shape]:
        """A plain ground for small type on the panel of a zone, in themes whose panels have patterns."""
        if self.theme.pattern_of(0) is None:
            return []
        return [Box(rect, Paint(fill=self.colours(die).panel), self.mm(0.5))]

    def plate(self, rect: Rect) -> Box:
        """The grey background of rounds and actions."""
        stroke = until_contrast(self.theme.muted, self.theme.paper, 3.0)
        return Box(
            rect.inset(self.mm(0.15)),
            Paint(fill=self.theme.plate, stroke=stroke, width=self.mm(0.3)),
            self.mm(FRAME_RADIUS),
        )

    # Badges

    def badge(
        self,
        bonus: Bonus,
        x: float,
        y: float,
        size: float | None = None,
        *,
        ink: str | None = None,
        upright: bool = False,
    ) -> list[Shape]:
        """A badge centred on a point; `size` in millimetres on paper.

        Its options stand side by side, or one below the other (`upright`), with slashes in `ink` between them, by
        default that of plates.
        """
        side = self.mm(BADGE) if size is None else size
        step, start = side * (1 + SLASH), -badge_length(bonus, side) / 2
        colour = ink or self.theme.on_plate
        shapes: list[Shape] = []
        for i, option in enumerate(bonus.singles):
            left, top = (-side / 2, start + i * step) if upright else (start + i * step, -side / 2)
            rect = Rect(x + left, y + top, side, side)
            if i and upright:
                middle, reach = rect.y - side * SLASH / 2, side * SLASH / 2
                paint = Paint(stroke=colour, width=side * 0.08)
                shapes.append(line([(x - reach, middle + reach * 0.6), (x + reach, middle - reach * 0.6)], paint))
            elif i:
                gap = Rect(rect.x - side * SLASH, rect.y, side * SLASH, side)
                shapes.append(text_in("/", gap, side * 0.75, "text", colour, least=0.3))
            shapes += self._single(option, rect)
        return shapes

    def badge_group(
        self,
        group_id: str,
        bonus: Bonus,
        x: float,
        y: float,
        *,
        ink: str | None = None,
        upright: bool = False,
    ) -> Group:
        """A badge as a group with an id and a description of what it gives; `ink` and `upright` as of `badge`."""
        alt = bonus_text(self.edition, bonus, self.translate)
        return Group(group_id, tuple(self.badge(bonus, x, y, ink=ink, upright=upright)), alt=alt)

    def _single(self, bonus: SingleBonus, rect: Rect) -> list[Shape]:
        if bonus.glyph == "icon":
            return self._badge_icon(bonus, rect)
        die = self._die_of(bonus)
        background, ink, edge = self._tile(die)
        shapes: list[Shape] = [
            Box(rect, Paint(fill=background, stroke=edge, width=rect.width * 0.05), rect.width * 0.22)
        ]
        has_symbol = die is not None and self.edition.dice[die].has_symbol
        inner = rect.inset(rect.width * 0.12)
        if has_symbol and die is not None:
            small = rect.width * 0.49
            corner = Rect(rect.right - small - rect.width * 0.06, rect.bottom - small - rect.width * 0.06, small, small)
            shapes += self.symbol(die, corner, ink, background)
            inner = Rect(rect.x + rect.width * 0.01, rect.y, rect.width * 0.6, rect.height * 0.68)
        if bonus.target is not None:
            x, y = rect.x + rect.width * 0.77, rect.y + rect.height * 0.24
            shapes += self.dots(bonus.target, x, y, ink, rect.width * DOT / BADGE)
        return shapes + self._glyph(bonus, inner, ink, background)

    def dots(self, zone: str, x: float, y: float, ink: str, size: float | None = None) -> list[Circle]:
        """A row of dots, centred on a point, that tells a zone from earlier ones of the same die; none for the first.

        Its badges and its tag have the same dots; `size` is their diameter in millimetres on paper.
        """
        count = self.edition.earlier_with_die(zone)
        if not count:
            return []
        size = self.mm(DOT) if size is None else size
        step = min(size * 1.5, size * 3.2 / count)
        first = x - step * (count - 1) / 2
        return [Circle(first + step * i, y, min(size / 2, step * 0.4), Paint(fill=ink)) for i in range(count)]

    def _glyph(self, bonus: SingleBonus, rect: Rect, ink: str, background: str) -> list[Shape]:
        size = min(rect.width, rect.height)
        x, y = rect.centre
        square = Rect(x - size / 2, y - size / 2, size, size)
        match bonus.glyph:
            case "cross":
                return icons.free_cross(square, ink, background)
            case "choice":
                return [text_in(bonus.glyph_text, square, size * 1.08, "display", ink)]
            case "number":
                return [text_in(bonus.glyph_text, square, size * 1.05, "display", ink)]
            case "action":
                return self.action_icon(bonus.glyph_text, square, ink, background)
            case "icon":
                return self._badge_icon(bonus, square)
            case _ as unknown:
                assert_never(unknown)

    def _badge_icon(self, bonus: SingleBonus, rect: Rect) -> list[Shape]:
        return icons.BADGES[bonus.glyph_text](rect, self.theme.fox, self.theme.cell, solid=self.theme.solid)

    def action_icon(self, action: str, rect: Rect, ink: str, background: str) -> list[Shape]:
        """The icon of an action; a group of several tracks has the icon of a choice."""
        if action in icons.ACTIONS:
            return icons.ACTIONS[action](rect, ink, background)
        if action == "extra die":
            return [text_in("+1", rect, rect.height * 0.86, "display", ink)]
        return icons.mix(rect, ink, background)

    def _die_of(self, bonus: SingleBonus) -> str | None:
        return self.edition.die_of(bonus.target) if bonus.target is not None else None

    def _tile(self, die: str | None) -> tuple[str, str, str]:
        """Background, text and edge colour of a badge: the zone's colours, or black for any zone and for actions."""
        if not self.theme.solid:
            return self.theme.paper, self.theme.ink, self.theme.ink
        if die is None:
            return self.theme.ink, "#FFFFFF", self.theme.cell
        colours = self.colours(die)
        return colours.badge, colours.on_badge, self.tile_edge(die) or self.theme.cell

    def tile_edge(self, die: str) -> str | None:
        """The dark edge of a tile of a zone that is almost as light as what it lies on; None if it needs none."""
        colours = self.colours(die)
        if contrast(colours.badge, self.theme.cell) >= PALE:
            return None
        return until_contrast(colours.line, colours.badge, 3.0)

    # Cells and stars

    def cell(
        self,
        group_id: str,
        rect: Rect,
        die: str,
        *,
        look: Paint | None = None,
        tinted: bool = False,
        radius: float = 1.3,
        extra: list[Item] | None = None,
    ) -> Group:
        """A cell to mark; `look` is its paint if not that of the zone, `extra` is printed in it.

        A tinted cell has a dark corner too, so that nobody has to see the tint. `radius` of the corners in
        millimetres of the standard sheet.
        """
        colours = self.colours(die)
        paint = look or Paint(fill=self.theme.cell, stroke=colours.line, width=self.mm(LINE))
        if tinted:
            paint = replace(paint, fill=colours.tinted)
        items: list[Item] = [Box(rect, paint, self.mm(radius)), *(extra or [])]
        if tinted:
            x, y, leg = rect.right - self.mm(0.65), rect.y + self.mm(0.65), self.mm(1.9)
            dark = Paint(fill=until_contrast(colours.line, colours.tinted, 3.0))
            items.append(polygon([(x - leg, y), (x, y), (x, y + leg)], dark))
        return Group(group_id, tuple(items))

    def in_cell(self, text: str, rect: Rect, size: float = 4.3) -> Text:
        """A number printed in a cell; `size` in millimetres of the standard sheet."""
        return text_in(text, rect.inset(self.mm(0.5)), self.mm(size), "display", self.theme.ink)

    def star(self, group_id: str, text: str, x: float, y: float, die: str, size: float = STAR) -> Group:
        """A score star centred on a point, with its points; `size` in millimetres of the standard sheet."""
        colours = self.colours(die)
        radius = self.mm(size) / 2
        paint = Paint(fill=colours.badge, stroke=colours.line, width=self.mm(0.16))
        height = min(max(self.mm(NEGATIVE), radius * 1.14), self.mm(NEGATIVE) * size / star_for(text))
        label = text_in(text, Rect(x - radius, y - radius, 2 * radius, 2 * radius), height, "display", colours.on_badge)
        return Group(group_id, (star(x, y, radius - paint.width / 2, paint, depth=TEETH), label))

    def tag_colour(self, die: str) -> str:
        """A zone's colour, darkened for small text on a cell (4.5:1)."""
        return until_contrast(self.colours(die).base, self.theme.cell, 4.5)

    def small(self, text: str, x: float, baseline: float, size: float, fill: str, anchor: float = 0.0) -> Text:
        """A line of small bold text; `size` in millimetres of the standard sheet, `anchor` as in `text_at`."""
        return text_at(text, x, baseline, self.mm(size), "strong", fill, anchor)
