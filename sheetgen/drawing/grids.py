"""Zones with several rows of cells: a panel with rows and columns, called by `drawing.sheet`.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper. `cells` maps row and column to
the rectangle of the cell.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import assert_never

from sheetgen.drawing.names import zone_name
from sheetgen.drawing.panels import (
    APART,
    EDGE,
    HANG,
    PAD,
    SQUARE,
    STARS_APART,
    TAB,
    UNDER,
    corner_radius,
    corner_tab,
    count_ladder,
    ladder,
    ladder_height,
    share,
    signs_between,
    tab_width,
)
from sheetgen.drawing.pen import BADGE, CELL, LINE, NEGATIVE, POSITIVE, STAR, Pen, badge_length, star_for
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, Shape, cross, line, polygon, star
from sheetgen.drawing.text import font_face, text_in
from sheetgen.drawing.themes import mix, until_contrast
from sheetgen.layout.zone import Badge, Zone

SIDE = 9.2  # of a cell, unless there is room for larger ones
AROUND = 3.8  # free space between rows from which on cells grow
SPREAD = 2.8  # largest gap between two columns
FOOT_STAR = 5.4
LEAD = 0.8  # from cells to the badges and stars of their columns and rows, with an arrow between them
LABEL = 3.2  # width of the labels of rows
TOTAL = (7.3, 10.0)  # width of a box for the sum of a row: at least, at most
BLANK = 7.4  # width of a box for the points of a row
BESIDE = 0.8  # from the cells to such boxes
STRIP = 5.2  # height of such boxes below the cells
WISHES = 3  # what a panel asks for beyond its cells: 1 blanks beside its rows, 2 a ladder in one line, 3 more air
HEIGHT_WISHES = 2  # what else it asks for, see `grid_height`


@dataclass(frozen=True)
class GridMeasures:
    """How many rows and columns a grid has, and the space around them in millimetres of the standard sheet."""

    rows: int
    columns: int
    left: float  # left of the cells, with the edge
    right: float  # right of them
    side: dict[str, float]  # the columns right of the cells, from the outside in, with their widths
    foot: float  # below the columns, with the edge
    under: tuple[float, ...]  # below each row: for badges, or to keep rows of different colours apart
    staggered: bool  # the cells of a row are between those of the next one
    head: float  # above the rows
    strip: bool  # the blanks for the points of rows are below them


def measure_grid(zone: Zone, width: float, height: float | None = None) -> GridMeasures:
    """Measure the grid of a zone in a panel of a width, and of a height if that is known.

    Blanks for the points of rows are beside the rows; below them if there is height but no width; else left out.
    """
    rows = zone.cells.rows
    names = [[zone.cells.name(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
    hanging = {
        badge.cells[0]: badge_length(badge.bonus)
        for badge in zone.badges
        if badge.attached_to in ("cell", "between rows")
    }
    beside = width >= grid_width(zone, 1) - 0.001
    side = _side_columns(zone, with_blanks=beside)
    total = width - grid_width(zone, 1) + TOTAL[0]
    if "totals" in side:
        side["totals"] = min(max(total, TOTAL[0]), TOTAL[1]) + BESIDE
    feet = [badge_length(badge.bonus) for badge in zone.badges if badge.attached_to in ("column", "diagonal")]
    feet += [FOOT_STAR for part in zone.points.parts if part.column_stars]
    measures = GridMeasures(
        rows=len(rows),
        columns=zone.cells.columns,
        left=_left(zone),
        right=_right(side),
        side=side,
        foot=PAD + LEAD + max(feet) if feet else EDGE,
        under=tuple(
            HANG + max(hanging[name] for name in row if name in hanging) + HANG
            if any(name in hanging for name in row)
            else APART
            if zone.row_dice and r + 1 < len(rows)
            else 0.0
            for r, row in enumerate(names)
        ),
        head=_head_height(zone, width),
        staggered=_is_staggered(zone),
        strip=False,
    )
    more = BESIDE + STRIP + (EDGE - PAD if feet else 0.0)
    wanted = any(part.row_blanks for part in zone.points.parts) and not beside
    if wanted and height is not None and height >= _least_height(measures) + more - 0.001:
        return replace(measures, foot=measures.foot + more, strip=True)
    return measures


def _is_staggered(zone: Zone) -> bool:
    rows = zone.cells.rows
    return len(rows) > 1 and all(
        (a is None) != (b is None) or (a is None and b is None)
        for upper, lower in pairwise(rows)
        for a, b in zip(upper, lower, strict=False)
    )


def _left(zone: Zone) -> float:
    """The space left of the cells, with the edge of the panel."""
    if zone.row_dice:
        return EDGE + LABEL
    return PAD + LABEL if zone.order.depends_on_place else EDGE


def _right(side: dict[str, float]) -> float:
    """The space right of the cells, with the edge of the panel."""
    outermost = next(iter(side), "cells")
    return (PAD if outermost in ("badges", "stars") else EDGE) + sum(side.values())


def _side_columns(zone: Zone, *, with_blanks: bool) -> dict[str, float]:
    """The columns right of the cells, from the outside in, with their widths."""
    columns = {}
    widths = [badge_length(badge.bonus) for badge in zone.badges if badge.attached_to == "row"]
    if widths or any(badge.attached_to == "diagonal" for badge in zone.badges):
        columns["badges"] = max([BADGE, *widths]) + LEAD
    if any(part.row_stars for part in zone.points.parts):
        columns["stars"] = FOOT_STAR + LEAD
    if any(part.row_totals for part in zone.points.parts):
        columns["totals"] = TOTAL[0] + BESIDE
    if with_blanks and any(part.row_blanks for part in zone.points.parts):
        columns["blanks"] = BLANK + BESIDE
    return columns


def _side_left(pen: Pen, measures: GridMeasures, column: str, rect: Rect) -> float:
    """The left edge of what is in a column right of the cells."""
    columns = list(measures.side)
    inside = columns[columns.index(column) + 1 :]
    lead = BESIDE if column in ("totals", "blanks") else LEAD
    return rect.right - pen.mm(measures.right - sum(measures.side[name] for name in inside) - lead)


def _head_height(zone: Zone, width: float) -> float:
    """The height of what is above the cells, with the edge: the tag, and the ladder if marks are counted."""
    steps = count_ladder(zone)
    heights = [] if _has_gap(zone) else [TAB + EDGE - PAD]
    if steps:
        heights.append(PAD + ladder_height(steps, _ladder_width(zone, width)) + UNDER)
    return max(heights, default=EDGE)


def _ladder_start(zone: Zone) -> float:
    """Where the ladder of a panel may begin: after the tag."""
    return PAD if _has_gap(zone) else tab_width(zone.value.added_die) + STARS_APART


def _ladder_width(zone: Zone, width: float) -> float:
    return width - _ladder_start(zone) - PAD


def _least_height(measures: GridMeasures) -> float:
    pitch = CELL * 0.82 if measures.staggered else CELL
    return measures.head + CELL + pitch * (measures.rows - 1) + sum(measures.under) + measures.foot


def grid_height(zone: Zone, width: float, wishes: int = 0) -> float:
    """The height of a panel of a width, both in millimetres of the standard sheet: what it needs, with some WISHES.

    The first wish is room for the blanks of rows below them, if they are not beside them; the second, rows that do not
    share their edges.
    """
    measures = measure_grid(zone, width, inf if wishes else None)
    apart = 0.0 if measures.staggered or wishes < HEIGHT_WISHES else APART * _open_gaps(measures)
    return _least_height(measures) + apart


def _open_gaps(measures: GridMeasures) -> int:
    """How many rows have nothing between them and the next one."""
    return sum(1 for under in measures.under[:-1] if not under)


def grid_width(zone: Zone, wishes: int = 0) -> float:
    """The width of a panel in millimetres of the standard sheet: what it needs, with some or all of its WISHES."""
    side = _side_columns(zone, with_blanks=wishes >= 1)
    if wishes >= 3 and "totals" in side:
        side["totals"] = TOTAL[1] + BESIDE
    steps = count_ladder(zone)
    pitch = CELL + (APART if _is_staggered(zone) else 0.0)
    cells = _left(zone) + CELL + pitch * (zone.cells.columns - 1) + _right(side)
    if not steps:
        return cells
    per_line = len(steps) if wishes >= 2 else 1
    least, gap = max(star_for(str(points)) for points in steps), STARS_APART
    if wishes >= 3:
        least, gap = max(least, STAR), STARS_APART * 2
    return max(cells, _ladder_start(zone) + (least + gap) * per_line - gap + PAD)


def draw_grid(pen: Pen, name: str, rect: Rect) -> Group:
    """Draw a zone in a rectangle: symbol and ladder on top, then cells with badges and points of rows and columns."""
    zone, die = pen.edition.zones[name], pen.edition.die_of(name)
    measures = measure_grid(zone, rect.width / pen.unit, rect.height / pen.unit)
    body = Rect(
        rect.x + pen.mm(measures.left),
        rect.y + pen.mm(measures.head),
        rect.width - pen.mm(measures.left + measures.right),
        rect.height - pen.mm(measures.head + measures.foot),
    )
    cells = _cell_rects(pen, measures, body)
    middle = (cells[0, 0].x + cells[0, measures.columns - 1].right) / 2
    items: list[Item] = [pen.frame(rect, die), *pen.pattern(rect, name), *_head(pen, name, zone, die, rect, middle)]
    # In a wide panel the cells are in the middle, and what is beside them stays near.
    spare = (body.width - (cells[0, measures.columns - 1].right - cells[0, 0].x)) / 2
    measures = replace(measures, left=measures.left + spare / pen.unit, right=measures.right + spare / pen.unit)
    body = body.inset(spare, 0)
    grid = Grid(pen, name, zone, die, rect, body, measures, cells)
    items += grid.row_labels()
    items += grid.connections()
    items += grid.draw_cells()
    items += signs_between(pen, name, zone, {zone.cells.name(r, c): grid.cells[r, c] for r, c, _ in zone.cells}, die)
    items += grid.badges()
    items += grid.points()
    if zone.value.added_die is not None and _has_gap(zone):
        first = grid.cells[0, 0]
        side = min(pen.mm(4.2), first.width / 2.6)
        items += pen.dice_sum(die, zone.value.added_die, *first.centre, side, zone=name)
    return Group(f"zone-{name}", tuple(items), name, zone_name(pen.edition, name, pen.translate))


def _cell_rects(pen: Pen, measures: GridMeasures, body: Rect) -> dict[tuple[int, int], Rect]:
    """The rectangle of every cell, by row and column: evenly spread over the body."""
    free = body.height / pen.unit - sum(measures.under)
    steps = measures.rows - 1
    wide, step = share(body.width / pen.unit, measures.columns, SIDE, free / measures.rows - AROUND)
    if measures.staggered:
        tall = min(wide, free - steps * CELL * 0.82)
        pitch, offset = (free - tall) / max(steps, 1), 0.0
    else:
        # Rows share their edges, unless there is height to keep them apart.
        open_gaps = _open_gaps(measures)
        apart = (free - APART * open_gaps) / measures.rows
        if apart >= CELL or not open_gaps:
            gap = APART if open_gaps else 0.0
            tall, pitch = min(apart, max(wide, SIDE)), (free + gap) / measures.rows
            offset = (pitch - gap - tall) / 2
        else:
            tall, pitch, offset = free / measures.rows, free / measures.rows, 0.0
    step = min(step, wide + SPREAD)
    left = body.x + (body.width - pen.mm(step * (measures.columns - 1) + wide)) / 2
    cells = {}
    y = body.y + pen.mm(offset)
    for r in range(measures.rows):
        for c in range(measures.columns):
            cells[r, c] = Rect(left + pen.mm(step) * c, y, pen.mm(wide), pen.mm(tall))
        y += pen.mm(pitch + measures.under[r])
    return cells


def _head(pen: Pen, name: str, zone: Zone, die: str, rect: Rect, middle: float) -> list[Item]:
    """The tag with the zone's symbol, and the ladder if marks are counted, above the `middle` of the cells."""
    items: list[Item] = [] if _has_gap(zone) else [corner_tab(pen, rect, name, die, zone.value.added_die)]
    steps = count_ladder(zone)
    if steps:
        x = rect.x + pen.mm(_ladder_start(zone))
        area = Rect(x, rect.y + pen.mm(PAD), rect.right - pen.mm(PAD) - x, 0.0)
        items += ladder(pen, name, steps, area, middle=middle)
    return items


def _has_gap(zone: Zone) -> bool:
    """Whether the first cell of a zone with sums is missing: the two dice are drawn there, and no other symbol."""
    return zone.value.added_die is not None and zone.cells.rows[0][0] is None


@dataclass(frozen=True)
class Grid:
    """A grid in its panel: the rectangle of the panel, the body that the cells are in, and each cell."""

    pen: Pen
    name: str
    zone: Zone
    die: str
    rect: Rect
    body: Rect
    measures: GridMeasures
    cells: dict[tuple[int, int], Rect]

    def row_die(self, row: int) -> str:
        """The die whose colour a row has."""
        return self.zone.row_dice[row] if self.zone.row_dice else self.die

    def row_line(self, row: int) -> str:
        """The colour of the lines of a row: 3:1 on the panel."""
        return until_contrast(self.pen.colours(self.row_die(row)).line, self.pen.colours(self.die).panel, 3.0)

    def row_label(self, row: int) -> str:
        """What a row is called on the sheet: as its die slot, or its number."""
        named = self.zone.order.depends_on_place
        return self.pen.edition.slot_label(row + 1) if named else str(row + 1)

    def row_labels(self) -> list[Item]:
        """Left of the rows: the symbol of the die that a row belongs to, or the name of its die slot."""
        pen, items = self.pen, list[Item]()
        for r in range(self.measures.rows):
            cell = self.cells[r, 0]
            if self.zone.row_dice:
                box = Rect(cell.x - pen.mm(LABEL), cell.y, pen.mm(LABEL), cell.height)
                items += self._symbol_box(r, box)
            elif self.zone.order.depends_on_place and r < len(pen.edition.die_slots):
                box = Rect(
                    self.rect.x + pen.mm(PAD), cell.y, cell.x - pen.mm(HANG) - self.rect.x - pen.mm(PAD), cell.height
                )
                fill = pen.colours(self.die).on_panel
                text = text_in(self.row_label(r), box, pen.mm(NEGATIVE), "strong", fill)
                items += [*pen.quiet(text.rect.inset(-pen.mm(0.1), -pen.mm(0.3)), self.die), text]
        return items

    def _symbol_box(self, row: int, box: Rect) -> list[Item]:
        """A box in the colour of a row with the symbol of its die; it shares an edge with the first cell."""
        pen, die = self.pen, self.row_die(row)
        colours = pen.colours(die)
        background = colours.badge if pen.theme.solid else pen.theme.paper
        size, (x, y) = pen.mm(2.5), box.centre
        return [
            Box(box, Paint(fill=background, stroke=self.row_line(row), width=pen.mm(LINE)), pen.mm(SQUARE)),
            *pen.symbol(die, Rect(x - size / 2, y - size / 2, size, size), colours.on_badge, background),
        ]

    def connections(self) -> list[Item]:
        """Lines behind the cells that lead to the badges and stars of rows, columns and the diagonal."""
        pen, zone, cells = self.pen, self.zone, self.cells
        colour = pen.colours(self.die).line
        paint = Paint(stroke=colour, width=pen.mm(0.5))
        items: list[Item] = []
        for r, bonus in enumerate(zone.bonus.rows or ()):
            if bonus is not None:
                y = cells[r, 0].centre[1]
                start = min(cells[r, c].centre[0] for c, cell in enumerate(zone.cells.rows[r]) if cell is not None)
                end = _side_left(pen, self.measures, "badges", self.rect) - pen.mm(0.2)
                items.append(line([(start, y), (end - pen.mm(0.4), y)], paint))
                items.append(_arrow(pen, (end, y), (1, 0), colour))
        has_columns = bool(zone.bonus.columns) or any(part.column_stars for part in zone.points.parts)
        for c in range(zone.cells.columns if has_columns else 0):
            if zone.bonus.columns is not None and zone.bonus.columns[c] is None:
                continue
            x = cells[0, c].centre[0]
            rows = [r for r, row in enumerate(zone.cells.rows) if c < len(row) and row[c] is not None]
            end = self.foot_top() - pen.mm(0.2)
            items.append(line([(x, cells[rows[0], c].centre[1]), (x, end - pen.mm(0.4))], paint))
            items.append(_arrow(pen, (x, end), (0, 1), colour))
        if zone.bonus.diagonal is not None:
            size = min(len(zone.cells.rows), zone.cells.columns)
            first, last = cells[0, 0], cells[size - 1, size - 1]
            x, y = self._corner()
            reach = min(x - last.right, y - last.bottom)  # beyond the last cell, below what is beside it
            way = [(last.right, last.bottom), (last.right + reach, last.bottom + reach), (x, y)]
            items.append(line([first.centre, last.centre, *way], paint))
        stroke = Paint(stroke=colour, width=pen.mm(0.4))
        for badge in zone.badges:
            if badge.attached_to == "between rows":
                (r1, c1), (r2, c2) = (_position(zone, cell) for cell in badge.cells)
                items.append(line([cells[r1, c1].centre, cells[r2, c2].centre], stroke))
            elif badge.attached_to == "cell":
                r, c = _position(zone, badge.cells[0])
                x, _ = cells[r, c].centre
                items.append(line([(x, cells[r, c].bottom), (x, cells[r, c].bottom + pen.mm(BADGE / 2))], stroke))
        return items

    def draw_cells(self) -> list[Item]:
        """The cells with what is printed in them."""
        pen, items = self.pen, list[Item]()
        pitch = self.cells[0, 1].x - self.cells[0, 0].x if self.measures.columns > 1 else 0.0
        radius = corner_radius(pen, self.cells[0, 0].width, pitch or self.body.width * 2) / pen.unit
        for r, c, cell in self.zone.cells:
            rect, die = self.cells[r, c], self.row_die(r)
            x, y = rect.centre
            arm = min(rect.width, rect.height) * 0.26
            extra: list[Item] = []
            if self.zone.mark_kind == "circle then cross":
                dashed = Paint(stroke=pen.tag_colour(die), width=pen.mm(0.22), dash=(pen.mm(0.7), pen.mm(0.6)))
                extra.append(Circle(x, y, min(rect.width, rect.height) * 0.4, dashed))
            if cell.crossed:
                paint = Paint(stroke=pen.theme.ink, width=pen.mm(0.9))
                extra.append(cross(Rect(x - arm, y - arm, 2 * arm, 2 * arm), paint))
            elif cell.number is not None:
                extra.append(pen.in_cell(str(cell.number), rect))
            address = f"{self.name}.{self.zone.cells.name(r, c)}"
            look = Paint(self._row_tint(die), self.row_line(r), pen.mm(LINE)) if self.zone.row_dice else None
            items.append(pen.cell(address, rect, die, look=look, tinted=cell.tinted, radius=radius, extra=extra))
        return items

    def _row_tint(self, die: str) -> str:
        """The background of cells in a row of another colour than the zone."""
        theme = self.pen.theme
        return mix(self.pen.colours(die).bar, theme.cell, 0.5)

    def foot_top(self) -> float:
        """The upper edge of the badges and stars below the columns."""
        return self.rect.bottom - self.pen.mm(self.measures.foot - LEAD)

    def _foot(self, height: float = BADGE) -> float:
        """The middle of the badges and stars below the columns; `height` is that of a badge."""
        has_stars = any(part.column_stars for part in self.zone.points.parts)
        return self.foot_top() + self.pen.mm(max(FOOT_STAR, height) if has_stars else height) / 2

    def _corner(self) -> tuple[float, float]:
        """The middle of the badge of the diagonal."""
        return _side_left(self.pen, self.measures, "badges", self.rect) + self.pen.mm(BADGE / 2), self._foot()

    def badges(self) -> list[Item]:
        """The badges of cells, rows, columns and the diagonal."""
        items: list[Item] = []
        for badge in self.zone.badges:
            path = badge.cells if badge.attached_to == "cell" else badge.path
            element_id = f"{self.name}.badge." + ".".join(map(str, path)).replace(" ", "-")
            ink, upright = self.pen.colours(self.die).on_panel, badge.attached_to != "row"
            x, y = self._badge_centre(badge)
            items.append(self.pen.badge_group(element_id, badge.bonus, x, y, ink=ink, upright=upright))
        return items

    def _badge_centre(self, badge: Badge) -> tuple[float, float]:
        pen, cells = self.pen, self.cells
        r, c = _position(self.zone, badge.cells[0])
        height = badge_length(badge.bonus)  # of a row: its width
        match badge.attached_to:
            case "row":
                left = _side_left(pen, self.measures, "badges", self.rect)
                return left + pen.mm(height / 2), cells[r, c].centre[1]
            case "column":
                return cells[0, int(badge.path[-1])].centre[0], self._foot(height)
            case "diagonal":
                return self._corner()[0], self._foot(height)
            case "between rows":
                below = cells[_position(self.zone, badge.cells[1])]
                return cells[r, c].centre[0], (cells[r, c].bottom + below.y) / 2
            case "cell" | "between cells":
                return cells[r, c].centre[0], cells[r, c].bottom + pen.mm(HANG + height / 2)
            case _ as unknown:
                assert_never(unknown)

    def points(self) -> list[Item]:
        """Stars of full columns and rows, and boxes for the sums and the points of rows."""
        pen, items = self.pen, list[Item]()
        for part in self.zone.points.parts:
            for c, points in enumerate(part.column_stars):
                x, element_id = self.cells[0, c].centre[0], f"{self.name}.star.column.{c + 1}"
                items.append(pen.star(element_id, str(points), x, self._foot(), self.die, FOOT_STAR))
            for r, points in enumerate(part.row_stars):
                x = _side_left(pen, self.measures, "stars", self.rect) + pen.mm(FOOT_STAR / 2)
                y, element_id = self.cells[r, 0].centre[1], f"{self.name}.star.row.{r + 1}"
                items.append(pen.star(element_id, str(points), x, y, self.die, FOOT_STAR))
            for r, weight in enumerate(part.row_totals):
                if weight:
                    items.append(self._total_box(r, weight))
            if part.row_blanks:
                items += self._blanks()
        return items

    def _total_box(self, row: int, weight: int) -> Group:
        """The box for the sum of a row, with the sign that it counts with."""
        pen, cell = self.pen, self.cells[row, 0]
        x = _side_left(pen, self.measures, "totals", self.rect)
        rect = Rect(x, cell.y, pen.mm(self.measures.side["totals"] - BESIDE), cell.height)
        box = self._field(rect, pen.colours(self.die).line, 0.6)
        text = "+" if weight > 0 else "−"
        sign = pen.small(text, rect.x + pen.mm(1.1), rect.y + pen.mm(2.9), 3.6, pen.tag_colour(self.die))
        return Group(f"{self.name}.sum{row + 1}", (box, sign))

    def _field(self, rect: Rect, stroke: str, width: float) -> Box:
        """A box to write in; its line, wider than that of a cell, is inside the edge that a cell would have."""
        pen = self.pen
        paint = Paint(fill=pen.theme.cell, stroke=stroke, width=pen.mm(width))
        return Box(rect.inset(pen.mm(width - LINE) / 2), paint, pen.mm(2.2))

    def _blanks(self) -> list[Item]:
        """Boxes for the points of the rows: beside them, or in a line below all of them."""
        pen, count = self.pen, self.measures.rows
        items: list[Item] = []
        if "blanks" in self.measures.side:
            x = _side_left(pen, self.measures, "blanks", self.rect)
            for r in range(count):
                cell = self.cells[r, 0]
                items.append(self._blank(r, Rect(x, cell.y, pen.mm(BLANK), cell.height)))
        elif self.measures.strip:
            line_of_blanks = self.rect.inset(pen.mm(EDGE))
            gap, height = pen.mm(BESIDE), pen.mm(STRIP)
            width = (line_of_blanks.width + gap) / count
            for r in range(count):
                place = Rect(line_of_blanks.x + width * r, line_of_blanks.bottom - height, width - gap, height)
                items.append(self._blank(r, place, self.row_label(r)))
        return items

    def _blank(self, row: int, rect: Rect, label: str = "") -> Group:
        """A box for the points of a row; in its corner the name of the row, or a small star if it is beside the row."""
        pen = self.pen
        if label:
            baseline = rect.y + pen.mm(1.0 + POSITIVE * font_face("strong").cap_height)
            sign: Shape = pen.small(label, rect.x + pen.mm(1.1), baseline, POSITIVE, pen.tag_colour(self.row_die(row)))
        else:
            colour = until_contrast(self.row_line(row), pen.theme.cell, 3.0)
            sign = star(rect.x + pen.mm(1.7), rect.y + pen.mm(1.7), pen.mm(1.0), Paint(fill=colour), 8, 0.3)
        return Group(f"{self.name}.blank{row + 1}", (self._field(rect, self.row_line(row), 0.45), sign))


def _position(zone: Zone, cell: str) -> tuple[int, int]:
    return next((r, c) for r, c, _ in zone.cells if zone.cells.name(r, c) == cell)


def _arrow(pen: Pen, tip: tuple[float, float], toward: tuple[int, int], fill: str) -> Item:
    """A small arrow head that points right (1, 0) or down (0, 1)."""
    (x, y), (dx, dy), size = tip, toward, pen.mm(0.7)
    left = (x - size * (dx + dy), y - size * (dy + dx))
    right = (x - size * (dx - dy), y - size * (dy - dx))
    return polygon([left, tip, right], Paint(fill=fill))
