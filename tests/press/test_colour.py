"""Inks on paper: colours stay colours, greys black; separations as a print shop makes them; paper in the bleed."""

import subprocess
from functools import cache
from io import BytesIO
from itertools import combinations
from math import hypot
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from sheetgen.drawing.pages import draw_page, pages_of
from sheetgen.drawing.scene import Box, Group, Paint, Rect, Scene, Text
from sheetgen.drawing.themes import themes
from sheetgen.press.colour import PressInks, load_inks, printed_colours
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.preflight import preflight
from sheetgen.press.profiles import Profile, load_profile
from tests.drawing.measures import POINT, layout_of
from tests.drawing.perception import DEFICIENCIES, Lab, ciede2000, lab, lab_seen_with
from tests.matrix import every_pair
from tests.press.printed import millimetres, opened, press_pad, rendered, row, runs
from tests.programs import needs

BLACK = (0.0, 0.0, 0.0, 1.0)
EDITIONS = ("classic", "double", "cubed", "deluxe", "mix", "objectives")
PRESS = ("press-x4", "press-x1a", "press-carbonless", "press-wide")


@cache
def scenes_of(edition: str, theme: str) -> list[Scene]:
    """Every page of an edition; of a deck one card and the back."""
    pages = {(page.kind, page.deck): page for page in pages_of(layout_of(edition))}
    return [draw_page(layout_of(edition), page, theme=theme) for page in pages.values()]


def inks_for(scenes: list[Scene], profile: Profile) -> PressInks:
    inks, _ = load_inks(profile, None, scenes)
    assert isinstance(inks, PressInks)
    return inks


def chroma(colour: str) -> float:
    return hypot(*lab(colour)[1:])


@every_pair(edition=EDITIONS, theme=tuple(themes()), profile=PRESS)
def test_no_colour_is_lost_and_no_grey_gets_colour(edition: str, theme: str, profile: str) -> None:
    scenes, requirements = scenes_of(edition, theme), load_profile(profile)
    inks = inks_for(scenes, requirements)
    coloured = 0
    for shape in (shape for scene in scenes for _, shape in scene.shapes()):
        if isinstance(shape, Text):
            mix, is_fine = inks.type_mix(shape.fill, shape.size), shape.size < 12 * POINT
            is_grey = chroma(shape.fill) <= 3 or lab(shape.fill)[0] <= 20
            assert not any(mix[:3]) or not is_grey, (shape.fill, mix)
            assert any(mix[:3]) or is_grey or is_fine, (shape.fill, mix)
            continue
        fill, stroke = shape.paint.fill, shape.paint.stroke
        if fill and min(shape.rect.width, shape.rect.height) >= 3:
            mix, is_black = inks.shape_mix(fill), lab(fill)[0] <= 20 and chroma(fill) <= 10
            if is_black or chroma(fill) <= 3:
                assert not any(mix[:3]) or (is_black and inks.widths[fill] >= 25), (fill, mix)
            else:
                assert any(mix[:3]), (fill, mix)
                coloured += 1
        if stroke:
            mix = inks.shape_mix(stroke)
            assert not any(mix[:3]) or chroma(stroke) > 3, (stroke, mix)
            assert any(mix[:3]) or chroma(stroke) <= 10, (stroke, mix)
    for printed in printed_colours(scenes, inks):
        assert printed.fault(requirements) is None, printed
        assert sum(printed.mix) <= requirements.ink_limit
        assert not requirements.overprint or sum(printed.mix[:3]) + 100 <= requirements.ink_limit
    assert (coloured == 0) == (theme in ("ink", "grey"))


@pytest.mark.parametrize("theme", ["light", "vivid", "safe"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_tints_keep_their_chroma_on_paper(edition: str, theme: str) -> None:
    """Seen through the colour profile of the press; strong colours that no ink can reach are left out."""
    scenes = scenes_of(edition, theme)
    inks = inks_for(scenes, load_profile("press-x4"))
    for colour, width, mix in printed_colours(scenes, inks):
        if 3 < chroma(colour) < 20 and width >= 3 and lab(colour)[0] > 20:
            assert inks.printing.seen(mix).chroma == pytest.approx(chroma(colour), abs=2.5, rel=0.2), (colour, mix)


def one_scene(*items: Box | Text) -> list[Scene]:
    return [Scene(100, 100, (Group("all", items),), "", "", "en")]


def square(side: float, colour: str) -> Box:
    return Box(Rect(0, 0, side, side), Paint(fill=colour))


@pytest.mark.parametrize(
    ("limit", "side", "mix"),
    [
        (300, 5, (0, 0, 0, 100)),
        (300, 40, (50, 40, 40, 100)),
        (200, 40, (38, 30, 30, 100)),  # as much as leaves room for type that prints over it
    ],
)
def test_large_black_areas_are_rich_within_the_limit(limit: int, side: float, mix: tuple[int, ...]) -> None:
    profile = load_profile("press-x4").model_copy(update={"ink_limit": limit})
    inks = inks_for(one_scene(square(side, "#22262E")), profile)
    assert inks.shape_mix("#22262E") == mix
    assert inks.type_mix("#22262E", 20.0) == (0, 0, 0, 100)


def test_one_colour_is_printed_alike_in_areas_and_lines() -> None:
    """So that a line in the colour of its background stays invisible."""
    greyish, profile = "#6B7280", load_profile("press-x4")
    alone = inks_for(one_scene(square(1, greyish)), profile)
    beside_an_area = inks_for(one_scene(square(1, greyish), square(30, greyish)), profile)
    assert alone.shape_mix(greyish)[:3] == (0, 0, 0)
    assert any(beside_an_area.shape_mix(greyish)[:3])


def test_large_type_keeps_its_colour_and_small_type_is_black() -> None:
    inks = inks_for(one_scene(), load_profile("press-x4"))
    assert any(inks.type_mix("#2E70B7", 13 * POINT)[:3])
    assert inks.type_mix("#2E70B7", 8 * POINT) == (0, 0, 0, 100)
    assert any(inks.type_mix("#FFD500", 8 * POINT)[:3])  # light type cannot be black


def test_greys_are_as_dark_on_paper_as_on_a_screen() -> None:
    inks = inks_for(one_scene(), load_profile("press-x4"))
    for grey in ("#F1F2F4", "#C0C0C0", "#939393", "#6B7280"):
        mix = inks.shape_mix(grey)
        assert mix[:3] == (0, 0, 0)
        assert inks.printing.seen(mix).lightness == pytest.approx(lab(grey)[0], abs=1)


def test_preflight_finds_a_conversion_that_loses_colours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pale tints in black alone, as a conversion made them that took small differences of the channels for grey."""

    def black_alone(inks: PressInks, colour: str) -> tuple[int, int, int, int]:
        return (0, 0, 0, round(100 - lab(colour)[0])) if chroma(colour) < 12 else inks.printing.mix(colour)

    monkeypatch.setattr(PressInks, "shape_mix", black_alone)
    profile, file = load_profile("press-x4"), tmp_path / "grey.pdf"
    file.write_bytes(make_pad(PadOptions(layout_of("classic"), profile=profile, sheets=1)).pdf)
    lost = [each.what for each in preflight(file, profile).objections if each.code == "lost-colour"]
    assert "the colour #DEEDF6 of the design is printed without coloured ink" in lost
    assert len(lost) == 4


def test_dark_paper_runs_into_the_bleed_and_not_beyond() -> None:
    image = rendered(press_pad(theme="vivid"), 0, dpi=300)
    line = runs(row(image, image.height // 3))
    widest = max(end - start for start, end in line)
    middle = [(start, end) for start, end in line if start < image.width / 2]
    assert millimetres(line[0][0] if line[0][1] - line[0][0] > 30 else middle[1][0]) == pytest.approx(9, abs=0.1)
    assert widest > 0


def without_black_text(data: bytes) -> bytes:
    """The same pad with all black type taken out."""
    document = opened(data)
    removed = 0
    for form in document.objects:
        if not isinstance(form, pikepdf.Stream) or form.get("/Subtype") != "/Form":
            continue
        kept, fill, hidden = [], None, False
        for step in pikepdf.parse_content_stream(form):
            word = str(step.operator)
            if word == "k":
                fill = tuple(float(value) for value in step.operands)
            if word == "BT":
                hidden = fill == BLACK
                removed += hidden
            if not hidden:
                kept.append(step)
            if word == "ET":
                hidden = False
        form.write(pikepdf.unparse_content_stream(kept))
    assert removed > 20
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def separations(data: bytes, folder: Path) -> list[Image.Image]:
    """The four plates of the first page, as ghostscript makes them; 255 is no ink."""
    folder.mkdir()
    source = folder / "pad.pdf"
    source.write_bytes(data)
    command = [
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        "-r144",
        "-dLastPage=1",
        f"-sOutputFile={folder}/p.tif",
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return [Image.open(folder / f"p({name}).tif").convert("L") for name in ("Cyan", "Magenta", "Yellow", "Black")]


@needs("gs")
@pytest.mark.parametrize("theme", ["light", "vivid", "safe"])
def test_black_type_is_on_the_black_plate_alone(theme: str, tmp_path: Path) -> None:
    """Taking it out changes the black plate, and nothing on the three others: it is overprinted."""
    data = press_pad("deluxe", theme=theme)
    with_text, without = separations(data, tmp_path / "a"), separations(without_black_text(data), tmp_path / "b")
    for plate in range(3):
        assert with_text[plate].tobytes() == without[plate].tobytes()
    assert with_text[3].tobytes() != without[3].tobytes()


@needs("gs")
@pytest.mark.parametrize("profile", ["press-x4", "press-carbonless"])
@pytest.mark.parametrize("theme", ["light", "vivid"])
def test_the_ink_limit_is_kept_on_the_plates(profile: str, theme: str, tmp_path: Path) -> None:
    plates = separations(press_pad("double", profile, theme=theme), tmp_path / "a")
    outside = round(load_profile(profile).outside * 144 / 25.4) + 1
    inner = [p.crop((outside, outside, p.width - outside, p.height - outside)).tobytes() for p in plates]
    most = max(4 * 255 - sum(dots) for dots in zip(*inner, strict=True)) / 2.55
    assert 100 <= most <= load_profile(profile).ink_limit + 1


@pytest.mark.parametrize("sight", ["normal", *DEFICIENCIES])
def test_safe_colours_are_told_apart_on_paper(sight: str) -> None:
    """As inks on paper, which have no strong colours: any two zones, by their badges and by their frames."""
    printing = inks_for([], load_profile("press-x4")).printing
    for kind in ("colour", "line"):
        colours = [getattr(swatch, kind) for swatch in themes()["safe"].palette]
        seen: list[Lab] = [printing.seen(printing.mix(colour)) for colour in colours]
        eyes = seen if sight == "normal" else [lab_seen_with(sight, colour) for colour in seen]
        near = [(a, b) for (a, x), (b, y) in combinations(zip(colours, eyes, strict=True), 2) if ciede2000(x, y) < 12]
        assert not near, kind
