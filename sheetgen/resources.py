"""Where the files shipped with sheetgen live: layouts and translations."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """Find a shipped data folder: inside an installed package, or at the top of a checkout.

    >>> data_folder("layouts").is_dir()
    True
    """
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def shipped_layouts() -> dict[str, Path]:
    """Every edition shipped with sheetgen, by id.

    >>> "classic" in shipped_layouts()
    True
    """
    return {path.stem: path for path in sorted(data_folder("layouts").glob("*.yaml"))}
