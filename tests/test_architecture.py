"""The house itself: arrows point one way, modules say what lives in them, nothing leans on this machine."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sheetgen"
MODULES = sorted(PACKAGE.rglob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def layers() -> list[set[str]]:
    """The rooms of the layers contract from top to bottom; `a | b` share a layer."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = [
        contract for contract in settings["tool"]["importlinter"]["contracts"] if contract["type"] == "layers"
    ]
    return [
        {room.strip().strip("()").removeprefix("sheetgen.") for room in re.split(r"[|:]", layer)}
        for layer in contract["layers"]
    ]


def imports(source: str) -> Iterator[str]:
    """The rooms and loose modules of sheetgen that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        else:
            continue
        for full in found:
            steps = full.split(".")
            if steps[0] == "sheetgen" and len(steps) > 1:
                yield steps[1]


def wrong_arrows(room: str, source: str) -> list[str]:
    """What a module of a room imports from a room above its own, or beside it."""
    height = {own: level for level, rooms in enumerate(layers()) for own in rooms}
    return [
        other
        for other in imports(source)
        if other != room and other in height and (room not in height or height[other] <= height[room])
    ]


def test_import_contracts_hold() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_every_room_is_in_the_contract() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {"cli", "layout", "i18n"} <= rooms
    listed = set().union(*layers())
    assert rooms - listed == set(), "add the new room to the layers contract in pyproject.toml"


def test_the_contract_lists_nothing_that_is_gone() -> None:
    gone = [
        room
        for room in set().union(*layers())
        if not (PACKAGE / room / "__init__.py").is_file() and not (PACKAGE / f"{room}.py").is_file()
    ]
    assert gone == []


def test_arrows_point_down() -> None:
    """The same as the contract, read a second time without its tool."""
    doors = {"__main__.py": {"cli"}, "__init__.py": {"api"}}
    wrong = {}
    for path in MODULES:
        inside = path.relative_to(PACKAGE).parts
        if inside[0] in doors:
            assert set(imports(path.read_text("utf-8"))) == doors[inside[0]]
        elif arrows := wrong_arrows(inside[0].removesuffix(".py"), path.read_text("utf-8")):
            wrong[name(path)] = arrows
    assert wrong == {}


@pytest.mark.parametrize(
    ("room", "line", "wrong"),
    [
        ("layout", "from sheetgen.cli.output import fail", ["cli"]),
        ("layout", "def f():\n    from sheetgen import cli", ["cli"]),
        ("i18n", "import sheetgen.layout.zone", ["layout"]),
        ("files", "from sheetgen.layout import read", ["layout"]),
        ("layout", "from sheetgen.i18n import translate\nimport yaml", []),
        ("layout", "from sheetgen.layout.zone import Zone", []),
    ],
)
def test_a_wrong_arrow_is_noticed(room: str, line: str, wrong: list[str]) -> None:
    assert wrong_arrows(room, line) == wrong


def test_every_module_says_what_lives_in_it() -> None:
    """A module begins with a docstring, whose first line stands alone."""
    lines = {name(path): (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n") for path in MODULES}
    assert [module for module, (first, *more) in lines.items() if not first.strip() or "".join(more[:1]).strip()] == []


def test_no_assert_decides_anything() -> None:
    """Python leaves asserts out with -O: what must hold is checked by an error that is raised."""
    found = [
        f"{name(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert found == []


def test_the_architecture_page_shows_the_rooms_as_they_are() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    rows = [set(re.findall(r"`(\w+)`", row.split("|")[1])) for row in page.splitlines() if row.startswith("| `")]
    assert rows == layers()


@cache
def parts() -> dict[str, str]:
    """The classes of all kinds of parts and badges, by the word that a layout file uses for them."""
    from sheetgen.layout.parts import accepts, bonus, extra_marks, order, points, value

    kinds = {
        str(kind.model_fields["kind"].default): kind.__name__
        for union in (
            accepts.AnyAccepts,
            extra_marks.AnyExtraMarks,
            order.AnyOrder,
            points.AnyPoints,
            value.AnyValue,
        )
        for kind in get_args(union)
    }
    badges = {
        badge.__name__: badge.__name__ for badge in (*bonus.Bonus.__subclasses__(), *bonus.MarkBonus.__subclasses__())
    }
    return kinds | badges


def branches_on_parts(source: str) -> list[int]:
    """The lines on which a module asks of which kind a part is."""
    classes, lines = set(parts().values()), []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "type" | "issubclass"), args=[*_, asked]):
                names = {inner.id for inner in ast.walk(asked) if isinstance(inner, ast.Name)}
                if names & classes:
                    lines.append(node.lineno)
            case ast.MatchClass(cls=ast.Name(id=asked_class)) if asked_class in classes:
                lines.append(node.cls.lineno)
            case ast.Compare(left=ast.Attribute(attr="kind"), comparators=[ast.Constant(value=str(word))]):
                if word in parts():
                    lines.append(node.lineno)
    return sorted(lines)


def test_only_parts_know_of_which_kind_they_are() -> None:
    outside = [path for path in MODULES if PACKAGE / "layout" / "parts" not in path.parents]
    branches = [f"{name(path)}:{line}" for path in outside for line in branches_on_parts(path.read_text("utf-8"))]
    words = "|".join(map(re.escape, parts()))
    asked = re.compile(rf"""\.kind\s*(?:==|!=|in)\s*[([]*["'](?:{words})["']""")
    branches += [
        f"{name(path)}:{number}"
        for path in (ROOT / "docs").rglob("*.j2")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if asked.search(line)
    ]
    assert branches == []


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(rule, (int, Higher))",
        "match rule:\n    case Outward():\n        pass",
        "zone.order.kind == 'left to right'",
        "isinstance(bonus, FreeCross)",
    ],
)
def test_a_branch_on_a_part_is_noticed(line: str) -> None:
    assert branches_on_parts(line) != []


def test_no_class_name_is_used_twice() -> None:
    """Whoever searches for a class finds one; private helpers of a module may repeat."""
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name(path))
    assert {cls: modules for cls, modules in places.items() if len(modules) > 1} == {}


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_pages_for_engineers_name_modules_that_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    packages = "|".join(path.name for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith("_"))
    dotted = re.findall(rf"`(?:sheetgen\.)?((?:{packages})\.\w+)", text)
    paths = re.findall(r"`(sheetgen/[\w/.]+|tests/[\w/.]+|docs/[\w/.]+\.md)`", text)
    assert len(dotted) + len(paths) > 10
    missing = [name for name in dotted if not (PACKAGE / f"{name.replace('.', '/')}.py").exists()]
    missing += [path for path in paths if not (ROOT / path).exists()]
    # In the table of CONTRIBUTING, modules follow the folder that they are in.
    for folder, modules in re.findall(r"\| `(sheetgen/\w+)/`: ([^|]+)\|", text):
        named = re.findall(r"`(\w+)`", modules)
        missing += [f"{folder}/{name}" for name in named if not (ROOT / folder / f"{name}.py").exists()]
    assert missing == []


def written_by_us() -> list[Path]:
    """Every text file of the project that people or programs read."""
    folders = ("sheetgen", "layouts", "locales", "docs", "tests")
    endings = {".py", ".yaml", ".json", ".md", ".j2", ".po", ".pot"}
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in endings]
    return [*files, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"]


def test_nothing_leans_on_this_machine() -> None:
    """A clone elsewhere has no neighbours, and nobody's folders."""
    folders = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/|\.\./" + "shared")
    found = [
        f"{name(path)}:{number}"
        for path in written_by_us()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if folders.search(line) and path != Path(__file__)
    ]
    assert found == []


# Which tests look after a module that has no test file of its name.
TESTED_BY = {
    "api/games.py": "test_library.py cli/test_agreement.py",
    "api/layouts.py": "test_library.py cli/test_agreement.py",
    "api/prints.py": "test_library.py cli/test_agreement.py",
    "api/sites.py": "test_library.py cli/test_agreement.py",
    "book/chapters.py": "book/test_rulebook.py",
    "book/files.py": "site/test_build.py test_library.py",
    "book/inline.py": "book/test_rulebook.py",
    "book/pieces.py": "book/test_rulebook.py book/test_flow.py",
    "book/writing.py": "book/test_rulebook.py",
    "cli/options.py": "cli/test_completion.py cli/test_app.py",
    "drawing/bands.py": "drawing/test_panels.py drawing/test_geometry.py",
    "drawing/grids.py": "drawing/test_panels.py drawing/test_geometry.py",
    "drawing/icons.py": "drawing/test_geometry.py drawing/test_golden.py",
    "drawing/outlines.py": "drawing/test_text.py drawing/test_faces.py",
    "drawing/pen.py": "drawing/test_panels.py drawing/test_text.py",
    "drawing/scene.py": "drawing/test_golden.py drawing/test_pages.py",
    "engine/fast/building.py": "engine/test_core.py install/test_wheel.py",
    "engine/fast/stepping.py": "lab/test_play_style.py lab/test_worth.py engine/test_fast.py",
    "engine/moves.py": "engine/test_records.py engine/test_properties.py",
    "engine/player.py": "engine/test_game.py engine/test_properties.py",
    "engine/rules.py": "engine/clauses engine/test_properties.py",
    "engine/turns.py": "engine/clauses engine/test_properties.py",
    "engine/zones.py": "engine/clauses engine/test_properties.py",
    "errors.py": "cli/test_output.py test_library.py",
    "files.py": "faults/test_disk.py faults/test_killed.py",
    "formats/svg_document.py": "formats/test_svg.py formats/test_pictures.py",
    "lab/bands.py": "lab/test_stepwise.py lab/test_balance.py",
    "lab/expert_features.py": "lab/test_expert.py",
    "lab/learning.py": "lab/test_planner.py",
    "lab/players.py": "lab/test_simulation.py lab/test_planner.py",
    "lab/results.py": "lab/test_report.py lab/test_balance.py",
    "lab/texts.py": "lab/test_report.py lab/test_balance.py",
    "lab/valuation.py": "lab/test_planner.py",
    "layout/base.py": "layout/test_schema.py layout/test_parts.py",
    "layout/drafts.py": "layout/test_edits.py",
    "layout/explain.py": "layout/test_broken.py layout/test_problems.py",
    "layout/parts/accepts.py": "layout/test_parts.py layout/test_sentences.py",
    "layout/parts/bonus.py": "layout/test_parts.py layout/test_zone.py",
    "layout/parts/cells.py": "layout/test_parts.py layout/test_schema.py",
    "layout/parts/extra_marks.py": "layout/test_parts.py layout/test_sentences.py",
    "layout/parts/points.py": "layout/test_parts.py layout/test_sentences.py",
    "layout/parts/points_rule.py": "layout/test_parts.py layout/test_sentences.py",
    "layout/parts/value.py": "layout/test_parts.py layout/test_sentences.py",
    "layout/zone_text.py": "layout/test_sentences.py site/test_summary.py",
    "limits.py": "layout/test_hostile.py cli/test_publishing.py",
    "press/preflight/objects.py": "press/test_preflight.py press/test_preflight_hostile.py",
    "press/preflight/reader.py": "press/test_preflight.py press/test_preflight_hostile.py",
    "press/preflight/resources.py": "press/test_preflight.py press/test_preflight_hostile.py",
    "press/profiles.py": "press/test_standards.py press/test_tones.py",
    "resources.py": "test_library.py install",
    "site/mkdocs_build.py": "site/test_site.py site/test_build.py",
    "site/phrases.py": "site/test_narration.py",
    "site/rules_text.py": "site/test_context.py",
    "site/stepper.py": "site/test_narration.py site/test_card_examples.py",
    "site/words.py": "site/test_tables.py site/test_narration.py",
    "studio/browser/bundle.py": "studio/test_pack.py studio/test_on_site.py",
    "studio/browser/download.py": "studio/test_pack.py",
    "studio/browser/entry.py": "studio/test_on_site.py",
    "studio/browser/licences.py": "studio/test_pack.py",
    "studio/desk.py": "studio/test_first_picture.py studio/test_service.py",
    "studio/game_session.py": "studio/test_play.py studio/test_service.py",
    "studio/jobs.py": "studio/test_service.py studio/test_worker.py",
    "studio/memory.py": "studio/test_service.py studio/test_versions.py",
    "studio/preview.py": "studio/test_page.py studio/test_service.py",
    "studio/server.py": "studio/test_service.py studio/test_access.py",
    "studio/workspace.py": "studio/test_service.py faults/test_killed.py",
}


def test_the_tests_of_every_module_can_be_found() -> None:
    """By its name, `press/pads.py` in `test_pads.py`, or in the table above, which must not outlive its files."""
    tests = ROOT / "tests"
    named = {path.stem.removeprefix("test_") for path in tests.rglob("test_*.py")}
    modules = {path.relative_to(PACKAGE) for path in MODULES if not path.name.startswith("__")}
    unnamed = {path.as_posix() for path in modules if not {path.stem, f"{path.parent.name}_{path.stem}"} & named}
    assert set(TESTED_BY) == unnamed
    for module, files in TESTED_BY.items():
        assert [file for file in files.split() if not (tests / file).exists()] == [], module
