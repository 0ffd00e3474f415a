"""What `sheetgen sheet` draws of an edition with cards: the score sheet, one card, or the back of a deck."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sheetgen.drawing.scene import Scene
    from sheetgen.layout import Layout


def card_scene(
    layout: "Layout",
    card: str | None,
    deck: str | None,
    *,
    back: bool,
    theme: str,
    language: str,
    size: tuple[float, float] | None,
) -> tuple[str, "Scene"]:
    """A scene with the name for its file; without a deck, that of the first one."""
    from sheetgen.drawing.cards import draw_card, draw_card_back, draw_score_sheet
    from sheetgen.layout import CardEdition
    from sheetgen.layout.problems import UnknownWordError

    if not isinstance(layout.edition, CardEdition):
        raise click.UsageError(f"{layout.id} has no cards: --card and --deck are for editions with cards")
    if card is not None and back:
        raise click.UsageError("--card and --back exclude each other: all cards of a deck share one back")
    if deck is not None and card is None and not back:
        raise click.UsageError("--deck needs --card or --back: the score sheet is for all decks")
    colour = deck or next(iter(layout.edition.decks))
    try:
        if back:
            scene = draw_card_back(layout, colour, theme=theme, language=language, size=size)
            return f"{layout.id}-back-{colour}", scene
        if card is not None:
            scene = draw_card(layout, card, colour, theme=theme, language=language, size=size)
            return f"{layout.id}-{card}-{colour}", scene
        return layout.id, draw_score_sheet(layout, theme=theme, language=language, size=size)
    except UnknownWordError as error:
        raise click.UsageError(str(error)) from None
