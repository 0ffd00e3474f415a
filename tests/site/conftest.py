"""The site, built once for all tests of a session."""

from pathlib import Path

import pytest

from sheetgen.cli.app import cli
from sheetgen.site.build import build_site, plan_site
from sheetgen.site.publisher import load_publisher
from sheetgen.site.tables import read_commands
from tests.sharing import made_once


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all languages lie, without the files to print."""
    plan = plan_site(with_downloads=False)
    return made_once(tmp_path_factory, "site", lambda folder: build_site(plan, folder, read_commands(cli)))


PUBLISHER = """\
title: {en: Rules & more at <Example>, fr: Les règles chez « Exemple »}
address: https://rules.example.org/clever
logo: logo.svg
colours: {header: "#0B5D4B", links: "#0B5D4B"}
languages: [en, fr]
editions: [classic, foxy.yaml]
imprint: |
  Example Games
  1 Game Street

  Contact: rules@example.org, https://example.org/
feedback: "mailto:rules@example.org?subject={title}%20{clause}&body={page}"
rules as of: {en: November 2026, fr: novembre 2026}
"""
FOXY = """\
schema: 1
extends: classic
title: Foxy Clever
translations: {de: {Foxy Clever: Fuchsschlau}, es: {Foxy Clever: Zorro}, fr: {Foxy Clever: Rusé comme un renard}}
foxes: {worth: 10}
"""
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#fff"/></svg>'


def write_publisher(folder: Path, **changes: str) -> Path:
    """A publisher's file with everything that it names beside it; `changes` replace lines by their keys."""
    lines = PUBLISHER.split("\n")
    for key, value in changes.items():
        words = key.replace("_", " ")
        lines = [f"{words}: {value}" if line.startswith(f"{words}:") else line for line in lines]
    (folder / "site.yaml").write_text("\n".join(lines), "utf-8")
    (folder / "foxy.yaml").write_text(FOXY, "utf-8")
    (folder / "logo.svg").write_text(LOGO, "utf-8")
    return folder / "site.yaml"


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publisher's site of two editions in two languages, without the files to print."""

    def make(folder: Path) -> None:
        publisher = load_publisher(write_publisher(tmp_path_factory.mktemp("publisher")))
        build_site(plan_site(with_downloads=False, publisher=publisher), folder, read_commands(cli))

    return made_once(tmp_path_factory, "published", make)
