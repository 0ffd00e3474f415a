"""What the studio remembers of the layouts of a folder between two starts: versions, the undo history, the game.

It is kept in the state folder of the user, not in the folder with the layouts. The page alone knows what it means; here
it is JSON under the name of a layout, limited in size and number.
"""

import json
from pathlib import Path
from typing import Any

from sheetgen.files import write_file
from sheetgen.resources import state_folder
from sheetgen.studio.workspace import WorkspaceError, checked_name, folder_digest

KINDS = ("versions", "history", "game")
MAX_BYTES = 1_500_000  # of one kind for one layout
MAX_TOTAL = 60_000_000  # of all files of all folders; the oldest go first


class Memory:
    """What is remembered of the layouts of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = state_folder() / "studio" / folder_digest(folder)

    def _path(self, name: object, kind: str) -> Path:
        return self.folder / f"{checked_name(name)}.{kind}.json"

    def read(self, name: object) -> dict[str, Any]:
        """Return everything that is remembered of a layout, by kind; what is damaged counts as forgotten."""
        found = {}
        for kind, path in {kind: self._path(name, kind) for kind in KINDS}.items():
            try:
                found[kind] = json.loads(path.read_bytes())
            except (OSError, ValueError, RecursionError):
                continue
        return found

    def write(self, name: object, kind: object, content: object) -> None:
        """Remember something of a layout in place of what was before, null to forget it; raise WorkspaceError."""
        if not isinstance(kind, str) or kind not in KINDS:
            raise WorkspaceError(f"what can be remembered: {', '.join(KINDS)}")
        path = self._path(name, kind)
        # As UTF-8; a browser may also send half of a character, which is read again as it is.
        data = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if len(data) > MAX_BYTES:
            raise WorkspaceError(f"{kind}: more than {MAX_BYTES / 1e6:g} MB cannot be remembered")
        try:
            if content is None:
                path.unlink(missing_ok=True)
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, data)
        except OSError as error:
            raise WorkspaceError(f"{kind} cannot be remembered: {error.strerror or error}") from None

    def forget(self, name: object) -> None:
        """Forget everything about a layout, since another one has its name now; raise WorkspaceError."""
        for kind in KINDS:
            self.write(name, kind, None)

    def prune(self) -> None:
        """Forget the oldest files of all folders beyond `MAX_TOTAL` bytes."""
        files = []
        for path in self.folder.parent.glob("*/*.json"):
            try:
                found = path.stat()
            except OSError:
                continue  # another studio was faster
            files.append((found.st_mtime, found.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= MAX_TOTAL:
                return
            try:
                path.unlink(missing_ok=True)
            except OSError:
                continue
            total -= size
