"""What the studio's page can ask: the name of a request and JSON come in, JSON goes out.

This is the only way from a front end to the studio, and there is no HTTP in it. `server` puts HTTP around
`StudioService.answer`; a front end that runs Python itself can call it directly, with job runners of its own.
"""

import json
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from sheetgen.studio.workspace import Workspace, WorkspaceError, checked_name, folder_digest

if TYPE_CHECKING:
    from sheetgen.studio.memory import Memory

DRAW_SECONDS = 6.0  # for jobs that the user waits for while typing
EXPORT_SECONDS = 120.0
FIGURES_SECONDS = 60.0  # for a moment of simulated games: a bot that learns may take long for one step
Data = dict[str, Any]
# The keys that are passed on from the page to a job: those with JSON objects, and others. All others are left out.
_OBJECTS = ("view", "game", "pencil", "why", "wish", "change")
_VALUES = ("seats", "content", "kind", "language", "element")


class RequestError(ValueError):
    """A request that lacks something, or holds something of the wrong type; in one line."""


class UnknownRequestError(RequestError):
    """A request with a name that the studio does not know."""


class JobError(ValueError):
    """A job that could not be done, in one line."""


class JobRunner(Protocol):
    """Runs the jobs of `sheetgen.studio.jobs`: in another process, or in this one."""

    def start(self) -> None:
        """Get ready, so that the first job does not wait."""

    def run(self, job: str, data: Data, seconds: float) -> Data:
        """Return the answer to a job; raise JobError if it fails or takes longer than `seconds`."""

    def close(self) -> None:
        """End what `start` has started."""


class StudioService:
    """Answers the requests of the page about the layouts of one workspace."""

    def __init__(
        self,
        workspace: Workspace,
        opened: str = "",
        *,
        drawing: JobRunner,
        exporting: JobRunner,
        simulating: JobRunner | None = None,
    ) -> None:
        """`opened` is the file name of the layout that the page shows first.

        Exports and simulated games have a runner of their own each, so that drawing waits for neither.
        """
        self.workspace = workspace
        self.opened = opened
        self._drawing, self._exporting, self._simulating = drawing, exporting, simulating or exporting
        self._requests: Mapping[str, Callable[[Data], Data]] = {
            "hello": self.hello,
            "open": self.open,
            "save": self.save,
            "new": self.new,
            "keep": self.keep,
            "forget": self.forget,
            "recall": self.recall,
            "remember": self.remember,
            "draw": self.draw,
            "load": self.load,
            "store": self.store,
            "export": self.export,
            "rules": self.rules,
            "touch": self.touch,
            "edit": self.edit,
            "changes": self.changes,
            "palette": self.palette,
            "advise": self.advise,
            "figures": self.figures,
            "bots": self.bots,
            "clause": self.clause,
            "parent": self.parent,
            "starts": self.starts,
            "picture": self.picture,
        }

    def answer(self, request: str, data: Data) -> Data:
        """Answer one request of the page. Raises RequestError, WorkspaceError or JobError, each with one line."""
        method = self._requests.get(request)
        if method is None:
            raise UnknownRequestError("there is no such question")
        return method(data)

    def start(self) -> None:
        """Start the worker, and draw the opened layout once while the browser is still loading."""
        self._drawing.start()
        if self.opened:
            threading.Thread(target=self._draw_first, daemon=True).start()

    def _draw_first(self) -> None:
        with suppress(JobError, WorkspaceError):  # the page will ask again and show the error
            self.draw({"name": self.opened, "text": self.workspace.read(self.opened).text})

    def close(self) -> None:
        """End the workers."""
        self._drawing.close()
        self._exporting.close()
        self._simulating.close()

    @cached_property
    def _schema(self) -> object:
        from sheetgen.resources import data_folder

        return json.loads((data_folder("layouts") / "schema.json").read_bytes())

    def hello(self, data: Data) -> Data:
        """Return everything that the page needs to know at its start."""
        from sheetgen.drawing.themes import themes
        from sheetgen.i18n import languages
        from sheetgen.resources import shipped_layouts

        return {
            "place": folder_digest(self.workspace.folder),
            "opened": self.opened,
            "files": self.workspace.names(),
            "editions": list(shipped_layouts()),
            "languages": list(languages()),
            "themes": list(themes()),
            "schema": self._schema,
        }

    # Files

    def open(self, data: Data) -> Data:
        """Return the text of a layout, with its draft (text that was not saved) if there is one."""
        saved = self.workspace.read(data.get("name"))
        draft = self.workspace.read_draft(data.get("name"))
        unsaved = {"text": draft.text, "base": draft.base} if draft is not None and draft.text != saved.text else None
        return {"text": saved.text, "version": saved.version, "draft": unsaved}

    def save(self, data: Data) -> Data:
        """Save over the version that the page has read; without a version, as a new file.

        With `anew`, nothing is remembered of an earlier layout of this name.
        """
        saved = self.workspace.save(data.get("name"), _text(data, "text"), _text(data, "base"))
        if data.get("anew") is True:
            self._forget_memory(data.get("name"))
        return {"version": saved.version, "files": self.workspace.names()}

    def new(self, data: Data) -> Data:
        """Write a new layout from a shipped edition, and return its text."""
        name = checked_name(data.get("name"))
        job_data = {"edition": data.get("edition"), "whole": data.get("whole") is True, "name": name}
        text = self._drawing.run("new", job_data, DRAW_SECONDS)["text"]
        saved = self.workspace.save(name, text, "")
        self._forget_memory(name)
        return {"text": saved.text, "version": saved.version, "files": self.workspace.names()}

    def keep(self, data: Data) -> Data:
        """Keep unsaved text as a draft."""
        self.workspace.save_draft(data.get("name"), _text(data, "text"), _text(data, "base"))
        return {}

    def forget(self, data: Data) -> Data:
        """Delete a draft."""
        self.workspace.delete_draft(data.get("name"))
        return {}

    def recall(self, data: Data) -> Data:
        """Return what is remembered of a layout, by kind: versions, history, game."""
        return self._memory.read(data.get("name"))

    def remember(self, data: Data) -> Data:
        """Remember something of a layout: `content`, of a `kind`."""
        self._memory.write(data.get("name"), data.get("kind"), data.get("content"))
        return {}

    def _forget_memory(self, name: object) -> None:
        """Forget what is remembered of an earlier layout of this name; one that cannot be forgotten is no obstacle."""
        with suppress(WorkspaceError):
            self._memory.forget(name)

    @cached_property
    def _memory(self) -> "Memory":
        from sheetgen.studio.memory import Memory

        memory = Memory(self.workspace.folder)
        memory.prune()
        return memory

    # Jobs

    def changes(self, data: Data) -> Data:
        """Return what differs between two texts, to name a version by it."""
        texts = {key: _text(data, key) for key in ("before", "text")}
        return self._drawing.run("changes", texts, DRAW_SECONDS)

    def draw(self, data: Data) -> Data:
        """Check, draw and play what is in the editor."""
        return self._drawing.run("draw", self._job_data(data), DRAW_SECONDS)

    def load(self, data: Data) -> Data:
        """Read a record or a marks file that the user gave to the page."""
        return self._drawing.run("load", self._job_data(data), DRAW_SECONDS)

    def store(self, data: Data) -> Data:
        """Return the game on the page as a record or as a marks file."""
        return self._drawing.run("store", self._job_data(data), DRAW_SECONDS)

    def rules(self, data: Data) -> Data:
        """Return the rules of what is in the editor, in short."""
        return self._drawing.run("rules", self._job_data(data), DRAW_SECONDS)

    def touch(self, data: Data) -> Data:
        """Return what can be changed about something on the drawn sheet."""
        return self._drawing.run("touch", self._job_data(data), DRAW_SECONDS)

    def palette(self, data: Data) -> Data:
        """Return what a zone of the layout can be made of, or a new one."""
        return self._drawing.run("palette", self._job_data(data), DRAW_SECONDS)

    def advise(self, data: Data) -> Data:
        """Return what a bot would do."""
        job_data = self._job_data(data)
        return self._run_with_bots("advise", job_data, [(job_data.get("wish") or {}).get("bot")])

    def bots(self, data: Data) -> Data:
        """Let bots play on in the game of the page."""
        job_data = self._job_data(data)
        named = (job_data.get("game") or {}).get("bots")
        return self._run_with_bots("bots", job_data, named if isinstance(named, list) else [])

    def _run_with_bots(self, job: str, job_data: Data, bots: list[object]) -> Data:
        """Run a job with bots; one that learns may take long, so drawing does not wait for it."""
        from sheetgen.lab.players import BOTS

        learns = any(isinstance(bot, str) and bot in BOTS and BOTS[bot].learning is not None for bot in bots)
        runner, seconds = (self._exporting, EXPORT_SECONDS) if learns else (self._drawing, DRAW_SECONDS)
        return runner.run(job, job_data, seconds)

    def clause(self, data: Data) -> Data:
        """Return what a clause of the rules says."""
        return self._drawing.run("clause", self._job_data(data), DRAW_SECONDS)

    def parent(self, data: Data) -> Data:
        """Return the text of a file that the layout extends."""
        return self._drawing.run("parent", self._job_data(data), DRAW_SECONDS)

    def figures(self, data: Data) -> Data:
        """Begin a run of simulated games, or go on with the one that `run` names; each answer takes a moment."""
        if data.get("run") is None:
            return self._simulating.run("figures", self._job_data(data), FIGURES_SECONDS)
        job_data: Data = {key: data[key] for key in ("run", "stop", "language") if key in data}
        job_data["name"] = checked_name(data.get("name"))
        return self._simulating.run("more figures", job_data, FIGURES_SECONDS)

    def edit(self, data: Data) -> Data:
        """Return the text of the editor after a change on the sheet."""
        return self._drawing.run("edit", self._job_data(data), DRAW_SECONDS)

    def starts(self, data: Data) -> Data:
        """Return what a new layout can start from."""
        return self._drawing.run("starts", {"language": data.get("language")}, DRAW_SECONDS)

    def picture(self, data: Data) -> Data:
        """Return the pages of a layout that one can start from."""
        job_data = {"edition": data.get("edition"), "language": data.get("language")}
        return self._drawing.run("picture", job_data, DRAW_SECONDS)

    def export(self, data: Data) -> Data:
        """Return a file of what is on the screen."""
        answer = self._exporting.run("export", self._job_data(data), EXPORT_SECONDS)
        if "made" not in answer:
            raise JobError("the layout has errors; fix them first")
        return answer

    def _job_data(self, data: Data) -> Data:
        """Return the data of a job: what the page may send, and the folder, which never comes from the page."""
        name = checked_name(data.get("name"))
        for key in _OBJECTS:
            if not isinstance(data.get(key), dict | None):
                raise RequestError(f"{key} is no object")
        allowed = {key: data[key] for key in (*_OBJECTS, *_VALUES) if key in data}
        return {**allowed, "text": _text(data, "text"), "name": name, "folder": str(self.workspace.folder)}


def _text(data: Mapping[str, Any], key: str) -> str:
    """Return a text that must be there; raise RequestError."""
    value = data.get(key)
    if not isinstance(value, str):
        raise RequestError(f"{key} is missing")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RequestError(f"{key} is not UTF-8 text") from None
    return value
