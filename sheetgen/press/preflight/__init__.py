"""Preflight: check a PDF, from any program, for what a print shop would object to, with page and position.

`objects` opens the file with limits, `reader` turns content streams into the data of `pages` and `resources`, `checks`
finds faults in them, and `report` counts them. Lengths are points unless millimetres are named.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetgen.press.icc import PrintingColours, read_icc
from sheetgen.press.preflight.checks import (
    Document,
    ObjectContext,
    apply_rules,
    file_faults,
    object_faults,
    page_faults,
)
from sheetgen.press.preflight.objects import Budget, UnreadableError, open_pdf
from sheetgen.press.preflight.pages import DistinctPage, Fault, Layer
from sheetgen.press.preflight.reader import FileReader
from sheetgen.press.preflight.report import Collector, Objection, Report, merge_same
from sheetgen.press.profiles import Profile

__all__ = ["Objection", "Report", "UnreadableError", "preflight"]


def preflight(path: Path, profile: Profile) -> Report:
    """Check all pages of a PDF against a print profile.

    Raise UnreadableError if the file cannot be read, PressError if the colour profile of the print profile cannot.
    """
    printing = read_icc(profile)[1] if profile.is_press else None
    with open_pdf(path) as pdf:
        budget, collector = Budget(), Collector()
        reader, checker = FileReader(pdf, budget), PageChecker(profile, budget, printing)
        pages = tuple(reader.pages())
        for page in pages:
            for fault in checker.faults(page):
                collector.add(fault, page.numbers, page.trim)
        for fault in apply_rules(file_faults(Document(pdf, pages, reader.fonts, profile)), profile):
            collector.add(fault)
        return Report(len(pdf.pages), tuple(collector.objections()))


class PageChecker:
    """Checks pages; a layer that many pages show on top of the same layers is checked once."""

    def __init__(self, profile: Profile, budget: Budget, printing: PrintingColours | None) -> None:
        self.profile, self.budget, self.printing = profile, budget, printing
        self._known: dict[object, list[Fault]] = {}

    def faults(self, page: DistinctPage) -> Iterator[Fault]:
        """Everything that is wrong on a page."""
        yield from apply_rules([*page_faults(page, self.profile), *page.faults], self.profile)
        for index, layer in enumerate(page.layers):
            below = page.layers[:index]
            key = (layer, below, page.media, page.bleed, page.trim, page.has_cut)
            if key not in self._known:
                self._known[key] = merge_same(self._layer_faults(layer, below, page))
            yield from self._known[key]

    def _layer_faults(self, layer: Layer, below: Sequence[Layer], page: DistinctPage) -> Iterator[Fault]:
        yield from apply_rules(layer.faults, self.profile)
        context = ObjectContext(page, self.profile, below, self.budget, self.printing)
        for item in layer.objects:
            self.budget.spend()
            yield from apply_rules(object_faults(item, context), self.profile, item.extent)
            if item.hides_below:
                context.covering.append(item)
