"""Pads and decks: what somebody wants printed, checked, and made into one PDF or two."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Literal

from sheetgen.drawing.pages import has_page
from sheetgen.drawing.scene import Item, Scene
from sheetgen.drawing.themes import themes
from sheetgen.i18n import translate
from sheetgen.layout import Layout
from sheetgen.layout.sheet import PAPERS
from sheetgen.press import PressError
from sheetgen.press.assembly import Placed, Side, Stamp, assemble, stamp_sample
from sheetgen.press.colour import inks_of, within_limits
from sheetgen.press.imposition import Flip, Imposition, alone, impose, stacked_numbers
from sheetgen.press.page_marks import Guides, guides, paper_areas, printers_marks, ruler, slug_line
from sheetgen.press.profiles import Profile, load_profile
from sheetgen.press.sides import card_sides, foot_of, sheet_sides, with_imprint
from sheetgen.press.standards import About, finished

DEFAULT_SHEETS = 75
Size = tuple[float, float]
Duplex = Flip | Literal["none"]
Edge = Literal["top", "bottom", "left", "right"]
MIRRORED: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "top", "bottom": "bottom"}


def _home() -> Profile:
    return load_profile("home")


class PadOptionsError(PressError):
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
    plan = _Plan(options)
    if options.backs == "apart":
        return Pad(plan.written(slice(0, None, 2)), plan.written(slice(1, None, 2)))
    return Pad(plan.written(slice(None)))


class _Plan:
    """Which scenes are drawn, which sides use them, and in which order the sides are printed."""

    def __init__(self, options: PadOptions) -> None:
        self.options = options
        self.inks, self.icc = inks_of(options.profile, options.icc)
        self.leaves = _leaves(options)
        self.page = self._imposition()
        self.scenes: list[Scene] = []
        self.sides: list[Side] = []
        self.order: list[int] = []
        self.stamps: list[list[Stamp]] = []
        self._index: dict[int, int] = {}
        self._furniture: dict[tuple[int, bool], int] = {}
        self._known: dict[tuple[tuple[int, ...], bool], int] = {}
        self.stamp_scene = self._stamp_sample() if options.numbered else None
        leaves = [(self._scene(front), -1 if back is None else self._scene(back)) for front, back in self.leaves]
        many = len(self.page.places)
        pages = [leaves[i : i + many] for i in range(0, len(leaves), many)]
        numbers = stacked_numbers(len(leaves), many)
        for sheets, on_page in zip(pages, numbers, strict=True):
            self._add(tuple(front for front, _ in sheets), back=False)
            self.stamps.append(self._stamps(on_page) if options.numbered else [])
            if options.has_backs:
                self._add(tuple(back for _, back in sheets), back=True)
                self.stamps.append([])

    def written(self, which: slice) -> bytes:
        """The pages of this slice as PDF."""
        options = self.options
        pdf = assemble(
            self.scenes,
            self.sides,
            self.order[which],
            self.inks,
            stamps=self.stamps[which],
            stamp_scene=self.stamp_scene,
        )
        subject = f"{len(self.leaves)} x {self.name}"
        about = About(self.title, subject, options.language, options.turned_on)
        return finished(pdf, options.profile, about, self.icc)

    @property
    def title(self) -> str:
        edition = self.options.layout.edition
        return translate(edition.title, self.options.language, edition.translations)

    @property
    def name(self) -> str:
        return f"{self.options.layout.id}-solo" if self.options.solo else self.options.layout.id

    def _imposition(self) -> Imposition:
        """The places on one page; raise PaperTooSmallError."""
        front, options = self.leaves[0][0], self.options
        width, height = front.width, front.height
        if options.pad_edge in ("top", "bottom"):
            height += options.pad_margin
        elif options.pad_edge is not None:
            width += options.pad_margin
        if options.profile.single:
            return alone((width, height), options.profile.outside)
        return impose((width, height), options.paper, up=options.up, scale=options.scale, margin=options.profile.margin)

    def _shift(self, *, back: bool) -> Size:
        """Where the sheet begins beside the strip to glue, which has changed sides on the back."""
        edge, width = self.options.pad_edge, self.options.pad_margin
        if edge is not None and back:
            edge = MIRRORED[edge]
        return (width if edge == "left" else 0.0, width if edge == "top" else 0.0)

    def _scene(self, scene: Scene) -> int:
        """The number of a scene, which is drawn once however many leaves have it."""
        if id(scene) not in self._index:
            drawn = within_limits(scene, self.options.profile) if self.options.profile.is_press else scene
            self._index[id(scene)] = self._append(drawn)
        return self._index[id(scene)]

    def _append(self, scene: Scene) -> int:
        self.scenes.append(scene)
        return len(self.scenes) - 1

    def _stamp_sample(self) -> int:
        return self._append(stamp_sample(themes()[self.options.theme].on_paper))

    def _add(self, scenes: tuple[int, ...], *, back: bool) -> None:
        """One more page with these sheets."""
        key = (scenes, back)
        if key not in self._known:
            self._known[key] = len(self.sides)
            self.sides.append(self._side(scenes, back))
        self.order.append(self._known[key])

    def _side(self, scenes: tuple[int, ...], back: bool) -> Side:
        options = self.options
        shift = self._shift(back=back)
        flip: Flip = "short" if options.turned_on == "short" else "long"
        sheets = []
        for scene, place in zip(scenes, self.page.places, strict=False):
            where = self.page.behind(place, flip) if back and not options.profile.single else place
            if scene >= 0:
                sheets.append(Placed(scene, where, self.page.scale, shift))
        trim = self.page.places[0].rect if options.profile.single else None
        offset = options.back_offset if back and not options.profile.single else (0.0, 0.0)
        return Side(self._around(len(scenes), back), tuple(sheets), trim, options.profile.bleed, offset)

    def _around(self, used: int, back: bool) -> int:
        """The scene of what is printed around so many sheets."""
        if (used, back) not in self._furniture:
            page = replace(self.page, places=self.page.places[:used])
            items = self._items(page, back)
            scene = Scene(page.width, page.height, tuple(items), self.title, self.name, self.options.language)
            self._furniture[used, back] = self._append(scene)
        return self._furniture[used, back]

    def _items(self, page: Imposition, back: bool) -> list[Item]:
        options, profile = self.options, self.options.profile
        paper = themes()[options.theme].paper
        if profile.single:
            trim = page.places[0].rect
            around = printers_marks(trim, profile) if profile.is_press else []
            words = " · ".join([self.name, f"{trim.width:g} x {trim.height:g} mm", profile.standard])
            slug = slug_line(trim, profile, words) if profile.is_press else []
            return [*paper_areas(page, paper, profile.bleed), *around, *slug]
        if back:
            flip: Flip = "short" if options.turned_on == "short" else "long"
            page = replace(page, places=tuple(page.behind(place, flip) for place in page.places))
            return paper_areas(page, paper, 0.0)
        words = translate("printed at 100 % if this line measures 50 mm", options.language)
        if page.scale != 1:
            sheets_at = translate("sheets at", options.language)
            words += f" · {sheets_at} {page.scale:.0%}"
        return [
            *paper_areas(page, paper, 0.0),
            guides(page, options.guides, profile.margin),
            ruler(page, profile.margin, words),
        ]

    def _stamps(self, numbers: list[int]) -> list[Stamp]:
        """The numbers of the sheets on one page, at the right end of the line at their foot."""
        side = self.sides[self.order[-1]]
        total = len(self.leaves)
        found = []
        for number, placed in zip(numbers, side.sheets, strict=True):
            foot, line = foot_of(self.scenes[placed.scene])
            found.append(Stamp(f"{number}/{total}", placed, foot.right, line.y))
        return found


def _leaves(options: PadOptions) -> Sequence[tuple[Scene, Scene | None]]:
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
