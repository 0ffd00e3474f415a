"""Builds the site: each language in its own process, in a temporary folder that replaces the old site at the end."""

import math
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from sheetgen.drawing.faces import fonts_in_use, use_in_process
from sheetgen.engine.cards import forget_card_rules
from sheetgen.engine.rules import forget_rules
from sheetgen.errors import SheetgenError
from sheetgen.files import put_folder, remove_stale, temporary_name, unfinished, write_file
from sheetgen.i18n import languages as all_languages
from sheetgen.layout import Layout, index_by_id, load
from sheetgen.layout.problems import printable
from sheetgen.press.build import MANIFEST, PRESS_FILES, FileKinds, Job, JobFailedError, build
from sheetgen.processes import process_pool
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site import mkdocs_build
from sheetgen.site.embed import write_embeds
from sheetgen.site.examples import ExampleError, clear_examples, play_examples
from sheetgen.site.gallery import STUDIO
from sheetgen.site.hosting import NOT_FOUND, PICTURES, ROBOTS, SITE_MAP, write_host_files, write_pictures
from sheetgen.site.mkdocs_build import FONTS, font_css, root_page, write_assets
from sheetgen.site.offline import ICONS, WORKER, write_app, write_worker
from sheetgen.site.pages import Site, all_pages
from sheetgen.site.pictures import forget_pages
from sheetgen.site.publisher import OURS, Publisher
from sheetgen.site.tables import DOWNLOADS, CommandHelp
from sheetgen.site.templates import PageError, Rendered, render


class SiteError(SheetgenError, ValueError):
    """The site cannot be built; one line per problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class SitePlan:
    """What to build."""

    languages: tuple[str, ...]
    layouts: tuple[str, ...]  # ids of shipped editions and paths of other layouts
    with_downloads: bool = True
    publisher: Publisher = OURS
    files: FileKinds = PRESS_FILES  # the files to print of each edition
    with_studio: bool = False  # whether `build_site` is given a part that writes the studio
    gallery: tuple[str, ...] = ()  # paths of layouts that only the gallery shows


def plan_site(
    languages: Sequence[str] = (),
    layouts: Sequence[str] = (),
    *,
    only: Sequence[str] = (),
    with_downloads: bool = True,
    publisher: Publisher = OURS,
    files: FileKinds = PRESS_FILES,
) -> SitePlan:
    """Return the plan for the editions of a publisher, by default all shipped ones and variants, and given layouts.

    `only` names the editions to build instead, by id or file. Without languages, those of the publisher are built, by
    default all. Raise LayoutError for an edition that does not exist, and for two of one name.
    """
    chosen = tuple(languages) or publisher.languages or all_languages()
    if only or publisher.editions:
        known = index_by_id(publisher.editions) | {name: str(path) for name, path in shipped_variants().items()}
        names = [known.get(name, name) for name in only] or publisher.editions
        named = tuple(index_by_id([*names, *layouts]).values())
        return SitePlan(chosen, named, with_downloads, publisher, files)
    given = index_by_id(layouts)  # a given layout replaces the shipped edition or variant of the same id
    editions = sorted(shipped_layouts(), key=lambda edition: _order(_layout(edition)))
    ids = [edition for edition in editions if given.get(edition, edition) == edition]
    variants = [str(path) for name, path in shipped_variants().items() if name not in given]
    others = [file for file in given.values() if file not in ids]
    return SitePlan(chosen, (*ids, *variants, *others), with_downloads, publisher, files)


@cache
def _layout(edition: str) -> Layout:
    return load(edition)


def forget_layouts() -> None:
    """Forget all that was read or made from layouts, so that changed files are read again."""
    _layout.cache_clear()
    forget_rules()
    forget_card_rules()
    clear_examples()
    forget_pages()


def _order(layout: Layout) -> tuple[bool, float, str]:
    """Return the sort key of an edition: sheets by year, those without a year, then cards."""
    year = layout.edition.credits.year if layout.edition.credits else None
    return layout.edition.kind == "cards", math.inf if year is None else year, layout.id


def open_site(plan: SitePlan, language: str, commands: Sequence[CommandHelp] = ()) -> Site:
    """Return the site in a language, with nothing rendered yet."""
    layouts = [_layout(edition) for edition in plan.layouts]
    named = zip(layouts, plan.layouts, strict=True)
    shipped = frozenset(layout.id for layout, name in named if name in shipped_layouts())
    pages = all_pages(layouts, plan.publisher, has_studio=plan.with_studio)
    return Site(
        language,
        layouts,
        pages,
        shipped,
        plan.languages,
        commands,
        plan.publisher,
        has_studio=plan.with_studio,
        gallery=[_layout(file) for file in plan.gallery],
        files=plan.files,
    )


def build_site(
    plan: SitePlan,
    output: Path,
    commands: Sequence[CommandHelp] = (),
    *,
    earlier: Path | None = None,
    done: Callable[[int], None] = lambda _: None,
    parts: Sequence[Callable[[Path], None]] = (),
) -> int:
    """Build all languages, replace `output` by the result and return the number of pages; raise SiteError.

    Files to print that have not changed are taken from `earlier`, a folder of `sheetgen build`, or from the old site.
    `done` is called with the number of further steps that are done, of those that `steps_of` counts.
    Each of `parts` writes a folder of its own into the site, such as the studio.
    """
    output = output.resolve()
    _check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    remove_stale(output)
    aside = temporary_name(output)
    aside.mkdir()
    with unfinished(aside):
        try:
            _warm_up(plan)
            with process_pool(os.cpu_count() or 1, prepare=partial(use_in_process, fonts_in_use())) as pool:
                languages = [
                    pool.submit(_build_language, plan, language, aside, commands) for language in plan.languages
                ]
                fonts = font_css()  # meanwhile, and once for all builds of a process
                for finished in as_completed(languages):
                    finished.exception()
                    done(1)
                results = [job.result() for job in languages]
                problems = [problem for objections, _ in results for problem in objections]
                if problems:
                    pool.shutdown(cancel_futures=True)
                    raise SiteError(list(dict.fromkeys(problems)))
                for language in plan.languages:
                    (aside / language / "assets" / FONTS).write_text(fonts, "utf-8")
            if plan.with_downloads:
                layouts = {edition: _layout(edition) for edition in plan.layouts}
                jobs = download_jobs(layouts, plan)
                try:
                    build_downloads(jobs, aside / DOWNLOADS, earlier or output / DOWNLOADS, plan.files, done)
                except JobFailedError as error:
                    raise SiteError([str(error)]) from None
            write_root(aside, plan)
            for write_part in parts:
                write_part(aside)
            write_worker(aside, plan.languages, plan.publisher)
            put_folder(aside, output)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    return sum(count for _, count in results)


def write_root(folder: Path, plan: SitePlan) -> None:
    """Write what is beside the folders of the languages, except the service worker: it lists all other files."""
    layouts = [_layout(edition) for edition in plan.layouts]
    write_file(folder / "index.html", root_page(plan.languages, plan.publisher))
    write_app(folder, plan.languages, plan.publisher)
    paths = [page.path for page in all_pages(layouts, plan.publisher, has_studio=plan.with_studio)]
    write_host_files(folder, plan.publisher, plan.languages, paths)


def _warm_up(plan: SitePlan) -> None:
    """Load the layouts and play the examples before the worker processes start, which then inherit them."""
    for edition in plan.layouts:
        layout = _layout(edition)
        if edition in shipped_layouts():
            try:
                play_examples(layout)
            except ExampleError as error:
                raise SiteError([str(error)]) from None


def _check_replaceable(output: Path) -> None:
    """Raise SiteError if the output folder contains anything but a site, since it would be deleted."""
    allowed = {"index.html", NOT_FOUND, SITE_MAP, ROBOTS, WORKER, ICONS, PICTURES, DOWNLOADS, STUDIO, *all_languages()}
    foreign = sorted(path.name for path in output.iterdir() if path.name not in allowed) if output.is_dir() else []
    if foreign or not output.name:
        example = f" ({printable(foreign[0])})" if foreign else ""
        raise SiteError([f"{output}: holds what is no part of a site{example}; name a new folder, or empty this one"])


def _build_language(
    plan: SitePlan, language: str, aside: Path, commands: Sequence[CommandHelp]
) -> tuple[list[str], int]:
    """Build one language; return problems and the number of pages.

    Problems are returned as lines, since not every exception can be passed between processes.
    """
    with tempfile.TemporaryDirectory(prefix=".docs-", dir=aside) as folder:
        docs = Path(folder) / "docs"
        site = open_site(plan, language, commands)
        problems: list[str] = []
        rendered: list[Rendered] = []
        for page in site.pages:
            try:
                rendered.append(render(site, page))
            except (PageError, ExampleError) as error:
                problems.append(str(error))
        if problems:
            return list(dict.fromkeys(problems)), 0
        write_tree(site, rendered, docs)
        by_source = {result.page.source: result for result in rendered}
        config = mkdocs_build.configure(site, by_source, docs, aside / language)
        objections = mkdocs_build.build(config)
        write_embeds(site, aside / language)
        if plan.publisher.address is not None:
            write_pictures(aside, site.layouts, language, plan.publisher)
        return [f"{language}: {objection}" for objection in objections], len(rendered)


def write_tree(site: Site, rendered: Sequence[Rendered], docs: Path) -> None:
    """Write the Markdown files of a language and its assets."""
    for result in rendered:
        path = docs / result.page.source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(result.text, "utf-8")
    write_assets(site, docs / "assets")


def download_jobs(layouts: dict[str, Layout], plan: SitePlan) -> list[Job]:
    """Return the jobs for all files to print of the site."""
    editions = [(name, layout, language) for language in plan.languages for name, layout in layouts.items()]
    return [job for name, layout, language in editions for job in plan.files.jobs_of(name, layout, language)]


def steps_of(plan: SitePlan) -> int:
    """Return how many steps a build has: one for each language, and one for each file to print."""
    layouts = {edition: _layout(edition) for edition in plan.layouts} if plan.with_downloads else {}
    return len(plan.languages) + len(download_jobs(layouts, plan))


def build_downloads(
    jobs: Sequence[Job], folder: Path, earlier: Path, files: FileKinds, done: Callable[[int], None] = lambda _: None
) -> None:
    """Make the files to print; those that have not changed since an earlier build are linked or copied from there."""
    if (earlier / MANIFEST).is_file():
        # A file is replaced and never changed in place, so both folders may share it.
        folder.mkdir(parents=True)
        for path in [MANIFEST, *(job.path for job in jobs)]:
            if (earlier / path).is_file():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                _link_or_copy(earlier / path, folder / path)
    built = build(jobs, folder, workers=os.cpu_count() or 1, done=lambda _: done(1), run=files.run, prune=True)
    done(built.kept)


def _link_or_copy(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # another disk, or one without links
        shutil.copyfile(old, new)
