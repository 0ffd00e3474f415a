"""Killed at any moment: whatever lies there is the old file or the new one, and the next run ends well.

Moments are those at which a command touches the disk, each of them with SHEETGEN_KILLS=all, else a few by chance.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.faults.nursery import Ended, Nursery
from tests.matrix import first_of

Files = dict[str, bytes]
SAVE = """
from pathlib import Path
from sheetgen.studio.workspace import Workspace
workspace = Workspace(Path("."))
workspace.save("mine.yaml", "title: New\\n", workspace.read("mine.yaml").version)
"""


def files(folder: Path) -> Files:
    """All files below a folder but those that somebody wrote aside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".part")
    }


def put(folder: Path, content: Files) -> None:
    for name, data in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def moments(most: int, wanted: int) -> Sequence[int]:
    """At which moments to kill: all, or some of them, always the same ones."""
    everything = range(1, most + 1)
    if os.environ.get("SHEETGEN_KILLS") == "all" or most <= wanted:
        return everything
    return sorted(random.Random(most).sample(everything, wanted))


def survive(tmp_path: Path, old: Files, wanted: int, run: Callable[[Path, int], Ended]) -> None:
    """Kill a command at several moments, each time over the same old files."""
    calm = tmp_path / "calm"
    calm.mkdir()
    put(calm, old)
    ended = run(calm, 0)
    assert ended.status == 0, ended.err
    new = files(calm)
    assert new != old
    assert ended.moments >= 2
    for moment in moments(ended.moments, wanted):
        folder = tmp_path / f"killed at {moment}"
        folder.mkdir()
        put(folder, old)
        ended = run(folder, moment)
        assert ended.status == -signal.SIGKILL, ended.err
        for name, data in files(folder).items():
            assert data in (old.get(name), new.get(name)), f"{name} is half a file"
        assert set(old) & set(new) <= set(files(folder)), "something is gone that both had"
        hour_ago = time.time() - 7200
        for left in folder.rglob("*.part"):
            os.utime(left, (hour_ago, hour_ago))
        again = run(folder, 0)
        assert again.status == 0, again.err
        assert files(folder) == new
        assert not list(folder.rglob("*.part")), "what was written aside long ago is still there"


ONE_FILE = {
    "sheet": ("sheet", "classic", "--format", "pdf", "-o", "x.pdf"),
    "pad": ("pad", "double", "--sheets", "2", "-o", "x.pdf"),
    "new": ("new", "x.yaml", "--from", "mix", "--force"),
    "report": ("simulate", "classic", "--games", "20", "--jobs", "1", "--bot", "random", "--report", "x.html"),
}


@first_of(what=list(ONE_FILE))
def test_a_command_that_writes_one_file(nursery: Nursery, tmp_path: Path, what: str) -> None:
    arguments = ONE_FILE[what]
    name = next(word for word in arguments if word.startswith("x."))
    survive(tmp_path, {name: b"old"}, 2, lambda folder, moment: nursery.run(*arguments, folder=folder, kill_at=moment))


def test_a_save_of_the_studio(nursery: Nursery, tmp_path: Path) -> None:
    """What was not saved yet is let go of only when it is."""
    old = {"mine.yaml": b"title: Old\n", ".sheetgen-studio/mine.yaml.json": b'{"text": "title: New", "base": ""}'}
    survive(tmp_path, old, 20, lambda folder, moment: nursery.run(folder=folder, kill_at=moment, code=SAVE))


@pytest.mark.full
def test_a_build(nursery: Nursery, tmp_path: Path) -> None:
    """Half of the files are from the build before; a list says which, so that only those are made that are due."""
    layout = {"mine.yaml": b"schema: 1\nextends: classic\ntitle: Mine\nsolo: ~\n"}
    command = ("build", "--no-site", "mine.yaml", "--lang", "en", "--jobs", "1", "-o", "out")
    before = tmp_path / "before"
    before.mkdir()
    put(before, layout)
    assert nursery.run(*command, folder=before).status == 0
    old = files(before) | {"mine.yaml": layout["mine.yaml"].replace(b"Mine", b"Ours")}
    survive(tmp_path, old, 2, lambda folder, moment: nursery.run(*command, folder=folder, kill_at=moment))


SWAP = """
from pathlib import Path
from sheetgen.files import temporary_name, put_folder, remove_stale
target = Path("site")
remove_stale(target)
fresh = temporary_name(target)
fresh.mkdir()
for name in ("a", "b"):
    (fresh / name).write_bytes(b"new")
put_folder(fresh, target)
"""


@pytest.mark.parametrize("can_exchange", [True, False], ids=["in one step", "in two steps"])
def test_a_folder_takes_the_place_of_another(nursery: Nursery, tmp_path: Path, can_exchange: bool) -> None:
    """Where the system cannot swap names, there is a moment without either; the folders are whole all the same."""
    code = SWAP if can_exchange else "import sheetgen.files\nsheetgen.files._exchange = lambda *_: False\n" + SWAP
    old = {"site/a": b"old", "site/c": b"old"}
    calm = tmp_path / "calm"
    calm.mkdir()
    put(calm, old)
    ended = nursery.run(folder=calm, code=code)
    assert (ended.status, ended.err) == (0, "")
    new = files(calm)
    assert new == {"site/a": b"new", "site/b": b"new"}
    for moment in range(1, ended.moments + 1):
        folder = tmp_path / str(moment)
        folder.mkdir()
        put(folder, old)
        assert nursery.run(folder=folder, code=code, kill_at=moment).status == -signal.SIGKILL
        found = {name: data for name, data in files(folder).items() if ".part/" not in name}
        assert found in ([old, new] if can_exchange else [old, new, {}])
        assert nursery.run(folder=folder, code=code).status == 0
        assert {name: data for name, data in files(folder).items() if ".part/" not in name} == new


def test_nobody_outlives_the_one_that_was_killed() -> None:
    """The processes of a pool end with the process that started them."""
    code = (
        "import os, time\nfrom sheetgen.processes import process_pool\n"
        "def work():\n    os.write(1, f'{os.getpid()}\\n'.encode())\n    time.sleep(600)\n"
        "pool = process_pool(2)\nfor _ in range(4): pool.submit(work)\ntime.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = {int(process.stdout.readline()) for _ in range(2)}  # each says so when it is at work
        assert len(workers) == 2
        process.kill()
    until = time.monotonic() + 120
    while any(_runs(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(_runs(worker) for worker in workers)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.full
def test_a_site_that_is_killed_while_it_is_built(tmp_path: Path) -> None:
    """At any time: the site of before stays, and the next build clears away what was left."""
    target = tmp_path / "site"
    put(target, {"index.html": b"old", "en/index.html": b"old"})
    command = [sys.executable, "-m", "sheetgen", "site", "build", "--lang", "en", "--no-studio", "-o", str(target)]
    kills = 12 if os.environ.get("SHEETGEN_KILLS") == "all" else 1
    chance = random.Random(9)
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(1.0, 1.0 + kills))
        process.kill()
        process.wait()
        found = files(target)
        assert found in ({"index.html": b"old", "en/index.html": b"old"},) or len(found) > 100
    assert all(path == target or path.name.endswith(".part") for path in tmp_path.iterdir())
