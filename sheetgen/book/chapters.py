"""The chapters of a book: which pages of the site they are made from; what several editions share is said once."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from sheetgen.book.blocks import ONLY
from sheetgen.book.markup import BookSite, Node, on_paper, page_html, printed, read_html
from sheetgen.book.pictures import TAG
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.problems import LayoutError
from sheetgen.resources import shipped_layouts
from sheetgen.site.examples import HowMany
from sheetgen.site.experts import EXPERTS
from sheetgen.site.pages import ASK, SUMMARY, SitePage, all_pages, edition_pages

LEFT_OUT = (
    SUMMARY,
    ASK,
    "count",
    EXPERTS,
)  # pages of an edition that are no chapters: for the table, to tap on, figures
AT_THE_END = ("about",)
PROVENANCE, NOTE = "provenance", "provenance-note"  # the section of that page on how sure the values are, and its box


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title, the pages of the site that it says, what it says, and the zone that it is about."""

    title: str
    paths: tuple[str, ...]
    nodes: tuple[Node, ...] = field(repr=False)
    layout: Layout | None = None  # None: it is about several editions, or about none
    zone: str = ""


def site_of(layouts: Sequence[Layout], language: str, theme: str, examples: HowMany) -> BookSite:
    """Return the site that the chapters are rendered from: the editions, and those that their zones come from."""
    others = [other for layout in layouts for other in _forebears(layout)]
    every = {layout.id: layout for layout in (*others, *layouts)}
    shipped = frozenset(layout.id for layout in every.values() if _is_shipped(layout))
    return BookSite(
        language,
        list(every.values()),
        all_pages(list(every.values())),
        shipped,
        examples=examples,
        theme=theme,
    )


def _is_shipped(layout: Layout) -> bool:
    return layout.id in shipped_layouts() and load(layout.id).digest() == layout.digest()


def _forebears(layout: Layout) -> list[Layout]:
    """Return the shipped editions whose zones an edition follows, the oldest first; the site names them."""
    found = []
    if isinstance(layout.edition, SheetEdition):
        names = {(zone.like or "").partition(".")[0] for zone in layout.edition.zones.values()}
        for name in sorted(names & set(shipped_layouts())):
            with suppress(LayoutError):
                found.append(load(name))
    return sorted(found, key=lambda each: (each.edition.credits and each.edition.credits.year) or 0)


def chapters_of(site: BookSite, layouts: Sequence[Layout]) -> list[Chapter]:
    """Return the chapters in the order of a rulebook; raise PageError."""
    by_template: dict[str, list[tuple[Layout, SitePage]]] = {}
    order: list[str] = []
    for layout in layouts:
        for page in edition_pages(layout):
            if page.template.rpartition("/")[2] not in LEFT_OUT:
                if page.template not in by_template:
                    order.append(page.template)
                by_template.setdefault(page.template, []).append((layout, page))
    chapters: list[Chapter] = []
    for template in order:
        pages = by_template[template]
        if any(page.zone for _, page in pages) or len(pages) == 1:
            chapters += [_chapter(site, page, layout, several=len(layouts) > 1) for layout, page in pages]
        else:
            chapters.append(_shared_chapter(site, pages))
    chapters += [_chapter(site, page, None) for page in site.pages if page.path in AT_THE_END]
    return _with_notes_at_end(chapters)


def _with_notes_at_end(chapters: list[Chapter]) -> list[Chapter]:
    """Return chapters in which the note on values that nobody has seen in print is at the end of the book.

    It can be long, and players need it less than the rules; its title stays where it was, with the page of the note.
    """
    at_end = chapters[-1]
    places = [i for i, node in enumerate(at_end.nodes) if node.tag == "h2" and node.id == PROVENANCE]
    noted = [chapter for chapter in chapters[:-1] if chapter.layout is not None and any(map(_is_note, chapter.nodes))]
    if not places or len(noted) != 1:
        return chapters
    (chapter,) = noted
    note = next(filter(_is_note, chapter.nodes))
    title = next(note.find("p", "admonition-title"))
    up = "../" * chapter.paths[0].count("/")
    link = Node("a", {"href": f"{up}{at_end.paths[0]}.md#{NOTE}"}, [title.text])
    pointer = Node("p", {}, [Node("strong", {}, [link])])
    end = next((i for i in range(places[0] + 1, len(at_end.nodes)) if at_end.nodes[i].tag == "h2"), len(at_end.nodes))
    named = Node(note.tag, {**note.attributes, "id": NOTE}, note.children)
    moved = replace(at_end, nodes=(*at_end.nodes[:end], named, *at_end.nodes[end:]))
    left = replace(chapter, nodes=tuple(pointer if node is note else node for node in chapter.nodes))
    return [left if each is chapter else moved if each is at_end else each for each in chapters]


def _is_note(node: Node) -> bool:
    return {"admonition", "warning"} <= node.classes


def _read(site: BookSite, page: SitePage) -> tuple[str, list[Node]]:
    """Return the title of a page and what it says on paper."""
    title, *nodes = on_paper(read_html(page_html(site, page)).children)
    return title.text.strip(), nodes


def _chapter(site: BookSite, page: SitePage, layout: Layout | None, *, several: bool = False) -> Chapter:
    title, nodes = _read(site, page)
    if several and layout is not None and page.zone:
        title = f"{_title(site, layout)}: {title[:1].lower() + title[1:] if site.language == 'en' else title}"
    return Chapter(title, (page.path,), tuple(nodes), layout, page.zone)


def _title(site: BookSite, layout: Layout) -> str:
    from sheetgen.site.words import Words

    return printed(Words.of(site.language, layout.edition).tr(layout.edition.title))


# Several editions


@dataclass(frozen=True)
class _Said:
    """An element, and the numbers of the editions that say it."""

    node: Node
    key: str
    by: frozenset[int]


_SPACES = re.compile(r"\s+")


def _key(node: Node) -> str:
    """Return what an element says and shows, to compare it."""
    labels = [each.attributes.get("title", "") for each in node.find(TAG)]
    return _SPACES.sub(" ", f"{node.tag} {node.id} {node.text} {labels}")


def _shared_chapter(site: BookSite, pages: Sequence[tuple[Layout, SitePage]]) -> Chapter:
    """Return one chapter from the same page of several editions; what differs says for which of them it holds."""
    read = [_read(site, page) for _, page in pages]
    said: list[_Said] = []
    for i, (_, nodes) in enumerate(read):
        said = _merged(said, [_Said(node, _key(node), frozenset({i})) for node in _units(nodes)])
    names = [_title(site, layout) for layout, _ in pages]
    titles = [title for title, _ in read]
    title = titles[0] if len(set(titles)) == 1 else " · ".join(titles)
    return Chapter(title, tuple(page.path for _, page in pages), tuple(_lists_joined(_labelled(said, names))))


def _units(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield elements that are compared one by one: the items of lists separately, each with its number."""
    for node in nodes:
        items = [child for child in node.elements if child.tag == "li"]
        if node.tag in ("ul", "ol") and len(items) > 1:
            for number, item in enumerate(items, start=1):
                yield Node(node.tag, {**node.attributes, "start": str(number)}, [item])
        else:
            yield node


def _merged(before: Sequence[_Said], after: Sequence[_Said]) -> list[_Said]:
    """Return what both say: equal elements once, the others in the order of their places."""
    if not before:
        return list(after)
    result: list[_Said] = []
    matcher = SequenceMatcher(None, [each.key for each in before], [each.key for each in after], autojunk=False)
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            result += [_Said(x.node, x.key, x.by | y.by) for x, y in zip(before[a:b], after[c:d], strict=True)]
        else:
            result += [*before[a:b], *after[c:d]]
    return result


def _labelled(said: Sequence[_Said], names: Sequence[str]) -> Iterator[Node]:
    """Yield all elements, with a line of the names before those that do not hold for every edition."""
    everyone = frozenset(range(len(names)))
    current = everyone
    for each in said:
        is_heading = each.node.tag in ("h2", "h3")
        if not is_heading and each.by != current:
            label = " · ".join(names[i] for i in sorted(each.by)) if each.by != everyone else ""
            if label:
                yield Node("p", {"class": ONLY}, [Node("strong", {}, [label])])
            elif current != everyone:
                yield Node("hr")
            current = each.by
        elif is_heading:
            current = everyone
        yield each.node


def _lists_joined(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield elements; items that were compared one by one and follow each other are one list again."""
    held: Node | None = None
    for node in nodes:
        is_next = held is not None and node.tag == held.tag and node.tag in ("ul", "ol")
        if held is not None and is_next:
            held = Node(held.tag, held.attributes, [*held.children, *node.children])
            continue
        if held is not None:
            yield held
        held = node
    if held is not None:
        yield held
