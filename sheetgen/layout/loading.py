"""From an edition's id or a file to its model, with every problem found on the way."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path, PurePath

from pydantic import ValidationError

from sheetgen.layout.cards import CardEdition
from sheetgen.layout.explain import explain
from sheetgen.layout.merge import resolve
from sheetgen.layout.nodes import Block, Node, locate, place_of, plain, printable, read_text
from sheetgen.layout.problems import LayoutError, Mark, Problem, Severity, brief, did_you_mean, listed
from sheetgen.layout.sheet import SheetEdition
from sheetgen.resources import shipped_layouts

Edition = SheetEdition | CardEdition
KINDS: dict[str, type[SheetEdition] | type[CardEdition]] = {"sheet": SheetEdition, "cards": CardEdition}


_ODD = re.compile(r"[^\w .()+-]")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})


@dataclass(frozen=True, slots=True)
class Layout:
    """An edition together with the file that it came from."""

    id: str
    edition: Edition
    root: Node = field(repr=False)
    lineage: tuple[str, ...] = ()

    def problem(
        self,
        steps: tuple[str | int, ...],
        message: str,
        suggestion: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        """Say something about a value, at its place."""
        mark, path = locate(self.root, steps)
        own = self.root.mark.file
        if severity is Severity.ERROR and mark.file != own:
            message += f" (inherited by {own})"
        return Problem(mark, path, message, suggestion, severity)

    def own(self, *places: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """Of several places that do not fit each other, the first that stands in the layout's own file.

        What was inherited worked before; what the layout itself says made the difference.
        """
        for steps in places:
            entry = place_of(self.root, steps)
            if entry is not None and entry.mark.file == self.root.mark.file:
                return steps
        return places[0]

    def data(self) -> object:
        """The resolved layout as plain lists and dicts, in the words of the file."""
        return plain(self.root)

    def digest(self) -> str:
        """Everything that the layout says, in few letters: what was made from another one is noticed by it.

        Only `clauses` are left out: they name the rules and change nothing that is made or played.
        """
        content = _without_clauses(self.data())
        return blake2b(json.dumps(content, default=str).encode(), digest_size=8).hexdigest()


def _without_clauses(content: object) -> object:
    if not isinstance(content, dict):
        return content
    return {key: _without_clauses(value) for key, value in content.items() if key != "clauses"}


def id_of(path: PurePath) -> str:
    """What a layout is called: the name of its file, if that can be a name of files and pages everywhere.

    >>> id_of(PurePath("my game.yaml")), id_of(PurePath("..yaml")), id_of(PurePath("<a>/../-rf$x.yaml"))
    ('my game', 'layout', 'rf-x')
    """
    name = _ODD.sub("-", path.stem).strip(" .-")[:60].rstrip(" .") or "layout"
    return f"{name}-" if name.lower() in _DEVICES else name


def by_name(editions: Iterable[str]) -> dict[str, str]:
    """Editions and files by what they are called; two of one name would be given the same files and pages.

    >>> by_name(["classic", "mine.yaml", "mine.yaml"])
    {'classic': 'classic', 'mine': 'mine.yaml'}
    >>> by_name(["classic", "my/classic.yaml"])
    Traceback (most recent call last):
    sheetgen.layout.problems.LayoutError: my/classic.yaml:1:1: is called 'classic', as classic is; give it another name
    """
    found: dict[str, str] = {}
    for edition in editions:
        name = id_of(find(edition)[0])
        other = found.setdefault(name, edition)
        if other != edition:
            message = f"is called '{name}', as {printable(other)} is"
            raise LayoutError([Problem(Mark(printable(edition)), "", message, "give it another name")])
    return found


def find(edition: str) -> tuple[Path, str]:
    """The file behind a shipped id or a path, and how to call it in messages."""
    shipped = shipped_layouts()
    if edition in shipped:
        return shipped[edition], shipped[edition].name
    shown = printable(edition)
    if not any(sign in edition for sign in "/\\") and not edition.endswith((".yaml", ".yml")):
        try:
            exists = edition != "" and Path(edition).exists()
        except OSError:  # such as a name that is too long
            exists = False
        if not exists:
            suggestion = did_you_mean(edition, shipped) or f"shipped are {', '.join(shipped)}"
            raise LayoutError([Problem(Mark(shown), "", "there is no such edition or file", suggestion)])
    return Path(edition), shown


def read(edition: str) -> Layout:
    """Read a layout without the semantic checks; raise LayoutError with all problems of form.

    >>> read("classic").edition.title
    "That's Pretty Clever"
    """
    path, shown = find(edition)
    return _build(path, shown)


def read_from_text(text: str, path: Path, shown: str) -> Layout:
    """The same for text that is not (yet) on disk; `path` is where it would be, for `extends`."""
    return _build(path, shown, read_text(text, shown))


def _build(path: Path, shown: str, own: Node | None = None) -> Layout:
    resolved = resolve(path, shown, own)
    root = resolved.root
    if not isinstance(root, Block):
        raise LayoutError([Problem(root.mark, "", "expected a block of keys", "start with 'schema: 1'")])
    model = _model_of(root)
    try:
        edition = model.model_validate(plain(root))
    except ValidationError as error:
        raise LayoutError(explain(error, root, model)) from None
    return Layout(id_of(path), edition, root, resolved.lineage)


def _model_of(root: Block) -> type[SheetEdition] | type[CardEdition]:
    entry = root.entries.get("kind")
    if entry is None:
        return SheetEdition
    word = plain(entry.node)
    if isinstance(word, str) and word in KINDS:
        return KINDS[word]
    message, hint = f"expected {listed(KINDS)}, found {brief(word)}", ""
    if isinstance(word, str):
        message, hint = f"unknown word {brief(word)}, expected {listed(KINDS)}", did_you_mean(word, KINDS)
    raise LayoutError([Problem(entry.node.mark, "kind", message, hint)])
