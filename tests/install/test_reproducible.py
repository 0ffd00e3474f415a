"""The same files on another day, at another place, in another order of hashing: bit by bit."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.install.conftest import ROOT, Abroad, Installed, bound

pytestmark = pytest.mark.full

OWN = "schema: 1\nextends: classic\ntitle: Größe für Élan\n"
# What `site build` does, with one layout instead of all of them and without files to print; sheets and pads.
PROGRAM = """\
from pathlib import Path
import sheetgen
from sheetgen.cli.app import cli
from sheetgen.site.build import SitePlan, build_site
from sheetgen.site.tables import read_commands

build_site(SitePlan(("fr",), ("Größe.yaml",), with_downloads=False), Path("règles"), read_commands(cli))
for kind in ("svg", "pdf", "png"):
    Path(f"sheet.{kind}").write_bytes(sheetgen.draw("deluxe", kind, language="es"))
Path("home.pdf").write_bytes(sheetgen.pad("cubed", sheets=3, duplex="long", numbered=True))
Path("shop.pdf").write_bytes(sheetgen.pad("objectives", profile="press-x4"))
print(Path(sheetgen.__file__).parent)
"""


def made(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[str, dict[str, bytes]]:
    """Where sheetgen was found, and all that it made."""
    (folder / "Größe.yaml").write_text(OWN, "utf-8")
    done = subprocess.run(
        [*command, "-X", "utf8", "-c", PROGRAM],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.strip(), {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture
def other_day() -> list[str]:
    """A clock that is off by months, where there is one."""
    faketime = shutil.which("faketime")
    return [faketime, "-f", "+200d"] if faketime else []


def test_same_files(
    installed: Installed,
    abroad: Abroad,
    tmp_path: Path,
    other_day: list[str],
    unchanged: Callable[[], dict[str, int]],
) -> None:
    packages = unchanged()
    (tmp_path / "one").mkdir()
    plain = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "1"}
    here, one = made([sys.executable], tmp_path / "one", plain)
    foreign = {**abroad.environment, "TZ": "America/Lima", "PYTHONHASHSEED": "4242"}
    there, two = made([*other_day, *bound(), str(installed.script("python"))], abroad.folder, foreign)
    assert (here, there) == (str(ROOT / "sheetgen"), str(installed.packages / "sheetgen"))
    assert {"règles/index.html", "règles/fr/index.html", "règles/fr/Größe/index.html"} <= set(one)
    assert "Größe für Élan" in one["règles/fr/Größe/index.html"].decode()
    assert {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)} == set()
    assert abroad.nothing_left()
    assert unchanged() == packages
