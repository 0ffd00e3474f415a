"""What is printed around the sheets (cutting guides, ruler, printer's marks), and the calibration page.

Called by `press.pads` and the library; all lengths are millimetres on paper.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Path, Rect, Scene, Text, line
from sheetgen.drawing.text import POINT, font_face, text_at, text_block
from sheetgen.formats.pdf import screen_ink
from sheetgen.i18n import translate
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.colour import REGISTRATION
from sheetgen.press.imposition import RULER, Flip, Imposition, Placement
from sheetgen.press.pages import PadPage, PadSide, write_pages
from sheetgen.press.profiles import Profile
from sheetgen.press.standards import About

Guides = Literal["marks", "lines", "none"]
INK, GUIDE = "#000000", "#808080"
GUIDE_WIDTH = 0.15
SMALL = 6.5 * POINT  # type size of labels
RULER_WIDTH = 0.2  # of the lines of the ruler
RULER_BASE = 1.2  # from the margin to the line of the ruler
CLEAR = 2.0  # between the ruler and the cuts beside it
# The calibration page
REACH = 10  # millimetres to each side of the scales
AWAY, ARM = 20.0, 30.0  # from the centre of the page to the scales, and length of the arms of the cross on the back
SCALE_WIDTH = 0.15
NUMBERS, LETTERS = 8 * POINT, 12 * POINT


def guides(page: Imposition, kind: Guides, margin: float) -> Group:
    """Cutting guides: marks outside the sheets, dashed lines along every cut, or none."""
    grid = page.grid
    columns, rows = _cuts(page)
    items: list[Item] = []
    if kind == "lines":
        paint = Paint(stroke=GUIDE, width=GUIDE_WIDTH, dash=(1.5, 1.5))
        items += [line([(x, grid.y), (x, grid.bottom)], paint) for x in columns]
        items += [line([(grid.x, y), (grid.right, y)], paint) for y in rows]
    elif kind == "marks":
        paint = Paint(stroke=INK, width=GUIDE_WIDTH)
        across, down = (_mark_range(grid.x - margin), _mark_range(grid.y - margin))
        for x in columns:
            items += _mark_pair((x, grid.y), (x, grid.bottom), (0, 1), down, paint)
        for y in rows:
            items += _mark_pair((grid.x, y), (grid.right, y), (1, 0), across, paint)
    return Group("guides", tuple(items))


def _cuts(page: Imposition) -> tuple[list[float], list[float]]:
    """The x of every upright cut, and the y of every level one."""
    rects = [placement.rect for placement in page.placements]
    columns = sorted(edge for rect in rects for edge in (rect.x, rect.right))
    rows = sorted(edge for rect in rects for edge in (rect.y, rect.bottom))
    return _distinct(columns), _distinct(rows)


def _distinct(edges: Iterable[float]) -> list[float]:
    """Sorted edges without those that are the same but for rounding: neighbours share an edge."""
    distinct: list[float] = []
    for edge in edges:
        if not distinct or edge - distinct[-1] > 0.01:
            distinct.append(edge)
    return distinct


def _mark_range(free: float) -> tuple[float, float]:
    """Start and end of cutting marks, measured from the sheets; `free` is the room up to the margin."""
    start = min(2.0, free / 3)
    return start, min(start + 4.0, free - GUIDE_WIDTH)


def _mark_pair(
    first: tuple[float, float],
    last: tuple[float, float],
    direction: tuple[int, int],
    reach: tuple[float, float],
    paint: Paint,
) -> list[Item]:
    """Two marks at the ends of a cut, pointing away from the sheets; none if `reach` is too short."""
    near, far = reach
    if far - near < 0.5:
        return []
    return [
        line(
            [
                (x + sign * direction[0] * near, y + sign * direction[1] * near),
                (x + sign * direction[0] * far, y + sign * direction[1] * far),
            ],
            paint,
        )
        for (x, y), sign in ((first, -1), (last, 1))
    ]


# The ruler


@dataclass(frozen=True)
class RulerUnit:
    """What a ruler counts in: the sign and length of the unit, the lengths to choose from, and its divisions."""

    sign: str
    size: float  # millimetres
    lengths: tuple[int, ...]  # in units, the longest first
    step: Fraction  # in units
    ticks: tuple[tuple[Fraction, float], ...]  # how long a tick is at multiples of this many units

    def label(self, length: int) -> str:
        """A length with its unit: `50 mm`."""
        return f"{length} {self.sign}"

    def tick(self, position: Fraction) -> float:
        """The length of the tick at a position, in millimetres."""
        return next(tick for multiple, tick in self.ticks if position % multiple == 0)


MILLIMETRES = RulerUnit(
    "mm", 1.0, (50, 40, 30, 20, 10), Fraction(5), ((Fraction(50), 3.0), (Fraction(10), 2.2), (Fraction(5), 1.4))
)
INCHES = RulerUnit(
    "in",
    25.4,
    (2, 1),
    Fraction(1, 8),
    ((Fraction(1), 3.0), (Fraction(1, 2), 2.2), (Fraction(1, 4), 1.8), (Fraction(1, 8), 1.2)),
)


def ruler_unit(paper: tuple[float, float]) -> RulerUnit:
    """Inches for the papers of North America, millimetres for all others.

    >>> ruler_unit((279.4, 215.9)).label(2)
    '2 in'
    """
    return INCHES if tuple(sorted(paper)) in (PAPERS["Letter"], PAPERS["Legal"]) else MILLIMETRES


@dataclass(frozen=True)
class Ruler:
    """A ruler with what it says, in millimetres of the page, or of the page turned clockwise if it reads upwards."""

    items: tuple[Path | Text, ...]  # empty if there is no room
    reads_upwards: bool = False


def ruler(page: Imposition, margin: float, language: str) -> Ruler:
    """A ruler to check the scale: below the sheets, or to the right of them if there is no room.

    It lies between two cuts, so that no cutting mark runs into it.
    """
    unit = ruler_unit((page.width, page.height))
    columns, rows = _cuts(page)
    if page.height - margin - page.grid.bottom >= RULER - 0.01:
        return Ruler(_ruler_items(pairwise(columns), page.height - margin - RULER_BASE, unit, page.scale, language))
    spans = [(page.height - after, page.height - before) for before, after in reversed(list(pairwise(rows)))]
    return Ruler(_ruler_items(spans, page.width - margin - RULER_BASE, unit, page.scale, language), reads_upwards=True)


def _ruler_items(
    spans: Iterable[tuple[float, float]], y: float, unit: RulerUnit, scale: float, language: str
) -> tuple[Path | Text, ...]:
    """The ruler in the first of these spans, and its text there or in the second; `y` is that of its line."""
    rooms = [(start + CLEAR, end - CLEAR) for start, end in spans]
    left, right = rooms[0]
    strong, plain = font_face("strong"), font_face("text")
    label_width = strong.width(unit.label(unit.lengths[0]), SMALL)
    fitting = [length for length in unit.lengths if left + length * unit.size + 1.5 + label_width <= right]
    if not fitting:
        return ()
    length = fitting[0]
    end = left + length * unit.size
    paint = Paint(stroke=INK, width=RULER_WIDTH)
    items: list[Path | Text] = [line([(left, y), (end, y)], paint)]
    for i in range(int(length / unit.step) + 1):
        x = left + float(i * unit.step) * unit.size
        items.append(line([(x, y), (x, y - unit.tick(i * unit.step))], paint))
    label = text_at(unit.label(length), end + 1.5, y, SMALL, "strong", INK)
    items.append(label)
    proof = translate("printed at 100 % if this line measures {length}", language).format(length=unit.label(length))
    texts = [proof]
    if scale != 1:
        sheets_at = translate("sheets at", language)
        texts.insert(0, f"{proof} · {sheets_at} {scale * 100:.0f} %")
    places = [(label.rect.right + 2, right), *rooms[1:2]]
    choices = ((text, start) for text in texts for start, end in places if start + plain.width(text, SMALL) <= end)
    for text, start in choices:
        items.append(text_at(text, start, y, SMALL, "text", INK))
        break
    return tuple(items)


def paper_areas(page: Imposition, paper: str, bleed: float) -> list[Item]:
    """The paper colour of the theme behind every sheet, extended by the bleed; empty for white."""
    if paper.upper() == "#FFFFFF":
        return []
    return [Box(placement.rect.inset(-bleed), Paint(fill=paper)) for placement in page.placements]


def printers_marks(trim: Rect, profile: Profile) -> list[Item]:
    """Crop marks at the corners of the trim and registration targets in the middle of its sides, outside the bleed."""
    marks, items = profile.marks, list[Item]()
    paint = Paint(stroke=REGISTRATION, width=marks.weight)
    near = profile.bleed + marks.distance
    far = near + marks.length
    if marks.crop:
        for x, right in ((trim.x, -1), (trim.right, 1)):
            for y, down in ((trim.y, -1), (trim.bottom, 1)):
                items.append(line([(x + right * near, y), (x + right * far, y)], paint))
                items.append(line([(x, y + down * near), (x, y + down * far)], paint))
    if marks.registration:
        radius = min(1.6, (profile.slug - marks.distance) / 3)
        middle = near + radius * 1.6
        x, y = trim.centre
        for centre in ((x, trim.y - middle), (x, trim.bottom + middle), (trim.x - middle, y), (trim.right + middle, y)):
            items += _target(*centre, radius, paint)
    return items


def _target(x: float, y: float, radius: float, paint: Paint) -> list[Item]:
    reach = radius * 1.55
    return [
        Circle(x, y, radius, paint),
        line([(x - reach, y), (x + reach, y)], paint),
        line([(x, y - reach), (x, y + reach)], paint),
    ]


def slug_line(trim: Rect, profile: Profile, text: str) -> list[Item]:
    """A line about the file below the trim, between the marks; empty if it does not fit.

    The name of a file may be in any script: a ? takes the place of signs that our font lacks.
    """
    lacking = font_face("text").lacking(text)
    text = "".join("?" if sign in lacking else sign for sign in text)
    base = trim.bottom + profile.outside - 1.0
    size = max(SMALL, profile.type * POINT)
    room = trim.width / 2 - 8
    fits = profile.slug >= size + 2 and font_face("text").width(text, size) <= room
    return [text_at(text, trim.x + 4, base, size, "text", INK)] if fits else []


def make_calibration(paper: tuple[float, float], flip: Flip, profile: Profile, language: str = "en") -> bytes:
    """A PDF of two pages to print double-sided: held against the light, the cross on the back shows the offset."""
    width, height = paper
    title = translate("Where do the backs end up?", language)
    fronts: list[Item] = [_scales(paper, flip), *_instructions(paper, profile.margin, flip, language)]
    page = Imposition(width, height, 1.0, 1, 1, (Placement(Rect(width / 2 - 40, height / 2 - 40, 80, 80)),))
    fronts.append(Group("ruler", ruler(page, profile.margin, language).items))
    sides: list[tuple[Item, ...]] = [tuple(fronts), (_back_cross(paper),)]
    pages = [PadPage(PadSide(Scene(width, height, items, title, title, language))) for items in sides]
    return write_pages(pages, screen_ink, profile, About(title, title, language, flip), None)


def offset_signs(flip: Flip, paper: tuple[float, float]) -> tuple[int, int]:
    """The signs of an offset of the back when read on the front: turned on a vertical edge, left and right swap."""
    upright = paper[1] >= paper[0]
    return (1, -1) if (flip == "long") == upright else (-1, 1)


def _scales(paper: tuple[float, float], flip: Flip) -> Group:
    """Two scales that the arms of the cross on the back reach; every fifth millimetre has its number."""
    x, y = paper[0] / 2, paper[1] / 2
    across, down = offset_signs(flip, paper)
    above, beside = y - AWAY, x + AWAY
    paint = Paint(stroke=INK, width=SCALE_WIDTH)
    items: list[Item] = [
        line([(x - REACH, above), (x + REACH, above)], paint),
        line([(beside, y - REACH), (beside, y + REACH)], paint),
    ]
    for step in range(-REACH, REACH + 1):
        tick = 3.6 if step == 0 else 2.6 if step % 5 == 0 else 1.4
        items.append(line([(x + step, above), (x + step, above - tick)], paint))
        items.append(line([(beside, y + step), (beside + tick, y + step)], paint))
        if step % 5 == 0:
            items.append(text_at(_signed(step * across), x + step, above - 4.4, NUMBERS, "strong", INK, 0.5))
            items.append(text_at(_signed(step * down), beside + 4.4, y + step + 0.9, NUMBERS, "strong", INK))
    items.append(text_at("X", x - REACH - 4, above, LETTERS, "display", INK, 0.5))
    items.append(text_at("Y", beside + 1, y - REACH - 2.6, LETTERS, "display", INK, 0.5))
    return Group("scale", tuple(items))


def _signed(step: int) -> str:
    return f"{step:+d}" if step else "0"


def _back_cross(paper: tuple[float, float]) -> Group:
    """The cross on the back."""
    x, y = paper[0] / 2, paper[1] / 2
    paint = Paint(stroke=INK, width=0.3)
    lines: tuple[Item, ...] = (
        line([(x - ARM, y), (x + ARM, y)], paint),
        line([(x, y - ARM), (x, y + ARM)], paint),
        Circle(x, y, 1.5, paint),
    )
    return Group("pointer", lines)


def _instructions(paper: tuple[float, float], margin: float, flip: Flip, language: str) -> list[Item]:
    def tr(text: str) -> str:
        return translate(text, language)

    edge = tr("long edge") if flip == "long" else tr("short edge")
    steps = [
        tr("1. Print both pages on one sheet of paper, double-sided, at 100 %. Let the printer turn it on this edge:"),
        edge,
        tr("2. Hold it against a window or a lamp: the cross on the back shows through on both scales."),
        tr("3. Use the two numbers that it points at for every pad from this printer:"),
        "sheetgen pad … --back-offset X Y",
    ]
    room = Rect(margin + 6, margin + 6, paper[0] - 2 * margin - 12, paper[1] / 2 - margin - ARM)
    items: list[Item] = []
    y = room.y
    for step in steps:
        is_step = step[:1].isdigit()
        placement = Rect(room.x + (0 if is_step else 4), y, room.width - (0 if is_step else 4), room.height / 5)
        block = text_block(
            step, placement, 11 * POINT, "text" if is_step else "strong", INK, least=6 * POINT, anchor=0, rise=0
        )
        items += block
        y = block[-1].rect.bottom + 1.6
    return items
