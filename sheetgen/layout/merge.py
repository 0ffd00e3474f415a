"""`extends`: a layout on top of its parent, merged key by key.

A key of the child wins; blocks merge deeply; lists and values replace; `null` deletes what the parent says; a block
with `replace: true` takes nothing from the parent. Every value keeps the place where it was written.
"""

from dataclasses import dataclass
from pathlib import Path

from sheetgen.layout.nodes import Block, Entry, Node, Scalar, read_file
from sheetgen.layout.problems import LayoutError, Mark, Problem, brief, did_you_mean
from sheetgen.resources import data_folder, shipped_layouts

MAX_PARENTS = 8


@dataclass(frozen=True, slots=True)
class Resolved:
    """A layout after `extends`: the merged tree and the ids of its ancestors, nearest first."""

    root: Node
    lineage: tuple[str, ...]


def resolve(path: Path, shown: str, root: Node | None = None) -> Resolved:
    """Read a layout with all its parents; `root` is its own tree when it does not come from disk."""
    lineage: list[str] = []
    seen = [path.resolve()]
    layers = [read_file(path, shown) if root is None else root]
    while (parent := _parent_of(layers[-1])) is not None:
        place, name = parent
        path = _find_parent(name, place, path)
        if path.resolve() in seen:
            chain = " → ".join([*(step.stem for step in seen), path.stem])
            raise LayoutError([Problem(place, "extends", f"goes in a circle: {chain}")])
        if len(seen) > MAX_PARENTS:
            raise LayoutError([Problem(place, "extends", f"has more than {MAX_PARENTS} parents in a row")])
        seen.append(path.resolve())
        lineage.append(path.stem)
        layers.append(read_file(path, _shown_beside(shown, path)))
    merged = layers.pop()
    while layers:
        merged = merge(merged, layers.pop())
    return Resolved(_without_directives(merged), tuple(lineage))


def merge(parent: Node, own: Node) -> Node:
    """Lay one tree over another."""
    if not (isinstance(parent, Block) and isinstance(own, Block)) or _flag(own, "replace"):
        return own
    entries = dict(parent.entries)
    for key, entry in own.entries.items():
        if key in entries:
            inner = merge(entries[key].node, entry.node)
            # Where the child writes a null, nothing is left of the parent; the key stays until the end of
            # merging, so that a grandchild may still bring it back.
            entries[key] = Entry(entry.mark, inner)
        else:
            entries[key] = entry
    return Block(own.mark, entries)


def _without_directives(node: Node) -> Node:
    """Drop deleted keys and the words that only steer the merging."""
    if not isinstance(node, Block):
        return node
    kept = {
        key: Entry(entry.mark, _without_directives(entry.node))
        for key, entry in node.entries.items()
        if not (isinstance(entry.node, Scalar) and entry.node.value is None)
        and not (key == "replace" and _flag(node, "replace"))
        and key != "extends"
    }
    return Block(node.mark, kept)


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
    homes = (child.parent.resolve(), data_folder("layouts").resolve())
    if not any(target.is_relative_to(home) for home in homes):
        raise fail(f"{brief(name)} lies outside this layout's folder", "copy the parent beside this file")
    if not target.is_file():
        near = did_you_mean(name, (path.name for path in child.parent.glob("*.y*ml")))
        raise fail(f"there is no file {brief(name)} beside this layout", near)
    return child.parent / name


def _shown_beside(shown: str, path: Path) -> str:
    """Name a parent as the user would find it: shipped layouts by file name, others by their path."""
    if path.parent == data_folder("layouts"):
        return (
            path.name if not Path(shown).parent.name == "layouts" else str(Path(shown).with_name(path.name))
        )
    return str(path)
