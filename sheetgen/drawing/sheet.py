"""The front of a sheet: title, rounds, die slots, action tracks and zones arranged row by row, tally and imprint.

The back and the solo sheet use its title, rows and page frame too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheetgen.drawing import icons
from sheetgen.drawing.bands import band_height, draw_band
from sheetgen.drawing.grids import draw_grid, grid_height, grid_width
from sheetgen.drawing.pen import BADGE, Pen
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Item, Paint, Rect, Scene
from sheetgen.drawing.text import text_at, text_in
from sheetgen.drawing.themes import themes, until_contrast
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.base import provenance_level
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.sheet import Row, Slot

# Millimetres of the standard sheet; for other sizes all are scaled by the same factor.
STANDARD = (120.0, 171.0)
MARGIN = 3.2
TITLE = 5.2
FOOT = 2.7
GAP = 1.0
ROUND = 7.4
SLOT = 8.2
TRACK = 6.7
TAG = 9.2
TALLY = 7.4


def draw_sheet(
    layout: Layout,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
) -> Scene:
    """Draw the front of a sheet; arguments and errors as of `drawing.pages.draw_page`."""
    page = open_page(layout, theme=theme, language=language, size=size)
    pen, rows = page.pen, page.pen.edition.sheet.rows
    items: list[Item] = [draw_title(pen, page.top, page.title)]
    room = spare_room(page, rows)
    with_tally = pen.edition.sheet.tally if tally is None else tally
    if with_tally and room >= pen.mm(TALLY + GAP):
        strip = Rect(page.body.x, page.body.bottom - pen.mm(TALLY + 0.6), page.body.width, pen.mm(TALLY))
        items.append(draw_tally(pen, strip))
        room -= pen.mm(TALLY + GAP)
    items += draw_rows(page, rows, room)
    return page.scene(items)


# The frame of a page


@dataclass(frozen=True)
class PageFrame:
    """A page of a sheet (size in millimetres on paper) with its pen, and the areas that all pages have."""

    id: str
    pen: Pen
    language: str
    width: float
    height: float

    @property
    def title(self) -> str:
        """The title of the edition."""
        return self.pen.translate(self.pen.edition.title)

    @property
    def inner(self) -> Rect:
        """The page without its margin."""
        return Rect(0, 0, self.width, self.height).inset(self.pen.mm(MARGIN))

    @property
    def top(self) -> Rect:
        """The area of the title."""
        return Rect(self.inner.x, self.inner.y, self.inner.width, self.pen.mm(TITLE))

    @property
    def body(self) -> Rect:
        """The area between title and imprint."""
        inner = self.inner
        above = self.pen.mm(TITLE + GAP)
        return Rect(inner.x, inner.y + above, inner.width, inner.height - above - self.pen.mm(FOOT))

    def scene(self, items: list[Item], note: str = "") -> Scene:
        """The finished page: paper, the items, the imprint; `note` is added to its title."""
        pen, inner, tr = self.pen, self.inner, self.pen.translate
        foot = Rect(inner.x, inner.bottom - pen.mm(FOOT), inner.width, pen.mm(FOOT))
        unofficial = tr("Unofficial sheet")
        author = f" · {pen.edition.credits.author}" if pen.edition.credits else ""
        provenance_note = self._provenance_note()
        line = f"{unofficial}{author} · sheetgen" + (f" · {provenance_note}" if provenance_note else "")
        imprint = Group("imprint", (text_in(line, foot, pen.mm(2.3), "text", pen.theme.muted),))
        paper = Box(Rect(0, 0, self.width, self.height), Paint(fill=pen.theme.paper))
        title = f"{self.title} · {note}" if note else self.title
        about = tr(pen.edition.about or pen.edition.title)
        return Scene(self.width, self.height, (paper, *items, imprint), title, about, self.language)

    def _provenance_note(self) -> str:
        """A remark if some values of the layout are not certain; empty otherwise."""
        match provenance_level(self.pen.edition):
            case "inferred":
                return self.pen.translate("some values inferred")
            case "reconstructed":
                return self.pen.translate("some values reconstructed")
        return ""


def open_page(layout: Layout, *, theme: str, language: str, size: tuple[float, float] | None) -> PageFrame:
    """Start a page of a layout; `size` as of `draw_page`. Raise DrawingError if it has no sheet."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    width, height = size or edition.sheet.size
    tr = partial(translate, language=language, translations=edition.translations)
    pen = Pen(edition, themes()[theme], min(width / STANDARD[0], height / STANDARD[1]), tr)
    return PageFrame(layout.id, pen, language, width, height)


# Title, tally, and the panels that are not zones


def draw_rounds(pen: Pen, rect: Rect) -> Group:
    """The panel of the rounds, each with its bonus, or with the numbers of players that play it."""
    rounds = pen.edition.rounds
    gap = pen.mm(GAP)
    width = (rect.width - gap * (rounds.count - 1)) / rounds.count
    items: list[Item] = []
    shortest = min(rounds.by_players.values())
    for number in range(1, rounds.count + 1):
        box = Rect(rect.x + (width + gap) * (number - 1), rect.y, width, rect.height)
        inner: list[Item] = [pen.plate(box)]
        bonus = rounds.bonuses[number - 1] if number <= len(rounds.bonuses) else None
        wide = bonus is not None and len(bonus.singles) > 1
        digit = Rect(box.x + pen.mm(0.9 if wide else 1.6), box.y, pen.mm(3.2 if wide else 4.2), box.height)
        inner.append(text_in(str(number), digit, pen.mm(4.2), "display", pen.theme.on_plate))
        x, y = (digit.right + box.right - pen.mm(0.6)) / 2, box.centre[1]
        if bonus is not None:
            inner.append(pen.badge_group(f"round.badge.{number}", bonus, x, y))
        elif number > shortest:
            inner += _people(pen, [players for players, count in rounds.by_players.items() if count == number], x, y)
        items.append(Group(f"round.{number}", tuple(inner)))
    return Group("rounds", tuple(items), "rounds", pen.translate("Rounds"))


def _people(pen: Pen, counts: list[int], x: float, y: float) -> list[Item]:
    """For each number of players that many people, with slashes between them, centred on a point."""
    width, height = pen.mm(2.1), pen.mm(3.4)
    slash = pen.mm(1.7)
    total = sum(counts) * width + (len(counts) - 1) * slash
    left = x - total / 2
    items: list[Item] = []
    for i, count in enumerate(counts):
        if i:
            slash_rect = Rect(left, y - height / 2, slash, height)
            items.append(text_in("/", slash_rect, pen.mm(3), "text", pen.theme.on_plate))
            left += slash
        for _ in range(count):
            items += icons.person(
                Rect(left + width * 0.06, y - height / 2, width * 0.88, height), pen.theme.on_plate, pen.theme.plate
            )
            left += width
    return items


def draw_dice(pen: Pen, rect: Rect) -> Group:
    """The panel of the slots for the dice that the active player takes."""
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
        box = Box(slot, Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35)), pen.mm(1.6))
        shapes: list[Item] = [pen.plate(plate), box]
        if label:
            shapes.append(
                text_at(label, plate.x + pen.mm(1.1), plate.y + pen.mm(3.2), pen.mm(2.9), "strong", pen.theme.on_plate)
            )
        items.append(Group(f"slot.{i + 1}", tuple(shapes)))
    return Group("dice", tuple(items), "dice", pen.translate("Die slots"))


def draw_actions(pen: Pen, rect: Rect) -> Group:
    """The panel of the action tracks, one below the other; the tracks of a group share a row."""
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
    background, ink = (pen.theme.ink, "#FFFFFF") if pen.theme.solid else (pen.theme.paper, pen.theme.ink)
    tile = Box(
        icon, Paint(fill=background, stroke=pen.theme.cell if pen.theme.solid else ink, width=pen.mm(0.25)), side * 0.22
    )
    items: list[Item] = [tile, *pen.action_icon(kind, icon.inset(side * 0.12), ink, background)]
    right = rect.right - pen.mm(1.2) - (pen.mm(BADGE + 1.2) if end is not None else 0)
    pitch = (right - icon.right - pen.mm(0.8)) / len(slots)
    radius = min(pen.mm(2.75), pitch / 2 - pen.mm(0.25))
    for i, printed in enumerate(slots):
        x = icon.right + pen.mm(0.8) + pitch * (i + 0.5)
        circle = Circle(x, y, radius, Paint(fill=pen.theme.cell, stroke=pen.theme.muted, width=pen.mm(0.35)))
        inner: list[Item] = [circle]
        if printed is not None:
            number_rect = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
            muted = until_contrast(pen.theme.muted, pen.theme.cell, 4.5)
            inner.append(text_in(str(printed), number_rect, radius * 1.25, "display", muted))
        items.append(Group(f"{label.replace(' ', '-')}.{i + 1}", tuple(inner)))
    if end is not None:
        x = rect.right - pen.mm(1.3 + BADGE / 2)
        items.append(pen.badge_group(f"{label.replace(' ', '-')}.badge.end", end, x, y))
    return items


def draw_title(pen: Pen, rect: Rect, title: str, *, tag: str = "", fields: Sequence[str] | None = None) -> Group:
    """The title with the fox, a tag such as "Solo", and lines to write on for `fields`, by default the name."""
    side = rect.height * 0.94
    icon = Rect(rect.x, rect.y + (rect.height - side) / 2, side, side)
    items: list[Item] = [*icons.fox(icon, pen.theme.fox, pen.theme.cell, solid=pen.theme.solid)]
    names = [pen.translate("Name")] if fields is None else fields
    start = rect.x + rect.width * {0: 1.0, 1: 0.68}.get(len(names), 0.52)
    left = icon.right + pen.mm(1.2)
    text_width = text_at(tag, 0, 0, pen.mm(2.8), "display", pen.theme.on_paper).rect.width + pen.mm(1.8)
    tag_width = max(pen.mm(TAG), text_width) if tag else 0.0
    right = start - pen.mm(2.4) - (tag_width + pen.mm(1.8) if tag else 0.0)
    title_text = text_in(
        title, Rect(left, rect.y, right - left, rect.height), pen.mm(5.0), "display", pen.theme.on_paper, anchor=0.0
    )
    items.append(title_text)
    if tag:
        pill = Rect(title_text.rect.right + pen.mm(1.8), rect.centre[1] - pen.mm(1.9), tag_width, pen.mm(3.8))
        items.append(Box(pill, Paint(stroke=pen.theme.on_paper, width=pen.mm(0.4)), pen.mm(1.9)))
        items.append(text_in(tag, pill.inset(pen.mm(0.9), 0), pen.mm(2.8), "display", pen.theme.on_paper))
    items += write_lines(pen, Rect(start, rect.y, rect.right - start, rect.height), names)
    return Group("title", tuple(items))


def write_lines(pen: Pen, rect: Rect, labels: Sequence[str], size: float = 2.6) -> list[Item]:
    """Labels side by side, each with a line to write on; `size` in millimetres of the standard sheet."""
    gap = pen.mm(1.4)
    width = (rect.width - gap * (len(labels) - 1)) / max(len(labels), 1)
    baseline = rect.bottom - pen.mm(1.3)
    items: list[Item] = []
    for i, label in enumerate(labels):
        x = rect.x + (width + gap) * i
        word = text_at(label, x, baseline, pen.mm(size), "text", pen.theme.muted)
        left = word.rect.right + pen.mm(0.8)
        stroke = Rect(left, baseline + pen.mm(0.3), x + width - left, pen.mm(0.2))
        items += [word, Box(stroke, Paint(fill=pen.theme.muted))]
    return items


def draw_tally(pen: Pen, rect: Rect) -> Group:
    """A strip to add up the points: one box per zone and kind of scoring badge, and the total."""
    sources = pen.edition.score_sources
    plus = pen.mm(2.0)
    weight = 1.35
    width = (rect.width - plus * len(sources)) / (len(sources) + weight)
    items: list[Item] = []
    x = rect.x
    for i, source in enumerate([*sources, None]):
        box_width = width * (weight if source is None else 1)
        if i:
            sign = Rect(x - plus, rect.y, plus, rect.height)
            items.append(text_in("=" if source is None else "+", sign, pen.mm(2.8), "strong", pen.theme.muted))
        box = Rect(x, rect.y, box_width, rect.height).inset(pen.mm(0.2))
        badge = source.badge if source is not None else None
        die = pen.edition.die_of(source.id) if source is not None and badge is None else None
        stroke = pen.colours(die).line if die else pen.theme.fox if badge else pen.theme.on_paper
        shapes: list[Item] = [Box(box, Paint(fill=pen.theme.cell, stroke=stroke, width=pen.mm(0.5)), pen.mm(1.5))]
        size = pen.mm(2.7)
        corner = Rect(box.x + pen.mm(0.8), box.y + pen.mm(0.8), size, size)
        if die:
            shapes += pen.symbol(die, corner, pen.tag_colour(die), pen.theme.cell)
        elif badge:
            shapes += pen.badge(badge, corner.x + size / 2, corner.y + size / 2, size)
        else:
            shapes.append(text_at("Σ", corner.x, corner.y + size * 0.86, pen.mm(3.0), "strong", pen.theme.ink))
        items.append(Group(f"tally.{source.id if source is not None else 'total'}", tuple(shapes)))
        x += box_width + plus
    return Group("tally", tuple(items), "tally", pen.translate("Points"))


@dataclass(frozen=True)
class FixedPanel:
    """A panel that is not a zone: its minimum height in millimetres of the standard sheet, and how it is drawn."""

    height: Callable[[SheetEdition], float]
    draw: Callable[[Pen, Rect], Group]


def _stacked(rows: int, height: float) -> float:
    return rows * height + (rows - 1) * GAP


FIXED: Mapping[str, FixedPanel] = {
    "rounds": FixedPanel(lambda _: ROUND, draw_rounds),
    "dice": FixedPanel(lambda edition: _stacked(len(edition.die_slots), SLOT), draw_dice),
    "actions": FixedPanel(lambda edition: _stacked(len(edition.actions), TRACK), draw_actions),
}


# Rows of panels


def spare_room(page: PageFrame, rows: tuple[Row, ...], fixed: Mapping[str, FixedPanel] = FIXED) -> float:
    """The height that the rows leave free, in millimetres on paper; negative if they need more than there is."""
    heights = [_row_height(page.pen, row, fixed) for row in rows]
    return page.body.height - sum(heights) - page.pen.mm(GAP) * len(heights)


def draw_rows(
    page: PageFrame, rows: tuple[Row, ...], room: float, fixed: Mapping[str, FixedPanel] = FIXED
) -> list[Item]:
    """The rows of a page from its top; they share `room`, the spare height, by their weights.

    Raise DrawingError if `room` is negative, or if the panels of a row need more width than there is.
    """
    if room < -0.01:
        raise DrawingError(
            f"{page.id} needs {-room:.1f} mm more height than a sheet of {page.width:g} x {page.height:g} mm has"
        )
    heights = [_row_height(page.pen, row, fixed) for row in rows]
    return _rows(page.pen, page.body, rows, heights, room, fixed)


def _row_height(pen: Pen, row: Row, fixed: Mapping[str, FixedPanel]) -> float:
    """The minimum height of a row: that of its tallest column."""
    columns = [(panel,) if isinstance(panel, str) else panel for panel in row.panels]
    gap = pen.mm(GAP)
    return max(sum(_panel_height(pen, name, fixed) for name in column) + gap * (len(column) - 1) for column in columns)


def _panel_height(pen: Pen, name: str, fixed: Mapping[str, FixedPanel]) -> float:
    if name in fixed:
        return pen.mm(fixed[name].height(pen.edition))
    zone = pen.edition.zones[name]
    return pen.mm(grid_height(pen, zone) if zone.cells.is_grid else band_height(zone))


def _rows(
    pen: Pen, body: Rect, rows: tuple[Row, ...], heights: list[float], room: float, fixed: Mapping[str, FixedPanel]
) -> list[Item]:
    items: list[Item] = []
    total = sum(row.height for row in rows)
    y = body.y
    for row, least in zip(rows, heights, strict=True):
        height = least + room * row.height / total
        x = body.x
        for panel, width in zip(row.panels, _widths(pen, row, body.width), strict=True):
            items += _column(pen, Rect(x, y, width, height), (panel,) if isinstance(panel, str) else panel, fixed)
            x += width + pen.mm(GAP)
        y += height + pen.mm(GAP)
    return items


def _widths(pen: Pen, row: Row, available: float) -> list[float]:
    """The widths of the panels of a row: what their cells need; spare width is shared by their weights."""
    weights = row.widths or (1.0,) * len(row.panels)
    least = [
        max(_panel_width(pen, name) for name in ((panel,) if isinstance(panel, str) else panel)) for panel in row.panels
    ]
    spare = available - pen.mm(GAP) * (len(row.panels) - 1) - sum(least)
    if spare < -0.01:
        raise DrawingError(f"{' and '.join(row.flat)} need {-spare:.1f} mm more width than the sheet has")
    # Weights are for whole panels: a panel that needs more than its share keeps what it needs.
    total = available - pen.mm(GAP) * (len(row.panels) - 1)
    widths = [max(need, total * weight / sum(weights)) for need, weight in zip(least, weights, strict=True)]
    excess = sum(widths) - total
    slack = [width - need for width, need in zip(widths, least, strict=True)]
    return [
        width - (excess * room / sum(slack) if excess > 0 else 0) for width, room in zip(widths, slack, strict=True)
    ]


def _panel_width(pen: Pen, name: str) -> float:
    zone = pen.edition.zones.get(name)
    return pen.mm(grid_width(pen, zone)) if zone is not None and zone.cells.is_grid else pen.mm(9)


def _column(pen: Pen, rect: Rect, names: tuple[str, ...], fixed: Mapping[str, FixedPanel]) -> list[Item]:
    """Panels one below the other; spare height is shared in proportion to their minimum heights."""
    least = [_panel_height(pen, name, fixed) for name in names]
    spare = rect.height - pen.mm(GAP) * (len(names) - 1)
    items: list[Item] = []
    y = rect.y
    for name, need in zip(names, least, strict=True):
        height = spare * need / sum(least)
        panel = Rect(rect.x, y, rect.width, height)
        if name in fixed:
            items.append(fixed[name].draw(pen, panel))
        elif pen.edition.zones[name].cells.is_grid:
            items.append(draw_grid(pen, name, panel))
        else:
            items.append(draw_band(pen, name, panel))
        y += height + pen.mm(GAP)
    return items
