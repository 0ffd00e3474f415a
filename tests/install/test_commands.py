"""Every command of the installed wheel: in a foreign folder, with read-only packages, in a plain C locale."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from sheetgen.cli.app import COMMANDS
from tests.install.conftest import Abroad, Installed, bound

MARKS = '{"edition": "classic", "marks": {"green.1": "x", "green.2": "x", "purple.1": 4}}'
RECORD = """\
edition: classic
players: Zoë
sheet: purple.1=2 purple.2=5
turn: active 1
throw: Y1 B2 G4 O5 P3 W6
take W6 purple.3
expect: reroll unlocked 1
"""
OWN = "schema: 1\nextends: classic\ntitle: Größe für Élan\n"

# Command, arguments, the files that it makes, and what it says.
RUNS: dict[str, tuple[tuple[str, ...], set[str], str]] = {
    "list": ((), set(), r"Ganz schön clever · Muy listo · Très futé\n(.|\n)*press-x4"),
    "show": (("Größe.yaml",), set(), r"title: Größe für Élan\n"),
    "check": (("Größe.yaml",), set(), r"1 layout checked: no errors"),
    "schema": ((), set(), r'^\{\n "\$schema"'),
    "new": (("Übung.yaml", "--from", "Größe.yaml"), {"Übung.yaml"}, r"Übung.yaml is ready"),
    "sheet": (("Größe.yaml", "--lang", "de", "-o", "Größe.pdf"), {"Größe.pdf"}, r"Größe.pdf\n"),
    "pad": (("classic", "--lang", "fr", "--sheets", "4", "-o", "très futé.pdf"), {"très futé.pdf"}, r"futé.pdf: 2 on "),
    "rulebook": (("Größe.yaml", "--lang", "de", "-o", "Regeln.pdf"), {"Regeln.pdf"}, r"pdf: \d+ pages of 210 x 297 mm"),
    "preflight": (("fertig.pdf", "--profile", "home"), set(), r"fertig.pdf: nothing to object to \(home, 1 page\)"),
    "replay": (("Zoë.record",), set(), r"Zoë\n(.|\n)*foxes .*× "),
    "advise": (("Zoë.record",), set(), r"\d+ decisions?, .* points lost"),
    "score": (("classic", "Blätter.json"), set(), r"total +7\n"),
    "simulate": (("Größe.yaml", "--games", "20", "--report", "é.html", "--lang", "fr"), {"é.html"}, r"Größe: 20 games"),
    "balance": (("Größe.yaml", "--games", "20", "--bot", "greedy", "--jobs", "1"), set(), r"problems? found\n"),
    "bands": (("Größe.yaml", "--games", "20", "--bot", "greedy", "--jobs", "1"), set(), r"\nsolo:\n  ratings:\n"),
    "train": (("Größe.yaml", "--games", "128", "-o", "Größe.expert"), {"Größe.expert"}, r"Größe: .* points in 2,000"),
    "odds": (("objectives",), set(), r"card +points +0 rerolls"),
    "i18n": (
        ("check",),
        set(),
        r"^texts, pages and terms in de, es, fr, it: nothing is missing, out of date or wrong$",
    ),
    "completion": (("zsh",), set(), r"#compdef sheetgen"),
}  # fmt: skip
LONG = {"build", "site", "studio"}  # have tests of their own


@pytest.fixture
def desk(abroad: Abroad) -> Abroad:
    """The folder with a few files of somebody's own."""
    for name, text in {"Blätter.json": MARKS, "Zoë.record": RECORD, "Größe.yaml": OWN}.items():
        (abroad.folder / name).write_text(text, "utf-8")
    return abroad


def test_no_command_is_left_out() -> None:
    assert set(RUNS) | LONG == set(COMMANDS)
    assert not set(RUNS) & LONG


@pytest.mark.full
@pytest.mark.parametrize("command", RUNS)
def test_command(command: str, desk: Abroad, unchanged: Callable[[], dict[str, int]]) -> None:
    arguments, made, said = RUNS[command]
    if command == "preflight":
        assert desk.run("pad", "mix", "--sheets", "1", "-o", "fertig.pdf").code == 0
    before, packages = desk.files(), unchanged()
    result = desk.run(command, *arguments)
    assert (result.code, result.err) == (0, "")
    assert re.search(said, result.out), result.out
    assert desk.files() - before == made
    assert all((desk.folder / name).stat().st_size > 500 for name in made)
    assert desk.nothing_left()
    assert unchanged() == packages


@pytest.mark.full
def test_build(desk: Abroad, unchanged: Callable[[], dict[str, int]]) -> None:
    packages = unchanged()
    result = desk.run("build", "objectives", "--lang", "es", "--no-site", "-o", "todo é")
    assert (result.code, result.err) == (0, "")
    assert re.fullmatch(r"todo é/index.html: \d+ files made, 0 unchanged\n", result.out)
    assert "todo é/index.html" in desk.files()
    assert desk.nothing_left()
    assert unchanged() == packages


def serving(desk: Abroad, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        desk.command(*arguments),
        cwd=desk.folder,
        env=desk.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # A test run in the background hands down that Ctrl-C is ignored; a terminal does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def address_told(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise AssertionError(process.stderr.read() if process.stderr else "nothing said")


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as answer:
        return str(answer.read().decode())


def end(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert told == ""
    assert process.returncode == 0


@pytest.mark.full
def test_studio(desk: Abroad, unchanged: Callable[[], dict[str, int]]) -> None:
    packages = unchanged()
    process = serving(desk, "studio", "Größe.yaml", "--port", "0", "--no-open")
    try:
        page = fetch(address_told(process))
        assert "<html" in page
        assert "codemirror.js" in page or "app.js" in page
        end(process)
    finally:
        process.kill()
    assert desk.nothing_left()
    assert unchanged() == packages


@pytest.mark.full
def test_site(desk: Abroad) -> None:
    """`test_reproducible` builds one; here is what the command itself says."""
    result = desk.run("site", "build", "--lang", "xx")
    assert (result.code, result.out) == (2, "")
    assert "there is no language 'xx'" in result.err


@pytest.mark.full
@pytest.mark.parametrize("variables", [{"PYTHONCOERCECLOCALE": "1"}, {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}])
def test_other_locales_say_the_same(desk: Abroad, variables: dict[str, str]) -> None:
    plain = desk.run("show", "Größe.yaml")
    assert desk.run("show", "Größe.yaml", variables=variables) == plain


@pytest.mark.full
def test_into_a_file(desk: Abroad) -> None:
    with (desk.folder / "liste.txt").open("wb") as file:
        code = subprocess.run(desk.command("list"), cwd=desk.folder, env=desk.environment, stdout=file, check=False)
    assert code.returncode == 0
    assert (desk.folder / "liste.txt").read_text("utf-8") == desk.run("list").out


@pytest.mark.full
def test_a_refused_file_keeps_its_name(desk: Abroad) -> None:
    """The plain locale knows only ASCII; the name comes back as it was typed."""
    (desk.folder / "Käse.yaml").write_text("schema: 1\nextends: classic\ntitel: Käse\n", "utf-8")
    result = desk.run("check", "Käse.yaml")
    assert (result.code, result.out) == (1, "")
    assert result.err == "Käse.yaml:3:1: unknown key 'titel'; did you mean 'title'?\n"


@pytest.mark.full
def test_the_repository_is_not_seen(installed: Installed, tmp_path: Path) -> None:
    code = "import sheetgen, importlib.util; print(sheetgen.__file__, importlib.util.find_spec('tests'))"
    done = subprocess.run(
        [installed.script("python"), "-c", code], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{installed.packages / 'sheetgen' / '__init__.py'} None\n"


@pytest.mark.full
def test_as_a_module(desk: Abroad) -> None:
    done = subprocess.run(
        [*bound(), str(desk.installed.script("python")), "-m", "sheetgen", "--version"],
        cwd=desk.folder,
        env=desk.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == desk.run("--version").out
    assert re.fullmatch(r"sheetgen, version \d+\.\d+\.\d+\nengine: (C|Python \(.+\))\n", done.stdout)


@pytest.mark.full
def test_read_only_packages_really_are(installed: Installed) -> None:
    """Otherwise the tests above prove nothing."""
    touch = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text('')"
    for place in (installed.packages, installed.packages / "sheetgen" / "data" / "locales"):
        done = subprocess.run(
            [*bound(), sys.executable, "-c", touch, str(place / "new.txt")], capture_output=True, check=False
        )
        assert done.returncode != 0
        assert b"PermissionError" in done.stderr


@pytest.mark.full
@pytest.mark.parametrize("arguments", [("i18n", "update"), ("i18n", "stamp", "PAGE")])
def test_what_writes_into_the_packages_says_that_it_cannot(desk: Abroad, arguments: tuple[str, ...]) -> None:
    page = desk.installed.packages / "sheetgen" / "data" / "docs" / "fr" / "about.md.j2"
    result = desk.run(*(str(page) if word == "PAGE" else word for word in arguments))
    assert result.code == 1
    assert re.fullmatch(r"\S+: belongs to an installed package, which stays as it is; .+\n", result.err)


def test_environment_has_no_leftovers() -> None:
    assert "PYTHONIOENCODING" not in os.environ


@pytest.mark.full
def test_figures_for_scripts(desk: Abroad) -> None:
    assert json.loads(desk.run("score", "classic", "-", "--json", input=MARKS.encode()).out)["total"] == 7
