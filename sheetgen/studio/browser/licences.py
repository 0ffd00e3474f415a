"""The licences of everything that the studio on a site is made of."""

import zipfile

from sheetgen.studio.browser.download import HERE, Downloads
from sheetgen.studio.languages import WEB

RULE = "-" * 60


def licence_texts(downloads: Downloads) -> str:
    """Return one text with the licence of sheetgen, of Pyodide and its Python, of the packages and of the editor."""
    texts = [(HERE / "pyodide-licences.txt").read_text("utf-8").strip()]
    for wheel in sorted(downloads.wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            found = [name for name in packed.namelist() if _is_licence(name)]
            licences = [packed.read(name).decode("utf-8", "replace").strip() for name in found]
        texts.append("\n\n".join([" ".join(wheel.name.split("-")[:2]), *licences]))
    texts.append((WEB / "codemirror-licences.txt").read_text("utf-8").strip())
    return f"\n\n{RULE}\n\n".join(texts) + "\n"


def _is_licence(path: str) -> bool:
    """Whether a file of a wheel is a licence: one in its metadata."""
    folder, _, name = path.rpartition("/")
    return (".dist-info" in folder or folder == "babel/locale-data") and name.lower().startswith(
        ("licen", "copying", "authors", "notice")
    )
