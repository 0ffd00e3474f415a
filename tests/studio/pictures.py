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
TALL = 880


def part(*selectors: str, height: float = SIZE["height"]) -> Callable[[Page], FloatRect]:
    """What of the window is shown: the smallest part that holds some elements, and of that no more than a height."""

    def clip(page: Page) -> FloatRect:
        boxes = [box for selector in selectors if (box := page.locator(selector).first.bounding_box())]
        left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
        right, bottom = max(box["x"] + box["width"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
        return {"x": left, "y": top, "width": right - left, "height": min(height, bottom - top)}

    return clip


# Of the README: as large as the page, by how wide they are.
README = {
    "../pictures/studio.png": 1280,
    "../pictures/studio-balance.png": 1280,
    "../pictures/studio-versions.png": 640,
}
QUALITY = 42  # of the pictures of the guide: letters are sharp enough, and all of them together are small
MOST_WIDTH = 1260


# What is done, and what of it is shown under which name; without a name only done.
STEPS = (
    (walk.new, "new", part("#new-dialog")),
    (walk.look, "look", part("body")),
    (walk.change, "", part()),
    (walk.mistake, "mistake", part("#write")),
    (walk.complete, "complete", part("#write", ".cm-completionInfo", height=300)),
    (walk.choose, "", part()),
    (walk.try_it, "try", part("#see", "#side-panel")),
    (walk.stay, "../pictures/studio.png", part("body")),
    (walk.balance, "balance", part("#see", "#side-panel")),
    (walk.stay, "../pictures/studio-balance.png", part("body")),
    (walk.versions, "versions", part("#versions-dialog", height=390)),
    (walk.stay, "../pictures/studio-versions.png", part("#versions-dialog", height=390)),
    (walk.back, "", part()),
    (lambda page: page.set_viewport_size({**SIZE, "height": TALL}), "", part()),
    (walk.printing, "print", part("#side-panel", height=TALL)),
)


def save(shot: Image.Image, folder: Path, name: str) -> None:
    """Write a picture: small for the guide, as large as the page for the README."""
    if width := README.get(name):
        own = shot.resize((width, width * shot.height // shot.width), Image.Resampling.LANCZOS)
        own.convert("RGB").save(folder / name, optimize=True)  # a palette would change the colours
    else:
        if shot.width > MOST_WIDTH:
            shot = shot.resize((MOST_WIDTH, MOST_WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS)
        shot.save(folder / f"{name}.webp", quality=QUALITY, method=6)


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
