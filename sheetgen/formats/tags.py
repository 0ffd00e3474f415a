"""Tags of a PDF: what is a heading, a panel, a text or a picture, in reading order, and what is mere decoration."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFString
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Group, Item, Rect, Scene, Shape, Text, bounds
from sheetgen.formats.pdf import MM, Inks, PageWriter
from sheetgen.formats.pdf_file import PdfDocument

HEADING = "H1"


@dataclass(eq=False)
class Element:
    """A part of the page with its own parts: other elements, or numbers of marked content."""

    kind: str
    title: str = ""
    alt: str = ""
    box: Rect | None = None
    place: tuple[int, float] = (0, 0.0)  # from the top, then from the left
    parts: list["Element | int"] = field(default_factory=list)

    def add(self, kind: str, first: Shape, *, title: str = "", alt: str = "", box: Rect | None = None) -> "Element":
        """A new part inside; where its first shape lies is where it is read, but for the heading: that comes first."""
        place = (-1, 0.0) if kind == HEADING else (round(first.rect.y), first.rect.x)
        inner = Element(kind, title, alt, box, place)
        self.parts.append(inner)
        return inner


DECORATION = Element("Artifact")


class TaggingWriter(PageWriter):
    """Writes a page and notes what each shape belongs to.

    A panel (a labelled group) is a section that begins with a picture named by the label; a group inside is a
    paragraph; a labelled group without text, or inside a panel, is a picture. All other shapes are decoration.
    """

    def __init__(self, canvas: Canvas, scene: Scene, inks: Inks) -> None:
        super().__init__(canvas, scene, inks)
        self.root = Element("Document", scene.title)
        self._around = self.root  # sections and paragraphs go here
        self._picture: Element | None = None  # every shape belongs to it
        self._frame: Element | None = None  # the next shape belongs to it
        self._paragraph: Element | None = None
        self._open: Element | None = None  # whose marked content is being written
        self._count = 0

    def draw_items(self) -> None:
        """Write everything on the page; one without any text is a single picture."""
        page = Group("", self.scene.items)
        if not any(_texts(page)):
            alt = f"{self.scene.title}. {self.scene.description}"
            self._picture = self.root.add("Figure", next(_shapes(page)), alt=alt, box=bounds(page))
        super().draw_items()
        self._mark(None)
        self.root.parts.sort(key=lambda inner: inner.place if isinstance(inner, Element) else (0, 0.0))

    def draw(self, item: Item) -> None:
        """Write one item between the marks of its part."""
        match item:
            case Group():
                kept = self._around, self._picture, self._paragraph
                if self._picture is None:
                    self._enter(item)
                super().draw(item)
                self._around, self._picture, self._paragraph = kept
            case Text():
                self._mark(self._picture or self._element_of(item))
                # Words of different places would run together for those who hear them.
                super().draw(replace(item, text=f"{item.text} "))
            case _:
                self._mark(self._picture or self._frame or DECORATION)
                self._frame = None
                super().draw(item)

    def _enter(self, group: Group) -> None:
        first = next(_shapes(group), None)
        if first is None:
            return
        self._paragraph = None
        said = group.alt or group.label
        if not said:
            self._paragraph = Element(self._kind_of([item for item in group.items if isinstance(item, Text)]))
        elif self._around is self.root and any(_texts(group)):
            self._around = self._around.add("Sect", first, title=said)
            if not isinstance(first, Text):
                self._frame = self._around.add("Figure", first, alt=said, box=bounds(first))
        else:
            self._picture = self._around.add("Figure", first, alt=said, box=bounds(group))

    def _element_of(self, text: Text) -> Element:
        """The heading, or the paragraph of the group; texts that lie freely have one each."""
        kind = self._kind_of([text])
        if self._paragraph is None or kind == HEADING:
            return self._around.add(kind, text)
        if not self._paragraph.parts:
            self._paragraph = self._around.add(self._paragraph.kind, text)
        return self._paragraph

    def _kind_of(self, texts: list[Text]) -> str:
        """The title in one or several lines is the heading; a word about the page may follow it in its full title."""
        words = [word for text in texts for word in text.text.split()]  # whatever their spaces are
        title = [*self.scene.title.split(), "·"]
        return HEADING if words and title[: len(words) + 1] == [*words, "·"] else "P"

    def _mark(self, part: Element | None) -> None:
        if part is self._open:
            return
        if self._open is not None:
            self.canvas.addLiteral("EMC")
        self._open = part
        if part is DECORATION:
            self.canvas.addLiteral("/Artifact BMC")
        elif part is not None:
            self.canvas.addLiteral(f"/{part.kind} <</MCID {self._count}>> BDC")
            part.parts.append(self._count)
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
    """Add the tree of the parts of its one page, so many millimetres high, to a document with marked content."""
    page = document.pages[0]
    page["StructParents"], page["Tabs"] = 0, "/S"
    tree = PDFDictionary({"Type": "/StructTreeRoot", "ParentTreeNextKey": 1})
    owners: dict[int, PDFObjectReference] = {}
    tree["K"] = _TreeWriter(document, height, owners).add(root, document.reference(tree))
    parents = document.reference(PDFArray([owners[number] for number in sorted(owners)]))
    tree["ParentTree"] = document.reference(PDFDictionary({"Nums": PDFArray([0, parents])}))
    catalog = document.Catalog
    catalog["StructTreeRoot"], catalog["MarkInfo"] = document.reference(tree), PDFDictionary({"Marked": "true"})
    catalog["ViewerPreferences"] = PDFDictionary({"DisplayDocTitle": "true"})


@dataclass(frozen=True)
class _TreeWriter:
    """Writes elements into a document and notes which of them owns each piece of marked content."""

    document: PdfDocument
    height: float
    owners: dict[int, PDFObjectReference]

    def add(self, element: Element, parent: PDFObjectReference) -> PDFObjectReference:
        """A reference to an element with all that it holds."""
        page = self.document.reference(self.document.pages[0])
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
        parts: list[PDFObjectReference | int] = []
        for part in element.parts:
            if isinstance(part, Element):
                parts.append(self.add(part, reference))
            else:
                self.owners[part] = reference
                parts.append(part)
        written["K"] = PDFArray(parts)
        return reference
