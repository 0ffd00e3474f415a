"""Tags of a PDF for screen readers: headings, panels, texts and pictures in reading order; the rest is decoration.

Called by `formats.pdf.as_pdf`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFString
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Group, Item, Rect, Scene, Shape, Text, bounds
from sheetgen.formats.pdf import MM, Inks, PageWriter
from sheetgen.formats.pdf_file import PdfDocument

HEADING = "H1"


class Content(NamedTuple):
    """Marked content of a page: the index of the page, and the number of the content on it."""

    page: int
    number: int


@dataclass(eq=False)
class Element:
    """An element of the structure tree; its parts are other elements, or marked content of pages."""

    kind: str
    title: str = ""
    alt: str = ""
    box: Rect | None = None
    reading_position: tuple[int, float] = (0, 0.0)  # from the top, then from the left
    parts: list["Element | Content"] = field(default_factory=list)

    def add(self, kind: str, first: Shape, *, title: str = "", alt: str = "", box: Rect | None = None) -> "Element":
        """Add and return an element; it is read at the position of its first shape, a heading before everything."""
        reading_position = (-1, 0.0) if kind == HEADING else (round(first.rect.y), first.rect.x)
        inner = Element(kind, title, alt, box, reading_position)
        self.parts.append(inner)
        return inner

    def add_child(self, kind: str, *, title: str = "", alt: str = "") -> "Element":
        """Add and return an element, which is read after the others."""
        inner = Element(kind, title, alt)
        self.parts.append(inner)
        return inner


DECORATION = Element("Artifact")


class TaggingWriter(PageWriter):
    """Writes a page and records which element each shape belongs to.

    A panel (a labelled group) is a section that begins with a picture named by the label; a group inside is a
    paragraph; a labelled group without text, or inside a panel, is a picture. All other shapes are decoration.
    """

    def __init__(self, canvas: Canvas, scene: Scene, inks: Inks) -> None:
        super().__init__(canvas, scene, inks)
        self.root = Element("Document", scene.title)
        self._section = self.root  # sections and paragraphs go here
        self._picture: Element | None = None  # every shape belongs to it
        self._frame: Element | None = None  # the next shape belongs to it
        self._paragraph: Element | None = None
        self._open: Element | None = None  # whose marked content is being written
        self._count = 0

    def draw_items(self) -> None:
        """Write all items; a page without any text is a single picture."""
        page = Group("", self.scene.items)
        if not any(_texts(page)):
            alt = f"{self.scene.title}. {self.scene.description}"
            self._picture = self.root.add("Figure", next(_shapes(page)), alt=alt, box=bounds(page))
        super().draw_items()
        self._begin_content(None)
        self.root.parts.sort(key=lambda inner: inner.reading_position if isinstance(inner, Element) else (0, 0.0))

    def draw(self, item: Item) -> None:
        """Write one item as marked content of its element."""
        match item:
            case Group():
                outer = self._section, self._picture, self._paragraph
                if self._picture is None:
                    self._enter_group(item)
                super().draw(item)
                self._section, self._picture, self._paragraph = outer
            case Text():
                self._begin_content(self._picture or self._element_of(item))
                # Without the space, screen readers would join the words of different texts.
                super().draw(replace(item, text=f"{item.text} "))
            case _:
                self._begin_content(self._picture or self._frame or DECORATION)
                self._frame = None
                super().draw(item)

    def _enter_group(self, group: Group) -> None:
        first = next(_shapes(group), None)
        if first is None:
            return
        self._paragraph = None
        text = group.alt or group.label
        if not text:
            self._paragraph = Element(self._kind_of([item for item in group.items if isinstance(item, Text)]))
        elif self._section is self.root and any(_texts(group)):
            self._section = self._section.add("Sect", first, title=text)
            if not isinstance(first, Text):
                self._frame = self._section.add("Figure", first, alt=text, box=bounds(first))
        else:
            self._picture = self._section.add("Figure", first, alt=text, box=bounds(group))

    def _element_of(self, text: Text) -> Element:
        """The heading, or the paragraph of the group; a text outside groups has a paragraph of its own."""
        kind = self._kind_of([text])
        if self._paragraph is None or kind == HEADING:
            return self._section.add(kind, text)
        if not self._paragraph.parts:
            self._paragraph = self._section.add(self._paragraph.kind, text)
        return self._paragraph

    def _kind_of(self, texts: list[Text]) -> str:
        """The title in one or several lines is the heading; the title of the scene may have a note after it."""
        words = [word for text in texts for word in text.text.split()]  # whichever kind of space is between them
        title = [*self.scene.title.split(), "·"]
        return HEADING if words and title[: len(words) + 1] == [*words, "·"] else "P"

    def _begin_content(self, part: Element | None) -> None:
        if part is self._open:
            return
        if self._open is not None:
            self.canvas.addLiteral("EMC")
        self._open = part
        if part is DECORATION:
            self.canvas.addLiteral("/Artifact BMC")
        elif part is not None:
            self.canvas.addLiteral(f"/{part.kind} <</MCID {self._count}>> BDC")
            part.parts.append(Content(0, self._count))
            self._count += 1


def _shapes(group: Group) -> Iterator[Shape]:
    for item in group.items:
        if isinstance(item, Group):
            yield from _shapes(item)
        else:
            yield item


def _texts(group: Group) -> Iterator[Text]:
    return (shape for shape in _shapes(group) if isinstance(shape, Text))


def add_tags(document: PdfDocument, height: float, root: Element) -> None:
    """Add the structure tree of pages, whose height is in millimetres, to a document with marked content."""
    tree = PDFDictionary({"Type": "/StructTreeRoot", "ParentTreeNextKey": len(document.pages)})
    owners: dict[Content, PDFObjectReference] = {}
    tree["K"] = _TreeWriter(document, height, owners).add(root, document.reference(tree))
    parents: list[int | PDFObjectReference] = []
    for index, page in enumerate(document.pages):
        page["StructParents"], page["Tabs"] = index, "/S"
        on_page = PDFArray([owners[content] for content in sorted(owners) if content.page == index])
        parents += [index, document.reference(on_page)]
    tree["ParentTree"] = document.reference(PDFDictionary({"Nums": PDFArray(parents)}))
    catalog = document.Catalog
    catalog["StructTreeRoot"], catalog["MarkInfo"] = document.reference(tree), PDFDictionary({"Marked": "true"})
    if "ViewerPreferences" not in catalog.dict:
        catalog["ViewerPreferences"] = PDFDictionary({"DisplayDocTitle": "true"})


@dataclass(frozen=True)
class _TreeWriter:
    """Writes elements into a document and records which of them owns each piece of marked content."""

    document: PdfDocument
    height: float
    owners: dict[Content, PDFObjectReference]

    def add(self, element: Element, parent: PDFObjectReference) -> PDFObjectReference:
        """Add an element with everything inside it and return a reference to it."""
        first = next((part.page for part in element.parts if isinstance(part, Content)), 0)
        page = self.document.reference(self.document.pages[first])
        written = PDFDictionary({"Type": "/StructElem", "S": f"/{element.kind}", "P": parent, "Pg": page})
        reference = self.document.reference(written)
        if element.title:
            written["T"] = PDFString(element.title)
        if element.alt:
            written["Alt"] = PDFString(element.alt)
        if element.box is not None:
            box = element.box
            corners = (box.x, self.height - box.bottom, box.right, self.height - box.y)
            bounding = PDFArray([round(value * MM, 2) for value in corners])
            written["A"] = PDFDictionary({"O": "/Layout", "Placement": "/Block", "BBox": bounding})
        parts: list[PDFObjectReference | PDFDictionary | int] = []
        for part in element.parts:
            if isinstance(part, Element):
                parts.append(self.add(part, reference))
            else:
                self.owners[part] = reference
                parts.append(part.number if part.page == first else self._elsewhere(part))
        written["K"] = PDFArray(parts)
        return reference

    def _elsewhere(self, content: Content) -> PDFDictionary:
        """Return a reference to content on another page than the first of its element."""
        page = self.document.reference(self.document.pages[content.page])
        return PDFDictionary({"Type": "/MCR", "Pg": page, "MCID": content.number})
