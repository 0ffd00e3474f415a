"""What the README shows really works."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from sheetgen.cli.app import COMMANDS
from sheetgen.resources import shipped_layouts

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
*_, EXCERPT, VARIANT = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)


def test_excerpt_is_the_shipped_zone() -> None:
    shipped = yaml.safe_load(shipped_layouts()["classic"].read_text("utf-8"))["zones"]["yellow"]
    shown = yaml.safe_load(EXCERPT)["yellow"]
    assert shown == {key: shipped[key] for key in shown}
    assert set(shipped) - set(shown) <= {"clause", "clauses"}


def test_variant_passes_the_check(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "foxy.yaml"
    file.write_text(VARIANT, "utf-8")
    result = run("check", file)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == "1 layout checked: no errors, 0 warnings"


def test_record_is_played(run: Run, tmp_path: Path) -> None:
    record = next(text for text in re.findall(r"```text\n(.*?)```", README, re.DOTALL) if "edition:" in text)
    file = tmp_path / "turn.record"
    file.write_text(record, "utf-8")
    result = run("replay", file)
    assert (result.code, result.err) == (0, "")


def test_commands_exist() -> None:
    named = re.findall(r"^sheetgen ([a-z0-9]+)", README, re.MULTILINE)
    wanted = (
        "list pad rulebook preflight new check studio simulate train balance bands replay advise score odds site i18n"
    )
    assert set(named) == set(wanted.split())
    assert set(named) <= set(COMMANDS)


def test_table_lists_every_edition() -> None:
    assert sorted(re.findall(r"^\| `([a-z]+)` \|", README, re.MULTILINE)) == sorted(shipped_layouts())


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text("utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (ROOT / link).is_file()] == []
    assert local or page == "CONTRIBUTING.md"


@pytest.mark.parametrize("target", ["test", "generate", "bench"])
def test_make_targets_exist(target: str) -> None:
    assert f"make {target} " in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
