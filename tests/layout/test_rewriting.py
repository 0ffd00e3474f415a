"""Changed data written into a text: nothing but the difference is touched."""

import copy

import pytest

from sheetgen.layout.nodes import plain, read_text
from sheetgen.layout.rewriting import EditError, TrackedList, rewrite, tracked, value_text
from sheetgen.resources import shipped_layouts

CLASSIC = shipped_layouts()["classic"].read_text("utf-8")
PAGE = """\
# A comment at the top
title: "Old"     # in quotes by choice
words: 'it''s'
list:            # a list
  - [1,  2,  3 ] # first
  - [4,  5*, 6 ]
block:

  one:
    a: 1
    b: {c: x, d: "? any"}   # two keys

  two:
    a: 2
# the end
"""


def data(text: str = PAGE) -> dict[str, object]:
    return plain(read_text(text, "page"))  # type: ignore[return-value]  # the root of PAGE is a block


@pytest.mark.parametrize(
    ("steps", "value", "old", "new"),
    [
        (("title",), "New one", 'title: "Old"     # in', 'title: "New one" # in'),
        (("words",), "plain", "words: 'it''s'", "words: 'plain'"),
        (("list", 0, 0), 12, "[1,  2,  3 ] # first", "[12, 2,  3 ] # first"),
        (("list", 1, 1), "5", "[4,  5*, 6 ]", '[4,  "5", 6 ]'),
        (("block", "one", "b", "d"), "fox", 'd: "? any"}   # two', "d: fox}       # two"),
        (("block", "one", "b", "c"), "? blue", 'x, d: "? any"}   #', '"? blue", d: "? any"} #'),
        (("block", "two", "a"), None, "    a: 2", "    a: ~"),
    ],
)
def test_a_single_value(steps: tuple[str | int, ...], value: object, old: str, new: str) -> None:
    wanted = data()
    inner = wanted
    for step in steps[:-1]:
        inner = inner[step]  # type: ignore[index,assignment]  # plain data of any shape
    inner[steps[-1]] = value  # type: ignore[index]
    changed = rewrite(PAGE, wanted)
    assert changed.split("\n") == PAGE.replace(old, new).split("\n")


def test_keys_come_and_go() -> None:
    wanted = data()
    wanted["block"] = {"one": {"a": 1, "new": [1, 2], "b": {"c": "x"}}, "three": {"a": 3, "b": 4, "c": [[1], [2]]}}
    wanted["last"] = True
    changed = rewrite(PAGE, wanted)
    one = PAGE.replace(', d: "? any"}   #', "}               #").replace("    b: {c", "    new: [1, 2]\n    b: {c")
    assert changed == one.replace(
        "  two:\n    a: 2\n# the end\n",
        "  three:\n    a: 3\n    b: 4\n    c:\n      - [1]\n      - [2]\n\n# the end\n\nlast: true\n",
    )


def test_an_item_that_moves_takes_its_comment_along() -> None:
    wanted = data()
    wanted["list"] = wanted["list"][::-1]  # type: ignore[index]
    assert "  - [4,  5*, 6 ]\n  - [1,  2,  3 ] # first\n" in rewrite(PAGE, wanted)


def test_of_equal_items_the_right_one_goes() -> None:
    text = "rows:\n  - [1]  # top\n  - [1]  # middle\n  - [1]  # bottom\n"
    wanted = tracked(data(text))
    assert isinstance(wanted["rows"], TrackedList)
    del wanted["rows"][1]
    assert rewrite(text, wanted) == "rows:\n  - [1]  # top\n  - [1]  # bottom\n"


def test_everything_between_braces_may_be_new() -> None:
    text = "a: {b: 1}   # one\nc: [1, 2]\n"
    wanted = tracked(data(text))
    wanted["a"] = {"d": 2}
    del wanted["c"][0]
    del wanted["c"][0]
    wanted["c"].insert(0, 5)
    assert rewrite(text, wanted) == "a: {d: 2}   # one\nc: [5]\n"


def test_line_ends_stay() -> None:
    wanted = data()
    wanted["title"] = "N"
    wanted["more"] = {"x": {"y": [1]}, "z": [[1, 2]]}
    unix = rewrite(PAGE, wanted)
    assert rewrite(PAGE.replace("\n", "\r\n"), wanted) == unix.replace("\n", "\r\n")
    without = PAGE.rstrip("\n")
    assert data(rewrite(without, wanted)) == wanted


def test_a_long_line_becomes_a_block() -> None:
    text = "zones:\n  green:  {bonus: {6: fox}}   # green\n  blue: {a: 1}\n"
    wanted = data(text)
    wanted["zones"]["green"]["points"] = {"by count": list(range(20))}  # type: ignore[index]
    ladder = ", ".join(map(str, range(20)))
    assert rewrite(text, wanted) == (
        "zones:\n  green:                      # green\n    bonus: {6: fox}\n"
        f"    points: {{by count: [{ladder}]}}\n  blue: {{a: 1}}\n"
    )


@pytest.mark.parametrize(
    "word", ["? any", "a: b", "a #b", "", " x", "~", "true", "07", "it's", '"', "[", "5*", "*a", "&a", "é"]
)
def test_texts_are_quoted_where_they_must_be(word: str) -> None:
    assert plain(read_text(f"[{value_text(word)}]", "")) == [word]
    assert plain(read_text(f"a: {value_text(word, in_list=False)}", "")) == {"a": word}


def test_what_cannot_be_written_is_refused_in_one_line() -> None:
    shared = "a: &x [1, 2]\nb: *x\n"
    with pytest.raises(
        EditError, match=r"^this part of the file is written in a way that only its text can be changed$"
    ):
        rewrite(shared, {"a": [1, 2], "b": [1, 3]})
    with pytest.raises(EditError, match=r"^the layout must be readable first: "):
        rewrite("a: [", {})


def test_the_same_data_leaves_the_text_alone() -> None:
    for path in shipped_layouts().values():
        text = path.read_text("utf-8")
        assert rewrite(text, plain(read_text(text, ""))) == text
    assert rewrite(CLASSIC, copy.deepcopy(data(CLASSIC))) == CLASSIC


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_where_a_block_goes_one_empty_line_stays(end: str) -> None:
    text = end.join(["a: 1", "", "b:", "  c: 2", "", "d: 3", ""])
    assert rewrite(text, {"a": 1, "d": 3}) == end.join(["a: 1", "", "d: 3", ""])
