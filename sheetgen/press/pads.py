"""Pads and decks: sheets or cards laid out page by page, as one PDF or two."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sheetgen.drawing.scene import Item, Scene
from sheetgen.drawing.themes import themes
from sheetgen.formats.pdf import Inks, on_screen
from sheetgen.i18n import translate
from sheetgen.press.assembly import Placed, Side, Stamp, assemble, stamp_sample
from sheetgen.press.furniture import Guides, grounds, guides, printers_marks, ruler, slug_line
from sheetgen.press.imposing import Flip, Imposition, alone, impose
from sheetgen.press.imprint import foot_of
from sheetgen.press.limits import within_limits
from sheetgen.press.profiles import Profile
from sheetgen.press.standards import About, finished

Edge = Literal["top", "bottom", "left", "right"]
MIRRORED: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "top", "bottom": "bottom"}


@dataclass(frozen=True)
class Glue:
    """The strip at which the sheets of a pad are glued together."""

    edge: Edge
    width: float = 8.0

    def grown(self, size: tuple[float, float]) -> tuple[float, float]:
        """The size of a sheet together with the strip."""
        width, height = size
        return (width, height + self.width) if self.edge in ("top", "bottom") else (width + self.width, height)

    def shift(self, *, back: bool) -> tuple[float, float]:
        """Where the sheet begins beside the strip, which has changed sides on the back."""
        edge = MIRRORED[self.edge] if back else self.edge
        return (self.width if edge == "left" else 0.0, self.width if edge == "top" else 0.0)


@dataclass(frozen=True)
class Pad:
    """What is to be printed, and how."""

    leaves: Sequence[tuple[Scene, Scene | None]]  # front and back of every sheet; the same scene is drawn once
    profile: Profile
    paper: tuple[float, float]
    title: str
    name: str  # in the slug and for files
    language: str = "en"
    theme: str = "light"
    up: int | None = None
    scale: float | None = 1.0
    duplex: Flip | Literal["none"] = "none"
    guides: Guides = "marks"
    back_offset: tuple[float, float] = (0.0, 0.0)
    numbered: bool = False
    glue: Glue | None = None
    inks: Inks = on_screen
    icc: bytes | None = field(default=None, repr=False)

    @property
    def page(self) -> Imposition:
        """The places on one page; raise PaperTooSmallError."""
        front = self.leaves[0][0]
        size = (front.width, front.height)
        if self.glue is not None:
            size = self.glue.grown(size)
        if self.profile.single:
            return alone(size, self.profile.outside)
        return impose(size, self.paper, up=self.up, scale=self.scale, margin=self.profile.margin)


def make_pad(pad: Pad, *, which: Literal["both", "fronts", "backs"] = "both") -> bytes:
    """Write a pad as PDF: fronts and backs in turn, or only one of them."""
    plan = _Plan(pad)
    order = plan.order
    stamps: list[list[Stamp]] = plan.stamps
    if which != "both" and pad.duplex != "none":
        first = 0 if which == "fronts" else 1
        order, stamps = order[first::2], stamps[first::2]
    pdf = assemble(
        plan.scenes, plan.sides, order, pad.inks, stamps=stamps, stamp_scene=plan.stamp_scene if pad.numbered else None
    )
    count = len(pad.leaves)
    subject = f"{count} x {pad.name}"
    return finished(pdf, pad.profile, About(pad.title, subject, pad.language, pad.duplex), pad.icc)


class _Plan:
    """Which scenes are drawn, which sides use them, and in which order the sides are printed."""

    def __init__(self, pad: Pad) -> None:
        self.pad, self.page = pad, pad.page
        self.scenes: list[Scene] = []
        self.sides: list[Side] = []
        self.order: list[int] = []
        self.stamps: list[list[Stamp]] = []
        self._index: dict[int, int] = {}
        self._furniture: dict[tuple[int, bool], int] = {}
        self._known: dict[tuple[tuple[int, ...], bool], int] = {}
        self.stamp_scene = self._stamp_sample() if pad.numbered else 0
        leaves = [(self._scene(front), -1 if back is None else self._scene(back)) for front, back in pad.leaves]
        many = len(self.page.places)
        pages = [leaves[i : i + many] for i in range(0, len(leaves), many)]
        numbers = stacked_numbers(len(leaves), many)
        for own, on_page in zip(pages, numbers, strict=True):
            self._add(tuple(front for front, _ in own), back=False)
            self.stamps.append(self._stamps(on_page) if pad.numbered else [])
            if pad.duplex != "none":
                self._add(tuple(back for _, back in own), back=True)
                self.stamps.append([])

    def _scene(self, scene: Scene) -> int:
        """The number of a scene, which is drawn once however many leaves have it."""
        if id(scene) not in self._index:
            drawn = within_limits(scene, self.pad.profile) if self.pad.profile.is_press else scene
            self._index[id(scene)] = self._append(drawn)
        return self._index[id(scene)]

    def _append(self, scene: Scene) -> int:
        self.scenes.append(scene)
        return len(self.scenes) - 1

    def _stamp_sample(self) -> int:
        return self._append(stamp_sample(themes()[self.pad.theme].on_paper))

    def _add(self, scenes: tuple[int, ...], *, back: bool) -> None:
        """One more page with these sheets."""
        key = (scenes, back)
        if key not in self._known:
            self._known[key] = len(self.sides)
            self.sides.append(self._side(scenes, back))
        self.order.append(self._known[key])

    def _side(self, scenes: tuple[int, ...], back: bool) -> Side:
        pad = self.pad
        shift = pad.glue.shift(back=back) if pad.glue is not None else (0.0, 0.0)
        flip: Flip = "short" if pad.duplex == "short" else "long"
        sheets = []
        for scene, place in zip(scenes, self.page.places, strict=False):
            where = self.page.behind(place, flip) if back and not pad.profile.single else place
            if scene >= 0:
                sheets.append(Placed(scene, where, self.page.scale, shift))
        trim = self.page.places[0].rect if pad.profile.single else None
        offset = pad.back_offset if back and not pad.profile.single else (0.0, 0.0)
        return Side(self._around(len(scenes), back), tuple(sheets), trim, pad.profile.bleed, offset)

    def _around(self, used: int, back: bool) -> int:
        """The scene of what is printed around so many sheets."""
        if (used, back) not in self._furniture:
            page = replace(self.page, places=self.page.places[:used])
            items = self._items(page, back)
            scene = Scene(page.width, page.height, tuple(items), self.pad.title, self.pad.name, self.pad.language)
            self._furniture[used, back] = self._append(scene)
        return self._furniture[used, back]

    def _items(self, page: Imposition, back: bool) -> list[Item]:
        pad, profile = self.pad, self.pad.profile
        paper = themes()[pad.theme].paper
        if profile.single:
            trim = page.places[0].rect
            around = printers_marks(trim, profile) if profile.is_press else []
            words = " · ".join([pad.name, f"{trim.width:g} x {trim.height:g} mm", profile.standard])
            slug = slug_line(trim, profile, words) if profile.is_press else []
            return [*grounds(page, paper, profile.bleed), *around, *slug]
        if back:
            flip: Flip = "short" if pad.duplex == "short" else "long"
            page = replace(page, places=tuple(page.behind(place, flip) for place in page.places))
            return grounds(page, paper, 0.0)
        words = translate("printed at 100 % if this line measures 50 mm", pad.language)
        if page.scale != 1:
            sheets_at = translate("sheets at", pad.language)
            words += f" · {sheets_at} {page.scale:.0%}"
        return [
            *grounds(page, paper, 0.0),
            guides(page, pad.guides, profile.margin),
            ruler(page, profile.margin, words),
        ]

    def _stamps(self, numbers: list[int]) -> list[Stamp]:
        """The numbers of the sheets on one page, at the right end of the line at their foot."""
        side = self.sides[self.order[-1]]
        total = len(self.pad.leaves)
        found = []
        for number, placed in zip(numbers, side.sheets, strict=True):
            foot, line = foot_of(self.scenes[placed.scene])
            found.append(Stamp(f"{number}/{total}", placed, foot.right, line.y))
        return found


def stacked_numbers(count: int, many: int) -> list[list[int]]:
    """The numbers of the sheets page by page: cut into stacks and laid on top of each other, they are in order.

    >>> stacked_numbers(5, 2)
    [[1, 4], [2, 5], [3]]
    """
    pages = -(-count // many)
    last = count - (pages - 1) * many
    heights = [pages if place < last else pages - 1 for place in range(many)]
    starts = [sum(heights[:place]) for place in range(many)]
    return [[starts[place] + page + 1 for place in range(many) if page < heights[place]] for page in range(pages)]
