"""The solo game: the sheet for one player, its back, the dice of the passive turn and the rating ladder.

Constants are millimetres of the standard sheet; rectangles are millimetres on paper.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from sheetgen.drawing import icons
from sheetgen.drawing.head import GAP, ROUND, draw_title, field_box, least_type, lines_of_boxes, round_boxes
from sheetgen.drawing.pen import BADGE, FRAME_RADIUS, POSITIVE, Pen, badge_length
from sheetgen.drawing.scene import (
    Box,
    Circle,
    DrawingError,
    Group,
    Item,
    Paint,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    polygon,
)
from sheetgen.drawing.sheet import (
    FIXED,
    FOOT_GAP,
    LARGE,
    FixedPanel,
    PageFrame,
    draw_rows,
    open_page,
    page_tag,
    panels_for,
    place_tally,
    spare_room,
    wants_tally,
    wished_room,
)
from sheetgen.drawing.tally import draw_tally
from sheetgen.drawing.text import font_face, text_at, text_block, text_in, wrap
from sheetgen.drawing.themes import until_contrast
from sheetgen.i18n import fill_fields, languages, translate
from sheetgen.layout import Layout
from sheetgen.layout.sheet import Rating, Solo

TICK = 5.0  # diameter of the circles to tick
TICK_GAP = 0.68
TICK_EDGE = 1.0  # from the circles to the sides of the box of a round
NARROW_ROUND = 8.0  # width of the narrowest round, with two circles below its badge
LINES = 0.45, 0.3  # what lines take above or below badges and circles, and between them
PLATTER_DIE = 16.0  # millimetres on paper for one die on the printed platter
PLATTER_AIR = 4.0  # height that zones keep beyond their minimum if a platter is printed
GAMES = 12
HEADING = 6.2


def draw_solo(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
    rules_url: str | None = None,
) -> Scene:
    """Draw the sheet for one player; rating ladder and passive turn are left out where they do not fit.

    On a large sheet the print grows less than on others if that makes room for a silver platter. Arguments and errors
    as of `drawing.pages.draw_page`.
    """
    page, solo = _open(layout, theme, language, size, rules_url)
    items, has_platter = _solo_items(page, solo, tally)
    if not has_platter and page.pen.unit > LARGE:
        denser = replace(page, pen=replace(page.pen, unit=LARGE))
        others, has_platter = _solo_items(denser, solo, tally)
        if has_platter:
            page, items = denser, others
    return page.scene(items, page.pen.translate("Solo"))


def _solo_items(page: PageFrame, solo: Solo, tally: bool | None) -> tuple[list[Item], bool]:
    """What is on a solo sheet, and whether a silver platter is."""
    pen, body, rows, tr = page.pen, page.body, page.pen.edition.sheet.rows, page.pen.translate
    rounds = FixedPanel(
        FIXED["rounds"].width,
        lambda pen, width: solo_rounds_height(pen, width, solo),
        lambda pen, rect: draw_solo_rounds(pen, rect, solo),
    )
    best = {"best": tr("Best")}
    foot_height = page.foot_height(with_tally=wants_tally(pen, tally), extra=best)
    fixed = panels_for(page, rows, foot_height, {**FIXED, "rounds": rounds})
    room = spare_room(page, rows, fixed)
    strip = place_tally(page, room, best) if wants_tally(pen, tally) else None
    if strip is None and page.code is not None and wants_tally(pen, tally):
        best = {}  # a narrower tally, beside the code
        strip = place_tally(page, room)
    fields = {"name": tr("Name"), **({"date": tr("Date")} if best else {"best": tr("Best")})}
    if strip is None:
        fields = {"date": tr("Date"), "score": tr("Score"), "best": tr("Best")}
    tag = " · ".join(filter(None, (tr("Solo"), page_tag(pen, 1))))
    items: list[Item] = [draw_title(pen, page.top, page.title, tag=tag, fields=fields)]
    foot = body.bottom - pen.mm(FOOT_GAP)
    if strip is not None:
        items.append(draw_tally(pen, strip, best))
    foot = min(foot, page.top_of_foot(strip))
    room -= body.bottom - foot
    gap = pen.mm(GAP)
    blanks = wished_room(page, rows, fixed)
    passive = (
        (PLATTER_DIE + pen.mm(1.6), max(pen.mm(PLATTER_AIR), blanks), draw_platter),
        (pen.mm(STRIP), blanks, draw_strip),
    )
    # The ladder takes no more lines than leave room for the passive turn, if it has room then.
    for kept in (*(height + gap + air for height, air, _ in passive), 0.0):
        ladder = small_ladder(pen, Rect(body.x, foot - room + kept, body.width, room - kept - gap))
        if ladder is not None:
            items.append(ladder)
            used = foot - bounds(ladder).y
            foot, room = foot - used, room - used
            break
    has_platter = False
    for height, air, draw in passive:
        if room >= height + gap + air - 0.001:
            try:
                items.append(draw(pen, Rect(body.x, foot - gap - height, body.width, height), solo))
            except DrawingError:  # its text is too long in this language
                continue
            room -= height + gap
            has_platter = draw is draw_platter
            break
    return [*items, *draw_rows(page, rows, room, fixed)], has_platter


def solo_rounds_height(pen: Pen, width: float, solo: Solo) -> float:
    """The minimum height of the panel of the rounds: that of the sheet, or of two lines where boxes are narrow.

    Rounds whose badges would not fit so narrow boxes either are in several such lines.
    """
    height = TICK + BADGE + 3 * TICK_GAP
    lines = _lines_of_rounds(pen, width, solo)
    return pen.mm(ROUND if _in_one_line(pen, width, solo) else height * lines + GAP * (lines - 1))


def _lines_of_rounds(pen: Pen, width: float, solo: Solo) -> int:
    if _in_one_line(pen, width, solo):
        return 1
    least = max(_widest_badge(pen) + 2 * TICK_GAP, NARROW_ROUND)
    return lines_of_boxes(pen, width, solo.rounds, pen.mm(least))


def _widest_badge(pen: Pen) -> float:
    """The width of the widest badge of a round, in millimetres of the standard sheet."""
    return max((badge_length(bonus) for bonus in pen.edition.rounds.bonuses if bonus is not None), default=0.0)


def _in_one_line(pen: Pen, width: float, solo: Solo) -> bool:
    """Whether the circles and the badges of a round fit side by side in all boxes of a panel."""
    least = pen.mm(2 * TICK + _widest_badge(pen) + 4 * TICK_GAP)
    return round_boxes(pen, Rect(0, 0, width, 0), solo.rounds)[0].width >= least


def draw_solo_rounds(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """The panel of the rounds: a circle with the number for the active turn, the badge, a circle for the passive turn.

    The circles are beside the badge, or below it where boxes are narrow.
    """
    bonuses = pen.edition.rounds.bonuses
    one_line = _in_one_line(pen, rect.width, solo)
    muted = until_contrast(pen.theme.muted, pen.theme.cell, 3.0)
    items: list[Item] = []
    for number, box in enumerate(round_boxes(pen, rect, solo.rounds, _lines_of_rounds(pen, rect.width, solo)), 1):
        bonus = bonuses[number - 1] if number <= len(bonuses) else None
        radius = min(pen.mm(TICK), box.height, box.width * 0.44) / 2
        offset = radius + (pen.mm(TICK_EDGE) if one_line else (box.width - 4 * radius) / 3)
        (middle, y), top = box.centre, box.centre[1]
        if not one_line:  # the same distance above, between and below the badge and the circles
            outer, between = map(pen.mm, LINES)
            gap = outer + (box.height - pen.mm(BADGE) - 2 * radius - 2 * outer - between) / 3
            top, y = box.y + gap + pen.mm(BADGE / 2), box.bottom - gap - radius
        inner: list[Item] = [pen.plate(box)]
        if bonus is not None:
            inner.append(pen.badge_group(f"round.badge.{number}", bonus, middle, top))
        for kind, x in (("active", box.x + offset), ("passive", box.right - offset)):
            paint = Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35))
            inside = Rect(x - radius, y - radius, 2 * radius, 2 * radius).inset(radius * 0.46)
            sign: list[Shape] = [
                text_in(str(number), inside.inset(-radius * 0.2, 0), pen.mm(3.9), "display", pen.theme.ink)
            ]
            if kind == "passive":
                sign = icons.platter(inside, muted, pen.theme.cell)
            inner.append(Group(f"solo.{number}.{kind}", (Circle(x, y, radius, paint), *sign)))
        items.append(Group(f"round.{number}", tuple(inner)))
    return Group("rounds", tuple(items), "rounds", pen.translate("Rounds"))


def draw_solo_back(
    layout: Layout, *, theme: str = "light", language: str = "en", size: tuple[float, float] | None = None
) -> Scene:
    """Draw the back of a solo sheet: the passive turn, the whole rating ladder, a table of games.

    Arguments and errors as of `drawing.pages.draw_page`.
    """
    page, solo = _open(layout, theme, language, size)
    pen, tr, body = page.pen, page.pen.translate, page.body
    items: list[Item] = [draw_title(pen, page.top, page.title, tag=tr("Solo"), fields=None)]
    ratings = len(solo.ratings)
    passive, table = pen.mm(44.0), pen.mm(41.9)  # the table gets what many ratings do not need
    headings = 3 if ratings else 2
    spare = body.height - passive - table - pen.mm(HEADING * headings)
    ladder = min(spare, pen.mm(RATING) * ratings)
    table += spare - ladder - pen.mm(0.8)
    y = body.y
    items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("Your passive turn"))
    y += pen.mm(HEADING)
    items.append(draw_passive(pen, Rect(body.x, y, body.width, passive), solo))
    y += passive
    if ratings:
        items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("How clever were you?"))
        y += pen.mm(HEADING)
        items.append(large_ladder(pen, Rect(body.x, y, body.width, ladder)))
        y += ladder
    items += _heading(pen, Rect(body.x, y, body.width, pen.mm(HEADING)), tr("Your games"))
    y += pen.mm(HEADING)
    items.append(_games(pen, Rect(body.x, y, body.width, table)))
    return page.scene(items, tr("Solo"))


def _open(
    layout: Layout, theme: str, language: str, size: tuple[float, float] | None, rules_url: str | None = ""
) -> tuple[PageFrame, Solo]:
    page = open_page(layout, theme=theme, language=language, size=size, rules_url=rules_url)
    if page.pen.edition.solo is None:
        raise DrawingError(f"{layout.id} has no solo game")
    return page, page.pen.edition.solo


def _heading(pen: Pen, rect: Rect, text: str) -> list[Text]:
    size = pen.mm(3.9)
    text_rect = Rect(rect.x + pen.mm(0.6), rect.y + pen.mm(0.6), rect.width - pen.mm(1.2), rect.height - pen.mm(0.6))
    return text_block(text, text_rect, size, "display", pen.theme.on_paper, least=size * 0.7, one_line=0.7, anchor=0.0)


def _games(pen: Pen, rect: Rect) -> Group:
    """A table for the results of several games, in two blocks side by side."""
    tr = pen.translate
    labels = (tr("Date"), tr("Score"), tr("Best"))
    shares = (0.4, 0.3, 0.3)
    blocks, lines = 2, GAMES // 2
    gap, head, first = pen.mm(3.0), pen.mm(3.8), pen.mm(6.0)
    width = (rect.width - gap * (blocks - 1)) / blocks
    pitch = (rect.height - head) / lines
    stroke = Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.3))
    items: list[Item] = []
    for block in range(blocks):
        left = rect.x + (width + gap) * block
        room = width - first
        x = left + first
        for label, share in zip(labels, shares, strict=True):
            items.append(text_at(label, x + pen.mm(0.8), rect.y + pen.mm(2.6), pen.mm(2.9), "text", pen.theme.muted))
            x += room * share
        for line in range(lines):
            number = block * lines + line + 1
            y = rect.y + head + pitch * line
            number_rect = Rect(left, y, first, pitch)
            shapes: list[Item] = [text_in(str(number), number_rect, pen.mm(3.2), "display", pen.theme.muted)]
            x = left + first
            for share in shares:
                cell = Rect(x, y, room * share, pitch).inset(pen.mm(0.35))
                shapes.append(Box(cell, stroke, pen.mm(1.3)))
                x += room * share
            items.append(Group(f"game.{number}", tuple(shapes)))
    return Group("games", tuple(items), "games", pen.translate("Your games"))


# Where the dice of a passive turn go, small for the sheet and large for its back


STRIP = 5.8
SMALL_PLATTER = 6.0  # height below which a platter has one thin line: its dice would cut a second one
STRIP_DIE = 3.1  # side of its dice, so that slots and platter keep away from its edge
EXAMPLE_FACES = (4, 1, 6, 2, 5, 3)  # the die that is nearest to the platter first


@dataclass(frozen=True)
class ExampleRoll:
    """An example of a roll: dice and faces, the die nearest to the platter first; `lowest`: indexes of those for it."""

    dice: tuple[tuple[str, int], ...]
    lowest: frozenset[int]

    @property
    def on_platter(self) -> list[tuple[str, int]]:
        """The dice for the platter, from low to high."""
        return [self.dice[i] for i in sorted(self.lowest, key=lambda i: self.dice[i][1])]

    @property
    def others(self) -> list[tuple[str, int]]:
        """The other dice, the nearest first."""
        return [die for i, die in enumerate(self.dice) if i not in self.lowest]


def example(pen: Pen, solo: Solo) -> ExampleRoll:
    """An example roll of all dice of an edition."""
    dice = tuple((name, EXAMPLE_FACES[i % len(EXAMPLE_FACES)]) for i, name in enumerate(pen.edition.dice))
    order = sorted(range(len(dice)), key=lambda i: (dice[i][1], i))
    return ExampleRoll(dice, frozenset(order[: solo.platter]))


def draw_strip(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """The passive turn in one line: all dice, the lowest on the platter, the others on the slots or aside."""
    roll = example(pen, solo)
    items: list[Item] = [pen.plate(rect)]
    y = rect.centre[1]
    sign = Rect(rect.x + pen.mm(1.6), y - pen.mm(1.7), pen.mm(3.4), pen.mm(3.4))
    items += icons.platter(sign, pen.theme.on_plate, pen.theme.plate)
    label = Rect(sign.right + pen.mm(0.9), rect.y, pen.mm(12.5), rect.height)
    text = pen.translate("passive")
    items.append(text_in(text, label, pen.mm(2.9), "text", pen.theme.on_plate, anchor=0.0))
    on_slots = solo.others != "nowhere"
    others = roll.others[: len(pen.edition.die_slots)] if on_slots else roll.others
    # Widths in dice: the roll, an arrow, the platter, a gap, the others.
    room = rect.right - label.right - pen.mm(2.2)
    units = 1.18 * len(roll.dice) + 1.3 + (1.18 * len(roll.on_platter) + 0.7) + 1.0 + 1.6 * len(others)
    side = min(pen.mm(STRIP_DIE), room / units)
    spare = (room - units * side) / 4
    x = label.right + spare
    for die, face in roll.dice:
        items += _die(pen, Rect(x, y - side / 2, side, side), die, face, pen.theme.plate)
        x += 1.18 * side
    items += _pointer(pen, x + 0.56 * side + spare / 2, y, side * 0.55)
    x += 1.3 * side + spare
    width = (1.18 * len(roll.on_platter) + 0.5) * side
    items += _platter(pen, Rect(x, y - side * 0.65, width, side * 1.3))
    for i, (die, face) in enumerate(roll.on_platter):
        die_rect = Rect(x + (0.34 + 1.18 * i) * side, y - side / 2, side, side)
        items += _die(pen, die_rect, die, face, pen.theme.cell)
    x += width + 1.2 * side + 2 * spare
    for i, (die, face) in enumerate(others):
        die_rect = Rect(x + 1.6 * side * i, y - side / 2, side, side)
        items += _other_die(pen, die_rect, die, face, on_slots=on_slots)
    return Group("passive", tuple(items), "passive dice", pen.translate("Your passive turn"))


def draw_platter(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """A silver platter as large as the dice of the passive turn, with what goes there."""
    edge = pen.mm(0.8)
    dice = solo.platter * PLATTER_DIE
    tray = Rect(rect.x + edge, rect.y + edge, dice + PLATTER_DIE / 2, rect.height - 2 * edge)
    items: list[Item] = [pen.plate(rect), *_platter(pen, tray)]
    sign = pen.mm(3.4)
    x = tray.right + pen.mm(1.6)
    items += icons.platter(Rect(x, rect.y + pen.mm(1.4), sign, sign), pen.theme.on_plate, pen.theme.plate)
    heading = Rect(x + sign + pen.mm(0.9), rect.y + pen.mm(1.4), rect.right - x - sign - pen.mm(2.4), sign)
    title = pen.translate("Your passive turn")
    items.append(text_in(title, heading, pen.mm(3.0), "strong", pen.theme.on_plate, anchor=0.0))
    text = f"{_platter_text(pen, solo)} {_others_text(pen, solo)}"
    place = Rect(
        x, heading.bottom + pen.mm(0.8), rect.right - x - pen.mm(1.4), rect.bottom - heading.bottom - pen.mm(1.6)
    )
    items += text_block(
        text,
        place,
        pen.mm(2.9),
        "text",
        pen.theme.on_plate,
        least=least_type(pen, pen.theme.plate, grows=False),
        anchor=0.0,
        rise=0.0,
    )
    return Group("passive", tuple(items), "passive dice", pen.translate("Your passive turn"))


def _platter_text(pen: Pen, solo: Solo) -> str:
    tr = pen.translate
    message = {
        "the platter": tr("The {count} lowest go on the silver platter; among equals, the nearest to it."),
        "the dice tower": tr(
            "The {count} lowest go on the silver platter; among equals, the nearest to the dice tower."
        ),
    }[solo.nearest_to]
    return fill_fields(message, count=solo.platter)


def _others_text(pen: Pen, solo: Solo) -> str:
    tr = pen.translate
    return {
        "nowhere": tr("The other dice stay aside."),
        "on the slots": tr("The other dice go on the die slots."),
        "on the slots, nearest on top": tr(
            "The other dice go on the die slots, the nearest to the platter on the first."
        ),
    }[solo.others]


def draw_passive(pen: Pen, rect: Rect, solo: Solo) -> Group:
    """The passive turn, large and with explanations."""
    roll = example(pen, solo)
    items: list[Item] = [pen.plate(rect)]
    inner = rect.inset(pen.mm(2.2))
    tr = pen.translate
    ink, least = pen.theme.on_plate, least_type(pen, pen.theme.plate)

    intro = tr("Roll all dice at once.")
    if "reroll" in pen.edition.actions and "extra die" in pen.edition.actions:
        rule = tr("No reroll; extra dice are allowed.")
        intro = f"{intro} {rule}"
    top = Rect(inner.x, inner.y, inner.width, pen.mm(6.2))
    items += text_block(intro, top, pen.mm(3.0), "text", ink, least=least, anchor=0.0, rise=0.3)

    left = Rect(inner.x, top.bottom, inner.width * 0.55, inner.bottom - top.bottom)
    right = Rect(left.right + pen.mm(6), left.y, inner.right - left.right - pen.mm(6), left.height)
    pitch = left.width / len(roll.dice)
    side = min(pen.mm(6.8), pitch * 0.82)
    y = left.y + pen.mm(0.6)
    for i, (die, face) in enumerate(roll.dice):
        x = left.x + pitch * i
        items += _die(pen, Rect(x, y, side, side), die, face, pen.theme.plate)
        if i in roll.lowest:
            items += _pointer(pen, x + side / 2, y + side + pen.mm(1.6), pen.mm(2.0), down=True)
    arrow = y + side / 2
    items += _pointer(pen, left.right + pen.mm(1.8), arrow, pen.mm(3.0))

    tray = Rect(left.x, y + side + pen.mm(3.2), left.width - (pitch - side), side + pen.mm(2.4))
    items += _platter(pen, tray)
    step = side * 1.3
    x = tray.centre[0] - (step * (len(roll.on_platter) - 1) + side) / 2
    for i, (die, face) in enumerate(roll.on_platter):
        die_rect = Rect(x + step * i, tray.centre[1] - side / 2, side, side)
        items += _die(pen, die_rect, die, face, pen.theme.cell)
    under = Rect(left.x, tray.bottom + pen.mm(1.2), left.width, inner.bottom - tray.bottom - pen.mm(1.2))
    items += text_block(_platter_text(pen, solo), under, pen.mm(3.0), "text", ink, least=least, anchor=0.0, rise=0.3)
    items += _others(pen, right, solo, roll, arrow)
    return Group("passive", tuple(items), "passive dice", pen.translate("Your passive turn"))


def _others(pen: Pen, rect: Rect, solo: Solo, roll: ExampleRoll, first: float) -> list[Item]:
    """The dice that do not go on the platter, one below the other, and a text about where they go.

    `first` is the height of the arrow that points to the first of them.
    """
    on_slots = solo.others != "nowhere"
    labels = pen.edition.die_slots
    others = roll.others[: len(labels)] if on_slots else roll.others
    pitch = rect.height / max(len(others), 3)
    side = min(pen.mm(6.4), pitch - pen.mm(3.2))
    if len(others) > 1:
        pitch = min(pitch, (rect.bottom - first - side / 2) / (len(others) - 1))
    slot = Rect(rect.x, rect.y, side + pen.mm(7.4 if on_slots and any(labels) else 2.8), 0)
    items: list[Item] = []
    for i, (die, face) in enumerate(others):
        y = first + pitch * i
        die_rect = Rect(slot.right - side - pen.mm(1.4), y - side / 2, side, side)
        items += _other_die(pen, die_rect, die, face, on_slots=on_slots)
        if on_slots and labels[i]:
            label_rect = Rect(slot.x, y - side / 2, pen.mm(4.4), side)
            items.append(text_in(labels[i], label_rect, pen.mm(2.9), "strong", pen.theme.on_plate))
    tr = pen.translate
    text = _others_text(pen, solo)
    if on_slots:
        resort = tr("Choose one of them only if no die on the platter is usable.")
        text = f"{text} {resort}"
    middle = first + pitch * (len(others) - 1) / 2
    half = min(middle - rect.y, rect.bottom - middle)
    x, width = slot.right + pen.mm(1.6), rect.right - slot.right - pen.mm(1.6)
    ink, least = pen.theme.on_plate, least_type(pen, pen.theme.plate)
    try:
        lines = text_block(
            text, Rect(x, middle - half, width, 2 * half), pen.mm(3.0), "text", ink, least=least, anchor=0
        )
    except DrawingError:  # beside few dice: all the height, from the top
        lines = text_block(
            text, replace(rect, x=x, width=width), pen.mm(3.0), "text", ink, least=least, anchor=0, rise=0
        )
    return [*items, *lines]


def _die(pen: Pen, rect: Rect, die: str, face: int, background: str) -> list[Shape]:
    colours = pen.colours(die)
    edge = until_contrast(colours.badge, background, 3.0) if pen.theme.solid else pen.theme.ink
    _, *pips = icons.die(rect, colours.on_badge, colours.badge, face)
    return [Box(rect, Paint(fill=colours.badge, stroke=edge, width=rect.width * 0.06), rect.width * 0.2), *pips]


def _other_die(pen: Pen, rect: Rect, die: str, face: int, *, on_slots: bool) -> list[Shape]:
    """A die that does not go on the platter: on a slot of the sheet, or (not `slotted`) as a dashed outline."""
    if on_slots:
        slot = Box(
            rect.inset(-rect.width * 0.17),
            Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35)),
            rect.width * 0.3,
        )
        return [slot, *_die(pen, rect, die, face, pen.theme.cell)]
    muted = until_contrast(pen.theme.muted, pen.theme.plate, 3.0)
    _, *pips = icons.die(rect, muted, pen.theme.plate, face)
    dash = (rect.width * 0.14, rect.width * 0.1)
    ghost = Box(rect, Paint(fill=pen.theme.plate, stroke=muted, width=rect.width * 0.06, dash=dash), rect.width * 0.2)
    return [ghost, *pips]


def _platter(pen: Pen, rect: Rect) -> list[Shape]:
    """The silver platter from above."""
    edge = until_contrast(pen.theme.muted, pen.theme.plate, 3.0)
    is_small = rect.height < pen.mm(SMALL_PLATTER)
    rim = Box(rect, Paint(fill=pen.theme.cell, stroke=edge, width=pen.mm(0.25 if is_small else 0.4)), rect.height / 2)
    if is_small:
        return [rim]
    inset = rect.height * 0.08
    bed = rect.inset(inset)
    fine = until_contrast(pen.theme.muted, pen.theme.cell, 3.0)
    return [rim, Box(bed, Paint(stroke=fine, width=pen.mm(0.15)), bed.height / 2)]


def _pointer(pen: Pen, x: float, y: float, size: float, *, down: bool = False) -> list[Shape]:
    """A small triangle that points to the right or down."""
    half, reach = size * 0.5, size * 0.42
    if down:
        corners = [(x - half, y - reach), (x + half, y - reach), (x, y + reach)]
    else:
        corners = [(x - reach, y - half), (x + reach, y), (x - reach, y + half)]
    return [polygon(corners, Paint(fill=pen.theme.on_plate))]


# The rating ladder, small at the foot of a sheet and large on its back


PITCH = 2.9
PADDING = 0.5
COLUMN_GAP = 2.4
RATING = 6.4  # height of a rating on the back, at most
SCORE = 6.4  # width of the scores of a rating on the front
BROKEN = 2  # how many labels may be broken, so that all are in columns
STARS = 5


def score_range(ratings: Sequence[Rating], index: int, *, short: bool = False) -> str:
    """The scores of one of the ratings, which are sorted from the best; the last one includes everything below it.

    >>> bands = tuple(Rating.model_validate({"from": least, "label": "…"}) for least in (281, 260, 0))
    >>> [score_range(bands, i) for i in range(3)]
    ['281+', '260–280', '< 260']
    >>> score_range(bands, 1, short=True)
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
    """The ladder in a few lines at the bottom of a rectangle, as high as it needs; None if it does not fit.

    Whether it fits does not depend on the language: there has to be room for it in all of them.
    """
    ratings = pen.edition.solo.ratings if pen.edition.solo else ()
    if not ratings:
        return None
    width = rect.width - pen.mm(3.0)
    translations = pen.edition.translations
    labels = tuple(pen.translate(rating.label) for rating in ratings)
    most = int((rect.height / pen.unit - 2 * PADDING + 0.001) / PITCH)
    translated = [tuple(translate(rating.label, each, translations) for rating in ratings) for each in languages()]
    # In one order, so that of several texts that cannot be drawn the same one is named every time.
    lines = max(_count_lines(pen, words, width, most) for words in dict.fromkeys([labels, *translated]))
    if lines > most:
        return None
    height = pen.mm(lines * PITCH + 2 * PADDING)
    area = Rect(rect.x, rect.bottom - height, rect.width, height)
    return _small(pen, area, ratings, _lines(pen, labels, width, most))


Placed = tuple[int, str, float, float]  # a rating by its index, a line of its label, the left and the width of both


_counted: dict[tuple[float, tuple[str, ...], float, int], int] = {}  # lines by unit, labels, width and most lines
COUNTED = 200  # that are kept: a sheet is drawn in one language after the other, and each asks for all of them


def _count_lines(pen: Pen, labels: tuple[str, ...], width: float, most: int) -> int:
    """How many lines the ratings of one language need."""
    key = (pen.unit, labels, width, most)
    count = _counted.get(key)
    if count is None:
        count = len(_lines(pen, labels, width, most))
        if not font_face("text").lacking("".join(labels)):  # other fonts depend on the layout
            if len(_counted) >= COUNTED:
                _counted.clear()
            _counted[key] = count
    return count


def _lines(pen: Pen, labels: Sequence[str], width: float, most: int) -> list[list[Placed]]:
    """The ratings in lines of a width: in columns if these need at most `most` lines, two more than running text.

    Where one or two labels are so long that columns would need more, these are broken.
    """
    text = _in_text(pen, labels, width)
    longest = sorted(labels, key=len)[::-1]
    for broken in range(BROKEN + 1):
        entries = [_broken(pen, label) if label in longest[:broken] else (label,) for label in labels]
        columns = _in_columns(pen, entries, width)
        if len(columns) <= min(most, len(text) + 2):
            return columns
    return text


def _broken(pen: Pen, label: str) -> tuple[str, ...]:
    """A label in two lines of about equal length; in more if a word is very long."""
    size = pen.mm(POSITIVE)
    return tuple(wrap(label, font_face("text").width(label, size) * 0.6, size, "text") or (label,))


def _line_width(pen: Pen, text: str, width: float) -> float:
    """The width of a line of a rating with its scores; at most `width`."""
    face = font_face("text")
    return min(pen.mm(SCORE + 0.7) + face.width(face.with_plain_spaces(text), pen.mm(POSITIVE)), width)


def _in_columns(pen: Pen, entries: Sequence[tuple[str, ...]], width: float) -> list[list[Placed]]:
    """The ratings, each with the lines of its label, in columns from top to bottom, in as few lines as possible."""
    gap = pen.mm(COLUMN_GAP)
    total = sum(map(len, entries))
    needed = {text: _line_width(pen, text, width) for entry in entries for text in entry}
    for count in range(max(map(len, entries)), total + 1):
        columns: list[list[tuple[int, str]]] = [[]]
        for i, entry in enumerate(entries):
            if len(columns[-1]) + len(entry) > count:
                columns.append([])
            columns[-1] += [(i, text) for text in entry]
        widths = [max(needed[text] for _, text in column) for column in columns]
        spare = width - sum(widths) - gap * (len(columns) - 1)
        if spare >= 0 or count == total:
            break
    step = gap + max(spare, 0.0) / len(columns)
    lines: list[list[Placed]] = [[] for _ in range(count)]
    left = 0.0
    for column, widest in zip(columns, widths, strict=True):
        for line, (i, text) in zip(lines, column, strict=False):
            line.append((i, text, left, needed[text]))
        left += widest + step
    return lines


def _in_text(pen: Pen, labels: Sequence[str], width: float) -> list[list[Placed]]:
    """The ratings one after the other in lines of a width, which are fewer than with columns."""
    lines: list[list[Placed]] = [[]]
    x = 0.0
    for i, label in enumerate(labels):
        needed = _line_width(pen, label, width)
        if x + needed > width and lines[-1]:
            lines.append([])
            x = 0.0
        lines[-1].append((i, label, x, needed))
        x += needed + pen.mm(COLUMN_GAP)
    return lines


def _small(pen: Pen, rect: Rect, ratings: Sequence[Rating], lines: Sequence[Sequence[Placed]]) -> Group:
    items: list[Item] = [field_box(pen, rect, FRAME_RADIUS)]
    inner = rect.inset(pen.mm(1.5), pen.mm(PADDING))
    pitch = inner.height / len(lines)
    size, ink = pen.mm(POSITIVE), pen.theme.ink
    shapes: dict[int, list[Item]] = {i: [] for i in range(len(ratings))}
    for row, line in enumerate(lines):
        for i, text, x, width in line:
            place = Rect(inner.x + x, inner.y + pitch * row, width, pitch)
            scores = Rect(place.x, place.y, pen.mm(SCORE), pitch)
            label = Rect(scores.right + pen.mm(0.7), place.y, place.right - scores.right - pen.mm(0.69), pitch)
            if not shapes[i]:
                number = score_range(ratings, i, short=True)
                shapes[i].append(text_in(number, scores, size, "strong", ink, anchor=0.0))
            shapes[i].append(text_in(text, label, size, "text", ink, anchor=0.0))
    items += [Group(f"rating.{ratings[i].from_}", tuple(inside)) for i, inside in shapes.items()]
    return Group("ratings", tuple(items), "ratings", pen.translate("How clever were you?"))


def large_ladder(pen: Pen, rect: Rect) -> Group:
    """The whole ladder, one rating below the other, with stars where the edition has them."""
    ratings = pen.edition.solo.ratings if pen.edition.solo else ()
    starred = any(rating.stars is not None for rating in ratings)
    pitch = rect.height / max(len(ratings), 1)
    items: list[Item] = []
    line = pen.mm(0.3)  # as that of the tiles, which it meets
    background = Paint(fill=pen.theme.plate, stroke=None if pen.theme.solid else pen.theme.ink, width=line)
    for i, rating in enumerate(ratings):
        row = Rect(rect.x, rect.y + pitch * i, rect.width, pitch).inset(0, pen.mm(0.3))
        tile = Rect(row.x, row.y, pen.mm(19), row.height)
        side = min(row.height * 0.62, pen.mm(3.4))
        stars = pen.mm(1.8) + (side * 1.18 * STARS if starred else 0)
        label = Rect(tile.right + pen.mm(2.2), row.y, row.right - stars - tile.right - pen.mm(3.4), row.height)
        inside: list[Item] = [
            Box(row if pen.theme.solid else row.inset(line / 2), background, pen.mm(1.3)),
            *_tile(pen, tile, score_range(ratings, i), 3.2),
            *text_block(
                pen.translate(rating.label),
                label,
                pen.mm(3.4),
                "strong" if i == 0 else "text",
                pen.theme.on_plate,
                least=pen.mm(POSITIVE),
                one_line=0.7,
                anchor=0.0,
            ),
        ]
        if rating.stars is not None:
            inside += _stars(pen, row.right - stars, row.centre[1], side, rating.stars)
        items.append(Group(f"rating.{rating.from_}", tuple(inside)))
    return Group("ratings", tuple(items), "ratings", pen.translate("How clever were you?"))


def _tile(pen: Pen, rect: Rect, text: str, size: float) -> list[Shape]:
    """The scores of a rating on a neutral tile."""
    box = field_box(pen, rect, min(1.3, rect.height / pen.unit * 0.35))
    return [box, text_in(text, rect.inset(pen.mm(0.5), 0), pen.mm(size), "strong", pen.theme.ink)]


def _stars(pen: Pen, left: float, y: float, side: float, count: float) -> list[Shape]:
    """Five stars, full, half or empty."""
    full = Paint(fill=pen.theme.on_plate)
    hollow = Paint(stroke=until_contrast(pen.theme.muted, pen.theme.plate, 3.0), width=pen.mm(0.2))
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
    return [(x + length * cos(turn), y + length * sin(turn)) for length, turn in zip(reach, turns, strict=True)]
