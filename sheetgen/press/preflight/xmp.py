"""Metadata in its two places: the old info dictionary and the XMP packet."""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from sheetgen.press.preflight import objects

MAX_PACKET = 1_000_000
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
SPACES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://www.npes.org/pdfx/ns/id/": "pdfxid",
    "http://ns.adobe.com/pdfx/1.3/": "pdfx",
}
OLD_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?")
NEW_DATE = re.compile(
    r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?"
)


def read_xmp(stream: Any) -> dict[str, str] | None:
    """The properties of an XMP packet by name, `dc:title`; None where it cannot be read."""
    from xml.etree import ElementTree

    try:
        data = objects.stream_data(stream, MAX_PACKET) if objects.is_stream(stream) else None
    except objects.TooMuchError:
        return None
    # Entities are never needed here, and are how small packets become large.
    if not data or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        return None
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    found: dict[str, str] = {}
    for description in root.iter(f"{RDF}Description"):
        for name, value in description.attrib.items():
            found.setdefault(_short(name), value)
        for child in description:
            listed = next(child.iter(f"{RDF}li"), None)
            words = (listed if listed is not None else child).text
            found.setdefault(_short(child.tag), (words or "").strip())
    return found


def _short(name: str) -> str:
    space, _, own = name.removeprefix("{").rpartition("}")
    return f"{SPACES.get(space, space)}:{own}"


def read_info(info: Any) -> dict[str, str]:
    """The info dictionary as plain words; names, as of /Trapped, without their slash."""
    if not objects.is_dictionary(info):
        return {}
    found = {str(key)[1:]: objects.text(value) or objects.word(value) for key, value in info.items()}
    return {key: value for key, value in found.items() if value}


def moment(words: str) -> datetime | None:
    """The moment that a date in either notation means; UTC where it does not say.

    >>> moment("D:20000101120000+01'00'") == moment("2000-01-01T11:00:00Z")
    True
    """
    found = (OLD_DATE if re.match(r"(?:D:)?\d{5}", words) else NEW_DATE).fullmatch(words)
    if found is None:
        return None
    year, month, day, hour, minute, second, _, sign, off_hours, off_minutes = found.groups()
    offset = timedelta(hours=int(off_hours or 0), minutes=int(off_minutes or 0))
    try:
        zone = timezone(-offset if sign == "-" else offset) if sign else UTC
        return datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=zone
        )
    except ValueError:
        return None
