"""The rating ladder of the solo game: small at the foot of a sheet, large on its back."""

from math import cos, pi, sin

from sheetgen.drawing.colours import until_contrast
from sheetgen.drawing.fonts import face
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Shape
from sheetgen.drawing.shapes import polygon, text_in
from sheetgen.drawing.text import text_block
from sheetgen.layout.sheet import Rating

COLUMNS = (3, 2, 4)
SIZES = (2.6, 2.5, 2.4, 2.3, 2.2, 2.15)  # from good to the least that print shops take
PITCH = 3.7
PADDING = 1.0
TILE = 7.0
STARS = 5


def span(ratings: tuple[Rating, ...], index: int, *, short: bool = False) -> str:
    """The scores of a band, best first; the last band also takes everything below it.

    >>> bands = tuple(Rating.model_validate({"from": least, "label": "…"}) for least in (281, 260, 0))
    >>> [span(bands, i) for i in range(3)]
    ['281+', '260–280', '< 260']
    >>> span(bands, 1, short=True)
    '260+'
    """
    least = ratings[index].from_
    if index == 0:
        return f"{least}+"
    above = ratings[index - 1].from_
    if index == len(ratings) - 1:
        return f"< {above}"
    return f"{least}+" if short else f"{least}–{above - 1}"


def small_ladder(pen: Pen, rect: Rect) -> Group | None:
    """The ladder in a few columns at the foot of a place, as high as it needs; None if it does not fit."""
    ratings = pen.edition.solo.ratings if pen.edition.solo else ()
    for columns in COLUMNS if ratings else ():
        lines = -(-len(ratings) // columns)
        height = pen.mm(lines * PITCH + 2 * PADDING)
        place = Rect(rect.x, rect.bottom - height, rect.width, height)
        for size in SIZES:
            widths = _widths(pen, ratings, lines, pen.mm(size))
            spare = place.width - pen.mm(2.4) - sum(widths)
            if height <= rect.height + 0.001 and spare >= 0:
                widths = [own + spare / len(widths) for own in widths]
                return _small(pen, place, ratings, widths, lines, pen.mm(size))
    return None


def _widths(pen: Pen, ratings: tuple[Rating, ...], lines: int, size: float) -> list[float]:
    """What each column needs: its tile and its longest label."""
    look = face("text")
    labels = [look.width(look.settled(pen.translate(band.label)), size) for band in ratings]
    return [pen.mm(TILE + 1.7) + max(labels[i : i + lines]) for i in range(0, len(labels), lines)]


def _small(pen: Pen, rect: Rect, ratings: tuple[Rating, ...], widths: list[float], lines: int, size: float) -> Group:
    items: list[Item] = [pen.plate(rect)]
    inner = rect.inset(pen.mm(1.2), pen.mm(PADDING))
    for i, band in enumerate(ratings):
        column, row = divmod(i, lines)
        left, top = inner.x + sum(widths[:column]), inner.y + pen.mm(PITCH) * row
        tile = Rect(left, top, pen.mm(TILE), pen.mm(PITCH)).inset(0, pen.mm(0.3))
        label = Rect(tile.right + pen.mm(0.7), top, widths[column] - pen.mm(TILE + 0.7), pen.mm(PITCH))
        words = text_in(pen.translate(band.label), label, size, "text", pen.theme.on_plate, anchor=0.0)
        inside: list[Item] = [*_tile(pen, tile, i, span(ratings, i, short=True), 2.4), words]
        items.append(Group(f"rating.{band.from_}", tuple(inside)))
    return Group("ratings", tuple(items), "ratings", pen.translate("How clever were you?"))


def large_ladder(pen: Pen, rect: Rect) -> Group:
    """The whole ladder, one band below the other, with stars where the edition has them."""
    ratings = pen.edition.solo.ratings if pen.edition.solo else ()
    starred = any(band.stars is not None for band in ratings)
    pitch = rect.height / max(len(ratings), 1)
    items: list[Item] = []
    ground = Paint(fill=pen.theme.plate, stroke=None if pen.theme.solid else pen.theme.ink, width=pen.mm(0.25))
    for i, band in enumerate(ratings):
        row = Rect(rect.x, rect.y + pitch * i, rect.width, pitch).inset(0, pen.mm(0.3))
        tile = Rect(row.x, row.y, pen.mm(19), row.height)
        side = min(row.height * 0.62, pen.mm(3.4))
        stars = pen.mm(1.8) + (side * 1.18 * STARS if starred else 0)
        label = Rect(tile.right + pen.mm(2.2), row.y, row.right - stars - tile.right - pen.mm(3.4), row.height)
        inside: list[Item] = [
            Box(row, ground, pen.mm(1.3)),
            *_tile(pen, tile, i, span(ratings, i), 3.2),
            *text_block(
                pen.translate(band.label),
                label,
                pen.mm(3.4),
                "strong" if i == 0 else "text",
                pen.theme.on_plate,
                least=pen.mm(2.4),
                one_line=0.7,
                anchor=0.0,
            ),
        ]
        if band.stars is not None:
            inside += _stars(pen, row.right - stars, row.centre[1], side, band.stars)
        items.append(Group(f"rating.{band.from_}", tuple(inside)))
    return Group("ratings", tuple(items), "ratings", pen.translate("How clever were you?"))


def _tile(pen: Pen, rect: Rect, index: int, text: str, size: float) -> list[Shape]:
    """The scores of a band on a tile; the colours of the zones take turns."""
    zones = list(pen.edition.zones)
    look = pen.zone(pen.edition.die_of(zones[index % len(zones)]))
    stroke = None if pen.theme.solid else pen.theme.ink
    box = Box(rect, Paint(fill=look.badge, stroke=stroke, width=pen.mm(0.25)), min(pen.mm(1.3), rect.height * 0.35))
    return [box, text_in(text, rect.inset(pen.mm(0.5), 0), pen.mm(size), "strong", look.on_badge)]


def _stars(pen: Pen, left: float, y: float, side: float, count: float) -> list[Shape]:
    """Five stars, full, half or empty."""
    full = Paint(fill=pen.theme.on_plate)
    hollow = Paint(stroke=until_contrast(pen.theme.quiet, pen.theme.plate, 3.0), width=pen.mm(0.2))
    shapes: list[Shape] = []
    for i in range(STARS):
        x = left + side * (0.5 + 1.18 * i)
        corners = _corners(x, y, side / 2)
        if count < i + 1:
            shapes.append(polygon(corners, hollow))
        if count >= i + 1:
            shapes.append(polygon(corners, full))
        elif count >= i + 0.5:
            shapes.append(polygon([corners[0], *corners[5:]], full))
    return shapes


def _corners(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """A star with five points, clockwise from its top; the second half of the list is its left side."""
    reach = [radius if i % 2 == 0 else radius * 0.45 for i in range(10)]
    turns = [pi * i / 5 - pi / 2 for i in range(10)]
    return [(x + own * cos(turn), y + own * sin(turn)) for own, turn in zip(reach, turns, strict=True)]
