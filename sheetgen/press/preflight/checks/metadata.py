"""Metadata: which printing condition a file is made for, which standard, and whether it says so in one voice."""

from collections.abc import Iterator
from typing import Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.document import Document
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.xmp import moment
from sheetgen.press.profiles import Profile

MAX_ICC = 32_000_000
# The same fact in the info dictionary and in XMP.
PAIRS = {
    "Title": "dc:title",
    "Author": "dc:creator",
    "Subject": "dc:description",
    "Keywords": "pdf:Keywords",
    "Creator": "xmp:CreatorTool",
    "Producer": "pdf:Producer",
    "CreationDate": "xmp:CreateDate",
    "ModDate": "xmp:ModifyDate",
    "Trapped": "pdf:Trapped",
}
NEEDED = {"Title": "a title", "CreationDate": "the date of its making", "ModDate": "the date of its last change"}


def output_intent(document: Document, profile: Profile) -> Iterator[Finding]:
    """One intent for PDF/X that names the printing condition."""
    found = _intents(document)
    if not found:
        yield Finding("no output intent", "expected one for PDF/X (GTS_PDFX)")
        return
    meant = [intent for intent in found if objects.word(objects.get(intent, "/S")) == "GTS_PDFX"]
    if len(meant) != 1:
        kinds = ", ".join(objects.word(objects.get(intent, "/S")) or "of no kind" for intent in found)
        yield Finding(f"output intents: {kinds}", "expected exactly one for PDF/X (GTS_PDFX)")
        return
    identifier = objects.text(objects.get(meant[0], "/OutputConditionIdentifier"))
    wanted = profile.condition.identifier if profile.condition is not None else None
    if not identifier:
        yield Finding("the output intent names no printing condition", f"expected {wanted}")
    elif wanted is not None and identifier != wanted:
        yield Finding(f"the printing condition is {identifier}", f"expected {wanted}")


def colour_profile(document: Document, profile: Profile) -> Iterator[Finding]:
    """The colour profile of the condition: inside for PDF/X-4, and for four inks wherever it is."""
    for intent in _intents(document):
        if objects.word(objects.get(intent, "/S")) != "GTS_PDFX":
            continue
        stream = objects.get(intent, "/DestOutputProfile")
        if stream is None:
            if profile.standard == "PDF/X-4":
                yield Finding("the output intent has no colour profile", "expected it embedded in PDF/X-4")
            elif not objects.text(objects.get(intent, "/RegistryName")):
                yield Finding("the output intent has neither a colour profile nor a registry", "expected one of them")
            continue
        data = objects.stream_data(stream, MAX_ICC) if objects.is_stream(stream) else None
        if data is None or len(data) < 128 or data[36:40] != b"acsp":
            yield Finding("the colour profile of the output intent cannot be read", "expected an ICC profile")
        elif data[12:16] != b"prtr" or data[16:20] != b"CMYK":
            kind = f"{_letters(data[16:20])} ({_letters(data[12:16])})"
            yield Finding(f"the colour profile of the output intent is {kind}", "expected CMYK for a printer (prtr)")
        elif objects.number(objects.get(stream, "/N")) != 4:
            yield Finding("the colour profile of the output intent has another /N", "expected 4")


def standard(document: Document, profile: Profile) -> Iterator[Finding]:
    """The file says which standard it keeps, in the place where that standard looks."""
    if profile.standard == "PDF/X-4":
        if document.xmp is None:
            return  # `packet` says so
        found = document.xmp.get("pdfxid:GTS_PDFXVersion")
        place, wanted = "in XMP", "PDF/X-4"
    else:
        found = document.info.get("GTS_PDFXVersion")
        place, wanted = "in the info dictionary", "PDF/X-1a:2003"
        if found == "PDF/X-1:2001" and document.info.get("GTS_PDFXConformance") == "PDF/X-1a:2001":
            return
    if found != wanted:
        told = f"says that it is {found}" if found else "does not say which standard it keeps"
        yield Finding(f"the file {told} ({place})", f"expected {wanted}")


def described(document: Document, profile: Profile) -> Iterator[Finding]:
    """Title, dates and trapping must be there."""
    new = document.xmp or {}
    for key, word in NEEDED.items():
        if not document.info.get(key) and (profile.standard == "PDF/X-1a" or not new.get(PAIRS[key])):
            yield Finding(f"the file does not tell {word}", f"expected /{key}")
    trapped = document.info.get("Trapped") or (new.get("pdf:Trapped") if profile.standard == "PDF/X-4" else None)
    if trapped not in ("True", "False"):
        yield Finding("the file does not say whether it is trapped", "expected /Trapped /True or /False")


def packet(document: Document, profile: Profile) -> Iterator[Finding]:
    """XMP must be there for PDF/X-4, and readable wherever it is."""
    if objects.get(document.root, "/Metadata") is None:
        if profile.standard == "PDF/X-4":
            yield Finding("no XMP metadata", "expected them in PDF/X-4")
    elif document.xmp is None:
        yield Finding("the XMP metadata cannot be read", "expected well-formed XML")


def one_voice(document: Document, profile: Profile) -> Iterator[Finding]:
    """The info dictionary and XMP must not contradict each other."""
    for key, name in PAIRS.items():
        old, new = document.info.get(key), (document.xmp or {}).get(name)
        if old and new and not _same(old, new):
            yield Finding(f"/{key} is {old!r}, but {name} is {new!r}", "expected the same in both places")


def file_id(document: Document, profile: Profile) -> Iterator[Finding]:
    """Something to tell this file from others."""
    found: Any = document.pdf.trailer.get("/ID")
    if not objects.is_array(found) or len(found) != 2 or not all(len(bytes(part)) for part in found):
        yield Finding("no file identifier", "expected /ID in the trailer")


def pdf_version(document: Document, profile: Profile) -> Iterator[Finding]:
    """A version of PDF that the standard knows."""
    version = document.pdf.pdf_version
    highest = (1, 4) if profile.standard == "PDF/X-1a" else (1, 7)
    if tuple(int(part) for part in version.split(".") if part.isdigit()) > highest:
        yield Finding(f"PDF {version}", f"expected at most PDF {highest[0]}.{highest[1]} in {profile.standard}")


def print_scaling(document: Document, profile: Profile) -> Iterator[Finding]:
    """A home printer must be told not to shrink the page."""
    found = objects.word(objects.get(objects.get(document.root, "/ViewerPreferences"), "/PrintScaling"))
    if found != "None":
        yield Finding("printers may scale the page", "expected /ViewerPreferences /PrintScaling /None")


def _intents(document: Document) -> list[Any]:
    found = objects.get(document.root, "/OutputIntents")
    return [intent for intent in found if objects.is_dictionary(intent)] if objects.is_array(found) else []


def _letters(raw: bytes) -> str:
    return raw.decode("ascii", "replace").strip()


def _same(old: str, new: str) -> bool:
    if old == new:
        return True
    first, second = moment(old), moment(new)
    return first is not None and first == second
