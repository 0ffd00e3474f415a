"""What the studio on a site is made of: pins, the files that are packed, the script, and what is said without them."""

import ast
import importlib.util
import io
import json
import re
import stat
import tarfile
from pathlib import Path

import pytest

from sheetgen.i18n.catalogues import catalogue, languages
from sheetgen.site.build import SitePlan
from sheetgen.studio.browser import bundle as bundling
from sheetgen.studio.browser.bundle import bundle, module_files
from sheetgen.studio.browser.download import HERE, PackError, fetch
from sheetgen.studio.browser.licences import RULE, licence_texts
from sheetgen.studio.browser.pack import PACKAGES, _matches, archive, own_data, own_modules
from sheetgen.studio.browser.site import add_studio

PLAN = SitePlan(("en",), ("classic",))


def test_every_pin_has_a_hash_and_names_no_place() -> None:
    pins = [line for line in (HERE / "wheels.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(pins) > 8
    for pin in pins:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", pin), pin
    assert pins == sorted(pins)
    pyodide = json.loads((HERE / "pyodide.json").read_text("utf-8"))
    assert set(pyodide) == {"name", "version", "integrity"}
    assert pyodide["integrity"].startswith("sha512-")
    for name in ("wheels.txt", "pyodide.json", "download.py", "pack.py"):
        assert "://" not in (HERE / name).read_text("utf-8")


def test_what_packed_modules_import_at_once_is_packed() -> None:
    """Of packages that are packed in part: a module that is left out would end the studio in a browser at its start."""
    missing = []
    for name, source in own_modules().items():
        for node in ast.parse(source).body:
            if not isinstance(node, ast.ImportFrom) or not node.module or node.level:
                continue
            package, _, inner = node.module.partition(".")
            found = importlib.util.find_spec(node.module) if package in PACKAGES and inner else None
            if found is None or found.origin is None:
                continue
            path = inner.replace(".", "/") + ("/__init__.py" if found.submodule_search_locations else ".py")
            if Path(found.origin).suffix == ".py" and not _matches(path, PACKAGES[package]):
                missing.append((name, node.module))
    assert missing == []


def test_modules_that_need_a_desk_stay_there() -> None:
    modules = own_modules()
    assert {"sheetgen/__init__.py", "sheetgen/engine/turns.py", "sheetgen/press/pads.py"} <= set(modules)
    parts = {name.split("/")[1] for name in modules}
    assert not parts & {"cli", "api", "watching.py", "processes.py"}
    imports = {found for text in modules.values() for found in re.findall(rb"^(?:import|from) (\w+)", text, re.M)}
    assert not imports & {b"subprocess", b"socket", b"pikepdf", b"PIL", b"pypdfium2", b"brotli", b"mkdocs", b"click"}


def test_data_are_where_an_installed_package_has_them() -> None:
    data = own_data(own_modules())
    assert {"sheetgen/data/layouts/classic.yaml", "sheetgen/data/layouts/variants/meadow.yaml"} <= set(data)
    assert {"sheetgen/data/locales/fr/LC_MESSAGES/sheetgen.json", "sheetgen/data/fonts/display.woff2"} <= set(data)
    assert {"sheetgen/drawing/themes.yaml", "sheetgen/press/profiles.yaml"} <= set(data)
    assert not [name for name in data if name.endswith((".po", ".icc"))]


def test_translations_are_those_that_python_needs_there() -> None:
    """What a module or a layout says is there in every language; the words of the search, and of the page, are not."""
    data = own_data(own_modules())
    for language in languages()[1:]:
        texts = json.loads(data[f"sheetgen/data/locales/{language}/LC_MESSAGES/sheetgen.json"])["texts"]
        whole = catalogue(language)
        for message in ("That's Pretty Clever", "takes the best now", "the game is over", "earns: {what}"):
            assert texts[message] == whole[message]
        assert "Move panels" in whole
        assert "Move panels" not in texts
        assert texts.items() <= whole.items()


def test_the_same_files_give_the_same_archive() -> None:
    assert archive({"b": b"2", "a": b"1"}) == archive({"a": b"1", "b": b"2"})


def test_the_script_has_every_module_once_and_none_of_the_server() -> None:
    script = bundle()
    assert re.search(r"^\s*(import|export)\b", script, re.M) is None
    modules = re.findall(r"^studioModules\['([\w-]+)'\] =", script, re.M)
    assert modules.count("api") == 1
    assert modules[-1] == "app"
    assert set(modules) == set(module_files())
    assert "/api/" not in script
    assert "X-Studio-Key" not in script


def test_what_cannot_be_bundled_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app.js").write_text("export default 3;\n", "utf-8")
    monkeypatch.setattr(bundling, "module_files", lambda: {"app": tmp_path / "app.js"})
    with pytest.raises(ValueError, match=r"app\.js: 'export default 3;' is no import or export that can be bundled"):
        bundle()


def test_the_licence_of_everything_in_it_is_shipped() -> None:
    try:
        text = licence_texts(fetch())
    except PackError as error:
        pytest.skip(str(error))
    pins = [line for line in (HERE / "wheels.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    parts = {part.partition("\n")[0]: part for part in text.split(f"\n\n{RULE}\n\n")}
    for pin in pins:
        name, version = re.split("==| ", pin)[:2]
        assert re.search("copyright|permission", parts[f"{name.replace('-', '_')} {version}"], re.I), pin
    assert "jiter 0." in text  # in pydantic-core, by its bill of materials
    for title in ("Mozilla Public License Version 2.0", "SIL OPEN FONT LICENSE Version 1.1", "Apache License"):
        assert title in text
    for name in ("Fredoka One", "Source Sans Pro", "CodeMirror", "zlib", "bzip2", "libffi", "musl", "SQLite"):
        assert name in text
    assert "MIT License" in parts["sheetgen"]


# Without a registry, or with another file than the pinned one


def test_a_site_is_built_without_the_studio_and_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []
    assert add_studio(PLAN, None, said.append) == (PLAN, [])
    assert said == [
        "The site is built without the studio: pyodide@314.0.7 cannot be fetched with npm: npm is not installed"
    ]
    with pytest.raises(PackError, match="npm is not installed"):
        add_studio(PLAN, True, said.append)
    assert add_studio(PLAN, False, said.append) == (PLAN, [])
    assert len(said) == 1
    assert list((tmp_path / "studio").iterdir()) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 7", r"pyodide@\S+ cannot be fetched with npm \(exit 7\)"),
        ('for last; do true; done; cp "$HERE/other.tgz" "$last/pyodide.tgz"', r"its hash differs"),
    ],
)
def test_a_download_that_fails_or_is_another_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, message: str
) -> None:
    with tarfile.open(tmp_path / "other.tgz", "w:gz") as package:
        package.addfile(tarfile.TarInfo("package/pyodide.js"), io.BytesIO(b""))
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\nHERE={tmp_path}\n{script}\n", "utf-8")
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(PackError, match=message):
        fetch()
    assert list((tmp_path / "cache" / "studio").iterdir()) == []
