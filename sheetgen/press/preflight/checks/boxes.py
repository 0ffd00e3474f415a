"""Boxes: the paper, the bleed and the cut of every page."""

from collections.abc import Iterator

from sheetgen.press.preflight.geometry import MM, SIDES, Box
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

SLACK = 0.05 * MM
CENTRED = 0.1 * MM


def readable(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Every box must be one."""
    if "MediaBox" not in sheet.boxes:
        yield Finding("no MediaBox", "expected the size of the paper")
    for name, box in sheet.boxes.items():
        if box is None:
            yield Finding(f"the {name} is not four numbers", "expected a rectangle")
        elif sheet.box(name) is None:
            size = f"{box.width / MM:.1f} x {box.height / MM:.1f} mm"
            yield Finding(f"the {name} measures {size}", "expected a rectangle that something fits into")


def present(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """A print shop cuts at the TrimBox, and needs to be told only once."""
    if "TrimBox" not in sheet.boxes:
        yield Finding("no TrimBox", "expected the edges of the finished sheet")
    elif "ArtBox" in sheet.boxes:
        yield Finding("an ArtBox beside a TrimBox", "expected the TrimBox alone")
    if profile.bleed and "BleedBox" not in sheet.boxes:
        yield Finding("no BleedBox", f"expected one {profile.bleed:g} mm larger than the trim")


def nested(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """MediaBox around BleedBox around TrimBox; the CropBox must not hide any of it."""
    for inner, outers in (("BleedBox", ("MediaBox", "CropBox")), ("TrimBox", ("BleedBox", "MediaBox", "CropBox"))):
        for outer in outers:
            inside, outside = sheet.box(inner), sheet.box(outer)
            if inside is not None and outside is not None and not outside.contains(inside, SLACK):
                yield Finding(f"the {inner} reaches beyond the {outer}", "expected it inside")
                break


def bleed_width(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """As much bleed as the profile asks, on every side."""
    bleed, trim = sheet.box("BleedBox"), sheet.box("TrimBox")
    if bleed is None or trim is None or not bleed.contains(trim, SLACK):
        return
    short = {side: width / MM for side, width in zip(SIDES, bleed.insets(trim), strict=True)}
    for side, width in short.items():
        if width < profile.bleed - SLACK / MM:
            yield Finding(f"only {width:.1f} mm of bleed ({side})", f"expected {profile.bleed:g} mm")


def centred(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """The cut in the middle of the paper, so that sheets can be turned."""
    trim = sheet.box("TrimBox")
    if trim is None or sheet.box("MediaBox") is None or not sheet.media.contains(trim, SLACK):
        return
    left, bottom, right, top = sheet.media.insets(trim)
    if abs(left - right) > CENTRED or abs(bottom - top) > CENTRED:
        off = f"{(left - right) / 2 / MM:+.1f} x {(top - bottom) / 2 / MM:+.1f} mm"
        yield Finding(f"the trim is off the middle of the page by {off}", "expected it in the middle")


def upright(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """No turned pages, no units of one's own."""
    if sheet.rotation % 360:
        yield Finding(f"the page is turned by {sheet.rotation:g}°", "expected Rotate 0")
    if sheet.unit != 1:
        yield Finding(f"a UserUnit of {sheet.unit:g}", "expected points (1)")


def size_of(sheet: Sheet) -> tuple[float, float]:
    """The finished size in millimetres."""
    box: Box = sheet.trim
    return round(box.width / MM, 1), round(box.height / MM, 1)
