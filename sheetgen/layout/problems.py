"""What is wrong with a layout, and where: one line per problem."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from sheetgen.errors import SheetgenError, WrongValueError, warn_old_name


class Severity(StrEnum):
    """How bad a problem is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A position in a file, ordered as one reads; lines and columns count from 1."""

    file: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """One error, warning or note about a layout; `path` names the value as a person reads it, such as `zones.blue`."""

    position: Position
    path: str
    message: str
    suggestion: str = ""
    severity: Severity = Severity.ERROR

    @property
    def mark(self) -> Position:
        """The old name of `position`."""
        warn_old_name("Problem.mark", "Problem.position")
        return self.position

    def __str__(self) -> str:
        """Return the line that a person reads.

        >>> print(Problem(Position("my.yaml", 3, 5), "zones.blue", "unknown key 'oder'", "did you mean 'order'?"))
        my.yaml:3:5 zones.blue: unknown key 'oder'; did you mean 'order'?
        """
        place = f"{self.position.file}:{self.position.line}:{self.position.column}"
        where = f"{place} {self.path}:" if self.path else f"{place}:"
        level = "" if self.severity is Severity.ERROR else f" {self.severity}:"
        hint = f"; {self.suggestion}" if self.suggestion else ""
        return f"{where}{level} {self.message}{hint}"

    def as_dict(self) -> dict[str, str | int]:
        """Return the same for editors and scripts."""
        return {
            "file": self.position.file,
            "line": self.position.line,
            "column": self.position.column,
            "path": self.path,
            "severity": self.severity.value,
            "message": self.message,
            "suggestion": self.suggestion,
        }


class LayoutError(SheetgenError):
    """A layout that cannot be used; carries every problem found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class UnknownNameError(LayoutError):
    """A name that is neither that of a shipped edition or print profile nor that of a file."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question with the most similar of the known words, or an empty text if none is similar.

    >>> did_you_mean("yelow", ["yellow", "blue"])
    "did you mean 'yellow'?"
    >>> did_you_mean("qqq", ["yellow", "blue"])
    ''
    """
    # Long foreign words cannot be misspellings, and comparing them is slow.
    if len(word) > 60:
        return ""
    near = get_close_matches(word, list(known), n=1, cutoff=0.65)
    return f"did you mean '{near[0]}'?" if near else ""


def require_known(what: str, word: str, known: Iterable[str]) -> str:
    """Return the word; raise UnknownWordError with a suggestion if it is none of the known ones.

    >>> require_known("theme", "lihgt", ["light", "ink"])
    Traceback (most recent call last):
    sheetgen.layout.problems.UnknownWordError: there is no theme 'lihgt'; did you mean 'light'?
    """
    words = tuple(known)
    if word not in words:
        hint = did_you_mean(str(word), words) or f"known are {', '.join(words)}"
        raise UnknownWordError(f"there is no {what} {brief(word)}; {hint}")
    return word


class UnknownWordError(WrongValueError):
    """A card, a deck, a theme or a language that does not exist."""


def join_with_or(words: Iterable[str]) -> str:
    """Join words for a message, the last two with "or".

    >>> join_with_or(["a", "b", "c"])
    'a, b or c'
    """
    items = list(words)
    return " or ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def brief(value: object, limit: int = 40) -> str:
    """Return a value of a file in quotes for a message of one line, cut to `limit` characters.

    >>> brief("blue"), brief(7), brief(None), brief([1, 2]), brief("x" * 90)
    ("'blue'", '7', 'nothing', 'a list', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a block"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if not isinstance(value, str):
        return text if len(text) <= limit else text[: limit - 1] + "…"
    text = _in_one_line(text[:limit])
    return f"'{text}'" if len(value) <= limit else f"'{text[: limit - 1]}…'"


def printable(text: str) -> str:
    r"""Return a name from outside, such as that of a file, fit for a message of one line.

    >>> printable("my\nfile\x1b[2J.yaml"), printable("")
    ('my�file�[2J.yaml', "''")
    """
    return _in_one_line(text) or "''"


def _in_one_line(text: str) -> str:
    """Replace line breaks and escape sequences, which would break a message of one line or change the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
