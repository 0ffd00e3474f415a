"""`check --watch` and `sheet --watch`: the command runs again after every change of a file."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import can_be_interrupted

LAYOUT = "schema: 1\nextends: classic\ntitle: Mine\ntranslations: {de: {Mine: Meins}, fr: {Mine: Le mien}}\n"


class Watched:
    """A command that watches, and the lines that it prints."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [str(Path(sys.executable).with_name("sheetgen")), *arguments]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=can_be_interrupted,
        )
        self.lines: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line)

    def wait_for(self, words: str) -> None:
        end = time.monotonic() + 120
        while not any(words in line for line in self.lines):
            assert time.monotonic() < end, self.lines
            time.sleep(0.05)


@contextmanager
def watching(folder: Path, *arguments: str) -> Iterator[Watched]:
    command = Watched(folder, *arguments)
    try:
        yield command
    finally:
        command.process.kill()
        command.process.wait()


def test_check_again_after_every_change(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LAYOUT, "utf-8")
    with watching(tmp_path, "check", "mine.yaml", "--watch") as command:
        command.wait_for("1 layout checked: no errors")
        file.write_text(LAYOUT + "wild: wite\n", "utf-8")
        command.wait_for("mine.yaml:5:7 wild: there is no die 'wite'; did you mean 'white'?")
        command.lines.clear()
        file.write_text(LAYOUT, "utf-8")
        command.wait_for("1 layout checked: no errors")
        command.process.send_signal(signal.SIGINT)
        assert command.process.wait(120) == 0


def test_draw_again_after_every_change_also_of_a_parent(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text(LAYOUT, "utf-8")
    (tmp_path / "child.yaml").write_text("schema: 1\nextends: parent.yaml\n", "utf-8")
    with watching(tmp_path, "sheet", "child.yaml", "-o", "child.svg", "--watch") as command:
        command.wait_for("child.svg")
        assert ">Mine<" in (tmp_path / "child.svg").read_text("utf-8")
        command.lines.clear()
        (tmp_path / "parent.yaml").write_text(LAYOUT + "wild: wite\n", "utf-8")
        command.wait_for("there is no die")
        command.lines.clear()
        (tmp_path / "parent.yaml").write_text(LAYOUT.replace("Mine", "Yours"), "utf-8")
        command.wait_for("child.svg")
        assert ">Yours<" in (tmp_path / "child.svg").read_text("utf-8")
