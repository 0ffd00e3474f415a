"""Reads built pages: ids, links and texts."""

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Page(HTMLParser):
    """What a page holds."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    open_tags: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    language: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag == "html":
            self.language = own.get("lang") or ""
        if own.get("id"):
            self.ids.append(str(own["id"]))
        # A <use> points at an id of its own page; a base would be a surprise.
        for name in ("href", "src"):
            if own.get(name) is not None:
                self.links.append(str(own[name]))
        if tag not in VOID:
            self.open_tags.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open_tags.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open_tags or self.open_tags[-1] != tag:
            self.wrong.append(f"</{tag}> closes {self.open_tags[-1:]} at {self.getpos()}")
            if tag in self.open_tags:
                while self.open_tags.pop() != tag:
                    pass
            return
        self.open_tags.pop()


@cache
def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def broken_links(root: Path, *, with_downloads: bool = True) -> list[str]:
    """Links of all pages below a folder that lead nowhere, or outside."""
    pages = {path.resolve(): read(path) for path in sorted(root.rglob("*.html"))}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            split = urlsplit(link)
            shown = f"{path.relative_to(root.resolve())}: {link}"
            if split.scheme in ("https", "http") or link.startswith("data:image/png;base64,"):
                continue
            if not with_downloads and link.startswith("../../downloads/"):
                continue
            if split.scheme or split.netloc:
                broken.append(shown)
                continue
            target = (path.parent / unquote(split.path)).resolve() if split.path else path
            if not target.is_file() or (
                split.fragment and target in pages and unquote(split.fragment) not in pages[target].ids
            ):
                broken.append(shown)
    return broken
