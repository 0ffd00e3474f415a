"""The solo variant: the sheet with turns to tick off, the rating and a line for the result; and its back."""

from sheetgen.drawing import icons
from sheetgen.drawing.colours import until_contrast
from sheetgen.drawing.head import GAP, draw_title, write_lines
from sheetgen.drawing.ladder import large_ladder, small_ladder
from sheetgen.drawing.passive import STRIP, draw_passive, draw_strip
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Paint, Rect, Scene, Text, bounds
from sheetgen.drawing.shapes import text_at, text_in
from sheetgen.drawing.sheet import FIXED, Fixed, Page, draw_rows, open_page, spare_room
from sheetgen.drawing.text import text_block
from sheetgen.layout import Layout
from sheetgen.layout.parts.bonus import singles
from sheetgen.layout.sheet import Solo

ROUND = 11.0
TICK = 2.5  # radius of the circles to tick
LINE = (3.4, 5.6)  # the least and the best height of the line for date, score and best score
GAMES = 12
HEADING = 6.2


def draw_solo(
    layout: Layout, *, theme: str = "light", language: str = "en", size: tuple[float, float] | None = None
) -> Scene:
    """The sheet for one player; what does not fit its foot stands on the back only."""
    page, solo = _open(layout, theme, language, size)
    pen, rows, tr = page.pen, page.pen.edition.sheet.rows, page.pen.translate
    fixed = {**FIXED, "rounds": Fixed(lambda _: ROUND, lambda own, rect: draw_solo_rounds(own, rect, solo))}
    room = spare_room(page, rows, fixed)
    fields = [tr("Date"), tr("Score"), tr("Best")]
    below = room >= pen.mm(LINE[0])
    items: list[Item] = [draw_title(pen, page.top, page.title, tag=tr("Solo"), fields=None if below else fields)]
    foot = page.body.bottom - pen.mm(0.3)
    if below:
        height = min(room, pen.mm(LINE[1]))
        line = Rect(page.body.x, foot - height, page.body.width, height)
        items.append(Group("result", tuple(write_lines(pen, line, fields, 2.8))))
        foot, room = foot - height, room - height
    place = Rect(page.body.x, foot - room + pen.mm(GAP), page.body.width, room - pen.mm(GAP))
    ladder = small_ladder(pen, place)
    if ladder is not None:
        items.append(ladder)
        used = foot - bounds(ladder).y + pen.mm(GAP)
        foot, room = foot - used, room - used
    if room >= pen.mm(STRIP + GAP):
        strip = Rect(page.body.x, foot - pen.mm(STRIP), page.body.width, pen.mm(STRIP))
        items.append(draw_strip(pen, strip, solo))
        room -= pen.mm(STRIP + GAP)
    items += draw_rows(page, rows, room, fixed)
    return page.scene(items, tr("Solo"))


def draw_solo_rounds(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """The rounds with their badges, each with a circle to tick for the active and for the passive turn."""
    bonuses = pen.edition.rounds.bonuses
    gap = pen.mm(GAP)
    width = (rect.width - gap * (solo.rounds - 1)) / solo.rounds
    items: list[Item] = []
    for number in range(1, solo.rounds + 1):
        box = Rect(rect.x + (width + gap) * (number - 1), rect.y, width, rect.height)
        bonus = bonuses[number - 1] if number <= len(bonuses) else None
        upper = Rect(box.x, box.y + pen.mm(0.4), box.width, box.height - pen.mm(2 * TICK + 1.0))
        wide = bonus is not None and len(singles(bonus)) > 1
        share = 0.5 if bonus is None else 0.135 if wide else 0.32
        digit = Rect(box.x + box.width * share - pen.mm(2.1), upper.y, pen.mm(4.2), upper.height)
        inner: list[Item] = [
            pen.plate(box),
            text_in(str(number), digit, pen.mm(4.2), "display", pen.theme.on_plate),
        ]
        if bonus is not None:
            x = box.x + box.width * (0.63 if wide else 0.68)
            side = min(pen.mm(4.4), box.width * 0.28)
            inner.append(pen.badge_group(f"round.badge.{number}", bonus, x, upper.centre[1], side))
        inner += _ticks(pen, Rect(box.x, upper.bottom, box.width, box.bottom - pen.mm(0.6) - upper.bottom), number)
        items.append(Group(f"round.{number}", tuple(inner)))
    return Group("rounds", tuple(items), "rounds", pen.translate("Rounds"))


def _ticks(pen: Pen, rect: Rect, number: int) -> list[Item]:
    """Two circles, first active, then passive, with the sign of the turn to tick on."""
    items: list[Item] = []
    radius = min(rect.height / 2, rect.width * 0.22, pen.mm(TICK))
    side = radius * 1.04
    quiet = until_contrast(pen.theme.quiet, pen.theme.cell, 3.0)
    for i, (kind, sign) in enumerate((("active", icons.person), ("passive", icons.platter))):
        x, y = rect.x + rect.width * (0.27 + 0.46 * i), rect.centre[1]
        circle = Circle(x, y, radius, Paint(fill=pen.theme.cell, stroke=pen.theme.quiet, width=pen.mm(0.35)))
        signs = sign(Rect(x - side / 2, y - side / 2, side, side), quiet, pen.theme.cell)
        items.append(Group(f"solo.{number}.{kind}", (circle, *signs)))
    return items


def draw_solo_back(
    layout: Layout, *, theme: str = "light", language: str = "en", size: tuple[float, float] | None = None
) -> Scene:
    """A page with all that the solo game needs: the passive turn, the whole rating, a list of games."""
    page, solo = _open(layout, theme, language, size)
    pen, tr, body = page.pen, page.pen.translate, page.body
    items: list[Item] = [draw_title(pen, page.top, page.title, tag=tr("Solo"), fields=None)]
    ratings = len(solo.ratings)
    passive, table = pen.mm(37.5), pen.mm(47.5)
    headings = 3 if ratings else 2
    spare = body.height - passive - table - pen.mm(HEADING * headings)
    ladder = min(spare, pen.mm(6.4) * ratings)
    table += spare - ladder - pen.mm(0.8)
    y = body.y
    items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("Your passive turn"))
    y += pen.mm(HEADING)
    items.append(draw_passive(pen, Rect(body.x, y, body.width, passive), solo))
    y += passive
    if ratings:
        items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("How clever were you?"))
        y += pen.mm(HEADING)
        items.append(large_ladder(pen, Rect(body.x, y, body.width, ladder)))
        y += ladder
    items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("Your games"))
    y += pen.mm(HEADING)
    items.append(_games(pen, Rect(body.x, y, body.width, table)))
    return page.scene(items, tr("Solo"))


def _open(layout: Layout, theme: str, language: str, size: tuple[float, float] | None) -> tuple[Page, Solo]:
    page = open_page(layout, theme=theme, language=language, size=size)
    if page.pen.edition.solo is None:
        raise DrawingError(f"{layout.id} has no solo game")
    return page, page.pen.edition.solo


def _heading(pen: Pen, rect: Rect, words: str) -> list[Text]:
    size = pen.mm(3.9)
    place = Rect(rect.x + pen.mm(0.6), rect.y + pen.mm(0.6), rect.width - pen.mm(1.2), rect.height - pen.mm(0.6))
    return text_block(words, place, size, "display", pen.theme.on_paper, least=size * 0.7, one_line=0.7, anchor=0.0)


def _games(pen: Pen, rect: Rect) -> Group:
    """A table for the results of several games, in two blocks side by side."""
    tr = pen.translate
    labels = (tr("Date"), tr("Score"), tr("Best"))
    shares = (0.4, 0.3, 0.3)
    blocks, lines = 2, GAMES // 2
    gap, head, first = pen.mm(3.0), pen.mm(3.8), pen.mm(6.0)
    width = (rect.width - gap * (blocks - 1)) / blocks
    pitch = (rect.height - head) / lines
    stroke = Paint(fill=pen.theme.cell, stroke=pen.theme.quiet, width=pen.mm(0.3))
    items: list[Item] = []
    for block in range(blocks):
        left = rect.x + (width + gap) * block
        room = width - first
        x = left + first
        for label, share in zip(labels, shares, strict=True):
            items.append(text_at(label, x + pen.mm(0.8), rect.y + pen.mm(2.6), pen.mm(2.6), "text", pen.theme.quiet))
            x += room * share
        for line in range(lines):
            number = block * lines + line + 1
            y = rect.y + head + pitch * line
            mark = Rect(left, y, first, pitch)
            shapes: list[Item] = [text_in(str(number), mark, pen.mm(3.2), "display", pen.theme.quiet)]
            x = left + first
            for share in shares:
                cell = Rect(x, y, room * share, pitch).inset(pen.mm(0.35))
                shapes.append(Box(cell, stroke, pen.mm(1.3)))
                x += room * share
            items.append(Group(f"game.{number}", tuple(shapes)))
    return Group("games", tuple(items), "games", pen.translate("Your games"))
