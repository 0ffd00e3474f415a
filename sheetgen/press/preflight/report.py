"""The report: equal faults of all pages are one objection, with its pages, position and count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sheetgen.layout.problems import Severity, printable
from sheetgen.press.preflight.pages import MM, Extent, Fault

FIRST_PAGES = 3
PER_CODE = 20
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Objection:
    """One line of the report."""

    code: str
    what: str
    expected: str
    severity: Severity = Severity.ERROR
    pages: tuple[int, ...] = ()  # counted from 1; none if the whole file is meant
    place: tuple[float, float] | None = None  # on the first page: millimetres from the top left of the trim
    count: int = 1

    def line(self, file: str) -> str:
        """The objection as one line of text; `file` is the name of the file.

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
        often = [f"{self.count} times"] if self.count > 1 else []
        if len(self.pages) > 1:
            more = len(self.pages) - FIRST_PAGES
            first = ", ".join(map(str, self.pages[:FIRST_PAGES]))
            often.append(f"pages {first}{f' and {more} more' if more > 0 else ''}")
        hint = f"; {self.expected}" if self.expected else ""
        return f"{': '.join(parts)}: {self.what}{hint}" + (f" ({', '.join(often)})" if often else "")

    def as_dict(self) -> dict[str, object]:
        """The objection as JSON data."""
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


@dataclass(frozen=True)
class Report:
    """The result of preflight: the number of pages, and all objections."""

    pages: int
    objections: tuple[Objection, ...]

    @property
    def is_clean(self) -> bool:
        """Whether a print shop would accept the file: there are no errors (but maybe warnings)."""
        return all(objection.severity is not Severity.ERROR for objection in self.objections)


def merge_same(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once with its count; the position is that of the first."""
    merged: dict[tuple[str, str, str], Fault] = {}
    for fault in faults:
        key = (fault.code, fault.what, fault.expected)
        merged[key] = replace(merged[key], count=merged[key].count + fault.count) if key in merged else fault
    return list(merged.values())


@dataclass(slots=True)
class _Tally:
    severity: Severity
    place: tuple[float, float] | None
    pages: list[int] = field(default_factory=list)
    count: int = 0

    def objection(self, code: str, what: str, expected: str) -> Objection:
        pages = tuple(sorted(set(self.pages)))
        return Objection(code, _short(what), _short(expected), self.severity, pages, self.place, self.count)


class Collector:
    """Collects the faults of all pages and counts equal ones."""

    def __init__(self) -> None:
        self._tallies: dict[str, dict[tuple[str, str], _Tally]] = {}
        self._left_out: dict[str, int] = {}

    def add(self, fault: Fault, pages: Sequence[int] = (), trim: Extent | None = None) -> None:
        """Add a fault of equal pages; `trim` is their trim, which positions are measured from."""
        tallies, key = self._tallies.setdefault(fault.code, {}), (fault.what, fault.expected)
        if key not in tallies:
            if len(tallies) >= PER_CODE:
                self._left_out[fault.code] = self._left_out.get(fault.code, 0) + 1
                return
            at = fault.extent
            place = (
                ((at.left - trim.left) / MM, (trim.top - at.top) / MM) if at is not None and trim is not None else None
            )
            tallies[key] = _Tally(fault.severity, place)
        tally = tallies[key]
        if pages and (not tally.pages or tally.pages[-1] != pages[-1]):
            tally.pages += pages
        tally.count += fault.count * max(1, len(pages))

    def objections(self) -> list[Objection]:
        """All objections, errors first, by page."""
        result = [
            tally.objection(code, what, expected)
            for code, tallies in self._tallies.items()
            for (what, expected), tally in tallies.items()
        ]
        result.sort(key=lambda objection: (objection.severity is not Severity.ERROR, objection.pages[:1]))
        for code, number in self._left_out.items():
            severity = next(iter(self._tallies[code].values())).severity
            result.append(Objection(code, f"{number} more objections of this kind ({code})", "", severity))
        return result


def _short(text: str) -> str:
    """A text fit for one line: names from the file may be long or contain control characters."""
    return (printable(text[:LONGEST]) if text else "") + ("…" if len(text) > LONGEST else "")
