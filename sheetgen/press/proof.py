"""The proof page: rulers, outlines of dice beside the die slot, and cells to write in, in the look of every theme.

It is printed once, to choose theme and size before a whole pad. Called by the library; all lengths are millimetres on
paper.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from sheetgen.drawing.pen import BADGE, FRAME_RADIUS, Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Scene, bounds, line
from sheetgen.drawing.sheet import unit_of
from sheetgen.drawing.text import POINT, font_face, text_at, text_block, text_in
from sheetgen.drawing.themes import Theme, themes
from sheetgen.formats.pdf import screen_ink
from sheetgen.i18n import translate
from sheetgen.layout import SheetEdition
from sheetgen.press.imposition import PaperTooSmallError
from sheetgen.press.pads import PadOptions, PadOptionsError, PadPlan, plan_pad
from sheetgen.press.page_marks import INCHES, INK, MILLIMETRES, RULER_WIDTH, RulerUnit
from sheetgen.press.pages import PadPage, PadSide, write_pages
from sheetgen.press.standards import About

SMALLEST = (148.0, 210.0)  # the paper that the page needs
EDGE = 3.0  # between the margin of the printer and what is printed
TITLE, STEP, LEAST = 15 * POINT, 9.5 * POINT, 7 * POINT  # type sizes
LABEL = 7.5 * POINT
APART = 0.022  # between two parts of the page, as a share of its height
RULERS: tuple[tuple[RulerUnit, int], ...] = ((MILLIMETRES, 100), (INCHES, 4))
RULER_HEIGHT = 6.0
DICE = (12, 14, 16)  # the sides of dice that people have
DIE_RADIUS = 0.16  # of the corners of a die, as a share of its side
BETWEEN_DICE = 7.0
NAMES = 15.0  # width of the names of the themes
PATCH, TALLEST_PATCH = 17.0, 40.0  # height of a row of patches
PATCH_GAP = 1.4
GAP = 1.2  # between the cells of a patch, in millimetres of the standard sheet
OUTLINE = Paint(stroke=INK, width=0.25)


def make_proof(options: PadOptions) -> bytes:
    """Write the proof page for a pad as PDF, on its paper; raise what `proof_scene` raises."""
    scene = proof_scene(options)
    about = About(scene.title, scene.title, options.language, "none")
    return write_pages([PadPage(PadSide(scene))], screen_ink, options.profile, about, None)


def proof_scene(options: PadOptions) -> Scene:
    """Draw the proof page for a pad, upright on its paper.

    Raise PadOptionsError for an edition without a sheet or a print profile without paper, PaperTooSmallError for paper
    smaller than A5, and what `make_pad` raises.
    """
    if not isinstance(options.layout.edition, SheetEdition):
        raise PadOptionsError(f"--proof is for sheets, and {options.layout.id} has cards")
    if options.profile.single:
        raise PadOptionsError("--proof is for a printer at home: leave out --profile")
    width, height = sorted(options.paper)
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise PaperTooSmallError(f"the proof page needs paper of {SMALLEST[0]:g} x {SMALLEST[1]:g} mm or more")
    return _ProofPage(options, plan_pad(options)).scene()


@dataclass(frozen=True)
class _ProofPage:
    """The page for a planned pad; it is upright."""

    options: PadOptions
    plan: PadPlan

    @property
    def edition(self) -> SheetEdition:
        return cast("SheetEdition", self.options.layout.edition)

    @property
    def scale(self) -> float:
        return self.plan.imposition.scale

    @property
    def title(self) -> str:
        proof = self.translate("proof page")
        return f"{self.translate(self.edition.title)} · {proof}"

    def translate(self, text: str) -> str:
        return translate(text, self.options.language, self.edition.translations)

    def scene(self) -> Scene:
        width, height = sorted(self.options.paper)
        room = Rect(0, 0, width, height).inset(self.options.profile.margin + EDGE)
        parts = (self._heading, self._rulers, self._dice, self._themes)
        items: list[Item] = []
        y = room.y
        for part in parts:
            group = part(Rect(room.x, y, room.width, room.bottom - y))
            items.append(group)
            y = bounds(group).bottom + APART * height
        return Scene(width, height, tuple(items), self.title, self.title, self.options.language)

    def _heading(self, room: Rect) -> Group:
        about = self.translate("Print this page at 100 %, then choose theme and size before you print the whole pad.")
        title = text_in(self.title, Rect(room.x, room.y, room.width, TITLE), TITLE, "display", INK, anchor=0)
        below = Rect(room.x, room.y + TITLE + 2.5, room.width, room.height)
        return Group("heading", (title, *text_block(about, below, STEP, "text", INK, least=LEAST, anchor=0, rise=0)))

    def _rulers(self, room: Rect) -> Group:
        items = self._step(
            self.translate("1. Measure both rulers: if they are shorter than they say, your printer shrinks the page."),
            room,
        )
        y = bounds(Group("", tuple(items))).bottom + 1.5
        for unit, length in RULERS:
            y += RULER_HEIGHT
            items += _ruler(unit, length, room.x, y)
        return Group("rulers", tuple(items))

    def _dice(self, room: Rect) -> Group:
        from babel.numbers import format_decimal

        items = self._step(
            self.translate("2. Put a die on the outline of its size, then on the die slot of the sheet."), room
        )
        top = bounds(Group("", tuple(items))).bottom + 2.0
        slot = self.plan.slot_side
        tallest = max([*DICE, slot or 0.0])
        base, x = top + tallest, room.x
        labels = [(float(side), f"{side} mm") for side in DICE]
        if slot is not None:
            name = self.translate("die slot")
            labels.append((slot, f"{name}: {format_decimal(slot, '0.0', locale=self.options.language)} mm"))
        for i, (side, label) in enumerate(labels):
            square = Rect(x, base - side, side, side)
            is_slot = i == len(DICE)
            items.append(self._slot(square) if is_slot else Box(square, OUTLINE, side * DIE_RADIUS))
            font = "strong" if is_slot else "text"
            width = max(side, font_face(font).width(label, LABEL))
            items.append(text_at(label, x, base + 1.2 + LABEL * 0.8, LABEL, font, INK))
            x += width + BETWEEN_DICE
        text = self.translate("Sheets on a page: {count}, each {size} mm, {percent} % of the native size.")
        width, height = self.plan.front.width * self.scale, self.plan.front.height * self.scale
        size = f"{width:.0f} x {height:.0f}"
        percent = round(100 * width / self.edition.sheet.size[0])
        said = text.format(count=self.plan.count, percent=percent, size=size)
        place = Rect(x, top, room.right - x, tallest)
        items += text_block(said, place, LABEL, "text", INK, least=LEAST, anchor=0, rise=1)
        return Group("dice", tuple(items))

    def _slot(self, square: Rect) -> Group:
        """The slot as it is printed, with the outlines of the dice that fit."""
        fitting = [side for side in DICE if side <= square.width]
        paint = Paint(stroke=INK, width=0.15, dash=(0.8, 0.8))
        insets = [square.inset((square.width - side) / 2) for side in fitting]
        dashed = tuple(Box(inner, paint, inner.width * DIE_RADIUS) for inner in insets)
        return Group("slot", (Box(square, Paint(stroke=INK, width=0.5), 1.6 * self.unit), *dashed))

    def _themes(self, room: Rect) -> Group:
        items = self._step(
            self.translate("3. Write in the cells, and rub it out again. Which theme suits your pen and your eyes?"),
            room,
        )
        top = bounds(Group("", tuple(items))).bottom + 2.0
        every = themes()
        height = min(TALLEST_PATCH, (room.bottom - top - PATCH_GAP * (len(every) - 1)) / len(every))
        if height < PATCH:
            raise PaperTooSmallError("the proof page needs larger paper for these texts")
        for i, theme in enumerate(every.values()):
            items.append(self._theme(theme, Rect(room.x, top + (height + PATCH_GAP) * i, room.width, height)))
        return Group("themes", tuple(items))

    def _theme(self, theme: Theme, row: Rect) -> Group:
        """A row with a patch for each zone: its panel with colour and pattern, a cell to write in, and its badge."""
        pen = Pen(self.edition, theme, self.unit, self.translate)
        name = Rect(row.x, row.y, NAMES - 1, row.height)
        items: list[Item] = [text_in(theme.name, name, STEP, "strong", INK, anchor=0)]
        field = Rect(row.x + NAMES, row.y, row.width - NAMES, row.height)
        items.append(Box(field, Paint(fill=theme.paper)))
        zones = list(self.cells)
        inner = field.inset(PATCH_GAP)  # paper around the panels, in all themes the same, so that cells are comparable
        width = (inner.width - PATCH_GAP * (len(zones) - 1)) / len(zones)
        for i, zone in enumerate(zones):
            items.append(self._patch(pen, zone, Rect(inner.x + (width + PATCH_GAP) * i, inner.y, width, inner.height)))
        return Group(f"theme.{theme.name}", tuple(items))

    def _patch(self, pen: Pen, zone: str, rect: Rect) -> Group:
        die = self.edition.die_of(zone)
        inner = rect.inset(pen.mm(FRAME_RADIUS))
        width, height = self.cells[zone]
        width, height = min(width, inner.width), min(height, inner.height)
        badge, gap = pen.mm(BADGE), pen.mm(GAP)
        items: list[Item] = [pen.frame(rect, die), *pen.pattern(rect, zone)]
        columns = max(1, int((inner.width + gap) / (width + gap)))
        has_badge = height + gap + badge <= inner.height
        below = gap + badge if has_badge else 0.0
        rows = max(1, int((inner.height - below + gap) / (height + gap)))
        top = inner.centre[1] - (rows * (height + gap) - gap + below) / 2
        left = inner.centre[0] - (columns * (width + gap) - gap) / 2
        for row in range(rows):
            for column in range(columns):
                cell = Rect(left + (width + gap) * column, top + (height + gap) * row, width, height)
                items.append(pen.cell("", cell, die))
        if has_badge:
            x, y = inner.centre[0], top + (height + gap) * rows + badge / 2
            items += pen.tile(die, Rect(x - badge - gap / 2, y - badge / 2, badge, badge))
            items.append(pen.star("", "6", x + gap / 2 + badge / 2, y, die))
        return Group(f"{zone}.{pen.theme.name}", tuple(items))

    @cached_property
    def unit(self) -> float:
        """The size of the sheet on paper relative to the standard sheet."""
        front = self.plan.front
        return unit_of(front.width, front.height) * self.scale

    @cached_property
    def cells(self) -> dict[str, tuple[float, float]]:
        """Width and height on paper of a cell of each zone of the front; a zone may be on the back instead."""
        groups = {group.id: group for group in self.plan.front.groups()}
        sizes = {}
        for name, zone in self.edition.zones.items():
            first = next((groups[key] for cell in zone.cells.by_name if (key := f"{name}.{cell}") in groups), None)
            if first is not None:
                box = bounds(first.items[0])
                sizes[name] = box.width * self.scale, box.height * self.scale
        return sizes

    def _step(self, text: str, room: Rect) -> list[Item]:
        return list(text_block(text, room, STEP, "text", INK, least=LEAST, anchor=0, rise=0))


def _ruler(unit: RulerUnit, length: int, left: float, base: float) -> list[Item]:
    """A ruler with its length at its end."""
    end = left + length * unit.size
    paint = Paint(stroke=INK, width=RULER_WIDTH)
    items: list[Item] = [line([(left, base), (end, base)], paint)]
    for i in range(int(length / unit.step) + 1):
        x = left + float(i * unit.step) * unit.size
        items.append(line([(x, base), (x, base - unit.tick(i * unit.step))], paint))
    items.append(text_at(unit.label(length), end + 1.5, base, LABEL, "strong", INK))
    return items
