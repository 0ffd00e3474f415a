"""The collection: everything that can be printed of an edition in a language, as jobs that run side by side."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sheetgen.drawing.pages import has_page
from sheetgen.i18n import translate
from sheetgen.layout import Layout, load
from sheetgen.layout.sheet import PAPERS
from sheetgen.resources import shipped_layouts

PREVIEW_DPI = 72
PADS = ("A4", "Letter")  # the papers of the world's home printers
PRESS = "press-x4"


@dataclass(frozen=True)
class Job:
    """One file: what makes it, and with which options."""

    edition: str  # an id or a path, as somebody named it
    language: str
    path: str  # within the folder of the collection
    kind: str
    title: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)


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
    pad, solo_pad = tr("Pad, both sides"), tr("Solo pad, both sides")
    yield job("preview.png", "picture", tr("Preview"), dpi=PREVIEW_DPI)
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
    if layout.id in shipped_layouts():  # a variant may be too small for a press; `sheetgen pad` says so
        yield job(f"{PRESS}.pdf", "pad", tr("For a print shop"), profile=PRESS, duplex="long")


def run(job: Job) -> bytes:
    """Make the file of a job."""
    layout = load(job.edition)
    if job.kind == "picture":
        return _picture(layout, job)
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    options = dict(job.options)
    profile = load_profile(options.pop("profile", "home"))
    return make_pad(PadOptions(layout, profile=profile, language=job.language, **options)).pdf


def _picture(layout: Layout, job: Job) -> bytes:
    from sheetgen.formats import write_scene
    from sheetgen.press.faces import sheet_sides

    solo = job.options.get("solo", False)
    front, _ = sheet_sides(layout, back="blank", solo=solo, theme="light", language=job.language, size=None)
    return write_scene(front, job.path.rpartition(".")[2], dpi=job.options.get("dpi", 150))
