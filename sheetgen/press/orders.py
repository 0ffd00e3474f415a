"""Orders: from what somebody wants printed to a pad that is ready to be written."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sheetgen.drawing.pages import has_page
from sheetgen.drawing.scene import Scene
from sheetgen.formats.pdf import Inks, on_screen
from sheetgen.i18n import translate
from sheetgen.layout import Layout
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.faces import card_sides, sheet_sides
from sheetgen.press.furniture import Guides
from sheetgen.press.imposing import Flip
from sheetgen.press.imprint import with_imprint
from sheetgen.press.inks import press_inks
from sheetgen.press.pads import Glue, Pad
from sheetgen.press.problems import OrderError, PressError
from sheetgen.press.profiles import Profile, load_profile

SHEETS = 75
Duplex = Flip | Literal["none"]


@dataclass(frozen=True)
class Order:
    """What somebody wants printed."""

    layout: Layout
    sheets: int | None = None  # for a deck: how often each card
    profile: Profile | None = None
    icc: Path | None = None
    paper: tuple[float, float] = PAPERS["A4"]
    up: int | None = None
    scale: float | None = 1.0
    duplex: Duplex | None = None
    back: str | None = None
    back_offset: tuple[float, float] = (0.0, 0.0)
    solo: bool = False
    scores: bool = False
    theme: str = "light"
    language: str = "en"
    size: tuple[float, float] | None = None
    guides: Guides = "marks"
    numbered: bool = False
    imprint: str = ""
    glue: Glue | None = None

    @property
    def is_deck(self) -> bool:
        """Whether cards are wanted, not sheets."""
        return has_page(self.layout, "card face") and not self.scores

    @property
    def turned(self) -> Duplex:
        """On which edge the paper is turned: cards have backs anyway, sheets when a back is named."""
        if self.duplex is not None:
            return self.duplex
        return "long" if self.is_deck or self.back is not None else "none"


def checked(order: Order) -> Order:
    """The same order; raise OrderError for what excludes each other, in the words of the command line."""
    name, has_cards = order.layout.id, has_page(order.layout, "card face")
    offset = order.back_offset != (0.0, 0.0)
    for wrong, reason in (
        (order.scores and not has_cards, f"{name} has no cards: leave out --scores"),
        (order.solo and has_cards, f"{name} has no sheet for one player: leave out --solo"),
        (order.is_deck and order.back is not None, "cards have backs of their own: leave out --back"),
        (
            order.is_deck and (order.numbered or order.imprint or order.glue is not None),
            "--number, --imprint and --pad-edge are for sheets",
        ),
        (order.back is not None and order.duplex == "none", "--back needs backs: leave out --duplex none"),
        (offset and order.turned == "none", "--back-offset needs backs: add --back or --duplex"),
        (
            offset and order.profile is not None and order.profile.single,
            "--back-offset is for printers at home: a print shop aligns backs itself",
        ),
    ):
        if wrong:
            raise OrderError(reason)
    return order


def prepare(order: Order) -> Pad:
    """Draw what was ordered; raise PressError for what cannot be printed so."""
    profile = order.profile or load_profile("home")
    inks, icc = _inks(profile, order.icc)
    edition = order.layout.edition
    title = translate(edition.title, order.language, edition.translations)
    return Pad(
        leaves=_leaves(order),
        profile=profile,
        paper=order.paper,
        title=title,
        name=f"{order.layout.id}-solo" if order.solo else order.layout.id,
        language=order.language,
        theme=order.theme,
        up=order.up,
        scale=order.scale,
        duplex=order.turned,
        guides=order.guides,
        back_offset=order.back_offset,
        numbered=order.numbered,
        glue=order.glue,
        inks=inks,
        icc=icc,
    )


def _leaves(order: Order) -> Sequence[tuple[Scene, Scene | None]]:
    if order.is_deck:
        cards = card_sides(order.layout, theme=order.theme, language=order.language, size=order.size)
        return [leaf for leaf in cards for _ in range(order.sheets or 1)]
    count = SHEETS if order.sheets is None else order.sheets
    front, back = sheet_sides(
        order.layout,
        back=order.back if order.turned != "none" else "blank",
        solo=order.solo,
        theme=order.theme,
        language=order.language,
        size=order.size,
    )
    number = f"{count}/{count}" if order.numbered else ""
    return [(with_imprint(front, order.imprint, numbered_up_to=number), back)] * count


def _inks(profile: Profile, icc: Path | None) -> tuple[Inks, bytes | None]:
    """The inks of a profile and the colour profile behind them."""
    if not profile.is_press:
        if icc is not None:
            raise PressError("a colour profile is for a press: add --profile press-x4, or leave out --icc")
        return on_screen, None
    path = icc or Path(profile.icc or "")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PressError(f"{path}: cannot be read: {error.strerror or error}") from None
    return press_inks(data, profile.ink_limit, str(path), overprint=profile.overprint), data
