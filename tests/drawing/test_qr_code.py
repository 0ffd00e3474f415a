"""The code that leads to the rules: read from rendered sheets, and its outlines against the modules."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.qr_code import LONGEST, MODULE, QUIET, Matrix, QrCode, code_for, outlines
from sheetgen.drawing.scene import Box, DrawingError, Group, Rect, Scene, Text, bounds
from sheetgen.drawing.themes import contrast, themes
from sheetgen.formats import write_scene
from sheetgen.layout import load
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.matrix import each_once

ADDRESS = "https://example.org/{lang}/{edition}"
EDITIONS = [name for name in (*shipped_layouts(), *map(str, shipped_variants().values())) if name != "objectives"]


def code_of(scene: Scene) -> Group:
    (code,) = [group for group in scene.groups() if group.id == "code"]
    return code


def read_codes(png: bytes) -> list[str]:
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed: see requirements-dev.lock")
    return [code.text for code in zxingcpp.read_barcodes(Image.open(BytesIO(png)))]


@each_once(edition=["classic", "cubed", "double"], kind=["front", "solo front"], theme=list(themes()))
def test_a_phone_reads_the_code_of_a_rendered_sheet(edition: str, kind: str, theme: str) -> None:
    scene = draw_page(load(edition), kind, theme=theme, language="fr", rules_url=ADDRESS)  # type: ignore[arg-type]
    assert read_codes(write_scene(scene, "png", dpi=200)) == [f"https://example.org/fr/{edition}"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["front", "solo front"])
def test_the_code_has_room_and_touches_nothing(edition: str, kind: str) -> None:
    """Modules of 0.33 mm, four of them free on each side, and no other shape in the field; the tally stays."""
    scene = draw_page(load(edition), kind, rules_url=ADDRESS)  # type: ignore[arg-type]
    code = code_of(scene)
    field, modules = bounds(code.items[0]), bounds(code.items[1])
    count = QrCode(code.link).modules
    assert modules.width / count >= MODULE - 1e-9
    assert modules.x - field.x == pytest.approx(QUIET * modules.width / count)
    assert field.bottom - modules.bottom == pytest.approx(QUIET * modules.width / count)
    assert Rect(0, 0, scene.width, scene.height).inset(1).contains(field)
    others = [shape for _, shape in Scene(0, 0, scene.items[1:-1], "", "", "en").shapes()]
    assert not [shape for shape in others if bounds(shape).overlaps(field, 0.01)]
    assert any(group.id == "tally" for group in scene.groups())


def test_a_sheet_has_no_code_unless_there_is_an_address() -> None:
    assert "code" not in {group.id for group in draw_page(load("classic"), "front").groups()}
    assert "code" not in {group.id for group in draw_page(load("classic"), "back", rules_url=ADDRESS).groups()}


def test_the_code_is_dark_on_light_in_every_theme() -> None:
    for theme in themes():
        field, modules = code_of(draw_page(load("classic"), "front", theme=theme, rules_url=ADDRESS)).items
        assert isinstance(field, Box)
        assert field.paint.fill is not None
        assert not isinstance(modules, (Text, Group))
        assert contrast(str(field.paint.fill), str(modules.paint.fill)) > 15


def test_an_address_that_is_too_long_is_refused() -> None:
    assert code_for("https://example.org/" + "x" * (LONGEST - 20), "classic", "en").modules == 33
    with pytest.raises(DrawingError, match=f"has {LONGEST + 1} characters, and a code that fits a sheet holds"):
        code_for("https://example.org/" + "x" * (LONGEST - 19), "classic", "en")


def test_a_code_too_small_to_read_is_refused() -> None:
    code = QrCode("https://example.org")
    with pytest.raises(DrawingError, match=r"would be 0\.30 mm wide; readers need 0\.33 mm"):
        code.draw(Rect(0, 0, 0.3 * 33, 0.3 * 33), "Rules")


def test_a_code_that_leaves_no_room_for_the_tally_is_refused() -> None:
    url = "https://rules.example.org/clever-games/{lang}/{edition}"
    with pytest.raises(DrawingError, match="cubed has no room for both the tally and the code of the rules"):
        draw_page(load("cubed"), "front", size=(120, 171), rules_url=url)


RING = ((True, True, True), (True, False, True), (True, True, True))


@pytest.mark.parametrize("matrix", [QrCode("https://example.org/a").matrix, ((True, False), (False, True)), RING])
def test_outlines_enclose_the_dark_modules(matrix: Matrix) -> None:
    """Filled by the rule that PDF uses here, even-odd, they give back every module."""
    scale, rows, columns = 4, range(len(matrix)), range(len(matrix[0]))
    dark = {(x * scale + 2, y * scale + 2): False for y in rows for x in columns}
    loop: list[tuple[float, float]] = []
    for code, values in outlines(matrix):
        if code == "Z":
            layer = Image.new("1", (len(columns) * scale, len(rows) * scale))
            ImageDraw.Draw(layer).polygon(loop, fill=1)
            dark = {middle: was != bool(layer.getpixel(middle)) for middle, was in dark.items()}
            loop = []
        else:
            loop.append((values[0] * scale, values[1] * scale))
    assert list(dark.values()) == [module for row in matrix for module in row]
