"""Standards: what makes a PDF a file for a print shop, and what a home printer should be told."""

from datetime import UTC, datetime
from hashlib import blake2b
from typing import NamedTuple
from uuid import UUID
from xml.etree import ElementTree

from reportlab.pdfbase.pdfdoc import XMP, PDFArray, PDFDictionary, PDFInfo, PDFName, PDFStream, PDFString

import sheetgen
from sheetgen.formats.pdf_file import PdfCanvas, PdfDocument, Version
from sheetgen.press.profiles import Profile


class Standard(NamedTuple):
    """What a standard writes into a file."""

    version: Version  # of PDF
    name: str  # what the file says that it is
    embeds_icc: bool  # whether the colour profile lies inside
    object_streams: bool


STANDARDS = {
    "PDF/X-4": Standard((1, 6), "PDF/X-4", embeds_icc=True, object_streams=True),
    "PDF/X-1a": Standard((1, 4), "PDF/X-1a:2003", embeds_icc=False, object_streams=False),
}
# A file says when it was made; ours say always the same, so that the same input gives the same bytes.
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
    """What a file says of itself."""

    title: str
    subject: str
    language: str
    duplex: str = "none"


def canvas_for(profile: Profile, about: About) -> PdfCanvas:
    """An empty document in the version of PDF that a profile asks for."""
    standard = STANDARDS.get(profile.standard)
    if standard is None:
        return PdfCanvas(language=about.language, version=(1, 6))
    return PdfCanvas(language=about.language, version=standard.version, object_streams=standard.object_streams)


def describe(document: PdfDocument, profile: Profile, about: About, icc: bytes | None) -> None:
    """Write into a document what viewers, printers and print shops ask of it."""
    standard = STANDARDS.get(profile.standard)
    catalog = document.Catalog
    # X-1a knows no duplex wish: it speaks to printers, and a press has no such thing.
    preferences = {"PrintScaling": "/None", "Duplex": DUPLEX[about.duplex]} if standard is None else {}
    catalog["ViewerPreferences"] = PDFDictionary({**preferences, "DisplayDocTitle": "true"})
    if standard is not None:
        catalog["OutputIntents"] = PDFArray([_intent(document, profile, icc if standard.embeds_icc else None)])
    document.info = _Info(standard, about)
    packet = _xmp(standard, about)
    catalog["Metadata"] = document.reference(XMP(creator=lambda _: packet))


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


def _made_by() -> str:
    return f"sheetgen {sheetgen.__version__}"


class _Info(PDFInfo):
    """What a file says of itself in the old place; print shops look at both."""

    def __init__(self, standard: Standard | None, about: About) -> None:
        super().__init__()
        self.standard, self.title, self.subject = standard, about.title, about.subject
        self.producer = self.creator = _made_by()

    def format(self, document: PdfDocument) -> bytes:
        """The entries as PDF."""
        made = MADE.strftime("D:%Y%m%d%H%M%S+00'00'")
        words = {"Title": self.title, "Subject": self.subject, "Creator": self.creator, "Producer": self.producer}
        entries: dict[str, PDFString | str] = {
            key: PDFString(text) for key, text in {**words, "CreationDate": made, "ModDate": made}.items()
        }
        if self.standard is not None:
            entries |= {"Trapped": PDFName("False"), "GTS_PDFXVersion": PDFString(self.standard.name)}
        return PDFDictionary(entries).format(document)


def _xmp(standard: Standard | None, about: About) -> bytes:
    """What a file says of itself in the new place, as an XMP packet."""
    made = MADE.strftime("%Y-%m-%dT%H:%M:%SZ")
    plain = {"dc:format": "application/pdf", "xmp:CreatorTool": _made_by(), "pdf:Producer": _made_by()}
    plain |= dict.fromkeys(("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"), made)
    if standard is not None:
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
    """Add an entry that is a list with one item."""
    items = ElementTree.SubElement(ElementTree.SubElement(parent, _qualified(key)), _qualified(kind))
    ElementTree.SubElement(items, _qualified("rdf:li"), attributes).text = text
