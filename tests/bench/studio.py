"""What the studio costs: from the command to the first picture, and a redraw while one types, against bare drawing."""

import http.client
import json
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from sheetgen.drawing.sheet import draw_sheet
from sheetgen.formats.svg import as_markup
from sheetgen.layout import read_from_text
from sheetgen.resources import shipped_layouts
from tests.bench.measure import Row, compiled_modules, cpu_seconds
from tests.conftest import CHROMIUM, SWITCHES
from tests.studio.screen import CELLS
from tests.studio.studio_process import Running, studio

EDITS = 50
STARTS = 5
MOST_RATIO = 3.0
MOST_START = 1.5


def editing() -> list[Row]:
    """Fifty edits of a number, as the page sends them; and as many bare drawings in this process."""
    text = shipped_layouts()["classic"].read_text("utf-8")
    edits = [text.replace("[10, 14, 16, 20]", f"[{number}, 14, 16, 20]") for number in range(10, 10 + EDITS)]
    bare, redraws, starts = [], [], []
    with compiled_modules(), tempfile.TemporaryDirectory(prefix="sheetgen-bench-") as name:
        folder = Path(name)
        (folder / "mine.yaml").write_text(text, "utf-8")
        for turn in range(STARTS + 1):
            with studio(folder, "mine.yaml") as running:
                _redraw(_connected(running), running, text)
                if turn:  # modules are compiled in the first turn
                    starts.append(time.perf_counter() - running.started)
        seen, work = _seen(folder)
        with studio(folder, "mine.yaml") as running:
            connection = _connected(running)
            _redraw(connection, running, text)
            _bare(text)
            for edit in edits:
                redraws.append(_redraw(connection, running, edit))
                bare.append(_bare(edit))
            connection.close()
    floor = median(bare)
    rows = [
        Row("bare drawing of an edit", floor, 1.0),
        Row("redraw in the studio", median(redraws), median(redraws) / floor, most_ratio=MOST_RATIO),
        Row("studio: to first answer", median(starts), median(starts) / floor, most_seconds=MOST_START),
    ]
    if seen:
        rows.append(Row("studio: to first picture seen", median(seen), median(seen) / floor, most_seconds=MOST_START))
        # On a busy machine, too: the work of the studio, its worker and the browser together.
        rows.append(Row("studio: the same (CPU)", median(work), median(work) / floor, most_seconds=MOST_START))
    return rows


def _seen(folder: Path) -> tuple[list[float], list[float]]:
    """From the command until the sheet is on the screen of a browser that runs already; nothing without a browser.

    Returns the seconds that passed, and the CPU seconds of all processes.
    """
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        return [], []
    from playwright.sync_api import sync_playwright

    found: list[float] = []
    work: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        for _ in range(STARTS):
            page = browser.new_context().new_page()  # which has nothing stored from the time before
            before = cpu_seconds()
            with studio(folder, "mine.yaml") as running:
                page.goto(running.address, wait_until="commit")
                page.wait_for_selector("body[data-drawn]")
                assert page.evaluate(f"{CELLS}.querySelector('svg').getBoundingClientRect().height") > 100
                found.append(time.perf_counter() - running.started)
                work.append(cpu_seconds() - before)
                page.context.close()
        browser.close()
    return found, work


def _connected(running: Running) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)


def _redraw(connection: http.client.HTTPConnection, running: Running, text: str) -> float:
    """Send an edit and read the picture, the problems and the places, as the page does."""
    start = time.perf_counter()
    body = json.dumps({"name": "mine.yaml", "text": text, "view": {}})
    headers = {"X-Studio-Key": running.key, "Content-Type": "application/json"}
    connection.request("POST", "/api/draw", body, headers)
    answer = json.loads(connection.getresponse().read())
    assert answer["pages"]
    return time.perf_counter() - start


def _bare(text: str) -> float:
    """Read the same text and write the shapes of its sheet, without checks, places or a page to send them to."""
    start = time.perf_counter()
    as_markup(draw_sheet(read_from_text(text, Path("mine.yaml"), "mine.yaml")).items, {})
    return time.perf_counter() - start
