"""Running a content stream: every operator that paints or that changes how things are painted."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.colours import UNKNOWN, Colour, Space, read_space
from sheetgen.press.preflight.fonts import Font
from sheetgen.press.preflight.geometry import (
    Box,
    Matrix,
    Outline,
    Point,
    box_around,
    curve,
)
from sheetgen.press.preflight.painted import Kind, Layer, Note, Painted, Sketch
from sheetgen.press.preflight.pictures import inline_image, shading
from sheetgen.press.preflight.state import State
from sheetgen.press.preflight.tokens import DamagedError, Name, Value

if TYPE_CHECKING:
    from sheetgen.press.preflight.walker import Walker

MAX_SAVED = 500
GLYPHS = "expected every glyph in the font"


class Run:
    """One stream, or several that follow one another, run from a state."""

    def __init__(self, walker: "Walker", resources: Any, state: State, depth: int = 0) -> None:
        self.walker, self.resources, self.state, self.depth = walker, resources, state, depth
        self.base = state.matrix
        self.saved: list[State] = []
        self.waiting: list[Value] = []
        self.sketch = Sketch()
        self.layers: list[Layer] = []
        self.subpaths: list[list[Point]] = []
        self.clips = False
        self.text_matrix = self.line_matrix = Matrix()
        self.in_text = False

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is half done, so that only the state matters for what follows."""
        return not (self.waiting or self.subpaths or self.in_text)

    def end_layer(self) -> None:
        """Close the layer under way."""
        if self.sketch.painted or self.sketch.notes:
            self.layers.append(self.sketch.layer())
            self.sketch = Sketch()

    def note(self, code: str, what: str, expected: str) -> None:
        """Say what is wrong with the stream."""
        self.sketch.notes[Note(code, what, expected)] = None

    # The state.

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
            self.note("damaged", "a graphics state is taken back that was never kept", "expected a q before every Q")

    def set(self, **changes: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def concat(self, *six: float) -> None:
        """`cm`."""
        self.set(matrix=self.state.matrix.after(Matrix(*six)))

    def settings(self, name: Name) -> None:
        """`gs`."""
        found = self.resource("ExtGState", name, "graphics state")
        if found is None:
            return
        self.state = self.state.with_settings(found)
        font = objects.get(found, "/Font")
        if objects.is_array(font) and len(font) == 2:
            self.set(font=self.walker.font(font[0]), size=objects.number(font[1]) or 0.0)

    def resource(self, kind: str, name: str, word: str) -> Any:
        """What the page's resources hold under a name; a note where there is nothing."""
        found = objects.get(objects.get(self.resources, f"/{kind}"), f"/{name}")
        if found is None:
            self.note("resource", f"the {word} /{name} is used but not there", f"expected it in /Resources /{kind}")
        return found

    # Colours.

    def device(self, space: Space, stroke: bool, *values: float) -> None:
        """`g`, `rg`, `k` and their capitals."""
        colour = Colour(space, tuple(values))
        self.set(**{"stroke" if stroke else "fill": colour})

    def space(self, stroke: bool, name: Name) -> None:
        """`cs` and `CS`."""
        found = read_space(name, self.resources)
        if found is None:
            self.resource("ColorSpace", name, "colour space")
        own = found or UNKNOWN
        self.set(**{"stroke" if stroke else "fill": Colour(own, own.initial)})

    def colour(self, stroke: bool, *operands: Value) -> None:
        """`sc`, `scn` and their capitals."""
        space = (self.state.stroke if stroke else self.state.fill).space
        values = tuple(value for value in operands if isinstance(value, float))
        named = operands[-1] if operands and isinstance(operands[-1], Name) else ""
        if not named and space.count and len(values) != space.count:
            raise DamagedError(f"{len(values)} numbers for a colour of {space.count}")
        self.set(**{"stroke" if stroke else "fill": Colour(space, values, str(named))})

    # Paths.

    def move(self, x: float, y: float) -> None:
        """`m`."""
        self.subpaths.append([self.state.matrix.at(x, y)])

    def line(self, x: float, y: float) -> None:
        """`l`."""
        self._path().append(self.state.matrix.at(x, y))

    def curve(self, *six: float) -> None:
        """`c`."""
        x1, y1, x2, y2, x3, y3 = six
        points, at = self._path(), self.state.matrix.at
        points += curve(points[-1], at(x1, y1), at(x2, y2), at(x3, y3))

    def curve_from_here(self, x2: float, y2: float, x3: float, y3: float) -> None:
        """`v`."""
        points, at = self._path(), self.state.matrix.at
        points += curve(points[-1], points[-1], at(x2, y2), at(x3, y3))

    def curve_to_there(self, x1: float, y1: float, x3: float, y3: float) -> None:
        """`y`."""
        points, at = self._path(), self.state.matrix.at
        points += curve(points[-1], at(x1, y1), at(x3, y3), at(x3, y3))

    def close(self) -> None:
        """`h`."""
        if self.subpaths:
            self.subpaths.append([self.subpaths[-1][0]])

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """`re`."""
        at = self.state.matrix.at
        corners = [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]
        self.subpaths.append([*corners, corners[0]])

    def _path(self) -> list[Point]:
        if not self.subpaths:
            raise DamagedError("a path without a beginning")
        return self.subpaths[-1]

    def clip(self) -> None:
        """`W` and `W*`."""
        self.clips = True

    def paint(self, fill: bool, stroke: bool, even_odd: bool = False, close: bool = False) -> None:
        """Paint the path and forget it."""
        if close:
            self.close()
        outline: Outline = tuple(tuple(points) for points in self.subpaths if len(points) > 1)
        self.subpaths = []
        clips, self.clips = self.clips, False
        if outline:
            around = box_around(point for points in outline for point in points)
            if fill:
                self.fill(outline, around, even_odd=even_odd, stroked=stroke)
            if stroke:
                self.stroke(around, outline)
            if clips and self.state.clip is not None:
                self.set(clip=self.state.clip.cut(around))
        elif clips:
            self.set(clip=None)

    def fill(self, outline: Outline, around: Box, *, even_odd: bool, stroked: bool = False) -> None:
        """Fill an area; a pattern paints its own things in it."""
        state = self.state
        if state.fill.space.kind == "pattern":
            self._pattern(state.fill, around, outline)
        self.put("area", around, state.fill, outline=outline, even_odd=even_odd, stroked=stroked)

    def stroke(self, around: Box, outline: Outline) -> None:
        """Draw lines along the path."""
        state = self.state
        width = state.line_width * state.matrix.thinnest
        box = around.grown(width / 2)
        if state.stroke.space.kind == "pattern":
            self._pattern(state.stroke, box, outline)
        self.put("line", box, state.stroke, stroke=True, width=width, outline=outline)

    def _pattern(self, colour: Colour, around: Box, outline: Outline) -> None:
        found = self.resource("Pattern", colour.pattern, "pattern")
        if found is not None:
            self.walker.paint_pattern(self, found, colour, around, outline)

    def put(self, kind: Kind, box: Box, colour: Colour | None, *, stroke: bool = False, **more: Any) -> None:
        """Paint one thing, if any of it shows."""
        state = self.state
        visible = box.cut(state.clip) if state.clip is not None else None
        if visible is None:
            return
        if colour is not None and colour.space.kind == "pattern":
            colour = None
        more.setdefault("transparent", state.transparent(stroke=stroke))
        overprints = state.stroke_overprints if stroke else state.fill_overprints
        self.add(Painted(kind, visible, colour, overprints=overprints, overprint_mode=state.overprint_mode, **more))

    def add(self, painted: Painted) -> None:
        """Put a thing on the page."""
        self.walker.budget.spend()
        self.sketch.painted.append(painted)

    # Text.

    def begin_text(self) -> None:
        """`BT`."""
        self.text_matrix = self.line_matrix = Matrix()
        self.in_text = True

    def end_text(self) -> None:
        """`ET`."""
        self.in_text = False

    def choose_font(self, name: Name, size: float) -> None:
        """`Tf`."""
        found = self.resource("Font", name, "font")
        self.set(font=self.walker.font(found) if found is not None else None, size=size)

    def next_line(self, x: float, y: float) -> None:
        """`Td`."""
        self.text_matrix = self.line_matrix = self.line_matrix.after(Matrix(e=x, f=y))

    def next_line_leading(self, x: float, y: float) -> None:
        """`TD`."""
        self.set(leading=-y)
        self.next_line(x, y)

    def new_line(self) -> None:
        """`T*`."""
        self.next_line(0, -self.state.leading)

    def place_text(self, *six: float) -> None:
        """`Tm`."""
        self.text_matrix = self.line_matrix = Matrix(*six)

    def show(self, shown: bytes) -> None:
        """`Tj`."""
        self.show_pieces([shown])

    def show_on_new_line(self, shown: bytes) -> None:
        """`'`."""
        self.new_line()
        self.show(shown)

    def show_spaced(self, word_space: float, letter_space: float, shown: bytes) -> None:
        """`"`."""
        self.set(word_space=word_space, letter_space=letter_space)
        self.show_on_new_line(shown)

    def show_pieces(self, pieces: list[Value]) -> None:
        """`TJ`: strings, and numbers that move what follows."""
        state, font = self.state, self.state.font
        if font is None:
            return
        placed = state.matrix.after(self.text_matrix)
        start = end = 0.0
        codes: list[int] = []
        for piece in pieces:
            if isinstance(piece, float):
                end -= piece / 1000 * state.size * state.stretch
            elif isinstance(piece, bytes):
                for code in font.codes(piece):
                    codes.append(code)
                    end += (font.width(code) / 1000 * state.size + state.letter_space) * state.stretch
                    if code == 32 and not font.wide_codes:
                        end += state.word_space * state.stretch
        self.walker.budget.spend(len(codes))
        self.text_matrix = self.text_matrix.after(Matrix(e=end))
        if codes:
            self._show_codes(font, codes, placed, start, end)

    def _show_codes(self, font: Font, codes: list[int], placed: Matrix, start: float, end: float) -> None:
        state = self.state
        if font.known is not None and not all(map(font.known, codes)):
            self.note("glyph", f"the font {font.name} has no glyph for a character that is printed", GLYPHS)
        if state.mode in (3, 7):
            return
        # The height of capitals is what matters near an edge; glyphs themselves are not measured.
        low, high = state.rise, state.rise + 0.7 * state.size
        around = box_around(placed.at(x, y) for x in (start, end) for y in (low, high))
        size = abs(state.size) * placed.height
        if font.drawn is not None:
            self.walker.paint_glyphs(self, font, codes, placed, around)
        if state.mode in (0, 2, 4, 6):
            self.put("text", around, state.fill, size=size, font=font)
        if state.mode in (1, 2, 5, 6):
            self.put("line", around, state.stroke, stroke=True, width=state.line_width * state.matrix.thinnest)

    # Pictures and forms.

    def draw(self, name: Name) -> None:
        """`Do`."""
        found = self.resource("XObject", name, "image or form")
        if found is not None:
            self.walker.paint_object(self, found, name)

    def shade(self, name: Name) -> None:
        """`sh`."""
        found = self.resource("Shading", name, "shading")
        if found is not None and self.state.clip is not None:
            shading(self, found, self.state.clip, (self.state.clip.corners,))

    def inline_image(self, keys: dict[str, Value]) -> None:
        """`BI`."""
        inline_image(self, keys)
