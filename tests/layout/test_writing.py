"""Layouts as text: what `show` prints and `new` writes can be read again."""

from pathlib import Path

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import Severity, check, load, read
from sheetgen.layout.writing import as_yaml, starter
from sheetgen.resources import shipped_layouts

EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")


def test_all_editions_are_tested() -> None:
    assert tuple(shipped_layouts()) == EDITIONS


@pytest.mark.parametrize("name", EDITIONS)
def test_shown_layout_reads_as_the_same_edition(name: str, tmp_path: Path) -> None:
    layout = load(name)
    file = tmp_path / f"{name}.yaml"
    file.write_text(as_yaml(layout), "utf-8")
    again = load(str(file))
    assert again.edition == layout.edition
    assert again.id == name
    assert again.lineage == ()  # all in one piece: nothing is inherited any more
    assert as_yaml(again) == as_yaml(layout)


@pytest.mark.parametrize("name", EDITIONS)
def test_shown_layout_is_fit_to_read(name: str) -> None:
    text = as_yaml(load(name))
    assert text.startswith("schema: 1\n")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    lines = text.splitlines()
    assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == []
    assert [line for line in lines if "&id" in line or "!!" in line] == []


def test_shown_layout_resolves_the_parent() -> None:
    text = as_yaml(load("deluxe"))
    assert "extends" not in text
    assert "replace" not in text
    assert "[3, 6, 5, x]" in text  # from classic


@pytest.mark.parametrize("name", EDITIONS)
def test_starter_passes_the_check(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(starter(load(name), name), "utf-8")
    problems = [problem for problem in check(str(file)) if problem.severity is not Severity.INFO]
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_starter_is_the_parent_with_another_title(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    parent = load(name)
    file.write_text(starter(parent, name), "utf-8")
    own = read(str(file))
    changed = ("title", "translations")
    assert own.lineage[:1] == (name,)
    assert own.edition.title != parent.edition.title
    assert own.edition.model_copy(update={key: getattr(parent.edition, key) for key in changed}) == parent.edition
    for language in languages()[1:]:
        assert own.edition.title in own.edition.translations[language]


@pytest.mark.parametrize("name", EDITIONS)
def test_hints_of_the_starter_hold(name: str, tmp_path: Path) -> None:
    """Taking away the # before the hints, as the file says, gives a layout without errors."""
    file = tmp_path / "mine.yaml"
    head, _, hints = starter(load(name), name).partition("# Write only what you change.")
    lines = [line.removeprefix("# ") for line in hints.splitlines()[1:]]
    # The badges of the hint are an example: fewer than there are slots is worth a warning, no error.
    file.write_text(head + "\n".join(lines) + "\n", "utf-8")
    assert "points:" in file.read_text("utf-8")
    errors = [problem for problem in check(str(file)) if problem.severity is Severity.ERROR]
    assert [str(problem) for problem in errors] == []


def test_starting_from_a_file_beside(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text("schema: 1\nextends: classic\nfoxes: {worth: 12}\n", "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text(starter(load(str(parent)), "parent.yaml"), "utf-8")
    layout = load(str(child))
    assert layout.lineage == ("parent", "classic")
    assert layout.edition.foxes.points == 12  # type: ignore[union-attr]
    problems = [problem for problem in check(str(child)) if problem.severity is not Severity.INFO]
    assert [str(problem) for problem in problems] == []


def test_starting_from_a_title_with_quotes(tmp_path: Path) -> None:
    """Titles are texts of all kinds; the starter must stay readable YAML."""
    parent = tmp_path / "parent.yaml"
    parent.write_text("schema: 1\nextends: classic\ntitle: 'Say \"clever\": a #1 \\ game'\n", "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text(starter(load(str(parent)), "parent.yaml"), "utf-8")
    assert load(str(child)).edition.title == 'My Say "clever": a #1 \\ game'
