"""Shared by all tests."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real browser without a window, one for all tests of a process."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip("chromium is not installed: `make programs` tells how")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield started
        started.close()
