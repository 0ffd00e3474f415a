"""Build all files of editions: as jobs, run in processes where outdated, and an HTML page that lists them.

Called by `sheetgen build` and by the site for its downloads.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

from sheetgen.drawing.faces import digest_of, fonts_in_use, use_in_process
from sheetgen.drawing.pages import PageSpec, draw_page, has_page, main_page, other_faces
from sheetgen.errors import SheetgenError, UnwritableError
from sheetgen.files import write_file
from sheetgen.i18n import languages, translate
from sheetgen.i18n.catalogues import SOURCE, catalogue_path
from sheetgen.layout import Layout, load
from sheetgen.layout.problems import printable
from sheetgen.layout.sheet import PAPERS, OtherEdition
from sheetgen.processes import process_pool
from sheetgen.resources import shipped_layouts

PREVIEW, PREVIEW_DPI = "preview.png", 72
SITE = "site"  # the folder of the rules site in that of a build
PADS = ("A4", "Letter")  # the papers of the world's home printers
PRESS = "press-x4"
MANIFEST = ".sheetgen.json"
DRAWN_BY = ("reportlab", "svgwrite", "fonttools", "pypdfium2", "font-fredoka-one", "font-source-sans-pro")
PACKAGE = Path(__file__).resolve().parents[1]
DRAWN_FROM = tuple(PACKAGE / name for name in ("layout", "i18n", "drawing", "formats", "press"))


@dataclass(frozen=True)
class Job:
    """One file to make: of which edition, in which language, of which kind and with which options."""

    edition: str  # an id or a path, as the user gave it
    language: str
    path: str  # relative to the output folder
    kind: str
    title: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)
    made_from: tuple[Path, ...] = DRAWN_FROM  # the folders of code and texts that the file depends on


def jobs_of(edition: str, layout: Layout, language: str) -> Iterator[Job]:
    """Every file of one edition in one language."""
    base = f"{language}/{layout.id}/{layout.id}-{language}"

    def tr(text: str) -> str:
        return translate(text, language)

    def job(suffix: str, kind: str, title: str, **options: Any) -> Job:
        return Job(edition, language, f"{base}-{suffix}", kind, title, options)

    cards, solo = has_page(layout, "card face"), has_page(layout, "solo front")
    what = tr("Score sheet") if cards else tr("Sheet")
    deck, scores = tr("Deck of cards"), tr("Pad of score sheets")
    pad, solo_pad = tr("Pad, double-sided"), tr("Solo pad, double-sided")
    yield job(PREVIEW, "picture", tr("Preview"), dpi=PREVIEW_DPI)
    yield job("sheet.pdf", "picture", what)
    yield job("sheet.svg", "picture", what)
    if solo:
        yield job("solo.pdf", "picture", tr("Solo sheet"), solo=True)
        yield job("solo.svg", "picture", tr("Solo sheet"), solo=True)
    for paper in PADS:
        size = PAPERS[paper]
        if cards:
            yield job(f"deck-{paper}.pdf", "pad", f"{deck}, {paper}", paper=size)
            yield job(f"scores-{paper}.pdf", "pad", f"{scores}, {paper}", paper=size, scores=True)
        else:
            yield job(f"pad-{paper}.pdf", "pad", f"{pad}, {paper}", paper=size, duplex="long")
        if solo:
            title = f"{solo_pad}, {paper}"
            yield job(f"solo-pad-{paper}.pdf", "pad", title, paper=size, duplex="long", solo=True)
    if layout.id in shipped_layouts() or _suits_press(layout, language):
        yield job(f"{PRESS}.pdf", "pad", tr("For a print shop"), profile=PRESS, duplex="long")


_SUITS_PRESS: dict[Hashable, bool] = {}  # by the digest of a layout, language, and fonts in use


def _suits_press(layout: Layout, language: str) -> bool:
    """Whether a press can print a layout in a language: a variant may be too small; `sheetgen pad` says why."""
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    key = layout.digest(), language, fonts_in_use()
    if key not in _SUITS_PRESS:
        options = PadOptions(layout, sheets=1, profile=load_profile(PRESS), language=language, duplex="long")
        try:
            make_pad(options)
            _SUITS_PRESS[key] = True
        except ValueError:
            _SUITS_PRESS[key] = False
    return _SUITS_PRESS[key]


def run(job: Job) -> bytes:
    """Make the file of a job of `jobs_of`; raise ValueError (DrawingError, PressError) if that is not possible."""
    layout = load(job.edition)
    if job.kind == "picture":
        return _picture(layout, job)
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    options = dict(job.options)
    profile = load_profile(options.pop("profile", "home"))
    return make_pad(PadOptions(layout, profile=profile, language=job.language, **options)).pdf


@dataclass(frozen=True)
class FileKinds:
    """Which files are built of an edition, and how: what lists the jobs, and what makes the file of one."""

    jobs_of: Callable[[str, Layout, str], Iterable[Job]]
    run: Callable[[Job], bytes]


PRESS_FILES = FileKinds(jobs_of, run)  # packages that use this one may add others


def _picture(layout: Layout, job: Job) -> bytes:
    from sheetgen.formats import write_scene

    page = PageSpec("solo front") if job.options.get("solo") else main_page(layout)
    scene = draw_page(layout, page, language=job.language)
    return write_scene(scene, job.path.rpartition(".")[2], dpi=job.options.get("dpi", 150))


@dataclass(frozen=True)
class Built:
    """How many files a build made, kept and removed."""

    made: int
    kept: int
    removed: int


class JobFailedError(SheetgenError, ValueError):
    """A file that could not be made; the message says which and why."""


def build(
    jobs: Sequence[Job],
    folder: Path,
    *,
    workers: int,
    done: Callable[[str], None],
    run: Callable[[Job], bytes] = run,
    prune: bool = False,
) -> Built:
    """Make the files that are missing or outdated; `prune` removes those of earlier builds that have no job now.

    `run` makes the file of a job, `done` is called with the path of every file made. Raise JobFailedError if a file
    cannot be made.
    """
    before = _read_manifest(folder)
    layouts = {edition: _layout_digest(edition) for edition in {job.edition for job in jobs}}
    fingerprints = {job.path: fingerprint(job, layouts[job.edition]) for job in jobs}
    current = {path for path, digest in fingerprints.items() if _is_current(folder / path, digest, before.get(path))}
    titles = {job.path: [file.title, file.edition] for job in jobs for file in [linked(job)]}
    manifest = {path: [*before[path][:2], *titles[path]] for path in current}
    due = [job for job in jobs if job.path not in current]
    try:
        for path, content in _make_files(due, workers, run):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, content)
            manifest[path] = [fingerprints[path], _digest(content), *titles[path]]
            done(path)
    finally:
        others = [path for path in before if path not in fingerprints]
        stale = others if prune else [path for path in others if not _is_file(folder / path)]
        for path in stale:
            with suppress(OSError, ValueError):  # a damaged list may name a folder, or nothing that could be a file
                (folder / path).unlink()
                for above in Path(path).parents[:-1]:
                    (folder / above).rmdir()  # an error if it is not empty
        kept = {path: before[path] for path in others if path not in stale}
        in_order = {path: manifest[path] for path in fingerprints if path in manifest} | kept
        if folder.is_dir():
            write_file(folder / MANIFEST, json.dumps(in_order, indent=0))
    return Built(len(due), len(current), len(stale) if prune else 0)


def require_build_folder(folder: Path) -> None:
    """Raise UnwritableError for a folder that holds anything but what a build makes; hidden files do not count."""
    own = {"index.html", SITE, *languages()}
    foreign = sorted(path.name for path in folder.iterdir() if path.name not in own and path.name[0] != ".")
    if foreign:
        example = printable(foreign[0])
        raise UnwritableError(f"{folder}: holds what no build made ({example}); name a new folder, or empty this one")


def linked(job: Job) -> "LinkedFile":
    """The file of a job, as the list of all files names it."""
    model = load(job.edition).edition
    return LinkedFile(job.path, job.title, translate(model.title, job.language, model.translations))


def linked_files(folder: Path) -> "list[LinkedFile]":
    """The files that builds made in a folder and that are there."""
    return [LinkedFile(path, *known[2:]) for path, known in _read_manifest(folder).items() if len(known) == 4]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a damaged list
        return False


def _make_files(due: Sequence[Job], workers: int, run: Callable[[Job], bytes]) -> Iterator[tuple[str, bytes]]:
    """Path and content of every file; jobs of one edition and language run in one process, which caches its drawing."""
    batches = [list(batch) for _, batch in groupby(due, key=lambda job: (job.edition, job.language))]
    if workers == 1 or len(batches) < 2:
        for batch in batches:
            yield from _run_batch(batch, run)
        return
    with process_pool(workers, prepare=partial(use_in_process, fonts_in_use())) as pool:
        for finished in pool.map(partial(_run_batch, run=run), batches):
            yield from finished


def _run_batch(jobs: list[Job], run: Callable[[Job], bytes]) -> list[tuple[str, bytes]]:
    files = []
    for job in jobs:
        try:
            files.append((job.path, run(job)))
        except ValueError as error:
            raise JobFailedError(f"{job.edition}: {job.path}: {error}") from None
    return files


def fingerprint(job: Job, layout: str) -> str:
    """A digest of everything that a file depends on: layout (as a digest), texts, options, fonts, code that draws."""
    texts = b"" if job.language == SOURCE else catalogue_path(job.language).read_bytes()
    texts += " ".join(map(digest_of, fonts_in_use())).encode()
    options = json.dumps([job.path, job.kind, job.options], sort_keys=True, default=str)
    return _digest("\0".join([layout, options, _code_digest(job.made_from)]).encode() + texts)


def _layout_digest(edition: str) -> str:
    """The digest of a layout and of the other fonts that its texts need, with that of the layout on its back."""
    layout = load(edition)
    fonts = {other.face.key for language in languages() for other in other_faces(layout, language)}
    back = getattr(layout.edition, "back", None)
    back_digest = _layout_digest(back.id) if isinstance(back, OtherEdition) and back.id != layout.id else ""
    return " ".join([layout.digest(), *sorted(fonts), back_digest])


@cache
def _code_digest(folders: tuple[Path, ...]) -> str:
    """A digest of the code and data in some folders, and of the versions of the libraries that draw."""
    files = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".py", ".yaml", ".icc", ".j2", ".record")
    )
    parts = [_digest(path.read_bytes()) for path in files] + [f"{name} {version(name)}" for name in DRAWN_BY]
    return _digest("\n".join(parts).encode())


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _is_current(path: Path, fingerprint: str, known: list[str] | None) -> bool:
    """Whether the file is what the last build made, from the same input; `known` is its entry of the manifest."""
    if known is None or known[0] != fingerprint:
        return False
    try:
        return _digest(path.read_bytes()) == known[1]
    except OSError:
        return False


def _read_manifest(folder: Path) -> dict[str, list[str]]:
    """Fingerprint, digest, title and edition's title of every file of earlier builds; empty if the list is damaged."""
    try:
        data = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        path: known
        for path, known in data.items()
        if isinstance(known, list)
        and 2 <= len(known) <= 4
        and all(isinstance(each, str) for each in known)
        and not Path(path).is_absolute()
        and ".." not in Path(path).parts
    }


@dataclass(frozen=True)
class LinkedFile:
    """A file of the list of all files: its path and title, and the title of its edition."""

    path: str
    title: str
    edition: str


def index_page(files: "Sequence[LinkedFile]", *, has_site: bool = False) -> str:
    """An HTML page of links to all files, with a picture of every sheet, by language."""
    from babel import Locale
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    sections = []
    sorted_files: dict[str, dict[str, list[LinkedFile]]] = {}
    for file in files:
        language, edition = Path(file.path).parts[:2]
        sorted_files.setdefault(language, {}).setdefault(edition, []).append(file)
    for language in sorted(sorted_files, key=languages().index):
        editions = []
        for of_edition in sorted_files[language].values():
            preview = next((file for file in of_edition if file.path.endswith(PREVIEW)), of_edition[0])
            others = [file for file in of_edition if file is not preview]
            editions.append({"title": preview.edition, "preview": preview.path, "files": others})
        name = str(Locale(language).get_display_name(language) or language)
        texts = {
            "note": translate("Unofficial. The games belong to their authors and publishers.", language),
            "rules": translate("Rules", language),
        }
        sections.append({"language": language, "name": name, "editions": editions, **texts})
    return environment.get_template("index.html.j2").render(sections=sections, has_site=has_site)
