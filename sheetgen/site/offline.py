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
from sheetgen.site.embed import FOLDER
from sheetgen.site.gallery import STUDIO
from sheetgen.site.hosting import NOT_FOUND, PICTURES, ROBOTS, SITE_MAP
from sheetgen.site.logo import SiteLogo, read_logo
from sheetgen.site.mkdocs_build import FOX, THEME
from sheetgen.site.publisher import HEADER, OURS, Publisher
from sheetgen.site.tables import DOWNLOADS
from sheetgen.site.words import Words

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
ICONS = "icons"
SIZES = (192, 512)  # pixels of the icons; browsers ask for these two
FROM_DISK = f"{STUDIO}/runtime.js"  # what the studio needs where there is no server, and never else
NOT_KEPT = (WORKER, NOT_FOUND, SITE_MAP, ROBOTS, FROM_DISK)
INCH = 25.4  # mm
DIGEST = 16  # hexadecimal digits
# How much of the icon the fox takes: systems cut icons to circles and other shapes.
SAFE = 0.62


def write_app(folder: Path, languages: Sequence[str], publisher: Publisher) -> None:
    """Write the icons and the manifest of every language into the folder of a site."""
    scene = _icon(publisher)
    (folder / ICONS).mkdir()
    (folder / ICONS / "icon.svg").write_bytes(write_scene(scene, "svg"))
    logo = read_logo(Path(publisher.logo)) if publisher.logo is not None else None
    if logo is not None:
        (folder / ICONS / logo.name).write_bytes(logo.data)
    for size in SIZES:
        (folder / ICONS / f"icon-{size}.png").write_bytes(write_scene(scene, "png", dpi=size))
    for language in languages:
        (folder / language / MANIFEST).write_text(_manifest(language, publisher, logo), "utf-8")


def _icon(publisher: Publisher) -> Scene:
    """Return the icon: the fox of the logo on a square of one inch, so that dots per inch are its pixels."""
    square = Rect(0, 0, INCH, INCH)
    margin = INCH * (1 - SAFE) / 2
    fox = icons.fox(Rect(margin, margin, INCH * SAFE, INCH * SAFE), FOX, themes()["light"].cell)
    return Scene(INCH, INCH, (Box(square, Paint(fill=_ground(publisher))), *fox), "", "", "en")


def _ground(publisher: Publisher) -> str:
    """Return the colour behind the icon."""
    return publisher.colours.header if publisher.colours is not None else HEADER


def _manifest(language: str, publisher: Publisher, logo: SiteLogo | None) -> str:
    """Return the manifest of a language; its addresses are relative to the folder of the language."""
    pictures = [("icon.svg", "any", "image/svg+xml")]
    pictures += [(f"icon-{size}.png", f"{size}x{size}", "image/png") for size in SIZES]
    if logo is not None:
        pictures = [(logo.name, f"{logo.size[0]}x{logo.size[1]}" if logo.size else "any", logo.content_type)]
    name = publisher.title_in(language)
    data = {
        "name": name,
        "short_name": name,
        "lang": language,
        "start_url": "index.html",
        "scope": "../",  # all languages, since one can switch between them
        "display": "standalone",
        "theme_color": _ground(publisher),
        "background_color": _ground(publisher),
        "icons": [
            {"src": f"../{ICONS}/{file}", "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind in pictures
            for purpose in (("any", "maskable") if logo is None else ("any",))
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def digests(folder: Path) -> dict[str, str]:
    """Return every file that a browser keeps, by its path, with a digest of its contents.

    The worker itself is left out, and what readers of the pages never open: embedded examples, files for hosts.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {
        name: sha256(path.read_bytes()).hexdigest()[:DIGEST]
        for name, path in sorted(paths.items())
        if name not in NOT_KEPT and not name.startswith(f"{PICTURES}/") and f"/{FOLDER}/" not in name
    }


def worker(files: Mapping[str, str], languages: Sequence[str], publisher: Publisher = OURS) -> str:
    """Return the script of the service worker for a site with these files; see `theme/sw.js`.

    Its version is a digest of the list: browsers install a worker whose text has changed.
    """
    listed = json.dumps(files, ensure_ascii=False, indent=0)
    missing = {
        language: {
            "title": escape(publisher.title_in(language)),
            "text": escape(words.tr("This page is not on your device yet. Open it once while you are online.")),
        }
        for language in languages
        for words in [Words(language)]
    }
    return (
        f"// Version {sha256(listed.encode()).hexdigest()[:DIGEST]}\n"
        f"const FILES = new Map(Object.entries({listed}));\n"
        f"const DOWNLOADS = {json.dumps(DOWNLOADS)};\n"
        f"const STUDIO = {json.dumps(STUDIO)};\n"
        f"const MISSING = {json.dumps(missing, ensure_ascii=False)};\n\n"
    ) + (THEME / WORKER).read_text("utf-8")


def write_worker(folder: Path, languages: Sequence[str], publisher: Publisher = OURS) -> None:
    """Write the service worker of a site that is whole otherwise."""
    (folder / WORKER).write_text(worker(digests(folder), languages, publisher), "utf-8")
