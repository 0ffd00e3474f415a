"""Pads and decks: the options, their checks, and the PDF (or two: fronts and backs) that is made from them.

Called by the library (`sheetgen pad`), the build of everything, the site and the studio.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from sheetgen.drawing.faces import using_fonts
from sheetgen.drawing.pages import (
    PageKind,
    PageSpec,
    draw_page,
    has_page,
    has_rating,
    main_page,
    pages_of,
    remarks,
    slot_sides,
)
from sheetgen.drawing.qr_code import MODULE, QrCode
from sheetgen.drawing.scene import Group, Item, Rect, Scene, Text, bounds
from sheetgen.drawing.sheet import MARGIN, unit_of
from sheetgen.drawing.text import LEAST_POINTS, font_face, smallest_points, text_at
from sheetgen.drawing.themes import themes
from sheetgen.errors import WrongValueError
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.sheet import PAPERS
from sheetgen.press import PressError
from sheetgen.press.colour import enforce_limits, load_inks
from sheetgen.press.imposition import (
    Flip,
    Imposition,
    PaperTooSmallError,
    Scale,
    Size,
    impose,
    room_for_one,
    single_sheet,
    stacked_numbers,
)
from sheetgen.press.page_marks import Guides, guides, paper_areas, printers_marks, ruler, slug_line
from sheetgen.press.pages import PadPage, PadSide, PlacedSheet, SheetNumber, scenes_of, write_pages
from sheetgen.press.profiles import Profile, load_profile
from sheetgen.press.standards import About

DEFAULT_SHEETS = 75
FOOT_GAP = 2.0  # millimetres between the texts of the line at the foot
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
    """What to print and how: one field for each option of `sheetgen pad`, lengths in millimetres on paper.

    Options that exclude each other raise PadOptionsError, in the words of the command line.
    """

    layout: Layout
    _: KW_ONLY
    sheets: int | None = None  # None: 75 sheets; of a deck, each card once
    paper: Size = PAPERS["A4"]
    up: int | None = None  # sheets on a page; None: all that fit
    scale: float | Literal["fit"] | None = None  # None: as large as the paper allows; "fit": shrunk if needed
    exact: bool = False  # sheets in their native size
    big: bool = False  # one sheet on a page, laid out for its size
    duplex: Duplex | None = None  # None: with backs if there are cards or a back is named
    back: str | None = None  # score, solo, summary, blank or an edition; None: what the layout says
    draw_summary: Callable[[Size], Scene] | None = None  # draws the back `summary` in the size of a sheet
    solo: bool = False
    scores: bool = False
    profile: Profile = field(default_factory=_home)
    theme: str = "light"
    language: str = "en"
    size: Size | None = None
    guides: Guides = "marks"
    back_offset: Size = (0.0, 0.0)  # moves the backs to the right and down
    numbered: bool = False
    imprint: str = ""
    pad_edge: Edge | None = None  # the edge with a strip to glue the sheets at
    pad_margin: float = 8.0  # the width of that strip
    icc: Path | None = None
    rules_url: str | None = None  # None: that of the profile or of the layout
    code: bool | None = None  # whether a QR code leads there; None: if there is an address
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
            (has_cards and (self.rules_url or self.code), "--rules-url and --code are for sheets without cards"),
            (self.code is False and self.rules_url is not None, "--no-code and --rules-url exclude each other"),
            (
                self.code is True and not self._address,
                "there is no address that the code could lead to: add --rules-url",
            ),
            (
                has_cards and self.back == "summary",
                "--back summary is for sheets: `sheetgen rulebook --summary` is a page",
            ),
            (self.back is not None and self.duplex == "none", "--back needs backs: leave out --duplex none"),
            (offset and not self.has_backs, "--back-offset needs backs: add --back or --duplex"),
            (
                offset and self.profile.single,
                "--back-offset is for printers at home: a print shop aligns backs itself",
            ),
            (self.backs == "apart" and not self.has_backs, "--backs apart needs backs: add --back or --duplex"),
            (self.exact and self.scale is not None, "--exact and --scale exclude each other"),
            (self.big and self.is_deck, "--big is for sheets, and cards keep their size"),
            (self.big and (self.up or 1) > 1, "--big has one sheet on a page: leave out --up"),
            (
                self.big and (self.scale is not None or self.exact or self.size is not None),
                "--big fills the paper: leave out --scale, --exact and --size",
            ),
            (
                self.big and self.profile.single,
                "this print profile has no paper that --big could fill: --size sets the size of a sheet",
            ),
            (
                self.profile.single and (self.up or 1) > 1,
                "this print profile has one sheet on each page: leave out --up",
            ),
            (
                self.profile.single and self.scale is not None,
                "this print profile has sheets of their native size: --size sets another, not --scale",
            ),
        ):
            if is_wrong:
                raise PadOptionsError(reason)

    @property
    def _address(self) -> str | None:
        in_layout = self.layout.edition.sheet.rules_url if isinstance(self.layout.edition, SheetEdition) else None
        return self.rules_url or self.profile.rules_url or in_layout

    @property
    def code_address(self) -> str:
        """The address that the code on each sheet leads to; empty if there is no code."""
        return "" if self.code is False else self._address or ""

    @property
    def is_deck(self) -> bool:
        """Whether cards are printed, not sheets."""
        return has_page(self.layout, "card face") and not self.scores

    @property
    def page_scale(self) -> Scale:
        """The scale that sheets are placed with; cards keep their size, since they must fit sleeves."""
        if self.scale is not None:
            return self.scale
        return 1.0 if self.exact or self.big or self.is_deck else "grow"

    @property
    def sheet_size(self) -> Size | None:
        """The size in which a sheet is drawn, None for that of the layout; raise PaperTooSmallError if it is big."""
        if not self.big:
            return self.size
        room = room_for_one(self.paper, self.profile.margin)
        width, height = (room[i] - self.glue_strip[i] for i in (0, 1))
        edition = self.layout.edition
        least = edition.sheet.size if isinstance(edition, SheetEdition) else (0.0, 0.0)
        if width < least[0] or height < least[1]:
            sizes = f"{width:.0f} x {height:.0f} mm, less than the {least[0]:g} x {least[1]:g} mm of a sheet"
            raise PaperTooSmallError(f"this paper has room for {sizes}: leave out --big")
        return width, height

    @property
    def glue_strip(self) -> Size:
        """What a strip to glue at adds to the width and height of a sheet."""
        if self.pad_edge is None:
            return 0.0, 0.0
        return (0.0, self.pad_margin) if self.pad_edge in ("top", "bottom") else (self.pad_margin, 0.0)

    @property
    def flip_edge(self) -> Duplex:
        """The edge on which the paper is turned.

        By default cards have backs, and sheets that continue there or have the rating of the solo game there; others
        only if a back is named.
        """
        if self.duplex is not None:
            return self.duplex
        needs_back = self.is_deck or self.has_two_pages or self.rating_is_behind
        return "long" if needs_back or self.back is not None else "none"

    @property
    def has_two_pages(self) -> bool:
        """Whether the sheet continues on its back."""
        return isinstance(self.layout.edition, SheetEdition) and self.layout.edition.has_two_pages

    @cached_property
    def rating_is_behind(self) -> bool:
        """Whether the rating of the solo game has no room on the front."""
        edition = self.layout.edition
        if not self.solo or not isinstance(edition, SheetEdition) or edition.solo is None or not edition.solo.ratings:
            return False
        return not has_rating(draw_page(self.layout, "solo front", size=self.sheet_size, rules_url=self.code_address))

    @property
    def has_backs(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self.flip_edge != "none"


@dataclass(frozen=True)
class PadPlan:
    """The front of a sheet or card, and how sheets lie on the paper."""

    front: Scene
    imposition: Imposition
    is_big: bool = False  # drawn for the size of the paper

    @property
    def count(self) -> int:
        """How many are on a page."""
        return len(self.imposition.placements)

    @property
    def slot_side(self) -> float | None:
        """The side of the smallest die slot in millimetres on paper; None if there is none."""
        return min((side * self.imposition.scale for side in slot_sides(self.front)), default=None)


@dataclass(frozen=True)
class Pad:
    """A finished pad as PDF."""

    pdf: bytes  # all pages, or the fronts if backs are apart
    plan: PadPlan
    summary: str  # `2 on a page at 114 %, 38 pages`
    backs_pdf: bytes | None = None  # the backs, if they are apart
    remarks: tuple[str, ...] = ()  # what the sheets cannot do for players, a line each


def make_pad(options: PadOptions) -> Pad:
    """Draw and lay out a pad; raise PressError or DrawingError if it cannot be printed this way."""
    with using_fonts(options.layout.font):
        return _make_pad(options)


def _make_pad(options: PadOptions) -> Pad:
    leaves = _leaves(options)
    about = About(_title(options), f"{len(leaves)} x {_name(options)}", options.language, options.flip_edge)
    plan = PadPlan(leaves[0][0], _imposition(options, leaves[0][0]), options.big)
    pages = list(_pages(options, plan.imposition, leaves))
    inks, icc = load_inks(options.profile, options.icc, scenes_of(pages))

    def write(side_pages: Sequence[PadPage]) -> bytes:
        return write_pages(side_pages, inks, options.profile, about, icc)

    notes = tuple(_remarks(options, plan))
    if options.backs == "apart":
        return Pad(write(pages[0::2]), plan, _summary(options, plan, len(pages) // 2), write(pages[1::2]), notes)
    return Pad(write(pages), plan, _summary(options, plan, len(pages)), remarks=notes)


def plan_pad(options: PadOptions) -> PadPlan:
    """Draw one sheet or card and place it, without the rest of the pad; raise what `make_pad` raises."""
    with using_fonts(options.layout.font):
        front = _leaves(replace(options, sheets=1, back=None, duplex="none"))[0][0]
        return PadPlan(front, _imposition(options, front), options.big)


def _summary(options: PadOptions, plan: PadPlan, pages: int) -> str:
    """What to know before a file of this many pages is printed: sheets on a page, their size, pages, the edge to turn.

    Of pages with one sheet in its native size, their finished size, bleed and standard.
    """
    page_count = "1 page" if pages == 1 else f"{pages} pages"
    profile = options.profile
    if profile.single:
        trim = plan.imposition.placements[0].rect
        parts = [f"{page_count} of {trim.width:g} x {trim.height:g} mm"]
        parts += [f"bleed {profile.bleed:g} mm"] if profile.bleed else []
        parts += [profile.standard] if profile.is_press else []
        return ", ".join(parts)
    if plan.is_big:
        size = f"1 on a page, laid out for {plan.front.width:.0f} x {plan.front.height:.0f} mm"
    else:
        size = f"{plan.count} on a page at {round(plan.imposition.scale * 100)} %"
    turn = f", both sides: turn on the {options.flip_edge} edge" if options.has_backs else ""
    return f"{size}, {page_count}{turn}"


def _remarks(options: PadOptions, plan: PadPlan) -> Iterator[str]:
    """What the sheets of a pad cannot do for players, a line each."""
    yield from remarks(options.layout, plan.front, scale=plan.imposition.scale)
    if options.rating_is_behind and (options.duplex is None or not options.has_backs):
        printed = "is printed; --duplex none leaves it out" if options.has_backs else "is missing"
        yield f"the rating of {options.layout.id} has no room on the front of the solo sheet: its back {printed}"
    for group in plan.front.groups():
        if group.id == "code":
            module = QrCode(group.link).module_in(bounds(group)) * plan.imposition.scale
            if module < MODULE - 0.005:
                yield f"the modules of the code are {module:.2f} mm wide: phones need {MODULE:g} mm, a larger sheet"


def _title(options: PadOptions) -> str:
    edition = options.layout.edition
    return translate(edition.title, options.language, edition.translations)


def _name(options: PadOptions) -> str:
    """The name of the pad in its slug line and its subject."""
    return f"{options.layout.id}-solo" if options.solo else options.layout.id


def _leaves(options: PadOptions) -> Sequence[Leaf]:
    """Front and back of every sheet or card; equal sheets share their scenes."""
    if options.is_deck:
        cards = _card_sides(options.layout, theme=options.theme, language=options.language, size=options.size)
        return [leaf for leaf in cards for _ in range(options.sheets or 1)]
    count = DEFAULT_SHEETS if options.sheets is None else options.sheets
    front, back = _sheet_sides(
        options.layout,
        back=options.back if options.has_backs else "blank",
        solo=options.solo,
        theme=options.theme,
        language=options.language,
        size=options.sheet_size,
        rules_url=options.code_address,
        draw_summary=options.draw_summary,
    )
    number = f"{count}/{count}" if options.numbered else ""
    return [(_with_imprint(front, options.imprint, last_number=number), back)] * count


def _pages(options: PadOptions, imposition: Imposition, leaves: Sequence[Leaf]) -> Iterator[PadPage]:
    """The pages in printing order, fronts and backs alternating."""
    maker = _SideMaker(options, imposition)
    per_page = len(imposition.placements)
    starts = range(0, len(leaves), per_page)
    for start, numbers in zip(starts, stacked_numbers(len(leaves), per_page), strict=True):
        on_page = leaves[start : start + per_page]
        side = maker.side([front for front, _ in on_page], back=False)
        yield PadPage(side, _sheet_numbers(options, side, numbers, len(leaves)) if options.numbered else ())
        if options.has_backs:
            yield PadPage(maker.side([back for _, back in on_page], back=True))


def _imposition(options: PadOptions, front: Scene) -> Imposition:
    """The placements on one page, each as large as a sheet and its strip to glue; raise PaperTooSmallError."""
    size, margin = (front.width, front.height), options.profile.margin
    strip = options.glue_strip
    if options.profile.single:
        return single_sheet((size[0] + strip[0], size[1] + strip[1]), options.profile.outside)
    least = LEAST_POINTS / smallest_points(front)
    return impose(size, options.paper, up=options.up, scale=options.page_scale, margin=margin, strip=strip, least=least)


def _sheet_numbers(options: PadOptions, side: PadSide, numbers: Sequence[int], total: int) -> tuple[SheetNumber, ...]:
    """The numbers of the sheets on one page, at the right end of the line at their bottom."""
    colour = themes()[options.theme].on_paper
    feet = [_foot_line(sheet.scene) for sheet in side.sheets]
    return tuple(
        SheetNumber(f"{number}/{total}", sheet, foot_rect.right, line.y, colour)
        for number, sheet, (foot_rect, line) in zip(numbers, side.sheets, feet, strict=True)
    )


class _SideMaker:
    """Makes the sides of the pages; for the same sheets it returns the same PadSide."""

    def __init__(self, options: PadOptions, imposition: Imposition) -> None:
        self.options, self.imposition = options, imposition
        self.flip: Flip = "short" if options.flip_edge == "short" else "long"
        self._sides: dict[tuple[tuple[int, ...], bool], PadSide] = {}
        self._printable: dict[int, Scene] = {}

    def side(self, scenes: Sequence[Scene | None], *, back: bool) -> PadSide:
        """The side with these sheets; None is a sheet whose back is empty."""
        key = (tuple(id(scene) for scene in scenes), back)
        if key not in self._sides:
            self._sides[key] = self._new_side(scenes, back)
        return self._sides[key]

    def _new_side(self, scenes: Sequence[Scene | None], back: bool) -> PadSide:
        options, single = self.options, self.options.profile.single
        placements = self.imposition.placements[: len(scenes)]
        if back and not single:
            placements = tuple(self.imposition.back_of(placement, self.flip) for placement in placements)
        shift = self._shift(back)
        sheets = tuple(
            PlacedSheet(self._enforce_limits(scene), placement, self.imposition.scale, shift)
            for scene, placement in zip(scenes, placements, strict=True)
            if scene is not None
        )
        page = replace(self.imposition, placements=placements)
        background, upwards = self._around(page, back)
        return PadSide(
            background=background,
            sheets=sheets,
            upwards=upwards,
            trim=placements[0].rect if single else None,
            bleed=options.profile.bleed,
            offset=options.back_offset if back else (0.0, 0.0),
        )

    def _enforce_limits(self, scene: Scene) -> Scene:
        if not self.options.profile.is_press:
            return scene
        if id(scene) not in self._printable:
            self._printable[id(scene)] = enforce_limits(scene, self.options.profile)
        return self._printable[id(scene)]

    def _shift(self, back: bool) -> Size:
        """The distance of the sheet from the top left of its placement beside a strip to glue, mirrored on the back."""
        edge, width = self.options.pad_edge, self.options.pad_margin
        if edge is not None and back:
            edge = MIRRORED[edge]
        return (width if edge == "left" else 0.0, width if edge == "top" else 0.0)

    def _around(self, page: Imposition, back: bool) -> tuple[Scene, Scene | None]:
        """What is printed around and behind the sheets of a page, and what of it reads upwards."""
        options, profile = self.options, self.options.profile
        items = paper_areas(page, themes()[options.theme].paper, profile.bleed if profile.single else 0.0)
        upwards: Scene | None = None
        if profile.is_press and profile.single:
            trim = page.placements[0].rect
            text = " · ".join([_name(options), f"{trim.width:g} x {trim.height:g} mm", profile.standard])
            items += [*printers_marks(trim, profile), *slug_line(trim, profile, text)]
        elif not profile.single and not back:
            items.append(guides(page, options.guides, profile.margin))
            scale = ruler(page, profile.margin, options.language)
            drawn = Group("ruler", scale.items)
            if scale.reads_upwards:
                upwards = self._scene((page.height, page.width), [drawn])
            else:
                items.append(drawn)
        return self._scene((page.width, page.height), items), upwards

    def _scene(self, size: Size, items: Sequence[Item]) -> Scene:
        options = self.options
        return Scene(*size, tuple(items), _title(options), _name(options), options.language)


# Front and back of a sheet or card, and the imprint line at the bottom of a sheet


def _sheet_sides(
    layout: Layout,
    *,
    back: str | None,
    solo: bool,
    theme: str,
    language: str,
    size: Size | None,
    rules_url: str = "",
    draw_summary: Callable[[Size], Scene] | None = None,
) -> tuple[Scene, Scene | None]:
    """Front and back of a sheet; `back` is score, solo, summary, blank, an edition, or None for what the layout says.

    A code on the front leads to `rules_url`, unless it is empty; a sheet of another edition on the back has none.
    """
    page = PageSpec("solo front") if solo else main_page(layout)
    front = draw_page(layout, page, theme=theme, language=language, size=size, rules_url=rules_url)
    size_of_front = (front.width, front.height)
    if back == "blank" or (back is None and not has_page(layout, "back")):
        return front, None
    if back == "summary" and draw_summary is not None:
        return front, draw_summary(size_of_front)
    backs: dict[str | None, PageKind] = {"score": "score table", "solo": "solo back"}
    edition = layout.edition
    continues = isinstance(edition, SheetEdition) and edition.has_two_pages
    backs[None] = "solo back" if solo and not continues else "back"
    if back in backs and has_page(layout, "back"):
        return front, draw_page(layout, backs[back], theme=theme, language=language, size=size_of_front)
    other = load(str(back))
    page = main_page(other)
    return front, draw_page(other, page, theme=theme, language=language, size=size_of_front, rules_url="")


def _card_sides(layout: Layout, *, theme: str, language: str, size: Size | None) -> list[tuple[Scene, Scene]]:
    """Face and back of every card of every deck; cards of one deck share the back."""
    cards = (page for page in pages_of(layout) if page.kind in ("card face", "card back"))
    scenes = {page: draw_page(layout, page, theme=theme, language=language, size=size) for page in cards}
    return [
        (scene, scenes[PageSpec("card back", deck=page.deck)])
        for page, scene in scenes.items()
        if page.kind == "card face"
    ]


def _foot_line(scene: Scene) -> tuple[Rect, Text]:
    """The area of the imprint line between the margins, and the text that is already in it."""
    for item in scene.items:
        if isinstance(item, Group) and item.id == "imprint":
            line = next(shape for shape in item.items if isinstance(shape, Text))
            margin = MARGIN * unit_of(scene.width, scene.height)
            right = min([scene.width - margin, *(bounds(group).x for group in scene.groups() if group.id == "code")])
            return Rect(margin, line.y - line.size, right - margin, line.size), line
    raise RuntimeError("a sheet without a line at its foot")


def _with_imprint(scene: Scene, text: str, *, last_number: str = "") -> Scene:
    """Add a text at the left of the imprint line; the printed text moves to the right, next to the sheet number if any.

    `last_number` is the widest number that will be printed. Raise PressError if the text is too long.
    """
    if not text and not last_number:
        return scene
    foot_rect, line = _foot_line(scene)
    number = font_face(line.font).width(last_number, line.size) * 1.1 + FOOT_GAP if last_number else 0.0
    room = foot_rect.width - line.rect.width - number - FOOT_GAP
    text_width = font_face("strong").width(text, line.size) if text else 0.0
    if text_width > room:
        raise PressError(f"the imprint {text!r} is {text_width:.0f} mm long; there is room for {max(room, 0):.0f} mm")
    if not text:
        return scene
    move = foot_rect.right - number - line.rect.right
    moved = replace(line, x=line.x + move, rect=replace(line.rect, x=line.rect.x + move))
    added = text_at(text, foot_rect.x, line.y, line.size, "strong", line.fill)
    items: tuple[Item, ...] = tuple(
        Group("imprint", (added, moved)) if isinstance(item, Group) and item.id == "imprint" else item
        for item in scene.items
    )
    return replace(scene, items=items)
