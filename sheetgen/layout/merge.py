"""`extends`: a layout on top of its parent, merged key by key.

A key of the child wins; blocks merge deeply; lists, values and parts replace; `null` deletes what the parent says; a
block with `replace: true` takes nothing from the parent. Every value keeps the place where it was written.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from sheetgen.layout.nodes import Block, Entry, Node, Scalar, printable, read_file
from sheetgen.layout.problems import LayoutError, Mark, Problem, brief, did_you_mean
from sheetgen.resources import data_folder, shipped_layouts

MAX_PARENTS = 8
# A part is one value, however it is spelled: `points: {by count: …}` replaces `points: {full columns: …}` instead of
# adding to it. Below the keys in NAMED stand free names, which may happen to be the same words.
PARTS = frozenset({"order", "accepts", "value", "points", "foxes", "back", "holds", "provenance"})
NAMED = frozenset({"zones", "cards", "dice", "decks", "actions", "translations"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A layout after `extends`: the merged tree and the ids of its ancestors, nearest first."""

    root: Node
    lineage: tuple[str, ...]


def resolve(path: Path, shown: str, root: Node | None = None) -> Resolved:
    """Read a layout with all its parents; `root` is its own tree when it does not come from disk."""
    lineage: list[str] = []
    layers = [read_file(path, shown) if root is None else root]  # first of all, since it knows names that are none
    seen = [path.resolve()]
    while (parent := _parent_of(layers[-1])) is not None:
        place, name = parent
        path = _find_parent(name, place, path)
        if path.resolve() in seen:
            chain = " → ".join(printable(step.stem) for step in [*seen, path])
            raise LayoutError([Problem(place, "extends", f"goes in a circle: {chain}")])
        if len(seen) > MAX_PARENTS:
            raise LayoutError([Problem(place, "extends", f"has more than {MAX_PARENTS} parents in a row")])
        seen.append(path.resolve())
        lineage.append(path.stem)
        layers.append(read_file(path, _shown_beside(shown, path)))
    merged = layers.pop()
    while layers:
        _same_kind(merged, layers[-1], lineage[len(layers) - 1])
        merged = merge(merged, layers.pop())
    if isinstance(merged, Block):
        own = {key: entry for key, entry in merged.entries.items() if key != "extends"}
        merged = _without_directives(Block(merged.mark, own))
    return Resolved(merged, tuple(lineage))


def merge(parent: Node, own: Node, named: bool = False) -> Node:
    """Lay one tree over another; `named` says that the keys are names that somebody chose."""
    if not (isinstance(parent, Block) and isinstance(own, Block)) or _flag(own, "replace"):
        return own
    entries = dict(parent.entries)
    for key, entry in own.entries.items():
        if key in entries:
            is_part = key in PARTS and not named and _names_a_part(entry.node)
            inner = entry.node if is_part else merge(entries[key].node, entry.node, key in NAMED)
            # Where the child writes a null, nothing is left of the parent; the key stays until the end of
            # merging, so that a grandchild may still bring it back.
            entries[key] = Entry(entry.mark, inner)
        else:
            entries[key] = entry
    return Block(own.mark, entries)


def _names_a_part(node: Node) -> bool:
    """A block that only adds a note, or takes one back, leaves the part as it is."""
    return not isinstance(node, Block) or bool(node.entries.keys() - {"provenance"})


def _without_directives(node: Node, path: str = "") -> Node:
    """Drop deleted keys and the words that only steer the merging."""
    if not isinstance(node, Block):
        return node
    kept = {}
    for key, entry in node.entries.items():
        value = entry.node.value if isinstance(entry.node, Scalar) else ...
        inner = f"{path}.{printable(str(key))}" if path else printable(str(key))
        if key == "replace" and value in (False, "yes", "no", "on", "off"):
            message = f"expected true, found {brief(value)}"
            raise LayoutError([Problem(entry.node.mark, inner, message, "write true, or leave it out")])
        if value is not None and not (key == "replace" and value is True):
            kept[key] = Entry(entry.mark, _without_directives(entry.node, inner))
    return Block(node.mark, kept)


def _same_kind(parent: Node, own: Node, name: str) -> None:
    """Sheets and cards have no keys in common: a layout stays what its parent is."""
    if not (isinstance(parent, Block) and isinstance(own, Block) and "kind" in own.entries):
        return
    theirs = parent.entries["kind"].node if "kind" in parent.entries else None
    before = theirs.value if isinstance(theirs, Scalar) else "sheet"
    node = own.entries["kind"].node
    after = node.value if isinstance(node, Scalar) else None
    if {before, after} == {"sheet", "cards"}:
        message = f"a layout of kind {brief(after)} cannot extend {brief(name)}, whose kind is {brief(before)}"
        raise LayoutError([Problem(node.mark, "kind", message, "leave 'kind' out, or extend another edition")])


def _flag(node: Block, key: str) -> bool:
    entry = node.entries.get(key)
    return entry is not None and isinstance(entry.node, Scalar) and entry.node.value is True


def _parent_of(root: Node) -> tuple[Mark, str] | None:
    if not isinstance(root, Block) or "extends" not in root.entries:
        return None
    node = root.entries["extends"].node
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value:
        found = brief(node.value) if isinstance(node, Scalar) else "a list or block"
        message = f"expected the id of an edition or a file beside this one, found {found}"
        raise LayoutError([Problem(node.mark, "extends", message)])
    return node.mark, node.value


def _find_parent(name: str, place: Mark, child: Path) -> Path:
    """Locate a parent: a shipped id, or a file in the child's own folder or below it."""
    shipped = shipped_layouts()
    if name in shipped:
        return shipped[name]

    def fail(message: str, suggestion: str = "") -> LayoutError:
        return LayoutError([Problem(place, "extends", message, suggestion)])

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
        others = (path.name for path in child.parent.glob("*.y*ml") if path.name != child.name)
        near = did_you_mean(name, filter(str.isprintable, others))
        raise fail(f"there is no file {brief(name)} beside this layout", near)
    return child.parent / name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long
        return False


def _shown_beside(shown: str, path: Path) -> str:
    """Name a parent as the user would find it: shipped layouts by file name, others by their path."""
    if path.parent == data_folder("layouts"):
        return str(Path(shown).with_name(path.name)) if Path(shown).parent.name == "layouts" else path.name
    return printable(str(path))
