"""Pads and decks: what somebody wants printed, checked, and made into one PDF or two."""

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Literal

from sheetgen.drawing.pages import has_page
from sheetgen.drawing.scene import Item, Scene
from sheetgen.drawing.themes import themes
from sheetgen.errors import WrongValueError
from sheetgen.i18n import translate
from sheetgen.layout import Layout
from sheetgen.layout.sheet import PAPERS
from sheetgen.press import PressError
from sheetgen.press.colour import inks_of, within_limits
from sheetgen.press.imposition import Flip, Imposition, alone, impose, stacked_numbers
from sheetgen.press.page_marks import Guides, guides, paper_areas, printers_marks, ruler, slug_line
from sheetgen.press.pages import PadPage, PadSide, PlacedSheet, SheetNumber, write_pages
from sheetgen.press.profiles import Profile, load_profile
from sheetgen.press.sides import card_sides, foot_of, sheet_sides, with_imprint
from sheetgen.press.standards import About

DEFAULT_SHEETS = 75
Size = tuple[float, float]
Leaf = tuple[Scene, Scene | None]  # front and back
Duplex = Flip | Literal["none"]
Edge = Literal["top", "bottom", "left", "right"]
MIRRORED: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "top", "bottom": "bottom"}


def _home() -> Profile:
    return load_profile("home")


class PadOptionsError(PressError, WrongValueError):
    """Options of a pad that exclude each other; the message is in the words of the command line."""


@dataclass(frozen=True)
class PadOptions:
    """What is to be printed, and how: one field for each option of `sheetgen pad`, lengths in millimetres.

    Options that exclude each other raise PadOptionsError, in the words of the command line.
    """

    layout: Layout
    _: KW_ONLY
    sheets: int | None = None  # None: 75 sheets; of a deck, each card once
    paper: Size = PAPERS["A4"]
    up: int | None = None  # sheets on a page; None: all that fit
    scale: float | None = 1.0  # None: shrink just enough
    duplex: Duplex | None = None  # None: with backs if there are cards or a back is named
    back: str | None = None  # score, solo, blank or an edition; None: what belongs to the sheet
    solo: bool = False
    scores: bool = False
    profile: Profile = field(default_factory=_home)
    theme: str = "light"
    language: str = "en"
    size: Size | None = None
    guides: Guides = "marks"
    back_offset: Size = (0.0, 0.0)  # to the right and down
    numbered: bool = False
    imprint: str = ""
    pad_edge: Edge | None = None  # where a strip is left to glue the sheets at
    pad_margin: float = 8.0  # how wide that strip is
    icc: Path | None = None
    backs: Literal["together", "apart"] = "together"

    def __post_init__(self) -> None:
        """Refuse options that exclude each other."""
        name, has_cards = self.layout.id, has_page(self.layout, "card face")
        offset = self.back_offset != (0.0, 0.0)
        for is_wrong, reason in (
            (self.scores and not has_cards, f"{name} has no cards: leave out --scores"),
            (self.solo and has_cards, f"{name} has no sheet for one player: leave out --solo"),
            (self.is_deck and self.back is not None, "cards have backs of their own: leave out --back"),
            (
                self.is_deck and (self.numbered or self.imprint or self.pad_edge is not None),
                "--number, --imprint and --pad-edge are for sheets",
            ),
            (self.back is not None and self.duplex == "none", "--back needs backs: leave out --duplex none"),
            (offset and not self.has_backs, "--back-offset needs backs: add --back or --duplex"),
            (
                offset and self.profile.single,
                "--back-offset is for printers at home: a print shop aligns backs itself",
            ),
            (self.backs == "apart" and not self.has_backs, "--backs apart needs backs: add --back or --duplex"),
        ):
            if is_wrong:
                raise PadOptionsError(reason)

    @property
    def is_deck(self) -> bool:
        """Whether cards are wanted, not sheets."""
        return has_page(self.layout, "card face") and not self.scores

    @property
    def turned_on(self) -> Duplex:
        """On which edge the paper is turned: cards have backs anyway, sheets when a back is named."""
        if self.duplex is not None:
            return self.duplex
        return "long" if self.is_deck or self.back is not None else "none"

    @property
    def has_backs(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self.turned_on != "none"


@dataclass(frozen=True)
class Pad:
    """A finished pad as PDF."""

    pdf: bytes  # all pages; without the backs if these were wanted apart
    backs_pdf: bytes | None = None  # the backs, if they were wanted apart


def make_pad(options: PadOptions) -> Pad:
    """Draw and lay out a pad; raise PressError for what cannot be printed so."""
    inks, icc = inks_of(options.profile, options.icc)
    leaves = _leaves(options)
    about = About(_title(options), f"{len(leaves)} x {_name(options)}", options.language, options.turned_on)
    pages = list(_pages(options, leaves))

    def written(these: Sequence[PadPage]) -> bytes:
        return write_pages(these, inks, options.profile, about, icc)

    if options.backs == "apart":
        return Pad(written(pages[0::2]), written(pages[1::2]))
    return Pad(written(pages))


def _title(options: PadOptions) -> str:
    edition = options.layout.edition
    return translate(edition.title, options.language, edition.translations)


def _name(options: PadOptions) -> str:
    """What the pad is called in its slug line and its subject."""
    return f"{options.layout.id}-solo" if options.solo else options.layout.id


def _leaves(options: PadOptions) -> Sequence[Leaf]:
    """Front and back of every sheet or card; the same scene is drawn once."""
    if options.is_deck:
        cards = card_sides(options.layout, theme=options.theme, language=options.language, size=options.size)
        return [leaf for leaf in cards for _ in range(options.sheets or 1)]
    count = DEFAULT_SHEETS if options.sheets is None else options.sheets
    front, back = sheet_sides(
        options.layout,
        back=options.back if options.has_backs else "blank",
        solo=options.solo,
        theme=options.theme,
        language=options.language,
        size=options.size,
    )
    number = f"{count}/{count}" if options.numbered else ""
    return [(with_imprint(front, options.imprint, numbered_up_to=number), back)] * count


def _pages(options: PadOptions, leaves: Sequence[Leaf]) -> Iterator[PadPage]:
    """The pages in the order of printing, fronts and backs in turn; raise PaperTooSmallError."""
    imposition = _imposition(options, leaves[0][0])
    maker = _SideMaker(options, imposition)
    per_page = len(imposition.places)
    starts = range(0, len(leaves), per_page)
    for start, numbers in zip(starts, stacked_numbers(len(leaves), per_page), strict=True):
        on_page = leaves[start : start + per_page]
        side = maker.side([front for front, _ in on_page], back=False)
        yield PadPage(side, _sheet_numbers(options, side, numbers, len(leaves)) if options.numbered else ())
        if options.has_backs:
            yield PadPage(maker.side([back for _, back in on_page], back=True))


def _imposition(options: PadOptions, front: Scene) -> Imposition:
    """The places on one page, each as large as a sheet and the strip to glue it at; raise PaperTooSmallError."""
    width, height = front.width, front.height
    if options.pad_edge in ("top", "bottom"):
        height += options.pad_margin
    elif options.pad_edge is not None:
        width += options.pad_margin
    if options.profile.single:
        return alone((width, height), options.profile.outside)
    return impose((width, height), options.paper, up=options.up, scale=options.scale, margin=options.profile.margin)


def _sheet_numbers(options: PadOptions, side: PadSide, numbers: Sequence[int], total: int) -> tuple[SheetNumber, ...]:
    """The numbers of the sheets on one page, at the right end of the line at their foot."""
    colour = themes()[options.theme].on_paper
    feet = [foot_of(sheet.scene) for sheet in side.sheets]
    return tuple(
        SheetNumber(f"{number}/{total}", sheet, foot.right, line.y, colour)
        for number, sheet, (foot, line) in zip(numbers, side.sheets, feet, strict=True)
    )


class _SideMaker:
    """Makes the sides of the pages; those with the same sheets are one and the same side."""

    def __init__(self, options: PadOptions, imposition: Imposition) -> None:
        self.options, self.imposition = options, imposition
        self.flip: Flip = "short" if options.turned_on == "short" else "long"
        self._sides: dict[tuple[tuple[int, ...], bool], PadSide] = {}
        self._printable: dict[int, Scene] = {}

    def side(self, scenes: Sequence[Scene | None], *, back: bool) -> PadSide:
        """The side with these sheets; None is a sheet whose back stays empty."""
        key = (tuple(id(scene) for scene in scenes), back)
        if key not in self._sides:
            self._sides[key] = self._new_side(scenes, back)
        return self._sides[key]

    def _new_side(self, scenes: Sequence[Scene | None], back: bool) -> PadSide:
        options, single = self.options, self.options.profile.single
        places = self.imposition.places[: len(scenes)]
        if back and not single:
            places = tuple(self.imposition.behind(place, self.flip) for place in places)
        shift = self._shift(back)
        sheets = tuple(
            PlacedSheet(self._within_limits(scene), place, self.imposition.scale, shift)
            for scene, place in zip(scenes, places, strict=True)
            if scene is not None
        )
        page = replace(self.imposition, places=places)
        return PadSide(
            around=self._around(page, back),
            sheets=sheets,
            trim=places[0].rect if single else None,
            bleed=options.profile.bleed,
            offset=options.back_offset if back else (0.0, 0.0),
        )

    def _within_limits(self, scene: Scene) -> Scene:
        if not self.options.profile.is_press:
            return scene
        if id(scene) not in self._printable:
            self._printable[id(scene)] = within_limits(scene, self.options.profile)
        return self._printable[id(scene)]

    def _shift(self, back: bool) -> Size:
        """Where the sheet begins beside the strip to glue, which has changed sides on the back."""
        edge, width = self.options.pad_edge, self.options.pad_margin
        if edge is not None and back:
            edge = MIRRORED[edge]
        return (width if edge == "left" else 0.0, width if edge == "top" else 0.0)

    def _around(self, page: Imposition, back: bool) -> Scene:
        """What is printed around and below the sheets of a page."""
        items, options = self._items_around(page, back), self.options
        return Scene(page.width, page.height, tuple(items), _title(options), _name(options), options.language)

    def _items_around(self, page: Imposition, back: bool) -> list[Item]:
        options, profile = self.options, self.options.profile
        paper = paper_areas(page, themes()[options.theme].paper, profile.bleed if profile.single else 0.0)
        if profile.is_press and profile.single:
            trim = page.places[0].rect
            words = " · ".join([_name(options), f"{trim.width:g} x {trim.height:g} mm", profile.standard])
            return [*paper, *printers_marks(trim, profile), *slug_line(trim, profile, words)]
        if profile.single or back:
            return paper
        words = translate("printed at 100 % if this line measures 50 mm", options.language)
        if page.scale != 1:
            sheets_at = translate("sheets at", options.language)
            words += f" · {sheets_at} {page.scale:.0%}"
        return [*paper, guides(page, options.guides, profile.margin), ruler(page, profile.margin, words)]
