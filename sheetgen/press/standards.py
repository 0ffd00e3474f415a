"""PDF standards: versions, metadata and output intents for print shops, and preferences for home printers.

Called by `press.pages`.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import NamedTuple
from uuid import UUID
from xml.etree import ElementTree

from reportlab.pdfbase.pdfdoc import XMP, PDFArray, PDFDictionary, PDFInfo, PDFName, PDFStream, PDFString

import sheetgen
from sheetgen.formats.pdf_file import PdfCanvas, PdfDocument, Version
from sheetgen.press.profiles import Profile
from sheetgen.press.tones import RECORD, PrintedColour


class Standard(NamedTuple):
    """The properties of a file of a PDF/X standard."""

    version: Version  # of PDF
    name: str  # as it is written in the metadata
    embeds_icc: bool  # whether the colour profile is in the file
    object_streams: bool


STANDARDS = {
    "PDF/X-4": Standard((1, 6), "PDF/X-4", embeds_icc=True, object_streams=True),
    "PDF/X-1a": Standard((1, 4), "PDF/X-1a:2003", embeds_icc=False, object_streams=False),
}
# The creation date of every file: a fixed one, so that the same input gives the same bytes.
MADE = datetime(2000, 1, 1, tzinfo=UTC)
DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "none": "/Simplex"}
RDF, XML = "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/XML/1998/namespace"
XMP_NAMESPACES = {
    "x": "adobe:ns:meta/",
    "rdf": RDF,
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}


class About(NamedTuple):
    """The metadata of a file, and on which edge its paper is turned."""

    title: str
    subject: str
    language: str
    duplex: str = "none"


def canvas_for(profile: Profile, about: About) -> PdfCanvas:
    """An empty document in the PDF version of a profile's standard."""
    standard = STANDARDS.get(profile.standard)
    if standard is None:
        return PdfCanvas(language=about.language, version=(1, 6))
    return PdfCanvas(language=about.language, version=standard.version, object_streams=standard.object_streams)


def add_metadata(document: PdfDocument, profile: Profile, about: About, icc: bytes | None) -> None:
    """Add metadata, viewer preferences and output intent to a document."""
    standard = STANDARDS.get(profile.standard)
    catalog = document.Catalog
    # Files for a press get no duplex preference: it is for printers, and PDF/X-1a does not have it.
    preferences = {"PrintScaling": "/None", "Duplex": DUPLEX[about.duplex]} if standard is None else {}
    catalog["ViewerPreferences"] = PDFDictionary({**preferences, "DisplayDocTitle": "true"})
    if standard is not None:
        catalog["OutputIntents"] = PDFArray([_intent(document, profile, icc if standard.embeds_icc else None)])
    document.info = _Info(standard, about)
    packet = _xmp(standard, about)
    catalog["Metadata"] = document.reference(XMP(creator=lambda _: packet))


def record_colours(document: PdfDocument, colours: Iterable[PrintedColour]) -> None:
    """Record the colours of the design with their inks, so that preflight finds one that was lost on the way.

    They are private data of the catalog (/PieceInfo, which PDF/X permits): by the six digits of a colour the width in
    millimetres of its widest shape, and its four inks from 0 to 1.
    """
    entries = {
        each.colour[1:].upper(): PDFArray([round(each.width, 2), *(share / 100 for share in each.mix)])
        for each in colours
    }
    data = {"LastModified": PDFString(_pdf_date()), "Private": PDFDictionary({"Colours": PDFDictionary(entries)})}
    document.Catalog["PieceInfo"] = PDFDictionary({RECORD: PDFDictionary(data)})


def _intent(document: PdfDocument, profile: Profile, icc: bytes | None) -> PDFDictionary:
    condition = profile.condition
    if condition is None:
        raise ValueError(f"a profile for {profile.standard} without a printing condition")
    intent = PDFDictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": PDFString(condition.identifier),
            "OutputCondition": PDFString(condition.name),
            "RegistryName": PDFString(condition.registry),
            "Info": PDFString(condition.name),
        }
    )
    if icc is not None:
        intent["DestOutputProfile"] = document.reference(PDFStream(PDFDictionary({"N": 4}), icc))
    return intent


def _pdf_date() -> str:
    return MADE.strftime("D:%Y%m%d%H%M%S+00'00'")


def _made_by() -> str:
    return f"sheetgen {sheetgen.__version__}"


class _Info(PDFInfo):
    """The info dictionary, the older form of metadata; print shops read both."""

    def __init__(self, standard: Standard | None, about: About) -> None:
        super().__init__()
        self.standard, self.title, self.subject = standard, about.title, about.subject
        self.producer = self.creator = _made_by()

    def format(self, document: PdfDocument) -> bytes:
        """The dictionary in PDF syntax."""
        made = _pdf_date()
        words = {"Title": self.title, "Subject": self.subject, "Creator": self.creator, "Producer": self.producer}
        entries: dict[str, PDFString | str] = {
            key: PDFString(text) for key, text in {**words, "CreationDate": made, "ModDate": made}.items()
        }
        if self.standard is not None:
            entries |= {"Trapped": PDFName("False"), "GTS_PDFXVersion": PDFString(self.standard.name)}
        return PDFDictionary(entries).format(document)


def _xmp(standard: Standard | None, about: About) -> bytes:
    """The XMP packet, the newer form of metadata."""
    made = MADE.strftime("%Y-%m-%dT%H:%M:%SZ")
    plain = {"dc:format": "application/pdf", "xmp:CreatorTool": _made_by(), "pdf:Producer": _made_by()}
    plain |= dict.fromkeys(("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"), made)
    if standard is not None:
        # The id depends on the names of both classes and their fields: renaming one changes every file.
        identity = UUID(bytes=blake2b(f"{about}{standard}".encode(), digest_size=16).digest(), version=4)
        plain |= {"xmpMM:DocumentID": f"uuid:{identity}", "xmpMM:VersionID": "1", "xmpMM:RenditionClass": "default"}
        plain |= {"pdf:Trapped": "False", "pdfxid:GTS_PDFXVersion": standard.name}
    for prefix, namespace in XMP_NAMESPACES.items():
        ElementTree.register_namespace(prefix, namespace)
    meta = ElementTree.Element(_qualified("x:xmpmeta"))
    rdf = ElementTree.SubElement(meta, _qualified("rdf:RDF"))
    description = ElementTree.SubElement(rdf, _qualified("rdf:Description"), {_qualified("rdf:about"): ""})
    for key, text in (("dc:title", about.title), ("dc:description", about.subject)):
        _add_list(description, key, "rdf:Alt", text, {f"{{{XML}}}lang": "x-default"})
    _add_list(description, "dc:language", "rdf:Bag", about.language, {})
    for key, text in plain.items():
        ElementTree.SubElement(description, _qualified(key)).text = text
    head = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    return (head + ElementTree.tostring(meta, encoding="unicode") + '\n<?xpacket end="w"?>\n').encode()


def _qualified(key: str) -> str:
    prefix, _, name = key.partition(":")
    return f"{{{XMP_NAMESPACES[prefix]}}}{name}"


def _add_list(parent: ElementTree.Element, key: str, kind: str, text: str, attributes: dict[str, str]) -> None:
    """Add a property that is a list of the given kind with one item."""
    items = ElementTree.SubElement(ElementTree.SubElement(parent, _qualified(key)), _qualified(kind))
    ElementTree.SubElement(items, _qualified("rdf:li"), attributes).text = text
