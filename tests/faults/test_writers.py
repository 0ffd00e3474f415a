"""Nobody writes a file but through `sheetgen.files`: a scan of the code, with the few exceptions and their reasons."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "sheetgen"

# Methods and functions that write, whatever they are called on; modes of `open` are looked at below.
WRITERS = {
    "write_text", "write_bytes", "symlink_to", "hardlink_to", "link_to", "touch", "copyfile", "copy", "copy2",
    "copytree", "move", "mkstemp", "NamedTemporaryFile", "savefig", "truncate", "rename", "renames",
}  # fmt: skip
OF_OS = {"replace", "link", "symlink", "mknod", "mkfifo", "write"}
HARMLESS = {"copy"}  # of games, dice and dictionaries; shutil.copy is caught by its module

ALOFT = "into a folder aside, which takes the place of the old one when it is whole"
SCRATCH = "into a folder of its own, which is gone when it ends"
ALLOWED = {
    "engine/fast/building.py:build": "aside, and renamed when it is whole; it must not import sheetgen",
    "engine/fast/building.py:build_in_cache": "the same; damaged files are not loaded",
    "site/mkdocs_build.py:write_assets": ALOFT,
    "site/mkdocs_build.py:write_drawn": ALOFT,
    "site/build.py:build_site": ALOFT,
    "site/build.py:write_tree": ALOFT,
    "site/build.py:_link_or_copy": ALOFT,
    "site/embed.py:write_embeds": ALOFT,
    "site/hosting.py:write_host_files": ALOFT,
    "site/hosting.py:write_pictures": ALOFT,
    "site/mkdocs_build.py:on_post_build": ALOFT,
    "site/offline.py:write_app": ALOFT,
    "site/offline.py:write_worker": ALOFT,
    "site/serve.py:_build": SCRATCH,
    "site/serve.py:_rebuild": SCRATCH,
    "site/serve.py:copy_assets": SCRATCH,
    "site/serve.py:_open": SCRATCH,
    "studio/browser/download.py:_fetch_pyodide": ALOFT,
    "studio/browser/entry.py:_write_files": "in the memory of a browser",
    "studio/browser/pack.py:_compiled": SCRATCH,
    "studio/browser/pack.py:_stored": "into memory",
    "studio/browser/site.py:write_studio": ALOFT,
    "studio/exports.py:_press_pad": SCRATCH,
    "studio/exports.py:_rules_page": SCRATCH,
    "studio/exports.py:archive": "into memory",
    "studio/worker.py:main": "the pipe to the studio",
}


def writes(call: ast.Call) -> bool:
    """Does a call write to the disk?"""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    module = function.value.id if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) else ""
    if name in ("open", "fdopen", "ZipFile"):
        first = 0 if isinstance(function, ast.Attribute) and module not in ("os", "io", "zipfile") else 1
        told = [*call.args[first:], *(own.value for own in call.keywords if own.arg == "mode")]
        modes = [own.value for own in told if isinstance(own, ast.Constant) and isinstance(own.value, str)]
        return any(set(mode) & set("wax+") for mode in modes) or "O_WRONLY" in ast.dump(call)
    if module in ("os", "shutil"):
        return name in WRITERS | OF_OS
    return name in WRITERS - HARMLESS


def writers(path: Path) -> Iterator[str]:
    """The functions of a module that write."""
    shown = path.relative_to(PACKAGE).as_posix()

    def visit(node: ast.AST, inside: str) -> Iterator[str]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = node.name
        if isinstance(node, ast.Call) and writes(node):
            yield f"{shown}:{inside}"
        for child in ast.iter_child_nodes(node):
            yield from visit(child, inside)

    yield from visit(ast.parse(path.read_text("utf-8")), "")


def test_only_these_write_by_themselves() -> None:
    found = {place for path in PACKAGE.rglob("*.py") if path.name != "files.py" for place in writers(path)}
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("open('a', 'w')", True),
        ("open('a', mode='xb')", True),
        ("open('a')", False),
        ("path.open('rb')", False),
        ("path.open('a')", True),
        ("os.open(p, os.O_WRONLY)", True),
        ("os.open(p, os.O_RDONLY)", False),
        ("path.write_text(t)", True),
        ("os.replace(a, b)", True),
        ("text.replace(a, b)", False),
        ("shutil.copy(a, b)", True),
        ("game.copy()", False),
        ("ZipFile(s, 'w')", True),
        ("zipfile.ZipFile(s, mode='a')", True),
        ("zipfile.ZipFile(wheel)", False),
    ],
)
def test_the_scan_sees_writers(code: str, expected: bool) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    assert writes(call) is expected
