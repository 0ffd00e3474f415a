"""Tags of a PDF, read back by PDFium and pikepdf: everything on the page is read in order, or is decoration."""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from sheetgen.drawing.scene import Group, Text
from sheetgen.formats.pdf import as_pages, as_pdf
from tests.drawing.measures import EDITIONS, drawn, groups, texts
from tests.formats.pages import pages, pdf_of
from tests.matrix import first_of

PAINTING = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "sh", "Do"}


@dataclass(frozen=True)
class Part:
    """An element of the structure as PDFium tells it."""

    kind: str
    title: str
    alt: str
    numbers: tuple[int, ...]
    parts: tuple["Part", ...]

    def walk(self) -> Iterator["Part"]:
        yield self
        for part in self.parts:
            yield from part.walk()


def told(ask: Callable[..., int], *about: Any) -> str:
    buffer = ctypes.create_string_buffer(4000)
    length = ask(*about, buffer, 4000)
    return buffer.raw[: max(length - 2, 0)].decode("utf-16-le")


def part_of(element: Any) -> Part:
    numbers, parts = [], []
    for i in range(raw.FPDF_StructElement_CountChildren(element)):
        child = raw.FPDF_StructElement_GetChildAtIndex(element, i)
        if child:
            parts.append(part_of(child))
        else:
            numbers.append(raw.FPDF_StructElement_GetChildMarkedContentID(element, i))
    return Part(
        told(raw.FPDF_StructElement_GetType, element),
        told(raw.FPDF_StructElement_GetTitle, element),
        told(raw.FPDF_StructElement_GetAltText, element),
        tuple(numbers),
        tuple(parts),
    )


def read(data: bytes) -> tuple[Part, dict[int, str]]:
    """The structure of the first page, and the text of every piece of marked content."""
    document = pypdfium2.PdfDocument(data)
    try:
        page = document[0]
        tree = raw.FPDF_StructTree_GetForPage(page.raw)
        assert raw.FPDF_StructTree_CountChildren(tree) == 1
        root = part_of(raw.FPDF_StructTree_GetChildAtIndex(tree, 0))
        raw.FPDF_StructTree_Close(tree)
        written: dict[int, str] = {}
        text_page = page.get_textpage()
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
            number = raw.FPDFPageObj_GetMarkedContentID(item.raw)
            buffer = (ctypes.c_ushort * 1000)()
            length = raw.FPDFTextObj_GetText(item.raw, text_page.raw, buffer, 1000) // 2
            text = bytes(memoryview(buffer).cast("B"))[: 2 * max(length - 1, 0)].decode("utf-16-le")
            written[number] = written.get(number, "") + text
    finally:
        document.close()
    return root, written


def in_order(part: Part, written: dict[int, str]) -> Iterator[str]:
    for inner in part.walk():
        yield from (written[number] for number in inner.numbers if number in written)


def words(lines: Sequence[str]) -> list[str]:
    return sorted(" ".join(lines).split())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sheet_is_read_panel_by_panel(edition: str) -> None:
    scene = drawn(edition, "fr")
    root, written = read(as_pdf(scene))
    assert (root.kind, root.title) == ("Document", scene.title)
    heading, *parts = root.parts
    assert heading.kind == "H1"
    assert "".join(in_order(heading, written)).split() == scene.title.split()
    panels = {part.title or part.alt: part for part in parts if part.kind in ("Sect", "Figure")}
    labelled = {
        group.alt or group.label: group for group in groups(scene.items) if group in scene.items and group.label
    }
    assert set(panels) == set(labelled)
    for label, panel in panels.items():
        assert words(list(in_order(panel, written))) == words(list(_texts(labelled[label])))
        first = panel.parts[0] if panel.kind == "Sect" else panel
        assert (first.kind, first.alt) == ("Figure", label)
    order = [part.title or part.alt for part in parts if part.kind != "P"]
    assert order[0] in ("Cases «\u202fdé\u202f»", "Manches")
    assert "Points" not in order[:-1]


def test_badges_say_what_they_give() -> None:
    root, _ = read(as_pdf(drawn("classic", "de")))
    (yellow,) = [part for part in root.parts if part.title == "Gelb"]
    said = [part.alt for part in yellow.parts if part.kind == "Figure"]
    assert len(said) == 1 + 5  # the panel itself, four rows and the diagonal
    assert "ein Fuchs" in said


def _texts(group: Group) -> Iterator[str]:
    for item in group.items:
        if isinstance(item, Group):
            yield from _texts(item)
        elif isinstance(item, Text):
            yield item.text


@first_of(part=range(4))
def test_all_text_is_read_and_all_pictures_have_a_word(part: int) -> None:
    for name, scene in list(pages().items())[part::4]:
        data = pdf_of(name)
        root, written = read(data)
        assert -1 not in written, name
        parts = list(root.walk())
        assert {own.kind for own in parts} <= {"Document", "Sect", "H1", "P", "Figure"}, name
        assert all(own.alt for own in parts if own.kind == "Figure"), name
        assert words(list(in_order(root, written))) == words([text.text for _, text in texts(scene)]), name
        numbers = [number for own in parts for number in own.numbers]
        assert sorted(numbers) == list(range(len(numbers))), name
        check_file(data, len(numbers), scene.language)


def check_file(data: bytes, count: int, language: str) -> None:
    with pikepdf.open(BytesIO(data)) as pdf:
        root, page = pdf.Root, pdf.pages[0].obj
        assert root.MarkInfo.Marked is True
        assert str(root.Lang) == language
        assert root.ViewerPreferences.DisplayDocTitle is True
        assert page.Tabs == "/S"
        index, owners = root.StructTreeRoot.ParentTree.Nums
        assert index == page.StructParents
        assert len(owners) == count
        for number, owner in enumerate(owners):
            assert number in [kid for kid in owner.K if isinstance(kid, int)]
            while owner.Type == "/StructElem":
                owner = owner.P
            assert owner.objgen == root.StructTreeRoot.objgen
        depth, seen = 0, []
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
            match str(operator):
                case "BDC":
                    seen.append(int(operands[1].MCID))
                    depth += 1
                case "BMC":
                    assert operands[0] == "/Artifact"
                    depth += 1
                case "EMC":
                    depth -= 1
                case painting if painting in PAINTING:
                    assert depth == 1, operator
        assert (depth, seen) == (0, list(range(count)))


def test_pages_for_printing_have_no_tags() -> None:
    with pikepdf.open(BytesIO(as_pages([drawn("classic"), drawn("mix")]))) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert "/MarkInfo" not in pdf.Root
        assert len(pdf.pages) == 2
