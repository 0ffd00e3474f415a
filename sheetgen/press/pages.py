"""Write the pages of a pad as PDF: sheets and sides are forms that are written once, however many pages show them.

Called by `press.pads` and `press.page_marks`. Lengths are millimetres on paper unless points are named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sheetgen.drawing.scene import Rect, Scene
from sheetgen.drawing.text import text_at
from sheetgen.formats.pdf import MM, Inks, PageWriter
from sheetgen.formats.pdf_file import PdfCanvas
from sheetgen.press.colour import PressInks, printed_colours
from sheetgen.press.imposition import Placement
from sheetgen.press.profiles import Profile
from sheetgen.press.standards import About, add_metadata, canvas_for, record_colours

NUMBER_FONT, NUMBER_SIZE = "strong", 2.3  # millimetres
DIGITS = 4  # decimals of coordinates in points: finer than any printer


@dataclass(frozen=True, eq=False)
class PlacedSheet:
    """A sheet on a page: its drawing, the area that is cut out, and the position of the drawing in that area."""

    scene: Scene
    placement: Placement
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)  # right and down from the top left of the area, unscaled: a strip to glue

    def matrix(self, page_height: float) -> list[float]:
        """The transformation of the form of the sheet (origin at its lower left corner) to the page, in points."""
        rect, scale = self.placement.rect, self.scale
        right = self.shift[0]
        up = rect.height - self.shift[1] - self.scene.height * scale
        if self.placement.turned:
            scale, x, y = -scale, rect.right - right, page_height - rect.y - up
        else:
            x, y = rect.x + right, page_height - rect.bottom + up
        return [round(value, DIGITS) for value in (scale, 0, 0, scale, x * MM, y * MM)]


@dataclass(frozen=True, eq=False)
class PadSide:
    """One side of the paper, shown by one or many pages."""

    background: Scene  # as large as the page: what is printed around and behind the sheets
    sheets: tuple[PlacedSheet, ...] = ()
    upwards: Scene | None = None  # as large as the page turned clockwise: what reads upwards on it
    trim: Rect | None = None
    bleed: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)  # right and down: corrects a printer that prints off centre


@dataclass(frozen=True)
class SheetNumber:
    """The number of a sheet; the text ends at x on the baseline, in millimetres of that sheet's drawing."""

    text: str
    sheet: PlacedSheet
    x: float
    baseline: float
    colour: str


@dataclass(frozen=True)
class PadPage:
    """A page: one side, and the numbers of its sheets."""

    side: PadSide
    numbers: tuple[SheetNumber, ...] = ()


def write_pages(pages: Sequence[PadPage], inks: Inks, profile: Profile, about: About, icc: bytes | None) -> bytes:
    """Write pages as a PDF to the standard of a profile, the same bytes on every run; `icc` is its colour profile."""
    canvas = canvas_for(profile, about)
    add_metadata(canvas.document, profile, about, icc)
    writer = _PageSequence(canvas, inks)
    for page in pages:
        writer.add(page)
    if isinstance(inks, PressInks):
        record_colours(canvas.document, printed_colours(scenes_of(pages), inks))
    return canvas.file()


def scenes_of(pages: Iterable[PadPage]) -> list[Scene]:
    """The scenes that pages show, each once."""
    sides = dict.fromkeys(page.side for page in pages)
    scenes = [
        scene for side in sides for scene in (side.background, side.upwards, *(sheet.scene for sheet in side.sheets))
    ]
    return list({id(scene): scene for scene in scenes if scene is not None}.values())


class _PageSequence:
    """Adds pages to a document, and each sheet and side with the first page that shows it."""

    def __init__(self, canvas: PdfCanvas, inks: Inks) -> None:
        self.canvas, self.inks = canvas, inks
        self._forms: dict[object, str] = {}
        self._plain_pages: dict[PadSide, int] = {}  # the index of the first page with nothing but a side

    def add(self, page: PadPage) -> None:
        """Add a page; a page without numbers that was added before takes a few bytes."""
        document = self.canvas.document
        if not page.numbers and page.side in self._plain_pages:
            document.repeat_page(document.pages[self._plain_pages[page.side]])
            return
        if not page.numbers:
            self._plain_pages[page.side] = len(document.pages)
        form = self._side_form(page.side)
        self._set_boxes(page.side)
        right, down = page.side.offset
        if page.side.offset != (0.0, 0.0):
            self.canvas.translate(round(right * MM, DIGITS), round(-down * MM, DIGITS))
        self.canvas.doForm(form)
        for number in page.numbers:
            self._draw_number(number, page.side.background.height)
        self.canvas.showPage()

    def _side_form(self, side: PadSide) -> str:
        if side not in self._forms:
            sheets = [(sheet, self._sheet_form(sheet.scene)) for sheet in side.sheets]
            self._forms[side] = f"side{len(self._forms)}"
            _SideWriter(self.canvas, side, self.inks, sheets).draw_form(self._forms[side])
        return self._forms[side]

    def _sheet_form(self, scene: Scene) -> str:
        key = id(scene)  # comparing scenes by value would be slow
        if key not in self._forms:
            self._forms[key] = f"sheet{len(self._forms)}"
            PageWriter(self.canvas, scene, self.inks).draw_form(self._forms[key])
        return self._forms[key]

    def _set_boxes(self, side: PadSide) -> None:
        width, height = side.background.width, side.background.height
        self.canvas.setPageSize((round(width * MM, DIGITS), round(height * MM, DIGITS)))
        if side.trim is not None:
            self.canvas.setBleedBox(_box(side.trim.inset(-side.bleed), height))
            self.canvas.setTrimBox(_box(side.trim, height))

    def _draw_number(self, number: SheetNumber, page_height: float) -> None:
        self.canvas.saveState()
        self.canvas.transform(*number.sheet.matrix(page_height))
        text = text_at(number.text, number.x, number.baseline, NUMBER_SIZE, NUMBER_FONT, number.colour, 1.0)
        PageWriter(self.canvas, number.sheet.scene, self.inks).draw(text)
        self.canvas.restoreState()


class _SideWriter(PageWriter):
    """Writes one side: its background, then every sheet."""

    def __init__(self, canvas: PdfCanvas, side: PadSide, inks: Inks, sheets: Sequence[tuple[PlacedSheet, str]]) -> None:
        super().__init__(canvas, side.background, inks)
        self.upwards, self.sheets = side.upwards, sheets

    def draw_items(self) -> None:
        """Write the whole side; the graphics state of the background must not apply to the sheets."""
        self.canvas.saveState()
        super().draw_items()
        self.canvas.restoreState()
        if self.upwards is not None:
            self.canvas.saveState()
            self.canvas.transform(0, 1, -1, 0, round(self.scene.width * MM, DIGITS), 0)
            PageWriter(self.canvas, self.upwards, self.inks).draw_items()
            self.canvas.restoreState()
        for sheet, form in self.sheets:
            self.canvas.saveState()
            self.canvas.transform(*sheet.matrix(self.scene.height))
            self.canvas.doForm(form)
            self.canvas.restoreState()


def _box(rect: Rect, page_height: float) -> list[float]:
    """A rectangle in points, from the lower left corner of the page."""
    corners = (rect.x, page_height - rect.bottom, rect.right, page_height - rect.y)
    return [round(value * MM, DIGITS) for value in corners]
