"""What is in the wheel and the sdist: all that is needed, nothing else, and the same bytes every time."""

import subprocess
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

import sheetgen
from sheetgen.engine.fast import building
from tests.install.conftest import ROOT, Installed, build

pytestmark = pytest.mark.full

DATA = ("layouts", "locales", "docs")
FOR_READERS = ("docs/pictures/", "sheetgen/studio/web-src/")
MOST_BYTES = 3_000_000  # 0.34 MB are weights of experts, 0.4 MB pictures of the guide, 0.13 MB the fast engine
ENGINE = f"sheetgen/engine/fast/{building.BINARY}"


def in_the_repository(folder: str) -> set[str]:
    """The files of a folder that belong to the project, from its top."""
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
    own = found - {ENGINE}  # an editable install has it, too
    return {name for name in own if "__pycache__" not in name and not name.startswith(FOR_READERS)}


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def metadata(wheel: Path) -> Message:
    return message_from_bytes(next(data for name, data in contents(wheel).items() if name.endswith("/METADATA")))


def test_files(installed: Installed) -> None:
    wanted = in_the_repository("sheetgen") | {
        f"sheetgen/data/{name}" for own in DATA for name in in_the_repository(own)
    }
    found = {name for name in contents(installed.wheel) if ".dist-info/" not in name}
    assert found == wanted | ({ENGINE} if building.compiler() else set())
    for needed in (
        "sheetgen/py.typed",
        "sheetgen/studio/web/index.html",
        "sheetgen/studio/web/codemirror.js",
        "sheetgen/data/layouts/schema.json",
        "sheetgen/data/layouts/variants/meadow.yaml",
        "sheetgen/data/locales/fr/LC_MESSAGES/sheetgen.po",
        "sheetgen/data/docs/de/library.md.j2",
        "sheetgen/data/docs/figures/classic-planner.json",
    ):
        assert needed in found
    assert any(name.endswith(".icc") for name in found), "print shops' colours"


@pytest.mark.skipif(building.compiler() is None, reason="there is no C compiler")
def test_the_wheel_is_for_one_platform_and_every_python(installed: Installed) -> None:
    assert installed.wheel.name.endswith(f"-py3-none-{building.platform_tag()}.whl")
    assert b"Root-Is-Purelib: false" in next(
        data for name, data in contents(installed.wheel).items() if name.endswith("/WHEEL")
    )


@pytest.mark.parametrize("variables", [{"CC": "no-such-compiler"}, {"SHEETGEN_ENGINE": "python"}])
def test_without_a_compiler_the_wheel_is_for_all_platforms(
    variables: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    wheel = build("wheel", ROOT, tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert ENGINE not in contents(wheel)
    assert "sheetgen/engine/fast/core.c" in contents(wheel), "it is built where it is first needed"


def test_size(installed: Installed) -> None:
    assert installed.wheel.stat().st_size < MOST_BYTES


def test_metadata(installed: Installed) -> None:
    told = metadata(installed.wheel)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert told["Version"] == sheetgen.__version__
    assert settings["project"]["dynamic"] == ["version"], "the version stands once, in sheetgen/__init__.py"
    assert told["Requires-Python"] == ">=3.11"
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in contents(installed.wheel))
    needed = [line for line in told.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert len(needed) == len(settings["project"]["dependencies"])
    assert [line for line in needed if "<" not in line or ">=" not in line] == [], "pinned by range"


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


def test_wheel_from_the_sdist_is_the_same(installed: Installed, sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert (source / "tests" / "install" / "test_wheel.py").is_file()
    assert not (source / "output").exists()
    again = build("wheel", source, tmp_path / "dist")
    assert contents(again) == contents(installed.wheel)
    assert again.read_bytes() == installed.wheel.read_bytes(), "bit by bit"


def test_a_type_checker_understands_the_installed_package(installed: Installed, tmp_path: Path) -> None:
    script = tmp_path / "consumer.py"
    script.write_text(
        "import sheetgen\n"
        "from sheetgen import Game, Layout, Score, SheetgenError\n\n\n"
        "def best(edition: Layout) -> int:\n"
        "    game = Game(edition, players=2, seed=1)\n"
        "    while not game.is_over:\n"
        "        game.play(game.legal_moves()[0])\n"
        "    return max(score.total for score in game.scores())\n\n\n"
        "def drawn() -> bytes:\n"
        "    try:\n"
        '        return sheetgen.draw("classic", "pdf", language="fr") + sheetgen.pad("mix", sheets=2)\n'
        "    except SheetgenError as error:\n"
        "        return str(error).encode()\n\n\n"
        'marks: Score = sheetgen.score("classic", {"marks": {}})\n'
        'reveal_type(best(sheetgen.load("classic")))\n'
        'reveal_type(sheetgen.simulate("classic", games=1))\n',
        "utf-8",
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import sheetgen\n\nsheetgen.draw("classic", "gif")\nsheetgen.nothing()\n', "utf-8")
    done = subprocess.run(
        [Path(installed.script("python")), "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'c'}",
         script.name, wrong.name],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    told = done.stdout.splitlines()
    assert [line for line in told if line.startswith("consumer.py")] == [
        'consumer.py:20: note: Revealed type is "int"',
        'consumer.py:21: note: Revealed type is "dict[str, Any]"',
    ], done.stdout + done.stderr
    assert [line.split(" [")[-1] for line in told if line.startswith("wrong.py")] == ["arg-type]", "attr-defined]"]
