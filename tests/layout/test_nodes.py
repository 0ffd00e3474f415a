"""YAML text → nodes: which scalars are what, where everything stands, and what is refused."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.layout.nodes import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    Block,
    Listing,
    Node,
    Scalar,
    child,
    entry_at_path,
    locate,
    plain,
    read_file,
    read_text,
)
from sheetgen.layout.problems import LayoutError, Position, Problem


def value_of(text: str) -> object:
    node = read_text(f"a: {text}\n", "demo")
    data = plain(node)
    assert isinstance(data, dict)
    return data["a"]


def refused(text: str) -> Problem:
    with pytest.raises(LayoutError) as caught:
        read_text(text, "demo")
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize("word", ["no", "yes", "on", "off", "No", "y", "n", "NO", "tRUE"])
def test_words_stay_words(word: str) -> None:
    assert value_of(word) == word


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("TRUE", True),
        ("~", None),
        ("null", None),
        ("", None),
        ("0", 0),
        ("+7", 7),
        ("-12", -12),
        ("010", 10),
        (".5", 0.5),
        ("-.5", -0.5),
        ("2.", 2.0),
        ("1e3", 1000.0),
        ("1.5E-2", 0.015),
        ("123456789012", 123456789012),
        ("-00000000000000000007", -7),
        ("0.9999899864196777", 0.9999899864196777),
    ],
)
def test_scalars_of_yaml_1_2(text: str, value: object) -> None:
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "0x1F",
        "0o17",
        "12:30",
        "1:30:00",
        "1_000",
        "2018-10-01",
        ".inf",
        ".nan",
        "=",
        "1e",
        "+",
        "٣",
        "2018.10.01.123456",
    ],
)
def test_what_yaml_1_1_took_for_more_is_text(text: str) -> None:
    assert value_of(text) == text


@pytest.mark.parametrize("text", ["7", "true", "~", "1e3", "", "010"])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_in_quotes_everything_is_text(text: str, quote: str) -> None:
    assert value_of(f"{quote}{text}{quote}") == text


def test_block_text_is_text() -> None:
    assert value_of("|\n  12\n") == "12\n"
    assert value_of(">\n  1\n  2\n") == "1 2\n"


def test_keys_are_words_or_whole_numbers() -> None:
    assert plain(read_text('{a: 1, 7: 2, "8": 3, no: 4, -1: 5}', "demo")) == {"a": 1, 7: 2, "8": 3, "no": 4, -1: 5}


def test_the_number_7_and_the_text_7_are_different_keys_but_010_is_10() -> None:
    assert plain(read_text('{7: a, "7": b}', "demo")) == {7: "a", "7": "b"}
    problem = refused("10: a\n010: b\n")
    assert (problem.position.line, problem.position.column) == (2, 1)
    assert problem.message == "the key 10 stands twice in this block"


def marks(node: Node) -> dict[str, tuple[int, int]]:
    """Every key and every value with its line and column."""
    found: dict[str, tuple[int, int]] = {}
    if isinstance(node, Scalar):
        found[f"={node.value}"] = (node.position.line, node.position.column)
    elif isinstance(node, Listing):
        found["[]"] = (node.position.line, node.position.column)
        for item in node.items:
            found.update(marks(item))
    else:
        for key, entry in node.entries.items():
            found[str(key)] = (entry.position.line, entry.position.column)
            found.update(marks(entry.node))
    return found


def test_places_count_from_1_and_are_exact() -> None:
    text = "# comment\nfirst: 1\nblock:\n  inner: [two, 3]\n  é: 'ü'\n\n  last: {z: w}\n"
    assert marks(read_text(text, "demo")) == {
        "first": (2, 1),
        "=1": (2, 8),
        "block": (3, 1),
        "inner": (4, 3),
        "[]": (4, 10),
        "=two": (4, 11),
        "=3": (4, 16),
        "é": (5, 3),
        "=ü": (5, 6),
        "last": (7, 3),
        "z": (7, 10),
        "=w": (7, 13),
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_do_not_depend_on_the_line_ends(end: str) -> None:
    node = read_text(end.join(["a: 1", "b:", "  c: 2", ""]), "demo")
    assert marks(node) == {"a": (1, 1), "=1": (1, 4), "b": (2, 1), "c": (3, 3), "=2": (3, 6)}
    problem = refused(end.join(["a: 1", "b: \x07"]))
    assert (problem.position.line, problem.position.column) == (2, 4)


def test_signs_beyond_the_first_plane_are_one_column_wide() -> None:
    assert marks(read_text("{🦊: 🎲, a: 1}", "demo")) == {"🦊": (1, 2), "=🎲": (1, 5), "a": (1, 8), "=1": (1, 11)}


def test_locate_finds_the_nearest_place_and_counts_lists_from_1() -> None:
    node = read_text("zones:\n  blue:\n    cells: [[1, 2], [3, 4]]\n    die: blue\n", "demo")
    assert locate(node, ("zones", "blue", "cells", 1, 0)) == (Position("demo", 3, 22), "zones.blue.cells[2][1]")
    assert locate(node, ("zones", "blue", "die")) == (Position("demo", 4, 10), "zones.blue.die")
    assert locate(node, ("zones", "blue", "cells")) == (Position("demo", 3, 5), "zones.blue.cells")
    assert locate(node, ("zones", "blue", "cells", "grid", 0, 1)) == (Position("demo", 3, 17), "zones.blue.cells[1][2]")
    assert locate(node, ("zones", "red", "die")) == (Position("demo", 1, 1), "zones")
    assert locate(node, ()) == (Position("demo", 1, 1), "")


def test_a_place_must_be_whole_to_be_found_exactly() -> None:
    node = read_text("zones:\n  blue: {die: blue}\n", "demo")
    entry = entry_at_path(node, ("zones", "blue", "die"))
    assert entry is not None
    assert entry.position == Position("demo", 2, 10)
    assert entry_at_path(node, ("zones", "blue", "cells")) is None
    assert entry_at_path(node, ("zones", "blue", "die", "more")) is None


def test_a_path_with_a_line_break_stays_one_line() -> None:
    assert locate(read_text('"a\\nb": 1', "demo"), ("a\nb",))[1] == "a�b"


def test_children() -> None:
    node = read_text("a: [x, y]\n", "demo")
    listing = node.entries["a"].node if isinstance(node, Block) else None
    assert isinstance(listing, Listing)
    assert child(listing, 1) is not None
    assert child(listing, 2) is None
    assert child(listing, -1) is None
    assert child(listing, "a") is None
    assert child(listing.items[0], 0) is None


def test_anchors_repeat_a_value() -> None:
    text = "a: &row [1, 2]\nb: *row\nc: {d: &word x, e: *word}\n"
    assert plain(read_text(text, "demo")) == {"a": [1, 2], "b": [1, 2], "c": {"d": "x", "e": "x"}}


def test_the_latest_anchor_of_a_name_counts() -> None:
    assert plain(read_text("[&a 1, *a, &a 2, *a]", "demo")) == [1, 1, 2, 2]


def test_as_many_values_as_allowed_and_not_one_more() -> None:
    fits = "[" + ",".join("1" for _ in range(MAX_NODES - 1)) + "]"
    assert plain(read_text(fits, "demo")) == [1] * (MAX_NODES - 1)
    assert refused(fits.replace("[", "[1,")).message.startswith(f"has more than {MAX_NODES} values")


def test_an_alias_counts_as_often_as_it_is_used() -> None:
    ten = "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\nb: ["
    fits = ten + ", ".join(["*a"] * 1990) + "]\n"
    data = plain(read_text(fits, "demo"))
    assert isinstance(data, dict)
    assert len(data["b"]) == 1990
    assert "more than" in refused(fits.replace("b: [", "b: [" + "*a, " * 10)).message


def test_as_deep_as_allowed_and_not_deeper() -> None:
    assert plain(read_text("[" * MAX_DEPTH + "]" * MAX_DEPTH, "demo"))
    assert plain(read_text("[" * MAX_DEPTH + "7" + "]" * MAX_DEPTH, "demo"))
    problem = refused("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2))
    assert problem.message == f"is nested deeper than {MAX_DEPTH} levels"
    assert problem.position.column == MAX_DEPTH + 2


def test_aliases_cannot_be_stacked_deeper_than_text() -> None:
    half = MAX_DEPTH // 2
    tower = f"[&a {'[' * half}1{']' * half}, {'[' * (half - 1)}*a{']' * (half - 1)}]"
    assert plain(read_text(tower, "demo"))
    problem = refused(tower.replace("*a", "[*a]"))
    assert problem.message == f"is nested deeper than {MAX_DEPTH} levels"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: 1\nb: {c: 1, c: 2}\n", 2, 11, "the key 'c' stands twice in this block"),
        ("a: 1\n---\nb: 2\n", 2, 1, "has more than one document"),
        ("# nothing\n", 1, 1, "is empty"),
        ("a: [1, !x 2]\n", 1, 8, "the tag '!x' is not used in layouts"),
        ("{[1]: 2}", 1, 2, "a key must be a word or a whole number, found a list"),
        ("{1.5: 2}", 1, 2, "a key must be a word or a whole number, found 1.5"),
        ("{true: 2}", 1, 2, "a key must be a word or a whole number, found true"),
        ("a: &x 1\n<<: *x\n", 2, 1, "'<<' is not used in layouts"),
        ("a: 1234567890123", 1, 4, "the number 1234567890123 is too large"),
        ("a: -1e13", 1, 4, "the number -1e13 is too large"),
        ("a: 0." + "3" * 40, 1, 4, "the number 0." + "3" * 37 + "… has too many digits"),
        ("a: *b", 1, 4, "unknown alias '*b': no '&b' ends before it"),
        ("é: [\x7f]", 1, 5, "has a control character (U+007F)"),
        ("é: \ufeffx", 1, 4, "has a control character (U+FEFF)"),
        ("é: \ud800", 1, 4, "has a control character (U+D800)"),
    ],
)
def test_what_is_refused(text: str, line: int, column: int, message: str) -> None:
    problem = refused(text)
    assert (problem.position, problem.message) == (Position("demo", line, column), message)


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "suggestion"),
    [
        ("a:\n\tb: 1\n", 2, 1, "a tab cannot indent a line", "use spaces"),
        ("a:\n  b: 1\n\tc: 2\n", 3, 1, "a tab cannot indent a line", "use spaces"),
        ("a:\n  b: [1, 2\nc: 3\n", 3, 2, "expected , or ]", "the [ of line 2 is still open"),
        ("a: {b: 1\n", 2, 1, "expected , or }", "the { of line 1 is still open"),
        ("b: {6: ? blue, 7: fox}\n", 1, 8, "a value that starts with ? must be in quotes", 'write "? blue"'),
        ("b:\n  6: ? blue # free\n", 2, 6, "a value that starts with ? must be in quotes", 'write "? blue"'),
        ("a: `x`\n", 1, 4, "a value cannot start with `", "put it in quotes"),
        ("a: b: c\n", 1, 5, "a second ':' in one value", "put the text in quotes"),
        ("a: 1\n b: 2\n", 2, 3, "is indented unlike its block", "indent all keys of a block alike"),
        ("a: 1\nb\nc: 2\n", 2, 1, "a key without ':'", "write 'key: value'"),
        ("a: [1,,2]\n", 1, 7, "expected a value, found ,", ""),
        ("a: 'it's'\n", 1, 8, "expected the end of the value", 'put the whole text in "double quotes"'),
        ("a: [* ]\n", 1, 6, "expected a name behind * or &", "put the text in quotes"),
        ("a: 1\n...\nb: 2\n", 3, 1, "expected nothing more here", "keep one layout per file"),
    ],
)
@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_mistakes_of_yaml_in_plain_words(
    text: str, line: int, column: int, message: str, suggestion: str, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where PyYAML comes without libyaml, its Python twin must lead to the same words."""
    monkeypatch.setattr(yaml, "CSafeLoader", getattr(yaml, loader))
    assert refused(text) == Problem(Position("demo", line, column), "", message, suggestion)


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for data in (b"a: 1\n", b"\xef\xbb\xbfa: 1\n"):
        path.write_bytes(data)
        assert marks(read_file(path, "demo")) == {"a": (1, 1), "=1": (1, 4)}


def test_a_file_may_be_as_large_as_allowed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\n#" + b"x" * (MAX_BYTES - 6))
    assert plain(read_file(path, "demo")) == {"a": 1}
    path.write_bytes(b"a: 1\n#" + b"x" * (MAX_BYTES - 5))
    with pytest.raises(LayoutError, match="is larger than 500 kB"):
        read_file(path, "demo")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n", encoding="utf-8")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(LayoutError, match=r"^demo:1:1: cannot be read: Permission denied$"):
        read_file(path, "demo")


# Letters, signs and spaces, but nothing that could be taken for a number: there a dumper of YAML 1.1 leaves out
# quotes that YAML 1.2 needs.
words = st.text(st.characters(categories=["L", "P", "S", "Zs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9, width=32) | words,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words | st.integers(0, 99), inner, max_size=5),
    max_leaves=25,
)


@settings(deadline=None)  # a busy machine is no mistake
@given(values)
def test_what_yaml_writes_is_read_back(data: object) -> None:
    assert plain(read_text(yaml.safe_dump(data, allow_unicode=True), "demo")) == data
    assert plain(read_text(yaml.safe_dump(data, default_flow_style=True), "demo")) == data


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\ufffe\uffff"), max_size=30)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9, width=32) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=25,
)


@settings(deadline=None)
@given(json_values)
def test_json_is_yaml(data: object) -> None:
    assert plain(read_text(json.dumps(data, ensure_ascii=False), "demo")) == data


SNIPPETS = [
    "a: ",
    "- ",
    "? ",
    ": ",
    ", ",
    "[",
    "]",
    "{",
    "}",
    "\n",
    "\n  ",
    "\t",
    "\r",
    "&a ",
    "*a",
    "!!x ",
    "'",
    '"',
    "|",
    ">",
    "#",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "\\x41",
    "~",
    "1e9",
    "<<: ",
    "\x00",
    "\u2028",
    "\ufeff",
    "é",
    "@",
    "`",
]


@settings(deadline=None)
@given(st.text(max_size=60) | st.lists(st.sampled_from(SNIPPETS), max_size=25).map("".join))
def test_whatever_the_text_it_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        node = read_text(text, "demo")
    except LayoutError as error:
        (problem,) = error.problems
        line = str(problem)
        assert line.isprintable(), line
        # The place lies in the text, or right behind its end.
        assert 1 <= problem.position.line <= len(text) + 1
        assert 1 <= problem.position.column <= len(text) + 1
    else:
        json.dumps(plain(node))
