"""Writes DEPENDENCIES.md: every package that sheetgen needs to run, and its licence as the package itself states it."""

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HEAD = """\
# What sheetgen is built on

sheetgen itself is under the [MIT licence](LICENSE). It needs these packages to run; `pip` installs them.
`make generate` writes this table from the metadata of the installed packages.

| package | licence | needed by |
|---|---|---|
"""
TAIL = """
The cluster (`pip install 'sheetgen[cluster]'`) adds Dask's `distributed` (BSD-3-Clause) and its dependencies.

sheetgen includes some third-party files, each with its licence beside it:

| file | what it is | licence |
|---|---|---|
| `sheetgen/studio/web/codemirror.js` | the studio's editor, CodeMirror 6 | MIT: [all its parts](sheetgen/studio/web/codemirror-licences.txt) |
| `sheetgen/site/theme/assets/minisearch.js` | the index of the site's search, MiniSearch 7 | [MIT](sheetgen/site/theme/assets/minisearch.LICENSE) |
| `sheetgen/press/FOGRA39L_coated.icc` | a colour profile for print shops | [its terms](sheetgen/press/FOGRA39L_coated.LICENSE.txt) |

The fonts on the sheets, Fredoka One and Source Sans Pro, come from the packages above and are embedded in the files that
you make, as their licence allows.
"""  # noqa: E501
# How the metadata of a package may begin to say it in words of its own, and the id that is meant.
IDS = {
    "GNU General Public License v2 or later (GPLv2+) / GNU Lesser General Public License v2 or later (LGPLv2+) / "
    "Mozilla Public License 1.1 (MPL 1.1)": "GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "BSD license": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0": "MPL-2.0",
    "SIL OFL 1.1": "OFL-1.1",
}


def needed(root: str = "sheetgen") -> dict[str, set[str]]:
    """Every package that is needed to run, with those that need it."""
    found: dict[str, set[str]] = {}
    waiting = [(root, frozenset[str]())]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        for wanted in _requirements(distribution(name), extras):
            found.setdefault(canonicalize_name(wanted.name), set()).add(canonicalize_name(name))
            step = (canonicalize_name(wanted.name), frozenset(wanted.extras))
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return dict(sorted(found.items()))


def _requirements(package: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for line in package.requires or ():
        wanted = Requirement(line)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield wanted


def licence(name: str) -> str:
    """The licence that a package names."""
    told = distribution(name).metadata.json
    classifiers = [line.split(" :: ")[-1] for line in told.get("classifier", ()) if line.startswith("License ::")]
    named = str(told.get("license", "")).partition("\n")[0].removesuffix("UNKNOWN")
    found = str(told.get("license_expression", "")) or named or " / ".join(classifiers)
    return next((id_ for words, id_ in IDS.items() if found.startswith(words)), found)


def page() -> str:
    """The whole file."""
    rows = [f"| {name} | {licence(name)} | {', '.join(sorted(users))} |" for name, users in needed().items()]
    return HEAD + "\n".join(rows) + "\n" + TAIL


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
