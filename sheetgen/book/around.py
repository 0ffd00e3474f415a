"""Text that runs around a picture: narrow beside it, as wide as the column below it. Lengths are millimetres."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from sheetgen.book.blocks import Setter
from sheetgen.book.markup import Node
from sheetgen.book.pictures import Drawing
from sheetgen.book.pieces import Draw, PageDrawing, Piece, kept_together, stacked_height, text_pieces
from sheetgen.book.text import lines_beside
from sheetgen.drawing.scene import Rect
from sheetgen.formats.tags import Element

HEADINGS = frozenset({"h2", "h3", "h4"})
RUNS_AROUND = frozenset({"p", "ul", "ol"}) | HEADINGS  # elements whose text may be narrow
WIDEST = 0.5  # the share of the column that a picture may fill, with text beside it
BETWEEN = 4.0  # from the text to the picture
BELOW_HEADING = 2  # as many lines of its text must have room beside the picture, too


class RunAround(NamedTuple):
    """The text beside a picture, the lines of its last paragraph that are below the picture, and what comes next."""

    beside: list[Piece]
    below: list[Piece]
    rest: list[Node]


def run_around(nodes: Sequence[Node], setter: Setter, width: float, narrow: float, tall: float) -> RunAround:
    """Return as many elements as there is room for beside a picture that is so tall; lists are divided."""
    beside: list[Piece] = []
    rest = list(nodes)
    style, gap = setter.measures.body, setter.measures.gap
    while rest:
        node = rest[0]
        room = tall - stacked_height(beside) - gap
        count = ceil(room / style.leading)
        needed = setter.measures.section_gap + (1 + BELOW_HEADING) * style.leading if node.tag in HEADINGS else 0.0
        if count <= 0 or room < needed or node.tag not in RUNS_AROUND:
            break
        rest[:1] = _divided(node)
        node = rest.pop(0)
        if node.tag == "p" and node.text.strip() and not any(node.find("br")):
            lines = lines_beside(setter.reader.read(node, style), narrow, count, width, setter.hyphenate)
            owner, anchors = setter.section.add_child("P"), setter.reader.anchors(node.id)
            pieces = text_pieces(lines, style, owner, before=gap, anchors=anchors)
            beside += pieces[:count]
            if len(pieces) > count:
                return RunAround(beside, pieces[count:], rest)
        else:
            beside += setter.block(node, narrow)
    return RunAround(beside, [], rest)


def _divided(node: Node) -> list[Node]:
    """Return the first item of a list that is not numbered, and the others, as lists; or another element as it is."""
    items = node.elements
    if node.tag != "ul" or len(items) < 2:
        return [node]
    return [Node("ul", node.attributes, [items[0]]), Node("ul", {}, [*items[1:]])]


def with_picture(
    picture: Drawing, size: tuple[float, float], nodes: Sequence[Node], setter: Setter, width: float
) -> tuple[list[Piece], list[Node]]:
    """Return a picture at the right of its text, and the elements after that; no pieces if it has no room."""
    wide, tall = size
    narrow = width - wide - BETWEEN
    if wide > width * WIDEST or not nodes or nodes[0].tag not in RUNS_AROUND:
        return [], list(nodes)
    owner = setter.section.add_child("Figure", alt=picture.label)
    beside, below, rest = run_around(nodes, setter, width, narrow, tall)
    first, last = beside[0], beside[-1]
    missing = max(0.0, tall - stacked_height(beside))
    beside[-1] = last.but(height=last.height + missing)
    beside[0] = beside[0].but(draw=_drawn_beside(first.draw, picture, Rect(narrow + BETWEEN, 0.0, wide, tall), owner))
    return [*kept_together(beside), *below], rest


def _drawn_beside(text: Draw, picture: Drawing, place: Rect, owner: Element) -> Draw:
    def draw(page: PageDrawing, x: float, y: float) -> None:
        page.picture(picture, Rect(x + place.x, y + place.y, place.width, place.height), owner)
        text(page, x, y)

    return draw
