"""Images and shadings: their places, colour spaces, and as many of their colours as are easy to tell."""

from typing import TYPE_CHECKING, Any

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.colours import (
    UNKNOWN,
    Colour,
    Space,
    function_ends,
    palette_colours,
    process_sum,
    read_space,
)
from sheetgen.press.preflight.geometry import Box, Outline, box_around
from sheetgen.press.preflight.tokens import Name, Value

if TYPE_CHECKING:
    from sheetgen.press.preflight.run import Run

PIXELS = 250_000  # of a large image, so many are looked at
UNIT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def picture(run: "Run", image: Any) -> None:
    """Paint an image."""
    if objects.get(image, "/Alternates") is not None:
        run.note("alternate", "an image with alternate images", "expected one image only")
    mask = objects.get(image, "/SMask")
    masked = objects.is_stream(mask) or (objects.number(objects.get(image, "/SMaskInData")) or 0) > 0
    if objects.get(image, "/ImageMask") is True:
        _place(run, None, (), masked)
        return
    named = objects.get(image, "/ColorSpace")
    space = _space(run, named) if named is not None else UNKNOWN
    if named is None and "JPXDecode" in objects.filters(image):
        run.note("jpx", "a JPEG 2000 image without a colour space of its own", "expected one that is named")
        _place(run, None, (), masked)
        return
    _place(run, space, _samples(image, space), masked)


def inline_image(run: "Run", keys: dict[str, Value]) -> None:
    """Paint an image that stands in the content itself."""
    if keys.get("IM", keys.get("ImageMask")) is True:
        _place(run, None, (), masked=False)
        return
    named = keys.get("CS", keys.get("ColorSpace"))
    if isinstance(named, list) and len(named) > 1 and isinstance(named[1], Name):
        named = named[1]  # a palette: its base is what matters
    space = _space(run, named) if isinstance(named, Name) else UNKNOWN
    _place(run, space, (), masked=False)


def _space(run: "Run", named: Any) -> Space:
    space = read_space(named, run.resources)
    if space is None:
        run.resource("ColorSpace", named if isinstance(named, str) else objects.word(named), "colour space")
    return space or UNKNOWN


def _place(run: "Run", space: Space | None, samples: tuple[Colour, ...], masked: bool) -> None:
    """Put an image into the unit square; without a space it is a stencil in the current colour."""
    corners = tuple(run.state.matrix.at(x, y) for x, y in UNIT)
    run.put(
        "image",
        box_around(corners),
        run.state.fill if space is None else None,
        outline=(corners,),
        spaces=() if space is None else (space,),
        samples=samples,
        transparent="a soft mask" if masked else run.state.transparent(stroke=False),
    )


def _samples(image: Any, space: Space) -> tuple[Colour, ...]:
    """The palette, or the pixel with the most ink."""
    if space.kind == "indexed":
        return tuple(palette_colours(space))
    if (
        space.kind not in ("cmyk", "icc")
        or space.count != 4
        or objects.number(objects.get(image, "/BitsPerComponent")) != 8
    ):
        return ()
    if objects.get(image, "/Decode") is not None or {"DCTDecode", "JPXDecode"} & set(objects.filters(image)):
        return ()
    try:
        data = objects.stream_data(image) or b""
    except objects.TooMuchError:
        return ()
    step = 4 * max(1, len(data) // 4 // PIXELS)
    pixels = zip(data[0::step], data[1::step], data[2::step], data[3::step], strict=False)
    most = max(pixels, key=sum, default=None)
    return (Colour(space, tuple(share / 255 for share in most)),) if most is not None else ()


def shading(run: "Run", found: Any, around: Box, outline: Outline) -> None:
    """Paint a shading inside an area."""
    space = _space(run, objects.get(found, "/ColorSpace"))
    ends = [
        Colour(space, values) for values in function_ends(objects.get(found, "/Function")) if len(values) == space.count
    ]
    heaviest = max(ends, key=lambda colour: process_sum(colour.inks or {}), default=None)
    run.put("shading", around, None, outline=outline, spaces=(space,), samples=(heaviest,) if heaviest else ())
