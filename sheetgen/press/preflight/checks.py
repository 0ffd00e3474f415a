"""The checks: a table of rules, and functions that yield the faults of painted objects, pages and the whole file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf

from sheetgen.layout.problems import Severity
from sheetgen.press.icc import Mix, PrintingColours
from sheetgen.press.preflight.objects import (
    Budget,
    TooMuchError,
    filters,
    get,
    identity,
    is_dictionary,
    items,
    name_of,
    number,
    numbers,
    stream_data,
    string_of,
)
from sheetgen.press.preflight.pages import (
    MM,
    DistinctPage,
    Extent,
    Fault,
    Layer,
    PageObject,
    Point,
    covers_point,
    thickness,
)
from sheetgen.press.preflight.resources import CMYK, PROCESS, Colour, Font, process_sum, read_font
from sheetgen.press.profiles import Profile
from sheetgen.press.tones import GREY, RECORD, PrintedColour

SIDES = ("left", "bottom", "right", "top")
SLACK = 0.05 * MM
CENTRED = TOUCHES = 0.1 * MM
ROUNDING = 0.02 * MM
LINE_SLACK, TYPE_SLACK = 0.005, 0.02  # of rounding, in points
LIGHTER = 0.25
PALE = 85.0  # lightness of CIELAB
OBJECTS_PER_STEP = 100  # comparing an extent with a point is cheap
MAX_ICC, MAX_PACKET, MAX_COLOURS = 32_000_000, 1_000_000, 1000
COLOUR = re.compile("#[0-9A-F]{6}")
SCREEN = {"rgb": "RGB colour", "calrgb": "calibrated RGB colour", "lab": "Lab colour", "icc": "ICC-based RGB colour"}
FONT_KINDS = ("Type1", "TrueType", "MMType1", "Type0")
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
X_VERSION = "pdfxid:GTS_PDFXVersion"
NEEDED = {"Title": "a title", "CreationDate": "the date of its making", "ModDate": "the date of its last change"}


HOME, X4, X1A = "none", "PDF/X-4", "PDF/X-1a"
PRESS = (X4, X1A)
ALL = (HOME, *PRESS)
INKS = "process colours or spots"


class Rule(NamedTuple):
    """A rule: the standards it applies to, what is expected unless the check says it, and the severity."""

    standards: tuple[str, ...]
    expected: str = ""  # `{profile.x}` is replaced by a value of the profile
    severity: Severity = Severity.ERROR


# By the code of the fault. A new check is a row here and a Fault in one of the functions below.
RULES = {
    # Noticed while a stream is read
    "damaged": Rule(ALL),
    "resource": Rule(ALL),
    "glyph": Rule(ALL),
    "postscript": Rule(PRESS),
    "alternate": Rule(PRESS),
    "jpx": Rule(PRESS),
    # Painted objects
    "rgb": Rule(PRESS, INKS),
    "calibrated": Rule((X1A,), "plain inks in PDF/X-1a"),
    "colour-space": Rule(PRESS, INKS),
    "ink": Rule(PRESS, "at most {profile.ink_limit} %"),
    "registration": Rule(PRESS, "it in marks outside the trim only"),
    "white-overprint": Rule(PRESS, "white to be left free"),
    "hairline": Rule(ALL, "{profile.line:g} pt or more"),
    "negative-line": Rule(PRESS, "{profile.negative_line:g} pt or more"),
    "small-type": Rule(PRESS, "{profile.type:g} pt or more"),
    "negative-type": Rule(PRESS, "{profile.negative_type:g} pt or more"),
    "black-text": Rule(PRESS, "100 % black that overprints (OPM 1)"),
    "rich-black": Rule(PRESS, "100 % black alone"),
    "mixed-grey": Rule(PRESS, "black ink alone"),
    "font": Rule(ALL, "every font embedded"),
    "transparency": Rule(PRESS, "everything opaque"),
    "bleed": Rule(PRESS, "{profile.bleed:g} mm of bleed"),
    "marks": Rule(PRESS, "marks outside it"),
    "safe": Rule(PRESS, "{profile.safe:g} mm or more", Severity.WARNING),
    "margin": Rule((HOME,), "{profile.margin:g} mm or more"),
    # Pages
    "box": Rule(ALL, "a rectangle that something fits into"),
    "box-missing": Rule(PRESS),
    "box-nesting": Rule(ALL, "it inside"),
    "bleed-width": Rule(PRESS, "{profile.bleed:g} mm"),
    "centred": Rule(PRESS, "it in the middle"),
    "turned": Rule(ALL),
    "annotation": Rule(PRESS, "none"),
    # The whole file
    "size": Rule(ALL, "one size"),
    "lost-colour": Rule(PRESS, "coloured inks"),
    "intent": Rule(PRESS, "{profile.condition.identifier}"),
    "icc": Rule(PRESS),
    "standard": Rule(PRESS),
    "metadata": Rule(PRESS),
    "xmp": Rule(PRESS),
    "contradiction": Rule(PRESS, "the same in both places"),
    "id": Rule(PRESS, "/ID in the trailer"),
    "version": Rule(PRESS),
    "scaling": Rule((HOME,), "/ViewerPreferences /PrintScaling /None"),
    "encryption": Rule(ALL, "a file without passwords"),
    "script": Rule(ALL, "a file that does nothing"),
    "attachment": Rule(PRESS, "none"),
    "layers": Rule((X1A,), "none in PDF/X-1a"),
    "lzw": Rule(PRESS, "Flate"),
    "object-streams": Rule((X1A,), "none in PDF/X-1a"),
}


def apply_rules(faults: Iterable[Fault], profile: Profile, place: Extent | None = None) -> Iterator[Fault]:
    """The faults that matter for the standard of a profile, with expectation and severity from the table."""
    for fault in faults:
        rule = RULES[fault.code]
        if profile.standard in rule.standards:
            expected = fault.expected or f"expected {rule.expected.format(profile=profile)}"
            yield replace(fault, expected=expected, extent=fault.extent or place, severity=rule.severity)


@dataclass
class ObjectContext:
    """What a check of an object needs: its page, the profile, and the objects painted before it."""

    page: DistinctPage
    profile: Profile
    below: Sequence[Layer]
    budget: Budget
    printing: PrintingColours | None  # None for a home printer
    covering: list[PageObject] = field(default_factory=list)  # of the same layer, so far

    def objects_at(self, point: Point) -> Iterator[PageObject]:
        """The objects that cover a point, from the top down."""
        x, y = point
        for objects in (self.covering, *(layer.covering for layer in reversed(self.below))):
            self.budget.spend(1 + len(objects) // OBJECTS_PER_STEP)
            for item in reversed(objects):
                left, bottom, right, top = item.extent
                if not (left <= x <= right and bottom <= y <= top):
                    continue
                if not item.outline or covers_point(item.outline, x, y, even_odd=item.even_odd):
                    yield item

    def inks(self, point: Point) -> dict[str, float] | None:
        """The inks at a point; None if not known."""
        inks: dict[str, float] = {}
        for item in self.objects_at(point):
            added = item.colour.inks if item.colour is not None else None
            if added is None:
                return None
            inks = added | inks
            if not item.keeps_below:
                break
        return inks

    def lightness(self, point: Point) -> float | None:
        """The lightness at a point, 1 for bare paper; None if not known."""
        top = next(self.objects_at(point), None)
        if top is None:
            return 1.0
        inks = self.inks(point) if top.keeps_below else None
        if inks is not None and all(name in PROCESS for name in inks):
            return Colour(CMYK, tuple(inks.get(name, 0.0) for name in PROCESS)).lightness
        return None if top.colour is None else top.colour.lightness


@dataclass(frozen=True)
class Document:
    """What the checks of the whole file need."""

    pdf: pikepdf.Pdf
    pages: tuple[DistinctPage, ...]
    fonts: dict[object, Font]  # those that are used
    profile: Profile

    @cached_property
    def info(self) -> dict[str, str]:
        """The info dictionary; names, as of /Trapped, without their slash."""
        info: Any = self.pdf.trailer.get("/Info")
        entries = info.items() if is_dictionary(info) else ()
        return {str(key)[1:]: string_of(value) or name_of(value) for key, value in entries}

    @cached_property
    def xmp(self) -> dict[str, str] | None:
        """The properties of the XMP packet, as `dc:title`; None if there is none or it cannot be read."""
        try:
            data = stream_data(get(self.pdf.Root, "/Metadata"), MAX_PACKET)
            # Entities are never needed here, and are how small packets become large.
            if not data or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
                return None
            packet = self.pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False, strict=True)
            values = {key: packet.get(key) for key in (*PAIRS.values(), X_VERSION)}
        except (TooMuchError, SyntaxError, ValueError, LookupError):
            return None
        return {
            key: str(next(iter(value), "") if isinstance(value, (list, set)) else value or "").strip()
            for key, value in values.items()
        }

    @property
    def is_x4(self) -> bool:
        """Whether it must be PDF/X-4."""
        return self.profile.standard == X4


# Painted objects


def object_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """All faults of a painted object."""
    yield from _space_faults(item, context)
    yield from _ink_faults(item, context)
    yield from _line_faults(item, context)
    if item.kind == "text":
        yield from _text_faults(item, context)
    if item.transparent:
        yield Fault("transparency", f"{item.transparent} in {item.name}")
    if item.exact:
        yield from _edge_faults(item, context)


def _space_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """Colour spaces that a press cannot print: RGB and Lab, also as base spaces; calibrated and unreadable ones."""
    space = item.colour.space if item.colour is not None else item.space
    if space is None:
        return
    parts = list(space.nested())
    for part in parts:
        is_alternate = part is not space and space.kind == "spots"
        if not (part.is_rgb or part.kind == "lab"):
            continue
        if is_alternate and part.kind == "lab" and context.profile.standard == X4:
            continue  # there, spots are named by Lab, as their makers do
        role = f" as the alternate of the spot {', '.join(space.names)}" if is_alternate else ""
        yield Fault("rgb", f"{SCREEN[part.kind]}{role} in {item.name}")
        break
    if any(part.kind == "calgray" or (part.kind == "icc" and part.count != 3) for part in parts):
        yield Fault("calibrated", f"ICC-based or calibrated inks in {item.name}")
    if any(part.kind == "unknown" for part in parts):
        yield Fault("colour-space", f"a colour space that cannot be read in {item.name}")


def _ink_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """Too much ink at one point, the registration colour in the artwork, white that overprints."""
    page, limit = context.page, context.profile.ink_limit + 0.5
    inks = [colour.inks for colour in item.colours if colour.space.names != ("All",)]
    most = max((process_sum(shares) for shares in inks if shares is not None), default=0.0)
    if not item.extent.overlaps(page.bleed) and item.exact:
        pass  # marks print on every plate
    elif most > limit:
        yield Fault("ink", f"{most:g} % ink in {item.name}")
    elif item.keeps_below and most and item.colour is not None:
        below = context.inks(item.middle)
        together = 0.0 if below is None else process_sum(below | (item.colour.inks or {}))
        if together > limit:
            yield Fault("ink", f"{together:g} % ink where {item.name} prints over its ground")
    has_registration = any(colour.space.names == ("All",) for colour in item.colours)
    if has_registration and page.has_cut and item.exact and item.extent.overlaps(page.trim):
        yield Fault("registration", f"the registration colour in {item.name}")
    if item.keeps_below and item.is_white:
        yield Fault("white-overprint", f"white that overprints in {item.name}")


def _line_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """Lines that are too thin, or too thin for a dark background, and areas as thin as such lines."""
    least, on_dark = context.profile.line - LINE_SLACK, context.profile.negative_line - LINE_SLACK
    if item.kind == "line" and item.width < least:
        yield Fault("hairline", f"a line of {item.width:.2f} pt")
    elif item.kind == "line" and item.width < on_dark and item.outline and _is_lighter(item, context, item.middle):
        yield Fault("negative-line", f"a light line of {item.width:.2f} pt on a dark ground")
    elif item.kind == "line" and item.width < context.profile.thin * MM and _is_mixed_grey(item, context):
        yield Fault("mixed-grey", f"a grey line of {item.width:.2f} pt in several inks")
    elif item.kind == "area" and not item.stroked and not item.is_white and len(item.outline) == 1:
        thick = thickness(item.outline[0])
        if thick is not None and thick < least:
            yield Fault("hairline", f"an area only {thick:.2f} pt thick")


def _text_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """Type that is too small, or too small for a dark background; black without overprint or of several inks; fonts."""
    profile, colour = context.profile, item.colour
    if item.size < profile.type - TYPE_SLACK:
        yield Fault("small-type", f"type of {item.size:.1f} pt")
    elif item.size < profile.negative_type - TYPE_SLACK and _is_lighter(item, context, item.extent.centre):
        yield Fault("negative-type", f"light type of {item.size:.1f} pt on a dark ground")
    if colour is not None and colour.is_black and profile.overprint and not item.keeps_below:
        yield Fault("black-text", "black text that does not overprint")
    if colour is not None and colour.is_rich_black:
        yield Fault("rich-black", "text in a black of several inks")
    elif item.size < profile.coloured_type and _is_mixed_grey(item, context):
        yield Fault("mixed-grey", f"grey text of {item.size:.1f} pt in several inks")
    if item.font is not None and item.font.problem:
        yield Fault("font", f"the font {item.font.name} {item.font.problem}")


def _is_mixed_grey(item: PageObject, context: ObjectContext) -> bool:
    """Whether an object is a grey of several inks, which never meet exactly; pale ones show no blur."""
    if context.printing is None or item.colour is None or item.colour.is_registration:
        return False
    inks = item.colour.inks
    if inks is None or sum(name in inks for name in PROCESS[:3]) < 2:
        return False
    cyan, magenta, yellow, black = (round(100 * inks.get(name, 0.0)) for name in PROCESS)
    seen = context.printing.seen((cyan, magenta, yellow, black))
    return seen.chroma <= GREY and seen.lightness <= PALE


def _edge_faults(item: PageObject, context: ObjectContext) -> Iterator[Fault]:
    """Objects at the trim must extend over the bleed, text must keep away from the trim, marks must be outside."""
    page, profile, extent = context.page, context.profile, item.extent
    trim, touches_trim = page.trim, extent.overlaps(page.trim)
    if page.has_cut and profile.bleed and item.kind != "text" and not item.is_white:
        is_inside = touches_trim or trim.contains(extent, TOUCHES)
        beyond = [-inset for inset in trim.insets(extent)] if is_inside and extent.overlaps(trim, -TOUCHES) else []
        for side, reach in zip(SIDES, beyond, strict=False):
            if -TOUCHES <= reach < profile.bleed * MM - TOUCHES and not _continues_below(item, side, context):
                stops = "at the trim" if abs(reach) <= TOUCHES else f"{reach / MM:.1f} mm beyond the trim"
                yield Fault("bleed", f"{item.name} that stops {stops} ({side})")
    is_mark = item.kind == "line" or any(colour.is_registration for colour in item.colours)
    if is_mark and page.has_cut and extent.overlaps(page.bleed, SLACK) and not extent.overlaps(trim, SLACK):
        yield Fault("marks", "a printer's mark inside the bleed")
    nearest = min(trim.insets(extent))
    if item.kind == "text" and page.has_cut and touches_trim and nearest < profile.safe * MM - SLACK:
        yield Fault("safe", f"text {nearest / MM:.1f} mm from the cut" if nearest > 0 else "text across the cut")
    nearest = min(page.media.insets(extent))
    if not item.is_white and extent.overlaps(page.media) and nearest < profile.margin * MM - ROUNDING:
        yield Fault("margin", f"{item.name} {max(0.0, nearest) / MM:.1f} mm from the edge of the paper")


def _is_lighter(item: PageObject, context: ObjectContext, point: Point) -> bool:
    """Whether an object is much lighter than what is below it at a point."""
    lightness = item.colour.lightness if item.colour is not None else None
    if lightness is None or lightness < LIGHTER:
        return False
    below = context.lightness(point)
    return below is not None and lightness - below >= LIGHTER


def _continues_below(item: PageObject, side: str, context: ObjectContext) -> bool:
    """Whether an object of the same colour is below and covers the bleed, so that the end of this one is invisible."""
    trim, away = context.page.trim, context.profile.bleed * MM - TOUCHES
    shown = item.extent.cut(trim)
    if shown is None or item.colour is None:
        return False
    (x, y), outer = shown.centre, trim.grown(away)
    outside = {"left": (outer.left, y), "bottom": (x, outer.bottom), "right": (outer.right, y), "top": (x, outer.top)}
    below = next(context.objects_at(outside[side]), None)
    return below is not None and below.colour == item.colour


# Pages


def page_faults(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """Boxes that are invalid, missing, nested wrongly or off centre; rotated pages; annotations."""
    if "MediaBox" not in page.boxes:
        yield Fault("box", "no MediaBox", "expected the size of the paper")
    for name, box in page.boxes.items():
        if box is None:
            yield Fault("box", f"the {name} is not four numbers", "expected a rectangle")
        elif page.box(name) is None:
            yield Fault("box", f"the {name} measures {box.width / MM:.1f} x {box.height / MM:.1f} mm")
    if "TrimBox" not in page.boxes:
        yield Fault("box-missing", "no TrimBox", "expected the edges of the finished sheet")
    elif "ArtBox" in page.boxes:
        yield Fault("box-missing", "an ArtBox beside a TrimBox", "expected the TrimBox alone")
    if profile.bleed and "BleedBox" not in page.boxes:
        yield Fault("box-missing", "no BleedBox", f"expected one {profile.bleed:g} mm larger than the trim")
    yield from _nesting_faults(page, profile)
    if page.rotation % 360:
        yield Fault("turned", f"the page is turned by {page.rotation:g}°", "expected Rotate 0")
    if page.unit != 1:
        yield Fault("turned", f"a UserUnit of {page.unit:g}", "expected points (1)")
    for kind, rect in page.annotations:
        if kind not in ("TrapNet", "PrinterMark") and (rect is None or rect.overlaps(page.bleed)):
            yield Fault("annotation", f"an annotation ({kind or 'of no kind'}) inside the bleed", extent=rect)


def _nesting_faults(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """MediaBox must contain BleedBox and that the TrimBox, centred, with enough bleed; CropBox must not cut them."""
    for inner, outers in (("BleedBox", ("MediaBox", "CropBox")), ("TrimBox", ("BleedBox", "MediaBox", "CropBox"))):
        for outer in outers:
            inside, outside = page.box(inner), page.box(outer)
            if inside is not None and outside is not None and not outside.contains(inside, SLACK):
                yield Fault("box-nesting", f"the {inner} reaches beyond the {outer}")
                break
    media, bleed, trim = page.box("MediaBox"), page.box("BleedBox"), page.box("TrimBox")
    if trim is not None and bleed is not None and bleed.contains(trim, SLACK):
        for side, width in zip(SIDES, bleed.insets(trim), strict=True):
            if width < profile.bleed * MM - SLACK:
                yield Fault("bleed-width", f"only {width / MM:.1f} mm of bleed ({side})")
    if trim is not None and media is not None and media.contains(trim, SLACK):
        left, bottom, right, top = media.insets(trim)
        if abs(left - right) > CENTRED or abs(bottom - top) > CENTRED:
            off = f"{(left - right) / 2 / MM:+.1f} x {(top - bottom) / 2 / MM:+.1f} mm"
            yield Fault("centred", f"the trim is off the middle of the page by {off}")


# The whole file


def file_faults(document: Document) -> Iterator[Fault]:
    """All faults of the file as a whole."""
    is_press = document.profile.is_press
    cut = [page for page in reversed(document.pages) if page.has_cut or not is_press]
    sizes = {(round(page.trim.width / MM, 1), round(page.trim.height / MM, 1)): page.numbers[0] for page in cut}
    if len(sizes) > 1:
        listed = [f"{width:g} x {height:g} mm (page {page})" for (width, height), page in sorted(sizes.items())[:4]]
        yield Fault("size", f"pages are cut to different sizes: {', '.join(listed)}")
    if is_press:
        yield from _intent_faults(document)
        yield from _metadata_faults(document)
        yield from _colour_faults(document)
    yield from _structure_faults(document)


def _intent_faults(document: Document) -> Iterator[Fault]:
    """There must be one output intent for PDF/X with the printing condition and a CMYK colour profile."""
    condition = document.profile.condition
    intents = [intent for intent in items(document.pdf.Root, "/OutputIntents") if is_dictionary(intent)]
    for_x = [intent for intent in intents if name_of(intent, "/S") == "GTS_PDFX"]
    if not intents:
        yield Fault("intent", "no output intent", "expected one for PDF/X (GTS_PDFX)")
    elif len(for_x) != 1:
        listed = ", ".join(name_of(intent, "/S") or "of no kind" for intent in intents)
        yield Fault("intent", f"output intents: {listed}", "expected exactly one for PDF/X (GTS_PDFX)")
    elif not (stated := string_of(for_x[0], "/OutputConditionIdentifier")):
        yield Fault("intent", "the output intent names no printing condition")
    elif condition is not None and stated != condition.identifier:
        yield Fault("intent", f"the printing condition is {stated}")
    for intent in for_x:
        stream = get(intent, "/DestOutputProfile")
        data = stream_data(stream, MAX_ICC) or b""
        kind, inks = (data[place : place + 4].decode("ascii", "replace").strip() for place in (12, 16))
        if stream is None and document.is_x4:
            yield Fault("icc", "the output intent has no colour profile", "expected it embedded in PDF/X-4")
        elif stream is None:
            if not string_of(intent, "/RegistryName"):
                what = "the output intent has neither a colour profile nor a registry"
                yield Fault("icc", what, "expected one of them")
        elif len(data) < 128 or data[36:40] != b"acsp":
            yield Fault("icc", "the colour profile of the output intent cannot be read", "expected an ICC profile")
        elif (kind, inks) != ("prtr", "CMYK"):
            what = f"the colour profile of the output intent is {inks} ({kind})"
            yield Fault("icc", what, "expected CMYK for a printer (prtr)")
        elif number(stream, "/N") != 4:
            yield Fault("icc", "the colour profile of the output intent has another /N", "expected 4")


def _metadata_faults(document: Document) -> Iterator[Fault]:
    """Standard, title, dates and trapping must be stated, and be the same in the info dictionary and in XMP."""
    info, xmp, is_x4 = document.info, document.xmp or {}, document.is_x4
    if is_x4:
        stated, where, standard_name = xmp.get(X_VERSION), "in XMP", "PDF/X-4"
    else:
        stated, where, standard_name = info.get("GTS_PDFXVersion"), "in the info dictionary", "PDF/X-1a:2003"
    is_old = not is_x4 and (stated, info.get("GTS_PDFXConformance")) == ("PDF/X-1:2001", "PDF/X-1a:2001")
    if stated != standard_name and not is_old and (xmp or not is_x4):  # the check of XMP says that it is missing
        what = f"says that it is {stated}" if stated else "does not say which standard it keeps"
        yield Fault("standard", f"the file {what} ({where})", f"expected {standard_name}")
    for key, what in NEEDED.items():
        if not info.get(key) and not (is_x4 and xmp.get(PAIRS[key])):
            yield Fault("metadata", f"the file does not tell {what}", f"expected /{key}")
    if (info.get("Trapped") or (xmp.get("pdf:Trapped") if is_x4 else None)) not in ("True", "False"):
        yield Fault("metadata", "the file does not say whether it is trapped", "expected /Trapped /True or /False")
    has_packet = get(document.pdf.Root, "/Metadata") is not None
    if has_packet and document.xmp is None:
        yield Fault("xmp", "the XMP metadata cannot be read", "expected well-formed XML")
    elif not has_packet and is_x4:
        yield Fault("xmp", "no XMP metadata", "expected them in PDF/X-4")
    for key, name in PAIRS.items():
        old, new = info.get(key), xmp.get(name)
        if old and new and old != new and (_moment(old) is None or _moment(old) != _moment(new)):
            yield Fault("contradiction", f"/{key} is {old!r}, but {name} is {new!r}")


def _colour_faults(document: Document) -> Iterator[Fault]:
    """Colours of the design that lost their coloured inks, and greys that got some; if the file records the design."""
    colours = get(document.pdf.Root, "/PieceInfo", f"/{RECORD}", "/Private", "/Colours")
    if not is_dictionary(colours):
        return  # made by another program
    printed = _printed_mixes(document.pages)
    for name, value in list(colours.items())[:MAX_COLOURS]:
        colour, values = f"#{str(name)[1:]}", numbers(value, 5)
        if values is None or not COLOUR.fullmatch(colour):
            yield Fault("damaged", "the record of the colours of the design cannot be read", "expected it unchanged")
            return
        cyan, magenta, yellow, black = (round(100 * share) for share in values[1:])
        recorded = PrintedColour(colour, values[0], (cyan, magenta, yellow, black))
        match recorded.fault(document.profile):
            case "lost-colour":
                yield Fault("lost-colour", f"the colour {colour} of the design is printed without coloured ink")
            case "mixed-grey":
                yield Fault("mixed-grey", f"the grey {colour} of the design is printed in several inks")
            case None if recorded.mix not in printed:
                yield Fault("lost-colour", f"the colour {colour} of the design is not printed in the inks it had")


def _printed_mixes(pages: Iterable[DistinctPage]) -> set[Mix]:
    """The inks of all objects that are painted in process colours, in whole percent."""
    layers = {layer for page in pages for layer in page.layers}
    colours = {colour for layer in layers for item in layer.objects for colour in item.colours}
    mixes = set()
    for inks in (colour.inks for colour in colours):
        if inks is not None:
            cyan, magenta, yellow, black = (round(100 * inks.get(name, 0.0)) for name in PROCESS)
            mixes.add((cyan, magenta, yellow, black))
    return mixes


def _moment(stated: str) -> datetime | None:
    """The time of a PDF or ISO date, UTC if it has no time zone; None if it is not a date.

    >>> _moment("D:20000101120000+01'00'") == _moment("2000-01-01T11:00:00Z")
    True
    """
    from pikepdf.models.metadata import decode_pdf_date

    for read in (decode_pdf_date, datetime.fromisoformat):
        try:
            date = read(stated).replace(microsecond=0)
        except ValueError:
            continue
        return date if date.tzinfo else date.replace(tzinfo=UTC)
    return None


def _structure_faults(document: Document) -> Iterator[Fault]:
    """Features of PDF that print shops do not accept, and unused fonts that are not embedded."""
    pdf, root = document.pdf, document.pdf.Root
    dictionaries = [dictionary for dictionary in pdf.objects if is_dictionary(dictionary)]
    parts = items(pdf.trailer, "/ID")
    if len(parts) != 2 or not all(len(bytes(part)) for part in parts):
        yield Fault("id", "no file identifier")
    highest = "1.7" if document.is_x4 else "1.4"
    if float(pdf.pdf_version) > float(highest):
        expected = f"expected at most PDF {highest} in {document.profile.standard}"
        yield Fault("version", f"PDF {pdf.pdf_version}", expected)
    if name_of(root, "/ViewerPreferences", "/PrintScaling") != "None":
        yield Fault("scaling", "printers may scale the page")
    if pdf.is_encrypted:
        yield Fault("encryption", "the file is encrypted")
    actions = [*dictionaries, get(root, "/OpenAction")]
    if get(root, "/Names", "/JavaScript") is not None or any(
        name_of(dictionary, "/S") == "JavaScript" for dictionary in actions
    ):
        yield Fault("script", "JavaScript")
    if get(root, "/Names", "/EmbeddedFiles") is not None or any(
        get(dictionary, "/EF") is not None for dictionary in dictionaries
    ):
        yield Fault("attachment", "files are attached")
    if get(root, "/OCProperties") is not None:
        yield Fault("layers", "layers that can be switched off")
    if any({"LZWDecode", "LZW"} & {*filters(dictionary)} for dictionary in dictionaries):
        yield Fault("lzw", "streams packed with LZW")
    if name_of(pdf.trailer, "/Type") == "XRef" or any(
        name_of(dictionary, "/Type") == "ObjStm" for dictionary in dictionaries
    ):
        yield Fault("object-streams", "object streams or cross-reference streams")
    for dictionary in dictionaries:  # fonts that no text uses: they are listed by the programs of print shops
        is_font = name_of(dictionary, "/Type") == "Font" and name_of(dictionary, "/Subtype") in FONT_KINDS
        font = read_font(dictionary) if is_font and identity(dictionary) not in document.fonts else None
        if font is not None and font.problem:
            yield Fault("font", f"the font {font.name} {font.problem}")
