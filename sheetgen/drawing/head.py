"""The head of a sheet: title with fields to write in, rounds, die slots and action tracks.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from sheetgen.drawing import icons
from sheetgen.drawing.names import bonus_text
from sheetgen.drawing.pen import BADGE, FRAME_RADIUS, NEGATIVE, POSITIVE, SLASH, Pen, badge_length
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, Shape, line
from sheetgen.drawing.text import font_face, text_in
from sheetgen.drawing.themes import luminance, until_contrast
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.sheet import Slot

GAP = 0.8  # between panels
TAG = 9.2
LEAST_FIELD = 18.0  # width of a field beside a long title
ROUND = 7.4
DIGIT = 3.0  # width of the number of a round
ROUND_EDGE = 0.9  # from the edge of a narrow round to its number
RIGHT_EDGE = 0.7  # distance from the right edge, as a share of that from the left one
PERSON, PEOPLE_SLASH = 2.1, 1.7  # widths of a person and of the slash between numbers of players
DIE_SLOT = 14.0  # side of a die slot, for dice of 12 to 16 mm
LARGEST_SLOT = 20.0  # on paper, however large the sheet is
LARGEST_DIE = 16.0  # on paper
DIE_PITCH = 16.0  # from die slot to die slot
SLOT_EDGE = 0.8  # from a slot to the upper or lower edge of its plate
SLOT_SIDE = 0.5  # to the left or right edge of a narrow plate
SLOT_LABEL = 3.0  # above a slot: stays visible when a die of 16 mm lies there
LABEL = 3.0  # size of that label
SMALL_SLOT = 8.2  # height of the plate of a slot where a layout leaves no room for larger ones
CIRCLE = 5.0  # smallest circle of an action track
APART, SPACED, AIR = 0.4, 0.55, 0.85  # between two circles: at least, beside a smaller icon, where they can be larger
TRACK_EDGE = 0.8  # from circles to the edge of the plate, and between tracks
ICON_GAP = 0.6  # between the circles of a track and its icon or badge
ICON, LARGE_ICON = 5.0, 5.8  # of a track, and where there is room
SMALL_ICON = 4.4  # of one of several tracks in a line, and beside a long track


def least_type(pen: Pen, ground: str, *, grows: bool = True) -> float:
    """The size of the smallest text on a ground, in millimetres on paper.

    On a sheet larger than the standard sheet it is larger too, unless it stays (not `grows`) because something beside
    it does, such as the place for a die.
    """
    size = POSITIVE if luminance(ground) > 0.18 else NEGATIVE
    return pen.mm(size) if grows else min(pen.mm(size), size)


# Fields to write in


def field_box(pen: Pen, rect: Rect, radius: float = 1.3) -> Box:
    """A light field to write in, whatever the paper."""
    paint = Paint(fill=pen.theme.cell, stroke=until_contrast(pen.theme.muted, pen.theme.cell, 3.0), width=pen.mm(0.3))
    return Box(rect.inset(pen.mm(0.15)), paint, pen.mm(radius))


def write_fields(pen: Pen, rect: Rect, labels: Mapping[str, str]) -> list[Item]:
    """Light fields side by side, each with its label at the left; the keys are the ids of the fields."""
    gap = pen.mm(GAP)
    width = (rect.width - gap * (len(labels) - 1)) / max(len(labels), 1)
    grey = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
    items: list[Item] = []
    for i, (name, label) in enumerate(labels.items()):
        box = Rect(rect.x + (width + gap) * i, rect.y, width, rect.height)
        word = Rect(box.x + pen.mm(1.0), box.y, box.width * 0.5, box.height)
        text = text_in(label, word, pen.mm(2.6), "text", grey, anchor=0.0)
        items.append(Group(f"title.{name}", (field_box(pen, box), text)))
    return items


def sign_of_side(pen: Pen, rect: Rect) -> list[Shape]:
    """The sign of the side of the board that the layout names, such as `blue star`; a red fox for any other or none."""
    theme, colour, shape = pen.theme, pen.theme.fox, "fox"
    colours = {"red": theme.fox, "blue": theme.blue}
    match (pen.edition.set_up.side or "").casefold().split():
        case [word, name] if word in colours and name in icons.SIGNS:
            colour, shape = colours[word], name
    return icons.SIGNS[shape](rect, colour, theme.cell, solid=theme.solid)


def draw_title(pen: Pen, rect: Rect, title: str, *, tag: str = "", fields: Mapping[str, str] | None = None) -> Group:
    """The title with the sign of its side, a tag such as "Solo", and fields to write in, by default one for the name.

    `fields` are the ids and the labels of the fields.
    """
    side = rect.height * 0.94
    icon = Rect(rect.x, rect.y + (rect.height - side) / 2, side, side)
    items: list[Item] = [*sign_of_side(pen, icon)]
    names = {"name": pen.translate("Name")} if fields is None else fields
    display = font_face("display")
    title = display.with_curved_apostrophes(title)
    left = icon.right + pen.mm(1.2)
    tag_width = max(pen.mm(TAG), display.width(tag, pen.mm(2.9)) + pen.mm(2.4)) if tag else 0.0
    beside = tag_width + pen.mm(3.0 if tag else 1.6)
    # Fields are as wide as they may be; a long title leaves them less, but enough to write in.
    wanted = left + display.width(display.with_plain_spaces(title), pen.mm(5.0)) + beside
    widest = rect.width * {0: 0.0, 1: 0.32}.get(len(names), 0.48)
    start = max(rect.right - widest, min(wanted, rect.right - pen.mm(LEAST_FIELD) * len(names)))
    title_rect = Rect(left, rect.y, start - beside - left, rect.height)
    title_text = text_in(title, title_rect, pen.mm(5.0), "display", pen.theme.on_paper, anchor=0.0, least=0.4)
    items.append(title_text)
    if tag:
        pill = Rect(title_text.rect.right + pen.mm(1.4), rect.centre[1] - pen.mm(2.0), tag_width, pen.mm(4.0))
        items.append(Box(pill, Paint(stroke=pen.theme.on_paper, width=pen.mm(0.4)), pen.mm(2.0)))
        items.append(text_in(tag, pill.inset(pen.mm(0.9), 0), pen.mm(2.9), "display", pen.theme.on_paper))
    items += write_fields(pen, Rect(start, rect.y, rect.right - start, rect.height), names)
    return Group("title", tuple(items))


# Rounds


def round_boxes(pen: Pen, rect: Rect, count: int, lines: int = 1) -> list[Rect]:
    """The rectangles of the rounds, side by side, in as many lines."""
    gap, in_line = pen.mm(GAP), ceil(count / lines)
    width = (rect.width - gap * (in_line - 1)) / in_line
    height = (rect.height - gap * (lines - 1)) / lines
    places = [divmod(i, in_line) for i in range(count)]
    return [
        Rect(rect.x + (width + gap) * column, rect.y + (height + gap) * row, width, height) for row, column in places
    ]


def lines_of_boxes(pen: Pen, width: float, count: int, least: float) -> int:
    """In how many lines boxes that have at least a width fit another width, both in millimetres on paper.

    Boxes that are too wide for any number of lines have one each.
    """
    fitting = int((width + pen.mm(GAP) + 0.001) / (least + pen.mm(GAP)))
    return ceil(count / max(fitting, 1))


def rounds_height(pen: Pen, width: float) -> float:
    """The minimum height of the panel of the rounds, which has several lines where badges would not fit one."""
    lines = _lines_of_rounds(pen, width)
    return pen.mm(ROUND * lines + GAP * (lines - 1))


def _lines_of_rounds(pen: Pen, width: float) -> int:
    contents = [_round_width(pen, number) for number in range(1, pen.edition.rounds.count + 1)]
    edges = ROUND_EDGE * (1 + RIGHT_EDGE)
    return lines_of_boxes(pen, width, len(contents), pen.mm(edges + DIGIT + max(contents)))


def _round_width(pen: Pen, number: int) -> float:
    """The width of what is printed beside the number of a round, in millimetres of the standard sheet."""
    bonus = _bonus_of_round(pen, number)
    if bonus is not None:
        return badge_length(bonus)
    return _people_width(_players_of_round(pen, number))


def _bonus_of_round(pen: Pen, number: int) -> Bonus | None:
    bonuses = pen.edition.rounds.bonuses
    return bonuses[number - 1] if number <= len(bonuses) else None


def _players_of_round(pen: Pen, number: int) -> list[int]:
    """The numbers of players whose last round it is, if others play fewer rounds."""
    by_players = pen.edition.rounds.by_players
    return [players for players, count in by_players.items() if count == number > min(by_players.values())]


def draw_rounds(pen: Pen, rect: Rect) -> Group:
    """The panel of the rounds, each with its bonus, or with the numbers of players that play it."""
    items: list[Item] = []
    boxes = round_boxes(pen, rect, pen.edition.rounds.count, _lines_of_rounds(pen, rect.width))
    for number, box in enumerate(boxes, 1):
        edge = pen.mm(1.3) if box.width > pen.mm(DIE_PITCH) else pen.mm(ROUND_EDGE)
        digit = Rect(box.x + edge, box.y, pen.mm(DIGIT), box.height)
        inner: list[Item] = [
            field_box(pen, box, FRAME_RADIUS),
            text_in(str(number), digit, pen.mm(4.2), "display", pen.theme.ink),
        ]
        place = Rect(digit.right, box.y, box.right - edge * RIGHT_EDGE - digit.right, box.height)
        bonus = _bonus_of_round(pen, number)
        if bonus is not None:
            inner.append(badge_on_field(pen, f"round.badge.{number}", bonus, *place.centre))
        else:
            inner += _people(pen, _players_of_round(pen, number), *place.centre)
        items.append(Group(f"round.{number}", tuple(inner)))
    return Group("rounds", tuple(items), "rounds", pen.translate("Rounds"))


def badge_on_field(pen: Pen, group_id: str, bonus: Bonus, x: float, y: float) -> Group:
    """A badge centred on a point of a light field, its options side by side with slashes between them."""
    side, slash = pen.mm(BADGE), pen.mm(BADGE * SLASH)
    left = x - pen.mm(badge_length(bonus)) / 2
    shapes: list[Shape] = []
    for i, option in enumerate(bonus.singles):
        middle = left + (side + slash) * i + side / 2
        if i:
            gap = Rect(middle - side / 2 - slash, y - side / 2, slash, side)
            shapes.append(text_in("/", gap, side * 0.75, "text", pen.theme.ink, least=0.3))
        shapes += pen.badge(option, middle, y)
    return Group(group_id, tuple(shapes), alt=bonus_text(pen.edition, bonus, pen.translate))


def _people_width(counts: list[int]) -> float:
    """The width of these people and slashes, in millimetres of the standard sheet."""
    return sum(counts) * PERSON + max(len(counts) - 1, 0) * PEOPLE_SLASH


def _people(pen: Pen, counts: list[int], x: float, y: float) -> list[Item]:
    """For each number of players that many people, with slashes between them, centred on a point."""
    width, height = pen.mm(PERSON), pen.mm(3.4)
    slash = pen.mm(PEOPLE_SLASH)
    left = x - pen.mm(_people_width(counts)) / 2
    items: list[Item] = []
    for i, count in enumerate(counts):
        if i:
            slash_rect = Rect(left, y - height / 2, slash, height)
            items.append(text_in("/", slash_rect, pen.mm(3), "text", pen.theme.ink))
            left += slash
        for _ in range(count):
            person = Rect(left + width * 0.06, y - height / 2, width * 0.88, height)
            items += icons.person(person, pen.theme.ink, pen.theme.cell)
            left += width
    return items


# Die slots


def dice_width(pen: Pen, available: float, beside: float) -> float:
    """The width of the panel of the die slots in a row of a width, if the other panels need `beside`.

    The slots stand below the first rounds, one below each where these are wide enough; a panel that has to leave more
    room to the others has slots at the least pitch.
    """
    slots = len(pen.edition.die_slots)
    gap, least = pen.mm(GAP), pen.mm(DIE_PITCH * slots - GAP)
    lines = _lines_of_rounds(pen, available)
    boxes = round_boxes(pen, Rect(0, 0, available, 0), ceil(pen.edition.rounds.count / lines))
    for box in (*boxes[slots - 1 : slots], *boxes):
        if box.right >= least and available - gap - box.right >= beside:
            return box.right
    return least


def dice_height(pen: Pen, width: float) -> float:
    """The minimum height of the panel of the die slots, which are in a row where they fit the width."""
    labels = pen.edition.die_slots
    if width >= pen.mm(DIE_PITCH * len(labels) - GAP) - 0.01:
        return pen.mm(DIE_SLOT + 2 * SLOT_EDGE + (SLOT_LABEL - 0.2 if any(labels) else 0.4))
    return pen.mm(len(labels) * (SMALL_SLOT + GAP) - GAP)


def draw_dice(pen: Pen, rect: Rect) -> Group:
    """The panel of the slots for the dice that the active player takes: side by side or stacked, as is larger."""
    labels = pen.edition.die_slots
    plates = max(_slot_plates(pen, rect, len(labels)), key=lambda plates: _slot(pen, plates[0], labels).width)
    items: list[Item] = []
    for i, (label, plate) in enumerate(zip(labels, plates, strict=True), 1):
        slot = _slot(pen, plate, labels)
        paint = Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35))
        shapes: list[Item] = [Box(slot, paint, pen.mm(1.6))]
        if label or _is_wide(pen, plate):
            # Without its line, which would be close to that of the slot.
            shapes.insert(0, replace(pen.plate(plate), paint=Paint(fill=pen.theme.plate)))
        if label:
            above = slot.y - plate.y > pen.mm(SLOT_LABEL)
            place = Rect(plate.x, plate.y, plate.width, slot.y - plate.y - pen.mm(SLOT_EDGE - 0.4))
            if not above:
                place = Rect(plate.x + pen.mm(0.5), plate.y, slot.x - plate.x - pen.mm(0.8), plate.height)
            shapes.append(text_in(label, place, pen.mm(LABEL), "strong", pen.theme.on_plate))
        items.append(Group(f"slot.{i}", tuple(shapes)))
    return Group("dice", tuple(items), "dice", pen.translate("Die slots"))


def _slot_plates(pen: Pen, rect: Rect, count: int) -> list[list[Rect]]:
    """The plates of the die slots side by side, and one below the other."""
    gap = pen.mm(GAP)
    height = (rect.height - gap * (count - 1)) / count
    stacked = [Rect(rect.x, rect.y + (height + gap) * i, rect.width, height) for i in range(count)]
    return [round_boxes(pen, rect, count), stacked]


def _is_wide(pen: Pen, plate: Rect) -> bool:
    """Whether a slot for dice keeps its distance from both sides of a plate."""
    return plate.width >= pen.mm(DIE_SLOT + 2 * SLOT_EDGE)


def _slot(pen: Pen, plate: Rect, labels: Sequence[str]) -> Rect:
    """The largest square slot on a plate, with room for a label above it or at its left.

    Without a label a slot takes the whole width of a narrow plate, which is not drawn then.
    """
    side_edge = SLOT_EDGE if _is_wide(pen, plate) else SLOT_SIDE if any(labels) else 0.15
    inner = plate.inset(pen.mm(side_edge), pen.mm(SLOT_EDGE))
    label = pen.mm(SLOT_LABEL - 0.2) if any(labels) else 0.0
    above = Rect(inner.x, inner.y + label, inner.width, inner.height - label)
    beside = Rect(inner.x + label, inner.y, inner.width - label, inner.height)
    place = max(above, beside, key=lambda place: min(place.width, place.height, pen.mm(DIE_SLOT), LARGEST_DIE))
    side = min(place.width, place.height, LARGEST_SLOT)
    x, y = place.centre
    return Rect(x - side / 2, (place.bottom - side) if label else y - side / 2, side, side)


# Action tracks


@dataclass(frozen=True)
class TrackPlace:
    """A track in a line of the panel: its id, the action, its circles, the badge at its end, and where it begins.

    `first` counts the circles and icons before its own icon in the line.
    """

    id: str
    kind: str
    slots: tuple[Slot, ...]
    end: Bonus | None
    first: int


def _track_lines(pen: Pen, *, joined: bool) -> list[list[TrackPlace]]:
    """The tracks line by line: those of a group share lines that are no longer than others, or one line if `joined`."""
    actions = pen.edition.actions
    longest = max(
        (len(track.slots or ()) for name in actions for track in actions[name].tracks(name).values()), default=0
    )
    lines: list[list[TrackPlace]] = []
    for name, action in actions.items():
        group: list[list[TrackPlace]] = [[]]
        used = 0
        for kind, track in action.tracks(name).items():
            slots = track.slots or ()
            if group[-1] and not joined and used + len(slots) > longest:
                group.append([])
                used = 0
            label = name if action.lists is None else f"{name}.{kind}"
            group[-1].append(TrackPlace(label.replace(" ", "-"), kind, slots, track.end, used))
            used += len(slots) + 1
        lines += group
    return lines


def _circles(line: Sequence[TrackPlace]) -> int:
    """The circles of a line, with the icons between them."""
    return line[-1].first + len(line[-1].slots)


def _line_width(line: Sequence[TrackPlace]) -> float:
    icons_between = len(line) - 1
    icon, between = (ICON, 0.0) if not icons_between else (SMALL_ICON, icons_between * (SMALL_ICON + ICON_GAP))
    circles = (_circles(line) - icons_between) * (CIRCLE + APART)
    badges = sum(badge_length(track.end) + ICON_GAP for track in line if track.end is not None)
    return 2 * TRACK_EDGE + icon + ICON_GAP + between + circles + badges


def actions_width(pen: Pen, *, joined: bool = False) -> float:
    """The minimum width of the panel of the action tracks; `joined` as of `draw_actions`."""
    return pen.mm(max(map(_line_width, _track_lines(pen, joined=joined)), default=0.0))


def actions_height(pen: Pen, *, joined: bool = False) -> float:
    """The minimum height of the panel of the action tracks; `joined` as of `draw_actions`."""
    return pen.mm(len(_track_lines(pen, joined=joined)) * (CIRCLE + TRACK_EDGE) + TRACK_EDGE)


def draw_actions(pen: Pen, rect: Rect, *, joined: bool = False) -> Group:
    """The panel of the action tracks, one below the other, their circles in columns.

    The tracks of a group share lines. With `joined` they are all in one line, which saves height; circles are as far
    apart as each line allows then.
    """
    lines = _track_lines(pen, joined=joined)
    edge = pen.mm(TRACK_EDGE)
    inner = Rect(rect.x + edge, rect.y + edge / 2, rect.width - 2 * edge, rect.height - edge)
    pitch = inner.height / max(len(lines), 1)
    longest = max(map(_circles, lines), default=1)
    badges = max((_end_width(track) for tracks in lines for track in tracks), default=0.0)
    items: list[Item] = [pen.plate(rect)] if lines else []
    for i, tracks in enumerate(lines):
        place = Rect(inner.x, inner.y + pitch * i, inner.width, pitch)
        if joined and len(tracks) > 1:
            width = place.width / len(tracks)
            for j, track in enumerate(tracks):
                part = Rect(place.x + width * j, place.y, width, place.height)
                items += _track(pen, replace(track, first=0), part, len(track.slots), _end_width(track), compact=True)
        else:
            for track in tracks:
                columns = _circles(tracks) if joined else longest
                items += _track(pen, track, place, columns, badges, compact=False)
    return Group("actions", tuple(items), "actions", pen.translate("Actions"))


def _end_width(track: TrackPlace) -> float:
    """The width of the badge at the end of a track with its gap, in millimetres of the standard sheet."""
    return badge_length(track.end) + ICON_GAP if track.end is not None else 0.0


def _track(pen: Pen, track: TrackPlace, rect: Rect, columns: int, badges: float, *, compact: bool) -> list[Item]:
    """A track in a line that has room for an icon, `columns` circles and a badge of a width with its gap."""
    edge = pen.mm(TRACK_EDGE)
    badge = pen.mm(badges)
    free = rect.width - badge - pen.mm(ICON_GAP + columns * (CIRCLE + SPACED))
    side = pen.mm(SMALL_ICON) if compact else min(pen.mm(LARGE_ICON), rect.height - edge, max(free, pen.mm(SMALL_ICON)))
    y = rect.centre[1]
    left, right = rect.x + side + pen.mm(ICON_GAP), rect.right - badge
    pitch = (right - left) / columns
    icon = Rect(rect.x, y - side / 2, side, side)
    if track.first:
        icon = replace(icon, x=left + pitch * (track.first - 0.5) - side / 2)
    widest = max(pitch - pen.mm(AIR), min(pen.mm(CIRCLE), pitch - pen.mm(APART)))
    radius = min(pen.mm(2.9), widest / 2, (rect.height - edge) / 2)
    background, ink = (pen.theme.ink, "#FFFFFF") if pen.theme.solid else (pen.theme.paper, pen.theme.ink)
    tile = Box(
        icon, Paint(fill=background, stroke=pen.theme.cell if pen.theme.solid else ink, width=pen.mm(0.25)), side * 0.22
    )
    items: list[Item] = [tile, *pen.action_icon(track.kind, icon.inset(side * 0.1), ink, background)]
    line_paint = Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35))
    for i, printed in enumerate(track.slots):
        x = left + pitch * (track.first + i + 0.5)
        inner: list[Item] = [Circle(x, y, radius, line_paint)]
        if printed is not None:
            number_rect = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
            muted = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
            inner.append(text_in(str(printed), number_rect, radius * 1.25, "display", muted))
        items.append(Group(f"{track.id}.{i + 1}", tuple(inner)))
    if track.end is not None:
        own = badge_length(track.end)
        last, foot = left + pitch * (track.first + len(track.slots) - 0.5) + radius, rect.right - pen.mm(own + 0.3)
        if foot - last > pitch / 2:  # a shorter track than others leads to its badge
            items.append(
                line([(last + pen.mm(APART), y), (foot, y)], Paint(stroke=pen.theme.muted, width=pen.mm(0.35)))
            )
        items.append(pen.badge_group(f"{track.id}.badge.end", track.end, rect.right - pen.mm(own / 2), y))
    return items
