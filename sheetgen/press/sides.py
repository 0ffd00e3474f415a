"""The two sides of a sheet or card of a pad, and the line at the foot of a sheet: an imprint, the sheet's number."""

from dataclasses import replace

from sheetgen.drawing.pages import PageKind, PageSpec, draw_page, has_page, main_page, pages_of
from sheetgen.drawing.scene import Group, Item, Rect, Scene, Text
from sheetgen.drawing.sheet import MARGIN, STANDARD
from sheetgen.drawing.text import font_face, text_at
from sheetgen.layout import Layout, load
from sheetgen.press import PressError

Size = tuple[float, float]
GAP = 2.0  # millimetres between the texts of the line at the foot


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


def foot_of(scene: Scene) -> tuple[Rect, Text]:
    """The place of the line between the margins, and what it says already."""
    for item in scene.items:
        if isinstance(item, Group) and item.id == "imprint":
            line = next(shape for shape in item.items if isinstance(shape, Text))
            margin = MARGIN * min(scene.width / STANDARD[0], scene.height / STANDARD[1])
            return Rect(margin, line.y - line.size, scene.width - 2 * margin, line.size), line
    raise RuntimeError("a sheet without a line at its foot")


def with_imprint(scene: Scene, words: str, *, numbered_up_to: str = "") -> Scene:
    """Add a line of one's own; what stood in the middle moves to the right, beside the number if there is one."""
    if not words and not numbered_up_to:
        return scene
    foot, line = foot_of(scene)
    number = font_face(line.font).width(numbered_up_to, line.size) * 1.1 + GAP if numbered_up_to else 0.0
    room = foot.width - line.rect.width - number - GAP
    wide = font_face("strong").width(words, line.size) if words else 0.0
    if wide > room:
        raise PressError(f"the imprint {words!r} is {wide:.0f} mm long; there is room for {max(room, 0):.0f} mm")
    if not words:
        return scene
    move = foot.right - number - line.rect.right
    moved = replace(line, x=line.x + move, rect=replace(line.rect, x=line.rect.x + move))
    added = text_at(words, foot.x, line.y, line.size, "strong", line.fill)
    items: tuple[Item, ...] = tuple(
        Group("imprint", (added, moved)) if isinstance(item, Group) and item.id == "imprint" else item
        for item in scene.items
    )
    return replace(scene, items=items)
