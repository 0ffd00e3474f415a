"""Catalogues that a translator has damaged: told in one line, and never written over with what is left of them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from sheetgen.i18n import catalogues, maintenance
from sheetgen.resources import data_folder

DAMAGE: dict[str, tuple[Callable[[str], str], str]] = {
    "cut off": (lambda text: text[: text.index('msgid "', len(text) // 2) + len('msgid "a')], ":1: is damaged: "),
    "a word that is none": (lambda text: text + "\nmsgwhat\n", ":1: is damaged: "),
    "Latin-1": (lambda text: text.replace("charset=utf-8", "charset=ascii"), ": is not UTF-8 text"),
    "no such letters": (lambda text: text.replace("charset=utf-8", "charset=klingon"), "damaged"),
    "endless plurals": (lambda text: text.replace("nplurals=2", "nplurals=999999999"), "damaged"),
    "plurals that are no rule": (lambda text: text.replace("plural=(n", "plural=((n"), "damaged"),
    "a date that is none": (
        lambda text: text.replace('"MIME', '"POT-Creation-Date: tomorrow\\n"\n"MIME', 1),
        "damaged",
    ),
}


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogues that the program takes for its own."""
    own = tmp_path / "locales"
    shutil.copytree(data_folder("locales"), own)
    for module in (catalogues, maintenance):
        monkeypatch.setattr(module, "data_folder", lambda name: own if name == "locales" else data_folder(name))
    monkeypatch.setattr(maintenance, "template", lambda _: Catalog(project="sheetgen", version="1", fuzzy=False))
    return own


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_catalogue_is_told_and_kept(damage: str, locales: Path) -> None:
    spoil, words = DAMAGE[damage]
    path = locales / "de/LC_MESSAGES/sheetgen.po"
    whole = path.read_text("utf-8")
    path.write_text(spoil(whole), "utf-8")
    spoilt = path.read_bytes()
    assert spoilt != whole.encode()
    (told,) = [line for line in maintenance.check_catalogues({}) if line.startswith("locales/de/") and words in line]
    assert told.isprintable()
    with pytest.raises(catalogues.CatalogueError) as error:
        list(maintenance.update_catalogues({}))
    assert str(error.value) == told
    assert path.read_bytes() == spoilt


def forget() -> None:
    """Have catalogues read again."""
    for function in (catalogues._open, catalogues._read, catalogues.catalogue, catalogues.plurals):
        function.cache_clear()


def test_any_command_tells_it(
    locales: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sheetgen.cli import main

    (locales / "es/LC_MESSAGES/sheetgen.po").write_text('msgid "a', "utf-8")
    forget()
    monkeypatch.setattr("sys.argv", ["sheetgen", "sheet", "classic", "--lang", "es", "-o", str(locales / "x.pdf")])
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        forget()
    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert told.startswith("locales/es/LC_MESSAGES/sheetgen.po:1:1: is damaged: ")
    assert told.count("\n") == 1
    assert not (locales / "x.pdf").exists()
