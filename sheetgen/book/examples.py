"""Worked examples as strips of pictures: the steps of the site's examples, side by side."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from math import cos, pi, sin
from typing import NamedTuple, TypeVar

from sheetgen.book.blocks import CARD_SIZES, SIZES, Setter
from sheetgen.book.markup import Node
from sheetgen.book.pictures import TAG, Drawing
from sheetgen.book.pieces import (
    CENTRE,
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
from sheetgen.book.text import Run, Style
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Rect, line, polygon
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.tags import Element

T = TypeVar("T")
GROUND, EDGE, WHITE = "#F3F4F6", "#D5D9E0", "#FFFFFF"
YES, NO = "#1D7A3E", "#B3261E"
PLATTER = "#DDE0E5"
PAD, GAP = 2.0, 1.8  # millimetres inside of a step, and between steps
STEP, LAST_STEP = 8.0, 30.0  # what it costs to begin a column with a step, in millimetres of an emptier column
WHOLE_STEP = 0.75  # a step that is not higher than this share of a page is never divided
WITHIN = 40.0  # the same with a later part of a step: another picture, or what is noted below pictures
LAST_PART = 0.2  # what it costs to begin a page with the last part of the last step, in pages
NOTED = 2  # as many lines are noted at least in a part of a step of their own
LAST_ON_PAGE = 0.7  # what it costs to begin a page with the last step, in pages
KEPT_STEPS = 0.68  # the last two steps are on one page if they are not higher than this share of it
CORNER, ROUND = 1.2, 5  # the radius of the corners of a step's card in millimetres, and of how many lines they are
OVERLAP = 0.3  # millimetres by which a part of a card begins on the part above it
DICE = (4.7, 4.45, 4.2, 3.95)  # the sides of dice in millimetres: smaller ones where they have room in one row
BETWEEN_DICE = 1.6  # millimetres between the places for dice
CARD = 15.0  # the width of a card
WIDE = 75.0  # a panel of a sheet that is wider has a row of its own
_COLOUR = re.compile(r"--die:(#[0-9A-Fa-f]{6})")


class _DiceArea(NamedTuple):
    """A place for dice: its name, its dice with the words in empty slots, and what it is."""

    text: str
    signs: Sequence[tuple[Drawing | None, str]]
    is_platter: bool
    is_slots: bool
    owner: Element

    def width(self, side: float, size: float) -> float:
        """Return its width with dice whose sides are so long and a name whose type has a size."""
        dice = max(len(self.signs) * (side + 0.9), side * 1.5) + 1.6
        return max(dice, font_face("strong").width(self.text, size) + 2.6) if self.text else dice


def _sizes(example: Node) -> Sequence[float]:
    """Return the sizes of pictures in which an example is tried."""
    return CARD_SIZES if next(example.find("div", "laid"), None) is not None else SIZES


class ExampleSetter:
    """Sets examples in the styles of a page."""

    def __init__(self, setter: Setter, owners: dict[tuple[Node, str], Element] | None = None) -> None:
        self.setter, self.inner, self.measures = setter, setter, setter.measures
        self.style = setter.measures.small
        self.owners = {} if owners is None else owners

    def pieces(self, example: Node) -> list[Piece]:
        """Return an example as pieces: its title, then step by step, with pictures of all sizes."""
        by_size = self.setter.once.get((example, "sizes"), self.setter.section, partial(self._by_size, example))
        sizes = _sizes(example)
        size = min(sizes, key=lambda size: abs(size - self.measures.pictures))
        return space_before(by_size[sizes.index(size)], self.measures.gap * 2)

    def _by_size(self, example: Node, section: Element) -> list[list[Piece]]:
        """Return the pieces of an example for each size of its pictures; every piece knows its other sizes."""
        title = next(example.find("h3", "example-title"))
        width = self.measures.column
        own = section.add_child("Sect", title=title.text.strip())
        self.inner = replace(self.setter, section=own)
        head = self._once(example, width - 2 * PAD, ExampleSetter._head)
        steps = list(example.find("li", "step"))
        normal = self._steps(steps, 1.0, own)
        # The words of all sizes belong to the same elements, which are in the structure of the document once.
        others = [normal if size == 1.0 else self._steps(steps, size, Element("Sect")) for size in _sizes(example)]
        keeps_page = stacked_height([*chain(*normal[-2:])]) <= KEPT_STEPS * self.measures.height
        sign = self._sign(width)
        result: list[list[Piece]] = [[head] for _ in others]
        for i, step in enumerate(normal):
            drawn = [other[i] if len(other[i]) == len(step) else step for other in others]
            for j in range(len(step)):
                if i == j == 0:
                    sizes = [parts[j].keeping() for parts in drawn]
                else:
                    on_page = keeps_page and i == len(steps) - 1 and j == 0
                    sizes = [parts[j].but(keeps_page=on_page, sign=sign) for parts in drawn]
                for pieces, piece in zip(result, sizes, strict=True):
                    pieces.append(piece.but(sizes=sizes))
        return result

    def _steps(self, steps: Sequence[Node], size: float, section: Element) -> list[list[Piece]]:
        """Return the parts of each step, with pictures of a size."""
        measures = self.measures.resized(size / self.measures.pictures)
        measures = replace(measures, picture_width=min(1.0, size))
        sized = ExampleSetter(replace(self.setter, section=section, measures=measures), self.owners)
        each = self.measures.column - 2 * PAD
        return [list(sized._card(sized._step(step, each), last=step is steps[-1])) for step in steps]

    def _owner(self, node: Node, kind: str, alt: str = "") -> Element:
        """Return the element of the structure for a node of an example, which is the same for all sizes."""
        owner = self.owners.setdefault((node, kind), Element(kind, alt=alt))
        self.inner.section.parts.append(owner)
        return owner

    def _sign(self, width: float) -> Piece:
        """Return the sign that an example continues, on its ground; it is no part of what is read aloud."""
        style = replace(self.style, font=self.style.italic, colour=self.setter.look.muted)
        lines = self.inner.lines([Run(self.setter.continued, style.font, style.size, style.colour)], width, style)
        said = as_one(indented(text_pieces(lines, style, None), PAD))
        height = said.height + GAP

        def draw(page: PageDrawing, x: float, y: float) -> None:
            page.add([Box(Rect(x, y, width, height + GAP / 2), Paint(fill=GROUND))])
            said.draw(page, x, y + GAP / 2)

        return Piece(height, draw)

    def _once(
        self,
        node: Node,
        width: float,
        make: Callable[["ExampleSetter", Node, float], T],
        section: Element | None = None,
    ) -> T:
        """Return what a method makes of an element, which is the same whatever the size of the pictures."""

        def made(own: Element) -> T:
            return make(ExampleSetter(replace(self.setter, section=own), self.owners), node, width)

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

    def _card(self, parts: Sequence[Piece], *, last: bool) -> Iterator[Piece]:
        """Yield the parts of a step on a white card, which is open where a column ends within it."""
        is_whole = stacked_height(parts) <= WHOLE_STEP * self.measures.height
        for i, part in enumerate(parts):
            begins, ends = i == 0, i == len(parts) - 1
            framed = self._framed(part, begins=begins, ends=ends)
            piece = self._ground(framed, below=(PAD if last else GAP) if ends else 0.0, last=last)
            if not begins:
                page_cost = LAST_PART if last and ends else 0.0
                piece = piece.but(cost=WITHIN, page_cost=page_cost, inner_gap=0.0, keeps=is_whole)
            yield piece

    def _ground(self, piece: Piece, *, first: bool = False, last: bool = False, below: float = GAP) -> Piece:
        """Return a piece on the tinted ground of the example, which continues in the next column."""
        width, top = self.measures.column, PAD if first else 0.0
        height = top + piece.height + below

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

    def _framed(self, part: Piece, *, begins: bool, ends: bool) -> Piece:
        """Return a part of a step on its part of a white card."""
        above, below = PAD if begins else part.before, PAD if ends else 0.0
        width, height = self.measures.column - 2 * PAD, above + part.height + below

        def draw(page: PageDrawing, x: float, y: float) -> None:
            card = Rect(x + PAD, y, width, height)
            page.add(_part_of_card(card, begins=begins, ends=ends))
            part.draw(page, card.x + PAD, y + above)

        return part.but(height=height, draw=draw, before=0.0, keeps=False)

    # One step

    def _step(self, step: Node, each: float) -> list[Piece]:
        """Return a step: dice and words, and beside them the zone if it is not a wide one.

        It has parts between which a column may end: before a further picture, and before what is noted below them.
        """
        width = each - 2 * PAD
        shown = [figure for figure in step.find("figure") if "before" not in figure.classes]
        is_tall = len(shown) == 1 and "tall" in self._picture(next(shown[0].find(TAG))).css
        beside = self._zone(shown[0], width * 0.42, 1) if is_tall else None
        room = width - beside[0] - 2.5 if beside is not None else width
        pieces: list[Piece] = []
        further: list[int] = []  # where further parts begin
        for child in step.elements:
            if child.tag == "p" and "told" in child.classes:
                pieces += self._once(child, room, ExampleSetter._told)
            elif "table" in child.classes:
                pieces += self._once(child, room, ExampleSetter._table)
            elif "sheets" in child.classes and beside is None:
                rows = self._sheets(child, width)
                further += range(len(pieces) + 1, len(pieces) + len(rows))
                pieces += rows
            elif "laid" in child.classes:
                pieces += self._cards(child, width)
            elif "points" in child.classes:
                pieces += self._once(child, room, ExampleSetter._points)
        notes = next((child for child in step.elements if "notes" in child.classes), None)
        if beside is None:
            noted = self._notes(notes, width)
            further += [len(pieces)] if len(noted) >= NOTED else []
            pieces += noted
            return [as_one(pieces[start:end]) for start, end in pairwise([0, *further, len(pieces)])]
        tall = beside[1].height
        fits = stacked_height(pieces + self._notes(notes, room, Element("Sect"))) <= tall
        if fits:
            pieces += self._notes(notes, room)
        words, picture = as_one(pieces), indented([beside[1]], width - beside[0])[0]
        both = words.but(height=max(words.height, tall), text=f"{words.text} {picture.text}")
        both = both.but(draw=drawn_together([words, picture]))
        noted = [] if fits else self._notes(notes, width)
        return [both, as_one(noted)] if len(noted) >= NOTED else [as_one([both, *noted])]

    def _told(self, node: Node, width: float) -> list[Piece]:
        """Return the number of the step and what happens."""
        number = next(node.find("span", "n"))
        said = Node("p", {}, [child for child in node.children if child is not number])
        indent = self.style.size * 2.1
        owner = self._owner(node, "P")
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
        """Return the dice on the table: rolled, on the slots, on the platter.

        They are in one row, of smaller dice if need be. Where even those have no room, the dice that were rolled are in
        a row of their own.
        """
        areas = [self._read_area(area) for area in node.elements]
        tiny = replace(self.style, size=max(self.style.size * 0.78, 2.12), font="strong", colour=self.setter.look.muted)
        side = next((side for side in DICE if len(_rows(areas, side, tiny.size, width)) == 1), DICE[0])
        pieces = []
        for i, row in enumerate(_rows(areas, side, tiny.size, width)):
            drawn, x = [], 0.0
            for area in row:
                drawn += indented([self._dice_area(area, side, tiny)], x)
                x += area.width(side, tiny.size) + BETWEEN_DICE
            tall = max(piece.height for piece in drawn)
            pieces.append(Piece(tall, drawn_together(drawn), before=1.4 if i == 0 else 1.0))
        return pieces

    def _read_area(self, area: Node) -> "_DiceArea":
        label = next(area.find("span", "place"), None)
        slots = list(area.find("span", "slot"))
        signs: list[tuple[Drawing | None, str]] = []
        for holder in slots or [next(area.find("span", "dice"))]:
            pictures = [self._picture(node) for node in holder.find(TAG)]
            small = next(holder.find("small"), None) if slots else None
            signs += [(picture, small.text if small else "") for picture in pictures] or (
                [(None, small.text if small else "")] if slots else []
            )
        text = label.text.strip() if label is not None else ""
        return _DiceArea(text, tuple(signs), "platter" in area.classes, bool(slots), self._owner(area, "P"))

    def _dice_area(self, area: "_DiceArea", side: float, tiny: Style) -> Piece:
        """Return the drawing of one place for dice, whose sides are so long."""
        text, signs, is_platter, is_slots, owner = area
        step, wide = side + 0.9, area.width(side, tiny.size)
        top = tiny.size * 1.25 if text else 0.0
        height = top + side + 1.8

        def draw(page: PageDrawing, x: float, y: float) -> None:
            if is_platter:
                page.add([Box(Rect(x, y, wide, height), Paint(fill=PLATTER), min(height, wide) * 0.34)])
            if text:
                middle = x + (wide / 2 if is_platter else 0.8)
                anchor = 0.5 if is_platter else 0.0
                page.add([text_at(text, middle, y + tiny.size * 0.98, tiny.size, "strong", tiny.colour, anchor)], owner)
            left = x + (max(1.2, (wide - len(signs) * step) / 2) if is_platter else 0.8)
            for picture, small in signs:
                box = Rect(left, y + top + 0.9, side, side)
                if is_slots:
                    edge = Paint(stroke="#9AA1AD", width=0.2, dash=(0.7, 0.5))
                    page.add([Box(box.inset(-0.35), edge, 0.9)])
                    if picture is None and small:
                        page.add(
                            [text_at(small, left + side / 2, box.y + side * 0.66, side * 0.5, "text", "#9AA1AD", 0.5)]
                        )
                if picture is not None:
                    page.picture(picture, box, owner.add_child("Figure", alt=picture.label))
                left += step

        return Piece(height, draw, text=text)

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
        said = self._owner(figure, "Caption")
        lines = self.inner.lines(
            self.inner.reader.read(caption, replace(style, colour=self.setter.look.muted)), max(wide, 24.0), style
        )
        text = text_pieces(lines, style, said)
        owner = self._owner(figure, "Figure", picture.label)

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
            said = self._owner(figure, "Caption")
            lines = self.inner.lines(self.inner.reader.read([caption], bold), each + 2, bold)
            text = text_pieces(lines, bold, said, width=each, align=CENTRE)
            owner = self._owner(figure, "Figure", picture.label)
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
            owner = self._owner(chip, "P")
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
            owner = self._owner(note, "P")
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


def _rows(areas: Sequence[_DiceArea], side: float, size: float, width: float) -> list[list[_DiceArea]]:
    """Return places for dice in rows of a width; the last row has as many as it has room for."""
    rows: list[list[_DiceArea]] = [[]]
    used = 0.0
    for area in reversed(areas):
        wide = area.width(side, size)
        if rows[0] and used + wide > width:
            rows.insert(0, [])
            used = 0.0
        rows[0].insert(0, area)
        used += wide + BETWEEN_DICE
    return rows


def _side_by_side(parts: Sequence[tuple[float, Piece]]) -> Piece:
    moved, x = [], 0.0
    for wide, piece in parts:
        moved += indented([piece], x)
        x += wide + 2
    height = max(piece.height for piece in moved)
    return Piece(height, drawn_together(moved), text=" ".join(piece.text for piece in moved))


def _part_of_card(card: Rect, *, begins: bool, ends: bool) -> list[Item]:
    """Return a white card with an edge, or a part of it that is open above or below."""
    edge = Paint(stroke=EDGE, width=0.2)
    if begins and ends:
        return [Box(card, replace(edge, fill=WHITE), CORNER)]
    # An open part begins a little on the one above it, so that no line of the ground is between them.
    top, bottom = card.y if begins else card.y - OVERLAP, card.bottom
    left = [(card.x, bottom), *(_corner(card.x, top, 1, 1) if begins else [(card.x, top)])]
    right = [*(_corner(card.right, top, -1, 1)[::-1] if begins else [(card.right, top)]), (card.right, bottom)]
    if ends:
        left[:1] = _corner(card.x, bottom, 1, -1)[::-1]
        right[-1:] = _corner(card.right, bottom, -1, -1)
    ground = polygon([*left, *right], Paint(fill=WHITE))
    if begins:
        return [ground, line([*left, *right], edge)]
    return [ground, line([*right, *left] if ends else left, edge), *([] if ends else [line(right, edge)])]


def _corner(x: float, y: float, across: int, down: int) -> list[tuple[float, float]]:
    """Return points of the round corner of a card, from its side to its top or bottom."""
    turns = [pi / 2 * i / ROUND for i in range(ROUND + 1)]
    return [(x + across * CORNER * (1 - cos(turn)), y + down * CORNER * (1 - sin(turn))) for turn in turns]


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
