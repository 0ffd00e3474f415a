"""The guide "Design your own sheet in twenty minutes", walked through as a new user does: every step and command."""

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
import yaml

from sheetgen.i18n import SOURCE, languages
from sheetgen.layout import check
from sheetgen.resources import data_folder
from sheetgen.site.pictures import STUDIO
from sheetgen.site.templates import sections
from tests.cli.test_output import Watched
from tests.studio import walk
from tests.studio.screen import CELLS, LIMIT, cell, lines, wait
from tests.studio.studio_process import Running, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHEETGEN = str(Path(sys.executable).with_name("sheetgen"))
SECTIONS = sections(data_folder("docs") / SOURCE / "design.md.j2")
# The part of the page that is about one file, `mine.yaml`.
OWN = ("start", "badge", "points", "zone", "sheet", "languages")


def blocks(text: str, *kinds: str) -> list[tuple[str, str]]:
    """The code blocks of a text with their kinds."""
    return [own for own in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL) if own[0] in kinds or not kinds]


def commands(*names: str) -> list[str]:
    """What the page tells a user to type; VS Code itself is not here to be tried."""
    typed = [line for name in names for _, block in blocks(SECTIONS[name].text, "sh") for line in block.splitlines()]
    parts = [part.strip() for line in typed for part in line.partition("  #")[0].split("&&")]
    return [part for part in parts if not part.startswith("code ")]


def run(folder: Path, command: str) -> str:
    """Run a command; it must be content, and say nothing on the side."""
    program, *arguments = shlex.split(command)
    assert program == "sheetgen"
    done = subprocess.run([SHEETGEN, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), command
    return done.stdout


def merge(into: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Write what a block says into the file: below the keys that are there already."""
    for key, value in other.items():
        both = isinstance(value, dict) and isinstance(into.get(key), dict)
        into[key] = merge(into[key], value) if both else value
    return into


def steps() -> Iterator[tuple[dict[str, Any], list[str]]]:
    """The file after every block of the page, and what the page says that `check` tells about it."""
    own: dict[str, Any] = {}
    told = [block for name in OWN for block in blocks(SECTIONS[name].text, "yaml", "text")]
    for (kind, block), (next_kind, after) in zip(told, [*told[1:], ("", "")], strict=True):
        if kind == "yaml":
            merge(own, yaml.safe_load(block))
            yield own, after.splitlines() if next_kind == "text" else []


# In every language


@pytest.mark.parametrize("language", languages())
def test_code_and_pictures_are_the_same_in_every_language(language: str) -> None:
    """Comments are words and may be translated."""
    page = sections(data_folder("docs") / language / "design.md.j2")
    assert list(page) == list(SECTIONS)

    def code(text: str) -> list[tuple[str, str]]:
        return [(kind, re.sub(r"  +# .*", "", block)) for kind, block in blocks(text)]

    for name, section in SECTIONS.items():
        assert code(page[name].text) == code(section.text), name
        pictures = [re.findall(r'picture_studio\("(\w+)", "([^"]+)"\)', own.text) for own in (page[name], section)]
        assert [own for own, _ in pictures[0]] == [own for own, _ in pictures[1]], name
        if language != SOURCE:
            assert not {label for _, label in pictures[0]} & {label for _, label in pictures[1]}, name


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    files = {path.stem: path for path in (data_folder("docs") / STUDIO).iterdir()}
    shown = re.findall(r'picture_studio\("(\w+)"', "".join(own.text for own in SECTIONS.values()))
    assert sorted(shown) == sorted(files)
    assert sum(path.stat().st_size for path in files.values()) < 400_000


# A file of one's own


def test_check_says_after_every_block_what_the_page_says(tmp_path: Path) -> None:
    file, seen = tmp_path / "mine.yaml", []
    for own, said in steps():
        file.write_text(yaml.safe_dump(own, sort_keys=False, allow_unicode=True), "utf-8")
        told = [problem for problem in check(str(file)) if problem.severity != "info"]
        assert [f"{own.path}: {own.severity}: {own.message}" for own in told] == said
        seen.append(len(said))
    assert seen == [0, 1, 0, 0, 0, 0, 1, 0]


def test_a_new_file_begins_as_the_page_shows_it(tmp_path: Path) -> None:
    run(tmp_path, commands("start")[0])
    fresh = yaml.safe_load((tmp_path / "mine.yaml").read_text("utf-8"))
    (_, shown), *_ = blocks(SECTIONS["start"].text, "yaml")
    wanted = yaml.safe_load(shown)
    assert list(fresh) == list(wanted)
    # Where the page has its title, the file has its own.
    title = fresh["title"]
    assert fresh == {
        **wanted,
        "title": title,
        "translations": {own: {title: fresh["translations"][own][title]} for own in wanted["translations"]},
    }


@pytest.mark.full
def test_every_command_of_the_page_works(tmp_path: Path) -> None:
    new, *look = commands("start")
    run(tmp_path, new)
    *_, (whole, _) = steps()
    text = yaml.safe_dump(whole, sort_keys=False, allow_unicode=True)
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    assert run(tmp_path, look[0]).endswith("1 layout checked: no errors, 0 warnings\n")
    run(tmp_path, look[1])
    assert len(pikepdf.open(tmp_path / "mine.pdf").pages) == 1
    (checking, drawing, other) = commands("editor")
    run(tmp_path, other)
    assert (tmp_path / "other.yaml").read_text("utf-8").startswith("# yaml-language-server: $schema=")
    watched = [Watched(tmp_path, *shlex.split(command)[1:]) for command in (checking, drawing)]
    try:
        watched[0].wait_for("1 layout checked")
        watched[1].wait_for("mine.svg")
        (tmp_path / "mine.yaml").write_text(text.replace("title: Foxy Clever", "title: Foxier"), "utf-8")
        watched[0].wait_for("no translation of 'Foxier'")
        for own in watched:
            own.process.send_signal(signal.SIGINT)
            assert own.process.wait(120) == 0
    finally:
        for own in watched:
            own.process.kill()
            own.process.wait()
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    simulate, balance, bands = (run(tmp_path, command) for command in commands("try"))
    assert simulate.startswith("mine: 300 games of 1 by greedy")
    assert re.search(r"mine scores .* classic", balance)
    ratings = yaml.safe_load(bands)["solo"]["ratings"]
    (tmp_path / "rated.yaml").write_text(
        text + yaml.safe_dump({"solo": {"ratings": ratings}}), "utf-8"
    )  # as told, pasted
    assert [problem for problem in check(str(tmp_path / "rated.yaml")) if problem.severity == "error"] == []
    (pad,) = commands("pad")
    run(tmp_path, pad)
    assert len(pikepdf.open(tmp_path / "pad.pdf").pages) == 10  # twenty sheets, two on each
    # The last one publishes all editions, which the tests of the site do; here it is enough that it knows its words.
    (publish,) = commands("publish")
    assert publish == "sheetgen site build --layout mine.yaml"
    assert run(tmp_path, "sheetgen site build --help").startswith("Usage:")


# In the studio


@pytest.fixture
def empty_studio(tmp_path: Path) -> Iterator[Running]:
    (command,) = commands("studio")
    _, *arguments = shlex.split(command)
    assert arguments == ["studio"]
    with studio(tmp_path) as running:
        yield running


def test_the_walk_through_the_studio(browser: "Browser", empty_studio: Running, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.set_default_timeout(LIMIT * 1000)
    page = context.new_page()
    page.goto(empty_studio.address)
    walk.new(page)
    walk.look(page)
    assert page.locator("#file").input_value() == "my-sheet.yaml"
    assert "- [2, 1, x, 5]" in (page.locator(".cm-activeLine").text_content() or "")
    changing(page)
    mistaken(page)
    completing(page)
    trying(page)
    balancing(page)
    page.keyboard.press("Control+s")
    wait(page, "document.getElementById('state').textContent === 'saved'")
    saved = (tmp_path / "my-sheet.yaml").read_text("utf-8")
    assert "[12, 14, 16, 20]" in saved
    assert walk.LADDER in saved
    assert said("studio-complete", "yaml") in saved
    with page.expect_download(timeout=LIMIT * 1000) as download:
        walk.printing(page)
    assert download.value.suggested_filename == "my-sheet-press-x4.pdf"
    assert "nothing to object to" in (page.locator("#report").text_content() or "")
    context.close()


def said(section: str, kind: str) -> str:
    """The one block of a kind in a section."""
    ((_, block),) = blocks(SECTIONS[section].text, kind)
    return block


def changing(page: "Page") -> None:
    assert said("studio-change", "yaml").strip() == walk.COLUMNS
    assert page.evaluate(f"{CELLS}.getElementById('yellow.star.column.1').textContent") == "10"
    walk.change(page)


def mistaken(page: "Page") -> None:
    assert said("studio-mistake", "yaml").strip() == walk.MISTAKE
    walk.mistake(page)
    assert page.locator(".cm-lintRange-error").text_content() == "wite"
    assert page.locator("#pages").get_attribute("class") == "stale"
    told = page.locator("#problem-list .error").text_content() or ""
    assert told.partition(" ")[2] == said("studio-mistake", "text").strip()


def completing(page: "Page") -> None:
    walk.complete(page)
    assert "may leave a usable die" in (page.locator(".cm-completionInfo").text_content() or "")
    walk.choose(page)
    assert said("studio-complete", "yaml").strip() in lines(page)


def balancing(page: "Page") -> None:
    assert said("studio-balance", "yaml").strip() == walk.STRONG
    walk.balance(page)
    (green,) = page.locator("#figures-zones tr", has_text="Green").all_text_contents()
    assert "▲ +" in green
    assert page.evaluate(f"{CELLS}.querySelectorAll('.heat [data-cell]').length") > 40
    page.locator("#heat-hide").click()
    page.keyboard.press("Control+z")
    wait(page, "document.getElementById('figures-change').textContent.startsWith('▼')")


def trying(page: "Page") -> None:
    assert said("studio-try", "text").strip() == walk.DICE
    walk.try_it(page)
    page.mouse.click(*cell(page, "green.4"))  # without a frame
    wait(page, "document.getElementById('refused').textContent.includes('filled from left to right')")
    page.keyboard.press("u")
    wait(page, f"{CELLS}.getElementById('mark.yellow.r1c1') === null")
