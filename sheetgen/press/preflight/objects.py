"""Open a PDF with limits, and read values from objects that may be of any type."""

import re
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Matrix

MAX_NUMBER = 1e9  # larger numbers are errors; smaller ones keep every product finite
MAX_FILE, MAX_STREAM, MAX_OBJECTS = 200_000_000, 64_000_000, 500_000
MAX_WORK, MAX_SECONDS = 2_000_000, 30.0
STEPS_BETWEEN_CLOCK_CHECKS = 4096
CHUNK = 1_000_000
_STREAM = re.compile(r"stream <[^>]*>: ")  # how qpdf names a file that it reads from memory
INDEX = re.compile(rb"/Type\s*/(?:ObjStm|XRef)\b.{0,2000}?stream\r?\n", re.DOTALL)


class UnreadableError(Exception):
    """A file that cannot be checked; the message says why."""


class TooMuchError(Exception):
    """A file beyond the limits; the message says of what there is too much."""


class DamagedError(Exception):
    """Content that cannot be read any further; the message says why."""


class Budget:
    """The steps and CPU seconds that one file may take, so that checking a hostile file ends."""

    def __init__(self) -> None:
        self.left, self.end = MAX_WORK, time.process_time() + MAX_SECONDS
        self.next_clock_check = self.left - STEPS_BETWEEN_CLOCK_CHECKS

    def spend(self, steps: int = 1) -> None:
        """Use steps; raise TooMuchError when none are left or the time is over."""
        self.left -= steps
        if self.left < self.next_clock_check:
            self.next_clock_check = self.left - STEPS_BETWEEN_CLOCK_CHECKS
            if self.left < 0 or time.process_time() > self.end:
                raise TooMuchError("more to draw than can be looked at")


@contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF; errors while it is open become an UnreadableError with a message of one line."""
    data = _read_bytes(path)
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError("is not a PDF")
    try:
        _limit_index_streams(data)
        with pikepdf.open(BytesIO(data), suppress_warnings=True, attempt_recovery=True) as pdf:
            if len(pdf.objects) > MAX_OBJECTS:
                raise UnreadableError(f"has more than {MAX_OBJECTS} objects")
            if not is_dictionary(pdf.trailer.get("/Root")) or not len(pdf.pages):
                raise UnreadableError("has no pages")
            yield pdf
    except pikepdf.PasswordError:
        raise UnreadableError("is encrypted and needs a password; expected a file without one") from None
    except TooMuchError as error:
        raise UnreadableError(f"is too much to look at: {error}") from None
    except (pikepdf.PdfError, ValueError, KeyError, AttributeError, TypeError, RuntimeError) as error:
        # pikepdf raises all of these for damaged files.
        reason = " ".join(_STREAM.sub("", str(error)).split())[:120]
        raise UnreadableError(f"is damaged and cannot be read: {reason}") from None
    except (RecursionError, MemoryError):
        raise UnreadableError("is damaged and cannot be read: it is nested without end") from None


def _read_bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError("is not a file")
        if path.stat().st_size > MAX_FILE:
            raise UnreadableError(f"is larger than {MAX_FILE // 1_000_000} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise UnreadableError(f"cannot be read: {reason}") from None


def _limit_index_streams(data: bytes) -> None:
    """Raise TooMuchError for index streams that are too large: qpdf unpacks them without a limit on opening."""
    for match in INDEX.finditer(data):
        with suppress(zlib.error):  # not packed this way, or damaged: qpdf will say so
            unpacked_size(data[match.end() : match.end() + MAX_STREAM], MAX_STREAM)


def unpacked_size(packed: bytes, limit: int) -> int:
    """The unpacked size of a Flate stream in bytes; raise TooMuchError beyond `limit`, zlib.error if it is damaged."""
    unpacker, size = zlib.decompressobj(), 0
    while packed and not unpacker.eof:
        size += len(unpacker.decompress(packed, CHUNK))
        if size > limit:
            raise TooMuchError(f"a stream that unpacks to more than {limit // 1_000_000} MB")
        packed = unpacker.unconsumed_tail
    return size


# Values


def identity(value: Any) -> object:
    """A key for an object: its number, or its text if it is a direct object."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if getattr(value, "is_indirect", False):
        return value.objgen
    unparse = getattr(value, "unparse", None)
    return unparse() if unparse is not None else str(value)


def is_dictionary(value: Any) -> bool:
    """Whether a value is a dictionary or a stream."""
    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))


def is_stream(value: Any) -> bool:
    """Whether a value is a stream."""
    return isinstance(value, pikepdf.Stream)


def get(holder: Any, *keys: Any) -> Any:
    """The value at a path of keys; None if a key or dictionary on the path is missing."""
    for key in keys:
        if not is_dictionary(holder):
            return None
        holder = holder.get(key)
    return holder


# Each of these takes a value, or a dictionary and a path of keys to the value.


def items(value: Any, *keys: str) -> list[Any]:
    """The items of an array; empty for other types."""
    value = get(value, *keys)
    return list(value) if isinstance(value, pikepdf.Array) else []


def name_of(value: Any, *keys: str) -> str:
    """A name without its slash; empty for other types."""
    value = get(value, *keys)
    return bytes(value)[1:].decode("utf-8", "replace") if isinstance(value, pikepdf.Name) else ""


def string_of(value: Any, *keys: str) -> str:
    """A text string; empty for other types."""
    value = get(value, *keys)
    return str(value) if isinstance(value, pikepdf.String) else ""


def number(value: Any, *keys: str) -> float | None:
    """A number up to MAX_NUMBER; None for anything else."""
    value = get(value, *keys)
    if isinstance(value, bool):
        return None
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None
    return result if -MAX_NUMBER < result < MAX_NUMBER else None


def numbers(value: Any, count: int | None = None) -> tuple[float, ...] | None:
    """The numbers of an array, None if it is not one of numbers, or not of length `count`."""
    result = [parsed for item in items(value) if (parsed := number(item)) is not None]
    is_complete = isinstance(value, pikepdf.Array) and len(result) == len(value) and count in (None, len(result))
    return tuple(result) if is_complete else None


def matrix(value: Any, *keys: str) -> Matrix:
    """A transformation; the identity if it is not six numbers."""
    return Matrix(*(numbers(get(value, *keys), 6) or (1, 0, 0, 1, 0, 0)))


def filters(stream: Any) -> list[str]:
    """The names of a stream's filters."""
    value = get(stream, "/Filter")
    return [name_of(item) for item in items(value) or [value]]


def stream_data(stream: Any, limit: int = MAX_STREAM) -> bytes | None:
    """The decoded data of a stream; None if it is no stream or damaged. Raise TooMuchError beyond `limit` bytes."""
    if not is_stream(stream):
        return None
    try:
        raw = bytes(stream.read_raw_bytes())
        if len(raw) > limit:
            raise TooMuchError(f"a stream of more than {limit // 1_000_000} MB")
        if filters(stream)[0] in ("FlateDecode", "Fl"):
            unpacked_size(raw, limit)  # qpdf reads damaged data as far as it goes, and has no limit
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, zlib.error, RuntimeError, NotImplementedError):
        return None
