"""The score sheet of a card game: a column for every deck, three rows for every game."""

from sheetgen.drawing import icons
from sheetgen.drawing.card_pen import CardPen, card_pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Scene, Shape
from sheetgen.drawing.shapes import star, text_at, text_in
from sheetgen.drawing.text import text_block
from sheetgen.layout import Layout

# Measures in millimetres on a sheet of 120 × 171 mm.
STANDARD = (120.0, 171.0)
MARGIN = 3.2
TITLE = 6.4
ROUNDS = 8.0
HEADS = 12.0
ROW = 8.0
GAP = 1.0
LABELS = 27.0
NUMBER = 7.0
FOOT = 5.0
MOST_GAMES = 8


def draw_score_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
) -> Scene:
    """Draw the sheet on which the players of several games keep their points."""
    width, height = size or STANDARD
    pen = card_pen(layout, theme, language, min(width / STANDARD[0], height / STANDARD[1]))
    page = Rect(0, 0, width, height)
    inner = page.inset(pen.mm(MARGIN))
    gap = pen.mm(GAP)
    title = pen.translate(pen.edition.title)
    head = Rect(inner.x, inner.y, inner.width, pen.mm(TITLE))
    rounds = Rect(inner.x, head.bottom + gap, inner.width, pen.mm(ROUNDS))
    names = Rect(inner.x, rounds.bottom + gap, inner.width, pen.mm(HEADS))
    body = Rect(inner.x, names.bottom + gap, inner.width, inner.bottom - pen.mm(FOOT) - names.bottom - gap)
    games = max(1, min(MOST_GAMES, int((body.height + gap) / (3 * pen.mm(ROW) + gap))))
    own = (body.height - gap * (games - 1)) / games
    items: list[Item] = [
        Box(page, Paint(fill=pen.theme.paper)),
        _title(pen, head, title),
        _rounds(pen, rounds),
        _heads(pen, names),
        *[_game(pen, game + 1, Rect(body.x, body.y + (own + gap) * game, body.width, own)) for game in range(games)],
        _foot(pen, Rect(inner.x, inner.bottom - pen.mm(FOOT) + gap, inner.width, pen.mm(FOOT) - gap)),
    ]
    return Scene(width, height, tuple(items), title, pen.translate(pen.edition.about or pen.edition.title), language)


def columns(pen: CardPen, rect: Rect) -> dict[str, Rect]:
    """The column of every deck, right of the labels."""
    decks = list(pen.edition.decks)
    gap = pen.mm(GAP)
    left = rect.x + pen.mm(LABELS) + gap
    width = (rect.right - left - gap * (len(decks) - 1)) / len(decks)
    return {deck: Rect(left + (width + gap) * i, rect.y, width, rect.height) for i, deck in enumerate(decks)}


def _plate(pen: CardPen, rect: Rect) -> Box:
    stroke = pen.theme.quiet
    paint = Paint(fill=pen.theme.plate, stroke=stroke, width=pen.mm(0.3))
    return Box(rect.inset(pen.mm(0.15)), paint, pen.mm(2.2))


def _title(pen: CardPen, rect: Rect, title: str) -> Group:
    tr = pen.translate
    side = rect.height * 0.9
    mark = Rect(rect.x + pen.mm(0.3), rect.y + (rect.height - side) / 2, side, side)
    items: list[Item] = [*icons.die(mark, pen.theme.on_paper, pen.theme.paper, 5)]
    place = Rect(mark.right + pen.mm(1.6), rect.y, rect.width * 0.62, rect.height)
    items.append(text_in(title, place, pen.mm(5.0), "display", pen.theme.on_paper, anchor=0.0))
    start, baseline = rect.x + rect.width * 0.74, rect.bottom - pen.mm(1.6)
    date = text_at(tr("Date"), start, baseline, pen.mm(2.6), "text", pen.theme.quiet)
    left = date.rect.right + pen.mm(0.8)
    rule = Rect(left, baseline + pen.mm(0.3), rect.right - left, pen.mm(0.2))
    return Group("title", (*items, date, Box(rule, Paint(fill=pen.theme.quiet))))


def _rounds(pen: CardPen, rect: Rect) -> Group:
    """How many rounds a game has, by the number of people at the table."""
    tr = pen.translate
    ink = pen.theme.on_plate
    label = Rect(rect.x + pen.mm(2), rect.y, pen.mm(LABELS - 3), rect.height)
    items: list[Item] = [_plate(pen, rect)]
    items += text_block(tr("Rounds"), label, pen.mm(3.4), "strong", ink, least=pen.mm(2.2), anchor=0.0)
    table = pen.edition.rounds.by_players
    left = rect.x + pen.mm(LABELS + GAP)
    person, number = pen.mm(2.3), pen.mm(6.2)
    taken = sum(players * person + number for players in table)
    space = (rect.right - pen.mm(2) - left - taken) / max(len(table) - 1, 1)
    height = pen.mm(3.6)
    for players, count in table.items():
        shapes: list[Shape] = []
        for i in range(players):
            place = Rect(left + i * person, rect.centre[1] - height / 2, person * 0.88, height)
            shapes += icons.person(place, ink, pen.theme.plate)
        left += players * person
        place = Rect(left, rect.y, number, rect.height)
        shapes.append(text_in(str(count), place, pen.mm(4.0), "display", ink))
        items.append(Group(f"rounds.{players}", tuple(shapes)))
        left += number + space
    return Group("rounds", tuple(items))


def _heads(pen: CardPen, rect: Rect) -> Group:
    """Who plays which deck: its symbol, and room for a name."""
    tr = pen.translate
    label = Rect(rect.x + pen.mm(2), rect.y, pen.mm(LABELS - 3), rect.height)
    items: list[Item] = [
        *text_block(tr("Name"), label, pen.mm(3.4), "strong", pen.theme.on_paper, least=pen.mm(2.2), anchor=0.0)
    ]
    for deck, place in columns(pen, rect).items():
        radius = pen.mm(2.6)
        paint = Paint(fill=pen.body(deck), stroke=pen.line(deck), width=pen.mm(pen.theme.frame))
        write = Rect(place.x, place.y, place.width, place.height).inset(pen.mm(pen.theme.frame) / 2)
        x, y = write.x + radius + pen.mm(0.9), write.y + radius + pen.mm(0.9)
        items.append(Group(f"player.{deck}", (Box(write, paint, pen.mm(2.2)), *pen.disc(deck, x, y, radius))))
    return Group("players", tuple(items))


def _game(pen: CardPen, number: int, rect: Rect) -> Group:
    """One game: own cards, captured cards, total."""
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
        place = Rect(icon.right + pen.mm(1), line.y, line.right - icon.right - pen.mm(1), line.height)
        font = "strong" if name == "total" else "text"
        shapes += text_block(text, place.inset(0, pen.mm(1.2)), pen.mm(3.0), font, ink, least=pen.mm(2.12), anchor=0.0)
        items.append(Group(f"game.{number}.{name}", tuple(shapes)))
        for deck, column in columns(pen, rect).items():
            look = pen.zone(deck)
            strong = name == "total"
            cell = Rect(column.x, rect.y + row * i, column.width, row).inset(pen.mm(0.2))
            paint = Paint(
                fill=pen.theme.cell if not strong else look.tinted if pen.theme.solid else pen.theme.cell,
                stroke=pen.line(deck),
                width=pen.mm(0.6 if strong else 0.32),
            )
            items.append(Group(f"game.{number}.{deck}.{name}", (Box(cell, paint, pen.mm(1.3)),)))
    return Group(f"game.{number}", tuple(items))


def _sign(pen: CardPen, name: str, rect: Rect, ink: str) -> list[Shape]:
    """A star for one's own points, a card back for captured ones, the sum."""
    x, y = rect.centre
    if name == "own":
        return [star(x, y, rect.width / 2, Paint(fill=ink))]
    if name == "captured":
        card = Rect(x - rect.width * 0.34, rect.y, rect.width * 0.68, rect.height)
        dot = star(x, y, rect.width * 0.2, Paint(fill=ink), points=8)
        return [Box(card, Paint(stroke=ink, width=rect.width * 0.09), rect.width * 0.12), dot]
    return [text_in("Σ", rect, rect.height * 1.1, "strong", ink)]


def _foot(pen: CardPen, rect: Rect) -> Group:
    """How sure the rounds are, and the imprint."""
    tr = pen.translate
    edition = pen.edition
    author = f" · {edition.credits.author}" if edition.credits else ""
    unofficial = tr("Unofficial sheet")
    text = f"{unofficial}{author} · sheetgen"
    level = edition.rounds.provenance.level if edition.rounds.provenance is not None else "certain"
    if level != "certain":
        mark = tr("Rounds inferred") if level == "inferred" else tr("Rounds reconstructed")
        text = f"{mark} · {text}"
    line = text_in(text, rect, pen.mm(2.3), "text", pen.theme.quiet)
    return Group("imprint", (line,))
