"""A game with cards: their faces, the backs of the decks, and the score sheet.

Constants are millimetres of the standard card or sheet; rectangles are millimetres on paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from math import hypot

from sheetgen.drawing import icons
from sheetgen.drawing.pen import NEGATIVE, POSITIVE
from sheetgen.drawing.scene import (
    Box,
    Circle,
    Command,
    DrawingError,
    Group,
    Item,
    Paint,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    star,
)
from sheetgen.drawing.text import block_height, font_face, text_block, text_in
from sheetgen.drawing.themes import Theme, ZoneColours, luminance, mix, readable_on, themes, until_contrast
from sheetgen.i18n import fill_fields, translate
from sheetgen.layout import CardEdition, Layout
from sheetgen.layout.cards import Card
from sheetgen.layout.problems import require_known

SMALLEST = 2.12  # 6 pt, the smallest type that print shops accept


@dataclass(frozen=True)
class CardPen:
    """Edition, theme and language of cards or their score sheet, and what is drawn in the colours of a deck.

    `unit` is the scale relative to the standard card or sheet.
    """

    edition: CardEdition
    theme: Theme
    unit: float
    translate: Callable[[str], str]

    def mm(self, length: float) -> float:
        """A length of the standard card or sheet in millimetres on paper."""
        return length * self.unit

    def colours(self, deck: str) -> ZoneColours:
        """The colours of a deck."""
        return self._colours[deck]

    @cached_property
    def _colours(self) -> Mapping[str, ZoneColours]:
        """The colours of every deck, chosen together, so that no two look alike."""
        return self.theme.zone_colours(tuple((name, deck.colour) for name, deck in self.edition.decks.items()))

    @property
    def dark_paper(self) -> bool:
        """Whether areas are fill_fields with strong colours: on dark paper. Other themes save ink."""
        return self.theme.solid and luminance(self.theme.paper) < 0.2

    @property
    def small_type(self) -> float:
        """The size of the smallest type, in millimetres on paper: light type on dark paper is larger."""
        return self.mm(NEGATIVE if self.dark_paper else POSITIVE)

    def body(self, deck: str) -> str:
        """The background of a card below its band: a pale tint, or a deep one on dark paper."""
        colours = self.colours(deck)
        return mix(colours.base, self.theme.paper, 0.24) if self.dark_paper else colours.panel

    def on_body(self, deck: str) -> str:
        """The colour of text on the body."""
        return readable_on(self.body(deck), self.theme.ink, "#FFFFFF")

    def line(self, deck: str) -> str:
        """The colour of frames and lines on the body: the deck's, with a contrast of 3:1."""
        colours = self.colours(deck)
        return until_contrast(colours.base if self.dark_paper else colours.line, self.body(deck), 3.0)

    def cell_text(self, deck: str) -> str:
        """The colour of text on a cell: the deck's, with a contrast of 4.5:1."""
        return until_contrast(self.colours(deck).base, self.theme.cell, 4.5)

    def background(self, deck: str) -> str:
        """The deck's colour behind symbols and pips, which need less contrast than text (3:1)."""
        colours = self.colours(deck)
        return until_contrast(colours.base, colours.on_badge, 3.0) if self.theme.solid else colours.badge

    def symbol(self, deck: str, rect: Rect, ink: str, background: str) -> list[Shape]:
        """The symbol of a deck; empty if it has none."""
        return icons.symbol(self.edition.decks[deck], rect, ink, background)

    def disc(self, deck: str, x: float, y: float, radius: float) -> list[Shape]:
        """The symbol of a deck on a disc."""
        colours, background = self.colours(deck), self.background(deck)
        paint = Paint(fill=background, stroke=None if self.theme.solid else colours.line, width=self.mm(0.3))
        sign = Rect(x - radius, y - radius, 2 * radius, 2 * radius).inset(radius * 0.42)
        return [Circle(x, y, radius, paint), *self.symbol(deck, sign, colours.on_badge, background)]


def _card_edition(layout: Layout) -> CardEdition:
    """The edition of a layout with cards; raise DrawingError for another one."""
    if not isinstance(layout.edition, CardEdition):
        raise DrawingError(f"{layout.id} has no cards")
    return layout.edition


def _card_pen(edition: CardEdition, theme: str, language: str, unit: float) -> CardPen:
    return CardPen(
        edition, themes()[theme], unit, partial(translate, language=language, translations=edition.translations)
    )


def pattern(
    pen: CardPen, deck: str, rect: Rect, side: float, ink: str, background: str, keep: Callable[[float, float], bool]
) -> list[Shape]:
    """A lattice of the deck's symbol, every other row shifted by half a step, no symbol cut off.

    `keep` says whether a symbol is drawn, by its centre.
    """
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
                shapes += pen.symbol(deck, Rect(x, y, side, side), ink, background)
    return shapes if pen.theme.solid else [_outlined(shape, pen) for shape in shapes]


def _outlined(shape: Shape, pen: CardPen) -> Shape:
    """A shape as a thin outline, for a theme without fill_fields areas."""
    if isinstance(shape, Text):
        return shape
    paper = pen.theme.paper if shape.paint.fill else None
    return replace(shape, paint=Paint(fill=paper, stroke=pen.theme.ink, width=pen.mm(0.22)))


# Faces and backs


# Millimetres of the standard card of 63 × 88 mm; for other sizes all are scaled by the same factor.
CARD_SIZE = (63.0, 88.0)
EDGE = 2.6  # from the trimmed edge to the frame
RADIUS = 3.6
BAND = (15.4, 20.6)  # the band at its sides and at its deepest
STAR = 10.6
SYMBOL = 6.6
NAME = 8.6
DICE = 26.0
DIE = 11.0
CARD_FOOT = 7.2
NOTE_RISE = 0.1  # how much more than the height above the imprint a note takes


def draw_card(
    layout: Layout,
    card: str,
    deck: str,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the face of one card in the colour of a deck; arguments and errors as of `drawing.pages.draw_page`."""
    pen, page = _open_card(layout, deck, theme, language, size)
    objective = pen.edition.cards[require_known("card", card, pen.edition.cards)]
    frame = page.inset(pen.mm(EDGE))
    band = Rect(frame.x, frame.y, frame.width, pen.mm(BAND[1]))
    inner = frame.inset(pen.mm(3.0), 0)
    foot_height = _card_foot_height(pen, objective)
    foot = Rect(inner.x, frame.bottom - pen.mm(1.7) - foot_height, inner.width, foot_height)
    name = Rect(inner.x, band.bottom + pen.mm(4.0), inner.width, pen.mm(NAME))
    # The dice keep their height on every card; the rule takes what is left above the foot.
    dice = Rect(inner.x, name.bottom + pen.mm(1.6), inner.width, pen.mm(DICE))
    rule = Rect(inner.x + pen.mm(1), dice.bottom + pen.mm(1.5), inner.width - pen.mm(2), 0)
    rule = Rect(rule.x, rule.y, rule.width, foot.y - pen.mm(1.9) - rule.y)
    corner = Rect(frame.x + pen.mm(3.2), frame.y + pen.mm(3.2), pen.mm(SYMBOL), pen.mm(SYMBOL))
    colours = pen.colours(deck)
    title, rule_text = pen.translate(objective.name), pen.translate(objective.rule)
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        Box(frame, Paint(fill=pen.body(deck)), pen.mm(RADIUS)),
        _band(pen, deck, band),
        Box(frame, Paint(stroke=pen.line(deck), width=pen.mm(max(pen.theme.frame, 0.5))), pen.mm(RADIUS)),
        Group("deck.top", tuple(pen.symbol(deck, corner, colours.on_badge, pen.background(deck)))),
        _points(pen, deck, str(objective.points), frame.centre[0], frame.y + pen.mm(14.0), pen.mm(STAR)),
        Group("name", tuple(text_block(title, name, pen.mm(7.0), "display", pen.on_body(deck), least=pen.mm(3.6)))),
        _dice(pen, deck, objective, dice),
        Group(
            "rule",
            tuple(
                text_block(rule_text, rule, pen.mm(3.7), "text", pen.on_body(deck), least=pen.mm(2.5), one_line=0.92)
            ),
        ),
        _card_foot(pen, deck, objective, foot),
    ]
    return Scene(page.width, page.height, tuple(items), title, rule_text, language)


def draw_card_back(
    layout: Layout,
    deck: str,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the back that all cards of a deck share; arguments and errors as of `drawing.pages.draw_page`."""
    pen, page = _open_card(layout, deck, theme, language, size)
    tr = pen.translate
    colours = pen.colours(deck)
    frame = page.inset(pen.mm(EDGE))
    x, y = frame.centre
    reach = pen.mm(15.0)
    background, ink = (pen.background(deck), colours.on_badge) if pen.dark_paper else (colours.panel, pen.line(deck))
    lattice = pattern(
        pen,
        deck,
        frame.inset(pen.mm(4.6)),
        pen.mm(4.4),
        mix(ink, background, 0.3 if pen.dark_paper else 0.5),
        background,
        lambda px, py: hypot(px - x, py - y) > reach + pen.mm(3.4),
    )
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        Box(
            frame,
            Paint(fill=background, stroke=pen.line(deck), width=pen.mm(max(pen.theme.frame, 0.5))),
            pen.mm(RADIUS),
        ),
        Box(frame.inset(pen.mm(2.0)), Paint(stroke=ink, width=pen.mm(0.35)), pen.mm(RADIUS - 1.6)),
        Group("pattern", tuple(lattice)),
        _points(pen, deck, str(pen.edition.back_points), x, y, reach),
    ]
    title = tr(pen.edition.title)
    return Scene(page.width, page.height, tuple(items), title, tr("The back of a card, worth its points"), language)


def _open_card(
    layout: Layout, deck: str, theme: str, language: str, size: tuple[float, float] | None
) -> tuple[CardPen, Rect]:
    """The pen and the rectangle of a card; raise UnknownWordError for a deck that the edition does not have."""
    edition = _card_edition(layout)
    require_known("deck", deck, edition.decks)
    width, height = size or edition.card_size
    pen = _card_pen(edition, theme, language, min(width / CARD_SIZE[0], height / CARD_SIZE[1]))
    return pen, Rect(0, 0, width, height)


def _band(pen: CardPen, deck: str, rect: Rect) -> Group:
    """The coloured band at the top, with a curved lower edge around the star."""
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
    paint = Paint(fill=pen.background(deck), stroke=None if pen.theme.solid else pen.line(deck), width=pen.mm(0.35))
    return Group("band", (Path(tuple(commands), paint),))


def _points(pen: CardPen, deck: str, points: str, x: float, y: float, radius: float) -> Group:
    """The large star with the points, centred on a point."""
    rim = Paint(
        fill=pen.theme.cell,
        stroke=pen.background(deck) if pen.dark_paper else pen.line(deck),
        width=radius * (0.08 if pen.theme.solid else 0.05),
    )
    text_rect = Rect(x - radius * 0.7, y - radius, radius * 1.4, radius * 2)
    return Group(
        "points",
        (
            star(x, y, radius, rim, points=14, depth=0.13),
            text_in(points, text_rect, radius * 1.24, "display", pen.cell_text(deck)),
        ),
    )


# The objective as dice


def _dice(pen: CardPen, deck: str, card: Card, rect: Rect) -> Group:
    """The dice of the objective with their pips and the other dice as dashed outlines, on a white tray."""
    tray = Box(rect, Paint(fill=pen.theme.cell, stroke=pen.line(deck), width=pen.mm(0.35)), pen.mm(2.6))
    items: list[Item] = [tray]
    inner = rect.inset(pen.mm(1.6))
    faces = card.drawn or ()
    count = max(len(faces), pen.edition.dice)
    if card.holds.always_holds:
        sign = pen.mm(15.4)  # the icon has a margin inside
        tile = Rect(inner.centre[0] - sign / 2, inner.y - pen.mm(1.2), sign, sign)
        items.append(Group("joker", tuple(icons.joker(tile, pen.cell_text(deck), pen.theme.cell))))
        row = Rect(inner.x, tile.bottom - pen.mm(0.2), inner.width, inner.bottom - tile.bottom + pen.mm(0.2))
        rects = _dice_rects([count], row, pen.mm(8.4), pen.mm(1.1))
        order = [*faces, *[0] * (count - len(faces))]
    else:
        label = card.holds.sign
        if label:
            line = Rect(inner.x, inner.bottom - pen.mm(5), inner.width, pen.mm(5))
            items.append(text_in(label, line, pen.mm(5), "strong", pen.cell_text(deck)))
            inner = Rect(inner.x, inner.y, inner.width, inner.height - pen.mm(6))
        rows = die_rows(faces, count, groups=card.holds.has_groups)
        rects = _dice_rects([len(row) for row in rows], inner, pen.mm(DIE), pen.mm(1.6))
        order = [face for row in rows for face in row]
    faint = card.holds.always_holds
    for number, (die_rect, face) in enumerate(zip(rects, order, strict=True), 1):
        items.append(Group(f"die.{number}", tuple(_die(pen, deck, die_rect, face, faint=faint))))
    return Group("dice", tuple(items), " ".join(map(str, faces)))


def die_rows(faces: Sequence[int], count: int, *, groups: bool) -> list[list[int]]:
    """Arrange dice in rows, 0 for those that can show anything; with `groups` equal dice share a row if they fit.

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


def _dice_rects(rows: list[int], rect: Rect, largest: float, gap: float) -> list[Rect]:
    """The rectangles of rows of dice (each row is a count), centred in a rectangle, with sides up to `largest`."""
    widest = max(rows)
    side = min(largest, (rect.width - gap * (widest - 1)) / widest, (rect.height - gap * (len(rows) - 1)) / len(rows))
    x, y = rect.centre
    top = y - (len(rows) * side + (len(rows) - 1) * gap) / 2
    rects = []
    for i, count in enumerate(rows):
        left = x - (count * side + (count - 1) * gap) / 2
        rects += [Rect(left + j * (side + gap), top + i * (side + gap), side, side) for j in range(count)]
    return rects


def _die(pen: CardPen, deck: str, rect: Rect, face: int, *, faint: bool) -> list[Shape]:
    colours = pen.colours(deck)
    if face == 0 or faint:
        pale = until_contrast(mix(colours.base, pen.theme.cell, 0.6), pen.theme.cell, 3.0)
        edge = Paint(fill=pen.theme.cell, stroke=pale, width=pen.mm(0.35), dash=() if face else (pen.mm(1), pen.mm(1)))
        box = Box(rect.inset(pen.mm(0.2)), edge, rect.width * 0.2)
        return [box, *icons.die(rect, pale, pen.theme.cell, face)[1:]]
    if not pen.theme.solid:
        return icons.die(rect.inset(rect.width * 0.035), pen.theme.ink, pen.theme.cell, face)
    # Pale colours need an edge on the white tray.
    edge = Paint(fill=pen.background(deck), stroke=until_contrast(colours.base, pen.theme.cell, 3.0), width=pen.mm(0.3))
    box = Box(rect.inset(pen.mm(0.15)), edge, rect.width * 0.2)
    return [box, *icons.die(rect, colours.on_badge, pen.background(deck), face)[1:]]


def _card_foot_height(pen: CardPen, card: Card) -> float:
    """The height of the foot of a card, in millimetres on paper: with a note, two lines and the imprint fit."""
    if not _provenance_note(pen, card):
        return pen.mm(CARD_FOOT)
    size = _foot_type(pen)
    return max(pen.mm(CARD_FOOT), block_height(2, size, "strong") + size - pen.mm(NOTE_RISE))


def _foot_type(pen: CardPen) -> float:
    return max(pen.small_type, SMALLEST)


def _card_foot(pen: CardPen, deck: str, card: Card, rect: Rect) -> Group:
    """The foot of a card: what is not certain about it, the imprint, and the deck's symbol."""
    tr = pen.translate
    side, size, least = pen.mm(CARD_FOOT), _foot_type(pen), pen.mm(SMALLEST)
    corner = Group(
        "deck.foot", tuple(pen.disc(deck, rect.right - side / 2 + pen.mm(1), rect.bottom - side / 2, side / 2))
    )
    ink = pen.on_body(deck)
    text_rect = Rect(rect.x, rect.y, rect.width - side, rect.height)
    unofficial = tr("Unofficial card")
    imprint = f"{unofficial} · sheetgen"
    note_text = _provenance_note(pen, card)
    if not note_text:
        line = text_block(imprint, text_rect, size, "text", ink, least=least, anchor=0.0)
        return Group("foot", (corner, Group("imprint", tuple(line))))
    # The imprint is the last line; the note takes one or two above it.
    last = Rect(text_rect.x, text_rect.bottom - size, text_rect.width, size)
    above = Rect(text_rect.x, text_rect.y - pen.mm(0.9), text_rect.width, last.y - text_rect.y + pen.mm(NOTE_RISE))
    note = text_block(note_text, above, size, "strong", ink, least=least, anchor=0.0, one_line=1.0, rise=1.0)
    line = text_block(imprint, last, size, "text", ink, least=least, anchor=0.0)
    return Group("foot", (corner, Group("provenance", tuple(note), note_text), Group("imprint", tuple(line))))


def _provenance_note(pen: CardPen, card: Card) -> str:
    """A remark on what is not certain about a card; empty if everything is."""
    tr = pen.translate
    if card.provenance is None or card.provenance.level == "certain":
        return ""
    inferred = card.provenance.level == "inferred"
    if card.provenance.note is None:
        return tr("some values inferred") if inferred else tr("some values reconstructed")
    message = tr("Inferred: {what}") if inferred else tr("Reconstructed: {what}")
    return fill_fields(message, what=tr(card.provenance.note))


# The score sheet: a column for every deck, three rows for every game


# Millimetres of the standard sheet of 120 × 171 mm.
SHEET_SIZE = (120.0, 171.0)
MARGIN = 3.2
TITLE = 6.4
ROUNDS = 8.0
HEADS = 12.0
ROW = 8.0
GAP = 1.0
LABELS = 27.0
NUMBER = 7.0
SHEET_FOOT = 5.0
MOST_GAMES = 8


def draw_score_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the score sheet for several games; arguments and errors as of `drawing.pages.draw_page`."""
    width, height = size or SHEET_SIZE
    pen = _card_pen(_card_edition(layout), theme, language, min(width / SHEET_SIZE[0], height / SHEET_SIZE[1]))
    page = Rect(0, 0, width, height)
    inner = page.inset(pen.mm(MARGIN))
    gap = pen.mm(GAP)
    title = pen.translate(pen.edition.title)
    head = Rect(inner.x, inner.y, inner.width, pen.mm(TITLE))
    rounds = Rect(inner.x, head.bottom + gap, inner.width, pen.mm(ROUNDS))
    names = Rect(inner.x, rounds.bottom + gap, inner.width, pen.mm(HEADS))
    body = Rect(inner.x, names.bottom + gap, inner.width, inner.bottom - pen.mm(SHEET_FOOT) - names.bottom - gap)
    games = max(1, min(MOST_GAMES, int((body.height + gap) / (3 * pen.mm(ROW) + gap))))
    block = (body.height - gap * (games - 1)) / games
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        _title(pen, head, title),
        _rounds(pen, rounds),
        _heads(pen, names),
        *[
            _game(pen, game + 1, Rect(body.x, body.y + (block + gap) * game, body.width, block))
            for game in range(games)
        ],
        _sheet_foot(pen, Rect(inner.x, inner.bottom - pen.mm(SHEET_FOOT) + gap, inner.width, pen.mm(SHEET_FOOT) - gap)),
    ]
    return Scene(width, height, tuple(items), title, pen.translate(pen.edition.about or pen.edition.title), language)


def columns(pen: CardPen, rect: Rect) -> dict[str, Rect]:
    """The rectangle of every deck's column, right of the labels."""
    decks = list(pen.edition.decks)
    gap = pen.mm(GAP)
    left = rect.x + pen.mm(LABELS) + gap
    width = (rect.right - left - gap * (len(decks) - 1)) / len(decks)
    return {deck: Rect(left + (width + gap) * i, rect.y, width, rect.height) for i, deck in enumerate(decks)}


def _plate(pen: CardPen, rect: Rect) -> Box:
    stroke = pen.theme.muted
    paint = Paint(fill=pen.theme.plate, stroke=stroke, width=pen.mm(0.3))
    return Box(rect.inset(pen.mm(0.15)), paint, pen.mm(2.2))


def _title(pen: CardPen, rect: Rect, title: str) -> Group:
    tr = pen.translate
    side = rect.height * 0.9
    icon = Rect(rect.x + pen.mm(0.3), rect.y + (rect.height - side) / 2, side, side)
    items: list[Item] = [*icons.die(icon, pen.theme.on_paper, pen.theme.paper, 5)]
    title_rect = Rect(icon.right + pen.mm(1.6), rect.y, rect.width * 0.6, rect.height)
    curved = font_face("display").with_curved_apostrophes(title)
    items.append(text_in(curved, title_rect, pen.mm(5.0), "display", pen.theme.on_paper, anchor=0.0))
    field = Rect(rect.x + rect.width * 0.7, rect.y, rect.width * 0.3, rect.height).inset(pen.mm(0.15))
    grey = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
    paint = Paint(fill=pen.theme.cell, stroke=until_contrast(grey, pen.theme.cell, 3.0), width=pen.mm(0.3))
    word = Rect(field.x + pen.mm(1.0), field.y, field.width * 0.5, field.height)
    date = text_in(tr("Date"), word, pen.mm(2.6), "text", grey, anchor=0.0)
    return Group("title", (*items, Box(field, paint, pen.mm(1.3)), date))


def _rounds(pen: CardPen, rect: Rect) -> Group:
    """How many rounds a game has, by the number of players."""
    tr = pen.translate
    ink = pen.theme.on_plate
    label = Rect(rect.x + pen.mm(2), rect.y, pen.mm(LABELS - 3), rect.height)
    items: list[Item] = [_plate(pen, rect)]
    items += text_block(tr("Rounds"), label, pen.mm(3.4), "strong", ink, least=pen.mm(2.5), anchor=0.0)
    table = pen.edition.rounds.by_players
    left = rect.x + pen.mm(LABELS + GAP)
    person, number = pen.mm(2.3), pen.mm(6.2)
    taken = sum(players * person + number for players in table)
    space = (rect.right - pen.mm(2) - left - taken) / max(len(table) - 1, 1)
    height = pen.mm(3.6)
    for players, count in table.items():
        shapes: list[Shape] = []
        for i in range(players):
            person_rect = Rect(left + i * person, rect.centre[1] - height / 2, person * 0.88, height)
            shapes += icons.person(person_rect, ink, pen.theme.plate)
        left += players * person
        count_rect = Rect(left, rect.y, number, rect.height)
        shapes.append(text_in(str(count), count_rect, pen.mm(4.0), "display", ink))
        items.append(Group(f"rounds.{players}", tuple(shapes)))
        left += number + space
    return Group("rounds", tuple(items))


def _heads(pen: CardPen, rect: Rect) -> Group:
    """The heads of the columns: the symbol of the deck, and room for a name."""
    tr = pen.translate
    label = Rect(rect.x + pen.mm(2), rect.y, pen.mm(LABELS - 3), rect.height)
    items: list[Item] = [
        *text_block(tr("Name"), label, pen.mm(3.4), "strong", pen.theme.on_paper, least=pen.mm(2.5), anchor=0.0)
    ]
    for deck, column in columns(pen, rect).items():
        radius = pen.mm(2.6)
        paint = Paint(fill=pen.theme.cell, stroke=pen.line(deck), width=pen.mm(pen.theme.frame))
        write = Rect(column.x, column.y, column.width, column.height).inset(pen.mm(pen.theme.frame) / 2)
        x, y = write.x + radius + pen.mm(0.9), write.y + radius + pen.mm(0.9)
        items.append(Group(f"player.{deck}", (Box(write, paint, pen.mm(2.2)), *pen.disc(deck, x, y, radius))))
    return Group("players", tuple(items))


def _game(pen: CardPen, number: int, rect: Rect) -> Group:
    """One game: rows for the points of a player's own cards, of captured ones, and the total."""
    tr = pen.translate
    ink = pen.theme.on_plate
    labels = Rect(rect.x, rect.y, pen.mm(LABELS), rect.height)
    items: list[Item] = [_plate(pen, labels)]
    box = Rect(labels.x, labels.y, pen.mm(NUMBER), labels.height)
    items.append(text_in(str(number), box, pen.mm(5.4), "display", ink))
    row = rect.height / 3
    rows = {"own": tr("Own cards"), "captured": tr("Captured"), "total": tr("Total")}
    for i, (name, text) in enumerate(rows.items()):
        line = Rect(box.right, rect.y + row * i, labels.right - box.right - pen.mm(1), row)
        icon = Rect(line.x, line.centre[1] - pen.mm(1.7), pen.mm(3.4), pen.mm(3.4))
        shapes: list[Item] = [*_sign(pen, name, icon, ink)]
        text_rect = Rect(icon.right + pen.mm(1), line.y, line.right - icon.right - pen.mm(1), line.height)
        font = "strong" if name == "total" else "text"
        shapes += text_block(
            text, text_rect.inset(0, pen.mm(1.2)), pen.mm(3.0), font, ink, least=pen.mm(2.12), anchor=0.0
        )
        items.append(Group(f"game.{number}.{name}", tuple(shapes)))
        for deck, column in columns(pen, rect).items():
            is_total = name == "total"
            cell = Rect(column.x, rect.y + row * i, column.width, row).inset(pen.mm(0.2))
            paint = Paint(
                fill=pen.theme.cell,
                stroke=pen.line(deck),
                width=pen.mm(0.6 if is_total else 0.32),
            )
            items.append(Group(f"game.{number}.{deck}.{name}", (Box(cell, paint, pen.mm(1.3)),)))
    return Group(f"game.{number}", tuple(items))


def _sign(pen: CardPen, name: str, rect: Rect, ink: str) -> list[Shape]:
    """The icon of a row: a star for the player's own cards, a card back for captured ones, a sum sign."""
    x, y = rect.centre
    if name == "own":
        return [star(x, y, rect.width / 2, Paint(fill=ink))]
    if name == "captured":
        card = Rect(x - rect.width * 0.34, rect.y, rect.width * 0.68, rect.height)
        dot = star(x, y, rect.width * 0.2, Paint(fill=ink), points=8)
        return [Box(card, Paint(stroke=ink, width=rect.width * 0.09), rect.width * 0.12), dot]
    return [text_in("Σ", rect, rect.height * 1.1, "strong", ink)]


def _sheet_foot(pen: CardPen, rect: Rect) -> Group:
    """The imprint, with a remark if the numbers of rounds are not certain."""
    tr = pen.translate
    edition = pen.edition
    author = f" · {edition.credits.author}" if edition.credits else ""
    unofficial = tr("Unofficial sheet")
    text = f"{unofficial}{author} · sheetgen"
    level = edition.rounds.provenance.level if edition.rounds.provenance is not None else "certain"
    if level != "certain":
        note = tr("Rounds inferred") if level == "inferred" else tr("Rounds reconstructed")
        text = f"{note} · {text}"
    line = text_in(text, rect, pen.small_type, "text", pen.theme.muted)
    return Group("imprint", (line,))
