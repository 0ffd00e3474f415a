"""Pages as a print shop sees them: boxes, annotations, and the layers that are painted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.geometry import MM, Box
from sheetgen.press.preflight.painted import Layer, Note
from sheetgen.press.preflight.walker import Walker, group_notes

MAX_PAGES = 20_000
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
ATTRIBUTES = ("/Contents", "/Resources", "/Rotate", "/Annots", "/Group", "/UserUnit", *(f"/{name}" for name in BOXES))
LEAST = 1 * MM
LETTER = Box(0, 0, 612, 792)


@dataclass(frozen=True, slots=True)
class Annotation:
    """Something that is not part of the page proper."""

    kind: str
    box: Box | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page, or several that are the same."""

    pages: tuple[int, ...]
    boxes: dict[str, Box | None]  # as the file says; None where a box is no box
    rotation: float
    unit: float
    layers: tuple[Layer, ...]
    annotations: tuple[Annotation, ...]
    notes: tuple[Note, ...]

    def box(self, name: str) -> Box | None:
        """A box of the page that something fits into."""
        found = self.boxes.get(name)
        return found if found is not None and min(found.width, found.height) >= LEAST else None

    @property
    def has_cut(self) -> bool:
        """Whether it is known where the page is cut; without that, nobody can tell what is too near to it."""
        trim, bleed = self.box("TrimBox"), self.box("BleedBox")
        if trim is None or bleed is None:
            return trim is not None
        return self.media.contains(bleed, LEAST) and bleed.contains(trim, LEAST)

    @property
    def media(self) -> Box:
        """The paper."""
        return self.box("MediaBox") or LETTER

    @property
    def trim(self) -> Box:
        """Where it is cut; without a TrimBox at the edge of the paper."""
        return self.box("TrimBox") or self.box("CropBox") or self.media

    @property
    def bleed(self) -> Box:
        """How far artwork may reach; without a BleedBox to the cut."""
        return self.box("BleedBox") or self.trim


def sheets(pdf: Any, walker: Walker) -> Iterator[Sheet]:
    """Every distinct page with the numbers of all pages that are the same."""
    pages = pdf.pages
    if len(pages) > MAX_PAGES:
        raise objects.TooMuchError(f"{len(pages)} pages")
    alike: dict[object, tuple[Any, list[int]]] = {}
    for number, page in enumerate(pages, 1):
        holder = page.obj
        key = tuple(objects.identity(objects.attribute(holder, name)) for name in ATTRIBUTES)
        alike.setdefault(key, (holder, []))[1].append(number)
    for holder, numbers in alike.values():
        yield _sheet(holder, tuple(numbers), walker)


def _sheet(page: Any, numbers: tuple[int, ...], walker: Walker) -> Sheet:
    boxes = {name: objects.box(found) for name in BOXES if (found := objects.attribute(page, f"/{name}")) is not None}
    contents, listed = objects.get(page, "/Contents"), objects.get(page, "/Annots")
    streams = list(contents) if objects.is_array(contents) else [] if contents is None else [contents]
    annotations = [item for item in listed if objects.is_dictionary(item)] if objects.is_array(listed) else []
    unit = objects.number(objects.get(page, "/UserUnit"))
    return Sheet(
        numbers,
        boxes,
        objects.number(objects.attribute(page, "/Rotate")) or 0.0,
        1.0 if unit is None else unit,
        tuple(walker.page(streams, objects.attribute(page, "/Resources"), annotations)),
        tuple(
            Annotation(objects.word(objects.get(item, "/Subtype")), objects.box(objects.get(item, "/Rect")))
            for item in annotations
        ),
        tuple(group_notes(objects.get(page, "/Group"), "the page")),
    )
