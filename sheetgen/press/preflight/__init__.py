"""Preflight: what a print shop would object to in a PDF, with page and place."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetgen.press.preflight.checks import Document, Surroundings, file_faults, minded, object_faults, page_faults
from sheetgen.press.preflight.objects import Budget, UnreadableError, open_pdf
from sheetgen.press.preflight.pages import DistinctPage, Layer
from sheetgen.press.preflight.reader import FileReader
from sheetgen.press.preflight.report import Collector, Fault, Objection, Report, merge_same
from sheetgen.press.profiles import Profile

__all__ = ["Objection", "Report", "UnreadableError", "preflight"]


def preflight(path: Path, profile: Profile) -> Report:
    """Check every page of a PDF for a print profile; raise UnreadableError if that is not possible."""
    with open_pdf(path) as pdf:
        budget, collector = Budget(), Collector()
        reader, checker = FileReader(pdf, budget), PageChecker(profile, budget)
        pages = tuple(reader.pages())
        for page in pages:
            for fault in checker.faults(page):
                collector.add(fault, page.numbers, page.trim)
        for fault in minded(file_faults(Document(pdf, pages, reader.fonts, profile)), profile):
            collector.add(fault)
        return Report(len(pdf.pages), tuple(collector.objections()))


class PageChecker:
    """Checks pages; a layer that many pages share above the same layers is checked once."""

    def __init__(self, profile: Profile, budget: Budget) -> None:
        self.profile, self.budget = profile, budget
        self._known: dict[object, list[Fault]] = {}

    def faults(self, page: DistinctPage) -> Iterator[Fault]:
        """Everything that is wrong on a page."""
        yield from minded([*page_faults(page, self.profile), *page.faults], self.profile)
        for place, layer in enumerate(page.layers):
            below = page.layers[:place]
            key = (layer, below, page.media, page.bleed, page.trim, page.has_cut)
            if key not in self._known:
                self._known[key] = merge_same(self._layer_faults(layer, below, page))
            yield from self._known[key]

    def _layer_faults(self, layer: Layer, below: Sequence[Layer], page: DistinctPage) -> Iterator[Fault]:
        yield from minded(layer.faults, self.profile)
        around = Surroundings(page, self.profile, below, self.budget)
        for item in layer.objects:
            self.budget.spend()
            yield from minded(object_faults(item, around), self.profile, item.extent)
            if item.covers_below:
                around.covering.append(item)
