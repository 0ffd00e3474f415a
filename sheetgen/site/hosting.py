"""What web hosts, search engines and messengers read of a site: meta tags, pictures, site map, error page."""

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import quote, urlsplit

from sheetgen.drawing.pages import draw_page, main_page
from sheetgen.drawing.scene import Box, DrawingError, Paint, Rect, Scene, Text
from sheetgen.drawing.text import text_block
from sheetgen.formats import write_scene
from sheetgen.layout import Layout
from sheetgen.site.pages import Site, SitePage
from sheetgen.site.publisher import Publisher, SiteColours
from sheetgen.site.words import Words, language_name, plain

NOT_FOUND, SITE_MAP, ROBOTS = "404.html", "sitemap.xml", "robots.txt"
COLOURS = "colours.css"  # the style sheet of a publisher's colours, among the assets
PICTURES = "pictures"  # the folder of the pictures that messengers show beside a link
PICTURE_SIZE = (1200, 630)  # pixels, the size that messengers ask for
DESCRIPTION = 160  # characters; search engines cut what is longer
_DOTS_PER_MM = 10  # of such a picture
_COLOURS = 96  # of such a picture: a third of the bytes of all colours
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SHORT = 40  # a paragraph with fewer characters does not describe a page


# Meta tags


def description_of(content: str, edition: str = "") -> str:
    """Return the first paragraph of a page's HTML as plain text of at most DESCRIPTION characters.

    On a page of an edition its title comes first: pages of different editions may start with the same words.
    """
    texts = (" ".join(unescape(_TAG.sub("", match[1])).split()) for match in _PARAGRAPH.finditer(content))
    text = next((text for text in texts if len(text) >= _SHORT), "")
    if edition and not text.startswith(edition):
        text = f"{edition}: {text}" if text else edition
    if len(text) <= DESCRIPTION:
        return text
    return text[: DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(" ,;:–") + "…"


def head_of(site: Site, page: SitePage, title: str, content: str, edition: str) -> str:
    """Return the meta tags of a page: its description; with an address also its own and those of its translations."""
    publisher, language = site.publisher, site.language
    description = description_of(content, edition or (title if page.layout is not None else ""))
    description = description or f"{title} – {publisher.title_in(language)}"
    tags = [_meta("name", "description", description)]
    if publisher.address is None:
        return "\n".join(tags)
    address = page_address(publisher.address, language, page.path)
    picture = f"{publisher.address}{picture_path(site, page)}"
    width, height = PICTURE_SIZE
    tags += [
        f'<link rel="canonical" href="{escape(address)}">',
        *(
            f'<link rel="alternate" hreflang="{code}" href="{escape(other)}">'
            for code, other in translations(publisher.address, site.languages, page.path)
        ),
        _meta("property", "og:type", "website"),
        _meta("property", "og:site_name", publisher.title_in(language)),
        _meta("property", "og:title", " – ".join(filter(None, (title, edition)))),
        _meta("property", "og:description", description),
        _meta("property", "og:url", address),
        _meta("property", "og:image", picture),
        _meta("property", "og:image:width", str(width)),
        _meta("property", "og:image:height", str(height)),
        _meta("property", "og:image:alt", edition or publisher.title_in(language)),
        _meta("name", "twitter:card", "summary_large_image"),
    ]
    return "\n".join(tags)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def page_address(address: str, language: str, path: str) -> str:
    """Return the address of a page of a site that is published at `address`."""
    return f"{address}{language}/{quote(path)}.html"


def translations(address: str, languages: Sequence[str], path: str) -> list[tuple[str, str]]:
    """Return the address of a page in every language, by code; `x-default` is that of the first language."""
    by_code = [(code, page_address(address, code, path)) for code in languages]
    return [*by_code, ("x-default", by_code[0][1])]


def colours_css(colours: SiteColours) -> str:
    """Return the style sheet of a publisher's colours."""
    every = ':root,[data-md-color-scheme="default"],[data-md-color-scheme="slate"]'
    header, text = colours.header, colours.on_header
    css = (
        f"{every}{{--md-primary-fg-color:{header};--md-primary-fg-color--light:{header};"
        f"--md-primary-fg-color--dark:{header};--md-primary-bg-color:{text};--md-primary-bg-color--light:{text}}}\n"
    )
    if colours.links is not None:
        dark = '[data-md-color-scheme="slate"]'
        css += f"{_links(':root,[data-md-color-scheme=default],.embed', colours.links)}\n"
        css += f"@media screen{{{_links(dark, colours.dark_links)}}}\n"
        css += f"@media screen and (prefers-color-scheme:dark){{{_links('.embed', colours.dark_links)}}}\n"
    return css


def _links(where: str, colour: str) -> str:
    return f"{where}{{--fox:{colour};--md-accent-fg-color:{colour};--md-typeset-a-color:{colour}}}"


# Pictures of links


def picture_path(site: Site, page: SitePage) -> str:
    """Return the picture of a page, from the top of the site: that of its edition, else that of the first edition."""
    layout = page.layout if page.layout is not None else site.layouts[0]
    return f"{PICTURES}/{site.language}/{_file_name(layout)}"


def _file_name(layout: Layout) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "-", layout.id) + ".png"


def write_pictures(folder: Path, layouts: Iterable[Layout], language: str, publisher: Publisher) -> None:
    """Draw the pictures of a language into the folder of a site: one for each edition."""
    target = folder / PICTURES / language
    target.mkdir(parents=True, exist_ok=True)
    for layout in layouts:
        (target / _file_name(layout)).write_bytes(link_picture(layout, language, publisher))


def link_picture(layout: Layout, language: str, publisher: Publisher) -> bytes:
    """Return the picture of an edition as PNG: its title, that of the site, and its sheet."""
    from PIL import Image

    colours = publisher.colours or SiteColours()
    width, height = (dots / _DOTS_PER_MM for dots in PICTURE_SIZE)
    sheet = _sheet_png(layout, language)
    with Image.open(BytesIO(sheet)) as image:
        left = width - image.width / _DOTS_PER_MM - 4
        words = Words.of(language, layout.edition)
        ground, text = Box(Rect(0, 0, width, height), Paint(fill=colours.header)), colours.on_header
        edition, site = plain(words.tr(layout.edition.title)), publisher.title_in(language)
        titles = _title(edition, Rect(5, 10, left - 10, 27), 9, "display", text, rise=1)
        titles += _title(site, Rect(5, 42, left - 10, 11), 4, "text", text, rise=0)
        scene = Scene(width, height, (ground, *titles), "", "", language)
        with Image.open(BytesIO(write_scene(scene, "png", dpi=round(25.4 * _DOTS_PER_MM)))) as drawn:
            picture = drawn.convert("RGB").resize(PICTURE_SIZE)
        picture.paste(image.convert("RGB"), (round(left * _DOTS_PER_MM), (PICTURE_SIZE[1] - image.height) // 2))
    stream = BytesIO()
    picture.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _sheet_png(layout: Layout, language: str) -> bytes:
    """Return the sheet of an edition, or a card of it, as high as a picture leaves room for."""
    scene = draw_page(layout, main_page(layout), language=language)
    room = 0.92 * PICTURE_SIZE[1]
    return write_scene(scene, "png", dpi=int(min(room / scene.height, 0.55 * PICTURE_SIZE[0] / scene.width) * 25.4))


def _title(text: str, rect: Rect, size: float, font: str, fill: str, *, rise: float) -> list[Text]:
    """Return the lines of a title; none if it is too long for the picture, or has signs that the font lacks."""
    try:
        return text_block(text, rect, size, font, fill, least=size / 3, anchor=0, rise=rise)
    except DrawingError:
        return []


# Files for hosts and search engines


def site_map(address: str, languages: Sequence[str], paths: Iterable[str]) -> str:
    """Return the map of a site: every page in every language, with the addresses of its translations."""
    entries = []
    for path in paths:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(other)}"/>'
            for code, other in translations(address, languages, path)
        )
        entries += [f"<url><loc>{escape(page_address(address, code, path))}</loc>{links}</url>" for code in languages]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "\n".join(entries)
        + "\n</urlset>\n"
    )


def robots(address: str) -> str:
    """Return what crawlers may read, everything, and where the map of the site is."""
    return f"User-agent: *\nAllow: /\nSitemap: {address}{SITE_MAP}\n"


def notice_in(language: str) -> str:
    """Return the notice that every page has."""
    return Words(language).tr(
        "Unofficial fan project: not made, endorsed or supported by the authors or publishers of these games."
    )


_LINK = re.compile(r"(?P<web>https?://[^\s<>\"']*[\w/])|(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")


def imprint_html(text: str) -> str:
    """Return a publisher's text as HTML: paragraphs, lines, web and mail addresses as links; nothing else is read."""

    def link(match: re.Match[str]) -> str:
        address = match["web"] or f"mailto:{match['mail']}"
        return f'<a href="{escape(address)}">{escape(match[0])}</a>'

    def line(words: str) -> str:
        html, end = "", 0
        for match in _LINK.finditer(words):
            html += escape(words[end : match.start()]) + link(match)
            end = match.end()
        return html + escape(words[end:])

    blocks = re.split(r"\n\s*\n", text.strip())
    return "".join(f"<p>{'<br>'.join(line(words) for words in block.splitlines())}</p>" for block in blocks)


def not_found_page(publisher: Publisher, languages: Sequence[str]) -> str:
    """Return the page that a host shows for an address that does not exist, at any depth, in all languages.

    Its links start at the root of the host: with an address, at its path. Without one, a script finds the folder of a
    language in the address of the missing page.
    """
    root = urlsplit(publisher.address).path if publisher.address else "/"
    parts = {code: _not_found_part(publisher, code, root) for code in languages}
    first = languages[0]
    colours = publisher.colours or SiteColours()
    return f"""<!doctype html>
<html lang="{first}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>404 – {escape(publisher.title_in(first))}</title>
<style>
body{{font:1.1rem/1.6 system-ui,sans-serif;margin:0;background:#fff;color:#1c1e22}}
header{{background:{colours.header};color:{colours.on_header};padding:.9rem 1rem;font-size:1.2rem;font-weight:700}}
main{{max-width:34rem;margin:2rem auto;padding:0 1rem}}
h1{{line-height:1.2}}
a{{color:#1d4f91}}
section:not([hidden])~section:not([hidden]){{border-top:1px solid #8886;margin-top:1.5rem}}
small{{display:block;margin-top:1.5rem;color:#555}}
@media(prefers-color-scheme:dark){{body{{background:#1b1d22;color:#eee}}a{{color:#9cc4ff}}small{{color:#bbb}}}}
</style>
</head>
<body>
<header>{escape(publisher.title_in(first))}</header>
<main>
{"".join(parts.values())}</main>
<script>
const parts = [...document.querySelectorAll("section")];
const steps = location.pathname.split("/");
const codes = parts.map((part) => part.lang);
const at = steps.findIndex((step) => codes.includes(step));
const wanted = [steps[at], ...(navigator.languages || [])].map((code) => (code || "").slice(0, 2));
const chosen = wanted.find((code) => codes.includes(code)) || codes[0];
const root = at > 0 ? steps.slice(0, at).join("/") + "/" : {_script_text(root)};
for (const part of parts) part.hidden = part.lang !== chosen;
for (const link of document.querySelectorAll("a[data-path]")) link.href = root + link.dataset.path;
document.documentElement.lang = chosen;
const title = parts.find((part) => part.lang === chosen).dataset.title;
document.querySelector("header").textContent = title;
document.title = "404 – " + title;
</script>
</body>
</html>
"""


def _not_found_part(publisher: Publisher, language: str, root: str) -> str:
    words = Words(language)
    title = escape(publisher.title_in(language))
    heading = words.tr("This page does not exist")
    reason = words.tr("The address may be misspelt, or the page has moved.")
    start = f"{language}/index.html"
    return (
        f'<section lang="{language}" data-title="{title}">\n'
        f"<h1>{escape(heading)}</h1>\n"
        f"<p>{escape(reason)}</p>\n"
        f'<p><a href="{escape(root + start)}" data-path="{start}">{title}</a> ({escape(language_name(language))})</p>\n'
        f"<small>{escape(notice_in(language))}</small>\n</section>\n"
    )


def _script_text(text: str) -> str:
    """Return a text as a string of a script within HTML; the addresses it is used for have no other signs."""
    return f'"{text}"'


def write_host_files(folder: Path, publisher: Publisher, languages: Sequence[str], paths: Iterable[str]) -> None:
    """Write the error page, and with an address the map of the site and what crawlers may read."""
    (folder / NOT_FOUND).write_text(not_found_page(publisher, languages), "utf-8")
    if publisher.address is not None:
        (folder / SITE_MAP).write_text(site_map(publisher.address, languages, paths), "utf-8")
        (folder / ROBOTS).write_text(robots(publisher.address), "utf-8")
