"""Disks that are full, folders that are closed, missing or in the way, clocks that are wrong, several at once."""

import json
import os
import random
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from sheetgen.files import STALE_SECONDS, temporary_name, write_file
from sheetgen.press.build import MANIFEST, Job, build, jobs_of
from tests.faults.nursery import Nursery
from tests.faults.test_killed import files
from tests.matrix import first_of

COMMANDS = {
    "sheet": ("sheet", "classic", "--format", "pdf", "-o", "x.pdf"),
    "pad": ("pad", "classic", "--sheets", "1", "-o", "x.pdf"),
    "new": ("new", "x.yaml", "--from", "classic", "--force"),
    "report": ("simulate", "classic", "--games", "20", "--jobs", "1", "--bot", "random", "--report", "x.html"),
}


def name_of(what: str) -> str:
    return next(word for word in COMMANDS[what] if word.startswith("x."))


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A disk of its own with room for very little."""
    folder = tmp_path_factory.mktemp("disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root may make a disk of its own")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@first_of(what=list(COMMANDS))
def test_a_disk_that_is_full(nursery: Nursery, small_disk: Path, what: str) -> None:
    name = name_of(what)
    target = small_disk / name
    target.write_bytes(b"earlier")
    with (small_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"x" * 1024)
    ended = nursery.run(*COMMANDS[what], folder=small_disk)
    assert ended.status == 1
    assert ("games per second" in ended.out) == (what == "report")  # the figures of games that were played are not lost
    assert bool(ended.out) == (what == "report")
    assert ended.err == f"{name}: cannot be written: No space left on device\n"
    assert files(small_disk).keys() == {name, "filler"}
    assert not list(small_disk.glob(".*"))
    assert target.read_bytes() == b"earlier"
    (small_disk / "filler").unlink()
    target.unlink()


@pytest.mark.full
def test_a_build_on_a_full_disk_keeps_what_it_has_made(nursery: Nursery, small_disk: Path) -> None:
    """With more room it goes on from there."""
    for path in small_disk.iterdir():
        path.unlink()
    (small_disk / "mine.yaml").write_bytes(b"schema: 1\nextends: classic\ntitle: Mine\nsolo: ~\n")
    command = ("build", "--no-site", "mine.yaml", "--lang", "en", "--jobs", "1", "-o", "out")
    ended = nursery.run(*command, folder=small_disk)
    assert ended.status == 1
    assert ended.err == "out: cannot be written: No space left on device\n"
    made = [name for name in files(small_disk / "out") if name != MANIFEST]
    assert made
    assert not list(small_disk.rglob("*.part"))
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    ended = nursery.run(*command, folder=small_disk)
    assert ended.status == 0
    assert 0 < int(ended.out.split(", ")[1].split()[0]) <= len(made)


@first_of(what=list(COMMANDS))
def test_a_folder_that_nobody_may_write_to(nursery: Nursery, tmp_path: Path, what: str) -> None:
    name = name_of(what)
    (tmp_path / name).write_bytes(b"earlier")
    tmp_path.chmod(0o555)
    try:
        ended = nursery.run(*COMMANDS[what], folder=tmp_path, powerless=True)
    finally:
        tmp_path.chmod(0o755)
    assert (ended.status, ended.err) == (1, f"{name}: cannot be written: Permission denied\n")
    assert files(tmp_path) == {name: b"earlier"}


@first_of(what=list(COMMANDS))
def test_a_folder_in_the_way_or_missing(nursery: Nursery, tmp_path: Path, what: str) -> None:
    name = name_of(what)
    (tmp_path / name).mkdir()
    (tmp_path / name / "mine").write_bytes(b"mine")
    ended = nursery.run(*COMMANDS[what], folder=tmp_path)
    assert (ended.status, ended.err.count("\n")) == (1, 1)
    assert ended.err.startswith(f"{name}: ")
    assert files(tmp_path) == {f"{name}/mine": b"mine"}
    arguments = [f"no/{name}" if word == name else word for word in COMMANDS[what]]
    ended = nursery.run(*arguments, folder=tmp_path)
    assert (ended.status, ended.err) == (1, f"no/{name}: cannot be written: there is no folder 'no'\n")


def test_a_device_stays_what_it_is(nursery: Nursery, tmp_path: Path) -> None:
    """Even for root: what is printed to a pipe or device goes through it and does not take its place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        heard: list[bytes] = []
        listener = threading.Thread(target=lambda own=heard: own.append(pipe.read_bytes()), daemon=True)
        listener.start()
        ended = nursery.run("sheet", "classic", "--format", "svg", "-o", name, folder=tmp_path)
        assert (ended.status, ended.err) == (0, "")
        listener.join(120)  # it ends with the pipe; the machine may be busy
        assert heard[0].startswith(b"<?xml")
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert (tmp_path / "link").is_symlink()
    if Path("/dev/full").is_char_device():
        ended = nursery.run("sheet", "classic", "--format", "svg", "-o", "/dev/full", folder=tmp_path, powerless=True)
        assert ended.err == "/dev/full: cannot be written: No space left on device\n"


def test_rights_are_kept_and_new_files_have_the_usual_ones(tmp_path: Path) -> None:
    own = tmp_path / "own"
    write_file(own, "1")
    before = os.umask(0o027)
    try:
        fresh = tmp_path / "fresh"
        write_file(fresh, "1")
    finally:
        os.umask(before)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o640
    own.chmod(0o600)
    write_file(own, "2")
    assert (own.read_text(), stat.S_IMODE(own.stat().st_mode)) == ("2", 0o600)


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("precious")
    (tmp_path / "link").symlink_to("secret")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "secret").read_text() == "precious"
    assert (tmp_path / "link").read_text() == "new"
    assert not (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", [".", "..", "/"])
def test_a_folder_without_a_name_is_no_file(name: str) -> None:
    with pytest.raises(IsADirectoryError):
        write_file(Path(name), "content")


@pytest.mark.parametrize("name", ["x" * 255, "é" * 127, "👩" * 60, "-rf", "a b'\"$(x)", ".hidden", "con", "two\nlines"])
def test_any_name_that_the_system_allows(tmp_path: Path, name: str) -> None:
    write_file(tmp_path / name, "content")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "content"


def test_only_what_is_long_abandoned_is_cleared_away(tmp_path: Path) -> None:
    target = tmp_path / "x.pdf"
    fresh, old, other = temporary_name(target), temporary_name(target), temporary_name(tmp_path / "y.pdf")
    folder = temporary_name(target)
    folder.mkdir()
    for path in (fresh, old, other, folder / "page"):
        path.write_text("half")
    for path in (old, other, folder):
        os.utime(path, (time.time() - STALE_SECONDS - 60,) * 2)
    future = temporary_name(target)
    future.write_text("of a clock that is wrong")
    os.utime(future, (time.time() + 10**8,) * 2)
    write_file(target, "whole")
    assert {path.name for path in tmp_path.iterdir()} == {"x.pdf", fresh.name, other.name, future.name}


# Several at once

WRITE = """
import sys
from pathlib import Path
from sheetgen.files import temporary_name, put_folder, write_file
me = sys.argv[1]
for turn in range(60):
    write_file(Path("file"), me * 50_000)
    fresh = temporary_name(Path("folder"))
    fresh.mkdir()
    for name in "abc":
        (fresh / name).write_text(me)
    put_folder(fresh, Path("folder"))
"""


def test_several_write_the_same_file_and_folder(tmp_path: Path) -> None:
    """Whoever looks meanwhile sees the work of one of them, whole."""
    writers = [subprocess.Popen([sys.executable, "-c", WRITE, own], cwd=tmp_path) for own in "123"]
    looks = 0
    while any(writer.poll() is None for writer in writers):
        if (tmp_path / "folder").exists():
            content = (tmp_path / "file").read_bytes()
            assert len(content) == 50_000
            assert len(set(content)) == 1
            handle = os.open(tmp_path / "folder", os.O_RDONLY)  # the folder that has the name now, whatever comes
            found = set(os.listdir(handle))
            # One that just lost its name is being cleared away; one that still has it must be whole.
            has_the_name = os.path.samestat(os.fstat(handle), os.stat(tmp_path / "folder"))
            assert found == {"a", "b", "c"} or not has_the_name
            os.close(handle)
            looks += 1
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert looks > 20
    assert {path.name for path in tmp_path.iterdir()} == {"file", "folder"}
    assert len({(tmp_path / "folder" / name).read_text() for name in "abc"}) == 1


BUILD = """
import sys
from pathlib import Path
from sheetgen.layout import load
from sheetgen.press.build import build
from sheetgen.press.build import jobs_of
jobs = [job for job in jobs_of("mix", load("mix"), "en") if job.path.endswith(("sheet.pdf", "solo.pdf", ".png"))]
Path(sys.argv[1]).mkdir(exist_ok=True)
print(build(jobs, Path(sys.argv[1]), workers=1, done=lambda _: None).made)
"""


@pytest.mark.full
def test_two_builds_into_the_same_folder(tmp_path: Path) -> None:
    both = [
        subprocess.Popen([sys.executable, "-c", BUILD, folder], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        for folder in ("shared", "shared", "alone")
    ]
    made = [int(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0, 0]
    assert made[2] == 3
    assert len(files(tmp_path / "alone")) == 4
    assert files(tmp_path / "shared") == files(tmp_path / "alone")
    assert not list(tmp_path.rglob("*.part"))


# Damaged memories


@pytest.fixture
def one_job() -> list[Job]:
    from sheetgen.layout import load

    return [job for job in jobs_of("classic", load("classic"), "en") if job.path.endswith("sheet.pdf")]


@pytest.mark.full
def test_a_damaged_list_never_spoils_a_build(tmp_path: Path, one_job: list[Job]) -> None:
    folder, own = tmp_path / "out", tmp_path / "out" / "en" / "mine.txt"
    folder.mkdir()

    def built() -> bytes:
        build(one_job, folder, workers=1, done=lambda _: None)
        return (folder / one_job[0].path).read_bytes()

    good, manifest = built(), folder / MANIFEST
    own.write_text("mine")
    whole = manifest.read_bytes()
    chance = random.Random(3)
    damaged = [whole[:20], whole[:-1], b"", b"[" * 100_000, b"\xff\xfe", b"null", b'{"en": ["a", "b"]}']
    damaged += [b'{"a\\u0000b": ["", ""], "\\ud800": ["", ""], "": ["", ""], "/etc/x": ["", ""], "../x": ["", ""]}']
    damaged += [json.dumps({one_job[0].path: [1, None]}).encode(), json.dumps({"x" * 5000: ["", ""]}).encode()]
    for _ in range(6):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(7)
        damaged.append(bytes(flipped))
    for data in damaged:
        manifest.write_bytes(data)
        assert built() == good
        assert json.loads(manifest.read_bytes()) == json.loads(whole)
        assert own.read_text() == "mine"


def test_damaged_templates_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off, emptied, or a folder in the way: the text that comes out is the same, and the file is mended."""
    from jinja2 import DictLoader, Environment

    from sheetgen.site.templates import bytecode_cache

    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    source = {"page.html": "{% for n in range(3) %}{{ n * 7 }} {% endfor %}{{ word }}"}

    def rendered() -> str:
        env = Environment(loader=DictLoader(source), bytecode_cache=bytecode_cache())
        return env.get_template("page.html").render(word="done")

    assert rendered() == "0 7 14 done"
    (file,) = (tmp_path / "templates").iterdir()
    whole = file.read_bytes()
    for length in range(0, len(whole), 23):
        file.write_bytes(whole[:length])
        assert rendered() == "0 7 14 done"
        assert file.read_bytes() == whole
    file.unlink()
    file.mkdir()
    assert rendered() == "0 7 14 done"
    monkeypatch.setenv("SHEETGEN_CACHE", str(file / "page" / "under-a-file"))
    (file / "page").write_text("")
    assert bytecode_cache() is None
    assert rendered() == "0 7 14 done"


# Clocks


@pytest.mark.full
def test_neither_clock_nor_zone_changes_a_byte(nursery: Nursery, tmp_path: Path) -> None:
    """A layout from the future, in another zone, a second later."""
    seen = []
    for number, zone in enumerate(("UTC", "Pacific/Kiritimati")):
        folder = tmp_path / str(number)
        folder.mkdir()
        layout = folder / "mine.yaml"
        layout.write_bytes(b"schema: 1\nextends: classic\ntitle: Mine\nsolo: ~\n")
        if number:
            os.utime(layout, (4e9, 4e9))
            time.sleep(1.1)
        zones = {"TZ": zone}
        for command in (
            ("sheet", "mine.yaml", "-o", "x.pdf"),
            ("sheet", "mine.yaml", "-o", "x.png"),
            ("pad", "classic", "--profile", "press-x4", "--sheets", "1", "-o", "press.pdf"),
            ("simulate", "mine.yaml", "--games", "20", "--jobs", "1", "--bot", "random", "--report", "x.html"),
        ):
            assert nursery.run(*command, folder=folder, variables=zones).status == 0
        report = (folder / "x.html").read_text("utf-8")
        seen.append({**files(folder), "x.html": "per second" not in report or report[:200]})
    assert seen[0] == seen[1]


def test_an_archive_does_not_know_when_it_was_packed(tmp_path: Path) -> None:
    from sheetgen.studio.exports import archive

    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "page.html").write_text("page")
    (tmp_path / "link").symlink_to("/etc/passwd")
    packed = []
    for moment in (0, 1_000_000_000, 4_000_000_000):  # before the first and after the last year of the format
        os.utime(tmp_path / "en" / "page.html", (moment, moment))
        packed.append(archive(tmp_path, "mine"))
    assert packed[0] == packed[1] == packed[2]
    with ZipFile(BytesIO(packed[0])) as opened:
        assert opened.namelist() == ["mine/en/page.html"]
        assert opened.testzip() is None
