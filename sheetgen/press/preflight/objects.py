"""Reading PDF objects that may be anything: numbers, boxes, names and streams, with limits."""

import zlib
from collections.abc import Iterator
from typing import Any

import pikepdf

from sheetgen.press.preflight.geometry import FAR, Box, Matrix

MAX_STREAM = 64_000_000
MAX_PARENTS = 50
INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
CHUNK = 1_000_000


class TooMuchError(Exception):
    """More than anybody would print; the message says of what."""


def identity(value: Any) -> object:
    """What tells one object from another: its number, or all of it where it stands directly in another one."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if getattr(value, "is_indirect", False):
        return value.objgen
    unparse = getattr(value, "unparse", None)
    return unparse() if unparse is not None else str(value)


def is_dictionary(value: Any) -> bool:
    """Whether it has keys."""
    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))


def is_stream(value: Any) -> bool:
    """Whether it has data."""
    return isinstance(value, pikepdf.Stream)


def is_array(value: Any) -> bool:
    """Whether it is a list."""
    return isinstance(value, pikepdf.Array)


def get(holder: Any, key: str) -> Any:
    """What stands under a key, or None where there is nothing or no dictionary at all."""
    return holder.get(key) if is_dictionary(holder) else None


def word(value: Any) -> str:
    """A name without its slash; empty for anything else."""
    return str(value)[1:] if isinstance(value, pikepdf.Name) else ""


def text(value: Any) -> str | None:
    """A text string."""
    return str(value) if isinstance(value, pikepdf.String) else None


def number(value: Any) -> float | None:
    """A number that a page can mean."""
    if isinstance(value, bool):
        return None
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None
    return result if -FAR < result < FAR else None


def numbers(value: Any, count: int | None = None) -> tuple[float, ...] | None:
    """A list of numbers, of a certain length if wanted."""
    if not is_array(value) or (count is not None and len(value) != count):
        return None
    found = [number(item) for item in value]
    return tuple(item for item in found if item is not None) if None not in found else None


def box(value: Any) -> Box | None:
    """A rectangle, whichever two corners it names."""
    four = numbers(value, 4)
    if four is None:
        return None
    x1, y1, x2, y2 = four
    return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def matrix(value: Any) -> Matrix:
    """A transformation; none where there is none."""
    six = numbers(value, 6)
    return Matrix(*six) if six is not None else Matrix()


def attribute(page: Any, key: str) -> Any:
    """What a page says, or else, where that may be, the nearest node above it."""
    if key not in INHERITED:
        return get(page, key)
    node = page
    for _ in range(MAX_PARENTS):
        found = get(node, key)
        if found is not None:
            return found
        node = get(node, "/Parent")
        if node is None:
            break
    return None


def filters(stream: Any) -> list[str]:
    """The names of a stream's filters."""
    named = get(stream, "/Filter")
    return [word(item) for item in named] if is_array(named) else [word(named)] if named is not None else []


def stream_data(stream: pikepdf.Object, limit: int = MAX_STREAM) -> bytes | None:
    """The decoded data of a stream; None where it is damaged. A small stream that swells beyond all bounds raises."""
    try:
        raw = bytes(stream.read_raw_bytes())
        if len(raw) > limit:
            raise TooMuchError(f"a stream of more than {limit // 1_000_000} MB")
        for name in filters(stream):
            if name in ("FlateDecode", "Fl"):
                raw = b"".join(inflated(raw, limit))
            else:
                break
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, zlib.error, RuntimeError, NotImplementedError):
        return None


def inflated(raw: bytes, limit: int) -> Iterator[bytes]:
    """Unpack step by step, so that a bomb is noticed before it goes off."""
    unpacker, size = zlib.decompressobj(), 0
    while raw and not unpacker.eof:
        piece = unpacker.decompress(raw, CHUNK)
        size += len(piece)
        if size > limit:
            raise TooMuchError(f"a stream that unpacks to more than {limit // 1_000_000} MB")
        yield piece
        raw = unpacker.unconsumed_tail
