"""Watching files: what was written, created and removed, each once; events of the file system end the waiting."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen import watching
from sheetgen.watching import FileWatch

LIMIT = 120  # seconds: a busy machine may take long to report an event


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[FileWatch]:
    with FileWatch(lambda: tmp_path.glob("*.txt"), folders=[tmp_path]) as watch:
        yield watch


def test_each_change_is_noticed_once(tmp_path: Path, watch: FileWatch) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("one")
    assert watch.changed() == [first]
    assert watch.changed() == []
    first.write_text("three")
    second.write_text("new")
    (tmp_path / "c.md").write_text("not watched")
    assert sorted(watch.changed()) == [first, second]
    assert watch.changed() == []
    first.unlink()
    assert watch.changed() == [first]
    assert watch.present == [second]


@pytest.fixture
def without_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing but an event end the waiting."""
    monkeypatch.setattr(watching, "FALLBACK_SECONDS", LIMIT)


def waited(watch: FileWatch) -> threading.Thread:
    """Wait for a change in another thread, which ends once there is one."""

    def wait() -> None:
        while not watch.changed() and not watch.closed:
            watch.wait()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


@pytest.mark.usefixtures("without_fallback")
@pytest.mark.parametrize("change", ["create", "write", "replace", "remove"])
def test_an_event_ends_the_waiting(tmp_path: Path, change: str) -> None:
    file = tmp_path / "a.txt"
    if change != "create":
        file.write_text("one")
    with FileWatch(lambda: tmp_path.glob("*.txt"), folders=[tmp_path]) as watch:
        watch.wait()  # the first look at a folder counts as an event
        thread = waited(watch)
        if change == "remove":
            file.unlink()
        elif change == "replace":
            (tmp_path / "new").write_text("other")
            (tmp_path / "new").replace(file)
        else:
            file.write_text("three")
        thread.join(LIMIT / 2)
        assert not thread.is_alive()


@pytest.mark.usefixtures("without_fallback")
def test_looking_is_no_event(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    with FileWatch(lambda: tmp_path.glob("*.txt")) as watch:
        watch.wait()
        thread = waited(watch)
        for _ in range(3):
            (tmp_path / "a.txt").read_text()
            list(tmp_path.iterdir())
        thread.join(0.5)
        assert thread.is_alive()
        watch.close()
        thread.join(LIMIT / 2)
        assert not thread.is_alive()


def test_without_events_changes_are_noticed_by_looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "FALLBACK_SECONDS", 0.05)
    folder = tmp_path / "later"  # a folder that does not exist cannot be watched
    with FileWatch(lambda: [folder / "a.txt"]) as watch:
        thread = waited(watch)
        folder.mkdir()
        (folder / "a.txt").write_text("one")
        thread.join(LIMIT)
        assert not thread.is_alive()
