"""Pictures on pages, as inline SVG: sheets, zones, badges, dice and cards; whole sheets also in files of their own.

Shapes that several pictures share are written once per page and used by reference, so that twenty pictures of a zone
cost one zone and twenty sets of marks.
"""

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from html import escape
from io import BytesIO

from sheetgen.drawing import icons
from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.pages import PageSpec, draw_page, takes_marks
from sheetgen.drawing.pen import Pen
from sheetgen.drawing.scene import Group, Item, Rect, Scene, Shape, bounds, number
from sheetgen.drawing.sheet import open_page
from sheetgen.drawing.themes import themes
from sheetgen.formats.svg import as_markup, as_picture, element
from sheetgen.layout import Layout, load
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.layout.sheet import PAPERS
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.profiles import load_profile
from sheetgen.resources import data_folder
from sheetgen.site.examples import SheetState

PICTURE_THEME = "light"
CSS_DOTS = 96 / 25.4  # CSS pixels per millimetre
EDGE = 0.6  # millimetres around a panel, for the width of its frame
SHEETS = "sheets"  # the folder of pictures in files of their own, among the assets
_USED = re.compile(r'href="#(b[0-9a-f]{8})"')


class Pictures:
    """All pictures of one language; drawing adds to `shared` (SVG by id) and `looks` (CSS by class)."""

    def __init__(self, language: str, theme: str = PICTURE_THEME) -> None:
        self.language, self.theme = language, theme
        self.shared: dict[str, str] = {}
        self.looks: dict[str, str] = {}
        self.files: dict[str, str] = {}  # pictures in files of their own, by their path among the assets
        self._drawings: dict[int, LayoutPictures] = {}

    def of(self, layout: Layout) -> "LayoutPictures":
        """Return the pictures of one edition."""
        if id(layout) not in self._drawings:
            self._drawings[id(layout)] = LayoutPictures(self, layout)
        return self._drawings[id(layout)]

    def share(self, items: Iterable[Item]) -> str:
        """Add shapes to those that are written once per page; return an SVG reference to them."""
        markup = as_markup(items, self.looks)
        shape_id = "b" + blake2b(markup.encode(), digest_size=4).hexdigest()
        self.shared[shape_id] = markup
        return element("use", {"href": f"#{shape_id}"})

    def draw(self, area: Rect, inner: str, label: str, css: str) -> str:
        """Return an SVG element that shows an area, in millimetres; without a label it is decoration."""
        view = " ".join(map(number, (area.x, area.y, area.width, area.height)))
        size = {"width": f"{number(area.width)}mm", "height": f"{number(area.height)}mm"}
        role = {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}
        return element("svg", {"class": f"sg {css}", "viewBox": view, **size, **role}, inner)

    def sprite(self, page: str) -> str:
        """Return the hidden SVG with all shapes that the pictures of a page refer to."""
        used = sorted(set(_USED.findall(page)))
        if not used:
            return ""
        groups = "".join(element("g", {"id": shape_id}, self.shared[shape_id]) for shape_id in used)
        hidden = {"class": "sg-shared", "width": "0", "height": "0", "aria-hidden": "true"}
        return element("svg", hidden, element("defs", {}, groups))

    def css(self) -> str:
        """Return the CSS of all that was drawn; rules with ancestors would not apply to referenced shapes."""
        return "".join(f".{name}{{{look}}}\n" for name, look in sorted(self.looks.items()))


class LayoutPictures:
    """The pictures of one edition in one language."""

    def __init__(self, pictures: Pictures, layout: Layout) -> None:
        self.pictures, self.layout = pictures, layout
        self._mark_cache: dict[
            str, Mapping[str, str]
        ] = {}  # the marks of panels as SVG, since the same marks are drawn often

    @cached_property
    def scene(self) -> Scene:
        """The front of the sheet."""
        return draw_page(self.layout, "front", theme=self.pictures.theme, language=self.pictures.language)

    @cached_property
    def back(self) -> Scene | None:
        """The back of the sheet, if it has further panels."""
        if not takes_marks(self.layout, PageSpec("back")):
            return None
        return draw_page(self.layout, "back", theme=self.pictures.theme, language=self.pictures.language)

    @cached_property
    def panels(self) -> Mapping[str, Group]:
        """Every group of the sheet by its id, with those of the back if the game continues there."""
        behind = {group.id: group for group in self.back.groups()} if self.back is not None else {}
        return {**behind, **{group.id: group for group in self.scene.groups()}}

    @cached_property
    def _front_ids(self) -> frozenset[str]:
        """The ids of all groups of the front."""
        return frozenset(group.id for group in self.scene.groups())

    @cached_property
    def pen(self) -> Pen:
        """A pen for single signs."""
        return open_page(self.layout, theme=self.pictures.theme, language=self.pictures.language, size=None).pen

    def whole(self, scene: Scene, label: str, css: str = "sheet") -> str:
        """Return a whole scene."""
        inner = as_markup(scene.items, self.pictures.looks)
        return self.pictures.draw(Rect(0, 0, scene.width, scene.height), inner, label, css)

    def in_file(self, scene: Scene, label: str, assets: str, css: str = "sheet") -> str:
        """Return a whole scene as a file of its own, which browsers fetch when it comes near; several pages share it.

        `assets` leads from the page to the assets; without a label the picture is decoration.
        """
        document = as_picture(scene)
        name = f"{SHEETS}/{blake2b(document.encode(), digest_size=6).hexdigest()}.svg"
        self.pictures.files[name] = document
        dots = {"width": str(round(scene.width * CSS_DOTS)), "height": str(round(scene.height * CSS_DOTS))}
        return element("img", {"class": f"sg {css}", "src": f"{assets}{name}", **dots, "loading": "lazy", "alt": label})

    def tappable(self, scene: Scene, label: str, cells: Collection[str]) -> str:
        """Return a whole scene in which the groups of these ids stay groups, with the id as `data-cell`."""
        inner = self._with_cells(scene.items, cells)
        return self.pictures.draw(Rect(0, 0, scene.width, scene.height), inner, label, "sheet")

    def _with_cells(self, items: Iterable[Item], cells: Collection[str]) -> str:
        parts = []
        for item in items:
            if isinstance(item, Group):
                inner = self._with_cells(item.items, cells)
                parts.append(element("g", {"data-cell": item.id}, inner) if item.id in cells else inner)
            else:
                parts.append(as_markup([item], self.pictures.looks))
        return "".join(parts)

    def zone(self, zone: str, label: str, sheet: SheetState | None = None, before: SheetState | None = None) -> str:
        """Return a zone with the marks of a sheet; marks that are not in `before` are highlighted."""
        return self.panel(f"zone-{zone}", f"{zone}.", label, sheet, before)

    def panel(
        self, panel: str, prefix: str, label: str, sheet: SheetState | None = None, before: SheetState | None = None
    ) -> str:
        """Return a panel of the sheet: a zone with the marks whose addresses start with `prefix`, or the actions."""
        area, inner = self._panel(panel)
        if sheet is not None:
            old = {} if before is None else self._marks(before, prefix)
            for name, mark in self._marks(sheet, prefix).items():
                fresh = before is not None and old.get(name) != mark
                inner += element("g", {"class": "fresh"}, mark) if fresh else mark
        wide = "wide" if area.width > 1.6 * area.height else "tall"
        return self.pictures.draw(area, inner, label, f"panel {wide}")

    @lru_cache(maxsize=64)  # noqa: B019  # one per language and edition, for the time of a build
    def _panel(self, panel: str) -> tuple[Rect, str]:
        group = self.panels[panel]
        return panel_area(group), self.pictures.share(group.items)

    def _marks(self, sheet: SheetState, prefix: str) -> Mapping[str, str]:
        """Return the marks of a panel as SVG, by the address of their cell or slot."""
        data = panel_marks(sheet, prefix)
        key = repr(data)
        if key not in self._mark_cache:
            groups = self.mark_groups(data, prefix)
            self._mark_cache[key] = {group.id: as_markup([group], self.pictures.looks) for group in groups}
        return self._mark_cache[key]

    def mark_groups(self, data: Mapping[str, object], prefix: str) -> list[Group]:
        """Return the drawn marks of a panel, each with the address of its cell or slot; `data` is a marks file."""
        front = not prefix or f"zone-{prefix[:-1]}" in self._front_ids
        scene = self.scene if front or self.back is None else self.back
        marked = with_marks(scene, self.layout, data, theme=self.pictures.theme)
        drawn = next(item for item in marked.items[::-1] if isinstance(item, Group) and item.id == "marks")
        return [group for group in drawn.items if isinstance(group, Group)]

    # Signs

    def badge(self, bonus: str, label: str) -> str:
        """Return a badge within a sentence; the bonus is given as layouts write it."""
        read = parse_bonus(bonus)
        count = len(read.singles)
        width = 10 * count + 3.2 * (count - 1)
        shapes = self.pen.badge(read, width / 2, 5, 10)
        area = Rect(-0.3, -0.3, width + 0.6, 10.6)
        return self.pictures.draw(area, self.pictures.share(shapes), label, "sign")

    def die(self, die: str, face: int, label: str) -> str:
        """Return a die within a sentence; face 0 is blank."""
        return self.pictures.draw(Rect(0, 0, 10, 10), self._shared_die(die, face), label, "sign die")

    @lru_cache(maxsize=128)  # noqa: B019  # as above
    def _shared_die(self, die: str, face: int) -> str:
        return self.pictures.share(self._die(die, face))

    def _die(self, die: str, face: int) -> list[Shape]:
        look = self.pen.colours(die)
        pale = self.pen.edition.dice[die].colour.upper() in ("#FFFFFF", "#FFF")
        ink, ground = (self.pen.theme.ink, "#FFFFFF") if pale else (look.on_badge, look.badge)
        return icons.die(Rect(0.5, 0.5, 9, 9), ink, ground, face)

    def plain_die(self, face: int, label: str) -> str:
        """Return a die of the card game, which has no colour."""
        return self.pictures.draw(Rect(0, 0, 10, 10), self._shared_plain_die(face), label, "sign die")

    @lru_cache(maxsize=8)  # noqa: B019  # as above
    def _shared_plain_die(self, face: int) -> str:
        theme = themes()[self.pictures.theme]
        return self.pictures.share(icons.die(Rect(0.5, 0.5, 9, 9), theme.ink, theme.paper, face))

    def laid_card(self, card: str, deck: str, label: str) -> str:
        """Return a card on the table, with shared shapes; without a name it is face down."""
        area, shared = self._shared_card(card, deck)
        return self.pictures.draw(area, shared, label, "card")

    @lru_cache(maxsize=128)  # noqa: B019  # as above
    def _shared_card(self, card: str, deck: str) -> tuple[Rect, str]:
        scene = self._card(card, deck)
        return Rect(0, 0, scene.width, scene.height), self.pictures.share(scene.items)

    def card(self, card: str, deck: str, label: str) -> str:
        """Return the face of a card; without a name the back of the deck."""
        return self.whole(self._card(card, deck), label, "card")

    def _card(self, card: str, deck: str) -> Scene:
        page = PageSpec("card face" if card else "card back", card, deck)
        return draw_page(self.layout, page, theme=self.pictures.theme, language=self.pictures.language)


def panel_area(group: Group) -> Rect:
    """Return the area that the picture of a panel shows."""
    return bounds(group).inset(-EDGE)


def panel_marks(sheet: SheetState, prefix: str) -> dict[str, object]:
    """Return what is drawn on a panel: the marks whose addresses start with `prefix`; without one, the actions."""
    written = {**sheet.marks, **sheet.results}
    marks = {key: mark for key, mark in written.items() if prefix and key.startswith(prefix)}
    return {"marks": marks, "rounds": 0, "actions": {} if prefix else sheet.actions}


DPI = 60
STUDIO = "studio"  # the pictures of the guide, in docs/ and among the assets
SHARPNESS = 1.5  # pixels of such a picture per CSS pixel


def page_picture(
    edition: str, language: str, label: str, *, page: int = 0, profile: str = "home", **wishes: str
) -> str:
    """Return one page of a pad as it is printed, as an image embedded in HTML; `wishes` are options of the pad."""
    data = _rendered_page(edition, language, page, profile, tuple(sorted(wishes.items())))
    return (
        f'<figure class="page"><img alt="{escape(label)}" loading="lazy" '
        f'src="data:image/png;base64,{b64encode(data).decode()}"><figcaption>{escape(label)}</figcaption></figure>'
    )


@cache
def _pad(edition: str, language: str, profile: str, wishes: tuple[tuple[str, str], ...]) -> bytes:
    """Return a pad as PDF; the guide shows several of its pages."""
    options = dict(wishes)
    pad = PadOptions(
        load(edition),
        sheets=1 if options.get("up") == "1" else None,
        profile=load_profile(profile),
        paper=PAPERS[options.get("paper", "A4")],
        duplex=options.get("duplex"),  # type: ignore[arg-type]  # a template names one of the known words
        theme=options.get("theme", "light"),
        language=language,
    )
    return make_pad(pad).pdf


@cache
def _rendered_page(edition: str, language: str, page: int, profile: str, wishes: tuple[tuple[str, str], ...]) -> bytes:
    import pypdfium2
    from PIL import Image

    document = pypdfium2.PdfDocument(_pad(edition, language, profile, wishes))
    try:
        image = (
            document[page]
            .render(scale=DPI / 72)
            .to_pil()
            .convert("RGB")
            .quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=4)
        )
    finally:
        document.close()
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def forget_pages() -> None:
    """Forget the pages of pads, so that they are made again from the present layouts."""
    _pad.cache_clear()
    _rendered_page.cache_clear()


def studio_picture(name: str, label: str, page: str) -> str:
    """Return a picture of the studio as HTML for the page at that path; raise ValueError if there is none."""
    from PIL import Image

    path = data_folder("docs") / STUDIO / f"{name}.webp"
    if not path.is_file():
        raise ValueError(f"there is no picture {name}")
    with Image.open(path) as picture:
        width, height = (round(dots / SHARPNESS) for dots in picture.size)
    return (
        f'<figure class="screen"><img alt="{escape(label)}" loading="lazy" width="{width}" height="{height}" '
        f'src="{"../" * page.count("/")}assets/{STUDIO}/{path.name}"></figure>'
    )
