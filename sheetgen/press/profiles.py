"""Print profiles: the requirements of a printer, from `profiles.yaml` or a file of the user.

Lengths are millimetres, lines and type points, shares of ink percent.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from sheetgen.layout.base import Model
from sheetgen.layout.explain import explain
from sheetgen.layout.loading import merge
from sheetgen.layout.nodes import Block, Node, Scalar, plain, read_file
from sheetgen.layout.problems import LayoutError, Position, Problem, UnknownNameError, did_you_mean, printable
from sheetgen.layout.sheet import RulesUrl

HERE = Path(__file__).parent
MAX_PARENTS = 8
StandardName = Literal["none", "PDF/X-4", "PDF/X-1a"]


class PrintingCondition(Model):
    """The printing condition that colours are converted for."""

    identifier: str = Field(min_length=1, max_length=80, description="Its name in the registry: `FOGRA39`.")
    name: str = Field(min_length=1, max_length=200, description="The same for people.")
    registry: str = Field(default="http://www.color.org", max_length=200, description="Who keeps the registry.")


class PrinterMarks(Model):
    """Printer's marks outside the bleed."""

    crop: bool = Field(default=True, description="Marks that show where to cut.")
    registration: bool = Field(default=True, description="Targets that show whether the inks meet.")
    distance: float = Field(default=2, ge=0, le=20, description="From the bleed to the marks.")
    length: float = Field(default=5, ge=1, le=20, description="How long crop marks are.")
    weight: float = Field(default=0.1, ge=0.05, le=1, description="How thick they are.")


class RichBlack(Model):
    """Black with other inks below it, for large areas, where black ink alone looks grey; reduced to the ink limit."""

    cyan: int = Field(default=50, ge=0, le=100, description="Cyan in percent.")
    magenta: int = Field(default=40, ge=0, le=100, description="Magenta in percent.")
    yellow: int = Field(default=40, ge=0, le=100, description="Yellow in percent.")


class Profile(Model):
    """The requirements of a printer."""

    about: str = Field(min_length=1, max_length=200, description="Who it is for.")
    standard: StandardName = Field(default="none", description="The PDF standard, or `none`: RGB for a home printer.")
    single: bool = Field(default=False, description="One sheet or card per page, at its own size.")
    margin: float = Field(default=5, ge=0, le=30, description="The edge that a home printer cannot reach.")
    condition: PrintingCondition | None = Field(default=None, description="The printing condition.")
    icc: str | None = Field(default=None, max_length=300, description="The colour profile of the condition, a file.")
    bleed: float = Field(default=0, ge=0, le=20, description="How far colour runs over the cut.")
    creep: float = Field(default=0, ge=0, le=1, description="How far pages of a booklet move to the fold, per sheet.")
    slug: float = Field(default=0, ge=0, le=50, description="Room for marks around the bleed.")
    safe: float = Field(default=3, ge=0, le=20, description="How far text stays away from the cut.")
    marks: PrinterMarks = Field(default_factory=PrinterMarks, description="Printer's marks.")
    ink_limit: int = Field(default=300, ge=100, le=400, description="Ink in one place, the four inks added up.")
    overprint: bool = Field(default=True, description="Black type prints over its ground instead of cutting it out.")
    rich_black: RichBlack = Field(default_factory=RichBlack, description="The inks of large black areas.")
    rich_area: float = Field(default=25, ge=1, le=1000, description="The width of a large black area.")
    thin: float = Field(default=3, ge=0, le=10, description="Narrower nearly grey shapes are in black alone.")
    coloured_type: float = Field(default=12, ge=1, le=144, description="Smaller type is black if its colour is dark.")
    line: float = Field(default=0.25, ge=0, le=5, description="The thinnest line in points.")
    negative_line: float = Field(default=0.4, ge=0, le=5, description="The thinnest light line on a dark ground.")
    type: float = Field(default=6, ge=1, le=72, description="The smallest type in points.")
    rules_url: RulesUrl | None = Field(
        default=None,
        description="The address of the rules, to which a QR code on each sheet leads; `{lang}` and `{edition}` in it "
        "are the language and the id of the layout.",
    )
    negative_type: float = Field(default=6, ge=1, le=72, description="The smallest light type on a dark ground.")

    @property
    def is_press(self) -> bool:
        """Whether it is for a print shop: in process colours, to a standard."""
        return self.standard != "none"

    @property
    def outside(self) -> float:
        """The distance from the cut to the edge of the page."""
        return self.bleed + self.slug


def profile_names() -> list[str]:
    """Every shipped profile.

    >>> profile_names()[:3]
    ['home', 'single', 'press-x4']
    """
    return [str(name) for name in _shipped().entries]


def load_profile(name: str) -> Profile:
    """A shipped profile by name, or the profile in a .yaml file; raise LayoutError with all problems.

    >>> load_profile("press-x1a").bleed
    3.0
    """
    shipped = _shipped().entries
    if name in shipped:
        return _profile(shipped[name].node, HERE)
    shown = printable(name)
    if not name.endswith((".yaml", ".yml")):
        known = profile_names()
        suggestion = did_you_mean(name, known) or f"shipped are {', '.join(known)}; or give a .yaml file"
        raise UnknownNameError([Problem(Position(shown), "", "there is no such print profile", suggestion)])
    return _profile(read_file(Path(name), shown), Path(name).parent)


@cache
def _shipped() -> Block:
    root = read_file(HERE / "profiles.yaml", "profiles.yaml")
    if not isinstance(root, Block):
        raise TypeError("profiles.yaml: expected one block with a key for each profile")
    return root


def _profile(node: Node, folder: Path) -> Profile:
    if not isinstance(node, Block):
        raise LayoutError([Problem(node.position, "", "expected a block of keys", "start with 'extends: press-x4'")])
    merged, names_icc = node, "icc" in node.entries
    for _ in range(MAX_PARENTS):
        if "extends" not in merged.entries:
            break
        merged = _over_parent(merged)
    try:
        profile = Profile.model_validate(plain(merged))
    except ValidationError as error:
        raise LayoutError(explain(error, merged, Profile)) from None
    if profile.is_press and (profile.condition is None or profile.icc is None):
        message = f"{profile.standard} needs a printing condition and its colour profile"
        raise LayoutError(
            [Problem(merged.position, "", message, "add 'condition:' and 'icc:', or 'extends: press-x4'")]
        )
    marks = profile.marks
    reach = marks.distance + marks.length
    if profile.is_press and (marks.crop or marks.registration) and profile.slug < reach:
        message = f"marks reach {reach:g} mm from the bleed, but the slug is {profile.slug:g} mm"
        raise LayoutError([Problem(merged.position, "slug", message, "widen 'slug:' or turn the marks off")])
    if profile.icc is not None:
        # The path is relative to the file of the profile that names it.
        path = (folder if names_icc else HERE) / profile.icc
        profile = profile.model_copy(update={"icc": str(path)})
    return profile


def _over_parent(profile: Block) -> Block:
    """A profile merged with the shipped one that it extends; raise LayoutError if there is none of that name."""
    entry, shipped = profile.entries["extends"], _shipped().entries
    name = plain(entry.node) if isinstance(entry.node, Scalar) else None
    if not isinstance(name, str) or name not in shipped:
        suggestion = did_you_mean(str(name), profile_names()) or f"shipped are {', '.join(profile_names())}"
        raise LayoutError([Problem(entry.node.position, "extends", "there is no such print profile", suggestion)])
    additions = Block(profile.position, {key: value for key, value in profile.entries.items() if key != "extends"})
    merged = merge(shipped[name].node, additions)
    if not isinstance(merged, Block):
        raise TypeError(f"profiles.yaml: {name}: expected a block of keys")
    return merged
