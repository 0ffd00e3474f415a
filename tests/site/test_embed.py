"""Examples on pages of their own: small, whole, with a way back, and the button that copies the code of their frame."""

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.site.offline import digests
from tests.site.pages import read
from tests.site.serving import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = "classic/embed/10-purple-after-a-two.html"
SMALL = 16_000  # bytes of the largest one, compressed as servers send it


def test_every_example_has_a_page_of_its_own(site: Path) -> None:
    for edition in ("classic", "objectives"):
        pages = sorted((site / "de" / edition).glob("*.html"))
        linked = sorted(link for path in pages for link in read(path).links if link.startswith("embed/"))
        assert linked == sorted(f"embed/{path.name}" for path in (site / "de" / edition / "embed").glob("*.html"))
        records = Path(__file__).parents[2] / "docs" / "examples" / edition
        assert len(linked) == len(list(records.glob("*.record")))


def test_they_are_small_and_not_kept_for_later(site: Path) -> None:
    sizes = sorted(len(gzip.compress(path.read_bytes())) for path in (site / "en").glob("*/embed/*.html"))
    assert sizes[len(sizes) // 2] < 5_000
    assert sizes[-1] < SMALL
    assert not [name for name in digests(site / "en") if "/embed/" in name]


def test_a_page_leads_back_to_its_place(site: Path) -> None:
    page = (site / "en" / EXAMPLE).read_text("utf-8")
    back = re.search(r'<footer><a href="\.\./(\w+)\.html#([\w-]+)">In the rules of That&#x27;s Pretty Clever</a>', page)
    assert back is not None
    assert back[2] in read(site / "en" / "classic" / f"{back[1]}.html").ids
    assert "md-nav" not in page


def test_in_a_frame_of_another_site(site: Path, tmp_path: Path, browser: "Browser") -> None:
    """The code that the button copies shows the example there, step by step, light or dark as the reader likes."""
    own, other = Server(site), Server(tmp_path)
    try:
        context = browser.new_context(locale="en-GB", color_scheme="dark", service_workers="allow")
        context.set_default_timeout(120_000)  # the machine may be busy
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=own.address("").rstrip("/"))
        page = context.new_page()
        page.goto(own.address("en/classic/purple.html"))
        page.locator("details.example summary").first.click()
        button = page.locator("button.embed-code").first
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("document.querySelector('button.embed-code').textContent === 'Copied'")
        code = page.evaluate("navigator.clipboard.readText()")
        assert code.startswith(f'<iframe src="{own.address("en/classic/embed/")}')
        assert 'title="' in code
        (tmp_path / "index.html").write_text(f"<!doctype html><title>Other</title>{code}", "utf-8")
        page.goto(other.address("index.html"))
        frame = page.frame_locator("iframe")
        assert frame.locator("li.step:visible").count() == 1
        frame.locator("button", has_text="→").click()
        assert frame.locator(".count").inner_text().startswith("Step 2 of")
        dark = frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
        assert dark == "rgb(30, 33, 41)"
        assert frame.locator("html").evaluate("page => page.scrollWidth <= innerWidth")
        # Nothing of our site is kept for its visitors.
        asked = [path for path in own.asked if path.endswith("sw.js")]
        context.close()
        assert len(asked) <= 1  # by our own page, not by the frame
    finally:
        own.stop()
        other.stop()


def test_where_copying_is_not_allowed_the_code_is_shown(published: Path, browser: "Browser") -> None:
    context = browser.new_context(locale="fr-FR")
    context.set_default_timeout(120_000)
    context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page = context.new_page()
    page.goto((published / "fr" / "classic" / "purple.html").as_uri())
    page.locator("details.example summary").first.click()
    page.locator("button.embed-code").first.click()
    text = page.locator("textarea.embed-text")
    assert text.input_value().startswith('<iframe src="https://rules.example.org/clever/fr/classic/embed/')
    assert page.locator("button.embed-code").first.inner_text() == "Copiez ce code dans votre page\u202f:"
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_from_disk_and_without_script_there_is_a_link(site: Path, browser: "Browser", script: bool) -> None:
    context = browser.new_context(java_script_enabled=script)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto((site / "en" / "classic" / "purple.html").as_uri())
    page.locator("details.example summary").first.click()
    page.locator("a.embed-code").first.click()
    page.wait_for_url("**/embed/**")
    page.locator("li.step:visible").first.wait_for()
    steps = page.locator("li.step:visible").count()
    assert steps == 1 if script else steps > 1
    context.close()
