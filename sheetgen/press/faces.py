"""What is on the two sides of a sheet or card of a pad."""

from dataclasses import replace

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.cards import card_ids, draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.drawing.solo import draw_solo, draw_solo_back
from sheetgen.layout import CardEdition, Layout, SheetEdition, load
from sheetgen.layout.sheet import ScoreTable

Size = tuple[float, float]


def sheet_sides(
    layout: Layout, *, back: str | None, solo: bool, theme: str, language: str, size: Size | None
) -> tuple[Scene, Scene | None]:
    """Front and back of a sheet; `back` is score, solo, blank, an edition, or None for what the layout says."""
    edition = layout.edition
    if isinstance(edition, CardEdition):
        front = draw_score_sheet(layout, theme=theme, language=language, size=size)
        return front, None if back is None or back == "blank" else _other_front(back, front, theme, language)
    front = (draw_solo if solo else draw_sheet)(layout, theme=theme, language=language, size=size)
    own = (front.width, front.height)
    match back:
        case "blank":
            return front, None
        case "score":
            with_scores = replace(layout, edition=edition.model_copy(update={"back": ScoreTable()}))
            return front, draw_back(with_scores, theme=theme, language=language, size=own)
        case "solo":
            return front, draw_solo_back(layout, theme=theme, language=language, size=own)
        case None:
            draw = draw_solo_back if solo else draw_back
            return front, draw(layout, theme=theme, language=language, size=own)
    return front, _other_front(back, front, theme, language)


def _other_front(name: str, front: Scene, theme: str, language: str) -> Scene:
    """The front of another edition, as large as this one."""
    other, size = load(name), (front.width, front.height)
    if isinstance(other.edition, SheetEdition):
        return draw_sheet(other, theme=theme, language=language, size=size)
    return draw_score_sheet(other, theme=theme, language=language, size=size)


def card_sides(layout: Layout, *, theme: str, language: str, size: Size | None) -> list[tuple[Scene, Scene]]:
    """Face and back of every card of every deck; cards of one deck share the back."""
    assert isinstance(layout.edition, CardEdition)
    sides = []
    for deck in layout.edition.decks:
        back = draw_card_back(layout, deck, theme=theme, language=language, size=size)
        cards = card_ids(layout)
        sides += [(draw_card(layout, card, deck, theme=theme, language=language, size=size), back) for card in cards]
    return sides
