"""The table of checks: what each looks for, and for whom."""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from sheetgen.layout.problems import Severity
from sheetgen.press.preflight.checks import boxes, colour, edges, letters, lines, metadata, structure
from sheetgen.press.preflight.document import Document
from sheetgen.press.preflight.ground import Ground
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

Look = TypeVar("Look")
ThingLook = Callable[[Painted, Ground, Sheet, Profile], Iterator[Finding]]
SheetLook = Callable[[Sheet, Profile], Iterator[Finding]]
DocumentLook = Callable[[Document, Profile], Iterator[Finding]]

HOME, X4, X1A = "none", "PDF/X-4", "PDF/X-1a"
PRESS = (X4, X1A)
ALL = (HOME, *PRESS)


class Check(NamedTuple, Generic[Look]):
    """One row: the code for scripts, the standards that it is for, and the function that looks."""

    code: str
    standards: tuple[str, ...]
    look: Look
    severity: Severity = Severity.ERROR


THINGS: tuple[Check[ThingLook], ...] = (
    Check("rgb", PRESS, colour.screen_colours),
    Check("calibrated", (X1A,), colour.calibrated_colours),
    Check("colour-space", PRESS, colour.unknown_colours),
    Check("ink", PRESS, colour.ink_sum),
    Check("registration", PRESS, colour.registration),
    Check("white-overprint", PRESS, colour.white_overprint),
    Check("hairline", ALL, lines.hairlines),
    Check("negative-line", PRESS, lines.negative_lines),
    Check("small-type", PRESS, letters.small_type),
    Check("negative-type", PRESS, letters.negative_type),
    Check("black-text", PRESS, letters.black_text),
    Check("rich-black", PRESS, letters.rich_black_text),
    Check("font", ALL, letters.fonts),
    Check("transparency", PRESS, structure.transparency),
    Check("bleed", PRESS, edges.missing_bleed),
    Check("marks", PRESS, edges.marks_inside),
    Check("safe", PRESS, edges.safe_text, Severity.WARNING),
    Check("margin", (HOME,), edges.unprintable),
)
SHEETS: tuple[Check[SheetLook], ...] = (
    Check("box", ALL, boxes.readable),
    Check("box-missing", PRESS, boxes.present),
    Check("box-nesting", ALL, boxes.nested),
    Check("bleed-width", PRESS, boxes.bleed_width),
    Check("centred", PRESS, boxes.centred),
    Check("turned", ALL, boxes.upright),
    Check("annotation", PRESS, edges.annotations),
)
DOCUMENTS: tuple[Check[DocumentLook], ...] = (
    Check("size", ALL, structure.one_size),
    Check("intent", PRESS, metadata.output_intent),
    Check("icc", PRESS, metadata.colour_profile),
    Check("standard", PRESS, metadata.standard),
    Check("metadata", PRESS, metadata.described),
    Check("xmp", PRESS, metadata.packet),
    Check("contradiction", PRESS, metadata.one_voice),
    Check("id", PRESS, metadata.file_id),
    Check("version", PRESS, metadata.pdf_version),
    Check("scaling", (HOME,), metadata.print_scaling),
    Check("encryption", ALL, structure.encryption),
    Check("script", ALL, structure.scripts),
    Check("attachment", PRESS, structure.attachments),
    Check("layers", (X1A,), structure.layers),
    Check("lzw", PRESS, structure.lzw),
    Check("object-streams", (X1A,), structure.packed_objects),
    Check("font", ALL, structure.unused_fonts),
)
# Found while a stream is read, and who minds.
NOTES: dict[str, tuple[str, ...]] = {
    "damaged": ALL,
    "resource": ALL,
    "glyph": ALL,
    "rgb": PRESS,
    "transparency": PRESS,
    "postscript": PRESS,
    "alternate": PRESS,
    "jpx": PRESS,
}
