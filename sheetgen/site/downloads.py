"""Files to print beside the pages: the same collection that `sheetgen build` makes."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from sheetgen.layout import Layout
from sheetgen.press.build import MANIFEST, Job, build, jobs_of
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words

FOLDER = "downloads"  # beside the languages, with one folder for each


def downloads(layout: Layout, words: Words) -> str:
    """The list of files of an edition, with links from a page of its own."""
    rows = [
        # Plain HTML: the files are made beside the pages, where mkdocs does not look for them.
        [f'<a href="../../{FOLDER}/{job.path}">{job.title}</a>', job.path.rpartition(".")[2].upper()]
        for job in jobs_of(layout.id, layout, words.language)
    ]
    return markdown_table([words.tr("File"), words.tr("Format")], rows)


def collection(layouts: dict[str, Layout], languages: Sequence[str]) -> list[Job]:
    """Every file of the site."""
    return [job for language in languages for name, own in layouts.items() for job in jobs_of(name, own, language)]


def build_downloads(jobs: Sequence[Job], folder: Path, earlier: Path) -> None:
    """Make the files of the site; those that have not changed since an earlier collection are taken from there."""
    if (earlier / MANIFEST).is_file():
        # A file is never written into but replaced, so that both collections may share it.
        folder.mkdir(parents=True)
        for path in [MANIFEST, *(job.path for job in jobs)]:
            if (earlier / path).is_file():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                _share(earlier / path, folder / path)
    build(jobs, folder, workers=os.cpu_count() or 1, done=lambda _: None)


def _share(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # another disk, or one without links
        shutil.copyfile(old, new)
