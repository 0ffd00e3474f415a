"""The shelf: the layouts of one folder, found by name only; versions keep two writers from overwriting each other."""

import json
import os
import re
import stat
import threading
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from sheetgen.files import write_file

# A plain file name: no folder, no hidden file, nothing that a shell or another system reads as something else.
NAME = re.compile(r"[^\W_][\w .()+-]{0,58}\.ya?ml\Z")
DRAFTS = ".sheetgen-studio"
MOST_FILES = 300
MOST_BYTES = 500_000  # as much as a layout may have; the layout room is not imported for it, since that takes long


class ShelfError(ValueError):
    """A file that cannot be read or written, in one line."""


class ConflictError(ShelfError):
    """Somebody else has written the file meanwhile; carries what it holds now."""

    def __init__(self, name: str, current: "Sheet") -> None:
        super().__init__(f"{name} was changed meanwhile by somebody else")
        self.current = current


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a layout and the version that it is."""

    text: str
    version: str


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that was not saved yet, and the version that it was written on."""

    text: str
    base: str


def version_of(text: str) -> str:
    """A version: the same for the same text, whoever wrote it.

    >>> version_of("a") == version_of("a"), version_of("a") == version_of("b")
    (True, False)
    """
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def checked_name(name: object) -> str:
    """Let a plain file name pass; anything else is no name of a layout."""
    if not isinstance(name, str) or not NAME.match(name) or ".." in name:
        shown = repr(name)[:60] if isinstance(name, str) else "that"
        raise ShelfError(f"{shown} is no name for a layout: letters, digits, - and _, with .yaml at its end")
    return name


class Shelf:
    """The layouts of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """All layouts, by name."""
        try:
            with os.scandir(self.folder) as entries:
                found = [e.name for e in entries if NAME.match(e.name) and e.is_file(follow_symlinks=False)]
        except OSError:
            return []
        return sorted(found, key=str.lower)[:MOST_FILES]

    def times(self) -> dict[str, tuple[int, int]]:
        """When every layout was written last, and how long it is."""
        times = {}
        for name in self.names():
            try:
                known = (self.folder / name).lstat()
            except OSError:
                continue
            times[name] = (known.st_mtime_ns, known.st_size)
        return times

    def path(self, name: object) -> Path:
        """Where a layout of that name lies or would lie."""
        return self.folder / checked_name(name)

    def read(self, name: object) -> Sheet:
        """Read a layout; raise ShelfError."""
        path = self.path(name)
        try:
            # A link could lead out of the folder, and a pipe would never end.
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise ShelfError(f"{path.name}: cannot be read: {error.strerror or error}") from None
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise ShelfError(f"{path.name}: is not a regular file")
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ShelfError(f"{path.name}: is larger than {MOST_BYTES // 1000} kB, the most that a layout may have")
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise ShelfError(f"{path.name}: is not UTF-8 text") from None
        return Sheet(text, version_of(text))

    def save(self, name: object, text: str, base: str) -> Sheet:
        """Write a layout over the version that one has seen; an empty `base` means that it must be new."""
        path = self.path(name)
        if len(text.encode()) > MOST_BYTES:
            raise ShelfError(f"{path.name}: is larger than {MOST_BYTES // 1000} kB, the most that a layout may have")
        with self._lock:
            if os.path.lexists(path):
                current = self.read(name)
                if not base or current.version not in (base, version_of(text)):
                    raise ConflictError(path.name, current)
            elif base:
                raise ConflictError(path.name, Sheet("", ""))
            try:
                write_file(path, text)
            except OSError as error:
                raise ShelfError(f"{path.name}: cannot be written: {error.strerror or error}") from None
            self._draft_path(path.name).unlink(missing_ok=True)
        return Sheet(text, version_of(text))

    # Unsaved text

    def _draft_path(self, name: str) -> Path:
        return self.folder / DRAFTS / f"{name}.json"

    def keep(self, name: object, text: str, base: str) -> None:
        """Keep unsaved text, so that neither a reload nor a crash loses it."""
        path = self._draft_path(checked_name(name))
        try:
            path.parent.mkdir(exist_ok=True)
            if path.parent.is_symlink():
                raise ShelfError(f"{DRAFTS} is a link; unsaved text is kept by the browser only")
            write_file(path, json.dumps({"text": text, "base": base}))
        except OSError as error:
            raise ShelfError(f"unsaved text cannot be kept: {error.strerror or error}") from None

    def draft(self, name: object) -> Draft | None:
        """Unsaved text from before, if there is any."""
        path = self._draft_path(checked_name(name))
        try:
            if path.is_symlink() or path.parent.is_symlink():
                return None
            data = json.loads(path.read_bytes()[: 4 * MOST_BYTES])
            return Draft(str(data["text"]), str(data["base"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget(self, name: object) -> None:
        """Let go of unsaved text."""
        path = self._draft_path(checked_name(name))
        path.unlink(missing_ok=True)
        try:
            path.parent.rmdir()  # only if that was the last one
        except OSError:
            return
