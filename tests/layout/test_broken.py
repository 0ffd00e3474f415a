"""Every mistake that we could think of, with the exact lines that a designer gets to read about it.

The files of `broken/` hold the mistakes by theme: the name of each case, its layout and the errors and warnings that it
must give, as if the layout were in NAME.yaml; words in braces stand for lists that grow. `broken/parents/` holds sound
layouts to extend.
"""

import re
import shutil
from collections import Counter
from pathlib import Path
from types import UnionType
from typing import get_args

import pytest
import yaml
from pydantic import BaseModel

from sheetgen.layout import Severity, check
from sheetgen.layout.cards import AnyObjective, CardEdition
from sheetgen.layout.parts.accepts import AnyAccepts, RowAccepts
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.value import AnyValue
from sheetgen.layout.sheet import PAPERS, SheetEdition, Symbol


def listed(union: UnionType) -> str:
    """The kinds of a part, as a sentence lists them."""
    *kinds, last = (get_args(part.model_fields["kind"].annotation)[0] for part in get_args(union))
    return f"{', '.join(kinds)} or {last}"


def keys(model: type[BaseModel]) -> str:
    """The keys of a block, as a sentence lists them."""
    return ", ".join(sorted(field.alias or name for name, field in model.model_fields.items()))


# What a line names in full, and what grows with every new kind: `{order}` stands for all orders.
WORDS = {
    "{accepts}": listed(AnyAccepts),
    "{accepts of a row}": listed(RowAccepts),
    "{holds}": listed(AnyObjective),
    "{order}": listed(AnyOrder),
    "{points}": listed(AnyPoints),
    "{value}": listed(AnyValue),
    "{symbol}": " or ".join(", ".join(get_args(Symbol)).rsplit(", ", 1)),
    "{papers}": ", ".join(PAPERS),
    "{keys of a sheet}": keys(SheetEdition),
    "{keys of cards}": keys(CardEdition),
}
FOLDER = Path(__file__).parent / "broken"
PARENTS = FOLDER / "parents"
THEMES = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}
CASES: dict[str, dict[str, str]] = {name: case for cases in THEMES.values() for name, case in cases.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each case as a file of its own: some extend each other."""
    folder = tmp_path_factory.mktemp("broken")
    shutil.copytree(PARENTS, folder / "parents")
    for name, case in CASES.items():
        (folder / f"{name}.yaml").write_bytes(case["layout"].encode())
    return folder


@pytest.fixture(autouse=True)
def _inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def lines_about(name: str) -> list[str]:
    # Which texts have been translated is the business of the translators.
    return [
        str(problem)
        for problem in check(name)
        if problem.severity is not Severity.INFO and not problem.message.startswith("no translation of ")
    ]


@pytest.mark.parametrize("name", CASES)
def test_the_designer_reads_exactly_this(name: str) -> None:
    text = CASES[name]["expected"]
    for word, kinds in WORDS.items():
        text = text.replace(word, kinds)
    expected = text.splitlines()
    assert expected, "a broken layout without a problem"
    assert lines_about(f"{name}.yaml") == expected


def test_every_word_is_used() -> None:
    """And no list is spelt out that a word stands for."""
    expected = "\n".join(case["expected"] for case in CASES.values())
    assert {word: (word in expected, kinds in expected) for word, kinds in WORDS.items()} == dict.fromkeys(
        WORDS, (True, False)
    )


def test_every_case_has_a_name_of_its_own_with_a_layout_and_its_lines() -> None:
    assert len(CASES) >= 244
    assert {tuple(case) for case in CASES.values()} == {("layout", "expected")}
    # YAML would silently keep the last of two cases of one name.
    headings = [line for path in FOLDER.glob("*.yaml") for line in path.read_text("utf-8").splitlines()]
    names = Counter(line for line in headings if re.fullmatch(r"[\w-]+:", line))
    assert names == {f"{name}:": 1 for name in CASES}


@pytest.mark.parametrize("name", sorted(path.name for path in PARENTS.iterdir()))
def test_the_parents_are_sound(name: str) -> None:
    assert lines_about(f"parents/{name}") == []


def test_no_line_speaks_the_words_of_the_machine() -> None:
    """What pydantic, PyYAML or Python would say must never reach a designer."""
    jargon = "should|valid|Traceback|NoneType|tuple|dict|Literal|scalar|sequence|mapping|token|stream"
    lines = [line for case in CASES.values() for line in case["expected"].splitlines()]
    assert len(lines) > len(CASES)
    assert [line for line in lines if re.search(jargon, line.partition(" ")[2])] == []


def test_all_problems_are_told_in_one_run() -> None:
    places = {(problem.position.line, problem.position.column) for problem in check("several-of-form.yaml")}
    assert len(places) == 6
