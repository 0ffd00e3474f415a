"""Fonts for scripts that ours lack: the one that a layout names, or an installed Noto; opened, measured and cut down.

`using_fonts` says which font a layout names, `preferring_font` which one is asked before it; while they are in force,
`face_for` finds a font for the characters that one of our own lacks. Such a font is called by a key, which scenes carry
and `face` looks up. Widths are in ems.

Text is set character by character, from left to right. Scripts that need more than that are refused.
"""

import os
import stat
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import bidirectional, category

from sheetgen.drawing.scene import DrawingError
from sheetgen.resources import home_folder

if TYPE_CHECKING:
    from fontTools.pens.basePen import AbstractPen

MAX_BYTES = 64 * 2**20  # Noto's largest collections, with four scripts in all weights, have half as many
MAX_CHARACTERS = 200_000  # that a font may say it has: Unicode has 150,000
FORMATS = {b"\0\1\0\0", b"true", b"OTTO", b"ttcf"}
# How heavy the strokes of our own fonts are; a font with several weights is used in the same one.
WEIGHTS = {"display": 700, "text": 600, "strong": 700, "body": 400, "body-italic": 400}
RESTRICTED, EDITABLE = 0x0002, 0x000C  # bits of fsType: no embedding without permission, unless one of these is allowed
NO_SUBSET, BITMAPS_ONLY = 0x0100, 0x0200
CREATED = 2_082_844_800  # the time in fonts that are made here: 1970, in seconds since 1904
IN_BROWSER = sys.platform == "emscripten"
_NEEDED = ("head", "hhea", "hmtx", "maxp", "cmap", "OS/2")

_preferred: ContextVar[tuple[Path, ...]] = ContextVar("fonts of options", default=())
_named: ContextVar[tuple[Path, ...]] = ContextVar("fonts of layouts", default=())


class FontFileError(DrawingError):
    """A font file that cannot be used: missing, too large, no font, or not to be embedded; the message names it."""


@dataclass(frozen=True)
class OwnFace:
    """A font file, opened, in one weight."""

    key: str
    weight: int
    font: Any = field(repr=False, compare=False)
    characters: dict[int, str] = field(repr=False, compare=False)  # code point → name of the glyph
    glyphs: Any = field(repr=False, compare=False)
    em: int
    path: str
    _widths: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def has_all(self, characters: Iterable[str]) -> bool:
        """Whether the font has a glyph for each of some characters."""
        return all(ord(character) in self.characters for character in characters)

    def width(self, character: str) -> float:
        """The width in ems of a character that the font has."""
        width = self._widths.get(character)
        if width is None:
            with _naming(self.path):
                width = round(self.glyphs[self.characters[ord(character)]].width) / self.em
            self._widths[character] = width
        return width

    def draw(self, character: str, pen: "AbstractPen") -> None:
        """Draw a character with a pen, in units of the font; raise FontFileError if it is damaged or endless."""
        with _naming(self.path):
            self._draw(character, pen)

    def _draw(self, character: str, pen: "AbstractPen") -> None:
        from sheetgen.drawing.outlines import BoundedPen

        bounded = BoundedPen(pen, self.glyphs)
        bounded.bounded_glyph(self.characters[ord(character)]).draw(bounded)

    def subset(self, letters: str) -> bytes:
        """Return a TrueType font with some characters only, in this weight, without tables that nobody reads."""
        with _naming(self.path):
            return self._subset(letters)

    def _subset(self, letters: str) -> bytes:
        from fontTools.fontBuilder import FontBuilder
        from fontTools.pens.cu2quPen import Cu2QuPen
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        names = {".notdef": "", **{f"u{ord(letter):X}": letter for letter in dict.fromkeys(letters)}}
        builder = FontBuilder(self.em, isTTF=True)
        builder.setupGlyphOrder(list(names))
        builder.setupCharacterMap({ord(letter): name for name, letter in names.items() if letter})
        glyphs, widths = {}, {}
        for name, letter in names.items():
            outline = TTGlyphPen(None)
            if letter:
                quadratic = Cu2QuPen(outline, max_err=self.em / 1000, reverse_direction="glyf" not in self.font)
                self._draw(letter, quadratic)
            glyphs[name] = outline.glyph()
            widths[name] = round(self.width(letter) * self.em) if letter else self.em // 2
        builder.setupGlyf(glyphs)
        table = builder.font["glyf"]
        builder.setupHorizontalMetrics({name: (widths[name], getattr(table[name], "xMin", 0)) for name in names})
        # Below the line is negative; some fonts have it without its sign.
        ascent, descent = self.font["hhea"].ascent, -abs(self.font["hhea"].descent)
        builder.setupHorizontalHeader(ascent=ascent, descent=descent)
        builder.setupNameTable({"familyName": self.key, "styleName": "Regular", "psName": self.key})
        builder.setupOS2(sTypoAscender=ascent, sTypoDescender=descent, usWinAscent=ascent, usWinDescent=-descent)
        builder.setupPost(keepGlyphNames=False)
        builder.updateHead(created=CREATED, modified=CREATED)
        builder.font.recalcTimestamp = False
        stream = BytesIO()
        builder.save(stream)
        return stream.getvalue()


# Which font


@contextmanager
def using_fonts(*paths: Path | None) -> Iterator[None]:
    """Let texts use further fonts for the characters that ours lack; raise FontFileError if one cannot be used."""
    fonts = _usable(paths)
    token, looked = _named.set((*fonts, *_named.get())), _installed.set([])
    try:
        yield
    finally:
        _named.reset(token)
        _installed.reset(looked)


@contextmanager
def preferring_font(path: Path | None) -> Iterator[None]:
    """Let texts use a font before those that layouts name; raise FontFileError if it cannot be used."""
    token = _preferred.set((*_usable([path]), *_preferred.get()))
    try:
        yield
    finally:
        _preferred.reset(token)


def _usable(paths: Iterable[Path | None]) -> tuple[Path, ...]:
    """The fonts among some paths; raise FontFileError if one cannot be used."""
    fonts = tuple(path for path in paths if path is not None)
    for path in fonts:
        open_face(path, WEIGHTS["text"])
    return fonts


def fonts_in_use() -> tuple[Path, ...]:
    """The further fonts: those of `preferring_font`, then those of `using_fonts`, the innermost first."""
    return (*_preferred.get(), *_named.get())


def use_in_process(fonts: tuple[Path, ...]) -> None:
    """Prefer further fonts from now on: for a process that works for another one, with its `fonts_in_use`."""
    _preferred.set(fonts)


def face_for(characters: str, font: str, text: str) -> OwnFace:
    """Return a font with all of some characters that one of our fonts, called `font`, lacks.

    It is the one that the layout names, or the first installed Noto that has them; raise DrawingError if there is
    none. `text` is the text in which they are.
    """
    for character in characters:
        if bidirectional(character) in ("R", "AL"):
            message = f"the text {text[:20]!r} is written from right to left, which sheets cannot show"
            raise DrawingError(message, text=text)
        # Korean in whole syllables (from U+AC00) is fine; these are the parts that are joined to one.
        if category(character).startswith("M") or "\u1100" <= character <= "\u11ff":
            message = (
                f"the text {text[:20]!r} has the sign U+{ord(character):04X}, which joins the letter before it; "
                "sheets cannot show that"
            )
            raise DrawingError(message, text=text)
    named = fonts_in_use()
    for path in named:
        face = open_face(path, WEIGHTS[font])
        if face.has_all(characters):
            return _remember(face)
    found = next(_installed_faces(characters, WEIGHTS[font]), None)
    if found is not None:
        return _remember(found)
    raise DrawingError(_no_font(characters, font, text, named), text=text)


def _no_font(characters: str, font: str, text: str, named: Sequence[Path]) -> str:
    """Say which character no font has, or that no single font has all of them."""
    hint = (
        "the studio in a browser has no other fonts, use one on your computer"
        if IN_BROWSER
        else "name a font that has it with `font` in the layout"
    )
    have = {path.name: frozenset(open_face(path, WEIGHTS[font]).characters) for path in named}
    have |= {each.path.name: codes for each in installed_fonts() if (codes := _codes_of(each))}
    parts: dict[str, str] = {}  # the characters that the first font with each of them has
    for character in dict.fromkeys(characters):
        name = next((name for name, codes in have.items() if ord(character) in codes), None)
        if name is None:
            others = " nor ".join(path.name for path in named)
            who = f"neither the {font} face nor {others} has a" if named else f"the {font} face has no"
            return f"{who} {character!r} (U+{ord(character):04X}) for the text {text!r}; {hint}"
        parts[name] = parts.get(name, "") + character
    lists = ", ".join(f"{name} has {part!r}" for name, part in parts.items())
    hint = hint.replace("that has it", "that has all of it")
    return f"no single font has all that the {font} face lacks for the text {text!r}: {lists}; {hint}"


def face(key: str) -> OwnFace:
    """Return a font of `face_for` by its key; raise FontFileError if it had to be opened anew and has changed."""
    if key not in _FACES:
        path, weight = _PLACES[key]
        found = open_face(Path(path), weight)
        if found.key != key:
            raise FontFileError(f"{path}: was changed while it was in use; try again")
        _remember(found)
    return _FACES[key]


_FACES: dict[str, OwnFace] = {}  # the last one that was asked for is at the end
_PLACES: dict[str, tuple[str, int]] = {}  # path and weight of more of them, to open them again
MOST_FACES = 32  # that are kept open: a drawing needs at most three weights of the fonts of a layout and of each script
MOST_PLACES = 4_000  # more than the drawings of a process at any time use


def _remember(found: OwnFace) -> OwnFace:
    """Keep a font open for those who have its key, and forget the one that was not asked for the longest."""
    for kept in (_FACES, _PLACES):
        kept.pop(found.key, None)
    _FACES[found.key], _PLACES[found.key] = found, (found.path, found.weight)
    for kept, most in ((_FACES, MOST_FACES), (_PLACES, MOST_PLACES)):
        while len(kept) > most:
            del kept[next(iter(kept))]
    return found


def digest_of(path: Path) -> str:
    """A digest of the contents of a font file, computed once as long as it does not change; raise FontFileError."""
    return _content_digest(_read(path))


def open_face(path: Path, weight: int) -> OwnFace:
    """Open a font file, if there is a choice in a weight; raise FontFileError if it cannot be used."""
    content = _read(path)
    with _naming(str(path)):
        return _opened(content, weight, str(path))


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Turn everything that goes wrong with a font into a FontFileError that names its file."""
    try:
        yield
    except FontFileError as error:
        raise FontFileError(f"{path}: {error}") from None
    except Exception as error:  # fontTools raises errors of all kinds for damaged files
        raise FontFileError(f"{path}: is damaged, or not a font: {type(error).__name__}") from None


def _read(path: Path) -> bytes:
    """The bytes of a font file."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise FontFileError(f"{path}: is a folder, not a font")
        if not stat.S_ISREG(found.st_mode):
            raise FontFileError(f"{path}: is not a file, and so not a font")
        if found.st_size > MAX_BYTES:
            raise FontFileError(f"{path}: has {found.st_size / 2**20:.0f} MB; a font has at most {MAX_BYTES >> 20} MB")
        return _bytes_of(path, found.st_mtime_ns, found.st_size)
    except FontFileError:
        raise
    except FileNotFoundError:
        where = "; the studio in a browser cannot read fonts, use one on your computer" if IN_BROWSER else ""
        raise FontFileError(f"{path}: there is no such font{where}") from None
    except (OSError, ValueError) as error:
        raise FontFileError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


@lru_cache(maxsize=4)
def _bytes_of(path: Path, changed: int, size: int) -> bytes:
    """The bytes of a file in one state, kept as long as it does not change."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES)


@lru_cache(maxsize=8)
def _content_digest(content: bytes) -> str:
    return blake2b(content, digest_size=6).hexdigest()


@lru_cache(maxsize=8)
def _opened(content: bytes, weight: int, path: str) -> OwnFace:
    """Open the bytes of a font, of a collection the first; raise FontFileError with a reason, without its name."""
    if content[:4] not in FORMATS:
        kind = {b"wOFF": "a web font (WOFF)", b"wOF2": "a web font (WOFF2)"}.get(content[:4], "not a font")
        raise FontFileError(f"is {kind}; expected a TrueType or OpenType file (.ttf, .otf, .ttc)")
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(content), lazy=True, fontNumber=0 if content[:4] == b"ttcf" else -1)
    missing = [table for table in _NEEDED if table not in font]
    if missing or not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        raise FontFileError(f"is not a font with outlines: the table {(missing or ['glyf'])[0]!r} is missing")
    _require_embeddable(font["OS/2"].fsType)
    _require_few_characters(font.reader["cmap"])
    location = {}
    if "fvar" in font:
        location = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
        if axis := next((axis for axis in font["fvar"].axes if axis.axisTag == "wght"), None):
            location["wght"] = min(max(weight, axis.minValue), axis.maxValue)
    em = font["head"].unitsPerEm
    if not 16 <= em <= 16_384:
        raise FontFileError(f"is damaged: {em} units in an em")
    key = f"own-{_content_digest(content)}" + (f"-{weight}" if location else "")
    glyphs = font.getGlyphSet(location=location or None)
    return OwnFace(key, weight, font, font.getBestCmap() or {}, glyphs, em, path)


def _require_embeddable(rights: int) -> None:
    """Raise FontFileError if a font says that it must not be part of a file, or only as a whole or as a picture."""
    reason = ""
    if rights & RESTRICTED and not rights & EDITABLE:
        reason = "its maker does not allow it in other files"
    elif rights & NO_SUBSET:
        reason = "its maker does not allow parts of it in other files"
    elif rights & BITMAPS_ONLY:
        reason = "its maker allows only pictures of it in other files"
    if reason:
        raise FontFileError(f"{reason} (fsType {rights:#06x}); use an open font, such as Noto")


def _require_few_characters(table: bytes) -> None:
    """Raise FontFileError for a list of characters that would fill the memory: a few bytes can claim millions."""
    total = 0
    for i in range(struct.unpack_from(">H", table, 2)[0]):
        (start,) = struct.unpack_from(">L", table, 4 + 8 * i + 4)
        (kind,) = struct.unpack_from(">H", table, start)
        if kind in (8, 12, 13):
            groups = start + (8204 if kind == 8 else 12)
            (count,) = struct.unpack_from(">L", table, groups)
            for j in range(count):
                first, last = struct.unpack_from(">LL", table, groups + 4 + 12 * j)
                total += max(0, last - first + 1)
                if total > 4 * MAX_CHARACTERS:  # of several lists
                    raise FontFileError("is damaged: it claims more characters than there are")


# Installed fonts


class InstalledFont(NamedTuple):
    """An installed font file, in one state."""

    path: Path
    changed: int
    size: int


def _installed_faces(characters: str, weight: int) -> Iterator[OwnFace]:
    """The installed Noto fonts that have some characters, in one order on each computer; opened when asked for.

    Those that cannot be used are left out: nobody named them.
    """
    for font in installed_fonts():
        codes = _codes_of(font)
        if codes is not None and all(ord(character) in codes for character in characters):
            with suppress(FontFileError):
                yield open_face(font.path, weight)


@lru_cache(maxsize=4_000)  # Noto has about a thousand fonts
def _codes_of(installed: InstalledFont) -> frozenset[int] | None:
    """The characters of an installed font; None if it cannot be used. Fonts that are not used are not kept open."""
    from fontTools.ttLib import TTFont

    try:
        with installed.path.open("rb") as file:
            is_collection = installed.path.suffix.lower() == ".ttc"
            font = TTFont(file, lazy=True, fontNumber=0 if is_collection else -1)
            _require_embeddable(font["OS/2"].fsType)
            _require_few_characters(font.reader["cmap"])
            return frozenset(font.getBestCmap() or ())
    except Exception:  # as in `open_face`
        return None


# Within `using_fonts`: a place for the installed fonts, empty until somebody looks for them.
_installed: ContextVar[list[tuple[InstalledFont, ...]] | None] = ContextVar("installed fonts", default=None)


def installed_fonts() -> tuple[InstalledFont, ...]:
    """The installed Noto fonts; within `using_fonts` they are looked for once, else every time."""
    known = _installed.get()
    if known:
        return known[0]
    found = tuple(_states(noto_fonts(font_folders())))
    if known is not None:
        known.append(found)
    return found


def _states(paths: Iterable[Path]) -> Iterator[InstalledFont]:
    for path in paths:
        with suppress(OSError):
            found = path.stat()
            yield InstalledFont(path, found.st_mtime_ns, found.st_size)


Times = tuple[tuple[str, int | None], ...]  # of folders: when they were changed; None: there is none
_listed: dict[tuple[Path, ...], tuple[Times, tuple[Path, ...]]] = {}  # the last list, with the folders that it is of


def noto_fonts(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The Noto fonts without serifs in some folders, those of a bold weight first, as our fonts are bold.

    The folders are read again when one of them, or one inside, has changed.
    """
    times, paths = _listed.get(folders, ((), ()))
    if not times or any(_changed(folder) != time for folder, time in times):
        times, found = (), set()
        for top in folders:
            times += ((str(top), _changed(str(top))),)
            for folder, inner, files in os.walk(top):
                times += tuple((each, _changed(each)) for each in (os.path.join(folder, name) for name in inner))
                found |= {Path(folder, name) for name in files if name.startswith("NotoSans")}
        paths = tuple(sorted(filter(_is_plain, found), key=_rank))
        _listed.clear()
        _listed[folders] = times, paths
    return paths


def _changed(folder: str) -> int | None:
    """When a folder was changed; None if there is none."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return None


def _rank(path: Path) -> tuple[bool, bool, str, str]:
    """Which of two fonts is taken first."""
    return "Bold" not in path.stem, "CJK" in path.stem, path.name, str(path)


def _is_plain(path: Path) -> bool:
    """Whether a font file is upright, of usual width, and bold, regular or of several weights."""
    name, _, style = path.stem.partition("-")
    return (
        path.suffix.lower() in (".ttf", ".otf", ".ttc")
        and style in ("Bold", "Regular", "VF", "")
        and not any(word in name for word in ("Mono", "Display", "UI", "Condensed"))
    )


def font_folders() -> tuple[Path, ...]:
    """Where this computer keeps fonts: $SHEETGEN_FONTS alone if it is set (empty: nowhere), or the usual folders."""
    if (named := os.environ.get("SHEETGEN_FONTS")) is not None:
        return tuple(Path(folder) for folder in named.split(os.pathsep) if folder)
    if IN_BROWSER:
        return ()
    home = home_folder()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", local / "Microsoft" / "Windows" / "Fonts"
    if sys.platform == "darwin":
        return home / "Library" / "Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")
    share = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return share / "fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")
