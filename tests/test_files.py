"""Watching files: what was written, what came and what went, each once."""

from pathlib import Path

from sheetgen.files import FileWatch


def test_each_change_is_noticed_once(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("one")
    watch = FileWatch(lambda: tmp_path.glob("*.txt"))
    assert watch.changed() == []
    first.write_text("three")
    second.write_text("new")
    (tmp_path / "c.md").write_text("not watched")
    assert sorted(watch.changed()) == [first, second]
    assert watch.changed() == []
    first.unlink()
    assert watch.changed() == [first]
    assert watch.present == [second]
