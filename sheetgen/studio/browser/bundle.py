"""Makes one classic script of the modules of the page: a browser loads no modules for a page opened from disk."""

import re
from collections.abc import Mapping
from pathlib import Path

from sheetgen.studio.languages import WEB

BROWSER = WEB / "browser"
_IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "\./(?P<module>[\w-]+)\.js";\n', re.M)
_EXPORT = re.compile(r"^export (?P<kind>async function\*?|function\*?|class|const|let) (?P<name>\w+)", re.M)
_LIST = re.compile(r"export\s*\{(?P<names>[^}]*)\};?")
_NAMED = re.compile(r"(?P<name>[\w$]+)(?:\s+as\s+(?P<outer>[\w$]+))?")


def module_files() -> Mapping[str, Path]:
    """Return the modules of the page by name; those for a page without a server replace others of the same name."""
    own = {path.stem: path for path in sorted(BROWSER.glob("*.js")) if path.stem != "worker"}
    return {**{path.stem: path for path in sorted(WEB.glob("*.js"))}, **own}


def bundle(first: str = "app") -> str:
    """Return the script that runs a module and everything that it imports, each once.

    Understood is what our modules use: `import { a, b as c }` from the same folder, and named exports at the start of a
    line. Raises ValueError for anything else.
    """
    files = module_files()
    written: dict[str, str] = {}

    def add(name: str) -> None:
        text = files[name].read_text("utf-8")
        for found in _IMPORT.finditer(text):
            if found["module"] not in written:
                add(found["module"])
        written[name] = _as_function(name, text)

    add(first)
    return '"use strict";\nconst studioModules = {};\n' + "".join(written.values())


def _as_function(name: str, text: str) -> str:
    """Return a module as a function that runs at once and keeps its exports in `studioModules`."""
    exports: dict[str, str] = {}

    def import_(found: re.Match[str]) -> str:
        names = found["names"].replace(" as ", ": ")
        return f"const {{{names}}} = studioModules[{found['module']!r}];\n"

    def export_(found: re.Match[str]) -> str:
        exports[found["name"]] = found["name"]
        return f"{found['kind']} {found['name']}"

    def list_(found: re.Match[str]) -> str:
        for each in _NAMED.finditer(found["names"]):
            exports[each["outer"] or each["name"]] = each["name"]
        return ""

    text = _LIST.sub(list_, _EXPORT.sub(export_, _IMPORT.sub(import_, text)))
    if left := re.search(r"^(import|export)\b.*", text, re.M):
        raise ValueError(f"{name}.js: {left[0][:80]!r} is no import or export that can be bundled")
    listed = ", ".join(f"{outer}: {inner}" for outer, inner in exports.items())
    return f"studioModules[{name!r}] = (() => {{\n{text}\nreturn {{ {listed} }};\n}})();\n"


def worker_script(pyodide: Path) -> str:
    """Return a script that defines `studioWorker`, the function that runs in the worker; `pyodide` is its folder."""
    loader = (pyodide / "pyodide.js").read_text("utf-8")
    runtime = (pyodide / "pyodide.asm.mjs").read_text("utf-8")
    end = "export default _createPyodideModule;"
    if end not in runtime:
        raise ValueError("pyodide.asm.mjs does not export what was expected")
    # A module cannot be in a function: without its export, and with the address of the worker for its own, it is none.
    runtime = runtime.replace(end, "").replace("import.meta.url", "self.location.href")
    loader = re.sub(r"^//# sourceMappingURL=.*$", "", loader, flags=re.M)
    own = (BROWSER / "worker.js").read_text("utf-8")
    return f"globalThis.studioWorker = function () {{\n{loader}\n{runtime}\n{own}\n}};\n"
