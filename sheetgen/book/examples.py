"""Worked examples as strips of pictures: the steps of the site's examples, side by side."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from sheetgen.book.blocks import Setter
from sheetgen.book.markup import Node
from sheetgen.book.pictures import TAG, Drawing
from sheetgen.book.pieces import (
    Draw,
    PageDrawing,
    Piece,
    as_one,
    drawn_together,
    indented,
    space_before,
    stacked_height,
    text_pieces,
)
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Rect, line, polygon
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.tags import Element

T = TypeVar("T")
GROUND, EDGE, WHITE = "#F3F4F6", "#D5D9E0", "#FFFFFF"
YES, NO = "#1D7A3E", "#B3261E"
PLATTER = "#DDE0E5"
PAD, GAP = 2.0, 1.8  # millimetres inside of a step, and between steps
STEP, LAST_STEP = 8.0, 30.0  # what it costs to begin a column with a step, in millimetres of an emptier column
LAST_ON_PAGE = 0.7  # what it costs to begin a page with the last step, in pages
KEPT_STEPS = 1.0  # the last two steps are on one page if they are not higher than this share of it
DIE = 4.7  # the side of a die in millimetres
CARD = 15.0  # the width of a card
WIDE = 75.0  # a panel of a sheet that is wider has a row of its own
_COLOUR = re.compile(r"--die:(#[0-9A-Fa-f]{6})")


class ExampleSetter:
    """Sets examples in the styles of a page."""

    def __init__(self, setter: Setter) -> None:
        self.setter, self.inner, self.measures = setter, setter, setter.measures
        self.style = setter.measures.small

    def pieces(self, example: Node) -> list[Piece]:
        """Return an example as pieces: its title, then step by step."""
        title = next(example.find("h3", "example-title"))
        measures, width = self.measures, self.measures.column
        section = self.setter.section.add_child("Sect", title=title.text.strip())
        self.inner = replace(self.setter, section=section)
        steps = list(example.find("li", "step"))
        result = [self._once(example, width - 2 * PAD, ExampleSetter._head)]
        for i, step in enumerate(steps):
            result.append(self._ground(self._framed(self._step(step, width - 2 * PAD)), last=i == len(steps) - 1))
        result[1] = result[1].keeping()
        if stacked_height(result[-2:]) <= KEPT_STEPS * measures.height:
            result[-1] = result[-1].but(keeps_page=True)
        return space_before(result, measures.gap * 2)

    def _once(
        self,
        node: Node,
        width: float,
        make: Callable[["ExampleSetter", Node, float], T],
        section: Element | None = None,
    ) -> T:
        """Return what a method makes of an element, which is the same whatever the size of the pictures."""

        def made(own: Element) -> T:
            return make(ExampleSetter(replace(self.setter, section=own)), node, width)

        return self.setter.once.get((node, width), self.inner.section if section is None else section, made)

    def _head(self, example: Node, width: float) -> Piece:
        """Return the title and the rules that the example shows."""
        title, rules = next(example.find("h3", "example-title")), next(example.find("p", "example-rules"))
        bold = replace(self.measures.body, font="strong", hyphenates=False)
        head = self.inner.paragraph(title, width, bold, self.inner.section.add_child("H3"))
        head += self.inner.paragraph(rules, width, self.style)
        head = [piece.but(before=0.0) for piece in head]
        return self._ground(as_one(indented(head, PAD)), first=True)

    def _picture(self, node: Node) -> Drawing:
        return self.setter.reader.pictures[int(node.attributes["n"])]

    def _ground(self, piece: Piece, *, first: bool = False, last: bool = False) -> Piece:
        """Return a piece on the tinted ground of the example, which continues in the next column."""
        width, top, bottom = self.measures.column, PAD if first else 0.0, PAD if last else GAP
        height = top + piece.height + bottom

        def ground(tall: float, over: float = GAP / 2) -> Draw:
            # It begins on the ground of the piece above it: what is very thin cannot be printed.
            return lambda page, x, y: page.add([Box(Rect(x, y - over, width, tall + over), Paint(fill=GROUND))])

        def draw(page: PageDrawing, x: float, y: float) -> None:
            ground(height, 0.0)(page, x, y)
            piece.draw(page, x, y + top)

        if first:
            return piece.but(height=height, draw=draw)
        cost, page_cost = (LAST_STEP, LAST_ON_PAGE) if last else (STEP, 0.0)
        return piece.but(height=height, draw=draw, cost=cost, page_cost=page_cost, inner_gap=GAP, ground=ground)

    def _framed(self, step: Piece) -> Piece:
        """Return a step on a white card."""
        width, height = self.measures.column - 2 * PAD, step.height + 2 * PAD

        def draw(page: PageDrawing, x: float, y: float) -> None:
            card = Rect(x + PAD, y, width, height)
            page.add([Box(card, Paint(fill=WHITE, stroke=EDGE, width=0.2), 1.2)])
            step.draw(page, card.x + PAD, y + PAD)

        return step.but(height=height, draw=draw)

    # One step

    def _step(self, step: Node, each: float) -> Piece:
        """Return a step: dice and words, and beside them the zone if it is not a wide one."""
        width = each - 2 * PAD
        shown = [figure for figure in step.find("figure") if "before" not in figure.classes]
        is_tall = len(shown) == 1 and "tall" in self._picture(next(shown[0].find(TAG))).css
        beside = self._zone(shown[0], width * 0.42, 1) if is_tall else None
        room = width - beside[0] - 2.5 if beside is not None else width
        pieces: list[Piece] = []
        for child in step.elements:
            if child.tag == "p" and "told" in child.classes:
                pieces += self._once(child, room, ExampleSetter._told)
            elif "table" in child.classes:
                pieces += self._once(child, room, ExampleSetter._table)
            elif "sheets" in child.classes and beside is None:
                pieces += self._sheets(child, width)
            elif "laid" in child.classes:
                pieces += self._cards(child, width)
            elif "points" in child.classes:
                pieces += self._once(child, room, ExampleSetter._points)
        notes = next((child for child in step.elements if "notes" in child.classes), None)
        if beside is None:
            return as_one(pieces + self._notes(notes, width))
        tall = beside[1].height
        fits = stacked_height(pieces + self._notes(notes, room, Element("Sect"))) <= tall
        if fits:
            pieces += self._notes(notes, room)
        words, picture = as_one(pieces), indented([beside[1]], width - beside[0])[0]
        both = words.but(height=max(words.height, tall), text=f"{words.text} {picture.text}")
        both = both.but(draw=drawn_together([words, picture]))
        return both if fits else as_one([both, *self._notes(notes, width)])

    def _told(self, node: Node, width: float) -> list[Piece]:
        """Return the number of the step and what happens."""
        number = next(node.find("span", "n"))
        said = Node("p", {}, [child for child in node.children if child is not number])
        indent = self.style.size * 2.1
        owner = self.inner.section.add_child("P")
        lines = self.inner.lines(self.inner.reader.read(said, self.style), width - indent, self.style)
        pieces = indented(text_pieces(lines, self.style, owner), indent)
        look, size = self.setter.look, self.style.size
        first = pieces[0]

        def draw(page: PageDrawing, x: float, y: float) -> None:
            radius = size * 0.75
            middle = y + first.height / 2
            base = middle + font_face("display").cap_height * size * 0.42
            page.add([Circle(x + radius, middle, radius, Paint(fill=look.badge, stroke=look.line, width=0.15))])
            page.add([text_at(number.text, x + radius, base, size * 0.84, "display", look.on_badge, 0.5)], owner)
            first.draw(page, x, y)

        return [first.but(draw=draw), *pieces[1:]]

    def _table(self, node: Node, width: float) -> list[Piece]:
        """Return the dice on the table: rolled, on the slots, on the platter; as many beside each other as fit."""
        areas = [self._dice_area(area) for area in node.elements]
        rows: list[list[Piece]] = [[]]
        used = 0.0
        for wide, piece in areas:
            if rows[-1] and used + wide > width:
                rows.append([])
                used = 0.0
            rows[-1].append(indented([piece], used)[0])
            used += wide + 1.6
        return [
            Piece(max(piece.height for piece in row), drawn_together(row), before=1.4 if i == 0 else 1.0)
            for i, row in enumerate(rows)
        ]

    def _dice_area(self, area: Node) -> tuple[float, Piece]:
        """Return the width and the drawing of one place for dice."""
        label = next(area.find("span", "place"), None)
        slots = list(area.find("span", "slot"))
        signs: list[tuple[Drawing | None, str]] = []
        for holder in slots or [next(area.find("span", "dice"))]:
            pictures = [self._picture(node) for node in holder.find(TAG)]
            small = next(holder.find("small"), None) if slots else None
            signs += [(picture, small.text if small else "") for picture in pictures] or (
                [(None, small.text if small else "")] if slots else []
            )
        tiny = replace(self.style, size=max(self.style.size * 0.78, 2.12), font="strong", colour=self.setter.look.muted)
        text = label.text.strip() if label is not None else ""
        step = DIE + 0.9
        wide = max(len(signs) * step, 7.0) + 1.6
        if text:
            wide = max(wide, font_face("strong").width(text, tiny.size) + 2.6)
        top = tiny.size * 1.25 if text else 0.0
        height = top + DIE + 1.8
        owner = self.inner.section.add_child("P")
        is_platter, is_slots = "platter" in area.classes, bool(slots)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            if is_platter:
                page.add([Box(Rect(x, y, wide, height), Paint(fill=PLATTER), min(height, wide) * 0.34)])
            if text:
                middle = x + (wide / 2 if is_platter else 0.8)
                anchor = 0.5 if is_platter else 0.0
                page.add([text_at(text, middle, y + tiny.size * 0.98, tiny.size, "strong", tiny.colour, anchor)], owner)
            left = x + (max(1.2, (wide - len(signs) * step) / 2) if is_platter else 0.8)
            for picture, small in signs:
                box = Rect(left, y + top + 0.9, DIE, DIE)
                if is_slots:
                    edge = Paint(stroke="#9AA1AD", width=0.2, dash=(0.7, 0.5))
                    page.add([Box(box.inset(-0.35), edge, 0.9)])
                    if picture is None and small:
                        page.add(
                            [text_at(small, left + DIE / 2, box.y + DIE * 0.66, DIE * 0.5, "text", "#9AA1AD", 0.5)]
                        )
                if picture is not None:
                    page.picture(picture, box, owner.add_child("Figure", alt=picture.label))
                left += step

        return wide, Piece(height, draw, text=text)

    def _sheets(self, node: Node, width: float) -> list[Piece]:
        """Return the zones after the step, with their captions; small ones beside each other."""
        figures = [figure for figure in node.elements if "before" not in figure.classes]
        drawn = [self._zone(figure, width, len(figures)) for figure in figures]
        pieces: list[Piece] = []
        pair: list[tuple[float, Piece]] = []
        for wide, piece in drawn:
            if pair and sum(each for each, _ in pair) + wide + 2 > width:
                pieces.append(_side_by_side(pair))
                pair = []
            pair.append((wide, piece))
        if pair:
            pieces.append(_side_by_side(pair))
        return [piece.but(before=1.6) for piece in pieces]

    def _zone(self, figure: Node, width: float, count: int) -> tuple[float, Piece]:
        picture = self._picture(next(figure.find(TAG)))
        caption = next(figure.find("figcaption"))
        area = picture.area
        is_wide = "wide" in picture.css and area.width > WIDE
        room = width if is_wide or count == 1 else (width - 2) / 2
        tallest = 60.0 if is_wide else self.measures.tallest_in_step
        wanted = min(self.measures.step_scale, room * self.measures.picture_width / area.width, tallest / area.height)
        scale = self.measures.printable(picture, wanted, room)
        wide, tall = area.width * scale, area.height * scale
        style = replace(self.style, size=max(self.style.size * 0.86, 2.12), leading=self.style.leading * 0.88)
        said = self.inner.section.add_child("Caption")
        lines = self.inner.lines(
            self.inner.reader.read(caption, replace(style, colour=self.setter.look.muted)), max(wide, 24.0), style
        )
        text = text_pieces(lines, style, said)
        owner = self.inner.section.add_child("Figure", alt=picture.label)

        def draw(page: PageDrawing, x: float, y: float) -> None:
            page.picture(picture, Rect(x, y, wide, tall), owner)
            below = y + tall + 0.4
            for piece in text:
                piece.draw(page, x, below)
                below += piece.height

        height = tall + 0.4 + stacked_height(text)
        return max(wide, *(each.width for each in lines)), Piece(height, draw, text=caption.text)

    def _cards(self, node: Node, width: float) -> list[Piece]:
        """Return the cards on the table: those that were won or lost have a sign."""
        figures = node.elements
        widest = CARD * self.measures.pictures
        each = min(widest, (width - 2 * (len(figures) - 1)) / max(1, len(figures)))
        parts: list[tuple[float, Piece]] = []
        below_cards = 3.6 if any({"won", "captured", "discarded"} & figure.classes for figure in figures) else 0.0
        for figure in figures:
            picture = self._picture(next(figure.find(TAG)))
            caption = next(figure.find("figcaption")).text
            tall = each * picture.area.height / picture.area.width
            bold = replace(self.style, font="strong")
            said = self.inner.section.add_child("Caption")
            lines = self.inner.lines(self.inner.reader.read([caption], bold), each + 2, bold)
            text = text_pieces(lines, bold, said, width=each, centred=True)
            owner = self.inner.section.add_child("Figure", alt=picture.label)
            won, lost = "won" in figure.classes, bool({"captured", "discarded"} & figure.classes)

            def draw(
                page: PageDrawing, x: float, y: float, picture: Drawing = picture, tall: float = tall,
                text: list[Piece] = text, owner: Element = owner, won: bool = won, lost: bool = lost,
            ) -> None:  # fmt: skip
                page.picture(picture, Rect(x, y, each, tall), owner)
                below = y + tall + 0.5
                for piece in text:
                    piece.draw(page, x, below)
                    below += piece.height
                if won or lost:
                    page.add(
                        _tick(Rect(x + each / 2 - 1.5, below + 0.2, 3, 3))
                        if won
                        else _cross(Rect(x + each / 2 - 1.5, below + 0.2, 3, 3))
                    )

            parts.append((each, Piece(tall + 0.5 + stacked_height(text) + below_cards, draw, text=caption)))
        return [_side_by_side(parts).but(before=1.6)] if parts else []

    def _points(self, node: Node, width: float) -> list[Piece]:
        """Return the points of the zones as labels with a bar in their colour."""
        bold = replace(self.style, font="strong")
        pieces = []
        for chip in node.find("span", "chip"):
            colour = _COLOUR.search(chip.attributes.get("style", ""))
            owner = self.inner.section.add_child("P")
            lines = self.inner.lines(self.inner.reader.read(chip, bold), width - 3, bold)
            inner = as_one(indented(text_pieces(lines, bold, owner), 2.6))

            def draw(
                page: PageDrawing,
                x: float,
                y: float,
                inner: Piece = inner,
                fill: str = colour[1] if colour else "#888888",
            ) -> None:
                bar = Rect(x, y + 0.3, 1.3, inner.height - 0.6)
                page.add([Box(bar, Paint(fill=fill, stroke="#7A808B", width=0.12), 0.4)])
                inner.draw(page, x, y)

            pieces.append(inner.but(draw=draw, before=0.6))
        return space_before(pieces, 1.3)

    def _notes(self, node: Node | None, width: float, section: Element | None = None) -> list[Piece]:
        return [] if node is None else self._once(node, width, ExampleSetter._all_notes, section)

    def _all_notes(self, node: Node, width: float) -> list[Piece]:
        """Return what is possible, what is not and what is worth points, each with its sign."""
        pieces: list[Piece] = []
        indent, side = self.style.size * 1.45, self.style.size * 0.8
        for note in node.elements:
            owner = self.inner.section.add_child("P")
            lines = self.inner.lines(self.inner.reader.read(note, self.style), width - indent, self.style)
            text = indented(text_pieces(lines, self.style, owner), indent)
            kind = next(iter(note.classes), "")
            first = text[0]

            def draw(page: PageDrawing, x: float, y: float, first: Piece = first, kind: str = kind) -> None:
                box = Rect(x + 0.1, y + (first.height - side) / 2, side, side)
                sign = {"note-yes": _tick, "note-no": _cross}.get(kind, _spark)
                page.add(sign(box))
                first.draw(page, x, y)

            pieces += [first.but(draw=draw, before=0.5), *text[1:]]
        return space_before(pieces, 1.2)


def _side_by_side(parts: Sequence[tuple[float, Piece]]) -> Piece:
    moved, x = [], 0.0
    for wide, piece in parts:
        moved += indented([piece], x)
        x += wide + 2
    height = max(piece.height for piece in moved)
    return Piece(height, drawn_together(moved), text=" ".join(piece.text for piece in moved))


def _tick(box: Rect) -> list[Item]:
    points = [
        (box.x, box.y + box.height * 0.55),
        (box.x + box.width * 0.36, box.bottom),
        (box.right, box.y + box.height * 0.1),
    ]
    return [line(points, Paint(stroke=YES, width=box.width * 0.2))]


def _cross(box: Rect) -> list[Item]:
    inner, paint = box.inset(box.width * 0.1), Paint(stroke=NO, width=box.width * 0.2)
    return [
        line([(inner.x, inner.y), (inner.right, inner.bottom)], paint),
        line([(inner.right, inner.y), (inner.x, inner.bottom)], paint),
    ]


def _spark(box: Rect) -> list[Item]:
    x, y, far, near = *box.centre, box.width * 0.55, box.width * 0.2
    corners = [(x, y - far), (x + near, y - near), (x + far, y), (x + near, y + near)]
    corners += [(x, y + far), (x - near, y + near), (x - far, y), (x - near, y - near)]
    return [polygon(corners, Paint(fill="#6B7280"))]
