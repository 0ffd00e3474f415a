"""A layout that is being changed: its own data, what it inherits, and the text that comes out.

A change is made to plain lists and dicts. What the file inherits is copied into it when it is first changed, but no
more than the language asks for: blocks merge with those of the parent, while lists, single values and parts replace
them as a whole. What is equal to the parent again afterwards is taken out of the file. `rewriting` writes the result.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheetgen.layout.checks import rule_problems
from sheetgen.layout.loading import NAMED, PARTS, Layout, read_from_text, resolve
from sheetgen.layout.nodes import Block, Node, Step, Steps, entry_at_path, plain, read_text
from sheetgen.layout.problems import LayoutError, Problem, Severity
from sheetgen.layout.rewriting import ONLY_AS_TEXT, EditError, rewrite, tracked
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone

# The keys of a zone in the order of the shipped layouts.
_ZONE_KEYS: list[Step] = [field.alias or name for name, field in Zone.model_fields.items()]
Data = Any  # what plain() returns: dicts, lists and single values


class LayoutDraft:
    """The data of a layout file while it is being changed; `text()` returns what the file should hold then."""

    def __init__(self, text: str, path: Path, shown: str) -> None:
        """Read a text; `path` is where it is or would be, `shown` its name in messages. Raises LayoutError."""
        self._text, self._path, self._shown = text, path, shown
        self.layout = read_from_text(text, path, shown)
        own = read_text(text, shown)
        self._own: Data = tracked(plain(own))
        self._inherited: Data = _inherited(own, path, shown)
        self._merged: Data = plain(self.layout.root)
        self.copied: list[Steps] = []  # what was copied from a parent

    @property
    def edition(self) -> SheetEdition:
        """The edition before the change; raise EditError for cards."""
        if not isinstance(self.layout.edition, SheetEdition):
            raise EditError("only sheets can be changed by hand here, not cards")
        return self.layout.edition

    def get(self, steps: Steps) -> Data:
        """Return the value at a path, inherited or not; raise EditError if there is none."""
        node = self._merged
        for step in steps:
            node = _below(node, step)
            if node is ...:
                raise EditError(f"there is no {_written(steps)}")
        return node

    def has(self, steps: Steps) -> bool:
        """Whether there is a value at a path, inherited or not."""
        try:
            self.get(steps)
        except EditError:
            return False
        return True

    def written(self, steps: Steps) -> Steps:
        """Return a path of the model as the file has it: steps that a short form leaves out are left out."""
        node, found = self._merged, []
        for step in steps:
            below = _below(node, step)
            if below is not ...:
                found.append(step)
                node = below
        return tuple(found)

    def origin(self, steps: Steps) -> str:
        """Return the name of the file that a value comes from, empty if that is the file itself."""
        entry = entry_at_path(self.layout.root, steps)
        file = entry.position.file if entry is not None else self.layout.root.position.file
        return "" if file == self.layout.root.position.file else file

    # Changes

    def put(self, steps: Steps, value: Data) -> None:
        """Set the value at a path; blocks on the way to it are added. Raises EditError if something else is there."""
        *above, last = steps
        own, merged = self._containers(tuple(above))
        is_new = isinstance(own, dict) and last not in own
        if isinstance(own, list) and (not isinstance(last, int) or not 0 <= last < len(own)):
            raise EditError(f"there is no {_written(steps)}")
        for node in (own, merged):
            node[last] = deepcopy(value)
        self._arrange(tuple(above), last, is_new=is_new)
        self._forget_what_is_inherited(steps)

    def insert(self, steps: Steps, value: Data) -> None:
        """Insert an item into a list, before the one at the last step; raise EditError if there is no such list."""
        *above, last = steps
        if not isinstance(self.get(tuple(above)), list) or not isinstance(last, int):
            raise EditError(f"{_written(tuple(above))} is no list")
        for node in self._containers(tuple(above)):
            node.insert(last, deepcopy(value))
        self._forget_what_is_inherited(tuple(above))

    def remove(self, steps: Steps) -> None:
        """Take away an item of a list or a key; a key that a parent has becomes null. Raises EditError."""
        self.get(steps)
        *above, last = steps
        own, merged = self._containers(tuple(above))
        if isinstance(merged, list) and isinstance(last, int):
            for node in (own, merged):
                del node[last]
        else:
            del merged[last]
            own.pop(last, None)
            if self._inherited_at(steps) is not ...:
                own[last] = None
        self._forget_what_is_inherited(tuple(above))
        self._prune(tuple(above))

    def _containers(self, steps: Steps) -> tuple[Data, Data]:
        """Return what holds the value, in the file and after `extends`; copy in and add what is missing on the way."""
        own, merged, named, inside = self._own, self._merged, False, False
        for number, step in enumerate(steps):
            below = _below(merged, step)
            if below is ...:
                if not isinstance(merged, dict):
                    raise EditError(f"there is no {_written(steps[: number + 1])}")
                merged[step] = {}
                own[step] = {}
                self._arrange(steps[:number], step)
            elif not isinstance(below, (dict, list)):
                raise EditError(f"{_written(steps[: number + 1])} is a single value")
            elif not inside:
                is_part = step in PARTS and not named
                inside = isinstance(below, list) or is_part
                stated = _below(own, step)
                if inside and (stated is ... or stated is None or (is_part and not _names_a_part(stated))):
                    own[step] = deepcopy(below)
                    self.copied.append(steps[: number + 1])
                elif stated is ... or stated is None:
                    own[step] = {}
                self._arrange(steps[:number], step, is_new=stated is ...)
            named = step in NAMED
            own, merged = own[step], merged[step]
        return own, merged

    def _arrange(self, above: Steps, key: Step, *, is_new: bool = True) -> None:
        """Put a new key of a block where it stands in the parent, or a new number among the others."""
        own = _find(self._own, above)
        if not is_new or not isinstance(own, dict) or not above:
            return
        theirs = _find(self._inherited, above)
        if isinstance(key, int):
            numbers: list[Step] = [*sorted(k for k in own if isinstance(k, int))]
            _order(own, [*(k for k in own if not isinstance(k, int)), *numbers], only=numbers)
        elif isinstance(theirs, dict) and key in theirs:
            _order(own, list(theirs), only=[key])
        elif above[:-1] == ("zones",) and key in _ZONE_KEYS:
            _order(own, _ZONE_KEYS, only=[key])

    def _inherited_at(self, steps: Steps) -> Data:
        """Return what the file would inherit at a path; `...` for nothing, as below a block with `replace: true`."""
        above = [_find(self._own, steps[:size]) for size in range(1, len(steps) + 1)]
        replaced = any(isinstance(block, dict) and block.get("replace") is True for block in above)
        return ... if replaced else _find(self._inherited, steps)

    def _forget_what_is_inherited(self, steps: Steps) -> None:
        """Take a statement out of the file that is equal to what it would inherit."""
        named, unit = False, len(steps)
        for number, step in enumerate(steps):
            value = _find(self._merged, steps[: number + 1])
            if not isinstance(value, dict) or (step in PARTS and not named):
                unit = number + 1
                break
            named = step in NAMED
        path = steps[:unit]
        own, theirs = _find(self._own, path), self._inherited_at(path)
        if path and own is not ... and theirs is not ... and repr(own) == repr(theirs):
            del _find(self._own, path[:-1])[path[-1]]
            self.copied = [copied for copied in self.copied if copied != path]
            self._prune(path[:-1])

    def _prune(self, steps: Steps) -> None:
        """Take blocks out of the file that have become empty; no layout has them any more if no parent does."""
        while steps and _find(self._own, steps) == {}:
            del _find(self._own, steps[:-1])[steps[-1]]
            if _find(self._merged, steps) == {} and self._inherited_at(steps) is ...:
                del _find(self._merged, steps[:-1])[steps[-1]]
            steps = steps[:-1]

    # Trials, without a text

    def edition_with(self, name: str, zone: Data) -> SheetEdition:
        """Return the edition as it would be with a zone like that, new or changed; raise EditError.

        A new zone stands in a strip of its own at the foot of the front.
        """
        data = deepcopy(self._merged)
        if name not in data["zones"]:
            data["sheet"]["rows"].append({"panels": [name], "height": 1.7})
        data["zones"][name] = zone
        try:
            return SheetEdition.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            raise EditError(
                first["msg"] if first["type"] == "layout" else "does not fit the cells of the zone"
            ) from None

    def problem_with(self, name: str, zone: Data) -> str | None:
        """Return what would be wrong with a zone like that, in one line; None if nothing would be."""
        try:
            layout = replace(self.layout, edition=self.edition_with(name, zone))
        except EditError as error:
            return str(error)
        return next((problem.message for problem in self._new_errors(layout)), None)

    # The result

    def text(self) -> str:
        """Return the changed text; raise EditError if it cannot be written, or would have an error that it had not."""
        changed = rewrite(self._text, self._own)
        try:
            layout = read_from_text(changed, self._path, self._shown)
        except LayoutError as error:
            raise EditError(_one_line(error.problems[0])) from None
        if repr(plain(layout.root)) != repr(self._merged) and layout.data() != self._merged:
            raise EditError(ONLY_AS_TEXT)
        for problem in self._new_errors(layout):
            raise EditError(_one_line(problem))
        return changed

    def _new_errors(self, changed: Layout) -> Iterator[Problem]:
        """Yield the errors of a changed layout that this one does not have."""
        before = {(problem.path, problem.message) for problem in _errors(self.layout)}
        yield from (problem for problem in _errors(changed) if (problem.path, problem.message) not in before)


def _errors(layout: Layout) -> list[Problem]:
    return [problem for problem in rule_problems(layout) if problem.severity is Severity.ERROR]


def _one_line(problem: Problem) -> str:
    where = f"{problem.path}: " if problem.path else ""
    return f"{where}{problem.message}{f'; {problem.suggestion}' if problem.suggestion else ''}"


def _inherited(own: Node, path: Path, shown: str) -> Data:
    """Return what a layout would be if it said nothing but whom it extends."""
    if not isinstance(own, Block) or "extends" not in own.entries:
        return {}
    return plain(resolve(path, shown, Block(own.position, {"extends": own.entries["extends"]})).root)


def _names_a_part(value: Data) -> bool:
    return not isinstance(value, dict) or bool(value.keys() - {"provenance"})


def _below(node: Data, step: Step) -> Data:
    """Return what is one step below; `...` if there is nothing."""
    if isinstance(node, dict):
        return node.get(step, ...)
    if isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
        return node[step]
    return ...


def _find(node: Data, steps: Steps) -> Data:
    for step in steps:
        node = _below(node, step)
    return node


def _order(block: dict[Step, Data], wanted: list[Step], only: list[Step]) -> None:
    """Move some keys of a block behind those that stand before them in `wanted`; the others keep their places."""
    for key in only:
        before = [other for other in wanted[: wanted.index(key)] if other in block and other != key]
        rest = [other for other in block if other != key]
        at = rest.index(before[-1]) + 1 if before else 0
        values = dict(block)
        block.clear()
        block.update({other: values[other] for other in [*rest[:at], key, *rest[at:]]})


def _written(steps: Steps) -> str:
    """Return a path as a person reads it; items of lists count from 1."""
    words = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in steps)
    return words.removeprefix(".") or "layout"
