"""PDF files: reportlab's canvas and document, extended by complete form resources, repeated pages and object streams.

Called by `formats.pdf`, `formats.tags` and `press`, which draw on the canvas and add entries to the document.
"""

import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from io import BytesIO
from typing import Any

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.pdfdoc import (
    XMP,
    PDFArray,
    PDFDictionary,
    PDFObject,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
    PDFString,
)
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.faces import OwnFace, face
from sheetgen.drawing.text import font_face
from sheetgen.resources import BOOK_FONT_FILES, FONT_FILES

Version = tuple[int, int]
END_OF_STREAM = b"endstream\n"  # reportlab writes it right after the last byte of a stream
# Offsets inside an object stream are written as decimal text: shorter streams have shorter offsets.
OBJECTS_IN_STREAM = 100


class PdfCanvas(Canvas):
    """reportlab's canvas with the fonts of sheetgen; it draws into a PdfDocument."""

    def __init__(self, *, language: str, version: Version = (1, 5), object_streams: bool = True) -> None:
        for font in FONT_FILES:
            register_font(font)
        super().__init__(
            BytesIO(),
            invariant=1,
            pageCompression=1,
            initialFontName=font_name("text"),  # type: ignore[arg-type]  # the stubs are wrong: it is a name
        )
        # reportlab's canvas has no option for its document; nothing has been written into its default one yet.
        self._doc = self.document = PdfDocument(language, version, object_streams=object_streams)

    def file(self) -> bytes:
        """The finished file, the same bytes on every run."""
        return self.document.GetPDFData(self)


def font_name(font: str) -> str:
    """The name on a canvas of a font of `resources`."""
    return f"sheetgen-{font}"


def register_font(font: str) -> str:
    """Make a font known to reportlab, and return its name on a canvas."""
    if font in {**FONT_FILES, **BOOK_FONT_FILES}:
        return _register_ours(font)
    name = font_name(font)
    known = _others.pop(name, None)
    if known is None:
        known = _OtherFont(name, face(font))
        pdfmetrics.registerFont(known)
    _others[name] = known
    while len(_others) > MOST_OTHERS:
        oldest = next(iter(_others))
        # reportlab has no function for it, and would keep every font of every layout. Its stubs leave these tables out.
        pdfmetrics._dynFaceNames.pop(_others.pop(oldest).face.name, None)  # type: ignore[attr-defined]
        pdfmetrics._fonts.pop(oldest, None)  # type: ignore[attr-defined]
    return name


@cache
def _register_ours(font: str) -> str:
    name = font_name(font)
    pdfmetrics.registerFont(TTFont(name, str(font_face(font).path)))
    return name


_others: "dict[str, _OtherFont]" = {}  # the last one that was asked for is at the end
MOST_OTHERS = 64  # that reportlab knows at a time: many more than a file has


class _OtherFont(TTFont):
    """A font for scripts that ours lack, in any of its formats: only its subset is TrueType, as reportlab needs it."""

    def __init__(self, name: str, own: OwnFace) -> None:
        super().__init__(name, BytesIO(own.subset("")))
        self.face = _OtherFace(own)


class _OtherFace(TTFontFace):
    def __init__(self, own: OwnFace) -> None:
        super().__init__(BytesIO(own.subset("")))
        self._own = own
        self.charToGlyph = dict.fromkeys(own.characters, 1)
        self.charWidths = _Widths(own)

    def makeSubset(self, subset: Sequence[int]) -> bytes:  # noqa: N802  # the name is reportlab's
        letters = "".join(chr(code) for code in subset if code in self._own.characters)
        small: bytes = TTFontFace(BytesIO(self._own.subset(letters))).makeSubset(subset)
        return small


class _Widths(dict[int, float]):
    """The widths of characters in thousandths of an em, by code point."""

    def __init__(self, own: OwnFace) -> None:
        super().__init__()
        self._own = own

    def get(self, code: int, default: Any = None) -> Any:
        return self._own.width(chr(code)) * 1000 if code in self._own.characters else default


class PdfDocument(pdfdoc.PDFDocument):
    """reportlab's document; with object streams (from PDF 1.5) a repeated page takes about ten bytes."""

    def __init__(self, language: str, version: Version, *, object_streams: bool) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=version, lang=language)
        # Instead of reportlab's catalog, which has a fixed list of entries.
        self.Catalog = PDFDictionary({"Type": "/Catalog", "Lang": PDFString(language)})
        self.Catalog["Pages"] = self.reference(self.Pages)  # type: ignore[attr-defined]  # the stubs leave it out
        self.version, self.object_streams = version, object_streams
        self.pages: list[PDFDictionary] = []
        self._resources: dict[bytes, PDFResourceDictionary] = {}

    def reference(self, obj: PDFObject) -> PDFObjectReference:
        """A reference to an object; however many there are, the object is written once."""
        reference: PDFObjectReference = self.Reference(obj)  # type: ignore[no-untyped-call]  # the stubs leave its types out
        return reference

    def addForm(self, name: str, form: Any) -> None:  # noqa: N802  # the name is reportlab's
        """Add a form that a canvas has drawn; reportlab alone leaves out its graphics states and colour spaces."""
        form.Resources = self._shared_resources(form)
        form.Contents, form.compression = _compressed({}, form.stream), 0
        super().addForm(name, form)

    def addPage(self, page: Any) -> None:  # noqa: N802  # the name is reportlab's
        """Add a page that a canvas has drawn."""
        entries = {
            "Type": "/Page",
            "Parent": self.Catalog["Pages"],
            "MediaBox": PDFArray([0, 0, page.pagewidth, page.pageheight]),
            "Resources": self._shared_resources(page),
            "Contents": self.reference(_compressed({}, pdfdoc.pdfdocEnc(page.stream))),
        }
        entries |= {box: getattr(page, box) for box in ("BleedBox", "TrimBox") if getattr(page, box) is not None}
        # Formatted here, once, because repeated pages use the same entries.
        self._add_page({key: pdfdoc.format(value, self) for key, value in entries.items()})

    def repeat_page(self, page: PDFDictionary) -> None:
        """Add a copy of an earlier page."""
        self._add_page(page.dict)

    def _add_page(self, entries: Mapping[str, bytes]) -> None:
        page = PDFDictionary(dict(entries))
        super().addPage(page)
        self.pages.append(page)

    def _shared_resources(self, drawn: Any) -> PDFObjectReference:
        """A reference to the resources of a page or form; equal resources are written once."""
        resource_entries = {"XObject": drawn.XObjects, "ExtGState": drawn.ExtGState}
        resources = PDFResourceDictionary(**{kind: named for kind, named in resource_entries.items() if named})
        resources.basicFonts()
        resources.setColorSpace(drawn._colorsUsed)
        return self.reference(self._resources.setdefault(resources.format(self), resources))

    def format(self) -> bytes:
        """The bytes of the file; the id follows from them."""
        trailer: dict[str, Any] = {"Root": self.reference(self.Catalog), "Info": self.reference(self.info)}
        objects: list[bytes] = []
        while (number := len(objects) + 1) in self.numberToId:  # writing an object may add others
            obj = self.idToObject[self.numberToId[number]]
            if isinstance(obj, PDFStream) and not isinstance(obj, XMP):  # print shops read XMP as plain text
                obj.filters = [pdfdoc.PDFZCompress]  # reportlab would encode fonts as text, a quarter longer
            objects.append(pdfdoc.format(obj, self, toplevel=1))
        digest = blake2b(b"".join(objects), digest_size=16).hexdigest()
        trailer["ID"] = f"[<{digest}><{digest}>]"
        write = self._file_with_object_streams if self.object_streams else self._file_with_table
        return write(objects, trailer)

    def _file_with_table(self, objects: Sequence[bytes], trailer: dict[str, Any]) -> bytes:
        """The file as before PDF 1.5: every object by itself, and a cross-reference table."""
        file = pdfdoc.PDFFile(self.version)
        locations = [file.add(_indirect(number, body)) for number, body in enumerate(objects, 1)]
        entries = b"".join(b"%010d 00000 n \n" % location for location in locations)
        start = file.add(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + entries)
        end = PDFDictionary({**trailer, "Size": len(objects) + 1})
        file.add(b"trailer\n" + end.format(self) + b"\nstartxref\n%d\n%%%%EOF\n" % start)
        return file.format(self)

    def _file_with_object_streams(self, objects: Sequence[bytes], trailer: dict[str, Any]) -> bytes:
        """The file with all objects except streams in object streams, and a cross-reference stream."""
        file = pdfdoc.PDFFile(self.version)
        locations = {
            0: (0, 0, 0)
        }  # by number: (1, offset in the file, 0) or (2, number of the object stream, index in it)
        packed = []
        for number, body in enumerate(objects, 1):
            if body.endswith(END_OF_STREAM):
                locations[number] = (1, file.add(_indirect(number, body)), 0)
            else:
                packed.append((number, body))
        for first in range(0, len(packed), OBJECTS_IN_STREAM):
            batch, holder = packed[first : first + OBJECTS_IN_STREAM], len(objects) + 1 + first // OBJECTS_IN_STREAM
            locations |= {number: (2, holder, index) for index, (number, _) in enumerate(batch)}
            locations[holder] = (1, file.add(_indirect(holder, self._object_stream(batch))), 0)
        last = len(locations)
        locations[last] = (1, file.offset, 0)
        rows = [struct.pack(">BIH", *locations[number]) for number in range(last + 1)]
        entries = {**trailer, "Type": "/XRef", "Size": last + 1, "W": PDFArray([1, 4, 2])}
        entries["DecodeParms"] = PDFDictionary({"Predictor": 12, "Columns": len(rows[0])})
        start = file.add(_indirect(last, _compressed(entries, _differences(rows)).format(self)))
        file.add(b"startxref\n%d\n%%%%EOF\n" % start)
        return file.format(self)

    def _object_stream(self, objects: Sequence[tuple[int, bytes]]) -> bytes:
        """An object stream: numbers and offsets of the objects, then the objects."""
        offsets, bodies = [], b""
        for number, body in objects:
            offsets.append(b"%d %d" % (number, len(bodies)))
            bodies += body + b"\n"
        head = b" ".join(offsets) + b"\n"
        entries = {"Type": "/ObjStm", "N": len(objects), "First": len(head)}
        return _compressed(entries, head + bodies).format(self)


def _indirect(number: int, body: bytes) -> bytes:
    """An object with its number; `endstream` gets a line break before it, as the standard asks."""
    if body.endswith(END_OF_STREAM):
        body = body.removesuffix(END_OF_STREAM) + b"\nendstream"
    return b"%d 0 obj\n" % number + body + b"\nendobj\n"


def _compressed(entries: Mapping[str, Any], content: bytes) -> PDFStream:
    return PDFStream(PDFDictionary({**entries, "Filter": "/FlateDecode"}), zlib.compress(content, 9))


def _differences(rows: Sequence[bytes]) -> bytes:
    """Every row as the difference to the one before (PNG predictor `up`), because equal steps compress well."""
    above, lines = bytes(len(rows[0])), []
    for row in rows:
        lines.append(b"\x02" + bytes((new - old) % 256 for new, old in zip(row, above, strict=True)))
        above = row
    return b"".join(lines)
