"""The rendered pages of the site as a tree of nodes: the same templates and Markdown, with pictures by number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

from sheetgen.book.pictures import BookPictures
from sheetgen.drawing.text import APOSTROPHE
from sheetgen.layout import Layout, load
from sheetgen.resources import shipped_layouts
from sheetgen.site.mkdocs_build import swap_parts
from sheetgen.site.pages import Site, SitePage
from sheetgen.site.templates import MARKDOWN_EXTENSIONS, render
from sheetgen.site.words import plain

SCREEN = "on-screen"  # the class of what templates say on a screen only
_EMPTY = frozenset({"br", "hr", "img", "meta", "link", "input"})


@dataclass(eq=False)
class Node:
    """An element of HTML; texts are strings among its children."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    @cached_property
    def classes(self) -> frozenset[str]:
        """Its classes."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def id(self) -> str:
        """Its id; empty if it has none."""
        return self.attributes.get("id", "")

    @cached_property
    def elements(self) -> list["Node"]:
        """Its children without texts."""
        return [child for child in self.children if isinstance(child, Node)]

    @cached_property
    def every(self) -> list["Node"]:
        """All elements inside it, each before those inside of it."""
        return [node for child in self.children if isinstance(child, Node) for node in (child, *child.every)]

    def find(self, tag: str, css: str = "") -> Iterator["Node"]:
        """Yield all elements inside it with a tag, and with a class if one is given."""
        for node in self.every:
            if node.tag == tag and (not css or css in node.classes):
                yield node

    @property
    def text(self) -> str:
        """All texts inside it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


def printed(text: str) -> str:
    """Return a text of the site as books print it, with plain text instead of marks and curved apostrophes.

    >>> printed("Ada's and the others' dice")
    'Ada’s and the others’ dice'
    """
    return APOSTROPHE.sub("’", plain(text))


class _TreeBuilder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("body")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: plain(value or "") for key, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _EMPTY:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while len(self._open) > 1:
            if self._open.pop().tag == tag:
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(printed(data))


def read_html(html: str) -> Node:
    """Return the tree of a piece of HTML.

    >>> read_html("<p>One <b>two</b></p>").text
    'One two'
    """
    builder = _TreeBuilder()
    builder.feed(html)
    builder.close()
    return builder.root


@dataclass
class BookSite(Site):
    """The site whose pages make a book: its pictures are scenes."""

    theme: str = "light"

    @property
    def best_known(self) -> Layout:
        """The first of the shipped editions, even if the book is not about it."""
        return load(next(iter(shipped_layouts())))

    @cached_property
    def pictures(self) -> BookPictures:
        """The pictures of this language."""
        return BookPictures(self.language, self.theme)


def page_html(site: Site, page: SitePage) -> str:
    """Return a page of the site as HTML, without navigation; raise PageError."""
    from markdown import Markdown

    text = render(site, page).text
    if text.startswith("---\n"):
        text = text.partition("\n---\n")[2]
    html = Markdown(extensions=list(MARKDOWN_EXTENSIONS)).convert(text)
    return swap_parts(html, site.parts)


def on_paper(nodes: Sequence["Node | str"]) -> list[Node]:
    """Return elements without those for a screen only; a heading for the screen takes its whole section along."""
    kept: list[Node] = []
    left_out = 7  # the level of the heading whose section is left out
    for node in nodes:
        if isinstance(node, str):
            continue
        level = int(node.tag[1]) if node.tag[0] == "h" and node.tag[1:].isdigit() else 0
        if level and level <= left_out:
            left_out = level if SCREEN in node.classes else 7
        if left_out == 7 and SCREEN not in node.classes:
            kept.append(node)
    return kept
