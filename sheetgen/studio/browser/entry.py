"""Answers the requests of the studio's page where Python runs in the browser itself, in a worker of the page.

The page keeps the files; a job comes with the text of the layout and with the other layouts that it may extend.
"""

import json
import os
from pathlib import Path
from typing import Any

from sheetgen.studio.jobs import run_job
from sheetgen.studio.service import JobError, RequestError, StudioService
from sheetgen.studio.workspace import Workspace, WorkspaceError, checked_name

FOLDER = Path("/layouts")


class InThisProcess:
    """Runs jobs here. The page watches the time: it ends the worker if a job takes too long."""

    def start(self) -> None:
        """Nothing has to be started."""

    def run(self, job: str, data: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a job; raise JobError if it fails."""
        try:
            answer = run_job(job, data)
        except RecursionError:
            raise JobError("this is nested too deeply") from None
        except MemoryError:
            raise JobError("stopped: this needs too much memory") from None
        except Exception as error:
            text = " ".join(str(error).split())[:300]
            raise JobError(f"this failed: {type(error).__name__}: {text}") from None
        if "error" in answer:
            raise JobError(str(answer["error"]))
        return answer

    def close(self) -> None:
        """Nothing has to be ended."""


def make_service(folder: Path = FOLDER) -> StudioService:
    """Return the service for a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    return StudioService(Workspace(folder), drawing=InThisProcess(), exporting=InThisProcess())


def answer(service: StudioService, request: str, text: str) -> str:
    """Answer a request, JSON to JSON: the answer, or `error` with one line and `status` as the server has it.

    `files` of the request holds all layouts of the page by name; they replace those of the last request.
    """
    data = json.loads(text)
    try:
        _write_files(service.workspace.folder, data.pop("files", {}))
        result = service.answer(request, data)
    except (RequestError, WorkspaceError, JobError) as error:
        result = {"error": str(error), "status": 400 if isinstance(error, RequestError) else 422}
    return json.dumps(result)


def _write_files(folder: Path, files: dict[str, str]) -> None:
    for name in set(os.listdir(folder)) - set(files):
        (folder / name).unlink()
    for name, text in files.items():
        path = folder / checked_name(name)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
