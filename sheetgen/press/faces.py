"""What is on the two sides of a sheet or card of a pad."""

from sheetgen.drawing.pages import PageKind, PageSpec, draw_page, has_page, main_page, pages_of
from sheetgen.drawing.scene import Scene
from sheetgen.layout import Layout, load

Size = tuple[float, float]


def sheet_sides(
    layout: Layout, *, back: str | None, solo: bool, theme: str, language: str, size: Size | None
) -> tuple[Scene, Scene | None]:
    """Front and back of a sheet; `back` is score, solo, blank, an edition, or None for what the layout says."""
    page = PageSpec("solo front") if solo else main_page(layout)
    front = draw_page(layout, page, theme=theme, language=language, size=size)
    same = (front.width, front.height)
    if back == "blank" or (back is None and not has_page(layout, "back")):
        return front, None
    backs: dict[str | None, PageKind] = {"score": "score table", "solo": "solo back"}
    backs[None] = "solo back" if solo else "back"
    if back in backs and has_page(layout, "back"):
        return front, draw_page(layout, backs[back], theme=theme, language=language, size=same)
    other = load(str(back))
    return front, draw_page(other, main_page(other), theme=theme, language=language, size=same)


def card_sides(layout: Layout, *, theme: str, language: str, size: Size | None) -> list[tuple[Scene, Scene]]:
    """Face and back of every card of every deck; cards of one deck share the back."""
    scenes = {page: draw_page(layout, page, theme=theme, language=language, size=size) for page in pages_of(layout)}
    return [
        (scene, scenes[PageSpec("card back", deck=page.deck)])
        for page, scene in scenes.items()
        if page.kind == "card face"
    ]
