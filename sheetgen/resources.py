"""Locations of the files that are shipped with sheetgen, of its fonts and of its cache."""

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
# Name of a font in scenes → package and file. `display` is for numbers and titles, `text` for everything else.
FONT_FILES = {
    "display": ("font_fredoka_one", "FredokaOne-Regular.ttf"),
    "text": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "strong": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}
# Further fonts, for long texts in books.
BOOK_FONT_FILES = {
    "body": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "body-italic": ("font_source_sans_pro", "SourceSansPro-It.ttf"),
}


def data_folder(name: str) -> Path:
    """Return a shipped data folder such as `layouts`: inside an installed package, or at the top of a checkout.

    >>> data_folder("layouts").is_dir()
    True
    """
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def is_installed() -> bool:
    """Whether the shipped data is part of an installed package, not of a checkout."""
    return (_PACKAGE / "data").is_dir()


def shipped_layouts() -> dict[str, Path]:
    """Return the file of every edition that is shipped with sheetgen, by id.

    >>> "classic" in shipped_layouts()
    True
    """
    return {path.stem: path for path in sorted(data_folder("layouts").glob("*.yaml"))}


def shipped_variants() -> dict[str, Path]:
    """Return the file of every variant that is shipped with sheetgen, by id; commands take its path, not its id.

    >>> "meadow" in shipped_variants()
    True
    """
    return {path.stem: path for path in sorted((data_folder("layouts") / "variants").glob("*.yaml"))}


def font_path(name: str) -> Path:
    """The file of a font of `FONT_FILES` or `BOOK_FONT_FILES`; raise FileNotFoundError if its package is not installed.

    >>> font_path("display").name
    'FredokaOne-Regular.ttf'
    """
    package, file = {**FONT_FILES, **BOOK_FONT_FILES}[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent / "files" / file


def read_table(path: Path) -> Any:
    """Return what is in a shipped YAML file; from the JSON file beside it where there is one, as in the pack of a site.

    JSON is read in a hundredth of the time that YAML takes without its C library, which browsers do not have.
    """
    packed = path.with_suffix(".json")
    if packed.is_file():
        return json.loads(packed.read_bytes())
    import yaml

    return yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def packed_font(name: str) -> Path | None:
    """Return the WOFF2 file of a font where there is one, as in the studio on the site; else None."""
    path = _PACKAGE / "data" / "fonts" / f"{name}.woff2"
    return path if path.is_file() else None


def home_folder() -> Path:
    """Return the home folder of the user; if nobody knows it, a path at which nothing can be read or written."""
    try:
        return Path.home()
    except RuntimeError:  # without $HOME, for a user whom the system does not know
        return Path(os.devnull)


def cache_folder() -> Path:
    """Return the folder for data that can be made again: $SHEETGEN_CACHE, or the cache folder of the system."""
    if folder := os.environ.get("SHEETGEN_CACHE"):
        return Path(folder)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home_folder() / "AppData" / "Local") / "sheetgen" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or home_folder() / ".cache") / "sheetgen"


def state_folder() -> Path:
    """Return the folder for what a program remembers between two starts: $SHEETGEN_STATE, or that of the system."""
    if folder := os.environ.get("SHEETGEN_STATE"):
        return Path(folder)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home_folder() / "AppData" / "Local") / "sheetgen" / "State"
    return Path(os.environ.get("XDG_STATE_HOME") or home_folder() / ".local" / "state") / "sheetgen"
