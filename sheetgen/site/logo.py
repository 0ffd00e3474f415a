"""The logo of a publisher: an SVG or PNG file, checked before it becomes part of a site."""

import re
import struct
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from xml.etree import ElementTree

from sheetgen.errors import SheetgenError

MAX_BYTES = 200_000
MAX_PIXELS = 2048  # of the longer side of a PNG
_PNG = b"\x89PNG\r\n\x1a\n"
_SVG = "http://www.w3.org/2000/svg"
# Elements that draw. Scripts, foreign content, links, pictures of other files and animations are left out.
_DRAWING = frozenset(
    {
        *("svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "style", "text", "tspan"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "marker", "pattern", "mask", "clipPath"),
        *("linearGradient", "radialGradient", "stop", "filter", "feGaussianBlur", "feOffset", "feBlend", "feFlood"),
        *("feColorMatrix", "feComposite", "feMerge", "feMergeNode", "feDropShadow"),
    }
)
# What drawing programs write into their files for themselves; no browser does anything with it.
_NOTES = re.compile(
    r"http://(www\.inkscape\.org|sodipodi|www\.w3\.org/1999/02/22-rdf|creativecommons|purl\.org|ns\.adobe)"
)
_NAME = re.compile(r"\{(?P<space>[^}]*)\}(?P<name>.*)|(?P<bare>.*)", re.DOTALL)
_FOREIGN_URL = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
_ENCODING = re.compile(r"\A<\?xml[^>]*encoding=[\"'](?!utf-8[\"'])", re.IGNORECASE)


class LogoError(SheetgenError, ValueError):
    """A logo that cannot be used, with what would help."""

    def __init__(self, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.suggestion = suggestion


@dataclass(frozen=True)
class SiteLogo:
    """A checked logo: its bytes, its type, its size in pixels (None for an SVG)."""

    data: bytes
    content_type: str
    size: tuple[int, int] | None

    @property
    def name(self) -> str:
        """The name of the file in the site; it changes with the contents."""
        ending = "svg" if self.size is None else "png"
        return f"logo-{blake2b(self.data, digest_size=6).hexdigest()}.{ending}"


def read_logo(path: Path) -> SiteLogo:
    """Return a checked logo; raise LogoError for a file that is too large, of another kind, or does more than draw."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise LogoError(f"the logo cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise LogoError(f"the logo is larger than {MAX_BYTES // 1000} kB", "make it smaller; 20 kB are plenty")
    if data.startswith(_PNG):
        return SiteLogo(data, "image/png", _png_size(data))
    _check_svg(data)
    return SiteLogo(data, "image/svg+xml", None)


def _png_size(data: bytes) -> tuple[int, int]:
    if len(data) < 33 or data[12:16] != b"IHDR" or not data.rstrip(b"\0").endswith(b"IEND\xaeB`\x82"):
        raise LogoError("the logo is a damaged PNG", "save it again")
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= MAX_PIXELS and 0 < height <= MAX_PIXELS):
        raise LogoError(f"the logo has {width} x {height} pixels, at most {MAX_PIXELS} a side are allowed")
    return width, height


def _check_svg(data: bytes) -> None:
    """Raise LogoError unless the data is an SVG that only draws."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LogoError("the logo is neither SVG nor PNG", "save it as one of them") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise LogoError("the logo has a document type, which may load or define anything", "save it as plain SVG")
    if _ENCODING.match(text):
        raise LogoError("the logo is not written in UTF-8", "save it as plain SVG")
    try:
        # Without a document type there are no entities that could grow.
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError):
        raise LogoError("the logo is neither SVG nor PNG", "save it as one of them") from None
    if root.tag != f"{{{_SVG}}}svg":
        raise LogoError("the logo is neither SVG nor PNG", "save it as one of them")
    for element in root.iter():
        _check_element(element)
    if re.search(r"<\?(?!xml\s)", text):
        raise LogoError("the logo has an instruction for other programs (<?…?>)", "save it as plain SVG")


def _check_element(element: ElementTree.Element) -> None:
    space, name = _split(element.tag)
    if space != _SVG and not _NOTES.match(space):
        raise LogoError(f"the logo has the foreign element '{name[:40]}'", "save it as plain SVG")
    if space == _SVG and name not in _DRAWING:
        raise LogoError(f"the logo has the element '{name[:40]}', which does more than draw", "save it as plain SVG")
    for key, value in element.attrib.items():
        attribute = _split(key)[1].lower()
        if attribute.startswith("on"):
            raise LogoError(f"the logo has the script '{attribute[:40]}'", "remove it")
        if attribute in ("href", "src") and not value.startswith("#"):
            raise LogoError("the logo loads another file", "embed its shapes, or save it as PNG")
        if _FOREIGN_URL.search(value):
            raise LogoError("the logo loads another file", "save it as plain SVG")
    if _FOREIGN_URL.search(element.text or "") and name == "style":
        raise LogoError("the logo loads another file", "save it as plain SVG")


def _split(tag: str) -> tuple[str, str]:
    """Return the namespace and the name of an element or attribute."""
    match = _NAME.fullmatch(tag)
    if match is None or match["bare"] is not None:
        return "", tag
    return match["space"], match["name"]
