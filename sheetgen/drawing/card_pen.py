"""What the cards of one deck share: theme, unit, language, the deck's colours and its symbol."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from sheetgen.drawing import icons
from sheetgen.drawing.colours import luminance, mix, readable_on, until_contrast
from sheetgen.drawing.scene import Circle, DrawingError, Paint, Rect, Shape, Text
from sheetgen.drawing.themes import Theme, Zone, themes
from sheetgen.i18n import translate
from sheetgen.layout import CardEdition, Layout

SMALLEST = 2.12  # 6 pt, the least that print shops take


@dataclass(frozen=True)
class CardPen:
    """Draws in the colours of a deck."""

    edition: CardEdition
    theme: Theme
    unit: float
    translate: Callable[[str], str]

    def mm(self, length: float) -> float:
        """A length of the standard card on this one."""
        return length * self.unit

    def zone(self, deck: str) -> Zone:
        """The colours of a deck."""
        return self.theme.zone(deck, self.edition.decks[deck].colour)

    @property
    def full(self) -> bool:
        """Is the theme for a print shop, or does it save ink?"""
        return self.theme.solid and luminance(self.theme.paper) < 0.2

    def body(self, deck: str) -> str:
        """The ground of a card below its band: a pale tint, or a deep one on dark paper."""
        look = self.zone(deck)
        return mix(look.base, self.theme.paper, 0.24) if self.full else look.panel

    def on_body(self, deck: str) -> str:
        """Text on that."""
        return readable_on(self.body(deck), self.theme.ink, "#FFFFFF")

    def line(self, deck: str) -> str:
        """Frames and lines on that, in the deck's colour."""
        return until_contrast(self.zone(deck).base, self.body(deck), 3.0)

    def strong(self, deck: str) -> str:
        """A deck's colour, dark enough for text on a cell."""
        return until_contrast(self.zone(deck).base, self.theme.cell, 4.5)

    def ground(self, deck: str) -> str:
        """A deck's colour under signs and pips, which need less contrast than text (3:1)."""
        look = self.zone(deck)
        return until_contrast(look.base, look.on_badge, 3.0) if self.theme.solid else look.badge

    def symbol(self, deck: str, rect: Rect, ink: str, ground: str) -> list[Shape]:
        """The sign of a deck."""
        draw = icons.SYMBOLS.get(self.edition.decks[deck].symbol)
        return draw(rect, ink, ground) if draw is not None else []

    def disc(self, deck: str, x: float, y: float, radius: float) -> list[Shape]:
        """The sign of a deck on a disc."""
        look, ground = self.zone(deck), self.ground(deck)
        paint = Paint(fill=ground, stroke=None if self.theme.solid else look.line, width=self.mm(0.3))
        sign = Rect(x - radius, y - radius, 2 * radius, 2 * radius).inset(radius * 0.42)
        return [Circle(x, y, radius, paint), *self.symbol(deck, sign, look.on_badge, ground)]


def card_pen(layout: Layout, theme: str, language: str, unit: float) -> CardPen:
    """The pen for the cards of a layout."""
    edition = layout.edition
    if not isinstance(edition, CardEdition):
        raise DrawingError(f"{layout.id} has no cards")
    return CardPen(edition, themes()[theme], unit, partial(translate, language=language, own=edition.translations))


def pattern(
    pen: CardPen, deck: str, rect: Rect, side: float, ink: str, ground: str, keep: Callable[[float, float], bool]
) -> list[Shape]:
    """A calm lattice of the deck's symbol: every other row is shifted, nothing is cut off."""
    pitch = side * 2.0
    columns = int((rect.width - side) // pitch) + 1
    rows = int((rect.height - side) // (pitch * 0.78)) + 1
    rows -= 1 - rows % 2
    # An odd number of rows, and one symbol less in the shifted ones, keep all margins alike.
    step = (rect.height - side) / max(rows - 1, 1)
    across = (rect.width - side) / max(columns - 1, 1)
    shapes: list[Shape] = []
    for row in range(rows):
        shifted = row % 2
        for column in range(columns - shifted):
            x = rect.x + across * (column + shifted / 2)
            y = rect.y + step * row
            if keep(x + side / 2, y + side / 2):
                shapes += pen.symbol(deck, Rect(x, y, side, side), ink, ground)
    return shapes if pen.theme.solid else [_outlined(shape, pen) for shape in shapes]


def _outlined(shape: Shape, pen: CardPen) -> Shape:
    """A shape as a fine outline, for a theme without areas."""
    if isinstance(shape, Text):
        return shape
    paper = pen.theme.paper if shape.paint.fill else None
    return replace(shape, paint=Paint(fill=paper, stroke=pen.theme.ink, width=pen.mm(0.22)))
