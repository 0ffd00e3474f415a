"""The line at the foot of a sheet: a text of one's own on the left, the number of the sheet on the right."""

from dataclasses import replace

from sheetgen.drawing.fonts import face
from sheetgen.drawing.scene import Group, Item, Rect, Scene, Text
from sheetgen.drawing.shapes import text_at
from sheetgen.drawing.sheet import MARGIN, STANDARD
from sheetgen.press.problems import PressError

GAP = 2.0


def foot_of(scene: Scene) -> tuple[Rect, Text]:
    """The place of the line between the margins, and what it says already."""
    for item in scene.items:
        if isinstance(item, Group) and item.id == "imprint":
            line = next(shape for shape in item.items if isinstance(shape, Text))
            margin = MARGIN * min(scene.width / STANDARD[0], scene.height / STANDARD[1])
            return Rect(margin, line.y - line.size, scene.width - 2 * margin, line.size), line
    raise AssertionError("a sheet without a line at its foot")


def with_imprint(scene: Scene, words: str, *, numbered_up_to: str = "") -> Scene:
    """Add a line of one's own; what stood in the middle moves to the right, beside the number if there is one."""
    if not words and not numbered_up_to:
        return scene
    foot, line = foot_of(scene)
    number = face(line.font).width(numbered_up_to, line.size) * 1.1 + GAP if numbered_up_to else 0.0
    room = foot.width - line.rect.width - number - GAP
    wide = face("strong").width(words, line.size) if words else 0.0
    if wide > room:
        raise PressError(f"the imprint {words!r} is {wide:.0f} mm long; there is room for {max(room, 0):.0f} mm")
    if not words:
        return scene
    move = foot.right - number - line.rect.right
    moved = replace(line, x=line.x + move, rect=replace(line.rect, x=line.rect.x + move))
    own = text_at(words, foot.x, line.y, line.size, "strong", line.fill)
    items: tuple[Item, ...] = tuple(
        Group("imprint", (own, moved)) if isinstance(item, Group) and item.id == "imprint" else item
        for item in scene.items
    )
    return replace(scene, items=items)
