"""Objections: what is wrong, where, and how often; the same thing is told once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sheetgen.layout.problems import Severity
from sheetgen.press.preflight.geometry import MM, Box

FIRST_PAGES = 3
PER_CODE = 20
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found, and where on the page in points."""

    what: str
    expected: str
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as it goes into the report, with how often it occurs on one page."""

    code: str
    finding: Finding
    severity: Severity = Severity.ERROR
    count: int = 1


@dataclass(frozen=True, slots=True)
class Objection:
    """One line of the report."""

    code: str
    what: str
    expected: str
    severity: Severity = Severity.ERROR
    pages: tuple[int, ...] = ()  # counted from 1; none where the whole file is meant
    place: tuple[float, float] | None = None  # on the first page: millimetres from the top left of the trim
    count: int = 1

    def line(self, file: str) -> str:
        """Give the line that a person reads.

        >>> spot = Objection("rgb", "RGB in a line", "expected inks", pages=(3, 5, 7, 9), place=(41.23, 88), count=9)
        >>> print(spot.line("pad.pdf"))
        pad.pdf: page 3: at 41.2 x 88.0 mm: RGB in a line; expected inks (9 times, pages 3, 5, 7 and 1 more)
        """
        parts = [file]
        if self.pages:
            parts.append(f"page {self.pages[0]}")
        if self.place is not None:
            parts.append(f"at {self.place[0]:.1f} x {self.place[1]:.1f} mm")
        if self.severity is not Severity.ERROR:
            parts.append(str(self.severity))
        hint = f"; {self.expected}" if self.expected else ""
        return f"{': '.join(parts)}: {self.what}{hint}{self._often()}"

    def _often(self) -> str:
        told = [f"{self.count} times"] if self.count > 1 else []
        if len(self.pages) > 1:
            more = len(self.pages) - FIRST_PAGES
            first = ", ".join(map(str, self.pages[:FIRST_PAGES]))
            told.append(f"pages {first}{f' and {more} more' if more > 0 else ''}")
        return f" ({', '.join(told)})" if told else ""

    def as_dict(self) -> dict[str, object]:
        """Give the same for scripts."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.what,
            "expected": self.expected.removeprefix("expected "),
            "page": self.pages[0] if self.pages else None,
            "place": None if self.place is None else [round(value, 1) for value in self.place],
            "count": self.count,
            "pages": list(self.pages),
        }


@dataclass(slots=True)
class _Tally:
    severity: Severity
    pages: list[int] = field(default_factory=list)
    place: tuple[float, float] | None = None
    count: int = 0


def once(found: Iterable[Told]) -> list[Told]:
    """The same findings told once with their number; the first one's place stands for all."""
    counts: dict[tuple[str, str, str], Told] = {}
    for told in found:
        key = (told.code, told.finding.what, told.finding.expected)
        counts[key] = replace(counts[key], count=counts[key].count + told.count) if key in counts else told
    return list(counts.values())


class Gathered:
    """Collects findings from all pages."""

    def __init__(self) -> None:
        self._tallies: dict[str, dict[tuple[str, str], _Tally]] = {}
        self._left_out: dict[str, int] = {}

    def add(self, told: Told, pages: Sequence[int] = (), origin: Box | None = None) -> None:
        """Take a finding that is the same on some pages; `origin` is their trim."""
        finding, code = told.finding, told.code
        key = (finding.what, finding.expected)
        tallies = self._tallies.setdefault(code, {})
        if key not in tallies and len(tallies) >= PER_CODE:
            self._left_out[code] = self._left_out.get(code, 0) + 1
            return
        tally = tallies.setdefault(key, _Tally(told.severity))
        if tally.place is None and finding.box is not None and origin is not None and not tally.pages:
            tally.place = (finding.box.left - origin.left) / MM, (origin.top - finding.box.top) / MM
        if pages and (not tally.pages or tally.pages[-1] != pages[-1]):
            tally.pages += pages
        tally.count += told.count * max(1, len(pages))

    def objections(self) -> list[Objection]:
        """Everything, errors first, in the order of the pages."""
        found = [
            Objection(
                code,
                _printable(what),
                _printable(expected),
                tally.severity,
                tuple(sorted(set(tally.pages))),
                tally.place,
                tally.count,
            )
            for code, tallies in self._tallies.items()
            for (what, expected), tally in tallies.items()
        ]
        found.sort(key=lambda each: (each.severity is not Severity.ERROR, each.pages[:1]))
        for code, number in self._left_out.items():
            severity = next(iter(self._tallies[code].values())).severity
            found.append(Objection(code, f"{number} more objections of this kind ({code})", "", severity))
        return found


def _printable(words: str) -> str:
    """Names come from the file: they must not break the line, nor fill the screen."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words[:LONGEST])
    return shown if len(words) <= LONGEST else shown + "…"
