"""Zones with several rows of cells: a panel with rows and columns, called by `drawing.sheet`.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper. `cells` maps row and column to
the rectangle of the cell.
"""

from dataclasses import dataclass
from itertools import pairwise

from sheetgen.drawing.bands import BESIDE, COUNT, cell_side, ladder
from sheetgen.drawing.names import zone_name
from sheetgen.drawing.pen import BADGE, CELL, STAR, Pen
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, cross, line, polygon
from sheetgen.drawing.text import text_in
from sheetgen.drawing.themes import until_contrast
from sheetgen.layout.zone import Badge, Zone

PAD = 1.0
HEAD = 5.0  # height of the strip with the zone's symbol and its ladder
NARROW = STAR + COUNT + 0.2  # the same, if the small numbers of the ladder are below the stars
FEW = 6  # a ladder with more steps has its small numbers below the stars
GAP = 0.2
SIDE = 9.2  # of a cell, unless there is room for larger ones
AROUND = 3.8  # free space between rows from which on cells grow
SPREAD = 2.8  # largest gap between two columns
FOOT_STAR = 5.4
LABEL = 3.4
TOTAL = 7.5


@dataclass(frozen=True)
class GridMeasures:
    """How many rows and columns a grid has, and the space around them in millimetres of the standard sheet."""

    rows: int
    columns: int
    label: float  # left of the rows
    side: float  # right of the rows
    foot: float  # below the columns
    under: tuple[float, ...]  # below each row, for badges
    staggered: bool  # the cells of a row are between those of the next one
    head: float  # above the rows


def measure_grid(pen: Pen, zone: Zone) -> GridMeasures:
    """Measure the grid of a zone."""
    rows = zone.cells.rows
    names = [[zone.cells.name(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
    hanging = {
        cell for badge in zone.badges if badge.attached_to in ("cell", "between rows") for cell in badge.cells[:1]
    }
    side = sum(_side_columns(zone).values())
    foot = 0.0
    if any(badge.attached_to in ("column", "diagonal") for badge in zone.badges):
        foot = BADGE + 1.3
    if any(part.column_stars for part in zone.points.parts):
        foot = FOOT_STAR + 1.4
    return GridMeasures(
        rows=len(rows),
        columns=zone.cells.columns,
        label=LABEL if zone.row_dice or zone.order.depends_on_place else 0.0,
        side=side,
        foot=foot,
        under=tuple(BADGE + 0.7 if any(name in hanging for name in row) else 0.0 for row in names),
        head=NARROW if _ladder_of(zone) and _numbers_below(pen) else HEAD,
        staggered=len(rows) > 1
        and all(
            (a is None) != (b is None) or (a is None and b is None)
            for upper, lower in pairwise(rows)
            for a, b in zip(upper, lower, strict=False)
        ),
    )


def _ladder_of(zone: Zone) -> tuple[int, ...]:
    return next((part.count_ladder for part in zone.points.parts if part.count_ladder), ())


def _numbers_below(pen: Pen) -> bool:
    """Whether small numbers are below the stars: in all panels alike, if one of them has a long ladder."""
    return any(len(_ladder_of(zone)) > FEW for zone in pen.edition.zones.values() if zone.cells.is_grid)


def _side_columns(zone: Zone) -> dict[str, float]:
    """The columns right of the cells, from the outside in, with their widths."""
    columns = {}
    if any(badge.attached_to in ("row", "diagonal") for badge in zone.badges):
        columns["badges"] = BADGE + 1.8
    if any(part.row_stars for part in zone.points.parts):
        columns["stars"] = FOOT_STAR + 0.8
    if any(part.row_totals for part in zone.points.parts):
        columns["totals"] = TOTAL + 0.8
    return columns


def _side_right(pen: Pen, zone: Zone, column: str, inner: Rect) -> float:
    """The right edge of a column right of the cells."""
    columns = _side_columns(zone)
    outside = list(columns)[: list(columns).index(column)]
    return inner.right - pen.mm(sum(columns[name] for name in outside))


def grid_height(pen: Pen, zone: Zone) -> float:
    """The minimum height of a panel in millimetres of the standard sheet."""
    measures = measure_grid(pen, zone)
    pitch = (CELL + GAP) * (0.8 if measures.staggered else 1.0)
    return 2 * PAD + measures.head + CELL + pitch * (measures.rows - 1) + sum(measures.under) + measures.foot


def grid_width(pen: Pen, zone: Zone) -> float:
    """The minimum width of a panel in millimetres of the standard sheet."""
    measures = measure_grid(pen, zone)
    return 2 * PAD + measures.label + (CELL + GAP) * measures.columns - GAP + measures.side


def draw_grid(pen: Pen, name: str, rect: Rect) -> Group:
    """Draw a zone in a rectangle: symbol and ladder on top, then cells with badges and points of rows and columns."""
    zone, die = pen.edition.zones[name], pen.edition.die_of(name)
    measures = measure_grid(pen, zone)
    inner = rect.inset(pen.mm(PAD))
    items: list[Item] = [pen.frame(rect, die), *pen.pattern(rect, name), *_head(pen, name, zone, die, inner)]
    body = Rect(
        inner.x + pen.mm(measures.label),
        inner.y + pen.mm(measures.head),
        inner.width - pen.mm(measures.label + measures.side),
        inner.height - pen.mm(measures.head + measures.foot),
    )
    cells = _cell_rects(pen, zone, measures, body)
    items += _row_labels(pen, zone, die, cells, inner)
    items += _connections(pen, zone, die, cells, body, inner)
    items += _cells(pen, name, zone, die, cells)
    items += _badges(pen, name, zone, cells, body, inner)
    items += _points(pen, name, zone, die, cells, body, inner)
    if zone.value.added_die is not None and _has_gap(zone):
        side = min(pen.mm(4.4), cells[0, 0].width / 2.1)
        items += pen.dice_sum(die, zone.value.added_die, *cells[0, 0].centre, side)
    return Group(f"zone-{name}", tuple(items), name, zone_name(pen.edition, name, pen.translate))


def _cell_rects(pen: Pen, zone: Zone, measures: GridMeasures, body: Rect) -> dict[tuple[int, int], Rect]:
    """The rectangle of every cell, by row and column: evenly spread over the body."""
    gap = pen.mm(GAP)
    free = body.height - pen.mm(sum(measures.under))
    steps = measures.rows - 1
    pitch = (body.width + gap) / measures.columns / pen.unit
    wide = cell_side(pitch, SIDE, (free + gap) / measures.rows / pen.unit - AROUND, GAP)
    side, pitch_x = pen.mm(wide), pen.mm(min(pitch, wide + SPREAD))
    left = body.x + (body.width - pitch_x * (measures.columns - 1) - side) / 2
    if measures.staggered:
        height = min(side, free - steps * pen.mm(CELL + GAP) * 0.8)
        pitch_y = (free - height) / max(steps, 1)
    else:
        pitch_y = (free + gap) / measures.rows
        height = min(pitch_y - gap, side)
    cells = {}
    y = body.y
    for r in range(measures.rows):
        for c in range(measures.columns):
            top = y if measures.staggered else y + (pitch_y - gap - height) / 2
            cells[r, c] = Rect(left + pitch_x * c, top, side, height)
        y += pitch_y + pen.mm(measures.under[r])
    return cells


def _head(pen: Pen, name: str, zone: Zone, die: str, inner: Rect) -> list[Item]:
    """The zone's symbol, and its ladder if marks are counted."""
    y = inner.y + pen.mm(STAR) / 2
    start = inner.x
    items: list[Item] = []
    if zone.value.added_die is not None and not _has_gap(zone):
        side = pen.mm(3.6)
        items += pen.dice_sum(die, zone.value.added_die, start + side * 1.2, y, side)
        start += side * 2.4 + pen.mm(0.8)
    elif not _has_gap(zone):
        items += _sign(pen, die, start, y)
        start += pen.mm(4.6 + 0.8)
    steps = _ladder_of(zone)
    if steps:
        pitch = min((inner.right - start) / len(steps), pen.mm(6.5 if _numbers_below(pen) else BESIDE))
        right = inner.right - pitch / 2
        items += ladder(pen, name, steps, right - pitch * (len(steps) - 1), right, y)
    return items


def _sign(pen: Pen, die: str, x: float, y: float) -> list[Item]:
    """The symbol of a zone on a disc."""
    colours = pen.colours(die)
    size = pen.mm(4.6)
    background = colours.badge if pen.theme.solid else pen.theme.paper
    disc = Circle(x + size / 2, y, size / 2, Paint(fill=background, stroke=colours.line, width=pen.mm(0.3)))
    sign = size * 0.62
    sign_rect = Rect(x + (size - sign) / 2, y - sign / 2, sign, sign)
    return [disc, *pen.symbol(die, sign_rect, colours.on_badge, background)]


def _has_gap(zone: Zone) -> bool:
    """Whether the first cell of a zone with sums is missing: the two dice are drawn there, and no other symbol."""
    return zone.value.added_die is not None and zone.cells.rows[0][0] is None


def _row_labels(pen: Pen, zone: Zone, die: str, cells: dict[tuple[int, int], Rect], inner: Rect) -> list[Item]:
    items: list[Item] = []
    for r in range(len(zone.cells.rows)):
        cell = cells[r, 0]
        centre = cell.y + cell.height / 2
        if zone.row_dice:
            colours = pen.colours(zone.row_dice[r])
            bar = Rect(inner.x - pen.mm(0.3), cell.y, inner.width, cell.height).inset(0, -pen.mm(0.1))
            items.append(Box(bar, Paint(fill=colours.bar), pen.mm(1.3)))
            size = pen.mm(2.5)
            items += pen.symbol(
                zone.row_dice[r],
                Rect(inner.x + pen.mm(0.15), centre - size / 2, size, size),
                pen.tag_colour(zone.row_dice[r]),
                colours.bar,
            )
        elif zone.order.depends_on_place and r < len(pen.edition.die_slots):
            box = Rect(inner.x - pen.mm(0.3), cell.y, pen.mm(LABEL), cell.height)
            label = pen.edition.die_slots[r] or str(r + 1)
            items.append(text_in(label, box, pen.mm(3.2), "strong", pen.colours(die).on_panel))
    return items


def _connections(
    pen: Pen, zone: Zone, die: str, cells: dict[tuple[int, int], Rect], body: Rect, inner: Rect
) -> list[Item]:
    """Lines behind the cells that lead to the badges and stars of rows, columns and the diagonal."""
    colour = pen.colours(die).line
    for other in zone.row_dice or ():  # the line crosses the bars of the rows
        colour = until_contrast(colour, pen.colours(other).bar, 3.0)
    paint = Paint(stroke=colour, width=pen.mm(0.5))
    items: list[Item] = []
    for r, bonus in enumerate(zone.bonus.rows or ()):
        if bonus is not None:
            y = cells[r, 0].centre[1]
            start = min(cells[r, c].centre[0] for c, cell in enumerate(zone.cells.rows[r]) if cell is not None)
            items.append(line([(start, y), (body.right + pen.mm(0.9), y)], paint))
            items.append(_arrow_right(pen, body.right + pen.mm(0.9), y, colour))
    has_columns = bool(zone.bonus.columns) or any(part.column_stars for part in zone.points.parts)
    for c in range(zone.cells.columns if has_columns else 0):
        if zone.bonus.columns is not None and zone.bonus.columns[c] is None:
            continue
        x = cells[0, c].centre[0]
        start = min(
            cells[r, c].centre[1] for r, row in enumerate(zone.cells.rows) if c < len(row) and row[c] is not None
        )
        items.append(line([(x, start), (x, body.bottom + pen.mm(0.7))], paint))
        items.append(_arrow_down(pen, x, body.bottom + pen.mm(0.7), colour))
    if zone.bonus.diagonal is not None:
        size = min(len(zone.cells.rows), zone.cells.columns)
        dotted = Paint(stroke=colour, width=pen.mm(0.6), dash=(pen.mm(0.1), pen.mm(1.2)))
        first, last = cells[0, 0].centre, cells[size - 1, size - 1].centre
        reach = (inner.right - pen.mm(BADGE / 2) - last[0]) / (last[0] - first[0])
        items.append(line([first, (last[0] + reach * (last[0] - first[0]), _foot_y(pen, zone, body, inner))], dotted))
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


def _position(zone: Zone, cell: str) -> tuple[int, int]:
    return next((r, c) for r, c, _ in zone.cells if zone.cells.name(r, c) == cell)


def _arrow_right(pen: Pen, x: float, y: float, fill: str) -> Item:
    size = pen.mm(0.75)
    return polygon([(x - size, y - size), (x + size * 0.5, y), (x - size, y + size)], Paint(fill=fill))


def _arrow_down(pen: Pen, x: float, y: float, fill: str) -> Item:
    size = pen.mm(0.75)
    return polygon([(x - size, y - size), (x, y + size * 0.5), (x + size, y - size)], Paint(fill=fill))


def _cells(pen: Pen, name: str, zone: Zone, die: str, cells: dict[tuple[int, int], Rect]) -> list[Item]:
    items: list[Item] = []
    for r, c, cell in zone.cells:
        rect = cells[r, c]
        extra: list[Item] = []
        if zone.mark_kind == "circle then cross":
            dashed = Paint(stroke=pen.colours(die).line, width=pen.mm(0.22), dash=(pen.mm(0.7), pen.mm(0.6)))
            x, y = rect.centre
            extra.append(Circle(x, y, min(rect.width, rect.height) * 0.4, dashed))
        if cell.crossed:
            arm = min(rect.width, rect.height) * 0.26
            x, y = rect.centre
            extra.append(
                cross(Rect(x - arm, y - arm, 2 * arm, 2 * arm), Paint(stroke=pen.theme.ink, width=pen.mm(0.9)))
            )
        elif cell.number is not None:
            extra.append(pen.in_cell(str(cell.number), rect))
        items.append(pen.cell(f"{name}.{zone.cells.name(r, c)}", rect, die, tinted=cell.tinted, extra=extra))
    return items


def _foot_y(pen: Pen, zone: Zone, body: Rect, inner: Rect) -> float:
    return (body.bottom + pen.mm(0.7) + inner.bottom) / 2 + pen.mm(0.2)


def _badges(pen: Pen, name: str, zone: Zone, cells: dict[tuple[int, int], Rect], body: Rect, inner: Rect) -> list[Item]:
    items: list[Item] = []
    for badge in zone.badges:
        x, y = _badge_centre(pen, zone, badge, cells, body, inner)
        path = badge.cells if badge.attached_to == "cell" else badge.path
        element_id = f"{name}.badge." + ".".join(map(str, path)).replace(" ", "-")
        items.append(pen.badge_group(element_id, badge.bonus, x, y))
    return items


def _badge_centre(
    pen: Pen, zone: Zone, badge: Badge, cells: dict[tuple[int, int], Rect], body: Rect, inner: Rect
) -> tuple[float, float]:
    r, c = _position(zone, badge.cells[0])
    if badge.attached_to == "row":
        return inner.right - pen.mm(BADGE / 2), cells[r, c].centre[1]
    if badge.attached_to == "column":
        return cells[0, int(badge.path[-1])].centre[0], _foot_y(pen, zone, body, inner)
    if badge.attached_to == "diagonal":
        return inner.right - pen.mm(BADGE / 2), _foot_y(pen, zone, body, inner)
    if badge.attached_to == "between rows":
        below = cells[_position(zone, badge.cells[1])]
        return cells[r, c].centre[0], (cells[r, c].bottom + below.y) / 2
    return cells[r, c].centre[0], cells[r, c].bottom + pen.mm(0.35 + BADGE / 2)


def _points(
    pen: Pen, name: str, zone: Zone, die: str, cells: dict[tuple[int, int], Rect], body: Rect, inner: Rect
) -> list[Item]:
    """Stars under full columns, and boxes for the sums of rows."""
    items: list[Item] = []
    for part in zone.points.parts:
        for c, points in enumerate(part.column_stars):
            x, element_id = cells[0, c].centre[0], f"{name}.star.column.{c + 1}"
            items.append(pen.star(element_id, str(points), x, _foot_y(pen, zone, body, inner), die, FOOT_STAR))
        for r, points in enumerate(part.row_stars):
            x = _side_right(pen, zone, "stars", inner) - pen.mm(FOOT_STAR / 2)
            y, element_id = cells[r, 0].centre[1], f"{name}.star.row.{r + 1}"
            items.append(pen.star(element_id, str(points), x, y, die, FOOT_STAR))
        for r, weight in enumerate(part.row_totals):
            if weight:
                right = _side_right(pen, zone, "totals", inner)
                items.append(_total_box(pen, f"{name}.sum{r + 1}", weight, cells[r, 0], die, right))
    return items


def _total_box(pen: Pen, element_id: str, weight: int, row: Rect, die: str, right: float) -> Group:
    rect = Rect(right - pen.mm(TOTAL), row.y, pen.mm(TOTAL), row.height)
    box = Box(rect, Paint(fill=pen.theme.cell, stroke=pen.theme.ink, width=pen.mm(0.4)), pen.mm(1.3))
    sign = pen.small("+" if weight > 0 else "−", rect.x + pen.mm(0.7), rect.y + pen.mm(2.6), 2.8, pen.tag_colour(die))
    return Group(element_id, (box, sign))
