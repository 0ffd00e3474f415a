"""Type: too small, too small for a dark ground, or black in a way that shows its seams; and its fonts."""

from collections.abc import Iterator

from sheetgen.press.preflight.checks.colour import is_black, is_rich_black
from sheetgen.press.preflight.ground import Ground, overprints
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

SLACK = 0.02  # of rounding, in points
LIGHTER = 0.25


def small_type(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Type smaller than the profile allows."""
    if thing.kind == "text" and thing.size < profile.type - SLACK:
        yield Finding(f"type of {thing.size:.1f} pt", f"expected {profile.type:g} pt or more", thing.box)


def negative_type(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Light type on a dark ground, which ink closes in on."""
    if (
        thing.kind != "text"
        or thing.colour is None
        or not profile.type - SLACK <= thing.size < profile.negative_type - SLACK
    ):
        return
    own, below = thing.colour.lightness, ground.lightness(thing.box.centre)
    if own is not None and below is not None and own - below >= LIGHTER:
        expected = f"expected {profile.negative_type:g} pt or more"
        yield Finding(f"light type of {thing.size:.1f} pt on a dark ground", expected, thing.box)


def black_text(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Black text that cuts out its ground: a white edge wherever the plates do not meet."""
    if not profile.overprint or thing.kind != "text" or thing.colour is None:
        return
    if is_black(thing.colour) and not overprints(thing):
        yield Finding("black text that does not overprint", "expected 100 % black that overprints (OPM 1)", thing.box)


def rich_black_text(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Text in a black of several inks, which never meet exactly."""
    if thing.kind == "text" and thing.colour is not None and is_rich_black(thing.colour):
        yield Finding("text in a black of several inks", "expected 100 % black alone", thing.box)


def fonts(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Fonts that stay behind."""
    if thing.kind == "text" and thing.font is not None and thing.font.problem:
        yield Finding(f"the font {thing.font.name} {thing.font.problem}", "expected every font embedded", thing.box)
