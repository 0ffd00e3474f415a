"""Chromium shows every SVG: no error, nothing fetched, the embedded fonts in use."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.drawing.measures import texts
from tests.formats.pages import pages, svg_of
from tests.matrix import first_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOOK = """async () => {
    await document.fonts.ready;
    const root = document.documentElement;
    const box = root.getBoundingClientRect();
    return {
        root: root.nodeName,
        broken: document.getElementsByTagName('parsererror').length,
        size: [box.width, box.height],
        fonts: [...document.fonts].map(font => [font.family, font.status]).sort(),
        texts: [...document.getElementsByTagName('text')].map(text => [text.textContent, text.getComputedTextLength()]),
    };
}"""
PIXELS = 96 / 25.4  # of CSS in a millimetre


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    own = browser.new_page()
    yield own
    own.close()


@first_of(part=range(8))
def test_chromium_shows_every_svg(part: int, page: "Page", tmp_path: Path) -> None:
    heard: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("requestfailed", lambda request: heard.append(f"{request.url}: {request.failure}"))
    page.on("request", lambda request: asked.append(request.url))
    for name, scene in list(pages().items())[part::8]:
        heard.clear()
        asked.clear()
        file = tmp_path / f"{name}.svg"
        file.write_text(svg_of(name), encoding="utf-8")
        page.goto(file.as_uri())
        seen = page.evaluate(LOOK)
        assert heard == [], name
        assert [url for url in asked if not url.startswith("data:font/woff2;base64,")] == [file.as_uri()], name
        assert (seen["root"], seen["broken"]) == ("svg", 0), name
        assert seen["size"] == pytest.approx([scene.width * PIXELS, scene.height * PIXELS], abs=0.1), name
        written = [text for _, text in texts(scene)]
        used = sorted({f"sheetgen-{text.font}" for text in written})
        assert seen["fonts"] == [[font, "loaded"] for font in used], name
        # Letters of another font would have other widths than those that were measured; Chromium rounds each a little.
        assert [text for text, _ in seen["texts"]] == [text.text for text in written], name
        widths = [width for _, width in seen["texts"]]
        for text, width in zip(written, widths, strict=True):
            assert width == pytest.approx(text.rect.width, rel=0.005, abs=0.05 + 0.005 * len(text.text)), (
                f"{name}: {text.text}"
            )


@pytest.mark.parametrize("pixels", [1, 2])
def test_texts_keep_their_width_where_letters_are_moved_to_whole_pixels(
    pixels: int, hinting_browser: "Browser", tmp_path: Path
) -> None:
    page = hinting_browser.new_page(device_scale_factor=pixels)
    file = tmp_path / "page.svg"
    plain = 0.0
    for name in ("card-large-straight", "card-four-of-a-kind", "card-scores-fr", "cubed-de"):
        widths = {}
        for rendering in ("geometricPrecision", "auto"):
            svg = svg_of(name).replace("text-rendering:geometricPrecision", f"text-rendering:{rendering}")
            file.write_text(svg, encoding="utf-8")
            page.goto(file.as_uri())
            widths[rendering] = [width for _, width in page.evaluate(LOOK)["texts"]]
        expected = [text.rect.width for _, text in texts(pages()[name])]
        assert widths["geometricPrecision"] == pytest.approx(expected, rel=0.005, abs=0.05), name
        plain = max(plain, *(width - right for width, right in zip(widths["auto"], expected, strict=True)))
    assert plain > 1  # millimetres: without the property, this browser does move letters


def test_a_broken_file_would_be_heard(page: "Page", tmp_path: Path) -> None:
    heard: list[str] = []
    page.on("requestfailed", lambda request: heard.append(request.url))
    file = tmp_path / "broken.svg"
    text = svg_of("classic-en")
    file.write_text(text.replace("</svg>", '<image href="missing.png" width="9" height="9"/></svg>'))
    page.goto(file.as_uri())
    assert heard == [(tmp_path / "missing.png").as_uri()]
    file.write_text(text.replace("</svg>", ""))
    page.goto(file.as_uri())
    assert page.evaluate(LOOK)["broken"] == 1
