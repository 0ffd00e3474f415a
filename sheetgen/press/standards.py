"""Standards: what makes a PDF a file for a print shop, and what a home printer should be told."""

from datetime import UTC, datetime
from hashlib import blake2b
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import sheetgen
from sheetgen.press.profiles import Profile

if TYPE_CHECKING:
    import pikepdf


class Standard(NamedTuple):
    """What a standard writes into a file."""

    version: str  # the version of PDF
    mark: str  # what the file says that it is
    embeds: bool  # whether the colour profile lies inside
    object_streams: bool


STANDARDS = {
    "PDF/X-4": Standard("1.6", "PDF/X-4", embeds=True, object_streams=True),
    "PDF/X-1a": Standard("1.4", "PDF/X-1a:2003", embeds=False, object_streams=False),
}
# A file says when it was made; ours say always the same, so that the same input gives the same bytes.
MADE = datetime(2000, 1, 1, tzinfo=UTC)
_PREFLIP = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "none": "/Simplex"}


class About(NamedTuple):
    """What a file says of itself."""

    title: str
    subject: str
    language: str
    duplex: str = "none"


def finished(pdf: "pikepdf.Pdf", profile: Profile, about: About, icc: bytes | None) -> bytes:
    """Write a laid-out PDF down, with everything that its profile asks for; the same bytes on every run."""
    from pikepdf import Dictionary, Name, ObjectStreamMode, String

    standard = STANDARDS.get(profile.standard)
    pdf.Root.Lang = String(about.language)
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"), DisplayDocTitle=True, Duplex=Name(_PREFLIP[about.duplex])
    )
    if standard is not None:
        # X-1a knows no duplex wish: it speaks to printers, and a press has no such thing.
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        pdf.Root.OutputIntents = _intent(pdf, profile, icc if standard.embeds else None)
    for key in ("/PageMode", "/Outlines", "/PageLayout"):
        if key in pdf.Root:
            del pdf.Root[key]
    _describe(pdf, standard, about)
    stream = BytesIO()
    pdf.save(
        stream,
        deterministic_id=True,
        force_version=standard.version if standard else "1.6",
        compress_streams=True,
        object_stream_mode=ObjectStreamMode.generate
        if standard is None or standard.object_streams
        else ObjectStreamMode.disable,
    )
    return stream.getvalue()


def _intent(pdf: "pikepdf.Pdf", profile: Profile, icc: bytes | None) -> "pikepdf.Array":
    from pikepdf import Array, Dictionary, Name, String

    condition = profile.condition
    assert condition is not None  # a press profile without one is refused when it is read
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(condition.identifier),
        OutputCondition=String(condition.name),
        RegistryName=String(condition.registry),
        Info=String(condition.name),
    )
    if icc is not None:
        intent.DestOutputProfile = pdf.make_stream(icc, N=4)
    return Array([pdf.make_indirect(intent)])


def _describe(pdf: "pikepdf.Pdf", standard: Standard | None, about: About) -> None:
    """The same in the old place and in the new one: print shops look at both."""
    from pikepdf import Name, String

    made_old = MADE.strftime("D:%Y%m%d%H%M%SZ")
    made_new = MADE.strftime("%Y-%m-%dT%H:%M:%SZ")
    made_by = f"sheetgen {sheetgen.__version__}"
    info = pdf.docinfo
    for key in list(info.keys()):
        del info[key]
    info["/Title"], info["/Subject"] = String(about.title), String(about.subject)
    info["/Creator"] = info["/Producer"] = String(made_by)
    info["/CreationDate"] = info["/ModDate"] = String(made_old)
    with pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        xmp["dc:title"], xmp["dc:description"] = about.title, about.subject
        xmp["dc:language"] = {about.language}
        xmp["dc:format"] = "application/pdf"
        xmp["xmp:CreatorTool"] = xmp["pdf:Producer"] = made_by
        xmp["xmp:CreateDate"] = xmp["xmp:ModifyDate"] = xmp["xmp:MetadataDate"] = made_new
        if standard is not None:
            own_id = UUID(bytes=blake2b(f"{about}{standard}".encode(), digest_size=16).digest(), version=4)
            xmp["xmpMM:DocumentID"] = f"uuid:{own_id}"
            xmp["xmpMM:VersionID"], xmp["xmpMM:RenditionClass"] = "1", "default"
            xmp["pdf:Trapped"] = "False"
            xmp["pdfxid:GTS_PDFXVersion"] = standard.mark
    if standard is not None:
        info["/Trapped"] = Name("/False")
        info["/GTS_PDFXVersion"] = String(standard.mark)
