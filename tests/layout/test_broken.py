"""Every mistake that we could think of, with the exact lines that a designer gets to read about it.

`broken/NAME.yaml` holds the mistake, `broken/NAME.expected` its errors and warnings; `broken/parents/` holds sound
layouts to extend.
"""

import re
from pathlib import Path

import pytest

from sheetgen.layout import Severity, check

FOLDER = Path(__file__).parent / "broken"
NAMES = sorted({path.stem for path in FOLDER.iterdir() if path.is_file()})


def lines_about(name: str) -> list[str]:
    # Which texts have been translated is the business of the translators.
    return [
        str(problem)
        for problem in check(name)
        if problem.severity is not Severity.INFO and not problem.message.startswith("no translation of ")
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_designer_reads_exactly_this(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    expected = Path(f"{name}.expected").read_text(encoding="utf-8").splitlines()
    assert expected, "a broken layout without a problem"
    assert lines_about(f"{name}.yaml") == expected


def test_every_mistake_has_a_layout_and_its_lines() -> None:
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert files == {f"{name}{end}" for name in NAMES for end in (".yaml", ".expected")}
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", sorted(path.name for path in (FOLDER / "parents").iterdir()))
def test_the_parents_are_sound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    assert lines_about(f"parents/{name}") == []


def test_no_line_speaks_the_words_of_the_machine() -> None:
    """What pydantic, PyYAML or Python would say must never reach a designer."""
    jargon = "should|valid|Traceback|NoneType|tuple|dict|Literal|scalar|sequence|mapping|token|stream"
    told = [line for path in FOLDER.glob("*.expected") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(told) > len(NAMES)
    assert [line for line in told if re.search(jargon, line.partition(" ")[2])] == []


def test_all_problems_are_told_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    places = {(problem.mark.line, problem.mark.column) for problem in check("several-of-form.yaml")}
    assert len(places) == 6
