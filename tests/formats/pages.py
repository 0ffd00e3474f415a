"""Every kind of page that the project draws: what other programs are shown."""

from collections.abc import Iterator
from functools import cache

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.cards import draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.solo import draw_solo, draw_solo_back
from sheetgen.drawing.text import outlined
from sheetgen.formats.pdf import as_pdf
from sheetgen.formats.svg import as_svg
from sheetgen.layout import CardEdition
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
    for edition in EDITIONS:
        layout = layout_of(edition)
        for language in LANGUAGES:
            name = f"{edition}-{language}"
            yield name, drawn(edition, language)
            yield f"{name}-solo", draw_solo(layout, language=language)
            yield f"{name}-back", draw_back(layout, language=language)
            yield f"{name}-solo-back", draw_solo_back(layout, language=language)


def _looks() -> Iterator[tuple[str, Scene]]:
    for i in range(max(len(EDITIONS), len(THEMES))):
        edition, theme = EDITIONS[i % len(EDITIONS)], THEMES[i % len(THEMES)]
        yield (
            f"{edition}-{theme}-marks",
            with_marks(drawn(edition, theme=theme), layout_of(edition), played(edition), theme=theme),
        )
        yield f"{edition}-{theme}-outline", outlined(drawn(edition, "fr", theme, "A6"))
        yield f"{edition}-{theme}-solo", draw_solo(layout_of(edition), theme=theme)


def _cards() -> Iterator[tuple[str, Scene]]:
    layout = layout_of("objectives")
    assert isinstance(layout.edition, CardEdition)
    decks = list(layout.edition.decks)
    for i, card in enumerate(layout.edition.cards):
        language, theme, deck = LANGUAGES[i % 3], THEMES[i % 4], decks[i % len(decks)]
        yield f"card-{card}", draw_card(layout, card, deck, language=language, theme=theme)
    yield "card-back", draw_card_back(layout, decks[0])
    for language in LANGUAGES:
        yield f"card-scores-{language}", draw_score_sheet(layout, language=language)
