"""The pages on the screen: what a view shows, as SVG markup whose elements keep their ids, with their lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import Scene, number
from sheetgen.formats.svg import as_markup, element
from sheetgen.i18n import languages
from sheetgen.layout import Layout, SheetEdition
from sheetgen.studio.source_map import SourceMap

SIDES = ("front", "back", "both")


@dataclass(frozen=True, slots=True)
class View:
    """What the page shows of a layout: theme, language, with the solo panel, which side."""

    theme: str = "light"
    language: str = "en"
    solo: bool = False
    side: str = "front"


def read_view(data: object) -> View:
    """Read a view from the page; unknown values become the defaults."""
    from sheetgen.drawing.themes import themes

    given = data if isinstance(data, dict) else {}

    def one_of(key: str, known: Iterable[str], default: str) -> str:
        word = given.get(key)
        return word if isinstance(word, str) and word in known else default

    return View(
        one_of("theme", themes(), "light"),
        one_of("language", languages(), "en"),
        given.get("solo") is True,
        one_of("side", SIDES, "front"),
    )


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


def preview(layout: Layout, view: View, marks: Mapping[str, Any] | None) -> dict[str, object]:
    """Return the pages of a view with its marks, and which element stands in which line of the file."""
    unmarked = scenes(layout, view)
    source_map = SourceMap(layout, [group.id for scene in unmarked for group in scene.groups()])
    shown = unmarked
    if marks is not None:
        shown = [with_marks_of_page(scene, layout, marks, theme=view.theme) for scene in unmarked]
    return {
        "pages": [as_page(scene) for scene in shown],
        "places": source_map.by_element(),
        "lines": source_map.by_line(),
    }


def as_page(scene: Scene) -> dict[str, object]:
    """A page for the browser: its size, its markup, and what its classes look like."""
    looks: dict[str, str] = {}
    inner = as_markup(scene.items, looks, groups=True)
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
    css = "".join(f".{name}{{{look}}}" for name, look in looks.items())
    return {"width": scene.width, "height": scene.height, "title": scene.title, "svg": svg, "css": css}
