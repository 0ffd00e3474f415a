"""The tally: boxes to add up the points at the foot of a sheet, one for each scoring part, and the total.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sheetgen.drawing.head import GAP
from sheetgen.drawing.pen import DOT, POSITIVE, Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect
from sheetgen.drawing.text import text_at, text_in
from sheetgen.drawing.themes import until_contrast
from sheetgen.layout.parts.bonus import ScoringBonus

LINE = 7.4  # height of a line of boxes
TALLEST = 9.0
SIGN = 2.4  # width of a plus or times sign between two boxes
BOX, WIDEST = 8.9, 16.0  # width of the box of a zone
WORDED = 10.4  # least width of one with a word beside its symbol
COUNT = 7.3  # least width of the box for the number of badges
EACH = 12.1  # of the box for what each badge is worth, with a word in its corner
TOTAL = 9.4
EXTRA = 11.0  # of a further box after the total, with a word in its corner
CORNER = 0.9  # from the edge of a box to the symbol in its corner
WORD = 0.3  # how much further a word or the sign of the total keeps from the edge
SUM_SIGN = "→"  # before the total: an equals sign would say that the points of the foxes are the total
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class TallyBox:
    """A box to write in: its id, the least width that it needs, the sign before it, and what is printed in it.

    `word` is printed in its corner; a box of a zone has the zone's symbol there, a box of badges the `badge`.
    """

    id: str
    width: float
    sign: str = ""
    word: str = ""
    badge: ScoringBonus | None = None


def tally_height(pen: Pen, width: float, extra: Mapping[str, str] = NOTHING) -> float:
    """The minimum height of the tally on a sheet of a width; `extra` as of `draw_tally`."""
    return pen.mm(LINE) * len(_lines(pen, width, extra))


def draw_tally(pen: Pen, rect: Rect, extra: Mapping[str, str] = NOTHING) -> Group:
    """A strip to add up the points: a box per zone, badges times what each is worth, the total.

    `extra` are further boxes after the total: their ids and labels. The boxes are in one line, or in two where that is
    too narrow.
    """
    lines = _lines(pen, rect.width, extra)
    height = rect.height / len(lines)
    items: list[Item] = []
    for i, line in enumerate(lines):
        items += _line(pen, Rect(rect.x, rect.y + height * i, rect.width, height), line)
    return Group("tally", tuple(items), "tally", pen.translate("Points"))


def _boxes(pen: Pen, extra: Mapping[str, str]) -> tuple[list[TallyBox], list[TallyBox]]:
    """The boxes of the zones, and the others."""
    zones: list[TallyBox] = []
    others: list[TallyBox] = []
    for source in pen.edition.score_sources:
        if source.badge is None:
            word = _page_word(pen, source.id)
            zones.append(TallyBox(source.id, WORDED if word else BOX, "+" if zones else "", word))
        else:
            others += _badge_boxes(pen, source.id, source.badge)
    others += [TallyBox("total", TOTAL, SUM_SIGN), *(TallyBox(name, EXTRA, word=word) for name, word in extra.items())]
    return zones, others


def _page_word(pen: Pen, zone: str) -> str:
    """The name or number of the page that a zone is on, for a sheet of two pages."""
    edition = pen.edition
    if not edition.has_two_pages:
        return ""
    page = 0 if any(zone in row.flat for row in edition.sheet.rows) else 1
    names = edition.sheet.page_names
    return pen.translate(names[page]) if page < len(names) else str(page + 1)


def _badge_boxes(pen: Pen, name: str, badge: ScoringBonus) -> Iterator[TallyBox]:
    """How many badges, times what each is worth (printed if that is fixed), makes."""
    labels = badge.tally_labels(pen.edition)
    yield TallyBox(f"{name}.count", COUNT, "+", badge=badge)
    if labels.each is not None:
        yield TallyBox(f"{name}.each", EACH, "×", pen.translate(labels.each), badge=badge)
    yield TallyBox(name, BOX, "=" if labels.fixed is None else f"× {labels.fixed} =", badge=badge)


def _sign_width(box: TallyBox) -> float:
    return GAP if not box.sign else SIGN if len(box.sign) == 1 else SIGN * 3


def _least_width(boxes: Sequence[TallyBox]) -> float:
    gap = 0.0 if boxes[0].sign else GAP
    return sum(box.width + _sign_width(box) for box in boxes) - gap


def _lines(pen: Pen, width: float, extra: Mapping[str, str]) -> list[list[TallyBox]]:
    zones, others = _boxes(pen, extra)
    return [[*zones, *others]] if pen.mm(_least_width([*zones, *others])) <= width + 0.01 else [zones, others]


def _line(pen: Pen, rect: Rect, boxes: Sequence[TallyBox]) -> Iterator[Item]:
    spare = rect.width - pen.mm(_least_width(boxes))
    grow = 1 + max(spare, -rect.width / 2) / pen.mm(sum(box.width for box in boxes))
    x = rect.x
    for i, box in enumerate(boxes):
        sign = pen.mm(_sign_width(box)) if i or box.sign else 0.0
        if box.sign:
            place = Rect(x, rect.y, sign, rect.height)
            ink = until_contrast(pen.theme.muted, pen.theme.paper, 4.5)
            yield text_in(box.sign, place, pen.mm(3.4), "strong", ink)
        width = pen.mm(box.width) * grow
        yield _box(pen, box, Rect(x + sign, rect.y, width, rect.height).inset(0, pen.mm(0.2)))
        x += sign + width


def _box(pen: Pen, box: TallyBox, rect: Rect) -> Group:
    die = pen.edition.die_of(box.id) if box.id in pen.edition.zones else None
    stroke = pen.colours(die).line if die else pen.theme.fox if box.badge is not None else pen.theme.on_paper
    width = pen.mm(0.7 if box.id == "total" else 0.5)
    paint = Paint(fill=pen.theme.cell, stroke=stroke, width=width)
    shapes: list[Item] = [Box(rect.inset(width / 2), paint, pen.mm(1.5))]
    size = pen.mm(2.35 if die and box.word else 2.8)  # beside the name of a page
    corner = Rect(rect.x + pen.mm(CORNER), rect.y + pen.mm(CORNER), size, size)
    if die:
        ink = pen.tag_colour(die)
        shapes += pen.symbol(die, corner, ink, pen.theme.cell)
        if not box.word:  # the name of a page tells zones of one die apart, too
            x = corner.right + pen.mm(0.4 + DOT * 0.75 * pen.edition.earlier_with_die(box.id))
            shapes += pen.dots(box.id, x, corner.centre[1], ink)  # beside the symbol: below it is written
    elif box.badge is not None and box.id.endswith(".count"):
        shapes += pen.badge(box.badge, *corner.centre, size)
    elif box.id == "total":
        x, baseline = corner.x + pen.mm(WORD), corner.y + pen.mm(WORD) + size * 0.86
        shapes.append(text_at("Σ", x, baseline, pen.mm(3.2), "strong", pen.theme.ink))
    if box.word:
        left = corner.right + pen.mm(0.4) if die else corner.x + pen.mm(WORD)
        # Small letters such as the l are taller than capitals.
        place = Rect(left, corner.y + pen.mm(WORD), rect.right - left - pen.mm(CORNER), pen.mm(POSITIVE * 0.75))
        grey = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
        shapes.append(text_in(box.word, place, pen.mm(POSITIVE), "text", grey, anchor=0.0))
    return Group(f"tally.{box.id}", tuple(shapes))
