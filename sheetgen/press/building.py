"""Building: runs jobs on all cores, but only those whose result would differ from what is there."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from sheetgen.files import write_file
from sheetgen.i18n.catalogues import SOURCE, catalogue_path
from sheetgen.layout import load
from sheetgen.layout.sheet import OtherEdition
from sheetgen.press.collection import Job, run
from sheetgen.processes import process_pool

MANIFEST = ".sheetgen.json"
DRAWN_BY = ("reportlab", "pikepdf", "svgwrite", "fonttools", "pypdfium2", "font-fredoka-one", "font-source-sans-pro")
PACKAGE = Path(__file__).resolve().parents[1]
ROOMS = ("layout", "i18n", "drawing", "formats", "press")


@dataclass(frozen=True)
class Built:
    """What a build did."""

    made: int
    kept: int
    removed: int


class JobFailedError(ValueError):
    """A file that could not be made; the message says which and why."""


def build(jobs: Sequence[Job], folder: Path, *, workers: int, done: Callable[[str], None]) -> Built:
    """Make what is missing or outdated; `done` hears of every file. Files that nobody wants any more are removed."""
    before = _read_manifest(folder)
    layouts = {edition: _layout(edition) for edition in {job.edition for job in jobs}}
    wanted = {job.path: fingerprint(job, layouts[job.edition]) for job in jobs}
    current = {path for path, own in wanted.items() if _is_current(folder / path, own, before.get(path))}
    manifest = {path: before[path] for path in current}
    due = [job for job in jobs if job.path not in current]
    try:
        for path, content in _made(due, workers):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, content)
            manifest[path] = [wanted[path], _digest(content)]
            done(path)
    finally:
        stale = [path for path in before if path not in wanted]
        for path in stale:
            with suppress(OSError, ValueError):  # a damaged list may name a folder, or nothing that could be a file
                (folder / path).unlink()
        if folder.is_dir():
            write_file(folder / MANIFEST, json.dumps(manifest, indent=0, sort_keys=True))
    return Built(len(due), len(current), len(stale))


def _made(due: Sequence[Job], workers: int) -> Iterator[tuple[str, bytes]]:
    """The finished files; jobs of one edition and language run in one process, which then draws its sheet faster."""
    batches = [list(own) for _, own in groupby(due, key=lambda job: (job.edition, job.language))]
    if workers == 1 or len(batches) < 2:
        for batch in batches:
            yield from _run_batch(batch)
        return
    with process_pool(workers) as pool:
        for finished in pool.map(_run_batch, batches):
            yield from finished


def _run_batch(jobs: list[Job]) -> list[tuple[str, bytes]]:
    found = []
    for job in jobs:
        try:
            found.append((job.path, run(job)))
        except ValueError as error:
            raise JobFailedError(f"{job.edition}: {job.path}: {error}") from None
    return found


def fingerprint(job: Job, layout: str) -> str:
    """Everything that a file depends on: the layout, the texts, the options, and the code that draws."""
    texts = b"" if job.language == SOURCE else catalogue_path(job.language).read_bytes()
    options = json.dumps([job.path, job.kind, job.options], sort_keys=True, default=str)
    return _digest("\0".join([layout, options, _code()]).encode() + texts)


def _layout(edition: str) -> str:
    """A layout with the one on its back."""
    layout = load(edition)
    back = getattr(layout.edition, "back", None)
    behind = _layout(back.id) if isinstance(back, OtherEdition) and back.id != layout.id else ""
    return layout.digest() + behind


@cache
def _code() -> str:
    """A digest of the code and data that draw, and of the libraries they draw with."""
    files = sorted(
        path for room in ROOMS for path in (PACKAGE / room).rglob("*") if path.suffix in (".py", ".yaml", ".icc")
    )
    parts = [_digest(path.read_bytes()) for path in files] + [f"{name} {version(name)}" for name in DRAWN_BY]
    return _digest("\n".join(parts).encode())


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _is_current(path: Path, wanted: str, known: list[str] | None) -> bool:
    """Is the file the one that was made, and made of the same?"""
    if known is None or known[0] != wanted:
        return False
    try:
        return _digest(path.read_bytes()) == known[1]
    except OSError:
        return False


def _read_manifest(folder: Path) -> dict[str, list[str]]:
    """What the last build left; a damaged list only means that everything is made again."""
    try:
        data = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        path: known
        for path, known in data.items()
        if isinstance(known, list) and len(known) == 2 and not Path(path).is_absolute() and ".." not in Path(path).parts
    }
