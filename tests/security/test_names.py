"""Names of files, from a layout's name to what is packed: nothing leads out of the folder that was named."""

import json
import re
import urllib.error
import urllib.request
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZipFile

import pytest

from sheetgen.layout import read
from sheetgen.press.build import jobs_of

LAYOUT = "schema: 1\nextends: classic\ntitle: Mine\nsolo: ~\n"
ODD = (
    "...yaml", "..yaml", "-rf.yaml", "--help.yaml", "con.yaml", "NUL.yaml", "two\nlines.yaml", "a$(touch owned).yaml",
    "<script>.yaml", "x" * 240 + ".yaml", "👩‍🚀.yaml", "é à.yaml", "a\\b.yaml", " .yaml", "a;b&c|d.yaml", "..%2fx.yaml",
    'q"uote.yaml', "x onclick=hit().yaml", "\u202egnp.yaml",
)  # fmt: skip
SAFE = re.compile(r"[\w(+][\w .()+-]*\Z")
DEVICES = {"con", "prn", "aux", "nul"}


def is_safe(path: str) -> bool:
    """May it be a relative path on any system?"""
    parts = PurePosixPath(path).parts
    return not path.startswith("/") and all(
        SAFE.match(part) and not part.endswith((".", " ")) and part.partition(".")[0].lower() not in DEVICES
        for part in parts
    )


@pytest.mark.parametrize("name", ODD)
def test_a_layout_has_a_name_for_files_and_pages(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(LAYOUT, "utf-8")
    layout = read(str(tmp_path / name))
    assert is_safe(layout.id), layout.id
    assert len(layout.id) <= 61
    for job in jobs_of(name, layout, "en"):
        assert is_safe(job.path), job.path


@pytest.mark.parametrize("name", ["...yaml", "-rf.yaml", "con.yaml", "two\nlines.yaml", "a$(touch owned).yaml"])
def test_what_is_drawn_without_a_name_lands_here(name: str, tmp_path: Path, nursery: Any) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / name).write_text(LAYOUT, "utf-8")
    ended = nursery.run("sheet", f"./{name}", "--format", "pdf", folder=folder)
    assert (ended.status, ended.err) == (0, "")
    made = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != name]
    assert len(made) == 1
    assert made[0].parent == folder
    assert is_safe(made[0].name), made[0].name


def test_a_link_in_the_output_is_not_followed(tmp_path: Path, nursery: Any) -> None:
    """The file that a link points to stays as it is; a linked folder is the user's own doing."""
    (tmp_path / "mine.yaml").write_text(LAYOUT, "utf-8")
    (tmp_path / "secret").write_text("precious")
    (tmp_path / "mine.pdf").symlink_to("secret")
    assert nursery.run("sheet", "mine.yaml", "--format", "pdf", folder=tmp_path).status == 0
    assert (tmp_path / "secret").read_text() == "precious"
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["mine", ".", "documents"])
def test_a_site_replaces_nothing_but_a_site(name: str, tmp_path: Path) -> None:
    """`-o` at the wrong place must not cost anybody a folder."""
    from sheetgen.site.build import SiteError, SitePlan, build_site

    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    (folder / "thesis.txt").write_text("precious")
    (folder / "index.html").write_text("my own page")
    with pytest.raises(SiteError, match=r"holds what is no part of a site \(thesis.txt\)"):
        build_site(SitePlan(("en",), ("classic",), with_downloads=False), folder)
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "thesis.txt"]
    with pytest.raises(SiteError, match="holds what is no part of a site"):
        build_site(SitePlan(("en",), ("classic",), with_downloads=False), Path("/"))


@pytest.mark.parametrize("name", ODD)
def test_an_archive_holds_safe_names_only(name: str, tmp_path: Path) -> None:
    """Whatever a layout is called; links are left out, since they could lead anywhere."""
    from sheetgen.studio.exports import archive

    (tmp_path / name).write_text(LAYOUT, "utf-8")
    site = tmp_path / "site"
    (site / "en").mkdir(parents=True)
    (site / "en" / "index.html").write_text("page")
    (site / "en" / "link.html").symlink_to("/etc/passwd")
    with ZipFile(BytesIO(archive(site, read(str(tmp_path / name)).id))) as packed:
        assert len(packed.namelist()) == 1
        assert all(is_safe(inside) for inside in packed.namelist())


def test_what_the_preview_of_the_site_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of the site and nothing else, under headers that keep a browser from guessing."""
    import threading
    from functools import partial
    from http.server import ThreadingHTTPServer

    from sheetgen.site.serve import _PreviewHandler

    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>hello")
    (tmp_path / "secret").write_text("precious")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_PreviewHandler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_address[1]}"
        with urllib.request.urlopen(f"{base}/index.html") as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cache-Control"] == "no-store"
        for path in ("/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret", "/index.html/../../secret"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(base + path)
            assert refused.value.code == 404
            refused.value.close()
        server.shutdown()


def test_a_list_of_a_build_is_plain_data(tmp_path: Path) -> None:
    """Names that lead out of the folder are not even looked at."""
    from sheetgen.press.build import MANIFEST, build

    outside = tmp_path / "outside"
    outside.write_text("precious")
    folder = tmp_path / "out"
    folder.mkdir()
    names = ("../outside", str(outside), "en/../../outside", "./../outside")
    (folder / MANIFEST).write_text(json.dumps({name: ["", ""] for name in names}))
    build([], folder, workers=1, done=lambda _: None, prune=True)
    assert outside.read_text() == "precious"
