"""Zones with one row of cells: a band across the sheet, called by `drawing.sheet`.

Constants are millimetres of the standard sheet; rectangles and positions are millimetres on paper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sheetgen.drawing.names import zone_name
from sheetgen.drawing.panels import (
    COUNT,
    EDGE,
    FLAG,
    HANG,
    NEAR,
    PAD,
    POINTER,
    ROUNDED,
    SQUARE,
    STARS_APART,
    UNDER,
    corner_radius,
    count_ladder,
    ladder,
    ladder_height,
    share,
    signs_between,
    start_flag,
)
from sheetgen.drawing.pen import BADGE, CELL, LINE, POSITIVE, STAR, Pen, badge_length
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, line
from sheetgen.drawing.text import font_face, text_in
from sheetgen.layout.parts.points_rule import PointsRule
from sheetgen.layout.zone import Zone

PAIR = 5.4  # height of the box for the result of a pair
BRACKET = 0.6  # from such a box to the stars of its cells
NOTE = 3.2  # height of a note below badges, with the distance that it keeps from the frame
SIDE, TALL = 9.4, 10.5  # width and height of a cell, unless there is room for larger ones
START = FLAG + POINTER + 0.5  # from the edge of a band with a tag to its first cell


def band_height(zone: Zone) -> float:
    """The minimum height of a band in millimetres of the standard sheet."""
    return _above(zone) + CELL + _below(zone)


def _above(zone: Zone) -> float:
    """The height of what is above the cells: the edge, a ladder, stars and boxes."""
    steps, strips = count_ladder(zone), _strips(zone)
    ladder_part = ladder_height(steps, len(steps) * STAR * 2) + UNDER if steps else 0.0
    return _top(zone) + ladder_part + sum(strip.height + strip.gap for strip in strips)


def _top(zone: Zone) -> float:
    """The distance from the edge of the panel to what is uppermost in it."""
    first = next(iter(_strips(zone)), None)
    return PAD if count_ladder(zone) or (first is not None and not first.is_field) else EDGE


def _below(zone: Zone) -> float:
    """The height of what is below the cells: badges, a note if there is no place for it beside them, the edge."""
    badges = max((HANG + badge_length(badge.bonus) for badge in zone.badges), default=0.0)
    note = NOTE if _note(zone) and _cells_without_badges(zone) is None else 0.0
    return PAD + badges + note if badges or note else EDGE


def _note(zone: Zone) -> str:
    return next((part.note for part in zone.points.parts if part.note), "")


def _cells_without_badges(zone: Zone) -> tuple[int, int] | None:
    """The first and last of three or more neighbours without a badge, below which a note fits; None if none.

    A zone without any badge keeps no room below its cells, so that there is no such place either.
    """
    taken = {i for i, cell in enumerate(zone.cells.by_name) for badge in zone.badges if cell in badge.cells}
    if not taken:
        return None
    run: list[int] = []
    for i in range(len(zone.cells.by_name) + 1):
        if i in taken or i == len(zone.cells.by_name):
            if len(run) >= 3:
                return run[0], run[-1]
            run = []
        else:
            run.append(i)
    return None


def draw_band(pen: Pen, name: str, rect: Rect) -> Group:
    """Draw a zone in a rectangle: ladder above, cells, badges below."""
    zone, die = pen.edition.zones[name], pen.edition.die_of(name)
    room = rect.height - pen.mm(_above(zone) + _below(zone))
    left, right = (pen.mm(START if zone.order.start == end else EDGE) for end in ("left", "right"))
    inner = Rect(rect.x + left, rect.y, rect.width - left - right, rect.height)
    count = len(zone.cells.by_name)
    wide, step = share(inner.width / pen.unit, count, SIDE, room / pen.unit - (TALL - SIDE))
    side, pitch = pen.mm(wide), pen.mm(step)
    first = inner.x + (inner.width - pitch * (count - 1) - side) / 2
    height = min(room, max(pen.mm(TALL), side))
    spare = (room - height) / 2
    row = Rect(inner.x, rect.y + spare + pen.mm(_above(zone)), inner.width, height)
    cells = [Rect(first + pitch * i, row.y, side, row.height) for i in range(count)]
    items: list[Item] = [pen.frame(rect, die), *pen.pattern(rect, name)]
    if zone.order.start:
        items.append(start_flag(pen, rect, name, die, row.centre[1]))
    items += _draw_above(pen, name, zone, cells, rect.y + spare + pen.mm(_top(zone)))
    items += _cells(pen, name, zone, die, cells)
    items += signs_between(pen, name, zone, dict(zip(zone.cells.by_name, cells, strict=True)), die)
    items += _badges(pen, name, zone, die, cells)
    if note := _note(zone):
        free = _cells_without_badges(zone)
        note_rect = Rect(inner.x, rect.bottom - pen.mm(PAD + NOTE - 0.2), inner.width, pen.mm(NOTE - 0.4))
        if free is not None:
            start, end = cells[free[0]], cells[free[1]]
            note_rect = Rect(start.x, row.bottom + pen.mm(HANG), end.right - start.x, pen.mm(BADGE))
        text = text_in(note, note_rect, pen.mm(COUNT), "strong", pen.colours(die).on_panel)
        items += [*pen.quiet(text.rect.inset(-pen.mm(0.4), -pen.mm(0.2)), die), text]
    return Group(f"zone-{name}", tuple(items), name, zone_name(pen.edition, name, pen.translate))


# Above the cells


@dataclass(frozen=True)
class Strip:
    """What is drawn above the cells: its height, the gap below it, and a function of the cells and its upper edge.

    A field is something to write in, which keeps as far from the frame as cells do.
    """

    height: float
    gap: float
    draw: Callable[[Pen, str, Zone, list[Rect], float], list[Item]]
    is_field: bool = False


def _strips(zone: Zone) -> list[Strip]:
    """The strips above the cells, from the top: points, boxes for the results of pairs, factors to choose."""
    strips: list[Strip] = []
    factors = bool(zone.value.factor_stars)
    for part in zone.points.parts:
        if part.cell_stars:
            strips.append(Strip(STAR, NEAR, partial(_cell_stars, part)))
        if part.pair_boxes:
            gap = BRACKET if factors else 0.0  # directly on their cells, unless stars are between them
            strips.append(Strip(PAIR, gap, partial(_pair_boxes, gap), is_field=True))
    if factors:
        strips.append(Strip(STAR, NEAR, _factor_stars))
    return strips


def _draw_above(pen: Pen, name: str, zone: Zone, cells: list[Rect], y: float) -> list[Item]:
    items: list[Item] = []
    steps = count_ladder(zone)
    if steps:
        middles = [cell.centre[0] for cell in cells]
        ends = (middles[-1], middles[0]) if zone.order.start == "right" else (middles[0], middles[-1])
        apart = (ends[1] - ends[0]) / max(len(steps) - 1, 1)
        places = [ends[0] + apart * i for i in range(len(steps))]
        height = ladder_height(steps, len(steps) * STAR * 2)
        items += ladder(pen, name, steps, Rect(cells[0].x, y, cells[-1].right - cells[0].x, 0), centres=places)
        y += pen.mm(height + UNDER)
    for strip in _strips(zone):
        items += strip.draw(pen, name, zone, cells, y)
        y += pen.mm(strip.height + strip.gap)
    return items


def _star_size(pen: Pen, cells: list[Rect]) -> float:
    """The diameter of stars above cells, in millimetres of the standard sheet: less where cells are very narrow."""
    pitch = (cells[-1].x - cells[0].x) / max(len(cells) - 1, 1) / pen.unit
    return min(STAR, pitch - STARS_APART) if len(cells) > 1 else STAR


def _cell_stars(part: PointsRule, pen: Pen, name: str, zone: Zone, cells: list[Rect], top: float) -> list[Item]:
    """Points above each cell; the symbol of the zone above the printed entry of an outward row."""
    die = pen.edition.die_of(name)
    y, size = top + pen.mm(STAR / 2), _star_size(pen, cells)
    items: list[Item] = []
    for i, (cell, points) in enumerate(zip(cells, part.cell_stars, strict=True)):
        x = cell.centre[0]
        if points is not None:
            items.append(pen.star(f"{name}.star.cell.{i + 1}", str(points), x, y, die, size))
        elif zone.value.added_die is not None:
            items += pen.dice_sum(die, zone.value.added_die, x, y, min(pen.mm(3.2), cell.width / 2.6))
        else:
            side, colours = pen.mm(4), pen.colours(die)
            items += pen.symbol(die, Rect(x - side / 2, y - side / 2, side, side), colours.line, colours.panel)
    return items


def _factor_stars(pen: Pen, name: str, zone: Zone, cells: list[Rect], top: float) -> list[Item]:
    die = pen.edition.die_of(name)
    y, size = top + pen.mm(STAR / 2), _star_size(pen, cells)
    return [
        pen.star(f"{name}.star.factor.{i}", f"×{star}", cell.centre[0], y, die, size)
        for i, (cell, star) in enumerate(zip(cells, zone.value.factor_stars, strict=True), 1)
        if star is not None
    ]


def _pair_boxes(gap: float, pen: Pen, name: str, zone: Zone, cells: list[Rect], top: float) -> list[Item]:
    """Boxes to write the differences of pairs in: on their two cells, or with brackets across a gap."""
    colours = pen.colours(pen.edition.die_of(name))
    bracket = Paint(stroke=colours.line, width=pen.mm(LINE))
    paint = Paint(fill=pen.theme.cell, stroke=colours.line, width=pen.mm(LINE))
    items: list[Item] = []
    for i, (first, second) in enumerate(zip(cells[::2], cells[1::2], strict=False), 1):
        left, right = first.centre[0], second.centre[0]
        # A bracket is seen beside its box; without one, the box reaches over both cells.
        inset = pen.mm(1.2) if gap else pen.mm(0.3) - first.width * 0.2
        box = Rect(left, top, right - left, pen.mm(PAIR)).inset(inset, 0)
        shapes: list[Item] = [Box(box, paint, pen.mm(ROUNDED if gap else SQUARE))]
        if gap:
            y, stars = box.centre[1], zone.value.factor_stars[2 * i - 2 : 2 * i]
            feet = [box.bottom + pen.mm(gap) if star is not None else first.y for star in stars]
            shapes.insert(0, line([(left, feet[0]), (left, y), (right, y), (right, feet[1])], bracket))
        items.append(Group(f"{name}.pair{i}", tuple(shapes)))
    return items


# Cells and badges


def _cells(pen: Pen, name: str, zone: Zone, die: str, rects: list[Rect]) -> list[Item]:
    items: list[Item] = []
    joint = Paint(stroke=pen.colours(die).line, width=pen.mm(0.4))
    pitch = rects[1].x - rects[0].x if len(rects) > 1 else 0.0
    radius = corner_radius(pen, rects[0].width, pitch) / pen.unit if len(rects) > 1 else 1.3
    items.append(line([rects[0].centre, rects[-1].centre], joint))
    for i, ((cell_name, cell), rect) in enumerate(zip(zone.cells.by_name.items(), rects, strict=True)):
        extra: list[Item] = []
        if cell.entry is not None:
            extra.append(pen.in_cell(str(cell.entry), rect))
        elif cell.number is not None:
            sign = zone.accepts.sign if zone.accepts.sign_in_cells else ""
            extra += _sign_and_number(pen, sign, str(cell.number), rect)
        extra += _tags(pen, zone, die, i, rect)
        items.append(pen.cell(f"{name}.{cell_name}", rect, die, tinted=cell.tinted, radius=radius, extra=extra))
    return items


def _sign_and_number(pen: Pen, sign: str, number: str, rect: Rect) -> list[Item]:
    """A number in the middle of a cell, close behind the sign of what is accepted if there is one."""
    faces = (font_face("strong"), font_face("display"))
    widths = faces[0].width(sign, pen.mm(4.2)), faces[1].width(number, pen.mm(4.3))
    gap = pen.mm(0.8) if sign else 0.0
    x = rect.centre[0] - (sum(widths) + gap) / 2
    places = (Rect(x, rect.y, widths[0], rect.height), Rect(x + widths[0] + gap, rect.y, widths[1], rect.height))
    items: list[Item] = [text_in(number, places[1], pen.mm(4.3), "display", pen.theme.ink)]
    return [text_in(sign, places[0], pen.mm(4.2), "strong", pen.theme.ink), *items] if sign else items


def _tags(pen: Pen, zone: Zone, die: str, cell: int, rect: Rect) -> list[Item]:
    """Small texts in the corners of a cell: the factor, a half, the least number for the badge, what is accepted."""
    upper, lower = zone.value.tags(cell)
    floor = zone.bonus.only_from[cell] if zone.bonus.only_from is not None else None
    rule = zone.accepts
    sign = "" if rule.sign_in_cells or rule.compares_with_entry_before else rule.sign
    corner = pen.mm(2.3) if zone.table.tinted[cell] else 0.0  # the dark corner of a tinted cell
    texts = [(upper, True, True), (lower, False, True), (sign, True, False)]
    texts.append((f"≥{floor}" if floor is not None else "", False, False))
    return [
        pen.small(
            text,
            rect.x + pen.mm(0.7) if at_left else rect.right - pen.mm(0.7) - (corner if at_top else 0.0),
            rect.y + pen.mm(2.4) if at_top else rect.bottom - pen.mm(0.8),
            POSITIVE,
            pen.tag_colour(die),
            0.0 if at_left else 1.0,
        )
        for text, at_top, at_left in texts
        if text
    ]


def _badges(pen: Pen, name: str, zone: Zone, die: str, rects: list[Rect]) -> list[Item]:
    """The badges below the cells, with lines to them."""
    items: list[Item] = []
    index = {cell: i for i, cell in enumerate(zone.cells.by_name)}
    stroke = Paint(stroke=pen.colours(die).line, width=pen.mm(0.4))
    for badge in zone.badges:
        cells = [rects[index[cell]] for cell in badge.cells]
        x = sum(rect.centre[0] for rect in cells) / len(cells)
        y = cells[0].bottom + pen.mm(HANG + BADGE / 2)  # of the first option
        if badge.attached_to == "between cells":
            foot = cells[0].bottom
            ends = [rect.centre[0] for rect in cells]
            items.append(line([(ends[0], foot), (ends[0], y), (ends[1], y), (ends[1], foot)], stroke))
        elif badge.attached_to == "cell":
            items.append(line([(x, cells[0].bottom), (x, y)], stroke))
        element_id = f"{name}.badge." + ".".join(badge.cells)
        middle = cells[0].bottom + pen.mm(HANG + badge_length(badge.bonus) / 2)
        ink = pen.colours(die).on_panel
        items.append(pen.badge_group(element_id, badge.bonus, x, middle, ink=ink, upright=True))
    return items
