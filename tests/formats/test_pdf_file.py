"""Files as they are written: with object streams or with a table, other programs read the same document."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfbase import pdfmetrics

from sheetgen.drawing.faces import face_for, using_fonts
from sheetgen.formats.pdf_file import MOST_OTHERS, OBJECTS_IN_STREAM, PdfCanvas, font_name, register_font
from tests.drawing.fonts import small_font
from tests.programs import complaints, needs

PAGES = 3 * OBJECTS_IN_STREAM


def written(*, object_streams: bool) -> bytes:
    """A page with a form that overprints and uses an ink of its own, shown very often."""
    canvas = PdfCanvas(language="fr", version=(1, 5) if object_streams else (1, 4), object_streams=object_streams)
    canvas.setTitle("Éclair (½)")
    canvas.setPageSize((200, 100))
    canvas.setTrimBox((10, 10, 190, 90))
    canvas.beginForm("drawn", 0, 0, 200, 100)
    canvas.setFillOverprint(True)
    canvas.setFillColor(CMYKColorSep(1, 0, 0, 0, spotName="All"))
    canvas.rect(20, 20, 50, 50, stroke=0, fill=1)
    canvas.setFont(font_name("text"), 12)
    canvas.drawString(80, 40, "Éclair")
    canvas.endForm()
    canvas.doForm("drawn")
    canvas.showPage()
    for _ in range(PAGES - 1):
        canvas.document.repeat_page(canvas.document.pages[0])
    return canvas.file()


@pytest.mark.parametrize("object_streams", [True, False])
def test_what_is_drawn_can_be_read_back(object_streams: bool) -> None:
    with pikepdf.open(BytesIO(written(object_streams=object_streams))) as pdf:
        assert (pdf.pdf_version, str(pdf.Root.Lang)) == ("1.5" if object_streams else "1.4", "fr")
        assert str(pdf.docinfo["/Title"]) == "Éclair (½)"
        assert len(pdf.pages) == PAGES
        first, last = pdf.pages[0].obj, pdf.pages[-1].obj
        assert first.objgen != last.objgen
        assert first.Contents.objgen == last.Contents.objgen
        assert [int(edge) for edge in last.TrimBox] == [10, 10, 190, 90]
        (form,) = last.Resources.XObject.values()
        assert any(state.get("/op") is True for state in form.Resources.ExtGState.values())
        (space,) = form.Resources.ColorSpace.values()
        assert [str(part) for part in list(space)[:2]] == ["/Separation", "/All"]
        kinds = {str(each.get("/Type")) for each in pdf.objects if isinstance(each, pikepdf.Stream)}
        assert ("/ObjStm" in kinds) == object_streams


def test_both_ways_look_the_same() -> None:
    images = []
    for object_streams in (True, False):
        document = pypdfium2.PdfDocument(written(object_streams=object_streams))
        images += [document[page].render(scale=1).to_pil().tobytes() for page in (0, PAGES - 1)]
        document.close()
    assert len(set(images)) == 1
    assert len(set(images[0])) > 2


def test_the_same_input_gives_the_same_bytes_and_another_one_another_id() -> None:
    assert written(object_streams=True) == written(object_streams=True)
    ids = set()
    for title in ("one", "two"):
        canvas = PdfCanvas(language="en")
        canvas.setTitle(title)
        canvas.showPage()
        with pikepdf.open(BytesIO(canvas.file())) as pdf:
            ids.add(bytes(pdf.trailer.ID[0]))
    assert len(ids) == 2


@needs("qpdf")
@pytest.mark.parametrize("object_streams", [True, False])
def test_another_program_has_nothing_to_say(object_streams: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(written(object_streams=object_streams))
    assert "No syntax or stream encoding errors" in complaints("qpdf", "--check", path)


def test_only_the_last_fonts_of_layouts_stay_registered(tmp_path: Path) -> None:
    def registered() -> int:
        return sum(name.startswith("sheetgen-own-") for name in pdfmetrics.getRegisteredFontNames())

    for i in range(MOST_OTHERS + 3):
        with using_fonts(small_font(tmp_path / "own.ttf", f"賢{chr(0x4E00 + i)}")):
            name = register_font(face_for("賢", "text", "賢").key)
    assert registered() == MOST_OTHERS
    canvas = PdfCanvas(language="en")
    canvas.setFont(name, 12)
    canvas.drawString(10, 10, "賢")
    canvas.showPage()
    document = pypdfium2.PdfDocument(canvas.file())
    assert document[0].get_textpage().get_text_range() == "賢"
    document.close()
