"""Files that nobody would write in good faith: one line, exit code 1, little time and little memory."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import pytest

from sheetgen.cli import main

SECONDS = 2
MEGABYTES = 200
HEAD = "schema: 1\nextends: classic\n"


# Children of a process that has everything imported: each begins clean, and within a moment.
CHILDREN = get_context("forkserver")
CHILDREN.set_forkserver_preload(["sheetgen.cli.design", "sheetgen.layout.loading", "sheetgen.layout.checks"])


def check(file: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `sheetgen check` under limits that kill it when it takes too much."""
    with tempfile.TemporaryDirectory() as aside:
        out, err = Path(aside, "out"), Path(aside, "err")
        child = CHILDREN.Process(target=_check, args=(file, folder, out, err))
        child.start()
        child.join(300)  # processor time is limited strictly; the clock on the wall only ends what waits for ever
        if child.exitcode is None:
            child.kill()
            pytest.fail("waits for ever")
        return subprocess.CompletedProcess(file, child.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))


def _check(file: str, folder: Path, out: Path, err: Path) -> None:
    for number, path in enumerate((Path(os.devnull), out, err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), number)
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.argv = ["sheetgen", "check", file]
    main()


def told(file: str, folder: Path, code: int = 1) -> str:
    """The one line that a hostile file earns; `code` is 2 for the name of an edition that does not exist."""
    result = check(file, folder)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()  # splits at every sign that a terminal might take for a line break
    assert len(lines) == 1, lines
    assert result.stderr.endswith("\n")
    assert lines[0].isprintable()
    assert len(lines[0]) < 1000
    return lines[0]


def bomb(levels: int = 12, width: int = 10) -> str:
    lines = [f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * width)}]" for level in range(1, levels)]
    return "\n".join(["l0: &l0 [lol]", *lines])


def ladder_of_aliases() -> str:
    """Each step is shallow, but stands on all the steps before it."""
    lines = [f"l0: &l0 {'[' * 35}{']' * 35}"]
    lines += [f"l{step}: &l{step} {'[' * 35}*l{step - 1}{']' * 35}" for step in range(1, 30)]
    return "\n".join(lines)


TEXTS: dict[str, tuple[str | bytes, str]] = {
    "alias bomb": (bomb(), "has more than 20000 values"),
    "alias bomb of blocks": (
        "a0: &a0 {k: v}\n"
        + "\n".join(f"a{i}: &a{i} {{{', '.join(f'k{j}: *a{i - 1}' for j in range(9))}}}" for i in range(1, 12)),
        "has more than 20000 values",
    ),
    "alias inside itself": ("a: &a [*a]\n", "unknown alias '*a'"),
    "aliases that add up to a tower": (ladder_of_aliases(), "is nested deeper than 40 levels"),
    "20 MB": (b"# " + b"x" * 20_000_000, "is larger than 500 kB"),
    "20 MB without a line break": (b"a" * 20_000_000, "is larger than 500 kB"),
    "deep lists": ("a: " + "[" * 10_000 + "]" * 10_000, "is nested deeper than 40 levels"),
    "deep lists without end": ("[" * 400_000, "is nested deeper than 40 levels"),
    "deep blocks in braces": ("{a: " * 10_000 + "1" + "}" * 10_000, "is nested deeper than 40 levels"),
    "deep blocks": ("\n".join(" " * i + "a:" for i in range(900)), "is nested deeper than 40 levels"),
    "deep dashes": ("- " * 10_000 + "x", "is nested deeper than 40 levels"),
    "deep question marks": ("? " * 10_000 + "x", "is nested deeper than 40 levels"),
    "many values": (HEAD + "age: [" + "1," * 100_000 + "]", "has more than 20000 values"),
    "NUL": (HEAD + "age: 8\0\n", ":3:7: has a control character (U+0000)"),
    "only NULs": (b"\0" * 1000, ":1:1: has a control character (U+0000)"),
    "escape sequence": (HEAD + "title: \x1b[2J\n", ":3:8: has a control character (U+001B)"),
    "UTF-16": ((HEAD + "age: 8\n").encode("utf-16"), ":1:1: is not UTF-8 text"),
    "UTF-16 without a mark": ((HEAD + "age: 8\n").encode("utf-16-le"), ":1:2: has a control character (U+0000)"),
    "UTF-32": ((HEAD + "age: 8\n").encode("utf-32"), ":1:1: is not UTF-8 text"),
    "Latin-1": ((HEAD + "title: éÉ Très futé\n").encode("latin-1"), ":3:8: is not UTF-8 text"),
    "Latin-1 behind UTF-8": (HEAD.encode() + "title: ééé ".encode() + b"\xe9\n", ":3:12: is not UTF-8 text"),
    "a lone surrogate": (HEAD.encode() + b"title: \xed\xa0\x80\n", ":3:8: is not UTF-8 text"),
    "Python object": (HEAD + 'age: !!python/object/apply:os.system ["touch owned"]\n', ":3:6: the tag '!!python/"),
    "Python name": (HEAD + "age: !!python/name:os.system\n", ":3:6: the tag '!!python/name:os.system'"),
    "own tag": (HEAD + "age: !<!x> 8\n", ":3:6: the tag '!x' is not used in layouts"),
    "tag on a key": (HEAD + "!!binary YWdl: 8\n", ":3:1: the tag '!!binary'"),
    "10,000 digits": (HEAD + "age: " + "9" * 10_000, ":3:6: the number 999"),
    "10,000 digits and a minus": (HEAD + "age: -" + "9" * 10_000, ":3:6: the number -999"),
    "10,000 digits behind a point": (HEAD + "age: 0." + "9" * 10_000, ":3:6: the number 0.999"),
    "10,000 zeros": (HEAD + "age: " + "0" * 10_000, ":3:6: the number 000"),
    "1e999": (HEAD + "age: 1e999\n", ":3:6: the number 1e999 is too large"),
    "a huge exponent": (HEAD + "age: 1e" + "9" * 10_000, ":3:6: the number 1e999"),
    "not a number": (HEAD + "age: .nan\n", ":3:6 age: expected a whole number, found '.nan'"),
    "many cells": (HEAD + "zones: {purple: {cells: 99999999999}}\n", "expected 1 to 40 cells, found 99999999999"),
    "many slots": (HEAD + "actions: {reroll: {slots: 99999999999}}\n", "expected 1 to 16 slots"),
    "many rounds": (HEAD + "rounds: {by players: {4: 99999999999}}\n", "must be at most 12"),
    "many players": (HEAD + "rounds: {by players: {99999999999: 4}}\n", "expected 1 to 8 players"),
    "a badge for a far cell": (HEAD + "zones: {green: {bonus: {99999999999: fox}}}\n", "there is no cell 99999999999"),
    "a huge size": (HEAD + "sheet: {size: 9999999999 x 9999999999}\n", "is not a size"),
    "a long word": (HEAD + "age: " + "x" * 400_000, ":3:6 age: expected a whole number, found 'xxx"),
    "a long key": (HEAD + "'" + "k" * 900 + "': 1\n", ":3:1: unknown key 'kkk"),
    "a long key in quotes": (HEAD + '? "' + "k" * 400_000 + '"\n: 1\n', ":3:3: unknown key 'kkk"),
    "a long line": (HEAD + "zones: {green: {cells: [" + "1, " * 9_000 + "1]}}\n", "expected at most 40 entries"),
    "a long badge": (HEAD + "zones: {green: {bonus: {4: " + "a or " * 80_000 + "b}}}\n", "is not a badge"),
    "a line break in a key": (HEAD + '"a\\nb\\e[2J": 1\n', ":3:1: unknown key 'a�b�[2J'"),
    "a line break in a name": (HEAD + 'actions: {"a\\nb": {slots: 3}}\n', "actions.a�b: unknown action 'a�b'"),
    "a line break in a value": (HEAD + 'wild: "a\\nb\\u2028c"\n', ":3:7 wild: there is no die 'a�b�c'"),
    "a line break in a parent": (HEAD.replace("classic", '"a\\nb.yaml"'), "there is no file 'a�b.yaml'"),
    "a NUL in a parent": (HEAD.replace("classic", '"a\\0b.yaml"'), "is not a usable file name"),
    "a long parent": (HEAD.replace("classic", "a" * 5000 + ".yaml"), "there is no file 'aaa"),
    "an anchor with a long name": (HEAD + "age: *" + "a" * 5000 + "\n", ":3:6: unknown alias '*aaa"),
    "a long tag": (HEAD + "age: !" + "a" * 5000 + " 8\n", ":3:6: the tag '!aaa"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_earns_one_line(name: str, tmp_path: Path) -> None:
    content, message = TEXTS[name]
    data = content.encode() if isinstance(content, str) else content
    (tmp_path / "layout.yaml").write_bytes(data)
    line = told("layout.yaml", tmp_path)
    assert line.startswith("layout.yaml:")
    assert message in line
    assert [path.name for path in tmp_path.iterdir()] == ["layout.yaml"]  # nothing was run


def write(folder: Path, **files: str) -> None:
    for name, parent in files.items():
        (folder / f"{name}.yaml").write_text(f"schema: 1\nextends: {parent}\n", encoding="utf-8")


def circle_of_one(folder: Path) -> None:
    write(folder, layout="layout.yaml")


def circle_of_two(folder: Path) -> None:
    write(folder, layout="b.yaml", b="layout.yaml")


def circle_of_three_behind_two(folder: Path) -> None:
    write(folder, layout="a.yaml", a="b.yaml", b="c.yaml", c="d.yaml", d="b.yaml")


def circle_through_a_link(folder: Path) -> None:
    write(folder, layout="link.yaml")
    (folder / "link.yaml").symlink_to("layout.yaml")


def link_to_itself(folder: Path) -> None:
    write(folder, layout="link.yaml")
    (folder / "link.yaml").symlink_to("link.yaml")


def absolute_path(folder: Path) -> None:
    outside(folder)
    write(folder, layout=str(folder.parent / "secret.yaml"))


def outside(folder: Path) -> None:
    (folder.parent / "secret.yaml").write_text("password: hunter2\n", encoding="utf-8")
    write(folder, layout="../secret.yaml")


def outside_by_a_detour(folder: Path) -> None:
    outside(folder)
    (folder / "sub").mkdir()
    write(folder, layout="sub/../../secret.yaml")


def outside_through_a_link(folder: Path) -> None:
    outside(folder)
    (folder / "link.yaml").symlink_to("../secret.yaml")
    write(folder, layout="link.yaml")


def outside_through_a_folder(folder: Path) -> None:
    outside(folder)
    (folder / "up").symlink_to("..")
    write(folder, layout="up/secret.yaml")


def outside_from_below(folder: Path) -> None:
    """A parent in a subfolder may not climb out of it either."""
    outside(folder)
    (folder / "sub").mkdir()
    write(folder, layout="sub/middle.yaml")
    write(folder / "sub", middle="../../secret.yaml")


def parent_is_a_folder(folder: Path) -> None:
    (folder / "parent.yaml").mkdir()
    write(folder, layout="parent.yaml")


def parent_is_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "parent.yaml")
    write(folder, layout="parent.yaml")


def long_chain(folder: Path) -> None:
    write(folder, layout="p1.yaml", **{f"p{i}": f"p{i + 1}.yaml" for i in range(1, 60)}, p60="classic")


PARENTS: dict[Callable[[Path], None], str] = {
    circle_of_one: "layout.yaml:2:10 extends: goes in a circle: layout → layout",
    circle_of_two: "b.yaml:2:10 extends: goes in a circle: layout → b → layout",
    circle_of_three_behind_two: "d.yaml:2:10 extends: goes in a circle: layout → a → b → c → d → b",
    circle_through_a_link: "layout.yaml:2:10 extends: goes in a circle: layout → link",
    link_to_itself: "layout.yaml:2:10 extends: 'link.yaml' is not a usable file name",
    absolute_path: "is not a file beside this layout; write a relative path with /",
    outside: "layout.yaml:2:10 extends: '../secret.yaml' lies outside this layout's folder",
    outside_by_a_detour: "layout.yaml:2:10 extends: 'sub/../../secret.yaml' lies outside this layout's folder",
    outside_through_a_link: "layout.yaml:2:10 extends: 'link.yaml' lies outside this layout's folder",
    outside_through_a_folder: "layout.yaml:2:10 extends: 'up/secret.yaml' lies outside this layout's folder",
    outside_from_below: "sub/middle.yaml:2:10 extends: '../../secret.yaml' lies outside this layout's folder",
    parent_is_a_folder: "layout.yaml:2:10 extends: there is no file 'parent.yaml' beside this layout",
    parent_is_a_pipe: "layout.yaml:2:10 extends: there is no file 'parent.yaml' beside this layout",
    long_chain: "p8.yaml:2:10 extends: has more than 8 parents in a row",
}


@pytest.mark.parametrize("build", PARENTS, ids=lambda build: build.__name__)
def test_hostile_parents_earn_one_line(build: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "layouts-of-a-user"
    folder.mkdir()
    build(folder)
    line = told("layout.yaml", folder)
    assert PARENTS[build] in line
    assert "hunter2" not in line
    assert "did you mean 'parent.yaml'" not in line  # which is what was written


def test_a_folder_is_no_layout(tmp_path: Path) -> None:
    (tmp_path / "layout.yaml").mkdir()
    assert told("layout.yaml", tmp_path).startswith("layout.yaml:1:1: is a folder")


@pytest.mark.parametrize("name", ["layout.yaml", "./layout", "no/such/folder/layout.yaml"])
def test_a_missing_file(name: str, tmp_path: Path) -> None:
    assert told(name, tmp_path) == f"{name}:1:1: there is no such file"


def test_no_name_at_all(tmp_path: Path) -> None:
    assert told("", tmp_path, 2).startswith("'':1:1: there is no such edition or file")


def test_a_name_like_an_edition(tmp_path: Path) -> None:
    line = told("clasic", tmp_path, 2)
    assert line == "clasic:1:1: there is no such edition or file; did you mean 'classic'?"


@pytest.mark.parametrize(("name", "code"), [("x" * 300, 2), ("x" * 300 + ".yaml", 1), ("x" * 300 + "/y.yaml", 1)])
def test_a_name_that_is_too_long(name: str, code: int, tmp_path: Path) -> None:
    assert told(name, tmp_path, code).startswith("xxx")


@pytest.mark.parametrize("name", ["two\nlines.yaml", "red\x1b[31m.yaml", "two\u2028lines.yaml", "bell\x07.yaml"])
@pytest.mark.parametrize("exists", [True, False])
def test_a_name_with_control_characters_stays_one_line(name: str, exists: bool, tmp_path: Path) -> None:
    if exists:
        (tmp_path / name).write_text("schema: 2\nextends: classic\n", encoding="utf-8")
    line = told(name, tmp_path)
    assert "�" in line
    assert ("expected 1, found 2" if exists else "there is no such file") in line


def test_a_parent_with_a_line_break_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "two\nlines.yaml").write_text("schema: 2\nextends: classic\n", encoding="utf-8")
    (tmp_path / "layout.yaml").write_text('schema: 1\nextends: "two\\nlines.yaml"\nage: x\n', encoding="utf-8")
    assert told("layout.yaml", tmp_path) == "layout.yaml:3:6 age: expected a whole number, found 'x'"
    (tmp_path / "layout.yaml").write_text('extends: "two\\nlines.yaml"\n', encoding="utf-8")
    assert told("layout.yaml", tmp_path) == "two�lines.yaml:1:9 schema: expected 1, found 2"
    (tmp_path / "layout.yaml").write_text("schema: 1\nextends: two-lines.yaml\n", encoding="utf-8")
    assert told("layout.yaml", tmp_path).endswith("there is no file 'two-lines.yaml' beside this layout")


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    assert told(name, tmp_path) == "caf�.yaml:1:1: there is no such file"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/stdin", "/dev/null"])
def test_a_device_is_no_layout(device: str, tmp_path: Path) -> None:
    assert told(device, tmp_path).startswith(f"{device}:1:1: is not a regular file")


def test_a_pipe_that_nobody_fills_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "layout.yaml")
    assert told("layout.yaml", tmp_path).startswith("layout.yaml:1:1: is not a regular file")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    # Even the superuser, as whom tests may run, cannot read the memory at address 0.
    assert told("/proc/self/mem", tmp_path).startswith("/proc/self/mem:1:1: cannot be read: ")


def test_very_many_problems_end_in_time(tmp_path: Path) -> None:
    """Not one line, but neither ten thousand."""
    keys = "".join(f"key{i}: 1\n" for i in range(9_000))
    (tmp_path / "layout.yaml").write_text(HEAD + keys, encoding="utf-8")
    result = check("layout.yaml", tmp_path)
    lines = result.stderr.splitlines()
    assert result.returncode == 1
    assert len(lines) == 101
    assert lines[0].startswith("layout.yaml:3:1: unknown key 'key0'")
    assert lines[-1] == "layout.yaml:1:1: has 8900 more problems"


def test_several_hostile_files_at_once(tmp_path: Path) -> None:
    (tmp_path / "bomb.yaml").write_text(bomb(), encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "sheetgen", "check", "bomb.yaml", "missing.yaml", "classic"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 1
    starts = [line.split(": ")[0] for line in result.stderr.splitlines()]
    assert starts[0].startswith("bomb.yaml:")
    assert starts[1:] == ["missing.yaml:1:1"]
