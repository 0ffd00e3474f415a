"""The site, built once for all tests of a session."""

import os
import time
from pathlib import Path

import pytest

from sheetgen.cli.app import cli
from sheetgen.site.build import build_site, plan_site
from sheetgen.site.tables import read_commands


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all languages lie, without the files to print; processes of one test run share them."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    done, mine, failed = (shared / name for name in ("site/index.html", "site-is-being-built", "site-was-not-built"))
    try:
        mine.touch(exist_ok=False)
    except FileExistsError:
        for _ in range(3000):
            if done.is_file():
                return done.parent
            if failed.exists():
                pytest.fail("another process could not build the site")
            time.sleep(0.1)
        pytest.fail("another process did not build the site")
    try:
        build_site(plan_site(with_downloads=False), done.parent, read_commands(cli))
    except BaseException:
        failed.touch()
        raise
    return done.parent
