"""What a new layout can start from."""

from pathlib import Path

import pytest

from sheetgen.layout import load, read_from_text
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.studio.starts import read_start, start_names

STARTS = list(start_names())


def test_all_editions_and_variants_are_there() -> None:
    assert [*shipped_layouts(), *shipped_variants()] == STARTS


@pytest.mark.parametrize("name", STARTS)
def test_a_new_layout_is_the_same_game_and_names_no_folder_of_this_machine(name: str) -> None:
    file = start_names()[name]
    start = read_start(file)
    original = load(name if name in shipped_layouts() else str(file)).edition
    for text in (start.short, start.whole):
        own = read_from_text(text, Path("/nowhere/mine.yaml"), "mine.yaml").edition
        assert own.model_copy(update={"title": original.title, "translations": original.translations}) == original
        assert str(Path(__file__).parents[2]) not in text
    assert start.title("de")
    assert start.about("en")
    if start.short != start.whole:
        assert "`sheetgen" not in start.short  # the studio is there for those who type no commands


def test_a_layout_that_extends_one_of_its_own_folder_is_written_out(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("schema: 1\nextends: classic\ntitle: Parent\nfoxes: {worth: 10}\n", "utf-8")
    (tmp_path / "child.yaml").write_text("schema: 1\nextends: parent.yaml\ntitle: Child\n", "utf-8")
    start = read_start(tmp_path / "child.yaml")
    assert start.short == start.whole
    assert read_from_text(start.whole, Path("/nowhere/child.yaml"), "child.yaml").edition == start.layout.edition
