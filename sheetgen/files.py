"""Write files and folders completely or not at all.

A process that is stopped at any moment, even by a power cut, leaves the old file or the new one: the new data is on the
disk before it takes the name of the old file (the rename itself may not be on the disk yet). A folder is swapped in one
step as well, but its files are not synced: after a power cut it has to be made again.
"""

import os
import secrets
import shutil
import stat
import sys
import time
from pathlib import Path

STALE = 3600  # seconds after which a temporary file is a leftover: its writer was stopped


def write_file(path: Path, content: str | bytes) -> None:
    """Write text (as UTF-8) or bytes to a temporary file beside `path` and rename it; readers never see half a file.

    A symbolic link is replaced, not followed. The permissions of an old file are kept. Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # a device or a pipe holds nothing to protect and must not be replaced by a file
        return
    remove_stale(path)
    aside = beside(path)
    try:
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.is_file() and not path.is_symlink():
            aside.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def beside(path: Path) -> Path:
    """Return a hidden, unused name in the same folder, for a temporary file or folder."""
    return path.with_name(f"{_prefix(path)}{secrets.token_hex(4)}.part")


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."  # cut: with the suffix it could be longer than a file system allows


def remove_stale(path: Path) -> None:
    """Remove temporary files and folders that a stopped process left beside `path` more than `STALE` seconds ago."""
    prefix = _prefix(path)
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(prefix) and entry.name.endswith(".part")]
    except OSError:
        return  # writing will fail and report it
    for name in names:
        leftover = path.with_name(name)
        try:
            if time.time() - leftover.lstat().st_mtime < STALE:
                continue
            if leftover.is_dir() and not leftover.is_symlink():
                shutil.rmtree(leftover)
            else:
                leftover.unlink()
        except OSError:
            continue  # another process removed it first, or we lack the permission


def put_folder(fresh: Path, target: Path) -> None:
    """Put the folder `fresh` in the place of `target`; readers see the old folder or the new one, each complete."""
    try:
        fresh.rename(target)  # works if there is none yet, or an empty one
        return
    except OSError:
        if not target.is_dir() or target.is_symlink():
            raise
    if not _exchange(fresh, target):
        old = beside(target)
        target.rename(old)
        fresh.rename(target)
        fresh = old
    shutil.rmtree(fresh, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Swap two names in one step; return False where the system cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        swap = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    return bool(swap(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)
