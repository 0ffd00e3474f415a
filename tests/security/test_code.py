"""Nothing from outside is run: a scan for whatever could do so, with the few exceptions and their reasons."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen.layout import LayoutError
from sheetgen.press.profiles import load_profile
from tests.programs import needs_core
from tests.studio.studio_process import studio

PACKAGE = Path(__file__).parents[2] / "sheetgen"
ALLOWED = {
    "__init__.py import_module": "the names of the library",
    "cli/app.py import_module": "a command of the table",
    "engine/fast/building.py subprocess.run": "the C compiler of the system, with our own source, from a list",
    "lab/simulation.py import_module": "the library of --cluster, by its name",
    "lab/players.py import_module": "the player that --bot names",
    "lab/players.py exec_module": "the player that --bot names",
    "lab/simulation.py pickle.loads": "a plan that this process, or the cluster that --cluster names, has packed",
    "resources.py yaml.load": "a file of ours, with the safe loader, in C where there is one",
    "site/templates.py autoescape=False": "Markdown; what a layout says is protected before",
    "studio/browser/download.py subprocess.run": "npm, pip and node, from a list; their files are compared with hashes",
    "studio/browser/pack.py pickle.loads": "data of Babel, from a wheel whose hash was compared",
    "studio/short_rules.py autoescape=False": "plain text",
    "studio/worker.py Popen": "our own worker, from a list",
}  # fmt: skip
DANGEROUS = {
    "eval", "exec", "compile", "__import__", "import_module", "exec_module", "system", "popen", "Popen", "run_path",
    "unsafe_load", "full_load", "load_all", "unsafe_load_all", "full_load_all", "mktemp", "run_module", "check_output",
}  # fmt: skip
OF_MODULES = {
    ("yaml", "load"), ("pickle", "load"), ("pickle", "loads"), ("marshal", "load"), ("marshal", "loads"),
    ("subprocess", "run"), ("subprocess", "call"), ("shelve", "open"), ("ElementTree", "parse"),
    ("re", "compile_template"),
}  # fmt: skip


def dangers(path: Path) -> Iterator[str]:
    """What a module does that could run something."""
    shown = path.relative_to(PACKAGE).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        owner = (
            function.value.id if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) else ""
        )
        if (owner, name) in OF_MODULES:
            yield f"{shown} {owner}.{name}"
        elif name in DANGEROUS and owner != "re":
            yield f"{shown} {name}"
        for keyword in node.keywords:
            risky = {"shell": True, "autoescape": False}.get(str(keyword.arg))
            if risky is not None and isinstance(keyword.value, ast.Constant) and keyword.value.value is risky:
                yield f"{shown} {keyword.arg}={risky}"


def test_nothing_else_can_run_what_comes_from_outside() -> None:
    found = {danger for path in PACKAGE.rglob("*.py") for danger in dangers(path)}
    assert found == set(ALLOWED)


def test_every_template_of_html_escapes() -> None:
    """Whoever makes an environment says whether it escapes."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Environment":
                assert "autoescape" in {keyword.arg for keyword in node.keywords}, path


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system [touch owned]", "!!python/name:os.system", "!x 1"])
def test_tags_of_a_profile_run_nothing(tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(f"extends: press-x4\nabout: {tag}\n")
    with pytest.raises(LayoutError, match=r"the tag .* is not used") as told:
        load_profile("shop.yaml")
    assert len(told.value.problems) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["shop.yaml"]


# Modules that lie in the folder where somebody works

TRAPS = ("json", "yaml", "random", "secrets", "reportlab", "pydantic", "babel", "html", "zlib", "resource", "sheetgen")


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A folder with layouts of a stranger, and files that are called like modules."""
    folder = tmp_path / "from a stranger"
    folder.mkdir()
    for name in TRAPS:
        (folder / f"{name}.py").write_text("open('owned', 'w').close()\n")
    (folder / "mine.yaml").write_text("schema: 1\nextends: classic\ntitle: Mine\n")
    (folder / "mkdocs.yml").write_text("hooks: [json.py]\n")
    return folder


@needs_core
@pytest.mark.parametrize("how", ["command", "module"])
def test_a_file_beside_a_layout_is_no_module(trapped: Path, how: str) -> None:
    command = [shutil.which("sheetgen", path=str(Path(sys.executable).parent)) or "sheetgen"]
    if how == "module":
        command = [sys.executable, "-m", "sheetgen"]
        (trapped / "sheetgen.py").unlink()  # whoever asks Python for a module of this folder gets it
    variables = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for arguments in (["sheet", "mine.yaml"], ["simulate", "mine.yaml", "--games", "20", "--jobs", "1", "--json"]):
        done = subprocess.run(
            [*command, *arguments], cwd=trapped, env=variables, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert not (trapped / "owned").exists()


def test_the_workers_of_the_studio_do_not_look_there_either(trapped: Path) -> None:
    with studio(trapped, "mine.yaml") as running:
        text = (trapped / "mine.yaml").read_text("utf-8")
        status, answer = running.ask("draw", name="mine.yaml", text=text)
        assert status == 200
        assert answer["pages"]
        status, answer = running.ask("export", name="mine.yaml", text=text, wish={"kind": "pdf"})
        assert status == 200
    assert not (trapped / "owned").exists()


@pytest.mark.parametrize("key", ["bot", "player", "import", "module", "plugins", "hooks"])
def test_a_layout_names_no_code(key: str, tmp_path: Path) -> None:
    from sheetgen.layout import check

    (tmp_path / "bots.py").write_text(f"open({str(tmp_path / 'owned')!r}, 'w').close()\n")
    (tmp_path / "mine.yaml").write_text(f"schema: 1\nextends: classic\ntitle: Mine\n{key}: bots.py:choose\n")
    problems = [str(problem) for problem in check(str(tmp_path / "mine.yaml"))]
    assert any(f"unknown key '{key}'" in problem for problem in problems)
    assert not (tmp_path / "owned").exists()


def test_a_player_is_run_when_it_is_asked_for(tmp_path: Path) -> None:
    """And only then: `list`, `check` and other players leave it alone."""
    (tmp_path / "bots.py").write_text(
        "open('ran', 'w').close()\ndef first(game, chance):\n    return game.legal_moves()[0]\n"
    )
    command = [sys.executable, "-m", "sheetgen", "simulate", "classic", "--games", "20", "--jobs", "1", "--json"]
    subprocess.run([*command, "--bot", "random"], cwd=tmp_path, check=True, capture_output=True)
    assert not (tmp_path / "ran").exists()
    done = subprocess.run([*command, "--bot", "bots.py:first"], cwd=tmp_path, check=True, capture_output=True)
    assert json.loads(done.stdout)["mean"] > 0
    assert (tmp_path / "ran").exists()
