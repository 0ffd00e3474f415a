"""Reads built pages: ids, links and texts."""

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
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
    root = root.resolve()
    pages = {path: read(path) for path in sorted(root.rglob("*.html"))}
    anchors = {path: set(page.ids) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        # A page leads to the same places many times: each is looked at once.
        for link in dict.fromkeys(page.links):
            if not with_downloads and link.startswith("../../downloads/"):
                continue
            # The page for what does not exist is shown at any address: its links start at the root.
            start = root / "index.html" if link.startswith("/") else path
            if not _leads_somewhere(start, link.removeprefix("/"), anchors):
                broken.append(f"{path.relative_to(root)}: {link}")
    return broken


def _leads_somewhere(path: Path, link: str, anchors: dict[Path, set[str]]) -> bool:
    split = urlsplit(link)
    if split.scheme in ("https", "http") or link.startswith("data:image/png;base64,"):
        return True
    if split.scheme or split.netloc:
        return False
    target = path
    if split.path:
        target = Path(normpath(path.parent / unquote(split.path)))
        if target not in anchors and not target.is_file():
            return False
    return not split.fragment or target not in anchors or unquote(split.fragment) in anchors[target]
