"""What hosts and search engines read: meta tags, site map, pictures, and the page for what does not exist."""

import re
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from PIL import Image

from sheetgen.i18n import languages
from sheetgen.site.hosting import (
    DESCRIPTION,
    NOT_FOUND,
    PICTURE_SIZE,
    description_of,
    imprint_html,
    not_found_page,
    site_map,
)
from sheetgen.site.publisher import OURS, Publisher
from sheetgen.site.serve import _PreviewHandler

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = "https://rules.example.org/clever/"


class Head(HTMLParser):
    """The meta tags and links in the head of a page, and whether anything in it does not belong there."""

    def __init__(self) -> None:
        super().__init__()
        self.meta: dict[str, list[str]] = {}
        self.rels: list[tuple[str, str, str]] = []
        self.wrong: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {key: value or "" for key, value in attrs}
        if tag == "head":
            self.inside = True
        elif not self.inside:
            return
        elif tag not in ("meta", "link", "title", "script", "style", "base"):
            self.wrong.append(tag)
        if len(own) != len(attrs):
            self.wrong.append(f"{tag} has an attribute twice")
        if tag == "meta" and (name := own.get("name") or own.get("property")):
            self.meta.setdefault(name, []).append(own.get("content", ""))
        if tag == "link":
            self.rels.append((own.get("rel", ""), own.get("hreflang", ""), own.get("href", "")))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "head"


def head(path: Path) -> Head:
    reader = Head()
    reader.feed(path.read_text("utf-8"))
    return reader


def pages(folder: Path, language: str) -> list[Path]:
    return sorted(path for path in (folder / language).rglob("*.html") if path.parent.name != "embed")


def test_every_page_describes_itself(site: Path, published: Path) -> None:
    """Once, in a few words, and no two pages of a language alike."""
    for folder, codes in ((site, languages()), (published, ("en", "fr"))):
        for language in codes:
            told: dict[str, Path] = {}
            for path in pages(folder, language):
                found = head(path)
                assert found.wrong == [], path
                (text,) = found.meta["description"]
                assert 20 <= len(text) <= DESCRIPTION, (path, text)
                assert not re.search("</?[a-z]|[\ue000-\ue0ff]", text), (path, text)
                assert told.setdefault(text, path) == path, (text, path)


def test_a_site_without_an_address_names_none(site: Path) -> None:
    for path in pages(site, "en"):
        found = head(path)
        assert not [name for name in found.meta if name.startswith(("og:", "twitter:"))], path
        assert not [rel for rel, _, _ in found.rels if rel in ("canonical", "alternate")], path
    assert not {"sitemap.xml", "robots.txt", "pictures"} & {path.name for path in site.iterdir()}


def test_a_site_with_an_address_names_its_pages_and_their_translations(published: Path) -> None:
    for language in ("en", "fr"):
        for path in pages(published, language):
            found, here = head(path), path.relative_to(published / language).as_posix()
            assert found.wrong == [], path
            assert [href for rel, _, href in found.rels if rel == "canonical"] == [f"{ADDRESS}{language}/{here}"]
            others = {code: href for rel, code, href in found.rels if rel == "alternate"}
            assert others == {
                code: f"{ADDRESS}{folder}/{here}" for code, folder in (("en", "en"), ("fr", "fr"), ("x-default", "en"))
            }
            once = ("og:type", "og:site_name", "og:title", "og:description", "og:url", "og:image", "twitter:card")
            assert all(len(found.meta[name]) == 1 and found.meta[name][0] for name in once), path
            assert found.meta["og:url"] == [f"{ADDRESS}{language}/{here}"]
            (picture,) = found.meta["og:image"]
            assert (published / unquote(picture.removeprefix(ADDRESS))).is_file()


def test_pictures_of_links_are_small_and_show_the_edition(published: Path) -> None:
    pictures = sorted((published / "pictures").rglob("*.png"))
    assert [path.relative_to(published / "pictures").as_posix() for path in pictures] == [
        "en/classic.png",
        "en/foxy.png",
        "fr/classic.png",
        "fr/foxy.png",
    ]
    for path in pictures:
        data = path.read_bytes()
        assert len(data) < 60_000, path
        with Image.open(BytesIO(data)) as picture:
            assert picture.size == PICTURE_SIZE
            seen = picture.convert("RGB")
        red, green, blue = seen.getpixel((10, 10))  # type: ignore[misc]
        assert (abs(red - 0x0B), abs(green - 0x5D), abs(blue - 0x4B)) < (9, 9, 9)
        # A title on the ground, and a sheet of paper at the right.
        colours = {seen.getpixel((x, y)) for x in range(50, 500, 3) for y in range(100, 400, 3)}
        assert len(colours) > 2
        assert seen.getpixel((1145, 60)) == (255, 255, 255)


def test_the_map_lists_every_page_that_exists_and_nothing_else(published: Path) -> None:
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    root = ElementTree.parse(published / "sitemap.xml").getroot()
    listed = [str(place.text) for place in root.findall("s:url/s:loc", space)]
    there = [path for language in ("en", "fr") for path in pages(published, language)]
    assert sorted(listed) == sorted(ADDRESS + path.relative_to(published).as_posix() for path in there)
    for url in root.findall("s:url", space):
        links = {link.get("hreflang"): link.get("href") for link in url.findall("x:link", space)}
        assert set(links) == {"en", "fr", "x-default"}
        assert url.findtext("s:loc", "", space) in links.values()
        assert all(link in listed for link in links.values())
    assert (published / "robots.txt").read_text() == f"User-agent: *\nAllow: /\nSitemap: {ADDRESS}sitemap.xml\n"


def test_names_with_other_signs_are_encoded() -> None:
    text = site_map("https://x.org/", ["en"], ["my game & yours/index"])
    assert "<loc>https://x.org/en/my%20game%20%26%20yours/index.html</loc>" in text


def test_a_description_ends_with_a_word() -> None:
    content = "<p>Short.</p><p>" + "many <b>words</b> &amp; more, " * 20 + "</p>"
    text = description_of(content, "Game")
    assert text.startswith("Game: many words & more, many")
    assert len(text) <= DESCRIPTION
    assert re.search(r"(many|words|more|&)…$", text)
    assert description_of("", "Game") == "Game"
    assert description_of("") == ""


def test_an_imprint_is_text() -> None:
    html = imprint_html('<b>A</b> & {{ 7 }}\nme@x.org, https://x.org/a?b="c.\n\n[x](javascript:hit)')
    assert html == (
        "<p>&lt;b&gt;A&lt;/b&gt; &amp; {{ 7 }}<br>"
        '<a href="mailto:me@x.org">me@x.org</a>, <a href="https://x.org/a?b">https://x.org/a?b</a>=&quot;c.</p>'
        "<p>[x](javascript:hit)</p>"
    )


# The page for what does not exist


@pytest.fixture(scope="module")
def served(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The published site below the path of its address, on a host that shows its error page for what is missing."""
    root = tmp_path_factory.mktemp("host")
    (root / "clever").symlink_to(published)
    (root / NOT_FOUND).symlink_to(published / NOT_FOUND)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_PreviewHandler, directory=str(root))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "language", "shown"),
    [
        ("clever/fr/classic/nowhere.html", "en-GB", "fr"),
        ("clever/en/a/b/c/d/", "fr-FR", "en"),
        ("elsewhere", "fr-FR", "fr"),
        ("elsewhere/deep/down", "ja", "en"),
    ],
)
def test_a_missing_page_at_any_depth(served: str, browser: "Browser", path: str, language: str, shown: str) -> None:
    context = browser.new_context(locale=language)
    context.set_default_timeout(120_000)  # the machine may be busy
    page = context.new_page()
    response = page.goto(served + path)
    assert response is not None
    assert response.status == 404
    assert page.locator("html").get_attribute("lang") == shown
    heading = {"en": "This page does not exist", "fr": "Cette page n’existe pas"}[shown]
    assert page.locator("h1:visible").all_inner_texts() == [heading]
    page.locator("section:visible a").click()
    page.wait_for_url(f"**/clever/{shown}/index.html*")
    assert urlsplit(page.url).path == f"/clever/{shown}/index.html"
    page.locator("h1", has_text={"en": "Rules & more", "fr": "Les règles chez"}[shown]).first.wait_for()
    context.close()


def test_without_script_all_languages_are_shown(served: str, browser: "Browser") -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(f"{served}clever/en/x/y.html")
    assert page.locator("h1:visible").count() == 2
    page.locator("section[lang=fr] a").click()
    page.wait_for_url("**/clever/fr/index.html*")
    assert urlsplit(page.url).path == "/clever/fr/index.html"
    context.close()


def test_without_an_address_the_folder_of_a_language_is_found(browser: "Browser", tmp_path: Path) -> None:
    (tmp_path / NOT_FOUND).write_text(not_found_page(OURS, ("en", "de")), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_PreviewHandler, directory=str(tmp_path))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/some/project/de/classic/x.html")
        link = page.locator("section:visible a")
        assert str(link.get_attribute("href")).endswith("/some/project/de/index.html")
        context.close()
        server.shutdown()


def test_the_title_of_the_error_page_is_text() -> None:
    page = not_found_page(Publisher(title='</title><script>hit("1")</script>'), ("en",))
    assert "<script>hit" not in page
    assert page.count("<script>") == 1
