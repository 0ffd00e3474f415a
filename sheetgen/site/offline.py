"""Lets a served site be installed and opened without a network: a manifest per language, icons, a service worker."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from sheetgen.drawing import icons
from sheetgen.drawing.scene import Box, Paint, Rect, Scene
from sheetgen.drawing.themes import themes
from sheetgen.formats import write_scene
from sheetgen.site.mkdocs_build import FOX, THEME
from sheetgen.site.tables import DOWNLOADS
from sheetgen.site.words import Words

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
ICONS = "icons"
SIZES = (192, 512)  # pixels of the icons; browsers ask for these two
DARK = "#23262D"  # behind the fox, and the colour of the site's header
INCH = 25.4  # mm
DIGEST = 16  # hexadecimal digits
# How much of the icon the fox takes: systems cut icons to circles and other shapes.
SAFE = 0.62


def write_app(folder: Path, languages: Sequence[str]) -> None:
    """Write the icons and the manifest of every language into the folder of a site."""
    scene = _icon()
    (folder / ICONS).mkdir()
    (folder / ICONS / "icon.svg").write_bytes(write_scene(scene, "svg"))
    for size in SIZES:
        (folder / ICONS / f"icon-{size}.png").write_bytes(write_scene(scene, "png", dpi=size))
    for language in languages:
        (folder / language / MANIFEST).write_text(_manifest(language), "utf-8")


def _icon() -> Scene:
    """Return the icon: the fox of the logo on a square of one inch, so that dots per inch are its pixels."""
    square = Rect(0, 0, INCH, INCH)
    margin = INCH * (1 - SAFE) / 2
    fox = icons.fox(Rect(margin, margin, INCH * SAFE, INCH * SAFE), FOX, themes()["light"].cell)
    return Scene(INCH, INCH, (Box(square, Paint(fill=DARK)), *fox), "sheetgen", "", "en")


def _manifest(language: str) -> str:
    """Return the manifest of a language; its addresses are relative to the folder of the language."""
    pictures = [("icon.svg", "any", "image/svg+xml")]
    pictures += [(f"icon-{size}.png", f"{size}x{size}", "image/png") for size in SIZES]
    name = Words(language).tr("Clever rules")
    data = {
        "name": name,
        "short_name": name,
        "lang": language,
        "start_url": "index.html",
        "scope": "../",  # all languages, since one can switch between them
        "display": "standalone",
        "theme_color": DARK,
        "background_color": DARK,
        "icons": [
            {"src": f"../{ICONS}/{file}", "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind in pictures
            for purpose in ("any", "maskable")
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def digests(folder: Path) -> dict[str, str]:
    """Return every file of a site, by its path, with a digest of its contents; the worker itself is left out."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {
        name: sha256(path.read_bytes()).hexdigest()[:DIGEST] for name, path in sorted(paths.items()) if name != WORKER
    }


def worker(files: Mapping[str, str], languages: Sequence[str]) -> str:
    """Return the script of the service worker for a site with these files; see `theme/sw.js`.

    Its version is a digest of the list: browsers install a worker whose text has changed.
    """
    listed = json.dumps(files, ensure_ascii=False, indent=0)
    missing = {
        language: {
            "title": escape(words.tr("Clever rules")),
            "text": escape(words.tr("This page is not on your device yet. Open it once while you are online.")),
        }
        for language in languages
        for words in [Words(language)]
    }
    return (
        f"// Version {sha256(listed.encode()).hexdigest()[:DIGEST]}\n"
        f"const FILES = new Map(Object.entries({listed}));\n"
        f"const DOWNLOADS = {json.dumps(DOWNLOADS)};\n"
        f"const MISSING = {json.dumps(missing, ensure_ascii=False)};\n\n"
    ) + (THEME / WORKER).read_text("utf-8")


def write_worker(folder: Path, languages: Sequence[str]) -> None:
    """Write the service worker of a site that is whole otherwise."""
    (folder / WORKER).write_text(worker(digests(folder), languages), "utf-8")
