"""Objective cards: the face with its dice, name, rule and points, and the back with its own star."""

from collections.abc import Sequence
from itertools import groupby
from math import hypot

from sheetgen.drawing import icons
from sheetgen.drawing.card_pen import SMALLEST, CardPen, card_pen, pattern
from sheetgen.drawing.card_scores import draw_score_sheet
from sheetgen.drawing.colours import mix, until_contrast
from sheetgen.drawing.scene import Box, Command, DrawingError, Group, Item, Paint, Path, Rect, Scene, Shape
from sheetgen.drawing.shapes import star, text_in
from sheetgen.drawing.text import text_block
from sheetgen.i18n import filled
from sheetgen.layout import CardEdition, Layout
from sheetgen.layout.cards import Always, AnyObjective, Card, Equal, SumAtLeast, SumAtMost
from sheetgen.layout.problems import known_one

__all__ = ["card_ids", "draw_card", "draw_card_back", "draw_score_sheet"]

# Measures in millimetres on a card of 63 × 88 mm; other sizes scale them all alike.
STANDARD = (63.0, 88.0)
EDGE = 2.6  # from the trimmed edge to the frame
RADIUS = 3.6
BAND = (15.4, 20.6)  # the band at its sides and at its deepest
STAR = 10.6
SYMBOL = 6.6
NAME = 8.6
DICE = 27.0
DIE = 11.0
FOOT = 7.2


def card_ids(layout: Layout) -> list[str]:
    """Every card of an edition, in printed order."""
    edition = layout.edition
    if not isinstance(edition, CardEdition):
        raise DrawingError(f"{layout.id} has no cards")
    return list(edition.cards)


def draw_card(
    layout: Layout,
    card: str,
    deck: str,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the face of one card in the colour of a deck."""
    pen, page = _start(layout, deck, theme, language, size)
    own = pen.edition.cards[known_one("card", card, card_ids(layout))]
    frame = page.inset(pen.mm(EDGE))
    band = Rect(frame.x, frame.y, frame.width, pen.mm(BAND[1]))
    inner = frame.inset(pen.mm(3.0), 0)
    foot = Rect(inner.x, frame.bottom - pen.mm(FOOT + 1.7), inner.width, pen.mm(FOOT))
    name = Rect(inner.x, band.bottom + pen.mm(4.6), inner.width, pen.mm(NAME))
    # The dice keep their height on every card; the rule takes what is left above the foot.
    dice = Rect(inner.x, name.bottom + pen.mm(1.6), inner.width, pen.mm(DICE))
    rule = Rect(inner.x + pen.mm(1), dice.bottom + pen.mm(1.5), inner.width - pen.mm(2), 0)
    rule = Rect(rule.x, rule.y, rule.width, foot.y - pen.mm(1.4) - rule.y)
    corner = Rect(frame.x + pen.mm(3.2), frame.y + pen.mm(3.2), pen.mm(SYMBOL), pen.mm(SYMBOL))
    look = pen.zone(deck)
    title, words = pen.translate(own.name), pen.translate(own.rule)
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        Box(frame, Paint(fill=pen.body(deck)), pen.mm(RADIUS)),
        _band(pen, deck, band),
        Box(frame, Paint(stroke=pen.line(deck), width=pen.mm(max(pen.theme.frame, 0.5))), pen.mm(RADIUS)),
        Group("deck.top", tuple(pen.symbol(deck, corner, look.on_badge, pen.ground(deck)))),
        _points(pen, deck, str(own.points), frame.centre[0], frame.y + pen.mm(14.0), pen.mm(STAR)),
        Group("name", tuple(text_block(title, name, pen.mm(7.0), "display", pen.on_body(deck), least=pen.mm(3.6)))),
        _dice(pen, deck, own, dice),
        Group(
            "rule",
            tuple(text_block(words, rule, pen.mm(3.7), "text", pen.on_body(deck), least=pen.mm(2.5), one_line=0.92)),
        ),
        _foot(pen, deck, own, foot),
    ]
    return Scene(page.width, page.height, tuple(items), title, words, language)


def draw_card_back(
    layout: Layout,
    deck: str,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the back that all cards of a deck share."""
    pen, page = _start(layout, deck, theme, language, size)
    tr = pen.translate
    look = pen.zone(deck)
    frame = page.inset(pen.mm(EDGE))
    x, y = frame.centre
    reach = pen.mm(15.0)
    ground, ink = (pen.ground(deck), look.on_badge) if pen.full else (look.panel, pen.line(deck))
    lattice = pattern(
        pen,
        deck,
        frame.inset(pen.mm(4.6)),
        pen.mm(4.4),
        mix(ink, ground, 0.3 if pen.full else 0.5),
        ground,
        lambda px, py: hypot(px - x, py - y) > reach + pen.mm(3.4),
    )
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        Box(frame, Paint(fill=ground, stroke=pen.line(deck), width=pen.mm(max(pen.theme.frame, 0.5))), pen.mm(RADIUS)),
        Box(frame.inset(pen.mm(2.0)), Paint(stroke=ink, width=pen.mm(0.35)), pen.mm(RADIUS - 1.6)),
        Group("pattern", tuple(lattice)),
        _points(pen, deck, str(pen.edition.back_points), x, y, reach),
    ]
    title = tr(pen.edition.title)
    return Scene(page.width, page.height, tuple(items), title, tr("The back of a card, worth its points"), language)


def _start(
    layout: Layout, deck: str, theme: str, language: str, size: tuple[float, float] | None
) -> tuple[CardPen, Rect]:
    edition = layout.edition
    width, height = size or (edition.card_size if isinstance(edition, CardEdition) else STANDARD)
    pen = card_pen(layout, theme, language, min(width / STANDARD[0], height / STANDARD[1]))
    known_one("deck", deck, pen.edition.decks)
    return pen, Rect(0, 0, width, height)


def _band(pen: CardPen, deck: str, rect: Rect) -> Group:
    """The coloured band at the top; its lower edge bows around the star."""
    radius, side = pen.mm(RADIUS), rect.y + pen.mm(BAND[0])
    curve = radius * 0.45  # what is left of a corner's control lines
    sag = rect.y + pen.mm(BAND[0] + (BAND[1] - BAND[0]) * 4 / 3)
    commands: list[Command] = [
        ("M", (rect.x, side)),
        ("L", (rect.x, rect.y + radius)),
        ("C", (rect.x, rect.y + curve, rect.x + curve, rect.y, rect.x + radius, rect.y)),
        ("L", (rect.right - radius, rect.y)),
        ("C", (rect.right - curve, rect.y, rect.right, rect.y + curve, rect.right, rect.y + radius)),
        ("L", (rect.right, side)),
        ("C", (rect.right - rect.width * 0.3, sag, rect.x + rect.width * 0.3, sag, rect.x, side)),
        ("Z", ()),
    ]
    paint = Paint(fill=pen.ground(deck), stroke=None if pen.theme.solid else pen.line(deck), width=pen.mm(0.35))
    return Group("band", (Path(tuple(commands), paint),))


def _points(pen: CardPen, deck: str, points: str, x: float, y: float, radius: float) -> Group:
    """The big star."""
    rim = Paint(
        fill=pen.theme.cell,
        stroke=pen.ground(deck) if pen.full else pen.line(deck),
        width=radius * (0.08 if pen.theme.solid else 0.05),
    )
    place = Rect(x - radius * 0.7, y - radius, radius * 1.4, radius * 2)
    return Group(
        "points",
        (
            star(x, y, radius, rim, points=14, depth=0.13),
            text_in(points, place, radius * 1.24, "display", pen.strong(deck)),
        ),
    )


# The objective as dice


def _dice(pen: CardPen, deck: str, card: Card, rect: Rect) -> Group:
    """The dice that matter with their pips, the others lightly outlined, on a white tray."""
    tray = Box(rect, Paint(fill=pen.theme.cell, stroke=pen.line(deck), width=pen.mm(0.35)), pen.mm(2.6))
    items: list[Item] = [tray]
    place = rect.inset(pen.mm(1.6))
    faces = card.drawn or ()
    count = max(len(faces), pen.edition.dice)
    if isinstance(card.holds, Always):
        sign = pen.mm(15.4)  # the icon leaves a margin of its own
        tile = Rect(place.centre[0] - sign / 2, place.y - pen.mm(1.2), sign, sign)
        items.append(Group("joker", tuple(icons.joker(tile, pen.strong(deck), pen.theme.cell))))
        row = Rect(place.x, tile.bottom - pen.mm(0.2), place.width, place.bottom - tile.bottom + pen.mm(0.2))
        spots = _spots([count], row, pen.mm(8.4), pen.mm(1.1))
        order = [*faces, *[0] * (count - len(faces))]
    else:
        label = _sum_label(card.holds)
        if label:
            line = Rect(place.x, place.bottom - pen.mm(5), place.width, pen.mm(5))
            items.append(text_in(label, line, pen.mm(5), "strong", pen.strong(deck)))
            place = Rect(place.x, place.y, place.width, place.height - pen.mm(6))
        rows = die_rows(faces, count, groups=isinstance(card.holds, Equal))
        spots = _spots([len(row) for row in rows], place, pen.mm(DIE), pen.mm(1.6))
        order = [own for row in rows for own in row]
    quiet = isinstance(card.holds, Always)
    for number, (spot, own) in enumerate(zip(spots, order, strict=True), 1):
        items.append(Group(f"die.{number}", tuple(_die(pen, deck, spot, own, quiet=quiet))))
    return Group("dice", tuple(items), " ".join(map(str, faces)))


def die_rows(faces: Sequence[int], count: int, *, groups: bool) -> list[list[int]]:
    """Share dice out to rows, 0 for those that do not matter; equal dice stay together where they can.

    >>> die_rows([2, 2, 5, 5], 5, groups=True), die_rows([2, 3, 4, 5], 5, groups=False)
    ([[2, 2, 0], [5, 5]], [[2, 3, 4], [5, 0]])
    """
    upper = count if count <= 3 else (count + 1) // 2
    lower = count - upper
    runs = [list(run) for _, run in groupby(faces)] if groups else []
    if len(runs) == 2 and len(runs[0]) <= upper and len(runs[1]) <= lower:
        first, second = runs
    else:
        first, second = list(faces[:upper]), list(faces[upper:])
    rows = [first + [0] * (upper - len(first)), second + [0] * (lower - len(second))]
    return [row for row in rows if row]


def _spots(rows: list[int], place: Rect, largest: float, gap: float) -> list[Rect]:
    """Places for rows of dice in the middle of a place, as large as fits."""
    widest = max(rows)
    side = min(largest, (place.width - gap * (widest - 1)) / widest, (place.height - gap * (len(rows) - 1)) / len(rows))
    x, y = place.centre
    top = y - (len(rows) * side + (len(rows) - 1) * gap) / 2
    spots = []
    for i, count in enumerate(rows):
        left = x - (count * side + (count - 1) * gap) / 2
        spots += [Rect(left + j * (side + gap), top + i * (side + gap), side, side) for j in range(count)]
    return spots


def _die(pen: CardPen, deck: str, rect: Rect, own: int, *, quiet: bool) -> list[Shape]:
    look = pen.zone(deck)
    if own == 0 or quiet:
        pale = until_contrast(mix(look.base, pen.theme.cell, 0.6), pen.theme.cell, 3.0)
        edge = Paint(fill=pen.theme.cell, stroke=pale, width=pen.mm(0.35), dash=() if own else (pen.mm(1), pen.mm(1)))
        box = Box(rect.inset(pen.mm(0.2)), edge, rect.width * 0.2)
        return [box, *icons.die(rect, pale, pen.theme.cell, own)[1:]]
    if not pen.theme.solid:
        return icons.die(rect.inset(rect.width * 0.035), pen.theme.ink, pen.theme.cell, own)
    # Pale decks need an edge on the white tray.
    edge = Paint(fill=pen.ground(deck), stroke=until_contrast(look.base, pen.theme.cell, 3.0), width=pen.mm(0.3))
    box = Box(rect.inset(pen.mm(0.15)), edge, rect.width * 0.2)
    return [box, *icons.die(rect, look.on_badge, pen.ground(deck), own)[1:]]


def _sum_label(objective: AnyObjective) -> str:
    """What the dice must add up to; these signs are in the text face only."""
    match objective:
        case SumAtLeast():
            return f"Σ ≥ {objective.sum}"
        case SumAtMost():
            return f"Σ ≤ {objective.sum}"
    return ""


def _foot(pen: CardPen, deck: str, card: Card, rect: Rect) -> Group:
    """What of the card is not certain, the discreet imprint, and the deck's symbol once more."""
    tr = pen.translate
    side, size = pen.mm(FOOT), max(pen.mm(2.3), SMALLEST)
    corner = Group("deck.foot", tuple(pen.disc(deck, rect.right - side / 2 + pen.mm(1), rect.centre[1], side / 2)))
    ink = pen.on_body(deck)
    place = Rect(rect.x, rect.y, rect.width - side, rect.height)
    unofficial = tr("Unofficial card")
    imprint = f"{unofficial} · sheetgen"
    unsure = _unsure(pen, card)
    if not unsure:
        line = text_block(imprint, place, size, "text", ink, least=pen.mm(SMALLEST), anchor=0.0)
        return Group("foot", (corner, Group("imprint", tuple(line))))
    # The imprint is the last line; the note takes one or two above it.
    last = Rect(place.x, place.bottom - size, place.width, size)
    above = Rect(place.x, place.y - pen.mm(0.9), place.width, last.y - place.y + pen.mm(0.4))
    note = text_block(unsure, above, size, "strong", ink, least=pen.mm(SMALLEST), anchor=0.0, one_line=0.92, rise=1.0)
    line = text_block(imprint, last, size, "text", ink, least=pen.mm(SMALLEST), anchor=0.0)
    return Group("foot", (corner, Group("provenance", tuple(note), unsure), Group("imprint", tuple(line))))


def _unsure(pen: CardPen, card: Card) -> str:
    """What of a card nobody has seen in print."""
    tr = pen.translate
    if card.provenance is None or card.provenance.level == "certain":
        return ""
    inferred = card.provenance.level == "inferred"
    if card.provenance.note is None:
        return tr("some values inferred") if inferred else tr("some values reconstructed")
    words = tr("Inferred: {what}") if inferred else tr("Reconstructed: {what}")
    return filled(words, what=tr(card.provenance.note))
