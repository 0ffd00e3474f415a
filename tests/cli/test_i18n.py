"""`sheetgen i18n` as a translator uses it, on a copy of the project."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result

ROOT = Path(__file__).parents[2]
Run = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("sheetgen", "layouts", "locales", "docs"):
        unwanted = shutil.ignore_patterns("__pycache__", "pictures", "studio", "web")
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
    for language in ("de", "es", "fr"):
        place = f"locales/{language}/LC_MESSAGES/sheetgen.po:1:1:"
        assert f"{place} 'That's Rather Clever' is missing; run 'sheetgen i18n update'" in missed.err.splitlines()
    updated = i18n("update")
    assert updated.code == 0
    assert [line.split(":")[0] for line in updated.out.splitlines()] == ["de", "es", "fr"]
    assert all(line.endswith(" texts, 1 without translation") for line in updated.out.splitlines())
    left = i18n("check").err.splitlines()
    assert len(left) == 3
    assert all(line.endswith(": 'That's Rather Clever' has no translation") for line in left)


def test_pages_out_of_date_and_wrong_words_are_told_until_they_are_mended(project: Path, i18n: Run) -> None:
    english = project / "docs" / "en" / "about.md.j2"
    first = next(line for line in english.read_text("utf-8").splitlines() if line[:1].isalpha())
    change(english, first, f"{first} And more.")
    stale = i18n("check")
    assert stale.code == 1
    assert {line.split(":")[0] for line in stale.err.splitlines()} == {
        f"docs/{language}/about.md.j2" for language in ("de", "es", "fr")
    }
    assert i18n("stamp", "docs/de/about.md.j2").out == "docs/de/about.md.j2: 1 section stamped anew\n"
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
        ("docs/fr/abuot.md.j2", "File 'docs/fr/abuot.md.j2' does not exist."),
    ],
)
def test_what_cannot_be_stamped(run: Run, monkeypatch: pytest.MonkeyPatch, file: str, problem: str) -> None:
    monkeypatch.chdir(ROOT)
    result = run("i18n", "stamp", file)
    assert result.code == 2
    assert problem in result.err
    assert "Traceback" not in result.err
