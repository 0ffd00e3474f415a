"""Problems and the words of their lines: one line each, in the order of the file."""

import pytest

from sheetgen.layout.problems import Position, Problem, Severity, UnknownWordError, brief, printable, require_known


@pytest.mark.parametrize(("text", "shown"), [("a b.yaml", "a b.yaml"), ("a\tb\r\n", "a�b��"), ("", "''")])
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("", "''"),
        ("a\nb\x1b[2J", "'a�b�[2J'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 39}…'"),
        (True, "true"),
    ],
)
def test_a_value_is_quoted_in_one_line(value: object, quoted: str) -> None:
    assert brief(value) == quoted


def test_positions_are_ordered_as_one_reads() -> None:
    positions = [
        Position("b.yaml", 1, 1),
        Position("a.yaml", 10, 1),
        Position("a.yaml", 9, 12),
        Position("a.yaml", 9, 2),
    ]
    assert sorted(positions) == positions[::-1]


def test_a_warning_says_so_in_its_line() -> None:
    problem = Problem(Position("a.yaml", 2, 3), "", "odd", severity=Severity.WARNING)
    assert str(problem) == "a.yaml:2:3: warning: odd"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("lihgt", "there is no theme 'lihgt'; did you mean 'light'?"),
        ("qq", "there is no theme 'qq'; known are light, ink"),
    ],
)
def test_an_unknown_word_gets_a_suggestion(word: str, message: str) -> None:
    with pytest.raises(UnknownWordError) as error:
        require_known("theme", word, ["light", "ink"])
    assert str(error.value) == message
    assert require_known("theme", "ink", ["light", "ink"]) == "ink"
