"""Shared by all tests."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.matrix import QUICK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the fastest
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # without a window it would move letters to whole pixels
)
HINTING = "--font-render-hinting=full"  # as on the screens of many people
# A game on a page begins with one random number: the same one on every run, so that no test depends on its dice.
SAME_DICE = """{
  const random = crypto.getRandomValues.bind(crypto);
  let game = 0;
  crypto.getRandomValues = (numbers) =>
    numbers instanceof Uint32Array && numbers.length === 1 ? numbers.fill(2 * ++game) : random(numbers);
}"""


def pytest_configure(config: pytest.Config) -> None:
    """Tests that count games or inputs try fewer of them in `make test`; none uses fonts of this computer."""
    os.environ["SHEETGEN_FONTS"] = ""
    if config.option.markexpr == "not full":
        os.environ[QUICK] = "yes"


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real browser without a window, one for all tests of a process; games on its pages have the same dice."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=_chromium(), args=list(SWITCHES))
        fresh = started.new_context

        def with_same_dice(**options: Any) -> "BrowserContext":
            context = fresh(**options)
            context.add_init_script(SAME_DICE)
            return context

        started.new_context = with_same_dice  # type: ignore[method-assign]
        yield started
        started.close()


@pytest.fixture
def hinting_browser(browser: "Browser") -> Iterator["Browser"]:
    """A browser that moves letters to whole pixels wherever a page lets it."""
    started = browser.browser_type.launch(executable_path=_chromium(), args=[*SWITCHES, HINTING])
    yield started
    started.close()


def _chromium() -> str:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip("chromium is not installed: `make programs` tells how")
    return program
