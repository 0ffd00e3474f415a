"""A served site without a network, in a real browser: kept after the first visit, replaced by a new build."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from sheetgen.i18n import languages
from sheetgen.site.offline import ICONS, MANIFEST, SIZES, WORKER, digests, worker, write_worker
from sheetgen.site.publisher import HEADER
from sheetgen.site.words import Words
from tests.site.serving import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

LANGUAGES = ("en", "fr")
PDF = "downloads/en/classic/classic pad.pdf"
OTHER_PDF = "downloads/en/classic/other.pdf"
# The newest worker of a page has taken over: what it keeps is whole, what is old is gone. `ready` would wait for ever
# if the first worker were given up.
TAKEN_OVER = """async () => {
  const registration = await navigator.serviceWorker.register("/sw.js");
  await registration.update();
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  await new Promise((done, failed) => {
    const look = () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") failed(new Error("the worker was given up"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}"""
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((request) => decodeURIComponent(new URL(request.url).pathname.slice(1)));
}"""
WHOLE = f"async (number) => (await ({KEPT})()).length === number"
FETCHED = "async (path) => (await (await fetch(path)).text())"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'"
)


@pytest.fixture
def part(site: Path, tmp_path: Path) -> Path:
    """Two languages of the site with one edition, and two files to print."""
    folder = tmp_path / "part"
    for language in LANGUAGES:
        for name in ("assets", "classic"):
            shutil.copytree(site / language / name, folder / language / name)
        for name in ("index.html", MANIFEST):
            shutil.copyfile(site / language / name, folder / language / name)
    shutil.copytree(site / ICONS, folder / ICONS)
    shutil.copyfile(site / "index.html", folder / "index.html")
    for name in (PDF, OTHER_PDF):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("to print")
    write_worker(folder, LANGUAGES)
    return folder


@pytest.fixture
def reader(browser: "Browser") -> Iterator["BrowserContext"]:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(120_000)  # the machine may be busy
    yield context
    context.close()


def listed(folder: Path) -> dict[str, str]:
    """The files in the script of a worker."""
    table = re.search(r"Object\.entries\((\{.*?\})\)", (folder / WORKER).read_text("utf-8"), re.DOTALL)
    assert table is not None
    files: dict[str, str] = json.loads(table[1])
    return files


def kept_of(folder: Path, *kept: str) -> list[str]:
    """The files that are kept after a visit of some languages."""
    return sorted(name for name in listed(folder) if name.split("/")[0] in ("index.html", ICONS, *kept))


# What the build writes


def test_the_worker_of_a_site_lists_all_its_files(site: Path) -> None:
    assert listed(site) == digests(site)
    assert set(listed(site)) >= {"index.html", "en/index.html", "de/assets/search-data.js", "icons/icon-192.png"}


def test_the_same_site_has_the_same_worker_and_a_changed_page_another_version(part: Path) -> None:
    first = (part / WORKER).read_text("utf-8")
    write_worker(part, LANGUAGES)
    assert (part / WORKER).read_text("utf-8") == first
    page = part / "en" / "classic" / "turn.html"
    page.write_text(page.read_text("utf-8") + "\n", "utf-8")
    write_worker(part, LANGUAGES)
    second = (part / WORKER).read_text("utf-8")
    different = [line.split()[:2] for line in second.splitlines() if line not in first.splitlines()]
    assert [words[0] for words in different] == ["//", '"en/classic/turn.html":']
    assert different[0][1] == "Version"


@pytest.mark.parametrize("language", languages())
def test_a_language_can_be_installed(site: Path, language: str) -> None:
    folder = site / language
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    assert (manifest["name"], manifest["lang"]) == (Words(language).tr("Clever rules"), language)
    assert manifest["display"] == "standalone"
    assert (folder / manifest["start_url"]).is_file()
    for icon in manifest["icons"]:
        assert (folder / icon["src"]).is_file()
    for size in SIZES:
        with Image.open(site / ICONS / f"icon-{size}.png") as picture:
            assert picture.size == (size, size)
            corner, middle = (picture.convert("RGB").getpixel(place) for place in ((0, 0), (size // 2, size // 3)))
            assert corner == tuple(bytes.fromhex(HEADER[1:]))
            assert middle != corner


def test_what_pages_do_not_use_is_left_out(site: Path) -> None:
    """Above all the template of a map of the site, which needs an address."""
    assert [path.name for path in site.rglob("*") if path.name == "sitemap.xml" or path.suffix == ".map"] == []
    assert list(site.glob("*/assets/javascripts/*/**")) == []


# In the browser


def test_a_visited_language_works_without_a_server(part: Path, reader: "BrowserContext") -> None:
    server = Server(part)
    page = reader.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    assert sorted(page.evaluate(KEPT)) == kept_of(part, "en")
    assert page.evaluate(FETCHED, f"/{PDF}") == "to print"
    assert page.evaluate("document.querySelector('link[rel=manifest]').href") == server.address(f"en/{MANIFEST}")
    server.stop()

    page.reload()
    assert page.locator("h1").inner_text().startswith("A turn")
    assert page.evaluate("""document.fonts.load('16px "Sheetgen Text"').then(all => all.length)""") == 1
    page.locator('.md-sidebar a[href="count.html"]').first.click(force=True)
    page.wait_for_url("**/classic/count.html")
    page.locator('[data-cell="yellow.r1c1"]').first.click()
    page.goto(server.address("en/classic/ask.html#zone-blue"))
    page.locator(".ask-answer h3").first.wait_for()
    page.locator("#search-open").click()
    page.locator("#search-query").fill("platter")
    page.locator("#search-answers a").first.wait_for()
    page.goto(server.address("en/"))  # as a host would let one write it
    assert page.title() == "Clever rules"
    assert page.evaluate(FETCHED, f"/{PDF}") == "to print"
    assert complaints == []

    missing = page.goto(server.address("fr/classic/turn.html"))
    assert missing is not None
    assert missing.status == 503
    assert page.locator("html").get_attribute("lang") == "fr"
    assert "Cette page n’est pas encore sur votre appareil." in page.locator("body").inner_text()
    page.get_by_role("link").click()
    page.wait_for_url("**/index.html#languages")
    page.locator('a[hreflang="en"]').click()
    page.wait_for_url("**/en/index.html")
    missing = page.goto(server.address(OTHER_PDF))
    assert missing is not None
    assert missing.status == 503

    server.start()
    page.goto(server.address("fr/classic/turn.html"))
    page.wait_for_function(WHOLE, arg=len(kept_of(part, *LANGUAGES)) + 1, polling=100)
    server.stop()
    page.goto(server.address("fr/classic/count.html"))
    assert page.locator("html").get_attribute("lang") == "fr"


def test_a_new_build_replaces_the_old_one_and_only_what_has_changed_is_fetched(
    part: Path, reader: "BrowserContext"
) -> None:
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    before = page.evaluate(KEPT)
    changed, gone = part / "en" / "classic" / "turn.html", part / "en" / "classic" / "solo.html"
    changed.write_text(re.sub('<h1 id="top">[^<]*', '<h1 id="top">A new turn', changed.read_text("utf-8")), "utf-8")
    gone.unlink()
    write_worker(part, LANGUAGES)
    server.asked.clear()
    page.evaluate(TAKEN_OVER)
    assert {*server.asked} == {"/sw.js", "/en/classic/turn.html"}
    assert sorted(page.evaluate(KEPT)) == sorted({*before} - {"en/classic/solo.html"})
    server.stop()
    page.reload()
    assert page.locator("h1").inner_text().startswith("A new turn")


def test_a_strict_content_policy_allows_it(part: Path, reader: "BrowserContext") -> None:
    """The theme's own inline scripts are refused then; keeping the site needs none."""
    server = Server(part, {"Content-Security-Policy": POLICY})
    page = reader.new_page()
    page.goto(server.address("en/classic/count.html"))
    page.evaluate(TAKEN_OVER)
    server.stop()
    page.reload()
    page.locator('[data-cell="yellow.r1c1"]').first.click()


def test_a_preview_keeps_nothing_and_removes_what_a_site_left(part: Path, reader: "BrowserContext") -> None:
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    (part / WORKER).write_text(worker({}, LANGUAGES), "utf-8")
    page.evaluate(TAKEN_OVER)
    assert page.evaluate(KEPT) == []
    server.asked.clear()
    page.reload()
    assert "/en/classic/turn.html" in server.asked
    server.stop()


# A look for a new worker is over, whatever came of it; what is kept, with digests.
LOOKED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => {});
  const worker = registration.installing;
  if (worker) await new Promise((done) => {
    const look = () => { if (["activated", "redundant"].includes(worker.state)) done(); };
    worker.addEventListener("statechange", look);
    look();
  });
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((request) => request.url);
}"""


def test_a_host_that_is_half_updated_leaves_the_old_site_whole(part: Path, reader: "BrowserContext") -> None:
    """The list of the new build is there already, a page is still the old one: it is not kept as the new one."""
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    file = part / "en" / "classic" / "turn.html"
    old = file.read_text("utf-8")
    new = re.sub('<h1 id="top">[^<]*', '<h1 id="top">A new turn', old)
    file.write_text(new, "utf-8")
    write_worker(part, LANGUAGES)
    digest = listed(part)["en/classic/turn.html"]
    file.write_text(old, "utf-8")
    assert not any(key.endswith(digest) for key in page.evaluate(LOOKED))
    server.stop()
    page.reload()
    assert page.locator("h1").inner_text().startswith("A turn")
    server.start()
    file.write_text(new, "utf-8")
    assert any(key.endswith(digest) for key in page.evaluate(LOOKED))
    server.stop()
    page.reload()
    assert page.locator("h1").inner_text().startswith("A new turn")


def test_a_page_that_the_host_changes_is_shown_but_not_kept_and_all_others_are(
    part: Path, reader: "BrowserContext"
) -> None:
    """New readers get the site, and later a new build, though the host adds a script to a page of each."""
    server = Server(part)
    server.added["/en/classic/turn.html"] = b"<p id='added'>by the host</p>"
    page = reader.new_page()
    page.goto(server.address("en/classic/index.html"))
    page.evaluate(TAKEN_OVER)
    assert sorted(page.evaluate(KEPT)) == [name for name in kept_of(part, "en") if name != "en/classic/turn.html"]
    for name in ("index", "turn"):
        file = part / "en" / "classic" / f"{name}.html"
        file.write_text(re.sub('<h1 id="top">[^<]*', '<h1 id="top">A new page', file.read_text("utf-8")), "utf-8")
    write_worker(part, LANGUAGES)
    page.evaluate(TAKEN_OVER)
    page.reload()
    assert page.locator("h1").inner_text().startswith("A new page")
    page.goto(server.address("en/classic/turn.html"))
    assert page.locator("h1").inner_text().startswith("A new page")
    assert page.locator("#added").inner_text() == "by the host"
    server.stop()
    missing = page.reload()
    assert missing is not None
    assert missing.status == 503


def test_a_reader_of_before_sees_the_new_build_of_a_host_that_changes_a_page(
    part: Path, reader: "BrowserContext"
) -> None:
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    for name in ("index", "turn"):
        file = part / "en" / "classic" / f"{name}.html"
        file.write_text(re.sub('<h1 id="top">[^<]*', '<h1 id="top">A new page', file.read_text("utf-8")), "utf-8")
    write_worker(part, LANGUAGES)
    server.added["/en/classic/turn.html"] = b"<p id='added'>by the host</p>"
    page.evaluate(TAKEN_OVER)
    assert sorted(page.evaluate(KEPT)) == [name for name in kept_of(part, "en") if name != "en/classic/turn.html"]
    page.reload()
    assert page.locator("h1").inner_text().startswith("A new page")
    server.stop()
    page.goto(server.address("en/classic/index.html"))
    assert page.locator("h1").inner_text().startswith("A new page")


def test_the_page_of_a_network_that_asks_for_a_password_is_not_kept(part: Path, reader: "BrowserContext") -> None:
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/classic/turn.html"))
    page.evaluate(TAKEN_OVER)
    real = {name: (part / name).read_bytes() for name in listed(part) if name.startswith("fr/") or name == PDF}
    for name in real:
        (part / name).write_text("<h1>Log in, please</h1>")
    page.goto(server.address("fr/classic/turn.html"))
    assert page.locator("h1").inner_text() == "Log in, please"  # the reader has to see it
    assert page.evaluate(FETCHED, f"/{PDF}") == "<h1>Log in, please</h1>"
    for name, content in real.items():
        (part / name).write_bytes(content)
    page.goto(server.address("fr/classic/turn.html"))
    page.wait_for_function(WHOLE, arg=len(kept_of(part, *LANGUAGES)), polling=100)
    assert page.evaluate(FETCHED, f"/{PDF}") == "to print"
    server.stop()
    page.reload()
    assert page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.parametrize(
    "path",
    [
        "en/..%2f..%2fsecret.html",
        "en/%2e%2e/%2e%2e/etc/passwd",
        "constructor",
        "__proto__/index.html",
        "en/%E0%A4%A",
    ],
)
def test_addresses_that_are_not_of_the_site_go_to_the_host(part: Path, reader: "BrowserContext", path: str) -> None:
    server = Server(part)
    page = reader.new_page()
    page.goto(server.address("en/index.html"))
    page.evaluate(TAKEN_OVER)
    before = sorted(page.evaluate(KEPT))
    status = page.evaluate("async (address) => (await fetch(address)).status", server.address(path))
    assert status in (400, 404)
    assert sorted(page.evaluate(KEPT)) == before
    server.stop()
