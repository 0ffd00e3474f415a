"""Exports: what is on the screen as a file, each kind one row of a table."""

import os
import tempfile
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import Scene
from sheetgen.layout import Layout
from sheetgen.studio.pages import View, scenes

MOST_SHEETS = 500
PRESS = ("press-x4", "press-x1a")


@dataclass(frozen=True)
class Wish:
    """What somebody wants exported."""

    layout: Layout
    view: View
    marks: Mapping[str, Any] | None = None
    sheets: int = 20
    paper: str = "A4"
    both_sides: bool = False
    profile: str = "press-x4"
    file: Path = Path()  # where the layout lies or would lie
    text: str = ""


@dataclass(frozen=True)
class Made:
    """A finished file and what there is to say about it."""

    name: str
    kind: str
    data: bytes
    report: tuple[str, ...] = ()
    clean: bool = True

    def as_dict(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "name": self.name,
            "kind": self.kind,
            "data": b64encode(self.data).decode(),
            "report": list(self.report),
            "clean": self.clean,
        }


def _on_screen(wish: Wish) -> tuple[str, list[Scene]]:
    """The pages of the view with their marks, and what to call them."""
    shown = scenes(wish.layout, wish.view)
    if wish.marks is not None:
        shown = [with_marks_of_page(scene, wish.layout, wish.marks, theme=wish.view.theme) for scene in shown]
    name = f"{wish.layout.id}{'-solo' if wish.view.solo else ''}{'-back' if wish.view.side == 'back' else ''}"
    return name, shown


def _svg(wish: Wish) -> Made:
    """The first page of the view: an SVG has no second one."""
    from sheetgen.formats.svg import as_svg

    name, shown = _on_screen(wish)
    left = (f"It holds the first of {len(shown)} pages; choose a side, or PDF for all.",) if len(shown) > 1 else ()
    return Made(f"{name}.svg", "image/svg+xml", as_svg(shown[0]).encode(), left)


def _pdf(wish: Wish) -> Made:
    """All pages of the view; a single one is tagged for those who have it read to them."""
    from sheetgen.formats.pdf import as_pages, as_pdf

    name, shown = _on_screen(wish)
    data = as_pdf(shown[0]) if len(shown) == 1 else as_pages(shown)
    return Made(f"{name}.pdf", "application/pdf", data)


def _pad(wish: Wish) -> Made:
    """A pad for a home printer."""
    return Made(f"{wish.layout.id}-pad.pdf", "application/pdf", _printed(wish, "home"))


def _press_pad(wish: Wish) -> Made:
    """A pad for a print shop, looked at as the shop would."""
    from sheetgen.press.preflight import preflight
    from sheetgen.press.profiles import load_profile

    data = _printed(wish, wish.profile)
    name = f"{wish.layout.id}-{wish.profile}.pdf"
    handle, aside = tempfile.mkstemp(suffix=".pdf", prefix="sheetgen-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        told = preflight(Path(aside), load_profile(wish.profile))
    finally:
        Path(aside).unlink()
    lines = tuple(objection.line(name) for objection in told.objections)
    verdict = f"{name}: nothing to object to ({wish.profile}, {told.pages} pages)"
    return Made(name, "application/pdf", data, lines if lines else (verdict,), told.is_clean)


def _printed(wish: Wish, profile: str) -> bytes:
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    options = PadOptions(
        wish.layout,
        sheets=wish.sheets,
        profile=load_profile(profile),
        paper=PAPERS[wish.paper],
        duplex="long" if wish.both_sides else None,
        back=None,
        solo=wish.view.solo,
        theme=wish.view.theme,
        language=wish.view.language,
    )
    return make_pad(options).pdf


def _rules_page(wish: Wish) -> Made:
    """The pages of the rules site for this layout alone, as an archive."""
    from sheetgen.site.build import SitePlan, build_site

    with tempfile.TemporaryDirectory(prefix="sheetgen-studio-") as folder:
        own = Path(folder) / "layouts" / wish.file.name
        own.parent.mkdir()
        for beside in wish.file.parent.glob("*.y*ml"):  # parents lie beside it
            if beside.is_file() and not beside.is_symlink():
                (own.parent / beside.name).write_bytes(beside.read_bytes())
        own.write_text(wish.text, "utf-8")
        output = Path(folder) / "site"
        build_site(SitePlan((wish.view.language,), (str(own),), with_downloads=True), output)
        data = archive(output, wish.layout.id)
    start = f"{wish.layout.id}/{wish.view.language}/{wish.layout.id}/index.html"
    return Made(f"{wish.layout.id}-rules.zip", "application/zip", data, (f"Unpack it and open {start}",))


def archive(folder: Path, name: str) -> bytes:
    """All files of a folder, packed under a name; when they were written does not change a byte."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                entry = ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}")  # dated 1980, the first year there is
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
    return stream.getvalue()


EXPORTS: Mapping[str, Callable[[Wish], Made]] = {
    "svg": _svg,
    "pdf": _pdf,
    "pad": _pad,
    "press": _press_pad,
    "rules": _rules_page,
}
