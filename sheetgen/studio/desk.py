"""The studio on a desk: its service with a process for each kind of work.

Apart from the server, so that the process that draws starts before the server is imported.
"""

from pathlib import Path

from sheetgen.studio.service import StudioService
from sheetgen.studio.worker import WorkerProcess
from sheetgen.studio.workspace import Workspace

DRAWING_MEGABYTES, EXPORTING_MEGABYTES, SIMULATING_MEGABYTES = 1_500, 3_000, 1_500


def local_service(folder: Path, opened: str) -> StudioService:
    """Return the service for a folder on this disk; drawing, exporting and simulating run in a process each."""
    drawing, exporting = WorkerProcess(DRAWING_MEGABYTES), WorkerProcess(EXPORTING_MEGABYTES)
    simulating = WorkerProcess(SIMULATING_MEGABYTES, in_background=True)
    return StudioService(Workspace(folder), opened, drawing=drawing, exporting=exporting, simulating=simulating)
