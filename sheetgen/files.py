"""Write files and folders completely or not at all.

A process that is stopped at any moment, even by a power cut, leaves the old file or the new one: the new data is on the
disk before it takes the name of the old file (the rename itself may not be on the disk yet). A folder is swapped in one
step as well, but its files are not synced: after a power cut it has to be made again.
"""

import errno
import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_unfinished: set[Path] = set()  # temporary files and folders of this process
STALE_SECONDS = 3600  # after which a temporary file is a leftover: the process that wrote it was stopped


def write_file(path: Path, content: str | bytes) -> None:
    """Write text (as UTF-8) or bytes to a temporary file beside `path` and rename it; readers never see half a file.

    A symbolic link is replaced, not followed. The permissions of an old file are kept. Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # a device or a pipe has no old content to protect, and must not be replaced
        return
    if path.is_dir() and not path.is_symlink():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    remove_stale(path)
    temporary = temporary_name(path)
    with unfinished(temporary):
        _write(path, temporary, data)


def _write(path: Path, temporary: Path, data: bytes) -> None:
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.is_file() and not path.is_symlink():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def unfinished(temporary: Path) -> Iterator[None]:
    """Name a file or folder that is of no use if this process ends now; see `remove_unfinished`."""
    _unfinished.add(temporary)
    try:
        yield
    finally:
        _unfinished.discard(temporary)


def remove_unfinished() -> None:
    """Remove what is not finished, before this process ends without its usual ways."""
    for leftover in list(_unfinished):
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            with suppress(OSError):
                leftover.unlink(missing_ok=True)


def temporary_name(path: Path) -> Path:
    """Return a hidden, unused name in the same folder, for a temporary file or folder."""
    return path.with_name(f"{_prefix(path)}{secrets.token_hex(4)}.part")


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."  # cut: with the suffix it could be longer than a file system allows


def remove_stale(path: Path) -> None:
    """Remove temporary files and folders that a stopped process left beside `path` more than `STALE_SECONDS` ago."""
    prefix = _prefix(path)
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(prefix) and entry.name.endswith(".part")]
    except OSError:
        return  # writing will fail and report it
    for name in names:
        leftover = path.with_name(name)
        try:
            if time.time() - leftover.lstat().st_mtime < STALE_SECONDS:
                continue
            if leftover.is_dir() and not leftover.is_symlink():
                shutil.rmtree(leftover)
            else:
                leftover.unlink()
        except OSError:
            continue  # another process removed it first, or we lack the permission


@contextmanager
def alone_in(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Let only one process at a time work in a folder; another one waits, and calls `waiting` first.

    Systems that cannot lock a folder do not wait. Raises OSError.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def put_folder(fresh: Path, target: Path) -> None:
    """Replace the folder `target` by `fresh`, which is gone then; readers see the old folder or the new one, complete.

    Raises OSError.
    """
    try:
        fresh.rename(target)  # works if there is none yet, or an empty one
        return
    except OSError:
        if not target.is_dir() or target.is_symlink():
            raise
    if not _exchange(fresh, target):
        old = temporary_name(target)
        target.rename(old)
        fresh.rename(target)
        fresh = old
    shutil.rmtree(fresh, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Swap the names of two folders in one step; return False if the system cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    at_fdcwd, rename_exchange = -100, 2  # values of the Linux kernel
    try:
        renameat2 = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    return bool(renameat2(at_fdcwd, os.fsencode(one), at_fdcwd, os.fsencode(other), rename_exchange) == 0)
