"""The pages on the screen: what is drawn for a view, as SVG markup whose elements keep their ids."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from sheetgen.drawing.scene import Group, Item, Scene, Shape, number
from sheetgen.formats.inline import as_markup
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, Layout, SheetEdition

SIDES = ("front", "back", "both")


@dataclass(frozen=True, slots=True)
class View:
    """How somebody looks at a sheet."""

    theme: str = "light"
    language: str = "en"
    solo: bool = False
    side: str = "front"


def read_view(data: object) -> View:
    """Read a view; what is not known is as by default."""
    from sheetgen.drawing.themes import themes

    told = data if isinstance(data, dict) else {}

    def one_of(key: str, known: Iterable[str], default: str) -> str:
        word = told.get(key)
        return word if isinstance(word, str) and word in known else default

    return View(
        one_of("theme", themes(), "light"),
        one_of("language", languages(), "en"),
        told.get("solo") is True,
        one_of("side", SIDES, "front"),
    )


def scenes(layout: Layout, view: View) -> list[Scene]:
    """Draw what a view shows."""
    if isinstance(layout.edition, CardEdition):
        return _cards(layout, layout.edition, view)
    from sheetgen.drawing.back import draw_back
    from sheetgen.drawing.sheet import draw_sheet
    from sheetgen.drawing.solo import draw_solo, draw_solo_back

    solo = view.solo and layout.edition.solo is not None
    found = []
    if view.side != "back":
        found.append((draw_solo if solo else draw_sheet)(layout, theme=view.theme, language=view.language))
    if view.side != "front":
        found.append((draw_solo_back if solo else draw_back)(layout, theme=view.theme, language=view.language))
    return found


def _cards(layout: Layout, edition: CardEdition, view: View) -> list[Scene]:
    from sheetgen.drawing.cards import card_ids, draw_card, draw_card_back, draw_score_sheet

    deck = next(iter(edition.decks))
    theme, language = view.theme, view.language
    backs = [
        draw_card_back(layout, deck, theme=theme, language=language),
        draw_score_sheet(layout, theme=theme, language=language),
    ]
    faces = [draw_card(layout, card, deck, theme=theme, language=language) for card in card_ids(layout)]
    return {"front": faces, "back": backs, "both": faces + backs}[view.side]


def has_two_pages(layout: Layout) -> bool:
    """Does the game go on on the back?"""
    return isinstance(layout.edition, SheetEdition) and layout.edition.has_two_pages


def ids_of(items: Sequence[Item]) -> Iterator[str]:
    """The ids of all groups."""
    for item in items:
        if isinstance(item, Group):
            yield item.id
            yield from ids_of(item.items)


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
            own_id = f' id="{escape(item.id)}"' if item.id else ""
            parts.append(f"<g{own_id}>{_markup(item.items, looks)}</g>")
        else:
            text, look = _shape(item)
            looks.update(look)
            parts.append(text)
    return "".join(parts)


@lru_cache(maxsize=20_000)
def _shape(shape: Shape) -> tuple[str, dict[str, str]]:
    """The markup of a shape: from one keystroke to the next most of them stay what they are."""
    looks: dict[str, str] = {}
    return as_markup((shape,), looks), looks
