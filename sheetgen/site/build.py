"""Builds the site: every language in a process of its own, written aside and then swapped in."""

import math
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sheetgen.files import beside, put_folder, remove_stale, write_file
from sheetgen.i18n import languages as all_languages
from sheetgen.layout import Layout, by_name, load
from sheetgen.layout.nodes import printable
from sheetgen.press.build import JobFailedError
from sheetgen.processes import process_pool
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site import mkdocs_build
from sheetgen.site.assets import FONTS, font_css, write_assets
from sheetgen.site.card_steps import play_examples
from sheetgen.site.downloads import FOLDER, build_downloads, collection
from sheetgen.site.model import Site
from sheetgen.site.pages import all_pages
from sheetgen.site.reference import Command
from sheetgen.site.render import PageError, Rendered, render
from sheetgen.site.root import root_page
from sheetgen.site.steps import ExampleError


class SiteError(ValueError):
    """The site cannot be built; one line per problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Plan:
    """What to build."""

    languages: tuple[str, ...]
    layouts: tuple[str, ...]  # ids of shipped editions and paths of own ones
    with_downloads: bool = True


def plan(languages: Sequence[str] = (), layouts: Sequence[str] = (), *, with_downloads: bool = True) -> Plan:
    """All shipped editions, variants and the given layouts, in all languages unless some are named."""
    given = by_name(layouts)  # somebody's own version of an edition or a variant takes its place
    editions = sorted(shipped_layouts(), key=lambda edition: _place(_layout(edition)))
    ids = [edition for edition in editions if given.get(edition, edition) == edition]
    variants = [str(path) for name, path in shipped_variants().items() if name not in given]
    own = [file for file in given.values() if file not in ids]
    return Plan(tuple(languages) or all_languages(), (*ids, *variants, *own), with_downloads)


@cache
def _layout(edition: str) -> Layout:
    return load(edition)


def _place(layout: Layout) -> tuple[bool, float, str]:
    """The order of the pages: sheets as they came out, those without a year behind them, then cards."""
    year = layout.edition.credits.year if layout.edition.credits else None
    return layout.edition.kind == "cards", math.inf if year is None else year, layout.id


def open_site(plan: Plan, language: str, commands: Sequence[Command] = ()) -> Site:
    """A language of the site, with nothing rendered yet."""
    layouts = [_layout(edition) for edition in plan.layouts]
    shipped = frozenset(own.id for own, name in zip(layouts, plan.layouts, strict=True) if name in shipped_layouts())
    return Site(language, layouts, all_pages(layouts), shipped, plan.languages, commands)


def build_site(plan: Plan, output: Path, commands: Sequence[Command] = (), *, earlier: Path | None = None) -> int:
    """Build all languages and swap the result in; return the number of pages.

    `earlier` is a folder that `sheetgen build` filled; else what the site itself offered before is used again.
    """
    output = output.resolve()
    _check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    remove_stale(output)
    aside = beside(output)
    aside.mkdir()
    try:
        _warm_up(plan)
        with process_pool(os.cpu_count() or 1) as pool:
            languages = [pool.submit(_build_language, plan, language, aside, commands) for language in plan.languages]
            fonts = font_css()  # meanwhile, and once for all builds of a process
            results = [job.result() for job in languages]
            problems = [problem for found, _ in results for problem in found]
            if problems:
                pool.shutdown(cancel_futures=True)
                raise SiteError(list(dict.fromkeys(problems)))
            for language in plan.languages:
                (aside / language / "assets" / FONTS).write_text(fonts, "utf-8")
        if plan.with_downloads:
            layouts = {edition: _layout(edition) for edition in plan.layouts}
            jobs = collection(layouts, plan.languages)
            try:
                build_downloads(jobs, aside / FOLDER, earlier or output / FOLDER)
            except JobFailedError as error:
                raise SiteError([str(error)]) from None
        write_file(aside / "index.html", root_page(plan.languages))
        put_folder(aside, output)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return sum(count for _, count in results)


def _warm_up(plan: Plan) -> None:
    """Read and play what all languages need, before the work is shared out."""
    for edition in plan.layouts:
        layout = _layout(edition)
        if edition in shipped_layouts():
            try:
                play_examples(layout)
            except ExampleError as error:
                raise SiteError([str(error)]) from None


def _check_replaceable(output: Path) -> None:
    """Whatever a site replaces is gone: it must be a site, or empty."""
    own = {"index.html", FOLDER, *all_languages()}
    foreign = sorted(path.name for path in output.iterdir() if path.name not in own) if output.is_dir() else []
    if foreign or not output.name:
        found = f" ({printable(foreign[0])})" if foreign else ""
        raise SiteError([f"{output}: holds what is no part of a site{found}; name a new folder, or empty this one"])


def _build_language(plan: Plan, language: str, aside: Path, commands: Sequence[Command]) -> tuple[list[str], int]:
    """Build one language; problems come back as lines, since not every error survives the way between processes."""
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
        config = mkdocs_build.configure(site, {own.page.source: own for own in rendered}, docs, aside / language)
        objections = mkdocs_build.build(config)
        return [f"{language}: {told}" for told in objections], len(rendered)


def write_tree(site: Site, rendered: Sequence[Rendered], docs: Path) -> None:
    """Write the Markdown tree of a language with its assets."""
    for own in rendered:
        path = docs / own.page.source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(own.text, "utf-8")
    write_assets(site, docs / "assets")
