"""Packs Python, the packages and sheetgen itself for a browser: archives of compiled files, kept in the cache.

An archive is gzip data: one line of JSON with the path and length of each file, then the files one after the other.
`library` has the standard library and the packages; `sheetgen` has this package and its data; `runtime` has Pyodide's
WebAssembly, for a page that is opened from disk. A served page fetches that as it is, so that browsers keep what they
compiled.
"""

import ast
import gzip
import hashlib
import io
import json
import pickle
import tempfile
import zipfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from sheetgen.files import write_file
from sheetgen.i18n.catalogues import catalogue_path, languages, packed_catalogue
from sheetgen.resources import (
    FONT_FILES,
    cache_folder,
    data_folder,
    font_path,
    read_table,
    shipped_layouts,
    shipped_variants,
)
from sheetgen.studio.browser.download import HERE, Downloads, pins_digest, run

ENTRY = "sheetgen.studio.browser.entry"
WASM = "pyodide.asm.wasm"
ALL, NO_DOCSTRINGS = 1, 2  # what the compiler leaves out: asserts; docstrings too
# What is left out of the standard library: servers, terminals, development, and Python copies of C modules.
LEFT_OUT = (
    *("_pyrepl/*", "unittest/*", "multiprocessing/*", "wsgiref/*", "xmlrpc/*", "sqlite3/*", "curses/*", "dbm/*"),
    *("ensurepip/*", "idlelib/*", "lib2to3/*", "pydoc_data/*", "tkinter/*", "turtledemo/*", "venv/*", "__phello__/*"),
    *("_pydatetime.py", "_pydecimal.py", "_pyio.py", "antigravity.py", "cProfile.py", "doctest.py", "ftplib.py"),
    *("imaplib.py", "mailbox.py", "pdb.py", "bdb.py", "pickletools.py", "poplib.py", "profile.py", "pstats.py"),
    *("pyclbr.py", "pydoc.py", "smtplib.py", "tabnanny.py", "this.py", "trace.py", "turtle.py", "webbrowser.py"),
    *("zipapp.py", "_aix_support.py", "_android_support.py", "_apple_support.py", "_ios_support.py", "_osx_support.py"),
    *("nturl2path.py", "getpass.py", "pty.py", "tty.py", "rlcompleter.py", "cmd.py", "code.py", "wave.py"),
    *("plistlib.py", "netrc.py", "nntplib.py", "sched.py", "shelve.py", "symtable.py"),
    *("ctypes/*", "concurrent/futures/process.py", "concurrent/futures/interpreter.py", "importlib/resources/_*test*"),
    *("optparse.py", "configparser.py", "tomllib/*", "http/server.py", "http/cookie*", "xml/dom/*", "xml/sax/*"),
    *("logging/config.py", "logging/handlers.py", "urllib/robotparser.py", "pyodide/console.py", "tracemalloc.py"),
    *("encodings/cp[0-9]*", "encodings/iso*", "encodings/mac_*", "encodings/koi8*", "encodings/*big5*"),
    *("encodings/euc_*", "encodings/gb*", "encodings/hz.py", "encodings/johab.py", "encodings/shift_*"),
    *("encodings/kz1048.py", "encodings/ptcp154.py", "encodings/tis_620.py", "encodings/hp_roman8.py"),
    *("asyncio/windows_*", "asyncio/proactor_events.py", "asyncio/tools.py", "compression/zstd/*"),
)
# Of encodings by number, these are used.
KEPT = ("encodings/cp1252.py", "encodings/iso8859_1.py")
# The tables of a font that are read for widths and outlines; D_S_I_G_ is imported by name.
FONT_TABLES = (
    *("__init__", "DefaultTable", "D_S_I_G_", "O_S_2f_2", "_c_m_a_p", "_g_l_y_f", "_h_e_a_d", "_h_h_e_a", "_h_m_t_x"),
    *("_l_o_c_a", "_m_a_x_p", "_p_o_s_t", "ttProgram"),
)
# Of Babel's data only numbers, lists and plurals are used; names of the world and dates are the larger part.
UNUSED_DATA = (
    *("unit_patterns", "unit_display_names", "compound_unit_patterns", "currency_names", "currency_names_plural"),
    *("meta_zones", "time_zones", "languages", "territories", "scripts", "variants", "date_fields", "interval_formats"),
    *("datetime_skeletons", "likely_subtags", "territory_languages", "territory_currencies", "zone_territories"),
    *("territory_zones", "territory_aliases", "windows_zone_mapping", "all_currencies", "zone_aliases"),
)
REPORTLAB_MODULES = (
    *("PyFontify", "abag", "arciv", "attrmap", "boxstuff", "colors", "enums", "fonts", "geomutils", "logger"),
    *("pagesizes", "pdfencrypt", "rl_accel", "rl_safe_eval", "rltempfile", "rparsexml", "styles", "units", "utils"),
    *("validators",),
)
# The files of each package: patterns of paths, a later one that begins with `!` takes files out again.
PACKAGES: Mapping[str, tuple[str, ...]] = {
    "annotated_types": ("*.py",),
    "babel": (
        *("*.py", "global.dat", "!messages/*", "!support.py", "!localtime/_win32.py"),
        "locale-data/root.dat",
        *(f"locale-data/{language}.dat" for language in languages()),
    ),
    "fontTools": (
        *("__init__.py", "unicode.py", "config/*.py", "encodings/*.py", "misc/*.py", "pens/*.py", "ttLib/*.py"),
        *("!misc/py*", "!misc/ps*", "!misc/t*", "misc/t[eir]*", "!misc/macCreatorType.py"),
        *("!pens/*", "pens/__init__.py", "pens/[bprt]*Pen.py", "pens/filterPen.py", "!ttLib/woff2.py"),
        *("!ttLib/tables/*", *(f"ttLib/tables/{table}.py" for table in FONT_TABLES), "!ttLib/scaleUpem.py"),
        *("!ttLib/removeOverlaps.py", "!ttLib/reorderGlyphs.py", "!misc/symfont.py", "!misc/testTools.py"),
        *("!misc/eexec.py", "!misc/classifyTools.py", "!misc/cliTools.py", "!misc/filenames.py", "!misc/plistlib/*"),
    ),
    "jinja2": ("*.py", "!ext.py"),
    "markupsafe": ("*.py",),
    "pydantic": ("*.py", "!v1/*", "!mypy.py", "!deprecated/*", "!_internal/_mypy*", "!experimental/*"),
    "pydantic_core": ("*.py", "*.so"),
    "reportlab": (
        *("*.py", "!graphics/*", "!platypus/*", "!lib/*", "lib/__init__.py"),
        *(f"lib/{name}.py" for name in REPORTLAB_MODULES),
        *("!pdfbase/acroform.py", "!pdfbase/cidfonts.py", "!pdfbase/_cidfontdata.py", "!pdfbase/_can_cmap_data.py"),
        *("!pdfbase/pdfform.py", "!pdfgen/renderPM*"),
    ),
    "svgwrite": ("*.py",),
    "typing_inspection": ("*.py",),
    "yaml": ("*.py",),
    "typing_extensions.py": ("",),
}
# Modules of sheetgen that need a desk: other processes, a disk, or packages that no browser has.
DESK = (
    "sheetgen.book",
    "sheetgen.site.publisher",
    "sheetgen.press.preflight",
    "sheetgen.site.build",
    "sheetgen.press.build",
    "sheetgen.lab.training",
    "sheetgen.engine.fast.core",
    "sheetgen.processes",
    "sheetgen.api",
    "sheetgen.cli",
)
# Packages that are imported by name but not used. Plugins of pydantic are looked for among installed packages, which
# takes a twentieth of the start; none is packed.
STUBS = {
    "PIL/__init__.py": b"",
    "PIL/Image.py": b"class Image:\n    pass\n",
    "pydantic/plugin/_loader.py": b"def get_plugins():\n    return ()\n",
}


def library_archive(downloads: Downloads) -> bytes:
    """Return the archive of everything but sheetgen, from the cache if the pins have not changed; raise PackError."""
    digest = hashlib.sha256(pins_digest().encode() + Path(__file__).read_bytes() + (HERE / "compile.mjs").read_bytes())
    return _cached(f"library-{digest.hexdigest()[:16]}", lambda: _make_library(downloads))


def runtime_archive(downloads: Downloads) -> bytes:
    """Return the archive of Pyodide's WebAssembly, from the cache if the pins have not changed."""
    digest = hashlib.sha256(pins_digest().encode()).hexdigest()[:16]
    return _cached(f"runtime-{digest}", lambda: archive({WASM: wasm_file(downloads).read_bytes()}))


def wasm_file(downloads: Downloads) -> Path:
    """Return the file of Pyodide's WebAssembly."""
    return downloads.pyodide / WASM


def wasm_name() -> str:
    """Return its name on a site, which differs for each version.

    >>> wasm_name().startswith("pyodide-")
    True
    """
    return f"pyodide-{json.loads((HERE / 'pyodide.json').read_text('utf-8'))['version']}.wasm"


def own_archive(downloads: Downloads) -> bytes:
    """Return the archive of sheetgen and its data, from the cache if they have not changed; raise PackError."""
    sources = own_modules()
    data = own_data(sources)
    digest = hashlib.sha256(pins_digest().encode() + (HERE / "compile.mjs").read_bytes())
    for name, content in sorted({**sources, **data}.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return _cached(
        f"sheetgen-{digest.hexdigest()[:16]}",
        lambda: archive({**_in_site(_compiled(downloads, sources, ALL)), **_in_site(data)}),
    )


def _cached(name: str, make: Callable[[], bytes]) -> bytes:
    path = cache_folder() / "studio" / f"{name}.gz"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, make())
    return path.read_bytes()


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files by their paths; the same bytes for the same files."""
    index = json.dumps([[name, len(content)] for name, content in sorted(files.items())]).encode()
    return gzip.compress(index + b"\n" + b"".join(content for _, content in sorted(files.items())), 9, mtime=0)


def _in_site(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with paths below the folder from which Python imports packages."""
    return {f"site/{name}": content for name, content in files.items()}


# The library


def _make_library(downloads: Downloads) -> bytes:
    with zipfile.ZipFile(downloads.pyodide / "python_stdlib.zip") as packed:
        standard = {
            name: packed.read(name) for name in packed.namelist() if not name.endswith("/") and not _is_left_out(name)
        }
    compiled = _compiled(
        downloads, {name: text for name, text in standard.items() if name.endswith(".py")}, NO_DOCSTRINGS
    )
    others = {name: data for name, data in standard.items() if not name.endswith(".py")}
    packages = {**_package_files(downloads), **STUBS}
    scripts = _compiled(
        downloads, {name: text for name, text in packages.items() if name.endswith(".py")}, NO_DOCSTRINGS
    )
    rest = {name: data for name, data in packages.items() if not name.endswith(".py")}
    return archive(
        {
            "pyodide-lock.json": _lock(downloads),
            "python_stdlib.zip": _stored({**compiled, **others}),
            **_in_site({**scripts, **rest}),
        }
    )


def _lock(downloads: Downloads) -> bytes:
    """Return Pyodide's list of packages with what it says about Pyodide itself, and no packages."""
    lock = json.loads((downloads.pyodide / "pyodide-lock.json").read_bytes())
    return json.dumps({**lock, "packages": {}}).encode()


def _is_left_out(name: str) -> bool:
    return name not in KEPT and any(fnmatch(name, pattern) for pattern in LEFT_OUT)


def _package_files(downloads: Downloads) -> dict[str, bytes]:
    """Return the files of all wheels that are needed, by their paths."""
    files = {}
    for wheel in sorted(downloads.wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                package, _, inner = name.partition("/")
                if package in PACKAGES and _matches(inner, PACKAGES[package]):
                    data = packed.read(name)
                    files[name] = _used_data(data) if name.endswith(".dat") else data
    return files


def _used_data(data: bytes) -> bytes:
    """Return a data file of Babel without what is not used; its hash was compared when it was fetched."""
    tables = pickle.loads(data)
    for name in UNUSED_DATA:
        if name in tables:
            tables[name] = {}
    return pickle.dumps(tables, 4)


def _matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path matches patterns; a later one that begins with `!` takes it out again.

    >>> _matches("a/b.py", ["*.py", "!c/*"]), _matches("c/b.py", ["*.py", "!c/*"])
    (True, False)
    """
    matches = False
    for pattern in patterns:
        if fnmatch(path, pattern.removeprefix("!")):
            matches = not pattern.startswith("!")
    return matches


def _stored(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP without compression: the archive around it is compressed, and imports are faster."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as packed:
        for name, content in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def _compiled(downloads: Downloads, sources: Mapping[str, bytes], level: int) -> dict[str, bytes]:
    """Return the bytecode of Python files, by path; raise PackError if node is missing or a file has an error."""
    with tempfile.TemporaryDirectory(prefix="sheetgen-") as temporary:
        source, target = Path(temporary) / "source", Path(temporary) / "target"
        target.mkdir()
        for name, text in sources.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(text)
        command = ["node", str(HERE / "compile.mjs"), str(downloads.pyodide), str(source), str(target), str(level)]
        run(command, "the Python files cannot be compiled with node")
        return {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*.pyc")}


# sheetgen itself


def own_modules() -> dict[str, bytes]:
    """Return the modules of sheetgen that the entry imports, directly or not, by path; without those for the desk."""
    root = Path(__file__).parents[3]
    found: dict[str, bytes] = {}
    waiting = [ENTRY]
    while waiting:
        module = waiting.pop()
        stem = module.replace(".", "/")
        name = f"{stem}/__init__.py" if (root / stem).is_dir() else f"{stem}.py"
        if name not in found and (root / name).is_file():  # else it is a name inside a module
            found[name] = (root / name).read_bytes()
            waiting += [each for each in _imports(found[name]) if not each.startswith(DESK)]
            waiting += [module.rpartition(".")[0]] if "." in module else []
    return dict(sorted(found.items()))


def _imports(source: bytes) -> Iterator[str]:
    """Yield the modules of sheetgen that a module may import, anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("sheetgen"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sheetgen"):
            yield str(node.module)
            yield from (f"{node.module}.{each.name}" for each in node.names if each.name.islower())


def own_data(modules: Container[str]) -> dict[str, bytes]:
    """Return the data files that these modules need, by the paths at which an installed package has them.

    Of the translations, only those that the modules use: the texts of the page itself come with it.
    """
    package = Path(__file__).parents[2]
    files = {path.relative_to(package.parent).as_posix(): path for path in package.rglob("*.yaml")}
    folder = data_folder("layouts")
    for path in (*shipped_layouts().values(), *shipped_variants().values()):
        files[f"sheetgen/data/layouts/{path.relative_to(folder).as_posix()}"] = path
    data = {name: path.read_bytes() for name, path in files.items() if not name.startswith("sheetgen/data/docs")}
    data["sheetgen/drawing/themes.json"] = json.dumps(read_table(package / "drawing" / "themes.yaml")).encode()
    for language in languages()[1:]:
        name = catalogue_path(language).relative_to(data_folder("locales")).with_suffix(".json").as_posix()
        data[f"sheetgen/data/locales/{name}"] = packed_catalogue(language, modules).encode()
    for language in languages():
        words = data_folder("docs") / language / "words.md.j2"
        data[f"sheetgen/data/docs/{language}/words.md.j2"] = words.read_bytes()
    for font, (fonts_package, file) in FONT_FILES.items():
        data[f"{fonts_package}/__init__.py"] = b""
        data[f"{fonts_package}/files/{file}"] = font_path(font).read_bytes()
        data[f"sheetgen/data/fonts/{font}.woff2"] = web_font(font)
    return data


@cache
def web_font(font: str) -> bytes:
    """Return a font with the letters of our languages as WOFF2, for SVG files: browsers cannot make one here."""
    from sheetgen.drawing.text import font_face
    from sheetgen.formats.svg import subset

    letters = "".join(chr(code) for code in sorted(font_face(font).widths) if code < 0x250 or 0x2000 <= code < 0x2300)
    return subset(font, letters)
