"""The pages on the screen: what a view shows, as SVG markup whose elements keep their ids, with their lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import Group, Item, Scene, Shape, number
from sheetgen.formats.svg import as_markup
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


def ids_of(items: Sequence[Item]) -> Iterator[str]:
    """The ids of all groups, also of those within others."""
    for item in items:
        if isinstance(item, Group):
            yield item.id
            yield from ids_of(item.items)


def preview(layout: Layout, view: View, marks: Mapping[str, Any] | None) -> dict[str, object]:
    """Return the pages of a view with its marks, and which element stands in which line of the file."""
    unmarked = scenes(layout, view)
    source_map = SourceMap(layout, [element for scene in unmarked for element in ids_of(scene.items)])
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
    inner = _markup(scene.items, looks)
    size = f"0 0 {number(scene.width)} {number(scene.height)}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" lang="{escape(scene.language)}" '
        f'aria-label="{escape(scene.title)}" stroke-linecap="round" stroke-linejoin="round">{inner}</svg>'
    )
    css = "".join(f".{name}{{{look}}}" for name, look in looks.items())
    return {"width": scene.width, "height": scene.height, "title": scene.title, "svg": svg, "css": css}


def _markup(items: Sequence[Item], looks: dict[str, str]) -> str:
    parts = []
    for item in items:
        if isinstance(item, Group):
            attribute = f' id="{escape(item.id)}"' if item.id else ""
            parts.append(f"<g{attribute}>{_markup(item.items, looks)}</g>")
        else:
            text, look = _shape(item)
            looks.update(look)
            parts.append(text)
    return "".join(parts)


@lru_cache(maxsize=20_000)
def _shape(shape: Shape) -> tuple[str, dict[str, str]]:
    """The markup of a shape; kept, since most shapes stay the same from one keystroke to the next."""
    looks: dict[str, str] = {}
    return as_markup((shape,), looks), looks
