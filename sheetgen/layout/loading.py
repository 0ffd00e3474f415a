"""Layouts between file and model: found by id or path, read with the layouts that they extend, written as YAML.

A key of a layout wins over that of its parent; blocks merge deeply; lists, values and parts replace; `null` deletes
what the parent says; a block with `replace: true` takes nothing from the parent. Every value keeps the position where
it was written.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any

import yaml
from pydantic import ValidationError

from sheetgen.errors import warn_old_name
from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.layout.cards import CardEdition
from sheetgen.layout.explain import explain, missing
from sheetgen.layout.nodes import (
    Block,
    KeyValue,
    Node,
    Scalar,
    Steps,
    entry_at_path,
    locate,
    plain,
    read_file,
    read_text,
)
from sheetgen.layout.problems import (
    LayoutError,
    Position,
    Problem,
    Severity,
    UnknownNameError,
    brief,
    did_you_mean,
    join_with_or,
    printable,
)
from sheetgen.layout.sheet import SheetEdition
from sheetgen.resources import data_folder, shipped_layouts

Edition = SheetEdition | CardEdition
KINDS: dict[str, type[SheetEdition] | type[CardEdition]] = {"sheet": SheetEdition, "cards": CardEdition}


_ODD = re.compile(r"[^\w .()+-]")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
MAX_PARENTS = 8
FOR_PAGES_ONLY = frozenset({"clauses", "colour name", "like", "nearest to", "printed", "set up"})  # on all levels
# Top-level keys that decide nothing in a game.
NOT_PLAYED = frozenset({"title", "about", "credits", "age", "minutes", "back", "sheet", "font", "translations"})
LOOK = frozenset({"name", "colour", "symbol", "symbol path"})  # of a zone, die, deck, card or action
# A part is one value, however it is spelled: `points: {by count: …}` replaces `points: {full columns: …}` instead of
# adding to it. Below the keys in NAMED stand free names, which may happen to be the same words.
PARTS = frozenset({"order", "accepts", "value", "points", "foxes", "back", "holds", "provenance"})
NAMED = frozenset({"zones", "cards", "dice", "decks", "actions", "translations"})
WIDTH = 110
COMMANDS_LINE = "# `sheetgen"  # how the line of a new layout begins that names commands
# About a key without a value, or with null.
TAKES_AWAY = "has no value, which takes away what the parent says"


@dataclass(frozen=True, slots=True)
class Layout:
    """An edition with the tree of its file, after `extends`; `lineage` are the ids of its ancestors, nearest first.

    `source` is what finds it again: the id of a shipped edition, or the path of a file as it was given. `deleted` are
    the paths that the file itself takes away from its parent. `font` is the file of a font for scripts that ours lack.
    """

    id: str
    edition: Edition
    root: Block = field(repr=False)
    lineage: tuple[str, ...] = ()
    source: str = ""
    deleted: Mapping[str, Position] = field(default_factory=dict, repr=False, compare=False)
    font: Path | None = None

    def problem(
        self,
        steps: Steps,
        message: str,
        suggestion: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        """Return a problem with the value at a path; an error in an inherited value says which file inherits it.

        If the value names something that the file takes away, the problem is there.
        """
        position, path = locate(self.root, steps)
        file = self.root.position.file
        if severity is Severity.ERROR and position.file != file:
            for deleted, place in self.deleted.items():
                if f"'{deleted.rpartition('.')[2]}'" in message:
                    hint = f"give it a value, or change {path}, too"
                    return Problem(place, deleted, f"{TAKES_AWAY}, but {path} needs it", hint)
            message += f" (inherited by {file})"
        return Problem(position, path, message, suggestion, severity)

    def first_stated_here(self, *paths: Steps) -> Steps:
        """Return the first of several paths that the file of this layout states itself, else the first path.

        Use it where values do not fit each other: what was inherited did fit, so the mistake is in what was added.
        """
        for steps in paths:
            entry = entry_at_path(self.root, steps)
            if entry is not None and entry.position.file == self.root.position.file:
                return steps
        return paths[0]

    def own(self, *paths: Steps) -> Steps:
        """The old name of `first_stated_here`."""
        warn_old_name("Layout.own", "Layout.first_stated_here")
        return self.first_stated_here(*paths)

    def data(self) -> dict[str, Any]:
        """Return the layout after `extends` as plain lists and dicts, in the words of the file."""
        return {str(key): plain(entry.node) for key, entry in self.root.entries.items()}

    def digest(self) -> str:
        """Return 16 hexadecimal digits that change with the content, to notice output made from another version.

        Keys that only the pages of rules use do not count: they change nothing that is drawn or played.
        """
        content = _without(self.data(), FOR_PAGES_ONLY)
        return _hashed(content if self.font is None else [content, _state_of(self.font)])

    def play_digest(self) -> str:
        """Return 16 hexadecimal digits that change with the rules, to notice figures of other games.

        Texts, ratings, colours and the arrangement of the sheet do not count: the same moves bring the same points.
        """
        content = {key: value for key, value in self.data().items() if key not in NOT_PLAYED}
        for key in NAMED & content.keys():  # what they are called and look like
            if isinstance(named := content[key], dict):
                content[key] = {name: _without_look(value) for name, value in named.items()}
        if isinstance(solo := content.get("solo"), dict):
            content["solo"] = {key: value for key, value in solo.items() if key != "ratings"}
        return _hashed(_without(content, FOR_PAGES_ONLY | {"clause", "provenance"}))


def _state_of(file: Path) -> list[int]:
    """When a file was changed, and its size; empty if there is none."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return []
    return [found.st_mtime_ns, found.st_size]


def _without_look(content: object) -> object:
    return {key: value for key, value in content.items() if key not in LOOK} if isinstance(content, dict) else content


def _hashed(content: object) -> str:
    return blake2b(json.dumps(content, default=str).encode(), digest_size=8).hexdigest()


def _without(content: object, keys: frozenset[str]) -> object:
    """The content without some keys, on all levels."""
    if isinstance(content, dict):
        return {key: _without(value, keys) for key, value in content.items() if key not in keys}
    return [_without(item, keys) for item in content] if isinstance(content, list) else content


def id_of(path: PurePath) -> str:
    """Return the id of a layout: the name of its file, changed where files or pages cannot be called so everywhere.

    >>> id_of(PurePath("my game.yaml")), id_of(PurePath("..yaml")), id_of(PurePath("<a>/../-rf$x.yaml"))
    ('my game', 'yaml', 'rf-x')
    """
    stem = PurePath(path.name.lstrip(".")).stem  # what Python makes of "..yaml" depends on its version
    name = _ODD.sub("-", stem).strip(" .-")[:60].rstrip(" .") or "layout"
    return f"{name}-" if name.lower() in _DEVICES else name


def index_by_id(editions: Iterable[str]) -> dict[str, str]:
    """Return editions and files by id; raise LayoutError if two have the same id, and so the same files and pages.

    >>> index_by_id(["classic", "mine.yaml", "mine.yaml"])
    {'classic': 'classic', 'mine': 'mine.yaml'}
    >>> index_by_id(["classic", "my/classic.yaml"])
    Traceback (most recent call last):
    sheetgen.layout.problems.LayoutError: my/classic.yaml:1:1: is called 'classic', as classic is; give it another name
    """
    by_id: dict[str, str] = {}
    for edition in editions:
        name = id_of(find(edition)[0])
        other = by_id.setdefault(name, edition)
        if other != edition:
            message = f"is called '{name}', as {printable(other)} is"
            raise LayoutError([Problem(Position(printable(edition)), "", message, "give it another name")])
    return by_id


def find(edition: str) -> tuple[Path, str]:
    """Return the file of a shipped id or a path, and its name in messages; raise LayoutError if there is none."""
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
            raise UnknownNameError([Problem(Position(shown), "", "there is no such edition or file", suggestion)])
    return Path(edition), shown


def layout_files(edition: str) -> set[Path]:
    """Return the file of a layout and all layouts in its folder, which may be its parents; it need not exist.

    >>> sorted(path.name for path in layout_files("classic"))[:2]
    ['classic.yaml', 'cubed.yaml']
    """
    try:
        path, _ = find(edition)
        return {path, *path.parent.glob("*.y*ml")}
    except (LayoutError, OSError):
        return {Path(edition)}


def files_of(layout: "Layout") -> set[Path]:
    """Return the files that a layout is made from: its own, those that may be its parents, and its font."""
    return layout_files(layout.source) | ({layout.font} if layout.font is not None else set())


def read(edition: str) -> Layout:
    """Read a layout without the semantic checks; raise LayoutError with all problems of form.

    >>> read("classic").edition.title
    "That's Pretty Clever"
    """
    path, shown = find(edition)
    return _build(path, shown, edition)


def read_from_text(text: str, path: Path, shown: str) -> Layout:
    """Like `read`, for text that is not (yet) on disk; `path` is where it would be, for `extends`."""
    return _build(path, shown, shown, read_text(text, shown))


def _build(path: Path, shown: str, source: str, root: Node | None = None) -> Layout:
    resolved = resolve(path, shown, root)
    root = resolved.root
    if not isinstance(root, Block):
        raise LayoutError([Problem(root.position, "", "expected a block of keys", "start with 'schema: 1'")])
    model = _model_of(root)
    try:
        edition = model.model_validate(plain(root))
    except ValidationError as error:
        problems = [_at_deletion(problem, resolved.deleted) for problem in explain(error, root, model)]
        raise LayoutError(problems) from None
    font = None
    if edition.font is not None:  # beside the file that names it, which may be a parent
        font = resolved.files.get(root.entries["font"].node.position.file, path).parent / edition.font
    return Layout(id_of(path), edition, root, resolved.lineage, source, resolved.deleted, font)


def _at_deletion(problem: Problem, deleted: Mapping[str, Position]) -> Problem:
    """Return a problem with a missing key at the place where the file takes it away; any other problem as it is."""
    for path, place in deleted.items():
        outer, _, key = path.rpartition(".")
        if problem.path == outer and problem.message == missing(key):
            return Problem(place, path, TAKES_AWAY, problem.suggestion or "give it a value, or remove the line")
    return problem


def _model_of(root: Block) -> type[SheetEdition] | type[CardEdition]:
    entry = root.entries.get("kind")
    if entry is None:
        return SheetEdition
    word = plain(entry.node)
    if isinstance(word, str) and word in KINDS:
        return KINDS[word]
    message, hint = f"expected {join_with_or(KINDS)}, found {brief(word)}", ""
    if isinstance(word, str):
        message, hint = f"unknown word {brief(word)}, expected {join_with_or(KINDS)}", did_you_mean(word, KINDS)
    raise LayoutError([Problem(entry.node.position, "kind", message, hint)])


@dataclass(frozen=True, slots=True)
class Resolved:
    """A layout after `extends`: the merged tree, the ids of its ancestors, nearest first, and what it takes away.

    `files` are the files of the ancestors, by their names in messages.
    """

    root: Node
    lineage: tuple[str, ...]
    deleted: Mapping[str, Position]
    files: Mapping[str, Path]


def resolve(path: Path, shown: str, root: Node | None = None) -> Resolved:
    """Return a layout merged with all its parents; raise LayoutError if one cannot be read.

    `root` is the tree of the layout itself if it is not to be read from `path`.
    """
    lineage: list[str] = []
    files: dict[str, Path] = {}
    layers = [read_file(path, shown) if root is None else root]  # refuses names on which `path.resolve` fails
    seen = [path.resolve()]
    while (parent := _parent_of(layers[-1])) is not None:
        position, name = parent
        path = _find_parent(name, position, path)
        if path.resolve() in seen:
            chain = " → ".join(printable(step.stem) for step in [*seen, path])
            raise LayoutError([Problem(position, "extends", f"goes in a circle: {chain}")])
        if len(seen) > MAX_PARENTS:
            raise LayoutError([Problem(position, "extends", f"has more than {MAX_PARENTS} parents in a row")])
        seen.append(path.resolve())
        lineage.append(path.stem)
        files[_shown_beside(shown, path)] = path
        layers.append(read_file(path, _shown_beside(shown, path)))
    merged = layers.pop()
    while layers:
        _require_same_kind(merged, layers[-1], lineage[len(layers) - 1])
        merged = merge(merged, layers.pop())
    deleted: dict[str, Position] = {}
    if isinstance(merged, Block):
        kept = {key: entry for key, entry in merged.entries.items() if key != "extends"}
        deleted = {path: place for path, place in _deletions(merged) if place.file == merged.position.file}
        merged = _without_directives(Block(merged.position, kept))
    return Resolved(merged, tuple(lineage), deleted, files)


def merge(parent: Node, child: Node, named: bool = False) -> Node:
    """Return a tree laid over its parent; `named` says that its keys are names that somebody chose."""
    if not (isinstance(parent, Block) and isinstance(child, Block)) or _flag(child, "replace"):
        return child
    entries = dict(parent.entries)
    for key, entry in child.entries.items():
        if key in entries:
            is_part = key in PARTS and not named and _names_a_part(entry.node)
            inner = entry.node if is_part else merge(entries[key].node, entry.node, key in NAMED)
            # Where the child writes a null, nothing is left of the parent; the key stays until the end of
            # merging, so that a grandchild may still bring it back.
            entries[key] = KeyValue(entry.position, inner)
        else:
            entries[key] = entry
    return Block(child.position, entries)


def _names_a_part(node: Node) -> bool:
    """Whether a value names a part; a block that only adds or deletes a provenance note does not."""
    return not isinstance(node, Block) or bool(node.entries.keys() - {"provenance"})


def _deletions(node: Node, path: str = "") -> Iterator[tuple[str, Position]]:
    """Yield the path and the position of every key that is null."""
    for key, entry in node.entries.items() if isinstance(node, Block) else ():
        inner = f"{path}.{printable(str(key))}" if path else printable(str(key))
        if isinstance(entry.node, Scalar) and entry.node.value is None:
            yield inner, entry.position
        yield from _deletions(entry.node, inner)


def _without_directives(node: Node, path: str = "") -> Node:
    """Return a tree without deleted keys and without `replace`; raise LayoutError if that is anything but true."""
    if not isinstance(node, Block):
        return node
    kept = {}
    for key, entry in node.entries.items():
        value = entry.node.value if isinstance(entry.node, Scalar) else ...
        inner = f"{path}.{printable(str(key))}" if path else printable(str(key))
        if key == "replace" and value in (False, "yes", "no", "on", "off"):
            message = f"expected true, found {brief(value)}"
            raise LayoutError([Problem(entry.node.position, inner, message, "write true, or leave it out")])
        if value is not None and not (key == "replace" and value is True):
            kept[key] = KeyValue(entry.position, _without_directives(entry.node, inner))
    return Block(node.position, kept)


def _require_same_kind(parent: Node, child: Node, name: str) -> None:
    """Raise LayoutError if a layout is of another kind than its parent: sheets and cards have no keys in common."""
    if not (isinstance(parent, Block) and isinstance(child, Block) and "kind" in child.entries):
        return
    theirs = parent.entries["kind"].node if "kind" in parent.entries else None
    before = theirs.value if isinstance(theirs, Scalar) else "sheet"
    node = child.entries["kind"].node
    after = node.value if isinstance(node, Scalar) else None
    if {before, after} == {"sheet", "cards"}:
        message = f"a layout of kind {brief(after)} cannot extend {brief(name)}, whose kind is {brief(before)}"
        raise LayoutError([Problem(node.position, "kind", message, "leave 'kind' out, or extend another edition")])


def _flag(node: Block, key: str) -> bool:
    entry = node.entries.get(key)
    return entry is not None and isinstance(entry.node, Scalar) and entry.node.value is True


def _parent_of(root: Node) -> tuple[Position, str] | None:
    """Return the value of `extends` with its position, or None; raise LayoutError if it is not a text."""
    if not isinstance(root, Block) or "extends" not in root.entries:
        return None
    node = root.entries["extends"].node
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value:
        value = brief(node.value) if isinstance(node, Scalar) else "a list or block"
        message = f"expected the id of an edition or a file beside this one, found {value}"
        raise LayoutError([Problem(node.position, "extends", message)])
    return node.position, node.value


def _find_parent(name: str, position: Position, child: Path) -> Path:
    """Return the file of a parent, a shipped id or a file in the child's folder or below; raise LayoutError."""
    shipped = shipped_layouts()
    if name in shipped:
        return shipped[name]

    def fail(message: str, suggestion: str = "") -> LayoutError:
        return LayoutError([Problem(position, "extends", message, suggestion)])

    if not name.endswith((".yaml", ".yml")):
        known = ", ".join(shipped)
        raise fail(f"unknown edition {brief(name)}", did_you_mean(name, shipped) or f"shipped are {known}")
    if "\\" in name or Path(name).is_absolute():
        raise fail(f"{brief(name)} is not a file beside this layout", "write a relative path with /")
    try:
        target = (child.parent / name).resolve()
    except (OSError, RuntimeError, ValueError):
        raise fail(f"{brief(name)} is not a usable file name") from None
    # Links in a circle are an error of their own up to Python 3.12; from 3.13 on they stay as they are.
    if os.path.islink(target):
        raise fail(f"{brief(name)} is not a usable file name")
    homes = (child.parent.resolve(), data_folder("layouts").resolve())
    if not any(target.is_relative_to(home) for home in homes):
        raise fail(f"{brief(name)} lies outside this layout's folder", "copy the parent beside this file")
    if not _is_file(target):
        others = (path.name for path in child.parent.glob("*.y*ml") if path.name != child.name and path.is_file())
        near = did_you_mean(name, filter(str.isprintable, others))
        raise fail(f"there is no file {brief(name)} beside this layout", near)
    return child.parent / name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long
        return False


def _shown_beside(shown: str, path: Path) -> str:
    """Return the name of a parent for messages: the file name of a shipped layout, the path of others."""
    if path.parent == data_folder("layouts"):
        return str(Path(shown).with_name(path.name)) if Path(shown).parent.name == "layouts" else path.name
    return printable(str(path))


class _Dumper(yaml.SafeDumper):
    """Writes lists and short blocks on one line, as a person would."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _flow_where_short(node: yaml.Node) -> yaml.Node:
    if isinstance(node, yaml.CollectionNode):
        children = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
        nested = any(isinstance(child, yaml.CollectionNode) and not child.flow_style for child in children)
        length = sum(len(str(child.value)) + 4 for child in children)
        deep = any(isinstance(child, yaml.CollectionNode) and isinstance(node, yaml.SequenceNode) for child in children)
        node.flow_style = not nested and not deep and length < 80
    return node


def as_yaml(layout: Layout) -> str:
    """Return a layout after `extends` as the text of a YAML file.

    >>> "full columns: [10, 14, 16, 20]" in as_yaml(__import__("sheetgen.layout").layout.read("classic"))
    True
    """
    # One dump per key keeps the top level one key a line, however short its value is.
    return "".join(f"{key}:{_below(value)}" for key, value in layout.data().items())


def _below(value: object) -> str:
    text: str = yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH)
    if isinstance(value, (dict, list)) and not text.startswith(("{", "[")):
        return "\n" + "".join(f"  {line}\n" for line in text.splitlines())
    return " " + text.removesuffix("...\n")


_Dumper.add_representer(dict, lambda dumper, value: _flow_where_short(dumper.represent_dict(value.items())))
_Dumper.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", "~"))
_Dumper.add_representer(list, lambda dumper, value: _flow_where_short(dumper.represent_list(value)))


def starter(layout: Layout, parent: str) -> str:
    """Return the text of a new layout that extends `layout`, with hints; `parent` is its id or file for `extends`."""
    schema = data_folder("layouts") / "schema.json"
    edition = layout.edition
    title = _flow_text(f"My {edition.title}")
    titles = {language: translate("My own sheet", language) for language in languages() if language != SOURCE}
    lines = [
        f"# yaml-language-server: $schema={schema}",
        f"# A layout of your own on top of {layout.id}.",
        "# Whatever you do not say here is as there.",
        f"{COMMANDS_LINE} show {parent}` prints it all. Try `sheetgen check` on this file after every change.",
        "schema: 1",
        f"extends: {_flow_text(parent)}",
        f"title: {title}",
        "translations:               # the same text in other languages",
        *(f"  {language}: {{{title}: {_flow_text(text)}}}" for language, text in titles.items()),
        "",
    ]
    if isinstance(edition, SheetEdition):
        zone, points = _first_ladder(layout)
        lines += [
            "# Write only what you change. To try it, take away the # of a line, or of all lines of a block:",
            "# rounds:",
            "#   bonuses: [reroll, extra die]     # what rounds 1 and 2 bring",
            "# zones:",
            f"#   {zone}:",
            f"#     points: {points}",
            "# foxes: {worth: 10}                 # each fox is worth ten points",
            "# back: null                         # null takes away what the parent says",
            "",
        ]
    else:
        card = next(iter(edition.cards))
        lines += [
            "# Write only what you change. To try it, take away a # below:",
            "# cards:",
            f"#   {card}: {{points: 2}}",
            "#   high: {name: High, rule: Twenty or more in all., holds: {sum at least: 20}, points: 3}",
            "",
        ]
    return "\n".join(lines)


def _first_ladder(layout: Layout) -> tuple[str, str]:
    """Return the first zone and how it scores, as an example of what to change."""
    zone, block = next(iter(layout.data()["zones"].items()))
    return zone, _flow_text(block["points"])


def _flow_text(value: object) -> str:
    """Return a value as YAML of one line that fits behind a key or a #, in quotes where necessary.

    >>> _flow_text({"by count": [1, 2, 4]}), _flow_text("a: b")
    ('{by count: [1, 2, 4]}', "'a: b'")
    """
    # A list of one item is flow text without the `...` that ends a bare scalar, and it quotes commas too.
    text: str = yaml.dump(
        [value],
        Dumper=yaml.SafeDumper,
        default_flow_style=True,
        allow_unicode=True,
        sort_keys=False,
        width=10**6,
    )
    return text.strip()[1:-1]
