"""The studio as a page of a site, as somebody opens it: visitors, links, what is made there."""

import base64
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pypdfium2

from tests.site.serving import Server
from tests.studio.screen import LIMIT, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

LANGUAGES = ("en", "de")
PHONE = {"width": 390, "height": 844}
MINE = "schema: 1\nextends: classic\ntitle: Foxy Clever\nfoxes: {worth: 10}\n"


class Visitor:
    """Somebody who opens pages; what the pages complain about, and whom they ask, is remembered."""

    def __init__(self, context: "BrowserContext") -> None:
        self.context = context
        self.heard: list[str] = []
        self.asked: set[str] = set()
        context.set_default_timeout(LIMIT * 1000)
        context.on(
            "request", lambda request: self.asked.add(re.sub(r"^(blob|data):.*|(?<=\w)/[^/].*", "", request.url))
        )

    def open(self, address: str) -> "Page":
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.on("console", lambda said: self.heard.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(address)
        return page


def visiting(browser: "Browser", **options: Any) -> Iterator[Visitor]:
    """Somebody who opens pages; nothing may be complained about, and nobody else asked."""
    context = browser.new_context(locale="en-GB", **options)
    own = Visitor(context)
    yield own
    context.close()
    assert own.heard == []
    assert len({address for address in own.asked if address}) <= 1, own.asked


def address(server: Server, fragment: str = "", page: str = "en.html") -> str:
    return server.address(f"studio/{page}{fragment}")


def link_to(text: str, name: str = "foxy.yaml") -> str:
    """A link as the page makes it, made here: raw deflate data in URL-safe base64."""
    squeeze = zlib.compressobj(9, wbits=-15)
    data = base64.urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")
    return f"#name={quote(name)}&layout={data}"


def ready(page: "Page") -> None:
    page.wait_for_selector("body[data-drawn]")
    settled(page)


def exported(page: "Page", kind: str) -> bytes:
    with page.expect_download() as download:
        page.locator(f"[data-export={kind}]").click()
    return Path(download.value.path()).read_bytes()


def pixels(pdf: bytes) -> list[bytes]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=1.0).to_pil().tobytes() for page in document]
    finally:
        document.close()
