"""What a print shop can print: no type below 6 pt and no line below 0.25 pt on paper of the standard size."""

from itertools import product

import pytest

from sheetgen.drawing.cards import card_ids, draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.scene import Scene, Text
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, load
from tests.drawing.measures import EDITIONS, PAGES, POINT, THEMES, drawn
from tests.matrix import every_pair

TYPE = 6.0
STAR = 6.4  # points stand on a colour, often in white
LINE = 0.25


def too_fine(scene: Scene) -> list[str]:
    """Every text and line that is too small, with its size in points."""
    found = []
    for group, shape in scene.shapes():
        if isinstance(shape, Text):
            size, least = shape.size / POINT, STAR if ".star." in group else TYPE
        elif shape.paint.stroke is not None:
            size, least = shape.paint.width / POINT, LINE
        else:
            continue
        if size < least:
            found.append(f"{group}: {getattr(shape, 'text', 'a line')!r} has {size:.2f} pt")
    return found


@every_pair(edition=EDITIONS, page=PAGES, language=languages())
def test_sheets(edition: str, page: str, language: str) -> None:
    for theme in THEMES:
        assert too_fine(drawn(edition, language, theme, page=page)) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", languages())
def test_cards(language: str, theme: str) -> None:
    layout = load("objectives")
    assert isinstance(layout.edition, CardEdition)
    assert layout.edition.card_size == (63, 88)
    decks = list(layout.edition.decks)
    for card, deck in product(card_ids(layout), decks[:2]):
        assert too_fine(draw_card(layout, card, deck, theme=theme, language=language)) == []
    for deck in decks:
        assert too_fine(draw_card_back(layout, deck, theme=theme, language=language)) == []
    assert too_fine(draw_score_sheet(layout, theme=theme, language=language)) == []
