"""What differs between two texts of a layout, as a person would say it: where, and which value became which."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from sheetgen.layout.nodes import Steps, plain, read_text
from sheetgen.layout.rewriting import is_same, value_text

ChangeKind = Literal["set", "added", "removed", "moved"]
MAX_VALUE = 28  # characters of a value


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: at a path of the layout, a value was set, added or removed, or an item of a list was moved."""

    kind: ChangeKind
    path: Steps
    before: str = ""  # as YAML of one line, perhaps shortened
    after: str = ""

    @property
    def where(self) -> str:
        """The path in words: the zone or the first key, then what is below it; places in lists are left out.

        >>> Change("set", ("zones", "green", "points", "by count", 3)).where, Change("set", ("title",)).where
        ('green: points by count', 'title')
        """
        keys = [str(step) for step in self.path if not isinstance(step, int)] or ["…"]  # a file that is no layout
        first, *rest = keys[1:] if keys[0] == "zones" and len(keys) > 1 else keys
        return f"{first}: {' '.join(rest)}" if rest else first

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, with `where`."""
        return {**asdict(self), "path": list(self.path), "where": self.where}


def changes_between(before: str, after: str) -> list[Change]:
    """Return the differences between the data of two texts, in the order of the file; raise LayoutError.

    None if only comments, spaces, quotes or the order of keys differ.

    >>> [(change.where, change.before, change.after) for change in changes_between("a: [1, 3]", "a: [1, 5]")]
    [('a', '3', '5')]
    """
    return list(_compare(plain(read_text(before, "before")), plain(read_text(after, "after")), ()))


def _compare(old: object, new: object, path: Steps) -> Iterator[Change]:
    if is_same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            below = (*path, str(key))  # a key, even if it is a number
            if key not in new:
                yield Change("removed", below, _short(old[key]))
            elif key not in old and below == ("zones",) and isinstance(new[key], dict):
                yield from _compare({}, new[key], below)  # each zone is named
            elif key not in old:
                yield Change("added", below, after=_short(new[key]))
            else:
                yield from _compare(old[key], new[key], below)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _compare_lists(old, new, path)
    else:
        yield Change("set", path, _short(old), _short(new))


def _compare_lists(old: list[object], new: list[object], path: Steps) -> Iterator[Change]:
    """Yield the differences of two lists: item by item, unless items were added, removed or moved."""
    old_items, new_items = [*map(_without_order, old)], [*map(_without_order, new)]
    if len(old) == len(new) and Counter(old_items) != Counter(new_items):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _compare(one, other, (*path, index))
        return
    gone: list[int] = []
    come: list[int] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old_items, new_items, autojunk=False).get_opcodes():
        if tag == "replace" and i2 - i1 == j2 - j1 == 1:
            yield from _compare(old[i1], new[j1], (*path, j1))
        elif tag != "equal":
            gone += range(i1, i2)
            come += range(j1, j2)
    moved = Counter(old_items[i] for i in gone) & Counter(new_items[i] for i in come)
    left, arrived = moved.copy(), moved.copy()  # as often as an item moved, it is neither removed nor added
    for index in gone:
        if left[old_items[index]]:
            left[old_items[index]] -= 1
            yield Change("moved", (*path, index), _short(old[index]), _short(old[index]))
        else:
            yield Change("removed", (*path, index), _short(old[index]))
    for index in come:
        if arrived[new_items[index]]:
            arrived[new_items[index]] -= 1
        else:
            yield Change("added", (*path, index), after=_short(new[index]))


def _without_order(value: object) -> str:
    """Return a text that two values share if they differ in the order of keys at most.

    >>> _without_order({"a": 1, "b": [True]}) == _without_order({"b": [True], "a": 1})
    True
    """
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{key!r}: {_without_order(own)}' for key, own in value.items()))}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_without_order, value))}]"
    return repr(value)


def _short(value: object) -> str:
    """Return a value as YAML of one line; a long one is cut. Of strips of the sheet and long blocks, names are told."""
    text = value_text(value, in_list=False)
    if isinstance(value, dict) and isinstance(value.get("panels"), list):
        text = ", ".join(str(panel) for panel in value["panels"])
    elif isinstance(value, dict) and len(text) > MAX_VALUE:
        text = ", ".join(map(str, value))
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1].rstrip()}…"
