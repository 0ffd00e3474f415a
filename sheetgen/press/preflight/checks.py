"""The checks: three tables of rows, and the functions that look at painted objects, at pages and at the whole file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import pikepdf

from sheetgen.layout.problems import Severity
from sheetgen.press.preflight.colour import CMYK, PROCESS, Colour, Space, process_sum
from sheetgen.press.preflight.fonts import Font, read_font
from sheetgen.press.preflight.objects import (
    MM,
    Budget,
    Extent,
    Point,
    TooMuchError,
    covers,
    filters,
    get,
    identity,
    is_dictionary,
    items,
    number,
    stream_data,
    text,
    thickness,
    word,
)
from sheetgen.press.preflight.reader import DistinctPage, Layer, PageObject
from sheetgen.press.preflight.report import Fault
from sheetgen.press.profiles import Profile

SIDES = ("left", "bottom", "right", "top")
SLACK = 0.05 * MM
CENTRED = TOUCHES = 0.1 * MM
ROUNDING = 0.02 * MM
LINE_SLACK, TYPE_SLACK = 0.005, 0.02  # of rounding, in points
LIGHTER = 0.25
LOOKS_PER_STEP = 100  # a look at an extent is cheap
MAX_ICC, MAX_PACKET = 32_000_000, 1_000_000
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
NEEDED = {"Title": "a title", "CreationDate": "the date of its making", "ModDate": "the date of its last change"}


@dataclass
class Surroundings:
    """What is around an object: its page, the profile, and the objects painted before it."""

    page: DistinctPage
    profile: Profile
    below: Sequence[Layer]
    budget: Budget

    def __post_init__(self) -> None:
        self.covering: list[PageObject] = []  # of the same layer, so far

    def beneath(self, point: Point) -> Iterator[PageObject]:
        """The objects that cover a point, the topmost first."""
        x, y = point
        for objects in (self.covering, *(layer.covering for layer in reversed(self.below))):
            self.budget.spend(1 + len(objects) // LOOKS_PER_STEP)
            for item in reversed(objects):
                left, bottom, right, top = item.extent
                if not (left <= x <= right and bottom <= y <= top):
                    continue
                if not item.outline or covers(item.outline, x, y, even_odd=item.even_odd):
                    yield item

    def inks(self, point: Point) -> dict[str, float] | None:
        """The inks at a point; None if they are not known."""
        inks: dict[str, float] = {}
        for item in self.beneath(point):
            added = item.colour.inks if item.colour is not None else None
            if added is None:
                return None
            inks = added | inks
            if not item.keeps_below:
                break
        return inks

    def lightness(self, point: Point) -> float | None:
        """How light it is at a point; bare paper is 1."""
        top = next(self.beneath(point), None)
        if top is None:
            return 1.0
        inks = self.inks(point) if top.keeps_below else None
        if inks is not None and all(name in PROCESS for name in inks):
            return Colour(CMYK, tuple(inks.get(name, 0.0) for name in PROCESS)).lightness
        return None if top.colour is None else top.colour.lightness


@dataclass(frozen=True)
class Document:
    """What the checks of the whole file look at."""

    pdf: pikepdf.Pdf
    pages: tuple[DistinctPage, ...]
    fonts: dict[object, Font]  # those that are used
    profile: Profile

    @cached_property
    def dictionaries(self) -> list[Any]:
        """Every dictionary and stream in the file."""
        return [each for each in self.pdf.objects if is_dictionary(each)]

    @cached_property
    def info(self) -> dict[str, str]:
        """The info dictionary; names, as of /Trapped, without their slash."""
        info: Any = self.pdf.trailer.get("/Info")
        return {str(key)[1:]: text(value) or word(value) for key, value in info.items()} if is_dictionary(info) else {}

    @cached_property
    def xmp(self) -> dict[str, str] | None:
        """The properties of the XMP packet, as `dc:title`; None if there is none or it cannot be read."""
        try:
            data = stream_data(get(self.pdf.Root, "/Metadata"), MAX_PACKET)
            # Entities are never needed here, and are how small packets become large.
            if not data or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
                return None
            packet = self.pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False, strict=True)
            values = {key: packet.get(key) for key in (*PAIRS.values(), "pdfxid:GTS_PDFXVersion")}
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

    @property
    def intents(self) -> list[Any]:
        """The output intents."""
        return [intent for intent in items(get(self.pdf.Root, "/OutputIntents")) if is_dictionary(intent)]


# Painted objects: each function yields what is wrong with one


def screen_colours(item: PageObject, around: Surroundings) -> Iterator[str]:
    """RGB and Lab, wherever they hide."""
    space = _space(item)
    for depth, part in enumerate(space.nested()):
        if not (part.is_rgb or part.kind == "lab"):
            continue
        if not depth or space.kind != "spots":
            yield f"{SCREEN[part.kind]} in {item.name}"
        elif part.kind != "lab" or around.profile.standard != X4:  # there spots are named by Lab, as their makers do
            yield f"{SCREEN[part.kind]} as the alternate of the spot {', '.join(space.names)} in {item.name}"
        else:
            continue
        break


def calibrated_colours(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Inks that bring a colour profile of their own, which PDF/X-1a does not know."""
    if any(part.kind == "calgray" or (part.kind == "icc" and part.count != 3) for part in _space(item).nested()):
        yield f"ICC-based or calibrated inks in {item.name}"


def unknown_colours(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Colour spaces that cannot be read."""
    if any(part.kind == "unknown" for part in _space(item).nested()):
        yield f"a colour space that cannot be read in {item.name}"


def ink_sum(item: PageObject, around: Surroundings) -> Iterator[str]:
    """More ink in one place than dries; the registration colour has its own check."""
    if not item.extent.overlaps(around.page.bleed) and item.exact:
        return  # marks print on every plate
    inks = [colour.inks for colour in item.colours if colour.space.names != ("All",)]
    most = max((process_sum(each) for each in inks if each is not None), default=0.0)
    limit = around.profile.ink_limit + 0.5
    if most > limit:
        yield f"{most:g} % ink in {item.name}"
    elif item.keeps_below and most:
        below = around.inks(item.middle)
        if below is not None and item.colour is not None:
            together = process_sum(below | (item.colour.inks or {}))
            if together > limit:
                yield f"{together:g} % ink where {item.name} prints over its ground"


def registration(item: PageObject, around: Surroundings) -> Iterator[str]:
    """The colour of every plate is for marks, and marks stay outside."""
    is_registration = any(colour.space.names == ("All",) for colour in item.colours)
    if is_registration and around.page.has_cut and item.exact and item.extent.overlaps(around.page.trim):
        yield f"the registration colour in {item.name}"


def white_overprint(item: PageObject, around: Surroundings) -> Iterator[str]:
    """White that prints over what is below is not there at all."""
    if item.keeps_below and item.is_blank:
        yield f"white that overprints in {item.name}"


def hairlines(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Lines thinner than the profile allows, and areas that are nothing but such lines."""
    least = around.profile.line - LINE_SLACK
    if item.kind == "line" and item.width < least:
        yield f"a line of {item.width:.2f} pt"
    elif item.kind == "area" and not item.stroked and not item.is_blank and len(item.outline) == 1:
        thick = thickness(item.outline[0])
        if thick is not None and thick < least:
            yield f"an area only {thick:.2f} pt thick"


def negative_lines(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Light lines on a dark ground."""
    least, most = around.profile.line - LINE_SLACK, around.profile.negative_line - LINE_SLACK
    if item.kind == "line" and least <= item.width < most and item.outline and _is_lighter(item, around, item.middle):
        yield f"a light line of {item.width:.2f} pt on a dark ground"


def small_type(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Type smaller than the profile allows."""
    if item.kind == "text" and item.size < around.profile.type - TYPE_SLACK:
        yield f"type of {item.size:.1f} pt"


def negative_type(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Light type on a dark ground, which ink closes in on."""
    least, most = around.profile.type - TYPE_SLACK, around.profile.negative_type - TYPE_SLACK
    if item.kind == "text" and least <= item.size < most and _is_lighter(item, around, item.extent.centre):
        yield f"light type of {item.size:.1f} pt on a dark ground"


def black_text(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Black text that cuts out its ground: a white edge wherever the plates do not meet."""
    is_black = item.kind == "text" and item.colour is not None and item.colour.is_black
    if is_black and around.profile.overprint and not item.keeps_below:
        yield "black text that does not overprint"


def rich_black_text(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Text in a black of several inks, which never meet exactly."""
    if item.kind == "text" and item.colour is not None and item.colour.is_rich_black:
        yield "text in a black of several inks"


def fonts(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Fonts that are not in the file."""
    if item.kind == "text" and item.font is not None and item.font.problem:
        yield f"the font {item.font.name} {item.font.problem}"


def transparency(item: PageObject, around: Surroundings) -> Iterator[str]:
    """What is below shines through."""
    if item.transparent:
        yield f"{item.transparent} in {item.name}"


def missing_bleed(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Artwork that stops at the cut: a white edge wherever the knife is off by a hair."""
    trim, bleed = around.page.trim, around.profile.bleed * MM
    if not bleed or not around.page.has_cut or not item.exact or item.kind == "text" or item.is_blank:
        return
    is_inside = item.extent.overlaps(trim) or trim.contains(item.extent, TOUCHES)
    if not is_inside or not item.extent.overlaps(trim, -TOUCHES):
        return
    for side, inset in zip(SIDES, trim.insets(item.extent), strict=True):
        if -TOUCHES <= -inset < bleed - TOUCHES and not _goes_on(item, side, around):
            stops = "at the trim" if abs(inset) <= TOUCHES else f"{-inset / MM:.1f} mm beyond the trim"
            yield f"{item.name} that stops {stops} ({side})"


def marks_inside(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Printer's marks that would be printed on the artwork."""
    page = around.page
    if not page.has_cut or not item.exact or not item.extent.overlaps(page.bleed, SLACK):
        return
    is_mark = item.kind == "line" or any(colour.is_registration for colour in item.colours)
    if is_mark and not item.extent.overlaps(page.trim, SLACK):
        yield "a printer's mark inside the bleed"


def safe_text(item: PageObject, around: Surroundings) -> Iterator[str]:
    """Text so near to the cut that it may lose something."""
    trim = around.page.trim
    if item.kind != "text" or not around.page.has_cut or not item.exact or not item.extent.overlaps(trim):
        return
    nearest = min(trim.insets(item.extent))
    if nearest < around.profile.safe * MM - SLACK:
        yield f"text {nearest / MM:.1f} mm from the cut" if nearest > 0 else "text across the cut"


def unprintable(item: PageObject, around: Surroundings) -> Iterator[str]:
    """What a home printer cannot reach."""
    if not item.exact or item.is_blank or not item.extent.overlaps(around.page.media):
        return
    nearest = min(around.page.media.insets(item.extent))
    if nearest < around.profile.margin * MM - ROUNDING:
        yield f"{item.name} {max(0.0, nearest) / MM:.1f} mm from the edge of the paper"


def _space(item: PageObject) -> Space:
    return item.colour.space if item.colour is not None else item.space or NO_SPACE


def _is_lighter(item: PageObject, around: Surroundings, point: Point) -> bool:
    """Whether an object is much lighter than what is below it."""
    lightness = item.colour.lightness if item.colour is not None else None
    if lightness is None or lightness < LIGHTER:
        return False
    below = around.lightness(point)
    return below is not None and lightness - below >= LIGHTER


def _goes_on(item: PageObject, side: str, around: Surroundings) -> bool:
    """Whether the same colour is below and runs over the cut, so that nobody sees where an object ends."""
    trim, away = around.page.trim, around.profile.bleed * MM - TOUCHES
    shown = item.extent.cut(trim)
    if shown is None or item.colour is None:
        return False
    x, y = shown.centre
    outside = {
        "left": (trim.left - away, y),
        "bottom": (x, trim.bottom - away),
        "right": (trim.right + away, y),
        "top": (x, trim.top + away),
    }
    below = next(around.beneath(outside[side]), None)
    return below is not None and below.colour == item.colour


# Pages


def readable_boxes(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """Every box must be one."""
    if "MediaBox" not in page.boxes:
        yield Fault("no MediaBox", "expected the size of the paper")
    for name, box in page.boxes.items():
        if box is None:
            yield Fault(f"the {name} is not four numbers", "expected a rectangle")
        elif page.box(name) is None:
            size = f"{box.width / MM:.1f} x {box.height / MM:.1f} mm"
            yield Fault(f"the {name} measures {size}", "expected a rectangle that something fits into")


def present_boxes(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """A print shop cuts at the TrimBox, and needs to be told only once."""
    if "TrimBox" not in page.boxes:
        yield Fault("no TrimBox", "expected the edges of the finished sheet")
    elif "ArtBox" in page.boxes:
        yield Fault("an ArtBox beside a TrimBox", "expected the TrimBox alone")
    if profile.bleed and "BleedBox" not in page.boxes:
        yield Fault("no BleedBox", f"expected one {profile.bleed:g} mm larger than the trim")


def nested_boxes(page: DistinctPage, profile: Profile) -> Iterator[str]:
    """MediaBox around BleedBox around TrimBox; the CropBox must not hide any of it."""
    for inner, outers in (("BleedBox", ("MediaBox", "CropBox")), ("TrimBox", ("BleedBox", "MediaBox", "CropBox"))):
        for outer in outers:
            inside, outside = page.box(inner), page.box(outer)
            if inside is not None and outside is not None and not outside.contains(inside, SLACK):
                yield f"the {inner} reaches beyond the {outer}"
                break


def bleed_width(page: DistinctPage, profile: Profile) -> Iterator[str]:
    """As much bleed as the profile asks, on every side."""
    bleed, trim = page.box("BleedBox"), page.box("TrimBox")
    if bleed is not None and trim is not None and bleed.contains(trim, SLACK):
        for side, width in zip(SIDES, bleed.insets(trim), strict=True):
            if width < profile.bleed * MM - SLACK:
                yield f"only {width / MM:.1f} mm of bleed ({side})"


def centred(page: DistinctPage, profile: Profile) -> Iterator[str]:
    """The cut in the middle of the paper, so that sheets can be turned."""
    trim = page.box("TrimBox")
    if trim is None or page.box("MediaBox") is None or not page.media.contains(trim, SLACK):
        return
    left, bottom, right, top = page.media.insets(trim)
    if abs(left - right) > CENTRED or abs(bottom - top) > CENTRED:
        off = f"{(left - right) / 2 / MM:+.1f} x {(top - bottom) / 2 / MM:+.1f} mm"
        yield f"the trim is off the middle of the page by {off}"


def upright(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """No turned pages, no units of one's own."""
    if page.rotation % 360:
        yield Fault(f"the page is turned by {page.rotation:g}°", "expected Rotate 0")
    if page.unit != 1:
        yield Fault(f"a UserUnit of {page.unit:g}", "expected points (1)")


def annotations(page: DistinctPage, profile: Profile) -> Iterator[Fault]:
    """Notes, links and fields where something is printed."""
    for kind, place in page.annotations:
        if kind not in ("TrapNet", "PrinterMark") and (place is None or place.overlaps(page.bleed)):
            yield Fault(f"an annotation ({kind or 'of no kind'}) inside the bleed", "expected none", place)


# The whole file


def one_size(document: Document) -> Iterator[str]:
    """All pages cut to the same size."""
    sizes = {
        (round(page.trim.width / MM, 1), round(page.trim.height / MM, 1)): page.numbers[0]
        for page in reversed(document.pages)
        if page.has_cut or not document.profile.is_press
    }
    if len(sizes) > 1:
        listed = [f"{width:g} x {height:g} mm (page {page})" for (width, height), page in sorted(sizes.items())[:4]]
        yield f"pages are cut to different sizes: {', '.join(listed)}"


def output_intent(document: Document) -> Iterator[Fault]:
    """One intent for PDF/X that names the printing condition."""
    kinds = [word(get(intent, "/S")) for intent in document.intents]
    if not kinds:
        yield Fault("no output intent", "expected one for PDF/X (GTS_PDFX)")
    elif kinds.count("GTS_PDFX") != 1:
        listed = ", ".join(kind or "of no kind" for kind in kinds)
        yield Fault(f"output intents: {listed}", "expected exactly one for PDF/X (GTS_PDFX)")
    else:
        stated = text(get(document.intents[kinds.index("GTS_PDFX")], "/OutputConditionIdentifier"))
        condition = document.profile.condition
        wanted = condition.identifier if condition is not None else None
        if not stated:
            yield Fault("the output intent names no printing condition", f"expected {wanted}")
        elif wanted is not None and stated != wanted:
            yield Fault(f"the printing condition is {stated}", f"expected {wanted}")


def colour_profile(document: Document) -> Iterator[Fault]:
    """The colour profile of the condition: in the file for PDF/X-4, and for four inks wherever it is."""
    for intent in document.intents:
        stream = get(intent, "/DestOutputProfile")
        if word(get(intent, "/S")) != "GTS_PDFX":
            continue
        if stream is None:
            if document.is_x4:
                yield Fault("the output intent has no colour profile", "expected it embedded in PDF/X-4")
            elif not text(get(intent, "/RegistryName")):
                yield Fault("the output intent has neither a colour profile nor a registry", "expected one of them")
            continue
        data = stream_data(stream, MAX_ICC) or b""
        kind, inks = (data[place : place + 4].decode("ascii", "replace").strip() for place in (12, 16))
        if len(data) < 128 or data[36:40] != b"acsp":
            yield Fault("the colour profile of the output intent cannot be read", "expected an ICC profile")
        elif (kind, inks) != ("prtr", "CMYK"):
            what = f"the colour profile of the output intent is {inks} ({kind})"
            yield Fault(what, "expected CMYK for a printer (prtr)")
        elif number(get(stream, "/N")) != 4:
            yield Fault("the colour profile of the output intent has another /N", "expected 4")


def standard(document: Document) -> Iterator[Fault]:
    """The file says which standard it keeps, in the place where that standard looks."""
    if document.is_x4:
        if document.xmp is None:
            return  # `packet` says so
        stated, place, wanted = document.xmp.get("pdfxid:GTS_PDFXVersion"), "in XMP", "PDF/X-4"
    else:
        stated, place = document.info.get("GTS_PDFXVersion"), "in the info dictionary"
        wanted = "PDF/X-1a:2003"
        if stated == "PDF/X-1:2001" and document.info.get("GTS_PDFXConformance") == "PDF/X-1a:2001":
            return
    if stated != wanted:
        what = f"says that it is {stated}" if stated else "does not say which standard it keeps"
        yield Fault(f"the file {what} ({place})", f"expected {wanted}")


def described(document: Document) -> Iterator[Fault]:
    """Title, dates and trapping must be there; PDF/X-4 looks into XMP, too."""
    new = (document.xmp or {}) if document.is_x4 else {}
    for key, what in NEEDED.items():
        if not document.info.get(key) and not new.get(PAIRS[key]):
            yield Fault(f"the file does not tell {what}", f"expected /{key}")
    if (document.info.get("Trapped") or new.get("pdf:Trapped")) not in ("True", "False"):
        yield Fault("the file does not say whether it is trapped", "expected /Trapped /True or /False")


def packet(document: Document) -> Iterator[Fault]:
    """XMP must be there for PDF/X-4, and readable wherever it is."""
    if get(document.pdf.Root, "/Metadata") is None:
        if document.is_x4:
            yield Fault("no XMP metadata", "expected them in PDF/X-4")
    elif document.xmp is None:
        yield Fault("the XMP metadata cannot be read", "expected well-formed XML")


def contradictions(document: Document) -> Iterator[str]:
    """The info dictionary and XMP must not contradict each other."""
    for key, name in PAIRS.items():
        old, new = document.info.get(key), (document.xmp or {}).get(name)
        if old and new and old != new and (_moment(old) is None or _moment(old) != _moment(new)):
            yield f"/{key} is {old!r}, but {name} is {new!r}"


def _moment(stated: str) -> datetime | None:
    """The moment that a date in either notation means, in UTC if it does not say; None if it is no date.

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


def pdf_version(document: Document) -> Iterator[Fault]:
    """A version of PDF that the standard knows."""
    version, highest = document.pdf.pdf_version, "1.7" if document.is_x4 else "1.4"
    if [int(part) for part in version.split(".") if part.isdigit()] > [int(part) for part in highest.split(".")]:
        yield Fault(f"PDF {version}", f"expected at most PDF {highest} in {document.profile.standard}")


def unused_fonts(document: Document) -> Iterator[str]:
    """Fonts that are in the file though nothing is set in them; a print shop sees them in its list."""
    for each in document.dictionaries:
        is_font = word(get(each, "/Type")) == "Font" and word(get(each, "/Subtype")) in FONT_KINDS
        if is_font and identity(each) not in document.fonts:
            font = read_font(each)
            if font.problem:
                yield f"the font {font.name} {font.problem}"


def _has_id(document: Document) -> bool:
    parts = items(document.pdf.trailer.get("/ID"))
    return len(parts) == 2 and all(len(bytes(part)) for part in parts)


def _has_script(document: Document) -> bool:
    root = document.pdf.Root
    actions = [*document.dictionaries, get(root, "/OpenAction")]
    return get(root, "/Names", "/JavaScript") is not None or any(
        word(get(each, "/S")) == "JavaScript" for each in actions
    )


def _has_attachment(document: Document) -> bool:
    named = get(document.pdf.Root, "/Names", "/EmbeddedFiles")
    return named is not None or any(get(each, "/EF") is not None for each in document.dictionaries)


def _has_packed_objects(document: Document) -> bool:
    types = [word(get(each, "/Type")) for each in document.dictionaries]
    return word(document.pdf.trailer.get("/Type")) == "XRef" or "ObjStm" in types


# The tables

Look = TypeVar("Look", bound=Callable[..., Iterable[str | Fault]])
HOME, X4, X1A = "none", "PDF/X-4", "PDF/X-1a"
PRESS = (X4, X1A)
ALL = (HOME, *PRESS)


class Check(NamedTuple, Generic[Look]):
    """One row: the code for scripts, the standards that it is for, the function that looks, what is expected.

    The function yields what is wrong: a sentence, or a Fault if what is expected, or the place, differs.
    """

    code: str
    standards: tuple[str, ...]
    look: Look
    expected: str = ""  # `{profile.x}` stands for a value of the profile
    severity: Severity = Severity.ERROR

    def faults(self, profile: Profile, *arguments: Any, place: Extent | None = None) -> Iterator[Fault]:
        """What is wrong with the thing that the function looks at."""
        for result in self.look(*arguments):
            if isinstance(result, str):
                result = Fault(result, f"expected {self.expected.format(profile=profile)}", place)
            yield replace(result, code=self.code, severity=self.severity)


def when(condition: Callable[[Document], bool], what: str) -> Callable[[Document], Iterable[str]]:
    """The look of a check that has one sentence only."""
    return lambda document: [what] if condition(document) else []


NO_SPACE = Space("pattern", 0)
INKS = "process colours or spots"
OBJECT_CHECKS: tuple[Check[Callable[[PageObject, Surroundings], Iterable[str]]], ...] = (
    Check("rgb", PRESS, screen_colours, INKS),
    Check("calibrated", (X1A,), calibrated_colours, "plain inks in PDF/X-1a"),
    Check("colour-space", PRESS, unknown_colours, INKS),
    Check("ink", PRESS, ink_sum, "at most {profile.ink_limit} %"),
    Check("registration", PRESS, registration, "it in marks outside the trim only"),
    Check("white-overprint", PRESS, white_overprint, "white to be left free"),
    Check("hairline", ALL, hairlines, "{profile.line:g} pt or more"),
    Check("negative-line", PRESS, negative_lines, "{profile.negative_line:g} pt or more"),
    Check("small-type", PRESS, small_type, "{profile.type:g} pt or more"),
    Check("negative-type", PRESS, negative_type, "{profile.negative_type:g} pt or more"),
    Check("black-text", PRESS, black_text, "100 % black that overprints (OPM 1)"),
    Check("rich-black", PRESS, rich_black_text, "100 % black alone"),
    Check("font", ALL, fonts, "every font embedded"),
    Check("transparency", PRESS, transparency, "everything opaque"),
    Check("bleed", PRESS, missing_bleed, "{profile.bleed:g} mm of bleed"),
    Check("marks", PRESS, marks_inside, "marks outside it"),
    Check("safe", PRESS, safe_text, "{profile.safe:g} mm or more", Severity.WARNING),
    Check("margin", (HOME,), unprintable, "{profile.margin:g} mm or more"),
)
PAGE_CHECKS: tuple[Check[Callable[[DistinctPage, Profile], Iterable[str | Fault]]], ...] = (
    Check("box", ALL, readable_boxes),
    Check("box-missing", PRESS, present_boxes),
    Check("box-nesting", ALL, nested_boxes, "it inside"),
    Check("bleed-width", PRESS, bleed_width, "{profile.bleed:g} mm"),
    Check("centred", PRESS, centred, "it in the middle"),
    Check("turned", ALL, upright),
    Check("annotation", PRESS, annotations),
)
DOCUMENT_CHECKS: tuple[Check[Callable[[Document], Iterable[str | Fault]]], ...] = (
    Check("size", ALL, one_size, "one size"),
    Check("intent", PRESS, output_intent),
    Check("icc", PRESS, colour_profile),
    Check("standard", PRESS, standard),
    Check("metadata", PRESS, described),
    Check("xmp", PRESS, packet),
    Check("contradiction", PRESS, contradictions, "the same in both places"),
    Check("id", PRESS, when(lambda file: not _has_id(file), "no file identifier"), "/ID in the trailer"),
    Check("version", PRESS, pdf_version),
    Check(
        "scaling",
        (HOME,),
        when(
            lambda file: word(get(file.pdf.Root, "/ViewerPreferences", "/PrintScaling")) != "None",
            "printers may scale the page",
        ),
        "/ViewerPreferences /PrintScaling /None",
    ),
    Check(
        "encryption",
        ALL,
        when(lambda file: file.pdf.is_encrypted, "the file is encrypted"),
        "a file without passwords",
    ),
    Check("script", ALL, when(_has_script, "JavaScript"), "a file that does nothing"),
    Check("attachment", PRESS, when(_has_attachment, "files are attached"), "none"),
    Check(
        "layers",
        (X1A,),
        when(lambda file: get(file.pdf.Root, "/OCProperties") is not None, "layers that can be switched off"),
        "none in PDF/X-1a",
    ),
    Check(
        "lzw",
        PRESS,
        when(
            lambda file: any({"LZWDecode", "LZW"} & {*filters(each)} for each in file.dictionaries),
            "streams packed with LZW",
        ),
        "Flate",
    ),
    Check(
        "object-streams",
        (X1A,),
        when(_has_packed_objects, "object streams or cross-reference streams"),
        "none in PDF/X-1a",
    ),
    Check("font", ALL, unused_fonts, "every font embedded"),
)
# Faults that are noticed while a stream is read, and the standards that mind.
READER_FAULTS: dict[str, tuple[str, ...]] = {
    "damaged": ALL,
    "resource": ALL,
    "glyph": ALL,
    "rgb": PRESS,
    "transparency": PRESS,
    "postscript": PRESS,
    "alternate": PRESS,
    "jpx": PRESS,
}
