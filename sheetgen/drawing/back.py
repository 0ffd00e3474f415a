"""The back of a sheet: a score table, the front of another edition, or a second page of panels.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper.
"""

from dataclasses import dataclass

from sheetgen.drawing.head import GAP, draw_title, field_box
from sheetgen.drawing.names import told_apart, zone_name
from sheetgen.drawing.pen import FRAME_RADIUS, POSITIVE, Pen
from sheetgen.drawing.scene import Box, DrawingError, Group, Item, Paint, Rect, Scene
from sheetgen.drawing.sheet import PageFrame, draw_rows, draw_sheet, open_page, page_tag, panels_for, spare_room
from sheetgen.drawing.text import font_face, text_at, text_in
from sheetgen.drawing.themes import until_contrast
from sheetgen.i18n import fill_fields
from sheetgen.layout import Layout, load
from sheetgen.layout.parts.bonus import ScoringBonus
from sheetgen.layout.sheet import OtherEdition, ScoreTable

LEAST_CELL = (9.0, 4.6)  # width and height of the smallest cell that one can write three digits in
LABEL = (21.0, 34.0)  # least and largest width of the names of the rows
BESIDE = 8.9  # what the sign before a name and the gaps around it need
NAME = 2.9  # size of the names
BLOCK_GAP = 1.8
EDGE = 0.65  # from the edge of a block to its first and last row
ACROSS, DOWN = 0.42, 0.42  # from the edge of a row or column to a cell
THIN, THICK = 0.32, 0.6  # lines of cells, and of those for totals
LEAST_NOTES = 12.0  # height of a field for notes
MOST_SPARE = 0.6  # how much taller the rows of a second page may get, as a share of their minimum height


def draw_back(
    layout: Layout, *, theme: str = "light", language: str = "en", size: tuple[float, float] | None = None
) -> Scene:
    """Draw the back that a layout asks for; arguments and errors as of `drawing.pages.draw_page`."""
    page = open_page(layout, theme=theme, language=language, size=size)
    pen, back = page.pen, page.pen.edition.back
    if isinstance(back, ScoreTable):
        return _score_table(page, back)
    if isinstance(back, OtherEdition):
        return draw_sheet(load(back.id), theme=theme, language=language, size=size or pen.edition.sheet.size)
    title = draw_title(pen, page.top, page.title, tag=page_tag(pen, 2))
    fixed = panels_for(page, back.rows, 0.0)
    room = spare_room(page, back.rows, fixed)
    used = min(room, (page.body.height - room) * MOST_SPARE)
    notes: list[Item] = []
    if room - used >= pen.mm(LEAST_NOTES):
        # A few rows do not have to fill the page: they grow a little, the rest is a field for notes.
        area = Rect(page.body.x, page.body.bottom - (room - used), page.body.width, room - used - pen.mm(GAP))
        notes.append(_notes(pen, area))
    else:
        used = room
    return page.scene([title, *draw_rows(page, back.rows, used, fixed), *notes])


def _notes(pen: Pen, rect: Rect) -> Group:
    """A field to write anything in, with a word in its corner."""
    grey = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
    word = pen.translate("Notes")
    label = text_at(word, rect.x + pen.mm(1.4), rect.y + pen.mm(3.2), pen.mm(NAME), "text", grey)
    return Group("notes", (field_box(pen, rect, FRAME_RADIUS), label), "notes", word)


def draw_score_table(
    layout: Layout, *, theme: str = "light", language: str = "en", size: tuple[float, float] | None = None
) -> Scene:
    """Draw a back with the default score table, whatever the layout puts on its back."""
    return _score_table(open_page(layout, theme=theme, language=language, size=size), ScoreTable())


def _score_table(page: PageFrame, table: ScoreTable) -> Scene:
    pen = page.pen
    note = pen.translate("Scores")
    items: list[Item] = [draw_title(pen, page.top, page.title, fields={"date": pen.translate("Date")})]
    area = Rect(page.body.x, page.body.y, page.body.width, page.body.height - pen.mm(GAP))
    items += _blocks(pen, area, table, page.id)
    return page.scene(items, note)


@dataclass(frozen=True)
class GameGrid:
    """How the games of a score table are arranged: columns and lines of blocks, and the size of a block."""

    columns: int
    lines: int
    width: float
    height: float

    def cell(self, pen: Pen, players: int, rows: int) -> tuple[float, float]:
        """Width and height of a cell to write in, in millimetres on paper."""
        return (self.width - _label_width(pen)) / players, (self.height - pen.mm(2 * EDGE)) / rows


def _label_width(pen: Pen) -> float:
    """The width of the names of the rows: that of the longest name."""
    return pen.once("names of rows", lambda: _measured_names(pen))


def _name_of(pen: Pen, zone: str) -> str:
    return told_apart(pen.edition, zone, zone_name(pen.edition, zone, pen.translate))


def _measured_names(pen: Pen) -> float:
    face = font_face("strong")
    names = [face.with_plain_spaces(_name_of(pen, name)) for name in pen.edition.zones]
    longest = max(face.width(name, pen.mm(NAME)) for name in names) + pen.mm(BESIDE)
    return min(max(longest, pen.mm(LABEL[0])), pen.mm(LABEL[1]))


def _game_grid(pen: Pen, area: Rect, table: ScoreTable) -> GameGrid:
    """The arrangement with the largest cells."""
    gap = pen.mm(BLOCK_GAP)
    rows = len(pen.edition.score_sources) + 2
    grids = []
    for columns in range(1, table.games + 1):
        lines = -(-table.games // columns)
        width = (area.width - gap * (columns - 1)) / columns
        height = (area.height - gap * (lines - 1)) / lines
        grids.append(GameGrid(columns, lines, width, height))

    def relative_cell_size(grid: GameGrid) -> float:
        width, height = grid.cell(pen, table.players, rows)
        return min(width / pen.mm(LEAST_CELL[0]), height / pen.mm(LEAST_CELL[1]))

    return max(grids, key=relative_cell_size)


def _blocks(pen: Pen, area: Rect, table: ScoreTable, layout_id: str) -> list[Item]:
    grid = _game_grid(pen, area, table)
    rows = len(pen.edition.score_sources) + 2
    width, height = grid.cell(pen, table.players, rows)
    if width < pen.mm(LEAST_CELL[0]) - 0.01 or height < pen.mm(LEAST_CELL[1]) - 0.01:
        raise DrawingError(
            f"{layout_id}: a score table for {table.games} games of {table.players} players leaves cells "
            f"of only {width:.1f} x {height:.1f} mm"
        )
    gap = pen.mm(BLOCK_GAP)
    items: list[Item] = []
    for game in range(table.games):
        line, column = divmod(game, grid.columns)
        block = Rect(area.x + (grid.width + gap) * column, area.y + (grid.height + gap) * line, grid.width, grid.height)
        items.append(_game(pen, block, game + 1, table.players))
    return items


def _game(pen: Pen, rect: Rect, number: int, players: int) -> Group:
    """One game: a column per player; names, what brings points, total."""
    badges = {source.id: source.badge for source in pen.edition.score_sources}
    names = ["name", *badges, "total"]
    inner = rect.inset(0, pen.mm(EDGE))
    pitch = inner.height / len(names)
    items: list[Item] = [pen.plate(rect)]
    for i, name in enumerate(names):
        row = Rect(inner.x, inner.y + pitch * i, inner.width, pitch)
        items.append(Group(f"game.{number}.{name}", tuple(_row(pen, row, name, number, players, badges.get(name)))))
    return Group(f"game.{number}", tuple(items))


def _row(pen: Pen, rect: Rect, name: str, game: int, players: int, badge: ScoringBonus | None) -> list[Item]:
    edge = pen.mm(0.9)
    die = pen.edition.die_of(name) if name in pen.edition.zones else None
    label = Rect(rect.x + edge, rect.y, _label_width(pen) - edge, rect.height)
    side = min(label.height - pen.mm(1.6), pen.mm(4.2))
    sign = Rect(label.x + pen.mm(1.1), label.centre[1] - side / 2, side, side)
    x, y = sign.centre
    text_rect = Rect(sign.right + pen.mm(1.0), label.y, label.right - sign.right - pen.mm(2.4), label.height)
    size, ink, tr = pen.mm(NAME), pen.theme.on_plate, pen.translate
    items: list[Item] = []
    stroke = pen.theme.muted
    if die is not None:
        colours = pen.colours(die)
        stroke = colours.line if pen.theme.solid else pen.theme.ink
        edge_paint = pen.tile_edge(die) if pen.theme.solid else pen.theme.ink
        tile = label.inset(pen.mm(ACROSS), pen.mm(DOWN))
        items.append(Box(tile, Paint(fill=colours.badge, stroke=edge_paint, width=pen.mm(0.3)), pen.mm(1.4)))
        dots = pen.dots(name, x, tile.bottom - pen.mm(0.95), colours.on_badge)
        symbol = sign.inset(side * 0.06)
        if dots:  # below a symbol that makes room for them
            symbol = Rect(symbol.x, symbol.y - pen.mm(0.6), side * 0.88, side * 0.88)
        items += [*pen.symbol(die, symbol, colours.on_badge, colours.badge), *dots]
        items.append(text_in(_name_of(pen, name), text_rect, size, "strong", colours.on_badge, anchor=0.0))
    elif badge is not None:
        stroke = pen.theme.fox
        items += pen.badge(badge, x, y, side * 1.1)
        items.append(text_in(tr(badge.texts.heading), text_rect, size, "strong", ink, anchor=0.0))
    elif name == "total":
        stroke = pen.theme.ink
        items.append(text_in("Σ", sign, pen.mm(4.6), "strong", ink))
        items.append(text_in(tr("Total"), text_rect, size, "strong", ink, anchor=0.0))
    else:
        heading_rect = Rect(sign.x, label.y, text_rect.right - sign.x, label.height)
        items.append(
            text_in(
                fill_fields(tr("Game {number}"), number=game), heading_rect, pen.mm(3.6), "display", ink, anchor=0.0
            )
        )
    width = (rect.right - label.right - edge) / players
    thickness = THICK if name == "total" else THIN
    stroke = until_contrast(stroke, pen.theme.plate, 3.0)
    for player in range(players):
        column = Rect(label.right + width * player, rect.y, width, rect.height)
        cell = column.inset(pen.mm(ACROSS), pen.mm(DOWN)).inset(pen.mm(thickness - THIN) / 2)
        paint = Paint(fill=pen.theme.cell, stroke=stroke, width=pen.mm(thickness))
        shapes: list[Item] = [Box(cell, paint, pen.mm(min(FRAME_RADIUS, 1.4)))]
        if name == "name":
            grey = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
            tag = pen.translate("Name")
            shapes.append(text_at(tag, cell.x + pen.mm(1.2), cell.y + pen.mm(2.5), pen.mm(POSITIVE), "text", grey))
        items.append(Group(f"game.{game}.{name}.{player + 1}", tuple(shapes)))
    return items
