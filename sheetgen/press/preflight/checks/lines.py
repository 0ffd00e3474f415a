"""Lines: those too thin to print."""

from collections.abc import Iterator

from sheetgen.press.preflight.geometry import narrowest
from sheetgen.press.preflight.ground import Ground
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

SLACK = 0.005  # of rounding, in points
LIGHTER = 0.25


def hairlines(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Lines thinner than the profile allows, and areas that are nothing but such lines."""
    expected = f"expected {profile.line:g} pt or more"
    if thing.kind == "line" and thing.width < profile.line - SLACK:
        yield Finding(f"a line of {thing.width:.2f} pt", expected, thing.box)
    elif thing.kind == "area" and not thing.stroked and not thing.is_blank and len(thing.outline) == 1:
        thinnest = narrowest(thing.outline[0])
        if thinnest is not None and thinnest < profile.line - SLACK:
            yield Finding(f"an area only {thinnest:.2f} pt thick", expected, thing.box)


def negative_lines(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Light lines on a dark ground."""
    least = profile.negative_line
    if thing.kind != "line" or not profile.line - SLACK <= thing.width < least - SLACK or thing.colour is None:
        return
    own = thing.colour.lightness
    if own is None or own < LIGHTER or not thing.outline:
        return
    below = ground.lightness(thing.middle)
    if below is not None and own - below >= LIGHTER:
        yield Finding(
            f"a light line of {thing.width:.2f} pt on a dark ground", f"expected {least:g} pt or more", thing.box
        )
