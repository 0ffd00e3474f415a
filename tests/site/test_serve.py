"""Serving: one changed page is built anew, quickly, and nothing else."""

import time
from pathlib import Path

from sheetgen.site.build import SitePlan
from sheetgen.site.serve import Preview
from tests.site.test_build import copied_docs  # noqa: F401  # a fixture


def test_a_changed_page_is_built_anew_within_two_seconds(copied_docs: Path, tmp_path: Path) -> None:  # noqa: F811
    said: list[str] = []
    preview = Preview(SitePlan(("en",), ("classic",), with_downloads=False), tmp_path / "preview", (), said.append)
    pages = preview.folder / "site" / "en"
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
