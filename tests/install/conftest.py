"""The wheel, built once and installed into an environment that knows nothing of the repository."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.sharing import made_once

ROOT = Path(__file__).parents[2]
# As plain as a machine can be: no UTF-8 mode, no locale, and Python must not talk itself out of it.
PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it; its packages cannot be written."""

    wheel: Path
    venv: Path
    packages: Path

    def script(self, name: str = "sheetgen") -> Path:
        return self.venv / "bin" / name


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a wheel or an sdist with what is installed already; no registry is asked."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", into],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (made,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own, whose other packages are those of the environment under test."""
    library = Path("lib", f"python{sys.version_info.major}.{sys.version_info.minor}", "site-packages")
    folder = made_once(
        tmp_path_factory,
        "installed",
        lambda place: _install(build("wheel", ROOT, place / "dist"), place / "venv", place / "venv" / library),
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    return Installed(wheel, folder / "venv", folder / "venv" / library)


def _install(wheel: Path, venv: Path, packages: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    # A folder named in a .pth file is searched, but the .pth files in it are not read: an editable install is not seen.
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    python = str(venv / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python]
    # What is lent has a sheetgen of its own, which is to stay where it is.
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--ignore-installed", wheel], check=True)
    for path in [packages, *packages.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)


def bound() -> list[str]:
    """What to put before a command so that it cannot write what is read-only: root must be told."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root writes what is read-only, and setpriv is not installed to forbid it")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search,-fowner"]


@dataclass(frozen=True)
class Abroad:
    """Somebody's machine: a folder to work in, a home, a place for passing files; runs commands there."""

    installed: Installed
    folder: Path
    home: Path
    passing: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "TMPDIR": str(self.passing), **PLAIN}

    def command(self, *arguments: str | Path) -> list[str]:
        return [*bound(), str(self.installed.script()), *map(str, arguments)]

    def run(self, *arguments: str | Path, variables: Mapping[str, str] | None = None, **more: Any) -> Result:
        """Run the installed command."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env={**self.environment, **(variables or {})},
            capture_output=True,
            timeout=600,
            check=False,
            **more,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def files(self) -> set[str]:
        """What lies in the folder."""
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()}

    def nothing_left(self) -> bool:
        """Whether home and passing files are as they were, but for the cache."""
        homely = {path.relative_to(self.home).as_posix() for path in self.home.rglob("*") if path.is_file()}
        return not any(self.passing.iterdir()) and all(name.startswith(".cache/sheetgen/") for name in homely)


@pytest.fixture
def abroad(installed: Installed, tmp_path: Path) -> Abroad:
    """A folder with spaces and accents in its name, far from the repository; a home that is none of ours."""
    places = [tmp_path / "Spiel & Spaß" / "été à deux", tmp_path / "zu Hause", tmp_path / "für später"]
    for place in places:
        place.mkdir(parents=True)
    return Abroad(installed, *places)


@pytest.fixture
def unchanged(installed: Installed) -> Callable[[], dict[str, int]]:
    """What is in the packages, to compare before and after."""
    return lambda: {str(path): path.stat().st_mtime_ns for path in installed.packages.rglob("*")}
