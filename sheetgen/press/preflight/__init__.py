"""Preflight: what a print shop would object to in a PDF, with page and place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.layout.problems import Severity
from sheetgen.press.preflight.budget import Budget
from sheetgen.press.preflight.checks.table import DOCUMENTS, NOTES, SHEETS, THINGS
from sheetgen.press.preflight.document import UnreadableError, document, opened
from sheetgen.press.preflight.geometry import Box
from sheetgen.press.preflight.ground import Ground
from sheetgen.press.preflight.objections import Finding, Gathered, Objection, Told, once
from sheetgen.press.preflight.painted import Layer, Note
from sheetgen.press.preflight.sheets import Sheet, sheets
from sheetgen.press.preflight.walker import Walker
from sheetgen.press.profiles import Profile

__all__ = ["Objection", "Report", "UnreadableError", "preflight"]


@dataclass(frozen=True)
class Report:
    """Everything there is to say about a file."""

    pages: int
    objections: tuple[Objection, ...]

    @property
    def is_clean(self) -> bool:
        """Whether a print shop would take it; warnings do not stop it."""
        return all(objection.severity is not Severity.ERROR for objection in self.objections)


def preflight(path: Path, profile: Profile) -> Report:
    """Look at every page of a PDF; raise UnreadableError where that is not possible."""
    with opened(path) as pdf:
        budget, gathered = Budget(), Gathered()
        walker = Walker(budget)
        eyes = _Eyes(profile, budget)
        found = tuple(sheets(pdf, walker))
        for sheet in found:
            for told in eyes.sheet(sheet):
                gathered.add(told, sheet.pages, sheet.trim)
        whole = document(pdf, found, walker.fonts)
        for check in DOCUMENTS:
            if profile.standard in check.standards:
                for finding in check.look(whole, profile):
                    gathered.add(Told(check.code, finding, check.severity))
        return Report(len(pdf.pages), tuple(gathered.objections()))


class _Eyes:
    """Looks at pages; a layer that many pages share on the same ground is looked at once."""

    def __init__(self, profile: Profile, budget: Budget) -> None:
        self.profile, self.budget = profile, budget
        self.things = [check for check in THINGS if profile.standard in check.standards]
        self._known: dict[tuple[Layer, tuple[Layer, ...], Box, Box, Box], list[Told]] = {}

    def sheet(self, sheet: Sheet) -> Iterator[Told]:
        """All that is found on a page."""
        for check in SHEETS:
            if self.profile.standard in check.standards:
                for finding in check.look(sheet, self.profile):
                    yield Told(check.code, finding, check.severity)
        yield from self._notes(sheet.notes)
        for place, layer in enumerate(sheet.layers):
            below = sheet.layers[:place]
            key = (layer, below, sheet.media, sheet.bleed, sheet.trim)
            if key not in self._known:
                self._known[key] = once([*self._notes(layer.notes), *self._layer(layer, below, sheet)])
            yield from self._known[key]

    def _notes(self, notes: Sequence[Note]) -> Iterator[Told]:
        for note in notes:
            if self.profile.standard in NOTES[note.code]:
                yield Told(note.code, Finding(note.what, note.expected))

    def _layer(self, layer: Layer, below: Sequence[Layer], sheet: Sheet) -> Iterator[Told]:
        ground = Ground(below, self.budget)
        for thing in layer.painted:
            self.budget.spend()
            for check in self.things:
                for finding in check.look(thing, ground, sheet, self.profile):
                    yield Told(check.code, finding, check.severity)
            ground.add(thing)
