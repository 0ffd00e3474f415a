"""Worked examples as small pages of their own, for a frame (`<iframe>`) on another site."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sheetgen.layout import Layout
from sheetgen.site.hosting import COLOURS, notice_in, page_address
from sheetgen.site.pages import Site
from sheetgen.site.words import Words, plain, unprotect

FOLDER = "embed"  # below the folder of an edition
HEIGHT = 520  # pixels of a frame: the tallest steps of most examples
_CLASSES = re.compile(r'class="([^"]*)"')
_BESIDE = re.compile(r'(<a [^>]*?href=")(?=[\w-]+\.html)')  # a link to a page of the edition, from its folder


@dataclass(frozen=True)
class EmbeddedExample:
    """An example as it stands on a page of an edition."""

    layout: Layout
    name: str  # of its file, without an ending
    anchor: str
    title: str  # in the language of the page
    html: str
    page: str  # the name of the page in the folder of its edition
    language: str

    @property
    def address(self) -> str:
        """The address of its own page, from the folder of its edition."""
        return f"{FOLDER}/{self.name}.html"


def embed_link(example: EmbeddedExample, words: Words) -> str:
    """Return the link beside an example to its own page; a script makes it a button that copies the frame's code."""
    label = escape(words.tr("Embed"))
    title = escape(f"{plain(example.title)} – {_edition_title(example)}")
    return f'<a class="embed-code on-screen" href="{example.address}" data-title="{title}">{label}</a>'


def embed_texts(site: Site) -> dict[str, str]:
    """Return what the script of the button needs: its texts, the height of the frame, the address of the language."""
    words, address = Words(site.language), site.publisher.address
    return {
        "height": str(HEIGHT),
        "address": f"{address}{site.language}/" if address else "",
        "label": words.tr("Copy embed code"),
        "done": words.tr("Copied"),
        "failed": words.tr("Copy this code into your page:"),
    }


def _edition_title(example: EmbeddedExample) -> str:
    edition = example.layout.edition
    return plain(Words.of(example.language, edition).tr(edition.title))


def write_embeds(site: Site, folder: Path, pages: Collection[str] | None = None) -> None:
    """Write the pages of all examples of a language into its folder, or of those on some pages, given by path."""
    for example in site.embeds.values():
        if pages is not None and f"{example.layout.id}/{example.page}" not in pages:
            continue
        path = folder / example.layout.id / example.address
        path.parent.mkdir(exist_ok=True)
        path.write_text(embed_page(site, example), "utf-8")


def embed_page(site: Site, example: EmbeddedExample) -> str:
    """Return the page of an example: its steps with their pictures, a link to its rules, the notice."""
    words = Words(example.language)
    body = _BESIDE.sub(r"\1../", example.html)
    sprite = site.pictures.sprite(body)
    used = {name for match in _CLASSES.finditer(body + sprite) for name in match[1].split()}
    looks = "".join(f".{name}{{{look}}}" for name, look in sorted(site.pictures.looks.items()) if name in used)
    title, edition = plain(example.title), _edition_title(example)
    address = site.publisher.address
    colours = f'\n<link rel="stylesheet" href="../../assets/{COLOURS}">' if site.publisher.colours is not None else ""
    back = words.tr("In the rules of {title}", title=edition)
    rules = f"../{example.page}.html#{example.anchor}"
    canonical = page_address(address, site.language, f"{example.layout.id}/{example.page}") if address else ""
    page = f"""<!doctype html>
<html lang="{example.language}" class="embed">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>{escape(f"{title} – {edition}")}</title>
{f'<link rel="canonical" href="{escape(canonical)}">' if canonical else ""}
<link rel="stylesheet" href="../../assets/fonts.css">
<link rel="stylesheet" href="../../assets/site.css">
<link rel="stylesheet" href="../../assets/embed.css">{colours}
<style>{looks}</style>
<base target="_blank">
</head>
<body class="md-typeset">
<main>
<h1 id="{example.anchor}">{escape(title)}</h1>
{body}
</main>
<footer><a href="{rules}">{escape(back)}</a>
<small>{escape(site.publisher.title_in(site.language))} · {escape(notice_in(example.language))}</small></footer>
{sprite}
<script src="../../assets/site.js"></script>
</body>
</html>
"""
    return unprotect(page)
