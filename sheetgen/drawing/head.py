"""The top of a sheet: title, rounds, die slots, action tracks; and the tally and imprint at its foot."""

from collections.abc import Sequence

from sheetgen.drawing import icons
from sheetgen.drawing.colours import until_contrast
from sheetgen.drawing.pen import BADGE, Pen
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect
from sheetgen.drawing.shapes import text_at, text_in
from sheetgen.layout.parts.bonus import Bonus, Fox, singles
from sheetgen.layout.sheet import Slot

ROUND = 7.4
TRACK = 6.7
GAP = 1.0
TAG = 9.2


def head_height(pen: Pen, panel: str) -> float:
    """The least height of one of the fixed panels, in millimetres of the standard sheet."""
    if panel == "rounds":
        return ROUND
    if panel == "actions":
        rows = len(pen.edition.actions)
        return rows * TRACK + (rows - 1) * GAP
    return len(pen.edition.die_slots) * 8.2 + (len(pen.edition.die_slots) - 1) * GAP


def draw_rounds(pen: Pen, rect: Rect) -> Group:
    """The rounds, with what each brings or who plays it."""
    rounds = pen.edition.rounds
    gap = pen.mm(GAP)
    width = (rect.width - gap * (rounds.count - 1)) / rounds.count
    items: list[Item] = []
    shortest = min(rounds.by_players.values())
    for number in range(1, rounds.count + 1):
        box = Rect(rect.x + (width + gap) * (number - 1), rect.y, width, rect.height)
        inner: list[Item] = [pen.plate(box)]
        bonus = rounds.bonuses[number - 1] if number <= len(rounds.bonuses) else None
        wide = bonus is not None and len(singles(bonus)) > 1
        digit = Rect(box.x + pen.mm(0.9 if wide else 1.6), box.y, pen.mm(3.2 if wide else 4.2), box.height)
        inner.append(text_in(str(number), digit, pen.mm(4.2), "display", pen.theme.on_plate))
        x, y = (digit.right + box.right - pen.mm(0.6)) / 2, box.centre[1]
        if bonus is not None:
            inner.append(pen.badge_group(f"round.badge.{number}", bonus, x, y))
        elif number > shortest:
            inner += _people(pen, [n for n, own in rounds.by_players.items() if own == number], x, y)
        items.append(Group(f"round.{number}", tuple(inner)))
    return Group("rounds", tuple(items), "rounds", pen.translate("Rounds"))


def _people(pen: Pen, counts: list[int], x: float, y: float) -> list[Item]:
    """Who still plays in a round: groups of people with a slash between them."""
    width, height = pen.mm(2.1), pen.mm(3.4)
    slash = pen.mm(1.7)
    total = sum(counts) * width + (len(counts) - 1) * slash
    left = x - total / 2
    items: list[Item] = []
    for i, count in enumerate(counts):
        if i:
            place = Rect(left, y - height / 2, slash, height)
            items.append(text_in("/", place, pen.mm(3), "text", pen.theme.on_plate))
            left += slash
        for _ in range(count):
            items += icons.person(
                Rect(left + width * 0.06, y - height / 2, width * 0.88, height), pen.theme.on_plate, pen.theme.plate
            )
            left += width
    return items


def draw_dice(pen: Pen, rect: Rect) -> Group:
    """The slots for the dice that the active player takes."""
    labels = pen.edition.die_slots
    gap = pen.mm(GAP)
    height = (rect.height - gap * (len(labels) - 1)) / len(labels)
    items: list[Item] = []
    for i, label in enumerate(labels):
        plate = Rect(rect.x, rect.y + (height + gap) * i, rect.width, height)
        label_room = pen.mm(3.6) if label else 0
        side = min(plate.width - label_room - pen.mm(1.6), plate.height - pen.mm(1.6))
        x, y = plate.centre
        slot = Rect(x + label_room / 2 - side / 2, y - side / 2, side, side)
        box = Box(slot, Paint(fill=pen.theme.cell, stroke=pen.theme.quiet, width=pen.mm(0.35)), pen.mm(1.6))
        shapes: list[Item] = [pen.plate(plate), box]
        if label:
            shapes.append(
                text_at(label, plate.x + pen.mm(1.1), plate.y + pen.mm(3.2), pen.mm(2.9), "strong", pen.theme.on_plate)
            )
        items.append(Group(f"slot.{i + 1}", tuple(shapes)))
    return Group("dice", tuple(items), "dice", pen.translate("Die slots"))


def draw_actions(pen: Pen, rect: Rect) -> Group:
    """The action tracks, one below the other; the lists of a group share a row."""
    actions = pen.edition.actions
    gap = pen.mm(GAP)
    height = (rect.height - gap * (len(actions) - 1)) / max(len(actions), 1)
    items: list[Item] = []
    for i, (name, action) in enumerate(actions.items()):
        row = Rect(rect.x, rect.y + (height + gap) * i, rect.width, height)
        items.append(pen.plate(row))
        tracks = action.tracks(name)
        width = row.width / len(tracks)
        for j, (kind, track) in enumerate(tracks.items()):
            part = Rect(row.x + width * j, row.y, width, row.height)
            label = name if action.lists is None else f"{name}.{kind}"
            items += _track(pen, label, kind, track.slots or (), track.end, part, compact=action.lists is not None)
    return Group("actions", tuple(items), "actions", pen.translate("Actions"))


def _track(
    pen: Pen, label: str, kind: str, slots: tuple[Slot, ...], end: Bonus | None, rect: Rect, *, compact: bool
) -> list[Item]:
    side = pen.mm(5.6 if not compact else 5.0)
    y = rect.centre[1]
    icon = Rect(rect.x + pen.mm(1.4), y - side / 2, side, side)
    ground, ink = (pen.theme.ink, "#FFFFFF") if pen.theme.solid else (pen.theme.paper, pen.theme.ink)
    tile = Box(
        icon, Paint(fill=ground, stroke=pen.theme.cell if pen.theme.solid else ink, width=pen.mm(0.25)), side * 0.22
    )
    items: list[Item] = [tile, *pen.action_icon(kind, icon.inset(side * 0.12), ink, ground)]
    right = rect.right - pen.mm(1.2) - (pen.mm(BADGE + 1.2) if end is not None else 0)
    pitch = (right - icon.right - pen.mm(0.8)) / len(slots)
    radius = min(pen.mm(2.75), pitch / 2 - pen.mm(0.25))
    for i, printed in enumerate(slots):
        x = icon.right + pen.mm(0.8) + pitch * (i + 0.5)
        circle = Circle(x, y, radius, Paint(fill=pen.theme.cell, stroke=pen.theme.quiet, width=pen.mm(0.35)))
        inner: list[Item] = [circle]
        if printed is not None:
            place = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
            quiet = until_contrast(pen.theme.quiet, pen.theme.cell, 4.5)
            inner.append(text_in(str(printed), place, radius * 1.25, "display", quiet))
        items.append(Group(f"{label.replace(' ', '-')}.{i + 1}", tuple(inner)))
    if end is not None:
        x = rect.right - pen.mm(1.3 + BADGE / 2)
        items.append(pen.badge_group(f"{label.replace(' ', '-')}.badge.end", end, x, y))
    return items


def draw_title(pen: Pen, rect: Rect, title: str, *, tag: str = "", fields: Sequence[str] | None = None) -> Group:
    """The title with the fox, a tag for a variant, and a line for the name or for other fields."""
    side = rect.height * 0.94
    mark = Rect(rect.x, rect.y + (rect.height - side) / 2, side, side)
    items: list[Item] = [*icons.fox(mark, pen.theme.fox, pen.theme.cell, solid=pen.theme.solid)]
    names = [pen.translate("Name")] if fields is None else fields
    start = rect.x + rect.width * {0: 1.0, 1: 0.68}.get(len(names), 0.52)
    left = mark.right + pen.mm(1.2)
    wanted = text_at(tag, 0, 0, pen.mm(2.8), "display", pen.theme.on_paper).rect.width + pen.mm(1.8)
    tagged = max(pen.mm(TAG), wanted) if tag else 0.0
    right = start - pen.mm(2.4) - (tagged + pen.mm(1.8) if tag else 0.0)
    words = text_in(
        title, Rect(left, rect.y, right - left, rect.height), pen.mm(5.0), "display", pen.theme.on_paper, anchor=0.0
    )
    items.append(words)
    if tag:
        pill = Rect(words.rect.right + pen.mm(1.8), rect.centre[1] - pen.mm(1.9), tagged, pen.mm(3.8))
        items.append(Box(pill, Paint(stroke=pen.theme.on_paper, width=pen.mm(0.4)), pen.mm(1.9)))
        items.append(text_in(tag, pill.inset(pen.mm(0.9), 0), pen.mm(2.8), "display", pen.theme.on_paper))
    items += write_lines(pen, Rect(start, rect.y, rect.right - start, rect.height), names)
    return Group("title", tuple(items))


def write_lines(pen: Pen, rect: Rect, labels: Sequence[str], size: float = 2.6) -> list[Item]:
    """Labels side by side, each with a line to write on."""
    gap = pen.mm(1.4)
    width = (rect.width - gap * (len(labels) - 1)) / max(len(labels), 1)
    baseline = rect.bottom - pen.mm(1.3)
    items: list[Item] = []
    for i, label in enumerate(labels):
        x = rect.x + (width + gap) * i
        word = text_at(label, x, baseline, pen.mm(size), "text", pen.theme.quiet)
        left = word.rect.right + pen.mm(0.8)
        stroke = Rect(left, baseline + pen.mm(0.3), x + width - left, pen.mm(0.2))
        items += [word, Box(stroke, Paint(fill=pen.theme.quiet))]
    return items


TALLY = 7.4


def draw_tally(pen: Pen, rect: Rect) -> Group:
    """A strip to add up the points: one box per zone, foxes, total."""
    zones = list(pen.edition.zones)
    plus = pen.mm(2.0)
    weight = 1.35
    width = (rect.width - plus * (len(zones) + 1)) / (len(zones) + 1 + weight)
    items: list[Item] = []
    x = rect.x
    for i, name in enumerate([*zones, "foxes", "total"]):
        own = width * (weight if name == "total" else 1)
        if i:
            sign = Rect(x - plus, rect.y, plus, rect.height)
            items.append(text_in("=" if name == "total" else "+", sign, pen.mm(2.8), "strong", pen.theme.quiet))
        box = Rect(x, rect.y, own, rect.height).inset(pen.mm(0.2))
        die = pen.edition.die_of(name) if name in zones else None
        stroke = pen.zone(die).line if die else pen.theme.fox if name == "foxes" else pen.theme.on_paper
        shapes: list[Item] = [Box(box, Paint(fill=pen.theme.cell, stroke=stroke, width=pen.mm(0.5)), pen.mm(1.5))]
        size = pen.mm(2.7)
        corner = Rect(box.x + pen.mm(0.8), box.y + pen.mm(0.8), size, size)
        if die:
            shapes += pen.symbol(die, corner, pen.tag_colour(die), pen.theme.cell)
        elif name == "foxes":
            shapes += pen.badge(Fox(), corner.x + size / 2, corner.y + size / 2, size)
        else:
            shapes.append(text_at("Σ", corner.x, corner.y + size * 0.86, pen.mm(3.0), "strong", pen.theme.ink))
        items.append(Group(f"tally.{name}", tuple(shapes)))
        x += own + plus
    return Group("tally", tuple(items), "tally", pen.translate("Points"))
