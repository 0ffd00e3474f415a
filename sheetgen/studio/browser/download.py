"""Fetches what the studio needs in a browser: Pyodide with npm, Python packages with pip, each checked by its hash.

`pyodide.json` and `wheels.txt` are the pins. The files are kept in the cache folder and fetched once.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import SheetgenError
from sheetgen.files import put_folder, remove_stale, temporary_name
from sheetgen.resources import cache_folder

HERE = Path(__file__).parent
# The files of Pyodide that a browser, or node while compiling, needs.
PYODIDE_FILES = ("pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# Wheels for Pyodide's Python; `any` and the usual Linux for wheels of which only the Python files are used.
PIP_TARGET = (
    *("--only-binary", ":all:", "--python-version", "3.14", "--implementation", "cp"),
    *("--abi", "cp314", "--abi", "none"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--platform", "manylinux2014_x86_64", "--platform", "any"),
)
FETCH_SECONDS = 600


class PackError(SheetgenError):
    """What the studio needs in a browser cannot be fetched or made; one line."""


@dataclass(frozen=True)
class Downloads:
    """The folder with the files of Pyodide, and that with the wheels."""

    pyodide: Path
    wheels: Path


def pins_digest() -> str:
    """Return a digest of the pins, and of how they are fetched."""
    digest = hashlib.sha256()
    for name in ("pyodide.json", "wheels.txt", "download.py"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()[:16]


def fetch() -> Downloads:
    """Return the downloads from the cache folder, fetched first if they are not there yet; raise PackError."""
    folder = cache_folder() / "studio" / f"downloads-{pins_digest()}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        remove_stale(folder)
        fresh = temporary_name(folder)
        try:
            (fresh / "wheels").mkdir(parents=True)
            _fetch_pyodide(fresh / "pyodide")
            _fetch_wheels(fresh / "wheels")
            put_folder(fresh, folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return Downloads(folder / "pyodide", folder / "wheels")


def _fetch_pyodide(folder: Path) -> None:
    """Fetch the npm package and unpack the files that are needed; raise PackError."""
    pin = json.loads((HERE / "pyodide.json").read_text("utf-8"))
    name = f"{pin['name']}@{pin['version']}"
    with tempfile.TemporaryDirectory(prefix="sheetgen-") as temporary:
        run(["npm", "pack", name, "--silent", "--pack-destination", temporary], f"{name} cannot be fetched with npm")
        archive = next(Path(temporary).glob("*.tgz"), None)
        data = archive.read_bytes() if archive is not None else b""
        if _integrity(data) != pin["integrity"]:
            raise PackError(f"{name} is not the file that pyodide.json names: its hash differs")
        with tarfile.open(archive) as package:
            folder.mkdir()
            for file in PYODIDE_FILES:
                member = package.extractfile(f"package/{file}")
                if member is None:
                    raise PackError(f"{name} has no file {file}")
                (folder / file).write_bytes(member.read())


def _integrity(data: bytes) -> str:
    """Return the hash of a file as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


def _fetch_wheels(folder: Path) -> None:
    """Fetch the wheels; pip compares their hashes. Raises PackError."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", *PIP_TARGET, "--dest", str(folder), "--requirement", str(HERE / "wheels.txt")]
    run(command, "the packages of wheels.txt cannot be fetched with pip")


def run(command: Sequence[str], failure: str) -> None:
    """Run a program; raise PackError, which begins with `failure`, if it is missing or fails."""
    program = shutil.which(command[0])
    if program is None:
        raise PackError(f"{failure}: {command[0]} is not installed")
    try:
        done = subprocess.run([program, *command[1:]], capture_output=True, text=True, timeout=FETCH_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PackError(f"{failure}: {type(error).__name__}") from None
    if done.returncode:
        raise PackError(f"{failure} (exit {done.returncode})")
