"""Structure: things that PDF knows and a print shop does not want."""

from collections.abc import Iterator

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.checks.boxes import size_of
from sheetgen.press.preflight.document import Document
from sheetgen.press.preflight.fonts import read_font
from sheetgen.press.preflight.ground import Ground
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

FONTS = ("Type1", "TrueType", "MMType1", "Type0")


def transparency(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """What lies below shines through."""
    if thing.transparent:
        yield Finding(f"{thing.transparent} in {thing.name}", "expected everything opaque", thing.box)


def encryption(document: Document, profile: Profile) -> Iterator[Finding]:
    """A print shop must be able to work with the file."""
    if document.pdf.is_encrypted:
        yield Finding("the file is encrypted", "expected a file without passwords")


def scripts(document: Document, profile: Profile) -> Iterator[Finding]:
    """JavaScript, wherever it is called from."""
    named = objects.get(objects.get(document.root, "/Names"), "/JavaScript")
    actions = [each for each in document.objects() if objects.word(objects.get(each, "/S")) == "JavaScript"]
    opening = objects.get(document.root, "/OpenAction")
    if named is not None or actions or objects.word(objects.get(opening, "/S")) == "JavaScript":
        yield Finding("JavaScript", "expected a file that does nothing")


def attachments(document: Document, profile: Profile) -> Iterator[Finding]:
    """Files inside the file."""
    named = objects.get(objects.get(document.root, "/Names"), "/EmbeddedFiles")
    if named is not None or any(objects.get(each, "/EF") is not None for each in document.objects()):
        yield Finding("files are attached", "expected none")


def layers(document: Document, profile: Profile) -> Iterator[Finding]:
    """Optional content, which PDF/X-1a does not know."""
    if objects.get(document.root, "/OCProperties") is not None:
        yield Finding("layers that can be switched off", "expected none in PDF/X-1a")


def lzw(document: Document, profile: Profile) -> Iterator[Finding]:
    """A way to pack that PDF/X forbids."""
    if any({"LZWDecode", "LZW"} & set(objects.filters(each)) for each in document.objects() if objects.is_stream(each)):
        yield Finding("streams packed with LZW", "expected Flate")


def packed_objects(document: Document, profile: Profile) -> Iterator[Finding]:
    """Object streams came after the version of PDF that PDF/X-1a is built on."""
    crossing = objects.word(document.pdf.trailer.get("/Type")) == "XRef"
    if crossing or any(objects.word(objects.get(each, "/Type")) == "ObjStm" for each in document.objects()):
        yield Finding("object streams or cross-reference streams", "expected none in PDF/X-1a")


def unused_fonts(document: Document, profile: Profile) -> Iterator[Finding]:
    """Fonts that stand in the file though nothing is set in them; a print shop sees them in its list."""
    for each in document.objects():
        is_font = (
            objects.word(objects.get(each, "/Type")) == "Font" and objects.word(objects.get(each, "/Subtype")) in FONTS
        )
        if is_font and objects.identity(each) not in document.fonts:
            font = read_font(each)
            if font.problem:
                yield Finding(f"the font {font.name} {font.problem}", "expected every font embedded")


def one_size(document: Document, profile: Profile) -> Iterator[Finding]:
    """All pages cut to the same size."""
    sizes = {
        size_of(sheet): sheet.pages[0] for sheet in reversed(document.sheets) if sheet.has_cut or not profile.is_press
    }
    if len(sizes) > 1:
        told = ", ".join(
            f"{width:g} x {height:g} mm (page {page})" for (width, height), page in sorted(sizes.items())[:4]
        )
        yield Finding(f"pages are cut to different sizes: {told}", "expected one size")
