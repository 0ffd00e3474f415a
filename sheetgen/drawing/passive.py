"""Where the dice of a passive throw go in the solo game: drawn small for the sheet and large for its back."""

from dataclasses import dataclass

from sheetgen.drawing import icons
from sheetgen.drawing.colours import until_contrast
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Box, Group, Item, Paint, Rect, Shape
from sheetgen.drawing.shapes import polygon, text_in
from sheetgen.drawing.text import text_block
from sheetgen.i18n import filled
from sheetgen.layout.sheet import Solo

STRIP = 6.4
FACES = (4, 1, 6, 2, 5, 3)  # as the dice lie, the nearest to the platter first


@dataclass(frozen=True)
class Throw:
    """An example of a throw: dice and faces, the nearest to the platter first."""

    dice: tuple[tuple[str, int], ...]
    lowest: frozenset[int]

    @property
    def served(self) -> list[tuple[str, int]]:
        """The dice for the platter, from low to high."""
        return [self.dice[i] for i in sorted(self.lowest, key=lambda i: self.dice[i][1])]

    @property
    def others(self) -> list[tuple[str, int]]:
        """The other dice, the nearest first."""
        return [die for i, die in enumerate(self.dice) if i not in self.lowest]


def example(pen: Pen, solo: Solo) -> Throw:
    """A throw of all dice of an edition."""
    dice = tuple((name, FACES[i % len(FACES)]) for i, name in enumerate(pen.edition.dice))
    order = sorted(range(len(dice)), key=lambda i: (dice[i][1], i))
    return Throw(dice, frozenset(order[: solo.platter]))


def draw_strip(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """In one line: all dice, the lowest on the platter, the others on the slots or struck."""
    throw = example(pen, solo)
    items: list[Item] = [pen.plate(rect)]
    y = rect.centre[1]
    sign = Rect(rect.x + pen.mm(1.6), y - pen.mm(1.7), pen.mm(3.4), pen.mm(3.4))
    items += icons.platter(sign, pen.theme.on_plate, pen.theme.plate)
    label = Rect(sign.right + pen.mm(0.9), rect.y, pen.mm(11.5), rect.height)
    words = pen.translate("passive")
    items.append(text_in(words, label, pen.mm(2.6), "text", pen.theme.on_plate, anchor=0.0))
    slotted = solo.others != "nowhere"
    kept = throw.others[: len(pen.edition.die_slots)] if slotted else throw.others
    # Widths in dice: the throw, an arrow, the platter, a gap, the others.
    room = rect.right - label.right - pen.mm(2.2)
    units = 1.18 * len(throw.dice) + 1.3 + (1.18 * len(throw.served) + 0.7) + 1.0 + 1.6 * len(kept)
    side = min(pen.mm(4.0), room / units)
    spare = (room - units * side) / 4
    x = label.right + spare
    for die, face in throw.dice:
        items += _die(pen, Rect(x, y - side / 2, side, side), die, face, pen.theme.plate)
        x += 1.18 * side
    items += _pointer(pen, x + 0.56 * side + spare / 2, y, side * 0.55)
    x += 1.3 * side + spare
    width = (1.18 * len(throw.served) + 0.5) * side
    items += _platter(pen, Rect(x, y - side * 0.72, width, side * 1.44))
    for i, (die, face) in enumerate(throw.served):
        place = Rect(x + (0.34 + 1.18 * i) * side, y - side / 2, side, side)
        items += _die(pen, place, die, face, pen.theme.cell)
    x += width + 1.2 * side + 2 * spare
    for i, (die, face) in enumerate(kept):
        place = Rect(x + 1.6 * side * i, y - side / 2, side, side)
        items += _kept(pen, place, die, face, slotted=slotted)
    return Group("passive", tuple(items), "passive dice", pen.translate("Your passive turn"))


def draw_passive(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """The same, large and with words."""
    throw = example(pen, solo)
    items: list[Item] = [pen.plate(rect)]
    inner = rect.inset(pen.mm(2.2))
    left = Rect(inner.x, inner.y, inner.width * 0.55, inner.height)
    right = Rect(left.right + pen.mm(6), inner.y, inner.right - left.right - pen.mm(6), inner.height)
    tr = pen.translate
    ink = pen.theme.on_plate

    intro = tr("Throw all dice at once.")
    if "reroll" in pen.edition.actions and "extra die" in pen.edition.actions:
        rule = tr("No reroll; extra dice are allowed.")
        intro = f"{intro} {rule}"
    top = Rect(left.x, left.y, left.width, pen.mm(5.6))
    items += text_block(intro, top, pen.mm(2.8), "text", ink, least=pen.mm(2.15), anchor=0.0, rise=0.0)

    pitch = left.width / len(throw.dice)
    side = min(pen.mm(6.8), pitch * 0.82)
    y = top.bottom + pen.mm(0.9)
    for i, (die, face) in enumerate(throw.dice):
        x = left.x + pitch * i
        items += _die(pen, Rect(x, y, side, side), die, face, pen.theme.plate)
        if i in throw.lowest:
            items += _pointer(pen, x + side / 2, y + side + pen.mm(1.6), pen.mm(2.0), down=True)
    items += _pointer(pen, left.right + pen.mm(1.8), y + side / 2, pen.mm(3.0))

    tray = Rect(left.x, y + side + pen.mm(3.2), left.width - (pitch - side), side + pen.mm(2.4))
    items += _platter(pen, tray)
    step = side * 1.3
    x = tray.centre[0] - (step * (len(throw.served) - 1) + side) / 2
    for i, (die, face) in enumerate(throw.served):
        place = Rect(x + step * i, tray.centre[1] - side / 2, side, side)
        items += _die(pen, place, die, face, pen.theme.cell)
    under = Rect(left.x, tray.bottom + pen.mm(1.2), left.width, inner.bottom - tray.bottom - pen.mm(1.2))
    words = tr("The {count} lowest go on the silver platter; among equals, the nearest to it.")
    caption = filled(words, count=len(throw.served))
    items += text_block(caption, under, pen.mm(2.8), "text", ink, least=pen.mm(2.15), anchor=0.0, rise=0.0)
    items += _others(pen, right, solo, throw)
    return Group("passive", tuple(items), "passive dice", pen.translate("Your passive turn"))


def _others(pen: Pen, rect: Rect, solo: Solo, throw: Throw) -> list[Item]:
    """The dice that are not served, one below the other, and what becomes of them."""
    slotted = solo.others != "nowhere"
    labels = pen.edition.die_slots
    kept = throw.others[: len(labels)] if slotted else throw.others
    pitch = rect.height / max(len(kept), 3)
    side = min(pen.mm(6.4), pitch - pen.mm(3.2))
    slot = Rect(rect.x, rect.y, side + pen.mm(7.4 if slotted and any(labels) else 2.8), 0)
    items: list[Item] = []
    for i, (die, face) in enumerate(kept):
        y = rect.y + pitch * (i + 0.5)
        place = Rect(slot.right - side - pen.mm(1.4), y - side / 2, side, side)
        items += _kept(pen, place, die, face, slotted=slotted)
        if slotted and labels[i]:
            mark = Rect(slot.x, y - side / 2, pen.mm(4.4), side)
            items.append(text_in(labels[i], mark, pen.mm(2.9), "strong", pen.theme.on_plate))
    tr = pen.translate
    words = {
        "nowhere": tr("The other dice stay aside."),
        "on the slots": tr("The other dice go on the die slots."),
        "on the slots, nearest on top": tr("The other dice go on the die slots, the nearest to the platter on top."),
    }[solo.others]
    if slotted:
        resort = tr("Choose one of them only if no die on the platter is usable.")
        words = f"{words} {resort}"
    place = Rect(slot.right + pen.mm(1.6), rect.y, rect.right - slot.right - pen.mm(1.6), rect.height)
    items += text_block(words, place, pen.mm(2.8), "text", pen.theme.on_plate, least=pen.mm(2.15), anchor=0.0)
    return items


def _die(pen: Pen, rect: Rect, die: str, face: int, ground: str) -> list[Shape]:
    look = pen.zone(die)
    edge = until_contrast(look.badge, ground, 3.0) if pen.theme.solid else pen.theme.ink
    _, *pips = icons.die(rect, look.on_badge, look.badge, face)
    return [Box(rect, Paint(fill=look.badge, stroke=edge, width=rect.width * 0.06), rect.width * 0.2), *pips]


def _kept(pen: Pen, rect: Rect, die: str, face: int, *, slotted: bool) -> list[Shape]:
    """A die that is not served: on a slot of the sheet, or nothing but a shadow of itself."""
    if slotted:
        slot = Box(
            rect.inset(-rect.width * 0.17),
            Paint(fill=pen.theme.cell, stroke=pen.theme.quiet, width=pen.mm(0.35)),
            rect.width * 0.3,
        )
        return [slot, *_die(pen, rect, die, face, pen.theme.cell)]
    quiet = until_contrast(pen.theme.quiet, pen.theme.plate, 3.0)
    _, *pips = icons.die(rect, quiet, pen.theme.plate, face)
    dash = (rect.width * 0.14, rect.width * 0.1)
    ghost = Box(rect, Paint(fill=pen.theme.plate, stroke=quiet, width=rect.width * 0.06, dash=dash), rect.width * 0.2)
    return [ghost, *pips]


def _platter(pen: Pen, rect: Rect) -> list[Shape]:
    """The silver platter, seen from above."""
    edge = until_contrast(pen.theme.quiet, pen.theme.plate, 3.0)
    rim = Box(rect, Paint(fill=pen.theme.cell, stroke=edge, width=pen.mm(0.4)), rect.height / 2)
    inset = rect.height * 0.08
    bed = rect.inset(inset)
    fine = until_contrast(pen.theme.quiet, pen.theme.cell, 3.0)
    return [rim, Box(bed, Paint(stroke=fine, width=pen.mm(0.15)), bed.height / 2)]


def _pointer(pen: Pen, x: float, y: float, size: float, *, down: bool = False) -> list[Shape]:
    """A small triangle that leads on."""
    half, reach = size * 0.5, size * 0.42
    if down:
        corners = [(x - half, y - reach), (x + half, y - reach), (x, y + reach)]
    else:
        corners = [(x - reach, y - half), (x + reach, y), (x - reach, y + half)]
    return [polygon(corners, Paint(fill=pen.theme.on_plate))]
