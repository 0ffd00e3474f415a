"""What sheetgen is built on: pinned by range, locked for development, licences listed."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.install.conftest import ROOT
from tests.install.dependencies import licence, needed

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text("utf-8")
PAGE = (ROOT / "DEPENDENCIES.md").read_text("utf-8")
TABLE = PAGE.partition("|---|---|---|\n")[2].partition("\n\n")[0]
LISTED = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \|", TABLE, re.MULTILINE))
PERMISSIVE = ("MIT", "BSD", "Apache", "MPL-1.1", "MPL-2.0", "OFL", "PSF", "ISC", "HPND", "Python-2.0", "Unlicense")


def wanted() -> list[Requirement]:
    project = SETTINGS["project"]
    groups = [*project["dependencies"], *SETTINGS["dependency-groups"]["dev"]]
    return [Requirement(line) for line in groups]


def locked() -> dict[str, list[str]]:
    """Every package of the lock file with its versions; there may be one for each kind of machine."""
    found: dict[str, list[str]] = {}
    for line in LOCK.splitlines():
        if line and not line.startswith("#"):
            own = Requirement(line)
            (pin,) = own.specifier
            assert pin.operator == "=="
            found.setdefault(canonicalize_name(own.name), []).append(pin.version)
    return found


def test_every_package_that_runs_is_listed_with_its_licence() -> None:
    assert {name for name in needed() if name not in LISTED} == set(), "run `make generate`"
    direct = {canonicalize_name(Requirement(line).name) for line in SETTINGS["project"]["dependencies"]}
    assert direct <= set(LISTED)


def test_licences_let_everybody_use_sheetgen() -> None:
    """Of several licences to choose from, one must be permissive, or protect no more than its own files."""
    assert len(LISTED) > 30
    strict = {name: text for name, text in LISTED.items() if all(is_strict(choice) for choice in text.split(" OR "))}
    assert strict == {}
    assert is_strict("GPL-3.0-only")
    assert is_strict("LGPL-2.1-or-later")


def is_strict(text: str) -> bool:
    return "GPL" in text or not any(word in text for word in PERMISSIVE)


def test_licences_are_those_of_the_packages() -> None:
    """A version of another age may use other words; the family stays."""
    families = {name: {word for word in PERMISSIVE if word in licence(name)} for name in needed()}
    assert {name for name, words in families.items() if not any(word in LISTED[name] for word in words)} == set()


def test_lock_keeps_to_the_ranges() -> None:
    versions = locked()
    outside = [
        f"{requirement}: {pinned}"
        for requirement in wanted()
        for pinned in versions[canonicalize_name(requirement.name)]
        if pinned not in requirement.specifier
    ]
    assert outside == []


def test_ranges_hold_what_is_tested() -> None:
    assert [str(own) for own in wanted() if version(own.name) not in own.specifier] == []


def test_lock_says_nothing_of_where_packages_come_from() -> None:
    assert re.findall(r"https?:|file:|--(?:extra-)?index|--find-links| @ ", LOCK) == []


def test_files_of_others_have_their_licence_beside_them() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert len(links) == 4
    assert [link for link in links if not Path(ROOT / link).is_file()] == []
