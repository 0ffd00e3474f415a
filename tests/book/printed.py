"""What a book says and what the site says, as text, so that tests can compare them."""

import re
from collections.abc import Iterator
from functools import cache

import pypdfium2

from sheetgen.book.chapters import chapters_of
from sheetgen.book.markup import SCREEN, Node, page_html, read_html
from sheetgen.book.rulebook import BookOptions, ComposedBook, compose, write_composed
from sheetgen.layout import load
from sheetgen.layout.sheet import PAPERS
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.pages import edition_pages

INLINE = {"a", "abbr", "b", "code", "em", "i", "span", "strong"}
_CLAUSE = re.compile(r"\b[A-Z]\d{1,2}\b")
_PAGE = re.compile(r"→\s*\d+")
_SENTENCES = re.compile(r"(?<=[.!?:;])\s+")


@cache
def composed(edition: str, language: str = "en", paper: str = "A4", **options: object) -> ComposedBook:
    """A book that is set; the same call returns the same book."""
    return compose(BookOptions((load(edition),), language=language, paper=PAPERS[paper], **options))  # type: ignore[arg-type]


@cache
def written(edition: str, language: str = "en", paper: str = "A4", **options: object) -> bytes:
    return write_composed(composed(edition, language, paper, **options))


def squeezed(text: str) -> str:
    """A text without spaces, hyphens (PDFium marks those at the ends of lines), numbers of pages and of clauses."""
    joined = re.sub("[-\u00ad\ufffe\u0002]\\s*", "", text)
    bare = _CLAUSE.sub("", _PAGE.sub("", joined)).replace("★", "")
    return re.sub(r"\s+", "", bare)


def text_of(pdf: bytes) -> str:
    """All text of a book in reading order, without the heads and numbers of pages."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for number, page in enumerate(document, start=1):
        text = page.get_textpage().get_text_bounded()
        head, found, rest = text.partition(f"\n{number}\r") if f"\n{number}\r" in text else ("", "", text)
        pages.append(rest if found and len(head) < 200 else text)
    document.close()
    return squeezed(" ".join(pages))


def site_sentences(edition: str, language: str) -> Iterator[str]:
    """Every sentence, cell and caption that the site's rules pages of an edition say on paper, too."""
    layout = load(edition)
    site = open_site(plan_site([language], [edition] if edition.endswith(".yaml") else []), language)
    own = next(each for each in site.layouts if each.id == layout.id)
    for page in edition_pages(own):
        if page.template.rpartition("/")[2] not in ("ask", "count", "experts"):  # pages to tap on, and figures
            yield from sentences(read_html(page_html(site, page)))


def sentences(node: Node) -> Iterator[str]:
    """The sentences below an element, without what is for a screen only."""
    hidden, texts = 9, list[str]()

    def closed() -> list[str]:
        said = [each for each in _SENTENCES.split("".join(texts)) if each.strip()]
        texts.clear()
        return said

    for child in node.children:
        if isinstance(child, str):
            texts.append(child if hidden == 9 else "")
            continue
        level = int(child.tag[1]) if re.fullmatch(r"h\d", child.tag) else 0
        if level and level <= hidden:
            hidden = level if SCREEN in child.classes else 9
        if hidden < 9 or child.tag == "svg" or child.classes & {SCREEN, "before", "n"}:
            continue
        if child.tag in INLINE and not child.classes & {"place", "chip", "slot", "dice"}:
            texts += [f"{sentence} " for sentence in sentences(child)] or [child.text]
        else:
            yield from closed()
            yield from sentences(child)
    yield from closed()


__all__ = ["chapters_of", "composed", "sentences", "site_sentences", "squeezed", "text_of", "written"]
