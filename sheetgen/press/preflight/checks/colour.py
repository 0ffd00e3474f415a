"""Colours and inks: what a press cannot print, and what would be too much of it."""

from collections.abc import Iterator

from sheetgen.press.preflight.colours import PROCESS, Colour, Space, process_sum
from sheetgen.press.preflight.ground import Ground, overprints
from sheetgen.press.preflight.objections import Finding
from sheetgen.press.preflight.painted import Painted
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.profiles import Profile

SCREEN = {"rgb": "RGB colour", "calrgb": "calibrated RGB colour", "lab": "Lab colour"}
INKS = "expected process colours or spots"


def screen_colours(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """RGB and Lab, wherever they hide."""
    for space in _spaces(thing):
        for depth, part in enumerate(space.nested()):
            word = "ICC-based RGB colour" if part.kind == "icc" and part.count == 3 else SCREEN.get(part.kind, "")
            if not word:
                continue
            if depth and space.kind == "spots":
                if part.kind == "lab" and profile.standard == "PDF/X-4":
                    continue  # spots are named by Lab there, as their makers do
                names = ", ".join(space.names)
                yield Finding(f"{word} as the alternate of the spot {names} in {thing.name}", INKS, thing.box)
            else:
                yield Finding(f"{word} in {thing.name}", INKS, thing.box)
            break


def calibrated_colours(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Inks that bring a colour profile of their own, which PDF/X-1a does not know."""
    for space in _spaces(thing):
        if any(part.kind == "calgray" or (part.kind == "icc" and part.count != 3) for part in space.nested()):
            yield Finding(f"ICC-based or calibrated inks in {thing.name}", "expected plain inks in PDF/X-1a", thing.box)


def unknown_colours(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Colour spaces that cannot be read."""
    if any(part.kind == "unknown" for space in _spaces(thing) for part in space.nested()):
        yield Finding(f"a colour space that cannot be read in {thing.name}", INKS, thing.box)


def ink_sum(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """More ink in one place than dries."""
    if not thing.box.overlaps(sheet.bleed) and thing.exact:
        return  # marks print on every plate
    sums = [process_sum(inks) for colour in thing.colours if (inks := _own_inks(colour)) is not None]
    most = max(sums, default=0.0)
    limit = f"expected at most {profile.ink_limit} %"
    if most > profile.ink_limit + 0.5:
        yield Finding(f"{most:g} % ink in {thing.name}", limit, thing.box)
    elif overprints(thing) and most:
        below = ground.inks(thing.middle)
        if below is not None and thing.colour is not None:
            together = process_sum(below | (thing.colour.inks or {}))
            if together > profile.ink_limit + 0.5:
                yield Finding(f"{together:g} % ink where {thing.name} prints over its ground", limit, thing.box)


def registration(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """The colour of every plate is for marks, and marks stay outside."""
    if (
        sheet.has_cut
        and thing.exact
        and thing.box.overlaps(sheet.trim)
        and any(colour.space.names == ("All",) for colour in thing.colours)
    ):
        yield Finding(
            f"the registration colour in {thing.name}", "expected it in marks outside the trim only", thing.box
        )


def white_overprint(thing: Painted, ground: Ground, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """White that prints over what lies beneath is not there at all."""
    if overprints(thing) and thing.is_blank:
        yield Finding(f"white that overprints in {thing.name}", "expected white to be left free", thing.box)


def _spaces(thing: Painted) -> tuple[Space, ...]:
    return (thing.colour.space,) if thing.colour is not None else thing.spaces


def _own_inks(colour: Colour) -> dict[str, float] | None:
    """Without the registration colour, which has its own check."""
    return None if colour.space.names == ("All",) else colour.inks


def is_black(colour: Colour) -> bool:
    """Whether it is black and nothing else."""
    inks = colour.inks
    return inks is not None and list(inks) == ["Black"] and inks["Black"] > 0.99


def is_rich_black(colour: Colour) -> bool:
    """Whether it is a black of several inks: three colours and much black, as converted RGB gives."""
    inks = colour.inks
    if inks is None or colour.space.names == ("All",):
        return False
    cyan, magenta, yellow, black = (inks.get(name, 0.0) for name in PROCESS)
    return (black > 0.85 and cyan + magenta + yellow > 0.05) or (min(cyan, magenta, yellow) > 0.5 and black > 0.5)
