"""Preflight: what a print shop would object to in a PDF, with page and place."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheetgen.press.preflight.checks import (
    DOCUMENT_CHECKS,
    OBJECT_CHECKS,
    PAGE_CHECKS,
    READER_FAULTS,
    Document,
    Surroundings,
)
from sheetgen.press.preflight.objects import Budget, UnreadableError, open_pdf
from sheetgen.press.preflight.reader import DistinctPage, FileReader, Layer
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
        document = Document(pdf, pages, reader.fonts, profile)
        for check in DOCUMENT_CHECKS:
            if profile.standard in check.standards:
                for fault in check.faults(profile, document):
                    collector.add(fault)
        return Report(len(pdf.pages), tuple(collector.objections()))


class PageChecker:
    """Checks pages; a layer that many pages share above the same layers is checked once."""

    def __init__(self, profile: Profile, budget: Budget) -> None:
        self.profile, self.budget = profile, budget
        self.object_checks = [check for check in OBJECT_CHECKS if profile.standard in check.standards]
        self._known: dict[object, list[Fault]] = {}

    def faults(self, page: DistinctPage) -> Iterator[Fault]:
        """Everything that is wrong on a page."""
        for check in PAGE_CHECKS:
            if self.profile.standard in check.standards:
                yield from check.faults(self.profile, page, self.profile)
        yield from self._minded(page.faults)
        for place, layer in enumerate(page.layers):
            below = page.layers[:place]
            key = (layer, below, page.media, page.bleed, page.trim, page.has_cut)
            if key not in self._known:
                self._known[key] = merge_same([*self._minded(layer.faults), *self._layer_faults(layer, below, page)])
            yield from self._known[key]

    def _minded(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        return (fault for fault in faults if self.profile.standard in READER_FAULTS[fault.code])

    def _layer_faults(self, layer: Layer, below: Sequence[Layer], page: DistinctPage) -> Iterator[Fault]:
        around = Surroundings(page, self.profile, below, self.budget)
        for item in layer.objects:
            self.budget.spend()
            for check in self.object_checks:
                yield from check.faults(self.profile, item, around, place=item.extent)
            if item.covers_below:
                around.covering.append(item)
