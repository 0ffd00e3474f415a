"""Text of several lines: shrunk within limits, wrapped evenly, never outside its box."""

import re

from sheetgen.drawing.fonts import Face, face
from sheetgen.drawing.scene import DrawingError, Rect, Text
from sheetgen.drawing.shapes import text_at

LEADING = 1.18  # from baseline to baseline, in ems
DESCENT = 0.24  # what hangs below the baseline, in ems
STEPS = 24  # how finely a size is searched between its limits

# Lines break at plain spaces, but not inside « » nor before the marks that French sets off.
_BREAK = re.compile(r"(?<!«) (?![»!?:;])")


def wrap(text: str, width: float, size: float, font: str) -> list[str] | None:
    """Break a text into as few lines as fit a width, about equally long; None if a word is too wide.

    >>> wrap("No die shows an even number.", 30, 3.4, "text")
    ['No die shows an', 'even number.']
    """
    look = face(font)
    words = _words(text, look)
    widest = max(look.width(word, size) for word in words)
    if widest > width:
        return None
    lines = _greedy(words, width, size, look)
    if len(lines) == 1:
        return lines
    # The narrowest column with as many lines makes them even.
    narrow, wide = widest, width
    for _ in range(12):
        middle = (narrow + wide) / 2
        narrow, wide = (narrow, middle) if len(_greedy(words, middle, size, look)) == len(lines) else (middle, wide)
    return _greedy(words, wide, size, look)


def text_block(
    text: str,
    rect: Rect,
    size: float,
    font: str,
    fill: str,
    *,
    least: float,
    one_line: float = 0.85,
    anchor: float = 0.5,
    rise: float = 0.5,
) -> list[Text]:
    """Lines of text in a place, as large as fits between two sizes.

    A text that fits one line at a share `one_line` of its size stays on one line; otherwise it is wrapped at the
    largest size that fits. `anchor` places the lines across (0 left, 0.5 centred), `rise` down the place (0 top).
    Raise DrawingError if even the least size is too large.
    """
    look = face(font)
    alone = look.settled(text)
    width = look.width(alone, 1)
    single = min(size, rect.width / width if width else size, rect.height / look.cap_height)
    if single >= max(least, size * one_line):
        return _set([alone], rect, single, font, fill, anchor, rise)
    words = _words(text, look)
    for step in range(STEPS + 1):
        own = size - (size - least) * step / STEPS
        count = len(_greedy(words, rect.width, own, look))
        if block_height(count, own, font) > rect.height + 1e-6:
            continue
        lines = wrap(text, rect.width, own, font)
        if lines is not None:
            return _set(lines, rect, own, font, fill, anchor, rise)
    raise DrawingError(
        f"{text!r} does not fit a place of {rect.width:.1f} x {rect.height:.1f} mm, "
        f"even at the least size of {least:.2f} mm; shorten it"
    )


def block_height(lines: int, size: float, font: str) -> float:
    """How high lines are, from the top of the first capitals to what hangs below the last line."""
    below = DESCENT if lines > 1 else 0.0
    return (face(font).cap_height + (lines - 1) * LEADING + below) * size


def _set(lines: list[str], rect: Rect, size: float, font: str, fill: str, anchor: float, rise: float) -> list[Text]:
    cap = face(font).cap_height * size
    spare = rect.height - cap - (len(lines) - 1) * LEADING * size
    # Several lines keep room for what hangs below the last one, also when they stand at the very foot.
    top = min(spare * rise, spare - (DESCENT * size if len(lines) > 1 else 0.0))
    baseline = rect.y + max(top, 0.0) + cap
    x = rect.x + anchor * rect.width
    return [text_at(line, x, baseline + i * LEADING * size, size, font, fill, anchor) for i, line in enumerate(lines)]


def _greedy(words: list[str], width: float, size: float, look: Face) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if look.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _words(text: str, look: Face) -> list[str]:
    """What a line may not break."""
    return [look.settled(word) for word in _BREAK.split(text)]
