"""The page that measures how far a printer's backs are off."""

from sheetgen.drawing.scene import Circle, Group, Item, Paint, Rect, Scene
from sheetgen.drawing.shapes import line, text_at
from sheetgen.drawing.text import text_block
from sheetgen.formats.pdf import on_screen
from sheetgen.i18n import translate
from sheetgen.press.assembly import Side, assemble
from sheetgen.press.furniture import INK, POINT, ruler
from sheetgen.press.imposing import Flip, Imposition, Place
from sheetgen.press.profiles import Profile
from sheetgen.press.standards import About, finished

REACH = 10  # millimetres to each side that can be read
AWAY, ARM = 20.0, 30.0  # from the middle to the scales, and how far the cross on the back reaches
SCALE_WIDTH = 0.15
NUMBERS, LETTERS = 8 * POINT, 12 * POINT


def make_calibration(paper: tuple[float, float], flip: Flip, profile: Profile, language: str = "en") -> bytes:
    """Two pages to print double-sided and hold against the light; what the back points at is what to type."""
    width, height = paper
    title = translate("Where do the backs lie?", language)
    fronts: list[Item] = [_scale(paper, flip), *_words(paper, profile.margin, flip, language)]
    page = Imposition(width, height, 1.0, 1, 1, (Place(Rect(width / 2 - 40, height / 2 - 40, 80, 80)),))
    fronts.append(ruler(page, profile.margin, translate("printed at 100 % if this line measures 50 mm", language)))
    scenes = [
        Scene(width, height, tuple(fronts), title, title, language),
        Scene(width, height, (_pointer(paper),), title, title, language),
    ]
    pdf = assemble(scenes, [Side(0, ()), Side(1, ())], [0, 1], on_screen)
    return finished(pdf, profile, About(title, title, language, flip), None)


def signs(flip: Flip, paper: tuple[float, float]) -> tuple[int, int]:
    """How an offset of the back runs on the front: turned on a vertical edge, right on the back is left here."""
    upright = paper[1] >= paper[0]
    return (1, -1) if (flip == "long") == upright else (-1, 1)


def _scale(paper: tuple[float, float], flip: Flip) -> Group:
    """Two scales that the arms of the cross on the back run into; every fifth millimetre has the number to type."""
    x, y = paper[0] / 2, paper[1] / 2
    across, down = signs(flip, paper)
    above, beside = y - AWAY, x + AWAY
    paint = Paint(stroke=INK, width=SCALE_WIDTH)
    items: list[Item] = [
        line([(x - REACH, above), (x + REACH, above)], paint),
        line([(beside, y - REACH), (beside, y + REACH)], paint),
    ]
    for step in range(-REACH, REACH + 1):
        tick = 3.6 if step == 0 else 2.6 if step % 5 == 0 else 1.4
        items.append(line([(x + step, above), (x + step, above - tick)], paint))
        items.append(line([(beside, y + step), (beside + tick, y + step)], paint))
        if step % 5 == 0:
            items.append(text_at(_typed(step * across), x + step, above - 4.4, NUMBERS, "strong", INK, 0.5))
            items.append(text_at(_typed(step * down), beside + 4.4, y + step + 0.9, NUMBERS, "strong", INK))
    items.append(text_at("X", x - REACH - 4, above, LETTERS, "display", INK, 0.5))
    items.append(text_at("Y", beside + 1, y - REACH - 2.6, LETTERS, "display", INK, 0.5))
    return Group("scale", tuple(items))


def _typed(step: int) -> str:
    return f"{step:+d}" if step else "0"


def _pointer(paper: tuple[float, float]) -> Group:
    """A cross on the back that shines through."""
    x, y = paper[0] / 2, paper[1] / 2
    paint = Paint(stroke=INK, width=0.3)
    lines: tuple[Item, ...] = (
        line([(x - ARM, y), (x + ARM, y)], paint),
        line([(x, y - ARM), (x, y + ARM)], paint),
        Circle(x, y, 1.5, paint),
    )
    return Group("pointer", lines)


def _words(paper: tuple[float, float], margin: float, flip: Flip, language: str) -> list[Item]:
    def tr(text: str) -> str:
        return translate(text, language)

    edge = tr("long edge") if flip == "long" else tr("short edge")
    steps = [
        tr("1. Print both pages on one sheet of paper, double-sided, at 100 %. Let the printer turn it on this edge:"),
        edge,
        tr("2. Hold it against a window or a lamp: the cross on the back shines through and meets both scales."),
        tr("3. Type the two numbers that it points at for every pad from this printer:"),
        "sheetgen pad … --back-offset X Y",
    ]
    room = Rect(margin + 6, margin + 6, paper[0] - 2 * margin - 12, paper[1] / 2 - margin - ARM)
    items: list[Item] = []
    y = room.y
    for step in steps:
        is_step = step[:1].isdigit()
        place = Rect(room.x + (0 if is_step else 4), y, room.width - (0 if is_step else 4), room.height / 5)
        block = text_block(
            step, place, 11 * POINT, "text" if is_step else "strong", INK, least=6 * POINT, anchor=0, rise=0
        )
        items += block
        y = block[-1].rect.bottom + 1.6
    return items
