"""The layouts of one folder: read and saved by file name only, with a check against overwriting, and drafts.

A file keeps its line ends and its byte order mark.
"""

import json
import os
import re
import stat
import threading
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from sheetgen.files import write_file

# A plain file name: no folder, no hidden file, no character that is special to a shell or another system.
NAME = re.compile(r"[^\W_][\w .()+-]{0,58}\.ya?ml\Z")
DRAFTS = ".sheetgen-studio"
BOM = "\ufeff".encode()
MAX_FILES = 300
MAX_BYTES = 500_000  # as in sheetgen.layout, which is slow to import


class WorkspaceError(ValueError):
    """A file that cannot be read or written, in one line."""


class ConflictError(WorkspaceError):
    """Another program has written the file meanwhile; `current` is its text and version now."""

    def __init__(self, name: str, current: "LayoutText") -> None:
        super().__init__(f"{name} was changed meanwhile by somebody else")
        self.current = current


@dataclass(frozen=True, slots=True)
class LayoutText:
    """The text of a layout, whose lines end with a newline sign alone, and its version: a hash of the text."""

    text: str
    version: str
    ends: str = "\n"  # the ends of lines in the file
    mark: bytes = b""  # the byte order mark with which some editors begin a file


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that was not saved yet, and the version of the file that it is based on."""

    text: str
    base: str


def version_of(text: str) -> str:
    """Return the version of a text: the same for the same text.

    >>> version_of("a") == version_of("a"), version_of("a") == version_of("b")
    (True, False)
    """
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def folder_digest(folder: Path) -> str:
    """Return a word that stands for a folder, another one for each path."""
    return blake2b(str(folder.resolve()).encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()


def checked_name(name: object) -> str:
    """Return a plain file name that ends in .yaml or .yml; raise WorkspaceError for anything else."""
    if not isinstance(name, str) or not NAME.match(name) or ".." in name:
        shown = repr(name)[:60] if isinstance(name, str) else "that"
        raise WorkspaceError(f"{shown} is no name for a layout: letters, digits, - and _, with .yaml at its end")
    return name


class Workspace:
    """The layouts of one folder; nothing outside it is read or written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """Return the file names of all layouts, sorted."""
        try:
            with os.scandir(self.folder) as entries:
                names = [e.name for e in entries if NAME.match(e.name) and e.is_file(follow_symlinks=False)]
        except OSError:
            return []
        return sorted(names, key=str.lower)[:MAX_FILES]

    def path(self, name: object) -> Path:
        """Return the path of a layout, whether it exists or not; raise WorkspaceError for a wrong name."""
        return self.folder / checked_name(name)

    def read(self, name: object) -> LayoutText:
        """Return the text of a layout; raise WorkspaceError if it cannot be read."""
        path = self.path(name)
        try:
            # A link could lead out of the folder, and a pipe would never end.
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise WorkspaceError(f"{path.name}: cannot be read: {error.strerror or error}") from None
        if not stat.S_ISREG(os.fstat(handle).st_mode):  # such as a folder, which cannot be opened as a stream
            os.close(handle)
            raise WorkspaceError(f"{path.name}: is not a regular file")
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise WorkspaceError(f"{path.name}: is larger than {MAX_BYTES // 1000} kB, the most that a layout may have")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise WorkspaceError(f"{path.name}: is not UTF-8 text") from None
        lines = text.replace("\r\n", "\n")
        # Line ends of Windows, unless most lines have others: then saving would change those that nobody touched.
        ends = "\r\n" if 2 * (len(text) - len(lines)) > lines.count("\n") else "\n"
        return LayoutText(lines, version_of(lines), ends, BOM if data.startswith(BOM) else b"")

    def save(self, name: object, text: str, base: str) -> LayoutText:
        """Save a layout over version `base` and delete its draft; an empty `base` means that the file must be new.

        Raises ConflictError if the file has another version by now, and WorkspaceError if it cannot be written.
        """
        path = self.path(name)
        if len(text.encode()) > MAX_BYTES:
            raise WorkspaceError(f"{path.name}: is larger than {MAX_BYTES // 1000} kB, the most that a layout may have")
        ends, mark = "\n", b""
        with self._lock:
            if os.path.lexists(path):
                current = self.read(name)
                ends, mark = current.ends, current.mark
                if not base or current.version not in (base, version_of(text)):
                    raise ConflictError(path.name, current)
            elif base:
                raise ConflictError(path.name, LayoutText("", ""))
            try:
                write_file(path, mark + text.replace("\n", ends).encode())
            except OSError as error:
                raise WorkspaceError(f"{path.name}: cannot be written: {error.strerror or error}") from None
            self.delete_draft(name)
        return LayoutText(text, version_of(text))

    # Drafts: unsaved text

    def _draft_path(self, name: str) -> Path:
        return self.folder / DRAFTS / f"{name}.json"

    def save_draft(self, name: object, text: str, base: str) -> None:
        """Keep unsaved text, so that neither a reload nor a crash loses it; raise WorkspaceError."""
        path = self._draft_path(checked_name(name))
        try:
            path.parent.mkdir(exist_ok=True)
            if path.parent.is_symlink():
                raise WorkspaceError(f"{DRAFTS} is a link; unsaved text is kept by the browser only")
            write_file(path, json.dumps({"text": text, "base": base}))
        except OSError as error:
            raise WorkspaceError(f"unsaved text cannot be kept: {error.strerror or error}") from None

    def read_draft(self, name: object) -> Draft | None:
        """Return the unsaved text from before, or None."""
        path = self._draft_path(checked_name(name))
        try:
            if path.is_symlink() or path.parent.is_symlink():
                return None
            data = json.loads(path.read_bytes()[: 4 * MAX_BYTES])
            return Draft(str(data["text"]), str(data["base"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def delete_draft(self, name: object) -> None:
        """Delete unsaved text, if there is any."""
        path = self._draft_path(checked_name(name))
        path.unlink(missing_ok=True)
        try:
            path.parent.rmdir()  # fails if it holds other drafts
        except OSError:
            return
