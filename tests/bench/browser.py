"""What the studio on a site costs: bytes, and the CPU seconds of all processes of a browser; against Python itself."""

import gzip
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import sheetgen
from sheetgen.resources import shipped_layouts
from sheetgen.site.gallery import STUDIO
from sheetgen.site.offline import write_worker
from sheetgen.studio.browser.download import PackError, fetch
from sheetgen.studio.browser.pack import wasm_name
from sheetgen.studio.browser.site import write_studio
from tests.bench.measure import Row, cpu_seconds, metered
from tests.conftest import CHROMIUM, SWITCHES
from tests.site.serving import Server
from tests.site.test_offline import TAKEN_OVER
from tests.studio.screen import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

STARTS, EDITS, PADS = 3, 15, 5
REST_SECONDS = 0.5
MOST_BYTES, MOST_ON_DISK = 11_000_000, 22_000_000
MOST_COLD, MOST_WARM, MOST_REDRAW, MOST_PAD = 8.0, 4.0, 0.2, 0.5
# What a first visit asks for, with one sheet.
FIRST = (
    "en.html",
    "studio.css",
    "studio.js",
    "worker.js",
    "data.js",
    "library.js",
    "sheetgen.js",
    wasm_name(),
    "sheets/en/classic.js",
)
REDRAW = (
    "(number) => studioModules.api.ask('draw', { name: 'classic.yaml', view: {}, text:"
    " studioData.starters.classic.whole.replace('[10, 14, 16, 20]', `[${number}, 14, 16, 20]`) }).then(() => null)"
)
PAD = (
    "() => studioModules.api.ask('export', { name: 'classic.yaml', text: studioData.starters.classic.whole, view: {},"
    " wish: { kind: 'pad', sheets: 75, paper: 'A4', 'both sides': false } }).then(() => null)"
)


def in_browser() -> list[Row]:
    """Start cold and warm, redraw, make a pad; nothing where the files or a browser are not to be had."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        fetch()
    except PackError as error:
        print(error, file=sys.stderr)
        return []
    if program is None or not Path("/proc/self/stat").is_file():
        return []
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="sheetgen-bench-") as name:
        folder = Path(name) / "site"
        write_studio(folder, ("en",))
        write_worker(folder, ("en",))
        _report_bytes(folder / STUDIO)
        server = Server(folder)
        times: dict[str, list[float]] = {"cold": [], "warm": [], "redraw": [], "pad": []}
        with sync_playwright() as playwright:
            for number in range(STARTS):
                # A profile on the disk, as readers have: there browsers keep the machine code of WebAssembly.
                browser = playwright.chromium.launch_persistent_context(
                    Path(name) / f"profile-{number}", executable_path=program, args=list(SWITCHES)
                )
                page = browser.new_page()
                address = server.address(f"{STUDIO}/en.html#start=classic")
                with metered(times["cold"]):
                    _drawn(page, address)
                page.evaluate(TAKEN_OVER)
                for points in range(20, 20 + EDITS):
                    with metered(times["redraw"]):
                        page.evaluate(REDRAW, points)
                for _ in range(PADS):
                    with metered(times["pad"]):
                        page.evaluate(PAD)
                # After a visit in which one edited and printed; browsers keep machine code seconds after it is made.
                until(_is_at_rest)
                with metered(times["warm"]):
                    _drawn(page, "")
                browser.close()
        server.stop()
    start = time.process_time()
    sheetgen.pad(str(shipped_layouts()["classic"]), sheets=75, duplex="none")
    native = time.process_time() - start
    limits = {"cold": MOST_COLD, "warm": MOST_WARM, "redraw": MOST_REDRAW, "pad": MOST_PAD}
    return [
        Row(f"in a browser: {what} (CPU)", median(own), median(own) / native, most_seconds=limits[what])
        for what, own in times.items()
    ]


def _report_bytes(folder: Path) -> None:
    transferred = sum(len(gzip.compress((folder / name).read_bytes(), 9)) for name in FIRST)
    on_disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    for what, number, most in (("gzip", transferred, MOST_BYTES), ("on disk", on_disk, MOST_ON_DISK)):
        verdict = "" if number <= most else "   TOO LARGE"
        print(f"{'in a browser: ' + what:<32} {number / 1e6:>7.2f} MB {'':>8}   {most / 1e6:g} MB{verdict}")


def _is_at_rest() -> bool:
    """Whether the browser has hardly anything to do for half a second."""
    before = cpu_seconds()
    time.sleep(REST_SECONDS)
    return cpu_seconds() - before < REST_SECONDS / 10


def _drawn(page: "Page", address: str) -> None:
    """Open an address, or the page once more, until Python has drawn the sheet."""
    if address:
        page.goto(address)
    else:
        page.reload()
    page.wait_for_selector("body[data-drawn]", timeout=300_000)
