"""Draw a page of a layout: the list of its pages, the page that options ask for, and `draw_page`.

Everybody outside this package (the library, press, site, studio) draws through `draw_page`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from typing import Literal, NamedTuple, TypedDict, assert_never

from sheetgen.drawing.back import draw_back, draw_score_table
from sheetgen.drawing.cards import draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.faces import OwnFace, face_for, using_fonts
from sheetgen.drawing.head import DIE_SLOT
from sheetgen.drawing.marks import with_marks, with_marks_of_page
from sheetgen.drawing.overlaps import require_clear
from sheetgen.drawing.scene import Box, DrawingError, Scene
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.drawing.solo import draw_solo, draw_solo_back
from sheetgen.drawing.text import LEAST_POINTS, font_face, smallest_points
from sheetgen.errors import WrongValueError
from sheetgen.i18n import translate
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.base import texts
from sheetgen.layout.sheet import MILLIMETRES
from sheetgen.resources import FONT_FILES

PageKind = Literal[
    "front",
    "back",  # what the layout puts on its back
    "solo front",
    "solo back",
    "score table",  # a back for the scores of several games, whatever the layout puts on its back
    "score sheet",  # of a card game
    "card face",
    "card back",
]
_CARD_KINDS = ("card face", "card back", "score sheet")


@dataclass(frozen=True, slots=True)
class PageSpec:
    """Which page of a layout: its kind; for a card face also the card and its deck, for a card back the deck."""

    kind: PageKind
    card: str = ""
    deck: str = ""

    @property
    def file_suffix(self) -> str:
        """What a file name for this page adds to the id of the layout.

        >>> PageSpec("solo back").file_suffix, PageSpec("card back", deck="red").file_suffix
        ('-solo-back', '-back-red')
        """
        match self.kind:
            case "front" | "score sheet":
                return ""
            case "back":
                return "-back"
            case "solo front":
                return "-solo"
            case "solo back":
                return "-solo-back"
            case "score table":
                return "-scores"
            case "card face":
                return f"-{self.card}-{self.deck}"
            case "card back":
                return f"-back-{self.deck}"
        assert_never(self.kind)


class _DrawingOptions(TypedDict):
    theme: str
    language: str
    size: tuple[float, float] | None


def pages_of(layout: Layout) -> tuple[PageSpec, ...]:
    """Every page that a layout has: fronts before backs; of cards deck by deck, and the score sheet last.

    >>> from sheetgen.layout import load
    >>> [page.kind for page in pages_of(load("classic"))]
    ['front', 'back', 'solo front', 'solo back']
    >>> pages_of(load("objectives"))[-2:]
    (PageSpec(kind='card back', card='', deck='purple'), PageSpec(kind='score sheet', card='', deck=''))
    """
    edition = layout.edition
    if isinstance(edition, SheetEdition):
        solo = (PageSpec("solo front"), PageSpec("solo back")) if edition.solo is not None else ()
        return PageSpec("front"), PageSpec("back"), *solo
    pages: list[PageSpec] = []
    for deck in edition.decks:
        pages += [PageSpec("card face", card, deck) for card in edition.cards]
        pages.append(PageSpec("card back", deck=deck))
    return *pages, PageSpec("score sheet")


def has_page(layout: Layout, kind: PageKind) -> bool:
    """Whether a layout has a page of a kind."""
    return any(page.kind == kind for page in pages_of(layout))


def main_page(layout: Layout) -> PageSpec:
    """The page on which players write: the front of a sheet, the score sheet of a card game."""
    return PageSpec("front" if isinstance(layout.edition, SheetEdition) else "score sheet")


def choose_page(
    layout: Layout,
    *,
    solo: bool = False,
    back: bool = False,
    card: str | None = None,
    deck: str | None = None,
    marks: bool = False,
    tally: bool | None = None,
) -> PageSpec:
    """The page that options ask for, by default the main page; a card without a deck has the colour of the first deck.

    Raise WrongValueError for options that exclude each other or that this layout has no page for, in the words of the
    command line.
    """
    edition = layout.edition
    if isinstance(edition, SheetEdition):
        page = PageSpec(("solo back" if solo else "back") if back else ("solo front" if solo else "front"))
    elif card is not None:
        page = PageSpec("card face", card, deck or next(iter(edition.decks)))
    else:
        page = PageSpec("card back", deck=deck or next(iter(edition.decks))) if back else main_page(layout)
    has_cards, wants_cards = isinstance(edition, CardEdition), card is not None or deck is not None
    for is_wrong, reason in (
        (
            marks and back and not takes_marks(layout, page),
            "marks are on the front of a sheet: leave out --marks or --back",
        ),
        (
            tally and back,
            "the tally is on the front of a sheet: leave out --tally or --back",
        ),
        (
            (has_cards or wants_cards) and (marks or solo or tally),
            "--marks, --solo and --tally are for sheets, not for cards",
        ),
        (wants_cards and not has_cards, f"{layout.id} has no cards: --card and --deck are for editions with cards"),
        (card is not None and back, "--card and --back exclude each other: all cards of a deck share one back"),
        (
            deck is not None and card is None and not back,
            "--deck needs --card or --back: the score sheet is for all decks",
        ),
    ):
        if is_wrong:
            raise WrongValueError(reason)
    return page


def takes_marks(layout: Layout, page: PageSpec) -> bool:
    """Whether a page has cells to mark: the fronts of a sheet, and its back where the game continues there."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return False
    return page.kind in ("front", "solo front") or (edition.has_two_pages and page.kind in ("back", "solo back"))


def draw_page(
    layout: Layout,
    page: PageSpec | PageKind,
    *,
    theme: str = "light",
    language: str = "en",
    size: tuple[float, float] | None = None,
    tally: bool | None = None,
    marks: Mapping[str, object] | None = None,
    rules_url: str | None = None,
) -> Scene:
    """Draw a page of a layout.

    `size` is width and height in millimetres, by default that of the layout. `tally` adds a strip for the points to
    a front or leaves it out, by default as the layout says. `marks` is the data of a marks file. All its cells must be
    on the page; if the game continues on the back, each side shows the marks of its own cells. `rules_url` is the
    address that a code on a front leads to, by default that of the layout; it is left out if empty.

    Raise DrawingError if the layout has no such page, if its contents do not fit or lie over each other, if type would
    be too small to read or if a mark has no cell, and UnknownWordError for an unknown card or deck.
    """
    spec = PageSpec(page) if isinstance(page, str) else page
    if (spec.kind in _CARD_KINDS) != isinstance(layout.edition, CardEdition):
        raise DrawingError(f"{layout.id} has no {spec.kind}")
    with using_fonts(layout.font):
        return _draw_page(layout, spec, {"theme": theme, "language": language, "size": size}, tally, marks, rules_url)


class OtherFace(NamedTuple):
    """Characters of a text that one of our fonts, called `font`, lacks, and the font that has them."""

    text: str
    font: str
    characters: str
    face: OwnFace


def other_faces(layout: Layout, language: str) -> Iterator[OtherFace]:
    """Yield what texts of a layout need of other fonts than ours; a text that no font can show is left out."""
    edition = layout.edition
    with using_fonts(layout.font):
        for text in sorted({translate(each, language, edition.translations) for _, each in texts(edition)}):
            for font in FONT_FILES:
                own = font_face(font)
                if lacking := own.lacking(own.with_plain_spaces(text)):
                    with suppress(DrawingError):
                        yield OtherFace(text, font, lacking, face_for(lacking, font, text))


def _draw_page(
    layout: Layout,
    spec: PageSpec,
    options: _DrawingOptions,
    tally: bool | None,
    marks: Mapping[str, object] | None,
    rules_url: str | None,
) -> Scene:
    scene = _draw(layout, spec, options, tally, rules_url)
    if (points := smallest_points(scene)) < LEAST_POINTS:
        least = _least_size(layout, spec, options)
        raise DrawingError(
            f"on {scene.width:g} x {scene.height:g} mm the smallest type has {points:.1f} pt, less than "
            f"{LEAST_POINTS:g} pt: use {least[0]} x {least[1]} mm or more"
        )
    require_clear(scene)
    if marks is None:
        return scene
    if not isinstance(layout.edition, SheetEdition):
        raise DrawingError(f"{layout.id} has cards, which have no places for marks")
    draw_marks = with_marks_of_page if layout.edition.has_two_pages else with_marks
    return draw_marks(scene, layout, marks, theme=options["theme"])


def _least_size(layout: Layout, page: PageSpec, options: _DrawingOptions) -> tuple[int, int]:
    """The smallest size at which a page can be read, in its native proportions and whole millimetres."""
    native = _draw(layout, page, {**options, "size": None}, None, "")

    def size(width: int) -> tuple[int, int]:
        return width, ceil(width * native.height / native.width - 0.01)

    def is_readable(width: int) -> bool:
        try:
            return smallest_points(_draw(layout, page, {**options, "size": size(width)}, None, "")) >= LEAST_POINTS
        except DrawingError:  # a text that does not fit
            return False

    widths = range(*MILLIMETRES)
    return size(widths[bisect_left(widths, True, key=is_readable)])


def has_rating(scene: Scene) -> bool:
    """Whether a drawn page shows the rating of the solo game."""
    return any(group.id == "ratings" for group in scene.groups())


def slot_sides(scene: Scene) -> list[float]:
    """The sides of the die slots of a drawn page, in millimetres; a slot is the last box of its group, on its plate."""
    slots = [group.items for group in scene.groups() if group.id.startswith("slot.")]
    return [[shape.rect.width for shape in shapes if isinstance(shape, Box)][-1] for shapes in slots]


def remarks(layout: Layout, scene: Scene, *, scale: float = 1.0, tally: bool | None = None) -> Iterator[str]:
    """Yield what a drawn front cannot do for players, a line each: die slots that are too small, no tally.

    `scale` is that of the print, `tally` the option with which the page was drawn.
    """
    slots = [side * scale for side in slot_sides(scene)]
    if not slots or not isinstance(layout.edition, SheetEdition):
        return
    size = f"{scene.width * scale:.0f} x {scene.height * scale:.0f} mm"
    if min(slots) < DIE_SLOT - 0.05:
        factor = DIE_SLOT / min(slots) * scale
        least = f"{ceil(scene.width * factor - 0.01)} x {ceil(scene.height * factor - 0.01)} mm"
        yield (
            f"the die slots of {layout.id} are {min(slots):.1f} mm on a sheet of {size}: dice of 12 to 16 mm need "
            f"{DIE_SLOT:g} mm, a sheet of at least {least}"
        )
    asked = layout.edition.sheet.tally if tally is None else tally
    if asked and all(group.id != "tally" for group in scene.groups()):
        yield f"a sheet of {size} has no room for the tally of {layout.id}: --no-tally, or a larger sheet"


def _draw(layout: Layout, page: PageSpec, options: _DrawingOptions, tally: bool | None, rules_url: str | None) -> Scene:
    match page.kind:
        case "front":
            return draw_sheet(layout, tally=tally, rules_url=rules_url, **options)
        case "back":
            return draw_back(layout, **options)
        case "solo front":
            return draw_solo(layout, tally=tally, rules_url=rules_url, **options)
        case "solo back":
            return draw_solo_back(layout, **options)
        case "score table":
            return draw_score_table(layout, **options)
        case "score sheet":
            return draw_score_sheet(layout, **options)
        case "card face":
            return draw_card(layout, page.card, page.deck, **options)
        case "card back":
            return draw_card_back(layout, page.deck, **options)
    assert_never(page.kind)
