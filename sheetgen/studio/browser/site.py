"""Writes the studio into the folder of a site: a page per language, scripts, Python in archives, pictures, licences."""

import json
import re
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path

from sheetgen.drawing.themes import themes
from sheetgen.i18n import languages as all_languages
from sheetgen.layout.loading import id_of
from sheetgen.resources import FONT_FILES, data_folder, shipped_layouts
from sheetgen.site.build import SitePlan
from sheetgen.site.gallery import STUDIO
from sheetgen.studio.browser.bundle import bundle, worker_script
from sheetgen.studio.browser.download import PackError, fetch
from sheetgen.studio.browser.licences import licence_texts
from sheetgen.studio.browser.pack import library_archive, own_archive, runtime_archive, wasm_file, wasm_name, web_font
from sheetgen.studio.languages import WEB, page
from sheetgen.studio.preview import View, as_page, scenes
from sheetgen.studio.starts import Start, read_starts, start_names

NONCE = "studio"  # of the editor's styles: a site has no server that could make a new one for each visit
# Scripts, styles and data from this site only, and nothing is sent anywhere. WebAssembly is Python.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    f"style-src-elem 'self' 'nonce-{NONCE}'; style-src-attr 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
)
_MODULES = re.compile(r'^<(?:link rel="modulepreload"|script type="module")[^\n]*\n', re.M)
_FONTS = re.compile(r"^@font-face[^\n]*\n", re.M)


def add_studio(
    plan: SitePlan, wanted: bool | None, echo: Callable[[str], None]
) -> tuple[SitePlan, list[Callable[[Path], None]]]:
    """Return the plan of a site with the studio, and the part that writes it; without both if it is not wanted.

    What the studio needs is fetched and made here, before the site is built. If that fails, raise PackError; if nothing
    is wanted (None), call `echo` with one line and leave the studio out.
    """
    if wanted is False:
        return plan, []
    try:
        downloads = fetch()
        library_archive(downloads)
        own_archive(downloads)
    except PackError as error:
        if wanted:
            raise
        echo(f"The site is built without the studio: {error}")
        return plan, []
    layouts = [Path(name) for name in (*plan.layouts, *plan.gallery) if name not in shipped_layouts()]
    rules = [id_of(Path(name)) for name in plan.layouts]
    return replace(plan, with_studio=True), [lambda folder: write_studio(folder, plan.languages, layouts, rules=rules)]


def write_studio(
    folder: Path, languages: Sequence[str], layouts: Iterable[Path] = (), *, rules: Sequence[str] = ()
) -> None:
    """Write the studio below the folder of a site, with all shipped layouts and further ones to start from.

    `rules` are the ids of the editions of which the site has rules pages.

    Raises PackError if something cannot be fetched or made, and LayoutError.
    """
    downloads = fetch()
    archives = {"library": library_archive(downloads), "sheetgen": own_archive(downloads)}
    from_disk = runtime_archive(downloads)
    starts = read_starts({path.stem: path for path in (*start_names().values(), *layouts)}.values())
    studio = folder / STUDIO
    studio.mkdir(parents=True)
    for name, archive in {**archives, "runtime": from_disk}.items():
        (studio / f"{name}.js").write_bytes(packed_script(name, archive))
    # Its name, not a query, says which one it is: browsers find compiled code by the address of the stored answer.
    wasm = wasm_name()
    shutil.copyfile(wasm_file(downloads), studio / wasm)
    scripts = {"studio.js": bundle(), "worker.js": worker_script(downloads.pyodide), "studio.css": _style()}
    parts = [*archives.values(), from_disk, *(text.encode() for text in scripts.values())]
    version = sha256(b"".join(parts)).hexdigest()[:12]
    data = json.dumps(
        {
            **_data(starts, languages),
            "rules": list(rules),
            "archives": {name: (studio / f"{name}.js").stat().st_size for name in (*archives, "runtime")},
            "wasm": wasm,
            "version": version,
        },
        ensure_ascii=False,
    )
    scripts["data.js"] = f"globalThis.studioData = {data};\n"
    for name, text in scripts.items():
        (studio / name).write_text(text, "utf-8")
    for language in languages:
        (studio / f"{language}.html").write_text(_page(language, version), "utf-8")
        (studio / "sheets" / language).mkdir(parents=True)
        for start in starts:
            (studio / "sheets" / language / f"{start.id}.js").write_text(_picture(start, language), "utf-8")
    (studio / "index.html").write_text(_first_page(languages), "utf-8")
    (studio / "first.js").write_text(_FIRST.replace("LANGUAGES", json.dumps(list(languages))), "utf-8")
    shutil.copyfile(WEB / "icon.svg", studio / "icon.svg")
    (studio / "licences.txt").write_text(licence_texts(downloads), "utf-8")


def packed_script(name: str, data: bytes) -> bytes:
    r"""Return a script that hands over bytes; a page opened from disk may load scripts and nothing else.

    The bytes are a string in the character set `x-user-defined`, in which every byte is a character. Base64 would take
    a third more.

    >>> packed_script("a", bytes([0, 255, 34, 92, 10]))
    b'studioPack("a","\x00\xff\\"\\\\\\n");\n'
    """
    for character, escaped in ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\r", b"\\r")):
        data = data.replace(character, escaped)
    return b'studioPack("' + name.encode("ascii") + b'","' + data + b'");\n'


def _data(starts: Sequence[Start], languages: Sequence[str]) -> dict[str, object]:
    """Return what the page needs to know before Python runs."""
    return {
        "editions": [start.id for start in starts],
        "languages": list(all_languages()),
        "pages": list(languages),
        "themes": list(themes()),
        "schema": json.loads((data_folder("layouts") / "schema.json").read_bytes()),
        "starters": {
            start.id: {
                "starter": start.short,
                "whole": start.whole,
                "kind": start.layout.edition.kind,
                "titles": {language: start.title(language) for language in languages},
                "about": {language: start.about(language) for language in languages},
            }
            for start in starts
        },
    }


def _picture(start: Start, language: str) -> str:
    """Return a script with the drawn pages of a layout, to show before Python runs."""
    pages = [as_page(scene) for scene in scenes(start.layout, View(language=language))]
    return f"studioSheet({json.dumps(start.id)}, {json.dumps(pages, ensure_ascii=False)});\n"


def _style() -> str:
    """Return the style sheet with the fonts in it: browsers load no font files for a page opened from disk."""
    fonts = "".join(
        f"@font-face {{ font-family: sheetgen-{font}; "
        f"src: url(data:font/woff2;base64,{b64encode(web_font(font)).decode()}); }}\n"
        for font in FONT_FILES
    )
    return fonts + _FONTS.sub("", (WEB / "studio.css").read_text("utf-8"))


def _page(language: str, version: str) -> str:
    """Return the page of the studio in a language, for a site."""
    html = _MODULES.sub("", page(language)).replace("{nonce}", NONCE)
    scripts = "".join(f'<script defer src="{name}.js?{version}"></script>\n' for name in ("data", "worker", "studio"))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
    html = html.replace("studio.css", f"studio.css?{version}").replace("</head>", f"{scripts}</head>", 1)
    return html.replace('<meta name="viewport"', f'{policy}<meta name="viewport"', 1)


# The page without a language leads to that of the reader: the one chosen last, or that of the browser.
_FIRST = """\
const known = LANGUAGES;
let chosen = "";
try { chosen = localStorage.getItem("studio:language"); } catch { /* forbidden */ }
const wanted = [chosen, ...(navigator.languages || [navigator.language]).map((own) => own.slice(0, 2))];
location.replace(`${wanted.find((own) => known.includes(own)) || known[0]}.html${location.hash}`);
"""


def _first_page(languages: Sequence[str]) -> str:
    links = "".join(f'<li><a href="{code}.html" lang="{code}" hreflang="{code}">{code}</a></li>' for code in languages)
    return f"""<!doctype html>
<html lang="{languages[0]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sheetgen studio</title>
<script src="first.js"></script>
</head>
<body><main><h1>sheetgen studio</h1><ul>{links}</ul></main></body>
</html>
"""
