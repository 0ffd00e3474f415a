"""Writes files and folders whole or not at all.

Whoever is stopped at any moment, even by a power cut, leaves the old file or the new one: the new one is on the disk
before it takes the old one's name. That it has the name by then is not promised. A folder is swapped in one step as
well, but its files are not waited for: after a power cut it is made again.
"""

import os
import secrets
import shutil
import stat
import sys
import time
from pathlib import Path

STALE = 3600  # seconds after which nobody writes aside any more: whoever did was stopped


def write_file(path: Path, content: str | bytes) -> None:
    """Write aside, then rename: whoever looks sees the old file or the new one, never half of it.

    A link is replaced, not followed. The rights of an old file are kept.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # a device or a pipe: it has nothing to keep, and must stay what it is
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
    """A hidden name in the same folder that nobody else uses."""
    return path.with_name(f"{_prefix(path)}{secrets.token_hex(4)}.part")


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."  # a name may be as long as the system allows; this one is longer


def remove_stale(path: Path) -> None:
    """Remove what was written aside for a file or folder by somebody who was stopped long ago."""
    prefix = _prefix(path)
    try:
        with os.scandir(path.parent) as entries:
            names = [own.name for own in entries if own.name.startswith(prefix) and own.name.endswith(".part")]
    except OSError:
        return  # whoever writes will say so
    for name in names:
        own = path.with_name(name)
        try:
            if time.time() - own.lstat().st_mtime < STALE:
                continue
            if own.is_dir() and not own.is_symlink():
                shutil.rmtree(own)
            else:
                own.unlink()
        except OSError:
            continue  # somebody else was faster, or may do more


def put_folder(fresh: Path, target: Path) -> None:
    """Put a new folder in the place of an old one; whoever looks sees one of them, whole."""
    try:
        fresh.rename(target)  # there is none, or an empty one
        return
    except OSError:
        if not target.is_dir() or target.is_symlink():
            raise
    if not _exchanged(fresh, target):
        old = beside(target)
        target.rename(old)
        fresh.rename(target)
        fresh = old
    shutil.rmtree(fresh, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Swap two names in one step, where the system can."""
    if sys.platform != "linux":
        return False
    import ctypes

    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        swap = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    return bool(swap(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)
