"""Text as outlines: the same picture without fonts. What no face can show is refused."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import DrawingError, Group, Item, Scene, Text
from sheetgen.drawing.text import font_face, outlined
from sheetgen.formats.pdf import as_png
from sheetgen.formats.svg_document import as_svg
from sheetgen.layout import load
from tests.matrix import first_of


def picture(scene: Scene) -> Image.Image:
    # Renderers thicken small letters, but not paths: the finer the picture, the less that matters.
    return Image.open(BytesIO(as_png(scene, 300))).convert("L")


def without_texts(scene: Scene) -> Scene:
    def kept(items: tuple[Item, ...]) -> tuple[Item, ...]:
        inner = (replace(i, items=kept(i.items)) if isinstance(i, Group) else i for i in items)
        return tuple(item for item in inner if not isinstance(item, Text))

    return replace(scene, items=kept(scene.items))


@first_of(edition=["classic", "double", "cubed", "mix"])
def test_outlines_look_like_the_letters(edition: str) -> None:
    scene = draw_page(load(edition), "front", language="fr")
    drawn, bare = picture(scene), picture(outlined(scene))
    difference = ImageStat.Stat(ImageChops.difference(drawn, bare)).mean[0]
    assert difference < 0.35, difference
    # The control: a picture without its texts differs by far more.
    empty = picture(without_texts(scene))
    assert ImageStat.Stat(ImageChops.difference(drawn, empty)).mean[0] > 4 * difference


def test_no_text_and_no_font_is_left() -> None:
    scene = outlined(draw_page(load("classic"), "front"))
    assert not [shape for _, shape in scene.shapes() if isinstance(shape, Text)]
    svg = as_svg(scene)
    assert "<text" not in svg
    assert "@font-face" not in svg


def test_cells_keep_their_ids() -> None:
    plain = draw_page(load("double"), "front")
    assert {group for group, _ in outlined(plain).shapes()} == {group for group, _ in plain.shapes()}


def test_text_from_right_to_left_is_refused_in_one_line() -> None:
    with pytest.raises(
        DrawingError, match=r"^the text 'سلام' is written from right to left, which sheets cannot show$"
    ):
        font_face("text").width("سلام", 3)
