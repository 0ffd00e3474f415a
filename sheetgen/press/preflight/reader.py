"""Read pages: pikepdf parses the content streams; what they paint becomes the PageObjects of a DistinctPage."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import pikepdf
from pikepdf import Matrix, Name

from sheetgen.press.preflight.objects import (
    MAX_NUMBER,
    Budget,
    DamagedError,
    TooMuchError,
    filters,
    get,
    identity,
    is_dictionary,
    is_stream,
    items,
    matrix,
    name_of,
    number,
    stream_data,
)
from sheetgen.press.preflight.pages import (
    DistinctPage,
    Extent,
    Fault,
    Layer,
    ObjectKind,
    Outline,
    PageObject,
    Point,
    bounds,
    concat,
    extent,
    least_scale,
)
from sheetgen.press.preflight.resources import (
    CMYK,
    GRAY,
    RGB,
    UNKNOWN,
    Colour,
    ColourSpace,
    Font,
    function_ends,
    glyph_names,
    palette_colours,
    process_sum,
    read_font,
    read_space,
)

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
ATTRIBUTES = ("/Contents", "/Resources", "/Rotate", "/Annots", "/Group", "/UserUnit", *(f"/{name}" for name in BOXES))
MAX_PAGES, MAX_DEPTH, MAX_SAVED, MAX_OPERANDS = 20_000, 20, 500, 1000
MAX_CONTENT = 16_000_000  # bytes of a content stream; qpdf needs up to a hundred times as much for a list in it
MAX_PIXELS = 250_000  # of a larger image about so many are sampled
MAX_INSIDE = 50  # objects of a pattern or a Type 3 glyph that are checked
IDENTITY, EVERYWHERE, BLACK = Matrix(), Extent(-MAX_NUMBER, -MAX_NUMBER, MAX_NUMBER, MAX_NUMBER), Colour(GRAY, (0.0,))
CURVE_PIECES = 8
CAPITALS = 0.7  # height of text as a share of the type size; glyphs themselves are not measured
SIGNED = re.compile(r"[+-]*-[+-]*(\d+\.?\d*|\.\d+)")
UNENDED = {
    b"[": "a list that does not end",
    b"(": "a string that does not end",
    b"<": "a string of hexadecimal digits that does not end",
}
ENDLESS = Fault("damaged", "a form that draws itself", "expected forms that come to an end")
NO_DATA = Fault("damaged", "a stream whose data cannot be unpacked", "expected one that can be read to its end")
# The short keys of inline images that matter here.
INLINE_KEYS = {"/IM": "/ImageMask", "/CS": "/ColorSpace"}


@dataclass(frozen=True, slots=True)
class GraphicsState:
    """The graphics state, which `q` saves and `Q` restores."""

    matrix: Matrix = field(default=IDENTITY, hash=False)  # equal ones of pikepdf have different hashes
    clip: Extent | None = EVERYWHERE  # None: nothing shows
    fill: Colour = BLACK
    stroke: Colour = BLACK
    line_width: float = 1.0
    fill_overprint: bool = False
    stroke_overprint: bool = False
    overprint_mode: int = 0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    blend: str = "Normal"
    soft_mask: bool = False
    font: Font | None = None
    size: float = 0.0
    text_mode: int = 0
    leading: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    rise: float = 0.0

    def transparent(self, *, stroke: bool) -> str:
        """The cause of transparency; empty if painting is opaque."""
        opacity = self.stroke_opacity if stroke else self.fill_opacity
        if opacity < 1:
            return f"an opacity of {opacity * 100:g} %"
        if self.blend not in ("Normal", "Compatible"):
            return f"the blend mode {self.blend}"
        return "a soft mask" if self.soft_mask else ""


class FileReader:
    """Reads the pages of one file; streams and fonts are read once, however often they are used."""

    def __init__(self, pdf: pikepdf.Pdf, budget: Budget) -> None:
        self.pdf, self.budget = pdf, budget
        self.fonts: dict[object, Font] = {}
        self.data: dict[object, bytes | None] = {}
        self.layers: dict[object, Layer] = {}
        self.active: set[object] = set()  # the streams that are being drawn
        self._pieces: dict[object, tuple[list[Layer], GraphicsState, list[GraphicsState]]] = {}

    def pages(self) -> Iterator[DistinctPage]:
        """Every distinct page with the numbers of all pages that are the same; raise TooMuchError beyond MAX_PAGES."""
        if len(self.pdf.pages) > MAX_PAGES:
            raise TooMuchError(f"{len(self.pdf.pages)} pages")
        equal_pages: dict[object, tuple[Any, list[int]]] = {}
        for page_number, page in enumerate(self.pdf.pages, 1):
            key = tuple(identity(get(page.obj, name)) for name in ATTRIBUTES)
            equal_pages.setdefault(key, (page.obj, []))[1].append(page_number)
        for page, page_numbers in equal_pages.values():
            annotations = [item for item in items(page, "/Annots") if is_dictionary(item)]
            unit = number(page, "/UserUnit")
            yield DistinctPage(
                tuple(page_numbers),
                {name: extent(box) for name in BOXES if (box := get(page, f"/{name}")) is not None},
                number(page, "/Rotate") or 0.0,
                1.0 if unit is None else unit,
                tuple(self._layers(page, annotations)),
                tuple((name_of(item, "/Subtype"), extent(item, "/Rect")) for item in annotations),
                tuple(group_faults(get(page, "/Group"), "the page")),
            )

    def _layers(self, page: Any, annotations: Sequence[Any]) -> list[Layer]:
        """The layers of a page from the bottom up; a stream that starts in the same state again is read once."""
        contents, resources = get(page, "/Contents"), get(page, "/Resources")
        streams = items(contents) if isinstance(contents, pikepdf.Array) or contents is None else [contents]
        reader, known = ContentReader(self, resources, GraphicsState()), identity(resources)
        for stream in streams:
            key = (identity(stream), known, reader.state, tuple(reader.saved)) if reader.is_idle else None
            if key is not None and key in self._pieces:
                layers, reader.state, saved = self._pieces[key]
                reader.layers += layers
                reader.saved = list(saved)
                continue
            before = len(reader.layers)
            reader.read(stream)
            reader.end_layer()
            if key is not None and reader.is_idle:
                self._pieces[key] = reader.layers[before:], reader.state, list(reader.saved)
        return reader.layers + [layer for item in annotations if (layer := self._appearance(item)) is not None]

    def _appearance(self, annotation: Any) -> Layer | None:
        """What an annotation paints when it is printed; None if nothing."""
        shown = get(annotation, "/AP", "/N")
        if not is_stream(shown):
            shown = get(shown, f"/{name_of(annotation, '/AS')}")
        rect, box = extent(annotation, "/Rect"), extent(shown, "/BBox")
        is_hidden = int(number(annotation, "/F") or 0) & 2
        if is_hidden or not is_stream(shown) or rect is None or box is None:
            return None
        moved = bounds(map(matrix(shown, "/Matrix").transform, box.corners))
        if not moved.width or not moved.height:
            return None
        across, up = rect.width / moved.width, rect.height / moved.height
        fitted = Matrix(across, 0, 0, up, rect.left - moved.left * across, rect.bottom - moved.bottom * up)
        try:
            return ContentReader(self, None, GraphicsState(matrix=fitted)).form(shown)
        except DamagedError:
            return None

    def font(self, value: Any) -> Font:
        """A font, read once."""
        key = identity(value)
        if key not in self.fonts:
            self.fonts[key] = read_font(value)
        return self.fonts[key]


class ContentReader(pikepdf.StreamParser):
    """Reads consecutive content streams from a graphics state into `layers`."""

    def __init__(self, file: FileReader, resources: Any, state: GraphicsState, depth: int = 0) -> None:
        super().__init__()
        self.file, self.resources, self.state, self.depth = file, resources, state, depth
        self.base, self.saved = state.matrix, list[GraphicsState]()
        self.operands: list[Any] = []
        self.data = b""
        self.objects: list[PageObject] = []
        self.faults: dict[Fault, None] = {}
        self.layers: list[Layer] = []
        self.path: list[list[Point]] = []
        self.clips = self.in_text = False
        self.text_matrix = self.line_matrix = Matrix()

    @property
    def is_idle(self) -> bool:
        """Whether no operands, path or text object are pending, so that what follows depends on the state only."""
        return not (self.operands or self.path or self.in_text)

    def end_layer(self) -> Layer:
        """Finish the current layer and return it."""
        covering = tuple(item for item in self.objects if item.hides_below)
        layer = Layer(tuple(self.objects), tuple(self.faults), covering)
        if layer.objects or layer.faults:
            self.layers.append(layer)
            self.objects, self.faults = [], {}
        return layer

    def fault(self, code: str, what: str, expected: str) -> None:
        """Record a fault of the stream."""
        self.faults[Fault(code, what, expected)] = None

    # Parsing: pikepdf calls these while it reads.

    def read(self, stream: Any) -> None:
        """Read a stream; damage is recorded as a fault and ends the reading of this stream."""
        key, budget = identity(stream), self.file.budget
        if key not in self.file.data:
            self.file.data[key] = stream_data(stream, MAX_CONTENT)
        data = self.file.data[key]
        if data is None:
            self.faults[NO_DATA] = None
            return
        budget.spend(len(data) // 100)
        self.data = data
        self.file.pdf.get_warnings()  # forget older ones
        try:
            pikepdf.Page(pikepdf.Dictionary(Type=Name.Page, Contents=stream)).parse_contents(self)
            if any("inline image" in str(warning) for warning in self.file.pdf.get_warnings()):
                raise DamagedError("an inline image that does not end")
        except DamagedError as error:
            expected = "expected a content stream that can be read to its end"
            self.fault("damaged", f"content that cannot be read: {error}", expected)
            self.operands.clear()

    def handle_object(self, value: Any, offset: int, length: int) -> None:
        """Keep an operand, or execute an operator."""
        kind = type(value)
        if kind is int or kind is Decimal:
            value = float(value)
            if not -MAX_NUMBER <= value <= MAX_NUMBER:
                raise DamagedError("a number out of range")
        elif isinstance(value, pikepdf.Operator):
            self._operate(_operator(value))
            return
        elif value is None or isinstance(value, (pikepdf.Array, pikepdf.Dictionary)):
            self._check_whole(value, offset)
        self.operands.append(value)
        if len(self.operands) > MAX_OPERANDS:
            raise DamagedError("more operands than any operator takes")

    def handle_eof(self) -> None:
        """Do nothing: operands may continue in the next stream."""

    def _check_whole(self, value: Any, offset: int) -> None:
        """Raise DamagedError if pikepdf returned null or a part of a list for something that it could not parse."""
        if value is None and self.data.startswith(b"null", offset):
            return
        warnings = [str(warning) for warning in self.file.pdf.get_warnings() if "stray #" not in str(warning)]
        if any("max-nesting" in warning for warning in warnings):
            raise DamagedError("lists nested too deeply")
        if value is None:
            start = self.data[offset : offset + 1]
            if self.data.startswith(b"<<", offset):
                raise DamagedError("a dictionary that does not end")
            if start in (b")", b">", b"]", b"{", b"}"):
                raise DamagedError(f"a stray {start.decode()!r}")
            raise DamagedError(UNENDED.get(start, "a number out of range"))
        for item in value if isinstance(value, pikepdf.Array) else ():
            if isinstance(item, pikepdf.Operator):
                raise DamagedError(f"{_operator(item)!r} where a value should be")
        if warnings:
            reason = warnings[0].rpartition(": ")[2]
            raise DamagedError(re.sub("unexpected (.)$", r"'\1' where a value should be", reason))

    def _operate(self, operator: str) -> None:
        if operator == "ID":
            return  # the keys of an inline image wait for its end
        operands, self.operands = self.operands, []
        self.file.budget.spend()
        if operator in IGNORED:
            return
        if operator not in OPERATORS:
            if SIGNED.fullmatch(operator):  # some programs write two signs
                self.operands = [*operands, -float(operator.lstrip("+-"))]
                return
            is_value = operator[0] in "+-.0123456789"
            raise DamagedError(f"{operator!r} {'where a value should be' if is_value else 'is not an operator'}")
        kinds, act = OPERATORS[operator]
        given = operands if kinds == "*" else operands[len(operands) - len(kinds) :]
        if kinds != "*" and (
            len(operands) < len(kinds)
            or not all(isinstance(value, TYPES[kind]) for value, kind in zip(given, kinds, strict=True))
        ):
            raise DamagedError(f"the operator {operator} without what it needs")
        act(self, *given)

    # The graphics state

    def save(self) -> None:
        """`q`."""
        if len(self.saved) >= MAX_SAVED:
            raise DamagedError("graphics states nested too deeply")
        self.saved.append(self.state)

    def restore(self) -> None:
        """`Q`."""
        if self.saved:
            self.state = self.saved.pop()
        else:
            self.fault("damaged", "a graphics state is taken back that was never kept", "expected a q before every Q")

    def set(self, **changes: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def apply_graphics_state(self, name: Name) -> None:
        """`gs`: change the state by a graphics state dictionary."""
        entries = self.resource("ExtGState", name, "graphics state")
        changes: dict[str, Any] = {}
        for key, name_of_setting in (("/ca", "fill_opacity"), ("/CA", "stroke_opacity"), ("/LW", "line_width")):
            if (value := number(entries, key)) is not None:
                changes[name_of_setting] = value
        both, fill = get(entries, "/OP"), get(entries, "/op")
        if both is not None:
            changes["stroke_overprint"] = changes["fill_overprint"] = bool(both)
        if fill is not None:
            changes["fill_overprint"] = bool(fill)
        if (mode := number(entries, "/OPM")) is not None:
            changes["overprint_mode"] = int(mode)
        if (blend := get(entries, "/BM")) is not None:
            changes["blend"] = name_of((items(blend) or [blend])[0])
        if (mask := get(entries, "/SMask")) is not None:
            changes["soft_mask"] = name_of(mask) != "None"
        if len(font := items(entries, "/Font")) == 2:
            changes |= {"font": self.file.font(font[0]), "size": number(font[1]) or 0.0}
        self.set(**changes)

    def resource(self, kind: str, name: Any, what: str) -> Any:
        """A resource by kind and name; None, and a fault, if it does not exist."""
        value = get(self.resources, f"/{kind}", name)
        if value is None:
            shown = name_of(name) or str(name)[1:]
            self.fault("resource", f"the {what} /{shown} is used but not there", f"expected it in /Resources /{kind}")
        return value

    # Colours

    def set_space(self, target: str, name: Name) -> None:
        """`cs` and `CS`."""
        space = self.space(name)
        self.set(**{target: Colour(space, space.initial)})

    def set_colour(self, target: str, *operands: Any) -> None:
        """`sc`, `scn` and their capitals."""
        space: ColourSpace = getattr(self.state, target).space
        values = tuple(value for value in operands if isinstance(value, float))
        pattern = name_of(operands[-1]) if operands else ""
        if not pattern and space.count and len(values) != space.count:
            raise DamagedError(f"{len(values)} numbers for a colour of {space.count}")
        self.set(**{target: Colour(space, values, pattern)})

    def space(self, value: Any) -> ColourSpace:
        """A colour space; UNKNOWN, and a fault, if its name is not in the resources."""
        space = read_space(value, self.resources)
        if space is None:
            self.resource("ColorSpace", value, "colour space")
        return space or UNKNOWN

    # Paths

    def points(self, *coordinates: float) -> list[Point]:
        """Pairs of coordinates as points of the page."""
        values = iter(coordinates)
        return [self.state.matrix.transform(point) for point in zip(values, values, strict=True)]

    def subpath(self) -> list[Point]:
        """The current subpath; raise DamagedError without one."""
        if not self.path:
            raise DamagedError("a path without a beginning")
        return self.path[-1]

    def curve(self, first: Point, second: Point, end: Point) -> None:
        """Add a Bézier curve from the current point, as points along it."""
        points = self.subpath()
        x0, y0 = points[-1]
        for step in range(1, CURVE_PIECES + 1):
            t = step / CURVE_PIECES
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x = a * x0 + b * first[0] + c * second[0] + d * end[0]
            points.append((x, a * y0 + b * first[1] + c * second[1] + d * end[1]))

    def close(self) -> None:
        """`h`."""
        if self.path:
            self.path.append([self.path[-1][0]])

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """`re`."""
        corners = self.points(x, y, x + width, y, x + width, y + height, x, y + height)
        self.path.append([*corners, corners[0]])

    def clip(self) -> None:
        """`W` and `W*`: the path becomes a clip when it is painted."""
        self.clips = True

    def paint(self, *, fill: bool = False, stroke: bool = False, even_odd: bool = False, close: bool = False) -> None:
        """Paint the path and clear it."""
        if close:
            self.close()
        outline: Outline = tuple(tuple(points) for points in self.path if len(points) > 1)
        clips, self.clips, self.path = self.clips, False, []
        state = self.state
        if not outline:
            if clips:
                self.set(clip=None)
            return
        box = bounds(point for points in outline for point in points)
        if fill:
            self.pattern(state.fill, box, outline)
            self.put("area", box, state.fill, outline=outline, even_odd=even_odd, stroked=stroke)
        if stroke:
            width = state.line_width * least_scale(state.matrix)
            stroke_box = box.grown(width / 2)
            self.pattern(state.stroke, stroke_box, outline)
            self.put("line", stroke_box, state.stroke, stroke=True, width=width, outline=outline)
        if clips and state.clip is not None:
            self.set(clip=state.clip.cut(box))

    def put(self, kind: ObjectKind, box: Extent, colour: Colour | None, *, stroke: bool = False, **more: Any) -> None:
        """Paint one object in the current state, if it is inside the clip."""
        state = self.state
        visible = box.cut(state.clip) if state.clip is not None else None
        if visible is None:
            return
        if colour is not None and colour.space.kind == "pattern":
            colour = None
        more.setdefault("transparent", state.transparent(stroke=stroke))
        overprint = state.stroke_overprint if stroke else state.fill_overprint
        self.add(PageObject(kind, visible, colour, overprint=overprint, overprint_mode=state.overprint_mode, **more))

    def add(self, item: PageObject) -> None:
        """Add an object to the current layer."""
        self.file.budget.spend()
        self.objects.append(item)

    # Text

    def begin_text(self) -> None:
        """`BT`."""
        self.text_matrix = self.line_matrix = Matrix()
        self.in_text = True

    def end_text(self) -> None:
        """`ET`."""
        self.in_text = False

    def choose_font(self, name: Name, size: float) -> None:
        """`Tf`."""
        font = self.resource("Font", name, "font")
        self.set(font=None if font is None else self.file.font(font), size=size)

    def place_text(self, *six: float) -> None:
        """`Tm`."""
        self.text_matrix = self.line_matrix = Matrix(*six)

    def next_line(self, x: float = 0.0, y: float | None = None) -> None:
        """`Td`, and `T*` without a distance."""
        moved = Matrix(1, 0, 0, 1, x, -self.state.leading if y is None else y)
        self.text_matrix = self.line_matrix = concat(moved, self.line_matrix)

    def next_line_leading(self, x: float, y: float) -> None:
        """`TD`."""
        self.set(leading=-y)
        self.next_line(x, y)

    def show_on_next_line(self, shown: Any, **spaces: float) -> None:
        """`'` and `"`."""
        self.set(**spaces)
        self.next_line()
        self.show([shown])

    def show(self, pieces: Any) -> None:
        """`Tj` and `TJ`: strings, and numbers that move what follows."""
        state, font = self.state, self.state.font
        if font is None:
            return
        self.file.budget.spend(len(pieces))
        end, codes = 0.0, list[int]()
        for piece in pieces:
            if isinstance(piece, pikepdf.String):
                for code in font.codes(bytes(piece)):
                    codes.append(code)
                    end += (
                        font.widths.get(code, font.default_width) / 1000 * state.size + state.letter_space
                    ) * state.stretch
                    if code == 32 and not font.wide_codes:
                        end += state.word_space * state.stretch
            else:
                end -= (number(piece) or 0.0) / 1000 * state.size * state.stretch
        self.file.budget.spend(len(codes))
        placed = concat(self.text_matrix, state.matrix)
        self.text_matrix = concat(Matrix(1, 0, 0, 1, end, 0), self.text_matrix)
        if codes:
            self._show_codes(font, codes, placed, end)

    def _show_codes(self, font: Font, codes: list[int], placed: Matrix, end: float) -> None:
        state = self.state
        if font.has_glyph is not None and not all(map(font.has_glyph, codes)):
            self._missing_glyph(font, "expected every glyph in the font")
        if state.text_mode in (3, 7):
            return
        low, high = state.rise, state.rise + CAPITALS * state.size
        box = bounds(placed.transform((x, y)) for x in (0.0, end) for y in (low, high))
        if font.drawings is not None:
            self._draw_glyphs(font, codes, placed, box)
        if state.text_mode in (0, 2, 4, 6):
            size = abs(state.size) * math.hypot(placed.c, placed.d)
            self.put("text", box, state.fill, size=size, font=font)
        if state.text_mode in (1, 2, 5, 6):
            width = state.line_width * least_scale(state.matrix)
            self.put("line", box, state.stroke, stroke=True, width=width)

    def _missing_glyph(self, font: Font, expected: str) -> None:
        self.fault("glyph", f"the font {font.name} has no glyph for a character that is printed", expected)

    def _draw_glyphs(self, font: Font, codes: Sequence[int], placed: Matrix, box: Extent) -> None:
        """Read the glyphs of a Type 3 font, which are content streams; each glyph of a string once."""
        names, size = glyph_names(font.drawings), self.state.size
        # Without the position, so that the same glyph is read once.
        scaled = Matrix(placed.a * size, placed.b * size, placed.c * size, placed.d * size, 0, 0)
        glyph = concat(matrix(font.drawings, "/FontMatrix"), scaled)
        state = GraphicsState(matrix=glyph, fill=self.state.fill, stroke=self.state.fill)
        for code in dict.fromkeys(codes):
            drawing = get(font.drawings, "/CharProcs", f"/{names[code]}") if code in names else None
            if is_stream(drawing):
                self._add_inside(self.draw(drawing, get(font.drawings, "/Resources"), state), box)
            else:
                self._missing_glyph(font, "expected all")

    # Streams inside streams, pictures and patterns

    def draw(self, stream: Any, resources: Any, state: GraphicsState, faults: Sequence[Fault] = ()) -> Layer:
        """The layer of a stream drawn from a state; the same Layer for the same stream, resources and state."""
        file, key = self.file, identity(stream)
        if key in file.active or self.depth >= MAX_DEPTH:
            return Layer(faults=(ENDLESS,))
        resources = self.resources if resources is None else resources
        whole = (key, identity(resources), state)
        if whole not in file.layers:
            file.active.add(key)
            inner = ContentReader(file, resources, state, self.depth + 1)
            inner.faults |= dict.fromkeys(faults)
            inner.read(stream)
            file.active.discard(key)
            file.layers[whole] = inner.end_layer()
        file.budget.spend(len(file.layers[whole].objects))
        return file.layers[whole]

    def form(self, form: Any) -> Layer:
        """The layer of a form in the current state."""
        inner = concat(matrix(form, "/Matrix"), self.state.matrix)
        box, clip = extent(form, "/BBox"), self.state.clip
        if box is not None and clip is not None:
            clip = clip.cut(bounds(map(inner.transform, box.corners)))
        faults = group_faults(get(form, "/Group"), "a form")
        return self.draw(form, get(form, "/Resources"), replace(self.state, matrix=inner, clip=clip), faults)

    def draw_named(self, name: Name) -> None:
        """`Do`: a form or an image."""
        value = self.resource("XObject", name, "image or form")
        if value is None:
            return
        match name_of(value, "/Subtype"):
            case "Form":
                layer = self.form(value)
                if self.depth == 0:  # on a page a form stays a layer, which pages share
                    self.end_layer()
                    self.layers.append(layer)
                else:
                    self.objects += layer.objects
                    self.faults |= dict.fromkeys(layer.faults)
            case "Image":
                self.image(value)
            case "PS":
                self.fault("postscript", f"the PostScript object /{name_of(name)}", "expected images and forms only")
            case _:
                expected = "expected images and forms only"
                self.fault("damaged", f"/{name_of(name)} is neither an image nor a form", expected)

    def pattern(self, colour: Colour, box: Extent, outline: Outline) -> None:
        """Paint the content of a pattern in an area; do nothing if the colour is not a pattern."""
        if colour.space.kind != "pattern":
            return
        pattern = self.resource("Pattern", f"/{colour.pattern}", "pattern")
        if pattern is None:
            return
        if number(pattern, "/PatternType") == 2:
            self.shading(get(pattern, "/Shading"), box, outline)
        elif not is_stream(pattern):
            self.fault("damaged", "a pattern without a drawing", "expected a tiling or shading pattern")
        else:
            state = GraphicsState(matrix=concat(matrix(pattern, "/Matrix"), self.base))
            if number(pattern, "/PaintType") == 2 and colour.space.base is not None:
                ink = Colour(colour.space.base, colour.values)
                state = replace(state, fill=ink, stroke=ink)
            resources = get(pattern, "/Resources") or pikepdf.Dictionary()  # never those of the page
            self._add_inside(self.draw(pattern, resources, state), box)

    def _add_inside(self, layer: Layer, box: Extent) -> None:
        """Add the objects of a pattern or a glyph, each with the extent of the whole."""
        visible = box.cut(self.state.clip) if self.state.clip is not None else None
        if visible is not None:
            for item in layer.objects[:MAX_INSIDE]:
                self.add(replace(item, extent=visible, outline=(), exact=False))
        self.faults |= dict.fromkeys(layer.faults)

    def shade(self, name: Name) -> None:
        """`sh`."""
        shading = self.resource("Shading", name, "shading")
        if shading is not None and self.state.clip is not None:
            self.shading(shading, self.state.clip, (self.state.clip.corners,))

    def shading(self, shading: Any, box: Extent, outline: Outline) -> None:
        """Paint a shading in an area; its sample is the end colour with the most ink."""
        space = self.space(get(shading, "/ColorSpace"))
        ends = [Colour(space, end) for end in function_ends(get(shading, "/Function")) if len(end) == space.count]
        most = sorted(ends, key=lambda colour: process_sum(colour.inks or {}))[-1:]
        self.put("shading", box, None, outline=outline, space=space, samples=tuple(most))

    def inline_image(self, *operands: Any) -> None:
        """`EI`: the keys and values of an inline image, then its data."""
        if not operands:
            raise DamagedError("'EI' is not an operator")
        keys = operands[:-1]
        if len(keys) % 2 or not all(isinstance(key, Name) for key in keys[::2]):
            raise DamagedError("a dictionary without keys")
        pairs = {
            str(key): value for key, value in zip(keys[::2], keys[1::2], strict=True) if not isinstance(value, float)
        }
        self.image(pikepdf.Dictionary({INLINE_KEYS.get(key, key): value for key, value in pairs.items()}))

    def image(self, image: Any) -> None:
        """Paint an image in the unit square; a stencil mask in the current colour."""
        if get(image, "/Alternates") is not None:
            self.fault("alternate", "an image with alternate images", "expected one image only")
        named, space = get(image, "/ColorSpace"), None
        if named is None and "JPXDecode" in filters(image):
            self.fault("jpx", "a JPEG 2000 image without a colour space of its own", "expected one that is named")
        elif get(image, "/ImageMask") is not True:
            space = UNKNOWN if named is None else self.space(named)
        corners = tuple(self.points(0, 0, 1, 0, 1, 1, 0, 1))
        masked = is_stream(get(image, "/SMask")) or (number(image, "/SMaskInData") or 0) > 0
        self.put(
            "image",
            bounds(corners),
            self.state.fill if space is None else None,
            outline=(corners,),
            space=space,
            samples=() if space is None else _samples(image, space),
            transparent="a soft mask" if masked else self.state.transparent(stroke=False),
        )


def _operator(value: pikepdf.Object) -> str:
    return bytes(value)[:20].decode("latin-1")


def _samples(image: Any, space: ColourSpace) -> tuple[Colour, ...]:
    """The palette of an image, or the sampled pixel with the most ink; empty if not known."""
    if space.kind == "indexed":
        return palette_colours(space)
    is_plain = space.has_process_inks and number(image, "/BitsPerComponent") == 8
    if not is_plain or get(image, "/Decode") is not None or {"DCTDecode", "JPXDecode"} & {*filters(image)}:
        return ()
    try:
        data = stream_data(image) or b""
    except TooMuchError:
        return ()
    step = 4 * max(1, len(data) // 4 // MAX_PIXELS)
    pixels = zip(data[0::step], data[1::step], data[2::step], data[3::step], strict=False)
    most = max(pixels, key=sum, default=None)
    return (Colour(space, tuple(share / 255 for share in most)),) if most is not None else ()


def group_faults(group: Any, where: str) -> list[Fault]:
    """The faults of a transparency group; `where` names its owner."""
    if name_of(group, "/S") != "Transparency":
        return []
    faults = [Fault("transparency", f"a transparency group in {where}")]
    space = read_space(get(group, "/CS"))
    if space is not None and any(part.is_rgb for part in space.nested()):
        what = f"RGB as the colours of a transparency group in {where}"
        faults.append(Fault("rgb", what, "expected process colours"))
    return faults


# The operators of content streams: the types of their operands (n number, N name, s string, a array, * any), and what
# each does.
TYPES: dict[str, type] = {"n": float, "N": Name, "s": pikepdf.String, "a": pikepdf.Array}
IGNORED = frozenset(("J", "j", "M", "d", "ri", "i", "MP", "DP", "BMC", "BDC", "EMC", "BX", "EX", "d0", "d1", "BI"))
Read = ContentReader
OPERATORS: dict[str, tuple[str, Callable[..., None]]] = {
    "q": ("", Read.save),
    "Q": ("", Read.restore),
    "cm": ("nnnnnn", lambda read, *six: read.set(matrix=concat(Matrix(*six), read.state.matrix))),
    "w": ("n", lambda read, width: read.set(line_width=abs(width))),
    "gs": ("N", Read.apply_graphics_state),
    "m": ("nn", lambda read, *point: read.path.append(read.points(*point))),
    "l": ("nn", lambda read, *point: read.subpath().extend(read.points(*point))),
    "c": ("nnnnnn", lambda read, *six: read.curve(*read.points(*six))),
    "v": ("nnnn", lambda read, *four: read.curve(read.subpath()[-1], *read.points(*four))),
    "y": ("nnnn", lambda read, *four: read.curve(*read.points(*four), read.points(*four)[-1])),
    "h": ("", Read.close),
    "re": ("nnnn", Read.rectangle),
    "W": ("", Read.clip),
    "W*": ("", Read.clip),
    "n": ("", Read.paint),
    "f": ("", lambda read: read.paint(fill=True)),
    "F": ("", lambda read: read.paint(fill=True)),
    "f*": ("", lambda read: read.paint(fill=True, even_odd=True)),
    "S": ("", lambda read: read.paint(stroke=True)),
    "s": ("", lambda read: read.paint(stroke=True, close=True)),
    "B": ("", lambda read: read.paint(fill=True, stroke=True)),
    "B*": ("", lambda read: read.paint(fill=True, stroke=True, even_odd=True)),
    "b": ("", lambda read: read.paint(fill=True, stroke=True, close=True)),
    "b*": ("", lambda read: read.paint(fill=True, stroke=True, even_odd=True, close=True)),
    "BT": ("", Read.begin_text),
    "ET": ("", Read.end_text),
    "Tf": ("Nn", Read.choose_font),
    "Td": ("nn", Read.next_line),
    "TD": ("nn", Read.next_line_leading),
    "T*": ("", Read.next_line),
    "Tm": ("nnnnnn", Read.place_text),
    "Tj": ("s", lambda read, shown: read.show([shown])),
    "TJ": ("a", Read.show),
    "'": ("s", Read.show_on_next_line),
    '"': (
        "nns",
        lambda read, words, letters, shown: read.show_on_next_line(shown, word_space=words, letter_space=letters),
    ),
    "Tc": ("n", lambda read, value: read.set(letter_space=value)),
    "Tw": ("n", lambda read, value: read.set(word_space=value)),
    "Tz": ("n", lambda read, value: read.set(stretch=value / 100)),
    "TL": ("n", lambda read, value: read.set(leading=value)),
    "Tr": ("n", lambda read, value: read.set(text_mode=int(value))),
    "Ts": ("n", lambda read, value: read.set(rise=value)),
    "Do": ("N", Read.draw_named),
    "sh": ("N", Read.shade),
    "EI": ("*", Read.inline_image),
}


def _colour_operators(target: str) -> dict[str, tuple[str, Callable[..., None]]]:
    def device(space: ColourSpace) -> tuple[str, Callable[..., None]]:
        return "n" * space.count, lambda read, *values: read.set(**{target: Colour(space, values)})

    colour = ("*", lambda read, *operands: read.set_colour(target, *operands))
    names: dict[str, tuple[str, Callable[..., None]]] = {
        "g": device(GRAY),
        "rg": device(RGB),
        "k": device(CMYK),
        "cs": ("N", lambda read, name: read.set_space(target, name)),
        "sc": colour,
        "scn": colour,
    }
    return {name.upper() if target == "stroke" else name: act for name, act in names.items()}


OPERATORS |= _colour_operators("fill") | _colour_operators("stroke")
