"""Commands for designing a layout: list, show, check, new, studio and i18n."""

import json
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.layout.loading import as_yaml
from sheetgen.layout.schema import schema_text
from sheetgen.resources import shipped_layouts

Run = Callable[..., Any]


def test_json(run: Run) -> None:
    result = run("list", "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["languages"] == list(languages())
    assert data["themes"] == ["light", "vivid", "ink", "safe", "grey"]
    assert data["papers"] == ["A4", "A5", "A6", "Letter", "Legal"]
    assert data["print profiles"][:4] == ["home", "single", "press-x4", "press-x1a"]
    assert [set(edition) for edition in data["editions"]] == [{"id", "titles", "kind", "provenance"}] * 6
    editions = {edition["id"]: edition for edition in data["editions"]}
    assert {key: (own["kind"], own["provenance"]) for key, own in editions.items()} == {
        "classic": ("sheet", "certain"),
        "cubed": ("sheet", "certain"),
        "deluxe": ("sheet", "inferred"),
        "double": ("sheet", "certain"),
        "mix": ("sheet", "reconstructed"),
        "objectives": ("cards", "inferred"),
    }
    assert editions["classic"]["titles"] == {
        "en": "That's Pretty Clever",
        "de": "Ganz schön clever",
        "es": "Muy listo",
        "fr": "Très futé",
        "it": "Ganz schön clever",
    }


def test_one_line_per_edition(run: Run) -> None:
    result = run("list")
    assert (result.code, result.err) == (0, "")
    *editions, empty, spoken, themes, papers, profiles = result.out.splitlines()
    assert [line.split()[:3] for line in editions] == [
        ["classic", "sheet", "certain"],
        ["cubed", "sheet", "certain"],
        ["deluxe", "sheet", "inferred"],
        ["double", "sheet", "certain"],
        ["mix", "sheet", "reconstructed"],
        ["objectives", "cards", "inferred"],
    ]
    assert editions[0].endswith("That's Pretty Clever · Ganz schön clever · Muy listo · Très futé")
    assert (empty, spoken) == ("", f"languages: {', '.join(languages())}")
    assert themes == "themes: light, vivid, ink, safe, grey"
    assert papers == "papers: A4, A5, A6, Letter, Legal"
    assert profiles.startswith("print profiles: home, single, press-x4, press-x1a")


EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")


@pytest.mark.parametrize("edition", EDITIONS)
def test_yaml(run: Run, edition: str) -> None:
    result = run("show", edition)
    assert (result.code, result.err) == (0, "")
    assert result.out == as_yaml(load(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_show_json(run: Run, edition: str) -> None:
    result = run("show", edition, "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["schema"] == 1
    assert data["title"] == load(edition).edition.title
    assert not {"extends", "replace"} & set(data)
    assert data["rounds"]["by players"]["2"] == (10 if edition == "objectives" else 6)


def test_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\ntitle: Mine\n", "utf-8")
    assert "title: Mine\n" in run("show", file).out


def test_unknown_edition(run: Run) -> None:
    result = run("show", "clasic")
    assert (result.code, result.out) == (2, "")
    assert result.err == "clasic:1:1: there is no such edition or file; did you mean 'classic'?\n"


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_broken_layout_shows_nothing(run: Run, broken: Path, option: tuple[str, ...]) -> None:
    result = run("show", broken, *option)
    assert (result.code, result.out) == (1, "")
    assert [line.partition(" ")[0] for line in result.err.splitlines()] == [f"{broken}:5:5", f"{broken}:7:12"]


def test_layout_that_makes_no_sense_shows_nothing(run: Run, tmp_path: Path) -> None:
    """Readable, but with a badge for a zone that does not exist."""
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\nzones: {green: {bonus: {4: X grene}}}\n", "utf-8")
    result = run("show", file)
    assert (result.code, result.out) == (1, "")
    assert "did you mean 'green'?" in result.err


def test_schema(run: Run) -> None:
    result = run("schema")
    assert (result.code, result.err) == (0, "")
    assert result.out == schema_text()
    assert json.loads(result.out)["title"] == "sheetgen layout"


LINE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+):(?P<column>[0-9]+)(?: (?P<path>[^:]+))?: (?P<message>.+)")


KEYS = ["file", "line", "column", "path", "severity", "message", "suggestion"]


def test_all_shipped_layouts(run: Run) -> None:
    result = run("check", *shipped_layouts())
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == "6 layouts checked: no errors, 0 warnings"


def test_shipped_layouts_by_path(run: Run) -> None:
    result = run("check", *shipped_layouts().values())
    assert (result.code, result.err) == (0, "")


def test_notes_go_to_stdout(run: Run) -> None:
    result = run("check", "deluxe")
    assert (result.code, result.err) == (0, "")
    notes = [line for line in result.out.splitlines() if " info: inferred: " in line]
    assert any("where each badge sits" in line for line in notes)


def test_errors_go_to_stderr(run: Run, broken: Path) -> None:
    result = run("check", broken)
    assert result.code == 1
    assert result.out == ""
    assert result.err.splitlines() == [
        f"{broken}:5:5 zones.blue: unknown key 'oder'; did you mean 'order'?",
        f"{broken}:7:12 zones.green.order: unknown word 'left to rigth', expected anywhere, left to right, "
        "right to left, left to right with skips, outward, row by throw, pair by pair or next of a chosen row; "
        "did you mean 'left to right'?",
    ]


def test_every_problem_is_one_line(run: Run, broken: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text('schema: 1\nextends: classic\ntitle: [1]\nwild: "a\\nb\\u001b[31m"\nrounds: [\n', "utf-8")
    missing = tmp_path / "missing.yaml"
    result = run("check", broken, other, missing, tmp_path)
    assert result.code == 1
    assert [line for line in result.err.splitlines() if not LINE.fullmatch(line)] == []
    assert {LINE.fullmatch(line)["file"] for line in result.err.splitlines()} == {  # type: ignore[index]
        str(path) for path in (broken, other, missing, tmp_path)
    }


def test_one_bad_file_among_good_ones(run: Run, broken: Path) -> None:
    result = run("check", "classic", broken, "double")
    assert result.code == 1
    assert len(result.err.splitlines()) == 2
    assert "no errors" not in result.out


def test_warnings_do_not_fail(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("schema: 1\nextends: classic\ntitle: Nobody translated this\n", "utf-8")
    result = run("check", file)
    assert (result.code, result.err) == (0, "")
    others = ", ".join(languages()[1:])
    assert f"{file}:3:8 title: warning: no translation of 'Nobody translated this' into {others}" in result.out
    assert result.out.splitlines()[-1] == "1 layout checked: no errors, 1 warning"


def test_check_json(run: Run, broken: Path) -> None:
    result = run("check", broken, "--json")
    assert (result.code, result.err) == (1, "")
    problems = json.loads(result.out)
    assert [list(problem) for problem in problems] == [KEYS, KEYS]
    assert problems[0] == {
        "file": str(broken),
        "line": 5,
        "column": 5,
        "path": "zones.blue",
        "severity": "error",
        "message": "unknown key 'oder'",
        "suggestion": "did you mean 'order'?",
    }


def test_json_without_errors(run: Run) -> None:
    result = run("check", "mix", "--json")
    assert (result.code, result.err) == (0, "")
    problems = json.loads(result.out)
    assert {problem["severity"] for problem in problems} == {"info"}
    assert {problem["file"] for problem in problems} <= {"mix.yaml", "classic.yaml", "deluxe.yaml"}


def test_shared_parent_is_told_once(run: Run) -> None:
    lines = run("check", "classic", "deluxe").out.splitlines()
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"- 1\n", "expected a block of keys"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"schema: 1\nextends: nowhere\n", "unknown edition 'nowhere'"),
        (b"schema: 1\nextends: my.yaml\n", "goes in a circle: my → my"),
    ],
)
def test_files_that_are_no_layouts(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "my.yaml"
    file.write_bytes(content)
    result = run("check", file)
    assert (result.code, result.out) == (1, "")
    (line,) = result.err.splitlines()
    assert line.startswith(f"{file}:")
    assert message in line


def test_as_a_process(spawn: Run, broken: Path) -> None:
    result = spawn("check", "broken.yaml", cwd=broken.parent)
    assert (result.code, result.out) == (1, "")
    assert [line[:15] for line in result.err.splitlines()] == ["broken.yaml:5:5", "broken.yaml:7:1"]


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
        ("missing folder", "cannot be written: there is no folder '"),
        ("a file as folder", "cannot be written: Not a directory"),
        ("wrong ending", "a layout's name ends in .yaml"),
        ("name too long", "cannot be written: File name too long"),
    ],
)
def test_failure_is_one_line_and_no_file(run: Run, tmp_path: Path, case: str, message: str) -> None:
    file, parent = failures(tmp_path)[case]
    before = sorted(tmp_path.rglob("*"))
    result = run("new", file, "--from", parent)
    assert (result.code, result.out) == (2 if case == "no such edition" else 1, "")
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


ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("sheetgen", "layouts", "locales", "docs"):
        unwanted = shutil.ignore_patterns("__pycache__", "pictures", "*.webp", "web-src", "codemirror*")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted if folder != "layouts" else None)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


@pytest.fixture
def i18n(project: Path, spawn: Run) -> Run:
    return lambda *arguments: spawn("i18n", *arguments, cwd=project, PYTHONPATH=str(project))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def test_a_new_text_is_missed_collected_and_waits_for_its_translation(project: Path, i18n: Run) -> None:
    change(project / "layouts" / "classic.yaml", "title: That's Pretty Clever ", "title: That's Rather Clever ")
    missed = i18n("check")
    assert missed.code == 1
    assert missed.err.splitlines()[0] == "locales/sheetgen.pot: is not current; run 'sheetgen i18n update'"
    others = languages()[1:]
    for language in others:
        place = f"locales/{language}/LC_MESSAGES/sheetgen.po:1:1:"
        assert f"{place} 'That's Rather Clever' is missing; run 'sheetgen i18n update'" in missed.err.splitlines()
    updated = i18n("update")
    assert updated.code == 0
    assert [line.split(":")[0] for line in updated.out.splitlines()] == list(others)
    assert all(line.endswith(" texts, 1 without translation") for line in updated.out.splitlines())
    left = i18n("check").err.splitlines()
    assert len(left) == len(others)
    assert all(line.endswith(": 'That's Rather Clever' has no translation") for line in left)


def test_a_language_is_started_once(project: Path, i18n: Run) -> None:
    started = i18n("new", "pl")
    file = project / "locales" / "pl" / "LC_MESSAGES" / "sheetgen.po"
    assert (started.code, started.err) == (0, "")
    assert started.out == f"{file} is ready: translate its texts, then run `sheetgen i18n check`\n"
    assert any(line.startswith("locales/pl: ") for line in i18n("check").err.splitlines())
    again = i18n("new", "pl")
    assert (again.code, again.out) == (1, "")
    assert again.err == "locales/pl: exists already; 'sheetgen i18n update' brings new texts\n"


def test_a_new_language_does_not_flood_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"locales/it/LC_MESSAGES/sheetgen.po:{number}:1: 'Text' has no translation" for number in range(400)]
    pages = [f"docs/it/page-{number}.md.j2: is missing" for number in range(5)]
    monkeypatch.setattr("sheetgen.check_translations", lambda: [*texts, *pages], raising=False)
    short = run("i18n", "check")
    assert short.code == 1
    summary = "locales/it: 400 problems, 5 of them above; --all lists them all"
    assert short.err.splitlines() == [*texts[:5], summary, *pages]
    assert run("i18n", "check", "--all").err.splitlines() == [*texts, *pages]


@pytest.mark.full
def test_pages_out_of_date_and_wrong_words_are_told_until_they_are_mended(project: Path, i18n: Run) -> None:
    english = project / "docs" / "en" / "about.md.j2"
    first = next(line for line in english.read_text("utf-8").splitlines() if line[:1].isalpha())
    change(english, first, f"{first} And more.")
    stale = i18n("check")
    assert stale.code == 1
    assert {line.split(":")[0] for line in stale.err.splitlines()} == {
        f"docs/{language}/about.md.j2" for language in languages()[1:]
    }
    assert i18n("stamp", "docs/de/about.md.j2").out == "docs/de/about.md.j2: 1 section stamped\n"
    french = project / "docs" / "fr" / "about.md.j2"
    lines = french.read_text("utf-8").splitlines()
    number = next(i for i, line in enumerate(lines, start=1) if line[:1].isalpha())
    lines[number - 1] += " Le plateau argenté brille."
    french.write_text("\n".join(lines) + "\n", "utf-8")
    told = i18n("check").err
    assert "docs/de/" not in told
    assert f"docs/fr/about.md.j2:{number}:1: says 'plateau argenté' instead of 'plateau d’argent'\n" in told


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("docs/en/about.md.j2", "docs/en/about.md.j2: has no English original"),
        ("docs/architecture.md", "docs/architecture.md: has no English original"),
        ("pyproject.toml", "pyproject.toml: is not a page below docs/"),
        ("docs/fr/abuot.md.j2", "docs/fr/abuot.md.j2: there is no such file"),
    ],
)
def test_what_cannot_be_stamped(run: Run, monkeypatch: pytest.MonkeyPatch, file: str, problem: str) -> None:
    monkeypatch.chdir(ROOT)
    result = run("i18n", "stamp", file)
    assert result.code == 1
    assert problem in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("nothing.yaml", "nothing.yaml: there is no such file; try `sheetgen new nothing.yaml --from classic`"),
        ("nowhere/mine.yaml", "nowhere: there is no such folder"),
        ("folder.yaml", "folder.yaml: is a folder, not a layout file; name one YAML file in it"),
        ("mine.txt", "'mine.txt' is no name for a layout: letters, digits, - and _, with .yaml at its end"),
    ],
)
def test_the_studio_names_a_file_that_it_cannot_open(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("schema: 1\n", "utf-8")
    (tmp_path / "folder.yaml").mkdir()
    result = run("studio", file, "--no-open")
    assert (result.code, result.out, result.err) == (1, "", words + "\n")


def test_the_studio_names_a_language_that_it_does_not_speak(run: Run) -> None:
    result = run("studio", "--no-open", "--lang", "xx")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("sheetgen studio: there is no language 'xx'; known are en, ")


def test_the_studio_names_a_port_that_is_taken(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("studio", "--no-open", "--port", str(port))
    assert result.code == 1
    assert result.err == f"port {port}: Address already in use\n"


def test_small_die_slots_are_a_warning(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "old.yaml"
    rows = "[{widths: [1, 7.4], panels: [dice, [rounds, actions]]}, [yellow, blue], green, orange, purple]"
    file.write_text(f"schema: 1\nextends: classic\ntitle: Old\nsheet: {{rows: {rows}}}\n", "utf-8")
    done = run("check", file)
    assert done.code == 0
    (line,) = [line for line in done.out.splitlines() if "die slots" in line]
    assert line.startswith(f"{file}:4:1 sheet: warning: the die slots of old are ")
