"""What is imported before the first picture, in a browser and on a desk: each module costs time at every start.

No clocks. A module that the first picture needs is added to its list here; any other is imported where it is used.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sheetgen.resources import shipped_layouts
from tests.studio.studio_process import start

# What reads, checks and draws a layout.
DRAWING = {
    *("sheetgen", "sheetgen.errors", "sheetgen.files", "sheetgen.resources"),
    *("sheetgen.i18n", "sheetgen.i18n.catalogues"),
    *("sheetgen.layout", "sheetgen.layout.base", "sheetgen.layout.cards", "sheetgen.layout.checks"),
    *("sheetgen.layout.explain", "sheetgen.layout.loading", "sheetgen.layout.nodes", "sheetgen.layout.problems"),
    *("sheetgen.layout.sentences", "sheetgen.layout.sheet", "sheetgen.layout.symbols", "sheetgen.layout.zone"),
    *("sheetgen.layout.parts", "sheetgen.layout.parts.accepts", "sheetgen.layout.parts.bonus"),
    *("sheetgen.layout.parts.cells", "sheetgen.layout.parts.extra_marks", "sheetgen.layout.parts.order"),
    *("sheetgen.layout.parts.points", "sheetgen.layout.parts.points_rule", "sheetgen.layout.parts.value"),
    *("sheetgen.drawing", "sheetgen.drawing.back", "sheetgen.drawing.bands", "sheetgen.drawing.cards"),
    *("sheetgen.drawing.elements", "sheetgen.drawing.faces", "sheetgen.drawing.grids", "sheetgen.drawing.head"),
    *("sheetgen.drawing.icons", "sheetgen.drawing.marks", "sheetgen.drawing.metrics", "sheetgen.drawing.names"),
    *("sheetgen.drawing.overlaps", "sheetgen.drawing.pages", "sheetgen.drawing.panels", "sheetgen.drawing.patterns"),
    *("sheetgen.drawing.pen", "sheetgen.drawing.qr_code", "sheetgen.drawing.scene", "sheetgen.drawing.sheet"),
    *("sheetgen.drawing.solo", "sheetgen.drawing.tally", "sheetgen.drawing.text", "sheetgen.drawing.themes"),
    *("sheetgen.formats", "sheetgen.formats.svg"),
    *("sheetgen.studio", "sheetgen.studio.jobs", "sheetgen.studio.preview"),
}
IN_BROWSER = {"sheetgen.studio.browser", "sheetgen.studio.browser.entry"}
IN_BROWSER |= {"sheetgen.studio.service", "sheetgen.studio.workspace"}
IN_WORKER = {"sheetgen.studio.service", "sheetgen.studio.worker", "sheetgen.studio.workspace"}
# The studio itself reads no layout: its worker does, which starts before the last of these are imported.
# Python does not report modules that are imported by name, `cli.design` and `api.sites`, but what these import.
IN_SERVER = {
    *("sheetgen", "sheetgen.errors", "sheetgen.files", "sheetgen.limits", "sheetgen.resources", "sheetgen.watching"),
    *("sheetgen.cli", "sheetgen.cli.app", "sheetgen.cli.interrupts", "sheetgen.cli.options", "sheetgen.cli.output"),
    *("sheetgen.i18n", "sheetgen.i18n.catalogues"),
    *("sheetgen.drawing", "sheetgen.drawing.themes"),
    *("sheetgen.studio", "sheetgen.studio.access", "sheetgen.studio.desk", "sheetgen.studio.languages"),
    *("sheetgen.studio.memory",),
    *("sheetgen.studio.server", "sheetgen.studio.service", "sheetgen.studio.worker", "sheetgen.studio.workspace"),
}
PACKAGES = {"annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection", "yaml"}
DRAW = {"name": "mine.yaml", "view": {}, "language": "en"}
DRAWN_IN_BROWSER = """
import json, sys
from pathlib import Path
from sheetgen.studio.browser.entry import answer, make_service

service = make_service(Path(sys.argv[1]))
assert json.loads(answer(service, "draw", sys.stdin.read()))["pages"]
print(json.dumps(sorted(sys.modules)))
"""


def of_ours(modules: set[str]) -> set[str]:
    return {module for module in modules if module.partition(".")[0] == "sheetgen"}


def packages(modules: set[str]) -> set[str]:
    """The installed packages among some modules; those that an environment loads into every program are not."""
    plain = json.loads(run("import json, sys; print(json.dumps(sorted(sys.modules)))", ""))
    tops = {module.partition(".")[0] for module in modules - set(plain)}
    installed = {path.stem for folder in sys.path for path in Path(folder).glob("*") if "site-packages" in folder}
    return (tops & installed) - set(sys.stdlib_module_names) - {"sheetgen"}


def run(code: str, text: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def imported(report: str) -> set[str]:
    """The modules of our own in what Python reports with PYTHONPROFILEIMPORTTIME."""
    return of_ours(set(re.findall(r"^import time:[\s\d]+\|[\s\d]+\|\s+(\S+)$", report, re.M)))


@pytest.fixture(scope="module")
def text() -> str:
    return shipped_layouts()["classic"].read_text("utf-8")


def test_in_a_browser_only_what_draws_is_imported(text: str, tmp_path: Path) -> None:
    job = json.dumps({**DRAW, "text": text, "files": {}})
    run(DRAWN_IN_BROWSER, job, str(tmp_path))  # prepares the catalogues, which a browser gets with the program
    found = set(json.loads(run(DRAWN_IN_BROWSER, job, str(tmp_path))))
    assert of_ours(found) == DRAWING | IN_BROWSER
    assert packages(found) - PACKAGES == set()


def test_the_worker_of_a_desk_imports_only_what_draws(text: str, tmp_path: Path) -> None:
    job = {"job": "draw", "seconds": 60, "data": {**DRAW, "text": text, "folder": str(tmp_path)}}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "sheetgen.studio.worker", "0"],
        input=json.dumps(job) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[1])["pages"]
    assert imported(done.stderr) | {"sheetgen.studio.worker"} == DRAWING | IN_WORKER


def test_the_studio_of_a_desk_reads_no_layout_itself(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mine.yaml").write_text(text, "utf-8")
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    running = start(folder, "mine.yaml")
    try:
        # What the page asks for until the sheet is drawn.
        assert running.request("GET", "/")[0] == 200
        for question, data in (("hello", {}), ("open", DRAW), ("recall", DRAW), ("draw", {**DRAW, "text": text})):
            status, answer = running.ask(question, **data)
            assert status == 200, answer
    finally:
        running.stop()
    found = imported(capfd.readouterr().err)
    assert {"sheetgen.studio.server", "sheetgen.studio.worker"} <= found
    assert found == IN_SERVER
