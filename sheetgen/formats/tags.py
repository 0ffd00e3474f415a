"""Tags of a PDF: what is a heading, a panel, a text or a picture, in reading order, and what is mere decoration."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.scene import Group, Item, Rect, Scene, Shape, Text, bounds
from sheetgen.formats.pdf import MM, Inks, PageWriter

if TYPE_CHECKING:
    import pikepdf

HEADING = "H1"


@dataclass(eq=False)
class Element:
    """A part of the page with what it holds: other parts, or numbers of marked content."""

    kind: str
    title: str = ""
    alt: str = ""
    box: Rect | None = None
    place: tuple[int, float] = (0, 0.0)  # from the top, then from the left
    holds: list["Element | int"] = field(default_factory=list)

    def add(self, kind: str, first: Shape, *, title: str = "", alt: str = "", box: Rect | None = None) -> "Element":
        """A new part inside; where its first shape lies is where it is read, but for the heading: that comes first."""
        place = (-1, 0.0) if kind == HEADING else (round(first.rect.y), first.rect.x)
        inner = Element(kind, title, alt, box, place)
        self.holds.append(inner)
        return inner


DECORATION = Element("Artifact")


class TaggingWriter(PageWriter):
    """Writes a page and notes what each shape belongs to.

    A panel (a labelled group) is a section that begins with a picture named by the label; a group inside is a
    paragraph; a labelled group without text, or inside a panel, is a picture. All other shapes are decoration.
    """

    def __init__(self, canvas: Canvas, scene: Scene, inks: Inks) -> None:
        super().__init__(canvas, scene, inks)
        self.document = Element("Document", scene.title)
        self._around = self.document  # sections and paragraphs go here
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
            self._picture = self.document.add("Figure", next(_shapes(page)), alt=alt, box=bounds(page))
        super().draw_items()
        self._mark(None)
        self.document.holds.sort(key=lambda inner: inner.place if isinstance(inner, Element) else (0, 0.0))

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
                self._mark(self._picture or self._part_of(item))
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
        elif self._around is self.document and any(_texts(group)):
            self._around = self._around.add("Sect", first, title=said)
            if not isinstance(first, Text):
                self._frame = self._around.add("Figure", first, alt=said, box=bounds(first))
        else:
            self._picture = self._around.add("Figure", first, alt=said, box=bounds(group))

    def _part_of(self, text: Text) -> Element:
        """The heading, or the paragraph of the group; texts that lie freely have one each."""
        kind = self._kind_of([text])
        if self._paragraph is None or kind == HEADING:
            return self._around.add(kind, text)
        if not self._paragraph.holds:
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
            part.holds.append(self._count)
            self._count += 1


def _shapes(group: Group) -> Iterator[Shape]:
    for item in group.items:
        if isinstance(item, Group):
            yield from _shapes(item)
        else:
            yield item


def _texts(group: Group) -> Iterator[Text]:
    return (shape for shape in _shapes(group) if isinstance(shape, Text))


def tagged(data: bytes, document: Element) -> bytes:
    """A one-page PDF with marked content together with the tree of its parts."""
    from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf

    with Pdf.open(BytesIO(data)) as pdf:
        page, root = pdf.pages[0].obj, pdf.Root
        tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        owners: dict[int, pikepdf.Object] = {}
        tree.K = _element(pdf, document, tree, owners)
        contents = pdf.make_indirect(Array([owners[number] for number in sorted(owners)]))
        tree.ParentTree = pdf.make_indirect(Dictionary(Nums=Array([0, contents])))
        tree.ParentTreeNextKey = 1
        page.StructParents, page.Tabs = 0, Name.S
        root.StructTreeRoot, root.MarkInfo = tree, Dictionary(Marked=True)
        root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        stream = BytesIO()
        # The id follows from the contents, so that the bytes are the same on every run.
        pdf.save(stream, object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
    return stream.getvalue()


def _element(
    pdf: "pikepdf.Pdf", own: Element, parent: "pikepdf.Object", owners: dict[int, "pikepdf.Object"]
) -> "pikepdf.Object":
    from pikepdf import Array, Dictionary, Name, String

    page = pdf.pages[0]
    result = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{own.kind}"), P=parent, Pg=page.obj))
    if own.title:
        result.T = String(own.title)
    if own.alt:
        result.Alt = String(own.alt)
    if own.box is not None:
        height = float(page.mediabox[3])
        corners = (own.box.x * MM, height - own.box.bottom * MM, own.box.right * MM, height - own.box.y * MM)
        result.A = Dictionary(O=Name.Layout, Placement=Name.Block, BBox=Array([round(value, 2) for value in corners]))
    kids = Array()
    for inner in own.holds:
        if isinstance(inner, Element):
            kids.append(_element(pdf, inner, result, owners))
        else:
            owners[inner] = result
            kids.append(inner)
    result.K = kids
    return result
