"""Fonts for scripts that ours lack: named by the layout, given by an option, or installed; hostile ones are refused."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

import sheetgen
from sheetgen.cli.app import cli
from sheetgen.drawing import faces
from sheetgen.drawing.faces import FontFileError, open_face, using_fonts
from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import DrawingError, Rect, Text
from sheetgen.drawing.text import font_face, outlined, runs_of, text_block, wrap
from sheetgen.formats.pdf import as_png
from sheetgen.formats.svg import subset
from sheetgen.formats.svg_document import as_svg
from sheetgen.layout import load
from sheetgen.studio.preview import as_page
from tests.drawing.fonts import claiming_millions, small_font

TITLE = "ずる賢い Clever"
LAYOUT = f"schema: 1\nextends: classic\ntitle: {TITLE}\n"
CHARACTERS = "".join(dict.fromkeys(TITLE.replace(" Clever", "")))


def layout_with_font(folder: Path, kind: str = "ttf") -> Path:
    small_font(folder / f"own.{kind[:3]}.ttf", CHARACTERS, kind=kind)
    file = folder / "mine.yaml"
    file.write_text(f"{LAYOUT}font: own.{kind[:3]}.ttf\n", "utf-8")
    return file


def errors(file: Path) -> list[str]:
    return [str(problem) for problem in sheetgen.check(file) if problem.severity.value == "error"]


@pytest.mark.parametrize("kind", ["ttf", "cff", "variable"])
def test_a_title_in_the_font_of_the_layout_looks_the_same_as_its_outlines(tmp_path: Path, kind: str) -> None:
    file = layout_with_font(tmp_path, kind)
    assert errors(file) == []
    scene = draw_page(load(str(file)), "front")
    title = next(shape for _, shape in scene.shapes() if isinstance(shape, Text) and shape.text == TITLE)
    assert [part for _, part in runs_of(title)] == ["ずる賢い", " Clever"]
    wide = 1.0 - 0.1 * (1 - 600 / 800) if kind == "variable" else 0.9  # weight 700 of 100 to 900 is three quarters
    own = 4 * wide * title.size
    assert title.rect.width == pytest.approx(own + font_face("display").width(" Clever", title.size), abs=0.01)
    pictures = [Image.open(BytesIO(as_png(each, 150))).convert("L") for each in (scene, outlined(scene))]
    head = [picture.crop((0, 0, picture.width, picture.height // 18)) for picture in pictures]
    assert ImageStat.Stat(ImageChops.difference(*head)).mean[0] < 1
    # The control: our own letters alone leave the place of the others empty.
    assert ImageStat.Stat(head[0].crop((50, 0, 200, head[0].height))).mean[0] < 220


def test_svg_and_pdf_carry_the_characters_and_are_the_same_every_time(tmp_path: Path) -> None:
    file = layout_with_font(tmp_path)
    key = open_face(tmp_path / "own.ttf.ttf", 700).key
    svg = sheetgen.draw(file, "svg")
    assert f"@font-face{{font-family:sheetgen-{key};".encode() in svg
    assert f"sheetgen-display,sheetgen-{key};".encode() in svg
    pdf = sheetgen.draw(file, "pdf")
    assert (svg, pdf) == (sheetgen.draw(file, "svg"), sheetgen.draw(file, "pdf"))
    document = pypdfium2.PdfDocument(pdf)
    assert TITLE in document[0].get_textpage().get_text_range()
    document.close()
    page = as_page(draw_page(load(str(file)), "front"))
    assert isinstance(page["fonts"], list)
    assert [font["name"] for font in page["fonts"]] == [f"sheetgen-{key}"]
    assert "@font-face" not in str(page["css"])


def test_a_pad_for_a_press_passes_preflight(tmp_path: Path) -> None:
    pad = tmp_path / "pad.pdf"
    pad.write_bytes(sheetgen.pad(layout_with_font(tmp_path), sheets=2, profile="press-x4"))
    assert sheetgen.preflight(pad, profile="press-x4").objections == ()


def test_without_a_font_check_names_line_and_character(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LAYOUT, "utf-8")
    (error,) = errors(file)
    assert error == (
        f"{file}:3:8 title: the front cannot be drawn: the display face has no 'ず' (U+305A) for the text {TITLE!r}; "
        "name a font that has it with `font` in the layout"
    )
    font = small_font(tmp_path / "other.ttf", CHARACTERS)
    assert sheetgen.draw(file, "svg", font=font) != b""
    small_font(font, "ず")
    with pytest.raises(DrawingError, match=r"neither the display face nor other\.ttf has a 'る'"):
        sheetgen.draw(file, "svg", font=font)


def test_an_installed_noto_font_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    small_font(tmp_path / "deep" / "NotoSansSmall-Regular.ttf", CHARACTERS)
    small_font(tmp_path / "NotoSansMono-Bold.ttf", CHARACTERS)
    (tmp_path / "NotoSansBroken-Bold.ttf").write_bytes(b"no font")
    (tmp_path / "mine.yaml").write_text(LAYOUT, "utf-8")
    monkeypatch.setenv("SHEETGEN_FONTS", os.pathsep.join([str(tmp_path), str(tmp_path / "missing")]))
    file = tmp_path / "mine.yaml"
    assert errors(file) == []
    assert b"sheetgen-own-" in sheetgen.draw(file)
    (info,) = (problem for problem in sheetgen.check(file) if "drawn with" in problem.message)
    assert (info.severity.value, str(info)) == (
        "info",
        f"{file}:3:8 title: info: 'ずる賢い' is drawn with NotoSansSmall-Regular.ttf of this computer, which others "
        "may lack; copy it beside this file and write 'font: NotoSansSmall-Regular.ttf'",
    )


def test_installed_fonts_are_not_opened_if_the_layout_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = layout_with_font(tmp_path)
    for weight in ("Bold", "Regular"):
        small_font(tmp_path / f"NotoSansSmall-{weight}.ttf", CHARACTERS)
    monkeypatch.setenv("SHEETGEN_FONTS", str(tmp_path))
    opened: set[str] = set()
    real = faces.open_face

    def counting(path: Path, weight: int) -> faces.OwnFace:
        opened.add(path.name)
        return real(path, weight)

    monkeypatch.setattr(faces, "open_face", counting)
    sheetgen.draw(file, "svg")
    assert opened == {"own.ttf.ttf"}
    (tmp_path / "plain.yaml").write_text(LAYOUT, "utf-8")
    opened.clear()
    sheetgen.draw(tmp_path / "plain.yaml", "svg")
    assert opened == {"NotoSansSmall-Bold.ttf"}


@pytest.mark.parametrize("fault", ["restricted", "cut", "millions"])
def test_an_installed_font_that_cannot_be_used_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    bad = small_font(tmp_path / "NotoSansBad-Bold.ttf", CHARACTERS)
    HOSTILE[fault][1](bad)
    if fault == "restricted":
        small_font(bad, CHARACTERS, rights=2)
    good = small_font(tmp_path / "NotoSansGood-Regular.ttf", CHARACTERS)
    monkeypatch.setenv("SHEETGEN_FONTS", str(tmp_path))
    assert Path(faces.face_for(CHARACTERS, "display", TITLE).path).name == good.name


def test_a_font_that_is_installed_or_replaced_meanwhile_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_FONTS", os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "later")]))
    (tmp_path / "a" / "deep").mkdir(parents=True)
    with pytest.raises(DrawingError, match="has no '賢'"):
        font_face("text").width("賢", 10)
    font = small_font(tmp_path / "a" / "deep" / "NotoSansSmall-Bold.ttf", "賢")
    assert font_face("text").width("賢", 10) == 9
    before = faces.face_for("賢", "text", "賢").key
    small_font(font, "賢い")
    os.utime(font, ns=(1, 1))  # however fast this is
    assert faces.face_for("い", "text", "い").key != before
    (tmp_path / "later").mkdir()
    small_font(tmp_path / "later" / "NotoSansOther-Bold.ttf", "Ж骰")
    assert font_face("text").width("骰", 10) == 9


def test_if_two_fonts_have_a_part_of_a_text_each_the_message_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = small_font(tmp_path / "first.ttf", "ず賢"), small_font(tmp_path / "second.ttf", "るい")
    said = (
        "no single font has all that the text face lacks for the text 'ずる賢い': {} has 'ず賢', {} has 'るい'; name a "
    )
    with using_fonts(first, second), pytest.raises(DrawingError) as caught:
        font_face("text").width("ずる賢い", 3)
    assert str(caught.value).startswith(said.format("first.ttf", "second.ttf"))
    monkeypatch.setenv("SHEETGEN_FONTS", str(tmp_path))
    second.rename(tmp_path / "NotoSansSecond-Bold.ttf")
    with using_fonts(first), pytest.raises(DrawingError) as caught:
        font_face("text").width("ずる賢い", 3)
    assert str(caught.value).startswith(said.format("first.ttf", "NotoSansSecond-Bold.ttf"))
    with (
        using_fonts(first, first),
        pytest.raises(DrawingError, match=r"neither the text face nor first\.ttf nor first\.ttf has a '骰'"),
    ):
        font_face("text").width("ず骰", 3)


def test_a_font_can_be_used_after_many_others(tmp_path: Path) -> None:
    drawn = draw_page(load(str(layout_with_font(tmp_path))), "front")
    before = as_svg(drawn)
    subset.cache_clear()
    for i in range(faces.MOST_FACES + 1):
        font = small_font(tmp_path / "other.ttf", f"賢{chr(0x4E00 + i)}")
        with using_fonts(font):
            faces.face_for("賢", "text", "賢")
    assert len(faces._FACES) == faces.MOST_FACES
    assert as_svg(drawn) == before
    subset.cache_clear()
    faces._FACES.clear()
    small_font(tmp_path / "own.ttf.ttf", CHARACTERS + "骰")
    with pytest.raises(FontFileError, match=r"own\.ttf\.ttf: was changed while it was in use"):
        as_svg(drawn)


def test_a_font_whose_depth_has_no_sign_can_be_cut_down(tmp_path: Path) -> None:
    path = small_font(tmp_path / "own.ttf", "賢")
    with TTFont(path) as font:
        font["hhea"].descent = 120
        font.save(path)
    with TTFont(BytesIO(open_face(path, 400).subset("賢"))) as cut:
        assert (cut["hhea"].descent, cut["OS/2"].usWinDescent) == (-120, 120)


def test_the_font_of_an_option_is_used_before_that_of_the_layout(tmp_path: Path) -> None:
    file = layout_with_font(tmp_path)
    font = small_font(tmp_path / "other.ttf", CHARACTERS + "骰")
    theirs, own = (f"sheetgen-{open_face(path, 700).key}".encode() for path in (tmp_path / "own.ttf.ttf", font))
    assert (theirs in sheetgen.draw(file), own in sheetgen.draw(file)) == (True, False)
    drawn = sheetgen.draw(file, font=font)
    assert (theirs in drawn, own in drawn) == (False, True)
    built = tmp_path / "out"
    sheetgen.build([file], languages=["en"], site=False, font=font, output=built, echo=lambda _: None)
    (sheet,) = built.rglob("*sheet.svg")
    assert (theirs in sheet.read_bytes(), own in sheet.read_bytes()) == (False, True)
    # What the option's font lacks is drawn with the layout's.
    small_font(font, "骰")
    assert theirs in sheetgen.draw(file, font=font)


def test_a_build_notices_that_an_installed_font_was_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(LAYOUT, "utf-8")
    monkeypatch.setenv("SHEETGEN_FONTS", str(tmp_path))
    font = small_font(tmp_path / "NotoSansSmall-Bold.ttf", CHARACTERS)

    def made() -> int:
        return sheetgen.build([file], languages=["en"], site=False, output=tmp_path / "out", echo=lambda _: None).made

    everything = made()
    assert everything > 0
    assert made() == 0
    small_font(font, CHARACTERS + "骰", kind="cff")
    assert made() == everything


def test_of_several_texts_that_cannot_be_drawn_the_same_one_is_named_every_time(tmp_path: Path) -> None:
    """Also in processes in which sets are in another order."""
    file = tmp_path / "mine.yaml"
    words = "".join(
        f"  {each}: {{Impressive!: {word}}}\n" for each, word in (("de", "אבג"), ("fr", "سلام"), ("es", "דה"))
    )
    file.write_text(f"schema: 1\nextends: classic\ntitle: T\ntranslations:\n{words}", "utf-8")
    command = [sys.executable, "-m", "sheetgen", "sheet", str(file), "--solo", "-o", str(tmp_path / "out.svg")]
    said = {
        subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, check=False).stderr
        for seed in "1234"
    }
    assert len(said) == 1


HOSTILE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "folder": ("is a folder, not a font", lambda path: path.mkdir()),
    "text": ("is not a font; expected a TrueType or OpenType file", lambda path: path.write_text("hello")),
    "empty": ("is not a font; expected", lambda path: path.write_bytes(b"")),
    "web": (r"is a web font \(WOFF2\); expected", lambda path: path.write_bytes(b"wOF2" + bytes(99))),
    "huge": ("has 65 MB; a font has at most 64 MB", lambda path: os.truncate(path, 65 * 2**20)),
    "device": ("is not a file, and so not a font", lambda path: path.symlink_to("/dev/zero")),
    "cut": ("is damaged, or not a font", lambda path: path.write_bytes(small_font(path, "あ").read_bytes()[:400])),
    "missing": ("there is no such font", lambda path: None),
    "restricted": ("its maker does not allow it in other files", lambda path: small_font(path, "あ", rights=2)),
    "no subsets": ("does not allow parts of it", lambda path: small_font(path, "あ", rights=0x104)),
    "pictures only": ("allows only pictures of it", lambda path: small_font(path, "あ", rights=0x204)),
    "millions": ("claims more characters than there are", claiming_millions),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_font_ends_in_one_line_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    reason, make = HOSTILE[name]
    font = tmp_path / "bad.ttf"
    if name == "huge":
        font.touch()
    make(font)
    with pytest.raises(FontFileError, match=reason) as caught:
        open_face(font, 400)
    assert str(caught.value).startswith(f"{font}: ")
    assert "\n" not in str(caught.value)
    sheet = tmp_path / "out.svg"
    result = CliRunner().invoke(cli, ["sheet", "classic", "--font", str(font), "-o", str(sheet)])
    assert (result.exit_code, len(result.output.splitlines()), sheet.exists()) == (1, 1, False)
    (tmp_path / "mine.yaml").write_text(f"{LAYOUT}font: bad.ttf\n", "utf-8")
    (error,) = errors(tmp_path / "mine.yaml")
    assert error.startswith(f"{tmp_path}/mine.yaml:4:7 font: ")


@pytest.mark.parametrize(
    ("kind", "reason"), [("ttf", "more than 20000 lines and curves"), ("cff", "more than 200000 instructions")]
)
def test_a_character_without_end_is_refused(tmp_path: Path, kind: str, reason: str) -> None:
    characters = "".join(map(chr, range(0x3042, 0x3042 + 40)))
    font = small_font(tmp_path / "bad.ttf", characters, kind=kind, endless=True)
    with using_fonts(font), pytest.raises(FontFileError, match=reason):
        open_face(font, 400).subset("あ")
    with using_fonts(font), pytest.raises(FontFileError, match=reason):
        open_face(font, 400).draw("あ", RecordingPen())


def test_signs_that_join_others_and_text_from_right_to_left_are_refused_whatever_the_font_has(tmp_path: Path) -> None:
    font = small_font(tmp_path / "all.ttf", "سلامกี")
    with using_fonts(font):
        with pytest.raises(DrawingError, match=r"is written from right to left, which sheets cannot show$"):
            font_face("text").width("سلام", 3)
        with pytest.raises(DrawingError, match=r"has the sign U\+0E35, which joins the letter before it"):
            font_face("text").width("กี", 3)


def test_lines_break_between_chinese_and_japanese_signs(tmp_path: Path) -> None:
    text = "賢い賢い、る賢い「ずる」賢い"
    font = small_font(tmp_path / "own.ttf", text)
    with using_fonts(font):
        lines = wrap(text, 10, 3.0, "text")
        assert lines is not None
        assert "".join(lines) == text
        assert len(lines) > 3
        assert not [line for line in lines if line[0] in "、」" or line[-1] == "「"]
        block = text_block(text, Rect(0, 0, 12, 20), 3.0, "text", "#000000", least=2.0)
        assert max(line.rect.right for line in block) <= 12


def test_a_font_of_another_layout_is_not_used(tmp_path: Path) -> None:
    font = small_font(tmp_path / "own.ttf", "賢")
    with using_fonts(font):
        assert font_face("text").width("賢", 10) == 9
    with pytest.raises(DrawingError, match="has no '賢'"):
        font_face("text").width("賢", 10)


@pytest.mark.parametrize("path", ["../own.ttf", "/own.ttf", "a/../own.ttf", r"a\own.ttf", "C:own.ttf", "own.woff2", ""])
def test_a_layout_names_fonts_in_its_own_folder_only(tmp_path: Path, path: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{LAYOUT}font: '{path}'\n", "utf-8")
    (error,) = errors(file)
    assert ":4:7 font: expected a font in the folder of this file or below it, such as" in error


def test_browsers_say_that_they_have_no_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "IN_BROWSER", True)
    with pytest.raises(FontFileError, match="no such font; the studio in a browser cannot read fonts, use one on your"):
        open_face(tmp_path / "own.ttf", 400)
    with pytest.raises(DrawingError, match=r"has no '賢'.*; the studio in a browser has no other fonts"):
        font_face("text").width("賢", 3)
