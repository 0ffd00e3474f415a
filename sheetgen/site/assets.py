"""Styles, scripts, fonts, the logo and the pictures of the studio."""

import shutil
from base64 import b64encode
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path

from sheetgen.drawing import icons
from sheetgen.drawing.scene import Rect
from sheetgen.drawing.text import FONT_FILES, font_face
from sheetgen.drawing.themes import themes
from sheetgen.formats.inline import as_markup
from sheetgen.resources import data_folder
from sheetgen.site.model import Site, TemplateError

THEME = Path(__file__).parent / "theme" / "assets"
FONTS = "fonts.css"
LOGO = "logo.svg"
STUDIO = "studio"  # the pictures of the guide, in docs/ and among the assets
SHARPNESS = 1.5  # dots of such a picture for one of the page
# The letters of European languages, punctuation, arrows and the signs of the tables.
RANGES = (
    (0x20, 0x17F),
    (0x2010, 0x2027),
    (0x202F, 0x203A),
    (0x20AC, 0x20AC),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x2260, 0x2265),
    (0x2605, 0x2606),
)
# The text of the pages: files beside that of the sheets, with weight and style.
BODY = (
    ("SourceSansPro-Regular.ttf", 400, "normal"),
    ("SourceSansPro-Bold.ttf", 700, "normal"),
    ("SourceSansPro-It.ttf", 400, "italic"),
)


def write_assets(site: Site, folder: Path) -> None:
    """Write the assets of one language, but for the fonts, which all languages share."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(THEME.iterdir()):
        shutil.copyfile(path, folder / path.name)
    shutil.copytree(data_folder("docs") / STUDIO, folder / STUDIO, dirs_exist_ok=True)
    (folder / "pictures.css").write_text(site.pictures.css(), "utf-8")
    (folder / LOGO).write_text(_logo(), "utf-8")


def studio_picture(name: str, label: str, page: str) -> str:
    """A picture of the studio with what it shows, as seen from a page."""
    from PIL import Image

    path = data_folder("docs") / STUDIO / f"{name}.webp"
    if not path.is_file():
        raise TemplateError(f"there is no picture {name}")
    with Image.open(path) as picture:
        width, height = (round(dots / SHARPNESS) for dots in picture.size)
    return (
        f'<figure class="screen"><img alt="{escape(label)}" loading="lazy" width="{width}" height="{height}" '
        f'src="{"../" * page.count("/")}assets/{STUDIO}/{path.name}"></figure>'
    )


def _logo() -> str:
    looks: dict[str, str] = {}
    theme = themes()["light"]
    shapes = as_markup(icons.fox(Rect(1, 1, 22, 22), "#E9413B", theme.cell), looks)
    for name, look in looks.items():
        shapes = shapes.replace(f'class="{name}"', f'style="{look}"')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shapes}</svg>'


@cache
def font_css() -> str:
    """The fonts within a style sheet: browsers refuse font files beside a page that is opened from disk."""
    rules = [_rule(f"sheetgen-{name}", font_face(name).path) for name in FONT_FILES]
    for name, weight, style in BODY:
        path = font_face("text").path.with_name(name)
        if path.is_file():
            rules.append(_rule("Sheetgen Text", path, weight, style))
    return "".join(rules)


def _rule(family: str, path: Path, weight: int = 400, style: str = "normal") -> str:
    data = b64encode(_woff2(path)).decode()
    return (
        f'@font-face{{font-family:"{family}";src:url("data:font/woff2;base64,{data}") format("woff2");'
        f"font-weight:{weight};font-style:{style};font-display:swap}}\n"
    )


@cache
def _woff2(path: Path) -> bytes:
    """A font with the letters that pages may use."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TTFont(path, recalcTimestamp=False) as font:
        # A time stamp, and rules for ligatures and the like that pages do not need and that take long to cut down.
        for table in ("FFTM", "DSIG", "GDEF", "GPOS", "GSUB"):
            if table in font:
                del font[table]
        subsetter = Subsetter(Options(hinting=False, notdef_outline=True))
        subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
        subsetter.subset(font)
        font.flavor = "woff2"
        stream = BytesIO()
        font.save(stream)
    return stream.getvalue()
