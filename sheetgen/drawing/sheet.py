"""A sheet: the panels of a layout, arranged row by row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from sheetgen.drawing.bands import band_height, draw_band
from sheetgen.drawing.grids import draw_grid, grid_height, grid_width
from sheetgen.drawing.head import TALLY, draw_actions, draw_dice, draw_rounds, draw_tally, draw_title, head_height
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, DrawingError, Group, Item, Paint, Rect, Scene
from sheetgen.drawing.shapes import text_in
from sheetgen.drawing.themes import themes
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import Row
from sheetgen.layout.walk import provenance

STANDARD = (120.0, 171.0)
MARGIN = 3.2
TITLE = 5.2
FOOT = 2.7
GAP = 1.0


@dataclass(frozen=True)
class Fixed:
    """A panel that is no zone: its least height in millimetres of the standard sheet, and how it is drawn."""

    height: Callable[[Pen], float]
    draw: Callable[[Pen, Rect], Group]


FIXED: Mapping[str, Fixed] = {
    "rounds": Fixed(partial(head_height, panel="rounds"), draw_rounds),
    "dice": Fixed(partial(head_height, panel="dice"), draw_dice),
    "actions": Fixed(partial(head_height, panel="actions"), draw_actions),
}


def draw_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
) -> Scene:
    """Draw the front of a sheet."""
    page = open_page(layout, theme=theme, language=language, size=size)
    pen, rows = page.pen, page.pen.edition.sheet.rows
    items: list[Item] = [draw_title(pen, page.top, page.title)]
    room = spare_room(page, rows)
    with_tally = pen.edition.sheet.tally if tally is None else tally
    if with_tally and room >= pen.mm(TALLY + GAP):
        strip = Rect(page.body.x, page.body.bottom - pen.mm(TALLY + 0.6), page.body.width, pen.mm(TALLY))
        items.append(draw_tally(pen, strip))
        room -= pen.mm(TALLY + GAP)
    items += draw_rows(page, rows, room)
    return page.scene(items)


@dataclass(frozen=True)
class Page:
    """What all pages of an edition share: the pen, the margin, title and foot."""

    id: str
    pen: Pen
    language: str
    width: float
    height: float

    @property
    def title(self) -> str:
        """The title of the edition."""
        return self.pen.translate(self.pen.edition.title)

    @property
    def inner(self) -> Rect:
        """Everything within the margin."""
        return Rect(0, 0, self.width, self.height).inset(self.pen.mm(MARGIN))

    @property
    def top(self) -> Rect:
        """The place of the title."""
        return Rect(self.inner.x, self.inner.y, self.inner.width, self.pen.mm(TITLE))

    @property
    def body(self) -> Rect:
        """The room between title and foot."""
        inner = self.inner
        above = self.pen.mm(TITLE + GAP)
        return Rect(inner.x, inner.y + above, inner.width, inner.height - above - self.pen.mm(FOOT))

    def scene(self, items: list[Item], note: str = "") -> Scene:
        """The finished page: paper, what was drawn, the line at the foot."""
        pen, inner, tr = self.pen, self.inner, self.pen.translate
        foot = Rect(inner.x, inner.bottom - pen.mm(FOOT), inner.width, pen.mm(FOOT))
        unofficial = tr("Unofficial sheet")
        author = f" · {pen.edition.credits.author}" if pen.edition.credits else ""
        sure = self._how_sure()
        line = f"{unofficial}{author} · sheetgen" + (f" · {sure}" if sure else "")
        imprint = Group("imprint", (text_in(line, foot, pen.mm(2.3), "text", pen.theme.quiet),))
        paper = Box(Rect(0, 0, self.width, self.height), Paint(fill=pen.theme.paper))
        title = f"{self.title} · {note}" if note else self.title
        about = tr(pen.edition.about or pen.edition.title)
        return Scene(self.width, self.height, (paper, *items, imprint), title, about, self.language)

    def _how_sure(self) -> str:
        """A word about values that nobody has seen in print."""
        match provenance(self.pen.edition):
            case "inferred":
                return self.pen.translate("some values inferred")
            case "reconstructed":
                return self.pen.translate("some values reconstructed")
        return ""


def open_page(layout: Layout, *, theme: str, language: str, size: tuple[float, float] | None) -> Page:
    """Begin a page of an edition."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    width, height = size or edition.sheet.size
    tr = partial(translate, language=language, own=edition.translations)
    pen = Pen(edition, themes()[theme], min(width / STANDARD[0], height / STANDARD[1]), tr)
    return Page(layout.id, pen, language, width, height)


def spare_room(page: Page, rows: tuple[Row, ...], fixed: Mapping[str, Fixed] = FIXED) -> float:
    """The height that strips leave free; negative if they need more than there is."""
    heights = [_row_height(page.pen, row, fixed) for row in rows]
    return page.body.height - sum(heights) - page.pen.mm(GAP) * len(heights)


def draw_rows(page: Page, rows: tuple[Row, ...], room: float, fixed: Mapping[str, Fixed] = FIXED) -> list[Item]:
    """The strips of a page from its top; spare room is shared by their weights."""
    if room < -0.01:
        raise DrawingError(
            f"{page.id} needs {-room:.1f} mm more height than a sheet of {page.width:g} x {page.height:g} mm has"
        )
    heights = [_row_height(page.pen, row, fixed) for row in rows]
    return _rows(page.pen, page.body, rows, heights, room, fixed)


def _row_height(pen: Pen, row: Row, fixed: Mapping[str, Fixed]) -> float:
    """The least height of a strip: that of its tallest column."""
    columns = [(panel,) if isinstance(panel, str) else panel for panel in row.panels]
    gap = pen.mm(GAP)
    return max(sum(_panel_height(pen, name, fixed) for name in column) + gap * (len(column) - 1) for column in columns)


def _panel_height(pen: Pen, name: str, fixed: Mapping[str, Fixed]) -> float:
    if name in fixed:
        return pen.mm(fixed[name].height(pen))
    zone = pen.edition.zones[name]
    return pen.mm(grid_height(pen, zone) if zone.cells.is_grid else band_height(zone))


def _rows(
    pen: Pen, body: Rect, rows: tuple[Row, ...], heights: list[float], room: float, fixed: Mapping[str, Fixed]
) -> list[Item]:
    """Place the strips from the top; spare room is shared by their weights."""
    items: list[Item] = []
    total = sum(row.height for row in rows)
    y = body.y
    for row, least in zip(rows, heights, strict=True):
        height = least + room * row.height / total
        x = body.x
        for panel, width in zip(row.panels, _widths(pen, row, body.width), strict=True):
            items += _column(pen, Rect(x, y, width, height), (panel,) if isinstance(panel, str) else panel, fixed)
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
        raise DrawingError(f"{' and '.join(row.flat)} need {-spare:.1f} mm more width than the sheet has")
    # Weights speak of whole panels: a panel that needs more than its share keeps what it needs.
    total = available - pen.mm(GAP) * (len(row.panels) - 1)
    wanted = [max(own, total * weight / sum(weights)) for own, weight in zip(least, weights, strict=True)]
    excess = sum(wanted) - total
    slack = [own - need for own, need in zip(wanted, least, strict=True)]
    return [own - (excess * room / sum(slack) if excess > 0 else 0) for own, room in zip(wanted, slack, strict=True)]


def _panel_width(pen: Pen, name: str) -> float:
    zone = pen.edition.zones.get(name)
    return pen.mm(grid_width(pen, zone)) if zone is not None and zone.cells.is_grid else pen.mm(9)


def _column(pen: Pen, rect: Rect, names: tuple[str, ...], fixed: Mapping[str, Fixed]) -> list[Item]:
    """Stack panels; spare height is shared in proportion to what they need."""
    least = [_panel_height(pen, name, fixed) for name in names]
    spare = rect.height - pen.mm(GAP) * (len(names) - 1)
    items: list[Item] = []
    y = rect.y
    for name, own in zip(names, least, strict=True):
        height = spare * own / sum(least)
        place = Rect(rect.x, y, rect.width, height)
        if name in fixed:
            items.append(fixed[name].draw(pen, place))
        elif pen.edition.zones[name].cells.is_grid:
            items.append(draw_grid(pen, name, place))
        else:
            items.append(draw_band(pen, name, place))
        y += height + pen.mm(GAP)
    return items
