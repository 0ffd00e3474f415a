"""What a new layout can start from: the shipped editions and variants, and layouts that a publisher adds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sheetgen.i18n import translate
from sheetgen.layout import Layout, read
from sheetgen.layout.loading import COMMANDS_LINE, as_yaml, starter
from sheetgen.resources import shipped_layouts, shipped_variants

# How lines begin that are not for the studio: one for other editors, and one about commands.
OTHERS = ("# yaml-language-server", COMMANDS_LINE)


@dataclass(frozen=True)
class Start:
    """A layout to start from: its text with only what one changes, and as a whole, with every number."""

    layout: Layout
    short: str
    whole: str

    @property
    def id(self) -> str:
        """The id of the layout."""
        return self.layout.id

    def title(self, language: str) -> str:
        """The title in a language."""
        edition = self.layout.edition
        return translate(edition.title, language, edition.translations)

    def about(self, language: str) -> str:
        """One sentence about it in a language; empty if the layout has none."""
        edition = self.layout.edition
        return translate(edition.about, language, edition.translations) if edition.about else ""


def start_names() -> Mapping[str, Path]:
    """Return the files of all layouts that one can start from, by id: editions, then variants."""
    return {**shipped_layouts(), **shipped_variants()}


def read_start(file: Path) -> Start:
    """Return a layout to start from; raise LayoutError.

    Only an edition can be extended by its name; a new layout from another file is a copy of it.
    """
    is_edition = shipped_layouts().get(file.stem) == file
    layout = read(file.stem if is_edition else str(file))
    source = _for_the_studio(file.read_text("utf-8"))
    if not is_edition:
        needs_others = any(parent not in shipped_layouts() for parent in layout.lineage)
        whole = as_yaml(layout) if needs_others else source
        return Start(layout, whole, whole)
    if layout.lineage:
        source = f"# Everything that {layout.id} says, written out.\n{as_yaml(layout)}"
    return Start(layout, _for_the_studio(starter(layout, layout.id)), source)


def read_starts(files: Iterable[Path]) -> list[Start]:
    """Return the layouts of several files to start from; raise LayoutError."""
    return [read_start(file) for file in files]


def _for_the_studio(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(OTHERS))
