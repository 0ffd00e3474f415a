"""`sheetgen new`: a file that passes the check, or no file at all."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")


@pytest.mark.parametrize("edition", EDITIONS)
def test_new_file_passes_the_check(run: Run, tmp_path: Path, edition: str) -> None:
    file = tmp_path / "mine.yaml"
    made = run("new", file, "--from", edition)
    assert (made.code, made.err) == (0, "")
    assert made.out == f"{file} is ready: edit it, then run `sheetgen check {file}`\n"
    checked = run("check", file)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.splitlines()[-1] == "1 layout checked: no errors, 0 warnings"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yaml"]


def test_from_a_file_beside(run: Run, tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("schema: 1\nextends: cubed\n", "utf-8")
    made = run("new", tmp_path / "child.yml", "--from", tmp_path / "parent.yaml")
    assert (made.code, made.err) == (0, "")
    assert "\nextends: parent.yaml\n" in (tmp_path / "child.yml").read_text("utf-8")
    assert run("check", tmp_path / "child.yml").code == 0


def test_a_new_file_is_as_readable_as_any_other(run: Run, tmp_path: Path) -> None:
    run("new", tmp_path / "mine.yaml", "--from", "classic")
    (tmp_path / "plain").write_text("")
    assert (tmp_path / "mine.yaml").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_refuses_to_overwrite(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("precious", "utf-8")
    result = run("new", file, "--from", "classic")
    assert (result.code, result.out) == (1, "")
    assert result.err == f"{file}: exists already; choose another name or add --force\n"
    assert file.read_text("utf-8") == "precious"


def test_overwrites_when_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("precious", "utf-8")
    assert run("new", file, "--from", "classic", "--force").code == 0
    assert "extends: classic" in file.read_text("utf-8")


def test_never_on_top_of_itself(run: Run, tmp_path: Path) -> None:
    """With --force this would leave a layout that extends itself, and nothing of the old one."""
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\n", "utf-8")
    result = run("new", file, "--from", file, "--force")
    assert (result.code, result.out) == (1, "")
    assert "goes in a circle" in result.err
    assert file.read_text("utf-8") == "schema: 1\nextends: classic\n"


def failures(tmp_path: Path) -> dict[str, tuple[Path, str]]:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "parent.yaml").write_text("schema: 1\nextends: classic\n", "utf-8")
    (tmp_path / "broken.yaml").write_text("schema: 1\nextends: classic\noder: 1\n", "utf-8")
    (tmp_path / "parent").write_text("schema: 1\nextends: classic\n", "utf-8")
    return {
        "no such edition": (tmp_path / "mine.yaml", "clasic"),
        "no such parent": (tmp_path / "mine.yaml", str(tmp_path / "nobody.yaml")),
        "broken parent": (tmp_path / "mine.yaml", str(tmp_path / "broken.yaml")),
        "parent elsewhere": (tmp_path / "mine.yaml", str(elsewhere / "parent.yaml")),
        "parent without ending": (tmp_path / "mine.yaml", str(tmp_path / "parent")),
        "missing folder": (tmp_path / "missing" / "mine.yaml", "classic"),
        "a file as folder": (tmp_path / "broken.yaml" / "mine.yaml", "classic"),
        "wrong ending": (tmp_path / "mine.txt", "classic"),
        "name too long": (tmp_path / f"{'long' * 80}.yaml", "classic"),
    }


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("no such edition", "did you mean 'classic'?"),
        ("no such parent", "there is no such file"),
        ("broken parent", "unknown key 'oder'"),
        ("parent elsewhere", "copy it there first"),
        ("parent without ending", "unknown edition 'parent'"),
        ("missing folder", "cannot be written: No such file or directory"),
        ("a file as folder", "cannot be written: Not a directory"),
        ("wrong ending", "a layout's name ends in .yaml"),
        ("name too long", "cannot be written: File name too long"),
    ],
)
def test_failure_is_one_line_and_no_file(run: Run, tmp_path: Path, case: str, message: str) -> None:
    file, parent = failures(tmp_path)[case]
    before = sorted(tmp_path.rglob("*"))
    result = run("new", file, "--from", parent)
    assert (result.code, result.out) == (1, "")
    (line,) = result.err.splitlines()
    assert message in line
    assert sorted(tmp_path.rglob("*")) == before


def test_every_failure_is_tested(tmp_path: Path) -> None:
    assert len(failures(tmp_path)) == 9


def test_failed_write_leaves_the_old_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up at the last moment: the old file stays, no half-written one appears."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "mine.yaml"
    file.write_text("precious", "utf-8")
    monkeypatch.setattr("os.fsync", full)
    result = run("new", file, "--from", "classic", "--force")
    assert (result.code, result.err) == (1, f"{file}: cannot be written: No space left on device\n")
    assert file.read_text("utf-8") == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yaml"]


def test_as_a_process_from_its_folder(spawn: Run, tmp_path: Path) -> None:
    made = spawn("new", "mine.yaml", "--from", "objectives")
    assert made.out == "mine.yaml is ready: edit it, then run `sheetgen check mine.yaml`\n"
    assert spawn("check", "mine.yaml").code == 0
