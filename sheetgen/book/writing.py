"""Writes the pages of a book as PDF: pictures once, as forms; tags, links and bookmarks for readers on a screen.

Pages are scenes in millimetres. A side of paper shows one page, or two for a booklet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObjectReference, PDFString

from sheetgen.book.pieces import PageDrawing, PlacedPicture
from sheetgen.drawing.scene import Group, Item, Rect, Scene
from sheetgen.formats.pdf import MM, Inks, PageWriter
from sheetgen.formats.pdf_file import PdfCanvas, PdfDocument
from sheetgen.formats.tags import Content, Element, add_tags
from sheetgen.press.colour import PressInks, printed_colours
from sheetgen.press.pages import DIGITS
from sheetgen.press.profiles import Profile
from sheetgen.press.standards import About, add_metadata, canvas_for, record_colours


@dataclass(frozen=True, eq=False)
class PlacedPage:
    """A page of the book on a side of paper: its corner, and how far its drawing may reach beyond its edges."""

    page: PageDrawing
    x: float
    y: float
    reach: Rect  # what is shown of the page, in its own millimetres


@dataclass(frozen=True, eq=False)
class Side:
    """One side of paper: the pages on it, what is printed around them, and the boxes of the PDF."""

    width: float
    height: float
    pages: tuple[PlacedPage, ...]
    around: tuple[Item, ...] = ()
    trim: Rect | None = None
    bleed: float = 0.0


@dataclass(frozen=True)
class Bookmark:
    """An entry of the bookmarks: its page (from 0), its height on it, and the entries below it."""

    title: str
    page: int
    y: float
    inner: tuple["Bookmark", ...] = ()


@dataclass(frozen=True)
class Reading:
    """What readers on a screen use: the structure of the document, bookmarks, and places that links lead to."""

    root: Element
    bookmarks: tuple[Bookmark, ...]
    places: Mapping[str, tuple[int, float]]  # the page (from 0) and the height on it


@dataclass
class _Forms:
    """The scenes that were written as forms, by their identity."""

    canvas: PdfCanvas
    inks: Inks
    names: dict[int, str] = field(default_factory=dict)
    scenes: list[Scene] = field(default_factory=list)

    def name(self, scene: Scene) -> str:
        """Return the name of the form of a scene, which is written when it is needed first."""
        if id(scene) not in self.names:
            self.names[id(scene)] = f"picture{len(self.names)}"
            self.scenes.append(scene)  # kept, so that no other scene gets its identity
            PageWriter(self.canvas, scene, self.inks).draw_form(self.names[id(scene)])
        return self.names[id(scene)]


class _BookPageWriter(PageWriter):
    """Writes a page of the book; groups that name an element are its marked content."""

    def __init__(self, canvas: PdfCanvas, scene: Scene, forms: _Forms, page: PageDrawing, number: int | None) -> None:
        super().__init__(canvas, scene, forms.inks)
        self.forms, self.page, self.number = forms, page, number
        self._count = 0

    def draw_items(self) -> None:
        """Write the page: shapes and text, then pictures."""
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        pending: list[Item] = []
        for item in self.scene.items:
            if isinstance(item, Group) and item.id in self.page.elements:
                self._decoration(pending)
                pending = []
                self._begin(self.page.elements[item.id])
                self.draw(item)
                self._end()
            else:
                pending.append(item)
        self._decoration(pending)
        for placed in self.page.pictures:
            self._picture(placed)

    def _decoration(self, items: Sequence[Item]) -> None:
        if items:
            self._begin(None)
            for item in items:
                self.draw(item)
            self._end()

    def _picture(self, placed: PlacedPicture) -> None:
        self._begin(placed.element)
        self.set_overprint(False)
        area, rect = placed.picture.area, placed.rect
        scale = rect.width / area.width
        for layer in placed.picture.layers:
            name = self.forms.name(layer)
            self.canvas.saveState()
            x = (rect.x - area.x * scale) * MM
            y = (self.scene.height - rect.y + area.y * scale - layer.height * scale) * MM
            self.canvas.transform(*(round(value, DIGITS) for value in (scale, 0, 0, scale, x, y)))
            self.canvas.doForm(name)
            self.canvas.restoreState()
        self._end()

    def _begin(self, element: Element | None) -> None:
        if self.number is None:
            return
        if element is None:
            self.canvas.addLiteral("/Artifact BMC")
        else:
            self.canvas.addLiteral(f"/{element.kind} <</MCID {self._count}>> BDC")
            element.parts.append(Content(self.number, self._count))
            self._count += 1

    def _end(self) -> None:
        if self.number is not None:
            self.canvas.addLiteral("EMC")


def write_book(
    sides: Sequence[Side], profile: Profile, about: About, reading: Reading | None, icc: bytes | None, inks: Inks
) -> bytes:
    """Write sides of paper as a PDF, the same bytes on every run; `reading` is for files that are read on a screen."""
    canvas = canvas_for(profile, about)
    add_metadata(canvas.document, profile, about, icc)
    forms = _Forms(canvas, inks)
    for number, side in enumerate(sides):
        _write_side(canvas, side, forms, None if reading is None else number)
    document = canvas.document
    if reading is not None:
        height = sides[0].height
        add_tags(document, height, _without_empty(reading.root))
        _add_links(document, sides, reading, height)
        if reading.bookmarks:
            _add_bookmarks(document, reading.bookmarks, height)
    if isinstance(inks, PressInks):
        record_colours(document, printed_colours(all_scenes(sides), inks))
    return canvas.file()


def _without_empty(element: Element) -> Element:
    """Return the structure without elements that nothing belongs to."""
    element.parts = [part for part in element.parts if not isinstance(part, Element) or _without_empty(part).parts]
    return element


def _write_side(canvas: PdfCanvas, side: Side, forms: _Forms, number: int | None) -> None:
    canvas.setPageSize((round(side.width * MM, DIGITS), round(side.height * MM, DIGITS)))
    if side.trim is not None:
        canvas.setBleedBox(_box(side.trim.inset(-side.bleed), side.height))
        canvas.setTrimBox(_box(side.trim, side.height))
    for placed in side.pages:
        # A page that is not drawn as a form needs its pictures before, since a form cannot begin inside of a page.
        for picture in placed.page.pictures:
            for layer in picture.picture.layers:
                forms.name(layer)
    for placed in side.pages:
        scene = Scene(side.width, side.height, tuple(placed.page.items), "", "", "")
        canvas.saveState()
        canvas.translate(round(placed.x * MM, DIGITS), round(-placed.y * MM, DIGITS))
        if len(side.pages) > 1 or side.trim is not None:
            _clip(canvas, placed.reach, side.height)
        _BookPageWriter(canvas, scene, forms, placed.page, number).draw_items()
        canvas.restoreState()
    if side.around:
        PageWriter(canvas, Scene(side.width, side.height, side.around, "", "", ""), forms.inks).draw_items()
    canvas.showPage()


def _clip(canvas: PdfCanvas, reach: Rect, height: float) -> None:
    path = canvas.beginPath()
    path.rect(reach.x * MM, (height - reach.bottom) * MM, reach.width * MM, reach.height * MM)
    canvas.clipPath(path, stroke=0, fill=0)


def _box(rect: Rect, page_height: float) -> list[float]:
    corners = (rect.x, page_height - rect.bottom, rect.right, page_height - rect.y)
    return [round(value * MM, DIGITS) for value in corners]


def _destination(document: PdfDocument, page: int, y: float, height: float) -> PDFArray:
    target = document.reference(document.pages[page])
    return PDFArray([target, "/XYZ", 0, round((height - y) * MM, 2), "null"])


def _add_links(document: PdfDocument, sides: Sequence[Side], reading: Reading, height: float) -> None:
    for index, side in enumerate(sides):
        annotations: list[PDFObjectReference] = []
        for link in (link for placed in side.pages for link in placed.page.links):
            page, y = reading.places[link.target]
            rect = link.rect
            corners = (rect.x, height - rect.bottom, rect.right, height - rect.y)
            entries = {
                "Type": "/Annot",
                "Subtype": "/Link",
                "Border": PDFArray([0, 0, 0]),
                "Rect": PDFArray([round(value * MM, 2) for value in corners]),
                "Dest": _destination(document, page, max(0.0, y - 4), height),
                "Contents": PDFString(link.text),
            }
            annotations.append(document.reference(PDFDictionary(entries)))
        if annotations:
            document.pages[index]["Annots"] = PDFArray(annotations)


def _add_bookmarks(document: PdfDocument, bookmarks: Sequence[Bookmark], height: float) -> None:
    root = PDFDictionary({"Type": "/Outlines"})
    reference = document.reference(root)
    _add_level(document, bookmarks, root, reference, height)
    root["Count"] = len(bookmarks)
    document.Catalog["Outlines"] = reference
    document.Catalog["PageMode"] = "/UseOutlines"


def _add_level(
    document: PdfDocument,
    bookmarks: Sequence[Bookmark],
    parent: PDFDictionary,
    above: PDFObjectReference,
    height: float,
) -> None:
    entries = [
        PDFDictionary(
            {
                "Title": PDFString(bookmark.title),
                "Parent": above,
                "Dest": _destination(document, bookmark.page, bookmark.y, height),
            }
        )
        for bookmark in bookmarks
    ]
    references = [document.reference(entry) for entry in entries]
    parent["First"], parent["Last"] = references[0], references[-1]
    for i, (entry, bookmark) in enumerate(zip(entries, bookmarks, strict=True)):
        if i:
            entry["Prev"] = references[i - 1]
        if i + 1 < len(entries):
            entry["Next"] = references[i + 1]
        if bookmark.inner:
            _add_level(document, bookmark.inner, entry, references[i], height)
            entry["Count"] = -len(bookmark.inner)  # closed


def all_scenes(sides: Sequence[Side]) -> list[Scene]:
    """Return every scene of a book: what is drawn on its pages, its pictures, and what is around the pages."""
    scenes: dict[int, Scene] = {}
    for side in sides:
        for placed in side.pages:
            own = Scene(side.width, side.height, (*placed.page.items, *side.around), "", "", "")
            scenes[id(own)] = own
            for picture in placed.page.pictures:
                scenes |= {id(layer): layer for layer in picture.picture.layers}
    return list(scenes.values())
