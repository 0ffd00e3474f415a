"""The picture of the site in `docs/pictures`: pages as a reader sees them, on a desk and in the hand.

make pictures
"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from sheetgen.site.build import build_site, plan_site
from tests.conftest import CHROMIUM, SWITCHES

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "site.png"
GROUND, GAP = "#E4E6EA", 16
# page, width of the window, light or dark, and what to scroll to
SHOWN = (
    ("fr/classic/yellow.html", 1180, "light", "#example-classic-27-yellow-rows-earn-columns-score"),
    ("de/cubed/blue.html", 390, "dark", "#points"),
    ("en/index.html", 390, "light", ""),
)
HEIGHT = 844


def main() -> None:
    """Build the site, look at some pages, and lay them side by side."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        print("chromium is not installed: the picture of the site stays as it is")
        return
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        site = Path(name) / "site"
        build_site(plan_site(with_downloads=False), site)
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        shots = []
        for path, width, scheme, anchor in SHOWN:
            page = browser.new_page(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(f"{(site / path).as_uri()}{anchor}")
            page.wait_for_timeout(700)
            shots.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            page.close()
        browser.close()
    width = sum(shot.width + GAP for shot in shots) + GAP
    picture = Image.new("RGB", (width, HEIGHT + 2 * GAP), GROUND)
    x = GAP
    for shot in shots:
        picture.paste(shot, (x, GAP))
        x += shot.width + GAP
    small = picture.resize((picture.width * 3 // 4, picture.height * 3 // 4), Image.Resampling.LANCZOS)
    small.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=6, dither=Image.Dither.NONE).save(FILE, optimize=True)
    print(f"{FILE}: {small.width} x {small.height}, {FILE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
