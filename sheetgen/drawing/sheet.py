"""The front of a sheet: title, rounds, die slots, action tracks and zones arranged row by row, tally and imprint.

The back and the solo sheet use its title, rows and page frame too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheetgen.drawing.bands import band_height, draw_band
from sheetgen.drawing.grids import HEIGHT_WISHES, WISHES, draw_grid, grid_height, grid_width
from sheetgen.drawing.head import (
    GAP,
    actions_height,
    actions_width,
    dice_height,
    dice_width,
    draw_actions,
    draw_dice,
    draw_rounds,
    draw_title,
    least_type,
    rounds_height,
)
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.qr_code import QrCode, code_for
from sheetgen.drawing.scene import Box, DrawingError, Group, Item, Paint, Rect, Scene, shared
from sheetgen.drawing.tally import LINE, NOTHING, TALLEST, draw_tally, tally_height
from sheetgen.drawing.text import text_in
from sheetgen.drawing.themes import themes
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import Row

# Millimetres of the standard sheet; for other sizes all are scaled by the same factor.
STANDARD = (120.0, 171.0)
MARGIN = 3.2
TITLE = 5.2
FOOT = 2.7
FOOT_GAP = 0.4  # above the imprint
LARGE = 1.25  # the factor from which print grows less than the sheet
LARGE_GROWTH = 0.35
CODE_GAP = 0.6  # between the tally and the field of the code
LEAST_PANEL = 9.0  # width of a panel


def draw_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
    rules_url: str | None = None,
) -> Scene:
    """Draw the front of a sheet; arguments and errors as of `drawing.pages.draw_page`."""
    page = open_page(layout, theme=theme, language=language, size=size, rules_url=rules_url)
    pen, rows = page.pen, page.pen.edition.sheet.rows
    items: list[Item] = [draw_title(pen, page.top, page.title, tag=page_tag(pen, 1))]
    fixed = panels_for(page, rows, page.foot_height(with_tally=wants_tally(pen, tally)))
    room = spare_room(page, rows, fixed)
    strip = place_tally(page, room, tallest=TALLEST) if wants_tally(pen, tally) else None
    if strip is not None:
        items.append(draw_tally(pen, strip))
    room -= page.body.bottom - page.top_of_foot(strip)
    items += draw_rows(page, rows, room, fixed)
    return page.scene(items)


# The frame of a page


@dataclass(frozen=True)
class PageFrame:
    """A page of a sheet (size in millimetres on paper) with its pen, and the areas that all pages have."""

    id: str
    pen: Pen
    language: str
    width: float
    height: float
    code: QrCode | None = None  # in the lower right corner

    @property
    def title(self) -> str:
        """The title of the edition."""
        return self.pen.translate(self.pen.edition.title)

    @property
    def inner(self) -> Rect:
        """The page without its margin."""
        return Rect(0, 0, self.width, self.height).inset(self.pen.mm(MARGIN))

    @property
    def top(self) -> Rect:
        """The area of the title."""
        return Rect(self.inner.x, self.inner.y, self.inner.width, self.pen.mm(TITLE))

    @property
    def body(self) -> Rect:
        """The area between title and imprint."""
        inner = self.inner
        above = self.pen.mm(TITLE + GAP)
        return Rect(inner.x, inner.y + above, inner.width, inner.height - above - self.pen.mm(FOOT))

    @property
    def code_field(self) -> Rect | None:
        """The area of the code with its quiet zone, which reaches into the margin."""
        if self.code is None:
            return None
        scale = max(1.0, self.pen.unit)
        side, quiet, inner = self.code.least_side * scale, self.code.quiet_zone * scale, self.inner
        return Rect(inner.right - side, inner.bottom - side, side, side).inset(-quiet)

    @property
    def foot_width(self) -> float:
        """The width of tally and imprint: that of the page without its margin and the code."""
        return self.inner.width if self.code_field is None else self.code_field.x - self.inner.x - self.pen.mm(CODE_GAP)

    def top_of_foot(self, strip: Rect | None) -> float:
        """The upper edge of what is below the rows: the tally (`strip`) if there is one, the code."""
        top = self.body.bottom if strip is None else strip.y
        return top if self.code_field is None else min(top, self.code_field.y)

    def foot_height(self, *, with_tally: bool, extra: Mapping[str, str] = NOTHING) -> float:
        """The least height of what is below the rows: the tally with `extra` boxes, the code."""
        code = 0.0 if self.code_field is None else self.body.bottom - self.code_field.y
        tally = tally_height(self.pen, self.foot_width, extra) + self.pen.mm(FOOT_GAP) if with_tally else 0.0
        return max(code, tally)

    def scene(self, items: list[Item], note: str = "") -> Scene:
        """The finished page: paper, the items, the imprint and the code; `note` is added to its title."""
        pen, inner, tr = self.pen, self.inner, self.pen.translate
        foot = Rect(inner.x, inner.bottom - pen.mm(FOOT), self.foot_width, pen.mm(FOOT))
        unofficial = tr("Unofficial sheet")
        author = f" · {pen.edition.credits.author}" if pen.edition.credits else ""
        provenance_note = self._provenance_note()
        line = f"{unofficial}{author} · sheetgen" + (f" · {provenance_note}" if provenance_note else "")
        imprint = Group("imprint", (text_in(line, foot, least_type(pen, pen.theme.paper), "text", pen.theme.muted),))
        paper = Box(Rect(0, 0, self.width, self.height), Paint(fill=pen.theme.paper))
        title = f"{self.title} · {note}" if note else self.title
        about = tr(pen.edition.about or pen.edition.title)
        code = [] if self.code is None or self.code_field is None else [self.code.draw(self.code_field, tr("Rules"))]
        return Scene(self.width, self.height, (paper, *items, imprint, *code), title, about, self.language)

    def _provenance_note(self) -> str:
        """A remark if some values of the layout are not certain; empty otherwise."""
        match self.pen.edition.provenance_level:
            case "inferred":
                return self.pen.translate("some values inferred")
            case "reconstructed":
                return self.pen.translate("some values reconstructed")
        return ""


def unit_of(width: float, height: float) -> float:
    """The size of type, badges and lines on a sheet relative to the standard sheet.

    It grows with the sheet, but little beyond A5: a sheet as large as A4 has larger cells, not larger print.

    >>> unit_of(120, 171), round(unit_of(195, 274), 2)
    (1.0, 1.37)
    """
    factor = min(width / STANDARD[0], height / STANDARD[1])
    return min(factor, LARGE + (factor - LARGE) * LARGE_GROWTH) if factor > LARGE else factor


def open_page(
    layout: Layout, *, theme: str, language: str, size: tuple[float, float] | None, rules_url: str | None = ""
) -> PageFrame:
    """Start a page of a layout; `size` and `rules_url` as of `draw_page`. Raise DrawingError if it has no sheet."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    width, height = size or edition.sheet.size
    tr = partial(translate, language=language, translations=edition.translations)
    pen = Pen(edition, themes()[theme], unit_of(width, height), tr)
    address = edition.sheet.rules_url if rules_url is None else rules_url
    code = code_for(address, layout.id, language) if address else None
    return PageFrame(layout.id, pen, language, width, height, code)


def page_tag(pen: Pen, number: int) -> str:
    """Which page of a sheet with two pages it is, such as `1/2 · Day`; empty for a sheet of one page."""
    if not pen.edition.has_two_pages:
        return ""
    names = pen.edition.sheet.page_names
    return f"{number}/2 · {pen.translate(names[number - 1])}" if number <= len(names) else f"{number}/2"


# The tally


def wants_tally(pen: Pen, tally: bool | None) -> bool:
    """Whether a tally is asked for: by an option, or by the layout."""
    return pen.edition.sheet.tally if tally is None else tally


def place_tally(
    page: PageFrame, room: float, extra: Mapping[str, str] = NOTHING, *, tallest: float = LINE
) -> Rect | None:
    """The place of the tally at the foot of a page whose rows leave `room`; None if it does not fit.

    `tallest` is the height that a line of boxes may grow to where there is much room. Raise DrawingError if it would
    fit without the code, unless `extra` can be left out.
    """
    pen, body, width = page.pen, page.body, page.foot_width
    least = tally_height(pen, width, extra)
    spare = room - least - pen.mm(FOOT_GAP)
    if spare < -0.01:
        alone = tally_height(pen, body.width, extra) + pen.mm(FOOT_GAP)
        if page.code is not None and not extra and room >= alone - 0.01:
            suggestion = "use a shorter address, or --no-code"
            raise DrawingError(f"{page.id} has no room for both the tally and the code of the rules: {suggestion}")
        return None
    height = least * min(1 + spare / body.height, tallest / LINE)
    return Rect(body.x, body.bottom - height - pen.mm(FOOT_GAP), width, height)


# Panels that are not zones


@dataclass(frozen=True)
class FixedPanel:
    """A panel that is not a zone: its least width, its least height for a width (on paper), and how it is drawn."""

    width: Callable[[Pen], float]
    height: Callable[[Pen, float], float]
    draw: Callable[[Pen, Rect], Group]


FIXED: Mapping[str, FixedPanel] = {
    "rounds": FixedPanel(lambda pen: pen.mm(LEAST_PANEL), rounds_height, draw_rounds),
    "dice": FixedPanel(lambda pen: pen.mm(LEAST_PANEL), dice_height, draw_dice),
    "actions": FixedPanel(actions_width, lambda pen, _: actions_height(pen), draw_actions),
}
JOINED_TRACKS = FixedPanel(
    partial(actions_width, joined=True),
    lambda pen, _: actions_height(pen, joined=True),
    partial(draw_actions, joined=True),
)


def panels_for(
    page: PageFrame, rows: tuple[Row, ...], foot: float, fixed: Mapping[str, FixedPanel] = FIXED
) -> Mapping[str, FixedPanel]:
    """The panels for the rows of a page; the tracks of a group are in one line if others would leave less than `foot`.

    `foot` is the height in millimetres on paper of what is below the rows.
    """
    if spare_room(page, rows, fixed) >= foot - 0.01:
        return fixed
    return {**fixed, "actions": JOINED_TRACKS}


# Rows of panels


def spare_room(page: PageFrame, rows: tuple[Row, ...], fixed: Mapping[str, FixedPanel] = FIXED) -> float:
    """The height that the rows leave free, in millimetres on paper; negative if they need more than there is."""
    heights = [_row_height(page.pen, row, page.body.width, fixed) for row in rows]
    return page.body.height - sum(heights) - page.pen.mm(GAP) * len(heights)


def wished_room(page: PageFrame, rows: tuple[Row, ...], fixed: Mapping[str, FixedPanel] = FIXED) -> float:
    """The height that the rows ask for beyond their minimum, for blanks, in millimetres on paper."""
    pen, width = page.pen, page.body.width
    return sum(_row_height(pen, row, width, fixed, 1) - _row_height(pen, row, width, fixed) for row in rows)


def draw_rows(
    page: PageFrame, rows: tuple[Row, ...], room: float, fixed: Mapping[str, FixedPanel] = FIXED
) -> list[Item]:
    """The rows of a page from its top; they share `room`, the spare height, by their weights.

    On a large sheet only rows with zones do, since rounds, die slots and tracks are large enough there. A row that asks
    for more height, for blanks or between its cells, gets that first. Raise DrawingError if `room` is negative, or if
    the panels of a row need more width than there is.
    """
    if room < -0.01:
        raise DrawingError(
            f"{page.id} needs {-room:.1f} mm more height than a sheet of {page.width:g} x {page.height:g} mm has"
        )
    pen, body = page.pen, page.body
    heights = [_row_height(pen, row, body.width, fixed) for row in rows]
    for wishes in range(1, HEIGHT_WISHES + 1):
        for i, row in enumerate(rows):
            more = _row_height(pen, row, body.width, fixed, wishes) - heights[i]
            if more <= room:
                heights[i] += more
                room -= more
    items: list[Item] = []
    zones = set(pen.edition.zones)
    growing = [row for row in rows if pen.unit <= LARGE or zones.intersection(row.flat)] or rows
    total = sum(row.height for row in growing)
    y = body.y
    for row, least in zip(rows, heights, strict=True):
        height = least + (room * row.height / total if row in growing else 0.0)
        x = body.x
        for column, width in zip(_columns(row), _widths(pen, row, body.width, fixed), strict=True):
            items += _column(pen, Rect(x, y, width, height), column, fixed)
            x += width + pen.mm(GAP)
        y += height + pen.mm(GAP)
    return items


def _columns(row: Row) -> list[tuple[str, ...]]:
    return [(panel,) if isinstance(panel, str) else panel for panel in row.panels]


def _row_height(pen: Pen, row: Row, available: float, fixed: Mapping[str, FixedPanel], wishes: int = 0) -> float:
    """The minimum height of a row: that of its tallest column; `wishes` as of `grid_height`."""
    gap = pen.mm(GAP)
    return max(
        sum(_panel_height(pen, name, width, fixed, wishes) for name in column) + gap * (len(column) - 1)
        for column, width in zip(_columns(row), _widths(pen, row, available, fixed), strict=True)
    )


def _panel_height(pen: Pen, name: str, width: float, fixed: Mapping[str, FixedPanel], wishes: int = 0) -> float:
    if name in fixed:
        return fixed[name].height(pen, width)
    zone = pen.edition.zones[name]
    if not zone.cells.is_grid:
        return pen.mm(pen.once(("height", name), lambda: band_height(zone)))
    return pen.mm(pen.once(("height", name, width, wishes), lambda: grid_height(zone, width / pen.unit, wishes)))


def _widths(pen: Pen, row: Row, available: float, fixed: Mapping[str, FixedPanel]) -> list[float]:
    """The widths of the panels of a row: what they need, and what else they ask for if there is room for all of it.

    Spare width is shared by their weights. Without weights the die slots stand below the rounds, and the panels beside
    them share the rest.
    """
    columns, gap = _columns(row), pen.mm(GAP)
    total = available - gap * (len(columns) - 1)
    for wishes in range(WISHES, -1, -1):
        least = [max(_panel_width(pen, name, wishes, fixed) for name in column) for column in columns]
        spare = total - sum(least)
        if spare >= -0.01:
            break
    else:
        raise DrawingError(f"{' and '.join(row.flat)} need {-spare:.1f} mm more width than the sheet has")
    weights = row.widths or (1.0,) * len(columns)
    if row.widths is None and columns[0] == ("dice",) and len(columns) > 1:
        dice = dice_width(pen, available, sum(least[1:]) + gap * (len(columns) - 2))
        if dice <= total - sum(least[1:]) + 0.01:
            return [dice, *_shared(total - dice, least[1:], weights[1:])]
    return _shared(total, least, weights)


def _shared(total: float, least: Sequence[float], weights: Sequence[float]) -> list[float]:
    """A width, shared by weights; a panel that needs more than its share keeps what it needs."""
    widths = [max(need, total * weight / sum(weights)) for need, weight in zip(least, weights, strict=True)]
    excess = sum(widths) - total
    slack = [width - need for width, need in zip(widths, least, strict=True)]
    return [
        width - (excess * room / sum(slack) if excess > 0 else 0) for width, room in zip(widths, slack, strict=True)
    ]


def _panel_width(pen: Pen, name: str, wishes: int, fixed: Mapping[str, FixedPanel]) -> float:
    if name in fixed:
        return fixed[name].width(pen)
    zone = pen.edition.zones[name]
    if not zone.cells.is_grid:
        return pen.mm(LEAST_PANEL)
    return pen.mm(pen.once(("width", name, wishes), lambda: grid_width(zone, wishes)))


def _column(pen: Pen, rect: Rect, names: tuple[str, ...], fixed: Mapping[str, FixedPanel]) -> list[Item]:
    """Panels one below the other; spare height is shared in proportion to their minimum heights.

    A panel with nothing in it is left out, such as the tracks of a game without actions.
    """
    least = [_panel_height(pen, name, rect.width, fixed) for name in names]
    spare = rect.height - pen.mm(GAP) * (len(names) - 1)
    items: list[Item] = []
    y = rect.y
    for name, need in zip(names, least, strict=True):
        height = spare * need / sum(least)
        panel = Rect(rect.x, y, rect.width, height)
        group = fixed[name].draw(pen, panel) if name in fixed else _zone_panel(pen, name, panel)
        items += [group] if group.items else []
        y += height + pen.mm(GAP)
    return items


def _zone_panel(pen: Pen, name: str, panel: Rect) -> Group:
    draw = draw_grid if pen.edition.zones[name].cells.is_grid else draw_band
    return shared(pen.edition, (pen.theme.name, pen.unit, name, panel), lambda: draw(pen, name, panel))
