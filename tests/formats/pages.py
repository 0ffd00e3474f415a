"""Every kind of page that the project draws: what other programs are shown."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from sheetgen.drawing.pages import PageSpec, draw_page, pages_of
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.text import outlined
from sheetgen.formats.pdf import as_pdf
from sheetgen.formats.svg_document import as_svg
from tests.drawing.measures import EDITIONS, THEMES, drawn, layout_of, played

LANGUAGES = ("en", "fr", "de")


@cache
def pages() -> dict[str, Scene]:
    """All pages by a name that serves as a file name."""
    return dict([*_sheets(), *_looks(), *_cards()])


@cache
def svg_of(name: str) -> str:
    return as_svg(pages()[name])


@cache
def pdf_of(name: str) -> bytes:
    return as_pdf(pages()[name])


def _sheets() -> Iterator[tuple[str, Scene]]:
    for edition, language in product(EDITIONS, LANGUAGES):
        for page in pages_of(layout_of(edition)):
            yield f"{edition}-{language}{page.file_suffix}", drawn(edition, language, page=page)


def _looks() -> Iterator[tuple[str, Scene]]:
    for i in range(max(len(EDITIONS), len(THEMES))):
        edition, theme = EDITIONS[i % len(EDITIONS)], THEMES[i % len(THEMES)]
        layout = layout_of(edition)
        yield f"{edition}-{theme}-marks", draw_page(layout, "front", marks=played(edition), theme=theme)
        yield f"{edition}-{theme}-outline", outlined(drawn(edition, "fr", theme, "A6"))
        yield f"{edition}-{theme}-solo", drawn(edition, theme=theme, page="solo front")


def _cards() -> Iterator[tuple[str, Scene]]:
    """Every card in one deck, the back of that deck, and the score sheet in every language."""
    pages = pages_of(layout_of("objectives"))
    decks = list(dict.fromkeys(page.deck for page in pages if page.deck))
    cards = list(dict.fromkeys(page.card for page in pages if page.card))
    for i, card in enumerate(cards):
        page = PageSpec("card face", card, decks[i % len(decks)])
        yield f"card-{card}", drawn("objectives", LANGUAGES[i % 3], THEMES[i % 4], None, page)
    yield "card-back", drawn("objectives", size=None, page=PageSpec("card back", deck=decks[0]))
    for language in LANGUAGES:
        yield f"card-scores-{language}", drawn("objectives", language, page="score sheet")
