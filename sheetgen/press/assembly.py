"""Assembly: every distinct sheet is drawn once, and pages repeat it by reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from sheetgen.drawing.scene import Rect, Scene
from sheetgen.drawing.text import font_face, text_at
from sheetgen.formats.pdf import MM, Inks, as_pages
from sheetgen.press.imposition import Place

if TYPE_CHECKING:
    import pikepdf


@dataclass(frozen=True)
class Placed:
    """A sheet on a page: which scene, where its paper lies, and where on that paper it is drawn."""

    scene: int
    place: Place
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)  # from the top left of the place, for a strip that a pad is glued at


@dataclass(frozen=True)
class Side:
    """One side of a page, as often as it may occur."""

    furniture: int
    sheets: tuple[Placed, ...]
    trim: Rect | None = None
    bleed: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)  # to the right and down: what a printer is off by


@dataclass(frozen=True)
class Stamp:
    """A word that differs from page to page, on top of a sheet; it ends at a point of that sheet."""

    text: str
    on: Placed
    x: float
    baseline: float


def assemble(
    scenes: Sequence[Scene],
    sides: Sequence[Side],
    order: Sequence[int],
    inks: Inks,
    *,
    stamps: Sequence[Sequence[Stamp]] = (),
    stamp_scene: int | None = None,
) -> "pikepdf.Pdf":
    """Draw every scene once and lay out the pages; `order` names the side of each, `stamps` what it adds."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    pdf = pikepdf.open(BytesIO(as_pages(scenes, inks)))
    drawn = [pdf.make_indirect(page.obj) for page in pdf.pages]
    forms = {sheet.scene: pdf.make_indirect(_form(pdf, drawn[sheet.scene])) for side in sides for sheet in side.sheets}
    while len(pdf.pages):
        del pdf.pages[0]
    pen = None if stamp_scene is None else _StampPen(drawn[stamp_scene])
    finished = []
    for side in sides:
        page, scene = drawn[side.furniture], scenes[side.furniture]
        resources = Dictionary(dict(page.Resources.items()))
        if side.sheets:
            resources.XObject = Dictionary({f"/S{sheet.scene}": forms[sheet.scene] for sheet in side.sheets})
        if pen is not None:
            pen.lend(resources)
        # What is printed around the sheets must not leave its inks to them.
        content = b"q\n" + page.Contents.read_bytes() + b"\nQ\n" + _placing(side, scenes)
        if side.shift != (0.0, 0.0):
            right, down = side.shift
            content = f"1 0 0 1 {right * MM:.4f} {-down * MM:.4f} cm\n".encode() + content
        looks = {"/Resources": pdf.make_indirect(resources), "/Contents": pdf.make_stream(b"q\n" + content + b"Q\n")}
        finished.append({"/Type": Name.Page, **looks, **_boxes(side, scene)})
    for number, index in enumerate(order):
        page = Dictionary(finished[index])
        if number < len(stamps) and stamps[number] and pen is not None:
            height = scenes[sides[index].furniture].height
            own = b"".join(_stamped(pen, stamp, height, scenes) for stamp in stamps[number])
            page.Contents = Array([page.Contents, pdf.make_stream(own)])
        pdf.pages.append(pikepdf.Page(page))
    return pdf


def _form(pdf: "pikepdf.Pdf", page: "pikepdf.Object") -> "pikepdf.Object":
    """A drawn page as something that other pages can show."""
    from pikepdf import Dictionary, Name

    content = pdf.make_stream(page.Contents.read_bytes())
    content.stream_dict = Dictionary(
        Type=Name.XObject, Subtype=Name.Form, BBox=page.MediaBox, Resources=pdf.make_indirect(page.Resources)
    )
    return content


def _placing(side: Side, scenes: Sequence[Scene]) -> bytes:
    """The operators that show every sheet at its place."""
    height = scenes[side.furniture].height
    words = [
        f"q {_row(_matrix(sheet, height, scenes[sheet.scene].height))} cm /S{sheet.scene} Do Q\n"
        for sheet in side.sheets
    ]
    return "".join(words).encode()


def _matrix(sheet: Placed, page_height: float, sheet_height: float) -> tuple[float, float, float, float, float, float]:
    """From a sheet, whose origin is its lower left corner, to the page, in points."""
    rect, scale = sheet.place.rect, sheet.scale
    right = sheet.shift[0] * scale
    up = rect.height - (sheet.shift[1] + sheet_height) * scale
    if sheet.place.turned:
        return -scale, 0, 0, -scale, (rect.right - right) * MM, (page_height - rect.y - up) * MM
    return scale, 0, 0, scale, (rect.x + right) * MM, (page_height - rect.bottom + up) * MM


def _boxes(side: Side, scene: Scene) -> dict[str, "pikepdf.Array"]:
    from pikepdf import Array

    def box(rect: Rect) -> Array:
        sides = (rect.x, scene.height - rect.bottom, rect.right, scene.height - rect.y)
        return Array([round(side * MM, 4) for side in sides])

    boxes = {"/MediaBox": box(Rect(0, 0, scene.width, scene.height))}
    if side.trim is not None:
        boxes["/BleedBox"], boxes["/TrimBox"] = box(side.trim.inset(-side.bleed)), box(side.trim)
    return boxes


SAMPLE = "0123456789/"
STAMP_FONT, STAMP_SIZE = "strong", 2.3


def stamp_sample(colour: str) -> Scene:
    """The scene that lends stamps their font and ink: every letter that they may have, on the lower left corner."""
    text = text_at(SAMPLE, 0, STAMP_SIZE * 2, STAMP_SIZE, STAMP_FONT, colour)
    return Scene(text.rect.right, STAMP_SIZE * 2, (text,), "", "", "en")


class _StampPen:
    """Writes words as the sample is written, with other letters."""

    def __init__(self, page: "pikepdf.Object") -> None:
        self.resources = page.Resources
        # Names of graphics states begin anew on every page of the drawing; these must not meet others.
        self.content = page.Contents.read_bytes().replace(b"/gRL", b"/stamp-gRL")
        if self.content.count(f"({SAMPLE})".encode()) != 1:
            raise AssertionError("the sample of the stamps is not written as plain letters")

    def lend(self, resources: "pikepdf.Object") -> None:
        """Add what stamps need to the resources of a page."""
        from pikepdf import Dictionary

        fonts = {**dict(resources.get("/Font", {}).items()), **dict(self.resources.Font.items())}
        resources.Font = Dictionary(fonts)
        states = dict(resources.get("/ExtGState", {}).items())
        for name, state in self.resources.get("/ExtGState", {}).items():
            states[name.replace("/gRL", "/stamp-gRL")] = state
        if states:
            resources.ExtGState = Dictionary(states)

    def write(self, stamp: Stamp, matrix: Sequence[float], sheet_height: float) -> bytes:
        """The operators of one stamp, which ends at its point."""
        left = (stamp.x - font_face(STAMP_FONT).width(stamp.text, STAMP_SIZE)) * MM
        up = (sheet_height - stamp.baseline) * MM
        place = f"q {_row(matrix)} cm 1 0 0 1 {left:.3f} {up:.3f} cm\n".encode()
        return place + self.content.replace(f"({SAMPLE})".encode(), f"({stamp.text})".encode()) + b"Q\n"


def _stamped(pen: _StampPen, stamp: Stamp, page_height: float, scenes: Sequence[Scene]) -> bytes:
    sheet_height = scenes[stamp.on.scene].height
    return pen.write(stamp, _matrix(stamp.on, page_height, sheet_height), sheet_height)


def _row(matrix: Sequence[float]) -> str:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in matrix)
