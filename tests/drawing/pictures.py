"""The pictures in `docs/pictures`: contact sheets of everything that is drawn, to look at after a change.

make pictures
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from pypdfium2 import PdfDocument

from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.pages import PageKind, PageSpec, draw_page, pages_of
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.text import font_face
from sheetgen.formats.pdf import as_png
from sheetgen.i18n import languages
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.profiles import load_profile
from tests.drawing.measures import EDITIONS, THEMES, drawn, layout_of, played

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
GROUND, INK = "#E4E6EA", "#23262D"
GAP, LABEL = 12, 24
Row = tuple[str, Sequence[Scene]]


def contact_sheet(rows: Sequence[Row], dpi: int) -> Image.Image:
    """Rows of scenes with a label above each."""
    pictures = [(text, [_picture(scene, dpi) for scene in scenes]) for text, scenes in rows]
    width = max(sum(own.width + GAP for own in row) for _, row in pictures) + GAP
    height = sum(max(own.height for own in row) + GAP + (LABEL if text else 0) for text, row in pictures) + GAP
    page = Image.new("RGB", (width, height), GROUND)
    pen = ImageDraw.Draw(page)
    font = ImageFont.truetype(font_face("display").path, 19)
    y = GAP
    for text, row in pictures:
        pen.text((GAP, y - 2), text, INK, font)
        x, y = GAP, y + (LABEL if text else 0)
        for own in row:
            page.paste(own, (x, y))
            x += own.width + GAP
        y += max(own.height for own in row) + GAP
    return page


def _picture(scene: Scene, dpi: int) -> Image.Image:
    """A scene in a few dots, drawn large and made smaller so that small print stays legible."""
    large = Image.open(BytesIO(as_png(scene, dpi * 2))).convert("RGB")
    return large.resize((round(large.width / 2), round(large.height / 2)), Image.Resampling.LANCZOS)


def _sheets() -> Image.Image:
    """The picture of the README."""
    shown = [("classic", "fr", "light"), ("double", "de", "safe"), ("cubed", "en", "light"), ("mix", "fr", "vivid")]
    return contact_sheet([("", [drawn(*own, size=None) for own in shown])], 96)


def _themes() -> Image.Image:
    return contact_sheet(
        [(theme, [drawn(edition, theme=theme, size=None) for edition in EDITIONS]) for theme in THEMES], 64
    )


def _languages() -> Image.Image:
    return contact_sheet([(own, [drawn(edition, own, size=None) for edition in EDITIONS]) for own in languages()], 64)


def _pages() -> Image.Image:
    kinds: dict[str, PageKind] = {"solo": "solo front", "solo back": "solo back", "back": "back"}
    rows: list[Row] = [
        (name, [drawn(edition, size=None, page=kind) for edition in EDITIONS]) for name, kind in kinds.items()
    ]
    marked = [with_marks(drawn(own, size=None), layout_of(own), played(own), theme="light") for own in EDITIONS]
    return contact_sheet([*rows, ("marks", marked)], 64)


def _cards() -> Image.Image:
    layout = layout_of("objectives")
    pages = pages_of(layout)
    decks = [page.deck for page in pages if page.kind == "card back"]
    ids = [page.card for page in pages if page.kind == "card face" and page.deck == decks[0]]
    faces = [draw_page(layout, PageSpec("card face", card, decks[i % len(decks)])) for i, card in enumerate(ids)]
    themed = [draw_page(layout, PageSpec("card face", ids[i], decks[i]), theme=own) for i, own in enumerate(THEMES)]
    backs = [draw_page(layout, PageSpec("card back", deck=deck)) for deck in decks]
    half = len(faces) // 2
    rows: list[Row] = [("cards", faces[:half]), ("", faces[half:]), (", ".join(THEMES), themed), ("backs", backs)]
    scores = [draw_page(layout, "score sheet", language=own) for own in languages()]
    return contact_sheet([*rows, ("scores", scores)], 72)


def _pads() -> Image.Image:
    """Finished pages: a pad from a home printer with its back, one from a print shop, and a deck."""
    pads = [
        (PadOptions(layout_of("deluxe"), sheets=2, duplex="long", language="fr"), (0, 1)),
        (PadOptions(layout_of("classic"), sheets=1, profile=load_profile("press-x4"), theme="vivid"), (0,)),
        (PadOptions(layout_of("objectives"), language="de"), (0,)),
    ]
    found = []
    for options, pages in pads:
        document = PdfDocument(make_pad(options).pdf)
        for page in pages:
            large = document[page].render(scale=2).to_pil().convert("RGB")
            found.append(large.resize((large.width * 440 // large.height, 440), Image.Resampling.LANCZOS))
        document.close()
    return _beside(found)


def _beside(pictures: Sequence[Image.Image]) -> Image.Image:
    width = sum(own.width + GAP for own in pictures) + GAP
    page = Image.new("RGB", (width, max(own.height for own in pictures) + 2 * GAP), GROUND)
    x = GAP
    for own in pictures:
        page.paste(own, (x, GAP))
        x += own.width + GAP
    return page


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "sheets": _sheets,
    "themes": _themes,
    "languages": _languages,
    "pages": _pages,
    "cards": _cards,
    "pads": _pads,
}


def draw_pictures(folder: Path) -> None:
    """Draw all pictures into a folder."""
    for name, draw in PICTURES.items():
        image = draw()
        # 256 colours that cover all others keep small areas true, such as foxes and badges.
        few = image.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=6, dither=Image.Dither.NONE)
        file = folder / f"{name}.png"
        few.save(file, optimize=True)
        print(f"{file}: {image.width} x {image.height}, {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    draw_pictures(FOLDER)
