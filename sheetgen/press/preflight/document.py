"""A PDF opened for looking at: read with limits, never changed."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from sheetgen.press.preflight import objects
from sheetgen.press.preflight.fonts import Font
from sheetgen.press.preflight.sheets import Sheet
from sheetgen.press.preflight.xmp import read_info, read_xmp

MAX_FILE = 200_000_000
MAX_OBJECTS = 500_000
INDEX = re.compile(rb"/Type\s*/(?:ObjStm|XRef)\b")
DATA = re.compile(rb"stream\r?\n")
FAR_ENOUGH = 2000


class UnreadableError(Exception):
    """A file that cannot be looked at; the message says why."""


@dataclass(frozen=True)
class Document:
    """What the checks of the whole file look at."""

    pdf: pikepdf.Pdf
    sheets: tuple[Sheet, ...]
    fonts: dict[object, Font]  # those that are used
    info: dict[str, str]
    xmp: dict[str, str] | None

    @property
    def root(self) -> Any:
        """The catalogue."""
        return self.pdf.Root

    def objects(self) -> Iterator[Any]:
        """Every dictionary and stream in the file."""
        return (each for each in self.pdf.objects if objects.is_dictionary(each))


@contextmanager
def opened(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF, or say in one line why that is not possible."""
    data = _bytes(path)
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError("is not a PDF")
    try:
        _unpack_indexes(data)
        with pikepdf.open(BytesIO(data), suppress_warnings=True, attempt_recovery=True) as pdf:
            if len(pdf.objects) > MAX_OBJECTS:
                raise UnreadableError(f"has more than {MAX_OBJECTS} objects")
            if not objects.is_dictionary(pdf.trailer.get("/Root")) or not len(pdf.pages):
                raise UnreadableError("has no pages")
            yield pdf
    except pikepdf.PasswordError:
        raise UnreadableError("is encrypted and needs a password; expected a file without one") from None
    except objects.TooMuchError as error:
        raise UnreadableError(f"is too much to look at: {error}") from None
    except (pikepdf.PdfError, ValueError, KeyError, AttributeError, TypeError, RuntimeError) as error:
        # A damaged file surprises the library at any place; it has one line for all of them.
        reason = " ".join(str(error).split())[:120]
        raise UnreadableError(f"is damaged and cannot be read: {reason}") from None
    except (RecursionError, MemoryError):
        raise UnreadableError("is damaged and cannot be read: it is nested without end") from None


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError("is not a file")
        if path.stat().st_size > MAX_FILE:
            raise UnreadableError(f"is larger than {MAX_FILE // 1_000_000} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise UnreadableError(f"cannot be read: {reason}") from None


def _unpack_indexes(data: bytes) -> None:
    """The library unpacks these streams when it opens a file, without a limit; so they are measured before."""
    for found in INDEX.finditer(data):
        start = DATA.search(data, found.end(), found.end() + FAR_ENOUGH)
        if start is not None:
            try:
                for _ in objects.inflated(data[start.end() : start.end() + objects.MAX_STREAM], objects.MAX_STREAM):
                    pass
            except zlib.error:
                continue  # not packed this way, or damaged: the library will say so


def document(pdf: pikepdf.Pdf, sheets: tuple[Sheet, ...], fonts: dict[object, Font]) -> Document:
    """Put together what is known about a file."""
    metadata = objects.get(pdf.Root, "/Metadata")
    return Document(
        pdf, sheets, fonts, read_info(pdf.trailer.get("/Info")), None if metadata is None else read_xmp(metadata)
    )
