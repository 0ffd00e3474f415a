"""Pictures of the studio for the guide and the README: `python -m tests.studio.pictures` makes them anew."""

import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Page, ViewportSize, sync_playwright

from sheetgen.resources import data_folder
from sheetgen.site.pictures import SHARPNESS, STUDIO
from tests.conftest import CHROMIUM, SWITCHES
from tests.studio import walk
from tests.studio.studio_process import studio

SIZE: ViewportSize = {"width": 1200, "height": 720}


def part(*selectors: str, height: float = SIZE["height"]) -> Callable[[Page], FloatRect]:
    """What of the window is shown: the smallest part that holds some elements, and of that no more than a height."""

    def clip(page: Page) -> FloatRect:
        boxes = [box for selector in selectors if (box := page.locator(selector).first.bounding_box())]
        left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
        right, bottom = max(box["x"] + box["width"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
        return {"x": left, "y": top, "width": right - left, "height": min(height, bottom - top)}

    return clip


README = "../pictures/studio.png"
README_WIDTH = 1280


# What is done, and what of it is shown under which name; without a name only done.
STEPS = (
    (walk.new, "new", part("#new-dialog")),
    (walk.look, "look", part("body")),
    (walk.change, "", part()),
    (walk.mistake, "mistake", part("#write")),
    (walk.complete, "complete", part("#write", ".cm-completionInfo", height=300)),
    (walk.choose, "", part()),
    (walk.try_it, "try", part("#see", "#side-panel")),
    (lambda _: None, README, part("body")),
    (walk.printing, "print", part("#side-panel")),
)


def save(shot: Image.Image, folder: Path, name: str) -> None:
    """Write a picture: small for the guide, as large as the page for the README."""
    if name == README:
        own = shot.resize((README_WIDTH, README_WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS)
        own.convert("RGB").save(folder / name, optimize=True)  # a palette would change the colours
    else:
        shot.save(folder / f"{name}.webp", quality=70, method=6)


def main(folder: Path) -> None:
    """Walk through the guide and take pictures on the way."""
    folder.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, CHROMIUM)))
    with tempfile.TemporaryDirectory() as name, studio(Path(name)) as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        page = browser.new_page(viewport=SIZE, device_scale_factor=SHARPNESS)
        page.goto(running.address)
        for step, picture, clip in STEPS:
            step(page)
            page.evaluate("document.querySelector('.cm-scroller').scrollLeft = 0")
            page.evaluate("document.getElementById('panel-try').scrollTop = 0")
            page.wait_for_timeout(400)
            if picture:
                shot = Image.open(BytesIO(page.screenshot(clip=clip(page))))
                save(shot, folder, picture)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else data_folder("docs") / STUDIO)
