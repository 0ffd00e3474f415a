"""Files to print that are built with the site: a table of labels and builders."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.cards import draw_score_sheet
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.drawing.solo import draw_solo
from sheetgen.formats import write_scene
from sheetgen.i18n import later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words

FOLDER = "downloads"


@dataclass(frozen=True)
class Download:
    """One kind of file: what it is called, its ending, for which editions, and how it is made."""

    name: str
    label: str
    ending: str
    suits: Callable[[Layout], bool]
    build: Callable[[Layout, str], bytes]

    def file(self, layout: Layout) -> str:
        """The name of the file."""
        return f"{layout.id}{self.name}.{self.ending}"


def _is_sheet(layout: Layout) -> bool:
    return isinstance(layout.edition, SheetEdition)


def _has_solo(layout: Layout) -> bool:
    return isinstance(layout.edition, SheetEdition) and layout.edition.solo is not None


DOWNLOADS = (
    Download(
        "", later("Sheet"), "pdf", _is_sheet, lambda own, lang: write_scene(draw_sheet(own, language=lang), "pdf")
    ),
    Download(
        "", later("Sheet, vector drawing"), "svg", _is_sheet,
        lambda own, lang: write_scene(draw_sheet(own, language=lang), "svg"),
    ),
    Download(
        "-ink", later("Sheet, black and white"), "pdf", _is_sheet,
        lambda own, lang: write_scene(draw_sheet(own, theme="ink", language=lang), "pdf"),
    ),
    Download(
        "-solo", later("Sheet for playing alone"), "pdf", _has_solo,
        lambda own, lang: write_scene(draw_solo(own, language=lang), "pdf"),
    ),
    Download(
        "-back", later("Back of the sheet"), "pdf", _is_sheet,
        lambda own, lang: write_scene(draw_back(own, language=lang), "pdf"),
    ),
    Download(
        "", later("Score sheet"), "pdf", lambda own: not _is_sheet(own),
        lambda own, lang: write_scene(draw_score_sheet(own, language=lang), "pdf"),
    ),
)  # fmt: skip


def files_of(layout: Layout) -> Iterator[Download]:
    """The files of an edition."""
    return (own for own in DOWNLOADS if own.suits(layout))


def downloads(layout: Layout, words: Words) -> str:
    """The list of files, with links."""
    rows = [
        # Plain HTML: the files are made beside the pages, where mkdocs does not look for them.
        [f'<a href="../{FOLDER}/{own.file(layout)}">{words.tr(own.label)}</a>', own.ending.upper()]
        for own in files_of(layout)
    ]
    return markdown_table([words.tr("File"), words.tr("Format")], rows)
