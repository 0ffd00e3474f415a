"""Files of what is on the screen: SVG, PDF, pads, rules pages and rulebooks; each kind is one row of `EXPORTS`."""

import os
import tempfile
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import Scene
from sheetgen.i18n import SOURCE, fill_fields, translate, translate_plural
from sheetgen.layout import Layout
from sheetgen.studio.preview import View, scenes

MAX_SHEETS = 500
PRESS_PROFILES = ("press-x4", "press-x1a")


@dataclass(frozen=True)
class ExportRequest:
    """What is exported, and how."""

    layout: Layout
    view: View
    language: str = SOURCE  # of the report; that of the file is in the view
    marks: Sequence[Mapping[str, Any]] = ()  # of each sheet on the screen; none for sheets without marks
    decides: int = 0  # which of them is that of the player who decides
    sheets: int = 20
    paper: str = "A4"
    both_sides: bool = False
    profile: str = "press-x4"
    file: Path = Path()  # the path of the layout, or its future path if it is not saved yet
    text: str = ""  # of the layout, as in the editor
    languages: tuple[str, ...] = ()  # of the rules pages; by default that of the view


@dataclass(frozen=True)
class ExportedFile:
    """A finished file, and lines to show about it; `clean` is False if a print shop would object to it."""

    name: str
    content_type: str
    data: bytes
    report: tuple[str, ...] = ()
    clean: bool = True

    def as_dict(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "name": self.name,
            "kind": self.content_type,
            "data": b64encode(self.data).decode(),
            "report": list(self.report),
            "clean": self.clean,
        }


def _on_screen(request: ExportRequest) -> tuple[str, list[list[Scene]]]:
    """Return the file name without its ending, and the pages of each sheet of the view with their marks."""
    unmarked = scenes(request.layout, request.view)
    sheets = [
        [with_marks_of_page(scene, request.layout, marks, theme=request.view.theme) for scene in unmarked]
        for marks in request.marks
    ]
    name = f"{request.layout.id}{'-solo' if request.view.solo else ''}{'-back' if request.view.side == 'back' else ''}"
    return name, sheets or [unmarked]


def _svg(request: ExportRequest) -> ExportedFile:
    """The first page of the view, of the player who decides: an SVG has no second one."""
    from sheetgen.formats.svg_document import as_svg

    name, sheets = _on_screen(request)
    pages = sheets[request.decides]
    report = []
    if len(sheets) > 1:
        report.append(translate("It holds the sheet of the player who decides; choose PDF for all.", request.language))
    if len(pages) > 1:
        text = translate("It holds the first of {n} pages; choose a side, or PDF for all.", request.language)
        report.append(fill_fields(text, n=len(pages)))
    return ExportedFile(f"{name}.svg", "image/svg+xml", as_svg(pages[0]).encode(), tuple(report))


def _pdf(request: ExportRequest) -> ExportedFile:
    """All pages of the view, sheet by sheet; a single one is tagged for screen readers."""
    from sheetgen.formats.pdf import as_pages, as_pdf

    name, sheets = _on_screen(request)
    pages = [page for sheet in sheets for page in sheet]
    data = as_pdf(pages[0]) if len(pages) == 1 else as_pages(pages)
    return ExportedFile(f"{name}.pdf", "application/pdf", data)


def _pad(request: ExportRequest) -> ExportedFile:
    """A pad for a home printer."""
    return ExportedFile(f"{request.layout.id}-pad.pdf", "application/pdf", _pad_pdf(request, "home"))


def _press_pad(request: ExportRequest) -> ExportedFile:
    """A pad for a print shop, with the report of its preflight."""
    from sheetgen.press.preflight import preflight
    from sheetgen.press.profiles import load_profile

    data = _pad_pdf(request, request.profile)
    name = f"{request.layout.id}-{request.profile}.pdf"
    handle, temporary = tempfile.mkstemp(suffix=".pdf", prefix="sheetgen-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        report = preflight(Path(temporary), load_profile(request.profile))
    finally:
        Path(temporary).unlink()
    lines = tuple(objection.line(name) for objection in report.objections)
    verdict = fill_fields(
        translate_plural(
            "{file}: nothing to object to ({profile}, {n} page)",
            "{file}: nothing to object to ({profile}, {n} pages)",
            report.pages,
            request.language,
        ),
        file=name,
        profile=request.profile,
        n=report.pages,
    )
    return ExportedFile(name, "application/pdf", data, lines if lines else (verdict,), report.is_clean)


def _pad_pdf(request: ExportRequest, profile: str) -> bytes:
    """Return the PDF of a pad for a print profile; raise PressError if it cannot be printed."""
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    options = PadOptions(
        request.layout,
        sheets=request.sheets,
        profile=load_profile(profile),
        paper=PAPERS[request.paper],
        duplex="long" if request.both_sides else None,
        back=None,
        solo=request.view.solo,
        theme=request.view.theme,
        language=request.view.language,
    )
    return make_pad(options).pdf


def _rules_page(request: ExportRequest) -> ExportedFile:
    """The pages of the rules site for this layout alone, with its title and without our own pages, as an archive."""
    from sheetgen.book.files import FILES
    from sheetgen.site.build import SitePlan, build_site
    from sheetgen.site.publisher import MAX_TITLE, Publisher

    with tempfile.TemporaryDirectory(prefix="sheetgen-studio-") as folder:
        layout = Path(folder) / "layouts" / request.file.name
        layout.parent.mkdir()
        for other in request.file.parent.glob("*.y*ml"):  # the layout may extend one of them
            if other.is_file() and not other.is_symlink():
                (layout.parent / other.name).write_bytes(other.read_bytes())
        layout.write_text(request.text, "utf-8")
        output = Path(folder) / "site"
        languages, edition = request.languages or (request.view.language,), request.layout.edition
        titles = {code: translate(edition.title, code, edition.translations) for code in languages}
        # Spaces instead of line breaks, which a layout may have in its title.
        own = {code: " ".join(title.split())[:MAX_TITLE] or request.layout.id for code, title in titles.items()}
        publisher = Publisher(title=own, pages=())
        plan = SitePlan(languages, (str(layout),), with_downloads=True, publisher=publisher, files=FILES)
        build_site(plan, output)
        data = archive(output, request.layout.id)
    start = f"{request.layout.id}/index.html"
    report = fill_fields(translate("Unpack it and open {file}", request.language), file=start)
    return ExportedFile(f"{request.layout.id}-rules.zip", "application/zip", data, (report,))


def _rulebook(request: ExportRequest) -> ExportedFile:
    """The rules as a book, one page on each side of the paper."""
    return _book(request, "rulebook")


def _booklet(request: ExportRequest) -> ExportedFile:
    """The rules as a booklet to fold and staple."""
    return _book(request, "booklet")


def _summary(request: ExportRequest) -> ExportedFile:
    """The rules on one page."""
    return _book(request, "summary")


def _book(request: ExportRequest, kind: str) -> ExportedFile:
    """Return a book for a home printer, with a line about its pages; raise PressError if it cannot be printed."""
    from sheetgen.book.rulebook import BookOptions, make_rulebook, make_summary
    from sheetgen.layout.sheet import PAPERS

    options = BookOptions(
        (request.layout,),
        language=request.view.language,
        paper=PAPERS[request.paper],
        booklet=kind == "booklet",
        theme=request.view.theme,
    )
    book = (make_summary if kind == "summary" else make_rulebook)(options)
    pages = translate_plural("{n} page", "{n} pages", book.pages, request.language)
    return ExportedFile(
        f"{request.layout.id}-{kind}.pdf", "application/pdf", book.pdf, (fill_fields(pages, n=book.pages),)
    )


def archive(folder: Path, name: str) -> bytes:
    """Return a ZIP of all files of a folder, below a folder `name`; the times of the files do not change a byte."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                # An entry is dated 1980, the first year of the format, whatever the date of the file.
                entry = ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}")
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
    return stream.getvalue()


EXPORTS: Mapping[str, Callable[[ExportRequest], ExportedFile]] = {
    "svg": _svg,
    "pdf": _pdf,
    "pad": _pad,
    "press": _press_pad,
    "rules": _rules_page,
    "rulebook": _rulebook,
    "booklet": _booklet,
    "summary": _summary,
}
