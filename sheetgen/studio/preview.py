"""The pages on the screen: the SVG of a view, and the source map between its elements and lines of the layout."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.drawing.elements import steps_of
from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import Scene, number
from sheetgen.formats.svg import as_markup, element, other_fonts, subset
from sheetgen.i18n import SOURCE, languages
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.nodes import Block, Listing, Node, Scalar, Steps, child
from sheetgen.layout.problems import Position
from sheetgen.layout.sheet import MorePanels

SIDES = ("front", "back", "both")


@dataclass(frozen=True, slots=True)
class View:
    """What the page shows of a layout: theme, language, whether the solo sheet, and which side."""

    theme: str = "light"
    language: str = "en"
    solo: bool = False
    side: str = "front"


def read_view(data: object) -> View:
    """Read a view from the page; unknown values become the defaults."""
    from sheetgen.drawing.themes import themes

    fields = data if isinstance(data, dict) else {}

    def one_of(key: str, allowed: Iterable[str], default: str) -> str:
        word = fields.get(key)
        return word if isinstance(word, str) and word in allowed else default

    return View(
        one_of("theme", themes(), "light"),
        one_of("language", languages(), "en"),
        fields.get("solo") is True,
        one_of("side", SIDES, "front"),
    )


def read_language(data: Mapping[str, Any]) -> str:
    """Return the language of the page that a request comes from; an unknown one becomes English."""
    language = data.get("language")
    return language if isinstance(language, str) and language in languages() else SOURCE


def scenes(layout: Layout, view: View) -> list[Scene]:
    """Draw the pages of a view; raise DrawingError."""
    from sheetgen.drawing.pages import draw_page, has_page, pages_of

    solo = view.solo and has_page(layout, "solo front")
    fronts = ("card face", "solo front" if solo else "front")
    backs = ("card back", "score sheet", "solo back" if solo else "back")
    kinds = {"front": fronts, "back": backs, "both": fronts + backs}[view.side]
    pages = pages_of(layout)
    # Of cards those of one deck: the others differ in their colour only.
    decks = ("", pages[0].deck)
    shown = [page for page in pages if page.kind in kinds and page.deck in decks]
    return [draw_page(layout, page, theme=view.theme, language=view.language) for page in shown]


def has_two_pages(layout: Layout) -> bool:
    """Does the sheet continue on its back?"""
    return isinstance(layout.edition, SheetEdition) and layout.edition.has_two_pages


def preview(layout: Layout, view: View, sheets: Mapping[int, Mapping[str, Any]]) -> dict[str, object]:
    """Return the pages of a view and the source map in both directions; raise DrawingError.

    `sheets` are the marks of the sheets to show, by seat: the pages of all of them follow each other, each with its
    `seat`. Without any, the pages have no marks.
    """
    unmarked = scenes(layout, view)
    source_map = SourceMap(layout, [group.id for scene in unmarked for group in scene.groups()])
    pages = [as_page(scene) for scene in unmarked] if not sheets else []
    for seat, marks in sheets.items():
        marked = (with_marks_of_page(scene, layout, marks, theme=view.theme) for scene in unmarked)
        pages += [{**as_page(scene), "seat": seat} for scene in marked]
    return {"pages": pages, "places": source_map.by_element(), "lines": source_map.by_line()}


def as_page(scene: Scene) -> dict[str, object]:
    """Return a page for the browser: its size in millimetres, its SVG, the CSS of its classes, and further fonts.

    The fonts are not part of the CSS: browsers ignore them in that of a shadow root.
    """
    styles: dict[str, str] = {}
    inner = as_markup(scene.items, styles, groups=True)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(scene.width)} {number(scene.height)}",
        "role": "img",
        "lang": scene.language,
        "aria-label": scene.title,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
    svg = element("svg", attributes, inner)
    css = "".join(f".{name}{{{style}}}" for name, style in styles.items())
    fonts = [
        {
            "name": f"sheetgen-{font}",
            "range": ",".join(f"U+{ord(letter):X}" for letter in letters),
            "data": b64encode(subset(font, letters)).decode(),
        }
        for font, letters in other_fonts(scene).items()
    ]
    return {"width": scene.width, "height": scene.height, "title": scene.title, "svg": svg, "css": css, "fonts": fonts}


# The source map: elements of the sheet, and lines of the layout file


class SourceMap:
    """The position in the file of each drawn element, and the elements that each line of the file draws."""

    def __init__(self, layout: Layout, ids: Iterable[str]) -> None:
        self._positions: dict[str, Position] = {}
        self._file = layout.root.position.file
        self._exact: dict[Steps, list[str]] = {}
        self._below: dict[Steps, list[str]] = {}
        if not isinstance(layout.edition, SheetEdition):
            self._lines: dict[int, list[Steps]] = {}
            return
        for element_id in dict.fromkeys(ids):
            steps = steps_of(element_id, layout.edition) if element_id else None
            if steps is not None:
                self._add(element_id, *_follow(layout.root, steps))
        self._add_arrangement(layout.root, layout.edition)
        self._lines = {}
        for steps, position in _positions(layout.root, ()):
            if position.file == self._file:
                self._lines.setdefault(position.line, []).append(steps)

    def _add(self, element_id: str, steps: Steps, position: Position) -> None:
        if not steps:
            return
        self._positions[element_id] = position
        self._exact.setdefault(steps, []).append(element_id)
        for size in range(1, len(steps)):
            self._below.setdefault(steps[:size], []).append(element_id)

    def _add_arrangement(self, root: Node, edition: SheetEdition) -> None:
        """Assign to each row of the arrangement the panels in it."""
        strips = [(("sheet", "rows", i), row) for i, row in enumerate(edition.sheet.rows)]
        if isinstance(edition.back, MorePanels):
            strips += [(("back", "rows", i), row) for i, row in enumerate(edition.back.rows)]
        for steps, row in strips:
            steps_in_file, _ = _follow(root, steps)
            for name in row.flat:
                self._exact.setdefault(steps_in_file, []).append(f"zone-{name}" if name in edition.zones else name)

    def by_element(self) -> dict[str, list[object]]:
        """Return the line and column of each element; for another file than that of the layout also its name."""
        return {
            element_id: [position.line, position.column]
            if position.file == self._file
            else [position.line, position.column, position.file]
            for element_id, position in self._positions.items()
        }

    def by_line(self) -> dict[int, list[str]]:
        """Return the elements that each line of the layout's own file draws."""
        elements: dict[int, list[str]] = {}
        for line, paths in self._lines.items():
            ids = [element_id for steps in paths for element_id in self._drawn_by(steps)]
            if ids:
                elements[line] = list(dict.fromkeys(ids))
        return elements

    def _drawn_by(self, steps: Steps) -> list[str]:
        """Return the elements of a path: its own, else those below it, else those of the nearest path above it."""
        elements = self._exact.get(steps) or self._below.get(steps)
        while not elements and len(steps) > 1:
            steps = steps[:-1]
            elements = self._exact.get(steps)
        return elements or []


def _follow(node: Node, steps: Steps) -> tuple[Steps, Position]:
    """Follow a path as far as the file has it; return the steps that are there, and the position of the last one.

    A step that the file leaves out, since it uses a short form, is skipped.
    """
    steps_in_file: list[str | int] = []
    position = node.position
    for step in steps:
        entry = child(node, step)
        if entry is not None:
            steps_in_file.append(step)
            position = (
                entry.node.position if isinstance(entry.node, Scalar) or isinstance(node, Listing) else entry.position
            )
            node = entry.node
    return tuple(steps_in_file), position


def _positions(node: Node, steps: Steps) -> Iterator[tuple[Steps, Position]]:
    """Yield the path and the position of every key and value."""
    if isinstance(node, Block):
        for key, entry in node.entries.items():
            yield (*steps, key), entry.position
            if entry.node.position.line != entry.position.line and isinstance(entry.node, Scalar):
                yield (*steps, key), entry.node.position
            yield from _positions(entry.node, (*steps, key))
    elif isinstance(node, Listing):
        for index, item in enumerate(node.items):
            yield (*steps, index), item.position
            yield from _positions(item, (*steps, index))
