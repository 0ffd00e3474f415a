"""The licences of everything that the studio on a site is made of."""

import json
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from sheetgen.site.mkdocs_build import THEME_ASSETS
from sheetgen.studio.browser.download import HERE, Downloads
from sheetgen.studio.languages import WEB

RULE = "-" * 60


def licence_texts(downloads: Downloads) -> str:
    """Return one text with the licences of Pyodide and what is linked to it, packages, editor, fonts and sheetgen."""
    texts = [
        (HERE / "pyodide-licences.txt").read_text("utf-8"),
        (HERE / "linked-licences.txt").read_text("utf-8"),
        *map(_of_wheel, sorted(downloads.wheels.glob("*.whl"))),
        (WEB / "codemirror-licences.txt").read_text("utf-8"),
        (THEME_ASSETS / "fonts.LICENSE").read_text("utf-8"),
        "sheetgen\n\n" + str(distribution("sheetgen").read_text("licenses/LICENSE")),
    ]
    return f"\n\n{RULE}\n\n".join(text.strip() for text in texts) + "\n"


def _of_wheel(wheel: Path) -> str:
    """Return the name of a package, its licences, and what it is linked with, if it says so."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        licences = [packed.read(name).decode("utf-8", "replace").strip() for name in names if _is_licence(name)]
        linked = [line for name in names if "/sboms/" in name for line in _linked(json.loads(packed.read(name)))]
    title = " ".join(wheel.name.split("-")[:2])
    return "\n\n".join(
        [title, *licences, *(["It is linked with these libraries:\n" + "\n".join(linked)] if linked else [])]
    )


def _linked(materials: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each library in a bill of materials (CycloneDX): name, version, licences."""
    for library in materials.get("components", ()):
        if library.get("scope") != "excluded":
            licences = [str(each.get("expression") or each["license"]["id"]) for each in library.get("licenses", ())]
            yield f"{library['name']} {library['version']}: {', '.join(licences)}"


def _is_licence(path: str) -> bool:
    """Whether a file of a wheel is a licence: one in its metadata."""
    folder, _, name = path.rpartition("/")
    return (".dist-info" in folder or folder == "babel/locale-data") and name.lower().startswith(
        ("licen", "copying", "authors", "notice")
    )
