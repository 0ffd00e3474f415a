"""Catalogues are read once and then kept in the cache folder; what is kept never says anything else than its source."""

import json
from pathlib import Path

import pytest

from sheetgen.i18n import catalogues
from sheetgen.i18n.catalogues import MOST_KEPT, open_catalogue


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    return tmp_path / "catalogues"


def read(language: str) -> tuple[dict[str, str], catalogues.Plurals]:
    return catalogues._read.__wrapped__(language)


def test_what_is_kept_is_what_the_catalogue_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, counted = read("fr")
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(catalogues, "open_catalogue", lambda *_, **__: pytest.fail("it is read from its source again"))
    again, counted_again = read("fr")
    assert again == plain
    assert counted_again.texts == counted.texts
    assert [counted_again.form(n) for n in range(5)] == [counted.form(n) for n in range(5)]


def test_one_of_another_format_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, _ = read("fr")
    (kept,) = folder.iterdir()
    kept.write_text('{"texts": {}, "plurals": [], "form": "n != 1"}', "utf-8")
    assert read("fr")[0] == {}
    monkeypatch.setattr(catalogues, "PACKED_VERSION", catalogues.PACKED_VERSION + 1)
    assert read("fr")[0] == plain


def test_without_a_home_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SHEETGEN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert read("fr")[0]["That's Pretty Clever"] == "Très futé"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"texts": {}}', b"\xff\xfe"])
def test_a_damaged_one_is_made_again(folder: Path, content: bytes) -> None:
    plain, _ = read("it")
    (kept,) = folder.iterdir()
    kept.write_bytes(content)
    assert read("it")[0] == plain
    assert json.loads(kept.read_bytes())["texts"] == plain


def test_a_changed_catalogue_is_read_and_old_ones_do_not_pile_up(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = catalogues.catalogue_path("de").read_bytes()
    changed = tmp_path / "de.po"
    monkeypatch.setattr(catalogues, "catalogue_path", lambda _: changed)
    for number in range(MOST_KEPT + 3):
        changed.write_bytes(source + b"\n# %d\n" % number)
        assert read("de")[0]
    assert len(list(folder.iterdir())) == MOST_KEPT


def test_a_cache_that_cannot_be_written_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path / "file"))
    messages = {own.id: own.string for own in open_catalogue("es") if isinstance(own.id, str) and own.id}
    assert read("es")[0]["That's Pretty Clever"] == messages["That's Pretty Clever"]
