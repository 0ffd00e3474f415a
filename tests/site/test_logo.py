"""The logo of a publisher: drawings pass, everything that does more is refused."""

import struct
import zlib
from pathlib import Path

import pytest

from sheetgen.site.logo import MAX_BYTES, LogoError, read_logo

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


def test_drawings_pass_and_their_names_follow_their_contents(tmp_path: Path) -> None:
    path = tmp_path / "logo"
    names = set()
    for inner in (
        '<rect width="3" height="3" fill="url(#a)"/><use xlink:href="#b"/>',
        '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>'
        '<i:namedview xmlns:i="http://www.inkscape.org/namespaces/inkscape"/><style>.a{fill:red}</style>',
    ):
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{HEAD}{inner}</svg>', "utf-8")
        logo = read_logo(path)
        assert (logo.content_type, logo.size) == ("image/svg+xml", None)
        names.add(logo.name)
    assert len(names) == 2
    path.write_bytes(png(64, 32))
    assert (read_logo(path).content_type, read_logo(path).size) == ("image/png", (64, 32))
    assert read_logo(path).name.endswith(".png")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"{HEAD}<script>hit(1)</script></svg>", "'script', which does more than draw"),
        (f'{HEAD}<rect onload="hit(1)"/></svg>', "has the script 'onload'"),
        (f'{HEAD}<a href="javascript:hit(1)"><rect/></a></svg>', "'a', which does more than draw"),
        (f'{HEAD}<image href="https://x.org/a.png"/></svg>', "'image', which does more than draw"),
        (f'{HEAD}<use href="https://x.org/a.svg#b"/></svg>', "loads another file"),
        (f'{HEAD}<rect fill="url(https://x.org/#a)"/></svg>', "loads another file"),
        (f"{HEAD}<style>@import 'https://x.org/a.css';</style></svg>", "loads another file"),
        (f"{HEAD}<foreignObject/></svg>", "'foreignObject', which does more than draw"),
        (f'{HEAD}<set attributeName="href" to="javascript:hit(1)"/></svg>', "'set', which does more than draw"),
        (f'{HEAD}<h:script xmlns:h="http://www.w3.org/1999/xhtml">hit(1)</h:script></svg>', "foreign element 'script'"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}&a;</svg>', "has a document type"),
        (f'<?xml-stylesheet href="https://x.org/a.css"?>{HEAD}</svg>', "has an instruction for other programs"),
        (f'<?xml version="1.0" encoding="UTF-7"?>{HEAD}</svg>', "is not written in UTF-8"),
        ("<svg></svg>", "neither SVG nor PNG"),
        ("<html/>", "neither SVG nor PNG"),
        ("GIF89a", "neither SVG nor PNG"),
        (b"\xff\xd8\xff\xe0", "neither SVG nor PNG"),
        (png(64, 64)[:40], "damaged PNG"),
        (png(5000, 1), "has 5000 x 1 pixels, at most 2048"),
        (HEAD + " " * MAX_BYTES + "</svg>", "larger than 200 kB"),
    ],
)
def test_what_is_refused(tmp_path: Path, content: str | bytes, words: str) -> None:
    path = tmp_path / "logo.svg"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LogoError, match=words):
        read_logo(path)
