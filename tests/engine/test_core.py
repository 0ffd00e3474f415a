"""Where the binary of the fast engine comes from, and what happens where there is none."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen.engine.fast import building
from sheetgen.engine.fast import core as module
from sheetgen.engine.fast.core import ENGINE_VARIABLE, Core, core, load_library
from sheetgen.errors import WrongValueError

needs_compiler = pytest.mark.skipif(building.compiler() is None, reason="there is no C compiler")


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine on which nothing was built yet; its cache folder."""
    monkeypatch.setattr(building, "BINARY", "not-there.so")
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    module._found.cache_clear()
    yield tmp_path / "cache"
    module._found.cache_clear()


def compiler_that(does: str, folder: Path) -> str:
    path = folder / "own-cc"
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return str(path)


def test_the_variable_forces_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "python")
    assert core() == Core(None, "SHEETGEN_ENGINE=python")
    assert str(core()) == "Python (SHEETGEN_ENGINE=python)"
    monkeypatch.setenv(ENGINE_VARIABLE, "rust")
    with pytest.raises(WrongValueError, match="SHEETGEN_ENGINE is 'rust', expected 'python' or nothing"):
        core()


@needs_compiler
def test_it_is_built_once_when_it_is_first_needed(fresh: Path) -> None:
    assert str(core()) == "C"
    (made,) = fresh.iterdir()
    assert building.source_digest() in made.name
    before = made.stat().st_mtime_ns
    module._found.cache_clear()
    assert core().library is not None
    assert made.stat().st_mtime_ns == before


def test_without_a_compiler_python_plays(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert str(core()) == "Python (there is no C compiler)"


def test_a_compiler_that_fails_is_told_in_one_line(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler_that("echo 'core.c: no headers' >&2; echo more >&2; exit 1", tmp_path))
    assert core().library is None
    assert core().reason.endswith("own-cc failed: core.c: no headers")
    assert list(fresh.iterdir()) == [], "nothing half-made is left"


def test_a_compiler_that_makes_nothing_useful_is_told(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = 'while [ "$1" != -o ]; do shift; done; echo nonsense > "$2"'
    monkeypatch.setenv("CC", compiler_that(script, tmp_path))
    assert core().library is None
    assert core().reason.endswith("cannot be loaded")


def test_a_cache_that_cannot_be_written_is_told(fresh: Path) -> None:
    fresh.write_text("a file where the folder should be")
    assert core().library is None
    assert "cannot be written" in core().reason


@needs_compiler
def test_a_binary_of_another_source_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "libcore.so"
    building.build(binary)
    assert load_library(binary) is not None
    monkeypatch.setattr(building, "source_digest", lambda: "0123456789abcdef")
    assert load_library(binary) is None


@needs_compiler
def test_a_damaged_binary_is_built_anew(fresh: Path) -> None:
    """Of half a library, the system ends the process that loads it, so it is loaded in another one."""
    assert core().library is not None
    (made,) = fresh.iterdir()
    whole = made.read_bytes()
    made.unlink()  # another file: this process still uses the old one
    made.write_bytes(whole[: len(whole) // 3])
    made.chmod(0o755)
    code = "from sheetgen.engine.fast import building, core; building.BINARY = 'not-there.so'; print(core.core())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "C\n")
    assert made.read_bytes() == whole


def test_a_folder_in_which_nothing_can_be_put_is_told_as_such(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as a failure of the compiler, which was not asked."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(building, "compiler", lambda: ["cc"])
    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    assert core() == Core(None, f"{fresh} cannot be written: {os.strerror(errno.EROFS)}")


@needs_compiler
@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_code_that_others_could_have_put_there_is_not_loaded(fresh: Path) -> None:
    assert core().library is not None
    (made,) = fresh.iterdir()
    for path in (made, fresh):
        mode = path.stat().st_mode
        path.chmod(mode | stat.S_IWOTH)
        assert not module._is_private(made)
        path.chmod(mode)
    assert module._is_private(made)


@needs_compiler
def test_several_processes_may_build_at_once(fresh: Path) -> None:
    fresh.mkdir()
    code = "from sheetgen.engine.fast import building, core; building.BINARY = 'not-there.so'; print(core.core())"
    processes = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[0] for process in processes] == ["C\n"] * 3
    assert len(list(fresh.iterdir())) == 1
