"""Turns bytes into changed files: the bytes choose what is taken, where it is changed, and into what."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import yaml

Tree = Any
Path = tuple[str | int, ...]
T = TypeVar("T")

STRANGE: Sequence[Any] = (
    None, True, False, 0, 1, -1, 6, 7, 40, 41, 255, 10**6, 10**12, -(10**12), 0.5, 1e-9, 1e15, "", " ", "x", "fox",
    "a\nb", "é", "漢字", "\u202e\u2066", "\u2028", "👩‍🚀", "<script>", "{n}", "{0.__class__}", "%s", "../x", "/", "*",
    "x" * 300, "4 blue", "? green", "X yellow or 6 purple", "1 x 2", "A5", "#000000", "#12345", [], {}, [[]], [{}],
    {"": ""}, {"a": None}, [1] * 41, list("123456"), {"rows": []}, {1: 2},
)  # fmt: skip


class Choices:
    """Choices that bytes make; after the last of them everything is the first thing there is."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0

    @property
    def is_empty(self) -> bool:
        return self._place >= len(self._data)

    def number(self, most: int) -> int:
        """A number from 0 to below `most`."""
        found, size = 0, 1
        while size < most:
            byte = self._data[self._place] if self._place < len(self._data) else 0
            self._place += 1
            found, size = found << 8 | byte, size << 8
        return found % most if most else 0

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.number(len(things))]

    def rest(self) -> bytes:
        return self._data[self._place :]


def paths(tree: Tree, here: Path = ()) -> Iterator[Path]:
    """Where there is something, the top included."""
    yield here
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in entries:
        yield from paths(value, (*here, key))


def at(tree: Tree, path: Path) -> Tree:
    for step in path:
        tree = tree[step]
    return tree


def copied(tree: Tree) -> Tree:
    if isinstance(tree, dict):
        return {key: copied(value) for key, value in tree.items()}
    return [copied(value) for value in tree] if isinstance(tree, list) else tree


def leaves(trees: Sequence[Tree]) -> list[Any]:
    """Every single value and every key that the trees hold, once."""
    found: dict[Any, None] = {}
    for tree in trees:
        for path in paths(tree):
            value = at(tree, path)
            if not isinstance(value, (dict, list)):
                found[value] = None
            if path and isinstance(path[-1], str):
                found[path[-1]] = None
    return list(found)


def changed(tree: Tree, choices: Choices, others: Sequence[Tree], words: Sequence[Any], most: int = 4) -> Tree:
    """A tree with a few changes: things dropped, doubled, moved, replaced, or taken from another tree."""
    tree = {"": copied(tree)}
    for _ in range(1 + choices.number(most)):
        known = list(paths(tree[""]))[1:] or [()]
        path = ("", *choices.one_of(known))
        parent, key = at(tree, path[:-1]), path[-1]
        _CHANGES[choices.number(len(_CHANGES))](parent, key, choices, others, words)
        if choices.is_empty:
            break
    return tree[""]


def _drop(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    if key != "":
        del parent[key]


def _replace(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    parent[key] = copied(choices.one_of(STRANGE))


def _word(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    parent[key] = choices.one_of(words)


def _nudge(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    value = parent[key]
    if isinstance(value, (int, float)):
        parent[key] = value + choices.one_of((1, -1, 2, -5, 10, 0.5))
    elif isinstance(value, str):
        spot = choices.number(len(value) + 1)
        parent[key] = (
            value[:spot] + choices.one_of(("", "1", " ", "x", "-", " or ", "\n", "é", "<")) + value[spot + 1 :]
        )
    else:
        _double(parent, key, choices, others, words)


def _double(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    if isinstance(parent, list):
        parent[key:key] = [copied(parent[key])] * (1 + choices.number(4))
    else:
        name = choices.one_of(words)
        parent[name if isinstance(name, (str, int)) else "again"] = copied(parent[key])


def _splice(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    other = choices.one_of(others)
    parent[key] = copied(at(other, choices.one_of(list(paths(other)))))


def _swap(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    other = choices.one_of(list(parent) if isinstance(parent, dict) else range(len(parent)))
    parent[key], parent[other] = parent[other], parent[key]


def _wrap(parent: Any, key: Any, choices: Choices, others: Sequence[Tree], words: Sequence[Any]) -> None:
    value = parent[key]
    parent[key] = choices.one_of(([value], {"a": value}, str(value), [value, value]))


_CHANGES = (_drop, _replace, _word, _nudge, _double, _splice, _swap, _wrap)


def as_yaml(tree: Tree) -> str:
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(tree, Dumper=dumper, allow_unicode=True, sort_keys=False, width=1000)
    return text


def as_json(tree: Tree) -> str:
    return json.dumps(tree)
