"""Serving: what has changed is built anew, and nothing else."""

import shutil
import threading
import time
from pathlib import Path

import pytest

from sheetgen import resources, watching
from sheetgen.site.build import SitePlan, forget_layouts, plan_site
from sheetgen.site.experts import EXPERTS
from sheetgen.site.publisher import OURS, load_publisher
from sheetgen.site.serve import Preview
from tests.site.conftest import LOGO, write_publisher
from tests.site.test_build import copied_docs  # noqa: F401  # a fixture

LIMIT = 120  # seconds: a busy machine may take long to report an event


def test_a_changed_page_is_built_anew_within_two_seconds(copied_docs: Path, tmp_path: Path) -> None:  # noqa: F811
    said: list[str] = []
    plan = SitePlan(("en",), ("classic",), with_downloads=False)
    preview = Preview(lambda: plan, tmp_path / "preview", (), said.append)
    pages = preview.pages / "en"
    assert preview.look() == []
    before = {path: path.stat().st_mtime_ns for path in pages.rglob("*.html")}
    template = copied_docs / "en" / "print.md.j2"
    template.write_text(template.read_text("utf-8") + "\nA sentence that was not there.\n", "utf-8")
    start = time.process_time()  # other programs may be at work
    assert preview.look() == ["en/print"]
    assert time.process_time() - start < 2
    html = (pages / "print.html").read_text("utf-8")
    assert "A sentence that was not there." in html
    assert html.count("md-nav__link") > 50  # the whole frame, not only the text
    after = {path: path.stat().st_mtime_ns for path in pages.rglob("*.html")}
    assert [path.name for path in after if after[path] != before[path]] == ["print.html"]
    template.write_text("{{ nonsense }}", "utf-8")
    assert preview.look() == []
    assert said == ["docs/en/print.md.j2:1:1: print: 'nonsense' is undefined"]


def changed_by(preview: Preview, path: Path, old: str, new: str) -> list[str]:
    """Change a file, wait for the event that reports it, and return the pages that are built then."""
    text = path.read_text("utf-8")
    assert old in text
    waiting = threading.Thread(target=preview.watch.wait, daemon=True)
    waiting.start()
    path.write_text(text.replace(old, new), "utf-8")
    waiting.join(LIMIT)
    assert not waiting.is_alive()
    return preview.look()


def test_own_and_shipped_layouts_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value, a title, an inherited colour: pages follow. A layout that is wrong leaves them as they are."""
    shipped = tmp_path / "layouts"
    shutil.copytree(resources.data_folder("layouts"), shipped)
    real = resources.data_folder
    monkeypatch.setattr(watching, "FALLBACK_SECONDS", 10 * LIMIT)  # nothing but an event ends the waiting
    monkeypatch.setattr(resources, "data_folder", lambda name: shipped if name == "layouts" else real(name))
    own = tmp_path / "own" / "garden.yaml"
    own.parent.mkdir()
    shutil.copyfile(shipped / "variants" / "meadow.yaml", own)
    forget_layouts()
    said: list[str] = []
    # Without the page about experts, which is left out as soon as an edition is not the one that they played.
    publisher = OURS.model_copy(update={"pages": tuple(page for page in OURS.pages if page != EXPERTS)})
    plan = SitePlan(("en",), ("deluxe", str(own)), with_downloads=False, publisher=publisher)
    preview = Preview(lambda: plan, tmp_path / "preview", (), said.append)
    pages = preview.pages / "en"
    try:
        built = changed_by(preview, own, "age: 5", "age: 17")
        assert {"en/garden/index", "en/garden/ask"} <= set(built)
        assert not any(page.startswith("en/deluxe/") for page in built)
        assert "17 and up" in (pages / "garden" / "index.html").read_text("utf-8")
        built = changed_by(preview, own, "title: Meadow Friends", "title: Vegetable Garden")
        assert "en/deluxe/turn" in built  # its navigation names the other editions
        assert "Vegetable Garden" in (pages / "deluxe" / "turn.html").read_text("utf-8")
        before = (pages / "garden" / "index.html").read_bytes()
        assert changed_by(preview, own, "schema: 1", "schema: 0") == []
        assert said[-1].startswith(f"{own}:")
        assert (pages / "garden" / "index.html").read_bytes() == before
        assert changed_by(preview, own, "schema: 0", "schema: 1") == []
        # An edition that others extend; the examples are played again.
        built = changed_by(
            preview, shipped / "classic.yaml", 'purple: {colour: "#512383"', 'purple: {colour: "#612393"'
        )
        assert "en/deluxe/purple" in built
        assert not any(page.startswith("en/garden/") for page in built)
        assert len(said) == 1
    finally:
        preview.watch.close()
        forget_layouts()


def test_a_page_that_a_change_removes_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "FALLBACK_SECONDS", 10 * LIMIT)  # nothing but an event ends the waiting
    own = tmp_path / "own" / "meadow.yaml"
    own.parent.mkdir()
    shutil.copyfile(resources.shipped_variants()["meadow"], own)
    plan = SitePlan(("en",), (str(own),), with_downloads=False)
    preview = Preview(lambda: plan, tmp_path / "preview", (), lambda line: None)
    page = preview.pages / "en" / "meadow" / f"{EXPERTS}.html"
    try:
        assert page.is_file()
        assert "en/meadow/turn" in changed_by(preview, own, "by count: [1, 2, 4", "by count: [1, 3, 4")
        assert not page.exists()
    finally:
        preview.watch.close()
        forget_layouts()


def test_the_publishers_file_and_logo_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Title, languages and logo: all pages follow. A file that is wrong leaves them as they are."""
    monkeypatch.setattr(watching, "FALLBACK_SECONDS", 10 * LIMIT)  # nothing but an event ends the waiting
    own = tmp_path / "own"
    own.mkdir()
    config = write_publisher(own, languages="[en]", editions="[objectives]")

    def make_plan() -> SitePlan:
        return plan_site(with_downloads=False, publisher=load_publisher(config))

    said: list[str] = []
    preview = Preview(make_plan, tmp_path / "preview", (), said.append, config)
    try:
        assert preview.look() == []
        built = changed_by(preview, config, "Rules & more at <Example>", "Rules of the House")
        assert {"en/index", "en/objectives/ask"} <= set(built)
        assert "Rules of the House" in (preview.pages / "en" / "objectives" / "index.html").read_text("utf-8")
        assert changed_by(preview, config, "address:", "adress:") == []
        assert said == [f"{config}:2:1: unknown key 'adress'; did you mean 'address'?"]
        assert (preview.pages / "en" / "objectives" / "index.html").is_file()
        built = changed_by(preview, config, "adress:", "address:")
        assert "en/index" in built
        changed_by(preview, config, "languages: [en]", "languages: [fr]")
        assert sorted(path.name for path in preview.pages.iterdir() if len(path.name) == 2) == ["fr"]
        old = {path.name for path in (preview.pages / "fr" / "assets").glob("logo-*")}
        assert "fr/index" in changed_by(preview, own / "logo.svg", 'r="4"', 'r="3"')
        assert old != {path.name for path in (preview.pages / "fr" / "assets").glob("logo-*")}
        assert LOGO not in (own / "logo.svg").read_text("utf-8")
        assert preview.look() == []
        assert len(list(preview.folder.iterdir())) == 1  # earlier builds are gone
    finally:
        preview.watch.close()
        forget_layouts()
