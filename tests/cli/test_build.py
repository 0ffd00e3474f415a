"""`sheetgen build`: everything into one folder, and only what changed a second time."""

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {
            value for name, value in attrs if name in ("href", "src") and value and not value.startswith("#")
        }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One sheet edition and the cards in two languages, built once."""
    import subprocess
    import sys

    path = tmp_path_factory.mktemp("output")
    command = [
        sys.executable,
        "-m",
        "sheetgen",
        "build",
        "--no-site",
        "classic",
        "objectives",
        "--lang",
        "en",
        "--lang",
        "de",
        "-o",
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{path / 'index.html'}: 36 files made, 0 unchanged\n"
    assert done.stderr == ""
    return path


def test_every_file_is_there_and_linked(folder: Path) -> None:
    links = Links()
    links.feed((folder / "index.html").read_text("utf-8"))
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert links.found == files - {"index.html", ".sheetgen.json"}
    assert "de/classic/classic-de-pad-A4.pdf" in files
    assert "en/objectives/objectives-en-deck-Letter.pdf" in files
    assert "en/classic/classic-en-press-x4.pdf" in files


def again(run: Run, folder: Path, *more: str) -> str:
    result = run("build", "--no-site", "classic", "objectives", "--lang", "en", "--lang", "de", "-o", folder, *more)
    assert result.code == 0, result.err
    return str(result.out).split(": ")[1].strip()


def test_only_what_changed_is_made_again(run: Run, folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.pdf")}
    assert again(run, folder) == "0 files made, 36 unchanged"
    damaged, missing = folder / "en/classic/classic-en-pad-A4.pdf", folder / "de/classic/classic-de-solo.svg"
    content = damaged.read_bytes(), missing.read_bytes()
    damaged.write_bytes(b"half")
    missing.unlink()
    assert again(run, folder) == "2 files made, 34 unchanged"
    assert (damaged.read_bytes(), missing.read_bytes()) == content
    untouched = {path: path.stat().st_mtime_ns for path in before if path != damaged}
    assert untouched.items() <= before.items()


def test_a_damaged_list_makes_everything_again(run: Run, folder: Path) -> None:
    manifest = folder / ".sheetgen.json"
    good = manifest.read_bytes()
    manifest.write_bytes(b"{broken")
    assert again(run, folder) == "36 files made, 0 unchanged"
    assert manifest.read_bytes() == good


def test_what_nobody_wants_any_more_is_removed_and_nothing_else(run: Run, folder: Path) -> None:
    own = folder / "en" / "notes.txt"
    own.write_text("mine")
    manifest = folder / ".sheetgen.json"
    listed = json.loads(manifest.read_text())
    (folder / "en/old.pdf").write_bytes(b"old")
    listed["en/old.pdf"] = ["0", "0"]
    listed["../outside.pdf"] = ["0", "0"]
    outside = folder.parent / "outside.pdf"
    outside.write_bytes(b"not ours")
    manifest.write_text(json.dumps(listed))
    assert again(run, folder) == "0 files made, 36 unchanged, 1 removed"
    assert not (folder / "en/old.pdf").exists()
    assert own.read_text() == "mine"
    assert outside.exists()


def test_a_change_in_a_layout_touches_its_files_alone(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "mine.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: Mine\n")
    output = tmp_path / "out"
    first = run("build", "--no-site", "classic", layout, "--lang", "en", "--jobs", "1", "-o", output)
    assert first.out.endswith("19 files made, 0 unchanged\n")
    layout.write_text("schema: 1\nextends: classic\ntitle: Ours\n")
    second = run("build", "--no-site", "classic", layout, "--lang", "en", "--jobs", "1", "-o", output)
    assert second.out.endswith("9 files made, 10 unchanged\n")


def test_what_cannot_be_drawn_is_told(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "tiny.yaml"
    layout.write_text("schema: 1\nextends: classic\ntitle: \u6f22\u5b57\n", "utf-8")
    result = run("build", "--no-site", layout, "--lang", "en", "-o", tmp_path / "out")
    assert result.code == 1
    assert "tiny-en" in result.err
    assert result.err.count("\n") == 1


def test_a_folder_that_cannot_be(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("build", "--no-site", "classic", "--lang", "en", "-o", tmp_path / "file")
    assert result.code == 1
    assert result.err == f"{tmp_path / 'file'}: cannot be written: File exists\n"


def test_two_layouts_of_one_name_are_refused(run: Run, tmp_path: Path) -> None:
    """They would overwrite each other's files."""
    own = tmp_path / "classic.yaml"
    own.write_text("schema: 1\nextends: classic\n", "utf-8")
    result = run("build", "classic", own, "-o", tmp_path / "output")
    assert result.code == 1
    assert result.err == f"{own}:1:1: is called 'classic', as classic is; give it another name\n"
    assert not (tmp_path / "output").exists()
