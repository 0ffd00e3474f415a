"""YAML text → nodes that know their position in the file, within fixed limits.

Only the part of YAML that a layout needs: mappings, lists and YAML 1.2 scalars. Nothing is ever constructed from
a tag, and the size is bounded before anything is built, so a hostile file costs one line and no memory. What the parser
refuses is said in the words of somebody who writes layouts.
"""

import codecs
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from sheetgen.layout.problems import LayoutError, Position, Problem, brief, printable

MAX_BYTES = 500_000
MAX_DEPTH = 40
MAX_NODES = 20_000
MAX_DIGITS = 12  # before the point
MAX_LENGTH = 40  # of a number, with all that may be in it

ScalarValue = str | int | float | bool | None
Key = str | int
Step = str | int
Steps = tuple[Step, ...]  # a path in a file: keys and list indexes, these from 0

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
# Everything that YAML does not count as printable, and a byte order mark that is not at the start.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LINE_END = re.compile("\r\n?|\n")
_BARE_COLOUR = re.compile(r":[ \t]+(#[0-9A-Fa-f]{6})\b")
_WORDS: dict[str, ScalarValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_UNLIKE = "is indented unlike its block"
# Words of the parser (those of libyaml and of its Python twin differ), what to say instead, what usually helps.
_PARSER_WORDS = (
    ("'\\t'", "a tab cannot indent a line", "use spaces"),
    ("tab character", "a tab cannot indent a line", "use spaces"),
    ("end of stream", "the quote that opens here is never closed", "close it, or double a quote in the text"),
    ("',' or ']'", "expected , or ]", ""),
    ("',' or '}'", "expected , or }", ""),
    ("expected ':'", "a key without ':'", "write 'key: value'"),
    ("sequence entries", "a list cannot start here", "put its first - on a line of its own"),
    ("alphabetic or numeric", "expected a name behind * or &", "put the text in quotes"),
    ("escape", "\\ starts a sequence that YAML does not know", "use 'single quotes', or write \\\\"),
    ("document start", "expected nothing more here", "keep one layout per file"),
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value."""

    position: Position
    value: ScalarValue
    size: int = 1  # in nodes, with all that lies below


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of values."""

    position: Position
    items: tuple["Node", ...]
    size: int = 1


@dataclass(frozen=True, slots=True)
class KeyValue:
    """One `key: value` of a block; the position is the key's."""

    position: Position
    node: "Node"


@dataclass(frozen=True, slots=True)
class Block:
    """Keys with values, in file order."""

    position: Position
    entries: dict[Key, KeyValue] = field(default_factory=dict)
    size: int = 1


Node = Scalar | Listing | Block


def plain(node: Node) -> object:
    """Return a node as plain lists, dicts and values, without positions."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Listing):
        return [plain(item) for item in node.items]
    return {key: plain(entry.node) for key, entry in node.entries.items()}


def child(node: Node, step: Step) -> KeyValue | None:
    """Return what is one step below a node, at a key of a block or an index of a list; None if there is nothing."""
    if isinstance(node, Block):
        return node.entries.get(step)
    if isinstance(node, Listing) and isinstance(step, int) and 0 <= step < len(node.items):
        return KeyValue(node.items[step].position, node.items[step])
    return None


def entry_at_path(node: Node, steps: Steps) -> KeyValue | None:
    """Return the key and value at the end of a path, or None unless the file has every step of it."""
    entry: KeyValue | None = None
    for step in steps:
        entry = child(node, step)
        if entry is None:
            return None
        node = entry.node
    return entry


def locate(node: Node, steps: Steps) -> tuple[Position, str]:
    """Return the position nearest to the end of a path, and the path as a person reads it.

    Steps that the file does not have are skipped: a model has names for things that the file writes in a short form.
    List indexes count from 1 in the readable path, as cells do everywhere.
    """
    position, path = node.position, ""
    for step in steps:
        below = child(node, step)
        if below is None:
            continue
        name = printable(str(step))
        path += f"[{int(step) + 1}]" if isinstance(node, Listing) else f".{name}" if path else name
        # A value is where the eye goes; for a block or a list that is its key.
        position = below.node.position if isinstance(below.node, Scalar) else below.position
        node = below.node
    return position, path


def read_file(path: Path, shown: str) -> Node:
    """Return the tree of a YAML file; raise LayoutError, with `shown` as its name, if it cannot be read."""

    def fail(message: str, suggestion: str = "") -> LayoutError:
        return LayoutError([Problem(Position(shown), "", message, suggestion)])

    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise fail("is a folder, not a layout file", "name one YAML file in it")
        if not stat.S_ISREG(mode):  # a pipe or a device may never end
            raise fail("is not a regular file", "save the layout to a file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise fail("there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise fail(f"cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise fail(f"is larger than {MAX_BYTES // 1000} kB, the most that a layout may have")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        position = _position_after(data[: error.start].decode(), shown)
        raise LayoutError([Problem(position, "", "is not UTF-8 text", "save the file as UTF-8")]) from None
    return read_text(text, shown)


def _position_after(before: str, shown: str) -> Position:
    """Return the position that follows a piece of text."""
    lines = _LINE_END.split(before)
    return Position(shown, len(lines), len(lines[-1]) + 1)


def read_text(text: str, shown: str) -> Node:
    """Return the tree of a YAML text; raise LayoutError, with `shown` as the name of the file, at the first mistake.

    >>> plain(read_text("a: [1, no, ~, 2.5]", "demo"))
    {'a': [1, 'no', None, 2.5]}
    """
    if bad := _FORBIDDEN.search(text):
        position = _position_after(text[: bad.start()], shown)
        raise LayoutError([Problem(position, "", f"has a control character (U+{ord(bad[0]):04X})", "remove it")])
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Composer(yaml.parse(text, Loader=loader), shown).document()
    except yaml.MarkedYAMLError as error:
        raise LayoutError([_syntax_problem(error, text, shown)]) from None
    except yaml.YAMLError as error:
        raise LayoutError([Problem(Position(shown), "", f"is not YAML: {printable(str(error))}")]) from None


class _Composer:
    """Builds nodes from the events of the parser; raises LayoutError at the first thing that no layout may contain."""

    def __init__(self, events: Iterator[yaml.Event], shown: str) -> None:
        self._events = events
        self._shown = shown
        self._anchors: dict[str, Node] = {}
        self._total = 0

    def document(self) -> Node:
        """Return the root of the only document; raise LayoutError if there is none or a second one."""
        root: Node | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    raise self._problem(event, "has more than one document", "keep one layout per file")
                root = self._node(next(self._events), 0)
        if root is None:
            raise LayoutError([Problem(Position(self._shown), "", "is empty", "start with 'schema: 1'")])
        return root

    def _position(self, event: yaml.Event) -> Position:
        place = event.start_mark
        return Position(self._shown, place.line + 1, place.column + 1) if place else Position(self._shown)

    def _problem(self, event: yaml.Event, message: str, suggestion: str = "") -> LayoutError:
        return LayoutError([Problem(self._position(event), "", message, suggestion)])

    def _node(self, event: yaml.Event, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise self._problem(event, f"is nested deeper than {MAX_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise self._unknown_alias(event)
            node = self._anchors[event.anchor]
            if depth + _height(node) > MAX_DEPTH:
                raise self._problem(event, f"is nested deeper than {MAX_DEPTH} levels")
        elif isinstance(event, yaml.ScalarEvent):
            node = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._listing(event, depth)
        elif isinstance(event, yaml.MappingStartEvent):
            node = self._block(event, depth)
        else:
            raise RuntimeError(f"a YAML parser gives no {type(event).__name__} here")
        # An alias counts as often as it is used, so aliases of aliases cannot grow beyond the limit.
        if isinstance(event, (yaml.AliasEvent, yaml.ScalarEvent)):
            self._total += node.size
        else:
            self._total += 1
        if self._total > MAX_NODES:
            raise self._problem(event, f"has more than {MAX_NODES} values, the most that a layout may have")
        anchor = getattr(event, "anchor", None)
        if anchor and not isinstance(event, yaml.AliasEvent):
            self._anchors[anchor] = node
        return node

    def _unknown_alias(self, event: yaml.AliasEvent) -> LayoutError:
        name = brief(event.anchor)[1:-1]
        hint = f"a tinted cell is written {name}*" if name.isdecimal() else "put a text that starts with * in quotes"
        return self._problem(event, f"unknown alias '*{name}': no '&{name}' ends before it", hint)

    def _no_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None:
            tag = brief(event.tag.replace("tag:yaml.org,2002:", "!!"))
            raise self._problem(event, f"the tag {tag} is not used in layouts", "remove it")

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        self._no_tag(event)
        text = event.value
        if event.style:  # quoted or block text is never a number
            return Scalar(self._position(event), text)
        return Scalar(self._position(event), self._resolve(event, text))

    def _resolve(self, event: yaml.ScalarEvent, text: str) -> ScalarValue:
        if text in _WORDS:
            return _WORDS[text]
        if not _INTEGER.match(text) and not _FLOAT.match(text):
            return text
        if len(text) > MAX_LENGTH:
            raise self._problem(event, f"the number {brief(text)[1:-1]} has too many digits")
        number = int(text) if _INTEGER.match(text) else float(text)
        if abs(number) >= 10**MAX_DIGITS:
            raise self._problem(event, f"the number {brief(text)[1:-1]} is too large")
        return number

    def _listing(self, event: yaml.CollectionStartEvent, depth: int) -> Listing:
        self._no_tag(event)
        items: list[Node] = []
        for inner in self._events:
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            items.append(self._node(inner, depth + 1))
        return Listing(self._position(event), tuple(items), 1 + sum(item.size for item in items))

    def _block(self, event: yaml.CollectionStartEvent, depth: int) -> Block:
        self._no_tag(event)
        entries: dict[Key, KeyValue] = {}
        for inner in self._events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            key = self._node(inner, depth + 1)
            if not isinstance(key, Scalar) or isinstance(key.value, (bool, float, type(None))):
                wrong = brief(plain(key))
                raise self._problem(inner, f"a key must be a word or a whole number, found {wrong}")
            if key.value == "<<" and isinstance(inner, yaml.ScalarEvent) and not inner.style:
                raise self._problem(inner, "'<<' is not used in layouts", "repeat the keys, or use 'extends'")
            if key.value in entries:
                first = entries[key.value].position.line
                raise self._problem(
                    inner, f"the key {brief(key.value)} stands twice in this block", f"first on line {first}"
                )
            entries[key.value] = KeyValue(key.position, self._node(next(self._events), depth + 1))
        return Block(self._position(event), entries, 1 + sum(entry.node.size for entry in entries.values()))


def _height(node: Node) -> int:
    """Return how many levels a node has below itself."""
    if isinstance(node, Scalar):
        return 0
    inner = node.items if isinstance(node, Listing) else [entry.node for entry in node.entries.values()]
    return 1 + max(map(_height, inner), default=-1)


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, shown: str) -> Problem:
    """Return the problem with a text that is not YAML: where the mistake is, and what usually helps."""
    words, start, place = error.problem or "", error.context_mark, error.problem_mark or error.context_mark
    if place is None:
        return Problem(Position(shown), "", f"is not YAML: {words}")
    before = text[: place.index].replace("\r", "\n").split("\n")[-1]
    rest = text[place.index : place.index + 200].split("\n")[0]
    if colour := _bare_colour(text, place.index):
        message = "a colour must be in quotes, since # begins a comment"
        return Problem(_position_after(text[: colour.start(1)], shown), "", message, f'write "{colour[1]}"')
    message, suggestion = _by_place(words, before, rest) or _by_words(words)
    if start is not None:
        if "end of stream" in words or "expected ':'" in words:
            place = start  # the parser notices only lines later what went wrong here
        if message.startswith("expected , or"):
            suggestion = f"the {'[' if message.endswith(']') else '{'} of line {start.line + 1} is still open"
        if message == _UNLIKE:
            suggestion = f"the block of line {start.line + 1} is indented by {start.column} spaces"
    return Problem(Position(shown, place.line + 1, place.column + 1), "", message, suggestion)


def _bare_colour(text: str, end: int) -> re.Match[str] | None:
    """Return a colour without quotes in the line of a mistake or the line before: the rest of its line is a comment."""
    start = text.rfind("\n", 0, max(0, text.rfind("\n", 0, end))) + 1
    return next(_BARE_COLOUR.finditer(text, start, end), None)


def _by_place(words: str, before: str, rest: str) -> tuple[str, str] | None:
    """Return message and suggestion for what is at the position of a mistake, or None if the parser's words say more.

    `before` and `rest` are the line up to the position and from it on.
    """
    first = rest[:1]
    if "cannot start any token" in words:
        if first == "\t":
            return "a tab cannot indent a line", "use spaces"
        return f"a value cannot start with {first}", "put it in quotes"
    if first == "?" and ("content" in words or "keys are not allowed" in words):
        return "a value that starts with ? must be in quotes", f'write "{brief(_word(rest))[1:-1]}"'
    if "mapping values" in words:
        if ": " in before:
            return "a second ':' in one value", "put the text in quotes"
        return _UNLIKE, "indent all keys of a block alike"
    if "expected key" in words or "block end" in words:
        if before.strip():
            return "expected the end of the value", 'put the whole text in "double quotes"'
        return _UNLIKE, "indent all keys of a block alike"
    if "content" in words:
        return f"expected a value, found {first}" if first.strip() else "expected a value", ""
    return None


def _by_words(words: str) -> tuple[str, str]:
    for part, message, suggestion in _PARSER_WORDS:
        if part in words:
            return message, suggestion
    return f"is not YAML: {words}", ""


def _word(rest: str) -> str:
    """Return the word that needs quotes: the text up to the end of its value."""
    for stop in (",", "}", "]", " #"):
        rest = rest.split(stop)[0]
    return rest.strip()
