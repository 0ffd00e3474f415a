"""The books among the files of `sheetgen build` and of the site's downloads."""

from collections.abc import Iterator
from typing import Any

from sheetgen.i18n import translate
from sheetgen.layout import Layout, load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.build import DRAWN_FROM, PACKAGE, PADS, FileKinds, Job
from sheetgen.press.build import jobs_of as press_jobs_of
from sheetgen.press.build import run as run_press
from sheetgen.resources import data_folder

KIND = "book"


def jobs_of(edition: str, layout: Layout, language: str) -> Iterator[Job]:
    """Every file of one edition in one language: those of the press, the rules as a book and booklets, a summary."""
    yield from press_jobs_of(edition, layout, language)
    base = f"{language}/{layout.id}/{layout.id}-{language}"
    texts = (data_folder("docs") / language, data_folder("docs") / "examples")
    code = tuple(PACKAGE / name for name in ("book", "site", "engine"))

    def job(suffix: str, title: str, **options: Any) -> Job:
        return Job(edition, language, f"{base}-{suffix}", KIND, title, options, (*DRAWN_FROM, *code, *texts))

    yield job("rulebook.pdf", translate("Rulebook", language), paper=PAPERS["A4"])
    booklet = translate("Rulebook to fold and staple", language)
    for paper in PADS:
        yield job(f"booklet-{paper}.pdf", f"{booklet}, {paper}", paper=PAPERS[paper], booklet=True)
    yield job("summary.pdf", translate("Rules on one page", language), paper=PAPERS["A4"], summary=True)


def run(job: Job) -> bytes:
    """Make the file of a job; raise ValueError (BookError, PageError, DrawingError, PressError) if it is impossible."""
    if job.kind != KIND:
        return run_press(job)
    from sheetgen.book.rulebook import BookOptions, make_rulebook, make_summary

    options = dict(job.options)
    make = make_summary if options.pop("summary", False) else make_rulebook
    return make(BookOptions((load(job.edition),), language=job.language, **options)).pdf


FILES = FileKinds(jobs_of, run)
