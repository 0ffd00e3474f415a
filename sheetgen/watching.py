"""Watch files for changes: used by `--watch`, by the preview of the site and by the studio.

The events of the file system, which watchdog reports, say when to look; times and sizes of the files say what changed.
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from watchdog.events import (
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

# Without this filter, looking at a folder would itself be an event.
_EVENTS: list[type[FileSystemEvent]] = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]
SETTLE_SECONDS = 0.1  # after an event, since an editor saves a file in several steps
# Network drives report no events, nor does a system that has no watches left: look without one after so many seconds.
FALLBACK_SECONDS = 2.0


class FileWatch(FileSystemEventHandler):
    """Watches files from the moment it is made until it is closed; a context manager."""

    def __init__(self, paths: Callable[[], Iterable[Path]], *, folders: Iterable[Path] = ()) -> None:
        """Watch the files that `paths` returns; it is called for each look, since files are created and removed.

        Their folders are watched, and `folders` besides, in which there may be no such file yet.
        """
        self._paths, self._folders = paths, list(folders)
        self._watched_folders: set[Path] = set()
        self._event_seen = threading.Event()
        self._observer = Observer()
        self._observer.daemon = True
        self._observer.start()
        self.closed = False
        self._states = self._read_states()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop watching; a call of `wait` in another thread returns."""
        self.closed = True
        self._event_seen.set()
        self._observer.stop()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Wake `wait`; watchdog calls this in a thread of its own."""
        self._event_seen.set()

    def wait(self) -> None:
        """Block until files may have changed: until an event, or for `FALLBACK_SECONDS` at most."""
        if self._event_seen.wait(FALLBACK_SECONDS) and not self.closed:
            threading.Event().wait(SETTLE_SECONDS)
        self._event_seen.clear()

    def changed(self) -> list[Path]:
        """Return the files that were written, created or removed since the last call; removed ones come last."""
        before, self._states = self._states, self._read_states()
        written = [path for path, state in self._states.items() if before.get(path) != state]
        return [*written, *(path for path in before if path not in self._states)]

    @property
    def present(self) -> list[Path]:
        """The files that existed at the last look."""
        return list(self._states)

    def _read_states(self) -> dict[Path, tuple[int, int]]:
        """Return the modification time (ns) and the size (bytes) of each file; links are not followed."""
        paths = list(self._paths())
        self._watch_folders({*self._folders, *(path.parent for path in paths)})
        states = {}
        for path in paths:
            with suppress(OSError):  # it was just removed, or is being replaced
                status = path.lstat()
                states[path] = (status.st_mtime_ns, status.st_size)
        return states

    def _watch_folders(self, folders: set[Path]) -> None:
        for folder in folders - self._watched_folders:
            with suppress(OSError):  # there is no such folder yet, or the system has no watches left
                self._observer.schedule(self, str(folder.resolve()), event_filter=_EVENTS)
                self._watched_folders.add(folder)
                self._event_seen.set()  # a file may have been created after `paths` was called
