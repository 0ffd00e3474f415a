"""Setting text: runs of type and signs broken into lines, with hyphens, all lengths in millimetres.

Lines are chosen for a whole paragraph at once: as few as possible, of about equal length, with few hyphens.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import accumulate

from sheetgen.book.pictures import Drawing
from sheetgen.drawing.text import POINT, FontFace, font_face
from sheetgen.resources import data_folder

HYPHEN = "\u00ad"  # a soft hyphen: programs that read a file aloud or copy from it join the word again
NARROW = 1e-6
LEAST_SIZE = 6 * POINT  # of small type within a text, in millimetres: print shops ask for it
Hyphenate = Callable[[str], Sequence[int]]  # after how many letters a word may be broken


@dataclass(frozen=True)
class Style:
    """How a text is set: the size of the em, the distance of baselines, and its fonts and colour."""

    size: float
    leading: float
    font: str = "body"
    bold: str = "strong"
    italic: str = "body-italic"
    colour: str = "#23262D"
    hyphenates: bool = True

    @staticmethod
    def points(
        size: float,
        leading: float,
        font: str = "body",
        *,
        bold: str = "strong",
        italic: str = "body-italic",
        colour: str = "#23262D",
        hyphenates: bool = True,
    ) -> "Style":
        """Return a style whose size and leading are given in points."""
        return Style(size * POINT, leading * POINT, font, bold, italic, colour, hyphenates)

    def scaled(self, factor: float) -> "Style":
        """Return the style with other sizes."""
        return replace(self, size=self.size * factor, leading=self.leading * factor)


@dataclass(frozen=True)
class Run:
    """Text in one look; `link` is the place in the book that it leads to."""

    text: str
    font: str
    size: float
    colour: str
    link: str = ""

    def looks_like(self, other: "Run") -> bool:
        """Whether two runs differ in nothing but their text."""
        return self is other or (
            (self.font, self.size, self.colour, self.link) == (other.font, other.size, other.colour, other.link)
        )


@dataclass(frozen=True)
class PageNumber:
    """The number of the page of a place, which is known once all pages are filled; as wide as two digits."""

    target: str
    font: str
    size: float
    colour: str


@dataclass(frozen=True)
class Sign:
    """A picture in a line of text."""

    picture: Drawing
    height: float

    @property
    def width(self) -> float:
        """Its width in millimetres."""
        return self.height * self.picture.area.width / self.picture.area.height


@dataclass(frozen=True)
class NewLine:
    """The end of a line that the text asks for."""


@dataclass(frozen=True)
class Anchor:
    """A place in the book that links lead to."""

    name: str


Inline = Run | PageNumber | Sign | NewLine | Anchor


@dataclass(frozen=True)
class Segment:
    """A part of a line: where it starts from the left of the line, and how wide it is."""

    x: float
    width: float
    content: Run | PageNumber | Sign


@dataclass(frozen=True)
class TextLine:
    """A line of text."""

    segments: tuple[Segment, ...]
    width: float
    anchors: tuple[str, ...] = ()

    @property
    def ends_with_hyphen(self) -> bool:
        """Whether its last word continues in the next line."""
        last = self.segments[-1].content if self.segments else None
        return isinstance(last, Run) and last.text.endswith(HYPHEN)


@dataclass
class _Box:
    """What is not broken, and how the line may end after it: `space`, `hyphen`, `open` (no sign), `end` or never."""

    parts: list[tuple[float, str, Run | PageNumber | Sign]] = field(default_factory=list)  # width, text and its look
    width: float = 0.0
    after: str = ""
    gap: float = 0.0  # the width of the space, or of the hyphen
    look: Run | None = None  # of the space or hyphen
    anchors: list[str] = field(default_factory=list)

    def add(self, width: float, content: Run | PageNumber | Sign, text: str = "") -> None:
        self.parts.append((width, text, content))
        self.width += width


_PIECES = re.compile(r"[ \n\t]+|[^ \n\t]+")
_AFTER_DASH = re.compile(r"(?<=[^\W\d][-–/])(?=\w)|(?<=[.)][-–/])(?=\w)|(?<=—)(?=\w)")  # not in "1–4", "×2-cell"
_POINTS = re.compile(r"\s*(?:point|Punkt|punt)")  # stay with their number: "15 points", in all languages
# Numbers that stay with the word before them: "row 2", "row III".
_NUMBER = re.compile(rf"(?:\d{{1,2}}|I{{1,3}}|IV)(?![\w–’'])(?!\s*[-+−×/])(?!{_POINTS.pattern})")
_GLUED_BEFORE = re.compile(r"[»!?:;·](?:\s|$)|\(\d{1,2}\)")  # "· Publisher", "reroll (7)"
_LETTERS = re.compile(r"[^\W\d_]{6,}")


@cache
def hyphenator(language: str) -> Hyphenate:
    """Return the function that says after how many letters a word of a language may be broken."""
    import pyphen

    known = pyphen.language_fallback(language)
    if known is None:
        return lambda word: ()
    dictionary = pyphen.Pyphen(lang=known, left=3, right=3)
    own = _own_hyphens(language)

    @lru_cache(maxsize=5_000)
    def positions(word: str) -> tuple[int, ...]:
        bare = word.casefold()
        start = next((each for each in own if bare.startswith(each)), None)
        return tuple(dictionary.positions(word)) if start is None else own[start]

    return positions


def _own_hyphens(language: str) -> dict[str, tuple[int, ...]]:
    """Return how words that begin like this are broken, from `locales/LANG/hyphens.txt`, longer beginnings first.

    It has words that the dictionary breaks wrongly or not where their parts meet, one to a line: `Punkte-skala`.
    """
    path = data_folder("locales") / language / "hyphens.txt"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    result = {}
    for line in lines:
        if line and not line.startswith("#"):
            parts = line.strip().casefold().split("-")
            result["".join(parts)] = tuple(accumulate(len(part) for part in parts[:-1]))
    return dict(sorted(result.items(), key=lambda item: -len(item[0])))


def no_hyphens(word: str) -> Sequence[int]:
    """Break no word."""
    return ()


def break_lines(inlines: Iterable[Inline], width: float, hyphenate: Hyphenate) -> list[TextLine]:
    """Return the lines of a paragraph that is so wide; a word that is wider than a line is broken anywhere."""
    return list(_broken(tuple(inlines), width, hyphenate))


def lines_beside(
    inlines: Iterable[Inline], narrow: float, count: int, width: float, hyphenate: Hyphenate
) -> list[TextLine]:
    """Return the lines of a paragraph without new lines, of which so many are narrow: a picture is beside them."""
    (boxes,) = _paragraphs(inlines, narrow, hyphenate)
    first = _best_breaks(boxes, narrow)[:count]
    rest = boxes[first[-1][1] :]
    return [_line(boxes[start:end]) for start, end in first] + [
        _line(rest[start:end]) for start, end in _best_breaks(rest, width)
    ]


@lru_cache(maxsize=4096)  # a chapter is set in several ways, most of whose lines are the same
def _broken(inlines: tuple[Inline, ...], width: float, hyphenate: Hyphenate) -> tuple[TextLine, ...]:
    lines: list[TextLine] = []
    for boxes in _paragraphs(inlines, width, hyphenate):
        lines += [_line(boxes[start:end]) for start, end in _best_breaks(boxes, width)]
    return tuple(lines)


def natural_width(inlines: Iterable[Inline]) -> float:
    """Return the width of a text in one line."""
    return max((_width(boxes) for boxes in _paragraphs(inlines, 1e9, no_hyphens)), default=0.0)


def least_width(inlines: Iterable[Inline]) -> float:
    """Return the width of the longest word of a text."""
    return max(
        (box.width for boxes in _paragraphs(inlines, 1e9, no_hyphens) for box in _glued(boxes)),
        default=0.0,
    )


def _glued(boxes: Sequence[_Box]) -> list[_Box]:
    """Return boxes of which those between which no line may end are one."""
    result: list[_Box] = []
    joined = False
    for box in boxes:
        if joined:
            result[-1] = _Box(width=result[-1].width + box.width)
        else:
            result.append(_Box(width=box.width))
        joined = not box.after
    return result


def _paragraphs(inlines: Iterable[Inline], limit: float, hyphenate: Hyphenate) -> list[list[_Box]]:
    """Return the boxes of each stretch of text between new lines."""
    builder = _BoxBuilder(limit, hyphenate)
    for inline in inlines:
        builder.add(inline)
    builder.close("end")
    return [boxes for boxes in builder.stretches if boxes]


class _BoxBuilder:
    """Collects the boxes of a text."""

    def __init__(self, limit: float, hyphenate: Hyphenate) -> None:
        self.limit, self.hyphenate = limit, hyphenate
        self.stretches: list[list[_Box]] = [[]]
        self.box = _Box()

    def close(self, after: str, gap: float = 0.0, run: Run | None = None) -> None:
        """End the box, so that a line may end after it; a space after a closed box belongs to that one."""
        boxes = self.stretches[-1]
        if self.box.parts or self.box.anchors:
            boxes.append(self.box)
            self.box = _Box()
            boxes[-1].after, boxes[-1].gap, boxes[-1].look = after, gap, run

    def add(self, inline: Inline) -> None:
        """Add a part of the text."""
        match inline:
            case Anchor(name):
                self.box.anchors.append(name)
            case NewLine():
                self.close("end")
                self.stretches.append([])
            case Sign():
                self.box.add(inline.width, inline)
            case PageNumber(_, font, size, _):
                self.box.add(font_face(font).width("00", size), inline)
            case Run():
                face = font_face(inline.font)
                for match in _PIECES.finditer(inline.text):
                    if match[0][0] in " \n\t":
                        self._add_space(inline, face, inline.text[match.end() :])
                    else:
                        self._add_word(match[0], inline, face)

    def _add_space(self, run: Run, face: FontFace, following: str) -> None:
        width = face.width(" ", run.size)
        last = self.box.parts[-1][1] if self.box.parts else ""
        is_numbered = last[-1:].isalpha() and _NUMBER.match(following)
        are_points = last[-1:].isdigit() and _POINTS.match(following)
        if _GLUED_BEFORE.match(following) or last.endswith("«") or is_numbered or are_points:
            self.box.add(width, run, " ")
        else:
            self.close("space", width, run)

    def _add_word(self, piece: str, run: Run, face: FontFace) -> None:
        """Add a word, in the pieces between which a line may end."""
        for i, part in enumerate(_AFTER_DASH.split(piece)):
            if i:
                self.close("open")
            done = 0
            for word in _LETTERS.finditer(part):
                for position in self.hyphenate(word[0]):
                    cut = word.start() + position
                    self._add_text(part[done:cut], run, face)
                    self.close("hyphen", face.width(HYPHEN, run.size), run)
                    done = cut
            rest = part[done:]
            is_too_wide = face.width(face.with_plain_spaces(rest), run.size) > self.limit
            for text in rest if is_too_wide else [rest]:
                self._add_text(text, run, face)
                if is_too_wide:
                    self.close("open")

    def _add_text(self, text: str, run: Run, face: FontFace) -> None:
        shown = face.with_plain_spaces(text)
        self.box.add(face.width(shown, run.size), run, shown)


LINE, HYPHENS, SHORT = 1.0, 0.045, 0.08  # what a line, a hyphen at its end and a last line of one short word cost


def _best_breaks(boxes: Sequence[_Box], width: float) -> list[tuple[int, int]]:
    """Return the first and the last box (exclusive) of every line."""
    count = len(boxes)
    best = [0.0] + [float("inf")] * count
    before = [0] * (count + 1)
    for end in range(1, count + 1):
        last = boxes[end - 1]
        if not last.after:
            continue
        natural = last.gap if last.after == "hyphen" else 0.0
        for start in range(end - 1, -1, -1):
            box = boxes[start]
            natural += box.width
            if start < end - 1 and box.after == "space":
                natural += box.gap
            if natural > width + NARROW and start < end - 1:
                break
            if start and not boxes[start - 1].after:
                continue
            cost = best[start] + LINE + _badness(natural, width, last.after, end == count)
            if cost < best[end]:
                best[end], before[end] = cost, start
    breaks: list[tuple[int, int]] = []
    end = count
    while end:
        breaks.append((before[end], end))
        end = before[end]
    return breaks[::-1]


def _badness(natural: float, width: float, after: str, is_last: bool) -> float:
    slack = max(0.0, 1 - natural / width)
    if natural > width + NARROW:
        return 10.0
    if is_last:
        return SHORT if slack > 0.85 else 0.0
    return slack**2 + (HYPHENS if after == "hyphen" else 0.0)


def _width(boxes: Sequence[_Box]) -> float:
    gaps = sum(box.gap for box in boxes[:-1] if box.after == "space")
    return sum(box.width for box in boxes) + gaps


def _line(boxes: Sequence[_Box]) -> TextLine:
    """Return the line of some boxes; neighbours of the same look become one text."""
    parts: list[tuple[float, str, Run | PageNumber | Sign]] = []
    for i, box in enumerate(boxes):
        parts += box.parts
        is_last = i == len(boxes) - 1
        if box.look is not None and is_last == (box.after == "hyphen"):
            parts.append((box.gap, HYPHEN if is_last else " ", box.look))
    segments: list[Segment] = []
    x = start = 0.0
    texts: list[str] = []
    for i, (width, text, content) in enumerate(parts):
        x += width
        if not isinstance(content, Run):
            segments.append(Segment(x - width, width, content))
            start = x
            continue
        texts.append(text)
        following = parts[i + 1][2] if i + 1 < len(parts) else None
        if not isinstance(following, Run) or not content.looks_like(following):
            whole = Run("".join(texts), content.font, content.size, content.colour, content.link)
            segments.append(Segment(start, x - start, whole))
            texts, start = [], x
    return TextLine(tuple(segments), x, tuple(anchor for box in boxes for anchor in box.anchors))
