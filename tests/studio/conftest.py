"""A studio with one layout in its folder and a page that shows it; the studio of a site and those who visit it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.resources import shipped_layouts
from sheetgen.site.offline import write_worker
from sheetgen.studio.browser.download import PackError, fetch
from sheetgen.studio.browser.site import write_studio
from tests.sharing import made_once
from tests.site.serving import Server
from tests.studio.on_site import LANGUAGES, PHONE, Visitor, visiting
from tests.studio.screen import LIMIT
from tests.studio.studio_process import Running, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of the classic layout."""
    own = tmp_path / "designs"
    own.mkdir()
    shutil.copyfile(shipped_layouts()["classic"], own / "mine.yaml")
    return own


@pytest.fixture
def running(folder: Path) -> Iterator[Running]:
    """A studio of its own for each test.

    What a page sends last, such as its game, may arrive after the test has ended: in a studio that the next test
    shares, that game would go on there.
    """
    with studio(folder, "mine.yaml") as started:
        yield started


@pytest.fixture
def page(browser: "Browser", running: Running) -> Iterator["Page"]:
    """The page of the studio, drawn; whatever it complains about in its console is an error."""
    context = browser.new_context(viewport={"width": 1400, "height": 860}, accept_downloads=True)
    own = context.new_page()
    heard: list[str] = []
    own.on("pageerror", lambda error: heard.append(str(error)))
    own.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    own.set_default_timeout(LIMIT * 1000)
    own.goto(running.address)
    own.wait_for_selector("body[data-drawn]")
    yield own
    context.close()
    # What a browser says about refused requests (409, 422) is no mistake of the page.
    assert [words for words in heard if "Failed to load resource" not in words] == []


# On a site


@pytest.fixture(scope="session")
def studio_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with nothing but the studio; what it needs is fetched once into the cache folder of the user."""
    try:
        fetch()
    except PackError as error:
        pytest.skip(str(error))

    def make(folder: Path) -> None:
        write_studio(folder, LANGUAGES)
        write_worker(folder, LANGUAGES)

    return made_once(tmp_path_factory, "studio-site", make)


@pytest.fixture
def server(studio_site: Path) -> Iterator[Server]:
    started = Server(studio_site)
    yield started
    started.stop()


@pytest.fixture
def visitor(browser: "Browser") -> Iterator[Visitor]:
    """On a desk; nothing may be complained about, and nobody else asked."""
    yield from visiting(browser, viewport={"width": 1400, "height": 860}, accept_downloads=True)


@pytest.fixture
def phone(browser: "Browser") -> Iterator[Visitor]:
    yield from visiting(browser, viewport=PHONE, has_touch=True, is_mobile=True, accept_downloads=True)
