"""Limits: no line thinner and no type smaller than a press can print."""

from dataclasses import replace

from sheetgen.drawing.colours import luminance
from sheetgen.drawing.scene import Group, Item, Scene, Text
from sheetgen.press.furniture import POINT
from sheetgen.press.problems import PressError
from sheetgen.press.profiles import Profile

DARK = 0.1  # luminance below which a line is surely no light one


class TypeTooSmallError(PressError):
    """Type that a print shop would refuse."""


def within_limits(scene: Scene, profile: Profile) -> Scene:
    """The same scene with lines as thick as the profile asks; raise TypeTooSmallError for type that is too small."""
    for _, shape in scene.shapes():
        if isinstance(shape, Text) and shape.size < (profile.type - 0.01) * POINT:
            raise TypeTooSmallError(
                f"type of {shape.size / POINT:.1f} pt ({shape.text!r}) is smaller than the {profile.type:g} pt that "
                "the print profile allows; choose a larger --size, or a profile of your own with a smaller 'type'"
            )
    return replace(scene, items=tuple(_thick(item, profile) for item in scene.items))


def _thick(item: Item, profile: Profile) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_thick(inner, profile) for inner in item.items))
    if isinstance(item, Text) or not item.paint.stroke:
        return item
    # A light line on a dark ground is narrowed by the ink that spreads from both sides.
    least = (profile.line if luminance(item.paint.stroke) < DARK else profile.negative_line) * POINT
    return item if item.paint.width >= least else replace(item, paint=replace(item.paint, width=least))
