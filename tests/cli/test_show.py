"""`sheetgen show` and `sheetgen schema`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.layout import load
from sheetgen.layout.schema import as_text
from sheetgen.layout.writing import as_yaml

Run = Callable[..., Any]
EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")


@pytest.mark.parametrize("edition", EDITIONS)
def test_yaml(run: Run, edition: str) -> None:
    result = run("show", edition)
    assert (result.code, result.err) == (0, "")
    assert result.out == as_yaml(load(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_json(run: Run, edition: str) -> None:
    result = run("show", edition, "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["schema"] == 1
    assert data["title"] == load(edition).edition.title
    assert not {"extends", "replace"} & set(data)
    assert data["rounds"]["by players"]["2"] == (10 if edition == "objectives" else 6)


def test_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\ntitle: Mine\n", "utf-8")
    assert "title: Mine\n" in run("show", file).out


def test_unknown_edition(run: Run) -> None:
    result = run("show", "clasic")
    assert (result.code, result.out) == (1, "")
    assert result.err == "clasic:1:1: there is no such edition or file; did you mean 'classic'?\n"


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_broken_layout_shows_nothing(run: Run, broken: Path, option: tuple[str, ...]) -> None:
    result = run("show", broken, *option)
    assert (result.code, result.out) == (1, "")
    assert [line.partition(" ")[0] for line in result.err.splitlines()] == [f"{broken}:5:5", f"{broken}:7:12"]


def test_layout_that_makes_no_sense_shows_nothing(run: Run, tmp_path: Path) -> None:
    """Readable, but with a badge for a zone that does not exist."""
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\nzones: {green: {bonus: {4: X grene}}}\n", "utf-8")
    result = run("show", file)
    assert (result.code, result.out) == (1, "")
    assert "did you mean 'green'?" in result.err


def test_schema(run: Run) -> None:
    result = run("schema")
    assert (result.code, result.err) == (0, "")
    assert result.out == as_text()
    assert json.loads(result.out)["title"] == "sheetgen layout"
