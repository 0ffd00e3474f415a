"""Compiles the fast engine with the C compiler of the system.

It imports nothing of sheetgen: the build hook loads it where sheetgen is not installed.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).with_name("core.c")  # includes the other files
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
BINARY = f"libcore{SUFFIX}"  # beside the source; `core.so` would hide core.py
SECONDS = 120  # after which a compiler counts as broken


class CannotBuildError(Exception):
    """There is no compiler, or it failed; the message says which."""


def source_digest() -> str:
    """Return a short digest of all sources; a binary says from which ones it was made."""
    sources = sorted(path for path in SOURCE.parent.iterdir() if path.suffix in (".c", ".h"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def platform_tag() -> str:
    """Return the platform for which a binary is made, as in the names of wheels: `linux_x86_64`."""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def compiler() -> list[str] | None:
    """Return the command of a C compiler: $CC, or the first one of the usual names; None if there is none."""
    named = shlex.split(os.environ.get("CC", ""))
    candidates = [named] if named else [["cc"], ["gcc"], ["clang"], ["cl"]]
    return next((command for command in candidates if shutil.which(command[0])), None)


def build(target: Path, *, flags: tuple[str, ...] = ()) -> None:
    """Compile the source into a shared library, which appears whole or not at all; raise CannotBuildError.

    `flags` are added to those of the compiler. Several processes may build the same file at once.
    """
    with _compiled(target.parent, flags) as made:
        os.replace(made, target)


def build_in_cache(folder: Path) -> Path:
    """Compile the source into a folder under a name that says of which content the file is; raise CannotBuildError."""
    with _compiled(folder) as made:
        target = folder / f"{_cache_prefix()}{_digest_of(made)}{SUFFIX}"
        os.replace(made, target)
    return target


def whole_in_cache(folder: Path) -> list[Path]:
    """Return the binaries of the present source in a folder, but for damaged ones.

    A file that a power cut or a full disk has cut off must not be loaded: the system would end this process.
    """
    prefix = _cache_prefix()
    try:
        return [
            path for path in sorted(folder.glob(f"{prefix}*{SUFFIX}")) if path.stem == f"{prefix}{_digest_of(path)}"
        ]
    except OSError:
        return []


def _cache_prefix() -> str:
    return f"core-{source_digest()}-{platform_tag()}-"


def _digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


@contextmanager
def _compiled(folder: Path, flags: tuple[str, ...] = ()) -> Iterator[Path]:
    """Give a new binary in a temporary folder, from which it must be moved; raise CannotBuildError."""
    command = compiler()
    if command is None:
        raise CannotBuildError("there is no C compiler")
    try:
        aside = tempfile.TemporaryDirectory(dir=folder, prefix=".core-")
    except OSError as error:
        raise CannotBuildError(f"{folder} cannot be written: {error.strerror}") from None
    with aside:
        made = Path(aside.name) / f"core{SUFFIX}"
        try:
            done = subprocess.run(
                [*command, *_arguments(command, made), *flags],
                cwd=aside.name,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CannotBuildError(f"{command[0]} failed: {error}") from None
        if done.returncode != 0 or not made.is_file():
            lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
            raise CannotBuildError(f"{command[0]} failed: {lines[0]}")
        try:
            yield made
        except OSError as error:
            raise CannotBuildError(f"{folder} cannot be written: {error.strerror}") from None


def _arguments(command: list[str], made: Path) -> list[str]:
    digest = f'SOURCE_DIGEST="{source_digest()}"'
    if Path(command[0]).stem.lower() == "cl":
        return ["/nologo", "/O2", "/LD", "/fp:precise", f"/D{digest}", str(SOURCE), f"/Fe:{made}"]
    # Sums must be rounded as Python rounds them, so multiplying and adding must not be joined. With -O3 random
    # generators are seeded several at a time, which -O2 does not do: that is a third of the time of a game.
    strict = ["-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
    return [*strict, "-fPIC", "-shared", f"-D{digest}", "-o", str(made), str(SOURCE), "-lm"]
