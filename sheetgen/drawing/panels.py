"""What the panels of all zones share: gaps, tags that follow the frame, ladders of stars, and signs between cells.

Constants are millimetres of the standard sheet; rectangles and positions are millimetres on paper. `drawing.bands`
and `drawing.grids` put these pieces together.
"""

from itertools import pairwise
from math import ceil

from sheetgen.drawing.pen import LINE, NEGATIVE, STAR, Pen, star_for
from sheetgen.drawing.scene import Circle, Command, Group, Item, Paint, Path, Point, Rect, Shape
from sheetgen.drawing.text import font_face, text_in
from sheetgen.layout.zone import Zone

PAD = 1.0  # from the edge of a panel to stars and badges
EDGE = 1.7  # from the edge of a panel to cells: the frame, 0.8 mm, and half a line
APART = 0.5 + LINE  # from cell to cell, where they do not share an edge
COMFORT = 8.4  # cells that would be narrower if they stood apart share their edges instead
LARGEST = 14.0  # side of the largest cell: larger ones would look empty with a cross in them
ROUNDED, SQUARE = 1.3, 0.3  # radius of the corners of cells that stand apart, and of those that share an edge
TAB = 5.9  # width and height of the tag in the corner of a grid, with the frame
FLAG = 5.6  # width of the tag at the start of a row, with the frame
POINTER = 1.2  # how far its arrow reaches beyond it
NEAR = 0.3  # from a star to its cell
HANG = 0.45  # from a cell to the badge that hangs below it
COUNT = NEGATIVE  # size of the counts below the stars of a ladder; they are white on dark panels
STARS_APART = 0.4
CROWDED, AIR = 1.0, 1.6  # between the stars of a ladder: where they get as small as they can, and at most
BELOW = 0.2  # from a star to its count
UNDER = 0.7  # from a count to the cells below it
BEAD = 1.5  # radius of the bead with a sign between two cells
SIGN = 3.3  # size of that sign
LOWER = 0.04  # how much lower than capitals signs are, in ems
MIRRORED = str.maketrans("<>≤≥", "><≥≤")  # signs of what is accepted, read from the right
CURVE = 0.5523  # how far the control points of a quarter of a circle are from its ends, in radii


# Cells


def share(length: float, count: int, usual: float, room: float) -> tuple[float, float]:
    """The side of each of `count` cells in a row of that length, and the pitch from cell to cell.

    Cells share their edges where the row is narrow. Elsewhere they are `usual` (or less) wide, and larger where the
    row and `room` (for their height) allow it.

    >>> share(104, 13, 9.4, 20), [round(part, 2) for part in share(104, 11, 9.4, 20)], share(120, 8, 9.4, 11)
    ((8.0, 8.0), [8.73, 9.53], (11, 15.571428571428571))
    """
    most = (length - APART * (count - 1)) / count
    if count == 1:
        side = min(length, max(min(room, LARGEST), usual))
        return side, side
    if most < COMFORT:
        return length / count, length / count
    wide = (length - 1.5 * (count - 1)) / count
    side = max(min(most, usual), min(wide, room, LARGEST))
    return side, (length - side) / (count - 1)


def corner_radius(pen: Pen, side: float, pitch: float) -> float:
    """The radius of the corners of cells: nearly none where they share their edges."""
    return pen.mm(SQUARE if pitch - side < pen.mm(0.01) else ROUNDED)


# Tags


def _quarter(start: Point, corner: Point, end: Point) -> Command:
    """A quarter of a circle from `start` to `end`, whose tangents meet at `corner`."""
    (x1, y1), (x, y), (x2, y2) = start, corner, end
    return (
        "C",
        (x1 + (x - x1) * CURVE, y1 + (y - y1) * CURVE, x2 + (x - x2) * CURVE, y2 + (y - y2) * CURVE, x2, y2),
    )


def _tag_paint(pen: Pen, die: str) -> Paint:
    colours = pen.colours(die)
    background = colours.badge if pen.theme.solid else pen.theme.paper
    return Paint(fill=background, stroke=colours.line, width=pen.mm(pen.theme.frame))


def corner_tab(pen: Pen, rect: Rect, name: str, die: str, added: str | None) -> Group:
    """The tag in the upper left corner of a panel, along its frame: the zone's symbol, its dots and an added die."""
    frame = pen.frame(rect, die)
    x, y, radius = frame.rect.x, frame.rect.y, frame.radius
    right, bottom = rect.x + pen.mm(tab_width(added)) - frame.paint.width, rect.y + pen.mm(TAB) - frame.paint.width
    commands: list[Command] = [
        ("M", (x, bottom)),
        ("L", (x, y + radius)),
        _quarter((x, y + radius), (x, y), (x + radius, y)),
        ("L", (right, y)),
        ("L", (right, bottom - radius)),
        _quarter((right, bottom - radius), (right, bottom), (right - radius, bottom)),
        ("Z", ()),
    ]
    paint, ink = _tag_paint(pen, die), pen.colours(die).on_badge
    size = pen.mm(3.1)
    middle = (y + bottom) / 2
    symbol = Rect(x + (pen.mm(TAB) - frame.paint.width * 1.5 - size) / 2, middle - size / 2, size, size)
    shapes: list[Shape] = [Path(tuple(commands), paint), *pen.symbol(die, symbol, ink, paint.fill or "")]
    shapes += pen.dots(name, symbol.centre[0], (symbol.bottom + bottom) / 2, ink)
    if added is not None:
        shapes += _plus_die(pen, added, symbol.right + pen.mm(0.2), middle, ink)
    return Group("", tuple(shapes))


def tab_width(added: str | None) -> float:
    """The width of the tag in a corner, in millimetres of the standard sheet."""
    return TAB if added is None else TAB + 5.4


def _plus_die(pen: Pen, added: str, x: float, y: float, ink: str) -> list[Shape]:
    """A plus and the die that is added, from x to the right."""
    side = pen.mm(3.0)
    plus = Rect(x, y - side / 2, pen.mm(1.9), side)
    return [
        text_in("+", plus, pen.mm(NEGATIVE), "strong", ink),
        *pen.tile(added, Rect(plus.right + pen.mm(0.2), y - side / 2, side, side)),
    ]


def start_flag(pen: Pen, rect: Rect, name: str, die: str, row: float) -> Group:
    """The tag at the start of a band, as high as the panel, with an arrow at the height `row` of the cells.

    It shows the zone's symbol, its dots and an added die. Its outer edge is that of the frame.
    """
    zone = pen.edition.zones[name]
    frame = pen.frame(rect, die)
    radius, reach = frame.radius, pen.mm(POINTER)
    top, bottom = frame.rect.y, frame.rect.bottom
    toward = -1.0 if zone.order.start == "right" else 1.0
    outer = frame.rect.right if toward < 0 else frame.rect.x
    inner = outer + toward * (pen.mm(FLAG) - frame.paint.width)
    corner = outer + toward * radius
    commands: list[Command] = [
        ("M", (inner, top)),
        ("L", (corner, top)),
        _quarter((corner, top), (outer, top), (outer, top + radius)),
        ("L", (outer, bottom - radius)),
        _quarter((outer, bottom - radius), (outer, bottom), (corner, bottom)),
        ("L", (inner, bottom)),
        ("L", (inner, row + reach * 1.5)),
        ("L", (inner + toward * reach, row)),
        ("L", (inner, row - reach * 1.5)),
        ("Z", ()),
    ]
    paint, ink, added = _tag_paint(pen, die), pen.colours(die).on_badge, zone.value.added_die
    size = pen.mm(3.5)
    x = (outer + inner) / 2
    y = row if added is None else row - pen.mm(2.8)
    shapes: list[Shape] = [Path(tuple(commands), paint)]
    shapes += pen.symbol(die, Rect(x - size / 2, y - size / 2, size, size), ink, paint.fill or "")
    shapes += pen.dots(name, x, y - size / 2 - pen.mm(1.1), ink)
    if added is not None:
        side = pen.mm(3.2)
        plus = Rect(x - side / 2, row - pen.mm(0.9), side, pen.mm(1.8))
        shapes.append(text_in("+", plus, pen.mm(NEGATIVE), "strong", ink))
        shapes += pen.tile(added, Rect(x - side / 2, row + pen.mm(1.1), side, side))
    return Group("", tuple(shapes))


# Ladders


def count_ladder(zone: Zone) -> tuple[int, ...]:
    """The points for 1, 2, 3 … marks; empty if marks are not counted."""
    return next((part.count_ladder for part in zone.points.parts if part.count_ladder), ())


def ladder_step(steps: tuple[int, ...]) -> float:
    """The diameter of the stars of a ladder: all are as large as its longest number needs."""
    return max(STAR, _smallest_star(steps))


def _smallest_star(steps: tuple[int, ...]) -> float:
    return max(star_for(str(points)) for points in steps)


def ladder_lines(steps: tuple[int, ...], width: float) -> int:
    """In how many lines a ladder fits a width in millimetres of the standard sheet."""
    fitting = max(int((width + STARS_APART + 0.001) / (_smallest_star(steps) + STARS_APART)), 1)
    return ceil(len(steps) / fitting)


def _star_places(count: int, steps: tuple[int, ...], width: float) -> list[tuple[float, float]]:
    """Middle and diameter of each of the stars of a line, from the left, in millimetres of the standard sheet.

    Stars are equally large, and at most AIR apart. Where those of a ladder of one line would be closer than CROWDED,
    they are as small as its numbers allow.
    """
    gaps = max(count - 1, 1)
    size = min(ladder_step(steps), (width + STARS_APART) / count - STARS_APART)
    if count == len(steps) and (width - count * size) / gaps < CROWDED:
        size = min(size, _smallest_star(steps))
    pitch = size + min((width - count * size) / gaps, AIR)
    return [(size / 2 + pitch * i, size) for i in range(count)]


def ladder_height(steps: tuple[int, ...], width: float) -> float:
    """The height of a ladder in millimetres of the standard sheet: stars, counts below them, gaps between lines."""
    lines = ladder_lines(steps, width)
    return lines * _line_height(steps) + (lines - 1) * 0.6


def _line_height(steps: tuple[int, ...]) -> float:
    return ladder_step(steps) + BELOW + font_face("strong").cap_height * COUNT


def ladder(
    pen: Pen,
    name: str,
    steps: tuple[int, ...],
    area: Rect,
    *,
    middle: float | None = None,
    centres: list[float] | None = None,
) -> list[Item]:
    """Points by number of marks: stars from the left, each with its count below, in as many lines as needed.

    They are centred on `middle`, by default that of the area, as far as its edges allow. With `centres` (one line) each
    star has its place.
    """
    die = pen.edition.die_of(name)
    lines = 1 if centres is not None else ladder_lines(steps, area.width / pen.unit)
    per_line = ceil(len(steps) / lines)
    widest = ladder_step(steps)
    cap = pen.mm(font_face("strong").cap_height * COUNT)
    items: list[Item] = []
    for row in range(lines):
        in_line = steps[row * per_line : (row + 1) * per_line]
        if centres is not None:
            pitch = abs(centres[1] - centres[0]) if len(centres) > 1 else area.width
            size = min(widest, pitch / pen.unit - STARS_APART) if len(steps) > 1 else widest
            stars = [(x, size) for x in centres]
        else:
            places = _star_places(len(in_line), steps, area.width / pen.unit)
            width = pen.mm(places[-1][0] + places[-1][1] / 2)
            left = (area.centre[0] if middle is None else middle) - width / 2
            left = max(min(left, area.right - width), area.x)
            stars = [(left + pen.mm(x), size) for x, size in places]
        top = area.y + pen.mm((_line_height(steps) + 0.6) * row)
        foot, baseline = top + pen.mm(widest), top + pen.mm(widest + BELOW) + cap
        ends = [x for x, _ in stars]
        left, right = min(ends) - pen.mm(2), max(ends) + pen.mm(2)
        items += pen.quiet(Rect(left, baseline - cap, right - left, cap).inset(0, -pen.mm(0.1)), die)
        for i, ((x, size), points) in enumerate(zip(stars, in_line, strict=True), row * per_line + 1):
            y = foot - pen.mm(size / 2)
            items.append(pen.star(f"{name}.star.count.{i}", str(points), x, y, die, size))
            items.append(pen.small(str(i), x, baseline, COUNT, pen.colours(die).on_panel, 0.5))
    return items


# Signs between cells


def signs_between(pen: Pen, name: str, zone: Zone, rects: dict[str, Rect], die: str) -> list[Item]:
    """Beads on the edges between neighbours with the sign of what is accepted: 3 < 5."""
    table = zone.table
    items: list[Item] = []
    for series in zone.order.series(table):
        chain = (table.middle, *series.cells) if zone.order.starts_from_entry else series.cells
        for before, after in pairwise(chain):
            rule = zone.accepts_in_row(table.rows[after])
            if rule.sign and rule.compares_with_entry_before:
                first, second = rects[table.names[before]], rects[table.names[after]]
                sign = rule.sign.translate(MIRRORED) if second.x < first.x else rule.sign
                element_id = f"{name}.sign.{table.names[before]}-{table.names[after]}"
                items.append(_bead(pen, element_id, sign, first, second, die))
    return items


def _bead(pen: Pen, element_id: str, sign: str, first: Rect, second: Rect, die: str) -> Group:
    left, right = sorted((first, second), key=lambda rect: rect.x)
    x, y = (left.right + right.x) / 2, left.centre[1]
    radius = pen.mm(BEAD)
    disc = Circle(x, y, radius, Paint(fill=pen.theme.cell, stroke=pen.colours(die).line, width=pen.mm(0.25)))
    # Signs are a little lower than capitals.
    place = Rect(x - radius, y - radius - pen.mm(SIGN * LOWER), 2 * radius, 2 * radius)
    text = text_in(sign, place, pen.mm(SIGN), "strong", pen.tag_colour(die))
    return Group(element_id, (disc, text))
