"""Text inside of paragraphs: HTML as runs of type, signs and links with the number of their page."""

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin

from sheetgen.book.markup import SCREEN, Node
from sheetgen.book.pictures import TAG, Drawing
from sheetgen.book.text import LEAST_SIZE, Anchor, Inline, NewLine, PageNumber, Run, Sign, Style
from sheetgen.drawing.scene import Paint, Rect, Scene, polygon
from sheetgen.drawing.text import POINT

SIGN = 1.3  # the height of a badge or die in a line, in ems
STAR = "★"
ARROW = "→"
CODE, LEAST_CODE = 0.8, 7.5 * POINT  # the size of the number of a rule in ems, and the least one in millimetres
_SPACES = re.compile(r"[ \t\r\n]+")
_TIMES = re.compile(r"(?<=\d) ([×=]) (?=\d)")  # a product stays on one line
_IN_BRACKETS = re.compile(r"\([\d×+−=½/ ]{3,14}\)")  # and so does a short calculation in brackets


@dataclass(frozen=True)
class InlineReader:
    """Reads the text of one page of the site; `paths` are the addresses of the pages that say it."""

    paths: tuple[str, ...]
    pictures: Sequence[Drawing]
    muted: str
    in_book: frozenset[str] = frozenset()  # the pages that are in the book: links to them have a number
    clauses: bool = True  # whether the numbers of clauses are shown

    def read(self, node: Node | Iterable[Node | str], style: Style) -> list[Inline]:
        """Return the content of an element, or of some, set in a style."""
        children = node.children if isinstance(node, Node) else node
        run = Run("", style.font, style.size, style.colour)
        result: list[Inline] = []
        for child in children:
            self._add(child, run, style, result)
        return _without_double_spaces(result)

    def anchors(self, name: str) -> tuple[str, ...]:
        """Return the names of a place of this page, by its id in the HTML."""
        return tuple(f"{path}#{name}" for path in self.paths) if name else ()

    def target(self, href: str) -> str:
        """Return the name of the place that a link leads to; empty if it leads out of the book.

        >>> InlineReader(("classic/yellow",), (), "#000000").target("turn.md#active")
        'classic/turn#active'
        """
        if "://" in href or not href:
            return ""
        path, _, anchor = href.partition("#")
        page = posixpath.splitext(path)[0]
        full = posixpath.normpath(posixpath.join(posixpath.dirname(self.paths[0]), page)) if page else self.paths[0]
        return f"{full}#{anchor or 'top'}"

    def _add(self, child: Node | str, run: Run, style: Style, result: list[Inline]) -> None:
        if isinstance(child, str):
            text = _TIMES.sub("\u00a0\\1\u00a0", _SPACES.sub(" ", child))
            text = _IN_BRACKETS.sub(lambda match: match[0].replace(" ", "\u00a0"), text)
            result += _with_stars(replace(run, text=text))
            return
        if SCREEN in child.classes:
            return
        result += [Anchor(name) for name in self.anchors(child.id)]
        inner = run
        match child.tag:
            case "strong" | "b" | "th":
                inner = replace(run, font=style.bold)
            case "em" | "i":
                inner = replace(run, font=style.italic if run.font == style.font else run.font)
            case "br":
                result.append(NewLine())
            case "a":
                self._add_link(child, run, style, result)
                return
            case "code":
                inner = replace(run, font=style.bold)
            case name if name == TAG:
                picture = self.pictures[int(child.attributes["n"])]
                result.append(Sign(picture, style.size * SIGN))
                return
        for grandchild in child.children:
            self._add(grandchild, inner, style, result)

    def _add_link(self, node: Node, run: Run, style: Style, result: list[Inline]) -> None:
        if "clause" in node.classes:
            if self.clauses:
                size = max(style.size * CODE, LEAST_CODE)
                result.append(Run(node.attributes.get("data-rule", "") + "\u00a0", "strong", size, self.muted))
            return
        target = self.target(node.attributes.get("href", ""))
        page = target.partition("#")[0]
        if page not in self.in_book:
            target = ""
        for child in node.children:
            self._add(child, replace(run, link=target), style, result)
        if target and page not in self.paths:
            size = max(style.size * 0.84, LEAST_SIZE)
            result.append(Run(f"\u00a0{ARROW}", "strong", size, self.muted, target))
            result.append(PageNumber(target, "strong", size, self.muted))


def _with_stars(run: Run) -> list[Inline]:
    """Return a run with drawn stars, which the fonts do not have."""
    parts = run.text.split(STAR)
    result: list[Inline] = []
    for i, part in enumerate(parts):
        if i:
            result.append(Sign(_star(run.colour), run.size))
        if part:
            result.append(replace(run, text=part))
    return result


@lru_cache(maxsize=64)
def _star(colour: str) -> Drawing:
    corners = [
        (5 + r * sin(pi * i / 5), 5.4 - r * cos(pi * i / 5)) for i in range(10) for r in [4.6 if i % 2 == 0 else 1.9]
    ]
    scene = Scene(10, 10, (polygon(corners, Paint(fill=colour)),), "", "", "")
    return Drawing(Rect(0, 0, 10, 10), (scene,), STAR, "sign")


def _without_double_spaces(inlines: Sequence[Inline]) -> list[Inline]:
    """Return a text without spaces at its start and end, and with single ones between its words."""
    result: list[Inline] = []
    spaced = True
    for inline in inlines:
        if isinstance(inline, Run):
            text = inline.text.lstrip(" ") if spaced else inline.text
            if not text:
                continue
            spaced = text.endswith(" ")
            result.append(replace(inline, text=text))
        else:
            if isinstance(inline, Sign | PageNumber):
                spaced = False
            elif isinstance(inline, NewLine):
                spaced = True
            result.append(inline)
    for i in range(len(result) - 1, -1, -1):
        last = result[i]
        if isinstance(last, Run):
            result[i] = replace(last, text=last.text.rstrip(" "))
            break
        if isinstance(last, Sign | PageNumber):
            break
    return result
