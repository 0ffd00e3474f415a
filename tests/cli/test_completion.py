"""Completion in a shell, and help that leaves nothing out."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from sheetgen.cli.app import COMMANDS, cli
from sheetgen.cli.design import SHELLS
from sheetgen.i18n import languages
from sheetgen.resources import shipped_layouts

Run = Callable[..., Any]


def completed(words: str, shell: str = "bash", **variables: str) -> list[str]:
    """What the shell is told after these words; the last one is not finished."""
    typed = words.split(" ")
    told = {"COMP_WORDS": words, "COMP_CWORD": str(len(typed) - 1), **variables}
    done = CliRunner().invoke(cli, env={"_SHEETGEN_COMPLETE": f"{shell}_complete", **told}, prog_name="sheetgen")
    assert (done.exit_code, done.stderr) == (0, "")
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line.startswith("plain,")]


@pytest.mark.parametrize("shell", SHELLS)
def test_script_is_that_of_click(run: Run, shell: str) -> None:
    result = run("completion", shell)
    assert (result.code, result.err) == (0, "")
    assert f"_SHEETGEN_COMPLETE={shell}_complete" in result.out


@pytest.mark.parametrize("shell", SHELLS)
def test_shell_understands_the_script(run: Run, shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    file = tmp_path / "complete"
    file.write_text(run("completion", shell).out, "utf-8")
    done = subprocess.run([program, "-n", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes(run: Run, tmp_path: Path) -> None:
    """As a person sees it: the script is read, then a word is completed."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    (tmp_path / "complete").write_text(run("completion", "bash").out, "utf-8")
    steps = (
        f"PATH={Path(sys.executable).parent}:$PATH; . ./complete; COMP_WORDS=(sheetgen pad c); COMP_CWORD=2; "
        "compopt() { :; }; _sheetgen_completion sheetgen; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run([bash, "-c", steps], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "classic cubed\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sheetgen ", list(COMMANDS)),
        ("sheetgen si", ["simulate", "site"]),
        ("sheetgen site ", ["build", "serve"]),
        ("sheetgen sheet ", list(shipped_layouts())),
        ("sheetgen check classic d", ["deluxe", "double"]),
        ("sheetgen build cl", ["classic"]),
        ("sheetgen new mine.yaml --from m", ["mix"]),
        ("sheetgen sheet classic --lang ", list(languages())),
        ("sheetgen i18n new pt_P", ["pt_PT"]),
        ("sheetgen i18n new fr_C", ["fr_CA", "fr_CD", "fr_CF", "fr_CG", "fr_CH", "fr_CI", "fr_CM"]),
        ("sheetgen site build --lang e", ["en", "es"]),
        ("sheetgen pad classic --theme ", ["light", "vivid", "ink", "safe", "grey"]),
        ("sheetgen pad classic --profile press-x", ["press-x4", "press-x1a"]),
        ("sheetgen preflight a.pdf --profile h", ["home"]),
        ("sheetgen pad classic --back s", ["score", "solo", "summary"]),
        ("sheetgen pad classic --duplex l", ["long"]),
        ("sheetgen simulate classic --bot ", ["random", "greedy", "planner", "expert"]),
        ("sheetgen sheet classic --so", ["--solo"]),
        ("sheetgen completion ", list(SHELLS)),
    ],
)
def test_values(words: str, expected: list[str]) -> None:
    assert completed(words) == expected


def every_command(group: click.Group = cli) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for inner, each in every_command(command):
                yield f"{name} {inner}", each


@pytest.mark.parametrize(("name", "command"), [pytest.param(n, c, id=n) for n, c in every_command()])
def test_help_is_complete(name: str, command: click.Command) -> None:
    assert command.help
    options = [own for own in command.params if isinstance(own, click.Option)]
    for own in options:
        own.get_help_record(click.Context(command))  # some put their help together when it is printed
    assert [own.name for own in options if not own.help] == []


@pytest.mark.parametrize(("name", "command"), [pytest.param(n, c, id=n) for n, c in every_command()])
def test_every_argument_can_be_completed(name: str, command: click.Command) -> None:
    """A shell that knows nothing of an argument offers not even files."""
    plain = [
        own.name
        for own in command.params
        if isinstance(own, click.Argument) and own.type is click.STRING and own._custom_shell_complete is None
    ]
    assert plain == []
