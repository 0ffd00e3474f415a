"""Every clause of the rules has a test that names it."""

import ast
from pathlib import Path
from typing import get_args

from sheetgen.layout.sheet import Rulings

ENGINE_TESTS = Path(__file__).parents[1]

CLAUSES = [
    *["F0", "F1", "F2", "F3", "F4"],
    *["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"],
    *["B1"],
    *["P1", "P2", "P3"],
    *["X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10"],
    *["E1"],
    *["S1", "S2", "S3", "S4", "S5"],
    *["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8"],
    *["L1"],
    *["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9"],
    *["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"],
    *["M1", "M2", "M3", "M4", "M5", "M6", "M7"],
    *["O1", "O2", "O3", "O4", "O5", "O6", "O7"],
]
# Clauses that leave room: each is tested by our reading and by the other one.
RULINGS = {
    "lost_throw": "A8",
    "last_resort": "P2",
    "simultaneous_bonuses": "X1",
    "returns": "X5",
    "negative_fox": "X10",
    "equal_dice": "S2",
    "number_badge": "C8",
    "last_sweep": "D2",
    "free_row": "T2",
    "extra_die_matches": "T3",
}


def named_tests(source: str) -> dict[str, str]:
    """The test functions of a module with their docstrings."""
    return {
        node.name: ast.get_docstring(node) or ""
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def all_tests() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(ENGINE_TESTS.rglob("test_*.py")):
        found |= {f"{path.name}::{name}": text for name, text in named_tests(path.read_text("utf-8")).items()}
    return found


def without_test(clauses: list[str], tests: dict[str, str]) -> list[str]:
    """The clauses that no test names, in its own name and at the start of its docstring."""
    return [
        clause
        for clause in clauses
        if not any(
            name.rpartition("::")[2].startswith(f"test_{clause.lower()}_") and text.startswith(f"{clause}: ")
            for name, text in tests.items()
        )
    ]


def test_every_clause_has_a_test() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) == 74
    assert without_test(CLAUSES, all_tests()) == []


def test_a_clause_without_a_test_would_be_found() -> None:
    """Made-up clauses, also such that begin like a real one."""
    assert without_test(["A4", "A9", "X11", "X", "Z1"], all_tests()) == ["A9", "X11", "X", "Z1"]


def test_name_and_docstring_must_agree() -> None:
    source = 'def test_a4_equal_dice_stay():\n    """{} equal dice stay."""\n'
    assert without_test(["A4"], named_tests(source.format("A4:"))) == []
    assert without_test(["A4"], named_tests(source.format("A5:"))) == ["A4"]
    assert without_test(["A4"], named_tests(source.format("Of A4:"))) == ["A4"]
    assert without_test(["A4"], named_tests(source.format("A4:").replace("a4", "a41"))) == ["A4"]


def test_clause_tests_name_their_clause() -> None:
    """In this folder every test is about one clause, named twice."""
    wrong = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for name, text in named_tests(path.read_text("utf-8")).items():
            clause = name.split("_")[1].upper()
            if clause not in CLAUSES or not text.startswith(f"{clause}: "):
                wrong.append(f"{path.name}::{name}")
    assert wrong == []


def test_every_ruling_is_tested_both_ways() -> None:
    """Our reading is the default; the other one stands in a test of its clause that is called a ruling."""
    assert set(RULINGS) == set(Rulings.model_fields)
    modules = [ast.parse(path.read_text("utf-8")) for path in Path(__file__).parent.glob("test_*.py")]
    tests = [node for module in modules for node in module.body if isinstance(node, ast.FunctionDef)]
    for ruling, field in Rulings.model_fields.items():
        ours, other = get_args(field.annotation)
        assert field.default == ours
        start = f"test_{RULINGS[ruling].lower()}_ruling"
        told = [ast.unparse(node) for node in tests if node.name.startswith(start)]
        assert any(repr(other) in text and ruling in text for text in told), f"{start}…: {ruling} = {other}"
