"""A sheet: the panels of a layout, arranged row by row."""

from collections.abc import Callable
from functools import partial

from sheetgen.drawing.bands import band_height, draw_band
from sheetgen.drawing.grids import draw_grid, grid_height, grid_width
from sheetgen.drawing.head import TALLY, draw_actions, draw_dice, draw_rounds, draw_tally, draw_title, head_height
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Scene
from sheetgen.drawing.shapes import text_in
from sheetgen.drawing.themes import themes
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import Row

STANDARD = (120.0, 171.0)
MARGIN = 3.2
TITLE = 5.2
FOOT = 2.4
GAP = 1.0

FIXED: dict[str, Callable[[Pen, Rect], Group]] = {"rounds": draw_rounds, "dice": draw_dice, "actions": draw_actions}


class SheetTooFullError(ValueError):
    """The panels do not fit the sheet with cells that one can write in."""


def draw_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
) -> Scene:
    """Draw the front of a sheet."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise TypeError(f"{layout.id} has no sheet")
    width, height = size or edition.sheet.size
    look = themes()[theme]
    tr = partial(translate, language=language, own=edition.translations)
    pen = Pen(edition, look, min(width / STANDARD[0], height / STANDARD[1]), tr)
    page = Rect(0, 0, width, height)
    inner = page.inset(pen.mm(MARGIN))
    title = tr(edition.title)
    items: list[Item] = [
        Box(page, Paint(fill=look.paper)),
        draw_title(pen, Rect(inner.x, inner.y, inner.width, pen.mm(TITLE)), title),
    ]
    body = Rect(inner.x, inner.y + pen.mm(TITLE + GAP), inner.width, inner.height - pen.mm(TITLE + GAP + FOOT))
    heights = [_row_height(pen, row) for row in edition.sheet.rows]
    needed = sum(heights) + pen.mm(GAP) * len(heights)
    room = body.height - needed
    with_tally = edition.sheet.tally if tally is None else tally
    if with_tally and room >= pen.mm(TALLY + GAP):
        strip = Rect(body.x, body.bottom - pen.mm(TALLY + 0.6), body.width, pen.mm(TALLY))
        items.append(draw_tally(pen, strip))
        room -= pen.mm(TALLY + GAP)
    if room < -0.01:
        raise SheetTooFullError(
            f"{layout.id} needs {-room:.1f} mm more height than a sheet of {width:g} x {height:g} mm has"
        )
    items += _rows(pen, body, edition.sheet.rows, heights, room)
    foot = Rect(inner.x, inner.bottom - pen.mm(FOOT), inner.width, pen.mm(FOOT))
    unofficial = tr("Unofficial sheet")
    author = f" · {edition.credits.author}" if edition.credits else ""
    line = f"{unofficial}{author} · sheetgen"
    items.append(text_in(line, foot, pen.mm(1.9), "text", look.quiet))
    return Scene(width, height, tuple(items), title, tr(edition.about or edition.title), language)


def _row_height(pen: Pen, row: Row) -> float:
    """The least height of a strip: that of its tallest column."""
    columns = [(panel,) if isinstance(panel, str) else panel for panel in row.panels]
    return max(sum(_panel_height(pen, name) for name in column) + pen.mm(GAP) * (len(column) - 1) for column in columns)


def _panel_height(pen: Pen, name: str) -> float:
    if name in FIXED:
        return pen.mm(head_height(pen, name))
    zone = pen.edition.zones[name]
    return pen.mm(grid_height(zone) if zone.cells.is_grid else band_height(zone))


def _rows(pen: Pen, body: Rect, rows: tuple[Row, ...], heights: list[float], room: float) -> list[Item]:
    """Place the strips from the top; spare room is shared by their weights."""
    items: list[Item] = []
    total = sum(row.height for row in rows)
    y = body.y
    for row, least in zip(rows, heights, strict=True):
        height = least + room * row.height / total
        x = body.x
        for panel, width in zip(row.panels, _widths(pen, row, body.width), strict=True):
            items += _column(pen, Rect(x, y, width, height), (panel,) if isinstance(panel, str) else panel)
            x += width + pen.mm(GAP)
        y += height + pen.mm(GAP)
    return items


def _widths(pen: Pen, row: Row, available: float) -> list[float]:
    """Every panel gets what its cells need; spare room is shared by the weights."""
    weights = row.widths or (1.0,) * len(row.panels)
    least = [
        max(_panel_width(pen, name) for name in ((panel,) if isinstance(panel, str) else panel)) for panel in row.panels
    ]
    spare = available - pen.mm(GAP) * (len(row.panels) - 1) - sum(least)
    if spare < -0.01:
        raise SheetTooFullError(f"{' and '.join(row.flat)} need {-spare:.1f} mm more width than the sheet has")
    # Weights speak of whole panels: a panel that needs more than its share keeps what it needs.
    total = available - pen.mm(GAP) * (len(row.panels) - 1)
    wanted = [max(own, total * weight / sum(weights)) for own, weight in zip(least, weights, strict=True)]
    excess = sum(wanted) - total
    slack = [own - need for own, need in zip(wanted, least, strict=True)]
    return [own - (excess * room / sum(slack) if excess > 0 else 0) for own, room in zip(wanted, slack, strict=True)]


def _panel_width(pen: Pen, name: str) -> float:
    zone = pen.edition.zones.get(name)
    return pen.mm(grid_width(zone)) if zone is not None and zone.cells.is_grid else pen.mm(9)


def _column(pen: Pen, rect: Rect, names: tuple[str, ...]) -> list[Item]:
    """Stack panels; spare height is shared in proportion to what they need."""
    least = [_panel_height(pen, name) for name in names]
    spare = rect.height - pen.mm(GAP) * (len(names) - 1)
    items: list[Item] = []
    y = rect.y
    for name, own in zip(names, least, strict=True):
        height = spare * own / sum(least)
        place = Rect(rect.x, y, rect.width, height)
        if name in FIXED:
            items.append(FIXED[name](pen, place))
        elif pen.edition.zones[name].cells.is_grid:
            items.append(draw_grid(pen, name, place))
        else:
            items.append(draw_band(pen, name, place))
        y += height + pen.mm(GAP)
    return items
