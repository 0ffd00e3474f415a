"""Walking a file: pages, forms, patterns, glyphs that are drawings, and annotations, each distinct one once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.budget import Budget
from sheetgen.press.preflight.colours import Colour, Space, read_space
from sheetgen.press.preflight.fonts import Font, read_font
from sheetgen.press.preflight.geometry import Box, Matrix, Outline, OutOfRangeError, box_around
from sheetgen.press.preflight.operators import feed
from sheetgen.press.preflight.painted import Layer, Note
from sheetgen.press.preflight.pictures import picture, shading
from sheetgen.press.preflight.run import Run
from sheetgen.press.preflight.state import State

MAX_DEPTH = 20
FEW = 50  # things of a pattern or a glyph that are looked at
ENDLESS = Note("damaged", "a form that draws itself", "expected forms that come to an end")
NO_DATA = Note("damaged", "a stream whose data cannot be unpacked", "expected one that can be read to its end")
Rest = tuple[tuple[Layer, ...], State, tuple[State, ...]]


class Walker:
    """Everything that one file paints; streams and fonts are read once, however often they are drawn."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._fonts: dict[object, Font] = {}
        self._layers: dict[object, Layer] = {}
        self._pieces: dict[object, Rest] = {}
        self._data: dict[object, bytes | None] = {}
        self._active: set[object] = set()

    def page(self, streams: Sequence[Any], resources: Any, annotations: Sequence[Any]) -> list[Layer]:
        """The layers of a page, from the bottom up."""
        run, known = Run(self, resources, State()), objects.identity(resources)
        for stream in streams:
            key = (objects.identity(stream), known, run.state, tuple(run.saved)) if run.is_at_rest else None
            if key is not None and key in self._pieces:
                layers, run.state, saved = self._pieces[key]
                run.layers += layers
                run.saved = list(saved)
                continue
            before = len(run.layers)
            self._feed(run, stream)
            run.end_layer()
            if key is not None and run.is_at_rest:
                self._pieces[key] = tuple(run.layers[before:]), run.state, tuple(run.saved)
        return run.layers + [layer for item in annotations if (layer := self._appearance(item)) is not None]

    def font(self, value: Any) -> Font:
        """A font, read once."""
        key = objects.identity(value)
        if key not in self._fonts:
            self._fonts[key] = read_font(value)
        return self._fonts[key]

    @property
    def fonts(self) -> dict[object, Font]:
        """Every font that was chosen somewhere."""
        return self._fonts

    def _feed(self, run: Run, stream: Any) -> None:
        key = objects.identity(stream)
        if key not in self._data:
            self._data[key] = objects.stream_data(stream) if objects.is_stream(stream) else None
            self.budget.spend(len(self._data[key] or b"") // 100)
        data = self._data[key]
        if data is None:
            run.sketch.notes[NO_DATA] = None
        else:
            feed(run, data)

    def _layer(self, stream: Any, resources: Any, state: State, depth: int, notes: Sequence[Note] = ()) -> Layer:
        """A stream that is drawn from a state; the same one for the same stream and state."""
        own = objects.identity(stream)
        if own in self._active or depth > MAX_DEPTH:
            return Layer(notes=(ENDLESS,))
        key = (own, objects.identity(resources), state)
        if key not in self._layers:
            self._active.add(own)
            run = Run(self, resources, state, depth)
            run.sketch.notes |= dict.fromkeys(notes)
            self._feed(run, stream)
            self._active.discard(own)
            self._layers[key] = run.sketch.layer()
        layer = self._layers[key]
        self.budget.spend(len(layer.painted))
        return layer

    def _put_layer(self, run: Run, layer: Layer) -> None:
        """On a page, a form stays a layer of its own, which pages share; inside another form it becomes part of it."""
        if run.depth == 0:
            run.end_layer()
            run.layers.append(layer)
        else:
            run.sketch.painted += layer.painted
            run.sketch.notes |= dict.fromkeys(layer.notes)

    def paint_object(self, run: Run, found: Any, name: str) -> None:
        """What `Do` draws."""
        match objects.word(objects.get(found, "/Subtype")):
            case "Form":
                self._put_layer(run, self._form(found, run.state, run.resources, run.depth))
            case "Image":
                picture(run, found)
            case "PS":
                run.note("postscript", f"the PostScript object /{name}", "expected images and forms only")
            case _:
                run.note("damaged", f"/{name} is neither an image nor a form", "expected images and forms only")

    def _form(self, form: Any, state: State, resources: Any, depth: int) -> Layer:
        matrix = state.matrix.after(objects.matrix(objects.get(form, "/Matrix")))
        edge, clip = objects.box(objects.get(form, "/BBox")), state.clip
        if edge is not None and clip is not None:
            clip = clip.cut(box_around(matrix.at(x, y) for x, y in edge.corners))
        own = objects.get(form, "/Resources")
        inner = replace(state, matrix=matrix, clip=clip)
        notes = group_notes(objects.get(form, "/Group"), "a form")
        return self._layer(form, resources if own is None else own, inner, depth + 1, notes)

    def paint_pattern(self, run: Run, pattern: Any, ink: Colour, around: Box, outline: Outline) -> None:
        """Paint what a pattern shows inside an area."""
        if objects.number(objects.get(pattern, "/PatternType")) == 2:
            shading(run, objects.get(pattern, "/Shading"), around, outline)
            return
        if not objects.is_stream(pattern):
            run.note("damaged", "a pattern without a drawing", "expected a tiling or shading pattern")
            return
        state = State(matrix=run.base.after(objects.matrix(objects.get(pattern, "/Matrix"))))
        if objects.number(objects.get(pattern, "/PaintType")) == 2 and ink.space.base is not None:
            own = replace(ink, space=ink.space.base, pattern="")
            state = replace(state, fill=own, stroke=own)
        layer = self._layer(pattern, objects.get(pattern, "/Resources"), state, run.depth + 1)
        self._inside(run, layer, around)

    def paint_glyphs(self, run: Run, font: Font, codes: Sequence[int], placed: Matrix, around: Box) -> None:
        """Paint glyphs that are drawings; each distinct one of a string once."""
        names, drawings = _glyph_names(font.drawn), objects.get(font.drawn, "/CharProcs")
        own = objects.get(font.drawn, "/Resources")
        size = run.state.size
        # Where it stands does not matter for what it is made of, and the same glyph is read once.
        matrix = Matrix(placed.a * size, placed.b * size, placed.c * size, placed.d * size)
        matrix = matrix.after(objects.matrix(objects.get(font.drawn, "/FontMatrix")))
        state = State(matrix=matrix, fill=run.state.fill, stroke=run.state.fill)
        for code in dict.fromkeys(codes):
            drawing = objects.get(drawings, f"/{names.get(code, '')}") if code in names else None
            if not objects.is_stream(drawing):
                run.note("glyph", f"the font {font.name} has no glyph for a character that is printed", "expected all")
                continue
            layer = self._layer(drawing, run.resources if own is None else own, state, run.depth + 1)
            self._inside(run, layer, around)

    def _inside(self, run: Run, layer: Layer, around: Box) -> None:
        visible = around.cut(run.state.clip) if run.state.clip is not None else None
        if visible is not None:
            for thing in layer.painted[:FEW]:
                run.add(replace(thing, box=visible, outline=(), exact=False))
        run.sketch.notes |= dict.fromkeys(layer.notes)

    def _appearance(self, annotation: Any) -> Layer | None:
        """What an annotation shows when it is printed."""
        flags = int(objects.number(objects.get(annotation, "/F")) or 0)
        shown = objects.get(objects.get(annotation, "/AP"), "/N")
        if shown is not None and not objects.is_stream(shown):
            shown = objects.get(shown, f"/{objects.word(objects.get(annotation, '/AS'))}")
        place, edge = objects.box(objects.get(annotation, "/Rect")), objects.box(objects.get(shown, "/BBox"))
        if flags & 2 or not objects.is_stream(shown) or place is None or edge is None:
            return None
        own = objects.matrix(objects.get(shown, "/Matrix"))
        moved = box_around(own.at(x, y) for x, y in edge.corners)
        if not moved.width or not moved.height:
            return None
        across, up = place.width / moved.width, place.height / moved.height
        matrix = Matrix(across, 0, 0, up, place.left - moved.left * across, place.bottom - moved.bottom * up)
        try:
            return self._form(shown, State(matrix=matrix), None, 0)
        except OutOfRangeError:
            return None


def group_notes(group: Any, where: str) -> list[Note]:
    """What is wrong with a transparency group."""
    if objects.word(objects.get(group, "/S")) != "Transparency":
        return []
    space: Space | None = read_space(objects.get(group, "/CS"))
    notes = [Note("transparency", f"a transparency group in {where}", "expected everything opaque")]
    if space is not None and any(part.kind in ("rgb", "calrgb") or part == Space("icc", 3) for part in space.nested()):
        notes.append(Note("rgb", f"RGB as the colours of a transparency group in {where}", "expected process colours"))
    return notes


def _glyph_names(font: Any) -> dict[int, str]:
    differences = objects.get(objects.get(font, "/Encoding"), "/Differences")
    names: dict[int, str] = {}
    code = 0
    for item in list(differences)[:1000] if objects.is_array(differences) else []:
        name = objects.word(item)
        if name:
            names[code] = name
            code += 1
        else:
            code = int(objects.number(item) or 0)
    return names
