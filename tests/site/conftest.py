"""The site, built once for all tests of a session."""

from pathlib import Path

import pytest

from sheetgen.cli.app import cli
from sheetgen.site.build import build_site, plan_site
from sheetgen.site.tables import read_commands
from tests.sharing import made_once


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all languages lie, without the files to print."""
    plan = plan_site(with_downloads=False)
    return made_once(tmp_path_factory, "site", lambda folder: build_site(plan, folder, read_commands(cli)))
