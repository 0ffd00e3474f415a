"""The picture of a sheet with the list of its numbered parts: one piece, so that both are always on one page."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from sheetgen.book.blocks import Measures, Setter
from sheetgen.book.markup import Node
from sheetgen.book.pictures import TAG
from sheetgen.book.pieces import Piece, as_one, as_one_row, in_columns, indented, stacked_height
from sheetgen.formats.tags import Element

NUMBERED = "numbered"  # the class of a picture whose parts have numbers
BESIDE = 0.56  # the share of the text's width that the picture fills beside its list
NARROWEST = 0.36  # the share that the list needs
BETWEEN = 5.0  # millimetres between the picture and the list, and between two pictures
LEAST_BESIDE = 0.85  # the share of its place that each of several pictures fills at least: they are small as it is
MOST_SPREAD = 9.0  # millimetres that may be added between the entries of the list, beside a high picture


MOVED = 0.1  # what it costs to move the section of the sheet by one section, in pages


class NumberedSheet(NamedTuple):
    """The pictures of a sheet, front and back, the text between them, and the list of its parts."""

    figures: Sequence[Node]
    said: Sequence[Node]
    parts: Node


def numbered_sheet(nodes: Sequence[Node]) -> tuple[NumberedSheet, list[Node]] | None:
    """Return the sheet that elements begin with, and the elements after it; None if they begin with something else."""
    end = next((i for i, node in enumerate(nodes) if node.tag not in ("figure", "p")), len(nodes))
    figures = [node for node in nodes[:end] if node.tag == "figure"]
    begins = bool(nodes) and nodes[0].tag == "figure"
    is_sheet = begins and any(NUMBERED in each.classes for node in figures for each in node.find(TAG))
    if not is_sheet or end == len(nodes) or nodes[end].tag != "ol":
        return None
    said = [node for node in nodes[:end] if node.tag == "p"]
    return NumberedSheet(figures, said, nodes[end]), list(nodes[end + 1 :])


def sheet_ways(nodes: Sequence[Node]) -> Sequence[bool]:
    """Return whether the list can be beside a picture of a sheet: both ways to set it, if elements show one."""
    return (False, True) if _sheet_section(nodes) else (False,)


def orders(nodes: Sequence[Node]) -> list[tuple[list[Node], float]]:
    """Return the orders of the sections of a chapter, and what each costs, in pages.

    The section of the sheet can come one section earlier, or later, so that a page before it is not left half empty. It
    is never the first one. All other sections keep their order: readers find them at the same place for every zone.
    """
    result = [(list(nodes), 0.0)]
    section = _sheet_section(nodes)
    if section is None:
        return result
    starts = [i for i, node in enumerate(nodes) if node.tag == "h2"] + [len(nodes)]
    start, end = section
    place = starts.index(start)
    if place > 1:
        before = starts[place - 1]
        result.append(([*nodes[:before], *nodes[start:end], *nodes[before:start], *nodes[end:]], MOVED))
    for by, after in enumerate(starts[place + 2 :], start=1):
        result.append(([*nodes[:start], *nodes[end:after], *nodes[start:end], *nodes[after:]], by * MOVED))
    return result


def _sheet_section(nodes: Sequence[Node]) -> tuple[int, int] | None:
    """Return where the section of the sheet begins and ends; None without one."""
    starts = [i for i, node in enumerate(nodes) if node.tag == "h2"] + [len(nodes)]
    found = (pair for pair in pairwise(starts) if numbered_sheet(nodes[pair[0] + 1 : pair[1]]))
    return next(found, None)


def set_sheet(sheet: NumberedSheet, setter: Setter) -> tuple[bool, Piece]:
    """Return the sheet as one piece, and whether it is as wide as all columns."""
    column, has_columns = setter.measures.column, setter.measures.columns > 1
    if len(sheet.figures) > 1:
        return has_columns, _side_by_side(sheet, setter)
    if setter.measures.sheet_beside:
        return has_columns, _beside(sheet, setter)
    pieces = [*setter.figure(sheet.figures[0], column), *_parts(sheet, setter, column)]
    return False, as_one(pieces)


def _beside(sheet: NumberedSheet, setter: Setter) -> Piece:
    """Return the picture, and at its right the list, whose entries are as far apart as the picture is high."""
    measures = setter.measures
    gutter = _gutter(measures)
    wide = min(measures.full * BESIDE * measures.pictures, measures.full * (1 - NARROWEST) - gutter)
    (picture,) = replace(setter, measures=replace(measures, picture_width=1.0)).figure(sheet.figures[0], wide)
    left = max(wide + gutter, measures.column + gutter if measures.columns > 1 else 0.0)
    parts = _spread(_parts(sheet, setter, measures.full - left), picture.height)
    return as_one_row([picture, as_one(indented(parts, left))])


def _parts(sheet: NumberedSheet, setter: Setter, width: float) -> list[Piece]:
    """Return the list of the parts, which is set once for each width; its spaces follow the size of pictures."""
    gap = setter.measures.gap

    def made(section: Element) -> tuple[list[Piece], float]:
        return replace(setter, section=section).block(sheet.parts, width), gap

    pieces, known = setter.once.get((sheet.parts, width), setter.section, made)
    return [piece.but(before=piece.before * gap / known) if piece.before else piece for piece in pieces]


def _spread(parts: Sequence[Piece], tall: float) -> list[Piece]:
    """Return the entries of a list with more space between them: up to the height of the picture beside them."""
    entries = sum(piece.before > 0 for piece in parts[1:])
    more = min(MOST_SPREAD, max(0.0, tall - stacked_height(parts)) / max(1, entries))
    return [piece.but(before=piece.before + more) if i and piece.before else piece for i, piece in enumerate(parts)]


def _side_by_side(sheet: NumberedSheet, setter: Setter) -> Piece:
    """Return front and back beside each other, the text above the second, and the list below them in columns.

    Both sheets have the same scale, also if one has numbers around it, and begin at the same height.
    """
    measures = setter.measures
    large = replace(setter, measures=replace(measures, picture_width=max(measures.picture_width, LEAST_BESIDE)))
    count = len(sheet.figures)
    gutter = _gutter(measures)
    each = (measures.full - gutter * (count - 1)) / count
    said = [*([[]] * (count - len(sheet.said))), *(setter.paragraph(node, each) for node in sheet.said)]
    widths = [_width(figure, setter) for figure in sheet.figures]
    rooms = [each * width / max(widths) for width in widths]
    stacks = [
        [*lines, *indented(large.figure(figure, room), (each - room) / 2)]
        for lines, figure, room in zip(said, sheet.figures, rooms, strict=True)
    ]
    above = [stacked_height(stack) - stack[-1].height for stack in stacks]  # what is above the picture
    drawn: list[Piece] = []
    for i, stack in enumerate(stacks):
        drawn += indented([_lowered(as_one(stack), max(above) - above[i])], i * (each + gutter))
    parts = in_columns(_parts(sheet, setter, measures.column), measures.columns, measures.column + gutter)
    space = measures.gap * 1.6
    return as_one([as_one_row(drawn).but(before=space), as_one_row(parts).but(before=space)])


def _width(figure: Node, setter: Setter) -> float:
    """Return the width of the widest picture of a figure, in millimetres of the sheet."""
    return max(setter.reader.pictures[int(node.attributes["n"])].area.width for node in figure.find(TAG))


def _gutter(measures: Measures) -> float:
    return measures.full - measures.columns * measures.column if measures.columns > 1 else BETWEEN


def _lowered(piece: Piece, by: float) -> Piece:
    return piece.but(height=piece.height + by, draw=lambda page, x, y: piece.draw(page, x, y + by))
