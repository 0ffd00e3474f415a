"""Writes changed data into the text of a layout: only what differs is written anew.

Comments, the order of keys, quotes, indentation and line ends stay as they are. The text is compared with the data that
it should have, value by value, and each difference becomes a replacement of a few characters. So whoever changes a
layout changes plain lists and dicts, and needs to know nothing about YAML.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, SupportsIndex

import yaml

from sheetgen.errors import SheetgenError
from sheetgen.layout.nodes import Block, Listing, Node, Scalar, plain, read_text
from sheetgen.layout.problems import LayoutError

WIDTH = 90  # of a new block on one line: longer ones get a line for each key
MOST = 100  # characters of a line to which a key is added
STEP = "  "
_PADDING = re.compile(r", {2,}(?=[^ \r\n])")
_COMMENT_AFTER = re.compile(r"""((?:[^"'#\r\n]|"[^"\r\n]*"|'[^'\r\n]*')*?)( {2,})#""")
_EMPTY_LINE = re.compile(r"\n[ \t]*\r?\n")
_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)?\Z")
ONLY_AS_TEXT = "this part of the file is written in a way that only its text can be changed"


class EditError(SheetgenError):
    """A change that cannot be made, in one line."""


def rewrite(text: str, data: object) -> str:
    """Return the text of a layout, changed by the least so that it holds `data`; raise EditError if it cannot be.

    >>> rewrite("{a: [1, 2], b: x}   # both", {"a": [1, 7], "b": "? any"})
    '{a: [1, 7], b: "? any"} # both'
    """
    try:
        tree = read_text(text, "layout")
    except LayoutError as error:
        raise EditError(f"the layout must be readable first: {error.problems[0].message}") from None
    if is_same(plain(tree), data):
        return text
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    place = yaml.compose(text, Loader=loader)
    if place is None:
        raise RuntimeError("a text with values has a node")
    writer = _Writer(text)
    writer.value(_Source(tree, place, text), data, "", is_root=True)
    changed = writer.result()
    try:
        written = plain(read_text(changed, "layout"))
    except LayoutError:
        written = ...
    if not is_same(written, data):  # such as an alias, which stands for a value in another place
        raise EditError(ONLY_AS_TEXT)
    return changed


def value_text(value: object, *, in_list: bool = True, quote: str = "") -> str:
    """Return a value as YAML of one line; `in_list` says that it stands between brackets or braces.

    A text is put between the signs `quote`; without one, in double quotes where it needs quotes.

    >>> value_text({"by count": [1, 2]}), value_text("? any"), value_text("a, b"), value_text("a, b", in_list=False)
    ('{by count: [1, 2]}', '"? any"', '"a, b"', 'a, b')
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{value_text(key)}: {value_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if value is None:
        return "~"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if quote == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return value if not quote and _is_plain(value, in_list) else json.dumps(value, ensure_ascii=False)


def _is_plain(word: str, in_list: bool) -> bool:
    """Can a text do without quotes?"""
    if not word or word != word.strip() or "\n" in word:
        return False
    try:
        tree = read_text(f"[{word}]" if in_list else f"- {word}", "")
    except LayoutError:
        return False
    return is_same(plain(tree), [word]) and (in_list or not word.endswith(":"))


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal, and of the same types and order: 1 is not true."""
    return repr(one) == repr(other)


@dataclass(frozen=True, slots=True)
class _Source:
    """A value of the file: what it is, and where in the text."""

    node: Node
    place: yaml.Node
    text: str = field(repr=False)

    @property
    def start(self) -> int:
        return int(self.place.start_mark.index)

    @property
    def end(self) -> int:
        """The end of what is written, without what follows a block."""
        if isinstance(self.place, yaml.CollectionNode) and not self.place.flow_style:
            return self.items[-1].end if self.items else self.start
        end = int(self.place.end_mark.index)
        if isinstance(self.place, yaml.ScalarNode) and self.place.style in ("|", ">"):
            return self.start + len(self.text[self.start : end].rstrip())
        return end

    @property
    def is_flow(self) -> bool:
        return isinstance(self.place, yaml.CollectionNode) and bool(self.place.flow_style)

    @property
    def quote(self) -> str:
        """The sign around a text; empty if there is none."""
        style = self.place.style if isinstance(self.place, yaml.ScalarNode) else ""
        return style if style in ("'", '"') else ""

    @property
    def data(self) -> object:
        return plain(self.node)

    @property
    def items(self) -> "list[_Source]":
        """The items of a list, or the values of a block."""
        if isinstance(self.node, Listing) and isinstance(self.place, yaml.SequenceNode):
            pairs = zip(self.node.items, self.place.value, strict=True)
        elif isinstance(self.node, Block) and isinstance(self.place, yaml.MappingNode):
            values = (place for _, place in self.place.value)
            pairs = zip((entry.node for entry in self.node.entries.values()), values, strict=True)
        else:
            return []
        return [_Source(node, place, self.text) for node, place in pairs]

    @property
    def keys(self) -> "list[tuple[object, int, int]]":
        """The keys of a block with their start and end."""
        if not isinstance(self.node, Block) or not isinstance(self.place, yaml.MappingNode):
            return []
        places = [(int(key.start_mark.index), int(key.end_mark.index)) for key, _ in self.place.value]
        return [(key, *place) for key, place in zip(self.node.entries, places, strict=True)]


@dataclass(frozen=True, slots=True)
class _Step:
    """One step from the old items to the new ones: some stay in place, some go, some come."""

    kept: tuple[tuple[int, int], ...] = ()
    gone: tuple[int, int] = (0, 0)
    come: tuple[int, int] = (0, 0)


def _steps(old: Sequence[object], new: Sequence[object]) -> Iterator[_Step]:
    """Yield how one list becomes another; `gone` and `come` are ranges of indices."""
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        both = min(i2 - i1, j2 - j1) if tag == "replace" else (i2 - i1 if tag == "equal" else 0)
        yield _Step(
            tuple((i1 + k, j1 + k) for k in range(both)),
            (i1 + both, i2) if tag != "equal" else (i2, i2),
            (j1 + both, j2) if tag != "equal" else (j2, j2),
        )


class TrackedList(list[Any]):
    """A list that knows which of its items stood where in the file: of equal items the right one is taken away."""

    def __init__(self, values: Iterable[object]) -> None:
        super().__init__(map(tracked, values))
        self.origins: list[int | None] = list(range(len(self)))

    def insert(self, index: SupportsIndex, value: object) -> None:
        """Insert a value that is not from the file."""
        super().insert(index, value)
        self.origins.insert(index, None)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        super().__delitem__(index)
        del self.origins[index]

    def steps(self, count: int) -> Iterator[_Step]:
        """Yield how the list of the file, with `count` items, became this one."""
        i = j = 0
        for place, origin in enumerate([*self.origins, count]):
            if origin is not None:
                kept = ((origin, place),) if origin < count else ()
                yield _Step(gone=(i, origin), come=(j, place))
                yield _Step(kept, (origin + 1, origin + 1), (place + 1, place + 1))
                i, j = origin + 1, place + 1


def tracked(data: Any) -> Any:
    """Return plain data with lists that know where their items stood in the file."""
    if isinstance(data, dict):
        return {key: tracked(value) for key, value in data.items()}
    return TrackedList(data) if isinstance(data, list) else data


class _Writer:
    """Collects replacements in a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_end = "\r\n" if "\r\n" in text else "\n"
        self.replacements: list[tuple[int, int, int, str]] = []

    def replace(self, start: int, end: int, words: str) -> None:
        # The third number keeps insertions at one place in the order in which they were made.
        self.replacements.append((start, end, len(self.replacements), words.replace("\n", self.line_end)))

    def result(self) -> str:
        """Return the text with all replacements; comments stay in their columns where there is room."""
        self._hold_comments()
        pieces, done = [], 0
        for start, end, _, words in sorted(self.replacements):
            if start < done:
                raise EditError(ONLY_AS_TEXT)
            pieces += [self.text[done:start], words]
            done = end
        return "".join([*pieces, self.text[done:]])

    def _hold_comments(self) -> None:
        """Make up for what a line becomes longer or shorter in the spaces before its comment."""
        longer: dict[int, int] = {}
        last: dict[int, int] = {}
        for start, end, _, words in self.replacements:
            if "\n" not in words and "\n" not in self.text[start:end]:
                line = self._line_start(start)
                longer[line] = longer.get(line, 0) + len(words) - (end - start)
                last[line] = max(last.get(line, 0), end)
        for line, growth in longer.items():
            spaces = _COMMENT_AFTER.match(self.text, last[line])
            if spaces and growth:
                kept = max(1, len(spaces[2]) - growth)
                self.replace(spaces.start(2), spaces.end(2), " " * kept)

    # Values

    def value(
        self, source: _Source, data: object, indent: str, *, in_list: bool = False, is_root: bool = False
    ) -> None:
        """Write a value in place of another; `indent` is that of its key."""
        if is_same(source.data, data):
            return
        if isinstance(source.node, Listing) and isinstance(data, list) and data and source.items:
            self._listing(source, data, indent)
        elif isinstance(source.node, Block) and isinstance(data, dict) and data and source.items:
            if source.is_flow and data.keys().isdisjoint(key for key, _, _ in source.keys):
                self.replace(source.start, source.end, value_text(data))
            elif source.is_flow and not in_list and self._grows_too_long(source, data):
                self._other_form(source, data, indent, in_list)
            else:
                self._block(source, data, indent, is_root)
        elif isinstance(source.node, Scalar) and not isinstance(data, (list, dict)):
            self._scalar(source, data, in_list)
        else:
            self._other_form(source, data, indent, in_list)

    def _grows_too_long(self, source: _Source, data: dict[object, object]) -> bool:
        """Does a block on one line get keys that have no room there?"""
        added = data.keys() - {key for key, _, _ in source.keys}
        if len(data) <= len(source.keys) or "\n" in self.text[source.start : source.end]:
            return False
        length = source.start - self._line_start(source.start) + len(value_text(data))
        return length > MOST or any(isinstance(data[key], list) and _is_nested(data[key]) for key in added)

    def _scalar(self, source: _Source, data: object, in_list: bool) -> None:
        old = self.text[source.start : source.end]
        # A text in quotes stays in quotes, but a badge such as "? any" had them only because of its first sign.
        quote = source.quote if isinstance(data, str) and not str(source.data).startswith("?") else ""
        new = value_text(data, in_list=in_list, quote=quote)
        if not old:  # `key:` without a value
            new = f" {new}"
        end = source.end
        padding = _PADDING.match(self.text, end)
        if padding and "\n" not in old:  # the next item stays in its column
            new += "," + " " * max(1, len(padding[0]) - 1 - (len(new) - len(old)))
            end = padding.end()
        self.replace(source.start, end, new)

    def _other_form(self, source: _Source, data: object, indent: str, in_list: bool) -> None:
        """Write a list or a block where a single value was, or the other way round."""
        lines = [] if in_list else _lines(data, indent)
        start, end = source.start, source.end
        if not source.is_flow and not isinstance(source.node, Scalar):  # its lines go; it begins after its key
            before = self.text[:start].rstrip()
            start = len(before) if not before.endswith(("\n", "#")) else start
        if not lines:
            lead = "" if self.text[start - 1 : start] in (" ", "[", "{", ",") else " "
            self.replace(start, end, lead + value_text(data, in_list=in_list))
            return
        start = len(self.text[:start].rstrip(" "))
        rest = self._line_end_after(end)
        self.replace(start, end, "")
        self.replace(rest, rest, "".join(f"\n{line}" for line in lines))

    # Lists

    def _listing(self, source: _Source, data: list[object], indent: str) -> None:
        items = source.items
        if source.is_flow and isinstance(data, TrackedList) and not any(i is not None for i in data.origins):
            self.replace(source.start, source.end, value_text(data))
            return
        steps = _steps([repr(item.data) for item in items], [repr(value) for value in data])
        if isinstance(data, TrackedList):
            steps = data.steps(len(items))
        for step in steps:
            for i, j in step.kept:
                self.value(items[i], data[j], indent, in_list=True)
            if step.gone[0] < step.gone[1]:
                self._remove(items, [item.start for item in items], *step.gone, flow=source.is_flow)
            if step.come[0] < step.come[1]:
                self._insert_items(source, items, step.gone[0], data[slice(*step.come)])

    def _insert_items(self, source: _Source, items: list[_Source], at: int, values: list[object]) -> None:
        if source.is_flow:
            self._insert_flow(items, at, [value_text(value) for value in values], items[0].start)
            return
        dash = self.text.rfind("-", 0, items[0].start)
        lead = self.text[self._line_start(dash) : dash + 1]
        self._insert_lines(items, at, [f"{lead} {self._known(items, value)}" for value in values], items[0].start)

    def _known(self, items: list[_Source], value: object) -> str:
        """Return the text of an item: as it stood before in the same list, with its comment, or new."""
        for item in items:
            if is_same(item.data, value) and "\n" not in self.text[item.start : item.end]:
                return self.text[item.start : self._line_end_after(item.end)].rstrip()
        return value_text(value)

    # Blocks

    def _block(self, source: _Source, data: dict[object, object], indent: str, is_root: bool) -> None:
        items, keys = source.items, source.keys
        names, wanted = [key for key, _, _ in keys], list(data)
        inner = self._indent_of(keys[0][1])
        # Numbers as keys shift when a cell is added or taken away: there, equal values belong together.
        shifted = not (set(names) <= set(wanted) or set(wanted) <= set(names))
        old = [repr(items[i].data) if shifted and isinstance(key, int) else repr(key) for i, key in enumerate(names)]
        new = [repr(data[key]) if shifted and isinstance(key, int) else repr(key) for key in wanted]
        for step in _steps(old, new):
            pairs = [(i, j) for i, j in step.kept if names[i] == wanted[j] or old[i] == new[j]]
            lost = [(i, j) for i, j in step.kept if (i, j) not in pairs]
            for i, j in pairs:
                if names[i] != wanted[j]:
                    self.replace(keys[i][1], keys[i][2], value_text(wanted[j]))
                self.value(items[i], data[wanted[j]], inner, in_list=source.is_flow)
            gone = (lost[0][0] if lost else step.gone[0], max(step.gone[1], lost[-1][0] + 1 if lost else 0))
            come = (lost[0][1] if lost else step.come[0], max(step.come[1], lost[-1][1] + 1 if lost else 0))
            if gone[0] < gone[1]:
                self._remove(items, [start for _, start, _ in keys], *gone, flow=source.is_flow)
            if come[0] < come[1]:
                self._insert_entries(source, gone[0], {key: data[key] for key in wanted[slice(*come)]}, inner, is_root)

    def _insert_entries(
        self, source: _Source, at: int, entries: dict[object, object], indent: str, is_root: bool
    ) -> None:
        items, keys = source.items, source.keys
        if source.is_flow:
            words = [f"{value_text(key)}: {value_text(value)}" for key, value in entries.items()]
            self._insert_flow(items, at, words, keys[0][1])
            return
        airy = bool(re.search(_EMPTY_LINE, self.text)) if is_root else self._has_blank_lines(source)
        lines: list[str] = []
        for key, value in entries.items():
            below = _lines(value, indent)
            own = [f"{indent}{value_text(key)}:", *below] if below else [self._entry_line(indent, key, value)]
            lines += ["", *own] if airy and (len(own) > 1 or is_root) else own
        if is_root and at == len(items):
            gap = "" if self.text.endswith("\n") or not self.text else "\n"
            self.replace(len(self.text), len(self.text), gap + "\n".join(lines) + "\n")
            return
        if at == 0 and lines[0] == "":
            lines = [*lines[1:], ""]
        self._insert_lines(items, at, lines, keys[0][1])

    def _entry_line(self, indent: str, key: object, value: object) -> str:
        return f"{indent}{value_text(key)}: {value_text(value, in_list=False)}"

    def _has_blank_lines(self, source: _Source) -> bool:
        """Are the entries of a block set apart by empty lines?"""
        items, keys = source.items, source.keys
        between = [self.text[before.end : start] for before, (_, start, _) in zip(items, keys[1:], strict=False)]
        return any(re.search(_EMPTY_LINE, gap) for gap in between)

    # Lines and items

    def _insert_flow(self, items: list[_Source], at: int, words: list[str], first: int) -> None:
        """Insert items between brackets or braces, before the item with the index `at`."""
        if at == 0:
            self.replace(first, first, "".join(f"{word}, " for word in words))
        else:
            self.replace(items[at - 1].end, items[at - 1].end, "".join(f", {word}" for word in words))

    def _insert_lines(self, items: list[_Source], at: int, lines: list[str], first: int) -> None:
        """Insert lines before the item with the index `at`, the first of which starts at `first`."""
        if at == 0:
            start = self._line_start(first)
            self.replace(start, start, "".join(f"{line}\n" for line in lines))
        else:
            end = self._line_end_after(items[at - 1].end)
            self.replace(end, end, "".join(f"\n{line}" for line in lines))

    def _remove(self, items: list[_Source], starts: list[int], first: int, last: int, *, flow: bool) -> None:
        """Remove the items from `first` up to, but not with, `last`; `starts` are those of the items or their keys."""
        if flow:
            if first > 0:
                self.replace(items[first - 1].end, items[last - 1].end, "")
            else:
                self.replace(starts[0], starts[last] if last < len(items) else items[last - 1].end, "")
            return
        start, end = self._line_start(starts[first]), self._line_end_after(items[last - 1].end)
        end += len(self.line_end) if end < len(self.text) else 0
        before = self.text[:start].endswith((self.line_end * 2, f"\n{self.line_end}"))
        while before and self.text.startswith(self.line_end, end):  # no two empty lines where there was one
            end += len(self.line_end)
        self.replace(start, end, "")

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _line_end_after(self, at: int) -> int:
        """Return the end of a line, before what ends it; what follows on it must be a comment."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        end -= self.text[at:end].endswith("\r")
        if not _COMMENT.match(self.text[at:end]):
            raise EditError(ONLY_AS_TEXT)
        return end

    def _indent_of(self, at: int) -> str:
        """Return the spaces before a key; those of a key behind a dash reach to the key."""
        return re.sub(r"[^ ]", " ", self.text[self._line_start(at) : at])


def _lines(value: object, indent: str) -> list[str]:
    """Return the lines of a list or block that stand below its key; empty if it fits behind the key.

    `indent` is that of the key.
    """
    inner = indent + STEP
    if isinstance(value, list):
        return [f"{inner}- {value_text(item)}" for item in value] if _is_nested(value) else []
    if not isinstance(value, dict) or (_is_simple(value) and len(indent) + len(value_text(value)) <= WIDTH):
        return []
    lines: list[str] = []
    for key, item in value.items():
        below = _lines(item, inner)
        text = f"{inner}{value_text(key)}:"
        lines += [text, *below] if below else [f"{text} {value_text(item, in_list=False)}"]
    return lines


def _is_simple(block: dict[object, object]) -> bool:
    """Does a block read well on one line: with single values, and at most one list or block of such?"""
    inner = [value for value in block.values() if isinstance(value, (list, dict)) and value]
    return len(block) <= 3 and (not inner or (len(inner) == 1 and not _is_nested(inner[0])))


def _is_nested(value: object) -> bool:
    """Whether a list or block has others in it."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(item, (list, dict)) for item in below)
