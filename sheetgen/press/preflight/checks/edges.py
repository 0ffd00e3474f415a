"""Edges: what reaches the cut must run over it, what must not be cut stays away from it, marks stay outside."""

from collections.abc import Iterator

from sheetgen.press.preflight.geometry import MM, SIDES, Box
from sheetgen.press.preflight.ground import Ground
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

TOUCHES = 0.1 * MM
ROUNDING = 0.02 * MM
SLACK = 0.05 * MM


def missing_bleed(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Artwork that stops at the cut: a white edge wherever the knife is off by a hair."""
    trim = sheet.trim
    if not profile.bleed or not sheet.has_cut or not thing.exact or thing.kind == "text" or thing.is_blank:
        return
    if not thing.box.overlaps(trim, -TOUCHES) or not _reaches_in(thing.box, trim):
        return
    beyond = [-inset for inset in trim.insets(thing.box)]
    for side, reach in zip(SIDES, beyond, strict=True):
        if -TOUCHES <= reach < profile.bleed * MM - TOUCHES and not _goes_on(thing, side, ground, sheet, profile):
            stops = "at the trim" if abs(reach) <= TOUCHES else f"{reach / MM:.1f} mm beyond the trim"
            yield Finding(
                f"{thing.name} that stops {stops} ({side})", f"expected {profile.bleed:g} mm of bleed", thing.box
            )


def _goes_on(thing: Painted, side: str, ground: Ground, sheet: Sheet, profile: Profile) -> bool:
    """Whether the same colour lies below and runs over the cut, so that nobody sees where a thing ends."""
    shown = thing.box.cut(sheet.trim)
    if shown is None or thing.colour is None:
        return False
    (x, y), away = shown.centre, profile.bleed * MM - TOUCHES
    trim = sheet.trim
    outside = {
        "left": (trim.left - away, y),
        "bottom": (x, trim.bottom - away),
        "right": (trim.right + away, y),
        "top": (x, trim.top + away),
    }
    below = next(ground.beneath(outside[side]), None)
    return below is not None and below.colour is not None and below.colour == thing.colour


def _reaches_in(box: Box, trim: Box) -> bool:
    """Whether part of a thing is inside the cut, rather than beside it."""
    return box.overlaps(trim) or trim.contains(box, TOUCHES)


def safe_text(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Text so near to the cut that it may lose something."""
    if thing.kind != "text" or not sheet.has_cut or not thing.exact or not thing.box.overlaps(sheet.trim):
        return
    nearest = min(sheet.trim.insets(thing.box))
    if nearest < profile.safe * MM - SLACK:
        told = f"text {nearest / MM:.1f} mm from the cut" if nearest > 0 else "text across the cut"
        yield Finding(told, f"expected {profile.safe:g} mm or more", thing.box)


def marks_inside(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Printer's marks that would be printed on the artwork."""
    if (
        not sheet.has_cut
        or not thing.exact
        or not thing.box.overlaps(sheet.bleed, SLACK)
        or thing.box.overlaps(sheet.trim, SLACK)
    ):
        return
    if thing.kind == "line" or any(colour.is_registration for colour in thing.colours):
        yield Finding("a printer's mark inside the bleed", "expected marks outside it", thing.box)


def unprintable(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """What a home printer cannot reach."""
    if not thing.exact or thing.is_blank or not thing.box.overlaps(sheet.media):
        return
    nearest = min(sheet.media.insets(thing.box))
    if nearest < profile.margin * MM - ROUNDING:
        told = f"{thing.name} {max(0.0, nearest) / MM:.1f} mm from the edge of the paper"
        yield Finding(told, f"expected {profile.margin:g} mm or more", thing.box)


def annotations(sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Notes, links and fields where something is printed."""
    for item in sheet.annotations:
        if item.kind not in ("TrapNet", "PrinterMark") and (item.box is None or item.box.overlaps(sheet.bleed)):
            yield Finding(f"an annotation ({item.kind or 'of no kind'}) inside the bleed", "expected none", item.box)
