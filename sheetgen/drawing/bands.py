"""Zones with one row of cells: a band across the sheet."""

from collections.abc import Callable
from functools import partial

from sheetgen.drawing.names import zone_name
from sheetgen.drawing.pen import BADGE, CELL, STAR, Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Shape, line, polygon
from sheetgen.drawing.text import font_face, text_in
from sheetgen.layout.parts.points import PointsRule
from sheetgen.layout.zone import Zone

PAD = 1.0
FLAG = 6.2
COUNT = 2.3  # size of the small numbers of a ladder: 6.5 pt, the least that reads well in white on a colour
BESIDE = 7.4  # from star to star, if the small numbers are to stand beside them
STEP = STAR + 0.4
NOTE = 2.9
SIDE, TALL = 9.4, 10.5  # of a cell, as long as its band is not roomy
LARGEST = 14.0  # of a cell in a roomy band or panel: larger ones would look empty with a cross in them
APART = 1.5  # between such cells


def cell_side(pitch: float, usual: float, room: float, gap: float) -> float:
    """How wide a cell is: as usual where it is narrow, and larger where there is room both ways.

    >>> [cell_side(pitch, 9.2, room, 0.2) for pitch, room in ((9.0, 20), (12, 9), (12, 20), (20, 11), (20, 20))]
    [8.8, 9.2, 10.5, 11, 14.0]
    """
    return max(min(pitch - gap, usual), min(pitch - APART, room, LARGEST))


def band_height(zone: Zone) -> float:
    """The least height of a band in millimetres of the standard sheet."""
    return 2 * PAD + _above(zone) + CELL + _below(zone)


def _above(zone: Zone) -> float:
    """What stands above the cells: a ladder, stars."""
    return STEP * (len(_strips(zone)) + bool(_count_ladder(zone)))


def _below(zone: Zone) -> float:
    """What stands below them: badges, and a note that has no room among them."""
    badges = BADGE + 0.4 if zone.badges else 0.0
    return badges + (NOTE if _note(zone) and _quiet_cells(zone) is None else 0.0)


def _count_ladder(zone: Zone) -> tuple[int, ...]:
    return next((part.count_ladder for part in zone.points.parts if part.count_ladder), ())


def _note(zone: Zone) -> str:
    return next((part.note for part in zone.points.parts if part.note), "")


def _quiet_cells(zone: Zone) -> tuple[int, int] | None:
    """Three or more neighbours without a badge leave room for a note below them: the first and last of them."""
    taken = {i for i, cell in enumerate(zone.cells.by_name) for badge in zone.badges if cell in badge.cells}
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
    """Draw a band: ladder above, cells, badges below."""
    zone, die = pen.edition.zones[name], pen.edition.die_of(name)
    inner = rect.inset(pen.mm(PAD))
    items: list[Item] = [pen.frame(rect, die)]
    flag = pen.mm(FLAG) if zone.order.has_start else 0.0
    count = len(zone.cells.by_name)
    pitch = (inner.width - flag) / count
    quiet, steps = _quiet_cells(zone), _count_ladder(zone)
    room = inner.height - pen.mm(_above(zone) + _below(zone))
    side = pen.mm(cell_side(pitch / pen.unit, SIDE, room / pen.unit - (TALL - SIDE), 0.35))
    height = min(room, max(pen.mm(TALL), side))
    y = inner.y + (room - height) / 2
    centres = [inner.x + flag + pitch * (i + 0.5) for i in range(count)]
    if steps:
        items += ladder(pen, name, steps, centres[0], centres[-1], y + pen.mm(STAR) / 2)
        y += pen.mm(STEP)
    for strip in _strips(zone):
        items += strip(pen, name, zone, centres, y + pen.mm(STAR) / 2)
        y += pen.mm(STEP)
    row = Rect(inner.x, y, inner.width, height)
    if flag:
        items.append(_flag(pen, zone, die, Rect(row.x, row.y, flag - pen.mm(0.9), row.height)))
    cells = [Rect(x - side / 2, row.y, side, row.height) for x in centres]
    items += _cells(pen, name, zone, die, cells)
    items += _badges(pen, name, zone, die, cells, row.bottom + pen.mm(0.4 + BADGE / 2))
    if note := _note(zone):
        place = Rect(inner.x, inner.bottom - pen.mm(NOTE) + pen.mm(0.3), inner.width, pen.mm(NOTE))
        if quiet is not None:
            left, right = cells[quiet[0]], cells[quiet[1]]
            place = Rect(left.x, row.bottom + pen.mm(0.4), right.right - left.x, pen.mm(BADGE))
        items.append(text_in(note, place, pen.mm(COUNT), "strong", pen.zone(die).on_panel))
    return Group(f"zone-{name}", tuple(items), name, zone_name(pen.edition, name, pen.translate))


def ladder(pen: Pen, name: str, steps: tuple[int, ...], left: float, right: float, y: float) -> list[Item]:
    """Points by number of marks: a star each, the number of marks beside it, or below where it is narrow."""
    die = pen.edition.die_of(name)
    items: list[Item] = []
    pitch = (right - left) / max(len(steps) - 1, 1)
    beside = pitch >= pen.mm(BESIDE) - 0.001 or len(steps) == 1
    size = min(STAR, pitch / pen.unit - 0.4) if len(steps) > 1 else STAR
    fill = pen.zone(die).on_panel
    for i, points in enumerate(steps):
        x = left + pitch * i
        if beside:
            x += pen.mm(1.1)
            small = (x - pen.mm(size / 2 + 0.3), y + font_face("strong").cap_height * pen.mm(COUNT) / 2, 1.0)
        else:
            small = (x, y + pen.mm(STAR / 2 + COUNT * 0.86), 0.5)
        items.append(pen.star(f"{name}.star.count.{i + 1}", str(points), x, y, die, size))
        items.append(pen.small(str(i + 1), small[0], small[1], COUNT, fill, small[2]))
    return items


def _flag(pen: Pen, zone: Zone, die: str, rect: Rect) -> Group:
    """Where a row starts: the zone's sign, and how entries follow each other."""
    look = pen.zone(die)
    tip = rect.width * 0.24
    points = [
        (rect.x, rect.y),
        (rect.right - tip, rect.y),
        (rect.right, rect.y + rect.height / 2),
        (rect.right - tip, rect.bottom),
        (rect.x, rect.bottom),
    ]
    ground = look.badge if pen.theme.solid else pen.theme.paper
    paint = Paint(fill=ground, stroke=look.line, width=pen.mm(0.5))
    shapes: list[Shape] = [polygon(points, paint)]
    sign = "" if zone.accepts.sign_in_cells else zone.accepts.sign
    added = zone.value.added_die
    # Symbol, added die and sign stand below each other, with equal gaps.
    heights = [3.2 if added is None else 2.8, *([2.4] if added is not None else []), *([1.9] if sign else [])]
    gap = (rect.height / pen.unit - sum(heights)) / (len(heights) + 1) if len(heights) > 2 else 0.8
    x = rect.x + (rect.width - tip) / 2 + tip * 0.2
    y = rect.centre[1] - pen.mm(sum(heights) + gap * (len(heights) - 1)) / 2
    size = pen.mm(heights[0])
    shapes += pen.symbol(die, Rect(x - size / 2, y, size, size), look.on_badge, ground)
    y += size + pen.mm(gap)
    if added is not None:
        side = pen.mm(2.4)
        plus = Rect(x - side * 0.92, y, side * 0.7, side)
        shapes.append(text_in("+", plus, pen.mm(2.8), "strong", look.on_badge))
        shapes += pen.tile(added, Rect(plus.right + pen.mm(0.1), y, side, side))
        y += side + pen.mm(gap)
    if sign:
        place = Rect(x - pen.mm(2), y, pen.mm(4), pen.mm(1.9))
        shapes.append(text_in(sign, place, pen.mm(3.0), "strong", look.on_badge))
    return Group("", tuple(shapes))


Strip = Callable[[Pen, str, Zone, list[float], float], list[Item]]


def _strips(zone: Zone) -> list[Strip]:
    """What stands above the cells, one below the other: points, room for the results of pairs, factors to choose."""
    strips: list[Strip] = []
    for part in zone.points.parts:
        if part.cell_stars:
            strips.append(partial(_cell_stars, part))
        if part.pair_boxes:
            strips.append(_pair_boxes)
    if zone.value.factor_stars:
        strips.append(_factor_stars)
    return strips


def _cell_stars(part: PointsRule, pen: Pen, name: str, zone: Zone, centres: list[float], y: float) -> list[Item]:
    """Points above each cell; above the printed entry of an outward row, the sign of the zone."""
    die = pen.edition.die_of(name)
    items: list[Item] = []
    for i, (x, points) in enumerate(zip(centres, part.cell_stars, strict=True)):
        if points is not None:
            items.append(pen.star(f"{name}.star.cell.{i + 1}", str(points), x, y, die))
        elif zone.value.added_die is not None:
            items += pen.dice_sum(die, zone.value.added_die, x, y, min(pen.mm(3.3), (centres[1] - centres[0]) / 2.5))
        else:
            size, look = pen.mm(4), pen.zone(die)
            items += pen.symbol(die, Rect(x - size / 2, y - size / 2, size, size), look.line, look.panel)
    return items


def _pair_boxes(pen: Pen, name: str, zone: Zone, centres: list[float], y: float) -> list[Item]:
    die = pen.edition.die_of(name)
    pairs = enumerate(zip(centres[::2], centres[1::2], strict=False), 1)
    return [_pair_box(pen, f"{name}.pair{i}", die, left, right, y) for i, (left, right) in pairs]


def _factor_stars(pen: Pen, name: str, zone: Zone, centres: list[float], y: float) -> list[Item]:
    die = pen.edition.die_of(name)
    factors = zip(range(1, len(centres) + 1), centres, zone.value.factor_stars, strict=True)
    return [pen.star(f"{name}.star.factor.{i}", f"×{star}", x, y, die) for i, x, star in factors if star is not None]


def _pair_box(pen: Pen, element_id: str, die: str, left: float, right: float, y: float) -> Group:
    """Room to write the difference of a pair, with a bracket to its two cells."""
    look = pen.zone(die)
    half = pen.mm(STAR) / 2
    middle = (left + right) / 2
    width = (right - left) * 0.92
    bracket = Paint(stroke=look.line, width=pen.mm(0.3))
    drop = y + half + pen.mm(0.4)
    arms = line([(left, drop), (left, y), (right, y), (right, drop)], bracket)
    box = Box(
        Rect(middle - width / 2, y - half, width, 2 * half),
        Paint(fill=pen.theme.cell, stroke=look.line, width=pen.mm(0.32)),
        half,
    )
    return Group(element_id, (arms, box))


def _cells(pen: Pen, name: str, zone: Zone, die: str, places: list[Rect]) -> list[Item]:
    items: list[Item] = []
    tag = pen.tag_colour(die)
    joint = Paint(stroke=pen.zone(die).line, width=pen.mm(0.4))
    items.append(line([places[0].centre, places[-1].centre], joint))
    for i, ((cell_name, cell), rect) in enumerate(zip(zone.cells.by_name.items(), places, strict=True)):
        extra: list[Item] = []
        if cell.entry is not None:
            extra.append(pen.in_cell(str(cell.entry), rect))
        elif cell.number is not None:
            place = rect
            if zone.accepts.sign_in_cells:
                sign = Rect(rect.x + rect.width * 0.14, rect.y, rect.width * 0.36, rect.height)
                extra.append(text_in(zone.accepts.sign, sign, pen.mm(4.2), "strong", pen.theme.ink))
                place = Rect(rect.x + rect.width * 0.48, rect.y, rect.width * 0.42, rect.height)
            extra.append(text_in(str(cell.number), place, pen.mm(4.3), "display", pen.theme.ink))
        for text, high, left in _tags(zone, i):
            x = rect.x + pen.mm(0.7) if left else rect.right - pen.mm(0.7)
            baseline = rect.y + pen.mm(2.3) if high else rect.bottom - pen.mm(0.8)
            extra.append(pen.small(text, x, baseline, 2.2, tag, 0.0 if left else 1.0))
        items.append(pen.cell(f"{name}.{cell_name}", rect, die, tinted=cell.tinted, extra=extra))
    return items


def _tags(zone: Zone, cell: int) -> list[tuple[str, bool, bool]]:
    """Small print in the corners of a cell, out of the way of a pencil: text, at the top, at the left."""
    upper, lower = zone.value.tags(cell)
    tags = [(text, high, True) for text, high in ((upper, True), (lower, False)) if text]
    floor = zone.bonus.only_from
    if floor is not None and floor[cell] is not None:
        tags.append((f"≥{floor[cell]}", False, False))
    return tags


def _badges(pen: Pen, name: str, zone: Zone, die: str, places: list[Rect], y: float) -> list[Item]:
    items: list[Item] = []
    index = {cell: i for i, cell in enumerate(zone.cells.by_name)}
    stroke = Paint(stroke=pen.zone(die).line, width=pen.mm(0.4))
    for badge in zone.badges:
        used = [places[index[cell]] for cell in badge.cells]
        x = sum(place.centre[0] for place in used) / len(used)
        if badge.where == "between cells":
            foot = used[0].bottom
            ends = [place.centre[0] for place in used]
            items.append(line([(ends[0], foot), (ends[0], y), (ends[1], y), (ends[1], foot)], stroke))
        elif badge.where == "cell":
            items.append(line([(x, used[0].bottom), (x, y)], stroke))
        element_id = f"{name}.badge." + ".".join(badge.cells)
        items.append(pen.badge_group(element_id, badge.bonus, x, y))
    return items
