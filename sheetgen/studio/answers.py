"""What the page can ask, one method and one row each; names of files are checked before anything else."""

import json
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from sheetgen.studio.desk import Desk, JobError
from sheetgen.studio.guard import RefusedError, text_of
from sheetgen.studio.shelf import Shelf, ShelfError, checked_name

DRAWING = 6.0  # seconds for what somebody waits for while typing
PRINTING = 120.0
Data = dict[str, Any]


class Studio:
    """One folder, one page."""

    def __init__(self, folder: Path, opened: str = "") -> None:
        self.shelf = Shelf(folder)
        self.opened = opened
        self.desk = Desk("desk", 1_500)
        self.printer = Desk("printer", 3_000)  # pads may take their time while one goes on drawing
        self.answers: Mapping[str, Callable[[Data], Data]] = {
            "/api/hello": self.hello,
            "/api/open": self.open,
            "/api/save": self.save,
            "/api/new": self.new,
            "/api/keep": self.keep,
            "/api/forget": self.forget,
            "/api/draw": self.draw,
            "/api/load": self.load,
            "/api/store": self.store,
            "/api/export": self.export,
        }

    def begin(self) -> None:
        """Start the worker, and let it draw once what will be asked for first, while a browser is still loading."""
        self.desk.start()
        if self.opened:
            threading.Thread(target=self._draw_ahead, daemon=True).start()

    def _draw_ahead(self) -> None:
        with suppress(JobError, ShelfError):  # whoever asks will be told
            self.draw({"name": self.opened, "text": self.shelf.read(self.opened).text})

    @cached_property
    def _schema(self) -> object:
        from sheetgen.resources import data_folder

        return json.loads((data_folder("layouts") / "schema.json").read_bytes())

    def hello(self, data: Data) -> Data:
        """Everything that the page needs to know at its start."""
        from sheetgen.resources import shipped_layouts

        return {
            "folder": self.shelf.folder.name,
            "opened": self.opened,
            "files": self.shelf.names(),
            "editions": list(shipped_layouts()),
            "languages": self._languages(),
            "themes": self._themes(),
            "schema": self._schema,
        }

    @staticmethod
    def _languages() -> list[str]:
        from sheetgen.i18n import languages

        return list(languages())

    @staticmethod
    def _themes() -> list[str]:
        from sheetgen.drawing.themes import themes

        return list(themes())

    # Files

    def open(self, data: Data) -> Data:
        """A layout, with the unsaved text that is kept for it."""
        sheet = self.shelf.read(data.get("name"))
        draft = self.shelf.draft(data.get("name"))
        kept = {"text": draft.text, "base": draft.base} if draft is not None and draft.text != sheet.text else None
        return {"text": sheet.text, "version": sheet.version, "draft": kept}

    def save(self, data: Data) -> Data:
        """Save over the version that the page has seen; without one, under a new name."""
        sheet = self.shelf.save(data.get("name"), text_of(data, "text"), text_of(data, "base"))
        return {"version": sheet.version, "files": self.shelf.names()}

    def new(self, data: Data) -> Data:
        """A new layout from a shipped edition."""
        name = checked_name(data.get("name"))
        told = self.desk.ask(
            "new", {"edition": data.get("edition"), "whole": data.get("whole") is True, "name": name}, DRAWING
        )
        sheet = self.shelf.save(name, told["text"], "")
        return {"text": sheet.text, "version": sheet.version, "files": self.shelf.names()}

    def keep(self, data: Data) -> Data:
        """Keep unsaved text."""
        self.shelf.keep(data.get("name"), text_of(data, "text"), text_of(data, "base"))
        return {}

    def forget(self, data: Data) -> Data:
        """Let go of unsaved text."""
        self.shelf.forget(data.get("name"))
        return {}

    # Jobs

    def _job(self, data: Data) -> Data:
        """What every job gets: the text, and where it would lie for `extends`; the folder never comes from the page."""
        name = checked_name(data.get("name"))
        blocks = ("view", "game", "pencil", "why", "wish")
        own = {key: data[key] for key in (*blocks, "seat", "content", "kind") if key in data}
        for key in blocks:
            if not isinstance(own.get(key, {}), dict | None):
                raise RefusedError(400, f"{key} is no object")
        return {**own, "text": text_of(data, "text"), "name": name, "folder": str(self.shelf.folder)}

    def draw(self, data: Data) -> Data:
        """Check, draw and play what is in the editor."""
        return self.desk.ask("draw", self._job(data), DRAWING)

    def load(self, data: Data) -> Data:
        """A record or marks that the page was given."""
        return self.desk.ask("load", self._job(data), DRAWING)

    def store(self, data: Data) -> Data:
        """The game on the page as a record or as marks."""
        return self.desk.ask("keep", self._job(data), DRAWING)

    def export(self, data: Data) -> Data:
        """A file of what is on the screen."""
        told = self.printer.ask("export", self._job(data), PRINTING)
        if "made" not in told:
            raise JobError("the layout has errors; mend them first")
        return told

    def close(self) -> None:
        """End the workers."""
        self.desk.stop()
        self.printer.stop()
