"""Zones with one row of cells: a band across the sheet, called by `drawing.sheet`.

Constants are millimetres of the standard sheet; rectangles and positions are millimetres on paper.
"""

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
COUNT = 2.3  # size of the small numbers of a ladder: 6.5 pt, the smallest that is readable in white on a colour
BESIDE = 7.4  # from star to star, if the small numbers are beside them
STEP = STAR + 0.4
NOTE = 2.9
SIDE, TALL = 9.4, 10.5  # width and height of a cell, unless there is room for larger ones
LARGEST = 14.0  # side of the largest cell: larger ones would look empty with a cross in them
APART = 1.5  # gap between such cells
MIRRORED = str.maketrans("<>≤≥", "><≥≤")  # signs of what is accepted, read from the right


def cell_side(pitch: float, usual: float, room: float, gap: float) -> float:
    """The width of a cell: `usual` (or less) in narrow columns, larger where `pitch` and `room` (its height) allow it.

    >>> [cell_side(pitch, 9.2, room, 0.2) for pitch, room in ((9.0, 20), (12, 9), (12, 20), (20, 11), (20, 20))]
    [8.8, 9.2, 10.5, 11, 14.0]
    """
    return max(min(pitch - gap, usual), min(pitch - APART, room, LARGEST))


def band_height(zone: Zone) -> float:
    """The minimum height of a band in millimetres of the standard sheet."""
    return 2 * PAD + _above(zone) + CELL + _below(zone)


def _above(zone: Zone) -> float:
    """The height of what is above the cells: a ladder, stars."""
    return STEP * (len(_strips(zone)) + bool(_count_ladder(zone)))


def _below(zone: Zone) -> float:
    """The height of what is below the cells: badges, and a note if there is no room for it beside them."""
    badges = BADGE + 0.4 if zone.badges else 0.0
    return badges + (NOTE if _note(zone) and _cells_without_badges(zone) is None else 0.0)


def _count_ladder(zone: Zone) -> tuple[int, ...]:
    return next((part.count_ladder for part in zone.points.parts if part.count_ladder), ())


def _note(zone: Zone) -> str:
    return next((part.note for part in zone.points.parts if part.note), "")


def _cells_without_badges(zone: Zone) -> tuple[int, int] | None:
    """The first and last of three or more neighbours without a badge, below which a note fits; None if none."""
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
    """Draw a zone in a rectangle: ladder above, cells, badges below."""
    zone, die = pen.edition.zones[name], pen.edition.die_of(name)
    inner = rect.inset(pen.mm(PAD))
    items: list[Item] = [pen.frame(rect, die), *pen.pattern(rect, name)]
    flag = pen.mm(FLAG) if zone.order.start else 0.0
    from_right = zone.order.start == "right"
    count = len(zone.cells.by_name)
    pitch = (inner.width - flag) / count
    free, steps = _cells_without_badges(zone), _count_ladder(zone)
    room = inner.height - pen.mm(_above(zone) + _below(zone))
    side = pen.mm(cell_side(pitch / pen.unit, SIDE, room / pen.unit - (TALL - SIDE), 0.35))
    height = min(room, max(pen.mm(TALL), side))
    y = inner.y + (room - height) / 2
    first = inner.x if from_right else inner.x + flag
    centres = [first + pitch * (i + 0.5) for i in range(count)]
    if steps:
        ends = (centres[-1], centres[0]) if from_right else (centres[0], centres[-1])
        items += ladder(pen, name, steps, *ends, y + pen.mm(STAR) / 2)
        y += pen.mm(STEP)
    for strip in _strips(zone):
        items += strip(pen, name, zone, centres, y + pen.mm(STAR) / 2)
        y += pen.mm(STEP)
    row = Rect(inner.x, y, inner.width, height)
    if flag:
        width = flag - pen.mm(0.9)
        x = row.right - width if from_right else row.x
        items.append(_flag(pen, zone, die, Rect(x, row.y, width, row.height), from_right=from_right))
    cells = [Rect(x - side / 2, row.y, side, row.height) for x in centres]
    items += _cells(pen, name, zone, die, cells)
    items += _badges(pen, name, zone, die, cells, row.bottom + pen.mm(0.4 + BADGE / 2))
    if note := _note(zone):
        note_rect = Rect(inner.x, inner.bottom - pen.mm(NOTE) + pen.mm(0.3), inner.width, pen.mm(NOTE))
        if free is not None:
            left, right = cells[free[0]], cells[free[1]]
            note_rect = Rect(left.x, row.bottom + pen.mm(0.4), right.right - left.x, pen.mm(BADGE))
        items.append(text_in(note, note_rect, pen.mm(COUNT), "strong", pen.colours(die).on_panel))
    return Group(f"zone-{name}", tuple(items), name, zone_name(pen.edition, name, pen.translate))


def ladder(pen: Pen, name: str, steps: tuple[int, ...], start: float, end: float, y: float) -> list[Item]:
    """Points by number of marks: stars from `start` to `end`, each with the number of marks beside or below it.

    `start` is right of `end` where the row is filled from the right.
    """
    die = pen.edition.die_of(name)
    items: list[Item] = []
    step = (end - start) / max(len(steps) - 1, 1)
    pitch = abs(step)
    beside = pitch >= pen.mm(BESIDE) - 0.001 or len(steps) == 1
    size = min(STAR, pitch / pen.unit - 0.4) if len(steps) > 1 else STAR
    fill = pen.colours(die).on_panel
    for i, points in enumerate(steps):
        x = start + step * i
        if beside:
            x += pen.mm(1.1)
            small = (x - pen.mm(size / 2 + 0.3), y + font_face("strong").cap_height * pen.mm(COUNT) / 2, 1.0)
        else:
            small = (x, y + pen.mm(STAR / 2 + COUNT * 0.86), 0.5)
        items.append(pen.star(f"{name}.star.count.{i + 1}", str(points), x, y, die, size))
        items.append(pen.small(str(i + 1), small[0], small[1], COUNT, fill, small[2]))
    return items


def _flag(pen: Pen, zone: Zone, die: str, rect: Rect, *, from_right: bool) -> Group:
    """The arrow at the start of a row: the zone's symbol, an added die, and the sign of what is accepted."""
    colours = pen.colours(die)
    tip = rect.width * 0.24
    back, shoulder, head = (rect.right, rect.x + tip, rect.x) if from_right else (rect.x, rect.right - tip, rect.right)
    points = [
        (back, rect.y),
        (shoulder, rect.y),
        (head, rect.y + rect.height / 2),
        (shoulder, rect.bottom),
        (back, rect.bottom),
    ]
    background = colours.badge if pen.theme.solid else pen.theme.paper
    paint = Paint(fill=background, stroke=colours.line, width=pen.mm(0.5))
    shapes: list[Shape] = [polygon(points, paint)]
    sign = "" if zone.accepts.sign_in_cells else zone.accepts.sign
    if from_right:
        sign = sign.translate(MIRRORED)
    added = zone.value.added_die
    # Symbol, added die and sign are below each other, with equal gaps.
    heights = [3.2 if added is None else 2.8, *([2.4] if added is not None else []), *([1.9] if sign else [])]
    gap = (rect.height / pen.unit - sum(heights)) / (len(heights) + 1) if len(heights) > 2 else 0.8
    x = (back + shoulder) / 2 + tip * (-0.2 if from_right else 0.2)
    y = rect.centre[1] - pen.mm(sum(heights) + gap * (len(heights) - 1)) / 2
    size = pen.mm(heights[0])
    shapes += pen.symbol(die, Rect(x - size / 2, y, size, size), colours.on_badge, background)
    y += size + pen.mm(gap)
    if added is not None:
        side = pen.mm(2.4)
        plus = Rect(x - side * 0.92, y, side * 0.7, side)
        shapes.append(text_in("+", plus, pen.mm(2.8), "strong", colours.on_badge))
        shapes += pen.tile(added, Rect(plus.right + pen.mm(0.1), y, side, side))
        y += side + pen.mm(gap)
    if sign:
        sign_rect = Rect(x - pen.mm(2), y, pen.mm(4), pen.mm(1.9))
        shapes.append(text_in(sign, sign_rect, pen.mm(3.0), "strong", colours.on_badge))
    return Group("", tuple(shapes))


Strip = Callable[[Pen, str, Zone, list[float], float], list[Item]]


def _strips(zone: Zone) -> list[Strip]:
    """What is drawn above the cells, from the top: points, boxes for the results of pairs, factors to choose."""
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
    """Points above each cell; the symbol of the zone above the printed entry of an outward row."""
    die = pen.edition.die_of(name)
    items: list[Item] = []
    for i, (x, points) in enumerate(zip(centres, part.cell_stars, strict=True)):
        if points is not None:
            items.append(pen.star(f"{name}.star.cell.{i + 1}", str(points), x, y, die))
        elif zone.value.added_die is not None:
            items += pen.dice_sum(die, zone.value.added_die, x, y, min(pen.mm(3.3), (centres[1] - centres[0]) / 2.5))
        else:
            size, colours = pen.mm(4), pen.colours(die)
            items += pen.symbol(die, Rect(x - size / 2, y - size / 2, size, size), colours.line, colours.panel)
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
    """A box to write the difference of a pair in, with a bracket to its two cells."""
    colours = pen.colours(die)
    half = pen.mm(STAR) / 2
    middle = (left + right) / 2
    width = (right - left) * 0.92
    bracket = Paint(stroke=colours.line, width=pen.mm(0.3))
    drop = y + half + pen.mm(0.4)
    arms = line([(left, drop), (left, y), (right, y), (right, drop)], bracket)
    box = Box(
        Rect(middle - width / 2, y - half, width, 2 * half),
        Paint(fill=pen.theme.cell, stroke=colours.line, width=pen.mm(0.32)),
        half,
    )
    return Group(element_id, (arms, box))


def _cells(pen: Pen, name: str, zone: Zone, die: str, rects: list[Rect]) -> list[Item]:
    items: list[Item] = []
    tag = pen.tag_colour(die)
    joint = Paint(stroke=pen.colours(die).line, width=pen.mm(0.4))
    items.append(line([rects[0].centre, rects[-1].centre], joint))
    for i, ((cell_name, cell), rect) in enumerate(zip(zone.cells.by_name.items(), rects, strict=True)):
        extra: list[Item] = []
        if cell.entry is not None:
            extra.append(pen.in_cell(str(cell.entry), rect))
        elif cell.number is not None:
            number_rect = rect
            if zone.accepts.sign_in_cells:
                sign = Rect(rect.x + rect.width * 0.14, rect.y, rect.width * 0.36, rect.height)
                extra.append(text_in(zone.accepts.sign, sign, pen.mm(4.2), "strong", pen.theme.ink))
                number_rect = Rect(rect.x + rect.width * 0.48, rect.y, rect.width * 0.42, rect.height)
            extra.append(text_in(str(cell.number), number_rect, pen.mm(4.3), "display", pen.theme.ink))
        for text, high, left in _tags(zone, i):
            x = rect.x + pen.mm(0.7) if left else rect.right - pen.mm(0.7)
            baseline = rect.y + pen.mm(2.3) if high else rect.bottom - pen.mm(0.8)
            extra.append(pen.small(text, x, baseline, 2.2, tag, 0.0 if left else 1.0))
        items.append(pen.cell(f"{name}.{cell_name}", rect, die, tinted=cell.tinted, extra=extra))
    return items


def _tags(zone: Zone, cell: int) -> list[tuple[str, bool, bool]]:
    """Small texts in the corners of a cell, each with whether it is at the top and whether it is at the left."""
    upper, lower = zone.value.tags(cell)
    tags = [(text, high, True) for text, high in ((upper, True), (lower, False)) if text]
    floor = zone.bonus.only_from
    if floor is not None and floor[cell] is not None:
        tags.append((f"≥{floor[cell]}", False, False))
    return tags


def _badges(pen: Pen, name: str, zone: Zone, die: str, rects: list[Rect], y: float) -> list[Item]:
    items: list[Item] = []
    index = {cell: i for i, cell in enumerate(zone.cells.by_name)}
    stroke = Paint(stroke=pen.colours(die).line, width=pen.mm(0.4))
    for badge in zone.badges:
        cells = [rects[index[cell]] for cell in badge.cells]
        x = sum(rect.centre[0] for rect in cells) / len(cells)
        if badge.attached_to == "between cells":
            foot = cells[0].bottom
            ends = [rect.centre[0] for rect in cells]
            items.append(line([(ends[0], foot), (ends[0], y), (ends[1], y), (ends[1], foot)], stroke))
        elif badge.attached_to == "cell":
            items.append(line([(x, cells[0].bottom), (x, y)], stroke))
        element_id = f"{name}.badge." + ".".join(badge.cells)
        items.append(pen.badge_group(element_id, badge.bonus, x, y))
    return items
