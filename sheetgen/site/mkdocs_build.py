"""Builds the Markdown tree of one language with mkdocs; its styles, scripts and fonts, and the page at the root."""

import json
import logging
import os
import posixpath
import re
import shutil
from base64 import b64encode
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from functools import cache
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from typing import Any

from sheetgen.drawing import icons
from sheetgen.drawing.pages import other_faces
from sheetgen.drawing.scene import Rect
from sheetgen.drawing.text import font_face
from sheetgen.drawing.themes import themes
from sheetgen.formats.svg import as_markup, element, font_face_css
from sheetgen.layout import SheetEdition
from sheetgen.resources import FONT_FILES, data_folder
from sheetgen.site.ask import ASK_PLACE, ask_html
from sheetgen.site.embed import embed_texts
from sheetgen.site.hosting import COLOURS, colours_css, head_of, notice_in
from sheetgen.site.logo import SiteLogo, read_logo
from sheetgen.site.pages import DEVELOPERS, DEVELOPERS_PAGES, MORE, PLAYERS_PAGES, VARIANTS, Site, SitePage
from sheetgen.site.pictures import STUDIO
from sheetgen.site.publisher import Publisher, is_link
from sheetgen.site.search import SearchEntry, entries_of, is_for_players, search_script, search_texts
from sheetgen.site.templates import MARKDOWN_EXTENSIONS, Rendered, bytecode_cache
from sheetgen.site.words import Words, language_name, protect, unprotect

THEME = Path(__file__).parent / "theme"
STYLES = ("assets/fonts.css", "assets/pictures.css", "assets/site.css")
SCRIPTS = ("assets/site.js", "assets/search.js")
_PART = re.compile(r"(?:<p>)?<!--part:(?P<block>[0-9a-f]{12})-->(?:</p>)?")
_INLINE = re.compile(r'<span data-part="(?P<inline>[0-9a-f]{12})"></span>')
SEARCH_DATA = "search-data.js"
# Files of the theme that our pages do not use: a template for a map of the site, its search, maps of its scripts.
UNUSED = ("sitemap.xml", "assets/javascripts/lunr/*", "assets/javascripts/workers/*", "*.map")

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")


def configure(
    site: Site, rendered: Mapping[str, Rendered], docs: Path, output: Path, contents: dict[str, str] | None = None
) -> Any:
    """Return the configuration of a build, with a plugin of our own; raise ValueError if mkdocs refuses it.

    `contents` collects the HTML of all pages by path; those of an earlier build are kept for pages not built again.
    """
    from mkdocs.config.defaults import MkDocsConfig

    config = MkDocsConfig(config_file_path=str(docs.parent / "mkdocs.yml"))
    words = Words(site.language)
    config.load_dict(
        {
            "site_name": protect(site.publisher.title_in(site.language)),
            "docs_dir": str(docs),
            "site_dir": str(output),
            "use_directory_urls": False,
            "nav": navigation(site),
            "theme": {
                "name": "material",
                "custom_dir": str(THEME / "overrides"),
                "language": site.language,
                "font": False,
                "features": [
                    "navigation.indexes",
                    "navigation.top",
                    "navigation.footer",
                    "toc.follow",
                ],
                "palette": _palette(words),
                "logo": f"assets/{_logo_file(site).name}",
                "favicon": f"assets/{_logo_file(site).name}",
            },
            "plugins": [],
            "markdown_extensions": [
                *MARKDOWN_EXTENSIONS,
                {"toc": {"permalink": "#", "permalink_title": words.tr("Link to this section"), "toc_depth": 3}},
            ],
            "extra_css": [*STYLES, *([f"assets/{COLOURS}"] if site.publisher.colours is not None else [])],
            "extra_javascript": list(SCRIPTS),
            "extra": {"alternate": True, "generator": False},
            "validation": {
                "links": {"anchors": "warn", "unrecognized_links": "warn"},
                "nav": {"omitted_files": "ignore"},
            },
        }
    )
    errors, warnings = config.validate()
    problems = [f"{key}: {message}" for key, message in [*errors, *warnings]]
    if problems:
        raise ValueError("; ".join(problems))
    config.theme.static_templates = set()  # an error page for servers, whose address is not known
    config.plugins["sheetgen"] = _plugin(site, rendered, {} if contents is None else contents)
    return config


def _palette(words: Words) -> list[dict[str, Any]]:
    """Return the light and dark colours, chosen by the reader's system, with a switch."""
    schemes = (
        ("default", "light", words.tr("Switch to dark"), "material/weather-night"),
        ("slate", "dark", words.tr("Switch to light"), "material/weather-sunny"),
    )
    return [
        {
            "media": f"(prefers-color-scheme: {media})",
            "scheme": scheme,
            "primary": "custom",
            "accent": "custom",
            "toggle": {"icon": icon, "name": label},
        }
        for scheme, media, label, icon in schemes
    ]


def navigation(site: Site) -> list[Any]:
    """Return the navigation: the first page, a group per edition, the variants, other pages, those for developers."""
    editions: dict[str, list[str]] = {}
    variants: dict[str, list[str]] = {}
    across: list[SitePage] = []
    beside = {layout.id for layout in site.variants}
    for page in site.pages:
        if page.layout is None:
            across.append(page)
        else:
            title = Words.of(site.language, page.layout.edition).tr(page.layout.edition.title)
            groups = variants if page.layout.id in beside else editions
            groups.setdefault(title, []).append(page.source)
    first = [page.source for page in across if page.path == PLAYERS_PAGES[0]]
    rest = [page.source for page in across if page.path in PLAYERS_PAGES[1:]]
    reference = [page.source for page in across if page.path in DEVELOPERS_PAGES]
    tr = Words(site.language).tr
    parts: list[Any] = [{title: paths} for title, paths in editions.items()]
    if variants:
        parts.append({tr(VARIANTS): [{title: paths} for title, paths in variants.items()]})
    parts += [{tr(title): pages} for title, pages in ((MORE, rest), (DEVELOPERS, reference)) if pages]
    return [*first, *parts]


def alternates(site: Site, languages: Sequence[str], url: str) -> list[dict[str, object]]:
    """Return the links to a page in every language, relative to that page."""
    up = posixpath.relpath(".", posixpath.dirname(url) or ".")
    return [
        {
            "lang": other,
            "name": language_name(other),
            "link": posixpath.normpath(f"{up}/../{other}/{url}"),
            "here": other == site.language,
        }
        for other in languages
    ]


def swap_parts(html: str, parts: Mapping[str, str]) -> str:
    """Return a page with placeholders replaced by HTML parts; blocks also replace the paragraph around them."""

    def block(match: re.Match[str]) -> str:
        part = parts[match["block"]]
        before, after = match[0].startswith("<p>"), match[0].endswith("</p>")
        if before and after:
            return part
        return ("<p>" if before else "") + part + ("</p>" if after else "")

    return _INLINE.sub(lambda match: parts[match["inline"]], _PART.sub(block, html))


def _plugin(site: Site, rendered: Mapping[str, Rendered], contents: dict[str, str]) -> Any:
    from mkdocs.plugins import BasePlugin

    texts, embed, foot = search_texts(Words(site.language)), embed_texts(site), _foot(site)
    entries: list[SearchEntry] = []

    class SheetgenPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]  # mkdocs has no types here
        """Adds links to the other languages and the HTML parts; removes what depends on the day of the build."""

        def on_env(self, env: Any, **_: Any) -> Any:
            env.bytecode_cache = bytecode_cache()
            return env

        def on_files(self, files: Any, **_: Any) -> Any:
            for file in [file for file in files if any(fnmatch(file.src_uri, pattern) for pattern in UNUSED)]:
                files.remove(file)
            return files

        def on_page_content(self, html: str, page: Any, **_: Any) -> str:
            result = rendered[page.file.src_uri]
            contents[result.page.path] = html
            if is_for_players(result.page):
                entries.extend(entries_of(result.page, html, site.parts, Words(result.language)))
            return html if result.language == site.language else f'<div lang="{result.language}">{html}</div>'

        def on_page_context(self, context: Any, page: Any, **_: Any) -> Any:
            context["alternates"] = alternates(site, site.languages, page.url)
            context["zone_colour"] = _colour(rendered[page.file.src_uri].page)
            context["is_summary"] = rendered[page.file.src_uri].page.is_summary
            context["edition_name"] = _edition_name(rendered[page.file.src_uri])
            context["has_examples"] = "example-title" in page.content
            context["print_examples"] = Words(site.language).tr("Print with the examples")
            layout = rendered[page.file.src_uri].page.layout
            context["edition_id"] = layout.id if layout is not None else ""
            context["search"] = texts
            context["head"] = head_of(
                site, rendered[page.file.src_uri].page, _title_text(page.title), page.content, context["edition_name"]
            )
            context["foot"] = foot
            context["embed"] = embed
            if layout is not None and not context["edition_name"]:
                page.content = page.content.replace("</h1>", f"</h1>{_edition_pages(page)}", 1)
            return context

        def on_post_page(self, output: str, page: Any, **_: Any) -> str:
            html = swap_parts(output, site.parts)
            asked = rendered[page.file.src_uri].page
            if asked.path in site.asked:
                folder = f"{posixpath.dirname(asked.path)}/"
                pages = {path.removeprefix(folder): own for path, own in contents.items() if path.startswith(folder)}
                answers = ask_html(site.asked[asked.path], pages, site.parts)
                html = html.replace(ASK_PLACE, swap_parts(answers, site.parts), 1)
            return unprotect(html.replace("</body>", site.pictures.sprite(html) + "</body>"))

        def on_post_build(self, config: Any, **_: Any) -> None:
            (Path(config.site_dir) / "assets" / SEARCH_DATA).write_text(search_script(site, entries), "utf-8")

    return SheetgenPlugin()


def _edition_name(rendered: Rendered) -> str:
    """Return the title of the edition of a page; empty for its first page, which has that title itself."""
    page = rendered.page
    if page.layout is None or page.path.endswith("/index"):
        return ""
    return Words.of(rendered.language, page.layout.edition).tr(page.layout.edition.title)


def _title_text(title: str) -> str:
    """Return the title of a page without its markup."""
    return unescape(re.sub("<[^>]*>", "", title or "")).strip()


def _foot(site: Site) -> dict[str, str]:
    """Return the texts at the foot of every page; those that a publisher does not give are empty."""
    words, publisher = Words(site.language), site.publisher
    imprint, version = publisher.imprint_in(site.language), publisher.rules_as_of_in(site.language)
    return {
        "title": protect(publisher.title_in(site.language)),
        "notice": notice_in(site.language),
        "about": words.tr("About"),
        "version": words.tr("Rules as of {version}", version=protect(version)) if version else "",
        "imprint": words.tr("Imprint") if imprint else "",
        "imprint_address": escape(imprint) if is_link(imprint) else "",
    }


def _edition_pages(page: Any) -> str:
    """Return links from the first page of an edition to its others and to the downloads, for screens without a side."""
    links = [(each.title, posixpath.basename(each.url)) for each in page.parent.children if each is not page]
    links += [(each.title, each.url) for top in page.toc for each in top.children if each.id == "downloads"]
    items = "".join(f'<li><a href="{escape(url)}">{escape(title, quote=False)}</a></li>' for title, url in links)
    return f'<nav class="edition-pages" aria-label="{escape(page.title)}"><ul>{items}</ul></nav>'


def _colour(page: SitePage) -> str:
    """Return the colour of the zone that a page is about; empty if it is about none."""
    if not page.zone or page.layout is None or not isinstance(page.layout.edition, SheetEdition):
        return ""
    return page.layout.edition.dice[page.layout.edition.die_of(page.zone)].colour


class WarningCollector(logging.Handler):
    """Collects what mkdocs warns about: broken links and anchors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of a warning."""
        self.messages.append(record.getMessage())


def build(config: Any) -> list[str]:
    """Build all pages; return the warnings of mkdocs."""
    from mkdocs.commands.build import build as mkdocs_build

    collector = WarningCollector()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(collector)
    logger.propagate = False
    try:
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
    finally:
        logger.removeHandler(collector)
        config.plugins.on_shutdown()
    return collector.messages


def build_pages(config: Any, sources: Sequence[str]) -> None:
    """Build single pages again after a whole build; the search index does not change."""
    from mkdocs.commands.build import _build_page, _populate_page
    from mkdocs.structure.files import get_files
    from mkdocs.structure.nav import get_navigation

    files = get_files(config)
    env = config.theme.get_env()
    files.add_files_from_theme(env, config)
    nav = get_navigation(files, config)
    pages = files.documentation_pages()
    for file in pages:
        if file.page is None:
            continue
        if file.src_uri in sources:
            _populate_page(file.page, config, files)
        elif file.page.title is None:
            file.page.read_source(config)
    env = config.plugins.on_env(env, config=config, files=files)
    for file in pages:
        if file.src_uri in sources and file.page is not None:
            _build_page(file.page, config, pages, nav, env)


THEME_ASSETS = Path(__file__).parent / "theme" / "assets"
FONTS = "fonts.css"
FOX = "#E9413B"  # the colour of the logo
# The letters of European languages, punctuation, arrows and the signs of the tables.
RANGES = (
    (0x20, 0x17F),
    (0x2010, 0x2027),
    (0x202F, 0x203A),
    (0x20AC, 0x20AC),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x2260, 0x2265),
    (0x2605, 0x2606),
)
# The text of the pages: files beside that of the sheets, with weight and style.
BODY = (
    ("SourceSansPro-Regular.ttf", 400, "normal"),
    ("SourceSansPro-Bold.ttf", 700, "normal"),
    ("SourceSansPro-It.ttf", 400, "italic"),
)


def write_assets(site: Site, folder: Path) -> None:
    """Write the assets of one language; the fonts, which all languages share, are written by the caller."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(THEME_ASSETS.iterdir()):
        shutil.copyfile(path, folder / path.name)
    shutil.copytree(data_folder("docs") / STUDIO, folder / STUDIO, dirs_exist_ok=True)
    write_drawn(site, folder)
    logo = _logo_file(site)
    (folder / logo.name).write_bytes(logo.data)
    colours = site.publisher.colours
    if colours is not None:
        (folder / COLOURS).write_text(colours_css(colours), "utf-8")


def write_drawn(site: Site, folder: Path) -> None:
    """Write what belongs to the drawn pictures of a language: their styles, and those that are files."""
    (folder / "pictures.css").write_text(site.pictures.css() + _other_fonts(site), "utf-8")
    for name, picture in site.pictures.files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(picture, "utf-8")


def _logo_file(site: Site) -> SiteLogo:
    """Return the logo of the publisher, or ours."""
    if site.publisher.logo is not None:
        return read_logo(Path(site.publisher.logo))
    return SiteLogo(_fox().encode(), "image/svg+xml", None)


@cache
def _fox() -> str:
    looks: dict[str, str] = {}
    theme = themes()["light"]
    shapes = as_markup(icons.fox(Rect(1, 1, 22, 22), FOX, theme.cell), looks)
    for name, look in looks.items():
        shapes = shapes.replace(f'class="{name}"', f'style="{look}"')
    return element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 24 24"}, shapes)


@cache
def font_css() -> str:
    """Return a style sheet that contains the fonts: browsers refuse separate font files for a page opened from disk."""
    rules = [_rule(f"sheetgen-{name}", font_face(name).path) for name in FONT_FILES]
    for name, weight, style in BODY:
        path = font_face("text").path.with_name(name)
        if path.is_file():
            rules.append(_rule("Sheetgen Text", path, weight, style))
    return "".join(rules)


def _rule(family: str, path: Path, weight: int = 400, style: str = "normal") -> str:
    data = b64encode(_woff2(path)).decode()
    return (
        f'@font-face{{font-family:"{family}";src:url("data:font/woff2;base64,{data}") format("woff2");'
        f"font-weight:{weight};font-style:{style};font-display:swap}}\n"
    )


def _other_fonts(site: Site) -> str:
    """Return the fonts for characters of the layouts that ours lack: for the pictures, and for the text of the pages.

    A text that no font can show is on no sheet, or `check` would refuse it: a reader's own fonts may have it.
    """
    drawn: dict[str, set[str]] = {}
    written: dict[str, set[str]] = {}
    for layout in site.layouts:
        for other in other_faces(layout, site.language):
            drawn.setdefault(other.face.key, set()).update(other.characters)
            if other.font == "text":
                written.setdefault(other.face.key, set()).update(other.characters)
    rules = [font_face_css(key, "".join(sorted(used))) for key, used in sorted(drawn.items())]
    for key, used in sorted(written.items()):
        codes = ",".join(f"U+{ord(character):X}" for character in sorted(used))
        # A family of its own, after ours: as a part of ours it would have to be there once for each weight and style.
        rules.append(font_face_css(key, "".join(sorted(used)), '"Sheetgen Other"', f";unicode-range:{codes}"))
    return "".join(f"{rule}\n" for rule in rules)


@cache
def _woff2(path: Path) -> bytes:
    """Return a font as WOFF2, reduced to the characters of RANGES."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TTFont(path, recalcTimestamp=False) as font:
        # A time stamp, and rules for ligatures and the like that pages do not need and that take long to cut down.
        for table in ("FFTM", "DSIG", "GDEF", "GPOS", "GSUB"):
            if table in font:
                del font[table]
        subsetter = Subsetter(Options(hinting=False, notdef_outline=True))
        subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
        subsetter.subset(font)
        font.flavor = "woff2"
        stream = BytesIO()
        font.save(stream)
    return stream.getvalue()


def root_page(languages: Sequence[str], publisher: Publisher) -> str:
    """Return the page at the root: links to the languages, and a script that opens the reader's one."""
    titles = {language: escape(publisher.title_in(language)) for language in languages}
    items = "".join(
        f'<li><a href="{code}/index.html" hreflang="{code}" lang="{code}">{name} – {title}</a></li>'
        for code, title in titles.items()
        for name in [escape(language_name(code))]
    )
    first = titles[languages[0]]
    codes = json.dumps(list(languages))
    return f"""<!doctype html>
<html lang="{languages[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{first}</title>
<style>body{{font:1.2rem/1.6 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}}
@media(prefers-color-scheme:dark){{body{{background:#1b1d22;color:#eee}}a{{color:#9cc4ff}}}}</style>
<script>
const known = {codes};
const wanted = (navigator.languages || [navigator.language]).map(own => own.slice(0, 2));
const found = wanted.find(own => known.includes(own));
if (found && !location.hash) location.replace(found + "/index.html");
</script>
</head>
<body>
<main>
<h1>{first}</h1>
<ul>{items}</ul>
</main>
</body>
</html>
"""
