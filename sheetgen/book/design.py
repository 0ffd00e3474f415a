"""The look of a book: sizes and styles by the size of its page, cover, heads of chapters and pages. Millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.book.blocks import Look, Measures
from sheetgen.book.flow import Frame
from sheetgen.book.pictures import BookLayoutPictures, Drawing
from sheetgen.book.pieces import PageDrawing, Piece
from sheetgen.book.text import Style
from sheetgen.drawing.scene import Box, Item, Paint, Rect, Scene, line
from sheetgen.drawing.text import POINT, font_face, outlined, text_at, text_block
from sheetgen.drawing.themes import Theme, ZoneColours, themes, until_contrast
from sheetgen.formats.tags import Element
from sheetgen.layout import Layout, SheetEdition

Size = tuple[float, float]
LEAST: Size = (118.0, 168.0)  # the smallest page on which tables and pictures can be read
TWO_COLUMNS = 175.0  # the least width of a page with two columns
HEAD = 12.5  # the largest height of the head of a chapter
HEAD_SHARE = 0.078  # the same on narrow pages, of the width of the text
ABOVE_HEAD = 0.04  # the space above it, of that width


@dataclass(frozen=True)
class Design:
    """Sizes and styles of one book."""

    page: Size
    theme: Theme
    frame: Frame
    measures: Measures

    @property
    def plain(self) -> Look:
        """The colours of chapters about no zone."""
        theme = themes()["light"] if self.theme.paper != "#FFFFFF" else self.theme
        dark = theme.ink
        return Look("#3A404B", "#FFFFFF", theme.plate, "#3A404B", dark, theme.muted)

    def look(self, colours: ZoneColours) -> Look:
        """Return the colours of a chapter about a zone; lines and dots are dark enough for white paper."""
        plain = self.plain
        line_colour = until_contrast(colours.line, "#FFFFFF", 3.0)
        panel = colours.panel if self.theme.paper == "#FFFFFF" else plain.panel
        return Look(colours.badge, colours.on_badge, panel, line_colour, plain.ink, plain.muted)


def design_for(page: Size, theme: str, thinnest: float = 0.0) -> Design:
    """Return the design for pages of a size; `thinnest` are the lines that can be printed, in points."""
    width, height = page
    columns = 2 if width >= TWO_COLUMNS else 1
    side, top, bottom = (16.0, 21.0, 19.0) if columns == 2 else (12.0, 16.0, 15.0)
    rect = Rect(side, top, width - 2 * side, height - top - bottom)
    frame = Frame(rect, columns, 7.0)
    ink = themes()["light"].ink if themes()[theme].paper != "#FFFFFF" else themes()[theme].ink
    body = Style.points(9.3, 12.2, colour=ink) if columns == 2 else Style.points(8.5, 10.9, colour=ink)
    small = Style.points(7.9, 10.0, colour=ink) if columns == 2 else Style.points(7.5, 9.3, colour=ink)
    heading = Style.points(12.6, 15.5, "display", bold="display", italic="display", colour=ink, hyphenates=False)
    subheading = Style.points(10.2, 13.0, "strong", italic="strong", colour=ink, hyphenates=False)
    measures = Measures(
        column=frame.column,
        full=rect.width,
        columns=columns,
        height=rect.height,
        body=body,
        small=small,
        heading=heading,
        subheading=subheading,
        table=Style.points(8.6, 10.6, colour=ink) if columns == 2 else Style.points(8.1, 10.0, colour=ink),
        largest_picture=1.0 if columns == 2 else 0.86,
        step_scale=0.92 if columns == 2 else 0.7,
        tallest_in_step=36.0 if columns == 2 else 27.0,
        thinnest=thinnest * POINT,
    )
    return Design(page, themes()[theme], frame, measures)


def chapter_head(
    title: str, look: Look, width: float, tile: Drawing | None, element: Element, anchors: Sequence[str]
) -> Piece:
    """Return the head of a chapter: a bar in its colour with its title, and the die of its zone."""
    high = min(HEAD, width * HEAD_SHARE)

    def draw(page: PageDrawing, x: float, y: float) -> None:
        bar = Rect(x, y, width, high)
        page.add([Box(bar, Paint(fill=look.badge, stroke=look.line, width=0.25), 2.4)])
        left = x + 4.5
        if tile is not None:
            page.picture(tile, Rect(x + 3.2, y + 2.0, high - 4, high - 4), None)
            left += high - 3
        room = Rect(left, y, x + width - left - 4, high)
        lines = text_block(title, room, 6.6, "display", look.on_badge, least=3.2, one_line=0.6, anchor=0.0)
        page.add(lines, element)

    return Piece(high, draw, before=width * ABOVE_HEAD, anchors=tuple(anchors), text=title, is_heading=True)


def page_furniture(design: Design, number: int, book: str, chapter: str, look: Look, page: PageDrawing) -> None:
    """Draw the running head and the number of a page: outside, so on the left of even pages."""
    rect, muted = design.frame.rect, design.plain.muted
    size = 2.75 if design.measures.columns == 2 else 2.5
    base = rect.y - (8.0 if design.measures.columns == 2 else 6.4)
    is_left = number % 2 == 0
    items: list[Item] = [
        text_at(book, rect.x, base, size, "strong", muted),
        text_at(chapter if chapter != book else "", rect.right, base, size, "text", muted, 1.0),
        line([(rect.x, base + 1.7), (rect.right, base + 1.7)], Paint(stroke="#C9CDD4", width=0.2)),
    ]
    side = 7.4 if design.measures.columns == 2 else 6.4
    x = rect.x if is_left else rect.right - side
    y = design.page[1] - (13.6 if design.measures.columns == 2 else 11.6)
    items.append(Box(Rect(x, y, side, side), Paint(fill=look.badge, stroke=look.line, width=0.2), side * 0.22))
    face = font_face("display")
    text_size = side * 0.5
    base_of_number = y + (side + face.cap_height * text_size) / 2
    items.append(text_at(str(number), x + side / 2, base_of_number, text_size, "display", look.on_badge, 0.5))
    page.add(items)


# The cover


def cover(
    design: Design,
    titles: Sequence[str],
    subtitle: str,
    notice: str,
    drawn: Sequence[BookLayoutPictures],
    bleed: float,
    element: Element,
) -> PageDrawing:
    """Return the first page: title, the sheet of each edition, dice, and bands in the colours of the zones."""
    page = PageDrawing()
    width, height = design.page
    unit = width / 210
    colours = [each for layout in drawn for each in edition_colours(layout.layout, design.theme)]
    bands = Rect(-bleed, height * 0.66, width + 2 * bleed, height * 0.34 + bleed)
    each = bands.height / max(1, len(colours))
    for i, zone in enumerate(colours):
        # Each band reaches below the next one, so that no white line is between them.
        box = Rect(bands.x, bands.y + i * each, bands.width, bands.bottom - bands.y - i * each)
        page.add([Box(box, Paint(fill=zone.badge))])
    plain = design.plain
    room = Rect(16 * unit, 18 * unit, width - 32 * unit, 34 * unit)
    heading = element.add_child("H1")
    each_room = room.height / len(titles)
    below = room.y
    for i, title in enumerate(titles):
        place = Rect(room.x, room.y + i * each_room, room.width, each_room)
        size = min(17 * unit, each_room * 0.9)
        block = text_block(title, place, size, "display", plain.ink, least=3 * unit, one_line=0.72, rise=0.0)
        page.add(block, heading)
        below = block[-1].rect.bottom + 11 * unit
    said = text_at(subtitle, width / 2, below, 6.6 * unit, "text", plain.muted, 0.5)
    page.add([said], element.add_child("P"))
    _sheets_on_cover(page, drawn, Rect(0, below + 8 * unit, width, height * 0.93 - below - 8 * unit), unit, element)
    dark = colours[-1] if colours else None
    ink = dark.on_badge if dark is not None else plain.ink
    notes = text_block(
        notice, Rect(16 * unit, height - 13 * unit, width - 32 * unit, 8 * unit), 3.1 * unit, "text", ink,
        least=2.12, rise=1.0,
    )  # fmt: skip
    page.add(notes, element.add_child("P"))
    return page


def _sheets_on_cover(
    page: PageDrawing, drawn: Sequence[BookLayoutPictures], room: Rect, unit: float, element: Element
) -> None:
    """Draw the sheets beside each other, and the dice before them."""
    dice_side = 21 * unit
    scenes = [each.main_page for each in drawn]
    height = room.height - dice_side * 1.02
    shown = list(zip(drawn, scenes, strict=True))[:3]
    scale = min(
        height / max(scene.height for _, scene in shown),
        (room.width - 40 * unit) / sum(scene.width + 8 for _, scene in shown),
    )
    total = sum(scene.width * scale for _, scene in shown) + 8 * unit * (len(shown) - 1)
    x = room.x + (room.width - total) / 2
    for each, scene in shown:
        box = Rect(x, room.y + (height - scene.height * scale) / 2, scene.width * scale, scene.height * scale)
        page.add(
            [
                Box(
                    Rect(box.x + 1.4 * unit, box.y + 1.6 * unit, box.width, box.height),
                    Paint(fill="#5B616C"),
                    1.2 * unit,
                )
            ]
        )
        page.add([Box(box.inset(-0.3), Paint(fill=each.look.paper, stroke="#8A909B", width=0.3), 1.0 * unit)])
        picture = Drawing(Rect(0, 0, scene.width, scene.height), (outlined(scene),), scene.title, "sheet")
        page.picture(picture, box, element.add_child("Figure", alt=scene.title))
        x += box.width + 8 * unit
    dice = _dice(drawn[0])
    side = min(dice_side, (room.width - 24 * unit) / (len(dice) * 1.14))
    left = room.x + (room.width - side * (len(dice) * 1.14 - 0.14)) / 2
    for i, die in enumerate(dice):
        top = room.bottom - side - (0.0, 2.2 * unit)[i % 2]
        page.picture(die, Rect(left + i * side * 1.14, top, side, side), element.add_child("Figure", alt=die.label))


def _dice(drawn: BookLayoutPictures) -> list[Drawing]:
    """Return a die of each colour, with different faces; those of the card game have no colour."""
    edition, before = drawn.layout.edition, len(drawn.pictures.all)
    if isinstance(edition, SheetEdition):
        for i, die in enumerate(edition.dice):
            drawn.die(die, 6 - i % 6, die)
    else:
        for i in range(edition.dice):
            drawn.plain_die(6 - i % 6, str(6 - i % 6))
    dice = drawn.pictures.all[before:]
    del drawn.pictures.all[before:]
    return dice


def edition_colours(layout: Layout, theme: Theme) -> list[ZoneColours]:
    """Return the colours of the zones of a sheet, or of the decks of a card game, from light to dark."""
    edition = layout.edition
    if isinstance(edition, SheetEdition):
        dice = list(dict.fromkeys(edition.die_of(zone) for zone in edition.zones))
        looks = theme.zone_colours(tuple((die, edition.dice[die].colour) for die in dice))
        return [looks[die] for die in dice]
    return list(theme.zone_colours(tuple((name, deck.colour) for name, deck in edition.decks.items())).values())


def tile(drawn: BookLayoutPictures, zone: str) -> Drawing:
    """Return a blank die with its symbol on a white ground, for the head of the chapter of a zone.

    It has the dots that tell the zone from others of the same die.
    """
    pen = drawn.pen
    die = pen.tile(pen.edition.die_of(zone), Rect(1, 1, 8, 8), zone=zone)
    shapes: list[Item] = [Box(Rect(0, 0, 10, 10), Paint(fill="#FFFFFF"), 2.2), *die]
    return Drawing(Rect(0, 0, 10, 10), (Scene(10, 10, tuple(shapes), "", "", ""),), "", "sign")


def ruled_page(design: Design, title: str, page: PageDrawing) -> None:
    """Draw a page with lines to write on."""
    rect, look = design.frame.rect, design.plain
    page.add([text_at(title, rect.x, rect.y + 5, 5, "display", look.ink)])
    y = rect.y + 16
    while y < rect.bottom:
        page.add([line([(rect.x, y), (rect.right, y)], Paint(stroke="#C9CDD4", width=0.2))])
        y += 8.5
